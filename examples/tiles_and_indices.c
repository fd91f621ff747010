/* SPDX-License-Identifier: MIT */
/*
tiles_and_indices.c: what a thread of a tiled kernel knows of its place. Extent
20 in tiles of 4; extent 8 x 6 in tiles of 4 x 3 and of 2 x 2; and the thread
with the global index (6, 3), which finds the value it looks for in the view.

    cc -O2 -fopenmp -pthread -I. examples/tiles_and_indices.c -o tiles && ./tiles

prints
    extent (20), tile (4): 5 tiles of 4 threads
    extent (8, 6), tile (4, 3): 2 x 2 tiles of 12 threads
    extent (8, 6), tile (2, 2): 4 x 3 tiles of 4 threads
    thread with global (6, 3): local (0, 1), tile (3, 1), tile_origin (6, 2)
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
typedef struct place {
    int global[2], local[2], tile[2], tile_origin[2];
} place;

AMP_TILED_KERNEL(places_1d, (4), out(place, 1, p))
{
    place here = { { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } };
    here.global[0] = tidx.global[0];
    here.local[0] = tidx.local[0];
    here.tile[0] = tidx.tile[0];
    here.tile_origin[0] = tidx.tile_origin[0];
    at_index(p, tidx.global) = here;
}

AMP_TILED_KERNEL(places_4x3, (4, 3), out(place, 2, p))
{
    place here;
    for (int d = 0; d < 2; d++) {
        here.global[d] = tidx.global[d];
        here.local[d] = tidx.local[d];
        here.tile[d] = tidx.tile[d];
        here.tile_origin[d] = tidx.tile_origin[d];
    }
    at_index(p, tidx.global) = here;
}

AMP_TILED_KERNEL(places_2x2, (2, 2), out(place, 2, p))
{
    place here;
    for (int d = 0; d < 2; d++) {
        here.global[d] = tidx.global[d];
        here.local[d] = tidx.local[d];
        here.tile[d] = tidx.tile[d];
        here.tile_origin[d] = tidx.tile_origin[d];
    }
    at_index(p, tidx.global) = here;
}
AMP_DEVICE_END

/* One dimension of one thread, against the division that defines it. */
static int wrong_place(const place *p, int d, int global, int tile)
{
    return p->global[d] != global || p->tile[d] != global / tile || p->local[d] != global % tile
        || p->tile_origin[d] != global / tile * tile;
}

/* All threads of an 8 x 6 extent. */
static int wrong_places(place p[8][6], int t0, int t1)
{
    int i, j, wrong = 0;
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 6; j++) {
            wrong += wrong_place(&p[i][j], 0, i, t0) + wrong_place(&p[i][j], 1, j, t1);
        }
    }
    (void)printf("extent (8, 6), tile (%d, %d): %d x %d tiles of %d threads\n", t0, t1,
                 p[7][5].tile[0] + 1, p[7][5].tile[1] + 1, t0 * t1);
    return wrong;
}

int main(void)
{
    static place line[20], grid[8][6];
    const amp_array_view l = amp_view(place, line, 20), g = amp_view(place, grid, 8, 6);
    const place *p = &grid[6][3];
    int i, wrong = 0;

    must(parallel_for_each(amp_tile(amp_extent(20), 4), places_1d, l));
    must(amp_synchronize(l));
    for (i = 0; i < 20; i++) {
        wrong += wrong_place(&line[i], 0, i, 4);
    }
    (void)printf("extent (20), tile (4): %d tiles of 4 threads\n", line[19].tile[0] + 1);
    wrong += line[19].tile[0] != 4;

    must(parallel_for_each(amp_tile(amp_extent(8, 6), 4, 3), places_4x3, g));
    must(amp_synchronize(g));
    wrong += wrong_places(grid, 4, 3);
    wrong += grid[7][5].tile[0] != 1 || grid[7][5].tile[1] != 1;

    must(parallel_for_each(amp_tile(amp_extent(8, 6), 2, 2), places_2x2, g));
    must(amp_synchronize(g));
    wrong += wrong_places(grid, 2, 2);
    wrong += grid[7][5].tile[0] != 3 || grid[7][5].tile[1] != 2;

    (void)printf("thread with global (%d, %d): local (%d, %d), tile (%d, %d), "
                 "tile_origin (%d, %d)\n", p->global[0], p->global[1], p->local[0], p->local[1],
                 p->tile[0], p->tile[1], p->tile_origin[0], p->tile_origin[1]);
    wrong += p->local[0] != 0 || p->local[1] != 1 || p->tile[0] != 3 || p->tile[1] != 1
        || p->tile_origin[0] != 6 || p->tile_origin[1] != 2;
    must(amp_release(l));
    must(amp_release(g));
    return example_end(wrong);
}
