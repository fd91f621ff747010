/* SPDX-License-Identifier: MIT */
#ifndef AMP_LANGUAGE_MATH_H
#define AMP_LANGUAGE_MATH_H
/*
amp/language/math.h: mathematics of kernels (specification 9.1 and 9.3).

  amp_fast_NAME      float in, float out; the f of amp_fast_NAMEf is optional
  amp_precise_NAME   float or double, as its argument is; NAMEf is float only
  amp_clamp, amp_mad, amp_countbits...   the intrinsics that every GPU has

On the emulator the common functions are libm's, so that fast and precise
agree there; on a device both are OpenCL's. The rest (rsqrt, exp10, sinpi,
cospi, tanpi, rcbrt, erfinv, erfcinv, phi, probit, scalb, nan, fpclassify) is written here.
Accuracy, in units in the last place, measured with tests/test_math.c over all
floats against double (glibc 2.36): see docs/math.md. Plain C99 names (sqrtf,
fmaf) work in kernels as well.

noise (Perlin's, which the specification does not define) and msad4 (a video
instruction) are left out.
*/

#include "language.h"

#ifndef __cplusplus /* C++ gets the host's functions only */

#include <math.h>  /* the functions that C99 has */

/* gcc and clang make no vectors of a loop whose calls may set errno, and of the functions that
   are one instruction only square roots do so, below 0. Their result depends on the argument
   alone, which is what `const` says; in a file that includes amp.h they then set no errno, in
   code of the host either, as on systems other than glibc's. AMP_MATH_ERRNO, defined before
   amp.h, leaves them as they are. (gcc 12 forgets about the attribute `optimize("no-math-errno")`
   of a function for calls that are inlined into it.) */
#if !defined(AMP_MATH_ERRNO) && !defined(__NO_MATH_ERRNO__) && !defined(__ROUNDING_MATH__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls"
extern float sqrtf(float) __attribute__((const));
extern double sqrt(double) __attribute__((const));
#pragma GCC diagnostic pop
#endif

/* This file is itself a device region: the same lines define the functions on
   the device, where the names are overloaded and pointers are private. */
AMP_DEVICE_BEGIN
#ifdef __OPENCL_VERSION__
#define AMP__MATH static inline __attribute__((overloadable))
#define AMP__OF(name, type) name
#define AMP__FASTP(f, x, e) f((float)(x), e)
#define AMP__PRECISE1(f, x) f(x)
#define AMP__PRECISE2(f, x, y) f(x, y)
#define AMP__PRECISEP(f, x, e) f(x, e)
#define AMP__PRECISE3(f, x, y, z) f(x, y, z)
#define AMP__PRECISE3P(f, x, y, p) f(x, y, p)
#define AMP__OWN1(f, x) f(x)
#define AMP__BY_NUMBER3(f, x, y, z) f(x, y, z)
#define AMP__INTRINSIC static inline
#ifdef cl_khr_fp64
#define AMP__HAS_DOUBLE
#endif
#else
#define AMP__MATH static inline AMP__UNUSED
#define AMP__OF(name, type) name##_##type
#define AMP__FASTP(n, x, e) n##f(x, e)
#define AMP__PRECISE1(n, x) (AMP__BY_FLOAT(x, n##f, n)(x))
#define AMP__PRECISE2(n, x, y) (AMP__BY_FLOAT((x) + (y), n##f, n)(x, y))
#define AMP__PRECISEP(n, x, e) (AMP__BY_FLOAT(x, n##f, n)(x, e))
#define AMP__PRECISE3(n, x, y, z) (AMP__BY_FLOAT((x) + (y) + (z), n##f, n)(x, y, z))
#define AMP__PRECISE3P(n, x, y, p) (AMP__BY_FLOAT((x) + (y), n##f, n)(x, y, p))
#define AMP__BY_FLOAT(x, f, d) __extension__ _Generic((x), float: f, default: d)
#define AMP__OWN1(f, x) (AMP__BY_FLOAT(x, f##_float, f##_double)(x))
#define AMP__CALL3(f, x, y, z) (AMP__BY_FLOAT(x, f##_float, f##_double)(x, y, z))
#define AMP__BY_NUMBER(x, f)                                                   \
    __extension__ _Generic((x), float: f##_float, double: f##_double,          \
                           unsigned: f##_uint, default: f##_int)
#define AMP__INTRINSIC static inline AMP__UNUSED
#define AMP__BY_NUMBER3(f, x, y, z) (AMP__BY_NUMBER((x) + (y) + (z), f)(x, y, z))
#define AMP__HAS_DOUBLE
#endif

/* ---- functions that C99 does not have ------------------------------------ */

#ifdef AMP__HAS_DOUBLE
typedef double amp__wide;
#else
typedef float amp__wide; /* a device without double: a few more ULPs */
#endif

/* The inverse of erfc for 0 < z <= 1/2: Winitzki's closed form (2008), then
   Newton's iteration on the logarithm, which is close to a parabola: the
   rounding of log is divided by the slope 2 y. */
AMP__MATH amp__wide amp__erfc_tail(amp__wide z)
{
    const amp__wide a = (amp__wide)0.147, c = (amp__wide)1.1283791670955126; /* 2/sqrt(pi) */
    const amp__wide l = log(z * (2 - z)), want = log(z);
    const amp__wide t = (amp__wide)4.3307473 + l / 2; /* 2/(pi a) */
    amp__wide y = sqrt(-l / a / (sqrt(t * t - l / a) + t));
    int k;
    for (k = 0; k < 4; k++) {
        const amp__wide e = erfc(y);
        y += (log(e) - want) * e / (c * exp(-y * y));
    }
    return y;
}

/* The inverse of erf for |x| < 1/2, likewise. */
AMP__MATH amp__wide amp__erf_inverse(amp__wide x)
{
    const amp__wide a = (amp__wide)0.147, c = (amp__wide)1.1283791670955126;
    const amp__wide l = log1p(-x * x);
    const amp__wide t = (amp__wide)4.3307473 + l / 2;
    amp__wide y = sqrt(-l / a / (sqrt(t * t - l / a) + t));
    int k;
    if (x < 0) {
        y = -y;
    }
    for (k = 0; k < 3; k++) {
        const amp__wide u = (erf(y) - x) / (c * exp(-y * y));
        y = y - u / (1 + u * y);
    }
    return y;
}

/* The inverses of erfc and erf for every argument: edges, NaN, and the ranges above. */
AMP__MATH amp__wide amp__erfcinv_wide(amp__wide z)
{
    if (!(z > 0 && z < 2)) {
        return z == 0 ? (amp__wide)INFINITY : z == 2 ? -(amp__wide)INFINITY : (amp__wide)NAN;
    }
    return z == 1 ? 0 : z <= (amp__wide)0.5 ? amp__erfc_tail(z)
        : z >= (amp__wide)1.5 ? -amp__erfc_tail(2 - z) : amp__erf_inverse(1 - z);
}
AMP__MATH amp__wide amp__erfinv_wide(amp__wide x)
{
    const amp__wide m = x < 0 ? -x : x;
    if (!(m < 1)) {
        return m == 1 ? (x < 0 ? -(amp__wide)INFINITY : (amp__wide)INFINITY) : (amp__wide)NAN;
    }
    if (m < (amp__wide)0.5) { /* near 0 it is sqrt(pi)/2 x, and log1p(-x x) is lost */
        return m < (amp__wide)1e-18 ? x * (amp__wide)0.88622692545275801 : amp__erf_inverse(x);
    }
    return x < 0 ? -amp__erfc_tail(1 - m) : amp__erfc_tail(1 - m);
}

/* The functions above by the names and types that the macros below ask for. */
#define AMP__NARROWED(T)                                                       \
    AMP__MATH T AMP__OF(amp__erfcinv, T)(T z) { return (T)amp__erfcinv_wide(z); } \
    AMP__MATH T AMP__OF(amp__erfinv, T)(T x) { return (T)amp__erfinv_wide(x); } \
    AMP__MATH T AMP__OF(amp__phi, T)(T x)                                      \
    { return (T)(erfc((amp__wide)x * (amp__wide)-0.70710678118654752) / 2); }  \
    AMP__MATH T AMP__OF(amp__probit, T)(T p)                                   \
    { return (T)(amp__erfcinv_wide(2 * (amp__wide)p) * (amp__wide)-1.4142135623730950); } \
    AMP__MATH T AMP__OF(amp__rcbrt, T)(T x) { return (T)(1 / cbrt((amp__wide)x)); }

#ifdef __OPENCL_VERSION__
AMP__NARROWED(float)
#ifdef cl_khr_fp64
AMP__NARROWED(double)
#endif
#define AMP__PI_FAMILY(f, x) f(x)
#define amp__fast_rsqrt(x) rsqrt(x)
#define amp__scalb(x, e) ldexp(x, convert_int_sat(e))
#define amp__nan(tag) as_float(0x7fc00000u | ((uint)(tag) & 0x3fffffu))
#define amp__sincos(x, s, c) (*(s) = sincos(x, c))
#ifndef FP_NAN
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#endif
#define fpclassify(x) (isnan(x) ? FP_NAN : isinf(x) ? FP_INFINITE : (x) == 0 ? FP_ZERO \
                       : isnormal(x) ? FP_NORMAL : FP_SUBNORMAL)
#else
AMP__NARROWED(float)
AMP__NARROWED(double)
#define AMP__PI_FAMILY(f, x) (AMP__BY_FLOAT(x, amp__##f##_float, amp__##f##_double)(x))

/* x 2^e, where e is of x's type; its fraction is dropped. */
AMP__MATH double amp__scalb_double(double x, double e)
{
    return e != e ? e : ldexp(x, (int)(e > 5000 ? 5000 : e < -5000 ? -5000 : e));
}
AMP__MATH float amp__scalb_float(float x, float e)
{
    return (float)amp__scalb_double((double)x, (double)e); /* which has all bits of it */
}
#define amp__scalb(x, e) (AMP__BY_FLOAT(x, amp__scalb_float, amp__scalb_double)(x, e))

/* A quiet NaN with the low 22 bits of tag in it. */
AMP__MATH float amp__nan(int tag)
{
    const unsigned bits = 0x7fc00000u | ((unsigned)tag & 0x3fffffu);
    float f;
    memcpy(&f, &bits, sizeof(f));
    return f;
}
AMP__MATH void amp__sincos_float(float x, float *s, float *c)
{
    *s = sinf(x);
    *c = cosf(x);
}
AMP__MATH void amp__sincos_double(double x, double *s, double *c)
{
    *s = sin(x);
    *c = cos(x);
}
#define amp__sincos(x, s, c) AMP__CALL3(amp__sincos, x, s, c)

AMP__MATH double amp__rsqrt_double(double x) { return 1 / sqrt(x); }
#define amp__fast_rsqrt(x) (1 / sqrtf(x))
AMP__MATH double amp__exp10_double(double x) { return pow(10, x); }

/* The sine and cosine of pi x: the whole half turns come off exactly, so that
   no bit of a large argument is lost. Quarter turn q of 0 to 3, rest r. */
AMP__MATH double amp__turn(double x, int shift)
{
    const double pi = 3.14159265358979323846;
    double n, r;
    int q;
    if (!(x - x == 0)) { /* infinite, or no number */
        return (double)NAN;
    }
    n = rint(2 * fmod(x, 2)); /* -4 to 4 */
    r = fmod(x, 2) - n / 2;
    q = ((int)n + 4 + shift) & 3;
    r = q & 1 ? cos(pi * r) : sin(pi * r);
    return q & 2 ? -r : r;
}
AMP__MATH double amp__sinpi_double(double x)
{
    const double s = amp__turn(x, 0);
    return s == 0 ? copysign(0, x) : s;
}
AMP__MATH double amp__cospi_double(double x)
{
    const double c = amp__turn(x, 1);
    return c == 0 ? 0 : c;
}
AMP__MATH double amp__tanpi_double(double x) { return amp__sinpi_double(x) / amp__cospi_double(x); }
/* Those of float by those of double. */
#define AMP__BY_DOUBLE(f) \
    AMP__MATH float amp__##f##_float(float x) { return (float)amp__##f##_double((double)x); }
AMP__BY_DOUBLE(rsqrt)
AMP__BY_DOUBLE(exp10)
AMP__BY_DOUBLE(sinpi)
AMP__BY_DOUBLE(cospi)
AMP__BY_DOUBLE(tanpi)
#endif

/* ---- fast: float (specification 9.1) ------------------------------------- */

#define amp_fast_acos acosf
#define amp_fast_acosf acosf
#define amp_fast_asin asinf
#define amp_fast_asinf asinf
#define amp_fast_atan atanf
#define amp_fast_atanf atanf
#define amp_fast_ceil ceilf
#define amp_fast_ceilf ceilf
#define amp_fast_cos cosf
#define amp_fast_cosf cosf
#define amp_fast_cosh coshf
#define amp_fast_coshf coshf
#define amp_fast_exp expf
#define amp_fast_expf expf
#define amp_fast_exp2 exp2f
#define amp_fast_exp2f exp2f
#define amp_fast_fabs fabsf
#define amp_fast_fabsf fabsf
#define amp_fast_floor floorf
#define amp_fast_floorf floorf
#define amp_fast_log logf
#define amp_fast_logf logf
#define amp_fast_log10 log10f
#define amp_fast_log10f log10f
#define amp_fast_log2 log2f
#define amp_fast_log2f log2f
#define amp_fast_round roundf
#define amp_fast_roundf roundf
#define amp_fast_sin sinf
#define amp_fast_sinf sinf
#define amp_fast_sinh sinhf
#define amp_fast_sinhf sinhf
#define amp_fast_sqrt sqrtf
#define amp_fast_sqrtf sqrtf
#define amp_fast_tan tanf
#define amp_fast_tanf tanf
#define amp_fast_tanh tanhf
#define amp_fast_tanhf tanhf
#define amp_fast_trunc truncf
#define amp_fast_truncf truncf
#define amp_fast_atan2 atan2f
#define amp_fast_atan2f atan2f
#define amp_fast_fmax fmaxf
#define amp_fast_fmaxf fmaxf
#define amp_fast_fmin fminf
#define amp_fast_fminf fminf
#define amp_fast_fmod fmodf
#define amp_fast_fmodf fmodf
#define amp_fast_pow powf
#define amp_fast_powf powf
#define amp_fast_frexp(x, e) AMP__FASTP(frexp, x, e)
#define amp_fast_frexpf(x, e) AMP__FASTP(frexp, x, e)
#define amp_fast_ldexp ldexpf
#define amp_fast_ldexpf ldexpf
#define amp_fast_modf(x, e) AMP__FASTP(modf, x, e)
#define amp_fast_modff(x, e) AMP__FASTP(modf, x, e)
#define amp_fast_rsqrt(x) amp__fast_rsqrt((float)(x))
#define amp_fast_rsqrtf(x) amp__fast_rsqrt((float)(x))
/* amp_fast_sincos(x, &s, &c): s = the sine of x, in radians, c = its cosine; float. */
#define amp_fast_sincos(x, s, c) amp__sincos((float)(x), s, c)
#define amp_fast_sincosf(x, s, c) amp__sincos((float)(x), s, c)
#define amp_fast_isfinite(x) (isfinite((float)(x)) != 0)
#define amp_fast_isinf(x) (isinf((float)(x)) != 0)
#define amp_fast_isnan(x) (isnan((float)(x)) != 0)
#define amp_fast_signbit(x) (signbit((float)(x)) != 0)
#define amp_fast_signbitf(x) (signbit((float)(x)) != 0)

/* ---- precise: float and double (specification 9.1) ----------------------- */

#define amp_precise_acos(x) AMP__PRECISE1(acos, x)
#define amp_precise_acosf acosf
#define amp_precise_asin(x) AMP__PRECISE1(asin, x)
#define amp_precise_asinf asinf
#define amp_precise_atan(x) AMP__PRECISE1(atan, x)
#define amp_precise_atanf atanf
#define amp_precise_ceil(x) AMP__PRECISE1(ceil, x)
#define amp_precise_ceilf ceilf
#define amp_precise_cos(x) AMP__PRECISE1(cos, x)
#define amp_precise_cosf cosf
#define amp_precise_cosh(x) AMP__PRECISE1(cosh, x)
#define amp_precise_coshf coshf
#define amp_precise_exp(x) AMP__PRECISE1(exp, x)
#define amp_precise_expf expf
#define amp_precise_exp2(x) AMP__PRECISE1(exp2, x)
#define amp_precise_exp2f exp2f
#define amp_precise_fabs(x) AMP__PRECISE1(fabs, x)
#define amp_precise_fabsf fabsf
#define amp_precise_floor(x) AMP__PRECISE1(floor, x)
#define amp_precise_floorf floorf
#define amp_precise_log(x) AMP__PRECISE1(log, x)
#define amp_precise_logf logf
#define amp_precise_log10(x) AMP__PRECISE1(log10, x)
#define amp_precise_log10f log10f
#define amp_precise_log2(x) AMP__PRECISE1(log2, x)
#define amp_precise_log2f log2f
#define amp_precise_round(x) AMP__PRECISE1(round, x)
#define amp_precise_roundf roundf
#define amp_precise_sin(x) AMP__PRECISE1(sin, x)
#define amp_precise_sinf sinf
#define amp_precise_sinh(x) AMP__PRECISE1(sinh, x)
#define amp_precise_sinhf sinhf
#define amp_precise_sqrt(x) AMP__PRECISE1(sqrt, x)
#define amp_precise_sqrtf sqrtf
#define amp_precise_tan(x) AMP__PRECISE1(tan, x)
#define amp_precise_tanf tanf
#define amp_precise_tanh(x) AMP__PRECISE1(tanh, x)
#define amp_precise_tanhf tanhf
#define amp_precise_trunc(x) AMP__PRECISE1(trunc, x)
#define amp_precise_truncf truncf
#define amp_precise_acosh(x) AMP__PRECISE1(acosh, x)
#define amp_precise_acoshf acoshf
#define amp_precise_asinh(x) AMP__PRECISE1(asinh, x)
#define amp_precise_asinhf asinhf
#define amp_precise_atanh(x) AMP__PRECISE1(atanh, x)
#define amp_precise_atanhf atanhf
#define amp_precise_cbrt(x) AMP__PRECISE1(cbrt, x)
#define amp_precise_cbrtf cbrtf
#define amp_precise_erf(x) AMP__PRECISE1(erf, x)
#define amp_precise_erff erff
#define amp_precise_erfc(x) AMP__PRECISE1(erfc, x)
#define amp_precise_erfcf erfcf
#define amp_precise_expm1(x) AMP__PRECISE1(expm1, x)
#define amp_precise_expm1f expm1f
#define amp_precise_lgamma(x) AMP__PRECISE1(lgamma, x)
#define amp_precise_lgammaf lgammaf
#define amp_precise_log1p(x) AMP__PRECISE1(log1p, x)
#define amp_precise_log1pf log1pf
#define amp_precise_logb(x) AMP__PRECISE1(logb, x)
#define amp_precise_logbf logbf
#define amp_precise_nearbyint(x) AMP__PRECISE1(nearbyint, x)
#define amp_precise_nearbyintf nearbyintf
#define amp_precise_tgamma(x) AMP__PRECISE1(tgamma, x)
#define amp_precise_tgammaf tgammaf
#define amp_precise_atan2(x, y) AMP__PRECISE2(atan2, x, y)
#define amp_precise_atan2f atan2f
#define amp_precise_copysign(x, y) AMP__PRECISE2(copysign, x, y)
#define amp_precise_copysignf copysignf
#define amp_precise_fdim(x, y) AMP__PRECISE2(fdim, x, y)
#define amp_precise_fdimf fdimf
#define amp_precise_fmax(x, y) AMP__PRECISE2(fmax, x, y)
#define amp_precise_fmaxf fmaxf
#define amp_precise_fmin(x, y) AMP__PRECISE2(fmin, x, y)
#define amp_precise_fminf fminf
#define amp_precise_fmod(x, y) AMP__PRECISE2(fmod, x, y)
#define amp_precise_fmodf fmodf
#define amp_precise_hypot(x, y) AMP__PRECISE2(hypot, x, y)
#define amp_precise_hypotf hypotf
#define amp_precise_nextafter(x, y) AMP__PRECISE2(nextafter, x, y)
#define amp_precise_nextafterf nextafterf
#define amp_precise_pow(x, y) AMP__PRECISE2(pow, x, y)
#define amp_precise_powf powf
#define amp_precise_remainder(x, y) AMP__PRECISE2(remainder, x, y)
#define amp_precise_remainderf remainderf
#define amp_precise_frexp(x, e) AMP__PRECISEP(frexp, x, e)
#define amp_precise_frexpf(x, e) AMP__FASTP(frexp, x, e)
#define amp_precise_ldexp(x, e) AMP__PRECISEP(ldexp, x, e)
#define amp_precise_ldexpf ldexpf
#define amp_precise_modf(x, e) AMP__PRECISEP(modf, x, e)
#define amp_precise_modff(x, e) AMP__FASTP(modf, x, e)
#define amp_precise_rsqrt(x) AMP__PI_FAMILY(rsqrt, x)
#define amp_precise_rsqrtf(x) AMP__PI_FAMILY(rsqrt, (float)(x))
#define amp_precise_exp10(x) AMP__PI_FAMILY(exp10, x)
#define amp_precise_exp10f(x) AMP__PI_FAMILY(exp10, (float)(x))
#define amp_precise_sinpi(x) AMP__PI_FAMILY(sinpi, x)
#define amp_precise_sinpif(x) AMP__PI_FAMILY(sinpi, (float)(x))
#define amp_precise_cospi(x) AMP__PI_FAMILY(cospi, x)
#define amp_precise_cospif(x) AMP__PI_FAMILY(cospi, (float)(x))
#define amp_precise_tanpi(x) AMP__PI_FAMILY(tanpi, x)
#define amp_precise_tanpif(x) AMP__PI_FAMILY(tanpi, (float)(x))
#define amp_precise_rcbrt(x) AMP__OWN1(amp__rcbrt, x)
#define amp_precise_rcbrtf(x) AMP__OWN1(amp__rcbrt, (float)(x))
#define amp_precise_erfinv(x) AMP__OWN1(amp__erfinv, x)
#define amp_precise_erfinvf(x) AMP__OWN1(amp__erfinv, (float)(x))
#define amp_precise_erfcinv(x) AMP__OWN1(amp__erfcinv, x)
#define amp_precise_erfcinvf(x) AMP__OWN1(amp__erfcinv, (float)(x))
/* phi: how much of the normal distribution, of mean 0 and deviation 1, is below x; probit: the x
   below which p, 0 to 1, of it is. */
#define amp_precise_phi(x) AMP__OWN1(amp__phi, x)
#define amp_precise_phif(x) AMP__OWN1(amp__phi, (float)(x))
#define amp_precise_probit(p) AMP__OWN1(amp__probit, p)
#define amp_precise_probitf(p) AMP__OWN1(amp__probit, (float)(p))
#define amp_precise_sincos(x, s, c) amp__sincos(x, s, c)
#define amp_precise_sincosf(x, s, c) amp__sincos((float)(x), s, c)
#define amp_precise_fma(x, y, z) AMP__PRECISE3(fma, x, y, z)
#define amp_precise_fmaf fmaf
#define amp_precise_ilogb(x) AMP__PRECISE1(ilogb, x)
#define amp_precise_ilogbf ilogbf
#define amp_precise_scalb(x, e) amp__scalb(x, e)
#define amp_precise_scalbf(x, e) amp__scalb((float)(x), e)
#define amp_precise_scalbn(x, e) AMP__PRECISEP(ldexp, x, e)
#define amp_precise_scalbnf ldexpf
/* amp_precise_remquo(x, y, &quotient): the quotient's sign and low bits. */
#define amp_precise_remquo(x, y, q) AMP__PRECISE3P(remquo, x, y, q)
#define amp_precise_remquof(x, y, q) AMP__PRECISE3P(remquo, (float)(x), (float)(y), q)
/* A quiet NaN, a float, with the low 22 bits of the int `tag` in it. */
#define amp_precise_nan(tag) amp__nan(tag)
#define amp_precise_nanf(tag) amp__nan(tag)
#define amp_precise_isfinite(x) (isfinite(x) != 0)
#define amp_precise_isinf(x) (isinf(x) != 0)
#define amp_precise_isnan(x) (isnan(x) != 0)
#define amp_precise_isnormal(x) (isnormal(x) != 0)
#define amp_precise_signbit(x) (signbit(x) != 0)
#define amp_precise_signbitf(x) (signbit((float)(x)) != 0)
#define amp_precise_fpclassify(x) fpclassify(x) /* FP_NAN, FP_INFINITE... of math.h */

/* ---- the intrinsics that every GPU has (specification 9.3) --------------- */

/* Each is a function for each type that it has; amp_clamp and amp_mad choose
   by the type of their arguments together. */
#define AMP__CLAMP(type, T) \
    AMP__MATH T AMP__OF(amp__clamp, type)(T x, T low, T high) \
    { return x < low ? low : x > high ? high : x; }
AMP__CLAMP(int, int)
AMP__CLAMP(uint, unsigned)
AMP__CLAMP(float, float)
/* x y + z, rounded twice, so that every device gives the same. */
AMP__MATH int AMP__OF(amp__mad, int)(int x, int y, int z)
{
    return (int)((unsigned)x * (unsigned)y + (unsigned)z);
}
AMP__MATH unsigned AMP__OF(amp__mad, uint)(unsigned x, unsigned y, unsigned z)
{
    return x * y + z;
}
AMP__MATH float AMP__OF(amp__mad, float)(float x, float y, float z) { return x * y + z; }
#ifdef AMP__HAS_DOUBLE
AMP__CLAMP(double, double)
AMP__MATH double AMP__OF(amp__mad, double)(double x, double y, double z) { return x * y + z; }
#endif
/* x, but low where it is below, high where it is above; of int, unsigned, float, double. */
#define amp_clamp(x, low, high) AMP__BY_NUMBER3(amp__clamp, x, low, high)
/* x times y plus z, of one type: int, unsigned, float, double; integers wrap. */
#define amp_mad(x, y, z) AMP__BY_NUMBER3(amp__mad, x, y, z)

/* |x|; INT_MIN stays. */
AMP__INTRINSIC int amp_abs(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
/* The sign of x: -1, 0 or 1. */
AMP__INTRINSIC int amp_sign(int x) { return (x > 0) - (x < 0); }
/* The smaller and the larger of two, of int and of unsigned. */
AMP__INTRINSIC int amp_imin(int a, int b) { return a < b ? a : b; }
AMP__INTRINSIC int amp_imax(int a, int b) { return a > b ? a : b; }
AMP__INTRINSIC unsigned amp_umin(unsigned a, unsigned b) { return a < b ? a : b; }
AMP__INTRINSIC unsigned amp_umax(unsigned a, unsigned b) { return a > b ? a : b; }
/* x cut to 0 to 1; 0 for a NaN. */
AMP__INTRINSIC float amp_saturate(float x) { return x > 1 ? 1 : x > 0 ? x : 0; }
/* 0 where x is below edge, else 1. */
AMP__INTRINSIC float amp_step(float edge, float x) { return x < edge ? 0.0f : 1.0f; }
/* 0 below low, 1 above high, Hermite's cubic between. */
AMP__INTRINSIC float amp_smoothstep(float low, float high, float x)
{
    const float t = amp_saturate((x - low) / (high - low));
    return t * t * (3 - 2 * t);
}
/* Degrees as radians. */
AMP__INTRINSIC float amp_radians(float degrees) { return degrees * 0.01745329252f; }
/* 1 / x. */
AMP__INTRINSIC float amp_rcp(float x) { return 1 / x; }
/* How many bits of x are 1. */
AMP__INTRINSIC int amp_countbits(unsigned x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return (int)(((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24);
}
/* x with its bits in the reverse order. */
AMP__INTRINSIC unsigned amp_reversebits(unsigned x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}
/* The number, counted from bit 0, of the lowest or highest bit set; -1 for 0. */
AMP__INTRINSIC int amp_firstbitlow(unsigned x)
{
    return x == 0 ? -1 : amp_countbits((x & (0u - x)) - 1);
}
AMP__INTRINSIC int amp_firstbithigh(unsigned x)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return amp_countbits(x) - 1;
}
AMP_DEVICE_END

#endif /* __cplusplus */
#endif /* AMP_LANGUAGE_MATH_H */
