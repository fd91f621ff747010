/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include <string.h>

#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define BLOCK 256\n"
    "#define EDGES 21\n"
    "#define BINS 22\n"
    "#define DD 0\n"
    "#define RR 1\n"
    "#define DR 2\n"
    "int bin_of(__global const float *edges, float dot)\n"
    "{\n"
    "    int low = 0, high = EDGES;\n"
    "    while (low < high) {\n"
    "        const int middle = (low + high) / 2;\n"
    "        if (dot < edges[middle])\n"
    "            low = middle + 1;\n"
    "        else\n"
    "            high = middle;\n"
    "    }\n"
    "    return low;\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void pairs(int n, int sets, __global const float *points, __global const float *edges,\n"
    "           __global int *bins)\n"
    "{\n"
    "    __local float x[BLOCK], y[BLOCK], z[BLOCK];\n"
    "    __local int own[BINS];\n"
    "    const int l = get_local_id(0), i = get_global_id(0), job = get_group_id(1);\n"
    "    const int origin = get_group_id(0) * BLOCK;\n"
    "    const int kind = job == 0 ? DD : job <= sets ? RR : DR;\n"
    "    const int a = kind == RR ? job : 0, b = kind == DR ? job - sets : a;\n"
    "    __global const float *one = points + a * 3 * n, *other = points + b * 3 * n;\n"
    "    float px = 0.0f, py = 0.0f, pz = 0.0f;\n"
    "    if (l < BINS)\n"
    "        own[l] = 0;\n"
    "    if (i < n) {\n"
    "        px = one[i];\n"
    "        py = one[n + i];\n"
    "        pz = one[2 * n + i];\n"
    "    }\n"
    "    for (int first = a == b ? origin : 0; first < n; first += BLOCK) {\n"
    "        if (first + l < n) {\n"
    "            x[l] = other[first + l];\n"
    "            y[l] = other[n + first + l];\n"
    "            z[l] = other[2 * n + first + l];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (i < n) {\n"
    "            const int end = n - first < BLOCK ? n - first : BLOCK;\n"
    "            for (int k = a == b && first == origin ? l + 1 : 0; k < end; k++) {\n"
    "                const float dot = px * x[k] + py * y[k] + pz * z[k];\n"
    "                atomic_inc(&own[bin_of(edges, dot)]);\n"
    "            }\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l < BINS)\n"
    "        atomic_add(&bins[kind * BINS + l], own[l]);\n"
    "}\n";

static double run(void)
{
    enum { BLOCK = 256 };
    const size_t n = (size_t)tpacf.n, sets = (size_t)tpacf.sets;
    const size_t bytes = TPACF_KINDS * TPACF_BINS * sizeof(int);
    const size_t global[2] = { (n + BLOCK - 1) / BLOCK * BLOCK, 1 + 2 * sets };
    const size_t local[2] = { BLOCK, 1 };
    cl_kernel k = real_cl_kernel(source, "pairs");
    cl_mem points, edges, bins;
    memset(tpacf.bins, 0, bytes);
    points = real_cl_buffer(tpacf.points, (1 + sets) * 3 * n * sizeof(float));
    edges = real_cl_buffer(tpacf.edges, TPACF_EDGES * sizeof(float));
    bins = real_cl_buffer(tpacf.bins, bytes);
    REAL_CL_ARG(k, 0, tpacf.n);
    REAL_CL_ARG(k, 1, tpacf.sets);
    REAL_CL_ARG(k, 2, points);
    REAL_CL_ARG(k, 3, edges);
    REAL_CL_ARG(k, 4, bins);
    real_cl_launch(k, 2, global, local);
    real_cl_read(bins, bytes);
    return real_cl_end();
}

const real_variant tpacf_opencl[] = { { "by hand", run }, { NULL, NULL } };
