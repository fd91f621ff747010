/* SPDX-License-Identifier: MIT */
/*
heat.c: a stencil. Heat spreads over a plate: in each step a cell moves towards
the mean of its four neighbours; the rim keeps its heat. A tile of 16 x 16 cells
is loaded with a halo, one cell on each side, so that each cell is read from
global memory about once instead of five times. Two plates take turns, because
a step must not read what it has written.

    cc -O2 -fopenmp -pthread -I. examples/heat.c -o heat && ./heat [rows]

prints the plate after the last step, coarsely, and the check.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "heat_step.h" /* the kernel, and what it does to a cell */

static void serial_step(const float *from, float *to, int rows, int cols)
{
    int i, j;
    for (i = 0; i < rows; i++) {
        for (j = 0; j < cols; j++) {
            const float *c = from + i * cols + j;
            const int rim = i == 0 || j == 0 || i == rows - 1 || j == cols - 1;
            to[i * cols + j] = rim ? *c : spread(*c, c[-cols], c[cols], c[-1], c[1]);
        }
    }
}

int main(int argc, char **argv)
{
    const int rows = example_size(argc, argv, 150, 40, 4000), cols = rows + rows / 3;
    const int steps = example_small() ? 20 : 100;
    const size_t cells = (size_t)rows * (size_t)cols;
    float *plate[2], *serial[2];
    amp_array_view view[2];
    int i, j, k, wrong = 0;
    for (k = 0; k < 2; k++) {
        plate[k] = example_memory(cells * sizeof(float));
        serial[k] = example_memory(cells * sizeof(float));
        view[k] = amp_view(float, plate[k], rows, cols);
    }
    for (j = 0; j < cols; j++) {
        plate[0][j] = serial[0][j] = 100; /* the upper rim is hot */
    }
    for (k = 0; k < steps; k++) {
        must(parallel_for_each(amp_pad(amp_tile(view[0].extent, TILE, TILE)), heat_step,
                               view[k % 2], view[1 - k % 2]));
        serial_step(serial[k % 2], serial[1 - k % 2], rows, cols);
    }
    must(amp_synchronize(view[steps % 2]));
    must(amp_release(view[0]));
    must(amp_release(view[1]));
    for (i = 0; i < (int)cells; i++) {
        const float d = plate[steps % 2][i] - serial[steps % 2][i];
        wrong += !(d < 1e-3f && d > -1e-3f); /* a device may round differently; NaN is wrong */
    }
    for (i = 0; i < 8; i++) {
        for (j = 0; j < 32; j++) {
            const float c = plate[steps % 2][i * rows / 60 * cols + j * cols / 32];
            (void)putchar(" .:-=+*#%@"[(int)(c / 10.01f)]);
        }
        (void)printf("\n");
    }
    (void)printf("%d steps on %d x %d cells, the upper part shown: %d cells wrong\n", steps, rows,
                 cols, wrong);
    for (k = 0; k < 2; k++) {
        free(plate[k]);
        free(serial[k]);
    }
    return example_end(wrong);
}
