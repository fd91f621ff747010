/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_DUE_H
#define AMP_LENS_DUE_H
/*
amp/lens/due.h: when the report that the environment asks for is written: at the program's end, and
before that at most once a second.

A program that launches 200 kernels would else write 200 reports, each longer than the last.
*/

#include "write.h"
#include "baseline.h"
#include "../base/clock.h"
#include "../watch/unchecked.h"

/* Says on standard error what the lens cannot do, once. */
static AMP__COLD void amp__lens_warn(int *told, const char *text)
{
    if (!*told) {
        *told = 1;
        (void)fprintf(stderr, "amp lens: %s\n", text);
    }
}

/* Says what has changed, in kernels of which that was not said, since the report that
   AMP_LENS_OPTIONS=base names. */
static AMP__COLD void amp__lens_report_base(void)
{
    static int told;
    amp__lens_state *l = &amp__lens_shared;
    const char *base = amp__setting_of(AMP__SETTING_LENS_BASE).text;
    amp__text text = amp__text_from(&amp__check_memory);
    char why[800];
    int found;
    if (base == NULL || l->compared >= l->kernel_count) {
        return;
    }
    if (amp__lens_compare_report(&text, base, NULL, l->compared, 1, &found) != AMP_OK) {
        AMP__PRINT(why, "base of AMP_LENS_OPTIONS: %.700s", amp_last_error());
        amp__lens_warn(&told, why);
    }
    l->compared = l->kernel_count;
    (void)amp__lens_write(NULL, text);
}

/* Writes what is due. The caller holds the lock. */
static AMP__COLD void amp__lens_write_due(void)
{
    static int told;
    amp__lens_state *l = &amp__lens_shared;
    const char *const path = l->path[0] != '\0' ? l->path : NULL;
    if (!l->due) {
        return;
    }
    l->due = 0;
    if (l->form != AMP__LENS_NO_FORM && (path != NULL || l->said < l->kernel_count)) {
        l->lost = amp__lens_write_report(l->form, path, path != NULL ? 0 : l->said) != AMP_OK;
        l->said = l->kernel_count;
        if (l->lost) {
            amp__lens_warn(&told, amp_last_error());
        }
    }
    amp__lens_report_base();
    l->wrote = amp__nanoseconds();
}

/* As amp__lens_write_due, for a kernel that was measured a second or more after the last time, or
   when the program's end has come. */
static AMP__COLD void amp__lens_write_late(void)
{
    const amp__lens_state *l = &amp__lens_shared;
    if (l->over || (l->due && l->kernel_count > l->said
                    && amp__nanoseconds() - l->wrote >= 1000000000ull)) {
        amp__lens_write_due();
    }
}

/* At the program's end, unless it is a child that has measured nothing itself: what is due is
   written. A report that could not be is no success: the program's status is 1 in place of 0. */
static AMP__COLD void amp__lens_at_exit(int status, void *unused)
{
    amp__lens_state *l = &amp__lens_shared;
    (void)unused;
    if (l->process != (long)getpid()) {
        return;
    }
    if (pthread_mutex_trylock(&amp__check_locks.launch) != 0) { /* of a thread that is at work yet,
                                                                   or in a kernel that calls exit */
        (void)fprintf(stderr, "amp lens: the program ends while a kernel runs: what was measured "
                      "last is in no report\n");
        return;
    }
    l->over = 1;
    amp__lens_write_due();
    (void)pthread_mutex_unlock(&amp__check_locks.launch);
    if (l->lost && status == 0) {
        l->process = 0;
        exit(1);
    }
}
#if !defined(__GLIBC__)
static AMP__COLD void amp__lens_atexit(void)
{
    amp__lens_at_exit(1, NULL); /* the status is not known */
}
#endif

/* From now on the program's end is watched. The caller holds the lock. */
static AMP__COLD void amp__lens_watch_exit(void)
{
    amp__lens_state *l = &amp__lens_shared;
    l->process = (long)getpid();
    if (!l->exit_watched) {
        l->exit_watched = 1;
        l->wrote = amp__nanoseconds();
        amp__stay_loaded(); /* the handler is called also where its library was closed */
#if defined(__GLIBC__)
        (void)amp__on_exit(amp__lens_at_exit, NULL);
#else
        (void)atexit(amp__lens_atexit);
#endif
    }
}

/* There is something to write. The caller holds the lock. */
static AMP__COLD void amp__lens_make_due(void)
{
    if (amp__lens_shared.form != AMP__LENS_NO_FORM
        || amp__setting_of(AMP__SETTING_LENS_BASE).text != NULL) {
        amp__lens_shared.due = 1;
        amp__lens_watch_exit();
    }
}

/* See lens_hooks.h. */
static AMP__COLD amp_status amp__lens_ready(void)
{
    amp_status s;
    AMP__HOLD(&amp__check_locks.launch);
    s = amp__lens_read(0, NULL);
    if (amp__lens_shared.lost) {
        amp__lens_watch_exit();
    }
    return s;
}

#endif /* AMP_LENS_DUE_H */
