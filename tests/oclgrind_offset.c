/* SPDX-License-Identifier: MIT */
/*
A program without amp, for check_oclgrind.sh: plain OpenCL writes a buffer in two
halves, and a kernel reads all of it. Every byte has been written, but oclgrind
21.10 takes ten of the sixteen elements for uninitialised. Prints whether the result is right.
*/
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>

enum { N = 16 };

int main(void)
{
    const char *source = "__kernel void twice(__global int *x)\n"
                         "{ int i = get_global_id(0); if (x[i] > 0) x[i] *= 2; }\n";
    const size_t half = N / 2 * sizeof(cl_int), threads = N;
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer;
    cl_int x[N], code = CL_SUCCESS, bad;
    int i, wrong = 0;
    for (i = 0; i < N; i++) { x[i] = i + 1; }
    bad = clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS
        || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS;
    if (bad) {
        return 2;
    }
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    queue = clCreateCommandQueue(context, device, 0, &code);
    program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    bad = clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS;
    kernel = clCreateKernel(program, "twice", &code);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(x), NULL, &code);
    if (bad || code != CL_SUCCESS) {
        return 2;
    }
    code |= clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, half, x, 0, NULL, NULL);
    code |= clEnqueueWriteBuffer(queue, buffer, CL_TRUE, half, half, x + N / 2, 0, NULL, NULL);
    code |= clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
    code |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, NULL, 0, NULL, NULL);
    code |= clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
    for (i = 0; i < N; i++) { wrong += x[i] != 2 * (i + 1); }
    (void)puts(code == CL_SUCCESS && wrong == 0 ? "right" : "wrong");
    (void)clReleaseMemObject(buffer);
    (void)clReleaseKernel(kernel);
    (void)clReleaseProgram(program);
    (void)clReleaseCommandQueue(queue);
    (void)clReleaseContext(context);
    return code != CL_SUCCESS || wrong != 0;
}
