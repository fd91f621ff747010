/* SPDX-License-Identifier: MIT */
#ifndef SORT_PROBLEM_H
#define SORT_PROBLEM_H
/*
sort: n unsigned keys, by a radix sort of four bits a pass.

Eight passes of three kernels: each tile counts the sixteen digits among its 1024 keys; one tile
scans the counts, digit by digit and, of each digit, tile by tile; each tile sorts its keys by the
digit, by four splits in tile memory, and writes each digit's keys where its count says. After
Satish, Harris and Garland ("Designing efficient sorting algorithms for manycore GPUs", IPDPS 2009);
SHOC has a program of this name. n: keys; steps: not used.
*/
#include "../real.h"

enum { SORT_KEYS = 1024, SORT_DIGITS = 16 };

typedef struct sort_problem {
    int n, tiles;       /* tiles: of SORT_KEYS keys, the last one not full */
    unsigned *start;    /* n */
    unsigned *keys;     /* n: start before a run */
    unsigned *other;    /* n: room for every other pass, poisoned before a run */
    int *counts;        /* SORT_DIGITS x tiles: room for what the tiles count */
    unsigned *expected;
    unsigned *result;   /* set by a run: keys or other */
} sort_problem;
extern sort_problem sort;

#endif
