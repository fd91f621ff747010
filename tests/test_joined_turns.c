/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Loops whose turns each sum up something in a loop of their own: products of columns, distances to
   centres. As vectors several turns are done at once (amp/vectors/turn_blocks.h), which must not
   show: not where the number of turns is none, few, or no multiple of eight, nor where a turn reads
   what an earlier one wrote. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
enum { TILE = 64, SIDE = 16 };

/* Products of each column with those behind it. */
#define PRODUCTS(T)                                                                                \
    AMP_TILED_KERNEL(products_##T, (TILE), in(T, 2, x), out(T, 2, y))                              \
    {                                                                                              \
        const int j1 = tidx.global[0], rows = x_shape.extent[0], cols = x_shape.extent[1];         \
        if (j1 < cols) {                                                                           \
            at(y, j1, j1) = 1;                                                                     \
            for (int j2 = j1 + 1; j2 < cols; j2++) {                                               \
                T sum = 0;                                                                         \
                for (int i = 0; i < rows; i++) {                                                   \
                    sum += at(x, i, j1) * at(x, i, j2);                                            \
                }                                                                                  \
                at(y, j1, j2) = sum;                                                               \
                at(y, j2, j1) = sum;                                                               \
            }                                                                                      \
        }                                                                                          \
    }

/* The nearest of some centres, and its distance; two sums a turn, and a number of the thread's that
   each of them uses. */
#define NEAREST(T)                                                                                 \
    AMP_TILED_KERNEL(nearest_##T, (TILE), in(T, 2, x), in(T, 2, centre), out(T, 1, far),           \
                     out(int, 1, which))                                                           \
    {                                                                                              \
        const int l = tidx.global[0], features = x_shape.extent[0];                                \
        if (l < which_shape.extent[0]) {                                                           \
            T best = 1000000, own = at(x, 0, l), last = 0;                                         \
            int index = -1;                                                                        \
            for (int c = 0; c <= centre_shape.extent[0] - 1; c += 1) {                             \
                T sum = own, weight = 3;                                                           \
                for (int f = 0; f < features; f++) {                                               \
                    const T d = at(x, f, l) - at(centre, c, f);                                    \
                    sum += d * d - own;                                                            \
                    weight -= at(centre, c, f);                                                    \
                }                                                                                  \
                if (sum < best) {                                                                  \
                    best = sum;                                                                    \
                    index = c;                                                                     \
                }                                                                                  \
                last = weight;                                                                     \
            }                                                                                      \
            at(far, l) = best + last;                                                              \
            at(which, l) = index;                                                                  \
        }                                                                                          \
    }

#define TYPES(X) X(float) X(double) X(int) X(unsigned)
PRODUCTS(float) PRODUCTS(double) PRODUCTS(int) PRODUCTS(unsigned)
NEAREST(float) NEAREST(double) NEAREST(int)

/* Tiles of two dimensions, tile memory, loops in each other, every third turn. */
AMP_TILED_KERNEL(of_tiles, (SIDE, SIDE), in(float, 2, x), value(int, turns), inout(float, 3, y))
{
    tile_static(float, t, SIDE + 2, SIDE + 2);
    const int ly = tidx.local[0], lx = tidx.local[1];
    t[ly][lx] = at(x, tidx.global[0], tidx.global[1]);
    if (ly < 2) {
        t[SIDE + ly][lx] = (float)ly;
    }
    if (lx < 2) {
        t[ly][SIDE + lx] = 2;
    }
    if (ly < 2 && lx < 2) {
        t[SIDE + ly][SIDE + lx] = 3;
    }
    tile_barrier_wait(tidx);
    for (int turn = 1; turn < turns; turn += 3) {
        float sum = 0.5f;
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                sum = sum * 2 - at(x, turn, i) * t[ly + i][lx + k];
            }
            sum += 1;
        }
        if (sum > 4 || turn == 4) {
            at(y, turn, tidx.global[0], tidx.global[1]) += sum;
        }
    }
}

/* Tiles of two dimensions, a number of the thread's own in each turn, and two kept behind it. */
AMP_TILED_KERNEL(wide, (4, SIDE), in(int, 2, x), in(int, 1, weight), value(int, turns),
                 out(int, 3, z), out(int, 2, y))
{
    const int row = tidx.global[0], col = tidx.global[1];
    if (row < y_shape.extent[0] && col < y_shape.extent[1]) {
        int own = at(x, row, col), most = -100000, last = 0;
        for (int c = 0; c < turns; c++) {
            int sum = own;
            for (int i = 0; i < 5; i++) {
                sum += at(x, row + i, col) * at(weight, c + i) - own;
            }
            most = sum > most ? sum : most;
            last = last % 1000 * 3 + sum % 7;
            at(z, c, row, col) = sum;
        }
        at(y, row, col) = most + last % 100;
    }
}

/* A turn adds to what the next turns read, by an atomic operation. */
AMP_TILED_KERNEL(adding, (TILE), in(unsigned, 2, w), value(int, turns), inout(unsigned, 2, x))
{
    const int l = tidx.global[0];
    if (l < x_shape.extent[1]) {
        unsigned all = 0;
        for (int c = 0; c < turns; c++) {
            unsigned sum = 1;
            for (int i = 0; i < 2; i++) {
                sum = sum * 3 + at(x, c + i, l) + at(w, 0, l);
            }
            all = all * 5 + sum;
            amp_atomic_fetch_add(&(at(x, c + 2, l)), sum ^ (all & 1u));
        }
    }
}

/* The inner loop has as many turns as the outer one had. */
AMP_TILED_KERNEL(triangle, (TILE), in(unsigned, 2, x), value(int, turns), out(unsigned, 2, y))
{
    const int l = tidx.global[0];
    if (l < x_shape.extent[1]) {
        unsigned all = 0; /* else blocks are of threads, not of turns */
        for (int c = 0; c < turns; c++) {
            unsigned sum = 1;
            for (int i = 0; i < c; i++) {
                sum = sum * 3 + at(x, i, l);
            }
            all = all * 5 + sum;
            at(y, c, l) = sum ^ (all & 1u);
        }
    }
}

/* What a turn writes, later ones read: through a view of its own, whose memory is x's, two rows
   down. Each thread stays in its column. */
AMP_TILED_KERNEL(waves, (TILE), in(unsigned, 2, x), value(int, turns), out(unsigned, 2, y))
{
    const int l = tidx.global[0];
    if (l < x_shape.extent[1]) {
        unsigned all = 0;
        for (int c = 0; c < turns; c++) {
            unsigned sum = 1;
            for (int i = 0; i < 2; i++) {
                sum = sum * 3 + at(x, c + i, l);
            }
            all = all * 5 + sum;
            at(y, c, l) = sum ^ (all & 1u);
        }
    }
}
/* Memory of one name. */
AMP_TILED_KERNEL(waves_in_place, (TILE), value(int, turns), inout(unsigned, 2, x))
{
    const int l = tidx.global[0];
    if (l < x_shape.extent[1]) {
        unsigned all = 0;
        for (int c = 0; c < turns; c++) {
            unsigned sum = 1;
            for (int i = 0; i < 2; i++) {
                sum = sum * 3 + at(x, c + i, l);
            }
            all = all * 5 + sum;
            at(x, c + 2, l) = sum ^ (all & 1u);
        }
    }
}
/* Memory of the tile, of which each thread has a column. */
AMP_TILED_KERNEL(waves_in_tile, (TILE), value(int, turns), inout(unsigned, 2, x))
{
    tile_static(unsigned, t, 50, TILE);
    const int l = tidx.global[0], own = tidx.local[0];
    for (int c = 0; c < turns + 2; c++) {
        t[c][own] = at(x, c, l);
    }
    if (l < x_shape.extent[1]) {
        unsigned all = 0;
        for (int c = 0; c < turns; c++) {
            unsigned sum = 1;
            for (int i = 0; i < 2; i++) {
                sum = sum * 3 + t[c + i][own];
            }
            all = all * 5 + sum;
            t[c + 2][own] = sum ^ (all & 1u);
        }
    }
    for (int c = 0; c < turns + 2; c++) {
        at(x, c, l) = t[c][own];
    }
}
AMP_DEVICE_END

enum { MOST = 150 * 150, ROWS = 21 };
static const int counts[] = { 1, 2, 7, 8, 9, 17, 63, 64, 65, 97, 150 };
enum { COUNTS = sizeof(counts) / sizeof(counts[0]) };

static int element(int i) { return (int)((unsigned)i * 2654435761u >> 27) - 9; }
static int up(int n, int tile) { return (n + tile - 1) / tile * tile; }

#define RUN_PRODUCTS(T)                                                                            \
    for (c = 0; c < COUNTS; c++) {                                                                 \
        static T x[COUNTS][MOST], y[COUNTS][MOST];                                                 \
        const int n = counts[c], rows = ROWS - 2 * c;                                              \
        int i, j, k, bad = 0;                                                                      \
        for (i = 0; i < rows * n; i++) { x[c][i] = (T)element(i); }                                \
        for (i = 0; i < n * n; i++) { y[c][i] = 77; }                                              \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(up(n, TILE)), TILE), products_##T,          \
            amp_view(T, x[c], rows, n), amp_view(T, y[c], n, n)));                                 \
        CHECK_OK(amp_synchronize(amp_view(T, y[c], n, n)));                                        \
        for (i = 0; i < n; i++) {                                                                  \
            for (j = 0; j < n; j++) {                                                              \
                T sum = 0;                                                                         \
                for (k = 0; k < rows; k++) {                                                       \
                    sum += x[c][k * n + i] * x[c][k * n + j];                                      \
                }                                                                                  \
                bad += y[c][i * n + j] != (i == j ? 1 : sum);                                      \
            }                                                                                      \
        }                                                                                          \
        CHECK_INT(bad, ==, 0);                                                                     \
    }

TEST(products_of_floats) { int c; RUN_PRODUCTS(float) }
TEST(products_of_doubles) { int c; SKIP_WITHOUT_DOUBLE(); RUN_PRODUCTS(double) }
TEST(products_of_ints) { int c; RUN_PRODUCTS(int) }
TEST(products_of_unsigned) { int c; RUN_PRODUCTS(unsigned) }

#define RUN_NEAREST(T)                                                                             \
    for (c = 0; c < COUNTS; c++) {                                                                 \
        enum { FEATURES = 5, POINTS = 203 };                                                       \
        static T x[COUNTS][FEATURES * POINTS], centre[COUNTS][FEATURES * 150];                     \
        static T far[COUNTS][POINTS];                                                              \
        static int which[COUNTS][POINTS];                                                          \
        const int n = counts[c];                                                                   \
        int i, j, k, bad = 0;                                                                      \
        for (i = 0; i < FEATURES * POINTS; i++) { x[c][i] = (T)element(i); }                       \
        for (i = 0; i < FEATURES * n; i++) { centre[c][i] = (T)element(3 * i + 1); }               \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(up(POINTS, TILE)), TILE), nearest_##T,      \
            amp_view(T, x[c], FEATURES, POINTS), amp_view(T, centre[c], n, FEATURES),              \
            amp_view(T, far[c], POINTS), amp_view(int, which[c], POINTS)));                        \
        CHECK_OK(amp_synchronize(amp_view(T, far[c], POINTS)));                                    \
        CHECK_OK(amp_synchronize(amp_view(int, which[c], POINTS)));                                \
        for (i = 0; i < POINTS; i++) {                                                             \
            T best = 1000000, weight = 0;                                                          \
            int index = -1;                                                                        \
            for (j = 0; j < n; j++) {                                                              \
                T sum = x[c][i];                                                                   \
                weight = 3;                                                                        \
                for (k = 0; k < FEATURES; k++) {                                                   \
                    const T d = x[c][k * POINTS + i] - centre[c][j * FEATURES + k];                \
                    sum += d * d - x[c][i];                                                        \
                    weight -= centre[c][j * FEATURES + k];                                         \
                }                                                                                  \
                index = sum < best ? j : index;                                                    \
                best = sum < best ? sum : best;                                                    \
                __asm__ volatile("");                                                              \
            }                                                                                      \
            bad += far[c][i] != best + weight || which[c][i] != index;                             \
        }                                                                                          \
        CHECK_INT(bad, ==, 0);                                                                     \
    }

TEST(nearest_of_floats) { int c; RUN_NEAREST(float) }
TEST(nearest_of_doubles) { int c; SKIP_WITHOUT_DOUBLE(); RUN_NEAREST(double) }
TEST(nearest_of_ints) { int c; RUN_NEAREST(int) }

TEST(tiles_of_two_dimensions)
{
    enum { N = 2 * SIDE, TURNS = 31 };
    static float x[TURNS][N][N], y[TURNS][TURNS][N][N];
    int turns, c, i, j, a, b, bad = 0;
    for (turns = 1; turns < TURNS; turns += 5) {
        const amp_array_view all = amp_view(float, &y[turns][0][0][0], TURNS, N, N);
        for (i = 0; i < TURNS * N * N; i++) {
            (&x[0][0][0])[i] = (float)(element(i) % 3);
            (&y[turns][0][0][0])[i] = (float)(i % 10);
        }
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(N, N), SIDE, SIDE), of_tiles,
            amp_view(float, &x[0][0][0], N, N), turns, all));
        CHECK_OK(amp_synchronize(all));
        for (c = 0; c < TURNS; c++) {
            for (i = 0; i < N; i++) {
                for (j = 0; j < N; j++) {
                    float sum = 0.5f;
                    for (a = 0; a < 3; a++) {
                        for (b = 0; b < 3; b++) {
                            const int row = i % SIDE + a, col = j % SIDE + b;
                            const float t = row >= SIDE && col >= SIDE ? 3
                                : row >= SIDE ? (float)(row - SIDE) : col >= SIDE ? 2
                                : (&x[0][0][0])[(i + a) * N + j + b];
                            sum = sum * 2 - (&x[0][0][0])[c * N + a] * t;
                            __asm__ volatile("");
                        }
                        sum += 1;
                    }
                    bad += y[turns][c][i][j] != (float)((c * N * N + i * N + j) % 10)
                        + (c < turns && c % 3 == 1 && (sum > 4 || c == 4) ? sum : 0);
                }
            }
        }
    }
    CHECK_INT(bad, ==, 0);
}

enum { COLS = 2 * TILE, WAVES = 40 };
static unsigned grid[WAVES + 2][COLS], other[WAVES][COLS], want[WAVES + 2][COLS];

static void fill(void)
{
    int i;
    for (i = 0; i < (WAVES + 2) * COLS; i++) {
        (&grid[0][0])[i] = (&want[0][0])[i] = (unsigned)element(i);
    }
}
TEST(turns_of_a_triangle)
{
    int c, i, l, bad = 0;
    fill();
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(COLS), TILE), triangle,
        amp_view(unsigned, &grid[0][0], WAVES + 2, COLS), WAVES,
        amp_view(unsigned, &other[0][0], WAVES, COLS)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, &other[0][0], WAVES, COLS)));
    for (l = 0; l < COLS; l++) {
        unsigned all = 0;
        for (c = 0; c < WAVES; c++) {
            unsigned sum = 1;
            for (i = 0; i < c; i++) {
                sum = sum * 3 + grid[i][l];
            }
            all = all * 5 + sum;
            bad += other[c][l] != (sum ^ (all & 1u));
        }
    }
    CHECK_INT(bad, ==, 0);
}

/* What the waves leave. */
static int wrong_waves(void)
{
    int c, l, bad = 0;
    for (l = 0; l < COLS; l++) {
        unsigned all = 0;
        for (c = 0; c < WAVES; c++) {
            const unsigned sum = (3 + want[c][l]) * 3 + want[c + 1][l];
            all = all * 5 + sum;
            want[c + 2][l] = sum ^ (all & 1u);
        }
    }
    for (l = 0; l < (WAVES + 2) * COLS; l++) {
        bad += (&grid[0][0])[l] != (&want[0][0])[l];
    }
    return bad;
}
#define RUN_WAVES(kernel, ...)                                                                     \
    const amp_array_view all = amp_view(unsigned, &grid[0][0], WAVES + 2, COLS);                   \
    fill();                                                                                        \
    CHECK_OK(amp_refresh(all));                                                                    \
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(COLS), TILE), kernel, __VA_ARGS__));            \
    CHECK_OK(amp_synchronize(all));                                                                \
    CHECK_INT(wrong_waves(), ==, 0);
TEST(turns_that_read_what_earlier_ones_wrote) { RUN_WAVES(waves_in_place, WAVES, all) }
TEST(turns_that_read_what_earlier_ones_wrote_to_the_tile) { RUN_WAVES(waves_in_tile, WAVES, all) }
TEST(turns_in_two_dimensions)
{
    enum { H = 13, W = 45, TURNS = 27 };
    static int x[H + 4][W], weight[TURNS + 4], z[TURNS][H][W], y[H][W];
    int row, col, c, i, bad = 0;
    for (i = 0; i < (H + 4) * W; i++) {
        (&x[0][0])[i] = element(i);
    }
    for (i = 0; i < TURNS + 4; i++) {
        weight[i] = element(i * 3);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(up(H, 4), up(W, SIDE)), 4, SIDE), wide,
        amp_view(int, &x[0][0], H + 4, W), amp_view(int, weight, TURNS + 4), TURNS,
        amp_view(int, &z[0][0][0], TURNS, H, W), amp_view(int, &y[0][0], H, W)));
    CHECK_OK(amp_synchronize(amp_view(int, &z[0][0][0], TURNS, H, W)));
    CHECK_OK(amp_synchronize(amp_view(int, &y[0][0], H, W)));
    for (row = 0; row < H; row++) {
        for (col = 0; col < W; col++) {
            int most = -100000, last = 0;
            for (c = 0; c < TURNS; c++) {
                int sum = x[row][col];
                for (i = 0; i < 5; i++) {
                    sum += x[row + i][col] * weight[c + i] - x[row][col];
                }
                most = sum > most ? sum : most;
                last = last % 1000 * 3 + sum % 7;
                bad += z[c][row][col] != sum;
            }
            bad += y[row][col] != most + last % 100;
        }
    }
    CHECK_INT(bad, ==, 0);
}
TEST(turns_that_add_to_what_later_ones_read)
{
    static unsigned zero[COLS];
    const amp_array_view all = amp_view(unsigned, &grid[0][0], WAVES + 2, COLS);
    int c, l, bad = 0;
    fill();
    CHECK_OK(amp_refresh(all));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(COLS), TILE), adding,
        amp_view(unsigned, zero, 1, COLS), WAVES, all));
    CHECK_OK(amp_synchronize(all));
    for (l = 0; l < COLS; l++) {
        unsigned sums = 0;
        for (c = 0; c < WAVES; c++) {
            const unsigned sum = (3 + want[c][l]) * 3 + want[c + 1][l];
            sums = sums * 5 + sum;
            want[c + 2][l] += sum ^ (sums & 1u);
        }
    }
    for (l = 0; l < (WAVES + 2) * COLS; l++) {
        bad += (&grid[0][0])[l] != (&want[0][0])[l];
    }
    CHECK_INT(bad, ==, 0);
}
TEST(memory_of_two_names)
{
    RUN_WAVES(waves, all, WAVES, amp_view(unsigned, &grid[2][0], WAVES, COLS))
}
