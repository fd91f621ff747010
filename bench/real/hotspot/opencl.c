/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 16\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void steps(int steps, float scale, float rx, float ry, float rz, float ambient, int n,\n"
    "           __global const float *power, __global const float *from, __global float *to)\n"
    "{\n"
    "    __local float t[SIDE][SIDE], p[SIDE][SIDE], next[SIDE][SIDE];\n"
    "    const int ty = get_local_id(1), tx = get_local_id(0);\n"
    "    const int first_row = (SIDE - 2 * steps) * (int)get_group_id(1) - steps;\n"
    "    const int first_col = (SIDE - 2 * steps) * (int)get_group_id(0) - steps;\n"
    "    const int row = first_row + ty, col = first_col + tx;\n"
    "    const int top = first_row < 0 ? -first_row : 0;\n"
    "    const int bottom = first_row + SIDE > n ? n - 1 - first_row : SIDE - 1;\n"
    "    const int left = first_col < 0 ? -first_col : 0;\n"
    "    const int right = first_col + SIDE > n ? n - 1 - first_col : SIDE - 1;\n"
    "    const int north = ty - 1 < top ? top : ty - 1;\n"
    "    const int south = ty + 1 > bottom ? bottom : ty + 1;\n"
    "    const int west = tx - 1 < left ? left : tx - 1;\n"
    "    const int east = tx + 1 > right ? right : tx + 1;\n"
    "    int computed = 0;\n"
    "    if (row >= 0 && row < n && col >= 0 && col < n) {\n"
    "        t[ty][tx] = from[row * n + col];\n"
    "        p[ty][tx] = power[row * n + col];\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int i = 0; i < steps; i++) {\n"
    "        computed = 0;\n"
    "        if (tx >= i + 1 && tx <= SIDE - 2 - i && ty >= i + 1 && ty <= SIDE - 2 - i\n"
    "            && tx >= left && tx <= right && ty >= top && ty <= bottom) {\n"
    "            computed = 1;\n"
    "            next[ty][tx] = t[ty][tx] + scale * (p[ty][tx]\n"
    "                + (t[south][tx] + t[north][tx] - 2.0f * t[ty][tx]) * ry\n"
    "                + (t[ty][east] + t[ty][west] - 2.0f * t[ty][tx]) * rx\n"
    "                + (ambient - t[ty][tx]) * rz);\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (i == steps - 1)\n"
    "            break;\n"
    "        if (computed)\n"
    "            t[ty][tx] = next[ty][tx];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (computed)\n"
    "        to[row * n + col] = next[ty][tx];\n"
    "}\n";

static double run(void)
{
    enum { AT_ONCE = 2, SIDE = 16 };
    const size_t bytes = (size_t)hotspot.n * (size_t)hotspot.n * sizeof(float);
    cl_kernel k = real_cl_kernel(source, "steps");
    cl_mem power = real_cl_buffer(hotspot.power, bytes);
    cl_mem from = real_cl_buffer(hotspot.from, bytes), to = real_cl_buffer(hotspot.to, bytes);
    cl_mem swap;
    const size_t local[2] = { SIDE, SIDE };
    int i, launches = 0;
    for (i = 0; i < hotspot.steps; i += AT_ONCE) {
        const int steps = hotspot.steps - i < AT_ONCE ? hotspot.steps - i : AT_ONCE;
        const int inner = SIDE - 2 * steps, tiles = (hotspot.n + inner - 1) / inner;
        const size_t side = (size_t)tiles * SIDE, global[2] = { side, side };
        REAL_CL_ARG(k, 0, steps);
        REAL_CL_ARG(k, 1, hotspot.scale);
        REAL_CL_ARG(k, 2, hotspot.rx);
        REAL_CL_ARG(k, 3, hotspot.ry);
        REAL_CL_ARG(k, 4, hotspot.rz);
        REAL_CL_ARG(k, 5, hotspot.ambient);
        REAL_CL_ARG(k, 6, hotspot.n);
        REAL_CL_ARG(k, 7, power);
        REAL_CL_ARG(k, 8, from);
        REAL_CL_ARG(k, 9, to);
        real_cl_launch(k, 2, global, local);
        launches++;
        swap = from;
        from = to;
        to = swap;
    }
    real_cl_read(from, bytes);
    hotspot.result = launches % 2 == 0 ? hotspot.from : hotspot.to;
    return real_cl_end();
}

const real_variant hotspot_opencl[] = { { "by hand", run }, { NULL, NULL } };
