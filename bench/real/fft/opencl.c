/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define POINTS 512\n"
    "#define THREADS 64\n"
    "#define PITCH 72\n"
    "#define TURN 6.28318531f\n"
    "#define ROOT_HALF 0.707106781f\n"
    "float2 multiply(float2 a, float re, float im)\n"
    "{\n"
    "    return (float2)(a.x * re - a.y * im, a.x * im + a.y * re);\n"
    "}\n"
    "void pair(float2 *a, float2 *b)\n"
    "{\n"
    "    const float2 x = *a, y = *b;\n"
    "    *a = x + y;\n"
    "    *b = x - y;\n"
    "}\n"
    "void swap_numbers(float2 *a, float2 *b)\n"
    "{\n"
    "    const float2 x = *a;\n"
    "    *a = *b;\n"
    "    *b = x;\n"
    "}\n"
    "void transform8(float2 *a)\n"
    "{\n"
    "    for (int i = 0; i < 4; i++)\n"
    "        pair(&a[i], &a[i + 4]);\n"
    "    a[5] = multiply(a[5], ROOT_HALF, -ROOT_HALF);\n"
    "    a[6] = multiply(a[6], 0.0f, -1.0f);\n"
    "    a[7] = multiply(a[7], -ROOT_HALF, -ROOT_HALF);\n"
    "    for (int i = 0; i < 8; i += 4) {\n"
    "        pair(&a[i], &a[i + 2]);\n"
    "        pair(&a[i + 1], &a[i + 3]);\n"
    "        a[i + 3] = multiply(a[i + 3], 0.0f, -1.0f);\n"
    "        pair(&a[i], &a[i + 1]);\n"
    "        pair(&a[i + 2], &a[i + 3]);\n"
    "    }\n"
    "    swap_numbers(&a[1], &a[4]);\n"
    "    swap_numbers(&a[3], &a[6]);\n"
    "}\n"
    "void twiddle8(float2 *a, int i, int count)\n"
    "{\n"
    "    for (int k = 1; k < 8; k++) {\n"
    "        const float angle = -TURN * (float)(k * i) / (float)count;\n"
    "        a[k] = multiply(a[k], cos(angle), sin(angle));\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(THREADS, 1, 1)))\n"
    "void fft_512(__global float2 *data)\n"
    "{\n"
    "    __local float2 t[8 * PITCH];\n"
    "    const int l = get_local_id(0), high = l / 8, low = l % 8;\n"
    "    const int first = POINTS * (int)get_group_id(0) + l;\n"
    "    float2 a[8];\n"
    "    for (int k = 0; k < 8; k++)\n"
    "        a[k] = data[first + THREADS * k];\n"
    "    transform8(a);\n"
    "    twiddle8(a, l, POINTS);\n"
    "    for (int k = 0; k < 8; k++)\n"
    "        t[PITCH * k + l] = a[k];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int k = 0; k < 8; k++)\n"
    "        a[k] = t[PITCH * high + 8 * k + low];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    transform8(a);\n"
    "    twiddle8(a, low, THREADS);\n"
    "    for (int k = 0; k < 8; k++)\n"
    "        t[PITCH * high + 9 * k + low] = a[k];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int k = 0; k < 8; k++)\n"
    "        a[k] = t[PITCH * low + 9 * high + k];\n"
    "    transform8(a);\n"
    "    for (int k = 0; k < 8; k++)\n"
    "        data[first + THREADS * k] = a[k];\n"
    "}\n";

static double run(void)
{
    const size_t bytes = (size_t)fft.n * FFT_POINTS * 2 * sizeof(float);
    const size_t local = 64, global = (size_t)fft.n * local;
    cl_kernel k = real_cl_kernel(source, "fft_512");
    cl_mem data = real_cl_buffer(fft.data, bytes);
    REAL_CL_ARG(k, 0, data);
    real_cl_launch(k, 1, &global, &local);
    real_cl_read(data, bytes);
    return real_cl_end();
}

const real_variant fft_opencl[] = { { "by hand", run }, { NULL, NULL } };
