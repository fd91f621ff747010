/* SPDX-License-Identifier: MIT */
/* How many of 256 points fall into a circle, for each of n threads with random numbers of its own
   (xorshift); each tile of 128 sums by a tree. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128
#define POINTS 256

static inline unsigned int next_number(unsigned int s)
{
    s ^= s << 13;
    s ^= s >> 17;
    return s ^ s << 5;
}

AMP_TILED_KERNEL(pi_tiles, (TILE), value(int, n), out(int, 1, to))
{
    tile_static(int, t, TILE);
    const int i = tidx.global[0], l = tidx.local[0];
    unsigned int s = (unsigned int)i * 2654435769u + 1u;
    int hits = 0;
    if (i < n) {
        for (int k = 0; k < POINTS; k++) {
            s = next_number(s);
            const float x = (float)(int)(s >> 8) / 16777216.0f;
            s = next_number(s);
            const float y = (float)(int)(s >> 8) / 16777216.0f;
            if (x * x + y * y < 1.0f) {
                hits++;
            }
        }
    }
    t[l] = hits;
    tile_barrier_wait(tidx);
    for (int d = TILE / 2; d > 0; d /= 2) {
        if (l < d) {
            t[l] += t[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(to, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

static int n, tiles;
static int *to;

static void make(int size)
{
    n = size;
    tiles = sample_whole(n, TILE) / TILE;
    to = sample_ints((size_t)tiles, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[1];
    amp_status s;
    views[0] = amp_view(int, to, tiles);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), pi_tiles, n, views[0]);
    return REAL_ENDED(s, views);
}

/* Sixteen threads' numbers side by side. */
static void by_hand(void)
{
    enum { LANES = 16 };
    int tile;
#pragma omp parallel for schedule(static)
    for (tile = 0; tile < tiles; tile++) {
        int i, k, m, sum = 0;
        for (i = tile * TILE; i < (tile + 1) * TILE; i += LANES) {
            unsigned s[LANES];
            int hits[LANES] = { 0 };
            for (m = 0; m < LANES; m++) {
                s[m] = (unsigned)(i + m) * 2654435769u + 1u;
            }
            for (k = 0; k < POINTS; k++) {
#pragma omp simd
                for (m = 0; m < LANES; m++) {
                    const unsigned first = next_number(s[m]), second = next_number(first);
                    const float x = (float)(int)(first >> 8) / 16777216.0f;
                    const float y = (float)(int)(second >> 8) / 16777216.0f;
                    s[m] = second;
                    hits[m] += x * x + y * y < 1.0f;
                }
            }
            for (m = 0; m < LANES && i + m < n; m++) {
                sum += hits[m];
            }
        }
        to[tile] = sum;
    }
}

const sample pi_sample = { make, launch, by_hand, 0 };
