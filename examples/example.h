/* SPDX-License-Identifier: MIT */
#ifndef EXAMPLE_H
#define EXAMPLE_H
/* What the examples share on the host: error ends, memory, sizes and time.
   No idea of amp is hidden in here. Include amp.h first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h> /* omp_get_wtime */
#endif

/* Ends the program with amp's sentence if a call failed. An example has
   nothing better to do; a program would hand the status up. */
#define must(call) example_must((call), __FILE__, __LINE__)
static inline void example_must(amp_status s, const char *file, int line)
{
    if (s != AMP_OK) {
        (void)fprintf(stderr, "%s:%d: %s: %s\n", file, line, amp_status_string(s),
                      amp_last_error());
        exit(EXIT_FAILURE);
    }
}

/* bytes of memory, set to zero; ends the program where there is none. */
static inline void *example_memory(size_t bytes)
{
    void *p = calloc(bytes, 1);
    if (p == NULL) {
        (void)fprintf(stderr, "no memory for %lu bytes\n", (unsigned long)bytes);
        exit(EXIT_FAILURE);
    }
    return p;
}

/* 1 where problems are to be small: on the threads engine, which starts an OS
   thread for each GPU thread, or where EXAMPLE_SMALL is set. */
static inline int example_small(void)
{
    const char *engine = getenv("AMP_ENGINE");
    return (engine != NULL && strcmp(engine, "threads") == 0) || getenv("EXAMPLE_SMALL") != NULL;
}

/* How often what is timed is run: once where problems are small, whose times say nothing. */
static inline int example_rounds(int usual)
{
    return example_small() ? 1 : usual;
}

/* The first argument as a size from 1 to most, else usual or small. */
static inline int example_size(int argc, char **argv, int usual, int small, int most)
{
    long n = example_small() ? small : usual;
    if (argc > 1) {
        n = strtol(argv[1], NULL, 10);
        if (n < 1 || n > most) {
            (void)fprintf(stderr, "usage: %s [size, 1 to %d]\n", argv[0], most);
            exit(EXIT_FAILURE);
        }
    }
    return (int)n;
}

/* Wall-clock seconds from some start. C99 alone has no such clock; without
   OpenMP the library uses one core, and processor time is close to it. */
static inline double example_seconds(void)
{
#ifdef _OPENMP
    return omp_get_wtime();
#else
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

/* The median of n samples, which are sorted on the way. */
static inline double example_median(double *sample, int n)
{
    int i, j;
    for (i = 1; i < n; i++) {
        const double s = sample[i];
        for (j = i; j > 0 && sample[j - 1] > s; j--) {
            sample[j] = sample[j - 1];
        }
        sample[j] = s;
    }
    return sample[n / 2];
}

/* n whole numbers from -4 to 4, in no order that a sum could cancel by: small
   enough for float sums to be exact in any order. */
static inline void example_fill(float *p, int n, unsigned seed)
{
    int i;
    for (i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        p[i] = (float)((int)((seed >> 16) % 9u) - 4);
    }
}

/* The file at path, to be written; ends the program where there can be none. */
static inline FILE *example_file(const char *path)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL) {
        (void)fprintf(stderr, "cannot write %s\n", path);
        exit(EXIT_FAILURE);
    }
    return f;
}

/* Prints the verdict and gives main's return value. */
static inline int example_end(int wrong)
{
    (void)puts(wrong ? "WRONG" : "all results are right");
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif /* EXAMPLE_H */
