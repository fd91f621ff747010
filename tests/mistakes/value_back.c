/* SPDX-License-Identifier: MIT */
/*
mistake: a result written to a `value`
from: cudaf/addition, README,
    https://github.com/cudaf/addition
said by: debug
says: kernel total, parameter sum: no parameter is `out` or `inout`, so that nothing comes back
place: each thread has a copy of a `value`
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(total, 1, in(int, 1, x), value(int, sum))
{
    sum += at(x, idx[0]); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static int a[16] = { 1, 2, 3 };
    int sum = 0;
    amp_array_view x = amp_view(int, a, 16);
    amp_status s = parallel_for_each(x.extent, total, x, sum);
    printf("%d\n", sum);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
