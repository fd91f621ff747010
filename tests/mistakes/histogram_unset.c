/* SPDX-License-Identifier: MIT */
/*
mistake: a histogram by atomics whose counts nobody has set to zero
from: The CUDA Handbook, histogram, note 2,
    https://www.informit.com/articles/article.aspx?p=2143393&seqNum=6
said by: debug
says: kernel histogram, parameter counts: no thread wrote element
place: write each element, or take it as `inout`
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(histogram, 1, in(int, 1, x), out(int, 1, counts))
{
    (void)amp_atomic_fetch_add(&at(counts, at(x, idx[0]) % 4), 1); /* here */
}
AMP_DEVICE_END
int main(void)
{
    static int a[16];
    static int b[4];
    amp_array_view x = amp_view(int, a, 16), y = amp_view(int, b, 4);
    amp_status s;
    for (int i = 0; i < 16; i++) {
        a[i] = i * i;
    }
    s = parallel_for_each(x.extent, histogram, x, y);
    if (s == AMP_OK) {
        s = amp_synchronize(y);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
