/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "__kernel __attribute__((reqd_work_group_size(128, 1, 1)))\n"
    "void rows(int n, __global const int *start, __global const int *column,\n"
    "          __global const float *value, __global const float *x, __global float *y)\n"
    "{\n"
    "    const int row = get_global_id(0);\n"
    "    if (row < n) {\n"
    "        const int end = start[row + 1];\n"
    "        float sum = 0;\n"
    "        for (int i = start[row]; i < end; i++)\n"
    "            sum += value[i] * x[column[i]];\n"
    "        y[row] = sum;\n"
    "    }\n"
    "}\n";

static double run(void)
{
    const real_matrix *m = &spmv_csr.m;
    const size_t rows = (size_t)m->n, elements = (size_t)m->start[m->n] + 1;
    const size_t local = 128, global = (rows + local - 1) / local * local;
    cl_kernel k = real_cl_kernel(source, "rows");
    cl_mem start = real_cl_buffer(m->start, (rows + 1) * sizeof(int));
    cl_mem column = real_cl_buffer(m->column, elements * sizeof(int));
    cl_mem value = real_cl_buffer(m->value, elements * sizeof(float));
    cl_mem x = real_cl_buffer(spmv_csr.x, rows * sizeof(float));
    cl_mem y = real_cl_buffer(spmv_csr.y, rows * sizeof(float));
    REAL_CL_ARG(k, 0, m->n);
    REAL_CL_ARG(k, 1, start);
    REAL_CL_ARG(k, 2, column);
    REAL_CL_ARG(k, 3, value);
    REAL_CL_ARG(k, 4, x);
    REAL_CL_ARG(k, 5, y);
    real_cl_launch(k, 1, &global, &local);
    real_cl_read(y, rows * sizeof(float));
    return real_cl_end();
}

const real_variant spmv_csr_opencl[] = { { "by hand", run }, { NULL, NULL } };
