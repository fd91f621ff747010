/* SPDX-License-Identifier: MIT */
/* CRC-32 of n messages of 64 words, a message a thread, by a table of 256 that the tile makes in
   its memory first; word w of message m lies at (w, m). */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 256
#define WORDS 64

AMP_TILED_KERNEL(checksum_each, (TILE), in(int, 2, message), out(int, 1, sum))
{
    tile_static(unsigned int, table, 256);
    const int m = tidx.global[0];
    unsigned int c = (unsigned int)tidx.local[0];
    for (int bit = 0; bit < 8; bit++) {
        c = (c & 1) != 0 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    table[tidx.local[0]] = c;
    tile_barrier_wait(tidx);
    if (m < message_shape.extent[1]) {
        unsigned int s = 0xffffffffu;
        for (int w = 0; w < WORDS; w++) {
            unsigned int x = (unsigned int)at(message, w, m);
            for (int byte = 0; byte < 4; byte++) {
                s = table[(s ^ x) & 255] ^ s >> 8;
                x >>= 8;
            }
        }
        at(sum, m) = (int)~s;
    }
}
AMP_DEVICE_END

static int n;
static int *message, *sum;

static void make(int size)
{
    n = size;
    message = sample_ints(WORDS * (size_t)n, 0, 1 << 30);
    sum = sample_ints((size_t)n, 0, 1);
    sample_is_result(sum);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(int, message, WORDS, n);
    views[1] = amp_view(int, sum, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), checksum_each,
                          views[0], views[1]);
    return REAL_ENDED(s, views);
}

/* Four bytes a step, by four tables; eight messages in turns, so that their steps overlap. */
static void by_hand(void)
{
    enum { TURNS = 8 };
    unsigned table[4][256];
    int i, k;
    for (i = 0; i < 256; i++) {
        unsigned c = (unsigned)i;
        for (k = 0; k < 8; k++) {
            c = (c & 1) != 0 ? c >> 1 ^ 0xedb88320u : c >> 1;
        }
        table[0][i] = c;
    }
    for (k = 1; k < 4; k++) {
        for (i = 0; i < 256; i++) {
            table[k][i] = table[0][table[k - 1][i] & 255] ^ table[k - 1][i] >> 8;
        }
    }
#pragma omp parallel for schedule(static) private(k)
    for (i = 0; i < n; i += TURNS) {
        const int count = n - i < TURNS ? n - i : TURNS;
        unsigned s[TURNS];
        int w;
        for (k = 0; k < TURNS; k++) {
            s[k] = 0xffffffffu;
        }
        for (w = 0; w < WORDS; w++) {
            for (k = 0; k < count; k++) {
                const unsigned x = s[k] ^ (unsigned)message[w * n + i + k];
                s[k] = table[3][x & 255] ^ table[2][x >> 8 & 255] ^ table[1][x >> 16 & 255]
                     ^ table[0][x >> 24];
            }
        }
        for (k = 0; k < count; k++) {
            sum[i + k] = (int)~s[k];
        }
    }
}

const sample checksum_sample = { make, launch, by_hand, 0 };
