/* SPDX-License-Identifier: MIT */
/*
mistake: a file with `-DAMP_CHECK`, the library without
said by: link
flags: -DAMP_EXTERN -DAMP_CHECK
with: run.amp.o
place: .o:
says: undefined reference to `amp__define_AMP_IMPLEMENTATION_in_one_file_built_as
says: _check
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
