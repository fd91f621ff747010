/* SPDX-License-Identifier: MIT */
/* run: quick */
/* Indices, extents and views as values inside kernels: arithmetic, the guard of a padded launch,
   sections, projections and other shapes of a parameter, and views passed as a group; numbers of
   16 bits. */
#include <math.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
/* The sum of what all functions of an index give, for i and j, each weighed. */
static inline int digest(amp_index i)
{
    return i.rank * 1000 + i.dim[0] + 10 * i.dim[1] + 100 * i.dim[2];
}
static inline int digest_extent(amp_extent e) { return digest(amp_index_of(e)); }
static inline int index_arithmetic(amp_index i, amp_index j)
{
    int s = digest(amp_index_add(i, j));
    s = s * 3 + digest(amp_index_sub(i, j));
    s = s * 3 + digest(amp_index_add_int(i, 4));
    s = s * 3 + digest(amp_index_sub_int(i, 5));
    s = s * 3 + digest(amp_index_mul_int(i, -3));
    s = s * 3 + digest(amp_index_div_int(i, 2));
    s = s * 3 + digest(amp_index_mod_int(i, 3));
    s = s * 3 + digest(amp_int_sub_index(7, i));
    s = s * 3 + digest(amp_int_div_index(50, j));
    s = s * 3 + digest(amp_int_mod_index(50, j));
    return s % 10007 + amp_index_equal(i, j) + amp_index_div_int(i, 0).rank;
}
static inline int extent_arithmetic(amp_extent e, amp_extent f, amp_index i)
{
    int s = digest_extent(amp_extent_add(e, f));
    s = s * 3 + digest_extent(amp_extent_sub(e, f));
    s = s * 3 + digest_extent(amp_extent_add_index(e, i));
    s = s * 3 + digest_extent(amp_extent_sub_index(e, i));
    s = s * 3 + digest_extent(amp_extent_add_int(e, 4));
    s = s * 3 + digest_extent(amp_extent_sub_int(e, 1));
    s = s * 3 + digest_extent(amp_extent_mul_int(e, 3));
    s = s * 3 + digest_extent(amp_extent_div_int(e, 2));
    s = s * 3 + digest_extent(amp_extent_mod_int(e, 3));
    s = s * 3 + digest_extent(amp_int_sub_extent(7, e));
    s = s * 3 + digest_extent(amp_int_div_extent(50, e));
    s = s * 3 + digest_extent(amp_int_mod_extent(50, e));
    return s % 10007 + (int)amp_extent_size(e) * 3 + amp_extent_equal(e, f)
        + 2 * amp_extent_contains(e, i);
}
AMP_KERNEL(arithmetic, 2, value(amp_extent, e), out(int, 2, v))
{
    const amp_index i = amp_index_from(2, idx), j = amp_index(idx[1] + 1, 2);
    at(v, i.dim[0], i.dim[1]) = index_arithmetic(i, j)
        + extent_arithmetic(e, amp_extent(idx[0] + 1, 3), i);
}
AMP_KERNEL(arithmetic3, 3, value(amp_index, j), out(int, 3, v))
{
    amp_index i = amp_index_from(3, idx);
    i = amp_index_add(i, amp_index(1, 1, 1));
    at_index(v, idx) = index_arithmetic(i, j)
        + extent_arithmetic(amp_get_extent(v), amp_extent_of(i), j);
}

/* The guard of a padded launch, written three ways. */
AMP_TILED_KERNEL(padded_tiled, (4, 8), inout(int, 2, v), out(int, 2, w))
{
    tile_static(int, t, 4, 8);
    const int inside = amp_contains(v, tidx.global);
    t[tidx.local[0]][tidx.local[1]] = inside ? at_index(v, tidx.global) : -1;
    tile_barrier_wait(tidx);
    if (amp_extent_contains(amp_get_extent(w), amp_index_from(2, tidx.global))) {
        at_index(w, tidx.global) = t[3 - tidx.local[0]][7 - tidx.local[1]] + inside;
    }
}
AMP_PHASED_KERNEL(padded_phased, (4, 8), inout(int, 2, v), out(int, 2, w))
{
    tile_static(int, t, 4, 8);
    phase {
        t[tidx.local[0]][tidx.local[1]]
            = amp_contains(v, tidx.global) ? at_index(v, tidx.global) : -1;
    }
    phase {
        const amp_extent e = amp_get_extent(w);
        if (amp_extent_contains(e, amp_index(tidx.global[0], tidx.global[1]))) {
            at_index(w, tidx.global) = t[3 - tidx.local[0]][7 - tidx.local[1]] + 1;
        }
    }
}
AMP_KERNEL(padded_line, 1, inout(int, 1, v))
{
    if (amp_contains(v, idx)) {
        at(v, idx[0]) += 1;
    }
}
AMP_KERNEL(padded_space, 3, inout(int, 3, v))
{
    if (amp_contains(v, idx)) {
        at_index(v, idx) += 1;
    }
}

/* Views made in the kernel. */
static inline int sum_of_row(amp_global_ptr(const int) row, int n)
{
    int k, s = 0;
    for (k = 0; k < n; k++) {
        s += row[k];
    }
    return s;
}
AMP_KERNEL(made_views, 2, in(int, 3, a), in(int, 1, flat), out(int, 2, v))
{
    amp_let_projection(slice, 2, a, idx[0]);
    amp_let_projection(row, 1, slice, idx[1]);
    amp_let_section(part, 2, slice, (1, 2), (2, 3));
    amp_let_section(tail, 1, row, (1), (row_shape.extent[0] - 1));
    amp_let_view_as(rows, 2, flat, (3, 4));
    amp_let_view_as(cube, 3, flat, (2, 3, 2));
    amp_let_section(block, 3, a, (0, 1, 1), (2, 2, 2));
    const amp_extent e = amp_get_extent(part);
    const int inner[3] = { 1, 1, 1 };
    at(v, idx[0], idx[1]) = at(row, 2) + 10 * at(part, 1, 2) + 100 * at(tail, 0)
        + 1000 * at(rows, 2, idx[1]) + 10000 * at(cube, idx[0], 2, 1)
        + 100000 * at_index(block, inner) + e.dim[0] * 1000000 + e.dim[1] * 10000000
        + sum_of_row(tail, tail_shape.extent[0]);
}
AMP_TILED_KERNEL(made_tiled, (4), inout(int, 2, v), value(int, k))
{
    tile_static(int, t, 4);
    amp_let_projection(row, 1, v, k);
    t[tidx.local[0]] = at(row, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(row, tidx.global[0]) = t[3 - tidx.local[0]];
}
AMP_PHASED_KERNEL(made_phased, (4), inout(int, 2, v), value(int, k))
{
    tile_static(int, t, 4);
    amp_let_projection(row, 1, v, k);
    phase { t[tidx.local[0]] = at(row, tidx.global[0]); }
    phase { at(row, tidx.global[0]) = t[3 - tidx.local[0]]; }
}

/* Views that belong together, as one name: a macro that lists them. */
#define FIELD(f) inout(float, 2, f##_u), in(float, 2, f##_v)
#define MAGNITUDE(f, i) (at_index(f##_u, i) * at_index(f##_u, i) \
                         + at_index(f##_v, i) * at_index(f##_v, i))
AMP_KERNEL(group_simple, 2, FIELD(now), value(float, scale))
{
    at_index(now_u, idx) = scale * MAGNITUDE(now, idx);
}
AMP_TILED_KERNEL(group_tiled, (2, 2), FIELD(now), value(float, scale))
{
    tile_static(float, t, 2, 2);
    t[tidx.local[0]][tidx.local[1]] = MAGNITUDE(now, tidx.global);
    tile_barrier_wait(tidx);
    at_index(now_u, tidx.global) = scale * t[tidx.local[0]][tidx.local[1]];
}

/* Numbers of 16 bits: in views, tile memory, phases and as a value. */
AMP_KERNEL(widen, 1, in(amp_half, 1, h), out(float, 1, x))
{
    at(x, idx[0]) = amp_half_to_float(at(h, idx[0]));
}
AMP_PHASED_KERNEL(narrow, (64), in(float, 1, x), out(amp_half, 1, h))
{
    phase {
        at_index(h, tidx.global) = amp_float_to_half(at_index(x, tidx.global));
    }
}
AMP_TILED_KERNEL(turn_and_scale, (64), value(amp_half, a), inout(amp_half, 1, h))
{
    tile_static(amp_half, t, 64);
    const int l = tidx.local[0];
    t[l] = at_index(h, tidx.global);
    tile_barrier_wait(tidx);
    at_index(h, tidx.global) = amp_float_to_half(amp_half_to_float(a)
                                                 * amp_half_to_float(t[63 - l]));
}
AMP_DEVICE_END

TEST(arithmetic_in_kernels_is_that_of_the_host)
{
    static int v[6][5], w[3][4][5];
    const amp_extent e = amp_extent(6, 5);
    const amp_index j = amp_index(3, 1, 2);
    int x, y, z;
    SKIP_ON_LLVMPIPE("Mesa 22.3's llvmpipe crashes where a variable indexes an array in a value");
    CHECK_OK(parallel_for_each(e, arithmetic, e, amp_view_extent(int, v, e)));
    CHECK_OK(amp_synchronize(amp_view_extent(int, v, e)));
    for (y = 0; y < 6; y++) {
        for (x = 0; x < 5; x++) {
            const amp_index i = amp_index(y, x);
            CHECK_INT(v[y][x], ==, index_arithmetic(i, amp_index(x + 1, 2))
                      + extent_arithmetic(e, amp_extent(y + 1, 3), i));
        }
    }
    CHECK_OK(parallel_for_each(amp_extent(3, 4, 5), arithmetic3, j, amp_view(int, w, 3, 4, 5)));
    CHECK_OK(amp_synchronize(amp_view(int, w, 3, 4, 5)));
    for (z = 0; z < 3; z++) {
        for (y = 0; y < 4; y++) {
            for (x = 0; x < 5; x++) {
                const amp_index i = amp_index(z + 1, y + 1, x + 1);
                CHECK_INT(w[z][y][x], ==, index_arithmetic(i, j)
                          + extent_arithmetic(amp_extent(3, 4, 5), amp_extent_of(i), j));
            }
        }
    }
}

TEST(the_guard_of_a_padded_launch)
{
    static int v[10][13], w[10][13];
    const amp_array_view a = amp_view(int, v, 10, 13), b = amp_view(int, w, 10, 13);
    const amp_tiled_extent padded = amp_pad(amp_tile(a.extent, 4, 8));
    int k, y, x;
    for (k = 0; k < 2; k++) {
        for (y = 0; y < 10; y++) {
            for (x = 0; x < 13; x++) {
                v[y][x] = y * 100 + x;
                w[y][x] = -7;
            }
        }
        CHECK_OK(amp_refresh(a));
        CHECK_OK(k == 0 ? parallel_for_each(padded, padded_tiled, a, b)
                        : parallel_for_each(padded, padded_phased, a, b));
        CHECK_OK(amp_synchronize(b));
        for (y = 0; y < 10; y++) {
            for (x = 0; x < 13; x++) {
                const int i = y / 4 * 4 + 3 - y % 4, j = x / 8 * 8 + 7 - x % 8;
                CHECK_INT(w[y][x], ==, (i < 10 && j < 13 ? i * 100 + j : -1) + 1);
            }
        }
    }
}

TEST(more_threads_than_elements)
{
    static int line[7], space[24];
    int i;
    CHECK_OK(parallel_for_each(amp_extent(64), padded_line, amp_view(int, line, 7)));
    CHECK_OK(parallel_for_each(amp_extent(3, 5, 6), padded_space, amp_view(int, space, 2, 3, 4)));
    CHECK_OK(amp_synchronize(amp_view(int, line, 7)));
    CHECK_OK(amp_synchronize(amp_view(int, space, 2, 3, 4)));
    for (i = 0; i < 7; i++) {
        CHECK_INT(line[i], ==, 1);
    }
    for (i = 0; i < 24; i++) {
        CHECK_INT(space[i], ==, 1);
    }
}

TEST(views_that_a_kernel_makes)
{
    static int a[72], flat[12], v[8], sections[72];
#define A(i, j, k) a[(i) * 24 + (j) * 6 + (k)]
    const amp_array_view all = amp_view(int, a, 3, 4, 6);
    int i, j, k;
    for (i = 0; i < 72; i++) {
        a[i] = i % 10;
    }
    for (i = 0; i < 12; i++) {
        flat[i] = (i * 3 + 1) % 10;
    }
    for (k = 0; k < 2; k++) { /* whole; and of a section, whose rows have gaps */
        const int up = k, in = k;
        CHECK_OK(parallel_for_each(amp_extent(2, 3 + !k), made_views,
                                   k == 0 ? all : amp_section(all, amp_index(1, 0, 1),
                                                              amp_extent(2, 4, 5)),
                                   amp_view(int, flat, 12), amp_view(int, v, 2, 4)));
        CHECK_OK(amp_synchronize(amp_view(int, v, 2, 4)));
        for (i = 0; i < 2; i++) {
            for (j = 0; j < 3 + !k; j++) {
                int want = A(i + up, j, 2 + in) + 10 * A(i + up, 2, 4 + in)
                    + 100 * A(i + up, j, 1 + in) + 1000 * flat[8 + j]
                    + 10000 * flat[i * 6 + 5] + 100000 * A(1 + up, 2, 2 + in) + 32000000, x;
                for (x = 1; x < 6 - k; x++) {
                    want += A(i + up, j, x + in);
                }
                CHECK_INT(v[i * 4 + j], ==, want);
            }
        }
    }
    for (i = 0; i < 72; i++) {
        sections[i] = i;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8), 4), made_tiled,
                               amp_view(int, sections, 8, 9), 2));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8), 4), made_phased,
                               amp_view(int, sections, 8, 9), 5));
    CHECK_OK(amp_synchronize(amp_view(int, sections, 8, 9)));
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 9; j++) {
            const int moved = (i == 2 || i == 5) && j < 8;
            CHECK_INT(sections[i * 9 + j], ==, i * 9 + (moved ? j / 4 * 4 + 3 - j % 4 : j));
        }
    }
}

/* A struct of views on the host; in the kernel a macro lists them. */
typedef struct field { amp_array_view u, v; } field;
#define GIVE(f) (f).u, (f).v

TEST(views_passed_as_a_group)
{
    static float u[16], v[16];
    field now;
    int i, k;
    now.u = amp_view(float, u, 4, 4);
    now.v = amp_view(const float, v, 4, 4);
    for (k = 0; k < 2; k++) {
        for (i = 0; i < 16; i++) {
            u[i] = (float)i;
            v[i] = (float)(i + 1);
        }
        CHECK_OK(amp_refresh(now.u));
        CHECK_OK(amp_refresh(now.v));
        CHECK_OK(k == 0 ? parallel_for_each(now.u.extent, group_simple, GIVE(now), 2.0f)
                        : parallel_for_each(amp_tile(now.u.extent, 2, 2), group_tiled, GIVE(now),
                                            2.0f));
        CHECK_OK(amp_synchronize(now.u));
        for (i = 0; i < 16; i++) {
            CHECK_FLOAT(u[i], ==, 2 * (i * i + (i + 1) * (i + 1)));
        }
    }
}

/* What a number of 16 bits is, by its definition. */
static float by_definition(unsigned bits)
{
    const int exponent = (int)(bits >> 10 & 31u), fraction = (int)(bits & 1023u);
    const double x = exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25);
    return (float)(bits >> 15 != 0 ? -x : x);
}

TEST(all_numbers_of_16_bits)
{
    static amp_half h[65536];
    static float x[65536];
    unsigned k;
    for (k = 0; k < 65536; k++) {
        h[k].bits = (unsigned short)k;
    }
    CHECK_OK(parallel_for_each(amp_extent(65536), widen, amp_view(const amp_half, h, 65536),
                               amp_view(float, x, 65536)));
    CHECK_OK(amp_synchronize(amp_view(float, x, 65536)));
    for (k = 0; k < 65536; k++) {
        const float host = amp_half_to_float(h[k]), want = by_definition(k);
        if ((k & 0x7fffu) > 0x7c00u) {
            CHECK(x[k] != x[k] && host != host);
        } else if ((k & 0x7fffu) == 0x7c00u) {
            CHECK(x[k] > 3e38f || x[k] < -3e38f);
            CHECK((x[k] < 0) == (k == 0xfc00u) && x[k] == host && x[k] / 2 == x[k]);
        } else {
            CHECK(memcmp(&x[k], &want, 4) == 0 && memcmp(&host, &want, 4) == 0);
        }
        if ((k & 0x7fffu) <= 0x7c00u) {
            CHECK_UINT(amp_float_to_half(host).bits, ==, k);
        }
    }
}

/* Between each two neighbours: their middle, which goes to the even one, and what is next to it. */
TEST(floats_become_the_nearest_number_of_16_bits)
{
    enum { N = 0x7c00 * 6 };
    static float x[N];
    static amp_half h[N], want[N];
    static const struct { float x; unsigned bits; } limits[] = {
        { 65504.0f, 0x7bff }, { 65519.996f, 0x7bff }, { 65520.0f, 0x7c00 }, { 3.4e38f, 0x7c00 },
        { -65519.996f, 0xfbff }, { -65520.0f, 0xfc00 }, { -1e30f, 0xfc00 }, { 1e-30f, 0 },
        { -1e-30f, 0x8000 }, { 1e-44f, 0 }, { 2.9802322e-8f, 0 }, { 2.9802326e-8f, 1 },
        { 6.0975552e-5f, 0x3ff }, { 6.1035156e-5f, 0x400 }, { -0.0f, 0x8000 }, { 1.0f, 0x3c00 },
        { 0.33333333f, 0x3555 }, { 0.5f, 0x3800 }, { 0.99999994f, 0x3c00 } };
    /* on threads each 31st, the last among them: as many as fill tiles */
    const int step = tap_on_engine("threads") ? 31 : 1, count = N / step;
    int k, i, n = 0;
    for (k = step - 1; k < 0x7c00; k += step) {
        const float low = by_definition((unsigned)k);
        const float high = k == 0x7bff ? 65536.0f : by_definition((unsigned)k + 1);
        const float middle = (low + high) / 2;
        const int even = k % 2 == 0 ? k : k + 1;
        for (i = 0; i < 6; i++, n++) {
            const float a = i % 3 == 0 ? middle : nextafterf(middle, i % 3 == 1 ? 0 : 1e9f);
            x[n] = i < 3 ? a : -a;
            want[n].bits = (unsigned short)((i % 3 == 0 ? even : i % 3 == 1 ? k : k + 1)
                                         + (i < 3 ? 0 : 0x8000));
        }
    }
    CHECK_INT(n, ==, count);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(n), 64), narrow, amp_view(const float, x, n),
                               amp_view(amp_half, h, n)));
    CHECK_OK(amp_synchronize(amp_view(amp_half, h, n)));
    for (k = 0; k < n; k++) {
        CHECK_UINT(h[k].bits, ==, want[k].bits);
        CHECK_UINT(amp_float_to_half(x[k]).bits, ==, want[k].bits);
    }
    for (k = 0; k < (int)(sizeof(limits) / sizeof(limits[0])); k++) {
        CHECK_UINT(amp_float_to_half(limits[k].x).bits, ==, limits[k].bits);
        x[k] = limits[k].x;
    }
    x[k] = x[3] * 2;
    x[k + 1] = x[k] - x[k]; /* infinity, and NaN */
    CHECK_OK(amp_refresh(amp_view(const float, x, N)));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(64), 64), narrow, amp_view(const float, x, 64),
                               amp_view(amp_half, h, 64)));
    CHECK_OK(amp_synchronize(amp_view(amp_half, h, 64)));
    for (i = 0; i < k; i++) {
        CHECK_UINT(h[i].bits, ==, limits[i].bits);
    }
    CHECK_UINT(h[k].bits, ==, 0x7c00);
    CHECK((h[k + 1].bits & 0x7fffu) > 0x7c00u && amp_half_to_float(h[k + 1]) != 0);
}

TEST(numbers_of_16_bits_in_tile_memory_and_as_a_value)
{
    amp_half h[128], a = amp_float_to_half(0.25f);
    int k;
    for (k = 0; k < 128; k++) {
        h[k] = amp_float_to_half((float)k);
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(128), 64), turn_and_scale, a,
                               amp_view(amp_half, h, 128)));
    CHECK_OK(amp_synchronize(amp_view(amp_half, h, 128)));
    for (k = 0; k < 128; k++) {
        CHECK_FLOAT(amp_half_to_float(h[k]), ==, (k / 64 * 64 + 63 - k % 64) * 0.25);
    }
}
