/* SPDX-License-Identifier: MIT */
/*
mistake: `(i - 1) % n` for the neighbour across the edge
from: alesegovia/game-of-life, in CUDA,
    https://github.com/alesegovia/game-of-life
said by: debug
says: x(-1): index -1 is outside dimension 0, which has 16 elements
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(live, 1, in(int, 1, x), out(int, 1, y))
{
    const int n = x_shape.extent[0], i = idx[0];
    const int sum = at(x, (i - 1) % n) + at(x, (i + 1) % n); /* here */
    at(y, i) = sum == 1;
}
AMP_DEVICE_END
int main(void)
{
    static int a[16];
    static int b[16];
    amp_array_view x = amp_view(int, a, 16), y = amp_view(int, b, 16);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = i % 3 == 0;
    }
    s = parallel_for_each(y.extent, live, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
