/* SPDX-License-Identifier: MIT */
#ifndef GAUSSIAN_PROBLEM_H
#define GAUSSIAN_PROBLEM_H
/*
gaussian: n linear equations, a x = b, by Gauss's elimination: equation after equation its multiples
are taken from those below; then the unknowns are found from the last one up. No pivots: the matrix
is one that needs none. As Rodinia's program of this name (Che et al., IISWC 2009), which eliminates
on the device, two kernels an equation, and finds the unknowns on the host. `steps` is not used.
*/
#include "../real.h"

typedef struct gaussian_problem {
    int n;
    float *matrix, *right;  /* n x n, row-major, as are all; n */
    float *a, *b;           /* matrix and right before a run; room for it */
    float *m;               /* n x n: room for a run: which multiples */
    float *x;               /* n: the result */
    float *expected;
} gaussian_problem;
extern gaussian_problem gaussian;

#endif
