/* SPDX-License-Identifier: MIT */
/* Of tests/check_extern.sh. */
#include "extern_share.h"
#include "amp_graphics.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, inout(amp_float_4, 1, v))
{
    at(v, idx[0]) = amp_float_4_scale(at(v, idx[0]), amp_fast_sqrtf(4.0f));
}
AMP_DEVICE_END
int graphics_part(void)
{
    amp_float_4 v[8];
    amp_array_view vv = amp_view(amp_float_4, v, 8);
    int i, bad;
    for (i = 0; i < 8; i++) { v[i] = amp_float_4_make(1, 2, 3, (float)i); }
    bad = amp_refresh(vv) != AMP_OK
        || parallel_for_each(amp_extent(8), scale, vv) != AMP_OK || amp_synchronize(vv) != AMP_OK;
    bad |= amp_mipmap_levels(amp_extent(8, 8)) != 4;
    return bad | !(v[5].w > 9.9f && v[5].w < 10.1f) | (amp_release(vv) != AMP_OK);
}
