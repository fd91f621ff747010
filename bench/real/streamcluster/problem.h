/* SPDX-License-Identifier: MIT */
#ifndef STREAMCLUSTER_PROBLEM_H
#define STREAMCLUSTER_PROBLEM_H
/*
streamcluster: what it gains to make one more of many points a centre.

Each point has a weight and belongs to a centre, which is a point, too; its cost is its weight times
the square of its distance to it. To open a centre costs `facility`. If point x becomes a centre,
    a point that is nearer to x than to its centre changes to x, which saves the difference;
    a centre may be closed then, where all its other points may change to x for less than the
    `facility` that this saves.
The gain of x is all that is saved, less what it costs to open x. Nothing is changed by it; several
candidates x are tried, one after the other. The local search of O'Callaghan et al.,
Streaming-data algorithms for high-quality clustering (ICDE 2002); the function that takes the time
in PARSEC's program of this name and in Rodinia's (Che et al., IISWC 2009).

Coordinates and weights are small whole numbers, so that all sums are exact in any order.

open: n points; steps is the number of candidates.
*/
#include "../real.h"

#define STREAMCLUSTER_DIMS 64
#define STREAMCLUSTER_CENTRES 10

typedef struct streamcluster_problem {
    int n, dims, centres, candidates;
    double facility;
    float *columns;        /* dims x n: the points' coordinates, dimension by dimension */
    float *rows;           /* n x dims: the same numbers, point by point */
    float *weight;         /* n */
    float *cost;           /* n */
    int *centre;           /* n: the number of the point's centre, 0 to centres - 1 */
    int *candidate;        /* candidates: points */
    float *lower;          /* n x (centres + 1), room for a run on a device: what each point adds to
                              its centre, and to x in the last column */
    unsigned char *change; /* n: 1 for points that would change to the last candidate; of a run */
    double *gain;          /* candidates; of a run */
    unsigned char *expected_change;
    double *expected_gain;
} streamcluster_problem;
extern streamcluster_problem streamcluster;

/* The gain of a candidate. saved: what the points that do not change save, if they change as well,
   centre by centre (below 0), and behind these the cost of those that do, less what it was. */
double streamcluster_gain(const double *saved);
/* The host's part of a run on a device: the gain by the sums of lower's columns. */
double streamcluster_gain_of_columns(void);

#endif
