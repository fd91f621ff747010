/* SPDX-License-Identifier: MIT */
/*
matmul_steps.c: matrix multiplication, C(M, N) = A(M, W) B(W, N), in steps:
(0) simple; (1) the tiled schedule only, the same body through tidx.global;
(2) through tile memory, two barriers a step; (3) the same as phases. The
kernels are in matmul_kernels.h.

    cc -O2 -fopenmp -pthread -I. examples/matmul_steps.c -o matmul_steps && ./matmul_steps [w]

prints, for each step, how often it reads global memory and its time as a ratio
to step 0's. Tiling saves 15 of 16 reads.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "matmul_kernels.h"

enum { ROUNDS = 5 };

/* All steps for one set of sizes; seconds, if not NULL, receives medians. */
static int run(int m, int w, int n, double *seconds)
{
    float *a = example_memory((size_t)m * (size_t)w * sizeof(float));
    float *b = example_memory((size_t)w * (size_t)n * sizeof(float));
    float *c = example_memory((size_t)m * (size_t)n * sizeof(float));
    float *r = example_memory((size_t)m * (size_t)n * sizeof(float));
    const amp_array_view A = amp_view(float, a, m, w), B = amp_view(float, b, w, n);
    const amp_array_view C = amp_view(float, c, m, n);
    double sample[MATMUL_STEPS][ROUNDS];
    const int rounds = seconds != NULL ? example_rounds(ROUNDS) : 1;
    int i, step, round, wrong = 0;
    example_fill(a, m * w, 1);
    example_fill(b, w * n, 2);
    matmul_serial(a, b, r, m, w, n);
    for (round = 0; round < rounds; round++) {
        for (step = 0; step < MATMUL_STEPS; step++) {
            double start;
            memset(c, 0xff, (size_t)m * (size_t)n * sizeof(float));
            must(amp_refresh(C));
            start = example_seconds();
            must(matmul_run(step, A, B, C));
            must(amp_synchronize(C));
            sample[step][round] = example_seconds() - start;
            for (i = 0; i < m * n; i++) {
                wrong += c[i] != r[i];
            }
        }
    }
    for (step = 0; seconds != NULL && step < MATMUL_STEPS; step++) {
        seconds[step] = example_median(sample[step], rounds);
    }
    (void)printf("C(%d, %d) = A(%d, %d) B(%d, %d): %s\n", m, n, m, w, w, n,
                 wrong ? "WRONG" : "right in every step");
    must(amp_release(A));
    must(amp_release(B));
    must(amp_release(C));
    free(a);
    free(b);
    free(c);
    free(r);
    return wrong;
}

int main(int argc, char **argv)
{
    /* the width, to the next multiple of the tile */
    const int w = (example_size(argc, argv, 256, 32, 4096) + MATMUL_TILE - 1) / MATMUL_TILE
        * MATMUL_TILE;
    const int m = example_small() ? 32 : 192, n = example_small() ? 48 : 320;
    double seconds[MATMUL_STEPS];
    int step, wrong = run(16, 16, 16, NULL) + run(48, 16, 32, NULL) + run(16, 64, 16, NULL);
    wrong += run(m, w, n, seconds);
    (void)printf("%-24s %22s %16s\n", "step", "reads of global memory", "time / step 0");
    for (step = 0; step < MATMUL_STEPS; step++) {
        const double reads = 2.0 * m * w * n / (step < 2 ? 1 : MATMUL_TILE);
        (void)printf("%d %-22s %22.0f %16.2f\n", step, matmul_name[step], reads,
                     seconds[step] / seconds[0]);
    }
    return example_end(wrong);
}
