/* SPDX-License-Identifier: MIT */
#ifndef SPMV_CSR_PROBLEM_H
#define SPMV_CSR_PROBLEM_H
/*
spmv_csr: y = A x of a sparse matrix in compressed rows, a thread a row.

The scalar kernel of Bell and Garland ("Implementing sparse matrix-vector multiplication on
throughput-oriented processors", SC 2009), as SHOC's Spmv has it. n: rows and columns; steps:
elements of a row on average; a row has none to twice as many.
*/
#include "../real_sparse.h"

extern real_csr_problem spmv_csr;

#endif
