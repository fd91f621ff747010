/* SPDX-License-Identifier: MIT */
#ifndef KMEANS_PROBLEM_H
#define KMEANS_PROBLEM_H
/*
kmeans: n points with 34 features each in 5 clusters, by Lloyd's method (IEEE Transactions on
Information Theory 28(2), 1982), as in Rodinia's program of this name (Che et al., IISWC 2009). In
each of `steps` turns a point goes to the nearest centre, the first one of such as are equally near;
then a centre goes to the mean of its points, rounded to sixteenths, or stays where it has none.

Features are whole numbers from 0 to 15, so that a squared distance is a whole number of 1/256 below
2^13: a float holds it exactly, in whatever order it is added up.
*/
#include <math.h>

#include "../real.h"

enum { KMEANS_FEATURES = 34, KMEANS_CENTRES = 5 };

typedef struct kmeans_problem {
    int n, steps;
    float *points;            /* n x 34, row-major */
    float *by_feature;        /* 34 x n: room for a run */
    int *member;              /* n: each point's centre in the last turn, the result */
    float start[KMEANS_CENTRES][KMEANS_FEATURES];
    float centres[KMEANS_CENTRES][KMEANS_FEATURES]; /* start before a run, then the result */
    int *expected_member;
    float expected_centres[KMEANS_CENTRES][KMEANS_FEATURES];
} kmeans_problem;
extern kmeans_problem kmeans;

/* A centre's feature from its points' sum, which is a whole number. */
static inline float kmeans_mean(double sum, int count)
{
    return (float)(floor(16 * sum / count + 0.5) / 16);
}

#endif
