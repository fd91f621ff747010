/* SPDX-License-Identifier: MIT */
/*
nbody.c: all pairs. Each body is drawn by every other. A tile of 64 threads
brings 64 bodies at a time into tile memory, and each thread adds up their pull
on its own body: a body is read from global memory once a tile instead of once
a thread. The element type is a struct; the kernel is written in phases, with
the running sum in thread_private variables, which live from phase to phase.

    cc -O2 -fopenmp -pthread -I. examples/nbody.c -o nbody -lm && ./nbody [n]

prints the acceleration of the first body and the largest relative difference
from a serial sum in double precision.
*/
#include <math.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define SOFT 0.01f /* keeps the pull finite where bodies meet, and 0 of one on itself */

typedef struct body {
    float x, y, z, mass;
} body;

typedef struct vector {
    float x, y, z;
} vector;

AMP_PHASED_KERNEL(pull, (TILE), in(body, 1, bodies), out(vector, 1, acceleration))
{
    tile_static(body, t, TILE);
    thread_private(float, ax);
    thread_private(float, ay);
    thread_private(float, az);
    phase {
        mine(ax) = 0;
        mine(ay) = 0;
        mine(az) = 0;
    }
    for (int first = 0; first < bodies_shape.extent[0]; first += TILE) {
        phase {
            const int i = first + tidx.local[0];
            const body nobody = { 0, 0, 0, 0 }; /* without mass: draws nobody */
            t[tidx.local[0]] = i < bodies_shape.extent[0] ? at(bodies, i) : nobody;
        }
        phase {
            if (tidx.global[0] < bodies_shape.extent[0]) {
                const body me = at(bodies, tidx.global[0]);
                for (int k = 0; k < TILE; k++) {
                    const float dx = t[k].x - me.x, dy = t[k].y - me.y, dz = t[k].z - me.z;
                    const float d2 = dx * dx + dy * dy + dz * dz + SOFT;
                    const float pull = t[k].mass / (d2 * sqrtf(d2));
                    mine(ax) += dx * pull;
                    mine(ay) += dy * pull;
                    mine(az) += dz * pull;
                }
            }
        }
    }
    phase {
        if (tidx.global[0] < bodies_shape.extent[0]) {
            const vector a = { mine(ax), mine(ay), mine(az) };
            at(acceleration, tidx.global[0]) = a;
        }
    }
}
AMP_DEVICE_END

/* The acceleration of body i in double precision: d[0] to d[2]. */
static void serial(const body *b, int n, int i, double *d)
{
    int k;
    d[0] = d[1] = d[2] = 0;
    for (k = 0; k < n; k++) {
        const double dx = (double)b[k].x - (double)b[i].x, dy = (double)b[k].y - (double)b[i].y;
        const double dz = (double)b[k].z - (double)b[i].z;
        const double d2 = dx * dx + dy * dy + dz * dz + (double)SOFT;
        const double pull = (double)b[k].mass / (d2 * sqrt(d2));
        d[0] += dx * pull;
        d[1] += dy * pull;
        d[2] += dz * pull;
    }
}

static float random_float(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 1500, 150, 1 << 20);
    body *b = example_memory((size_t)n * sizeof(body));
    vector *a = example_memory((size_t)n * sizeof(vector));
    unsigned state = 7;
    double worst = 0, d[3];
    int i;
    for (i = 0; i < n; i++) {
        b[i].x = random_float(&state);
        b[i].y = random_float(&state);
        b[i].z = random_float(&state);
        b[i].mass = 1.0f / (float)n;
    }
    const amp_array_view bodies = amp_view(body, b, n), acceleration = amp_view(vector, a, n);
    must(parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), pull, bodies, acceleration));
    must(amp_synchronize(acceleration));
    must(amp_release(bodies));
    must(amp_release(acceleration));
    for (i = 0; i < n; i++) {
        double size, error;
        serial(b, n, i, d);
        size = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) + 0.1; /* 0.1: the scale of zero */
        error = (fabs((double)a[i].x - d[0]) + fabs((double)a[i].y - d[1])
                 + fabs((double)a[i].z - d[2])) / size;
        worst = error <= worst ? worst : error; /* a NaN gets in, too */
    }
    (void)printf("%d bodies; the first is drawn by (%.4f, %.4f, %.4f)\n", n, (double)a[0].x,
                 (double)a[0].y, (double)a[0].z);
    (void)printf("largest relative difference from double precision: %.1e\n", worst);
    free(b);
    free(a);
    return example_end(!(worst < 1e-4));
}
