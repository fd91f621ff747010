/* SPDX-License-Identifier: MIT */
#ifndef HISTOGRAM_PROBLEM_H
#define HISTOGRAM_PROBLEM_H
/*
histogram: how often each of the 256 values of a byte comes among n of them.

n is the number of bytes, steps is not used. Each byte is the mean of three random ones, so that
the values in the middle are frequent, as in a picture. The kernel has a histogram for each tile,
in tile memory, and adds those up in the end: Sanders and Kandrot, CUDA by Example, the chapter on
atomics.
*/
#include "../real.h"

#define HISTOGRAM_BINS 256

typedef struct histogram_problem {
    int n;
    unsigned char *data; /* n */
    int *bins;           /* HISTOGRAM_BINS: the result */
    int *expected;
} histogram_problem;
extern histogram_problem histogram;

#endif
