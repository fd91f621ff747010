/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_CHECKER_H
#define AMP_CHECK_CHECKER_H
/* amp/check/checker.h: the kernel checker, all of it: amp_check.h says what it does. */
#include "launch.h"
#include "compiler.h"

/* The checker as the engines, the kernel language and the host API know it: hooks.h. */
static const amp__watch_table amp__check_functions = {
    AMP_CHECK_REGIONS, amp__check_unwatched_launch, amp__check_host, amp__check_copying,
    amp__check_waited, amp__check_device_outside,
    amp__check_launch_begin, amp__check_launch_end, amp__check_gives_up, amp__check_workers,
    amp__check_piece_begin, amp__check_piece_end, amp__check_for_good, amp__check_again,
    amp__check_tile_begin, amp__check_tile_end, amp__check_thread_starts, amp__check_thread_runs,
    amp__check_aside, amp__check_resume, amp__check_arrive,
    amp__check_ended, amp__check_simple, amp__check_outside, amp__check_tile_static,
    amp__check_move, amp__check_fill
};
AMP__JOINS static AMP__CHECK void amp__check_join(void)
{
    amp__watch_join(&amp__check_functions);
}

#endif /* AMP_CHECK_CHECKER_H */
