/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "typedef struct place {\n"
    "    float latitude, longitude;\n"
    "} place;\n"
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void distances_to(int n, float latitude, float longitude, __global const place *places,\n"
    "                  __global float *distances)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n) {\n"
    "        const place p = places[i];\n"
    "        distances[i] = sqrt((p.latitude - latitude) * (p.latitude - latitude)\n"
    "                            + (p.longitude - longitude) * (p.longitude - longitude));\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { TILE = 256 };
    const size_t count = (size_t)nn.n;
    cl_kernel k = real_cl_kernel(source, "distances_to");
    cl_mem places = real_cl_buffer(nn.places, 2 * count * sizeof(float));
    cl_mem distances = real_cl_buffer(nn.distances, count * sizeof(float));
    const size_t local[1] = { TILE }, global[1] = { (count + TILE - 1) / TILE * TILE };
    REAL_CL_ARG(k, 0, nn.n);
    REAL_CL_ARG(k, 1, nn.latitude);
    REAL_CL_ARG(k, 2, nn.longitude);
    REAL_CL_ARG(k, 3, places);
    REAL_CL_ARG(k, 4, distances);
    real_cl_launch(k, 1, global, local);
    real_cl_read(distances, count * sizeof(float));
    (void)nn_pick(nn.distances, 0, nn.n, nn.k, 0, nn.nearest);
    return real_cl_end();
}

const real_variant nn_opencl[] = { { "by hand", run }, { NULL, NULL } };
