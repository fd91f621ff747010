/* SPDX-License-Identifier: MIT */
/* A sweep of Metropolis' steps over n x n spins that wrap around, the red ones, then the black: a
   thread has a spin, a random number by a hash of its place, and a table of five chances. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define SIDE 16

static inline unsigned int mixed(unsigned int x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

AMP_TILED_KERNEL(ising_tiles, (SIDE, SIDE), value(int, colour), in(float, 1, chance),
                 inout(int, 2, spin))
{
    const int y = tidx.global[0], x = tidx.global[1], n = spin_shape.extent[0];
    if (y < n && x < n && ((y ^ x) & 1) == colour) {
        const int around = at(spin, (y + n - 1) % n, x) + at(spin, (y + 1) % n, x)
                         + at(spin, y, (x + n - 1) % n) + at(spin, y, (x + 1) % n);
        const int here = at(spin, y, x), gain = here * around;
        const unsigned int r = mixed((unsigned int)(y * n + x) * 2u + (unsigned int)colour);
        if ((float)(int)(r >> 8) / 16777216.0f < at(chance, gain / 2 + 2)) {
            at(spin, y, x) = -here;
        }
    }
}
AMP_DEVICE_END

static int n;
static float *chance;
static int *spin;

/* n is taken as even: a board that wraps around has two colours then alone. */
static void make(int size)
{
    int i;
    n = size / 2 * 2;
    chance = sample_floats(5, 0, 1);
    for (i = 0; i < 5; i++) {
        chance[i] = i < 3 ? 1.0f : expf(-0.8f * (float)(2 * (i - 2)));
    }
    spin = sample_ints((size_t)n * (size_t)n, 0, 2);
    for (i = 0; i < n * n; i++) {
        spin[i] = 2 * spin[i] - 1;
    }
    sample_is_changed(spin);
}

static double launch(void)
{
    const int side = sample_whole(n, SIDE);
    const amp_tiled_extent tiles = amp_tile(amp_extent(side, side), SIDE, SIDE);
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, chance, 5);
    views[1] = amp_view(int, spin, n, n);
    s = parallel_for_each(tiles, ising_tiles, 0, views[0], views[1]);
    if (s == AMP_OK) {
        s = parallel_for_each(tiles, ising_tiles, 1, views[0], views[1]);
    }
    return REAL_ENDED(s, views);
}

static inline void flip(int colour, int y, int left, int x, int right)
{
    int *row = spin + y * n;
    const int around = spin[(y + n - 1) % n * n + x] + spin[(y + 1) % n * n + x] + row[left]
                     + row[right];
    const int here = row[x], gain = here * around;
    const unsigned r = mixed((unsigned)(y * n + x) * 2u + (unsigned)colour);
    row[x] = (float)(int)(r >> 8) / 16777216.0f < chance[gain / 2 + 2] ? -here : here;
}

static void by_hand(void)
{
    int colour, y;
    for (colour = 0; colour < 2; colour++) {
#pragma omp parallel for schedule(static)
        for (y = 0; y < n; y++) {
            int x = (y ^ colour) & 1;
            if (x == 0) {
                flip(colour, y, n - 1, 0, 1);
                x = 2;
            }
#pragma omp simd
            for (int k = x; k < n - 1; k += 2) {
                flip(colour, y, k - 1, k, k + 1);
            }
            if (((n - 1) & 1) == ((y ^ colour) & 1)) {
                flip(colour, y, n - 2, n - 1, 0);
            }
        }
    }
}

const sample ising_sample = { make, launch, by_hand, 0 };
