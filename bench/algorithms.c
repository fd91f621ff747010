/* SPDX-License-Identifier: MIT */
/* Reduce, scan and radix sort of amp_algorithms.h. Built twice: on the emulator,
   and with -DAMP_OPENCL on the first OpenCL device, once with its data in arrays
   on the device and once from host memory to host memory. */
#include "amp_algorithms.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

static void must(amp_status s)
{
    if (s != AMP_OK) {
        (void)fprintf(stderr, "bench: %s\n", amp_last_error());
        exit(2);
    }
}

/* Where data is during the runs: views of host memory, or arrays. */
static amp_array_view input, output;
static amp_accelerator_view where;

static double reduce_int(amp_array_view x)
{
    int sum = -1;
    must(amp_reduce(amp_plus_int, x, &sum));
    bench.total = sum;
    return BENCH_WALL;
}

static double reduce_float(amp_array_view x)
{
    float sum = -1;
    must(amp_reduce(amp_plus_float, x, &sum));
    bench.total = (long long)sum;
    return BENCH_WALL;
}

/* From and to host memory. In the emulator this is all there is: views are the
   memory itself. */
static double host_reduce_int(void)
{
    const amp_array_view x = amp_view(const int, bench.ints, bench.n);
    must(amp_refresh(x));
    return reduce_int(x);
}

static double host_reduce_float(void)
{
    const amp_array_view x = amp_view(const float, bench.a, bench.n);
    must(amp_refresh(x));
    return reduce_float(x);
}

static double host_scan(amp_scan_mode mode)
{
    const amp_array_view x = amp_view(const int, bench.ints, bench.n);
    const amp_array_view y = amp_view(int, bench.result, bench.n);
    must(amp_refresh(x));
    must(amp_discard_data(y));
    must(amp_scan(amp_plus_int, mode, AMP_FORWARD, x, y));
    must(amp_synchronize(y));
    return BENCH_WALL;
}
static double host_inclusive_scan(void) { return host_scan(AMP_INCLUSIVE); }
static double host_exclusive_scan(void) { return host_scan(AMP_EXCLUSIVE); }

static double host_sort(void)
{
    const amp_array_view x = amp_view(unsigned, bench.result, bench.n);
    must(amp_refresh(x));
    must(amp_radix_sort(unsigned, x));
    must(amp_synchronize(x));
    return BENCH_WALL;
}

#ifndef AMP_OPENCL

static const char *opened(void)
{
    (void)input;
    (void)output;
    where = amp_auto_selection_view();
    return NULL;
}
#define COMPILES 0
#define closed NULL
#define before NULL
#define after NULL

static const bench_variant variants[] = {
    { BENCH_REDUCE_INT, "algorithms", host_reduce_int },
    { BENCH_REDUCE_FLOAT, "algorithms", host_reduce_float },
    { BENCH_INCLUSIVE_SCAN, "algorithms", host_inclusive_scan },
    { BENCH_EXCLUSIVE_SCAN, "algorithms", host_exclusive_scan },
    { BENCH_SORT, "algorithms", host_sort },
};

#else

#define COMPILES 1

static int used; /* whether the run that ends used the arrays */

static const char *opened(void)
{
    const amp_accelerator a = amp_accelerator_find("opencl");
    const amp_extent all = amp_extent(bench.n);
    if (a.index < 0) {
        return "no OpenCL device";
    }
    (void)amp_accelerator_set_default(a.device_path);
    where = amp_accelerator_default_view(a);
    if (bench.work == BENCH_REDUCE_FLOAT) {
        input = amp_array_on(where, float, all);
        must(amp_copy_in(input, bench.a));
    } else if (bench.work == BENCH_SORT) {
        input = amp_array_on(where, unsigned, all);
        output = amp_array_on(where, unsigned, all);
        must(amp_copy_in(input, bench.keys));
    } else {
        input = amp_array_on(where, int, all);
        must(amp_copy_in(input, bench.ints));
        if (bench.work != BENCH_REDUCE_INT) {
            output = amp_array_on(where, int, all);
            must(amp_copy_in(output, bench.result));
        }
    }
    return NULL;
}

static void closed(void)
{
    must(amp_release(input));
    if (bench.result != NULL) {
        must(amp_release(output));
        must(amp_release(amp_view(int, bench.result, bench.n)));
    }
}

/* What must be on the device before a run is there, and nothing is pending. */
static void before(void)
{
    used = 0;
    if (bench.keys != NULL) {
        must(amp_copy(input, output));
    } else if (bench.result != NULL) {
        must(amp_copy_in(output, bench.result));
    }
    must(amp_wait(where));
}

static void after(void)
{
    if (used && bench.result != NULL) {
        must(amp_copy_out(output, bench.result));
    }
}

static double device_reduce_int(void) { return reduce_int(input); }
static double device_reduce_float(void) { return reduce_float(input); }
static double device_scan(amp_scan_mode mode)
{
    must(amp_scan(amp_plus_int, mode, AMP_FORWARD, input, output));
    must(amp_wait(where));
    used = 1;
    return BENCH_WALL;
}
static double device_inclusive_scan(void) { return device_scan(AMP_INCLUSIVE); }
static double device_exclusive_scan(void) { return device_scan(AMP_EXCLUSIVE); }
static double device_sort(void)
{
    must(amp_radix_sort(unsigned, output));
    must(amp_wait(where));
    used = 1;
    return BENCH_WALL;
}

static const bench_variant variants[] = {
    { BENCH_REDUCE_INT, "device", device_reduce_int },
    { BENCH_REDUCE_INT, "end to end", host_reduce_int },
    { BENCH_REDUCE_FLOAT, "device", device_reduce_float },
    { BENCH_REDUCE_FLOAT, "end to end", host_reduce_float },
    { BENCH_INCLUSIVE_SCAN, "device", device_inclusive_scan },
    { BENCH_INCLUSIVE_SCAN, "end to end", host_inclusive_scan },
    { BENCH_EXCLUSIVE_SCAN, "device", device_exclusive_scan },
    { BENCH_EXCLUSIVE_SCAN, "end to end", host_exclusive_scan },
    { BENCH_SORT, "device", device_sort },
    { BENCH_SORT, "end to end", host_sort },
};

#endif

int main(void)
{
    bench_contender c = { variants, (int)(sizeof(variants) / sizeof(variants[0])),
                          opened, before, after, closed, COMPILES };
    return bench_serve(&c);
}
