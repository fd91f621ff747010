/* SPDX-License-Identifier: MIT */
#ifndef REDUCTION_PROBLEM_H
#define REDUCTION_PROBLEM_H
/*
reduction: the sum of n floats.

64 tiles of 256 threads go through the array in strides of the whole grid, two elements a thread and
turn; each tile adds the threads' sums in tile memory as a tree, and the host adds the tiles' sums.
After Harris, "Optimizing parallel reduction in CUDA" (NVIDIA, 2007), as SHOC's program of this name
uses it (Danalis et al., GPGPU 2010). n: elements; steps: not used.
*/
#include "../real.h"

enum { REDUCTION_TILES = 64 };

typedef struct reduction_problem {
    int n;
    float *x;      /* n, from 0 to 1 */
    float *sums;   /* REDUCTION_TILES: room for the tiles' sums, poisoned before a run */
    float expected;
    float total;   /* set by a run */
} reduction_problem;
extern reduction_problem reduction;

#endif
