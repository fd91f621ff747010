/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_H
#define SAMPLE_H
/*
sample.h: what the samples share. Each is a file, NAME.c, with a kernel as a GPU vendor's samples
have it and a loop by hand for the same, and a line in list.h. README.md says how they are timed.
*/
#include <math.h>

#include "../real/real.h"

/* A sample. NAME.c defines NAME_sample. */
typedef struct sample {
    void (*make)(int n);      /* its arrays, by the functions below */
    double (*launch)(void);   /* the kernel, from host memory to host memory; BENCH_WALL */
    void (*by_hand)(void);    /* the loop */
    double tolerance;         /* floats may differ by this part of the largest; other types not */
} sample;

/* Arrays of the open sample, freed when it is closed: random numbers from low to high (for whole
   numbers high - 1), each array others; or, of any type, zeros. A process without memory ends. */
float *sample_floats(size_t count, float low, float high);
int *sample_ints(size_t count, int low, int high);
unsigned char *sample_bytes(size_t count);
void *sample_memory(size_t bytes);

/* Says of an array of sample_floats, sample_ints or sample_bytes what it is for. A result is
   poisoned before each run. What is changed is before each run as it was when this was called.
   Both are compared behind the run with what the loop by hand left in them when it ran first. */
void sample_is_result(void *array);
void sample_is_changed(void *array);

/* An image of n x n pixels from 0 to 1, and one that is a result. */
void sample_images(int n, float **from, float **to);

/* Of a count n, as many threads as whole tiles of `tile` have. */
static inline int sample_whole(int n, int tile)
{
    return (n + tile - 1) / tile * tile;
}

#endif
