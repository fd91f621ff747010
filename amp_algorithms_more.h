/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_MORE_H
#define AMP_ALGORITHMS_MORE_H
/*
amp_algorithms_more.h: algorithms that fewer programs need, beside those of amp_algorithms.h.

Do this:

    #include "amp_algorithms_more.h"

    AMP_DEVICE_BEGIN
    AMP_DEFINE_TRANSFORM2_WITH(axpy, float, float, float, float, p * a + b)
    AMP_DEFINE_ORDER(by_length, word, a.length < b.length)
    AMP_DEVICE_END

    amp_capture(axpy, 2.5f);
    amp_status s = amp_transform2(axpy, x, y, y);
    if (s == AMP_OK) s = amp_merge_sort_by_key(by_length, int, words, places);
    if (s == AMP_OK) s = amp_reduce_rows(amp_plus_float, matrix, sums);

It includes amp_algorithms.h, whose rules hold here as well; it is a header of its own so that a
program with one reduce is not compiled from all this. Parts, each of which includes those above it:

  amp/algorithms/functors.h   ready-made functors: amp_divides_X, amp_negate_X, amp_less_X ...
  amp/algorithms/rows.h       folds by row and by segment; scans by key, from a first value, of a
                              map; results in views; amp_async
  amp/algorithms/select.h     chosen by flags; scatter; partition_copy; unique by key; run-length
                              decode
  amp/algorithms/order.h      sort by key with any comparison, orders, descending, segmented sorts;
                              heaps and permutations
  amp/algorithms/pack.h       flags as bits, uniform segments; padded reads and writes and bytes of
                              a word, in kernels

Where the library's code is linked (AMP_EXTERN), the file with AMP_IMPLEMENTATION includes this
header too; libamp.a has it.
*/

#include "amp_algorithms.h"

#ifndef __cplusplus /* see amp_algorithms.h */
#include "amp/algorithms/pack.h"
#endif

#endif /* AMP_ALGORITHMS_MORE_H */
