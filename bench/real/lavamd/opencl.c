/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define THREADS 128\n"
    "#define AROUND 27\n"
    "typedef struct particle {\n"
    "    float x, y, z, charge;\n"
    "} particle;\n"
    "typedef struct pull {\n"
    "    float potential, x, y, z;\n"
    "} pull;\n"
    "__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))\n"
    "void pulls(int particles, float alpha2, __global const particle *places,\n"
    "           __global const int *around, __global const int *around_count,\n"
    "           __global pull *result)\n"
    "{\n"
    "    __local particle own[THREADS], other[THREADS];\n"
    "    const int l = get_local_id(0), box = get_group_id(0), first = box * particles;\n"
    "    const int count = around_count[box];\n"
    "    pull sum = { 0, 0, 0, 0 };\n"
    "    for (int i = l; i < particles; i += THREADS)\n"
    "        own[i] = places[first + i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int k = 0; k < count; k++) {\n"
    "        const int other_first = around[box * AROUND + k] * particles;\n"
    "        for (int i = l; i < particles; i += THREADS)\n"
    "            other[i] = places[other_first + i];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int i = l; i < particles; i += THREADS) {\n"
    "            for (int j = 0; j < particles; j++) {\n"
    "                const float dx = own[i].x - other[j].x;\n"
    "                const float dy = own[i].y - other[j].y;\n"
    "                const float dz = own[i].z - other[j].z;\n"
    "                const float e = exp(-alpha2 * (dx * dx + dy * dy + dz * dz));\n"
    "                const float f = 2.0f * other[j].charge * e;\n"
    "                sum.potential += other[j].charge * e;\n"
    "                sum.x += f * dx;\n"
    "                sum.y += f * dy;\n"
    "                sum.z += f * dz;\n"
    "            }\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l < particles)\n"
    "        result[first + l] = sum;\n"
    "}\n";

static double run(void)
{
    enum { THREADS = 128 };
    const size_t boxes = (size_t)lavamd.boxes;
    const size_t bytes = boxes * (size_t)lavamd.particles * 4 * sizeof(float);
    cl_kernel k = real_cl_kernel(source, "pulls");
    cl_mem places = real_cl_buffer(lavamd.places, bytes);
    cl_mem around = real_cl_buffer(lavamd.around, boxes * LAVAMD_AROUND * sizeof(int));
    cl_mem around_count = real_cl_buffer(lavamd.around_count, boxes * sizeof(int));
    cl_mem result = real_cl_buffer(lavamd.result, bytes);
    const size_t local[1] = { THREADS }, global[1] = { boxes * THREADS };
    REAL_CL_ARG(k, 0, lavamd.particles);
    REAL_CL_ARG(k, 1, lavamd.alpha2);
    REAL_CL_ARG(k, 2, places);
    REAL_CL_ARG(k, 3, around);
    REAL_CL_ARG(k, 4, around_count);
    REAL_CL_ARG(k, 5, result);
    real_cl_launch(k, 1, global, local);
    real_cl_read(result, bytes);
    return real_cl_end();
}

const real_variant lavamd_opencl[] = { { "by hand", run }, { NULL, NULL } };
