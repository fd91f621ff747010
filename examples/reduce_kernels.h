/* SPDX-License-Identifier: MIT */
#ifndef REDUCE_KERNELS_H
#define REDUCE_KERNELS_H
/* The rungs of a sum, shared by reduce_ladder.c, which explains them, and by the tests of the
   lens, which show what each rung changes on a GPU. Include amp.h first, with
   AMP_SHORT_NAMES. */

AMP_DEVICE_BEGIN
#define REDUCE_TILE 64

static inline float element_or_0(amp_global_ptr(const float) x, int i, int n)
{
    return i < n ? x[i] : 0.0f;
}

AMP_KERNEL(reduce_simple, 1, inout(float, 1, x), value(int, stride))
{
    at(x, idx[0]) += at(x, idx[0] + stride);
}

AMP_TILED_KERNEL(reduce_tiled, (REDUCE_TILE), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, REDUCE_TILE);
    const int tid = tidx.local[0];
    t[tid] = element_or_0(x, tidx.global[0], x_shape.extent[0]);
    tile_barrier_wait(tidx);
    for (int stride = 1; stride < REDUCE_TILE; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            t[tid] += t[tid + stride];
        }
        tile_barrier_wait(tidx);
    }
    if (tid == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(reduce_two_loads, (REDUCE_TILE), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, REDUCE_TILE);
    const int tid = tidx.local[0], i = tidx.tile[0] * 2 * REDUCE_TILE + tid;
    t[tid] = element_or_0(x, i, x_shape.extent[0])
        + element_or_0(x, i + REDUCE_TILE, x_shape.extent[0]);
    tile_barrier_wait(tidx);
    for (int stride = 1; stride < REDUCE_TILE; stride *= 2) {
        if (tid % (2 * stride) == 0) {
            t[tid] += t[tid + stride];
        }
        tile_barrier_wait(tidx);
    }
    if (tid == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(reduce_less_divergence, (REDUCE_TILE), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, REDUCE_TILE);
    const int tid = tidx.local[0], i = tidx.tile[0] * 2 * REDUCE_TILE + tid;
    t[tid] = element_or_0(x, i, x_shape.extent[0])
        + element_or_0(x, i + REDUCE_TILE, x_shape.extent[0]);
    tile_barrier_wait(tidx);
    for (int stride = 1; stride < REDUCE_TILE; stride *= 2) {
        const int index = 2 * stride * tid;
        if (index < REDUCE_TILE) {
            t[index] += t[index + stride];
        }
        tile_barrier_wait(tidx);
    }
    if (tid == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(reduce_no_conflicts, (REDUCE_TILE), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, REDUCE_TILE);
    const int tid = tidx.local[0], i = tidx.tile[0] * 2 * REDUCE_TILE + tid;
    t[tid] = element_or_0(x, i, x_shape.extent[0])
        + element_or_0(x, i + REDUCE_TILE, x_shape.extent[0]);
    tile_barrier_wait(tidx);
    for (int stride = REDUCE_TILE / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            t[tid] += t[tid + stride];
        }
        tile_barrier_wait(tidx);
    }
    if (tid == 0) {
        at(sums, tidx.tile[0]) = t[0];
    }
}

AMP_PHASED_KERNEL(reduce_phased, (REDUCE_TILE), in(float, 1, x), out(float, 1, sums))
{
    tile_static(float, t, REDUCE_TILE);
    phase {
        const int i = tidx.tile[0] * 2 * REDUCE_TILE + tidx.local[0], n = x_shape.extent[0];
        t[tidx.local[0]] = element_or_0(x, i, n) + element_or_0(x, i + REDUCE_TILE, n);
    }
    for (int stride = REDUCE_TILE / 2; stride > 0; stride /= 2) {
        phase_first(stride) {
            t[tidx.local[0]] += t[tidx.local[0] + stride];
        }
    }
    phase_first(1) {
        at(sums, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

#endif /* REDUCE_KERNELS_H */
