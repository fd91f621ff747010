/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void forces(int n, float cutoff2, __global const int *count, __global const int *list,\n"
    "            __global const float4 *position, __global float4 *force)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n) {\n"
    "        const float4 here = position[i];\n"
    "        const int neighbours = count[i];\n"
    "        float4 sum = (float4)(0.0f);\n"
    "        for (int k = 0; k < neighbours; k++) {\n"
    "            const float4 there = position[list[k * n + i]];\n"
    "            const float dx = here.x - there.x, dy = here.y - there.y;\n"
    "            const float dz = here.z - there.z, r2 = dx * dx + dy * dy + dz * dz;\n"
    "            if (r2 < cutoff2) {\n"
    "                const float one = 1.0f / r2, six = one * one * one;\n"
    "                const float pull = one * six * (48.0f * six - 24.0f);\n"
    "                sum.x += dx * pull;\n"
    "                sum.y += dy * pull;\n"
    "                sum.z += dz * pull;\n"
    "            }\n"
    "        }\n"
    "        force[i] = sum;\n"
    "    }\n"
    "}\n";

static double run(void)
{
    const size_t n = (size_t)md.n, local = 256, global = (n + local - 1) / local * local;
    cl_kernel k = real_cl_kernel(source, "forces");
    cl_mem count = real_cl_buffer(md.count, n * sizeof(int));
    cl_mem list = real_cl_buffer(md.list, (size_t)md.most * n * sizeof(int));
    cl_mem position = real_cl_buffer(md.position, 4 * n * sizeof(float));
    cl_mem force = real_cl_buffer(md.force, 4 * n * sizeof(float));
    REAL_CL_ARG(k, 0, md.n);
    REAL_CL_ARG(k, 1, md.cutoff2);
    REAL_CL_ARG(k, 2, count);
    REAL_CL_ARG(k, 3, list);
    REAL_CL_ARG(k, 4, position);
    REAL_CL_ARG(k, 5, force);
    real_cl_launch(k, 1, &global, &local);
    real_cl_read(force, 4 * n * sizeof(float));
    return real_cl_end();
}

const real_variant md_opencl[] = { { "by hand", run }, { NULL, NULL } };
