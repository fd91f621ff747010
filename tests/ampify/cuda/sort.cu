// SPDX-License-Identifier: MIT
// sort, after SHOC's description: radix sort of unsigned keys, four bits a pass: blocks count their
// digits, the counts are scanned, and blocks put each key where it goes
// (bench/real/sort/problem.h).
#include <cuda_runtime.h>

#define SORT_BLOCK_SIZE 256
#define SORT_BITS 4
#define BUCKETS (1 << SORT_BITS)

typedef unsigned int uint;

__device__ uint digit(uint key, uint startbit)
{
    return (key >> startbit) & (BUCKETS - 1);
}

__device__ uint scanLSB(const uint val, uint *s_data)
{
    int idx = threadIdx.x;
    s_data[idx] = 0;
    __syncthreads();
    idx += blockDim.x;
    s_data[idx] = val;
    __syncthreads();
    for (int i = 1; i < SORT_BLOCK_SIZE; i <<= 1) {
        uint t = s_data[idx - i];
        __syncthreads();
        s_data[idx] += t;
        __syncthreads();
    }
    return s_data[idx - 1];
}

__global__ void findRadixOffsets(const uint *keys, uint *counters, uint startbit, int numElements,
                                 uint totalBlocks)
{
    __shared__ uint numKeys[BUCKETS];
    uint i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < BUCKETS)
        numKeys[threadIdx.x] = 0;
    __syncthreads();
    if (i < numElements)
        atomicAdd(&numKeys[digit(keys[i], startbit)], 1);
    __syncthreads();
    if (threadIdx.x < BUCKETS)
        counters[threadIdx.x * totalBlocks + blockIdx.x] = numKeys[threadIdx.x];
}

__global__ void scanCounters(uint *counters, int n)
{
    __shared__ uint s_data[2 * SORT_BLOCK_SIZE];
    uint seed = 0;
    for (int first = 0; first < n; first += SORT_BLOCK_SIZE) {
        int i = first + threadIdx.x;
        uint val = i < n ? counters[i] : 0;
        uint res = scanLSB(val, s_data);
        if (i < n)
            counters[i] = seed + res;
        seed += s_data[2 * SORT_BLOCK_SIZE - 1];
        __syncthreads();
    }
}

__global__ void reorderData(const uint *keys, uint *outKeys, const uint *counters, uint startbit,
                            int numElements, uint totalBlocks)
{
    __shared__ uint sKeys[SORT_BLOCK_SIZE];
    __shared__ uint s_data[2 * SORT_BLOCK_SIZE];
    __shared__ uint sStart[BUCKETS];
    const uint tid = threadIdx.x;
    const uint i = blockIdx.x * blockDim.x + threadIdx.x;
    uint key = i < numElements ? keys[i] : 0xffffffff;

    // one bit after the other: the keys whose bit is 0 go before the others
    for (uint bit = startbit; bit < startbit + SORT_BITS; bit++) {
        uint zero = !((key >> bit) & 0x1);
        uint before = scanLSB(zero, s_data);
        uint zeros = s_data[2 * SORT_BLOCK_SIZE - 1];
        uint to = zero ? before : zeros + tid - before;
        sKeys[to] = key;
        __syncthreads();
        key = sKeys[tid];
        __syncthreads();
    }
    uint d = digit(key, startbit);
    if (tid == 0 || digit(sKeys[tid - 1], startbit) != d)
        sStart[d] = tid;
    __syncthreads();
    if (i < numElements)
        outKeys[counters[d * totalBlocks + blockIdx.x] + tid - sStart[d]] = key;
}

void sort_run(const unsigned int *h_keys, unsigned int *h_sorted, int size)
{
    uint totalBlocks = (size + SORT_BLOCK_SIZE - 1) / SORT_BLOCK_SIZE;
    uint *d_keys[2], *d_counters;
    cudaMalloc((void **)&d_keys[0], size * sizeof(uint));
    cudaMalloc((void **)&d_keys[1], size * sizeof(uint));
    cudaMalloc((void **)&d_counters, BUCKETS * totalBlocks * sizeof(uint));
    cudaMemcpy(d_keys[0], h_keys, size * sizeof(uint), cudaMemcpyHostToDevice);
    int from = 0;
    for (uint startbit = 0; startbit < 32; startbit += SORT_BITS) {
        findRadixOffsets<<<totalBlocks, SORT_BLOCK_SIZE>>>(d_keys[from], d_counters, startbit, size,
                                                           totalBlocks);
        scanCounters<<<1, SORT_BLOCK_SIZE>>>(d_counters, BUCKETS * totalBlocks);
        reorderData<<<totalBlocks, SORT_BLOCK_SIZE>>>(d_keys[from], d_keys[1 - from], d_counters,
                                                      startbit, size, totalBlocks);
        from = 1 - from;
    }
    cudaMemcpy(h_sorted, d_keys[from], size * sizeof(uint), cudaMemcpyDeviceToHost);
    cudaFree(d_keys[0]);
    cudaFree(d_keys[1]);
    cudaFree(d_counters);
}
