/* SPDX-License-Identifier: MIT */
/*
One launch of a workload, for bench/check_oclgrind.sh: built once with the
kernel checker and once for OpenCL, to run under oclgrind. Prints the seconds of
the launch, and whether the result is right.

    check_oclgrind W1|W3|W6 N
*/
#define AMP_SHORT_NAMES
#include "amp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

AMP_DEVICE_BEGIN
enum { TS = 16, LINE = 256 };

AMP_TILED_KERNEL(sgemm, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    const int y = tidx.local[0], x = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += TS) {
        a[y][x] = at(A, tidx.global[0], k0 + x);
        b[y][x] = at(B, k0 + y, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < TS; k++) {
            sum += a[y][k] * b[k][x];
        }
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}

AMP_TILED_KERNEL(sum, (LINE), in(int, 1, x), out(int, 1, partial))
{
    tile_static(int, s, LINE);
    const int l = tidx.local[0];
    s[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = LINE / 2; d > 0; d /= 2) {
        if (l < d) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(partial, tidx.tile[0]) = s[0];
    }
}

AMP_TILED_KERNEL(heat, (TS, TS), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, TS + 2, TS + 2);
    const int y = tidx.local[0] + 1, x = tidx.local[1] + 1;
    const int gy = tidx.global[0] + 1, gx = tidx.global[1] + 1;
    t[y][x] = at(from, gy, gx);
    if (y == 1) { t[0][x] = at(from, gy - 1, gx); }
    if (y == TS) { t[TS + 1][x] = at(from, gy + 1, gx); }
    if (x == 1) { t[y][0] = at(from, gy, gx - 1); }
    if (x == TS) { t[y][TS + 1] = at(from, gy, gx + 1); }
    tile_barrier_wait(tidx);
    at(to, gy, gx) = t[y][x] + 0.1f * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1] + t[y][x + 1]
                                       - 4.0f * t[y][x]);
}
AMP_DEVICE_END

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (p == NULL) {
        fprintf(stderr, "check_oclgrind: no memory for %lu elements\n", (unsigned long)n);
        exit(2);
    }
    return p;
}

static void need(amp_status s)
{
    if (s != AMP_OK) {
        fprintf(stderr, "check_oclgrind: %s\n", amp_last_error());
        exit(2);
    }
}

/* Launches what `text` says on a small domain first: OpenCL compiles then. */
#define TIMED(small, large, text)                                             \
    do {                                                                      \
        const amp_accelerator_view q = amp_accelerator_default_view(amp_accelerator_default()); \
        amp_tiled_extent domain = small;                                      \
        need(text);                                                           \
        need(amp_wait(q));                                                    \
        domain = large;                                                       \
        seconds = -now();                                                     \
        need(text);                                                           \
        need(amp_wait(q));                                                    \
        seconds += now();                                                     \
    } while (0)

/* The right product makes of the vector 1, 2, ... 7, 1, ... what A makes of B
   times it; whole numbers, so that both are exact. */
static int product_wrong(const float *a, const float *b, const float *c, int n)
{
    double *v = (double *)memory((size_t)n, sizeof(*v));
    int i, j, wrong = 0;
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) { v[i] += (double)b[i * n + j] * (j % 7 + 1); }
    }
    for (i = 0; i < n; i++) {
        double sum = 0;
        for (j = 0; j < n; j++) {
            sum += (double)a[i * n + j] * v[j] - (double)c[i * n + j] * (j % 7 + 1);
        }
        wrong += sum < 0 || sum > 0;
    }
    free(v);
    return wrong;
}

static double seconds;

static int product(int n)
{
    const size_t all = (size_t)n * (size_t)n;
    float *a = (float *)memory(all, sizeof(*a)), *b = (float *)memory(all, sizeof(*b));
    float *c = (float *)memory(all, sizeof(*c));
    amp_array_view va = amp_view(float, a, n, n), vb = amp_view(float, b, n, n);
    amp_array_view vc = amp_view(float, c, n, n);
    size_t i;
    int wrong;
    for (i = 0; i < all; i++) {
        a[i] = (float)(i * 7 % 5) - 2;
        b[i] = (float)(i * 11 % 7) - 3;
    }
    TIMED(amp_tile(amp_extent(TS, TS), TS, TS), amp_tile(amp_extent(n, n), TS, TS),
          parallel_for_each(domain, sgemm, va, vb, vc));
    need(amp_synchronize(vc));
    wrong = product_wrong(a, b, c, n);
    free(a);
    free(b);
    free(c);
    return wrong;
}

static int total(int n)
{
    int *x = (int *)memory((size_t)n, sizeof(*x));
    int *partial = (int *)memory((size_t)(n / LINE), sizeof(*partial));
    amp_array_view vx = amp_view(int, x, n), vp = amp_view(int, partial, n / LINE);
    int i, wrong = 0;
    for (i = 0; i < n; i++) { x[i] = i % 1000 - 300; }
    TIMED(amp_tile(amp_extent(LINE), LINE), amp_tile(amp_extent(n), LINE),
          parallel_for_each(domain, sum, vx, vp));
    need(amp_synchronize(vp));
    for (i = 0; i < n; i++) { partial[i / LINE] -= x[i]; }
    for (i = 0; i < n / LINE; i++) { wrong += partial[i] != 0; }
    free(x);
    free(partial);
    return wrong;
}

static int step(int n)
{
    const int w = n + 2;
    const size_t all = (size_t)w * (size_t)w;
    float *from = (float *)memory(all, sizeof(*from)), *to = (float *)memory(all, sizeof(*to));
    amp_array_view vf = amp_view(float, from, w, w), vt = amp_view(float, to, w, w);
    int y, x, wrong = 0;
    size_t i;
    for (i = 0; i < all; i++) { from[i] = (float)(i * 31 % 101); }
    TIMED(amp_tile(amp_extent(TS, TS), TS, TS), amp_tile(amp_extent(n, n), TS, TS),
          parallel_for_each(domain, heat, vf, vt));
    need(amp_synchronize(vt));
    for (y = 1; y <= n; y++) {
        for (x = 1; x <= n; x++) {
            const float *p = from + y * w + x;
            const float right = p[0] + 0.1f * (p[-w] + p[w] + p[-1] + p[1] - 4.0f * p[0]);
            wrong += !(fabsf(to[y * w + x] - right) < 1e-4f);
        }
    }
    free(from);
    free(to);
    return wrong;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    const int n = argc > 2 ? atoi(argv[2]) : 0;
    int wrong;
    if (n < LINE || n % LINE != 0) {
        fprintf(stderr, "check_oclgrind: W1|W3|W6 and a multiple of %d\n", LINE);
        return 2;
    }
    if (strcmp(name, "W1") == 0) {
        wrong = product(n);
    } else if (strcmp(name, "W3") == 0) {
        wrong = total(n);
    } else if (strcmp(name, "W6") == 0) {
        wrong = step(n);
    } else {
        return 2;
    }
    printf("seconds %.6f wrong %d\n", seconds, wrong);
    return wrong != 0;
}
