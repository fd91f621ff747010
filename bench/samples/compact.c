/* SPDX-License-Identifier: MIT */
/* What is above a limit, of n numbers, put side by side in each tile's part: a scan of flags in
   tile memory (Hillis and Steele), then a store to the place it gives. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(compact_tiles, (TILE), value(int, limit), in(int, 1, from), inout(int, 1, to),
                 out(int, 1, count))
{
    tile_static(int, t, 2, TILE);
    const int i = tidx.global[0], l = tidx.local[0], n = from_shape.extent[0];
    const int mine = i < n ? at(from, i) : 0, flag = i < n && mine > limit;
    int now = 0;
    t[0][l] = flag;
    tile_barrier_wait(tidx);
    for (int d = 1; d < TILE; d *= 2) {
        t[1 - now][l] = t[now][l] + (l >= d ? t[now][l - d] : 0);
        now = 1 - now;
        tile_barrier_wait(tidx);
    }
    if (flag) {
        at(to, tidx.tile_origin[0] + t[now][l] - 1) = mine;
    }
    if (l == TILE - 1) {
        at(count, tidx.tile[0]) = t[now][l];
    }
}
AMP_DEVICE_END

static int n, tiles;
static int *from, *to, *count;
enum { LIMIT = 600 };

static void make(int size)
{
    n = size;
    tiles = sample_whole(n, TILE) / TILE;
    from = sample_ints((size_t)n, 0, 1000);
    to = sample_ints((size_t)n, 0, 1);
    count = sample_ints((size_t)tiles, 0, 1);
    sample_is_result(to);
    sample_is_result(count);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(int, from, n);
    views[1] = amp_view(int, to, n);
    views[2] = amp_view(int, count, tiles);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), compact_tiles, LIMIT,
                          views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int tile;
#pragma omp parallel for schedule(static)
    for (tile = 0; tile < tiles; tile++) {
        const int end = n - tile * TILE < TILE ? n - tile * TILE : TILE;
        const int *in = from + tile * TILE;
        int kept[TILE], i, k = 0;
        for (i = 0; i < end; i++) {
            kept[k] = in[i];
            k += in[i] > LIMIT;
        }
        memcpy(to + tile * TILE, kept, (size_t)k * sizeof(int));
        count[tile] = k;
    }
}

const sample compact_sample = { make, launch, by_hand, 0 };
