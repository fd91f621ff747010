/* SPDX-License-Identifier: MIT */
/* Where each block of 16 x 16 pixels of an image came from, of 16 x 16 displacements: a tile a
   block, a thread a displacement with its sum of differences, then a tree for the least. The image
   before has n x n pixels and a rim of 8. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16
#define AROUND (2 * SIDE)

AMP_TILED_KERNEL(motion_tiles, (SIDE, SIDE), in(unsigned char, 2, before),
                 in(unsigned char, 2, now), out(int, 2, best))
{
    tile_static(int, here, SIDE, SIDE);
    tile_static(int, there, AROUND, AROUND);
    tile_static(int, cost, SIDE * SIDE);
    const int ty = tidx.local[0], tx = tidx.local[1], l = ty * SIDE + tx;
    here[ty][tx] = at(now, tidx.global[0], tidx.global[1]);
    for (int y = ty; y < AROUND; y += SIDE) {
        for (int x = tx; x < AROUND; x += SIDE) {
            there[y][x] = at(before, tidx.tile_origin[0] + y, tidx.tile_origin[1] + x);
        }
    }
    tile_barrier_wait(tidx);
    int sum = 0;
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            sum += abs(here[y][x] - there[y + ty][x + tx]);
        }
    }
    cost[l] = sum * SIDE * SIDE + l;
    tile_barrier_wait(tidx);
    for (int s = SIDE * SIDE / 2; s > 0; s /= 2) {
        if (l < s) {
            cost[l] = amp_imin(cost[l], cost[l + s]);
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(best, tidx.tile[0], tidx.tile[1]) = cost[0];
    }
}
AMP_DEVICE_END

static int n;
static unsigned char *before, *now;
static int *best;

/* n is taken as a multiple of 16. */
static void make(int size)
{
    n = size / SIDE * SIDE;
    before = sample_bytes((size_t)(n + SIDE) * (size_t)(n + SIDE));
    now = sample_bytes((size_t)n * (size_t)n);
    best = sample_ints((size_t)(n / SIDE) * (size_t)(n / SIDE), 0, 1);
    sample_is_result(best);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(unsigned char, before, n + SIDE, n + SIDE);
    views[1] = amp_view(unsigned char, now, n, n);
    views[2] = amp_view(int, best, n / SIDE, n / SIDE);
    s = parallel_for_each(amp_tile(amp_extent(n, n), SIDE, SIDE), motion_tiles, views[0], views[1],
                          views[2]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int block;
#pragma omp parallel for schedule(static)
    for (block = 0; block < n / SIDE * (n / SIDE); block++) {
        const int top = block / (n / SIDE) * SIDE, left = block % (n / SIDE) * SIDE;
        int least = 1 << 30, l, y, x;
        for (l = 0; l < SIDE * SIDE; l++) {
            int sum = 0;
            for (y = 0; y < SIDE; y++) {
                const unsigned char *p = now + (top + y) * n + left;
                const int row = top + y + l / SIDE, column = left + l % SIDE;
                const unsigned char *q = before + row * (n + SIDE) + column;
#pragma omp simd reduction(+ : sum)
                for (x = 0; x < SIDE; x++) {
                    sum += p[x] > q[x] ? p[x] - q[x] : q[x] - p[x];
                }
            }
            sum = sum * SIDE * SIDE + l;
            least = sum < least ? sum : least;
        }
        best[block] = least;
    }
}

const sample motion_sample = { make, launch, by_hand, 0 };
