/* SPDX-License-Identifier: MIT */
#ifndef BENCH_OPENCL_HOST_H
#define BENCH_OPENCL_HOST_H
/* What the hand-written OpenCL programs of the bench share: the device they run on. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

/* PoCL's first device, or that of the platform whose name BENCH_OPENCL_PLATFORM is a part of, and
   a context of it, made at the first call and kept. NULL, or why there is none. */
const char *bench_opencl_device(cl_device_id *device, cl_context *context);

#endif
