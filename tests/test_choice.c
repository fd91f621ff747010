/* SPDX-License-Identifier: MIT */
/* run: engines=fibers,threads not=vectors */
/* Loops that choose a variable's value twice, one time a constant or the index, of which gcc 12
   makes wrong vectors: right where an engine runs a thread at a time (docs/design.md). The loops
   stand in the kernels, not in a helper: one that is not inlined has the command line's options. */
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
AMP_DEVICE_END

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
TEST(an_index_or_a_constant)
{
    fill();
    RUN(where_in_row, 4);
    CHECK(memcmp(y, place, sizeof(y)) == 0);
}
