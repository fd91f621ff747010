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

/* AMP__EACH(m, head, p0, p1, ...) of amp/kernel/kernel.h, for 17 parameters and more. */
#define AMP__EACH_18(m, i, head, a, ...) m(i, a) AMP__EACH_17(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_19(m, i, head, a, ...) m(i, a) AMP__EACH_18(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_20(m, i, head, a, ...) m(i, a) AMP__EACH_19(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_21(m, i, head, a, ...) m(i, a) AMP__EACH_20(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_22(m, i, head, a, ...) m(i, a) AMP__EACH_21(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_23(m, i, head, a, ...) m(i, a) AMP__EACH_22(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_24(m, i, head, a, ...) m(i, a) AMP__EACH_23(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_25(m, i, head, a, ...) m(i, a) AMP__EACH_24(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_26(m, i, head, a, ...) m(i, a) AMP__EACH_25(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_27(m, i, head, a, ...) m(i, a) AMP__EACH_26(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_28(m, i, head, a, ...) m(i, a) AMP__EACH_27(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_29(m, i, head, a, ...) m(i, a) AMP__EACH_28(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_30(m, i, head, a, ...) m(i, a) AMP__EACH_29(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_31(m, i, head, a, ...) m(i, a) AMP__EACH_30(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_32(m, i, head, a, ...) m(i, a) AMP__EACH_31(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__EACH_33(m, i, head, a, ...) m(i, a) AMP__EACH_32(m, AMP__AFTER(i), head, __VA_ARGS__)
#define AMP__AFTER_15 16
#define AMP__AFTER_16 17
#define AMP__AFTER_17 18
#define AMP__AFTER_18 19
#define AMP__AFTER_19 20
#define AMP__AFTER_20 21
#define AMP__AFTER_21 22
#define AMP__AFTER_22 23
#define AMP__AFTER_23 24
#define AMP__AFTER_24 25
#define AMP__AFTER_25 26
#define AMP__AFTER_26 27
#define AMP__AFTER_27 28
#define AMP__AFTER_28 29
#define AMP__AFTER_29 30
#define AMP__AFTER_30 31

/* AMP__ONE_OR_MORE of amp/base/config.h. */
#define AMP__ONE_OR_MORE(...) AMP__COUNT_I(__VA_ARGS__, MORE, MORE, MORE, MORE, MORE, MORE, MORE, \
    MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, \
    MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, MORE, 1, 0)

#endif

#endif /* AMP_BASE_MANY_H */
