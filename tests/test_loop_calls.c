/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Helpers with loops, which vectors put in place of their calls where the loop then goes outside of
   the threads (amp/vectors/loop_calls.h), or do not: in the head of a loop, under a condition of
   the thread's own, with loops that end for all to see. The reference is the same helpers, called
   by the host for one thread after another; of those that read views, a text of its own. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TILE 48
#define EDGES 21

/* Steps of a number's way to 1, at most `most`. */
static inline int steps_of(int x, int most)
{
    int n = 0;
    while (x > 1 && n < most) {
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        n++;
    }
    return n;
}

static inline int escapes(float cx, float cy, int most)
{
    float x = 0.0f, y = 0.0f;
    int n = 0;
    while (n < most && x * x + y * y < 4.0f) {
        const float t = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = t;
        n++;
    }
    return n;
}

/* A call in a call; only its own name for what it gives back. */
static inline int both(int x, int most)
{
    const int first = escapes((float)(x % 7) * 0.25f - 1.0f, 0.25f, most);
    return first * 100 + escapes(0.25f, (float)(x % 5) * 0.25f, most);
}

/* Leaves its loop from inside, by a return and by a break. */
static inline int divisor_of(int x)
{
    int d = 2, rest = x;
    if (x < 4) {
        return x;
    }
    for (d = 2; d < x; d++) {
        if (rest % d == 0) {
            return d;
        }
        if (d * d > x) {
            break;
        }
    }
    return -d;
}

/* How many of the edges, which rise, are not above x. */
static inline int place_of(amp_in(int, 1, edges), int x)
{
    int low = 0, high = edges_shape.extent[0];
    while (low < high) {
        const int middle = (low + high) / 2;
        if (x < at(edges, middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* As above, and what it calls its own is called e in the kernel; it changes that. */
static inline int place_in(amp_in(int, 1, list), int x)
{
    int e = 0, turns = 0;
    do {
        e += at(list, e) <= x ? 1 : 0;
        turns++;
    } while (e < list_shape.extent[0] && at(list, e) <= x);
    return e * 100 + turns;
}

/* A thing of its own is called as the view is in the kernel. */
static inline int place_below(amp_in(int, 1, list), int x)
{
    const int other = x / 2;
    int n = 0;
    while (n < list_shape.extent[0] && at(list, n) <= other) {
        n++;
    }
    return n;
}
static inline int place_below_of(amp_in(int, 1, b), int x)
{
    return place_below(amp_view_of(b), x);
}

/* A call that passes its views on. */
static inline int place_twice(amp_in(int, 1, a), amp_in(int, 1, b), int x)
{
    return place_of(amp_view_of(a), x) * 1000 + place_of(amp_view_of(b), x + 1);
}

/* Turns that are the same for all threads. */
static inline float dot_of(amp_in(float, 2, m), int row, int n)
{
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        sum += at(m, k, row) * (float)(k + 1);
    }
    return sum;
}

/* A loop that ends for all to see. */
static inline int sum_of_three(int x)
{
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        sum += x / (k + 1);
    }
    return sum;
}

AMP_TILED_KERNEL(loops_plain, (TILE), in(int, 1, x), value(int, most), out(int, 1, y))
{
    const int g = tidx.global[0];
    int sum = steps_of(at(x, g), most) + 3 * both(g, 20);
    if (sum > 4) { /* of the thread's own */
        sum += steps_of(sum, 9);
    }
    sum += at(x, g) > 30 && steps_of(at(x, g) + 1, most) > 7 ? 5 : 1;
    sum += g % 2 == 0 ? escapes(0.3f, 0.2f, 11 + g % 3) : 4;
    for (int k = 0; k < steps_of(g % 9 + 1, 5); k++) {
        sum = sum * 3 + k;
    }
    at(y, g) = sum * 7 + divisor_of(at(x, g)) + sum_of_three(sum);
}

AMP_TILED_KERNEL(loops_views, (TILE), in(int, 1, x), in(int, 1, e), in(int, 1, other),
                 in(float, 2, m), out(int, 1, y))
{
    tile_static(int, t, TILE);
    const int g = tidx.global[0], l = tidx.local[0], rows = m_shape.extent[0];
    int sum = place_of(amp_view_of(e), at(x, g));
    t[l] = place_in(amp_view_of(e), at(x, g));
    tile_barrier_wait(tidx);
    for (int k = 0; k < 3; k++) {
        const int edges = k + 1; /* as the helper's view is called */
        sum = sum * 5 + place_twice(amp_view_of(e), amp_view_of(other), at(x, g) + edges);
        sum += t[TILE - 1 - l];
        sum %= 10007;
    }
    sum += place_below_of(amp_view_of(other), at(x, g));
    sum += (int)dot_of(amp_view_of(m), g, rows) + (int)dot_of(amp_view_of(m), g, 2);
    at(y, g) = sum;
}

AMP_KERNEL(loops_simple, 1, in(int, 1, x), in(int, 1, e), value(int, most), inout(int, 1, y))
{
    const int g = idx[0];
    const int steps = steps_of(at(x, g), most);
    at(y, g) = steps * 100 + place_of(amp_view_of(e), steps);
}

AMP_PHASED_KERNEL(loops_phased, (TILE), in(int, 1, x), in(int, 1, e), out(int, 1, y))
{
    tile_static(int, t, TILE);
    phase {
        t[tidx.local[0]] = steps_of(at(x, tidx.global[0]), 50);
    }
    phase {
        const int found = place_of(amp_view_of(e), t[TILE - 1 - tidx.local[0]]);
        at(y, tidx.global[0]) = found * 3 + t[tidx.local[0]];
    }
}
AMP_DEVICE_END

enum { TILES = 7, N = TILES * TILE, ROWS = 5 };

static int x[N], y[N], want[N], e[EDGES], other[EDGES - 4];
static float m[ROWS][N];

static void fill(void)
{
    int i, k;
    for (i = 0; i < N; i++) {
        x[i] = (int)((unsigned)i * 2654435761u >> 20) % 97;
        y[i] = -1;
        for (k = 0; k < ROWS; k++) {
            m[k][i] = (float)((i + k) % 4);
        }
    }
    for (i = 0; i < EDGES; i++) {
        e[i] = 5 * i + i % 3;
    }
    for (i = 0; i < EDGES - 4; i++) {
        other[i] = 6 * i + 1;
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

/* How many of the `count` edges are not above v. */
static int below(const int *edges, int count, int v)
{
    int n = 0;
    while (n < count && edges[n] <= v) {
        n++;
    }
    return n;
}

static void plain(int most)
{
    int g, k;
    fill();
    for (g = 0; g < N; g++) {
        int sum = steps_of(x[g], most) + 3 * both(g, 20);
        if (sum > 4) {
            sum += steps_of(sum, 9);
        }
        sum += x[g] > 30 && steps_of(x[g] + 1, most) > 7 ? 5 : 1;
        sum += g % 2 == 0 ? escapes(0.3f, 0.2f, 11 + g % 3) : 4;
        for (k = 0; k < steps_of(g % 9 + 1, 5); k++) {
            sum = sum * 3 + k;
        }
        want[g] = sum * 7 + divisor_of(x[g]) + sum_of_three(sum);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), loops_plain, amp_view(int, x, N),
                               most, amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    CHECK_INT(wrong(), ==, 0);
}

TEST(turns_of_each_thread) { plain(100); }
TEST(none_has_a_turn) { plain(0); }
TEST(few_turns) { plain(6); }

/* What place_in gives for v. */
static int expected_place(int v)
{
    const int n = below(e, EDGES, v);
    return n * 100 + (n > 0 ? n : 1);
}

TEST(loops_that_read_views)
{
    int g, k;
    fill();
    for (g = 0; g < N; g++) {
        const int partner = g / TILE * TILE + TILE - 1 - g % TILE;
        int sum = below(e, EDGES, x[g]);
        float all = 0.0f;
        for (k = 0; k < 3; k++) {
            const int v = x[g] + k + 1;
            sum = sum * 5 + below(e, EDGES, v) * 1000 + below(other, EDGES - 4, v + 1);
            sum += expected_place(x[partner]);
            sum %= 10007;
        }
        sum += below(other, EDGES - 4, x[g] / 2);
        for (k = 0; k < ROWS; k++) {
            all += m[k][g] * (float)(k + 1);
        }
        want[g] = sum + (int)all + (int)(m[0][g] + 2 * m[1][g]);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), loops_views, amp_view(int, x, N),
                               amp_view(int, e, EDGES), amp_view(int, other, EDGES - 4),
                               amp_view(float, m, ROWS, N), amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    CHECK_INT(wrong(), ==, 0);
}

static void simple(int n)
{
    int g;
    fill();
    for (g = 0; g < N; g++) {
        const int steps = steps_of(x[g], 40);
        want[g] = g < n ? steps * 100 + below(e, EDGES, steps) : -1;
    }
    CHECK_OK(parallel_for_each(amp_extent(n), loops_simple, amp_view(int, x, N),
                               amp_view(int, e, EDGES), 40, amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    CHECK_INT(wrong(), ==, 0);
}

TEST(simple_kernels)
{
    simple(N);
    simple(1);
    simple(131);
}

TEST(phases)
{
    int g;
    fill();
    for (g = 0; g < N; g++) {
        const int partner = g / TILE * TILE + TILE - 1 - g % TILE;
        want[g] = below(e, EDGES, steps_of(x[partner], 50)) * 3 + steps_of(x[g], 50);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), loops_phased, amp_view(int, x, N),
                               amp_view(int, e, EDGES), amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    CHECK_INT(wrong(), ==, 0);
}
