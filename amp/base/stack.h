/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_STACK_H
#define AMP_BASE_STACK_H
/*
amp/base/stack.h: where the calling thread's stack ends.
*/

#include "build.h"

#if defined(__linux__)
#include <pthread.h> /* pthread_attr_t */

/* Calls of the system's library that -std=c99 hides. */
int amp__thread_attributes(pthread_t thread, pthread_attr_t *attributes)
    AMP__SYSTEM_CALL("pthread_getattr_np");
int amp__attribute_stack(const pthread_attr_t *attributes, void **low, size_t *size)
    AMP__SYSTEM_CALL("pthread_attr_getstack");
#endif

/* The lowest address of the calling thread's stack; NULL where the system does not say. */
static AMP__COLD char *amp__stack_low(void)
{
    void *low = NULL;
#if defined(__linux__)
    pthread_attr_t a;
    size_t size = 0;
    if (amp__thread_attributes(pthread_self(), &a) == 0) {
        (void)amp__attribute_stack(&a, &low, &size);
        (void)pthread_attr_destroy(&a);
    }
#endif
    return (char *)low;
}

#endif /* AMP_BASE_STACK_H */
