/* SPDX-License-Identifier: MIT */
/*
slow.c: a transpose whose global memory is as it should be, and whose tile memory is not.

A warp reads a column of t: 32 words that are 32 words apart, and so all in one bank. Change one
number.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 32
AMP_TILED_KERNEL(transpose, (T, T), in(int, 2, A), out(int, 2, B))
{
    /* ---- your part ---- */
    tile_static(int, t, T, T);
    /* ---- end of your part ---- */
    const int r = tidx.local[0], c = tidx.local[1];
    t[r][c] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(B, tidx.tile_origin[1] + r, tidx.tile_origin[0] + c) = t[c][r];
}
AMP_DEVICE_END

int main(void)
{
    static int a[N][N], b[N][N], want[N][N];
    amp_array_view A = amp_view(int, a, N, N), B = amp_view(int, b, N, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N, N), T, T);
    int r, c;
    for (r = 0; r < N; r++) {
        for (c = 0; c < N; c++) {
            a[r][c] = 100 * r + c;
            want[c][r] = a[r][c];
        }
    }
    must(parallel_for_each(domain, transpose, A, B));
    must(amp_synchronize(B));
    lesson_equal_int("B", b[0], want[0], by_turned_tile(domain));
    lesson_memory("transpose", "efficiency", 0.99);
    lesson_memory("transpose", "bank_conflicts", 1);
    return lesson_end();
}
