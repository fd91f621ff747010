/* SPDX-License-Identifier: MIT */
/* run: group=optimised dropin */
/* What a kernel body may hold, for each kind of kernel, against serial
   references: indices, parameters, types, phases, thread_private, the waits
   and fences, atomics. Tile memory has a file of its own. More than 800 lines,
   because it is a list: each construct has a kernel, a reference and a test. */
#define AMP_SHORT_NAMES
#include <math.h>
#include <pthread.h>
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
#define TS 8
#define SQUARE(x) ((x) * (x))
#define WITH_OFFSET 1

typedef struct place { int global[3], local[3], tile[3], origin[3], visits; } place;
typedef struct vec { float x, y, z; } vec;
typedef struct options { int scale, shift; float factor; } options;

AMP_KERNEL(count1, 1, inout(int, 1, v)) { at(v, idx[0]) += idx[0] + 1; }
AMP_KERNEL(count2, 2, inout(int, 2, v)) { at_index(v, idx) += 1000 * idx[0] + idx[1] + 1; }
AMP_KERNEL(count3, 3, inout(int, 3, v))
{
    at_index(v, idx) += 1000000 * idx[0] + 1000 * idx[1] + idx[2] + 1;
}

static inline void note(amp_global_ptr(place) p, int rank, const int *global, const int *local,
                        const int *tile, const int *origin)
{
    int k;
    for (k = 0; k < rank; k++) {
        p->global[k] = global[k];
        p->local[k] = local[k];
        p->tile[k] = tile[k];
        p->origin[k] = origin[k];
    }
    p->visits++;
}
AMP_TILED_KERNEL(where1, (5), inout(place, 1, p))
{
    note(&at_index(p, tidx.global), 1, tidx.global, tidx.local, tidx.tile, tidx.tile_origin);
}
AMP_TILED_KERNEL(where2, (2, 2), inout(place, 2, p))
{
    note(&at_index(p, tidx.global), 2, tidx.global, tidx.local, tidx.tile, tidx.tile_origin);
}
AMP_TILED_KERNEL(where3, (2, 3, 4), inout(place, 3, p))
{
    note(&at_index(p, tidx.global), 3, tidx.global, tidx.local, tidx.tile, tidx.tile_origin);
    tile_barrier_wait(tidx);
}
AMP_PHASED_KERNEL(phased_where1, (5), inout(place, 1, p))
{
    phase {
        note(&at_index(p, tidx.global), 1, tidx.global, tidx.local, tidx.tile, tidx.tile_origin);
    }
}
AMP_PHASED_KERNEL(phased_where2, (2, 2), inout(place, 2, p))
{
    phase {
        note(&at_index(p, tidx.global), 2, tidx.global, tidx.local, tidx.tile, tidx.tile_origin);
    }
}
AMP_PHASED_KERNEL(phased_where3, (2, 3, 4), inout(place, 3, p))
{
    phase {
        note(&at_index(p, tidx.global), 3, tidx.global, tidx.local, tidx.tile, tidx.tile_origin);
    }
}

/* ---- matrix product, all kinds ---- */

AMP_KERNEL(product_simple, 2, in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, idx[0], k) * at(B, k, idx[1]);
    }
    at_index(C, idx) = sum;
}
AMP_TILED_KERNEL(product_tiled, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    const int i = tidx.local[0], j = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += TS) {
        a[i][j] = tidx.global[0] < A_shape.extent[0] && k0 + j < A_shape.extent[1]
                ? at(A, tidx.global[0], k0 + j) : 0;
        b[i][j] = k0 + i < B_shape.extent[0] && tidx.global[1] < B_shape.extent[1]
                ? at(B, k0 + i, tidx.global[1]) : 0;
        tile_barrier_wait(tidx);
        for (int k = 0; k < TS; k++) {
            sum += a[i][k] * b[k][j];
        }
        tile_barrier_wait(tidx);
    }
    if (tidx.global[0] < C_shape.extent[0] && tidx.global[1] < C_shape.extent[1]) {
        at_index(C, tidx.global) = sum;
    }
}
AMP_PHASED_KERNEL(product_phased, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    thread_private(float, sum);
    phase { mine(sum) = 0; }
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += TS) {
        phase {
            const int i = tidx.local[0], j = tidx.local[1];
            a[i][j] = tidx.global[0] < A_shape.extent[0] && k0 + j < A_shape.extent[1]
                    ? at(A, tidx.global[0], k0 + j) : 0;
            b[i][j] = k0 + i < B_shape.extent[0] && tidx.global[1] < B_shape.extent[1]
                    ? at(B, k0 + i, tidx.global[1]) : 0;
        }
        phase {
            for (int k = 0; k < TS; k++) {
                mine(sum) += a[tidx.local[0]][k] * b[k][tidx.local[1]];
            }
        }
    }
    phase {
        if (tidx.global[0] < C_shape.extent[0] && tidx.global[1] < C_shape.extent[1]) {
            at_index(C, tidx.global) = mine(sum);
        }
    }
}

/* ---- phases ---- */

AMP_PHASED_KERNEL(first_of_1, (7), value(int, n), inout(int, 1, v))
{
    phase_first(n) { at_index(v, tidx.global) += 1; }
    phase { at_index(v, tidx.global) += 10; }
}
AMP_PHASED_KERNEL(first_of_2, (3, 5), value(int, n), inout(int, 2, v))
{
    phase_first(n) { at_index(v, tidx.global) += 1; }
    phase { at_index(v, tidx.global) += 10; }
}
AMP_PHASED_KERNEL(first_of_3, (2, 3, 4), value(int, n), inout(int, 3, v))
{
    phase_first(n) { at_index(v, tidx.global) += 1; }
    phase { at_index(v, tidx.global) += 10; }
}
AMP_PHASED_KERNEL(privates, (3, 4), in(int, 2, source), out(int, 2, target))
{
    thread_private(int, one);
    thread_private(int, row, 5);
    thread_private(vec, table, 2, 3);
    phase {
        mine(one) = at_index(source, tidx.global);
        for (int i = 0; i < 5; i++) { mine(row, i) = mine(one) * i; }
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                mine(table, i, j).x = (float)(mine(one) + i);
                mine(table, i, j).y = (float)j;
            }
        }
    }
    phase {
        mine(one) += mine(row, 4);
        mine(table, 1, 2).z = mine(table, 1, 2).x * 2 + mine(table, 0, 1).y;
    }
    phase { at_index(target, tidx.global) = mine(one) + mine(row, 2) + (int)mine(table, 1, 2).z; }
}
/* A neighbour's value is final after each phase, through loops in loops. */
AMP_PHASED_KERNEL(nested, (16), inout(int, 1, v), value(int, rounds))
{
    tile_static(int, a, 16);
    phase { a[tidx.local[0]] = at(v, tidx.global[0]); }
    for (int r = 0; r < rounds; r++) {
        for (int s = 1; s < 16; s *= 2) {
            thread_private(int, other);
            phase { mine(other) = a[(tidx.local[0] + s) % 16]; }
            if (r % 2 == 0) {
                phase { a[tidx.local[0]] += mine(other); }
            } else {
                phase { a[tidx.local[0]] ^= mine(other); }
            }
        }
    }
    phase { at(v, tidx.global[0]) = a[tidx.local[0]]; }
}
AMP_PHASED_KERNEL(leave, (8), inout(int, 1, v))
{
    phase {
        if (tidx.local[0] == 3) { continue; }
        if (tidx.local[0] == 5) { break; }
        at(v, tidx.global[0]) += 1;
    }
    phase { at(v, tidx.global[0]) += 10; }
}
AMP_PHASED_KERNEL(reduce_phased, (32), in(int, 1, v), out(int, 1, sums))
{
    tile_static(int, a, 32);
    phase { a[tidx.local[0]] = at(v, tidx.global[0]); }
    for (int s = 16; s > 0; s /= 2) {
        phase_first(s) { a[tidx.local[0]] += a[tidx.local[0] + s]; }
    }
    phase_first(1) { at(sums, tidx.tile[0]) = a[0]; }
}

/* ---- waits and fences ---- */

AMP_TILED_KERNEL(rotate, (4, 6), inout(int, 2, v), value(int, rounds), value(int, how))
{
    tile_static(int, ring, 24);
    const int me = tidx.local[0] * 6 + tidx.local[1];
    ring[me] = at_index(v, tidx.global);
    for (int r = 0; r < rounds; r++) {
        int next;
        if (how == 0) {
            tile_barrier_wait(tidx);
        } else if (how == 1) {
            tile_barrier_wait_with_all_memory_fence(tidx);
        } else {
            tile_barrier_wait_with_tile_static_memory_fence(tidx);
        }
        next = ring[(me + 1) % 24];
        tile_barrier_wait(tidx);
        ring[me] = next;
    }
    at_index(v, tidx.global) = ring[me];
}
AMP_TILED_KERNEL(rotate_global, (24), inout(int, 1, ring), value(int, rounds), value(int, how))
{
    for (int r = 0; r < rounds; r++) {
        const int base = tidx.tile_origin[0];
        int next;
        if (how == 0) { amp_global_memory_fence(tidx); }
        if (how == 1) { amp_all_memory_fence(tidx); }
        if (how == 2) { amp_tile_static_memory_fence(tidx); }
        tile_barrier_wait_with_global_memory_fence(tidx);
        next = at(ring, base + (tidx.local[0] + 1) % 24);
        tile_barrier_wait_with_global_memory_fence(tidx);
        at(ring, tidx.global[0]) = next;
    }
}
AMP_TILED_KERNEL(fences_apart, (8), inout(int, 1, v))
{
    if (tidx.local[0] % 2 == 0) { all_memory_fence(tidx); }
    if (tidx.local[0] == 3) { global_memory_fence(tidx); tile_static_memory_fence(tidx); }
    at(v, tidx.global[0]) += 1;
}
AMP_TILED_KERNEL(one_by_one, (16), out(int, 1, sums))
{
    tile_static(int, sum, 1);
    if (tidx.local[0] == 0) { sum[0] = 0; }
    tile_barrier_wait(tidx);
    for (int t = 0; t < 16; t++) {
        if (tidx.local[0] == t) { sum[0] = sum[0] * 2 + tidx.global[0] % 3; }
        tile_barrier_wait(tidx);
    }
    if (tidx.local[0] == 0) { at(sums, tidx.tile[0]) = sum[0]; }
}
AMP_TILED_KERNEL(widest, (1024), inout(int, 1, v))
{
    tile_static(int, a, 1024);
    a[tidx.local[0]] = at(v, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = a[1023 - tidx.local[0]];
}

/* ---- atomics ---- */

AMP_TILED_KERNEL(atomics_view, (16), inout(int, 1, sum), inout(unsigned, 1, usum),
                 inout(int, 1, seen), inout(int, 1, best))
{
    const int i = tidx.global[0], ticket = amp_atomic_fetch_add(&at(sum, 0), 1);
    int b = -1;
    (void)amp_atomic_fetch_add(&at(usum, 0), 4000000000u + (unsigned)i);
    (void)amp_atomic_fetch_add(&at(seen, ticket), 1);
    while ((i * 7919) % 1009 > b && !amp_atomic_compare_exchange(&at(best, 0), &b,
                                                                  (i * 7919) % 1009)) {
    }
}
AMP_TILED_KERNEL(atomics_tile, (32), out(int, 1, counts), out(int, 1, last),
                 inout(float, 1, floats))
{
    tile_static(int, n, 2);
    tile_static(unsigned, u, 1);
    tile_static(float, f, 1);
    int expected = 0;
    float old;
    if (tidx.local[0] == 0) { n[0] = 0; n[1] = 0; u[0] = 7; f[0] = -1; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&n[0], tidx.local[0]);
    (void)amp_atomic_fetch_add(&u[0], 1u);
    while (!amp_atomic_compare_exchange(&n[1], &expected, expected + 2)) {
    }
    old = amp_atomic_exchange(&f[0], (float)tidx.local[0]);
    at(floats, tidx.global[0]) = old;
    tile_barrier_wait(tidx);
    if (tidx.local[0] == 0) {
        at(counts, tidx.tile[0]) = n[0] + n[1] * 1000 + (int)u[0] * 100000;
        at(last, tidx.tile[0]) = (int)amp_atomic_exchange(&f[0], 0.5f);
    }
}
AMP_KERNEL(atomics_simple, 1, inout(unsigned, 1, words), inout(int, 1, chain))
{
    const unsigned was = amp_atomic_exchange(&at(words, idx[0] % 4), (unsigned)idx[0] + 1u);
    at(chain, idx[0]) = (int)was;
}

/* ---- types, helpers, the preprocessor ---- */

static inline float length2(vec v) { return SQUARE(v.x) + SQUARE(v.y) + SQUARE(v.z); }
static inline vec scaled(vec v, float s)
{
    v.x *= s;
    v.y *= s;
    v.z *= s;
    return v;
}
static inline void bump(amp_tile_ptr(int) p) { *p += 1; }

AMP_KERNEL(vectors, 1, in(vec, 1, a), out(vec, 1, b), out(float, 1, l), value(options, o),
           value(vec, plus))
{
    vec v = scaled(at(a, idx[0]), o.factor);
#if WITH_OFFSET
    v.x += plus.x;
#else
    v.x -= 1000;
#endif
#define LOCAL_MACRO(i) ((i) * o.scale + o.shift)
    v.y += (float)LOCAL_MACRO(idx[0]);
#undef LOCAL_MACRO
    at(b, idx[0]) = v;
    at(l, idx[0]) = sqrtf(length2(v));
}
AMP_TILED_KERNEL(helper_on_tile_memory, (4), out(int, 1, v))
{
    tile_static(int, a, 4);
    a[tidx.local[0]] = tidx.global[0];
    bump(&a[tidx.local[0]]);
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = a[(tidx.local[0] + 1) % 4];
}
/* Views given to helpers: of each rank, from helper to helper, one used for its shape alone. */
static inline float nearest(amp_in(float, 2, a), int i, int j)
{
    const int rows = a_shape.extent[0], columns = a_shape.extent[1];
    return at(a, i < 0 ? 0 : i < rows ? i : rows - 1, j < 0 ? 0 : j < columns ? j : columns - 1);
}
static inline float around(amp_in(float, 2, plate), int i, int j)
{
    return nearest(amp_view_of(plate), i - 1, j) + nearest(amp_view_of(plate), i + 1, j)
         + nearest(amp_view_of(plate), i, j - 1) + nearest(amp_view_of(plate), i, j + 1);
}
static inline int length_of(amp_in(int, 1, x)) { return x_shape.extent[0]; }
static inline void put(amp_inout(int, 3, cube), amp_in(int, 1, x), const int *i)
{
    at_index(cube, i) = at(x, i[2] % length_of(amp_view_of(x)));
}
AMP_KERNEL(helper_on_views, 2, in(float, 2, local), out(float, 2, b), in(int, 1, x),
           inout(int, 3, cube))
{
    const int i[3] = { idx[0] % cube_shape.extent[0], idx[1] % cube_shape.extent[1], idx[0] };
    at_index(b, idx) = around(amp_view_of(local), idx[0], idx[1]);
    if (idx[0] < cube_shape.extent[2] && idx[1] < cube_shape.extent[1]) {
        put(amp_view_of(cube), amp_view_of(x), i);
    }
}
AMP_TILED_KERNEL(helper_on_views_tiled, (4, 4), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 4, 4);
    t[tidx.local[1]][tidx.local[0]] = around(amp_view_of(a), tidx.global[0], tidx.global[1]);
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = t[tidx.local[1]][tidx.local[0]];
}
AMP_PHASED_KERNEL(helper_on_views_phased, (4, 4), in(float, 2, a), out(float, 2, b))
{
    phase {
        at_index(b, tidx.global) = around(amp_view_of(a), tidx.global[0], tidx.global[1]);
    }
}
AMP_KERNEL(narrow, 1, in(unsigned char, 1, a), out(short, 1, b), out(double, 1, c),
           out(long long, 1, d), inout(_Bool, 1, e))
{
    at(b, idx[0]) = (short)(at(a, idx[0]) - 128);
    at(c, idx[0]) = at(a, idx[0]) / 3.0;
    at(d, idx[0]) = (long long)at(a, idx[0]) << 40;
    at(e, idx[0]) = !at(e, idx[0]);
}

/* Kernels along rows, and across them, of planes that are large enough for blocks. */
AMP_KERNEL(turn_plane, 2, in(float, 2, x), inout(float, 2, y))
{
    at(y, idx[1], idx[0]) += at(x, idx[0], idx[1]);
}
AMP_KERNEL(add_planes, 3, in(float, 3, x), inout(float, 3, y))
{
    at(y, idx[0], idx[1], idx[2]) += at(x, idx[0], idx[1], idx[2]);
}
AMP_DEVICE_END

enum { MOST = 1 << 16 };
static int cells[MOST], wanted[MOST];

static void fill(int n)
{
    int i;
    CHECK_INT(n, <=, MOST);
    for (i = 0; i < MOST; i++) {
        cells[i] = i < n ? i * 7 % 101 : -1;
    }
}

/* ---- indices ---- */

static void count(int rank, int a, int b, int c)
{
    int i, j, k, n = 0;
    memset(cells, 0, sizeof(cells));
    CHECK_OK(rank == 1 ? parallel_for_each(amp_extent(a), count1, amp_view(int, cells, a))
        : rank == 2 ? parallel_for_each(amp_extent(a, b), count2, amp_view(int, cells, a, b))
        : parallel_for_each(amp_extent(a, b, c), count3, amp_view(int, cells, a, b, c)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, a * b * c)));
    for (i = 0; i < a; i++) {
        for (j = 0; j < b; j++) {
            for (k = 0; k < c; k++, n++) {
                CHECK_INT(cells[n], ==, (rank == 1 ? i : rank == 2 ? 1000 * i + j
                                         : 1000000 * i + 1000 * j + k) + 1);
            }
        }
    }
    for (; n < MOST; n++) {
        CHECK_INT(cells[n], ==, 0);
    }
}

TEST(each_index_of_rank_1_once)
{
    static const int sizes[] = { 1, 2, 3, 5, 7, 8, 13, 63, 64, 65, 127, 1000, 1031, 65535 };
    size_t s;
    for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        count(1, sizes[s], 1, 1);
    }
}

TEST(each_index_of_rank_2_once)
{
    static const int sizes[][2] = { { 1, 1 }, { 1, 17 }, { 17, 1 }, { 2, 3 }, { 7, 13 },
                                    { 64, 64 }, { 31, 997 }, { 997, 31 }, { 3, 20011 } };
    size_t s;
    for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        count(2, sizes[s][0], sizes[s][1], 1);
    }
}

TEST(each_index_of_rank_3_once)
{
    static const int sizes[][3] = { { 1, 1, 1 }, { 1, 1, 19 }, { 1, 19, 1 }, { 19, 1, 1 },
                                    { 2, 3, 5 }, { 7, 11, 13 }, { 3, 101, 29 }, { 40, 40, 40 } };
    size_t s;
    for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        count(3, sizes[s][0], sizes[s][1], sizes[s][2]);
    }
}

/* The identities of the specification, 4.4: local = global % D, tile = global
   / D, origin = global - local; each thread once. */
static place places[10000];

static void where(int phased, int rank, int a, int b, int c)
{
    static const int dims[4][3] = { { 0, 0, 0 }, { 5, 1, 1 }, { 2, 2, 1 }, { 2, 3, 4 } };
    const int extent[3] = { a, b, c };
    int n, k;
    memset(places, 0, sizeof(places));
    if (rank == 1) {
        const amp_tiled_extent t = amp_tile(amp_extent(a), 5);
        const amp_array_view v = amp_view(place, places, a);
        CHECK_OK(phased ? parallel_for_each(t, phased_where1, v)
                 : parallel_for_each(t, where1, v));
    } else if (rank == 2) {
        const amp_tiled_extent t = amp_tile(amp_extent(a, b), 2, 2);
        const amp_array_view v = amp_view(place, places, a, b);
        CHECK_OK(phased ? parallel_for_each(t, phased_where2, v)
                 : parallel_for_each(t, where2, v));
    } else {
        const amp_tiled_extent t = amp_tile(amp_extent(a, b, c), 2, 3, 4);
        const amp_array_view v = amp_view(place, places, a, b, c);
        CHECK_OK(phased ? parallel_for_each(t, phased_where3, v)
                 : parallel_for_each(t, where3, v));
    }
    CHECK_OK(amp_synchronize(amp_view(place, places, a * b * c)));
    for (n = 0; n < a * b * c; n++) {
        int left = n, g[3] = { 0, 0, 0 };
        for (k = rank - 1; k >= 0; k--) {
            g[k] = left % extent[k];
            left /= extent[k];
        }
        CHECK_INT(places[n].visits, ==, 1);
        for (k = 0; k < rank; k++) {
            const int d = dims[rank][k];
            CHECK_INT(places[n].global[k], ==, g[k]);
            CHECK_INT(places[n].local[k], ==, g[k] % d);
            CHECK_INT(places[n].tile[k], ==, g[k] / d);
            CHECK_INT(places[n].origin[k], ==, g[k] - g[k] % d);
        }
    }
    CHECK_INT(places[n].visits, ==, 0);
}

static void golden(void)
{
    const place *p = &places[6 * 6 + 3];
    CHECK_INT(p->local[0], ==, 0);
    CHECK_INT(p->local[1], ==, 1);
    CHECK_INT(p->origin[0], ==, 6);
    CHECK_INT(p->origin[1], ==, 2);
    CHECK_INT(p->tile[0], ==, 3);
    CHECK_INT(p->tile[1], ==, 1);
}

TEST(tiled_index_of_rank_1) { where(0, 1, 5, 1, 1); where(0, 1, 1735, 1, 1); }
TEST(tiled_index_of_rank_2) { where(0, 2, 8, 6, 1); golden(); where(0, 2, 2, 94, 1); }
TEST(tiled_index_of_rank_3) { where(0, 3, 2, 3, 4); where(0, 3, 6, 15, 28); }
TEST(phase_index_of_rank_1) { where(1, 1, 5, 1, 1); where(1, 1, 1735, 1, 1); }
TEST(phase_index_of_rank_2) { where(1, 2, 8, 6, 1); golden(); where(1, 2, 2, 94, 1); }
TEST(phase_index_of_rank_3) { where(1, 3, 2, 3, 4); where(1, 3, 6, 15, 28); }

/* ---- products ---- */

/* Small whole numbers: every order of summation gives the same float. */
static void product(int kind, int m, int w, int n)
{
    static float a[100 * 100], b[100 * 100], c[100 * 100];
    const amp_array_view va = amp_view(float, a, m, w), vb = amp_view(float, b, w, n);
    const amp_array_view vc = amp_view(float, c, m, n);
    const amp_tiled_extent t = amp_pad(amp_tile(vc.extent, TS, TS));
    int i, j, k;
    for (i = 0; i < 10000; i++) {
        a[i] = (float)(i * 7 % 13 - 6);
        b[i] = (float)(i * 5 % 11 - 5);
        c[i] = -1234;
    }
    CHECK_OK(kind == 0 ? parallel_for_each(vc.extent, product_simple, va, vb, vc)
             : kind == 1 ? parallel_for_each(t, product_tiled, va, vb, vc)
             : parallel_for_each(t, product_phased, va, vb, vc));
    CHECK_OK(amp_synchronize(vc));
    for (i = 0; i < m; i++) {
        for (j = 0; j < n; j++) {
            float sum = 0;
            for (k = 0; k < w; k++) {
                sum += a[i * w + k] * b[k * n + j];
            }
            CHECK_FLOAT(c[i * n + j], ==, sum);
        }
    }
    for (i = m * n; i < 10000; i++) {
        CHECK_FLOAT(c[i], ==, -1234);
    }
}

static void products(int kind)
{
    product(kind, 1, 1, 1);
    product(kind, 3, 2, 5);
    product(kind, 8, 8, 8);
    product(kind, 17, 31, 23);
    if (!tap_on_engine("threads")) {
        product(kind, 64, 40, 96);
        product(kind, 100, 1, 97);
    }
}
TEST(product_by_a_simple_kernel) { products(0); }
TEST(product_by_a_tiled_kernel) { products(1); }
TEST(product_by_a_phased_kernel) { products(2); }

/* ---- phases ---- */

static void first(int rank, int n)
{
    static const int dims[4][3] = { { 0, 0, 0 }, { 7, 1, 1 }, { 3, 5, 1 }, { 2, 3, 4 } };
    const int *d = dims[rank];
    const int e0 = 2 * d[0], e1 = rank > 1 ? 3 * d[1] : 1, e2 = rank > 2 ? 2 * d[2] : 1;
    int i, j, k;
    memset(cells, 0, sizeof(cells));
    CHECK_OK(rank == 1 ? parallel_for_each(amp_tile(amp_extent(e0), 7), first_of_1, n,
                                           amp_view(int, cells, e0))
             : rank == 2 ? parallel_for_each(amp_tile(amp_extent(e0, e1), 3, 5), first_of_2, n,
                                             amp_view(int, cells, e0, e1))
             : parallel_for_each(amp_tile(amp_extent(e0, e1, e2), 2, 3, 4), first_of_3, n,
                                 amp_view(int, cells, e0, e1, e2)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, e0 * e1 * e2)));
    for (i = 0; i < e0; i++) {
        for (j = 0; j < e1; j++) {
            for (k = 0; k < e2; k++) {
                const int linear = (i % d[0] * d[1] + j % d[1]) * d[2] + k % d[2];
                CHECK_INT(cells[(i * e1 + j) * e2 + k], ==, linear < n ? 11 : 10);
            }
        }
    }
}

TEST(phase_first_of_each_number_of_threads)
{
    int rank, n;
    for (rank = 1; rank <= 3; rank++) {
        for (n = -1; n < 27; n++) {
            first(rank, n);
        }
        first(rank, 2147483647);
        first(rank, -2147483647);
    }
}

TEST(thread_private_lives_across_phases)
{
    static int target[72];
    int i;
    fill(72);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(6, 12), 3, 4), privates,
                               amp_view(int, cells, 6, 12), amp_view(int, target, 6, 12)));
    CHECK_OK(amp_synchronize(amp_view(int, target, 6, 12)));
    for (i = 0; i < 72; i++) {
        const int s = cells[i];
        CHECK_INT(target[i], ==, s + 4 * s + 2 * s + 2 * (s + 1) + 1);
    }
}

TEST(phases_in_loops_in_loops_in_branches)
{
    int i, r, s, base;
    fill(160);
    memcpy(wanted, cells, sizeof(wanted));
    for (base = 0; base < 160; base += 16) {
        for (r = 0; r < 5; r++) {
            for (s = 1; s < 16; s *= 2) {
                int old[16];
                memcpy(old, wanted + base, sizeof(old));
                for (i = 0; i < 16; i++) {
                    const int other = old[(i + s) % 16];
                    wanted[base + i] = r % 2 == 0 ? old[i] + other : old[i] ^ other;
                }
            }
        }
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(160), 16), nested, amp_view(int, cells, 160),
                               5));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 160)));
    for (i = 0; i < 160; i++) {
        CHECK_INT(cells[i], ==, wanted[i]);
    }
}

TEST(break_and_continue_end_a_threads_part_of_a_phase)
{
    int i;
    memset(cells, 0, sizeof(cells));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(24), 8), leave, amp_view(int, cells, 24)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 24)));
    for (i = 0; i < 24; i++) {
        CHECK_INT(cells[i], ==, i % 8 == 3 || i % 8 == 5 ? 10 : 11);
    }
}

TEST(a_tree_of_phase_first_sums_each_tile)
{
    static int sums[50];
    int i, j;
    fill(1600);
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(1600), 32), reduce_phased,
                               amp_view(int, cells, 1600), amp_view(int, sums, 50)));
    CHECK_OK(amp_synchronize(amp_view(int, sums, 50)));
    for (i = 0; i < 50; i++) {
        int sum = 0;
        for (j = 0; j < 32; j++) {
            sum += cells[i * 32 + j];
        }
        CHECK_INT(sums[i], ==, sum);
    }
}

/* ---- waits and fences ---- */

static void rotated(int how)
{
    int i, j;
    fill(8 * 18);
    memcpy(wanted, cells, sizeof(wanted));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8, 18), 4, 6), rotate,
                               amp_view(int, cells, 8, 18), 29, how));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 8, 18)));
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 18; j++) {
            const int from = (i % 4 * 6 + j % 6 + 29) % 24;
            CHECK_INT(cells[i * 18 + j], ==,
                      wanted[(i - i % 4 + from / 6) * 18 + j - j % 6 + from % 6]);
        }
    }
}
TEST(barrier_wait) { rotated(0); }
TEST(barrier_wait_with_all_memory_fence) { rotated(1); }
TEST(barrier_wait_with_tile_static_memory_fence) { rotated(2); }

static void rotated_global(int how)
{
    int i;
    fill(240);
    memcpy(wanted, cells, sizeof(wanted));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(240), 24), rotate_global,
                               amp_view(int, cells, 240), 17, how));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 240)));
    for (i = 0; i < 240; i++) {
        CHECK_INT(cells[i], ==, wanted[i - i % 24 + (i % 24 + 17) % 24]);
    }
}
TEST(barrier_wait_with_global_memory_fence) { rotated_global(-1); }
TEST(global_memory_fence) { rotated_global(0); }
TEST(all_memory_fence) { rotated_global(1); }
TEST(tile_static_memory_fence) { rotated_global(2); }

TEST(fences_are_allowed_where_threads_diverge)
{
    int i;
    memset(cells, 0, sizeof(cells));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(64), 8), fences_apart,
                               amp_view(int, cells, 64)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 64)));
    for (i = 0; i < 64; i++) {
        CHECK_INT(cells[i], ==, 1);
    }
}

TEST(one_thread_after_another)
{
    int sums[6], i, t;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(96), 16), one_by_one,
                               amp_view(int, sums, 6)));
    CHECK_OK(amp_synchronize(amp_view(int, sums, 6)));
    for (i = 0; i < 6; i++) {
        int sum = 0;
        for (t = 0; t < 16; t++) {
            sum = sum * 2 + (i * 16 + t) % 3;
        }
        CHECK_INT(sums[i], ==, sum);
    }
}

TEST(a_barrier_of_1024_threads)
{
    int i;
    fill(3072);
    memcpy(wanted, cells, sizeof(wanted));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(3072), 1024), widest,
                               amp_view(int, cells, 3072)));
    CHECK_OK(amp_synchronize(amp_view(int, cells, 3072)));
    for (i = 0; i < 3072; i++) {
        CHECK_INT(cells[i], ==, wanted[i - i % 1024 + 1023 - i % 1024]);
    }
}

/* ---- atomics ---- */

TEST(atomics_on_view_memory)
{
    static int seen[480];
    int sum = 0, best = -1, most = -1, i;
    unsigned usum = 5, want = 5;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(480), 16), atomics_view,
                               amp_view(int, &sum, 1), amp_view(unsigned, &usum, 1),
                               amp_view(int, seen, 480), amp_view(int, &best, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, &sum, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, seen, 480)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, &usum, 1)));
    CHECK_OK(amp_synchronize(amp_view(int, &best, 1)));
    CHECK_INT(sum, ==, 480);
    for (i = 0; i < 480; i++) {
        CHECK_INT(seen[i], ==, 1); /* each ticket was given once */
        want += 4000000000u + (unsigned)i;
        most = (i * 7919) % 1009 > most ? (i * 7919) % 1009 : most;
    }
    CHECK_UINT(usum, ==, want);
    CHECK_INT(best, ==, most);
}

TEST(atomics_on_tile_memory)
{
    static float floats[320];
    int counts[10], last[10], t, i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(320), 32), atomics_tile,
                               amp_view(int, counts, 10), amp_view(int, last, 10),
                               amp_view(float, floats, 320)));
    CHECK_OK(amp_synchronize(amp_view(int, counts, 10)));
    CHECK_OK(amp_synchronize(amp_view(float, floats, 320)));
    CHECK_OK(amp_synchronize(amp_view(int, last, 10)));
    for (t = 0; t < 10; t++) {
        int seen[33] = { 0 };
        CHECK_INT(counts[t], ==, 496 + 64 * 1000 + 39 * 100000);
        /* the exchanges pass -1 and each thread's number on, each once */
        for (i = 0; i < 32; i++) {
            const int old = (int)floats[t * 32 + i] + 1;
            CHECK(old >= 0 && old <= 32 && seen[old]++ == 0);
        }
        CHECK_INT(seen[last[t] + 1], ==, 0);
    }
}

TEST(exchange_in_a_simple_kernel_loses_nothing)
{
    static int chain[1000], seen[1001];
    unsigned words[4] = { 0, 0, 0, 0 };
    int i;
    CHECK_OK(parallel_for_each(amp_extent(1000), atomics_simple, amp_view(unsigned, words, 4),
                               amp_view(int, chain, 1000)));
    CHECK_OK(amp_synchronize(amp_view(int, chain, 1000)));
    CHECK_OK(amp_synchronize(amp_view(unsigned, words, 4)));
    for (i = 0; i < 1000; i++) {
        if (chain[i] != 0) {
            CHECK_INT((chain[i] - 1) % 4, ==, i % 4);
        }
        seen[chain[i]]++;
    }
    for (i = 0; i < 4; i++) {
        seen[words[i]]++;
    }
    CHECK_INT(seen[0], ==, 4);
    for (i = 1; i <= 1000; i++) {
        CHECK_INT(seen[i], ==, 1);
    }
}

/* ---- types ---- */

TEST(structs_helpers_and_macros)
{
    static vec a[133], b[133];
    static float l[133];
    const options o = { 3, 5, 0.5f };
    const vec plus = { 0.25f, 0, 0 };
    int i;
    for (i = 0; i < 133; i++) {
        a[i].x = (float)i;
        a[i].y = (float)(2 * i);
        a[i].z = (float)-i;
    }
    CHECK_OK(parallel_for_each(amp_extent(133), vectors, amp_view(vec, a, 133),
                               amp_view(vec, b, 133), amp_view(float, l, 133), o, plus));
    CHECK_OK(amp_synchronize(amp_view(vec, b, 133)));
    CHECK_OK(amp_synchronize(amp_view(float, l, 133)));
    for (i = 0; i < 133; i++) {
        const float x = (float)i * 0.5f + 0.25f, y = (float)(i + 3 * i + 5);
        const float z = (float)-i * 0.5f;
        CHECK_FLOAT(b[i].x, ==, x);
        CHECK_FLOAT(b[i].y, ==, y);
        CHECK_FLOAT(b[i].z, ==, z);
        CHECK_NEAR_FLOAT(l[i], sqrtf(x * x + y * y + z * z), 1);
    }
}

TEST(a_helper_may_take_tile_memory)
{
    int v[8], i;
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8), 4), helper_on_tile_memory,
                               amp_view(int, v, 8)));
    CHECK_OK(amp_synchronize(amp_view(int, v, 8)));
    for (i = 0; i < 8; i++) {
        CHECK_INT(v[i], ==, i - i % 4 + (i % 4 + 1) % 4 + 1);
    }
}

TEST(a_helper_may_take_views)
{
    float a[16][20], b[3][8][12], expected[8][12];
    int x[3] = { 5, 6, 7 }, cube[2][3][4], i, j, k;
    for (i = 0; i < 16; i++) {
        for (j = 0; j < 20; j++) {
            a[i][j] = (float)((i * 13 + j * 7) % 31);
        }
    }
    for (i = 0; i < 8; i++) { /* of a section, at its own rims */
        for (j = 0; j < 12; j++) {
            const int up = i > 0 ? i - 1 : 0, down = i < 7 ? i + 1 : 7;
            const int left = j > 0 ? j - 1 : 0, right = j < 11 ? j + 1 : 11;
            expected[i][j] = a[up + 3][j + 5] + a[down + 3][j + 5] + a[i + 3][left + 5]
                           + a[i + 3][right + 5];
        }
    }
    memset(cube, 0, sizeof(cube));
    const amp_array_view whole = amp_view(float, &a[0][0], 16, 20);
    const amp_array_view part = amp_section(whole, amp_index(3, 5), amp_extent(8, 12));
    const amp_array_view c = amp_view(int, &cube[0][0][0], 2, 3, 4);
    const amp_array_view all = amp_view(float, &b[0][0][0], 3, 8, 12);
    CHECK_OK(parallel_for_each(amp_extent(8, 12), helper_on_views, part, amp_project(all, 0),
                               amp_view(int, x, 3), c));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8, 12), 4, 4), helper_on_views_tiled, part,
                               amp_project(all, 1)));
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(8, 12), 4, 4), helper_on_views_phased, part,
                               amp_project(all, 2)));
    CHECK_OK(amp_synchronize(all));
    CHECK_OK(amp_synchronize(c));
    for (k = 0; k < 3; k++) {
        for (i = 0; i < 8; i++) {
            for (j = 0; j < 12; j++) {
                CHECK_FLOAT(b[k][i][j], ==, expected[i][j]);
            }
        }
    }
    for (k = 0; k < 4; k++) {
        CHECK_INT(cube[k % 2][2][k], ==, 5 + k % 3);
    }
}

TEST(elements_of_each_size)
{
    static unsigned char a[256];
    static short b[256];
    static double c[256];
    static long long d[256];
    static _Bool e[256];
    int i;
    SKIP_WITHOUT_DOUBLE();
    for (i = 0; i < 256; i++) {
        a[i] = (unsigned char)i;
        e[i] = i % 3 == 0;
    }
    CHECK_OK(parallel_for_each(amp_extent(256), narrow, amp_view(unsigned char, a, 256),
                               amp_view(short, b, 256), amp_view(double, c, 256),
                               amp_view(long long, d, 256), amp_view(_Bool, e, 256)));
    CHECK_OK(amp_synchronize(amp_view(short, b, 256)));
    CHECK_OK(amp_synchronize(amp_view(double, c, 256)));
    CHECK_OK(amp_synchronize(amp_view(long long, d, 256)));
    CHECK_OK(amp_synchronize(amp_view(_Bool, e, 256)));
    for (i = 0; i < 256; i++) {
        CHECK_INT(b[i], ==, i - 128);
        CHECK_NEAR(c[i], i / 3.0, 0);
        CHECK_INT(d[i], ==, (int64_t)i << 40);
        CHECK_INT(e[i], ==, i % 3 != 0);
    }
}

/* ---- many launches ---- */

TEST(launch_after_launch)
{
    const int n = tap_on_engine("threads") ? 30 : 300;
    int i;
    memset(cells, 0, sizeof(cells));
    for (i = 0; i < n; i++) {
        CHECK_OK(parallel_for_each(amp_extent(50), count1, amp_view(int, cells, 50)));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(48), 8), fences_apart,
                                   amp_view(int, cells, 50)));
    }
    CHECK_OK(amp_synchronize(amp_view(int, cells, 50)));
    for (i = 0; i < 50; i++) {
        CHECK_INT(cells[i], ==, n * (i + 1) + (i < 48 ? n : 0));
    }
}

static int launches_of_each(void) { return tap_on_engine("threads") ? 5 : 20; }
static void *host_thread(void *argument)
{
    int *mine_ = (int *)argument, k;
    for (k = 0; k < launches_of_each(); k++) {
        CHECK_OK(parallel_for_each(amp_extent(100), count1, amp_view(int, mine_, 100)));
        CHECK_OK(parallel_for_each(amp_tile(amp_extent(48), 24), rotate_global,
                                   amp_view(int, mine_, 100), 24, 0));
        CHECK_STATUS(parallel_for_each(amp_extent(-1 - k), count1, amp_view(int, mine_, 100)),
                     AMP_INVALID_COMPUTE_DOMAIN);
    }
    return NULL;
}

TEST(launches_from_four_host_threads)
{
    static int v[4][100];
    pthread_t t[4];
    int i, k;
    for (k = 0; k < 4; k++) {
        CHECK_INT(pthread_create(&t[k], NULL, host_thread, v[k]), ==, 0);
    }
    for (k = 0; k < 4; k++) {
        CHECK_INT(pthread_join(t[k], NULL), ==, 0);
        CHECK_OK(amp_synchronize(amp_view(int, v[k], 100)));
        for (i = 0; i < 100; i++) {
            CHECK_INT(v[k][i], ==, launches_of_each() * (i + 1));
        }
    }
    CHECK_STR(amp_last_error(), ""); /* it belongs to the thread that failed */
}

/* Each thread of a large plane runs once, whichever way the loops go through it. */
TEST(large_planes)
{
    static const int size[][2] = { { 256, 512 }, { 300, 1999 }, { 701, 1030 }, { 1021, 529 } };
    enum { PLANES = 3, FLOATS = PLANES * 701 * 1030 };
    float *x = (float *)malloc(FLOATS * sizeof(float));
    float *y = (float *)malloc(FLOATS * sizeof(float));
    int n, i, j;
    CHECK(x != NULL && y != NULL);
    for (i = 0; i < FLOATS; i++) {
        x[i] = (float)(i % 4093);
    }
    for (n = 0; n < 4; n++) {
        const int rows = size[n][0], columns = size[n][1];
        const amp_array_view v = amp_view(float, x, PLANES, rows, columns);
        const amp_array_view w = amp_view(float, y, PLANES, rows, columns);
        amp_array_view flat, turned;
        memset(y, 0, FLOATS * sizeof(float));
        CHECK_OK(parallel_for_each(amp_extent(PLANES, rows, columns), add_planes, v, w));
        CHECK_OK(amp_synchronize(w));
        for (i = 0; i < PLANES * rows * columns; i++) {
            if (y[i] != x[i]) {
                FAIL("plane by plane, element %d: %g instead of %g", i, y[i], x[i]);
            }
        }
        amp_release(w);
        amp_release(v);
        memset(y, 0, FLOATS * sizeof(float));
        flat = amp_view(float, x, rows, columns);
        turned = amp_view(float, y, columns, rows);
        CHECK_OK(parallel_for_each(amp_extent(rows, columns), turn_plane, flat, turned));
        CHECK_OK(amp_synchronize(turned));
        for (i = 0; i < rows; i++) {
            for (j = 0; j < columns; j++) {
                if (y[j * rows + i] != x[i * columns + j]) {
                    FAIL("turned, row %d, column %d", i, j);
                }
            }
        }
        amp_release(turned);
        amp_release(flat);
    }
    free(x);
    free(y);
}
