/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define TILE 256\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void sums(int n, __global const float *x, __global float *sums)\n"
    "{\n"
    "    __local float t[TILE];\n"
    "    const int l = get_local_id(0), stride = 2 * TILE * get_num_groups(0);\n"
    "    float sum = 0;\n"
    "    for (int i = 2 * TILE * (int)get_group_id(0) + l; i < n; i += stride) {\n"
    "        sum += x[i];\n"
    "        if (i + TILE < n)\n"
    "            sum += x[i + TILE];\n"
    "    }\n"
    "    t[l] = sum;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int by = TILE / 2; by > 0; by /= 2) {\n"
    "        if (l < by)\n"
    "            t[l] += t[l + by];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l == 0)\n"
    "        sums[get_group_id(0)] = t[0];\n"
    "}\n";

static double run(void)
{
    enum { TILE = 256 };
    const size_t bytes = REDUCTION_TILES * sizeof(float);
    const size_t global = REDUCTION_TILES * TILE, local = TILE;
    cl_kernel k = real_cl_kernel(source, "sums");
    cl_mem x = real_cl_buffer(reduction.x, (size_t)reduction.n * sizeof(float));
    cl_mem sums = real_cl_buffer(reduction.sums, bytes);
    double end;
    int i;
    REAL_CL_ARG(k, 0, reduction.n);
    REAL_CL_ARG(k, 1, x);
    REAL_CL_ARG(k, 2, sums);
    real_cl_launch(k, 1, &global, &local);
    real_cl_read(sums, bytes);
    end = real_cl_end();
    reduction.total = 0;
    for (i = 0; i < REDUCTION_TILES; i++) {
        reduction.total += reduction.sums[i];
    }
    return end;
}

const real_variant reduction_opencl[] = { { "by hand", run }, { NULL, NULL } };
