/* SPDX-License-Identifier: MIT */
/* A block of docs/kernels.md, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(strides, (256), in(int, 1, x), out(int, 1, y))
{
    int sum = 0;
#define KEEP (sum += at(x, i))
    /* code */
    at_index(y, tidx.global) = sum;
}
AMP_DEVICE_END

int main(void)
{
    static int a[1024], b[512];
    amp_array_view x = amp_view(int, a, 1024), y = amp_view(int, b, 512);
    a[0] = a[512] = 1;
    return parallel_for_each(amp_tile(amp_extent(512), 256), strides, x, y) != AMP_OK
        || amp_synchronize(y) != AMP_OK || b[0] != 2;
}
