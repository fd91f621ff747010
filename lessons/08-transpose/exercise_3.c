/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: a picture, turned by a quarter to the right: at(q, c, N - 1 - r) = at(p, r, c).

Read rows of p, write rows of q, and let tile memory turn the tile. The tile at (i, j) goes to row j
of tiles; and to which column? tidx.tile_count[0] - 1 - tidx.tile[0].
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(quarter, (T, T), in(int, 2, p), out(int, 2, q))
{
    /* ---- your part ---- */
    at(q, tidx.global[1], N - 1 - tidx.global[0]) = at_index(p, tidx.global);
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int p[N][N], q[N][N], want[N][N];
    amp_array_view vp = amp_view(int, p, N, N), vq = amp_view(int, q, N, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N, N), T, T);
    int r, c;
    for (r = 0; r < N; r++) {
        for (c = 0; c < N; c++) {
            p[r][c] = 100 * r + c;
            want[c][N - 1 - r] = p[r][c];
        }
    }
    must(parallel_for_each(domain, quarter, vp, vq));
    must(amp_synchronize(vq));
    lesson_equal_int("q", q[0], want[0], by_thread(amp_extent(N, N)));
    lesson_memory("quarter", "efficiency", 0.99);
    return lesson_end();
}
