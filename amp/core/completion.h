/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_COMPLETION_H
#define AMP_CORE_COMPLETION_H
/*
amp/core/completion.h: completions: a moment in a queue, to wait for or to continue from.
*/

#include "source.h"

/* A moment in a queue, by value: it is complete when all that was given to the
   queue before has ended. Nothing is to be released. All zero: not valid. The program
   reads no field: the functions below do. */
typedef struct amp_completion {
    int valid;
    amp_status status;      /* of what failed before it was queued */
    amp__use end;           /* complete when this has ended */
    amp__use origin;        /* whose errors it carries, */
    unsigned long long since; /* above this number */
    const char *why;        /* the sentence of `status`; NULL where that is AMP_OK */
} amp_completion;

/* A completion of all that was given to the accelerator view before (specification 3.3:
   create_marker). One that cannot be made carries AMP_INVALID_ARGUMENT (v was released),
   AMP_UNSUPPORTED (v is of the parent of fork()) or, where v's device has to be opened
   first, the failure of that, as AMP_OUT_OF_MEMORY. */
AMP__API amp_completion amp_marker(amp_accelerator_view v);

/* 1 for what amp_marker and the _async functions return; 0 for one that is all zero. */
static inline int amp_completion_valid(amp_completion c) { return c.valid; }

/* Waits until it is complete; may be called again, and from several threads. AMP_OK, or the first
   failure of the work it stands for that amp_wait had not returned when it was made, however late
   this is called; AMP_INVALID_ARGUMENT if it is not valid; AMP_UNSUPPORTED in a child of fork() for
   work of the parent's. It may return the failure of other work of the queue: on a device that
   tells failures only when it is waited for (OpenCL) of work that ended in the same wait; and after
   64 failures, each of which amp_wait returned, of work beside it. It never hides one. */
AMP__API AMP__MUST_USE amp_status amp_completion_wait(amp_completion c);

/* Waits at most so many milliseconds: 1 when it is complete (then
   amp_completion_wait returns the status at once), 0 when the time is over. 1 for a
   completion that is not valid: amp_completion_wait says so at once. For work on the
   default view of a device a thread of the library's own waits beside the caller. */
AMP__API int amp_completion_wait_for(amp_completion c, int milliseconds);

/* Calls function(user_data) once c is complete, whether its work failed or not, in a thread of its
   own; the function may use the library. Returns the completion of the call, which carries the
   error of c; it may be followed by another. One that failed to be made carries AMP_OUT_OF_MEMORY,
   AMP_RUNTIME_ERROR, or AMP_INVALID_ARGUMENT where c is not valid or function is NULL; then the
   function is not called. */
AMP__API amp_completion amp_completion_then(amp_completion c,
                                            void (*function)(void *user_data),
                                            void *user_data);

#if AMP__IMPLEMENT
#include "queue.h"

#include <sys/time.h> /* gettimeofday: for wait_for, also under -std=c99 */

/* What amp_completion_then promised: function(user_data) is called once `after` is
   complete; command `number` of `queue` stands for that call. */
typedef struct amp__continuation {
    amp_completion after;
    void (*function)(void *user_data);
    void *user_data;
    amp__queue *queue;
    unsigned long long number;
} amp__continuation;

/* A completion that is complete and carries the status s, whose sentence is the thread's
   last failure; AMP_OK too. */
static AMP__COLD amp_completion amp__completion_failed(amp_status s)
{
    amp_completion c = AMP__ZERO;
    c.valid = 1;
    c.status = s;
    if (s != AMP_OK) {
        c.why = amp__sentence(s, amp__error.text);
    }
    return c;
}

/* The completion of everything issued to the queue so far. */
static AMP__COLD amp_completion amp__completion_now(amp__queue *q)
{
    amp_completion c = amp__completion_failed(AMP_OK);
    c.end = c.origin = amp__queue_now(q);
    AMP__HOLD(&q->lock);
    c.since = q->told;
    return c;
}

AMP__API amp_completion amp_marker(amp_accelerator_view v)
{
    amp__queue *q;
    const amp_status s = amp__queue_of(v, &q);
    return s != AMP_OK ? amp__completion_failed(s) : amp__completion_now(q);
}

/* The status of the work that has ended: AMP_OK, or its first failure, with the sentence
   recorded. */
static AMP__COLD amp_status amp__completion_result(const amp_completion *c)
{
    if (c->status != AMP_OK) {
        return amp__fail(c->status, "%s", c->why);
    }
    if (c->origin.queue != NULL && AMP__LOAD(&c->origin.queue->forked)
        && c->origin.number > c->origin.queue->ended_before_fork) {
        return amp__fail(AMP_UNSUPPORTED, "the completion is of work that was queued before "
                         "fork(): its result is the parent's alone");
    }
    return c->origin.queue == NULL ? AMP_OK
        : amp__queue_error_of(c->origin.queue, c->since, c->origin.number, 0);
}

AMP__API amp_status amp_completion_wait(amp_completion c)
{
    if (!c.valid) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the completion is not valid: amp_marker and the "
                         "_async functions make one");
    }
    amp__use_wait(&c.end);
    amp__watch_waited(c.end.queue, c.end.number);
    return amp__completion_result(&c);
}

AMP__API int amp_completion_wait_for(amp_completion c, int milliseconds)
{
    amp__queue *q = c.end.queue;
    struct timeval now;
    struct timespec until;
    int waited = 0;
    if (!c.valid || amp__use_ended(&c.end)) {
        amp__watch_waited(c.end.queue, c.end.number);
        return 1;
    }
    if (!q->asynchronous && q->device != NULL) {
        amp__start_waiter(&c.end); /* a device's own queue has no timed wait */
    }
    milliseconds = milliseconds > 0 ? milliseconds : 0;
    (void)gettimeofday(&now, NULL);
    until.tv_sec = now.tv_sec + milliseconds / 1000;
    until.tv_nsec = (now.tv_usec + (milliseconds % 1000) * 1000L) * 1000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    amp__take(&q->lock);
    amp__queue_want(q, c.end.number);
    while (!amp__use_ended(&c.end) && waited == 0) {
        waited = pthread_cond_timedwait(&q->changed, &q->lock, &until);
    }
    amp__give(&q->lock);
    return amp__use_ended(&c.end) && amp_completion_wait_for(c, 0);
}

/* The function of a continuation's OS thread: waits for what it follows, calls the program's
   function, and ends its queue. argument: an amp__continuation, which it frees. */
static AMP__COLD void *amp__continue(void *argument)
{
    amp__continuation c = *(amp__continuation *)argument;
    amp__free(argument);
    amp__use_wait(&c.after.end);
    amp__watch_waited(c.after.end.queue, c.after.end.number);
    c.function(c.user_data);
    AMP__HOLD(&c.queue->lock);
    amp__queue_recycle(c.queue); /* before waiters wake, so that none sees a leaked record */
    AMP__STORE(&c.queue->done, c.number);
    (void)pthread_cond_broadcast(&c.queue->changed);
    return NULL;
}

AMP__API amp_completion amp_completion_then(amp_completion c,
                                            void (*function)(void *user_data),
                                            void *user_data)
{
    amp__continuation *next;
    amp__queue *q;
    pthread_t thread;
    amp_completion r = c;
    if (!c.valid || function == NULL) {
        return amp__completion_failed(amp__fail(AMP_INVALID_ARGUMENT,
            "amp_completion_then needs a function, and a valid completion: amp_marker and the "
            "_async functions make one"));
    }
    amp__stay_loaded();
    next = (amp__continuation *)amp__alloc(sizeof(*next));
    q = next != NULL ? amp__queue_new() : NULL;
    if (q == NULL) {
        amp__free(next);
        return amp__completion_failed(AMP_OUT_OF_MEMORY);
    }
    next->after = c;
    next->function = function;
    next->user_data = user_data;
    next->queue = q;
    amp__take(&q->lock);
    AMP__STORE(&q->device, NULL);
    AMP__STORE(&q->forked, 0);
    q->asynchronous = 1;
    next->number = __atomic_add_fetch(&q->issued, 1, __ATOMIC_ACQ_REL);
    amp__give(&q->lock);
    r.end.queue = q;
    r.end.number = next->number;
    if (pthread_create(&thread, NULL, amp__continue, next) != 0) {
        AMP__STORE(&q->done, q->issued);
        amp__queue_recycle(q);
        amp__free(next);
        return amp__completion_failed(amp__fail(AMP_RUNTIME_ERROR, "the system gives no thread "
                                                "for a continuation: wait for earlier ones "
                                                "first"));
    }
    (void)pthread_detach(thread);
    return r;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_COMPLETION_H */
