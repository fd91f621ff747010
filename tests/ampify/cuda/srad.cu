// SPDX-License-Identifier: MIT
// srad, after the description of Rodinia's srad_v2: takes the speckle out of an image, two kernels
// a step in tiles of 16 x 16 (bench/real/srad/problem.h).
#include <stdlib.h>
#include <cuda_runtime.h>

#define BLOCK_SIZE 16
#define EVEN 128
#define LEAST_Q0 1e-6

__global__ void srad_cuda_1(float *E_C, float *W_C, float *N_C, float *S_C, const float *J_cuda,
                            float *C_cuda, int cols, int rows, float q0sqr)
{
    int bx = blockIdx.x;
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = min(by * BLOCK_SIZE + ty, rows - 1);
    int col = min(bx * BLOCK_SIZE + tx, cols - 1);
    int index = cols * row + col;
    float n, w, e, s, jc, g2, l, num, den, qsqr, c;

    __shared__ float temp[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float north[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float south[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float east[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float west[BLOCK_SIZE][BLOCK_SIZE];

    temp[ty][tx] = J_cuda[index];
    north[ty][tx] = J_cuda[max(row - 1, 0) * cols + col];
    south[ty][tx] = J_cuda[min(row + 1, rows - 1) * cols + col];
    west[ty][tx] = J_cuda[row * cols + max(col - 1, 0)];
    east[ty][tx] = J_cuda[row * cols + min(col + 1, cols - 1)];
    __syncthreads();

    jc = temp[ty][tx];
    n = (ty == 0 ? north[ty][tx] : temp[ty - 1][tx]) - jc;
    s = (ty == BLOCK_SIZE - 1 ? south[ty][tx] : temp[ty + 1][tx]) - jc;
    w = (tx == 0 ? west[ty][tx] : temp[ty][tx - 1]) - jc;
    e = (tx == BLOCK_SIZE - 1 ? east[ty][tx] : temp[ty][tx + 1]) - jc;

    g2 = (n * n + s * s + w * w + e * e) / (jc * jc);
    l = (n + s + w + e) / jc;
    num = (0.5f * g2) - ((1.0f / 16.0f) * (l * l));
    den = 1 + (.25f * l);
    qsqr = num / (den * den);
    den = (qsqr - q0sqr) / (q0sqr * (1 + q0sqr));
    c = 1.0f / (1.0f + den);
    c = fminf(fmaxf(c, 0.0f), 1.0f);

    if (by * BLOCK_SIZE + ty < rows && bx * BLOCK_SIZE + tx < cols) {
        C_cuda[index] = c;
        E_C[index] = e;
        W_C[index] = w;
        S_C[index] = s;
        N_C[index] = n;
    }
}

__global__ void srad_cuda_2(const float *E_C, const float *W_C, const float *N_C,
                            const float *S_C, float *J_cuda, const float *C_cuda, int cols,
                            int rows, float lambda)
{
    __shared__ float c_cuda_temp[BLOCK_SIZE][BLOCK_SIZE];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = min(blockIdx.y * BLOCK_SIZE + ty, rows - 1);
    int col = min(blockIdx.x * BLOCK_SIZE + tx, cols - 1);
    int index = cols * row + col;

    c_cuda_temp[ty][tx] = C_cuda[index];
    __syncthreads();
    float cc = c_cuda_temp[ty][tx];
    float cs = ty == BLOCK_SIZE - 1 ? C_cuda[min(row + 1, rows - 1) * cols + col]
                                    : c_cuda_temp[ty + 1][tx];
    float ce = tx == BLOCK_SIZE - 1 ? C_cuda[row * cols + min(col + 1, cols - 1)]
                                    : c_cuda_temp[ty][tx + 1];
    float d_sum = cc * N_C[index] + cs * S_C[index] + cc * W_C[index] + ce * E_C[index];
    if (blockIdx.y * blockDim.y + threadIdx.y < rows &&
        blockIdx.x * blockDim.x + threadIdx.x < cols)
        J_cuda[index] = J_cuda[index] + 0.25f * lambda * d_sum;
}

void srad_run(float *J, int n, int steps, float lambda)
{
    const int size = n * n, side = n < EVEN ? n : EVEN;
    float *J_cuda, *C_cuda, *E_C, *W_C, *S_C, *N_C;
    cudaMalloc((void **)&J_cuda, sizeof(float) * size);
    cudaMalloc((void **)&C_cuda, sizeof(float) * size);
    cudaMalloc((void **)&E_C, sizeof(float) * size);
    cudaMalloc((void **)&W_C, sizeof(float) * size);
    cudaMalloc((void **)&S_C, sizeof(float) * size);
    cudaMalloc((void **)&N_C, sizeof(float) * size);
    dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
    dim3 dimGrid((n + BLOCK_SIZE - 1) / BLOCK_SIZE, (n + BLOCK_SIZE - 1) / BLOCK_SIZE);
    cudaMemcpy(J_cuda, J, sizeof(float) * size, cudaMemcpyHostToDevice);
    for (int step = 0; step < steps; step++) {
        double sum = 0, sum2 = 0;
        for (int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                double tmp = J[i * n + j];
                sum += tmp;
                sum2 += tmp * tmp;
            }
        }
        double mean = sum / ((double)side * side);
        double variance = sum2 / ((double)side * side) - mean * mean;
        float q0sqr = (float)(variance / (mean * mean) + LEAST_Q0);
        srad_cuda_1<<<dimGrid, dimBlock>>>(E_C, W_C, N_C, S_C, J_cuda, C_cuda, n, n, q0sqr);
        srad_cuda_2<<<dimGrid, dimBlock>>>(E_C, W_C, N_C, S_C, J_cuda, C_cuda, n, n, lambda);
        cudaMemcpy(J, J_cuda, sizeof(float) * size, cudaMemcpyDeviceToHost);
    }
    cudaFree(C_cuda);
    cudaFree(J_cuda);
    cudaFree(E_C);
    cudaFree(W_C);
    cudaFree(N_C);
    cudaFree(S_C);
}
