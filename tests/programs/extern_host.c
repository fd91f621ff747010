/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "extern_share.h"
#include "amp_emu.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(twice, 1, inout(int, 1, v)) { at(v, idx[0]) *= 2; }
AMP_DEVICE_END
int host_part(void)
{
    int x[64], y[64], i, bad;
    amp_accelerator device = amp_accelerator_get(1);
    amp_accelerator_view q;
    amp_array_view a, vx = amp_view(int, x, 64), s;
    amp_completion done;
    for (i = 0; i < 64; i++) { x[i] = i; }
    bad = amp_accelerator_create_view(device, AMP_QUEUING_AUTOMATIC, &q) != AMP_OK;
    a = amp_array_on(q, int, amp_extent(64));
    bad |= amp_refresh(vx) != AMP_OK || amp_copy(vx, a) != AMP_OK
        || parallel_for_each_on(q, amp_extent(64), twice, a) != AMP_OK;
    done = amp_copy_out_async(a, y);
    bad |= amp_completion_wait(done) != AMP_OK || amp_wait(q) != AMP_OK;
    for (i = 0; i < 64; i++) { bad |= y[i] != 2 * i; }
    s = amp_section(vx, amp_index(8), amp_extent(8));
    bad |= s.status != AMP_OK || amp_compare(amp_extent(8), twice, s) != AMP_OK;
    bad |= amp_section(vx, amp_index(60), amp_extent(8)).status == AMP_OK;
    bad |= amp_copied().to_device == 0 || amp_accelerator_count() < 3;
    bad |= amp_extent_size(amp_pad(amp_tile(amp_extent(30), 16)).extent) != 32;
    return bad | (amp_release(a) != AMP_OK) | (amp_release(vx) != AMP_OK)
        | (amp_accelerator_view_release(q) != AMP_OK);
}
