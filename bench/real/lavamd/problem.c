/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <math.h>
#include <string.h>

lavamd_problem lavamd;

static size_t numbers(void)
{
    return (size_t)lavamd.boxes * (size_t)lavamd.particles * 4;
}

static void set_around(void)
{
    const int n = lavamd.n;
    int box, z, y, x;
    for (box = 0; box < lavamd.boxes; box++) {
        const int bz = box / (n * n), by = box / n % n, bx = box % n;
        int *list = lavamd.around + (size_t)box * LAVAMD_AROUND;
        int count = 0;
        list[count++] = box;
        for (z = bz - 1; z <= bz + 1; z++) {
            for (y = by - 1; y <= by + 1; y++) {
                for (x = bx - 1; x <= bx + 1; x++) {
                    const int other = (z * n + y) * n + x;
                    if (z >= 0 && z < n && y >= 0 && y < n && x >= 0 && x < n && other != box) {
                        list[count++] = other;
                    }
                }
            }
        }
        lavamd.around_count[box] = count;
    }
}

/* Adds to sum what the particles of a box give to a particle. */
static void add_box(const float *a, int box, double *sum)
{
    int i;
    for (i = 0; i < lavamd.particles; i++) {
        const float *b = lavamd.places + 4 * ((size_t)box * (size_t)lavamd.particles + (size_t)i);
        const float dx = a[0] - b[0], dy = a[1] - b[1], dz = a[2] - b[2];
        const float e = expf(-lavamd.alpha2 * (dx * dx + dy * dy + dz * dz));
        const float f = 2 * b[3] * e;
        sum[0] += (double)(b[3] * e);
        sum[1] += (double)(f * dx);
        sum[2] += (double)(f * dy);
        sum[3] += (double)(f * dz);
    }
}

static void set_expected(void)
{
    int box, i, k;
    for (box = 0; box < lavamd.boxes; box++) {
        const size_t first = 4 * (size_t)box * (size_t)lavamd.particles;
        for (i = 0; i < lavamd.particles; i++) {
            double sum[4] = { 0, 0, 0, 0 };
            for (k = 0; k < lavamd.around_count[box]; k++) {
                add_box(lavamd.places + first + 4 * i,
                        lavamd.around[(size_t)box * LAVAMD_AROUND + (size_t)k], sum);
            }
            for (k = 0; k < 4; k++) {
                lavamd.expected[first + (size_t)(4 * i + k)] = (float)sum[k];
            }
        }
    }
}

static void close_problem(void)
{
    real_free(&lavamd.places);
    real_free(&lavamd.around);
    real_free(&lavamd.around_count);
    real_free(&lavamd.result);
    real_free(&lavamd.expected);
}

static void open_problem(int n, int steps)
{
    size_t boxes, i, particles;
    lavamd.n = n;
    lavamd.boxes = n * n * n;
    lavamd.particles = steps < LAVAMD_MOST ? steps : LAVAMD_MOST;
    lavamd.alpha2 = 2 * 0.5f * 0.5f;
    boxes = (size_t)lavamd.boxes;
    particles = boxes * (size_t)lavamd.particles;
    lavamd.places = (float *)bench_memory(numbers() * sizeof(float));
    lavamd.around = (int *)bench_memory(boxes * LAVAMD_AROUND * sizeof(int));
    lavamd.around_count = (int *)bench_memory(boxes * sizeof(int));
    lavamd.result = (float *)bench_memory(numbers() * sizeof(float));
    lavamd.expected = (float *)bench_memory(numbers() * sizeof(float));
    real_fill(lavamd.places, numbers(), 1, 0, 1);
    for (i = 0; i < particles; i++) { /* from a place in the box to one in space */
        const int box = (int)(i / (size_t)lavamd.particles);
        lavamd.places[4 * i] += (float)(box % n);
        lavamd.places[4 * i + 1] += (float)(box / n % n);
        lavamd.places[4 * i + 2] += (float)(box / (n * n));
    }
    set_around();
    set_expected();
}

static void restore(void)
{
    memset(lavamd.result, REAL_POISON, numbers() * sizeof(float));
}

/* Sums of up to some thousand floats, of which the potential's are all positive: each addition
   rounds, in an order of the program's own, and exp may be off by 3 units in the last place. The
   reference adds in double precision. */
static const char *check(void)
{
    return real_differs(lavamd.result, lavamd.expected, numbers(), 2e-5);
}

const real_program lavamd_program = { open_problem, restore, check, close_problem };
