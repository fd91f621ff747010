/* SPDX-License-Identifier: MIT */
#ifndef TPACF_PROBLEM_H
#define TPACF_PROBLEM_H
/*
tpacf: how far apart galaxies are on the sky: the two-point angular correlation function.

There are a set of n observed points and `steps` sets of n random ones, all on the unit sphere.
Three histograms count the angles of pairs: of all pairs within the observed set (DD), within each
random set (RR, of all sets together), and of an observed and a random point (DR). From them follows
the function itself (Landy and Szalay, ApJ 412, 1993). An angle's bin is found by its cosine, the
dot product of the two points, in a table of the bins' edges, as Parboil's program of this name
does (Stratton et al., 2012). Bins are equal on a logarithmic scale, from half a degree to 90.
*/
#include "../real.h"

#define TPACF_EDGES 21
#define TPACF_BINS (TPACF_EDGES + 1) /* the first: below half a degree; the last: over 90 */

enum { TPACF_DD, TPACF_RR, TPACF_DR, TPACF_KINDS };

typedef struct tpacf_problem {
    int n, sets;      /* sets: of random points */
    float *points;    /* (1 + sets) x 3 x n: of each set all x, all y, all z; the first
                         is the observed one */
    float *edges;     /* TPACF_EDGES cosines, falling: a pair is in bin b where b edges are above
                         its dot product */
    int *bins;        /* TPACF_KINDS x TPACF_BINS: the result */
    int *expected;    /* as bins */
    int *doubtful;    /* as bins: pairs so near to an edge that they may be in this bin or not */
} tpacf_problem;
extern tpacf_problem tpacf;

#endif
