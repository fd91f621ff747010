/* SPDX-License-Identifier: MIT */
/* Prices of n call options by binomial trees of 256 steps: a tile has an option and its threads the
   leaves; step by step each node takes the mean of two, in tile memory. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define STEPS 256
#define RISE 0.02f
#define DISCOUNT 0.9999f

AMP_TILED_KERNEL(binomial_tiles, (STEPS), in(float, 1, price), in(float, 1, strike),
                 out(float, 1, worth))
{
    tile_static(float, node, STEPS + 1);
    const int l = tidx.local[0], option = tidx.tile[0];
    const float s = at(price, option), k = at(strike, option);
    node[l] = fmaxf(s * expf(RISE * (float)(2 * l - STEPS)) - k, 0.0f);
    if (l == 0) {
        node[STEPS] = fmaxf(s * expf(RISE * (float)STEPS) - k, 0.0f);
    }
    tile_barrier_wait(tidx);
    for (int step = STEPS; step > 0; step--) {
        float here = 0;
        if (l < step) {
            here = DISCOUNT * (0.49f * node[l] + 0.51f * node[l + 1]);
        }
        tile_barrier_wait(tidx);
        if (l < step) {
            node[l] = here;
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(worth, option) = node[0];
    }
}
AMP_DEVICE_END

static int n;
static float *price, *strike, *worth;

static void make(int size)
{
    n = size;
    price = sample_floats((size_t)n, 20, 60);
    strike = sample_floats((size_t)n, 20, 60);
    worth = sample_floats((size_t)n, 0, 1);
    sample_is_result(worth);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, price, n);
    views[1] = amp_view(float, strike, n);
    views[2] = amp_view(float, worth, n);
    s = parallel_for_each(amp_tile(amp_extent(n * STEPS), STEPS), binomial_tiles, views[0],
                          views[1], views[2]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    float factor[STEPS + 1];
    int i, l, step;
    for (l = 0; l <= STEPS; l++) {
        factor[l] = expf(RISE * (float)(2 * l - STEPS));
    }
#pragma omp parallel for schedule(static) private(l, step)
    for (i = 0; i < n; i++) {
        float node[STEPS + 1];
        for (l = 0; l <= STEPS; l++) {
            const float gain = price[i] * factor[l] - strike[i];
            node[l] = gain > 0 ? gain : 0;
        }
        for (step = STEPS; step > 0; step--) {
            for (l = 0; l < step; l++) {
                node[l] = DISCOUNT * (0.49f * node[l] + 0.51f * node[l + 1]);
            }
        }
        worth[i] = node[0];
    }
}

const sample binomial_sample = { make, launch, by_hand, 1e-4 };
