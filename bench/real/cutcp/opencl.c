/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C. */
#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define SIDE 8\n"
    "#define ROWS 2\n"
    "#define THREADS (SIDE * ROWS * SIDE)\n"
    "#define DEPTH 8\n"
    "#define AT_ONCE 32\n"
    "#define SPACING 0.5f\n"
    "#define POTENTIAL(z, y, x) potential[((z) * n + (y)) * n + (x)]\n"
    "typedef struct atom {\n"
    "    float x, y, z, charge;\n"
    "} atom;\n"
    "__kernel __attribute__((reqd_work_group_size(SIDE, ROWS, SIDE)))\n"
    "void coulomb(int n, int border, float cutoff2, int offset_count,\n"
    "             __global const int *offsets, __global const atom *atoms, int bins,\n"
    "             __global float *potential)\n"
    "{\n"
    "    __local atom near[AT_ONCE * DEPTH];\n"
    "    const int lz = get_local_id(2), ly = get_local_id(1), lx = get_local_id(0);\n"
    "    const int tz = get_group_id(2), ty = get_group_id(1), tx = get_group_id(0);\n"
    "    const int l = (lz * ROWS + ly) * SIDE + lx;\n"
    "    const int pz = SIDE * tz + lz, py = SIDE * ty + ly, px = SIDE * tx + lx;\n"
    "    const float z = SPACING * pz, y = SPACING * py, x = SPACING * px;\n"
    "    const float inverse = 1.0f / cutoff2;\n"
    "    float energy0 = 0, energy1 = 0, energy2 = 0, energy3 = 0;\n"
    "    for (int first = 0; first < offset_count; first += AT_ONCE) {\n"
    "        const int count = min(offset_count - first, AT_ONCE);\n"
    "        for (int i = l; i < count * DEPTH; i += THREADS) {\n"
    "            const int o = 3 * (first + i / DEPTH);\n"
    "            const int bz = border + tz + offsets[o], by = border + ty + offsets[o + 1];\n"
    "            const int bx = border + tx + offsets[o + 2];\n"
    "            near[i] = atoms[((bz * bins + by) * bins + bx) * DEPTH + i % DEPTH];\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int b = 0; b < count; b++) {\n"
    "            for (int i = 0; i < DEPTH; i++) {\n"
    "                const atom a = near[b * DEPTH + i];\n"
    "                if (a.charge == 0)\n"
    "                    break;\n"
    "                const float dx = a.x - x, dz = a.z - z, dxz2 = dx * dx + dz * dz;\n"
    "                float dy = a.y - y, r2 = dy * dy + dxz2;\n"
    "                if (r2 < cutoff2) {\n"
    "                    const float s = 1.0f - r2 * inverse;\n"
    "                    energy0 += a.charge * rsqrt(r2) * s * s;\n"
    "                }\n"
    "                dy -= ROWS * SPACING;\n"
    "                r2 = dy * dy + dxz2;\n"
    "                if (r2 < cutoff2) {\n"
    "                    const float s = 1.0f - r2 * inverse;\n"
    "                    energy1 += a.charge * rsqrt(r2) * s * s;\n"
    "                }\n"
    "                dy -= ROWS * SPACING;\n"
    "                r2 = dy * dy + dxz2;\n"
    "                if (r2 < cutoff2) {\n"
    "                    const float s = 1.0f - r2 * inverse;\n"
    "                    energy2 += a.charge * rsqrt(r2) * s * s;\n"
    "                }\n"
    "                dy -= ROWS * SPACING;\n"
    "                r2 = dy * dy + dxz2;\n"
    "                if (r2 < cutoff2) {\n"
    "                    const float s = 1.0f - r2 * inverse;\n"
    "                    energy3 += a.charge * rsqrt(r2) * s * s;\n"
    "                }\n"
    "            }\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (pz < n && px < n) {\n"
    "        if (py < n)\n"
    "            POTENTIAL(pz, py, px) = energy0;\n"
    "        if (py + ROWS < n)\n"
    "            POTENTIAL(pz, py + ROWS, px) = energy1;\n"
    "        if (py + 2 * ROWS < n)\n"
    "            POTENTIAL(pz, py + 2 * ROWS, px) = energy2;\n"
    "        if (py + 3 * ROWS < n)\n"
    "            POTENTIAL(pz, py + 3 * ROWS, px) = energy3;\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { SIDE = 8, ROWS = 2 };
    const size_t n = (size_t)cutcp.n, bins = (size_t)cutcp.bins, tiles = (size_t)cutcp.tiles;
    const size_t bytes = n * n * n * sizeof(float);
    const float cutoff2 = cutcp.cutoff * cutcp.cutoff;
    const size_t local[3] = { SIDE, ROWS, SIDE };
    const size_t global[3] = { tiles * SIDE, tiles * ROWS, tiles * SIDE };
    cl_kernel k = real_cl_kernel(source, "coulomb");
    cl_mem offsets = real_cl_buffer(cutcp.offsets,
                                    (size_t)cutcp.offset_count * 3 * sizeof(int));
    cl_mem atoms = real_cl_buffer(cutcp.atoms,
                                  bins * bins * bins * CUTCP_DEPTH * 4 * sizeof(float));
    cl_mem potential = real_cl_buffer(cutcp.potential, bytes);
    REAL_CL_ARG(k, 0, cutcp.n);
    REAL_CL_ARG(k, 1, cutcp.border);
    REAL_CL_ARG(k, 2, cutoff2);
    REAL_CL_ARG(k, 3, cutcp.offset_count);
    REAL_CL_ARG(k, 4, offsets);
    REAL_CL_ARG(k, 5, atoms);
    REAL_CL_ARG(k, 6, cutcp.bins);
    REAL_CL_ARG(k, 7, potential);
    real_cl_launch(k, 3, global, local);
    real_cl_read(potential, bytes);
    return real_cl_end();
}

const real_variant cutcp_opencl[] = { { "by hand", run }, { NULL, NULL } };
