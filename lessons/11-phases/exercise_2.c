/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: running sums of each tile, as phases: the scan of lesson 10.

before is a thread's own variable, which one phase sets and the next one reads: mine(before). Write
the two phases of a turn.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_PHASED_KERNEL(running, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    thread_private(int, before);
    phase {
        t[tidx.local[0]] = at(x, tidx.global[0]);
    }
    for (int d = 1; d < T; d *= 2) {
        /* ---- your part ---- */
        phase {
            mine(before) = 0;
        }
        phase {
            t[tidx.local[0]] += mine(before);
        }
        /* ---- end of your part ---- */
    }
    phase {
        at(y, tidx.global[0]) = t[tidx.local[0]];
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i % 7;
        want[i] = x[i] + (i % T > 0 ? want[i - 1] : 0);
    }
    must(parallel_for_each(domain, running, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
