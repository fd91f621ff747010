/* SPDX-License-Identifier: MIT */
/* Of tests/check_debugger.sh, which takes it without these two lines. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include <stdlib.h>
AMP_DEVICE_BEGIN
typedef struct pair { int key; float of; } pair;
static int neighbour(amp_tiled_index tidx, amp_tile_ptr(double) d, int n)
{
    const int next = tidx.local[2] + n;
    tile_barrier_wait(tidx);
    return (int)d[next % 4];
}
AMP_TILED_KERNEL(cubes, (2, 3, 4), inout(int, 3, v))
{
    tile_static(double, d, 4);
    tile_static(pair, p, 2);
    tile_static(signed char, c, 2, 3, 4);
    d[tidx.local[2]] = tidx.local[2] + 0.5;
    p[tidx.local[0]].key = 7;
    p[tidx.local[0]].of = 0.25f;
    c[tidx.local[0]][tidx.local[1]][tidx.local[2]] = (signed char)(tidx.global[2] - 2);
    at_index(v, tidx.global) = neighbour(tidx, d, 1);
}
AMP_TILED_KERNEL(crash, (32), inout(int, 3, v))
{
    const int n = tidx.global[0];
    if (n == 40) abort();
    at(v, 0, 0, n % 4) = n * n;
}
AMP_DEVICE_END
int main(void)
{
    static int v[2][3][4];
    amp_array_view V = amp_view(int, &v[0][0][0], 2, 3, 4);
    amp_status s = parallel_for_each(amp_tile(amp_extent(2, 3, 4), 2, 3, 4), cubes, V);
    amp_accelerator_view queue; /* a thread of its own, on which the crash is */
    if (s == AMP_OK) {
        s = amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_AUTOMATIC, &queue);
    }
    if (s == AMP_OK) s = parallel_for_each_on(queue, amp_tile(amp_extent(64), 32), crash, V);
    if (s == AMP_OK) s = amp_wait(queue);
    return (int)s;
}
