/* SPDX-License-Identifier: MIT */
#ifndef AMP_BACKENDS_H
#define AMP_BACKENDS_H
/*
amp/backends.h: which backends this build has. The one file that names them; the
rest of the front end asks the contract (amp/backend.h).
*/

#include "plugin.h"
#include "state.h"
#include "emu/backend.h"

#if AMP__IMPLEMENT

#ifdef AMP_OPENCL
#include "cl/backend.h"

/* Any file of the program may bring the OpenCL backend; another one may be the
   first to ask for the devices. So it is there before main. */
__attribute__((constructor)) static void amp__opencl_joins(void)
{
    amp__stay_loaded();
    amp__process.optional = &amp__cl_backend;
}
#endif

/* The backends, in the order in which their devices are listed; NULL behind the
   last. */
static AMP__RARE const amp__backend *amp__backend_at(int i)
{
    return i == 0 ? &amp__emu_backend : i == 1 ? amp__process.optional : NULL;
}

/* What to do where `name` asks for a device of a backend that this program was
   built without; NULL where it does not. */
static AMP__RARE const char *amp__backend_missing(const char *name)
{
    return amp__process.optional == NULL && strncmp(name, "opencl", 6) == 0
        ? "this program was built without OpenCL: compile with -DAMP_OPENCL and link with "
          "-lOpenCL" : NULL;
}

/* The engines that kernels of this file are compiled for. Two, so that a file without
   tiles is not compiled with fibers. */
#define amp__engine_simple amp__emu_simple
#define amp__engine_tiled amp__emu_tiled

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BACKENDS_H */
