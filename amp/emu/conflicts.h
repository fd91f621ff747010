/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_CONFLICTS_H
#define AMP_EMU_CONFLICTS_H
/*
amp/emu/conflicts.h: in the second run of a debug build's kernel: elements that one thread writes
and another one uses, with no barrier between.

amp/emu/replay.h makes that run, and compares results. A sum to which all threads add is right in
every order of threads that run one after another, so the results of two runs do not show it. But in
the second run a thread runs alone from one barrier to the next, which is called its turn. The
elements that amp_at gave it in its turn it has used, and those that are no longer as they were it
has written. Of a tile's arrays, which are plain memory, what a turn wrote is known, and nothing of
what it read. Not seen are stores of what was there before.
*/

#include "tile.h"
#include "../base/pages.h"
#include "../core/unwritten.h"

/* Who had a turn: a thread of a tile, behind so many barriers. Threads of a simple kernel are tiles
   of one thread. */
typedef struct amp__who {
    int tile, thread; /* tile: its index and 1; 0: nobody */
    unsigned turn;
} amp__who;

/* What is known of one element. */
typedef struct amp__used {
    amp__who last, before, writer; /* who used it last, another thread before, who wrote it last */
    const char *site;              /* where the turn used it */
    char value[8];                 /* what it was when the turn used it first */
    char touched;                  /* the turn has used it */
} amp__used;

enum { AMP__CONFLICT_ELEMENTS = 1 << 14, AMP__CONFLICT_TEXT = 600 };

/* The second run that the process is. */
typedef struct amp__conflicts_state {
    const amp__launch *launch;
    int views;
    struct {
        const amp__parameter *parameter;
        const amp__argument *argument;
        uintptr_t low, high;
        size_t first;              /* its first element among those of all views */
    } view[AMP_MAX_PARAMETERS];
    amp__used *used;
    unsigned *touched;             /* the elements that the turn has used */
    size_t touched_count;
    int tile; /* the tile at work, as in amp__who, and how many turns its threads have had */
    unsigned turns[AMP_MAX_TILE_THREADS];
    char before[AMP__TILE_STATIC_BUFFER];    /* the tile's arrays before the turn */
    amp__who writer[AMP__TILE_STATIC_BUFFER]; /* who wrote each of their bytes */
    char text[AMP__CONFLICT_TEXT]; /* the first conflict */
} amp__conflicts_state;
#define amp__conflicts AMP__VERSIONED(amp__conflicts)
AMP__ONE_COPY amp__conflicts_state *amp__conflicts; /* NULL: this is no second run */

/* Whether no barrier orders the two. */
static inline int amp__unordered_with(const amp__who *a, const amp__who *b)
{
    return a->tile > 0 && (a->tile != b->tile || (a->thread != b->thread && a->turn == b->turn));
}

/* "thread (3) of tile (0)". */
static AMP__COLD const char *amp__who_text(char *buffer, size_t size, const amp__who *who)
{
    const amp__launch *l = amp__conflicts->launch;
    int at[AMP_MAX_RANK], dim[3], k;
    char tile[48], thread[48];
    if (l->kernel->model == AMP__SIMPLE) {
        amp__index_at(who->tile - 1, l->rank, l->extent, at);
        (void)snprintf(buffer, size, "thread %s", AMP__INDEX_TEXT(thread, l->rank, at));
        return buffer;
    }
    for (k = 0; k < 3; k++) {
        dim[k] = l->extent[k] / l->tile[k];
    }
    amp__index_at(who->tile - 1, 3, dim, at);
    (void)AMP__INDEX_TEXT(tile, l->rank, at);
    amp__index_at(who->thread, 3, l->tile, at);
    (void)snprintf(buffer, size, "thread %s of tile %s",
                   AMP__INDEX_TEXT(thread, l->rank, at), tile);
    return buffer;
}

/* The first conflict: `what` is written by one, and used by the other in a line, or anywhere where
   site is NULL. */
static AMP__COLD void amp__conflict_tell(const char *what, const amp__who *writer,
                                         const amp__who *user, const char *site)
{
    amp__conflicts_state *c = amp__conflicts;
    char one[120], two[120];
    AMP__PRINT(c->text,
               "kernel %s, %s: %s writes it%s%s, %s uses it, and %s",
               c->launch->kernel->name, what,
               amp__who_text(one, sizeof(one), writer), site != NULL ? ", at " : "",
               site != NULL ? site : "", amp__who_text(two, sizeof(two), user),
               writer->tile == user->tile
                   ? "no barrier orders the two: put one between them, or let each thread "
                     "write elements of its own"
               : c->launch->kernel->model == AMP__SIMPLE
                   ? "nothing orders the two: let each thread write elements of its own, in "
                     "another view where others are read, or use amp_atomic_ functions"
                   : "nothing orders the two, for a barrier is for the threads of one tile: "
                     "let each thread write elements of its own, in another view where others "
                     "are read, or use amp_atomic_ functions");
}

/* The view in whose memory an address is, or -1. */
static AMP__COLD int amp__conflict_view(uintptr_t at)
{
    const amp__conflicts_state *c = amp__conflicts;
    int i = 0;
    while (i < c->views && (at < c->view[i].low || at >= c->view[i].high)) {
        i++;
    }
    return i < c->views ? i : -1;
}

/* amp_at gives the thread at work an element, in a line: amp__debug.access of a second run. */
static AMP__COLD void amp__conflict_access(const void *element, const char *site)
{
    amp__conflicts_state *c = amp__conflicts;
    const int i = amp__conflict_view((uintptr_t)element);
    if (i >= 0) {
        const size_t size = c->view[i].parameter->type.size;
        const size_t n = c->view[i].first + ((uintptr_t)element - c->view[i].low) / size;
        amp__used *u = &c->used[n];
        u->site = site;
        if (!u->touched) {
            u->touched = 1;
            memcpy(u->value, element, size);
            c->touched[c->touched_count++] = (unsigned)n;
        }
    }
}

/* Who uses element number n of a view in a turn that has ended, and whether he wrote it. */
static AMP__COLD void amp__conflict_used(int i, size_t n, const amp__who *who)
{
    amp__conflicts_state *c = amp__conflicts;
    const amp__parameter *p = c->view[i].parameter;
    const amp__argument *a = c->view[i].argument;
    amp__used *u = &c->used[n];
    const size_t size = p->type.size, offset = n - c->view[i].first;
    const int wrote = memcmp(u->value, (const char *)a->data + offset * size, size) != 0;
    const amp__who *other = amp__unordered_with(&u->last, who) ? &u->last : &u->before;
    const amp__who *writer = wrote ? who : &u->writer, *user = wrote ? other : who;
    const int found = amp__unordered_with(wrote ? user : writer, who);
    if (found && c->text[0] == '\0') {
        size_t rest = offset;
        int at[AMP_MAX_RANK], k;
        char what[200], index[64];
        for (k = 0; k < p->rank; k++) {
            const size_t stride = k < p->rank - 1 ? (size_t)a->stride[k] : 1;
            at[k] = (int)(rest / stride);
            rest %= stride;
        }
        AMP__PRINT(what, "parameter %s, element %s", p->name, AMP__INDEX_TEXT(index, p->rank, at));
        amp__conflict_tell(what, writer, user, u->site);
    }
    if (u->last.tile != who->tile || u->last.thread != who->thread) {
        u->before = u->last;
    }
    u->last = *who;
    if (wrote) {
        u->writer = *who;
    }
    u->touched = 0;
}

/* The turn of `who` has ended, of a kernel without tiles or of one with. */
static AMP__COLD void amp__conflict_turn(const amp__who *who)
{
    amp__conflicts_state *c = amp__conflicts;
    size_t k;
    for (k = 0; k < c->touched_count; k++) {
        const size_t n = c->touched[k];
        int i = c->views - 1;
        while (c->view[i].first > n) {
            i--;
        }
        amp__conflict_used(i, n, who);
    }
    c->touched_count = 0;
}

/* That of thread number `thread` of a simple kernel. */
static AMP__COLD void amp__conflict_simple_turn(long long thread)
{
    const amp__who who = { (int)(thread + 1), 0, 0 };
    amp__conflict_turn(&who);
}

/* Who has the turn, of a tile's threads. */
static AMP__COLD amp__who amp__conflict_who(const amp__tile *t, int thread)
{
    amp__conflicts_state *c = amp__conflicts;
    const amp__launch *l = t->launch;
    const int *tile = l->tile;
    amp__who who;
    who.tile = (t->index[0] * (l->extent[1] / tile[1]) + t->index[1]) * (l->extent[2] / tile[2])
        + t->index[2] + 1;
    who.thread = thread;
    if (who.tile != c->tile) {
        c->tile = who.tile;
        memset(c->turns, 0, sizeof(c->turns));
    }
    who.turn = c->turns[thread];
    return who;
}

/* What a thread of a tile wrote to `bytes` bytes of one of its arrays. */
static AMP__COLD void amp__conflict_array(const amp__tile *t, const char *name, size_t at,
                                          size_t bytes, const amp__who *who)
{
    amp__conflicts_state *c = amp__conflicts;
    size_t b;
    if (memcmp(c->before + at, t->memory + at, bytes) == 0) {
        return;
    }
    for (b = at; b < at + bytes; b++) {
        if (c->before[b] != t->memory[b]) {
            amp__who *writer = &c->writer[b];
            if (writer->tile == who->tile && amp__unordered_with(writer, who)
                && c->text[0] == '\0') {
                char what[120];
                AMP__PRINT(what, "tile array %s, byte %lu", name, (unsigned long)(b - at));
                amp__conflict_tell(what, who, writer, NULL);
            }
            *writer = *who;
            c->before[b] = t->memory[b];
        }
    }
}

/* Whether a parameter is a view of numbers that the kernel writes. */
static AMP__COLD int amp__replay_compares(const amp__parameter *p)
{
    return amp__comes_back(p) && p->type.kind != AMP__KIND_OTHER;
}

/* Begins to look, in a process that is the second run of launch l. Without memory, or of too many
   elements, it does not. */
static AMP__COLD void amp__conflicts_begin(const amp__launch *l)
{
    amp__conflicts_state *c;
    size_t elements = 0, k;
    int i;
    c = (amp__conflicts_state *)amp__map_pages(sizeof(*c), 0);
    if (c == NULL) {
        return;
    }
    c->launch = l;
    for (i = 0; i < l->kernel->parameter_count; i++) {
        const amp__parameter *p = &l->kernel->parameters[i];
        if (amp__replay_compares(p) && p->type.size <= sizeof(c->used->value)) {
            const size_t bytes = amp__argument_span(p, &l->arguments[i]);
            c->view[c->views].parameter = p;
            c->view[c->views].argument = &l->arguments[i];
            c->view[c->views].low = (uintptr_t)l->arguments[i].data;
            c->view[c->views].high = c->view[c->views].low + bytes;
            c->view[c->views++].first = elements;
            elements += bytes / p->type.size;
        }
    }
    if (elements > AMP__CONFLICT_ELEMENTS) {
        return;
    }
    k = elements > 0 ? elements : 1;
    c->used = (amp__used *)amp__map_pages(k * sizeof(*c->used), 0);
    c->touched = (unsigned *)amp__map_pages(k * sizeof(*c->touched), 0);
    if (c->used == NULL || c->touched == NULL) {
        return;
    }
    amp__conflicts = c;
    amp__debug.access = amp__conflict_access;
}

#endif /* AMP_EMU_CONFLICTS_H */
