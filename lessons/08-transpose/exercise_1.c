/* SPDX-License-Identifier: MIT */
/*
exercise_1.c: turn a picture upside down.

Rows change their order, and columns stay: at(q, ROWS - 1 - r, c) = at(p, r, c). Here neighbours
already write to neighbours, without tile memory. Write the one line.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define ROWS 32
#define COLUMNS 64
#define T 8
AMP_TILED_KERNEL(upside_down, (T, T), in(int, 2, p), out(int, 2, q))
{
    /* ---- your part ---- */
    at(q, tidx.global[0], COLUMNS - 1 - tidx.global[1]) = at_index(p, tidx.global);
    /* ---- end of your part ---- */
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
            want[ROWS - 1 - r][c] = p[r][c];
        }
    }
    must(parallel_for_each(domain, upside_down, vp, vq));
    must(amp_synchronize(vq));
    lesson_equal_int("q", q[0], want[0], by_tile(domain));
    lesson_memory("upside_down", "efficiency", 0.99);
    return lesson_end();
}
