/* SPDX-License-Identifier: MIT */
/* Of tests/check_vectors_math.sh: mathematics of kernels as vectors.
     vector_math exact    each result is libm's of the host, to the bit
     vector_math fast     each is within 4 units in the last place of the next wider type's, and is
                          infinite, not a number or a zero of its sign where that is
   The largest difference of each function is printed, and the argument. */
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
#define COUNT 8192
/* XX(number, name) */
#define OF_ONE(XX) XX(0, cos) XX(1, exp) XX(2, log) XX(3, sin) XX(4, acos) XX(5, acosh) \
    XX(6, asin) XX(7, asinh) XX(8, atan) XX(9, atanh) XX(10, cbrt) XX(11, cosh) XX(12, erf) \
    XX(13, erfc) XX(14, exp2) XX(15, expm1) XX(16, log10) XX(17, log1p) XX(18, log2) \
    XX(19, sinh) XX(20, tan) XX(21, tanh)
#define OF_TWO(XX) XX(22, pow) XX(23, atan2) XX(24, hypot)
#define FUNCTIONS 25
#define PHASE_OF_ONE(n, g) if (which == n) { phase { at(y, i) = g(at(x, i)); } }
#define PHASE_OF_TWO(n, g) if (which == n) { phase { at(y, i) = g(at(x, i), at(z, i)); } }
#define FLOAT_OF_ONE(n, g) PHASE_OF_ONE(n, g##f)
#define FLOAT_OF_TWO(n, g) PHASE_OF_TWO(n, g##f)
#define i tidx.global[0]

AMP_PHASED_KERNEL(of_floats, (64), value(int, which), in(float, 1, x), in(float, 1, z),
                  out(float, 1, y))
{
    OF_ONE(FLOAT_OF_ONE)
    OF_TWO(FLOAT_OF_TWO)
}

AMP_PHASED_KERNEL(of_doubles, (64), value(int, which), in(double, 1, x), in(double, 1, z),
                  out(double, 1, y))
{
    OF_ONE(PHASE_OF_ONE)
    OF_TWO(PHASE_OF_TWO)
}
#undef i

/* Calls under a condition, in a helper, and of both of one argument. */
static inline float wave(float x)
{
    return amp_fast_sin(x) * amp_fast_cos(x);
}

AMP_TILED_KERNEL(of_some, (64), in(float, 1, x), inout(float, 1, y))
{
    const int i = tidx.global[0];
    const float v = at(x, i);
    if (v > 0) {
        at(y, i) = wave(v) + (v > 1 ? logf(v) : expf(v));
    }
}
AMP_DEVICE_END

static float x[COUNT], z[COUNT], y[FUNCTIONS][COUNT];
static double dx[COUNT], dz[COUNT], dy[FUNCTIONS][COUNT];

/* Of one function: its name, and what libm gives for a float, for a double, and as a wider type. */
#define OTHERS_OF_ONE(n, g) \
    static float float_##g(int i) { volatile float v = x[i]; return g##f(v); } \
    static double double_##g(int i) { volatile double v = dx[i]; return g(v); } \
    static long double wider_##g(int i, int of_floats) \
    { return of_floats ? (long double)g((double)x[i]) : g##l((long double)dx[i]); }
#define OTHERS_OF_TWO(n, g) \
    static float float_##g(int i) { volatile float v = x[i]; return g##f(v, z[i]); } \
    static double double_##g(int i) { volatile double v = dx[i]; return g(v, dz[i]); } \
    static long double wider_##g(int i, int of_floats) \
    { return of_floats ? (long double)g((double)x[i], (double)z[i]) \
                       : g##l((long double)dx[i], (long double)dz[i]); }
OF_ONE(OTHERS_OF_ONE)
OF_TWO(OTHERS_OF_TWO)
#define ROW(n, f) { #f, float_##f, double_##f, wider_##f },
static const struct function {
    const char *name;
    float (*of_float)(int i);
    double (*of_double)(int i);
    long double (*wider)(int i, int of_floats);
} functions[FUNCTIONS] = { OF_ONE(ROW) OF_TWO(ROW) };

/* Edges first, each as x with each as z; then numbers of all sizes, and near 0. */
static void make_arguments(void)
{
    static const double edge[16] = { 0, -0.0, (double)INFINITY, -(double)INFINITY, (double)NAN, 1,
        -1, 1e-45, -1e-45, 1.17549435e-38, 3.4e38, -3.4e38, 1e10, 88.8, -104, 2 };
    unsigned long long s = 88172645463325252ULL;
    int i;
    for (i = 0; i < COUNT; i++) {
        unsigned long long r[2];
        int k;
        for (k = 0; k < 2; k++) {
            s ^= s << 13, s ^= s >> 7, s ^= s << 17;
            r[k] = s;
        }
        if (i % 2 == 0) {
            const unsigned of_float[2] = { (unsigned)(r[0] >> 20), (unsigned)(r[1] >> 20) };
            memcpy(&x[i], &of_float[0], sizeof(x[i]));
            memcpy(&z[i], &of_float[1], sizeof(z[i]));
            memcpy(&dx[i], &r[0], sizeof(dx[i]));
            memcpy(&dz[i], &r[1], sizeof(dz[i]));
        } else {
            dx[i] = ((double)(r[0] >> 11) * 0x1p-53 - 0.5) * (i % 4 == 1 ? 40 : 2.5);
            dz[i] = ((double)(r[1] >> 11) * 0x1p-53 - 0.5) * 20;
            x[i] = (float)dx[i], z[i] = (float)dz[i];
        }
        if (i < 256) {
            dx[i] = edge[i % 16], dz[i] = edge[i / 16];
            x[i] = (float)dx[i], z[i] = (float)dz[i];
        }
    }
}

static int is_one_kind(double a, double b)
{
    return isnan(a) ? isnan(b) : !isnan(b) && isinf(a) == isinf(b)
        && (!(isinf(a) || (fabs(a) <= 0 && fabs(b) <= 0)) || signbit(a) == signbit(b));
}

/* How many units in the last place `is` is off, of a type with so many bits and that least
   exponent; rounded: the best that it could be. */
static double off_by(long double is, long double best, double rounded, int bits, int least)
{
    int e;
    (void)frexpl(best, &e);
    return !is_one_kind((double)is, rounded) ? 1e9 : !isfinite(rounded) ? 0
        : (double)(fabsl(is - best) / ldexpl(1, (e < least ? least : e) - bits));
}

static int report(const char *name, const char *type, double most, int i, int exact)
{
    const int of_floats = type[0] == 'f';
    (void)printf("%-6s %-6s %.3f at %a, %a\n", name, type, most, of_floats ? (double)x[i] : dx[i],
                 of_floats ? (double)z[i] : dz[i]);
    return exact ? most > 0 : most > 4;
}

static int compare(const struct function *f, int n, int exact)
{
    double most = 0, most_of_doubles = 0;
    int i, at_float = 0, at_double = 0, bad;
    for (i = 0; i < COUNT; i++) {
        const float host = f->of_float(i);
        const double double_host = f->of_double(i);
        const long double best = f->wider(i, 1), best_double = f->wider(i, 0);
        const double off = exact
            ? memcmp(&host, &y[n][i], sizeof(host)) != 0 && !(isnan(host) && isnan(y[n][i]))
            : off_by((long double)y[n][i], best, (double)(float)best, 24, -125);
        const double double_off = exact
            ? memcmp(&double_host, &dy[n][i], sizeof(double)) != 0
                && !(isnan(double_host) && isnan(dy[n][i]))
            : off_by((long double)dy[n][i], best_double, (double)best_double, 53, -1021);
        at_float = off > most ? i : at_float;
        most = off > most ? off : most;
        at_double = double_off > most_of_doubles ? i : at_double;
        most_of_doubles = double_off > most_of_doubles ? double_off : most_of_doubles;
    }
    bad = report(f->name, "float", most, at_float, exact);
    return bad + report(f->name, "double", most_of_doubles, at_double, exact);
}

/* of_some: what its calls make together. Sines and cosines, at most 1, may be off by 4 units of
   their own, the sum by the larger term's. */
static int compare_some(const float *was, const float *is, int exact)
{
    int i, bad = 0;
    for (i = 0; i < COUNT; i++) {
        const float v = x[i];
        double want = (double)was[i];
        if (v > 0) {
            const float wave_of = sinf(v) * cosf(v), other = v > 1 ? logf(v) : expf(v);
            want = (double)(wave_of + other);
        }
        bad += !is_one_kind((double)is[i], want)
            || (isfinite(want) && fabs((double)is[i] - want)
                > (exact ? 0 : 16 * 0x1p-24 * (fabs(want) + 1)));
    }
    (void)printf("%d differ of those under a condition\n", bad);
    return bad;
}

int main(int argc, char **argv)
{
    const int exact = argc > 1 && strcmp(argv[1], "exact") == 0;
    const amp_tiled_extent threads = amp_tile(amp_extent(COUNT), 64);
    const amp_array_view vx = amp_view(float, x, COUNT), vz = amp_view(float, z, COUNT);
    const amp_array_view vdx = amp_view(double, dx, COUNT), vdz = amp_view(double, dz, COUNT);
    static float was[COUNT], some[COUNT];
    const amp_array_view vs = amp_view(float, some, COUNT);
    int n, bad;
    make_arguments();
    bad = parallel_for_each(threads, of_some, vx, vs) != AMP_OK || amp_synchronize(vs) != AMP_OK;
    for (n = 0; n < FUNCTIONS && !bad; n++) {
        const amp_array_view vy = amp_view(float, y[n], COUNT);
        const amp_array_view vdy = amp_view(double, dy[n], COUNT);
        bad = parallel_for_each(threads, of_floats, n, vx, vz, vy) != AMP_OK
            || parallel_for_each(threads, of_doubles, n, vdx, vdz, vdy) != AMP_OK
            || amp_synchronize(vy) != AMP_OK || amp_synchronize(vdy) != AMP_OK;
        amp_release(vy);
        amp_release(vdy);
    }
    if (bad) {
        (void)fprintf(stderr, "%s\n", amp_last_error());
        return 1;
    }
    for (n = 0; n < FUNCTIONS; n++) {
        bad += compare(&functions[n], n, exact);
    }
    bad += compare_some(was, some, exact);
    (void)printf("%d of %s results are wrong\n", bad, exact ? "exact" : "fast");
    return bad != 0;
}
