/* SPDX-License-Identifier: MIT */
/*
program.c: rows become columns: at(B, c, r) = at(A, r, c). Directly, and by way of tile memory.

    cc -O2 -fopenmp -pthread -I. lessons/08-transpose/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 8
AMP_TILED_KERNEL(transpose_simple, (T, T), in(int, 2, A), out(int, 2, B))
{
    at(B, tidx.global[1], tidx.global[0]) = at_index(A, tidx.global);
}

AMP_TILED_KERNEL(transpose_tiled, (T, T), in(int, 2, A), out(int, 2, B))
{
    tile_static(int, t, T, T);
    const int r = tidx.local[0], c = tidx.local[1];
    t[r][c] = at_index(A, tidx.global);             /* a row of A, to a row of t */
    tile_barrier_wait(tidx);
    at(B, tidx.tile_origin[1] + r, tidx.tile_origin[0] + c) = t[c][r];
}
AMP_DEVICE_END

static int a[N][N], b[N][N], want[N][N];

int main(void)
{
    amp_array_view A = amp_view(int, a, N, N), B = amp_view(int, b, N, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N, N), T, T);
    double moved[2] = { 0, 0 };
    int r, c;
    for (r = 0; r < N; r++) {
        for (c = 0; c < N; c++) {
            a[r][c] = 100 * r + c;
            want[c][r] = a[r][c];
        }
    }
    if (amp_lens_start(NULL) != AMP_OK) {           /* the program is built without the lens */
        printf("both are right; built with the lens this prints what moved\n");
    }
    must(parallel_for_each(domain, transpose_simple, A, B));
    must(amp_synchronize(B));
    lesson_equal_int("B", b[0], want[0], by_turned_tile(domain));
    must(parallel_for_each(domain, transpose_tiled, A, B));
    must(amp_synchronize(B));
    lesson_equal_int("B", b[0], want[0], by_turned_tile(domain));
    if (amp_lens_measure("transpose_simple", "bytes_moved", &moved[0]) == AMP_OK
        && amp_lens_measure("transpose_tiled", "bytes_moved", &moved[1]) == AMP_OK) {
        printf("to read and write once: %d bytes\n", 2 * N * N * (int)sizeof(int));
        printf("simple moved %.0f, tiled %.0f\n", moved[0], moved[1]);
    }
    return lesson_end();
}
