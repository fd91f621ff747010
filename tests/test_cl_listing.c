/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL dropin plain */
/* OpenCL that cannot list its devices at first is said, and asked again. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
static int listings, failures;
static cl_int platforms_or_failure(cl_uint n, cl_platform_id *ids, cl_uint *count)
{
    listings++;
    return failures-- > 0 ? CL_OUT_OF_HOST_MEMORY : clGetPlatformIDs(n, ids, count);
}
#define clGetPlatformIDs platforms_or_failure
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(seven, 1, inout(int, 1, y)) { amp_at(y, idx[0]) = 7; }
AMP_DEVICE_END

TEST(a_failed_listing_is_said_and_tried_again)
{
    int m[4] = { 0, 0, 0, 0 }, count;
    const amp_array_view v = amp_view(int, m, 4);
    amp_accelerator a;
    failures = 2;
    CHECK_INT(amp_accelerator_find("opencl").index, ==, -1);
    CHECK_INT(listings, ==, 1);
    CHECK(strstr(amp_last_error(), "clGetPlatformIDs failed with CL_OUT_OF_HOST_MEMORY") != NULL);
    count = amp_accelerator_count();
    CHECK_INT(listings, ==, 2);
    CHECK_INT(count, ==, 3); /* the emulator's are there */
    CHECK_INT(amp_accelerator_find("emu").index, ==, 0);
    CHECK_INT(listings, ==, 3);
    a = amp_accelerator_find("opencl");
    CHECK_INT(listings, ==, 3);
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    CHECK_INT(a.index, ==, count);
    CHECK_INT(amp_accelerator_count(), >, count);
    CHECK_INT(amp_parallel_for_each_on(amp_accelerator_default_view(a), v.extent, seven, v), ==,
              AMP_OK);
    CHECK_INT(amp_synchronize(v), ==, AMP_OK);
    CHECK_INT(m[3], ==, 7);
    CHECK_INT(amp_release(v), ==, AMP_OK);
}
