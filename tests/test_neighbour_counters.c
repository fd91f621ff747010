/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Loops that count from near a thread's place to near it (amp/vectors/neighbour_counters.h), cut
   off at the edges of the matrix or not, and such as only look like them: each as a tiled and a
   simple kernel, on every engine, against the same text in plain C. */
#pragma GCC diagnostic ignored "-Wshadow" /* as the shape `names` is about */
#pragma GCC diagnostic ignored "-Wconversion" /* and these, as the kernel `of_values` is */
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define IS_IN(v, u) (v) >= 0 && (v) < n && (u) >= 0 && (u) < n
#define SHAPE_near \
    int sum = 0, count = 0; \
    for (int v = y - 1; v <= y + 1; v++) { \
        for (int u = x - 1; u < x + 2; u++) { \
            if (IS_IN(v, u)) { sum += ELEMENT(v, u); count++; } \
        } \
    } \
    RESULT = 10 * sum + count;
#define SHAPE_cut \
    const int top = y > 0 ? y - 1 : 0, bottom = y < n - 1 ? y + 1 : n - 1; \
    const int left = x - 2 < 0 ? 0 : x - 2, right_most = n - 1 > x + 1 ? x + 1 : n - 1; \
    int sum = 0; \
    for (int v = top; v <= bottom; v++) { \
        for (int u = left; u <= right_most; u++) { sum = sum * 3 + ELEMENT(v, u); } \
    } \
    RESULT = sum + right_most - left;
#define SHAPE_functions \
    int sum = 0; \
    for (int v = amp_imax(0, y - 1); v < amp_imin(n, y + 2); v++) { \
        for (int u = amp_imax(x - 3, 0); u <= amp_imin(x + 1, n - 1); ++u) { \
            sum = sum * 2 + ELEMENT(v, u) - v; \
        } \
    } \
    RESULT = sum;
#define SHAPE_two_ends \
    int sum = 0; \
    for (int v = y - 1; v <= y + 1 && v < n; v++) { \
        if (v < 0) { continue; } \
        for (int u = x - 1; u < n && u <= x + 1; u++) { \
            if (u >= 0) { sum = sum * 2 + ELEMENT(v, u); } \
        } \
    } \
    RESULT = sum;
#define SHAPE_down \
    int sum = 0; \
    for (int u = x + 2 < n ? x + 2 : n - 1; u >= (x >= 2 ? x - 2 : 0); u--) { \
        sum = sum * 3 + ELEMENT(y, u); \
    } \
    for (int v = y + 1; v > y - 2 && v > -1; v--) { \
        if (v < n) { sum = sum * 3 + ELEMENT(v, x); } \
    } \
    RESULT = sum;
#define SHAPE_by_two \
    int sum = 0; \
    for (int u = x - 4; u <= x + 4; u += 2) { \
        if (IS_IN(y, u)) { sum = 2 * sum + ELEMENT(y, u); } \
    } \
    for (int u = amp_imax(x - 3, 0); u <= x + 3; u += 2) { \
        if (u < n) { sum = 2 * sum + ELEMENT(y, u); } \
    } \
    for (int u = 3 + x; u > x - 4; u -= 3) { if (IS_IN(y, u)) { sum = 2 * sum + u; } } \
    for (int u = x + 1; u < x + 9; u *= 2) { sum = 2 * sum + u; } \
    for (int u = x + 1; u < x + 9; u = u + u + 1) { sum = 2 * sum + u; } \
    RESULT = sum;
#define SHAPE_other_way \
    int sum = 0; \
    for (int u = amp_imin(x, n / 2); u <= x + 2 && u < n; u++) { sum = 2 * sum + ELEMENT(y, u); } \
    for (int u = x - 2; u < amp_imax(x, 3); u++) { if (IS_IN(y, u)) { sum += ELEMENT(y, u); } } \
    RESULT = sum;
#define SHAPE_jumps \
    int sum = 0; \
    for (int u = x > 5 ? x - 1 : 0; u <= x; u++) { sum = 2 * sum + ELEMENT(y, u); } \
    for (int u = x; u < (x < n - 4 ? x + 2 : n); u++) { sum = 2 * sum + ELEMENT(y, u); } \
    for (int u = y == x ? x - 1 : x; u < x + 1; u++) { sum = 3 * sum + u; } \
    RESULT = sum;
#define SHAPE_changes \
    int sum = 0, place = x, around = 2, end = n; \
    for (int u = x - 2; u <= x + 2; u++) { \
        if (u < 0) { u = 0; } \
        if (u < n) { sum = 2 * sum + ELEMENT(y, u); } \
    } \
    for (int u = place; u < place + 4; u++) { \
        if (u < n && ELEMENT(y, u) > 7) { place--; } \
        sum += u; \
    } \
    for (int u = x - around; u <= x + around; u++) { \
        if (IS_IN(y, u) && ELEMENT(y, u) == 3) { around = 1; } \
        sum = 2 * sum + u; \
    } \
    for (int u = x; u < x + 3 && u < end; u++) { \
        if (ELEMENT(y, u) == 5) { end = n / 2; } \
        sum = 2 * sum + u; \
    } \
    RESULT = sum;
#define SHAPE_leaves \
    int sum = 0; \
    for (int u = amp_imax(x - 5, 0); u <= x; u++) { \
        if (ELEMENT(y, u) > 12) { break; } \
        if (ELEMENT(y, u) < 2) { continue; } \
        sum = 2 * sum + ELEMENT(y, u); \
    } \
    RESULT = sum;
#define SHAPE_kinds \
    const unsigned first = (unsigned)x; \
    const long far = x; \
    int sum = 0; \
    for (unsigned u = first - 1; u < first + 2; u++) { if (u < (unsigned)n) { sum += (int)u; } } \
    for (long u = far - 1; u < far + 2; u++) { sum = 3 * sum + (int)u; } \
    for (int u = x - 1; (unsigned)u < first + 2; u++) { sum = 2 * sum + u; } \
    RESULT = sum;
#define SHAPE_names \
    const int away = 2, end = x + away, half = y / 2, first = x - half + y / 2; \
    int sum = 0; \
    if (y > 3) { \
        const int away = 5, half = away; /* others than those of `end` and `first` */ \
        for (int u = x; u < end; u++) { sum = 2 * sum + u + away; } \
        for (int u = first; u < x + 2; u++) { sum = 2 * sum + u + half; } \
    } else { \
        for (int x = 0; x < 2; x++) { for (int u = x; u < end && u < x + 3; u++) { sum += u; } } \
    } \
    RESULT = sum;
#define SHAPE_parts \
    int sum = 0; \
    for (int u = x; u < x + 6 - (u - x); u++) { sum = 2 * sum + u; } \
    for (int u = x - 010; u < x - 6; u++) { sum = 2 * sum + u; } \
    for (int u = 2 * (x + 1) - 3; u <= 2 * (x + 1); u++) { sum = 3 * sum + u; } \
    RESULT = sum;
#define SHAPE_radius \
    const int r = n % 4; \
    int sum = 0; \
    for (int v = y - r; v <= y + r; v++) { \
        for (int u = x - r; u <= x + r; u++) { \
            if (IS_IN(v, u)) { sum += ELEMENT(v, u) * (u - x); } \
        } \
    } \
    RESULT = sum;
#define SHAPE_far \
    int sum = 0; \
    for (int u = x - 40; u <= x + 30; u++) { \
        if (IS_IN(y, u)) { sum += ELEMENT(y, u) * (u - x); } \
    } \
    RESULT = sum;
#define SHAPE_pool \
    int best = 0; \
    for (int v = 2 * y; v < 2 * y + 2; v++) { \
        for (int u = 2 * x; u < 2 * x + 2; u++) { \
            if (v < n && u < n && ELEMENT(v, u) > best) { best = ELEMENT(v, u); } \
        } \
    } \
    RESULT = best;
#define SHAPE_helper RESULT = row_sum(ROW(y), x, n) - row_sum(ROW(y), n - 1 - x, n);
#define SHAPES(X) \
    X(near) X(cut) X(functions) X(two_ends) X(down) X(by_two) X(other_way) X(jumps) X(changes) \
    X(leaves) X(kinds) X(names) X(parts) X(radius) X(far) X(pool) X(helper)
static inline int row_sum(amp_global_ptr(const int) row, int place, int n)
{
    int sum = 0;
    for (int u = place - 2; u <= place + 2 && u < n; u++) { sum = 2 * sum + (u < 0 ? 1 : row[u]); }
    return sum;
}
#define ELEMENT(v, u) at(a, v, u)
#define ROW(v) &at(a, v, 0)
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
    { const int y = idx[0], x = idx[1], n = a_shape.extent[0]; (void)n; SHAPE_##name }
SHAPES(TILED)
SHAPES(SIMPLE)
/* Sums in tile memory, with barriers in such a loop, and one of each row of threads. */
AMP_TILED_KERNEL(in_tile, (4, 16), in(int, 2, a), out(int, 2, b))
{
    tile_static(int, t, 4, 20);
    const int y = tidx.global[0], x = tidx.global[1], ty = tidx.local[0], tx = tidx.local[1] + 2;
    const int n = a_shape.extent[0];
    int sum = 0;
    t[ty][tx] = y < n && x < n ? at(a, y, x) : 1;
    if (tx < 4) {
        t[ty][tx - 2] = 2;
        t[ty][tx + 16] = 3;
    }
    tile_barrier_wait(tidx);
    for (int k = tx - 2; k <= tx + 2; k++) {
        sum = 2 * sum + t[ty][k];
        for (int q = ty; q < ty + 2; q++) { sum += t[q % 4][k]; }
    }
    for (int k = ty - 1; k < ty + 1; k++) {
        tile_barrier_wait(tidx);
        t[ty][tx] += k;
        tile_barrier_wait(tidx);
        sum = 2 * sum + t[3 - ty][21 - tx - 2];
    }
    if (y < n && x < n) { at(b, y, x) = sum; }
}
/* Ends by values of other types, which are not ints. */
AMP_TILED_KERNEL(of_values, (16), value(unsigned, r), value(int, k), value(float, half),
                 in(int, 1, a), out(int, 1, b))
{
    const int x = tidx.global[0], n = a_shape.extent[0];
    int sum = 0;
    for (int u = x; (int)(u - r) < x + k; u++) { sum = 2 * sum + u; }
    for (int u = x - k; u < x + r; u++) { sum = 2 * sum + u; }
    for (int u = x - k; u < x + half; u++) { sum = 2 * sum + u; }
    for (int u = x - k; u < x + k; u++) { sum = 3 * sum + u; }
    if (x < n) { at(b, x) = sum + at(a, x); }
}
AMP_DEVICE_END

#include "matrix_shapes.h"

#undef ELEMENT
#undef ROW
#undef RESULT
#define ELEMENT(v, u) from[(v) * n + (u)]
#define ROW(v) &from[(v) * n]
#define RESULT want[y * n + x]
#define SERIAL(name) static void serial_##name(int y, int x) { SHAPE_##name }
SHAPES(SERIAL)

#define SHAPE_MORE(name)
SHAPES(SHAPE_TEST)

/* The element of a tile of `in_tile` before its loops. */
static int begins_with(int y, int x, int tx)
{
    return tx < 2 ? 2 : tx >= 18 ? 3 : y < n && x < n ? from[y * n + x] : 1;
}

TEST(in_tile_memory)
{
    static const int sizes[] = { 1, 5, 16, 48, 67 };
    int size, y, x, k, q;
    for (size = 0; size < 5; size++) {
        n = sizes[size];
        fill();
        for (y = 0; y < n; y++) {
            for (x = 0; x < n; x++) {
                const int ty = y % 4, tx = x % 16 + 2, y0 = y - ty, x0 = x - tx;
                int sum = 0;
                for (k = tx - 2; k <= tx + 2; k++) {
                    sum = 2 * sum + begins_with(y, x0 + k, k);
                    for (q = ty; q < ty + 2; q++) {
                        sum += begins_with(y0 + q % 4, x0 + k, k);
                    }
                }
                for (k = 0; k < 2; k++) { /* of the other row, which has added its own counters */
                    const int other = 3 - ty;
                    sum = 2 * sum + begins_with(y0 + other, x0 + 19 - tx, 19 - tx) + other - 1
                        + k * other;
                }
                want[y * n + x] = sum;
            }
        }
        RUN(in_tile, amp_tile(amp_extent(whole(4), whole(16)), 4, 16));
    }
}

TEST(ends_by_values)
{
    const unsigned r = 3;
    const int k = 2;
    const float half = 1.5f;
    int x, u;
    amp_array_view a, b;
    n = 67;
    fill();
    for (x = 0; x < n; x++) {
        int sum = 0;
        for (u = x; (int)((unsigned)u - r) < x + k; u++) { sum = 2 * sum + u; }
        for (u = x - k; (unsigned)u < (unsigned)x + r; u++) { sum = 2 * sum + u; }
        for (u = x - k; (float)u < (float)x + half; u++) { sum = 2 * sum + u; }
        for (u = x - k; u < x + k; u++) { sum = 3 * sum + u; }
        want[x] = sum + from[x];
    }
    a = amp_view(int, from, n);
    b = amp_view(int, got, n);
    CHECK(right(parallel_for_each(amp_tile(amp_extent(whole(16)), 16), of_values, r, k, half, a, b),
                b));
    amp_release(a);
    amp_release(b);
}
