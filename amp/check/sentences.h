/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_SENTENCES_H
#define AMP_CHECK_SENTENCES_H
/* amp/check/sentences.h: the words of a report: why it is wrong, and what would mend it. */

#include "items.h"

#if AMP__CHECKING && AMP__IMPLEMENT

/* The verb of an access of that kind, such as "reads". */
static AMP__CHECK const char *amp__check_verb(int kind)
{
    return kind == AMP__CHECK_WRITE    ? "writes"
           : kind == AMP__CHECK_ATOMIC ? "updates atomically"
           : kind == AMP__CHECK_EITHER ? "reads or writes"
                                       : "reads";
}

/* Writes message and fix of e, of which f is the first finding. */
static AMP__CHECK void amp__check_sentences(amp__check_item *e, const amp__check_finding *f)
{
    const int a = e->line, b = e->other_line;
    const amp__check_array *r = f->array >= 0 ? &amp__check_shared.array[f->array] : NULL;
    char *m = e->message, *x = e->fix;
    const size_t z = sizeof(e->message);
    const int loop = a == b;
    if ((a == 0 || b == 0)
        && (e->rule == AMP_CHECK_TILE_RACE || e->rule == AMP_CHECK_GLOBAL_RACE
            || e->rule == AMP_CHECK_FENCE_RACE)) { /* no debug information */
        (void)snprintf(m, z,
                       "two threads use one element, and no barrier that fences it is between");
        (void)snprintf(x, z,
                       "a tile_barrier_wait between the two; compile with -g to see the lines");
        return;
    }
    switch (e->rule) {
    case AMP_CHECK_TILE_RACE:
        if (!loop) {
            (void)snprintf(m, z,
                           "line %d %s and line %d %s one element of tile memory, and no barrier "
                           "of the tile is between them",
                           a, amp__check_verb(e->kind[0]), b, amp__check_verb(e->kind[1]));
        } else {
            (void)snprintf(m, z,
                           "different threads use one element of tile memory on line %d, and no "
                           "barrier of the tile is between them",
                           a);
        }
        if (loop) {
            (void)snprintf(x, z,
                           "let one thread do it, give each thread an element of its own, or "
                           "use amp_atomic_... on line %d",
                           a);
        } else {
            (void)snprintf(x, z,
                           "a tile_barrier_wait between line %d and line %d (also where a loop "
                           "comes round)",
                           a, b);
        }
        break;
    case AMP_CHECK_GLOBAL_RACE:
        if (e->simple) {
            (void)snprintf(m, z,
                           "different threads of a simple kernel use one element, and nothing "
                           "orders them");
            (void)snprintf(x, z,
                           "let each thread write elements of its own, use amp_atomic_..., or "
                           "launch twice");
        } else {
            (void)snprintf(m, z,
                           "line %d %s and line %d %s one element, by two threads of one tile "
                           "with no barrier between",
                           a, amp__check_verb(e->kind[0]), b, amp__check_verb(e->kind[1]));
            (void)snprintf(x, z,
                           loop ? "let one thread of the tile do it, or use amp_atomic_..."
                                : "a tile_barrier_wait between line %d and line %d",
                           a, b);
        }
        break;
    case AMP_CHECK_CROSS_TILE_RACE:
        (void)snprintf(m, z,
                       "they are in different tiles: a tile barrier does not order those, nor do a "
                       "fence and an atomic counter, for atomics are relaxed: who sees the count "
                       "need not see the data");
        (void)snprintf(x, z,
                       "let each tile write elements of its own; write and read the data itself "
                       "by amp_atomic_exchange and amp_atomic_fetch_...; or let a second launch "
                       "read what this one has written");
        break;
    case AMP_CHECK_FENCE_RACE:
        (void)snprintf(m, z, "the barrier between line %d and line %d does not fence %s memory", a,
                       b, r != NULL && r->tile ? "tile" : "global");
        (void)snprintf(x, z, "tile_barrier_wait there, or ..._with_%s_memory_fence",
                       r != NULL && r->tile ? "tile_static" : "global");
        break;
    case AMP_CHECK_ATOMIC_RACE:
        (void)snprintf(m, z,
                       "a plain access of one thread beside an atomic access of another, with "
                       "%s",
                       f->apart ? "no order between different tiles" : "no barrier between");
        (void)snprintf(x, z, "make line %d atomic too%s", e->kind[0] == AMP__CHECK_ATOMIC ? b : a,
                       f->apart ? "" : ", or put a tile_barrier_wait between");
        break;
    case AMP_CHECK_SAME_VALUE_WRITE:
        (void)snprintf(m, z,
                       "two threads write the same value to one element; that is a race all "
                       "the same");
        (void)snprintf(x, z,
                       "let one thread write it; or AMP_CHECK_OPTIONS=allow_same=1 makes this a "
                       "note");
        break;
    case AMP_CHECK_BARRIER_DIVERGENCE:
        if (f->site_a == 0 || f->site_b == 0) {
            (void)snprintf(m, z,
                           "a thread waits at the barrier of line %d while another has returned",
                           a);
            (void)snprintf(x, z,
                           "let every thread of the tile reach line %d: guard the work around "
                           "it instead of returning",
                           a);
        } else {
            (void)snprintf(m, z,
                           "threads of one tile wait at different barriers, of line %d and of "
                           "line %d",
                           a, b);
            (void)snprintf(x, z,
                           "take the barrier out of the branch, so that all threads reach the "
                           "same one");
        }
        break;
    case AMP_CHECK_OUT_OF_BOUNDS:
        if (f->stray && r == NULL) {
            (void)snprintf(m, z, "%s",
                           f->dimension == -2
                               ? "the pointer is null"
                               : "there is no view and no array of the kernel at that address");
        } else if (r == NULL || f->dimension < 0 || e->index_count == 0) {
            (void)snprintf(m, z, "index %d is outside %s", e->index[0], e->array);
        } else {
            (void)snprintf(m, z, "index %d is outside dimension %d, which has %d elements",
                           e->index[f->dimension], f->dimension, r->extent[f->dimension]);
        }
        if (f->stray && r == NULL) {
            (void)snprintf(x, z, "see what the index or the pointer on line %d is computed from",
                           a);
        } else {
            (void)snprintf(x, z, "test the index first, or pad the %s",
                           r != NULL && r->tile ? "array" : "view");
        }
        break;
    case AMP_CHECK_HOST_MEMORY:
        (void)snprintf(m, z,
                       "%s is a variable of the host: a kernel has its parameters, tile memory, "
                       "constants and variables of its own; on a device this does not build",
                       e->array);
        (void)snprintf(x, z,
                       "hand it over as a `value` parameter or as a view, or make it constant");
        break;
    case AMP_CHECK_UNINITIALISED_READ:
        if (f->own) {
            (void)snprintf(m, z,
                           "what line %d writes depends on what a variable of the thread's own "
                           "held before anybody set it, probably %s of line %d: with other bytes "
                           "on the stack it writes another value", a, f->name, f->index[0]);
            (void)snprintf(x, z, "set %s in line %d, or all of it before it is read", f->name,
                           f->index[0]);
            break;
        }
        (void)snprintf(m, z, "line %d reads an element of %s and nobody has written it", a,
                       r == NULL ? "thread_private (undefined when a tile begins)"
                       : r->tile ? "tile memory (undefined when a tile begins)"
                                 : "an `out` or discarded view");
        (void)snprintf(x, z, "%s",
                       r == NULL ? "write it first, in each thread that reads it"
                       : r->tile ? "write it first, then a tile_barrier_wait"
                                 : "make the parameter `inout`, or write it first");
        if (r != NULL && r->uneven) {
            (void)snprintf(m, z,
                           "line %d reads an element of %s and nobody has written it; not "
                           "all threads of a tile pass the tile_static of %s, or not the same "
                           "ones before it, so that each gets memory of its own",
                           a, r->name, r->name);
            (void)snprintf(x, z,
                           "declare all tile_static arrays at the kernel's outermost scope, "
                           "before any `if`, loop or return");
        }
        break;
    default:
        if (e->kind[0] == AMP__CHECK_EITHER) {
            (void)snprintf(m, z,
                           "a thread runs in a loop that does not end, without a barrier and "
                           "without an access that could end it%s%s",
                           r != NULL ? "; the last was to " : "", r != NULL ? r->name : "");
            (void)snprintf(x, z,
                           "see what ends the loop of line %d; to wait for other threads use "
                           "tile_barrier_wait", a);
            break;
        }
        (void)snprintf(m, z,
                       "a thread reads the same element for ever, without a barrier; the others "
                       "of its tile may not run until it waits");
        (void)snprintf(x, z,
                       "wait with tile_barrier_wait; tiles cannot wait for each other in a launch");
        break;
    }
    if (r != NULL && r->parts && f->site_b != 0 && e->rule != AMP_CHECK_OUT_OF_BOUNDS) {
        const size_t n = strlen(m);
        (void)snprintf(m + n, z - n, "; it is byte %d of the element's %d",
                       (int)(f->at % (ptrdiff_t)r->size), (int)r->size);
    }
}

#endif /* AMP__CHECKING && AMP__IMPLEMENT */

#endif /* AMP_CHECK_SENTENCES_H */
