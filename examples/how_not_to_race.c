/* SPDX-License-Identifier: MIT */
/*
how_not_to_race.c: HOW NOT TO do it. Every thread of a tile adds to one tile
variable at the same time. The variable has no initial value, because tile
memory never has one; and the additions race: a thread may read the sum before
another has written its own. What comes out is undefined. The program stays as
a case for the checker and for ThreadSanitizer, which are to report both.

    cc -O2 -fopenmp -pthread -I. examples/how_not_to_race.c -o how_not_to_race
    ./how_not_to_race; AMP_ENGINE=threads ./how_not_to_race

prints what came out beside what a reader expects, and why it is wrong. It
returns 0 whatever comes out: numbers that agree are luck, not a result.
*/
/* run: not=thread */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 4

AMP_TILED_KERNEL(average_racing, (TILE, TILE), in(float, 2, x), out(float, 2, averages))
{
    tile_static(float, sum, 1);          /* wrong: nobody sets it to zero */
    sum[0] += at_index(x, tidx.global);  /* wrong: all threads at once */
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0 && tidx.local[1] == 0) {
        at_index(averages, tidx.tile) = sum[0] / (float)(TILE * TILE);
    }
}
AMP_DEVICE_END

int main(void)
{
    static const float expected[4] = { 13.5f, 17.5f, 45.5f, 49.5f };
    static float data[64], averages[4];
    const amp_array_view x = amp_view(float, data, 8, 8), a = amp_view(float, averages, 2, 2);
    int i, same = 0;
    for (i = 0; i < 64; i++) {
        data[i] = (float)i;
    }
    must(parallel_for_each(amp_tile(x.extent, TILE, TILE), average_racing, x, a));
    must(amp_synchronize(a));
    must(amp_release(x));
    must(amp_release(a));
    for (i = 0; i < 4; i++) {
        (void)printf("tile %d: came out %g, wanted %g\n", i, (double)averages[i],
                     (double)expected[i]);
        same += averages[i] == expected[i];
    }
    (void)printf("%d of 4 agree, this time. It is wrong for two reasons:\n"
                 "  the sum has no initial value: one thread must set it to 0 before a barrier;\n"
                 "  the additions race: use an atomic, or give each thread an element of its own\n"
                 "  and let one thread, or a tree of threads, add them after a barrier\n"
                 "  (tile_averages.c, reduce_ladder.c).\n", same);
    return EXIT_SUCCESS;
}
