/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 16\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))\n"
    "void blocks(float alpha, float beta, int m, int n, int inner, __global const float *a,\n"
    "            __global const float *b, __global float *c)\n"
    "{\n"
    "    __local float as[SIDE][SIDE], bs[SIDE][SIDE];\n"
    "    const int ty = get_local_id(1), tx = get_local_id(0);\n"
    "    const int row = get_global_id(1), col = get_global_id(0);\n"
    "    float sum = 0.0f;\n"
    "    for (int first = 0; first < inner; first += SIDE) {\n"
    "        as[ty][tx] = row < m && first + tx < inner ? a[row * inner + first + tx] : 0.0f;\n"
    "        bs[ty][tx] = first + ty < inner && col < n ? b[(first + ty) * n + col] : 0.0f;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int k = 0; k < SIDE; k++)\n"
    "            sum += as[ty][k] * bs[k][tx];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (row < m && col < n)\n"
    "        c[row * n + col] = alpha * sum + beta * c[row * n + col];\n"
    "}\n";

static double run(void)
{
    enum { SIDE = 16 };
    const size_t bytes = (size_t)gemm.n * (size_t)gemm.n * sizeof(float);
    const size_t side = ((size_t)gemm.n + SIDE - 1) / SIDE * SIDE;
    const size_t global[2] = { side, side }, local[2] = { SIDE, SIDE };
    cl_kernel k = real_cl_kernel(source, "blocks");
    cl_mem a = real_cl_buffer(gemm.a, bytes), b = real_cl_buffer(gemm.b, bytes);
    cl_mem c = real_cl_buffer(gemm.c, bytes);
    REAL_CL_ARG(k, 0, gemm.alpha);
    REAL_CL_ARG(k, 1, gemm.beta);
    REAL_CL_ARG(k, 2, gemm.n);
    REAL_CL_ARG(k, 3, gemm.n);
    REAL_CL_ARG(k, 4, gemm.n);
    REAL_CL_ARG(k, 5, a);
    REAL_CL_ARG(k, 6, b);
    REAL_CL_ARG(k, 7, c);
    real_cl_launch(k, 2, global, local);
    real_cl_read(c, bytes);
    return real_cl_end();
}

const real_variant gemm_opencl[] = { { "by hand", run }, { NULL, NULL } };
