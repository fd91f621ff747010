/* SPDX-License-Identifier: MIT */
/*
mistake: `get_global_id(0)`, as in OpenCL C
said by: compile
says: implicit declaration of function 'get_global_id'
not: the remedy; the names of OpenCL are not ours to define; without a declaration C takes any
    function
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(float, 1, x))
{
    at(x, get_global_id(0)) = 1; /* here */
}
AMP_DEVICE_END
