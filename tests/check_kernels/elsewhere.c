/* SPDX-License-Identifier: MIT */
/* Accesses to memory that is neither a view's, nor tile memory, nor the thread's own; where there
   is no memory, the launch ends as a fault, with all that was found. */
#include "case.h"
#include <stdlib.h>
AMP_DEVICE_BEGIN

/* Unset tile memory as an index, of elements of several sizes. */
/* bad poison_index: uninitialised-read i 1 1; out-of-bounds t 2 2 */
AMP_TILED_KERNEL(poison_index, (T), out(int, 1, y))
{
    tile_static(int, i, T);
    tile_static(int, t, T);
    const int l = tidx.local[0];
    const int n = i[l]; /* 1 */
    t[n] = l; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[l];
}
typedef struct wide_ { double v[16]; } wide_;
/* bad poison_wide: uninitialised-read i 1 1; out-of-bounds w 2 2 */
AMP_TILED_KERNEL(poison_wide, (T), out(int, 1, y))
{
    tile_static(unsigned char, i, T);
    tile_static(wide_, w, 8);
    const int l = tidx.local[0];
    const signed char n = (signed char)i[l]; /* 1 */
    w[n].v[0] = l; /* 2 */
    at_index(y, tidx.global) = 1;
}
/* bad unset_counter: uninitialised-read n 1 1; out-of-bounds t 2 2 */
AMP_TILED_KERNEL(unset_counter, (T), inout(int, 1, y))
{
    tile_static(int, n, 1);
    tile_static(int, t, T);
    const unsigned at_ = (unsigned)amp_atomic_fetch_add(&n[0], 1); /* 1 */
    t[at_] = tidx.local[0]; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) += 1;
}
/* Not before the barrier, and not after it. */
/* bad far_tile: out-of-bounds t 1 1; tile-race u 2 2 */
AMP_TILED_KERNEL(far_tile, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    tile_static(int, u, 1);
    const int l = tidx.local[0];
    u[0] = l; /* 2 */
    t[l == 5 ? 1000000 : l] = l; /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[l];
}
/* bad far_view: out-of-bounds x 1 1 */
AMP_KERNEL(far_view, 1, in(int, 1, x), out(int, 1, y))
{
    const long far = at(x, 0) * 100000000L + idx[0];
    const int v = x[idx[0] % 2 == 0 ? 0 : far]; /* 1 */
    at(y, idx[0]) = v;
}
/* bad null_read: out-of-bounds - 1 1 */
AMP_KERNEL(null_read, 1, in(int, 1, x), out(int, 1, y))
{
    const int *volatile which = x[0] == 1 ? NULL : x;
    const int *p = which;
    at(y, idx[0]) = p[idx[0] % 4]; /* 1 */
}
/* bad null_in_tile: out-of-bounds - 2 2; global-race y 1 1 */
AMP_TILED_KERNEL(null_in_tile, (T), in(int, 1, x), out(int, 1, y))
{
    const int *volatile which = x[0] == 1 ? NULL : x;
    const int *p = which;
    at(y, tidx.tile_origin[0]) = tidx.local[0]; /* 1 */
    if (tidx.local[0] > 60) { at_index(y, tidx.global) = p[3]; /* 2 */ }
}
/* A pointer that runs out of its view. */
/* bad raw_read: out-of-bounds x 1 1 */
AMP_KERNEL(raw_read, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = x[idx[0] + 1]; /* 1 */
}
/* bad raw_write: out-of-bounds y 1 1 */
AMP_KERNEL(raw_write, 1, in(int, 1, x), out(int, 1, y))
{
    y[idx[0] + 1] = at(x, idx[0]); /* 1 */
}
/* bad raw_before: out-of-bounds y 1 1 */
AMP_TILED_KERNEL(raw_before, (T), inout(int, 1, y))
{
    y[tidx.global[0] - 1] += 1; /* 1 */
}
/* bad copied_over: out-of-bounds x 1 1 */
AMP_KERNEL(copied_over, 1, in(int, 1, x), out(int, 1, y))
{
    int own[8];
    memcpy(own, &x[idx[0]], sizeof(own)); /* 1 */
    at(y, idx[0]) = own[idx[0] & 7];
}
/* clean raw_ok */
AMP_TILED_KERNEL(raw_ok, (T), in(int, 1, x), out(int, 1, y))
{
    const int i = tidx.global[0];
    y[i] = x[i];
    if (i + 1 < x_shape.extent[0]) { y[i] = x[i + 1]; }
}

/* Variables of the file, and what is no variable. */
static int counter_;
static const int table_[4] = { 1, 2, 3, 4 };
/* bad variable: host-memory counter_ 1 1; host-memory counter_ 2 2 */
AMP_KERNEL(variable, 1, out(int, 1, y))
{
    if (idx[0] == 3) { counter_ = 3; /* 1 */ }
    at(y, idx[0]) = counter_; /* 2 */
}
/* clean constants_ok */
AMP_TILED_KERNEL(constants_ok, (T), in(int, 1, x), out(int, 1, y))
{
    const char *text = "abcd";
    at_index(y, tidx.global) = table_[at_index(x, tidx.global) & 3] + text[tidx.local[0] & 3];
}
typedef struct several_ { int a[8]; } several_;
typedef struct list_ { int length; const int *data; } list_;
/* bad pointed: host-memory v 1 1 */
AMP_KERNEL(pointed, 1, value(list_, v), out(int, 1, y))
{
    at(y, idx[0]) = v.data[idx[0] % v.length]; /* 1 */
}
static int sum_of_(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) { s += p[i]; }
    return s;
}
/* clean own_ok */
AMP_TILED_KERNEL(own_ok, (T), value(several_, v), out(int, 1, y))
{
    int own[32];
    for (int i = 0; i < 32; i++) { own[i] = v.a[i & 7] + tidx.local[0]; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = sum_of_(own, 32);
}
/* clean own_simple_ok */
AMP_KERNEL(own_simple_ok, 1, value(several_, v), out(int, 1, y))
{
    several_ own = v;
    own.a[idx[0] & 7] = idx[0];
    at(y, idx[0]) = sum_of_(own.a, 8) + sum_of_(idx, 1);
}
/* clean private_ok */
AMP_PHASED_KERNEL(private_ok, (T), out(int, 1, y))
{
    thread_private(int, kept, 3);
    phase { mine(kept, 1) = tidx.local[0]; }
    phase { at_index(y, tidx.global) = mine(kept, 1); }
}
AMP_DEVICE_END

#define HALF_X amp_view(int, x_, N / 2)
#define HALF_Y amp_view(int, y_ + N / 4, N / 2)
static const several_ several = { { 1, 2, 3, 4, 5, 6, 7, 8 } };
RUN(poison_index, parallel_for_each(TILES, poison_index, Y))
RUN(poison_wide, parallel_for_each(ONE_TILE, poison_wide, Y))
RUN(unset_counter, parallel_for_each(TILES, unset_counter, Y))
RUN(far_tile, parallel_for_each(TILES, far_tile, Y))
RUN(far_view, parallel_for_each(THREADS, far_view, X, Y))
RUN(null_read, parallel_for_each(THREADS, null_read, X, Y))
RUN(null_in_tile, parallel_for_each(TILES, null_in_tile, X, Y))
RUN(raw_read, parallel_for_each(amp_extent(N / 2), raw_read, HALF_X, HALF_Y))
RUN(raw_write, parallel_for_each(amp_extent(N / 2), raw_write, HALF_X, HALF_Y))
RUN(raw_before, parallel_for_each(amp_tile(amp_extent(N / 2), T), raw_before, HALF_Y))
RUN(copied_over, parallel_for_each(amp_extent(N / 2), copied_over, HALF_X, HALF_Y))
RUN(raw_ok, parallel_for_each(TILES, raw_ok, X, Y))
RUN(variable, parallel_for_each(THREADS, variable, Y))
RUN(constants_ok, parallel_for_each(TILES, constants_ok, X, Y))
static amp_status pointed_case(void)
{
    const list_ all = { N, (const int *)malloc(N * sizeof(int)) };
    return parallel_for_each(THREADS, pointed, all, Y);
}
RUN(own_ok, parallel_for_each(TILES, own_ok, several, Y))
RUN(own_simple_ok, parallel_for_each(THREADS, own_simple_ok, several, Y))
RUN(private_ok, parallel_for_each(TILES, private_ok, Y))
CASES(CASE(poison_index) CASE(poison_wide) CASE(unset_counter) CASE(far_tile) CASE(far_view)
      CASE(null_read) CASE(null_in_tile) CASE(raw_read) CASE(raw_write) CASE(raw_before)
      CASE(copied_over) CASE(raw_ok) CASE(variable) CASE(constants_ok) CASE(pointed) CASE(own_ok)
      CASE(own_simple_ok) CASE(private_ok))
