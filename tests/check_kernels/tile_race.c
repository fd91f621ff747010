/* SPDX-License-Identifier: MIT */
#include "case.h"
AMP_DEVICE_BEGIN

/* bad raw: tile-race t 1 2 */
AMP_TILED_KERNEL(raw, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global); /* 1 */
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]]; /* 2 */
}
/* clean raw_ok */
AMP_TILED_KERNEL(raw_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]];
}

/* The second barrier of a load and compute loop is missing. */
/* bad war: tile-race t 1 2 */
AMP_TILED_KERNEL(war, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int sum = 0;
    for (int k = 0; k < N; k += T) {
        t[tidx.local[0]] = at(x, k + tidx.local[0]); /* 1 */
        tile_barrier_wait(tidx);
        for (int i = 0; i < T; i++) {
            sum += t[i]; /* 2 */
        }
    }
    at_index(y, tidx.global) = sum;
}
/* clean war_ok */
AMP_TILED_KERNEL(war_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    int sum = 0;
    for (int k = 0; k < N; k += T) {
        t[tidx.local[0]] = at(x, k + tidx.local[0]);
        tile_barrier_wait(tidx);
        for (int i = 0; i < T; i++) {
            sum += t[i];
        }
        tile_barrier_wait(tidx);
    }
    at_index(y, tidx.global) = sum;
}

/* bad waw: tile-race t 1 2 */
AMP_TILED_KERNEL(waw, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = tidx.local[0]; /* 1 */
    t[(tidx.local[0] + 1) % T] = -1; /* 2 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}
/* clean waw_ok */
AMP_TILED_KERNEL(waw_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = tidx.local[0];
    tile_barrier_wait(tidx);
    t[(tidx.local[0] + 1) % T] = -1;
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]];
}

/* Every thread writes its own number to one place. */
/* bad one_place: tile-race t 1 1 */
AMP_TILED_KERNEL(one_place, (T), out(int, 1, y))
{
    tile_static(int, t, 1);
    t[0] = tidx.local[0]; /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[0];
}
/* clean one_place_ok */
AMP_TILED_KERNEL(one_place_ok, (T), out(int, 1, y))
{
    tile_static(int, t, 1);
    if (tidx.local[0] == 0) { t[0] = 7; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[0];
}

/* A reduction without the barrier in its loop. */
/* bad reduce: tile-race t 1 1; tile-race t 1 2 */
AMP_TILED_KERNEL(reduce, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (int s = T / 2; s > 0; s /= 2) {
        if (tidx.local[0] < s) {
            t[tidx.local[0]] += t[tidx.local[0] + s]; /* 1 */
        }
    }
    at_index(y, tidx.global) = t[0]; /* 2 */
}
/* clean reduce_ok */
AMP_TILED_KERNEL(reduce_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    for (int s = T / 2; s > 0; s /= 2) {
        if (tidx.local[0] < s) {
            t[tidx.local[0]] += t[tidx.local[0] + s];
        }
        tile_barrier_wait(tidx);
    }
    at_index(y, tidx.global) = t[0];
}

/* Bytes that lie in one word are places of their own. */
/* bad bytes: tile-race t 1 2 */
AMP_TILED_KERNEL(bytes, (T), out(int, 1, y))
{
    tile_static(char, t, T);
    t[tidx.local[0]] = (char)tidx.local[0]; /* 1 */
    at_index(y, tidx.global) = t[tidx.local[0] ^ 1]; /* 2 */
}
/* clean bytes_ok */
AMP_TILED_KERNEL(bytes_ok, (T), out(int, 1, y))
{
    tile_static(char, t, T);
    t[tidx.local[0]] = (char)tidx.local[0];
    at_index(y, tidx.global) = t[tidx.local[0]];
}

typedef struct pair { int a, b; double c; } pair;
/* bad structs: tile-race t 1 2 */
AMP_TILED_KERNEL(structs, (T), out(int, 1, y))
{
    tile_static(pair, t, T);
    pair p = { tidx.local[0], 1, 2.0 };
    t[tidx.local[0]] = p; /* 1 */
    p = t[(tidx.local[0] + 1) % T]; /* 2 */
    at_index(y, tidx.global) = p.a;
}
/* Fields of one element used by two threads do not conflict. */
/* clean structs_ok */
AMP_TILED_KERNEL(structs_ok, (T), out(int, 1, y))
{
    tile_static(pair, t, T / 2);
    const int i = tidx.local[0] / 2;
    if (tidx.local[0] % 2) { t[i].a = 1; } else { t[i].b = 2; }
    at_index(y, tidx.global) = tidx.local[0] % 2 ? t[i].a : t[i].b;
}

/* A phase reads what its neighbours write in the same phase. */
/* bad phased: tile-race t 1 2 */
AMP_PHASED_KERNEL(phased, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    phase {
        t[tidx.local[0]] = at_index(x, tidx.global); /* 1 */
        at_index(y, tidx.global) = t[T - 1 - tidx.local[0]]; /* 2 */
    }
}
/* clean phased_ok */
AMP_PHASED_KERNEL(phased_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    thread_private(int, m);
    phase { t[tidx.local[0]] = mine(m) = at_index(x, tidx.global); }
    for (int k = 0; k < 3; k++) {
        phase_first(T / 2) { mine(m) += t[T - 1 - tidx.local[0]]; }
    }
    phase { at_index(y, tidx.global) = mine(m); }
}

static void store(amp_tile_ptr(int) p, int v)
{
    *p = v; /* 9 */
}
/* In a function that the kernel calls. */
/* bad helper: tile-race t 1 2 */
static void put(amp_tile_ptr(int) p, int v)
{
    *p = v; /* 1 */
}
AMP_TILED_KERNEL(helper, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    put(&t[tidx.local[0]], 1);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]]; /* 2 */
}
/* clean helper_ok */
AMP_TILED_KERNEL(helper_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    store(&t[tidx.local[0]], 1);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]];
}

/* bad two_d: tile-race t 1 2 */
AMP_TILED_KERNEL(two_d, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    t[tidx.local[0]][tidx.local[1]] = at_index(a, tidx.global); /* 1 */
    at_index(b, tidx.global) = t[tidx.local[1]][tidx.local[0]]; /* 2 */
}
/* clean two_d_ok */
AMP_TILED_KERNEL(two_d_ok, (8, 8), in(float, 2, a), out(float, 2, b))
{
    tile_static(float, t, 8, 9);
    t[tidx.local[0]][tidx.local[1]] = at_index(a, tidx.global);
    tile_barrier_wait(tidx);
    at_index(b, tidx.global) = t[tidx.local[1]][tidx.local[0]];
}

/* A fence is no barrier. */
/* bad fence_only: tile-race t 1 2 */
AMP_TILED_KERNEL(fence_only, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global); /* 1 */
    amp_all_memory_fence(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]]; /* 2 */
}

#ifndef __OPENCL_VERSION__ /* OpenCL C has no memcpy */
/* memcpy of a row. */
/* bad copies: tile-race t 1 2 */
AMP_TILED_KERNEL(copies, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T, 16);
    int row[16];
    for (int i = 0; i < 16; i++) { row[i] = at(x, i); }
    memcpy(t[tidx.local[0]], row, sizeof(row)); /* 1 */
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]][3]; /* 2 */
}
#endif
AMP_DEVICE_END

RUN(raw, parallel_for_each(TILES, raw, X, Y))
RUN(raw_ok, parallel_for_each(TILES, raw_ok, X, Y))
RUN(war, parallel_for_each(TILES, war, X, Y))
RUN(war_ok, parallel_for_each(TILES, war_ok, X, Y))
RUN(waw, parallel_for_each(TILES, waw, Y))
RUN(waw_ok, parallel_for_each(TILES, waw_ok, Y))
RUN(one_place, parallel_for_each(TILES, one_place, Y))
RUN(one_place_ok, parallel_for_each(TILES, one_place_ok, Y))
RUN(reduce, parallel_for_each(TILES, reduce, X, Y))
RUN(reduce_ok, parallel_for_each(TILES, reduce_ok, X, Y))
RUN(bytes, parallel_for_each(TILES, bytes, Y))
RUN(bytes_ok, parallel_for_each(TILES, bytes_ok, Y))
RUN(structs, parallel_for_each(TILES, structs, Y))
RUN(structs_ok, parallel_for_each(TILES, structs_ok, Y))
RUN(phased, parallel_for_each(TILES, phased, X, Y))
RUN(phased_ok, parallel_for_each(TILES, phased_ok, X, Y))
RUN(helper, parallel_for_each(TILES, helper, Y))
RUN(helper_ok, parallel_for_each(TILES, helper_ok, Y))
RUN(two_d, parallel_for_each(TILES2, two_d, F, G))
RUN(two_d_ok, parallel_for_each(TILES2, two_d_ok, F, G))
RUN(fence_only, parallel_for_each(TILES, fence_only, X, Y))
RUN(copies, parallel_for_each(TILES, copies, X, Y))
CASES(CASE(raw) CASE(raw_ok) CASE(war) CASE(war_ok) CASE(waw) CASE(waw_ok) CASE(one_place)
      CASE(one_place_ok) CASE(reduce) CASE(reduce_ok) CASE(bytes) CASE(bytes_ok) CASE(structs)
      CASE(structs_ok) CASE(phased) CASE(phased_ok) CASE(helper) CASE(helper_ok) CASE(two_d)
      CASE(two_d_ok) CASE(fence_only) CASE(copies))
