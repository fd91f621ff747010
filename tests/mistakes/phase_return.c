/* SPDX-License-Identifier: MIT */
/*
mistake: a return out of a phase
said by: run
says: kernel fill, tile (
says: a phase did not run to its end: `return` and `goto` may not leave it
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_PHASED_KERNEL(fill, (4), out(float, 1, x))
{
    phase {
        if (tidx.global[0] == 2) {
            return;
        }
        at_index(x, tidx.global) = 1;
    }
    phase { at_index(x, tidx.global) += 1; }
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(amp_tile(v.extent, 4), fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
