/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Conditions between && and ||, of which clang gets some as & and | (joined_conditions.h), and such
   as must not be: each as a tiled and a simple kernel, on every engine, against the same text in
   plain C. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define MOST_OF_ALL 2147483647
#define SHAPE_read_before \
    const int e = ELEMENT(y, x); \
    RESULT = (e < 5 || (e == 7 && x < y)) + 2 * (x < y || (x == y && e > 3)) \
           + 4 * (ELEMENT(y, x) > ELEMENT(x, y) || (ELEMENT(y, x) == ELEMENT(x, y) && x > 3)) \
           + 8 * (e > 2 && e < 9 && x != y) + 16 * !(x < 3 || y < 3);
#define SHAPE_not_read \
    RESULT = (x > 0 && ELEMENT(y, x - 1) > 3) + 2 * (x > 999999 && ELEMENT(y, 300 * x) > 3) \
           + 4 * (y < 0 || ELEMENT(y, x) < 5) \
           + 8 * (y == -1 || (y < 1000000 && (x < 1000000 || ELEMENT(1000 * y, x) == 0)));
#define SHAPE_divided RESULT = (x != 0 && 12 / x > 2) + 2 * (y == 0 || x % y == 1);
#define SHAPE_flags \
    const int flags = x & 6; \
    RESULT = (flags && x < 9) + 2 * (x < 9 && flags) + 4 * (flags || !(y & 4)) \
           + 8 * ((x & 2) && (y & 1)) + 16 * (x == 3 || y) + 32 * (!flags && !(x > y)) \
           + 64 * (x < y && (flags || y > 7)) + 128 * ((x & 4) == (y & 4) && x > 1);
#define SHAPE_changed \
    int k = x % 4, s = 0, m = 5; \
    const int some = k++ < 2 && k < 2; \
    const int more = (s = y % 3) > 1 || s == 1; \
    const int last = x > 3 && (m = 2) > 1; \
    RESULT = some + 2 * more + 4 * last + 8 * m + 64 * k;
#define SHAPE_largest \
    const int e = ELEMENT(y, x) > 9 ? MOST_OF_ALL : ELEMENT(y, x); \
    RESULT = (e != MOST_OF_ALL && e + 1 < 6) + 2 * (e == MOST_OF_ALL || e * 7 > 30);
#define SHAPE_in_each_other \
    const int e = ELEMENT(y, x), f = ELEMENT(x, y); \
    RESULT = (e < f && (x < y || (e > 3 && (f > 4 || !(x == 5 || y == 6))))) \
           + 2 * ((e < f || x < y) && (e > 1 || f > 1)) \
           + 4 * ((e < f ? x > 3 : y > 3) && e != f) + 8 * (((e) > (f)) && ((((x) > (y)))));
#define SHAPE_in_ifs \
    int sum = 0; \
    if (x > 1 && y > 1 && x < n - 1) { sum = ELEMENT(y - 1, x + 1); } \
    for (int k = 0; k < 9 && k < y; k++) { \
        if (ELEMENT(y, x) < k || (ELEMENT(y, x) == 2 * k && k != x)) { sum = 2 * sum + 1; } \
        while (sum > 9 && sum != 20) { sum -= 3; } \
    } \
    RESULT = sum + (x < y ? 100 : x > n / 2 || y > n / 2 ? 200 : 300);
#define SHAPE_real \
    const float p = (float)ELEMENT(y, x) / 4, q = (float)ELEMENT(x, y) / 8; \
    RESULT = (p < q || p == 2 * q) + 2 * (p < q || (p == q && q > 1)) + 4 * (p != p || q >= p);
#define SHAPES(X) \
    X(read_before) X(not_read) X(divided) X(flags) X(changed) X(largest) X(in_each_other) \
    X(in_ifs) X(real)
#define ELEMENT(v, u) at(a, v, u)
#define RESULT at(b, y, x)
#define PARAMETERS in(int, 2, a), out(int, 2, b)
#define TILED(name) \
    AMP_TILED_KERNEL(tiled_##name, (16, 16), PARAMETERS) \
    { \
        const int y = tidx.global[0], x = tidx.global[1], n = a_shape.extent[0]; \
        if (y < n && x < n) { SHAPE_##name } \
    }
#define SIMPLE(name) \
    AMP_KERNEL(simple_##name, 2, PARAMETERS) \
    { const int y = idx[0], x = idx[1]; const int n = a_shape.extent[0]; (void)n; SHAPE_##name }
SHAPES(TILED)
SHAPES(SIMPLE)
/* How many of a tile's numbers stand before each: ranks, which are all different. */
AMP_TILED_KERNEL(ranks, (64), in(int, 1, a), out(int, 1, b))
{
    tile_static(int, t, 64);
    const int l = tidx.local[0], i = tidx.global[0], n = a_shape.extent[0];
    int rank = 0;
    t[l] = i < n ? at(a, i) : 99;
    tile_barrier_wait(tidx);
    for (int k = 0; k < 64; k++) { rank += t[k] < t[l] || (t[k] == t[l] && k < l); }
    if (i < n) { at(b, i) = rank; }
}
AMP_DEVICE_END

#include "matrix_shapes.h"

#undef ELEMENT
#undef RESULT
#define ELEMENT(v, u) from[(v) * n + (u)]
#define RESULT want[y * n + x]
#define SERIAL(name) static void serial_##name(int y, int x) { SHAPE_##name }
SHAPES(SERIAL)

#define SHAPE_MORE(name)
SHAPES(SHAPE_TEST)

TEST(ranks_of_a_tile)
{
    int i, k;
    for (n = 1; n < 2000; n = 3 * n + 11) {
        amp_array_view a, b;
        fill();
        for (i = 0; i < n; i++) {
            want[i] = 0;
            for (k = i / 64 * 64; k < n && k < i / 64 * 64 + 64; k++) {
                want[i] += from[k] < from[i] || (from[k] == from[i] && k < i);
            }
        }
        a = amp_view(int, from, n);
        b = amp_view(int, got, n);
        CHECK(right(parallel_for_each(amp_tile(amp_extent(whole(64)), 64), ranks, a, b), b));
        amp_release(a);
        amp_release(b);
    }
}
