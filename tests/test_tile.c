/* SPDX-License-Identifier: MIT */
/* run: quick */
/* Reductions and scans of a tile: every shape, groups of a tile, any type and operator, several in
   a row with one array, in helpers. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* One kernel a tile: the sum of its threads' values, the largest, and what came before. */
#define BY_TILE(name, shape, threads, linear)                                  \
    AMP_TILED_KERNEL(name, shape, in(int, 1, x), out(int, 2, y))               \
    {                                                                          \
        tile_static(int, t, threads);                                          \
        const int l = linear, g = tidx.tile[0] * (threads) + l;                \
        int sum = at(x, g), most = sum, up_to = sum, before = sum;             \
        amp_tile_reduce(tidx, t, l, threads, sum, amp_plus);                   \
        amp_tile_reduce(tidx, t, l, threads, most, amp_maximum);               \
        amp_tile_scan(tidx, t, l, threads, up_to, amp_plus);                   \
        at(y, 4, g) = t[(threads) - 1];                                        \
        tile_barrier_wait(tidx);                                               \
        amp_tile_scan_exclusive(tidx, t, l, threads, before, -7, amp_plus);    \
        at(y, 0, g) = sum;                                                     \
        at(y, 1, g) = most;                                                    \
        at(y, 2, g) = up_to;                                                   \
        at(y, 3, g) = before;                                                  \
    }
BY_TILE(of_1, (1), 1, tidx.local[0])
BY_TILE(of_2, (2), 2, tidx.local[0])
BY_TILE(of_3, (3), 3, tidx.local[0])
BY_TILE(of_13, (13), 13, tidx.local[0])
BY_TILE(of_64, (64), 64, tidx.local[0])
BY_TILE(of_5_by_7, (5, 7), 35, tidx.local[0] * 7 + tidx.local[1])
BY_TILE(of_2_by_3_by_4, (2, 3, 4), 24, (tidx.local[0] * 3 + tidx.local[1]) * 4 + tidx.local[2])

/* Each row by itself, and each column; n is a value. */
AMP_TILED_KERNEL(rows_and_columns, (6, 10), in(float, 2, x), out(float, 2, row), out(float, 2, col),
                 value(int, n))
{
    tile_static(float, r, 6, 10);
    tile_static(float, c, 10, 6);
    const int i = tidx.local[0], j = tidx.local[1];
    float a = at_index(x, tidx.global), b = a;
    amp_tile_reduce(tidx, r[i], j, n, a, fmaxf);
    amp_tile_scan(tidx, c[j], i, 6, b, amp_plus);
    at_index(row, tidx.global) = a;
    at_index(col, tidx.global) = b;
}

/* As phases: of the whole tile, and of 7 of its 60 threads. */
AMP_PHASED_KERNEL(by_phases, (6, 10), in(float, 2, x), out(float, 2, most), out(int, 2, few),
                  value(int, n))
{
    tile_static(float, r, 60);
    tile_static(int, t, 7);
    phase {
        const int l = tidx.local[0] * 10 + tidx.local[1];
        r[l] = at_index(x, tidx.global);
        if (l < 7) {
            t[l] = l + tidx.tile[1];
        }
    }
    amp_phase_reduce(r, tidx.local[0] * 10 + tidx.local[1], n, fmaxf)
    amp_phase_reduce(t, tidx.local[0] * 10 + tidx.local[1], 7, amp_plus)
    phase {
        at_index(most, tidx.global) = r[0];
        at_index(few, tidx.global) = t[0];
    }
}

/* A structure, and an operator whose result depends on the order: 2 x 2 matrices. */
typedef struct matrix {
    int a, b, c, d;
} matrix;
static inline matrix product(matrix x, matrix y)
{
    const matrix r = { x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d,
                       x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d };
    return r;
}
AMP_TILED_KERNEL(fibonacci, (20), out(int, 1, y))
{
    tile_static(matrix, t, 20);
    const matrix step = { 1, 1, 1, 0 };
    matrix m = step;
    amp_tile_scan(tidx, t, tidx.local[0], 20, m, product);
    at(y, tidx.global[0]) = m.b;
}

typedef struct best {
    float x;
    int where;
} best;
static inline best better(best a, best b)
{
    return b.x > a.x || (b.x == a.x && b.where < a.where) ? b : a;
}
/* In a loop, with one array, in a helper that gives the result back. */
static inline int place_of_largest(amp_tiled_index tidx, amp_tile_ptr(best) t, int l, float x)
{
    best mine_too = { x, l };
    amp_tile_reduce(tidx, t, l, 32, mine_too, better);
    return mine_too.where;
}
AMP_TILED_KERNEL(largest_three, (32), in(float, 1, x), out(int, 2, y))
{
    tile_static(best, t, 32);
    const int l = tidx.local[0];
    float x_here = at(x, tidx.global[0]);
    for (int k = 0; k < 3; k++) {
        const int where = place_of_largest(tidx, t, l, x_here);
        if (l == where) {
            at(y, tidx.tile[0], k) = l;
            x_here = -1e30f;
        }
    }
}
/* A helper that is given a view, and whose threads meet. */
static inline float norm2(amp_tiled_index tidx, amp_in(float, 2, x), amp_tile_ptr(float) t, int l)
{
    float sum = 0;
    for (int j = l; j < x_shape.extent[1]; j += 16) {
        sum += at(x, tidx.tile[0], j) * at(x, tidx.tile[0], j);
    }
    amp_tile_reduce(tidx, t, l, 16, sum, amp_plus);
    return sum;
}
AMP_TILED_KERNEL(norms, (1, 16), in(float, 2, x), out(float, 1, y))
{
    tile_static(float, t, 16);
    const float sum = norm2(tidx, amp_view_of(x), t, tidx.local[1]);
    if (tidx.local[1] == 0) {
        at(y, tidx.tile[0]) = sum;
    }
}
AMP_TILED_KERNEL(apart, (8), inout(int, 1, x))
{
    tile_static(int, t, 8);
    int v = at(x, tidx.global[0]);
    if (v != 3) {
        amp_tile_reduce(tidx, t, tidx.local[0], 8, v, amp_plus);
    }
    at(x, tidx.global[0]) = v;
}

/* Tables of constants, of structures and of two dimensions too, and one given to a helper. */
typedef struct tap { int at; float weight; } tap;
static const float weights[4] = { 0.125f, 0.375f, 0.25f, 0.5f };
static const int table[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static const tap taps[2] = { { -1, 0.5f }, { 1, 0.25f } };
static inline float picked(amp_constant_ptr(float) w, int k) { return w[k & 3]; }
static inline float weighed(int k)
{
    return picked(weights, k) + taps[k & 1].weight + (float)table[k & 1][k % 3];
}
static inline float first_of(const float *p)
{
    static const float times[2] = { 1, 2 };
    return p[0] * times[0];
}
AMP_TILED_KERNEL(constants_tiled, (16), out(float, 1, y))
{
    tile_static(int, count, 1); /* a scalar of the tile */
    if (tidx.local[0] == 0) {
        count[0] = 0;
    }
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    amp_atomic_fetch_add(&count[0], 1);
    static const float half[4] = { 0.5f, 0.5f, 0.5f, 0.5f }; /* in a body, as at file scope */
    tile_barrier_wait(tidx);
    static const int full = 16;
    at(y, tidx.global[0]) = weighed(tidx.global[0]) + (float)(count[0] - full)
        + first_of(half + tidx.local[0] % 4) - half[tidx.local[0] & 3];
}
AMP_PHASED_KERNEL(constants_phased, (16), out(float, 1, y))
{
    thread_private(float, kept, 4); /* an array of each thread, across phases */
    phase {
        float own[4]; /* and one in a phase */
        for (int k = 0; k < 4; k++) {
            own[k] = weighed(tidx.global[0] + k);
        }
        for (int k = 0; k < 4; k++) {
            mine(kept, k) = own[3 - k];
        }
    }
    phase {
        at(y, tidx.global[0]) = mine(kept, 3);
    }
}
AMP_DEVICE_END
AMP_DEVICE_BEGIN
#define TS 3
AMP_DEVICE_END
#include "../examples/tile_sizes_kernel.h"
AMP_DEVICE_BEGIN
#undef TS
#define TS 5
AMP_DEVICE_END
#include "../examples/tile_sizes_kernel.h"

enum { TILES = 3, MOST = 64 };

static void of(const char *name, amp_status status, const int *x, const int (*y)[TILES * MOST],
               int threads)
{
    int i, k;
    CHECK_OK(status);
    for (i = 0; i < TILES; i++) {
        int sum = 0, most = x[i * threads], before = -7;
        for (k = 0; k < threads; k++) {
            sum += x[i * threads + k];
            most = x[i * threads + k] > most ? x[i * threads + k] : most;
        }
        const int all = sum;
        sum = 0;
        for (k = 0; k < threads; k++) {
            const int g = i * threads + k;
            sum += x[g];
            if (y[0][g] != all || y[1][g] != most || y[2][g] != sum || y[3][g] != before
                || y[4][g] != all) {
                FAIL("%s, tile %d, thread %d: %d %d %d %d %d", name, i, k, y[0][g], y[1][g],
                     y[2][g], y[3][g], y[4][g]);
            }
            before = sum;
        }
    }
}

TEST(every_shape_of_a_tile)
{
    static int x[TILES * MOST], y[5][TILES * MOST];
    int i;
    for (i = 0; i < TILES * MOST; i++) {
        x[i] = (i * 37 + 11) % 101 - 50;
    }
    const amp_array_view a = amp_view(int, x, TILES * MOST);
    const amp_array_view b = amp_view(int, &y[0][0], 5, TILES * MOST);
#define RUN(name, threads, ...)                                                \
    do {                                                                       \
        amp_status s = parallel_for_each(amp_tile(__VA_ARGS__), name, a, b);   \
        s = s == AMP_OK ? amp_synchronize(b) : s;                              \
        of(#name, s, x, (const int (*)[TILES * MOST])y, threads);              \
    } while (0)
    RUN(of_1, 1, amp_extent(TILES), 1);
    RUN(of_2, 2, amp_extent(2 * TILES), 2);
    RUN(of_3, 3, amp_extent(3 * TILES), 3);
    RUN(of_13, 13, amp_extent(13 * TILES), 13);
    RUN(of_64, 64, amp_extent(64 * TILES), 64);
    RUN(of_5_by_7, 35, amp_extent(5 * TILES, 7), 5, 7);
    RUN(of_2_by_3_by_4, 24, amp_extent(2 * TILES, 3, 4), 2, 3, 4);
}

TEST(groups_of_a_tile_and_phases)
{
    float x[12][20], row[12][20], col[12][20], tile[12][20];
    int few[12][20], i, j, k;
    for (i = 0; i < 12; i++) {
        for (j = 0; j < 20; j++) {
            x[i][j] = (float)((i * 7 + j * 5) % 23);
        }
    }
    const amp_array_view r = amp_view(float, &row[0][0], 12, 20);
    const amp_array_view c = amp_view(float, &col[0][0], 12, 20);
    const amp_array_view p = amp_view(float, &tile[0][0], 12, 20);
    const amp_array_view f = amp_view(int, &few[0][0], 12, 20);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(12, 20), 6, 10), rows_and_columns,
                               amp_view(float, &x[0][0], 12, 20), r, c, 10));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(12, 20), 6, 10), by_phases,
                               amp_view(float, &x[0][0], 12, 20), p, f, 60));
    CHECK_OK(amp_synchronize(r));
    CHECK_OK(amp_synchronize(c));
    CHECK_OK(amp_synchronize(p));
    CHECK_OK(amp_synchronize(f));
    for (i = 0; i < 12; i++) {
        for (j = 0; j < 20; j++) {
            float most = 0, sum = 0;
            for (k = 0; k < 10; k++) {
                most = x[i][j / 10 * 10 + k] > most ? x[i][j / 10 * 10 + k] : most;
            }
            for (k = i / 6 * 6; k <= i; k++) {
                sum += x[k][j];
            }
            CHECK_FLOAT(row[i][j], ==, most);
            CHECK_FLOAT(col[i][j], ==, sum);
            for (most = 0, k = 0; k < 60; k++) {
                const float here = x[i / 6 * 6 + k / 10][j / 10 * 10 + k % 10];
                most = here > most ? here : most;
            }
            CHECK_FLOAT(tile[i][j], ==, most);
            CHECK_INT(few[i][j], ==, 21 + 7 * (j / 10));
        }
    }
}

TEST(an_operator_that_depends_on_the_order)
{
    int y[40], i;
    const amp_array_view v = amp_view(int, y, 40);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(40), 20), fibonacci, v));
    CHECK_OK(amp_synchronize(v));
    CHECK_INT(y[0], ==, 1);
    CHECK_INT(y[1], ==, 1);
    for (i = 2; i < 20; i++) {
        CHECK_INT(y[i], ==, y[i - 1] + y[i - 2]);
        CHECK_INT(y[20 + i], ==, y[i]);
    }
}

TEST(in_a_helper_and_in_a_loop_with_one_array)
{
    float x[64];
    int y[2][3], i;
    for (i = 0; i < 64; i++) {
        x[i] = (float)(i * 29 % 32);
    }
    const amp_array_view v = amp_view(int, &y[0][0], 2, 3);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(64), 32), largest_three, amp_view(float, x, 64),
                               v));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 6; i++) {
        CHECK_INT((int)x[i / 3 * 32 + y[i / 3][i % 3]], ==, 31 - i % 3);
    }
}

TEST(in_a_helper_that_is_given_a_view)
{
    float x[3][37], y[3];
    int i, j;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 37; j++) {
            x[i][j] = (float)(i + j % 5);
        }
    }
    const amp_array_view v = amp_view(float, y, 3);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(3, 16), 1, 16), norms,
                               amp_view(float, &x[0][0], 3, 37), v));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 3; i++) {
        float sum = 0;
        for (j = 0; j < 37; j++) {
            sum += x[i][j] * x[i][j];
        }
        CHECK_FLOAT(y[i], ==, sum);
    }
}

TEST(a_thread_that_does_not_come_is_reported)
{
#ifdef AMP_CHECK
    SKIP("the checker reports it in its own words, and check_tree wants none");
#endif
    int x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    if (strncmp(amp_accelerator_default().device_path, "emu", 3) != 0) {
        SKIP("on a device it is undefined");
    }
    CHECK_INT(parallel_for_each(amp_tile(amp_extent(8), 8), apart, amp_view(int, x, 8)), ==,
              AMP_BARRIER_DIVERGED);
    CHECK(strstr(amp_last_error(), __FILE__) != NULL);
}

TEST(one_text_of_a_kernel_for_several_tiles)
{
    static float a[15 * 15], b[15 * 15];
    amp_array_view va = amp_view(const float, a, 15, 15), vb = amp_view(float, b, 15, 15);
    int i, k;
    for (i = 0; i < 225; i++) {
        a[i] = (float)i;
    }
    for (k = 0; k < 2; k++) {
        CHECK_OK(k == 0 ? parallel_for_each(amp_tile(va.extent, 3, 3), transpose_3, va, vb)
                        : parallel_for_each(amp_tile(va.extent, 5, 5), transpose_5, va, vb));
        CHECK_OK(amp_synchronize(vb));
        for (i = 0; i < 225; i++) {
            CHECK_FLOAT(b[i], ==, i % 15 * 15 + i / 15);
            b[i] = -1;
        }
        CHECK_OK(amp_refresh(vb));
    }
}

TEST(tables_of_constants_scalars_and_arrays_of_threads)
{
    static float y[64];
    amp_array_view v = amp_view(float, y, 64);
    int i, k;
    for (k = 0; k < 2; k++) {
        CHECK_OK(k == 0 ? parallel_for_each(amp_tile(v.extent, 16), constants_tiled, v)
                        : parallel_for_each(amp_tile(v.extent, 16), constants_phased, v));
        CHECK_OK(amp_synchronize(v));
        for (i = 0; i < 64; i++) {
            CHECK_FLOAT(y[i], ==, weighed(i));
        }
    }
}
