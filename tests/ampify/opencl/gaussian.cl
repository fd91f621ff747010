// SPDX-License-Identifier: MIT
// gaussian, after Rodinia's description: elimination, two kernels a column
// (bench/real/gaussian/problem.h). The host solves the triangle.

#define MAXBLOCKSIZE 256
#define BLOCK_SIZE_XY 4

__kernel __attribute__((reqd_work_group_size(MAXBLOCKSIZE, 1, 1)))
void Fan1(__global float *m_cuda, __global const float *a_cuda, int Size, int t)
{
    if (get_global_id(0) >= Size - 1 - t)
        return;
    *(m_cuda + Size * (get_local_size(0) * get_group_id(0) + get_local_id(0) + t + 1) + t) =
        *(a_cuda + Size * (get_local_size(0) * get_group_id(0) + get_local_id(0) + t + 1) + t)
        / *(a_cuda + Size * t + t);
}

__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE_XY, BLOCK_SIZE_XY, 1)))
void Fan2(__global const float *m_cuda, __global float *a_cuda, __global float *b_cuda,
          int Size, int t)
{
    if (get_global_id(0) >= Size - 1 - t)
        return;
    if (get_global_id(1) >= Size - t)
        return;

    int xidx = get_global_id(0);
    int yidx = get_global_id(1);

    a_cuda[Size * (xidx + 1 + t) + (yidx + t)] -=
        m_cuda[Size * (xidx + 1 + t) + t] * a_cuda[Size * t + (yidx + t)];
    if (yidx == 0) {
        b_cuda[xidx + 1 + t] -= m_cuda[Size * (xidx + 1 + t) + (yidx + t)] * b_cuda[t];
    }
}
