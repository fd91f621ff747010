/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,2/2 */
/* What a thread's neighbours are at the edges of a matrix, as an index that is chosen, cut off or
   wraps around: read once, by the turns of a loop, and into a small array that is sorted
   (amp/vectors/whole_loops.h, splits.h). Each as a tiled kernel and as a simple one, of which 64
   threads of a row are run at a time then (strips.h), on every engine, against the same text in
   plain C. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* a and b in order. */
static void order(int *a, int *b)
{
    const int x = *a, y = *b;
    *a = x < y ? x : y;
    *b = x < y ? y : x;
}
#define SHAPE_chosen_once \
    RESULT = ELEMENT(y > 0 ? y - 1 : 0, x) + 2 * ELEMENT(y < n - 1 ? y + 1 : n - 1, x) \
           + 3 * ELEMENT(y, x > 0 ? x - 1 : 0) + 4 * ELEMENT(y, x < n - 1 ? x + 1 : n - 1);
#define SHAPE_joined_once \
    const int u = x > 2 && x < n - 2 ? x + 2 : n / 2, v = !(x >= 1) || y == 0 ? 0 : x - 1; \
    RESULT = ELEMENT(y, u) + 3 * ELEMENT(y, v) + 100 * v;
#define SHAPE_clamped_once \
    RESULT = ELEMENT(amp_imax(y - 1, 0), x) + 2 * ELEMENT(amp_imin(y + 1, n - 1), x) \
           + 3 * ELEMENT(y, amp_imax(x - 1, 0)) + 4 * ELEMENT(y, amp_clamp(x + 2, 0, n - 1));
#define SHAPE_wrapped_once \
    RESULT = ELEMENT((y + n - 1) % n, x) + 2 * ELEMENT((y + 1) % n, x) \
           + 3 * ELEMENT(y, (x + n - 1) % n) + 4 * ELEMENT(y, (x + 1) % n);
#define SHAPE_column \
    int sum = 0; \
    for (int k = -3; k <= 2; k++) { sum = 2 * sum + ELEMENT(amp_clamp(y + k, 0, n - 1), x); } \
    RESULT = sum;
#define SHAPE_column_within \
    int sum = 0; \
    for (int k = -2; k <= 3; k++) { if (y - k >= 0 && n > y + k) { sum += k * x + y; } } \
    for (int k = -2; k <= 3; k++) { \
        if (y + k >= 0 && n > y + k) { sum = 2 * sum + ELEMENT(y + k, x); } \
    } \
    RESULT = sum;
#define SHAPE_column_chosen \
    int sum = 0; \
    for (int v = -1; v <= 1; v++) { \
        for (int u = -1; u <= 1; u++) { \
            const int r = y + v < 0 ? 0 : y + v >= n ? n - 1 : y + v; \
            const int c = x + u < 0 ? 0 : x + u >= n ? n - 1 : x + u; \
            sum = 3 * sum + ELEMENT(r, c); \
        } \
    } \
    RESULT = sum;
#define SHAPE_moved_column \
    int sum = 0, base = y; \
    for (int v = -1; v <= 1; v++) { sum = 2 * sum + ELEMENT(amp_clamp(base + v, 0, n - 1), x); } \
    base = x; \
    for (int v = -1; v <= 1; v++) { sum = 2 * sum + ELEMENT(amp_clamp(base + v, 0, n - 1), y); } \
    RESULT = sum;
#define SHAPE_median \
    int v[5]; \
    for (int k = 0; k < 5; k++) { \
        const int u = x + k - 2; \
        v[k] = ELEMENT(y, u < 0 ? 0 : u < n ? u : n - 1); \
    } \
    for (int i = 0; i < 3; i++) { for (int j = i + 1; j < 5; j++) { order(&v[i], &v[j]); } } \
    RESULT = v[2] + 100 * v[1];
#define SHAPE_median_of_nine \
    int v[9], k = 0; \
    for (int dy = -1; dy <= 1; dy++) { \
        for (int dx = -1; dx <= 1; dx++) { \
            v[k++] = ELEMENT(amp_clamp(y + dy, 0, n - 1), amp_clamp(x + dx, 0, n - 1)); \
        } \
    } \
    for (int i = 0; i < 5; i++) { \
        for (int j = i + 1; j < 9; j++) { \
            if (v[j] < v[i]) { const int t = v[i]; v[i] = v[j]; v[j] = t; } \
        } \
    } \
    RESULT = v[4] + 100 * k;
#define SHAPE_counted_outside \
    int v[4], k, sum = 0; \
    for (k = 0; k < 4; k++) { v[k] = ELEMENT(y, amp_clamp(x + k, 0, n - 1)); } \
    for (int j = 3; j >= 0; j--) { sum = 3 * sum + v[j]; } \
    RESULT = sum + ELEMENT(y, amp_clamp(x - k, 0, n - 1));
#define SHAPE_downwards \
    int v[6], sum = 0; \
    for (int k = 5; k > 0; k -= 2) { v[k] = ELEMENT((y + k) % n, (x + k + n) % n); } \
    for (int k = 5; k > 0; k -= 2) { sum = 5 * sum + v[k] * (x + k >= n ? 2 : 1); } \
    RESULT = sum;
#define SHAPE_skips \
    int sum = 0; \
    for (int v = -1; v <= 1; v++) { \
        if (y + v < 0 || y + v >= n) { continue; } \
        for (int u = v; u < v + 3; u++) { \
            if (x + u >= 0 && x + u < n) { sum = 2 * sum + ELEMENT(y + v, x + u); } \
        } \
    } \
    RESULT = sum;
#define SHAPES(X) \
    X(chosen_once) X(joined_once) X(clamped_once) X(wrapped_once) X(column) X(column_within) \
    X(column_chosen) X(moved_column) X(median) X(median_of_nine) X(counted_outside) X(downwards) \
    X(skips)
#define ELEMENT(v, u) at(a, v, u)
#define RESULT at(b, y, x)
#define PARAMETERS in(int, 2, a), out(int, 2, b)
#define TILED(name) \
    AMP_TILED_KERNEL(tiled_##name, (16, 16), PARAMETERS) \
    { \
        const int y = tidx.global[0], x = tidx.global[1], n = a_shape.extent[0]; \
        if (y >= n || x >= n) { return; } \
        SHAPE_##name \
    }
#define SIMPLE(name) \
    AMP_KERNEL(simple_##name, 2, PARAMETERS) \
    { const int y = idx[0], x = idx[1], n = a_shape.extent[0]; SHAPE_##name }
SHAPES(TILED)
SHAPES(SIMPLE)
/* The outer indices of a cube, and one of a row that has no other. */
AMP_KERNEL(cube, 3, in(int, 3, a), out(int, 3, b))
{
    const int z = idx[0], y = idx[1], x = idx[2], n = a_shape.extent[0];
    int sum = 0;
    for (int k = -1; k <= 1; k++) {
        sum = 2 * sum + at(a, amp_clamp(z + k, 0, n - 1), y, x);
        if (y + k >= 0 && y + k < n) { sum += at(a, z, y + k, x > 0 ? x - 1 : 0); }
    }
    at(b, z, y, x) = sum;
}
AMP_KERNEL(line, 1, in(int, 1, a), out(int, 1, b))
{
    const int x = idx[0], n = a_shape.extent[0];
    int sum = 0;
    for (int k = -3; k <= 3; k++) { sum = 2 * sum + at(a, amp_clamp(x + k, 0, n - 1)); }
    at(b, x) = sum + at(a, (x + 1) % n);
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

TEST(cube)
{
    int z, y, x, k;
    for (n = 1; n < 24; n += 11) {
        amp_array_view a, b;
        fill();
        for (z = 0; z < n; z++) {
            for (y = 0; y < n; y++) {
                for (x = 0; x < n; x++) {
                    int sum = 0;
                    for (k = -1; k <= 1; k++) {
                        const int w = z + k < 0 ? 0 : z + k < n ? z + k : n - 1;
                        sum = 2 * sum + from[(w * n + y) * n + x];
                        if (y + k >= 0 && y + k < n) {
                            sum += from[(z * n + y + k) * n + (x > 0 ? x - 1 : 0)];
                        }
                    }
                    want[(z * n + y) * n + x] = sum;
                }
            }
        }
        a = amp_view(int, from, n, n, n);
        b = amp_view(int, got, n, n, n);
        CHECK(right(parallel_for_each(amp_extent(n, n, n), cube, a, b), b));
        amp_release(a);
        amp_release(b);
    }
}

TEST(line)
{
    int x, k;
    for (n = 1; n < 2000; n = 2 * n + 29) {
        amp_array_view a, b;
        fill();
        for (x = 0; x < n; x++) {
            int sum = 0;
            for (k = -3; k <= 3; k++) {
                sum = 2 * sum + from[x + k < 0 ? 0 : x + k < n ? x + k : n - 1];
            }
            want[x] = sum + from[(x + 1) % n];
        }
        a = amp_view(int, from, n);
        b = amp_view(int, got, n);
        CHECK(right(parallel_for_each(amp_extent(n), line, a, b), b));
        amp_release(a);
        amp_release(b);
    }
}
