/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define BLOCK 256\n"
    "#define HIGH 8\n"
    "#define WIDE 32\n"
    "#define TINY 0.005f\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void mean(int points, int variables, __global const float *data, __global float *mean)\n"
    "{\n"
    "    const int j = get_global_id(0);\n"
    "    if (j < variables) {\n"
    "        float sum = 0.0f;\n"
    "        for (int i = 0; i < points; i++)\n"
    "            sum += data[i * variables + j];\n"
    "        mean[j] = sum / (float)points;\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void deviation(int points, int variables, __global const float *data,\n"
    "               __global const float *mean, __global float *deviation)\n"
    "{\n"
    "    const int j = get_global_id(0);\n"
    "    if (j < variables) {\n"
    "        float sum = 0.0f;\n"
    "        for (int i = 0; i < points; i++) {\n"
    "            const float d = data[i * variables + j] - mean[j];\n"
    "            sum += d * d;\n"
    "        }\n"
    "        sum = sqrt(sum / (float)points);\n"
    "        deviation[j] = sum <= TINY ? 1.0f : sum;\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(WIDE, HIGH, 1)))\n"
    "void centre(int points, int variables, __global const float *mean,\n"
    "            __global const float *deviation, __global float *data)\n"
    "{\n"
    "    const int i = get_global_id(1), j = get_global_id(0);\n"
    "    if (i < points && j < variables)\n"
    "        data[i * variables + j] = (data[i * variables + j] - mean[j])\n"
    "                                / (sqrt((float)points) * deviation[j]);\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void products(int points, int variables, __global const float *data,\n"
    "              __global float *result)\n"
    "{\n"
    "    const int j1 = get_global_id(0);\n"
    "    if (j1 < variables) {\n"
    "        result[j1 * variables + j1] = 1.0f;\n"
    "        for (int j2 = j1 + 1; j2 < variables; j2++) {\n"
    "            float sum = 0.0f;\n"
    "            for (int i = 0; i < points; i++)\n"
    "                sum += data[i * variables + j1] * data[i * variables + j2];\n"
    "            result[j1 * variables + j2] = sum;\n"
    "            result[j2 * variables + j1] = sum;\n"
    "        }\n"
    "    }\n"
    "}\n";

static size_t whole(int n, size_t tile)
{
    return ((size_t)n + tile - 1) / tile * tile;
}

/* A launch of one of the four, with its two or three buffers. */
static void launch(const char *name, unsigned rank, const size_t *global, const size_t *local,
                   cl_mem first, cl_mem second, cl_mem third)
{
    cl_kernel k = real_cl_kernel(source, name);
    REAL_CL_ARG(k, 0, correlation.points);
    REAL_CL_ARG(k, 1, correlation.variables);
    REAL_CL_ARG(k, 2, first);
    REAL_CL_ARG(k, 3, second);
    if (third != NULL) {
        REAL_CL_ARG(k, 4, third);
    }
    real_cl_launch(k, rank, global, local);
}

static double run(void)
{
    enum { BLOCK = 256, HIGH = 8, WIDE = 32 };
    const size_t m = (size_t)correlation.variables, points = (size_t)correlation.points;
    const size_t columns = whole(correlation.variables, BLOCK), block = BLOCK;
    const size_t cells[2] = { whole(correlation.variables, WIDE),
                              whole(correlation.points, HIGH) };
    const size_t tile[2] = { WIDE, HIGH };
    cl_mem data = real_cl_buffer(correlation.data, points * m * sizeof(float));
    cl_mem mean = real_cl_buffer(correlation.mean, m * sizeof(float));
    cl_mem deviation = real_cl_buffer(correlation.deviation, m * sizeof(float));
    cl_mem result = real_cl_buffer(correlation.result, m * m * sizeof(float));
    launch("mean", 1, &columns, &block, data, mean, NULL);
    launch("deviation", 1, &columns, &block, data, mean, deviation);
    launch("centre", 2, cells, tile, mean, deviation, data);
    launch("products", 1, &columns, &block, data, result, NULL);
    real_cl_read(result, m * m * sizeof(float));
    return real_cl_end();
}

const real_variant correlation_opencl[] = { { "by hand", run }, { NULL, NULL } };
