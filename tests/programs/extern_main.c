/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "extern_share.h"
#include <stdio.h>
int main(void)
{
    int bad = simple_part() | tiled_part() << 1 | phased_part() << 2 | host_part() << 3
        | graphics_part() << 4;
    bad |= (amp_live_views() != 0) << 5; /* the algorithms keep memory for the next call */
    bad |= algorithms_part() << 6;
    if (bad != 0) {
        printf("parts %d failed: %s\n", bad, amp_last_error());
    }
    return bad != 0;
}
