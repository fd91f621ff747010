/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_STATE_H
#define AMP_BASE_STATE_H
/*
amp/base/state.h: what all files of a program share of the library's ground: its locks, the
allocator, settings. One weak object, amp__process.

What they share of the host API stands in amp/core/state.h. Objects that a thread owns are
separate, because thread-local storage is: the last sentence (amp/base/status.h), the kernel at
work and the fibers of the thread (amp/emu/). Their names carry the version too (AMP__VERSIONED).
*/

#include "status.h"

/* Where the library gets its memory: see amp_set_allocator. Both functions are called
   from any thread. allocate returns memory as aligned as malloc's, or NULL where there
   is none; release takes what allocate returned, never NULL. Neither uses the library.
   user_data is handed to both. */
typedef struct amp_allocator {
    void *(*allocate)(size_t bytes, void *user_data);
    void (*release)(void *memory, void *user_data);
    void *user_data;
} amp_allocator;

#if AMP__IMPLEMENT
#include "lock.h"

#include <pthread.h> /* locks */

/* How the emulator runs kernels (amp/emu/settings.h). lock.settings guards the reading
   of the environment; amp_emu_set_engine and its like write while no launch runs. */
typedef struct amp__settings {
    int ready, engine, workers, order;
    unsigned seed;
    size_t stack;
    int ordered; /* `order` was asked for */
    int forked; /* this process is a child of fork(): OpenMP's threads are gone */
} amp__settings;

/* Where AMP_TRACE has events written (amp/base/trace.h). Under lock.trace; `on` is read without. */
typedef struct amp__trace {
    int on;          /* events are wanted */
    FILE *file;      /* NULL: not open yet, or AMP_TRACE is not set */
    long end;        /* where the next event goes */
    int threads;     /* of the host that have a number in the file */
    unsigned named;  /* a bit for each OpenCL device that has its name there */
} amp__trace;

/* The parts of the library that have something to do in the child of a fork, in the order in which
   they do it (amp/base/fork.h). */
typedef enum amp__fork_part {
    AMP__FORK_SETTINGS, AMP__FORK_QUEUES, AMP__FORK_OPENCL, AMP__FORK_VECTORS, AMP__FORK_PARTS
} amp__fork_part;

/* What all files of a program share. */
typedef struct amp__state {
    /* In the order in which they are taken: see amp__lock_rank. */
    struct {
        pthread_mutex_t coherence, devices, registry, settings, fault, sentences, trace;
    } lock;
    struct {
        amp_allocator allocator;
        amp__settings settings;
        amp__trace trace;
        void (*in_child[AMP__FORK_PARTS])(void); /* amp/base/fork.h; NULL: nothing is to be done */
        /* Sentences of failed views and completions, each with its 0 (amp/base/failure.h).
           Under lock.sentences. */
        size_t sentences_used;
        char sentences[1 << 18];
    } of;
} amp__state;

#define amp__process_state AMP__VERSIONED(amp__process_state)
#define amp__process (amp__process_state.of)
#define amp__lock (amp__process_state.lock)
AMP__ONE_COPY amp__state amp__process_state = {
    { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
      PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
      PTHREAD_MUTEX_INITIALIZER },
    { AMP__ZERO, AMP__ZERO, AMP__ZERO, AMP__ZERO, 0, AMP__ZERO }
};

/* The tile at which the calling OS thread runs a kernel; NULL outside. */
struct amp__tile;
#define amp__my_tile AMP__VERSIONED(amp__my_tile)
AMP__ONE_COPY __thread struct amp__tile *amp__my_tile;

/* The order in which a thread takes locks: one of a lower rank first. Of rank 3 are a
   queue's own locks and those of a backend; settings, fault, sentences and trace are held for
   a few lines that take no other. */
static inline int amp__lock_rank(const pthread_mutex_t *lock)
{
    return lock == &amp__lock.coherence ? 1 : lock == &amp__lock.devices ? 2
        : lock == &amp__lock.registry ? 4
        : lock == &amp__lock.settings || lock == &amp__lock.fault
          || lock == &amp__lock.sentences || lock == &amp__lock.trace ? 5 : 3;
}

/* The highest rank that the calling thread holds; for asserts, 0 in other builds. */
static inline int amp__rank_held(void)
{
    int highest = 0;
#ifdef AMP_ASSERTS
    int i;
    for (i = 0; i < amp__locks_held.count; i++) {
        const int rank = amp__lock_rank(amp__locks_held.lock[i]);
        highest = rank > highest ? rank : highest;
    }
#endif
    return highest;
}

/* Takes a lock that the calling thread does not hold; gives it back. */
static inline void amp__take(pthread_mutex_t *lock)
{
    AMP__ASSERT(amp__rank_held() <= amp__lock_rank(lock));
    amp__mutex_take(lock);
}

/* Gives a lock back that the calling thread holds. */
static inline void amp__give(pthread_mutex_t *lock) { amp__mutex_give(lock); }

/* Takes a lock, which the end of the block gives back, by whatever way it ends. */
#define AMP__HOLD(lock) \
    pthread_mutex_t *const AMP__CAT(amp__held_, __LINE__) \
        __attribute__((cleanup(amp__give_held), unused)) = amp__take_held(lock)
static inline pthread_mutex_t *amp__take_held(pthread_mutex_t *lock)
{
    amp__take(lock);
    return lock;
}
static inline void amp__give_held(pthread_mutex_t *const *lock) { amp__give(*lock); }

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_STATE_H */
