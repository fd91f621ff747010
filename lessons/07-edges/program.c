/* SPDX-License-Identifier: MIT */
/*
program.c: ten numbers, in tiles of four. There are twelve threads, and two of them have no number.

    cc -O2 -fopenmp -pthread -I. lessons/07-edges/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 10
#define T 4
AMP_TILED_KERNEL(turn_tiles, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    const int g = tidx.global[0], n = x_shape.extent[0];
    const int left = n - tidx.tile_origin[0];       /* how many numbers from here on */
    const int mine = left < T ? left : T;           /* how many this tile has */

    t[tidx.local[0]] = g < n ? at(x, g) : 0;        /* who has none brings 0 */
    tile_barrier_wait(tidx);                        /* all threads, numbers or not */
    if (g < n) {
        at(y, g) = t[mine - 1 - tidx.local[0]];
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_pad(amp_tile(amp_extent(N), T));

    for (i = 0; i < N; i++) {
        x[i] = i;
    }
    printf("%d numbers, %d threads\n", N, domain.extent.dim[0]);
    must(parallel_for_each(domain, turn_tiles, vx, vy));
    must(amp_synchronize(vy));

    for (i = 0; i < N; i++) {
        const int origin = i / T * T, mine = N - origin < T ? N - origin : T;
        want[i] = origin + mine - 1 - i % T;
        printf("%d%s", y[i], i + 1 < N ? " " : "\n");
    }
    lesson_equal_int("y", y, want, by_tile(amp_tile(amp_extent(N), T)));
    return lesson_end();
}
