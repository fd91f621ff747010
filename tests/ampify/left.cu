// SPDX-License-Identifier: MIT
// What ampify has to leave, or to do, a line each: behind "left:" is a word of the comment that it
// puts above the line, whose word stays as it is; behind "note:", above one that does not; behind "done:"
// is what the line becomes, in part.
#include <cuda_runtime.h>
#define N 256
#define LANE (threadIdx.x & 31) // left: a macro with words of CUDA
const int count = 4; // done: enum { count = 4 };
struct pair { int a; float b; }; // done: typedef struct pair
__constant__ float filled[2] = { 1, 2 }; // done: static const float filled[2]
__constant__ float written[2]; // left: table(T, 1, name)
__device__ float state; // left: a variable in device memory

__device__ float twice(float x) { return 2 * x; } // done: static inline float twice(float x)
__device__ int twice(int x) { return 2 * x; } // note: no overloading
__device__ void change(int &x) { x = 1; } // note: no references
__device__ float first(const float *p) { return p[0]; } // note: points to different memories

__global__ void __launch_bounds__(N) kernel(float *a, const int *b, int n, float4 v, float x,
                                            volatile int *flag) // note: amp_atomic_load
{
    __shared__ float t[N]; // done: tile_static(float, t, N);
    __shared__ int total; // done: tile_static(int, total, 1);
    __shared__ volatile float warp[N]; // left: trusts that a warp runs in step
    __shared__ float by_n[n]; // left: dimensions of tile memory are constants
    int i = blockIdx.x * blockDim.x + threadIdx.x; // done: int i = tidx.global[0];
    int j = blockIdx.x * blockDim.x + threadIdx.x / 2; // done: tidx.tile[0] * N + tidx.local[0] / 2
    int k = 3 * blockIdx.x * blockDim.x + threadIdx.x; // done: 3 * tidx.tile[0] * N + tidx.local[0]
    float *p = a + i; // done: amp_global_ptr(float) p = a + i;
    float *q = n > 1 ? p : t, *r = t; // left: which memory it points to is not known
    float own[4], *s = own; // done: float own[4], *s = own;
    if (i < n) {
        __shared__ float inner[2]; // left: at its outermost level
        a[i] = b[a[i] > 0 ? 1 : 0]; // done: at(a, i) = at(b, at(a, i) > 0 ? 1 : 0);
        *a = *(b + i); // done: at(a, 0) = at(b, i);
    }
    total = gridDim.x; // done: total[0] = tidx.tile_count[0];
    a[0] = min(i, n); // done: amp_imin(i, n)
    a[1] = max(x, 0.0f); // done: fmaxf(x, 0.0f)
    a[2] = min(i, unknown(n)); // left: by the types of the two
    a[3] = sqrt(x) + sqrt(2.0); // done: sqrtf(x) + sqrt(2.0)
    a[4] = exp(unknown(n)); // left: of double in C
    a[5] = __expf(x) + rsqrtf(x); // done: amp_fast_exp(x) + amp_fast_rsqrt(x)
    a[6] = first(a) + first(t); // done: first(a) + first(t)
    atomicAdd(&total, 1); // done: amp_atomic_fetch_add(&total[0], 1);
    atomicCAS(&total, 1, 2); // left: amp_atomic_compare_exchange
    atomicInc(&total, 7u); // left: without a limit
    x += __shfl_down_sync(0xffffffff, x, 1); // left: amp_warp_shuffle_down
    n = __syncthreads_count(i); // left: amp_tile_reduce
    a[7] = tex2D<float>(image, x, x); // left: amp_sample
    a[8] = __saturatef(x); // left: see docs/from-cuda.md
    printf("%d %d", i, warpSize); // done: amp_printf("%d %d", i, AMP_WARP_SIZE);
    assert(i < n); // left: amp_errorf
    __threadfence(); // done: all_memory_fence(tidx);
    __syncthreads(); // done: tile_barrier_wait(tidx);
    for (auto y = 0; y < 2; y++) // left: the type itself
        a[y] = threadIdx.x; // done: at(a, y) = tidx.local[0];
}

__global__ void columns(float *a, int pitch) // done: AMP_TILED_KERNEL(columns, (4, 64), inout
{
    int x = threadIdx.x + blockDim.x * blockIdx.x; // done: int x = tidx.global[1];
    int y = blockDim.y * blockIdx.y + threadIdx.y; // done: int y = tidx.global[0];
    a[y * pitch + x] = gridDim.y; // done: at(a, y * pitch + x) = tidx.tile_count[0];
}

template <class T> // note: write the function for the types
__global__ void typed(T *a)
{
    a[threadIdx.x] = 0; // done: at(a, tidx.local[0]) = 0;
}

void run(float *h, int n, cudaStream_t stream)
{
    float *d, *e; // done: amp_array_view d, e;
    float *g, *other; // left: amp_array_view for what cudaMalloc gives
    cudaMalloc((void **)&d, n * sizeof(float)); // done: d = amp_array(float, amp_extent((int)(n)));
    if (n > 1) cudaMalloc(&e, sizeof(float) * n / 2); // done: { e = amp_array(float,
    cudaMalloc(&g, 4); // left: see docs/from-cuda.md
    cudaMemset(d, 0, n); // left: a kernel, or amp_fill
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice); // done: amp_copy_in(d, h)
    cudaMemcpy(h, e, 4, cudaMemcpyDeviceToHost); // done: amp_section(e, amp_index(0),
    cudaMemcpy(e, d, 4, cudaMemcpyDeviceToDevice); // left: amp_copy(from, to)
    cudaMemcpyToSymbol(written, h, 8); // left: table(T, 1, name)
    typed<float><<<2, 64>>>(d); // done: amp_tile(amp_extent(2 * 64), 64), typed, d
    typed<float><<<2, 64, 0, stream>>>(e); // done: amp_tile(amp_extent(2 * 64), 64), typed, e
    columns<<<dim3(n, 2), dim3(64, 4)>>>(d, n); // done: amp_tile(amp_extent(2 * 4, n * 64), 4, 64)
    nowhere<<<1, 1>>>(d); // left: of what this file does not have
    cudaStreamCreate(&stream); // left: amp_accelerator_create_view
    std::cout << "end"; // left: no namespaces
    cudaDeviceSynchronize(); // done: amp_wait(amp_auto_selection_view())
    cudaFree(d); // done: amp_release(d)
}
