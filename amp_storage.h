/* SPDX-License-Identifier: MIT */
#ifndef AMP_STORAGE_H
#define AMP_STORAGE_H
/*
amp_storage.h: data sources, and who holds which of their bytes.

  1 spans          sorted lists of bytes
  2 the registry   records of data sources, found by address
  3 coherence      which place holds what; planning a change

A place is a memory: the host's, or that of one accelerator with memory of its
own. For each data source and place, a list of byte spans says which bytes are
valid there. Bytes valid on a device and not in host memory are pending: a
kernel wrote them and nobody synchronized. Bytes valid nowhere have no content.
Spans are exact, for sections with gaps too, so that a copy moves only what it
must, and what a kernel did not write is never overwritten.

Include amp.h, which includes this file.
*/

#ifndef AMP_H
#undef AMP_STORAGE_H /* amp.h includes this file */
#include "amp.h"
#else

#include <pthread.h> /* locks */

/* ==== 1 spans ============================================================ */

static inline void amp__spans_free(amp__spans *s)
{
    amp__free(s->at);
    memset(s, 0, sizeof(*s));
}

/* Appends [low, high), which begins at or after the last span's begin. */
static inline amp_status amp__spans_append(amp__spans *s, size_t low, size_t high)
{
    if (low >= high) {
        return AMP_OK;
    }
    if (s->count > 0 && s->at[s->count - 1].high >= low) {
        if (s->at[s->count - 1].high < high) {
            s->at[s->count - 1].high = high;
        }
        return AMP_OK;
    }
    if (s->count == s->room) {
        const int room = s->room < 4 ? 4 : s->room * 2;
        amp__span *at;
        if (s->room > INT_MAX / 2 - 1) {
            return amp__fail(AMP_OUT_OF_MEMORY, "a section has more than %d runs of bytes: copy "
                             "it to a dense view first", s->room);
        }
        at = (amp__span *)amp__alloc(sizeof(*at) * (size_t)room);
        if (at == NULL) {
            return AMP_OUT_OF_MEMORY;
        }
        if (s->count > 0) {
            memcpy(at, s->at, sizeof(*at) * (size_t)s->count);
        }
        amp__free(s->at);
        s->at = at;
        s->room = room;
    }
    s->at[s->count].low = low;
    s->at[s->count].high = high;
    s->count++;
    return AMP_OK;
}

/* *r = a op b: '+' union, '-' difference, '&' intersection. r is empty before,
   and stays so on failure. */
static inline amp_status amp__spans_op(char op, const amp__spans *a, const amp__spans *b,
                                       amp__spans *r)
{
    amp_status s = AMP_OK;
    int i = 0, j = 0;
    memset(r, 0, sizeof(*r));
    if (op == '+') {
        while (s == AMP_OK && (i < a->count || j < b->count)) {
            const amp__span *next = j == b->count
                || (i < a->count && a->at[i].low <= b->at[j].low) ? &a->at[i++] : &b->at[j++];
            s = amp__spans_append(r, next->low, next->high);
        }
    } else if (op == '&') {
        while (s == AMP_OK && i < a->count && j < b->count) {
            const amp__span x = a->at[i], y = b->at[j];
            const size_t low = x.low > y.low ? x.low : y.low;
            const size_t high = x.high < y.high ? x.high : y.high;
            s = amp__spans_append(r, low, high);
            if (x.high < y.high) {
                i++;
            } else {
                j++;
            }
        }
    } else {
        for (i = 0; s == AMP_OK && i < a->count; i++) {
            size_t low = a->at[i].low;
            while (j < b->count && b->at[j].high <= low) {
                j++;
            }
            while (s == AMP_OK && j < b->count && b->at[j].low < a->at[i].high) {
                s = amp__spans_append(r, low, b->at[j].low);
                low = b->at[j].high;
                if (low >= a->at[i].high) {
                    break; /* this span may reach into the next one too */
                }
                j++;
            }
            if (s == AMP_OK) {
                s = amp__spans_append(r, low, a->at[i].high);
            }
        }
    }
    if (s != AMP_OK) {
        amp__spans_free(r);
    }
    return s;
}

/* *a = *a op b; *a stays as it was on failure. */
static inline amp_status amp__spans_apply(char op, amp__spans *a, const amp__spans *b)
{
    amp__spans r;
    const amp_status s = amp__spans_op(op, a, b, &r);
    if (s == AMP_OK) {
        amp__spans_free(a);
        *a = r;
    }
    return s;
}

/* The bytes of a view within its storage. *r is empty on failure. */
static inline amp_status amp__spans_of(const amp_array_view *v, amp__spans *r)
{
    const int rank = v->extent.rank;
    const size_t size = v->type.size, run = (size_t)v->extent.dim[rank - 1] * size;
    const int n0 = rank == 3 ? v->extent.dim[0] : 1, n1 = rank >= 2 ? v->extent.dim[rank - 2] : 1;
    const size_t s0 = rank == 3 ? (size_t)v->stride[0] * size : 0;
    const size_t s1 = rank >= 2 ? (size_t)v->stride[rank - 2] * size : 0;
    amp_status s = AMP_OK;
    int i, j;
    memset(r, 0, sizeof(*r));
    for (i = 0; s == AMP_OK && i < n0; i++) {
        for (j = 0; s == AMP_OK && j < n1; j++) {
            const size_t low = v->offset + (size_t)i * s0 + (size_t)j * s1;
            s = amp__spans_append(r, low, low + run);
        }
    }
    if (s != AMP_OK) {
        amp__spans_free(r);
    }
    return s;
}

/* The bytes at span `i` and after that one region can name: equal runs at
   equal distances, and equal groups of those. Returns the next span. */
static inline int amp__spans_region(const amp__spans *s, int i, amp__region *r)
{
    const size_t bytes = s->at[i].high - s->at[i].low;
    int rows = 1, groups = 1, k, n;
    size_t pitch = 0, slice = 0;
    memset(r, 0, sizeof(*r));
    for (n = i + 1; n < s->count && s->at[n].high - s->at[n].low == bytes; n++, rows++) {
        if (rows == 1) {
            pitch = s->at[n].low - s->at[i].low;
        } else if (s->at[n].low - s->at[n - 1].low != pitch) {
            break;
        }
    }
    for (n = i + rows; rows > 1 && n + rows <= s->count; n += rows, groups++) {
        const size_t step = s->at[n].low - s->at[n - rows].low;
        for (k = 0; k < rows && s->at[n + k].high - s->at[n + k].low == bytes
                 && s->at[n + k].low - s->at[n].low == (size_t)k * pitch; k++) {
        }
        if (k < rows || (groups > 1 && step != slice)) {
            break;
        }
        slice = step;
    }
    r->count[0] = (size_t)groups;
    r->count[1] = (size_t)rows;
    r->count[2] = bytes;
    r->to = r->from = s->at[i].low;
    r->to_stride[0] = r->from_stride[0] = groups > 1 ? slice : 0;
    r->to_stride[1] = r->from_stride[1] = pitch;
    return i + rows * groups;
}

/* ==== 2 the registry ===================================================== */

/* Records come in slabs, which are kept for ever. */
enum { AMP__SLAB = 32 };
typedef struct amp__slab {
    struct amp__slab *next;
    amp__storage record[AMP__SLAB];
} amp__slab;

/* All data sources. Those over host memory are also sorted by address;
   reach[i] is the highest end among the first i + 1, which ends a search. */
typedef struct amp__registry {
    amp__storage **sorted;
    uintptr_t *reach;
    size_t count, room;
    amp__storage *unused;
    amp__slab *slabs;
    size_t live;     /* records in use */
    int tracked;     /* records whose bytes may be anywhere but in host memory */
    int host_only;   /* the default accelerator is the emulator */
    int devices_in_use; /* some accelerator with memory of its own was asked for */
    int host_in_use; /* work in host memory may go on after its launch returned */
} amp__registry;
AMP__C_BEGIN
__attribute__((weak)) amp__registry amp__known;
AMP__C_END

/* The coherence lock is taken first, then a queue's, and the registry's last. */
AMP__C_BEGIN
__attribute__((weak)) pthread_mutex_t amp__coherence_lock = PTHREAD_MUTEX_INITIALIZER;
AMP__C_END
AMP__C_BEGIN
__attribute__((weak)) pthread_mutex_t amp__registry_lock = PTHREAD_MUTEX_INITIALIZER;
AMP__C_END

static inline void amp__fast_path_update(void)
{
    __atomic_store_n(&amp__nothing_to_copy, amp__known.host_only && amp__known.tracked == 0,
                     __ATOMIC_RELEASE);
}

/* The number of sorted records that begin at or below an address. */
static inline size_t amp__registry_below(uintptr_t address)
{
    size_t low = 0, high = amp__known.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((uintptr_t)amp__known.sorted[middle]->host <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static inline void amp__registry_reach(size_t from)
{
    for (; from < amp__known.count; from++) {
        const amp__storage *r = amp__known.sorted[from];
        const uintptr_t end = (uintptr_t)r->host + r->bytes;
        const uintptr_t before = from > 0 ? amp__known.reach[from - 1] : 0;
        amp__known.reach[from] = end > before ? end : before;
    }
}

/* Calls for the registry's lock to be held, as the three below do: makes a
   record, not yet sorted; NULL without memory. */
static inline amp__storage *amp__registry_new(amp__source source, size_t bytes)
{
    amp__storage *r = amp__known.unused;
    unsigned generation;
    if (r == NULL) {
        amp__slab *slab = (amp__slab *)amp__alloc_zero(sizeof(*slab));
        int i;
        if (slab == NULL) {
            return NULL;
        }
        slab->next = amp__known.slabs;
        amp__known.slabs = slab;
        r = slab->record;
        for (i = 0; i < AMP__SLAB; i++) {
            r[i].generation = 1;
            r[i].next_free = i + 1 < AMP__SLAB ? &r[i + 1] : NULL;
        }
    }
    amp__known.unused = r->next_free;
    generation = r->generation;
    memset(r, 0, offsetof(amp__storage, why));
    __atomic_store_n(&r->generation, generation, __ATOMIC_RELEASE);
    r->source = source;
    r->bytes = bytes;
    r->why[0] = '\0';
    amp__known.live++;
    return r;
}

static inline amp_status amp__registry_sort_in(amp__storage *r)
{
    size_t i;
    if (amp__known.count == amp__known.room) {
        const size_t room = amp__known.room == 0 ? 64 : amp__known.room * 2;
        amp__storage **sorted = (amp__storage **)amp__alloc(sizeof(*sorted) * room);
        uintptr_t *reach = sorted != NULL ? (uintptr_t *)amp__alloc(sizeof(*reach) * room) : NULL;
        if (reach == NULL) {
            amp__free(sorted);
            return AMP_OUT_OF_MEMORY;
        }
        if (amp__known.count > 0) {
            memcpy(sorted, amp__known.sorted, sizeof(*sorted) * amp__known.count);
            memcpy(reach, amp__known.reach, sizeof(*reach) * amp__known.count);
        }
        amp__free(amp__known.sorted);
        amp__free(amp__known.reach);
        amp__known.sorted = sorted;
        amp__known.reach = reach;
        amp__known.room = room;
    }
    i = amp__registry_below((uintptr_t)r->host);
    memmove(amp__known.sorted + i + 1, amp__known.sorted + i,
            sizeof(*amp__known.sorted) * (amp__known.count - i));
    amp__known.sorted[i] = r;
    amp__known.count++;
    amp__registry_reach(i);
    return AMP_OK;
}

/* Ends a record: every handle to it is stale from now on. */
static inline void amp__registry_drop(amp__storage *r)
{
    size_t i;
    if (r->source == AMP__SOURCE_HOST) {
        for (i = amp__registry_below((uintptr_t)r->host); i > 0; i--) {
            if (amp__known.sorted[i - 1] == r) {
                memmove(amp__known.sorted + i - 1, amp__known.sorted + i,
                        sizeof(*amp__known.sorted) * (amp__known.count - i));
                amp__known.count--;
                amp__registry_reach(i - 1);
                break;
            }
        }
    }
    r->source = AMP__SOURCE_NONE;
    (void)__atomic_fetch_add(&r->generation, 1, __ATOMIC_ACQ_REL);
    r->next_free = amp__known.unused;
    amp__known.unused = r;
    amp__known.live--;
}

/* The i-th next record, downwards, that shares bytes with host memory
   [low, high), beginning at *i == count; NULL at the end. */
static inline amp__storage *amp__registry_next(uintptr_t low, uintptr_t high, size_t *i)
{
    while (*i > 0 && amp__known.reach[*i - 1] > low) {
        amp__storage *r = amp__known.sorted[--*i];
        if ((uintptr_t)r->host < high && (uintptr_t)r->host + r->bytes > low) {
            return r;
        }
    }
    return NULL;
}

/* The number of data sources alive: of views over host memory, of arrays, of
   views without a source. What is left at the end of a program was never
   given to amp_release. */
static inline int amp_live_views(void)
{
    size_t n;
    (void)pthread_mutex_lock(&amp__registry_lock);
    n = amp__known.live;
    (void)pthread_mutex_unlock(&amp__registry_lock);
    return n > INT_MAX ? INT_MAX : (int)n;
}

static amp_status amp__host_is_truth(amp_array_view v, int keep_pending);

/* See amp.h. An exact match is shared; within a bigger record the view is a
   section of it; else there is a new record. */
static inline void amp__attach(amp_array_view *v, size_t bytes)
{
    const uintptr_t low = (uintptr_t)v->data;
    amp__storage *best = NULL, *r;
    int tracked = 0;
    size_t i;
    (void)pthread_mutex_lock(&amp__registry_lock);
    i = amp__registry_below(low);
    while ((r = amp__registry_next(low, low + bytes, &i)) != NULL) {
        if ((uintptr_t)r->host <= low && (uintptr_t)r->host + r->bytes >= low + bytes
            && (best == NULL || r->bytes < best->bytes)) {
            best = r;
            if (r->bytes == bytes) {
                break;
            }
        }
    }
    if (best == NULL) {
        best = amp__registry_new(AMP__SOURCE_HOST, bytes);
        if (best != NULL) {
            best->host = (char *)v->data;
            if (amp__registry_sort_in(best) != AMP_OK) {
                best->source = AMP__SOURCE_NONE;
                amp__registry_drop(best);
                best = NULL;
            }
        }
    }
    if (best == NULL) {
        *v = amp__failed_view(*v, AMP_OUT_OF_MEMORY);
    } else {
        v->storage = best;
        v->generation = best->generation;
        v->offset = (size_t)(low - (uintptr_t)best->host);
        tracked = __atomic_load_n(&best->tracked, __ATOMIC_ACQUIRE);
    }
    (void)pthread_mutex_unlock(&amp__registry_lock);
    if (tracked) {
        const amp_status s = amp__host_is_truth(*v, 1);
        if (s != AMP_OK) {
            *v = amp__failed_view(*v, s);
        }
    }
}

/* ==== 3 coherence ========================================================
   All of this wants the coherence lock. */

/* Bytes moved between memories since the process began. */
typedef struct amp_traffic {
    unsigned long long to_device, to_host, on_device;
} amp_traffic;
AMP__C_BEGIN
__attribute__((weak)) amp_traffic amp__moved;
AMP__C_END

/* Bytes that went from host memory to accelerators with memory of their own,
   back, and from one place to another on such an accelerator. Memory copied
   within the host is not counted. */
static inline amp_traffic amp_copied(void)
{
    amp_traffic t;
    t.to_device = __atomic_load_n(&amp__moved.to_device, __ATOMIC_RELAXED);
    t.to_host = __atomic_load_n(&amp__moved.to_host, __ATOMIC_RELAXED);
    t.on_device = __atomic_load_n(&amp__moved.on_device, __ATOMIC_RELAXED);
    return t;
}

typedef enum amp__direction {
    AMP__COPY_IN, AMP__COPY_OUT, AMP__COPY_WITHIN, AMP__COPY_HOST
} amp__direction;

/* Of amp_runtime.h. submit_copy: puts the copy of one region on a queue: to
   storage a (or NULL), after all that uses it; from b (or NULL), after what
   wrote it; a == b: between two memories of one storage. queue_for: the queue
   of the device through which to reach storage. settle: waits until no queue
   works on the storage. */
static amp_status amp__submit_copy(struct amp__queue *queue, amp__direction direction, void *to,
                                   void *from, const amp__region *region, amp__storage *a,
                                   amp__storage *b);
static amp_status amp__queue_for(const amp__storage *r, const amp__device *device,
                                 struct amp__queue **queue);
static void amp__settle(amp__storage *r);

/* Changes to span lists that take place together or not at all: all memory
   they need is there before the first takes place. */
typedef struct amp__change {
    amp__spans *target, value;
} amp__change;
typedef struct amp__plan {
    amp__change *at, first[16];
    int count, room;
} amp__plan;

static inline void amp__plan_begin(amp__plan *p)
{
    p->at = p->first;
    p->count = 0;
    p->room = 16;
}

/* Plans *target = *target op spans, after what is planned for it already. */
static inline amp_status amp__plan_add(amp__plan *p, char op, amp__spans *target,
                                       const amp__spans *spans)
{
    amp_status s;
    int i;
    for (i = 0; i < p->count; i++) {
        if (p->at[i].target == target) {
            return amp__spans_apply(op, &p->at[i].value, spans);
        }
    }
    if (p->count == p->room) {
        amp__change *at = (amp__change *)amp__alloc(sizeof(*at) * (size_t)p->room * 2);
        if (at == NULL) {
            return AMP_OUT_OF_MEMORY;
        }
        memcpy(at, p->at, sizeof(*at) * (size_t)p->count);
        if (p->at != p->first) {
            amp__free(p->at);
        }
        p->at = at;
        p->room *= 2;
    }
    s = amp__spans_op(op, target, spans, &p->at[p->count].value);
    if (s == AMP_OK) {
        p->at[p->count++].target = target;
    }
    return s;
}

/* Ends a plan: does it, or forgets it. */
static inline void amp__plan_end(amp__plan *p, int commit)
{
    int i;
    for (i = 0; i < p->count; i++) {
        if (commit) {
            amp__spans_free(p->at[i].target);
            *p->at[i].target = p->at[i].value;
        } else {
            amp__spans_free(&p->at[i].value);
        }
    }
    if (p->at != p->first) {
        amp__free(p->at);
    }
}

/* Begins to keep account of who holds what. */
static inline amp_status amp__track(amp__storage *r)
{
    amp_status s = AMP_OK;
    if (r->tracked) {
        return AMP_OK;
    }
    if (r->host != NULL) {
        s = amp__spans_append(&r->valid, 0, r->bytes);
    }
    if (s == AMP_OK) {
        __atomic_store_n(&r->tracked, 1, __ATOMIC_RELEASE);
        (void)pthread_mutex_lock(&amp__registry_lock);
        amp__known.tracked++;
        amp__fast_path_update();
        (void)pthread_mutex_unlock(&amp__registry_lock);
    }
    return s;
}

/* Gives up all that places other than the host hold of r. */
static inline void amp__untrack(amp__storage *r)
{
    amp__replica *p;
    while ((p = r->replicas) != NULL) {
        r->replicas = p->next;
        p->device->backend->buffer_destroy(p->device, p->buffer);
        amp__spans_free(&p->valid);
        amp__free(p);
    }
    amp__spans_free(&r->valid);
    if (r->tracked) {
        __atomic_store_n(&r->tracked, 0, __ATOMIC_RELEASE);
        (void)pthread_mutex_lock(&amp__registry_lock);
        amp__known.tracked--;
        amp__fast_path_update();
        (void)pthread_mutex_unlock(&amp__registry_lock);
    }
}

/* Host memory for r, where it has none: its content is undefined. */
static inline amp_status amp__host_get(amp__storage *r)
{
    if (r->host == NULL) {
        r->host = (char *)amp__alloc(r->bytes);
        r->host_owned = 1;
    }
    return r->host == NULL ? AMP_OUT_OF_MEMORY : AMP_OK;
}

/* The device's replica of r, made with its buffer where there is none. */
static inline amp_status amp__replica_get(amp__storage *r, const amp__device *device,
                                          amp__replica **replica)
{
    amp__replica *p;
    amp_status s;
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
    p = (amp__replica *)amp__alloc(sizeof(*p));
    if (p == NULL) {
        return AMP_OUT_OF_MEMORY;
    }
    memset(p, 0, sizeof(*p));
    p->device = device;
    s = device->backend->buffer_create(device, r->bytes, r->host, &p->buffer);
    if (s != AMP_OK) {
        amp__free(p);
        return s;
    }
    p->next = r->replicas;
    r->replicas = p;
    *replica = p;
    return AMP_OK;
}

/* Calls change(other record, the spans moved to its offsets, user) for every
   other tracked or busy record that shares bytes of r's `spans`. */
static inline amp_status amp__each_overlap(amp__storage *r, const amp__spans *spans,
    amp_status (*change)(amp__storage *other, const amp__spans *shared))
{
    enum { ROOM = 32 };
    amp__storage *other[ROOM], *o;
    size_t skip = 0, seen, i;
    int n, k;
    amp_status s = AMP_OK;
    if (r->source != AMP__SOURCE_HOST || spans->count == 0) {
        return AMP_OK;
    }
    do {
        const uintptr_t low = (uintptr_t)r->host + spans->at[0].low;
        const uintptr_t high = (uintptr_t)r->host + spans->at[spans->count - 1].high;
        (void)pthread_mutex_lock(&amp__registry_lock);
        i = amp__registry_below(high - 1);
        n = 0;
        seen = 0;
        while (n < ROOM && (o = amp__registry_next(low, high, &i)) != NULL) {
            if (o != r && (__atomic_load_n(&o->tracked, __ATOMIC_ACQUIRE)
                           || __atomic_load_n(&o->busy, __ATOMIC_ACQUIRE)) && seen++ >= skip) {
                other[n++] = o;
            }
        }
        (void)pthread_mutex_unlock(&amp__registry_lock);
        skip += (size_t)n;
        for (k = 0; s == AMP_OK && k < n; k++) {
            const uintptr_t mine = (uintptr_t)r->host, its = (uintptr_t)other[k]->host;
            amp__spans shared;
            int j;
            memset(&shared, 0, sizeof(shared));
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
            amp__spans_free(&shared);
        }
    } while (s == AMP_OK && n == ROOM);
    return s;
}

/* The host memory of these bytes is to be the truth. */
static inline amp_status amp__take_host(amp__storage *r, const amp__spans *spans)
{
    amp__plan plan;
    amp__replica *p;
    amp_status s;
    if (!r->tracked) {
        return AMP_OK;
    }
    amp__plan_begin(&plan);
    s = amp__plan_add(&plan, '+', &r->valid, spans);
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        s = amp__plan_add(&plan, '-', &p->valid, spans);
    }
    amp__plan_end(&plan, s == AMP_OK);
    return s;
}

/* Copies spans between the host memory of r and a replica. */
static inline amp_status amp__transfer(struct amp__queue *queue, amp__storage *r, amp__replica *p,
                                       amp__direction direction, const amp__spans *spans)
{
    amp_status s = amp__host_get(r);
    int i = 0;
    while (s == AMP_OK && i < spans->count) {
        amp__region region;
        i = amp__spans_region(spans, i, &region);
        s = direction == AMP__COPY_IN
            ? amp__submit_copy(queue, direction, p->buffer, r->host, &region, r, r)
            : amp__submit_copy(queue, direction, r->host, p->buffer, &region, r, r);
    }
    return s;
}

/* Brings what is pending among the bytes `need` home to host memory. */
static inline amp_status amp__home(amp__storage *r, const amp__spans *need)
{
    amp__replica *p;
    amp_status s = AMP_OK;
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        amp__spans here, pending;
        struct amp__queue *queue;
        s = amp__spans_op('&', need, &p->valid, &here);
        if (s != AMP_OK) {
            return s;
        }
        s = amp__spans_op('-', &here, &r->valid, &pending);
        amp__spans_free(&here);
        if (s == AMP_OK && pending.count > 0) {
            s = amp__each_overlap(r, &pending, amp__take_host);
            if (s == AMP_OK) {
                s = amp__queue_for(r, p->device, &queue);
            }
            if (s == AMP_OK) {
                s = amp__transfer(queue, r, p, AMP__COPY_OUT, &pending);
            }
            if (s == AMP_OK) {
                s = amp__spans_apply('+', &r->valid, &pending);
            }
        }
        amp__spans_free(&pending);
    }
    return s;
}

/* Before other records over the same host memory are looked at: nothing of
   this one is under way, and nothing pending. */
static inline amp_status amp__bring_overlap_home(amp__storage *other, const amp__spans *shared)
{
    amp_status s;
    amp__settle(other);
    s = amp__home(other, shared);
    amp__settle(other);
    return s;
}

/* Makes the bytes `need` valid on a place, through its queue: `device` NULL
   means host memory. With `content` 0 only the memory is made. */
static inline amp_status amp__make_valid(amp__storage *r, const amp__device *device,
                                         struct amp__queue *queue, const amp__spans *need,
                                         int content, amp__replica **replica)
{
    amp__spans missing;
    amp_status s;
    *replica = NULL;
    s = amp__each_overlap(r, need, amp__bring_overlap_home);
    if (s != AMP_OK) {
        return s;
    }
    if (device == NULL) {
        s = amp__host_get(r);
        return s == AMP_OK && content ? amp__home(r, need) : s;
    }
    s = amp__replica_get(r, device, replica);
    if (s != AMP_OK || !content) {
        return s;
    }
    s = amp__spans_op('-', need, &(*replica)->valid, &missing);
    if (s == AMP_OK && missing.count > 0) {
        amp__spans have;
        memset(&have, 0, sizeof(have));
        s = amp__home(r, &missing); /* what only a third place holds goes through the host */
        if (s == AMP_OK) {
            s = amp__spans_op('&', &missing, &r->valid, &have);
        }
        if (s == AMP_OK && have.count > 0) {
            s = amp__transfer(queue, r, *replica, AMP__COPY_IN, &have);
            if (s == AMP_OK) {
                s = amp__spans_apply('+', &(*replica)->valid, &have);
            }
        }
        amp__spans_free(&have);
    }
    amp__spans_free(&missing);
    return s;
}

/* Plans that the bytes are written on a place: valid there and nowhere else.
   `replica` NULL means host memory. */
static inline amp_status amp__plan_written(amp__plan *plan, amp__storage *r,
                                           amp__replica *replica, const amp__spans *spans)
{
    amp__replica *p;
    amp_status s;
    if (!r->tracked) {
        return AMP_OK;
    }
    s = amp__plan_add(plan, replica == NULL ? '+' : '-', &r->valid, spans);
    for (p = r->replicas; s == AMP_OK && p != NULL; p = p->next) {
        s = amp__plan_add(plan, p == replica ? '+' : '-', &p->valid, spans);
    }
    return s;
}

/* The record of a view, if the view is whole and alive; its status if not. */
static inline amp_status amp__view_usable(const amp_array_view *v)
{
    if (v->status != AMP_OK) {
        return amp__fail(v->status, "%s", v->why);
    }
    if (v->storage == NULL) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the view has no data: make it with amp_view, "
                         "amp_array or amp_view_empty");
    }
    if (__atomic_load_n(&v->storage->generation, __ATOMIC_ACQUIRE) != v->generation) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the view of %s was released: amp_release ends "
                         "all views of a data source, make it anew", v->type.name);
    }
    return AMP_OK;
}

/* Locks, and the view's status: unlock only after AMP_OK. */
static inline amp_status amp__coherence_enter(const amp_array_view *v)
{
    amp_status s;
    (void)pthread_mutex_lock(&amp__coherence_lock);
    s = amp__view_usable(v);
    if (s != AMP_OK) {
        (void)pthread_mutex_unlock(&amp__coherence_lock);
    }
    return s;
}
static inline amp_status amp__coherence_leave(amp_status s)
{
    (void)pthread_mutex_unlock(&amp__coherence_lock);
    return s;
}

/* See amp__attach and amp_refresh. */
static inline amp_status amp__host_is_truth(amp_array_view v, int keep_pending)
{
    amp__spans spans;
    amp__replica *p;
    amp_status s = amp__coherence_enter(&v);
    if (s != AMP_OK) {
        return s;
    }
    s = amp__spans_of(&v, &spans);
    for (p = v.storage->replicas; keep_pending && s == AMP_OK && p != NULL; p = p->next) {
        amp__spans pending;
        s = amp__spans_op('-', &p->valid, &v.storage->valid, &pending);
        if (s == AMP_OK) {
            s = amp__spans_apply('-', &spans, &pending);
            amp__spans_free(&pending);
        }
    }
    if (s == AMP_OK) {
        s = amp__each_overlap(v.storage, &spans, amp__take_host);
    }
    if (s == AMP_OK) {
        s = amp__take_host(v.storage, &spans);
    }
    amp__spans_free(&spans);
    return amp__coherence_leave(s);
}

#ifdef AMP_CHECK
/* The host memory of v, also where its own memory is a device's; NULL where
   there is none. For the kernel checker. */
static inline void *amp__check_place(const amp_array_view *v)
{
    return v->data != NULL ? v->data
        : v->storage != NULL && v->storage->host != NULL ? v->storage->host + v->offset : NULL;
}
#endif

#endif /* AMP_H */
#endif /* AMP_STORAGE_H */
