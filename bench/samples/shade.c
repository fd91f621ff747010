/* SPDX-License-Identifier: MIT */
/* Light on a height map of n x n, a point a thread, without tiles: the slope from the nearest
   points, also at the edges, as vectors of three numbers in structures. */
#include "../real/real_amp.h"

#include "sample.h"

AMP_DEVICE_BEGIN
typedef struct vector3 {
    float x, y, z;
} vector3;

static inline vector3 vector_of(float x, float y, float z)
{
    vector3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline vector3 scaled(vector3 a, float s)
{
    return vector_of(a.x * s, a.y * s, a.z * s);
}

static inline vector3 difference(vector3 a, vector3 b)
{
    return vector_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline float dot(vector3 a, vector3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vector3 unit(vector3 a)
{
    return scaled(a, 1.0f / sqrtf(dot(a, a)));
}

/* What comes back from a surface with that normal: all around, from where it is lit, and shine. */
static inline float light(vector3 normal)
{
    const vector3 lamp = vector_of(0.48f, 0.6f, 0.64f), eye = vector_of(0, 0, 1);
    const float lit = dot(normal, lamp);
    const float shine = dot(difference(scaled(normal, 2 * lit), lamp), eye);
    return 0.1f + (lit > 0 ? 0.6f * lit : 0) + (shine > 0 ? shine * shine * shine * shine : 0);
}

AMP_KERNEL(shade_point, 2, in(float, 2, from), out(float, 2, to))
{
    const int y = idx[0], x = idx[1], n = from_shape.extent[0];
    const float south = at(from, y > 0 ? y - 1 : 0, x);
    const float north = at(from, y < n - 1 ? y + 1 : n - 1, x);
    const float west = at(from, y, x > 0 ? x - 1 : 0);
    const float east = at(from, y, x < n - 1 ? x + 1 : n - 1);
    at(to, y, x) = light(unit(vector_of(west - east, south - north, 0.5f)));
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
    s = parallel_for_each(amp_extent(n, n), shade_point, views[0], views[1]);
    return REAL_ENDED(s, views);
}

/* The light where the heights differ by dx and dy. */
static inline float lit_by_hand(float dx, float dy)
{
    const float s = 1.0f / sqrtf(dx * dx + dy * dy + 0.25f), a = dx * s, b = dy * s, c = 0.5f * s;
    const float lit = a * 0.48f + b * 0.6f + c * 0.64f, shine = c * (2 * lit) - 0.64f;
    return 0.1f + (lit > 0 ? 0.6f * lit : 0) + (shine > 0 ? shine * shine * shine * shine : 0);
}

static void by_hand(void)
{
    int y;
#pragma omp parallel for schedule(static)
    for (y = 0; y < n; y++) {
        const float *restrict down = from + (y > 0 ? y - 1 : 0) * n;
        const float *restrict up = from + (y < n - 1 ? y + 1 : n - 1) * n;
        const float *restrict here = from + y * n;
        float *restrict line = to + y * n;
        const int last = n - 1;
        int x;
        line[0] = lit_by_hand(here[0] - here[n > 1], down[0] - up[0]);
#pragma omp simd
        for (x = 1; x < last; x++) {
            line[x] = lit_by_hand(here[x - 1] - here[x + 1], down[x] - up[x]);
        }
        line[last] = lit_by_hand(here[last > 0 ? last - 1 : 0] - here[last], down[last] - up[last]);
    }
}

const sample shade_sample = { make, launch, by_hand, 1e-4 };
