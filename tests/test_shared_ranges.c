/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Ranges that the threads of a tile share out by their number in it, which as vectors are loops
   along rows: halos loaded by quotient and rest, in tiles of one to three dimensions; trees of
   steps; and what looks like one, but depends on its thread in another way. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* What is around a tile of H x W in an image, loaded by H * W threads of a tile that DIMS says: the
   sum of its window of 3 x 3 for each cell. l: the thread's number, that stands for cell l. */
#define WINDOWS(NAME, DIMS, H, W, L, TILE_ROW, TILE_COL)                                           \
    AMP_TILED_KERNEL(NAME, DIMS, in(int, 2, x), out(int, 2, y))                                    \
    {                                                                                              \
        tile_static(int, t, H + 2, W + 2);                                                         \
        const int l = L, r0 = TILE_ROW * H - 1, c0 = TILE_COL * W - 1;                             \
        const int rows = x_shape.extent[0], cols = x_shape.extent[1];                              \
        const int row = r0 + 1 + l / W, col = c0 + 1 + l % W;                                      \
        int sum = 0;                                                                               \
        for (int i = l; i < (H + 2) * (W + 2); i += H * W) {                                       \
            const int r = r0 + i / (W + 2), c = c0 + i % (W + 2);                                  \
            t[i / (W + 2)][i % (W + 2)] =                                                          \
                r >= 0 && r < rows && c >= 0 && c < cols ? at(x, r, c) : -1;                       \
        }                                                                                          \
        tile_barrier_wait(tidx);                                                                   \
        for (int i = 0; i < 3; i++) {                                                              \
            for (int j = 0; j < 3; j++) {                                                          \
                sum += t[l / W + i][l % W + j] * (i * 3 + j + 1);                                  \
            }                                                                                      \
        }                                                                                          \
        if (row < rows && col < cols) {                                                            \
            at(y, row, col) = sum;                                                                 \
        }                                                                                          \
    }
WINDOWS(by_two, (8, 16), 8, 16, tidx.local[0] * 16 + tidx.local[1], tidx.tile[0], tidx.tile[1])
WINDOWS(by_odd, (5, 13), 5, 13, tidx.local[1] + 13 * tidx.local[0], tidx.tile[0], tidx.tile[1])
WINDOWS(by_three, (2, 4, 16), 8, 16, (tidx.local[0] * 4 + tidx.local[1]) * 16 + tidx.local[2],
        tidx.tile[1], tidx.tile[2])
WINDOWS(by_one, (128), 8, 16, tidx.local[0], tidx.tile[0] / 7, tidx.tile[0] % 7)
WINDOWS(by_few, (16, 4), 16, 4, tidx.local[0] * 4 + tidx.local[1], tidx.tile[0], tidx.tile[1])

/* A cube and what is around it, by two quotients. */
AMP_TILED_KERNEL(cubes, (4, 4, 8), in(int, 3, x), out(int, 3, y))
{
    tile_static(int, t, 6, 6, 10);
    const int n = x_shape.extent[0];
    const int l = (tidx.local[0] * 4 + tidx.local[1]) * 8 + tidx.local[2];
    for (int i = l; i < 6 * 6 * 10; i += 4 * 4 * 8) {
        const int z = tidx.tile_origin[0] + i / 60 - 1, y1 = tidx.tile_origin[1] + i / 10 % 6 - 1;
        const int x1 = tidx.tile_origin[2] + i % 10 - 1;
        const int inside = z >= 0 && z < n && y1 >= 0 && y1 < n && x1 >= 0 && x1 < n;
        t[i / 60][i % 60 / 10][i % 10] = inside ? at(x, z, y1, x1) : 0;
    }
    tile_barrier_wait(tidx);
    {
        const int z = tidx.local[0] + 1, y1 = tidx.local[1] + 1, x1 = tidx.local[2] + 1;
        if (tidx.global[0] < n && tidx.global[1] < n && tidx.global[2] < n) {
            at_index(y, tidx.global) = t[z - 1][y1][x1] + 2 * t[z + 1][y1][x1]
                + 3 * t[z][y1 - 1][x1] + 5 * t[z][y1 + 1][x1] + 7 * t[z][y1][x1 - 1]
                + 11 * t[z][y1][x1 + 1];
        }
    }
}

/* A tree over the numbers of a tile of two dimensions; `most` of them count; an if of more than
   the tile has; a range that the launch ends, and one that is empty. */
AMP_TILED_KERNEL(trees, (8, 16), value(int, most), value(int, end), in(int, 2, x), out(int, 1, y),
                 out(int, 2, z))
{
    tile_static(int, t, 128);
    tile_static(int, u, 300);
    const int l = tidx.local[0] * 16 + tidx.local[1], tile = tidx.tile[1];
    t[l] = 0;
    tile_barrier_wait(tidx);
    if (l < most) {
        t[l] = at(x, tile, l);
    }
    for (int i = l; i < 300; i += 128) {
        u[i] = i * 3 + tile;
    }
    for (int i = l; i < end; i += 128) {
        u[i] -= at(x, tile, i % 128);
    }
    for (int i = l; i < tile - 100; i += 128) {
        u[i] = 0;
    }
    tile_barrier_wait(tidx);
    if (l < 200) {
        u[l + 128] += 1;
    }
    for (int s = 64; s > 0; s >>= 1) {
        if (l < s) {
            t[l] += t[l + s];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tile) = t[0];
    }
    for (int i = l; i < 300; i += 128) {
        at(z, tile, i) = u[i];
    }
}

/* No such ranges: one that counts for its thread, one that asks for its thread, one that ends in a
   break, one that its thread begins elsewhere, one of a number that several threads have, one with
   another step, one whose counter is changed, one with an atomic sum, one that reads what its
   thread keeps, those that not all threads come to. */
AMP_TILED_KERNEL(others, (4, 16), in(int, 1, x), inout(int, 1, total), out(int, 2, y))
{
    tile_static(int, t, 200);
    const int l = tidx.local[0] * 16 + tidx.local[1], mine = at(x, l) & 15;
    int count = 0, i;
    for (int k = l; k < 200; k += 64) {
        t[k] = 0;
    }
    tile_barrier_wait(tidx);
    for (int k = l; k < 200; k += 64) {
        count += at(x, k) / 10 % 10;
    }
    for (int k = l; k < 200; k += 64) {
        t[k] = k / 20 + tidx.local[0];
    }
    for (int k = l; k < 200; k += 64) {
        if (k / 16 > 9) {
            break;
        }
        t[k] += 100;
    }
    tile_barrier_wait(tidx);
    for (int k = l + 1; k < 200; k += 64) {
        t[k] += k % 20;
    }
    tile_barrier_wait(tidx);
    for (int k = l; k < 200; k += 128) {
        t[k] += k / 50 * 1000;
    }
    tile_barrier_wait(tidx);
    for (int k = l; k < 200; k += 64) {
        k += (k & 1) * 0;
        t[k] += 5;
        amp_atomic_fetch_add(&at(total, k / 100), k % 100);
    }
    for (int k = l; k < 200; k += 64) {
        t[k] += mine * (k / 32);
    }
    tile_barrier_wait(tidx);
    tile_barrier_wait(tidx);
    if (tidx.local[0] > 0) { /* not all threads come to these */
        for (int k = l; k < 200; k += 64) {
            t[k] += 20000;
        }
        if (l < 40) {
            t[l] += 40000;
        }
    }
    tile_barrier_wait(tidx);
    for (int k = tidx.local[0] * 4 + tidx.local[1]; k < 200; k += 64) {
        t[k] = 7000 + k / 8;
    }
    tile_barrier_wait(tidx);
    for (i = l; i < 200; i += 64) {
        at(y, 0, i) = t[i];
    }
    if (l < 64) {
        at(y, 1, l) = count;
    }
}
AMP_DEVICE_END

static int *numbers(int n)
{
    int *x = (int *)malloc((size_t)(n > 0 ? n : 1) * sizeof(int)), i;
    unsigned state = 11u + (unsigned)n;
    for (i = 0; x != NULL && i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (int)(state >> 16 & 1023);
    }
    return x;
}

/* The sum that a kernel of WINDOWS has for cell i of the image x, of rows x cols. */
static int window(const int *x, int rows, int cols, int i)
{
    int sum = 0, r, c;
    for (r = -1; r <= 1; r++) {
        for (c = -1; c <= 1; c++) {
            const int row = i / cols + r, col = i % cols + c;
            const int in = row >= 0 && row < rows && col >= 0 && col < cols;
            sum += (in ? x[row * cols + col] : -1) * ((r + 1) * 3 + c + 2);
        }
    }
    return sum;
}

/* Launches kernel `which` of WINDOWS over m x n cells. */
static amp_status launch(int which, int m, int n, amp_array_view x, amp_array_view y)
{
    const int tiles = (m + 7) / 8;
    switch (which) {
    case 0:
        return parallel_for_each(amp_pad(amp_tile(amp_extent(m, n), 8, 16)), by_two, x, y);
    case 1:
        return parallel_for_each(amp_pad(amp_tile(amp_extent(m, n), 5, 13)), by_odd, x, y);
    case 2: /* the first dimension is of one tile */
        return parallel_for_each(amp_tile(amp_extent(2, 4 * tiles, (n + 15) / 16 * 16), 2, 4, 16),
                                 by_three, x, y);
    case 3: /* seven tiles cover a row */
        return parallel_for_each(amp_tile(amp_extent(tiles * 7 * 128), 128), by_one, x, y);
    default:
        return parallel_for_each(amp_pad(amp_tile(amp_extent(m, n), 16, 4)), by_few, x, y);
    }
}

TEST(halos_by_quotient_and_rest)
{
    static const int rows[] = { 1, 8, 17, 40 }, cols[] = { 1, 16, 35, 101 };
    int which, k, i;
    for (which = 0; which < 5; which++) {
        for (k = 0; k < 16; k++) {
            const int m = rows[k / 4], n = cols[k % 4];
            int *x = numbers(m * n), *y = numbers(m * n), wrong = 0;
            CHECK_OK(launch(which, m, n, amp_view(int, x, m, n), amp_view(int, y, m, n)));
            CHECK_OK(amp_synchronize(amp_view(int, y, m, n)));
            for (i = 0; i < m * n; i++) {
                wrong += y[i] != window(x, m, n, i);
            }
            CHECK_INT(wrong, ==, 0);
            free(x);
            free(y);
        }
    }
}

TEST(halos_of_cubes)
{
    static const int sizes[] = { 1, 7, 8, 19 };
    int s, i, k;
    for (s = 0; s < 4; s++) {
        static const int by[6][4] = { { -1, 0, 0, 1 }, { 1, 0, 0, 2 }, { 0, -1, 0, 3 },
                                      { 0, 1, 0, 5 }, { 0, 0, -1, 7 }, { 0, 0, 1, 11 } };
        const int n = sizes[s];
        int *x = numbers(n * n * n), *y = numbers(n * n * n), wrong = 0;
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(n, n, n), 4, 4, 8)), cubes,
                                   amp_view(int, x, n, n, n), amp_view(int, y, n, n, n)));
        CHECK_OK(amp_synchronize(amp_view(int, y, n, n, n)));
        for (i = 0; i < n * n * n; i++) {
            int sum = 0;
            for (k = 0; k < 6; k++) {
                const int z = i / n / n + by[k][0], r = i / n % n + by[k][1], c = i % n + by[k][2];
                const int in = z >= 0 && z < n && r >= 0 && r < n && c >= 0 && c < n;
                sum += in ? x[(z * n + r) * n + c] * by[k][3] : 0;
            }
            wrong += y[i] != sum;
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(y);
    }
}

TEST(trees_in_two_dimensions)
{
    static const int mosts[] = { -3, 0, 1, 15, 16, 17, 100, 128, 500 };
    enum { TILES = 3 };
    int k, tile, i;
    for (k = 0; k < 9; k++) {
        const int end = k * 37 < 300 ? k * 37 : 300, most = mosts[k] < 128 ? mosts[k] : 128;
        int *x = numbers(TILES * 128), y[TILES], *z = numbers(TILES * 300), wrong = 0;
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(8, 16 * TILES), 8, 16), trees, mosts[k],
                                   end, amp_view(int, x, TILES, 128), amp_view(int, y, TILES),
                                   amp_view(int, z, TILES, 300)));
        CHECK_OK(amp_synchronize(amp_view(int, y, TILES)));
        CHECK_OK(amp_synchronize(amp_view(int, z, TILES, 300)));
        for (tile = 0; tile < TILES; tile++) {
            int sum = 0;
            for (i = 0; i < most; i++) {
                sum += x[tile * 128 + i];
            }
            wrong += y[tile] != sum;
            for (i = 0; i < 300; i++) {
                wrong += z[tile * 300 + i] != i * 3 + tile
                    - (i < end ? x[tile * 128 + i % 128] : 0) + (i >= 128 && i < 256);
            }
        }
        CHECK_INT(wrong, ==, 0);
        free(x);
        free(z);
    }
}

TEST(ranges_of_other_kinds)
{
    int *x, y[400] = { 0 }, total[2] = { 0, 0 }, wrong = 0, k, l;
#ifdef AMP_CHECK
    SKIP("threads write the same value to one element, which the checker reports");
#endif
    x = numbers(200);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 16), 4, 16), others, amp_view(int, x, 200),
                               amp_view(int, total, 2), amp_view(int, y, 2, 200)));
    CHECK_OK(amp_synchronize(amp_view(int, y, 2, 200)));
    CHECK_OK(amp_synchronize(amp_view(int, total, 2)));
    for (k = 0; k < 200; k++) {
        const int expected = k / 20 + k % 64 / 16 + (k / 16 > 9 ? 0 : 100) + (k > 0 ? k % 20 : 0)
            + (k % 128 < 64 ? k / 50 * 1000 : 0) + 5 + (x[k % 64] & 15) * (k / 32)
            + (k % 64 > 15 ? 20000 + (k < 40 ? 40000 : 0) : 0);
        wrong += y[k] != (k % 64 < 28 ? 7000 + k / 8 : expected);
    }
    for (l = 0; l < 64; l++) {
        int count = 0;
        for (k = l; k < 200; k += 64) {
            count += x[k] / 10 % 10;
        }
        wrong += y[200 + l] != count;
    }
    CHECK_INT(wrong, ==, 0);
    CHECK_INT(total[0], ==, 4950);
    CHECK_INT(total[1], ==, 4950);
    free(x);
}
