/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 16\n"
    "int best_of(int diagonal, int above, int left)\n"
    "{\n"
    "    return max(max(diagonal, above), left);\n"
    "}\n"
    "#define CELL(y, x) s[y][x] = best_of(s[(y) - 1][(x) - 1] + like[(y) - 1][(x) - 1], \\\n"
    "                                     s[(y) - 1][x] - gap, s[y][(x) - 1] - gap)\n"
    "#define BLOCK(row, col) \\\n"
    "    __local int s[SIDE + 1][SIDE + 1], like[SIDE][SIDE]; \\\n"
    "    const int tx = get_local_id(0), side = n + 1; \\\n"
    "    for (int ty = 0; ty < SIDE; ty++) \\\n"
    "        like[ty][tx] = row + ty < n && col + tx < n \\\n"
    "            ? alike[(row + ty) * n + col + tx] : 0; \\\n"
    "    s[0][tx + 1] = col + tx + 1 <= n ? score[row * side + col + tx + 1] : 0; \\\n"
    "    s[tx + 1][0] = row + tx + 1 <= n ? score[(row + tx + 1) * side + col] : 0; \\\n"
    "    if (tx == 0) \\\n"
    "        s[0][0] = score[row * side + col]; \\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "    for (int m = 0; m < SIDE; m++) { \\\n"
    "        if (tx <= m) \\\n"
    "            CELL(m - tx + 1, tx + 1); \\\n"
    "        barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "    } \\\n"
    "    for (int m = SIDE - 2; m >= 0; m--) { \\\n"
    "        if (tx <= m) \\\n"
    "            CELL(SIDE - tx, tx + SIDE - m); \\\n"
    "        barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "    } \\\n"
    "    for (int ty = 0; ty < SIDE; ty++) \\\n"
    "        if (row + ty + 1 <= n && col + tx + 1 <= n) \\\n"
    "            score[(row + ty + 1) * side + col + tx + 1] = s[ty + 1][tx + 1];\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, 1, 1)))\n"
    "void begin(int diagonal, int gap, int n, __global const int *alike, __global int *score)\n"
    "{\n"
    "    const int row = (diagonal - (int)get_group_id(0)) * SIDE;\n"
    "    const int col = (int)get_group_id(0) * SIDE;\n"
    "    BLOCK(row, col)\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, 1, 1)))\n"
    "void end(int first, int blocks, int gap, int n, __global const int *alike,\n"
    "         __global int *score)\n"
    "{\n"
    "    const int row = (blocks - 1 - (int)get_group_id(0)) * SIDE;\n"
    "    const int col = (first + (int)get_group_id(0)) * SIDE;\n"
    "    BLOCK(row, col)\n"
    "}\n";

static double run(void)
{
    enum { SIDE = 16 };
    const int n = nw.n, blocks = (n + SIDE - 1) / SIDE;
    const size_t letters = (size_t)n, local = SIDE;
    const size_t bytes = (letters + 1) * (letters + 1) * sizeof(int);
    cl_kernel begin = real_cl_kernel(source, "begin"), end = real_cl_kernel(source, "end");
    cl_mem alike = real_cl_buffer(nw.alike, letters * letters * sizeof(int));
    cl_mem score = real_cl_buffer(nw.score, bytes);
    size_t global;
    int i;
    for (i = 0; i < blocks; i++) {
        global = (size_t)(i + 1) * SIDE;
        REAL_CL_ARG(begin, 0, i);
        REAL_CL_ARG(begin, 1, nw.gap);
        REAL_CL_ARG(begin, 2, nw.n);
        REAL_CL_ARG(begin, 3, alike);
        REAL_CL_ARG(begin, 4, score);
        real_cl_launch(begin, 1, &global, &local);
    }
    for (i = 1; i < blocks; i++) {
        global = (size_t)(blocks - i) * SIDE;
        REAL_CL_ARG(end, 0, i);
        REAL_CL_ARG(end, 1, blocks);
        REAL_CL_ARG(end, 2, nw.gap);
        REAL_CL_ARG(end, 3, nw.n);
        REAL_CL_ARG(end, 4, alike);
        REAL_CL_ARG(end, 5, score);
        real_cl_launch(end, 1, &global, &local);
    }
    real_cl_read(score, bytes);
    return real_cl_end();
}

const real_variant nw_opencl[] = { { "by hand", run }, { NULL, NULL } };
