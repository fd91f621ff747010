/* SPDX-License-Identifier: MIT */
/* A grid of at most 128 tiles of 256 threads goes over the bytes in strides; a tile counts in bins
   of its own, and adds them to the result in the end, a bin a thread. */
#include <string.h>

#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define BLOCK 256 /* threads of a tile, and bins */

AMP_TILED_KERNEL(histogram_count, (BLOCK), value(int, threads), in(unsigned char, 1, data),
                 inout(int, 1, bins))
{
    tile_static(int, own, BLOCK);
    const int l = tidx.local[0];
    own[l] = 0;
    tile_barrier_wait(tidx);
    for (int i = tidx.global[0]; i < data_shape.extent[0]; i += threads) {
        amp_atomic_fetch_add(&own[at(data, i)], 1);
    }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&at(bins, l), own[l]);
}
AMP_DEVICE_END

static double run(void)
{
    enum { MOST = 128 };
    const int needed = histogram.n / BLOCK + (histogram.n % BLOCK != 0);
    const int threads = (needed < MOST ? needed : MOST) * BLOCK;
    amp_array_view views[2];
    amp_status s;
    memset(histogram.bins, 0, HISTOGRAM_BINS * sizeof(int));
    views[0] = amp_view(unsigned char, histogram.data, histogram.n);
    views[1] = amp_view(int, histogram.bins, HISTOGRAM_BINS);
    s = parallel_for_each(amp_tile(amp_extent(threads), BLOCK), histogram_count, threads,
                          views[0], views[1]);
    return REAL_ENDED(s, views);
}

const real_variant histogram_amp[] = { { "kernel", run }, { NULL, NULL } };
