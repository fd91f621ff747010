// SPDX-License-Identifier: MIT
// sgemm, after Parboil's description: C = alpha A B + beta C, each thread sixteen elements in
// registers, B through shared memory (bench/real/gemm/problem.h). The side is a multiple of 128.

#define TILE_N 16
#define TILE_TB_HEIGHT 8
#define TILE_M (TILE_N * TILE_TB_HEIGHT)

__kernel __attribute__((reqd_work_group_size(TILE_N, TILE_TB_HEIGHT, 1)))
void mysgemmNT(__global const float *A, int lda, __global const float *B, int ldb,
               __global float *C, int ldc, int k, float alpha, float beta)
{
    float c[TILE_N];
    for (int i = 0; i < TILE_N; i++)
        c[i] = 0.0f;
    int mid = mad24((int)get_local_id(1), (int)get_local_size(0), (int)get_local_id(0));
    int m = get_group_id(0) * TILE_M + mid;
    int n = get_group_id(1) * TILE_N + get_local_id(0);
    __local float b_s[TILE_TB_HEIGHT][TILE_N];

    for (int i = 0; i < k; i += TILE_TB_HEIGHT) {
        float a;
        b_s[get_local_id(1)][get_local_id(0)] = B[n + (i + get_local_id(1)) * ldb];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < TILE_TB_HEIGHT; j++) {
            a = A[m * lda + (i + j)];
            for (int kk = 0; kk < TILE_N; kk++)
                c[kk] = mad(a, b_s[j][kk], c[kk]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    int t = ldc * m + get_group_id(1) * TILE_N;
    for (int i = 0; i < TILE_N; i++) {
        C[t + i] = C[t + i] * beta + alpha * c[i];
    }
}
