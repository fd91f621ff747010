/* SPDX-License-Identifier: MIT */
/* A row of tiles for each two sets that are compared: DD, each RR, each DR. A thread has a point of
   the first set; the tile takes the second set's points into tile memory, 256 at a time, and counts
   the pairs in bins of its own, which it adds to the result in the end. */
#include <string.h>

#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define BLOCK 256
#define EDGES 21
#define BINS 22
#define DD 0
#define RR 1
#define DR 2

/* How many of the edges, which fall, are above a dot product. */
static inline int bin_of(amp_in(float, 1, edges), float dot)
{
    int low = 0, high = EDGES;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (dot < at(edges, middle)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

AMP_TILED_KERNEL(tpacf_pairs, (1, BLOCK), in(float, 3, points), in(float, 1, edges),
                 inout(int, 2, bins))
{
    tile_static(float, x, BLOCK);
    tile_static(float, y, BLOCK);
    tile_static(float, z, BLOCK);
    tile_static(int, own, BINS);
    const int n = points_shape.extent[2], sets = points_shape.extent[0] - 1;
    const int l = tidx.local[1], i = tidx.global[1], job = tidx.tile[0];
    const int kind = job == 0 ? DD : job <= sets ? RR : DR;
    const int a = kind == RR ? job : 0, b = kind == DR ? job - sets : a;
    float px = 0.0f, py = 0.0f, pz = 0.0f;
    if (l < BINS) {
        own[l] = 0;
    }
    if (i < n) {
        px = at(points, a, 0, i);
        py = at(points, a, 1, i);
        pz = at(points, a, 2, i);
    }
    /* Within a set each pair counts once: with the points behind one's own. */
    for (int first = a == b ? tidx.tile_origin[1] : 0; first < n; first += BLOCK) {
        if (first + l < n) {
            x[l] = at(points, b, 0, first + l);
            y[l] = at(points, b, 1, first + l);
            z[l] = at(points, b, 2, first + l);
        }
        tile_barrier_wait(tidx);
        if (i < n) {
            const int end = n - first < BLOCK ? n - first : BLOCK;
            for (int k = a == b && first == tidx.tile_origin[1] ? l + 1 : 0; k < end; k++) {
                const float dot = px * x[k] + py * y[k] + pz * z[k];
                amp_atomic_fetch_add(&own[bin_of(amp_view_of(edges), dot)], 1);
            }
        }
        tile_barrier_wait(tidx);
    }
    if (l < BINS) {
        amp_atomic_fetch_add(&at(bins, kind, l), own[l]);
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = tpacf.n, sets = tpacf.sets, threads = (n + BLOCK - 1) / BLOCK * BLOCK;
    amp_array_view views[3];
    amp_status s;
    memset(tpacf.bins, 0, TPACF_KINDS * TPACF_BINS * sizeof(int));
    views[0] = amp_view(float, tpacf.points, 1 + sets, 3, n);
    views[1] = amp_view(float, tpacf.edges, TPACF_EDGES);
    views[2] = amp_view(int, tpacf.bins, TPACF_KINDS, TPACF_BINS);
    s = parallel_for_each(amp_tile(amp_extent(1 + 2 * sets, threads), 1, BLOCK), tpacf_pairs,
                          views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

const real_variant tpacf_amp[] = { { "kernel", run }, { NULL, NULL } };
