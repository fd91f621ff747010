/* SPDX-License-Identifier: MIT */
/* Ten rounds of a block cipher as AES has them, by one table of 256 words that a tile loads into
   its memory and each thread turns by bytes: n blocks of four words, word w of block m at (w, m).
   */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define ROUNDS 10
#define TURNED(x, k) ((x) << (k) | (x) >> (32 - (k)))

AMP_TILED_KERNEL(aes_each, (TILE), in(int, 1, table), in(int, 1, key), in(int, 2, from),
                 out(int, 2, to))
{
    tile_static(unsigned int, t, 256);
    const int m = tidx.global[0], n = from_shape.extent[1];
    t[tidx.local[0]] = (unsigned int)at(table, tidx.local[0]);
    tile_barrier_wait(tidx);
    if (m >= n) {
        return;
    }
    unsigned int a = (unsigned int)at(from, 0, m), b = (unsigned int)at(from, 1, m);
    unsigned int c = (unsigned int)at(from, 2, m), d = (unsigned int)at(from, 3, m);
    for (int r = 0; r < ROUNDS; r++) {
        const unsigned int p = t[a & 255] ^ TURNED(t[b >> 8 & 255], 8)
                             ^ TURNED(t[c >> 16 & 255], 16) ^ TURNED(t[d >> 24], 24);
        const unsigned int q = t[b & 255] ^ TURNED(t[c >> 8 & 255], 8)
                             ^ TURNED(t[d >> 16 & 255], 16) ^ TURNED(t[a >> 24], 24);
        const unsigned int s = t[c & 255] ^ TURNED(t[d >> 8 & 255], 8)
                             ^ TURNED(t[a >> 16 & 255], 16) ^ TURNED(t[b >> 24], 24);
        const unsigned int u = t[d & 255] ^ TURNED(t[a >> 8 & 255], 8)
                             ^ TURNED(t[b >> 16 & 255], 16) ^ TURNED(t[c >> 24], 24);
        a = p ^ (unsigned int)at(key, 4 * r);
        b = q ^ (unsigned int)at(key, 4 * r + 1);
        c = s ^ (unsigned int)at(key, 4 * r + 2);
        d = u ^ (unsigned int)at(key, 4 * r + 3);
    }
    at(to, 0, m) = (int)a;
    at(to, 1, m) = (int)b;
    at(to, 2, m) = (int)c;
    at(to, 3, m) = (int)d;
}
AMP_DEVICE_END

static int n;
static int *table, *key, *from, *to;

static void make(int size)
{
    n = size;
    table = sample_ints(256, 0, 1 << 30);
    key = sample_ints(4 * ROUNDS, 0, 1 << 30);
    from = sample_ints(4 * (size_t)n, 0, 1 << 30);
    to = sample_ints(4 * (size_t)n, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(int, table, 256);
    views[1] = amp_view(int, key, 4 * ROUNDS);
    views[2] = amp_view(int, from, 4, n);
    views[3] = amp_view(int, to, 4, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), aes_each, views[0],
                          views[1], views[2], views[3]);
    return REAL_ENDED(s, views);
}

/* One block after the other: the table is in the first cache. */
static void by_hand(void)
{
    int m;
#pragma omp parallel for schedule(static)
    for (m = 0; m < n; m++) {
        const int *t = table, *k = key;
        unsigned w[4];
        int r, i;
        for (i = 0; i < 4; i++) {
            w[i] = (unsigned)from[i * n + m];
        }
        for (r = 0; r < ROUNDS; r++, k += 4) {
            unsigned next[4];
            for (i = 0; i < 4; i++) {
                const unsigned x = (unsigned)t[w[i] & 255];
                const unsigned y = (unsigned)t[w[(i + 1) % 4] >> 8 & 255];
                const unsigned z = (unsigned)t[w[(i + 2) % 4] >> 16 & 255];
                const unsigned v = (unsigned)t[w[(i + 3) % 4] >> 24];
                next[i] = x ^ TURNED(y, 8) ^ TURNED(z, 16) ^ TURNED(v, 24) ^ (unsigned)k[i];
            }
            memcpy(w, next, sizeof(w));
        }
        for (i = 0; i < 4; i++) {
            to[i * n + m] = (int)w[i];
        }
    }
}

const sample aes_sample = { make, launch, by_hand, 0 };
