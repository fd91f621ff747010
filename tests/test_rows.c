/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Threads that each go along a row of their own: products of a matrix and a vector, sums and
   distances of rows. As vectors many turns are done at once, of which each thread's numbers are
   read together and turned round (amp/vectors/explicit_vectors.h): rows with fewer numbers than a
   vector, with one more, with many; and loops that must not be done so. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
enum { TILE = 32, SIDE = 16 };

/* Sums of rows: in two dimensions, and in one, one number further on; with a guard, and without. */
#define SUMS(T, W)                                                                                 \
    AMP_TILED_KERNEL(sums_##T, (TILE), in(T, 2, a), in(T, 1, x), out(T, 1, y))                     \
    {                                                                                              \
        const int l = tidx.global[0];                                                              \
        if (l < y_shape.extent[0]) {                                                               \
            T sum = 5;                                                                             \
            for (int k = 0; k < x_shape.extent[0]; k++) {                                          \
                sum = sum * W + at(a, l, k) * at(x, k);                                            \
            }                                                                                      \
            at(y, l) = sum;                                                                        \
        }                                                                                          \
    }
#define WHOLE(T, W)                                                                                \
    AMP_TILED_KERNEL(whole_##T, (TILE), in(T, 1, a), value(int, length), in(T, 1, x),              \
                     out(T, 1, y))                                                                 \
    {                                                                                              \
        const int l = tidx.global[0], first = l * length;                                          \
        T sum = 5;                                                                                 \
        for (int k = 1; k <= length - 1; ++k) {                                                    \
            const T d = at(a, first + k - 1) - at(a, k + l * length);                              \
            sum = sum * W + d * at(x, k);                                                          \
        }                                                                                          \
        at(y, l) = sum;                                                                            \
    }
#define FAR(T, W)                                                                                  \
    AMP_TILED_KERNEL(far_##T, (TILE), in(T, 2, a), in(T, 2, centre), out(int, 1, which))           \
    {                                                                                              \
        const int l = tidx.global[0];                                                              \
        if (l < which_shape.extent[0]) {                                                           \
            T most = 0;                                                                            \
            int index = -1;                                                                        \
            for (int c = 0; c < centre_shape.extent[0]; c++) {                                     \
                T sum = 0;                                                                         \
                for (int k = 0; k < a_shape.extent[1]; k++) {                                      \
                    const T d = at(a, l, k) - at(centre, c, k);                                    \
                    sum += d * d;                                                                  \
                }                                                                                  \
                if (sum >= most) { most = sum; index = c; }                                        \
            }                                                                                      \
            at(which, l) = index;                                                                  \
        }                                                                                          \
    }
SUMS(float, 1) SUMS(double, 1) SUMS(unsigned, 3)
WHOLE(float, 1) WHOLE(double, 1) WHOLE(unsigned, 3)
FAR(float, 1) FAR(double, 1) FAR(unsigned, 3)

/* Rows of tile memory, in a tile of two dimensions, and loops in each other. */
AMP_TILED_KERNEL(of_tiles, (SIDE, SIDE), in(unsigned, 2, a), value(int, turns), out(unsigned, 2, y))
{
    tile_static(unsigned, t, SIDE, SIDE + 4);
    const int ly = tidx.local[0], lx = tidx.local[1];
    t[ly][lx] = at(a, tidx.global[0], tidx.global[1]);
    if (lx < 4) { t[ly][SIDE + lx] = (unsigned)lx; }
    tile_barrier_wait(tidx);
    unsigned sum = 1;
    for (int i = 0; i < turns; i++) {
        for (int k = 0; k < SIDE + 3; k++) {
            sum = sum * 3 + t[lx][k] * t[lx][k + 1] - t[ly][k];
        }
    }
    at(y, tidx.global[0], tidx.global[1]) = sum;
}

/* Five rows are too many; others are gone through from the end, or by every second number. */
AMP_TILED_KERNEL(five, (TILE), in(unsigned, 2, a), value(int, turns), out(unsigned, 1, y))
{
    const int l = tidx.global[0];
    unsigned sum = 1;
    for (int k = 0; k < turns; k++) {
        sum = sum * 3 + at(a, l, k) * at(a, l, k + 1) + at(a, l, k + 2) * at(a, l, k + 3)
            - at(a, l, k + 4);
    }
    for (int k = 0; k < turns; k++) {
        sum = sum * 3 + at(a, l, turns - k) * at(a, l, 2 * k);
    }
    for (int k = 0; k < turns; k++) {
        sum = sum * 3 + at(a, l, turns - k);
    }
    for (int k = 0; k < turns; k++) {
        sum = sum * 3 + at(a, l, k + k);
    }
    at(y, l) = sum;
}

/* What a turn writes, by another name, the next one reads: b is a from the second element on. */
AMP_TILED_KERNEL(shifted, (TILE), in(unsigned, 1, a), value(int, turns), value(int, length),
                 out(unsigned, 1, b))
{
    const int l = tidx.global[0];
    unsigned sum = 1;
    for (int k = 0; k < turns; k++) {
        sum = sum * 3 + at(a, l * length + k);
        at(b, l * length + k) = sum;
    }
}
AMP_DEVICE_END

enum { LONGEST = 70, LINES = 3 * TILE };
static const int lengths[] = { 1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 64, 70 };
enum { LENGTHS = sizeof(lengths) / sizeof(lengths[0]) };

static int element(int i) { return (int)((unsigned)i * 2654435761u >> 29) - 3; }

/* Floating numbers are whole and small: on a device each order of a sum has the same bits. */
#define RUN_SUMS(T, W)                                                                             \
    for (c = 0; c < LENGTHS; c++) {                                                                \
        static T a[LENGTHS][LINES * LONGEST], x[LENGTHS][LONGEST], y[LENGTHS][LINES];              \
        static T z[LENGTHS][LINES], centre[LENGTHS][9 * LONGEST];                                  \
        static int which[LENGTHS][LINES];                                                          \
        const int n = lengths[c], lines = LINES - 5;                                               \
        int l, k, j, bad = 0;                                                                      \
        for (k = 0; k < LINES * n; k++) { a[c][k] = (T)element(k); }                               \
        for (k = 0; k < n; k++) { x[c][k] = (T)element(5 * k + 1); }                               \
        for (k = 0; k < 9 * n; k++) { centre[c][k] = (T)element(7 * k + 3); }                      \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(LINES), TILE), sums_##T,                    \
            amp_view(T, a[c], LINES, n), amp_view(T, x[c], n), amp_view(T, y[c], lines)));         \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(LINES), TILE), whole_##T,                   \
            amp_view(T, a[c], LINES * n), n, amp_view(T, x[c], n), amp_view(T, z[c], LINES)));     \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(LINES), TILE), far_##T,                     \
            amp_view(T, a[c], LINES, n), amp_view(T, centre[c], 9, n),                             \
            amp_view(int, which[c], lines)));                                                      \
        CHECK_OK(amp_synchronize(amp_view(T, y[c], lines)));                                       \
        CHECK_OK(amp_synchronize(amp_view(T, z[c], LINES)));                                       \
        CHECK_OK(amp_synchronize(amp_view(int, which[c], lines)));                                 \
        for (l = 0; l < LINES; l++) {                                                              \
            const T *row = &a[c][l * n];                                                           \
            T sum = 5, whole = 5, most = 0;                                                        \
            int index = -1;                                                                        \
            for (k = 0; k < n; k++) {                                                              \
                sum = sum * W + row[k] * x[c][k];                                                  \
                if (k > 0) { whole = whole * W + (row[k - 1] - row[k]) * x[c][k]; }                \
                __asm__ volatile("");                                                              \
            }                                                                                      \
            for (j = 0; j < 9; j++) {                                                              \
                T far = 0;                                                                         \
                for (k = 0; k < n; k++) {                                                          \
                    far += (row[k] - centre[c][j * n + k]) * (row[k] - centre[c][j * n + k]);      \
                }                                                                                  \
                if (far >= most) { most = far; index = j; }                                        \
                __asm__ volatile("");                                                              \
            }                                                                                      \
            bad += l < lines && (y[c][l] != sum || which[c][l] != index);                          \
            bad += z[c][l] != whole;                                                               \
        }                                                                                          \
        CHECK_INT(bad, ==, 0);                                                                     \
    }

TEST(rows_of_floats) { int c; RUN_SUMS(float, 1) }
TEST(rows_of_doubles) { int c; SKIP_WITHOUT_DOUBLE(); RUN_SUMS(double, 1) }
TEST(rows_of_unsigned) { int c; RUN_SUMS(unsigned, 3) }
TEST(rows_of_tile_memory)
{
    enum { N = 2 * SIDE };
    static unsigned a[N][N], y[N][N];
    int row, col, i, k, bad = 0;
    for (i = 0; i < N * N; i++) {
        (&a[0][0])[i] = (unsigned)element(i);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N, N), SIDE, SIDE), of_tiles,
        amp_view(unsigned, &a[0][0], N, N), 3, amp_view(unsigned, &y[0][0], N, N)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, &y[0][0], N, N)));
    for (row = 0; row < N; row++) {
        for (col = 0; col < N; col++) {
            unsigned t[2][SIDE + 4], sum = 1;
            for (k = 0; k < SIDE + 4; k++) {
                const int at = col / SIDE * SIDE + k;
                t[0][k] = k < SIDE ? a[row / SIDE * SIDE + col % SIDE][at] : (unsigned)(k - SIDE);
                t[1][k] = k < SIDE ? a[row][at] : (unsigned)(k - SIDE);
            }
            for (i = 0; i < 3; i++) {
                for (k = 0; k < SIDE + 3; k++) {
                    sum = sum * 3 + t[0][k] * t[0][k + 1] - t[1][k];
                }
            }
            bad += y[row][col] != sum;
        }
    }
    CHECK_INT(bad, ==, 0);
}
TEST(more_rows_than_are_read_at_once)
{
    enum { N = 70, TURNS = 30 };
    static unsigned a[LINES][N], y[LINES];
    int l, k, bad = 0;
    for (k = 0; k < LINES * N; k++) {
        (&a[0][0])[k] = (unsigned)element(k);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(LINES), TILE), five,
        amp_view(unsigned, &a[0][0], LINES, N), TURNS, amp_view(unsigned, y, LINES)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, y, LINES)));
    for (l = 0; l < LINES; l++) {
        const unsigned *r = a[l];
        unsigned sum = 1;
        for (k = 0; k < TURNS; k++) {
            sum = sum * 3 + r[k] * r[k + 1] + r[k + 2] * r[k + 3] - r[k + 4];
        }
        for (k = 0; k < TURNS; k++) {
            sum = sum * 3 + r[TURNS - k] * r[2 * k];
        }
        for (k = 0; k < TURNS; k++) {
            sum = sum * 3 + r[TURNS - k];
        }
        for (k = 0; k < TURNS; k++) {
            sum = sum * 3 + r[k + k];
        }
        bad += y[l] != sum;
    }
    CHECK_INT(bad, ==, 0);
}
TEST(a_row_that_is_written)
{
    enum { N = 45, TURNS = 40 };
    static unsigned a[LINES * N + 1], want[LINES * N + 1];
    const amp_array_view all = amp_view(unsigned, a, LINES * N + 1);
    int l, k, bad = 0;
    for (k = 0; k < LINES * N + 1; k++) {
        a[k] = want[k] = (unsigned)element(k);
    }
    CHECK_OK(amp_refresh(all));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(LINES), TILE), shifted, all, TURNS, N,
        amp_view(unsigned, a + 1, LINES * N)));
    CHECK_OK(amp_synchronize(all));
    for (l = 0; l < LINES; l++) {
        unsigned sum = 1;
        for (k = 0; k < TURNS; k++) {
            sum = sum * 3 + want[l * N + k];
            want[l * N + k + 1] = sum;
        }
    }
    for (k = 0; k < LINES * N + 1; k++) {
        bad += a[k] != want[k];
    }
    CHECK_INT(bad, ==, 0);
}
