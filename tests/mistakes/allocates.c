/* SPDX-License-Identifier: MIT */
/*
mistake: malloc in a kernel
said by: check
says: in kernel fill: malloc
says: malloc is a function of the host: OpenCL C does not have it
says: an array of constant size, tile_static, or a view
not: anything in a debug build; for the host's compiler malloc is there
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

#include <stdlib.h>
AMP_DEVICE_BEGIN
AMP_KERNEL(fill, 1, out(int, 1, x))
{
    int *own = malloc(sizeof(*own)); /* here */
    *own = 1;
    at(x, idx[0]) = *own;
    free(own);
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
