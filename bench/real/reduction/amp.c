/* SPDX-License-Identifier: MIT */
/* Each thread adds its part of the grid's strides, then each tile its threads' sums. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(reduction_sums, (TILE), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0], n = x_shape.extent[0];
    const int stride = 2 * TILE * sums_shape.extent[0];
    float sum = 0;
    for (int i = 2 * TILE * tidx.tile[0] + l; i < n; i += stride) {
        sum += at(x, i);
        if (i + TILE < n) {
            sum += at(x, i + TILE);
        }
    }
    t[l] = sum;
    tile_barrier_wait(tidx);
    for (int by = TILE / 2; by > 0; by /= 2) {
        if (l < by) {
            t[l] += t[l + by];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

static double run(void)
{
    amp_array_view views[2];
    amp_status s;
    double end;
    int i;
    views[0] = amp_view(float, reduction.x, reduction.n);
    views[1] = amp_view(float, reduction.sums, REDUCTION_TILES);
    s = parallel_for_each(amp_tile(amp_extent(REDUCTION_TILES * TILE), TILE), reduction_sums,
                          views[0], views[1]);
    end = REAL_ENDED(s, views);
    reduction.total = 0;
    for (i = 0; i < REDUCTION_TILES; i++) {
        reduction.total += reduction.sums[i];
    }
    return end;
}

const real_variant reduction_amp[] = { { "kernel", run }, { NULL, NULL } };
