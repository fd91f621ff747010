/* SPDX-License-Identifier: MIT */
/* Kernels of all three kinds against serial references; launch and barrier
   errors. The engine comes from AMP_ENGINE. TAP output. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"
AMP_DEVICE_BEGIN
#define TS 16
AMP_TILED_KERNEL(transpose, (TS, TS), in(float, 2, A), out(float, 2, At))
{
    tile_static(float, t, TS, TS + 1);
    t[tidx.local[1]][tidx.local[0]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(At, tidx.tile_origin[1] + tidx.local[0],
           tidx.tile_origin[0] + tidx.local[1]) = t[tidx.local[0]][tidx.local[1]];
}
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_TILED_KERNEL(bad, (64), out(int, 1, y))
{
    if (tidx.local[0] == 3) { at(y, 0) = 1; return; }
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = 1;
}
AMP_PHASED_KERNEL(sgemm, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    thread_private(float, sum);
    phase { mine(sum) = 0; }
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += TS) {
        phase {
            a[tidx.local[0]][tidx.local[1]] = at(A, tidx.global[0], k0 + tidx.local[1]);
            b[tidx.local[0]][tidx.local[1]] = at(B, k0 + tidx.local[0], tidx.global[1]);
        }
        phase { for (int k = 0; k < TS; k++) mine(sum) += a[tidx.local[0]][k] * b[k][tidx.local[1]]; }
    }
    phase { at_index(C, tidx.global) = mine(sum); }
}
AMP_DEVICE_END

enum { N = 128 };
static float a[N][N], b[N][N], c[N][N], x[1000], y[1000];
static int q[256];
static int transposed(void)
{
    int i, j, wrong = 0;
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            wrong += a[i][j] != b[j][i];
        }
    }
    return wrong == 0;
}

static int product(void)
{
    int i, j, k, wrong = 0;
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            float r = 0;
            for (k = 0; k < N; k++) {
                r += a[i][k] * b[k][j];
            }
            wrong += r != c[i][j];
        }
    }
    return wrong == 0;
}

static const amp_array_view *views(void)
{
    static amp_array_view v[3];
    int i, j;
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            a[i][j] = (float)((i * 7 + j) % 13);
        }
    }
    v[0] = amp_view(float, a, N, N);
    v[1] = amp_view(float, b, N, N);
    v[2] = amp_view(float, c, N, N);
    return v;
}

TEST(tiled_transpose)
{
    const amp_array_view *v = views();
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N, N), TS, TS), transpose, v[0], v[1]));
    CHECK(transposed());
}

TEST(simple_saxpy)
{
    int i;
    for (i = 0; i < 1000; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    CHECK_OK(parallel_for_each(amp_extent(1000), saxpy, 2.0f, amp_view(float, x, 1000),
                               amp_view(float, y, 1000)));
    for (i = 0; i < 1000; i++) {
        CHECK_FLOAT(y[i], ==, 1 + 2.0f * (float)i);
    }
}

TEST(phased_sgemm)
{
    const amp_array_view *v = views();
    (void)transposed;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N, N), TS, TS), transpose, v[0], v[1]));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N, N), TS, TS), sgemm, v[0], v[1], v[2]));
    CHECK(product());
}

TEST(a_return_before_a_barrier_is_reported)
{
    const amp_array_view *v = views();
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(256), 64), bad, amp_view(int, q, 256)),
                 AMP_BARRIER_DIVERGED);
    CHECK_CONTAINS(amp_last_error(), "kernel bad");
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N, N), TS, TS), transpose, v[0], v[1]));
}
