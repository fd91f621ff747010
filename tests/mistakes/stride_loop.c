/* SPDX-License-Identifier: MIT */
/*
mistake: a loop that strides by the number of tiles, in place of threads
from: CUDA Academy, Grid-Stride Loops,
    https://www.coddykit.com/courses/learn_cuda/grid-stride-loops-12235860
said by: check
says: global-race in kernel saxpy: y
place: stride_loop.c
debug says: kernel saxpy, parameter y, element (
debug says: and no barrier orders the two
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(saxpy, (4), value(float, a), in(float, 1, x), inout(float, 1, y),
                 value(int, tiles))
{
    for (int i = tidx.global[0]; i < x_shape.extent[0]; i += tiles) { /* here */
        at(y, i) += a * at(x, i);
    }
}
AMP_DEVICE_END
int main(void)
{
    static float a[32];
    static float b[32];
    amp_array_view x = amp_view(float, a, 32), y = amp_view(float, b, 32);
    amp_status s;
    for (int i = 0; i < 32; i++) {
        a[i] = (float)(i + 1);
    }
    s = parallel_for_each(amp_tile(amp_extent(8), 4), saxpy, 2.0f, x, y, 2);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
