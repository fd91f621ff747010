/* SPDX-License-Identifier: MIT */
#ifndef AMP_ARRAYS_H
#define AMP_ARRAYS_H
/*
amp_arrays.h: arrays, views without a data source, and copies.

  1 arrays              memory that an accelerator view owns
  2 copies              among views and arrays, to and from host memory
  3 the _async forms    copies and synchronization that return a completion

An array is an amp_array_view whose memory the library owns: it goes wherever a
view goes, and amp_release frees it. Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_ARRAYS_H /* amp.h includes this file */
#include "amp.h"
#else

/* ==== 1 arrays =========================================================== */

/* An array, by value; the same as a view, so that kernels take it. */
typedef amp_array_view amp_array;

/* A record of `source` for a shaped view, or the view's error. */
static inline amp_array_view amp__new_source(amp_array_view v, amp__source source)
{
    amp__storage *r;
    (void)pthread_mutex_lock(&amp__registry_lock);
    r = amp__registry_new(source, amp_extent_size(v.extent) * v.type.size);
    (void)pthread_mutex_unlock(&amp__registry_lock);
    if (r == NULL) {
        return amp__failed_view(v, AMP_OUT_OF_MEMORY);
    }
    v.storage = r;
    v.generation = r->generation;
    return v;
}

/* An array on a queue's accelerator: in host memory, where that computes in
   it, or in a buffer of the device. */
static inline amp_array_view amp__array(amp_accelerator_view on, amp__type type, amp_extent e,
                                        amp_access_type access, amp__source source,
                                        amp_accelerator_view partner)
{
    amp_array_view v = amp__shaped(type, e);
    amp__queue *q, *other;
    amp__replica *replica;
    amp_status s;
    if (v.status != AMP_OK) {
        return v;
    }
    s = amp__queue_of(on, &q);
    if (s == AMP_OK) {
        s = amp__queue_of(partner, &other);
    }
    if (s != AMP_OK) {
        return amp__failed_view(v, s);
    }
    if ((int)access < AMP_ACCESS_NONE || access > AMP_ACCESS_AUTO) {
        return amp__bad_view(v, "there is no such access type");
    }
    access = access == AMP_ACCESS_AUTO ? q->device->about.default_cpu_access_type : access;
    if (q->device->own_memory && (access != AMP_ACCESS_NONE || source == AMP__SOURCE_STAGING)) {
        (void)amp__fail(AMP_UNSUPPORTED, source == AMP__SOURCE_STAGING
                        ? "a staging array lives in host memory: make it on the accelerator "
                          "\"cpu\", not on %s" : "the host cannot access memory of %s: use "
                        "AMP_ACCESS_NONE and amp_copy", q->device->about.device_path);
        return amp__failed_view(v, AMP_UNSUPPORTED);
    }
    v = amp__new_source(v, source);
    if (v.status != AMP_OK) {
        return v;
    }
    (void)pthread_mutex_lock(&amp__coherence_lock);
    v.storage->device = q->device;
    v.storage->home.queue = q;
    v.storage->home.generation = q->generation;
    v.storage->partner.queue = other;
    v.storage->partner.generation = other->generation;
    v.storage->cpu_access = access;
    s = q->device->own_memory ? amp__replica_get(v.storage, q->device, &replica)
                              : amp__host_get(v.storage);
    v.data = v.storage->host;
    (void)pthread_mutex_unlock(&amp__coherence_lock);
    if (s != AMP_OK) {
        const amp_array_view failed = amp__failed_view(v, s);
        (void)amp_release(v);
        return amp__failed_view(failed, s);
    }
    return v;
}

/* amp_array(T, extent): an array on the default accelerator's default view.
   amp_array_on(view, T, extent): on an accelerator view. The content is
   undefined. Where it cannot be, the array carries the error: of the extent,
   AMP_OUT_OF_MEMORY, or the released view's. A kernel that is given arrays
   runs, unless it is told where, on the view on which they live.
   amp_array_with_access(view, T, extent, access): the same, the host's access
   to its memory as said; AMP_UNSUPPORTED where the device has no such memory.
   amp_array_staging(view, associated, T, extent): an array in host memory, of
   the view of an accelerator such as "cpu", for copies from and to arrays of
   the associated view. Its memory is at amp_data. */
#define amp_array(T, ext)                                                     \
    amp__array(amp_auto_selection_view(), AMP__TYPE(T), ext, AMP_ACCESS_AUTO, \
               AMP__SOURCE_ARRAY, amp_auto_selection_view())
#define amp_array_on(view, T, ext)                                            \
    amp__array(view, AMP__TYPE(T), ext, AMP_ACCESS_AUTO, AMP__SOURCE_ARRAY, view)
#define amp_array_with_access(view, T, ext, access)                           \
    amp__array(view, AMP__TYPE(T), ext, access, AMP__SOURCE_ARRAY, view)
#define amp_array_staging(view, associated, T, ext)                           \
    amp__array(view, AMP__TYPE(T), ext, AMP_ACCESS_AUTO, AMP__SOURCE_STAGING, associated)

/* amp_view_empty(T, d0[, d1[, d2]]), amp_view_empty_extent(T, extent): a view
   without a data source (specification 5.2): the library gives it memory where
   and when a kernel or a copy writes it. Its content is undefined before. End
   it with amp_release. */
#define amp_view_empty(T, ...) amp__empty(AMP__TYPE(T), amp_extent(__VA_ARGS__))
#define amp_view_empty_extent(T, ext) amp__empty(AMP__TYPE(T), ext)
static inline amp_array_view amp__empty(amp__type type, amp_extent e)
{
    const amp_array_view v = amp__shaped(type, e);
    return v.status != AMP_OK ? v : amp__new_source(v, AMP__SOURCE_EMPTY);
}

/* Where the data source of v lives: an array's accelerator view; the default
   view of the accelerator "cpu" for host memory. All zero where v carries an
   error or was released. */
static inline amp_accelerator_view amp_source_accelerator_view(amp_array_view v)
{
    amp_accelerator_view on = amp_auto_selection_view();
    if (amp__view_usable(&v) != AMP_OK) {
        return on;
    }
    if (v.storage->source != AMP__SOURCE_ARRAY && v.storage->source != AMP__SOURCE_STAGING) {
        return amp_accelerator_default_view(amp_accelerator_find("cpu"));
    }
    if (__atomic_load_n(&v.storage->home.queue->generation, __ATOMIC_ACQUIRE)
        != v.storage->home.generation) {
        return amp_accelerator_default_view(v.storage->device->about);
    }
    return v.storage->home;
}
/* The view with which a staging array exchanges data; for another array its
   own view. All zero otherwise. */
static inline amp_accelerator_view amp_associated_accelerator_view(amp_array_view v)
{
    return amp__view_usable(&v) == AMP_OK ? v.storage->partner : amp_auto_selection_view();
}
/* How the host may access the memory of v. */
static inline amp_access_type amp_cpu_access_type(amp_array_view v)
{
    if (amp__view_usable(&v) != AMP_OK) {
        return AMP_ACCESS_NONE;
    }
    return v.storage->source == AMP__SOURCE_ARRAY || v.storage->source == AMP__SOURCE_STAGING
        ? v.storage->cpu_access : AMP_ACCESS_READ_WRITE;
}

/* Sets what AMP_ACCESS_AUTO means for arrays on the accelerator: 1 if done, 0
   with no effect if it was set before, or the device has no such memory. Call
   it before the accelerator is used. */
static inline int amp_accelerator_set_default_cpu_access_type(amp_accelerator a,
                                                              amp_access_type access)
{
    int done = 0;
    amp__devices_list();
    if (a.index < 0 || a.index >= amp__devices.count || (int)access < AMP_ACCESS_NONE
        || access >= AMP_ACCESS_AUTO) {
        return 0;
    }
    (void)pthread_mutex_lock(&amp__devices_lock);
    if (!amp__devices.access_set[a.index] && amp__devices.queue[a.index] == NULL
        && (!amp__devices.device[a.index].own_memory || access == AMP_ACCESS_NONE)) {
        amp__devices.access_set[a.index] = 1;
        amp__devices.device[a.index].about.default_cpu_access_type = access;
        done = 1;
    }
    (void)pthread_mutex_unlock(&amp__devices_lock);
    return done;
}

/* Host memory of v, up to date: amp_synchronize, and then the address of the
   element at index 0; strides are those of v. What is written there, a kernel
   on a device sees after amp_refresh(v). NULL, with the sentence in
   amp_last_error, where that fails, or where v is an array that the host has
   no access to: use amp_copy_out. */
static inline void *amp_data(amp_array_view v)
{
    amp_status s = amp_synchronize(v);
    void *data = NULL;
    if (s == AMP_OK && v.storage->source == AMP__SOURCE_ARRAY
        && v.storage->cpu_access == AMP_ACCESS_NONE) {
        s = amp__fail(AMP_UNSUPPORTED, "the host has no access to an array on %s: use "
                      "amp_copy_out", v.storage->device->about.device_path);
    }
    if (s == AMP_OK) {
        s = amp__coherence_enter(&v);
    }
    if (s == AMP_OK) {
        s = amp__host_get(v.storage);
        data = s == AMP_OK ? v.storage->host + v.offset : NULL;
        (void)amp__coherence_leave(s);
    }
    return data;
}

/* ==== 2 copies =========================================================== */

/* One side of a copy: a view, or dense host memory of the caller's. */
typedef struct amp__side {
    const amp_array_view *view;
    amp__spans spans;
    char *base;       /* of host memory, or the buffer */
    size_t offset;
    size_t stride[2]; /* in bytes, of the two outer levels */
} amp__side;

static inline void amp__side_strides(amp__side *side, const amp_array_view *shape, int dense)
{
    const int rank = shape->extent.rank;
    const size_t size = shape->type.size, run = (size_t)shape->extent.dim[rank - 1] * size;
    side->stride[1] = rank < 2 ? 0 : dense ? run : (size_t)shape->stride[rank - 2] * size;
    side->stride[0] = rank < 3 ? 0
        : dense ? run * (size_t)shape->extent.dim[1] : (size_t)shape->stride[0] * size;
}

/* The region of a copy from one side to the other, with as few runs as the
   two layouts allow. */
static inline amp__region amp__region_of(const amp_array_view *shape, const amp__side *to,
                                         const amp__side *from)
{
    const int rank = shape->extent.rank;
    amp__region r;
    int k;
    memset(&r, 0, sizeof(r));
    r.count[2] = (size_t)shape->extent.dim[rank - 1] * shape->type.size;
    r.count[1] = rank >= 2 ? (size_t)shape->extent.dim[rank - 2] : 1;
    r.count[0] = rank == 3 ? (size_t)shape->extent.dim[0] : 1;
    r.to = to->offset;
    r.from = from->offset;
    for (k = 0; k < 2; k++) {
        r.to_stride[k] = to->stride[k];
        r.from_stride[k] = from->stride[k];
    }
    if (r.count[1] == 1 || (r.to_stride[1] == r.count[2] && r.from_stride[1] == r.count[2])) {
        r.count[2] *= r.count[1];
        r.count[1] = r.count[0];
        r.to_stride[1] = r.to_stride[0];
        r.from_stride[1] = r.from_stride[0];
        r.count[0] = 1;
        if (r.count[1] == 1 || (r.to_stride[1] == r.count[2] && r.from_stride[1] == r.count[2])) {
            r.count[2] *= r.count[1];
            r.count[1] = 1;
        }
    }
    for (k = 0; k < 2; k++) {
        if (r.count[k] == 1) {
            r.to_stride[k] = r.from_stride[k] = 0;
        }
    }
    return r;
}

/* The accelerator with memory of its own that the destination lives on, or
   NULL for host memory. A view without a source goes where the data is. */
static inline const amp__device *amp__copy_place(const amp__storage *to, const amp__storage *from)
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
static inline amp_status amp__copy_queue(const amp__device *device, const amp__storage *a,
                                         const amp__storage *b, amp__queue **queue)
{
    const amp__storage *const both[2] = { a, b };
    int i;
    *queue = NULL;
    for (i = 0; i < 2; i++) {
        if (both[i] != NULL && both[i]->source == AMP__SOURCE_ARRAY
            && both[i]->device == device
            && amp__queue_of(both[i]->home, queue) == AMP_OK) {
            return AMP_OK;
        }
    }
    for (i = 0; i < 2; i++) {
        if (both[i] != NULL && !amp__use_ended(&both[i]->write)
            && both[i]->write.queue->device == device) {
            *queue = both[i]->write.queue;
            return AMP_OK;
        }
    }
    return amp__queue_default(device, queue);
}

/* Queues the copy of one side to another, either of which may be memory of the
   caller's. Wants the coherence lock. *queue is where it went. */
static inline amp_status amp__copy_sides(const amp_array_view *shape, amp__side *to,
                                         amp__side *from, amp__queue **queue)
{
    amp__storage *a = to->view != NULL ? to->view->storage : NULL;
    amp__storage *b = from->view != NULL ? from->view->storage : NULL;
    const amp__device *device = a != NULL ? amp__copy_place(a, b) : NULL;
    const amp__device *source = NULL;
    amp__replica *in = NULL, *out = NULL, *p;
    amp__direction direction;
    amp__region region;
    amp__plan plan;
    amp__spans lacking;
    int host;
    amp_status s = AMP_OK;
    if (b != NULL) {
        s = amp__each_overlap(b, &from->spans, amp__bring_overlap_home);
        for (p = b->replicas; s == AMP_OK && p != NULL; p = p->next) {
            s = amp__spans_op('-', &from->spans, &p->valid, &lacking);
            if (s == AMP_OK && lacking.count == 0 && (out == NULL || p->device == device)) {
                out = p; /* this replica holds all of the source */
            }
            amp__spans_free(&lacking);
        }
        if (s == AMP_OK && out != NULL && out->device != device) {
            s = amp__spans_op('-', &from->spans, &b->valid, &lacking);
            if (lacking.count == 0 || device != NULL) {
                out = NULL; /* from host memory: no need to ask the device */
            }
            amp__spans_free(&lacking);
        }
        if (s == AMP_OK && out == NULL) {
            s = amp__make_valid(b, NULL, NULL, &from->spans, 1, &p);
        }
        from->base = out != NULL ? (char *)out->buffer : b->host;
        source = out != NULL ? out->device : NULL;
    }
    if (s == AMP_OK && a != NULL) {
        s = amp__each_overlap(a, &to->spans, amp__bring_overlap_home);
        if (s == AMP_OK) {
            s = device != NULL ? amp__replica_get(a, device, &in) : amp__host_get(a);
        }
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
                        : &amp__devices.device[AMP__EMU_HOST], a, b, queue);
    if (s != AMP_OK) {
        return s;
    }
    amp__plan_begin(&plan);
    if (a != NULL) {
        s = device == NULL ? amp__each_overlap(a, &to->spans, amp__take_host) : AMP_OK;
        if (s == AMP_OK) {
            s = amp__plan_written(&plan, a, in, &to->spans);
        }
    }
    if (s == AMP_OK) {
        region = amp__region_of(shape, to, from);
        s = amp__submit_copy(*queue, direction, to->base, from->base, &region, a, b);
    }
    amp__plan_end(&plan, s == AMP_OK);
    return s;
}

/* Checks a copy between views, or between a view and host memory. */
static inline amp_status amp__copy_check(const amp_array_view *to, const amp_array_view *from)
{
    char a[64], b[64];
    amp_status s = to != NULL ? amp__view_usable(to) : AMP_OK;
    if (s == AMP_OK && from != NULL) {
        s = amp__view_usable(from);
    }
    if (s != AMP_OK) {
        return s;
    }
    if (to != NULL && to->read_only) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a copy to a view for reading only (%s)",
                         to->type.name);
    }
    if (to == NULL || from == NULL) {
        return AMP_OK;
    }
    if (!amp__type_equal(to->type, from->type)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a copy from a view of %s to a view of %s: the "
                         "elements must be of one type", from->type.name, to->type.name);
    }
    if (!amp_extent_equal(to->extent, from->extent)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "a copy from extent %s to extent %s: they must be "
                         "equal, take a section",
                         amp__text(a, sizeof(a), from->extent.rank, from->extent.dim),
                         amp__text(b, sizeof(b), to->extent.rank, to->extent.dim));
    }
    return AMP_OK;
}

/* How many bytes two views share: as sections of one data source, or because
   their two sources lie over the same host memory. */
static inline size_t amp__sides_share(const amp__side *a, const amp__side *b)
{
    const amp__storage *x = a->view->storage, *y = b->view->storage;
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

/* All of a copy but the waiting. */
static inline amp_status amp__copy_start(const amp_array_view *to_view, void *to_memory,
                                         const amp_array_view *from_view, const void *from_memory,
                                         amp__queue **queue)
{
    const amp_array_view *shape = to_view != NULL ? to_view : from_view;
    amp__side to, from;
    amp_status s;
    memset(&to, 0, sizeof(to));
    memset(&from, 0, sizeof(from));
    *queue = NULL;
    amp__devices_list();
    (void)pthread_mutex_lock(&amp__coherence_lock);
    s = amp__copy_check(to_view, from_view);
    if (s == AMP_OK && (to_view == NULL ? to_memory == NULL
                        : from_view == NULL && from_memory == NULL)) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "a copy %s NULL", to_view == NULL ? "to" : "from");
    }
    if (s != AMP_OK) {
        return amp__coherence_leave(s);
    }
    to.view = to_view;
    to.base = (char *)to_memory;
    from.view = from_view;
    memcpy(&from.base, &from_memory, sizeof(from_memory));
    amp__side_strides(&to, shape, to_view == NULL);
    amp__side_strides(&from, from_view != NULL ? from_view : shape, from_view == NULL);
    if (to_view != NULL) {
        to.offset = to_view->offset;
        s = amp__spans_of(to_view, &to.spans);
    }
    if (s == AMP_OK && from_view != NULL) {
        from.offset = from_view->offset;
        s = amp__spans_of(from_view, &from.spans);
    }
    if (s == AMP_OK && to_view != NULL && from_view != NULL) {
        const size_t shared = amp__sides_share(&to, &from);
        if (shared > 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "a copy between views that share %lu bytes: "
                          "copy through another view", (unsigned long)shared);
        }
    }
    if (s == AMP_OK) {
        s = amp__copy_sides(shape, &to, &from, queue);
    }
    amp__spans_free(&to.spans);
    amp__spans_free(&from.spans);
    return amp__coherence_leave(s);
}

/* Waits for a copy and the work before it; the first failure that concerns it. */
static inline amp_status amp__copy_end(amp_status s, const amp_array_view *a,
                                       const amp_array_view *b, amp__queue *queue)
{
    const amp_array_view *const both[2] = { a, b };
    int i;
    if (queue != NULL) {
        const amp__use now = amp__queue_now(queue);
        amp__use_wait(&now);
    }
    for (i = 0; i < 2 && s == AMP_OK; i++) {
        if (both[i] != NULL && __atomic_load_n(&both[i]->storage->failed, __ATOMIC_ACQUIRE)) {
            amp__spans none;
            memset(&none, 0, sizeof(none));
            s = amp__coherence_enter(both[i]);
            if (s == AMP_OK) {
                s = amp__coherence_leave(amp__storage_failure(both[i]->storage, &none));
            }
        }
    }
    return s;
}

/* Copies the elements of src to dst, views or arrays with and without gaps, on
   any accelerators; after the work that writes src and uses dst. Element type,
   rank and extent are equal, the two share no byte. Returns when it has been
   done: AMP_OK; AMP_INVALID_ARGUMENT (the above, a released view, a view for
   reading only), the error a view carries, AMP_OUT_OF_MEMORY, what a device
   reports, or the failure of queued work that wrote either. Specification 5.3. */
static inline amp_status amp_copy(amp_array_view src, amp_array_view dst)
{
    amp__queue *q;
    const amp_status s = amp__copy_start(&dst, NULL, &src, NULL, &q);
    return amp__copy_end(s, &src, &dst, q);
}

/* Copies to v from `source`, host memory with as many elements as v has, dense
   and row-major. Returns as amp_copy does. */
static inline amp_status amp_copy_in(amp_array_view v, const void *source)
{
    amp__queue *q;
    const amp_status s = amp__copy_start(&v, NULL, NULL, source, &q);
    return amp__copy_end(s, &v, NULL, q);
}

/* Copies v to `target`, host memory with room for as many elements as v has,
   dense and row-major. Returns as amp_copy does. */
static inline amp_status amp_copy_out(amp_array_view v, void *target)
{
    amp__queue *q;
    const amp_status s = amp__copy_start(NULL, target, &v, NULL, &q);
    return amp__copy_end(s, &v, NULL, q);
}

/* amp_array_from(T, extent, pointer), amp_array_on_from(view, T, extent,
   pointer): an array with the content of host memory, dense and row-major. The
   pointer is to T's type, as with amp_view. */
#define amp_array_from(T, ext, pointer) \
    amp__filled(amp_array(T, ext), pointer, AMP__POINTEE(T, pointer))
#define amp_array_on_from(view, T, ext, pointer) \
    amp__filled(amp_array_on(view, T, ext), pointer, AMP__POINTEE(T, pointer))
static inline amp_array_view amp__filled(amp_array_view v, const void *pointer, amp__pointee p)
{
    char why[sizeof(v.why)];
    amp_status s = v.status;
    if (s != AMP_OK) {
        return v;
    }
    s = amp__pointee_check(v.type, p, why, sizeof(why));
    if (s != AMP_OK) {
        (void)amp__fail(s, "%s", why);
    } else {
        s = amp_copy_in(v, pointer);
    }
    if (s != AMP_OK) {
        const amp_array_view failed = amp__failed_view(v, s);
        (void)amp_release(v);
        v = amp__failed_view(failed, s);
    }
    return v;
}

/* ==== 3 the _async forms ================================================= */

/* As amp_copy, amp_copy_in and amp_copy_out; they return at once with the
   completion of the copy. On a view made by amp_accelerator_create_view (that
   of an array among the two, or of unfinished work on the data) the copy is
   queued there; else it has been done. Host memory stays as it is until then. */
static inline amp_completion amp__copy_async(amp_status s, amp__queue *q)
{
    return s != AMP_OK || !q->asynchronous ? amp__completion_failed(s) : amp__completion_now(q);
}
static inline amp_completion amp_copy_async(amp_array_view src, amp_array_view dst)
{
    amp__queue *q;
    const amp_status s = amp__copy_start(&dst, NULL, &src, NULL, &q);
    return amp__copy_async(s, q);
}
static inline amp_completion amp_copy_in_async(amp_array_view v, const void *source)
{
    amp__queue *q;
    const amp_status s = amp__copy_start(&v, NULL, NULL, source, &q);
    return amp__copy_async(s, q);
}
static inline amp_completion amp_copy_out_async(amp_array_view v, void *target)
{
    amp__queue *q;
    const amp_status s = amp__copy_start(NULL, target, &v, NULL, &q);
    return amp__copy_async(s, q);
}

/* amp_synchronize that does not wait: complete when host memory is up to date. */
static inline amp_completion amp_synchronize_async(amp_array_view v)
{
    amp_completion c;
    amp__spans spans;
    amp_status s = amp__coherence_enter(&v);
    if (s != AMP_OK) {
        return amp__completion_failed(s);
    }
    memset(&c, 0, sizeof(c));
    s = amp__spans_of(&v, &spans);
    if (s == AMP_OK) {
        s = amp__storage_failure(v.storage, &spans);
    }
    if (s == AMP_OK) {
        s = amp__each_overlap(v.storage, &spans, amp__bring_overlap_home);
    }
    if (s == AMP_OK) {
        s = amp__home(v.storage, &spans);
    }
    amp__spans_free(&spans);
    c = s == AMP_OK && !amp__use_ended(&v.storage->write)
        ? amp__completion_now(v.storage->write.queue) : amp__completion_failed(s);
    (void)amp__coherence_leave(s);
    return c;
}

/* Makes the content of v current in the memory of a view's accelerator, so that
   a launch there need not copy it (specification 5.2: a prefetch). AMP_OK, or
   an error of the view, the accelerator view, or the copy. */
static inline amp_completion amp_synchronize_to_async(amp_array_view v, amp_accelerator_view on)
{
    amp__queue *q;
    amp__replica *replica;
    amp__spans spans;
    amp_completion c;
    amp_status s = amp__queue_of(on, &q);
    if (s == AMP_OK) {
        s = amp__coherence_enter(&v);
    }
    if (s != AMP_OK) {
        return amp__completion_failed(s);
    }
    s = amp__spans_of(&v, &spans);
    if (s == AMP_OK) {
        s = amp__make_valid(v.storage, q->device->own_memory ? q->device : NULL, q, &spans, 1,
                            &replica);
    }
    amp__spans_free(&spans);
    c = s == AMP_OK && !amp__use_ended(&v.storage->write)
        ? amp__completion_now(v.storage->write.queue) : amp__completion_failed(s);
    (void)amp__coherence_leave(s);
    return c;
}
static inline amp_status amp_synchronize_to(amp_array_view v, amp_accelerator_view on)
{
    return amp_completion_wait(amp_synchronize_to_async(v, on));
}

#endif /* AMP_H */
#endif /* AMP_ARRAYS_H */
