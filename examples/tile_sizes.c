/* SPDX-License-Identifier: MIT */
/*
tile_sizes.c: one text of a kernel for several tiles, each with its constants, and which is
the fastest here. In C++ AMP the tile is a template's argument; here a header is included again.

    cc -O2 -fopenmp -pthread -I. examples/tile_sizes.c -o tile_sizes && ./tile_sizes

prints the times of the three. In a debugger, with -g -O0:
    break tile_sizes_kernel.h:9     stops in each of the three
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TS 4
AMP_DEVICE_END
#include "tile_sizes_kernel.h"
AMP_DEVICE_BEGIN
#undef TS
#define TS 8
AMP_DEVICE_END
#include "tile_sizes_kernel.h"
AMP_DEVICE_BEGIN
#undef TS
#define TS 16
AMP_DEVICE_END
#include "tile_sizes_kernel.h"

int main(void)
{
    const int n = example_small() ? 64 : 512;
    float *a = (float *)example_memory(sizeof(float) * (size_t)n * (size_t)n);
    float *b = (float *)example_memory(sizeof(float) * (size_t)n * (size_t)n);
    amp_array_view A, At;
    int i, size, wrong = 0;
    for (i = 0; i < n * n; i++) {
        a[i] = (float)i;
    }
    A = amp_view(const float, a, n, n);
    At = amp_view(float, b, n, n);
    for (size = 4; size <= 16; size *= 2) {
        const amp_tiled_extent domain = amp_tile(A.extent, size, size);
        const double start = example_seconds();
        must(size == 4 ? parallel_for_each(domain, transpose_4, A, At)
             : size == 8 ? parallel_for_each(domain, transpose_8, A, At)
                         : parallel_for_each(domain, transpose_16, A, At));
        must(amp_synchronize(At));
        printf("%2d x %-2d  %6.2f ms\n", size, size, (example_seconds() - start) * 1e3);
        for (i = 0; i < n * n; i++) {
            wrong += b[i] != (float)(i % n * n + i / n);
            b[i] = 0;
        }
        must(amp_refresh(At));
    }
    must(amp_release(A));
    must(amp_release(At));
    free(a);
    free(b);
    return wrong != 0;
}
