/* SPDX-License-Identifier: MIT */
#ifndef ALGORITHMS_H
#define ALGORITHMS_H
/* What the tests of algorithms share: lengths, random data by seed, and ranges
   that begin in the middle of memory with guards on both sides. */
#include "amp_algorithms.h"
#include "tap.h"

/* 0, 1, around a vector, a tile, a block of a fold, chunks of a scan; primes. */
static const int lengths[] = { 0, 1, 2, 3, 7, 31, 32, 33, 64, 255, 256, 257, 1009, 2047, 2048,
                               2049, 4095, 4096, 4097, 6151, 10007, 65537, 131071, 300007 };
enum { LENGTHS = sizeof(lengths) / sizeof(lengths[0]), GUARD = 5 };

/* The lengths that are worth their time on this engine. */
__attribute__((unused)) static int lengths_here(void)
{
    const char *engine = getenv("AMP_ENGINE");
    if (engine != NULL && strcmp(engine, "threads") == 0) {
        return LENGTHS - 5; /* a fold's tile is 256 OS threads there */
    }
    return engine != NULL && strcmp(engine, "fibers") == 0 ? LENGTHS - 1 : LENGTHS;
}

static unsigned long long random_state;
__attribute__((unused)) static void random_seed(unsigned long long seed)
{
    random_state = seed * 0x9e3779b97f4a7c15ULL + 1;
}
__attribute__((unused)) static unsigned random_bits(void)
{
    random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(random_state >> 32);
}
__attribute__((unused)) static int random_below(int n)
{
    return (int)(random_bits() % (unsigned)n);
}

/* Memory for n elements of a size between guards of GUARD elements. */
__attribute__((unused)) static void *guarded(int n, size_t size)
{
    char *p = (char *)malloc(((size_t)n + 2 * GUARD) * size);
    CHECK(p != NULL);
    memset(p, 0x5a, ((size_t)n + 2 * GUARD) * size);
    return p + GUARD * size;
}
__attribute__((unused)) static void guarded_free(void *data, int n, size_t size)
{
    char *p = (char *)data - GUARD * size;
    size_t i;
    for (i = 0; i < GUARD * size; i++) {
        CHECK_INT(p[i], ==, 0x5a);
        CHECK_INT(p[i + ((size_t)n + GUARD) * size], ==, 0x5a);
    }
    free(p);
}

/* A range of n elements of T, as a section of a larger view. */
#define RANGE(T, p, n) amp_range(amp_view(T, (p) - GUARD, (n) + 2 * GUARD), GUARD, GUARD + (n))

#endif
