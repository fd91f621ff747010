// SPDX-License-Identifier: MIT
// pathfinder, after Rodinia's description: the cheapest ways through a grid, row by row, in tiles
// with ghost zones (bench/real/pathfinder/problem.h).
#include <cuda.h>
#include <cuda_runtime.h>

#define BLOCK_SIZE 256
#define HALO 1
#define PYRAMID_HEIGHT 20
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

__global__ void dynproc_kernel(int iteration, const int *gpuWall, const int *gpuSrc,
                               int *gpuResults, int cols, int startStep, int border)
{
    __shared__ int prev[BLOCK_SIZE];
    __shared__ int result[BLOCK_SIZE];
    int bx = blockIdx.x;
    int tx = threadIdx.x;

    int small_block_cols = BLOCK_SIZE - iteration * HALO * 2;
    int blkX = small_block_cols * bx - border;
    int blkXmax = blkX + BLOCK_SIZE - 1;
    int xidx = blkX + tx;

    int validXmin = (blkX < 0) ? -blkX : 0;
    int validXmax = (blkXmax > cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - cols + 1) : BLOCK_SIZE - 1;
    int W = tx - 1;
    int E = tx + 1;
    W = (W < validXmin) ? validXmin : W;
    E = (E > validXmax) ? validXmax : E;
    bool isValid = IN_RANGE(tx, validXmin, validXmax);

    if (IN_RANGE(xidx, 0, cols - 1)) {
        prev[tx] = gpuSrc[xidx];
    }
    __syncthreads();
    bool computed;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && isValid) {
            computed = true;
            int left = prev[W];
            int up = prev[tx];
            int right = prev[E];
            int shortest = MIN(left, up);
            shortest = MIN(shortest, right);
            int index = cols * (startStep + i) + xidx;
            result[tx] = shortest + gpuWall[index];
        }
        __syncthreads();
        if (i == iteration - 1)
            break;
        if (computed)
            prev[tx] = result[tx];
        __syncthreads();
    }
    if (computed) {
        gpuResults[xidx] = result[tx];
    }
}

void pathfinder_run(const int *wall, const int *start, int *result, int cols, int steps)
{
    int *gpuWall, *gpuResult[2];
    cudaMalloc((void **)&gpuWall, sizeof(int) * cols * steps);
    cudaMalloc((void **)&gpuResult[0], sizeof(int) * cols);
    cudaMalloc((void **)&gpuResult[1], sizeof(int) * cols);
    cudaMemcpy(gpuWall, wall, sizeof(int) * cols * steps, cudaMemcpyHostToDevice);
    cudaMemcpy(gpuResult[0], start, sizeof(int) * cols, cudaMemcpyHostToDevice);
    int src = 1, dst = 0;
    for (int t = 0; t < steps; t += PYRAMID_HEIGHT) {
        int iteration = MIN(PYRAMID_HEIGHT, steps - t);
        int inner = BLOCK_SIZE - iteration * HALO * 2;
        int temp = src;
        src = dst;
        dst = temp;
        dynproc_kernel<<<(cols + inner - 1) / inner, BLOCK_SIZE>>>(
            iteration, gpuWall, gpuResult[src], gpuResult[dst], cols, t, iteration * HALO);
    }
    cudaMemcpy(result, gpuResult[dst], sizeof(int) * cols, cudaMemcpyDeviceToHost);
    cudaFree(gpuWall);
    cudaFree(gpuResult[0]);
    cudaFree(gpuResult[1]);
}
