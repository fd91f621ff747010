/* SPDX-License-Identifier: MIT */
/* The softmax of n rows of 256 numbers, a warp a row: its lanes go through the row in strides, with
   a maximum and a sum of the warp. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
#define TILE 128
#define WIDTH 256

AMP_TILED_KERNEL(softmax_warps, (TILE), in(float, 2, from), out(float, 2, to))
{
    const int lanes = amp_warp_size(tidx), lane = amp_warp_lane(tidx);
    const int row = tidx.tile[0] * (TILE / lanes) + amp_warp_index(tidx);
    const int known = row < from_shape.extent[0] ? row : 0;
    float largest = -1e30f, sum = 0;
    for (int i = lane; i < WIDTH; i += lanes) {
        largest = fmaxf(largest, at(from, known, i));
    }
    largest = amp_warp_max(tidx, largest);
    for (int i = lane; i < WIDTH; i += lanes) {
        sum += expf(at(from, known, i) - largest);
    }
    sum = amp_warp_sum(tidx, sum);
    if (row < from_shape.extent[0]) {
        for (int i = lane; i < WIDTH; i += lanes) {
            at(to, row, i) = expf(at(from, row, i) - largest) / sum;
        }
    }
}
AMP_DEVICE_END

static int n;
static float *from, *to;

static void make(int size)
{
    n = size;
    from = sample_floats((size_t)n * WIDTH, -4, 4);
    to = sample_floats((size_t)n * WIDTH, 0, 1);
    sample_is_result(to);
}

static double launch(void)
{
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(float, from, n, WIDTH);
    views[1] = amp_view(float, to, n, WIDTH);
    s = parallel_for_each(amp_tile(amp_extent(sample_whole(n, 4) / 4 * TILE), TILE), softmax_warps,
                          views[0], views[1]);
    return REAL_ENDED(s, views);
}

static void by_hand(void)
{
    int row;
#pragma omp parallel for schedule(static)
    for (row = 0; row < n; row++) {
        const float *restrict p = from + row * WIDTH;
        float *restrict line = to + row * WIDTH, largest = -1e30f, sum = 0;
        int i;
#pragma omp simd reduction(max : largest)
        for (i = 0; i < WIDTH; i++) {
            largest = p[i] > largest ? p[i] : largest;
        }
#pragma omp simd reduction(+ : sum)
        for (i = 0; i < WIDTH; i++) {
            line[i] = expf(p[i] - largest);
            sum += line[i];
        }
        sum = 1.0f / sum;
#pragma omp simd
        for (i = 0; i < WIDTH; i++) {
            line[i] *= sum;
        }
    }
}

const sample softmax_sample = { make, launch, by_hand, 1e-5 };
