/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Tiles that load more elements than they have threads, in loops that begin with the thread's index
   in each dimension; and sums of loops, whose turns the launch gives, under a condition that leaves
   out what is over the edge: as vectors, a row shares the outer loop, and a block of threads has
   its sums side by side. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
enum { MOST = 3 }; /* radius */

static inline int inside(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

/* Weighs what is around an element, beyond an edge the element at the edge. */
#define WEIGH(T, H, W)                                                                             \
    AMP_TILED_KERNEL(weigh_##T##_##H##_##W, (H, W), value(int, radius), in(T, 2, weight),          \
                     in(T, 2, x), out(T, 2, y))                                                    \
    {                                                                                              \
        tile_static(T, t, H + 2 * MOST, W + 2 * MOST);                                             \
        const int ty = tidx.local[0], tx = tidx.local[1];                                          \
        const int row = tidx.global[0], col = tidx.global[1];                                      \
        const int rows = x_shape.extent[0], cols = x_shape.extent[1];                              \
        const int first_row = tidx.tile_origin[0] - radius;                                        \
        const int first_col = tidx.tile_origin[1] - radius;                                        \
        for (int i = ty; i < H + 2 * radius; i += H) {                                             \
            for (int j = tx; j < W + 2 * radius; j += W) {                                         \
                t[i][j] = at(x, inside(first_row + i, rows), inside(first_col + j, cols));         \
            }                                                                                      \
        }                                                                                          \
        tile_barrier_wait(tidx);                                                                   \
        if (row < rows && col < cols) {                                                            \
            T sum = 0;                                                                             \
            for (int i = 0; i <= 2 * radius; i++) {                                                \
                for (int j = 0; j <= 2 * radius; j++) {                                            \
                    sum += at(weight, i, j) * t[ty + i][tx + j];                                   \
                }                                                                                  \
            }                                                                                      \
            at(y, row, col) = sum;                                                                 \
        }                                                                                          \
    }
#define SHAPES(of, T) of(T, 16, 16) of(T, 4, 5) of(T, 8, 3) of(T, 2, 32) of(T, 1, 7) of(T, 8, 64)
SHAPES(WEIGH, int)
SHAPES(WEIGH, float)

/* The sum of a box of 3 x 3 x 3, beyond an edge nothing; its own row and place are variables. */
AMP_TILED_KERNEL(box, (2, 4, 8), in(int, 3, x), out(int, 3, y))
{
    tile_static(int, t, 4, 6, 10);
    const int own = tidx.local[2];
    int sum = 0;
    for (int i = tidx.local[0]; i < 4; i += 2) {
        const int z = tidx.tile_origin[0] + i - 1;
        const int there = z >= 0 && z < x_shape.extent[0];
        for (int j = tidx.local[1]; j <= 5; j += 4) {
            const int row = tidx.tile_origin[1] + j - 1;
            const int at_all = there && row >= 0 && row < x_shape.extent[1];
            for (int k = own; k < 10; k += 8) {
                const int col = tidx.tile_origin[2] + k - 1;
                t[i][j][k] = at_all && col >= 0 && col < x_shape.extent[2] ? at(x, z, row, col) : 0;
            }
        }
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            sum += t[tidx.local[0] + i][tidx.local[1] + j][own]
                 + t[tidx.local[0] + i][tidx.local[1] + j][own + 1]
                 + t[tidx.local[0] + i][tidx.local[1] + j][own + 2];
        }
    }
    if (tidx.global[0] < y_shape.extent[0] && tidx.global[1] < y_shape.extent[1]
        && tidx.global[2] < y_shape.extent[2]) {
        at_index(y, tidx.global) = sum;
    }
}

/* The tile's threads add up a column each, a row of them every fourth element; the host adds what
   they found. The launch gives the step, and the last element that counts. */
AMP_TILED_KERNEL(columns, (4, 32), value(int, step), value(int, most),
                 in(unsigned, 2, x), out(unsigned, 2, y))
{
    const int col = tidx.global[1];
    unsigned sum = 0, last = 7;
    if (col < x_shape.extent[1]) {
        for (int i = tidx.local[0]; i < x_shape.extent[0]; i += step) {
            if (i <= most) {
                sum = 3 * sum + at(x, i, col);
            }
            last = (unsigned)i;
        }
        at(y, tidx.local[0], col) = sum * 100 + last;
    }
}

/* A tile of one dimension, whose threads share what they read of b. */
AMP_TILED_KERNEL(sums, (64), value(int, turns), in(float, 1, a), in(float, 1, b),
                 out(float, 1, y))
{
    const int i = tidx.global[0];
    if (i < y_shape.extent[0]) {
        float most = 0, sum = 0;
        for (int k = 0; k < turns; k++) {
            const float w = at(b, k);
            for (int j = 0; j < k; j++) {
                sum += w * at(a, i + j);
                most = at(a, i + j) > most ? at(a, i + j) : most;
            }
        }
        at(y, i) = sum + most;
    }
}
/* Filters of simple kernels, which as vectors run in rows for their short loops in each other: a
   guard as an early return, and as a condition. */
AMP_KERNEL(blur_of_nine, 2, in(int, 1, w), in(int, 2, x), inout(int, 2, y))
{
    const int row = idx[0], col = idx[1];
    int sum = 1;
    if (row < 1 || row >= x_shape.extent[0] - 1 || col < 1 || col >= x_shape.extent[1] - 1) {
        return;
    }
    for (int i = -1; i <= 1; i++) {
        for (int j = -1; j <= 1; j++) {
            sum += at(w, (i + 1) * 3 + j + 1) * at(x, row + i, col + j);
        }
    }
    at(y, row, col) = sum;
}
AMP_KERNEL(blur_below, 2, in(int, 1, w), in(int, 2, x), inout(int, 2, y))
{
    const int row = idx[0], col = idx[1];
    if (row + 4 < x_shape.extent[0] && col + 2 < x_shape.extent[1]) {
        int sum = 2;
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 3; j++) {
                sum = sum * 3 + at(w, i * 3 + j) * at(x, row + i, col + j);
            }
        }
        at(y, row, col) = sum & 0xffff;
    }
}
AMP_DEVICE_END

static int element(int i) { return (int)((unsigned)i * 2654435761u >> 24) - 100; }
static int up(int n, int tile) { return (n + tile - 1) / tile * tile; }

/* Reference and check of WEIGH, by a type. */
#define WEIGHED(T)                                                                                 \
    static int wrong_##T(int radius, const T *weight, const T *x, const T *y, int rows, int cols)  \
    {                                                                                              \
        int row, col, i, j, bad = 0;                                                               \
        for (row = 0; row < rows; row++) {                                                         \
            for (col = 0; col < cols; col++) {                                                     \
                T sum = 0;                                                                         \
                for (i = 0; i <= 2 * radius; i++) {                                                \
                    for (j = 0; j <= 2 * radius; j++) {                                            \
                        sum += weight[i * (2 * radius + 1) + j]                                    \
                             * x[inside(row + i - radius, rows) * cols                             \
                                 + inside(col + j - radius, cols)];                                \
                    }                                                                              \
                }                                                                                  \
                bad += sum != y[row * cols + col];                                                 \
            }                                                                                      \
        }                                                                                          \
        return bad;                                                                                \
    }
WEIGHED(int)
WEIGHED(float)

#define ONE(T, H, W)                                                                               \
    for (k = 0; k < 5; k++) {                                                                      \
        const int rows = size[k][0], cols = size[k][1], radius = k % (MOST + 1);                   \
        for (i = 0; i < rows * cols; i++) {                                                        \
            x[i] = (T)element(i);                                                                  \
            y[i] = -1;                                                                             \
        }                                                                                          \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(up(rows, H), up(cols, W)), H, W),           \
            weigh_##T##_##H##_##W, radius,                                                         \
            amp_view(T, weight, 2 * radius + 1, 2 * radius + 1), amp_view(T, x, rows, cols),       \
            amp_view(T, y, rows, cols)));                                                          \
        CHECK_OK(amp_synchronize(amp_view(T, y, rows, cols)));                                     \
        CHECK_INT(wrong_##T(radius, weight, x, y, rows, cols), ==, 0);                             \
    }
#define ALL(T)                                                                                     \
    enum { N = 67 * 131 };                                                                         \
    static const int size[5][2] = { { 1, 1 }, { 3, 2 }, { 67, 131 }, { 16, 64 }, { 61, 19 } };     \
    static T x[N], y[N], weight[(2 * MOST + 1) * (2 * MOST + 1)];                                  \
    int i, k;                                                                                      \
    for (i = 0; i < (2 * MOST + 1) * (2 * MOST + 1); i++) {                                        \
        weight[i] = (T)(element(i + 7) / 8); /* sums of such are exact as floats */                \
    }                                                                                              \
    SHAPES(ONE, T)

TEST(weights_of_ints) { ALL(int) }
TEST(weights_of_floats) { ALL(float) }
TEST(boxes_in_three_dimensions)
{
    enum { A = 5, B = 9, C = 19 };
    static int x[A * B * C], y[A * B * C];
    int i, j, k, a, b, c, bad = 0;
    for (i = 0; i < A * B * C; i++) {
        x[i] = element(i);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(up(A, 2), up(B, 4), up(C, 8)), 2, 4, 8), box,
        amp_view(int, x, A, B, C), amp_view(int, y, A, B, C)));
    CHECK_OK(amp_synchronize(amp_view(int, y, A, B, C)));
    for (a = 0; a < A; a++) {
        for (b = 0; b < B; b++) {
            for (c = 0; c < C; c++) {
                int sum = 0;
                for (i = a - 1; i <= a + 1; i++) {
                    for (j = b - 1; j <= b + 1; j++) {
                        for (k = c - 1; k <= c + 1; k++) {
                            sum += i < 0 || j < 0 || k < 0 || i >= A || j >= B || k >= C ? 0
                                : x[(i * B + j) * C + k];
                        }
                    }
                }
                bad += sum != y[(a * B + b) * C + c];
            }
        }
    }
    CHECK_INT(bad, ==, 0);
}
TEST(a_loop_that_a_row_shares)
{
    enum { ROWS = 41, COLS = 77 };
    static const int step[] = { 4, 1, 50 }, most[] = { 40, 17, -1 };
    int k;
    for (k = 0; k < 3; k++) {
        static unsigned x[3][ROWS * COLS], y[3][4 * COLS];
        int i, row, col, bad = 0;
        for (i = 0; i < ROWS * COLS; i++) {
            x[k][i] = (unsigned)element(i);
        }
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, up(COLS, 32)), 4, 32), columns, step[k],
            most[k], amp_view(unsigned, x[k], ROWS, COLS), amp_view(unsigned, y[k], 4, COLS)));
        CHECK_OK(amp_synchronize(amp_view(unsigned, y[k], 4, COLS)));
        for (row = 0; row < 4; row++) {
            for (col = 0; col < COLS; col++) {
                unsigned sum = 0, last = 7;
                for (i = row; i < ROWS; i += step[k]) {
                    sum = i <= most[k] ? 3 * sum + x[k][i * COLS + col] : sum;
                    last = (unsigned)i;
                }
                bad += sum * 100 + last != y[k][row * COLS + col];
            }
        }
        CHECK_INT(bad, ==, 0);
    }
}
TEST(sums_of_a_tile_of_one_dimension)
{
    enum { MANY = 200, TURNS = 9 };
    static const int sizes[] = { 1, 63, 64, 129, MANY };
    int k;
    for (k = 0; k < 5; k++) {
        static float a[5][MANY + TURNS], b[5][TURNS], y[5][MANY];
        const int n = sizes[k], turns = k == 0 ? 0 : TURNS;
        int i, j, turn, bad = 0;
        for (i = 0; i < MANY + TURNS; i++) {
            a[k][i] = (float)element(i);
        }
        for (i = 0; i < TURNS; i++) {
            b[k][i] = (float)element(i + 3);
        }
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(up(n, 64)), 64), sums, turns,
            amp_view(float, a[k], MANY + TURNS), amp_view(float, b[k], TURNS),
            amp_view(float, y[k], n)));
        CHECK_OK(amp_synchronize(amp_view(float, y[k], n)));
        for (i = 0; i < n; i++) {
            float most = 0, sum = 0;
            for (turn = 0; turn < turns; turn++) {
                for (j = 0; j < turn; j++) {
                    sum += b[k][turn] * a[k][i + j];
                    most = a[k][i + j] > most ? a[k][i + j] : most;
                }
            }
            bad += y[k][i] != sum + most;
        }
        CHECK_INT(bad, ==, 0);
    }
}

TEST(filters_of_simple_kernels)
{
    static const int rows[] = { 1, 3, 17, 40 }, cols[] = { 1, 5, 64, 131 };
    int k, r, c, i, j, w[15];
    for (i = 0; i < 15; i++) {
        w[i] = i * i % 7 - 2;
    }
    for (k = 0; k < 16; k++) {
        const int m = rows[k / 4], n = cols[k % 4];
        int *x = (int *)malloc((size_t)(m * n) * sizeof(int)), wrong = 0;
        int *y = (int *)calloc((size_t)(2 * m * n), sizeof(int)), *z = y + m * n;
        for (i = 0; i < m * n; i++) {
            x[i] = i * 37 % 101;
        }
        CHECK_OK(parallel_for_each(amp_extent(m, n), blur_of_nine, amp_view(int, w, 15),
                                   amp_view(int, x, m, n), amp_view(int, y, m, n)));
        CHECK_OK(parallel_for_each(amp_extent(m, n), blur_below, amp_view(int, w, 15),
                                   amp_view(int, x, m, n), amp_view(int, z, m, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, m, n)));
        CHECK_OK(amp_synchronize(amp_view(int, z, m, n)));
        for (r = 0; r < m; r++) {
            for (c = 0; c < n; c++) {
                unsigned below = 2;
                int sum = 1;
                for (i = 0; i < 9 && r > 0 && r < m - 1 && c > 0 && c < n - 1; i++) {
                    sum += w[i] * x[(r + i / 3 - 1) * n + c + i % 3 - 1];
                }
                for (i = 0; i < 5 && r + 4 < m && c + 2 < n; i++) {
                    for (j = 0; j < 3; j++) {
                        below = below * 3 + (unsigned)(w[i * 3 + j] * x[(r + i) * n + c + j]);
                    }
                }
                wrong += y[r * n + c] != (r > 0 && r < m - 1 && c > 0 && c < n - 1 ? sum : 0);
                wrong += z[r * n + c] != (r + 4 < m && c + 2 < n ? (int)(below & 0xffff) : 0);
            }
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(y);
    }
}
