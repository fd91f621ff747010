/* SPDX-License-Identifier: MIT */
/* A block of docs/decisions/0016, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
/* region */
AMP_DEVICE_END

int main(void)
{
    static float a[4][4], b[4][4];
    struct { amp_array_view u, v; } now;
    now.u = amp_view(float, a, 4, 4);
    now.v = amp_view(float, b, 4, 4);
    a[1][1] = 2;
    /* code */
    return amp_synchronize(now.u) != AMP_OK || a[1][1] < 4;
}
