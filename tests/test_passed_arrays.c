/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Small arrays of a thread that helpers are called with, by pointers: those that vectors keep
   interleaved around the calls (amp/vectors/passed_arrays.h), and such that they do not: too long
   ones, with an index of the thread's own, in whose memory a pointer stays. And tile memory, which
   helpers with a barrier have by its name, or by a pointer where they change that. The reference is
   the same helpers, called by the host for one thread after another. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TILE 48
#define LONG 40

typedef struct pair_of_numbers {
    float re, im;
} pair_of_numbers;

static inline void put_in_order(int *a, int *b)
{
    const int x = *a, y = *b;
    *a = x < y ? x : y;
    *b = x < y ? y : x;
}

static inline void sort4(int *v)
{
    put_in_order(&v[0], &v[1]);
    put_in_order(&v[2], &v[3]);
    put_in_order(&v[0], &v[2]);
    put_in_order(&v[1], &v[3]);
    put_in_order(&v[1], &v[2]);
}

static inline int sum_of(const int *v, int count)
{
    int sum = 0;
    for (int k = 0; k < count; k++) {
        sum += v[k];
    }
    return sum;
}

/* Adds to each element; how many turns of 7 they are in all. */
static inline int add_to(int *v, int by)
{
    int turns = 0;
    for (int k = 0; k < 4; k++) {
        v[k] += by;
        turns += v[k] / 7;
    }
    return turns;
}

static inline void turn(pair_of_numbers *v, float by)
{
    for (int k = 0; k < 3; k++) {
        const pair_of_numbers x = v[k];
        v[k].re = x.re - by * x.im;
        v[k].im = x.im + by * v[k + 1].re;
    }
}

static inline int *smaller_of(int *v) { return v[0] < v[1] ? &v[0] : &v[1]; }

static inline void keep_second(int *v, int **where) { *where = &v[1]; }

AMP_TILED_KERNEL(passed_ints, (TILE), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, TILE);
    const int g = tidx.global[0], l = tidx.local[0], n = y_shape.extent[0];
    int v[4];
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        v[k] = at(x, g + n * k);
    }
    if (l % 3 != 0) {
        sort4(v);
        sum = 7;
    }
    t[l] = v[3] + sum_of(v, 3);
    if (sum_of(v, 4) >= 0) { /* all of them */
        tile_barrier_wait(tidx);
    }
    if (l > 2 && sum_of(&v[1], 2) > 30) {
        sum += 2;
    }
    for (int turns = 0; turns < 3; turns++) {
        int w[3] = { 5, 6, turns };
        put_in_order(&v[1], &w[turns]);
        sum += add_to(v, t[TILE - 1 - l] % 8 + turns) + w[0] * 3 + w[1];
        tile_barrier_wait(tidx);
        sum = sum * 3 + sum_of(&v[1], 3) + sum_of(w, 3);
    }
    at(y, g) = sum * 5 + v[0];
}

AMP_TILED_KERNEL(passed_pairs, (TILE), in(int, 1, x), out(int, 1, y))
{
    tile_static(float, t, TILE);
    const int g = tidx.global[0], l = tidx.local[0], n = y_shape.extent[0];
    pair_of_numbers v[4];
    for (int k = 0; k < 4; k++) {
        v[k].re = (float)at(x, g + n * k);
        v[k].im = (float)k;
    }
    turn(v, 2.0f);
    t[l] = v[2].im;
    tile_barrier_wait(tidx);
    if (g == 5) {
        at(y, g) = 1;
        return;
    }
    v[3] = v[0];
    turn(v, t[TILE - 1 - l] > 20.0f ? 1.0f : 3.0f);
    at(y, g) = (int)(v[0].re + v[1].im - v[2].re);
}

AMP_TILED_KERNEL(passed_not, (TILE), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, TILE);
    const int g = tidx.global[0], l = tidx.local[0], n = y_shape.extent[0];
    int many[LONG], some[4], pointed[2], through[2];
    int *kept, *second;
    for (int k = 0; k < LONG; k++) {
        many[k] = at(x, g) + k;
    }
    for (int k = 0; k < 4; k++) {
        some[(k + l) % 4] = at(x, g + n * k);
    }
    pointed[0] = at(x, g + n);
    pointed[1] = at(x, g + 2 * n);
    kept = smaller_of(pointed);
    through[0] = through[1] = at(x, g + 3 * n);
    keep_second(through, &second);
    sort4(many);
    sort4(some);
    t[l] = sum_of(many, LONG);
    tile_barrier_wait(tidx);
    *kept += 3;
    *second += 4;
    at(y, g) = t[TILE - 1 - l] + some[l % 4] + 5 * pointed[0] + 7 * pointed[1] + sum_of(many, 5)
        + 11 * through[0] + 13 * through[1];
}

AMP_KERNEL(passed_simple, 1, in(int, 1, x), out(int, 1, y))
{
    const int g = idx[0], n = y_shape.extent[0];
    int v[4], first, steps;
    for (int k = 0; k < 4; k++) {
        v[k] = at(x, g + n * k);
    }
    sort4(v);
    first = v[1];
    steps = add_to(v, 2);
    at(y, g) = first * 3 + steps + v[2];
}

AMP_PHASED_KERNEL(passed_phased, (TILE), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, TILE);
    phase {
        const int g = tidx.global[0], n = y_shape.extent[0];
        int v[4] = { 3, 2, 1, 0 };
        for (int k = 0; k < 3; k++) {
            v[k] = at(x, g + n * k);
        }
        sort4(v);
        t[tidx.local[0]] = v[1] - v[3];
    }
    phase {
        int w[4] = { 1, 2, 0, 4 };
        const int steps = add_to(w, t[TILE - 1 - tidx.local[0]]);
        at(y, tidx.global[0]) = steps + sum_of(w, 4);
    }
}

typedef int tile_row[TILE + 1];

/* The elements of a, `by` places on in b. */
static inline void shift_to(amp_tiled_index tidx, amp_tile_ptr(int) b, amp_tile_ptr(const int) a,
                            int by)
{
    b[(tidx.local[0] + by) % TILE] = a[tidx.local[0]];
    tile_barrier_wait(tidx);
}

static inline void shift_twice(amp_tiled_index tidx, amp_tile_ptr(int) t, amp_tile_ptr(int) b)
{
    shift_to(tidx, b, t, 5);
    shift_to(tidx, t, b, 2);
}

/* Its own t is not the caller's. */
static inline int from_the_end(amp_tiled_index tidx, amp_tile_ptr(int) a)
{
    const int t = a[TILE - 1 - tidx.local[0]];
    tile_barrier_wait(tidx);
    return t;
}

/* An element of a view, which it has as memory, and one of tile memory. */
static inline int of_both(amp_tiled_index tidx, amp_global_ptr(const int) from, int at,
                          amp_tile_ptr(const int) t)
{
    const int sum = from[at] - t[(tidx.local[0] * 5) % TILE];
    tile_barrier_wait(tidx);
    return sum;
}

/* The sum of the first `count`: its pointer goes from one to the next. */
static inline int sum_of_first(amp_tiled_index tidx, amp_tile_ptr(int) a, int count)
{
    int sum = 0;
    for (int k = 0; k < count; k++, a++) {
        sum += *a;
    }
    tile_barrier_wait(tidx);
    return sum;
}

/* By diagonals: each element is the sum of the three above and left of it. */
static inline void add_up(amp_tiled_index tidx, amp_tile_ptr(tile_row) s)
{
    const int l = tidx.local[0];
    for (int m = 0; m < TILE; m++) {
        if (l <= m) {
            s[m - l + 1][l + 1] = (s[m - l][l] + s[m - l][l + 1] + s[m - l + 1][l]) % 1000;
        }
        tile_barrier_wait(tidx);
    }
}

AMP_TILED_KERNEL(passed_tile, (TILE), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, TILE);
    tile_static(int, u, TILE);
    tile_static(int, s, TILE + 1, TILE + 1);
    const int l = tidx.local[0], g = tidx.global[0];
    t[l] = at(x, g);
    for (int k = 0; k <= TILE; k++) {
        s[k][l + 1] = k == 0 ? at(x, g) : 0;
    }
    s[l + 1][0] = at(x, g + 1);
    if (l == 0) {
        s[0][0] = 7;
    }
    tile_barrier_wait(tidx);
    shift_twice(tidx, t, u);
    shift_twice(tidx, u, t);
    add_up(tidx, s);
    at(y, g) = from_the_end(tidx, t) + 100 * from_the_end(tidx, u)
        + 10000 * (sum_of_first(tidx, t, 3) + sum_of_first(tidx, t + l / 2, 4))
        + 7 * s[l + 1][TILE - l] + s[TILE - l][1] + of_both(tidx, x, g + 2, u);
}
AMP_DEVICE_END

enum { TILES = 7, N = TILES * TILE };

static int x[4 * N], y[N], want[N];

static void fill(void)
{
    int i;
    for (i = 0; i < 4 * N; i++) {
        x[i] = (int)((unsigned)i * 2654435761u >> 20) % 50;
        y[i % N] = -1;
    }
}

static int wrong(void)
{
    int i, bad = 0;
    for (i = 0; i < N; i++) {
        bad += y[i] != want[i];
    }
    return bad;
}

#define LAUNCH(kernel, threads)                                                                    \
    CHECK_OK(parallel_for_each(threads, kernel, amp_view(int, x, 4 * N), amp_view(int, y, N)));    \
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));                                                \
    CHECK_INT(wrong(), ==, 0)

TEST(ints)
{
    static int v[N][4], t[N], sum[N];
    int g, k, turns;
    fill();
    for (g = 0; g < N; g++) {
        for (k = 0; k < 4; k++) {
            v[g][k] = x[g + N * k];
        }
        if (g % TILE % 3 != 0) {
            sort4(v[g]);
            sum[g] = 7;
        }
        t[g] = v[g][3] + sum_of(v[g], 3);
    }
    for (g = 0; g < N; g++) {
        sum[g] += g % TILE > 2 && sum_of(&v[g][1], 2) > 30 ? 2 : 0;
        for (turns = 0; turns < 3; turns++) {
            int w[3] = { 5, 6, 0 };
            w[2] = turns;
            put_in_order(&v[g][1], &w[turns]);
            sum[g] += add_to(v[g], t[g - g % TILE + TILE - 1 - g % TILE] % 8 + turns)
                + w[0] * 3 + w[1];
            sum[g] = sum[g] * 3 + sum_of(&v[g][1], 3) + sum_of(w, 3);
        }
        want[g] = sum[g] * 5 + v[g][0];
    }
    LAUNCH(passed_ints, amp_tile(amp_extent(N), TILE));
}

TEST(pairs)
{
    static pair_of_numbers v[N][4];
    int g, k;
    fill();
    for (g = 0; g < N; g++) {
        for (k = 0; k < 4; k++) {
            v[g][k].re = (float)x[g + N * k];
            v[g][k].im = (float)k;
        }
        turn(v[g], 2.0f);
    }
    for (g = 0; g < N; g++) {
        pair_of_numbers own[4];
        for (k = 0; k < 4; k++) {
            own[k] = v[g][k];
        }
        own[3] = own[0];
        turn(own, v[g - g % TILE + TILE - 1 - g % TILE][2].im > 20.0f ? 1.0f : 3.0f);
        want[g] = g == 5 ? 1 : (int)(own[0].re + own[1].im - own[2].re);
    }
    LAUNCH(passed_pairs, amp_tile(amp_extent(N), TILE));
}

TEST(arrays_that_stay_as_they_are)
{
    static int t[N], rest[N];
    int g, k;
    fill();
    for (g = 0; g < N; g++) {
        int many[LONG], some[4], pointed[2];
        for (k = 0; k < LONG; k++) {
            many[k] = x[g] + k;
        }
        for (k = 0; k < 4; k++) {
            some[(k + g % TILE) % 4] = x[g + N * k];
        }
        pointed[0] = x[g + N];
        pointed[1] = x[g + 2 * N];
        *smaller_of(pointed) += 3;
        sort4(many);
        sort4(some);
        t[g] = sum_of(many, LONG);
        rest[g] = some[g % TILE % 4] + 5 * pointed[0] + 7 * pointed[1] + sum_of(many, 5)
            + 11 * x[g + 3 * N] + 13 * (x[g + 3 * N] + 4);
    }
    for (g = 0; g < N; g++) {
        want[g] = t[g - g % TILE + TILE - 1 - g % TILE] + rest[g];
    }
    LAUNCH(passed_not, amp_tile(amp_extent(N), TILE));
}

TEST(a_simple_kernel)
{
    int g, k;
    fill();
    for (g = 0; g < N; g++) {
        int v[4];
        for (k = 0; k < 4; k++) {
            v[k] = x[g + N * k];
        }
        sort4(v);
        want[g] = v[1] * 3;
        want[g] += add_to(v, 2);
        want[g] += v[2];
    }
    LAUNCH(passed_simple, amp_extent(N));
}

TEST(a_phased_kernel)
{
    static int t[N];
    int g, k;
    fill();
    for (g = 0; g < N; g++) {
        int v[4] = { 3, 2, 1, 0 };
        for (k = 0; k < 3; k++) {
            v[k] = x[g + N * k];
        }
        sort4(v);
        t[g] = v[1] - v[3];
    }
    for (g = 0; g < N; g++) {
        int w[4] = { 1, 2, 0, 4 };
        want[g] = add_to(w, t[g - g % TILE + TILE - 1 - g % TILE]);
        want[g] += sum_of(w, 4);
    }
    LAUNCH(passed_phased, amp_tile(amp_extent(N), TILE));
}

TEST(tile_memory)
{
    int tile, l, i, k;
    fill();
    for (tile = 0; tile < N; tile += TILE) {
        int t[TILE], u[TILE], s[TILE + 1][TILE + 1];
        for (l = 0; l < TILE; l++) { /* by 5 into u, by 2 into t; by 5 into t, by 2 into u */
            t[(l + 10) % TILE] = x[tile + l];
            u[(l + 12) % TILE] = x[tile + l];
            s[0][l + 1] = x[tile + l];
            s[l + 1][0] = x[tile + l + 1];
        }
        s[0][0] = 7;
        for (l = 0; l < TILE; l++) {
            for (i = 0; i < TILE; i++) {
                s[l + 1][i + 1] = i + l < TILE
                    ? (s[l][i] + s[l][i + 1] + s[l + 1][i]) % 1000 : 0;
            }
        }
        for (l = 0; l < TILE; l++) {
            int sum = t[0] + t[1] + t[2];
            for (k = 0; k < 4; k++) {
                sum += t[l / 2 + k];
            }
            want[tile + l] = t[TILE - 1 - l] + 100 * u[TILE - 1 - l] + 10000 * sum
                + 7 * s[l + 1][TILE - l] + s[TILE - l][1] + x[tile + l + 2] - u[l * 5 % TILE];
        }
    }
    LAUNCH(passed_tile, amp_tile(amp_extent(N), TILE));
}
