// SPDX-License-Identifier: MIT
// gaussian, after Rodinia's description: elimination, two kernels a column
// (bench/real/gaussian/problem.h). The host solves the triangle.
#include <cuda_runtime.h>

#define MAXBLOCKSIZE 256
#define BLOCK_SIZE_XY 4

__global__ void Fan1(float *m_cuda, const float *a_cuda, int Size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t)
        return;
    *(m_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) =
        *(a_cuda + Size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t)
        / *(a_cuda + Size * t + t);
}

__global__ void Fan2(const float *m_cuda, float *a_cuda, float *b_cuda, int Size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= Size - 1 - t)
        return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= Size - t)
        return;

    int xidx = blockIdx.x * blockDim.x + threadIdx.x;
    int yidx = blockIdx.y * blockDim.y + threadIdx.y;

    a_cuda[Size * (xidx + 1 + t) + (yidx + t)] -=
        m_cuda[Size * (xidx + 1 + t) + t] * a_cuda[Size * t + (yidx + t)];
    if (yidx == 0) {
        b_cuda[xidx + 1 + t] -= m_cuda[Size * (xidx + 1 + t) + (yidx + t)] * b_cuda[t];
    }
}

void gaussian_run(float *a, float *b, float *m, int Size)
{
    float *m_cuda, *a_cuda, *b_cuda;
    cudaMalloc((void **)&m_cuda, Size * Size * sizeof(float));
    cudaMalloc((void **)&a_cuda, Size * Size * sizeof(float));
    cudaMalloc((void **)&b_cuda, Size * sizeof(float));
    cudaMemcpy(m_cuda, m, Size * Size * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(a_cuda, a, Size * Size * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b_cuda, b, Size * sizeof(float), cudaMemcpyHostToDevice);
    int grid_size = (Size + MAXBLOCKSIZE - 1) / MAXBLOCKSIZE;
    dim3 dimBlock(MAXBLOCKSIZE);
    dim3 dimGrid(grid_size);
    dim3 dimBlockXY(BLOCK_SIZE_XY, BLOCK_SIZE_XY);
    dim3 dimGridXY((Size + BLOCK_SIZE_XY - 1) / BLOCK_SIZE_XY,
                   (Size + BLOCK_SIZE_XY - 1) / BLOCK_SIZE_XY);
    for (int t = 0; t < (Size - 1); t++) {
        Fan1<<<dimGrid, dimBlock>>>(m_cuda, a_cuda, Size, t);
        cudaDeviceSynchronize();
        Fan2<<<dimGridXY, dimBlockXY>>>(m_cuda, a_cuda, b_cuda, Size, t);
        cudaDeviceSynchronize();
    }
    cudaMemcpy(m, m_cuda, Size * Size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(a, a_cuda, Size * Size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(b, b_cuda, Size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(m_cuda);
    cudaFree(a_cuda);
    cudaFree(b_cuda);
}
