/* SPDX-License-Identifier: MIT */
/*
mistake: a plain variable that one phase sets and the next reads
said by: check
says: phase-variable in kernel twice: own
says: thread_private
debug says: a plain variable is carried from phase to phase (thread_private is for that)
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(twice, (4), inout(float, 1, x))
{
    float own = 0;
    phase { own = at_index(x, tidx.global); }
    phase { at_index(x, tidx.global) = 2 * own; } /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    for (int i = 0; i < 16; i++) {
        data[i] = (float)(i + 1);
    }
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), twice, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
