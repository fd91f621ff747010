/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void turn(int n, int features, __global const float *points, __global float *by_feature)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n)\n"
    "        for (int f = 0; f < features; f++)\n"
    "            by_feature[f * n + i] = points[i * features + f];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void assign(int n, int features, int count, __global const float *by_feature,\n"
    "            __global const float *centres, __global int *member)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n) {\n"
    "        float least = 3.4e38f;\n"
    "        int best = -1;\n"
    "        for (int c = 0; c < count; c++) {\n"
    "            float distance = 0;\n"
    "            for (int f = 0; f < features; f++) {\n"
    "                const float d = by_feature[f * n + i] - centres[c * features + f];\n"
    "                distance += d * d;\n"
    "            }\n"
    "            if (distance < least) {\n"
    "                least = distance;\n"
    "                best = c;\n"
    "            }\n"
    "        }\n"
    "        member[i] = best;\n"
    "    }\n"
    "}\n";

enum { FEATURES = KMEANS_FEATURES, CENTRES = KMEANS_CENTRES, WIDTH = 256 };

static void move_centres(void)
{
    double sums[CENTRES][FEATURES] = { { 0 } };
    int count[CENTRES] = { 0 }, i, c, f;
    for (i = 0; i < kmeans.n; i++) {
        const float *point = kmeans.points + (size_t)i * FEATURES;
        c = kmeans.member[i];
        count[c]++;
        for (f = 0; f < FEATURES; f++) {
            sums[c][f] += (double)point[f];
        }
    }
    for (c = 0; c < CENTRES; c++) {
        for (f = 0; f < FEATURES && count[c] > 0; f++) {
            kmeans.centres[c][f] = kmeans_mean(sums[c][f], count[c]);
        }
    }
}

static double run(void)
{
    const size_t n = (size_t)kmeans.n, bytes = n * FEATURES * sizeof(float);
    const size_t global = (n + WIDTH - 1) / WIDTH * WIDTH, local = WIDTH;
    const int features = FEATURES, count = CENTRES;
    cl_kernel turn = real_cl_kernel(source, "turn"), assign = real_cl_kernel(source, "assign");
    cl_mem points = real_cl_buffer(kmeans.points, bytes);
    cl_mem by_feature = real_cl_buffer(kmeans.by_feature, bytes);
    cl_mem centres = real_cl_buffer(kmeans.centres, sizeof(kmeans.centres));
    cl_mem member = real_cl_buffer(kmeans.member, n * sizeof(int));
    int i;
    REAL_CL_ARG(turn, 0, kmeans.n);
    REAL_CL_ARG(turn, 1, features);
    REAL_CL_ARG(turn, 2, points);
    REAL_CL_ARG(turn, 3, by_feature);
    real_cl_launch(turn, 1, &global, &local);
    REAL_CL_ARG(assign, 0, kmeans.n);
    REAL_CL_ARG(assign, 1, features);
    REAL_CL_ARG(assign, 2, count);
    REAL_CL_ARG(assign, 3, by_feature);
    REAL_CL_ARG(assign, 4, centres);
    REAL_CL_ARG(assign, 5, member);
    for (i = 0; i < kmeans.steps; i++) {
        real_cl_launch(assign, 1, &global, &local);
        real_cl_read(member, n * sizeof(int));
        move_centres();
        real_cl_write(centres, kmeans.centres, sizeof(kmeans.centres));
    }
    return real_cl_end();
}

const real_variant kmeans_opencl[] = { { "by hand", run }, { NULL, NULL } };
