/* SPDX-License-Identifier: MIT */
#ifndef LUD_PROBLEM_H
#define LUD_PROBLEM_H
/*
lud: a matrix of n x n as the product of a lower triangle with ones on its diagonal and an upper
one, both in place of the matrix. No pivots: the matrix is one that needs none. In blocks, as in
Rodinia's program of this name (Che et al., IISWC 2009): of each block on the diagonal, that block,
the blocks right of it and below it, and what is taken from the rest. `steps` is not used.
*/
#include "../real.h"

typedef struct lud_problem {
    int n;
    float *matrix;    /* n x n, row-major, as are all */
    float *a;         /* matrix before a run, the triangles after it */
    float *expected;
} lud_problem;
extern lud_problem lud;

#endif
