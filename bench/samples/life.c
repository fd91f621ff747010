/* SPDX-License-Identifier: MIT */
/* A step of Conway's life on n x 32 n cells, 32 in a word, by sums of bits: a word a thread; what
   lies outside is dead. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

AMP_TILED_KERNEL(life_words, (SIDE, SIDE), in(int, 2, from), out(int, 2, to))
{
    const int y = tidx.global[0], x = tidx.global[1], n = from_shape.extent[0];
    if (y >= n || x >= n) {
        return;
    }
    unsigned int ones = 0, twos = 0, fours = 0, alive = 0;
    for (int dy = -1; dy <= 1; dy++) {
        if (y + dy < 0 || y + dy >= n) {
            continue;
        }
        const unsigned int here = (unsigned int)at(from, y + dy, x);
        const unsigned int left = x > 0 ? (unsigned int)at(from, y + dy, x - 1) : 0u;
        const unsigned int right = x < n - 1 ? (unsigned int)at(from, y + dy, x + 1) : 0u;
        for (int dx = -1; dx <= 1; dx++) {
            unsigned int add = here;
            if (dx < 0) {
                add = here << 1 | left >> 31;
            } else if (dx > 0) {
                add = here >> 1 | right << 31;
            } else if (dy == 0) {
                alive = here;
                continue;
            }
            const unsigned int carry = ones & add, more = twos & carry;
            ones ^= add;
            twos ^= carry;
            fours |= more;
        }
    }
    at(to, y, x) = (int)(twos & ~fours & (ones | alive));
}
AMP_DEVICE_END

static int n;
static int *from, *to;

static void make(int size)
{
    n = size;
    from = sample_ints((size_t)n * (size_t)n, -(1 << 30), 1 << 30);
    to = sample_ints((size_t)n * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(int, from, n, n);
    views[1] = amp_view(int, to, n, n);
    s = parallel_for_each(amp_tile(amp_extent(side, side), SIDE, SIDE), life_words, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* Rows with an empty word at either end. */
static void by_hand(void)
{
#pragma omp parallel
    {
        const size_t wide = (size_t)n + 2;
        unsigned *rows = (unsigned *)malloc(3 * wide * sizeof(unsigned));
        int y, x, v;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            int *restrict line = to + y * n;
            memset(rows, 0, 3 * wide * sizeof(unsigned));
            for (v = 0; v < 3; v++) {
                if (y + v - 1 >= 0 && y + v - 1 < n) {
                    memcpy(rows + (size_t)v * wide + 1, from + (y + v - 1) * n,
                           (size_t)n * sizeof(unsigned));
                }
            }
#pragma omp simd private(v)
            for (x = 0; x < n; x++) {
                unsigned ones = 0, twos = 0, fours = 0, carry, alive = rows[wide + (size_t)x + 1];
                for (v = 0; v < 3; v++) {
                    const unsigned *p = rows + (size_t)v * wide + x;
                    const unsigned left = p[1] << 1 | p[0] >> 31, right = p[1] >> 1 | p[2] << 31;
                    const unsigned middle = v == 1 ? 0u : p[1];
                    carry = ones & left, ones ^= left, fours |= twos & carry, twos ^= carry;
                    carry = ones & right, ones ^= right, fours |= twos & carry, twos ^= carry;
                    carry = ones & middle, ones ^= middle, fours |= twos & carry, twos ^= carry;
                }
                line[x] = (int)(twos & ~fours & (ones | alive));
            }
        }
        free(rows);
    }
}

const sample life_sample = { make, launch, by_hand, 0 };
