/* SPDX-License-Identifier: MIT */
/*
slow.c: how many numbers of its tile are equal to a thread's own?

Each thread reads all numbers of its tile from global memory, 32 times as many as there are. Bring
them to tile memory once.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 256
#define T 32
AMP_TILED_KERNEL(equals, (T), in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    int n = 0;
    for (int k = 0; k < T; k++) {
        n += at(x, tidx.tile_origin[0] + k) == at(x, tidx.global[0]);
    }
    at(y, tidx.global[0]) = n;
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], y[N], want[N];
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i, k;
    for (i = 0; i < N; i++) {
        x[i] = i * i % 7;
    }
    for (i = 0; i < N; i++) {
        for (k = i / T * T; k < i / T * T + T; k++) {
            want[i] += x[k] == x[i];
        }
    }
    must(parallel_for_each(domain, equals, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    lesson_memory("equals", "bytes_moved", 2 * N * (int)sizeof(int));
    return lesson_end();
}
