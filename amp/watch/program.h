/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_PROGRAM_H
#define AMP_WATCH_PROGRAM_H
/*
amp/watch/program.h: what the files of one program, with and without AMP_CHECK,
know of each other's part in the kernel checker. A file without AMP_CHECK calls
through it, so that the checker does not take what such a file did for what
nobody did.
*/

#include "../base/status.h"
#include <pthread.h> /* the list of units */

struct amp__check_unit; /* unit.h */
/* Launches, as amp/core/backend.h has them. */
struct amp__launch;
struct amp__argument;
struct amp__box;

/* What those files share: one weak object, amp__check_between. */
typedef struct amp__check_bridge {
    pthread_mutex_t lock;           /* of `units` */
    struct amp__check_unit *units;  /* the files compiled with AMP_CHECK */
    /* The checker of one of them (hooks.h), for files without; NULL where no file is. */
    const struct amp__watch_table *watch;
} amp__check_bridge;
#define amp__check_between AMP__VERSIONED(amp__check_between)
AMP__ONE_COPY amp__check_bridge amp__check_between = { PTHREAD_MUTEX_INITIALIZER, NULL,
                                                               NULL };

#endif /* AMP_WATCH_PROGRAM_H */
