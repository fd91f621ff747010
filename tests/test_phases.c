/* SPDX-License-Identifier: MIT */
/* run: group=optimised */
/* Phased kernels whose threads choose: gcc makes vectors of threads of those with one phase
   (docs/decisions/0027-a-phase-that-stands-alone.md), whatever that phase or the tile is, and of
   no others: phases of which one reads what another wrote, and one that is left. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { N = 6400 };

AMP_DEVICE_BEGIN
enum { MOST = 37 };
#define PARAMETERS in(int, 1, x), inout(int, 1, y), value(int, n)
#define CHOSEN(i) (at(x, i) > 3 ? at(x, i) : 7)
AMP_PHASED_KERNEL(some, (64), PARAMETERS)
{
    phase_first(n) { at(y, tidx.global[0]) = CHOSEN(tidx.global[0]); }
}
AMP_PHASED_KERNEL(fewer, (64), PARAMETERS)
{
    (void)n;
    phase_first(37) { at(y, tidx.global[0]) = CHOSEN(tidx.global[0]); }
}
AMP_PHASED_KERNEL(skips, (64), PARAMETERS)
{
    phase {
        const int i = tidx.global[0];
        if (i % 3 == n % 3) { continue; }
        if (at(x, i) < 0) { break; }
        at(y, i) = CHOSEN(i);
    }
}
AMP_PHASED_KERNEL(or_nothing, (64), PARAMETERS)
{
    if (n > MOST) { return; }
    phase { at(y, tidx.global[0]) = CHOSEN(tidx.global[0]); }
}
AMP_PHASED_KERNEL(a_hundred, (100), PARAMETERS)
{
    phase {
        const int i = tidx.global[0];
        if (i > n) { at(y, i) = at(x, i) > 3 ? tidx.local[0] : amp_tile_index.tile[0]; }
    }
}
AMP_PHASED_KERNEL(of_tile, (64), PARAMETERS)
{
    const int own = at(x, amp_tile_index.tile[0]);
    phase {
        const int i = tidx.global[0];
        at(y, i) = at(x, tidx.local[0]) > 3 ? own : tidx.tile_origin[0] + n;
    }
}
AMP_PHASED_KERNEL(planes, (2, 4, 20), in(int, 3, x), inout(int, 3, y), value(int, n))
{
    phase {
        if (at_index(x, tidx.global) > 3) {
            at_index(y, tidx.global) =
                tidx.local[0] * 100 + tidx.local[1] * 10 + tidx.global[2] + n;
        }
    }
}
AMP_PHASED_KERNEL(neighbours, (64), PARAMETERS, inout(int, 1, z)) /* z: 65 elements a tile */
{
    const int from = 65 * amp_tile_index.tile[0], next = from + (n > 0);
    phase { at(z, from + tidx.local[0]) = CHOSEN(tidx.global[0]); }
    phase { at(y, tidx.global[0]) = at(z, next + tidx.local[0]); }
}
AMP_PHASED_KERNEL(in_turns, (64), PARAMETERS, inout(int, 1, z))
{
    const int from = 65 * amp_tile_index.tile[0], next = from + (n > 0);
    for (int k = 0; k < 2; k++) {
        phase {
            if (k == 0) { at(z, from + tidx.local[0]) = CHOSEN(tidx.global[0]); }
            if (k == 1) { at(y, tidx.global[0]) = at(z, next + tidx.local[0]); }
        }
    }
}
AMP_PHASED_KERNEL(left, (64), PARAMETERS)
{
    phase {
        if (at(x, tidx.global[0]) == n) { return; }
        at(y, tidx.global[0]) = CHOSEN(tidx.global[0]);
    }
}
AMP_DEVICE_END

static int x[N], y[N], z[N / 64 * 65];

/* What y[i] is after the kernel; -5 before it. */
#ifdef __clang__
#define NOT_OPTIMISED __attribute__((noinline, optnone))
#else
#define NOT_OPTIMISED __attribute__((noinline, optimize("O0")))
#endif
typedef int expected(int i, int n);
static int chosen(int i) { return x[i] > 3 ? x[i] : 7; }
static int of_some(int i, int n) { return i % 64 < n ? chosen(i) : -5; }
static int of_fewer(int i, int n) { return (void)n, i % 64 < 37 ? chosen(i) : -5; }
static int of_skips(int i, int n) { return i % 3 == n % 3 || x[i] < 0 ? -5 : chosen(i); }
static int of_or_nothing(int i, int n) { return n > MOST ? -5 : chosen(i); }
static int of_a_hundred(int i, int n) { return i <= n ? -5 : x[i] > 3 ? i % 100 : i / 100; }
static int of_of_tile(int i, int n) { return x[i % 64] > 3 ? x[i / 64] : i / 64 * 64 + n; }
static int of_planes(int i, int n) /* of 4 x 8 x 200 */
{
    return x[i] <= 3 ? -5 : i / 1600 % 2 * 100 + i / 200 % 4 * 10 + i % 200 + n;
}
static int of_neighbours(int i, int n)
{
    return n == 0 ? chosen(i) : i % 64 < 63 ? chosen(i + 1) : -5;
}
static int of_in_turns(int i, int n) { return of_neighbours(i, n); }

NOT_OPTIMISED static void fill(void)
{
    int i;
    for (i = 0; i < N; i++) {
        x[i] = (int)((unsigned)i * 2654435761u >> 13) % 11 - 3;
        y[i] = -5;
    }
    for (i = 0; i < N / 64 * 65; i++) { z[i] = -5; }
}
NOT_OPTIMISED static int wrong(expected *e, int n)
{
    int i, bad = 0;
    for (i = 0; i < N; i++) { bad += y[i] != e(i, n); }
    return bad;
}
#define V(array) amp_view(int, array, N)
#define PLANES(array) amp_view(int, array, 4, 8, 200)
#define RIGHT(kernel, tiles, vx, ...)                                                              \
    for (int n = 0; n < 60; n += 9) {                                                              \
        amp_status ran;                                                                            \
        fill();                                                                                    \
        ran = parallel_for_each(tiles, kernel, vx, __VA_ARGS__);                                   \
        CHECK_OK(ran);                                                                             \
        CHECK_OK(amp_synchronize(V(y)));                                                           \
        CHECK_INT(wrong(of_##kernel, n), ==, 0);                                                   \
    }
#define ROWS amp_tile(amp_extent(N), 64)
TEST(of_some_threads)
{
    RIGHT(some, ROWS, V(x), V(y), n)
    RIGHT(fewer, ROWS, V(x), V(y), n)
}
TEST(that_threads_end_early) { RIGHT(skips, ROWS, V(x), V(y), n) }
TEST(that_a_tile_may_leave_out) { RIGHT(or_nothing, ROWS, V(x), V(y), n) }
TEST(in_a_row_that_is_no_vectors) { RIGHT(a_hundred, amp_tile(amp_extent(N), 100), V(x), V(y), n) }
TEST(with_what_is_the_tile_s) { RIGHT(of_tile, ROWS, V(x), V(y), n) }
TEST(in_three_dimensions)
{
    RIGHT(planes, amp_tile(amp_extent(4, 8, 200), 2, 4, 20), PLANES(x), PLANES(y), n)
}
TEST(that_reads_what_another_wrote)
{
    RIGHT(neighbours, ROWS, V(x), V(y), n, amp_view(int, z, N / 64 * 65))
    RIGHT(in_turns, ROWS, V(x), V(y), n, amp_view(int, z, N / 64 * 65))
}
TEST(that_is_left)
{
    amp_status ran;
    if (strncmp(amp_accelerator_default().device_path, "opencl", 6) == 0) {
        SKIP("only the CPU's engines see that a phase was left");
    }
    fill();
    ran = parallel_for_each(ROWS, left, V(x), V(y), 5);
    CHECK_STATUS(ran, AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel left, tile (");
    ran = parallel_for_each(ROWS, left, V(x), V(y), 100);
    CHECK_OK(ran);
}
