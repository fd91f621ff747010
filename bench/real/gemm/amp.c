/* SPDX-License-Identifier: MIT */
/* A tile of 16 x 16 threads makes a block of C: it takes a block of A and one of B into tile
   memory, adds up their products, and goes on to the next two. Where a block reaches over the
   matrix's side, zeros stand in its place. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(gemm_blocks, (SIDE, SIDE), value(float, alpha), value(float, beta),
                 in(float, 2, a), in(float, 2, b), inout(float, 2, c))
{
    tile_static(float, as, SIDE, SIDE);
    tile_static(float, bs, SIDE, SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1];
    const int row = tidx.global[0], col = tidx.global[1];
    const int m = c_shape.extent[0], n = c_shape.extent[1], inner = a_shape.extent[1];
    float sum = 0.0f;
    for (int first = 0; first < inner; first += SIDE) {
        as[ty][tx] = row < m && first + tx < inner ? at(a, row, first + tx) : 0.0f;
        bs[ty][tx] = first + ty < inner && col < n ? at(b, first + ty, col) : 0.0f;
        tile_barrier_wait(tidx);
        for (int k = 0; k < SIDE; k++) {
            sum += as[ty][k] * bs[k][tx];
        }
        tile_barrier_wait(tidx);
    }
    if (row < m && col < n) {
        at(c, row, col) = alpha * sum + beta * at(c, row, col);
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = gemm.n, side = (n + SIDE - 1) / SIDE * SIDE;
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, gemm.a, n, n);
    views[1] = amp_view(float, gemm.b, n, n);
    views[2] = amp_view(float, gemm.c, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), gemm_blocks, gemm.alpha,
                          gemm.beta, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

const real_variant gemm_amp[] = { { "kernel", run }, { NULL, NULL } };
