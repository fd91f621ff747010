/* SPDX-License-Identifier: MIT */
/* Read by tests/check_regions.sh: what tools/amp_regions and a check build must name. A line with
   such a line has a comment that says of what: `carried` from phase to phase, or `refused` by
   OpenCL C 1.2; `alone`: clang's OpenCL front end lets it pass. The right forms are in accepted.c,
   in the same order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define AMP_SHORT_NAMES
#include "amp.h"

/* The compiler refuses a variable size of tile memory by itself; here the text is read. */
#undef AMP__CONSTANT
#define AMP__CONSTANT(name, value) (void)(value)
#define OUTSIDE 2
typedef struct pair { int a, b; } pair;
static int outside(int a) { return a + 1; }

AMP_DEVICE_BEGIN
enum { N = 64, T = 16 };

/* ---- phases ---- */
AMP_PHASED_KERNEL(next_phase, (T), in(int, 1, a), out(int, 1, b))
{
    tile_static(int, t, T);
    int own = 0;
    phase { own = at(a, tidx.global[0]); t[tidx.local[0]] = own; } /* carried: own */
    phase { at(b, tidx.global[0]) = t[T - 1 - tidx.local[0]] - own; }
}
AMP_PHASED_KERNEL(turns, (T), inout(int, 1, a))
{
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        phase { sum += k + tidx.local[0]; } /* carried: sum */
    }
    phase { at(a, tidx.global[0]) = sum; }
}
AMP_PHASED_KERNEL(one_phase, (T), inout(int, 1, a))
{
    int last = 0;
    phase {
        at(a, tidx.global[0]) = last;
        last = tidx.local[0]; /* carried: last */
    }
}
AMP_PHASED_KERNEL(kept_array, (T), inout(int, 1, a))
{
    int kept[2];
    phase { kept[0] = at(a, tidx.global[0]); kept[1] = 2; } /* carried: kept */
    phase_first(T) { at(a, tidx.global[0]) = kept[0] * kept[1]; }
}
AMP_PHASED_KERNEL(asked_outside, (T), inout(int, 1, a))
{
    int found = 0;
    phase { if (at(a, tidx.global[0]) > 3) { found = 1; } } /* carried: found */
    if (found) {
        phase { at(a, tidx.global[0]) = 0; }
    }
}
AMP_PHASED_KERNEL(sums_itself, (T), inout(int, 1, a))
{
    int n = 1;
    phase {
        n = n + at(a, tidx.global[0]); /* carried: n */
        at(a, tidx.global[0]) = n;
    }
}
AMP_PHASED_KERNEL(round_again, (T), inout(int, 1, a), value(int, turns))
{
    int base = 1;
    for (int k = 0; k < turns; k++) {
        phase { at(a, tidx.global[0]) += base; }
        phase { base = tidx.local[0]; } /* carried: base */
    }
}
AMP_PHASED_KERNEL(own_type, (T), inout(int, 1, a))
{
    struct { int n; } s = { 0 };
    phase { s.n = tidx.local[0]; } /* carried: s */
    phase { at(a, tidx.global[0]) += s.n; }
}

/* ---- sizes ---- */
AMP_TILED_KERNEL(tile_size, (T), inout(int, 1, x), value(int, n))
{
    tile_static(int, t, n); /* refused: t */
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = t[T - 1 - tidx.local[0]];
}
AMP_KERNEL(local_size, 1, inout(int, 1, x), value(int, n))
{
    int own[n]; /* refused: own */
    for (int k = 0; k < n; k++) { own[k] = k; }
    at(x, idx[0]) = own[n - 1];
}
AMP_TILED_KERNEL(length_of_tile, (T), out(int, 1, x))
{
    tile_static(int, t, 2, T);
    t[0][tidx.local[0]] = t[1][tidx.local[0]] = 1;
    tile_barrier_wait(tidx);
    at(x, tidx.global[0]) = (int)sizeof((t)) + t[0][0]; /* refused alone: t */
}

AMP_PHASED_KERNEL(size_of_own, (T), out(int, 1, x))
{
    thread_private(int, mark, 3);
    phase {
        mine(mark, 0) = 1;
        at(x, tidx.global[0]) = (int)sizeof mark + mine(mark, 0); /* refused alone: mark */
    }
}

/* ---- pointers ---- */
static const float taps[3] = { 0.25f, 0.5f, 0.25f };
static const int grid[2][2] = { { 1, 2 }, { 3, 4 } };
static inline float blur(const float *c, float a) { return (c[0] + c[1] + c[2]) * a; }
static inline int row(const int *r) { return r[0] + r[1]; }
AMP_KERNEL(table, 1, in(float, 1, a), out(float, 1, b))
{
    at(b, idx[0]) = blur(taps, at(a, idx[0])); /* refused: taps */
}
AMP_KERNEL(table_row, 1, inout(int, 1, a))
{
    at(a, idx[0]) += row(grid[idx[0] & 1]); /* refused: grid */
}
AMP_KERNEL(table_element, 1, inout(float, 1, a))
{
    at(a, idx[0]) += blur(&taps[0], 1.0f); /* refused: taps */
}
AMP_KERNEL(table_kept, 1, inout(float, 1, a))
{
    const float *p = taps; /* refused: taps */
    at(a, idx[0]) += p[1];
}
static inline void add(int *to, int what) { *to += what; }
AMP_TILED_KERNEL(tile_pointer, (T), inout(int, 1, x))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    add(&t[tidx.local[0]], 1); /* refused: t */
    at(x, tidx.global[0]) = t[tidx.local[0]];
}
AMP_KERNEL(view_pointer, 1, inout(int, 1, x))
{
    add(&at(x, idx[0]), 1); /* refused: x */
}
AMP_TILED_KERNEL(tile_rest, (T), inout(int, 1, x))
{
    tile_static(int, t, T, 2);
    int *p;
    t[tidx.local[0]][0] = at(x, tidx.global[0]);
    p = (t[tidx.local[0]]) + 1; /* refused: t */
    add((&t[tidx.local[0]][1]), 1); /* refused: t */
    at(x, tidx.global[0]) = *p;
}
AMP_KERNEL(view_kept, 1, inout(int, 1, x))
{
    int *p = &at(x, idx[0]); /* refused: x */
    *p += 2;
}
static inline float first_of(const float *p) { return p[0]; }
AMP_KERNEL(table_pointer, 1, table(float, 1, w), inout(float, 1, y))
{
    const float *p = &at(w, 1); /* refused: w */
    at(y, idx[0]) += *p;
    at(y, idx[0]) += first_of(w); /* refused: w */
}

/* ---- names ---- */
AMP_KERNEL(static_pointer, 1, inout(int, 1, x))
{
    static const int *w; /* refused: w */
    at(x, idx[0]) += w == 0;
}
AMP_KERNEL(static_counter, 1, inout(int, 1, x))
{
    static int calls, last; /* refused: calls last */
    at(x, idx[0]) += ++calls + last;
}
static int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1); /* refused alone: factorial */
}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); } /* refused alone: even */
static int odd(int n) { return n == 0 ? 0 : even(n - 1); } /* refused alone: odd */
AMP_KERNEL(recursion, 1, inout(int, 1, x))
{
    at(x, idx[0]) = factorial(at(x, idx[0]) % 4) + even(idx[0] % 4);
}
AMP_KERNEL(heap, 1, inout(int, 1, x))
{
    int *p = malloc(sizeof(int)); /* refused: malloc */
    *p = at(x, idx[0]);
    at(x, idx[0]) = *p + 1;
    free(p); /* refused: free */
}
AMP_KERNEL(without_counterpart, 1, inout(int, 1, x))
{
    at(x, idx[0]) += div(7, 2).quot; /* refused: div */
}
AMP_KERNEL(copied, 1, inout(int, 1, x))
{
    int a[2], b[2] = { 1, 2 };
    memcpy(a, b, sizeof(a)); /* refused: memcpy */
    at(x, idx[0]) += a[1];
}
AMP_KERNEL(macro_outside, 1, inout(int, 1, x)) { at(x, idx[0]) *= OUTSIDE; } /* refused: OUTSIDE */
AMP_KERNEL(function_outside, 1, inout(int, 1, x))
{
    at(x, idx[0]) = outside(at(x, idx[0])); /* refused: outside */
}
AMP_KERNEL(type_outside, 1, inout(int, 1, x))
{
    pair p = { 1, 2 }; /* refused: pair */
    at(x, idx[0]) += p.b;
}
static int counter; /* refused: counter */
const int not_static[2] = { 1, 2 }; /* refused: not_static */
AMP_KERNEL(variables, 1, inout(int, 1, x)) { at(x, idx[0]) += counter + not_static[1]; }

/* ---- types ---- */
typedef struct parts { unsigned low : 4, high : 4; } parts; /* refused: low high */
AMP_KERNEL(fields, 1, inout(int, 1, x))
{
    parts p = { 1, 2 };
    at(x, idx[0]) += (int)(p.low + p.high);
}
AMP_KERNEL(wide, 1, inout(float, 1, x))
{
    long double w = at(x, idx[0]); /* refused alone: long */
    at(x, idx[0]) = (float)(w * 2);
}
static inline int plus_one(int a) { return a + 1; }
AMP_KERNEL(by_pointer, 1, inout(int, 1, x))
{
    int (*f)(int) = plus_one; /* refused: f */
    at(x, idx[0]) = f(at(x, idx[0]));
}
AMP_DEVICE_END

/* For the check build: the argument says which kernel is launched. */
int main(int argc, char **argv)
{
    static int a[N], b[N];
    const amp_array_view x = amp_view(int, a, N), y = amp_view(int, b, N);
    const char *which = argc > 1 ? argv[1] : "";
    amp_status s;
    if (strcmp(which, "next_phase") == 0) {
        s = parallel_for_each(amp_tile(amp_extent(N), T), next_phase, x, y);
    } else {
        s = parallel_for_each(amp_extent(N), copied, x);
    }
    printf("status %d\n", (int)s);
    return 0;
}
