/* SPDX-License-Identifier: MIT */
/* Three kernels a pass: the tiles' counts, their scan, the scatter. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define OWN 4                 /* neighbouring keys of a thread */
#define KEYS (TILE * OWN)
#define BITS 4
#define DIGITS (1 << BITS)

static inline int digit(unsigned key, int shift)
{
    return (int)(key >> shift & (DIGITS - 1));
}

/* The sum of x of the threads 0 to l - 1. The lower half of t, of 2 * TILE elements, is 0, so that
   no thread has to ask who stands before it. t[2 * TILE - 1] is the sum of all then. */
static inline int scan_tile(amp_tiled_index tidx, amp_tile_ptr(int) t, int l, int x)
{
    const int i = TILE + l;
    t[l] = 0;
    t[i] = x;
    tile_barrier_wait(tidx);
    for (int by = 1; by < TILE; by *= 2) {
        const int other = t[i - by];
        tile_barrier_wait(tidx);
        t[i] += other;
        tile_barrier_wait(tidx);
    }
    return t[i - 1];
}

AMP_TILED_KERNEL(sort_count, (TILE), value(int, shift), in(unsigned, 1, from), out(int, 1, counts))
{
    tile_static(int, found, DIGITS);
    const int l = tidx.local[0], n = from_shape.extent[0];
    const int tiles = counts_shape.extent[0] / DIGITS;
    if (l < DIGITS) {
        found[l] = 0;
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < OWN; k++) {
        const int i = KEYS * tidx.tile[0] + TILE * k + l;
        if (i < n) {
            amp_atomic_fetch_add(&found[digit(at(from, i), shift)], 1);
        }
    }
    tile_barrier_wait(tidx);
    if (l < DIGITS) {
        at(counts, l * tiles + tidx.tile[0]) = found[l];
    }
}

/* One tile: the exclusive scan of all counts, in place. */
AMP_TILED_KERNEL(sort_scan, (TILE), inout(int, 1, counts))
{
    tile_static(int, t, 2 * TILE);
    const int l = tidx.local[0], n = counts_shape.extent[0];
    int seed = 0;
    for (int window = 0; window < n; window += KEYS) {
        const int i = window + OWN * l;
        int own[OWN], sum = 0, before;
        for (int k = 0; k < OWN; k++) {
            own[k] = sum;
            sum += i + k < n ? at(counts, i + k) : 0;
        }
        before = seed + scan_tile(tidx, t, l, sum);
        for (int k = 0; k < OWN; k++) {
            if (i + k < n) {
                at(counts, i + k) = before + own[k];
            }
        }
        seed += t[2 * TILE - 1];
        tile_barrier_wait(tidx);
    }
}

/* What the last tile lacks are keys of the largest digit, which stay behind all others. */
AMP_TILED_KERNEL(sort_scatter, (TILE), value(int, shift), in(unsigned, 1, from),
                 in(int, 1, counts), out(unsigned, 1, to))
{
    tile_static(unsigned, key, KEYS);
    tile_static(int, t, 2 * TILE);
    tile_static(int, start, DIGITS);
    const int l = tidx.local[0], n = from_shape.extent[0], first = KEYS * tidx.tile[0];
    const int tiles = counts_shape.extent[0] / DIGITS;
    unsigned own[OWN];
    for (int k = 0; k < OWN; k++) {
        own[k] = first + OWN * l + k < n ? at(from, first + OWN * l + k) : 0xffffffffu;
    }
    for (int bit = shift; bit < shift + BITS; bit++) {
        int zeros = 0, before;
        for (int k = 0; k < OWN; k++) {
            zeros += (own[k] >> bit & 1u) == 0;
        }
        before = scan_tile(tidx, t, l, zeros);
        for (int k = 0; k < OWN; k++) {
            if ((own[k] >> bit & 1u) == 0) {
                key[before] = own[k];
                before++;
            } else {
                key[t[2 * TILE - 1] + OWN * l + k - before] = own[k];
            }
        }
        tile_barrier_wait(tidx);
        for (int k = 0; k < OWN; k++) {
            own[k] = key[OWN * l + k];
        }
        tile_barrier_wait(tidx);
    }
    for (int i = l; i < KEYS; i += TILE) {
        if (i == 0 || digit(key[i - 1], shift) != digit(key[i], shift)) {
            start[digit(key[i], shift)] = i;
        }
    }
    tile_barrier_wait(tidx);
    for (int i = l; i < KEYS; i += TILE) {
        if (first + i < n) {
            const int d = digit(key[i], shift);
            at(to, at(counts, d * tiles + tidx.tile[0]) + i - start[d]) = key[i];
        }
    }
}
AMP_DEVICE_END

static double run(void)
{
    const amp_tiled_extent one = amp_tile(amp_extent(TILE), TILE);
    const amp_tiled_extent all = amp_tile(amp_extent(sort.tiles * TILE), TILE);
    amp_array_view views[3];
    amp_status s = AMP_OK;
    int shift, k = 0;
    views[0] = amp_view(unsigned, sort.keys, sort.n);
    views[1] = amp_view(unsigned, sort.other, sort.n);
    views[2] = amp_view(int, sort.counts, sort.tiles * DIGITS);
    for (shift = 0; shift < 32 && s == AMP_OK; shift += BITS) {
        s = parallel_for_each(all, sort_count, shift, views[k], views[2]);
        if (s == AMP_OK) {
            s = parallel_for_each(one, sort_scan, views[2]);
        }
        if (s == AMP_OK) {
            s = parallel_for_each(all, sort_scatter, shift, views[k], views[2], views[1 - k]);
        }
        k = 1 - k;
    }
    sort.result = k == 0 ? sort.keys : sort.other;
    return REAL_ENDED(s, views);
}

const real_variant sort_amp[] = { { "kernel", run }, { NULL, NULL } };
