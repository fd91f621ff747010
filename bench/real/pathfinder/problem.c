/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

pathfinder_problem pathfinder;

static void step(const int *cost, const int *way, int *next)
{
    const int n = pathfinder.n;
    int x;
    for (x = 0; x < n; x++) {
        int least = way[x];
        if (x > 0 && way[x - 1] < least) {
            least = way[x - 1];
        }
        if (x < n - 1 && way[x + 1] < least) {
            least = way[x + 1];
        }
        next[x] = cost[x] + least;
    }
}

static void close_problem(void)
{
    real_free(&pathfinder.cost);
    real_free(&pathfinder.start);
    real_free(&pathfinder.from);
    real_free(&pathfinder.to);
    real_free(&pathfinder.expected);
}

static void open_problem(int n, int steps)
{
    const size_t row = (size_t)n, bytes = row * sizeof(int);
    int *other, *swap;
    int i;
    pathfinder.n = n;
    pathfinder.steps = steps;
    pathfinder.cost = (int *)bench_memory((size_t)steps * bytes);
    pathfinder.start = (int *)bench_memory(bytes);
    pathfinder.from = (int *)bench_memory(bytes);
    pathfinder.to = (int *)bench_memory(bytes);
    pathfinder.expected = (int *)bench_memory(bytes);
    real_fill_ints(pathfinder.cost, (size_t)steps * row, 1, 0, 10);
    real_fill_ints(pathfinder.start, row, 2, 0, 10);
    other = (int *)bench_memory(bytes);
    memcpy(pathfinder.expected, pathfinder.start, bytes);
    for (i = 0; i < steps; i++) {
        step(pathfinder.cost + (size_t)i * row, pathfinder.expected, other);
        swap = pathfinder.expected;
        pathfinder.expected = other;
        other = swap;
    }
    real_free(&other);
}

static void restore(void)
{
    const size_t bytes = (size_t)pathfinder.n * sizeof(int);
    memcpy(pathfinder.from, pathfinder.start, bytes);
    memset(pathfinder.to, REAL_POISON, bytes);
    pathfinder.result = pathfinder.to;
}

/* Whole numbers: all orders give the same. */
static const char *check(void)
{
    return real_differs_ints(pathfinder.result, pathfinder.expected, (size_t)pathfinder.n);
}

const real_program pathfinder_program = { open_problem, restore, check, close_problem };
