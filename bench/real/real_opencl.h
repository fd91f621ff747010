/* SPDX-License-Identifier: MIT */
#ifndef REAL_OPENCL_H
#define REAL_OPENCL_H
/*
What the opencl.c of the programs share. A run is

    cl_kernel k = real_cl_kernel(source, "name");
    cl_mem data = real_cl_buffer(memory, bytes);
    REAL_CL_ARG(k, 0, data);
    REAL_CL_ARG(k, 1, n);
    real_cl_launch(k, 1, global, local);
    real_cl_read(data, bytes);
    return real_cl_end();

What fails is said on standard error once, and makes the end of the run a failure. One thread.
*/
#include "../opencl_host.h"
#include "real.h"

/* A kernel of a program's text, which is compiled at its first use and kept; the text is known by
   its address. NULL where that failed, which the calls below bear. */
cl_kernel real_cl_kernel(const char *source, const char *name);
/* A buffer over host memory (CL_MEM_USE_HOST_PTR: on a CPU nothing is copied), until the run's
   end. */
cl_mem real_cl_buffer(void *memory, size_t bytes);
void real_cl_arg(cl_kernel k, unsigned i, size_t size, const void *value);
#define REAL_CL_ARG(k, i, variable) real_cl_arg(k, i, sizeof(variable), &(variable))
/* An argument that is `bytes` of local memory. */
void real_cl_local(cl_kernel k, unsigned i, size_t bytes);
/* Sends a launch; local may be NULL. */
void real_cl_launch(cl_kernel k, unsigned rank, const size_t *global, const size_t *local);
/* Waits for what was sent, and changes the beginning of a buffer between two launches. */
void real_cl_write(cl_mem buffer, const void *from, size_t bytes);
/* Waits for what was sent, and brings a buffer to its host memory. */
void real_cl_read(cl_mem buffer, size_t bytes);
/* Waits, and releases the run's buffers. BENCH_WALL, or 1e9 where something failed. */
double real_cl_end(void);

#endif
