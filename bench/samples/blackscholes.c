/* SPDX-License-Identifier: MIT */
/* Calls and puts on n shares by Black and Scholes, by a loop that a tile's threads go through in
   strides of the whole grid; the normal distribution by a polynomial of five terms. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128

static inline float below(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float p = 0.39894228f * expf(-0.5f * d * d)
            * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f
               + k * (-1.821255978f + k * 1.330274429f)))));
    if (d > 0.0f) {
        p = 1.0f - p;
    }
    return p;
}

AMP_TILED_KERNEL(blackscholes_stride, (TILE), value(float, rate), value(float, shake),
                 in(float, 1, price), in(float, 1, strike), in(float, 1, years),
                 out(float, 1, call), out(float, 1, put))
{
    const int step = TILE * tidx.tile_count[0], n = price_shape.extent[0];
    for (int i = tidx.global[0]; i < n; i += step) {
        const float s = at(price, i), x = at(strike, i), t = at(years, i), root = sqrtf(t);
        const float d1 = (logf(s / x) + (rate + 0.5f * shake * shake) * t) / (shake * root);
        const float d2 = d1 - shake * root, n1 = below(d1), n2 = below(d2);
        const float later = x * expf(-rate * t);
        at(call, i) = s * n1 - later * n2;
        at(put, i) = later * (1.0f - n2) - s * (1.0f - n1);
    }
}
AMP_DEVICE_END

static int n;
static float *price, *strike, *years, *call, *put;
static const float rate = 0.02f, shake = 0.3f;

static void make(int size)
{
    n = size;
    price = sample_floats((size_t)n, 5, 30);
    strike = sample_floats((size_t)n, 1, 100);
    years = sample_floats((size_t)n, 0.25f, 10);
    call = sample_floats((size_t)n, 0, 1);
    put = sample_floats((size_t)n, 0, 1);
    sample_is_result(call);
    sample_is_result(put);
}

static double launch(void)
{
    amp_array_view views[5];
    amp_status s;
    views[0] = amp_view(float, price, n);
    views[1] = amp_view(float, strike, n);
    views[2] = amp_view(float, years, n);
    views[3] = amp_view(float, call, n);
    views[4] = amp_view(float, put, n);
    s = parallel_for_each(amp_tile(amp_extent(64 * TILE), TILE), blackscholes_stride, rate, shake,
                          views[0], views[1], views[2], views[3], views[4]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int i;
#pragma omp parallel for simd schedule(static)
    for (i = 0; i < n; i++) {
        const float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
        const float d1 = (logf(s / x) + (rate + 0.5f * shake * shake) * t) / (shake * root);
        const float d2 = d1 - shake * root, n1 = below(d1), n2 = below(d2);
        const float later = x * expf(-rate * t);
        call[i] = s * n1 - later * n2;
        put[i] = later * (1.0f - n2) - s * (1.0f - n1);
    }
}

const sample blackscholes_sample = { make, launch, by_hand, 1e-5 };
