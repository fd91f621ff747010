/* SPDX-License-Identifier: MIT */
/* The mean price along n random walks of 32 steps, an option on which each walk prices: a thread
   has a walk and random numbers of its own, twelve of which make a normal one. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128
#define STEPS 32

static inline unsigned int drawn(unsigned int *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static inline float normal(unsigned int *state)
{
    float sum = -6.0f;
    for (int i = 0; i < 12; i++) {
        sum += (float)(int)drawn(state) / 16777216.0f;
    }
    return sum;
}

AMP_TILED_KERNEL(asian_each, (TILE), value(float, price), value(float, strike),
                 value(float, drift), value(float, shake), out(float, 1, worth))
{
    const int i = tidx.global[0];
    if (i < worth_shape.extent[0]) {
        unsigned int state = (unsigned int)i * 747796405u + 12345u;
        float here = price, sum = 0;
        for (int step = 0; step < STEPS; step++) {
            here *= 1.0f + drift + shake * normal(&state);
            sum += here;
        }
        at(worth, i) = fmaxf(sum / STEPS - strike, 0.0f);
    }
}
AMP_DEVICE_END

static int n;
static float *worth;
static const float price = 100, strike = 95, drift = 0.001f, shake = 0.02f;

static void make(int size)
{
    n = size;
    worth = sample_floats((size_t)n, 0, 1);
    sample_is_result(worth);
}

static double launch(void)
{
    amp_array_view views[1];
    amp_status s;
    views[0] = amp_view(float, worth, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), asian_each, price,
                          strike, drift, shake, views[0]);
    return REAL_ENDED(s, views);
}

/* Sixteen walks side by side. */
static void by_hand(void)
{
    enum { LANES = 16 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += LANES) {
        unsigned state[LANES];
        float here[LANES], sum[LANES] = { 0 };
        int m, step, k;
        for (m = 0; m < LANES; m++) {
            state[m] = (unsigned)(first + m) * 747796405u + 12345u;
            here[m] = price;
        }
        for (step = 0; step < STEPS; step++) {
            float bell[LANES];
            for (m = 0; m < LANES; m++) {
                bell[m] = -6.0f;
            }
            for (k = 0; k < 12; k++) {
#pragma omp simd
                for (m = 0; m < LANES; m++) {
                    state[m] = state[m] * 1664525u + 1013904223u;
                    bell[m] += (float)(int)(state[m] >> 8) / 16777216.0f;
                }
            }
#pragma omp simd
            for (m = 0; m < LANES; m++) {
                here[m] *= 1.0f + drift + shake * bell[m];
                sum[m] += here[m];
            }
        }
        for (m = 0; m < LANES && first + m < n; m++) {
            const float gain = sum[m] / STEPS - strike;
            worth[first + m] = gain > 0 ? gain : 0;
        }
    }
}

const sample asian_sample = { make, launch, by_hand, 1e-4 };
