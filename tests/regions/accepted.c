/* SPDX-License-Identifier: MIT */
/* Read by tests/check_regions.sh: the right forms of what is in refused.c, and more that looks
   like it. Nothing may be said of it; clang's OpenCL front end takes it. */
#include <stdlib.h>
#include <string.h>
#define AMP_SHORT_NAMES
#define AMP_CL_OPTIONS "-DGIVEN=3 -DCHOSEN"
#ifndef GIVEN
#define GIVEN 3
#define CHOSEN
#endif
#include "amp.h"
#define OUTSIDE 2
#define RESULT amp_view(int, memory, N)
typedef struct pair { int a, b; } pair;
static int outside(int a) { return a + 1; }

AMP_DEVICE_BEGIN
enum { N = 64, T = 16 };
#define INSIDE 2
#define TWICE(a) ((a) * INSIDE)
#ifdef __OPENCL_VERSION__
#define HOST_ONLY(name)
#else
#define HOST_ONLY(name) \
    static int name##_calls; \
    static int name##_call(void) { return ++name##_calls; }
#endif

/* ---- phases ---- */
AMP_PHASED_KERNEL(next_phase, (T), in(int, 1, a), out(int, 1, b))
{
    tile_static(int, t, T);
    thread_private(int, own);
    phase { mine(own) = at(a, tidx.global[0]); t[tidx.local[0]] = mine(own); }
    phase { at(b, tidx.global[0]) = t[T - 1 - tidx.local[0]] - mine(own); }
}
AMP_PHASED_KERNEL(turns, (T), inout(int, 1, a), value(int, n))
{
    thread_private(int, sum);
    const int last = n - 1;
    int step = 1;
    phase { mine(sum) = 0; }
    for (int k = 0; k < n; k++) { /* k, step: the same for all threads, written outside of phases */
        phase { mine(sum) += k * step + last + tidx.local[0]; }
        step = step * 2;
    }
    phase { at(a, tidx.global[0]) = mine(sum); }
}
AMP_PHASED_KERNEL(one_phase, (T), inout(int, 1, a))
{
    int last;
    phase {
        int own = tidx.local[0];
        last = own + 1; /* set before it is read, each time */
        at(a, tidx.global[0]) = last;
    }
    phase {
        last = 2;
        at(a, tidx.global[0]) += last;
    }
}
AMP_PHASED_KERNEL(used_then_set, (T), inout(int, 1, a), value(int, n))
{
    int base = n;
    if (base > 2) { base--; }
    phase { at(a, tidx.global[0]) += base; } /* of before: nothing has been set in a phase yet */
    phase {
        base = tidx.local[0];
        at(a, tidx.global[0]) += base;
    }
    base = n + 1; /* for all threads, again */
    phase { at(a, tidx.global[0]) += base; }
}
AMP_PHASED_KERNEL(hidden, (T), inout(int, 1, a))
{
    int i = 0;
    phase {
        for (int i = 0; i < 3; i++) { at(a, tidx.global[0]) += i; } /* another i */
    }
    phase { at(a, tidx.global[0]) += i; }
}
AMP_PHASED_KERNEL(members, (T), inout(int, 1, a))
{
    struct { int own; } s = { 1 };
    int own = 1;
    phase { struct { int own; } t = { 0 }; t.own = s.own; at(a, tidx.global[0]) = t.own; }
    phase { at(a, tidx.global[0]) += own; }
}

/* ---- sizes ---- */
AMP_TILED_KERNEL(tile_size, (T), inout(int, 1, x), value(int, n))
{
    tile_static(int, t, 2 * T);
    tile_static(int, u, sizeof(n) > 2 ? T : 2 * T);
    t[tidx.local[0]] = u[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[T - 1 - tidx.local[0]] + n + u[0];
}
AMP_KERNEL(local_size, 1, inout(int, 1, x), value(int, n))
{
    int own[T];
    for (int k = 0; k < T; k++) { own[k] = k; }
    at(x, idx[0]) = own[n % T];
}
AMP_TILED_KERNEL(length_of_tile, (T), out(int, 1, x))
{
    tile_static(int, t, 2, T);
    int own[3];
    t[0][tidx.local[0]] = t[1][tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = (int)(sizeof(t[0]) + sizeof t[0][0] + sizeof(t)[0] + sizeof(own)
                                  + sizeof(&t[0]));
}

/* ---- pointers ---- */
static const float taps[3] = { 0.25f, 0.5f, 0.25f };
static const int grid[2][2] = { { 1, 2 }, { 3, 4 } };
static inline float blur(float a) { return (taps[0] + taps[1] + taps[2]) * a; }
static inline float scaled(float c, float a) { return c * a; }
static inline int of_own(const int *taps) { return taps[0]; } /* a parameter of that name */
AMP_KERNEL(table, 1, in(float, 1, a), out(float, 1, b))
{
    at(b, idx[0]) = blur(at(a, idx[0])) + scaled(taps[1], 2.0f);
}
AMP_KERNEL(table_row, 1, inout(int, 1, a))
{
    const int grid_of[2] = { 5, 6 };
    at(a, idx[0]) += grid[idx[0] & 1][1] + of_own(grid_of) + (int)(sizeof(grid) / sizeof(grid[0]));
}
static inline void add(amp_tile_ptr(int) to, int what) { *to += what; }
static inline void add_to_view(amp_global_ptr(int) to, int what) { *to += what; }
static inline void add_to_own(int *to, int what) { *to += what; }
AMP_TILED_KERNEL(tile_pointer, (T), inout(int, 1, x))
{
    tile_static(int, t, T);
    tile_static(int, u, T, 2);
    int own = 1;
    amp_tile_ptr(int) p = &t[tidx.local[0]];
    t[tidx.local[0]] = at(x, tidx.global[0]);
    u[tidx.local[0]][1] = 2;
    add(&t[tidx.local[0]], u[tidx.local[0]][1]);
    add(p, TWICE(1));
    add_to_own(&own, t[tidx.local[0]]);
    at(x, tidx.global[0]) = t[tidx.local[0]] + own;
}
AMP_KERNEL(view_pointer, 1, inout(int, 1, x))
{
    amp_global_ptr(int) p = &at(x, idx[0]);
    int a = 1, *q = &a;
    add_to_view(&at(x, idx[0]), 1);
    add_to_own(q, at(x, idx[0]));
    *p += *q;
    (void)amp_atomic_fetch_add(&at(x, idx[0]), 1);
}
static inline float first_of(amp_constant_ptr(float) p) { return p[0]; }
static inline float all_of(amp_table(float, 1, w)) { return at(w, 0) + at(w, 1); }
AMP_KERNEL(table_pointer, 1, table(float, 1, w), inout(float, 1, y))
{
    amp_constant_ptr(float) p = &at(w, 1);
    at(y, idx[0]) += *p + first_of(w) + all_of(amp_view_of(w));
}

/* ---- names ---- */
static const int w[3] = { 1, 2, 3 };
AMP_KERNEL(static_table, 1, inout(int, 1, x)) { at(x, idx[0]) += w[idx[0] % 3]; }
static inline int of_three(const int *p, int i) { return p[i % 3]; }
AMP_KERNEL(static_table_inside, 1, inout(int, 1, x))
{
    static const int v[3] = { 1, 2, 3 };
    const static int k = 2;
    at(x, idx[0]) += of_three(v, idx[0]) + k;
}
static int factorial(int n)
{
    int f = 1;
    for (; n > 1; n--) { f *= n; }
    return f;
}
static int later(int n);
static int twice(int n) { return later(n) * 2; }
static int later(int n) { return n + 1; }
AMP_KERNEL(no_recursion, 1, inout(int, 1, x))
{
    at(x, idx[0]) = factorial(at(x, idx[0]) % 4) + twice(idx[0]);
}
static inline void exit_(int *a) { *a = 0; }
static inline int rand_of(int seed) { return seed * 1103515245 + 12345; }
typedef struct box { int free, malloc; } box;
AMP_KERNEL(names, 1, inout(int, 1, x))
{
    box b = { 1, 2 };
    int OUTSIDE_too = 1, pair = 2, outside = 3;
    exit_(&pair);
    b.free = rand_of(b.malloc);
    at(x, idx[0]) += b.free + OUTSIDE_too + pair + outside + TWICE(GIVEN);
}
#ifdef CHOSEN
AMP_KERNEL(chosen, 1, inout(int, 1, x)) { at(x, idx[0]) += 1; }
#else
AMP_KERNEL(not_chosen, 1, inout(int, 1, x)) { static int n; at(x, idx[0]) += n + OUTSIDE; }
#endif
#ifndef __OPENCL_VERSION__
static int on_the_host(int a)
{
    static int calls;
    int *p = malloc(sizeof(int));
    free(p);
    return a + ++calls;
}
#endif
HOST_ONLY(chosen)

/* ---- types ---- */
typedef struct parts { unsigned char low, high; } parts;
AMP_KERNEL(fields, 1, inout(int, 1, x), value(parts, p))
{
    at(x, idx[0]) += (p.low > 1 ? p.low : p.high);
    switch (idx[0]) {
    case 1: at(x, idx[0]) += 1; break;
    default: break;
    }
}
AMP_KERNEL(wide, 1, inout(int, 1, x))
{
    long long l = at(x, idx[0]);
    at(x, idx[0]) = (int)(l * (2));
}
AMP_DEVICE_END

int main(void)
{
    static int memory[N];
    const pair p = { OUTSIDE, outside(1) };
    const amp_status s = parallel_for_each(amp_extent(N), chosen, RESULT);
    return s != AMP_OK || p.a != 2 || on_the_host(1) < 0 || chosen_call() != 1;
}
