/* SPDX-License-Identifier: MIT */
/* Kernels of every kind, with the header HEADER alone; with TWICE it stands there twice, behind the
   system's. */
#define AMP_SHORT_NAMES
#ifndef HEADER
#define HEADER "amp.h"
#endif
#ifdef TWICE
#include <stdio.h>
#include <stdlib.h>
#include HEADER
#endif
#include HEADER
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}
AMP_KERNEL(simple3, 3, inout(double, 3, v)) { at_index(v, idx) *= 2; }
AMP_TILED_KERNEL(tiled, (4, 4), inout(int, 2, v), value(int, unused))
{
    tile_static(int, t, 4, 4);
    t[tidx.local[1]][tidx.local[0]] = at_index(v, tidx.global);
    tile_barrier_wait(tidx);
    at_index(v, tidx.global) = t[tidx.local[0]][tidx.local[1]];
}
AMP_PHASED_KERNEL(phased, (2, 2, 4), inout(int, 3, v), in(int, 1, unused))
{
    tile_static(int, t, 2, 2, 4);
    thread_private(int, p);
    thread_private(int, q, 2);
    phase { t[tidx.local[0]][tidx.local[1]][tidx.local[2]] = 1; mine(p) = 1; mine(q, 1) = 2; }
    for (int s = 8; s > 0; s /= 2) {
        phase_first(s) { at_index(v, tidx.global) += t[0][0][0] + mine(p) + mine(q, 1); }
    }
}
AMP_DEVICE_END
float run(void);
float run(void)
{
    static float f[16];
    static int i[64];
    static double d[8];
    amp_array_view v = amp_view(float, f, 16), w = amp_view(int, i, 8, 8);
    amp_status s = parallel_for_each(amp_extent(16), simple, 2.0f, v, v);
    if (s == AMP_OK) { s = parallel_for_each(amp_tile(amp_extent(8, 8), 4, 4), tiled, w, 1); }
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(amp_extent(4, 4, 4), 2, 2, 4), phased,
                              amp_view(int, i, 4, 4, 4), amp_view(int, i, 64));
    }
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(2, 2, 2), simple3, amp_view(double, d, 2, 2, 2));
    }
    if (s == AMP_OK) { s = amp_synchronize(amp_section(v, amp_index(1), amp_extent(2))); }
    return s == AMP_OK ? f[0] : (float)amp_last_error()[0];
}
