/* SPDX-License-Identifier: MIT */
/*
mistake: a copy that is begun, and read before it has ended, as with `CL_FALSE`
from: OpenCL's manual, clEnqueueReadBuffer,
    https://registry.khronos.org/OpenCL/sdk/1.1/docs/man/xhtml/clEnqueueReadBuffer.html
said by: check
says: unfinished-copy: target
says: amp_completion_wait on what amp_copy_out_async returned
not: anything in a debug build; a plain read of the host C does not see
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = 2 * at(x, idx[0]);
}
AMP_DEVICE_END
int main(void)
{
    static float a[16], b[16], result[16];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 16);
    amp_status s;
    amp_completion c;
    a[3] = 4;
    s = parallel_for_each(y.extent, scale, x, y);
    c = amp_copy_out_async(y, result);
    printf("%g\n", result[3]); /* here */
    if (s == AMP_OK) {
        s = amp_completion_wait(c);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
