/* SPDX-License-Identifier: MIT */
/*
floyd_warshall.c: shortest ways between all pairs of places. For each k in turn,
is the way over place k shorter? As it stands that is n launches (simple), each
of which reads all of the matrix. In blocks of 16 x 16 it is n / 16 rounds of
three: the block on the diagonal, whose 16 places the round is about; the blocks
in its row and in its column; all others. Each block takes the 16 places at once,
in tile memory.

    cc -O2 -fopenmp -pthread -I. examples/floyd_warshall.c -o floyd_warshall
    ./floyd_warshall [places]

prints the launches of both, some ways, and the check against three loops.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 16
#define FAR 1000000000 /* no way; two of them are still an int */

typedef int row[TILE]; /* of a block in tile memory, for helpers that are given one */

/* The element of a block, or no way outside of the matrix. */
static inline int way(amp_in(int, 2, d), int i, int j)
{
    return i < d_shape.extent[0] && j < d_shape.extent[1] ? at(d, i, j) : FAR;
}

/* The way over place k of two blocks, if it is shorter than the one of t. */
static inline void shorten(amp_tile_ptr(row) t, amp_tile_ptr(row) to, amp_tile_ptr(row) from,
                           int i, int j, int k)
{
    const int over = to[i][k] + from[k][j];
    if (over < t[i][j]) {
        t[i][j] = over;
    }
}

/* Once a k, on the whole matrix. Row and column k stay as they are, so that no thread
   writes what others read. */
AMP_KERNEL(shorten_all, 2, inout(int, 2, d), value(int, k))
{
    const int over = at(d, idx[0], k) + at(d, k, idx[1]);
    if (over < at_index(d, idx)) {
        at_index(d, idx) = over;
    }
}

/* The block b on the diagonal. */
AMP_TILED_KERNEL(shorten_diagonal, (TILE, TILE), inout(int, 2, d), value(int, b))
{
    tile_static(int, t, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1], gi = b * TILE + i, gj = b * TILE + j;
    t[i][j] = way(amp_view_of(d), gi, gj);
    tile_barrier_wait(tidx);
    for (int k = 0; k < TILE; k++) {
        shorten(t, t, t, i, j, k);
        tile_barrier_wait(tidx);
    }
    if (gi < d_shape.extent[0] && gj < d_shape.extent[1]) {
        at(d, gi, gj) = t[i][j];
    }
}

/* The blocks of row b (tiles of row 0), and of column b (tiles of row 1). */
AMP_TILED_KERNEL(shorten_cross, (TILE, TILE), inout(int, 2, d), value(int, b))
{
    tile_static(int, pivot, TILE, TILE);
    tile_static(int, t, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1], across = tidx.tile[0] == 0;
    const int gi = (across ? b : tidx.tile[1]) * TILE + i;
    const int gj = (across ? tidx.tile[1] : b) * TILE + j;
    pivot[i][j] = way(amp_view_of(d), b * TILE + i, b * TILE + j);
    t[i][j] = way(amp_view_of(d), gi, gj);
    tile_barrier_wait(tidx);
    for (int k = 0; k < TILE; k++) {
        if (across) {
            shorten(t, pivot, t, i, j, k);
        } else {
            shorten(t, t, pivot, i, j, k);
        }
        tile_barrier_wait(tidx);
    }
    if (tidx.tile[1] != b && gi < d_shape.extent[0] && gj < d_shape.extent[1]) {
        at(d, gi, gj) = t[i][j];
    }
}

/* All other blocks: no thread reads what another one writes, so no barriers between. */
AMP_TILED_KERNEL(shorten_rest, (TILE, TILE), inout(int, 2, d), value(int, b))
{
    tile_static(int, to, TILE, TILE);
    tile_static(int, from, TILE, TILE);
    const int i = tidx.local[0], j = tidx.local[1], gi = tidx.global[0], gj = tidx.global[1];
    int shortest = way(amp_view_of(d), gi, gj);
    to[i][j] = way(amp_view_of(d), gi, b * TILE + j);
    from[i][j] = way(amp_view_of(d), b * TILE + i, gj);
    tile_barrier_wait(tidx);
    for (int k = 0; k < TILE; k++) {
        const int over = to[i][k] + from[k][j];
        shortest = over < shortest ? over : shortest;
    }
    if (tidx.tile[0] != b && tidx.tile[1] != b && gi < d_shape.extent[0]
        && gj < d_shape.extent[1]) {
        at(d, gi, gj) = shortest;
    }
}
AMP_DEVICE_END

static int step_by_step(amp_array_view d, int n)
{
    int k;
    for (k = 0; k < n; k++) {
        must(parallel_for_each(d.extent, shorten_all, d, k));
    }
    return n;
}

static int in_blocks(amp_array_view d, int n)
{
    const int blocks = (n + TILE - 1) / TILE;
    const amp_tiled_extent one = amp_tile(amp_extent(TILE, TILE), TILE, TILE);
    const amp_tiled_extent cross = amp_tile(amp_extent(2 * TILE, blocks * TILE), TILE, TILE);
    const amp_tiled_extent all = amp_pad(amp_tile(d.extent, TILE, TILE));
    int b;
    for (b = 0; b < blocks; b++) {
        must(parallel_for_each(one, shorten_diagonal, d, b));
        must(parallel_for_each(cross, shorten_cross, d, b));
        must(parallel_for_each(all, shorten_rest, d, b));
    }
    return 3 * blocks;
}

static void serial(int *d, int n)
{
    int i, j, k;
    for (k = 0; k < n; k++) {
        for (i = 0; i < n; i++) {
            for (j = 0; j < n; j++) {
                const int over = d[i * n + k] + d[k * n + j];
                d[i * n + j] = over < d[i * n + j] ? over : d[i * n + j];
            }
        }
    }
}

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 171, 37, 4000);
    const size_t bytes = (size_t)n * (size_t)n * sizeof(int);
    int *roads = example_memory(bytes), *expected = example_memory(bytes);
    int *d = example_memory(bytes);
    const amp_array_view view = amp_view(int, d, n, n);
    unsigned random = 5;
    int i, j, form, wrong = 0;
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) { /* one-way roads: to the next place, and to one in sixteen */
            random = random * 1664525u + 1013904223u;
            roads[i * n + j] = i == j ? 0 : j == i + 1 || random >> 28 == 0
                ? 1 + (int)((random >> 16) % 100u) : FAR;
        }
    }
    memcpy(expected, roads, bytes);
    serial(expected, n);
    for (form = 0; form < 2; form++) {
        int launches;
        memcpy(d, roads, bytes);
        must(amp_refresh(view));
        launches = form == 0 ? step_by_step(view, n) : in_blocks(view, n);
        must(amp_synchronize(view));
        for (i = 0; i < n * n; i++) {
            wrong += d[i] != expected[i];
        }
        (void)printf("%d places, %-13s %4d launches\n", n,
                     form == 0 ? "step by step:" : "in blocks:", launches);
    }
    must(amp_release(view));
    for (j = 1; j < n; j += n / 4 + 1) {
        (void)printf("from place 0 to place %d: %d\n", j, expected[j]);
    }
    free(roads);
    free(expected);
    free(d);
    return example_end(wrong);
}
