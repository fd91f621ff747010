/* SPDX-License-Identifier: MIT */
/*
mistake: an array reversed in place, by as many threads as it has elements
from: HPC (Marzolla), Array reversal with CUDA,
    https://www.moreno.marzolla.name/teaching/HPC/handouts/cuda-reverse.html
said by: check
says: global-race in kernel reverse: x
says: nothing orders them
place: reverse_in_place.c
debug says: kernel reverse, parameter x, element (
debug says: and nothing orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(reverse, 1, inout(int, 1, x))
{
    const int other = x_shape.extent[0] - 1 - idx[0];
    const int own = at(x, idx[0]);
    at(x, idx[0]) = at(x, other); /* here */
    at(x, other) = own;
}
AMP_DEVICE_END
int main(void)
{
    static int data[16];
    amp_array_view v = amp_view(int, data, 16);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        data[i] = i;
    }
    s = parallel_for_each(v.extent, reverse, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
