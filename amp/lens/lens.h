/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_LENS_H
#define AMP_LENS_LENS_H
/* amp/lens/lens.h: the lens, all of it: amp_lens.h says what it does. */

#include "compare.h"

#if AMP__LENS && AMP__IMPLEMENT

/* A launch has ended: what was measured is reported, and what has changed by it. */
static AMP__CHECK void amp__lens_launch_end(int ended)
{
    const int from = amp__lens_shared.kernel_count;
    if (amp__lens_measured(ended)) {
        amp__lens_report_base(from);
    }
}

/* The lens as the checker knows it: lens_hooks.h. */
static const amp__lens_table amp__lens_functions = {
    amp__lens_ready, amp__lens_launch_begin, amp__lens_launch_end, amp__lens_tile_begin,
    amp__lens_tile_end, amp__lens_simple, amp__lens_thread_runs, amp__lens_arrive, amp__lens_access
};
AMP__JOINS static AMP__CHECK void amp__lens_join_checker(void)
{
    if (amp__watch_lens == NULL) {
        amp__stay_loaded();
        amp__watch_lens = &amp__lens_functions;
    }
}

#endif /* AMP__LENS && AMP__IMPLEMENT */

#endif /* AMP_LENS_LENS_H */
