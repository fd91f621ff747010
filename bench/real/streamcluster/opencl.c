/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define TILE 256\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void pgain(int n, int x, int dims, int centres, __global const float *columns,\n"
    "           __global const float *weight, __global const float *cost,\n"
    "           __global const int *centre, __global float *lower, __global uchar *change,\n"
    "           __local float *candidate)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    for (int k = get_local_id(0); k < dims; k += TILE)\n"
    "        candidate[k] = columns[k * n + x];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (i < n) {\n"
    "        float x_cost = 0;\n"
    "        for (int k = 0; k < dims; k++) {\n"
    "            const float d = columns[k * n + i] - candidate[k];\n"
    "            x_cost += d * d;\n"
    "        }\n"
    "        x_cost *= weight[i];\n"
    "        for (int k = 0; k <= centres; k++)\n"
    "            lower[i * (centres + 1) + k] = 0;\n"
    "        if (x_cost < cost[i]) {\n"
    "            change[i] = 1;\n"
    "            lower[i * (centres + 1) + centres] = x_cost - cost[i];\n"
    "        } else {\n"
    "            change[i] = 0;\n"
    "            lower[i * (centres + 1) + centre[i]] = cost[i] - x_cost;\n"
    "        }\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { TILE = 256 };
    const size_t n = (size_t)streamcluster.n, dims = (size_t)streamcluster.dims;
    const size_t lower_bytes = n * (size_t)(streamcluster.centres + 1) * sizeof(float);
    const size_t local[1] = { TILE }, global[1] = { (n + TILE - 1) / TILE * TILE };
    cl_kernel k = real_cl_kernel(source, "pgain");
    cl_mem columns = real_cl_buffer(streamcluster.columns, dims * n * sizeof(float));
    cl_mem weight = real_cl_buffer(streamcluster.weight, n * sizeof(float));
    cl_mem cost = real_cl_buffer(streamcluster.cost, n * sizeof(float));
    cl_mem centre = real_cl_buffer(streamcluster.centre, n * sizeof(int));
    cl_mem lower = real_cl_buffer(streamcluster.lower, lower_bytes);
    cl_mem change = real_cl_buffer(streamcluster.change, n);
    int c;
    REAL_CL_ARG(k, 0, streamcluster.n);
    REAL_CL_ARG(k, 2, streamcluster.dims);
    REAL_CL_ARG(k, 3, streamcluster.centres);
    REAL_CL_ARG(k, 4, columns);
    REAL_CL_ARG(k, 5, weight);
    REAL_CL_ARG(k, 6, cost);
    REAL_CL_ARG(k, 7, centre);
    REAL_CL_ARG(k, 8, lower);
    REAL_CL_ARG(k, 9, change);
    real_cl_local(k, 10, dims * sizeof(float));
    for (c = 0; c < streamcluster.candidates; c++) {
        REAL_CL_ARG(k, 1, streamcluster.candidate[c]);
        real_cl_launch(k, 1, global, local);
        real_cl_read(lower, lower_bytes);
        streamcluster.gain[c] = streamcluster_gain_of_columns();
    }
    real_cl_read(change, n);
    return real_cl_end();
}

const real_variant streamcluster_opencl[] = { { "by hand", run }, { NULL, NULL } };
