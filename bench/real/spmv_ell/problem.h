/* SPDX-License-Identifier: MIT */
#ifndef SPMV_ELL_PROBLEM_H
#define SPMV_ELL_PROBLEM_H
/*
spmv_ell: y = A x of a sparse matrix in the form ELLPACK-R, a thread a row.

Each row is padded to the longest one's length, and element k of all rows stands together, so that
neighbouring threads read side by side; a row's own length says where it ends. After Bell and
Garland (SC 2009) and Vazquez, Fernandez and Garzon ("A new approach for sparse matrix vector
product on NVIDIA GPUs", 2011), as SHOC's Spmv has it. n: rows and columns; steps: elements of a row
on average; a row has from half to one and a half times as many.
*/
#include "../real.h"

typedef struct spmv_ell_problem {
    int n, longest;  /* longest: at least 1 */
    int *length;     /* n */
    int *column;     /* longest x n: element k of row r is k * n + r; padding: 0 */
    float *value;    /* as column; padding: 0 */
    float *x;        /* n */
    float *y;        /* n: the result */
    float *expected;
} spmv_ell_problem;
extern spmv_ell_problem spmv_ell;

#endif
