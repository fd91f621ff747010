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
OpenCL 1.2 is what a device must have. Files of one program with and without AMP_OPENCL work
together; kernels of the latter run on the emulator only.

IN THE PROGRAM
    AMP_CL_OPTIONS        a string, defined before amp.h is included: options for OpenCL's
                          compiler, such as "-DTILE=16", for this file's device text

ENVIRONMENT
    AMP_CL_OPTIONS, AMP_CL_DUMP, AMP_CL_CACHE, AMP_CL_MEMORY and AMP_COMPARE: docs/settings.md. PoCL
    keeps what it compiles itself: AMP_CL_CACHE does so too only where it is a folder.
    POCL_WORK_GROUP_METHOD=workitemrepl|loopvec|loops is how PoCL compiles tiles. Where it is not
    set, the library sets it while PoCL reads it, and takes it away after: to loopvec, and for a
    kernel that has run for two seconds to workitemrepl, where that is safe
    (docs/decisions/0010-pocl-compiles-twice-or-once.md). A program with threads that read or
    change the environment while kernels are compiled sets the variable itself, before it starts
    them: amp/cl/method.h.

PoCL 3.1 and Mesa's Rusticl 22.3 compute wrong numbers of a few kernels, in silence:
docs/compiler-faults.md shows which, and how they are written to be right. AMP_COMPARE=1 shows it.

What of the program is embedded: the whole text of each file with a device region, so that a
drop-in build carries it, comments too. A file of kernels alone, which the program includes,
is embedded alone; of the files of `make single` only the texts for devices are.
*/
#include "amp.h"

#endif /* AMP_CL_H */
