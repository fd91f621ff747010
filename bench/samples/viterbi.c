/* SPDX-License-Identifier: MIT */
/* The likeliest ways through 64 states over 128 signals, for n messages: a tile a message, a state
   a thread, which has two states before it; one bit a step says which, and the way back is one
   thread's. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define STATES 64
#define STEPS 128

AMP_TILED_KERNEL(viterbi_tiles, (STATES), in(int, 2, signal), in(int, 2, cost), out(int, 2, way))
{
    tile_static(int, sum, 2, STATES);
    tile_static(unsigned char, bit, STEPS, STATES);
    const int s = tidx.local[0], m = tidx.tile[0];
    const int even = s * 2 % STATES, odd = even + 1;
    sum[0][s] = s == 0 ? 0 : 1000;
    tile_barrier_wait(tidx);
    for (int step = 0; step < STEPS; step++) {
        const int now = step % 2, seen = at(signal, m, step);
        const int a = sum[now][even] + at(cost, seen, s), b = sum[now][odd] + at(cost, 3 - seen, s);
        bit[step][s] = (unsigned char)(b < a);
        sum[1 - now][s] = b < a ? b : a;
        tile_barrier_wait(tidx);
    }
    if (s == 0) {
        int best = 0;
        for (int k = 1; k < STATES; k++) {
            if (sum[STEPS % 2][k] < sum[STEPS % 2][best]) {
                best = k;
            }
        }
        for (int step = STEPS - 1; step >= 0; step--) {
            at(way, m, step) = best;
            best = best * 2 % STATES + bit[step][best];
        }
    }
}
AMP_DEVICE_END

static int n;
static int *received, *cost, *way;

static void make(int size)
{
    n = size;
    received = sample_ints((size_t)n * STEPS, 0, 4);
    cost = sample_ints(4 * STATES, 0, 8);
    way = sample_ints((size_t)n * STEPS, 0, 1);
    sample_is_result(way);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(int, received, n, STEPS);
    views[1] = amp_view(int, cost, 4, STATES);
    views[2] = amp_view(int, way, n, STEPS);
    s = parallel_for_each(amp_tile(amp_extent(n * STATES), STATES), viterbi_tiles, views[0],
                          views[1], views[2]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int m;
#pragma omp parallel for schedule(static)
    for (m = 0; m < n; m++) {
        int sum[STATES], next[STATES], s, step, best = 0;
        unsigned char bit[STEPS][STATES];
        for (s = 0; s < STATES; s++) {
            sum[s] = s == 0 ? 0 : 1000;
        }
        for (step = 0; step < STEPS; step++) {
            const int seen = received[m * STEPS + step], *p = cost + seen * STATES;
            const int *q = cost + (3 - seen) * STATES;
            int half;
            for (half = 0; half < STATES; half += STATES / 2) {
#pragma omp simd
                for (s = 0; s < STATES / 2; s++) {
                    const int a = sum[2 * s] + p[half + s], b = sum[2 * s + 1] + q[half + s];
                    bit[step][half + s] = (unsigned char)(b < a);
                    next[half + s] = b < a ? b : a;
                }
            }
            memcpy(sum, next, sizeof(sum));
        }
        for (s = 1; s < STATES; s++) {
            best = sum[s] < sum[best] ? s : best;
        }
        for (step = STEPS - 1; step >= 0; step--) {
            way[m * STEPS + step] = best;
            best = best * 2 % STATES + bit[step][best];
        }
    }
}

const sample viterbi_sample = { make, launch, by_hand, 0 };
