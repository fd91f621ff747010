/* SPDX-License-Identifier: MIT */
/* run: group=once engines=default quick */
/* Extents, indices and tiled extents: arithmetic, limits, pad and truncate. */
#include <limits.h>
#include "amp.h"
#include "tap.h"

static void is_extent(amp_extent e, int rank, int a, int b, int c)
{
    const int want[3] = { a, b, c };
    int k;
    CHECK_INT(e.rank, ==, rank);
    for (k = 0; k < rank; k++) {
        CHECK_INT(e.dim[k], ==, want[k]);
    }
}

static void is_index(amp_index i, int rank, int a, int b, int c)
{
    is_extent(amp_extent_of(i), rank, a, b, c);
}

TEST(values_have_rank_and_components)
{
    is_extent(amp_extent(7), 1, 7, 0, 0);
    is_extent(amp_extent(999, 666), 2, 999, 666, 0);
    is_extent(amp_extent(2, 3, 4), 3, 2, 3, 4);
    is_index(amp_index(-7), 1, -7, 0, 0);
    is_index(amp_index(6, 3), 2, 6, 3, 0);
    is_index(amp_index(-1, 0, 5), 3, -1, 0, 5);
    is_index(amp_index_of(amp_extent(4, 5)), 2, 4, 5, 0);
    is_extent(amp_extent_of(amp_index(4, -5)), 2, 4, -5, 0);
}

TEST(unused_components_are_zero)
{
    CHECK_INT(amp_extent(5).dim[1], ==, 0);
    CHECK_INT(amp_extent(5).dim[2], ==, 0);
    CHECK_INT(amp_index(5, 6).dim[2], ==, 0);
}

TEST(a_component_that_no_int_holds_is_refused_not_cut_off)
{
    CHECK_INT(amp_extent(4294967297LL).dim[0], ==, INT_MIN);
    CHECK_INT(amp_extent(1, -4294967297LL).dim[1], ==, INT_MIN);
    CHECK_INT(amp_extent((size_t)1 << 31).dim[0], ==, INT_MIN);
    CHECK_INT(amp_extent(INT_MAX).dim[0], ==, INT_MAX);
    CHECK_UINT(amp_extent_size(amp_extent(4294967297LL)), ==, 0);
}

TEST(each_dimension_is_evaluated_once)
{
    int n = 3;
    is_extent(amp_extent(n++, 2), 2, 3, 2, 0);
    CHECK_INT(n, ==, 4);
    is_index(amp_index(1, n++, 2), 3, 1, 4, 2);
    CHECK_INT(n, ==, 5);
}

TEST(equality)
{
    CHECK(amp_extent_equal(amp_extent(2, 3), amp_extent(2, 3)));
    CHECK(!amp_extent_equal(amp_extent(2, 3), amp_extent(3, 2)));
    CHECK(!amp_extent_equal(amp_extent(2, 3), amp_extent(2, 3, 1)));
    CHECK(!amp_extent_equal(amp_extent(2, 3, 4), amp_extent(2, 3, 5)));
    CHECK(amp_index_equal(amp_index(-2, 3, 0), amp_index(-2, 3, 0)));
    CHECK(!amp_index_equal(amp_index(-2), amp_index(2)));
    CHECK(amp_tiled_extent_equal(amp_tile(amp_extent(8, 6), 2, 2),
                                 amp_tile(amp_extent(8, 6), 2, 2)));
    CHECK(!amp_tiled_extent_equal(amp_tile(amp_extent(8, 6), 2, 2),
                                  amp_tile(amp_extent(8, 6), 4, 3)));
    CHECK(!amp_tiled_extent_equal(amp_tile(amp_extent(8, 6), 2, 2),
                                  amp_tile(amp_extent(8, 8), 2, 2)));
}

TEST(index_arithmetic)
{
    const amp_index a = amp_index(7, -8, 9), b = amp_index(1, 2, -3);
    is_index(amp_index_add(a, b), 3, 8, -6, 6);
    is_index(amp_index_sub(a, b), 3, 6, -10, 12);
    is_index(amp_index_add_int(a, 2), 3, 9, -6, 11);
    is_index(amp_index_sub_int(a, 2), 3, 5, -10, 7);
    is_index(amp_index_mul_int(a, -2), 3, -14, 16, -18);
    is_index(amp_index_div_int(a, 2), 3, 3, -4, 4);
    is_index(amp_index_mod_int(a, 3), 3, 1, -2, 0);
    is_index(amp_int_sub_index(10, a), 3, 3, 18, 1);
    is_index(amp_int_div_index(72, a), 3, 10, -9, 8);
    is_index(amp_int_mod_index(20, a), 3, 6, 4, 2);
}

TEST(extent_arithmetic)
{
    const amp_extent a = amp_extent(70, 81), b = amp_extent(3, 4);
    is_extent(amp_extent_add(a, b), 2, 73, 85, 0);
    is_extent(amp_extent_sub(a, b), 2, 67, 77, 0);
    is_extent(amp_extent_add_index(a, amp_index(-1, 1)), 2, 69, 82, 0);
    is_extent(amp_extent_sub_index(a, amp_index(-1, 1)), 2, 71, 80, 0);
    is_extent(amp_extent_add_int(a, 5), 2, 75, 86, 0);
    is_extent(amp_extent_sub_int(a, 5), 2, 65, 76, 0);
    is_extent(amp_extent_mul_int(a, 3), 2, 210, 243, 0);
    is_extent(amp_extent_div_int(a, 8), 2, 8, 10, 0);
    is_extent(amp_extent_mod_int(a, 8), 2, 6, 1, 0);
    is_extent(amp_int_sub_extent(100, a), 2, 30, 19, 0);
    is_extent(amp_int_div_extent(1000, a), 2, 14, 12, 0);
    is_extent(amp_int_mod_extent(1000, a), 2, 20, 28, 0);
}

/* C leaves overflow and division by zero undefined; here they give rank 0. */
TEST(arithmetic_without_an_answer_gives_rank_0)
{
    CHECK_INT(amp_index_add(amp_index(1), amp_index(1, 2)).rank, ==, 0);
    CHECK_INT(amp_extent_sub(amp_extent(1, 2, 3), amp_extent(1, 2)).rank, ==, 0);
    CHECK_INT(amp_index_add(amp_index(INT_MAX), amp_index(1)).rank, ==, 0);
    CHECK_INT(amp_index_sub(amp_index(0, -2), amp_index(0, INT_MAX)).rank, ==, 0);
    CHECK_INT(amp_extent_mul_int(amp_extent(65536, 2), 65536).rank, ==, 0);
    CHECK_INT(amp_extent_add_int(amp_extent(1, INT_MAX), 1).rank, ==, 0);
    CHECK_INT(amp_index_div_int(amp_index(3, 4), 0).rank, ==, 0);
    CHECK_INT(amp_index_mod_int(amp_index(3, 4), 0).rank, ==, 0);
    CHECK_INT(amp_int_div_index(3, amp_index(4, 0)).rank, ==, 0);
    CHECK_INT(amp_int_mod_extent(3, amp_extent(0, 1)).rank, ==, 0);
    is_index(amp_index_add_int(amp_index(INT_MAX - 1), 1), 1, INT_MAX, 0, 0);
    /* and what comes of it stays impossible */
    CHECK_INT(amp_index_add_int(amp_index_div_int(amp_index(3), 0), 1).rank, ==, 0);
    CHECK_UINT(amp_extent_size(amp_extent_div_int(amp_extent(3), 0)), ==, 0);
}

TEST(the_most_negative_int_divided_by_minus_1_does_not_trap)
{
    amp_index low = amp_index(0);
    low.dim[0] = INT_MIN;
    CHECK_INT(amp_index_div_int(low, -1).rank, ==, 0);
    is_index(amp_index_mod_int(low, -1), 1, 0, 0, 0);
}

TEST(size)
{
    CHECK_UINT(amp_extent_size(amp_extent(7)), ==, 7);
    CHECK_UINT(amp_extent_size(amp_extent(999, 666)), ==, 665334);
    CHECK_UINT(amp_extent_size(amp_extent(65536, 65536)), ==, 4294967296ULL);
    CHECK_UINT(amp_extent_size(amp_extent(0)), ==, 0);
    CHECK_UINT(amp_extent_size(amp_extent(5, 0, 5)), ==, 0);
    CHECK_UINT(amp_extent_size(amp_extent(5, -5)), ==, 0);
    CHECK_UINT(amp_extent_size(amp_extent(-5, -5)), ==, 0);
    /* 9110917 x 3627949 x 558080 = 1.8447e19, a little above 2^64 - 1 */
    CHECK_UINT(amp_extent_size(amp_extent(9110917, 3627949, 558080)), ==, SIZE_MAX);
    CHECK_UINT(amp_extent_size(amp_extent(INT_MAX, INT_MAX, INT_MAX)), ==, SIZE_MAX);
    CHECK_UINT(amp_extent_size(amp_extent(INT_MAX, INT_MAX)), ==, 4611686014132420609ULL);
    CHECK_UINT(amp_extent_size(amp_extent(INT_MAX, INT_MAX, 0)), ==, 0);
}

TEST(contains)
{
    const amp_extent e = amp_extent(3, 4);
    CHECK(amp_extent_contains(e, amp_index(0, 0)));
    CHECK(amp_extent_contains(e, amp_index(2, 3)));
    CHECK(!amp_extent_contains(e, amp_index(3, 3)));
    CHECK(!amp_extent_contains(e, amp_index(2, 4)));
    CHECK(!amp_extent_contains(e, amp_index(-1, 0)));
    CHECK(!amp_extent_contains(e, amp_index(0, -1)));
    CHECK(!amp_extent_contains(e, amp_index(0)));
    CHECK(!amp_extent_contains(e, amp_index(0, 0, 0)));
    CHECK(!amp_extent_contains(amp_extent(3, 0), amp_index(0, 0)));
    CHECK(amp_extent_contains(amp_extent(1, 1, INT_MAX), amp_index(0, 0, INT_MAX - 1)));
}

/* Seed case A. */
TEST(pad_and_truncate_of_999_by_666_in_tiles_of_16)
{
    const amp_tiled_extent t = amp_tile(amp_extent(999, 666), 16, 16);
    is_extent(t.extent, 2, 999, 666, 0);
    is_extent(t.tile, 2, 16, 16, 0);
    is_extent(amp_truncate(t).extent, 2, 992, 656, 0);
    is_extent(amp_pad(t).extent, 2, 1008, 672, 0);
    is_extent(amp_pad(t).tile, 2, 16, 16, 0);
    is_extent(amp_truncate(t).tile, 2, 16, 16, 0);
    CHECK_UINT(amp_extent_size(t.extent), ==, 665334);
    CHECK_UINT(amp_extent_size(amp_truncate(t).extent), ==, 650752);
    /* under 2.5 % is left over: 14582 of 665334 cells, 2.19 % */
    CHECK_UINT(40 * (amp_extent_size(t.extent) - amp_extent_size(amp_truncate(t).extent)), <,
               amp_extent_size(t.extent));
}

TEST(pad_and_truncate_leave_what_divides)
{
    const amp_tiled_extent t = amp_tile(amp_extent(32, 48, 5), 16, 16, 5);
    CHECK(amp_tiled_extent_equal(amp_pad(t), t));
    CHECK(amp_tiled_extent_equal(amp_truncate(t), t));
}

TEST(pad_and_truncate_against_a_plain_count)
{
    int n, d;
    for (n = 1; n < 70; n++) {
        for (d = 1; d < 20; d++) {
            int up = 0;
            while (up < n) {
                up += d;
            }
            is_extent(amp_pad(amp_tile(amp_extent(n), d)).extent, 1, up, 0, 0);
            is_extent(amp_truncate(amp_tile(amp_extent(2, n), 1, d)).extent, 2, 2,
                      up == n ? n : up - d, 0);
        }
    }
}

TEST(truncate_below_one_tile_leaves_nothing)
{
    is_extent(amp_truncate(amp_tile(amp_extent(15, 40), 16, 16)).extent, 2, 0, 32, 0);
    is_extent(amp_pad(amp_tile(amp_extent(1, 1), 16, 16)).extent, 2, 16, 16, 0);
}

TEST(pad_beyond_int_is_refused_not_wrapped)
{
    CHECK_INT(amp_pad(amp_tile(amp_extent(INT_MAX), 16)).extent.dim[0], <=, 0);
    is_extent(amp_pad(amp_tile(amp_extent(INT_MAX - 15), 16)).extent, 1, INT_MAX - 15, 0, 0);
}

TEST(a_tile_that_is_not_positive_does_not_trap)
{
    is_extent(amp_pad(amp_tile(amp_extent(10), 0)).extent, 1, 10, 0, 0);
    is_extent(amp_truncate(amp_tile(amp_extent(10, 10), -3, 4)).extent, 2, 10, 8, 0);
}

/* Seed case C. */
TEST(tiles_of_20_and_of_8_by_6)
{
    const amp_tiled_extent a = amp_tile(amp_extent(20), 4);
    const amp_tiled_extent b = amp_tile(amp_extent(8, 6), 4, 3);
    const amp_tiled_extent c = amp_tile(amp_extent(8, 6), 2, 2);
    CHECK_INT(a.extent.dim[0] / a.tile.dim[0], ==, 5);
    CHECK_UINT(amp_extent_size(b.extent), ==, 48);
    CHECK_UINT(amp_extent_size(b.tile), ==, 12);
    CHECK_INT(b.extent.dim[0] / b.tile.dim[0], ==, 2);
    CHECK_INT(b.extent.dim[1] / b.tile.dim[1], ==, 2);
    CHECK_UINT(amp_extent_size(c.tile), ==, 4);
    CHECK_INT(c.extent.dim[0] / c.tile.dim[0], ==, 4);
    CHECK_INT(c.extent.dim[1] / c.tile.dim[1], ==, 3);
}

TEST(every_status_has_a_text_of_its_own)
{
    int s, t;
    for (s = 0; s <= AMP_RUNTIME_ERROR; s++) {
        CHECK(strcmp(amp_status_string((amp_status)s), "unknown status") != 0);
        for (t = 0; t < s; t++) {
            CHECK(strcmp(amp_status_string((amp_status)s), amp_status_string((amp_status)t)));
        }
    }
    CHECK_INT(AMP_OK, ==, 0);
    CHECK_STR(amp_status_string((amp_status)999), "unknown status");
    CHECK_STR(amp_last_error(), "");
}
