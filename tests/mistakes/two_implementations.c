/* SPDX-License-Identifier: MIT */
/*
mistake: `AMP_IMPLEMENTATION` in two files
said by: link
flags: -DAMP_EXTERN -DAMP_IMPLEMENTATION
with: run.amp.o
place: two_implementations
says: multiple definition of `amp__only_one_file_may_define_AMP_IMPLEMENTATION'
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    return parallel_for_each(v.extent, scale, 2.0f, v) != AMP_OK;
}
