/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_EXIT_H
#define AMP_CHECK_EXIT_H
/*
amp/check/exit.h: the program's end: the checker's option exit, the status of a program that ends as
if nothing had been found; and that the host is watched no more.
*/

#include "settings.h"
#include "../watch/unchecked.h"

/* Something was found, or went wrong with the checker itself, in this process: its status is
   not to be 0. Not in a child that was forked before or since: it has found nothing itself. */
static AMP__COLD void amp__check_mark_process_failed(void)
{
    amp__check_shared.failed_process = (long)getpid();
}

/* At the program's end. */
static AMP__COLD void amp__check_at_exit(int status, void *unused)
{
    (void)unused;
    if (status == 0 && amp__check_shared.failed_process == (long)getpid()) {
        amp__check_shared.failed_process = 0;
        exit(amp__check_shared.exit_status);
    }
}

/* Before the library's own handlers, which were there before the first launch: what these read
   may lie where main had an array that a kernel wrote. */
static AMP__COLD void amp__check_end_of_program(void)
{
    amp__check_shared.ended = 1;
}

/* Behind amp__check_read_settings, once a process. */
static AMP__COLD void amp__check_watch_exit(void)
{
    (void)atexit(amp__check_end_of_program);
    if (amp__check_shared.exit_status == 0) {
        return;
    }
#if defined(__GLIBC__)
    amp__stay_loaded(); /* a handler of on_exit is called also where its library was closed */
    if (amp__on_exit(amp__check_at_exit, NULL) == 0) {
        return;
    }
#endif
    amp__check_setting_error("AMP_CHECK_OPTIONS=exit needs glibc's on_exit: use report=file and "
                             "read that");
}

#endif /* AMP_CHECK_EXIT_H */
