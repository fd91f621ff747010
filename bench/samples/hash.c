/* SPDX-License-Identifier: MIT */
/* SHA-256 of n messages of one block of 16 words, a message a thread: 64 rounds over eight words,
   with the last 16 of a schedule in an array of the thread. Word w of message m lies at (w, m). */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128
#define ROTATED(x, k) ((x) >> (k) | (x) << (32 - (k)))
#define ROUND_KEYS                                                                                \
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u,    \
    0xab1c5ed5u, 0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu,    \
    0x9bdc06a7u, 0xc19bf174u, 0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu,    \
    0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau, 0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u,    \
    0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u, 0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu,    \
    0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u, 0xa2bfe8a1u, 0xa81a664bu,    \
    0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u, 0x19a4c116u,    \
    0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,    \
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u,    \
    0xc67178f2u

static const unsigned int round_key[64] = { ROUND_KEYS };
static const unsigned int first_state[8] = {
    0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu,
    0x5be0cd19u
};

AMP_TILED_KERNEL(hash_each, (TILE), in(int, 2, message), out(int, 2, digest))
{
    const int m = tidx.global[0];
    if (m >= message_shape.extent[1]) {
        return;
    }
    unsigned int w[16], s[8];
    for (int i = 0; i < 16; i++) {
        w[i] = (unsigned int)at(message, i, m);
    }
    for (int i = 0; i < 8; i++) {
        s[i] = first_state[i];
    }
    for (int r = 0; r < 64; r++) {
        if (r >= 16) {
            const unsigned int a = w[(r + 1) % 16], b = w[(r + 14) % 16];
            w[r % 16] += (ROTATED(a, 7) ^ ROTATED(a, 18) ^ a >> 3) + w[(r + 9) % 16]
                       + (ROTATED(b, 17) ^ ROTATED(b, 19) ^ b >> 10);
        }
        const unsigned int e = ROTATED(s[4], 6) ^ ROTATED(s[4], 11) ^ ROTATED(s[4], 25);
        const unsigned int a = ROTATED(s[0], 2) ^ ROTATED(s[0], 13) ^ ROTATED(s[0], 22);
        const unsigned int chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const unsigned int most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        const unsigned int t = s[7] + e + chosen + round_key[r] + w[r % 16];
        for (int i = 7; i > 0; i--) {
            s[i] = s[i - 1];
        }
        s[4] += t;
        s[0] = t + a + most;
    }
    for (int i = 0; i < 8; i++) {
        at(digest, i, m) = (int)(s[i] + first_state[i]);
    }
}
AMP_DEVICE_END

static int n;
static int *message, *digest;

static void make(int size)
{
    n = size;
    message = sample_ints((size_t)n * 16, 0, 1 << 30);
    digest = sample_ints((size_t)n * 8, 0, 1);
    sample_is_result(digest);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(int, message, 16, n);
    views[1] = amp_view(int, digest, 8, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), hash_each, views[0],
                          views[1]);
    return REAL_ENDED(s, views);
}

/* Eight messages side by side: each word is a vector. */
static void by_hand(void)
{
    enum { LANES = 8 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += LANES) {
        typedef unsigned lanes __attribute__((vector_size(LANES * sizeof(unsigned))));
        const int count = n - first < LANES ? n - first : LANES;
        lanes w[16], a, b, c, d, e, f, g, h;
        int i, r, m;
        for (i = 0; i < 16; i++) {
            for (m = 0; m < LANES; m++) {
                w[i][m] = (unsigned)message[i * n + first + (m < count ? m : 0)];
            }
        }
#define ALL(i) ((lanes){ 0 } + first_state[i])
        a = ALL(0), b = ALL(1), c = ALL(2), d = ALL(3);
        e = ALL(4), f = ALL(5), g = ALL(6), h = ALL(7);
        for (r = 0; r < 64; r++) {
            lanes t;
            if (r >= 16) {
                const lanes x = w[(r + 1) % 16], y = w[(r + 14) % 16];
                w[r % 16] += (ROTATED(x, 7) ^ ROTATED(x, 18) ^ x >> 3) + w[(r + 9) % 16]
                           + (ROTATED(y, 17) ^ ROTATED(y, 19) ^ y >> 10);
            }
            t = h + (ROTATED(e, 6) ^ ROTATED(e, 11) ^ ROTATED(e, 25)) + ((e & f) ^ (~e & g))
              + round_key[r] + w[r % 16];
            h = g, g = f, f = e, e = d + t, d = c;
            t += (ROTATED(a, 2) ^ ROTATED(a, 13) ^ ROTATED(a, 22));
            t += (a & b) ^ (a & c) ^ (b & c);
            c = b, b = a, a = t;
        }
        a += ALL(0), b += ALL(1), c += ALL(2), d += ALL(3);
        e += ALL(4), f += ALL(5), g += ALL(6), h += ALL(7);
        for (m = 0; m < count; m++) {
            const unsigned all[8] = { a[m], b[m], c[m], d[m], e[m], f[m], g[m], h[m] };
            for (i = 0; i < 8; i++) {
                digest[i * n + first + m] = (int)all[i];
            }
        }
    }
}

const sample hash_sample = { make, launch, by_hand, 0 };
