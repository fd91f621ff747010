/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define BLOCK 256\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void rows(int m, int n, __global const float *a, __global const float *x,\n"
    "          __global float *t)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < m) {\n"
    "        float sum = 0.0f;\n"
    "        for (int j = 0; j < n; j++)\n"
    "            sum += a[i * n + j] * x[j];\n"
    "        t[i] = sum;\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void columns(int m, int n, __global const float *a, __global const float *t,\n"
    "             __global float *y)\n"
    "{\n"
    "    const int j = get_global_id(0);\n"
    "    if (j < n) {\n"
    "        float sum = 0.0f;\n"
    "        for (int i = 0; i < m; i++)\n"
    "            sum += a[i * n + j] * t[i];\n"
    "        y[j] = sum;\n"
    "    }\n"
    "}\n";

static void launch(cl_kernel k, cl_mem a, cl_mem from, cl_mem to, int threads)
{
    enum { BLOCK = 256 };
    const size_t local = BLOCK, global = ((size_t)threads + BLOCK - 1) / BLOCK * BLOCK;
    REAL_CL_ARG(k, 0, atax.rows);
    REAL_CL_ARG(k, 1, atax.cols);
    REAL_CL_ARG(k, 2, a);
    REAL_CL_ARG(k, 3, from);
    REAL_CL_ARG(k, 4, to);
    real_cl_launch(k, 1, &global, &local);
}

static double run(void)
{
    const size_t rows = (size_t)atax.rows, cols = (size_t)atax.cols;
    cl_mem a = real_cl_buffer(atax.a, rows * cols * sizeof(float));
    cl_mem x = real_cl_buffer(atax.x, cols * sizeof(float));
    cl_mem t = real_cl_buffer(atax.t, rows * sizeof(float));
    cl_mem y = real_cl_buffer(atax.y, cols * sizeof(float));
    launch(real_cl_kernel(source, "rows"), a, x, t, atax.rows);
    launch(real_cl_kernel(source, "columns"), a, t, y, atax.cols);
    real_cl_read(y, cols * sizeof(float));
    return real_cl_end();
}

const real_variant atax_opencl[] = { { "by hand", run }, { NULL, NULL } };
