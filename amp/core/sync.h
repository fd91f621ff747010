/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_SYNC_H
#define AMP_CORE_SYNC_H
/*
amp/core/sync.h: views over host memory: made, synchronized, refreshed, discarded, released.
*/

#include "view.h"
#include "../watch/hooks.h"
#include "../base/mistakes.h"

/* A view of elements of `type` over the caller's memory, for amp_view; p: what the
   pointer points to, as the compiler knows it. */
AMP__API_HOT AMP__NOT_READ(2)
amp_array_view amp__view_over(amp__type type, const void *data, amp_extent e,
                              amp__pointee p);

/* amp_view(T, pointer, d0[, d1[, d2]]): a view over the caller's dense, row-major memory, which the
   caller keeps alive until amp_release. `const T`, or a pointer to const, makes a view that only
   `in` parameters take. A pointer to numbers of another size or kind, or to pointers, makes a view
   that carries AMP_VIEW_MISMATCH; a void pointer, bytes and structs are taken at the caller's word.
   More elements than the array has, where the compiler knows how large it is, make one that carries
   AMP_INVALID_ARGUMENT. A second view of the same memory, or of a part of it, shares the record of
   the first. Making a view says that the host memory holds the truth, apart from bytes that a
   kernel on a device wrote and nobody has synchronized: those stay dirty. */
#define amp_view(T, ...) AMP__CAT(AMP__VIEW_OF_, AMP__ONE_OR_MORE(__VA_ARGS__))(T, __VA_ARGS__)
#define AMP__VIEW_OF_1(T, pointer)                                            \
    (AMP__REQUIRED(a_view_wants_its_extent, 0, "amp_view(type, pointer, d0[, d1[, d2]]) wants " \
                   "the number of elements in each dimension"),               \
     amp_view_extent(T, pointer, amp_extent(1)))
#define AMP__VIEW_OF_2(T, pointer, ...) amp_view_extent(T, pointer, amp_extent(__VA_ARGS__))

/* A view of the elements at pointer, with an amp_extent. A NULL pointer and a dimension that is not
   positive make a view that carries AMP_INVALID_ARGUMENT; no memory, AMP_OUT_OF_MEMORY. */
#define amp_view_extent(T, pointer, ext) \
    amp__view_over((AMP__VIEW_ASKS(T, pointer) AMP__TYPE(T)), pointer, ext, \
                   AMP__POINTEE(T, pointer))
#ifdef __cplusplus
#define AMP__VIEW_ASKS(T, pointer)
#else /* a plain 0, a number, passes: the view says that it has no memory */
#define AMP__VIEW_ASKS(T, pointer)                                            \
    AMP__REQUIRED(a_view_wants_its_type_and_then_a_pointer, AMP__POINTER_TYPE(pointer) \
        || (!AMP__POINTER_TYPE(T) && AMP__WHOLE(*(__typeof__(pointer) *)0)),  \
        "amp_view(type, pointer, d0[, d1[, d2]]) wants the type first, and then a pointer"),
#endif

/* Bytes that went from host memory to accelerators with memory of their own,
   back, and from one buffer to another on such an accelerator. Bytes copied
   within host memory are not counted. Exact when nothing is being copied. */
AMP__API amp_traffic amp_copied(void);

/* Makes what kernels wrote through v visible in host memory: waits for work
   that uses it, and writes back what is dirty, no byte more. AMP_OK; the error v carries; the
   failure of queued work that wrote v (host memory is then as it was before, reported once); or the
   device's failure: AMP_ACCELERATOR_REMOVED, AMP_RUNTIME_ERROR, AMP_OUT_OF_MEMORY,
   AMP_KERNEL_FAULT. AMP_OK also for an empty range (amp_range). */
AMP__API_HOT AMP__MUST_USE amp_status amp_synchronize(amp_array_view v);

/* Says that the host changed the memory behind v: copies elsewhere are out of date, what was dirty
   in them is given up, and so is the failure of queued work that was to write v and that was not
   reported yet. Waits for work that uses v. AMP_OK; the error v carries; AMP_INVALID_ARGUMENT if v
   was released; AMP_OUT_OF_MEMORY. */
AMP__API_HOT amp_status amp_refresh(amp_array_view v);

/* Says that the content of v is not needed any more: it is copied nowhere, and what was dirty is
   given up, as by amp_refresh (specification 5.2: discard_data). Waits only where work on v has
   failed; else what uses v continues. AMP_OK; the error v carries; AMP_INVALID_ARGUMENT if v was
   released; AMP_OUT_OF_MEMORY. */
AMP__API amp_status amp_discard_data(amp_array_view v);

/* Ends the data source of v for all its views: waits for work that uses it, writes back what is
   dirty, frees device memory, and the memory of an array or a view without a source. AMP_OK; the
   error v carries; AMP_INVALID_ARGUMENT if it was released before; the first failure of queued work
   that was to write it and that was not reported yet; or the failure of the writing back. After one
   of the last two it is released all the same. Not while another thread uses it. */
AMP__API amp_status amp_release(amp_array_view v);

#if AMP__IMPLEMENT
#include "coherence.h"

/* A new record of `bytes` bytes of host memory at `data`, sorted in; NULL without memory.
   The caller holds lock.registry. */
static AMP__COLD amp__record *amp__attach_new(void *data, size_t bytes)
{
    const uintptr_t low = (uintptr_t)data;
    amp__record *made, *r;
    size_t i;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    made = amp__registry_new(AMP__SOURCE_HOST, bytes);
    if (made == NULL) {
        return NULL;
    }
    made->host = (char *)data;
    i = amp__registry_below(low + bytes - 1);
    while ((r = amp__registry_next(low, low + bytes, &i)) != NULL) {
        AMP__STORE(&r->overlaps, 1);
        made->overlaps = 1;
    }
    if (amp__registry_sort_in(made) != AMP_OK) {
        made->source = AMP__SOURCE_NONE;
        amp__registry_drop(made);
        return NULL;
    }
    return made;
}

/* Gives v the record of its host memory, `bytes` bytes at v->data: a record of just this memory
   is shared; within a bigger one v is a section of it; else there is a new one, which
   amp_release ends. Where there is no memory for it, v carries that error. */
static inline AMP__HOT void amp__attach(amp_array_view *v, size_t bytes)
{
    const uintptr_t low = (uintptr_t)v->data;
    amp__record *best = NULL, *r;
    int tracked = 0;
    size_t i;
    amp__take(&amp__lock.registry);
    /* those that hold all of it begin at or before it; with something elsewhere, all count */
    i = amp__registry_below(amp__host.registry.tracked == 0 ? low : low + bytes - 1);
    while ((r = amp__registry_next(low, low + bytes, &i)) != NULL) {
        tracked |= AMP__LOAD(&r->tracked);
        if ((uintptr_t)r->host <= low && (uintptr_t)r->host + r->bytes >= low + bytes
            && (best == NULL || r->bytes < best->bytes)) {
            best = r;
            if (r->bytes == bytes && amp__host.registry.tracked == 0) {
                break;
            }
        }
    }
    if (best == NULL) {
        best = amp__attach_new(v->data, bytes);
    }
    if (best == NULL) {
        *v = amp__failed_view(*v, AMP_OUT_OF_MEMORY);
    } else {
        v->record = best;
        v->generation = best->generation;
        v->offset = (size_t)(low - (uintptr_t)best->host);
    }
    amp__give(&amp__lock.registry);
    amp__check_view(AMP__CHECK_VIEWED, v);
    if (tracked) {
        const amp_status s = amp__declare_host_valid(*v, 1);
        if (s != AMP_OK) {
            *v = amp__failed_view(*v, s);
        }
    }
}

/* v, a shaped view that cannot be over `data`, where `room` bytes are, with the reason. */
static AMP__COLD amp_array_view amp__misplaced(amp_array_view v, const void *data, size_t room)
{
    const size_t n = (size_t)v.stride[0] * (size_t)v.extent.dim[0]; /* it is dense */
    if (data == NULL) {
        return amp__bad_view(v, "the data of a view is NULL: give it memory first");
    }
    if (n * v.type.size <= room) {
        return amp__bad_view(v, "the end of a view is beyond the address space: its data does not "
                             "begin where it is said to");
    }
    return amp__failed_view(v, amp__fail(AMP_INVALID_ARGUMENT, "a view of %lu elements of %lu "
        "bytes over memory of %lu bytes: give the number of elements that it has",
        (unsigned long)n, (unsigned long)v.type.size, (unsigned long)room));
}

/* amp__view_over where the pointer's type was checked; room: bytes that are there. */
AMP__NOT_READ(2)
static inline AMP__HOT amp_array_view amp__view(amp__type type, const void *data, amp_extent e,
                                                size_t room)
{
    amp_array_view v = amp__shaped(type, e);
    if (v.status == AMP_OK) {
        const size_t bytes = (size_t)v.stride[0] * (size_t)e.dim[0] * type.size;
        if (data == NULL || bytes > room || bytes > UINTPTR_MAX - (uintptr_t)data) {
            v = amp__misplaced(v, data, room);
        } else {
            memcpy(&v.data, &data, sizeof(data)); /* keeps -Wcast-qual quiet; see read_only */
            amp__attach(&v, bytes);
        }
    }
    return v;
}

AMP__API_HOT AMP__NOT_READ(2)
amp_array_view amp__view_over(amp__type type, const void *data, amp_extent e,
                              amp__pointee p)
{
    const amp_status s = amp__pointee_check(type, p);
    amp_array_view v;
    if (s != AMP_OK) {
        memset(&v, 0, sizeof(v));
        v.type = type;
        v.extent = e;
        v = amp__failed_view(v, s);
    } else {
        v = amp__view(type, data, e, p.room);
        v.read_only |= p.to_const;
    }
    return v;
}

AMP__API amp_traffic amp_copied(void)
{
    amp_traffic t;
    t.to_device = __atomic_load_n(&amp__host.moved.to_device, __ATOMIC_RELAXED);
    t.to_host = __atomic_load_n(&amp__host.moved.to_host, __ATOMIC_RELAXED);
    t.on_device = __atomic_load_n(&amp__host.moved.on_device, __ATOMIC_RELAXED);
    return t;
}

/* Waits until no queue works on v, without holding a lock meanwhile. AMP_OK, or v's error. */
static AMP__COLD amp_status amp__view_settle(const amp_array_view *v)
{
    amp__use use[AMP__USES + 1];
    int i;
    amp_status s = amp__coherence_enter(v);
    if (s != AMP_OK) {
        return s;
    }
    use[AMP__USES] = v->record->write;
    memcpy(use, v->record->read, sizeof(v->record->read));
    i = AMP__LOAD(&v->record->busy);
    (void)amp__coherence_leave(s);
    for (; i && i <= AMP__USES + 1; i++) {
        amp__use_wait(&use[i - 1]);
    }
    return s;
}

/* Queues the copies that bring v's bytes, *spans, home. AMP_OK, or the first failure of the work
   that was to write them, which is reported by this. The caller holds lock.coherence, and frees
   spans. */
static AMP__COLD amp_status amp__write_back_view(const amp_array_view *v, amp__spans *spans)
{
    amp__record *r = v->record;
    amp_status s = amp__spans_of(v, spans);
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    s = AMP__THEN(s, amp__record_failure(r, spans, 1));
    s = AMP__THEN(s, amp__each_overlap(r, spans, amp__write_back_overlap));
    s = AMP__THEN(s, amp__each_overlap(r, spans, amp__overlap_failure));
    return s == AMP_OK ? amp__write_back(r, spans) : s;
}

/* amp_synchronize of a view that something may have to be waited or copied for. */
static AMP__COLD amp_status amp__synchronize_view(const amp_array_view *v)
{
    amp__record *r = v->record;
    amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
    amp_status s = amp__view_settle(v);
    s = AMP__THEN(s, amp__coherence_enter(v));
    if (s != AMP_OK) {
        return s;
    }
    amp__wait_until_idle(r);
    s = amp__write_back_view(v, &spans);
    if (s == AMP_OK) {
        amp__wait_until_idle(r);
        s = amp__record_failure(r, &spans, 1);
    }
    amp__check_view(AMP__CHECK_SYNCHRONIZED, v);
    return amp__coherence_leave(s);
}

/* Whether nothing is to be waited for, copied or told before the host reads v. */
static inline int amp__host_is_current(const amp_array_view *v)
{
    return v->status == AMP_OK && v->record != NULL && AMP__LOAD(&amp__host.nothing_to_copy)
        && !AMP__LOAD(&v->record->busy)
        && !AMP__LOAD(&v->record->overlaps)
        && !amp__record_failed(v->record);
}

AMP__API_HOT amp_status amp_synchronize(amp_array_view v)
{
    if (amp__is_empty_range(&v)) {
        return AMP_OK;
    }
    if (amp__host_is_current(&v)) {
        amp__check_view(AMP__CHECK_SYNCHRONIZED, &v);
        return amp__view_usable(&v);
    }
    return amp__synchronize_view(&v);
}

AMP__API_HOT amp_status amp_refresh(amp_array_view v)
{
    const amp_status s = amp__view_settle(&v);
    if (s == AMP_OK) {
        amp__check_view(AMP__CHECK_REFRESHED, &v);
    }
    return s != AMP_OK || amp__host_is_current(&v) ? s : amp__declare_host_valid(v, 0);
}

AMP__API amp_status amp_discard_data(amp_array_view v)
{
    amp__plan plan;
    amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
    amp__replica *p;
    amp_status s = amp__view_usable(&v);
    if (s == AMP_OK) {
        amp__check_view(AMP__CHECK_DISCARDED, &v);
    }
    if (s != AMP_OK || (!AMP__LOAD(&amp__host.registry.devices_in_use)
                        && !amp__record_failed(v.record))) {
        return s; /* every accelerator computes in host memory */
    }
    s = amp__coherence_enter(&v);
    if (s != AMP_OK) {
        return s;
    }
    s = amp__spans_of(&v, &spans);
    s = AMP__THEN(s, amp__forget_lost(v.record, &spans));
    if (!AMP__LOAD(&amp__host.registry.devices_in_use)) {
        return amp__coherence_leave(s);
    }
    s = AMP__THEN(s, amp__track(v.record));
    amp__plan_begin(&plan);
    s = AMP__THEN(s, amp__plan_add(&plan, '-', &v.record->valid, &spans));
    for (p = v.record->replicas; s == AMP_OK && p != NULL; p = p->next) {
        s = amp__plan_add(&plan, '-', &p->valid, &spans);
    }
    amp__plan_end(&plan, s == AMP_OK);
    return amp__coherence_leave(s);
}

/* Writes back what is dirty, run by run and without memory: for amp_release, which must not lose
   data where there is no memory for lists. AMP_OUT_OF_MEMORY where other sources have bytes of r:
   what devices hold of those cannot be declared out of date. */
static AMP__COLD amp_status amp__write_back_without_memory(amp__record *r)
{
    amp__replica *p;
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (r->overlaps) {
        s = amp__fail(AMP_OUT_OF_MEMORY, "no memory for what other views over the same host "
                      "memory hold of it: what kernels wrote through this one is lost");
    }
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        amp__queue *q;
        int i, j = 0;
        s = amp__queue_default(p->device, &q);
        for (i = 0; s == AMP_OK && i < p->valid.count; i++) {
            size_t low = p->valid.at[i].low;
            const size_t high = p->valid.at[i].high;
            while (s == AMP_OK && low < high) {
                amp__copy_box g;
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
    amp__wait_until_idle(r);
    return s;
}

AMP__API amp_status amp_release(amp_array_view v)
{
    amp__spans all AMP__SPANS_FREED = AMP__ZERO;
    amp__record *r;
    amp__failure last;
    amp_status s = amp__view_settle(&v), home = AMP_OK;
    s = AMP__THEN(s, amp__coherence_enter(&v));
    if (s != AMP_OK) {
        return s;
    }
    r = v.record;
    amp__wait_until_idle(r);
    amp__check_view(AMP__CHECK_REFRESHED, &v);
    s = amp__record_failure(r, NULL, 1);
    last = amp__error;
    if (r->tracked && r->source == AMP__SOURCE_HOST) {
        home = amp__spans_append(&all, 0, r->bytes);
        if (home == AMP_OK) {
            home = amp__write_back(r, &all);
            amp__wait_until_idle(r);
        }
        if (home == AMP_OK) {
            home = amp__record_failure(r, NULL, 1);
        } else if (home == AMP_OUT_OF_MEMORY) {
            home = amp__write_back_without_memory(r);
        }
    }
    if (s == AMP_OK && home != AMP_OK) {
        s = home;
    } else {
        amp__error = last; /* the first failure is reported, or none */
    }
    amp__untrack(r);
    if (r->host_owned) {
        amp__free(r->host);
        r->host = NULL;
    }
    amp__take(&amp__lock.registry);
    amp__registry_drop(r);
    amp__give(&amp__lock.registry);
    return amp__coherence_leave(s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_SYNC_H */
