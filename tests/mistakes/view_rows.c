/* SPDX-License-Identifier: MIT */
/*
mistake: a view over an array of pointers to rows
said by: run
says: a view of float over a pointer to pointers: rows must lie in one block of memory
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, value(float, a), inout(float, 1, x))
{
    at(x, idx[0]) *= a;
}
AMP_DEVICE_END
int main(void)
{
    static float row[4], *rows[4] = { row, row, row, row };
    amp_array_view v = amp_view(float, rows, 4, 4);
    amp_status s = parallel_for_each(amp_extent(16), scale, 2.0f, v);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
