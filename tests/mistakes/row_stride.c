/* SPDX-License-Identifier: MIT */
/*
mistake: `row * height + column`, in place of the width
from: Logic Flow, CUDA, Lesson 9: 2D Grids & Blocks,
    https://logicflowlearn.com/en/courses/cuda-gpu-programming/lessons/lesson-09
said by: debug
says: kernel fill, parameter A: no thread wrote element (18) and others: 6 of 24 were not written
place: write each element, or take it as `inout`
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 2, out(float, 1, A), value(int, rows))
{
    at(A, idx[0] * rows + idx[1]) = 1; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[4 * 6];
    amp_array_view v = amp_view(float, data, 4 * 6);
    amp_status s = parallel_for_each(amp_extent(4, 6), fill, v, 4);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
