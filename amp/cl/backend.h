/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_BACKEND_H
#define AMP_CL_BACKEND_H
/*
amp/cl/backend.h: the table of functions that the backend contract asks for.
*/

#include "launch.h"
#include "../core/backends.h"

enum { AMP__CL_NO_PLATFORM = -1001 }; /* CL_PLATFORM_NOT_FOUND_KHR: none is installed */

/* The contract's devices: those of all platforms that can be used, AMP__CL_DEVICES at the most.
   Called under the devices' lock. */
static AMP__COLD int amp__cl_devices(amp__device *list, int room, char *why)
{
    const char *const cache = getenv("POCL_CACHE_DIR");
    cl_platform_id platforms[8];
    const char *call = "clGetPlatformIDs";
    cl_uint count = 0, i, k;
    int found = 0;
    cl_int code = amp__cl_needs_lOpenCL(8, platforms, &count), failed = CL_SUCCESS;
    if (code != CL_SUCCESS) {
        count = 0;
        failed = code == AMP__CL_NO_PLATFORM ? CL_SUCCESS : code;
    }
    for (i = 0; i < count && i < 8; i++) {
        cl_device_id ids[AMP__CL_DEVICES];
        cl_uint n = 0;
        code = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, AMP__CL_DEVICES, ids, &n);
        if (code != CL_SUCCESS) {
            if (code != CL_DEVICE_NOT_FOUND) {
                failed = code;
                call = "clGetDeviceIDs";
            }
            continue;
        }
        for (k = 0; k < n && k < AMP__CL_DEVICES && found < room && found < AMP__CL_DEVICES; k++) {
            amp__cl_device *d = &amp__cl.device[found];
            memset(d, 0, sizeof(*d));
            d->platform = platforms[i];
            d->id = ids[k];
            found += amp__cl_describe(d, &list[found], found);
        }
    }
    amp__cl.count = found;
    if (found == 0 && failed == CL_SUCCESS && cache != NULL && access(cache, W_OK | X_OK) != 0) {
        failed = CL_DEVICE_NOT_FOUND; /* PoCL says no more */
        call = "listing devices";
    }
    if (found == 0 && failed != CL_SUCCESS) {
        (void)snprintf(why, 200, "%s failed with %s (%d)%s%.80s", call, amp__cl_code(failed),
                       (int)failed, cache != NULL ? "; PoCL must be able to write in "
                       "POCL_CACHE_DIR, " : "", cache != NULL ? cache : "");
        return -1;
    }
    return found;
}

static const amp__backend amp__cl_backend = {
    "opencl", amp__cl_devices, amp__cl_queue_create, amp__cl_queue_destroy,
    amp__cl_buffer_create, amp__cl_buffer_destroy, amp__cl_copy, amp__cl_launch,
    amp__cl_flush, amp__cl_wait
};

AMP__JOINS static void amp__cl_joins(void) { amp__backend_join_all(&amp__cl_backend); }

#endif /* AMP_CL_BACKEND_H */
