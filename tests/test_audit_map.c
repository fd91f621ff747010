/* SPDX-License-Identifier: MIT */
/* run: plain */
/* Thirty rows of docs/cpp-amp-map.md, drawn with Python's random.seed(20261122) and
   random.sample(range(196), 30) from its rows in order, each as a program written from what the
   specification says, without a look at the test that the row names. Rows 67, 158, 193 say that
   there is nothing here. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* row 5 */
static inline int cross(amp_in(int, 2, a), int i, int j)
{
    const int rows = a_shape.extent[0], columns = a_shape.extent[1];
    return at(a, (i + rows - 1) % rows, j) + at(a, (i + 1) % rows, j)
        + at(a, i, (j + columns - 1) % columns) + at(a, i, (j + 1) % columns);
}
AMP_KERNEL(crosses, 2, in(int, 2, a), out(int, 2, b))
{
    at_index(b, idx) = cross(amp_view_of(a), idx[0], idx[1]);
}
/* row 59 */
AMP_TILED_KERNEL(one_each, (1), inout(int, 1, v)) { at(v, tidx.tile[0]) += tidx.tile[0] + 1; }
/* row 61, and the identities of a tiled index */
AMP_TILED_KERNEL(where, (2, 3), out(int, 2, v))
{
    const int right = tidx.local[0] == tidx.global[0] % 2 && tidx.local[1] == tidx.global[1] % 3
        && tidx.tile[0] == tidx.global[0] / 2 && tidx.tile[1] == tidx.global[1] / 3
        && tidx.tile_origin[0] == tidx.global[0] - tidx.local[0]
        && tidx.tile_origin[1] == tidx.global[1] - tidx.local[1];
    at_index(v, tidx.global) = right;
}
/* row 73: a fence alone, which only some threads come to */
AMP_TILED_KERNEL(half_fence, (8), inout(int, 1, v))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at(v, tidx.global[0]);
    if (tidx.local[0] % 2 == 0) {
        t[tidx.local[0]] += 100;
        amp_all_memory_fence(tidx);
        at(v, tidx.global[0]) = t[tidx.local[0]];
    }
}
/* row 77 */
AMP_KERNEL(exchanges, 1, inout(int, 1, one), inout(unsigned, 1, two), inout(float, 1, three),
           out(int, 1, a), out(unsigned, 1, b), out(float, 1, c))
{
    at(a, idx[0]) = amp_atomic_exchange(&at(one, 0), idx[0] + 1);
    at(b, idx[0]) = amp_atomic_exchange(&at(two, 0), (unsigned)idx[0] + 1u);
    at(c, idx[0]) = amp_atomic_exchange(&at(three, 0), (float)idx[0] + 1.0f);
}
AMP_KERNEL(add, 1, value(int, a), inout(int, 1, v)) { at(v, idx[0]) += a; }
/* row 99 */
AMP_KERNEL(number, 3, inout(int, 3, v))
{
    at(v, idx[0], idx[1], idx[2]) = idx[0] * 100 + idx[1] * 10;
    at_index(v, idx) += idx[2];
}
/* rows 103, 121 */
AMP_KERNEL(halve_bits, 1, inout(unsigned, 1, v)) { at(v, idx[0]) -= 1u << 23; }
/* row 112 */
AMP_KERNEL(doubled, 1, in(int, 1, v), out(int, 1, w)) { at(w, idx[0]) = 2 * at(v, idx[0]); }
/* row 161 (s.n by a variable index crashes the compiler of Mesa 22.3's Rusticl) */
typedef struct several { int n[5]; float f; } several;
AMP_KERNEL(captures, 1, value(several, s), value(char, c), value(short, d), out(int, 1, v))
{
    at(v, idx[0]) = s.n[4] * idx[0] + (int)s.f + c + d;
}
/* rows 172, 173 */
AMP_KERNEL(roots, 1, in(float, 1, x), out(float, 2, y))
{
    at(y, 0, idx[0]) = amp_fast_sqrt(at(x, idx[0]));
    at(y, 1, idx[0]) = amp_fast_sqrtf(at(x, idx[0]));
    at(y, 2, idx[0]) = amp_precise_sqrt(at(x, idx[0]));
    at(y, 3, idx[0]) = amp_precise_pow(at(x, idx[0]), 0.5f);
}
AMP_DEVICE_END

enum { N = 48 };
static int m[70000], r[N];

static void count_up(void)
{
    int i;
    for (i = 0; i < N; i++) {
        m[i] = i;
    }
}

TEST(row_5_a_view_given_to_a_helper)
{
    int i, j;
    static int b[6][8];
    count_up();
    CHECK_OK(parallel_for_each(amp_extent(6, 8), crosses, amp_view(int, m, 6, 8),
                               amp_view(int, &b[0][0], 6, 8)));
    CHECK_OK(amp_synchronize(amp_view(int, &b[0][0], 6, 8)));
    for (i = 0; i < 6; i++) {
        for (j = 0; j < 8; j++) {
            CHECK_INT(b[i][j], ==, (i + 5) % 6 * 8 + j + (i + 1) % 6 * 8 + j + i * 8 + (j + 7) % 8
                      + i * 8 + (j + 1) % 8);
        }
    }
}

TEST(rows_10_16_36_accelerators_and_their_views)
{
    const amp_accelerator a = amp_accelerator_find("emu"), b = a;
    const amp_accelerator other = amp_accelerator_find("emu:separate");
    const amp_accelerator_view any = amp_auto_selection_view();
    amp_accelerator_view q;
    CHECK(amp_accelerator_equal(a, b) && !amp_accelerator_equal(a, other));
    CHECK(amp_accelerator_view_is_auto_selection(any));
    CHECK(amp_accelerator_equal(amp_accelerator_of(any), amp_accelerator_default()));
    count_up();
    CHECK_OK(parallel_for_each_on(any, amp_extent(N), add, 1, amp_view(int, m, N)));
    CHECK_OK(amp_synchronize(amp_view(int, m, N)));
    CHECK_INT(m[N - 1], ==, N);
    CHECK_OK(amp_accelerator_create_view(other, AMP_QUEUING_IMMEDIATE, &q));
    CHECK(!amp_accelerator_view_is_auto_selection(q));
    CHECK_STR(amp_accelerator_of(q).device_path, "emu:separate");
    CHECK(amp_accelerator_equal(amp_accelerator_of(q), other));
    CHECK_INT(amp_accelerator_of(q).is_debug, ==, other.is_debug);
    CHECK_INT(amp_accelerator_of(q).version, ==, other.version);
    CHECK_OK(amp_accelerator_view_release(q));
}

TEST(rows_44_61_index_and_tile_by_parts)
{
    const int parts[2] = { -7, 9 };
    const amp_index zero = amp_index(0, 0), from = { 2, { parts[0], parts[1] } };
    const amp_tiled_extent t = amp_tile(amp_extent(4, 9), 2, 3);
    static int right[4][9];
    int i;
    CHECK_INT(zero.rank, ==, 2);
    CHECK(zero.dim[0] == 0 && zero.dim[1] == 0);
    CHECK(amp_index_equal(from, amp_index(-7, 9)));
    CHECK_INT(t.tile.rank, ==, 2);
    CHECK(t.tile.dim[0] == 2 && t.tile.dim[1] == 3);
    CHECK_OK(parallel_for_each(t, where, amp_view(int, &right[0][0], 4, 9)));
    CHECK_OK(amp_synchronize(amp_view(int, &right[0][0], 4, 9)));
    for (i = 0; i < 36; i++) {
        CHECK_INT(right[i / 9][i % 9], ==, 1);
    }
}

TEST(row_59_more_than_65535_tiles)
{
    const int n = tap_on_engine("threads") ? 3000 : 65537;
    int i;
    memset(m, 0, sizeof(m));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), 1), one_each, amp_view(int, m, n)));
    CHECK_OK(amp_synchronize(amp_view(int, m, n)));
    for (i = 0; i < n; i++) {
        CHECK_INT(m[i], ==, i + 1);
    }
    CHECK_INT(m[n], ==, 0);
}

TEST(row_73_a_fence_where_threads_part)
{
    int i;
    count_up();
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), 8), half_fence, amp_view(int, m, N)));
    CHECK_OK(amp_synchronize(amp_view(int, m, N)));
    for (i = 0; i < N; i++) {
        CHECK_INT(m[i], ==, i + (i % 2 == 0 ? 100 : 0));
    }
}

TEST(row_77_nothing_is_lost_in_an_exchange)
{
    int one = 0, i, sum[3] = { 0, 0, 0 };
    unsigned two = 0, b[N];
    float three = 0, c[N];
    CHECK_OK(parallel_for_each(amp_extent(N), exchanges, amp_view(int, &one, 1),
                               amp_view(unsigned, &two, 1), amp_view(float, &three, 1),
                               amp_view(int, r, N), amp_view(unsigned, b, N),
                               amp_view(float, c, N)));
    CHECK_OK(amp_synchronize(amp_view(int, &one, 1)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, &two, 1)));
    CHECK_OK(amp_synchronize(amp_view(float, &three, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, r, N)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, b, N)));
    CHECK_OK(amp_synchronize(amp_view(float, c, N)));
    for (i = 0; i < N; i++) { /* each number was there once */
        sum[0] += r[i];
        sum[1] += (int)b[i];
        sum[2] += (int)c[i];
    }
    CHECK_INT(sum[0] + one, ==, N * (N + 1) / 2);
    CHECK_INT(sum[1] + (int)two, ==, N * (N + 1) / 2);
    CHECK_INT(sum[2] + (int)three, ==, N * (N + 1) / 2);
}

TEST(rows_87_93_99_101_arrays_on_a_view)
{
    const amp_accelerator_view q
        = amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
    amp_array_view a = amp_array_on(q, int, amp_extent(2, 3, 4)), same = a, deep, slice;
    int i;
    CHECK_OK(a.status);
    CHECK(amp_accelerator_view_equal(amp_source_accelerator_view(a), q));
    CHECK_OK(parallel_for_each(amp_extent(2, 3, 4), number, a));
    deep = amp_array_on(q, int, amp_extent(2, 3, 4));
    CHECK_OK(amp_copy(a, deep));
    slice = amp_project(same, 1); /* of the one array that both handles name */
    CHECK_INT(slice.extent.rank, ==, 2);
    CHECK_OK(amp_copy_out(slice, r));
    for (i = 0; i < 12; i++) {
        CHECK_INT(r[i], ==, 100 + i / 4 * 10 + i % 4);
    }
    CHECK_OK(parallel_for_each(amp_extent(24), add, 1000,
                               amp_view_as(same, amp_extent(24))));
    CHECK_OK(amp_copy_out(a, r));
    CHECK_INT(r[23], ==, 1123);
    CHECK_OK(amp_copy_out(deep, r));
    CHECK_INT(r[23], ==, 123);
    CHECK_INT(amp_project(a, 2).status, !=, AMP_OK);
    CHECK_INT(amp_project(a, -1).status, !=, AMP_OK);
    CHECK_OK(amp_release(deep));
    CHECK_OK(amp_release(a));
}

TEST(row_100_the_host_at_an_array)
{
    const amp_accelerator_view q
        = amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
    amp_array_view near = amp_array_on(amp_accelerator_default_view(amp_accelerator_find("emu")),
                                       int, amp_extent(N));
    amp_array_view far = amp_array_with_access(q, int, amp_extent(N), AMP_ACCESS_NONE);
    CHECK_OK(far.status);
    CHECK_OK(parallel_for_each(amp_extent(N), doubled, amp_view(const int, m, N), near));
    CHECK(amp_data(near) != NULL);
    CHECK_INT(((int *)amp_data(near))[3], ==, 2 * m[3]);
    CHECK(amp_data(far) == NULL);
    CHECK(amp_last_error()[0] != '\0');
    CHECK_OK(amp_release(near));
    CHECK_OK(amp_release(far));
}

TEST(rows_103_121_bits_and_shapes)
{
    float f[N];
    amp_array_view v = amp_view(float, f, N), bits, a = amp_array(int, amp_extent(6, 8)), seven;
    typedef struct seven_bytes { char c[7]; } seven_bytes;
    int i;
    for (i = 0; i < N; i++) {
        f[i] = (float)(2 * i + 2);
    }
    bits = amp_reinterpret_as(unsigned, v);
    CHECK_OK(bits.status);
    CHECK_OK(parallel_for_each(amp_extent(N), halve_bits, bits));
    CHECK_OK(amp_synchronize(v)); /* one data source */
    for (i = 0; i < N; i++) {
        CHECK_FLOAT(f[i], ==, i + 1);
    }
    seven = amp_reinterpret_as(seven_bytes, v); /* 192 bytes are not whole ones */
    CHECK_INT(seven.status, ==, AMP_INVALID_ARGUMENT);
    CHECK_INT(parallel_for_each(amp_extent(1), add, 1, seven), !=, AMP_OK);
    CHECK_INT(amp_reinterpret_as(double, a).extent.dim[0], ==, 24);
    CHECK_INT(amp_view_as(a, amp_extent(2, 4, 6)).extent.rank, ==, 3);
    CHECK_INT(amp_view_as(a, amp_extent(7, 7)).status, ==, AMP_INVALID_ARGUMENT);
    CHECK_OK(amp_release(a));
}

TEST(row_112_a_view_to_be_read)
{
    static const int c[N] = { 1, 2, 3 };
    amp_array_view v = amp_view(const int, c, N), w = amp_view(int, m, N);
    CHECK_OK(parallel_for_each(amp_extent(N), doubled, v, w));
    CHECK_OK(amp_synchronize(w));
    CHECK_INT(m[2], ==, 6);
    CHECK_INT(parallel_for_each(amp_extent(N), add, 1, v), ==, AMP_VIEW_MISMATCH);
    CHECK_INT(parallel_for_each(amp_extent(N), add, 1, amp_const_view(w)), ==, AMP_VIEW_MISMATCH);
    CHECK_OK(parallel_for_each(amp_extent(N), doubled, amp_const_view(w), amp_view(int, r, N)));
    CHECK_OK(amp_synchronize(amp_view(int, r, N)));
    CHECK_INT(r[2], ==, 12);
}

TEST(rows_127_128_130_133_136_coherence)
{
    const amp_accelerator_view q
        = amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
    const int live = amp_live_views();
    amp_array_view v = amp_view(int, m, N);
    unsigned long long before;
    int part[4] = { 70, 71, 72, 73 };
    count_up();
    CHECK_INT(amp_live_views(), ==, live + 1);
    CHECK_OK(amp_synchronize_to(v, q));
    before = amp_copied().to_device;
    CHECK_OK(parallel_for_each_on(q, amp_extent(N), add, 1, v));
    CHECK_UINT(amp_copied().to_device, ==, before); /* it was there */
    CHECK_OK(amp_synchronize(v));
    m[5] = 500;
    CHECK_OK(amp_refresh(v));
    CHECK_OK(parallel_for_each_on(q, amp_extent(N), add, 1, v));
    CHECK_OK(amp_copy_in(amp_section(v, amp_index(8), amp_extent(4)), part));
    CHECK_OK(parallel_for_each_on(q, amp_extent(N), add, 1, v));
    CHECK_OK(amp_release(v)); /* without amp_synchronize */
    CHECK_INT(m[5], ==, 502);
    CHECK_INT(m[7], ==, 10);
    CHECK_INT(m[8], ==, 71);
    CHECK_INT(m[11], ==, 74);
    CHECK_INT(m[12], ==, 15);
    CHECK_INT(amp_live_views(), ==, live);
    CHECK_INT(amp_synchronize(v), ==, AMP_INVALID_ARGUMENT);
}

static void one_more(void *user) { ++*(int *)user; }

TEST(row_146_what_follows)
{
    amp_array_view v = amp_view(int, m, N);
    amp_completion c;
    int calls = 0;
    count_up();
    c = amp_copy_in_async(v, r);
    c = amp_completion_then(amp_completion_then(c, one_more, &calls), one_more, &calls);
    CHECK_OK(amp_completion_wait(c));
    CHECK_INT(calls, ==, 2);
}

TEST(row_161_values_are_copied)
{
    several s = { { 10, 20, 30, 40, 50 }, 2.5f };
    amp_accelerator_view q;
    short d = 4;
    int i;
    CHECK_OK(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_AUTOMATIC, &q));
    CHECK_OK(parallel_for_each_on(q, amp_extent(5), captures, s, 'A', d, amp_view(int, r, 5)));
    memset(&s, 0, sizeof(s)); /* before it runs, perhaps */
    d = 0;
    CHECK_OK(amp_wait(q));
    CHECK_OK(amp_synchronize(amp_view(int, r, 5)));
    for (i = 0; i < 5; i++) {
        CHECK_INT(r[i], ==, 50 * i + 2 + 'A' + 4);
    }
    CHECK_OK(amp_accelerator_view_release(q));
}

TEST(row_162_a_failure_has_a_number_and_a_sentence)
{
    amp_array_view none;
    memset(&none, 0, sizeof(none));
    CHECK_INT(parallel_for_each(amp_extent(N), add, 1, none), ==, AMP_INVALID_ARGUMENT);
    CHECK_CONTAINS(amp_last_error(), "add");
    CHECK(strcmp(amp_status_string(AMP_INVALID_ARGUMENT), amp_status_string(AMP_OK)) != 0);
}

TEST(rows_172_173_mathematics)
{
    float x[8], y[4][8];
    int i, k;
    for (i = 0; i < 8; i++) {
        x[i] = (float)(i * i) * 0.25f;
    }
    CHECK_OK(parallel_for_each(amp_extent(8), roots, amp_view(float, x, 8),
                               amp_view(float, &y[0][0], 4, 8)));
    CHECK_OK(amp_synchronize(amp_view(float, &y[0][0], 4, 8)));
    for (k = 0; k < 4; k++) {
        for (i = 0; i < 8; i++) {
            CHECK_NEAR_FLOAT(y[k][i], (float)i * 0.5f, 4);
        }
    }
    CHECK_INT(sizeof(amp_precise_sqrt(2.0)), ==, sizeof(double)); /* by its argument */
    CHECK_INT(sizeof(amp_precise_sqrt(2.0f)), ==, sizeof(float));
    CHECK_INT(sizeof(amp_fast_sqrt(2.0f)), ==, sizeof(float));
}
