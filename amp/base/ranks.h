/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_RANKS_H
#define AMP_BASE_RANKS_H
/*
amp/base/ranks.h: macro arithmetic for ranks 4 to 8, where AMP_MAX_RANK asks for them.

config.h includes it. Apart from the rest, for most programs need none of it.
*/

#include <stddef.h> /* else a compiler may find nothing in this file, which ISO C forbids */

#if AMP_MAX_RANK > 3
#define AMP__TOO_MANY_DIMS extents_and_indices_have_1_to_AMP_MAX_RANK_dimensions
/* AMP__OFFSETS_4, AMP__DIMS_4 and so on take the first off, and hand on the rest. */
#define AMP__OFFSETS_3(a, b, c) (ptrdiff_t)(a), (ptrdiff_t)(b), (ptrdiff_t)(c)
#define AMP__CHECK_AT_FAR(p, size, name, site, s, ...) \
    amp__check_far(p, size, AMP__CAT(AMP__AT_, AMP__COUNT(__VA_ARGS__))(s, __VA_ARGS__))
#if AMP_MAX_RANK >= 4
#define AMP__DIMS_4(a, ...) amp__dim((long long)(a)), AMP__DIMS_3(__VA_ARGS__)
#define AMP__OFFSETS_4(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_3(__VA_ARGS__)
#define AMP__AT_4(s, ...) amp__offset4(s, AMP__OFFSETS_4(__VA_ARGS__))
#define AMP__CHECK_AT_4 AMP__CHECK_AT_FAR
#else
#define AMP__DIMS_4(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 5
#define AMP__DIMS_5(a, ...) amp__dim((long long)(a)), AMP__DIMS_4(__VA_ARGS__)
#define AMP__OFFSETS_5(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_4(__VA_ARGS__)
#define AMP__AT_5(s, ...) amp__offset5(s, AMP__OFFSETS_5(__VA_ARGS__))
#define AMP__CHECK_AT_5 AMP__CHECK_AT_FAR
#else
#define AMP__DIMS_5(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 6
#define AMP__DIMS_6(a, ...) amp__dim((long long)(a)), AMP__DIMS_5(__VA_ARGS__)
#define AMP__OFFSETS_6(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_5(__VA_ARGS__)
#define AMP__AT_6(s, ...) amp__offset6(s, AMP__OFFSETS_6(__VA_ARGS__))
#define AMP__CHECK_AT_6 AMP__CHECK_AT_FAR
#else
#define AMP__DIMS_6(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 7
#define AMP__DIMS_7(a, ...) amp__dim((long long)(a)), AMP__DIMS_6(__VA_ARGS__)
#define AMP__OFFSETS_7(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_6(__VA_ARGS__)
#define AMP__AT_7(s, ...) amp__offset7(s, AMP__OFFSETS_7(__VA_ARGS__))
#define AMP__CHECK_AT_7 AMP__CHECK_AT_FAR
#else
#define AMP__DIMS_7(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 8
#define AMP__DIMS_8(a, ...) amp__dim((long long)(a)), AMP__DIMS_7(__VA_ARGS__)
#define AMP__OFFSETS_8(a, ...) (ptrdiff_t)(a), AMP__OFFSETS_7(__VA_ARGS__)
#define AMP__AT_8(s, ...) amp__offset8(s, AMP__OFFSETS_8(__VA_ARGS__))
#define AMP__CHECK_AT_8 AMP__CHECK_AT_FAR
#else
#define AMP__DIMS_8(...) AMP__TOO_MANY_DIMS
#endif

/* The types and functions of a rank above 3: see amp_shape3 and amp__offset3 of
   amp/language/shape.h, and amp__shape_of3 of amp/kernel/kernel.h. A macro, for a function's
   parameters are as many as the rank. */
#define AMP__SHAPE_OF_RANK(r, indices, offset)                                \
    typedef struct amp_shape##r { int extent[r]; ptrdiff_t stride[r]; } amp_shape##r; \
    static AMP__INLINE ptrdiff_t amp__offset##r(amp_shape##r s AMP__STRIP indices) \
    { return offset; }                                                        \
    static AMP__INLINE amp_shape##r amp__shape_of##r(const amp__argument *a)  \
    {                                                                         \
        amp_shape##r s;                                                       \
        int k;                                                                \
        for (k = 0; k < r; k++) {                                             \
            s.extent[k] = a->extent[k];                                       \
            s.stride[k] = k < r - 1 ? a->stride[k] : 1;                       \
        }                                                                     \
        return s;                                                             \
    }
#endif

#endif /* AMP_BASE_RANKS_H */
