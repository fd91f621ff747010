/* SPDX-License-Identifier: MIT */
/* Of tests/check_loops.sh: of a * b + c with c = -(a * b) nothing is left, unless it was rounded
   once. Prints how much is left in a simple, a phased and a tiled kernel. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
enum { N = 4096 };
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, in(float, 1, a), in(float, 1, b), inout(float, 1, y))
{
    at(y, idx[0]) = at(a, idx[0]) * at(b, idx[0]) + at(y, idx[0]);
}
AMP_PHASED_KERNEL(phased, (64), in(float, 1, a), in(float, 1, b), inout(float, 1, y))
{
    phase {
        const int i = tidx.global[0];
        at(y, i) = at(a, i) * at(b, i) + at(y, i);
    }
}
AMP_TILED_KERNEL(tiled, (64), in(float, 1, a), in(float, 1, b), inout(float, 1, y))
{
    const int i = tidx.global[0];
    const float before = at(y, i);
    tile_barrier_wait(tidx);
    at(y, i) = at(a, i) * at(b, i) + before;
}
AMP_DEVICE_END
static float a[N], b[N], y[N];
static int left(amp_status s)
{
    int i, n = 0;
    if (s != AMP_OK || amp_synchronize(amp_view(float, y, N)) != AMP_OK) {
        return -1;
    }
    for (i = 0; i < N; i++) {
        n += y[i] < 0 || y[i] > 0;
        y[i] = -(a[i] * b[i]);
    }
    amp_refresh(amp_view(float, y, N));
    return n;
}
int main(void)
{
    const amp_array_view va = amp_view(float, a, N), vb = amp_view(float, b, N);
    const amp_array_view vy = amp_view(float, y, N);
    const amp_extent n = amp_extent(N);
    int i, s, p, t;
    for (i = 0; i < N; i++) {
        a[i] = 1.0f / (float)(i + 3);
        b[i] = 1.7f * (float)i;
        y[i] = -(a[i] * b[i]);
    }
    s = left(parallel_for_each(n, simple, va, vb, vy));
    p = left(parallel_for_each(amp_tile(n, 64), phased, va, vb, vy));
    t = left(parallel_for_each(amp_tile(n, 64), tiled, va, vb, vy));
    (void)printf("%d %d %d\n", s, p, t);
    return 0;
}
