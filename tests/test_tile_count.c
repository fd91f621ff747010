/* SPDX-License-Identifier: MIT */
/* tidx.tile_count: how many tiles a launch has in each dimension, wherever a thread asks; and that
   a launch goes through all of them once, in each order. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

int setenv(const char *, const char *, int); /* hidden by -std=c99 */

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
/* Each element becomes one more, where the tile's place is that of the thread; else 1000 more. */
#define STEP(RANK, ...)                                                                            \
    int right = 1;                                                                                 \
    const int tile[] = { __VA_ARGS__ };                                                            \
    for (int d = 0; d < RANK; d++) {                                                               \
        right &= tidx.tile_origin[d] == tidx.tile[d] * tile[d]                                     \
            && tidx.global[d] == tidx.tile_origin[d] + tidx.local[d]                               \
            && tidx.tile_count[d] * tile[d] == x_shape.extent[d];                                  \
    }                                                                                              \
    at_index(x, tidx.global) += right ? 1 : 1000;
AMP_PHASED_KERNEL(walk_line, (3), inout(int, 1, x)) { phase { STEP(1, 3) } }
AMP_PHASED_KERNEL(walk_plane, (2, 3), inout(int, 2, x)) { phase { STEP(2, 2, 3) } }
AMP_PHASED_KERNEL(walk_space, (2, 1, 2), inout(int, 3, x)) { phase { STEP(3, 2, 1, 2) } }
AMP_TILED_KERNEL(tiled_line, (3), inout(int, 1, x)) { STEP(1, 3) }
AMP_TILED_KERNEL(tiled_plane, (2, 3), inout(int, 2, x)) { STEP(2, 2, 3) }
AMP_TILED_KERNEL(tiled_space, (2, 1, 2), inout(int, 3, x)) { STEP(3, 2, 1, 2) }
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

/* Tiles of launches, many and few: a worker takes one or up to 64 at a time, which begin and end
   anywhere in a row. */
static const int walked[][3] = {
    { 1, 1, 1 }, { 1, 1, 67 }, { 1, 67, 1 }, { 67, 1, 1 }, { 3, 5, 7 }, { 2, 31, 37 },
    { 13, 17, 19 }, { 1, 3, 1009 }, { 1009, 3, 1 }, { 3, 1009, 1 }, { 1, 1, 5003 }
};
static void walk(const char *workers, const char *order)
{
    static int x[6 * 5003];
    const int threads = tap_on_engine("threads"); /* slow: the small ones alone */
    unsigned k;
    int i, t;
    CHECK_INT(setenv("AMP_WORKERS", workers, 1), ==, 0);
    CHECK_INT(setenv("AMP_ORDER", order, 1), ==, 0);
    for (k = 0; k < sizeof(walked) / sizeof(walked[0]); k++) {
        const int *c = walked[k], tiles = c[0] * c[1] * c[2];
        const amp_array_view line = amp_view(int, x, 3 * tiles);
        const amp_array_view plane = amp_view(int, x, 2 * c[0] * c[1], 3 * c[2]);
        const amp_array_view space = amp_view(int, x, 2 * c[0], c[1], 2 * c[2]);
        if (threads && tiles > 120) {
            continue;
        }
        for (t = 0; t < 2; t++) {
            const amp_tiled_extent lines = amp_tile(line.extent, 3);
            const amp_tiled_extent planes = amp_tile(plane.extent, 2, 3);
            const amp_tiled_extent spaces = amp_tile(space.extent, 2, 1, 2);
            memset(x, 0, sizeof(x));
            CHECK_OK(amp_refresh(amp_view(int, x, 6 * 5003)));
            CHECK_OK(t ? parallel_for_each(lines, tiled_line, line)
                       : parallel_for_each(lines, walk_line, line));
            CHECK_OK(amp_synchronize(line));
            check_all(x, 3 * tiles, 1);
            CHECK_OK(t ? parallel_for_each(planes, tiled_plane, plane)
                       : parallel_for_each(planes, walk_plane, plane));
            CHECK_OK(amp_synchronize(plane));
            check_all(x, 3 * tiles, 2);
            check_all(x + 3 * tiles, 3 * tiles, 1);
            CHECK_OK(t ? parallel_for_each(spaces, tiled_space, space)
                       : parallel_for_each(spaces, walk_space, space));
            CHECK_OK(amp_synchronize(space));
            check_all(x, 3 * tiles, 3);
            for (i = 3 * tiles; i < 6 * tiles; i++) {
                CHECK_INT(x[i], ==, i < 4 * tiles ? 2 : 1);
            }
        }
    }
}
TEST(each_tile_comes_once_by_one_worker) { walk("1", "forward"); }
TEST(each_tile_comes_once_by_three_workers) { walk("3", "forward"); }
TEST(each_tile_comes_once_backwards) { walk("3", "reverse"); }
TEST(each_tile_comes_once_in_a_drawn_order) { walk("3", "random:7"); }
