/* SPDX-License-Identifier: MIT */
/*
transpose.c: the transposes of examples/diagonal_kernels.h by size, each in turn with a copy.

    ./transpose most rounds [curves.svg]

For N = 32, 64 ... most, and 255 and 1023 where they are below, N x N doubles by methods 1 (N a
multiple of 32), 2, 3 and hybrid, method 3's kernel in plain order, and a copy; bench/transpose.sh
makes table and curves of it. Prints a line a size: GB/s of each (read and written), the medians of
the rounds' ratios of time to method 1's, and by the model of 8 memory partitions of 256 bytes how
unevenly the 8 tiles that run at a time load them, 1 to 8, in diagonal and in plain order. Each
result is compared; exit status 1 where one is wrong.
*/
#include <math.h>

#define AMP_SHORT_NAMES
#include "amp.h"
#include "../examples/example.h"
#include "../examples/diagonal_kernels.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(copy_doubles, 2, in(double, 2, from), out(double, 2, to))
{
    at_index(to, idx) = at_index(from, idx);
}
AMP_DEVICE_END

enum { COPY, ONE, TWO, THREE, HYBRID, PLAIN, KINDS, MOST_ROUNDS = 31, MOST_SIZES = 16 };
static const char *const kind_name[KINDS] = { "copy", "method 1", "method 2", "method 3", "hybrid",
                                              "plain" };

typedef struct row {
    int n;
    double speed[KINDS], ratio[KINDS], model[2];
} row;

/* 1 where the partitions of diagonal order coincide: 8 of 32 doubles in turn. */
static int camps(int n)
{
    return (n + 1) % 256 == 0 || (n - 127) % 256 == 0;
}

static amp_status run(int kind, amp_array_view a, amp_array_view t)
{
    const int n = a.extent.dim[0], g = (n + BLOCK - 1) / BLOCK;
    const amp_tiled_extent d = amp_tile(amp_extent(g * ROWS, g * BLOCK), ROWS, BLOCK);
    const unsigned m = reciprocal((unsigned)g);
    switch (kind) {
    case COPY: return parallel_for_each(a.extent, copy_doubles, a, t);
    case ONE: return parallel_for_each(d, diagonal_multiples, a, t);
    case TWO: return parallel_for_each(d, diagonal_any, a, t);
    default:
        return parallel_for_each(d, diagonal_multiply, a, t, m, m,
                                 kind == PLAIN || (kind == HYBRID && camps(n)));
    }
}

/* How much more than the mean the busiest of 8 partitions has to do, on the average over groups of
   8 tiles in launch order: the bytes of each row of a tile, read and written. */
static double uneven(int n, int plain)
{
    const long tiles = (long)((n + BLOCK - 1) / BLOCK), all = tiles * tiles;
    const long groups = (all + 7) / 8, step = groups > 4096 ? groups / 4096 : 1;
    double sum = 0;
    long group, count = 0, b, way;
    for (group = 0; group < groups; group += step) {
        for (way = 0; way < 2; way++) {
            double load[8] = { 0 }, most = 0, total = 0;
            int k, r;
            for (b = group * 8; b < group * 8 + 8 && b < all; b++) {
                const long bx = b % tiles, by = b / tiles;
                const long y = plain ? by : bx, x = plain ? bx : (bx + by) % tiles;
                const long top = way == 0 ? y * BLOCK : x * BLOCK;
                const long left = way == 0 ? x * BLOCK : y * BLOCK;
                for (r = 0; r < BLOCK && top + r < n; r++) {
                    const long first = ((top + r) * n + left) * 8;
                    const long end = first + 8 * (left + BLOCK < n ? BLOCK : n - left);
                    const long edge = (first / 256 + 1) * 256;
                    load[first / 256 % 8] += (double)((end < edge ? end : edge) - first);
                    load[(first / 256 + 1) % 8] += end > edge ? (double)(end - edge) : 0;
                }
            }
            for (k = 0; k < 8; k++) {
                most = load[k] > most ? load[k] : most;
                total += load[k];
            }
            sum += total > 0 ? 8 * most / total : 0;
            count += total > 0;
        }
    }
    return sum / (double)count;
}

/* Fills r for one size. Returns how many results were wrong. */
static int measure(int n, int rounds, row *r)
{
    const size_t cells = (size_t)n * (size_t)n;
    double *a = example_memory(cells * sizeof(double)), *t = example_memory(cells * sizeof(double));
    const amp_array_view va = amp_view(double, a, n, n), vt = amp_view(double, t, n, n);
    static double seconds[KINDS][MOST_ROUNDS], ratio[MOST_ROUNDS];
    int kind, round, wrong = 0, again = 1, i, j;
    size_t k;
    r->n = n;
    for (k = 0; k < cells; k++) {
        a[k] = (double)k;
    }
    for (kind = 0; kind < KINDS; kind++) { /* is it right; and it is compiled then */
        double start;
        if (kind == ONE && n % BLOCK != 0) {
            continue;
        }
        memset(t, 0xff, cells * sizeof(double));
        must(amp_refresh(vt));
        must(run(kind, va, vt));
        must(amp_synchronize(vt));
        for (i = 0; i < n; i++) {
            for (j = 0; j < n; j++) {
                wrong += t[(size_t)j * (size_t)n + (size_t)i]
                    != a[kind == COPY ? (size_t)j * (size_t)n + (size_t)i
                                      : (size_t)i * (size_t)n + (size_t)j];
            }
        }
        start = example_seconds();
        must(run(COPY, va, vt));
        must(amp_wait(amp_accelerator_default_view(amp_accelerator_default())));
        again = kind == COPY ? 1 + (int)(2e-3 / (example_seconds() - start + 1e-7)) : again;
    }
    for (round = 0; round < rounds; round++) {
        for (i = 0; i < KINDS; i++) {
            double start;
            kind = round % 2 == 0 ? i : KINDS - 1 - i;
            if (kind == ONE && n % BLOCK != 0) {
                seconds[kind][round] = 0;
                continue;
            }
            start = example_seconds();
            for (j = 0; j < again; j++) {
                must(run(kind, va, vt));
            }
            must(amp_wait(amp_accelerator_default_view(amp_accelerator_default())));
            seconds[kind][round] = (example_seconds() - start) / again;
        }
    }
    for (kind = 0; kind < KINDS; kind++) {
        const int base = n % BLOCK == 0 ? ONE : THREE;
        for (round = 0; round < rounds; round++) {
            ratio[round] = seconds[kind][round] / seconds[base][round];
        }
        r->ratio[kind] = example_median(ratio, rounds);
    }
    for (kind = 0; kind < KINDS; kind++) {
        const double s = example_median(seconds[kind], rounds);
        r->speed[kind] = s > 0 ? 16e-9 * (double)cells / s : 0;
    }
    r->model[0] = uneven(n, 0);
    r->model[1] = uneven(n, 1);
    must(amp_release(va));
    must(amp_release(vt));
    free(a);
    free(t);
    return wrong;
}

/* One curve: value(i) of each of `count` sizes in a panel of `height` that ends at y. */
static void curve(FILE *f, const char *name, const char *colour, int place, int y, const row *r,
                  int count, const double *value, double most, int height)
{
    const double low = log2((double)r[0].n), wide = log2((double)r[count - 1].n) - low;
    const size_t stride = sizeof(row) / sizeof(double);
    int i;
    (void)fprintf(f, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n<polyline fill=\"none\" "
                  "stroke=\"%s\" stroke-width=\"2\" points=\"", 50 + 110 * place, y - height - 8,
                  colour, name, colour);
    for (i = 0; i < count; i++) {
        if (value[(size_t)i * stride] > 0) {
            (void)fprintf(f, "%.1f,%.1f ", 50 + 640 * (log2((double)r[i].n) - low) / wide,
                          y - height * value[(size_t)i * stride] / most);
        }
    }
    (void)fprintf(f, "\"/>\n");
}

/* The lines of a panel, from 0 to most. */
static void grid(FILE *f, int y, int height, double most, const char *unit)
{
    int i;
    for (i = 0; i <= 4; i++) {
        (void)fprintf(f, "<path d=\"M50 %dH690\" stroke=\"#d0d7de\"/><text x=\"4\" y=\"%d\">%.4g"
                      "%s</text>\n", y - height * i / 4, y - height * i / 4 + 4, most * i / 4,
                      i == 4 ? unit : "");
    }
}

static void draw(const char *path, const row *r, int count)
{
    static const char *const colour[KINDS] = { "#6e7781", "#cf222e", "#bc4c00", "#0969da",
                                               "#1a7f37", "#8250df" };
    FILE *f = example_file(path);
    double most = 0;
    int i, kind;
    for (i = 0; i < count; i++) {
        for (kind = 0; kind < KINDS; kind++) {
            most = r[i].speed[kind] > most ? r[i].speed[kind] : most;
        }
    }
    (void)fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 500\" "
                  "role=\"img\" aria-label=\"speed of transposes, and load of the busiest "
                  "partition, over the size\">\n<rect width=\"720\" height=\"500\" "
                  "fill=\"#ffffff\"/>\n<g font-family=\"sans-serif\" font-size=\"12\" "
                  "fill=\"#1f2328\">\n");
    grid(f, 290, 250, most, " GB/s");
    for (kind = 0; kind < KINDS; kind++) {
        curve(f, kind_name[kind], colour[kind], kind, 290, r, count, &r->speed[kind], most, 250);
    }
    grid(f, 460, 120, 8, "x");
    curve(f, "model: diagonal order", colour[THREE], 0, 460, r, count, &r->model[0], 8, 120);
    curve(f, "model: plain order", colour[PLAIN], 2, 460, r, count, &r->model[1], 8, 120);
    for (i = 0; i < count; i++) {
        (void)fprintf(f, "<text x=\"%.1f\" y=\"480\">%s%d</text>\n",
                      40 + 640 * (log2((double)r[i].n) - log2((double)r[0].n))
                          / (log2((double)r[count - 1].n) - log2((double)r[0].n)),
                      "", r[i].n % 2 == 0 ? r[i].n : 0);
    }
    (void)fprintf(f, "</g></svg>\n");
    (void)fclose(f);
}

int main(int argc, char **argv)
{
    const int most = argc > 1 ? atoi(argv[1]) : 1024, rounds = argc > 2 ? atoi(argv[2]) : 5;
    static row rows[MOST_SIZES];
    int n, kind, count = 0, wrong = 0;
    if (most < 64 || most > 8192 || rounds < 1 || rounds > MOST_ROUNDS) {
        (void)fprintf(stderr, "usage: %s most (64 to 8192) rounds (1 to %d) [curves.svg]\n",
                      argv[0], MOST_ROUNDS);
        return 2;
    }
    (void)printf("     N");
    for (kind = 0; kind < KINDS; kind++) {
        (void)printf(" %9s", kind_name[kind]);
    }
    (void)printf("   2/1   3/1 plain/1 copy/1   model: diagonal plain\n");
    for (n = 32; n <= most; n = n % 2 != 0 ? n + 1 : 2 * n == 256 || 2 * n == 1024 ? 2 * n - 1
                                                                                   : 2 * n) {
        row *const r = &rows[count++];
        wrong += measure(n, rounds, r);
        (void)printf("%6d", n);
        for (kind = 0; kind < KINDS; kind++) {
            (void)printf(" %9.2f", r->speed[kind]);
        }
        (void)printf(" %5.2f %5.2f %7.2f %6.2f %17.2f %5.2f%s\n", r->ratio[TWO], r->ratio[THREE],
                     r->ratio[PLAIN], r->ratio[COPY], r->model[0], r->model[1],
                     n % BLOCK != 0 ? "  (to method 3)" : "");
        (void)fflush(stdout);
    }
    if (argc > 3) {
        draw(argv[3], rows, count);
    }
    return example_end(wrong);
}
