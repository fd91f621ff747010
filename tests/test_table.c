/* SPDX-License-Identifier: MIT */
/* table(T, rank, name): a small view that the host writes and kernels read, in constant memory on
   OpenCL; in kernels of all kinds, and in helpers. Too large a table: tests/test_cl_memory.c. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
typedef struct knot { int at; float height; } knot;

static inline float filtered(amp_table(float, 1, weights), amp_in(float, 1, x), int i)
{
    float sum = 0;
    int k;
    for (k = 0; k < weights_shape.extent[0]; k++) {
        sum += at(weights, k) * at(x, i + k);
    }
    return sum;
}
static inline float last(amp_constant_ptr(float) w, int n) { return w[n - 1]; }

AMP_KERNEL(filter, 1, table(float, 1, w), in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = filtered(amp_view_of(w), amp_view_of(x), idx[0])
        + last(w, w_shape.extent[0]);
}
AMP_KERNEL(planes, 3, table(int, 3, w), inout(int, 3, x))
{
    const int *p = idx; /* a name of the kernel's own may be a word of its head */
    int table = at_index(w, p);
    at_index(x, idx) += table;
}
/* Elements that are structures, of two dimensions, read where the data says, behind a barrier. */
AMP_TILED_KERNEL(look_up, (32), in(int, 1, x), table(knot, 2, w), out(float, 1, y))
{
    tile_static(int, t, 32);
    amp_let_projection(row, 1, w, 1);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = at(w, 0, t[31 - tidx.local[0]] % w_shape.extent[1]).height
        + (float)at(row, tidx.local[0] % 3).at;
}
AMP_PHASED_KERNEL(permute, (32), table(int, 1, w), inout(int, 1, x), table(int, 1, more))
{
    tile_static(int, t, 32);
    phase { t[at(w, tidx.local[0])] = at(x, tidx.global[0]); }
    phase { at(x, tidx.global[0]) = t[tidx.local[0]] + at(more, tidx.local[0] / 16); }
}
AMP_DEVICE_END

TEST(in_a_simple_kernel_and_its_helpers)
{
    static float w[3] = { 1, 2, 3 }, x[66], y[64];
    const amp_array_view v = amp_view(float, w, 3);
    int i, turn;
    for (i = 0; i < 66; i++) {
        x[i] = (float)(i % 7);
    }
    for (turn = 0; turn < 2; turn++) { /* the host writes the table anew */
        w[1] = (float)(2 + turn);
        CHECK_OK(amp_refresh(v));
        CHECK_OK(parallel_for_each(amp_extent(64), filter, v, amp_view(const float, x, 66),
                                   amp_view(float, y, 64)));
        CHECK_OK(amp_synchronize(amp_view(float, y, 64)));
        for (i = 0; i < 64; i++) {
            CHECK_FLOAT(y[i], ==, x[i] + w[1] * x[i + 1] + 3 * x[i + 2] + 3);
        }
    }
}

TEST(of_three_dimensions_and_const)
{
    static int w[2][3][5], x[2][3][5];
    int i;
    for (i = 0; i < 30; i++) {
        w[i / 15][i / 5 % 3][i % 5] = 100 + i;
        x[i / 15][i / 5 % 3][i % 5] = i;
    }
    CHECK_OK(parallel_for_each(amp_extent(2, 3, 5), planes, amp_view(const int, w[0][0], 2, 3, 5),
                               amp_view(int, x[0][0], 2, 3, 5)));
    CHECK_OK(amp_synchronize(amp_view(int, x[0][0], 2, 3, 5)));
    for (i = 0; i < 30; i++) {
        CHECK_INT(x[i / 15][i / 5 % 3][i % 5], ==, 100 + 2 * i);
    }
}

TEST(of_structures_in_a_tiled_kernel)
{
    static knot w[2][5];
    static int x[64];
    static float y[64];
    int i;
    for (i = 0; i < 10; i++) {
        w[i / 5][i % 5].at = 10 * i;
        w[i / 5][i % 5].height = (float)i / 2;
    }
    for (i = 0; i < 64; i++) {
        x[i] = i * i;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(64), 32), look_up, amp_view(int, x, 64),
                               amp_view(knot, w[0], 2, 5), amp_view(float, y, 64)));
    CHECK_OK(amp_synchronize(amp_view(float, y, 64)));
    for (i = 0; i < 64; i++) {
        const int other = i / 32 * 32 + 31 - i % 32;
        CHECK_FLOAT(y[i], ==, (float)(other * other % 5) / 2 + (float)(10 * (5 + i % 32 % 3)));
    }
}

/* Sections of one array, two tables of one kernel. */
TEST(sections_in_a_phased_kernel)
{
    static int w[100], x[64];
    const amp_array_view v = amp_view(int, w, 100);
    int i;
    for (i = 0; i < 32; i++) {
        w[7 + i] = i * 5 % 32;
    }
    w[50] = 1000;
    w[51] = 2000;
    for (i = 0; i < 64; i++) {
        x[i] = i;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(64), 32), permute,
                               amp_section(v, amp_index(7), amp_extent(32)), amp_view(int, x, 64),
                               amp_section(v, amp_index(50), amp_extent(2))));
    CHECK_OK(amp_synchronize(amp_view(int, x, 64)));
    for (i = 0; i < 64; i++) { /* 5 * 13 is 1 of 32 */
        CHECK_INT(x[i], ==, i / 32 * 32 + i % 32 * 13 % 32 + 1000 * (1 + i % 32 / 16));
    }
}
