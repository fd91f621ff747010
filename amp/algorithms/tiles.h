/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_TILES_H
#define AMP_ALGORITHMS_TILES_H
/*
amp/algorithms/tiles.h: what the kernels in the form for a GPU share;
docs/algorithms.md says when which form runs.

A tile of 256 threads works through its part of the range, block by block: neighbouring threads read
neighbouring elements to tile memory; there each works on a few consecutive ones of its own; what
they found is combined in steps; and the block is written as it was read. A phase ends with the
barrier, so that what stands in one phase was done by all threads before the next begins.
*/

#include "check.h"

AMP_DEVICE_BEGIN
/* A tile's blocks in `span` elements, k being where each begins; the last tile
   has some behind the end of the range, in which it does nothing. A loop while
   k < last would leave them out, and the compiler of PoCL 3.1 aborts on it. */
#define AMP__BLOCKS(span, size_)                                                                   \
    for (ptrdiff_t k = first, left_ = ((span) + (size_) - 1) / (size_); left_ > 0;                 \
         left_--, k += (size_))

/* A phase in which a tile's threads share the numbers from `begin` up to `end`: each takes every
   256th, or of a tile of one thread every one, so that neighbours have neighbouring ones. */
#define AMP__PHASE_SHARED(threads, type, i, begin, end)                                            \
    AMP__PHASE_ALL for (type i = (begin) + AMP__THREAD; i < (end); i += (threads))
/* The schedules of a body that is written for both forms: its parameter BY is one of these, and
   what differs is BY##_<what>. ALONE: one thread, for a CPU; SHARED: a tile of 256, for a GPU. */
#define AMP__ALONE_THREADS 1
#define AMP__SHARED_THREADS AMP__TILE
/* How many of `length` elements from k on are there. */
#define AMP__UP_TO(length) (last - k < (length) ? (int)(last - k) : (length))

/* Inclusive sums of sums[0][0 .. 255] in log2(256) = 8 steps: in each, a thread
   adds the element `step` before its own. Two arrays take turns, so that
   none is read and written between two barriers. They end in sums[now]. */
#define AMP__SCAN_STEPS(op)                                                                        \
    int now = 0;                                                                                   \
    for (int step = 1; step < AMP__TILE; step *= 2, now = 1 - now) AMP__PHASE_ALL {                \
        const int t = AMP__THREAD;                                                                 \
        sums[1 - now][t] = t < step ? sums[now][t]                                                 \
                                    : op(amp__op, sums[now][t - step], sums[now][t]);              \
    }

AMP_DEVICE_END

#endif /* AMP_ALGORITHMS_TILES_H */
