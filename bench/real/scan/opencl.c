/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define TILE 256\n"
    "#define OWN 4\n"
    "#define WINDOW (TILE * OWN)\n"
    "float scan_tile(__local float *t, int count, int l, float x)\n"
    "{\n"
    "    const int i = count + l;\n"
    "    t[l] = 0;\n"
    "    t[i] = x;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int by = 1; by < count; by *= 2) {\n"
    "        const float other = t[i - by];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        t[i] += other;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    return t[i - 1];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void reduce(int n, int region, __global const float *x, __global float *sums)\n"
    "{\n"
    "    __local float t[TILE];\n"
    "    const int l = get_local_id(0), first = (int)get_group_id(0) * region;\n"
    "    const int end = min(first + region, n);\n"
    "    float sum = 0;\n"
    "    for (int i = first + l; i < end; i += TILE)\n"
    "        sum += x[i];\n"
    "    t[l] = sum;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int by = TILE / 2; by > 0; by /= 2) {\n"
    "        if (l < by)\n"
    "            t[l] += t[l + by];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l == 0)\n"
    "        sums[get_group_id(0)] = t[0];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void top(int n, __global const float *sums, __global float *before)\n"
    "{\n"
    "    __local float t[2 * TILE];\n"
    "    const int l = get_local_id(0);\n"
    "    const float sum = scan_tile(t, TILE, l, l < n ? sums[l] : 0.0f);\n"
    "    if (l < n)\n"
    "        before[l] = sum;\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void bottom(int n, int region, __global const float *x, __global const float *before,\n"
    "            __global float *y)\n"
    "{\n"
    "    __local float t[2 * TILE];\n"
    "    const int l = get_local_id(0), first = (int)get_group_id(0) * region;\n"
    "    const int end = min(first + region, n);\n"
    "    float seed = before[get_group_id(0)];\n"
    "    for (int window = first; window < end; window += WINDOW) {\n"
    "        const int i = window + OWN * l;\n"
    "        float own[OWN], sum = 0, start;\n"
    "        for (int k = 0; k < OWN; k++) {\n"
    "            sum += i + k < end ? x[i + k] : 0.0f;\n"
    "            own[k] = sum;\n"
    "        }\n"
    "        start = seed + scan_tile(t, TILE, l, sum);\n"
    "        for (int k = 0; k < OWN; k++)\n"
    "            if (i + k < end)\n"
    "                y[i + k] = start + own[k];\n"
    "        seed += t[2 * TILE - 1];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { TILE = 256, WINDOW = 4 * TILE };
    const int n = scan.n, regions = SCAN_REGIONS, windows = (n + WINDOW - 1) / WINDOW;
    const int region = (windows + regions - 1) / regions * WINDOW;
    const size_t bytes = (size_t)n * sizeof(float), some = SCAN_REGIONS * sizeof(float);
    const size_t all = SCAN_REGIONS * TILE, local = TILE;
    cl_kernel reduce = real_cl_kernel(source, "reduce"), top = real_cl_kernel(source, "top");
    cl_kernel bottom = real_cl_kernel(source, "bottom");
    cl_mem x = real_cl_buffer(scan.x, bytes), sums = real_cl_buffer(scan.sums, some);
    cl_mem before = real_cl_buffer(scan.before, some), y = real_cl_buffer(scan.y, bytes);
    REAL_CL_ARG(reduce, 0, n);
    REAL_CL_ARG(reduce, 1, region);
    REAL_CL_ARG(reduce, 2, x);
    REAL_CL_ARG(reduce, 3, sums);
    real_cl_launch(reduce, 1, &all, &local);
    REAL_CL_ARG(top, 0, regions);
    REAL_CL_ARG(top, 1, sums);
    REAL_CL_ARG(top, 2, before);
    real_cl_launch(top, 1, &local, &local);
    REAL_CL_ARG(bottom, 0, n);
    REAL_CL_ARG(bottom, 1, region);
    REAL_CL_ARG(bottom, 2, x);
    REAL_CL_ARG(bottom, 3, before);
    REAL_CL_ARG(bottom, 4, y);
    real_cl_launch(bottom, 1, &all, &local);
    real_cl_read(y, bytes);
    return real_cl_end();
}

const real_variant scan_opencl[] = { { "by hand", run }, { NULL, NULL } };
