/* SPDX-License-Identifier: MIT */
/*
mistake: a second reduction, over more partial results than there are
from: NVIDIA's forum, a little question about reduce in softmax,
    https://forums.developer.nvidia.cn/t/a-little-question-about-reduce-in-softmax/24903
said by: check
says: uninitialised-read in kernel largest: part(
says: nobody has written it
debug says: kernel largest, parameter most: element
debug says: something is read that nobody has written
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(largest, (64), in(float, 1, x), out(float, 1, most))
{
    tile_static(float, t, 64);
    tile_static(float, part, 32);
    const int l = tidx.local[0];
    t[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    if (l % 32 == 0) {
        for (int i = 1; i < 32; i++) {
            t[l] = t[l] < t[l + i] ? t[l + i] : t[l];
        }
        part[l / 32] = t[l];
    }
    tile_barrier_wait(tidx);
    if (l == 0) {
        for (int i = 1; i < 32; i++) {
            part[0] = part[0] < part[i] ? part[i] : part[0]; /* here */
        }
        at(most, tidx.tile[0]) = part[0];
    }
}
AMP_DEVICE_END
int main(void)
{
    static float a[128];
    static float b[2];
    amp_array_view x = amp_view(float, a, 128), y = amp_view(float, b, 2);
    amp_status s;
    for (int i = 0; i < 128; i++) {
        a[i] = (float)(i % 50);
    }
    s = parallel_for_each(amp_tile(x.extent, 64), largest, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
