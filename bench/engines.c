/* SPDX-License-Identifier: MIT */
/* Simple kernels of many shapes on loops and as vectors, in turns, in one process and the same
   memory: for each a line with the least microseconds of either and the median of the turns'
   ratios, vectors to loops. Results must be the same. Arguments: how many turns; one kernel. */
#define AMP_SHORT_NAMES
#include "amp.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { TURNS = 99, COUNT = 16384, SQUARE = 128 };

AMP_DEVICE_BEGIN
#define SIDE 128
#define EACH 16
#define PARAMETERS in(float, 1, a), in(float, 1, b), in(int, 1, index), out(float, 1, y)
#define UNUSED (void)a, (void)b, (void)index;
#define LINE(name, ...) AMP_KERNEL(name, 1, PARAMETERS) { const int i = idx[0]; UNUSED __VA_ARGS__ }

LINE(line, at(y, i) = 2.0f * at(a, i) + at(b, i);)
LINE(relu, at(y, i) = at(a, i) > 0 ? at(a, i) : 0;)
LINE(clamp, const float v = at(a, i); at(y, i) = v < -1 ? -1 : v > 1 ? 1 : v;)
LINE(leaky, const float v = at(a, i); at(y, i) = v > 0 ? v : 0.125f * v;)
LINE(select, at(y, i) = at(index, i) & 1 ? at(a, i) : at(b, i);)
LINE(masked, float v = 7; if (at(index, i) & 1) { v = at(a, i) + 1; } at(y, i) = v;)
LINE(seldom, float v = at(a, i); if (at(index, i) % 64 == 0) { v = sqrtf(at(b, i)) / v; }
     at(y, i) = v;)
LINE(gather, at(y, i) = at(a, at(index, i));)
LINE(scatter, at(y, at(index, i)) = at(a, i);)
LINE(division, at(y, i) = at(a, i / 7 * 7 + i % 7);)
LINE(neighbours, at(y, i) = at(a, i > 0 ? i - 1 : 0) + at(a, i) + at(a, i < 16383 ? i + 1 : i);)
LINE(guard, if (i > 0 && i < 16383) { at(y, i) = at(a, i - 1) + at(a, i + 1); }
     else { at(y, i) = 0; })
LINE(root, at(y, i) = sqrtf(at(b, i)) / (1 + at(b, i));)
LINE(function, at(y, i) = expf(-at(b, i));)
LINE(power, at(y, i) = powf(at(b, i), 1.5f);)
LINE(polynomial, const float v = at(a, i); float r = 0;
     for (int k = 0; k < 16; k++) { r = r * v + 0.5f; } at(y, i) = r;)
LINE(own_row, float r = 0; for (int k = 0; k < EACH; k++) { r += at(a, i / EACH * EACH + k); }
     at(y, i) = r;)
LINE(own_walk, float r = 0;
     for (int k = 0; k < 64; k++) { r += at(a, (i * 64 + k) & 16383); } at(y, i) = r;)
LINE(sparse, float r = 0; const int n = at(index, i) & 7;
     for (int k = 0; k < n; k++) { r += at(a, at(index, (i + k) & 16383)); } at(y, i) = r;)
LINE(search, int low = 0, high = 16383; const float v = at(a, i);
     while (low < high) {
         const int middle = (low + high) / 2;
         if ((float)at(index, middle) < v * 1000) { low = middle + 1; } else { high = middle; }
     }
     at(y, i) = (float)low;)
LINE(escape, float x = 0, z = 0; int n = 0; const float u = at(a, i), v = at(b, i);
     while (n < 50 && x * x + z * z < 4) {
         const float t = x * x - z * z + u; z = 2 * x * z + v; x = t; n++;
     }
     at(y, i) = (float)n;)
LINE(collatz, unsigned n = (unsigned)at(index, i) + 1; int turns = 0;
     while (n > 1 && turns < 40) { n = n % 2 == 0 ? n / 2 : 3 * n + 1; turns++; }
     at(y, i) = (float)turns;)
LINE(own_array, float t[8]; const int n = at(index, i);
     for (int k = 0; k < 8; k++) { t[k] = at(a, (i + k) & 16383); }
     at(y, i) = t[n & 7] + t[(n + 3) & 7];)
LINE(sorting, float t[4];
     for (int k = 0; k < 4; k++) { t[k] = at(a, (i * 4 + k) & 16383); }
     for (int k = 1; k < 4; k++) {
         const float v = t[k]; int j = k;
         while (j > 0 && t[j - 1] > v) { t[j] = t[j - 1]; j--; }
         t[j] = v;
     }
     at(y, i) = t[1];)
LINE(wide, double r = at(a, i); r = r * 1.000001 + 0.5; at(y, i) = (float)r;)
LINE(whole, const int v = at(index, i); at(y, i) = (float)((v * 7 + 3) % 11 - (v >> 2));)
LINE(early, if (at(index, i) % 3 == 0) { at(y, i) = 1; return; } at(y, i) = at(a, i) * at(b, i);)

#define PLANE(name, ...) AMP_KERNEL(name, 2, in(float, 2, a), in(float, 2, b), out(float, 2, y)) \
    { const int r = idx[0], c = idx[1]; (void)a, (void)b; __VA_ARGS__ }
PLANE(turned, at(y, c, r) = at(a, r, c);)
PLANE(turned_read, at(y, r, c) = at(a, c, r);)
PLANE(product, float sum = 0;
      for (int k = 0; k < SIDE; k++) { sum += at(a, r, k) * at(b, k, c); } at(y, r, c) = sum;)
PLANE(rows_product, float sum = 0;
      for (int k = 0; k < SIDE; k++) { sum += at(a, r, k) * at(b, c, k); } at(y, r, c) = sum;)
PLANE(stencil, if (r > 0 && c > 0 && r < SIDE - 1 && c < SIDE - 1) {
          at(y, r, c) = at(a, r - 1, c) + at(a, r + 1, c) + at(a, r, c - 1) + at(a, r, c + 1);
      } else { at(y, r, c) = 0; })
PLANE(clamped_blur, float sum = 0;
      for (int p = -1; p <= 1; p++) {
          for (int q = -1; q <= 1; q++) {
              const int u = r + p < 0 ? 0 : r + p > SIDE - 1 ? SIDE - 1 : r + p;
              const int v = c + q < 0 ? 0 : c + q > SIDE - 1 ? SIDE - 1 : c + q;
              sum += at(a, u, v);
          }
      }
      at(y, r, c) = sum;)
AMP_DEVICE_END

static float *memory_a, *memory_b, *memory_y, *kept;
static int *memory_index;

static void must(amp_status s)
{
    if (s != AMP_OK) {
        (void)fprintf(stderr, "engines: %s\n", amp_last_error());
        exit(2);
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, z = *(const double *)b;
    return (x > z) - (x < z);
}

static int wrong;
static const char *only; /* this kernel, or NULL */
typedef struct arguments { amp_array_view a, b, index, y; } arguments;

/* Times one kernel; it runs `times` times in a turn. */
static void time_kernel(const char *name, void (*run)(const arguments *), const arguments *given,
                        int turns, int times)
{
    static double t[2][TURNS], ratio[TURNS];
    int i, k, e;
    if (only != NULL && strcmp(only, name) != 0) {
        return;
    }
    for (i = -1; i < turns; i++) {
        for (e = 0; e < 2; e++) {
            const int vectors = (i & 1) != 0 ? 1 - e : e;
            double begin;
            must(amp_emu_set_engine(vectors ? AMP_ENGINE_VECTORS : AMP_ENGINE_LOOPS));
            run(given);
            begin = bench_now();
            for (k = 0; k < times; k++) {
                run(given);
            }
            if (i >= 0) {
                t[vectors][i] = (bench_now() - begin) / times;
            }
            if (i < 0 && e == 1) {
                memcpy(kept, memory_y, COUNT * sizeof(float));
            }
        }
        if (i >= 0) {
            ratio[i] = t[1][i] / t[0][i];
        }
    }
    for (i = 0; i < COUNT; i++) {
        if (fabsf(kept[i] - memory_y[i]) > 1e-4f * fabsf(kept[i])) {
            (void)printf("%s: element %d is %g and %g\n", name, i, (double)kept[i],
                         (double)memory_y[i]);
            wrong = 1;
            break;
        }
    }
    for (e = 0; e < 2; e++) {
        qsort(t[e], (size_t)turns, sizeof(double), by_value);
    }
    qsort(ratio, (size_t)turns, sizeof(double), by_value);
    (void)printf("%-14s %10.2f %10.2f %8.2f  %.2f-%.2f\n", name, 1e6 * t[0][0], 1e6 * t[1][0],
                 ratio[turns / 2], ratio[turns / 4], ratio[turns - 1 - turns / 4]);
    (void)fflush(stdout);
}

#define LINES(X) \
    X(line) X(relu) X(clamp) X(leaky) X(select) X(masked) X(seldom) X(gather) X(scatter) \
    X(division) X(neighbours) X(guard) X(root) X(function) X(power) X(polynomial) X(own_row) \
    X(own_walk) X(sparse) X(search) X(escape) X(collatz) X(own_array) X(sorting) X(wide) X(whole) \
    X(early)
#define PLANES(X) \
    X(turned) X(turned_read) X(product) X(rows_product) X(stencil) X(clamped_blur)
#define RUN_LINE(name)                                                        \
    static void run_##name(const arguments *g)                                \
    { must(parallel_for_each(amp_extent(COUNT), name, g->a, g->b, g->index, g->y)); }
#define RUN_PLANE(name)                                                       \
    static void run_##name(const arguments *g)                                \
    { must(parallel_for_each(amp_extent(SQUARE, SQUARE), name, g->a, g->b, g->y)); }
LINES(RUN_LINE)
PLANES(RUN_PLANE)
#define TIME_LINE(name) time_kernel(#name, run_##name, &lines, turns, 20);
#define TIME_PLANE(name) time_kernel(#name, run_##name, &planes, turns, 5);

int main(int argc, char **argv)
{
    const int asked = argc > 1 ? atoi(argv[1]) : 9;
    const int turns = asked < 1 ? 1 : asked > TURNS ? TURNS : asked;
    arguments lines, planes;
    int i;
    only = argc > 2 ? argv[2] : NULL;
    memory_a = (float *)bench_memory(COUNT * sizeof(float));
    memory_b = (float *)bench_memory(COUNT * sizeof(float));
    memory_y = (float *)bench_memory(COUNT * sizeof(float));
    kept = (float *)bench_memory(COUNT * sizeof(float));
    memory_index = (int *)bench_memory(COUNT * sizeof(int));
    for (i = 0; i < COUNT; i++) {
        memory_a[i] = (float)(bench_noise((unsigned)i) % 4000) * 1e-3f - 2;
        memory_b[i] = (float)(bench_noise((unsigned)i + 9) % 1000) * 1e-3f;
        memory_index[i] = i;
    }
    for (i = COUNT - 1; i > 0; i--) { /* a permutation */
        const int k = (int)(bench_noise((unsigned)i + 5) % (unsigned)(i + 1)), v = memory_index[i];
        memory_index[i] = memory_index[k];
        memory_index[k] = v;
    }
    lines.a = amp_view(float, memory_a, COUNT);
    lines.b = amp_view(float, memory_b, COUNT);
    lines.y = amp_view(float, memory_y, COUNT);
    lines.index = amp_view(int, memory_index, COUNT);
    planes = lines;
    planes.a = amp_view(float, memory_a, SQUARE, SQUARE);
    planes.b = amp_view(float, memory_b, SQUARE, SQUARE);
    planes.y = amp_view(float, memory_y, SQUARE, SQUARE);
    LINES(TIME_LINE)
    PLANES(TIME_PLANE)
    return wrong;
}
