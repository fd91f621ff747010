/* SPDX-License-Identifier: MIT */
/* What bench/workers.sh measures of a launch's workers; the first argument says what. Linked with
   --wrap=pthread_mutex_lock, which counts the locks that the library takes. Exit status: 1 where a
   result was wrong. */
#define AMP_SHORT_NAMES
#include "kernels.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { RUNS = 1000, BODIES = 1024, ELEMENTS = 1 << 22, STEPS = 5000 };

AMP_DEVICE_BEGIN
AMP_KERNEL(nothing, 1, value(int, n)) { (void)n; (void)idx; }
AMP_KERNEL(nothing_in_memory, 1, out(float, 1, y)) { at(y, idx[0]) = 1; }
AMP_TILED_KERNEL(nothing_tiled, (256), out(float, 1, y)) { at(y, tidx.global[0]) = 1; }
AMP_PHASED_KERNEL(nothing_phased, (256), out(float, 1, y)) { phase { at(y, tidx.global[0]) = 1; } }
AMP_DEVICE_END

static long locks;
int __real_pthread_mutex_lock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)__atomic_add_fetch(&locks, 1, __ATOMIC_RELAXED);
    return __real_pthread_mutex_lock(lock);
}

static float memory[1024], *x, *y;
static int failed, elements = ELEMENTS; /* of saxpy */

static void must(amp_status s)
{
    if (s != AMP_OK) {
        (void)fprintf(stderr, "workers: %s\n", amp_last_error());
        exit(1);
    }
}

static void launch(const char *form, amp_array_view v)
{
    must(strcmp(form, "tiled") == 0
             ? parallel_for_each(amp_tile(amp_extent(1024), 256), nothing_tiled, v)
         : strcmp(form, "phased") == 0
             ? parallel_for_each(amp_tile(amp_extent(1024), 256), nothing_phased, v)
             : parallel_for_each(amp_extent(1024), nothing_in_memory, v));
}

/* The library's locks in n launches, behind a first one. */
static void count_locks(const char *form, int n)
{
    const amp_array_view v = amp_view(float, memory, 1024);
    long before;
    int i;
    launch(form, v);
    before = locks;
    for (i = 0; i < n; i++) {
        launch(form, v);
    }
    (void)printf("%ld\n", locks - before);
}

/* The least time of a call in ns, and the median. */
static int by_value(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}
static void print_times(double *t, int n, double unit)
{
    qsort(t, (size_t)n, sizeof(*t), by_value);
    (void)printf(" %.4g %.4g", t[0] * unit, t[n / 2] * unit);
}

static void add(void)
{
    must(parallel_for_each(amp_extent(elements), saxpy, 0.5f, amp_view(float, x, elements),
                           amp_view(float, y, elements)));
}
static void add_openmp(void)
{
    const float *restrict from = x;
    float *restrict to = y;
    int i;
#pragma omp parallel for simd schedule(static)
    for (i = 0; i < elements; i++) {
        to[i] += 0.5f * from[i];
    }
}
static void launch_nothing(void) { must(parallel_for_each(amp_extent(512), nothing, 0)); }
static void region(void)
{
#pragma omp parallel
    __asm__ volatile("" : : : "memory");
}

/* An empty launch, an empty parallel region of OpenMP, and small ones, as many workers. */
static void time_launches(int workers)
{
    static void (*const all[])(void) = { launch_nothing, region, add, add_openmp };
    static double t[RUNS];
    int i, k, n;
    must(amp_emu_set_workers(workers));
    omp_set_num_threads(workers);
    elements = 4096;
    for (n = 0; n < (int)(sizeof(all) / sizeof(*all)); n++) {
        for (i = 0; i < RUNS; i++) {
            const double begin = bench_now();
            for (k = 0; k < 10; k++) {
                all[n]();
            }
            t[i] = (bench_now() - begin) / 10;
        }
        print_times(t, RUNS, 1e9);
    }
    (void)printf("\n");
}

/* Two threads that each add to a counter of its own, `apart` bytes from the other's: ns an
   addition. amp__work.share has 128. Only tries count in which both ran at the same time, and none
   lost its core. */
static void time_counters(int apart)
{
    enum { TRIES = 500 };
    static double t[TRIES], begin[2], end[2];
    static long long line[64] __attribute__((aligned(512)));
    static int ready __attribute__((aligned(512)));
    int i, n = 0;
    for (i = 0; i < TRIES; i++) {
        double both;
        ready = 0;
        memset(line, 0, sizeof(line));
#pragma omp parallel num_threads(2)
        {
            const int me = omp_get_thread_num();
            long long *mine = line + me * apart / (int)sizeof(*line);
            int k;
            (void)__atomic_add_fetch(&ready, 1, __ATOMIC_ACQ_REL);
            while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) != 2) { }
            begin[me] = bench_now();
            for (k = 0; k < STEPS; k++) {
                (void)__atomic_fetch_add(mine, 1, __ATOMIC_RELAXED);
            }
            end[me] = bench_now();
        }
        failed |= line[0] != STEPS;
        both = (end[0] < end[1] ? end[0] : end[1]) - (begin[0] > begin[1] ? begin[0] : begin[1]);
        if (both > 0.8 * (end[0] - begin[0]) && both > 0.8 * (end[1] - begin[1])) {
            t[n++] = both / STEPS;
        }
    }
    if (n == 0) {
        (void)printf(" - -\n");
        return;
    }
    print_times(t, n, 1e9);
    (void)printf("\n");
}

/* A line that goes from a core to another and back: ns one way. */
static void time_line(void)
{
    enum { TURNS = 1000 };
    static double t[200];
    static int ball __attribute__((aligned(128)));
    int i;
    for (i = 0; i < 200; i++) {
        ball = 0;
#pragma omp parallel num_threads(2)
        {
            const int me = omp_get_thread_num();
            const double begin = bench_now();
            int k;
            for (k = 0; k < TURNS; k++) {
                while (__atomic_load_n(&ball, __ATOMIC_ACQUIRE) != 2 * k + me) { }
                __atomic_store_n(&ball, 2 * k + me + 1, __ATOMIC_RELEASE);
            }
            if (me == 0) {
                t[i] = (bench_now() - begin) / (2 * TURNS);
            }
        }
    }
    print_times(t, 200, 1e9);
    (void)printf("\n");
}

static void attract(void)
{
    must(parallel_for_each(amp_tile(amp_extent(BODIES), BODY_TILE), nbody_tiled, 0.01f,
                           amp_view(body, (body *)(void *)x, BODIES),
                           amp_view(body, (body *)(void *)y, BODIES)));
}
static void sum(void)
{
    must(parallel_for_each(amp_tile(amp_extent(ELEMENTS), SUM_TILE), sum_tiled,
                           amp_view(int, (int *)(void *)x, ELEMENTS),
                           amp_view(int, (int *)(void *)y, ELEMENTS / SUM_TILE)));
}

/* A kernel on one worker and on two, in turns: the least time of each, and the medians, in us. Two
   seconds at least: launches may run alone for a quarter of one (amp/emu/contention.h). */
static void time_scaling(void (*run)(void), int rounds)
{
    enum { MOST = 20000 };
    static double t[2][MOST];
    const double until = bench_now() + 2;
    int i, n;
    for (i = 0; i < MOST && (i < rounds || bench_now() < until); i++) {
        for (n = 1; n <= 2; n++) {
            const int workers = i % 2 == 0 ? n : 3 - n;
            double begin;
            must(amp_emu_set_workers(workers));
            omp_set_num_threads(workers);
            if (i == 0) { run(); }
            begin = bench_now();
            run();
            t[workers - 1][i] = bench_now() - begin;
        }
    }
    print_times(t[0], i, 1e6);
    print_times(t[1], i, 1e6);
    (void)printf("\n");
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "", *more = argc > 2 ? argv[2] : "";
    const int n = argc > 3 ? atoi(argv[3]) : atoi(more);
    int i;
    x = (float *)bench_memory(ELEMENTS * sizeof(float));
    y = (float *)bench_memory(ELEMENTS * sizeof(float));
    for (i = 0; i < ELEMENTS; i++) {
        x[i] = y[i] = (float)(i % 17);
    }
    if (strcmp(what, "locks") == 0) { count_locks(more, n); }
    else if (strcmp(what, "launches") == 0) { time_launches(n); }
    else if (strcmp(what, "counters") == 0) { time_counters(n); }
    else if (strcmp(what, "line") == 0) { time_line(); }
    else if (strcmp(what, "saxpy") == 0) { time_scaling(add, n); }
    else if (strcmp(what, "openmp") == 0) { time_scaling(add_openmp, n); }
    else if (strcmp(what, "sum") == 0) { time_scaling(sum, n); }
    else if (strcmp(what, "nbody") == 0) { time_scaling(attract, n); }
    else { return 2; }
    return failed;
}
