/* SPDX-License-Identifier: MIT */
/* Published ladders: kernels whose times on a GPU others have measured and printed, step by step
   (tests/lens/ladders.txt), under the lens with that GPU as its model. Prints a line for each step:
   its ladder, its number and the model's microseconds, and writes the report as JSON where it is
   given a folder. Only a few tiles run: their results mean nothing. */
#define AMP_SHORT_NAMES
#include "amp_lens.h"

AMP_DEVICE_BEGIN
/* ---- a sum of integers, tiles of 128 (Harris 2007). In the last warp the threads of a GPU of then
   are in step without a barrier. */

#define SUM(name)                                                             \
    AMP_TILED_KERNEL(name, (128), in(int, 1, x), out(int, 1, y), value(unsigned, threads))
#define LAST_WARP                                                             \
    if (l < 32) {                                                             \
        s[l] += s[l + 32];                                                    \
        s[l] += s[l + 16];                                                    \
        s[l] += s[l + 8];                                                     \
        s[l] += s[l + 4];                                                     \
        s[l] += s[l + 2];                                                     \
        s[l] += s[l + 1];                                                     \
    }
SUM(sum_1)
{
    tile_static(int, s, 192);
    const unsigned l = (unsigned)tidx.local[0];
    s[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (unsigned d = 1; d < threads; d *= 2) {
        if (l % (2 * d) == 0) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0];
    }
}
SUM(sum_2)
{
    tile_static(int, s, 192);
    const unsigned l = (unsigned)tidx.local[0];
    s[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (unsigned d = 1; d < threads; d *= 2) {
        const unsigned i = 2 * d * l;
        if (i < threads) {
            s[i] += s[i + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0];
    }
}
SUM(sum_3)
{
    tile_static(int, s, 192);
    const unsigned l = (unsigned)tidx.local[0];
    s[l] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (unsigned d = threads / 2; d > 0; d >>= 1) {
        if (l < d) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0];
    }
}
SUM(sum_4)
{
    tile_static(int, s, 192);
    const unsigned l = (unsigned)tidx.local[0];
    const int i = tidx.tile[0] * 256 + tidx.local[0];
    s[l] = at(x, i) + at(x, i + 128);
    tile_barrier_wait(tidx);
    for (unsigned d = threads / 2; d > 0; d >>= 1) {
        if (l < d) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0];
    }
}
SUM(sum_5)
{
    tile_static(int, s, 192);
    const unsigned l = (unsigned)tidx.local[0];
    const int i = tidx.tile[0] * 256 + tidx.local[0];
    s[l] = at(x, i) + at(x, i + 128);
    tile_barrier_wait(tidx);
    for (unsigned d = threads / 2; d > 32; d >>= 1) {
        if (l < d) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    LAST_WARP
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0];
    }
}
SUM(sum_6)
{
    tile_static(int, s, 192);
    const unsigned l = (unsigned)tidx.local[0];
    const int i = tidx.tile[0] * 256 + tidx.local[0];
    s[l] = at(x, i) + at(x, i + 128);
    tile_barrier_wait(tidx);
    if (l < 64) {
        s[l] += s[l + 64];
    }
    tile_barrier_wait(tidx);
    LAST_WARP
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0];
    }
    (void)threads;
}
SUM(sum_7)
{
    tile_static(int, s, 192);
    const unsigned l = (unsigned)tidx.local[0];
    const int step = (int)threads; /* of all tiles */
    int sum = 0;
    for (int i = tidx.tile[0] * 256 + tidx.local[0]; i < x_shape.extent[0]; i += step) {
        sum += at(x, i) + at(x, i + 128);
    }
    s[l] = sum;
    tile_barrier_wait(tidx);
    if (l < 64) {
        s[l] += s[l + 64];
    }
    tile_barrier_wait(tidx);
    LAST_WARP
    if (l == 0) {
        at(y, tidx.tile[0]) = s[0];
    }
}

/* ---- transposes, tiles of 32 x 32 by 8 x 32 threads (Ruetsch, Micikevicius 2009)  */

#define MOVE(name) AMP_TILED_KERNEL(name, (8, 32), in(float, 2, A), out(float, 2, B))
MOVE(move_copy)
{
    const int y = tidx.tile[0] * 32 + tidx.local[0], x = tidx.tile[1] * 32 + tidx.local[1];
    for (int i = 0; i < 32; i += 8) {
        at(B, y + i, x) = at(A, y + i, x);
    }
}
MOVE(move_copy_tile)
{
    tile_static(float, t, 32, 32);
    const int y = tidx.tile[0] * 32 + tidx.local[0], x = tidx.tile[1] * 32 + tidx.local[1];
    for (int i = 0; i < 32; i += 8) {
        t[tidx.local[0] + i][tidx.local[1]] = at(A, y + i, x);
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < 32; i += 8) {
        at(B, y + i, x) = t[tidx.local[0] + i][tidx.local[1]];
    }
}
MOVE(move_naive)
{
    const int y = tidx.tile[0] * 32 + tidx.local[0], x = tidx.tile[1] * 32 + tidx.local[1];
    for (int i = 0; i < 32; i += 8) {
        at(B, x, y + i) = at(A, y + i, x);
    }
}
MOVE(move_tile)
{
    tile_static(float, t, 32, 32);
    const int y = tidx.tile[0] * 32 + tidx.local[0], x = tidx.tile[1] * 32 + tidx.local[1];
    const int r = tidx.tile[1] * 32 + tidx.local[0], c = tidx.tile[0] * 32 + tidx.local[1];
    for (int i = 0; i < 32; i += 8) {
        t[tidx.local[0] + i][tidx.local[1]] = at(A, y + i, x);
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < 32; i += 8) {
        at(B, r + i, c) = t[tidx.local[1]][tidx.local[0] + i];
    }
}
MOVE(move_padded)
{
    tile_static(float, t, 32, 33);
    const int y = tidx.tile[0] * 32 + tidx.local[0], x = tidx.tile[1] * 32 + tidx.local[1];
    const int r = tidx.tile[1] * 32 + tidx.local[0], c = tidx.tile[0] * 32 + tidx.local[1];
    for (int i = 0; i < 32; i += 8) {
        t[tidx.local[0] + i][tidx.local[1]] = at(A, y + i, x);
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < 32; i += 8) {
        at(B, r + i, c) = t[tidx.local[1]][tidx.local[0] + i];
    }
}
MOVE(move_diagonal)
{
    tile_static(float, t, 32, 33);
    const int tiles = A_shape.extent[1] / 32;
    const int down = tidx.tile[1], across = (tidx.tile[1] + tidx.tile[0]) % tiles;
    const int y = down * 32 + tidx.local[0], x = across * 32 + tidx.local[1];
    const int r = across * 32 + tidx.local[0], c = down * 32 + tidx.local[1];
    for (int i = 0; i < 32; i += 8) {
        t[tidx.local[0] + i][tidx.local[1]] = at(A, y + i, x);
    }
    tile_barrier_wait(tidx);
    for (int i = 0; i < 32; i += 8) {
        at(B, r + i, c) = t[tidx.local[1]][tidx.local[0] + i];
    }
}

/* ---- transposes on a GPU with caches, tiles of 32 x 32 (Fan 2020) -------- */

#define TURN(name) AMP_TILED_KERNEL(name, (32, 32), in(float, 2, A), out(float, 2, B))
TURN(turn_copy)
{
    at_index(B, tidx.global) = at_index(A, tidx.global);
}
TURN(turn_reads)
{
    at(B, tidx.global[1], tidx.global[0]) = at_index(A, tidx.global);
}
TURN(turn_writes)
{
    at_index(B, tidx.global) = at(A, tidx.global[1], tidx.global[0]);
}
TURN(turn_tile)
{
    tile_static(float, t, 32, 32);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(B, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}
TURN(turn_padded)
{
    tile_static(float, t, 32, 33);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(B, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1])
        = t[tidx.local[1]][tidx.local[0]];
}

/* ---- products (Boehm 2022) ----------------------------------------------- */

typedef float four __attribute__((vector_size(16)));
#define PRODUCT(name, tile)                                                   \
    AMP_TILED_KERNEL(name, tile, in(float, 2, A), in(float, 2, B), inout(float, 2, C), \
                     value(float, alpha), value(float, beta))
PRODUCT(product_1, (32, 32))
{
    const int x = tidx.tile[1] * 32 + tidx.local[1], y = tidx.tile[0] * 32 + tidx.local[0];
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, x, k) * at(B, k, y);
    }
    at(C, x, y) = alpha * sum + beta * at(C, x, y);
}
PRODUCT(product_2, (32, 32))
{
    const int x = tidx.tile[1] * 32 + tidx.local[0], y = tidx.tile[0] * 32 + tidx.local[1];
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, x, k) * at(B, k, y);
    }
    at(C, x, y) = alpha * sum + beta * at(C, x, y);
}
PRODUCT(product_3, (32, 32))
{
    tile_static(float, a, 32, 32);
    tile_static(float, b, 32, 32);
    const int r = tidx.local[0], c = tidx.local[1];
    const int x = tidx.tile[1] * 32 + r, y = tidx.tile[0] * 32 + c;
    float sum = 0;
    for (int f = 0; f < A_shape.extent[1]; f += 32) {
        a[r][c] = at(A, x, f + c);
        b[r][c] = at(B, f + r, y);
        tile_barrier_wait(tidx);
        for (int k = 0; k < 32; k++) {
            sum += a[r][k] * b[k][c];
        }
        tile_barrier_wait(tidx);
    }
    at(C, x, y) = alpha * sum + beta * at(C, x, y);
}
/* A tile is 64 x 64 of C: a thread has 8 of a column. */
PRODUCT(product_4, (8, 64))
{
    tile_static(float, a, 64, 8);
    tile_static(float, b, 8, 64);
    const int l = tidx.local[0] * 64 + tidx.local[1], r = tidx.local[0], c = tidx.local[1];
    const int x = tidx.tile[0] * 64, y = tidx.tile[1] * 64;
    float sum[8] = { 0 };
    for (int f = 0; f < A_shape.extent[1]; f += 8) {
        a[l / 8][l % 8] = at(A, x + l / 8, f + l % 8);
        b[l / 64][l % 64] = at(B, f + l / 64, y + l % 64);
        tile_barrier_wait(tidx);
        for (int k = 0; k < 8; k++) {
            const float one = b[k][c];
            for (int i = 0; i < 8; i++) {
                sum[i] += a[r * 8 + i][k] * one;
            }
        }
        tile_barrier_wait(tidx);
    }
    for (int i = 0; i < 8; i++) {
        at(C, x + r * 8 + i, y + c) = alpha * sum[i] + beta * at(C, x + r * 8 + i, y + c);
    }
}
/* A tile is 128 x 128 of C, by 16 x 16 threads: a thread has 8 x 8. */
PRODUCT(product_5, (16, 16))
{
    tile_static(float, a, 128, 8);
    tile_static(float, b, 8, 128);
    const int l = tidx.local[0] * 16 + tidx.local[1], r = tidx.local[0] * 8, c = tidx.local[1] * 8;
    const int x = tidx.tile[0] * 128, y = tidx.tile[1] * 128;
    float sum[8][8] = { { 0 } };
    for (int f = 0; f < A_shape.extent[1]; f += 8) {
        for (int i = 0; i < 128; i += 32) {
            a[l / 8 + i][l % 8] = at(A, x + l / 8 + i, f + l % 8);
        }
        for (int i = 0; i < 8; i += 2) {
            b[l / 128 + i][l % 128] = at(B, f + l / 128 + i, y + l % 128);
        }
        tile_barrier_wait(tidx);
        for (int k = 0; k < 8; k++) {
            float m[8], n[8];
            for (int i = 0; i < 8; i++) {
                m[i] = a[r + i][k];
            }
            for (int i = 0; i < 8; i++) {
                n[i] = b[k][c + i];
            }
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++) {
                    sum[i][j] += m[i] * n[j];
                }
            }
        }
        tile_barrier_wait(tidx);
    }
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            at(C, x + r + i, y + c + j) = alpha * sum[i][j] + beta * at(C, x + r + i, y + c + j);
        }
    }
}
/* Step 5 by 16 bytes at a time, with A turned in tile memory. */
AMP_TILED_KERNEL(product_6, (16, 16), in(four, 2, A), in(four, 2, B), inout(four, 2, C),
                 value(float, alpha), value(float, beta))
{
    tile_static(four, a, 8, 32);
    tile_static(four, b, 8, 32);
    const int l = tidx.local[0] * 16 + tidx.local[1], r = tidx.local[0] * 8, c = tidx.local[1] * 8;
    const int x = tidx.tile[0] * 128, y = tidx.tile[1] * 32;
    float sum[8][8] = { { 0 } };
    for (int f = 0; f < A_shape.extent[1]; f += 2) {
        const four one = at(A, x + l / 2, f + l % 2);
        for (int i = 0; i < 4; i++) {
            ((amp_tile_ptr(float))&a[l % 2 * 4 + i][0])[l / 2] = one[i];
        }
        b[l / 32][l % 32] = at(B, f * 4 + l / 32, y + l % 32);
        tile_barrier_wait(tidx);
        for (int k = 0; k < 8; k++) {
            float m[8], n[8];
            for (int i = 0; i < 2; i++) {
                const four some = a[k][r / 4 + i], others = b[k][c / 4 + i];
                for (int j = 0; j < 4; j++) {
                    m[i * 4 + j] = some[j];
                    n[i * 4 + j] = others[j];
                }
            }
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++) {
                    sum[i][j] += m[i] * n[j];
                }
            }
        }
        tile_barrier_wait(tidx);
    }
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 2; j++) {
            four one = at(C, x + r + i, y + c / 4 + j);
            for (int k = 0; k < 4; k++) {
                one[k] = alpha * sum[i][j * 4 + k] + beta * one[k];
            }
            at(C, x + r + i, y + c / 4 + j) = one;
        }
    }
}

/* ---- a derivative of eighth order, 64 x 64 x 64 (Harris 2013) ------------ */

#define SLOPE(name, tile)                                                     \
    AMP_TILED_KERNEL(name, tile, in(float, 2, f), out(float, 2, d), value(float, p), \
                     value(float, q), value(float, u), value(float, v))
/* Rows are lines of x; a tile has four of them. */
SLOPE(slope_x, (4, 64))
{
    tile_static(float, s, 4, 72);
    const int r = tidx.local[0], i = tidx.local[1], m = i + 4;
    s[r][m] = at_index(f, tidx.global);
    tile_barrier_wait(tidx);
    if (i < 4) {
        s[r][m - 4] = s[r][m + 64 - 5];
        s[r][m + 64] = s[r][m + 1];
    }
    tile_barrier_wait(tidx);
    at_index(d, tidx.global) = p * (s[r][m + 1] - s[r][m - 1]) + q * (s[r][m + 2] - s[r][m - 2])
        + u * (s[r][m + 3] - s[r][m - 3]) + v * (s[r][m + 4] - s[r][m - 4]);
}
/* A tile is 64 lines by 4 of their elements: all of a plane's y. */
SLOPE(slope_y, (64, 4))
{
    tile_static(float, s, 72, 4);
    const int j = tidx.local[0], c = tidx.local[1], m = j + 4;
    s[m][c] = at_index(f, tidx.global);
    tile_barrier_wait(tidx);
    if (j < 4) {
        s[m - 4][c] = s[m + 64 - 5][c];
        s[m + 64][c] = s[m + 1][c];
    }
    tile_barrier_wait(tidx);
    at_index(d, tidx.global) = p * (s[m + 1][c] - s[m - 1][c]) + q * (s[m + 2][c] - s[m - 2][c])
        + u * (s[m + 3][c] - s[m - 3][c]) + v * (s[m + 4][c] - s[m - 4][c]);
}
/* ---- a histogram of bytes, tiles of 512 (yencal 2025) -------------------- */

AMP_TILED_KERNEL(bins_global, (512), in(unsigned char, 1, x), inout(unsigned, 1, bins),
                 value(int, step))
{
    for (int i = tidx.global[0]; i < x_shape.extent[0]; i += step) {
        (void)amp_atomic_fetch_add(&at(bins, at(x, i)), 1u);
    }
}
AMP_TILED_KERNEL(bins_private, (512), in(unsigned char, 1, x), inout(unsigned, 1, bins),
                 value(int, step))
{
    tile_static(unsigned, t, 256);
    const int l = tidx.local[0];
    if (l < 256) {
        t[l] = 0;
    }
    tile_barrier_wait(tidx);
    for (int i = tidx.global[0]; i < x_shape.extent[0]; i += step) {
        (void)amp_atomic_fetch_add(&t[at(x, i)], 1u);
    }
    tile_barrier_wait(tidx);
    if (l < 256) {
        (void)amp_atomic_fetch_add(&at(bins, l), t[l]);
    }
}
typedef unsigned four_words __attribute__((vector_size(16)));
AMP_TILED_KERNEL(bins_wide, (512), in(four_words, 1, x), inout(unsigned, 1, bins),
                 value(int, step))
{
    tile_static(unsigned, t, 256);
    const int l = tidx.local[0];
    if (l < 256) {
        t[l] = 0;
    }
    tile_barrier_wait(tidx);
    for (int i = tidx.global[0]; i < x_shape.extent[0]; i += step) {
        const four_words some = at(x, i);
        for (int k = 0; k < 4; k++) {
            (void)amp_atomic_fetch_add(&t[some[k] & 255], 1u);
            (void)amp_atomic_fetch_add(&t[some[k] >> 8 & 255], 1u);
            (void)amp_atomic_fetch_add(&t[some[k] >> 16 & 255], 1u);
            (void)amp_atomic_fetch_add(&t[some[k] >> 24], 1u);
        }
    }
    tile_barrier_wait(tidx);
    if (l < 256) {
        (void)amp_atomic_fetch_add(&at(bins, l), t[l]);
    }
}
AMP_DEVICE_END

static const char *folder;
static int failed, step;

static void begin(const char *model, int tiles)
{
    amp_lens_model m;
    failed |= amp_lens_preset(model, &m) != AMP_OK || amp_lens_start(&m) != AMP_OK
              || amp_lens_tiles(tiles) != AMP_OK || amp_lens_only(1) != AMP_OK;
    step = 0;
}

static void say(const char *ladder, const char *kernel, amp_status launched)
{
    double us = 0;
    if (launched != AMP_OK || amp_lens_measure(kernel, "time", &us) != AMP_OK) {
        (void)printf("%s: %s\n", kernel, amp_last_error());
        failed = 1;
    }
    (void)printf("%s %d %s %.6g\n", ladder, ++step, kernel, us);
}

static void write_ladder(const char *ladder)
{
    char path[600];
    (void)snprintf(path, sizeof(path), "%s/%s.json", folder != NULL ? folder : "", ladder);
    failed |= folder != NULL && amp_lens_write("json", path) != AMP_OK;
}

#define SAY(ladder, kernel, extent, ...) say(ladder, #kernel, parallel_for_each(extent, kernel, \
                                                                                __VA_ARGS__))

static void sums(void)
{
    enum { N = 1 << 22, GRID = 128 };
    int *x = (int *)calloc(N, sizeof(*x)), *y = (int *)calloc(N / 128, sizeof(*y));
    const amp_array_view X = amp_view(int, x, N), Y = amp_view(int, y, N / 128);
    const amp_tiled_extent all = amp_tile(amp_extent(N), 128);
    const amp_tiled_extent half = amp_tile(amp_extent(N / 2), 128);
    begin("g80", 8);
    SAY("sum", sum_1, all, X, Y, 128u);
    SAY("sum", sum_2, all, X, Y, 128u);
    SAY("sum", sum_3, all, X, Y, 128u);
    SAY("sum", sum_4, half, X, Y, 128u);
    SAY("sum", sum_5, half, X, Y, 128u);
    SAY("sum", sum_6, half, X, Y, 128u);
    SAY("sum", sum_7, amp_tile(amp_extent(GRID * 128), 128), X, Y, (unsigned)GRID * 256);
    write_ladder("sum");
    (void)amp_release(X);
    (void)amp_release(Y);
    free(x);
    free(y);
}

static void moves(void)
{
    enum { N = 2048 };
    float *a = (float *)calloc(N * N, sizeof(*a)), *b = (float *)calloc(N * N, sizeof(*b));
    const amp_array_view A = amp_view(float, a, N, N), B = amp_view(float, b, N, N);
    const amp_tiled_extent all = amp_tile(amp_extent(N / 4, N), 8, 32);
    begin("gtx-280", 16);
    SAY("move", move_naive, all, A, B);
    SAY("move", move_tile, all, A, B);
    SAY("move", move_padded, all, A, B);
    SAY("move", move_diagonal, all, A, B);
    SAY("move", move_copy_tile, all, A, B);
    SAY("move", move_copy, all, A, B);
    write_ladder("move");
    (void)amp_release(A);
    (void)amp_release(B);
    free(a);
    free(b);
}

static void turns(void)
{
    enum { N = 9984 }; /* 10000 in whole tiles */
    float *a = (float *)calloc((size_t)N * N, sizeof(*a));
    float *b = (float *)calloc((size_t)N * N, sizeof(*b));
    const amp_array_view A = amp_view(float, a, N, N), B = amp_view(float, b, N, N);
    const amp_tiled_extent all = amp_tile(amp_extent(N, N), 32, 32);
    begin("v100", 8);
    SAY("turn", turn_reads, all, A, B);
    SAY("turn", turn_tile, all, A, B);
    SAY("turn", turn_writes, all, A, B);
    SAY("turn", turn_padded, all, A, B);
    SAY("turn", turn_copy, all, A, B);
    write_ladder("turn");
    (void)amp_release(A);
    (void)amp_release(B);
    free(a);
    free(b);
}

static void products(void)
{
    enum { N = 4096, K = 256 }; /* a tile's time goes with K, which is 4096 in the publication */
    float *a = (float *)calloc(N * K, sizeof(*a)), *b = (float *)calloc(N * K, sizeof(*b));
    float *c = (float *)calloc((size_t)N * N, sizeof(*c));
    const amp_array_view A = amp_view(float, a, N, K), B = amp_view(float, b, K, N),
        C = amp_view(float, c, N, N);
    const amp_array_view A4 = amp_view(four, a, N, K / 4), B4 = amp_view(four, b, K, N / 4),
        C4 = amp_view(four, c, N, N / 4);
    begin("rtx-a6000", 2);
    SAY("product", product_1, amp_tile(amp_extent(N, N), 32, 32), A, B, C, 1, 0);
    SAY("product", product_2, amp_tile(amp_extent(N, N), 32, 32), A, B, C, 1, 0);
    SAY("product", product_3, amp_tile(amp_extent(N, N), 32, 32), A, B, C, 1, 0);
    SAY("product", product_4, amp_tile(amp_extent(N / 8, N), 8, 64), A, B, C, 1, 0);
    SAY("product", product_5, amp_tile(amp_extent(N / 8, N / 8), 16, 16), A, B, C, 1, 0);
    SAY("product", product_6, amp_tile(amp_extent(N / 8, N / 8), 16, 16), A4, B4, C4, 1, 0);
    write_ladder("product");
    (void)amp_release(A);
    (void)amp_release(B);
    (void)amp_release(C);
    free(a);
    free(b);
    free(c);
}

static void slopes(void)
{
    enum { N = 64 };
    float *f = (float *)calloc(N * N * N, sizeof(*f)), *d = (float *)calloc(N * N * N, sizeof(*d));
    const amp_array_view F = amp_view(float, f, N * N, N), D = amp_view(float, d, N * N, N);
    begin("tesla-k20", 16);
    SAY("slope", slope_y, amp_tile(amp_extent(N * N, N), 64, 4), F, D, 1, 1, 1, 1);
    SAY("slope", slope_x, amp_tile(amp_extent(N * N, N), 4, 64), F, D, 1, 1, 1, 1);
    write_ladder("slope");
    (void)amp_release(F);
    (void)amp_release(D);
    free(f);
    free(d);
}

static void bins(void)
{
    /* A byte each: a sixteenth of the publication's, of which a tile does as much. */
    enum { N = 1 << 26, TILES = 528 };
    unsigned char *x = (unsigned char *)calloc(N, 1);
    unsigned *n = (unsigned *)calloc(256, sizeof(*n)), at = 1;
    const amp_array_view X = amp_view(unsigned char, x, N), B = amp_view(unsigned, n, 256);
    const amp_array_view X16 = amp_view(four_words, x, N / 16);
    const amp_tiled_extent all = amp_tile(amp_extent(TILES * 512), 512);
    int i;
    for (i = 0; x != NULL && i < N; i++) {
        at = at * 1664525 + 1013904223;
        x[i] = (unsigned char)(at >> 24);
    }
    begin("h100", 4);
    SAY("bins", bins_global, all, X, B, TILES * 512);
    SAY("bins", bins_private, all, X, B, TILES * 512);
    SAY("bins", bins_wide, all, X16, B, TILES * 512);
    write_ladder("bins");
    (void)amp_release(X);
    (void)amp_release(B);
    free(x);
    free(n);
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(void); } ladders[] = {
        { "sum", sums }, { "move", moves }, { "turn", turns }, { "product", products },
        { "slope", slopes }, { "bins", bins }
    };
    size_t i;
    folder = argc > 2 ? argv[2] : NULL;
    for (i = 0; i < sizeof(ladders) / sizeof(ladders[0]); i++) {
        if (argc < 2 || strcmp(argv[1], "all") == 0 || strcmp(argv[1], ladders[i].name) == 0) {
            ladders[i].run();
        }
    }
    return failed;
}
