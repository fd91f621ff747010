// SPDX-License-Identifier: MIT
// hotspot, after Rodinia's description: heat of a chip, some steps a launch in tiles with ghost
// zones (bench/real/hotspot/problem.h).
#include <cuda_runtime.h>

#define BLOCK_SIZE 16
#define STEPS_AT_ONCE 2
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

__global__ void calculate_temp(int iteration, const float *power, const float *temp_src,
                               float *temp_dst, int grid_cols, int grid_rows, float step,
                               float Rx, float Ry, float Rz, float amb)
{
    __shared__ float temp_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float power_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float temp_t[BLOCK_SIZE][BLOCK_SIZE];

    int bx = blockIdx.x;
    int by = blockIdx.y;
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    // a block computes a smaller block in its middle
    int small_block = BLOCK_SIZE - iteration * 2;
    int blkY = small_block * by - iteration;
    int blkX = small_block * bx - iteration;
    int blkYmax = blkY + BLOCK_SIZE - 1;
    int blkXmax = blkX + BLOCK_SIZE - 1;
    int yidx = blkY + ty;
    int xidx = blkX + tx;
    int index = grid_cols * yidx + xidx;

    if (IN_RANGE(yidx, 0, grid_rows - 1) && IN_RANGE(xidx, 0, grid_cols - 1)) {
        temp_on_cuda[ty][tx] = temp_src[index];
        power_on_cuda[ty][tx] = power[index];
    }
    __syncthreads();

    int validYmin = (blkY < 0) ? -blkY : 0;
    int validYmax = (blkYmax > grid_rows - 1) ? BLOCK_SIZE - 1 - (blkYmax - grid_rows + 1)
                                              : BLOCK_SIZE - 1;
    int validXmin = (blkX < 0) ? -blkX : 0;
    int validXmax = (blkXmax > grid_cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - grid_cols + 1)
                                              : BLOCK_SIZE - 1;
    int N = ty - 1;
    int S = ty + 1;
    int W = tx - 1;
    int E = tx + 1;
    N = (N < validYmin) ? validYmin : N;
    S = (S > validYmax) ? validYmax : S;
    W = (W < validXmin) ? validXmin : W;
    E = (E > validXmax) ? validXmax : E;

    bool computed;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) &&
            IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax)) {
            computed = true;
            temp_t[ty][tx] = temp_on_cuda[ty][tx] + step * (power_on_cuda[ty][tx] +
                (temp_on_cuda[S][tx] + temp_on_cuda[N][tx] - 2.0f * temp_on_cuda[ty][tx]) * Ry +
                (temp_on_cuda[ty][E] + temp_on_cuda[ty][W] - 2.0f * temp_on_cuda[ty][tx]) * Rx +
                (amb - temp_on_cuda[ty][tx]) * Rz);
        }
        __syncthreads();
        if (i == iteration - 1)
            break;
        if (computed)
            temp_on_cuda[ty][tx] = temp_t[ty][tx];
        __syncthreads();
    }
    if (computed)
        temp_dst[index] = temp_t[ty][tx];
}

void hotspot_run(const float *power, const float *start, float *result, int n, int steps,
                 float step, float Rx, float Ry, float Rz, float amb)
{
    const size_t bytes = sizeof(float) * n * n;
    float *d_power, *d_temp[2];
    cudaMalloc((void **)&d_power, bytes);
    cudaMalloc((void **)&d_temp[0], bytes);
    cudaMalloc((void **)&d_temp[1], bytes);
    cudaMemcpy(d_power, power, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_temp[0], start, bytes, cudaMemcpyHostToDevice);
    int src = 0;
    for (int t = 0; t < steps; t += STEPS_AT_ONCE) {
        int iteration = MIN(STEPS_AT_ONCE, steps - t);
        int inner = BLOCK_SIZE - 2 * iteration;
        int blocks = (n + inner - 1) / inner;
        dim3 dimBlock(BLOCK_SIZE, BLOCK_SIZE);
        dim3 dimGrid(blocks, blocks);
        calculate_temp<<<dimGrid, dimBlock>>>(iteration, d_power, d_temp[src], d_temp[1 - src], n,
                                              n, step, Rx, Ry, Rz, amb);
        src = 1 - src;
    }
    cudaMemcpy(result, d_temp[src], bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_power);
    cudaFree(d_temp[0]);
    cudaFree(d_temp[1]);
}
