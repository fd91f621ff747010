/* SPDX-License-Identifier: MIT */
/*
mistake: a static variable in a kernel
said by: check
says: in kernel number: next
says: next is a static variable
says: a view for what all threads share, a plain variable for one thread
debug says: kernel number, parameter x: element
debug says: when the threads run in another order
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(number, 1, out(int, 1, x))
{
    static int next; /* here */
    at(x, idx[0]) = next++;
}
AMP_DEVICE_END
int main(void)
{
    static int data[16];
    amp_array_view v = amp_view(int, data, 16);
    amp_status s = parallel_for_each(v.extent, number, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
