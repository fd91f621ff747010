/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 16\n"
    "#define MAX_RADIUS 8\n"
    "#define MAX_WIDE (SIDE + 2 * MAX_RADIUS)\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void tiles(int radius, int rows, int cols, __global const float *filter,\n"
    "           __global const float *from, __global float *to)\n"
    "{\n"
    "    __local float t[MAX_WIDE][MAX_WIDE];\n"
    "    const int ty = get_local_id(1), tx = get_local_id(0);\n"
    "    const int row = get_global_id(1), col = get_global_id(0);\n"
    "    const int first_row = SIDE * (int)get_group_id(1) - radius;\n"
    "    const int first_col = SIDE * (int)get_group_id(0) - radius;\n"
    "    const int wide = SIDE + 2 * radius, across = 2 * radius + 1;\n"
    "    for (int y = ty; y < wide; y += SIDE)\n"
    "        for (int x = tx; x < wide; x += SIDE)\n"
    "            t[y][x] = from[clamp(first_row + y, 0, rows - 1) * cols\n"
    "                           + clamp(first_col + x, 0, cols - 1)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (row < rows && col < cols) {\n"
    "        float sum = 0.0f;\n"
    "        for (int v = 0; v <= 2 * radius; v++)\n"
    "            for (int u = 0; u <= 2 * radius; u++)\n"
    "                sum += filter[v * across + u] * t[ty + v][tx + u];\n"
    "        to[row * cols + col] = sum;\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { SIDE = 16 };
    const size_t bytes = (size_t)conv2d.n * (size_t)conv2d.n * sizeof(float);
    const size_t wide = (size_t)(2 * conv2d.radius + 1);
    const size_t side = ((size_t)conv2d.n + SIDE - 1) / SIDE * SIDE;
    const size_t global[2] = { side, side }, local[2] = { SIDE, SIDE };
    cl_kernel k = real_cl_kernel(source, "tiles");
    cl_mem filter = real_cl_buffer(conv2d.filter, wide * wide * sizeof(float));
    cl_mem from = real_cl_buffer(conv2d.from, bytes), to = real_cl_buffer(conv2d.to, bytes);
    REAL_CL_ARG(k, 0, conv2d.radius);
    REAL_CL_ARG(k, 1, conv2d.n);
    REAL_CL_ARG(k, 2, conv2d.n);
    REAL_CL_ARG(k, 3, filter);
    REAL_CL_ARG(k, 4, from);
    REAL_CL_ARG(k, 5, to);
    real_cl_launch(k, 2, global, local);
    real_cl_read(to, bytes);
    return real_cl_end();
}

const real_variant conv2d_opencl[] = { { "by hand", run }, { NULL, NULL } };
