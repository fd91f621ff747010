/* SPDX-License-Identifier: MIT */
/* run: group=optimised */
/* Structures in kernels that run as vectors: kept by a thread, in views, in tile memory,
   and through helpers that take and return them; parts and the whole written in turn.
   In a loop that is said to have no dependences (`omp simd`) clang 14 to 16 move a store to
   a field past a copy of the whole structure, and gcc 12 and clang a store to an element past a
   read of it by another index: amp/language/language.h does not say so. */
#include <stdlib.h>
#include <string.h>
#include "amp.h"
#include "tap.h"

AMP_DEVICE_BEGIN
typedef struct three { int x; unsigned y; float z; } three;
typedef struct four { float a, b; int c; unsigned d; } four;
typedef struct two { int low, high; } two;
static three three_of(three s, unsigned v)
{
    s.x = (int)((unsigned)s.x + v);
    s.y ^= v << 3;
    s.z = (float)(v & 127u);
    return s;
}
static two swapped(two s)
{
    two r;
    r.low = s.high;
    r.high = s.low + 1;
    return r;
}
static four four_of(four s, two t)
{
    s.c += t.low;
    s.d ^= (unsigned)t.high;
    s.a = s.b + (float)t.low;
    return s;
}
AMP_KERNEL(in_views, 1, in(unsigned, 1, t), inout(three, 1, s), inout(four, 1, f))
{
    const int i = idx[0];
    two p;
    amp_at(s, i).y += (unsigned)amp_at(s, i).x;
    amp_at(s, i).x = (int)(amp_at(t, i) * 7u);
    amp_at(s, i) = three_of(amp_at(s, i), amp_at(t, i));
    p.low = amp_at(s, i).x;
    p.high = (int)amp_at(s, i).y;
    p = swapped(p);
    amp_at(f, i).d += 3u;
    amp_at(f, i).b = (float)(p.low & 63);
    amp_at(f, i) = four_of(amp_at(f, i), swapped(p));
    amp_at(f, i).c ^= p.high;
}
AMP_PHASED_KERNEL(kept, (3, 8), value(three, from), in(unsigned, 2, t), out(three, 2, s))
{
    amp_thread_private(three, mine);
    amp_thread_private(two, pair);
    amp_phase {
        amp_mine(mine) = from;
        amp_mine(pair).low = tidx.local[1];
        amp_mine(pair).high = tidx.global[0];
    }
    amp_phase {
        amp_mine(mine).y += (unsigned)amp_mine(mine).x;
        amp_mine(mine).x = (int)(amp_at_index(t, tidx.global) * 7u);
        amp_mine(mine) = three_of(amp_mine(mine), amp_at_index(t, tidx.global));
        amp_mine(pair).low += 2;
        amp_mine(pair) = swapped(amp_mine(pair));
        amp_mine(mine).y += (unsigned)amp_mine(pair).low * 5u + (unsigned)amp_mine(pair).high;
    }
    amp_phase {
        amp_at_index(s, tidx.global) = amp_mine(mine);
    }
}
AMP_PHASED_KERNEL(in_tile, (3, 8), value(three, from), in(unsigned, 2, t), out(three, 2, s))
{
    amp_tile_static(three, all, 3, 8);
    amp_phase {
        all[tidx.local[0]][tidx.local[1]] = from;
    }
    amp_phase {
        const int i = tidx.local[0], j = tidx.local[1];
        all[i][j].y += (unsigned)all[i][j].x;
        all[i][j].x = (int)(amp_at_index(t, tidx.global) * 7u);
        all[i][j] = three_of(all[i][j], amp_at_index(t, tidx.global));
    }
    amp_phase {
        amp_at_index(s, tidx.global) = all[tidx.local[0]][7 - tidx.local[1]];
    }
}
/* Structures that end in a gap, by value: some devices take them without it. */
typedef struct gap6 { unsigned a; amp_uint64 b; short c; } gap6;
typedef struct gap3 { int a; signed char b; } gap3;
typedef struct gap1 { short a; signed char b; } gap1;
AMP_KERNEL(with_gaps, 1, value(gap6, p), value(int, k), value(gap3, q), value(gap1, r),
           out(int, 1, y))
{
    amp_at(y, idx[0]) = (int)p.a + (int)(p.b >> 40) + p.c + k + q.a + q.b + r.a + r.b + idx[0];
}
/* A thread's two neighbours; between the stores a read of the first by an index from memory. The
   second's index is the part of a compound literal. */
AMP_KERNEL(pairs, 1, in(int, 1, a), in(int, 1, first), inout(int, 1, y))
{
    const int i = idx[0];
    amp_at(y, 2 * i) = amp_at(a, i);
    amp_at(y, ((two){ 0, 2 * i + 1 }).high) = amp_at(y, amp_at(first, i)) + 1;
}
/* Neighbours that are written and read by two views of one memory. */
AMP_KERNEL(pairs_of_views, 1, in(int, 1, a), inout(int, 1, x), inout(int, 1, y))
{
    const int i = idx[0];
    amp_at(y, 2 * i) = amp_at(a, i);
    amp_at(y, 2 * i + 1) = amp_at(x, 2 * i) + 1;
}
AMP_PHASED_KERNEL(pairs_in_tile, (16), in(int, 1, a), in(int, 1, first), inout(int, 1, y))
{
    amp_tile_static(int, t, 32);
    amp_phase {
        t[2 * tidx.local[0]] = 0;
        t[2 * tidx.local[0] + 1] = 0;
    }
    amp_phase {
        const int i = tidx.local[0];
        t[2 * i] = amp_at(a, tidx.global[0]);
        t[2 * i + 1] = t[amp_at(first, tidx.global[0]) % 32] + 1;
    }
    amp_phase {
        amp_at(y, 2 * tidx.global[0]) = t[2 * tidx.local[0]];
        amp_at(y, 2 * tidx.global[0] + 1) = t[2 * tidx.local[0] + 1];
    }
}
AMP_TILED_KERNEL(pairs_tiled, (16), in(int, 1, a), in(int, 1, first), inout(int, 1, y))
{
    amp_tile_static(int, t, 32);
    const int i = tidx.local[0];
    t[2 * i] = 0;
    t[2 * i + 1] = 0;
    amp_tile_barrier_wait(tidx);
    t[2 * i] = amp_at(a, tidx.global[0]);
    t[2 * i + 1] = t[amp_at(first, tidx.global[0]) % 32] + 1;
    amp_tile_barrier_wait(tidx);
    amp_at(y, 2 * tidx.global[0]) = t[2 * i];
    amp_at(y, 2 * tidx.global[0] + 1) = t[2 * i + 1];
}
/* A structure that a thread keeps across barriers, whole and by member, one that is changed through
   a pointer, and one that is summed up in a loop over tile memory: the pull of points that come to
   the tile 32 at a time. Whole numbers, so that sums are exact. */
typedef struct point { float x, y, z, w; } point;
static void add_point(point *to, point p, float by)
{
    to->x += p.x * by;
    to->y += p.y * by;
    to->z += p.z * by;
}
AMP_TILED_KERNEL(pulls, (32), in(point, 1, points), out(point, 1, sums))
{
    amp_tile_static(point, here, 32);
    const int n = points_shape.extent[0], l = tidx.local[0], g = tidx.global[0];
    point me = amp_at(points, g < n ? g : n - 1), sum, other;
    sum.x = sum.y = sum.z = sum.w = 0;
    other = sum;
    for (int first = 0; first < n; first += 32) {
        here[l] = amp_at(points, first + l < n ? first + l : n - 1);
        amp_tile_barrier_wait(tidx);
        for (int j = 0; j < 32 && first + j < n; j++) {
            const float dx = here[j].x - me.x, dy = here[j].y - me.y;
            sum.x += dx * here[j].w;
            sum.y += dy;
            sum.w += dx > 0 ? 1 : 0;
        }
        add_point(&other, here[(l + 1) % 32], 2);
        me.w += 1;
        amp_tile_barrier_wait(tidx);
    }
    sum.z = other.x + other.y + other.z + me.w;
    if (g < n) {
        amp_at(sums, g) = sum;
    }
}
AMP_DEVICE_END

enum { N = 240 };
static unsigned t[N];
static three s[N], from = { 5, 77u, 3.0f };
static four f[N];

/* What one element becomes: a call for each, so that no vectors are made of it. */
static __attribute__((noinline)) three step(three v, unsigned w)
{
    v.y += (unsigned)v.x;
    v.x = (int)(w * 7u);
    return three_of(v, w);
}
static void fill(void)
{
    int i;
    for (i = 0; i < N; i++) {
        t[i] = (unsigned)i * 2654435761u >> 7;
        s[i].x = i;
        s[i].y = (unsigned)i * 3u;
        s[i].z = (float)i;
        f[i].a = f[i].b = (float)(i & 7);
        f[i].c = i * 5;
        f[i].d = (unsigned)i;
    }
}
static void same(const three *a, const three *b, int i)
{
    if (a->x != b->x || a->y != b->y || a->z < b->z || a->z > b->z) {
        FAIL("element %d: %d %u %g instead of %d %u %g", i, a->x, a->y, (double)a->z, b->x, b->y,
             (double)b->z);
    }
}

TEST(structures_in_views)
{
    const amp_array_view vs = amp_view(three, s, N), vf = amp_view(four, f, N);
    three want_s[N];
    four want_f[N];
    int i;
    fill();
    for (i = 0; i < N; i++) {
        two p;
        want_s[i] = step(s[i], t[i]);
        p.low = want_s[i].x;
        p.high = (int)want_s[i].y;
        p = swapped(p);
        want_f[i] = f[i];
        want_f[i].d += 3u;
        want_f[i].b = (float)(p.low & 63);
        want_f[i] = four_of(want_f[i], swapped(p));
        want_f[i].c ^= p.high;
        __asm__ volatile("" : : "r"(want_f), "r"(want_s) : "memory");
    }
    CHECK_OK(amp_parallel_for_each(amp_extent(N), in_views, amp_view(unsigned, t, N), vs, vf));
    CHECK_OK(amp_synchronize(vs));
    CHECK_OK(amp_synchronize(vf));
    for (i = 0; i < N; i++) {
        same(&s[i], &want_s[i], i);
        CHECK_INT(f[i].c, ==, want_f[i].c);
        CHECK_UINT(f[i].d, ==, want_f[i].d);
        CHECK_FLOAT((double)f[i].a, ==, (double)want_f[i].a);
        CHECK_FLOAT((double)f[i].b, ==, (double)want_f[i].b);
    }
}

TEST(structures_that_a_thread_keeps)
{
    const amp_array_view v = amp_view(three, s, 15, 16);
    int i;
    fill();
    CHECK_OK(amp_parallel_for_each(amp_tile(amp_extent(15, 16), 3, 8), kept, from,
                                   amp_view(unsigned, t, 15, 16), v));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < N; i++) {
        three want = step(from, t[i]);
        two p;
        p.low = i % 8 + 2;
        p.high = i / 16;
        p = swapped(p);
        want.y += (unsigned)p.low * 5u + (unsigned)p.high;
        same(&s[i], &want, i);
    }
}

TEST(structures_across_barriers)
{
    static const int sizes[] = { 1, 31, 64, 133 };
    int size, i, j;
    for (size = 0; size < 4; size++) {
        const int n = sizes[size];
        point *p = (point *)malloc((size_t)n * sizeof(point));
        point *sums = (point *)malloc((size_t)n * sizeof(point));
        int wrong = 0;
        for (i = 0; i < n; i++) {
            p[i].x = (float)(i * 7 % 19);
            p[i].y = (float)(i * 5 % 23);
            p[i].z = (float)(i % 3);
            p[i].w = (float)(i % 4);
        }
        CHECK_OK(amp_parallel_for_each(amp_pad(amp_tile(amp_extent(n), 32)), pulls,
                                       amp_view(point, p, n), amp_view(point, sums, n)));
        CHECK_OK(amp_synchronize(amp_view(point, sums, n)));
        for (i = 0; i < n; i++) {
            float x = 0, y = 0, z = p[i].w, w = 0;
            for (j = 0; j < n; j++) {
                x += (p[j].x - p[i].x) * p[j].w;
                y += p[j].y - p[i].y;
                w += p[j].x > p[i].x ? 1 : 0;
            }
            for (j = 0; j < n; j += 32) {
                const int k = j + (i % 32 + 1) % 32, at = k < n ? k : n - 1;
                z += (p[at].x + p[at].y + p[at].z) * 2 + 1;
            }
            wrong += sums[i].x != x || sums[i].y != y || sums[i].z != z || sums[i].w != w;
        }
        CHECK_INT(wrong, ==, 0);
        free(p);
        free(sums);
    }
}

TEST(structures_in_tile_memory)
{
    const amp_array_view v = amp_view(three, s, 15, 16);
    int i;
    fill();
    CHECK_OK(amp_parallel_for_each(amp_tile(amp_extent(15, 16), 3, 8), in_tile, from,
                                   amp_view(unsigned, t, 15, 16), v));
    CHECK_OK(amp_synchronize(v));
    for (i = 0; i < N; i++) {
        const three want = step(from, t[i / 8 * 8 + 7 - i % 8]);
        same(&s[i], &want, i);
    }
}

TEST(structures_that_end_in_a_gap)
{
    const gap6 p = { 1000, (amp_uint64)7 << 40, -20 };
    const gap3 q = { 300, -4 };
    const gap1 r = { 50, 6 };
    int got[5], i;
    const amp_array_view y = amp_view(int, got, 5);
    CHECK_OK(amp_parallel_for_each(amp_extent(5), with_gaps, p, 20000, q, r, y));
    CHECK_OK(amp_synchronize(y));
    for (i = 0; i < 5; i++) {
        CHECK_INT(got[i], ==, 1000 + 7 - 20 + 20000 + 300 - 4 + 50 + 6 + i);
    }
}

enum { PAIRS = 64 };
static int a[PAIRS], first[PAIRS], y[2 * PAIRS];

/* Which of the kernels above: each makes a pair of a[i] and a[i] + 1. */
static void pairs_by(int which)
{
    const amp_array_view va = amp_view(int, a, PAIRS), vf = amp_view(int, first, PAIRS);
    const amp_array_view vy = amp_view(int, y, 2 * PAIRS);
    int i;
    for (i = 0; i < PAIRS; i++) {
        a[i] = 100 + i;
        first[i] = 2 * i;
        y[2 * i] = y[2 * i + 1] = 0;
    }
    CHECK_OK(which == 0 ? amp_parallel_for_each(amp_extent(PAIRS), pairs, va, vf, vy)
             : which == 1 ? amp_parallel_for_each(amp_extent(PAIRS), pairs_of_views, va, vy, vy)
             : which == 2 ? amp_parallel_for_each(amp_tile(amp_extent(PAIRS), 16), pairs_in_tile,
                                                  va, vf, vy)
                          : amp_parallel_for_each(amp_tile(amp_extent(PAIRS), 16), pairs_tiled,
                                                  va, vf, vy));
    CHECK_OK(amp_synchronize(vy));
    for (i = 0; i < PAIRS; i++) {
        CHECK_INT(y[2 * i], ==, 100 + i);
        CHECK_INT(y[2 * i + 1], ==, 101 + i);
    }
}
TEST(a_read_between_two_stores) { pairs_by(0); }
TEST(a_read_between_two_stores_by_another_view) { pairs_by(1); }
TEST(a_read_between_two_stores_in_a_phase) { pairs_by(2); }
TEST(a_read_between_two_stores_in_a_tiled_kernel) { pairs_by(3); }
