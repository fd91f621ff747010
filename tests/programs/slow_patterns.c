/* SPDX-License-Identifier: MIT */
/* Of tests/check_slow_kernels.sh: pairs of kernels, one with a text that is slow as vectors and one
   with the faster text that AMP_LOG=1 names, which computes the same. Prints a line for each pair:
   whether both gave the same. `slow_patterns time` prints also what they take, in microseconds, and
   the ratio: bench/slow.sh. */
#define AMP_SHORT_NAMES
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "amp.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define MANY 64 /* elements of a thread */
#define BINS 64

/* ---- memory ---- */

AMP_TILED_KERNEL(slow_tile, (4, 4), in(float, 2, a), out(float, 2, b))
{
    at(b, tidx.global[0], tidx.tile_origin[1] + tidx.local[1]) = 2 * at_index(a, tidx.global) + 1;
}

AMP_TILED_KERNEL(fast_tile, (4, 64), in(float, 2, a), out(float, 2, b))
{
    at(b, tidx.global[0], tidx.tile_origin[1] + tidx.local[1]) = 2 * at_index(a, tidx.global) + 1;
}

AMP_TILED_KERNEL(slow_rows, (TILE), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < a_shape.extent[1]; k++) {
        sum += at(a, i, k);
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(fast_rows, (TILE), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < a_shape.extent[0]; k++) {
        sum += at(a, k, i);
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(slow_turned, (16, 16), in(float, 2, a), out(float, 2, b))
{
    const int column = tidx.global[0], row = tidx.global[1]; /* as CUDA's x and y */
    at(b, row, column) = 2 * at(a, row, column) + 1;
}

AMP_TILED_KERNEL(fast_turned, (16, 16), in(float, 2, a), out(float, 2, b))
{
    const int row = tidx.global[0], column = tidx.global[1];
    at(b, row, column) = 2 * at(a, row, column) + 1;
}

AMP_TILED_KERNEL(slow_apart, (TILE), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < MANY; k++) {
        sum += at(x, MANY * i + k);
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(fast_apart, (TILE), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0], n = y_shape.extent[0];
    float sum = 0;
    for (int k = 0; k < MANY; k++) {
        sum += at(x, k * n + i);
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(slow_gather, (TILE), in(int, 1, index), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = at(x, at(index, i));
}

AMP_TILED_KERNEL(fast_gather, (TILE), in(int, 1, index), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = at(x, i) + 0 * (float)at(index, i);
}

AMP_TILED_KERNEL(slow_column, (MANY), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, MANY, MANY);
    const int l = tidx.local[0], i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < MANY; k++) {
        t[l][k] = at(x, i) + (float)k;
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < MANY; k++) {
        sum += t[l][k];
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(fast_column, (MANY), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, MANY, MANY);
    const int l = tidx.local[0], i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < MANY; k++) {
        t[k][l] = at(x, i) + (float)k;
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < MANY; k++) {
        sum += t[k][l];
    }
    at(y, i) = sum;
}

/* ---- loops ---- */

AMP_TILED_KERNEL(slow_turns, (TILE), in(int, 1, count), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = 0;
    for (int k = 0; k < at(count, i); k++) {
        const float v = at(a, k, i);
        at(y, i) += v;
    }
}

AMP_TILED_KERNEL(fast_turns, (TILE), in(int, 1, count), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0], own = at(count, i);
    float sum = 0;
    for (int k = 0; k < a_shape.extent[0]; k++) {
        const float v = at(a, k, i);
        sum += k < own ? v : 0;
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(slow_search, (TILE), in(float, 1, x), in(float, 1, edges), out(float, 1, y))
{
    const int i = tidx.global[0];
    int low = 0, high = MANY;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (at(edges, middle) < at(x, i)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    at(y, i) = (float)low;
}

AMP_TILED_KERNEL(fast_search, (TILE), in(float, 1, x), in(float, 1, edges), out(float, 1, y))
{
    const int i = tidx.global[0];
    int low = 0;
    for (int k = 0; k < MANY; k++) {
        low += at(edges, k) < at(x, i) ? 1 : 0;
    }
    at(y, i) = (float)low;
}

AMP_TILED_KERNEL(slow_left, (TILE), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < a_shape.extent[0]; k++) {
        if (sum > 40) {
            break;
        }
        sum += at(a, k, i);
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(fast_left, (TILE), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < a_shape.extent[0]; k++) {
        const float v = at(a, k, i);
        sum += sum > 40 ? 0 : v;
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(slow_read, (TILE), inout(int, 1, count), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    float sum = 0;
    for (int k = 0; k < at(count, 0); k++) {
        sum += at(a, k, i) * (float)at(count, 1);
    }
    at(y, i) = sum;
}

AMP_TILED_KERNEL(fast_read, (TILE), inout(int, 1, count), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0], all = at(count, 0);
    float sum = 0;
    for (int k = 0; k < all; k++) {
        sum += at(a, k, i) * (float)at(count, 1);
    }
    at(y, i) = sum;
}

AMP_KERNEL(slow_return, 1, in(float, 2, a), out(float, 1, y))
{
    const int i = idx[0];
    float sum = 0;
    if (at(a, 0, i) < 0.3f) {
        return;
    }
    for (int k = 0; k < a_shape.extent[0]; k++) {
        sum += at(a, k, i);
    }
    at(y, i) = sum;
}

AMP_KERNEL(fast_return, 1, in(float, 2, a), out(float, 1, y))
{
    const int i = idx[0];
    float sum = 0;
    for (int k = 0; k < a_shape.extent[0]; k++) {
        sum += at(a, k, i);
    }
    if (at(a, 0, i) >= 0.3f) {
        at(y, i) = sum;
    }
}

AMP_TILED_KERNEL(slow_alone, (TILE), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    if (l == 0) {
        float sum = 0;
        for (int k = 0; k < TILE; k++) {
            sum += t[k];
        }
        at(y, tidx.tile[0]) = sum;
    }
}

AMP_TILED_KERNEL(fast_alone, (TILE), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0];
    float sum = at(x, tidx.global[0]);
    amp_tile_reduce(tidx, t, l, TILE, sum, amp_plus);
    if (l == 0) {
        at(y, tidx.tile[0]) = sum;
    }
}

AMP_TILED_KERNEL(slow_tree, (TILE), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int by = 1; by < TILE; by *= 2) {
        if (l % (2 * by) == 0) {
            t[l] += t[l + by];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(fast_tree, (TILE), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int by = TILE / 2; by > 0; by /= 2) {
        if (l < by) {
            t[l] += t[l + by];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(y, tidx.tile[0]) = t[0];
    }
}

AMP_TILED_KERNEL(slow_warp, (TILE), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0];
    const float of_warp = amp_warp_sum(tidx, at(x, tidx.global[0]));
    float sum = l % AMP_WARP_SIZE == 0 ? of_warp : 0;
    amp_tile_reduce(tidx, t, l, TILE, sum, amp_plus);
    if (l == 0) {
        at(y, tidx.tile[0]) = sum;
    }
}

AMP_TILED_KERNEL(fast_warp, (TILE), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, t, TILE);
    const int l = tidx.local[0];
    float sum = at(x, tidx.global[0]);
    amp_tile_reduce(tidx, t, l, TILE, sum, amp_plus);
    if (l == 0) {
        at(y, tidx.tile[0]) = sum;
    }
}

/* ---- calls and arithmetic ---- */

static inline float first_above(amp_in(float, 2, a), int i, float x)
{
    for (int k = 0; k < a_shape.extent[0]; k++) {
        if (at(a, k, i) > x) {
            return at(a, k, i);
        }
    }
    return x;
}

AMP_TILED_KERNEL(slow_helper, (TILE), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = first_above(amp_view_of(a), i, 2);
}

static inline float first_of_all_above(amp_in(float, 2, a), int i, float x)
{
    float first = x;
    for (int k = a_shape.extent[0] - 1; k >= 0; k--) {
        const float v = at(a, k, i);
        first = v > x ? v : first;
    }
    return first;
}

AMP_TILED_KERNEL(fast_helper, (TILE), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = first_of_all_above(amp_view_of(a), i, 2);
}

AMP_TILED_KERNEL(slow_math, (TILE), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = (float)pow((double)at(x, i), 1.5);
}

AMP_TILED_KERNEL(fast_math, (TILE), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    at(y, i) = at(x, i) * sqrtf(at(x, i));
}

AMP_TILED_KERNEL(slow_double, (TILE), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    float v = at(x, i);
    for (int k = 0; k < MANY; k++) {
        v = (float)(0.4 * v + 0.3);
    }
    at(y, i) = v;
}

AMP_TILED_KERNEL(fast_double, (TILE), in(float, 1, x), out(float, 1, y))
{
    const int i = tidx.global[0];
    float v = at(x, i);
    for (int k = 0; k < MANY; k++) {
        v = 0.4f * v + 0.3f;
    }
    at(y, i) = v;
}

AMP_TILED_KERNEL(slow_division, (TILE), value(int, width), in(float, 2, a), out(float, 1, y))
{
    const int i = tidx.global[0], row = i / width, column = i % width;
    at(y, i) = (float)row + (float)column + (float)(a_shape.extent[0] == 0);
}

AMP_TILED_KERNEL(fast_division, (4, 64), value(int, width), in(float, 2, a), out(float, 1, y))
{
    const int row = tidx.global[0], column = tidx.global[1];
    at(y, row * width + column) = (float)row + (float)column + (float)(a_shape.extent[0] == 0);
}

/* ---- atomics ---- */

AMP_TILED_KERNEL(slow_total, (TILE), in(float, 1, x), inout(float, 1, y))
{
    amp_atomic_fetch_add(&at(y, 0), at(x, tidx.global[0]));
}

AMP_TILED_KERNEL(fast_total, (TILE), in(float, 1, x), inout(float, 1, y))
{
    tile_static(float, t, TILE);
    float sum = at(x, tidx.global[0]);
    amp_tile_reduce(tidx, t, tidx.local[0], TILE, sum, amp_plus);
    if (tidx.local[0] == 0) {
        amp_atomic_fetch_add(&at(y, 0), sum);
    }
}

AMP_TILED_KERNEL(slow_atomic, (TILE), value(int, threads), in(int, 1, index), inout(int, 1, bins))
{
    for (int i = tidx.global[0]; i < index_shape.extent[0]; i += threads) {
        amp_atomic_fetch_add(&at(bins, at(index, i) % BINS), 1);
    }
}

static inline void count_one(amp_tile_ptr(int) own, int bin)
{
    amp_atomic_fetch_add(&own[bin], 1);
}

AMP_TILED_KERNEL(slow_pointer, (TILE), value(int, threads), in(int, 1, index),
                 inout(int, 1, bins))
{
    tile_static(int, own, BINS);
    const int l = tidx.local[0];
    if (l < BINS) {
        own[l] = 0;
    }
    tile_barrier_wait(tidx);
    for (int i = tidx.global[0]; i < index_shape.extent[0]; i += threads) {
        count_one(own, at(index, i) % BINS);
    }
    tile_barrier_wait(tidx);
    if (l < BINS) {
        amp_atomic_fetch_add(&at(bins, l), own[l]);
    }
}

AMP_TILED_KERNEL(fast_atomic, (TILE), value(int, threads), in(int, 1, index), inout(int, 1, bins))
{
    tile_static(int, own, BINS);
    const int l = tidx.local[0];
    if (l < BINS) {
        own[l] = 0;
    }
    tile_barrier_wait(tidx);
    for (int i = tidx.global[0]; i < index_shape.extent[0]; i += threads) {
        amp_atomic_fetch_add(&own[at(index, i) % BINS], 1);
    }
    tile_barrier_wait(tidx);
    if (l < BINS) {
        amp_atomic_fetch_add(&at(bins, l), own[l]);
    }
}
AMP_DEVICE_END

/* A square, and the elements of x: rows of them do not lie at the same places of their pages. For
   each there are MANY in `all`, a row of MANY, and in `turned`, a column. */
enum { SIDE = 128, SIZE = SIDE * SIDE - TILE };
static float all[MANY * SIZE], turned[MANY * SIZE], y[SIDE * SIDE], edges[MANY];
static int numbers[SIZE], places[SIZE], bins[BINS];

static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* The result y or bins as one number, and y as it was. */
static double result_of(int of_bins)
{
    double sum = 0;
    int i;
    for (i = 0; i < SIDE * SIDE; i++) {
        sum += (1 + i % 13) * (double)y[i];
        y[i] = 0;
    }
    for (i = 0; i < BINS; i++) {
        sum += of_bins ? (1 + i % 7) * (double)bins[i] : 0;
        bins[i] = 0;
    }
    return sum;
}

static int times_to_run = 1;
static double took;
static amp_status worst = AMP_OK;

#define T1(n) amp_tile(amp_extent(n), TILE)
/* Launches often enough, and leaves in `took` what one launch takes, in microseconds. */
#define RUN(of_bins, ...)                                                     \
    do {                                                                      \
        int turn;                                                             \
        double start = now();                                                 \
        for (turn = 0; turn < times_to_run; turn++) {                         \
            const amp_status s = parallel_for_each(__VA_ARGS__);              \
            worst = s != AMP_OK ? s : worst;                                  \
        }                                                                     \
        (void)amp_synchronize(of_bins ? vbins : vy);                          \
        took = 1e6 * (now() - start) / times_to_run;                          \
    } while (0)
#define PAIR(name, of_bins, slow, fast)                                       \
    do {                                                                      \
        double a, slow_took;                                                  \
        RUN(of_bins, AMP__DEPAREN(slow));                                     \
        slow_took = took;                                                     \
        a = result_of(of_bins);                                               \
        RUN(of_bins, AMP__DEPAREN(fast));                                     \
        tell(name, a, result_of(of_bins), slow_took);                         \
    } while (0)

static void tell(const char *name, double a, double b, double slow_took)
{
    const double d = a > b ? a - b : b - a;
    if (times_to_run > 1) {
        (void)printf("%-10s %9.1f us %9.1f us  %5.2f\n", name, slow_took, took, slow_took / took);
    } else {
        (void)printf("%s: %s\n", name, d <= 1e-4 * (a > 0 ? a : -a) ? "the same" : "ANOTHER");
    }
}

int main(int argc, char **argv)
{
    const amp_array_view va = amp_view(float, all, SIZE, MANY);
    const amp_array_view vt = amp_view(float, turned, MANY, SIZE);
    const amp_array_view vline = amp_view(float, y, SIDE * SIDE);
    const amp_array_view vplaces = amp_view(int, places, SIZE);
    const amp_array_view vx = amp_view(float, all, SIZE), vall = amp_view(float, all, MANY * SIZE);
    const amp_array_view vturned = amp_view(float, turned, MANY * SIZE);
    const amp_array_view vy = amp_view(float, y, SIZE), vn = amp_view(int, numbers, SIZE);
    const amp_array_view vbins = amp_view(int, bins, BINS);
    const amp_array_view vs = amp_view(float, all, SIDE, SIDE), vr = amp_view(float, y, SIDE, SIDE);
    const amp_array_view vedges = amp_view(float, edges, MANY);
    int i, k;
    for (i = 0; i < SIZE; i++) {
        numbers[i] = i * 7 % MANY;
        places[i] = i;
        for (k = 0; k < MANY; k++) {
            all[i * MANY + k] = turned[k * SIZE + i] = (float)((i * 5 + k * 3) % 16 + 1) / 8;
        }
    }
    for (k = 0; k < MANY; k++) {
        edges[k] = (float)k / 32;
    }
    for (i = 0; i < 1 + (argc > 1 && strcmp(argv[1], "time") == 0); i++) {
        times_to_run = i == 0 ? 1 : 100;
        PAIR("tile", 0, (amp_tile(amp_extent(SIDE, SIDE), 4, 4), slow_tile, vs, vr),
             (amp_tile(amp_extent(SIDE, SIDE), 4, 64), fast_tile, vs, vr));
        PAIR("rows", 0, (T1(SIZE), slow_rows, va, vy), (T1(SIZE), fast_rows, vt, vy));
        PAIR("turned", 0, (amp_tile(amp_extent(SIDE, SIDE), 16, 16), slow_turned, vs, vr),
             (amp_tile(amp_extent(SIDE, SIDE), 16, 16), fast_turned, vs, vr));
        PAIR("apart", 0, (T1(SIZE), slow_apart, vall, vy), (T1(SIZE), fast_apart, vturned, vy));
        PAIR("gather", 0, (T1(SIZE), slow_gather, vplaces, vx, vy),
             (T1(SIZE), fast_gather, vplaces, vx, vy));
        PAIR("column", 0, (amp_tile(amp_extent(SIZE), MANY), slow_column, vx, vy),
             (amp_tile(amp_extent(SIZE), MANY), fast_column, vx, vy));
        PAIR("turns", 0, (T1(SIZE), slow_turns, vn, vt, vy), (T1(SIZE), fast_turns, vn, vt, vy));
        PAIR("search", 0, (T1(SIZE), slow_search, vx, vedges, vy),
             (T1(SIZE), fast_search, vx, vedges, vy));
        PAIR("left", 0, (T1(SIZE), slow_left, vt, vy), (T1(SIZE), fast_left, vt, vy));
        numbers[0] = MANY;
        PAIR("read", 0, (T1(SIZE), slow_read, vn, vt, vy), (T1(SIZE), fast_read, vn, vt, vy));
        numbers[0] = 0;
        PAIR("return", 0, (amp_extent(SIZE), slow_return, vt, vy),
             (amp_extent(SIZE), fast_return, vt, vy));
        PAIR("alone", 0, (T1(SIZE), slow_alone, vx, vy), (T1(SIZE), fast_alone, vx, vy));
        PAIR("tree", 0, (T1(SIZE), slow_tree, vx, vy), (T1(SIZE), fast_tree, vx, vy));
        PAIR("warp", 0, (T1(SIZE), slow_warp, vx, vy), (T1(SIZE), fast_warp, vx, vy));
        PAIR("helper", 0, (T1(SIZE), slow_helper, vt, vy), (T1(SIZE), fast_helper, vt, vy));
        PAIR("math", 0, (T1(SIZE), slow_math, vx, vy), (T1(SIZE), fast_math, vx, vy));
        PAIR("double", 0, (T1(SIZE), slow_double, vx, vy), (T1(SIZE), fast_double, vx, vy));
        PAIR("division", 0, (T1(SIDE * SIDE), slow_division, SIDE, vs, vline),
             (amp_tile(amp_extent(SIDE, SIDE), 4, 64), fast_division, SIDE, vs, vline));
        PAIR("total", 0, (T1(SIZE), slow_total, vx, vy), (T1(SIZE), fast_total, vx, vy));
        PAIR("atomic", 1, (T1(4 * TILE), slow_atomic, 4 * TILE, vn, vbins),
             (T1(4 * TILE), fast_atomic, 4 * TILE, vn, vbins));
        PAIR("pointer", 1, (T1(4 * TILE), slow_pointer, 4 * TILE, vn, vbins),
             (T1(4 * TILE), fast_atomic, 4 * TILE, vn, vbins));
    }
    if (worst != AMP_OK) {
        (void)printf("%s\n", amp_last_error());
    }
    amp_release(vall);
    amp_release(vturned);
    amp_release(vline);
    amp_release(vn);
    amp_release(vplaces);
    amp_release(vbins);
    amp_release(vedges);
    return worst != AMP_OK;
}
