/* SPDX-License-Identifier: MIT */
/* How many threads a vector has in the second form of simple kernels, in the build for AVX2. */
#include "amp.h"

#include <stdio.h>

AMP_DEVICE_BEGIN
#define KERNEL(name, ...) \
    AMP_KERNEL(name, 1, in(float, 1, x), in(int, 1, mark), inout(float, 1, y)) \
    { \
        const int i = idx[0]; \
        const float v = amp_at(x, i); \
        (void)v, (void)mark; \
        __VA_ARGS__ \
    }
KERNEL(relu, amp_at(y, i) = v > 0 ? v : 0;)
KERNEL(clamp, amp_at(y, i) = v < 0.25f ? 0.25f : v > 0.75f ? 0.75f : v;)
KERNEL(select, amp_at(y, i) = amp_at(mark, i) != 0 ? v : amp_at(x, i + 1);)
KERNEL(read, amp_at(y, i) = amp_at(mark, i) != 0 ? amp_at(x, i + 1) : 0;)
KERNEL(neighbours,
    amp_at(y, 3 * i) = amp_at(mark, 3 * i) != 0 ? amp_at(x, 3 * i) : 0;
    amp_at(y, 3 * i + 1) = amp_at(mark, 3 * i + 1) != 0 ? amp_at(x, 3 * i + 1) : 0;
    amp_at(y, 3 * i + 2) = amp_at(mark, 3 * i + 2) != 0 ? amp_at(x, 3 * i + 2) : 0;)
KERNEL(loop,
    float last = 0;
    for (int j = 0; j < 64; j++) {
        last = amp_at(x, i + j) != 0 ? amp_at(x, i + j) : last;
        if (amp_at(mark, i + j) != 0) { last = 0; }
    }
    amp_at(y, i) = last;)
AMP_KERNEL(bytes, 1, inout(signed char, 1, x))
{
    amp_at(x, idx[0]) = amp_at(x, idx[0]) > 3 ? 3 : amp_at(x, idx[0]);
}
AMP_DEVICE_END

int main(void)
{
    static amp__argument a[3];
    amp__box row_of_none = AMP__ZERO;
    row_of_none.high[0] = row_of_none.high[1] = 1;
#define SAY(name) printf(#name " %d ", name##__outer_avx2(a, &row_of_none));
    SAY(relu) SAY(clamp) SAY(select) SAY(read) SAY(neighbours) SAY(loop)
    SAY(bytes)
    puts("");
    return 0;
}
