/* SPDX-License-Identifier: MIT */
#ifndef BESIDE_H
#define BESIDE_H
/*
beside.h: every algorithm in amp and in what people would use instead, in C and in C++.

A contender is a process that reads the name of a row from standard input, one a line,
and answers "none" or "ok WALL CPU HASH": seconds of one run by the clock and of all its
threads, the median of a few, and a hash of the result. Before each run the result is
filled with -1, and what is worked on in place holds its input again. ROW is the row on random
data, ROW/order on data in order or in long runs, ROW/few on few distinct values. Arguments: how
many elements, and an open file for the data, which contenders of a round share.
*/
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* What the data is like, where it says how an algorithm compares or chooses. Of a processor's
   branches those of random data cannot be foretold, and those of ordered data can. */
enum beside_kind { BESIDE_RANDOM, BESIDE_ORDER, BESIDE_FEW };
enum { BESIDE_RUN = 8,      /* elements of a run of equal keys, on average, in random data */
       BESIDE_SHORT = 7,    /* of each run of equal keys in ordered data */
       BESIDE_LONG = 1000,  /* of a run of chosen elements there */
       BESIDE_VALUES = 16,  /* how many are few */
       BESIDE_ALL = 1 << 24 /* with more elements there is no data that only some rows need */ };

typedef struct beside_shared { /* at the beginning of the memory of the data */
    int made;
    enum beside_kind kind;
} beside_shared;

/* The data of all rows: n elements, of sorted halves n / 2 each. Random; in order; few values. */
typedef struct beside_data {
    int n, half;
    int *a, *b;      /* any value; ascending, odd and even in long runs; 0 to 15 */
    int *s, *t;      /* sorted halves, values from 0 to 2 n; 2 i and 3 i; 16 long runs */
    int *sorted;     /* n sorted values; i; 16 long runs */
    int *runs;       /* runs of equal values, 8 long on average; 7 long; 2 on average */
    int *small;      /* 0 to 99; in long runs; 0 to 15 */
    int *order;      /* a permutation */
    int *flags;      /* 1 where a run of runs begins, else 0 */
    int *chosen;     /* 0 or 1; in long runs; 0 or 1 */
    int *lengths;    /* n / 8 of 0 to 15, less than n in all */
    float *f, *g;    /* 0, 1 or 2 */
    /* what a run may write */
    int *work;       /* a copy of a before each run, or what beside_prepare says */
    int *out, *out2;
    long long number;     /* a result that is one number */
    int count, count2;    /* how many of out and out2, and whether work, are results: */
    int works;            /* one of beside_works */
    void (*opened)(void); /* once, when the data is made */
    void (*before)(void), (*after)(void); /* around a run, not timed: data to a device and back */
    enum beside_kind kind;
    beside_shared *shared;
} beside_data;
static beside_data d;

enum beside_works { BESIDE_NOTHING, BESIDE_IN_ORDER, BESIDE_ANY_ORDER, BESIDE_HEAP,
                    BESIDE_POPPED };
enum { BESIDE_COLUMNS = 256, BESIDE_WIDTH = 100 }; /* of a row; of a segment of equal ones */

typedef struct beside_row {
    const char *name;
    void (*run)(void);
} beside_row;

static uint64_t beside_state;
static inline uint64_t beside_random(void)
{
    beside_state ^= beside_state << 13;
    beside_state ^= beside_state >> 7;
    beside_state ^= beside_state << 17;
    return beside_state >> 16;
}

/* Memory for `arrays` of n elements behind what contenders share: of the file, or of this process.
   It is zeros, and only what is used takes any. Returns the bytes from an array to the next. */
static inline size_t beside_memory(int n, int arrays, const char *file)
{
    const size_t one = ((size_t)n * sizeof(int) / 4096 + 2) * 4096;
    const size_t all = one * (size_t)arrays + 4096;
    const int data = file != NULL ? atoi(file) : open("/dev/zero", O_RDWR);
    void *p = MAP_FAILED;
    if (file == NULL || ftruncate(data, (off_t)all) == 0) {
        p = mmap(NULL, all, PROT_READ | PROT_WRITE, file != NULL ? MAP_SHARED : MAP_PRIVATE, data,
                 0);
    }
    if (p == MAP_FAILED) {
        perror("beside: no memory");
        exit(2);
    }
    d.shared = (beside_shared *)p;
    return one;
}

/* n ascending values of a kind: with steps of 0 to 2 * step; i * times; few. */
static inline void beside_ascending(int *p, int n, int step, int times)
{
    int i, v = 0;
    for (i = 0; i < n; i++) {
        v += (int)(beside_random() % (unsigned)(2 * step + 1));
        p[i] = d.kind == BESIDE_RANDOM ? v : d.kind == BESIDE_ORDER ? times * i
             : (int)((long long)i * BESIDE_VALUES / n);
    }
}

/* Element i of what chooses, and of what compares, of the kind. */
static inline void beside_element(int i)
{
    const unsigned a = (unsigned)beside_random() & 0x7fffffff;
    const unsigned b = (unsigned)beside_random() & 0x7fffffff;
    const unsigned c = (unsigned)beside_random(), run = (unsigned)beside_random();
    const int odd = i / BESIDE_LONG & 1;
    switch (d.kind) {
    case BESIDE_ORDER:
        d.a[i] = 2 * i + odd;
        d.small[i] = i / BESIDE_LONG % 100;
        d.runs[i] = i / BESIDE_SHORT;
        break;
    case BESIDE_FEW:
        d.a[i] = (int)(a % BESIDE_VALUES);
        d.small[i] = (int)(c % BESIDE_VALUES);
        d.runs[i] = (int)(run & 1);
        break;
    default:
        d.a[i] = (int)a;
        d.small[i] = (int)(c % 100);
        d.runs[i] = i == 0 ? 0 : d.runs[i - 1] + (run % BESIDE_RUN == 0);
    }
    if (d.n <= BESIDE_ALL) {
        d.b[i] = (int)b;
        d.chosen[i] = d.kind == BESIDE_ORDER ? odd : (int)(b >> 7 & 1);
        d.flags[i] = i == 0 || d.runs[i] != d.runs[i - 1];
    }
}

/* What is the same for every kind: any order; numbers whose sums are exact. */
static inline void beside_common(int i)
{
    const int j = (int)(beside_random() % (unsigned)(i + 1));
    d.f[i] = (float)(beside_random() % 3);
    d.g[i] = (float)(beside_random() % 3);
    d.order[i] = d.order[j];
    d.order[j] = i;
}

/* The data of a kind for run number `run` of a row. */
static inline void beside_fill(enum beside_kind kind, int run)
{
    int i;
    d.kind = d.shared->kind = kind;
    beside_state = 88172645463325252u + (uint64_t)run * 0x9e3779b97f4a7c16u;
    for (i = 0; i < d.n; i++) {
        beside_element(i);
    }
    beside_ascending(d.s, d.half, 2, 2);
    beside_ascending(d.t, d.half, 2, 3);
    if (d.n <= BESIDE_ALL) {
        beside_ascending(d.sorted, d.n, 1, 1);
        for (i = 0; i < d.n / 8; i++) {
            d.lengths[i] = d.small[i] % 16;
        }
    }
}

static inline void beside_make(int n, const char *file)
{
    int **const all[] = { &d.a, &d.b, &d.sorted, &d.runs, &d.small, &d.order, &d.flags, &d.chosen,
                          &d.work, &d.out, &d.out2, &d.s, &d.t, &d.lengths };
    enum { ARRAYS = sizeof(all) / sizeof(all[0]) };
    const size_t one = beside_memory(n, ARRAYS + 2, file);
    char *p = (char *)d.shared + 4096;
    int k, i;
    d.n = n;
    d.half = n / 2;
    for (k = 0; k < ARRAYS; k++, p += one) {
        *all[k] = (int *)(void *)p;
    }
    d.f = (float *)(void *)p;
    d.g = (float *)(void *)(p + one);
    beside_state = 88172645463325252u;
    if (!d.shared->made) {
        for (i = 0; i < n && n <= BESIDE_ALL; i++) {
            beside_common(i);
        }
        beside_fill(BESIDE_RANDOM, 0);
        d.shared->made = 1;
    }
}

static inline uint64_t beside_hash_of(uint64_t h, const int *p, int n)
{
    int i;
    for (i = 0; i < n; i++) {
        h = (h ^ (unsigned)p[i]) * 1099511628211u;
    }
    return h;
}

/* A hash that does not depend on the order of the elements. */
static inline uint64_t beside_hash_of_all(const int *p, int n)
{
    uint64_t h = 0;
    int i;
    for (i = 0; i < n; i++) {
        h += ((unsigned)p[i] + 0x9e3779b97f4a7c15u) * 1099511628211u >> 3;
    }
    return h;
}

static inline int beside_is_heap(const int *p, int n)
{
    int i = 1;
    while (i < n && p[i] <= p[(i - 1) / 2]) {
        i++;
    }
    return i >= n;
}

static inline uint64_t beside_hash(void)
{
    uint64_t h = 14695981039346656037u;
    h = (h ^ (uint64_t)d.number) * 1099511628211u;
    h = beside_hash_of(h, d.out, d.count);
    h = beside_hash_of(h, d.out2, d.count2);
    switch (d.works) {
    case BESIDE_IN_ORDER: return beside_hash_of(h, d.work, d.n);
    case BESIDE_ANY_ORDER: return h ^ beside_hash_of_all(d.work, d.n);
    case BESIDE_HEAP:
        return beside_is_heap(d.work, d.n) ? h ^ beside_hash_of_all(d.work, d.n) : 0;
    case BESIDE_POPPED:
        h ^= beside_hash_of_all(d.work, d.n) ^ (uint64_t)d.work[d.n - 1] << 20;
        return beside_is_heap(d.work, d.n - 1) ? h : 0;
    default: return h;
    }
}

/* What a row works on where that is not a copy of a. */
static inline void beside_prepare(const char *row)
{
    const int n = d.n;
    int i;
    memset(d.out, -1, (size_t)n * sizeof(int));
    memset(d.out2, -1, (size_t)n * sizeof(int));
    memcpy(d.work, d.a, (size_t)n * sizeof(int));
    if (strstr(row, "_heap") != NULL && strcmp(row, "make_heap") != 0) {
        for (i = 0; i < n; i++) {
            d.work[i] = d.sorted[n - 1 - i];
        }
        if (strcmp(row, "push_heap") == 0) {
            d.work[n - 1] = 0x7fffffff;
        }
    } else if (strcmp(row, "next_permutation") == 0) {
        for (i = 0; i < n; i++) {
            d.work[i] = i == 0 ? 0 : n - i;
        }
    } else if (strcmp(row, "is_permutation") == 0) {
        for (i = 0; i < n; i++) {
            d.out[i] = d.a[d.order[i]];
        }
    } else if (strcmp(row, "inplace_merge") == 0) {
        memcpy(d.work, d.s, (size_t)d.half * sizeof(int));
        memcpy(d.work + d.half, d.t, (size_t)d.half * sizeof(int));
    } else if (strstr(row, "partition") == row + 3 || strcmp(row, "partition_point") == 0) {
        for (i = 0; i < n; i++) { /* is_partitioned: odd ones first */
            d.work[i] = (d.a[i] & ~1) | (i < n / 4 * 3);
        }
    } else if (strcmp(row, "remove") == 0 || strcmp(row, "replace") == 0) {
        memcpy(d.work, d.small, (size_t)n * sizeof(int));
    } else if (strstr(row, "sort") != NULL && strstr(row, "by_key") != NULL) {
        memcpy(d.out, d.order, (size_t)n * sizeof(int)); /* the values of what sorts in place */
    }
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

enum { BESIDE_RUNS = 5, BESIDE_MANY = 101, BESIDE_SMALL = 65536 }; /* at most, in 0.15 s */

static inline void beside_turn(const beside_row *row)
{
    double wall[BESIDE_MANY], cpu[BESIDE_MANY], spent = 0;
    const int most = d.n > BESIDE_SMALL ? BESIDE_RUNS : BESIDE_MANY;
    uint64_t hash = 0;
    int k, runs = 0;
    for (k = -1; k < most && (k < 1 || spent < 0.15); k++) {
        double w, c;
        if (d.n <= BESIDE_SMALL) { /* a processor learns the branches of few elements by heart */
            beside_fill(d.kind, k + 1);
        }
        beside_prepare(row->name);
        d.number = d.count = d.count2 = d.works = 0;
        if (d.before != NULL) {
            d.before();
        }
        w = beside_clock(CLOCK_MONOTONIC);
        c = beside_clock(CLOCK_PROCESS_CPUTIME_ID);
        row->run();
        c = beside_clock(CLOCK_PROCESS_CPUTIME_ID) - c;
        w = beside_clock(CLOCK_MONOTONIC) - w;
        if (d.after != NULL) {
            d.after();
        }
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
    enum beside_kind kind;
    char line[64], *data;
    int k;
    beside_make(argc > 1 ? atoi(argv[1]) : 1 << 23, argc > 2 ? argv[2] : NULL);
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    if (d.opened != NULL) {
        d.opened();
    }
    while (fgets(line, sizeof(line), stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        data = strchr(line, '/');
        kind = data == NULL ? BESIDE_RANDOM : data[1] == 'o' ? BESIDE_ORDER : BESIDE_FEW;
        if (data != NULL) {
            *data = '\0';
        }
        if (kind != d.shared->kind) {
            beside_fill(kind, 0);
        }
        d.kind = kind;
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
