/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_FORK_H
#define AMP_BASE_FORK_H
/*
amp/base/fork.h: what is done in the child of a fork before anything else. Locks that another thread
of the parent may have held become free, and what went with the parent's threads is noted.
*/

#include "state.h"

/* In the child: locks that another thread of the parent may have held are free, AMP_TRACE's file is
   the parent's, and each part of the library does what it has to do there. */
static AMP__COLD void amp__in_child(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    char *const locks = (char *)&amp__lock;
    size_t at;
    int i;
    for (at = 0; at < sizeof(amp__lock); at += sizeof(fresh)) {
        memcpy(locks + at, &fresh, sizeof(fresh));
    }
    amp__process.trace.on = 0;
    for (i = 0; i < AMP__FORK_PARTS; i++) {
        if (amp__process.in_child[i] != NULL) {
            amp__process.in_child[i]();
        }
    }
}

static AMP__COLD void amp__watch_fork(void)
{
    (void)pthread_atfork(NULL, NULL, amp__in_child);
}
#define amp__fork_once AMP__VERSIONED(amp__fork_once)
AMP__ONE_COPY pthread_once_t amp__fork_once = PTHREAD_ONCE_INIT;

/* From now on `act` is called in each child of a fork. Before a lock that it makes free is first
   taken: a fork while another thread has it would else leave the child without. */
static AMP__COLD void amp__at_fork(amp__fork_part part, void (*act)(void))
{
    AMP__STORE(&amp__process.in_child[part], act);
    (void)pthread_once(&amp__fork_once, amp__watch_fork);
}

#endif /* AMP_BASE_FORK_H */
