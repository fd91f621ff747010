/* SPDX-License-Identifier: MIT */
/*
reduce_ladder.c: a sum, made better rung by rung, for any number of elements.
(1) simple: half as many threads a launch, all in global memory; (2) tiled: 64
threads add in tile memory; (3) idle threads mended: each loads two elements;
(4) less divergence: the working threads sit together; (5) no bank conflicts:
they also read side by side; (6) the same as phases, the form for CPUs; (7) the
library's amp_reduce, which takes any operator.

    cc -O2 -fopenmp -pthread -I. examples/reduce_ladder.c -o reduce_ladder -lm
    ./reduce_ladder [n]

prints the launches, the threads started, the time of each rung as a ratio to
the first one's and its millions of elements a second, then why a float sum
depends on its order. What divergence and bank conflicts cost shows on a GPU
only.
*/
#define AMP_SHORT_NAMES
#include "amp_algorithms.h"
#include "example.h"
#include "reduce_kernels.h"

enum { RUNGS = 7, LIBRARY = 6, ROUNDS = 5 };
static const char *const rung_name[RUNGS] = { "simple", "tiled", "two loads a thread",
    "less divergence", "no bank conflicts", "as phases", "amp_reduce" };
static const char *const rung_change[RUNGS] = {
    "a launch halves the data, in global memory",
    "64 threads add in tile memory",
    "each thread loads two: half as many tiles",
    "working threads are neighbours",
    "they read neighbours: each bank once",
    "loops between barriers: nothing waits",
    "one call, any operator; tiles fold many blocks",
};

typedef struct work {
    long long threads; /* started in all launches together */
    int launches;
} work;

/* Halves the data in place: x[i] += x[i + ceil(n / 2)]. */
static float sum_simple(float *x, int n, work *w)
{
    const amp_array_view v = amp_view(float, x, n);
    while (n > 1) {
        const int stride = n - n / 2;
        must(parallel_for_each(amp_extent(n / 2), reduce_simple, v, stride));
        w->launches++;
        w->threads += n / 2;
        n = stride;
    }
    must(amp_synchronize(v));
    must(amp_release(v));
    return x[0];
}

static amp_status launch(int rung, amp_tiled_extent d, amp_array_view x, amp_array_view sums)
{
    switch (rung) {
    case 1: return parallel_for_each(d, reduce_tiled, x, sums);
    case 2: return parallel_for_each(d, reduce_two_loads, x, sums);
    case 3: return parallel_for_each(d, reduce_less_divergence, x, sums);
    case 4: return parallel_for_each(d, reduce_no_conflicts, x, sums);
    default: return parallel_for_each(d, reduce_phased, x, sums);
    }
}

/* One sum a tile, from one buffer to the other; the last few on the host. */
static float sum_tiled(int rung, float *x, float *scratch, int n, work *w)
{
    const int a_tile = rung == 1 ? REDUCE_TILE : 2 * REDUCE_TILE;
    amp_array_view from = amp_view(float, x, n), to = amp_view(float, scratch, n);
    const amp_array_view first = from, second = to;
    float sum = 0;
    int i;
    while (n > REDUCE_TILE) {
        const int tiles = (n + a_tile - 1) / a_tile;
        const amp_array_view swap = from;
        must(launch(rung, amp_tile(amp_extent(tiles * REDUCE_TILE), REDUCE_TILE),
                    amp_section(from, amp_index(0), amp_extent(n)),
                    amp_section(to, amp_index(0), amp_extent(tiles))));
        w->launches++;
        w->threads += tiles * REDUCE_TILE;
        from = to;
        to = swap;
        n = tiles;
    }
    must(amp_synchronize(from));
    for (i = 0; i < n; i++) {
        sum += ((const float *)from.data)[i];
    }
    must(amp_release(first));
    must(amp_release(second));
    return sum;
}

/* The library's call: what the rungs lead to. Its launches are its own affair. */
static float sum_library(float *x, int n)
{
    const amp_array_view v = amp_view(float, x, n);
    float sum = 0;
    must(amp_reduce(amp_plus_float, v, &sum));
    must(amp_release(v));
    return sum;
}

int main(int argc, char **argv)
{
    /* 2^24 is the most that a float counts to exactly */
    const int n = example_size(argc, argv, 100003, 1003, 3000000);
    const size_t bytes = (size_t)n * sizeof(float);
    float *data = example_memory(bytes), *x = example_memory(bytes), *y = example_memory(bytes);
    double seconds[RUNGS][ROUNDS], first = 0;
    float sum[RUNGS], tenths = 0;
    work done[RUNGS];
    long long expected = 0;
    const int rounds = example_rounds(ROUNDS);
    int i, rung, round, wrong = 0;

    example_fill(data, n, 1);
    for (i = 0; i < n; i++) {
        data[i] += 5; /* 1 to 9: no element is nothing */
        expected += (long long)data[i];
    }
    for (round = 0; round < rounds; round++) {
        for (rung = 0; rung < RUNGS; rung++) {
            work w = { 0, 0 };
            double start;
            memcpy(x, data, bytes);
            start = example_seconds();
            sum[rung] = rung == 0 ? sum_simple(x, n, &w)
                : rung == LIBRARY ? sum_library(x, n) : sum_tiled(rung, x, y, n, &w);
            seconds[rung][round] = example_seconds() - start;
            done[rung] = w;
            wrong += sum[rung] != (float)expected;
        }
    }
    (void)printf("%d elements, serial sum %lld\n%-20s %8s %8s %8s %7s %8s  %s\n", n, expected,
                 "rung", "launches", "threads", "sum", "time/1.", "M elem/s", "what changes");
    for (rung = 0; rung < RUNGS; rung++) {
        const double s = example_median(seconds[rung], rounds);
        char launches[16] = "-", threads[24] = "-";
        first = rung == 0 ? s : first;
        if (rung != LIBRARY) {
            (void)snprintf(launches, sizeof(launches), "%d", done[rung].launches);
            (void)snprintf(threads, sizeof(threads), "%lld", done[rung].threads);
        }
        (void)printf("%d %-18s %8s %8s %8.0f %7.2f %8.1f  %s\n", rung + 1, rung_name[rung],
                     launches, threads, (double)sum[rung], first > 0 ? s / first : 0.0,
                     s > 0 ? 1e-6 * n / s : 0.0, rung_change[rung]);
    }
    for (i = 0; i < n; i++) {
        x[i] = 0.1f;
        tenths += 0.1f;
    }
    (void)printf("float addition is not associative: %d times 0.1 is\n%.3f one after another, "
                 "%.3f in pairs, ", n, (double)tenths, (double)sum_simple(x, n, &done[0]));
    for (i = 0; i < n; i++) {
        x[i] = 0.1f;
    }
    (void)printf("%.3f by amp_reduce\n", (double)sum_library(x, n));
    free(data);
    free(x);
    free(y);
    return example_end(wrong);
}
