/* SPDX-License-Identifier: MIT */
/* Of tests/check_loops.sh: a product of matrices, with what amp_vectors makes of it (MADE). */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(product, (16, 16), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, 16, 16);
    tile_static(float, b, 16, 16);
    const int y = tidx.local[0], x = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += 16) {
        a[y][x] = at(A, tidx.global[0], k0 + x);
        b[y][x] = at(B, k0 + y, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < 16; k++) { sum += a[y][k] * b[k][x]; }
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}
AMP_DEVICE_END
#ifdef MADE /* by tests/check_loops.sh */
#include MADE
#endif
