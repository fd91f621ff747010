/* SPDX-License-Identifier: MIT */
/*
mistake: `idx[1]` in a kernel of rank 1
from: Programming Massively Parallel Processors, chapter 2, exercise 1,
    https://huggingface.co/datasets/baslak/pmpp-eval
said by: debug
says: kernel table, parameter A: no thread wrote element (1) and others: 12 of 16 were not
    written
place: write each element, or take it as `inout`
not: that idx has one element; it is a pointer there, of which C does not know how many
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(table, 1, out(int, 1, A), value(int, width))
{
    at(A, idx[0] * width + idx[1]) = idx[0] * idx[1]; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static int data[4 * 4];
    amp_array_view v = amp_view(int, data, 4 * 4);
    amp_status s = parallel_for_each(amp_extent(4), table, v, 4);
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
