// SPDX-License-Identifier: MIT
// sgemm, after Parboil's description: C = alpha A B + beta C, each thread sixteen elements in
// registers, B through shared memory (bench/real/gemm/problem.h). The side is a multiple of 128.
#include <cuda_runtime.h>

#define TILE_N 16
#define TILE_TB_HEIGHT 8
#define TILE_M (TILE_N * TILE_TB_HEIGHT)

__global__ void mysgemmNT(const float *A, int lda, const float *B, int ldb, float *C, int ldc,
                          int k, float alpha, float beta)
{
    float c[TILE_N];
    for (int i = 0; i < TILE_N; i++)
        c[i] = 0.0f;
    int mid = threadIdx.y * blockDim.x + threadIdx.x;
    int m = blockIdx.x * TILE_M + mid;
    int n = blockIdx.y * TILE_N + threadIdx.x;
    __shared__ float b_s[TILE_TB_HEIGHT][TILE_N];

    for (int i = 0; i < k; i += TILE_TB_HEIGHT) {
        float a;
        b_s[threadIdx.y][threadIdx.x] = B[n + (i + threadIdx.y) * ldb];
        __syncthreads();
        for (int j = 0; j < TILE_TB_HEIGHT; j++) {
            a = A[m * lda + (i + j)];
            for (int kk = 0; kk < TILE_N; kk++)
                c[kk] += a * b_s[j][kk];
        }
        __syncthreads();
    }
    int t = ldc * m + blockIdx.y * TILE_N;
    for (int i = 0; i < TILE_N; i++) {
        C[t + i] = C[t + i] * beta + alpha * c[i];
    }
}

void sgemm_run(const float *A, const float *B, float *C, int n, float alpha, float beta)
{
    float *dA, *dB, *dC;
    cudaMalloc((void **)&dA, n * n * sizeof(float));
    cudaMalloc((void **)&dB, n * n * sizeof(float));
    cudaMalloc((void **)&dC, n * n * sizeof(float));
    cudaMemcpy(dA, A, n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B, n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dC, C, n * n * sizeof(float), cudaMemcpyHostToDevice);
    dim3 grid(n / TILE_M, n / TILE_N), threads(TILE_N, TILE_TB_HEIGHT);
    mysgemmNT<<<grid, threads>>>(dA, n, dB, n, dC, n, n, alpha, beta);
    cudaMemcpy(C, dC, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
}
