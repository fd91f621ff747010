/* SPDX-License-Identifier: MIT */
#include "problem.h"

real_csr_problem spmv_vector;

static void open_problem(int n, int steps) { real_csr_open(&spmv_vector, n, steps); }

static void restore(void) { real_csr_restore(&spmv_vector); }

static const char *check(void) { return real_csr_check(&spmv_vector); }

static void close_problem(void) { real_csr_close(&spmv_vector); }

const real_program spmv_vector_program = { open_problem, restore, check, close_problem };
