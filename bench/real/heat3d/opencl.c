/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define ROWS 8\n"
    "#define COLS 32\n"
    "#define AT(A, z, y, x) A[((z) * n + (y)) * n + (x)]\n"
    "__kernel __attribute__((reqd_work_group_size(COLS, ROWS, 1)))\n"
    "void heat(int n, float diffusion, __global const float *from, __global float *to)\n"
    "{\n"
    "    __local float plane[ROWS + 2][COLS + 2];\n"
    "    const int y = get_global_id(1), x = get_global_id(0);\n"
    "    const int ty = get_local_id(1) + 1, tx = get_local_id(0) + 1;\n"
    "    const int on_grid = y < n && x < n;\n"
    "    const int inner = y > 0 && y < n - 1 && x > 0 && x < n - 1;\n"
    "    float below = 0, here = 0, above = 0;\n"
    "    if (on_grid) {\n"
    "        below = AT(from, 0, y, x);\n"
    "        here = AT(from, 1, y, x);\n"
    "    }\n"
    "    for (int z = 1; z < n - 1; z++) {\n"
    "        if (on_grid) {\n"
    "            above = AT(from, z + 1, y, x);\n"
    "            plane[ty][tx] = here;\n"
    "            if (ty == 1 && y > 0)\n"
    "                plane[0][tx] = AT(from, z, y - 1, x);\n"
    "            if (ty == ROWS && y < n - 1)\n"
    "                plane[ROWS + 1][tx] = AT(from, z, y + 1, x);\n"
    "            if (tx == 1 && x > 0)\n"
    "                plane[ty][0] = AT(from, z, y, x - 1);\n"
    "            if (tx == COLS && x < n - 1)\n"
    "                plane[ty][COLS + 1] = AT(from, z, y, x + 1);\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (inner)\n"
    "            AT(to, z, y, x) = here + diffusion * (below + above + plane[ty - 1][tx]\n"
    "                                                  + plane[ty + 1][tx] + plane[ty][tx - 1]\n"
    "                                                  + plane[ty][tx + 1] - 6.0f * here);\n"
    "        below = here;\n"
    "        here = above;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { ROWS = 8, COLS = 32 };
    const size_t n = (size_t)heat3d.n, bytes = n * n * n * sizeof(float);
    cl_kernel k = real_cl_kernel(source, "heat");
    cl_mem grids[2];
    const size_t local[2] = { COLS, ROWS };
    const size_t global[2] = { (n + COLS - 1) / COLS * COLS, (n + ROWS - 1) / ROWS * ROWS };
    int i;
    grids[0] = real_cl_buffer(heat3d.from, bytes);
    grids[1] = real_cl_buffer(heat3d.to, bytes);
    for (i = 0; i < heat3d.steps && n > 2; i++) {
        REAL_CL_ARG(k, 0, heat3d.n);
        REAL_CL_ARG(k, 1, heat3d.diffusion);
        REAL_CL_ARG(k, 2, grids[i % 2]);
        REAL_CL_ARG(k, 3, grids[1 - i % 2]);
        real_cl_launch(k, 2, global, local);
    }
    real_cl_read(grids[heat3d.steps % 2], bytes);
    heat3d.result = heat3d.steps % 2 == 0 ? heat3d.from : heat3d.to;
    return real_cl_end();
}

const real_variant heat3d_opencl[] = { { "by hand", run }, { NULL, NULL } };
