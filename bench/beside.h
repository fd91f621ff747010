/* SPDX-License-Identifier: MIT */
#ifndef BESIDE_H
#define BESIDE_H
/*
beside.h: every algorithm in amp and in what people would use instead, in C and in C++.

A contender is a process that reads the name of a row from standard input, one a line,
and answers "none" or "ok WALL CPU HASH": seconds of one run by the clock and of all its
threads, the median of a few, and a hash of the result. Before each run the result is
filled with -1, and what is worked on in place holds its input again.
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BESIDE_RUN = 8 }; /* elements of a run of equal keys, on average */

/* The data of all rows: n elements, of sorted halves n / 2 each. */
typedef struct beside_data {
    int n, half;
    int *a, *b;      /* any value */
    int *s, *t;      /* sorted halves, values from 0 to 2 n */
    int *sorted;     /* n sorted values */
    int *runs;       /* runs of equal values */
    int *small;      /* 0 to 99 */
    int *order;      /* a permutation */
    float *f, *g;    /* 0, 1 or 2 */
    /* what a run may write */
    int *work;       /* a copy of a before each run */
    int *out, *out2;
    long long number;     /* a result that is one number */
    int count, count2;    /* how many of out and out2, and whether work, are results */
    int works;
} beside_data;
static beside_data d;

typedef struct beside_row {
    const char *name;
    void (*run)(void);
} beside_row;

static uint64_t beside_state = 88172645463325252u;
static inline uint64_t beside_random(void)
{
    beside_state ^= beside_state << 13;
    beside_state ^= beside_state >> 7;
    beside_state ^= beside_state << 17;
    return beside_state >> 16;
}

static inline int *beside_ints(int n)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, (size_t)n * sizeof(int)) != 0) {
        (void)fprintf(stderr, "beside: no memory\n");
        exit(2);
    }
    memset(p, 0, (size_t)n * sizeof(int));
    return (int *)p;
}

/* Ascending values whose steps are 0 to 2 * step. */
static inline int *beside_ascending(int n, int step)
{
    int *p = beside_ints(n), i, v = 0;
    for (i = 0; i < n; i++) {
        v += (int)(beside_random() % (unsigned)(2 * step + 1));
        p[i] = v;
    }
    return p;
}

static inline void beside_make(int n)
{
    int i;
    d.n = n;
    d.half = n / 2;
    d.a = beside_ints(n);
    d.b = beside_ints(n);
    d.small = beside_ints(n);
    d.order = beside_ints(n);
    d.runs = beside_ints(n);
    d.work = beside_ints(n);
    d.out = beside_ints(n);
    d.out2 = beside_ints(n);
    d.f = (float *)(void *)beside_ints(n);
    d.g = (float *)(void *)beside_ints(n);
    for (i = 0; i < n; i++) {
        const int j = (int)(beside_random() % (unsigned)(i + 1));
        d.a[i] = (int)(beside_random() & 0x7fffffff);
        d.b[i] = (int)(beside_random() & 0x7fffffff);
        d.small[i] = (int)(beside_random() % 100);
        d.f[i] = (float)(beside_random() % 3);
        d.g[i] = (float)(beside_random() % 3);
        d.runs[i] = i == 0 ? 0 : d.runs[i - 1] + (beside_random() % BESIDE_RUN == 0);
        d.order[i] = d.order[j];
        d.order[j] = i;
    }
    d.s = beside_ascending(d.half, 2);
    d.t = beside_ascending(d.half, 2);
    d.sorted = beside_ascending(n, 1);
}

static inline uint64_t beside_hash_of(uint64_t h, const int *p, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        h = (h ^ (unsigned)p[i]) * 1099511628211u;
    }
    return h;
}

static inline uint64_t beside_hash(void)
{
    uint64_t h = 14695981039346656037u;
    h = (h ^ (uint64_t)d.number) * 1099511628211u;
    h = beside_hash_of(h, d.out, d.count);
    h = beside_hash_of(h, d.out2, d.count2);
    return d.works ? beside_hash_of(h, d.work, d.n) : h;
}

static inline double beside_clock(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline int beside_compare(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

enum { BESIDE_RUNS = 5 }; /* at most, in 0.15 s */

static inline void beside_turn(const beside_row *row)
{
    double wall[BESIDE_RUNS], cpu[BESIDE_RUNS], spent = 0;
    uint64_t hash = 0;
    int k, runs = 0;
    for (k = -1; k < BESIDE_RUNS && (k < 1 || spent < 0.15); k++) {
        double w, c;
        memcpy(d.work, d.a, (size_t)d.n * sizeof(int));
        memset(d.out, -1, (size_t)d.n * sizeof(int));
        memset(d.out2, -1, (size_t)d.n * sizeof(int));
        d.number = d.count = d.count2 = d.works = 0;
        w = beside_clock(CLOCK_MONOTONIC);
        c = beside_clock(CLOCK_PROCESS_CPUTIME_ID);
        row->run();
        c = beside_clock(CLOCK_PROCESS_CPUTIME_ID) - c;
        w = beside_clock(CLOCK_MONOTONIC) - w;
        if (k < 0) { /* the first does not count: but is the one that is looked at */
            hash = beside_hash();
        } else {
            wall[k] = w;
            cpu[k] = c;
            spent += w;
            runs++;
        }
    }
    qsort(wall, (size_t)runs, sizeof(double), beside_compare);
    qsort(cpu, (size_t)runs, sizeof(double), beside_compare);
    printf("ok %.9f %.9f %016llx\n", wall[runs / 2], cpu[runs / 2], (unsigned long long)hash);
}

static inline int beside_main(int argc, char **argv, const beside_row *rows, int count)
{
    char line[64];
    int k;
    beside_make(argc > 1 ? atoi(argv[1]) : 1 << 23);
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof(line), stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        for (k = 0; k < count && strcmp(rows[k].name, line) != 0; k++) {
        }
        if (k == count) {
            printf("none\n");
        } else {
            beside_turn(&rows[k]);
        }
    }
    return 0;
}

#endif
