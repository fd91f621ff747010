/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_COPY_H
#define AMP_CORE_COPY_H
/*
amp/core/copy.h: copies among views and arrays, to and from host memory; and the _async forms
of copies and of synchronizing.

A copy has two sides, each a view or dense host memory of the caller's. Where neither is on
a device with memory of its own, it runs in host memory; else on the queue of the array it
goes to or comes from (amp__copy_queue), in, out or within the device. Every form starts it
with amp__copy_start, which queues it; the waiting forms then wait for it, the _async
forms return a completion.
*/

#include "array.h"
#include "completion.h"

/* Copies the elements of src to dst, views or arrays with and without gaps, on any accelerators;
   after the work that writes src and uses dst. Element type, rank and extent are equal, the two
   share no byte. Any thread. Returns when it has been done: AMP_OK; AMP_INVALID_ARGUMENT (the
   above, a released view, a view for reading only); the error a view carries; the failure of queued
   work that wrote either; or a device's failure: AMP_ACCELERATOR_REMOVED, AMP_RUNTIME_ERROR,
   AMP_OUT_OF_MEMORY, AMP_KERNEL_FAULT. Specification 5.3. */
AMP__API AMP__MUST_USE amp_status amp_copy(amp_array_view src, amp_array_view dst);

/* Copies to v from `source`, host memory with as many elements as v has, dense
   and row-major. Returns as amp_copy does. */
AMP__API AMP__MUST_USE amp_status amp_copy_in(amp_array_view v, const void *source);

/* Copies v to `target`, host memory with room for as many elements as v has,
   dense and row-major. Returns as amp_copy does. */
AMP__API AMP__MUST_USE amp_status amp_copy_out(amp_array_view v, void *target);

/* amp_array_from(T, extent, pointer), amp_array_on_from(view, T, extent, pointer): an array with
   the content of host memory, dense and row-major, which is not used after the call. The pointer is
   to T's type, as with amp_view. Where it cannot be, the array carries the error: amp_array's,
   amp_copy_in's, or AMP_VIEW_MISMATCH (the pointer). */
#define amp_array_from(T, ext, pointer) \
    amp__filled(amp_array(T, ext), pointer, AMP__POINTEE(T, pointer))

#define amp_array_on_from(view, T, ext, pointer) \
    amp__filled(amp_array_on(view, T, ext), pointer, AMP__POINTEE(T, pointer))

/* The array v with the elements at the pointer; on failure v is released, and the result
   carries the error. p: what the pointer points to, as the compiler knows it. */
AMP__API amp_array_view amp__filled(amp_array_view v, const void *pointer, amp__pointee p);

/* amp_copy that does not wait: complete when dst holds the elements. Until then src and dst are
   neither written by the program nor released. On a view made by amp_accelerator_create_view (that
   of an array among the two, or of unfinished work on the data), or on the default view of a device
   whose work continues behind its calls, the copy is queued there; else it has been done at the
   return. What amp_copy returns comes from amp_completion_wait. */
AMP__API amp_completion amp_copy_async(amp_array_view src, amp_array_view dst);

/* amp_copy_in that does not wait: `source` stays as it is until the completion is
   complete; otherwise as amp_copy_async. */
AMP__API amp_completion amp_copy_in_async(amp_array_view v, const void *source);

/* amp_copy_out that does not wait: `target` is the library's until the completion
   is complete; otherwise as amp_copy_async. */
AMP__API amp_completion amp_copy_out_async(amp_array_view v, void *target);

/* amp_synchronize that does not wait: complete when host memory is up to date. What
   amp_synchronize returns comes from amp_completion_wait. */
AMP__API amp_completion amp_synchronize_async(amp_array_view v);

/* Makes the content of v current in the memory of an accelerator view's accelerator, so
   that a launch there need not copy it (specification 5.2: a prefetch); does not wait.
   From amp_completion_wait: AMP_OK; the error v carries; AMP_INVALID_ARGUMENT (v or `on`
   was released); or the device's failure: AMP_ACCELERATOR_REMOVED, AMP_RUNTIME_ERROR,
   AMP_OUT_OF_MEMORY, AMP_KERNEL_FAULT. */
AMP__API amp_completion amp_synchronize_to_async(amp_array_view v, amp_accelerator_view on);

/* amp_synchronize_to_async that waits: returns what amp_completion_wait would. Any thread. */
AMP__API AMP__MUST_USE amp_status amp_synchronize_to(amp_array_view v, amp_accelerator_view on);

#if AMP__IMPLEMENT
#include "coherence.h"

/* One side of a copy: a view, or dense host memory of the caller's. */
typedef struct amp__side {
    const amp_array_view *view; /* NULL: the caller's memory */
    amp__spans spans;           /* the view's bytes */
    char *base;       /* of host memory, or the buffer */
    size_t offset;    /* of its first element, in bytes, from there */
    size_t stride[2]; /* in bytes, of the two outer levels */
} amp__side;

/* Fills in a side, all zero before, from a view, or, where that is NULL, from memory that has the
   elements of the view `shape` without gaps. The caller frees side->spans. */
static AMP__COLD amp_status amp__side_of(amp__side *side, const amp_array_view *view,
                                         const void *memory, const amp_array_view *shape)
{
    const amp__copy_box box = amp__copy_box_of_view(view != NULL ? view : shape);
    side->view = view;
    memcpy(&side->base, &memory, sizeof(memory));
    side->stride[1] = view == NULL ? box.count[2] : box.to_stride[1];
    side->stride[0] = view == NULL ? box.count[2] * box.count[1] : box.to_stride[0];
    side->offset = view != NULL ? view->offset : 0;
    return view != NULL ? amp__spans_of(view, &side->spans) : AMP_OK;
}

/* The box of a copy from one side to the other, with as few runs as the two layouts allow. */
static AMP__COLD amp__copy_box amp__copy_box_of(const amp_array_view *shape, const amp__side *to,
                                                const amp__side *from)
{
    amp__copy_box r = amp__copy_box_of_view(shape);
    int k;
    r.to = to->offset;
    r.from = from->offset;
    for (k = 0; k < 2; k++) {
        r.to_stride[k] = to->stride[k];
        r.from_stride[k] = from->stride[k];
    }
    for (k = 0; k < 2 && (r.count[1] == 1 || (r.to_stride[1] == r.count[2]
                                              && r.from_stride[1] == r.count[2])); k++) {
        r.count[2] *= r.count[1]; /* two levels become one */
        r.count[1] = r.count[0];
        r.to_stride[1] = r.to_stride[0];
        r.from_stride[1] = r.from_stride[0];
        r.count[0] = 1;
    }
    for (k = 0; k < 2; k++) {
        if (r.count[k] == 1) {
            r.to_stride[k] = r.from_stride[k] = 0;
        }
    }
    return r;
}

/* The accelerator with memory of its own that the destination is on, or NULL for host memory. A
   view without a source goes where the data is. */
static AMP__COLD const amp__device *amp__copy_device(const amp__record *to, const amp__record *from)
{
    if (to->source == AMP__SOURCE_ARRAY) {
        return to->device->own_memory ? to->device : NULL;
    }
    if (to->source == AMP__SOURCE_EMPTY) {
        if (to->replicas != NULL) {
            return to->replicas->device;
        }
        if (to->host == NULL && from != NULL && from->host == NULL && from->replicas != NULL) {
            return from->replicas->device;
        }
    }
    return NULL;
}

/* The queue on which a copy runs: that of the array it goes to or comes from,
   or of unfinished work on the data, or the device's default. */
static AMP__COLD amp_status amp__copy_queue(const amp__device *device, const amp__record *a,
                                            const amp__record *b, amp__queue **queue)
{
    const amp__record *const both[2] = { a, b };
    int i;
    *queue = NULL;
    for (i = 0; i < 2; i++) {
        if (both[i] != NULL && both[i]->source == AMP__SOURCE_ARRAY
            && both[i]->device == device
            && amp__queue_alive(both[i]->home)) {
            *queue = both[i]->home.queue;
            return AMP_OK;
        }
    }
    for (i = 0; i < 2; i++) {
        if (both[i] != NULL && !amp__use_ended(&both[i]->write)
            && amp__queue_device(both[i]->write.queue) == device
            && AMP__LOAD(&both[i]->write.queue->open)) {
            *queue = both[i]->write.queue;
            return AMP_OK;
        }
    }
    return amp__queue_default(device, queue);
}

/* Queues the copy of one side to another, either of which may be memory of the
   caller's. The caller holds lock.coherence. *queue is where it went. */
static AMP__COLD amp_status amp__copy_sides(const amp_array_view *shape, amp__side *to,
                                            amp__side *from, amp__queue **queue)
{
    amp__record *a = to->view != NULL ? to->view->record : NULL;
    amp__record *b = from->view != NULL ? from->view->record : NULL;
    const amp__device *device = a != NULL ? amp__copy_device(a, b) : NULL;
    const amp__device *source = NULL;
    amp__replica *in = NULL, *out = NULL, *p;
    amp__direction direction;
    amp__copy_box box;
    amp__plan plan;
    int host;
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (b != NULL) {
        s = amp__each_overlap(b, &from->spans, amp__write_back_overlap);
        s = AMP__THEN(s, amp__each_overlap(b, &from->spans, amp__still_lost));
        for (p = b->replicas; s == AMP_OK && p != NULL; p = p->next) {
            amp__spans lacking AMP__SPANS_FREED = AMP__ZERO;
            s = amp__spans_op('-', &from->spans, &p->valid, &lacking);
            if (s == AMP_OK && lacking.count == 0 && (out == NULL || p->device == device)) {
                out = p; /* this replica holds all of the source */
            }
        }
        if (s == AMP_OK && out != NULL && out->device != device) {
            amp__spans lacking AMP__SPANS_FREED = AMP__ZERO;
            s = amp__spans_op('-', &from->spans, &b->valid, &lacking);
            if (lacking.count == 0 || device != NULL) {
                out = NULL; /* from host memory: no need to ask the device */
            }
        }
        if (s == AMP_OK && out == NULL) {
            s = amp__make_valid(b, NULL, NULL, &from->spans, 1, &p);
        }
        from->base = out != NULL ? (char *)out->buffer : b->host;
        source = out != NULL ? out->device : NULL;
    }
    if (s == AMP_OK && a != NULL) {
        s = amp__each_overlap(a, &to->spans, amp__write_back_overlap);
        s = AMP__THEN(s, device != NULL ? amp__replica_get(a, device, &in) : amp__host_get(a));
        to->base = in != NULL ? (char *)in->buffer : a->host;
    }
    if (s != AMP_OK) {
        return s;
    }
    direction = device != NULL ? (source != NULL ? AMP__COPY_WITHIN : AMP__COPY_IN)
                               : (source != NULL ? AMP__COPY_OUT : AMP__COPY_HOST);
    host = device == NULL && source == NULL;
    s = amp__copy_queue(device != NULL ? device : !host ? source
                        : a != NULL && a->source == AMP__SOURCE_ARRAY ? a->device
                        : b != NULL && b->source == AMP__SOURCE_ARRAY ? b->device
                        : amp__host_device(), a, b, queue);
    if (s != AMP_OK) {
        return s;
    }
    amp__plan_begin(&plan);
    if (a != NULL) {
        s = device == NULL ? amp__each_overlap(a, &to->spans, amp__mark_host_valid) : AMP_OK;
        s = AMP__THEN(s, amp__plan_written(&plan, a, in, &to->spans));
    }
    if (s == AMP_OK) {
        box = amp__copy_box_of(shape, to, from);
        s = amp__submit_copy(*queue, direction, to->base, from->base, &box, a, b);
    }
    amp__plan_end(&plan, s == AMP_OK);
    return s;
}

/* Checks a copy between views, or, where the other is NULL, between a view and host memory:
   AMP_OK, the error a view carries, or AMP_INVALID_ARGUMENT. */
static AMP__COLD amp_status amp__copy_check(const amp_array_view *to, const amp_array_view *from)
{
    char a[64], b[64];
    amp_status s = to != NULL ? amp__view_usable(to) : AMP_OK;
    s = AMP__THEN(s, from != NULL ? amp__view_usable(from) : AMP_OK);
    if (s != AMP_OK) {
        return s;
    }
    if (to != NULL && to->read_only) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a copy to a view for reading only (%s): make "
                         "the view without const", to->type.name);
    }
    if (to == NULL || from == NULL) {
        return AMP_OK;
    }
    if (!amp__type_equal(&to->type, &from->type)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a copy from a view of %s to a view of %s: the "
                         "elements must be of one type", from->type.name, to->type.name);
    }
    if (!amp_extent_equal(to->extent, from->extent)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a copy from extent %s to extent %s: they must be "
                         "equal, take a section",
                         AMP__INDEX_TEXT(a, from->extent.rank, from->extent.dim),
                         AMP__INDEX_TEXT(b, to->extent.rank, to->extent.dim));
    }
    return AMP_OK;
}

/* How many bytes two views share: as sections of one data source, or because
   their two sources lie over the same host memory. */
static AMP__COLD size_t amp__sides_share(const amp__side *a, const amp__side *b)
{
    const amp__record *x = a->view->record, *y = b->view->record;
    const int one = x == y;
    const uintptr_t base_a = one ? 0 : (uintptr_t)x->host;
    const uintptr_t base_b = one ? 0 : (uintptr_t)y->host;
    size_t n = 0;
    int i = 0, j = 0;
    if (!one && (x->source != AMP__SOURCE_HOST || y->source != AMP__SOURCE_HOST)) {
        return 0;
    }
    while (i < a->spans.count && j < b->spans.count) {
        const uintptr_t low_a = base_a + a->spans.at[i].low, high_a = base_a + a->spans.at[i].high;
        const uintptr_t low_b = base_b + b->spans.at[j].low, high_b = base_b + b->spans.at[j].high;
        const uintptr_t low = low_a > low_b ? low_a : low_b;
        const uintptr_t high = high_a < high_b ? high_a : high_b;
        n += low < high ? (size_t)(high - low) : 0;
        if (high_a < high_b) {
            i++;
        } else {
            j++;
        }
    }
    return n;
}

#if AMP_MAX_RANK > 3
/* Makes views of a rank above 3 such as a copy takes: of rank 1 to 3, with one extent. Where a side
   is memory without gaps, both are the other side's view. */
static AMP__COLD amp_status amp__copy_fold(amp_array_view *to, amp_array_view *from)
{
    const amp_array_view t = amp__folded(to), f = amp__folded(from);
    if (!amp_extent_equal(t.extent, f.extent)) {
        const int dense = t.extent.rank == 1;
        if (!dense && f.extent.rank != 1) {
            return amp__fail(AMP_UNSUPPORTED, "a copy between two sections of rank %d whose gaps "
                             "are in other dimensions: copy slices", to->extent.rank);
        }
        *to = dense ? amp_view_as(t, f.extent) : t;
        *from = dense ? f : amp_view_as(f, t.extent);
        return AMP_OK;
    }
    *to = t;
    *from = f;
    return AMP_OK;
}
#endif

/* All of a copy but the waiting. Of each side a view or memory is given, the other is NULL.
   *queue: where it was put; NULL on failure. *use, if not NULL: it and its number. */
static AMP__COLD amp_status amp__copy_start(const amp_array_view *to_view, void *to_memory,
                                            const amp_array_view *from_view,
                                            const void *from_memory, amp__queue **queue,
                                            amp__use *use)
{
    const amp_array_view *shape = to_view != NULL ? to_view : from_view;
    amp__side to = AMP__ZERO, from = AMP__ZERO;
    amp_status s;
#if AMP_MAX_RANK > 3
    amp_array_view folded[2];
#endif
    *queue = NULL;
    amp__devices_list();
    amp__take(&amp__lock.coherence);
    s = amp__copy_check(to_view, from_view);
#if AMP_MAX_RANK > 3
    if (s == AMP_OK && shape->extent.rank > 3) {
        folded[0] = to_view != NULL ? *to_view : *from_view;
        folded[1] = from_view != NULL ? *from_view : *to_view;
        s = amp__copy_fold(&folded[0], &folded[1]);
        to_view = to_view != NULL ? &folded[0] : NULL;
        from_view = from_view != NULL ? &folded[1] : NULL;
        shape = to_view != NULL ? to_view : from_view;
    }
#endif
    if (s == AMP_OK && (to_view == NULL ? to_memory == NULL
                        : from_view == NULL && from_memory == NULL)) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "a copy %s NULL: give memory for all of the view",
                      to_view == NULL ? "to" : "from");
    }
    if (s != AMP_OK) {
        return amp__coherence_leave(s);
    }
    s = amp__side_of(&to, to_view, to_memory, shape);
    s = AMP__THEN(s, amp__side_of(&from, from_view, from_memory, shape));
    if (s == AMP_OK && to_view != NULL && from_view != NULL) {
        const size_t shared = amp__sides_share(&to, &from);
        if (shared > 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "a copy between views that share %lu bytes: "
                          "copy through another view", (unsigned long)shared);
        }
    }
    s = AMP__THEN(s, amp__copy_sides(shape, &to, &from, queue));
    if (use != NULL && s == AMP_OK && *queue != NULL) {
        *use = amp__queue_now(*queue); /* nobody else submits: this holds lock.coherence */
    }
    amp__spans_free(&to.spans);
    amp__spans_free(&from.spans);
    return amp__coherence_leave(s);
}

/* AMP_OK, or the failure of queued work that was to write bytes of the view, which is reported by
   this. The bytes stay as they are: a copy may have written them since. */
static AMP__COLD amp_status amp__view_failure(const amp_array_view *v)
{
    amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
    amp_status s = amp__coherence_enter(v);
    if (s != AMP_OK) {
        return s;
    }
    s = amp__spans_of(v, &spans);
    s = AMP__THEN(s, amp__record_failure(v->record, &spans, 0));
    s = AMP__THEN(s, amp__each_overlap(v->record, &spans, amp__overlap_failure));
    return amp__coherence_leave(s);
}

/* AMP_OK, or why a copy to the caller's memory, which has ended, was not made: no record of a data
   source says so. A failure of kernels that were waited for together with it is not its own: who
   reads what they were to write gets that. */
static AMP__COLD amp_status amp__copy_failure(const amp__use *use)
{
    const amp__failure last = amp__error;
    const amp_status s = amp__queue_error_of(use->queue, use->number - 1, use->number, 0);
    if (s == AMP_KERNEL_FAULT || s == AMP_BARRIER_DIVERGED) {
        amp__error = last;
        return AMP_OK;
    }
    return s;
}

/* A copy that is waited for, and the work before it; arguments as of amp__copy_start. Returns the
   first failure that concerns it. */
static AMP__COLD amp_status amp__copy_now(const amp_array_view *to, void *to_memory,
                                          const amp_array_view *from, const void *from_memory)
{
    const amp_array_view *const both[2] = { from, to };
    amp__queue *queue;
    amp__use use = AMP__ZERO;
    amp_status s;
    int i;
    s = amp__copy_start(to, to_memory, from, from_memory, &queue, to == NULL ? &use : NULL);
    if (s == AMP_OK && to != NULL) {
        amp__check_view(AMP__CHECK_COPIED_TO, to);
    }
    if (queue != NULL) {
        const amp__use now = amp__queue_now(queue);
        amp__use_wait(&now);
        amp__watch_waited(queue, now.number);
    }
    for (i = 0; i < 2 && s == AMP_OK; i++) {
        if (both[i] != NULL && (amp__record_failed(both[i]->record)
                                || AMP__LOAD(&both[i]->record->overlaps))) {
            s = amp__view_failure(both[i]);
        }
    }
    return s == AMP_OK && use.queue != NULL ? amp__copy_failure(&use) : s;
}

AMP__API amp_status amp_copy(amp_array_view src, amp_array_view dst)
{
    return amp__copy_now(&dst, NULL, &src, NULL);
}

AMP__API amp_status amp_copy_in(amp_array_view v, const void *source)
{
    return amp__copy_now(&v, NULL, NULL, source);
}

AMP__API amp_status amp_copy_out(amp_array_view v, void *target)
{
    return amp__copy_now(NULL, target, &v, NULL);
}

AMP__API amp_array_view amp__filled(amp_array_view v, const void *pointer, amp__pointee p)
{
    amp_status s = v.status;
    if (s != AMP_OK) {
        return v;
    }
    s = amp__pointee_check(v.type, p);
    s = AMP__THEN(s, amp_copy_in(v, pointer));
    if (s != AMP_OK) {
        const amp_array_view failed = amp__failed_view(v, s);
        (void)amp_release(v);
        v = failed;
    }
    return v;
}

/* The completion of a copy, a marker where it may be under way; arguments as of amp__copy_start. */
static AMP__COLD amp_completion amp__copy_later(const amp_array_view *to, void *to_memory,
                                                const amp_array_view *from,
                                                const void *from_memory)
{
    amp__queue *q;
    const amp_status s = amp__copy_start(to, to_memory, from, from_memory, &q, NULL);
    if (s == AMP_OK && to != NULL) {
        amp__check_view(AMP__CHECK_COPIED_TO, to);
    }
    if (s == AMP_OK && amp__watch_listens() && (to == NULL || from == NULL)) {
        const amp_array_view *v = to != NULL ? to : from; /* of the checker's: also if it is done */
        const amp_completion c = amp__completion_now(q);
        amp__watch_copy_begins(q, c.end.number, to != NULL ? from_memory : to_memory,
                               (size_t)amp_extent_size(v->extent) * v->type.size, v->type.size,
                               to == NULL);
        return c;
    }
    return s != AMP_OK || (!q->asynchronous && !q->device->deferred) ? amp__completion_failed(s)
                                                                     : amp__completion_now(q);
}

AMP__API amp_completion amp_copy_async(amp_array_view src, amp_array_view dst)
{
    return amp__copy_later(&dst, NULL, &src, NULL);
}

AMP__API amp_completion amp_copy_in_async(amp_array_view v, const void *source)
{
    return amp__copy_later(&v, NULL, NULL, source);
}

AMP__API amp_completion amp_copy_out_async(amp_array_view v, void *target)
{
    return amp__copy_later(NULL, target, &v, NULL);
}

/* Queues a command that does nothing, and fails where bytes of v are lost by then. It carries
   failures of other queues, which a completion of this queue would not report. The caller
   holds lock.coherence. */
static AMP__COLD amp_status amp__submit_look(const amp_array_view *v)
{
    amp__queue *q = v->record->write.queue;
    const amp__copy_box bytes = amp__copy_box_of_view(v);
    unsigned long long number;
    amp__command command = AMP__ZERO;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (amp__use_ended(&v->record->write) || !q->asynchronous) {
        return AMP_OK;
    }
    command.job = AMP__JOB_COPY;
    command.direction = AMP__COPY_HOST;
    amp__command_add_access(&command, v->record, &bytes, 1, 0);
    return amp__submit(q, &command, &number);
}

/* Ends what makes the bytes of v current somewhere, of which the copies were queued with the status
   s, and gives lock.coherence back. A queue without a thread that has sent its work to its device
   waited for the others before: where there is no other queue, the failure of what the copies
   waited for is known, and with `tell` reported. */
static AMP__COLD amp_completion amp__copies_queued(const amp_array_view *v, amp__spans *spans,
                                                   amp_status s, int tell)
{
    amp__record *r = v->record;
    amp_completion c;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    s = AMP__THEN(s, amp__submit_look(v));
    if (s == AMP_OK && (amp__use_ended(&r->write) || !r->write.queue->asynchronous)) {
        s = tell ? amp__record_failure(r, spans, 1) : amp__still_lost(r, spans);
    }
    amp__spans_free(spans);
    c = s == AMP_OK && !amp__use_ended(&r->write) ? amp__completion_now(r->write.queue)
                                                  : amp__completion_failed(s);
    (void)amp__coherence_leave(s);
    return c;
}

AMP__API amp_completion amp_synchronize_async(amp_array_view v)
{
    amp__spans spans;
    amp_status s;
    if (AMP__CHECKING) { /* the checker does not follow completions: wait here */
        return amp__completion_failed(amp_synchronize(v));
    }
    s = amp__is_empty_range(&v) ? AMP_OK : amp__coherence_enter(&v);
    if (s != AMP_OK || amp__is_empty_range(&v)) {
        return amp__completion_failed(s);
    }
    s = amp__write_back_view(&v, &spans);
    return amp__copies_queued(&v, &spans, s, 1);
}

AMP__API amp_completion amp_synchronize_to_async(amp_array_view v, amp_accelerator_view on)
{
    amp__queue *q;
    amp__replica *replica;
    amp__spans spans;
    amp_status s = amp__queue_of(on, &q);
    s = AMP__THEN(s, amp__coherence_enter(&v));
    if (s != AMP_OK) {
        return amp__completion_failed(s);
    }
    s = amp__spans_of(&v, &spans);
    s = AMP__THEN(s, amp__make_valid(v.record, q->device->own_memory ? q->device : NULL, q, &spans,
                                     1, &replica));
    return amp__copies_queued(&v, &spans, s, 0);
}

AMP__API amp_status amp_synchronize_to(amp_array_view v, amp_accelerator_view on)
{
    return amp_completion_wait(amp_synchronize_to_async(v, on));
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_COPY_H */
