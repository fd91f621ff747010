/* SPDX-License-Identifier: MIT */
/*
mistake: n / tile tiles, which leaves the last elements out
from: Logic Flow, CUDA, Lesson 4: Sizing the Grid,
    https://logicflowlearn.com/en/courses/cuda-gpu-programming/lessons/lesson-04
said by: nobody
not: anything; a kernel may leave elements of an `inout` view as they are, as at an edge
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(scale, (4), value(float, a), inout(float, 1, x))
{
    at(x, tidx.global[0]) *= a;
}
AMP_DEVICE_END
int main(void)
{
    static float data[18];
    const int tiles = 18 / 4; /* here */
    amp_array_view v = amp_view(float, data, 18);
    amp_status s = parallel_for_each(amp_tile(amp_extent(4 * tiles), 4), scale, 2.0f, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
