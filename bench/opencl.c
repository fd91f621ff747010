/* SPDX-License-Identifier: MIT */
/* The workloads as a hand-written OpenCL program. Times are the device's own:
   the sum of the kernels' event times, with buffers already there, which leaves
   out the launch and all copies. Barriers stand at the end of a loop body:
   PoCL 3.1's default method gives wrong results where one begins it. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static const char *const source[] = {
    "#define TS 16\n"
    "__kernel __attribute__((reqd_work_group_size(TS, TS, 1)))\n"
    "void sgemm(__global const float *A, __global const float *B, __global float *C, int n)\n"
    "{\n"
    "    __local float a[TS][TS], b[TS][TS];\n"
    "    int x = get_local_id(0), y = get_local_id(1);\n"
    "    int gx = get_global_id(0), gy = get_global_id(1);\n"
    "    float sum = 0;\n"
    "    for (int k0 = 0; k0 < n; k0 += TS) {\n"
    "        a[y][x] = A[gy * n + k0 + x];\n"
    "        b[y][x] = B[(k0 + y) * n + gx];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int k = 0; k < TS; k++)\n"
    "            sum += a[y][k] * b[k][x];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    C[gy * n + gx] = sum;\n"
    "}\n",
    "__kernel __attribute__((reqd_work_group_size(TS, TS, 1)))\n"
    "void transpose(__global const float *A, __global float *T, int n)\n"
    "{\n"
    "    __local float t[TS][TS + 1];\n"
    "    int x = get_local_id(0), y = get_local_id(1);\n"
    "    t[y][x] = A[get_global_id(1) * n + get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    T[(get_group_id(0) * TS + y) * n + get_group_id(1) * TS + x] = t[x][y];\n"
    "}\n"
    "__kernel void transpose_untiled(__global const float *A, __global float *T, int n)\n"
    "{\n"
    "    T[get_global_id(0) * n + get_global_id(1)] = A[get_global_id(1) * n + get_global_id(0)];\n"
    "}\n",
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void sum(__global const int *x, __global int *partial)\n"
    "{\n"
    "    __local int s[256];\n"
    "    int l = get_local_id(0);\n"
    "    s[l] = x[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int d = 128; d > 0; d /= 2) {\n"
    "        if (l < d)\n"
    "            s[l] += s[l + d];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l == 0)\n"
    "        partial[get_group_id(0)] = s[0];\n"
    "}\n"
    "__kernel void saxpy(float a, __global const float *x, __global float *y)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    y[i] += a * x[i];\n"
    "}\n",
    "__kernel __attribute__((reqd_work_group_size(TS, TS, 1)))\n"
    "void heat(float d, __global const float *from, __global float *to, int w)\n"
    "{\n"
    "    __local float t[TS + 2][TS + 2];\n"
    "    int x = get_local_id(0) + 1, y = get_local_id(1) + 1;\n"
    "    int gx = get_global_id(0) + 1, gy = get_global_id(1) + 1;\n"
    "    t[y][x] = from[gy * w + gx];\n"
    "    if (y == 1) t[0][x] = from[(gy - 1) * w + gx];\n"
    "    if (y == TS) t[TS + 1][x] = from[(gy + 1) * w + gx];\n"
    "    if (x == 1) t[y][0] = from[gy * w + gx - 1];\n"
    "    if (x == TS) t[y][TS + 1] = from[gy * w + gx + 1];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    to[gy * w + gx] = t[y][x] + d * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1]\n"
    "                                     + t[y][x + 1] - 4.0f * t[y][x]);\n"
    "}\n",
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void nbody(float soft, __global const float4 *p, __global float4 *acc, int n)\n"
    "{\n"
    "    __local float4 s[256];\n"
    "    int l = get_local_id(0);\n"
    "    float4 me = p[get_global_id(0)];\n"
    "    float ax = 0, ay = 0, az = 0;\n"
    "    for (int j0 = 0; j0 < n; j0 += 256) {\n"
    "        s[l] = p[j0 + l];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        for (int j = 0; j < 256; j++) {\n"
    "            float4 q = s[j];\n"
    "            float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z;\n"
    "            float r = rsqrt(dx * dx + dy * dy + dz * dz + soft);\n"
    "            float f = q.w * r * r * r;\n"
    "            ax += f * dx;\n"
    "            ay += f * dy;\n"
    "            az += f * dz;\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    acc[get_global_id(0)] = (float4)(ax, ay, az, 0);\n"
    "}\n"
};

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;
static cl_mem buffer[3];
static char why[400];
static int *partials;

/* NULL where the platform is ready, else the reason. */
static const char *start(void)
{
    const char *wanted = getenv("BENCH_OPENCL_PLATFORM");
    cl_platform_id platforms[16], platform = NULL;
    cl_device_id device;
    cl_uint count = 0, i;
    cl_int e;
    char name[200] = "", version[200] = "";
    if (program != NULL) {
        return NULL;
    }
    if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS || count == 0) {
        return "there is no OpenCL platform";
    }
    for (i = 0; i < count && i < 16 && platform == NULL; i++) {
        (void)clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
        if (strstr(name, wanted != NULL ? wanted : "Portable Computing Language") != NULL) {
            platform = platforms[i];
        }
    }
    if (platform == NULL) {
        return "PoCL is not installed (BENCH_OPENCL_PLATFORM names another platform)";
    }
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
        return "the OpenCL platform has no device";
    }
    (void)clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof(version), version, NULL);
    (void)fprintf(stderr, "opencl: %s, %s\n", name, version);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    if (e == CL_SUCCESS) {
        queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &e);
    }
    if (e == CL_SUCCESS) {
        program = clCreateProgramWithSource(context, sizeof(source) / sizeof(source[0]),
                                            (const char **)(uintptr_t)source, NULL, &e);
    }
    if (e == CL_SUCCESS) {
        e = clBuildProgram(program, 1, &device, "", NULL, NULL);
    }
    if (e != CL_SUCCESS) {
        (void)snprintf(why, sizeof(why), "OpenCL error %d while starting", (int)e);
        program = NULL;
        return why;
    }
    return NULL;
}

static cl_mem make(size_t bytes, void *from)
{
    cl_int e;
    cl_mem m = clCreateBuffer(context,
                              CL_MEM_READ_WRITE | (from != NULL ? CL_MEM_COPY_HOST_PTR : 0),
                              bytes, from, &e);
    return e == CL_SUCCESS ? m : NULL;
}

static void closed(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        if (buffer[i] != NULL) {
            (void)clReleaseMemObject(buffer[i]);
        }
        buffer[i] = NULL;
    }
    if (kernel != NULL) {
        (void)clReleaseKernel(kernel);
        kernel = NULL;
    }
    free(partials);
    partials = NULL;
}

static const char *const names[BENCH_WORKS] = {
    "sgemm", "transpose", "transpose_untiled", "sum", "saxpy", "heat", "nbody", NULL, NULL
};

static const char *opened(void)
{
    const size_t bytes = bench.count * sizeof(float), n = (size_t)bench.n;
    const char *no = start();
    cl_int e;
    if (no != NULL) {
        return no;
    }
    closed();
    kernel = clCreateKernel(program, names[bench.work], &e);
    if (e != CL_SUCCESS) {
        return "the kernel is not there";
    }
    if (bench.work == BENCH_SUM) {
        partials = (int *)calloc(n / 256, sizeof(int));
        buffer[0] = make(n * sizeof(int), bench.ints);
        buffer[2] = make(n / 256 * sizeof(int), partials);
        buffer[1] = make(64, NULL);
    } else {
        buffer[0] = make(bytes, bench.a);
        buffer[1] = make(bytes, bench.b);
        buffer[2] = make(bytes, bench.out);
    }
    return buffer[0] != NULL && buffer[1] != NULL && buffer[2] != NULL ? NULL : "no device memory";
}

static void write_buffer(cl_mem m, const float *from)
{
    (void)clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, bench.count * sizeof(float), from, 0, NULL,
                               NULL);
}

static void before(void)
{
    if (bench.work != BENCH_SUM) {
        write_buffer(buffer[2], bench.out);
        if (bench.work == BENCH_HEAT) {
            write_buffer(buffer[1], bench.b);
        }
    } else {
        (void)memset(partials, 0xff, (size_t)bench.n / 256 * sizeof(int));
        (void)clEnqueueWriteBuffer(queue, buffer[2], CL_TRUE, 0,
                                   (size_t)bench.n / 256 * sizeof(int), partials, 0, NULL, NULL);
    }
}

static void after(void)
{
    int i;
    if (bench.work != BENCH_SUM) {
        (void)clEnqueueReadBuffer(queue, buffer[2], CL_TRUE, 0, bench.count * sizeof(float),
                                  bench.out, 0, NULL, NULL);
        return;
    }
    (void)clEnqueueReadBuffer(queue, buffer[2], CL_TRUE, 0, (size_t)bench.n / 256 * sizeof(int),
                              partials, 0, NULL, NULL);
    bench.total = 0;
    for (i = 0; i < bench.n / 256; i++) {
        bench.total += partials[i];
    }
}

static void set(unsigned i, size_t size, const void *p)
{
    (void)clSetKernelArg(kernel, i, size, p);
}

/* Launches the kernel and returns the event's seconds. */
static double launch(unsigned rank, const size_t *global, const size_t *local)
{
    cl_event event;
    cl_ulong from = 0, to = 0;
    const cl_int e = clEnqueueNDRangeKernel(queue, kernel, rank, NULL, global, local, 0, NULL,
                                            &event);
    if (e != CL_SUCCESS) {
        (void)fprintf(stderr, "opencl: launch failed: %d\n", (int)e);
        return 0;
    }
    (void)clWaitForEvents(1, &event);
    (void)clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(from), &from, NULL);
    (void)clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(to), &to, NULL);
    (void)clReleaseEvent(event);
    return 1e-9 * (double)(to - from);
}

static double run_opencl(void)
{
    const size_t n = (size_t)bench.n, square[2] = { n, n }, tile[2] = { 16, 16 }, row = 256;
    const cl_int size = bench.n, width = bench.n + 2;
    const float a = BENCH_SAXPY_A, d = BENCH_DIFFUSION, soft = BENCH_SOFTENING;
    double t = 0;
    int i;
    switch (bench.work) {
    case BENCH_SGEMM:
        set(0, sizeof(cl_mem), &buffer[0]);
        set(1, sizeof(cl_mem), &buffer[1]);
        set(2, sizeof(cl_mem), &buffer[2]);
        set(3, sizeof(size), &size);
        return launch(2, square, tile);
    case BENCH_TRANSPOSE:
    case BENCH_TRANSPOSE_UNTILED:
        set(0, sizeof(cl_mem), &buffer[0]);
        set(1, sizeof(cl_mem), &buffer[2]);
        set(2, sizeof(size), &size);
        return launch(2, square, tile);
    case BENCH_SUM:
        set(0, sizeof(cl_mem), &buffer[0]);
        set(1, sizeof(cl_mem), &buffer[2]);
        return launch(1, &n, &row);
    case BENCH_SAXPY:
        set(0, sizeof(a), &a);
        set(1, sizeof(cl_mem), &buffer[0]);
        set(2, sizeof(cl_mem), &buffer[2]);
        return launch(1, &n, NULL);
    case BENCH_HEAT:
        for (i = 0; i < bench.steps; i++) {
            set(0, sizeof(d), &d);
            set(1, sizeof(cl_mem), &buffer[i % 2 == 0 ? 2 : 1]);
            set(2, sizeof(cl_mem), &buffer[i % 2 == 0 ? 1 : 2]);
            set(3, sizeof(width), &width);
            t += launch(2, square, tile);
        }
        return t;
    case BENCH_NBODY:
        set(0, sizeof(soft), &soft);
        set(1, sizeof(cl_mem), &buffer[0]);
        set(2, sizeof(cl_mem), &buffer[2]);
        set(3, sizeof(size), &size);
        return launch(1, &n, &row);
    case BENCH_SWITCH:
    case BENCH_LAUNCH:
    case BENCH_WORKS:
        break;
    }
    return 0;
}

static const bench_variant variants[] = {
    { BENCH_SGEMM, "opencl", run_opencl },
    { BENCH_TRANSPOSE, "opencl", run_opencl },
    { BENCH_TRANSPOSE_UNTILED, "opencl", run_opencl },
    { BENCH_SUM, "opencl", run_opencl },
    { BENCH_SAXPY, "opencl", run_opencl },
    { BENCH_HEAT, "opencl", run_opencl },
    { BENCH_NBODY, "opencl", run_opencl },
};

int main(void)
{
    bench_contender c = { variants, (int)(sizeof(variants) / sizeof(variants[0])),
                          opened, before, after, closed };
    return bench_serve(&c);
}
