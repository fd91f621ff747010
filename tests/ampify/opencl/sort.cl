// SPDX-License-Identifier: MIT
// sort, after SHOC's description: radix sort of unsigned keys, four bits a pass: blocks count their
// digits, the counts are scanned, and blocks put each key where it goes
// (bench/real/sort/problem.h).

#define SORT_BLOCK_SIZE 256
#define SORT_BITS 4
#define BUCKETS (1 << SORT_BITS)

uint digit(uint key, uint startbit)
{
    return (key >> startbit) & (BUCKETS - 1);
}

inline uint scanLSB(const uint val, __local uint *s_data)
{
    int idx = get_local_id(0);
    s_data[idx] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    idx += get_local_size(0);
    s_data[idx] = val;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 1; i < SORT_BLOCK_SIZE; i <<= 1) {
        uint t = s_data[idx - i];
        barrier(CLK_LOCAL_MEM_FENCE);
        s_data[idx] += t;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return s_data[idx - 1];
}

__kernel __attribute__((reqd_work_group_size(SORT_BLOCK_SIZE, 1, 1)))
void findRadixOffsets(__global const uint *keys, __global uint *counters, uint startbit,
                      int numElements, uint totalBlocks)
{
    __local uint numKeys[BUCKETS];
    uint i = get_global_id(0);
    if (get_local_id(0) < BUCKETS)
        numKeys[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < numElements)
        atomic_inc(&numKeys[digit(keys[i], startbit)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < BUCKETS)
        counters[get_local_id(0) * totalBlocks + get_group_id(0)] = numKeys[get_local_id(0)];
}

__kernel __attribute__((reqd_work_group_size(SORT_BLOCK_SIZE, 1, 1)))
void scanCounters(__global uint *counters, int n)
{
    __local uint s_data[2 * SORT_BLOCK_SIZE];
    uint seed = 0;
    for (int first = 0; first < n; first += SORT_BLOCK_SIZE) {
        int i = first + get_local_id(0);
        uint val = i < n ? counters[i] : 0;
        uint res = scanLSB(val, s_data);
        if (i < n)
            counters[i] = seed + res;
        seed += s_data[2 * SORT_BLOCK_SIZE - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel __attribute__((reqd_work_group_size(SORT_BLOCK_SIZE, 1, 1)))
void reorderData(__global const uint *keys, __global uint *outKeys,
                 __global const uint *counters, uint startbit, int numElements,
                 uint totalBlocks)
{
    __local uint sKeys[SORT_BLOCK_SIZE];
    __local uint s_data[2 * SORT_BLOCK_SIZE];
    __local uint sStart[BUCKETS];
    const uint tid = get_local_id(0);
    const uint i = get_global_id(0);
    uint key = i < numElements ? keys[i] : 0xffffffff;

    // one bit after the other: the keys whose bit is 0 go before the others
    for (uint bit = startbit; bit < startbit + SORT_BITS; bit++) {
        uint zero = !((key >> bit) & 0x1);
        uint before = scanLSB(zero, s_data);
        uint zeros = s_data[2 * SORT_BLOCK_SIZE - 1];
        uint to = zero ? before : zeros + tid - before;
        sKeys[to] = key;
        barrier(CLK_LOCAL_MEM_FENCE);
        key = sKeys[tid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint d = digit(key, startbit);
    if (tid == 0 || digit(sKeys[tid - 1], startbit) != d)
        sStart[d] = tid;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < numElements)
        outKeys[counters[d * totalBlocks + get_group_id(0)] + tid - sStart[d]] = key;
}
