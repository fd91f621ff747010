/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Loops whose counter begins at one of two places, of which vectors make two loops
   (amp/vectors/chosen_starts.h), or do not. The reference is the same loop on the host. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define BLOCK 32

/* How many of `edges`, which rise, are below x. */
static inline int place_of(amp_in(int, 1, edges), int x)
{
    int low = 0, high = edges_shape.extent[0];
    while (low < high) {
        const int middle = (low + high) / 2;
        if (at(edges, middle) < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Pairs within a block once, pairs of two blocks all; in bins by their sum. */
AMP_TILED_KERNEL(pairs, (1, BLOCK), in(int, 1, x), in(int, 1, edges), inout(int, 1, bins))
{
    tile_static(int, t, BLOCK);
    tile_static(int, own, 9);
    const int l = tidx.local[1], i = tidx.global[1], n = x_shape.extent[0];
    const int mine_ = i < n ? at(x, i) : 0;
    if (l < 9) {
        own[l] = 0;
    }
    for (int first = tidx.tile_origin[1]; first < n; first += BLOCK) {
        if (first + l < n) {
            t[l] = at(x, first + l);
        }
        tile_barrier_wait(tidx);
        if (i < n) {
            const int end = n - first < BLOCK ? n - first : BLOCK;
            for (int k = first == tidx.tile_origin[1] ? l + 1 : 0; k < end; k++) {
                amp_atomic_fetch_add(&own[place_of(amp_view_of(edges), mine_ + t[k])], 1);
            }
        }
        tile_barrier_wait(tidx);
    }
    if (l < 9) {
        amp_atomic_fetch_add(&at(bins, l), own[l]);
    }
}

/* Of a condition of the thread's own; with what leaves the loop or a turn, and one in another. */
#define BODY(l, i, v, r)                                                                           \
    int sum = 0;                                                                                   \
    for (int k = at(v, i) > 50 ? l - 3 : 2; k < 24; k += 3) {                                      \
        if (k % 4 == 1) { continue; }                                                              \
        if (sum > 900) { break; }                                                                  \
        sum += at(v, (i + k + 8) % v_shape.extent[0]) + k;                                         \
    }                                                                                              \
    for (int k = at(v, 0) > 20 ? i + 1 : 3; k < 40; k++) {                                         \
        for (int j = at(v, 1) > 20 ? l * 2 : 5; j < 9; ++j) { sum += j * k; }                      \
    }                                                                                              \
    at(r, i) = sum;
AMP_TILED_KERNEL(own_tiled, (16), in(int, 1, v), out(int, 1, r))
{
    const int l = tidx.local[0], i = tidx.global[0];
    BODY(l, i, v, r)
}
AMP_KERNEL(own_simple, 1, in(int, 1, v), out(int, 1, r))
{
    const int i = idx[0], l = i % 16;
    BODY(l, i, v, r)
}
AMP_PHASED_KERNEL(own_phased, (16), in(int, 1, v), out(int, 1, r))
{
    phase {
        const int l = tidx.local[0], i = tidx.global[0];
        BODY(l, i, v, r)
    }
}

/* In a helper with a barrier; in a loop with a barrier it stays one loop. */
static inline int behind(amp_tiled_index tidx, amp_tile_ptr(int) t, int l, int all)
{
    int sum = 0;
    tile_barrier_wait(tidx);
    for (int k = all ? l : 0; k < 16; k++) {
        sum += t[k] * (k + 1);
    }
    tile_barrier_wait(tidx);
    return sum;
}
AMP_TILED_KERNEL(in_a_helper, (16), value(int, all), in(int, 1, v), out(int, 1, r))
{
    tile_static(int, t, 16);
    const int l = tidx.local[0];
    int sum;
    t[l] = at(v, tidx.global[0]);
    sum = behind(tidx, t, l, all);
    for (int k = all ? tidx.tile[0] + 1 : 0; k < 5; k++) {
        t[l] = sum + k;
        tile_barrier_wait(tidx);
        sum += t[15 - l];
        tile_barrier_wait(tidx);
    }
    at_index(r, tidx.global) = sum;
}
AMP_DEVICE_END

enum { MOST = 224 };
static int x[MOST], r[MOST];

static void fill(int n)
{
    int i;
    for (i = 0; i < n; i++) {
        x[i] = i * 37 % 101;
        r[i] = -1;
    }
}

TEST(pairs_within_a_block_and_of_two)
{
    static const int sizes[] = { 1, 31, 32, 33, 97, 224 };
    int edges[8], bins[9], want[9], s, i, j, k;
    for (k = 0; k < 8; k++) {
        edges[k] = 20 + 22 * k;
    }
    for (s = 0; s < 6; s++) {
        const int n = sizes[s];
        amp_array_view vx = amp_view(const int, x, n), ve = amp_view(const int, edges, 8);
        amp_array_view vb = amp_view(int, bins, 9);
        fill(n);
        for (k = 0; k < 9; k++) {
            bins[k] = want[k] = 0;
        }
        for (i = 0; i < n; i++) {
            for (j = i + 1; j < n; j++) {
                for (k = 0; k < 8 && edges[k] < x[i] + x[j]; k++) { }
                want[k]++;
            }
        }
        CHECK_OK(parallel_for_each(amp_pad(amp_tile(amp_extent(1, n), 1, BLOCK)), pairs, vx, ve,
                                   vb));
        CHECK_OK(amp_synchronize(vb));
        for (k = 0; k < 9; k++) {
            CHECK_INT(bins[k], ==, want[k]);
        }
        CHECK_OK(amp_release(vx));
        CHECK_OK(amp_release(ve));
        CHECK_OK(amp_release(vb));
    }
}

TEST(of_a_threads_own)
{
    int form, i, j, k;
    for (form = 0; form < 3; form++) {
        amp_array_view v = amp_view(const int, x, MOST), to = amp_view(int, r, MOST);
        fill(MOST);
        x[0] = form == 1 ? 7 : 70;
        x[1] = form == 2 ? 7 : 70;
        CHECK_OK(form == 0 ? parallel_for_each(amp_tile(amp_extent(MOST), 16), own_tiled, v, to)
                 : form == 1 ? parallel_for_each(amp_extent(MOST), own_simple, v, to)
                 : parallel_for_each(amp_tile(amp_extent(MOST), 16), own_phased, v, to));
        CHECK_OK(amp_synchronize(to));
        for (i = 0; i < MOST; i++) {
            int sum = 0;
            for (k = x[i] > 50 ? i % 16 - 3 : 2; k < 24; k += 3) {
                if (k % 4 == 1) {
                    continue;
                }
                if (sum > 900) {
                    break;
                }
                sum += x[(i + k + 8) % MOST] + k;
            }
            for (k = x[0] > 20 ? i + 1 : 3; k < 40; k++) {
                for (j = x[1] > 20 ? i % 16 * 2 : 5; j < 9; ++j) {
                    sum += j * k;
                }
            }
            CHECK_INT(r[i], ==, sum);
        }
        CHECK_OK(amp_release(v));
        CHECK_OK(amp_release(to));
    }
}

TEST(in_a_helper_with_a_barrier)
{
    amp_array_view v = amp_view(const int, x, MOST), to = amp_view(int, r, MOST);
    int all, i, k;
    for (all = 0; all < 2; all++) {
        fill(MOST);
        CHECK_OK(amp_refresh(v));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(MOST), 16), in_a_helper, all, v, to));
        CHECK_OK(amp_synchronize(to));
        for (i = 0; i < MOST; i++) {
            int sum[16], l, other[16];
            for (l = 0; l < 16; l++) {
                sum[l] = 0;
                for (k = all ? l : 0; k < 16; k++) {
                    sum[l] += x[i / 16 * 16 + k] * (k + 1);
                }
            }
            for (k = all ? i / 16 + 1 : 0; k < 5; k++) {
                for (l = 0; l < 16; l++) {
                    other[l] = sum[l] + k;
                }
                for (l = 0; l < 16; l++) {
                    sum[l] += other[15 - l];
                }
            }
            CHECK_INT(r[i], ==, sum[i % 16]);
        }
    }
    CHECK_OK(amp_release(v));
    CHECK_OK(amp_release(to));
}
