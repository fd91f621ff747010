/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_LENS_H
#define AMP_LENS_LENS_H
/* amp/lens/lens.h: the lens, all of it: amp_lens.h says what it does. */

#include "compare.h"

/* A launch has ended: what was measured is kept, and reports that are due are written. */
static AMP__CHECK void amp__lens_launch_end(int ended)
{
    amp__lens_measured(ended);
    amp__lens_write_late();
}

/* See lens_hooks.h. The lock is another thread's, or the program's end came in a kernel: then the
   lines stay unknown. */
static AMP__CHECK void amp__lens_unloads(void)
{
    if (pthread_mutex_trylock(&amp__check_locks.launch) == 0) {
        amp__lens_settle();
        (void)pthread_mutex_unlock(&amp__check_locks.launch);
    }
}

/* The lens as the checker knows it: lens_hooks.h. */
static const amp__lens_table amp__lens_functions = {
    amp__lens_ready, amp__lens_launch_begin, amp__lens_launch_end, amp__lens_tile_begin,
    amp__lens_tile_end, amp__lens_simple, amp__lens_thread_runs, amp__lens_arrive, amp__lens_access,
    amp__lens_block, amp__lens_enter, amp__lens_leave, amp__lens_unloads
};
AMP__JOINS static AMP__CHECK void amp__lens_join_checker(void)
{
    if (amp__watch_lens == NULL) {
        amp__stay_loaded();
        amp__watch_lens = &amp__lens_functions;
    }
}

#endif /* AMP_LENS_LENS_H */
