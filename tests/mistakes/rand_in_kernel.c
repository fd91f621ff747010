/* SPDX-License-Identifier: MIT */
/*
mistake: `rand()` in a kernel
from: sniklaus/softmax-splatting, issue 58, Generate random number in cuda kernel,
    https://github.com/sniklaus/softmax-splatting/issues/58
said by: debug
says: kernel noise, parameter x: element
place: when the threads run in another order
not: that rand is the host's; by its results it is a value that depends on the order. The checker
    says so (`not-opencl`)
*/
#include <stdio.h>
#include <stdlib.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(noise, 1, out(int, 1, x))
{
    at(x, idx[0]) = rand() % 100; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static int data[16];
    amp_array_view v = amp_view(int, data, 16);
    amp_status s = parallel_for_each(v.extent, noise, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
