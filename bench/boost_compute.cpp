// SPDX-License-Identifier: MIT
// Reduce, scan and sort of Boost.Compute, on the device that amp takes: the
// first of the first platform. Its data is in buffers on the device, or, end to
// end, goes there from host memory and comes back, by copy or mapped.
#include <boost/compute/algorithm/copy.hpp>
#include <boost/compute/algorithm/exclusive_scan.hpp>
#include <boost/compute/algorithm/inclusive_scan.hpp>
#include <boost/compute/algorithm/reduce.hpp>
#include <boost/compute/algorithm/sort.hpp>
#include <boost/compute/container/mapped_view.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/functional/operator.hpp>
#include <boost/compute/system.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "bench.h"

namespace compute = boost::compute;

namespace {

struct machine {
    compute::device device;
    compute::context context;
    compute::command_queue queue;
    machine()
        : device(compute::system::platforms().at(0).devices().at(0)), context(device),
          queue(context, device)
    {
    }
};
machine *here = NULL;
compute::vector<int> *input, *output;
compute::vector<float> *floats;
compute::vector<unsigned> *keys, *sorted;
bool used; // whether the run that ends left its result on the device

// What Boost throws ends the contender with its sentence.
template <typename Work> double guarded(Work work)
{
    try {
        work();
        return BENCH_WALL;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "bench: Boost.Compute: %s\n", e.what());
        std::exit(2);
    }
}

template <typename T, typename Iterator> void reduce(Iterator first, Iterator last)
{
    T sum = T(-1);
    compute::reduce(first, last, &sum, compute::plus<T>(), here->queue);
    bench.total = static_cast<long long>(sum);
}

template <typename In, typename Out> void scan(In first, In last, Out out, bool inclusive)
{
    if (inclusive) {
        compute::inclusive_scan(first, last, out, compute::plus<int>(), here->queue);
    } else {
        compute::exclusive_scan(first, last, out, 0, compute::plus<int>(), here->queue);
    }
    here->queue.finish();
}

template <typename Iterator> void sort(Iterator first, Iterator last, bool radix)
{
    if (radix) {
        compute::detail::radix_sort(first, last, here->queue);
    } else {
        compute::sort(first, last, here->queue);
    }
    here->queue.finish();
}

double device_reduce_int()
{
    return guarded([] { reduce<int>(input->begin(), input->end()); });
}
double device_reduce_float()
{
    return guarded([] { reduce<float>(floats->begin(), floats->end()); });
}
double device_inclusive_scan()
{
    used = true;
    return guarded([] { scan(input->begin(), input->end(), output->begin(), true); });
}
double device_exclusive_scan()
{
    used = true;
    return guarded([] { scan(input->begin(), input->end(), output->begin(), false); });
}
double device_sort()
{
    used = true;
    return guarded([] { sort(sorted->begin(), sorted->end(), false); });
}
double device_radix_sort()
{
    used = true;
    return guarded([] { sort(sorted->begin(), sorted->end(), true); });
}

// ---- end to end, by copies ----

double copied_reduce_int()
{
    return guarded([] {
        compute::copy(bench.ints, bench.ints + bench.n, input->begin(), here->queue);
        reduce<int>(input->begin(), input->end());
    });
}
double copied_reduce_float()
{
    return guarded([] {
        compute::copy(bench.a, bench.a + bench.n, floats->begin(), here->queue);
        reduce<float>(floats->begin(), floats->end());
    });
}
void copied_scan(bool inclusive)
{
    compute::copy(bench.ints, bench.ints + bench.n, input->begin(), here->queue);
    scan(input->begin(), input->end(), output->begin(), inclusive);
    compute::copy(output->begin(), output->end(), bench.result, here->queue);
}
double copied_inclusive_scan()
{
    return guarded([] { copied_scan(true); });
}
double copied_exclusive_scan()
{
    return guarded([] { copied_scan(false); });
}
void copied_any_sort(bool radix)
{
    unsigned *const host = reinterpret_cast<unsigned *>(bench.result);
    compute::copy(host, host + bench.n, sorted->begin(), here->queue);
    sort(sorted->begin(), sorted->end(), radix);
    compute::copy(sorted->begin(), sorted->end(), host, here->queue);
}
double copied_sort()
{
    return guarded([] { copied_any_sort(false); });
}
double copied_radix_sort()
{
    return guarded([] { copied_any_sort(true); });
}

// ---- end to end, host memory mapped: nothing is copied on a CPU ----

double mapped_reduce_int()
{
    return guarded([] {
        const compute::mapped_view<int> x(bench.ints, static_cast<std::size_t>(bench.n),
                                          here->context);
        reduce<int>(x.begin(), x.end());
    });
}
double mapped_reduce_float()
{
    return guarded([] {
        const compute::mapped_view<float> x(bench.a, static_cast<std::size_t>(bench.n),
                                            here->context);
        reduce<float>(x.begin(), x.end());
    });
}
void mapped_scan(bool inclusive)
{
    const std::size_t n = static_cast<std::size_t>(bench.n);
    compute::mapped_view<int> x(bench.ints, n, here->context), y(bench.result, n, here->context);
    scan(x.begin(), x.end(), y.begin(), inclusive);
    y.map(CL_MAP_READ, here->queue);
    y.unmap(here->queue);
    here->queue.finish();
}
double mapped_inclusive_scan()
{
    return guarded([] { mapped_scan(true); });
}
double mapped_exclusive_scan()
{
    return guarded([] { mapped_scan(false); });
}
void mapped_any_sort(bool radix)
{
    compute::mapped_view<unsigned> x(reinterpret_cast<unsigned *>(bench.result),
                                     static_cast<std::size_t>(bench.n), here->context);
    sort(x.begin(), x.end(), radix);
    x.map(CL_MAP_READ, here->queue);
    x.unmap(here->queue);
    here->queue.finish();
}
double mapped_sort()
{
    return guarded([] { mapped_any_sort(false); });
}

// ---- hooks ----

void closed()
{
    delete input;
    delete output;
    delete floats;
    delete keys;
    delete sorted;
    input = output = NULL;
    floats = NULL;
    keys = sorted = NULL;
}

const char *opened()
{
    static char why[200];
    try {
        const std::size_t n = static_cast<std::size_t>(bench.n);
        if (here == NULL) {
            here = new machine();
        }
        if (bench.work == BENCH_SORT) {
            keys = new compute::vector<unsigned>(bench.keys, bench.keys + n, here->queue);
            sorted = new compute::vector<unsigned>(n, here->context);
        } else if (bench.work == BENCH_REDUCE_FLOAT) {
            floats = new compute::vector<float>(bench.a, bench.a + n, here->queue);
        } else {
            input = new compute::vector<int>(bench.ints, bench.ints + n, here->queue);
            output = new compute::vector<int>(n, here->context);
        }
        here->queue.finish();
    } catch (const std::exception &e) {
        (void)std::snprintf(why, sizeof(why), "%s", e.what());
        closed();
        return why;
    }
    return NULL;
}

void before()
{
    used = false;
    (void)guarded([] {
        if (bench.keys != NULL) {
            compute::copy(keys->begin(), keys->end(), sorted->begin(), here->queue);
        } else if (bench.result != NULL) {
            compute::copy(bench.result, bench.result + bench.n, output->begin(), here->queue);
        }
        here->queue.finish();
    });
}

void after()
{
    if (!used || bench.result == NULL) {
        return;
    }
    (void)guarded([] {
        if (bench.keys != NULL) {
            compute::copy(sorted->begin(), sorted->end(),
                          reinterpret_cast<unsigned *>(bench.result), here->queue);
        } else {
            compute::copy(output->begin(), output->end(), bench.result, here->queue);
        }
    });
}

const bench_variant variants[] = {
    { BENCH_REDUCE_INT, "device", device_reduce_int },
    { BENCH_REDUCE_INT, "end to end, copied", copied_reduce_int },
    { BENCH_REDUCE_INT, "end to end, mapped", mapped_reduce_int },
    { BENCH_REDUCE_FLOAT, "device", device_reduce_float },
    { BENCH_REDUCE_FLOAT, "end to end, copied", copied_reduce_float },
    { BENCH_REDUCE_FLOAT, "end to end, mapped", mapped_reduce_float },
    { BENCH_INCLUSIVE_SCAN, "device", device_inclusive_scan },
    { BENCH_INCLUSIVE_SCAN, "end to end, copied", copied_inclusive_scan },
    { BENCH_INCLUSIVE_SCAN, "end to end, mapped", mapped_inclusive_scan },
    { BENCH_EXCLUSIVE_SCAN, "device", device_exclusive_scan },
    { BENCH_EXCLUSIVE_SCAN, "end to end, copied", copied_exclusive_scan },
    { BENCH_EXCLUSIVE_SCAN, "end to end, mapped", mapped_exclusive_scan },
    { BENCH_SORT, "device", device_sort },
    { BENCH_SORT, "end to end, copied", copied_sort },
    { BENCH_SORT, "end to end, mapped", mapped_sort },
    { BENCH_SORT, "device, radix", device_radix_sort },
    { BENCH_SORT, "end to end, radix", copied_radix_sort },
};
enum { SORT_ROWS = 5 }; /* the last ones */

} // namespace

int main()
{
    // workitemrepl repeats a kernel's code for each work-item of a group, and PoCL 3.1 compiled
    // for over 11 minutes at Boost.Compute's sorts: they run with the default setting only.
    const char *method = std::getenv("POCL_WORK_GROUP_METHOD");
    const int rows = static_cast<int>(sizeof(variants) / sizeof(variants[0]));
    const bool repeats = method != NULL && std::strcmp(method, "workitemrepl") == 0;
    const bench_contender c = { variants, repeats ? rows - SORT_ROWS : rows,
                                opened, before, after, closed, 1 };
    return bench_serve(&c);
}
