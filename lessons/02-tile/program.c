/* SPDX-License-Identifier: MIT */
/*
program.c: twelve threads in three tiles of four. Each thread writes down where it is.

    cc -O2 -fopenmp -pthread -I. lessons/02-tile/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 12
#define T 4
AMP_TILED_KERNEL(places, (T), out(int, 1, tile), out(int, 1, local))
{
    const int i = tidx.global[0];       /* the index of lesson 1 */
    at(tile, i) = tidx.tile[0];         /* which tile is this thread in? */
    at(local, i) = tidx.local[0];       /* which thread of the tile is it? */
}
AMP_DEVICE_END

int main(void)
{
    int tile[N], local[N], want_tile[N], want_local[N], i;
    amp_array_view vt = amp_view(int, tile, N), vl = amp_view(int, local, N);

    must(parallel_for_each(amp_tile(amp_extent(N), T), places, vt, vl));
    must(amp_synchronize(vt));
    must(amp_synchronize(vl));

    for (i = 0; i < N; i++) {
        want_tile[i] = i / T;
        want_local[i] = i % T;
        printf("global %2d = tile %d * %d + local %d\n", i, tile[i], T, local[i]);
    }
    lesson_equal_int("tile", tile, want_tile, by_tile(amp_tile(amp_extent(N), T)));
    lesson_equal_int("local", local, want_local, by_tile(amp_tile(amp_extent(N), T)));
    return lesson_end();
}
