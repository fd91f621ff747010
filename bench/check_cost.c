/* SPDX-License-Identifier: MIT */
/*
What the kernel checker costs: one program, built with the checker and without,
one worker, forward order.

    check_cost [rounds [side [kernel]]]

Each line: the kernel, the best processor seconds of a launch, and with the
checker how many accesses it counted, and how many bytes it kept for each byte
of a view. `bench/run --check` builds both and prints the table.
*/
#define AMP_SHORT_NAMES
#include "amp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

AMP_DEVICE_BEGIN
enum { TS = 16, LINE = 256 };

AMP_KERNEL(saxpy, 1, value(float, a), in(float, 1, x), inout(float, 1, y))
{
    at(y, idx[0]) += a * at(x, idx[0]);
}

AMP_KERNEL(scale, 1, in(float, 1, x), out(float, 1, y))
{
    at(y, idx[0]) = 2.0f * at(x, idx[0]) + 1.0f;
}

AMP_KERNEL(sgemm_simple, 2, in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k++) {
        sum += at(A, idx[0], k) * at(B, k, idx[1]);
    }
    at_index(C, idx) = sum;
}

AMP_TILED_KERNEL(sgemm_tiled, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    const int y = tidx.local[0], x = tidx.local[1];
    float sum = 0;
    for (int k0 = 0; k0 < A_shape.extent[1]; k0 += TS) {
        a[y][x] = at(A, tidx.global[0], k0 + x);
        b[y][x] = at(B, k0 + y, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int k = 0; k < TS; k++) {
            sum += a[y][k] * b[k][x];
        }
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}

AMP_KERNEL(transpose, 2, in(float, 2, A), out(float, 2, B))
{
    at(B, idx[1], idx[0]) = at_index(A, idx);
}

AMP_TILED_KERNEL(transpose_tiled, (TS, TS), in(float, 2, A), out(float, 2, B))
{
    tile_static(float, t, TS, TS + 1);
    t[tidx.local[0]][tidx.local[1]] = at_index(A, tidx.global);
    tile_barrier_wait(tidx);
    at(B, tidx.tile_origin[1] + tidx.local[0],
          tidx.tile_origin[0] + tidx.local[1]) = t[tidx.local[1]][tidx.local[0]];
}

AMP_TILED_KERNEL(reduce, (LINE), in(float, 1, x), out(float, 1, partial))
{
    tile_static(float, s, LINE);
    const int l = tidx.local[0];
    s[l] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    for (int d = LINE / 2; d > 0; d /= 2) {
        if (l < d) {
            s[l] += s[l + d];
        }
        tile_barrier_wait(tidx);
    }
    if (l == 0) {
        at(partial, tidx.tile[0]) = s[0];
    }
}

AMP_KERNEL(heat, 2, value(float, d), in(float, 2, from), out(float, 2, to))
{
    const int y = idx[0] + 1, x = idx[1] + 1;
    at(to, y, x) = at(from, y, x) + d * (at(from, y - 1, x) + at(from, y + 1, x)
                                         + at(from, y, x - 1) + at(from, y, x + 1)
                                         - 4.0f * at(from, y, x));
}

AMP_TILED_KERNEL(heat_tiled, (TS, TS), value(float, d), in(float, 2, from), out(float, 2, to))
{
    tile_static(float, t, TS + 2, TS + 2);
    const int y = tidx.local[0] + 1, x = tidx.local[1] + 1;
    const int gy = tidx.global[0] + 1, gx = tidx.global[1] + 1;
    t[y][x] = at(from, gy, gx);
    if (y == 1) { t[0][x] = at(from, gy - 1, gx); }
    if (y == TS) { t[TS + 1][x] = at(from, gy + 1, gx); }
    if (x == 1) { t[y][0] = at(from, gy, gx - 1); }
    if (x == TS) { t[y][TS + 1] = at(from, gy, gx + 1); }
    tile_barrier_wait(tidx);
    at(to, gy, gx) = t[y][x] + d * (t[y - 1][x] + t[y + 1][x] + t[y][x - 1] + t[y][x + 1]
                                    - 4.0f * t[y][x]);
}

AMP_KERNEL(histogram, 1, in(int, 1, x), inout(int, 1, count))
{
    amp_atomic_fetch_add(&at(count, at(x, idx[0]) & 255), 1);
}
AMP_DEVICE_END

static float *x_, *y_, *z_;
static int *i_, c_[256];
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
RUN(transpose, amp_extent(4 * m_, 4 * m_), transpose, SQUARE(x_, 4 * m_), SQUARE(z_, 4 * m_))
RUN(transpose_tiled, TILED(4 * m_), transpose_tiled, SQUARE(x_, 4 * m_), SQUARE(z_, 4 * m_))
RUN(reduce, amp_tile(amp_extent(n_), LINE), reduce, LINE_OF(x_), amp_view(float, y_, n_ / LINE))
RUN(heat, amp_extent(4 * m_, 4 * m_), heat, 0.2f, SQUARE(x_, 4 * m_ + 2), SQUARE(z_, 4 * m_ + 2))
RUN(heat_tiled, TILED(4 * m_), heat_tiled, 0.2f, SQUARE(x_, 4 * m_ + 2), SQUARE(z_, 4 * m_ + 2))
RUN(histogram, amp_extent(n_), histogram, amp_view(int, i_, n_), amp_view(int, c_, 256))

/* Processor time: one thread works, and others may use the machine. */
static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    static const work works[] = {
        { "saxpy", saxpy_run }, { "scale", scale_run }, { "sgemm simple", sgemm_simple_run },
        { "sgemm tiled", sgemm_tiled_run }, { "transpose", transpose_run },
        { "transpose tiled", transpose_tiled_run }, { "reduce", reduce_run },
        { "heat", heat_run }, { "heat tiled", heat_tiled_run }, { "histogram", histogram_run },
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
    if (x_ == NULL || y_ == NULL || z_ == NULL || i_ == NULL) {
        return 2;
    }
    for (i = 0; i < elements; i++) {
        x_[i] = (float)(i % 1024);
    }
    for (i = 0; i < (size_t)n_; i++) {
        i_[i] = (int)(i * 2654435761u >> 8);
    }
    for (i = 0; i < sizeof(works) / sizeof(*works); i++) {
        double best = 1e9;
        int r;
        if (argc > 3 && strcmp(argv[3], works[i].name) != 0) {
            continue;
        }
        for (r = 0; r < rounds; r++) {
            double t = now();
            if (works[i].run() != AMP_OK) {
                (void)fprintf(stderr, "%s: %s\n", works[i].name, amp_last_error());
                return 1;
            }
            t = now() - t;
            best = t < best ? t : best;
        }
        (void)printf("%s|%.9f", works[i].name, best);
#ifdef AMP_CHECK
        (void)printf("|%llu|%.2f", amp__ck.seen,
                     (double)amp__ck.bytes_kept / (double)amp__ck.bytes_watched);
#endif
        (void)printf("\n");
        (void)fflush(stdout);
    }
    free(x_);
    free(y_);
    free(z_);
    free(i_);
    return 0;
}
