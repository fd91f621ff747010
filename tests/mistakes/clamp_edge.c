/* SPDX-License-Identifier: MIT */
/*
mistake: a neighbour's index clamped to the length, in place of the last index
from: Udacity, Intro to Parallel Programming, Problem Set 2,
    https://amara.org/en/videos/9mrtwslRTdgH/en/259260/
said by: debug
says: x(16): index 16 is outside dimension 0, which has 16 elements
place: clamp_edge.c
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
static inline int clamped(int i, int n)
{
    return i < 0 ? 0 : i > n ? n : i; /* here */
}
AMP_KERNEL(blur, 1, in(float, 1, x), out(float, 1, y))
{
    float sum = 0;
    for (int d = -1; d <= 1; d++) {
        sum += at(x, clamped(idx[0] + d, x_shape.extent[0]));
    }
    at(y, idx[0]) = sum / 3;
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    static float b[16];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 16);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i + 1);
    }
    s = parallel_for_each(y.extent, blur, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
