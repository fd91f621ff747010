/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_CLOCK_H
#define AMP_BASE_CLOCK_H
/*
amp/base/clock.h: clocks that nobody sets.
*/

#include "build.h"

#include <pthread.h> /* struct timespec */

/* POSIX's clock_gettime, which -std=c99 hides. In WASI a clock is an object's address. */
#ifdef __wasi__
#include <time.h> /* clockid_t */
typedef clockid_t amp__clock;
#define AMP__MONOTONIC CLOCK_MONOTONIC
#else
typedef int amp__clock;
#ifdef __APPLE__
enum { AMP__MONOTONIC = 6 };
#else
enum { AMP__MONOTONIC = 1 };
#endif
#endif
int amp__clock_call(amp__clock which, struct timespec *t) AMP__SYSTEM_CALL("clock_gettime");

/* Nanoseconds since some moment. */
static AMP__COLD unsigned long long amp__nanoseconds(void)
{
    struct timespec t;
    (void)amp__clock_call(AMP__MONOTONIC, &t);
    return (unsigned long long)t.tv_sec * 1000000000ULL + (unsigned long long)t.tv_nsec;
}

/* A quick clock for differences; always 0 where there is none. */
static AMP__INLINE unsigned long long amp__ticks(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    unsigned long long t;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
    return t;
#else
    return 0;
#endif
}

/* How many of its ticks are a microsecond, within a factor of two or so on x86-64. */
static AMP__INLINE unsigned long long amp__ticks_of_microsecond(void)
{
#if defined(__aarch64__)
    unsigned long long frequency;
    __asm__("mrs %0, cntfrq_el0" : "=r"(frequency));
    return frequency / 1000000;
#else
    return 2500;
#endif
}

#endif /* AMP_BASE_CLOCK_H */
