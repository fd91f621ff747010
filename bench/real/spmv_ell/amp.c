/* SPDX-License-Identifier: MIT */
/* A thread a row, whose elements are n apart. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 128

AMP_TILED_KERNEL(spmv_ell_rows, (TILE), in(int, 1, length), in(int, 1, column), in(float, 1, value),
                 in(float, 1, x), out(float, 1, y))
{
    const int row = tidx.global[0], n = y_shape.extent[0];
    if (row < n) {
        const int count = at(length, row);
        float sum = 0;
        for (int k = 0; k < count; k++) {
            sum += at(value, k * n + row) * at(x, at(column, k * n + row));
        }
        at(y, row) = sum;
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = spmv_ell.n, tiles = (n + TILE - 1) / TILE;
    amp_array_view views[5];
    amp_status s;
    views[0] = amp_view(int, spmv_ell.length, n);
    views[1] = amp_view(int, spmv_ell.column, spmv_ell.longest * n);
    views[2] = amp_view(float, spmv_ell.value, spmv_ell.longest * n);
    views[3] = amp_view(float, spmv_ell.x, n);
    views[4] = amp_view(float, spmv_ell.y, n);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), spmv_ell_rows, views[0],
                          views[1], views[2], views[3], views[4]);
    return REAL_ENDED(s, views);
}

const real_variant spmv_ell_amp[] = { { "kernel", run }, { NULL, NULL } };
