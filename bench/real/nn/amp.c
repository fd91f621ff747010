/* SPDX-License-Identifier: MIT */
/* A record a thread, 256 of them a tile; the nearest are picked on the host. */
#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define TILE 256

typedef struct place {
    float latitude, longitude;
} place;

AMP_TILED_KERNEL(nn_distances, (TILE), value(int, n), value(float, latitude),
                 value(float, longitude), in(place, 1, places), out(float, 1, distances))
{
    const int i = tidx.global[0];
    if (i < n) {
        const place p = at(places, i);
        at(distances, i) = sqrtf((p.latitude - latitude) * (p.latitude - latitude)
                                 + (p.longitude - longitude) * (p.longitude - longitude));
    }
}
AMP_DEVICE_END

static double run(void)
{
    const int n = nn.n;
    amp_array_view views[2];
    amp_status s;
    views[0] = amp_view(place, (place *)nn.places, n);
    views[1] = amp_view(float, nn.distances, n);
    s = parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), nn_distances, n, nn.latitude,
                          nn.longitude, views[0], views[1]);
    if (s == AMP_OK) {
        s = amp_synchronize(views[1]);
    }
    if (s == AMP_OK) {
        (void)nn_pick(nn.distances, 0, n, nn.k, 0, nn.nearest);
    }
    return REAL_ENDED(s, views);
}

const real_variant nn_amp[] = { { "kernel", run }, { NULL, NULL } };
