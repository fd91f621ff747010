/* SPDX-License-Identifier: MIT */
/*
mistake: `get_global_id(0)`, as in OpenCL C
said by: compile
says: 'get_global_id' is deprecated: here idx[d] or tidx.global[d], where the last d is x
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, get_global_id(0)) = 1; /* here */
}
AMP_DEVICE_END
