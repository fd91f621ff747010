/* SPDX-License-Identifier: MIT */
#ifndef ALGORITHMS_H
#define ALGORITHMS_H
/* What the tests of algorithms share: lengths, random data by seed, ranges that
   begin in the middle of memory with guards on both sides, and views that are
   synchronized after each CHECK_OK, so that the tests hold on any accelerator. */
#include "amp_algorithms.h"
#include "tap.h"

/* 0, 1, around a vector, a tile, a block of a fold, chunks of a scan; primes. First those of
   which some are enough where an engine is slow; the rest grow. */
static const int lengths[] = { 0, 1, 33, 65, 7, 2, 3, 31, 32, 64, 256, 1009, 1024, 1025, 2047,
                               2048, 2049, 4096, 4097, 6151, 10007, 65537, 131071, 300007 };
enum { LENGTHS = sizeof(lengths) / sizeof(lengths[0]), GUARD = 5 };

/* The lengths that are worth their time on this engine: on `threads` each tile
   is 64 OS threads, or 256 in the form for a GPU. */
__attribute__((unused)) static int lengths_here(void)
{
    const char *form = getenv("AMP_ALGORITHM_FORM");
    const int gpu = form != NULL && strcmp(form, "gpu") == 0;
    if (tap_on_engine("threads")) {
        return gpu ? 4 : LENGTHS - 5;
    }
    return tap_on_engine("fibers") ? LENGTHS - (gpu ? 3 : 1) : LENGTHS;
}

/* For tests whose threads take more turns of their loops than Mesa's llvmpipe does; such a launch
   is refused (test_cl_turns.c). */
__attribute__((unused)) static void skip_where_loops_are_ended(void)
{
    SKIP_ON_LLVMPIPE("llvmpipe ends loops after 65535 turns: test_cl_turns");
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

/* The views made so far whose memory is alive. */
static amp_array_view test_views[64];
static int test_view_count;
__attribute__((unused)) static amp_array_view test_view(amp_array_view v)
{
    int i;
    for (i = 0; i < test_view_count && test_views[i].data != v.data; i++) {
    }
    if (v.status == AMP_OK && i < (int)(sizeof(test_views) / sizeof(test_views[0]))) {
        test_views[i] = v;
        test_view_count = i == test_view_count ? i + 1 : test_view_count;
    }
    return v;
}
__attribute__((unused)) static void synchronize_all(void)
{
    int i;
    for (i = 0; i < test_view_count; i++) {
        CHECK_INT(amp_synchronize(test_views[i]), ==, AMP_OK);
    }
}
#undef CHECK_OK
#define CHECK_OK(call) do { TAP_STATUS(#call, call, AMP_OK); synchronize_all(); } while (0)
#define VIEW(T, p, ...) test_view(amp_view(T, p, __VA_ARGS__))
/* A range of n elements of T, as a section of a larger view. */
#define RANGE(T, p, n) amp_range(VIEW(T, (p) - GUARD, (n) + 2 * GUARD), GUARD, GUARD + (n))

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
    for (i = 0; i < (size_t)test_view_count; i++) {
        if (test_views[i].data == p) {
            CHECK_INT(amp_release(test_views[i]), ==, AMP_OK);
            test_views[i] = test_views[--test_view_count];
        }
    }
    free(p);
}

#endif
