/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "amp.h"
int main()
{
    static float f[64];
    amp_array_view v = amp_view(float, f, 8, 8);
    amp_array_view s = amp_section(v, amp_index(1, 2), amp_extent(2, 2));
    return s.status == AMP_OK && amp_synchronize(s) == AMP_OK && amp_release(v) == AMP_OK
        && amp_live_views() == 0 && amp_last_error()[0] == '\0'
        && amp_emu_set_workers(-1) != AMP_OK ? 0 : 1;
}
