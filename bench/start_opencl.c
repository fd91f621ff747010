/* SPDX-License-Identifier: MIT */
/* A program from its start to its first result, in OpenCL by hand.
   start_opencl [FILE]: with FILE, the program's binary is kept there, and taken
   from there by the next process; without, PoCL's own cache does what it can. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum { N = 4096 };

static const char *const source =
    "__kernel void saxpy(float a, __global const float *x, __global float *y)\n"
    "{\n"
    "    int i = get_global_id(0);\n"
    "    y[i] += a * x[i];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(64, 1, 1)))\n"
    "void turn(__global const float *x, __global float *y)\n"
    "{\n"
    "    __local float t[64];\n"
    "    int l = get_local_id(0);\n"
    "    t[l] = x[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    y[get_global_id(0)] = t[63 - l];\n"
    "}\n";

static cl_program from_file(const char *name, cl_context context, cl_device_id device)
{
    static unsigned char data[1 << 20];
    const unsigned char *p = data;
    FILE *f = fopen(name, "rb");
    size_t n;
    cl_program program;
    cl_int e;
    if (f == NULL) {
        return NULL;
    }
    n = fread(data, 1, sizeof(data), f);
    (void)fclose(f);
    program = clCreateProgramWithBinary(context, 1, &device, &n, &p, NULL, &e);
    return e == CL_SUCCESS && clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS
        ? program : NULL;
}

static void to_file(const char *name, cl_program program)
{
    size_t n = 0;
    unsigned char *data;
    FILE *f;
    (void)clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(n), &n, NULL);
    data = (unsigned char *)malloc(n);
    f = fopen(name, "wb");
    if (data != NULL && f != NULL) {
        (void)clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL);
        (void)fwrite(data, 1, n, f);
    }
    if (f != NULL) {
        (void)fclose(f);
    }
    free(data);
}

int main(int argc, char **argv)
{
    static float x[N], y[N];
    const size_t size = N, tile = 64;
    const float a = 2;
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program = NULL;
    cl_kernel saxpy, turn;
    cl_mem bx, by;
    cl_int e = CL_SUCCESS;
    int i;
    for (i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) {
        return 2;
    }
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    queue = clCreateCommandQueue(context, device, 0, &e);
    if (argc > 1) {
        program = from_file(argv[1], context, device);
    }
    if (program == NULL) {
        program = clCreateProgramWithSource(context, 1, (const char **)(void *)&source, NULL, &e);
        if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
            return 2;
        }
        if (argc > 1) {
            to_file(argv[1], program);
        }
    }
    saxpy = clCreateKernel(program, "saxpy", &e);
    turn = clCreateKernel(program, "turn", &e);
    bx = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof(x), x, &e);
    by = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, sizeof(y), y, &e);
    (void)clSetKernelArg(saxpy, 0, sizeof(a), &a);
    (void)clSetKernelArg(saxpy, 1, sizeof(bx), &bx);
    (void)clSetKernelArg(saxpy, 2, sizeof(by), &by);
    e = clEnqueueNDRangeKernel(queue, saxpy, 1, NULL, &size, NULL, 0, NULL, NULL);
    (void)clSetKernelArg(turn, 0, sizeof(by), &by);
    (void)clSetKernelArg(turn, 1, sizeof(bx), &bx);
    e = e == CL_SUCCESS
        ? clEnqueueNDRangeKernel(queue, turn, 1, NULL, &size, &tile, 0, NULL, NULL) : e;
    if (e == CL_SUCCESS) {
        (void)clEnqueueMapBuffer(queue, bx, CL_TRUE, CL_MAP_READ, 0, sizeof(x), 0, NULL, NULL, &e);
    }
    if (e != CL_SUCCESS) {
        (void)fprintf(stderr, "start_opencl: error %d\n", (int)e);
        return 2;
    }
    for (i = 0; i < N && x[i] == (float)(2 * (i / 64 * 64 + 63 - i % 64) + 1); i++) { }
    (void)puts(i == N ? "the result is there" : "wrong");
    (void)fflush(stdout); /* bench_start takes the time of the first byte */
    return i < N;
}
