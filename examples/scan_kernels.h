/* SPDX-License-Identifier: MIT */
#ifndef SCAN_KERNELS_H
#define SCAN_KERNELS_H
/* The exclusive scan (prefix sum) by up-sweep and down-sweep, for any count:
   shared by scan_ladder.c and radix_sort.c. Include amp.h and example.h first. */

AMP_DEVICE_BEGIN
#define SCAN_TILE 64
#define SCAN_BLOCK (2 * SCAN_TILE) /* elements of a tile: two a thread */

/* Scans each block of x into y, and leaves the block's total in sums. */
AMP_TILED_KERNEL(scan_blocks, (SCAN_TILE), in(int, 1, x), out(int, 1, y), out(int, 1, sums))
{
    tile_static(int, t, SCAN_BLOCK);
    const int tid = tidx.local[0], n = x_shape.extent[0];
    const int a = tidx.tile[0] * SCAN_BLOCK + tid, b = a + SCAN_TILE;
    int offset = 1;
    t[tid] = a < n ? at(x, a) : 0;
    t[tid + SCAN_TILE] = b < n ? at(x, b) : 0;
    tile_barrier_wait(tidx);
    /* up: each pair's sum goes to its right end, until the last is the total */
    for (int pairs = SCAN_TILE; pairs > 0; pairs /= 2) {
        if (tid < pairs) {
            t[offset * (2 * tid + 2) - 1] += t[offset * (2 * tid + 1) - 1];
        }
        offset *= 2;
        tile_barrier_wait(tidx);
    }
    if (tid == 0) {
        at(sums, tidx.tile[0]) = t[SCAN_BLOCK - 1];
        t[SCAN_BLOCK - 1] = 0;
    }
    tile_barrier_wait(tidx);
    /* down: the left half gets what stood on the right, the right that plus left */
    for (int pairs = 1; pairs <= SCAN_TILE; pairs *= 2) {
        offset /= 2;
        if (tid < pairs) {
            const int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
            const int old = t[left];
            t[left] = t[right];
            t[right] += old;
        }
        tile_barrier_wait(tidx);
    }
    if (a < n) {
        at(y, a) = t[tid];
    }
    if (b < n) {
        at(y, b) = t[tid + SCAN_TILE];
    }
}

/* scan_blocks by phases: a phase runs to its end in all threads before the next. */
AMP_PHASED_KERNEL(scan_blocks_phased, (SCAN_TILE), in(int, 1, x), out(int, 1, y),
                  out(int, 1, sums))
{
    tile_static(int, t, SCAN_BLOCK);
    phase {
        const int n = x_shape.extent[0], a = tidx.tile[0] * SCAN_BLOCK + tidx.local[0];
        t[tidx.local[0]] = a < n ? at(x, a) : 0;
        t[tidx.local[0] + SCAN_TILE] = a + SCAN_TILE < n ? at(x, a + SCAN_TILE) : 0;
    }
    for (int pairs = SCAN_TILE, offset = 1; pairs > 0; pairs /= 2, offset *= 2) {
        phase_first(pairs) {
            t[offset * (2 * tidx.local[0] + 2) - 1] += t[offset * (2 * tidx.local[0] + 1) - 1];
        }
    }
    phase_first(1) {
        at(sums, tidx.tile[0]) = t[SCAN_BLOCK - 1];
        t[SCAN_BLOCK - 1] = 0;
    }
    for (int pairs = 1, offset = SCAN_TILE; pairs <= SCAN_TILE; pairs *= 2, offset /= 2) {
        phase_first(pairs) {
            const int left = offset * (2 * tidx.local[0] + 1) - 1, right = left + offset;
            const int old = t[left];
            t[left] = t[right];
            t[right] += old;
        }
    }
    phase {
        const int n = x_shape.extent[0], a = tidx.tile[0] * SCAN_BLOCK + tidx.local[0];
        if (a < n) {
            at(y, a) = t[tidx.local[0]];
        }
        if (a + SCAN_TILE < n) {
            at(y, a + SCAN_TILE) = t[tidx.local[0] + SCAN_TILE];
        }
    }
}

/* Adds to each element what stands before its block. */
AMP_KERNEL(scan_add, 1, inout(int, 1, y), in(int, 1, before))
{
    at(y, idx[0]) += at(before, idx[0] / SCAN_BLOCK);
}
AMP_DEVICE_END

/* y[i] = x[0] + ... + x[i - 1], two views of n elements; O(n) additions. The
   totals of the blocks are scanned in the same way. Returns the first failure. */
static inline amp_status exclusive_scan_as(int phased, amp_array_view x, amp_array_view y)
{
    const int n = x.extent.dim[0], blocks = (n + SCAN_BLOCK - 1) / SCAN_BLOCK;
    int *total = example_memory((size_t)blocks * sizeof(int));
    int *before = example_memory((size_t)blocks * sizeof(int));
    const amp_array_view totals = amp_view(int, total, blocks);
    const amp_array_view befores = amp_view(int, before, blocks);
    const amp_tiled_extent tiles = amp_tile(amp_extent(blocks * SCAN_TILE), SCAN_TILE);
    amp_status s = phased ? parallel_for_each(tiles, scan_blocks_phased, x, y, totals)
                          : parallel_for_each(tiles, scan_blocks, x, y, totals);
    if (s == AMP_OK && blocks > 1) {
        s = exclusive_scan_as(phased, totals, befores);
        if (s == AMP_OK) {
            s = parallel_for_each(amp_extent(n), scan_add, y, befores);
        }
    }
    if (amp_release(totals) != AMP_OK && s == AMP_OK) {
        s = AMP_RUNTIME_ERROR;
    }
    if (amp_release(befores) != AMP_OK && s == AMP_OK) {
        s = AMP_RUNTIME_ERROR;
    }
    free(total);
    free(before);
    return s;
}
static inline amp_status exclusive_scan(amp_array_view x, amp_array_view y)
{
    return exclusive_scan_as(0, x, y);
}

#endif /* SCAN_KERNELS_H */
