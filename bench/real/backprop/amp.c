/* SPDX-License-Identifier: MIT */
/* Tiles of 16 inputs and 16 hidden units. Forward: each tile's products are added up over its
   inputs by a tree in tile memory, and the tiles' sums on the host. Back: a thread a weight. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(backprop_forward, (SIDE, SIDE), in(float, 1, input), in(float, 2, weights),
                 out(float, 2, partial))
{
    tile_static(float, unit, SIDE);
    tile_static(float, product, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int row = tidx.global[0], rows = input_shape.extent[0];
    if (tx == 0) {
        unit[ty] = row < rows ? at(input, row) : 0.0f;
    }
    product[ty][tx] = row < rows ? at(weights, row, tx) : 0.0f;
    tile_barrier_wait(tidx);
    product[ty][tx] *= unit[ty];
    tile_barrier_wait(tidx);
    for (int by = 1; by < SIDE; by *= 2) {
        if (ty % (2 * by) == 0) {
            product[ty][tx] += product[ty + by][tx];
        }
        tile_barrier_wait(tidx);
    }
    if (ty == 0) {
        at(partial, tidx.tile[0], tx) = product[0][tx];
    }
}

AMP_TILED_KERNEL(backprop_back, (SIDE, SIDE), value(float, rate), value(float, momentum),
                 in(float, 1, delta), in(float, 1, input), inout(float, 2, weights),
                 inout(float, 2, change))
{
    const int row = tidx.global[0], tx = tidx.local[1];
    if (row < input_shape.extent[0]) {
        const float by = rate * at(delta, tx) * at(input, row) + momentum * at(change, row, tx);
        at(weights, row, tx) += by;
        at(change, row, tx) = by;
    }
}
AMP_DEVICE_END

static void between(int tiles)
{
    double sums[BACKPROP_HIDDEN] = { 0 };
    int i, j;
    for (i = 0; i < tiles; i++) {
        for (j = 0; j < BACKPROP_HIDDEN; j++) {
            sums[j] += (double)backprop.partial[(size_t)i * BACKPROP_HIDDEN + (size_t)j];
        }
    }
    backprop_between(sums);
}

static double run(void)
{
    enum { HIDDEN = BACKPROP_HIDDEN };
    const int rows = backprop.rows, tiles = (rows + SIDE - 1) / SIDE;
    const amp_tiled_extent domain = amp_tile(amp_extent(tiles * SIDE, HIDDEN), SIDE, SIDE);
    amp_array_view views[5];
    amp_status s = AMP_OK;
    int i;
    views[0] = amp_view(float, backprop.input, rows);
    views[1] = amp_view(float, backprop.weights, rows, HIDDEN);
    views[2] = amp_view(float, backprop.change, rows, HIDDEN);
    views[3] = amp_view(float, backprop.partial, tiles, HIDDEN);
    views[4] = amp_view(float, backprop.delta, HIDDEN);
    for (i = 0; i < backprop.steps && s == AMP_OK; i++) {
        s = parallel_for_each(domain, backprop_forward, views[0], views[1], views[3]);
        if (s == AMP_OK) {
            s = amp_synchronize(views[3]);
        }
        if (s == AMP_OK) {
            between(tiles);
            s = amp_refresh(views[4]);
        }
        if (s == AMP_OK) {
            s = parallel_for_each(domain, backprop_back, BACKPROP_RATE, BACKPROP_MOMENTUM,
                                  views[4], views[0], views[1], views[2]);
        }
    }
    return REAL_ENDED(s, views);
}

const real_variant backprop_amp[] = { { "kernel", run }, { NULL, NULL } };
