/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 16\n"
    "#define A(y, x) a[(y) * n + (x)]\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, 1, 1)))\n"
    "void diagonal(int first, int n, __global float *a)\n"
    "{\n"
    "    __local float t[SIDE][SIDE];\n"
    "    const int tx = get_local_id(0);\n"
    "    for (int i = 0; i < SIDE; i++)\n"
    "        t[i][tx] = first + i < n && first + tx < n ? A(first + i, first + tx)\n"
    "            : i == tx ? 1.0f : 0.0f;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int i = 0; i < SIDE - 1; i++) {\n"
    "        if (tx > i) {\n"
    "            for (int j = 0; j < i; j++)\n"
    "                t[tx][i] -= t[tx][j] * t[j][i];\n"
    "            t[tx][i] /= t[i][i];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (tx > i)\n"
    "            for (int j = 0; j < i + 1; j++)\n"
    "                t[i + 1][tx] -= t[i + 1][j] * t[j][tx];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    for (int i = 1; i < SIDE; i++)\n"
    "        if (first + i < n && first + tx < n)\n"
    "            A(first + i, first + tx) = t[i][tx];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(2 * SIDE, 1, 1)))\n"
    "void perimeter(int first, int n, __global float *a)\n"
    "{\n"
    "    __local float pivot[SIDE][SIDE], above[SIDE][SIDE], left[SIDE][SIDE];\n"
    "    const int tx = get_local_id(0);\n"
    "    const int next = first + ((int)get_group_id(0) + 1) * SIDE;\n"
    "    if (tx < SIDE) {\n"
    "        for (int i = 0; i < SIDE / 2; i++)\n"
    "            pivot[i][tx] = A(first + i, first + tx);\n"
    "        for (int i = 0; i < SIDE; i++)\n"
    "            above[i][tx] = next + tx < n ? A(first + i, next + tx) : 0.0f;\n"
    "    } else {\n"
    "        const int x = tx - SIDE;\n"
    "        for (int i = SIDE / 2; i < SIDE; i++)\n"
    "            pivot[i][x] = A(first + i, first + x);\n"
    "        for (int i = 0; i < SIDE; i++)\n"
    "            left[i][x] = next + i < n ? A(next + i, first + x) : 0.0f;\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (tx < SIDE) {\n"
    "        for (int i = 1; i < SIDE; i++)\n"
    "            for (int j = 0; j < i; j++)\n"
    "                above[i][tx] -= pivot[i][j] * above[j][tx];\n"
    "    } else {\n"
    "        const int y = tx - SIDE;\n"
    "        for (int i = 0; i < SIDE; i++) {\n"
    "            for (int j = 0; j < i; j++)\n"
    "                left[y][i] -= left[y][j] * pivot[j][i];\n"
    "            left[y][i] /= pivot[i][i];\n"
    "        }\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (tx < SIDE) {\n"
    "        for (int i = 1; i < SIDE; i++)\n"
    "            if (next + tx < n)\n"
    "                A(first + i, next + tx) = above[i][tx];\n"
    "    } else {\n"
    "        for (int i = 0; i < SIDE; i++)\n"
    "            if (next + i < n)\n"
    "                A(next + i, first + tx - SIDE) = left[i][tx - SIDE];\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void internal(int first, int n, __global float *a)\n"
    "{\n"
    "    __local float left[SIDE][SIDE], above[SIDE][SIDE];\n"
    "    const int ty = get_local_id(1), tx = get_local_id(0);\n"
    "    const int row = first + SIDE + (int)get_global_id(1);\n"
    "    const int col = first + SIDE + (int)get_global_id(0);\n"
    "    float sum = 0;\n"
    "    left[ty][tx] = row < n ? A(row, first + tx) : 0.0f;\n"
    "    above[ty][tx] = col < n ? A(first + ty, col) : 0.0f;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int i = 0; i < SIDE; i++)\n"
    "        sum += left[ty][i] * above[i][tx];\n"
    "    if (row < n && col < n)\n"
    "        A(row, col) -= sum;\n"
    "}\n";

static void launch(const char *name, int first, cl_mem a, unsigned rank, const size_t *global,
                   const size_t *local)
{
    cl_kernel k = real_cl_kernel(source, name);
    REAL_CL_ARG(k, 0, first);
    REAL_CL_ARG(k, 1, lud.n);
    REAL_CL_ARG(k, 2, a);
    real_cl_launch(k, rank, global, local);
}

static double run(void)
{
    enum { SIDE = 16 };
    const int n = lud.n;
    const size_t bytes = (size_t)n * (size_t)n * sizeof(float);
    const size_t row = SIDE, two_rows = 2 * SIDE, square[2] = { SIDE, SIDE };
    cl_mem a = real_cl_buffer(lud.a, bytes);
    int i;
    for (i = 0; i < n; i += SIDE) {
        const size_t blocks = (size_t)((n - i - 1) / SIDE), rest = blocks * SIDE;
        const size_t threads = 2 * rest, area[2] = { rest, rest };
        launch("diagonal", i, a, 1, &row, &row);
        if (blocks > 0) {
            launch("perimeter", i, a, 1, &threads, &two_rows);
            launch("internal", i, a, 2, area, square);
        }
    }
    real_cl_read(a, bytes);
    return real_cl_end();
}

const real_variant lud_opencl[] = { { "by hand", run }, { NULL, NULL } };
