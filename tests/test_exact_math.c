/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Functions of floats of which vectors have functions of their own (amp/vectors/exact_math.h): each
   result is the C library's to the bit. Floats of all sizes and signs, every 4099th; with
   EXACT_MATH_STEP=1 in the environment every one (minutes). The reference is the same call on the
   host; a device has functions of its own, which are near. */
#include <math.h>

#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TILE 64
AMP_TILED_KERNEL(kernel_sinf, (TILE), in(float, 1, x), out(float, 1, y))
{
    at(y, tidx.global[0]) = sinf(at(x, tidx.global[0]));
}
AMP_TILED_KERNEL(kernel_cosf, (TILE), in(float, 1, x), out(float, 1, y))
{
    at(y, tidx.global[0]) = cosf(at(x, tidx.global[0]));
}
AMP_TILED_KERNEL(kernel_expf, (TILE), in(float, 1, x), out(float, 1, y))
{
    at(y, tidx.global[0]) = expf(at(x, tidx.global[0]));
}
AMP_TILED_KERNEL(kernel_exp2f, (TILE), in(float, 1, x), out(float, 1, y))
{
    at(y, tidx.global[0]) = exp2f(at(x, tidx.global[0]));
}
AMP_TILED_KERNEL(kernel_logf, (TILE), in(float, 1, x), out(float, 1, y))
{
    at(y, tidx.global[0]) = logf(at(x, tidx.global[0]));
}
AMP_TILED_KERNEL(kernel_log2f, (TILE), in(float, 1, x), out(float, 1, y))
{
    at(y, tidx.global[0]) = log2f(at(x, tidx.global[0]));
}

AMP_TILED_KERNEL(powers, (TILE), in(float, 1, x), in(float, 1, z), out(float, 1, y))
{
    at(y, tidx.global[0]) = powf(at(x, tidx.global[0]), at(z, tidx.global[0]));
}

/* Both of one argument, which gcc would call as one; by the library's names; the sum of a loop. */
AMP_TILED_KERNEL(mixed, (TILE), in(float, 1, x), out(float, 1, y))
{
    const float v = at(x, tidx.global[0]);
    float sum = amp_fast_sin(v) * amp_fast_cosf(v) + sinf(v) * cosf(v);
    for (int k = 1; k < 5; k++) {
        sum += expf(-v * v / (float)k);
    }
    at(y, tidx.global[0]) = sum;
}

/* Under a condition that differs from thread to thread, in a helper, in an array of the tile. */
static inline float decay(float v)
{
    return v > 1.0f ? logf(v) : expf(v);
}
AMP_TILED_KERNEL(masked, (TILE), in(float, 1, x), inout(float, 1, y))
{
    tile_static(float, t, TILE);
    const int i = tidx.global[0], l = tidx.local[0];
    t[l] = at(x, i);
    tile_barrier_wait(tidx);
    if (t[TILE - 1 - l] > 0.0f && i < x_shape.extent[0] - 3) {
        at(y, i) = decay(t[TILE - 1 - l]) + log2f(t[TILE - 1 - l]);
    }
}

/* Beside those of doubles. */
AMP_TILED_KERNEL(doubles, (TILE), in(float, 1, x), out(double, 1, y))
{
    const float v = at(x, tidx.global[0]);
    at(y, tidx.global[0]) = exp((double)v) + (double)expf(v) + sin((double)v);
}
AMP_DEVICE_END

#define MOST (1 << 16)
#define EXACT_OF_ONE(XX) XX(sinf) XX(cosf) XX(expf) XX(exp2f) XX(logf) XX(log2f)
static float x[MOST], z[MOST], y[MOST];
static double wide[MOST];

/* Whether kernels run where this program's C library is. */
static int is_emulator(void)
{
    return strncmp(amp_accelerator_default().device_path, "emu", 3) == 0;
}

/* What was made of x[i], and what C's library makes of it. */
static void same(int i, float is, float want)
{
    int equal = memcmp(&is, &want, sizeof(is)) == 0 || (isnan(is) && isnan(want));
    if (!equal && !is_emulator()) { /* within 16 units, or of 1 */
        equal = isnan(is) || isnan(want) || fabsf(want) > 1e37f || fabsf(is - want) < 1e-37f
            || fabsf(x[i]) > 1e4f || fabsf(is - want) <= 16 * 0x1p-24f * (fabsf(want) + 1);
    }
    if (!equal) {
        tap_fail(__FILE__, __LINE__, "number %d, of %a: %a, and not %a", i, (double)x[i],
                 (double)is, (double)want);
    }
}

/* Numbers of some size, and the edges. */
static void fill(int n)
{
    static const float edge[] = { 0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-45f,
        1.17549435e-38f, 3.4e38f, -3.4e38f, 88.72283f, 88.72284f, -87.33655f, -103.97208f, -104.0f,
        127.99999f, 128.0f, -149.0f, -150.0f, 1.0f, -1.0f, 2.0f, 1048576.0f, 1048577.0f, 1e22f };
    unsigned state = 12345;
    int i;
    for (i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = ((float)(state >> 8) * 0x1p-24f - 0.5f) * (i % 3 == 0 ? 2.0f : 40.0f);
        state = state * 1664525u + 1013904223u;
        z[i] = ((float)(state >> 8) * 0x1p-24f - 0.5f) * (i % 5 == 0 ? 200.0f : 8.0f);
        if (i % 7 == 0) {
            x[i] = edge[i / 7 % (int)(sizeof(edge) / sizeof(*edge))];
        }
        if (i % 11 == 0) {
            z[i] = edge[i / 11 % (int)(sizeof(edge) / sizeof(*edge))];
        }
    }
}

/* Each kernel of one number, on the n numbers in x. */
static void compare(int n)
{
    const amp_tiled_extent threads = amp_tile(amp_extent(n), TILE);
    const amp_array_view from = amp_view(const float, x, n), to = amp_view(float, y, n);
    int i;
#define EXACT_COMPARE(name) \
    CHECK_OK(parallel_for_each(threads, kernel_##name, from, to)); \
    CHECK_OK(amp_synchronize(to)); \
    for (i = 0; i < n; i++) { \
        same(i, y[i], name(x[i])); \
    }
    EXACT_OF_ONE(EXACT_COMPARE)
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

static const int sizes[] = { TILE, 3 * TILE, 17 * TILE, 101 * TILE };

TEST(numbers_and_edges)
{
    int k;
    for (k = 0; k < 4; k++) {
        fill(sizes[k]);
        compare(sizes[k]);
    }
}

/* Multiples of a quarter turn, and 64 floats to each side: sines and cosines are near 0 there. */
TEST(near_quarters_of_a_turn)
{
    int k, i, n = 0;
    for (k = 1; k <= 80; k++) {
        const float quarter = (float)(k * 1.5707963267948966);
        unsigned bits;
        memcpy(&bits, &quarter, sizeof(bits));
        for (i = -64; i < 64; i++, n++) {
            const unsigned near = bits + (unsigned)i;
            memcpy(&x[n], &near, sizeof(near));
        }
    }
    compare(n);
}

TEST_LIMIT(floats_of_all_sizes, 20000)
{
    const char *const wanted = getenv("EXACT_MATH_STEP");
    const int slow = tap_on_engine("threads") || !is_emulator();
    const unsigned long step = wanted != NULL ? strtoul(wanted, NULL, 10) : slow ? 999983 : 4099;
    unsigned long long next = 0;
    while (next < 1ULL << 32) {
        int n = 0;
        for (; n < MOST && next < 1ULL << 32; n++, next += step) {
            const unsigned bits = (unsigned)next;
            memcpy(&x[n], &bits, sizeof(bits));
        }
        while (n % TILE != 0) {
            x[n++] = 1;
        }
        compare(n);
    }
}

TEST(powers_of_numbers)
{
    int k, i, round;
    for (k = 0; k < 4; k++) {
        const int n = sizes[k];
        const amp_tiled_extent threads = amp_tile(amp_extent(n), TILE);
        const amp_array_view from = amp_view(const float, x, n), by = amp_view(const float, z, n);
        const amp_array_view to = amp_view(float, y, n);
        for (round = 0; round < 3; round++) { /* of any numbers; near 1; large powers of those */
            fill(n);
            for (i = 0; i < n && round > 0; i++) {
                x[i] = 1.0f + x[i] * (round == 1 ? 0.02f : 0.0005f);
                z[i] *= round == 1 ? 1.0f : 100.0f;
            }
            CHECK_OK(amp_refresh(from));
            CHECK_OK(amp_refresh(by));
            CHECK_OK(parallel_for_each(threads, powers, from, by, to));
            CHECK_OK(amp_synchronize(to));
            for (i = 0; i < n && (round < 2 || is_emulator()); i++) {
                same(i, y[i], powf(x[i], z[i]));
            }
        }
        CHECK_OK(amp_release(from));
        CHECK_OK(amp_release(by));
        CHECK_OK(amp_release(to));
    }
}

TEST(several_in_one_kernel)
{
    const int n = sizes[3];
    const amp_array_view from = amp_view(const float, x, n), to = amp_view(float, y, n);
    int i, k;
    fill(n);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), TILE), mixed, from, to));
    CHECK_OK(amp_synchronize(to));
    for (i = 0; i < n; i++) {
        volatile float s = sinf(x[i]), c = cosf(x[i]), product = s * c, sum = product + product;
        for (k = 1; k < 5; k++) {
            sum = sum + expf(-x[i] * x[i] / (float)k);
        }
        same(i, y[i], sum);
    }
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

TEST(under_a_condition)
{
    const int n = sizes[3];
    const amp_array_view from = amp_view(const float, x, n), to = amp_view(float, y, n);
    int i;
    fill(n);
    for (i = 0; i < n; i++) {
        y[i] = -7;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), TILE), masked, from, to));
    CHECK_OK(amp_synchronize(to));
    for (i = 0; i < n; i++) {
        const float v = x[i / TILE * TILE + TILE - 1 - i % TILE];
        const int goes = v > 0.0f && i < n - 3;
        volatile float want = goes ? decay(v) : -7.0f;
        want = goes ? want + log2f(v) : want;
        same(i, y[i], want);
    }
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}

TEST(beside_doubles)
{
    const int n = sizes[2];
    const amp_array_view from = amp_view(const float, x, n), to = amp_view(double, wide, n);
    int i;
    if (!amp_accelerator_default().supports_double_precision) {
        SKIP("the device has no double precision");
    }
    fill(n);
    for (i = 0; i < n; i++) {
        x[i] = isfinite(x[i]) ? fmodf(x[i], 30.0f) : 3.0f;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), TILE), doubles, from, to));
    CHECK_OK(amp_synchronize(to));
    for (i = 0; i < n; i++) {
        volatile double want = exp((double)x[i]);
        want = want + (double)expf(x[i]);
        want = want + sin((double)x[i]);
        if (is_emulator()) {
            CHECK(memcmp(&wide[i], (const void *)&want, sizeof(want)) == 0);
        } else {
            CHECK(fabs(wide[i] - want) <= 1e-6 * (fabs(want) + 1));
        }
    }
    CHECK_OK(amp_release(from));
    CHECK_OK(amp_release(to));
}
