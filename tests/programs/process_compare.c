/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh. */
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(apart, (8), inout(int, 1, v))
{
    amp_at(v, tidx.global[0]) = -1;
    if (tidx.local[0] == 3) { return; }
    amp_tile_barrier_wait(tidx);
}
AMP_KERNEL(inc, 1, inout(int, 1, v)) { amp_at(v, idx[0]) += 1; }
AMP_DEVICE_END
static int m[64];
int main(void)
{
    amp_accelerator_view q;
    amp_array_view v = amp_view(int, m, 64);
    amp_accelerator d = amp_accelerator_default();
    amp_status s = amp_accelerator_create_view(d, AMP_QUEUING_IMMEDIATE, &q);
    printf("%d", s);
    printf(" %d", amp_parallel_for_each(amp_extent(64), inc, v));
    printf(" %d", amp_parallel_for_each_on(q, amp_extent(64), inc, v));
    printf(" %d %d", amp_synchronize(v), m[5]);
    printf(" %d %s\n", amp_parallel_for_each(amp_tile(amp_extent(64), 8), apart, v),
           amp_last_error());
    return 0;
}
