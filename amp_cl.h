/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_H
#define AMP_CL_H
/*
amp_cl.h: the OpenCL backend of amp.h, for -DAMP_OPENCL and -lOpenCL.


ENVIRONMENT
    AMP_CL_DUMP=folder    writes each program, and the compiler's words when it
                          does not build, into a folder that exists
    AMP_CL_OPTIONS=...    compiler options, behind those of the library
    AMP_CL_CACHE=off|dir  compiled programs are kept in $XDG_CACHE_HOME/amp or
                          ~/.cache/amp, in `dir`, or not at all
    AMP_CL_MEMORY=copy    treats a device that shares the host's memory as one
                          with memory of its own
    AMP_CL_MEMORY=keep    the same, and no buffer is released: for oclgrind, whose
                          record of what was written goes wrong when the place
                          of a released buffer is used again
    AMP_TRACE=file.json   launches and copies with the device's times, in the
                          format that Chrome's and Perfetto's viewers read
    POCL_WORK_GROUP_METHOD  set to workitemrepl where it is not set: PoCL 3.1's
                          own choice compiles a loop that begins with a barrier
                          to wrong code, and its kernels took up to 5 times as
                          long (measured: sgemm 654 against 200 ms)

OpenCL 1.2 is what a device must have; nothing newer is used.
*/
#include "amp.h"

#endif /* AMP_CL_H */
