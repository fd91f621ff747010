/* SPDX-License-Identifier: MIT */
/* run: group=once not=vectors plain turn=compiler,0/2 */
/* The algorithms of amp_algorithms_more.h against serial references. */
#define _POSIX_C_SOURCE 200809L
#include "amp_algorithms_more.h"
#include "algorithms.h"

AMP_DEVICE_BEGIN
typedef struct line { float slope, zero; } line;
typedef struct card { int suit; short rank, back; } card;
typedef struct triple { int a, b, c; } triple;
AMP_DEFINE_TYPE(triple, triple)
AMP_DEFINE_TRANSFORM_WITH(on_line, float, float, line, p.slope * a + p.zero)
AMP_DEFINE_TRANSFORM2_WITH(axpy, int, int, int, int, p * a + b + i)
AMP_DEFINE_GENERATE_WITH(multiples, int, int, i * p)
AMP_DEFINE_FOR_EACH_WITH(add, int, int, a += p)
AMP_DEFINE_TRANSFORM_IF(halve_even, int, int, a % 2 == 0, a / 2)
AMP_DEFINE_TRANSFORM_REDUCE_WITH(distance, int, amp_int64, int, 0, a + b,
                                 (amp_int64)(a - p) * (a - p))
AMP_DEFINE_HISTOGRAM_WITH(by_width, int, int, a < 0 ? -1 : a / p)
AMP_DEFINE_TRANSFORM(plus_index, int, int, a + i)
AMP_DEFINE_TRANSFORM(square, int, int, a * a)
AMP_DEFINE_TRANSFORM2(sum_index, int, int, int, a + b + i)
AMP_DEFINE_GENERATE(numbers_of, int, 3 * i)
AMP_DEFINE_FOR_EACH(add_index, int, a += i)
AMP_DEFINE_PREDICATE(odd, int, a % 2 != 0)
AMP_DEFINE_PREDICATE(even, int, a % 2 == 0)
AMP_DEFINE_PREDICATE_WITH(from, int, amp_int64, a >= p)
AMP_DEFINE_PREDICATE_WITH(in_suit, card, card, a.suit == p.suit && a.rank >= p.rank)
AMP_DEFINE_REDUCE(longest, int, 0, a > b ? a : b)
AMP_DEFINE_TRANSFORM_REDUCE(squares, int, amp_int64, 0, a + b, (amp_int64)a * a)
AMP_DEFINE_SCATTER(card, card)
AMP_DEFINE_ORDER(by_suit, card, a.suit < b.suit)
AMP_DEFINE_ORDER(by_a, triple, a.a < b.a)
AMP_DEFINE_ORDER(rising, int, a < b)
AMP_DEFINE_ORDER(falling, int, b < a)
AMP_DEFINE_RADIX_SORT(low_bits, int, unsigned, (unsigned)a & 15u)
AMP_KERNEL(with_a_rim, 2, in(int, 2, x), inout(int, 2, y))
{
    const int i = idx[0], j = idx[1];
    const int sum = amp_padded_read(x, 100, i - 1, j) + amp_padded_read(x, 100, i, j + 1);
    amp_padded_write(y, sum, i, j);
}
AMP_TILED_KERNEL(sizes_of_tiles, (16), in(int, 1, x), out(int, 1, sizes))
{
    if (tidx.local[0] == 0) {
        amp_at(sizes, tidx.tile[0]) = amp_tile_partial_data_size(x, tidx, 16);
    }
}
AMP_DEVICE_END

/* Around a vector, a run of insertion, a tile, a chunk; the last are left out where a GPU thread is
   a thread of the system. */
static const int sizes[] = { 0, 1, 2, 3, 31, 64, 65, 1009, 2049, 6151, 131071 };
static int sizes_here(void)
{
#ifdef AMP_CHECK /* few, for time */
    return 9;
#endif
    return tap_on_engine("threads") ? 9 : 11;
}
static int *numbers(int n, int limit, unsigned seed)
{
    int *x = (int *)guarded(n, sizeof(int)), i;
    random_seed(seed);
    for (i = 0; i < n; i++) {
        x[i] = random_below(limit);
    }
    return x;
}
#define EACH_SIZE(n)                                                                         \
    for (int size_ = 0, n = 0; size_ < sizes_here() && (n = sizes[size_], 1); size_++)

/* The host wrote to a range. */
#define REFRESH(p, n) do { if (n > 0) { CHECK_OK(amp_refresh(RANGE(int, p, n))); } } while (0)

TEST(values_of_a_call)
{
    EACH_SIZE(n) {
        int *x = numbers(n, 1000, 1), *y = numbers(n, 1000, 2), *z = (int *)guarded(n, sizeof(int));
        int bins[12], want[12], width, i;
        float *f = (float *)guarded(n, sizeof(float));
        amp_int64 far = 7, sum = 0;
        const line l = { 0.5f, 3.0f };
        amp_capture(axpy, 3);
        CHECK_OK(amp_transform2(axpy, RANGE(int, x, n), RANGE(int, y, n), RANGE(int, z, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(z[i], ==, 3 * x[i] + y[i] + i);
            f[i] = (float)x[i];
            sum += (amp_int64)(x[i] - 250) * (x[i] - 250);
        }
        amp_capture(on_line, l);
        CHECK_OK(amp_transform(on_line, RANGE(float, f, n), RANGE(float, f, n)));
        amp_capture(multiples, 5);
        CHECK_OK(amp_generate(multiples, RANGE(int, z, n)));
        amp_capture(add, -2);
        CHECK_OK(amp_for_each(add, RANGE(int, z, n)));
        for (i = 0; i < n; i++) {
            CHECK(f[i] == 0.5f * (float)x[i] + 3.0f);
            CHECK_INT(z[i], ==, 5 * i - 2);
        }
        CHECK_OK(amp_transform_if(halve_even, RANGE(int, x, n), RANGE(int, z, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(z[i], ==, x[i] % 2 == 0 ? x[i] / 2 : 5 * i - 2);
        }
        amp_capture(distance, 250);
        CHECK_OK(amp_transform_reduce(distance, RANGE(int, x, n), &far));
        CHECK_INT(far, ==, sum);
        for (width = 50; width < 200; width += 77) { /* one kernel, two values */
            memset(want, 0, sizeof(want));
            for (i = 0; i < n; i++) {
                if (x[i] / width < 12) { want[x[i] / width]++; }
            }
            amp_capture(by_width, width);
            CHECK_OK(amp_histogram(by_width, RANGE(int, x, n), VIEW(int, bins, 12)));
            CHECK(memcmp(bins, want, sizeof(bins)) == 0);
        }
        test_view_count = 0; /* bins goes */
        CHECK_OK(amp_release(amp_view(int, bins, 12)));
        free(x - GUARD), free(y - GUARD), free(z - GUARD), free(f - GUARD);
    }
}

#define MAP2(name, T, want)                                                                  \
    CHECK_OK(amp_transform2(name, VIEW(T, x, 64), VIEW(T, y, 64), VIEW(T, z, 64)));          \
    for (i = 0; i < 64; i++) { const T a = x[i], b = y[i]; CHECK(z[i] == (T)(want)); }
#define TEST2(name, T, want)                                                                 \
    CHECK_OK(amp_transform2(name, VIEW(T, x, 64), VIEW(T, y, 64), VIEW(int, t, 64)));        \
    for (i = 0; i < 64; i++) { const T a = x[i], b = y[i]; CHECK_INT(t[i], ==, want); }
#define ALL_TYPES(T)                                                                         \
    do {                                                                                     \
        static T x[64], y[64], z[64];                                                        \
        static int t[64];                                                                    \
        int i;                                                                               \
        for (i = 0; i < 64; i++) { x[i] = (T)(i % 7); y[i] = (T)(i % 5 + 1); }               \
        x[9] = 0, y[9] = 0;                                                                  \
        MAP2(amp_plus_##T, T, a + b) MAP2(amp_minus_##T, T, a - b)                           \
        MAP2(amp_multiplies_##T, T, a * b)                                                   \
        MAP2(amp_min_##T, T, b < a ? b : a) MAP2(amp_max_##T, T, a < b ? b : a)              \
        TEST2(amp_equal_to_##T, T, a == b) TEST2(amp_not_equal_to_##T, T, a != b)            \
        TEST2(amp_less_##T, T, a < b) TEST2(amp_greater_##T, T, a > b)                       \
        TEST2(amp_less_equal_##T, T, a <= b) TEST2(amp_greater_equal_##T, T, a >= b)         \
        TEST2(amp_logical_and_##T, T, a != 0 && b != 0)                                      \
        TEST2(amp_logical_or_##T, T, a != 0 || b != 0)                                       \
        CHECK_OK(amp_transform(amp_negate_##T, VIEW(T, x, 64), VIEW(T, z, 64)));             \
        CHECK_OK(amp_transform(amp_logical_not_##T, VIEW(T, x, 64), VIEW(int, t, 64)));      \
        for (i = 0; i < 64; i++) { CHECK(z[i] == (T)-x[i] && t[i] == (x[i] == 0)); }         \
        y[9] = 1;                                                                            \
        CHECK_OK(amp_refresh(VIEW(T, y, 64)));                                               \
        MAP2(amp_divides_##T, T, a / b)                                                      \
    } while (0)
/* The others share a body for each type: two of them are enough, and cheap to compile. */
#define TWO(T)                                                                               \
    do {                                                                                     \
        static T x[64], y[64], z[64];                                                        \
        static int t[64];                                                                    \
        int i;                                                                               \
        for (i = 0; i < 64; i++) { x[i] = (T)(i * 77); y[i] = (T)(i % 5 + 1); }              \
        MAP2(amp_divides_##T, T, a / b)                                                      \
        TEST2(amp_less_equal_##T, T, a <= b)                                                 \
    } while (0)
TEST(ready_made_functors)
{
    ALL_TYPES(int);
    TWO(unsigned);
    TWO(amp_int64);
    TWO(amp_uint64);
    TWO(float);
    SKIP_WITHOUT_DOUBLE(); /* all others were tested */
    TWO(double);
}

TEST(ready_made_functors_of_integers)
{
    static int x[64], y[64], z[64];
    int i;
    for (i = 0; i < 64; i++) {
        x[i] = i * 77;
        y[i] = i % 5 + 1;
    }
    MAP2(amp_modulus_int, int, a % b) MAP2(amp_and_int, int, a & b)
    MAP2(amp_or_int, int, a | b) MAP2(amp_xor_int, int, a ^ b)
    CHECK_OK(amp_transform(amp_not_int, VIEW(int, x, 64), VIEW(int, z, 64)));
    for (i = 0; i < 64; i++) {
        CHECK_INT(z[i], ==, ~x[i]);
    }
}

enum { ROWS = 37, COLUMNS = 53, DEEP = 7 };
TEST(views_of_rank_2_and_3_and_sections_with_gaps)
{
    static int m[ROWS * COLUMNS], w[ROWS * COLUMNS], part[ROWS * COLUMNS];
    const amp_array_view v = amp_view(int, m, ROWS, COLUMNS), u = amp_view(int, w, ROWS, COLUMNS);
    const amp_array_view hole = amp_section(v, amp_index(3, 5), amp_extent(20, 30));
    const amp_array_view other = amp_section(u, amp_index(1, 2), amp_extent(20, 30));
    const amp_array_view deep = amp_view_as(v, amp_extent(DEEP, 7, 40));
    int i, j, sum = 0, r = 0;
    CHECK_OK(amp_generate(numbers_of, v));
    CHECK_OK(amp_fill(int, u, -1));
    CHECK_OK(amp_transform(plus_index, v, u)); /* 4 i */
    CHECK_OK(amp_fill(int, hole, 5));
    CHECK_OK(amp_for_each(add_index, hole));
    CHECK_OK(amp_transform2(sum_index, hole, other, other));
    CHECK_OK(amp_synchronize(v));
    CHECK_OK(amp_synchronize(u));
    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < COLUMNS; j++) {
            const int k = i * COLUMNS + j, at_ = (i - 3) * 30 + j - 5, to = (i - 1) * 30 + j - 2;
            const int in = i >= 3 && i < 23 && j >= 5 && j < 35;
            CHECK_INT(m[k], ==, in ? 5 + at_ : 3 * k);
            CHECK_INT(w[k], ==, i >= 1 && i < 21 && j >= 2 && j < 32 ? 4 * k + 5 + 2 * to : 4 * k);
            sum += in ? m[k] : 0;
        }
    }
    CHECK_OK(amp_reduce(amp_plus_int, hole, &r));
    CHECK_INT(r, ==, sum);
    for (i = 0, sum = 0; i < DEEP * 7 * 40; i++) {
        sum += m[i];
    }
    CHECK_OK(amp_reduce(amp_plus_int, deep, &r));
    CHECK_INT(r, ==, sum);
    CHECK_OK(amp_transform(amp_negate_int, deep, amp_view(int, part, DEEP, 7, 40)));
    CHECK_OK(amp_synchronize(amp_view(int, part, DEEP, 7, 40)));
    CHECK_INT(part[DEEP * 7 * 40 - 1], ==, -m[DEEP * 7 * 40 - 1]);
    /* in place, and what is refused */
    CHECK_OK(amp_transform(amp_negate_int, hole, hole));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(m[3 * COLUMNS + 5], ==, -5);
    CHECK_STATUS(amp_transform(plus_index, v, hole), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "(37, 53)");
    CHECK_STATUS(amp_transform2(sum_index, v, hole, u), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_transform2(amp_plus_int, v, hole, u), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_transform(amp_negate_int, v, amp_range(amp_view(int, part, 9), 0, 9)),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_transform(amp_negate_float, v, u), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_fill(int, amp_const_view(v), 0), AMP_VIEW_MISMATCH);
    CHECK_OK(amp_release(v));
    CHECK_OK(amp_release(u));
    CHECK_OK(amp_release(amp_view(int, part, DEEP, 7, 40)));
}

/* Maps of sections of x and w at the places a and b, of one extent, against a copy: whatever lies
   between sections stays, and all is read before anything is written. */
enum { BOX = 3 * 41 * 61 };
static int box_x[BOX], box_w[BOX], box_in[BOX], box_in2[BOX], box_want[BOX];
static amp_status box_map(int what, amp_array_view from, amp_array_view to)
{
    return what == 0 ? amp_fill(int, to, 5) : what == 1 ? amp_generate(numbers_of, to)
         : what == 2 ? amp_generate(multiples, to) : what == 3 ? amp_for_each(add_index, to)
         : what == 4 ? amp_for_each(add, to) : what == 5 ? amp_transform(plus_index, from, to)
         : what == 6 ? amp_transform(amp_negate_int, from, to)
         : what == 7 ? amp_transform_if(halve_even, from, to)
         : what == 8 ? amp_transform2(sum_index, from, to, to) : amp_transform2(axpy, to, from, to);
}
static void box_check(amp_array_view v, amp_array_view w, const int *a, const int *b,
                      const int *e, int same)
{
    const amp_array_view from = amp_section(v, amp_index(a[0], a[1], a[2]),
                                            amp_extent(e[0], e[1], e[2]));
    const amp_array_view to = amp_section(w, amp_index(b[0], b[1], b[2]),
                                          amp_extent(e[0], e[1], e[2]));
    const int p = v.extent.dim[1], q = v.extent.dim[2], n = v.extent.dim[0] * p * q;
    int *const result = same ? box_x : box_w;
    int what, i, j, k;
    amp_capture(axpy, 3);
    amp_capture(multiples, 7);
    amp_capture(add, 11);
    for (what = 0; what < 10; what++) {
        for (i = 0; i < n; i++) {
            box_x[i] = box_in[i] = i * 31 % 1009;
            box_w[i] = box_in2[i] = same ? box_x[i] : i * 17 % 1013;
            box_want[i] = result[i];
        }
        CHECK_OK(amp_refresh(v));
        CHECK_OK(amp_refresh(w));
        CHECK_OK(box_map(what, from, to));
        CHECK_OK(amp_synchronize(w));
        for (i = 0; i < e[0]; i++) {
            for (j = 0; j < e[1]; j++) {
                for (k = 0; k < e[2]; k++) {
                    const int at_ = (i * e[1] + j) * e[2] + k;
                    const int x = box_in[((a[0] + i) * p + a[1] + j) * q + a[2] + k];
                    int *const y = &box_want[((b[0] + i) * p + b[1] + j) * q + b[2] + k];
                    *y = what == 0 ? 5 : what == 1 ? 3 * at_ : what == 2 ? 7 * at_
                       : what == 3 ? *y + at_ : what == 4 ? *y + 11 : what == 5 ? x + at_
                       : what == 6 ? -x : what == 7 ? (x % 2 == 0 ? x / 2 : *y)
                       : what == 8 ? x + *y + at_ : 3 * *y + x + at_;
                }
            }
        }
        CHECK(memcmp(result, box_want, sizeof(int) * (size_t)n) == 0);
    }
}

TEST(maps_of_sections_are_those_of_copies)
{
    static const int sections[][6] = { /* a place and an extent */
        { 0, 0, 0, 1, 1, 1 }, { 0, 3, 1, 2, 20, 30 }, { 1, 0, 7, 1, 40, 1 }, { 0, 1, 0, 2, 40, 53 },
        { 1, 2, 3, 1, 37, 29 }, { 0, 0, 0, 3, 1, 60 } };
    const amp_array_view v = amp_view(int, box_x, 3, 41, 61), w = amp_view(int, box_w, 3, 41, 61);
    const amp_array_view wide = amp_view(int, guarded(2 * 70001, sizeof(int)), 2, 70001);
    const amp_array_view inner = amp_section(wide, amp_index(0, 1), amp_extent(2, 69997));
    const int *const x = (const int *)wide.data;
    int i, j;
    for (i = 0; i < 6; i++) {
        const int *const a = sections[i], *const e = a + 3;
        const int right[] = { a[0], a[1], a[2] + 1 }, below[] = { a[0], a[1] + 1, a[2] };
        box_check(v, w, a, right, e, 0);
        box_check(v, v, a, a, e, 1);
        if (e[2] <= 30) { /* beside each other, and apart */
            const int beside[] = { a[0], a[1], a[2] + e[2] };
            box_check(v, v, a, beside, e, 1);
            box_check(v, v, beside, a, e, 1);
        }
        box_check(v, v, a, right, e, 1);
        if (a[1] + e[1] < 41) {
            box_check(v, v, a, below, e, 1);
            box_check(v, v, below, a, e, 1);
        }
    }
    /* few long rows */
    CHECK_OK(amp_fill(int, wide, -1));
    CHECK_OK(amp_generate(numbers_of, inner));
    CHECK_OK(amp_for_each(add_index, inner));
    CHECK_OK(amp_synchronize(wide));
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 70001; j++) {
            CHECK_INT(x[i * 70001 + j], ==, j < 1 || j > 69997 ? -1 : 4 * (i * 69997 + j - 1));
        }
    }
    CHECK_STATUS(amp_fill(int, amp_const_view(inner), 0), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_transform(amp_negate_float, inner, inner), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_transform2(amp_plus_float, inner, inner, inner), AMP_VIEW_MISMATCH);
    CHECK_OK(amp_release(wide));
    CHECK_OK(amp_release(v));
    CHECK_OK(amp_release(w));
}

/* Of rows of c elements of x, from the value of the call; z has room for the rows. */
static void folds_with_a_value(int *x, amp_int64 *z, int c, int rows)
{
    amp_int64 want[300], all = 0;
    int i;
    memset(want, 0, sizeof(want));
    for (i = 0; i < c * rows; i++) {
        want[i / c] += (amp_int64)(x[i] - 7) * (x[i] - 7);
    }
    amp_capture(distance, 7);
    CHECK_OK(amp_reduce_rows(distance, amp_view_as(VIEW(int, x, c * rows), amp_extent(rows, c)),
                             VIEW(amp_int64, z, rows)));
    CHECK_OK(amp_synchronize(VIEW(amp_int64, z, rows)));
    for (i = 0; i < rows; i++) {
        all += want[i];
        CHECK_INT(z[i], ==, want[i]);
        z[i] = -1;
    }
    CHECK_OK(amp_refresh(VIEW(amp_int64, z, rows)));
    CHECK_OK(amp_segmented_reduce_equal(distance, c, VIEW(int, x, c * rows),
                                        VIEW(amp_int64, z, rows)));
    CHECK_OK(amp_synchronize(VIEW(amp_int64, z, rows)));
    CHECK(memcmp(z, want, sizeof(*z) * (size_t)rows) == 0);
    CHECK_OK(amp_reduce_into(distance, VIEW(int, x, c * rows), VIEW(amp_int64, z, rows)));
    CHECK_OK(amp_synchronize(VIEW(amp_int64, z, rows)));
    CHECK_INT(z[0], ==, all);
    CHECK_STATUS(amp_reduce_into(amp_dot_int, VIEW(int, x, c * rows), VIEW(amp_int64, z, rows)),
                 AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_inner_product takes it");
    CHECK_STATUS(amp_segmented_reduce_equal(amp_dot_int, c, VIEW(int, x, c * rows),
                                            VIEW(amp_int64, z, rows)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_reduce_rows(amp_dot_int, amp_view_as(VIEW(int, x, c * rows),
                                                          amp_extent(rows, c)),
                                 VIEW(amp_int64, z, rows)), AMP_INVALID_ARGUMENT);
}

TEST(folds_by_row_and_by_segment)
{
    static const int columns[] = { 1, 3, 64, 65, 1024, 2500 };
    const int on_threads = tap_on_engine("threads"); /* there is a tile for each row */
    int k, i, j;
    for (k = 0; k < 6; k++) {
        const int c = columns[k], rows = on_threads ? (k == 0 ? 7 : 3) : k == 0 ? 300 : 11;
        const int n = c * rows;
        int *x = numbers(n, 1000, 3), *y = (int *)guarded(rows, sizeof(int)), *flags;
        amp_int64 *z = (amp_int64 *)guarded(rows, sizeof(amp_int64));
        ptrdiff_t count = -1;
        amp_int64 big[2];
        CHECK_OK(amp_reduce_rows(amp_plus_int, amp_view_as(VIEW(int, x, n), amp_extent(rows, c)),
                                 VIEW(int, y, rows)));
        CHECK_OK(amp_reduce_rows(squares, amp_view_as(VIEW(int, x, n), amp_extent(rows, c)),
                                 VIEW(amp_int64, z, rows)));
        for (i = 0; i < rows; i++) {
            int sum = 0;
            amp_int64 square_sum = 0;
            for (j = 0; j < c; j++) {
                sum += x[i * c + j];
                square_sum += (amp_int64)x[i * c + j] * x[i * c + j];
            }
            CHECK_INT(y[i], ==, sum);
            CHECK_INT(z[i], ==, square_sum);
        }
        folds_with_a_value(x, z, c, rows);
        /* the last segment is shorter */
        CHECK_OK(amp_segmented_reduce_equal(longest, c, amp_range(VIEW(int, x, n), 0, n - c / 2),
                                            VIEW(int, y, rows)));
        flags = (int *)guarded(n, sizeof(int));
        for (i = 0; i < n; i++) {
            flags[i] = i % c == 0 ? i % 3 - 1 + 2 * (i % 3 == 1) : 0; /* not 0, of both signs */
        }
        CHECK_OK(amp_segmented_reduce(amp_plus_int, int, VIEW(int, x, n), VIEW(int, flags, n),
                                      VIEW(int, y, rows), &count));
        CHECK_INT(count, ==, rows);
        for (i = 0; i < rows; i++) {
            int sum = 0;
            for (j = 0; j < c; j++) {
                sum += x[i * c + j];
            }
            CHECK_INT(y[i], ==, sum);
        }
        CHECK_STATUS(amp_segmented_reduce(amp_plus_int, int, VIEW(int, x, n), VIEW(int, flags, n),
                                          amp_range(VIEW(int, y, rows), 0, rows - 1), &count),
                     AMP_INVALID_ARGUMENT);
        CHECK_STATUS(amp_segmented_reduce_equal(squares, 1, amp_range(VIEW(int, x, n), 0, 3),
                                                amp_view(amp_int64, big, 2)),
                     AMP_INVALID_ARGUMENT);
        CHECK_STATUS(amp_segmented_reduce_equal(longest, 0, VIEW(int, x, n), VIEW(int, y, rows)),
                     AMP_INVALID_ARGUMENT);
        CHECK_CONTAINS(amp_last_error(), "amp_segmented_reduce_equal: segments of 0 elements");
        CHECK_STATUS(amp_reduce_rows(longest, VIEW(int, x, n), VIEW(int, y, rows)),
                     AMP_INVALID_ARGUMENT);
        CHECK_STATUS(amp_reduce_rows(longest, amp_view_as(VIEW(int, x, n), amp_extent(1, n)),
                                     amp_view_as(VIEW(int, x, n), amp_extent(1))),
                     AMP_INVALID_ARGUMENT);
        CHECK_OK(amp_release(amp_view(amp_int64, big, 2)));
        free(x - GUARD), free(y - GUARD), free(z - GUARD), free(flags - GUARD);
        test_view_count = 0;
    }
}

/* Segments that begin at the given places are summed. */
static void sums_between(int *x, int *flags, int *y, int n, const int *begin, int begins)
{
    int *want = (int *)guarded(n, sizeof(int)), i, segments = 0;
    ptrdiff_t count = -1;
    memset(flags, 0, sizeof(int) * (size_t)n);
    memset(want, 0, sizeof(int) * (size_t)n);
    for (i = 0; i < begins; i++) {
        flags[begin[i]] = -1;
    }
    for (i = 0; i < n; i++) {
        segments += i == 0 || flags[i] != 0;
        want[segments - 1] += x[i];
    }
    REFRESH(flags, n);
    CHECK_OK(amp_segmented_reduce(amp_plus_int, int, RANGE(int, x, n), RANGE(int, flags, n),
                                  RANGE(int, y, n), &count));
    CHECK_INT(count, ==, segments);
    CHECK(memcmp(y, want, sizeof(int) * (size_t)segments) == 0);
    guarded_free(want, n, sizeof(int));
}

/* A chunk is 2048 elements here: segments that begin or end with one, and go over several. */
TEST(segments_at_the_borders_of_chunks)
{
    static const int at_borders[] = { 2048, 4096, 8191 }, inside[] = { 0, 1, 2047, 2049, 6144 };
    const int n = 8192;
    int *x = numbers(n, 100, 7), *flags = (int *)guarded(n, sizeof(int));
    int *y = (int *)guarded(n, sizeof(int));
    sums_between(x, flags, y, n, NULL, 0);
    sums_between(x, flags, y, n, at_borders, 3);
    sums_between(x, flags, y, n, at_borders, 1);
    sums_between(x, flags, y, n, inside, 5);
    sums_between(x, flags, y, n - 2048, inside, 4);
    sums_between(x, flags, y, 2049, at_borders, 1);
    guarded_free(x, n, sizeof(int));
    guarded_free(flags, n, sizeof(int));
    guarded_free(y, n, sizeof(int));
}

/* The only element that is found, first, last, and at the borders of blocks and chunks; none. */
TEST(a_predicate_of_a_structure_with_a_value)
{
    static const int places[] = { 0, 1023, 1024, 2047, 2048, 5000, 6150, -1 };
    const int n = 6151;
    const card wanted = { 3, 7, 0 }, low = { 3, 6, 0 }, high = { 3, 9, 0 };
    card *x = (card *)guarded(n, sizeof(card)), *y = (card *)guarded(n, sizeof(card));
    int k, i, truth = -1;
    amp_capture(in_suit, wanted);
    for (k = 0; k < 8; k++) {
        const int place = places[k];
        ptrdiff_t index = -1, other = -1, count = -1, kept = -1;
        for (i = 0; i < n; i++) {
            x[i] = i == place ? high : low;
        }
        if (k > 0) {
            CHECK_OK(amp_refresh(RANGE(card, x, n)));
        }
        CHECK_OK(amp_stl_find_if(in_suit, RANGE(card, x, n), &index));
        CHECK_OK(amp_stl_find_if_not(in_suit, RANGE(card, x, n), &other));
        CHECK_OK(amp_stl_count_if(in_suit, RANGE(card, x, n), &count));
        CHECK_OK(amp_stl_is_partitioned(in_suit, RANGE(card, x, n), &truth));
        CHECK(index == (place < 0 ? n : place) && other == (place == 0));
        CHECK(count == (place >= 0) && truth == (place <= 0));
        CHECK_OK(amp_stl_replace_copy_if(in_suit, RANGE(card, x, n), RANGE(card, y, n), wanted));
        CHECK_OK(amp_stl_remove_copy_if(in_suit, RANGE(card, y, n), RANGE(card, x, n), &kept));
        CHECK_INT(kept, ==, n - (place >= 0));
        CHECK_OK(amp_stl_replace_if(in_suit, RANGE(card, y, n), low));
        CHECK_OK(amp_synchronize(RANGE(card, x, n)));
        CHECK_OK(amp_synchronize(RANGE(card, y, n)));
        for (i = 0; i < n; i++) {
            CHECK(y[i].suit == 3 && y[i].rank == 6 && (i >= kept || x[i].rank == 6));
        }
    }
    for (i = 0; i < n; i++) {
        x[i] = i < 4000 ? high : low;
    }
    CHECK_OK(amp_refresh(RANGE(card, x, n)));
    {
        ptrdiff_t point = -1;
        CHECK_OK(amp_stl_partition_point(in_suit, RANGE(card, x, n), &point));
        CHECK_INT(point, ==, 4000);
    }
    guarded_free(x, n, sizeof(card));
    guarded_free(y, n, sizeof(card));
}

static int plus(int a, int b) { return a + b; }

TEST(scans_by_key_from_a_value_and_of_a_map)
{
    EACH_SIZE(n) {
        int *x = numbers(n, 100, 4), *keys = numbers(n, 3, 5), *y = (int *)guarded(n, sizeof(int));
        int how, i;
        for (how = 0; how < 4; how++) {
            const amp_scan_mode mode = how & 1 ? AMP_INCLUSIVE : AMP_EXCLUSIVE;
            const amp_scan_direction way = how & 2 ? AMP_BACKWARD : AMP_FORWARD;
            const int init = 1000;
            int sum = init, by_key = 0, squared = 0;
            CHECK_OK(amp_scan_by_key(amp_plus_int, int, mode, way, RANGE(int, keys, n),
                                     RANGE(int, x, n), RANGE(int, y, n)));
            for (i = 0; i < n; i++) {
                const int k = how & 2 ? n - 1 - i : i, last = how & 2 ? k + 1 : k - 1;
                by_key = i > 0 && keys[k] == keys[last] ? by_key : 0;
                CHECK_INT(y[k], ==, how & 1 ? plus(by_key, x[k]) : by_key);
                by_key += x[k];
            }
            CHECK_OK(amp_scan_from(amp_plus_int, int, mode, way, &init, RANGE(int, x, n),
                                   RANGE(int, y, n)));
            for (i = 0; i < n; i++) {
                const int k = how & 2 ? n - 1 - i : i;
                CHECK_INT(y[k], ==, how & 1 ? sum + x[k] : sum);
                sum += x[k];
            }
            CHECK_OK(amp_transform_scan(square, amp_plus_int, mode, way, RANGE(int, x, n),
                                        RANGE(int, y, n)));
            for (i = 0; i < n; i++) {
                const int k = how & 2 ? n - 1 - i : i;
                CHECK_INT(y[k], ==, how & 1 ? squared + x[k] * x[k] : squared);
                squared += x[k] * x[k];
            }
        }
        guarded_free(x, n, sizeof(int));
        guarded_free(keys, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
    }
    {
        static int x[9], y[9];
        static float f[9];
        const amp_int64 wide = 0;
        const int one = 1;
        const amp_array_view vx = amp_view(int, x, 9), vy = amp_view(int, y, 9);
        CHECK_STATUS(amp_scan_from(amp_plus_int, int, AMP_INCLUSIVE, AMP_FORWARD, &wide, vx, vy),
                     AMP_VIEW_MISMATCH);
        CHECK_STATUS(amp_scan_from(amp_plus_int, float, AMP_INCLUSIVE, AMP_FORWARD, &one, vx, vy),
                     AMP_VIEW_MISMATCH);
        CHECK_STATUS(amp_scan_by_key(amp_plus_int, int, AMP_INCLUSIVE, AMP_FORWARD,
                                     amp_range(vx, 0, 8), vx, vy), AMP_INVALID_ARGUMENT);
        CHECK_STATUS(amp_transform_scan(square, amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD, vx,
                                        amp_view(float, f, 9)), AMP_VIEW_MISMATCH);
        CHECK_OK(amp_scan_by_key(amp_plus_int, int, AMP_INCLUSIVE, AMP_FORWARD, vx, vx, vx));
    }
}

/* The calls whose sums of floats have an order, into y: 0 to 13; how many results there are. */
static ptrdiff_t by_segments(int call, amp_array_view x, amp_array_view keys, amp_array_view flags,
                             amp_array_view y)
{
    const amp_scan_mode mode = call & 1 ? AMP_INCLUSIVE : AMP_EXCLUSIVE;
    const float init = 0.3f;
    ptrdiff_t count = x.extent.dim[0];
    switch (call / 2) {
    case 0:
        CHECK_OK(amp_segmented_scan(amp_plus_float, mode, AMP_FORWARD, x, y, flags));
        break;
    case 1:
        CHECK_OK(amp_scan_by_key(amp_plus_float, int, mode, AMP_FORWARD, keys, x, y));
        break;
    case 2:
        CHECK_OK(amp_segmented_scan_equal(amp_plus_float, mode, AMP_FORWARD, x, y,
                                          keys.extent.dim[0] / 3 + 1));
        break;
    case 3:
        CHECK_OK(amp_scan_from(amp_plus_float, float, mode, AMP_FORWARD, &init, x, y));
        break;
    case 4:
        CHECK_OK(amp_segmented_scan_equal(amp_plus_float, mode, call & 1 ? AMP_FORWARD
                                          : AMP_BACKWARD, x, y, 1009));
        break;
    case 5:
        CHECK_OK(amp_segmented_reduce(amp_plus_float, float, x, flags, y, &count));
        break;
    default:
        CHECK_OK(amp_scan(amp_plus_float, mode, AMP_BACKWARD, x, y));
        break;
    }
    return count;
}

/* Segments over many chunks, of one element, of any length; sums are the same bits whether the
   kernels are launched one by one or block by block, in place too, on any number of workers. */
TEST_LIMIT(sums_by_segments_are_the_same_bits_in_both_ways, 60)
{
    static const int every[] = { 1, 7, 20000, 1 << 30 };
    const int n = sizes_here() < 11 ? 2049 : 70001;
    const size_t bytes = sizeof(float) * (size_t)n;
    float *x = (float *)guarded(n, sizeof(float)), *y = (float *)guarded(n, sizeof(float));
    float *want = (float *)guarded(n, sizeof(float));
    int *flags = numbers(n, 2, 1), *keys = numbers(n, 2, 1), k, call, workers, i;
    const char *const form = getenv("AMP_ALGORITHM_FORM");
    if (form != NULL || !amp_accelerator_default().is_emulated) {
        SKIP("a device has one way");
    }
    for (i = 0; i < n; i++) {
        x[i] = (float)random_below(1 << 24) / 7.0f;
    }
    for (k = 0; k < 4; k++) {
        for (i = 0; i < n; i++) {
            flags[i] = random_below(every[k]) == 0 ? -256 : 0;
            keys[i] = (i > 0 ? keys[i - 1] : 0) + (flags[i] != 0);
        }
        for (call = 0; call < 14; call++) {
            ptrdiff_t count = 0, again;
            CHECK_INT(setenv("AMP_ALGORITHM_FORM", "cpu", 1), ==, 0);
            count = by_segments(call, RANGE(float, x, n), RANGE(int, keys, n), RANGE(int, flags, n),
                                RANGE(float, want, n));
            CHECK_INT(setenv("AMP_ALGORITHM_FORM", "", 1), ==, 0);
            for (workers = 1; workers <= 3; workers++) {
                CHECK_OK(amp_emu_set_workers(workers));
                memcpy(y, x, bytes);
                again = by_segments(call, workers == 1 || call / 2 == 5 ? RANGE(float, x, n)
                                    : RANGE(float, y, n), RANGE(int, keys, n), RANGE(int, flags, n),
                                    RANGE(float, y, n));
                CHECK_INT(again, ==, count);
                CHECK(memcmp(y, want, sizeof(float) * (size_t)count) == 0);
            }
        }
    }
    guarded_free(x, n, sizeof(float));
    guarded_free(y, n, sizeof(float));
    guarded_free(want, n, sizeof(float));
    guarded_free(flags, n, sizeof(int));
    guarded_free(keys, n, sizeof(int));
}

/* Flags at random; in runs; of the last alone; of all but the first. */
static void choose_by_flags(int n, int way)
{
    int *x = numbers(n, 100, 6), *f = numbers(n, 3, 7), *y = (int *)guarded(n, sizeof(int));
    int *z = (int *)guarded(n, sizeof(int)), *order = (int *)guarded(n, sizeof(int));
    triple *t = (triple *)guarded(n, sizeof(triple)), *u = (triple *)guarded(n, sizeof(triple));
    const int seven = 7;
    ptrdiff_t kept = -1, left = -1, split = -1;
    int i, k = 0, m = 0;
    for (i = 0; i < n; i++) {
        f[i] = way == 0 ? f[i] : way == 1 ? i / 90 % 2 : way == 2 ? i == n - 1 : i > 0;
        x[i] += way > 0 && (x[i] & 1) != f[i]; /* odd ones likewise */
        t[i].c = (char)x[i];
        f[i] *= 256; /* a flag is any int but 0 */
    }
    memset(y, 0, sizeof(int) * (size_t)n);
    CHECK_OK(amp_copy_flagged(int, RANGE(int, x, n), RANGE(int, f, n), RANGE(int, y, n),
                              &kept));
    CHECK_OK(amp_remove_flagged(int, RANGE(int, x, n), RANGE(int, f, n), RANGE(int, z, n),
                                &left));
    CHECK_INT(kept + left, ==, n);
    for (i = 0; i < n; i++) {
        CHECK_INT(f[i] != 0 ? y[k++] : z[m++], ==, x[i]);
    }
    CHECK_INT(k, ==, kept);
    CHECK_OK(amp_partition_flagged(int, RANGE(int, x, n), RANGE(int, f, n), RANGE(int, y, n),
                                   &split));
    CHECK_INT(split, ==, kept);
    CHECK(left == 0 || memcmp(y + kept, z, sizeof(int) * (size_t)left) == 0);
    CHECK_OK(amp_partition_flagged(triple, RANGE(triple, t, n), RANGE(int, f, n),
                                   RANGE(triple, u, n), &split));
    for (i = 0; i < n; i++) {
        CHECK_INT(u[i].c, ==, (char)y[i]);
    }
    CHECK_OK(amp_remove_flagged(triple, RANGE(triple, t, n), RANGE(int, f, n), RANGE(triple, u, n),
                                &left));
    for (i = 0; i < left; i++) {
        CHECK_INT(u[i].c, ==, (char)z[i]);
    }
    CHECK_OK(amp_partition_copy(odd, RANGE(int, x, n), RANGE(int, y, n), RANGE(int, z, n),
                                &split));
    for (i = 0, k = 0, m = 0; i < n; i++) {
        CHECK_INT(x[i] % 2 != 0 ? y[k++] : z[m++], ==, x[i]);
    }
    CHECK_INT(k, ==, split);
    memcpy(y, x, sizeof(int) * (size_t)n);
    REFRESH(y, n);
    CHECK_OK(amp_replace_flagged(int, RANGE(int, y, n), RANGE(int, f, n), &seven));
    for (i = 0; i < n; i++) {
        CHECK_INT(y[i], ==, f[i] != 0 ? 7 : x[i]);
        order[i] = n - 1 - i;
    }
    memset(y, 0, sizeof(int) * (size_t)n);
    memset(z, 0, sizeof(int) * (size_t)n);
    REFRESH(y, n);
    REFRESH(z, n);
    CHECK_OK(amp_scatter_by(int, RANGE(int, x, n), RANGE(int, order, n), RANGE(int, y, n)));
    CHECK_OK(amp_scatter_if(int, RANGE(int, x, n), RANGE(int, order, n), RANGE(int, f, n),
                            RANGE(int, z, n)));
    for (i = 0; i < n; i++) {
        CHECK_INT(y[n - 1 - i], ==, x[i]);
        CHECK_INT(z[n - 1 - i], ==, f[i] != 0 ? x[i] : 0);
    }
    CHECK_OK(amp_gather_if(int, RANGE(int, y, n), RANGE(int, order, n), RANGE(int, f, n),
                           RANGE(int, z, n)));
    for (i = 0; i < n; i++) {
        CHECK_INT(z[i], ==, f[i] != 0 ? x[i] : f[n - 1 - i] != 0 ? x[n - 1 - i] : 0);
    }
    guarded_free(x, n, sizeof(int));
    guarded_free(f, n, sizeof(int));
    guarded_free(y, n, sizeof(int));
    guarded_free(z, n, sizeof(int));
    guarded_free(order, n, sizeof(int));
    guarded_free(t, n, sizeof(triple));
    guarded_free(u, n, sizeof(triple));
}

TEST(chosen_by_flags)
{
    int way;
    for (way = 0; way < 4; way++) {
        EACH_SIZE(n) {
            choose_by_flags(n, way);
        }
    }
}

TEST(flags_and_scatter_refuse)
{
    static int x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, y[8], o[8], z[8];
    const amp_array_view vx = amp_view(int, x, 8), vy = amp_view(int, y, 8);
    const amp_array_view vo = amp_view(int, o, 8), vz = amp_view(int, z, 8);
    const amp_int64 wide = 1;
    ptrdiff_t count = 42;
    CHECK_STATUS(amp_copy_flagged(int, vx, amp_range(vx, 0, 7), vy, &count), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_copy_flagged(float, vx, vx, vy, &count), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_copy_flagged(int, vx, vx, amp_range(vy, 0, 7), &count), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_partition_copy(odd, vx, vy, amp_range(vz, 0, 3), &count),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_partition_copy(odd, vx, vy, vy, &count), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_replace_flagged(int, vx, vy, &wide), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_replace_flagged(int, vx, vx, &x[0]), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_scatter_by(int, vx, vo, vx), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_scatter_by(int, vx, vo, vo), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_scatter_by(int, vx, amp_range(vo, 0, 7), vy), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_scatter_if(int, vx, vo, amp_range(vo, 0, 7), vy), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_gather_if(int, vx, vo, vz, amp_range(vy, 0, 7)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_unique_by_key(int, int, vx, vy, vo, amp_range(vz, 0, 7), &count),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_unique_by_key(int, int, vx, vy, vy, vz, &count), AMP_INVALID_ARGUMENT);
    x[3] = -1;
    CHECK_OK(amp_refresh(vx));
    CHECK_STATUS(amp_run_length_decode(int, vy, vx, vz, &count), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "negative");
    x[3] = 2147483647;
    CHECK_OK(amp_refresh(vx));
    CHECK_STATUS(amp_run_length_decode(int, vy, vx, vz, &count), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "2147483679");
    CHECK_INT(count, ==, 42);
}

TEST(runs_and_keys)
{
    EACH_SIZE(n) {
        int *x = numbers(n, 3, 8), *v = numbers(n, 1000, 9), *y = (int *)guarded(n, sizeof(int));
        int *z = (int *)guarded(n, sizeof(int)), *w = (int *)guarded(n, sizeof(int));
        ptrdiff_t count = -1, again = -1;
        int i, k = 0;
        CHECK_OK(amp_unique_by_key(int, int, RANGE(int, x, n), RANGE(int, v, n), RANGE(int, y, n),
                                   RANGE(int, z, n), &count));
        for (i = 0; i < n; i++) {
            if (i == 0 || x[i] != x[i - 1]) {
                CHECK_INT(y[k], ==, x[i]);
                CHECK_INT(z[k++], ==, v[i]);
            }
        }
        CHECK_INT(k, ==, count);
        CHECK_OK(amp_run_length_encode(int, RANGE(int, x, n), RANGE(int, y, n), RANGE(int, z, n),
                                       &count));
        CHECK_INT(k, ==, count);
        CHECK_OK(amp_run_length_decode(int, amp_range(RANGE(int, y, n), 0, count),
                                       amp_range(RANGE(int, z, n), 0, count), RANGE(int, w, n),
                                       &again));
        CHECK_INT(again, ==, n);
        CHECK(memcmp(w, x, sizeof(int) * (size_t)n) == 0);
        /* the same in place */
        CHECK_OK(amp_unique_by_key(int, int, RANGE(int, w, n), RANGE(int, v, n), RANGE(int, w, n),
                                   RANGE(int, v, n), &again));
        CHECK_INT(again, ==, count);
        CHECK(count == 0 || memcmp(w, y, sizeof(int) * (size_t)count) == 0);
        guarded_free(x, n, sizeof(int));
        guarded_free(v, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(z, n, sizeof(int));
        guarded_free(w, n, sizeof(int));
    }
    {
        static int values[5] = { 1, 2, 3, 4, 5 }, lengths_[5] = { 0, 2, 0, 3, 0 }, out[6];
        ptrdiff_t count = -1;
        CHECK_OK(amp_run_length_decode(int, VIEW(int, values, 5), VIEW(int, lengths_, 5),
                                       VIEW(int, out, 6), &count));
        CHECK_INT(count, ==, 5);
        CHECK(out[0] == 2 && out[1] == 2 && out[2] == 4 && out[4] == 4 && out[5] == 0);
    }
    { /* runs over chunks of the result, chunks of lengths that are 0; elements of other sizes */
        enum { RUNS = 5003, MOST = RUNS * 20 + 9001 };
        int *many = numbers(RUNS, 20, 10), *from = (int *)guarded(MOST, sizeof(int)), i, j;
        amp_int64 *x = (amp_int64 *)guarded(RUNS, sizeof(amp_int64));
        triple *t = (triple *)guarded(RUNS, sizeof(triple));
        amp_int64 *y = (amp_int64 *)guarded(MOST, sizeof(amp_int64));
        triple *z = (triple *)guarded(MOST, sizeof(triple));
        ptrdiff_t count = -1;
        int n = 0;
        for (i = 0; i < RUNS; i++) {
            many[i] = i == 17 ? 9001 : i > 100 && i < 4500 ? 0 : many[i];
            for (j = 0; j < many[i]; j++) {
                from[n++] = i;
            }
            x[i] = 3 * (amp_int64)i;
            t[i].a = t[i].c = i;
            t[i].b = -i;
        }
        for (i = 0; i < n + 1; i++) {
            y[i] = z[i].b = 7;
        }
        CHECK_OK(amp_run_length_decode(amp_int64, RANGE(amp_int64, x, RUNS),
                                       RANGE(int, many, RUNS), RANGE(amp_int64, y, n + 1),
                                       &count));
        CHECK_INT(count, ==, n);
        CHECK_OK(amp_run_length_decode(triple, RANGE(triple, t, RUNS), RANGE(int, many, RUNS),
                                       RANGE(triple, z, n + 1), &count));
        CHECK_INT(count, ==, n);
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, 3 * from[i]);
            CHECK(z[i].a == from[i] && z[i].b == -from[i] && z[i].c == from[i]);
        }
        CHECK(y[n] == 7 && z[n].b == 7);
        guarded_free(many, RUNS, sizeof(int));
        guarded_free(from, MOST, sizeof(int));
        guarded_free(x, RUNS, sizeof(amp_int64));
        guarded_free(t, RUNS, sizeof(triple));
        guarded_free(y, MOST, sizeof(amp_int64));
        guarded_free(z, MOST, sizeof(triple));
    }
}

TEST(sorts_by_key_and_orders)
{
    EACH_SIZE(n) {
        int *x = numbers(n, n / 2 + 1, 10), *v = (int *)guarded(n, sizeof(int)), i;
        int *y = (int *)guarded(n, sizeof(int)), *order = (int *)guarded(n, sizeof(int));
        int *flags = (int *)guarded(n, sizeof(int));
        for (i = 0; i < n; i++) {
            v[i] = i;
            flags[i] = i % 100 == 37 ? 3 : 0;
        }
        memcpy(y, x, sizeof(int) * (size_t)n);
        CHECK_OK(amp_merge_sort_by_key(amp_greater_int, int, RANGE(int, y, n), RANGE(int, v, n)));
        for (i = 0; i < n; i++) { /* stable: values of equal keys rise */
            CHECK_INT(y[i], ==, x[v[i]]);
            CHECK(i == 0 || y[i - 1] > y[i] || (y[i - 1] == y[i] && v[i - 1] < v[i]));
        }
        CHECK_OK(amp_merge_sort_order(amp_greater_int, RANGE(int, x, n), RANGE(int, order, n)));
        CHECK(memcmp(order, v, sizeof(int) * (size_t)n) == 0);
        memcpy(y, x, sizeof(int) * (size_t)n);
        for (i = 0; i < n; i++) {
            v[i] = i;
        }
        REFRESH(y, n);
        REFRESH(v, n);
        CHECK_OK(amp_merge_sort_by_key(falling, int, RANGE(int, y, n), RANGE(int, v, n)));
        CHECK(memcmp(order, v, sizeof(int) * (size_t)n) == 0);
        CHECK_OK(amp_merge_sort_order(amp_less_int, RANGE(int, x, n), RANGE(int, order, n)));
        CHECK_OK(amp_radix_sort_order(int, RANGE(int, x, n), RANGE(int, v, n)));
        CHECK(memcmp(order, v, sizeof(int) * (size_t)n) == 0);
        for (i = 1; i < n; i++) {
            CHECK(x[v[i - 1]] < x[v[i]] || (x[v[i - 1]] == x[v[i]] && v[i - 1] < v[i]));
        }
        memcpy(y, x, sizeof(int) * (size_t)n);
        for (i = 0; i < n; i++) {
            v[i] = i;
        }
        REFRESH(y, n);
        REFRESH(v, n);
        CHECK_OK(amp_sort_by_key_descending(low_bits, int, RANGE(int, y, n), RANGE(int, v, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, x[v[i]]);
            CHECK(i == 0 || (y[i - 1] & 15) > (y[i] & 15)
                  || ((y[i - 1] & 15) == (y[i] & 15) && v[i - 1] < v[i]));
        }
        CHECK_OK(amp_radix_sort_descending(int, RANGE(int, y, n)));
        for (i = 1; i < n; i++) {
            CHECK(y[i - 1] >= y[i]);
        }
        for (i = 0; i < n; i++) { /* all the other way round */
            y[i] = 3 * i - n;
            v[i] = i;
        }
        REFRESH(y, n);
        REFRESH(v, n);
        CHECK_OK(amp_sort_by_key_descending(int, int, RANGE(int, y, n), RANGE(int, v, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, 3 * v[i] - n);
            CHECK_INT(v[i], ==, n - 1 - i);
        }
        memcpy(y, x, sizeof(int) * (size_t)n);
        for (i = 0; i < n; i++) {
            v[i] = i;
        }
        REFRESH(y, n);
        REFRESH(v, n);
        CHECK_OK(amp_segmented_sort_by_key(int, int, RANGE(int, y, n), RANGE(int, v, n),
                                           RANGE(int, flags, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(y[i], ==, x[v[i]]);
            CHECK_INT((v[i] + 63) / 100, ==, (i + 63) / 100); /* none left its segment */
            CHECK(i == 0 || flags[i] != 0 || y[i - 1] < y[i]
                  || (y[i - 1] == y[i] && v[i - 1] < v[i]));
        }
        CHECK_OK(amp_segmented_sort(int, RANGE(int, x, n), RANGE(int, flags, n)));
        CHECK(memcmp(x, y, sizeof(int) * (size_t)n) == 0);
        guarded_free(x, n, sizeof(int));
        guarded_free(v, n, sizeof(int));
        guarded_free(y, n, sizeof(int));
        guarded_free(order, n, sizeof(int));
        guarded_free(flags, n, sizeof(int));
    }
}

/* Keys of 8 bytes, of which one to eight differ, beside an order of 4: an odd number of passes ends
   in the other arrays. */
TEST(order_of_long_keys)
{
    int k, i, bytes;
    for (k = 2; k < sizes_here() && sizes[k] < 3000; k++) {
        const int n = sizes[k];
        amp_uint64 *x = (amp_uint64 *)guarded(n, sizeof(amp_uint64));
        int *order = (int *)guarded(n, sizeof(int));
        for (bytes = 1; bytes <= 8; bytes++) {
            for (i = 0; i < n; i++) {
                const amp_uint64 r = (amp_uint64)random_bits() << 32 ^ (amp_uint64)random_bits();
                x[i] = r >> (64 - 8 * bytes);
            }
            CHECK_OK(amp_refresh(RANGE(amp_uint64, x, n)));
            CHECK_OK(amp_radix_sort_order(amp_uint64, RANGE(amp_uint64, x, n),
                                          RANGE(int, order, n)));
            for (i = 1; i < n; i++) {
                const amp_uint64 one = x[order[i - 1]], next = x[order[i]];
                CHECK(one < next || (one == next && order[i - 1] < order[i]));
            }
        }
        guarded_free(x, n, sizeof(amp_uint64));
        guarded_free(order, n, sizeof(int));
    }
}

/* So many that chunks are sorted first, in an even and an odd number of steps. */
TEST(orders_of_many_keys)
{
    static const int many[] = { 300007, 600011 };
    int k;
    skip_where_loops_are_ended();
    for (k = 0; k < (tap_on_engine("fibers") ? 1 : 2) && sizes_here() == 11; k++) {
        const int n = many[k];
        /* of five values: merges of long runs */
        int *x = numbers(n, k == 0 ? 5 : n / 2, 20), *order = (int *)guarded(n, sizeof(int));
        int *want = (int *)guarded(n, sizeof(int));
        CHECK_OK(amp_radix_sort_order(int, RANGE(int, x, n), RANGE(int, want, n)));
        CHECK_OK(amp_merge_sort_order(rising, RANGE(int, x, n), RANGE(int, order, n)));
        CHECK(memcmp(order, want, sizeof(int) * (size_t)n) == 0);
        CHECK_OK(amp_merge_sort_by_key(rising, int, RANGE(int, x, n), RANGE(int, order, n)));
        CHECK(x[0] <= x[1] && x[n / 2] <= x[n / 2 + 1] && order[0] == want[want[0]]);
        guarded_free(x, n, sizeof(int));
        guarded_free(order, n, sizeof(int));
        guarded_free(want, n, sizeof(int));
    }
}

/* Segments of all lengths, of one element, longer than any that is sorted by itself: the same, and
   as stable, as when all are sorted together. */
TEST_LIMIT(segments_are_sorted_alike_in_both_ways, 60)
{
    static const int every[] = { 1, 2, 9, 60, 700, 3000, 1 << 30 };
    const int n = sizes_here() < 11 ? 2049 : 30011;
    int *x = numbers(n, 100, 30), *y = numbers(n, 100, 30), *want = numbers(n, 100, 30);
    float *f = (float *)guarded(n, sizeof(float)), *g = (float *)guarded(n, sizeof(float));
    triple *v = (triple *)guarded(n, sizeof(triple)), *w = (triple *)guarded(n, sizeof(triple));
    int *flags = numbers(n, 2, 1), k, i, way;
    if (getenv("AMP_ALGORITHM_FORM") != NULL || !amp_accelerator_default().is_emulated) {
        SKIP("a device has one way");
    }
    for (k = 0; k < 7; k++) {
        for (i = 0; i < n; i++) {
            flags[i] = random_below(every[k]) == 0 ? -256 : 0;
        }
        CHECK_OK(amp_refresh(RANGE(int, flags, n)));
        for (way = 0; way < 4; way++) {
            CHECK_INT(setenv("AMP_ALGORITHM_FORM", way == 0 ? "cpu" : "", 1), ==, 0);
            CHECK_OK(amp_emu_set_workers(way == 0 ? 1 : way));
            for (i = 0; i < n; i++) {
                y[i] = x[i];
                g[i] = i % 7 == 0 ? (i % 2 ? 1.0f : -1.0f) * (float)(i % 3) / 0.0f
                     : (float)(x[i] - 50) * (i % 5 == 0 ? -0.0f : 0.5f);
                w[i].a = i;
                w[i].b = w[i].c = -i;
            }
            CHECK_OK(amp_refresh(RANGE(int, y, n)));
            CHECK_OK(amp_refresh(RANGE(float, g, n)));
            CHECK_OK(amp_refresh(RANGE(triple, w, n)));
            CHECK_OK(amp_segmented_sort_by_key(low_bits, triple, RANGE(int, y, n),
                                               RANGE(triple, w, n), RANGE(int, flags, n)));
            CHECK_OK(amp_segmented_sort(float, RANGE(float, g, n), RANGE(int, flags, n)));
            if (way == 0) {
                memcpy(want, y, sizeof(int) * (size_t)n);
                memcpy(f, g, sizeof(float) * (size_t)n);
                memcpy(v, w, sizeof(triple) * (size_t)n);
            }
            CHECK(memcmp(want, y, sizeof(int) * (size_t)n) == 0);
            CHECK(memcmp(f, g, sizeof(float) * (size_t)n) == 0);
            CHECK(memcmp(v, w, sizeof(triple) * (size_t)n) == 0);
        }
    }
    guarded_free(x, n, sizeof(int));
    guarded_free(y, n, sizeof(int));
    guarded_free(want, n, sizeof(int));
    guarded_free(f, n, sizeof(float));
    guarded_free(g, n, sizeof(float));
    guarded_free(v, n, sizeof(triple));
    guarded_free(w, n, sizeof(triple));
    guarded_free(flags, n, sizeof(int));
}

TEST(sorts_by_key_of_a_structure)
{
    static card c[1000], d[1000];
    static int v[1000], order[1000];
    const amp_array_view vc = amp_view(card, c, 1000), vd = amp_view(card, d, 1000);
    const amp_array_view vv = amp_view(int, v, 1000), vo = amp_view(int, order, 1000);
    int i;
    for (i = 0; i < 1000; i++) {
        c[i].suit = i * 7 % 5;
        c[i].rank = (short)(i % 13);
        v[i] = i;
        order[i] = 999 - i;
    }
    CHECK_OK(amp_scatter_by(card, vc, vo, vd));
    CHECK_OK(amp_merge_sort_by_key(by_suit, int, vc, vv));
    CHECK_OK(amp_synchronize(vc));
    CHECK_OK(amp_synchronize(vd));
    CHECK_OK(amp_synchronize(vv));
    for (i = 0; i < 1000; i++) {
        CHECK(c[i].suit == v[i] * 7 % 5 && c[i].rank == v[i] % 13);
        CHECK_INT(d[i].suit, ==, (999 - i) * 7 % 5);
        CHECK(i == 0 || c[i - 1].suit < c[i].suit || v[i - 1] < v[i]);
    }
    CHECK_STATUS(amp_merge_sort_by_key(by_suit, int, vv, vv), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_merge_sort_by_key(amp_less_int, int, vv, vv), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_merge_sort_order(by_suit, vc, amp_range(vv, 0, 9)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_radix_sort_order(int, vv, vv), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_segmented_sort(int, vv, vv), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_segmented_sort(int, vv, amp_range(vo, 0, 9)), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_segmented_sort_by_key(int, int, vv, amp_range(vo, 0, 9), vo),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_sort_by_key_descending(int, int, vv, vv), AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_radix_sort_descending(float, vv), AMP_VIEW_MISMATCH);
}

TEST(heaps)
{
    static int x[200], want[200];
    const amp_array_view v = VIEW(int, x, 200);
    ptrdiff_t index = -1;
    int i, yes = -1;
    for (i = 0; i < 200; i++) {
        x[i] = i * 37 % 101;
    }
    CHECK_OK(amp_stl_make_heap(amp_less_int, amp_range(v, 0, 150)));
    for (i = 150; i < 200; i++) {
        CHECK_OK(amp_stl_push_heap(amp_less_int, amp_range(v, 0, i + 1)));
        CHECK_OK(amp_stl_is_heap(amp_less_int, amp_range(v, 0, i + 1), &yes));
        CHECK_INT(yes, ==, 1);
    }
    for (i = 1; i < 200; i++) {
        CHECK(x[(i - 1) / 2] >= x[i]);
    }
    for (i = 200; i > 180; i--) { /* the greatest last, one after another */
        CHECK_OK(amp_stl_pop_heap(amp_less_int, amp_range(v, 0, i)));
        CHECK(i == 200 || x[i - 1] <= x[i]);
        CHECK_OK(amp_stl_is_heap(amp_less_int, amp_range(v, 0, i - 1), &yes));
        CHECK_INT(yes, ==, 1);
    }
    memcpy(want, x, sizeof(x));
    CHECK_OK(amp_stl_sort_heap(amp_less_int, amp_range(v, 0, 180)));
    for (i = 1; i < 180; i++) {
        CHECK(x[i - 1] <= x[i]);
    }
    CHECK(memcmp(want + 180, x + 180, 20 * sizeof(int)) == 0);
    x[0] = 9, x[1] = 8, x[2] = 7, x[3] = 6, x[4] = 9, x[5] = 1;
    CHECK_OK(amp_refresh(v));
    CHECK_OK(amp_stl_is_heap_until(amp_less_int, amp_range(v, 0, 6), &index));
    CHECK_INT(index, ==, 4); /* 9 below 8 */
    CHECK_OK(amp_stl_is_heap_until(amp_less_int, amp_range(v, 0, 0), &index));
    CHECK_INT(index, ==, 0);
    CHECK_OK(amp_stl_is_heap(amp_less_int, amp_range(v, 0, 1), &yes));
    CHECK_INT(yes, ==, 1);
    if (sizes_here() == 11) { /* many, all different, of three values, or one; odd and even */
        enum { MANY = 150001 };
        int kind, wrong = 0;
        for (kind = 0; kind < 5; kind++) {
            const int n = MANY - kind / 3;
            int *y = numbers(n, kind % 3 == 0 ? 1 << 30 : kind % 3 == 1 ? 3 : 1, 12);
            long long sum = 0;
            for (i = 0; i < n; i++) {
                sum += y[i];
            }
            CHECK_OK(amp_stl_make_heap(amp_less_int, RANGE(int, y, n)));
            for (i = 0; i < n; i++) {
                sum -= y[i];
                wrong += y[(i > 0 ? i - 1 : 0) / 2] < y[i];
            }
            CHECK_INT(wrong, ==, 0);
            CHECK(sum == 0);
            guarded_free(y, n, sizeof(int));
        }
    }
    for (i = 0; i < sizes_here(); i++) { /* made of 4, 8 and 12 bytes; an even and an odd number */
        const int n = sizes[i], m = n - n / 2 % 2;
        int *a = (int *)guarded(n, sizeof(int)), k, wrong = 0;
        double *b = (double *)guarded(n, sizeof(double));
        triple *c = (triple *)guarded(n, sizeof(triple));
        const int doubles = amp_accelerator_default().supports_double;
        long long left = 0;
        for (k = 0; k < n; k++) {
            a[k] = k * 37 % 101;
            b[k] = c[k].a = k < m ? a[k] : 1000;
            c[k].b = c[k].c = k;
        }
        CHECK_OK(amp_stl_make_heap(amp_less_int, RANGE(int, a, n)));
        CHECK_OK(doubles ? amp_stl_make_heap(amp_less_double, RANGE(double, b, m)) : AMP_OK);
        CHECK_OK(amp_stl_make_heap(by_a, RANGE(triple, c, m)));
        for (k = 0; k < n; k++) {
            const int up = k > 0 ? (k - 1) / 2 : 0;
            left += k - c[k].b + (k * 37 % 101 - a[k]);
            wrong += a[up] < a[k] || (doubles && k < m && b[up] < b[k]);
            wrong += c[k].b != c[k].c || c[k].a != (k < m ? c[k].b * 37 % 101 : 1000);
            wrong += k < m && c[up].a < c[k].a;
        }
        CHECK_INT(wrong, ==, 0);
        CHECK(left == 0);
        guarded_free(a, n, sizeof(int));
        guarded_free(b, n, sizeof(double));
        guarded_free(c, n, sizeof(triple));
    }
    for (i = 1; i < sizes_here(); i++) { /* of elements of 4, 8 and 12 bytes, one is too great */
        const int n = sizes[i], places[] = { n, n - 1, n / 2, n / 2 + 1, n / 3, 1024, 1 };
        int *a = (int *)guarded(n, sizeof(int)), k, where;
        double *b = (double *)guarded(n, sizeof(double));
        triple *c = (triple *)guarded(n, sizeof(triple));
        for (k = 0; k < 7; k++) {
            for (where = 0; where < n; where++) {
                a[where] = where == places[k] ? n : n - where / 2;
                b[where] = c[where].a = a[where];
                c[where].b = c[where].c = where;
            }
            where = places[k] > 4 && places[k] < n ? places[k] : n;
            CHECK_OK(amp_refresh(RANGE(int, a, n)));
            CHECK_OK(amp_stl_is_heap_until(amp_less_int, RANGE(int, a, n), &index));
            CHECK_INT(index, ==, where);
            if (amp_accelerator_default().supports_double) {
                CHECK_OK(amp_refresh(RANGE(double, b, n)));
                CHECK_OK(amp_stl_is_heap_until(amp_less_double, RANGE(double, b, n), &index));
                CHECK_INT(index, ==, where);
            }
            CHECK_OK(amp_refresh(RANGE(triple, c, n)));
            CHECK_OK(amp_stl_is_heap_until(by_a, RANGE(triple, c, n), &index));
            CHECK_INT(index, ==, where);
        }
        guarded_free(a, n, sizeof(int));
        guarded_free(b, n, sizeof(double));
        guarded_free(c, n, sizeof(triple));
    }
    CHECK_STATUS(amp_stl_make_heap(amp_less_float, v), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_stl_push_heap(amp_less_float, v), AMP_VIEW_MISMATCH);
    CHECK_STATUS(amp_stl_pop_heap(amp_less_int, amp_const_view(v)), AMP_VIEW_MISMATCH);
}

TEST(permutations)
{
    static int x[4] = { 1, 2, 2, 3 }, before[4], other[4] = { 2, 3, 1, 2 };
    const amp_array_view v = VIEW(int, x, 4);
    int count = 0, more = 1, same = -1;
    while (more) {
        memcpy(before, x, sizeof(x));
        CHECK_OK(amp_stl_next_permutation(amp_less_int, v, &more));
        count++;
        CHECK_OK(amp_stl_is_permutation(amp_less_int, v, VIEW(int, other, 4), &same));
        CHECK_INT(same, ==, 1);
        if (more) { /* the one before leads back */
            static int y[4];
            int back = 0, k;
            for (k = 0; k < 4 && before[k] == x[k]; k++) {
            }
            CHECK(k < 4 && before[k] < x[k]);
            memcpy(y, x, sizeof(x));
            CHECK_OK(amp_refresh(VIEW(int, y, 4)));
            CHECK_OK(amp_stl_prev_permutation(amp_less_int, VIEW(int, y, 4), &back));
            CHECK(back == 1 && memcmp(y, before, sizeof(y)) == 0);
        }
    }
    CHECK_INT(count, ==, 12);
    CHECK(x[0] == 1 && x[1] == 2 && x[2] == 2 && x[3] == 3);
    CHECK_OK(amp_stl_prev_permutation(amp_less_int, v, &more));
    CHECK(more == 0 && x[0] == 3 && x[3] == 1);
    CHECK_OK(amp_stl_next_permutation(amp_less_int, amp_range(v, 0, 1), &more));
    CHECK_INT(more, ==, 0);
    other[0] = 3;
    CHECK_OK(amp_refresh(VIEW(int, other, 4)));
    CHECK_OK(amp_stl_is_permutation(amp_less_int, v, VIEW(int, other, 4), &same));
    CHECK_INT(same, ==, 0);
    CHECK_OK(amp_stl_is_permutation(amp_less_int, v, amp_range(VIEW(int, other, 4), 0, 3), &same));
    CHECK_INT(same, ==, 0);
    { /* a common beginning; whole numbers, and what has a comparison alone */
        enum { MANY = 2003, EQUAL = 700 };
        static amp_int64 a[MANY], b[MANY];
        static card c[MANY], d[MANY];
        int i;
        for (i = 0; i < MANY; i++) {
            a[i] = i % 2 != 0 ? -(amp_int64)i : (amp_int64)i << 33;
            c[i].suit = i % 4;
            c[i].rank = (short)i;
        }
        for (i = 0; i < MANY; i++) {
            const int from = i < EQUAL ? i : EQUAL + MANY - 1 - i;
            b[i] = a[from];
            d[i] = c[from];
            d[i].rank = 0;
        }
        CHECK_OK(amp_stl_is_permutation(amp_greater_amp_int64, VIEW(amp_int64, a, MANY),
                                        VIEW(amp_int64, b, MANY), &same));
        CHECK_INT(same, ==, 1);
        CHECK_OK(amp_stl_is_permutation(by_suit, VIEW(card, c, MANY), VIEW(card, d, MANY), &same));
        CHECK_INT(same, ==, 1);
        b[MANY - 1] += 1;
        d[MANY - 1].suit ^= 1;
        CHECK_OK(amp_refresh(VIEW(amp_int64, b, MANY)));
        CHECK_OK(amp_refresh(VIEW(card, d, MANY)));
        CHECK_OK(amp_stl_is_permutation(amp_greater_amp_int64, VIEW(amp_int64, a, MANY),
                                        VIEW(amp_int64, b, MANY), &same));
        CHECK_INT(same, ==, 0);
        CHECK_OK(amp_stl_is_permutation(by_suit, VIEW(card, c, MANY), VIEW(card, d, MANY), &same));
        CHECK_INT(same, ==, 0);
        CHECK_OK(amp_stl_is_permutation(by_suit, VIEW(card, c, MANY), VIEW(card, c, MANY), &same));
        CHECK_INT(same, ==, 1);
    }
    CHECK_STATUS(amp_stl_next_permutation(amp_less_float, v, &more), AMP_VIEW_MISMATCH);
}

TEST(flags_as_bits_and_helpers_of_kernels)
{
    static const int lengths_[] = { 1, 31, 32, 33, 1009, 40009 };
    static int f[40009], g[40009], tiles[64], m[20 * 30], w[20 * 30];
    static unsigned words[1251];
    int k, i, j;
    for (k = 0; k < 6; k++) {
        const int n = lengths_[k];
        const amp_array_view v = VIEW(int, f, n);
        CHECK_OK(amp_uniform_segments(7, v));
        CHECK_OK(amp_pack_flags(v, VIEW(unsigned, words, 1251)));
        CHECK_OK(amp_unpack_flags(VIEW(unsigned, words, 1251), VIEW(int, g, n)));
        for (i = 0; i < n; i++) {
            CHECK_INT(f[i], ==, i % 7 == 0);
            CHECK_INT(g[i], ==, f[i]);
            CHECK_UINT(words[i / 32] >> i % 32 & 1u, ==, f[i]);
        }
        CHECK(n % 32 == 0 || words[n / 32] >> n % 32 == 0);
        f[n - 1] = -8; /* what is not 0 is set */
        CHECK_OK(amp_refresh(v));
        CHECK_OK(amp_pack_flags(v, VIEW(unsigned, words, 1251)));
        CHECK_UINT(words[(n - 1) / 32] >> (n - 1) % 32, ==, 1);
    }
    CHECK_STATUS(amp_uniform_segments(0, VIEW(int, f, 9)), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_uniform_segments: segments of 0 elements");
    CHECK_STATUS(amp_segmented_scan_equal(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD, VIEW(int, f, 9),
                                          VIEW(int, g, 9), 0), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_segmented_scan_equal: segments of 0 elements");
    CHECK_STATUS(amp_pack_flags(VIEW(int, f, 1009), VIEW(unsigned, words, 31)),
                 AMP_INVALID_ARGUMENT);
    CHECK_STATUS(amp_unpack_flags(VIEW(int, f, 9), VIEW(int, g, 9)), AMP_VIEW_MISMATCH);

    for (i = 0; i < 20 * 30; i++) {
        m[i] = i;
    }
    CHECK_OK(amp_parallel_for_each(amp_extent(24, 32), with_a_rim, VIEW(int, m, 20, 30),
                                   VIEW(int, w, 20, 30)));
    for (i = 0; i < 20; i++) {
        for (j = 0; j < 30; j++) {
            CHECK_INT(w[i * 30 + j], ==, (i > 0 ? m[i * 30 - 30 + j] : 100)
                                         + (j < 29 ? m[i * 30 + j + 1] : 100));
        }
    }
    CHECK_OK(amp_parallel_for_each(amp_pad(amp_tile(amp_extent(40), 16)), sizes_of_tiles,
                                   amp_range(VIEW(int, f, 1009), 0, 40), VIEW(int, tiles, 64)));
    CHECK(tiles[0] == 16 && tiles[1] == 16 && tiles[2] == 8);
    CHECK_UINT(amp_pack_byte(0x11223344u, 0x1aau, 2), ==, 0x11aa3344u);
    CHECK_UINT(amp_unpack_byte(0x11aa3344u, 2), ==, 0xaau);
    CHECK_UINT(amp_unpack_byte(0x81aa3344u, 3), ==, 0x81u);
    CHECK(amp_is_power_of_two(64) && !amp_is_power_of_two(0) && !amp_is_power_of_two(12));
    CHECK_INT(amp_log2(1), ==, 0);
    CHECK_INT(amp_log2(1023), ==, 9);
}

TEST(results_in_views_and_completions)
{
    amp_accelerator_view q;
    static int x[5000], y[5000], sum[1], most[1], count[4], bad[1];
    const amp_array_view v = amp_view(int, x, 5000), r = amp_view(int, y, 5000);
    amp_completion c, failed;
    int i, wanted = 0, odd_ones = 0;
    for (i = 0; i < 5000; i++) {
        x[i] = i * 7919 % 5003;
        wanted += x[i];
        odd_ones += x[i] % 2;
    }
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_IMMEDIATE, &q));
    CHECK_OK(amp_completion_wait(amp_async(q, amp_radix_sort_copy(int, v, r))));
    c = amp_async(q, amp_reduce_into(amp_plus_int, v, amp_view(int, sum, 1)));
    CHECK_OK(amp_on(q, amp_reduce_into(longest, v, amp_view(int, most, 1))));
    CHECK_OK(amp_on(q, amp_count_if_into(odd, v, amp_view(int, count, 4))));
    CHECK_OK(amp_on(q, amp_all_of_into(odd, v, amp_range(amp_view(int, count, 4), 1, 2))));
    CHECK_OK(amp_on(q, amp_any_of_into(odd, v, amp_range(amp_view(int, count, 4), 2, 3))));
    CHECK_OK(amp_on(q, amp_none_of_into(odd, v, amp_range(amp_view(int, count, 4), 3, 4))));
    failed = amp_async(q, amp_reduce_into(amp_plus_int, v, amp_range(v, 0, 1)));
    CHECK(amp_completion_valid(failed));
    CHECK_STATUS(amp_completion_wait(failed), AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "amp_reduce_into");
    CHECK_OK(amp_completion_wait(c));
    CHECK_OK(amp_wait(q));
    CHECK_OK(amp_synchronize(r));
    CHECK_OK(amp_synchronize(amp_view(int, sum, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, most, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, count, 4)));
    for (i = 1; i < 5000; i++) {
        CHECK(y[i - 1] <= y[i]);
    }
    CHECK_INT(sum[0], ==, wanted);
    CHECK_INT(most[0], ==, 5002);
    CHECK_INT(count[0], ==, odd_ones);
    CHECK(count[1] == 0 && count[2] == 1 && count[3] == 0);
    CHECK_OK(amp_reduce_into(amp_min_int, amp_range(v, 0, 0), amp_view(int, sum, 1)));
    CHECK_OK(amp_all_of_into(odd, amp_range(v, 0, 0), amp_view(int, most, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, sum, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, most, 1)));
    CHECK(sum[0] == INT_MAX && most[0] == 1);
    CHECK_STATUS(amp_count_if_into(odd, v, amp_range(amp_view(int, bad, 1), 0, 0)),
                 AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_accelerator_view_release(q));
}

/* Counts and truths of n elements of which the one at `where`, if there is one, is odd and not
   below 3 n. */
static void counts_of(amp_accelerator_view on, int n, int where)
{
    int *x = (int *)guarded(n, sizeof(int)), *y = (int *)guarded(6, sizeof(int)), i, few = 0;
    const int one = where >= 0 && where < n;
    amp_array_view v, r;
    for (i = 0; i < n; i++) {
        x[i] = i == where ? 3 * n | 1 : 2 * i;
        few += x[i] >= n / 2;
    }
    v = RANGE(int, x, n);
    r = RANGE(int, y, 6);
    CHECK_STATUS(amp_on(on, amp_count_if_into(odd, v, amp_range(r, 0, 1))), AMP_OK);
    amp_capture(from, n / 2);
    CHECK_STATUS(amp_on(on, amp_count_if_into(from, v, amp_range(r, 1, 2))), AMP_OK);
    amp_capture(from, 3 * n);
    CHECK_STATUS(amp_on(on, amp_any_of_into(from, v, amp_range(r, 2, 3))), AMP_OK);
    amp_capture(from, -1); /* what was queued has its own value */
    CHECK_STATUS(amp_on(on, amp_any_of_into(odd, v, amp_range(r, 3, 4))), AMP_OK);
    CHECK_STATUS(amp_on(on, amp_none_of_into(odd, v, amp_range(r, 4, 5))), AMP_OK);
    CHECK_STATUS(amp_on(on, amp_all_of_into(even, v, amp_range(r, 5, 6))), AMP_OK);
    CHECK_OK(amp_synchronize(r));
    CHECK_INT(y[0], ==, one);
    CHECK_INT(y[1], ==, few);
    CHECK_INT(y[2], ==, one);
    CHECK(y[3] == one && y[4] == !one && y[5] == !one);
    CHECK_STATUS(amp_on(on, amp_all_of_into(from, v, amp_range(r, 3, 4))), AMP_OK);
    CHECK_STATUS(amp_on(on, amp_none_of_into(from, v, amp_range(r, 4, 5))), AMP_OK);
    CHECK_STATUS(amp_on(on, amp_count_if_into(from, v, amp_range(r, 5, 6))), AMP_OK);
    CHECK_OK(amp_synchronize(r));
    CHECK(y[3] == 1 && y[4] == (n == 0) && y[5] == n);
    guarded_free(x, n, sizeof(int));
    guarded_free(y, 6, sizeof(int));
}
TEST(counts_and_truths_in_views)
{
    amp_accelerator_view q;
    int k;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_IMMEDIATE, &q));
    for (k = 0; k < sizes_here(); k++) {
        const int n = sizes[k];
        counts_of(amp_accelerator_default_view(amp_accelerator_default()), n, n / 2);
        counts_of(q, n, -1);
        counts_of(q, n, 0);
        counts_of(q, n, n - 1);
    }
    CHECK_OK(amp_accelerator_view_release(q));
}
