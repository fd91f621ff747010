/* SPDX-License-Identifier: MIT */
/* Of tests/check_report.sh: what has no end, what is long and has one, and more findings than the
   report has room for. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(endless, (64), out(int, 1, y))
{
    unsigned s = (unsigned)tidx.local[0] * 2 + 1;
    at(y, tidx.global[0]) = 1;
    for (;;) { s *= 3; if (s == 0) { break; } } /* no end */
    at(y, tidx.global[0]) = 2;
}
AMP_KERNEL(looks, 1, in(int, 1, x), inout(int, 1, y))
{
    int s = 0;
    for (int i = 0; i < 17000000; i++) { s += amp_atomic_fetch_add(&at(y, 0), 0); }
    for (int i = 0; i < 17000000; i++) { s += *(const volatile int *)&x[0]; }
    at(y, 1) = s;
}
/* Each thread computes for a while, and makes no access but the first. */
AMP_KERNEL(computes, 1, inout(int, 1, y))
{
    unsigned s = (unsigned)idx[0] + 1;
    for (int i = 0; i < 8000000; i++) { s = s * 1664525u + 1013904223u; }
    if (idx[0] == 0 || s == 77u) { at(y, idx[0] & 7) = (int)s; }
}
AMP_TILED_KERNEL(few, (8), inout(int, 1, y))
{
    at(y, 0) = tidx.local[0];
}
AMP_KERNEL(ticket, 1, inout(int, 1, y))
{
    if (amp_atomic_fetch_add(&at(y, 8), 1) == 0) { y[idx[0] == 7 ? 64 : idx[0]] = 5; }
}
AMP_TILED_KERNEL(many, (8), out(int, 1, y))
{
    tile_static(int, t, 1);
    volatile int *v = t;
    /* fifty writes more, by the script */
    at(y, tidx.global[0]) = 1;
}
AMP_DEVICE_END
int main(int argc, char **argv)
{
    static int x[8], y[64];
    amp_array_view u = amp_view(int, x, 8), v = amp_view(int, y, 64);
    if (argc > 1 && argv[1][0] == 'e') {
        printf("status %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(64), 64), endless, v));
    } else if (argc > 1 && argv[1][0] == 't') {
        printf("status %d\n", (int)amp_parallel_for_each(amp_extent(8), ticket, v));
        amp_synchronize(v);
        printf("%d %d %d\n", y[0], y[1], y[8]);
    } else if (argc > 1 && argv[1][0] == 'c') {
        printf("status %d\n", (int)amp_parallel_for_each(amp_extent(100), computes, v));
    } else if (argc > 1 && argv[1][0] == 'l') {
        printf("status %d\n", (int)amp_parallel_for_each(amp_extent(1), looks, u, v));
    } else {
        printf("many %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), many, v));
        fprintf(stderr, "then\n");
        printf("few %d\n", (int)amp_parallel_for_each(amp_tile(amp_extent(8), 8), few, v));
    }
    return 0;
}
