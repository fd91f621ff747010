/* SPDX-License-Identifier: MIT */
/* Two kernels an equation: fan1, a thread a row, says which multiples are taken from the rows
   below, and fan2, a thread an element, takes them. Each launch is over all rows, or over the whole
   matrix, and threads for which there is no work return. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define WIDTH 256
#define SIDE 4

AMP_TILED_KERNEL(gaussian_fan1, (WIDTH), value(int, k), in(float, 2, a), inout(float, 2, m))
{
    const int n = a_shape.extent[0], row = tidx.global[0] + k + 1;
    if (row >= n) {
        return;
    }
    at(m, row, k) = at(a, row, k) / at(a, k, k);
}

AMP_TILED_KERNEL(gaussian_fan2, (SIDE, SIDE), value(int, k), in(float, 2, m), inout(float, 2, a),
                 inout(float, 1, b))
{
    const int n = a_shape.extent[0], row = tidx.global[0] + k + 1, col = tidx.global[1] + k;
    if (row >= n || col >= n) {
        return;
    }
    at(a, row, col) -= at(m, row, k) * at(a, k, col);
    if (col == k) {
        at(b, row) -= at(m, row, k) * at(b, k);
    }
}
AMP_DEVICE_END

/* The unknowns, from the last one up. */
static void solve(void)
{
    const int n = gaussian.n;
    int i, j;
    for (i = n - 1; i >= 0; i--) {
        const float *row = gaussian.a + (size_t)i * (size_t)n;
        float rest = gaussian.b[i];
        for (j = i + 1; j < n; j++) {
            rest -= row[j] * gaussian.x[j];
        }
        gaussian.x[i] = rest / row[i];
    }
}

static double run(void)
{
    const int n = gaussian.n, rows = (n + WIDTH - 1) / WIDTH, tiles = (n + SIDE - 1) / SIDE;
    amp_array_view views[3];
    amp_status s = AMP_OK;
    int k;
    views[0] = amp_view(float, gaussian.a, n, n);
    views[1] = amp_view(float, gaussian.m, n, n);
    views[2] = amp_view(float, gaussian.b, n);
    for (k = 0; k < n - 1 && s == AMP_OK; k++) {
        s = parallel_for_each(amp_tile(amp_extent(rows * WIDTH), WIDTH), gaussian_fan1, k,
                              views[0], views[1]);
        if (s == AMP_OK) {
            s = parallel_for_each(amp_tile(amp_extent(tiles * SIDE, tiles * SIDE), SIDE, SIDE),
                                  gaussian_fan2, k, views[1], views[0], views[2]);
        }
    }
    (void)REAL_ENDED(s, views);
    solve();
    return BENCH_WALL;
}

const real_variant gaussian_amp[] = { { "kernel", run }, { NULL, NULL } };
