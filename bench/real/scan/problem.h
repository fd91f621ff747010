/* SPDX-License-Identifier: MIT */
#ifndef SCAN_PROBLEM_H
#define SCAN_PROBLEM_H
/*
scan: the inclusive prefix sum y[i] = x[0] + ... + x[i] of n floats.

The array is cut into 64 regions, a tile each: the first kernel sums each region, the second, of one
tile, scans the 64 sums, the third scans each region from what stands before it, 1024 elements at a
time. After Merrill and Grimshaw (University of Virginia, report CS2009-14, 2009), as SHOC's program
of this name has it (Danalis et al., GPGPU 2010). n: elements; steps: not used.
*/
#include "../real.h"

enum { SCAN_REGIONS = 64 };

typedef struct scan_problem {
    int n;
    float *x;        /* n, from 0 to 1 */
    float *sums;     /* SCAN_REGIONS: room for the regions' sums, poisoned before a run */
    float *before;   /* SCAN_REGIONS: room for the sums of what stands before each region */
    float *y;        /* n: the result */
    float *expected;
} scan_problem;
extern scan_problem scan;

#endif
