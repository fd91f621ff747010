/* SPDX-License-Identifier: MIT */
/* Distances are one loop of vectors. The nearest are few and soon found: of a block of distances
   it is only counted how many are nearer than the farthest found, and the block is gone through
   again, out of the first cache, where there are any. */
#include <math.h>

#include "problem.h"

enum { BLOCK = 1024, MOST = 64 };

/* Returns how many distances are less than `most`. */
static int block(const float *restrict places, float *restrict distances, int count, float most)
{
    const float latitude = nn.latitude, longitude = nn.longitude;
    int less = 0, i;
#pragma omp simd reduction(+ : less)
    for (i = 0; i < count; i++) {
        const float a = places[2 * i] - latitude, b = places[2 * i + 1] - longitude;
        const float d = sqrtf(a * a + b * b);
        distances[i] = d;
        less += d < most;
    }
    return less;
}

/* Puts the records of `more` among those of nearest; both are sorted. */
static int merge(const int *more, int count, int found)
{
    int i, at;
    for (i = 0; i < count; i++) {
        const float d = nn.distances[more[i]];
        if (found == nn.k && d >= nn.distances[nn.nearest[found - 1]]) {
            break;
        }
        for (at = found < nn.k ? found++ : found - 1; at > 0; at--) {
            if (nn.distances[nn.nearest[at - 1]] <= d) {
                break;
            }
            nn.nearest[at] = nn.nearest[at - 1];
        }
        nn.nearest[at] = more[i];
    }
    return found;
}

/* Each thread finds the nearest of its records, which are put together in the end. */
static double at_once(void)
{
    const int n = nn.n, k = nn.k;
    int all = 0;
    if (k > MOST) {
        return 1e9;
    }
#pragma omp parallel
    {
        int mine[MOST], found = 0, first;
#pragma omp for schedule(static)
        for (first = 0; first < n; first += BLOCK) {
            const int count = n - first < BLOCK ? n - first : BLOCK;
            const float most = found < k ? INFINITY : nn.distances[mine[k - 1]];
            if (block(nn.places + 2 * (size_t)first, nn.distances + first, count, most) > 0) {
                found = nn_pick(nn.distances, first, first + count, k, found, mine);
            }
        }
#pragma omp critical
        all = merge(mine, found, all);
    }
    return BENCH_WALL;
}

/* First all distances, then the nearest of all. */
static double in_turn(void)
{
    const int n = nn.n;
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += BLOCK) {
        const int count = n - first < BLOCK ? n - first : BLOCK;
        (void)block(nn.places + 2 * (size_t)first, nn.distances + first, count, 0);
    }
    (void)nn_pick(nn.distances, 0, n, nn.k, 0, nn.nearest);
    return BENCH_WALL;
}

const real_variant nn_openmp[] = { { "at once", at_once }, { "in turn", in_turn },
                                   { NULL, NULL } };
