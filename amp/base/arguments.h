/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_ARGUMENTS_H
#define AMP_BASE_ARGUMENTS_H
/*
amp/base/arguments.h: macro arithmetic: how many arguments a macro is given, each of them, the
first one; the dimensions of a tile.

One text for every compiler that reads kernels.
*/

#include "library_text.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_arguments)

#define AMP__STRIP(...) __VA_ARGS__
#define AMP__DEPAREN(x) AMP__STRIP x
#define AMP__FIRST(...) AMP__FIRST_I(__VA_ARGS__, 0)
#define AMP__FIRST_I(a, ...) a

/* AMP__COUNT: how many arguments there are, one more than a kernel has parameters and a head.
   AMP__ONE_OR_MORE: 1 for one argument, 2 for several (a word might be a macro of the program's).
   Kernels of 17 to 32 parameters have longer ones, where AMP_MAX_PARAMETERS asks for them: most
   programs need none of that, and each file would read it. */
#if AMP_MAX_PARAMETERS > 16
#define AMP__COUNT(...) AMP__COUNT_I(__VA_ARGS__, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, \
    22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define AMP__COUNT_I(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, \
    z, aa, ab, ac, ad, ae, af, ag, ah, a_, ...) a_
#define AMP__ONE_OR_MORE(...) AMP__COUNT_I(__VA_ARGS__, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, \
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 0)
#else
#define AMP__COUNT(...) AMP__COUNT_I(__VA_ARGS__, 18, 17, 16, 15, 14, 13, 12, \
                                     11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define AMP__ONE_OR_MORE(...) AMP__COUNT_I(__VA_ARGS__, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, \
                                           2, 2, 2, 2, 1, 0)
#define AMP__COUNT_I(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, \
                     ...) s
#endif

/* AMP__EACH(m, head, p0, p1, ...): m(0, p0) m(0 + 1, p1) ... */
#define AMP__EACH(m, ...) AMP__CAT(AMP__EACH_, AMP__COUNT(__VA_ARGS__))(m, 0, __VA_ARGS__)
#define AMP__EACH_1(m, i, head)
#define AMP__EACH_2(m, i, head, a) m(i, a)
#define AMP__EACH_3(m, i, head, a, ...) m(i, a) AMP__EACH_2(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_4(m, i, head, a, ...) m(i, a) AMP__EACH_3(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_5(m, i, head, a, ...) m(i, a) AMP__EACH_4(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_6(m, i, head, a, ...) m(i, a) AMP__EACH_5(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_7(m, i, head, a, ...) m(i, a) AMP__EACH_6(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_8(m, i, head, a, ...) m(i, a) AMP__EACH_7(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_9(m, i, head, a, ...) m(i, a) AMP__EACH_8(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_10(m, i, head, a, ...) m(i, a) AMP__EACH_9(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_11(m, i, head, a, ...) m(i, a) AMP__EACH_10(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_12(m, i, head, a, ...) m(i, a) AMP__EACH_11(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_13(m, i, head, a, ...) m(i, a) AMP__EACH_12(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_14(m, i, head, a, ...) m(i, a) AMP__EACH_13(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_15(m, i, head, a, ...) m(i, a) AMP__EACH_14(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_16(m, i, head, a, ...) m(i, a) AMP__EACH_15(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_17(m, i, head, a, ...) m(i, a) AMP__EACH_16(m, i + 1, head, __VA_ARGS__)
#if AMP_MAX_PARAMETERS > 16
#define AMP__EACH_18(m, i, head, a, ...) m(i, a) AMP__EACH_17(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_19(m, i, head, a, ...) m(i, a) AMP__EACH_18(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_20(m, i, head, a, ...) m(i, a) AMP__EACH_19(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_21(m, i, head, a, ...) m(i, a) AMP__EACH_20(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_22(m, i, head, a, ...) m(i, a) AMP__EACH_21(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_23(m, i, head, a, ...) m(i, a) AMP__EACH_22(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_24(m, i, head, a, ...) m(i, a) AMP__EACH_23(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_25(m, i, head, a, ...) m(i, a) AMP__EACH_24(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_26(m, i, head, a, ...) m(i, a) AMP__EACH_25(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_27(m, i, head, a, ...) m(i, a) AMP__EACH_26(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_28(m, i, head, a, ...) m(i, a) AMP__EACH_27(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_29(m, i, head, a, ...) m(i, a) AMP__EACH_28(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_30(m, i, head, a, ...) m(i, a) AMP__EACH_29(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_31(m, i, head, a, ...) m(i, a) AMP__EACH_30(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_32(m, i, head, a, ...) m(i, a) AMP__EACH_31(m, i + 1, head, __VA_ARGS__)
#define AMP__EACH_33(m, i, head, a, ...) m(i, a) AMP__EACH_32(m, i + 1, head, __VA_ARGS__)
#else
#define AMP__EACH_18(...) , the_kernel_has_more_parameters_than_AMP_MAX_PARAMETERS amp__p
#endif

/* Of a tile in parentheses, as a kernel's head has it: how many dimensions; three numbers, with 1
   for the leading dimensions that it lacks; how many threads. */
#define AMP__RANK_OF(t) AMP__RANK_OF_I(AMP__DEPAREN(t))
#define AMP__RANK_OF_I(...) AMP__COUNT(__VA_ARGS__)
#define AMP__TILE3(t) AMP__TILE3_I(AMP__DEPAREN(t))
#define AMP__TILE3_I(...) AMP__CAT(AMP__TILE3_, AMP__COUNT(__VA_ARGS__))(__VA_ARGS__)
#define AMP__TILE3_1(a) 1, 1, (a)
#define AMP__TILE3_2(a, b) 1, (a), (b)
#define AMP__TILE3_3(a, b, c) (a), (b), (c)
#define AMP__TILE3_4(...) a_tile_has_1_to_3_dimensions, 1, 1 /* what the compiler says of it */
#define AMP__TILE_SIZE(t) AMP__TILE_SIZE_I(AMP__TILE3(t))
#define AMP__TILE_SIZE_I(...) AMP__PRODUCT(__VA_ARGS__)
#define AMP__PRODUCT(a, b, c) ((a) * (b) * (c))

AMP__DEVICE_TEXT_END

#endif /* AMP_BASE_ARGUMENTS_H */
