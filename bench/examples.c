/* SPDX-License-Identifier: MIT */
/* The engineer's kernels of examples/, each beside a serial loop and the same loop with OpenMP:
   one of them a program, -DEXAMPLE=name. The example's own file is included, without its main.
   Rounds of turns: serial, OpenMP, then each form of the kernel on the emulator and, with
   -DAMP_OPENCL, on the first OpenCL device. Each result is checked. bench/examples.sh calls it:

       program ROUNDS QUICK     a line a row: form|where|median seconds|of serial|of OpenMP|of
                                the same form on OpenCL */
#define AMP_SHORT_NAMES
#include "amp.h"
#undef parallel_for_each
#define parallel_for_each(...) amp_parallel_for_each_on(where, __VA_ARGS__)
static amp_accelerator_view where; /* the example's launches run there */

static int many; /* the peers' loops are shared out by OpenMP */

#define main example_main
int main(int argc, char **argv);
#define STRING(x) STRING_I(x)
#define STRING_I(x) #x
#define PATH(name) STRING(../examples/name.c)
#include PATH(EXAMPLE)
#undef main

#define histogram_ 1
#define bitonic_sort_ 2
#define floyd_warshall_ 3
#define mandelbrot_ 4
#define convolution_ 5
#define kmeans_ 6
#define spmv_ 7
#define fft_ 8
#define lu_ 9
#define life_ 10
#define attention_ 11
#define softmax_ 12
#define JOIN(a, b) JOIN_I(a, b)
#define JOIN_I(a, b) a##b
#define IS(name) (JOIN(EXAMPLE, _) == name##_)

/* The problem: bytes of the input, the result, the peers' result, and what lies between. */
static int n;
static size_t bytes;
static void *from AMP__UNUSED, *to, *expected;
static void *between AMP__UNUSED;
static unsigned drawn = 1;
static AMP__UNUSED unsigned draw_number(void)
{
    return (drawn = drawn * 1664525u + 1013904223u) >> 8;
}
#define ROOM(pointer, count, type) pointer = example_memory((size_t)(count) * sizeof(type))
#define FLOATS(p) ((float *)(p))
#define INTS(p) ((int *)(p))

/* Each part: the names of the forms; prepare, which makes the input for a size that quick decides;
   peer, which computes `expected` from `from`; launch, which computes `to` by a form. Where floats
   may differ, `near` is how far, of the largest value 1. */
#if IS(histogram)
static const char *const form_name[] = { "tiled" };
static const float near = 0;
static void prepare(int quick)
{
    int i;
    n = quick ? 1 << 20 : 1 << 24;
    bytes = BINS * sizeof(int);
    ROOM(from, n, char);
    ROOM(to, BINS, int);
    ROOM(expected, BINS, int);
    for (i = 0; i < n; i++) {
        ((unsigned char *)from)[i] = (unsigned char)draw_number();
    }
}
static void peer(void)
{
    int bins[BINS] = { 0 }, i;
    const unsigned char *data = (const unsigned char *)from;
#pragma omp parallel for if (many) reduction(+ : bins[:BINS])
    for (i = 0; i < n; i++) {
        bins[data[i]]++;
    }
    memcpy(expected, bins, sizeof(bins));
}
static void launch(int form)
{
    const amp_array_view b = amp_view(int, INTS(to), BINS);
    (void)form;
    memset(to, 0, bytes);
    must(amp_refresh(b));
    must(parallel_for_each(amp_tile(amp_extent((n + EACH - 1) / EACH), TILE), histogram,
                           amp_view(unsigned char, (unsigned char *)from, n), b));
    must(amp_synchronize(b));
}
#elif IS(bitonic_sort)
static const char *const form_name[] = { "simple", "tiled" };
static const float near = 0;
static void prepare(int quick)
{
    int i;
    n = quick ? 1 << 16 : 1 << 20;
    bytes = (size_t)n * sizeof(int);
    ROOM(from, n, int);
    ROOM(to, n, int);
    ROOM(expected, n, int);
    ROOM(between, n, int);
    for (i = 0; i < n; i++) {
        INTS(from)[i] = (int)draw_number();
    }
}
static void merge_sort(int *x, int *room, int count) /* tasks above 4096 elements */
{
    const int half = count / 2;
    int i = 0, j = half, k;
    if (count <= 4096) {
        qsort(x, (size_t)count, sizeof(int), compare);
        return;
    }
#pragma omp task if (many)
    merge_sort(x, room, half);
    merge_sort(x + half, room + half, count - half);
#pragma omp taskwait
    for (k = 0; k < count; k++) {
        room[k] = j >= count || (i < half && x[i] <= x[j]) ? x[i++] : x[j++];
    }
    memcpy(x, room, (size_t)count * sizeof(int));
}
static void peer(void)
{
    memcpy(expected, from, bytes);
#pragma omp parallel if (many)
#pragma omp single
    merge_sort(INTS(expected), INTS(between), n);
}
static void launch(int form)
{
    const amp_array_view x = amp_view(int, INTS(to), n);
    memcpy(to, from, bytes);
    must(amp_refresh(x));
    (void)sort(x, n, form);
}
#elif IS(floyd_warshall)
static const char *const form_name[] = { "simple", "tiled" };
static const float near = 0;
static void prepare(int quick)
{
    int i;
    n = quick ? 128 : 512;
    bytes = (size_t)n * (size_t)n * sizeof(int);
    ROOM(from, n * n, int);
    ROOM(to, n * n, int);
    ROOM(expected, n * n, int);
    for (i = 0; i < n * n; i++) {
        INTS(from)[i] = i % (n + 1) == 0 ? 0 : draw_number() % 16 == 0
            ? 1 + (int)(draw_number() % 100) : FAR;
    }
}
static void peer(void)
{
    int *d = INTS(expected), i, j, k;
    memcpy(expected, from, bytes);
    for (k = 0; k < n; k++) {
#pragma omp parallel for if (many) private(j)
        for (i = 0; i < n; i++) {
            const int first = d[i * n + k];
            for (j = 0; j < n; j++) {
                const int over = first + d[k * n + j];
                d[i * n + j] = over < d[i * n + j] ? over : d[i * n + j];
            }
        }
    }
}
static void launch(int form)
{
    const amp_array_view d = amp_view(int, INTS(to), n, n);
    memcpy(to, from, bytes);
    must(amp_refresh(d));
    (void)(form == 0 ? step_by_step(d, n) : in_blocks(d, n));
    must(amp_synchronize(d));
}
#elif IS(mandelbrot)
static const char *const form_name[] = { "simple", "tiled, by rims" };
static const float near = 0; /* but a pixel in a hundred, as devices round */
static void prepare(int quick)
{
    n = quick ? 128 : 1024;
    bytes = (size_t)n * (size_t)n * sizeof(int);
    ROOM(to, n * n, int);
    ROOM(expected, n * n, int);
    ROOM(between, n * n, int);
}
static void peer(void)
{
    int i;
#pragma omp parallel for if (many) schedule(dynamic, 1024)
    for (i = 0; i < n * n; i++) {
        INTS(expected)[i] = turns(i / n, i % n, n, n);
    }
}
static void launch(int form)
{
    const amp_array_view a = amp_view(int, INTS(to), n, n);
    must(form == 0 ? parallel_for_each(a.extent, mandelbrot, a)
         : parallel_for_each(amp_tile(a.extent, TILE, TILE), mandelbrot_by_rims, a,
                             amp_view(int, INTS(between), n / TILE, n / TILE)));
    must(amp_synchronize(a));
}
#elif IS(convolution)
static const char *const form_name[] = { "simple", "tiled", "phased" };
static const float near = 0;
static void prepare(int quick)
{
    int i;
    n = quick ? 256 : 1024;
    bytes = (size_t)n * (size_t)n * sizeof(int);
    ROOM(from, n * n, int);
    ROOM(to, n * n, int);
    ROOM(expected, n * n, int);
    ROOM(between, n * n, int);
    for (i = 0; i < n * n; i++) {
        INTS(from)[i] = (int)(draw_number() % 256);
    }
}
static void peer(void) /* across, then down, as the tiled forms */
{
    const int *a = INTS(from);
    int *b = INTS(between), *c = INTS(expected), i, j, k;
#pragma omp parallel for if (many) private(j, k)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            int sum = 0;
            for (k = -RADIUS; k <= RADIUS; k++) {
                sum += weight[k + RADIUS] * a[i * n + clip(j + k, n)];
            }
            b[i * n + j] = sum;
        }
    }
#pragma omp parallel for if (many) private(j, k)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++) {
            c[i * n + j] = 0;
        }
        for (k = -RADIUS; k <= RADIUS; k++) {
            for (j = 0; j < n; j++) {
                c[i * n + j] += weight[k + RADIUS] * b[clip(i + k, n) * n + j];
            }
        }
        for (j = 0; j < n; j++) {
            c[i * n + j] /= 65536;
        }
    }
}
static void launch(int form)
{
    const amp_array_view a = amp_view(int, INTS(from), n, n), b = amp_view(int, INTS(to), n, n);
    const amp_tiled_extent tiles = amp_tile(a.extent, TILE, TILE);
    must(form == 0 ? parallel_for_each(a.extent, blur_simple, a, b)
         : form == 1 ? parallel_for_each(tiles, blur_tiled, a, b)
         : parallel_for_each(tiles, blur_phased, a, b));
    must(amp_synchronize(b));
}
#elif IS(kmeans)
static const char *const form_name[] = { "tiled" };
static const float near = 0;
enum { STEPS = 4 };
static void prepare(int quick)
{
    int i;
    n = quick ? 1 << 14 : 1 << 19;
    bytes = (size_t)n * sizeof(int);
    ROOM(from, n, spot);
    ROOM(to, n, int);
    ROOM(expected, n, int);
    for (i = 0; i < n; i++) { /* their sums, of fewer than 2^19 points, are ints */
        ((spot *)from)[i].x = i % 5 * 150 + (int)(draw_number() % 256);
        ((spot *)from)[i].y = i * 2 % 5 * 150 + (int)(draw_number() % 256);
    }
}
static void peer(void)
{
    const spot *points = (const spot *)from;
    int *nearest = INTS(expected), step, i, c;
    spot centres[CENTRES];
    memcpy(centres, points, sizeof(centres));
    for (step = 0; step < STEPS; step++) {
        int sum[3 * CENTRES] = { 0 };
#pragma omp parallel for if (many) private(c) reduction(+ : sum[:3 * CENTRES])
        for (i = 0; i < n; i++) {
            int best = 0;
            for (c = 1; c < CENTRES; c++) {
                best = distance2(points[i], centres[c]) < distance2(points[i], centres[best])
                    ? c : best;
            }
            nearest[i] = best;
            sum[3 * best] += points[i].x;
            sum[3 * best + 1] += points[i].y;
            sum[3 * best + 2]++;
        }
        for (c = 0; c < CENTRES; c++) {
            if (sum[3 * c + 2] > 0) {
                centres[c].x = sum[3 * c] / sum[3 * c + 2];
                centres[c].y = sum[3 * c + 1] / sum[3 * c + 2];
            }
        }
    }
}
static void launch(int form)
{
    static spot centres[CENTRES];
    static int sums[CENTRES][3];
    const amp_array_view c = amp_view(spot, centres, CENTRES), v = amp_view(int, INTS(to), n);
    const amp_array_view s = amp_view(int, &sums[0][0], CENTRES, 3);
    int step;
    (void)form;
    must(amp_synchronize(c));
    must(amp_synchronize(s));
    memcpy(centres, from, sizeof(centres));
    memset(sums, 0, sizeof(sums));
    must(amp_refresh(c));
    must(amp_refresh(s));
    for (step = 0; step < STEPS; step++) {
        must(parallel_for_each(amp_tile(amp_extent(n), TILE), assign,
                               amp_view(spot, (spot *)from, n), c, v, s));
        must(parallel_for_each(amp_extent(CENTRES), move_centres, s, c));
    }
    must(amp_synchronize(v));
}
#elif IS(spmv)
static const char *const form_name[] = { "simple", "tiled, by warps" };
static const float near = 0; /* whole numbers: exact in any order */
static int *start, *column;
static float *element;
static void prepare(int quick)
{
    int i;
    n = quick ? 1 << 12 : 1 << 17;
    bytes = (size_t)n * sizeof(float);
    ROOM(start, n + 1, int);
    ROOM(from, n, float);
    ROOM(to, n, float);
    ROOM(expected, n, float);
    for (i = 0; i < n; i++) { /* most rows are short, one in 64 is long */
        start[i + 1] = start[i] + (i % 64 == 7 ? 150 + i % 101 : (i + 3) % 11);
    }
    ROOM(column, start[n], int);
    ROOM(element, start[n], float);
    example_fill(FLOATS(from), n, 17);
    example_fill(element, start[n], 19);
    for (i = 0; i < start[n]; i++) {
        column[i] = (int)(draw_number() % (unsigned)n);
    }
}
static void peer(void)
{
    const float *x = FLOATS(from);
    float *y = FLOATS(expected);
    int i, k;
#pragma omp parallel for if (many) private(k)
    for (i = 0; i < n; i++) {
        float sum = 0;
        for (k = start[i]; k < start[i + 1]; k++) {
            sum += element[k] * x[column[k]];
        }
        y[i] = sum;
    }
}
static void launch(int form)
{
    const amp_array_view s = amp_view(int, start, n + 1), c = amp_view(int, column, start[n]);
    const amp_array_view e = amp_view(float, element, start[n]);
    const amp_array_view x = amp_view(float, FLOATS(from), n), y = amp_view(float, FLOATS(to), n);
    must(form == 0 ? parallel_for_each(amp_extent(n), multiply_by_threads, s, c, e, x, y)
         : parallel_for_each(amp_tile(amp_extent(n, WARP), ROWS, WARP), multiply_by_warps,
                             s, c, e, x, y));
    must(amp_synchronize(y));
}
#elif IS(fft)
static const char *const form_name[] = { "tiled", "phased" };
static const float near = 1e-3f;
static number root[N];
static void prepare(int quick)
{
    int i;
    n = quick ? 64 : 4096; /* signals */
    bytes = (size_t)n * N * sizeof(number);
    ROOM(from, n * N, number);
    ROOM(to, n * N, number);
    ROOM(expected, n * N, number);
    example_fill(FLOATS(from), 2 * n * N, 3);
    for (i = 0; i < N; i++) {
        root[i].re = (float)cos(6.283185307179586 * i / N);
        root[i].im = (float)-sin(6.283185307179586 * i / N);
    }
}
static void peer(void)
{
    int r, i, half;
#pragma omp parallel for if (many) private(i, half)
    for (r = 0; r < n; r++) {
        const number *x = (const number *)from + r * N;
        number *y = (number *)expected + r * N;
        for (i = 0; i < N; i++) {
            y[i] = x[reversed(i)];
        }
        for (half = 1; half < N; half *= 2) {
            int begin;
            for (begin = 0; begin < N; begin += 2 * half) {
                for (i = 0; i < half; i++) {
                    const number w = root[i * (N / 2 / half)], a = y[begin + i];
                    const number b = y[begin + i + half];
                    const float re = w.re * b.re - w.im * b.im, im = w.re * b.im + w.im * b.re;
                    y[begin + i].re = a.re + re;
                    y[begin + i].im = a.im + im;
                    y[begin + i + half].re = a.re - re;
                    y[begin + i + half].im = a.im - im;
                }
            }
        }
    }
}
static void launch(int form)
{
    const amp_array_view a = amp_view(number, (number *)from, n, N);
    const amp_array_view b = amp_view(number, (number *)to, n, N);
    const amp_tiled_extent tiles = amp_tile(amp_extent(n, TILE), 1, TILE);
    must(form == 0 ? parallel_for_each(tiles, fft_tiled, a, b, -1.0f)
         : parallel_for_each(tiles, fft_phased, a, b, -1.0f));
    must(amp_synchronize(b));
}
#elif IS(lu)
static const char *const form_name[] = { "simple", "tiled" };
static const float near = 1e-3f;
static void prepare(int quick)
{
    int i;
    n = quick ? 128 : 512;
    bytes = (size_t)n * (size_t)n * sizeof(float);
    ROOM(from, n * n, float);
    ROOM(to, n * n, float);
    ROOM(expected, n * n, float);
    example_fill(FLOATS(from), n * n, 23);
    for (i = 0; i < n; i++) {
        FLOATS(from)[i * n + i] = (float)(5 * n);
    }
}
static void peer(void)
{
    float *a = FLOATS(expected);
    int i, j, k;
    memcpy(expected, from, bytes);
    for (k = 0; k < n - 1; k++) {
#pragma omp parallel for if (many) private(j)
        for (i = k + 1; i < n; i++) {
            const float part = a[i * n + k] /= a[k * n + k];
            for (j = k + 1; j < n; j++) {
                a[i * n + j] -= part * a[k * n + j];
            }
        }
    }
}
static void launch(int form)
{
    const amp_array_view a = amp_view(float, FLOATS(to), n, n);
    memcpy(to, from, bytes);
    must(amp_refresh(a));
    (void)(form == 0 ? by_columns(a, n) : by_blocks(a, n));
    must(amp_synchronize(a));
}
#elif IS(life)
static const char *const form_name[] = { "simple", "tiled" };
static const float near = 0;
enum { STEPS = 4 }; /* even */
static void prepare(int quick)
{
    int i;
    n = quick ? 256 : 1024;
    bytes = (size_t)n * (size_t)n;
    ROOM(from, n * n, cell);
    ROOM(to, n * n, cell);
    ROOM(expected, n * n, cell);
    ROOM(between, n * n, cell);
    for (i = 0; i < n * n; i++) {
        ((cell *)from)[i] = draw_number() % 4 == 0;
    }
}
static void peer(void)
{
    cell *plate[2] = { (cell *)expected, (cell *)between };
    int step, i, j;
    memcpy(expected, from, bytes);
    for (step = 0; step < STEPS; step++) {
        const cell *a = plate[step % 2];
        cell *b = plate[1 - step % 2];
#pragma omp parallel for if (many) private(j)
        for (i = 0; i < n; i++) {
            const cell *up = a + around(i - 1, n) * n, *row = a + i * n;
            const cell *down = a + around(i + 1, n) * n;
            for (j = 0; j < n; j++) {
                const int l = j == 0 ? n - 1 : j - 1, r = j == n - 1 ? 0 : j + 1;
                b[i * n + j] = next(row[j], up[l] + up[j] + up[r] + row[l] + row[r] + down[l]
                                    + down[j] + down[r]);
            }
        }
    }
}
static void launch(int form)
{
    const amp_array_view view[2] = { amp_view(cell, (cell *)to, n, n),
                                     amp_view(cell, (cell *)between, n, n) };
    int step;
    memcpy(to, from, bytes);
    must(amp_refresh(view[0]));
    for (step = 0; step < STEPS; step++) {
        const amp_array_view a = view[step % 2], b = view[1 - step % 2];
        must(form == 0 ? parallel_for_each(a.extent, life_simple, a, b)
             : parallel_for_each(amp_tile(a.extent, TILE, TILE), life_tiled, a, b));
    }
    must(amp_synchronize(view[0]));
}
#elif IS(attention)
static const char *const form_name[] = { "simple", "tiled" };
static const float near = 1e-3f;
static void prepare(int quick) /* n queries and keys, one array behind the other */
{
    n = quick ? 128 : 1024;
    bytes = (size_t)n * WIDE * sizeof(float);
    ROOM(from, 3 * n * WIDE, float);
    ROOM(to, n * WIDE, float);
    ROOM(expected, n * WIDE, float);
    example_fill(FLOATS(from), 3 * n * WIDE, 37);
}
static void peer(void)
{
    const float *Q = FLOATS(from), *K = Q + n * WIDE, *V = K + n * WIDE;
    const float scale = 1 / sqrtf((float)WIDE);
    int i, k, c;
#pragma omp parallel for if (many) private(k, c)
    for (i = 0; i < n; i++) { /* one pass: what was added up shrinks where a larger weight comes */
        float *result = FLOATS(expected) + i * WIDE, most = LEAST, total = 0;
        for (c = 0; c < WIDE; c++) {
            result[c] = 0;
        }
        for (k = 0; k < n; k++) {
            float product = 0, weight, shrink;
            for (c = 0; c < WIDE; c++) {
                product += Q[i * WIDE + c] * K[k * WIDE + c];
            }
            product *= scale;
            shrink = product > most ? expf(most - product) : 1;
            most = product > most ? product : most;
            weight = expf(product - most);
            total = total * shrink + weight;
            for (c = 0; c < WIDE; c++) {
                result[c] = result[c] * shrink + weight * V[k * WIDE + c];
            }
        }
        for (c = 0; c < WIDE; c++) {
            result[c] /= total;
        }
    }
}
static void launch(int form)
{
    float *q = FLOATS(from);
    const amp_array_view Q = amp_view(float, q, n, WIDE);
    const amp_array_view K = amp_view(float, q + n * WIDE, n, WIDE);
    const amp_array_view V = amp_view(float, q + 2 * n * WIDE, n, WIDE);
    const amp_array_view R = amp_view(float, FLOATS(to), n, WIDE);
    const float scale = 1 / sqrtf((float)WIDE);
    must(form == 0 ? parallel_for_each(amp_extent(n), attention_simple, Q, K, V, R, scale)
         : parallel_for_each(amp_tile(amp_extent(n, TILE), TILE, TILE), attention_tiled, Q, K, V, R,
                             scale));
    must(amp_synchronize(R));
}
#elif IS(softmax)
static const char *const form_name[] = { "simple", "tiled", "phased" };
static const float near = 1e-5f;
enum { COLUMNS = 512 };
static void prepare(int quick)
{
    n = quick ? 64 : 2048;
    bytes = (size_t)n * COLUMNS * sizeof(float);
    ROOM(from, n * COLUMNS, float);
    ROOM(to, n * COLUMNS, float);
    ROOM(expected, n * COLUMNS, float);
    example_fill(FLOATS(from), n * COLUMNS, 31);
}
static void peer(void)
{
    int i, j;
#pragma omp parallel for if (many) private(j)
    for (i = 0; i < n; i++) {
        const float *x = FLOATS(from) + i * COLUMNS;
        float *y = FLOATS(expected) + i * COLUMNS, most = LEAST, sum = 0;
        for (j = 0; j < COLUMNS; j++) {
            most = x[j] > most ? x[j] : most;
        }
        for (j = 0; j < COLUMNS; j++) {
            sum += y[j] = expf(x[j] - most);
        }
        for (j = 0; j < COLUMNS; j++) {
            y[j] /= sum;
        }
    }
}
static void launch(int form)
{
    const amp_array_view a = amp_view(float, FLOATS(from), n, COLUMNS);
    const amp_array_view b = amp_view(float, FLOATS(to), n, COLUMNS);
    const amp_tiled_extent tiles = amp_tile(amp_extent(n, TILE), 1, TILE);
    must(form == 0 ? parallel_for_each(amp_extent(n), softmax_simple, a, b)
         : form == 1 ? parallel_for_each(tiles, softmax_tiled, a, b)
         : parallel_for_each(tiles, softmax_phased, a, b));
    must(amp_synchronize(b));
}
#endif

/* Whether the kernel's result is not the peers'. */
static int wrong(void)
{
    size_t i, count = bytes / sizeof(float), apart = 0;
    if (IS(mandelbrot)) {
        for (i = 0; i < count; i++) {
            apart += INTS(to)[i] != INTS(expected)[i];
        }
        return apart > count / 100;
    }
    if (near <= 0) {
        return memcmp(to, expected, bytes) != 0;
    }
    for (i = 0; i < count; i++) { /* a NaN counts */
        const float is = FLOATS(to)[i], other = FLOATS(expected)[i];
        apart += !(fabs((double)is - (double)other) <= (double)near * (1 + fabs((double)other)));
    }
    return apart > 0;
}

/* Seconds: of the wall, or with BENCH_CPU of all of the process's threads at work. */
static double seconds(void)
{
    return getenv("BENCH_CPU") != NULL ? (double)clock() / CLOCKS_PER_SEC : example_seconds();
}

enum { ROWS_MOST = 16, ROUNDS_MOST = 99 };
static double took[ROWS_MOST][ROUNDS_MOST];

/* Prints the median over the rounds of a row's time and of its ratios; PoCL's is row `pocl`. */
static void report(const char *form, const char *place, int row, int pocl, int rounds)
{
    double a[ROUNDS_MOST], b[ROUNDS_MOST], c[ROUNDS_MOST], t[ROUNDS_MOST];
    int i;
    for (i = 0; i < rounds; i++) {
        t[i] = took[row][i];
        a[i] = took[row][i] / took[0][i];
        b[i] = took[row][i] / took[1][i];
        c[i] = pocl >= 0 ? took[row][i] / took[pocl][i] : 0;
    }
    (void)printf("%s|%s|%.6f|%.2f|%.2f|", form, place, example_median(t, rounds),
                 example_median(a, rounds), example_median(b, rounds));
    (void)printf(pocl >= 0 && pocl != row ? "%.2f\n" : "-\n", example_median(c, rounds));
}

int main(int argc, char **argv)
{
    const int asked = argc > 1 ? atoi(argv[1]) : 9, forms = (int)(sizeof(form_name)
                                                                  / sizeof(form_name[0]));
    const int rounds = asked < 1 ? 1 : asked > ROUNDS_MOST ? ROUNDS_MOST : asked;
    const amp_accelerator device = amp_accelerator_find("opencl");
    const amp_accelerator emu = amp_accelerator_find("emu");
    const int places = device.index >= 0 ? 2 : 1;
    int round, f, p, row;
    if (argc < 1) {
        return example_main(argc, argv); /* for its functions to be used */
    }
    prepare(argc > 2 && atoi(argv[2]));
    for (round = -1; round < rounds; round++) { /* the first does not count: kernels are compiled */
        for (row = 0; row < 2 + places * forms; row++) {
            double begin;
            f = (row - 2) / places;
            p = (row - 2) % places;
            where = amp_accelerator_default_view(p == 1 ? device : emu);
            begin = seconds();
            if (row < 2) {
                many = row;
                peer();
            } else {
                launch(f);
            }
            took[row][round < 0 ? 0 : round] = seconds() - begin;
            if (row >= 2 && wrong()) {
                (void)printf("%s|%s|WRONG|||\n", form_name[f], p == 1 ? "PoCL" : "emulator");
                return EXIT_FAILURE;
            }
        }
    }
    report("serial", "C", 0, -1, rounds);
    report("OpenMP", "C", 1, -1, rounds);
    for (f = 0; f < forms; f++) {
        for (p = 0; p < places; p++) {
            report(form_name[f], p == 1 ? "OpenCL" : "emulator", 2 + f * places + p,
                   places == 2 ? 3 + f * places : -1, rounds);
        }
    }
    return EXIT_SUCCESS;
}
