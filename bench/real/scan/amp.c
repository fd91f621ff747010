/* SPDX-License-Identifier: MIT */
/* Three kernels: sums of the regions, their scan, the scan of each region. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define OWN 4                 /* neighbouring elements of a thread */
#define WINDOW (TILE * OWN)   /* elements that a tile scans at a time */

/* The sum of x of the threads 0 to l - 1. The lower by of t, of 2 * count elements, is 0, so
   that no thread has to ask who stands before it. t[2 * count - 1] is the sum of all then. */
static inline float scan_tile(amp_tiled_index tidx, amp_tile_ptr(float) t, int count, int l,
                              float x)
{
    const int i = count + l;
    t[l] = 0;
    t[i] = x;
    tile_barrier_wait(tidx);
    for (int by = 1; by < count; by *= 2) {
        const float other = t[i - by];
        tile_barrier_wait(tidx);
        t[i] += other;
        tile_barrier_wait(tidx);
    }
    return t[i - 1];
}

AMP_TILED_KERNEL(scan_reduce, (TILE), value(int, region), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0], n = x_shape.extent[0];
    const int first = tidx.tile[0] * region;
    const int end = first + region < n ? first + region : n;
    float sum = 0;
    for (int i = first + l; i < end; i += TILE) {
        sum += at(x, i);
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

AMP_TILED_KERNEL(scan_top, (TILE), in(float, 1, sums), out(float, 1, before))
{
    tile_static(float, t, 2 * TILE);
    const int l = tidx.local[0], n = sums_shape.extent[0];
    const float sum = scan_tile(tidx, t, TILE, l, l < n ? at(sums, l) : 0.0f);
    if (l < n) {
        at(before, l) = sum;
    }
}

AMP_TILED_KERNEL(scan_bottom, (TILE), value(int, region), in(float, 1, x), in(float, 1, before),
                 out(float, 1, y))
{
    tile_static(float, t, 2 * TILE);
    const int l = tidx.local[0], n = x_shape.extent[0];
    const int first = tidx.tile[0] * region;
    const int end = first + region < n ? first + region : n;
    float seed = at(before, tidx.tile[0]);
    for (int window = first; window < end; window += WINDOW) {
        const int i = window + OWN * l;
        float own[OWN], sum = 0, start;
        for (int k = 0; k < OWN; k++) {
            sum += i + k < end ? at(x, i + k) : 0.0f;
            own[k] = sum;
        }
        start = seed + scan_tile(tidx, t, TILE, l, sum);
        for (int k = 0; k < OWN; k++) {
            if (i + k < end) {
                at(y, i + k) = start + own[k];
            }
        }
        seed += t[2 * TILE - 1];
        tile_barrier_wait(tidx);
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = scan.n;
    const int windows = (n + WINDOW - 1) / WINDOW;
    const int region = (windows + SCAN_REGIONS - 1) / SCAN_REGIONS * WINDOW;
    const amp_tiled_extent all = amp_tile(amp_extent(SCAN_REGIONS * TILE), TILE);
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(float, scan.x, n);
    views[1] = amp_view(float, scan.sums, SCAN_REGIONS);
    views[2] = amp_view(float, scan.before, SCAN_REGIONS);
    views[3] = amp_view(float, scan.y, n);
    s = parallel_for_each(all, scan_reduce, region, views[0], views[1]);
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(amp_extent(TILE), TILE), scan_top, views[1], views[2]);
    }
    if (s == AMP_OK) {
        s = parallel_for_each(all, scan_bottom, region, views[0], views[2], views[3]);
    }
    return REAL_ENDED(s, views);
}

const real_variant scan_amp[] = { { "kernel", run }, { NULL, NULL } };
