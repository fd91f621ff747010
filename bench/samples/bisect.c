/* SPDX-License-Identifier: MIT */
/* The eigenvalues of a symmetric tridiagonal matrix of n x n by bisection: thread i looks for the
   i-th, by counting how many lie below the middle (Sturm). */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define TURNS 20

AMP_TILED_KERNEL(bisect_each, (TILE), value(float, low), value(float, high), in(float, 1, middle),
                 in(float, 1, beside), out(float, 1, eigen))
{
    const int i = tidx.global[0], n = middle_shape.extent[0];
    if (i >= n) {
        return;
    }
    float a = low, b = high;
    for (int turn = 0; turn < TURNS; turn++) {
        const float x = 0.5f * (a + b);
        float q = at(middle, 0) - x;
        int below = q < 0.0f ? 1 : 0;
        for (int k = 1; k < n; k++) {
            const float e = at(beside, k);
            if (fabsf(q) < 1e-6f) {
                q = 1e-6f;
            }
            q = at(middle, k) - x - e * e / q;
            if (q < 0.0f) {
                below++;
            }
        }
        if (below > i) {
            b = x;
        } else {
            a = x;
        }
    }
    at(eigen, i) = 0.5f * (a + b);
}
AMP_DEVICE_END

static int n;
static float *middle, *beside, *root;

static void make(int size)
{
    n = size;
    middle = sample_floats((size_t)n, -2, 2);
    beside = sample_floats((size_t)n, 0.1f, 1);
    root = sample_floats((size_t)n, 0, 1);
    sample_is_result(root);
}

static double launch(void)
{
    amp_array_view views[3];
    amp_status s;
    views[0] = amp_view(float, middle, n);
    views[1] = amp_view(float, beside, n);
    views[2] = amp_view(float, root, n);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, TILE)), TILE), bisect_each, -5.0f,
                          5.0f, views[0], views[1], views[2]);
    return REAL_ENDED(s, views);
}

/* Thirty-two eigenvalues side by side: their divisions overlap. */
static void by_hand(void)
{
    enum { LANES = 32 };
    int first;
#pragma omp parallel for schedule(static)
    for (first = 0; first < n; first += LANES) {
        float a[LANES], b[LANES], x[LANES], q[LANES];
        int below[LANES], m, k, turn;
        for (m = 0; m < LANES; m++) {
            a[m] = -5, b[m] = 5;
        }
        for (turn = 0; turn < TURNS; turn++) {
            for (m = 0; m < LANES; m++) {
                x[m] = 0.5f * (a[m] + b[m]);
                q[m] = middle[0] - x[m];
                below[m] = q[m] < 0;
            }
            for (k = 1; k < n; k++) {
                const float d = middle[k], e = beside[k] * beside[k];
#pragma omp simd
                for (m = 0; m < LANES; m++) {
                    const float safe = fabsf(q[m]) < 1e-6f ? 1e-6f : q[m];
                    q[m] = d - x[m] - e / safe;
                    below[m] += q[m] < 0;
                }
            }
            for (m = 0; m < LANES; m++) {
                const int more = below[m] > first + m;
                b[m] = more ? x[m] : b[m];
                a[m] = more ? a[m] : x[m];
            }
        }
        for (m = 0; m < LANES && first + m < n; m++) {
            root[first + m] = 0.5f * (a[m] + b[m]);
        }
    }
}

const sample bisect_sample = { make, launch, by_hand, 1e-4 };
