/* SPDX-License-Identifier: MIT */
/* Two launches in blocks of 256 threads, without tile memory: a thread adds up a row of A, then a
   thread adds up a column. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define BLOCK 256

AMP_TILED_KERNEL(atax_rows, (BLOCK), in(float, 2, a), in(float, 1, x), out(float, 1, t))
{
    const int i = tidx.global[0];
    if (i < a_shape.extent[0]) {
        float sum = 0.0f;
        for (int j = 0; j < a_shape.extent[1]; j++) {
            sum += at(a, i, j) * at(x, j);
        }
        at(t, i) = sum;
    }
}

AMP_TILED_KERNEL(atax_columns, (BLOCK), in(float, 2, a), in(float, 1, t), out(float, 1, y))
{
    const int j = tidx.global[0];
    if (j < a_shape.extent[1]) {
        float sum = 0.0f;
        for (int i = 0; i < a_shape.extent[0]; i++) {
            sum += at(a, i, j) * at(t, i);
        }
        at(y, j) = sum;
    }
}
AMP_DEVICE_END

static int threads(int n)
{
    return (n + BLOCK - 1) / BLOCK * BLOCK;
}

static double run(void)
{
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(float, atax.a, atax.rows, atax.cols);
    views[1] = amp_view(float, atax.x, atax.cols);
    views[2] = amp_view(float, atax.t, atax.rows);
    views[3] = amp_view(float, atax.y, atax.cols);
    s = parallel_for_each(amp_tile(amp_extent(threads(atax.rows)), BLOCK), atax_rows, views[0],
                          views[1], views[2]);
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(amp_extent(threads(atax.cols)), BLOCK), atax_columns,
                              views[0], views[2], views[3]);
    }
    return REAL_ENDED(s, views);
}

const real_variant atax_amp[] = { { "kernel", run }, { NULL, NULL } };
