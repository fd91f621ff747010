/* SPDX-License-Identifier: MIT */
#ifndef AMP_WATCH_UNCHECKED_H
#define AMP_WATCH_UNCHECKED_H
/*
amp/watch/unchecked.h: a program that does not check and is asked for the checker's exit status or
report: it says so, and ends with that status, so that no test run is green by mistake. And one that
has no lens and is asked for it.
*/

#include "program.h"
#include "build.h"
#include "../base/plugin.h"
#include <stdlib.h> /* exit */
#include <unistd.h> /* getpid */

#if defined(__GLIBC__)
/* As atexit, and the handler learns the status; -std=c99 hides it. In glibc a handler may call exit
   again: the handlers that are left and the flushing of files go on, with the new status. */
int amp__on_exit(void (*handler)(int status, void *argument), void *argument)
    AMP__SYSTEM_CALL("on_exit");
#endif

#if !AMP__LENS
/* When the program first asks for its devices: AMP_LENS asks for what it has not. A file with the
   lens is one of the units; one with the checker alone, as this may be, is, too. */
static AMP__COLD void amp__no_lens_say(void)
{
    if (amp__setting_of(AMP__SETTING_LENS).text != NULL
        && (AMP__JUDGING || amp__check_between.units == NULL)) {
        (void)fprintf(stderr, "amp: AMP_LENS is set, and this program has no lens: build it with "
                      "-g -DAMP_LENS -fsanitize=thread, and link it without -fsanitize=thread\n");
    }
}
#endif

#if !AMP__JUDGING

/* The process that was asked, and the status that it was asked for. */
static struct { long process; int status; } amp__unchecked;

/* At the program's end. A part of it that was loaded later may have checked. */
static AMP__UNUSED AMP__COLD void amp__unchecked_at_exit(int status, void *unused)
{
    (void)unused;
    if (status == 0 && amp__unchecked.process == (long)getpid()
        && (AMP__LENS || amp__check_between.units == NULL)) {
        amp__unchecked.process = 0;
        exit(amp__unchecked.status);
    }
}

/* When the program first asks for its devices: launches run as ever. */
static AMP__COLD void amp__unchecked_say(void)
{
    const amp__setting status = amp__setting_of(AMP__SETTING_CHECK_EXIT);
    const amp__setting report = amp__setting_of(AMP__SETTING_CHECK_REPORT);
    int ends_so = 0;
    if ((status.text == NULL && report.text == NULL)
        || (!AMP__LENS && amp__check_between.units != NULL)) {
        return;
    }
#if defined(__GLIBC__)
    if (status.number > 0) {
        amp__stay_loaded(); /* the handler is called also where its library was closed */
        amp__unchecked.process = (long)getpid();
        amp__unchecked.status = (int)status.number;
        ends_so = amp__on_exit(amp__unchecked_at_exit, NULL) == 0;
    }
#endif
    (void)fprintf(stderr, "amp: %s%s%s asked for, and this program does not check: build it with "
                  "-DAMP_CHECK -fsanitize=thread%s\n",
                  status.text != NULL ? "the checker's exit status" : "",
                  status.text != NULL && report.text != NULL ? " and " : "",
                  report.text == NULL ? " is" : status.text != NULL ? "its report are"
                  : "the checker's report is",
                  ends_so ? "; it ends with that status instead of 0" : "");
}

#endif /* !AMP__JUDGING */

#endif /* AMP_WATCH_UNCHECKED_H */
