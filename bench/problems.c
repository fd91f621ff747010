/* SPDX-License-Identifier: MIT */
/* W1 to W14, A1 to A5, and what bench/ceiling.sh has beside: input, serial reference and check. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bench_problem bench;

static const char *const works[BENCH_WORKS] = {
    "W1", "W2", "W2n", "W3", "W5", "W6", "W8", "switch", "launch", "W4", "start", "A1", "A2",
    "A3", "A4", "A5", "W9", "W10", "W11", "W12", "W13", "W14", "copy", "scale", "triad", "dot"
};

static float *floats(size_t n)
{
    return (float *)bench_memory(n * sizeof(float));
}

static void close_problem(void)
{
    free(bench.a);
    free(bench.b);
    free(bench.out);
    free(bench.start);
    free(bench.expected);
    free(bench.ints);
    free(bench.result);
    free(bench.result_expected);
    free(bench.keys);
    memset(&bench, 0, sizeof(bench));
}

/* Small whole numbers: sums and products are exact in float, so that the
   order of operations does not matter and the check can ask for equality. */
static void fill_small(float *p, size_t n, unsigned seed, unsigned range)
{
    size_t i;
    for (i = 0; i < n; i++) {
        p[i] = (float)(bench_noise((unsigned)i + seed) % range);
    }
}

static void reference_sgemm(size_t n)
{
    size_t i, j, k;
    for (i = 0; i < n; i++) {
        for (k = 0; k < n; k++) {
            const float f = bench.a[i * n + k];
            for (j = 0; j < n; j++) {
                bench.expected[i * n + j] += f * bench.b[k * n + j];
            }
        }
    }
}

static void reference_heat(size_t n)
{
    const size_t w = n + 2;
    float *from = bench.expected, *to = floats(w * w), *swap;
    size_t i, j;
    int s;
    memcpy(from, bench.start, w * w * sizeof(float));
    memcpy(to, bench.start, w * w * sizeof(float));
    for (s = 0; s < bench.steps; s++) {
        for (i = 1; i <= n; i++) {
            for (j = 1; j <= n; j++) {
                const float *p = from + i * w + j;
                to[i * w + j] = p[0] + BENCH_DIFFUSION * (p[-(ptrdiff_t)w] + p[w] + p[-1] + p[1]
                                                          - 4.0f * p[0]);
            }
        }
        swap = from;
        from = to;
        to = swap;
    }
    bench.expected = from;
    free(to);
}

static void reference_nbody(size_t n)
{
    size_t i, j;
    for (i = 0; i < n; i++) {
        double x = 0, y = 0, z = 0;
        const float *p = bench.a + 4 * i;
        for (j = 0; j < n; j++) {
            const float *q = bench.a + 4 * j;
            const float dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
            const float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + BENCH_SOFTENING);
            const float f = q[3] * r * r * r;
            x += (double)(f * dx);
            y += (double)(f * dy);
            z += (double)(f * dz);
        }
        bench.expected[4 * i] = (float)x;
        bench.expected[4 * i + 1] = (float)y;
        bench.expected[4 * i + 2] = (float)z;
    }
}

/* Least significant digit first: the order that no comparison decides. */
static void reference_sort(size_t n)
{
    unsigned *from = (unsigned *)(void *)floats(n), *to = (unsigned *)bench.result_expected, *swap;
    int shift;
    size_t i;
    memcpy(from, bench.keys, n * sizeof(unsigned));
    for (shift = 0; shift < 32; shift += 16) {
        size_t *first = (size_t *)calloc(65537, sizeof(size_t));
        if (first == NULL) {
            (void)fprintf(stderr, "bench: no memory for 65537 counts\n");
            exit(2);
        }
        for (i = 0; i < n; i++) {
            first[(from[i] >> shift & 0xffffU) + 1]++;
        }
        for (i = 0; i < 65536; i++) {
            first[i + 1] += first[i];
        }
        for (i = 0; i < n; i++) {
            to[first[from[i] >> shift & 0xffffU]++] = from[i];
        }
        free(first);
        swap = from;
        from = to;
        to = swap;
    }
    bench.result_expected = (int *)from;
    free(to);
}

/* What a kernel of one line makes of an element. */
static float of_element(float a, float b, int mask)
{
    switch ((int)bench.work) {
    case BENCH_RELU: return a > 0 ? a : 0;
    case BENCH_GUARD: return a * BENCH_SAXPY_A + 1;
    case BENCH_CLAMP: return a < -100 ? -100 : a > 100 ? 100 : a;
    case BENCH_LEAKY: return a > 0 ? a : 0.125f * a;
    case BENCH_SELECT: return mask ? a : b;
    case BENCH_MASKED: return mask ? a + 1 : 7;
    case BENCH_SCALE: return BENCH_SAXPY_A * a;
    case BENCH_TRIAD: return a + BENCH_SAXPY_A * b;
    default: return a;
    }
}

static void open_problem(int work, int size, int steps)
{
    const size_t n = (size_t)size;
    size_t i, j;
    close_problem();
    bench.work = (bench_work)work;
    bench.n = size;
    bench.steps = steps;
    switch (bench.work) {
    case BENCH_SGEMM:
        bench.count = n * n;
        bench.a = floats(n * n);
        bench.b = floats(n * n);
        fill_small(bench.a, n * n, 1, 13);
        fill_small(bench.b, n * n, 99, 11);
        bench.expected = floats(n * n);
        reference_sgemm(n);
        break;
    case BENCH_TRANSPOSE:
    case BENCH_TRANSPOSE_UNTILED:
        bench.count = n * n;
        bench.a = floats(n * n);
        fill_small(bench.a, n * n, 1, 1U << 20);
        bench.expected = floats(n * n);
        for (i = 0; i < n; i++) {
            for (j = 0; j < n; j++) {
                bench.expected[j * n + i] = bench.a[i * n + j];
            }
        }
        break;
    case BENCH_SUM:
        bench.ints = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.ints[i] = (int)(bench_noise((unsigned)i) % 100);
            bench.expected_total += bench.ints[i];
        }
        break;
    case BENCH_SAXPY:
        bench.count = n;
        bench.a = floats(n);
        bench.start = floats(n);
        bench.expected = floats(n);
        fill_small(bench.a, n, 1, 1000);
        fill_small(bench.start, n, 7, 1000);
        for (i = 0; i < n; i++) {
            bench.expected[i] = bench.start[i] + BENCH_SAXPY_A * bench.a[i];
        }
        break;
    case BENCH_RELU:
    case BENCH_GUARD:
    case BENCH_CLAMP:
    case BENCH_LEAKY:
    case BENCH_SELECT:
    case BENCH_MASKED:
    case BENCH_COPY:
    case BENCH_SCALE:
    case BENCH_TRIAD:
        bench.count = n;
        bench.a = floats(n);
        bench.b = floats(n);
        bench.ints = (int *)(void *)floats(n);
        bench.expected = floats(n);
        fill_small(bench.a, n, 1, 1000);
        fill_small(bench.b, n, 7, 1000);
        for (i = 0; i < n; i++) {
            bench.a[i] -= 500;
            bench.ints[i] = (int)(bench_noise((unsigned)i + 3) & 1);
            bench.expected[i] = of_element(bench.a[i], bench.b[i], bench.ints[i]);
        }
        break;
    case BENCH_DOT: /* as BENCH_REDUCE_FLOAT */
        bench.a = floats(n);
        bench.b = floats(n);
        fill_small(bench.a, n, 3, 2);
        fill_small(bench.b, n, 5, 2);
        for (i = 0; i < n; i++) {
            bench.expected_total += (long long)(bench.a[i] * bench.b[i]);
        }
        break;
    case BENCH_HEAT:
        bench.count = (n + 2) * (n + 2);
        bench.b = floats(bench.count);
        bench.start = floats(bench.count);
        bench.expected = floats(bench.count);
        fill_small(bench.start, bench.count, 5, 100);
        reference_heat(n);
        break;
    case BENCH_NBODY:
        bench.count = 4 * n;
        bench.a = floats(4 * n);
        bench.expected = floats(4 * n);
        for (i = 0; i < 4 * n; i++) {
            bench.a[i] = (float)(bench_noise((unsigned)i) % 10000) * 1e-4f;
        }
        reference_nbody(n);
        break;
    case BENCH_SCAN:
        bench.ints = (int *)(void *)floats(n);
        bench.result = (int *)(void *)floats(n);
        bench.result_expected = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.ints[i] = (int)(bench_noise((unsigned)i) % 100);
            if (i + 1 < n) {
                bench.result_expected[i + 1] = bench.result_expected[i] + bench.ints[i];
            }
        }
        break;
    case BENCH_REDUCE_INT:
    case BENCH_INCLUSIVE_SCAN:
    case BENCH_EXCLUSIVE_SCAN:
        bench.ints = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.ints[i] = (int)(bench_noise((unsigned)i) % 100);
            bench.expected_total += bench.ints[i];
        }
        if (work != BENCH_REDUCE_INT) {
            int sum = 0;
            bench.result = (int *)(void *)floats(n);
            bench.result_expected = (int *)(void *)floats(n);
            for (i = 0; i < n; i++) {
                bench.result_expected[i] = sum + (work == BENCH_INCLUSIVE_SCAN ? bench.ints[i] : 0);
                sum += bench.ints[i];
            }
        }
        break;
    case BENCH_REDUCE_FLOAT: /* 0 and 1: exact in any order up to 2^24 elements */
        bench.a = floats(n);
        fill_small(bench.a, n, 3, 2);
        for (i = 0; i < n; i++) {
            bench.expected_total += (long long)bench.a[i];
        }
        break;
    case BENCH_SORT:
        bench.keys = (unsigned *)(void *)floats(n);
        bench.result = (int *)(void *)floats(n);
        bench.result_expected = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.keys[i] = bench_noise((unsigned)i);
        }
        reference_sort(n);
        break;
    case BENCH_SWITCH:
    case BENCH_LAUNCH:
    case BENCH_START:
    case BENCH_WORKS:
        break;
    }
    if (bench.count > 0) {
        bench.out = floats(bench.count);
    }
}

/* Every run starts alike; an output that a run must fill holds no
   result of an earlier one. */
static void restore(void)
{
    bench.total = -1;
    if (bench.keys != NULL) {
        memcpy(bench.result, bench.keys, (size_t)bench.n * sizeof(unsigned));
    } else if (bench.result != NULL) {
        memset(bench.result, 0xff, (size_t)bench.n * sizeof(int)); /* -1: no sum of these */
    }
    if (bench.start != NULL) {
        memcpy(bench.out, bench.start, bench.count * sizeof(float));
        if (bench.b != NULL) {
            memcpy(bench.b, bench.start, bench.count * sizeof(float));
        }
    } else if (bench.out != NULL) {
        memset(bench.out, 0xff, bench.count * sizeof(float)); /* NaN: equal to nothing */
    }
}

/* NULL, or what is wrong. */
static const char *check(void)
{
    static char why[160];
    const float relative = bench.work == BENCH_NBODY ? 2e-3f : bench.work == BENCH_HEAT ? 1e-4f : 0;
    float scale = 0;
    size_t i;
    if (bench.result != NULL) {
        for (i = 0; i < (size_t)bench.n; i++) {
            if (bench.result[i] != bench.result_expected[i]) {
                (void)snprintf(why, sizeof(why), "element %lu is %d, not %d", (unsigned long)i,
                               bench.result[i], bench.result_expected[i]);
                return why;
            }
        }
        return NULL;
    }
    if (bench.work == BENCH_SUM || bench.work == BENCH_REDUCE_INT
        || bench.work == BENCH_REDUCE_FLOAT || bench.work == BENCH_DOT) {
        if (bench.total != bench.expected_total) {
            (void)snprintf(why, sizeof(why), "the sum is %lld, not %lld", bench.total,
                           bench.expected_total);
            return why;
        }
        return NULL;
    }
    if (relative > 0) {
        for (i = 0; i < bench.count; i++) {
            scale = fmaxf(scale, fabsf(bench.expected[i]));
        }
    }
    for (i = 0; i < bench.count; i++) {
        if (bench.work == BENCH_NBODY && i % 4 == 3) {
            continue;
        }
        if (!(fabsf(bench.out[i] - bench.expected[i]) <= relative * scale)) {
            (void)snprintf(why, sizeof(why), "element %lu is %g, not %g", (unsigned long)i,
                           (double)bench.out[i], (double)bench.expected[i]);
            return why;
        }
    }
    return NULL;
}

const bench_set bench_workloads = {
    works, BENCH_WORKS, open_problem, restore, check, close_problem
};
