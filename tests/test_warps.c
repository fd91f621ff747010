/* SPDX-License-Identifier: MIT */
/* run: group=optimised */
/* Operations of warps: every type, warps that are not whole, tiles of every rank, helpers, loops,
   threads that do not come. A warp has 8 threads here. */
#define AMP_SHORT_NAMES
#define AMP_WARP_SIZE 8
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* All of a type. 21 threads: the last warp has 5. */
#define OF_TYPE(name, T)                                                       \
    AMP_TILED_KERNEL(name, (3, 7), in(T, 1, x), out(T, 2, y))                  \
    {                                                                          \
        const int l = tidx.local[0] * 7 + tidx.local[1];                       \
        const int g = tidx.tile[1] * 21 + l;                                   \
        const T v = at(x, g);                                                  \
        at(y, 0, g) = amp_warp_sum(tidx, v);                                   \
        at(y, 1, g) = amp_warp_min(tidx, v);                                   \
        at(y, 2, g) = amp_warp_max(tidx, v);                                   \
        at(y, 3, g) = amp_warp_shuffle(tidx, v, (l + 3) % 8);                  \
        at(y, 4, g) = amp_warp_shuffle_up(tidx, v, 2);                         \
        at(y, 5, g) = amp_warp_shuffle_down(tidx, v, 1);                       \
        at(y, 6, g) = amp_warp_shuffle_xor(tidx, v, 4);                        \
        at(y, 7, g) = amp_warp_broadcast(tidx, v, 2);                          \
    }
OF_TYPE(of_int, int)
OF_TYPE(of_unsigned, unsigned)
OF_TYPE(of_int64, amp_int64)
OF_TYPE(of_uint64, amp_uint64)
OF_TYPE(of_float, float)
OF_TYPE(of_double, double)

AMP_TILED_KERNEL(votes, (21), in(int, 1, x), out(int, 2, y))
{
    const int g = tidx.global[0], v = at(x, g);
    const amp_uint64 mask = amp_warp_ballot(tidx, v > 3);
    at(y, 0, g) = amp_warp_index(tidx);
    at(y, 1, g) = amp_warp_lane(tidx);
    at(y, 2, g) = amp_warp_size(tidx);
    at(y, 3, g) = (int)mask;
    at(y, 4, g) = amp_warp_any(tidx, v == 5);
    at(y, 5, g) = amp_warp_all(tidx, v != 5);
}

/* The sum of a tile by its warps' sums, as it is written for a GPU: in a helper, with a loop of
   shuffles, an operation inside another's argument, and tile memory between two of them. */
static inline float sum_of_tile(amp_tiled_index tidx, amp_tile_ptr(float) part, float x)
{
    for (int by = AMP_WARP_SIZE / 2; by > 0; by /= 2) {
        x += amp_warp_shuffle_xor(tidx, x, by);
    }
    if (amp_warp_lane(tidx) == 0) {
        part[amp_warp_index(tidx)] = x;
    }
    tile_barrier_wait(tidx);
    return amp_warp_broadcast(tidx, amp_warp_sum(tidx, part[amp_warp_lane(tidx)]), 3);
}
AMP_TILED_KERNEL(sums, (4, 2, 8), in(float, 1, x), out(float, 1, y))
{
    tile_static(float, part, 8);
    const int l = (tidx.local[0] * 2 + tidx.local[1]) * 8 + tidx.local[2];
    float all = 0;
    for (int k = 0; k < 3; k++) {
        all += sum_of_tile(tidx, part, at(x, tidx.tile[2] * 64 + l));
        tile_barrier_wait(tidx); /* an operation of warps orders no memory */
    }
    if (l == 63) {
        at(y, tidx.tile[2]) = all;
    }
}

/* Where all warps are whole: trees of shuffles, the other way round, too; by so many lanes that
   none is there, by another number in each thread, and below 0. */
AMP_TILED_KERNEL(trees, (48), in(int, 1, x), out(int, 2, y))
{
    const int g = tidx.global[0], lanes = amp_warp_size(tidx), lane = amp_warp_lane(tidx);
    int down = at(x, g), up = at(x, g), far = at(x, g);
    for (int d = amp_warp_size(tidx) / 2; d > 0; d /= 2) {
        down += amp_warp_shuffle_down(tidx, down, d);
    }
    for (int d = 1; d < lanes; d *= 2) {
        const int below = amp_warp_shuffle_up(tidx, up, d);
        if (lane >= d) {
            up += below;
        }
    }
    far = amp_warp_shuffle_down(tidx, far, 1000) * 3 + amp_warp_shuffle_up(tidx, far, -1)
        + amp_warp_shuffle_down(tidx, far, at(x, g) & 7) * 5;
    at(y, 0, g) = down;
    at(y, 1, g) = up;
    at(y, 2, g) = far;
    at(y, 3, g) = lanes;
}

AMP_TILED_KERNEL(apart, (16), inout(int, 1, x))
{
    int v = at(x, tidx.global[0]);
    if (tidx.local[0] != 3) {
        v = amp_warp_sum(tidx, v);
    }
    at(x, tidx.global[0]) = v;
}
AMP_TILED_KERNEL(two_calls, (16), inout(int, 1, x))
{
    int v = at(x, tidx.global[0]);
    if (tidx.local[0] < 8) {
        v = amp_warp_sum(tidx, v);
    } else {
        v = amp_warp_max(tidx, v);
    }
    at(x, tidx.global[0]) = v;
}
AMP_DEVICE_END

enum { TILES = 3, N = TILES * 21, W = 8 };

/* What lane `lane` of the thread's warp has, or the thread itself. */
static int place(int g, int lane)
{
    const int l = g % 21, first = l / W * W, lanes = 21 - first < W ? 21 - first : W;
    return lane >= 0 && lane < lanes ? g - l + first + lane : g;
}

#define TEST_OF(name, T, of)                                                   \
    TEST(name)                                                                 \
    {                                                                          \
        T x[N], y[8][N];                                                       \
        amp_array_view xs = amp_view(T, x, N), ys = amp_view(T, y, 8, N);      \
        amp_status s;                                                          \
        int g, k;                                                              \
        if (sizeof(T) == 8 && (T)1 / 2 > 0 && !amp_accelerator_default().supports_double) { \
            SKIP("the device has no double");                                  \
        }                                                                      \
        for (g = 0; g < N; g++) {                                              \
            x[g] = (T)(g * 37 % 101 - 50) / (T)2;                              \
        }                                                                      \
        s = parallel_for_each(amp_tile(amp_extent(3, 7 * TILES), 3, 7), of, xs, ys); \
        CHECK_OK(s);                                               \
        CHECK_OK(amp_synchronize(ys));                             \
        for (g = 0; g < N; g++) {                                              \
            const int lane = g % 21 % W;                                       \
            T sum = x[place(g, 0)], least = sum, most = sum;                   \
            for (k = 1; k < W && place(g, k) / W >= 0; k++) {                  \
                const int p = place(g, k);                                     \
                if (p == g && k != lane) {                                     \
                    continue;                                                  \
                }                                                              \
                sum = (T)(sum + x[p]);                                         \
                least = x[p] < least ? x[p] : least;                           \
                most = most < x[p] ? x[p] : most;                              \
            }                                                                  \
            CHECK(y[0][g] == sum);                                             \
            CHECK(y[1][g] == least);                                           \
            CHECK(y[2][g] == most);                                            \
            CHECK(y[3][g] == x[place(g, (g % 21 + 3) % 8)]);                   \
            CHECK(y[4][g] == x[place(g, lane - 2)]);                           \
            CHECK(y[5][g] == x[place(g, lane + 1)]);                           \
            CHECK(y[6][g] == x[place(g, lane ^ 4)]);                           \
            CHECK(y[7][g] == x[place(g, 2)]);                                  \
        }                                                                      \
        CHECK_OK(amp_release(xs));                                 \
        CHECK_OK(amp_release(ys));                                 \
    }
TEST_OF(ints, int, of_int)
TEST_OF(unsigned_ints, unsigned, of_unsigned)
TEST_OF(ints_of_64_bits, amp_int64, of_int64)
TEST_OF(unsigned_ints_of_64_bits, amp_uint64, of_uint64)
TEST_OF(floats, float, of_float)
TEST_OF(doubles, double, of_double)

TEST(votes_and_places)
{
    int x[N], y[6][N], g, k;
    amp_array_view xs = amp_view(int, x, N), ys = amp_view(int, y, 6, N);
    for (g = 0; g < N; g++) {
        x[g] = g * 5 % 7;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), 21), votes, xs, ys));
    CHECK_OK(amp_synchronize(ys));
    for (g = 0; g < N; g++) {
        const int l = g % 21, lanes = l / W == 2 ? 5 : W;
        int mask = 0, five = 0;
        for (k = 0; k < lanes; k++) {
            mask |= (x[place(g, k)] > 3) << k;
            five |= x[place(g, k)] == 5;
        }
        CHECK_INT(y[0][g], ==, l / W);
        CHECK_INT(y[1][g], ==, l % W);
        CHECK_INT(y[2][g], ==, lanes);
        CHECK_INT(y[3][g], ==, mask);
        CHECK_INT(y[4][g], ==, five);
        CHECK_INT(y[5][g], ==, !five);
    }
    CHECK_OK(amp_release(xs));
    CHECK_OK(amp_release(ys));
}

TEST(the_sum_of_a_tile_by_its_warps)
{
    float x[128], y[2];
    int k;
    amp_array_view xs = amp_view(float, x, 128), ys = amp_view(float, y, 2);
    for (k = 0; k < 128; k++) {
        x[k] = (float)(k % 9);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(4, 2, 16), 4, 2, 8), sums, xs, ys));
    CHECK_OK(amp_synchronize(ys));
    for (k = 0; k < 2; k++) {
        float sum = 0;
        int i;
        for (i = 0; i < 64; i++) {
            sum += x[k * 64 + i];
        }
        CHECK(y[k] == 3 * sum);
    }
    CHECK_OK(amp_release(xs));
    CHECK_OK(amp_release(ys));
}

TEST(trees_of_whole_warps)
{
    enum { COUNT = 144 };
    int x[COUNT], y[4][COUNT], down[COUNT], was[COUNT], g, d;
    amp_array_view xs = amp_view(int, x, COUNT), ys = amp_view(int, y, 4, COUNT);
    for (g = 0; g < COUNT; g++) {
        x[g] = down[g] = g * 37 % 101 - 50;
    }
    for (d = W / 2; d > 0; d /= 2) { /* who has no such lane takes its own */
        memcpy(was, down, sizeof(was));
        for (g = 0; g < COUNT; g++) {
            down[g] += was[g % W + d < W ? g + d : g];
        }
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(COUNT), 48), trees, xs, ys));
    CHECK_OK(amp_synchronize(ys));
    for (g = 0; g < COUNT; g++) {
        const int first = g / W * W, by = x[g] & 7;
        int sum = 0, k;
        for (k = first; k <= g; k++) {
            sum += x[k];
        }
        CHECK_INT(y[0][g], ==, down[g]);
        CHECK_INT(y[1][g], ==, sum);
        CHECK_INT(y[2][g], ==, x[g] * 3 + x[g % W + 1 < W ? g + 1 : g]
                               + x[g % W + by < W ? g + by : g] * 5);
        CHECK_INT(y[3][g], ==, W);
    }
    CHECK_OK(amp_release(xs));
    CHECK_OK(amp_release(ys));
}

TEST(all_threads_of_the_tile_come_to_one_call)
{
    int x[16] = { 0 };
    amp_array_view xs = amp_view(int, x, 16);
#ifdef AMP_CHECK
    SKIP("the checker reports it in its own words, and check_tree wants none");
#endif
    if (strncmp(amp_accelerator_default().device_path, "emu", 3) != 0) {
        SKIP("on a device it is undefined");
    }
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(16), 16), apart, xs), AMP_BARRIER_DIVERGED);
    CHECK_CONTAINS(amp_last_error(), "thread (3) has returned");
    CHECK_CONTAINS(amp_last_error(), "tile (0)");
    CHECK_CONTAINS(amp_last_error(), "test_warps.c:");
    CHECK_STATUS(parallel_for_each(amp_tile(amp_extent(16), 16), two_calls, xs),
                 AMP_BARRIER_DIVERGED);
    CHECK_CONTAINS(amp_last_error(), "waits at");
    CHECK_OK(amp_release(xs));
}
