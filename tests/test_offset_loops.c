/* SPDX-License-Identifier: MIT */
/* run: group=optimised turn=compiler,1/2 */
/* Short loops over a thread's neighbours, with conditions at the edges of the matrix
   (amp/vectors/offset_loops.h), and conditions of a whole row (amp/vectors/splits.h): each as a
   tiled, a phased and a simple kernel, on every engine, against the same text in plain C. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define AROUND for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++)
#define IS_IN(v, u) (v) >= 0 && (v) < n && (u) >= 0 && (u) < n
#define SHAPE_box \
    int sum = 0, count = 0; \
    AROUND { \
        const int v = y + dy, u = x + dx; \
        if (IS_IN(v, u)) { sum += ELEMENT(v, u); count++; } \
    } \
    RESULT = 10 * sum + count;
#define SHAPE_next \
    int sum = 0; \
    for (int dy = -1; dy <= 1; dy++) { \
        if (y + dy < 0 || y + dy >= n) { continue; } \
        for (int dx = -2; dx < 3; dx++) { \
            if (x + dx < 0 || x + dx >= n) { continue; } \
            sum = sum * 3 + ELEMENT(y + dy, x + dx); \
        } \
    } \
    RESULT = sum;
#define SHAPE_largest \
    int best = ELEMENT(y, x); \
    AROUND { \
        if (IS_IN(y - dy, x - 2 * dx)) { \
            const int it = ELEMENT(y - dy, x - 2 * dx); \
            if (it > best) { best = it; } \
        } \
    } \
    RESULT = best;
#define SHAPE_wrapped \
    int count = 0; \
    AROUND { \
        if (dx != 0 || dy != 0) { count += ELEMENT((y + dy + n) % n, (x + dx + n) % n); } \
    } \
    RESULT = count % 3 == 0 || (count % 3 == 1 && ELEMENT(y, x) > 5);
#define SHAPE_clamped \
    int sum = 0; \
    AROUND { \
        sum += (3 * dy + dx) * ELEMENT(amp_clamp(y + dy, 0, n - 1), amp_imin(amp_imax(x + dx, 0), \
                                                                            n - 1)); \
    } \
    RESULT = sum;
#define SHAPE_chosen \
    int sum = 0; \
    for (int dx = 2; dx > -3; dx--) { \
        const int u = x + dx < 0 ? 0 : x + dx > n - 1 ? n - 1 : x + dx; \
        sum = 2 * sum + ELEMENT(y, u); \
    } \
    RESULT = sum;
#define SHAPE_steps \
    int sum = 0; \
    for (int dy = -4; dy <= 4; dy += 4) { \
        for (int dx = 5; dx >= -5; dx -= 5) { \
            if (y + dy < n && y + dy > -1 && 0 <= x + dx && n > x + dx) { \
                sum += ELEMENT(y + dy, x + dx) - dx; \
            } \
        } \
    } \
    RESULT = sum;
#define SHAPE_triangle \
    int sum = 0; \
    for (int i = 0; i < 3; i++) { \
        for (int j = i; j < 4; j++) { if (IS_IN(y - i, x + j)) { sum += ELEMENT(y - i, x + j); } } \
    } \
    RESULT = sum;
#define SHAPE_half \
    int sum = 0; \
    AROUND { \
        if (x + dx < n / 2) { sum += IS_IN(y + dy, x + dx) ? ELEMENT(y + dy, x + dx) : 3; } \
        else { sum -= dy; } \
    } \
    RESULT = sum;
#define SHAPE_equal \
    int sum = 0; \
    AROUND { if (x + dx == 9 || y + dy == n - 2) { sum += dx + 5 * dy + 20; } } \
    RESULT = sum;
#define SHAPE_interior \
    if (y == 0 || y == n - 1 || x == 0 || x == n - 1) { \
        RESULT = -1; \
    } else { \
        RESULT = ELEMENT(y - 1, x) + 2 * ELEMENT(y + 1, x) + 3 * ELEMENT(y, x - 1) \
               + 4 * ELEMENT(y, x + 1); \
    }
#define SHAPE_rows \
    int up = 7; \
    if (y > 1 && y < n - 3) { up = ELEMENT(y - 2, x) + ELEMENT(y + 3, x); } \
    RESULT = up + (y == 4 ? 100 : 0);
#define SHAPE_one_row \
    int sum = 1; \
    for (int k = 0; k < 4; k++) { if (y + k >= n - 2) { sum = 3 * sum + k; } } \
    RESULT = sum;
#define SHAPE_wrapped_rows \
    RESULT = ELEMENT((y + 1) % n, x) - 2 * ELEMENT((y + n - 1) % n, (x + 1) % n);
#define SHAPE_cut_off \
    int sum = 0; \
    AROUND { \
        int v = y + dy, u = x + 2 * dx; \
        if (v < 0) { v = 0; } \
        if (v >= n) { v = n - 1; } \
        if (u < 0) u = 0; \
        if (n - 1 < u) u = n - 1; \
        sum += (2 * dy + dx) * ELEMENT(v, u) + u - v; \
    } \
    RESULT = sum;
#define SHAPE_cut_once \
    int u = x - 3, v = x + 2, w = y - 1; \
    if (u <= 0) { u = 2 % n; } \
    if (v > n - 1) { v = u < n ? u : 0; } \
    if (w < 0) { w = n - 1; } \
    RESULT = ELEMENT(y, u) - 3 * ELEMENT(y, v) + 7 * ELEMENT(w, x) + u + 10 * v;
#define SHAPE_cut_and_changed \
    int u = x - 1, v = x - 1; \
    if (u < 0) { u = 0; } else { u++; } \
    if (v < 0) { v = 0; } \
    v += v == n - 3; \
    RESULT = ELEMENT(y, u) + 3 * ELEMENT(y, v);
#define SHAPE_clamped_ints \
    int sum = 0; \
    AROUND { \
        const int v = amp_clamp(y + 2 * dy, 0, n - 1), u = amp_clamp(x + dx, 0, n - 1); \
        sum += (dy + 4 * dx) * ELEMENT(v, u) + 100 * u; \
    } \
    RESULT = sum;
#define SHAPE_clamped_otherwise \
    const int u = amp_clamp(x - 2, 3, n - 2), w = amp_clamp(y + 1, n - 1, 0); \
    const unsigned v = amp_clamp((unsigned)x - 1u, 2u, (unsigned)n + 1u); \
    const float z = amp_clamp((float)x - 1.5f, 0.0f, 4.0f); \
    RESULT = ELEMENT(w, u % n) + 3 * ELEMENT(y, (int)(v % (unsigned)n)) + (int)(2.0f * z) \
           + 5 * ELEMENT(amp_clamp(amp_imax(y - 3, 0), 1, n) % n, x) \
           + 7 * ELEMENT(y, amp_mad(x - 1, 0, n - 1));
#define SHAPES(X) \
    X(clamped_ints) X(clamped_otherwise) X(cut_off) X(cut_once) X(cut_and_changed) \
    X(box) X(next) X(largest) X(wrapped) X(clamped) X(chosen) X(steps) X(triangle) X(half) \
    X(equal) X(interior) X(rows) X(one_row) X(wrapped_rows)
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
#define SMALL(name) \
    AMP_TILED_KERNEL(small_##name, (3, 8), PARAMETERS) \
    { \
        const int y = tidx.global[0], x = tidx.global[1], n = a_shape.extent[0]; \
        if (y < n && x < n) { SHAPE_##name } \
    }
#define PHASED(name) \
    AMP_PHASED_KERNEL(phased_##name, (8, 16), PARAMETERS) \
    { \
        phase { \
            const int y = tidx.global[0], x = tidx.global[1], n = a_shape.extent[0]; \
            if (y < n && x < n) { SHAPE_##name } \
        } \
    }
#define SIMPLE(name) \
    AMP_KERNEL(simple_##name, 2, PARAMETERS) \
    { const int y = idx[0], x = idx[1], n = a_shape.extent[0]; SHAPE_##name }
SHAPES(TILED)
SHAPES(SMALL)
SHAPES(PHASED)
SHAPES(SIMPLE)
#define CUBE_AT(w, v, u) at(a, w, v, u)
#define CUBE_SUM \
    int sum = 0; \
    for (int dz = -1; dz <= 1; dz++) { \
        AROUND { \
            if (z + dz >= 0 && z + dz < n && IS_IN(y + dy, x + dx)) { \
                sum = sum * 2 + CUBE_AT(z + dz, y + dy, x + dx); \
            } \
        } \
    }
AMP_TILED_KERNEL(cube, (2, 4, 8), in(int, 3, a), out(int, 3, b))
{
    const int z = tidx.global[0], y = tidx.global[1], x = tidx.global[2], n = a_shape.extent[0];
    if (z < n && y < n && x < n) {
        CUBE_SUM
        at(b, z, y, x) = sum;
    }
}
/* What u was declared with is another number where it is used. */
AMP_TILED_KERNEL(moved, (16), in(int, 1, a), out(int, 1, b))
{
    const int x = tidx.global[0], n = a_shape.extent[0];
    int off = 2;
    int u = x - 4 + off;
    if (u < 0) { u = 0; }
    off = 7;
    for (int k = 0; k < 3; k++) {
        int v = x + k;
        if (v > n - 1) { v = n - 1; }
        off += k;
        u = u < n ? u : 0;
        at(b, x) = at(a, u) + off + 10 * at(a, v);
    }
}
AMP_TILED_KERNEL(moved_later, (16), in(int, 1, a), out(int, 1, b))
{
    tile_static(int, t, 16);
    const int x = tidx.global[0], l = tidx.local[0];
    int off = 2, most = 9;
    int u = x - 4 + off, v = x;
    if (u < 0) { u = 0; }
    if (v > most) { v = most; }
    t[l] = at(a, u);
    tile_barrier_wait(tidx);
    off = 7;
    most = 100;
    at(b, x) = at(a, u) + off + t[15 - l] + 100 * at(a, v) + most;
}
/* Sums of what stands before, from one half of tile memory to the other. */
AMP_TILED_KERNEL(halves, (64), in(int, 1, a), out(int, 1, b))
{
    tile_static(int, t, 128);
    const int l = tidx.local[0], i = tidx.global[0], n = a_shape.extent[0];
    int here = 0;
    t[l] = i < n ? at(a, i) : 0;
    tile_barrier_wait(tidx);
    for (int reach = 1; reach < 64; reach *= 2) {
        here = 1 - here;
        if (l >= reach) {
            t[64 * here + l] = t[64 * (1 - here) + l] + t[64 * (1 - here) + l - reach];
        } else {
            t[64 * here + l] = t[64 * (1 - here) + l];
        }
        tile_barrier_wait(tidx);
    }
    if (i < n) { at(b, i) = t[64 * here + l]; }
}
AMP_DEVICE_END

#include "matrix_shapes.h"

#undef ELEMENT
#undef RESULT
#undef CUBE_AT
#define CUBE_AT(w, v, u) from[((w) * n + (v)) * n + (u)]
#define ELEMENT(v, u) from[(v) * n + (u)]
#define RESULT want[y * n + x]
#define SERIAL(name) static void serial_##name(int y, int x) { SHAPE_##name }
SHAPES(SERIAL)

#define SHAPE_MORE(name) \
    RUN(small_##name, amp_tile(amp_extent(whole(3), whole(8)), 3, 8)); \
    RUN(phased_##name, amp_tile(amp_extent(whole(8), whole(16)), 8, 16));
SHAPES(SHAPE_TEST)

TEST(what_an_index_began_with_changes)
{
    int x, u, v;
    amp_array_view a, b;
    n = 48;
    fill();
    for (x = 0; x < n; x++) {
        u = x < 2 ? 0 : x - 2;
        v = x + 2 < n ? x + 2 : n - 1;
        want[x] = from[u] + 10 + 10 * from[v];
    }
    a = amp_view(int, from, n);
    b = amp_view(int, got, n);
    CHECK(right(parallel_for_each(amp_tile(amp_extent(n), 16), moved, a, b), b));
    for (x = 0; x < n; x++) {
        const int other = x / 16 * 16 + 15 - x % 16;
        want[x] = from[x < 2 ? 0 : x - 2] + 107 + from[other < 2 ? 0 : other - 2]
            + 100 * from[x > 9 ? 9 : x];
    }
    CHECK(right(parallel_for_each(amp_tile(amp_extent(n), 16), moved_later, a, b), b));
    amp_release(a);
    amp_release(b);
}

TEST(cube)
{
    int z, y, x;
    for (n = 1; n < 24; n += 11) {
        amp_array_view a, b;
        fill();
        for (z = 0; z < n; z++) {
            for (y = 0; y < n; y++) {
                for (x = 0; x < n; x++) {
                    CUBE_SUM
                    want[(z * n + y) * n + x] = sum;
                }
            }
        }
        a = amp_view(int, from, n, n, n);
        b = amp_view(int, got, n, n, n);
        CHECK(right(parallel_for_each(amp_tile(amp_extent(whole(2), whole(4), whole(8)), 2, 4, 8),
                                      cube, a, b), b));
        amp_release(a);
        amp_release(b);
    }
}

TEST(two_halves)
{
    int i;
    for (n = 1; n < 2000; n = 2 * n + 29) {
        amp_array_view a, b;
        fill();
        for (i = 0; i < n; i++) {
            want[i] = from[i] + (i % 64 > 0 ? want[i - 1] : 0);
        }
        a = amp_view(int, from, n);
        b = amp_view(int, got, n);
        CHECK(right(parallel_for_each(amp_tile(amp_extent(whole(64)), 64), halves, a, b), b));
        amp_release(a);
        amp_release(b);
    }
}
