/* SPDX-License-Identifier: MIT */
/*
One launch of a workload, for bench/check_oclgrind.sh: built once with the
kernel checker and once for OpenCL, to run under oclgrind. Prints the seconds of
the launch, and whether the result is right.

    check_oclgrind W1|W3|W6 N
*/
#include "kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
          parallel_for_each(domain, sgemm_tiled, va, vb, vc));
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
    int *partial = (int *)memory((size_t)(n / SUM_TILE), sizeof(*partial));
    amp_array_view vx = amp_view(int, x, n), vp = amp_view(int, partial, n / SUM_TILE);
    int i, wrong = 0;
    for (i = 0; i < n; i++) { x[i] = i % 1000 - 300; }
    TIMED(amp_tile(amp_extent(SUM_TILE), SUM_TILE), amp_tile(amp_extent(n), SUM_TILE),
          parallel_for_each(domain, sum_tiled, vx, vp));
    need(amp_synchronize(vp));
    for (i = 0; i < n; i++) { partial[i / SUM_TILE] -= x[i]; }
    for (i = 0; i < n / SUM_TILE; i++) { wrong += partial[i] != 0; }
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
          parallel_for_each(domain, heat_tiled, 0.1f, vf, vt));
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
    if (n < SUM_TILE || n % SUM_TILE != 0) {
        fprintf(stderr, "check_oclgrind: W1|W3|W6 and a multiple of %d\n", SUM_TILE);
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
