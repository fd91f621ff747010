/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 16\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void forward(int rows, __global const float *input, __global const float *weights,\n"
    "             __global float *partial)\n"
    "{\n"
    "    __local float unit[SIDE], product[SIDE][SIDE];\n"
    "    const int ty = get_local_id(1), tx = get_local_id(0), row = get_global_id(1);\n"
    "    if (tx == 0)\n"
    "        unit[ty] = row < rows ? input[row] : 0.0f;\n"
    "    product[ty][tx] = row < rows ? weights[row * SIDE + tx] : 0.0f;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    product[ty][tx] *= unit[ty];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int by = 1; by < SIDE; by *= 2) {\n"
    "        if (ty % (2 * by) == 0)\n"
    "            product[ty][tx] += product[ty + by][tx];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (ty == 0)\n"
    "        partial[(int)get_group_id(1) * SIDE + tx] = product[0][tx];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void back(int rows, float rate, float momentum, __global const float *delta,\n"
    "          __global const float *input, __global float *weights, __global float *change)\n"
    "{\n"
    "    const int row = get_global_id(1), tx = get_local_id(0);\n"
    "    if (row < rows) {\n"
    "        const float by = rate * delta[tx] * input[row] + momentum * change[row * SIDE + tx];\n"
    "        weights[row * SIDE + tx] += by;\n"
    "        change[row * SIDE + tx] = by;\n"
    "    }\n"
    "}\n";

static void between(size_t tiles)
{
    double sums[BACKPROP_HIDDEN] = { 0 };
    size_t i, j;
    for (i = 0; i < tiles; i++) {
        for (j = 0; j < BACKPROP_HIDDEN; j++) {
            sums[j] += (double)backprop.partial[i * BACKPROP_HIDDEN + j];
        }
    }
    backprop_between(sums);
}

static double run(void)
{
    enum { SIDE = BACKPROP_HIDDEN };
    const size_t rows = (size_t)backprop.rows, tiles = (rows + SIDE - 1) / SIDE;
    const size_t bytes = rows * SIDE * sizeof(float), sums = tiles * SIDE * sizeof(float);
    const size_t global[2] = { SIDE, tiles * SIDE }, local[2] = { SIDE, SIDE };
    const float rate = BACKPROP_RATE, momentum = BACKPROP_MOMENTUM;
    cl_kernel forward = real_cl_kernel(source, "forward"), back = real_cl_kernel(source, "back");
    cl_mem input = real_cl_buffer(backprop.input, rows * sizeof(float));
    cl_mem weights = real_cl_buffer(backprop.weights, bytes);
    cl_mem change = real_cl_buffer(backprop.change, bytes);
    cl_mem partial = real_cl_buffer(backprop.partial, sums);
    cl_mem delta = real_cl_buffer(backprop.delta, sizeof(backprop.delta));
    int i;
    REAL_CL_ARG(forward, 0, backprop.rows);
    REAL_CL_ARG(forward, 1, input);
    REAL_CL_ARG(forward, 2, weights);
    REAL_CL_ARG(forward, 3, partial);
    REAL_CL_ARG(back, 0, backprop.rows);
    REAL_CL_ARG(back, 1, rate);
    REAL_CL_ARG(back, 2, momentum);
    REAL_CL_ARG(back, 3, delta);
    REAL_CL_ARG(back, 4, input);
    REAL_CL_ARG(back, 5, weights);
    REAL_CL_ARG(back, 6, change);
    for (i = 0; i < backprop.steps; i++) {
        real_cl_launch(forward, 2, global, local);
        real_cl_read(partial, sums);
        between(tiles);
        real_cl_write(delta, backprop.delta, sizeof(backprop.delta));
        real_cl_launch(back, 2, global, local);
    }
    real_cl_read(weights, bytes);
    real_cl_read(change, bytes);
    return real_cl_end();
}

const real_variant backprop_opencl[] = { { "by hand", run }, { NULL, NULL } };
