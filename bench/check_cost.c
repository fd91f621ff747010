/* SPDX-License-Identifier: MIT */
/*
What the kernel checker costs: one program, built with the checker and without,
one worker, forward order.

    check_cost [rounds [side [kernel]]]

Each line: the kernel, the best processor seconds of a launch, and with the
checker how many accesses it counted, how many bytes it kept for each byte
of a view, and the best seconds by the clock. `bench/run --check` builds both and prints the
table.
*/
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

AMP_DEVICE_BEGIN
AMP_KERNEL(scale, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = 2.0f * at(x, idx[0]) + 1.0f;
}

AMP_KERNEL(histogram, 1, in(int, 1, x), inout(int, 1, count))
{
    amp_atomic_fetch_add(&at(count, at(x, idx[0]) & 255), 1);
}

AMP_KERNEL(bytes, 1, in(unsigned char, 1, x), out(unsigned char, 1, y))
{
    at(y, idx[0]) = (unsigned char)(at(x, idx[0]) + 1);
}

AMP_TILED_KERNEL(bytes_tiled, (SUM_TILE), inout(unsigned char, 1, y))
{
    at(y, tidx.global[0]) = (unsigned char)(at(y, tidx.global[0]) + 1);
}
AMP_DEVICE_END

static float *x_, *y_, *z_;
static int *i_, *p_, c_[256];
static int n_, m_; /* elements of a line; of the side of a square */

#define LINE_OF(p) amp_view(float, p, n_)
#define SQUARE(p, side) amp_view(float, p, side, side)
#define TILED(side) amp_tile(amp_extent(side, side), TS, TS)

typedef struct work {
    const char *name;
    amp_status (*run)(void);
} work;
#define RUN(name, ...)                                                        \
    static amp_status name##_run(void) { return parallel_for_each(__VA_ARGS__); }
RUN(saxpy, amp_extent(n_), saxpy, 2.0f, LINE_OF(x_), LINE_OF(y_))
RUN(scale, amp_extent(n_), scale, LINE_OF(x_), LINE_OF(y_))
RUN(sgemm_simple, amp_extent(m_, m_), sgemm_simple, SQUARE(x_, m_), SQUARE(y_, m_), SQUARE(z_, m_))
RUN(sgemm_tiled, TILED(m_), sgemm_tiled, SQUARE(x_, m_), SQUARE(y_, m_), SQUARE(z_, m_))
RUN(transpose, amp_extent(4 * m_, 4 * m_), transpose_simple, SQUARE(x_, 4 * m_), SQUARE(z_, 4 * m_))
RUN(transpose_tiled, TILED(4 * m_), transpose_tiled, SQUARE(x_, 4 * m_), SQUARE(z_, 4 * m_))
RUN(sum, amp_tile(amp_extent(n_), SUM_TILE), sum_tiled, amp_view(int, i_, n_),
    amp_view(int, p_, n_ / SUM_TILE))
RUN(heat, amp_extent(4 * m_, 4 * m_), heat_simple, 0.2f, SQUARE(x_, 4 * m_ + 2),
    SQUARE(z_, 4 * m_ + 2))
RUN(heat_tiled, TILED(4 * m_), heat_tiled, 0.2f, SQUARE(x_, 4 * m_ + 2), SQUARE(z_, 4 * m_ + 2))
#define BYTES_OF(p) amp_view(unsigned char, (unsigned char *)p, n_)
RUN(bytes, amp_extent(n_), bytes, BYTES_OF(x_), BYTES_OF(y_))
RUN(bytes_tiled, amp_tile(amp_extent(n_), SUM_TILE), bytes_tiled, BYTES_OF(y_))
RUN(histogram, amp_extent(n_), histogram, amp_view(int, i_, n_), amp_view(int, c_, 256))

/* Seconds: of processor time, since others may use the machine, or by the clock. */
static double now(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    static const work works[] = {
        { "saxpy", saxpy_run }, { "scale", scale_run }, { "sgemm simple", sgemm_simple_run },
        { "sgemm tiled", sgemm_tiled_run }, { "transpose", transpose_run },
        { "transpose tiled", transpose_tiled_run }, { "sum", sum_run },
        { "heat", heat_run }, { "heat tiled", heat_tiled_run }, { "histogram", histogram_run },
        { "bytes", bytes_run }, { "bytes tiled", bytes_tiled_run },
    };
    const int rounds = argc > 1 ? atoi(argv[1]) : 5;
    size_t i, elements;
    m_ = argc > 2 ? atoi(argv[2]) : 256; /* a multiple of 16 */
    n_ = 16 * m_ * m_;
    if (rounds < 1 || m_ < TS || m_ % TS != 0 || m_ > 4096) {
        (void)fprintf(stderr, "check_cost [rounds [side, a multiple of %d [kernel]]]\n", TS);
        return 2;
    }
    elements = (size_t)(4 * m_ + 2) * (size_t)(4 * m_ + 2);
    x_ = (float *)calloc(elements, sizeof(float));
    y_ = (float *)calloc(elements, sizeof(float));
    z_ = (float *)calloc(elements, sizeof(float));
    i_ = (int *)calloc((size_t)n_, sizeof(int));
    p_ = (int *)calloc((size_t)(n_ / SUM_TILE), sizeof(int));
    if (x_ == NULL || y_ == NULL || z_ == NULL || i_ == NULL || p_ == NULL) {
        return 2;
    }
    for (i = 0; i < elements; i++) {
        x_[i] = (float)(i % 1024);
    }
    for (i = 0; i < (size_t)n_; i++) {
        i_[i] = (int)((i * 2654435761u >> 8) & 1023);
    }
    for (i = 0; i < sizeof(works) / sizeof(*works); i++) {
        double best = 1e9, best_wall = 1e9;
        int r;
        if (argc > 3 && strcmp(argv[3], works[i].name) != 0) {
            continue;
        }
        for (r = 0; r < rounds; r++) {
            double t = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
            if (works[i].run() != AMP_OK) {
                (void)fprintf(stderr, "%s: %s\n", works[i].name, amp_last_error());
                return 1;
            }
            t = now(CLOCK_PROCESS_CPUTIME_ID) - t;
            wall = now(CLOCK_MONOTONIC) - wall;
            best = t < best ? t : best;
            best_wall = wall < best_wall ? wall : best_wall;
        }
        (void)printf("%s|%.9f", works[i].name, best);
#ifdef AMP_CHECK
        (void)printf("|%llu|%.2f|%.9f", amp__check_shared.seen,
                     (double)amp__check_shared.bytes_kept
                         / (double)amp__check_shared.bytes_watched, best_wall);
#endif
        (void)best_wall;
        (void)printf("\n");
        (void)fflush(stdout);
    }
    free(x_);
    free(y_);
    free(z_);
    free(i_);
    free(p_);
    return 0;
}
