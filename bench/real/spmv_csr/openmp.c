/* SPDX-License-Identifier: MIT */
#include "../real_csr.h"

#include "problem.h"

static double vectors(void) { return real_csr_vectors(&spmv_csr); }

static double four(void) { return real_csr_four(&spmv_csr); }

const real_variant spmv_csr_openmp[] = {
    { "rows in vectors", vectors }, { "rows in four sums", four }, { NULL, NULL }
};
