/* SPDX-License-Identifier: MIT */
/*
mistake: a function that calls itself without end, in a simple kernel
said by: run
says: kernel powers: the stack of an OS thread overflowed
says: does a function call itself without end?
place: kernel powers
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
static int power(int a, int n)
{
    return n == 0 ? 1 : a * power(a, n - 1); /* n below 0 never comes to 0 */
}
AMP_KERNEL(powers, 1, out(int, 1, r))
{
    at(r, idx[0]) = power(3, idx[0] - 1);
}
AMP_DEVICE_END

int main(void)
{
    int r[64];
    amp_array_view v = amp_view(int, r, 64);
    if (parallel_for_each(amp_extent(64), powers, v) != AMP_OK) {
        (void)fprintf(stderr, "%s\n", amp_last_error());
        return 1;
    }
    return 0;
}
