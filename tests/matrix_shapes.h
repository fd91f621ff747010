/* SPDX-License-Identifier: MIT */
/* tests/matrix_shapes.h: launches of kernels that make a matrix of n x n ints from another one, on
   sizes that fit the tile and that do not, each against the text of its body in plain C,
   serial_NAME(y, x): of tiled_NAME, of simple_NAME, and of what SHAPE_MORE(NAME) launches. */
#ifndef MATRIX_SHAPES_H
#define MATRIX_SHAPES_H

#include "tap.h"

enum { MOST = 131 };

/* The matrix that is read, and what the kernel and the serial text made of it. */
static int from[MOST * MOST], got[MOST * MOST], want[MOST * MOST], n;

static void fill(void)
{
    unsigned r = (unsigned)n;
    int i;
    for (i = 0; i < MOST * MOST; i++) {
        r = r * 1664525u + 1013904223u;
        from[i] = (int)(r >> 24 & 15);
        got[i] = want[i] = -99;
    }
}

/* Whether the launch gave what the serial text gave, which stands in want. */
static int right(amp_status s, amp_array_view b)
{
    if (s == AMP_OK) {
        s = amp_synchronize(b);
    }
    CHECK_OK(s);
    return memcmp(got, want, sizeof(got)) == 0;
}

/* The next whole number of `tile`s. */
static int whole(int tile)
{
    return (n + tile - 1) / tile * tile;
}

#define RUN(kernel, extent) \
    do { \
        amp_array_view a, b; \
        for (y = 0; y < MOST * MOST; y++) { got[y] = -99; } \
        a = amp_view(int, from, n, n); \
        b = amp_view(int, got, n, n); \
        CHECK(right(parallel_for_each(extent, kernel, a, b), b)); \
        amp_release(a); \
        amp_release(b); \
    } while (0)
#define SHAPE_TEST(name) \
    TEST(name) \
    { \
        static const int sizes[] = { 1, 2, 5, 16, 17, 48, MOST }; \
        int k, y, x; \
        for (k = 0; k < (int)(sizeof(sizes) / sizeof(*sizes)); k++) { \
            n = sizes[k]; \
            fill(); \
            for (y = 0; y < n; y++) { for (x = 0; x < n; x++) { serial_##name(y, x); } } \
            RUN(tiled_##name, amp_tile(amp_extent(whole(16), whole(16)), 16, 16)); \
            SHAPE_MORE(name) \
            RUN(simple_##name, amp_extent(n, n)); \
        } \
    }

#endif /* MATRIX_SHAPES_H */
