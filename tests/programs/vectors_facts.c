/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors_regions.sh: a kernel whose meaning depends on options of the compiler, and
   on what stands in front of the region. With -fwrapv. */
#define AMP_SHORT_NAMES
#include "amp.h"
#if defined(PACKED)
#pragma pack(1)
#elif defined(MACRO)
#define fabsf(x) ((x) + 2)
#endif
AMP_DEVICE_BEGIN
typedef enum kind { NONE, SOME } kind;
typedef struct part { char c; int i; } part;
static inline int means(int n)
{
    const int over = n + 2147483600;
    const double third = (double)n / (double)3;
    return (char)(n + 150) + 1000 * (over > n) + (int)sizeof(kind) + (int)sizeof(part)
        + (int)(third * 1e6) + (int)fabsf((float)n);
}
AMP_TILED_KERNEL(facts, (64), out(int, 1, w))
{
    tile_static(int, t, 64);
    t[tidx.local[0]] = means(tidx.local[0]);
    tile_barrier_wait(tidx);
    at(w, tidx.global[0]) = t[63 - tidx.local[0]];
}
AMP_DEVICE_END
int main(void)
{
    static int w[256];
    int i, bad;
    bad = parallel_for_each(amp_tile(amp_extent(256), 64), facts, amp_view(int, w, 256)) != AMP_OK;
    (void)amp_synchronize(amp_view(int, w, 256));
    for (i = 0; i < 256; i++) { bad += w[i] != means(63 - i % 64); }
    amp_release(amp_view(int, w, 256));
    return bad != 0;
}
