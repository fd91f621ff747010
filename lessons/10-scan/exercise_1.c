/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: the running sums of each tile, without the number itself.

This is called an exclusive scan: 3 1 4 1 becomes 0 3 4 8. The loop is done; what is stored at its
end has to change. No thread is to read x once more.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 128
#define T 16
AMP_TILED_KERNEL(exclusive, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int i = tidx.local[0];
    t[i] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = 1; d < T; d *= 2) {
        const int before = i >= d ? t[i - d] : 0;
        tile_barrier_wait(tidx);
        t[i] += before;
        tile_barrier_wait(tidx);
    }
    /* ---- your part ---- */
    at(y, tidx.global[0]) = t[i];
    /* ---- end of your part ---- */
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
        want[i] = i % T > 0 ? want[i - 1] + x[i - 1] : 0;
    }
    must(parallel_for_each(domain, exclusive, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    lesson_memory("exclusive", "bytes_moved", 2 * N * (int)sizeof(int));
    return lesson_end();
}
