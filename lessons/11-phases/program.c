/* SPDX-License-Identifier: MIT */
/*
program.c: the sum of each tile once more, as phases.

    cc -O2 -fopenmp -pthread -I. lessons/11-phases/program.c -o program -lm && ./program
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 64
#define T 8

AMP_PHASED_KERNEL(add_up, (T), in(int, 1, x), out(int, 1, sums))
{
    tile_static(int, t, T);
    phase {                                         /* all threads of the tile run this */
        t[tidx.local[0]] = at(x, tidx.global[0]);
    }                                               /* and end it, before the next begins */
    for (int n = T / 2; n > 0; n /= 2) {
        phase_first(n) {                            /* the first n threads alone */
            t[tidx.local[0]] += t[tidx.local[0] + n];
        }
    }
    phase_first(1) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

int main(void)
{
    int x[N], sums[N / T], want[N / T] = { 0 }, i;
    amp_array_view vx = amp_view(int, x, N), vs = amp_view(int, sums, N / T);
    for (i = 0; i < N; i++) {
        x[i] = i + 1;
        want[i / T] += x[i];
    }

    must(parallel_for_each(amp_tile(amp_extent(N), T), add_up, vx, vs));
    must(amp_synchronize(vs));

    for (i = 0; i < N / T; i++) {
        printf("%d%s", sums[i], i + 1 < N / T ? " " : "\n");
    }
    lesson_equal_int("sums", sums, want, one_by_tile(amp_extent(N / T)));
    return lesson_end();
}
