/* SPDX-License-Identifier: MIT */
/* A radix sort from the lowest digit, of 8 or 11 bits: each thread counts its share's digits, and
   moves its keys to where they belong. "lines" collects a digit's keys until they fill a line of
   the cache, and writes whole lines. */
#include <omp.h>
#include <string.h>

#include "problem.h"

enum { MAX_TEAM = 256, MAX_BINS = 2048, LINE = 16 };

static int place[MAX_TEAM][MAX_BINS + LINE]; /* of a thread's next key of each digit */

static void count(const unsigned *from, int n, int shift, unsigned mask, int *found)
{
    int i;
    memset(found, 0, (mask + 1) * sizeof(int));
    for (i = 0; i < n; i++) {
        found[from[i] >> shift & mask]++;
    }
}

/* Counts become places, digit by digit and, of each digit, thread by thread. */
static void scan_places(int team, int bins)
{
    int d, t, sum = 0;
    for (d = 0; d < bins; d++) {
        for (t = 0; t < team; t++) {
            const int found = place[t][d];
            place[t][d] = sum;
            sum += found;
        }
    }
}

typedef void mover(const unsigned *from, unsigned *to, int n, int shift, unsigned mask, int *next);

static void move(const unsigned *restrict from, unsigned *restrict to, int n, int shift,
                 unsigned mask, int *restrict next)
{
    int i;
    for (i = 0; i < n; i++) {
        const unsigned key = from[i];
        to[next[key >> shift & mask]++] = key;
    }
}

/* For 256 digits at most. */
static void move_by_lines(const unsigned *restrict from, unsigned *restrict to, int n, int shift,
                          unsigned mask, int *restrict next)
{
    unsigned line[256][LINE];
    int held[256] = { 0 };
    unsigned d;
    int i;
    for (i = 0; i < n; i++) {
        const unsigned key = from[i];
        d = key >> shift & mask;
        line[d][held[d]++] = key;
        if (held[d] == LINE) {
            memcpy(to + next[d], line[d], sizeof(line[d]));
            next[d] += LINE;
            held[d] = 0;
        }
    }
    for (d = 0; d <= mask; d++) {
        memcpy(to + next[d], line[d], (size_t)held[d] * sizeof(unsigned));
    }
}

static double radix_sort(int bits, mover *move_share)
{
    const long long n = sort.n;
    const unsigned mask = (1U << bits) - 1;
    const int most = omp_get_max_threads() < MAX_TEAM ? omp_get_max_threads() : MAX_TEAM;
    const int passes = (32 + bits - 1) / bits;
#pragma omp parallel num_threads(most)
    {
        const int me = omp_get_thread_num(), team = omp_get_num_threads();
        const int first = (int)(n * me / team), own = (int)(n * (me + 1) / team) - first;
        int pass;
        for (pass = 0; pass < passes; pass++) {
            const unsigned *from = (pass % 2 == 0 ? sort.keys : sort.other) + first;
            unsigned *to = pass % 2 == 0 ? sort.other : sort.keys;
            count(from, own, pass * bits, mask, place[me]);
#pragma omp barrier
#pragma omp single
            scan_places(team, (int)mask + 1);
            move_share(from, to, own, pass * bits, mask, place[me]);
#pragma omp barrier
        }
    }
    sort.result = passes % 2 == 0 ? sort.keys : sort.other;
    return BENCH_WALL;
}

static double eight(void) { return radix_sort(8, move); }

static double eleven(void) { return radix_sort(11, move); }

static double lines(void) { return radix_sort(8, move_by_lines); }

const real_variant sort_openmp[] = {
    { "8 bits", eight }, { "11 bits", eleven }, { "8 bits, lines", lines }, { NULL, NULL }
};
