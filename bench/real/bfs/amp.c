/* SPDX-License-Identifier: MIT */
/* A node a thread, two launches a level: a node of the level marks those it reaches; then what
   is marked becomes the next level. The host goes on while a thread has set the flag. Where
   several threads reach one node, each writes the same, which is meant. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256

AMP_TILED_KERNEL(bfs_reach, (TILE), value(int, n), in(int, 1, starts), in(int, 1, edges),
                 inout(unsigned char, 1, mask), inout(unsigned char, 1, updating),
                 in(unsigned char, 1, visited), inout(int, 1, cost))
{
    const int i = tidx.global[0];
    if (i < n && at(mask, i)) {
        at(mask, i) = 0;
        for (int k = at(starts, i); k < at(starts, i + 1); k++) {
            const int other = at(edges, k);
            if (!at(visited, other)) {
                amp_racy(at(cost, other)) = at(cost, i) + 1;
                amp_racy(at(updating, other)) = 1;
            }
        }
    }
}

AMP_TILED_KERNEL(bfs_advance, (TILE), value(int, n), inout(unsigned char, 1, mask),
                 inout(unsigned char, 1, updating), inout(unsigned char, 1, visited),
                 inout(int, 1, again))
{
    const int i = tidx.global[0];
    if (i < n && at(updating, i)) {
        at(mask, i) = 1;
        at(visited, i) = 1;
        amp_racy(at(again, 0)) = 1;
        at(updating, i) = 0;
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = bfs.n;
    const amp_tiled_extent tiles = amp_pad(amp_tile(amp_extent(n), TILE));
    amp_array_view views[7];
    amp_status s = AMP_OK;
    int again = 1;
    views[0] = amp_view(int, bfs.starts, n + 1);
    views[1] = amp_view(int, bfs.edges, bfs.edge_count > 0 ? bfs.edge_count : 1);
    views[2] = amp_view(unsigned char, bfs.mask, n);
    views[3] = amp_view(unsigned char, bfs.updating, n);
    views[4] = amp_view(unsigned char, bfs.visited, n);
    views[5] = amp_view(int, bfs.cost, n);
    views[6] = amp_view(int, &again, 1);
    while (again && s == AMP_OK) {
        again = 0;
        s = amp_refresh(views[6]);
        if (s == AMP_OK) {
            s = parallel_for_each(tiles, bfs_reach, n, views[0], views[1], views[2], views[3],
                                  views[4], views[5]);
        }
        if (s == AMP_OK) {
            s = parallel_for_each(tiles, bfs_advance, n, views[2], views[3], views[4], views[6]);
        }
        if (s == AMP_OK) {
            s = amp_synchronize(views[6]);
        }
    }
    return REAL_ENDED(s, views);
}

const real_variant bfs_amp[] = { { "kernel", run }, { NULL, NULL } };
