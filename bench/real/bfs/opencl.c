/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void reach(int n, __global const int *starts, __global const int *edges,\n"
    "           __global uchar *mask, __global uchar *updating,\n"
    "           __global const uchar *visited, __global int *cost)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n && mask[i]) {\n"
    "        mask[i] = 0;\n"
    "        for (int k = starts[i]; k < starts[i + 1]; k++) {\n"
    "            const int other = edges[k];\n"
    "            if (!visited[other]) {\n"
    "                cost[other] = cost[i] + 1;\n"
    "                updating[other] = 1;\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void advance(int n, __global uchar *mask, __global uchar *updating,\n"
    "             __global uchar *visited, __global int *again)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n && updating[i]) {\n"
    "        mask[i] = 1;\n"
    "        visited[i] = 1;\n"
    "        again[0] = 1;\n"
    "        updating[i] = 0;\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { TILE = 256 };
    const size_t n = (size_t)bfs.n, count = bfs.edge_count > 0 ? (size_t)bfs.edge_count : 1;
    const size_t local[1] = { TILE }, global[1] = { (n + TILE - 1) / TILE * TILE };
    const int none = 0;
    int again = 1, level;
    cl_kernel reach = real_cl_kernel(source, "reach"), advance = real_cl_kernel(source, "advance");
    cl_mem starts = real_cl_buffer(bfs.starts, (n + 1) * sizeof(int));
    cl_mem edges = real_cl_buffer(bfs.edges, count * sizeof(int));
    cl_mem mask = real_cl_buffer(bfs.mask, n), updating = real_cl_buffer(bfs.updating, n);
    cl_mem visited = real_cl_buffer(bfs.visited, n);
    cl_mem cost = real_cl_buffer(bfs.cost, n * sizeof(int));
    cl_mem flag = real_cl_buffer(&again, sizeof(again));
    REAL_CL_ARG(reach, 0, bfs.n);
    REAL_CL_ARG(reach, 1, starts);
    REAL_CL_ARG(reach, 2, edges);
    REAL_CL_ARG(reach, 3, mask);
    REAL_CL_ARG(reach, 4, updating);
    REAL_CL_ARG(reach, 5, visited);
    REAL_CL_ARG(reach, 6, cost);
    REAL_CL_ARG(advance, 0, bfs.n);
    REAL_CL_ARG(advance, 1, mask);
    REAL_CL_ARG(advance, 2, updating);
    REAL_CL_ARG(advance, 3, visited);
    REAL_CL_ARG(advance, 4, flag);
    for (level = 0; again && level < bfs.n; level++) { /* ends where launches fail, too */
        real_cl_write(flag, &none, sizeof(none));
        real_cl_launch(reach, 1, global, local);
        real_cl_launch(advance, 1, global, local);
        real_cl_read(flag, sizeof(again));
    }
    real_cl_read(cost, n * sizeof(int));
    return real_cl_end();
}

const real_variant bfs_opencl[] = { { "by hand", run }, { NULL, NULL } };
