/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_C99_CL_H
#define AMP_CL_C99_CL_H
/*
amp/cl/c99.cl.h: what a kernel expects of stdint.h, limits.h, stdlib.h and math.h, in
OpenCL C. amp/cl/renames.h reads the lines `#define name amp__m_...`, for user code
that defines such a name itself.
*/

#include "../base/library_text.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

AMP__DEVICE_TEXT_BEGIN(amp__cl_text_of_c99)
#ifdef __OPENCL_VERSION__
typedef char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef uchar uint8_t; typedef ushort uint16_t; typedef uint uint32_t; typedef ulong uint64_t;
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615UL
#define LLONG_MAX INT64_MAX
#define LLONG_MIN INT64_MIN
#define ULLONG_MAX UINT64_MAX
#ifndef INT_MAX /* OpenCL C has it */
#define INT_MAX 2147483647
#endif

/* C's functions of float are OpenCL's overloaded ones; the macros make one function each.
   Those with pointers take any thread's own variable, as in C. */
#define AMP__M1(f) static inline float amp__m_##f(float x) { return f(x); }
#define AMP__M2(f) static inline float amp__m_##f(float x, float y) { return f(x, y); }
AMP__M1(acos) AMP__M1(acosh) AMP__M1(asin) AMP__M1(asinh) AMP__M1(atan) AMP__M1(atanh)
AMP__M1(cbrt) AMP__M1(ceil) AMP__M1(cos) AMP__M1(cosh) AMP__M1(erf) AMP__M1(erfc)
AMP__M1(exp) AMP__M1(exp2) AMP__M1(expm1) AMP__M1(fabs) AMP__M1(floor) AMP__M1(lgamma)
AMP__M1(log) AMP__M1(log10) AMP__M1(log1p) AMP__M1(log2) AMP__M1(logb) AMP__M1(rint)
AMP__M1(round) AMP__M1(sin) AMP__M1(sinh) AMP__M1(sqrt) AMP__M1(tan) AMP__M1(tanh)
AMP__M1(tgamma) AMP__M1(trunc)
AMP__M2(atan2) AMP__M2(copysign) AMP__M2(fdim) AMP__M2(fmax) AMP__M2(fmin) AMP__M2(fmod)
AMP__M2(hypot) AMP__M2(nextafter) AMP__M2(pow) AMP__M2(remainder)
static inline float amp__m_fma(float x, float y, float z) { return fma(x, y, z); }
static inline float amp__m_ldexp(float x, int n) { return ldexp(x, n); }
static inline float amp__m_frexp(float x, int *e) { return frexp(x, e); }
static inline float amp__m_modf(float x, float *i) { return modf(x, i); }
static inline float amp__m_remquo(float x, float y, int *q) { return remquo(x, y, q); }
static inline int amp__m_ilogb(float x) { return ilogb(x); }
static inline long amp__m_lrint(float x) { return convert_long_rte(x); }
static inline long amp__m_lround(float x) { return (long)round(x); }
static inline int amp__m_abs(int x) { return x < 0 ? -x : x; }
static inline long amp__m_labs(long x) { return x < 0 ? -x : x; }

#define acosf amp__m_acos
#define acoshf amp__m_acosh
#define asinf amp__m_asin
#define asinhf amp__m_asinh
#define atanf amp__m_atan
#define atanhf amp__m_atanh
#define cbrtf amp__m_cbrt
#define ceilf amp__m_ceil
#define cosf amp__m_cos
#define coshf amp__m_cosh
#define erff amp__m_erf
#define erfcf amp__m_erfc
#define expf amp__m_exp
#define exp2f amp__m_exp2
#define expm1f amp__m_expm1
#define fabsf amp__m_fabs
#define floorf amp__m_floor
#define lgammaf amp__m_lgamma
#define logf amp__m_log
#define log10f amp__m_log10
#define log1pf amp__m_log1p
#define log2f amp__m_log2
#define logbf amp__m_logb
#define rintf amp__m_rint
#define nearbyintf amp__m_rint
#define nearbyint rint
#define roundf amp__m_round
#define sinf amp__m_sin
#define sinhf amp__m_sinh
#define sqrtf amp__m_sqrt
#define tanf amp__m_tan
#define tanhf amp__m_tanh
#define tgammaf amp__m_tgamma
#define truncf amp__m_trunc
#define atan2f amp__m_atan2
#define copysignf amp__m_copysign
#define fdimf amp__m_fdim
#define fmaxf amp__m_fmax
#define fminf amp__m_fmin
#define fmodf amp__m_fmod
#define hypotf amp__m_hypot
#define nextafterf amp__m_nextafter
#define powf amp__m_pow
#define remainderf amp__m_remainder
#define fmaf amp__m_fma
#define ldexpf amp__m_ldexp
#define scalbnf amp__m_ldexp
#define scalbn ldexp
#define frexpf amp__m_frexp
#define modff amp__m_modf
#define remquof amp__m_remquo
#define ilogbf amp__m_ilogb
#define lrintf amp__m_lrint
#define lroundf amp__m_lround
#define abs amp__m_abs
#define labs amp__m_labs
#define llabs amp__m_labs
#endif
AMP__DEVICE_TEXT_END

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_C99_CL_H */
