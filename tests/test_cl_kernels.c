/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL plain turn=compiler,0/2 */
/* Kernels on an OpenCL device: what the language has, against the same text on
   the emulator. Skipped where there is no device. */
#define AMP_SHORT_NAMES
#define TAP_LIMIT 240 /* a first launch compiles, slowly on a CPU */
#include "amp.h"
#include "tap.h"
#include "test_cl_header.h"
#include <math.h>
#include <stdbool.h>

AMP_DEVICE_BEGIN
#define REAL float
AMP_KERNEL(values, 1, value(size_t, n), value(bool, b), value(_Bool, c), value(ptrdiff_t, d),
           value(uintptr_t, u), value(intptr_t, i), value(REAL, r), value(unsigned int, min),
           out(amp_int64, 1, y))
{
    at(y, 0) = (amp_int64)n;
    at(y, 1) = b ? 10 : 0;
    at(y, 2) = c ? 10 : 0;
    at(y, 3) = d;
    at(y, 4) = (amp_int64)u;
    at(y, 5) = i;
    at(y, 6) = (amp_int64)(r * 4);
    at(y, 7) = min;
    n--;
    at(y, 8) = (amp_int64)n + (amp_int64)sizeof(n) + (amp_int64)sizeof(b) + y_shape.extent[0];
}
AMP_TILED_KERNEL(values_of_tile, (8), value(size_t, n), value(bool, b), in(size_t, 1, step),
                 in(bool, 1, more), out(size_t, 1, y))
{
    n -= (size_t)step_shape.extent[0];
    at_index(y, tidx.global) = n + b + at_index(step, tidx.global) + at_index(more, tidx.global);
}
typedef struct body { float x, y; int kind; } body;
static const int primes[4] = { 2, 3, 5, 7 };
static inline int max(int a, int b) { return a > b ? a : b; }
static inline float total(amp_global_ptr(const float) p, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) { sum += p[i]; }
    return sum;
}
static inline int highest(amp_tile_ptr(int) t, int n)
{
    int best = t[0];
    for (int i = 1; i < n; i++) { best = max(best, t[i]); }
    return best;
}
AMP_KERNEL(structs, 1, value(body, shift), inout(body, 1, bodies))
{
    at(bodies, idx[0]).x += shift.x;
    at(bodies, idx[0]).kind = primes[shift.kind + idx[0] % 2];
    if (idx[0] % 3 == 0) { return; }
    at(bodies, idx[0]).y -= shift.y;
}
AMP_KERNEL(weighted, 3, value(int, by), inout(int, 3, v)) { at_index(v, idx) += by * (1 + idx[0]); }
AMP_KERNEL(helpers, 2, in(float, 2, m), out(float, 2, sums), value(int, local))
{
    int global = local, kernel = 1, constant = 0, private = 0, half = 0;
    at_index(sums, idx) = total(&at(m, idx[0], 0), idx[1] + 1)
        + (float)(global * kernel + constant + private + half);
}
AMP_KERNEL(volume, 3, in(int, 3, a), out(int, 3, b))
{
    at_index(b, idx) = at(a, idx[0], idx[1], idx[2]) * 10 + idx[0] + idx[1] + idx[2];
}
AMP_TILED_KERNEL(best_of_tile, (4, 8), in(int, 2, v), out(int, 2, best))
{
    tile_static(int, t, 32);
    const int me = tidx.local[0] * 8 + tidx.local[1];
    t[me] = at_index(v, tidx.global);
    tile_barrier_wait_with_tile_static_memory_fence(tidx);
    if (me == 0) { at_index(best, tidx.tile) = highest(t, 32); }
    tile_barrier_wait_with_global_memory_fence(tidx);
    amp_all_memory_fence(tidx);
}
AMP_TILED_KERNEL(sum_of_tile, (64), in(int, 1, v), out(int, 1, sums))
{
    tile_static(int, t, 64);
    const int l = tidx.local[0];
    t[l] = at_index(v, tidx.global);
    for (int d = 32; d > 0; d /= 2) { /* the barrier comes first: PoCL 3.1's own method fails */
        tile_barrier_wait(tidx);
        if (l < d) { t[l] += t[l + d]; }
    }
    if (l == 0) { at_index(sums, tidx.tile) = t[0]; }
}
AMP_PHASED_KERNEL(left_phases, (16), inout(int, 1, v))
{
    tile_static(int, t, 16);
    thread_private(int, own, 2);
    phase { mine(own, 0) = at_index(v, tidx.global); mine(own, 1) = 1; t[tidx.local[0]] = 0; }
    phase {
        if (tidx.local[0] % 2) { break; }
        t[tidx.local[0]] = mine(own, 0);
    }
    phase_first(8) { t[tidx.local[0]] += 100 + tile_index.tile[0]; }
    phase {
        if (tidx.local[0] == 3) { continue; }
        at_index(v, tidx.global) = t[15 - tidx.local[0]] + mine(own, 1);
    }
}
AMP_KERNEL(atomics, 1, inout(int, 1, n), inout(float, 1, f), inout(unsigned, 1, u))
{
    (void)amp_atomic_fetch_add(&at(n, 0), idx[0]);
    (void)amp_atomic_fetch_max(&at(n, 1), idx[0]);
    (void)amp_atomic_fetch_min(&at(n, 2), -idx[0]);
    (void)amp_atomic_fetch_or(&at(n, 3), 1 << (idx[0] % 31));
    (void)amp_atomic_fetch_inc(&at(n, 4));
    (void)amp_atomic_fetch_add(&at(f, 0), 0.5f);
    (void)amp_atomic_fetch_max(&at(f, 1), (float)idx[0]);
    (void)amp_atomic_exchange(&at(u, 0), 7u);
    int seen = 0;
    while (!amp_atomic_compare_exchange(&at(n, 5), &seen, seen + 2)) { }
}
AMP_TILED_KERNEL(tile_atomics, (32), out(int, 1, counts))
{
    tile_static(int, t, 1);
    if (tidx.local[0] == 0) { t[0] = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&t[0], tidx.global[0]);
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) { at_index(counts, tidx.tile) = t[0]; }
}
AMP_KERNEL(wide_atomics, 1, inout(amp_int64, 1, n), inout(double, 1, d))
{
    (void)amp_atomic_fetch_add(&at(n, 0), 1LL << 33);
    (void)amp_atomic_fetch_max(&at(n, 1), (amp_int64)idx[0] << 32);
    (void)amp_atomic_fetch_add(&at(d, 0), 0.25);
}
AMP_KERNEL(maths, 1, in(float, 1, x), out(float, 2, y))
{
    const float a = at(x, idx[0]);
    at(y, 0, idx[0]) = sqrtf(a) + fabsf(-a) + fmaxf(a, 1.0f) + floorf(a) + (float)abs(-3);
    at(y, 1, idx[0]) = sinf(a);
    at(y, 2, idx[0]) = powf(a, 1.5f);
    at(y, 3, idx[0]) = fmaf(a, a, 1.0f);
    at(y, 4, idx[0]) = amp_precise_rsqrt(a);
    at(y, 5, idx[0]) = 1.0f / a;
}
AMP_KERNEL(shifts, 1, in(unsigned long long, 1, x), out(unsigned long long, 1, y))
{
    at(y, idx[0]) = (at(x, idx[0]) * 6364136223846793005ULL + 1442695040888963407ULL) >> 33;
}
/* An index that is read: no compiler knows which elements the loop will meet. */
AMP_KERNEL(both_ways, 1, in(int, 1, order), in(unsigned, 2, x), inout(unsigned, 2, y))
{
    const int i = at(order, idx[0]);
    at(y, i, 0) += at(x, i, 0) + 1;
    at(y, i, 0) *= at(x, i, 0);
}
AMP_KERNEL(named_as_a_function, 1, out(int, 1, abs))
{
    at(abs, idx[0]) = abs_shape.extent[0];
}
AMP_KERNEL(kernel, 1, out(int, 1, step)) { at(step, idx[0]) = 9; }
AMP_KERNEL(min, 1, out(int, 1, v)) { at(v, idx[0]) = 8; }
/* Threads of a tile multiply once each, in front of a loop that is the same for all. */
#define NARROW(name, dims, n)                                                                  \
    AMP_TILED_KERNEL(name, dims, inout(int, n, y), value(int, turns))                          \
    {                                                                                          \
        tile_static(int, t, 12);                                                               \
        tile_static(int, u, 8);                                                                \
        const int l = local_id(tidx.local);                                                    \
        t[l] = at_index(y, tidx.global);                                                       \
        u[l] = 0;                                                                              \
        tile_barrier_wait(tidx);                                                               \
        t[l] *= 7;                                                                             \
        for (int i = 0; i < turns; i++) { (void)amp_atomic_fetch_add(&u[7 - l], i + 1); }      \
        tile_barrier_wait(tidx);                                                               \
        at_index(y, tidx.global) = t[l] * 1000 + u[l] * 100 + l * 10 + tidx.tile[0];           \
    }
#define local_id(p) (p[0])
NARROW(narrow, (4, 1), 2)
NARROW(narrow_of_three, (4, 1, 1), 3)
#undef local_id
#define local_id(p) (p[1] * 2 + p[0])
NARROW(narrow_plane, (2, 4, 1), 3)
#undef local_id
/* A macro that makes two kernels: each is in the other's program. */
#define BESIDE(name, dims, n, name2, dims2, n2)                                                \
    AMP_TILED_KERNEL(name, dims, inout(int, n, y)) { at_index(y, tidx.global) += 1; }          \
    AMP_TILED_KERNEL(name2, dims2, inout(int, n2, y)) { at_index(y, tidx.global) += 2; }
BESIDE(narrow_beside, (4, 1, 1), 3, plane_beside, (4, 3), 2)
AMP_TILED_KERNEL(narrow_aborts, (4, 1), inout(int, 2, y))
{
    if (at_index(y, tidx.global) == 5) { amp_abort(); }
}
AMP_DEVICE_END

static amp_accelerator_view device(void)
{
    const amp_accelerator a = amp_accelerator_find("opencl");
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    return amp_accelerator_default_view(a);
}
#define ON_DEVICE(...)                                                        \
    do {                                                                      \
        const amp_status status = amp_parallel_for_each_on(device(), __VA_ARGS__); \
        CHECK_OK(status);                                                     \
    } while (0)

TEST(structs_values_and_tables)
{
    body b[50];
    const body shift = { 0.5f, 2, 1 };
    int i;
    for (i = 0; i < 50; i++) {
        b[i].x = b[i].y = (float)i;
        b[i].kind = 0;
    }
    ON_DEVICE(amp_extent(50), structs, shift, amp_view(body, b, 50));
    CHECK_OK(amp_synchronize(amp_view(body, b, 50)));
    for (i = 0; i < 50; i++) {
        CHECK_FLOAT(b[i].x, ==, i + 0.5);
        CHECK_FLOAT(b[i].y, ==, i % 3 == 0 ? i : i - 2);
        CHECK_INT(b[i].kind, ==, i % 2 ? 5 : 3);
    }
}

TEST(values_of_types_that_opencl_does_not_pass)
{
    amp_int64 y[9];
    size_t z[8], w[8];
    bool more[8];
    int i;
    ON_DEVICE(amp_extent(1), values, (size_t)1 << 40, true, false, -5, 77, -((intptr_t)1 << 50),
              2.5f, 5, amp_view(amp_int64, y, 9));
    CHECK_OK(amp_synchronize(amp_view(amp_int64, y, 9)));
    CHECK_INT(y[0], ==, 1LL << 40);
    CHECK_INT(y[1], ==, 10);
    CHECK_INT(y[2], ==, 0);
    CHECK_INT(y[3], ==, -5);
    CHECK_INT(y[4], ==, 77);
    CHECK_INT(y[5], ==, -(1LL << 50));
    CHECK_INT(y[6], ==, 10);
    CHECK_INT(y[7], ==, 5);
    CHECK_INT(y[8], ==, (1LL << 40) - 1 + 8 + 1 + 9);
    for (i = 0; i < 8; i++) {
        z[i] = (size_t)i << 33;
        more[i] = i % 2;
    }
    ON_DEVICE(amp_tile(amp_extent(8), 8), values_of_tile, (size_t)1 << 50, true,
              amp_view(size_t, z, 8), amp_view(bool, more, 8), amp_view(size_t, w, 8));
    CHECK_OK(amp_synchronize(amp_view(size_t, w, 8)));
    for (i = 0; i < 8; i++) {
        CHECK_UINT(w[i], ==, ((size_t)1 << 50) - 8 + 1 + z[i] + (size_t)(i % 2));
    }
}

TEST(helpers_take_pointers_and_words_of_opencl_are_names)
{
    float m[7][13], s[7][13];
    int i, j;
    for (i = 0; i < 7; i++) {
        for (j = 0; j < 13; j++) {
            m[i][j] = (float)i;
        }
    }
    ON_DEVICE(amp_extent(7, 13), helpers, amp_view(float, m, 7, 13), amp_view(float, s, 7, 13), 2);
    CHECK_OK(amp_synchronize(amp_view(float, s, 7, 13)));
    for (i = 0; i < 7; i++) {
        for (j = 0; j < 13; j++) {
            CHECK_FLOAT(s[i][j], ==, i * (j + 1) + 2);
        }
    }
}

TEST(simple_kernels_of_any_extent)
{
    static const int sizes[][3] = { { 1, 1, 1 }, { 1, 1, 1000 }, { 3, 1, 7 }, { 40, 33, 5 },
                                    { 2, 300, 257 } };
    size_t n;
    for (n = 0; n < sizeof(sizes) / sizeof(sizes[0]); n++) {
        const int *e = sizes[n], count = e[0] * e[1] * e[2];
        int *a = (int *)malloc(sizeof(int) * (size_t)count);
        int *b = (int *)malloc(sizeof(int) * (size_t)count);
        int i;
        CHECK(a != NULL && b != NULL);
        for (i = 0; i < count; i++) {
            a[i] = i;
            b[i] = -1;
        }
        ON_DEVICE(amp_extent(e[0], e[1], e[2]), volume, amp_view(int, a, e[0], e[1], e[2]),
                  amp_view(int, b, e[0], e[1], e[2]));
        CHECK_OK(amp_synchronize(amp_view(int, b, e[0], e[1], e[2])));
        for (i = 0; i < count; i++) {
            CHECK_INT(b[i], ==, i * 10 + i / e[2] / e[1] + i / e[2] % e[1] + i % e[2]);
        }
        CHECK_OK(amp_release(amp_view(int, a, e[0], e[1], e[2])));
        CHECK_OK(amp_release(amp_view(int, b, e[0], e[1], e[2])));
        free(a);
        free(b);
    }
}

/* x and y: the same, columns of one array in turns, or two arrays. */
TEST(views_that_share_memory)
{
    static const int sizes[] = { 1, 7, 1009, 70000 };
    size_t k;
    for (k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        const int n = sizes[k];
        int *order = (int *)malloc(sizeof(int) * (size_t)n), i, way;
        unsigned *a = (unsigned *)malloc(sizeof(unsigned) * 2 * (size_t)n);
        unsigned *b = (unsigned *)malloc(sizeof(unsigned) * (size_t)n);
        const amp_array_view all = amp_view(unsigned, a, n, 2), apart = amp_view(unsigned, b, n, 1);
        const amp_array_view left = amp_section(all, amp_index(0, 0), amp_extent(n, 1));
        const amp_array_view right = amp_section(all, amp_index(0, 1), amp_extent(n, 1));
        const amp_array_view given[3][2] = { { right, right }, { left, right }, { right, apart } };
        CHECK(order != NULL && a != NULL && b != NULL);
        for (i = 0; i < n; i++) {
            order[i] = (int)((long long)i * 7919 % n);
        }
        for (way = 0; way < 3; way++) {
            for (i = 0; i < n; i++) {
                a[2 * i] = (unsigned)i + 3;
                a[2 * i + 1] = (unsigned)i * 5 + 1;
                b[i] = (unsigned)i * 5 + 1;
            }
            CHECK_OK(amp_refresh(all));
            CHECK_OK(amp_refresh(apart));
            ON_DEVICE(amp_extent(n), both_ways, amp_view(int, order, n), given[way][0],
                      given[way][1]);
            CHECK_OK(amp_synchronize(given[way][1]));
            for (i = 0; i < n; i++) {
                const unsigned was = (unsigned)i * 5 + 1, x = way == 1 ? (unsigned)i + 3 : was;
                const unsigned sum = was + x + 1;
                CHECK_UINT(way == 2 ? b[i] : a[2 * i + 1], ==, sum * (way == 0 ? sum : x));
            }
        }
        CHECK_OK(amp_release(amp_view(int, order, n)));
        CHECK_OK(amp_release(all));
        CHECK_OK(amp_release(apart));
        free(order);
        free(a);
        free(b);
    }
}

TEST(sections_at_odd_places)
{
    int a[12][12], b[12][12], i, j;
    amp_array_view va = amp_view(int, a, 12, 12), vb = amp_view(int, b, 12, 12);
    for (i = 0; i < 144; i++) {
        a[i / 12][i % 12] = i;
        b[i / 12][i % 12] = -1;
    }
    va = amp_section(va, amp_index(3, 3), amp_extent(4, 8));
    vb = amp_section(vb, amp_index(1, 1), amp_extent(1, 1));
    ON_DEVICE(amp_tile(amp_extent(4, 8), 4, 8), best_of_tile, va, vb);
    CHECK_OK(amp_synchronize(vb));
    for (i = 0; i < 12; i++) {
        for (j = 0; j < 12; j++) {
            CHECK_INT(b[i][j], ==, i == 1 && j == 1 ? 6 * 12 + 10 : -1);
        }
    }
}

/* A section of rank 3, whose rows and slices are apart by what the whole has. */
TEST(a_section_of_rank_3)
{
    static int x[4][5][6];
    const amp_array_view v = amp_view(int, &x[0][0][0], 4, 5, 6);
    const amp_array_view part = amp_section(v, amp_index(1, 1, 2), amp_extent(2, 3, 3));
    int i, j, k;
    CHECK_OK(amp_parallel_for_each(part.extent, weighted, 10, part));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < 4; i++) {
        for (j = 0; j < 5; j++) {
            for (k = 0; k < 6; k++) {
                const int in = i >= 1 && i < 3 && j >= 1 && j < 4 && k >= 2 && k < 5;
                CHECK_INT(x[i][j][k], ==, in ? 10 * i : 0);
            }
        }
    }
    CHECK_OK(amp_release(v));
}

TEST(a_loop_that_begins_with_a_barrier)
{
    int v[640], sums[10], i;
    for (i = 0; i < 640; i++) {
        v[i] = i % 17;
    }
    ON_DEVICE(amp_tile(amp_extent(640), 64), sum_of_tile, amp_view(int, v, 640),
              amp_view(int, sums, 10));
    CHECK_OK(amp_synchronize(amp_view(int, sums, 10)));
    for (i = 0; i < 10; i++) {
        int k, sum = 0;
        for (k = 0; k < 64; k++) {
            sum += v[i * 64 + k];
        }
        CHECK_INT(sums[i], ==, sum);
    }
}

TEST(break_and_continue_leave_a_phase_by_its_barrier)
{
    int v[64], w[64], i;
    for (i = 0; i < 64; i++) {
        v[i] = w[i] = i * 7;
    }
    ON_DEVICE(amp_tile(amp_extent(64), 16), left_phases, amp_view(int, v, 64));
    CHECK_OK(amp_synchronize(amp_view(int, v, 64)));
    CHECK_OK(amp_parallel_for_each_on(amp_accelerator_default_view(amp_accelerator_find("emu")),
                                      amp_tile(amp_extent(64), 16), left_phases,
                                      amp_view(int, w, 64)));
    for (i = 0; i < 64; i++) {
        CHECK_INT(v[i], ==, w[i]);
    }
}

TEST(atomics_on_views_and_tiles)
{
    enum { M = 1000 };
    int n[6] = { 0, -1, 1, 0, 0, 0 }, counts[4], i;
    float f[2] = { 0, 0 };
    unsigned u[1] = { 0 };
    ON_DEVICE(amp_extent(M), atomics, amp_view(int, n, 6), amp_view(float, f, 2),
              amp_view(unsigned, u, 1));
    CHECK_OK(amp_synchronize(amp_view(int, n, 6)));
    CHECK_OK(amp_synchronize(amp_view(float, f, 2)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, u, 1)));
    CHECK_INT(n[0], ==, M * (M - 1) / 2);
    CHECK_INT(n[1], ==, M - 1);
    CHECK_INT(n[2], ==, -(M - 1));
    CHECK_INT(n[3], ==, 0x7fffffff);
    CHECK_INT(n[4], ==, M);
    CHECK_INT(n[5], ==, 2 * M);
    CHECK_FLOAT(f[0], ==, M / 2);
    CHECK_FLOAT(f[1], ==, M - 1);
    CHECK_UINT(u[0], ==, 7);
    ON_DEVICE(amp_tile(amp_extent(128), 32), tile_atomics, amp_view(int, counts, 4));
    CHECK_OK(amp_synchronize(amp_view(int, counts, 4)));
    for (i = 0; i < 4; i++) {
        CHECK_INT(counts[i], ==, 32 * 32 * i + 31 * 16);
    }
}

TEST(atomics_of_64_bits)
{
    amp_int64 n[2] = { 0, 0 };
    double d[1] = { 0 };
    amp_status s = amp_parallel_for_each_on(device(), amp_extent(100), wide_atomics,
                                            amp_view(amp_int64, n, 2), amp_view(double, d, 1));
    if (s == AMP_UNSUPPORTED) {
        SKIP("%.80s", amp_last_error());
    }
    CHECK_STATUS(s, AMP_OK);
    CHECK_OK(amp_synchronize(amp_view(amp_int64, n, 2)));
    CHECK_OK(amp_synchronize(amp_view(double, d, 1)));
    CHECK_INT(n[0], ==, 100LL << 33);
    CHECK_INT(n[1], ==, 99LL << 32);
    CHECK_FLOAT(d[0], ==, 25);
}

TEST(mathematics_by_c_names)
{
    float x[40], y[6][40];
    int i;
    for (i = 0; i < 40; i++) {
        x[i] = 0.3f + (float)i * 0.7f;
    }
    ON_DEVICE(amp_extent(40), maths, amp_view(float, x, 40), amp_view(float, y, 6, 40));
    CHECK_OK(amp_synchronize(amp_view(float, y, 6, 40)));
    for (i = 0; i < 40; i++) {
        const float a = x[i];
        CHECK_NEAR_FLOAT(y[0][i], sqrtf(a) + a + fmaxf(a, 1) + floorf(a) + 3, 2);
        CHECK_NEAR_FLOAT(y[1][i], (float)sin((double)a), 4);
        CHECK_NEAR_FLOAT(y[2][i], (float)pow((double)a, 1.5), 16);
        CHECK_NEAR_FLOAT(y[3][i], fmaf(a, a, 1), 0);
        CHECK_NEAR_FLOAT(y[4][i], (float)(1 / sqrt((double)a)), 2);
        CHECK_NEAR_FLOAT(y[5][i], 1 / a, 3);
    }
}

TEST(long_long_has_64_bits)
{
    unsigned long long x[8], y[8];
    int i;
    for (i = 0; i < 8; i++) {
        x[i] = 0x123456789abcdefULL * (unsigned)(i + 1);
    }
    ON_DEVICE(amp_extent(8), shifts, amp_view(unsigned long long, x, 8),
              amp_view(unsigned long long, y, 8));
    CHECK_OK(amp_synchronize(amp_view(unsigned long long, y, 8)));
    for (i = 0; i < 8; i++) {
        CHECK_UINT(y[i], ==, (x[i] * 6364136223846793005ULL + 1442695040888963407ULL) >> 33);
    }
}

TEST(kernels_may_have_any_name)
{
    int v[20];
    ON_DEVICE(amp_extent(20), kernel, amp_view(int, v, 20));
    CHECK_OK(amp_synchronize(amp_view(int, v, 20)));
    CHECK_INT(v[19], ==, 9);
    ON_DEVICE(amp_extent(20), min, amp_view(int, v, 20));
    CHECK_OK(amp_synchronize(amp_view(int, v, 20)));
    CHECK_INT(v[19], ==, 8);
    ON_DEVICE(amp_extent(20), of_the_header, amp_view(int, v, 20));
    CHECK_OK(amp_synchronize(amp_view(int, v, 20)));
    CHECK_INT(v[19], ==, 60);
}

TEST(a_view_named_as_a_function_of_c_has_its_shape)
{
    int v[20];
    ON_DEVICE(amp_extent(20), named_as_a_function, amp_view(int, v, 20));
    CHECK_OK(amp_synchronize(amp_view(int, v, 20)));
    CHECK_INT(v[7], ==, 20);
}

AMP_DEVICE_BEGIN
/* What differs between threads behind a barrier under a condition, each in one place of y's
   first dimension: three in a kernel, for PoCL copies what follows such a barrier. n is 3; u is
   not 0. */
static inline int behind_barrier(amp_tiled_index tidx, int lane, int u)
{
    int sum = 0;
    if (u != 0) {
        amp_tile_barrier_wait(tidx);
        if (lane == 3) { sum += 5; } else { sum += 1; }
    }
    return sum;
}
AMP_TILED_KERNEL(barriers_in_branches, (8), value(int, n), value(int, u), out(int, 2, y))
{
    const int lane = tidx.local[0];
    int i, v[3] = { 0, 0, 0 };
    if (u != 0) { /* without one, and both ways */
        amp_tile_barrier_wait(tidx);
        if (lane == 3) { v[0] += 500; }
        v[0] += 20;
    } else {
        if (lane == 3) { v[0] += 7; }
    }
    if (lane == 3) { v[0] += 3; }
    if (u != 0) { /* a loop of each thread's own */
        amp_tile_barrier_wait(tidx);
        for (i = 0; i < lane % 3; i++) { v[1] += 4 * (i + 1); }
    }
    if (u != 0) { /* in a branch of a branch */
        if (lane == 3) { v[2] += 1; }
        if (u > 0) {
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { v[2] += 10; }
        }
        if (lane == 3) { v[2] += 100; }
    }
    (void)n;
    for (i = 0; i < 3; i++) { at(y, i, tidx.global[0]) = v[i]; }
}
AMP_TILED_KERNEL(barriers_in_loops, (8), value(int, n), value(int, u), out(int, 2, y))
{
    const int lane = tidx.local[0];
    int i, j, v[3] = { 0, 0, 0 };
    for (i = 0; i < n; i++) { /* in a loop */
        if (u != 0) {
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { v[0]++; }
        }
    }
    for (j = 0; j < 2; j++) { /* loops in each other */
        for (i = 0; i < n; i++) {
            if (lane == 3) { v[1] += 1; }
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { v[1] += 10; }
        }
        if (lane == 3) { v[1] += 100; }
    }
    do { /* n turns, and an if without braces */
        if (u != 0)
            amp_tile_barrier_wait(tidx);
        if (lane == 3) { v[2] += 1; }
        n--;
    } while (n > 0);
    for (i = 0; i < 3; i++) { at(y, i, tidx.global[0]) = v[i]; }
}
AMP_TILED_KERNEL(barriers_and_jumps, (8), value(int, n), value(int, u), out(int, 2, y))
{
    const int lane = tidx.local[0];
    int i, v[3] = { 0, 0, 0 };
    for (i = 0; i < n; i++) { /* `continue` in front of a barrier */
        if (lane == 3) { v[0] += 1; }
        if (i == 1) { continue; }
        amp_tile_barrier_wait(tidx);
        if (lane == 3) { v[0] += 10; }
    }
    for (i = 0; i < n; i++) { /* a jump at the end */
        if (i == 2) {
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { v[1] += 100; }
            break;
        } else if (u != 0) {
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { v[1] += 10; }
            continue;
        }
        v[1] = -1;
    }
    if (u != 0) { /* what some threads leave */
        amp_tile_barrier_wait(tidx);
        for (i = 0; i < 9; i++) {
            if (i > lane || i == 4) { break; }
            v[2]++;
        }
    }
    for (i = 0; i < 3; i++) { at(y, i, tidx.global[0]) = v[i]; }
}
AMP_TILED_KERNEL(barriers_in_choices, (8), value(int, n), value(int, u), out(int, 2, y))
{
    const int lane = tidx.local[0];
    int i, v[3] = { 0, 0, 0 };
    for (i = 0; i < n; i++) { /* the labels of a switch */
        switch (i + (u == 0)) {
        case 0:
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { v[0] += 1; }
            break;
        case 1: {
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { v[0] += 10; }
            break;
        }
        default:
            if (lane == 3) { v[0] += 100; }
        }
        if (lane == 3) { v[0] += 1000; }
    }
    if (u != 0) { amp_tile_barrier_wait(tidx); } /* nothing but a barrier */
    if (lane == 3) { v[1] += 16; }
    v[2] = behind_barrier(tidx, lane, u);
    for (i = 0; i < 3; i++) { at(y, i, tidx.global[0]) = v[i]; }
}
AMP_TILED_KERNEL(barriers_left, (8), value(int, n), value(int, u), out(int, 2, y))
{
    const int lane = tidx.local[0];
    int i, v = 0;
    for (i = 0; i < n; i++) { /* a branch without a barrier, whose end leaves the loop */
        if (lane == 3) { v++; }
        if (i == u) {
            if (lane >= 3) {
                if (lane < 7) { v += 100; } else { v++; }
            }
            break;
        }
        amp_tile_barrier_wait(tidx);
        if (lane == 3) { v += 10; }
    }
    at(y, 0, tidx.global[0]) = v;
}
AMP_PHASED_KERNEL(phases_in_choices, (8), value(int, n), value(int, u), out(int, 2, y))
{
    amp_thread_private(int, v);
    int i;
    amp_phase { amp_mine(v) = 0; }
    for (i = 0; i < n; i++) {
        switch (i * u % 3) {
        case 0:
            amp_phase { }
            break;
        case 1:
            break;
        default:
            amp_phase {
                const int lane = tidx.local[0];
                if (lane >= 3) {
                    if (lane < 7) { amp_mine(v) += 100; } else { amp_mine(v)++; }
                }
            }
            break;
        }
    }
    amp_phase { at(y, 0, tidx.global[0]) = amp_mine(v); }
}
AMP_DEVICE_END

/* amp/cl/branch_barriers.h. PoCL's workitemrepl knows no barriers under conditions, and the library
   does not choose it for them. */
TEST(what_differs_behind_a_barrier_under_a_condition)
{
    static const int third[12] = { 523, 0, 111, 3, 266, 3, 23, 120, 4, 3111, 16, 5 };
    static const int others[12] = { 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };
    const char *method = getenv("POCL_WORK_GROUP_METHOD");
    const amp_tiled_extent e = amp_tile(amp_extent(24), 8);
    int i, k, y[14][24];
    if (method != NULL && strcmp(method, "workitemrepl") == 0) {
        SKIP("workitemrepl was asked for");
    }
    ON_DEVICE(e, barriers_in_branches, 3, 1, amp_view(int, y[0], 3, 24));
    ON_DEVICE(e, barriers_in_loops, 3, 1, amp_view(int, y[3], 3, 24));
    ON_DEVICE(e, barriers_and_jumps, 3, 1, amp_view(int, y[6], 3, 24));
    ON_DEVICE(e, barriers_in_choices, 3, 1, amp_view(int, y[9], 3, 24));
    ON_DEVICE(e, barriers_left, 3, 1, amp_view(int, y[12], 1, 24));
    ON_DEVICE(e, phases_in_choices, 3, 1, amp_view(int, y[13], 1, 24));
    CHECK_OK(amp_synchronize(amp_view(int, y, 14, 24)));
    for (k = 0; k < 24; k++) {
        const int lane = k % 8, turns = lane % 3;
        for (i = 0; i < 12; i++) {
            CHECK_INT(y[i][k], ==, i == 1 ? 2 * turns * (turns + 1)
                      : i == 8 ? (lane < 4 ? lane + 1 : 4) : lane == 3 ? third[i] : others[i]);
        }
        CHECK_INT(y[12][k], ==, lane == 3 ? 112 : lane < 3 ? 0 : lane < 7 ? 100 : 1);
        CHECK_INT(y[13][k], ==, lane < 3 ? 0 : lane < 7 ? 100 : 1);
    }
}

/* PoCL 3.1 runs what stands in front of such a loop twice where OpenCL's dimension 0 has one
   thread (amp__cl_swapped_dimension). */
TEST(tiles_with_one_thread_in_their_last_dimension)
{
    amp_status ended;
    int k, v[24];
    for (k = 0; k < 24; k++) {
        v[k] = k;
    }
    ON_DEVICE(amp_tile(amp_extent(8, 3), 4, 1), narrow, amp_view(int, v, 8, 3), 2);
    CHECK_OK(amp_synchronize(amp_view(int, v, 8, 3)));
    for (k = 0; k < 24; k++) {
        CHECK_INT(v[k], ==, k * 7000 + k / 3 % 4 * 10 + k / 12);
        v[k] = k;
    }
    ON_DEVICE(amp_tile(amp_extent(8, 3, 1), 4, 1, 1), narrow_of_three, amp_view(int, v, 8, 3, 1),
              0);
    CHECK_OK(amp_synchronize(amp_view(int, v, 8, 3, 1)));
    for (k = 0; k < 24; k++) {
        CHECK_INT(v[k], ==, k * 7000 + k / 3 % 4 * 10 + k / 12);
        v[k] = k;
    }
    ON_DEVICE(amp_tile(amp_extent(2, 4, 3), 2, 4, 1), narrow_plane, amp_view(int, v, 2, 4, 3), 2);
    CHECK_OK(amp_synchronize(amp_view(int, v, 2, 4, 3)));
    for (k = 0; k < 24; k++) {
        CHECK_INT(v[k], ==, k * 7000 + 300 + (k / 3 % 4 * 2 + k / 12) * 10);
        v[k] = k;
    }
    ON_DEVICE(amp_tile(amp_extent(8, 3, 1), 4, 1, 1), narrow_beside, amp_view(int, v, 8, 3, 1));
    ON_DEVICE(amp_tile(amp_extent(8, 3), 4, 3), plane_beside, amp_view(int, v, 8, 3));
    CHECK_OK(amp_synchronize(amp_view(int, v, 8, 3)));
    for (k = 0; k < 24; k++) {
        CHECK_INT(v[k], ==, k + 3);
        v[k] = k;
    }
    ended = amp_parallel_for_each(amp_tile(amp_extent(8, 3), 4, 1), narrow_aborts,
                                  amp_view(int, v, 8, 3));
    CHECK_STATUS(ended == AMP_OK ? amp_synchronize(amp_view(int, v, 8, 3)) : ended,
                 AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "(1, 2)"); /* element 5 */
}
