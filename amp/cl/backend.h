/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_BACKEND_H
#define AMP_CL_BACKEND_H
/*
amp/cl/backend.h: the table of functions that the backend contract asks for.
*/

#include "launch.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* The contract's devices: those of all platforms that can be used, AMP__CL_DEVICES at the most.
   Called under the devices' lock. */
static AMP__RARE int amp__cl_devices(amp__device *list, int room)
{
    cl_platform_id platforms[8];
    cl_uint count = 0, i, k;
    int found = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS) {
        count = 0;
    }
    for (i = 0; i < count && i < 8; i++) {
        cl_device_id ids[AMP__CL_DEVICES];
        cl_uint n = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, AMP__CL_DEVICES, ids, &n)
            != CL_SUCCESS) {
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
    return found;
}

static const amp__backend amp__cl_backend = {
    "opencl", amp__cl_devices, amp__cl_queue_create, amp__cl_queue_destroy,
    amp__cl_buffer_create, amp__cl_buffer_destroy, amp__cl_copy_in, amp__cl_copy_out,
    amp__cl_copy_within, amp__cl_launch, amp__cl_flush, amp__cl_wait
};

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_BACKEND_H */
