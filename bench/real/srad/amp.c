/* SPDX-License-Identifier: MIT */
/* Two kernels a step, in tiles of 16 x 16 with a halo of one cell in tile memory: one for c and
   the differences, one for the image, which needs the southern and eastern neighbours' c. How much
   speckle there is the host finds before each step. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 16

/* A thread outside of the image loads the image's last row or column, which is then the halo of
   the cells there. */
AMP_TILED_KERNEL(srad_coefficients, (SIDE, SIDE), value(float, q0), in(float, 2, image),
                 out(float, 2, dn), out(float, 2, ds), out(float, 2, dw), out(float, 2, de),
                 out(float, 2, c))
{
    tile_static(float, t, SIDE + 2, SIDE + 2);
    const int n = image_shape.extent[0];
    const int ty = tidx.local[0] + 1, tx = tidx.local[1] + 1;
    const int row = tidx.global[0] < n ? tidx.global[0] : n - 1;
    const int col = tidx.global[1] < n ? tidx.global[1] : n - 1;
    t[ty][tx] = at(image, row, col);
    if (ty == 1) {
        t[0][tx] = at(image, row > 0 ? row - 1 : 0, col);
    }
    if (ty == SIDE) {
        t[SIDE + 1][tx] = at(image, row < n - 1 ? row + 1 : n - 1, col);
    }
    if (tx == 1) {
        t[ty][0] = at(image, row, col > 0 ? col - 1 : 0);
    }
    if (tx == SIDE) {
        t[ty][SIDE + 1] = at(image, row, col < n - 1 ? col + 1 : n - 1);
    }
    tile_barrier_wait(tidx);
    if (tidx.global[0] < n && tidx.global[1] < n) {
        const float j = t[ty][tx];
        const float north = t[ty - 1][tx] - j, south = t[ty + 1][tx] - j;
        const float west = t[ty][tx - 1] - j, east = t[ty][tx + 1] - j;
        const float g = (north * north + south * south + west * west + east * east) / (j * j);
        const float l = (north + south + west + east) / j;
        const float divisor = 1.0f + 0.25f * l;
        const float q = (0.5f * g - l * l / 16.0f) / (divisor * divisor);
        float own = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
        if (own < 0.0f) {
            own = 0.0f;
        } else if (own > 1.0f) {
            own = 1.0f;
        }
        at(dn, row, col) = north;
        at(ds, row, col) = south;
        at(dw, row, col) = west;
        at(de, row, col) = east;
        at(c, row, col) = own;
    }
}

AMP_TILED_KERNEL(srad_update, (SIDE, SIDE), value(float, lambda), in(float, 2, dn),
                 in(float, 2, ds), in(float, 2, dw), in(float, 2, de), in(float, 2, c),
                 inout(float, 2, image))
{
    tile_static(float, t, SIDE + 1, SIDE + 1);
    const int n = image_shape.extent[0];
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int row = tidx.global[0] < n ? tidx.global[0] : n - 1;
    const int col = tidx.global[1] < n ? tidx.global[1] : n - 1;
    t[ty][tx] = at(c, row, col);
    if (ty == SIDE - 1) {
        t[SIDE][tx] = at(c, row < n - 1 ? row + 1 : n - 1, col);
    }
    if (tx == SIDE - 1) {
        t[ty][SIDE] = at(c, row, col < n - 1 ? col + 1 : n - 1);
    }
    tile_barrier_wait(tidx);
    if (tidx.global[0] < n && tidx.global[1] < n) {
        const float sum = t[ty][tx] * at(dn, row, col) + t[ty + 1][tx] * at(ds, row, col)
            + t[ty][tx] * at(dw, row, col) + t[ty][tx + 1] * at(de, row, col);
        at(image, row, col) += 0.25f * lambda * sum;
    }
}
AMP_DEVICE_END

/* q0 of the image as the host sees it. */
static float speckle(void)
{
    const int side = srad.n < SRAD_EVEN ? srad.n : SRAD_EVEN;
    const double count = (double)side * side;
    double sum = 0, squares = 0, mean;
    int y, x;
    for (y = 0; y < side; y++) {
        for (x = 0; x < side; x++) {
            const double j = (double)srad.image[(size_t)y * (size_t)srad.n + (size_t)x];
            sum += j;
            squares += j * j;
        }
    }
    mean = sum / count;
    return (float)((squares / count - mean * mean) / (mean * mean) + SRAD_LEAST_Q0);
}

static double run(void)
{
    const int n = srad.n, tiles = (n + SIDE - 1) / SIDE;
    const amp_tiled_extent domain = amp_tile(amp_extent(tiles * SIDE, tiles * SIDE), SIDE, SIDE);
    amp_array_view views[6];
    amp_status s = AMP_OK;
    int i;
    views[0] = amp_view(float, srad.image, n, n);
    views[1] = amp_view(float, srad.dn, n, n);
    views[2] = amp_view(float, srad.ds, n, n);
    views[3] = amp_view(float, srad.dw, n, n);
    views[4] = amp_view(float, srad.de, n, n);
    views[5] = amp_view(float, srad.c, n, n);
    for (i = 0; i < srad.steps && s == AMP_OK; i++) {
        s = amp_synchronize(views[0]);
        if (s == AMP_OK) {
            s = parallel_for_each(domain, srad_coefficients, speckle(), views[0], views[1],
                                  views[2], views[3], views[4], views[5]);
        }
        if (s == AMP_OK) {
            s = parallel_for_each(domain, srad_update, SRAD_LAMBDA, views[1], views[2], views[3],
                                  views[4], views[5], views[0]);
        }
    }
    srad.result = srad.image;
    return REAL_ENDED(s, views);
}

const real_variant srad_amp[] = { { "kernel", run }, { NULL, NULL } };
