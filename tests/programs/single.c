/* SPDX-License-Identifier: MIT */
/* A program of somebody who has the library elsewhere, as HEADER; with MORE, amp_graphics.h there,
   it calls the algorithms of HEADER, and short vectors. Ends with 0 where the results are right. */
#define AMP_SHORT_NAMES
#include <stdio.h>
#ifndef HEADER
#define HEADER "amp.h"
#endif
#include HEADER
#ifdef MORE
#include MORE
#endif

AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_TILED_KERNEL(turned, (4), inout(float, 1, y))
{
    tile_static(float, t, 4);
    t[tidx.local[0]] = at(y, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_DEVICE_END

#ifdef MORE
AMP_DEVICE_BEGIN
AMP_KERNEL(shift, 1, inout(amp_float_2, 1, p))
{
    at(p, idx[0]) = amp_float_2_add(at(p, idx[0]), amp_float_2_make(1, 2));
}
AMP_DEVICE_END

static amp_status more(void)
{
    int v[6] = { 5, 1, 4, 2, 6, 3 }, sum = 0;
    float m[4] = { 1, 2, 3, 4 }, sums[2] = { 0, 0 };
    amp_float_2 p[2] = { { 1, 2 }, { 3, 4 } };
    amp_array_view w = amp_view(int, v, 6), f = amp_view(float, sums, 2);
    amp_array_view g = amp_view(amp_float_2, p, 2);
    amp_status s = amp_reduce(amp_plus_int, w, &sum);
    if (s == AMP_OK) { s = amp_reduce_rows(amp_plus_float, amp_view(float, m, 2, 2), f); }
    if (s == AMP_OK) { s = amp_synchronize(f); }
    if (s == AMP_OK) { s = parallel_for_each(amp_extent(2), shift, g); }
    if (s == AMP_OK) { s = amp_synchronize(g); }
    if (s != AMP_OK) { return s; }
    return sum == 21 && sums[1] == 7 && p[1].y == 6
        ? AMP_OK : AMP_INVALID_ARGUMENT;
}
#endif

int main(void)
{
    float x[4] = { 1, 2, 3, 4 }, y[4] = { 10, 20, 30, 40 };
    amp_array_view vx = amp_view(float, x, 4), vy = amp_view(float, y, 4);
    amp_status s = parallel_for_each(amp_extent(4), saxpy, 2.0f, vx, vy);
    if (s == AMP_OK) { s = parallel_for_each(amp_tile(amp_extent(4), 4), turned, vy); }
    if (s == AMP_OK) { s = amp_synchronize(vy); }
#ifdef MORE
    if (s == AMP_OK) { s = more(); }
#endif
    if (s != AMP_OK) { fprintf(stderr, "%s\n", amp_last_error()); }
    return s != AMP_OK || y[0] != 48 || y[3] != 12;
}
