// SPDX-License-Identifier: MIT
// lavaMD, after Rodinia's description: forces between the particles of neighbouring boxes, a box a
// block (bench/real/lavamd/problem.h).

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

__kernel __attribute__((reqd_work_group_size(NUMBER_THREADS, 1, 1)))
void kernel_gpu_cuda(int par_per_box, fp a2, __global const FOUR_VECTOR *d_rv_gpu,
                     __global const int *d_around, __global const int *d_around_count,
                     __global FOUR_VECTOR *d_fv_gpu)
{
    int bx = get_group_id(0);
    int tx = get_local_id(0);
    int wtx = tx;

    __local FOUR_VECTOR rA_shared[NUMBER_THREADS];
    __local FOUR_VECTOR rB_shared[NUMBER_THREADS];

    int first_i = bx * par_per_box;
    FOUR_VECTOR fA;
    fA.x = fA.y = fA.z = fA.v = 0;

    while (wtx < par_per_box) {
        rA_shared[wtx] = d_rv_gpu[first_i + wtx];
        wtx = wtx + NUMBER_THREADS;
    }
    wtx = tx;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 0; k < d_around_count[bx]; k++) {
        int pointer = d_around[bx * AROUND + k];
        int first_j = pointer * par_per_box;
        while (wtx < par_per_box) {
            rB_shared[wtx] = d_rv_gpu[first_j + wtx];
            wtx = wtx + NUMBER_THREADS;
        }
        wtx = tx;
        barrier(CLK_LOCAL_MEM_FENCE);

        if (wtx < par_per_box) {
            for (int j = 0; j < par_per_box; j++) {
                THREE_VECTOR d;
                d.x = rA_shared[wtx].x - rB_shared[j].x;
                d.y = rA_shared[wtx].y - rB_shared[j].y;
                d.z = rA_shared[wtx].z - rB_shared[j].z;
                fp r2 = DOT(d, d);
                fp vij = exp(-(a2 * r2));
                fp fs = 2 * vij;
                fA.v += rB_shared[j].v * vij;
                fA.x += rB_shared[j].v * (fs * d.x);
                fA.y += rB_shared[j].v * (fs * d.y);
                fA.z += rB_shared[j].v * (fs * d.z);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
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
