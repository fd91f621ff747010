/* SPDX-License-Identifier: MIT */
#ifndef AMP_RUNTIME_H
#define AMP_RUNTIME_H
/*
amp_runtime.h: in which order work runs, and when it has ended.

  1 queues              what an accelerator view is: in-order work, worker, errors
  2 accelerator views   their public functions
  3 completions         a moment in a queue: wait, wait_for, then
  4 launching           a launch that copies, waits, or runs on a queue
  5 views               synchronize, refresh, discard, release

An accelerator's default view runs its work in the calling thread. A view made
by amp_accelerator_create_view has an OS thread of its own; work on one view
runs in order, on two views side by side, except where both use the same data
and one of them writes it: then the later one waits for the earlier.

Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_RUNTIME_H /* amp.h includes this file */
#include "amp.h"
#else

#include <pthread.h>  /* workers, locks */
#include <sys/time.h> /* gettimeofday: for wait_for, also under -std=c99 */

/* ==== 1 queues =========================================================== */

typedef enum amp__job { AMP__JOB_COPY, AMP__JOB_LAUNCH } amp__job;

enum { AMP__DEPENDENCIES = 16, AMP__ERRORS = 4 };
typedef struct amp__dependencies {
    amp__use at[AMP__DEPENDENCIES];
    int count;
} amp__dependencies;

/* One piece of work. A launch that waits for its turn brings its arguments
   and values along, in the same block. */
typedef struct amp__item {
    struct amp__item *next;
    unsigned long long number;
    amp__job job;
    amp__direction direction;
    void *to, *from;
    amp__region region;
    amp__launch launch;
    amp__dependencies after;
    amp__storage *written[AMP_MAX_PARAMETERS];
    unsigned generation[AMP_MAX_PARAMETERS];
    int written_count;
} amp__item;

typedef struct amp__queue_error {
    unsigned long long number;
    amp_status status;
    int anybodys; /* came out at the backend's wait: no storage was told */
    char why[400];
} amp__queue_error;

/* Items are numbered from 1 and never numbered anew, also when the record is
   recycled: item n has ended when done >= n, for ever. */
typedef struct amp__queue {
    unsigned generation;
    int open, asynchronous, stopping;
    amp_queuing_mode mode;
    const amp__device *device;
    void *backend_queue;
    pthread_mutex_t lock;    /* of all below */
    pthread_mutex_t turn;    /* held by who uses backend_queue */
    pthread_cond_t changed;
    pthread_t worker;
    amp__item *first, *last;
    unsigned long long issued, released, wanted, executed, done, told;
    amp__queue_error error[AMP__ERRORS]; /* oldest first */
    int errors, more_errors;
    struct amp__queue *next_free;
} amp__queue;

AMP__C_BEGIN
__attribute__((weak)) amp__queue *amp__queues_unused;
AMP__C_END

/* A queue record, closed; NULL without memory. */
static inline amp__queue *amp__queue_record(void)
{
    amp__queue *q;
    (void)pthread_mutex_lock(&amp__registry_lock);
    q = amp__queues_unused;
    if (q != NULL) {
        amp__queues_unused = q->next_free;
    }
    (void)pthread_mutex_unlock(&amp__registry_lock);
    if (q == NULL) {
        q = (amp__queue *)amp__alloc(sizeof(*q));
        if (q != NULL) {
            memset(q, 0, sizeof(*q));
            q->generation = 1;
            (void)pthread_mutex_init(&q->lock, NULL);
            (void)pthread_mutex_init(&q->turn, NULL);
            (void)pthread_cond_init(&q->changed, NULL);
        }
    }
    return q;
}
static inline void amp__queue_recycle(amp__queue *q)
{
    (void)__atomic_fetch_add(&q->generation, 1, __ATOMIC_ACQ_REL);
    (void)pthread_mutex_lock(&amp__registry_lock);
    q->next_free = amp__queues_unused;
    amp__queues_unused = q;
    (void)pthread_mutex_unlock(&amp__registry_lock);
}

/* Keeps the error of item `number` (text: amp_last_error) for whoever waits;
   anybodys: see amp__queue_error.
   Wants the queue's lock. */
static inline void amp__queue_failed(amp__queue *q, unsigned long long number, amp_status s,
                                     int anybodys)
{
    amp__queue_error *e;
    if (q->errors == AMP__ERRORS && q->error[0].number <= q->told) {
        memmove(q->error, q->error + 1, sizeof(q->error[0]) * (AMP__ERRORS - 1));
        q->errors--;
    }
    if (q->errors == AMP__ERRORS) {
        q->more_errors++;
        q->errors--; /* the last one gives way: the first errors say most */
    }
    e = &q->error[q->errors++];
    e->number = number;
    e->status = s;
    e->anybodys = anybodys;
    amp__keep_text(e->why, sizeof(e->why), amp__error.text);
}

static inline int amp__use_ended(const amp__use *u)
{
    return u->queue == NULL || __atomic_load_n(&u->queue->done, __ATOMIC_ACQUIRE) >= u->number;
}

/* Waits until the work has ended; sends it on its way if it was held back. */
static AMP__NOINLINE void amp__use_wait(const amp__use *u)
{
    amp__queue *q = u->queue;
    if (amp__use_ended(u)) {
        return;
    }
    (void)pthread_mutex_lock(&q->lock);
    if (q->asynchronous || q->device == NULL) {
        if (q->released < u->number) {
            q->released = u->number;
        }
        if (q->wanted < u->number) {
            q->wanted = u->number;
        }
        (void)pthread_cond_broadcast(&q->changed);
        while (q->done < u->number) {
            (void)pthread_cond_wait(&q->changed, &q->lock);
        }
        (void)pthread_mutex_unlock(&q->lock);
        return;
    }
    (void)pthread_mutex_unlock(&q->lock);
    (void)pthread_mutex_lock(&q->turn);
    if (!amp__use_ended(u)) {
        const unsigned long long all = __atomic_load_n(&q->issued, __ATOMIC_ACQUIRE);
        const amp_status s = q->device->backend->wait(q->backend_queue);
        (void)pthread_mutex_lock(&q->lock);
        if (s != AMP_OK) {
            amp__queue_failed(q, all, s, 1);
        }
        __atomic_store_n(&q->done, all, __ATOMIC_RELEASE);
        (void)pthread_mutex_unlock(&q->lock);
    }
    (void)pthread_mutex_unlock(&q->turn);
}

/* Notes that work has to come after `u`, unless the queue's order says so. */
static inline void amp__after(amp__dependencies *d, const amp__queue *queue, const amp__use *u)
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
static inline void amp__after_storage(amp__dependencies *d, const amp__queue *queue,
                                      const amp__storage *r, int written)
{
    int i;
    amp__after(d, queue, &r->write);
    for (i = 0; written && i < AMP__USES; i++) {
        amp__after(d, queue, &r->read[i]);
    }
}

/* A copy between two memories of one storage writes only bytes that are out of
   date there, which nobody reads, save after amp_view or amp_refresh over the same
   host memory: they make a device's bytes out of date under those who still read. */
static inline void amp__after_readers_on(amp__dependencies *d, const amp__queue *queue,
                                         const amp__storage *r)
{
    int i;
    for (i = 0; i < AMP__USES; i++) {
        if (r->read[i].queue != NULL && r->read[i].queue->device == queue->device) {
            amp__after(d, queue, &r->read[i]);
        }
    }
}

/* Notes that item `number` of the queue uses the storage. */
static inline void amp__note_use(amp__storage *r, amp__queue *queue, unsigned long long number,
                                 int written)
{
    amp__use u;
    int i, oldest = 0;
    u.queue = queue;
    u.number = number;
    if (amp__use_ended(&u)) {
        return;
    }
    __atomic_store_n(&r->busy, 1, __ATOMIC_RELEASE);
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

static inline void amp__settle(amp__storage *r)
{
    int i;
    if (!r->busy) {
        return;
    }
    amp__use_wait(&r->write);
    for (i = 0; i < AMP__USES; i++) {
        amp__use_wait(&r->read[i]);
    }
    __atomic_store_n(&r->busy, 0, __ATOMIC_RELEASE);
}

/* Does one item, in the turn of the calling thread. */
static inline amp_status amp__item_run(const amp__queue *q, const amp__item *item)
{
    const amp__backend *b = q->device->backend;
    const size_t bytes = item->region.count[0] * item->region.count[1] * item->region.count[2];
    if (item->job == AMP__JOB_LAUNCH) {
        return b->launch(q->backend_queue, &item->launch);
    }
    switch (item->direction) {
    case AMP__COPY_IN:
        (void)__atomic_fetch_add(&amp__moved.to_device, bytes, __ATOMIC_RELAXED);
        return b->copy_in(q->backend_queue, item->to, item->from, &item->region);
    case AMP__COPY_OUT:
        (void)__atomic_fetch_add(&amp__moved.to_host, bytes, __ATOMIC_RELAXED);
        return b->copy_out(q->backend_queue, item->to, item->from, &item->region);
    case AMP__COPY_WITHIN:
        (void)__atomic_fetch_add(&amp__moved.on_device, bytes, __ATOMIC_RELAXED);
        return b->copy_within(q->backend_queue, item->to, item->from, &item->region);
    case AMP__COPY_HOST:
        break;
    }
    if (q->device->deferred) { /* what was sent before may still work in this memory */
        const amp_status s = b->wait(q->backend_queue);
        if (s != AMP_OK) {
            return s;
        }
    }
    amp__region_copy(item->to, item->from, &item->region);
    return AMP_OK;
}

/* Tells the storages that a failed item wrote, for amp_synchronize. */
static inline void amp__item_failed(const amp__item *item, amp_status s)
{
    int i;
    (void)pthread_mutex_lock(&amp__registry_lock);
    for (i = 0; i < item->written_count; i++) {
        amp__storage *r = item->written[i];
        if (r->generation == item->generation[i] && r->failed == AMP_OK) {
            amp__keep_text(r->why, sizeof(r->why), amp__error.text);
            __atomic_store_n(&r->failed, (int)s, __ATOMIC_RELEASE);
        }
    }
    (void)pthread_mutex_unlock(&amp__registry_lock);
}

/* The worker of a queue: items in order, as far as they are released. */
static inline void *amp__queue_worker(void *argument)
{
    amp__queue *q = (amp__queue *)argument;
    (void)pthread_mutex_lock(&q->lock);
    for (;;) {
        amp__item *item = q->first;
        if (item != NULL && item->number <= q->released) {
            amp_status s;
            int i;
            q->first = item->next;
            if (q->first == NULL) {
                q->last = NULL;
            }
            (void)pthread_mutex_unlock(&q->lock);
            for (i = 0; i < item->after.count; i++) {
                amp__use_wait(&item->after.at[i]);
            }
            (void)pthread_mutex_lock(&q->turn);
            s = amp__item_run(q, item);
            (void)pthread_mutex_unlock(&q->turn);
            if (s != AMP_OK) {
                amp__item_failed(item, s);
            }
            (void)pthread_mutex_lock(&q->lock);
            if (s != AMP_OK) {
                amp__queue_failed(q, item->number, s, 0);
            }
            q->executed = item->number;
            amp__free(item);
            if (!q->device->deferred) {
                __atomic_store_n(&q->done, q->executed, __ATOMIC_RELEASE);
                (void)pthread_cond_broadcast(&q->changed);
            }
            item = q->first;
        }
        if (q->done < q->executed && (q->wanted > q->done || item == NULL)) {
            amp_status s;
            const unsigned long long all = q->executed;
            (void)pthread_mutex_unlock(&q->lock);
            (void)pthread_mutex_lock(&q->turn);
            s = q->device->backend->wait(q->backend_queue);
            (void)pthread_mutex_unlock(&q->turn);
            (void)pthread_mutex_lock(&q->lock);
            if (s != AMP_OK) {
                amp__queue_failed(q, all, s, 1);
            }
            __atomic_store_n(&q->done, all, __ATOMIC_RELEASE);
            (void)pthread_cond_broadcast(&q->changed);
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
    (void)pthread_mutex_unlock(&q->lock);
    return NULL;
}

/* How many items an automatic queue holds back at most. */
enum { AMP__HELD_BACK = 16 };

/* Puts an item on a queue: runs it at once, or copies it for the worker.
   *number is the item's number. */
static inline amp_status amp__submit(amp__queue *q, amp__item *item, unsigned long long *number)
{
    const amp__kernel *k = item->job == AMP__JOB_LAUNCH ? item->launch.kernel : NULL;
    amp__item *copy;
    size_t size = (sizeof(*item) + 15) / 16 * 16;
    amp_status s;
    int i;
    if (!q->asynchronous) {
        for (i = 0; i < item->after.count; i++) {
            amp__use_wait(&item->after.at[i]);
        }
        (void)pthread_mutex_lock(&q->turn);
        *number = __atomic_add_fetch(&q->issued, 1, __ATOMIC_ACQ_REL);
        s = amp__item_run(q, item);
        if (!q->device->deferred) {
            __atomic_store_n(&q->done, *number, __ATOMIC_RELEASE);
        }
        (void)pthread_mutex_unlock(&q->turn);
        return s;
    }
    if (k != NULL) {
        size += sizeof(amp__argument) * AMP_MAX_PARAMETERS;
        for (i = 0; i < k->parameter_count; i++) {
            size += k->parameters[i].access == AMP__ACCESS_value
                ? (k->parameters[i].type.size + 15) / 16 * 16 : 0;
        }
    }
    copy = (amp__item *)amp__alloc(size);
    if (copy == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    *copy = *item;
    if (k != NULL) {
        char *room = (char *)copy + (sizeof(*item) + 15) / 16 * 16;
        amp__argument *argument = (amp__argument *)(void *)room;
        room += sizeof(amp__argument) * AMP_MAX_PARAMETERS;
        memcpy(argument, item->launch.arguments,
               sizeof(*argument) * (size_t)k->parameter_count);
        copy->launch.arguments = argument;
        for (i = 0; i < k->parameter_count; i++) {
            if (k->parameters[i].access == AMP__ACCESS_value) {
                memcpy(room, argument[i].data, k->parameters[i].type.size);
                argument[i].data = room;
                room += (k->parameters[i].type.size + 15) / 16 * 16;
            }
        }
    }
    (void)pthread_mutex_lock(&q->lock);
    *number = copy->number = ++q->issued;
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
    (void)pthread_mutex_unlock(&q->lock);
    return AMP_OK;
}

static inline amp_status amp__submit_copy(amp__queue *queue, amp__direction direction, void *to,
                                          void *from, const amp__region *region,
                                          amp__storage *a, amp__storage *b)
{
    amp__item item;
    unsigned long long number = 0;
    amp_status s;
    memset(&item, 0, sizeof(item));
    item.job = AMP__JOB_COPY;
    item.direction = direction;
    item.to = to;
    item.from = from;
    item.region = *region;
    if (a != NULL) {
        amp__after_storage(&item.after, queue, a, b != a);
        if (b == a && direction == AMP__COPY_IN) {
            amp__after_readers_on(&item.after, queue, a);
        }
        item.written[0] = a;
        item.generation[0] = a->generation;
        item.written_count = 1;
    }
    if (b != NULL) {
        amp__after_storage(&item.after, queue, b, 0);
    }
    s = amp__submit(queue, &item, &number);
    if (s == AMP_OK && a != NULL) {
        amp__note_use(a, queue, number, 1);
    }
    if (s == AMP_OK && b != NULL && b != a) {
        amp__note_use(b, queue, number, 0);
    }
    return s;
}

/* Opens a queue on a device. */
static inline amp_status amp__queue_open(const amp__device *device, int asynchronous,
                                         amp_queuing_mode mode, amp__queue **queue)
{
    amp__queue *q = amp__queue_record();
    amp_status s;
    *queue = NULL;
    if (q == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    (void)pthread_mutex_lock(&q->lock);
    q->device = device;
    q->asynchronous = asynchronous;
    q->mode = mode;
    q->stopping = 0;
    q->released = q->executed = q->told = q->issued;
    (void)pthread_mutex_unlock(&q->lock);
    s = device->backend->queue_create(device, &q->backend_queue);
    if (s == AMP_OK && asynchronous
        && pthread_create(&q->worker, NULL, amp__queue_worker, q) != 0) {
        device->backend->queue_destroy(device, q->backend_queue);
        s = amp__fail(AMP_RUNTIME_ERROR, "the system gives no thread for an accelerator view: "
                      "release views that are not needed");
    }
    if (s != AMP_OK) {
        amp__queue_recycle(q);
        return s;
    }
    __atomic_store_n(&q->open, 1, __ATOMIC_RELEASE);
    if (device->own_memory) {
        __atomic_store_n(&amp__known.devices_in_use, 1, __ATOMIC_RELEASE);
    } else if (device->deferred || asynchronous) {
        __atomic_store_n(&amp__known.host_in_use, 1, __ATOMIC_RELEASE);
    }
    *queue = q;
    return AMP_OK;
}

/* The queue behind a device's default view, made at its first use. */
static inline amp_status amp__queue_default(const amp__device *device, amp__queue **queue)
{
    amp__queue **place = &amp__devices.queue[device->about.index];
    amp_status s = AMP_OK;
    *queue = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (*queue != NULL) {
        return AMP_OK;
    }
    (void)pthread_mutex_lock(&amp__devices_lock);
    if (*place == NULL) {
        s = amp__queue_open(device, 0, AMP_QUEUING_AUTOMATIC, queue);
        if (s == AMP_OK) {
            __atomic_store_n(place, *queue, __ATOMIC_RELEASE);
        }
    }
    *queue = *place;
    (void)pthread_mutex_unlock(&amp__devices_lock);
    return s;
}

static inline amp_status amp__queue_for(const amp__storage *r, const amp__device *device,
                                        amp__queue **queue)
{
    amp__queue *q = r->write.queue;
    if (q != NULL && !amp__use_ended(&r->write) && q->device == device) {
        *queue = q;
        return AMP_OK;
    }
    return amp__queue_default(device, queue);
}

/* The queue of an accelerator view; the default one's for auto selection. */
static inline amp_status amp__queue_of(amp_accelerator_view v, amp__queue **queue)
{
    int i;
    amp_status s;
    *queue = v.queue;
    if (v.queue != NULL) {
        if (__atomic_load_n(&v.queue->generation, __ATOMIC_ACQUIRE) != v.generation
            || !__atomic_load_n(&v.queue->open, __ATOMIC_ACQUIRE)) {
            return amp__fail(AMP_INVALID_ARGUMENT, "the accelerator view was released: make it "
                             "anew with amp_accelerator_create_view");
        }
        return AMP_OK;
    }
    s = amp__default_index(1, &i);
    return s == AMP_OK ? amp__queue_default(&amp__devices.device[i], queue) : s;
}

/* ==== 2 accelerator views ================================================ */

/* The accelerator's default view: automatic queuing, its work is sent by the
   calling thread, and it is never released. A launch on it has ended when it
   returns, but for two cases, which amp_wait and amp_synchronize wait for: an
   OpenCL device with memory of its own, and on any OpenCL device a launch that
   has no view of host memory among its arguments. All zero where there is no such
   accelerator, with the sentence in amp_last_error. */
static inline amp_accelerator_view amp_accelerator_default_view(amp_accelerator a)
{
    amp_accelerator_view v = amp_auto_selection_view();
    amp__devices_list();
    if (a.index < 0 || a.index >= amp__devices.count) {
        (void)amp__fail(AMP_INVALID_ARGUMENT, "there is no accelerator %d", a.index);
        return v;
    }
    if (amp__queue_default(&amp__devices.device[a.index], &v.queue) == AMP_OK) {
        v.generation = v.queue->generation;
    }
    return v;
}

/* *view = a new view of the accelerator: an in-order queue of its own, whose
   work runs beside the caller's and beside that of other views. With
   AMP_QUEUING_IMMEDIATE a command is sent at once; with AMP_QUEUING_AUTOMATIC
   it may be kept (here up to 16) until amp_flush, amp_wait, or something that
   needs its result. AMP_INVALID_ARGUMENT, AMP_OUT_OF_MEMORY, AMP_RUNTIME_ERROR
   (no thread to be had): *view is all zero. End it with
   amp_accelerator_view_release. */
static inline amp_status amp_accelerator_create_view(amp_accelerator a, amp_queuing_mode mode,
                                                     amp_accelerator_view *view)
{
    amp_status s;
    *view = amp_auto_selection_view();
    amp__devices_list();
    if (a.index < 0 || a.index >= amp__devices.count) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no accelerator %d: there are %d, from 0",
                         a.index, amp__devices.count);
    }
    if (mode != AMP_QUEUING_IMMEDIATE && mode != AMP_QUEUING_AUTOMATIC) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no queuing mode %d", (int)mode);
    }
    s = amp__queue_open(&amp__devices.device[a.index], 1, mode, &view->queue);
    if (s == AMP_OK) {
        view->generation = view->queue->generation;
    }
    return s;
}

/* The first error that the queue keeps of items above `since` up to `number`;
   with `tell`, of those that nobody has been told, who now has. */
static inline amp_status amp__queue_error_of(amp__queue *q, unsigned long long since,
                                             unsigned long long number, int tell)
{
    amp_status s = AMP_OK;
    int i, more = 0;
    (void)pthread_mutex_lock(&q->lock);
    since = tell ? q->told : since;
    for (i = 0; i < q->errors; i++) {
        amp__queue_error *e = &q->error[i];
        if (e->number > since && e->number <= number) {
            e->anybodys = e->anybodys && !tell;
            if (s == AMP_OK) {
                s = e->status;
                amp__keep_text(amp__error.text, sizeof(amp__error.text), e->why);
            } else {
                more++;
            }
        }
    }
    if (tell) {
        more += q->more_errors;
        q->more_errors = 0;
        q->told = number > q->told ? number : q->told;
    }
    (void)pthread_mutex_unlock(&q->lock);
    if (more > 0) {
        const size_t n = strlen(amp__error.text);
        (void)snprintf(amp__error.text + n, sizeof(amp__error.text) - n,
                       " (and %d more failed after it)", more);
    }
    return s;
}

/* A failure that came out at a deferred device's wait, where it is not known
   whose data it concerns: told once to whoever synchronizes, unless amp_wait
   told it before. */
static inline amp_status amp__queue_anybodys(amp__queue *q)
{
    amp_status s = AMP_OK;
    int i;
    (void)pthread_mutex_lock(&q->lock);
    for (i = 0; i < q->errors && s == AMP_OK; i++) {
        if (q->error[i].anybodys) {
            q->error[i].anybodys = 0;
            s = q->error[i].status;
            amp__keep_text(amp__error.text, sizeof(amp__error.text), q->error[i].why);
        }
    }
    (void)pthread_mutex_unlock(&q->lock);
    return s;
}

/* Everything issued to a queue so far. */
static inline amp__use amp__queue_now(amp__queue *q)
{
    amp__use u;
    (void)pthread_mutex_lock(&q->lock);
    u.queue = q;
    u.number = __atomic_load_n(&q->issued, __ATOMIC_ACQUIRE);
    (void)pthread_mutex_unlock(&q->lock);
    return u;
}

/* Sends what an automatic view holds back; does not wait. AMP_OK, or the
   error of a released view. */
static inline amp_status amp_flush(amp_accelerator_view v)
{
    amp__queue *q;
    amp_status s = amp__queue_of(v, &q);
    if (s != AMP_OK) {
        return s;
    }
    (void)pthread_mutex_lock(&q->lock);
    q->released = q->issued;
    (void)pthread_cond_broadcast(&q->changed);
    (void)pthread_mutex_unlock(&q->lock);
    if (!q->asynchronous) {
        (void)pthread_mutex_lock(&q->turn);
        s = q->device->backend->flush(q->backend_queue);
        (void)pthread_mutex_unlock(&q->turn);
    }
    return s;
}

/* Returns when all that was given to the view before has ended. AMP_OK, or
   the first failure since the last amp_wait; its sentence says how many more
   there were. */
static inline amp_status amp_wait(amp_accelerator_view v)
{
    amp__queue *q;
    amp__use now;
    const amp_status s = amp__queue_of(v, &q);
    if (s != AMP_OK) {
        return s;
    }
    now = amp__queue_now(q);
    amp__use_wait(&now);
    return amp__queue_error_of(q, 0, now.number, 1);
}

/* Waits as amp_wait does, and ends the view; its thread is joined. Arrays made
   on it stay, on the accelerator's default view. Returns what amp_wait
   returns, the view being released all the same; AMP_INVALID_ARGUMENT for a
   default view or one released before. Not while another thread uses it. */
static inline amp_status amp_accelerator_view_release(amp_accelerator_view v)
{
    amp__queue *q;
    amp_status s = amp__queue_of(v, &q);
    if (s != AMP_OK) {
        return s;
    }
    if (v.queue == NULL || !q->asynchronous) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a default accelerator view is never released");
    }
    s = amp_wait(v);
    __atomic_store_n(&q->open, 0, __ATOMIC_RELEASE);
    (void)pthread_mutex_lock(&q->lock);
    q->released = q->issued;
    q->stopping = 1;
    (void)pthread_cond_broadcast(&q->changed);
    (void)pthread_mutex_unlock(&q->lock);
    (void)pthread_join(q->worker, NULL);
    q->device->backend->queue_destroy(q->device, q->backend_queue);
    q->backend_queue = NULL;
    amp__queue_recycle(q);
    return s;
}

/* The accelerator of a view; index -1 where the view was released. */
static inline amp_accelerator amp_accelerator_of(amp_accelerator_view v)
{
    amp__queue *q;
    return amp__queue_of(v, &q) == AMP_OK ? amp_accelerator_get(q->device->about.index)
                                          : amp__no_accelerator();
}
static inline amp_queuing_mode amp_accelerator_view_queuing_mode(amp_accelerator_view v)
{
    return v.queue == NULL ? AMP_QUEUING_AUTOMATIC : v.queue->mode;
}
static inline int amp_accelerator_view_is_auto_selection(amp_accelerator_view v)
{
    return v.queue == NULL;
}
/* 1 where both are the same queue. */
static inline int amp_accelerator_view_equal(amp_accelerator_view a, amp_accelerator_view b)
{
    return a.queue == b.queue && a.generation == b.generation;
}
/* 1 where both are the same device. */
static inline int amp_accelerator_equal(amp_accelerator a, amp_accelerator b)
{
    return a.index == b.index;
}

/* ==== 3 completions ====================================================== */

/* A moment in a queue, by value: it is complete when all that was given to the
   queue before has ended. Nothing is to be released. All zero: not valid. */
typedef struct amp_completion {
    int valid;
    amp_status status;      /* of what failed before it was queued */
    amp__use end;           /* complete when this has ended */
    amp__use origin;        /* whose errors it carries, */
    unsigned long long since; /* above this number */
    char why[96];
} amp_completion;

static inline amp_completion amp__completion_failed(amp_status s)
{
    amp_completion c;
    memset(&c, 0, sizeof(c));
    c.valid = 1;
    c.status = s;
    if (s != AMP_OK) {
        amp__keep_text(c.why, sizeof(c.why), amp__error.text);
    }
    return c;
}

static inline amp_completion amp__completion_now(amp__queue *q)
{
    amp_completion c = amp__completion_failed(AMP_OK);
    c.end = c.origin = amp__queue_now(q);
    (void)pthread_mutex_lock(&q->lock);
    c.since = q->told;
    (void)pthread_mutex_unlock(&q->lock);
    return c;
}

/* A completion of all that was given to the view before. A released view
   gives one that carries that error. */
static inline amp_completion amp_marker(amp_accelerator_view v)
{
    amp__queue *q;
    const amp_status s = amp__queue_of(v, &q);
    return s != AMP_OK ? amp__completion_failed(s) : amp__completion_now(q);
}

static inline int amp_completion_valid(amp_completion c) { return c.valid; }

/* What the completed work ended with. */
static inline amp_status amp__completion_result(const amp_completion *c)
{
    if (c->status != AMP_OK) {
        return amp__fail(c->status, "%s", c->why);
    }
    return c->origin.queue == NULL ? AMP_OK
        : amp__queue_error_of(c->origin.queue, c->since, c->origin.number, 0);
}

/* Waits until it is complete; may be called again, and from several threads.
   AMP_OK, or the first failure of the work it stands for that amp_wait had not
   told when it was made; AMP_INVALID_ARGUMENT if it is not valid. */
static inline amp_status amp_completion_wait(amp_completion c)
{
    if (!c.valid) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the completion is not valid: amp_marker and the "
                         "_async functions make one");
    }
    amp__use_wait(&c.end);
    return amp__completion_result(&c);
}

/* Waits at most so many milliseconds: 1 when it is complete (then
   amp_completion_wait tells the status at once), 0 when the time is over. */
static inline int amp_completion_wait_for(amp_completion c, int milliseconds)
{
    amp__queue *q = c.end.queue;
    struct timeval now;
    struct timespec until;
    int waited = 0;
    if (!c.valid || amp__use_ended(&c.end)) {
        return 1;
    }
    if (!q->asynchronous && q->device != NULL) {
        amp__use_wait(&c.end); /* a device's own queue has no timed wait */
        return 1;
    }
    milliseconds = milliseconds > 0 ? milliseconds : 0;
    (void)gettimeofday(&now, NULL);
    until.tv_sec = now.tv_sec + milliseconds / 1000;
    until.tv_nsec = (now.tv_usec + (milliseconds % 1000) * 1000L) * 1000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_nsec -= 1000000000L;
        until.tv_sec++;
    }
    (void)pthread_mutex_lock(&q->lock);
    q->released = q->released > c.end.number ? q->released : c.end.number;
    q->wanted = q->wanted > c.end.number ? q->wanted : c.end.number;
    (void)pthread_cond_broadcast(&q->changed);
    while (q->done < c.end.number && waited == 0) {
        waited = pthread_cond_timedwait(&q->changed, &q->lock, &until);
    }
    (void)pthread_mutex_unlock(&q->lock);
    return amp__use_ended(&c.end);
}

typedef struct amp__continuation {
    amp_completion after;
    void (*function)(void *user_data);
    void *user_data;
    amp__queue *queue;
    unsigned long long number;
} amp__continuation;

static inline void *amp__continue(void *argument)
{
    amp__continuation c = *(amp__continuation *)argument;
    amp__free(argument);
    amp__use_wait(&c.after.end);
    c.function(c.user_data);
    (void)pthread_mutex_lock(&c.queue->lock);
    amp__queue_recycle(c.queue); /* before anybody sees the end: nothing is kept for nothing */
    __atomic_store_n(&c.queue->done, c.number, __ATOMIC_RELEASE);
    (void)pthread_cond_broadcast(&c.queue->changed);
    (void)pthread_mutex_unlock(&c.queue->lock);
    return NULL;
}

/* Calls function(user_data) once c is complete, whether its work failed or
   not, in a thread of its own; the function may use the library. Returns the
   completion of the call, which carries the error of c; it may be followed by
   another. One that failed to be made carries AMP_OUT_OF_MEMORY or
   AMP_RUNTIME_ERROR, and the function is not called. */
static inline amp_completion amp_completion_then(amp_completion c,
                                                 void (*function)(void *user_data),
                                                 void *user_data)
{
    amp__continuation *next;
    amp__queue *q;
    pthread_attr_t attributes;
    pthread_t thread;
    amp_completion r = c;
    int made;
    if (!c.valid || function == NULL) {
        return amp__completion_failed(amp__fail(AMP_INVALID_ARGUMENT, "then wants a valid "
                                                "completion and a function"));
    }
    next = (amp__continuation *)amp__alloc(sizeof(*next));
    q = next != NULL ? amp__queue_record() : NULL;
    if (q == NULL) {
        amp__free(next);
        return amp__completion_failed(AMP_OUT_OF_MEMORY);
    }
    next->after = c;
    next->function = function;
    next->user_data = user_data;
    next->queue = q;
    (void)pthread_mutex_lock(&q->lock);
    q->device = NULL;
    q->asynchronous = 1;
    next->number = ++q->issued;
    (void)pthread_mutex_unlock(&q->lock);
    r.end.queue = q;
    r.end.number = next->number;
    (void)pthread_attr_init(&attributes);
    (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    made = pthread_create(&thread, &attributes, amp__continue, next);
    (void)pthread_attr_destroy(&attributes);
    if (made != 0) {
        __atomic_store_n(&q->done, q->issued, __ATOMIC_RELEASE);
        amp__queue_recycle(q);
        amp__free(next);
        return amp__completion_failed(amp__fail(AMP_RUNTIME_ERROR, "the system gives no thread "
                                                "for a continuation"));
    }
    return r;
}

/* ==== 4 launching ======================================================== */

/* The queue of the arrays among the arguments, where they agree. */
static inline amp_status amp__queue_of_arrays(const amp__kernel *k, const void *const *given,
                                              amp__queue **queue)
{
    const char *first = "";
    int i;
    *queue = NULL;
    for (i = 0; i < k->parameter_count; i++) {
        const amp_array_view *v = (const amp_array_view *)given[i];
        amp__queue *home;
        if (k->parameters[i].access == AMP__ACCESS_value
            || v->storage->source != AMP__SOURCE_ARRAY) {
            continue;
        }
        if (amp__queue_of(v->storage->home, &home) != AMP_OK) {
            const amp_status s = amp__queue_default(v->storage->device, &home);
            if (s != AMP_OK) {
                return s;
            }
        }
        if (*queue != NULL && *queue != home) {
            return amp__fail(AMP_INVALID_ARGUMENT, "kernel %s: the arrays %s and %s live on two "
                             "accelerator views: say which with amp_parallel_for_each_on",
                             k->name, first, k->parameters[i].name);
        }
        first = k->parameters[i].name;
        *queue = home;
    }
    return AMP_OK;
}

/* Makes every argument ready on the queue's place, and plans what the launch
   writes. Wants the coherence lock. */
static inline amp_status amp__place_arguments(amp__queue *q, amp__item *item,
                                              amp__argument *bound, const void *const *given,
                                              amp__plan *plan)
{
    const amp__kernel *k = item->launch.kernel;
    const amp__device *place = q->device->own_memory ? q->device : NULL;
    amp__replica *replica[AMP_MAX_PARAMETERS];
    amp__spans spans;
    amp_status s = AMP_OK;
    int i;
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        const amp_array_view *v = (const amp_array_view *)given[i];
        if (k->parameters[i].access == AMP__ACCESS_value) {
            continue;
        }
        s = amp__view_usable(v);
        if (s == AMP_OK && (place != NULL || v->storage->tracked || amp__known.tracked > 0
                            || __atomic_load_n(&amp__known.host_in_use, __ATOMIC_ACQUIRE))) {
            s = amp__spans_of(v, &spans);
            if (s == AMP_OK) {
                s = amp__make_valid(v->storage, place, q, &spans, place == NULL
                                    || k->parameters[i].access != AMP__ACCESS_out, &replica[i]);
            }
            amp__spans_free(&spans);
        } else if (s == AMP_OK) {
            replica[i] = NULL;
            s = amp__host_get(v->storage);
        }
        if (s != AMP_OK) {
            break;
        }
        bound[i].data = place == NULL ? v->storage->host + v->offset : NULL;
#ifdef AMP_CHECK
        bound[i].data = amp__check_place(v); /* where the host looks for it */
#endif
        bound[i].buffer = replica[i] != NULL ? replica[i]->buffer : NULL;
        bound[i].offset = v->offset;
    }
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        const amp_array_view *v = (const amp_array_view *)given[i];
        const int written = k->parameters[i].access != AMP__ACCESS_in;
        if (k->parameters[i].access == AMP__ACCESS_value) {
            continue;
        }
        amp__after_storage(&item->after, q, v->storage, written);
        if (!written) {
            continue;
        }
        item->written[item->written_count] = v->storage;
        item->generation[item->written_count++] = v->generation;
        if (amp__known.tracked > 0) {
            s = amp__spans_of(v, &spans);
            if (s == AMP_OK && place == NULL) {
                s = amp__each_overlap(v->storage, &spans, amp__take_host);
            }
            if (s == AMP_OK) {
                s = amp__plan_written(plan, v->storage, replica[i], &spans);
            }
            amp__spans_free(&spans);
        }
    }
    return s;
}

/* After a launch on a device that failed: what host memory holds is the truth
   again, as it was before the launch. */
static inline void amp__unwritten(const amp__item *item, const amp__device *device)
{
    int i;
    for (i = 0; i < item->written_count; i++) {
        amp__replica *p;
        for (p = item->written[i]->replicas; p != NULL; p = p->next) {
            if (p->device == device) {
                (void)amp__spans_apply('-', &p->valid, &item->written[i]->valid);
            }
        }
    }
}

static inline amp_status amp__launch_placed(amp_accelerator_view on, amp__launch *launch,
                                            amp__argument *bound, const void *const *given)
{
    const amp__kernel *k = launch->kernel;
    amp__queue *q = NULL;
    amp__item item;
    amp__plan plan;
    unsigned long long number = 0;
    amp_status s = AMP_OK;
    int i, in_host = 0;
    if (on.queue == NULL) {
        s = amp__queue_of_arrays(k, given, &q);
    }
    if (s == AMP_OK && q == NULL) {
        s = amp__queue_of(on, &q);
    }
    if (s != AMP_OK) {
        return s;
    }
    if (q->device->memory_only) {
        return amp__fail(AMP_UNSUPPORTED, "kernel %s: parallel_for_each is not supported on the "
                         "accelerator \"%s\" (%s), which is memory only: choose another",
                         k->name, q->device->about.description, q->device->about.device_path);
    }
    memset(&item, 0, sizeof(item));
    item.job = AMP__JOB_LAUNCH;
    item.launch = *launch;
    amp__plan_begin(&plan);
    (void)pthread_mutex_lock(&amp__coherence_lock);
    s = amp__place_arguments(q, &item, bound, given, &plan);
    if (s != AMP_OK) {
        amp__plan_end(&plan, 0);
        return amp__coherence_leave(s);
    }
    if (!q->device->own_memory && !q->asynchronous && !q->device->deferred) {
        /* host memory: others need not wait until the kernel has ended */
        amp__plan_end(&plan, 1);
        (void)pthread_mutex_unlock(&amp__coherence_lock);
        for (i = 0; i < item.after.count; i++) {
            amp__use_wait(&item.after.at[i]);
        }
        return q->device->backend->launch(q->backend_queue, &item.launch);
    }
    s = amp__submit(q, &item, &number);
    amp__plan_end(&plan, s == AMP_OK);
    if (s != AMP_OK) {
        amp__unwritten(&item, q->device);
    }
    for (i = 0; s == AMP_OK && i < k->parameter_count; i++) {
        if (k->parameters[i].access != AMP__ACCESS_value) {
            const amp_array_view *v = (const amp_array_view *)given[i];
            amp__note_use(v->storage, q, number, k->parameters[i].access != AMP__ACCESS_in);
            in_host |= v->storage->source == AMP__SOURCE_HOST;
        }
    }
    (void)amp__coherence_leave(s);
    if (s == AMP_OK && in_host && !q->device->own_memory && !q->asynchronous) {
        /* As if synchronous: the program's memory holds the result, and may be changed,
           as soon as this returns. Memory of the library's own nobody can look at. */
        amp__use now;
        now.queue = q;
        now.number = number;
        amp__use_wait(&now);
        s = amp__queue_error_of(q, 0, number, 1);
        if (s != AMP_OK) {
            (void)amp__queue_anybodys(q); /* this call tells it */
        }
    }
    return s;
}

/* ==== 5 views ============================================================ */

/* The status of queued work that failed to write r, told once; its bytes are
   what host memory held before. */
static inline amp_status amp__storage_failure(amp__storage *r, const amp__spans *spans)
{
    amp_status s;
    char why[sizeof(r->why)];
    (void)pthread_mutex_lock(&amp__registry_lock);
    s = (amp_status)r->failed;
    r->failed = AMP_OK;
    memcpy(why, r->why, sizeof(why));
    (void)pthread_mutex_unlock(&amp__registry_lock);
    if (s != AMP_OK) {
        (void)amp__take_host(r, spans);
        (void)amp__fail(s, "%s", why);
    }
    return s;
}

/* Waits, without a lock that others want, until no queue works on the view. */
static inline amp_status amp__view_settle(const amp_array_view *v)
{
    amp__use use[AMP__USES + 1];
    int i;
    amp_status s = amp__coherence_enter(v);
    if (s != AMP_OK) {
        return s;
    }
    use[AMP__USES] = v->storage->write;
    memcpy(use, v->storage->read, sizeof(v->storage->read));
    i = v->storage->busy;
    (void)amp__coherence_leave(s);
    for (; i && i <= AMP__USES + 1; i++) {
        amp__use_wait(&use[i - 1]);
    }
    return s;
}

/* Makes what kernels wrote through v visible in host memory: waits for work
   that uses it, and copies what is pending, no byte more. AMP_OK; the error v
   carries; the failure of queued work that wrote v (host memory is then as it
   was before, told once); AMP_OUT_OF_MEMORY, or what the device reports. */
static inline amp_status amp_synchronize(amp_array_view v)
{
    amp__spans spans;
    amp_status s;
    if (v.status == AMP_OK && v.storage != NULL
        && __atomic_load_n(&amp__nothing_to_copy, __ATOMIC_ACQUIRE)
        && !__atomic_load_n(&v.storage->busy, __ATOMIC_ACQUIRE)
        && !__atomic_load_n(&v.storage->failed, __ATOMIC_ACQUIRE)) {
        AMP__CHECK_VIEW(AMP__CHECK_SYNCHRONIZED, v);
        return amp__view_usable(&v);
    }
    s = amp__view_settle(&v);
    if (s == AMP_OK) {
        s = amp__coherence_enter(&v);
    }
    if (s != AMP_OK) {
        return s;
    }
    amp__settle(v.storage);
    s = amp__spans_of(&v, &spans);
    if (s == AMP_OK) {
        s = amp__storage_failure(v.storage, &spans);
    }
    if (s == AMP_OK && v.storage->write.queue != NULL
        && v.storage->write.queue->device != NULL && v.storage->write.queue->device->deferred) {
        s = amp__queue_anybodys(v.storage->write.queue);
        if (s != AMP_OK) {
            (void)amp__take_host(v.storage, &spans);
        }
    }
    if (s == AMP_OK) {
        s = amp__each_overlap(v.storage, &spans, amp__bring_overlap_home);
    }
    if (s == AMP_OK) {
        s = amp__home(v.storage, &spans);
    }
    if (s == AMP_OK) {
        amp__settle(v.storage);
        s = amp__storage_failure(v.storage, &spans);
    }
    AMP__CHECK_VIEW(AMP__CHECK_SYNCHRONIZED, v);
    amp__spans_free(&spans);
    return amp__coherence_leave(s);
}

/* Says that the host changed the memory behind v: copies elsewhere are out of
   date, and what was pending is given up. AMP_OK, or the error v carries. */
static inline amp_status amp_refresh(amp_array_view v)
{
    const amp_status s = amp__view_settle(&v);
    if (s == AMP_OK) {
        AMP__CHECK_VIEW(AMP__CHECK_REFRESHED, v);
    }
    if (s != AMP_OK || __atomic_load_n(&amp__nothing_to_copy, __ATOMIC_ACQUIRE)) {
        return s;
    }
    return amp__host_is_truth(v, 0);
}

/* Says that the content of v is not needed any more: it is copied nowhere, and
   what was pending is given up. AMP_OK, or the error v carries. */
static inline amp_status amp_discard_data(amp_array_view v)
{
    amp__plan plan;
    amp__spans spans;
    amp__replica *p;
    amp_status s = amp__view_usable(&v);
    if (s == AMP_OK) {
        AMP__CHECK_VIEW(AMP__CHECK_DISCARDED, v);
    }
    if (s != AMP_OK || !__atomic_load_n(&amp__known.devices_in_use, __ATOMIC_ACQUIRE)) {
        return s; /* every accelerator computes in host memory */
    }
    s = amp__coherence_enter(&v);
    if (s != AMP_OK) {
        return s;
    }
    s = amp__spans_of(&v, &spans);
    if (s == AMP_OK) {
        s = amp__track(v.storage);
    }
    amp__plan_begin(&plan);
    if (s == AMP_OK) {
        s = amp__plan_add(&plan, '-', &v.storage->valid, &spans);
    }
    for (p = v.storage->replicas; s == AMP_OK && p != NULL; p = p->next) {
        s = amp__plan_add(&plan, '-', &p->valid, &spans);
    }
    amp__plan_end(&plan, s == AMP_OK);
    amp__spans_free(&spans);
    return amp__coherence_leave(s);
}

/* Brings home what is pending, run by run and without memory: for amp_release,
   which must not lose data where there is no memory for lists. */
static inline amp_status amp__home_bare(amp__storage *r)
{
    amp__replica *p;
    amp_status s = AMP_OK;
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        amp__queue *q;
        int i, j = 0;
        s = amp__queue_default(p->device, &q);
        for (i = 0; s == AMP_OK && i < p->valid.count; i++) {
            size_t low = p->valid.at[i].low;
            const size_t high = p->valid.at[i].high;
            while (s == AMP_OK && low < high) {
                amp__region g;
                while (j < r->valid.count && r->valid.at[j].high <= low) {
                    j++;
                }
                memset(&g, 0, sizeof(g));
                g.count[0] = g.count[1] = 1;
                g.to = g.from = low;
                if (j == r->valid.count || r->valid.at[j].low >= high) {
                    g.count[2] = high - low;
                    low = high;
                } else {
                    g.count[2] = r->valid.at[j].low > low ? r->valid.at[j].low - low : 0;
                    low = r->valid.at[j].high;
                }
                if (g.count[2] > 0) {
                    s = amp__submit_copy(q, AMP__COPY_OUT, r->host, p->buffer, &g, r, r);
                }
            }
        }
    }
    amp__settle(r);
    return s;
}

/* Ends the data source of v for all its views: waits for work that uses it,
   writes back what is pending, frees device memory, and the memory of an array
   or a view without a source. AMP_OK; AMP_INVALID_ARGUMENT if it was released
   before; or the failure of the writing back, after which it is released all
   the same. */
static inline amp_status amp_release(amp_array_view v)
{
    amp__spans all;
    amp__storage *r;
    amp_status s = amp__view_settle(&v);
    if (s == AMP_OK) {
        s = amp__coherence_enter(&v);
    }
    if (s != AMP_OK) {
        return s;
    }
    r = v.storage;
    amp__settle(r);
    AMP__CHECK_VIEW(AMP__CHECK_REFRESHED, v);
    memset(&all, 0, sizeof(all));
    if (r->tracked && r->source == AMP__SOURCE_HOST) {
        s = amp__spans_append(&all, 0, r->bytes);
        if (s == AMP_OK) {
            s = amp__storage_failure(r, &all);
        }
        if (s == AMP_OK) {
            s = amp__home(r, &all);
            amp__settle(r);
        }
        if (s == AMP_OK) {
            s = amp__storage_failure(r, &all);
        } else if (s == AMP_OUT_OF_MEMORY) {
            s = amp__home_bare(r);
        }
        amp__spans_free(&all);
    } else if (r->failed) {
        s = amp__storage_failure(r, &all);
    }
    amp__untrack(r);
    if (r->host_owned) {
        amp__free(r->host);
        r->host = NULL;
    }
    (void)pthread_mutex_lock(&amp__registry_lock);
    amp__registry_drop(r);
    (void)pthread_mutex_unlock(&amp__registry_lock);
    return amp__coherence_leave(s);
}

#endif /* AMP_H */
#endif /* AMP_RUNTIME_H */
