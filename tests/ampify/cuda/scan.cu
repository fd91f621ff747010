// SPDX-License-Identifier: MIT
// scan, after SHOC's description: an inclusive scan of floats in three kernels: regions reduced,
// their sums scanned, the regions scanned (bench/real/scan/problem.h).
#include <cuda_runtime.h>

#define BLOCK 256
#define REGIONS 64

__device__ float scanLocalMem(const float val, float *s_data)
{
    // the lower half is zero, so that no thread asks who stands before it
    int idx = threadIdx.x;
    s_data[idx] = 0.0f;
    __syncthreads();
    idx += blockDim.x;
    s_data[idx] = val;
    __syncthreads();
    for (int i = 1; i < blockDim.x; i *= 2) {
        float t = s_data[idx - i];
        __syncthreads();
        s_data[idx] += t;
        __syncthreads();
    }
    return s_data[idx - 1];
}

__global__ void reduce(const float *__restrict__ g_idata, float *__restrict__ g_odata, const int n)
{
    const int tid = threadIdx.x;
    const int region_size = (n + gridDim.x - 1) / gridDim.x;
    const int block_start = blockIdx.x * region_size;
    const int block_stop = min(block_start + region_size, n);
    __shared__ float sdata[BLOCK];
    float sum = 0.0f;
    for (int i = block_start + tid; i < block_stop; i += blockDim.x)
        sum += g_idata[i];
    sdata[tid] = sum;
    __syncthreads();
#pragma unroll
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = sdata[0];
}

__global__ void scan_single_block(float *__restrict__ g_block_sums, const int n)
{
    __shared__ float s_data[2 * BLOCK];
    float sum = threadIdx.x < n ? g_block_sums[threadIdx.x] : 0.0f;
    sum = scanLocalMem(sum, s_data);
    if (threadIdx.x < n)
        g_block_sums[threadIdx.x] = sum;
}

__global__ void bottom_scan(const float *__restrict__ g_idata, float *__restrict__ g_odata,
                            const float *__restrict__ g_block_sums, const int n)
{
    __shared__ float s_data[2 * BLOCK];
    __shared__ float s_seed;
    const int region_size = (n + gridDim.x - 1) / gridDim.x;
    const int block_start = blockIdx.x * region_size;
    const int block_stop = min(block_start + region_size, n);
    if (threadIdx.x == 0)
        s_seed = g_block_sums[blockIdx.x];
    __syncthreads();
    for (int window = block_start; window < block_stop; window += blockDim.x) {
        const int i = window + threadIdx.x;
        const float val = i < block_stop ? g_idata[i] : 0.0f;
        const float res = scanLocalMem(val, s_data);
        if (i < block_stop)
            g_odata[i] = s_seed + res + val;
        __syncthreads();
        if (threadIdx.x == blockDim.x - 1)
            s_seed += res + val;
        __syncthreads();
    }
}

void scan_run(const float *h_idata, float *h_odata, int size)
{
    float *d_idata, *d_odata, *d_block_sums;
    cudaMalloc((void **)&d_idata, size * sizeof(float));
    cudaMalloc((void **)&d_odata, size * sizeof(float));
    cudaMalloc((void **)&d_block_sums, REGIONS * sizeof(float));
    cudaMemcpy(d_idata, h_idata, size * sizeof(float), cudaMemcpyHostToDevice);
    reduce<<<REGIONS, BLOCK>>>(d_idata, d_block_sums, size);
    scan_single_block<<<1, BLOCK>>>(d_block_sums, REGIONS);
    bottom_scan<<<REGIONS, BLOCK>>>(d_idata, d_odata, d_block_sums, size);
    cudaMemcpy(h_odata, d_odata, size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_idata);
    cudaFree(d_odata);
    cudaFree(d_block_sums);
}
