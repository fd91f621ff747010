/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors_math.sh: divides ints by the number that is given, a quotient a thread. */
#define AMP_SHORT_NAMES
#include "amp.h"

#include <stdio.h>
#include <stdlib.h>

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(divide, (64), in(int, 1, x), value(int, by), out(int, 1, y))
{
    at(y, tidx.global[0]) = at(x, tidx.global[0]) / by;
}
AMP_DEVICE_END

int main(int argc, char **argv)
{
    static int x[640], y[640];
    const int by = argc > 1 ? atoi(argv[1]) : 0;
    const amp_array_view from = amp_view(int, x, 640), to = amp_view(int, y, 640);
    x[639] = 100;
    if (parallel_for_each(amp_tile(amp_extent(640), 64), divide, from, by, to) != AMP_OK
        || amp_synchronize(to) != AMP_OK) {
        return 2;
    }
    printf("100 / %d is %d\n", by, y[639]);
    return 0;
}
