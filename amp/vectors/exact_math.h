/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EXACT_MATH_H
#define AMP_VECTORS_EXACT_MATH_H
/*
amp/vectors/exact_math.h: sinf, cosf, expf, exp2f, logf, log2f and powf of a vector of floats, each
element to the bit what the C library's function gives.

    libm's number before it is rounded, about     v
    how far from v it is at the most              off
    rounded                                       low = (float)(v - off), high = (float)(v + off)
    low == high                                   is what libm gives; else the element is left to it

The functions of glibc, since 2.28, compute in double and round once. Where its polynomial is known,
as the one of its degree with the least error, v is computed with the same one: sines and cosines.
Else v is the true number, and `off` is as far as libm was seen from it, of all floats, and a little
more. Of all floats one in 5000 is left to libm for sines, one in 800 for powers of e and 2, and one
in 600 for logarithms, but one in 12 of those of numbers below 2. tests/test_exact_math.c compares
some floats at each run, and all on request.

amp__vec_agrees_1 compares some when the kernel is loaded, since another libm may be off otherwise:
then the kernel is compiled without this text, and calls libm, element by element. So it does with a
CPU without FMA, and with a libm that is not glibc's.

The names are those that compilers call for a vector of such a function (the vector function ABI of
x86-64: _ZGV, the instructions, N for no mask, elements, v for each argument). The text stands at
the end of the kernel's file.
*/

#include "prelude.h"
#include "pure_calls.h"

AMP__DEVICE_TEXT_BEGIN(amp__text_of_exact_math)
#ifdef AMP__VEC_HAS_EXACT /* prelude.h */
/* In the order of amp__vec_functions. */
enum { AMP__COSF, AMP__EXPF, AMP__LOGF, AMP__POWF, AMP__SINF, AMP__EXP2F, AMP__LOG2F };

/* v and off, as above; whether they are that for this argument. */
typedef struct amp__near { double value, off; int known; } amp__near;
/* Half of the distance of a float from the next at most, in units of the float; a quarter at
   least. */
#define AMP__HALF_ULP 0x1p-24
/* Added and subtracted again: rounds to a whole number, which are the lowest bits of the sum. */
#define AMP__TO_WHOLE 0x1.8p52

/* __builtin_memcpy: some kernels are compiled with calls of memcpy (compile.h). */
static AMP__INLINE AMP__UNUSED unsigned long long amp__bits_of(double x)
{
    unsigned long long bits;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static AMP__INLINE AMP__UNUSED double amp__of_bits(unsigned long long bits)
{
    double x;
    __builtin_memcpy(&x, &bits, sizeof(x));
    return x;
}

/* c[0] + c[1] x + ... All polynomials here are those of their degree whose largest error is least
   (Remez's algorithm, with 50 digits). */
static AMP__INLINE AMP__UNUSED double amp__polynomial(double x, const double *c, int n)
{
    double y = c[n - 1];
    int k;
    for (k = n - 2; k >= 0; k--) {
        y = __builtin_fma(y, x, c[k]);
    }
    return y;
}

/* The sine of x >= 0 and `quarters` of a turn: x less a multiple of a quarter, subtracted in two
   parts, each rounded once. The first coefficient is 1, and the errors that are least are those of
   the sine in units of x, and of the cosine in units of 1, up to an eighth of a turn. Below 120
   libm subtracts what is a quarter as one double, and is off by the rest of it. */
static AMP__INLINE AMP__UNUSED amp__near amp__near_sine(double x, unsigned quarters)
{
    static const double sine[] = { 1, -0x1.555545995a77ap-3, 0x1.1107605235d9bp-7,
        -0x1.994eb3784a0b2p-13 };
    static const double cosine[] = { 1, -0x1.ffffffd0c6225p-2, 0x1.55553e10690afp-5,
        -0x1.6c087e89a78dbp-10, 0x1.99343027f4502p-16 };
    const double sum = __builtin_fma(x, 0x1.45f306dc9c883p-1, AMP__TO_WHOLE);
    const double turns = sum - AMP__TO_WHOLE;
    const double r = __builtin_fma(-turns, 0x1.1a62633145c07p-54,
                                   __builtin_fma(-turns, 0x1.921fb54442d18p+0, x));
    const unsigned long long quarter = amp__bits_of(sum) + quarters;
    const double s = r * amp__polynomial(r * r, sine, 4), c = amp__polynomial(r * r, cosine, 5);
    const double v = quarter & 1 ? c : s;
    amp__near y;
    y.value = amp__of_bits(amp__bits_of(v) ^ (quarter & 2) << 62);
    y.off = __builtin_fma(x < 121 ? turns : 0, 0x1p-52,
                          .0005 * AMP__HALF_ULP * __builtin_fabs(v));
    y.known = x <= 0x1p20;
    return y;
}

/* 2 to the power of k, where `sum` is AMP__TO_WHOLE + k, times e to the power of r. */
static AMP__INLINE AMP__UNUSED double amp__power_of_two(double sum, double r)
{
    static const double c[] = { 0x1.ffffffffabbb3p-1, 0x1.000000010b4e7p+0, 0x1.00000059cd1c9p-1,
        0x1.55555343fc3abp-3, 0x1.5554686f37ecep-5, 0x1.1112fa2f2fc3ap-7, 0x1.6da4ae81d2bfep-10,
        0x1.9eb724f6ee4eap-13 };
    return amp__of_bits(amp__bits_of(amp__polynomial(r, c, 8)) + (amp__bits_of(sum) << 52));
}

/* 2 to the power of x. */
static AMP__INLINE AMP__UNUSED amp__near amp__near_exp2(double x)
{
    const double sum = x + AMP__TO_WHOLE;
    amp__near y;
    y.value = amp__power_of_two(sum, (x - (sum - AMP__TO_WHOLE)) * 0x1.62e42fefa39efp-1);
    y.off = .0035 * AMP__HALF_ULP * y.value;
    y.known = (x >= -150) & (x <= 129);
    return y;
}

static AMP__INLINE AMP__UNUSED amp__near amp__near_exp(double x)
{
    const double sum = __builtin_fma(x, 0x1.71547652b82fep+0, AMP__TO_WHOLE);
    const double k = sum - AMP__TO_WHOLE;
    amp__near y;
    y.value = amp__power_of_two(sum, __builtin_fma(-k, 0x1.abc9e3b39803fp-56,
                                                   __builtin_fma(-k, 0x1.62e42fefa39efp-1, x)));
    y.off = .0035 * AMP__HALF_ULP * y.value;
    y.known = (x >= -104) & (x <= 89);
    return y;
}

/* x is 2 to the power of *power, times a number from sqrt(.5) to sqrt(2), whose natural logarithm
   it gives: that of (1 + s) / (1 - s). *off: how far libm is from it at the most, and from that
   to base 2. Its tables are less exact at some ends of the sixteenths that they go by. */
static AMP__INLINE AMP__UNUSED double amp__log_of_fraction(float x, double *power, double *off)
{
    static const double c[] = { 0x1.0000000000001p+1, 0x1.5555555552d43p-1, 0x1.999999a437ca9p-2,
        0x1.249240b6add32p-2, 0x1.c722cdefe2e56p-3, 0x1.7322ff4ce4c9bp-3, 0x1.58d770fefc0adp-3 };
    unsigned bits;
    int k;
    float fraction;
    double s;
    __builtin_memcpy(&bits, &x, sizeof(bits));
    k = (int)(bits - 0x3f3504f3) >> 23; /* that of sqrt(.5) */
    bits -= (unsigned)k << 23;
    __builtin_memcpy(&fraction, &bits, sizeof(fraction));
    *power = k;
    *off = AMP__HALF_ULP * (((fraction >= 1.0785f) & (fraction < 1.0875f)) ? .05
        : ((fraction >= 1.022f) & (fraction < 1.212f)) ? .02 : .009);
    s = ((double)fraction - 1) / ((double)fraction + 1);
    return s * amp__polynomial(s * s, c, 7);
}

/* The logarithm y of x: libm is at most `off` from it, and near 1 nearer. */
static AMP__INLINE AMP__UNUSED amp__near amp__near_log(float x, double y, double off)
{
    const double near_one = __builtin_fabs(y) * (.6 * AMP__HALF_ULP);
    amp__near of;
    of.value = y;
    of.off = near_one < off ? near_one : off;
    of.known = (x >= 0x1p-126f) & (x <= 0x1.fffffep127f);
    return of;
}

static AMP__INLINE AMP__UNUSED amp__near amp__near_power(float x, float power)
{
    double k, off;
    const double log = amp__log_of_fraction(x, &k, &off);
    const double y = __builtin_fma(log, 0x1.71547652b82fep+0, k) * power;
    amp__near of = amp__near_exp2(y);
    of.off = (.005 + .0006 * __builtin_fabs((double)power)) * AMP__HALF_ULP * of.value;
    of.known &= (x >= 0x1p-126f) & (x <= 0x1.fffffep127f);
    return of;
}

static AMP__INLINE AMP__UNUSED amp__near amp__near_of(int function, float x, float power)
{
    double k, off;
    amp__near y;
    switch (function) {
    case AMP__SINF:
        y = amp__near_sine(__builtin_fabs((double)x), 0);
        y.value = amp__of_bits(amp__bits_of(y.value)
                               ^ (amp__bits_of(x) & 1ull << 63));
        return y;
    case AMP__COSF: return amp__near_sine(__builtin_fabs((double)x), 1);
    case AMP__EXPF: return amp__near_exp(x);
    case AMP__EXP2F: return amp__near_exp2(x);
    case AMP__POWF: return amp__near_power(x, power);
    default: break;
    }
    y.value = amp__log_of_fraction(x, &k, &off);
    return function == AMP__LOGF
        ? amp__near_log(x, __builtin_fma(k, 0x1.62e42fefa39efp-1, y.value), off)
        : amp__near_log(x, __builtin_fma(y.value, 0x1.71547652b82fep+0, k), off);
}

/* libm's function of those of n elements that are not settled. A compiler that knew what it calls
   might make vectors of this loop, which would call themselves. */
static __attribute__((noinline, cold)) AMP__UNUSED void amp__left_to_libm(
    float (*libm)(float), float (*libm_power)(float, float), const int *settled, const float *x,
    const float *power, float *y, int n)
{
    float (*const volatile of_one)(float) = libm;
    float (*const volatile of_two)(float, float) = libm_power;
    int i;
    for (i = 0; i < n; i++) {
        if (!settled[i]) {
            y[i] = libm != NULL ? of_one(x[i]) : of_two(x[i], power[i]);
        }
    }
}

typedef float amp__floats4 __attribute__((vector_size(16), may_alias));
typedef float amp__floats8 __attribute__((vector_size(32), may_alias));
typedef float amp__floats16 __attribute__((vector_size(64), may_alias));

/* That function of n elements, at most 16; one of the two pointers is NULL. */
static AMP__INLINE AMP__UNUSED void amp__exact_floats(
    int function, float (*libm)(float), float (*libm_power)(float, float), const float *x,
    const float *power, float *y, int n)
{
    int settled[16] __attribute__((aligned(32))) = { -1, -1, -1, -1, -1, -1, -1, -1 };
    int all, i;
    __asm__("" : "+r"(x), "+r"(power) : : "memory");
    AMP__VEC_INDEPENDENT_LOOP for (i = 0; i < n; i++) {
        const amp__near of = amp__near_of(function, x[i], libm != NULL ? 0 : power[i]);
        const float low = (float)(of.value - of.off), high = (float)(of.value + of.off);
        y[i] = low;
        settled[i] = -((low == high) & of.known);
    }
    all = __builtin_ia32_movmskps256(*(const amp__floats8 *)settled); /* their signs */
    all &= n > 8 ? __builtin_ia32_movmskps256(*(const amp__floats8 *)(settled + 8)) : all;
    if (all != 255) {
        amp__left_to_libm(libm, libm_power, settled, x, power, y, n);
    }
}

/* Whether libm is here what these functions are made for: of 512 numbers up to 19. One whose
   sines are the floats next to the true ones differs in five. */
static AMP__UNUSED int amp__agrees(amp__floats8 (*of_one)(amp__floats8),
                                   amp__floats8 (*of_two)(amp__floats8, amp__floats8),
                                   float (*libm)(float), float (*libm_power)(float, float))
{
    static const int none[8];
    int i, k;
    for (i = 0; i < 64; i++) {
        float x[8], power[8], y[8], given[8];
        amp__floats8 a, b;
        for (k = 0; k < 8; k++) {
            x[k] = .0371f * (float)(8 * i + k + 1);
            power[k] = x[k] - 7;
        }
        __builtin_memcpy(&a, x, sizeof(a));
        __builtin_memcpy(&b, power, sizeof(b));
        a = libm != NULL ? of_one(a) : of_two(a, b);
        __builtin_memcpy(given, &a, sizeof(a));
        amp__left_to_libm(libm, libm_power, none, x, power, y, 8);
        if (memcmp(given, y, sizeof(y)) != 0) {
            return 0;
        }
    }
    return 1;
}

/* A function of n elements, by the name that compilers call. */
#define AMP__EXACT_OF_ONE(isa, n, name, function)                             \
    __attribute__((visibility("hidden"))) amp__floats##n _ZGV##isa##N##n##v_##name( \
        amp__floats##n x)                                                     \
    { amp__floats##n y; amp__exact_floats(function, name, NULL, (const float *)&x, NULL, \
                                          (float *)&y, n); return y; }
#define AMP__EXACT_OF_TWO(isa, n, name, function)                             \
    __attribute__((visibility("hidden"))) amp__floats##n _ZGV##isa##N##n##vv_##name( \
        amp__floats##n x, amp__floats##n z)                                   \
    { amp__floats##n y; amp__exact_floats(function, NULL, name, (const float *)&x, \
                                          (const float *)&z, (float *)&y, n); return y; }
#ifdef __AVX512F__
#define AMP__EXACT_ALL(OF, name, function) OF(b, 4, name, function) OF(d, 8, name, function) \
    OF(e, 16, name, function)
#else
#define AMP__EXACT_ALL(OF, name, function) OF(b, 4, name, function) OF(d, 8, name, function)
#endif
#endif
AMP__DEVICE_TEXT_END

#if AMP__IMPLEMENT && AMP__HAS_VECTORS

/* Whether exact numbers of the C library's functions are made as vectors here. */
static AMP__COLD int amp__vec_has_exact_math(void)
{
#if defined(__x86_64__) && defined(__GLIBC__) && __GLIBC_PREREQ(2, 28)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}

/* Which of the first `functions` of amp__vec_functions the text calls for floats, a bit for each; 0
   where it calls one for doubles, of which clang would make vectors of glibc's, too. */
static AMP__COLD int amp__vec_functions_called(const char *text, int functions, int clang)
{
    int called = 0, k;
    for (k = 0; k < functions; k++) {
        const char *const name = amp__vec_functions[k];
        char words[3][24];
        int n;
        (void)snprintf(words[0], sizeof(words[0]), "%sf", name);
        (void)snprintf(words[1], sizeof(words[1]), "amp_fast_%s", name);
        (void)snprintf(words[2], sizeof(words[2]), "amp_fast_%sf", name);
        for (n = 0; n < 3; n++) {
            called |= amp__vec_uses_word(text, words[n], strlen(words[n])) << k;
        }
        if (clang && amp__vec_uses_word(text, name, strlen(name))) {
            return 0;
        }
    }
    return called;
}

/* Adds the vector functions of what is `called`, behind the kernel. */
static AMP__COLD void amp__vec_put_exact_math(amp__text *to, int called)
{
    int k;
    amp__vec_put_text(to, amp__text_of_exact_math());
    amp__text_puts(to, "#ifdef AMP__VEC_HAS_EXACT\n");
    for (k = 0; k < AMP__VEC_EXACT; k++) {
        if (called >> k & 1) {
            amp__text_printf(to, "AMP__EXACT_ALL(AMP__EXACT_OF_%s, %sf, %d)\n",
                             k == AMP__VEC_POWER ? "TWO" : "ONE", amp__vec_functions[k], k);
        }
    }
    amp__text_puts(to, "extern int amp__vec_agrees_1(void);\n"
                   "int amp__vec_agrees_1(void)\n{ return 1");
    for (k = 0; k < AMP__VEC_EXACT; k++) {
        const char *const name = amp__vec_functions[k];
        if (called >> k & 1) {
            amp__text_printf(to, k == AMP__VEC_POWER
                             ? " && amp__agrees(NULL, _ZGVdN8vv_%sf, NULL, %sf)"
                             : " && amp__agrees(_ZGVdN8v_%sf, NULL, %sf, NULL)", name, name);
        }
    }
    amp__text_puts(to, "; }\n#endif\n");
}

#endif /* AMP__IMPLEMENT && AMP__HAS_VECTORS */

#endif /* AMP_VECTORS_EXACT_MATH_H */
