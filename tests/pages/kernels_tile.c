/* SPDX-License-Identifier: MIT */
/* A block of docs/kernels.md, for tests/check_pages.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
#define KEEP (t[tidx.local[0]] = n, at_index(y, tidx.global) = at_index(x, tidx.global) + t[0])
/* region */
AMP_DEVICE_END

int main(void)
{
    int a[64] = { 1 }, b[64] = { 0 };
    amp_array_view x = amp_view(int, a, 64), y = amp_view(int, b, 64);
    /* code */
    return amp_synchronize(y) != AMP_OK;
}
