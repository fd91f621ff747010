/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_DEVICE_SCANS_H
#define AMP_ALGORITHMS_DEVICE_SCANS_H
/*
amp/algorithms/device_scans.h: kernels of a scan's operator for an OpenCL device that is a CPU:
folds of segments, scans from a first value.

  1 kernels       where AMP_OPENCL is defined
  2 on the host

On other devices these are several launches of the kernels of scan.h, on the emulator fused passes;
the results are the same to the last bit. Kernels are macros, for the reason in kernel.h. */

#include "check.h"

AMP_DEVICE_BEGIN
/* ==== 1 kernels ========================================================== */

/* Forward, a tile of one thread a chunk. ends: the folds of whole segments alone, at the front
   of y; tails: of each chunk, how many segments begin in it (the first element begins one), and the
   fold of what follows the last of their beginnings, if it is `seen`. A thread writes the folds of
   the segments that end in its chunk: those whose next one begins there.
   fold_from, apply_from: a scan with one element more before the range, which is part[0] and
   counts in the chunks; chunk c's fold is part[c + 1]. Exclusive, y is apart from x: a result is
   the sum up to an element of the chunk in which that is. */
#if defined(AMP_OPENCL) || defined(__OPENCL_VERSION__)
#define AMP__DEVICE_SCANS(name, T, identity)                                                       \
    AMP__PART(amp__segment_tails_##name, AMP__KERNEL_segment_tails)(name, T, identity)             \
    AMP__PART(amp__segment_ends_##name, AMP__KERNEL_segment_ends)(name, T, identity)               \
    AMP__PART(amp__fold_from_##name, AMP__KERNEL_fold_from)(name, T, identity)                     \
    AMP__PART(amp__apply_from_##name, AMP__KERNEL_apply_from)(name, T, identity)
#else
#define AMP__DEVICE_SCANS(name, T, identity)
#endif
#define AMP__KERNEL_segment_tails(name, T, identity)                                               \
    AMP__PHASED_BODY(amp__segment_tails_##name, 1, in(T, 1, x), in(int, 1, start),                 \
                     out(T, 1, part), out(int, 1, seen), out(int, 1, heads), value(int, per))      \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            AMP__SUM_FROM(T, identity);                                                            \
            int any = 0, count = 0;                                                                \
            ptrdiff_t tail = last;                                                                 \
            for (ptrdiff_t i = first; i < last; i++) {                                             \
                count += amp_at(start, i) != 0;                                                    \
            }                                                                                      \
            while (tail > first && !any) {                                                         \
                any = amp_at(start, --tail) != 0;                                                  \
            }                                                                                      \
            for (; tail < last; tail++) {                                                          \
                sum = amp__plus_##name(amp__op, sum, amp_at(x, tail));                             \
            }                                                                                      \
            amp_at(part, amp_tile_index.tile[0]) = sum;                                            \
            amp_at(seen, amp_tile_index.tile[0]) = any;                                            \
            count += first == 0 && amp_at(start, 0) == 0;                                          \
            amp_at(heads, amp_tile_index.tile[0]) = count;                                         \
        }                                                                                          \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_segment_ends(name, T, identity)                                                \
    AMP__PHASED_BODY(amp__segment_ends_##name, 1, in(T, 1, x), in(int, 1, start), in(T, 1, part),  \
                     in(int, 1, seen), in(int, 1, heads), inout(T, 1, y), value(int, per))         \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            AMP__SUM_FROM(T, identity);                                                            \
            int k = -1; /* the segment of the sum */                                               \
            for (int c = 0; c < amp_tile_index.tile[0]; c++) {                                     \
                sum = amp_at(seen, c) != 0 ? amp_at(part, c)                                       \
                                           : amp__plus_##name(amp__op, sum, amp_at(part, c));      \
                k += amp_at(heads, c);                                                             \
            }                                                                                      \
            ptrdiff_t end = last; /* the last head: what follows it another thread may write */    \
            while (end > first && amp_at(start, end - 1) == 0) {                                   \
                end--;                                                                             \
            }                                                                                      \
            end = last == n ? n : end - 1;                                                         \
            if (first > 0 && first < last && amp_at(start, first) != 0) { amp_at(y, k) = sum; }    \
            for (ptrdiff_t i = first; i < end; i++) { /* a choice, not a jump */                   \
                const int head = i == 0 || amp_at(start, i) != 0;                                  \
                const T before = head ? identity : sum;                                            \
                k += head;                                                                         \
                sum = amp__plus_##name(amp__op, before, amp_at(x, i));                             \
                amp_at(y, k) = sum;                                                                \
            }                                                                                      \
        }                                                                                          \
    AMP__PHASED_BODY_END
#define AMP__CHUNK_FROM                                                                            \
    const ptrdiff_t n = x_shape.extent[0], begin = (ptrdiff_t)amp_tile_index.tile[0] * per;        \
    const ptrdiff_t first = begin > 0 ? begin - 1 : 0;                                             \
    const ptrdiff_t last = begin + per - 1 < n ? begin + per - 1 : n
#define AMP__KERNEL_fold_from(name, T, identity)                                                   \
    AMP__PHASED_BODY(amp__fold_from_##name, 1, in(T, 1, x), inout(T, 1, part), value(int, per))    \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK_FROM;                                                                       \
            AMP__SUM_FROM(T, identity);                                                            \
            if (begin == 0) { sum = amp__plus_##name(amp__op, sum, amp_at(part, 0)); }             \
            for (ptrdiff_t i = first; i < last; i++) {                                             \
                sum = amp__plus_##name(amp__op, sum, amp_at(x, i));                                \
            }                                                                                      \
            amp_at(part, amp_tile_index.tile[0] + 1) = sum;                                        \
        }                                                                                          \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_apply_from(name, T, identity)                                                  \
    AMP__PHASED_BODY(amp__apply_from_##name, 1, in(T, 1, x), in(T, 1, part), inout(T, 1, y),       \
                     value(int, per), value(int, inclusive))                                       \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK_FROM;                                                                       \
            AMP__SUM_FROM(T, identity);                                                            \
            ptrdiff_t from = first;                                                                \
            for (int c = begin == 0 ? 0 : 1; c <= amp_tile_index.tile[0]; c++) {                   \
                sum = amp__plus_##name(amp__op, sum, amp_at(part, c));                             \
            }                                                                                      \
            if (!inclusive && begin > 0 && first < last) { /* the chunk before writes it */        \
                sum = amp__plus_##name(amp__op, sum, amp_at(x, from));                             \
                from++;                                                                            \
            }                                                                                      \
            AMP__SCAN_RUN(T, amp__plus_##name, from, last, i, i, )                                 \
            if (!inclusive && last < n) { amp_at(y, last) = sum; }                                 \
        }                                                                                          \
    AMP__PHASED_BODY_END
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* The kernels for an OpenCL device that is a CPU. */
typedef struct amp__device_scans {
    amp__kernel tails, ends, fold_from, apply_from;
} amp__device_scans;

/* Entries and description of the kernels of a definition, and what its description names. */
#ifdef AMP_OPENCL
#define AMP__HOST_DEVICE_SCANS(name, body, op)                                                     \
    AMP__PHASED_ENTRIES(segment_tails, name, body, 1, op)                                          \
    AMP__PHASED_ENTRIES(segment_ends, name, body, 1, op)                                           \
    AMP__PHASED_ENTRIES(fold_from, name, body, 1, op)                                              \
    AMP__PHASED_ENTRIES(apply_from, name, body, 1, op)                                             \
    AMP__DESCRIPTION(amp__device_scans, amp__device_scans_##name,                                  \
        AMP__PHASED_KERNEL(segment_tails, name, body, 1),                                          \
        AMP__PHASED_KERNEL(segment_ends, name, body, 1),                                           \
        AMP__PHASED_KERNEL(fold_from, name, body, 1),                                              \
        AMP__PHASED_KERNEL(apply_from, name, body, 1))
#define AMP__DEVICE_SCANS_OF(name) amp__device_scans_##name
#else
#define AMP__HOST_DEVICE_SCANS(name, body, op)
#define AMP__DEVICE_SCANS_OF(name) 0
#endif

#endif /* AMP_ALGORITHMS_DEVICE_SCANS_H */
