/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: a chess board: 0 in one tile, 1 in its neighbours.

Tiles of two dimensions: tidx.tile[0] counts tiles downwards, tidx.tile[1] to the right. The tile in
the upper left corner is 0.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 32
#define T 8
AMP_TILED_KERNEL(chess, (T, T), out(int, 2, board))
{
    /* ---- your part ---- */
    at_index(board, tidx.global) = 0;
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int board[N][N], want[N][N];
    amp_array_view v = amp_view(int, board, N, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N, N), T, T);
    int r, c;
    for (r = 0; r < N; r++) {
        for (c = 0; c < N; c++) {
            want[r][c] = (r / T + c / T) % 2;
        }
    }
    must(parallel_for_each(domain, chess, v));
    must(amp_synchronize(v));
    lesson_equal_int("board", board[0], want[0], by_tile(domain));
    return lesson_end();
}
