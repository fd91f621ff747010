/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_COHERENCE_H
#define AMP_CORE_COHERENCE_H
/*
amp/core/coherence.h: which memory holds which bytes of a data source, and how they get where
they are needed.

For each memory (the host's, and a replica for each device with its own) the record of a
data source has a list of the byte spans that are valid there. A change of several lists is
planned first (amp/core/spans.h), the copies are put on queues, and then the plan takes effect as a
whole, or not at all. Two sources over the same bytes are kept in step: a change of
one is done to the other's lists as well. Everything here is done under lock.coherence.
*/

#include "queue.h"
#include "unwritten.h"
#include "../watch/hooks.h"

/* The caller of each function here holds lock.coherence. */

/* Begins to track r: from now on lists say which memory holds which of its bytes. */
static AMP__COLD amp_status amp__track(amp__record *r)
{
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (r->tracked) {
        return AMP_OK;
    }
    if (r->host != NULL) {
        s = amp__spans_append(&r->valid, 0, r->bytes);
    }
    if (s == AMP_OK) {
        AMP__STORE(&r->tracked, 1);
        AMP__HOLD(&amp__lock.registry);
        amp__host.registry.tracked++;
        amp__fast_path_update();
    }
    return s;
}

/* Ends that: frees r's replicas, with their buffers, and what they alone held. */
static AMP__COLD void amp__untrack(amp__record *r)
{
    amp__replica *p;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    while ((p = r->replicas) != NULL) {
        r->replicas = p->next;
        if (!amp__host.forked_after_list || p->device->outlives_fork) {
            p->device->backend->buffer_destroy(p->device, p->buffer);
        } /* else it is the parent's */
        amp__spans_free(&p->valid);
        amp__free(p);
    }
    amp__spans_free(&r->valid);
    if (r->tracked) {
        AMP__STORE(&r->tracked, 0);
        AMP__HOLD(&amp__lock.registry);
        amp__host.registry.tracked--;
        amp__fast_path_update();
    }
}

/* Gives r host memory, where it has none; the content is undefined. */
static AMP__COLD amp_status amp__host_get(amp__record *r)
{
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (r->host == NULL) {
        r->host = (char *)amp__alloc(r->bytes);
        r->host_owned = 1;
    }
    return r->host == NULL ? AMP_OUT_OF_MEMORY : AMP_OK;
}

/* *replica = the device's replica of r; made, with its buffer, where there is none. */
static AMP__COLD amp_status amp__replica_get(amp__record *r, const amp__device *device,
                                             amp__replica **replica)
{
    amp__replica *p;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    for (p = r->replicas; p != NULL; p = p->next) {
        if (p->device == device) {
            *replica = p;
            return AMP_OK;
        }
    }
    s = amp__track(r);
    if (s != AMP_OK) {
        return s;
    }
    p = (amp__replica *)amp__alloc_zero(sizeof(*p));
    if (p == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    p->device = device;
    s = device->backend->buffer_create(device, amp__record_lead(r, device) + r->bytes, &p->buffer);
    if (s != AMP_OK) {
        amp__free(p);
        return s;
    }
    p->next = r->replicas;
    r->replicas = p;
    *replica = p;
    return AMP_OK;
}

/* Calls change(other record, the spans moved to its offsets) for every other record
   that shares bytes of r's `spans` and is tracked, busy, or has failed. New records may
   appear meanwhile; they are idle. No record can end: the coherence lock is held. */
static AMP__COLD amp_status amp__each_overlap(amp__record *r, const amp__spans *spans,
                                              amp_status (*change)(amp__record *other,
                                              const amp__spans *shared))
{
    enum { AMP__OTHERS = 32 };
    amp__record *other[AMP__OTHERS], *o;
    size_t skip = 0, seen, i;
    int n, k;
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (r->source != AMP__SOURCE_HOST || spans->count == 0) {
        return AMP_OK;
    }
    do {
        const uintptr_t low = (uintptr_t)r->host + spans->at[0].low;
        const uintptr_t high = (uintptr_t)r->host + spans->at[spans->count - 1].high;
        amp__take(&amp__lock.registry);
        i = amp__registry_below(high - 1);
        n = 0;
        seen = 0;
        while (n < AMP__OTHERS && (o = amp__registry_next(low, high, &i)) != NULL) {
            if (seen++ >= skip && o != r
                && (AMP__LOAD(&o->tracked) || AMP__LOAD(&o->busy) || amp__record_failed(o))) {
                other[n++] = o;
            }
        }
        amp__give(&amp__lock.registry);
        skip = seen;
        for (k = 0; s == AMP_OK && k < n; k++) {
            const uintptr_t mine = (uintptr_t)r->host, its = (uintptr_t)other[k]->host;
            amp__spans shared AMP__SPANS_FREED = AMP__ZERO;
            int j;
            for (j = 0; s == AMP_OK && j < spans->count; j++) {
                const uintptr_t a = mine + spans->at[j].low, b = mine + spans->at[j].high;
                const uintptr_t end = its + other[k]->bytes;
                if (b > its && a < end) {
                    s = amp__spans_append(&shared, (size_t)((a > its ? a : its) - its),
                                          (size_t)((b < end ? b : end) - its));
                }
            }
            if (s == AMP_OK && shared.count > 0) {
                s = change(other[k], &shared);
            }
        }
    } while (s == AMP_OK && n == AMP__OTHERS);
    return s;
}

/* Plans that the bytes are written in the replica's memory: valid there and in no other.
   replica NULL: in host memory. */
static AMP__COLD amp_status amp__plan_written(amp__plan *plan, amp__record *r,
                                              amp__replica *replica, const amp__spans *spans)
{
    amp__replica *p;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (!r->tracked) {
        return AMP_OK;
    }
    s = amp__plan_add(plan, replica == NULL ? '+' : '-', &r->valid, spans);
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        s = amp__plan_add(plan, p == replica ? '+' : '-', &p->valid, spans);
    }
    return s;
}

/* Makes host memory, as it is, the one valid memory of these bytes: what was dirty elsewhere is
   given up. */
static AMP__COLD amp_status amp__mark_host_valid(amp__record *r, const amp__spans *spans)
{
    amp__plan plan;
    amp_status s;
    amp__plan_begin(&plan);
    s = amp__plan_written(&plan, r, NULL, spans);
    amp__plan_end(&plan, s == AMP_OK);
    return s;
}

/* Copies spans between the host memory of r and a replica. */
static AMP__COLD amp_status amp__transfer(struct amp__queue *queue, amp__record *r,
                                          amp__replica *p, amp__direction direction,
                                          const amp__spans *spans)
{
    amp_status s = amp__host_get(r);
    int i = 0;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    while (s == AMP_OK && i < spans->count) {
        amp__copy_box box;
        i = amp__spans_copy_box(spans, i, &box);
        s = direction == AMP__COPY_IN
            ? amp__submit_copy(queue, direction, p->buffer, r->host, &box, r, r)
            : amp__submit_copy(queue, direction, r->host, p->buffer, &box, r, r);
    }
    return s;
}

/* Writes back what is dirty among the bytes `need`. */
static AMP__COLD amp_status amp__write_back(amp__record *r, const amp__spans *need)
{
    amp__replica *p;
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        amp__spans here AMP__SPANS_FREED = AMP__ZERO, dirty AMP__SPANS_FREED = AMP__ZERO;
        struct amp__queue *queue;
        s = amp__spans_op('&', need, &p->valid, &here);
        s = AMP__THEN(s, amp__spans_op('-', &here, &r->valid, &dirty));
        if (s == AMP_OK && dirty.count > 0) {
            s = amp__each_overlap(r, &dirty, amp__mark_host_valid);
            s = AMP__THEN(s, amp__queue_for(r, p->device, &queue));
            s = AMP__THEN(s, amp__transfer(queue, r, p, AMP__COPY_OUT, &dirty));
            s = AMP__THEN(s, amp__spans_apply('+', &r->valid, &dirty));
        }
    }
    return s;
}

/* The failure of queued work that was to write these bytes of r; it remains to be
   reported. Fits amp__each_overlap. */
static AMP__COLD amp_status amp__still_lost(amp__record *r, const amp__spans *spans)
{
    amp_status s = AMP_OK;
    if (amp__record_failed(r)) {
        AMP__HOLD(&amp__lock.registry);
        s = amp__lost_among(r, spans);
    }
    return s;
}

/* Reports that failure; for `spans` NULL that of any byte of r. Each byte is reported once. Where
   there is one, this waits: what is queued and reads lost bytes must still find them lost. With
   give_up, host memory becomes the valid copy. */
static AMP__COLD amp_status amp__record_failure(amp__record *r, const amp__spans *spans,
                                                int give_up)
{
    amp__spans told AMP__SPANS_FREED = AMP__ZERO, rest AMP__SPANS_FREED = AMP__ZERO;
    amp_status s, failed = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (!amp__record_failed(r)) {
        return AMP_OK;
    }
    amp__wait_until_idle(r);
    AMP__HOLD(&amp__lock.registry);
    s = amp__lost_list(r);
    s = AMP__THEN(s, amp__spans_op('&', &r->lost, spans != NULL ? spans : &r->lost, &told));
    if (s == AMP_OK) {
        s = amp__spans_op('-', &r->lost, &told, &rest);
        if (s == AMP_OK && told.count > 0 && give_up) {
            s = amp__mark_host_valid(r, &told);
        }
        if (s == AMP_OK && told.count > 0) {
            failed = amp__failure_tell(&r->failed);
            amp__spans_free(&r->lost);
            r->lost = rest;
            memset(&rest, 0, sizeof(rest));
            if (r->lost.count == 0) {
                AMP__STORE(&r->failed.status, AMP_OK);
            }
        }
    }
    return s != AMP_OK ? s : failed;
}

/* For amp__each_overlap: the failure of work that was to write these bytes of the other
   record; each byte is reported once, and host memory becomes the valid copy. */
static AMP__COLD amp_status amp__overlap_failure(amp__record *other, const amp__spans *shared)
{
    return amp__record_failure(other, shared, 1);
}

/* Waits for the other record's work and writes back its dirty bytes. Lost bytes and their failure
   stay for their own caller. */
static AMP__COLD amp_status amp__write_back_overlap(amp__record *other, const amp__spans *shared)
{
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    amp__wait_until_idle(other);
    if (amp__record_failed(other)) {
        AMP__HOLD(&amp__lock.registry);
        s = amp__lost_list(other);
        s = AMP__THEN(s, amp__mark_host_valid(other, &other->lost));
    }
    s = AMP__THEN(s, amp__write_back(other, shared));
    amp__wait_until_idle(other);
    return s;
}

/* Makes the bytes `need` of r valid in the memory of `device`, through its queue, and
   *replica its replica. device NULL: in host memory; *replica is NULL then. content 0:
   only the memory is made, and nothing copied. */
static AMP__COLD amp_status amp__make_valid(amp__record *r, const amp__device *device,
                                            struct amp__queue *queue, const amp__spans *need,
                                            int content, amp__replica **replica)
{
    amp__spans missing AMP__SPANS_FREED = AMP__ZERO;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    *replica = NULL;
    s = amp__each_overlap(r, need, amp__write_back_overlap);
    if (s == AMP_OK && content) {
        s = amp__each_overlap(r, need, amp__still_lost);
    }
    if (s != AMP_OK) {
        return s;
    }
    if (device == NULL) {
        s = amp__host_get(r);
        return s == AMP_OK && content ? amp__write_back(r, need) : s;
    }
    s = amp__replica_get(r, device, replica);
    if (s != AMP_OK || !content) {
        return s;
    }
    s = amp__spans_op('-', need, &(*replica)->valid, &missing);
    if (s == AMP_OK && missing.count > 0) {
        amp__spans have AMP__SPANS_FREED = AMP__ZERO;
        s = amp__write_back(r, &missing); /* what only another device holds goes through the host */
        s = AMP__THEN(s, amp__spans_op('&', &missing, &r->valid, &have));
        if (s == AMP_OK && have.count > 0) {
            s = amp__transfer(queue, r, *replica, AMP__COPY_IN, &have);
            s = AMP__THEN(s, amp__spans_apply('+', &(*replica)->valid, &have));
        }
    }
    return s;
}

/* Makes the host's bytes the valid ones, except for those that are dirty: written by a device, and
   not synchronized. */
static AMP__COLD amp_status amp__mark_host_valid_except_dirty(amp__record *r,
                                                              const amp__spans *spans)
{
    amp__replica *p;
    amp__spans rest AMP__SPANS_FREED = AMP__ZERO, none = AMP__ZERO;
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    s = amp__spans_op('-', spans, &none, &rest);
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        amp__spans dirty AMP__SPANS_FREED = AMP__ZERO;
        s = amp__spans_op('-', &p->valid, &r->valid, &dirty);
        s = AMP__THEN(s, amp__spans_apply('-', &rest, &dirty));
    }
    return AMP__THEN(s, amp__mark_host_valid(r, &rest));
}

/* The program has other content for these bytes: that failed work was to write them need not be
   reported to anybody. What is queued and reads them must still find them lost: where there are
   any, this waits. */
static AMP__COLD amp_status amp__forget_lost(amp__record *r, const amp__spans *spans)
{
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    if (!amp__record_failed(r)) {
        return AMP_OK;
    }
    amp__wait_until_idle(r);
    AMP__HOLD(&amp__lock.registry);
    s = amp__lost_list(r);
    s = AMP__THEN(s, amp__spans_apply('-', &r->lost, spans));
    if (s == AMP_OK && r->lost.count == 0) {
        AMP__STORE(&r->failed.status, AMP_OK);
    }
    return s;
}

/* The host has changed bytes of a record: nothing may still be at work on them. */
static AMP__COLD amp_status amp__overlap_refreshed(amp__record *other, const amp__spans *shared)
{
    amp_status s;
    AMP__ASSERT(amp__holds(&amp__lock.coherence));
    amp__wait_until_idle(other);
    s = amp__forget_lost(other, shared);
    return s == AMP_OK ? amp__mark_host_valid(other, shared) : s;
}

/* Declares host memory valid for v's bytes; with keep_dirty except for those that are dirty.
   Returns what amp_refresh does. */
static AMP__COLD amp_status amp__declare_host_valid(amp_array_view v, int keep_dirty)
{
    amp_status (*const declare)(amp__record *, const amp__spans *) =
        keep_dirty ? amp__mark_host_valid_except_dirty : amp__overlap_refreshed;
    amp__spans spans AMP__SPANS_FREED = AMP__ZERO;
    amp_status s = amp__coherence_enter(&v);
    if (s != AMP_OK) {
        return s;
    }
    s = amp__spans_of(&v, &spans);
    s = AMP__THEN(s, amp__each_overlap(v.record, &spans, declare));
    return amp__coherence_leave(AMP__THEN(s, declare(v.record, &spans)));
}

/* Reports to the checker what the host says of v: AMP__CHECK_SYNCHRONIZED and its like. */
static inline void amp__check_view(int what, const amp_array_view *v)
{
    const void *data;
#if AMP__DEBUG_CODE
    if (what == AMP__CHECK_SYNCHRONIZED && v->record != NULL
        && __builtin_expect(v->record->unwritten.kernel != NULL, 0)) {
        amp__unwritten_tell(v);
    }
#endif
    data = amp__watch_listens() && v->status == AMP_OK ? amp__host_address(v) : NULL;
    if (data != NULL) {
        const amp_array_view w = amp__folded(v);
        amp__watch_host(what, data, w.type.size, w.extent.rank, w.extent.dim, w.stride);
    }
}

#endif /* AMP_CORE_COHERENCE_H */
