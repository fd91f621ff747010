/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "#define TILE 256\n"
    "#define PI 3.14159265358979323846\n"
    "#define KERNEL __kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "double uniform_of(uint *seed)\n"
    "{\n"
    "    *seed = *seed * 1664525U + 1013904223U;\n"
    "    return ((double)*seed + 0.5) / 4294967296.0;\n"
    "}\n"
    "double normal_of(uint *seed)\n"
    "{\n"
    "    const double u = uniform_of(seed), v = uniform_of(seed);\n"
    "    return sqrt(-2.0 * log(u)) * cos(2.0 * PI * v);\n"
    "}\n"
    "KERNEL void likelihood(int n, int frame, int side, __global const uchar *film,\n"
    "                       __global const int *offsets, int offset_count,\n"
    "                       __global const double *x, __global const double *y,\n"
    "                       __global uint *seeds, __global double *moved_x,\n"
    "                       __global double *moved_y, __global double *weights,\n"
    "                       __global double *partial)\n"
    "{\n"
    "    __local double t[TILE];\n"
    "    const int i = get_global_id(0), l = get_local_id(0);\n"
    "    double weight = 0;\n"
    "    if (i < n) {\n"
    "        uint seed = seeds[i];\n"
    "        const double mx = x[i] + 1.0 + 5.0 * normal_of(&seed);\n"
    "        const double my = y[i] - 2.0 + 2.0 * normal_of(&seed);\n"
    "        const int row = (int)floor(my + 0.5), column = (int)floor(mx + 0.5);\n"
    "        int sum = 0;\n"
    "        for (int k = 0; k < offset_count; k++) {\n"
    "            const int py = clamp(row + offsets[2 * k], 0, side - 1);\n"
    "            const int px = clamp(column + offsets[2 * k + 1], 0, side - 1);\n"
    "            const int p = film[(frame * side + py) * side + px];\n"
    "            sum += (p - 100) * (p - 100) - (p - 228) * (p - 228);\n"
    "        }\n"
    "        weight = weights[i] * exp((double)sum / 50.0 / offset_count);\n"
    "        seeds[i] = seed;\n"
    "        moved_x[i] = mx;\n"
    "        moved_y[i] = my;\n"
    "        weights[i] = weight;\n"
    "    }\n"
    "    t[l] = weight;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int s = TILE / 2; s > 0; s /= 2) {\n"
    "        if (l < s)\n"
    "            t[l] += t[l + s];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l == 0)\n"
    "        partial[get_group_id(0)] = t[0];\n"
    "}\n"
    "KERNEL void sum_up(int tiles, __global double *partial)\n"
    "{\n"
    "    if (get_global_id(0) == 0) {\n"
    "        double sum = 0;\n"
    "        for (int k = 0; k < tiles; k++)\n"
    "            sum += partial[k];\n"
    "        partial[0] = sum;\n"
    "    }\n"
    "}\n"
    "KERNEL void normalise(int n, __global const double *partial, __global double *weights)\n"
    "{\n"
    "    __local double sum;\n"
    "    const int i = get_global_id(0);\n"
    "    if (get_local_id(0) == 0)\n"
    "        sum = partial[0];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (i < n)\n"
    "        weights[i] /= sum;\n"
    "}\n"
    "KERNEL void cumulate(int n, __global const double *weights, __global double *cumulative)\n"
    "{\n"
    "    __local double t[TILE];\n"
    "    const int l = get_local_id(0);\n"
    "    double before = 0;\n"
    "    for (int first = 0; first < n; first += TILE) {\n"
    "        const int i = first + l;\n"
    "        t[l] = i < n ? weights[i] : 0;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int d = 1; d < TILE; d *= 2) {\n"
    "            const double left = l >= d ? t[l - d] : 0;\n"
    "            barrier(CLK_LOCAL_MEM_FENCE);\n"
    "            t[l] += left;\n"
    "            barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        }\n"
    "        if (i < n)\n"
    "            cumulative[i] = before + t[l];\n"
    "        before += t[TILE - 1];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "}\n"
    "KERNEL void find_index(int n, double u, __global const double *cumulative,\n"
    "                       __global const double *moved_x, __global const double *moved_y,\n"
    "                       __global double *x, __global double *y,\n"
    "                       __global double *weights)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    if (i < n) {\n"
    "        const double wanted = (i + u) / n;\n"
    "        int low = 0, high = n - 1;\n"
    "        while (low < high) {\n"
    "            const int middle = (low + high) / 2;\n"
    "            if (cumulative[middle] >= wanted)\n"
    "                high = middle;\n"
    "            else\n"
    "                low = middle + 1;\n"
    "        }\n"
    "        x[i] = moved_x[low];\n"
    "        y[i] = moved_y[low];\n"
    "        weights[i] = 1.0 / n;\n"
    "    }\n"
    "}\n";

enum { TILE = 256 };

typedef struct buffers {
    cl_mem film, offsets, x, y, seeds, moved_x, moved_y, weights, partial, cumulative;
} buffers;

static buffers make_buffers(void)
{
    const size_t n = (size_t)particlefilter.n, bytes = n * sizeof(double);
    buffers b;
    b.film = real_cl_buffer(particlefilter.film, (size_t)particlefilter.frames
                            * PARTICLEFILTER_SIDE * PARTICLEFILTER_SIDE);
    b.offsets = real_cl_buffer(particlefilter.offsets,
                               (size_t)particlefilter.offset_count * 2 * sizeof(int));
    b.x = real_cl_buffer(particlefilter.x, bytes);
    b.y = real_cl_buffer(particlefilter.y, bytes);
    b.seeds = real_cl_buffer(particlefilter.seeds, n * sizeof(unsigned));
    b.moved_x = real_cl_buffer(particlefilter.moved_x, bytes);
    b.moved_y = real_cl_buffer(particlefilter.moved_y, bytes);
    b.weights = real_cl_buffer(particlefilter.weights, bytes);
    b.partial = real_cl_buffer(particlefilter.partial, bytes);
    b.cumulative = real_cl_buffer(particlefilter.cumulative, bytes);
    return b;
}

static cl_kernel likelihood_kernel(const buffers *b)
{
    const int side = PARTICLEFILTER_SIDE;
    cl_kernel k = real_cl_kernel(source, "likelihood");
    REAL_CL_ARG(k, 0, particlefilter.n);
    REAL_CL_ARG(k, 2, side);
    REAL_CL_ARG(k, 3, b->film);
    REAL_CL_ARG(k, 4, b->offsets);
    REAL_CL_ARG(k, 5, particlefilter.offset_count);
    REAL_CL_ARG(k, 6, b->x);
    REAL_CL_ARG(k, 7, b->y);
    REAL_CL_ARG(k, 8, b->seeds);
    REAL_CL_ARG(k, 9, b->moved_x);
    REAL_CL_ARG(k, 10, b->moved_y);
    REAL_CL_ARG(k, 11, b->weights);
    REAL_CL_ARG(k, 12, b->partial);
    return k;
}

static cl_kernel find_index_kernel(const buffers *b)
{
    cl_kernel k = real_cl_kernel(source, "find_index");
    REAL_CL_ARG(k, 0, particlefilter.n);
    REAL_CL_ARG(k, 2, b->cumulative);
    REAL_CL_ARG(k, 3, b->moved_x);
    REAL_CL_ARG(k, 4, b->moved_y);
    REAL_CL_ARG(k, 5, b->x);
    REAL_CL_ARG(k, 6, b->y);
    REAL_CL_ARG(k, 7, b->weights);
    return k;
}

static double run(void)
{
    const size_t n = (size_t)particlefilter.n;
    const int tiles = (particlefilter.n + TILE - 1) / TILE;
    const size_t local[1] = { TILE }, global[1] = { (size_t)tiles * TILE };
    const buffers b = make_buffers();
    cl_kernel likelihood = likelihood_kernel(&b), find_index = find_index_kernel(&b);
    cl_kernel sum_up = real_cl_kernel(source, "sum_up");
    cl_kernel normalise = real_cl_kernel(source, "normalise");
    cl_kernel cumulate = real_cl_kernel(source, "cumulate");
    int frame;
    REAL_CL_ARG(sum_up, 0, tiles);
    REAL_CL_ARG(sum_up, 1, b.partial);
    REAL_CL_ARG(normalise, 0, particlefilter.n);
    REAL_CL_ARG(normalise, 1, b.partial);
    REAL_CL_ARG(normalise, 2, b.weights);
    REAL_CL_ARG(cumulate, 0, particlefilter.n);
    REAL_CL_ARG(cumulate, 1, b.weights);
    REAL_CL_ARG(cumulate, 2, b.cumulative);
    for (frame = 0; frame < particlefilter.frames; frame++) {
        REAL_CL_ARG(likelihood, 1, frame);
        REAL_CL_ARG(find_index, 1, particlefilter.u[frame]);
        real_cl_launch(likelihood, 1, global, local);
        real_cl_launch(sum_up, 1, local, local);
        real_cl_launch(normalise, 1, global, local);
        real_cl_launch(cumulate, 1, local, local);
        real_cl_launch(find_index, 1, global, local);
    }
    real_cl_read(b.x, n * sizeof(double));
    real_cl_read(b.y, n * sizeof(double));
    real_cl_read(b.moved_x, n * sizeof(double));
    real_cl_read(b.moved_y, n * sizeof(double));
    return real_cl_end();
}

const real_variant particlefilter_opencl[] = { { "by hand", run }, { NULL, NULL } };
