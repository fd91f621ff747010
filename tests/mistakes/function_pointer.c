/* SPDX-License-Identifier: MIT */
/*
mistake: a function's address passed as a value
from: CUDA C++ Guidelines, rule 3.2,
    https://doc.qt.io/axivion/reference/analysis_configuration/CUDA-3.2.html
said by: compile
says: a value cannot be a pointer, which has no meaning on a device: take a view, in(type, rank,
    name)
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
typedef float (*function)(float);
static inline float square(float x)
{
    return x * x;
}
AMP_KERNEL(map, 1, value(function, f), inout(float, 1, x)) /* here */
{
    at(x, idx[0]) = f(at(x, idx[0]));
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(v.extent, map, square, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
