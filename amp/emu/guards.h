/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_GUARDS_H
#define AMP_EMU_GUARDS_H
/*
amp/emu/guards.h: what a debug build's kernels are told that plain C does not see: an index outside
a view, and stores next to a tile's arrays.

The arrays of a tile begin with bytes 0xCD, and so do the guards around them:

    guard | array 0 | guard | array 1 | guard ...      a guard is 64 bytes or more

Where a thread comes to a barrier, or ends, guards that are no longer so were written by it, since
threads of a tile run one at a time. On the engine `threads` there are none: nobody would know which
thread it was. What a kernel reads from a guard nobody sees.
*/

#include "fault.h"

/* One array of the tile at work: where it begins in the tile's memory, and its bytes. */
typedef struct amp__guarded {
    const char *name;
    size_t at, bytes;
} amp__guarded;

/* The arrays of the tile at work. */
typedef struct amp__guards {
    unsigned filled; /* arrays whose guards are set */
    char set[AMP__TILE_GUARD]; /* what a guard holds */
    amp__guarded array[AMP__GUARDED_MOST];
} amp__guards;

#if AMP__DEBUG_CODE || !AMP__IMPLEMENT

/* Memory for an array of tile_static of a debug build, with its guards; without, where the tile
   has as many guarded ones as it may. Does not return where amp__tile_static does not. */
AMP__API_HOT void *amp__tile_guarded(amp__tile *t, const char *name, size_t bytes);

/* Ends the tile, with a fault, if a guard was written; site: where the thread at work is. */
AMP__API_HOT void amp__guards_look(amp__tile *t, const char *site);

/* The index of an access by amp_at is outside in dimension d, which has `extent` elements: ends the
   thread, with a fault. On the host, where there is no thread, returns the first element. */
AMP__API void *amp__element_outside(const void *data, const char *name, int rank,
                                    const ptrdiff_t *index, int d, int extent, const char *site);

#endif

/* Behind a thread that has ended, or a tile that ran as loops. */
static AMP__INLINE void amp__guards_at_end(amp__tile *t)
{
#if AMP__DEBUG_CODE
    if (t->guards != NULL) {
        amp__guards_look(t, "at its end");
    }
#else
    (void)t;
#endif
}

#if AMP__IMPLEMENT && AMP__DEBUG_CODE
#include "conflicts.h"

AMP__API_HOT void *amp__tile_guarded(amp__tile *t, const char *name, size_t bytes)
{
    amp__guards *g = t->guards;
    amp__declared *d = amp__declared_of(t);
    amp__guarded *a;
    char *memory;
    if (g == NULL || d->guarded == AMP__GUARDED_MOST) {
        const size_t even = bytes & (~bytes + 1); /* a type's alignment divides its size */
        if (g != NULL) { /* behind the last guard */
            const amp__guarded *last = &g->array[AMP__GUARDED_MOST - 1];
            const size_t free_from = last->at + last->bytes + AMP__TILE_GUARD;
            d->carved = d->carved > free_from ? d->carved : (unsigned)free_from;
        }
        return amp__tile_static(t, bytes, even < 64 ? even : 64, 0, 1);
    }
    d->carved += AMP__TILE_GUARD;
    memory = (char *)amp__tile_static(t, bytes, 64, 0, 1);
    a = &g->array[d->guarded++];
    if (g->filled < d->guarded) {
        a->name = name;
        a->at = (size_t)(memory - t->memory);
        a->bytes = bytes;
        g->filled = d->guarded;
        memset(memory - AMP__TILE_GUARD, g->set[0], bytes + 2 * AMP__TILE_GUARD);
        if (amp__conflicts != NULL) {
            memcpy(amp__conflicts->before + a->at, memory, bytes);
        }
    }
    return memory;
}

/* Ends the tile, of which a guard of array a was written. */
static AMP__COLD void amp__guard_written(const amp__tile *t, const amp__guarded *a,
                                         const char *site)
{
    const char *memory = t->memory + a->at, *set = t->guards->set;
    const int behind = memcmp(memory + a->bytes, set, AMP__TILE_GUARD) != 0;
    const char *guard = behind ? memory + a->bytes : memory - AMP__TILE_GUARD;
    int i, n = 0;
    for (i = 0; i < AMP__TILE_GUARD; i++) {
        n += guard[i] != set[i];
    }
    amp__kernel_error(1, site, "%d bytes %s tile array %s, which has %lu, were written: compare "
                      "the index with the array's size", n, behind ? "behind the end of"
                      : "in front of", a->name, (unsigned long)a->bytes);
}

/* The turn of the thread at work has ended, in a second run (amp/emu/conflicts.h). */
static AMP__COLD void amp__tile_turn(const amp__tile *t)
{
    const int thread = t->fiber != NULL ? t->fiber->thread : t->thread;
    const amp__who who = amp__conflict_who(t, thread);
    unsigned i;
    amp__conflict_turn(&who);
    for (i = 0; i < t->guards->filled; i++) {
        amp__conflict_array(t, t->guards->array[i].name, t->guards->array[i].at,
                            t->guards->array[i].bytes, &who);
    }
    amp__conflicts->turns[thread]++;
}

AMP__API_HOT void amp__guards_look(amp__tile *t, const char *site)
{
    const amp__guards *g = t->guards;
    const int n = g != NULL ? (int)g->filled : 0;
    int i;
    if (g != NULL && amp__conflicts != NULL) {
        amp__tile_turn(t);
    }
    for (i = 0; i < n; i++) {
        const char *memory = t->memory + g->array[i].at;
        if (memcmp(memory - AMP__TILE_GUARD, g->set, AMP__TILE_GUARD) != 0
            || memcmp(memory + g->array[i].bytes, g->set, AMP__TILE_GUARD) != 0) {
            amp__guard_written(t, &g->array[i], site);
        }
    }
}

AMP__API void *amp__element_outside(const void *data, const char *name, int rank,
                                    const ptrdiff_t *index, int d, int extent, const char *site)
{
    void *first;
    char text[80];
    int k, n = 0;
    for (k = 0; k < rank && n < 60; k++) {
        n += snprintf(text + n, sizeof(text) - (size_t)n, k > 0 ? ", %td" : "%td", index[k]);
    }
    amp__kernel_error(1, site, "%s(%s): index %td is outside dimension %d, which has %d elements: "
                      "test the index first, or pad the view", name, text, index[d], d, extent);
    memcpy(&first, &data, sizeof(data));
    return first;
}

#endif /* AMP__IMPLEMENT && AMP__DEBUG_CODE */

#endif /* AMP_EMU_GUARDS_H */
