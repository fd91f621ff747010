/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void fan1(int k, int n, __global const float *a, __global float *m)\n"
    "{\n"
    "    const int row = (int)get_global_id(0) + k + 1;\n"
    "    if (row >= n)\n"
    "        return;\n"
    "    m[row * n + k] = a[row * n + k] / a[k * n + k];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(4, 4, 1)))\n"
    "void fan2(int k, int n, __global float *a, __global const float *m, __global float *b)\n"
    "{\n"
    "    const int row = (int)get_global_id(1) + k + 1, col = (int)get_global_id(0) + k;\n"
    "    if (row >= n || col >= n)\n"
    "        return;\n"
    "    a[row * n + col] -= m[row * n + k] * a[k * n + col];\n"
    "    if (col == k)\n"
    "        b[row] -= m[row * n + k] * b[k];\n"
    "}\n";

/* The unknowns, from the last one up. */
static void solve(void)
{
    const int n = gaussian.n;
    int i, j;
    for (i = n - 1; i >= 0; i--) {
        const float *row = gaussian.a + (size_t)i * (size_t)n;
        float rest = gaussian.b[i];
        for (j = i + 1; j < n; j++) {
            rest -= row[j] * gaussian.x[j];
        }
        gaussian.x[i] = rest / row[i];
    }
}

static double run(void)
{
    enum { WIDTH = 256, SIDE = 4 };
    const size_t n = (size_t)gaussian.n, bytes = n * sizeof(float);
    const size_t rows = (n + WIDTH - 1) / WIDTH * WIDTH, side = (n + SIDE - 1) / SIDE * SIDE;
    const size_t area[2] = { side, side }, width = WIDTH, square[2] = { SIDE, SIDE };
    cl_kernel fan1 = real_cl_kernel(source, "fan1"), fan2 = real_cl_kernel(source, "fan2");
    cl_mem a = real_cl_buffer(gaussian.a, n * bytes), m = real_cl_buffer(gaussian.m, n * bytes);
    cl_mem b = real_cl_buffer(gaussian.b, bytes);
    double end;
    int k;
    REAL_CL_ARG(fan1, 1, gaussian.n);
    REAL_CL_ARG(fan1, 2, a);
    REAL_CL_ARG(fan1, 3, m);
    REAL_CL_ARG(fan2, 1, gaussian.n);
    REAL_CL_ARG(fan2, 2, a);
    REAL_CL_ARG(fan2, 3, m);
    REAL_CL_ARG(fan2, 4, b);
    for (k = 0; k < gaussian.n - 1; k++) {
        REAL_CL_ARG(fan1, 0, k);
        real_cl_launch(fan1, 1, &rows, &width);
        REAL_CL_ARG(fan2, 0, k);
        real_cl_launch(fan2, 2, area, square);
    }
    real_cl_read(a, n * bytes);
    real_cl_read(b, bytes);
    end = real_cl_end();
    solve();
    return end;
}

const real_variant gaussian_opencl[] = { { "by hand", run }, { NULL, NULL } };
