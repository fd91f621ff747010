/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_MODEL_H
#define FUZZ_MODEL_H
/*
model.h: what the memory of a fuzzed program must hold, in plain C.

Every element that a view can show is a cell: the value that the calls so far make of it,
whether that value is known, and whether a failure of queued work stands between the
program and it. Views are kept beside the model's own idea of which cells they show, which
is computed from the calls that made them and not from the view.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "amp.h"

enum { CELLS = 64, GUARD = 16, HOSTS = 2, OBJECTS = 8, VIEWS = 12, PLACES = 9, PENDING = 6 };

/* What a failure makes of a cell. MAYBE: a call that wants it may report the failure, or
   may not, and then the value is what it is said to be. */
typedef enum loss { KEPT, MAYBE, LOST } loss;

typedef struct cell {
    int value, known;
    loss lost;
    const void *lost_in;  /* the record through which it was lost; NULL: through several */
    unsigned written_on;  /* places whose work on it may not have ended, a bit each */
} cell;

/* Host memory (the first HOSTS objects), an array, or a view without a source. */
typedef struct object {
    int alive, count, home; /* home: of an array, the place on which it lives */
    cell at[CELLS];
} object;

/* A view, and the cells it shows. */
typedef struct shown {
    int alive, constant, rank, dim[3], stride[3], first;
    object *of;
    amp_array_view v;
} shown;

/* Where work runs. */
typedef struct place {
    int alive, made, queued, deferred;
    amp_accelerator_view on;
    loss failing;  /* whether amp_wait there has a failure to tell */
    int tainted;   /* deferred, and what is sent there may fail with what was sent before */
    unsigned after; /* places whose unfinished work its own reads from, a bit each */
} place;

/* A copy or mark whose completion was not yet waited for. */
typedef struct pending {
    int alive, count;
    amp_completion c;
    int *memory;     /* of the copy; for copies out compared with `want` */
    int out, want[CELLS], known[CELLS], *called;
    loss lost;
} pending;

static struct { int low[GUARD], at[CELLS], high[GUARD]; } host[HOSTS];
static object objects[OBJECTS];
static shown views[VIEWS];
static place places[PLACES];
static pending pendings[PENDING];
static int call_number, trace;
static char input_name[200] = "input"; /* of which a message says where it comes from */
static int had_failure; /* something has failed: waits may say so */
static const char *doing = "";

/* Ends the program: what the library did is not what the model says. */
#define WRONG(...)                                                             \
    do {                                                                       \
        fprintf(stderr, "\n%s, step %d, %s: ", input_name, call_number, doing);       \
        fprintf(stderr, __VA_ARGS__);                                          \
        fprintf(stderr, "\nlast error: %s\n", amp_last_error());               \
        abort();                                                               \
    } while (0)

#define TRACE(...) ((void)(trace && fprintf(stderr, __VA_ARGS__)))

/* The cells of a view in order; returns how many. */
static int cells_of(const shown *s, int *list)
{
    int i[3], n = 0;
    for (i[0] = 0; i[0] < s->dim[0]; i[0]++) {
        for (i[1] = 0; i[1] < (s->rank > 1 ? s->dim[1] : 1); i[1]++) {
            for (i[2] = 0; i[2] < (s->rank > 2 ? s->dim[2] : 1); i[2]++) {
                list[n++] = s->first + i[0] * s->stride[0]
                    + (s->rank > 1 ? i[1] * s->stride[1] : 0)
                    + (s->rank > 2 ? i[2] * s->stride[2] : 0);
            }
        }
    }
    return n;
}
static int count_of(const shown *s)
{
    return s->dim[0] * (s->rank > 1 ? s->dim[1] : 1) * (s->rank > 2 ? s->dim[2] : 1);
}

/* The worst that happened to a cell of the view. */
static loss lost_among(const shown *s)
{
    int list[CELLS], i;
    const int n = cells_of(s, list);
    loss worst = KEPT;
    for (i = 0; i < n; i++) {
        worst = s->of->at[list[i]].lost > worst ? s->of->at[list[i]].lost : worst;
    }
    return worst;
}

/* A failure of bytes of the view was told: what they hold nobody knows, and there may be
   another one. */
static void told(const shown *s)
{
    int list[CELLS], i;
    const int n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        cell *c = &s->of->at[list[i]];
        if (c->lost != KEPT) {
            c->lost = MAYBE;
            c->known = 0;
        }
    }
}
static void forget(const shown *s, loss lost)
{
    int list[CELLS], i;
    const int n = cells_of(s, list);
    for (i = 0; i < n; i++) {
        cell *c = &s->of->at[list[i]];
        c->known = 0;
        c->lost = c->lost > lost ? c->lost : lost;
    }
}

/* All cells may have been lost: work that nobody waits for had no memory. */
static void all_may_be_lost(void)
{
    int i, k;
    for (i = 0; i < OBJECTS; i++) {
        for (k = 0; k < CELLS; k++) {
            cell *c = &objects[i].at[k];
            c->lost = c->lost == KEPT ? MAYBE : c->lost;
        }
    }
}

/* Whether work may be under way that nobody has waited for. */
static int under_way(void)
{
    int i, k;
    for (i = 0; i < OBJECTS; i++) {
        for (k = 0; k < CELLS; k++) {
            if (objects[i].at[k].written_on != 0) {
                return 1;
            }
        }
    }
    return 0;
}

/* Work on place p fails, and the place cannot say which: all of it may have, and with it what
   other places made of its results. */
static void taint(int p)
{
    unsigned failed = 1u << p, known = 0;
    int i, k;
    while (failed != known) {
        known = failed;
        for (i = 0; i < PLACES; i++) {
            failed |= (places[i].after & known) != 0 ? 1u << i : 0;
        }
    }
    for (i = 0; i < OBJECTS; i++) {
        for (k = 0; k < CELLS; k++) {
            cell *c = &objects[i].at[k];
            if ((c->written_on & failed) != 0 && c->lost == KEPT) {
                c->lost = MAYBE;
            }
        }
    }
    places[p].tainted = 1;
}

/* All work on place p has ended. */
static void ended(int p)
{
    int i, k;
    for (i = 0; i < OBJECTS; i++) {
        for (k = 0; k < CELLS; k++) {
            objects[i].at[k].written_on &= ~(1u << p);
        }
    }
    for (i = 0; i < PLACES; i++) {
        places[i].after &= ~(1u << p);
    }
    places[p].after = 0;
    places[p].tainted = 0;
}

/* Whether the two share a cell. */
static int share(const shown *a, const shown *b)
{
    int x[CELLS], y[CELLS], i, j;
    const int n = cells_of(a, x), m = cells_of(b, y);
    for (i = 0; a->of == b->of && i < n; i++) {
        for (j = 0; j < m; j++) {
            if (x[i] == y[j]) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether the bytes from first to last element of the two overlap. */
static int reach_each_other(const shown *a, const shown *b)
{
    int x[CELLS], y[CELLS];
    const int n = cells_of(a, x), m = cells_of(b, y);
    return a->of == b->of && x[0] <= y[m - 1] && y[0] <= x[n - 1];
}

static int is_host(const object *o) { return o < objects + HOSTS; }
static int *host_of(const object *o) { return host[o - objects].at; }

/* Whether the view's elements lie one behind the other. */
static int is_dense(const shown *s)
{
    return s->rank == 1 || (s->rank == 2 && (s->stride[0] == s->dim[1] || s->dim[0] == 1))
        || (s->rank == 3 && (s->stride[1] == s->dim[2] || s->dim[1] == 1)
            && (s->stride[0] == s->dim[1] * s->dim[2] || s->dim[0] == 1));
}

#endif /* FUZZ_MODEL_H */
