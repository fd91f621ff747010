/* SPDX-License-Identifier: MIT */
/*
mistake: `printf` in a kernel
from: EmonRezaBD/CUDA-Programming, Unique_index_calc_1D_gid.cu,
    https://github.com/EmonRezaBD/CUDA-Programming/blob/main/Unique_index_calc_1D_gid.cu
said by: nobody
not: anything, and nothing is wrong: OpenCL C has printf as well. amp_printf is known to every
    engine
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(float, 1, x))
{
    at(x, idx[0]) *= 2;
    printf("thread %d: %g\n", idx[0], (double)at(x, idx[0])); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static float data[16];
    amp_array_view v = amp_view(float, data, 16);
    amp_status s = parallel_for_each(v.extent, scale, v);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
