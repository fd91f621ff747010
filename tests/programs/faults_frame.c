/* SPDX-License-Identifier: MIT */
/* Of tests/check_faults.sh. */
#include <stdio.h>
#include "amp.h"
AMP_DEVICE_BEGIN
static inline __attribute__((noinline)) int large(int i)
{ char big[SIZE]; char *volatile p = big; p[i] = (char)i; return p[i]; }
AMP_TILED_KERNEL(deep, (64), inout(int, 1, y))
{ amp_tile_barrier_wait(tidx);
  if (tidx.local[0] == 40) { amp_at(y, tidx.global[0]) = large(tidx.local[0]); } }
AMP_TILED_KERNEL(fine, (64), inout(int, 1, y))
{ amp_tile_barrier_wait(tidx); amp_at(y, tidx.global[0]) = 5; }
AMP_DEVICE_END
static int m[640];
int main(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_status s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), deep, v), t;
    printf("status %d %s, ", s, amp_last_error());
    t = amp_parallel_for_each(amp_tile(amp_extent(640), 64), fine, v);
    printf("next %d %d\n", t, m[9]);
    return 0;
}
