/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_SENTENCES_H
#define AMP_CHECK_SENTENCES_H
/* amp/check/sentences.h: the words of a report: why it is wrong, and what would mend it. */

#include "items.h"

/* The verb of an access of that kind, such as "reads". */
static AMP__COLD const char *amp__check_verb(int kind)
{
    return kind == AMP__CHECK_WRITE    ? "writes"
           : kind == AMP__CHECK_ATOMIC ? "updates atomically"
           : kind == AMP__CHECK_EITHER ? "reads or writes"
                                       : "reads";
}

/* Writes message and fix of an item as printf: a text, in which the end of a line parts the two. */
__attribute__((format(printf, 2, 3)))
static AMP__COLD void amp__check_say(amp__check_item *e, const char *format, ...)
{
    char text[2 * AMP__CHECK_SENTENCE];
    size_t n;
    AMP__PRINT_GIVEN(text, format);
    n = strcspn(text, "\n");
    AMP__PRINT(e->message, "%.*s", (int)n, text);
    AMP__PRINT(e->fix, "%s", text + n + (text[n] == '\n'));
}

/* Adds to an item's message. */
__attribute__((format(printf, 2, 3)))
static AMP__COLD void amp__check_add(amp__check_item *e, const char *format, ...)
{
    const size_t n = strlen(e->message);
    va_list list;
    va_start(list, format);
    (void)vsnprintf(e->message + n, sizeof(e->message) - n, format, list);
    va_end(list);
}

/* The words for an index outside its array. */
static AMP__COLD void amp__check_say_outside(amp__check_item *e, const amp__check_finding *f,
                                             const amp__check_array *r)
{
    const char *const padded = r != NULL && r->tile ? "array" : "view";
    if (f->stray && r == NULL) {
        amp__check_say(e, "%s\nsee what the index or the pointer on line %d is computed from",
                       f->dimension == -2 ? "the pointer is null"
                       : "there is no view and no array of the kernel at that address", e->line);
    } else if (r == NULL || f->dimension < 0 || e->index_count == 0) {
        amp__check_say(e, "index %d is outside %s\ntest the index first, or pad the %s",
                       e->index[0], e->array, padded);
    } else {
        amp__check_say(e, "index %d is outside dimension %d, which has %d elements\n"
                       "test the index first, or pad the %s", e->index[f->dimension], f->dimension,
                       r->extent[f->dimension], padded);
    }
}

/* The words for a read of what nobody has written. */
static AMP__COLD void amp__check_say_unset(amp__check_item *e, const amp__check_finding *f,
                                           const amp__check_array *r)
{
    const int a = e->line;
    if (f->own) {
        amp__check_say(e, "what line %d writes depends on what a variable of the thread's own held "
                       "before anybody set it, probably %s of line %d: with other bytes on the "
                       "stack it writes another value\n"
                       "set %s in line %d, or all of it before it is read", a, f->name, f->index[0],
                       f->name, f->index[0]);
    } else if (r != NULL && r->uneven) {
        amp__check_say(e, "line %d reads an element of %s and nobody has written it; not all "
                       "threads of a tile pass the tile_static of %s, or not the same ones before "
                       "it, so that each gets memory of its own\n"
                       "declare all tile_static arrays at the kernel's outermost scope, before any "
                       "`if`, loop or return", a, r->name, r->name);
    } else {
        amp__check_say(e, "line %d reads an element of %s and nobody has written it\n%s", a,
                       r == NULL ? "thread_private (undefined when a tile begins)"
                       : r->tile ? "tile memory (undefined when a tile begins)"
                                 : "an `out` or discarded view, or of a new amp_array",
                       r == NULL ? "write it first, in each thread that reads it"
                       : r->tile ? "write it first, then a tile_barrier_wait"
                                 : "write it first, or copy to it; where the host has "
                                   "written it, make the parameter `inout`");
    }
}

/* See amp__check_sentences. */
static AMP__COLD void amp__check_say_rule(amp__check_item *e, const amp__check_finding *f)
{
    const int a = e->line, b = e->other_line, loop = a == b, apart = loop && !e->collides;
    static const char between[] = /* of a line that reads one element and writes another: `apart` */
        "a tile_barrier_wait between the reading and the writing: in a loop at the end of each "
        "turn; where one turn does both, read into a variable, tile_barrier_wait, then write";
    const amp__check_array *r = f->array >= 0 ? &amp__check_shared.array[f->array] : NULL;
    const char *const does = amp__check_verb(e->kind[0]), *const also = amp__check_verb(e->kind[1]);
    if ((a == 0 || b == 0)
        && (e->rule == AMP_CHECK_TILE_RACE || e->rule == AMP_CHECK_GLOBAL_RACE
            || e->rule == AMP_CHECK_FENCE_RACE)) { /* no debug information */
        amp__check_say(e, "two threads use one element, and no barrier that fences it is between\n"
                       "a tile_barrier_wait between the two; compile with -g to see the lines");
        return;
    }
    switch (e->rule) {
    case AMP_CHECK_TILE_RACE:
        if (apart) {
            amp__check_say(e, "line %d writes an element of tile memory that another thread reads "
                           "there, and no barrier of the tile is between them\n%s", a, between);
        } else if (loop) {
            amp__check_say(e, "different threads use one element of tile memory on line %d, and no "
                           "barrier of the tile is between them\n"
                           "let one thread do it, give each thread an element of its own, or use "
                           "amp_atomic_... on line %d", a, a);
        } else {
            amp__check_say(e, "line %d %s and line %d %s one element of tile memory, and no "
                           "barrier of the tile is between them\n"
                           "a tile_barrier_wait between line %d and line %d (also where a loop "
                           "comes round)", a, does, b, also, a, b);
        }
        break;
    case AMP_CHECK_GLOBAL_RACE:
        if (e->simple) {
            amp__check_say(e, "different threads of a simple kernel use one element, and nothing "
                           "orders them\n%s", e->collides ? "let each thread write elements of its "
                           "own, use amp_atomic_..., or launch twice"
                           : "write to another view than the one that is read, and swap the two "
                             "for the next launch; or let two launches do it, one after the other");
        } else {
            char wait[80];
            AMP__PRINT(wait, "a tile_barrier_wait between line %d and line %d", a, b);
            amp__check_say(e, "line %d %s and line %d %s one element, by two threads of one tile "
                           "with no barrier between\n%s", a, does, b, also, apart ? between
                           : loop ? "let one thread of the tile do it, or use amp_atomic_..."
                                  : wait);
        }
        break;
    case AMP_CHECK_CROSS_TILE_RACE:
        amp__check_say(e, "they are in different tiles: a tile barrier does not order those, nor "
                       "do a fence and an atomic counter, for atomics are relaxed: who sees the "
                       "count need not see the data\n"
                       "let each tile write elements of its own; write and read the data itself by "
                       "amp_atomic_exchange and amp_atomic_fetch_...; or let a second launch read "
                       "what this one has written");
        break;
    case AMP_CHECK_FENCE_RACE:
        amp__check_say(e, "the barrier between line %d and line %d does not fence %s memory\n"
                       "tile_barrier_wait there, or ..._with_%s_memory_fence", a, b,
                       r != NULL && r->tile ? "tile" : "global",
                       r != NULL && r->tile ? "tile_static" : "global");
        break;
    case AMP_CHECK_ATOMIC_RACE:
        amp__check_say(e, "a plain access of one thread beside an atomic access of another, with "
                       "%s\nmake line %d atomic too%s", f->apart ? "no order between different "
                       "tiles" : "no barrier between", e->kind[0] == AMP__CHECK_ATOMIC ? b : a,
                       f->apart ? "" : ", or put a tile_barrier_wait between");
        break;
    case AMP_CHECK_SAME_VALUE_WRITE:
        amp__check_say(e, "two threads write the same value to one element; that is a race all the "
                       "same\nlet one thread write it; or AMP_CHECK_OPTIONS=allow_same=1 makes "
                       "this a note");
        break;
    case AMP_CHECK_BARRIER_DIVERGENCE:
        if (f->site_a == 0 || f->site_b == 0) {
            amp__check_say(e, "a thread waits at the barrier of line %d while another has "
                           "returned\nlet every thread of the tile reach line %d: guard the work "
                           "around it instead of returning", a, a);
        } else {
            amp__check_say(e, "threads of one tile wait at different barriers, of line %d and of "
                           "line %d\ntake the barrier out of the branch, so that all threads reach "
                           "the same one", a, b);
        }
        break;
    case AMP_CHECK_OUT_OF_BOUNDS:
        amp__check_say_outside(e, f, r);
        return;
    case AMP_CHECK_HOST_MEMORY:
        if (f->dimension == -3) {
            amp__check_say(e, "%s holds a pointer to memory of the host, which means nothing on a "
                           "device\nmake that memory a view, and a parameter of its own: in(type, "
                           "rank, name); in %s only numbers", e->array, e->array);
            break;
        }
        amp__check_say(e, "%s is a variable of the host: a kernel has its parameters, tile memory, "
                       "constants and variables of its own; on a device this does not build\n"
                       "hand it over as a `value` parameter or as a view, or make it constant",
                       e->array);
        break;
    case AMP_CHECK_UNINITIALISED_READ:
        amp__check_say_unset(e, f, r);
        break;
    default:
        if (f->dimension == -4) {
            amp__check_say(e, "the threads of the tile pass the barrier of line %d for ever, and "
                           "none of them writes anything that could end the loop\n"
                           "see what ends the loop around line %d, and which thread of this tile "
                           "writes it: another tile may not run before this one has ended", a, a);
        } else if (e->kind[0] == AMP__CHECK_EITHER) {
            amp__check_say(e, "a thread runs in a loop that does not end, without a barrier and "
                           "without an access that could end it%s%s\n"
                           "see what ends the loop of line %d; to wait for other threads use "
                           "tile_barrier_wait", r != NULL ? "; the last was to " : "",
                           r != NULL ? r->name : "", a);
        } else {
            amp__check_say(e, "a thread reads the same element for ever, without a barrier; the "
                           "others of its tile may not run until it waits\n"
                           "wait with tile_barrier_wait; tiles cannot wait for each other in a "
                           "launch");
        }
        break;
    }
    if (r != NULL && r->parts && f->site_b != 0) {
        amp__check_add(e, "; it is byte %d of the element's %d",
                       (int)(e->at % (ptrdiff_t)r->size), (int)r->size);
    }
}

/* Writes message and fix of e, of which f is a finding. */
static AMP__COLD void amp__check_sentences(amp__check_item *e, const amp__check_finding *f)
{
    int k;
    amp__check_say_rule(e, f);
    for (k = 0; k < e->sides; k++) {
        if (e->near[k]) {
            amp__check_add(e, "; line %d is not exact, but near: the compiler kept none "
                           "for it", k == 0 ? e->line : e->other_line);
        }
    }
}

/* The sentence of an item, for formats that have room for one: in text[0..size). */
static AMP__COLD const char *amp__check_sentence(char *text, size_t size, const amp__check_item *e)
{
    char index[64];
    (void)snprintf(text, size, "%s%s%s%s%s: %s. Mend: %s.", amp__check_kernel_prefix(e), e->kernel,
                   e->kernel[0] != '\0' && e->array[0] != '\0' ? ", " : "", e->array,
                   amp__check_item_place(index, e), e->message, e->fix);
    return text;
}

#endif /* AMP_CHECK_SENTENCES_H */
