/* SPDX-License-Identifier: MIT */
/* The edges of an image of n x n bytes by Sobel's two filters: a tile of 16 x 16 loads 18 x 18 by
   quotient and rest, the nearest pixel for what lies outside. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define WIDE (SIDE + 2)

AMP_TILED_KERNEL(sobel_tiles, (SIDE, SIDE), in(unsigned char, 2, from), out(unsigned char, 2, to))
{
    tile_static(int, t, WIDE, WIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    for (int i = ty * SIDE + tx; i < WIDE * WIDE; i += SIDE * SIDE) {
        int row = tidx.tile_origin[0] + i / WIDE - 1, column = tidx.tile_origin[1] + i % WIDE - 1;
        row = row < 0 ? 0 : row >= n ? n - 1 : row;
        column = column < 0 ? 0 : column >= n ? n - 1 : column;
        t[i / WIDE][i % WIDE] = at(from, row, column);
    }
    tile_barrier_wait(tidx);
    const int across = t[ty][tx + 2] + 2 * t[ty + 1][tx + 2] + t[ty + 2][tx + 2] - t[ty][tx]
                     - 2 * t[ty + 1][tx] - t[ty + 2][tx];
    const int down = t[ty + 2][tx] + 2 * t[ty + 2][tx + 1] + t[ty + 2][tx + 2] - t[ty][tx]
                   - 2 * t[ty][tx + 1] - t[ty][tx + 2];
    const int edge = (abs(across) + abs(down)) / 2;
    if (y < n && x < n) {
        at(to, y, x) = (unsigned char)(edge > 255 ? 255 : edge);
    }
}
AMP_DEVICE_END

static int n;
static unsigned char *from, *to;

static void make(int size)
{
    n = size;
    from = sample_bytes((size_t)n * (size_t)n);
    to = sample_bytes((size_t)n * (size_t)n);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(unsigned char, from, n, n);
    views[1] = amp_view(unsigned char, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), sobel_tiles, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
#pragma omp parallel
    {
        const size_t wide = (size_t)n + 2;
        short *rows = (short *)malloc(3 * wide * sizeof(*rows));
        int x, y, v;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            const short *restrict a = rows, *restrict b = a + wide, *restrict c = b + wide;
            unsigned char *restrict line = to + y * n;
            for (v = 0; v < 3; v++) {
                const int row = y + v - 1;
                const unsigned char *restrict p = from + (row < 0 ? 0 : row < n ? row : n - 1) * n;
                short *restrict r = rows + (size_t)v * wide;
                for (x = 0; x < n; x++) {
                    r[x + 1] = p[x];
                }
                r[0] = p[0];
                r[n + 1] = p[n - 1];
            }
#pragma omp simd
            for (x = 0; x < n; x++) {
                const short right = (short)(a[x + 2] + 2 * b[x + 2] + c[x + 2]);
                const short left = (short)(a[x] + 2 * b[x] + c[x]);
                const short low = (short)(c[x] + 2 * c[x + 1] + c[x + 2]);
                const short high = (short)(a[x] + 2 * a[x + 1] + a[x + 2]);
                const short across = (short)(right - left), down = (short)(low - high);
                const short edge = (short)(((across < 0 ? -across : across)
                                            + (down < 0 ? -down : down)) / 2);
                line[x] = (unsigned char)(edge > 255 ? 255 : edge);
            }
        }
        free(rows);
    }
}

const sample sobel_sample = { make, launch, by_hand, 0 };
