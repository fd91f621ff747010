/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL cc=gcc plain */
/* A file in which some kernels use double, on a device that may have none, such as Mesa's
   Rusticl on llvmpipe: those are refused by name, the others run; where it has double, all do. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { N = 64 };
AMP_DEVICE_BEGIN
typedef double real;
typedef struct pairs { real a; float b; } pairs;
static const real table[2] = { 3, 4 };
static inline real twice(real x) { return x * 2; }
static inline float more(float x) { return x + 1; }
#define SAME(T, name) static inline T name(T x) { return x; }
SAME(double, same_d)
SAME(float, same_f)
#define ADDS(name, T) AMP_KERNEL(name, 1, inout(float, 1, v)) { at(v, idx[0]) += (float)(T)1; }
ADDS(adds_double, double)
ADDS(adds_float, float)
AMP_KERNEL(plain, 1, inout(float, 1, v)) { at(v, idx[0]) = same_f(more(at(v, idx[0]))); }
AMP_KERNEL(by_helper, 1, inout(float, 1, v)) { at(v, idx[0]) = (float)twice(at(v, idx[0])); }
AMP_KERNEL(by_struct, 1, inout(float, 1, v))
{
    pairs p;
    p.a = same_d(table[1]);
    p.b = 1;
    at(v, idx[0]) = (float)p.a + p.b;
}
AMP_KERNEL(by_view, 1, in(double, 1, x), inout(float, 1, v))
{
    at(v, idx[0]) = (float)at(x, idx[0]);
}
AMP_TILED_KERNEL(tiled, (16), inout(float, 1, v))
{
    tile_static(float, t, 16);
    t[tidx.local[0]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[15 - tidx.local[0]];
}
/* The most threads that a tile of C++ AMP has. */
AMP_TILED_KERNEL(widest, (1024), inout(float, 1, v))
{
    tile_static(float, t, 1024);
    t[tidx.local[0]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[1023 - tidx.local[0]];
}
AMP_DEVICE_END

static amp_accelerator_view device(void)
{
    const amp_accelerator a = amp_accelerator_find("opencl");
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    return amp_accelerator_default_view(a);
}

static float v[2048];

/* The kernel ran, and v[5] is `want`; or, without double, it was refused by its name. */
static void wide(amp_accelerator_view d, amp_status s, const char *kernel, float want)
{
    if (amp_accelerator_of(d).supports_double) {
        CHECK_OK(s);
        CHECK_OK(amp_synchronize(amp_view(float, v, N)));
        CHECK(v[5] == want);
    } else {
        CHECK_STATUS(s, AMP_UNSUPPORTED);
        CHECK_CONTAINS(amp_last_error(), kernel);
        CHECK_CONTAINS(amp_last_error(), "double");
        CHECK_CONTAINS(amp_last_error(), "use float, or another accelerator");
    }
}

TEST(a_kernel_without_double_runs_beside_others)
{
    const amp_accelerator_view d = device();
    const amp_array_view a = amp_view(float, v, N);
    int i;
    for (i = 0; i < N; i++) {
        v[i] = (float)i;
    }
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), plain, a));
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), adds_float, a));
    CHECK_OK(parallel_for_each_on(d, amp_tile(amp_extent(N), 16), tiled, a));
    CHECK_OK(amp_synchronize(a));
    for (i = 0; i < N; i++) {
        CHECK(v[i] == (float)(i / 16 * 16 + 15 - i % 16 + 2));
    }
}

TEST(a_kernel_with_double_is_refused_where_there_is_none)
{
    const amp_accelerator_view d = device();
    const amp_array_view a = amp_view(float, v, N);
    static double x[N] = { 0, 0, 0, 0, 0, 7 };
    wide(d, parallel_for_each_on(d, amp_extent(N), adds_double, a), "adds_double", 1);
    wide(d, parallel_for_each_on(d, amp_extent(N), by_helper, a), "by_helper", 2);
    wide(d, parallel_for_each_on(d, amp_extent(N), by_struct, a), "by_struct", 5);
    wide(d, parallel_for_each_on(d, amp_extent(N), by_view, amp_view(double, x, N), a), "by_view",
         7);
    wide(d, parallel_for_each_on(d, amp_extent(N), by_helper, a), "by_helper", 14); /* again */
    CHECK_OK(parallel_for_each_on(d, amp_extent(N), plain, a));
    CHECK_OK(amp_synchronize(a));
}

/* Rusticl says of each kernel that it runs it with 32 threads, and runs it with these. */
TEST(what_a_device_says_of_a_kernels_tile_is_tried)
{
    const amp_accelerator_view d = device();
    const amp_array_view a = amp_view(float, v, 2048);
    int i;
    for (i = 0; i < 2048; i++) {
        v[i] = (float)i;
    }
    CHECK_OK(parallel_for_each_on(d, amp_tile(amp_extent(2048), 1024), widest, a));
    CHECK_OK(amp_synchronize(a));
    for (i = 0; i < 2048; i++) {
        CHECK(v[i] == (float)(i / 1024 * 1024 + 1023 - i % 1024));
    }
}
