/* SPDX-License-Identifier: MIT */
#ifndef AMP_WASM_PTHREAD_H
#define AMP_WASM_PTHREAD_H
/*
pthread.h: what the library uses of POSIX threads, for WASI, which has none: the one thread of the
program. Locks are free whenever it asks, and the system gives no other thread (EAGAIN), as it may
anywhere.
*/
#include <errno.h>
#include <stddef.h>
#include <sys/types.h> /* the types, which WASI has */
#include <time.h>

#define PTHREAD_MUTEX_INITIALIZER { { { 0 } } }
#define PTHREAD_COND_INITIALIZER { { { 0 } } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_DETACHED 1

/* Whether a lock is taken stands at its beginning. */
static inline int *amp_wasm_taken(pthread_mutex_t *m) { return (int *)(void *)m; }
static inline int pthread_mutex_init(pthread_mutex_t *m, const void *attributes)
{
    (void)attributes;
    *amp_wasm_taken(m) = 0;
    return 0;
}
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return *amp_wasm_taken(m); }
static inline int pthread_mutex_lock(pthread_mutex_t *m)
{
    *amp_wasm_taken(m) = 1;
    return 0;
}
static inline int pthread_mutex_trylock(pthread_mutex_t *m)
{
    const int taken = *amp_wasm_taken(m);
    *amp_wasm_taken(m) = 1;
    return taken ? EBUSY : 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
    *amp_wasm_taken(m) = 0;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *c, const void *attributes)
{
    (void)c;
    (void)attributes;
    return 0;
}
static inline int pthread_cond_destroy(pthread_cond_t *c) { return c == NULL; }
static inline int pthread_cond_broadcast(pthread_cond_t *c) { return c == NULL; }
static inline int pthread_cond_signal(pthread_cond_t *c) { return c == NULL; }
/* Nobody else could signal: a wait would have no end. */
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    (void)m;
    __builtin_trap();
    return c == NULL;
}
static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                         const struct timespec *until)
{
    (void)c;
    (void)m;
    (void)until;
    return ETIMEDOUT;
}

static inline int pthread_once(pthread_once_t *o, void (*act)(void))
{
    if (!*o) {
        *o = 1;
        act();
    }
    return 0;
}
/* What ends with a thread ends with the program here. */
static inline int pthread_key_create(pthread_key_t *k, void (*end)(void *))
{
    (void)end;
    *k = 1;
    return 0;
}
static inline int pthread_setspecific(pthread_key_t k, const void *value)
{
    (void)k;
    (void)value;
    return 0;
}

static inline int pthread_attr_init(pthread_attr_t *a) { return a == NULL; }
static inline int pthread_attr_destroy(pthread_attr_t *a) { return a == NULL; }
static inline int pthread_attr_setdetachstate(pthread_attr_t *a, int state)
{
    (void)state;
    return a == NULL;
}
static inline int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *),
                                 void *argument)
{
    (void)t;
    (void)a;
    (void)run;
    (void)argument;
    return EAGAIN;
}
static inline int pthread_join(pthread_t t, void **value)
{
    (void)t;
    (void)value;
    return ESRCH;
}
static inline int pthread_detach(pthread_t t) { return t == NULL ? ESRCH : EINVAL; }
static inline pthread_t pthread_self(void) { return NULL; }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
/* There is no fork. */
static inline int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void))
{
    (void)before;
    (void)parent;
    (void)child;
    return 0;
}

#endif /* AMP_WASM_PTHREAD_H */
