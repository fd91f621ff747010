/* SPDX-License-Identifier: MIT */
/*
softmax.c: exp(x) of each element of a row, divided by the row's sum of them; the
row's largest element is taken from all first, so that no exp is infinite. Two
reductions, of maximum and sum: by a thread a row (simple), or by a tile of 64
threads a row, which read side by side and reduce by amp_tile_reduce (tiled); and
the same as phases, by amp_phase_reduce.

    cc -O2 -fopenmp -pthread -I. examples/softmax.c -o softmax -lm && ./softmax [rows]

prints the largest difference from double precision.
*/
#include <math.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define LEAST (-1e30f)

AMP_KERNEL(softmax_simple, 1, in(float, 2, x), out(float, 2, y))
{
    const int i = idx[0], n = x_shape.extent[1];
    float most = LEAST, sum = 0;
    for (int j = 0; j < n; j++) {
        most = fmaxf(most, at(x, i, j));
    }
    for (int j = 0; j < n; j++) {
        sum += expf(at(x, i, j) - most);
    }
    for (int j = 0; j < n; j++) {
        at(y, i, j) = expf(at(x, i, j) - most) / sum;
    }
}

AMP_TILED_KERNEL(softmax_tiled, (1, TILE), in(float, 2, x), out(float, 2, y))
{
    tile_static(float, t, TILE);
    const int i = tidx.tile[0], l = tidx.local[1], n = x_shape.extent[1];
    float most = LEAST, sum = 0;
    for (int j = l; j < n; j += TILE) {
        most = fmaxf(most, at(x, i, j));
    }
    amp_tile_reduce(tidx, t, l, TILE, most, fmaxf);
    for (int j = l; j < n; j += TILE) {
        sum += expf(at(x, i, j) - most);
    }
    amp_tile_reduce(tidx, t, l, TILE, sum, amp_plus);
    for (int j = l; j < n; j += TILE) {
        at(y, i, j) = expf(at(x, i, j) - most) / sum;
    }
}

AMP_PHASED_KERNEL(softmax_phased, (1, TILE), in(float, 2, x), out(float, 2, y))
{
    tile_static(float, most, TILE);
    tile_static(float, sum, TILE);
    phase {
        const int l = tidx.local[1];
        most[l] = LEAST;
        for (int j = l; j < x_shape.extent[1]; j += TILE) {
            most[l] = fmaxf(most[l], at(x, tidx.tile[0], j));
        }
    }
    amp_phase_reduce(most, tidx.local[1], TILE, fmaxf)
    phase {
        const int l = tidx.local[1];
        sum[l] = 0;
        for (int j = l; j < x_shape.extent[1]; j += TILE) {
            sum[l] += expf(at(x, tidx.tile[0], j) - most[0]);
        }
    }
    amp_phase_reduce(sum, tidx.local[1], TILE, amp_plus)
    phase {
        for (int j = tidx.local[1]; j < x_shape.extent[1]; j += TILE) {
            at(y, tidx.tile[0], j) = expf(at(x, tidx.tile[0], j) - most[0]) / sum[0];
        }
    }
}
AMP_DEVICE_END

static void serial(const float *x, double *y, int n)
{
    double most = (double)x[0], sum = 0;
    int j;
    for (j = 0; j < n; j++) {
        most = (double)x[j] > most ? (double)x[j] : most;
    }
    for (j = 0; j < n; j++) {
        y[j] = exp((double)x[j] - most);
        sum += y[j];
    }
    for (j = 0; j < n; j++) {
        y[j] /= sum;
    }
}

int main(int argc, char **argv)
{
    const int rows = example_size(argc, argv, 101, 11, 1 << 20), n = example_small() ? 133 : 531;
    const size_t count = (size_t)rows * (size_t)n;
    float *x = example_memory(count * sizeof(float)), *y = example_memory(count * sizeof(float));
    double *expected = example_memory(count * sizeof(double)), worst = 0;
    const amp_array_view a = amp_view(float, x, rows, n), b = amp_view(float, y, rows, n);
    const amp_tiled_extent tiles = amp_tile(amp_extent(rows, TILE), 1, TILE);
    size_t i;
    int form;
    example_fill(x, (int)count, 31);
    for (i = 0; i < count; i++) {
        x[i] = 30 * x[i] + (float)(i % 7); /* exp(120) is infinite as a float */
    }
    for (i = 0; i < (size_t)rows; i++) {
        serial(x + i * (size_t)n, expected + i * (size_t)n, n);
    }
    for (form = 0; form < 3; form++) {
        memset(y, 0, count * sizeof(float));
        must(amp_refresh(b));
        must(form == 0 ? parallel_for_each(amp_extent(rows), softmax_simple, a, b)
             : form == 1 ? parallel_for_each(tiles, softmax_tiled, a, b)
             : parallel_for_each(tiles, softmax_phased, a, b));
        must(amp_synchronize(b));
        for (i = 0; i < count; i++) {
            const double d = fabs((double)y[i] - expected[i]);
            worst = d <= worst ? worst : d; /* a NaN gets in, too */
        }
    }
    (void)printf("%d rows of %d, in three forms: largest difference %.1e\n", rows, n, worst);
    must(amp_release(a));
    must(amp_release(b));
    free(x);
    free(y);
    free(expected);
    return example_end(!(worst < 1e-5));
}
