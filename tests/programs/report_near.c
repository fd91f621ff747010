/* SPDX-License-Identifier: MIT */
/* Of tests/check_report.sh: accesses that clang moves, and gives no line of their own. Every line
   that a report states is one of those marked. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(both, (2), out(unsigned, 1, y))
{
    tile_static(unsigned, temp, 1);
    at(y, tidx.global[0]) = 1;
    if (tidx.local[0] == 0) {
        (void)amp_atomic_exchange(&temp[0], 0u); /* here */
    } else {
        temp[0] = 0; /* here */
    }
}
static inline int mine_of(amp_tile_ptr(int) p, int tid)
{
    return p[tid]; /* here */
}
AMP_TILED_KERNEL(called, (16), out(int, 1, y))
{
    tile_static(int, p, 17);
    const int tid = tidx.local[0];
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        sum += mine_of(p, tid); /* here */
    }
    at(y, tidx.global[0]) = sum;
    p[tid + 1] = tid; /* here */
}
AMP_DEVICE_END
int main(void)
{
    static unsigned y[2];
    static int z[16];
    printf("both %d\n", (int)parallel_for_each(amp_tile(amp_extent(2), 2), both,
                                               amp_view(unsigned, y, 2)));
    printf("called %d\n", (int)parallel_for_each(amp_tile(amp_extent(16), 16), called,
                                                 amp_view(int, z, 16)));
    return 0;
}
