/* SPDX-License-Identifier: MIT */
/* A thread a row. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 128

AMP_TILED_KERNEL(spmv_csr_rows, (TILE), in(int, 1, start), in(int, 1, column), in(float, 1, value),
                 in(float, 1, x), out(float, 1, y))
{
    const int row = tidx.global[0];
    if (row < y_shape.extent[0]) {
        const int end = at(start, row + 1);
        float sum = 0;
        for (int i = at(start, row); i < end; i++) {
            sum += at(value, i) * at(x, at(column, i));
        }
        at(y, row) = sum;
    }
}
AMP_DEVICE_END

static double run(void)
{
    const real_matrix *m = &spmv_csr.m;
    const int tiles = (m->n + TILE - 1) / TILE;
    amp_array_view views[5];
    amp_status s;
    views[0] = amp_view(int, m->start, m->n + 1);
    views[1] = amp_view(int, m->column, m->start[m->n] + 1);
    views[2] = amp_view(float, m->value, m->start[m->n] + 1);
    views[3] = amp_view(float, spmv_csr.x, m->n);
    views[4] = amp_view(float, spmv_csr.y, m->n);
    s = parallel_for_each(amp_tile(amp_extent(tiles * TILE), TILE), spmv_csr_rows, views[0],
                          views[1], views[2], views[3], views[4]);
    return REAL_ENDED(s, views);
}

const real_variant spmv_csr_amp[] = { { "kernel", run }, { NULL, NULL } };
