/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_METHOD_H
#define AMP_CL_METHOD_H
/*
amp/cl/method.h: how PoCL makes loops over the threads of a tile: its work-group method.

PoCL takes it from POCL_WORK_GROUP_METHOD and offers no other way to choose. amp_cl.h says which one
the library chooses, and what that means for threads. PoCL 3.1 reads it

  in clCreateContext           for the options of its LLVM: amp__cl_context
  in clBuildProgram            for the name of the folder in its cache: amp__cl_compile
  when it compiles a kernel    where a binary is asked for, amp__cl_compile; else in a thread of
                               PoCL's at its first run, and again for another size: amp__cl_send

In clCreateContext it decides, for all kernels of the process, which loops LLVM makes vectors of: so
that is loopvec, also for kernels that workitemrepl compiles (a sgemm took 12 ms, and 47 else).

All here is done under amp__cl_lock.
*/

#include "state.h"
#include "../base/files.h"

#define AMP__CL_METHOD "POCL_WORK_GROUP_METHOD"
/* setenv and unsetenv are POSIX, which -std=c99 hides; by their symbols they are there. */
AMP__C_BEGIN
int amp__setenv(const char *name, const char *value, int replace) AMP__SYSTEM_CALL("setenv");
int amp__unsetenv(const char *name) AMP__SYSTEM_CALL("unsetenv");
AMP__C_END

/* The method that a kernel is compiled with: the user's, or the library's. replicates: the
   library's choice for it, see amp/cl/program.h. */
static inline const char *amp__cl_method(int replicates)
{
    const char *users = getenv(AMP__CL_METHOD);
    return users != NULL ? users : replicates ? "workitemrepl" : "loopvec";
}

/* From here on PoCL finds the method. Returns 1 where that took setting the variable: what
   amp__cl_method_end is then called with. Caller holds amp__cl_lock from here until after
   that call. */
static inline int amp__cl_method_begin(const amp__cl_device *d, int replicates)
{
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    return d->is_pocl && getenv(AMP__CL_METHOD) == NULL
        && amp__setenv(AMP__CL_METHOD, amp__cl_method(replicates), 0) == 0;
}

/* The environment is again as the user left it. Caller holds amp__cl_lock. */
static inline void amp__cl_method_end(int begun)
{
    AMP__ASSERT(amp__holds(&amp__cl_lock));
    if (begun) {
        (void)amp__unsetenv(AMP__CL_METHOD);
    }
}

#endif /* AMP_CL_METHOD_H */
