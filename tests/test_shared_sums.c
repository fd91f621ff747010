/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,2/2 */
/* Atomic operations of many threads on one element: those that vectors make in the loop and bring
   to the element once (amp/vectors/shared_sums.h), and such that they do not: whose result is used,
   of float, of an array that is used otherwise, with an index of the thread's own. The reference is
   the host's, thread by thread. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

#include <limits.h>

AMP_DEVICE_BEGIN
#define TILE 32
#define BINS 16

static inline void count_in(amp_tile_ptr(int) own, int at)
{
    amp_atomic_fetch_add(&own[at], 1);
}

AMP_TILED_KERNEL(sums_of_ints, (TILE), in(int, 1, x), inout(int, 1, r), inout(unsigned, 1, u),
                 value(int, n))
{
    const int g = tidx.global[0];
    amp_atomic_fetch_add(&at(r, 0), at(x, g));
    if (g < n && at(x, g) % 3 == 0) {
        amp_atomic_fetch_inc(&at(r, 1));
        (void)amp_atomic_fetch_sub(&at(r, 2), at(x, g) * 65537);
        amp_atomic_fetch_max(&at(u, 0), (unsigned)at(x, g));
    }
}

AMP_TILED_KERNEL(sums_of_bits, (TILE), in(int, 1, x), inout(int, 1, r), inout(unsigned, 1, u),
                 value(int, n))
{
    const int g = tidx.global[0];
    if (g < n) {
        amp_atomic_fetch_and(&at(r, 3), at(x, g) | 0xff00);
        amp_atomic_fetch_or(&at(r, 4), at(x, g));
        amp_atomic_fetch_xor(&at(u, 1), (unsigned)at(x, g) << 3);
    }
    tile_barrier_wait(tidx);
    if (g < n) {
        amp_atomic_fetch_max(&at(r, 5), at(x, g) - 50);
        amp_atomic_fetch_min(&at(r, 6), at(x, g) - 50);
        amp_atomic_fetch_min(&at(u, 2), (unsigned)at(x, g) * 40503u);
    } else {
        amp_atomic_fetch_dec(&at(u, 3));
    }
}

/* By the tile, by a counter that all threads share, behind a guard of the index; of tile memory. */
AMP_TILED_KERNEL(sums_by_index, (TILE), in(int, 1, x), inout(int, 1, r), inout(unsigned, 1, u),
                 value(int, n))
{
    tile_static(int, own, BINS);
    const int g = tidx.global[0], l = tidx.local[0], last = r_shape.extent[0];
    if (l < BINS) {
        own[l] = l;
    }
    tile_barrier_wait(tidx);
    for (int k = n - 2; k < n + BINS; k++) {
        if (k < last) {
            amp_atomic_fetch_add(&at(r, k), at(x, g) + k);
        }
        if (k - n >= 0) {
            amp_atomic_fetch_add(&own[k - n], at(x, g) % 5);
        }
    }
    amp_atomic_fetch_add(&at(u, tidx.tile[0]), 3u);
    tile_barrier_wait(tidx);
    for (int k = 0; k < 3; k++) { /* a loop of the thread's own */
        if (at(x, g) % 7 == k) {
            break;
        }
        amp_atomic_fetch_add(&at(u, 40 + k), 1u);
    }
    tile_barrier_wait(tidx);
    if (l < BINS) {
        amp_atomic_fetch_add(&at(r, 60 + l), own[l]);
    }
}

AMP_TILED_KERNEL(sums_not, (TILE), in(int, 1, x), inout(int, 1, r), inout(float, 1, f),
                 out(int, 1, order))
{
    tile_static(int, own, BINS);
    const int g = tidx.global[0], l = tidx.local[0];
    if (l < BINS) {
        own[l] = 0;
    }
    at(order, g) = amp_atomic_fetch_add(&at(r, 0), 1) < 0 ? 1 : 2;
    amp_atomic_fetch_add(&at(f, 0), (float)(at(x, g) % 4));
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&own[0], 1);
    count_in(own, at(x, g) % 2);
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&at(r, 1), own[1]);
    amp_atomic_fetch_add(&at(r, at(x, g) % 4 + 2), 1);
    tile_barrier_wait(tidx);
    amp_atomic_fetch_max(&own[3], l);
    if (l == 0) {
        amp_atomic_fetch_add(&at(r, 7), own[0]);
    }
}

AMP_KERNEL(sums_simple, 2, in(int, 2, x), inout(int, 1, r), value(int, to))
{
    const int i = idx[0], j = idx[1];
    if (at(x, i, j) > 30) {
        amp_atomic_fetch_add(&at(r, to), at(x, i, j));
    }
    amp_atomic_fetch_max(&at(r, to + 1), at(x, i, j) * 3);
}

AMP_PHASED_KERNEL(sums_phased, (TILE), in(int, 1, x), inout(int, 1, r))
{
    tile_static(int, most, 1);
    phase {
        if (tidx.local[0] == 0) {
            most[0] = -1;
        }
    }
    phase {
        amp_atomic_fetch_max(&most[0], at(x, tidx.global[0]));
        amp_atomic_fetch_add(&at(r, 0), 1);
    }
    phase {
        if (tidx.local[0] == 0) {
            amp_atomic_fetch_add(&at(r, 1), most[0]);
        }
    }
}
AMP_DEVICE_END

enum { TILES = 7, N = TILES * TILE, R = 100 };

static int x[N], r[R], want[R];
static unsigned u[R], want_u[R];

static void fill(void)
{
    int i;
    for (i = 0; i < N; i++) {
        x[i] = (int)((unsigned)i * 2654435761u >> 20) % 97;
    }
    for (i = 0; i < R; i++) {
        r[i] = want[i] = i * 1000003 % 5003;
        u[i] = want_u[i] = 77u * (unsigned)i;
    }
    r[0] = want[0] = INT_MAX - 3; /* the sum wraps */
}

static int wrong(void)
{
    int i, bad = 0;
    for (i = 0; i < R; i++) {
        bad += r[i] != want[i];
        bad += u[i] != want_u[i];
    }
    return bad;
}

static int wraps(int a, int b) { return (int)((unsigned)a + (unsigned)b); }

static void ints(int n)
{
    int g;
    fill();
    for (g = 0; g < N; g++) {
        want[0] = wraps(want[0], x[g]);
        if (g < n && x[g] % 3 == 0) {
            want[1]++;
            want[2] = wraps(want[2], -x[g] * 65537);
            want_u[0] = (unsigned)x[g] > want_u[0] ? (unsigned)x[g] : want_u[0];
        }
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), sums_of_ints, amp_view(int, x, N),
                               amp_view(int, r, R), amp_view(unsigned, u, R), n));
    CHECK_OK(amp_synchronize(amp_view(int, r, R)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, u, R)));
    CHECK_INT(wrong(), ==, 0);
}

static void bits(int n)
{
    int g;
    fill();
    r[3] = want[3] = -1;
    for (g = 0; g < N; g++) {
        if (g < n) {
            const unsigned product = (unsigned)x[g] * 40503u;
            want[3] &= x[g] | 0xff00;
            want[4] |= x[g];
            want_u[1] ^= (unsigned)x[g] << 3;
            want[5] = x[g] - 50 > want[5] ? x[g] - 50 : want[5];
            want[6] = x[g] - 50 < want[6] ? x[g] - 50 : want[6];
            want_u[2] = product < want_u[2] ? product : want_u[2];
        } else {
            want_u[3]--;
        }
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), sums_of_bits, amp_view(int, x, N),
                               amp_view(int, r, R), amp_view(unsigned, u, R), n));
    CHECK_OK(amp_synchronize(amp_view(int, r, R)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, u, R)));
    CHECK_INT(wrong(), ==, 0);
}

TEST(whole_numbers)
{
    ints(N);
    ints(N - 5);
    ints(0);
}

TEST(bits_and_the_largest)
{
    bits(N);
    bits(N - 37);
    bits(1);
    bits(0);
}

TEST(indices_that_threads_share)
{
    int g, k, n = 10, own[BINS];
    fill();
    for (g = 0; g < N; g++) {
        const int l = g % TILE;
        for (k = 0; k < BINS; k++) {
            own[k] = l == 0 ? k : own[k];
        }
        for (k = n - 2; k < n + BINS; k++) {
            if (k < R) {
                want[k] += x[g] + k;
            }
            if (k - n >= 0) {
                own[k - n] += x[g] % 5;
            }
        }
        want_u[g / TILE] += 3;
        for (k = 0; k < 3 && x[g] % 7 != k; k++) {
            want_u[40 + k]++;
        }
        for (k = 0; k < BINS && l == TILE - 1; k++) {
            want[60 + k] += own[k];
        }
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), sums_by_index, amp_view(int, x, N),
                               amp_view(int, r, R), amp_view(unsigned, u, R), n));
    CHECK_OK(amp_synchronize(amp_view(int, r, R)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, u, R)));
    CHECK_INT(wrong(), ==, 0);
}

TEST(an_index_behind_the_end_is_not_written)
{
    static int few[12];
    int g, k;
    fill();
    for (k = 0; k < 12; k++) {
        few[k] = 0;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), sums_of_ints, amp_view(int, x, N),
                               amp_view(int, few, 3), amp_view(unsigned, u, 1), 0));
    CHECK_OK(amp_synchronize(amp_view(int, few, 3)));
    for (g = 0, k = 0; g < N; g++) {
        k += x[g];
    }
    CHECK_INT(few[0], ==, k);
    CHECK_INT(few[1] | few[2] | few[3], ==, 0);
}

TEST(those_that_are_done_one_by_one)
{
    static int order[N];
    static float f[2];
    int g, odd = 0, few = 0;
    double sum = 0;
    fill();
    r[0] = want[0] = 5;
    for (g = 0; g < N; g++) {
        sum += x[g] % 4;
        odd += x[g] % 2;
        few += order[g];
        want[x[g] % 4 + 2]++;
        if (g % TILE == TILE - 1) {
            want[1] += odd * TILE;
            want[7] += TILE + TILE - odd;
            odd = 0;
        }
    }
    want[0] += N;
    f[0] = 0;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), sums_not, amp_view(int, x, N),
                               amp_view(int, r, R), amp_view(float, f, 2),
                               amp_view(int, order, N)));
    CHECK_OK(amp_synchronize(amp_view(int, r, R)));
    CHECK_OK(amp_synchronize(amp_view(float, f, 2)));
    CHECK_OK(amp_synchronize(amp_view(int, order, N)));
    for (g = 0; g < N; g++) {
        few += order[g] == 2;
    }
    CHECK_INT(few, ==, N);
    CHECK(f[0] == (float)sum);
    CHECK_INT(wrong(), ==, 0);
}

TEST(simple_kernels)
{
    int g;
    fill();
    for (g = 0; g < 13 * 17; g++) {
        want[20] += x[g] > 30 ? x[g] : 0;
        want[21] = 3 * x[g] > want[21] ? 3 * x[g] : want[21];
    }
    CHECK_OK(parallel_for_each(amp_extent(13, 17), sums_simple, amp_view(int, x, 13, 17),
                               amp_view(int, r, R), 20));
    CHECK_OK(amp_synchronize(amp_view(int, r, R)));
    CHECK_INT(wrong(), ==, 0);
}

TEST(phases)
{
    int g, most = -1;
    fill();
    for (g = 0; g < N; g++) {
        want[0] = wraps(want[0], 1);
        most = x[g] > most ? x[g] : most;
        if (g % TILE == TILE - 1) {
            want[1] += most;
            most = -1;
        }
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), sums_phased, amp_view(int, x, N),
                               amp_view(int, r, R)));
    CHECK_OK(amp_synchronize(amp_view(int, r, R)));
    CHECK_INT(wrong(), ==, 0);
}
