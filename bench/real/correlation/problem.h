/* SPDX-License-Identifier: MIT */
#ifndef CORRELATION_PROBLEM_H
#define CORRELATION_PROBLEM_H
/*
correlation: how much each two of n variables go together (Pearson's r), of some points of data.

There are n variables and n + n / 4 points; steps is not used. A variable's mean and deviation are
found first, then its values are centred and divided by the deviation and by the root of the number
of points, so that a product of two columns is their correlation. A deviation of at most
CORRELATION_TINY is taken for 1. One of the kernels of PolyBench (Pouchet), in the form of four
launches that PolyBench-GPU gives it (Grauer-Gray et al., InPar 2012).
*/
#include "../real.h"

#define CORRELATION_TINY 0.005f

typedef struct correlation_problem {
    int variables, points;
    float *start;        /* points x variables, row-major: a row has all variables of a point */
    float *data;         /* start before a run, which may use it as room */
    float *mean, *deviation; /* variables: room */
    float *result;       /* variables x variables, symmetric, with ones on the diagonal */
    float *expected;
} correlation_problem;
extern correlation_problem correlation;

#endif
