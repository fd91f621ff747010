/* SPDX-License-Identifier: MIT */
/* The median of five neighbours along each row of n x n pixels, a pixel a thread, without tiles:
   they are read into a small array, the nearest for what lies outside, and put in order. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define WINDOW 5

static inline void order(float *a, float *b)
{
    const float x = *a, y = *b;
    *a = x < y ? x : y;
    *b = x < y ? y : x;
}

AMP_KERNEL(despeckle_rows, 2, in(float, 2, from), out(float, 2, to))
{
    const int y = idx[0], x = idx[1], n = from_shape.extent[1];
    float v[WINDOW];
    for (int k = 0; k < WINDOW; k++) {
        v[k] = at(from, y, amp_clamp(x + k - WINDOW / 2, 0, n - 1));
    }
    for (int i = 0; i <= WINDOW / 2; i++) {
        for (int j = i + 1; j < WINDOW; j++) {
            order(&v[i], &v[j]);
        }
    }
    at(to, y, x) = v[WINDOW / 2];
}
AMP_DEVICE_END

static int n;
static float *from, *to;

static void make(int size)
{
    n = size;
    sample_images(n, &from, &to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n, n);
    views[1] = amp_view(float, to, n, n);
    s = parallel_for_each(amp_extent(n, n), despeckle_rows, views[0], views[1]);
    return REAL_ENDED(s, views);
}

static inline float smaller(float a, float b) { return a < b ? a : b; }
static inline float larger(float a, float b) { return a < b ? b : a; }

/* The median of five: of c, and of what is in the middle of two pairs in order. */
static inline float median(float a, float b, float c, float d, float e)
{
    const float low = larger(smaller(a, b), smaller(d, e));
    const float high = smaller(larger(a, b), larger(d, e));
    return larger(smaller(low, high), smaller(larger(low, high), c));
}

/* Rows with two pixels more on either side. */
static void by_hand(void)
{
    const size_t wide = (size_t)n + WINDOW - 1;
#pragma omp parallel
    {
        float *row = (float *)malloc(wide * sizeof(float));
        int y;
#pragma omp for schedule(static)
        for (y = 0; y < n; y++) {
            float *restrict line = to + y * n;
            const float *restrict v = row;
            int x;
            memcpy(row + 2, from + y * n, (size_t)n * sizeof(float));
            row[0] = row[1] = row[2];
            row[n + 2] = row[n + 3] = row[n + 1];
#pragma omp simd
            for (x = 0; x < n; x++) {
                line[x] = median(v[x], v[x + 1], v[x + 2], v[x + 3], v[x + 4]);
            }
        }
        free(row);
    }
}

const sample despeckle_sample = { make, launch, by_hand, 0 };
