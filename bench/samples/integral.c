/* SPDX-License-Identifier: MIT */
/* Sums of all pixels above and left of each of n x n: a tile of 256 threads a row, by scans in tile
   memory with a carry from part to part; then a thread a column, going down. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(integral_rows, (TILE), in(unsigned char, 2, from), out(int, 2, to))
{
    tile_static(int, t, TILE);
    tile_static(int, carry, 1);
    const int l = tidx.local[0], row = tidx.tile[0], n = from_shape.extent[1];
    if (l == 0) {
        carry[0] = 0;
    }
    for (int first = 0; first < n; first += TILE) {
        const int i = first + l;
        t[l] = i < n ? at(from, row, i) : 0;
        tile_barrier_wait(tidx);
        for (int d = 1; d < TILE; d *= 2) {
            const int other = l >= d ? t[l - d] : 0;
            tile_barrier_wait(tidx);
            t[l] += other;
            tile_barrier_wait(tidx);
        }
        const int before = carry[0];
        if (i < n) {
            at(to, row, i) = t[l] + before;
        }
        tile_barrier_wait(tidx);
        if (l == TILE - 1) {
            carry[0] = before + t[l];
        }
        tile_barrier_wait(tidx);
    }
}

AMP_KERNEL(integral_columns, 1, inout(int, 2, to))
{
    int sum = 0;
    for (int y = 0; y < to_shape.extent[0]; y++) {
        sum += at(to, y, idx[0]);
        at(to, y, idx[0]) = sum;
    }
}
AMP_DEVICE_END

static int n;
static unsigned char *from;
static int *to;

static void make(int size)
{
    n = size;
    from = sample_bytes((size_t)n * (size_t)n);
    to = sample_ints((size_t)n * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(unsigned char, from, n, n);
    views[1] = amp_view(int, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(n * TILE), TILE), integral_rows, views[0], views[1]);
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(n), integral_columns, views[1]);
    }
    return REAL_ENDED(s, views);
}

/* Rows by all threads, then strips of columns, in which a row is added to the next. */
static void by_hand(void)
{
    enum { STRIP = 256 };
    int y, x, first;
#pragma omp parallel for schedule(static) private(x)
    for (y = 0; y < n; y++) {
        int sum = 0;
        for (x = 0; x < n; x++) {
            sum += from[y * n + x];
            to[y * n + x] = sum;
        }
    }
#pragma omp parallel for schedule(static) private(x, y)
    for (first = 0; first < n; first += STRIP) {
        const int end = first + STRIP < n ? first + STRIP : n;
        for (y = 1; y < n; y++) {
#pragma omp simd
            for (x = first; x < end; x++) {
                to[y * n + x] += to[(y - 1) * n + x];
            }
        }
    }
}

const sample integral_sample = { make, launch, by_hand, 0 };
