/* SPDX-License-Identifier: MIT */
/*
wrong.c: a transpose by tile memory, in one line.

On one engine it may give the right result. Why must it not be trusted? Mend it.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 32
#define T 8
AMP_TILED_KERNEL(transpose, (T, T), in(int, 2, A), out(int, 2, B))
{
    tile_static(int, t, T, T + 1);
    const int r = tidx.local[0], c = tidx.local[1];
    /* ---- your part ---- */
    t[c][r] = at_index(A, tidx.global);
    at(B, tidx.tile_origin[1] + r, tidx.tile_origin[0] + c) = t[r][c];
    /* ---- end of your part ---- */
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
    return lesson_end();
}
