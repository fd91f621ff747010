/* SPDX-License-Identifier: MIT */
/* Of tests/check_faults.sh. */
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(KERNEL, (32), inout(int, 1, y))
{ amp_tile_static(int, t, 32); t[tidx.local[0]] = amp_at(y, tidx.global[0]) + ADD;
  amp_tile_barrier_wait(tidx); amp_at(y, tidx.global[0]) = t[31 - tidx.local[0]]; }
AMP_DEVICE_END
amp_status ENTRY(int *m)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_accelerator_view q;
    amp_status s = amp_accelerator_create_view(amp_accelerator_find("emu:separate"),
                                               AMP_QUEUING_IMMEDIATE, &q);
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_tile(amp_extent(640), 32), KERNEL, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    return s;
}
