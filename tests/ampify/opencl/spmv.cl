// SPDX-License-Identifier: MIT
// spmv, after SHOC's description: a sparse matrix of compressed rows times a vector, a thread a
// row, and a warp a row, which trusts that a warp runs in step (bench/real/real_sparse.h).

#define BLOCK_SIZE 128
#define WARP_SIZE 32

__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, 1, 1)))
void spmv_csr_scalar_kernel(__global const float *val, __global const float *vec,
                            __global const int *cols, __global const int *rowDelimiters,
                            const int dim, __global float *out)
{
    int myRow = get_global_id(0);
    if (myRow < dim) {
        float t = 0.0f;
        int start = rowDelimiters[myRow];
        int end = rowDelimiters[myRow + 1];
        for (int j = start; j < end; j++) {
            int col = cols[j];
            t += val[j] * vec[col];
        }
        out[myRow] = t;
    }
}

__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, 1, 1)))
void spmv_csr_vector_kernel(__global const float *val, __global const float *vec,
                            __global const int *cols, __global const int *rowDelimiters,
                            const int dim, __global float *out)
{
    int t = get_local_id(0);
    int id = t & (WARP_SIZE - 1);
    int warpsPerBlock = get_local_size(0) / WARP_SIZE;
    int myRow = (get_group_id(0) * warpsPerBlock) + (t / WARP_SIZE);
    __local volatile float partialSums[BLOCK_SIZE];

    if (myRow < dim) {
        int warpStart = rowDelimiters[myRow];
        int warpEnd = rowDelimiters[myRow + 1];
        float mySum = 0;
        for (int j = warpStart + id; j < warpEnd; j += WARP_SIZE) {
            int col = cols[j];
            mySum += val[j] * vec[col];
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
