// SPDX-License-Identifier: MIT
// reduction, after SHOC's description: the sum of floats, by a grid's strides and a tree
// (bench/real/reduction/problem.h). The host adds up what
// the blocks give.

__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void reduce(__global const float *g_idata, __global float *g_odata, const unsigned int n,
            __local volatile float *sdata)
{
    const unsigned int tid = get_local_id(0);
    unsigned int i = (get_group_id(0) * (get_local_size(0) * 2)) + tid;
    const unsigned int gridSize = get_local_size(0) * 2 * get_num_groups(0);

    sdata[tid] = 0.0f;
    while (i < n) {
        sdata[tid] += g_idata[i];
        if (i + get_local_size(0) < n)
            sdata[tid] += g_idata[i + get_local_size(0)];
        i += gridSize;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (unsigned int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0) {
        g_odata[get_group_id(0)] = sdata[0];
    }
}
