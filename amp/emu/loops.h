/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_LOOPS_H
#define AMP_EMU_LOOPS_H
/*
amp/emu/loops.h: simple kernels: boxes of threads as loops, or threads one by one; phased tiles.
*/

#include "guards.h"
#include "engine.h"
#include "stack_fault.h"
#include "workers.h"
#include "../watch/hooks.h"

/* The widest build of a kernel's loop entry that this CPU runs, as the index of simple[] and
   whole[]; has_avx2 and has_avx512: whether it has those. */
static AMP__NOINLINE AMP__HOT int amp__widest_entry(int has_avx2, int has_avx512)
{
#if defined(__x86_64__)
    if (has_avx512 && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512dq")) {
        return 2;
    }
    return has_avx2 && __builtin_cpu_supports("avx2") != 0;
#else
    (void)has_avx2, (void)has_avx512;
    return 0;
#endif
}

/* Runs a tile of a phased kernel, whose index is set, as loops: by whole[wide] of its kernel, or by
   its second form, if that is given. */
static inline void amp__phased_tile(amp__tile *t, int wide, amp__outer_entry outer)
{
    const amp__launch *l = t->launch;
    AMP__ASSERT(t->fiber == NULL);
    if (outer != NULL) {
        (void)outer(l->arguments, t);
        return;
    }
    t->declared = amp__none_declared;
    l->kernel->whole[wide](l->arguments, t);
    amp__guards_at_end(t);
    if (t->open) {
        amp__phase_left(t);
    }
}

/* Gives a box the dimensions that its kernel divides by, where its rank is above 3. */
static inline void amp__box_lead(const amp__launch *l, amp__box *b)
{
#if AMP_MAX_RANK > 3
    int k;
    for (k = 0; k < l->rank - 2; k++) {
        b->lead[k] = l->extent[k];
    }
#else
    (void)l, (void)b;
#endif
}

/* Runs a box of a simple launch: in the faster form that its engine may have, or as loops. */
static AMP__INLINE void amp__box_run(const amp__work *w, int wide, const amp__box *b)
{
    if (w->box == NULL || !w->box(w, b)) {
        amp__box whole = *b;
        amp__box_lead(w->launch, &whole);
        w->launch->kernel->simple[wide](w->launch->arguments, &whole);
    }
}

/* amp__work.box of a kernel of which gcc makes vectors in its form amp__kernel.outer; w->found is
   that entry, w->lanes the threads of a vector. It gets multiples of 16 that fill vectors: threads
   that fill none are slow loops in it. */
enum { AMP__OUTER_COLUMNS = 16 };
static AMP__NOINLINE int amp__outer_box(const amp__work *w, const amp__box *b)
{
    const amp__kernel *k = w->launch->kernel;
    const amp__outer_entry *outer = (const amp__outer_entry *)w->found;
    const int columns = w->lanes > AMP__OUTER_COLUMNS ? w->lanes : AMP__OUTER_COLUMNS;
    amp__box part = *b, rest = *b;
    amp__box_lead(w->launch, &part);
    amp__box_lead(w->launch, &rest);
    rest.low[2] += (b->high[2] - b->low[2]) / columns * columns;
    part.high[2] = rest.low[2];
    if ((rest.high[2] - rest.low[2]) * 8 > part.high[2] - part.low[2]) {
        return 0; /* of short rows the rest costs more than is won */
    }
    (void)(*outer)(w->launch->arguments, &part);
    if (rest.low[2] < rest.high[2]) {
        k->simple[outer - k->outer](w->launch->arguments, &rest);
    }
    return 1;
}

/* A worker's piece of a simple launch, thread by thread. Where it is cyclic the piece is
   every n-th thread, n the number of pieces, so that neighbours run at the same time;
   else threads that follow each other in the order set. */
static AMP__NOINLINE AMP__UNSEEN void amp__singles_piece(amp__work *w, int piece, int wide)
{
    const amp__launch *l = w->launch;
    const int cyclic = w->cyclic;
    const long long step = cyclic ? w->pieces : 1;
    const long long end = cyclic ? w->count : w->count * (piece + 1) / w->pieces;
    long long u = cyclic ? piece : w->count * piece / w->pieces;
    for (; u < end; u += step) {
        long long n = amp__ordered(w, u, w->count, 1);
        amp__box b;
        int k;
        const long long number = n;
        /* as amp__index_at, but with no division for the outermost: this is done for each thread */
        for (k = 2; k >= 0; k--) {
            const long long rest = n < w->tiles[k] ? 0 : n / w->tiles[k];
            b.low[k] = (int)(n - rest * w->tiles[k]);
            b.high[k] = b.low[k] + 1;
            n = rest;
        }
        amp__box_lead(l, &b);
        if (amp__watch == NULL) {
            l->kernel->simple[wide](l->arguments, &b);
#if AMP__DEBUG_CODE
            if (amp__conflicts != NULL) {
                amp__conflict_simple_turn(number);
            }
#endif
            continue;
        }
        amp__watch->simple(l, &b, number);
        if (amp__watch->gives_up()) {
            break;
        }
    }
}

/* Runs the threads [y, y_end) x [x, x_end) of the box's planes; returns their ticks. */
static AMP__COLD unsigned long long amp__run_part(const amp__work *w, int wide, amp__box b, int y,
                                                  int y_end, int x, int x_end)
{
    const unsigned long long start = amp__ticks();
    b.low[1] = y;
    b.high[1] = y_end;
    b.low[2] = x;
    b.high[2] = x_end;
    amp__box_run(w, wide, &b);
    return amp__ticks() - start;
}

/* The shape of a block, and how much of each way is timed: columns of blocks, and rows. */
enum { AMP__BLOCK_ROWS = 64, AMP__BLOCK_COLUMNS = 16, AMP__BLOCKS_TIMED = 128,
       AMP__ROWS_TIMED = 16 };

/* Many long rows of one plane. A kernel that goes through memory across its rows, such as a
   transpose, takes a quarter of its time in blocks of 64 rows by 16 columns, a cache line of
   floats; one that goes along them three times as long. No kernel says which it is: so 16 rows are
   timed, twice, then blocks, 128 columns at a time. Blocks continue as long as they are faster;
   they may be slower three times in turn, and later eight times, for a thread may lose its core;
   half as often where they take twice the time of rows. Returns 1 where rows were faster. */
static AMP__COLD int amp__blocks_or_rows(const amp__work *w, int wide, amp__box b)
{
    const int columns = b.high[2], end = b.high[1];
    int y = b.low[1] + 2 * AMP__ROWS_TIMED, x = columns, slow = 0, most = 3;
    const double first = (double)amp__run_part(w, wide, b, b.low[1], y - AMP__ROWS_TIMED, 0, x);
    const double again = (double)amp__run_part(w, wide, b, y - AMP__ROWS_TIMED, y, 0, x);
    const double thread = (again < first ? again : first) / AMP__ROWS_TIMED / columns;
    while (y < end && slow < most) {
        const int y_end = end - y < AMP__BLOCK_ROWS ? end : y + AMP__BLOCK_ROWS;
        for (x = 0; x < columns && slow < most; ) {
            const int from = x;
            double blocks = 0, rows;
            while (x < columns && x < from + AMP__BLOCKS_TIMED) {
                const int to = columns - x < AMP__BLOCK_COLUMNS ? columns : x + AMP__BLOCK_COLUMNS;
                blocks += (double)amp__run_part(w, wide, b, y, y_end, x, to);
                x = to;
            }
            rows = thread * (y_end - y) * (x - from);
            slow = blocks < 0.9 * rows ? 0 : blocks < 2 * rows ? slow + 1 : slow + 2;
            most = slow == 0 ? 8 : most;
        }
        if (x < columns) {
            (void)amp__run_part(w, wide, b, y, y_end, x, columns);
        }
        y = y_end;
    }
    if (y < end) {
        (void)amp__run_part(w, wide, b, y, end, 0, columns);
    }
    return slow >= most;
}

/* Runs a box, by blocks where it is large enough to find out whether they pay, and not after
   two trials of the launch in which they did not. */
static inline AMP__HOT void amp__run_box(amp__work *w, int wide, const amp__box *b)
{
    const int rows = b->high[1] - b->low[1], columns = b->high[2];
    amp__box plane = *b;
    for (; plane.low[0] < b->high[0]; plane.low[0]++) {
        if (rows < 4 * AMP__BLOCK_ROWS || columns < 4 * AMP__BLOCKS_TIMED
            || __atomic_load_n(&w->rows_won, __ATOMIC_RELAXED) >= 2) {
            plane.high[0] = b->high[0];
            amp__box_run(w, wide, &plane);
            return;
        }
        plane.high[0] = plane.low[0] + 1;
        if (amp__blocks_or_rows(w, wide, plane)) {
            (void)__atomic_fetch_add(&w->rows_won, 1, __ATOMIC_RELAXED);
        }
    }
}

/* A piece of a simple launch as boxes: some rows of the innermost dimension,
   or, where there are fewer rows than pieces, a part of each row. */
static AMP__NOINLINE void amp__boxes_piece(amp__work *w, int piece, int wide)
{
    const int *e = w->tiles;
    const long long rows = (long long)e[0] * e[1];
    amp__box b;
    if (rows < w->pieces) {
        b.low[0] = b.low[1] = 0;
        b.high[0] = e[0];
        b.high[1] = e[1];
        b.low[2] = (int)((long long)e[2] * piece / w->pieces);
        b.high[2] = (int)((long long)e[2] * (piece + 1) / w->pieces);
        amp__box_run(w, wide, &b);
    } else {
        long long r = rows * piece / w->pieces;
        const long long end = rows * (piece + 1) / w->pieces;
        b.low[2] = 0;
        b.high[2] = e[2];
        while (r < end) {
            const int y = (int)(r % e[1]);
            b.low[0] = (int)(r / e[1]);
            b.low[1] = y;
            if (y == 0 && end - r >= e[1]) { /* whole planes */
                b.high[0] = (int)(end / e[1]);
                b.high[1] = e[1];
                r = (long long)b.high[0] * e[1];
            } else {
                b.high[0] = b.low[0] + 1;
                b.high[1] = end - r < e[1] - y ? y + (int)(end - r) : e[1];
                r += b.high[1] - y;
            }
            amp__run_box(w, wide, &b);
        }
    }
}

/* A worker's piece of a simple launch, whatever its engine makes of it. */
static AMP__NOINLINE AMP__UNSEEN void amp__simple_piece(void *work, int piece)
{
    jmp_buf leave;
    amp__work *w = (amp__work *)work;
    const amp__box_entry *builds = w->launch->kernel->simple;
    const int wide = amp__widest_entry(builds[1] != NULL, builds[2] != NULL);
    amp__tile t = AMP__ZERO; /* a simple kernel has no tile: this is for amp_abort to leave it by */
    t.launch = w->launch;
    t.work = w;
    t.leave = &leave;
    t.stack = amp__stack_here();
    amp__catch_faults();
    if (amp__watch != NULL) {
        amp__watch->piece_begin(piece);
    }
    if (setjmp(leave) == 0) {
        amp__my_tile = &t;
        if (w->boxes) {
            amp__boxes_piece(w, piece, wide);
        } else {
            amp__singles_piece(w, piece, wide);
        }
    }
    amp__my_tile = NULL;
    if (amp__watch != NULL) {
        amp__watch->piece_end();
    }
}

/* Runs a simple launch in pieces, `most` at most. Returns 1. */
static AMP__INLINE int amp__simple_run(amp__work *w, long long most)
{
    w->pieces = w->workers < most ? w->workers : (int)most;
    amp__run_on_workers(w, amp__simple_piece, w);
    return 1;
}

/* The engine `loops` for simple kernels. Not AMP__INLINE: a table holds them, through which gcc -Og
   sees no function that it could put in, and then does not compile. */
static inline AMP__UNUSED int amp__loops_may_run(amp__work *w)
{
    (void)w;
    return amp__loops_allowed();
}

static inline AMP__UNUSED int amp__loops_run(amp__work *w)
{
    const long long rows = (long long)w->tiles[0] * w->tiles[1];
    const amp__kernel *k = w->launch->kernel;
    const amp__outer_entry *outer = k->outer +
        amp__widest_entry(k->outer[1] != NULL, k->outer[2] != NULL);
    w->boxes = 1;
    if (*outer != NULL) {
        amp__box row = AMP__ZERO; /* of no threads */
        row.high[0] = row.high[1] = 1;
        amp__box_lead(w->launch, &row);
        w->lanes = (*outer)(w->launch->arguments, &row);
        if (w->lanes > 1) {
            w->found = outer;
            w->box = amp__outer_box;
        }
    }
    return amp__simple_run(w, rows > w->tiles[2] ? rows : w->tiles[2]);
}

/* The engine `threads` for simple kernels: OS threads that share its threads. */
enum { AMP__SIMPLE_CREW = 16 };
static AMP__COLD int amp__cyclic_run(amp__work *w)
{
    w->workers = AMP__SIMPLE_CREW;
    w->cyclic = 1;
    return amp__simple_run(w, w->count);
}

/* The engine `fibers` for simple kernels: without barriers a fiber would never switch, so threads
   run one by one. */
static AMP__NOINLINE int amp__singles_run(amp__work *w)
{
    return amp__simple_run(w, w->count);
}

#endif /* AMP_EMU_LOOPS_H */
