/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,2/2 */
/* Guards around loops: simple kernels with an early return or a condition on their index, which
   vectors run in rows that these narrow (amp/vectors/strips.h); and loops whose end stands in
   memory (amp/vectors/convergence.h). The reference is the host's, thread by thread. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TILE 32

AMP_KERNEL(guard_return, 1, value(int, n), in(int, 2, a), inout(int, 1, y))
{
    const int i = idx[0];
    int sum = 0;
    if (i >= n) {
        return;
    }
    for (int k = 0; k < a_shape.extent[0]; k++) {
        sum += at(a, k, i) * (k + 1);
    }
    at(y, i) = sum;
}

AMP_KERNEL(guard_inside, 1, value(int, n), value(int, low), in(int, 2, a), inout(int, 1, y))
{
    const int i = idx[0];
    if (i >= low && i + 3 < n) {
        int sum = i;
        for (int k = 0; k < a_shape.extent[0]; k++) {
            sum = sum * 3 + at(a, k, i);
        }
        at(y, i) = sum;
    }
    if (low > 5) { /* the same for all */
        int steps = 0;
        for (int x = at(a, 0, i); x > 1 && steps < 40; steps++) {
            x = x % 2 == 0 ? x / 2 : 3 * x + 1;
        }
        at(y, i) += steps;
    }
}

AMP_KERNEL(guard_two, 2, value(int, n), value(int, m), in(int, 3, a), inout(int, 2, y))
{
    const int i = idx[0], j = idx[1];
    int sum = 1;
    if (i >= n || j >= m) {
        return;
    }
    for (int k = 0; k < a_shape.extent[0]; k++) {
        sum += at(a, k, i, j) ^ k;
    }
    at(y, i, j) = sum;
    if (j == 0 || i == n - 1) {
        for (int k = 0; k < a_shape.extent[0]; k++) {
            at(y, i, j) += 100;
        }
    }
}

AMP_KERNEL(guard_three, 3, value(int, n), in(int, 1, x), inout(int, 3, y))
{
    const int i = idx[0], j = idx[1], k = idx[2];
    if (k > n) {
        return;
    }
    if (i != 1 && k >= 2) {
        int sum = 0;
        for (int m = 0; m < x_shape.extent[0]; m++) {
            sum += at(x, m) * (i + 2 * j + k);
        }
        at(y, i, j, k) = sum;
    } else {
        at(y, i, j, k) = -2;
    }
}

/* By what the thread itself reads, and twice. */
AMP_KERNEL(guard_own, 1, value(int, n), in(int, 2, a), inout(int, 1, y))
{
    const int i = idx[0];
    int sum = 0;
    if (at(a, 0, i) % 3 == 0) {
        return;
    }
    if (i >= n) {
        return;
    }
    for (int k = 0; k < a_shape.extent[0]; k++) {
        sum += at(a, k, i);
    }
    at(y, i) = sum;
}

/* Ends of loops in memory: of a view that is read, of tile memory, of one that the loop changes,
   and of one that it reads as well. */
/* Rows of a block, a thread a column: part of a row under a guard, in each turn. */
AMP_TILED_KERNEL(guarded_rows, (TILE), in(int, 2, a), inout(int, 2, b),
                 inout(int, 2, c))
{
    const int n = a_shape.extent[0], wide = a_shape.extent[1];
    const int row = tidx.tile[0] / 3 * 16, col = tidx.tile[0] % 3 * TILE, l = tidx.local[0];
    for (int r = 0; r < 16; r++) {
        if (row + r < n && col + l + 1 < wide) {
            at(b, row + r, col + l + 1) = at(a, row + r, col + l) * 3 + r;
        }
        if (col + l >= 7 && row + r + 2 < n && col + l < wide
            && at(a, row + r + 2, col + l) % 2 == 0) {
            at(c, row + r, col + l) += r;
        }
    }
}

AMP_TILED_KERNEL(ends_in_memory, (TILE), in(int, 1, count), in(int, 2, a), inout(int, 1, y),
                 inout(int, 1, left))
{
    tile_static(int, t, 2);
    const int g = tidx.global[0], l = tidx.local[0];
    int sum = 0;
    if (l == 0) {
        t[0] = at(count, 1) % 5;
        t[1] = 0;
    }
    tile_barrier_wait(tidx);
    for (int k = 0; k < at(count, 0); k++) {
        sum += at(a, k, g);
    }
    for (int k = at(count, 2); k < at(count, 0) && k < a_shape.extent[0]; k += at(count, 1)) {
        sum = sum * 2 + at(a, k, g);
    }
    for (int k = t[1]; k < t[0]; k++) {
        sum += 7 * at(a, k, g);
    }
    for (int k = 0; k < at(left, tidx.tile[0]); k++) {
        sum += at(left, tidx.tile[0]) + k;
    }
    tile_barrier_wait(tidx);
    at(y, g) = sum;
    if (l == 0) { /* it changes its own end */
        for (int k = 0; k < at(left, tidx.tile[0]); k++) {
            at(left, tidx.tile[0]) -= 1;
            t[1]++;
        }
        at(y, g) += t[1] * 1000;
    }
}

/* Loops in each other that a row shares, and in lockstep, in a block of a phase. */
AMP_PHASED_KERNEL(rows_in_a_block, (2, 7), in(int, 1, x), inout(int, 1, y))
{
    phase {
        const int lane = tidx.local[0] * 7 + tidx.local[1];
        {
            int v = 26;
            const int end = 11 + x_shape.extent[0] / 8;
            for (int row = tidx.local[0] + 4; row <= end; row += 8) {
                const int up = row - 10;
                for (int go = tidx.local[1] + 6; go < 40; go += 16) {
                    v += at(x, go) ^ (up * go);
                }
            }
            at(y, tidx.tile[0] * 14 + lane) = v;
        }
    }
}
AMP_DEVICE_END

enum { N = 13 * TILE, K = 11 };

static int a[K][N], y[N], want[N];

static void fill(void)
{
    int i, k;
    for (i = 0; i < N; i++) {
        for (k = 0; k < K; k++) {
            a[k][i] = (int)((unsigned)(i * K + k) * 2654435761u >> 22) % 61;
        }
        y[i] = want[i] = -i;
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

/* Checks y behind a launch. */
static void launched(amp_status status)
{
    CHECK_OK(status);
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    CHECK_INT(wrong(), ==, 0);
}

static void early(int n)
{
    int i, k;
    fill();
    for (i = 0; i < n && i < N; i++) {
        for (k = 0, want[i] = 0; k < K; k++) {
            want[i] += a[k][i] * (k + 1);
        }
    }
    launched(parallel_for_each(amp_extent(N), guard_return, n,
                               amp_view(int, a[0], K, N), amp_view(int, y, N)));
}
TEST(an_early_return)
{
    early(N);
    early(N - 1);
    early(N + 50);
    early(201);
    early(1);
    early(0);
    early(-3);
}

static void inside(int low, int n)
{
    int i, k;
    fill();
    for (i = 0; i < N; i++) {
        if (i >= low && i + 3 < n) {
            unsigned sum = (unsigned)i;
            for (k = 0; k < K; k++) {
                sum = sum * 3 + (unsigned)a[k][i];
            }
            want[i] = (int)sum;
        }
        if (low > 5) {
            int steps = 0, x = a[0][i];
            for (; x > 1 && steps < 40; steps++) {
                x = x % 2 == 0 ? x / 2 : 3 * x + 1;
            }
            want[i] += steps;
        }
    }
    launched(parallel_for_each(amp_extent(N), guard_inside, n, low,
                               amp_view(int, a[0], K, N), amp_view(int, y, N)));
}
TEST(a_condition)
{
    inside(0, N + 3);
    inside(7, N);
    inside(100, 103);
    inside(64, 300);
    inside(200, 100);
}

static void two(int n, int m, int rows, int columns)
{
    int i, j, k;
    fill();
    for (i = 0; i < rows; i++) {
        for (j = 0; j < columns; j++) {
            int *const of = &want[i * columns + j];
            if (i < n && j < m) {
                for (k = 0, *of = 1; k < 3; k++) {
                    *of += a[0][(k * rows + i) * columns + j] ^ k;
                }
                *of += j == 0 || i == n - 1 ? 300 : 0;
            }
        }
    }
    launched(parallel_for_each(amp_extent(rows, columns), guard_two, n, m,
                               amp_view(int, a[0], 3, rows, columns),
                               amp_view(int, y, rows, columns)));
}
TEST(two_dimensions)
{
    two(5, 7, 5, 7);
    two(3, 70, 4, 100);
    two(4, 99, 4, 100);
    two(100, 64, 3, 129);
    two(0, 64, 3, 129);
    two(2, 0, 3, 129);
}

TEST(three_dimensions)
{
    int i, j, k, m, sum = 0;
    fill();
    for (m = 0; m < 9; m++) {
        sum += a[0][m];
    }
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 2; j++) {
            for (k = 0; k < 67; k++) {
                want[(i * 2 + j) * 67 + k] = k > 65 ? want[(i * 2 + j) * 67 + k]
                    : i != 1 && k >= 2 ? sum * (i + 2 * j + k) : -2;
            }
        }
    }
    launched(parallel_for_each(amp_extent(3, 2, 67), guard_three, 65,
                               amp_view(int, a[0], 9), amp_view(int, y, 3, 2, 67)));
}

TEST(a_return_of_the_threads_own)
{
    int i, k;
    fill();
    for (i = 0; i < N - 9; i++) {
        if (a[0][i] % 3 != 0) {
            for (k = 0, want[i] = 0; k < K; k++) {
                want[i] += a[k][i];
            }
        }
    }
    launched(parallel_for_each(amp_extent(N), guard_own, N - 9,
                               amp_view(int, a[0], K, N), amp_view(int, y, N)));
}

static void ends(int all, int step, int first)
{
    int g, k, count[3], left[N / TILE];
    fill();
    count[0] = all;
    count[1] = step;
    count[2] = first;
    for (g = 0; g < N; g++) {
        const int tile = g / TILE, many = tile % 4;
        unsigned sum = 0;
        left[tile] = many;
        for (k = 0; k < all; k++) {
            sum += (unsigned)a[k][g];
        }
        for (k = first; k < all && k < K; k += step) {
            sum = sum * 2 + (unsigned)a[k][g];
        }
        for (k = 0; k < step % 5; k++) {
            sum += 7 * (unsigned)a[k][g];
        }
        for (k = 0; k < many; k++) {
            sum += (unsigned)(many + k);
        }
        want[g] = (int)sum + (g % TILE == 0 ? (many + 1) / 2 * 1000 : 0);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(N), TILE), ends_in_memory,
                               amp_view(int, count, 3), amp_view(int, a[0], K, N),
                               amp_view(int, y, N), amp_view(int, left, N / TILE)));
    CHECK_OK(amp_synchronize(amp_view(int, y, N)));
    CHECK_OK(amp_synchronize(amp_view(int, left, N / TILE)));
    CHECK_INT(wrong(), ==, 0);
    for (k = 0; k < N / TILE; k++) {
        CHECK_INT(left[k], ==, k % 4 / 2);
    }
    CHECK_OK(amp_release(amp_view(int, count, 3)));
    CHECK_OK(amp_release(amp_view(int, left, N / TILE)));
}
TEST(ends_of_loops_in_memory)
{
    ends(K, 1, 0);
    ends(K, 3, 2);
    ends(0, 7, 0);
    ends(1, 2, 5);
}

TEST(rows_in_a_block_of_a_phase)
{
    int i, row, go;
    fill();
    for (i = 0; i < 5 * 14; i++) {
        for (row = i % 14 / 7 + 4, want[i] = 26; row <= 11 + N / 8; row += 8) {
            for (go = i % 7 + 6; go < 40; go += 16) {
                want[i] += a[0][go] ^ ((row - 10) * go);
            }
        }
    }
    launched(parallel_for_each(amp_tile(amp_extent(10, 7), 2, 7), rows_in_a_block,
                               amp_view(int, a[0], N), amp_view(int, y, N)));
}

static void rows_of(int n, int wide)
{
    const amp_extent e = amp_extent(n * wide), shape = amp_extent(n, wide);
    const amp_array_view all = amp_view(int, y, N);
    int i, j;
    fill();
    for (i = 0; i < n; i++) {
        for (j = 0; j < wide; j++) {
            if (j + 1 < wide) {
                want[i * wide + j + 1] = a[0][i * wide + j] * 3 + i % 16;
            }
            if (j >= 7 && i + 2 < n && a[0][(i + 2) * wide + j] % 2 == 0) {
                want[(n + i) * wide + j] += i % 16;
            }
        }
    }
    launched(parallel_for_each(amp_tile(amp_extent((n + 15) / 16 * 3 * TILE), TILE), guarded_rows,
                               amp_view(int, a[0], n, wide),
                               amp_view_as(amp_section(all, amp_index(0), e), shape),
                               amp_view_as(amp_section(all, amp_index(n * wide), e), shape)));
}

TEST(rows_of_a_tile)
{
    rows_of(1, 1);
    rows_of(2, 96);
    rows_of(3, 65);
    rows_of(5, 40);
    rows_of(19, 10);
}
