/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_H
#define AMP_ALGORITHMS_H
/*
amp_algorithms.h: map, reduce, scan, compaction, sort and their family on views.

Do this:

    #include "amp_algorithms.h"

    AMP_DEVICE_BEGIN
    AMP_DEFINE_REDUCE(longest, int, 0, a > b ? a : b)
    AMP_DEFINE_TRANSFORM(twice, float, float, 2 * a)
    AMP_DEVICE_END

    int most;
    amp_status s = amp_reduce(longest, amp_view(int, lengths, n), &most);
    if (s == AMP_OK) s = amp_transform(twice, in_view, out_view);
    if (s == AMP_OK) s = amp_inclusive_scan(amp_plus_float, out_view, out_view);

An algorithm is instantiated by a macro in a device region: a name, the element
type, an identity where there is one, and an expression in `a`, `b` and, where
said, `i` (the element's index). The name is then the algorithm's first
argument. Ready-made names, for X of int, unsigned, amp_int64, amp_uint64,
float, double:

    amp_plus_X amp_multiplies_X amp_min_X amp_max_X          reduce and scan
    amp_and_X amp_or_X amp_xor_X                             the same, integers
    amp_less_X amp_greater_X                                 comparisons
    X                                                        where a type is asked

Parts, each of which includes those above it; all are behind this header:

  amp/algorithms/storage.h    ranges, empty ones included; temporary memory
  amp/algorithms/kernel.h     how a kernel is made
  amp/algorithms/check.h      what is said of a bad argument; how a range is cut
  amp/algorithms/pass.h       host code that runs chunk by chunk, on the emulator
  amp/algorithms/choose.h     passes over flags
  amp/algorithms/map.h        fill, iota, generate, transform, for_each, gather
  amp/algorithms/reduce.h     reduce, inner product
  amp/algorithms/tiles.h      what kernels in the form for a GPU share
  amp/algorithms/scan_kernels.h    what scans are made of
  amp/algorithms/scan.h       scans, also segmented and by row
  amp/algorithms/compact.h    copy_if, partition, unique, runs, by key
  amp/algorithms/histogram.h  histogram
  amp/algorithms/radix.h      radix sort, sort by key
  amp/algorithms/merge.h      merge sort, merge, bounds, sets, extremes
  amp/algorithms/ready_made.h      the ready-made names
  amp/algorithms/sequences.h  what stands behind more of the C++ standard library's names
  amp/algorithms/stl.h        those names

By row, by key, segmented, with a value of the call, heaps and more:
amp_algorithms_more.h. In C++ only storage.h is here: kernels are C, and a file
of C calls the algorithms.

RULES FOR ALL
  An expression depends on the names that it is given and on nothing that
  changes. It calls only functions of device regions, has no barrier, and writes
  nothing (but the statement of AMP_DEFINE_FOR_EACH). How often it is evaluated
  for an element, by which thread and in which order is not said. A type is one
  that assignment copies, of the region or of C; a name is defined once a file.
  A range is a view of rank 1, sections included (the maps of map.h and reduce
  take views of any rank); its length is the view's, or
  that of the shortest input. A result view may be longer than needed; what is
  beyond the result stays as it was. A range of no elements is amp_view(T, p, 0)
  or amp_range(v, k, k): algorithms take it and follow the C++ standard, kernels
  refuse it. A result on the host is written through the last pointer, only with
  AMP_OK, and views that were written want amp_synchronize before the host
  reads them.
  Each function returns AMP_OK; AMP_INVALID_ARGUMENT (a rank other than 1, a
  result view too small, lengths that differ, ranges that overlap where they
  may not), AMP_VIEW_MISMATCH (another element type, a read-only result),
  AMP_OUT_OF_MEMORY (temporary storage), or the status that a view carries or a
  launch returns. Arguments are checked before anything is written; the one
  exception, a result whose size is only known by counting, is counted first.
  Input and output may be the same view where a comment says "in place"; any
  other overlap is refused.
  Kernels have two forms, for a CPU and for a GPU; the accelerator chooses, or
  the environment's AMP_ALGORITHM_FORM, cpu or gpu (anything else is
  AMP_INVALID_ARGUMENT).
  Floating point: how a range is cut and in which order it is combined depends
  on its length and the form alone, so that the same data gives the same bits on
  each run with any number of workers. docs/algorithms.md has the orders.
  Any host thread may call; each has its own temporary storage. Two calls that
  write the same view at once are the caller's race.
*/

#include "amp.h"
#include <float.h> /* FLT_MAX, DBL_MAX for callers' identities */

#include "amp/algorithms/storage.h"
#ifndef __cplusplus /* kernels are C: C++ has the ranges, and the memory that the rest works in */
#include "amp/algorithms/stl.h"
#endif

#endif /* AMP_ALGORITHMS_H */
