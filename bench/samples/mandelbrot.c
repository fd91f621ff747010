/* SPDX-License-Identifier: MIT */
/* The Mandelbrot set on n x n pixels, a pixel a thread, up to 128 turns. Numbers are
   whole, with 12 bits behind the point, so that every machine counts the same turns. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define TURNS 128
#define ONE 4096

AMP_TILED_KERNEL(mandelbrot_tiles, (SIDE, SIDE), out(int, 2, to))
{
    const int y = tidx.global[0], x = tidx.global[1], n = to_shape.extent[0];
    if (y >= n || x >= n) {
        return;
    }
    const int cy = 10 * ONE / 4 * y / n - 5 * ONE / 4, cx = 10 * ONE / 4 * x / n - 7 * ONE / 4;
    int a = 0, b = 0, turn = 0;
    while (turn < TURNS && a * a + b * b < 4 * ONE * ONE) {
        const int next = (a * a - b * b) / ONE + cx;
        b = 2 * a * b / ONE + cy;
        a = next;
        turn++;
    }
    at(to, y, x) = turn;
}
AMP_DEVICE_END

static int n;
static int *to;

static void make(int size)
{
    n = size;
    to = sample_ints((size_t)n * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[1];
    amp_status s;
    views[0] = amp_view(int, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), mandelbrot_tiles,
                          views[0]);
    return REAL_ENDED(s, views);
}

/* Sixteen pixels of a row side by side, until none is left. */
static void by_hand(void)
{
    enum { LANES = 16 };
    int y;
#pragma omp parallel for schedule(dynamic, 8)
    for (y = 0; y < n; y++) {
        const int cy = 10 * ONE / 4 * y / n - 5 * ONE / 4;
        int first, m, turn;
        for (first = 0; first < n; first += LANES) {
            int a[LANES] = { 0 }, b[LANES] = { 0 }, turns[LANES] = { 0 }, cx[LANES], left = 1;
            for (m = 0; m < LANES; m++) {
                cx[m] = 10 * ONE / 4 * (first + m < n ? first + m : 0) / n - 7 * ONE / 4;
            }
            for (turn = 0; turn < TURNS && left; turn++) {
                left = 0;
#pragma omp simd reduction(| : left)
                for (m = 0; m < LANES; m++) {
                    const int in = a[m] * a[m] + b[m] * b[m] < 4 * ONE * ONE;
                    const int next = (a[m] * a[m] - b[m] * b[m]) / ONE + cx[m];
                    const int other = 2 * a[m] * b[m] / ONE + cy;
                    a[m] = in ? next : a[m];
                    b[m] = in ? other : b[m];
                    turns[m] += in;
                    left |= in;
                }
            }
            for (m = 0; m < LANES && first + m < n; m++) {
                to[y * n + first + m] = turns[m];
            }
        }
    }
}

const sample mandelbrot_sample = { make, launch, by_hand, 0 };
