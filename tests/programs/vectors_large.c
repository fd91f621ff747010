/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors.sh: threads keep much, so that a stack may have no room for them. */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(large, (1024), in(int, 1, v), out(int, 1, w))
{
    tile_static(int, t, 1024);
    int own[48];
    const int l = tidx.local[0];
    for (int i = 0; i < 48; i++) { own[i] = at(v, tidx.global[0]) + i; }
    t[l] = own[l % 48];
    tile_barrier_wait(tidx);
    own[(l + 1) % 48] += t[1023 - l];
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = own[(l + 1) % 48];
}
AMP_DEVICE_END
int main(void)
{
    static int v[16384], w[16384];
    int i, bad = 0;
    for (i = 0; i < 16384; i++) { v[i] = i; }
    bad += parallel_for_each(amp_tile(amp_extent(16384), 1024), large, amp_view(int, v, 16384),
                             amp_view(int, w, 16384)) != AMP_OK;
    (void)amp_synchronize(amp_view(int, w, 16384));
    for (i = 0; i < 16384; i++) {
        const int l = i % 1024, other = 1023 - l;
        bad += w[i] != i + (l + 1) % 48 + i - l + other + other % 48;
    }
    amp_release(amp_view(int, v, 16384));
    amp_release(amp_view(int, w, 16384));
    return bad != 0;
}
