/* SPDX-License-Identifier: MIT */
/*
mistake: a function that calls itself
said by: check
says: in helper power
says: power calls itself: OpenCL C has no recursion
says: a loop, with an array for what is kept
not: anything in a debug build; for the host's compiler a function may call itself
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
static inline int power(int n)
{
    return n < 1 ? 1 : 2 * power(n - 1); /* here */
}
AMP_KERNEL(fill, 1, out(int, 1, x))
{
    at(x, idx[0]) = power(idx[0]);
}
AMP_DEVICE_END
int main(void)
{
    static int data[16];
    amp_array_view v = amp_view(int, data, 16);
    amp_status s = parallel_for_each(v.extent, fill, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
