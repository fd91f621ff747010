/* SPDX-License-Identifier: MIT */
#ifndef REAL_H
#define REAL_H
/*
real.h: what the programs of bench/real/ share. README.md there says how one is added.

A program is a folder with
    problem.h, problem.c    its input, its serial reference, its check
    amp.c                   its kernels in amp, as a CUDA programmer writes them
    openmp.c                the algorithm as one writes it for a CPU
    opencl.c                the kernels of amp.c in OpenCL C, with their launches
and a line in programs.h.
*/
#include "../bench.h"

/* One program. NAME/problem.c defines NAME_program. */
typedef struct real_program {
    void (*open)(int n, int steps); /* makes input and reference; ends the process without memory */
    void (*restore)(void);          /* before each run: input as it was, output poisoned */
    const char *(*check)(void);     /* after each run: NULL, or what is wrong */
    void (*close)(void);            /* frees all; may be called twice */
} real_program;

/* One way to run a program, from host memory to host memory. NAME/amp.c, openmp.c and opencl.c
   define NAME_amp, NAME_openmp and NAME_opencl: arrays of these, ended by one without a name. */
typedef struct real_variant {
    const char *name;
    double (*run)(void); /* seconds by a clock of its own, or BENCH_WALL */
} real_variant;

#define REAL_POISON 0xff /* floats and doubles: a NaN; ints: -1 */

/* `count` floats from low to high, the same for the same seed. */
void real_fill(float *p, size_t count, unsigned seed, float low, float high);
/* `count` whole numbers from low to high - 1. */
void real_fill_ints(int *p, size_t count, unsigned seed, int low, int high);
/* NULL, or a sentence on the first element that differs from the expected one by more than
   `relative` of the largest expected magnitude (0: not at all), or is a NaN. The sentence
   stands in one buffer, which the next call writes. */
const char *real_differs(const float *got, const float *expected, size_t count, double relative);
const char *real_differs_doubles(const double *got, const double *expected, size_t count,
                                 double relative);
const char *real_differs_ints(const int *got, const int *expected, size_t count);
/* free(*p); *p is NULL then. p points to a pointer to data. */
void real_free(void *p);

#endif
