/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_MEMORY_H
#define AMP_CHECK_MEMORY_H
/*
amp/check/memory.h: shadow memory: large, all zero, taken from the system page by
page as it is touched; what launches give back is kept for the next.
*/

#include "state.h"
#include "../base/pages.h"

enum { AMP__CHECK_SMALL = 1 << 16 }; /* below it, from amp__check_alloc */

#if defined(__linux__)
int amp__madvise(void *at, size_t bytes, int advice) AMP__SYSTEM_CALL("madvise");
#endif

/* Memory of that many bytes, all zero, or NULL. */
static AMP__CHECK void *amp__check_map(size_t bytes)
{
#if defined(__linux__)
    if (bytes >= AMP__CHECK_SMALL) {
        void *p = amp__map_pages(bytes, AMP__PAGES_LAZY);
        if (p != NULL && bytes >= ((size_t)4 << 20) && bytes <= ((size_t)256 << 20)) {
            (void)amp__madvise(p, bytes, 14 /* MADV_HUGEPAGE: fewer faults */);
        }
        return p;
    }
#endif
    return amp__check_alloc(bytes);
}

/* Memory of that many bytes, all zero, in the middle of addresses where every access is a memory
   fault: *room bytes on each side, 0 where the system does not give them. NULL where there is no
   memory. What tile memory holds at first, taken for an index of any type, of elements of up to 16
   bytes, leads there; signed, of up to 32 KB. */
static AMP__CHECK void *amp__check_map_isolated(size_t bytes, size_t *room)
{
#if defined(__linux__) && defined(__LP64__)
    int shift;
    for (shift = 37; shift >= 24; shift--) {
        char *p = (char *)amp__map_pages(bytes + ((size_t)2 << shift),
                                         AMP__PAGES_CLOSED | AMP__PAGES_LAZY);
        if (p != NULL) {
            *room = (size_t)1 << shift;
            if (amp__open_pages(p + *room, bytes)) {
                return p + *room;
            }
            amp__unmap_pages(p, bytes + ((size_t)2 << shift));
        }
    }
#endif
    *room = 0;
    return amp__check_map(bytes);
}

/* Gives back memory of amp__check_map. */
static AMP__CHECK void amp__check_unmap(void *p, size_t bytes)
{
#if defined(__linux__)
    if (p != NULL && bytes >= AMP__CHECK_SMALL) {
        amp__unmap_pages(p, bytes);
        return;
    }
#endif
    (void)bytes;
    amp__check_free(p);
}

/* Takes block number i out of the list of those that are kept. */
static AMP__CHECK void amp__check_forget_spare(int i)
{
    amp__check_state *k = &amp__check_shared;
    k->spare_bytes -= k->spare[i].bytes;
    for (; i + 1 < AMP__CHECK_SPARE; i++) {
        k->spare[i] = k->spare[i + 1];
    }
    k->spare[i].bytes = 0;
}

/* Shadow memory of at least *bytes; *bytes becomes what it is. NULL where there is none. */
static AMP__CHECK void *amp__check_shadow_alloc(size_t *bytes)
{
    amp__check_state *k = &amp__check_shared;
    void *p;
    int i, best = -1;
    for (i = 0; i < AMP__CHECK_SPARE; i++) {
        if (k->spare[i].bytes >= *bytes && k->spare[i].bytes / 2 <= *bytes
            && (best < 0 || k->spare[i].bytes < k->spare[best].bytes)) {
            best = i;
        }
    }
    if (best < 0) {
        return amp__check_map(*bytes);
    }
    p = k->spare[best].at;
    *bytes = k->spare[best].bytes;
    amp__check_forget_spare(best);
    return p;
}

/* Frees shadow memory, which the caller has cleared. Of what is kept for the next launch, up to
   AMP__CHECK_SPARE_BYTES, the oldest goes first. */
static AMP__CHECK void amp__check_shadow_free(void *p, size_t bytes)
{
    amp__check_state *k = &amp__check_shared;
    int i;
    if (p == NULL || bytes < AMP__CHECK_SMALL || bytes > AMP__CHECK_SPARE_BYTES) {
        amp__check_unmap(p, bytes);
        return;
    }
    while (k->spare[0].bytes != 0
           && (k->spare[AMP__CHECK_SPARE - 1].bytes != 0
               || k->spare_bytes + bytes > AMP__CHECK_SPARE_BYTES)) {
        amp__check_unmap(k->spare[0].at, k->spare[0].bytes);
        amp__check_forget_spare(0);
    }
    for (i = 0; k->spare[i].bytes != 0; i++) {
    }
    k->spare[i].at = p;
    k->spare[i].bytes = bytes;
    k->spare_bytes += bytes;
}

/* Gives r its memory of accesses. Views that are only read get none, unless a kernel writes there
   all the same. Returns 0 where memory ran out: the report is not complete. */
static AMP__NOINLINE AMP__CHECK int amp__check_shadow_begin(amp__check_watched *r)
{
    amp__check_state *k = &amp__check_shared;
    const int on = amp__check_on;
    amp__check_on = 0;
    r->bytes = r->words * (2 * sizeof(amp__check_record) + (k->simple ? 0 : sizeof(unsigned)));
    r->first = (amp__check_record *)amp__check_shadow_alloc(&r->bytes);
    r->touched = (unsigned char *)amp__check_alloc(r->words / AMP__CHECK_BLOCK + 1);
    if (r->first == NULL || r->touched == NULL) {
        amp__check_shadow_free(r->first, r->bytes);
        amp__check_free(r->touched);
        r->first = NULL;
        r->touched = NULL;
        k->incomplete = 1;
    } else {
        r->second = r->first + r->words;
        r->head = (unsigned *)(void *)(r->second + r->words);
    }
    amp__check_on = on;
    return r->first != NULL;
}

#endif /* AMP_CHECK_MEMORY_H */
