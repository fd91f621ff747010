/* SPDX-License-Identifier: MIT */
/* A voxel a thread, in blocks of 256. A launch adds up 256 samples at most, which a GPU would have
   in its constant memory. */
#include <string.h>

#include "../real_amp.h"

#include "problem.h"

AMP_DEVICE_BEGIN
#define BLOCK 256
#define TWO_PI 6.2831853f

typedef struct mriq_sample {
    float kx, ky, kz, magnitude;
} mriq_sample;

AMP_TILED_KERNEL(mriq_chunk, (BLOCK), in(mriq_sample, 1, k), in(float, 1, x), in(float, 1, y),
                 in(float, 1, z), inout(float, 1, qr), inout(float, 1, qi))
{
    const int i = tidx.global[0];
    if (i < x_shape.extent[0]) {
        const float px = at(x, i), py = at(y, i), pz = at(z, i);
        float real = at(qr, i), imaginary = at(qi, i);
        for (int s = 0; s < k_shape.extent[0]; s++) {
            const float angle = TWO_PI * (at(k, s).kx * px + at(k, s).ky * py + at(k, s).kz * pz);
            real += at(k, s).magnitude * cosf(angle);
            imaginary += at(k, s).magnitude * sinf(angle);
        }
        at(qr, i) = real;
        at(qi, i) = imaginary;
    }
}
AMP_DEVICE_END

static double run(void)
{
    enum { CHUNK = 256 };
    const int n = mriq.n;
    const amp_tiled_extent threads = amp_tile(amp_extent((n + BLOCK - 1) / BLOCK * BLOCK), BLOCK);
    amp_array_view views[6];
    amp_status s = AMP_OK;
    int i;
    memset(mriq.qr, 0, (size_t)n * sizeof(float));
    memset(mriq.qi, 0, (size_t)n * sizeof(float));
    views[0] = amp_view(mriq_sample, (void *)mriq.k, mriq.samples);
    views[1] = amp_view(float, mriq.x, n);
    views[2] = amp_view(float, mriq.y, n);
    views[3] = amp_view(float, mriq.z, n);
    views[4] = amp_view(float, mriq.qr, n);
    views[5] = amp_view(float, mriq.qi, n);
    for (i = 0; i < mriq.samples && s == AMP_OK; i += CHUNK) {
        const int count = mriq.samples - i < CHUNK ? mriq.samples - i : CHUNK;
        s = parallel_for_each(threads, mriq_chunk,
                              amp_section(views[0], amp_index(i), amp_extent(count)), views[1],
                              views[2], views[3], views[4], views[5]);
    }
    return REAL_ENDED(s, views);
}

const real_variant mriq_amp[] = { { "kernel", run }, { NULL, NULL } };
