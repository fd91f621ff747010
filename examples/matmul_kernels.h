/* SPDX-License-Identifier: MIT */
#ifndef MATMUL_KERNELS_H
#define MATMUL_KERNELS_H
/* C(M, N) = A(M, W) B(W, N) in four steps, shared by matmul_steps.c, which
   explains them, and demo.c. Steps 1 to 3 want M, N and W to be multiples of
   the tile. Include amp.h first. */

AMP_DEVICE_BEGIN
#define MATMUL_TILE 16

/* 0: simple. */
AMP_KERNEL(matmul_simple, 2, in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, idx[0], k) * at(B, k, idx[1]);
    }
    at_index(C, idx) = sum;
}

/* 1: the tiled schedule only; the same body, through tidx.global. */
AMP_TILED_KERNEL(matmul_scheduled, (MATMUL_TILE, MATMUL_TILE),
                 in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, tidx.global[0], k) * at(B, k, tidx.global[1]);
    }
    at_index(C, tidx.global) = sum;
}

/* 2: through tile memory. A tile of A and a tile of B are loaded once, and
   read TILE times; one barrier ends the loading, one the reading. */
AMP_TILED_KERNEL(matmul_tiled, (MATMUL_TILE, MATMUL_TILE),
                 in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, MATMUL_TILE, MATMUL_TILE);
    tile_static(float, b, MATMUL_TILE, MATMUL_TILE);
    const int i = tidx.local[0], j = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += MATMUL_TILE) {
        a[i][j] = at(A, tidx.global[0], k0 + j);
        b[i][j] = at(B, k0 + i, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < MATMUL_TILE; k++) {
            sum += a[i][k] * b[k][j];
        }
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}

/* 3: the same as phases: the end of a block is the barrier. */
AMP_PHASED_KERNEL(matmul_phased, (MATMUL_TILE, MATMUL_TILE),
                  in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, MATMUL_TILE, MATMUL_TILE);
    tile_static(float, b, MATMUL_TILE, MATMUL_TILE);
    thread_private(float, sum);
    phase {
        mine(sum) = 0;
    }
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += MATMUL_TILE) {
        phase {
            a[tidx.local[0]][tidx.local[1]] = at(A, tidx.global[0], k0 + tidx.local[1]);
            b[tidx.local[0]][tidx.local[1]] = at(B, k0 + tidx.local[0], tidx.global[1]);
        }
        phase {
            for (int k = 0; k < MATMUL_TILE; k++) {
                mine(sum) += a[tidx.local[0]][k] * b[k][tidx.local[1]];
            }
        }
    }
    phase {
        at_index(C, tidx.global) = mine(sum);
    }
}
AMP_DEVICE_END

enum { MATMUL_STEPS = 4 };
static const char *const matmul_name[MATMUL_STEPS] = {
    "simple", "tiled schedule only", "tiled, tile_static", "phased, tile_static"
};

/* Runs step 0 to 3 of matmul_name. What C held is not needed: discarded. */
static inline amp_status matmul_run(int step, amp_array_view A, amp_array_view B,
                                    amp_array_view C)
{
    const amp_tiled_extent tiles = amp_tile(C.extent, MATMUL_TILE, MATMUL_TILE);
    const amp_status s = amp_discard_data(C);
    if (s != AMP_OK) {
        return s;
    }
    switch (step) {
    case 0: return parallel_for_each(C.extent, matmul_simple, A, B, C);
    case 1: return parallel_for_each(tiles, matmul_scheduled, A, B, C);
    case 2: return parallel_for_each(tiles, matmul_tiled, A, B, C);
    default: return parallel_for_each(tiles, matmul_phased, A, B, C);
    }
}

/* The plain serial product, its loops in the order in which all memory is read
   along rows. c need not be set to zero before. */
static inline void matmul_serial(const float *a, const float *b, float *c, int m, int w, int n)
{
    int i, j, k;
    for (i = 0; i < m; i++) {
        float *row = c + (size_t)i * (size_t)n;
        for (j = 0; j < n; j++) {
            row[j] = 0;
        }
        for (k = 0; k < w; k++) {
            const float s = a[(size_t)i * (size_t)w + (size_t)k];
            for (j = 0; j < n; j++) {
                row[j] += s * b[(size_t)k * (size_t)n + (size_t)j];
            }
        }
    }
}

#endif /* MATMUL_KERNELS_H */
