/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Bounds of a row's threads: what they store to the tile's memory, in tiles whose rows are a few
   vectors or less, and flags that say which threads of a tile these were (amp/vectors/ranges.h,
   chosen_stores.h), beside such that no range is. */
#define AMP_SHORT_NAMES
#include <stdbool.h>
#include <string.h>

#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* Steps of a stencil in a tile, as heat goes through it: each step has a ring less. Views have no
   element outside of the tile's part that lies on the plate. */
#define STEPS(T, H, W)                                                                             \
    AMP_TILED_KERNEL(steps_##T##_##H##_##W, (H, W), value(int, steps), in(T, 2, x), inout(T, 2, y))\
    {                                                                                              \
        tile_static(T, t, H, W);                                                                   \
        tile_static(T, next, H + 1, W + 1);                                                        \
        const int ly = tidx.local[0], lx = tidx.local[1];                                          \
        const int height = x_shape.extent[0], width = x_shape.extent[1];                           \
        const int first_row = (H - 2) * tidx.tile[0] - 1, first_col = (W - 2) * tidx.tile[1] - 1;  \
        const int row = first_row + ly, col = first_col + lx;                                      \
        const int left = first_col < 0 ? -first_col : 0;                                           \
        const int right = first_col + W > width ? width - 1 - first_col : W - 1;                   \
        const int west = lx - 1 < left ? left : lx - 1;                                            \
        const int east = lx + 1 > right ? right : lx + 1;                                          \
        bool done = false;                                                                         \
        int twice = 0;                                                                             \
        if (row >= 0 && row < height && col >= 0 && col < width) {                                 \
            t[ly][lx] = at(x, row, col);                                                           \
        }                                                                                          \
        tile_barrier_wait(tidx);                                                                   \
        for (int i = 0; i < steps; i++) {                                                          \
            done = false;                                                                          \
            if (lx >= i + 1 && lx <= W - 2 - i && lx >= left && lx <= right && ly > 0              \
                && ly < H - 1 && row >= 0 && row < height) {                                       \
                const T both = t[ly][east] + t[ly][west];                                          \
                done = true;                                                                       \
                next[ly][lx] = t[ly][lx] + both;                                                   \
            }                                                                                      \
            tile_barrier_wait(tidx);                                                               \
            if (done) { t[ly][lx] = next[ly][lx]; }                                                \
            if (done && lx != 3) { twice += 2; }                                                   \
            if (!done) { twice++; }                                                                \
            tile_barrier_wait(tidx);                                                               \
        }                                                                                          \
        if (done) { at(y, row, col) = t[ly][lx] + (T)(1000 * twice); }                             \
    }

/* Flags that are no range: by a condition of data; set in two places, or in the cases of a switch;
   to what they were; under a condition that the tile does not share. And two that are: one is also
   asked as a number, one is none of the threads in the end. */
#define FLAGS(T, H, W)                                                                             \
    AMP_TILED_KERNEL(flags_##T##_##H##_##W, (H, W), in(T, 2, x), out(T, 2, y))                     \
    {                                                                                              \
        tile_static(T, t, H, W);                                                                   \
        const int ly = tidx.local[0], lx = tidx.local[1];                                          \
        const T v = at_index(x, tidx.global);                                                      \
        int data = 0, places = 0, kept = 0, again = 0, asked = 0, left = 0, cased = 0;             \
        T sum = 0;                                                                                 \
        t[ly][lx] = v;                                                                             \
        if (lx > 0 && v > 20) { data = 1; }                                                        \
        if (lx > 1) { places = 1; }                                                                \
        if (ly > 0) { places = 1; }                                                                \
        if (lx < 3) { kept = 1; }                                                                  \
        tile_barrier_wait(tidx);                                                                   \
        for (int i = 0; i < 2; i++) {                                                              \
            if (lx == i) { kept = 1; }                                                             \
            if (v > 30) { again = 0; }                                                             \
            if (lx >= i + 2) { again = 1; }                                                        \
            asked = 0;                                                                             \
            if (lx > i) { asked = 1; }                                                             \
            tile_barrier_wait(tidx);                                                               \
            if (data) { sum += 1; }                                                                \
            if (places) { sum += 3; }                                                              \
            if (kept) { sum += 9; }                                                                \
            if (again) { sum += 27; }                                                              \
            if (asked) { sum += 81; }                                                              \
            sum += (T)(200 * asked);                                                               \
            tile_barrier_wait(tidx);                                                               \
            left = 0;                                                                              \
            if (i == 1) { break; }                                                                 \
            if (lx > 0) { left = 1; }                                                              \
        }                                                                                          \
        for (int i = 0; i < 4; i++) {                                                              \
            switch (i) {                                                                           \
            case 1:                                                                                \
                cased = 0;                                                                         \
                tile_barrier_wait(tidx);                                                           \
                break;                                                                             \
            default:                                                                               \
                if (lx > i) { cased = 1; }                                                         \
                tile_barrier_wait(tidx);                                                           \
                break;                                                                             \
            }                                                                                      \
        }                                                                                          \
        if (cased) { sum += 300; }                                                                 \
        if (left) { sum += 600; }                                                                  \
        at_index(y, tidx.global) = sum + 1000 * t[ly][lx];                                         \
    }

/* Stores of all kinds under bounds: one after another, sums to what stands there, to an array that
   has no element for some threads, and values of other threads. */
#define PARTS(T, H, W)                                                                             \
    AMP_TILED_KERNEL(parts_##T##_##H##_##W, (H, W), value(int, low), value(int, high),             \
                     in(T, 2, x), out(T, 2, y))                                                    \
    {                                                                                              \
        tile_static(T, t, H, W);                                                                   \
        tile_static(T, u, H, W);                                                                   \
        tile_static(T, few, H, 2);                                                                 \
        const int ly = tidx.local[0], lx = tidx.local[1];                                          \
        int times = 1;                                                                             \
        t[ly][lx] = 2;                                                                             \
        u[ly][lx] = at_index(x, tidx.global);                                                      \
        if (lx < 2) { few[ly][lx] = 4; }                                                           \
        tile_barrier_wait(tidx);                                                                   \
        if (lx >= low && lx < high) {                                                              \
            const T right = u[ly][lx < W - 1 ? lx + 1 : 0];                                        \
            times = 3;                                                                             \
            t[ly][lx] += right * 2;                                                                \
        }                                                                                          \
        tile_barrier_wait(tidx);                                                                   \
        if (lx > low) { t[ly][lx] -= 1; u[ly][lx] = u[ly][lx] + t[ly][lx]; }                       \
        if (lx < 2 && lx >= low) { few[ly][lx] = u[ly][lx]; }                                      \
        tile_barrier_wait(tidx);                                                                   \
        if (lx > 0 && lx < high && ly < H - 1) { u[ly][lx] = few[ly + 1][1] + t[ly + 1][lx - 1]; } \
        tile_barrier_wait(tidx);                                                                   \
        at_index(y, tidx.global) = t[ly][lx] + 3 * u[ly][lx] + few[ly][0] * (T)times;              \
    }

#define SHAPES(of, T) of(T, 4, 5) of(T, 3, 8) of(T, 16, 16) of(T, 3, 24) of(T, 5, 32) of(T, 3, 40)
SHAPES(STEPS, int)
SHAPES(STEPS, float)
SHAPES(FLAGS, int)
SHAPES(FLAGS, float)
SHAPES(PARTS, int)
SHAPES(PARTS, unsigned)
SHAPES(PARTS, float)
AMP_DEVICE_END

enum { TILES = 5, MOST = TILES * 16 * TILES * 40 };

/* Tiles of a row and of a column: on threads few. */
static int tiles(void) { return tap_on_engine("threads") ? 2 : TILES; }

static int x_int[MOST], y_int[MOST];
static unsigned x_unsigned[MOST], y_unsigned[MOST];
static float x_float[MOST], y_float[MOST];
static int y_of[MOST]; /* the results, as ints */

static void fill(void)
{
    int i;
    for (i = 0; i < MOST; i++) {
        x_int[i] = i * 7 % 43;
        x_unsigned[i] = (unsigned)x_int[i];
        x_float[i] = (float)x_int[i];
        y_int[i] = -1;
        y_unsigned[i] = 0xffffffffu;
        y_float[i] = -1.0f;
    }
}

/* The results of the type whose `name` that is, as ints. */
static const int *results(const char *name, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        y_of[i] = name[0] == 'i' ? y_int[i] : name[0] == 'u' ? (int)y_unsigned[i] : (int)y_float[i];
        __asm__ volatile(""); /* no vectors here */
    }
    return y_of;
}

/* How many results of STEPS are wrong, of a plate of height times width cells. */
static int wrong_steps(int steps, int h, int w, int height, int width, const int *got)
{
    int row, col, i, k, bad = 0;
    for (row = 0; row < height; row++) {
        for (col = 0; col < width; col++) {
            /* The tile that computes the cell, and the cell's place in it. */
            const int ly = row % (h - 2) + 1, lx = col % (w - 2) + 1, first = col - lx;
            const int left = first < 0 ? -first : 0;
            const int right = first + w > width ? width - 1 - first : w - 1;
            const int *x = x_int + row * width;
            int t[40], next[40], twice[40] = { 0 }, done = 0;
            for (i = left; i <= right; i++) {
                t[i] = x[first + i];
            }
            for (k = 0; k < steps; k++) {
                for (i = 0; i < w; i++) {
                    done = i >= k + 1 && i <= w - 2 - k && i >= left && i <= right;
                    if (done) {
                        next[i] = t[i] + t[i + 1 > right ? right : i + 1]
                            + t[i - 1 < left ? left : i - 1];
                    }
                    twice[i] += done ? i != 3 ? 2 : 0 : 1;
                }
                for (i = k + 1 < left ? left : k + 1; i <= w - 2 - k && i <= right; i++) {
                    t[i] = next[i];
                }
            }
            done = ly < h - 1 && lx >= steps && lx <= w - 1 - steps;
            bad += done && got[row * width + col] != t[lx] + 1000 * twice[lx];
            bad += !done && got[row * width + col] != -1;
        }
    }
    return bad;
}

/* How many results of FLAGS are wrong, of n threads in rows of w. */
static int wrong_flags(int n, int h, int w, int columns, const int *got)
{
    int j, i, bad = 0;
    for (j = 0; j < n; j++) {
        const int lx = j % columns % w, ly = j / columns % h, v = x_int[j];
        int sum = 0, again = 0, kept = lx < 3;
        for (i = 0; i < 2; i++) {
            kept |= lx == i;
            again = v > 30 ? 0 : again;
            again = lx >= i + 2 ? 1 : again;
            sum += (lx > 0 && v > 20) + 3 * (lx > 1 || ly > 0) + 9 * kept + 27 * again;
            sum += 281 * (lx > i);
        }
        bad += got[j] != sum + 300 * (lx > 2) + 1000 * v;
    }
    return bad;
}

/* How many results of PARTS are wrong. */
static int wrong_parts(int n, int h, int w, int columns, int low, int high, const int *got)
{
    int row, j, lx, bad = 0;
    for (j = 0; j < n; j += columns * h) { /* rows of tiles */
        int first;
        for (first = 0; first < columns; first += w) {
            int t[16][40], u[16][40], before[16][40], few[16][2];
            for (row = 0; row < h; row++) {
                const int *x = x_int + j + row * columns + first;
                for (lx = 0; lx < w; lx++) {
                    t[row][lx] = 2 + (lx >= low && lx < high ? 2 * x[lx < w - 1 ? lx + 1 : 0] : 0)
                        - (lx > low);
                    before[row][lx] = u[row][lx] = x[lx] + (lx > low ? t[row][lx] : 0);
                }
                for (lx = 0; lx < 2; lx++) {
                    few[row][lx] = lx >= low ? u[row][lx] : 4;
                }
            }
            for (row = 0; row < h; row++) {
                for (lx = 0; lx < w; lx++) {
                    const int part = lx > 0 && lx < high && row < h - 1;
                    u[row][lx] = part ? few[row + 1][1] + t[row + 1][lx - 1] : before[row][lx];
                    bad += got[j + row * columns + first + lx] != t[row][lx] + 3 * u[row][lx]
                        + few[row][0] * (lx >= low && lx < high ? 3 : 1);
                }
            }
        }
    }
    return bad;
}

#define RUN_STEPS(T, H, W)                                                                         \
    for (steps = 1; steps < 3; steps++) {                                                          \
        const int height = tiles() * (H - 2) - 1, width = tiles() * (W - 2) - 2;                   \
        const amp_array_view y = amp_view(T, y_##T, height, width);                                \
        fill();                                                                                    \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(tiles() * H, tiles() * W), H, W),           \
            steps_##T##_##H##_##W, steps, amp_view(T, x_##T, height, width), y));                  \
        CHECK_OK(amp_synchronize(y));                                                              \
        CHECK_INT(wrong_steps(steps, H, W, height, width, results(#T, height * width)), ==, 0);    \
    }
#define RUN_FLAGS(T, H, W)                                                                         \
    {                                                                                              \
        const int rows = tiles() * H, columns = tiles() * W;                                       \
        const amp_array_view y = amp_view(T, y_##T, rows, columns);                                \
        fill();                                                                                    \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(rows, columns), H, W),                      \
            flags_##T##_##H##_##W, amp_view(T, x_##T, rows, columns), y));                         \
        CHECK_OK(amp_synchronize(y));                                                              \
        CHECK_INT(wrong_flags(rows * columns, H, W, columns, results(#T, rows * columns)), ==, 0); \
    }
#define RUN_PARTS(T, H, W)                                                                         \
    for (low = -1; low <= W; low += W / 4 + 1) {                                                   \
        const int rows = tiles() * H, columns = tiles() * W, high = W - low / 2;                   \
        const amp_array_view y = amp_view(T, y_##T, rows, columns);                                \
        fill();                                                                                    \
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(rows, columns), H, W),                      \
            parts_##T##_##H##_##W, low, high, amp_view(T, x_##T, rows, columns), y));              \
        CHECK_OK(amp_synchronize(y));                                                              \
        CHECK_INT(wrong_parts(rows * columns, H, W, columns, low, high,                            \
            results(#T, rows * columns)), ==, 0);                                                  \
    }

TEST(steps_of_ints) { int steps; SHAPES(RUN_STEPS, int) }
TEST(steps_of_floats) { int steps; SHAPES(RUN_STEPS, float) }
TEST(flags_of_ints) { SHAPES(RUN_FLAGS, int) }
TEST(flags_of_floats) { SHAPES(RUN_FLAGS, float) }
TEST(parts_of_ints) { int low; SHAPES(RUN_PARTS, int) }
TEST(parts_of_unsigned_numbers) { int low; SHAPES(RUN_PARTS, unsigned) }
TEST(parts_of_floats) { int low; SHAPES(RUN_PARTS, float) }
