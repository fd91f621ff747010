/* SPDX-License-Identifier: MIT */
/*
mandelbrot.c: how many turns z = z z + c takes to leave the circle of radius 2,
for each pixel c (simple). Large parts of the picture are of one value, and a part
whose rim is of one value is of that value inside. So a tile computes its rim
first, and finds out by two atomics whether that is enough (tiled).

    cc -O2 -fopenmp -pthread -I. examples/mandelbrot.c -o mandelbrot
    ./mandelbrot [rows] [picture.ppm]

prints the set in characters and how many pixels were computed, and writes a
picture where a file is named. Pixels that a device rounds differently may differ,
one in a hundred at most.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 16
#define TURNS 255 /* a pixel that takes them all counts as in the set */

static inline int turns(int i, int j, int rows, int columns)
{
    const float x = -2.0f + 2.7f * (float)j / (float)columns;
    const float y = -1.2f + 2.4f * (float)i / (float)rows;
    float re = 0, im = 0;
    int n = 0;
    while (n < TURNS && re * re + im * im < 4) {
        const float next = re * re - im * im + x;
        im = 2 * re * im + y;
        re = next;
        n++;
    }
    return n;
}

AMP_KERNEL(mandelbrot, 2, out(int, 2, picture))
{
    at_index(picture, idx) = turns(idx[0], idx[1], picture_shape.extent[0],
                                   picture_shape.extent[1]);
}

/* computed: how many pixels were, a tile. */
AMP_TILED_KERNEL(mandelbrot_by_rims, (TILE, TILE), out(int, 2, picture), out(int, 2, computed))
{
    tile_static(int, least, 1);
    tile_static(int, most, 1);
    const int i = tidx.local[0], j = tidx.local[1];
    const int rows = picture_shape.extent[0], columns = picture_shape.extent[1];
    const int rim = i == 0 || i == TILE - 1 || j == 0 || j == TILE - 1;
    int n = 0;
    if (i == 0 && j == 0) {
        least[0] = TURNS;
        most[0] = 0;
    }
    tile_barrier_wait(tidx);
    if (rim) {
        n = turns(tidx.global[0], tidx.global[1], rows, columns);
        amp_atomic_fetch_min(&least[0], n);
        amp_atomic_fetch_max(&most[0], n);
    }
    tile_barrier_wait(tidx);
    if (!rim) {
        n = least[0] == most[0] ? most[0] : turns(tidx.global[0], tidx.global[1], rows, columns);
    }
    if (tidx.global[0] < rows && tidx.global[1] < columns) {
        at_index(picture, tidx.global) = n;
    }
    if (i == 0 && j == 0) {
        at_index(computed, tidx.tile) = least[0] == most[0] ? 4 * TILE - 4 : TILE * TILE;
    }
}
AMP_DEVICE_END

/* Writes the picture: dark blue to white, the set black. */
static void write_picture(const char *path, const int *n, int rows, int columns)
{
    FILE *f = example_file(path);
    int i;
    (void)fprintf(f, "P6\n%d %d\n255\n", columns, rows);
    for (i = 0; i < rows * columns; i++) {
        const int light = n[i] == TURNS ? 0 : n[i] < 51 ? 5 * n[i] : 255;
        (void)fputc(light, f);
        (void)fputc(light, f);
        (void)fputc(n[i] == TURNS ? 0 : 64 + light * 3 / 4, f);
    }
    (void)fclose(f);
}

static int different(const int *a, const int *b, int n)
{
    int i, count = 0;
    for (i = 0; i < n; i++) {
        count += a[i] != b[i];
    }
    return count;
}

int main(int argc, char **argv)
{
    const int rows = example_size(argc, argv, 301, 61, 8000), columns = rows + rows / 8;
    const int pixels = rows * columns, down = (rows + TILE - 1) / TILE;
    const int across = (columns + TILE - 1) / TILE;
    int *simple = example_memory((size_t)pixels * sizeof(int));
    int *tiled = example_memory((size_t)pixels * sizeof(int));
    int *expected = example_memory((size_t)pixels * sizeof(int));
    int *computed = example_memory((size_t)(down * across) * sizeof(int));
    int i, j, wrong, all = 0;
    const amp_array_view a = amp_view(int, simple, rows, columns);
    const amp_array_view b = amp_view(int, tiled, rows, columns);
    const amp_array_view c = amp_view(int, computed, down, across);
    must(parallel_for_each(a.extent, mandelbrot, a));
    must(parallel_for_each(amp_pad(amp_tile(b.extent, TILE, TILE)), mandelbrot_by_rims, b, c));
    must(amp_synchronize(a));
    must(amp_synchronize(b));
    must(amp_synchronize(c));
    for (i = 0; i < pixels; i++) {
        expected[i] = turns(i / columns, i % columns, rows, columns);
    }
    wrong = different(simple, expected, pixels) > pixels / 100
            || different(tiled, expected, pixels) > pixels / 100;
    for (i = 0; i < down * across; i++) {
        all += computed[i];
    }
    for (i = 0; i < 24; i++) {
        for (j = 0; j < 60; j++) {
            const int n = tiled[i * rows / 24 * columns + j * columns / 60];
            (void)putchar(" ..::--==++**##%%@"[n == TURNS ? 17 : n > 16 ? 16 : n]);
        }
        (void)printf("\n");
    }
    (void)printf("%d x %d pixels, %d of them computed where rims were enough; %d and %d differ\n",
                 rows, columns, all, different(simple, expected, pixels),
                 different(tiled, expected, pixels));
    if (argc > 2) {
        write_picture(argv[2], tiled, rows, columns);
    }
    must(amp_release(a));
    must(amp_release(b));
    must(amp_release(c));
    free(simple);
    free(tiled);
    free(expected);
    free(computed);
    return example_end(wrong);
}
