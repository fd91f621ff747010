/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "extern_share.h"
#include "amp_algorithms.h"
int algorithms_part(void)
{
    int v[1000], sum = 0, i, bad;
    amp_array_view vv = amp_view(int, v, 1000);
    for (i = 0; i < 1000; i++) { v[i] = (i * 37) % 1000; }
    bad = amp_refresh(vv) != AMP_OK || amp_reduce(amp_plus_int, vv, &sum) != AMP_OK;
    bad |= sum != 499500;
    bad |= amp_radix_sort(int, vv) != AMP_OK || amp_synchronize(vv) != AMP_OK;
    for (i = 0; i < 1000; i++) { bad |= v[i] != i; }
    return bad | (amp_release(vv) != AMP_OK);
}
