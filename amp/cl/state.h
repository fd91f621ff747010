/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_STATE_H
#define AMP_CL_STATE_H
/*
amp/cl/state.h: what all files of a program share of the OpenCL backend: its devices, and
one weak object, whose name says version and layout (AMP__VERSIONED).
*/

#include "program_text.h"
#include "../base/lock.h"

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#ifdef __has_include
#if !__has_include(<CL/cl.h>)
#error "AMP_OPENCL needs <CL/cl.h>: install opencl-headers, or compile without -DAMP_OPENCL"
#endif
#endif
#include <CL/cl.h>
#endif
#include <pthread.h> /* a lock */

/* Without -lOpenCL the linker shall say one thing, and not each call: what amp__cl_needs_lOpenCL
   calls alone has to be there, which also has the library kept where a linker drops what it takes
   for unneeded. */
#ifdef __linux__
#pragma weak clBuildProgram
#pragma weak clCreateBuffer
#pragma weak clCreateCommandQueue
#pragma weak clCreateContext
#pragma weak clCreateKernel
#pragma weak clCreateProgramWithBinary
#pragma weak clCreateProgramWithSource
#pragma weak clEnqueueCopyBuffer
#pragma weak clEnqueueCopyBufferRect
#pragma weak clEnqueueFillBuffer
#pragma weak clEnqueueMapBuffer
#pragma weak clEnqueueNDRangeKernel
#pragma weak clEnqueueReadBuffer
#pragma weak clEnqueueReadBufferRect
#pragma weak clEnqueueUnmapMemObject
#pragma weak clEnqueueWriteBuffer
#pragma weak clEnqueueWriteBufferRect
#pragma weak clFinish
#pragma weak clFlush
#pragma weak clGetDeviceIDs
#pragma weak clGetDeviceInfo
#pragma weak clGetEventInfo
#pragma weak clGetEventProfilingInfo
#pragma weak clGetKernelInfo
#pragma weak clGetKernelWorkGroupInfo
#pragma weak clGetMemObjectInfo
#pragma weak clGetPlatformInfo
#pragma weak clGetProgramBuildInfo
#pragma weak clGetProgramInfo
#pragma weak clReleaseCommandQueue
#pragma weak clReleaseEvent
#pragma weak clReleaseKernel
#pragma weak clReleaseMemObject
#pragma weak clReleaseProgram
#pragma weak clRetainEvent
#pragma weak clSetKernelArg
#endif

/* clGetPlatformIDs. */
static AMP__NOINLINE cl_int amp__cl_needs_lOpenCL(cl_uint room, cl_platform_id *list,
                                                  cl_uint *count)
{
    return clGetPlatformIDs(room, list, count);
}

#define AMP__CL_DEVICES 16

/* One device. The limits are OpenCL's, read once. */
typedef struct amp__cl_device {
    cl_platform_id platform;
    cl_device_id id;
    cl_context context; /* made at first use */
    char name[160], driver[192];
    size_t group, item[3];  /* most work-items: of a group, of it in each dimension */
    size_t argument_bytes;  /* of a kernel, at the most */
    cl_ulong local_bytes;   /* of tile memory */
    cl_ulong local_of_256;  /* of a kernel with 256 bytes of it, as the device says; 0: not asked */
    cl_ulong allocation;    /* of one buffer, at the most */
    cl_ulong memory;        /* bytes that it has */
    cl_ulong table_bytes;   /* of a buffer in constant memory, at the most */
    cl_uint tables;         /* of a kernel, at the most */
    cl_uint units;          /* cores */
    int doubles;            /* it has double precision */
    int rounded;            /* it can round float division and square root as C does */
    int is_cpu;
    int shares_memory;      /* launches work in host memory: no buffers */
    int keeps_buffers;      /* AMP_CL_MEMORY=keep: none is released */
    int drops_gaps;         /* the gap at a structure's end is no part of an argument there */
    int is_pocl;     /* on a CPU */
    int is_oclgrind; /* amp__cl_after_send waits for each command */
    amp__cl_abilities able;
} amp__cl_device;

struct amp__cl_built;
struct amp__cl_queue;

/* Devices, programs and queues of the backend. */
typedef struct amp__cl_shared {
    /* Of all below, and of programs and kernels: a kernel's arguments are set and its
       launch is sent under it. Taken behind any lock of amp/base/state.h, alone. */
    pthread_mutex_t lock;
    struct {
        int count;
        amp__cl_device device[AMP__CL_DEVICES];
        struct amp__cl_built *built;  /* all programs, see amp/cl/program.h */
        struct amp__cl_queue *queues; /* all queues, see amp/cl/queue.h */
        long process;                 /* whose exit waits for them */
    } of;
} amp__cl_shared;
#define amp__cl_state AMP__VERSIONED(amp__cl_state)
#define amp__cl (amp__cl_state.of)
#define amp__cl_lock (amp__cl_state.lock)
AMP__C_BEGIN
AMP__ONE_COPY amp__cl_shared amp__cl_state = {
    PTHREAD_MUTEX_INITIALIZER, AMP__ZERO
};
AMP__C_END

#endif /* AMP_CL_STATE_H */
