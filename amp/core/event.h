/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_EVENT_H
#define AMP_CORE_EVENT_H
/*
amp/core/event.h: the times of one launch: when it was asked for, began and ended.

    amp_event e;
    amp_status s = amp_parallel_for_each_timed(&e, amp_auto_selection_view(), amp_extent(n), saxpy,
                                               2.0f, x, y);
    if (s == AMP_OK) s = amp_event_wait(&e);
    if (s == AMP_OK) printf("%s: %llu ns\n", e.kernel, e.end - e.begin);
*/

#include "launch.h"
#include "completion.h"

/* By which clock a launch's begin and end were taken. */
typedef enum amp_event_clock {
    AMP_CLOCK_HOST,  /* the host's: the emulator, and OpenCL devices that take no times */
    AMP_CLOCK_DEVICE /* the device's own, counted from when the host sent the launch */
} amp_event_clock;

/* The times of a launch, in the program's memory. The program reads the first six members, the
   times once amp_event_wait has returned AMP_OK. They are nanoseconds of one clock that nobody
   sets, from a moment before the process began, so that times of several launches and devices
   compare. */
typedef struct amp_event {
    amp_completion done;      /* complete when the launch has ended */
    const char *kernel;       /* its name; valid until the program ends */
    unsigned long long queued; /* the program asked for the launch */
    unsigned long long begin; /* its first thread began, */
    unsigned long long end;   /* its last one ended */
    amp_event_clock clock;
    amp__times *times;        /* the library's, until amp_event_wait */
} amp_event;

/* amp_parallel_for_each_timed(event, accelerator_view, domain, kernel, args...): the launch of
   amp_parallel_for_each_on, whose statuses it returns, with its times in the event.
   event   an amp_event *, overwritten: it need not be set before. What was in it must have been
           waited for.
   Where it returns AMP_OK, call amp_event_wait once for it, or 80 bytes are never freed. Where it
   fails there is nothing to wait for. AMP_COMPARE does not compare this launch. On an OpenCL device
   that takes no times it returns when the launch has ended. AMP_OUT_OF_MEMORY where there is none
   for the times: nothing was run. */
#define amp_parallel_for_each_timed(event, accelerator_view, domain, ...) \
    AMP__PFE(amp__timed(event, accelerator_view), domain, __VA_ARGS__)

/* Waits until the event's launch has ended, and sets its times. AMP_OK; the failure of the launch,
   as amp_completion_wait(event->done) returns it, with the times of as much as ran, else 0;
   AMP_INVALID_ARGUMENT for an event whose launch did not return AMP_OK. It may be called again, but
   by one thread at a time, and for a copy of the event only after this one. */
AMP__API AMP__MUST_USE amp_status amp_event_wait(amp_event *event);

/* Starts a launch whose times are wanted: the `start` of an amp__how with an event. */
AMP__API amp_status amp__start_timed(const amp__how *how, const amp__kernel *k, amp_extent e,
                                     const int *tile, const void *const *given);

/* How amp_parallel_for_each_timed starts a launch. */
static inline amp__how amp__timed(amp_event *event, amp_accelerator_view on)
{
    amp__how how = amp__on(on);
    memset(event, 0, sizeof(*event));
    how.start = amp__start_timed;
    how.event = event;
    return how;
}

#if AMP__IMPLEMENT

/* Gives back what a launch's times hold, after taking out what they say. The thread's last failure
   stays what it is. */
static AMP__COLD void amp__times_end(amp_event *event, int readable)
{
    const amp__failure last AMP__PUT_BACK = amp__error;
    amp__times *t = event->times;
    if (t->read != NULL && readable) {
        t->read(t);
    }
    event->begin = t->begin;
    event->end = t->end;
    event->clock = t->of_device ? AMP_CLOCK_DEVICE : AMP_CLOCK_HOST;
    event->times = NULL;
    amp__free(t);
}

AMP__API amp_status amp__start_timed(const amp__how *how, const amp__kernel *k, amp_extent e,
                                     const int *tile, const void *const *given)
{
    amp_event *event = how->event;
    amp__times *t = (amp__times *)amp__alloc_zero(sizeof(*t));
    amp_status s;
    if (t == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    event->kernel = k->name;
    event->queued = t->queued = amp__nanoseconds();
    event->times = t;
    s = amp__start(how->on, how->engine, k, e, tile, given, t);
    if (s != AMP_OK) {
        amp__times_end(event, 1);
        return s;
    }
    event->done.valid = 1;
    if (t->queue != NULL) {
        event->done.end.queue = t->queue;
        event->done.end.number = t->number;
        event->done.origin = event->done.end;
        event->done.since = t->number - 1; /* this launch's failure alone */
    }
    return AMP_OK;
}

AMP__API amp_status amp_event_wait(amp_event *event)
{
    amp_status s;
    if (!event->done.valid) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the event is of no launch: wait for one whose "
                         "amp_parallel_for_each_timed returned AMP_OK");
    }
    s = amp_completion_wait(event->done);
    if (event->times != NULL) {
        const amp__queue *q = event->times->queue;
        /* in the child of a fork the parent's device is not asked */
        amp__times_end(event, q == NULL || !AMP__LOAD(&q->forked));
    }
    return s;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_EVENT_H */
