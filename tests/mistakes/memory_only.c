/* SPDX-License-Identifier: MIT */
/*
mistake: a launch on the accelerator "cpu", which is memory only
said by: run
says: kernel scale: parallel_for_each is not supported on the accelerator
says: which is memory only: choose another
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
    amp_accelerator a = { 0 };
    amp_status s = AMP_OK;
    for (int i = 0; i < amp_accelerator_count(); i++) {
        a = amp_accelerator_get(i);
        if (a.device_path[0] == 'c') {
            s = parallel_for_each_on(amp_accelerator_default_view(a), amp_extent(16), scale, 2.0f,
                                     v);
        }
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
