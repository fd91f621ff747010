/* SPDX-License-Identifier: MIT */
#ifndef NN_PROBLEM_H
#define NN_PROBLEM_H
/*
nn: the k records that are nearest to a point.

Of n records, each with a latitude and a longitude in degrees, the distance to one point in the
plane of the two, sqrt((latitude - a)^2 + (longitude - b)^2); then the k least of these. Rodinia's
program of this name (Che et al., IISWC 2009) finds storms near a place so: the distances on the
device, the least ones on the host.

open: n records; steps is k. Where k > n, all are found.
*/
#include "../real.h"

typedef struct nn_problem {
    int n, k;                /* k at most n */
    float latitude, longitude;
    float *places;           /* n pairs: latitude, longitude */
    float *distances;        /* n, of a run */
    float *expected;
    int *nearest;            /* k records of a run, the nearest first */
    int *expected_nearest;
} nn_problem;
extern nn_problem nn;

/* The host's part of a run on a device: puts the k records with the least of n distances into
   nearest, which holds `found` of the records before `first` already. Returns how many it holds
   then. With first = found = 0 that is all of it. */
int nn_pick(const float *distances, int first, int end, int k, int found, int *nearest);

#endif
