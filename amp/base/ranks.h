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
#if AMP_MAX_RANK >= 4
#define AMP__DIMS_4(a, b, c, d) \
    AMP__DIMS_3(a, b, c), amp__dim((long long)(d))
#define AMP__AT_4(s, a, b, c, d) \
    amp__offset4(s, (ptrdiff_t)(a), (ptrdiff_t)(b), (ptrdiff_t)(c), (ptrdiff_t)(d))
#define AMP__CHECK_AT_4(p, size, name, site, s, a, b, c, d) \
    amp__check_far(p, size, AMP__AT_4(s, a, b, c, d))
#else
#define AMP__DIMS_4(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 5
#define AMP__DIMS_5(a, b, c, d, e) \
    AMP__DIMS_4(a, b, c, d), amp__dim((long long)(e))
#define AMP__AT_5(s, a, b, c, d, e) \
    amp__offset5(s, (ptrdiff_t)(a), (ptrdiff_t)(b), (ptrdiff_t)(c), (ptrdiff_t)(d), (ptrdiff_t)(e))
#define AMP__CHECK_AT_5(p, size, name, site, s, a, b, c, d, e) \
    amp__check_far(p, size, AMP__AT_5(s, a, b, c, d, e))
#else
#define AMP__DIMS_5(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 6
#define AMP__DIMS_6(a, b, c, d, e, f) \
    AMP__DIMS_5(a, b, c, d, e), amp__dim((long long)(f))
#define AMP__AT_6(s, a, b, c, d, e, f) \
    amp__offset6(s, (ptrdiff_t)(a), (ptrdiff_t)(b), (ptrdiff_t)(c), (ptrdiff_t)(d), \
                 (ptrdiff_t)(e), (ptrdiff_t)(f))
#define AMP__CHECK_AT_6(p, size, name, site, s, a, b, c, d, e, f) \
    amp__check_far(p, size, AMP__AT_6(s, a, b, c, d, e, f))
#else
#define AMP__DIMS_6(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 7
#define AMP__DIMS_7(a, b, c, d, e, f, g) \
    AMP__DIMS_6(a, b, c, d, e, f), amp__dim((long long)(g))
#define AMP__AT_7(s, a, b, c, d, e, f, g) \
    amp__offset7(s, (ptrdiff_t)(a), (ptrdiff_t)(b), (ptrdiff_t)(c), (ptrdiff_t)(d), \
                 (ptrdiff_t)(e), (ptrdiff_t)(f), (ptrdiff_t)(g))
#define AMP__CHECK_AT_7(p, size, name, site, s, a, b, c, d, e, f, g) \
    amp__check_far(p, size, AMP__AT_7(s, a, b, c, d, e, f, g))
#else
#define AMP__DIMS_7(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 8
#define AMP__DIMS_8(a, b, c, d, e, f, g, h) \
    AMP__DIMS_7(a, b, c, d, e, f, g), amp__dim((long long)(h))
#define AMP__AT_8(s, a, b, c, d, e, f, g, h) \
    amp__offset8(s, (ptrdiff_t)(a), (ptrdiff_t)(b), (ptrdiff_t)(c), (ptrdiff_t)(d), \
                 (ptrdiff_t)(e), (ptrdiff_t)(f), (ptrdiff_t)(g), (ptrdiff_t)(h))
#define AMP__CHECK_AT_8(p, size, name, site, s, a, b, c, d, e, f, g, h) \
    amp__check_far(p, size, AMP__AT_8(s, a, b, c, d, e, f, g, h))
#else
#define AMP__DIMS_8(...) AMP__TOO_MANY_DIMS
#endif

/* The types and functions of a rank above 3: see amp_shape3 and amp__offset3 of
   amp/language/shape.h, and amp__shape_of3 of amp/language/kernel.h. Macros, for a function's
   parameters are as many as the rank. */
#define AMP__SHAPE_OF_RANK(r, indices, offset)                                \
    typedef struct amp_shape##r { int extent[r]; ptrdiff_t stride[r]; } amp_shape##r; \
    static AMP__INLINE ptrdiff_t amp__offset##r(amp_shape##r s AMP__STRIP indices) \
    { return offset; }
#define AMP__OF_ARGUMENT(r)                                                   \
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
