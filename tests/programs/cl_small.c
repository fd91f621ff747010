/* SPDX-License-Identifier: MIT */
/* Two small kernels on the default accelerator, for tests/check_cl.sh: prints its path and what
   came of it. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN /* line 7: check_cl.sh knows it */
AMP_TILED_KERNEL(turn, (8), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[7 - tidx.local[0]];
}
AMP_KERNEL(add, 1, in(int, 1, x), inout(int, 1, y)) { at(y, idx[0]) += at(x, at(x, idx[0])); }
AMP_DEVICE_END

static int x[64], y[64];

int main(void)
{
    int i;
    amp_status s;
    for (i = 0; i < 64; i++) {
        x[i] = i;
    }
    s = parallel_for_each(amp_tile(amp_extent(64), 8), turn, amp_view(int, x, 64),
                          amp_view(int, y, 64));
    if (s == AMP_OK) {
        s = parallel_for_each(amp_extent(64), add, amp_view(int, x, 64), amp_view(int, y, 64));
    }
    if (s == AMP_OK) {
        s = amp_synchronize(amp_view(int, y, 64));
    }
    for (i = 0; s == AMP_OK && i < 64; i++) {
        if (y[i] != i + i / 8 * 8 + 7 - i % 8) {
            printf("wrong: %d at %d\n", y[i], i);
            return 1;
        }
    }
    printf("%s: %s %s\n", amp_accelerator_default().device_path, amp_status_string(s),
           s != AMP_OK ? amp_last_error() : "");
    return s != AMP_OK;
}
