/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: every element of q is to be the sum of its row, and its column, inside of its tile.

Tile memory of two dimensions: tile_static(int, t, T, T), and t[row][column]. The thread's own
number counts twice, once in its row and once in its column.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define ROWS 16
#define COLUMNS 32
#define T 8
AMP_TILED_KERNEL(cross, (T, T), in(int, 2, p), out(int, 2, q))
{
    /* ---- your part ---- */
    at_index(q, tidx.global) = 2 * at_index(p, tidx.global);
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int p[ROWS][COLUMNS], q[ROWS][COLUMNS], want[ROWS][COLUMNS];
    amp_array_view vp = amp_view(int, p, ROWS, COLUMNS), vq = amp_view(int, q, ROWS, COLUMNS);
    amp_tiled_extent domain = amp_tile(amp_extent(ROWS, COLUMNS), T, T);
    int r, c, k;
    for (r = 0; r < ROWS; r++) {
        for (c = 0; c < COLUMNS; c++) {
            p[r][c] = r * c % 13 - r;
        }
    }
    for (r = 0; r < ROWS; r++) {
        for (c = 0; c < COLUMNS; c++) {
            for (k = 0; k < T; k++) {
                want[r][c] += p[r][c / T * T + k] + p[r / T * T + k][c];
            }
        }
    }
    must(parallel_for_each(domain, cross, vp, vq));
    must(amp_synchronize(vq));
    lesson_equal_int("q", q[0], want[0], by_tile(domain));
    lesson_memory("cross", "bytes_moved", 2 * ROWS * COLUMNS * (int)sizeof(int));
    return lesson_end();
}
