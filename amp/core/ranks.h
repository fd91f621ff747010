/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_RANKS_H
#define AMP_CORE_RANKS_H
/*
amp/core/ranks.h: extents and indices of ranks 4 to 8, where AMP_MAX_RANK asks for them.

Apart from the rest, for most programs need none of it.
*/

#include <stddef.h> /* else a compiler may find nothing in this file, which ISO C forbids */

#if AMP_MAX_RANK > 3
/* Each takes one component off, and hands on the rest. */
#define AMP__TOO_MANY_DIMS extents_and_indices_have_1_to_AMP_MAX_RANK_dimensions
#define AMP__DIMS_4(a, ...) amp__dim((long long)(a)), AMP__DIMS_3(__VA_ARGS__)
#if AMP_MAX_RANK >= 5
#define AMP__DIMS_5(a, ...) amp__dim((long long)(a)), AMP__DIMS_4(__VA_ARGS__)
#else
#define AMP__DIMS_5(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 6
#define AMP__DIMS_6(a, ...) amp__dim((long long)(a)), AMP__DIMS_5(__VA_ARGS__)
#else
#define AMP__DIMS_6(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 7
#define AMP__DIMS_7(a, ...) amp__dim((long long)(a)), AMP__DIMS_6(__VA_ARGS__)
#else
#define AMP__DIMS_7(...) AMP__TOO_MANY_DIMS
#endif
#if AMP_MAX_RANK >= 8
#define AMP__DIMS_8(a, ...) amp__dim((long long)(a)), AMP__DIMS_7(__VA_ARGS__)
#else
#define AMP__DIMS_8(...) AMP__TOO_MANY_DIMS
#endif
#endif

#endif /* AMP_CORE_RANKS_H */
