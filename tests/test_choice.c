/* SPDX-License-Identifier: MIT */
/* run: group=optimised */
/* Loops that choose a variable's value twice, one time a constant or the index, and loops of few
   turns that read elements under conditions of their own: gcc 12 makes wrong vectors of them
   (docs/compiler-faults.md); right on every engine. The loops of the kernels for all engines stand
   in them, not in a helper: one that is not inlined has the command line's options. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { ROWS = 64, COLUMNS = 1003 };

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(last_of_row, (1), in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    const int row = tidx.global[0];
    int last = 0;
    for (int j = 0; j < x_shape.extent[1]; j++) {
        last = at(x, row, j) != 0 ? at(x, row, j) : last;
        if (at(mark, row, j) != 0) { last = 0; }
    }
    at(y, row) = last;
}
AMP_TILED_KERNEL(where_in_row, (4), in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    const int row = tidx.global[0];
    int place = -1;
    for (int j = 0; j < x_shape.extent[1]; j++) {
        if (at(x, row, j) != 0) { place = j; }
        if (at(mark, row, j) != 0) { place = -1; }
    }
    tile_barrier_wait(tidx);
    at(y, row) = place;
}
AMP_PHASED_KERNEL(last_in_phase, (4), in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    phase {
        const int row = tidx.global[0];
        int last = 0;
        for (int j = 0; j < x_shape.extent[1]; j++) {
            last = at(x, row, j) != 0 ? at(x, row, j) : last;
            if (at(mark, row, j) != 0) { last = 0; }
        }
        at(y, row) = last;
    }
}
AMP_KERNEL(last_of_own, 1, in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    int last = 0;
    for (int j = 0; j < x_shape.extent[1]; j++) {
        last = at(x, idx[0], j) != 0 ? at(x, idx[0], j) : last;
        if (at(mark, idx[0], j) != 0) { last = 0; }
    }
    at(y, idx[0]) = last;
}
AMP_KERNEL(pixel, 1, in(int, 1, x), in(int, 1, mark), out(int, 1, y))
{
    const int first = 3 * idx[0];
    for (int c = 0; c < 3; c++) {
        at(y, first + c) = at(mark, first + c) != 0 ? at(x, first + c) : 0;
    }
}
AMP_DEVICE_END

#ifdef AMP_VECTORS
AMP_DEVICE_BEGIN
static inline int choose(int value, int last, int mark)
{
    if (value != 0) { last = value; }
    return mark != 0 ? 0 : last;
}
static inline int last_of(amp_global_ptr(const int) x, amp_global_ptr(const int) mark, int n)
{
    int last = 0, j = 0;
    do {
        last = x[j] != 0 ? x[j] : last;
        if (mark[j] != 0) { last = 0; }
        j++;
    } while (j < n);
    return last;
}
AMP_KERNEL(last_simple, 1, in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    int last = 0;
    for (int j = 0; j < x_shape.extent[1]; j++) {
        last = choose(at(x, idx[0], j), last, at(mark, idx[0], j));
    }
    at(y, idx[0]) = last;
}
AMP_TILED_KERNEL(last_by_while, (16), in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    const int row = tidx.global[0];
    int last = 0, j = 0;
    tile_barrier_wait(tidx);
    while (j < x_shape.extent[1]) {
        last = at(x, row, j) != 0 ? at(x, row, j) : last;
        last = at(mark, row, j) != 0 ? 0 : last;
        j++;
    }
    at(y, row) = last;
}
AMP_TILED_KERNEL(last_by_break, (16), in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    const int row = tidx.global[0];
    int last = 0, j = 0;
    for (;; j++) {
        if (j >= x_shape.extent[1]) { break; }
        last = at(x, row, j) != 0 ? at(x, row, j) : last;
        if (at(mark, row, j) != 0) { last = 0; }
    }
    tile_barrier_wait(tidx);
    at(y, row) = last;
}
AMP_TILED_KERNEL(last_of_helper, (4), in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    const int row = tidx.global[0];
    tile_barrier_wait(tidx);
    at(y, row) = last_of(&at(x, row, 0), &at(mark, row, 0), x_shape.extent[1]);
}
AMP_TILED_KERNEL(last_in_two, (4), in(int, 2, x), in(int, 2, mark), out(int, 1, y))
{
    const int row = tidx.global[0], n = x_shape.extent[1];
    int last = 0;
    for (int j = 0; j < n; j += 2) { /* a loop that the compiler unrolls, with one condition */
        for (int k = j; k < j + 2 && k < n; k++) {
            last = at(mark, row, k) != 0 ? 0 : at(x, row, k) != 0 ? at(x, row, k) : last;
        }
    }
    tile_barrier_wait(tidx);
    at(y, row) = last;
}
AMP_DEVICE_END
#endif

static int x[ROWS * COLUMNS], mark[ROWS * COLUMNS], y[ROWS], last[ROWS], place[ROWS];

/* Few elements that are not 0, and fewer marks; what the kernels are to find. */
static void fill(void)
{
    unsigned state = 7;
    int i;
    for (i = 0; i < ROWS * COLUMNS; i++) {
        const int row = i / COLUMNS;
        state = state * 1664525u + 1013904223u;
        x[i] = state >> 16 & 31 ? 0 : 1 + (int)(state >> 24);
        mark[i] = (state >> 8 & 63) == 5;
        if (i % COLUMNS == 0) {
            last[row] = 0;
            place[row] = -1;
        }
        last[row] = x[i] != 0 ? x[i] : last[row];
        place[row] = x[i] != 0 ? i % COLUMNS : place[row];
        if (mark[i] != 0) {
            last[row] = 0;
            place[row] = -1;
        }
        __asm__ volatile(""); /* no vectors here */
    }
}

static amp_status brought_home(amp_status s)
{
    return s == AMP_OK ? amp_synchronize(amp_view(int, y, ROWS)) : s;
}
#define RUN(kernel, threads)                                                                       \
    CHECK_OK(brought_home(parallel_for_each(amp_tile(amp_extent(ROWS), threads), kernel,           \
        amp_view(int, x, ROWS, COLUMNS), amp_view(int, mark, ROWS, COLUMNS),                       \
        amp_view(int, y, ROWS))))
TEST(a_value_or_a_constant)
{
    fill();
    RUN(last_of_row, 1);
    CHECK(memcmp(y, last, sizeof(y)) == 0);
    RUN(last_in_phase, 4);
    CHECK(memcmp(y, last, sizeof(y)) == 0);
}
#ifdef AMP_VECTORS
#define RIGHT(kernel, threads)                                                                     \
    memset(y, -1, sizeof(y));                                                                      \
    RUN(kernel, threads);                                                                          \
    CHECK(memcmp(y, last, sizeof(y)) == 0)
TEST(as_vectors_in_loops_of_every_kind)
{
    fill();
    memset(y, -1, sizeof(y));
    CHECK_OK(brought_home(parallel_for_each(amp_extent(ROWS), last_simple,
        amp_view(int, x, ROWS, COLUMNS), amp_view(int, mark, ROWS, COLUMNS),
        amp_view(int, y, ROWS))));
    CHECK(memcmp(y, last, sizeof(y)) == 0);
    RIGHT(last_by_while, 16);
    RIGHT(last_by_break, 16);
    RIGHT(last_of_helper, 4);
    RIGHT(last_in_two, 4);
}
#endif
TEST(in_a_simple_kernel)
{
    fill();
    CHECK_OK(brought_home(parallel_for_each(amp_extent(ROWS), last_of_own,
        amp_view(int, x, ROWS, COLUMNS), amp_view(int, mark, ROWS, COLUMNS),
        amp_view(int, y, ROWS))));
    CHECK(memcmp(y, last, sizeof(y)) == 0);
}
TEST(few_turns_each_with_a_condition)
{
    enum { PIXELS = 256, ALL = 3 * PIXELS };
    static int in[ALL], chosen[ALL], out[ALL];
    int i, bad = 0;
    for (i = 0; i < ALL; i++) {
        in[i] = i + 1;
        chosen[i] = (int)((unsigned)i * 2654435761u >> 13 & 1);
    }
    CHECK_OK(parallel_for_each(amp_extent(PIXELS), pixel, amp_view(int, in, ALL),
                               amp_view(int, chosen, ALL), amp_view(int, out, ALL)));
    CHECK_OK(amp_synchronize(amp_view(int, out, ALL)));
    for (i = 0; i < ALL; i++) {
        bad += out[i] != (chosen[i] ? in[i] : 0);
        __asm__ volatile(""); /* no vectors here */
    }
    CHECK_INT(bad, ==, 0);
}
TEST(an_index_or_a_constant)
{
    fill();
    RUN(where_in_row, 4);
    CHECK(memcmp(y, place, sizeof(y)) == 0);
}
