/* SPDX-License-Identifier: MIT */
#include "opencl_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *bench_opencl_device(cl_device_id *device, cl_context *context)
{
    static cl_context kept;
    static cl_device_id found;
    static char why[80];
    const char *wanted = getenv("BENCH_OPENCL_PLATFORM");
    cl_platform_id platforms[16], platform = NULL;
    cl_uint count = 0, i;
    cl_int e;
    char name[200] = "", version[200] = "";
    if (kept == NULL) {
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
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &found, NULL) != CL_SUCCESS) {
            return "the OpenCL platform has no device";
        }
        (void)clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof(version), version, NULL);
        (void)fprintf(stderr, "opencl: %s, %s\n", name, version);
        kept = clCreateContext(NULL, 1, &found, NULL, NULL, &e);
        if (e != CL_SUCCESS) {
            kept = NULL;
            (void)snprintf(why, sizeof(why), "OpenCL error %d while starting", (int)e);
            return why;
        }
    }
    *device = found;
    *context = kept;
    return NULL;
}
