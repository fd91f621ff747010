/* SPDX-License-Identifier: MIT */
#include "problem.h"

real_csr_problem spmv_csr;

static void open_problem(int n, int steps) { real_csr_open(&spmv_csr, n, steps); }

static void restore(void) { real_csr_restore(&spmv_csr); }

static const char *check(void) { return real_csr_check(&spmv_csr); }

static void close_problem(void) { real_csr_close(&spmv_csr); }

const real_program spmv_csr_program = { open_problem, restore, check, close_problem };
