/* SPDX-License-Identifier: MIT */
/*
radix_sort.c: a radix sort of unsigned keys out of scan and scatter. For each
bit, from the lowest: flag the keys in which it is 0; the exclusive scan of the
flags tells each of them its place, the others follow in their order.

    cc -O2 -fopenmp -pthread -I. examples/radix_sort.c -o radix_sort && ./radix_sort [n]

prints the keys of a small sort bit by bit, then the check of a larger one
against the C library's qsort.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"
#include "scan_kernels.h"

AMP_DEVICE_BEGIN
AMP_KERNEL(radix_flag, 1, in(unsigned, 1, key), out(int, 1, zero), value(int, bit))
{
    at(zero, idx[0]) = (at(key, idx[0]) >> bit & 1u) == 0u;
}

/* before[i] keys with a 0 stand before key i; zeros of them there are in all. */
AMP_KERNEL(radix_scatter, 1, in(unsigned, 1, key), in(int, 1, zero), in(int, 1, before),
           out(unsigned, 1, sorted))
{
    const int i = idx[0], last = key_shape.extent[0] - 1;
    const int zeros = at(before, last) + at(zero, last);
    const int place = at(zero, i) ? at(before, i) : zeros + i - at(before, i);
    at(sorted, place) = at(key, i);
}
AMP_DEVICE_END

static void show(const unsigned *key, int n, int bit)
{
    int i;
    (void)printf("after bit %d:", bit);
    for (i = 0; i < n; i++) {
        (void)printf(" %2u", key[i]);
    }
    (void)printf("\n");
}

/* Sorts n keys by their lowest bits, in key; prints every pass if asked. */
static void radix_sort(unsigned *key, int n, int bits, int verbose)
{
    const size_t count = (size_t)n;
    unsigned *scratch = example_memory(count * sizeof(unsigned));
    int *zero = example_memory(count * sizeof(int)), *before = example_memory(count * sizeof(int));
    const amp_array_view keys = amp_view(unsigned, key, n), other = amp_view(unsigned, scratch, n);
    const amp_array_view zeros = amp_view(int, zero, n), befores = amp_view(int, before, n);
    int bit;
    for (bit = 0; bit < bits; bit++) {
        const amp_array_view from = bit % 2 == 0 ? keys : other, to = bit % 2 == 0 ? other : keys;
        must(parallel_for_each(amp_extent(n), radix_flag, from, zeros, bit));
        must(exclusive_scan(zeros, befores));
        must(parallel_for_each(amp_extent(n), radix_scatter, from, zeros, befores, to));
        if (verbose) {
            must(amp_synchronize(to));
            show(bit % 2 == 0 ? scratch : key, n, bit);
        }
    }
    must(amp_synchronize(bits % 2 == 0 ? keys : other));
    must(amp_release(keys));
    must(amp_release(other));
    must(amp_release(zeros));
    must(amp_release(befores));
    if (bits % 2 != 0) {
        memcpy(key, scratch, count * sizeof(unsigned));
    }
    free(scratch);
    free(zero);
    free(before);
}

static int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 20011, 301, 4000000);
    unsigned few[] = { 13, 2, 15, 7, 0, 9, 4, 7, 1, 12 }, random = 12345;
    unsigned *key = example_memory((size_t)n * sizeof(unsigned));
    unsigned *expected = example_memory((size_t)n * sizeof(unsigned));
    int i, wrong = 0;
    radix_sort(few, 10, 4, 1);
    for (i = 1; i < 10; i++) {
        wrong += few[i - 1] > few[i];
    }
    for (i = 0; i < n; i++) {
        random = random * 1664525u + 1013904223u;
        key[i] = expected[i] = random;
    }
    radix_sort(key, n, 32, 0);
    qsort(expected, (size_t)n, sizeof(unsigned), ascending);
    for (i = 0; i < n; i++) {
        wrong += key[i] != expected[i];
    }
    (void)printf("%d keys of 32 bits: %s\n", n, wrong ? "WRONG" : "as qsort sorts them");
    free(key);
    free(expected);
    return example_end(wrong);
}
