/* SPDX-License-Identifier: MIT */
/*
histogram.c: atomics in both memories. Each tile counts its bytes into 256 bins
in tile memory, where many threads add to one bin at a time; then it adds its
bins to the result, in global memory, where tiles meet: at most one global
addition a tile and bin, instead of one a byte.

    cc -O2 -fopenmp -pthread -I. examples/histogram.c -o histogram && ./histogram [n]

prints the histogram of n bytes, each the mean of three random ones, as bars of
16 bins each, and the check.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define EACH 16 /* bytes a thread counts */
#define BINS 256

AMP_TILED_KERNEL(histogram, (TILE), in(unsigned char, 1, data), inout(int, 1, bins))
{
    tile_static(int, count, BINS);
    const int l = tidx.local[0];
    for (int b = l; b < BINS; b += TILE) {
        count[b] = 0;
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < EACH; k++) {
        const int i = tidx.tile[0] * TILE * EACH + k * TILE + l; /* neighbours side by side */
        if (i < data_shape.extent[0]) {
            amp_atomic_fetch_add(&count[at(data, i)], 1);
        }
    }
    tile_barrier_wait(tidx);
    for (int b = l; b < BINS; b += TILE) {
        if (count[b] != 0) {
            amp_atomic_fetch_add(&at(bins, b), count[b]);
        }
    }
}
AMP_DEVICE_END

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 100003, 5003, 1 << 28);
    const int tiles = (n + TILE * EACH - 1) / (TILE * EACH);
    unsigned char *data = example_memory((size_t)n);
    int bins[BINS] = { 0 }, expected[BINS] = { 0 }, i, j, wrong = 0;
    unsigned random = 1;
    for (i = 0; i < n; i++) {
        unsigned sum = 0;
        for (j = 0; j < 3; j++) {
            random = random * 1664525u + 1013904223u;
            sum += random >> 24;
        }
        data[i] = (unsigned char)(sum / 3);
        expected[data[i]]++;
    }
    const amp_array_view v = amp_view(unsigned char, data, n), b = amp_view(int, bins, BINS);
    must(parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), histogram, v, b));
    must(amp_synchronize(b));
    must(amp_release(v));
    must(amp_release(b));
    for (i = 0; i < BINS; i += 16) {
        int bar = 0;
        for (j = i; j < i + 16; j++) {
            wrong += bins[j] != expected[j];
            bar += bins[j];
        }
        (void)printf("%3d to %3d %8d ", i, i + 15, bar);
        for (j = 0; j < (int)(300LL * bar / n); j++) {
            (void)putchar('#');
        }
        (void)printf("\n");
    }
    (void)printf("%d bytes: at most %d additions in global memory\n", n, tiles * BINS);
    free(data);
    return example_end(wrong);
}
