// SPDX-License-Identifier: MIT
// reduction, after SHOC's description: the sum of floats, by a grid's strides and a tree whose last
// five rungs trust that a warp runs in step (bench/real/reduction/problem.h). The host adds up what
// the blocks give.
#include <cuda_runtime.h>

template <class T, int blockSize>
__global__ void reduce(const T *__restrict__ g_idata, T *__restrict__ g_odata,
                       const unsigned int n)
{
    const unsigned int tid = threadIdx.x;
    unsigned int i = (blockIdx.x * (blockDim.x * 2)) + tid;
    const unsigned int gridSize = blockDim.x * 2 * gridDim.x;
    volatile extern __shared__ T sdata[];

    sdata[tid] = 0.0f;
    while (i < n) {
        sdata[tid] += g_idata[i];
        if (i + blockDim.x < n)
            sdata[tid] += g_idata[i + blockDim.x];
        i += gridSize;
    }
    __syncthreads();

    for (unsigned int s = blockDim.x / 2; s > warpSize; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid < warpSize) {
        sdata[tid] += sdata[tid + 32];
        sdata[tid] += sdata[tid + 16];
        sdata[tid] += sdata[tid + 8];
        sdata[tid] += sdata[tid + 4];
        sdata[tid] += sdata[tid + 2];
        sdata[tid] += sdata[tid + 1];
    }
    if (tid == 0) {
        g_odata[blockIdx.x] = sdata[0];
    }
}

float reduction_run(const float *h_idata, float *h_odata, int size, int num_blocks)
{
    const int num_threads = 256;
    float *d_idata, *d_odata;
    cudaMalloc((void **)&d_idata, size * sizeof(float));
    cudaMalloc((void **)&d_odata, num_blocks * sizeof(float));
    cudaMemcpy(d_idata, h_idata, size * sizeof(float), cudaMemcpyHostToDevice);
    int smem_size = sizeof(float) * num_threads;
    reduce<float, 256><<<num_blocks, num_threads, smem_size>>>(d_idata, d_odata, size);
    cudaMemcpy(h_odata, d_odata, num_blocks * sizeof(float), cudaMemcpyDeviceToHost);
    float dev_result = 0;
    for (int i = 0; i < num_blocks; i++) {
        dev_result += h_odata[i];
    }
    cudaFree(d_idata);
    cudaFree(d_odata);
    return dev_result;
}
