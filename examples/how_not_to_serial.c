/* SPDX-License-Identifier: MIT */
/*
how_not_to_serial.c: HOW NOT TO do it, the second way. The threads of a tile
add to one tile variable, one thread after another, with a barrier between each
and the next. The result is right, but it does not scale: as many barriers as
threads, and at any time all threads but one are idle.

    cc -O2 -fopenmp -pthread -I. examples/how_not_to_serial.c -o how_not_to_serial
    ./how_not_to_serial

prints the averages, which are right, and how many threads worked in each round
between two barriers, here and in a tree.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 4

AMP_TILED_KERNEL(average_in_turn, (TILE, TILE), in(float, 2, x), out(float, 2, averages),
                 out(int, 2, working))
{
    tile_static(float, sum, 1);
    const int l = tidx.local[0] * TILE + tidx.local[1];
    int worked = 0;
    if (l == 0) {
        sum[0] = 0;
    }
    tile_barrier_wait(tidx);
    for (int turn = 0; turn < TILE * TILE; turn++) {
        if (turn == l) {
            sum[0] += at_index(x, tidx.global);
            worked++;
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at_index(averages, tidx.tile) = sum[0] / (float)(TILE * TILE);
    }
    at_index(working, tidx.global) = worked;
}
AMP_DEVICE_END

int main(void)
{
    static const float expected[4] = { 13.5f, 17.5f, 45.5f, 49.5f };
    static float data[64], averages[4];
    static int working[64];
    const amp_array_view x = amp_view(float, data, 8, 8), a = amp_view(float, averages, 2, 2);
    const amp_array_view w = amp_view(int, working, 8, 8);
    const int threads = TILE * TILE;
    int i, turns = 0, rounds = 0, wrong = 0;
    for (i = 0; i < 64; i++) {
        data[i] = (float)i;
    }
    must(parallel_for_each(amp_tile(x.extent, TILE, TILE), average_in_turn, x, a, w));
    must(amp_synchronize(a));
    must(amp_synchronize(w));
    must(amp_release(x));
    must(amp_release(a));
    must(amp_release(w));
    for (i = 0; i < 4; i++) {
        (void)printf("tile %d: %g\n", i, (double)averages[i]);
        wrong += averages[i] != expected[i];
    }
    for (i = 0; i < 64; i++) {
        turns += working[i];
    }
    turns /= 4; /* four tiles */
    wrong += turns != threads;
    for (i = 1; i < threads; i *= 2) {
        rounds++;
    }
    (void)printf("%d threads in turn: %d rounds, %.1f%% of the threads' time is idle\n", threads,
                 threads, 100.0 * (1.0 - (double)turns / (threads * threads)));
    (void)printf("%d threads in a tree: %d rounds, %.1f%%\n", threads, rounds,
                 100.0 * (1.0 - (threads - 1.0) / (rounds * threads)));
    return example_end(wrong);
}
