/* SPDX-License-Identifier: MIT */
/* Pairs of sorted runs of 256 merged, of n keys: each thread looks in tile memory for the place of
   its two keys in the other run, by halving. n is a multiple of 512. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(merge_tiles, (TILE), in(int, 1, from), out(int, 1, to))
{
    tile_static(int, a, TILE);
    tile_static(int, b, TILE);
    const int l = tidx.local[0], first = tidx.tile[0] * 2 * TILE;
    a[l] = at(from, first + l);
    b[l] = at(from, first + TILE + l);
    tile_barrier_wait(tidx);
    int low = 0, high = TILE;
    while (low < high) { /* keys of b below a[l] */
        const int middle = (low + high) / 2;
        if (b[middle] < a[l]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    at(to, first + l + low) = a[l];
    low = 0;
    high = TILE;
    while (low < high) { /* keys of a not above b[l] */
        const int middle = (low + high) / 2;
        if (a[middle] <= b[l]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    at(to, first + l + low) = b[l];
}
AMP_DEVICE_END

static int n;
static int *from, *to;

static int ascending(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void make(int size)
{
    int i;
    n = size;
    from = sample_ints((size_t)n, 0, 100000);
    to = sample_ints((size_t)n, 0, 1);
    for (i = 0; i < n; i += TILE) {
        qsort(from + i, TILE, sizeof(int), ascending);
    }
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(int, from, n);
    views[1] = amp_view(int, to, n);
    s = parallel_for_each(amp_tile(amp_extent(n / 2), TILE), merge_tiles, views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += 2 * TILE) {
        const int *a = from + first, *b = a + TILE;
        int *to_end = to + first, i = 0, k = 0;
        while (i < TILE && k < TILE) {
            const int second = b[k] < a[i];
            *to_end++ = second ? b[k] : a[i];
            k += second;
            i += !second;
        }
        memcpy(to_end, a + i, (size_t)(TILE - i) * sizeof(int));
        memcpy(to_end + (TILE - i), b + k, (size_t)(TILE - k) * sizeof(int));
    }
}

const sample merge_sample = { make, launch, by_hand, 0 };
