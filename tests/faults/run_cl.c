/* SPDX-License-Identifier: MIT */
/* tests/faults/run_cl.c: runs a reproduction in OpenCL C, without the library.

     run_cl PLATFORM                 prints the driver, as "PoCL 3.1" or "Mesa 22.3"
     run_cl PLATFORM FILE.cl GLOBAL LOCAL [options of its compiler]

   The kernel `fault(out, in)` has in[i] == i and is to make out[i] == i, for each of GLOBAL
   work-items in groups of LOCAL; sizes are one to three numbers with an x between them. PLATFORM:
   part of a platform's name. Exit status 0: right, 1: wrong, 2: it cannot be tried here. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stop(const char *what, int code)
{
    printf("%s: %d\n", what, code);
    exit(2);
}

/* "PoCL 3.1", of "OpenCL 3.0 PoCL 3.1+debian  Linux...", "Oclgrind 21.10", of "OpenCL 1.2 (Oclgrind
   21.10)", or "Mesa 22.3", of "22.3.6". */
static void print_driver(cl_platform_id platform, cl_device_id device)
{
    char text[300] = "", driver[300] = "";
    static const char *const names[] = { "PoCL", "Oclgrind" };
    const char *name = "Mesa", *numbers = driver;
    size_t i;
    int major = 0, minor = 0;
    (void)clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof(text), text, NULL);
    (void)clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof(driver), driver, NULL);
    for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *const at = strstr(text, names[i]);
        if (at != NULL) {
            name = names[i];
            numbers = at + strlen(name);
        }
    }
    (void)sscanf(numbers, "%d.%d", &major, &minor);
    printf("%s %d.%d\n", name, major, minor);
}

static cl_uint sizes(const char *text, size_t *size)
{
    unsigned long a = 1, b = 1, c = 1;
    const int n = sscanf(text, "%lux%lux%lu", &a, &b, &c);
    size[0] = a;
    size[1] = b;
    size[2] = c;
    return n < 1 ? 1 : (cl_uint)n;
}

int main(int argc, char **argv)
{
    static char text[1 << 16], said[1 << 16], version[200];
    const char *source = text;
    cl_platform_id platform[16], at = NULL;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem in, out;
    cl_uint count = 0, i, dimensions, total, wrong = 0;
    cl_int code, *numbers;
    size_t global[3], local[3];
    FILE *f;
    if (argc < 2 || clGetPlatformIDs(16, platform, &count) != CL_SUCCESS) {
        stop("no platform", argc);
    }
    for (i = 0; i < count && i < 16 && at == NULL; i++) {
        char name[200] = "";
        (void)clGetPlatformInfo(platform[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
        if (strstr(name, argv[1]) != NULL
            && clGetDeviceIDs(platform[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS) {
            at = platform[i];
        }
    }
    if (at == NULL) {
        stop("no such platform with a device", 0);
    }
    if (argc < 5) {
        print_driver(at, device);
        return 0;
    }
    f = fopen(argv[2], "r");
    if (f == NULL || fread(text, 1, sizeof(text) - 1, f) == 0 || fclose(f) != 0) {
        stop(argv[2], 0);
    }
    dimensions = sizes(argv[3], global);
    (void)sizes(argv[4], local);
    total = (cl_uint)(global[0] * global[1] * global[2]);
    numbers = (cl_int *)calloc(total, sizeof(*numbers));
    if (numbers == NULL) {
        stop("memory", 0);
    }
    (void)clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof(version), version, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    queue = code == CL_SUCCESS ? clCreateCommandQueue(context, device, 0, &code) : NULL;
    program = code == CL_SUCCESS
        ? clCreateProgramWithSource(context, 1, &source, NULL, &code) : NULL;
    if (code != CL_SUCCESS) {
        stop("no context, queue or program", code);
    }
    code = clBuildProgram(program, 1, &device, argc > 5 ? argv[5] : "", NULL, NULL);
    if (code != CL_SUCCESS) {
        (void)clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(said), said,
                                    NULL);
        printf("%s\n", said);
        stop("clBuildProgram", code);
    }
    kernel = clCreateKernel(program, "fault", &code);
    out = clCreateBuffer(context, CL_MEM_READ_WRITE, total * sizeof(cl_int), NULL, NULL);
    in = clCreateBuffer(context, CL_MEM_READ_WRITE, total * sizeof(cl_int), NULL, NULL);
    for (i = 0; i < total; i++) {
        numbers[i] = (cl_int)i;
    }
    if (code != CL_SUCCESS
        || clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, total * sizeof(cl_int), numbers, 0, NULL,
                                NULL) != CL_SUCCESS
        || clSetKernelArg(kernel, 0, sizeof(out), &out) != CL_SUCCESS
        || clSetKernelArg(kernel, 1, sizeof(in), &in) != CL_SUCCESS) {
        stop("arguments", code);
    }
    memset(numbers, 0xff, total * sizeof(cl_int));
    code = clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, total * sizeof(cl_int), numbers, 0, NULL,
                                NULL);
    if (code == CL_SUCCESS) {
        code = clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL,
                                      NULL);
    }
    if (code == CL_SUCCESS) {
        code = clEnqueueReadBuffer(queue, out, CL_TRUE, 0, total * sizeof(cl_int), numbers, 0, NULL,
                                   NULL);
    }
    if (code != CL_SUCCESS) {
        stop("the launch", code);
    }
    for (i = 0; i < total; i++) {
        wrong += numbers[i] != (cl_int)i;
    }
    printf("%s: %u of %u wrong\n", version, wrong, total);
    free(numbers);
    return wrong != 0;
}
