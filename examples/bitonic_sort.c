/* SPDX-License-Identifier: MIT */
/*
bitonic_sort.c: a sorting network. Sorted halves become one: first each element
is compared with its mirror image in the other half, then with those half as far,
a quarter as far, and so on. Which pairs are compared does not depend on the data,
so each step is a launch of n / 2 threads (simple). As long as a pair lies within
256 elements a tile does all steps on its own, in tile memory, with a barrier
between them (tiled): far fewer launches, and far fewer reads of global memory.

    cc -O2 -fopenmp -pthread -I. examples/bitonic_sort.c -o bitonic_sort && ./bitonic_sort [n]

prints the launches of both, and the check against qsort. n need not be a power
of two: what lies beyond the end counts as larger than everything.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 128
#define BLOCK (2 * TILE) /* elements of a tile: two a thread */
#define LARGEST 0x7fffffff

/* The first element of pair p, where the two are `apart`, or mirrored around that. */
static inline int lower(int p, int apart)
{
    return p / apart * 2 * apart + p % apart;
}

/* The second one. */
static inline int upper(int p, int apart, int mirrored)
{
    return mirrored ? p / apart * 2 * apart + 2 * apart - 1 - p % apart : lower(p, apart) + apart;
}

static inline void order(amp_tile_ptr(int) t, int i, int j)
{
    if (t[i] > t[j]) {
        const int larger = t[i];
        t[i] = t[j];
        t[j] = larger;
    }
}

/* One step on all elements. */
AMP_KERNEL(compare_step, 1, inout(int, 1, x), value(int, apart), value(int, mirrored))
{
    const int i = lower(idx[0], apart), j = upper(idx[0], apart, mirrored);
    if (j < x_shape.extent[0] && at(x, i) > at(x, j)) {
        const int larger = at(x, i);
        at(x, i) = at(x, j);
        at(x, j) = larger;
    }
}

/* All steps that stay within a block: with first = 1 it sorts blocks that are in any order; with
   first = BLOCK / 2 and none mirrored it does the last steps of a larger merge. */
AMP_TILED_KERNEL(sort_blocks, (TILE), inout(int, 1, x), value(int, first), value(int, mirrored))
{
    tile_static(int, t, BLOCK);
    const int l = tidx.local[0], n = x_shape.extent[0];
    for (int i = l; i < BLOCK; i += TILE) {
        const int g = tidx.tile[0] * BLOCK + i;
        t[i] = g < n ? at(x, g) : LARGEST;
    }
    tile_barrier_wait(tidx);
    for (int half = first; half < BLOCK; half *= 2) {
        for (int apart = half; apart > 0; apart /= 2) {
            order(t, lower(l, apart), upper(l, apart, mirrored && apart == half));
            tile_barrier_wait(tidx);
        }
    }
    for (int i = l; i < BLOCK; i += TILE) {
        const int g = tidx.tile[0] * BLOCK + i;
        if (g < n) {
            at(x, g) = t[i];
        }
    }
}
AMP_DEVICE_END

/* Sorts x, of n elements; returns the number of launches. */
static int sort(amp_array_view x, int n, int with_tiles)
{
    const int blocks = (n + BLOCK - 1) / BLOCK;
    int launches = 0, half, apart, all = 1;
    while (all < n) {
        all *= 2;
    }
    if (with_tiles) {
        must(parallel_for_each(amp_tile(amp_extent(blocks * TILE), TILE), sort_blocks, x, 1, 1));
        launches++;
    }
    for (half = with_tiles ? BLOCK : 1; half < all; half *= 2) {
        for (apart = half; apart >= (with_tiles ? BLOCK : 1); apart /= 2) {
            must(parallel_for_each(amp_extent(all / 2), compare_step, x, apart, apart == half));
            launches++;
        }
        if (with_tiles) {
            must(parallel_for_each(amp_tile(amp_extent(blocks * TILE), TILE), sort_blocks, x,
                                   BLOCK / 2, 0));
            launches++;
        }
    }
    must(amp_synchronize(x));
    return launches;
}

static int compare(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 50001, 1501, 1 << 24);
    int *data = example_memory((size_t)n * sizeof(int));
    int *expected = example_memory((size_t)n * sizeof(int));
    int *x = example_memory((size_t)n * sizeof(int));
    const amp_array_view view = amp_view(int, x, n);
    int i, with_tiles, wrong = 0;
    unsigned random = 3;
    for (i = 0; i < n; i++) {
        random = random * 1664525u + 1013904223u;
        data[i] = expected[i] = (int)(random >> 1) - (1 << 30);
    }
    qsort(expected, (size_t)n, sizeof(int), compare);
    for (with_tiles = 0; with_tiles < 2; with_tiles++) {
        int launches;
        memcpy(x, data, (size_t)n * sizeof(int));
        must(amp_refresh(view));
        launches = sort(view, n, with_tiles);
        for (i = 0; i < n; i++) {
            wrong += x[i] != expected[i];
        }
        (void)printf("%d numbers, %-17s %3d launches\n", n,
                     with_tiles ? "with tile memory:" : "step by step:", launches);
    }
    must(amp_release(view));
    free(data);
    free(expected);
    free(x);
    return example_end(wrong);
}
