/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_CLOCK_H
#define AMP_BASE_CLOCK_H
/*
amp/base/clock.h: a clock that nobody sets.
*/

#include "build.h"

#if AMP__IMPLEMENT

#include <pthread.h> /* struct timespec */

/* POSIX's clock_gettime, which -std=c99 hides. */
AMP__C_BEGIN
int amp__clock_call(int which, struct timespec *t) AMP__SYSTEM_CALL("clock_gettime");
AMP__C_END
#ifdef __APPLE__
enum { AMP__MONOTONIC = 6 };
#else
enum { AMP__MONOTONIC = 1 };
#endif

/* Nanoseconds since some moment. */
static AMP__COLD AMP__UNSEEN unsigned long long amp__nanoseconds(void)
{
    struct timespec t;
    (void)amp__clock_call(AMP__MONOTONIC, &t);
    return (unsigned long long)t.tv_sec * 1000000000ULL + (unsigned long long)t.tv_nsec;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_CLOCK_H */
