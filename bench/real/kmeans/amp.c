/* SPDX-License-Identifier: MIT */
/* One point a thread. The points lie feature by feature on the device, so that threads side by side
   read side by side: one kernel turns them around once, and the other one finds the nearest centres
   in each turn. The host moves the centres. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define WIDTH 256

AMP_TILED_KERNEL(kmeans_turn, (WIDTH), in(float, 2, points), out(float, 2, by_feature))
{
    const int i = tidx.global[0], features = points_shape.extent[1];
    if (i < points_shape.extent[0]) {
        for (int f = 0; f < features; f++) {
            at(by_feature, f, i) = at(points, i, f);
        }
    }
}

AMP_TILED_KERNEL(kmeans_assign, (WIDTH), in(float, 2, by_feature), in(float, 2, centres),
                 out(int, 1, member))
{
    const int i = tidx.global[0];
    const int features = by_feature_shape.extent[0], count = centres_shape.extent[0];
    if (i < by_feature_shape.extent[1]) {
        float least = 3.4e38f;
        int best = -1;
        for (int c = 0; c < count; c++) {
            float distance = 0;
            for (int f = 0; f < features; f++) {
                const float d = at(by_feature, f, i) - at(centres, c, f);
                distance += d * d;
            }
            if (distance < least) {
                least = distance;
                best = c;
            }
        }
        at(member, i) = best;
    }
}
AMP_DEVICE_END

enum { FEATURES = KMEANS_FEATURES, CENTRES = KMEANS_CENTRES };

static void move_centres(void)
{
    double sums[CENTRES][FEATURES] = { { 0 } };
    int count[CENTRES] = { 0 }, i, c, f;
    for (i = 0; i < kmeans.n; i++) {
        const float *point = kmeans.points + (size_t)i * FEATURES;
        c = kmeans.member[i];
        count[c]++;
        for (f = 0; f < FEATURES; f++) {
            sums[c][f] += (double)point[f];
        }
    }
    for (c = 0; c < CENTRES; c++) {
        for (f = 0; f < FEATURES && count[c] > 0; f++) {
            kmeans.centres[c][f] = kmeans_mean(sums[c][f], count[c]);
        }
    }
}

static double run(void)
{
    const int n = kmeans.n, tiles = (n + WIDTH - 1) / WIDTH;
    const amp_tiled_extent domain = amp_tile(amp_extent(tiles * WIDTH), WIDTH);
    amp_array_view views[4];
    amp_status s;
    int i;
    views[0] = amp_view(float, kmeans.points, n, FEATURES);
    views[1] = amp_view(float, kmeans.by_feature, FEATURES, n);
    views[2] = amp_view(float, kmeans.centres[0], CENTRES, FEATURES);
    views[3] = amp_view(int, kmeans.member, n);
    s = parallel_for_each(domain, kmeans_turn, views[0], views[1]);
    for (i = 0; i < kmeans.steps && s == AMP_OK; i++) {
        s = parallel_for_each(domain, kmeans_assign, views[1], views[2], views[3]);
        if (s == AMP_OK) {
            s = amp_synchronize(views[3]);
        }
        if (s == AMP_OK) {
            move_centres();
            s = amp_refresh(views[2]);
        }
    }
    return REAL_ENDED(s, views);
}

const real_variant kmeans_amp[] = { { "kernel", run }, { NULL, NULL } };
