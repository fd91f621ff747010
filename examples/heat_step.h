/* SPDX-License-Identifier: MIT */
#ifndef HEAT_STEP_H
#define HEAT_STEP_H
/* A step of the heat equation, a tile with a halo: heat.c shows it, mpi_heat/mpi_heat.c runs it on
   several machines. Include amp.h, with AMP_SHORT_NAMES, first. */

AMP_DEVICE_BEGIN
#define TILE 16
#define HALO (TILE + 2)

/* One cell's new heat. A helper is plain C; the host's check calls it too. */
static inline float spread(float c, float n, float s, float w, float e)
{
    return c + 0.2f * (n + s + w + e - 4.0f * c);
}

/* The plate's nearest index: the halo of a tile at the rim repeats the rim. */
static inline int clip(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

AMP_PHASED_KERNEL(heat_step, (TILE, TILE), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, HALO, HALO);
    phase {
        /* the 256 threads load 324 cells: each its own, some one more */
        const int rows = from_shape.extent[0], cols = from_shape.extent[1];
        for (int l = tidx.local[0] * TILE + tidx.local[1]; l < HALO * HALO; l += TILE * TILE) {
            const int i = clip(tidx.tile_origin[0] + l / HALO - 1, rows);
            const int j = clip(tidx.tile_origin[1] + l % HALO - 1, cols);
            t[l / HALO][l % HALO] = at(from, i, j);
        }
    }
    phase {
        const int i = tidx.global[0], j = tidx.global[1];
        const int y = tidx.local[0] + 1, x = tidx.local[1] + 1;
        const int rows = from_shape.extent[0], cols = from_shape.extent[1];
        if (i < rows && j < cols) {
            const int rim = i == 0 || j == 0 || i == rows - 1 || j == cols - 1;
            at(to, i, j) = rim ? t[y][x]
                : spread(t[y][x], t[y - 1][x], t[y + 1][x], t[y][x - 1], t[y][x + 1]);
        }
    }
}
AMP_DEVICE_END

#endif /* HEAT_STEP_H */
