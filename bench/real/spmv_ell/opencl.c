/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "__kernel __attribute__((reqd_work_group_size(128, 1, 1)))\n"
    "void rows(int n, __global const int *length, __global const int *column,\n"
    "          __global const float *value, __global const float *x, __global float *y)\n"
    "{\n"
    "    const int row = get_global_id(0);\n"
    "    if (row < n) {\n"
    "        const int count = length[row];\n"
    "        float sum = 0;\n"
    "        for (int k = 0; k < count; k++)\n"
    "            sum += value[k * n + row] * x[column[k * n + row]];\n"
    "        y[row] = sum;\n"
    "    }\n"
    "}\n";

static double run(void)
{
    const size_t n = (size_t)spmv_ell.n, elements = (size_t)spmv_ell.longest * n;
    const size_t local = 128, global = (n + local - 1) / local * local;
    cl_kernel k = real_cl_kernel(source, "rows");
    cl_mem length = real_cl_buffer(spmv_ell.length, n * sizeof(int));
    cl_mem column = real_cl_buffer(spmv_ell.column, elements * sizeof(int));
    cl_mem value = real_cl_buffer(spmv_ell.value, elements * sizeof(float));
    cl_mem x = real_cl_buffer(spmv_ell.x, n * sizeof(float));
    cl_mem y = real_cl_buffer(spmv_ell.y, n * sizeof(float));
    REAL_CL_ARG(k, 0, spmv_ell.n);
    REAL_CL_ARG(k, 1, length);
    REAL_CL_ARG(k, 2, column);
    REAL_CL_ARG(k, 3, value);
    REAL_CL_ARG(k, 4, x);
    REAL_CL_ARG(k, 5, y);
    real_cl_launch(k, 1, &global, &local);
    real_cl_read(y, n * sizeof(float));
    return real_cl_end();
}

const real_variant spmv_ell_opencl[] = { { "by hand", run }, { NULL, NULL } };
