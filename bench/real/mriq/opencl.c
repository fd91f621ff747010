/* SPDX-License-Identifier: MIT */
/* The kernel of amp.c in OpenCL C; a chunk is told by its first sample. */
#include <string.h>

#include "../real_opencl.h"

#include "problem.h"

static const char source[] =
    "#define BLOCK 256\n"
    "#define TWO_PI 6.2831853f\n"
    "typedef struct sample {\n"
    "    float kx, ky, kz, magnitude;\n"
    "} sample;\n"
    "__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))\n"
    "void chunk(int n, int first, int samples, __global const sample *all,\n"
    "           __global const float *x, __global const float *y, __global const float *z,\n"
    "           __global float *qr, __global float *qi)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    __global const sample *k = all + first;\n"
    "    if (i < n) {\n"
    "        const float px = x[i], py = y[i], pz = z[i];\n"
    "        float real = qr[i], imaginary = qi[i];\n"
    "        for (int s = 0; s < samples; s++) {\n"
    "            const float angle = TWO_PI * (k[s].kx * px + k[s].ky * py + k[s].kz * pz);\n"
    "            real += k[s].magnitude * cos(angle);\n"
    "            imaginary += k[s].magnitude * sin(angle);\n"
    "        }\n"
    "        qr[i] = real;\n"
    "        qi[i] = imaginary;\n"
    "    }\n"
    "}\n";

static double run(void)
{
    enum { BLOCK = 256, CHUNK = 256 };
    const size_t bytes = (size_t)mriq.n * sizeof(float);
    const size_t local = BLOCK, global = ((size_t)mriq.n + BLOCK - 1) / BLOCK * BLOCK;
    cl_kernel k = real_cl_kernel(source, "chunk");
    cl_mem buffers[6];
    int i, b;
    memset(mriq.qr, 0, bytes);
    memset(mriq.qi, 0, bytes);
    buffers[0] = real_cl_buffer(mriq.k, 4 * (size_t)mriq.samples * sizeof(float));
    buffers[1] = real_cl_buffer(mriq.x, bytes);
    buffers[2] = real_cl_buffer(mriq.y, bytes);
    buffers[3] = real_cl_buffer(mriq.z, bytes);
    buffers[4] = real_cl_buffer(mriq.qr, bytes);
    buffers[5] = real_cl_buffer(mriq.qi, bytes);
    REAL_CL_ARG(k, 0, mriq.n);
    for (b = 0; b < 6; b++) {
        REAL_CL_ARG(k, 3 + (unsigned)b, buffers[b]);
    }
    for (i = 0; i < mriq.samples; i += CHUNK) {
        const int count = mriq.samples - i < CHUNK ? mriq.samples - i : CHUNK;
        REAL_CL_ARG(k, 1, i);
        REAL_CL_ARG(k, 2, count);
        real_cl_launch(k, 1, &global, &local);
    }
    real_cl_read(buffers[4], bytes);
    real_cl_read(buffers[5], bytes);
    return real_cl_end();
}

const real_variant mriq_opencl[] = { { "by hand", run }, { NULL, NULL } };
