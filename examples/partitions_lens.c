/* SPDX-License-Identifier: MIT */
/*
partitions_lens.c: why an order of tiles is slow at some sizes. Global memory of
a Tesla C1060 has 8 partitions of 256 bytes in turn. Tiles that run at a time
should use all of them; where the length of a row is unlucky they meet on one or
two, and the rest is idle. The lens counts that for a transpose of doubles in
plain and in diagonal order of its tiles, at sizes around 1024:

    tools/ampcc --lens examples/partitions_lens.c -o partitions_lens
    ./partitions_lens [curve.svg]

prints the load of the busiest partition, 1 where all have the same, and draws
it as a curve where a file is named. Measured on the GPU, diagonal order was slow
where N + 1 or N - 127 is a multiple of 256, and plain order where N or N - 128
is: the program fails if the model says otherwise. Built without the lens it
says so.
*/
#define AMP_SHORT_NAMES
#include "amp_lens.h"
#include "example.h"
#include "diagonal_kernels.h"

enum { MOST = 300 }; /* sizes */

/* How unevenly n x n doubles load the partitions in one order; 0 without the lens. */
static double camping(int n, int plain, double *from, double *to)
{
    const int g = (n + BLOCK - 1) / BLOCK;
    const unsigned m = reciprocal((unsigned)g);
    amp_lens_model model;
    double value;
    must(amp_lens_preset("tesla-c1060", &model));
    if (amp_lens_start(&model) != AMP_OK) {
        return 0;
    }
    must(parallel_for_each(amp_tile(amp_extent(g * ROWS, g * BLOCK), ROWS, BLOCK),
                           diagonal_multiply, amp_view(double, from, n, n),
                           amp_view(double, to, n, n), m, m, plain));
    must(amp_lens_measure("diagonal_multiply", "camping", &value));
    must(amp_release(amp_view(double, from, n, n)));
    must(amp_release(amp_view(double, to, n, n)));
    return value;
}

/* Draws the two curves, of `count` sizes. */
static void draw(const char *path, const int *size, double (*load)[2], int count)
{
    static const char *const colour[2] = { "#bc4c00", "#0969da" };
    static const char *const name[2] = { "diagonal order", "plain order" };
    FILE *f = example_file(path);
    int i, order;
    (void)fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 300\" "
                  "role=\"img\" aria-label=\"load of the busiest partition over the size\">\n"
                  "<rect width=\"720\" height=\"300\" fill=\"#ffffff\"/>\n"
                  "<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#1f2328\">\n");
    for (i = 0; i <= 5; i++) {
        (void)fprintf(f, "<path d=\"M40 %dH700\" stroke=\"#d0d7de\"/><text x=\"14\" y=\"%d\">%d"
                      "</text>\n", 260 - 45 * i, 264 - 45 * i, i);
    }
    for (i = 0; i < count; i++) {
        if (size[i] % 32 == 0) {
            (void)fprintf(f, "<text x=\"%.1f\" y=\"280\">%d</text>\n",
                          30 + 650.0 * (size[i] - size[0]) / (size[count - 1] - size[0]), size[i]);
        }
    }
    for (order = 0; order < 2; order++) {
        (void)fprintf(f, "<text x=\"50\" y=\"%d\" fill=\"%s\">%s</text>\n<polyline fill=\"none\" "
                      "stroke=\"%s\" stroke-width=\"2\" points=\"", 18 + 16 * order,
                      colour[order], name[order], colour[order]);
        for (i = 0; i < count; i++) {
            (void)fprintf(f, "%.1f,%.1f ",
                          40 + 650.0 * (size[i] - size[0]) / (size[count - 1] - size[0]),
                          260 - 45 * load[i][order]);
        }
        (void)fprintf(f, "\"/>\n");
    }
    (void)fprintf(f, "</g></svg>\n");
    (void)fclose(f);
}

int main(int argc, char **argv)
{
    const int low = example_small() ? 1020 : 992, high = example_small() ? 1025 : 1184;
    const size_t cells = (size_t)high * (size_t)high;
    double *from = example_memory(cells * sizeof(double)), *to = example_memory(cells
                                                                                * sizeof(double));
    int size[MOST], n, count = 0, wrong = 0;
    double load[MOST][2];
    if (!amp_accelerator_default().supports_double || camping(32, 0, from, to) == 0) {
        (void)printf("%s\n", amp_accelerator_default().supports_double ? amp_last_error()
                     : "no double here: nothing to do");
        free(from);
        free(to);
        return 0;
    }
    (void)printf("   size  diagonal  plain\n");
    for (n = low; n <= high; n++) {
        const int diagonal_slow = (n + 1) % 256 == 0 || (n - 127) % 256 == 0;
        const int plain_slow = n % 256 == 0 || (n - 128) % 256 == 0;
        if (argc < 2 && n % 8 > 1 && n % 8 < 7) {
            continue; /* something happens beside multiples of 8: all only for the curve */
        }
        size[count] = n;
        load[count][0] = camping(n, 0, from, to);
        load[count][1] = camping(n, 1, from, to);
        wrong += (load[count][0] > 1.6) != diagonal_slow;
        wrong += (load[count][1] > 1.6) != plain_slow;
        (void)printf("  %5d  %8.2f  %5.2f%s%s\n", n, load[count][0], load[count][1],
                     diagonal_slow ? "  slow in diagonal order" : "",
                     plain_slow ? "  slow in plain order" : "");
        count++;
    }
    if (argc > 1) {
        draw(argv[1], size, load, count);
    }
    free(from);
    free(to);
    return example_end(wrong);
}
