/* SPDX-License-Identifier: MIT */
#ifndef ATAX_PROBLEM_H
#define ATAX_PROBLEM_H
/*
atax: y = A^T (A x) for a matrix A of floats.

A has n rows and n + n / 4 columns; steps is not used. One of the kernels of PolyBench (Pouchet),
in the form that PolyBench-GPU gives it (Grauer-Gray et al., InPar 2012): first t = A x, a row a
thread, then y = A^T t, a column a thread.
*/
#include "../real.h"

typedef struct atax_problem {
    int rows, cols;
    float *a;         /* rows x cols, row-major */
    float *x;         /* cols */
    float *t;         /* rows: room for A x */
    float *y;         /* cols: the result */
    float *expected;
} atax_problem;
extern atax_problem atax;

#endif
