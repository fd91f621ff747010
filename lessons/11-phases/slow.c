/* SPDX-License-Identifier: MIT */
/*
slow.c: each thread adds up to its number what is to its left in the tile, one step at a time.

In each turn it reads its own number from the view again. Keep it: in a thread_private variable that
the first phase sets.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
#define T 32
AMP_PHASED_KERNEL(differences, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    thread_private(int, sum);
    thread_private(int, own);
    /* ---- your part ---- */
    phase {
        mine(own) = 0;
        mine(sum) = 0;
        t[tidx.local[0]] = at(x, tidx.global[0]);
    }
    for (int d = 1; d < T; d++) {
        phase {
            if (tidx.local[0] >= d) {
                mine(sum) += at(x, tidx.global[0]) - t[tidx.local[0] - d];
            }
        }
    }
    /* ---- end of your part ---- */
    phase {
        at(y, tidx.global[0]) = mine(sum) + 0 * mine(own);
    }
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], y[N], want[N];
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i, d;
    for (i = 0; i < N; i++) {
        x[i] = i * i % 29;
    }
    for (i = 0; i < N; i++) {
        for (d = 1; d <= i % T; d++) {
            want[i] += x[i] - x[i - d];
        }
    }
    must(parallel_for_each(domain, differences, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    lesson_memory("differences", "bytes_moved", 2 * N * (int)sizeof(int));
    return lesson_end();
}
