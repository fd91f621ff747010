/* SPDX-License-Identifier: MIT */
#ifndef PATHFINDER_PROBLEM_H
#define PATHFINDER_PROBLEM_H
/*
pathfinder: the cheapest ways through a grid, from its first row to each cell of its last one.

A grid of steps + 1 rows of n cells, each with a cost. A way goes from a row to the next one,
straight or one cell to a side, so that
    way[row][x] = cost[row][x] + min(way[row - 1][x - 1], way[row - 1][x], way[row - 1][x + 1])
where a cell outside of the grid does not count. Dynamic programming row by row, as in Rodinia's
program of this name (Che et al., IISWC 2009); costs are whole numbers from 0 to 9.
*/
#include "../real.h"

typedef struct pathfinder_problem {
    int n, steps;
    int *cost;        /* steps x n: the rows behind the first one */
    int *start;       /* n: the first row */
    int *from, *to;   /* n each: from: start before a run; to: room for every other launch */
    int *expected;    /* n: the ways to the last row */
    int *result;      /* set by a run: from or to */
} pathfinder_problem;
extern pathfinder_problem pathfinder;

#endif
