/* SPDX-License-Identifier: MIT */
/* The program whose output docs/vectors.md shows, for tests/check_pages.sh: its lines count. */
#define AMP_SHORT_NAMES
#include <stdio.h>
#include "amp.h"
#define N 64

AMP_DEVICE_BEGIN
#define TS 16
#define WIDTH 64
AMP_KERNEL(row_sums, 1, in(float, 2, a), out(float, 1, sums))
{
    const int i = idx[0];
    float sum = 0;
    for (int j = 0; j < a_shape.extent[1]; j++) {
        /* neighbouring threads are a row apart */
        sum += at(a, i, j);
    }
    at(sums, i) = sum;
}

AMP_TILED_KERNEL(odd_one, (16), in(float, 2, a), out(float, 1, sums))
{
    tile_static(float, t, 16);
    float sum = 0;
    int j = 0;
    t[tidx.local[0]] = at(a, tidx.global[0], 0);
    tile_barrier_wait(tidx);
again:
    sum += t[(tidx.local[0] + j) % 16];
    if (++j < 4) goto again;
    at_index(sums, tidx.global) = sum;
}

AMP_TILED_KERNEL(sgemm_tiled, (TS, TS), in(float, 2, A), in(float, 2, B), out(float, 2, C))
{
    tile_static(float, a, TS, TS);
    tile_static(float, b, TS, TS);
    const int i = tidx.local[0], j = tidx.local[1];
    float sum = 0;
    for (int k = 0; k < A_shape.extent[1]; k += TS) {
        a[i][j] = at(A, tidx.global[0], k + j); b[i][j] = at(B, k + i, tidx.global[1]);
        tile_barrier_wait(tidx);
        for (int m = 0; m < TS; m++) sum += a[i][m] * b[m][j];
        tile_barrier_wait(tidx);
    }
    at_index(C, tidx.global) = sum;
}

AMP_PHASED_KERNEL(last_one, (16), in(float, 2, a), out(float, 1, sums))
{
    phase { if (at(a, tidx.global[0], 0) < 0) return; at_index(sums, tidx.global) = 1; }
}
AMP_DEVICE_END

int main(void)
{
    static float a[N][N], b[N][N], c[N][N], d[N];
    amp_array_view A = amp_view(float, a, N, N), B = amp_view(float, b, N, N);
    amp_array_view C = amp_view(float, c, N, N), D = amp_view(float, d, N);
    const amp_tiled_extent line = amp_tile(amp_extent(N), 16);
    int wrong = 0, i;
    for (i = 0; i < 100; i++) {
        wrong += parallel_for_each(amp_tile(amp_extent(N, N), TS, TS), sgemm_tiled, A, B, C)
            != AMP_OK;
    }
    wrong += parallel_for_each(amp_extent(N), row_sums, A, D) != AMP_OK;
    wrong += parallel_for_each(line, odd_one, A, D) != AMP_OK;
    wrong += parallel_for_each(line, last_one, A, D) != AMP_OK;
    wrong += amp_release(A) != AMP_OK || amp_release(B) != AMP_OK;
    wrong += amp_release(C) != AMP_OK || amp_release(D) != AMP_OK;
    return wrong != 0;
}
