/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_ACCELERATOR_VIEW_H
#define AMP_CORE_ACCELERATOR_VIEW_H
/*
amp/core/accelerator_view.h: accelerator views: made, flushed, waited for, released.
*/

#include "type.h"

/* The accelerator's default view: automatic queuing, its work is sent by the calling thread, and it
   is never released. A launch on it has ended when it returns, except in two cases, which amp_wait
   and amp_synchronize wait for: an OpenCL device with memory of its own, and on any OpenCL device a
   launch that has no view of host memory among its arguments. All zero, with the sentence in
   amp_last_error, where there is no such accelerator, or no queue can be made on it (no memory, a
   lost device, one that the parent of fork() opened). */
AMP__API_HOT amp_accelerator_view amp_accelerator_default_view(amp_accelerator a);

/* *view = a new view of the accelerator: an in-order queue of its own, whose work runs beside the
   caller's and beside that of other views. With AMP_QUEUING_IMMEDIATE a command is sent at once;
   with AMP_QUEUING_AUTOMATIC it may be kept (here up to 16) until amp_flush, amp_wait, or
   something that needs its result. AMP_INVALID_ARGUMENT, AMP_OUT_OF_MEMORY, AMP_RUNTIME_ERROR
   (the system starts no thread): *view is all zero. End it with amp_accelerator_view_release. */
AMP__API amp_status amp_accelerator_create_view(amp_accelerator a, amp_queuing_mode mode,
                                                amp_accelerator_view *view);

/* Sends what an automatic view holds back; does not wait. AMP_OK;
   AMP_INVALID_ARGUMENT for a released accelerator view; AMP_UNSUPPORTED for one of the
   parent of fork(); or the device's failure: AMP_ACCELERATOR_REMOVED, AMP_RUNTIME_ERROR,
   AMP_OUT_OF_MEMORY, AMP_KERNEL_FAULT. For amp_auto_selection_view() also what choosing
   the default accelerator fails with (AMP_ACCELERATOR). */
AMP__API amp_status amp_flush(amp_accelerator_view v);

/* Returns when all that was given to the view before has ended. AMP_OK; the first failure of that
   work since the last amp_wait, whose sentence says how many more there were; AMP_INVALID_ARGUMENT
   for a released accelerator view; AMP_UNSUPPORTED for one of the parent of fork(). For
   amp_auto_selection_view() also what choosing the default accelerator fails with. */
AMP__API AMP__MUST_USE amp_status amp_wait(amp_accelerator_view v);

/* Waits as amp_wait does, and ends the view, with its OS thread. Arrays that were
   made on it stay, on the accelerator's default view. Returns what amp_wait returns,
   the view being released all the same; AMP_INVALID_ARGUMENT for a default view or
   one released before. Not while another thread uses it. */
AMP__API amp_status amp_accelerator_view_release(amp_accelerator_view v);

/* The accelerator of a view; for amp_auto_selection_view() the default one, which is settled by it.
   index is -1, with the sentence in amp_last_error, where the accelerator view was released. */
AMP__API amp_accelerator amp_accelerator_of(amp_accelerator_view v);

/* The mode with which a view was made; AMP_QUEUING_AUTOMATIC for default views and
   amp_auto_selection_view(). v is not released. */
AMP__API amp_queuing_mode amp_accelerator_view_queuing_mode(amp_accelerator_view v);

/* 1 where v is amp_auto_selection_view(), which leaves the choice to the library. */
static inline int amp_accelerator_view_is_auto_selection(amp_accelerator_view v)
{
    return v.queue == NULL;
}

/* 1 where both are the same queue. */
static inline int amp_accelerator_view_equal(amp_accelerator_view a, amp_accelerator_view b)
{
    return a.queue == b.queue && a.generation == b.generation;
}

#if AMP__IMPLEMENT
#include "queue.h"

AMP__API_HOT amp_accelerator_view amp_accelerator_default_view(amp_accelerator a)
{
    amp_accelerator_view v = amp_auto_selection_view();
    if (amp__accelerator_listed(a.index) == AMP_OK
        && amp__queue_default(&amp__host.devices.device[a.index], &v.queue) == AMP_OK) {
        v.generation = v.queue->generation;
    }
    return v;
}

AMP__API amp_status amp_accelerator_create_view(amp_accelerator a, amp_queuing_mode mode,
                                                amp_accelerator_view *view)
{
    amp_status s;
    *view = amp_auto_selection_view();
    s = amp__accelerator_listed(a.index);
    if (s != AMP_OK) {
        return s;
    }
    if (mode != AMP_QUEUING_IMMEDIATE && mode != AMP_QUEUING_AUTOMATIC) {
        return amp__fail(AMP_INVALID_ARGUMENT, "there is no queuing mode %d: there are "
                         "AMP_QUEUING_IMMEDIATE and AMP_QUEUING_AUTOMATIC", (int)mode);
    }
    amp__stay_loaded();
    s = amp__queue_open(&amp__host.devices.device[a.index], amp__queue_main, mode, &view->queue);
    if (s == AMP_OK) {
        view->generation = view->queue->generation;
    }
    return s;
}

AMP__API amp_status amp_flush(amp_accelerator_view v)
{
    amp__queue *q;
    amp_status s = amp__queue_of(v, &q);
    if (s != AMP_OK) {
        return s;
    }
    amp__take(&q->lock);
    q->released = q->issued;
    (void)pthread_cond_broadcast(&q->changed);
    amp__give(&q->lock);
    if (!q->asynchronous) {
        AMP__HOLD(&q->turn);
        s = q->device->backend->flush(q->backend_queue);
    }
    return s;
}

AMP__API amp_status amp_wait(amp_accelerator_view v)
{
    amp__queue *q;
    amp__use now;
    const amp_status s = amp__queue_of(v, &q);
    if (s != AMP_OK) {
        return s;
    }
    now = amp__queue_now(q);
    amp__use_wait(&now);
    amp__watch_waited(q, now.number);
    return amp__queue_error_of(q, 0, now.number, 1);
}

AMP__API amp_status amp_accelerator_view_release(amp_accelerator_view v)
{
    amp__queue *q;
    amp_status s = amp__queue_of(v, &q);
    if (s != AMP_OK) {
        return s;
    }
    if (v.queue == NULL || !q->asynchronous) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a default accelerator view is never released: "
                         "only what amp_accelerator_create_view made is");
    }
    s = amp_wait(v);
    amp__take(&amp__lock.coherence); /* under it others send copies for data that is here */
    AMP__STORE(&q->open, 0);
    amp__give(&amp__lock.coherence);
    amp__take(&q->lock);
    q->released = q->issued;
    q->stopping = 1;
    (void)pthread_cond_broadcast(&q->changed);
    amp__give(&q->lock);
    (void)pthread_join(q->thread, NULL);
    q->device->backend->queue_destroy(q->device, q->backend_queue);
    q->backend_queue = NULL;
    amp__queue_recycle(q);
    return s;
}

AMP__API amp_accelerator amp_accelerator_of(amp_accelerator_view v)
{
    amp__queue *q;
    return amp__queue_of(v, &q) == AMP_OK ? amp_accelerator_get(q->device->about.index)
                                          : amp__no_accelerator();
}

AMP__API amp_queuing_mode amp_accelerator_view_queuing_mode(amp_accelerator_view v)
{
    return v.queue == NULL ? AMP_QUEUING_AUTOMATIC : v.queue->mode;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_ACCELERATOR_VIEW_H */
