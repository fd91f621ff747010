/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: brighten a picture of two dimensions.

A kernel of rank 2 has two indices: idx[0] is the row, idx[1] the column, and at(p, row, column) an
element. Each pixel becomes 50 brighter, but never more than 255.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define ROWS 6
#define COLUMNS 32
AMP_KERNEL(brighten, 2, in(int, 2, p), out(int, 2, q))
{
    /* ---- your part ---- */
    at(q, idx[0], idx[1]) = at(p, idx[0], idx[1]) + 50;
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int p[ROWS][COLUMNS], q[ROWS][COLUMNS], want[ROWS][COLUMNS];
    amp_array_view vp = amp_view(int, p, ROWS, COLUMNS), vq = amp_view(int, q, ROWS, COLUMNS);
    int r, c;
    for (r = 0; r < ROWS; r++) {
        for (c = 0; c < COLUMNS; c++) {
            p[r][c] = (37 * r + 11 * c) % 256;
            want[r][c] = p[r][c] > 205 ? 255 : p[r][c] + 50;
        }
    }
    must(parallel_for_each(amp_extent(ROWS, COLUMNS), brighten, vp, vq));
    must(amp_synchronize(vq));
    lesson_equal_int("q", q[0], want[0], by_thread(amp_extent(ROWS, COLUMNS)));
    lesson_memory("brighten", "efficiency", 0.99);
    return lesson_end();
}
