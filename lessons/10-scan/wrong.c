/* SPDX-License-Identifier: MIT */
/*
wrong.c: running sums, with one barrier a turn.

Within a line there are a read of another thread's number and a write of the own one. Mend it.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 128
#define T 16
AMP_TILED_KERNEL(running, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = 1; d < T; d *= 2) {
        /* ---- your part ---- */
        if (i >= d) {
            t[i] += t[i - d];
        }
        tile_barrier_wait(tidx);
        /* ---- end of your part ---- */
    }
    at(y, tidx.global[0]) = t[i];
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], y[N], want[N];
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i * i % 11 + 1;
        want[i] = x[i] + (i % T > 0 ? want[i - 1] : 0);
    }
    must(parallel_for_each(domain, running, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
