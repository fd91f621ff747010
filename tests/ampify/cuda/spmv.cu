// SPDX-License-Identifier: MIT
// spmv, after SHOC's description: a sparse matrix of compressed rows times a vector, a thread a
// row, and a warp a row, which trusts that a warp runs in step (bench/real/real_sparse.h).
#include <cuda_runtime.h>

#define BLOCK_SIZE 128
#define WARP_SIZE 32

__global__ void spmv_csr_scalar_kernel(const float *__restrict__ val, const float *__restrict__ vec,
                                       const int *__restrict__ cols,
                                       const int *__restrict__ rowDelimiters, const int dim,
                                       float *__restrict__ out)
{
    int myRow = blockIdx.x * blockDim.x + threadIdx.x;
    if (myRow < dim) {
        float t = 0.0f;
        int start = rowDelimiters[myRow];
        int end = rowDelimiters[myRow + 1];
        for (int j = start; j < end; j++) {
            int col = cols[j];
            t += val[j] * __ldg(vec + col);
        }
        out[myRow] = t;
    }
}

__global__ void spmv_csr_vector_kernel(const float *__restrict__ val, const float *__restrict__ vec,
                                       const int *__restrict__ cols,
                                       const int *__restrict__ rowDelimiters, const int dim,
                                       float *__restrict__ out)
{
    int t = threadIdx.x;
    int id = t & (WARP_SIZE - 1);
    int warpsPerBlock = blockDim.x / WARP_SIZE;
    int myRow = (blockIdx.x * warpsPerBlock) + (t / WARP_SIZE);
    __shared__ volatile float partialSums[BLOCK_SIZE];

    if (myRow < dim) {
        int warpStart = rowDelimiters[myRow];
        int warpEnd = rowDelimiters[myRow + 1];
        float mySum = 0;
        for (int j = warpStart + id; j < warpEnd; j += WARP_SIZE) {
            int col = cols[j];
            mySum += val[j] * __ldg(vec + col);
        }
        partialSums[t] = mySum;
        if (id < 16)
            partialSums[t] += partialSums[t + 16];
        if (id < 8)
            partialSums[t] += partialSums[t + 8];
        if (id < 4)
            partialSums[t] += partialSums[t + 4];
        if (id < 2)
            partialSums[t] += partialSums[t + 2];
        if (id < 1)
            partialSums[t] += partialSums[t + 1];
        if (id == 0) {
            out[myRow] = partialSums[t];
        }
    }
}

void spmv_run(const float *h_val, const int *h_cols, const int *h_rowDelimiters,
              const float *h_vec, float *h_out, int numRows, int numNonZeroes, int by_warps)
{
    float *d_val, *d_vec, *d_out;
    int *d_cols, *d_rowDelimiters;
    cudaMalloc((void **)&d_val, numNonZeroes * sizeof(float));
    cudaMalloc((void **)&d_cols, numNonZeroes * sizeof(int));
    cudaMalloc((void **)&d_vec, numRows * sizeof(float));
    cudaMalloc((void **)&d_out, numRows * sizeof(float));
    cudaMalloc((void **)&d_rowDelimiters, (numRows + 1) * sizeof(int));
    cudaMemcpy(d_val, h_val, numNonZeroes * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_cols, h_cols, numNonZeroes * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_vec, h_vec, numRows * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_rowDelimiters, h_rowDelimiters, (numRows + 1) * sizeof(int),
               cudaMemcpyHostToDevice);
    int nBlocksScalar = (numRows + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int nBlocksVector = (numRows + BLOCK_SIZE / WARP_SIZE - 1) / (BLOCK_SIZE / WARP_SIZE);
    if (by_warps)
        spmv_csr_vector_kernel<<<nBlocksVector, BLOCK_SIZE>>>(d_val, d_vec, d_cols,
                                                              d_rowDelimiters, numRows, d_out);
    else
        spmv_csr_scalar_kernel<<<nBlocksScalar, BLOCK_SIZE>>>(d_val, d_vec, d_cols,
                                                              d_rowDelimiters, numRows, d_out);
    cudaMemcpy(h_out, d_out, numRows * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_val);
    cudaFree(d_cols);
    cudaFree(d_vec);
    cudaFree(d_out);
    cudaFree(d_rowDelimiters);
}
