/* SPDX-License-Identifier: MIT */
/*
mistake: an accelerator that is not there
said by: run
says: AMP_ACCELERATOR
says: gpu
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
int setenv(const char *name, const char *value, int replace);
int main(void)
{
    static float data[16];
    amp_array_view v;
    amp_status s;
    (void)setenv("AMP_ACCELERATOR", "gpu", 1);
    v = amp_view(float, data, 16);
    s = parallel_for_each(amp_extent(16), scale, 2.0f, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
