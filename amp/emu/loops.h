/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_LOOPS_H
#define AMP_EMU_LOOPS_H
/*
amp/emu/loops.h: simple kernels: boxes of threads as loops, or threads one by one.
*/

#include "trouble.h"
#include "../check/hooks.h"

#if AMP__IMPLEMENT

/* Which build of a kernel's entries to call: 1 for AVX2, 0 for the compiler's target. */
static inline int amp__has_avx2(void)
{
#if defined(__x86_64__) && !AMP__CHECKING
    return __builtin_cpu_supports("avx2") != 0;
#else
    return 0;
#endif
}

/* A worker's piece of a simple launch, thread by thread. On the engine `threads` it is
   every n-th thread, n the number of pieces, so that neighbours run at the same time;
   else threads that follow each other in the order set. */
static inline AMP__UNSEEN void amp__singles_piece(amp__work *w, int piece, int wide)
{
    const amp__launch *l = w->launch;
    const int cyclic = w->engine == AMP_ENGINE_THREADS;
    const long long step = cyclic ? w->pieces : 1;
    const long long end = cyclic ? w->count : w->count * (piece + 1) / w->pieces;
    long long u = cyclic ? piece : w->count * piece / w->pieces;
    for (; u < end; u += step) {
        long long n = amp__ordered(u, w->count, 1);
        amp__box b;
        int k;
        const long long number = n;
        /* as amp__index_at, but with no division for the outermost: this is on the way of
           each thread */
        for (k = 2; k >= 0; k--) {
            const long long rest = n < w->tiles[k] ? 0 : n / w->tiles[k];
            b.low[k] = (int)(n - rest * w->tiles[k]);
            b.high[k] = b.low[k] + 1;
            n = rest;
        }
        if (!AMP__CHECKING) {
            l->kernel->simple[wide](l->arguments, &b);
        } else {
            amp__check_simple(l, &b, number);
            if (amp__check_gives_up()) {
                break;
            }
        }
    }
}

/* A piece of a simple launch as boxes: some rows of the innermost dimension,
   or, where there are fewer rows than pieces, a part of each row. */
static inline void amp__boxes_piece(amp__work *w, int piece, int wide)
{
    const amp__launch *l = w->launch;
    const int *e = w->tiles;
    const long long rows = (long long)e[0] * e[1];
    amp__box b;
    if (rows < w->pieces) {
        b.low[0] = b.low[1] = 0;
        b.high[0] = e[0];
        b.high[1] = e[1];
        b.low[2] = (int)((long long)e[2] * piece / w->pieces);
        b.high[2] = (int)((long long)e[2] * (piece + 1) / w->pieces);
        l->kernel->simple[wide](l->arguments, &b);
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
            l->kernel->simple[wide](l->arguments, &b);
        }
    }
}

/* A worker's piece of a simple launch. */
static AMP__NOINLINE AMP__UNSEEN void amp__simple_piece(void *work, int piece)
{
    jmp_buf leave;
    amp__work *w = (amp__work *)work;
    const int wide = amp__has_avx2();
    amp__tile t; /* a simple kernel has no tile: this is for amp_abort to leave it by */
    memset(&t, 0, sizeof(t));
    t.launch = w->launch;
    t.work = w;
    t.leave = &leave;
    if (setjmp(leave) == 0) {
        amp__now = &t;
        if (w->engine == AMP_ENGINE_LOOPS) {
            amp__boxes_piece(w, piece, wide);
        } else {
            amp__singles_piece(w, piece, wide);
        }
    }
    amp__now = NULL;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_EMU_LOOPS_H */
