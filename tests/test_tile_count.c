/* SPDX-License-Identifier: MIT */
/* tidx.tile_count: how many tiles a launch has in each dimension, wherever a thread asks. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* A number that tells the counts of all three dimensions. */
static inline int told(const int *count)
{
    return count[0] + 100 * count[1] + 10000 * count[2];
}
static inline int told_by_helper(amp_tiled_index tidx)
{
    return told(tidx.tile_count);
}

AMP_TILED_KERNEL(line, (4), out(int, 1, x))
{
    at(x, tidx.global[0]) = tidx.tile_count[0] + 100 * tidx.tile_count[1]
        + 10000 * tidx.tile_count[2];
}
AMP_TILED_KERNEL(plane, (2, 3), out(int, 2, x))
{
    const int *count = tidx.tile_count;
    tile_static(int, t, 2, 3);
    t[tidx.local[0]][tidx.local[1]] = told(count);
    tile_barrier_wait(tidx);
    at_index(x, tidx.global) = t[1 - tidx.local[0]][2 - tidx.local[1]];
}
AMP_TILED_KERNEL(space, (2, 1, 4), out(int, 3, x))
{
    int d, all = 0;
    for (d = 2; d >= 0; d--) {
        all = 100 * all + tidx.tile_count[d];
    }
    at_index(x, tidx.global) = all == told_by_helper(tidx) ? all : -1;
}
/* One thread in the last dimension, which some OpenCL devices are given as another one. */
AMP_TILED_KERNEL(column, (4, 1), out(int, 2, x))
{
    at_index(x, tidx.global) = told_by_helper(tidx);
}
AMP_PHASED_KERNEL(phases, (2, 4), out(int, 2, x))
{
    const int outside = told(amp_tile_index.tile_count);
    thread_private(int, inside);
    phase {
        mine(inside) = tidx.tile_count[0] + 100 * tidx.tile_count[1] + 10000 * tidx.tile_count[2];
    }
    phase { at_index(x, tidx.global) = mine(inside) == outside ? outside : -1; }
}
/* As CUDA programs have it: fewer threads than elements, each of which goes through them in steps
   of all threads. */
AMP_TILED_KERNEL(grid_stride, (8), inout(int, 1, x))
{
    for (int i = tidx.global[0]; i < x_shape.extent[0]; i += 8 * tidx.tile_count[0]) {
        at(x, i) += i;
    }
}
/* Of an extent that was padded, guarded. */
AMP_TILED_KERNEL(padded, (4, 4), out(int, 2, x))
{
    if (amp_contains(x, tidx.global)) {
        at_index(x, tidx.global) = told(tidx.tile_count);
    }
}
AMP_DEVICE_END

/* All n of x are `want`. */
static void check_all(const int *x, int n, int want)
{
    int i;
    for (i = 0; i < n; i++) {
        CHECK_INT(x[i], ==, want);
    }
}

TEST(of_one_dimension)
{
    static int x[28];
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(28), 4), line, amp_view(int, x, 28)));
    CHECK_OK(amp_synchronize(amp_view(int, x, 28)));
    check_all(x, 28, 10107);
}

TEST(of_two_dimensions)
{
    static int x[10][27], y[12][5];
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(10, 27), 2, 3), plane,
                               amp_view(int, x[0], 10, 27)));
    CHECK_OK(amp_synchronize(amp_view(int, x[0], 10, 27)));
    check_all(x[0], 270, 10905);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(12, 5), 4, 1), column,
                               amp_view(int, y[0], 12, 5)));
    CHECK_OK(amp_synchronize(amp_view(int, y[0], 12, 5)));
    check_all(y[0], 60, 10503);
}

TEST(of_three_dimensions)
{
    static int x[4][3][20];
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 3, 20), 2, 1, 4), space,
                               amp_view(int, x[0][0], 4, 3, 20)));
    CHECK_OK(amp_synchronize(amp_view(int, x[0][0], 4, 3, 20)));
    check_all(x[0][0], 240, 50302);
}

TEST(in_phases_and_outside)
{
    static int x[6][20];
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(6, 20), 2, 4), phases,
                               amp_view(int, x[0], 6, 20)));
    CHECK_OK(amp_synchronize(amp_view(int, x[0], 6, 20)));
    check_all(x[0], 120, 10503);
}

TEST(a_loop_in_steps_of_all_threads)
{
    static int x[1000];
    int i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(48), 8), grid_stride, amp_view(int, x, 1000)));
    CHECK_OK(amp_synchronize(amp_view(int, x, 1000)));
    for (i = 0; i < 1000; i++) {
        CHECK_INT(x[i], ==, i);
    }
}

TEST(of_a_padded_extent)
{
    static int x[9][13];
    CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(9, 13), 4, 4)), padded,
                               amp_view(int, x[0], 9, 13)));
    CHECK_OK(amp_synchronize(amp_view(int, x[0], 9, 13)));
    check_all(x[0], 117, 10403);
}
