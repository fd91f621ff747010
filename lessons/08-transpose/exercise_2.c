/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: the transpose of a matrix that is not square: 48 rows and 80 columns.

The kernel is that of the page without its last line. Write it so that neighbours write to
neighbours.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define ROWS 48
#define COLUMNS 80
#define T 8
AMP_TILED_KERNEL(transpose, (T, T), in(int, 2, A), out(int, 2, B))
{
    tile_static(int, t, T, T + 1);
    const int r = tidx.local[0], c = tidx.local[1];
    t[r][c] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    /* ---- your part ---- */
    at(B, tidx.global[1], tidx.global[0]) = t[r][c];
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int a[ROWS][COLUMNS], b[COLUMNS][ROWS], want[COLUMNS][ROWS];
    amp_array_view A = amp_view(int, a, ROWS, COLUMNS), B = amp_view(int, b, COLUMNS, ROWS);
    int r, c;
    for (r = 0; r < ROWS; r++) {
        for (c = 0; c < COLUMNS; c++) {
            a[r][c] = 100 * r + c;
            want[c][r] = a[r][c];
        }
    }
    must(parallel_for_each(amp_tile(amp_extent(ROWS, COLUMNS), T, T), transpose, A, B));
    must(amp_synchronize(B));
    lesson_equal_int("B", b[0], want[0],
                     by_turned_tile(amp_tile(amp_extent(COLUMNS, ROWS), T, T)));
    lesson_memory("transpose", "efficiency", 0.99);
    return lesson_end();
}
