/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sort_problem sort;

static int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static void close_problem(void)
{
    real_free(&sort.start);
    real_free(&sort.keys);
    real_free(&sort.other);
    real_free(&sort.counts);
    real_free(&sort.expected);
}

static void open_problem(int n, int steps)
{
    const size_t bytes = (size_t)n * sizeof(unsigned);
    int i;
    (void)steps;
    sort.n = n;
    sort.tiles = (n + SORT_KEYS - 1) / SORT_KEYS;
    sort.start = (unsigned *)bench_memory(bytes);
    sort.keys = (unsigned *)bench_memory(bytes);
    sort.other = (unsigned *)bench_memory(bytes);
    sort.counts = (int *)bench_memory((size_t)sort.tiles * SORT_DIGITS * sizeof(int));
    sort.expected = (unsigned *)bench_memory(bytes);
    for (i = 0; i < n; i++) {
        sort.start[i] = bench_noise((unsigned)i + 1);
    }
    memcpy(sort.expected, sort.start, bytes);
    qsort(sort.expected, (size_t)n, sizeof(unsigned), ascending);
}

static void restore(void)
{
    const size_t bytes = (size_t)sort.n * sizeof(unsigned);
    memcpy(sort.keys, sort.start, bytes);
    memset(sort.other, REAL_POISON, bytes);
    memset(sort.counts, REAL_POISON, (size_t)sort.tiles * SORT_DIGITS * sizeof(int));
    sort.result = sort.other;
}

static const char *check(void)
{
    static char why[120];
    int i;
    for (i = 0; i < sort.n; i++) {
        if (sort.result[i] != sort.expected[i]) {
            (void)snprintf(why, sizeof(why), "key %d is %u, not %u", i, sort.result[i],
                           sort.expected[i]);
            return why;
        }
    }
    return NULL;
}

const real_program sort_program = { open_problem, restore, check, close_problem };
