/* SPDX-License-Identifier: MIT */
/* Of tests/check_versions.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_TILED_KERNEL(turn, (64), inout(float, 1, y))
{
    tile_static(float, t, 64);
    t[tidx.local[0]] = at(y, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[63 - tidx.local[0]];
}
AMP_KERNEL(bad, 1, inout(float, 1, y)) { amp_errorf("no %g", (double)at(y, 0)); }
AMP_DEVICE_END

const char *PART(version)(void);
int PART(views)(void);
int PART(make)(float *p, int count);
int PART(work)(void);
int PART(fail)(int n);
const char *PART(error)(void);

const char *PART(version)(void) { return AMP_VERSION; }
int PART(views)(void) { return amp_live_views(); }
int PART(make)(float *p, int count)
{
    int i, bad = 0;
    for (i = 0; i < count; i++) { bad |= amp_view(float, p + 4 * i, 4).status != AMP_OK; }
    return bad;
}
int PART(work)(void)
{
    float x[128], y[128];
    amp_array_view vx = amp_view(float, x, 128), vy = amp_view(float, y, 128);
    int i, bad;
    for (i = 0; i < 128; i++) { x[i] = (float)i; y[i] = 1; }
    bad = amp_refresh(vx) != AMP_OK || amp_refresh(vy) != AMP_OK
        || parallel_for_each(amp_extent(128), saxpy, 2.0f, vx, vy) != AMP_OK
        || parallel_for_each(amp_tile(amp_extent(128), 64), turn, vy) != AMP_OK
        || amp_synchronize(vy) != AMP_OK;
    for (i = 0; i < 128; i++) { bad |= y[i] != (float)(2 * (i / 64 * 64 + 63 - i % 64) + 1); }
    return bad | (amp_release(vx) != AMP_OK) | (amp_release(vy) != AMP_OK);
}
int PART(fail)(int k)
{
    float f[4];
    amp_array_view v = amp_view(float, f, 4);
    const int s = (int)parallel_for_each(amp_extent(-k), bad, v);
    return amp_release(v) != AMP_OK ? 0 : s;
}
const char *PART(error)(void) { return amp_last_error(); }
