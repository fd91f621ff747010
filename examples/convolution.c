/* SPDX-License-Identifier: MIT */
/*
convolution.c: a picture blurred by weights that are a product of weights across
and weights down. 9 x 9 neighbours are 81 reads and products a pixel (simple).
As the product allows, a tile weighs across first, then down: 18 products. It
loads its 16 x 16 pixels with a halo of 4 on each side into tile memory, weighs
the rows of that, halo included, and then the columns of what it got (tiled; and
the same as phases).

    cc -O2 -fopenmp -pthread -I. examples/convolution.c -o convolution
    ./convolution [rows] [picture.ppm]

prints the reads of global memory a pixel, and writes the picture before and after
where a file is named. In whole numbers, so that every form gives the same.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 16
#define RADIUS 4
#define WIDE (TILE + 2 * RADIUS)

/* A table of constants: the row of Pascal's triangle that sums up to 256. */
static const int weight[2 * RADIUS + 1] = { 1, 8, 28, 56, 70, 56, 28, 8, 1 };

/* The nearest index: what lies outside is as the rim. */
static inline int clip(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

AMP_KERNEL(blur_simple, 2, in(int, 2, from), out(int, 2, to))
{
    int sum = 0;
    for (int y = -RADIUS; y <= RADIUS; y++) {
        for (int x = -RADIUS; x <= RADIUS; x++) {
            sum += weight[y + RADIUS] * weight[x + RADIUS]
                 * at(from, clip(idx[0] + y, from_shape.extent[0]),
                      clip(idx[1] + x, from_shape.extent[1]));
        }
    }
    at_index(to, idx) = sum / 65536;
}

AMP_TILED_KERNEL(blur_tiled, (TILE, TILE), in(int, 2, from), out(int, 2, to))
{
    tile_static(int, t, WIDE, WIDE);
    tile_static(int, across, WIDE, TILE);
    const int l = tidx.local[0] * TILE + tidx.local[1];
    const int rows = from_shape.extent[0], columns = from_shape.extent[1];
    for (int p = l; p < WIDE * WIDE; p += TILE * TILE) { /* 256 threads load 576 pixels */
        t[p / WIDE][p % WIDE] = at(from, clip(tidx.tile_origin[0] + p / WIDE - RADIUS, rows),
                                   clip(tidx.tile_origin[1] + p % WIDE - RADIUS, columns));
    }
    tile_barrier_wait(tidx);
    for (int p = l; p < WIDE * TILE; p += TILE * TILE) {
        int sum = 0;
        for (int k = 0; k < 2 * RADIUS + 1; k++) {
            sum += weight[k] * t[p / TILE][p % TILE + k];
        }
        across[p / TILE][p % TILE] = sum;
    }
    tile_barrier_wait(tidx);
    if (tidx.global[0] < rows && tidx.global[1] < columns) {
        int sum = 0;
        for (int k = 0; k < 2 * RADIUS + 1; k++) {
            sum += weight[k] * across[tidx.local[0] + k][tidx.local[1]];
        }
        at_index(to, tidx.global) = sum / 65536;
    }
}

AMP_PHASED_KERNEL(blur_phased, (TILE, TILE), in(int, 2, from), out(int, 2, to))
{
    tile_static(int, t, WIDE, WIDE);
    tile_static(int, across, WIDE, TILE);
    phase {
        const int l = tidx.local[0] * TILE + tidx.local[1];
        const int rows = from_shape.extent[0], columns = from_shape.extent[1];
        for (int p = l; p < WIDE * WIDE; p += TILE * TILE) {
            t[p / WIDE][p % WIDE] = at(from, clip(tidx.tile_origin[0] + p / WIDE - RADIUS, rows),
                                       clip(tidx.tile_origin[1] + p % WIDE - RADIUS, columns));
        }
    }
    phase {
        for (int i = tidx.local[0]; i < WIDE; i += TILE) {
            int sum = 0;
            for (int k = 0; k < 2 * RADIUS + 1; k++) {
                sum += weight[k] * t[i][tidx.local[1] + k];
            }
            across[i][tidx.local[1]] = sum;
        }
    }
    phase {
        if (tidx.global[0] < from_shape.extent[0] && tidx.global[1] < from_shape.extent[1]) {
            int sum = 0;
            for (int k = 0; k < 2 * RADIUS + 1; k++) {
                sum += weight[k] * across[tidx.local[0] + k][tidx.local[1]];
            }
            at_index(to, tidx.global) = sum / 65536;
        }
    }
}
AMP_DEVICE_END

static void serial(const int *from, int *to, int rows, int columns)
{
    int i, j, y, x;
    for (i = 0; i < rows; i++) {
        for (j = 0; j < columns; j++) {
            int sum = 0;
            for (y = -RADIUS; y <= RADIUS; y++) {
                for (x = -RADIUS; x <= RADIUS; x++) {
                    sum += weight[y + RADIUS] * weight[x + RADIUS]
                         * from[clip(i + y, rows) * columns + clip(j + x, columns)];
                }
            }
            to[i * columns + j] = sum / 65536;
        }
    }
}

/* Writes both pictures, one beside the other, in grey. */
static void write_picture(const char *path, const int *left, const int *right, int rows,
                          int columns)
{
    FILE *f = example_file(path);
    int i, j, c;
    (void)fprintf(f, "P6\n%d %d\n255\n", 2 * columns, rows);
    for (i = 0; i < rows; i++) {
        for (j = 0; j < 2 * columns; j++) {
            for (c = 0; c < 3; c++) {
                (void)fputc(j < columns ? left[i * columns + j]
                                        : right[i * columns + j - columns], f);
            }
        }
    }
    (void)fclose(f);
}

int main(int argc, char **argv)
{
    const int rows = example_size(argc, argv, 251, 45, 8000), columns = rows + rows / 3 + 1;
    const size_t bytes = (size_t)rows * (size_t)columns * sizeof(int);
    int *from = example_memory(bytes), *to = example_memory(bytes);
    int *expected = example_memory(bytes);
    const amp_array_view a = amp_view(int, from, rows, columns);
    const amp_array_view b = amp_view(int, to, rows, columns);
    const amp_tiled_extent tiles = amp_pad(amp_tile(a.extent, TILE, TILE));
    int i, j, form, wrong = 0;
    for (i = 0; i < rows; i++) { /* a chessboard with a cross of light */
        for (j = 0; j < columns; j++) {
            from[i * columns + j] = i == rows / 2 || j == columns / 2 ? 255
                                  : (i / 20 + j / 20) % 2 ? 160 : 40;
        }
    }
    serial(from, expected, rows, columns);
    for (form = 0; form < 3; form++) {
        memset(to, 0, bytes);
        must(amp_refresh(b));
        must(form == 0 ? parallel_for_each(a.extent, blur_simple, a, b)
             : form == 1 ? parallel_for_each(tiles, blur_tiled, a, b)
             : parallel_for_each(tiles, blur_phased, a, b));
        must(amp_synchronize(b));
        for (i = 0; i < rows * columns; i++) {
            wrong += to[i] != expected[i];
        }
    }
    (void)printf("%d x %d pixels; reads of global memory a pixel: %d simple, %.2f by tiles\n",
                 rows, columns, (2 * RADIUS + 1) * (2 * RADIUS + 1),
                 (double)(WIDE * WIDE) / (TILE * TILE));
    if (argc > 2) {
        write_picture(argv[2], from, to, rows, columns);
    }
    must(amp_release(a));
    must(amp_release(b));
    free(from);
    free(to);
    free(expected);
    return example_end(wrong);
}
