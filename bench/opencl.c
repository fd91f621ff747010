/* SPDX-License-Identifier: MIT */
/* The workloads as a hand-written OpenCL program, in two forms:
     opencl      the sum of the kernels' event times, which leaves out the launch
                 and the buffers
     end to end  the wall time from user memory to user memory: buffers over it
                 (CL_MEM_USE_HOST_PTR: nothing is copied on a CPU), the launches,
                 one wait, a map and unmap of the result, the buffers' release
   Both work in the user's memory, as amp does: a copy made right before the
   run was in the caches, which made saxpy 1.4 times faster.
   Barriers stand at the end of a loop body: PoCL 3.1's default method gives
   wrong results where one begins it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "opencl_host.h"

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
    "}\n"
    /* heat with a width for each grid, as amp's views have. */
    "__kernel __attribute__((reqd_work_group_size(TS, TS, 1)))\n"
    "void heat_widths(float d, __global const float *from, __global float *to, int w, int v)\n"
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
    "    to[gy * v + gx] = t[y][x] + d * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1]\n"
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
    "}\n",
    /* The exclusive scan, as in amp.c. */
    "#define ST 256\n"
    "__kernel __attribute__((reqd_work_group_size(ST, 1, 1)))\n"
    "void scan(__global const int *x, __global int *y, __global int *total)\n"
    "{\n"
    "    __local int t[2 * ST];\n"
    "    int l = get_local_id(0), first = get_group_id(0) * 2 * ST + l;\n"
    "    int offset = 1;\n"
    "    t[l] = x[first];\n"
    "    t[l + ST] = x[first + ST];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int pairs = ST; pairs > 0; pairs /= 2) {\n"
    "        if (l < pairs)\n"
    "            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];\n"
    "        offset *= 2;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l == 0) {\n"
    "        total[get_group_id(0)] = t[2 * ST - 1];\n"
    "        t[2 * ST - 1] = 0;\n"
    "    }\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int pairs = 1; pairs <= ST; pairs *= 2) {\n"
    "        offset /= 2;\n"
    "        if (l < pairs) {\n"
    "            int left = offset * (2 * l + 1) - 1, right = offset * (2 * l + 2) - 1;\n"
    "            int old = t[left];\n"
    "            t[left] = t[right];\n"
    "            t[right] += old;\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    y[first] = t[l];\n"
    "    y[first + ST] = t[l + ST];\n"
    "}\n",
    "__kernel __attribute__((reqd_work_group_size(ST, 1, 1)))\n"
    "void scan_totals(int each, __global int *total)\n"
    "{\n"
    "    __local int t[ST];\n"
    "    int l = get_local_id(0), offset = 1, sum = 0;\n"
    "    for (int i = 0; i < each; i++)\n"
    "        sum += total[l * each + i];\n"
    "    t[l] = sum;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int pairs = ST / 2; pairs > 0; pairs /= 2) {\n"
    "        if (l < pairs)\n"
    "            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];\n"
    "        offset *= 2;\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    if (l == 0)\n"
    "        t[ST - 1] = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (int pairs = 1; pairs <= ST / 2; pairs *= 2) {\n"
    "        offset /= 2;\n"
    "        if (l < pairs) {\n"
    "            int left = offset * (2 * l + 1) - 1, right = offset * (2 * l + 2) - 1;\n"
    "            int old = t[left];\n"
    "            t[left] = t[right];\n"
    "            t[right] += old;\n"
    "        }\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    }\n"
    "    sum = t[l];\n"
    "    for (int i = 0; i < each; i++) {\n"
    "        int old = total[l * each + i];\n"
    "        total[l * each + i] = sum;\n"
    "        sum += old;\n"
    "    }\n"
    "}\n"
    "__kernel void scan_add(__global int *y, __global const int *before)\n"
    "{\n"
    "    y[get_global_id(0)] += before[get_global_id(0) / (2 * ST)];\n"
    "}\n",
    "__kernel void empty(int n) { }\n"
    "__kernel __attribute__((reqd_work_group_size(256, 1, 1)))\n"
    "void empty_tiled(int n) { }\n"
};

enum { EVENTS = 64 };

static cl_context context;
static cl_command_queue queue, plain; /* with event times, and without */
static cl_program program;
static cl_kernel kernel[3];
static cl_mem buffer[3]; /* over the user's memory */
static cl_event events[EVENTS]; /* of the launches on `queue` that were not yet waited for */
static int event_count;
static char why[400];
static int *partials;

#ifndef BENCH_PROGRAM
#define BENCH_PROGRAM "build/bench/start_opencl"
#endif

/* NULL where the platform is ready, else the reason. */
static const char *start(void)
{
    const char *no = NULL;
    cl_device_id device;
    cl_int e;
    if (program != NULL) {
        return NULL;
    }
    no = bench_opencl_device(&device, &context);
    if (no != NULL) {
        return no;
    }
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &e);
    if (e == CL_SUCCESS) {
        plain = clCreateCommandQueue(context, device, 0, &e);
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

static void drop_buffers(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        if (buffer[i] != NULL) {
            (void)clReleaseMemObject(buffer[i]);
        }
        buffer[i] = NULL;
    }
}

static void closed(void)
{
    int i;
    for (i = 0; i < 3; i++) {
        if (kernel[i] != NULL) {
            (void)clReleaseKernel(kernel[i]);
            kernel[i] = NULL;
        }
    }
    free(partials);
    partials = NULL;
}

/* The kernels of a workload. */
static const char *const names[BENCH_WORKS][3] = {
    { "sgemm" }, { "transpose" }, { "transpose_untiled" }, { "sum" }, { "saxpy" },
    { "heat", "heat_widths" }, { "nbody" }, { NULL }, { "empty", "empty_tiled" },
    { "scan", "scan_totals", "scan_add" }, { NULL }
};

/* The memory of a workload, as it lies with the user: what buffer[i] stands for. */
static void *host[3];
static size_t host_bytes[3];
static int result; /* which of them is the result */

static const char *opened(void)
{
    const size_t bytes = bench.count * sizeof(float), n = (size_t)bench.n;
    const char *no = start();
    size_t partial_bytes = 0;
    cl_int e;
    int i;
    if (no != NULL) {
        return no;
    }
    closed();
    for (i = 0; i < 3 && names[bench.work][i] != NULL; i++) {
        kernel[i] = clCreateKernel(program, names[bench.work][i], &e);
        if (e != CL_SUCCESS) {
            return "the kernel is not there";
        }
    }
    for (i = 0; i < 3; i++) {
        host_bytes[i] = bytes;
    }
    host[0] = bench.a;
    host[1] = bench.b;
    host[2] = bench.out;
    result = 2;
    if (bench.work == BENCH_SUM || bench.work == BENCH_SCAN) {
        partial_bytes = n / (bench.work == BENCH_SUM ? 256 : 512) * sizeof(int);
        partials = (int *)calloc(partial_bytes, 1);
        if (partials == NULL) {
            return "no memory";
        }
        host[0] = bench.ints;
        host[1] = bench.result;
        host[2] = partials;
        host_bytes[0] = host_bytes[1] = n * sizeof(int);
        host_bytes[2] = partial_bytes;
        result = bench.work == BENCH_SUM ? 2 : 1;
    }
    return NULL;
}

static void make_buffers(void)
{
    cl_int e;
    int i;
    for (i = 0; i < 3; i++) {
        if (host[i] != NULL && host_bytes[i] > 0) {
            buffer[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                       host_bytes[i], host[i], &e);
            if (e != CL_SUCCESS) {
                (void)fprintf(stderr, "opencl: no buffer: %d\n", (int)e);
                buffer[i] = NULL;
            }
        }
    }
}

static void set(int k, unsigned i, size_t size, const void *p)
{
    (void)clSetKernelArg(kernel[k], i, size, p);
}
static void set_buffer(int k, unsigned i, int which)
{
    set(k, i, sizeof(cl_mem), &buffer[which]);
}

static void launch(cl_command_queue on, int k, unsigned rank, const size_t *global,
                   const size_t *local)
{
    cl_event *event = on == queue && event_count < EVENTS ? &events[event_count++] : NULL;
    const cl_int e = clEnqueueNDRangeKernel(on, kernel[k], rank, NULL, global, local, 0, NULL,
                                            event);
    if (e != CL_SUCCESS) {
        (void)fprintf(stderr, "opencl: launch failed: %d\n", (int)e);
        event_count -= event != NULL;
    }
}

/* Waits for `queue`, and returns the seconds of the launches' events. */
static double kernel_time(void)
{
    double t = 0;
    int i;
    (void)clFinish(queue);
    for (i = 0; i < event_count; i++) {
        cl_ulong from = 0, to = 0;
        (void)clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_START, sizeof(from), &from,
                                      NULL);
        (void)clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END, sizeof(to), &to, NULL);
        (void)clReleaseEvent(events[i]);
        t += 1e-9 * (double)(to - from);
    }
    event_count = 0;
    return t;
}

static int widths; /* 1: a heat step has a width for each grid */

/* All launches of the open workload. */
static void send(cl_command_queue on)
{
    const size_t n = (size_t)bench.n, square[2] = { n, n }, tile[2] = { 16, 16 }, row = 256;
    const size_t half = n / 2;
    const cl_int size = bench.n, width = bench.n + 2, each = bench.n / 512 / 256;
    const float a = BENCH_SAXPY_A, d = BENCH_DIFFUSION, soft = BENCH_SOFTENING;
    int i;
    switch (bench.work) {
    case BENCH_SGEMM:
        set_buffer(0, 0, 0);
        set_buffer(0, 1, 1);
        set_buffer(0, 2, 2);
        set(0, 3, sizeof(size), &size);
        launch(on, 0, 2, square, tile);
        break;
    case BENCH_TRANSPOSE:
    case BENCH_TRANSPOSE_UNTILED:
        set_buffer(0, 0, 0);
        set_buffer(0, 1, 2);
        set(0, 2, sizeof(size), &size);
        launch(on, 0, 2, square, tile);
        break;
    case BENCH_SUM:
        set_buffer(0, 0, 0);
        set_buffer(0, 1, 2);
        launch(on, 0, 1, &n, &row);
        break;
    case BENCH_SCAN:
        set_buffer(0, 0, 0);
        set_buffer(0, 1, 1);
        set_buffer(0, 2, 2);
        launch(on, 0, 1, &half, &row);
        set(1, 0, sizeof(each), &each);
        set_buffer(1, 1, 2);
        launch(on, 1, 1, &row, &row);
        set_buffer(2, 0, 1);
        set_buffer(2, 1, 2);
        launch(on, 2, 1, &n, NULL);
        break;
    case BENCH_SAXPY:
        set(0, 0, sizeof(a), &a);
        set_buffer(0, 1, 0);
        set_buffer(0, 2, 2);
        launch(on, 0, 1, &n, NULL);
        break;
    case BENCH_HEAT:
        for (i = 0; i < bench.steps; i++) {
            set(widths, 0, sizeof(d), &d);
            set_buffer(widths, 1, i % 2 == 0 ? 2 : 1);
            set_buffer(widths, 2, i % 2 == 0 ? 1 : 2);
            set(widths, 3, sizeof(width), &width);
            if (widths != 0) {
                set(widths, 4, sizeof(width), &width);
            }
            launch(on, widths, 2, square, tile);
        }
        break;
    case BENCH_NBODY:
        set(0, 0, sizeof(soft), &soft);
        set_buffer(0, 1, 0);
        set_buffer(0, 2, 2);
        set(0, 3, sizeof(size), &size);
        launch(on, 0, 1, &n, &row);
        break;
    default: /* no kernels, or not here */
        break;
    }
}

/* The sum of tiles' results, for W3. */
static void add_up(void)
{
    int i;
    if (bench.work == BENCH_SUM) {
        bench.total = 0;
        for (i = 0; i < bench.n / 256; i++) {
            bench.total += partials[i];
        }
    }
}

static void before(void)
{
    if (partials != NULL) {
        (void)memset(partials, 0xff, host_bytes[2]);
    }
}

/* From user memory to user memory; the seconds of the launches' events where
   `on` is the queue that has them. */
static double run(cl_command_queue on)
{
    void *p = NULL;
    double t = BENCH_WALL, now;
    cl_int e = CL_SUCCESS;
    make_buffers();
    now = bench_now();
    send(on);
    if (on == queue) {
        t = kernel_time();
        if (bench_counts_cpu()) {
            t = bench_now() - now; /* of all of PoCL's threads */
        }
    }
    p = clEnqueueMapBuffer(on, buffer[result], CL_TRUE, CL_MAP_READ, 0, host_bytes[result], 0,
                           NULL, NULL, &e);
    if (e == CL_SUCCESS) {
        (void)clEnqueueUnmapMemObject(on, buffer[result], p, 0, NULL, NULL);
    }
    (void)clFinish(on);
    drop_buffers();
    add_up();
    return t;
}
static double run_opencl(void) { return run(queue); }

#ifdef BENCH_BESIDE_AMP
static double run_whole(void) { return run(plain); }
static double run_widths(void)
{
    double t;
    widths = 1;
    t = run_whole();
    widths = 0;
    return t;
}

/* Seconds of one launch of 512 threads, of bench.n. */
static double launches(int k, int wait)
{
    const size_t global = 512, local = 256;
    double t = bench_now();
    int i;
    for (i = 0; i < bench.n; i++) {
        set(k, 0, sizeof(i), &i);
        launch(plain, k, 1, &global, k == 0 ? NULL : &local);
        if (wait) {
            (void)clFinish(plain);
        }
    }
    (void)clFinish(plain);
    return (bench_now() - t) / bench.n;
}
static double run_row(void) { return launches(0, 0); }
static double run_row_tiled(void) { return launches(1, 0); }
static double run_single(void) { return launches(0, 1); }
static double run_single_tiled(void) { return launches(1, 1); }
#else
static double run_start(void)
{
    return bench_start(BENCH_PROGRAM, NULL);
}
/* A start with the program's binary in a file of its own. */
static double run_start_binary(void)
{
    const char *folder = getenv("POCL_CACHE_DIR"), *method = getenv("POCL_WORK_GROUP_METHOD");
    char name[512];
    (void)snprintf(name, sizeof(name), "%s/start-%s.bin", folder != NULL ? folder : ".",
                   method != NULL ? method : "default");
    return bench_start(BENCH_PROGRAM, name);
}
#endif

/* In a program of its own: the kernels' times, which others are compared with.
   With BENCH_BESIDE_AMP, beside amp in amp's program, all but start. */
#ifdef BENCH_BESIDE_AMP
#define NAME "by hand"
#else
#define NAME "opencl"
#endif
static const bench_variant variants[] = {
    { BENCH_SGEMM, NAME, run_opencl },
    { BENCH_TRANSPOSE, NAME, run_opencl },
    { BENCH_TRANSPOSE_UNTILED, NAME, run_opencl },
    { BENCH_SUM, NAME, run_opencl },
    { BENCH_SCAN, NAME, run_opencl },
    { BENCH_SAXPY, NAME, run_opencl },
    { BENCH_HEAT, NAME, run_opencl },
    { BENCH_NBODY, NAME, run_opencl },
#ifdef BENCH_BESIDE_AMP
    { BENCH_SGEMM, "by hand, end to end", run_whole },
    { BENCH_TRANSPOSE, "by hand, end to end", run_whole },
    { BENCH_TRANSPOSE_UNTILED, "by hand, end to end", run_whole },
    { BENCH_SUM, "by hand, end to end", run_whole },
    { BENCH_SCAN, "by hand, end to end", run_whole },
    { BENCH_SAXPY, "by hand, end to end", run_whole },
    { BENCH_HEAT, "by hand, end to end", run_whole },
    { BENCH_HEAT, "by hand, two widths, end to end", run_widths },
    { BENCH_NBODY, "by hand, end to end", run_whole },
    { BENCH_LAUNCH, "by hand, simple, in a row", run_row },
    { BENCH_LAUNCH, "by hand, tiled, in a row", run_row_tiled },
    { BENCH_LAUNCH, "by hand, simple, one by one", run_single },
    { BENCH_LAUNCH, "by hand, tiled, one by one", run_single_tiled },
#else
    { BENCH_START, "start", run_start },
    { BENCH_START, "start, binary kept", run_start_binary },
#endif
};
static const bench_contender contender = {
    variants, (int)(sizeof(variants) / sizeof(variants[0])), opened, before, NULL, closed, 1
};

#ifdef BENCH_BESIDE_AMP
const bench_contender *bench_by_hand(void)
{
    return &contender;
}
#else
int main(void)
{
    return bench_serve(&contender);
}
#endif
