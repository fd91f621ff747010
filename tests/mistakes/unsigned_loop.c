/* SPDX-License-Identifier: MIT */
/*
mistake: an unsigned loop that ends below zero
from: Heterogeneous Parallel Programming, MP 4 Reduction,
    https://gist.github.com/wh5a/4424992
said by: compile
says gcc: comparison of unsigned expression in '>= 0' is always true
says clang: of unsigned expression >= 0 is always true
flags: -O0
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(last, 1, in(float, 1, x), out(int, 1, at_most), value(float, limit))
{
    at(at_most, idx[0]) = -1;
    for (unsigned i = 15; i >= 0; i--) { /* here */
        if (at(x, i) <= limit) {
            at(at_most, idx[0]) = (int)i;
            break;
        }
    }
}
AMP_DEVICE_END
int main(void)
{
    static float a[16];
    static int b[1];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(int, b, 1);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = (float)(i + 1);
    }
    s = parallel_for_each(y.extent, last, x, y, 4);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
