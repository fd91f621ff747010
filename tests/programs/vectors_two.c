/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors_regions.sh: a parameter whose size, a constant and a rounding that the
   region has from outside. */
#define AMP_SHORT_NAMES
#include "amp.h"
#ifndef M_PI
#define M_PI 3.0f
#endif
AMP_DEVICE_BEGIN
typedef struct wide { float a[WIDE]; } wide;
AMP_TILED_KERNEL(uses_width, (4), in(wide, 1, v), out(float, 1, w))
{
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = at(v, tidx.global[0]).a[0];
}
AMP_TILED_KERNEL(uses_pi, (4), in(wide, 1, v), out(float, 1, w))
{
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = at(v, tidx.global[0]).a[0] * M_PI; /* not __OPTIMIZE__ // tested: "' */
}
AMP_TILED_KERNEL(sums, (4), in(wide, 1, v), out(float, 1, w), value(float, x))
{
    const float y = at(v, tidx.global[0]).a[0];
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = y * y + x;
}
enum { OPTIMISED = 1 };
AMP_DEVICE_END
int main(void)
{
    static wide v[8];
    float w[8], x = -1.0f - 1.0f / 2048;
    int i, bad = 0;
    for (i = 0; i < 8; i++) { v[i].a[0] = (float)i; }
    bad += parallel_for_each(amp_tile(amp_extent(8), 4), uses_width, amp_view(wide, v, 8),
                             amp_view(float, w, 8)) != AMP_OK;
    (void)amp_synchronize(amp_view(float, w, 8));
    for (i = 0; i < 8; i++) { bad += w[i] < (float)i || w[i] > (float)i; }
    bad += parallel_for_each(amp_tile(amp_extent(8), 4), uses_pi, amp_view(wide, v, 8),
                             amp_view(float, w, 8)) != AMP_OK;
    (void)amp_synchronize(amp_view(float, w, 8));
    for (i = 0; i < 8; i++) {
        const float pi = (float)M_PI;
        bad += w[i] > (float)i * pi || w[i] < (float)i * pi;
    }
    for (i = 0; i < 8; i++) { v[i].a[0] = 1.0f + 1.0f / 4096; }
    bad += parallel_for_each(amp_tile(amp_extent(8), 4), sums, amp_view(wide, v, 8),
                             amp_view(float, w, 8), x) != AMP_OK;
    (void)amp_synchronize(amp_view(float, w, 8));
    (void)fprintf(stderr, "y * y + x is %a\n", (double)w[7]);
    amp_release(amp_view(wide, v, 8));
    amp_release(amp_view(float, w, 8));
    return bad != 0;
}
