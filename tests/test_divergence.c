/* SPDX-License-Identifier: MIT */
/* run: not=opencl quick */
/* Threads of a tile that do not meet at a barrier: reported on every engine,
   with kernel, tile, threads and lines; and barriers that are right are not. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
enum { HELPER_LINE = __LINE__ + 3 };
static inline void meet(amp_tiled_index tidx)
{
    tile_barrier_wait(tidx);
}

enum how { RETURNS, SKIPS, OTHER_SITE, MORE_ROUNDS, FEWER_ROUNDS, HELPER, HOWS };
enum { HEAD = __LINE__ };
AMP_TILED_KERNEL(wrong, (2, 8), inout(int, 1, v), value(int, who), value(int, tile),
                 value(int, how))
{
    const int me = tidx.local[0] * 8 + tidx.local[1];
    const int it = me == who && tidx.tile[1] == tile;
    int i, rounds = 3;
    if (it && how == RETURNS) { return; }
    if (!it || how != SKIPS) {
        tile_barrier_wait(tidx);                        /* HEAD + 9 */
    }
    if (it && how == OTHER_SITE) {
        tile_barrier_wait(tidx);                        /* HEAD + 12 */
    } else if (it && how == HELPER) {
        meet(tidx);
    } else {
        tile_barrier_wait(tidx);                        /* HEAD + 16 */
    }
    if (it && how == MORE_ROUNDS) { rounds = 4; }
    if (it && how == FEWER_ROUNDS) { rounds = 2; }
    for (i = 0; i < rounds; i++) {
        tile_barrier_wait(tidx);                        /* HEAD + 21 */
    }
    at(v, tidx.global[1] * 2 + tidx.global[0]) += 1;
}

AMP_TILED_KERNEL(half, (16), inout(int, 1, v))
{
    if (tidx.local[0] < 8) { tile_barrier_wait(tidx); }
    at(v, tidx.global[0]) = 1;
}

AMP_TILED_KERNEL(alone, (1), inout(int, 1, v))
{
    int i;
    for (i = 0; i < tidx.global[0]; i++) {
        if (i & 1) { tile_barrier_wait(tidx); } else { meet(tidx); }
    }
    at(v, tidx.global[0]) += i;
}

/* Each thread adds its left neighbour's number in each of 7 meetings. */
AMP_TILED_KERNEL(right, (13), inout(int, 1, v), value(int, rounds))
{
    tile_static(int, t, 13);
    const int me = tidx.local[0];
    int i, j, sum = 0;
    if (tidx.tile[0] == 1) { return; } /* all of a tile */
    for (i = 0; i < rounds; i++) {
        for (j = 0; j <= i; j++) {
            t[me] = me + i + j;
            tile_barrier_wait(tidx); sum += t[(me + 12) % 13]; tile_barrier_wait(tidx);
        }
        meet(tidx);
        t[me] = i;
        meet(tidx);
        sum += t[(me + 5) % 13];
        if (tidx.tile[0] == 2) { meet(tidx); } else { tile_barrier_wait(tidx); }
    }
    at(v, tidx.global[0]) = sum;
}

AMP_TILED_KERNEL(large, (1024), inout(int, 1, v), value(int, who))
{
    if (tidx.local[0] == who) { return; }
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = 1;
}
AMP_DEVICE_END

enum { TILES = 4, N = TILES * 16 };
static int cells[1024];

static void right_runs(void)
{
    int t, me, i, j;
    memset(cells, 0, sizeof(cells));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(39), 13), right, amp_view(int, cells, 39), 4));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 39)));
    for (t = 0; t < 3; t++) {
        for (me = 0; me < 13; me++) {
            int sum = 0;
            for (i = 0; i < 4; i++) {
                for (j = 0; j <= i; j++) {
                    sum += (me + 12) % 13 + i + j;
                }
                sum += i;
            }
            CHECK_INT(cells[t * 13 + me], ==, t == 1 ? 0 : sum);
        }
    }
}

static void wrong_is_reported(int who, int tile, int how)
{
    char text[96];
    const char *why;
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(2, 8 * TILES), 2, 8), wrong,
                                   amp_view(int, cells, N), who, tile, how),
                 AMP_BARRIER_DIVERGED);
    why = amp_last_error();
    (void)snprintf(text, sizeof(text), "kernel wrong, tile (0, %d): thread (", tile);
    CHECK_CONTAINS(why, text);
    (void)snprintf(text, sizeof(text), "thread (%d, %d) %s", who / 8, who % 8,
                   how == RETURNS || how == FEWER_ROUNDS ? "has returned" : "waits at ");
    CHECK_CONTAINS(why, text);
    if (how == MORE_ROUNDS) {
        CHECK_CONTAINS(why, "has returned");
    }
    (void)snprintf(text, sizeof(text), "test_divergence.c:%d", HEAD + (
        how == RETURNS || how == SKIPS ? 9 : how == MORE_ROUNDS || how == FEWER_ROUNDS ? 21 : 16));
    CHECK_CONTAINS(why, text);
    if (how == OTHER_SITE || how == SKIPS || how == HELPER) {
        (void)snprintf(text, sizeof(text), "test_divergence.c:%d", how == OTHER_SITE ? HEAD + 12
                       : how == SKIPS ? HEAD + 16 : HELPER_LINE);
        CHECK_CONTAINS(why, text);
    }
    right_runs();
}

static void wrong_in_all_places(int how)
{
    const int who[] = { 0, 1, 9, 15 };
    int k, tile;
    for (k = 0; k < 4; k++) {
        for (tile = 0; tile < TILES; tile += 3) {
            wrong_is_reported(who[k], tile, how);
        }
    }
}

TEST(a_return_before_a_barrier) { wrong_in_all_places(RETURNS); }
TEST(a_barrier_that_one_thread_skips) { wrong_in_all_places(SKIPS); }
TEST(two_call_sites) { wrong_in_all_places(OTHER_SITE); }
TEST(one_round_more) { wrong_in_all_places(MORE_ROUNDS); }
TEST(one_round_fewer) { wrong_in_all_places(FEWER_ROUNDS); }
TEST(a_call_site_in_a_helper) { wrong_in_all_places(HELPER); }

TEST(in_every_order)
{
    const int how[] = { AMP_ORDER_REVERSE, AMP_ORDER_RANDOM };
    int k, h;
    for (k = 0; k < 2; k++) {
        CHECK_OK(amp_emu_set_order((amp_emu_order)how[k], 7));
        for (h = 0; h < HOWS; h++) {
            wrong_is_reported(5, 2, h);
        }
    }
}

TEST(half_of_the_threads)
{
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(N), 16), half, amp_view(int, cells, N)),
                 AMP_BARRIER_DIVERGED);
    CHECK_CONTAINS(amp_last_error(), "has returned");
    right_runs();
}

TEST(one_of_1024_threads)
{
    const int who[] = { 0, 512, 1023 };
    int k;
    for (k = 0; k < 3; k++) {
        char text[32];
        CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(1024), 1024), large,
                                       amp_view(int, cells, 1024), who[k]),
                     AMP_BARRIER_DIVERGED);
        (void)snprintf(text, sizeof(text), "thread (%d) has returned", who[k]);
        CHECK_CONTAINS(amp_last_error(), text);
    }
    right_runs();
}

TEST(a_tile_of_one_thread_always_meets)
{
    int i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(20), 1), alone, amp_view(int, cells, 20)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 20)));
    for (i = 0; i < 20; i++) {
        CHECK_INT(cells[i], ==, i);
    }
}

TEST(barriers_on_one_line_in_loops_and_in_helpers) { right_runs(); }
