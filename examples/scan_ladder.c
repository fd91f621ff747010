/* SPDX-License-Identifier: MIT */
/*
scan_ladder.c: the sums of all beginnings of an array, rung by rung, for any
number of elements. (1) inclusive and simple: log2 n launches, each adds the
element 2^k places before; O(n log n) additions, all in global memory; (2)
exclusive, by up-sweep and down-sweep in tile memory (scan_kernels.h); O(n)
additions; (3) the same as phases, the form for CPUs; (4) and (5) the library's
amp_inclusive_scan and amp_exclusive_scan; (6) its amp_scan with another
operator, the greatest so far.

    cc -O2 -fopenmp -pthread -I. examples/scan_ladder.c -o scan_ladder -lm && ./scan_ladder [n]

prints the first elements of each, how many additions the first two need, the
time of each rung as a ratio to the first one's, and its millions of elements a
second; then checks every rung on awkward sizes.
*/
#define AMP_SHORT_NAMES
#include "amp_algorithms.h"
#include "example.h"
#include "scan_kernels.h"

AMP_DEVICE_BEGIN
/* One step: from x to y, because threads of one launch must not meet. */
AMP_KERNEL(scan_step, 1, in(int, 1, x), out(int, 1, y), value(int, stride))
{
    const int i = idx[0];
    at(y, i) = i >= stride ? at(x, i) + at(x, i - stride) : at(x, i);
}

/* An operator of the library's: its type, its identity, what it makes of a and b. */
AMP_DEFINE_SCAN(greatest, int, -1000, a > b ? a : b)
AMP_DEVICE_END

enum { RUNGS = 6, ROUNDS = 5 };
static const char *const rung_name[RUNGS] = { "simple, inclusive", "sweeps, exclusive",
    "sweeps as phases", "amp_inclusive_scan", "amp_exclusive_scan",
    "amp_scan, greatest" };
static const char *const rung_change[RUNGS] = {
    "each launch adds what is 2^k before",
    "up and down a tree in tile memory: O(n)",
    "loops between barriers: nothing waits",
    "one call, any operator; long chunks, not trees",
    "the same, without the element itself",
    "the same with a > b ? a : b",
};

/* Scans x into y in log2 n steps, to and fro, by way of scratch. */
static void scan_simple(int *x, int *y, int *scratch, int n)
{
    const amp_array_view input = amp_view(int, x, n), a = amp_view(int, y, n);
    const amp_array_view b = amp_view(int, scratch, n);
    amp_array_view from = input, to = a;
    long long stride;
    must(amp_discard_data(a));
    must(amp_discard_data(b));
    for (stride = 1; stride < n; stride *= 2) {
        must(parallel_for_each(amp_extent(n), scan_step, from, to, (int)stride));
        from = to;
        to = from.data == a.data ? b : a;
    }
    if (from.data != a.data) {
        must(amp_copy(from, a));
    }
    must(amp_synchronize(a));
    must(amp_release(input));
    must(amp_release(a));
    must(amp_release(b));
}

/* The other rungs: a call between two views. */
static void scan_call(int rung, int *x, int *y, int n)
{
    const amp_array_view from = amp_view(int, x, n), to = amp_view(int, y, n);
    must(amp_discard_data(to));
    switch (rung) {
    case 1: must(exclusive_scan(from, to)); break;
    case 2: must(exclusive_scan_as(1, from, to)); break;
    case 3: must(amp_inclusive_scan(amp_plus_int, from, to)); break;
    case 4: must(amp_exclusive_scan(amp_plus_int, from, to)); break;
    default: must(amp_scan(greatest, AMP_INCLUSIVE, AMP_FORWARD, from, to)); break;
    }
    must(amp_synchronize(to));
    must(amp_release(from));
    must(amp_release(to));
}

/* How many elements of a rung's result are wrong. */
static int count_wrong(int rung, const int *x, const int *y, int n)
{
    int i, sum = 0, most = -1000, wrong = 0;
    for (i = 0; i < n; i++) {
        const int before = sum;
        sum += x[i];
        most = x[i] > most ? x[i] : most;
        wrong += y[i] != (rung == 5 ? most : rung == 0 || rung == 3 ? sum : before);
    }
    return wrong;
}

/* The additions of a rung that is written out here; 0 for the library's. */
static long long additions(int rung, int n)
{
    long long sum = 0, stride, m;
    if (rung == 0) {
        for (stride = 1; stride < n; stride *= 2) {
            sum += n - stride;
        }
    } else if (rung <= 2) {
        /* up and down: one less than a block holds, each; one more an element where
           there are several blocks; the same again for the blocks' totals */
        for (m = n; m > 0; m = m > SCAN_BLOCK ? (m + SCAN_BLOCK - 1) / SCAN_BLOCK : 0) {
            sum += (m + SCAN_BLOCK - 1) / SCAN_BLOCK * 2 * (SCAN_BLOCK - 1);
            sum += m > SCAN_BLOCK ? m : 0;
        }
    }
    return sum;
}

static void print_first(const char *name, const int *x, int n)
{
    int i;
    (void)printf("%-20s", name);
    for (i = 0; i < n && i < 12; i++) {
        (void)printf(" %3d", x[i]);
    }
    (void)printf(" ...\n");
}

/* All rungs on n elements in turn; shown: several times, and prints what they add and take. Returns
   how many elements were wrong. */
static int climb(int n, int shown)
{
    const int rounds = shown ? example_rounds(ROUNDS) : 1;
    const size_t bytes = (size_t)n * sizeof(int);
    int *data = example_memory(bytes), *x = example_memory(bytes), *y = example_memory(bytes);
    double seconds[RUNGS][ROUNDS], first = 0;
    int i, rung, round, wrong = 0;
    for (i = 0; i < n; i++) {
        data[i] = i * 5 % 7 - 2;
    }
    if (shown) {
        print_first("data", data, n);
    }
    for (round = 0; round < rounds; round++) {
        for (rung = 0; rung < RUNGS; rung++) {
            const double start = (memset(y, 0x7f, bytes), example_seconds());
            if (rung == 0) {
                scan_simple(data, y, x, n);
            } else {
                scan_call(rung, data, y, n);
            }
            seconds[rung][round] = example_seconds() - start;
            wrong += count_wrong(rung, data, y, n);
            if (shown && round == 0) {
                print_first(rung_name[rung], y, n);
            }
        }
    }
    if (shown) {
        (void)printf("\n%d elements\n%-22s %10s %7s %8s  %s\n", n, "rung", "additions", "time/1.",
                     "M elem/s", "what changes");
        for (rung = 0; rung < RUNGS; rung++) {
            const double s = example_median(seconds[rung], rounds);
            char count[24] = "-";
            first = rung == 0 ? s : first;
            if (rung < 3) {
                (void)snprintf(count, sizeof(count), "%lld", additions(rung, n));
            }
            (void)printf("%d %-20s %10s %7.2f %8.1f  %s\n", rung + 1, rung_name[rung], count,
                         first > 0 ? s / first : 0.0, s > 0 ? 1e-6 * n / s : 0.0,
                         rung_change[rung]);
        }
    } else {
        (void)printf("%7d elements: %8lld additions in steps, %8lld in sweeps: %s\n", n,
                     additions(0, n), additions(1, n), wrong ? "WRONG" : "right");
    }
    free(data);
    free(x);
    free(y);
    return wrong;
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 1, 2, 127, 128, 129, 1000 };
    int wrong = climb(example_size(argc, argv, 100003, 5003, 4000000), 1);
    size_t k;
    for (k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        wrong += climb(sizes[k], 0);
    }
    return example_end(wrong);
}
