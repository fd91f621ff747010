/* SPDX-License-Identifier: MIT */
/* Each 1024 of n keys sorted by a bitonic network in tile memory, a tile of 512 threads; n is a
   multiple of 1024. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define KEYS 1024

AMP_TILED_KERNEL(bitonic_tiles, (KEYS / 2), inout(int, 1, key))
{
    tile_static(int, t, KEYS);
    const int l = tidx.local[0], first = tidx.tile[0] * KEYS;
    t[l] = at(key, first + l);
    t[l + KEYS / 2] = at(key, first + l + KEYS / 2);
    for (int size = 2; size <= KEYS; size *= 2) {
        for (int apart = size / 2; apart > 0; apart /= 2) {
            tile_barrier_wait(tidx);
            const int a = 2 * l - (l & (apart - 1)), b = a + apart;
            const int x = t[a], y = t[b], up = (a & size) == 0;
            if ((x > y) == up) {
                t[a] = y;
                t[b] = x;
            }
        }
    }
    tile_barrier_wait(tidx);
    at(key, first + l) = t[l];
    at(key, first + l + KEYS / 2) = t[l + KEYS / 2];
}
AMP_DEVICE_END

static int n;
static int *key;

static void make(int size)
{
    n = size;
    key = sample_ints((size_t)n, 0, 1 << 30);
    sample_is_changed(key);
}

static double launch(void)
{
    amp_array_view views[1];
    amp_status s;
    views[0] = amp_view(int, key, n);
    s = parallel_for_each(amp_tile(amp_extent(n / 2), KEYS / 2), bitonic_tiles, views[0]);
    return REAL_ENDED(s, views);
}

/* That network, too: a sort by comparing takes longer for keys in no order. */
static void by_hand(void)
{
    int i;
#pragma omp parallel for schedule(static)
    for (i = 0; i < n; i += KEYS) {
        int size, apart, begin, k;
        int *restrict t = key + i;
        for (size = 2; size <= KEYS; size *= 2) {
            for (apart = size / 2; apart > 0; apart /= 2) {
                for (begin = 0; begin < KEYS; begin += 2 * apart) {
                    const int up = (begin & size) == 0;
#pragma omp simd
                    for (k = begin; k < begin + apart; k++) {
                        const int x = t[k], y = t[k + apart];
                        const int low = x < y ? x : y, high = x < y ? y : x;
                        t[k] = up ? low : high;
                        t[k + apart] = up ? high : low;
                    }
                }
            }
        }
    }
}

const sample bitonic_sample = { make, launch, by_hand, 0 };
