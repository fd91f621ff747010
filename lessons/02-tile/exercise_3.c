/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: mirror a picture: the tiles swap their places, left and right, and stay as they are.

The tile in column 0 reads what the tile in the last column has, with the pixels inside of a tile in
their order. tidx.tile_count[1] is how many tiles there are from left to right. Write the row and
the column that a thread reads.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define ROWS 16
#define COLUMNS 64
#define T 8
AMP_TILED_KERNEL(swap_tiles, (T, T), in(int, 2, p), out(int, 2, q))
{
    /* ---- your part ---- */
    const int r = tidx.global[0];
    const int c = tidx.global[1];
    /* ---- end of your part ---- */
    at_index(q, tidx.global) = at(p, r, c);
}
AMP_DEVICE_END

int main(void)
{
    static int p[ROWS][COLUMNS], q[ROWS][COLUMNS], want[ROWS][COLUMNS];
    amp_array_view vp = amp_view(int, p, ROWS, COLUMNS), vq = amp_view(int, q, ROWS, COLUMNS);
    amp_tiled_extent domain = amp_tile(amp_extent(ROWS, COLUMNS), T, T);
    int r, c;
    for (r = 0; r < ROWS; r++) {
        for (c = 0; c < COLUMNS; c++) {
            p[r][c] = 100 * r + c;
            want[r][(COLUMNS / T - 1 - c / T) * T + c % T] = p[r][c];
        }
    }
    must(parallel_for_each(domain, swap_tiles, vp, vq));
    must(amp_synchronize(vq));
    lesson_equal_int("q", q[0], want[0], by_tile(domain));
    lesson_memory("swap_tiles", "efficiency", 0.99);
    return lesson_end();
}
