/* SPDX-License-Identifier: MIT */
/* run: group=once not=separate not=vectors not=opencl */
/* A debug build (docs/debug-build.md), by what its calls return; what it says stands in
   tests/mistakes. */
#undef NDEBUG
#define AMP_DEBUG
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

static int began; /* threads, in their order */

AMP_DEVICE_BEGIN
/* Forty arrays of tile memory: more than have guards. */
#define EACH_OF_8(f, n) f(n##0) f(n##1) f(n##2) f(n##3) f(n##4) f(n##5) f(n##6) f(n##7)
#define EACH_OF_40(f) \
    EACH_OF_8(f, a) EACH_OF_8(f, b) EACH_OF_8(f, c) EACH_OF_8(f, d) EACH_OF_8(f, e)
#define DECLARED(name) tile_static(int, name, 3);
#define STORED(name) name[i] = n++;
#define ADDED(name) sum += name[(i + 1) % 3];

AMP_TILED_KERNEL(in_forty_arrays, (3), out(int, 1, y))
{
    const int i = tidx.local[0];
    int n = 100 * i, sum = 0;
    EACH_OF_40(DECLARED)
    EACH_OF_40(STORED)
    tile_barrier_wait(tidx);
    EACH_OF_40(ADDED)
    at(y, tidx.global[0]) = sum;
}
AMP_TILED_KERNEL(all_of_the_limit, (4), inout(char, 1, y))
{
    tile_static(char, one, 1);
    tile_static(char, most, 32766);
    tile_static(char, last, 1);
    const int i = tidx.local[0];
    if (i == 0) { one[0] = 1; last[0] = 3; most[0] = most[32765] = 2; }
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = (char)(one[0] + most[0] + most[32765] + last[0]);
}
AMP_TILED_KERNEL(who_begins, (8), out(int, 1, y)) { at(y, tidx.global[0]) = began++; }
AMP_KERNEL(beyond, 2, out(int, 2, y)) { at(y, idx[0], idx[1] + 1) = 1; }
AMP_KERNEL(copies, 1, in(int, 1, x), out(int, 1, y)) { at(y, idx[0]) = at(x, idx[0]); }
AMP_TILED_KERNEL(in_front, (4), inout(int, 1, y))
{
    tile_static(int, t, 4);
    t[tidx.local[0] - 1] = at_index(y, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[0];
}
AMP_PHASED_KERNEL(behind_in_a_phase, (4), inout(int, 1, y))
{
    tile_static(int, t, 4);
    phase { t[tidx.local[0] + 1] = at_index(y, tidx.global); }
    phase { at_index(y, tidx.global) = t[0]; }
}
/* A tile comes at its place: one more. */
AMP_TILED_KERNEL(one_more, (1, 2, 1), inout(int, 3, x))
{
    const int right = tidx.tile_origin[0] == tidx.tile[0] && tidx.tile_origin[1] == 2 * tidx.tile[1]
        && tidx.tile_origin[2] == tidx.tile[2];
    at_index(x, tidx.global) += right ? 1 : 1000;
}
AMP_DEVICE_END

TEST(more_arrays_than_have_guards_lie_apart)
{
    int y[6], i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(6), 3), in_forty_arrays, amp_view(int, y, 6)));
    for (i = 0; i < 6; i++) {
        CHECK_INT(y[i], ==, 40 * 100 * ((i + 1) % 3) + 39 * 40 / 2);
    }
}

TEST(guards_do_not_count_against_the_limit)
{
    char y[4] = { 0, 0, 0, 0 };
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(4), 4), all_of_the_limit, amp_view(char, y, 4)));
    CHECK_INT(y[3], ==, 8);
}

TEST(an_index_outside_is_a_fault_with_its_numbers)
{
    int y[2][3];
    CHECK_STATUS(parallel_for_each(amp_extent(2, 3), beyond, amp_view(int, y, 2, 3)),
                 AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "index 3 is outside dimension 1, which has 3 elements");
}

TEST(stores_around_a_tile_array_are_faults)
{
    int y[4] = { 1, 2, 3, 4 };
    amp_array_view v = amp_view(int, y, 4);
    if (getenv("AMP_ENGINE") != NULL && strcmp(getenv("AMP_ENGINE"), "threads") == 0) {
        SKIP("there are no guards on threads");
    }
    CHECK_STATUS(parallel_for_each(amp_tile(v.extent, 4), in_front, v), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "4 bytes in front of tile array t, which has 16");
    CHECK_STATUS(parallel_for_each(amp_tile(v.extent, 4), behind_in_a_phase, v), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "4 bytes behind the end of tile array t, which has 16");
}

TEST(a_refused_launch_leaves_the_output_as_it_was)
{
    int x[4] = { 1, 2, 3, 4 }, y[8] = { 7, 7, 7, 7, 7, 7, 7, 7 };
    amp_array_view vx = amp_view(int, x, 4), vy = amp_view(int, y, 4);
    CHECK_STATUS(parallel_for_each(amp_extent(4), copies, vx, amp_view(float, (void *)(y + 4), 4)),
                 AMP_VIEW_MISMATCH);
    CHECK_STATUS(parallel_for_each(amp_extent(0), copies, vx, vy), AMP_INVALID_COMPUTE_DOMAIN);
    CHECK_INT(y[0], ==, 7);
    CHECK_INT(y[4], ==, 7);
    CHECK_OK(parallel_for_each(amp_extent(4), copies, vx, vx)); /* one memory: x must stay */
    CHECK_INT(x[3], ==, 4);
}

TEST(threads_begin_in_a_drawn_order_unless_one_is_asked_for)
{
    int first[8], again[8], forward[8], i, moved = 0;
    amp_array_view v;
    if (getenv("AMP_ENGINE") != NULL && strcmp(getenv("AMP_ENGINE"), "threads") == 0) {
        SKIP("threads begin as the system has it");
    }
    if (getenv("AMP_ORDER") != NULL) {
        SKIP("AMP_ORDER asks for an order");
    }
    began = 0;
    v = amp_view(int, first, 8);
    CHECK_OK(parallel_for_each(amp_tile(v.extent, 8), who_begins, v));
    began = 0;
    v = amp_view(int, again, 8);
    CHECK_OK(parallel_for_each(amp_tile(v.extent, 8), who_begins, v));
    CHECK_OK(amp_emu_set_order(AMP_ORDER_FORWARD, 0));
    began = 0;
    v = amp_view(int, forward, 8);
    CHECK_OK(parallel_for_each(amp_tile(v.extent, 8), who_begins, v));
    for (i = 0; i < 8; i++) {
        moved += first[i] != i;
        CHECK_INT(again[i], ==, first[i]);
        CHECK_INT(forward[i], ==, i);
    }
    CHECK_INT(moved, >=, 1);
}

/* A worker takes several tiles at a time there, which do not follow each other. */
TEST(each_tile_comes_once_in_a_drawn_order)
{
    static int x[13][2 * 7][11];
    const amp_array_view v = amp_view(int, x[0][0], 13, 2 * 7, 11);
    int i;
    CHECK_OK(parallel_for_each(amp_tile(v.extent, 1, 2, 1), one_more, v));
    for (i = 0; i < 13 * 2 * 7 * 11; i++) {
        CHECK_INT((&x[0][0][0])[i], ==, 1);
    }
}
