/* SPDX-License-Identifier: MIT */
/* How many primes each 8192 of the first 8192 n numbers have: a tile crosses out in its memory what
   its threads' primes below 4096 divide, by strides, and sums up. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define SPAN 8192

AMP_TILED_KERNEL(sieve_tiles, (TILE), in(int, 1, prime), out(int, 1, count))
{
    tile_static(unsigned char, crossed, SPAN);
    tile_static(int, t, TILE);
    const int l = tidx.local[0], first = tidx.tile[0] * SPAN, primes = prime_shape.extent[0];
    for (int i = l; i < SPAN; i += TILE) {
        crossed[i] = (unsigned char)(first + i < 2);
    }
    tile_barrier_wait(tidx);
    for (int k = l; k < primes; k += TILE) {
        const int p = at(prime, k);
        int i = first < p * p ? p * p - first : (p - first % p) % p;
        while (i < SPAN) {
            crossed[i] = 1;
            i += p;
        }
    }
    tile_barrier_wait(tidx);
    int left = 0;
    for (int i = l; i < SPAN; i += TILE) {
        left += crossed[i] == 0;
    }
    t[l] = left;
    tile_barrier_wait(tidx);
    for (int s = TILE / 2; s > 0; s /= 2) {
        if (l < s) {
            t[l] += t[l + s];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(count, tidx.tile[0]) = t[0];
    }
}
AMP_DEVICE_END

static int n, primes;
static int *prime, *count;

static void make(int size)
{
    int i, k;
    n = size;
    prime = sample_ints(600, 0, 1); /* there are 564 below 4096 */
    primes = 0;
    for (i = 2; i < 4096; i++) {
        for (k = 0; k < primes && i % prime[k] != 0; k++) { }
        if (k == primes) {
            prime[primes++] = i;
        }
    }
    count = sample_ints((size_t)n, 0, 1);
    sample_is_result(count);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(int, prime, primes);
    views[1] = amp_view(int, count, n);
    s = parallel_for_each(amp_tile(amp_extent(n * TILE), TILE), sieve_tiles, views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int tile;
#pragma omp parallel for schedule(static)
    for (tile = 0; tile < n; tile++) {
        unsigned char crossed[SPAN];
        const int first = tile * SPAN;
        int i, k, left = 0;
        memset(crossed, 0, sizeof(crossed));
        if (tile == 0) {
            crossed[0] = crossed[1] = 1;
        }
        for (k = 0; k < primes; k++) {
            const int p = prime[k];
            for (i = first < p * p ? p * p - first : (p - first % p) % p; i < SPAN; i += p) {
                crossed[i] = 1;
            }
        }
        for (i = 0; i < SPAN; i++) {
            left += crossed[i] == 0;
        }
        count[tile] = left;
    }
}

const sample sieve_sample = { make, launch, by_hand, 0 };
