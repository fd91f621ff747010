/* SPDX-License-Identifier: MIT */
/*
mistake: a copy between views of different extents
said by: run
says: 16
says: 12
*/
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"

int main(void)
{
    static float a[16], b[12];
    amp_array_view x = amp_view(float, a, 16), y = amp_view(float, b, 12);
    amp_status s = amp_copy(x, y);
    if (s != AMP_OK) {
        return fprintf(stderr, "%s\n", amp_last_error()), 1;
    }
    return 0;
}
