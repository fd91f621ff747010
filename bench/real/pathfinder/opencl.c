/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define WIDTH 256\n"
    "__kernel __attribute__((reqd_work_group_size(WIDTH, 1, 1)))\n"
    "void rows(int first, int rows, int n, __global const int *cost, __global const int *from,\n"
    "          __global int *to)\n"
    "{\n"
    "    __local int way[WIDTH], next[WIDTH];\n"
    "    const int tx = get_local_id(0);\n"
    "    const int first_col = (WIDTH - 2 * rows) * (int)get_group_id(0) - rows;\n"
    "    const int col = first_col + tx;\n"
    "    const int left = first_col < 0 ? -first_col : 0;\n"
    "    const int right = first_col + WIDTH > n ? n - 1 - first_col : WIDTH - 1;\n"
    "    const int west = tx - 1 < left ? left : tx - 1;\n"
    "    const int east = tx + 1 > right ? right : tx + 1;\n"
    "    const int inside = tx >= left && tx <= right;\n"
    "    int computed = 0;\n"
    "    if (inside)\n"
    "        way[tx] = from[col];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int i = 0; i < rows; i++) {\n"
    "        computed = 0;\n"
    "        if (tx >= i + 1 && tx <= WIDTH - 2 - i && inside) {\n"
    "            int least = way[west] < way[tx] ? way[west] : way[tx];\n"
    "            least = way[east] < least ? way[east] : least;\n"
    "            computed = 1;\n"
    "            next[tx] = least + cost[(first + i) * n + col];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (i == rows - 1)\n"
    "            break;\n"
    "        if (computed)\n"
    "            way[tx] = next[tx];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (computed)\n"
    "        to[col] = next[tx];\n"
    "}\n";

static double run(void)
{
    enum { AT_ONCE = 20, WIDTH = 256 };
    const int n = pathfinder.n;
    const size_t bytes = (size_t)n * sizeof(int), local = WIDTH;
    cl_kernel k = real_cl_kernel(source, "rows");
    cl_mem cost = real_cl_buffer(pathfinder.cost, bytes * (size_t)pathfinder.steps);
    cl_mem from = real_cl_buffer(pathfinder.from, bytes), to = real_cl_buffer(pathfinder.to, bytes);
    cl_mem swap;
    int i, launches = 0;
    for (i = 0; i < pathfinder.steps; i += AT_ONCE) {
        const int rows = pathfinder.steps - i < AT_ONCE ? pathfinder.steps - i : AT_ONCE;
        const int inner = WIDTH - 2 * rows, tiles = (n + inner - 1) / inner;
        const size_t global = (size_t)tiles * WIDTH;
        REAL_CL_ARG(k, 0, i);
        REAL_CL_ARG(k, 1, rows);
        REAL_CL_ARG(k, 2, pathfinder.n);
        REAL_CL_ARG(k, 3, cost);
        REAL_CL_ARG(k, 4, from);
        REAL_CL_ARG(k, 5, to);
        real_cl_launch(k, 1, &global, &local);
        launches++;
        swap = from;
        from = to;
        to = swap;
    }
    real_cl_read(from, bytes);
    pathfinder.result = launches % 2 == 0 ? pathfinder.from : pathfinder.to;
    return real_cl_end();
}

const real_variant pathfinder_opencl[] = { { "by hand", run }, { NULL, NULL } };
