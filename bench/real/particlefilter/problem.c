/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

particlefilter_problem particlefilter;

static int clamped(int at)
{
    return at < 0 ? 0 : at > PARTICLEFILTER_SIDE - 1 ? PARTICLEFILTER_SIDE - 1 : at;
}

/* The disc goes as particles do on average, from the film's middle; pixels are noisy. */
static void set_film(void)
{
    const int side = PARTICLEFILTER_SIDE;
    int k, y, x;
    unsigned made = 0;
    for (k = 0; k < particlefilter.frames; k++) {
        const int my = clamped(side / 2 + (k + 1) * (int)PARTICLEFILTER_MOVE_Y);
        const int mx = clamped(side / 2 + (k + 1) * (int)PARTICLEFILTER_MOVE_X);
        for (y = 0; y < side; y++) {
            for (x = 0; x < side; x++, made++) {
                const int square = (y - my) * (y - my) + (x - mx) * (x - mx);
                const int inside = square < PARTICLEFILTER_RADIUS * PARTICLEFILTER_RADIUS;
                const int noise = (int)(bench_noise(made) % 41) - 20;
                particlefilter.film[made] = (unsigned char)(noise
                    + (inside ? PARTICLEFILTER_OBJECT : PARTICLEFILTER_BACKGROUND));
            }
        }
    }
}

static void set_offsets(void)
{
    const int r = PARTICLEFILTER_RADIUS;
    int y, x;
    particlefilter.offset_count = 0;
    for (y = -r; y <= r; y++) {
        for (x = -r; x <= r; x++) {
            if (y * y + x * x < r * r) {
                int *o = particlefilter.offsets + 2 * particlefilter.offset_count++;
                o[0] = y;
                o[1] = x;
            }
        }
    }
}

static double uniform(unsigned *seed)
{
    *seed = *seed * 1664525U + 1013904223U;
    return ((double)*seed + 0.5) / 4294967296.0;
}

static double normal(unsigned *seed)
{
    const double u = uniform(seed), v = uniform(seed);
    return sqrt(-2 * log(u)) * cos(2 * 3.14159265358979323846 * v);
}

static double likelihood(int frame, double x, double y)
{
    const unsigned char *film = particlefilter.film
        + (size_t)frame * PARTICLEFILTER_SIDE * PARTICLEFILTER_SIDE;
    const int my = (int)floor(y + 0.5), mx = (int)floor(x + 0.5);
    int sum = 0, i;
    for (i = 0; i < particlefilter.offset_count; i++) {
        const int py = clamped(my + particlefilter.offsets[2 * i]);
        const int px = clamped(mx + particlefilter.offsets[2 * i + 1]);
        const int p = film[py * PARTICLEFILTER_SIDE + px];
        const int b = p - PARTICLEFILTER_BACKGROUND, o = p - PARTICLEFILTER_OBJECT;
        sum += b * b - o * o;
    }
    return exp((double)sum / 50 / particlefilter.offset_count);
}

/* One frame, from x and y by moved_x and moved_y to x and y. */
static void follow(int frame, unsigned *seeds, double *x, double *y, double *mx, double *my,
                   double *cumulative)
{
    const int n = particlefilter.n;
    double sum = 0, before = 0;
    int i, from = 0;
    for (i = 0; i < n; i++) {
        mx[i] = x[i] + PARTICLEFILTER_MOVE_X + PARTICLEFILTER_SPREAD_X * normal(&seeds[i]);
        my[i] = y[i] + PARTICLEFILTER_MOVE_Y + PARTICLEFILTER_SPREAD_Y * normal(&seeds[i]);
        cumulative[i] = 1.0 / n * likelihood(frame, mx[i], my[i]);
        sum += cumulative[i];
    }
    for (i = 0; i < n; i++) {
        before += cumulative[i] / sum;
        cumulative[i] = before;
    }
    for (i = 0; i < n; i++) {
        while (from < n - 1 && cumulative[from] < (i + particlefilter.u[frame]) / n) {
            from++;
        }
        x[i] = mx[from];
        y[i] = my[from];
    }
}

static void set_start(double *x, double *y)
{
    int i;
    for (i = 0; i < particlefilter.n; i++) {
        x[i] = y[i] = PARTICLEFILTER_SIDE / 2;
    }
}

static void set_expected(void)
{
    const size_t n = (size_t)particlefilter.n;
    double *e = particlefilter.expected, *cumulative;
    unsigned *seeds = (unsigned *)bench_memory(n * sizeof(unsigned));
    int k;
    cumulative = (double *)bench_memory(n * sizeof(double));
    memcpy(seeds, particlefilter.start_seeds, n * sizeof(unsigned));
    set_start(e, e + n);
    for (k = 0; k < particlefilter.frames; k++) {
        follow(k, seeds, e, e + n, e + 2 * n, e + 3 * n, cumulative);
    }
    real_free(&seeds);
    real_free(&cumulative);
}

static void close_problem(void)
{
    real_free(&particlefilter.film);
    real_free(&particlefilter.offsets);
    real_free(&particlefilter.u);
    real_free(&particlefilter.start_seeds);
    real_free(&particlefilter.seeds);
    real_free(&particlefilter.x);
    real_free(&particlefilter.y);
    real_free(&particlefilter.moved_x);
    real_free(&particlefilter.moved_y);
    real_free(&particlefilter.weights);
    real_free(&particlefilter.cumulative);
    real_free(&particlefilter.partial);
    real_free(&particlefilter.expected);
}

static double *doubles(int count)
{
    return (double *)bench_memory((size_t)count * sizeof(double));
}

static void open_problem(int n, int steps)
{
    const size_t disc = (2 * PARTICLEFILTER_RADIUS + 1) * (2 * PARTICLEFILTER_RADIUS + 1);
    int i;
    particlefilter.n = n;
    particlefilter.frames = steps;
    particlefilter.film = (unsigned char *)bench_memory((size_t)steps * PARTICLEFILTER_SIDE
                                                        * PARTICLEFILTER_SIDE);
    particlefilter.offsets = (int *)bench_memory(2 * disc * sizeof(int));
    particlefilter.u = doubles(steps);
    particlefilter.start_seeds = (unsigned *)bench_memory((size_t)n * sizeof(unsigned));
    particlefilter.seeds = (unsigned *)bench_memory((size_t)n * sizeof(unsigned));
    particlefilter.x = doubles(n);
    particlefilter.y = doubles(n);
    particlefilter.moved_x = doubles(n);
    particlefilter.moved_y = doubles(n);
    particlefilter.weights = doubles(n);
    particlefilter.cumulative = doubles(n);
    particlefilter.partial = doubles(n);
    particlefilter.expected = doubles(4 * n);
    set_film();
    set_offsets();
    for (i = 0; i < n; i++) {
        particlefilter.start_seeds[i] = bench_noise((unsigned)i + 5);
    }
    for (i = 0; i < steps; i++) {
        particlefilter.u[i] = ((double)bench_noise((unsigned)i + 99) + 0.5) / 4294967296.0;
    }
    set_expected();
}

static void restore(void)
{
    const size_t n = (size_t)particlefilter.n, bytes = n * sizeof(double);
    size_t i;
    memcpy(particlefilter.seeds, particlefilter.start_seeds, n * sizeof(unsigned));
    set_start(particlefilter.x, particlefilter.y);
    memset(particlefilter.moved_x, REAL_POISON, bytes);
    memset(particlefilter.moved_y, REAL_POISON, bytes);
    memset(particlefilter.cumulative, REAL_POISON, bytes);
    memset(particlefilter.partial, REAL_POISON, bytes);
    for (i = 0; i < n; i++) {
        particlefilter.weights[i] = 1.0 / particlefilter.n;
    }
}

/* Which particle a new one is a copy of hangs on sums of doubles, whose last bits differ with
   their order: one in some 10^12 comes out otherwise. So all agree on it, and places differ by the
   rounding of a few operations a frame. */
static const char *check(void)
{
    const size_t n = (size_t)particlefilter.n;
    const double *e = particlefilter.expected;
    const char *why = real_differs_doubles(particlefilter.x, e, n, 1e-12);
    if (why == NULL) {
        why = real_differs_doubles(particlefilter.y, e + n, n, 1e-12);
    }
    if (why == NULL) {
        why = real_differs_doubles(particlefilter.moved_x, e + 2 * n, n, 1e-12);
    }
    return why != NULL ? why
        : real_differs_doubles(particlefilter.moved_y, e + 3 * n, n, 1e-12);
}

const real_program particlefilter_program = { open_problem, restore, check, close_problem };
