/* SPDX-License-Identifier: MIT */
/*
scan_ladder.c: the sums of all beginnings of an array, for any number of
elements. (1) inclusive and simple: log2 n launches, each adds the element
2^k places before; O(n log n) additions, all in global memory. (2) exclusive,
by up-sweep and down-sweep in tile memory (scan_kernels.h); O(n) additions.

    cc -O2 -fopenmp -pthread -I. examples/scan_ladder.c -o scan_ladder && ./scan_ladder [n]

prints the first elements of both, and how many additions each needs.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "scan_kernels.h"

AMP_DEVICE_BEGIN
/* One step: from x to y, because threads of one launch must not meet. */
AMP_KERNEL(scan_step, 1, in(int, 1, x), out(int, 1, y), value(int, stride))
{
    const int i = idx[0];
    at(y, i) = i >= stride ? at(x, i) + at(x, i - stride) : at(x, i);
}
AMP_DEVICE_END

/* Scans data, n elements, with scratch of the same size; returns which of the
   two holds the result. */
static int *inclusive_scan(int *data, int *scratch, int n, long long *additions)
{
    amp_array_view from = amp_view(int, data, n), to = amp_view(int, scratch, n);
    const amp_array_view first = from, second = to;
    long long stride;
    for (stride = 1; stride < n; stride *= 2) {
        const amp_array_view swap = from;
        must(parallel_for_each(amp_extent(n), scan_step, from, to, (int)stride));
        from = to;
        to = swap;
        *additions += n - stride;
    }
    must(amp_synchronize(from));
    must(amp_release(first));
    must(amp_release(second));
    return from.data == first.data ? data : scratch;
}

static int check(int n, int show)
{
    const size_t bytes = (size_t)n * sizeof(int);
    int *data = example_memory(bytes), *x = example_memory(bytes), *y = example_memory(bytes);
    long long simple = 0, sweeps = 0, m;
    int i, sum = 0, wrong = 0;
    const int *inclusive;
    for (i = 0; i < n; i++) {
        data[i] = i * 5 % 7 - 2;
        x[i] = data[i];
    }
    inclusive = inclusive_scan(x, y, n, &simple);
    for (i = 0; i < n; i++) {
        sum += data[i];
        wrong += inclusive[i] != sum;
    }
    if (show) {
        (void)printf("data     ");
        for (i = 0; i < n && i < 12; i++) {
            (void)printf(" %3d", data[i]);
        }
        (void)printf(" ...\ninclusive");
        for (i = 0; i < n && i < 12; i++) {
            (void)printf(" %3d", inclusive[i]);
        }
    }

    memset(y, 0xff, bytes);
    const amp_array_view from = amp_view(int, data, n), to = amp_view(int, y, n);
    must(exclusive_scan(from, to));
    must(amp_synchronize(to));
    must(amp_release(from));
    must(amp_release(to));
    for (i = 0, sum = 0; i < n; i++) {
        wrong += y[i] != sum;
        sum += data[i];
    }
    /* up and down: one less than a block holds, each; one more an element where
       there are several blocks; the same again for the blocks' totals */
    for (m = n; m > 0; m = m > SCAN_BLOCK ? (m + SCAN_BLOCK - 1) / SCAN_BLOCK : 0) {
        sweeps += (m + SCAN_BLOCK - 1) / SCAN_BLOCK * 2 * (SCAN_BLOCK - 1);
        sweeps += m > SCAN_BLOCK ? m : 0;
    }
    if (show) {
        (void)printf(" ...\nexclusive");
        for (i = 0; i < n && i < 12; i++) {
            (void)printf(" %3d", y[i]);
        }
        (void)printf(" ...\n");
    }
    (void)printf("%7d elements: %8lld additions in steps, %8lld in sweeps: %s\n", n, simple,
                 sweeps, wrong ? "WRONG" : "right");
    free(data);
    free(x);
    free(y);
    return wrong;
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 1, 2, 127, 128, 129, 1000 };
    int wrong = check(example_size(argc, argv, 100003, 5003, 4000000), 1);
    size_t k;
    for (k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        wrong += check(sizes[k], 0);
    }
    return example_end(wrong);
}
