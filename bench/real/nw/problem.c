/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

enum { LETTERS = 24 };

nw_problem nw;

/* From -4 to 5, and 4 to 13 for a letter and itself. */
static int alike(int a, int b)
{
    const int low = a < b ? a : b, high = a < b ? b : a;
    return (int)(bench_noise((unsigned)(low * LETTERS + high)) % 10) - 4 + (a == b ? 8 : 0);
}

static void set_borders(int *score)
{
    const size_t side = (size_t)nw.n + 1;
    size_t i;
    for (i = 0; i < side; i++) {
        score[i] = score[i * side] = -(int)i * nw.gap;
    }
}

static void reference(int *score)
{
    const size_t n = (size_t)nw.n, side = n + 1;
    size_t i, j;
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= n; j++) {
            int best = score[(i - 1) * side + j - 1] + nw.alike[(i - 1) * n + j - 1];
            const int above = score[(i - 1) * side + j] - nw.gap;
            const int left = score[i * side + j - 1] - nw.gap;
            best = above > best ? above : best;
            score[i * side + j] = left > best ? left : best;
        }
    }
}

static void close_problem(void)
{
    real_free(&nw.alike);
    real_free(&nw.score);
    real_free(&nw.expected);
}

static void open_problem(int n, int steps)
{
    const size_t letters = (size_t)n, cells = (letters + 1) * (letters + 1);
    int *first, *second;
    size_t i, j;
    nw.n = n;
    nw.gap = steps;
    nw.alike = (int *)bench_memory(letters * letters * sizeof(int));
    nw.score = (int *)bench_memory(cells * sizeof(int));
    nw.expected = (int *)bench_memory(cells * sizeof(int));
    first = (int *)bench_memory(letters * sizeof(int));
    second = (int *)bench_memory(letters * sizeof(int));
    real_fill_ints(first, letters, 1, 0, LETTERS);
    real_fill_ints(second, letters, 2, 0, LETTERS);
    for (i = 0; i < letters; i++) {
        for (j = 0; j < letters; j++) {
            nw.alike[i * letters + j] = alike(first[i], second[j]);
        }
    }
    real_free(&first);
    real_free(&second);
    set_borders(nw.expected);
    reference(nw.expected);
}

static void restore(void)
{
    const size_t side = (size_t)nw.n + 1;
    memset(nw.score, REAL_POISON, side * side * sizeof(int));
    set_borders(nw.score);
}

/* Whole numbers: all orders give the same. */
static const char *check(void)
{
    const size_t side = (size_t)nw.n + 1;
    return real_differs_ints(nw.score, nw.expected, side * side);
}

const real_program nw_program = { open_problem, restore, check, close_problem };
