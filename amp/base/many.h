/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_MANY_H
#define AMP_BASE_MANY_H
/*
amp/base/many.h: macro arithmetic for kernels of 17 to 32 parameters, where AMP_MAX_PARAMETERS asks
for them.

config.h includes it where it stands for what config.h has for fewer. Apart from the rest, for
most programs need none of it and each file would read it.
*/

#include <stddef.h> /* else a compiler may find nothing in this file, which ISO C forbids */

#if AMP_MAX_PARAMETERS > 16

/* How many arguments there are, up to 34. */
#define AMP__COUNT(...) AMP__COUNT_I(__VA_ARGS__, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, \
    22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define AMP__COUNT_I(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, \
    z, aa, ab, ac, ad, ae, af, ag, ah, a_, ...) a_

/* AMP__EACH(m, head, p0, p1, ...) of amp/language/kernel.h, for 17 parameters and more: the first
   16, then the others. */
#define AMP__EACH_MANY(more_, do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...) \
    AMP__EACH_17(do_, head_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    more_(do_, __VA_ARGS__)
#define AMP__EACH_18(...) AMP__EACH_MANY(AMP__MORE_1, __VA_ARGS__)
#define AMP__EACH_19(...) AMP__EACH_MANY(AMP__MORE_2, __VA_ARGS__)
#define AMP__EACH_20(...) AMP__EACH_MANY(AMP__MORE_3, __VA_ARGS__)
#define AMP__EACH_21(...) AMP__EACH_MANY(AMP__MORE_4, __VA_ARGS__)
#define AMP__EACH_22(...) AMP__EACH_MANY(AMP__MORE_5, __VA_ARGS__)
#define AMP__EACH_23(...) AMP__EACH_MANY(AMP__MORE_6, __VA_ARGS__)
#define AMP__EACH_24(...) AMP__EACH_MANY(AMP__MORE_7, __VA_ARGS__)
#define AMP__EACH_25(...) AMP__EACH_MANY(AMP__MORE_8, __VA_ARGS__)
#define AMP__EACH_26(...) AMP__EACH_MANY(AMP__MORE_9, __VA_ARGS__)
#define AMP__EACH_27(...) AMP__EACH_MANY(AMP__MORE_10, __VA_ARGS__)
#define AMP__EACH_28(...) AMP__EACH_MANY(AMP__MORE_11, __VA_ARGS__)
#define AMP__EACH_29(...) AMP__EACH_MANY(AMP__MORE_12, __VA_ARGS__)
#define AMP__EACH_30(...) AMP__EACH_MANY(AMP__MORE_13, __VA_ARGS__)
#define AMP__EACH_31(...) AMP__EACH_MANY(AMP__MORE_14, __VA_ARGS__)
#define AMP__EACH_32(...) AMP__EACH_MANY(AMP__MORE_15, __VA_ARGS__)
#define AMP__EACH_33(...) AMP__EACH_MANY(AMP__MORE_16, __VA_ARGS__)
#define AMP__MORE_1(do_, a) do_(16, a)
#define AMP__MORE_2(do_, a, b) AMP__MORE_1(do_, a) do_(17, b)
#define AMP__MORE_3(do_, a, b, c) AMP__MORE_2(do_, a, b) do_(18, c)
#define AMP__MORE_4(do_, a, b, c, d) AMP__MORE_3(do_, a, b, c) do_(19, d)
#define AMP__MORE_5(do_, a, b, c, d, e) AMP__MORE_4(do_, a, b, c, d) do_(20, e)
#define AMP__MORE_6(do_, a, b, c, d, e, f) AMP__MORE_5(do_, a, b, c, d, e) do_(21, f)
#define AMP__MORE_7(do_, a, b, c, d, e, f, g) AMP__MORE_6(do_, a, b, c, d, e, f) do_(22, g)
#define AMP__MORE_8(do_, a, b, c, d, e, f, g, h) AMP__MORE_7(do_, a, b, c, d, e, f, g) do_(23, \
    h)
#define AMP__MORE_9(do_, a, b, c, d, e, f, g, h, i) AMP__MORE_8(do_, a, b, c, d, e, f, g, h) \
    do_(24, i)
#define AMP__MORE_10(do_, a, b, c, d, e, f, g, h, i, j) AMP__MORE_9(do_, a, b, c, d, e, f, g, h, \
    i) do_(25, j)
#define AMP__MORE_11(do_, a, b, c, d, e, f, g, h, i, j, k) AMP__MORE_10(do_, a, b, c, d, e, f, \
    g, h, i, j) do_(26, k)
#define AMP__MORE_12(do_, a, b, c, d, e, f, g, h, i, j, k, l) AMP__MORE_11(do_, a, b, c, d, e, \
    f, g, h, i, j, k) do_(27, l)
#define AMP__MORE_13(do_, a, b, c, d, e, f, g, h, i, j, k, l, m) AMP__MORE_12(do_, a, b, c, d, \
    e, f, g, h, i, j, k, l) do_(28, m)
#define AMP__MORE_14(do_, a, b, c, d, e, f, g, h, i, j, k, l, m, n) AMP__MORE_13(do_, a, b, c, \
    d, e, f, g, h, i, j, k, l, m) do_(29, n)
#define AMP__MORE_15(do_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) AMP__MORE_14(do_, a, b, \
    c, d, e, f, g, h, i, j, k, l, m, n) do_(30, o)
#define AMP__MORE_16(do_, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) AMP__MORE_15(do_, a, \
    b, c, d, e, f, g, h, i, j, k, l, m, n, o) do_(31, p)

/* As AMP__PFE_17 of amp/core/launch.h: one more than there are parameters. */
#define AMP__PFE_18 AMP__PFE_N
#define AMP__PFE_19 AMP__PFE_N
#define AMP__PFE_20 AMP__PFE_N
#define AMP__PFE_21 AMP__PFE_N
#define AMP__PFE_22 AMP__PFE_N
#define AMP__PFE_23 AMP__PFE_N
#define AMP__PFE_24 AMP__PFE_N
#define AMP__PFE_25 AMP__PFE_N
#define AMP__PFE_26 AMP__PFE_N
#define AMP__PFE_27 AMP__PFE_N
#define AMP__PFE_28 AMP__PFE_N
#define AMP__PFE_29 AMP__PFE_N
#define AMP__PFE_30 AMP__PFE_N
#define AMP__PFE_31 AMP__PFE_N
#define AMP__PFE_32 AMP__PFE_N
#define AMP__PFE_33 AMP__PFE_N

#endif

#endif /* AMP_BASE_MANY_H */
