/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

nn_problem nn;

int nn_pick(const float *distances, int first, int end, int k, int found, int *nearest)
{
    int i, at;
    for (i = first; i < end; i++) {
        if (found == k && !(distances[i] < distances[nearest[k - 1]])) {
            continue;
        }
        /* Into its place in the sorted list, behind those that are as near; the last falls out. */
        for (at = found < k ? found++ : k - 1; at > 0; at--) {
            if (!(distances[i] < distances[nearest[at - 1]])) {
                break;
            }
            nearest[at] = nearest[at - 1];
        }
        nearest[at] = i;
    }
    return found;
}

static void close_problem(void)
{
    real_free(&nn.places);
    real_free(&nn.distances);
    real_free(&nn.expected);
    real_free(&nn.nearest);
    real_free(&nn.expected_nearest);
}

static void open_problem(int n, int steps)
{
    const size_t count = (size_t)n;
    int i;
    nn.n = n;
    nn.k = steps < n ? steps : n;
    nn.latitude = 30;
    nn.longitude = 90;
    nn.places = (float *)bench_memory(2 * count * sizeof(float));
    nn.distances = (float *)bench_memory(count * sizeof(float));
    nn.expected = (float *)bench_memory(count * sizeof(float));
    nn.nearest = (int *)bench_memory((size_t)nn.k * sizeof(int));
    nn.expected_nearest = (int *)bench_memory((size_t)nn.k * sizeof(int));
    real_fill(nn.places, 2 * count, 1, 0, 180);
    for (i = 0; i < n; i++) {
        const float a = nn.places[2 * i] - nn.latitude, b = nn.places[2 * i + 1] - nn.longitude;
        nn.expected[i] = sqrtf(a * a + b * b);
    }
    (void)nn_pick(nn.expected, 0, n, nn.k, 0, nn.expected_nearest);
}

static void restore(void)
{
    memset(nn.distances, REAL_POISON, (size_t)nn.n * sizeof(float));
    memset(nn.nearest, REAL_POISON, (size_t)nn.k * sizeof(int));
}

/* Two products and a square root: a device may round each by some units in the last place, and
   OpenCL's sqrt may be off by 3. So two records that are nearly as far may change places, and
   each found one must be as far as the expected one in its place, and none be found twice. */
static const char *check(void)
{
    const float near = 1e-6f * 255;
    const char *why = real_differs(nn.distances, nn.expected, (size_t)nn.n, 1e-6);
    int i, j;
    for (i = 0; i < nn.k && why == NULL; i++) {
        const int found = nn.nearest[i];
        if (found < 0 || found >= nn.n) {
            return "a nearest record is none";
        }
        if (!(fabsf(nn.expected[found] - nn.expected[nn.expected_nearest[i]]) <= near)) {
            return "a nearest record is not as far as it should be";
        }
        for (j = 0; j < i; j++) {
            if (nn.nearest[j] == found) {
                return "a record is found twice";
            }
        }
    }
    return why;
}

const real_program nn_program = { open_problem, restore, check, close_problem };
