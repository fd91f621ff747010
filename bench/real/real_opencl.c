/* SPDX-License-Identifier: MIT */
#include "real_opencl.h"

#include <stdio.h>
#include <string.h>

enum { MAX_KERNELS = 128, MAX_BUFFERS = 32 };

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static int failed;

static struct {
    const char *source, *name;
    cl_program program;
    cl_kernel kernel;
} kernels[MAX_KERNELS];
static int kernel_count;

static cl_mem buffers[MAX_BUFFERS];
static int buffer_count;

static void fails(const char *what, cl_int e)
{
    if (!failed) {
        (void)fprintf(stderr, "opencl: %s: error %d\n", what, (int)e);
    }
    failed = 1;
}

static int started(void)
{
    cl_int e;
    if (queue == NULL) {
        const char *why = bench_opencl_device(&device, &context);
        if (why != NULL) {
            fails(why, 0);
            return 0;
        }
        queue = clCreateCommandQueue(context, device, 0, &e);
        if (e != CL_SUCCESS) {
            fails("clCreateCommandQueue", e);
            return 0;
        }
    }
    return 1;
}

/* The program of a text: another kernel's, or built now. NULL where it cannot be. */
static cl_program program_of(const char *source)
{
    cl_program p;
    cl_int e;
    int i;
    for (i = 0; i < kernel_count; i++) {
        if (kernels[i].source == source) {
            return kernels[i].program;
        }
    }
    p = clCreateProgramWithSource(context, 1, &source, NULL, &e);
    if (e == CL_SUCCESS) {
        e = clBuildProgram(p, 1, &device, "", NULL, NULL);
    }
    if (e != CL_SUCCESS) {
        char log[4000] = "";
        (void)clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
        (void)fprintf(stderr, "%s\n", log);
        fails("clBuildProgram", e);
        return NULL;
    }
    return p;
}

cl_kernel real_cl_kernel(const char *source, const char *name)
{
    cl_program p;
    cl_kernel k;
    cl_int e;
    int i;
    for (i = 0; i < kernel_count; i++) {
        if (kernels[i].source == source && strcmp(kernels[i].name, name) == 0) {
            return kernels[i].kernel;
        }
    }
    if (!started() || (p = program_of(source)) == NULL) {
        return NULL;
    }
    k = clCreateKernel(p, name, &e);
    if (e != CL_SUCCESS || kernel_count == MAX_KERNELS) {
        fails(name, e);
        return NULL;
    }
    kernels[kernel_count].source = source;
    kernels[kernel_count].name = name;
    kernels[kernel_count].program = p;
    kernels[kernel_count++].kernel = k;
    return k;
}

cl_mem real_cl_buffer(void *memory, size_t bytes)
{
    cl_int e = CL_OUT_OF_HOST_MEMORY;
    cl_mem m = NULL;
    if (started() && buffer_count < MAX_BUFFERS) {
        m = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &e);
    }
    if (e != CL_SUCCESS) {
        fails("clCreateBuffer", e);
        return NULL;
    }
    buffers[buffer_count++] = m;
    return m;
}

void real_cl_arg(cl_kernel k, unsigned i, size_t size, const void *value)
{
    const cl_int e = k != NULL ? clSetKernelArg(k, i, size, value) : CL_INVALID_KERNEL;
    if (e != CL_SUCCESS) {
        fails("clSetKernelArg", e);
    }
}

void real_cl_local(cl_kernel k, unsigned i, size_t bytes)
{
    real_cl_arg(k, i, bytes, NULL);
}

void real_cl_launch(cl_kernel k, unsigned rank, const size_t *global, const size_t *local)
{
    const cl_int e = k == NULL ? CL_INVALID_KERNEL
        : clEnqueueNDRangeKernel(queue, k, rank, NULL, global, local, 0, NULL, NULL);
    if (e != CL_SUCCESS) {
        fails("clEnqueueNDRangeKernel", e);
    }
}

void real_cl_write(cl_mem buffer, const void *from, size_t bytes)
{
    const cl_int e = buffer == NULL ? CL_INVALID_MEM_OBJECT
        : clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, from, 0, NULL, NULL);
    if (e != CL_SUCCESS) {
        fails("clEnqueueWriteBuffer", e);
    }
}

void real_cl_read(cl_mem buffer, size_t bytes)
{
    cl_int e = CL_INVALID_MEM_OBJECT;
    void *p = NULL;
    if (buffer != NULL) {
        p = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &e);
    }
    if (e != CL_SUCCESS) {
        fails("clEnqueueMapBuffer", e);
        return;
    }
    (void)clEnqueueUnmapMemObject(queue, buffer, p, 0, NULL, NULL);
}

double real_cl_end(void)
{
    const int bad = failed;
    if (queue != NULL) {
        (void)clFinish(queue);
    }
    while (buffer_count > 0) {
        (void)clReleaseMemObject(buffers[--buffer_count]);
    }
    failed = 0;
    return bad ? 1e9 : BENCH_WALL;
}
