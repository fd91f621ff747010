/* SPDX-License-Identifier: MIT */
/* 64 bins of n bytes, with counters of a byte for each of a tile's 64 threads in tile memory, which
   are summed up across the threads; each tile has 4032 bytes, so that no counter overflows. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define BINS 64
#define EACH 63

AMP_TILED_KERNEL(histogram64_tiles, (TILE), in(unsigned char, 1, from), inout(int, 1, bin))
{
    tile_static(unsigned char, t, BINS, TILE);
    const int l = tidx.local[0], first = tidx.tile[0] * TILE * EACH, n = from_shape.extent[0];
    for (int b = 0; b < BINS; b++) {
        t[b][l] = 0;
    }
    for (int i = 0; i < EACH; i++) {
        const int k = first + i * TILE + l;
        if (k < n) {
            t[at(from, k) >> 2][l]++;
        }
    }
    tile_barrier_wait(tidx);
    int sum = 0;
    for (int i = 0; i < TILE; i++) {
        sum += t[l][(i + l) % TILE];
    }
    amp_atomic_fetch_add(&at(bin, l), sum);
}
AMP_DEVICE_END

static int n;
static unsigned char *from;
static int *bin;

static void make(int size)
{
    n = size;
    from = sample_bytes((size_t)n);
    bin = sample_ints(BINS, 0, 1);
    memset(bin, 0, BINS * sizeof(int));
    sample_is_changed(bin);
}

static double launch(void)
{
    const int tiles = sample_whole(n, TILE * EACH) / (TILE * EACH);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(unsigned char, from, n);
    views[1] = amp_view(int, bin, BINS);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), histogram64_tiles, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* Four tables a thread, so that a counter is not waited for. */
static void by_hand(void)
{
#pragma omp parallel
    {
        int count[4][BINS] = { { 0 } }, i;
#pragma omp for schedule(static)
        for (i = 0; i < n / 4; i++) {
            count[0][from[4 * i] >> 2]++;
            count[1][from[4 * i + 1] >> 2]++;
            count[2][from[4 * i + 2] >> 2]++;
            count[3][from[4 * i + 3] >> 2]++;
        }
#pragma omp critical
        for (i = 0; i < BINS; i++) {
            bin[i] += count[0][i] + count[1][i] + count[2][i] + count[3][i];
        }
    }
    for (int i = n / 4 * 4; i < n; i++) {
        bin[from[i] >> 2]++;
    }
}

const sample histogram64_sample = { make, launch, by_hand, 0 };
