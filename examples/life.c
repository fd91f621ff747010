/* SPDX-License-Identifier: MIT */
/*
life.c: Conway's game of life. A cell lives in the next generation if 3 of its 8
neighbours live, or 2 and itself. 9 reads a cell (simple), or about 1, through
tile memory, with a halo of one cell on each side (tiled). The world has no rim:
what leaves it on one side comes back on the other. Two plates take turns.

    cc -O2 -fopenmp -pthread -I. examples/life.c -o life && ./life [rows] [picture.ppm]

prints a part of the last generation, and writes all of it where a file is named.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 16
#define WIDE (TILE + 2)

typedef unsigned char cell;

static inline cell next(int living, int neighbours)
{
    return neighbours == 3 || (living && neighbours == 2);
}

/* Index i of a world of n, which begins anew at its end. */
static inline int around(int i, int n)
{
    return (i + n) % n;
}

AMP_KERNEL(life_simple, 2, in(cell, 2, from), out(cell, 2, to))
{
    int neighbours = 0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            if (x != 0 || y != 0) {
                neighbours += at(from, around(idx[0] + y, from_shape.extent[0]),
                                 around(idx[1] + x, from_shape.extent[1]));
            }
        }
    }
    at_index(to, idx) = next(at_index(from, idx), neighbours);
}

AMP_TILED_KERNEL(life_tiled, (TILE, TILE), in(cell, 2, from), out(cell, 2, to))
{
    tile_static(cell, t, WIDE, WIDE);
    const int rows = from_shape.extent[0], columns = from_shape.extent[1];
    const int i = tidx.local[0], j = tidx.local[1];
    for (int p = i * TILE + j; p < WIDE * WIDE; p += TILE * TILE) {
        t[p / WIDE][p % WIDE] = at(from, around(tidx.tile_origin[0] + p / WIDE - 1, rows),
                                   around(tidx.tile_origin[1] + p % WIDE - 1, columns));
    }
    tile_barrier_wait(tidx);
    if (tidx.global[0] < rows && tidx.global[1] < columns) {
        const int above = t[i][j] + t[i][j + 1] + t[i][j + 2];
        const int beside = t[i + 1][j] + t[i + 1][j + 2];
        const int below = t[i + 2][j] + t[i + 2][j + 1] + t[i + 2][j + 2];
        at_index(to, tidx.global) = next(t[i + 1][j + 1], above + beside + below);
    }
}
AMP_DEVICE_END

static void serial(const cell *from, cell *to, int rows, int columns)
{
    int i, j, y, x;
    for (i = 0; i < rows; i++) {
        for (j = 0; j < columns; j++) {
            int neighbours = -from[i * columns + j];
            for (y = i - 1; y <= i + 1; y++) {
                for (x = j - 1; x <= j + 1; x++) {
                    neighbours += from[around(y, rows) * columns + around(x, columns)];
                }
            }
            to[i * columns + j] = next(from[i * columns + j], neighbours);
        }
    }
}

static void write_picture(const char *path, const cell *plate, int rows, int columns)
{
    FILE *f = example_file(path);
    int i, c;
    (void)fprintf(f, "P6\n%d %d\n255\n", columns, rows);
    for (i = 0; i < rows * columns; i++) {
        for (c = 0; c < 3; c++) {
            (void)fputc(plate[i] ? 30 : 255, f);
        }
    }
    (void)fclose(f);
}

int main(int argc, char **argv)
{
    const int rows = example_size(argc, argv, 123, 35, 8000), columns = rows + 54;
    const int generations = example_small() ? 10 : 50;
    const size_t cells = (size_t)rows * (size_t)columns;
    cell *first = example_memory(cells), *plate[2], *expected[2];
    amp_array_view view[2];
    unsigned random = 29;
    int i, j, k, form, living = 0, wrong = 0;
    for (k = 0; k < 2; k++) {
        plate[k] = example_memory(cells);
        expected[k] = example_memory(cells);
        view[k] = amp_view(cell, plate[k], rows, columns);
    }
    for (i = 0; i < (int)cells; i++) {
        random = random * 1664525u + 1013904223u;
        first[i] = random >> 30 == 0;
    }
    memcpy(expected[0], first, cells);
    for (k = 0; k < generations; k++) {
        serial(expected[k % 2], expected[1 - k % 2], rows, columns);
    }
    for (form = 0; form < 2; form++) {
        memcpy(plate[0], first, cells);
        must(amp_refresh(view[0]));
        for (k = 0; k < generations; k++) {
            const amp_array_view from = view[k % 2], to = view[1 - k % 2];
            must(form == 0 ? parallel_for_each(from.extent, life_simple, from, to)
                 : parallel_for_each(amp_pad(amp_tile(from.extent, TILE, TILE)), life_tiled,
                                     from, to));
        }
        must(amp_synchronize(view[generations % 2]));
        wrong += memcmp(plate[generations % 2], expected[generations % 2], cells) != 0;
    }
    for (i = 0; i < rows && i < 24; i++) {
        for (j = 0; j < columns && j < 72; j++) {
            (void)putchar(plate[generations % 2][i * columns + j] ? '#' : '.');
        }
        (void)printf("\n");
    }
    for (i = 0; i < (int)cells; i++) {
        living += plate[generations % 2][i];
    }
    (void)printf("%d of %d x %d cells live after %d generations\n", living, rows, columns,
                 generations);
    if (argc > 2) {
        write_picture(argv[2], plate[generations % 2], rows, columns);
    }
    for (k = 0; k < 2; k++) {
        must(amp_release(view[k]));
        free(plate[k]);
        free(expected[k]);
    }
    free(first);
    return example_end(wrong);
}
