/* SPDX-License-Identifier: MIT */
/* Blocks by anti-diagonals, the blocks of one in parallel; in a block row by row. Of a row, all
   that comes from the row above is a loop of vectors. What comes from the left is a running
   maximum: with gap * x added to each score it is max(score[x - 1], score[x]) alone. It is a loop
   that carries one number, or a scan of 16 numbers at a time. */
#include <limits.h>
#include <string.h>

#include "problem.h"

/* Rows and columns of a block: long rows, for the prefetcher. */
enum { ROWS = 64, COLS = 512 };

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The scores of `count` cells from the row above, each with gap * (x + 1) added. above[-1] is the
   diagonal neighbour of the first one. */
static void from_above(const int *restrict above, const int *restrict alike, int *restrict t,
                       int count)
{
    const int gap = nw.gap;
    int x;
#pragma omp simd
    for (x = 0; x < count; x++) {
        t[x] = larger(above[x - 1] + alike[x], above[x] - gap) + (x + 1) * gap;
    }
}

static void running(const int *restrict t, int *restrict score, int count)
{
    const int gap = nw.gap;
    int best = score[-1], x;
    for (x = 0; x < count; x++) {
        best = larger(best, t[x]);
        score[x] = best - (x + 1) * gap;
    }
}

typedef int lanes __attribute__((vector_size(64)));

static inline lanes larger_lanes(lanes a, lanes b)
{
    const lanes first = a > b;
    return (a & first) | (b & ~first);
}

/* Of each lane the largest so far, in four steps; `low` stands before the first one. */
static inline lanes scan_lanes(lanes v, lanes low)
{
    v = larger_lanes(v, __builtin_shufflevector(low, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                                                26, 27, 28, 29, 30));
    v = larger_lanes(v, __builtin_shufflevector(low, v, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24,
                                                25, 26, 27, 28, 29));
    v = larger_lanes(v, __builtin_shufflevector(low, v, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23,
                                                24, 25, 26, 27));
    return larger_lanes(v, __builtin_shufflevector(low, v, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19,
                                                   20, 21, 22, 23));
}

static void scan(const int *restrict t, int *restrict score, int count)
{
    enum { LANES = 16 };
    const int gap = nw.gap;
    const lanes low = { 0 }, lane = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };
    lanes best = low + score[-1];
    int x;
    for (x = 0; x + LANES <= count; x += LANES) {
        lanes v;
        memcpy(&v, t + x, sizeof(v));
        best = larger_lanes(scan_lanes(v, low + INT_MIN), best);
        v = best - (lane + x) * gap;
        memcpy(score + x, &v, sizeof(v));
        best = __builtin_shufflevector(best, best, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
                                       15, 15, 15, 15);
    }
    for (; x < count; x++) {
        best[0] = larger(best[0], t[x]);
        score[x] = best[0] - (x + 1) * gap;
    }
}

/* The block whose first cell is (row, col) of alike. */
static inline void block(int row, int col, void (*left)(const int *, int *, int))
{
    const size_t n = (size_t)nw.n, side = n + 1;
    const int rows = nw.n - row < ROWS ? nw.n - row : ROWS;
    const int cols = nw.n - col < COLS ? nw.n - col : COLS;
    int t[COLS], y;
    for (y = 0; y < rows; y++) {
        int *score = nw.score + (size_t)(row + y + 1) * side + (size_t)col + 1;
        from_above(score - side, nw.alike + (size_t)(row + y) * n + (size_t)col, t, cols);
        left(t, score, cols);
    }
}

static inline double all(void (*left)(const int *, int *, int))
{
    const int down = (nw.n + ROWS - 1) / ROWS, across = (nw.n + COLS - 1) / COLS;
#pragma omp parallel
    {
        int d, b;
        for (d = 0; d < down + across - 1; d++) {
            const int first = d < down ? 0 : d - down + 1;
            const int last = d < across ? d : across - 1;
#pragma omp for schedule(static)
            for (b = first; b <= last; b++) {
                block((d - b) * ROWS, b * COLS, left);
            }
        }
    }
    return BENCH_WALL;
}

static double run_running(void) { return all(running); }

static double run_scan(void) { return all(scan); }

const real_variant nw_openmp[] = { { "running maximum", run_running }, { "scan", run_scan },
                                   { NULL, NULL } };
