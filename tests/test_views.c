/* SPDX-License-Identifier: MIT */
/* run: not=separate quick */
/* Views: making them, sections, what a bad one says, sizes beyond 2^31, and
   strided sections in kernels. */
#define AMP_SHORT_NAMES
#include <limits.h>
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
typedef struct pixel { unsigned char r, g, b; } pixel;

AMP_KERNEL(number1, 1, out(int, 1, v)) { at(v, idx[0]) = 100 + idx[0]; }
AMP_KERNEL(number2, 2, out(int, 2, v)) { at(v, idx[0], idx[1]) = 100 * idx[0] + idx[1]; }
AMP_KERNEL(number3, 3, out(int, 3, v))
{
    at(v, idx[0], idx[1], idx[2]) = 10000 * idx[0] + 100 * idx[1] + idx[2];
}
AMP_KERNEL(copy2, 2, in(int, 2, from), out(int, 2, to))
{
    at_index(to, idx) = at_index(from, idx);
}
AMP_TILED_KERNEL(number_tiled, (2, 3), out(int, 2, v))
{
    at_index(v, tidx.global) = 100 * tidx.global[0] + tidx.global[1];
}
AMP_PHASED_KERNEL(number_phased, (2, 3), out(int, 2, v))
{
    phase { at_index(v, tidx.global) = 100 * tidx.global[0] + tidx.global[1]; }
}
AMP_KERNEL(shapes, 1, in(int, 3, v), out(int, 1, r))
{
    at(r, 0) = v_shape.extent[0] * 10000 + v_shape.extent[1] * 100 + v_shape.extent[2];
    at(r, 1) = (int)(v_shape.stride[0] * 10000 + v_shape.stride[1] * 100 + v_shape.stride[2]);
}
AMP_KERNEL(grey, 1, inout(pixel, 1, p)) { at(p, idx[0]).g = at(p, idx[0]).r; }
AMP_KERNEL(touch_far, 1, inout(char, 2, v), value(int, step))
{
    at(v, idx[0] * step, 5) = (char)(idx[0] + 1);
}
AMP_KERNEL(touch_far1, 1, inout(char, 1, v))
{
    at(v, v_shape.extent[0] - 1 - idx[0]) = (char)(idx[0] + 1);
}
AMP_KERNEL(touch_far3, 1, inout(char, 3, v))
{
    int i[3] = { 0, 0, 0 };
    i[0] = v_shape.extent[0] - 1;
    i[1] = v_shape.extent[1] - 1;
    i[2] = idx[0];
    at_index(v, i) = (char)(at(v, i[0], i[1], i[2]) + 7);
}
AMP_DEVICE_END

static int cells[600];

static void clear(void)
{
    int i;
    for (i = 0; i < 600; i++) {
        cells[i] = -1;
    }
}

TEST(a_view_is_dense_and_row_major)
{
    const amp_array_view v = amp_view(int, cells, 5, 6, 7);
    CHECK_STATUS(v.status, AMP_OK);
    CHECK_INT(v.extent.rank, ==, 3);
    CHECK_INT(v.stride[0], ==, 42);
    CHECK_INT(v.stride[1], ==, 7);
    CHECK_INT(v.stride[2], ==, 1);
    CHECK(v.data == cells);
    CHECK(amp_extent_equal(amp_view_extent(int, cells, amp_extent(5, 6)).extent,
                           amp_extent(5, 6)));
}

TEST(every_function_takes_a_good_view)
{
    const amp_array_view v = amp_view(int, cells, 10);
    CHECK_OK(amp_synchronize(v));
    CHECK_OK(amp_refresh(v));
    CHECK_OK(amp_discard_data(v));
    CHECK_OK(amp_release(v));
}

static void carries(amp_status s, amp_array_view v, const char *part)
{
    const amp_array_view good = amp_view(int, cells, 20, 30);
    CHECK_STATUS(v.status, s);
    CHECK_CONTAINS(amp_last_error(), part);
    CHECK_STATUS(amp_synchronize(good), AMP_OK);
    CHECK_STATUS(amp_synchronize(v), s);
    CHECK_CONTAINS(amp_last_error(), part);
    CHECK_STATUS(amp_refresh(v), s);
    CHECK_STATUS(amp_discard_data(v), s);
    CHECK_STATUS(amp_release(v), s);
    CHECK_STATUS(parallel_for_each(amp_extent(2, 2), copy2, v, good), s);
    CHECK_CONTAINS(amp_last_error(), part);
    CHECK_CONTAINS(amp_last_error(), "from");
    CHECK_STATUS(parallel_for_each(amp_extent(2, 2), copy2, good, v), s);
}
static void is_bad(amp_array_view v, const char *part) { carries(AMP_INVALID_ARGUMENT, v, part); }

TEST(a_view_that_cannot_be_made_carries_its_reason)
{
    is_bad(amp_view(int, cells, 0, 5), "0");
    is_bad(amp_view(int, cells, 3, -4), "-4");
    is_bad(amp_view(int, NULL, 3, 4), "NULL");
    is_bad(amp_view_extent(int, cells, amp_extent_div_int(amp_extent(3, 4), 0)), "rank");
    is_bad(amp_view(double, (void *)cells, INT_MAX, INT_MAX, 3), "larger");
    is_bad(amp_view(int, cells, 2, 4294967298LL), "dimension 1");
}

TEST(the_pointer_must_be_to_the_type_of_the_view)
{
    static double d[6];
    static float f[3][2];
    static _Bool b[6];
    float *rows[3] = {f[0], f[1], f[2]}, *p = f[0];
    const double *cd = d;
    carries(AMP_VIEW_MISMATCH, amp_view(float, d, 6), "8-byte reals");
    carries(AMP_VIEW_MISMATCH, amp_view(float, cd, 6), "8-byte reals");
    carries(AMP_VIEW_MISMATCH, amp_view(int, f[0], 6), "4-byte reals");
    carries(AMP_VIEW_MISMATCH, amp_view(float, cells, 6), "4-byte integers");
    carries(AMP_VIEW_MISMATCH, amp_view(long long, cells, 6), "4-byte integers");
    carries(AMP_VIEW_MISMATCH, amp_view(float, rows, 3, 2), "pointer to pointers");
    carries(AMP_VIEW_MISMATCH, amp_array_from(float, amp_extent(6), d), "8-byte reals");
    /* the other sign, bytes both ways, rows of arrays, and what says nothing */
    CHECK_STATUS(amp_view(unsigned, cells, 6).status, AMP_OK);
    CHECK_STATUS(amp_view(unsigned char, d, 6 * (int)sizeof(double)).status, AMP_OK);
    CHECK_STATUS(amp_view(int, (unsigned char *)d, 6).status, AMP_OK);
    CHECK_STATUS(amp_view(_Bool, b, 6).status, AMP_OK);
    CHECK_STATUS(amp_view(float, f, 3, 2).status, AMP_OK);
    CHECK_STATUS(amp_view(int, (void *)f, 6).status, AMP_OK);
    CHECK_STATUS(amp_view(int, (const void *)f, 6).status, AMP_OK);
    CHECK(amp_view(int, (const void *)f, 6).read_only);
    /* the pointer is evaluated once */
    CHECK_STATUS(amp_view(float, p++, 5).status, AMP_OK);
    CHECK(p == f[0] + 1);
}

TEST(a_section_outside_its_parent_carries_its_reason)
{
    const amp_array_view v = amp_view(int, cells, 20, 30);
    is_bad(amp_section(v, amp_index(0, 0), amp_extent(21, 30)), "20");
    is_bad(amp_section(v, amp_index(1, 0), amp_extent(20, 30)), "20");
    is_bad(amp_section(v, amp_index(0, 29), amp_extent(1, 2)), "30");
    is_bad(amp_section(v, amp_index(-1, 0), amp_extent(1, 1)), "-1");
    is_bad(amp_section(v, amp_index(0, 0), amp_extent(1, 0)), "0");
    is_bad(amp_section(v, amp_index(0), amp_extent(1, 1)), "rank");
    is_bad(amp_section(v, amp_index(0, 0), amp_extent(1)), "rank");
    is_bad(amp_section(v, amp_index(INT_MAX, 0), amp_extent(INT_MAX, 1)), "20");
    /* the first reason stays */
    is_bad(amp_section(amp_view(int, NULL, 20, 30), amp_index(0, 0), amp_extent(99, 99)), "NULL");
}

TEST(a_section_shares_its_parents_memory)
{
    const amp_array_view v = amp_view(int, cells, 20, 30);
    const amp_array_view s = amp_section(v, amp_index(3, 4), amp_extent(10, 11));
    const amp_array_view t = amp_section(s, amp_index(2, 1), amp_extent(8, 10));
    CHECK_STATUS(s.status, AMP_OK);
    CHECK(s.data == &cells[3 * 30 + 4]);
    CHECK(t.data == &cells[5 * 30 + 5]);
    CHECK_INT(t.stride[0], ==, 30);
    CHECK_INT(t.stride[1], ==, 1);
    CHECK(amp_extent_equal(t.extent, amp_extent(8, 10)));
    CHECK_STATUS(amp_section(v, amp_index(0, 0), amp_extent(20, 30)).status, AMP_OK);
    CHECK_STATUS(amp_section(v, amp_index(19, 29), amp_extent(1, 1)).status, AMP_OK);
}

/* Runs number2 or its tiled or phased form on a section, and checks every cell
   of the parent: inside the number, outside untouched. */
static void section_written(int how)
{
    const amp_array_view v = amp_view(int, cells, 20, 30);
    const amp_array_view s = amp_section(v, amp_index(3, 4), amp_extent(10, 12));
    int i, j;
    clear();
    CHECK_OK(how == 0 ? parallel_for_each(s.extent, number2, s)
             : how == 1 ? parallel_for_each(amp_tile(s.extent, 2, 3), number_tiled, s)
             : parallel_for_each(amp_tile(s.extent, 2, 3), number_phased, s));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 20; i++) {
        for (j = 0; j < 30; j++) {
            const int in = i >= 3 && i < 13 && j >= 4 && j < 16;
            CHECK_INT(cells[i * 30 + j], ==, in ? 100 * (i - 3) + j - 4 : -1);
        }
    }
}
TEST(a_simple_kernel_writes_only_its_section) { section_written(0); }
TEST(a_tiled_kernel_writes_only_its_section) { section_written(1); }
TEST(a_phased_kernel_writes_only_its_section) { section_written(2); }

TEST(a_section_of_rank_1)
{
    const amp_array_view v = amp_view(int, cells, 600);
    int i;
    clear();
    CHECK_OK(parallel_for_each(amp_extent(17), number1,
                               amp_section(v, amp_index(101), amp_extent(17))));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 600; i++) {
        CHECK_INT(cells[i], ==, i >= 101 && i < 118 ? 100 + i - 101 : -1);
    }
}

TEST(a_section_of_rank_3)
{
    const amp_array_view v = amp_view(int, cells, 4, 10, 15);
    int i, j, k;
    clear();
    CHECK_OK(parallel_for_each(amp_extent(2, 3, 7), number3,
                               amp_section(v, amp_index(1, 6, 8), amp_extent(2, 3, 7))));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 10; j++) {
            for (k = 0; k < 15; k++) {
                const int in = i >= 1 && i < 3 && j >= 6 && j < 9 && k >= 8;
                CHECK_INT(cells[(i * 10 + j) * 15 + k], ==,
                          in ? 10000 * (i - 1) + 100 * (j - 6) + k - 8 : -1);
            }
        }
    }
}

TEST(two_sections_of_one_view_in_one_launch)
{
    const amp_array_view v = amp_view(int, cells, 20, 30);
    int i;
    for (i = 0; i < 600; i++) {
        cells[i] = i;
    }
    CHECK_OK(parallel_for_each(amp_extent(5, 6), copy2,
                               amp_section(v, amp_index(1, 2), amp_extent(5, 6)),
                               amp_section(v, amp_index(10, 20), amp_extent(5, 6))));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 600; i++) {
        const int y = i / 30 - 10, x = i % 30 - 20;
        const int in = y >= 0 && y < 5 && x >= 0 && x < 6;
        CHECK_INT(cells[i], ==, in ? (y + 1) * 30 + x + 2 : i);
    }
}

TEST(a_kernel_sees_the_shape_of_its_view)
{
    const amp_array_view v = amp_view(int, cells, 4, 10, 15);
    int r[2];
    CHECK_OK(parallel_for_each(amp_extent(1), shapes, v, amp_view(int, r, 2)));
    CHECK_OK(amp_synchronize(amp_view(int, r, 2)));
    CHECK_INT(r[0], ==, 41015);
    CHECK_INT(r[1], ==, 150 * 10000 + 15 * 100 + 1);
    CHECK_OK(parallel_for_each(amp_extent(1), shapes,
                               amp_section(v, amp_index(1, 2, 3), amp_extent(2, 5, 9)),
                               amp_view(int, r, 2)));
    CHECK_OK(amp_synchronize(amp_view(int, r, 2)));
    CHECK_INT(r[0], ==, 20509);
    CHECK_INT(r[1], ==, 150 * 10000 + 15 * 100 + 1);
}

TEST(elements_of_three_bytes)
{
    pixel p[100];
    int i;
    for (i = 0; i < 100; i++) {
        p[i].r = (unsigned char)i;
        p[i].g = 255;
        p[i].b = 77;
    }
    CHECK_OK(parallel_for_each(amp_extent(40), grey,
                               amp_section(amp_view(pixel, p, 100), amp_index(30),
                                           amp_extent(40))));
    CHECK_OK(amp_synchronize(amp_view(pixel, p, 100)));
    for (i = 0; i < 100; i++) {
        CHECK_INT(p[i].g, ==, i >= 30 && i < 70 ? i : 255);
        CHECK_INT(p[i].b, ==, 77);
    }
}

TEST(a_const_view_may_be_read)
{
    static const int source[6] = { 1, 2, 3, 4, 5, 6 };
    clear();
    CHECK_OK(parallel_for_each(amp_extent(2, 3), copy2, amp_view(const int, source, 2, 3),
                               amp_view(int, cells, 2, 3)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 2, 3)));
    CHECK_INT(cells[5], ==, 6);
}

/* A region that is only reserved: calloc takes it from the system as pages
   that do not exist before they are touched. */
static char *reserve(size_t bytes)
{
    char *p;
#ifdef AMP_CHECK /* which copies all of it at each launch */
    if (bytes >> 32 == 0 && getenv("ALL") == NULL) {
        SKIP("the checker takes the largest view alone, but for ALL=1");
    }
#endif
    p = (char *)calloc(bytes, 1);
    if (p == NULL) {
        SKIP("the system does not reserve %lu bytes", (unsigned long)bytes);
    }
    return p;
}

TEST(rank_2_beyond_2_to_31_elements)
{
    const size_t rows = 300000, columns = 10000; /* 3e9 elements */
    char *p = reserve(rows * columns);
    int i;
    const amp_array_view v = amp_view(char, p, rows, columns);
    if (parallel_for_each(amp_extent(1), touch_far, v, 0) == AMP_OUT_OF_MEMORY) {
        CHECK_CONTAINS(amp_last_error(), "at most");
        SKIP("%.90s", amp_last_error()); /* an OpenCL device may limit one buffer */
    }
    CHECK_OK(parallel_for_each(amp_extent(6), touch_far, v, 59999));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 6; i++) {
        CHECK_INT(p[(size_t)i * 59999 * columns + 5], ==, i + 1);
    }
    CHECK(amp_section(v, amp_index(299999, 9999), amp_extent(1, 1)).data
          == p + rows * columns - 1);
    free(p);
}

TEST(rank_1_at_the_last_int)
{
    char *p = reserve((size_t)INT_MAX);
    CHECK_OK(parallel_for_each(amp_extent(3), touch_far1, amp_view(char, p, INT_MAX)));
    CHECK_OK(amp_synchronize(amp_view(char, p, INT_MAX)));
    CHECK_INT(p[INT_MAX - 1], ==, 1);
    CHECK_INT(p[INT_MAX - 2], ==, 2);
    CHECK_INT(p[INT_MAX - 3], ==, 3);
    free(p);
}

TEST(rank_3_beyond_2_to_32_elements)
{
    const size_t a = 17, b = 16384, c = 16384; /* 4.56e9 elements */
    char *p = reserve(a * b * c);
    const amp_array_view v = amp_view(char, p, a, b, c);
    const char *last = p + ((a - 1) * b + b - 1) * c;
    if (parallel_for_each(amp_extent(4), touch_far3, v) == AMP_OUT_OF_MEMORY) {
        CHECK_CONTAINS(amp_last_error(), "at most");
        SKIP("%.90s", amp_last_error());
    }
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(last[0], ==, 7);
    CHECK_INT(last[3], ==, 7);
    CHECK_INT(last[4], ==, 0);
    CHECK_OK(parallel_for_each(amp_extent(1), touch_far3,
                               amp_section(v, amp_index(15, 0, 0), amp_extent(2, 16384, 100))));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(last[0], ==, 14);
    free(p);
}
