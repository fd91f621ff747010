// SPDX-License-Identifier: MIT
// nw, after Rodinia's description: Needleman-Wunsch in blocks along anti-diagonals, 16 threads a
// block (bench/real/nw/problem.h). The matrices have a side of max_cols, a multiple of the block
// plus one.
#include <cuda_runtime.h>

#define BLOCK_SIZE 16

__device__ __host__ int maximum(int a, int b, int c)
{
    int k;
    if (a <= b)
        k = b;
    else
        k = a;
    if (k <= c)
        return (c);
    else
        return (k);
}

__device__ void align_block(int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1],
                            int ref[BLOCK_SIZE][BLOCK_SIZE], int penalty)
{
    int tx = threadIdx.x;
    for (int m = 0; m < BLOCK_SIZE; m++) {
        if (tx <= m) {
            int t_index_x = tx + 1;
            int t_index_y = m - tx + 1;
            temp[t_index_y][t_index_x] =
                maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                        temp[t_index_y][t_index_x - 1] - penalty,
                        temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
        if (tx <= m) {
            int t_index_x = tx + BLOCK_SIZE - m;
            int t_index_y = BLOCK_SIZE - tx;
            temp[t_index_y][t_index_x] =
                maximum(temp[t_index_y - 1][t_index_x - 1] + ref[t_index_y - 1][t_index_x - 1],
                        temp[t_index_y][t_index_x - 1] - penalty,
                        temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
}

__global__ void needle_cuda_1(const int *reference, int *matrix, int cols, int penalty, int i)
{
    int bx = blockIdx.x;
    int tx = threadIdx.x;
    int b_index_x = bx;
    int b_index_y = i - 1 - bx;
    int index = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
    int index_n = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (1);
    int index_w = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + (cols);
    int index_nw = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;

    __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
    __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];

    if (tx == 0)
        temp[tx][0] = matrix[index_nw];
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        ref[ty][tx] = reference[index + cols * ty];
    __syncthreads();
    temp[tx + 1][0] = matrix[index_w + cols * tx];
    temp[0][tx + 1] = matrix[index_n];
    __syncthreads();
    align_block(temp, ref, penalty);
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        matrix[index + ty * cols] = temp[ty + 1][tx + 1];
}

__global__ void needle_cuda_2(const int *reference, int *matrix, int cols, int penalty, int i,
                              int block_width)
{
    int bx = blockIdx.x;
    int tx = threadIdx.x;
    int b_index_x = bx + block_width - i;
    int b_index_y = block_width - bx - 1;
    int index = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
    int index_n = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (1);
    int index_w = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + (cols);
    int index_nw = cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;

    __shared__ int temp[BLOCK_SIZE + 1][BLOCK_SIZE + 1];
    __shared__ int ref[BLOCK_SIZE][BLOCK_SIZE];

    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        ref[ty][tx] = reference[index + cols * ty];
    __syncthreads();
    if (tx == 0)
        temp[tx][0] = matrix[index_nw];
    temp[tx + 1][0] = matrix[index_w + cols * tx];
    temp[0][tx + 1] = matrix[index_n];
    __syncthreads();
    align_block(temp, ref, penalty);
    for (int ty = 0; ty < BLOCK_SIZE; ty++)
        matrix[index + ty * cols] = temp[ty + 1][tx + 1];
}

void nw_run(const int *reference, int *matrix, int max_cols, int penalty)
{
    const int size = max_cols * max_cols;
    int *reference_cuda, *matrix_cuda;
    cudaMalloc((void **)&reference_cuda, sizeof(int) * size);
    cudaMalloc((void **)&matrix_cuda, sizeof(int) * size);
    cudaMemcpy(reference_cuda, reference, sizeof(int) * size, cudaMemcpyHostToDevice);
    cudaMemcpy(matrix_cuda, matrix, sizeof(int) * size, cudaMemcpyHostToDevice);
    dim3 dimGrid;
    dim3 dimBlock(BLOCK_SIZE, 1);
    int block_width = (max_cols - 1) / BLOCK_SIZE;
    for (int i = 1; i <= block_width; i++) {
        dimGrid.x = i;
        dimGrid.y = 1;
        needle_cuda_1<<<dimGrid, dimBlock>>>(reference_cuda, matrix_cuda, max_cols, penalty, i);
    }
    for (int i = block_width - 1; i >= 1; i--) {
        dimGrid.x = i;
        dimGrid.y = 1;
        needle_cuda_2<<<dimGrid, dimBlock>>>(reference_cuda, matrix_cuda, max_cols, penalty, i,
                                             block_width);
    }
    cudaMemcpy(matrix, matrix_cuda, sizeof(int) * size, cudaMemcpyDeviceToHost);
    cudaFree(reference_cuda);
    cudaFree(matrix_cuda);
}
