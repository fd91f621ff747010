/* SPDX-License-Identifier: MIT */
/*
tile_averages.c: sampling. The average of each tile of 8 x 8 floats 0 to 63,
for tiles of 2 x 2 and of 4 x 4, gathered in tile memory. Between the threads'
writes to it and the reads of others stands a barrier: once `wait`, which
orders global and tile memory, once the wait that orders tile memory only, and
is enough here.

    cc -O2 -fopenmp -pthread -I. examples/tile_averages.c -o tile_averages && ./tile_averages

prints the averages: 4.5 6.5 8.5 10.5 / ... / 52.5 54.5 56.5 58.5 for 2 x 2,
13.5 17.5 / 45.5 49.5 for 4 x 4, from both waits.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
static inline float mean(amp_tile_ptr(const float) t, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += t[k];
    }
    return sum / (float)n;
}

AMP_TILED_KERNEL(average_2x2, (2, 2), in(float, 2, x), out(float, 2, averages))
{
    tile_static(float, t, 4);
    const int l = tidx.local[0] * 2 + tidx.local[1];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    if (l == 0) {
        at_index(averages, tidx.tile) = mean(t, 4);
    }
}

AMP_TILED_KERNEL(average_2x2_tile_fence, (2, 2), in(float, 2, x), out(float, 2, averages))
{
    tile_static(float, t, 4);
    const int l = tidx.local[0] * 2 + tidx.local[1];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    if (l == 0) {
        at_index(averages, tidx.tile) = mean(t, 4);
    }
}

AMP_TILED_KERNEL(average_4x4, (4, 4), in(float, 2, x), out(float, 2, averages))
{
    tile_static(float, t, 16);
    const int l = tidx.local[0] * 4 + tidx.local[1];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    if (l == 0) {
        at_index(averages, tidx.tile) = mean(t, 16);
    }
}

AMP_TILED_KERNEL(average_4x4_tile_fence, (4, 4), in(float, 2, x), out(float, 2, averages))
{
    tile_static(float, t, 16);
    const int l = tidx.local[0] * 4 + tidx.local[1];
    t[l] = at_index(x, tidx.global);
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    if (l == 0) {
        at_index(averages, tidx.tile) = mean(t, 16);
    }
}
AMP_DEVICE_END

/* Prints n x n averages and counts those that are not the ones expected. */
static int show(const char *name, const float *average, const float *expected, int n)
{
    int i, j, wrong = 0;
    (void)printf("%s\n", name);
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            (void)printf(" %5.1f", (double)average[i * n + j]);
            wrong += average[i * n + j] != expected[i * n + j];
        }
        (void)printf("\n");
    }
    return wrong;
}

int main(void)
{
    static const float by_2x2[16] = { 4.5f, 6.5f, 8.5f, 10.5f, 20.5f, 22.5f, 24.5f, 26.5f,
                                      36.5f, 38.5f, 40.5f, 42.5f, 52.5f, 54.5f, 56.5f, 58.5f };
    static const float by_4x4[4] = { 13.5f, 17.5f, 45.5f, 49.5f };
    static float data[64], a[2][16], b[2][4];
    const amp_array_view x = amp_view(float, data, 8, 8);
    const amp_array_view a0 = amp_view(float, a[0], 4, 4), a1 = amp_view(float, a[1], 4, 4);
    const amp_array_view b0 = amp_view(float, b[0], 2, 2), b1 = amp_view(float, b[1], 2, 2);
    int i, wrong = 0;
    for (i = 0; i < 64; i++) {
        data[i] = (float)i;
    }
    must(parallel_for_each(amp_tile(x.extent, 2, 2), average_2x2, x, a0));
    must(parallel_for_each(amp_tile(x.extent, 2, 2), average_2x2_tile_fence, x, a1));
    must(parallel_for_each(amp_tile(x.extent, 4, 4), average_4x4, x, b0));
    must(parallel_for_each(amp_tile(x.extent, 4, 4), average_4x4_tile_fence, x, b1));
    must(amp_release(x));
    must(amp_release(a0)); /* release writes back: no synchronize is needed before it */
    must(amp_release(a1));
    must(amp_release(b0));
    must(amp_release(b1));
    wrong += show("tile 2 x 2, wait:", a[0], by_2x2, 4);
    wrong += show("tile 2 x 2, wait_with_tile_static_memory_fence:", a[1], by_2x2, 4);
    wrong += show("tile 4 x 4, wait:", b[0], by_4x4, 2);
    wrong += show("tile 4 x 4, wait_with_tile_static_memory_fence:", b[1], by_4x4, 2);
    return example_end(wrong);
}
