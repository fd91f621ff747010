// SPDX-License-Identifier: MIT
// scan, after SHOC's description: an inclusive scan of floats in three kernels: regions reduced,
// their sums scanned, the regions scanned (bench/real/scan/problem.h).

#define BLOCK 256
#define REGIONS 64

inline float scanLocalMem(float val, __local float *s_data)
{
    // the lower half is zero, so that no thread asks who stands before it
    int idx = get_local_id(0);
    s_data[idx] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    idx += get_local_size(0);
    s_data[idx] = val;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i < get_local_size(0); i *= 2) {
        float t = s_data[idx - i];
        barrier(CLK_LOCAL_MEM_FENCE);
        s_data[idx] += t;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return s_data[idx - 1];
}

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void reduce(__global const float *g_idata, __global float *g_odata, const int n)
{
    const int tid = get_local_id(0);
    const int region_size = (n + get_num_groups(0) - 1) / get_num_groups(0);
    const int block_start = get_group_id(0) * region_size;
    const int block_stop = min(block_start + region_size, n);
    __local float sdata[BLOCK];
    float sum = 0.0f;
    for (int i = block_start + tid; i < block_stop; i += get_local_size(0))
        sum += g_idata[i];
    sdata[tid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0)
        g_odata[get_group_id(0)] = sdata[0];
}

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void scan_single_block(__global float *g_block_sums, const int n)
{
    __local float s_data[2 * BLOCK];
    float sum = get_local_id(0) < n ? g_block_sums[get_local_id(0)] : 0.0f;
    sum = scanLocalMem(sum, s_data);
    if (get_local_id(0) < n)
        g_block_sums[get_local_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void bottom_scan(__global const float *g_idata, __global float *g_odata,
                 __global const float *g_block_sums, const int n)
{
    __local float s_data[2 * BLOCK];
    const int region_size = (n + get_num_groups(0) - 1) / get_num_groups(0);
    const int block_start = get_group_id(0) * region_size;
    const int block_stop = min(block_start + region_size, n);
    float s_seed = g_block_sums[get_group_id(0)];
    for (int window = block_start; window < block_stop; window += get_local_size(0)) {
        const int i = window + get_local_id(0);
        const float val = i < block_stop ? g_idata[i] : 0.0f;
        const float res = scanLocalMem(val, s_data);
        if (i < block_stop)
            g_odata[i] = s_seed + res + val;
        s_seed += s_data[2 * BLOCK - 1];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}
