/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_COUNT_H
#define AMP_ALGORITHMS_COUNT_H
/*
amp/algorithms/count.h: counts, searches and replacements by a predicate in one pass, on an OpenCL
device.

  1 kernels       of each predicate, where AMP_OPENCL is defined
  2 on the host

Elsewhere a view of flags is made, or fused.h has a way. Kernels are macros, for the reason in
kernel.h.
*/

#include "check.h"

AMP_DEVICE_BEGIN
/* ==== 1 kernels ========================================================== */

/* Kernels of the condition in a, a T, and `given`, the name of its value, a P.
   counting_part, for a CPU: a chunk's result, by `what`: 0 for how many elements it holds; the
   first for which it holds (1) or does not (2), or AMP__NOWHERE; 3, of one chunk, that is
   partitioned, the first for which it does not hold, or the length.
   change: y is `with` where it holds, else x. change_own: the same of y itself; where x and y may
   be one, and are, a compiler's vectors are not used. */
#define AMP__NOWHERE 0x7fffffff
#if defined(AMP_OPENCL) || defined(__OPENCL_VERSION__)
#define AMP__COUNTING(name, T, P, given, ...)                                                      \
    AMP__HELPER int amp__holds_##name(T a, P given)                                                \
    { (void)a; (void)given; return (__VA_ARGS__) ? 1 : 0; }                                        \
    AMP__PART(amp__counting_part_##name, AMP__KERNEL_counting_part)(name, T, P)                    \
    AMP__PART(amp__change_##name, AMP__KERNEL_change)(name, T, P)                                  \
    AMP__PART(amp__change_own_##name, AMP__KERNEL_change_own)(name, T, P)
#else
#define AMP__COUNTING(name, T, P, given, ...)
#endif
#define AMP__KERNEL_counting_part(name, T, P)                                                      \
    AMP__PHASED_BODY(amp__counting_part_##name, 1, in(T, 1, x), out(int, 1, part),                 \
                     value(int, per), value(int, what), value(P, p))                               \
        AMP__PHASE_ALL {                                                                           \
            AMP__CHUNK(x_shape.extent[0]);                                                         \
            ptrdiff_t low = first, high = last;                                                    \
            int found = what == 0 ? 0 : AMP__NOWHERE;                                              \
            if (what == 3) {                                                                       \
                while (low < high) {                                                               \
                    const ptrdiff_t middle = low + (high - low) / 2;                               \
                    if (amp__holds_##name(amp_at(x, middle), p)) {                                 \
                        low = middle + 1;                                                          \
                    } else {                                                                       \
                        high = middle;                                                             \
                    }                                                                              \
                }                                                                                  \
                found = (int)low;                                                                  \
            } else if (what == 0) {                                                                \
                for (ptrdiff_t i = first; i < last; i++) {                                         \
                    found += amp__holds_##name(amp_at(x, i), p);                                   \
                }                                                                                  \
            }                                                                                      \
            for (; what % 3 != 0 && low < last && found == AMP__NOWHERE; low = high) {             \
                int any = 0; /* in a block, without a jump for each element */                     \
                high = low + 1024 < last ? low + 1024 : last;                                      \
                for (ptrdiff_t i = low; i < high; i++) {                                           \
                    any |= amp__holds_##name(amp_at(x, i), p) == (what == 1);                      \
                }                                                                                  \
                for (ptrdiff_t i = low; any && i < high; i++) {                                    \
                    if (amp__holds_##name(amp_at(x, i), p) == (what == 1)) {                       \
                        found = (int)i;                                                            \
                        any = 0;                                                                   \
                    }                                                                              \
                }                                                                                  \
            }                                                                                      \
            amp_at(part, amp_tile_index.tile[0]) = found;                                          \
        }                                                                                          \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_change(name, T, P)                                                             \
    AMP__ELEMENT_BODY(amp__change_##name, in(T, 1, x), inout(T, 1, y), value(T, with),             \
                      value(P, p))                                                                 \
        const T a = amp_at(x, amp__at_);                                                           \
        amp_at(y, amp__at_) = amp__holds_##name(a, p) ? with : a;                                  \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_change_own(name, T, P)                                                         \
    AMP__ELEMENT_BODY(amp__change_own_##name, inout(T, 1, y), value(T, with), value(P, p))         \
        const T a = amp_at(y, amp__at_);                                                           \
        amp_at(y, amp__at_) = amp__holds_##name(a, p) ? with : a;                                  \
    AMP__ELEMENT_BODY_END
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* A predicate's kernels of section 1. */
typedef struct amp__counting {
    amp__kernel counting_part, change, change_own;
} amp__counting;

/* Entries and description of the kernels of a predicate, and what its description names. */
#ifdef AMP_OPENCL
#define AMP__HOST_COUNTING(name)                                                                   \
    AMP__PHASED_ENTRIES(counting_part, name, name, 1, 0)                                           \
    AMP__ELEMENT_ENTRIES(change, name, name, 0)                                                    \
    AMP__ELEMENT_ENTRIES(change_own, name, name, 0)                                                \
    AMP__DESCRIPTION(amp__counting, amp__counting_##name,                                          \
        AMP__PHASED_KERNEL(counting_part, name, name, 1), AMP__ELEMENT_KERNEL(change, name, name), \
        AMP__ELEMENT_KERNEL(change_own, name, name))
#define AMP__COUNTING_OF(name) amp__counting_##name
#else
#define AMP__HOST_COUNTING(name)
#define AMP__COUNTING_OF(name) 0
#endif

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* The kernels that `of` describes where the calling thread's algorithms run on an OpenCL device: a
   CPU, or any with `anywhere`. Else NULL. */
static AMP__COLD const amp__counting *amp__counting_of(const amp__counting *(*of)(void),
                                                       int anywhere)
{
    int form = 1;
    amp__queue *queue;
    return of != NULL && amp__queue_of(amp__al_mine.on, &queue) == AMP_OK
        && !queue->device->at_once && amp__al_form(0, 0, &form) == AMP_OK
        && (form == 0 || anywhere) ? of() : NULL;
}

/* Counts in the chunks of x, which is not empty, `what` as there; value: of the condition, of its
   type, an int where it has none. *part = temporary storage with the results of its chunks. */
static AMP__COLD amp_status amp__launch_counting(const amp__counting *j, const void *value,
                                                 amp_array_view x, int what, amp_array_view *part)
{
    amp__al_cut cut = amp__al_cut_of(what == 3 ? 1 : amp__al_length(&x), AMP__SCAN_LEAST, 0);
    amp_status s = amp__al_temporary(part, amp__al_int, cut.tiles);
    cut.per = what == 3 ? x.extent.dim[0] : cut.per;
    return AMP__THEN(s,
                     AMP__RUN_TILES(&j->counting_part, cut.domain, &x, part, &cut.per, &what,
                                    value));
}

/* Counts in the chunks of x, and *result = that of all: their sum, or the least. */
static AMP__COLD amp_status amp__counting_result(const amp__counting *j, const void *value,
                                                 amp_array_view x, int what, int *result)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view part;
    int c, r = what == 0 ? 0 : AMP__NOWHERE;
    amp_status s = amp__launch_counting(j, value, x, what, &part);
    s = AMP__THEN(s, amp_synchronize(part));
    for (c = 0; s == AMP_OK && c < amp__al_length(&part); c++) {
        const int one = ((const int *)part.data)[c];
        r = what == 0 ? r + one : one < r ? one : r;
    }
    *result = r;
    return amp__al_close(scope, s);
}

#endif /* AMP__IMPLEMENT && defined(AMP_OPENCL) */

#endif /* AMP_ALGORITHMS_COUNT_H */
