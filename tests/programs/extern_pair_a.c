/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "amp.h"
amp_array_view made(int *p);
int main(void)
{
    int v[4] = { 1, 2, 3, 4 };
    amp_array_view a = made(v);
    return amp_live_views() != 1 || amp_view(int, v, 4).record != a.record
        || amp_release(a) != AMP_OK || amp_live_views() != 0
        || amp_emu_set_engine((amp_emu_engine)77) == AMP_OK;
}
