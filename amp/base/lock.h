/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_LOCK_H
#define AMP_BASE_LOCK_H
/*
amp/base/lock.h: taking and giving back locks. In a build with AMP_ASSERTS each thread
knows which locks it holds, so that "the caller holds the lock" can be asserted.
*/

#include "config.h"

#include <pthread.h> /* pthread_mutex_t */

#ifdef AMP_ASSERTS
#define AMP__KNOWS_LOCKS 1

/* The locks that the calling thread holds, in the order in which it took them. */
enum { AMP__HELD = 16 };
typedef struct amp__held {
    const pthread_mutex_t *lock[AMP__HELD];
    int count;
} amp__held;
#define amp__locks_held AMP__VERSIONED(amp__locks_held)
AMP__ONE_COPY __thread amp__held amp__locks_held;

/* Whether the calling thread holds the lock; for asserts. */
static inline int amp__holds(const pthread_mutex_t *lock)
{
    int i;
    for (i = 0; i < amp__locks_held.count; i++) {
        if (amp__locks_held.lock[i] == lock) {
            return 1;
        }
    }
    return 0;
}

/* Notes that the calling thread has taken a lock, or gives it back. */
static inline void amp__note_taken(const pthread_mutex_t *lock)
{
    AMP__ASSERT(amp__locks_held.count < AMP__HELD);
    amp__locks_held.lock[amp__locks_held.count++] = lock;
}

/* Notes that the calling thread gives a lock back. */
static inline void amp__note_given(const pthread_mutex_t *lock)
{
    int i = amp__locks_held.count - 1;
    AMP__ASSERT(amp__holds(lock));
    while (amp__locks_held.lock[i] != lock) {
        i--;
    }
    for (amp__locks_held.count--; i < amp__locks_held.count; i++) {
        amp__locks_held.lock[i] = amp__locks_held.lock[i + 1];
    }
}

#else
#define AMP__KNOWS_LOCKS 0

/* Without asserts nobody keeps a list: as if every lock were held. */
static inline int amp__holds(const pthread_mutex_t *lock)
{
    (void)lock;
    return 1;
}
static inline void amp__note_taken(const pthread_mutex_t *lock) { (void)lock; }
static inline void amp__note_given(const pthread_mutex_t *lock) { (void)lock; }

#endif

/* Takes a lock that the calling thread does not hold; gives it back. amp__take and amp__give of
   amp/base/state.h also check the order of the locks: use those. */
static inline void amp__mutex_take(pthread_mutex_t *lock)
{
    AMP__ASSERT(!amp__holds(lock) || !AMP__KNOWS_LOCKS);
    (void)pthread_mutex_lock(lock);
    amp__note_taken(lock);
}

/* Gives a lock back that the calling thread holds. */
static inline void amp__mutex_give(pthread_mutex_t *lock)
{
    amp__note_given(lock);
    (void)pthread_mutex_unlock(lock);
}

#endif /* AMP_BASE_LOCK_H */
