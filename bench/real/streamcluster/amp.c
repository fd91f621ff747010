/* SPDX-License-Identifier: MIT */
/* A point a thread, 256 of them a tile, which brings the candidate's coordinates into tile memory.
   Each thread has a row of its own for what it adds to the centres; the host sums the columns. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(streamcluster_pgain, (TILE), value(int, x), value(int, dims),
                 value(int, centres), in(float, 2, columns), in(float, 1, weight),
                 in(float, 1, cost), in(int, 1, centre), out(float, 2, lower),
                 out(unsigned char, 1, change), tile(float, candidate))
{
    const int i = tidx.global[0], n = weight_shape.extent[0];
    for (int k = tidx.local[0]; k < dims; k += TILE) {
        candidate[k] = at(columns, k, x);
    }
    tile_barrier_wait(tidx);
    if (i < n) {
        float x_cost = 0;
        for (int k = 0; k < dims; k++) {
            const float d = at(columns, k, i) - candidate[k];
            x_cost += d * d;
        }
        x_cost *= at(weight, i);
        for (int k = 0; k <= centres; k++) {
            at(lower, i, k) = 0;
        }
        if (x_cost < at(cost, i)) {
            at(change, i) = 1;
            at(lower, i, centres) = x_cost - at(cost, i);
        } else {
            at(change, i) = 0;
            at(lower, i, at(centre, i)) = at(cost, i) - x_cost;
        }
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = streamcluster.n, dims = streamcluster.dims, centres = streamcluster.centres;
    amp_array_view views[6];
    amp_status s = AMP_OK;
    int c;
    views[0] = amp_view(float, streamcluster.columns, dims, n);
    views[1] = amp_view(float, streamcluster.weight, n);
    views[2] = amp_view(float, streamcluster.cost, n);
    views[3] = amp_view(int, streamcluster.centre, n);
    views[4] = amp_view(float, streamcluster.lower, n, centres + 1);
    views[5] = amp_view(unsigned char, streamcluster.change, n);
    for (c = 0; c < streamcluster.candidates && s == AMP_OK; c++) {
        s = parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), streamcluster_pgain,
                              streamcluster.candidate[c], dims, centres, views[0], views[1],
                              views[2], views[3], views[4], views[5], dims);
        if (s == AMP_OK) {
            s = amp_synchronize(views[4]);
        }
        if (s == AMP_OK) {
            streamcluster.gain[c] = streamcluster_gain_of_columns();
        }
    }
    return REAL_ENDED(s, views);
}

const real_variant streamcluster_amp[] = { { "kernel", run }, { NULL, NULL } };
