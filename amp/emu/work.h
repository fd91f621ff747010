/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_WORK_H
#define AMP_EMU_WORK_H
/*
amp/emu/work.h: one launch at work: what its workers share, its faults, the order of tiles.
*/

#include "settings.h"
#include "../watch/hooks.h"
#include "tile.h"
#include "../base/state.h"
#include "../core/unwritten.h"

/* A part of a launch's tiles, [next, end), that one worker begins with; with more workers than
   parts, several do. Each lies in cache lines of its own. */
typedef struct amp__share {
    long long next; /* the first tile that no worker has taken yet */
    long long end;
    char apart[128 - 2 * sizeof(long long)];
} amp__share;

enum { AMP__SHARES = 32 };

struct amp__emulator_engine; /* engine.h */

/* The second run of a debug build's launch (amp/emu/replay.h). */
typedef struct amp__replay {
    int child;       /* the process; 0: there is none */
    char *written;   /* memory that both share, `mapped` bytes: one that says when the child has
                        done, `bytes` of what it wrote, and what else it has to say */
    size_t bytes, mapped;
    int unordered;   /* amp__debug.unordered when it began */
    int first;       /* the launch is the kernel's first one */
} amp__replay;

/* What all workers of one launch share. */
typedef struct amp__work {
    const amp__launch *launch;
    long long count;     /* tiles, or threads of a simple kernel */
    int tiles[3];
    int workers;         /* OS threads that it may have */
    const amp__argument *host_arguments; /* those of amp__engine: NULL but on emu:separate */
    /* Set by the engine that runs it. */
    const struct amp__emulator_engine *engine;
    const void *found;   /* what its may_run left for its run */
    int lanes;           /* as loops: see amp__outer_box; not set on fibers */
    int pieces;          /* that it makes of the work */
    int shares;          /* how many of `share` there are */
    long long grain;     /* tiles that a worker takes at a time */
    /* All zero at first, up to the status of `failed`. */
    unsigned long long began; /* amp__nanoseconds, where its times are wanted; else 0 */
    /* A faster form of the loops of a simple kernel, or NULL: runs a box, and returns 1; 0: the
       loops have to run it again. */
    int (*box)(const struct amp__work *w, const amp__box *b);
    int boxes;           /* a piece of a simple launch is boxes of threads, not thread by thread */
    int cyclic;          /* it is every n-th thread, not threads that follow each other */
    int drawn;           /* of a debug build: the order of threads and tiles is drawn */
    int needs_fibers;    /* as loops the phased kernel would be wrong: it wants fibers */
    int stopped;         /* set by the first fault */
    int rows_won;        /* trials of a simple launch in which rows were faster than blocks */
    amp__failure failed; /* the first fault; under lock.fault */
    amp__share share[AMP__SHARES];
#if AMP__DEBUG_CODE
    amp__replay replay;
#endif
} amp__work;

/* Divides the tiles among the workers, w->pieces of them: to each tiles that follow each other,
   and the same ones in each launch like this. So what a worker reads and writes stays in the
   caches of its core: where two cores share no cache, a line of the other's takes 200 ns. */
static inline void amp__work_divide(amp__work *w)
{
    int k;
    w->shares = w->pieces < AMP__SHARES ? w->pieces : AMP__SHARES;
    for (k = 0; k < w->shares; k++) {
        w->share[k].next = w->count * k / w->shares;
        w->share[k].end = w->count * (k + 1) / w->shares;
    }
}

/* A worker that takes tiles: its number, and how many shares it has found empty, 0 at first. */
typedef struct amp__taker {
    int piece, emptied;
} amp__taker;

/* Takes the next tiles for a worker: from its own share, and when nothing is left there, from the
   others'. Returns the first tile, and *end behind the last one; -1: no tile is left. */
static inline long long amp__work_take(amp__work *w, amp__taker *taker, long long *end)
{
    for (; taker->emptied < w->shares; taker->emptied++) {
        amp__share *s = &w->share[(taker->piece + taker->emptied) % w->shares];
        if (__atomic_load_n(&s->next, __ATOMIC_RELAXED) < s->end) {
            const long long first = __atomic_fetch_add(&s->next, w->grain, __ATOMIC_RELAXED);
            if (first < s->end) {
                *end = s->end - first < w->grain ? s->end : first + w->grain;
                return first;
            }
        }
    }
    return -1;
}

/* Records a launch's first fault; workers stop at their next tile. */
__attribute__((format(printf, 3, 4)))
static AMP__COLD void amp__fault(amp__work *w, amp_status s, const char *format, ...)
{
    AMP__HOLD(&amp__lock.fault);
    if (w->failed.status == AMP_OK) {
        AMP__PRINT_GIVEN(w->failed.text, format);
        w->failed.status = s;
    }
    __atomic_store_n(&w->stopped, 1, __ATOMIC_RELAXED);
}

/* amp__ordered where the order is not forward: a keyed permutation without memory
   (a four-round Feistel network, walked until the result is below n). */
static AMP__COLD long long amp__shuffled(int order, unsigned seed, long long p, long long n,
                                         unsigned long long key)
{
    unsigned half = 1;
    unsigned long long x = (unsigned long long)p;
    int r;
    if (order == AMP_ORDER_REVERSE) {
        return n - 1 - p;
    }
    while ((1ULL << (2 * half)) < (unsigned long long)n) {
        half++;
    }
    do {
        unsigned long long a = x >> half, b = x & ((1ULL << half) - 1);
        for (r = 0; r < 4; r++) {
            const unsigned long long f = amp__mix(b + key * 5 + (unsigned)r
                + ((unsigned long long)seed << 20)) & ((1ULL << half) - 1);
            const unsigned long long t = a ^ f;
            a = b;
            b = t;
        }
        x = (a << half) | b;
    } while (x >= (unsigned long long)n);
    return (long long)x;
}

/* Position p of n in the order set, of several at once that differ in `key`. */
static inline AMP__UNSEEN long long amp__ordered(const amp__work *w, long long p, long long n,
                                                 unsigned long long key)
{
    return w->drawn ? amp__shuffled(AMP_ORDER_RANDOM, 1, p, n, key)
        : AMP__ORDER == AMP_ORDER_FORWARD ? p
        : amp__shuffled(AMP__ORDER, AMP__ORDER_SEED, p, n, key);
}

/* Draws the order of the n threads of tile p in a debug build, cheaply: from some thread on, in
   equal steps around the tile. */
static inline void amp__order_draw(int *order, int n, unsigned long long p)
{
    const unsigned long long drawn = amp__mix(p + 1);
    int step = (int)(drawn >> 40) % n, at = (int)(drawn >> 8 & 0xFFFFFF) % n, a, b, i;
    do { /* until the steps come to all threads, and are not the order that they have */
        step = step + 1 < n ? step + 1 : 1;
        for (a = n, b = step; b != 0;) {
            const int rest = a % b;
            a = b;
            b = rest;
        }
    } while (a != 1 || (step == 1 && n > 2));
    for (i = 0; i < n; i++) {
        order[i] = at;
        at = at + step < n ? at + step : at + step - n;
    }
}

/* Sets the place of the p-th tile of the launch in the order set. */
static inline void amp__tile_set(amp__tile *t, long long p)
{
    int k;
    amp__index_at(amp__ordered(t->work, p, t->work->count, 1), 3, t->work->tiles, t->index);
    for (k = 0; k < 3; k++) {
        t->origin[k] = t->index[k] * t->launch->tile[k];
        t->count[k] = t->work->tiles[k];
    }
}

/* From a tile to the one behind it, in the order forward: amp__tile_set without divisions,
   which take as long as a small tile. */
static inline void amp__tile_next(amp__tile *t)
{
    int k;
    for (k = 2; k >= 0; k--) {
        t->index[k]++;
        t->origin[k] += t->launch->tile[k];
        if (t->index[k] < t->work->tiles[k]) {
            break;
        }
        t->index[k] = t->origin[k] = 0;
    }
}

#endif /* AMP_EMU_WORK_H */
