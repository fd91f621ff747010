/* SPDX-License-Identifier: MIT */
#ifndef SPMV_VECTOR_PROBLEM_H
#define SPMV_VECTOR_PROBLEM_H
/*
spmv_vector: y = A x of a sparse matrix in compressed rows, a warp a row.

32 threads read a row side by side, and add their sums in tile memory. The vector kernel of Bell and
Garland ("Implementing sparse matrix-vector multiplication on throughput-oriented processors", SC
2009), as SHOC's Spmv has it, with a barrier in each step of the tree. n: rows and columns; steps:
elements of a row on average; a row has none to twice as many.
*/
#include "../real_sparse.h"

extern real_csr_problem spmv_vector;

#endif
