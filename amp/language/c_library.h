/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_C_LIBRARY_H
#define AMP_LANGUAGE_C_LIBRARY_H
/*
amp/language/c_library.h: C's functions of numbers that a kernel may call wherever it runs, as one
table.

They are those of C99's math.h and stdlib.h that OpenCL C has a counterpart of. Who reads a kernel
has his own of it: what they are in OpenCL C (amp/cl/c99.cl.h), what is asked of the program's
macros (amp/vectors/facts.h), which calls give all threads the same (amp/vectors/convergence.h).
Not in it: what needs long double (nexttoward) or returns a structure (div), and what OpenCL C has
by C's own name and meaning, the macros isnan, signbit, isgreater and the like.
*/

#include "../base/region.h"

/* XX(name, n): a function of n numbers. OpenCL C has it for float and for double; C's of float is
   called name and an f. */
#define AMP__C_NUMBERS(XX) \
    XX(acos, 1) XX(acosh, 1) XX(asin, 1) XX(asinh, 1) XX(atan, 1) XX(atanh, 1) XX(cbrt, 1) \
    XX(ceil, 1) XX(cos, 1) XX(cosh, 1) XX(erf, 1) XX(erfc, 1) XX(exp, 1) XX(exp2, 1) XX(expm1, 1) \
    XX(fabs, 1) XX(floor, 1) XX(lgamma, 1) XX(log, 1) XX(log10, 1) XX(log1p, 1) XX(log2, 1) \
    XX(logb, 1) XX(rint, 1) XX(round, 1) XX(sin, 1) XX(sinh, 1) XX(sqrt, 1) XX(tan, 1) \
    XX(tanh, 1) XX(tgamma, 1) XX(trunc, 1) XX(atan2, 2) XX(copysign, 2) XX(fdim, 2) XX(fmax, 2) \
    XX(fmin, 2) XX(fmod, 2) XX(hypot, 2) XX(nextafter, 2) XX(pow, 2) XX(remainder, 2) XX(fma, 3)

/* XX(name, n, result, parameters, is): likewise, of n arguments of several types, as the one of
   float is written in OpenCL C. Pointers are to variables of the thread. */
#define AMP__C_MIXED(XX) \
    XX(ilogb, 1, int, (float x), ilogb(x)) XX(ldexp, 2, float, (float x, int y), ldexp(x, y)) \
    XX(frexp, 2, float, (float x, int *y), frexp(x, y)) \
    XX(modf, 2, float, (float x, float *y), modf(x, y)) \
    XX(remquo, 3, float, (float x, float y, int *z), remquo(x, y, z))

/* Likewise, but OpenCL C has none of the name, for double neither: it is what `is` says of x and y.
   (nan: the text, a payload, is dropped.) */
#define AMP__C_OTHERS(XX) \
    XX(nearbyint, 1, float, (float x), rint(x)) XX(lrint, 1, long, (float x), convert_long_rte(x)) \
    XX(llrint, 1, long, (float x), convert_long_rte(x)) \
    XX(lround, 1, long, (float x), (long)round(x)) \
    XX(llround, 1, long, (float x), (long)round(x)) \
    XX(scalbn, 2, float, (float x, int y), ldexp(x, y)) \
    XX(scalbln, 2, float, (float x, long y), ldexp(x, convert_int_sat(y))) \
    XX(nan, 1, float, (__constant const char *x), NAN)

/* Those of whole numbers. */
#define AMP__C_INTEGERS(XX) \
    XX(abs, 1, int, (int x), x < 0 ? -x : x) XX(labs, 1, long, (long x), x < 0 ? -x : x) \
    XX(llabs, 1, long, (long x), x < 0 ? -x : x)

#endif /* AMP_LANGUAGE_C_LIBRARY_H */
