/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_SOURCE_H
#define AMP_CORE_SOURCE_H
/*
amp/core/source.h: data sources: their records, found by address.
*/

#include "type.h"
#include "view.h"

/* Work on a queue: it has ended when the queue has done `number` commands. */
typedef struct amp__use {
    struct amp__queue *queue;
    unsigned long long number;
} amp__use;

/* The number of data sources alive: of views over host memory, of arrays, of views without a
   source. What is left at the end of a program was never given to amp_release. Any thread. */
AMP__API int amp_live_views(void);

/* AMP_OK where v carries no error and its data source was not released; else its
   status, with the sentence recorded. May be called without a lock. */
AMP__API_HOT amp_status amp__view_usable(const amp_array_view *v);

/* What a data source is of. */
typedef enum amp__source {
    AMP__SOURCE_NONE,     /* the record is free */
    AMP__SOURCE_HOST,     /* the caller's memory */
    AMP__SOURCE_ARRAY,    /* amp_array: home is its queue */
    AMP__SOURCE_STAGING,  /* amp_array_staging */
    AMP__SOURCE_EMPTY     /* amp_view_empty: memory where and when it is needed */
} amp__source;

#if AMP__IMPLEMENT
#include "../base/list.h"
#include "state.h"
#include "spans.h"

/* What one accelerator with memory of its own holds of a data source. */
typedef struct amp__replica {
    const amp__device *device;
    void *buffer;
    amp__spans valid;
    struct amp__replica *next;
} amp__replica;

/* How many queues may read a data source at once before one of them is waited for. */
enum { AMP__USES = 4 };

/* One data source. Records are recycled, never freed, so that a stale handle
   is found out. generation is written under the registry's lock and may be
   read without; the rest is under the coherence lock. */
typedef struct amp__record {
    unsigned generation;     /* a view with another one is stale */
    int busy;                /* a queue may have unfinished work on it, or it has failed */
    int tracked;             /* host and replicas say who holds what; 0: the host holds all */
    int overlaps;            /* other sources have, or had, bytes of this one; under the
                                registry's lock, and may be read without */
    amp__source source;
    char *host;              /* NULL: no host memory yet */
    int host_owned;
    size_t bytes;
    amp__spans valid;        /* in host memory, where tracked */
    amp__replica *replicas;
    amp__use write, read[AMP__USES];
    const amp__device *device; /* of an array: where it is */
    amp_accelerator_view home, partner; /* of an array: its views; stale once released */
    amp_access_type cpu_access;
    struct amp__record *next_free;
    /* Queued work that wrote it failed, and that was not reported yet: which bytes that work was to
       write; all of them where there was no memory for a list. Under the registry's lock. */
    amp__failure failed;
    amp__spans lost;
    int all_lost;
    /* In a debug build: the last launch that takes it as `out` (amp/core/unwritten.h), until the
       host has read it; kernel NULL: none. */
    struct { const char *kernel, *parameter; } unwritten;
} amp__record;

/* How far into a buffer of d's r's bytes begin: as far behind a multiple of 16 as those in the
   program's memory, so that another view of them, of a larger type, lies as it does there. */
static inline size_t amp__record_lead(const amp__record *r, const amp__device *d)
{
    return r->source == AMP__SOURCE_HOST && !d->no_lead ? (size_t)((uintptr_t)r->host % 16) : 0;
}

/* Records come in slabs, which are never freed. */
enum { AMP__SLAB = 32 };

/* A block of records; slabs are a list. */
typedef struct amp__slab {
    struct amp__slab *next;
    amp__record record[AMP__SLAB];
} amp__slab;

/* Keeps amp__host.nothing_to_copy up to date. The caller holds lock.registry. */
static AMP__COLD void amp__fast_path_update(void)
{
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    AMP__STORE(&amp__host.nothing_to_copy,
               amp__host.registry.host_only && amp__host.registry.tracked == 0);
}

/* The number of sorted records that begin at or below an address. The caller holds
   lock.registry; so for the others that begin with amp__registry_. */
static inline AMP__HOT size_t amp__registry_below(uintptr_t address)
{
    size_t low = 0, high = amp__host.registry.count;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if ((uintptr_t)amp__host.registry.sorted[middle]->host <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Brings reach[] up to date from record `from` on. */
static AMP__NOINLINE void amp__registry_reach(size_t from)
{
    amp__registry *all = &amp__host.registry;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    for (; from < all->count; from++) {
        const amp__record *r = all->sorted[from];
        const uintptr_t end = (uintptr_t)r->host + r->bytes;
        const uintptr_t before = from > 0 ? all->reach[from - 1] : 0;
        all->reach[from] = end > before ? end : before;
    }
}

/* A new record of `bytes` bytes, not yet sorted in; NULL without memory, with the
   sentence recorded. */
static AMP__COLD amp__record *amp__registry_new(amp__source source, size_t bytes)
{
    amp__registry *all = &amp__host.registry;
    amp__record *r = all->unused;
    unsigned generation;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    if (r == NULL) {
        amp__slab *slab = (amp__slab *)amp__alloc_zero(sizeof(*slab));
        int i;
        if (slab == NULL) {
            return NULL;
        }
        slab->next = all->slabs;
        all->slabs = slab;
        r = slab->record;
        for (i = 0; i < AMP__SLAB; i++) {
            r[i].generation = 1;
            r[i].next_free = i + 1 < AMP__SLAB ? &r[i + 1] : NULL;
        }
    }
    all->unused = r->next_free;
    generation = r->generation;
    memset(r, 0, offsetof(amp__record, failed));
    AMP__STORE(&r->generation, generation);
    r->source = source;
    r->bytes = bytes;
    r->failed.status = AMP_OK;
    all->live++;
    return r;
}

/* Puts a new record over host memory into the sorted list. AMP_OK, or AMP_OUT_OF_MEMORY. */
static AMP__COLD amp_status amp__registry_sort_in(amp__record *r)
{
    amp__registry *all = &amp__host.registry;
    size_t i;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    if (!amp__list_grow(&all->sorted, all->count, &all->room, 1, sizeof(*all->sorted), NULL)
        || !amp__list_grow(&all->reach, all->count, &all->reach_room, 1, sizeof(*all->reach),
                           NULL)) {
        return AMP_OUT_OF_MEMORY;
    }
    i = amp__registry_below((uintptr_t)r->host);
    memmove(all->sorted + i + 1, all->sorted + i, sizeof(*all->sorted) * (all->count - i));
    all->sorted[i] = r;
    all->count++;
    amp__registry_reach(i);
    return AMP_OK;
}

/* Ends a record: every handle to it is stale from now on, and it waits for its next use. */
static AMP__COLD void amp__registry_drop(amp__record *r)
{
    amp__registry *all = &amp__host.registry;
    size_t i;
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    if (r->source == AMP__SOURCE_HOST) {
        for (i = amp__registry_below((uintptr_t)r->host); i > 0; i--) {
            if (all->sorted[i - 1] == r) {
                memmove(all->sorted + i - 1, all->sorted + i,
                        sizeof(*all->sorted) * (all->count - i));
                all->count--;
                amp__registry_reach(i - 1);
                break;
            }
        }
    }
    r->source = AMP__SOURCE_NONE;
    amp__spans_free(&r->lost);
    r->all_lost = 0;
    (void)__atomic_fetch_add(&r->generation, 1, __ATOMIC_ACQ_REL);
    r->next_free = all->unused;
    all->unused = r;
    all->live--;
}

/* The next record below sorted[*i] that shares bytes with host memory [low, high); *i
   moves down to it. Begin with *i = amp__registry_below(high - 1). NULL: none is left. */
static inline AMP__HOT amp__record *amp__registry_next(uintptr_t low, uintptr_t high, size_t *i)
{
    AMP__ASSERT(amp__holds(&amp__lock.registry));
    while (*i > 0 && amp__host.registry.reach[*i - 1] > low) {
        amp__record *r = amp__host.registry.sorted[--*i];
        if ((uintptr_t)r->host < high && (uintptr_t)r->host + r->bytes > low) {
            return r;
        }
    }
    return NULL;
}

AMP__API int amp_live_views(void)
{
    AMP__HOLD(&amp__lock.registry);
    return amp__host.registry.live > INT_MAX ? INT_MAX : (int)amp__host.registry.live;
}

/* Whether queued work that wrote the data source has failed: whoever asks next gets
   that failure. May be called without a lock. */
static inline int amp__record_failed(const amp__record *r)
{
    return AMP__LOAD(&r->failed.status) != AMP_OK;
}

/* The sentence of a view that is not AMP_OK; its status's short text where the program made the
   view itself, without one. */
static AMP__COLD const char *amp__view_why(const amp_array_view *v)
{
    return v->why != NULL ? v->why : amp_status_string(v->status);
}

/* The failure of a view that amp__view_usable refuses. */
static AMP__COLD amp_status amp__view_unusable(const amp_array_view *v)
{
    if (v->status != AMP_OK) {
        return amp__fail(v->status, "%s", amp__view_why(v));
    }
    if (v->record == NULL) {
        return amp__fail(AMP_INVALID_ARGUMENT, "the view has no data: make it with amp_view, "
                         "amp_array or amp_view_empty");
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "the view of %s was released: amp_release ends "
                     "all views of a data source, make it anew", v->type.name);
}

/* Whether the view's data source is one, and not released. May be called without a lock. */
static inline int amp__view_alive(const amp_array_view *v)
{
    return v->record != NULL && AMP__LOAD(&v->record->generation) == v->generation;
}

AMP__API_HOT amp_status amp__view_usable(const amp_array_view *v)
{
    return v->status == AMP_OK && amp__view_alive(v) ? AMP_OK : amp__view_unusable(v);
}

/* Takes lock.coherence and returns AMP_OK; or v's failure, and the lock is not held. */
static AMP__COLD amp_status amp__coherence_enter(const amp_array_view *v)
{
    amp_status s;
    amp__take(&amp__lock.coherence);
    s = amp__view_usable(v);
    if (s != AMP_OK) {
        amp__give(&amp__lock.coherence);
    }
    return s;
}

/* Gives lock.coherence back; returns s. */
static AMP__COLD amp_status amp__coherence_leave(amp_status s)
{
    amp__give(&amp__lock.coherence);
    return s;
}

/* The address of v's first element in host memory, also where its own memory is a
   device's; NULL where it has no host memory. */
static inline void *amp__host_address(const amp_array_view *v)
{
    return v->data != NULL ? v->data
        : v->record != NULL && v->record->host != NULL ? v->record->host + v->offset : NULL;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_CORE_SOURCE_H */
