/* SPDX-License-Identifier: MIT */
/* The kernels of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define TILE 256\n"
    "#define OWN 4\n"
    "#define KEYS (TILE * OWN)\n"
    "#define BITS 4\n"
    "#define DIGITS (1 << BITS)\n"
    "int digit(uint key, int shift)\n"
    "{\n"
    "    return key >> shift & (DIGITS - 1);\n"
    "}\n"
    "int scan_tile(__local int *t, int l, int x)\n"
    "{\n"
    "    const int i = TILE + l;\n"
    "    t[l] = 0;\n"
    "    t[i] = x;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int by = 1; by < TILE; by *= 2) {\n"
    "        const int other = t[i - by];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        t[i] += other;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    return t[i - 1];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void count(int n, int shift, __global const uint *from, __global int *counts)\n"
    "{\n"
    "    __local int found[DIGITS];\n"
    "    const int l = get_local_id(0), tile = get_group_id(0), tiles = get_num_groups(0);\n"
    "    if (l < DIGITS)\n"
    "        found[l] = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int k = 0; k < OWN; k++) {\n"
    "        const int i = KEYS * tile + TILE * k + l;\n"
    "        if (i < n)\n"
    "            atomic_add(&found[digit(from[i], shift)], 1);\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (l < DIGITS)\n"
    "        counts[l * tiles + tile] = found[l];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void scan(int n, __global int *counts)\n"
    "{\n"
    "    __local int t[2 * TILE];\n"
    "    const int l = get_local_id(0);\n"
    "    int seed = 0;\n"
    "    for (int window = 0; window < n; window += KEYS) {\n"
    "        const int i = window + OWN * l;\n"
    "        int own[OWN], sum = 0, before;\n"
    "        for (int k = 0; k < OWN; k++) {\n"
    "            own[k] = sum;\n"
    "            sum += i + k < n ? counts[i + k] : 0;\n"
    "        }\n"
    "        before = seed + scan_tile(t, l, sum);\n"
    "        for (int k = 0; k < OWN; k++)\n"
    "            if (i + k < n)\n"
    "                counts[i + k] = before + own[k];\n"
    "        seed += t[2 * TILE - 1];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))\n"
    "void scatter(int n, int shift, __global const uint *from, __global const int *counts,\n"
    "             __global uint *to)\n"
    "{\n"
    "    __local uint key[KEYS];\n"
    "    __local int t[2 * TILE], start[DIGITS];\n"
    "    const int l = get_local_id(0), tile = get_group_id(0), tiles = get_num_groups(0);\n"
    "    const int first = KEYS * tile;\n"
    "    uint own[OWN];\n"
    "    for (int k = 0; k < OWN; k++)\n"
    "        own[k] = first + OWN * l + k < n ? from[first + OWN * l + k] : 0xffffffffu;\n"
    "    for (int bit = shift; bit < shift + BITS; bit++) {\n"
    "        int zeros = 0, before;\n"
    "        for (int k = 0; k < OWN; k++)\n"
    "            zeros += (own[k] >> bit & 1u) == 0;\n"
    "        before = scan_tile(t, l, zeros);\n"
    "        for (int k = 0; k < OWN; k++) {\n"
    "            if ((own[k] >> bit & 1u) == 0) {\n"
    "                key[before] = own[k];\n"
    "                before++;\n"
    "            } else {\n"
    "                key[t[2 * TILE - 1] + OWN * l + k - before] = own[k];\n"
    "            }\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int k = 0; k < OWN; k++)\n"
    "            own[k] = key[OWN * l + k];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    for (int i = l; i < KEYS; i += TILE)\n"
    "        if (i == 0 || digit(key[i - 1], shift) != digit(key[i], shift))\n"
    "            start[digit(key[i], shift)] = i;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int i = l; i < KEYS; i += TILE) {\n"
    "        if (first + i < n) {\n"
    "            const int d = digit(key[i], shift);\n"
    "            to[counts[d * tiles + tile] + i - start[d]] = key[i];\n"
    "        }\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { TILE = 256, BITS = 4 };
    const size_t bytes = (size_t)sort.n * sizeof(unsigned), local = TILE;
    const size_t all = (size_t)sort.tiles * TILE;
    const int n_counts = sort.tiles * SORT_DIGITS;
    cl_kernel count = real_cl_kernel(source, "count"), scan = real_cl_kernel(source, "scan");
    cl_kernel scatter = real_cl_kernel(source, "scatter");
    cl_mem from = real_cl_buffer(sort.keys, bytes), to = real_cl_buffer(sort.other, bytes), swap;
    cl_mem counts = real_cl_buffer(sort.counts, (size_t)n_counts * sizeof(int));
    int shift;
    for (shift = 0; shift < 32; shift += BITS) {
        REAL_CL_ARG(count, 0, sort.n);
        REAL_CL_ARG(count, 1, shift);
        REAL_CL_ARG(count, 2, from);
        REAL_CL_ARG(count, 3, counts);
        real_cl_launch(count, 1, &all, &local);
        REAL_CL_ARG(scan, 0, n_counts);
        REAL_CL_ARG(scan, 1, counts);
        real_cl_launch(scan, 1, &local, &local);
        REAL_CL_ARG(scatter, 0, sort.n);
        REAL_CL_ARG(scatter, 1, shift);
        REAL_CL_ARG(scatter, 2, from);
        REAL_CL_ARG(scatter, 3, counts);
        REAL_CL_ARG(scatter, 4, to);
        real_cl_launch(scatter, 1, &all, &local);
        swap = from;
        from = to;
        to = swap;
    }
    real_cl_read(from, bytes);
    sort.result = sort.keys; /* an even number of passes */
    return real_cl_end();
}

const real_variant sort_opencl[] = { { "by hand", run }, { NULL, NULL } };
