/* SPDX-License-Identifier: MIT */
/*
exercise_2.c: one step of heat in a rod: each number becomes the mean of its two neighbours.

It is done in place: a thread overwrites a number that its neighbour has still to read. Within a
tile a barrier would help, but neighbours may be in different tiles, and those never wait for each
other. There are two views: read only the one, and write only the other.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 16
AMP_TILED_KERNEL(heat, (T), inout(int, 1, x), out(int, 1, y))
{
    const int i = tidx.global[0];
    const int left = i > 0 ? i - 1 : 0, right = i < N - 1 ? i + 1 : N - 1;
    /* ---- your part ---- */
    at(x, i) = (at(x, left) + at(x, right)) / 2;
    at(y, i) = at(x, i);
    /* ---- end of your part ---- */
}
AMP_DEVICE_END

int main(void)
{
    int x[N], y[N], want[N], i;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    for (i = 0; i < N; i++) {
        x[i] = i * i % 50;
    }
    for (i = 0; i < N; i++) {
        want[i] = (x[i > 0 ? i - 1 : 0] + x[i < N - 1 ? i + 1 : N - 1]) / 2;
    }
    must(parallel_for_each(domain, heat, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_tile(domain));
    return lesson_end();
}
