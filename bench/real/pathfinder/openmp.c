/* SPDX-License-Identifier: MIT */
/* A row is one loop of vectors. Either row by row, or in strips of a row that go through many rows
   in the first cache: a strip computes some of its neighbours' cells besides, as a tile does. */
#include <limits.h>
#include <string.h>

#include "problem.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* `count` cells. A call of its own: where clang 14 knows that west, way and east are one array it
   keeps their elements from turn to turn, and makes no vectors. */
__attribute__((noinline)) static void cells(const int *cost, const int *west, const int *way,
                                            const int *east, int *restrict next, int count)
{
    int x;
#pragma omp simd
    for (x = 0; x < count; x++) {
        next[x] = cost[x] + least(least(west[x], way[x]), east[x]);
    }
}

/* Cells 0..count - 1; way[-1] and way[count] are read. */
static void inner(const int *cost, const int *way, int *next, int count)
{
    cells(cost, way - 1, way, way + 1, next, count);
}

/* Cells from..to - 1 of a row. */
static void part(const int *cost, const int *way, int *next, int from, int to)
{
    const int last = pathfinder.n - 1;
    if (from == 0) {
        next[0] = cost[0] + (last > 0 ? least(way[0], way[1]) : way[0]);
        from = 1;
    }
    if (to > last && last > 0) {
        next[last] = cost[last] + least(way[last - 1], way[last]);
        to = last;
    }
    inner(cost + from, way + from, next + from, to - from);
}

static double run_rows(void)
{
    enum { STRIP = 4096 };
    const int n = pathfinder.n;
    pathfinder.result = pathfinder.steps % 2 == 0 ? pathfinder.from : pathfinder.to;
#pragma omp parallel
    {
        int i, x;
        for (i = 0; i < pathfinder.steps; i++) {
            const int *way = i % 2 == 0 ? pathfinder.from : pathfinder.to;
            int *next = i % 2 == 0 ? pathfinder.to : pathfinder.from;
#pragma omp for schedule(static)
            for (x = 0; x < n; x += STRIP) {
                part(pathfinder.cost + (size_t)i * (size_t)n, way, next, x, least(x + STRIP, n));
            }
        }
    }
    return BENCH_WALL;
}

enum { STRIP = 2048, ROWS = 64, ROOM = STRIP + 2 * ROWS + 32, PAD = 16 };

/* Columns x..end - 1 after `rows` more rows of costs. Outside of the grid a way costs INT_MAX. */
static void strip(const int *cost, const int *from, int *to, int x, int end, int rows)
{
    const int n = pathfinder.n;
    const int first = x > rows ? x - rows : 0, stop = n - end > rows ? end + rows : n;
    int room[2][ROOM];
    int *way = room[0] + PAD, *next = room[1] + PAD, *swap; /* way[0] is column `first` */
    int i;
    memcpy(way, from + first, (size_t)(stop - first) * sizeof(int));
    way[-1] = next[-1] = way[stop - first] = next[stop - first] = INT_MAX;
    for (i = 1; i <= rows; i++) {
        const int left = x > rows - i ? x - (rows - i) : 0;
        const int right = n - end > rows - i ? end + (rows - i) : n;
        inner(cost + left, way + (left - first), next + (left - first), right - left);
        swap = way;
        way = next;
        next = swap;
        cost += n;
    }
    memcpy(to + x, way + (x - first), (size_t)(end - x) * sizeof(int));
}

static double run_strips(void)
{
    const int n = pathfinder.n;
    int i, x, k = 0;
    for (i = 0; i < pathfinder.steps; i += ROWS) {
        const int rows = least(ROWS, pathfinder.steps - i);
        const int *from = k == 0 ? pathfinder.from : pathfinder.to;
        int *to = k == 0 ? pathfinder.to : pathfinder.from;
#pragma omp parallel for schedule(static)
        for (x = 0; x < n; x += STRIP) {
            strip(pathfinder.cost + (size_t)i * (size_t)n, from, to, x, least(x + STRIP, n), rows);
        }
        k = 1 - k;
    }
    pathfinder.result = k == 0 ? pathfinder.from : pathfinder.to;
    return BENCH_WALL;
}

const real_variant pathfinder_openmp[] = { { "rows", run_rows }, { "strips", run_strips },
                                           { NULL, NULL } };
