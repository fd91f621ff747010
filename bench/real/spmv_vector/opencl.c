/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define WARP 32\n"
    "#define ROWS 4\n"
    "#define TILE (ROWS * WARP)\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void rows(int n, __global const int *start, __global const int *column,\n"
    "          __global const float *value, __global const float *x, __global float *y)\n"
    "{\n"
    "    __local float t[TILE];\n"
    "    const int l = get_local_id(0), lane = l % WARP;\n"
    "    const int row = (int)get_group_id(0) * ROWS + l / WARP;\n"
    "    float sum = 0;\n"
    "    if (row < n) {\n"
    "        const int end = start[row + 1];\n"
    "        for (int i = start[row] + lane; i < end; i += WARP)\n"
    "            sum += value[i] * x[column[i]];\n"
    "    }\n"
    "    t[l] = sum;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int by = WARP / 2; by > 0; by /= 2) {\n"
    "        if (lane < by)\n"
    "            t[l] += t[l + by];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (lane == 0 && row < n)\n"
    "        y[row] = t[l];\n"
    "}\n";

static double run(void)
{
    enum { ROWS = 4, TILE = 128 };
    const real_matrix *m = &spmv_vector.m;
    const size_t rows = (size_t)m->n, elements = (size_t)m->start[m->n] + 1;
    const size_t local = TILE, global = (rows + ROWS - 1) / ROWS * TILE;
    cl_kernel k = real_cl_kernel(source, "rows");
    cl_mem start = real_cl_buffer(m->start, (rows + 1) * sizeof(int));
    cl_mem column = real_cl_buffer(m->column, elements * sizeof(int));
    cl_mem value = real_cl_buffer(m->value, elements * sizeof(float));
    cl_mem x = real_cl_buffer(spmv_vector.x, rows * sizeof(float));
    cl_mem y = real_cl_buffer(spmv_vector.y, rows * sizeof(float));
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

const real_variant spmv_vector_opencl[] = { { "by hand", run }, { NULL, NULL } };
