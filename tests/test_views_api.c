/* SPDX-License-Identifier: MIT */
/* run: plain */
/* Views made from views: sections, projections, reshapes, reinterpretation,
   constant views, views without a data source. On both emulators. */
#include <limits.h>
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
typedef struct pair { float a, b; } pair;
AMP_KERNEL(add1, 1, value(int, a), inout(int, 1, v)) { amp_at(v, idx[0]) += a; }
AMP_KERNEL(add2, 2, value(int, a), inout(int, 2, v)) { amp_at_index(v, idx) += a; }
AMP_KERNEL(set1, 1, value(int, a), out(int, 1, v)) { amp_at(v, idx[0]) = a + idx[0]; }
AMP_KERNEL(flip, 1, inout(pair, 1, v))
{
    const float a = amp_at(v, idx[0]).a;
    amp_at(v, idx[0]).a = amp_at(v, idx[0]).b;
    amp_at(v, idx[0]).b = a;
}
AMP_KERNEL(sum2, 2, in(int, 2, v), inout(int, 1, r))
{
    amp_atomic_fetch_add(&amp_at(r, 0), amp_at_index(v, idx));
}
AMP_DEVICE_END

static int x[4][5][6];
static float f[24];
static const char *const place[] = { "emu", "emu:separate" };

static amp_accelerator_view on(int i)
{
    return amp_accelerator_default_view(amp_accelerator_find(place[i]));
}

static void number(void)
{
    int i;
    for (i = 0; i < 120; i++) {
        (&x[0][0][0])[i] = i;
    }
}

/* The view carries an error whose sentence holds the part, and every use of
   it returns that. */
static void is_bad(amp_array_view v, const char *part)
{
    int memory[200];
    CHECK_STATUS(v.status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(v.why, part);
    CHECK_STATUS(amp_synchronize(v), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), part);
    CHECK_STATUS(amp_refresh(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_discard_data(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_release(v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_synchronize_to(v, on(0)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy_in(v, memory), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy_out(v, memory), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy(v, v), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_parallel_for_each(amp_extent(1), add1, 1, v), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), part);
    CHECK_CONTAINS(amp_last_error(), "parameter v");
    CHECK(amp_data(v) == NULL);
    CHECK_STATUS(amp_section(v, amp_index(0), amp_extent(1)).status, AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_project(v, 0).status, AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_view_as(v, amp_extent(1)).status, AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_reinterpret_as(char, v).status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_project(v, 0).why, part);
}

TEST(a_projection_is_one_slice)
{
    int i, p;
    for (p = 0; p < 2; p++) {
        const amp_array_view v = amp_view(int, &x[0][0][0], 4, 5, 6);
        const amp_array_view slice = amp_project(v, 2), row = amp_project(slice, 3);
        number();
        CHECK_OK(amp_refresh(v));
        CHECK(amp_extent_equal(slice.extent, amp_extent(5, 6)));
        CHECK(amp_extent_equal(row.extent, amp_extent(6)));
        CHECK(row.data == x[2][3]);
        CHECK_OK(amp_parallel_for_each_on(on(p), slice.extent, add2, 1000, slice));
        CHECK_OK(amp_parallel_for_each_on(on(p), row.extent, add1, 100000, row));
        CHECK_OK(amp_synchronize(v));
        for (i = 0; i < 120; i++) {
            CHECK_INT((&x[0][0][0])[i], ==, i + (i / 30 == 2 ? 1000 : 0)
                      + (i / 6 == 13 ? 100000 : 0));
        }
    }
}

TEST(a_projection_outside_carries_its_reason)
{
    const amp_array_view v = amp_view(int, &x[0][0][0], 4, 30);
    is_bad(amp_project(v, 4), "4");
    is_bad(amp_project(v, -1), "-1");
    is_bad(amp_project(amp_project(v, 0), 0), "rank 1");
}

TEST(sections_by_origin_and_by_extent)
{
    const amp_array_view v = amp_view(int, &x[0][0][0], 4, 5, 6);
    const amp_array_view a = amp_section_from(v, amp_index(1, 2, 3));
    const amp_array_view b = amp_section_extent(v, amp_extent(1, 2, 3));
    const amp_array_view c = amp_section_from(amp_section_from(a, amp_index(1, 1, 1)),
                                              amp_index(1, 0, 1));
    CHECK(a.data == &x[1][2][3] && amp_extent_equal(a.extent, amp_extent(3, 3, 3)));
    CHECK(b.data == x && amp_extent_equal(b.extent, amp_extent(1, 2, 3)));
    CHECK(c.data == &x[3][3][5] && amp_extent_equal(c.extent, amp_extent(1, 2, 1)));
    is_bad(amp_section_from(v, amp_index(4, 0, 0)), "dimension 0");
    is_bad(amp_section_extent(v, amp_extent(4, 5, 7)), "dimension 2");
    is_bad(amp_section_from(v, amp_index(0)), "rank");
}

TEST(a_reshape_keeps_the_order_of_elements)
{
    int p;
    for (p = 0; p < 2; p++) {
        const amp_array_view v = amp_view(int, &x[0][0][0], 4, 5, 6);
        const amp_array_view w = amp_view_as(v, amp_extent(10, 12));
        const amp_array_view part = amp_view_as(amp_project(v, 3), amp_extent(5));
        number();
        CHECK_OK(amp_refresh(v));
        CHECK_STATUS(w.status, AMP_OK);
        CHECK_OK(amp_parallel_for_each_on(on(p), amp_extent(1, 12), add2, 500,
                                          amp_section(w, amp_index(9, 0), amp_extent(1, 12))));
        CHECK_OK(amp_parallel_for_each_on(on(p), amp_extent(5), add1, 7000, part));
        CHECK_OK(amp_synchronize(w));
        CHECK_INT(x[3][2][5], ==, 107);
        CHECK_INT(x[3][3][0], ==, 608);
        CHECK_INT(x[3][4][5], ==, 619);
        CHECK_INT(x[3][0][4], ==, 7094);
        CHECK_INT(x[3][0][5], ==, 95);
    }
}

TEST(a_reshape_that_cannot_be_carries_its_reason)
{
    const amp_array_view v = amp_view(int, &x[0][0][0], 4, 30);
    is_bad(amp_view_as(v, amp_extent(121)), "121");
    is_bad(amp_view_as(v, amp_extent(0)), "0");
    is_bad(amp_view_as(amp_section(v, amp_index(0, 0), amp_extent(2, 29)), amp_extent(58)), "gaps");
    CHECK_STATUS(amp_view_as(amp_section(v, amp_index(1, 0), amp_extent(2, 30)),
                             amp_extent(3, 20)).status, AMP_OK);
    CHECK_STATUS(amp_view_as(amp_section(v, amp_index(1, 3), amp_extent(1, 20)),
                             amp_extent(4, 5)).status, AMP_OK);
}

TEST(reinterpretation_follows_its_size_rules)
{
    const amp_array_view v = amp_view(float, f, 24);
    const amp_array_view three = amp_section(v, amp_index(0), amp_extent(3));
    int i, p;
    for (p = 0; p < 2; p++) {
        const amp_array_view pairs = amp_reinterpret_as(pair, v);
        const amp_array_view bits = amp_reinterpret_as(int, v);
        for (i = 0; i < 24; i++) {
            f[i] = (float)i;
        }
        CHECK_OK(amp_refresh(v));
        CHECK(amp_extent_equal(pairs.extent, amp_extent(12)));
        CHECK(amp_extent_equal(bits.extent, amp_extent(24)));
        CHECK_OK(amp_parallel_for_each_on(on(p), pairs.extent, flip, pairs));
        CHECK_OK(amp_synchronize(bits));
        for (i = 0; i < 24; i++) {
            CHECK_FLOAT(f[i], ==, (float)(i ^ 1));
        }
    }
    is_bad(amp_reinterpret_as(pair, three), "12 bytes");
    is_bad(amp_reinterpret_as(double, amp_section_from(amp_view(char, (char *)f, 96),
                                                       amp_index(4))), "divisible");
    is_bad(amp_reinterpret_as(int, amp_section(amp_view(char, (char *)f, 96), amp_index(1),
                                               amp_extent(4))), "begins where");
    is_bad(amp_reinterpret_as(int, amp_section(amp_view(float, f, 4, 6), amp_index(0, 0),
                                               amp_extent(4, 5))), "gaps");
    CHECK_STATUS(amp_parallel_for_each(amp_extent(24), add1, 1, v), AMP_VIEW_MISMATCH);
}

/* An array on a device has no address here: it counts from its begin. */
TEST(part_of_an_array_is_reinterpreted_where_an_element_may_begin)
{
    int p;
    for (p = 0; p < 2; p++) {
        const amp_array_view v = amp_array_on(on(p), char, amp_extent(64));
        const amp_array_view odd = amp_section(v, amp_index(2), amp_extent(8));
        const amp_array_view even = amp_section(v, amp_index(4), amp_extent(8));
        is_bad(amp_reinterpret_as(int, odd), "begins where");
        CHECK_OK(amp_reinterpret_as(int, even).status);
        CHECK_OK(amp_release(v));
    }
}

TEST(a_constant_view_is_only_read)
{
    static const int fixed[6] = { 1, 2, 3, 4, 5, 6 };
    int sum = 0, p;
    for (p = 0; p < 2; p++) {
        const amp_array_view c = amp_const_view(amp_view(int, &x[0][0][0], 2, 3));
        const amp_array_view d = amp_view(const int, fixed, 2, 3), r = amp_view(int, &sum, 1);
        CHECK_OK(amp_parallel_for_each_on(on(p), d.extent, sum2, d, r));
        CHECK_STATUS(amp_parallel_for_each_on(on(p), c.extent, add2, 1, c), AMP_VIEW_MISMATCH);
        CHECK_CONTAINS(amp_last_error(), "const");
        CHECK_STATUS(amp_parallel_for_each_on(on(p), d.extent, add2, 1, d), AMP_VIEW_MISMATCH);
        CHECK_STATUS(amp_parallel_for_each_on(on(p), amp_extent(3), add1, 1, amp_project(d, 0)),
                     AMP_VIEW_MISMATCH);
        CHECK_STATUS(amp_parallel_for_each_on(on(p), amp_extent(6), add1, 1,
                                              amp_reinterpret_as(int, d)), AMP_VIEW_MISMATCH);
        CHECK_STATUS(amp_copy_in(d, x), AMP_INVALID_ARGUMENT);
        CHECK_STATUS(amp_copy(r, amp_const_view(r)), AMP_INVALID_ARGUMENT);
        CHECK_OK(amp_synchronize(r));
        CHECK_INT(sum, ==, 21 * (p + 1));
    }
}

TEST(a_view_without_a_source_lives_where_it_is_used)
{
    const amp_array_view v = amp_view_empty(int, 50);
    int out[50], i;
    CHECK_STATUS(v.status, AMP_OK);
    CHECK_INT(amp_live_views(), ==, 1);
    CHECK_OK(amp_parallel_for_each_on(on(0), amp_extent(50), set1, 3, v));
    CHECK_OK(amp_parallel_for_each_on(on(0), amp_extent(10), add1, 100,
                                      amp_section(v, amp_index(40), amp_extent(10))));
    CHECK_OK(amp_copy_out(v, out));
    for (i = 0; i < 50; i++) {
        CHECK_INT(out[i], ==, 3 + i + (i >= 40 ? 100 : 0));
    }
    CHECK_UINT(amp_copied().to_device + amp_copied().to_host, ==, 0);
    CHECK_OK(amp_parallel_for_each_on(on(1), amp_extent(50), add1, 1, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(((int *)amp_data(v))[49], ==, 153);
    CHECK_OK(amp_release(v));
    CHECK_STATUS(amp_synchronize(v), AMP_INVALID_ARGUMENT);
    CHECK_INT(amp_live_views(), ==, 0);
    is_bad(amp_view_empty(int, 0), "0");
    is_bad(amp_view_empty_extent(int, amp_extent_div_int(amp_extent(3, 4), 0)), "rank");
}

TEST(a_view_without_a_source_on_a_device)
{
    amp_array_view v = amp_view_empty_extent(int, amp_extent(50));
    int out[50];
    CHECK_OK(amp_parallel_for_each_on(on(1), amp_extent(50), set1, 3, v));
    CHECK_UINT(amp_copied().to_device + amp_copied().to_host, ==, 0);
    CHECK_OK(amp_copy_out(v, out));
    CHECK_UINT(amp_copied().to_host, ==, sizeof(out));
    CHECK_INT(out[49], ==, 52);
    CHECK_OK(amp_parallel_for_each_on(on(0), amp_extent(50), add1, 1, v));
    CHECK_INT(((int *)amp_data(v))[49], ==, 53);
    CHECK_OK(amp_release(v));
}

TEST(data_is_up_to_date_host_memory)
{
    const amp_array_view v = amp_view(int, &x[0][0][0], 120);
    number();
    CHECK_OK(amp_parallel_for_each_on(on(1), amp_extent(120), add1, 1, v));
    CHECK_INT(x[0][0][5], ==, 5); /* stale */
    CHECK(amp_data(amp_section_from(v, amp_index(5))) == &x[0][0][5]);
    CHECK_INT(x[0][0][5], ==, 6);
    CHECK_INT(x[0][0][4], ==, 4); /* stale: not asked for */
    x[0][0][5] = 50;
    CHECK_OK(amp_refresh(amp_section(v, amp_index(5), amp_extent(1))));
    CHECK_OK(amp_parallel_for_each_on(on(1), amp_extent(120), add1, 1, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(x[0][0][5], ==, 51);
    CHECK_INT(x[0][0][4], ==, 6);
}

TEST(synchronize_to_brings_data_before_a_launch)
{
    const amp_array_view v = amp_view(int, &x[0][0][0], 120);
    number();
    CHECK_OK(amp_synchronize_to(v, on(1)));
    CHECK_UINT(amp_copied().to_device, ==, sizeof(x));
    CHECK_OK(amp_parallel_for_each_on(on(1), amp_extent(120), add1, 1, v));
    CHECK_UINT(amp_copied().to_device, ==, sizeof(x));
    CHECK_OK(amp_synchronize_to(v, on(0)));
    CHECK_UINT(amp_copied().to_host, ==, sizeof(x));
    CHECK_INT(x[0][0][5], ==, 6);
    CHECK_OK(amp_parallel_for_each_on(on(1), amp_extent(120), add1, 1, v));
    CHECK_OK(amp_completion_wait(amp_synchronize_async(v)));
    CHECK_INT(x[0][0][5], ==, 7);
}

TEST(the_source_of_a_view_has_a_place)
{
    const amp_array_view v = amp_view(int, &x[0][0][0], 120);
    CHECK_STR(amp_accelerator_of(amp_source_accelerator_view(v)).device_path, "cpu");
    CHECK_INT(amp_cpu_access_type(v), ==, AMP_ACCESS_READ_WRITE);
}

TEST(a_view_keeps_its_sentence_whatever_fails_after_it)
{
    const amp_array_view v = amp_view(int, &x[0][0][0], 120);
    const amp_array_view bad = amp_section(v, amp_index(110), amp_extent(20));
    const amp_completion late = amp_copy_async(bad, v);
    amp_array_view last = bad;
    int i;
    for (i = 1; i <= 20000; i++) { /* more different sentences than are kept */
        last = amp_section(v, amp_index(i), amp_extent(1000 + i));
    }
    CHECK_CONTAINS(bad.why, "section from 110, 20 elements long");
    CHECK_STATUS(amp_synchronize(bad), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "section from 110, 20 elements long");
    CHECK_STATUS(amp_completion_wait(late), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "section from 110, 20 elements long");
    CHECK_STR(last.why, amp_status_string(AMP_INVALID_ARGUMENT));
    CHECK_STATUS(amp_section(v, amp_index(3), amp_extent(1003)).status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "section from 3, 1003 elements long");
}

/* A sentence says the number that was asked for, and the dimension that is wrong. */
TEST(a_number_that_no_int_can_hold_is_named)
{
    static int m[64];
    const amp_array_view v = amp_view(int, m, 8, 8);
    amp_array_view w = amp_view(int, m, 3000000000LL);
    CHECK_CONTAINS(w.why, "3000000000");
    w = amp_view(int, m, ((size_t)1 << 32) + 16);
    CHECK_CONTAINS(w.why, "dimension 0 of a view is 4294967312");
    w = amp_view(int, m, 3000000000LL, 4000000000LL);
    CHECK_CONTAINS(w.why, "dimension 0 of a view is 3000000000");
    w = amp_view(int, m, 4, 4000000000LL);
    CHECK_CONTAINS(w.why, "dimension 1 of a view is 4000000000");
    w = amp_section_from(v, amp_index(INT_MIN, 0));
    CHECK_CONTAINS(w.why, "from -2147483648 is outside dimension 0 of 8");
    w = amp_section_from(v, amp_index(2, 8));
    CHECK_CONTAINS(w.why, "from 8 is outside dimension 1 of 8");
    w = amp_section_from(amp_view(int, m, 64), amp_index(-5000000000LL));
    CHECK_CONTAINS(w.why, "-5000000000");
    CHECK_STATUS(amp_section_from(v, amp_index(7, 7)).status, AMP_OK);
    CHECK_STATUS(amp_section_from(v, amp_index(7)).status, AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_release(v));
}

TEST(a_view_ends_within_the_address_space)
{
    int *end, m[4];
    const uintptr_t high = UINTPTR_MAX - 4095;
    memcpy(&end, &high, sizeof(high));
    CHECK_STATUS(amp_view(int, end, 4096).status, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "address space");
    CHECK_STATUS(amp_view(int, m, 4).status, AMP_OK);
}
