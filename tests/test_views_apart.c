/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,0/2 */
/* Views that share memory, in the same kernels as views that do not: each thread stores to an
   element by one view and then reads it by another. As vectors a kernel is made for views that are
   apart, of which a compiler may read first, and once more for views that are not (amp/vectors/
   run.h). */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* z is y's new element where x shares it, and x's own else. */
AMP_KERNEL(then_read, 1, in(int, 1, x), out(int, 1, y), out(int, 1, z))
{
    const int i = idx[0];
    at(y, i) = i + 7;
    at(z, i) = at(x, i);
}

/* That by tiles, a row at a time, of two views that are written. */
AMP_TILED_KERNEL(in_tiles, (4, 16), inout(int, 2, x), inout(int, 2, y), out(int, 2, z))
{
    const int i = tidx.global[0], j = tidx.global[1];
    if (i < z_shape.extent[0] && j < z_shape.extent[1]) {
        at(x, i, j) += 1;
        at(y, i, j) *= 2;
        at(x, i, j) -= 3;
        at(z, i, j) = at(x, i, j) + at(y, i, j);
    }
}

/* And in a loop that goes outside of the threads. */
AMP_TILED_KERNEL(in_turns, (64), value(int, turns), in(int, 1, x), inout(int, 1, y))
{
    const int i = tidx.global[0];
    if (i < y_shape.extent[0]) {
        for (int k = 0; k < turns; k++) {
            at(y, i) += at(x, i) + k;
        }
    }
}

/* One thread of a row moves the end of its loop, where x and y are one memory. */
AMP_TILED_KERNEL(moved_end, (4, 8), in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    const int row = tidx.global[0], lane = tidx.local[1];
    if (lane < 1 && row < z_shape.extent[0]) {
        int turns = 0;
        for (int i = at(x, 2 * row) + lane; i < at(x, 2 * row + 1); i++) {
            at(y, 2 * row + 1) -= 1;
            turns++;
        }
        at(z, row) = turns;
    }
}
AMP_DEVICE_END

enum { ROWS = 13, COLS = 37, N = ROWS * COLS };

static void fill(int *x, int n, int by)
{
    int i;
    for (i = 0; i < n; i++) {
        x[i] = i * by % 101;
    }
}

/* Runs then_read on memory of which y begins `apart` elements behind x. */
static void check_then_read(int *memory, int *z, int apart)
{
    int i, wrong = 0;
    fill(memory, 2 * N, 3);
    CHECK_OK(amp_refresh(amp_view(int, memory, 2 * N)));
    CHECK_OK(parallel_for_each(amp_extent(N), then_read, amp_view(int, memory, N),
                               amp_view(int, memory + apart, N), amp_view(int, z, N)));
    CHECK_OK(amp_synchronize(amp_view(int, memory, 2 * N)));
    CHECK_OK(amp_synchronize(amp_view(int, z, N)));
    for (i = 0; i < N; i++) {
        wrong += memory[apart + i] != i + 7 || z[i] != (apart == 0 ? i + 7 : i * 3 % 101);
    }
    CHECK_INT(wrong, ==, 0);
}

TEST(a_store_and_then_a_read)
{
    static int memory[2 * N], z[N];
    int k;
    for (k = 0; k < 3; k++) { /* by turns: both forms of the kernel are found again */
        check_then_read(memory, z, N);
        check_then_read(memory, z, 0);
    }
}

TEST(two_that_are_written)
{
    static int x[N], y[N], z[N];
    int i, k, wrong = 0;
    for (k = 0; k < 4; k++) {
        int *second = k % 2 == 0 ? y : x;
        const amp_array_view views[3] = { amp_view(int, x, ROWS, COLS),
            amp_view(int, second, ROWS, COLS), amp_view(int, z, ROWS, COLS) };
        fill(x, N, 5);
        fill(y, N, 7);
        CHECK_OK(amp_refresh(amp_view(int, x, N)));
        CHECK_OK(amp_refresh(amp_view(int, y, N)));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(16, 48), 4, 16), in_tiles, views[0],
                                   views[1], views[2]));
        for (i = 0; i < 3; i++) {
            CHECK_OK(amp_synchronize(views[i]));
        }
        for (i = 0; i < N; i++) {
            const int a = i * 5 % 101, b = i * 7 % 101, both = (a + 1) * 2 - 3;
            wrong += k % 2 == 0 ? x[i] != a - 2 || y[i] != 2 * b || z[i] != a - 2 + 2 * b
                : x[i] != both || z[i] != 2 * both;
        }
    }
    CHECK_INT(wrong, ==, 0);
}

TEST(a_sum_in_place)
{
    static int x[N], y[N];
    int i, k, n, wrong = 0;
    for (k = 0; k < 4; k++) {
        int *to = k % 2 == 0 ? y : x;
        fill(x, N, 5);
        fill(y, N, 5);
        CHECK_OK(amp_refresh(amp_view(int, x, N)));
        CHECK_OK(amp_refresh(amp_view(int, y, N)));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(512), 64), in_turns, 5, amp_view(int, x, N),
                                   amp_view(int, to, N)));
        CHECK_OK(amp_synchronize(amp_view(int, to, N)));
        for (i = 0; i < N; i++) {
            const int first = i * 5 % 101;
            int sum = first;
            for (n = 0; n < 5; n++) {
                sum += (k % 2 == 0 ? first : sum) + n;
            }
            wrong += to[i] != sum;
        }
    }
    CHECK_INT(wrong, ==, 0);
}

TEST(an_end_that_moves)
{
    static int x[2 * N], y[2 * N], z[N];
    int i, k, wrong = 0;
    for (k = 0; k < 4; k++) {
        int *second = k % 2 == 0 ? y : x;
        for (i = 0; i < 2 * N; i++) {
            x[i] = y[i] = i % 2 == 0 ? i % 5 : i % 23;
        }
        CHECK_OK(amp_refresh(amp_view(int, x, 2 * N)));
        CHECK_OK(amp_refresh(amp_view(int, y, 2 * N)));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent((N + 3) / 4 * 4, 8), 4, 8), moved_end,
                                   amp_view(int, x, 2 * N), amp_view(int, second, 2 * N),
                                   amp_view(int, z, N)));
        CHECK_OK(amp_synchronize(amp_view(int, z, N)));
        CHECK_OK(amp_synchronize(amp_view(int, x, 2 * N)));
        for (i = 0; i < N; i++) {
            const int first = 2 * i % 5, past = (2 * i + 1) % 23;
            const int turns = first < past ? past - first : 0;
            wrong += z[i] != (k % 2 == 0 ? turns : (turns + 1) / 2);
        }
    }
    CHECK_INT(wrong, ==, 0);
}
