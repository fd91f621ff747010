/* SPDX-License-Identifier: MIT */
/* Exclusive scans of each 512 of n elements by Blelloch's two sweeps, up and down, in tile memory
   that is padded against bank conflicts; n is a multiple of 512. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define PADDED(i) ((i) + (i) / 32)

AMP_TILED_KERNEL(blelloch_tiles, (TILE), in(int, 1, from), out(int, 1, to))
{
    tile_static(int, t, PADDED(2 * TILE));
    const int l = tidx.local[0], first = tidx.tile[0] * 2 * TILE;
    int offset = 1;
    t[PADDED(l)] = at(from, first + l);
    t[PADDED(l + TILE)] = at(from, first + l + TILE);
    for (int d = TILE; d > 0; d /= 2) {
        tile_barrier_wait(tidx);
        if (l < d) {
            const int a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
            t[PADDED(b)] += t[PADDED(a)];
        }
        offset *= 2;
    }
    if (l == 0) {
        t[PADDED(2 * TILE - 1)] = 0;
    }
    for (int d = 1; d < 2 * TILE; d *= 2) {
        offset /= 2;
        tile_barrier_wait(tidx);
        if (l < d) {
            const int a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
            const int x = t[PADDED(a)];
            t[PADDED(a)] = t[PADDED(b)];
            t[PADDED(b)] += x;
        }
    }
    tile_barrier_wait(tidx);
    at(to, first + l) = t[PADDED(l)];
    at(to, first + l + TILE) = t[PADDED(l + TILE)];
}
AMP_DEVICE_END

static int n;
static int *from, *to;

static void make(int size)
{
    n = size;
    from = sample_ints((size_t)n, 0, 100);
    to = sample_ints((size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(int, from, n);
    views[1] = amp_view(int, to, n);
    s = parallel_for_each(amp_tile(amp_extent(n / 2), TILE), blelloch_tiles, views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < n; i += 2 * TILE) {
        int k, sum = 0;
        for (k = i; k < i + 2 * TILE; k++) {
            const int x = from[k];
            to[k] = sum;
            sum += x;
        }
    }
}

const sample blelloch_sample = { make, launch, by_hand, 0 };
