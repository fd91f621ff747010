/* SPDX-License-Identifier: MIT */
/* A program from its start to its first result, in amp: the peer of
   start_opencl.c. One simple and one tiled kernel; exit status 0 where the
   result is right. */
#define AMP_SHORT_NAMES
#include "amp.h"

#include <stdio.h>

enum { N = 4096 };

AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}

AMP_TILED_KERNEL(turn, (64), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, 64);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[63 - tidx.local[0]];
}
AMP_DEVICE_END

int main(void)
{
    static float x[N], y[N];
    amp_status s;
    int i;
    for (i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    s = parallel_for_each(amp_extent(N), saxpy, 2.0f, amp_view(float, x, N), amp_view(float, y, N));
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(amp_extent(N), 64), turn, amp_view(float, y, N),
                              amp_view(float, x, N));
    }
    if (s == AMP_OK) {
        s = amp_synchronize(amp_view(float, x, N));
    }
    if (s != AMP_OK) {
        (void)fprintf(stderr, "start_amp: %s\n", amp_last_error());
        return 1;
    }
    for (i = 0; i < N && x[i] == (float)(2 * (i / 64 * 64 + 63 - i % 64) + 1); i++) { }
    (void)puts(i == N ? "the result is there" : "wrong");
    (void)fflush(stdout); /* bench_start takes the time of the first byte */
    return i < N;
}
