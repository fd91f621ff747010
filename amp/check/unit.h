/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_UNIT_H
#define AMP_CHECK_UNIT_H
/*
amp/check/unit.h: what each file compiled with AMP_CHECK tells the kernel checker
about itself when the program starts: whether it is compiled with
-fsanitize=thread, a probe of what the compiler announces, and an address in the
library's text, by which the checker tells the library's files from the user's.
*/

#include "bridge.h"

/* Attributes of the checker's own functions: the compiler's instrumentation is not
   to see them. clang instruments atomics in spite of no_sanitize. */
#if defined(__clang__)
#if __has_attribute(disable_sanitizer_instrumentation)
#define AMP__CHECK_PLAIN __attribute__((no_sanitize("thread"), disable_sanitizer_instrumentation))
#else
#define AMP__CHECK_PLAIN __attribute__((no_sanitize("thread")))
#define AMP__CHECK_LOCKED_ATOMICS
#endif
#define AMP__CHECK AMP__CHECK_PLAIN __attribute__((no_sanitize("bounds"), unused))
#elif defined(__OPTIMIZE__)
#define AMP__CHECK_PLAIN __attribute__((no_sanitize("thread"), no_sanitize("bounds")))
#define AMP__CHECK AMP__CHECK_PLAIN __attribute__((unused))
#else /* fast also where the program is compiled with -O0 */
#define AMP__CHECK_PLAIN                                                      \
    __attribute__((no_sanitize("thread"), no_sanitize("bounds"), optimize("O2")))
#define AMP__CHECK AMP__CHECK_PLAIN __attribute__((unused))
#endif

/* 1 where this file is compiled with -fsanitize=thread. */
#if defined(__SANITIZE_THREAD__)
#define AMP__CK_SEES 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define AMP__CK_SEES 1
#endif
#endif
#ifndef AMP__CK_SEES
#define AMP__CK_SEES 0
#endif

AMP__C_BEGIN

typedef struct amp__check_unit {
    struct amp__check_unit *next;
    void (*text)(void);       /* a function of the library, compiled in this file */
    void (*probe)(int *word); /* instrumented as the file's kernels are */
    int sees, probed;
} amp__check_unit;

/* A write, and an update, which clang may announce as one access. */
static AMP__NOINLINE void amp__check_probe(int *word)
{
    word[0] = 1;
    word[1] += 1;
}

/* The file's unit joins the list before main, or when its library is opened, and
   leaves it when that is closed. */
static void amp__check_unit_join(void);
static amp__check_unit amp__check_this_unit = { NULL, amp__check_unit_join, amp__check_probe,
                                                AMP__CK_SEES, 0 };
__attribute__((constructor)) static AMP__CHECK void amp__check_unit_join(void)
{
    (void)pthread_mutex_lock(&amp__check_between.lock);
    amp__check_this_unit.next = amp__check_between.units;
    amp__check_between.units = &amp__check_this_unit;
    (void)pthread_mutex_unlock(&amp__check_between.lock);
}
__attribute__((destructor)) static AMP__CHECK void amp__check_unit_leave(void)
{
    amp__check_unit **link = &amp__check_between.units;
    (void)pthread_mutex_lock(&amp__check_between.lock);
    while (*link != NULL && *link != &amp__check_this_unit) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = amp__check_this_unit.next;
    }
    (void)pthread_mutex_unlock(&amp__check_between.lock);
}

AMP__C_END

#endif /* AMP_CHECK_UNIT_H */
