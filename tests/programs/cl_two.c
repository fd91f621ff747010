/* SPDX-License-Identifier: MIT */
/* Two devices at once, each working on what the other one wrote, for tests/check_cl_units.sh.
   Ends with 77 where there is one. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(add, 1, in(int, 1, x), out(int, 1, y), value(int, k))
{
    at(y, idx[0]) = at(x, idx[0]) + k;
}
AMP_TILED_KERNEL(turn, (8), inout(int, 1, y))
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at_index(y, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[7 - tidx.local[0]];
}
AMP_DEVICE_END

enum { N = 64 };

static int x[N], y[2][N];

int main(void)
{
    amp_status s = AMP_OK;
    amp_accelerator a[2];
    amp_accelerator_view on[2];
    int i, k;
    a[0] = amp_accelerator_find("opencl:0");
    a[1] = amp_accelerator_find("opencl:1");
    if (a[0].index < 0 || a[1].index < 0) {
        printf("no second device: %s\n", amp_last_error());
        return 77;
    }
    for (i = 0; i < N; i++) {
        x[i] = i;
    }
    for (k = 0; k < 2; k++) {
        on[k] = amp_accelerator_default_view(a[k]);
    }
    for (k = 0; s == AMP_OK && k < 2; k++) {
        s = parallel_for_each_on(on[k], amp_extent(N), add, amp_view(int, x, N),
                                 amp_view(int, y[k], N), k * 100);
    }
    for (k = 0; s == AMP_OK && k < 2; k++) { /* what the other one wrote */
        s = parallel_for_each_on(on[1 - k], amp_tile(amp_extent(N), 8), turn,
                                 amp_view(int, y[k], N));
    }
    for (k = 0; s == AMP_OK && k < 2; k++) {
        s = amp_synchronize(amp_view(int, y[k], N));
    }
    printf("%s, %s: %s\n", a[0].description, a[1].description,
           s == AMP_OK ? "" : amp_last_error());
    for (k = 0; k < 2; k++) {
        for (i = 0; i < N; i++) {
            if (y[k][i] != i / 8 * 8 + 7 - i % 8 + k * 100) {
                printf("wrong: %d at %d of %d\n", y[k][i], i, k);
                return 1;
            }
        }
    }
    return s != AMP_OK;
}
