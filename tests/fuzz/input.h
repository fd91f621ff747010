/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H
/*
input.h: what a fuzzed program is drawn from: the bytes that choose its calls, and an allocator
that fails when they say so.
*/
#include <pthread.h>
#include <stdint.h>
#include "model.h"

static const uint8_t *input, *input_end;

/* The next number below n, from the input; 0 behind its end. */
static int draw(int n) { return input < input_end ? *input++ % n : 0; }

/* ---- memory that fails ---------------------------------------------------------- */

static pthread_mutex_t memory_lock = PTHREAD_MUTEX_INITIALIZER;
static long allocations, fail_at, failures, seen_failures, alive;

static void *allocate(size_t bytes, void *user)
{
    int fails;
    void *p;
    (void)user;
    (void)pthread_mutex_lock(&memory_lock);
    fails = ++allocations == fail_at;
    failures += fails;
    alive += !fails;
    (void)pthread_mutex_unlock(&memory_lock);
    p = fails ? NULL : malloc(bytes);
    return p != NULL ? memset(p, 0x5A, bytes) : NULL;
}
static void release(void *p, void *user)
{
    (void)user;
    (void)pthread_mutex_lock(&memory_lock);
    alive--;
    (void)pthread_mutex_unlock(&memory_lock);
    free(p);
}
/* Whether an allocation has failed since the last call; unwaited work may have been hit. */
static int no_memory(int before_under_way)
{
    int hit;
    (void)pthread_mutex_lock(&memory_lock);
    hit = failures > seen_failures;
    seen_failures = failures;
    (void)pthread_mutex_unlock(&memory_lock);
    if (hit) {
        TRACE("    an allocation failed\n");
        had_failure = 1;
        if (before_under_way || under_way()) {
            all_may_be_lost();
        }
    }
    return hit;
}

#endif /* FUZZ_INPUT_H */
