/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include <string.h>

#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define BLOCK 256\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void count(int n, int threads, __global const uchar *data, __global int *bins)\n"
    "{\n"
    "    __local int own[BLOCK];\n"
    "    const int l = get_local_id(0);\n"
    "    own[l] = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int i = get_global_id(0); i < n; i += threads)\n"
    "        atomic_inc(&own[data[i]]);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    atomic_add(&bins[l], own[l]);\n"
    "}\n";

static double run(void)
{
    enum { BLOCK = 256, MOST = 128 };
    const int needed = histogram.n / BLOCK + (histogram.n % BLOCK != 0);
    const int threads = (needed < MOST ? needed : MOST) * BLOCK;
    const size_t global = (size_t)threads, local = BLOCK;
    cl_kernel k = real_cl_kernel(source, "count");
    cl_mem data, bins;
    memset(histogram.bins, 0, HISTOGRAM_BINS * sizeof(int));
    data = real_cl_buffer(histogram.data, (size_t)histogram.n);
    bins = real_cl_buffer(histogram.bins, HISTOGRAM_BINS * sizeof(int));
    REAL_CL_ARG(k, 0, histogram.n);
    REAL_CL_ARG(k, 1, threads);
    REAL_CL_ARG(k, 2, data);
    REAL_CL_ARG(k, 3, bins);
    real_cl_launch(k, 1, &global, &local);
    real_cl_read(bins, HISTOGRAM_BINS * sizeof(int));
    return real_cl_end();
}

const real_variant histogram_opencl[] = { { "by hand", run }, { NULL, NULL } };
