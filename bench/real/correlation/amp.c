/* SPDX-License-Identifier: MIT */
/* Four launches without tile memory: a thread finds the mean of a variable, then its deviation;
   a thread centres and scales a value; a thread correlates its variable with all behind it. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define BLOCK 256
#define HIGH 8
#define WIDE 32
#define TINY 0.005f

AMP_TILED_KERNEL(correlation_mean, (BLOCK), in(float, 2, data), out(float, 1, mean))
{
    const int j = tidx.global[0];
    if (j < data_shape.extent[1]) {
        const int points = data_shape.extent[0];
        float sum = 0.0f;
        for (int i = 0; i < points; i++) {
            sum += at(data, i, j);
        }
        at(mean, j) = sum / (float)points;
    }
}

AMP_TILED_KERNEL(correlation_deviation, (BLOCK), in(float, 2, data), in(float, 1, mean),
                 out(float, 1, deviation))
{
    const int j = tidx.global[0];
    if (j < data_shape.extent[1]) {
        const int points = data_shape.extent[0];
        float sum = 0.0f;
        for (int i = 0; i < points; i++) {
            const float d = at(data, i, j) - at(mean, j);
            sum += d * d;
        }
        sum = sqrtf(sum / (float)points);
        at(deviation, j) = sum <= TINY ? 1.0f : sum;
    }
}

AMP_TILED_KERNEL(correlation_centre, (HIGH, WIDE), in(float, 1, mean), in(float, 1, deviation),
                 inout(float, 2, data))
{
    const int i = tidx.global[0], j = tidx.global[1];
    if (i < data_shape.extent[0] && j < data_shape.extent[1]) {
        at(data, i, j) = (at(data, i, j) - at(mean, j))
                       / (sqrtf((float)data_shape.extent[0]) * at(deviation, j));
    }
}

AMP_TILED_KERNEL(correlation_products, (BLOCK), in(float, 2, data), out(float, 2, result))
{
    const int j1 = tidx.global[0];
    const int points = data_shape.extent[0], variables = data_shape.extent[1];
    if (j1 < variables) {
        at(result, j1, j1) = 1.0f;
        for (int j2 = j1 + 1; j2 < variables; j2++) {
            float sum = 0.0f;
            for (int i = 0; i < points; i++) {
                sum += at(data, i, j1) * at(data, i, j2);
            }
            at(result, j1, j2) = sum;
            at(result, j2, j1) = sum;
        }
    }
}
AMP_DEVICE_END

static int whole(int n, int tile)
{
    return (n + tile - 1) / tile * tile;
}

static double run(void)
{
    const int variables = correlation.variables, points = correlation.points;
    const amp_tiled_extent columns = amp_tile(amp_extent(whole(variables, BLOCK)), BLOCK);
    amp_array_view views[4];
    amp_status s;
    views[0] = amp_view(float, correlation.data, points, variables);
    views[1] = amp_view(float, correlation.mean, variables);
    views[2] = amp_view(float, correlation.deviation, variables);
    views[3] = amp_view(float, correlation.result, variables, variables);
    s = parallel_for_each(columns, correlation_mean, views[0], views[1]);
    if (s == AMP_OK) {
        s = parallel_for_each(columns, correlation_deviation, views[0], views[1], views[2]);
    }
    if (s == AMP_OK) {
        s = parallel_for_each(amp_tile(amp_extent(whole(points, HIGH), whole(variables, WIDE)),
                                       HIGH, WIDE),
                              correlation_centre, views[1], views[2], views[0]);
    }
    if (s == AMP_OK) {
        s = parallel_for_each(columns, correlation_products, views[0], views[3]);
    }
    return REAL_ENDED(s, views);
}

const real_variant correlation_amp[] = { { "kernel", run }, { NULL, NULL } };
