// SPDX-License-Identifier: MIT
// lavaMD, after Rodinia's description: forces between the particles of neighbouring boxes, a box a
// block (bench/real/lavamd/problem.h).
#include <cuda_runtime.h>

#define fp float
#define NUMBER_THREADS 128
#define AROUND 27

#define DOT(A, B) ((A.x) * (B.x) + (A.y) * (B.y) + (A.z) * (B.z))

typedef struct {
    fp x, y, z;
} THREE_VECTOR;

typedef struct {
    fp x, y, z, v;
} FOUR_VECTOR;

__global__ void kernel_gpu_cuda(int par_per_box, fp a2, const FOUR_VECTOR *d_rv_gpu,
                                const int *d_around, const int *d_around_count,
                                FOUR_VECTOR *d_fv_gpu)
{
    int bx = blockIdx.x;
    int tx = threadIdx.x;
    int wtx = tx;

    __shared__ FOUR_VECTOR rA_shared[NUMBER_THREADS];
    __shared__ FOUR_VECTOR rB_shared[NUMBER_THREADS];

    int first_i = bx * par_per_box;
    FOUR_VECTOR fA;
    fA.x = fA.y = fA.z = fA.v = 0;

    while (wtx < par_per_box) {
        rA_shared[wtx] = d_rv_gpu[first_i + wtx];
        wtx = wtx + NUMBER_THREADS;
    }
    wtx = tx;
    __syncthreads();

    for (int k = 0; k < d_around_count[bx]; k++) {
        int pointer = d_around[bx * AROUND + k];
        int first_j = pointer * par_per_box;
        while (wtx < par_per_box) {
            rB_shared[wtx] = d_rv_gpu[first_j + wtx];
            wtx = wtx + NUMBER_THREADS;
        }
        wtx = tx;
        __syncthreads();

        if (wtx < par_per_box) {
            for (int j = 0; j < par_per_box; j++) {
                THREE_VECTOR d;
                d.x = rA_shared[wtx].x - rB_shared[j].x;
                d.y = rA_shared[wtx].y - rB_shared[j].y;
                d.z = rA_shared[wtx].z - rB_shared[j].z;
                fp r2 = DOT(d, d);
                fp vij = expf(-(a2 * r2));
                fp fs = 2 * vij;
                fA.v += rB_shared[j].v * vij;
                fA.x += rB_shared[j].v * (fs * d.x);
                fA.y += rB_shared[j].v * (fs * d.y);
                fA.z += rB_shared[j].v * (fs * d.z);
            }
        }
        __syncthreads();
    }
    if (tx < par_per_box) {
        FOUR_VECTOR out;
        out.x = fA.v; // the potential comes first
        out.y = fA.x;
        out.z = fA.y;
        out.v = fA.z;
        d_fv_gpu[first_i + tx] = out;
    }
}

void lavamd_run(const float *rv_cpu, const int *around, const int *around_count, float *fv_cpu,
                int number_boxes, int par_per_box, float a2)
{
    int all = number_boxes * par_per_box;
    FOUR_VECTOR *d_rv_gpu, *d_fv_gpu;
    int *d_around, *d_around_count;
    cudaMalloc((void **)&d_rv_gpu, all * sizeof(FOUR_VECTOR));
    cudaMalloc((void **)&d_fv_gpu, all * sizeof(FOUR_VECTOR));
    cudaMalloc((void **)&d_around, number_boxes * AROUND * sizeof(int));
    cudaMalloc((void **)&d_around_count, number_boxes * sizeof(int));
    cudaMemcpy(d_rv_gpu, rv_cpu, all * sizeof(FOUR_VECTOR), cudaMemcpyHostToDevice);
    cudaMemcpy(d_around, around, number_boxes * AROUND * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_around_count, around_count, number_boxes * sizeof(int), cudaMemcpyHostToDevice);
    kernel_gpu_cuda<<<number_boxes, NUMBER_THREADS>>>(par_per_box, a2, d_rv_gpu, d_around,
                                                      d_around_count, d_fv_gpu);
    cudaMemcpy(fv_cpu, d_fv_gpu, all * sizeof(FOUR_VECTOR), cudaMemcpyDeviceToHost);
    cudaFree(d_rv_gpu);
    cudaFree(d_fv_gpu);
    cudaFree(d_around);
    cudaFree(d_around_count);
}
