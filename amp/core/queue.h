/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_QUEUE_H
#define AMP_CORE_QUEUE_H
/*
amp/core/queue.h: queues: what an accelerator view is: work in order, its thread, its errors.

A command is issued (it has a number), released (it may run), executed (handed to the
backend), done.
The queue of a default view has no thread: whoever calls takes `turn`, runs the command and
gives `turn` back. An asynchronous queue has a thread, which runs amp__queue_main.
`lock` guards the list of commands and the counts, `turn` the calls of the backend; who
needs both takes `turn` first. A closed queue is used again, its memory is never freed,
and its generation is another: an old handle finds that out.

More than 800 lines: the record of a queue, its thread, and what a failure or a fork makes of
them are one protocol under one lock, and no part is of use without the rest.
*/

#include "../base/fork.h"
#include "../base/trace.h"
#include "command.h"
#include "device.h"
#include "../base/plugin.h"

#include <pthread.h> /* queues' threads, locks */

/* How many failures a queue keeps apart. */
enum { AMP__ERRORS = 64 };

/* A failure of one of the commands `from` to `number`, or of several: a deferred device does not
   say which of those that it was waited for. */
typedef struct amp__queue_error {
    unsigned long long from, number;
    amp_status status;
    const char *why;         /* of amp__sentence */
} amp__queue_error;

/* Commands are numbered from 1, and a number never comes again, also when the queue's
   memory is used for another queue: command n has ended when done >= n, also later. */
typedef struct amp__queue {
    unsigned generation;
    int open, asynchronous, stopping;
    int forked; /* it is of a process whose child this one is: nobody works on it here, */
    unsigned long long ended_before_fork; /* and what was not done then never will be */
    amp_queuing_mode mode;
    const amp__device *device;
    void *backend_queue;
    pthread_mutex_t lock;    /* guards all below, but `turn` and `sent` */
    pthread_mutex_t turn;    /* held by the thread that calls the backend for this queue */
    pthread_cond_t changed;
    pthread_t thread;        /* of an asynchronous queue */
    amp__command *first, *last;
    /* Numbers of commands, each the highest: accepted; may run; somebody waits for it; handed to
       the backend; ended; its failure returned by amp_wait. */
    unsigned long long issued, released, wanted, executed, done, told;
    /* Oldest first: each failure that amp_wait has not returned; and of each amp_wait that
       returned some the first, for completions that were made before it. */
    amp__queue_error error[AMP__ERRORS];
    int errors, more_errors; /* in error[]; not returned, and joined with another there */
    unsigned long long first_failed; /* number of the first failure that was not returned, or */
    amp__failure first_failure;      /* of one that was; its sentence, whole in any case */
    amp__sent *sent;         /* under `turn`; of a deferred device */
    unsigned long long awaited; /* a thread, if awaiting, waits for this number */
    int awaiting;
    struct amp__queue *next_free, *next; /* closed; of all records */
} amp__queue;

/* The queue's device; NULL for that of a continuation. Atomic, since another thread may open the
   record anew meanwhile. */
static AMP__COLD const amp__device *amp__queue_device(const amp__queue *q)
{
    return (const amp__device *)AMP__LOAD(&q->device);
}

/* A queue, new or recycled, not yet opened; NULL where there is no memory for one. */
static AMP__COLD amp__queue *amp__queue_new(void)
{
    amp__queue *q;
    amp__take(&amp__lock.registry);
    q = amp__host.queues_unused;
    if (q != NULL) {
        amp__host.queues_unused = q->next_free;
    }
    amp__give(&amp__lock.registry);
    if (q == NULL) {
        q = (amp__queue *)amp__alloc_zero(sizeof(*q));
        if (q != NULL) {
            q->generation = 1;
            (void)pthread_mutex_init(&q->lock, NULL);
            (void)pthread_mutex_init(&q->turn, NULL);
            (void)pthread_cond_init(&q->changed, NULL);
            AMP__HOLD(&amp__lock.registry);
            q->next = amp__host.queues;
            amp__host.queues = q;
        }
    }
    return q;
}

/* Keeps a closed queue for the next one to be opened: every handle to it is stale from now on. */
static AMP__COLD void amp__queue_recycle(amp__queue *q)
{
    (void)__atomic_fetch_add(&q->generation, 1, __ATOMIC_ACQ_REL);
    AMP__HOLD(&amp__lock.registry);
    q->next_free = amp__host.queues_unused;
    amp__host.queues_unused = q;
}

/* Keeps a failure of the commands `from` to `number`, whose sentence is the thread's last failure,
   for whoever waits. Where there is no room two neighbours become one: a completion of work between
   them then fails too, which is better than one that hides a failure. The caller holds q->lock. */
static AMP__COLD void amp__queue_failed(amp__queue *q, unsigned long long from,
                                        unsigned long long number, amp_status s)
{
    amp__queue_error *e;
    AMP__ASSERT(amp__holds(&q->lock));
    AMP__ASSERT(from <= number && s != AMP_OK);
    if (q->errors == AMP__ERRORS && q->error[1].number <= q->told) {
        if (q->error[0].from < q->error[1].from) {
            q->error[1].from = q->error[0].from;
        }
        memmove(q->error, q->error + 1, sizeof(q->error[0]) * (AMP__ERRORS - 1));
        q->errors--;
    }
    if (q->errors == AMP__ERRORS) {
        e = &q->error[AMP__ERRORS - 1];
        e->from = from < e->from ? from : e->from;
        e->number = number > e->number ? number : e->number;
        q->more_errors++;
        return;
    }
    e = &q->error[q->errors++];
    e->from = from;
    e->number = number;
    e->status = s;
    e->why = amp__sentence(s, amp__error.text);
    if (q->first_failed <= q->told) {
        amp__failure_note(&q->first_failure, s);
        q->first_failed = number;
    }
}

/* Whether the work has ended. May be called without a lock. */
static AMP__COLD int amp__use_ended(const amp__use *u)
{
    return u->queue == NULL || AMP__LOAD(&u->queue->done) >= u->number;
}

/* Waits until the device has done what the queue sent to it, commands up to `number`. A
   failure is kept for whoever waits, and for whoever asks for bytes that those commands were
   to write. The caller holds q->turn, and not q->lock. */
static AMP__COLD void amp__queue_finish(amp__queue *q, unsigned long long number)
{
    const amp__failure last AMP__PUT_BACK = amp__error;
    amp_status s;
    AMP__ASSERT(amp__holds(&q->turn));
    AMP__ASSERT(!amp__holds(&q->lock) || !AMP__KNOWS_LOCKS);
    s = q->device->backend->wait(q->backend_queue);
    amp__sent_end(&q->sent, s);
    if (s != AMP_OK) {
        unsigned long long from;
        AMP__HOLD(&q->lock);
        from = AMP__LOAD(&q->done) + 1;
        amp__queue_failed(q, from < number ? from : number, number, s);
    }
}

/* Somebody waits for the commands up to a number: they may run, and are waited for. The caller
   holds q->lock. */
static AMP__COLD void amp__queue_want(amp__queue *q, unsigned long long number)
{
    AMP__ASSERT(amp__holds(&q->lock));
    q->released = q->released > number ? q->released : number;
    q->wanted = q->wanted > number ? q->wanted : number;
    (void)pthread_cond_broadcast(&q->changed);
}

/* Waits until the work, which had not ended a moment ago, has. */
static AMP__COLD void amp__use_wait_untraced(const amp__use *u)
{
    amp__queue *q = u->queue;
    amp__take(&q->lock);
    if (q->asynchronous || q->device == NULL) {
        amp__queue_want(q, u->number);
        while (q->done < u->number) {
            (void)pthread_cond_wait(&q->changed, &q->lock);
        }
        amp__give(&q->lock);
        return;
    }
    amp__give(&q->lock);
    AMP__HOLD(&q->turn);
    if (!amp__use_ended(u)) {
        const unsigned long long all = AMP__LOAD(&q->issued);
        amp__queue_finish(q, all);
        AMP__HOLD(&q->lock);
        AMP__STORE(&q->done, all);
        (void)pthread_cond_broadcast(&q->changed);
    }
}

/* Waits until the work has ended; sends it on its way if it was held back. The wait is written to
   the file of AMP_TRACE. */
static AMP__COLD void amp__use_wait(const amp__use *u)
{
    unsigned long long began;
    AMP__ASSERT(u->queue == NULL || u->number <= AMP__LOAD(&u->queue->issued));
    if (amp__use_ended(u)) {
        return;
    }
    began = amp__tracing() ? amp__nanoseconds() : 0;
    amp__use_wait_untraced(u);
    if (began != 0) {
        const amp__device *device = amp__queue_device(u->queue);
        char more[100];
        AMP__PRINT(more, "\"accelerator\":\"%.60s\"",
                   device != NULL ? device->about.device_path : "a continuation");
        amp__trace_write("wait", "wait", began, amp__nanoseconds(), 0, more);
    }
}

/* The function of the OS thread that amp__start_waiter starts: waits for the command
   q->awaited, until there is no later one to wait for. */
static AMP__COLD void *amp__waiter_main(void *queue)
{
    amp__queue *q = (amp__queue *)queue;
    amp__use u;
    amp__take(&q->lock);
    u.queue = q;
    while (q->awaited > AMP__LOAD(&q->done)) {
        u.number = q->awaited;
        amp__give(&q->lock);
        amp__use_wait(&u);
        amp__take(&q->lock);
    }
    q->awaiting = 0;
    amp__give(&q->lock);
    return NULL;
}

/* Starts an OS thread that waits for work of a device's default queue and then signals
   q->changed, for a caller that waits for a limited time. Where the system gives no
   thread nothing is signalled, and the work ends when somebody waits for it. */
static AMP__COLD void amp__start_waiter(const amp__use *u)
{
    amp__queue *q = u->queue;
    pthread_t thread;
    AMP__HOLD(&q->lock);
    q->awaited = q->awaited > u->number ? q->awaited : u->number;
    if (!q->awaiting && pthread_create(&thread, NULL, amp__waiter_main, q) == 0) {
        (void)pthread_detach(thread);
        q->awaiting = 1;
    }
}

/* Notes in d that work on `queue` has to come after `u`, unless it does in any case: u has ended,
   or is of that queue. */
static AMP__COLD void amp__after(amp__dependencies *d, const amp__queue *queue, const amp__use *u)
{
    int i;
    if (u->queue == queue || amp__use_ended(u)) {
        return;
    }
    for (i = 0; i < d->count; i++) {
        if (d->at[i].queue == u->queue) {
            if (d->at[i].number < u->number) {
                d->at[i].number = u->number;
            }
            return;
        }
    }
    if (d->count == AMP__DEPENDENCIES) {
        amp__use_wait(u);
    } else {
        d->at[d->count++] = *u;
    }
}

/* Notes in d that work on `queue` has to come after the work that writes r, and, if r is to be
   `written`, after the work that reads it. */
static AMP__COLD void amp__after_record(amp__dependencies *d, const amp__queue *queue,
                                        const amp__record *r, int written)
{
    int i;
    amp__after(d, queue, &r->write);
    for (i = 0; written && i < AMP__USES; i++) {
        amp__after(d, queue, &r->read[i]);
    }
}

/* d also waits for reads of r on this device. Needed only after amp_view or amp_refresh,
   which make a replica stale while it is still read. */
static AMP__COLD void amp__after_readers_on(amp__dependencies *d, const amp__queue *queue,
                                            const amp__record *r)
{
    int i;
    for (i = 0; i < AMP__USES; i++) {
        if (r->read[i].queue != NULL && amp__queue_device(r->read[i].queue) == queue->device) {
            amp__after(d, queue, &r->read[i]);
        }
    }
}

/* Notes that command `number` of the queue uses the data source r, unless it has ended. */
static AMP__COLD void amp__note_use(amp__record *r, amp__queue *queue, unsigned long long number,
                                    int written)
{
    amp__use u;
    int i, oldest = 0;
    AMP__ASSERT(number <= AMP__LOAD(&queue->issued));
    u.queue = queue;
    u.number = number;
    if (amp__use_ended(&u)) {
        return;
    }
    AMP__STORE(&r->busy, 1);
    if (written) {
        r->write = u;
        return; /* reads stay: some queue may not have come to them yet */
    }
    for (i = 0; i < AMP__USES; i++) {
        if (r->read[i].queue == queue || amp__use_ended(&r->read[i])) {
            r->read[i] = u;
            return;
        }
        if (r->read[i].number < r->read[oldest].number) {
            oldest = i;
        }
    }
    amp__use_wait(&r->read[oldest]);
    r->read[oldest] = u;
}

/* Waits until no queue works on r. The caller holds lock.coherence, so that none begins. */
static AMP__COLD void amp__wait_until_idle(amp__record *r)
{
    int i;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (!AMP__LOAD(&r->busy)) {
        return;
    }
    amp__use_wait(&r->write);
    for (i = 0; i < AMP__USES; i++) {
        amp__use_wait(&r->read[i]);
    }
    AMP__STORE(&r->busy, amp__record_failed(r));
}

/* Before a command goes to a deferred device: notes what it writes, and waits where it uses host
   memory that earlier commands may work in. Arguments and status as of amp__command_run. */
static AMP__COLD amp_status amp__send(amp__queue *q, const amp__command *command,
                                      unsigned long long before)
{
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&q->turn));
    if (command->job == AMP__JOB_COPY && (command->direction == AMP__COPY_HOST
        || (command->direction == AMP__COPY_OUT && amp__sent_reads(q->sent, command)))) {
        /* What was sent before works in this memory, or may fail: then its bytes do not
           come home. */
        amp__queue_finish(q, before);
        s = amp__command_lost(command);
    }
    return s == AMP_OK ? amp__sent_add(&q->sent, command) : s;
}

/* Writes a copy that has ended to the trace. began: of amp__nanoseconds. */
static AMP__COLD void amp__trace_copy(const amp__queue *q, const amp__command *command,
                                      size_t bytes, unsigned long long began)
{
    static const char *const name[] = { "copy in", "copy out", "copy within", "copy in host" };
    char more[160];
    AMP__PRINT(more, "\"bytes\":%lu,\"accelerator\":\"%.60s\"", (unsigned long)bytes,
               q->device->about.device_path);
    amp__trace_write(name[command->direction], "copy", began, amp__nanoseconds(), 0, more);
}

/* Hands one command to the backend, and returns its status; before: the number of the command
   before it. The caller holds q->turn. */
static AMP__COLD amp_status amp__command_run(amp__queue *q, const amp__command *command,
                                             unsigned long long before)
{
    const amp__backend *b = q->device->backend;
    const size_t bytes = command->box.count[0] * command->box.count[1] * command->box.count[2];
    unsigned long long *const moved[] = { &amp__host.moved.to_device, &amp__host.moved.to_host,
                                          &amp__host.moved.on_device };
    const amp__direction way = command->direction;
    amp__copy_box box = command->box;
    unsigned long long began = 0;
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&q->turn));
    if (q->device->deferred) {
        s = amp__send(q, command, before);
        if (s != AMP_OK) {
            return s;
        }
    }
    if (command->job == AMP__JOB_LAUNCH) {
        return b->launch(q->backend_queue, &command->launch);
    }
    if (amp__tracing() && (way == AMP__COPY_HOST || !q->device->deferred)) {
        began = amp__nanoseconds(); /* a deferred device writes its own: it knows when they ended */
    }
    if (way == AMP__COPY_HOST) {
        amp__copy_box_in_host(command->to, command->from, &box);
    } else {
        (void)__atomic_fetch_add(moved[way], bytes, __ATOMIC_RELAXED);
        box.to += way == AMP__COPY_OUT ? 0
            : amp__record_lead(command->touched[0].record, q->device);
        box.from += way == AMP__COPY_IN ? 0
            : amp__record_lead(command->touched[command->touched_count - 1].record, q->device);
        s = b->copy(q->backend_queue, way, command->to, command->from, &box);
    }
    if (began != 0) {
        amp__trace_copy(q, command, bytes, began);
    }
    return s;
}

/* After the failure of a command that copies between host memory and a replica of one data source,
   each byte to its own place: copies the bytes that are not lost. Returns 1 where that succeeded:
   the lost ones are as they were. A copy to another place of the source fails as a whole. */
static AMP__COLD int amp__command_copy_rest(amp__queue *q, const amp__command *command)
{
    const amp__failure failed AMP__PUT_BACK = amp__error;
    amp__record *r = command->touched[0].record;
    amp__spans all AMP__SPANS_FREED = AMP__ZERO, rest AMP__SPANS_FREED = AMP__ZERO;
    amp__command part = *command;
    int i = 0, done = 0;
    if (command->job == AMP__JOB_COPY && command->touched_count == 2
        && command->touched[1].record == r
        && command->box.to == command->box.from
        && memcmp(command->box.to_stride, command->box.from_stride,
                  sizeof(command->box.to_stride)) == 0
        && amp__command_lost(command) != AMP_OK) {
        AMP__HOLD(&amp__lock.registry);
        if (amp__lost_list(r) == AMP_OK && amp__spans_of_copy_box(&command->box, &all) == AMP_OK) {
            done = amp__spans_op('-', &all, &r->lost, &rest) == AMP_OK;
        }
    }
    while (done && i < rest.count) {
        i = amp__spans_copy_box(&rest, i, &part.box);
        part.touched[0].bytes = part.touched[1].bytes = part.box;
        AMP__HOLD(&q->turn);
        done = amp__command_run(q, &part, command->number - 1) == AMP_OK;
    }
    return done;
}

/* Waits until all that the queue's thread has sent to a deferred device has ended, and counts it as
   done. Called by that thread, with q->lock held, which it gives back meanwhile. */
static AMP__COLD void amp__queue_complete(amp__queue *q)
{
    const unsigned long long all = q->executed;
    AMP__ASSERT(amp__holds(&q->lock));
    amp__give(&q->lock);
    amp__take(&q->turn);
    amp__queue_finish(q, all);
    amp__give(&q->turn);
    amp__take(&q->lock);
    AMP__ASSERT(all <= q->executed);
    AMP__STORE(&q->done, all);
    (void)pthread_cond_broadcast(&q->changed);
}

/* Whether all of this work has ended. May be called without a lock. */
static AMP__COLD int amp__dependencies_ended(const amp__dependencies *d)
{
    int i = 0;
    while (i < d->count && amp__use_ended(&d->at[i])) {
        i++;
    }
    return i == d->count;
}

/* Waits until the command may run. AMP_OK, or the failure of work on what it uses. */
static AMP__COLD amp_status amp__command_wait(const amp__command *command)
{
    int i;
    for (i = 0; i < command->after.count; i++) {
        amp__use_wait(&command->after.at[i]);
    }
    return amp__command_lost(command);
}

/* The function of a queue's OS thread: runs the commands in order, as far as they are
   released, until the queue is stopped. */
static AMP__COLD void *amp__queue_main(void *argument)
{
    amp__queue *q = (amp__queue *)argument;
    amp__take(&q->lock);
    for (;;) {
        amp__command *command = q->first;
        if (command != NULL && command->number <= q->released) {
            amp_status s;
            q->first = command->next;
            if (q->first == NULL) {
                q->last = NULL;
            }
            /* The work to wait for may itself wait for what this queue has sent: that
               counts as done before this thread waits for others. */
            if (q->done < q->executed && !amp__dependencies_ended(&command->after)) {
                amp__queue_complete(q);
            }
            amp__give(&q->lock);
            s = amp__command_wait(command);
            if (s == AMP_OK) {
                AMP__HOLD(&q->turn);
                s = amp__command_run(q, command, command->number - 1);
            }
            if (s != AMP_OK && !amp__command_copy_rest(q, command)) {
                amp__command_failed(command, s);
            }
            amp__take(&q->lock);
            if (s != AMP_OK) {
                amp__queue_failed(q, command->number, command->number, s);
            }
            q->executed = command->number;
            amp__free(command);
            AMP__ASSERT(q->executed <= q->issued);
            if (!q->device->deferred) {
                AMP__STORE(&q->done, q->executed);
                (void)pthread_cond_broadcast(&q->changed);
            }
            command = q->first;
        }
        /* Not behind each command on the way to the one that somebody waits for: a device takes
           twice the time for small launches between which its threads fall asleep. */
        if (q->done < q->executed
            && (command == NULL || (q->done < q->wanted && q->wanted <= q->executed))) {
            amp__queue_complete(q);
            continue;
        }
        if (q->first != NULL && q->first->number <= q->released) {
            continue;
        }
        if (q->stopping) {
            break;
        }
        (void)pthread_cond_wait(&q->changed, &q->lock);
    }
    amp__give(&q->lock);
    return NULL;
}

/* How many commands an automatic queue holds back at most. */
enum { AMP__HELD_BACK = 16 };

/* Copies a command for the thread of an asynchronous queue; *number is its number there. */
static AMP__COLD amp_status amp__hand_over(amp__queue *q, const amp__command *command,
                                           unsigned long long *number)
{
    const amp__kernel *k = command->job == AMP__JOB_LAUNCH ? command->launch.kernel : NULL;
    amp__command *copy;
    size_t size = (sizeof(*command) + 15) / 16 * 16;
    int i;
    if (k != NULL) {
        size += sizeof(amp__argument) * AMP_MAX_PARAMETERS;
        for (i = 0; i < k->parameter_count; i++) {
            size += k->parameters[i].access == AMP__ACCESS_value
                ? (k->parameters[i].type.size + 15) / 16 * 16 : 0;
        }
    }
    copy = (amp__command *)amp__alloc(size);
    if (copy == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    *copy = *command;
    if (k != NULL) {
        char *room = (char *)copy + (sizeof(*command) + 15) / 16 * 16;
        amp__argument *argument = (amp__argument *)(void *)room;
        room += sizeof(amp__argument) * AMP_MAX_PARAMETERS;
        memcpy(argument, command->launch.arguments, sizeof(*argument) * (size_t)k->parameter_count);
        copy->launch.arguments = argument;
        for (i = 0; i < k->parameter_count; i++) {
            if (k->parameters[i].access == AMP__ACCESS_value) {
                memcpy(room, argument[i].data, k->parameters[i].type.size);
                argument[i].data = room;
                room += (k->parameters[i].type.size + 15) / 16 * 16;
            }
        }
    }
    AMP__HOLD(&q->lock);
    *number = copy->number = __atomic_add_fetch(&q->issued, 1, __ATOMIC_ACQ_REL);
    copy->next = NULL;
    if (q->last != NULL) {
        q->last->next = copy;
    } else {
        q->first = copy;
    }
    q->last = copy;
    if (q->mode == AMP_QUEUING_IMMEDIATE || q->issued - q->released > AMP__HELD_BACK) {
        q->released = q->issued;
        (void)pthread_cond_broadcast(&q->changed);
    }
    return AMP_OK;
}

/* Puts a command on a queue: runs it at once, or copies it for the queue's thread.
   *number is the command's number. */
static AMP__COLD amp_status amp__submit(amp__queue *q, const amp__command *command,
                                        unsigned long long *number)
{
    amp_status s;
    if (q->asynchronous) {
        return amp__hand_over(q, command, number);
    }
    s = amp__command_wait(command);
    if (s != AMP_OK) {
        return s;
    }
    AMP__HOLD(&q->turn);
    *number = __atomic_add_fetch(&q->issued, 1, __ATOMIC_ACQ_REL);
    s = amp__command_run(q, command, *number - 1);
    if (!q->device->deferred) {
        AMP__STORE(&q->done, *number);
    }
    return s;
}

/* Puts a copy on a queue: the bytes of the box from `from` to `to`, host memory or
   buffers as `direction` says. a: the data source that is written; b: the one that is
   read; NULL where that is memory of the caller's. The caller holds lock.coherence. */
static AMP__COLD amp_status amp__submit_copy(amp__queue *queue, amp__direction direction, void *to,
                                             void *from, const amp__copy_box *box,
                                             amp__record *a, amp__record *b)
{
    amp__command command = AMP__ZERO;
    unsigned long long number = 0;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    command.job = AMP__JOB_COPY;
    command.direction = direction;
    command.to = to;
    command.from = from;
    command.box = *box;
    if (a != NULL) {
        amp__after_record(&command.after, queue, a, b != a);
        if (b == a && direction == AMP__COPY_IN) {
            amp__after_readers_on(&command.after, queue, a);
        }
        amp__command_add_access(&command, a, box, 0, 1);
    }
    if (b != NULL) {
        amp__copy_box source = *box;
        source.to = box->from;
        memcpy(source.to_stride, box->from_stride, sizeof(source.to_stride));
        amp__command_add_access(&command, b, &source, 1, 0);
        amp__after_record(&command.after, queue, b, 0);
    }
    s = amp__submit(queue, &command, &number);
    if (s == AMP_OK && a != NULL) {
        amp__note_use(a, queue, number, 1);
    }
    if (s == AMP_OK && b != NULL && b != a) {
        amp__note_use(b, queue, number, 0);
    }
    return s;
}

/* In the child of a fork: the queues' threads exist in the parent only. Their unfinished commands
   count as ended here; what they were to write counts as lost. */
static AMP__COLD void amp__queues_after_fork(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    const pthread_cond_t still = PTHREAD_COND_INITIALIZER;
    amp__slab *slab;
    amp__queue *q;
    int i;
    amp__host.forked_after_list = amp__host.devices.listed;
    for (slab = amp__host.registry.slabs; slab != NULL; slab = slab->next) {
        for (i = 0; i < AMP__SLAB; i++) {
            amp__record *r = &slab->record[i];
            if (r->source != AMP__SOURCE_NONE && r->busy && !amp__use_ended(&r->write)
                && r->failed.status == AMP_OK) {
                amp__keep_text(r->failed.text, sizeof(r->failed.text), "work on the data was "
                               "queued before fork(): its result is the parent's alone");
                r->all_lost = 1;
                AMP__STORE(&r->failed.status, AMP_UNSUPPORTED);
            }
        }
    }
    for (q = amp__host.queues; q != NULL; q = q->next) {
        memcpy(&q->lock, &fresh, sizeof(fresh));
        memcpy(&q->turn, &fresh, sizeof(fresh));
        memcpy(&q->changed, &still, sizeof(still));
        q->first = q->last = NULL;
        q->sent = NULL;
        q->forked = q->open && (q->asynchronous || !q->device->outlives_fork);
        q->awaiting = 0;
        q->ended_before_fork = q->forked ? q->done : q->issued;
        q->released = q->executed = q->issued;
        AMP__STORE(&q->done, q->issued);
    }
}

/* Opens a queue on a device. thread_main: amp__queue_main for a queue with a thread of
   its own, NULL for one whose work runs in its callers. It is a parameter so that a
   program which makes no accelerator view is not compiled with amp__queue_main. */
static AMP__COLD amp_status amp__queue_open(const amp__device *device,
                                            void *(*thread_main)(void *),
                                            amp_queuing_mode mode, amp__queue **queue)
{
    amp__queue *q;
    amp_status s = amp__device_usable(device);
    *queue = NULL;
    if (s != AMP_OK) {
        return s;
    }
    q = amp__queue_new();
    if (q == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    amp__take(&q->lock);
    AMP__STORE(&q->device, device);
    q->asynchronous = thread_main != NULL;
    q->mode = mode;
    q->stopping = 0;
    q->released = q->executed = q->told = q->issued;
    amp__give(&q->lock);
    amp__stay_loaded();
    amp__at_fork(AMP__FORK_QUEUES, amp__queues_after_fork);
    AMP__STORE(&q->forked, 0);
    s = amp__trace_ready();
    s = AMP__THEN(s, device->backend->queue_create(device, &q->backend_queue));
    if (s == AMP_OK && thread_main != NULL
        && pthread_create(&q->thread, NULL, thread_main, q) != 0) {
        device->backend->queue_destroy(device, q->backend_queue);
        s = amp__fail(AMP_RUNTIME_ERROR, "the system gives no thread for an accelerator view: "
                      "release views that are not needed");
    }
    if (s != AMP_OK) {
        amp__queue_recycle(q);
        return s;
    }
    AMP__STORE(&q->open, 1);
    if (device->own_memory) {
        AMP__STORE(&amp__host.registry.devices_in_use, 1);
    } else if (device->deferred || thread_main != NULL) {
        AMP__STORE(&amp__host.registry.host_in_use, 1);
    }
    *queue = q;
    return AMP_OK;
}

/* The queue behind a device's default view, made at its first use. */
static AMP__WARM amp_status amp__queue_default(const amp__device *device, amp__queue **queue)
{
    amp__queue **slot = &amp__host.devices.queue[device->about.index];
    amp_status s = amp__device_usable(device);
    if (s != AMP_OK) {
        return s;
    }
    *queue = AMP__LOAD(slot);
    if (*queue != NULL) {
        return AMP_OK;
    }
    AMP__HOLD(&amp__lock.devices);
    if (*slot == NULL) {
        s = amp__queue_open(device, NULL, AMP_QUEUING_AUTOMATIC, queue);
        if (s == AMP_OK) {
            AMP__STORE(slot, *queue);
        }
    }
    *queue = *slot;
    return s;
}

/* *queue = the queue of the device on which to copy r: the one that writes r at present,
   where it is the device's, so that nobody need wait; else the default view's. */
static AMP__COLD amp_status amp__queue_for(const amp__record *r, const amp__device *device,
                                           amp__queue **queue)
{
    amp__queue *q = r->write.queue;
    if (q != NULL && !amp__use_ended(&r->write) && amp__queue_device(q) == device
        && AMP__LOAD(&q->open)) {
        *queue = q;
        return AMP_OK;
    }
    return amp__queue_default(device, queue);
}

/* Whether the accelerator view, which has a queue, is neither released nor of the process that
   this one is the child of: then nobody works on it here. */
static AMP__COLD int amp__queue_alive(amp_accelerator_view v)
{
    return AMP__LOAD(&v.queue->generation) == v.generation && AMP__LOAD(&v.queue->open)
        && !AMP__LOAD(&v.queue->forked);
}

/* The queue of an accelerator view; the default one's for auto selection. */
static AMP__WARM amp_status amp__queue_of(amp_accelerator_view v, amp__queue **queue)
{
    int i;
    amp_status s;
    *queue = v.queue;
    if (v.queue != NULL) {
        if (AMP__LOAD(&v.queue->forked)) {
            return amp__fail(AMP_UNSUPPORTED, "the accelerator view was made before fork(), in "
                             "the parent, and cannot be used in the child: make one here, of "
                             "an accelerator that outlives a fork (\"emu\")");
        }
        if (!amp__queue_alive(v)) {
            return amp__fail(AMP_INVALID_ARGUMENT, "the accelerator view was released: make it "
                             "anew with amp_accelerator_create_view");
        }
        return AMP_OK;
    }
    s = amp__default_index(&i);
    return s == AMP_OK ? amp__queue_default(&amp__host.devices.device[i], queue) : s;
}

/* The first failure that the queue keeps of commands above `since` up to `number`, made
   the calling thread's last one; AMP_OK where there is none. With `tell`, the failures
   that no amp_wait has returned yet, and these then count as returned. */
static AMP__COLD amp_status amp__queue_error_of(amp__queue *q, unsigned long long since,
                                                unsigned long long number, int tell)
{
    amp_status s = AMP_OK;
    amp__queue_error *first = NULL; /* of those to be returned */
    int i, kept = 0, found = 0;
    AMP__HOLD(&q->lock);
    since = tell ? q->told : since;
    for (i = 0; i < q->errors; i++) {
        const amp__queue_error e = q->error[i];
        const int of_these = e.number > since && e.from <= number;
        if (of_these && s == AMP_OK) {
            s = e.number == q->first_failed ? amp__failure_tell(&q->first_failure)
                : amp__fail(e.status, "%s", e.why);
        }
        found += of_these;
        /* A completion that was made before now, and is concerned by one of those returned
           here, is by the first of them; one that is made later by none. */
        if (tell && found > 1 && of_these && e.number <= number) {
            first->from = e.from < first->from ? e.from : first->from;
        } else {
            first = of_these && found == 1 ? &q->error[kept] : first;
            q->error[kept++] = e;
        }
    }
    q->errors = kept;
    if (tell) {
        found += q->more_errors;
        q->more_errors = 0;
        q->told = number > q->told ? number : q->told;
    }
    if (s != AMP_OK && found > 1) {
        const size_t n = strlen(amp__error.text);
        (void)snprintf(amp__error.text + n, sizeof(amp__error.text) - n,
                       " (and %d more failed after it)", found - 1);
    }
    return s;
}

/* A use that ends when everything issued to the queue so far has ended. */
static AMP__COLD amp__use amp__queue_now(amp__queue *q)
{
    amp__use u;
    AMP__HOLD(&q->lock);
    u.queue = q;
    u.number = AMP__LOAD(&q->issued);
    return u;
}

#endif /* AMP_CORE_QUEUE_H */
