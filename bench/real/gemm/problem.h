/* SPDX-License-Identifier: MIT */
#ifndef GEMM_PROBLEM_H
#define GEMM_PROBLEM_H
/*
gemm: C = alpha A B + beta C for square matrices of floats.

n is the number of rows and columns; steps is not used. The operation is BLAS's SGEMM (Dongarra,
Du Croz, Hammarling, Duff, ACM TOMS 16(1), 1990); the kernel is the one by which the CUDA C
Programming Guide explains shared memory, for sizes that are no whole number of tiles.
*/
#include "../real.h"

typedef struct gemm_problem {
    int n;
    float alpha, beta;
    float *a, *b; /* n x n, row-major, as are all */
    float *start; /* C before a run */
    float *c;     /* read and written by a run */
    float *expected;
} gemm_problem;
extern gemm_problem gemm;

#endif
