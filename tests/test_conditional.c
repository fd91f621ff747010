/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Threads that read and write memory of the tile, or of their own, under a condition, in tiles of
   many shapes: gcc 12 made wrong vectors of reads where it had written the threads of a row turn by
   turn (docs/compiler-faults.md, "Reads under a condition"), and vectors write of the tile's memory
   what stands there where the condition does not hold (amp/vectors/chosen_stores.h). */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* A phased and a tiled kernel of a shape and a type. */
#define KERNELS(T, H, W)                                                                           \
    AMP_PHASED_KERNEL(phased_##T##_##H##_##W, (H, W), in(T, 2, x), in(T, 2, mark), out(T, 2, y))   \
    {                                                                                              \
        thread_private(T, own);                                                                    \
        thread_private(T, asked);                                                                  \
        tile_static(T, t, H, W);                                                                   \
        phase {                                                                                    \
            mine(asked) = at_index(mark, tidx.global);                                             \
            mine(own) = at_index(x, tidx.global);                                                  \
        }                                                                                          \
        phase {                                                                                    \
            t[tidx.local[0]][tidx.local[1]] = mine(asked) != 0 ? mine(own) : 5;                    \
        }                                                                                          \
        phase {                                                                                    \
            T s = 3;                                                                               \
            if (mine(asked) == 0) { s = t[tidx.local[0]][tidx.local[1]]; }                         \
            at_index(y, tidx.global) = t[tidx.local[0]][tidx.local[1]] + s;                        \
        }                                                                                          \
    }                                                                                              \
    AMP_TILED_KERNEL(tiled_##T##_##H##_##W, (H, W), in(T, 2, x), in(T, 2, mark), out(T, 2, y))     \
    {                                                                                              \
        tile_static(T, t, H, W);                                                                   \
        T s = 3;                                                                                   \
        t[tidx.local[0]][tidx.local[1]] = at_index(mark, tidx.global) != 0                         \
            ? at_index(x, tidx.global) : 5;                                                        \
        tile_barrier_wait(tidx);                                                                   \
        if (at_index(mark, tidx.global) == 0) { s = t[tidx.local[0]][tidx.local[1]]; }             \
        at_index(y, tidx.global) = t[tidx.local[0]][tidx.local[1]] + s;                            \
    }

/* Stores under a condition that depends on data: two in turn, one, and to an array in which not all
   threads have an element. */
#define STORES(T, H, W)                                                                            \
    AMP_TILED_KERNEL(stores_##T##_##H##_##W, (H, W), in(T, 2, x), in(T, 2, mark), out(T, 2, y))    \
    {                                                                                              \
        tile_static(T, t, H, W);                                                                   \
        tile_static(T, next, H + 1, W + 3);                                                        \
        tile_static(T, few, H, 1);                                                                 \
        const int ly = tidx.local[0], lx = tidx.local[1];                                          \
        T v = at_index(x, tidx.global);                                                            \
        int asked = at_index(mark, tidx.global) != 0;                                              \
        t[ly][lx] = 1;                                                                             \
        next[ly][lx] = 2;                                                                          \
        if (at_index(mark, tidx.global) == 2) { few[ly][lx] = v; }                                 \
        tile_barrier_wait(tidx);                                                                   \
        for (int i = 0; i < 3; i++) {                                                              \
            if (asked) { next[ly][lx] = v; t[ly][lx] = next[ly][lx]; }                             \
            tile_barrier_wait(tidx);                                                               \
            v += t[ly][(lx + 1) % W];                                                              \
            asked = !asked;                                                                        \
            tile_barrier_wait(tidx);                                                               \
            if (v > 500) t[ly][lx] = 4;                                                            \
            tile_barrier_wait(tidx);                                                               \
        }                                                                                          \
        at_index(y, tidx.global) = t[ly][lx] + 3 * next[ly][lx] + few[ly][0];                      \
    }

#define SHAPES(of, T)                                                                              \
    of(T, 2, 3) of(T, 2, 12) of(T, 2, 16) of(T, 4, 5) of(T, 8, 3) of(T, 8, 6) of(T, 8, 8)          \
    of(T, 8, 12) of(T, 16, 2) of(T, 16, 3) of(T, 16, 7) of(T, 16, 16)

SHAPES(KERNELS, int)
SHAPES(KERNELS, float)
SHAPES(STORES, int)
SHAPES(STORES, float)
AMP_PHASED_KERNEL(phased_3d, (2, 4, 3), in(int, 3, x), in(int, 3, mark), out(int, 3, y))
{
    thread_private(int, own);
    thread_private(int, asked);
    phase {
        mine(asked) = at_index(mark, tidx.global);
        mine(own) = at_index(x, tidx.global);
    }
    phase {
        int s = 8;
        if (mine(asked) == 0) {
            at_index(y, tidx.global) = s;
            continue;
        }
        s += mine(own);
        at_index(y, tidx.global) = s;
    }
}
AMP_DEVICE_END

/* Tiles that overlap: a thread's column counts from an origin of the kernel's own, which lies
   outside in the first tile, and wraps as an unsigned number. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(overlapped, (4, 16), value(int, ghost), in(int, 2, x), in(int, 2, mark),
                 inout(int, 2, y), inout(int, 2, z))
{
    tile_static(int, t, 4, 16);
    const int ty = tidx.local[0], tx = tidx.local[1], row = tidx.global[0];
    const int first = (16 - 2 * ghost) * tidx.tile[1] - ghost;
    const unsigned origin = (unsigned)first;
    const int col = first + tx;
    int asked = 0;
    if (col >= 0 && col < x_shape.extent[1]) {
        t[ty][tx] = at(x, row, col);
        asked = tx >= ghost && tx < 16 - ghost;
    }
    tile_barrier_wait(tidx);
    if (asked) { asked = at(mark, row, col) != 0; }
    tile_barrier_wait(tidx);
    if (asked) { at(y, row, col) = t[ty][tx]; }
    if (asked) { at(z, row, origin + tx) = at(x, row, first + tx) + 1; }
}
/* A grid's strides that begin at a sum, and elements that a thread reads under a condition. */
AMP_TILED_KERNEL(strided, (16), in(int, 1, x), in(int, 1, mark), out(int, 1, y))
{
    const int behind = tidx.global[0] + 1, n = x_shape.extent[0];
    int sum = 0;
    for (int i = behind - 1; i < n; i += y_shape.extent[0]) {
        if (at(mark, i) != 0) { sum += at(x, i); }
    }
    at(y, tidx.global[0]) = sum;
}
AMP_DEVICE_END
#pragma GCC diagnostic pop

#ifdef AMP_VECTORS
AMP_DEVICE_BEGIN
/* Of loops of few turns, too, which gcc writes turn by turn before it makes the vectors. */
AMP_KERNEL(components, 1, in(int, 1, x), in(int, 1, mark), out(int, 1, y))
{
    for (int c = 0; c < 3; c++) {
        at(y, 3 * idx[0] + c) = at(mark, 3 * idx[0] + c) != 0 ? at(x, 3 * idx[0] + c) : 8;
    }
}
AMP_DEVICE_END
#endif

enum { TILES = 7, MOST = TILES * 16 * TILES * 16 };

/* Tiles of a row and of a column: on threads few. */
static int tiles(void) { return tap_on_engine("threads") ? 2 : TILES; }
/* Whether thread i reads. */
static int asks(int i) { return (int)((unsigned)i * 2654435761u >> 13 & 1); }
/* The value of element i. */
static int element(int i) { return i % 1000 + 10; }

static int x_int[MOST], mark_int[MOST], y_int[MOST];
static float x_float[MOST], mark_float[MOST], y_float[MOST];

/* n elements of both types. */
static void fill(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        x_float[i] = (float)(x_int[i] = element(i));
        mark_float[i] = (float)(mark_int[i] = asks(i));
        y_float[i] = (float)(y_int[i] = -1);
    }
}

/* How many of n results are wrong, of y_float or of y_int. */
static int wrong(int n, int floats)
{
    int i, bad = 0;
    for (i = 0; i < n; i++) {
        const int want = asks(i) ? element(i) + 3 : 10;
        bad += floats ? y_float[i] != (float)want : y_int[i] != want;
        __asm__ volatile(""); /* no vectors here */
    }
    return bad;
}

/* How many results of the kernels of STORES are wrong, of tiles with rows of `wide` threads. */
static int wrong_stores(int n, int wide, int floats)
{
    int row, i, turn, bad = 0;
    for (row = 0; row < n; row += wide) { /* of one tile: rows do nothing for each other */
        int t[16], next[16], v[16], asked[16];
        for (i = 0; i < wide; i++) {
            v[i] = x_int[row + i];
            asked[i] = mark_int[row + i] != 0;
            t[i] = 1;
            next[i] = 2;
        }
        for (turn = 0; turn < 3; turn++) {
            for (i = 0; i < wide; i++) {
                next[i] = asked[i] ? v[i] : next[i];
                t[i] = asked[i] ? v[i] : t[i];
            }
            for (i = 0; i < wide; i++) {
                v[i] += t[(i + 1) % wide];
                asked[i] = !asked[i];
            }
            for (i = 0; i < wide; i++) {
                t[i] = v[i] > 500 ? 4 : t[i];
            }
        }
        for (i = 0; i < wide; i++) {
            const int want = t[i] + 3 * next[i] + x_int[row];
            bad += floats ? y_float[row + i] != (float)want : y_int[row + i] != want;
            __asm__ volatile("");
        }
    }
    return bad;
}

/* s, or of a launch that went well what bringing y home gives. */
static amp_status brought_home(amp_status s, amp_array_view y)
{
    return s == AMP_OK ? amp_synchronize(y) : s;
}

#define SIZE(H, W) (tiles() * (H) * tiles() * (W))
#define VIEW(T, name, H, W) amp_view(T, name##_##T, tiles() * (H), tiles() * (W))
#define LAUNCH(kernel, T, H, W)                                                                    \
    CHECK_OK(brought_home(                                                                         \
        parallel_for_each(amp_tile(amp_extent(tiles() * (H), tiles() * (W)), H, W), kernel,        \
            VIEW(T, x, H, W), VIEW(T, mark, H, W), VIEW(T, y, H, W)), VIEW(T, y, H, W)))
#define RUN(kernel, T, H, W)                                                                       \
    fill(SIZE(H, W));                                                                              \
    LAUNCH(kernel, T, H, W);                                                                       \
    CHECK_INT(wrong(SIZE(H, W), (T)0.5 != 0), ==, 0);
#define RUN_STORES(T, H, W)                                                                        \
    fill(SIZE(H, W));                                                                              \
    for (i = 0; i < SIZE(H, W); i += W) { mark_float[i] = (float)(mark_int[i] = 2); }              \
    LAUNCH(stores_##T##_##H##_##W, T, H, W);                                                       \
    CHECK_INT(wrong_stores(SIZE(H, W), W, (T)0.5 != 0), ==, 0);
#define RUN_PHASED(T, H, W) RUN(phased_##T##_##H##_##W, T, H, W)
#define RUN_TILED(T, H, W) RUN(tiled_##T##_##H##_##W, T, H, W)

TEST(phased_ints) { SHAPES(RUN_PHASED, int) }
TEST(phased_floats) { SHAPES(RUN_PHASED, float) }
TEST(tiled_ints) { SHAPES(RUN_TILED, int) }
TEST(tiled_floats) { SHAPES(RUN_TILED, float) }
TEST(stores_of_ints) { int i; SHAPES(RUN_STORES, int) }
TEST(stores_of_floats) { int i; SHAPES(RUN_STORES, float) }
TEST(phased_with_three_dimensions)
{
    enum { A = 4, B = 12, C = 9 };
    static int x[A * B * C], mark[A * B * C], y[A * B * C];
    int i, bad = 0;
    for (i = 0; i < A * B * C; i++) {
        x[i] = element(i);
        mark[i] = asks(i);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(A, B, C), 2, 4, 3), phased_3d,
        amp_view(int, x, A, B, C), amp_view(int, mark, A, B, C), amp_view(int, y, A, B, C)));
    CHECK_OK(amp_synchronize(amp_view(int, y, A, B, C)));
    for (i = 0; i < A * B * C; i++) {
        bad += y[i] != (asks(i) ? element(i) + 8 : 8);
        __asm__ volatile("");
    }
    CHECK_INT(bad, ==, 0);
}
TEST(strides_from_a_sum)
{
    enum { N = 401, THREADS = 48 };
    int i, k, bad = 0;
    fill(N);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(THREADS), 16), strided,
        amp_view(int, x_int, N), amp_view(int, mark_int, N), amp_view(int, y_int, THREADS)));
    CHECK_OK(amp_synchronize(amp_view(int, y_int, THREADS)));
    for (i = 0; i < THREADS; i++) {
        int want = 0;
        for (k = i; k < N; k += THREADS) {
            want += mark_int[k] != 0 ? x_int[k] : 0;
        }
        bad += y_int[i] != want;
    }
    CHECK_INT(bad, ==, 0);
}
TEST(columns_from_an_origin_of_their_own)
{
    enum { ROWS = 8, COLUMNS = 61 };
    static int x[ROWS * COLUMNS], mark[ROWS * COLUMNS], y[ROWS * COLUMNS], z[ROWS * COLUMNS];
    const amp_array_view views[2] = { amp_view(int, y, ROWS, COLUMNS),
                                      amp_view(int, z, ROWS, COLUMNS) };
    int i, ghost, bad = 0;
    for (ghost = 0; ghost < 4; ghost++) {
        const int tiles_of_a_row = (COLUMNS + 15 - 2 * ghost) / (16 - 2 * ghost);
        for (i = 0; i < ROWS * COLUMNS; i++) {
            x[i] = element(i);
            mark[i] = asks(i);
            y[i] = z[i] = -1;
        }
        CHECK_OK(amp_refresh(views[0]));
        CHECK_OK(amp_refresh(views[1]));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(ROWS, tiles_of_a_row * 16), 4, 16),
            overlapped, ghost, amp_view(int, x, ROWS, COLUMNS), amp_view(int, mark, ROWS, COLUMNS),
            views[0], views[1]));
        CHECK_OK(amp_synchronize(views[0]));
        CHECK_OK(amp_synchronize(views[1]));
        for (i = 0; i < ROWS * COLUMNS; i++) {
            bad += y[i] != (asks(i) ? element(i) : -1) || z[i] != (asks(i) ? element(i) + 1 : -1);
            __asm__ volatile("");
        }
    }
    CHECK_INT(bad, ==, 0);
}
#ifdef AMP_VECTORS
TEST(components_as_vectors)
{
    enum { N = 1000 };
    static int x[3 * N], mark[3 * N], y[3 * N];
    int i, bad = 0;
    for (i = 0; i < 3 * N; i++) {
        x[i] = element(i);
        mark[i] = asks(i);
    }
    CHECK_OK(parallel_for_each(amp_extent(N), components, amp_view(int, x, 3 * N),
        amp_view(int, mark, 3 * N), amp_view(int, y, 3 * N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, 3 * N)));
    for (i = 0; i < 3 * N; i++) {
        bad += y[i] != (asks(i) ? element(i) : 8);
        __asm__ volatile("");
    }
    CHECK_INT(bad, ==, 0);
}
#endif
