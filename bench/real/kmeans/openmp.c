/* SPDX-License-Identifier: MIT */
/* Sums of the points are added up where a point's centre is found, in each thread. Either point by
   point, its features as vectors; or 32 points at a time, so that a vector has a feature of 16 of
   them: turned around in the first cache in each turn, or all of them once. */
#include <string.h>

#include "problem.h"

enum { FEATURES = KMEANS_FEATURES, CENTRES = KMEANS_CENTRES, POINTS = 32, ROOM = 8192 };

typedef struct cluster_sums {
    double sum[CENTRES][FEATURES];
    int count[CENTRES];
} cluster_sums;

static void add_point(cluster_sums *s, const float *restrict point, int c)
{
    double *restrict sum = s->sum[c];
    int f;
    s->count[c]++;
#pragma omp simd
    for (f = 0; f < FEATURES; f++) {
        sum[f] += (double)point[f];
    }
}

static int nearest(const float *restrict point)
{
    float least = 0;
    int best = -1, c, f;
    for (c = 0; c < CENTRES; c++) {
        const float *restrict centre = kmeans.centres[c];
        float distance = 0;
#pragma omp simd reduction(+ : distance)
        for (f = 0; f < FEATURES; f++) {
            distance += (point[f] - centre[f]) * (point[f] - centre[f]);
        }
        if (best < 0 || distance < least) {
            least = distance;
            best = c;
        }
    }
    return best;
}

static void point_by_point(cluster_sums *s, int first, int end)
{
    int i;
    for (i = first; i < end; i++) {
        const float *point = kmeans.points + (size_t)i * FEATURES;
        kmeans.member[i] = nearest(point);
        add_point(s, point, kmeans.member[i]);
    }
}

/* The nearest centres of POINTS points. */
static void nearest_of_many(const float *restrict points, int *restrict member)
{
    float x[FEATURES][POINTS], least[POINTS];
    int i, f, c;
    for (f = 0; f < FEATURES; f++) {
#pragma omp simd
        for (i = 0; i < POINTS; i++) {
            x[f][i] = points[i * FEATURES + f];
        }
    }
    for (c = 0; c < CENTRES; c++) {
        float distance[POINTS] = { 0 };
        for (f = 0; f < FEATURES; f++) {
            const float centre = kmeans.centres[c][f];
#pragma omp simd
            for (i = 0; i < POINTS; i++) {
                distance[i] += (x[f][i] - centre) * (x[f][i] - centre);
            }
        }
#pragma omp simd
        for (i = 0; i < POINTS; i++) {
            const int nearer = c == 0 || distance[i] < least[i];
            least[i] = nearer ? distance[i] : least[i];
            member[i] = nearer ? c : member[i];
        }
    }
}

static void many_points(cluster_sums *s, int first, int end)
{
    int i, k;
    for (i = first; i + POINTS <= end; i += POINTS) {
        nearest_of_many(kmeans.points + (size_t)i * FEATURES, kmeans.member + i);
        for (k = i; k < i + POINTS; k++) {
            add_point(s, kmeans.points + (size_t)k * FEATURES, kmeans.member[k]);
        }
    }
    point_by_point(s, i, end);
}

static void move_centres(const cluster_sums *all)
{
    int c, f;
    for (c = 0; c < CENTRES; c++) {
        for (f = 0; f < FEATURES && all->count[c] > 0; f++) {
            kmeans.centres[c][f] = kmeans_mean(all->sum[c][f], all->count[c]);
        }
    }
}

static void turn(void (*assign)(cluster_sums *, int, int))
{
    const int n = kmeans.n;
    cluster_sums all;
    memset(&all, 0, sizeof(all));
#pragma omp parallel
    {
        cluster_sums own;
        int i, c, f;
        memset(&own, 0, sizeof(own));
#pragma omp for schedule(static) nowait
        for (i = 0; i < n; i += ROOM) {
            assign(&own, i, i + ROOM < n ? i + ROOM : n);
        }
#pragma omp critical
        for (c = 0; c < CENTRES; c++) {
            all.count[c] += own.count[c];
            for (f = 0; f < FEATURES; f++) {
                all.sum[c][f] += own.sum[c][f];
            }
        }
    }
    move_centres(&all);
}

typedef float lanes __attribute__((vector_size(64)));
typedef int masks __attribute__((vector_size(64)));
enum { LANES = 16 };

/* Sums and counts with a number for each lane: whole ones, exact up to 2^24. */
typedef struct lane_sums {
    lanes sum[CENTRES][FEATURES];
    masks count[CENTRES];
} lane_sums;

static inline lanes where(masks m, lanes v)
{
    return (lanes)(m & (masks)v);
}

/* The squared distances of 32 points from each centre. */
static inline void distances(const float *restrict x, lanes d[CENTRES][2])
{
    int f, c;
    for (f = 0; f < FEATURES; f++) {
        lanes x0, x1;
        memcpy(&x0, x + f * POINTS, sizeof(x0));
        memcpy(&x1, x + f * POINTS + LANES, sizeof(x1));
        for (c = 0; c < CENTRES; c++) {
            const lanes d0 = x0 - kmeans.centres[c][f], d1 = x1 - kmeans.centres[c][f];
            d[c][0] += d0 * d0;
            d[c][1] += d1 * d1;
        }
    }
}

/* 32 points, feature by feature. */
static void turned_block(lane_sums *restrict s, const float *restrict x, int *restrict member)
{
    lanes d[CENTRES][2] = { { { 0 } } };
    masks of[CENTRES][2]; /* whose points */
    int f, c, h;
    distances(x, d);
    for (h = 0; h < 2; h++) {
        masks best = { 0 };
        lanes least = d[0][h];
        for (c = 1; c < CENTRES; c++) {
            const masks nearer = d[c][h] < least;
            best = (nearer & c) | (~nearer & best);
            least = (lanes)((nearer & (masks)d[c][h]) | (~nearer & (masks)least));
        }
        memcpy(member + h * LANES, &best, sizeof(best));
        for (c = 0; c < CENTRES; c++) {
            of[c][h] = best == c;
            s->count[c] -= of[c][h];
        }
    }
    for (f = 0; f < FEATURES; f++) {
        lanes x0, x1;
        memcpy(&x0, x + f * POINTS, sizeof(x0));
        memcpy(&x1, x + f * POINTS + LANES, sizeof(x1));
        for (c = 0; c < CENTRES; c++) {
            s->sum[c][f] += where(of[c][0], x0) + where(of[c][1], x1);
        }
    }
}

/* Points first..end - 1, whole blocks of them from by_feature. */
static void turned_points(cluster_sums *all, int first, int end)
{
    lane_sums s;
    int i, c, f, l;
    memset(&s, 0, sizeof(s));
    for (i = first; i + POINTS <= end; i += POINTS) {
        turned_block(&s, kmeans.by_feature + (size_t)i * FEATURES, kmeans.member + i);
    }
    for (c = 0; c < CENTRES; c++) {
        for (l = 0; l < LANES; l++) {
            all->count[c] += s.count[c][l];
        }
        for (f = 0; f < FEATURES; f++) {
            for (l = 0; l < LANES; l++) {
                all->sum[c][f] += (double)s.sum[c][f][l];
            }
        }
    }
    point_by_point(all, i, end);
}

static double run_turned(void)
{
    const int n = kmeans.n;
    int i, k, f;
#pragma omp parallel for schedule(static) private(k, f)
    for (i = 0; i <= n - POINTS; i += POINTS) {
        float *to = kmeans.by_feature + (size_t)i * FEATURES;
        const float *from = kmeans.points + (size_t)i * FEATURES;
        for (f = 0; f < FEATURES; f++) {
            for (k = 0; k < POINTS; k++) {
                to[f * POINTS + k] = from[k * FEATURES + f];
            }
        }
    }
    for (i = 0; i < kmeans.steps; i++) {
        turn(turned_points);
    }
    return BENCH_WALL;
}

static double run_one(void)
{
    int i;
    for (i = 0; i < kmeans.steps; i++) {
        turn(point_by_point);
    }
    return BENCH_WALL;
}

static double run_many(void)
{
    int i;
    for (i = 0; i < kmeans.steps; i++) {
        turn(many_points);
    }
    return BENCH_WALL;
}

const real_variant kmeans_openmp[] = { { "a point", run_one }, { "32 points", run_many },
                                       { "turned once", run_turned }, { NULL, NULL } };
