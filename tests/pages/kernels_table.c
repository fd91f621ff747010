/* SPDX-License-Identifier: MIT */
/* A block of docs/kernels.md, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
/* region */
AMP_DEVICE_END

int main(void)
{
    float weights[2] = { 2, 3 }, a[9] = { 1, 1, 1 }, b[8] = { 0 };
    amp_array_view w = amp_view(float, weights, 2), x = amp_view(float, a, 9);
    amp_array_view y = amp_view(float, b, 8);
    /* code */
    return amp_synchronize(y) != AMP_OK || b[0] < 5 || b[0] > 5;
}
