/* SPDX-License-Identifier: MIT */
/* The functions of amp/language/math.h: the accuracy that docs/math.md states, the edges,
   the choice by type, and the same answers inside a kernel.

   AMP_TEST_ALL_FLOATS=1 measures with all 2^32 floats and prints the table of
   docs/math.md (about an hour); else every 4099th float is taken. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

/* name, float function, reference in double, units in the last place allowed */
#define FUNCTIONS(XX)                                                          \
    XX(acos, amp_precise_acos(x), acos(d), 1)                                  \
    XX(acosh, amp_precise_acosh(x), acosh(d), 4)                               \
    XX(asin, amp_precise_asin(x), asin(d), 1)                                  \
    XX(asinh, amp_precise_asinh(x), asinh(d), 4)                               \
    XX(atan, amp_precise_atan(x), atan(d), 1)                                  \
    XX(atanh, amp_precise_atanh(x), atanh(d), 4)                               \
    XX(cbrt, amp_precise_cbrt(x), cbrt(d), 4)                                  \
    XX(ceil, amp_precise_ceil(x), ceil(d), 0.5)                                \
    XX(cos, amp_precise_cos(x), cos(d), 1)                                     \
    XX(cosh, amp_precise_cosh(x), cosh(d), 4)                                  \
    XX(cospi, amp_precise_cospi(x), cospi_reference(d), 0.51)                  \
    XX(erf, amp_precise_erf(x), erf(d), 1)                                     \
    XX(erfc, amp_precise_erfc(x), erfc(d), 4)                                  \
    XX(exp, amp_precise_exp(x), exp(d), 1)                                     \
    XX(exp10, amp_precise_exp10(x), pow(10, d), 0.51)                          \
    XX(exp2, amp_precise_exp2(x), exp2(d), 1)                                  \
    XX(expm1, amp_precise_expm1(x), expm1(d), 4)                               \
    XX(fabs, amp_precise_fabs(x), fabs(d), 0.5)                                \
    XX(floor, amp_precise_floor(x), floor(d), 0.5)                             \
    XX(log, amp_precise_log(x), log(d), 1)                                     \
    XX(log10, amp_precise_log10(x), log10(d), 4)                               \
    XX(log1p, amp_precise_log1p(x), log1p(d), 4)                               \
    XX(log2, amp_precise_log2(x), log2(d), 1)                                  \
    XX(logb, amp_precise_logb(x), logb(d), 0.5)                                \
    XX(nearbyint, amp_precise_nearbyint(x), nearbyint(d), 0.5)                 \
    XX(phi, amp_precise_phi(x), phi_reference(d), 0.51)                        \
    XX(rcbrt, amp_precise_rcbrt(x), 1 / cbrt(d), 0.51)                         \
    XX(round, amp_precise_round(x), round(d), 0.5)                             \
    XX(rsqrt, amp_precise_rsqrt(x), 1 / sqrt(d), 0.51)                         \
    XX(sin, amp_precise_sin(x), sin(d), 1)                                     \
    XX(sinh, amp_precise_sinh(x), sinh(d), 4)                                  \
    XX(sinpi, amp_precise_sinpi(x), sinpi_reference(d), 0.51)                  \
    XX(sqrt, amp_precise_sqrt(x), sqrt(d), 0.5)                                \
    XX(tan, amp_precise_tan(x), tan(d), 2)                                     \
    XX(tanh, amp_precise_tanh(x), tanh(d), 4)                                  \
    XX(tanpi, amp_precise_tanpi(x), tanpi_reference(d), 0.51)                  \
    XX(trunc, amp_precise_trunc(x), trunc(d), 0.5)                             \
    XX(fast_rsqrt, amp_fast_rsqrt(x), 1 / sqrt(d), 1.5)                        \
    XX(fast_exp, amp_fast_exp(x), exp(d), 1)                                   \
    XX(fast_sin, amp_fast_sin(x), sin(d), 1)

/* Of pi x in long double, its whole turns taken off exactly first. */
static long double turned(double d)
{
    return 3.14159265358979323846264338327950288L * (long double)fmod(d, 2);
}
static double sinpi_reference(double d)
{
    return fmod(d, 1) == 0 ? 0 * d : (double)sinl(turned(d));
}
static double cospi_reference(double d)
{
    return fmod(fabs(d), 1) == 0.5 ? 0 : (double)cosl(turned(d));
}
static double tanpi_reference(double d)
{
    const double c = cospi_reference(d);
    return c == 0 ? sinpi_reference(d) / 0.0 : sinpi_reference(d) / c;
}

static double phi_reference(double d)
{
    return (double)(erfcl(-(long double)d / 1.41421356237309504880168872420969808L) / 2);
}

/* |got - want| in units of want's last place as a float. The unit is taken from the
   exponent's bits: with frexp and ldexp all floats would take three times as long. */
static double ulps(float got, double want)
{
    const double most = 3.4028234663852886e38;
    unsigned long long bits;
    int e;
    double unit;
    if ((double)got == want) {
        return 0;
    }
    if (isnan(want) || isnan(got)) {
        return isnan(want) && isnan(got) ? 0 : 1e9;
    }
    if (fabs(want) > most) { /* the rounding of what overflows */
        return isinf(got) && (got > 0) == (want > 0) ? 0
             : fabs((double)got) == most && fabs(want) < most * 1.0000001 ? 0.5 : 1e9;
    }
    if (isinf(got)) {
        return fabs(want) > most * 0.9999999 ? 1 : 1e9;
    }
    memcpy(&bits, &want, sizeof(bits));
    e = (int)(bits >> 52 & 2047) - 1023; /* 2^e <= |want| < 2^(e+1) */
    bits = (unsigned long long)((e < -126 ? -126 : e) - 23 + 1023) << 52;
    memcpy(&unit, &bits, sizeof(unit));
    return fabs((double)got - want) / unit;
}

static float float_of(unsigned bits)
{
    float f;
    memcpy(&f, &bits, sizeof(f));
    return f;
}

#define MEASURE(name, got, reference, allowed)                                 \
    static void measure_##name(unsigned step)                                  \
    {                                                                          \
        double worst = 0;                                                      \
        float at_ = 0;                                                         \
        unsigned long long bits;                                               \
        for (bits = 0; bits < 4294967296ULL; bits += step) {                   \
            const float x = float_of((unsigned)bits);                          \
            const double d = (double)x, u = ulps((float)(got), reference);     \
            if (u > worst) {                                                   \
                worst = u;                                                     \
                at_ = x;                                                       \
            }                                                                  \
        }                                                                      \
        printf("# | %s | %.3f | %.9g |\n", #name, worst, (double)at_);         \
        CHECK(worst <= (allowed));                                     \
    }
FUNCTIONS(MEASURE)

/* No kernel runs: where an engine is asked for, a sixteenth of the numbers. */
TEST_LIMIT(accuracy_is_as_stated, 7200)
{
    const unsigned step = getenv("AMP_TEST_ALL_FLOATS") != NULL ? 1
                        : getenv("AMP_ENGINE") != NULL ? 65537 : 4099;
#ifdef AMP_CHECK
    SKIP("it launches no kernel");
#endif
#ifdef _WIN32
    SKIP("the acosh of mingw-w64's C library has 19 ULP");
#endif
    printf("# | function | most ULPs | at |\n");
#define RUN(name, got, reference, allowed) measure_##name(step);
    FUNCTIONS(RUN)
}

TEST(the_inverse_error_functions_invert)
{
    double x;
    float f;
    for (x = -0.999; x < 1; x += 0.001) {
        CHECK(fabs(erf(amp_precise_erfinv(x)) - x) <= 4e-16);
        CHECK(fabs(erfc(amp_precise_erfcinv(x + 1)) - (x + 1)) <= 8e-16);
    }
    for (x = 1; x > 1e-300; x *= 0.37) {
        CHECK(fabs(erfc(amp_precise_erfcinv(x)) / x - 1) <= 1e-12);
        CHECK(amp_precise_erfinv(x * 0.5) / (x * 0.44311346272637901) >= 1 - 4e-16);
    }
    for (f = -0.99f; f < 1; f += 0.01f) {
        CHECK(ulps(amp_precise_erfinv(f), amp_precise_erfinv((double)f)) <= 0.51);
    }
    CHECK(amp_precise_erfinv(0.0) == 0 && isinf(amp_precise_erfinv(1.0)));
    CHECK(amp_precise_erfinv(-1.0) < 0 && isnan(amp_precise_erfinv(1.5)));
    CHECK(isinf(amp_precise_erfcinv(0.0f)) && amp_precise_erfcinv(2.0f) < 0);
    CHECK(amp_precise_erfcinv(1.0f) == 0 && isnan(amp_precise_erfcinv(-1.0f)));
}

TEST(phi_and_probit)
{
    double x, p;
    for (x = -37; x < 8; x += 0.01) { /* the error of x / sqrt(2) counts x^2 times in the tail */
        CHECK(fabs(amp_precise_phi(x) / phi_reference(x) - 1) <= 4e-16 * (2 + x * x));
    }
    for (p = 0.5; p > 1e-300; p *= 0.77) {
        CHECK(fabs(amp_precise_phi(amp_precise_probit(p)) / p - 1) <= 1e-12);
        CHECK(amp_precise_probit(1 - p) >= 0 && amp_precise_probit(p) <= 0);
    }
    CHECK(fabs(amp_precise_probit(0.975) - 1.9599639845400545) <= 4e-15);
    CHECK(ulps(amp_precise_probitf(0.1f), amp_precise_probit((double)0.1f)) <= 0.51);
    CHECK(amp_precise_phi(0.0f) == 0.5f && amp_precise_probit(0.5f) == 0);
    CHECK(amp_precise_phif(-40) == 0 && amp_precise_phif(40) == 1);
    CHECK(isinf(amp_precise_probit(0.0)) && amp_precise_probit(0.0) < 0);
    CHECK(isinf(amp_precise_probit(1.0)) && amp_precise_probit(1.0) > 0);
    CHECK(isnan(amp_precise_probit(1.5)) && isnan(amp_precise_phi(amp_precise_nan(1))));
}

TEST(the_argument_decides_the_type)
{
    CHECK(sizeof(amp_precise_sqrt(2.0f)) == sizeof(float));
    CHECK(sizeof(amp_precise_sqrt(2.0)) == sizeof(double));
    CHECK(sizeof(amp_precise_pow(2.0f, 3.0)) == sizeof(double));
    CHECK(sizeof(amp_precise_rsqrtf(4.0f)) == sizeof(float));
    CHECK(sizeof(amp_fast_sqrt(2)) == sizeof(float));
    CHECK(amp_precise_rsqrt(4.0) == 0.5 && amp_precise_exp10(3.0) == 1000);
    CHECK(amp_precise_hypot(3.0f, 4.0f) == 5 && amp_precise_fma(2.0, 3.0, 1.0) == 7);
    CHECK(amp_precise_fmaf(2.0f, 3.0f, 1.0f) == 7 && amp_precise_ilogb(8.0f) == 3);
}

TEST(functions_with_results_by_pointer)
{
    float s, c, whole;
    double ds, dc;
    int e, q;
    amp_fast_sincos(1.0f, &s, &c);
    CHECK(s == sinf(1.0f) && c == cosf(1.0f));
    amp_precise_sincos(1.0, &ds, &dc);
    CHECK(ds == sin(1.0) && dc == cos(1.0));
    CHECK(amp_fast_frexp(12.0f, &e) == 0.75f);
    CHECK_INT(e, ==, 4);
    CHECK(amp_precise_modf(2.5f, &whole) == 0.5f && whole == 2);
    CHECK(amp_precise_remquo(7.0, 2.0, &q) == -1);
    CHECK_INT(q & 7, ==, 4);
    CHECK(amp_precise_scalb(3.0f, 2.9f) == 12 && amp_precise_scalbn(3.0, 4) == 48);
    CHECK(isinf(amp_precise_scalb(1.0f, 1e30f)) && amp_precise_scalb(1.0, -1e30) == 0);
}

TEST(what_a_number_is)
{
    CHECK(amp_fast_isnan(amp_precise_nan(7)) && !amp_fast_isnan(1.0f));
    CHECK(amp_fast_isinf(INFINITY) && amp_fast_isfinite(1.0f) && amp_fast_signbit(-0.0f));
    CHECK(amp_fast_signbitf(-1.0) && !amp_fast_signbitf(0.0f));
    CHECK(amp_precise_signbit(-1e-300) && amp_precise_signbitf(-0.0f) && !amp_precise_signbitf(2));
    CHECK(amp_precise_isnormal(1.0f) && !amp_precise_isnormal(1e-40f));
    CHECK_INT(amp_precise_fpclassify(1e-40f), ==, FP_SUBNORMAL);
    CHECK_INT(amp_precise_fpclassify(0.0), ==, FP_ZERO);
}

TEST(half_turns_are_exact)
{
    CHECK(amp_precise_sinpi(1e15 + 0.5) == 1 && amp_precise_sinpi(1e300) == 0);
    CHECK(amp_precise_cospi(0.5) == 0 && amp_precise_cospi(1e300) == 1);
    CHECK(amp_precise_cospi(3.0f) == -1 && amp_precise_sinpi(-0.5f) == -1);
    CHECK(isnan(amp_precise_sinpi((double)INFINITY)) && fabs(amp_precise_tanpi(0.25) - 1) < 3e-16);
    CHECK(signbit(amp_precise_sinpi(-0.0)) != 0);
}

TEST(integer_intrinsics_against_loops)
{
    unsigned x = 1, k;
    int n;
    for (n = 0; n < 100000; n++) {
        unsigned bits = 0, reversed = 0;
        int low = -1, high = -1;
        for (k = 0; k < 32; k++) {
            const unsigned bit = x >> k & 1;
            bits += bit;
            reversed |= bit << (31 - k);
            low = bit && low < 0 ? (int)k : low;
            high = bit ? (int)k : high;
        }
        CHECK_INT(amp_countbits(x), ==, (int)bits);
        CHECK_UINT(amp_reversebits(x), ==, reversed);
        CHECK_INT(amp_firstbitlow(x), ==, low);
        CHECK_INT(amp_firstbithigh(x), ==, high);
        x = n == 0 ? 0 : n < 33 ? 1u << (n - 1) : x * 1664525u + 1013904223u;
    }
}

TEST(intrinsics_at_their_edges)
{
    CHECK_INT(amp_abs(INT_MIN), ==, INT_MIN);
    CHECK_INT(amp_sign(-9), ==, -1);
    CHECK_INT(amp_imin(-1, 1) + amp_imax(2, 3), ==, 2);
    CHECK_UINT(amp_umin(4000000000u, 1u), ==, 1u);
    CHECK_UINT(amp_umax(4000000000u, 1u), ==, 4000000000u);
    CHECK_INT(amp_clamp(9, 1, 5), ==, 5);
    CHECK_UINT(amp_clamp(4000000000u, 1u, 5u), ==, 5u);
    CHECK(amp_clamp(0.5f, 0.75f, 1.0f) == 0.75f && amp_clamp(3.0, 0.0, 2.0) == 2);
    CHECK_INT(amp_mad(INT_MAX, 2, 3), ==, 1);
    CHECK(amp_mad(2.0f, 3.0f, 4.0f) == 10 && amp_mad(2.0, 3.0, 4.0) == 10);
    CHECK(amp_saturate(-1.0f) == 0 && amp_saturate(2.0f) == 1 && amp_saturate(0.25f) == 0.25f);
    CHECK(amp_saturate(amp_precise_nan(0)) == 0 && amp_step(1.0f, 0.5f) == 0);
    CHECK(amp_smoothstep(0.0f, 1.0f, 0.5f) == 0.5f && amp_rcp(4.0f) == 0.25f);
    CHECK(fabsf(amp_radians(180.0f) - 3.14159265f) < 1e-6f);
}

AMP_DEVICE_BEGIN
AMP_KERNEL(many, 1, in(float, 1, x), out(float, 1, y), inout(int, 1, n))
{
    float s, c;
    const float v = at(x, idx[0]);
    amp_fast_sincos(v, &s, &c);
    at(y, idx[0]) = amp_precise_sqrt(s * s + c * c) + amp_precise_erfinv(v * 0.01f)
        + amp_fast_rsqrt(v + 1.0f) + amp_precise_cospi(v) + amp_saturate(v)
        + amp_mad(v, v, 1.0f) + amp_precise_tgamma(v + 1.0f)
        + amp_precise_phi(v) + amp_precise_probit(0.3f * v + 0.01f) + (float)amp_fast_signbitf(-v);
    at(n, idx[0]) = amp_countbits((unsigned)at(n, idx[0])) + amp_clamp(idx[0], 2, 5);
}
AMP_DEVICE_END

TEST(in_a_kernel_as_on_the_host)
{
    float x[97], y[97];
    int n[97], i;
    for (i = 0; i < 97; i++) {
        x[i] = 0.03f * (float)i;
        n[i] = i * 77;
    }
    CHECK_STATUS(parallel_for_each(amp_extent(97), many, amp_view(float, x, 97),
                                   amp_view(float, y, 97), amp_view(int, n, 97)), AMP_OK);
    CHECK_STATUS(amp_synchronize(amp_view(float, y, 97)), AMP_OK);
    CHECK_STATUS(amp_synchronize(amp_view(int, n, 97)), AMP_OK);
    for (i = 0; i < 97; i++) {
        const double v = (double)x[i];
        const double want = 1 + amp_precise_erfinv(v * 0.01) + 1 / sqrt(v + 1)
            + cospi_reference(v) + (v > 1 ? 1 : v) + v * v + 1 + tgamma(v + 1)
            + phi_reference(v) + amp_precise_probit((double)(0.3f * x[i] + 0.01f)) + 1;
        CHECK(fabs((double)y[i] - want) <= 4e-6 * fabs(want));
        CHECK_INT(n[i], ==, amp_countbits((unsigned)(i * 77)) + (i < 2 ? 2 : i > 5 ? 5 : i));
    }
}

/* POSIX has lgammaf write the sign to a variable of the whole process, which no kernel reads. */
extern const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) { return "race:lgammaf\n"; }

/* C's own functions, as amp/language/c_library.h has them: one of each row, and both spellings of
   those that are two things in OpenCL C. */
AMP_DEVICE_BEGIN
#define C_RESULTS 60
AMP_KERNEL(of_c, 1, in(float, 1, x), out(float, 2, y), out(int, 2, n))
{
    const float v = at(x, idx[0]); /* 0 to 1 */
    float r[C_RESULTS], whole;
    int e, q, k;
    for (k = 0; k < C_RESULTS; k++) {
        r[k] = 0;
    }
    r[0] = acosf(v); r[1] = acoshf(v + 1); r[2] = asinf(v); r[3] = asinhf(v); r[4] = atanf(v);
    r[5] = atanhf(v / 2); r[6] = cbrtf(v); r[7] = ceilf(v); r[8] = cosf(v); r[9] = coshf(v);
    r[10] = erff(v); r[11] = erfcf(v); r[12] = expf(v); r[13] = exp2f(v); r[14] = expm1f(v);
    r[15] = fabsf(-v); r[16] = floorf(v); r[17] = lgammaf(v + 3); r[18] = logf(v + 2);
    r[19] = log10f(v + 2); r[20] = log1pf(v); r[21] = log2f(v + 2); r[22] = logbf(v + 1);
    r[23] = rintf(v + 2.5f); r[24] = roundf(v); r[25] = sinf(v); r[26] = sinhf(v);
    r[27] = sqrtf(v); r[28] = tanf(v); r[29] = tanhf(v); r[30] = tgammaf(v + 2);
    r[31] = truncf(v * 3); r[32] = atan2f(v, 0.5f); r[33] = copysignf(v, -1); r[34] = fdimf(1, v);
    r[35] = fmaxf(v, 0.5f); r[36] = fminf(v, 0.5f); r[37] = fmodf(v, 0.3f);
    r[38] = hypotf(v, 1); r[39] = nextafterf(v, 2); r[40] = powf(v, 1.5f);
    r[41] = remainderf(v, 0.3f); r[42] = fmaf(v, 2, 1); r[43] = nearbyintf(v + 1.5f);
    r[44] = ldexpf(v, 3); r[45] = scalbnf(v, -2); r[46] = scalblnf(v, 2L); r[47] = frexpf(v, &e);
    r[48] = modff(v * 3, &whole); r[49] = whole; r[50] = remquof(v, 0.3f, &q);
    r[51] = isnan(nanf("")) ? 1.0f : 0.0f; r[52] = (float)nearbyint(v * 4);
    r[53] = (float)ldexp(v, 4); r[54] = (float)scalbn(v, 2); r[55] = (float)scalbln(v, 1L);
    r[56] = isnan(nan("")) ? 1.0f : 0.0f;
    for (k = 0; k < C_RESULTS; k++) {
        at(y, idx[0], k) = r[k];
    }
    at(n, idx[0], 0) = abs(3 - idx[0]);
    at(n, idx[0], 1) = (int)labs(5L - idx[0]);
    at(n, idx[0], 2) = (int)llabs(7LL - idx[0]);
    at(n, idx[0], 3) = e;
    at(n, idx[0], 4) = q & 7;
    at(n, idx[0], 5) = ilogbf(v + 1);
    at(n, idx[0], 6) = ilogb(v + 4);
    at(n, idx[0], 7) = (int)lrintf(v * 5) + 100 * (int)lrint(v * 6);
    at(n, idx[0], 8) = (int)llrintf(v * 7) + 100 * (int)llrint(v * 8);
    at(n, idx[0], 9) = (int)lroundf(v * 5) + 100 * (int)lround(v * 6);
    at(n, idx[0], 10) = (int)llroundf(v * 7) + 100 * (int)llround(v * 8);
    at(n, idx[0], 12) = (int)(UINT64_C(0x512345678) >> 32) + INT8_MIN + (int)INT64_C(-7)
        + INT16_MIN + (int)UINT32_C(9) + INT32_C(1);
    at(n, idx[0], 11) = isgreater(v, 0.5f) + 2 * isunordered(v, nanf("")) + 4 * islessgreater(v, v);
}
AMP_DEVICE_END

/* The body again, by the host's own compiler and library, for one x. */
static void host_of_c(float v, int i, float *r, int *n)
{
    const double d = (double)v;
    const double first[] = { acos(d), acosh((double)(v + 1)), asin(d), asinh(d), atan(d),
        atanh((double)(v / 2)), cbrt(d), ceil(d), cos(d), cosh(d), erf(d), erfc(d), exp(d), exp2(d),
        expm1(d), d, floor(d), lgamma((double)(v + 3)), log((double)(v + 2)),
        log10((double)(v + 2)), log1p(d), log2((double)(v + 2)), logb((double)(v + 1)),
        rint((double)(v + 2.5f)), round(d), sin(d), sinh(d), sqrt(d), tan(d), tanh(d),
        tgamma((double)(v + 2)), trunc((double)(v * 3)), atan2(d, 0.5), -d, 1 - d,
        v > 0.5f ? d : 0.5, v < 0.5f ? d : 0.5, fmod(d, (double)0.3f), hypot(d, 1),
        (double)nextafterf(v, 2), pow(d, 1.5), remainder(d, (double)0.3f), d * 2 + 1,
        rint((double)(v + 1.5f)), d * 8, d / 4, d * 4, (double)frexpf(v, &n[3]) };
    float whole;
    int k, q;
    for (k = 0; k < (int)(sizeof(first) / sizeof(first[0])); k++) {
        r[k] = (float)first[k];
    }
    r[48] = modff(v * 3, &whole);
    r[49] = whole;
    r[50] = remquof(v, 0.3f, &q);
    r[51] = r[56] = 1;
    r[52] = (float)nearbyint((double)(v * 4));
    r[53] = v * 16;
    r[54] = v * 4;
    r[55] = v * 2;
    r[57] = r[58] = r[59] = 0;
    n[0] = i > 3 ? i - 3 : 3 - i;
    n[1] = i > 5 ? i - 5 : 5 - i;
    n[2] = i > 7 ? i - 7 : 7 - i;
    n[4] = q & 7;
    n[5] = ilogbf(v + 1);
    n[6] = 2;
    n[7] = (int)lrintf(v * 5) + 100 * (int)lrintf(v * 6);
    n[8] = (int)lrintf(v * 7) + 100 * (int)lrintf(v * 8);
    n[9] = (int)lroundf(v * 5) + 100 * (int)lroundf(v * 6);
    n[10] = (int)lroundf(v * 7) + 100 * (int)lroundf(v * 8);
    n[11] = (v > 0.5f) + 2;
    n[12] = 5 - 128 - 7 - 32768 + 9 + 1;
}

TEST(functions_of_c_in_a_kernel)
{
    enum { N = 33 };
    static float x[N], y[N][C_RESULTS], want[C_RESULTS];
    static int n[N][13], want_n[13];
    int i, k;
    for (i = 0; i < N; i++) {
        x[i] = (float)i / (N - 1) * 0.99f;
    }
    CHECK_OK(parallel_for_each(amp_extent(N), of_c, amp_view(float, x, N),
                               amp_view(float, y[0], N, C_RESULTS), amp_view(int, n[0], N, 13)));
    CHECK_OK(amp_synchronize(amp_view(float, y[0], N, C_RESULTS)));
    CHECK_OK(amp_synchronize(amp_view(int, n[0], N, 13)));
    for (i = 0; i < N; i++) {
        host_of_c(x[i], i, want, want_n);
        for (k = 0; k < C_RESULTS; k++) {
            if (fabsf(y[i][k] - want[k]) > 4e-6f * (1 + fabsf(want[k]))) {
                printf("# result %d of %g: %g, not %g\n", k, (double)x[i], (double)y[i][k],
                       (double)want[k]);
                CHECK(0);
            }
        }
        for (k = 0; k < 13; k++) {
            CHECK_INT(n[i][k], ==, want_n[k]);
        }
    }
}
