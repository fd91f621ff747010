/* SPDX-License-Identifier: MIT */
/* A kernel with a loop between barriers, in each size of range for which PoCL compiles anew: for
   tests/check_cl.sh, which looks at PoCL's code. */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(turn, (8), inout(int, 1, y), value(int, n))
{
    tile_static(int, t, 8);
    int sum = 0;
    t[tidx.local[0]] = at_index(y, tidx.global);
    for (int i = 0; i < n; i++) {
        tile_barrier_wait(tidx);
        sum += t[(tidx.local[0] + i) % 8];
    }
    at_index(y, tidx.global) = sum;
}
AMP_DEVICE_END

static int y[80000];

int main(void)
{
    static const int size[] = { 64, 65528, 65536, 80000 };
    amp_status s = AMP_OK;
    int i;
    for (i = 0; s == AMP_OK && i < 4; i++) {
        const amp_array_view v = amp_view(int, y, size[i]);
        s = parallel_for_each(amp_tile(amp_extent(size[i]), 8), turn, v, 3);
        s = s == AMP_OK ? amp_synchronize(v) : s;
    }
    return s != AMP_OK;
}
