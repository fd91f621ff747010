/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_H
#define AMP_CL_H
/*
amp_cl.h: the OpenCL backend: how to switch it on, and its settings.

    cc -std=c99 -O2 -fopenmp -pthread -DAMP_OPENCL program.c -lm -lOpenCL

With -DAMP_OPENCL the OpenCL devices of the machine are accelerators, opencl:0 and so on:
AMP_ACCELERATOR=opencl takes the first. Nothing else changes in the program: what stands
between AMP_DEVICE_BEGIN and AMP_DEVICE_END is compiled twice, by the C compiler for the
emulator and, at the first launch, by OpenCL's compiler for the device. A launch there fails
with AMP_BUILD_FAILED and the compiler's words, file and line, where that text is not OpenCL C.
OpenCL 1.2 is what a device must have; nothing newer is used. Files of one program with and
without AMP_OPENCL work together; kernels of the latter run on the emulator only.

IN THE PROGRAM
    AMP_CL_OPTIONS        a string, defined before amp.h is included: options for OpenCL's
                          compiler, such as "-DTILE=16", for this file's device text

ENVIRONMENT
    AMP_CL_OPTIONS=...    compiler options, behind those of the program
    AMP_CL_DUMP=folder    writes each program, and the compiler's words when it does not
                          build, into a folder that exists
    AMP_CL_CACHE=off|/dir compiled programs are kept in $XDG_CACHE_HOME/amp or
                          ~/.cache/amp, in `/dir`, or not at all. PoCL keeps what it compiles
                          itself: its programs are kept here too only where `/dir` is given
    AMP_CL_MEMORY=copy    treats a device that shares the host's memory as one with memory
                          of its own
    AMP_CL_MEMORY=shared  does not: as where it is not set
    AMP_CL_MEMORY=keep    the same, and no buffer is released: for oclgrind, whose record of
                          what was written goes wrong when a released buffer's address is
                          used again
    AMP_COMPARE=1         each launch on an OpenCL device runs on the emulator first, on copies;
                          what it refuses, such as a barrier that diverges, never reaches
                          the device, and a result that differs is AMP_KERNEL_FAULT (see
                          amp/core/compare.h). Slow, and nothing runs side by side
    AMP_TRACE=file.json   as on the emulator (docs/times.md), with the device's own times
    AMP_LOG=1             says which device is in use, and when a kernel took more than two
                          seconds to build
    POCL_WORK_GROUP_METHOD=workitemrepl|loopvec|loops
                          how PoCL compiles tiles. Where it is not set, the library sets it
                          while PoCL reads it, and takes it away after: to loopvec, and for a
                          kernel that has run for two seconds to workitemrepl, where that is
                          safe (docs/decisions/0010-pocl-compiles-twice-or-once.md). A program
                          with threads that read or change the environment while kernels are
                          compiled sets the variable itself, before it starts them:
                          amp/cl/method.h

PoCL 3.1 and Mesa's Rusticl 22.3 compute wrong numbers of a few kernels, in silence:
docs/compiler-faults.md shows which, and how they are written to be right. AMP_COMPARE=1 shows it.

What of the program is embedded: the whole text of each file with a device region, so that a
drop-in build carries it, comments too. A file of kernels alone, which the program includes,
is embedded alone; of the files of `make single` only the texts for devices are.
*/
#include "amp.h"

#endif /* AMP_CL_H */
