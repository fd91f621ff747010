/* SPDX-License-Identifier: MIT */
#include "problem.h"

#include <string.h>

enum { FEATURES = KMEANS_FEATURES, CENTRES = KMEANS_CENTRES };

kmeans_problem kmeans;

static int nearest(const float *point, float (*centres)[FEATURES])
{
    float least = 0;
    int best = -1, c, f;
    for (c = 0; c < CENTRES; c++) {
        float distance = 0;
        for (f = 0; f < FEATURES; f++) {
            distance += (point[f] - centres[c][f]) * (point[f] - centres[c][f]);
        }
        if (best < 0 || distance < least) {
            least = distance;
            best = c;
        }
    }
    return best;
}

static void turn(int *member, float (*centres)[FEATURES])
{
    double sums[CENTRES][FEATURES] = { { 0 } };
    int count[CENTRES] = { 0 }, i, c, f;
    for (i = 0; i < kmeans.n; i++) {
        const float *point = kmeans.points + (size_t)i * FEATURES;
        c = member[i] = nearest(point, centres);
        count[c]++;
        for (f = 0; f < FEATURES; f++) {
            sums[c][f] += (double)point[f];
        }
    }
    for (c = 0; c < CENTRES; c++) {
        for (f = 0; f < FEATURES && count[c] > 0; f++) {
            centres[c][f] = kmeans_mean(sums[c][f], count[c]);
        }
    }
}

static void close_problem(void)
{
    real_free(&kmeans.points);
    real_free(&kmeans.by_feature);
    real_free(&kmeans.member);
    real_free(&kmeans.expected_member);
}

/* Five clouds that overlap; the first points are the first centres. */
static void open_problem(int n, int steps)
{
    const size_t points = (size_t)n, count = points * FEATURES;
    size_t i;
    int c, f;
    kmeans.n = n;
    kmeans.steps = steps;
    kmeans.points = (float *)bench_memory(count * sizeof(float));
    kmeans.by_feature = (float *)bench_memory(count * sizeof(float));
    kmeans.member = (int *)bench_memory(points * sizeof(int));
    kmeans.expected_member = (int *)bench_memory(points * sizeof(int));
    for (i = 0; i < count; i++) {
        const unsigned cloud = bench_noise((unsigned)(i / FEATURES)) % CENTRES;
        const unsigned middle = bench_noise(cloud * FEATURES + (unsigned)(i % FEATURES)) % 8;
        kmeans.points[i] = (float)(middle + bench_noise((unsigned)i + 7919) % 8);
    }
    for (c = 0; c < CENTRES; c++) {
        for (f = 0; f < FEATURES; f++) {
            kmeans.start[c][f] = kmeans.points[c % n * FEATURES + f];
        }
    }
    memset(kmeans.expected_member, REAL_POISON, points * sizeof(int));
    memcpy(kmeans.expected_centres, kmeans.start, sizeof(kmeans.start));
    for (c = 0; c < steps; c++) {
        turn(kmeans.expected_member, kmeans.expected_centres);
    }
}

static void restore(void)
{
    const size_t points = (size_t)kmeans.n;
    memset(kmeans.by_feature, REAL_POISON, points * FEATURES * sizeof(float));
    memset(kmeans.member, REAL_POISON, points * sizeof(int));
    memcpy(kmeans.centres, kmeans.start, sizeof(kmeans.centres));
}

/* Exact, for the reason that problem.h gives. */
static const char *check(void)
{
    const char *why = real_differs_ints(kmeans.member, kmeans.expected_member, (size_t)kmeans.n);
    return why != NULL ? why
        : real_differs(kmeans.centres[0], kmeans.expected_centres[0], CENTRES * FEATURES, 0);
}

const real_program kmeans_program = { open_problem, restore, check, close_problem };
