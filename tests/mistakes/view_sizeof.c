/* SPDX-License-Identifier: MIT */
/*
mistake: the number of elements of an allocated array by sizeof
from: Simonton, Transfer a 2D Array to CUDA,
    http://www.trevorsimonton.com/blog/2016/11/16/transfer-2d-array-memory-to-cuda.html
said by: debug
says: is outside dimension 0, which has 2 elements
place: view_sizeof.c
*/
#include <stdio.h>
#include <stdlib.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(float, 1, x))
{
    at(x, idx[0]) *= 2;
}
AMP_DEVICE_END
int main(void)
{
    float *data = calloc(16, sizeof(float));
    amp_array_view v = amp_view(float, data, sizeof(data) / sizeof(data[0])); /* here */
    amp_status s = parallel_for_each(amp_extent(16), scale, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    free(data);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
