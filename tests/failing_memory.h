/* SPDX-License-Identifier: MIT */
#ifndef FAILING_MEMORY_H
#define FAILING_MEMORY_H
/*
failing_memory.h: an allocator for amp_set_allocator that counts, and fails at one
allocation, number `fail_at`. Include amp.h and tap.h before.
*/
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long allocations, fail_at, alive, failures;

static void *counted(size_t bytes, void *user)
{
    int fails;
    void *p;
    CHECK(user == &alive);
    (void)pthread_mutex_lock(&lock);
    fails = ++allocations == fail_at;
    failures += fails;
    (void)pthread_mutex_unlock(&lock);
    p = fails ? NULL : malloc(bytes);
    if (p != NULL) {
        memset(p, 0x5A, bytes); /* nobody may count on zeros */
        (void)pthread_mutex_lock(&lock);
        alive++;
        (void)pthread_mutex_unlock(&lock);
    }
    return p;
}
static void release(void *memory, void *user)
{
    CHECK(user == &alive && memory != NULL);
    (void)pthread_mutex_lock(&lock);
    alive--;
    (void)pthread_mutex_unlock(&lock);
    free(memory);
}
static long count(const long *what)
{
    long n;
    (void)pthread_mutex_lock(&lock);
    n = *what;
    (void)pthread_mutex_unlock(&lock);
    return n;
}

/* A status is AMP_OK, and the sentence of the last failure is left alone, or a failure that was
   made to happen. */
static amp_status seen;
static unsigned said;
#define check(call) (said = tap_hash(amp_last_error()), check_status(call))
static int check_status(amp_status s)
{
    if (s == AMP_OK && tap_hash(amp_last_error()) != said) {
        FAIL("a call succeeds, and leaves the sentence '%s'", amp_last_error());
    }
    if (s != AMP_OK) {
        CHECK_STATUS(s, AMP_OUT_OF_MEMORY);
        CHECK_INT(count(&failures), >=, 1);
        CHECK(strlen(amp_last_error()) > 10);
        seen = s;
    }
    return s == AMP_OK;
}

#endif /* FAILING_MEMORY_H */
