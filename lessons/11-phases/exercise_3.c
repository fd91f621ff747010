/* SPDX-License-Identifier: MIT */
/*
exercise_3.c: the product of two matrices, in tiles.

C(r, c) is the sum of A(r, k) * B(k, c) over all k. A tile of C takes the sum in pieces: for each k0
it brings a tile of A and one of B to tile memory, and each thread adds T products to its own sum.
The loop, the loading phase and the last one are there. Write the phase that adds.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 32
#define T 8
AMP_PHASED_KERNEL(product, (T, T), in(int, 2, A), in(int, 2, B), out(int, 2, C))
{
    tile_static(int, a, T, T);
    tile_static(int, b, T, T);
    thread_private(int, sum);
    phase {
        mine(sum) = 0;
    }
    for (int k0 = 0; k0 < N; k0 += T) {
        phase {
            a[tidx.local[0]][tidx.local[1]] = at(A, tidx.global[0], k0 + tidx.local[1]);
            b[tidx.local[0]][tidx.local[1]] = at(B, k0 + tidx.local[0], tidx.global[1]);
        }
        /* ---- your part ---- */
        phase {
            mine(sum) += a[tidx.local[0]][tidx.local[1]] * b[tidx.local[0]][tidx.local[1]];
        }
        /* ---- end of your part ---- */
    }
    phase {
        at_index(C, tidx.global) = mine(sum);
    }
}
AMP_DEVICE_END

int main(void)
{
    static int a[N][N], b[N][N], c[N][N], want[N][N];
    amp_array_view A = amp_view(int, a, N, N), B = amp_view(int, b, N, N);
    amp_array_view C = amp_view(int, c, N, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N, N), T, T);
    int i, j, k;
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 7 - 3;
            b[i][j] = (3 * i + j) % 5 - 2;
        }
    }
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            for (k = 0; k < N; k++) {
                want[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    must(parallel_for_each(domain, product, A, B, C));
    must(amp_synchronize(C));
    lesson_equal_int("C", c[0], want[0], by_tile(domain));
    lesson_memory("product:A", "tile_reuse", 1);
    return lesson_end();
}
