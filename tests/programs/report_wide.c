/* SPDX-License-Identifier: MIT */
/* Of tests/check_report.sh. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
typedef float eight __attribute__((vector_size(32)));
AMP_KERNEL(vectors, 1, in(eight, 1, x), out(eight, 1, y)) { y[idx[0]] = x[idx[0]] + x[idx[0]]; }
AMP_TILED_KERNEL(longs, (8), inout(long double, 1, x))
{
    tile_static(long double, t, 8);
    t[tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_KERNEL(loop, 1, inout(int, 1, y))
{
    for (int i = 0; i < 16; i++) { y[idx[0] * 16 + i] += i; }
}
AMP_KERNEL(reads, 1, inout(eight, 1, x), out(float, 1, y))
{
    const eight sum = x[idx[0]] * x[(idx[0] + 1) % 8];
    y[idx[0]] = sum[0] + sum[1] + sum[2] + sum[3] + sum[4] + sum[5] + sum[6] + sum[7];
}
typedef double four __attribute__((vector_size(32)));
AMP_TILED_KERNEL(turn, (8), out(double, 1, d))
{
    tile_static(four, t, 8);
    const double n = tidx.local[0];
    const four all = { n, n + 1, n + 2, n + 3 };
    t[tidx.local[0]] = all;
    tile_barrier_wait(tidx);
    at(d, tidx.global[0]) = t[7 - tidx.local[0]][2]; /* 8 bytes, which are announced */
}
AMP_DEVICE_END
int main(void)
{
    static eight u[8], v[8];
    static long double l[8];
    static float f[8];
    static double d[8];
    static int y[128];
    int i;
    for (i = 0; i < 64; i++) { u[i / 8][i % 8] = 1; }
    printf("vectors %d\n", (int)amp_parallel_for_each(amp_extent(8), vectors,
           amp_view(eight, u, 8), amp_view(eight, v, 8)));
    printf("longs %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), longs,
           amp_view(long double, l, 8)));
    printf("loop %d\n", (int)amp_parallel_for_each(amp_extent(8), loop, amp_view(int, y, 128)));
    printf("reads %d\n", (int)amp_parallel_for_each(amp_extent(8), reads, amp_view(eight, u, 8),
           amp_view(float, f, 8)));
    printf("%s\n", amp_last_error());
    printf("turn %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), turn,
           amp_view(double, d, 8)));
    return 0;
}
