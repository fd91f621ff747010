/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 16\n"
    "#define AT(y, x) (y) * n + (x)\n"
    "#define D __global float *\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void coefficients(float q0, int n, __global const float *image, D dn, D ds, D dw, D de, D c)\n"
    "{\n"
    "    __local float t[SIDE + 2][SIDE + 2];\n"
    "    const int ty = get_local_id(1) + 1, tx = get_local_id(0) + 1;\n"
    "    const int y = get_global_id(1), x = get_global_id(0);\n"
    "    const int row = y < n ? y : n - 1, col = x < n ? x : n - 1;\n"
    "    t[ty][tx] = image[AT(row, col)];\n"
    "    if (ty == 1)\n"
    "        t[0][tx] = image[AT(row > 0 ? row - 1 : 0, col)];\n"
    "    if (ty == SIDE)\n"
    "        t[SIDE + 1][tx] = image[AT(row < n - 1 ? row + 1 : n - 1, col)];\n"
    "    if (tx == 1)\n"
    "        t[ty][0] = image[AT(row, col > 0 ? col - 1 : 0)];\n"
    "    if (tx == SIDE)\n"
    "        t[ty][SIDE + 1] = image[AT(row, col < n - 1 ? col + 1 : n - 1)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (y < n && x < n) {\n"
    "        const float j = t[ty][tx];\n"
    "        const float north = t[ty - 1][tx] - j, south = t[ty + 1][tx] - j;\n"
    "        const float west = t[ty][tx - 1] - j, east = t[ty][tx + 1] - j;\n"
    "        const float g = (north * north + south * south + west * west + east * east)\n"
    "            / (j * j);\n"
    "        const float l = (north + south + west + east) / j;\n"
    "        const float divisor = 1.0f + 0.25f * l;\n"
    "        const float q = (0.5f * g - l * l / 16.0f) / (divisor * divisor);\n"
    "        float own = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));\n"
    "        if (own < 0.0f)\n"
    "            own = 0.0f;\n"
    "        else if (own > 1.0f)\n"
    "            own = 1.0f;\n"
    "        dn[AT(y, x)] = north;\n"
    "        ds[AT(y, x)] = south;\n"
    "        dw[AT(y, x)] = west;\n"
    "        de[AT(y, x)] = east;\n"
    "        c[AT(y, x)] = own;\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void update(float lambda, int n, __global float *image, D dn, D ds, D dw, D de, D c)\n"
    "{\n"
    "    __local float t[SIDE + 1][SIDE + 1];\n"
    "    const int ty = get_local_id(1), tx = get_local_id(0);\n"
    "    const int y = get_global_id(1), x = get_global_id(0);\n"
    "    const int row = y < n ? y : n - 1, col = x < n ? x : n - 1;\n"
    "    t[ty][tx] = c[AT(row, col)];\n"
    "    if (ty == SIDE - 1)\n"
    "        t[SIDE][tx] = c[AT(row < n - 1 ? row + 1 : n - 1, col)];\n"
    "    if (tx == SIDE - 1)\n"
    "        t[ty][SIDE] = c[AT(row, col < n - 1 ? col + 1 : n - 1)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (y < n && x < n) {\n"
    "        const float sum = t[ty][tx] * dn[AT(y, x)] + t[ty + 1][tx] * ds[AT(y, x)]\n"
    "            + t[ty][tx] * dw[AT(y, x)] + t[ty][tx + 1] * de[AT(y, x)];\n"
    "        image[AT(y, x)] += 0.25f * lambda * sum;\n"
    "    }\n"
    "}\n";

/* q0 of the image as the host sees it. */
static float speckle(void)
{
    const int side = srad.n < SRAD_EVEN ? srad.n : SRAD_EVEN;
    const double count = (double)side * side;
    double sum = 0, squares = 0, mean;
    int y, x;
    for (y = 0; y < side; y++) {
        for (x = 0; x < side; x++) {
            const double j = (double)srad.image[(size_t)y * (size_t)srad.n + (size_t)x];
            sum += j;
            squares += j * j;
        }
    }
    mean = sum / count;
    return (float)((squares / count - mean * mean) / (mean * mean) + SRAD_LEAST_Q0);
}

static double run(void)
{
    enum { SIDE = 16, BUFFERS = 6 };
    const size_t n = (size_t)srad.n, bytes = n * n * sizeof(float);
    const size_t side = (n + SIDE - 1) / SIDE * SIDE;
    const size_t global[2] = { side, side }, local[2] = { SIDE, SIDE };
    float *const memory[BUFFERS] = { srad.image, srad.dn, srad.ds, srad.dw, srad.de, srad.c };
    cl_kernel kernels[2];
    cl_mem buffers[BUFFERS];
    float factor[2] = { 0, SRAD_LAMBDA };
    int i, k, b;
    kernels[0] = real_cl_kernel(source, "coefficients");
    kernels[1] = real_cl_kernel(source, "update");
    for (b = 0; b < BUFFERS; b++) {
        buffers[b] = real_cl_buffer(memory[b], bytes);
    }
    for (i = 0; i < srad.steps; i++) {
        real_cl_read(buffers[0], bytes);
        factor[0] = speckle();
        for (k = 0; k < 2; k++) {
            REAL_CL_ARG(kernels[k], 0, factor[k]);
            REAL_CL_ARG(kernels[k], 1, srad.n);
            for (b = 0; b < BUFFERS; b++) {
                REAL_CL_ARG(kernels[k], 2 + (unsigned)b, buffers[b]);
            }
            real_cl_launch(kernels[k], 2, global, local);
        }
    }
    real_cl_read(buffers[0], bytes);
    srad.result = srad.image;
    return real_cl_end();
}

const real_variant srad_opencl[] = { { "by hand", run }, { NULL, NULL } };
