/* SPDX-License-Identifier: MIT */
/* wasm.c: one matrix multiplication as a tiled kernel, on fibers, and as a phased one, as loops:
   what WebAssembly makes of both. Printed: the least of five launches of each. See wasm.sh. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include <stdio.h>
#include <time.h>

AMP_DEVICE_BEGIN
#define T 16
AMP_TILED_KERNEL(tiled, (T, T), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, T, T);
    tile_static(float, b, T, T);
    float sum = 0;
    const int r = tidx.local[0], c = tidx.local[1];
    for (int k = 0; k < A_shape.extent[1]; k += T) {
        a[r][c] = at(A, tidx.global[0], k + c);
        b[r][c] = at(B, k + r, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int i = 0; i < T; i++) sum += a[r][i] * b[i][c];
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}
AMP_PHASED_KERNEL(phased, (T, T), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, T, T);
    tile_static(float, b, T, T);
    thread_private(float, sum);
    phase { mine(sum) = 0; }
    for (int k = 0; k < A_shape.extent[1]; k += T) {
        phase {
            a[tidx.local[0]][tidx.local[1]] = at(A, tidx.global[0], k + tidx.local[1]);
            b[tidx.local[0]][tidx.local[1]] = at(B, k + tidx.local[0], tidx.global[1]);
        }
        phase {
            for (int i = 0; i < T; i++) mine(sum) += a[tidx.local[0]][i] * b[i][tidx.local[1]];
        }
    }
    phase { at_index(C, tidx.global) = mine(sum); }
}
AMP_DEVICE_END

#define N 256
static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(void)
{
    static float a[N][N], b[N][N], c[N][N];
    amp_array_view A = amp_view(float, a, N, N), B = amp_view(float, b, N, N);
    amp_array_view C = amp_view(float, c, N, N);
    double best[2] = { 1e9, 1e9 };
    for (int i = 0; i < N * N; i++) {
        a[i / N][i % N] = (float)(i % 7);
        b[i / N][i % N] = (float)(i % 5);
    }
    for (int n = 0; n < 10; n++) {
        const amp_tiled_extent domain = amp_tile(amp_extent(N, N), T, T);
        const double begin = now();
        amp_status s = n % 2 ? parallel_for_each(domain, phased, A, B, C)
                             : parallel_for_each(domain, tiled, A, B, C);
        s = s == AMP_OK ? amp_synchronize(C) : s;
        const double took = now() - begin;
        if (s != AMP_OK) {
            return fprintf(stderr, "%s\n", amp_last_error()), 1;
        }
        best[n % 2] = took < best[n % 2] ? took : best[n % 2];
    }
    printf("%.1f ms tiled, %.0f ns a barrier and thread; %.1f ms phased\n", best[0],
           best[0] * 1e6 / (2.0 * N * N * N / T), best[1]);
    return 0;
}
