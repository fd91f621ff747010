/* SPDX-License-Identifier: MIT */
/* The cosine transform of each block of 8 x 8 of an image of n x n, as JPEG has it: a tile of 8 x 8
   threads a block, rows and then columns by a table of cosines; n is a multiple of 8. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 8

AMP_TILED_KERNEL(dct_tiles, (SIDE, SIDE), in(float, 2, cosine), in(float, 2, from),
                 out(float, 2, to))
{
    tile_static(float, t, SIDE, SIDE);
    tile_static(float, half, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    t[ty][tx] = at(from, tidx.global[0], tidx.global[1]);
    tile_barrier_wait(tidx);
    float sum = 0;
    for (int k = 0; k < SIDE; k++) {
        sum += t[ty][k] * at(cosine, tx, k);
    }
    half[ty][tx] = sum;
    tile_barrier_wait(tidx);
    sum = 0;
    for (int k = 0; k < SIDE; k++) {
        sum += half[k][tx] * at(cosine, ty, k);
    }
    at(to, tidx.global[0], tidx.global[1]) = sum;
}
AMP_DEVICE_END

static int n;
static float *cosine, *from, *to;

static void make(int size)
{
    const size_t pixels = (size_t)size * (size_t)size;
    int i, k;
    n = size;
    cosine = sample_floats(SIDE * SIDE, 0, 1);
    for (i = 0; i < SIDE; i++) {
        for (k = 0; k < SIDE; k++) {
            cosine[i * SIDE + k] = (float)((i == 0 ? sqrt(0.125) : 0.5)
                                           * cos((2 * k + 1) * i * 3.14159265358979 / 16));
        }
    }
    from = sample_floats(pixels, -128, 128);
    to = sample_floats(pixels, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, cosine, SIDE, SIDE);
    views[1] = amp_view(float, from, n, n);
    views[2] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(n, n), SIDE, SIDE), dct_tiles, views[0], views[1],
                          views[2]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    float turned[SIDE][SIDE];
    int i, y;
    for (i = 0; i < SIDE * SIDE; i++) {
        turned[i % SIDE][i / SIDE] = cosine[i];
    }
#pragma omp parallel for schedule(static)
    for (y = 0; y < n; y += SIDE) {
        int x, r, c, k;
        for (x = 0; x < n; x += SIDE) {
            float half[SIDE][SIDE];
            for (r = 0; r < SIDE; r++) {
                float sum[SIDE] = { 0 };
                for (k = 0; k < SIDE; k++) {
                    for (c = 0; c < SIDE; c++) {
                        sum[c] += from[(y + r) * n + x + k] * turned[k][c];
                    }
                }
                memcpy(half[r], sum, sizeof(sum));
            }
            for (r = 0; r < SIDE; r++) {
                float sum[SIDE] = { 0 };
                for (k = 0; k < SIDE; k++) {
                    for (c = 0; c < SIDE; c++) {
                        sum[c] += half[k][c] * turned[k][r];
                    }
                }
                memcpy(to + (y + r) * n + x, sum, sizeof(sum));
            }
        }
    }
}

const sample dct_sample = { make, launch, by_hand, 1e-5 };
