/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_BACKENDS_H
#define AMP_CORE_BACKENDS_H
/*
amp/core/backends.h: the list of backends. A backend joins it before main: the front end knows
none by name and asks the contract (amp/core/backend.h).
*/

#include "state.h"
#include "../base/plugin.h"

/* The backend that each file of the program brings, and which is first in the list: this file's
   own, as nothing of it is shared. NULL before it has joined. */
static const amp__backend *amp__backend_first;

/* Adds the backend that only some files of the program bring. Another file may be the first to ask
   for the devices: so it is shared, and the code stays loaded. */
static AMP__UNUSED void amp__backend_join_all(const amp__backend *backend)
{
    amp__stay_loaded();
    amp__host.optional = backend;
}

/* The backends, in the order in which their devices are listed; NULL behind the last. */
static AMP__COLD const amp__backend *amp__backend_at(int i)
{
    return i == 0 ? amp__backend_first : i == 1 ? amp__host.optional : NULL;
}

/* What to do where `name` asks for a device of a backend that this program was
   built without; NULL where it does not. */
static AMP__COLD const char *amp__backend_missing(const char *name)
{
    return amp__host.optional == NULL && strncmp(name, "opencl", 6) == 0
        ? "this program was built without OpenCL: compile with -DAMP_OPENCL and link with "
          "-lOpenCL" : NULL;
}

#endif /* AMP_CORE_BACKENDS_H */
