// SPDX-License-Identifier: MIT
// The rows of beside_more_amp.c in Boost.Compute, where it has them: a contender of bench/beside
// --opencl, on the device that amp takes, the first of the first platform, all data in vectors
// there.
#include <boost/compute/algorithm.hpp>
#include <boost/compute/algorithm/inplace_merge.hpp>
#include <boost/compute/algorithm/scatter_if.hpp>
#include <boost/compute/container/vector.hpp>
#include <boost/compute/function.hpp>
#include <boost/compute/functional.hpp>
#include <boost/compute/iterator/counting_iterator.hpp>
#include <boost/compute/iterator/transform_iterator.hpp>
#include <boost/compute/lambda.hpp>
#include <boost/compute/system.hpp>
#include <boost/compute/types/fundamental.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>

#include "beside.h"

namespace compute = boost::compute;

namespace {
using compute::lambda::_1;
using compute::lambda::_2;
typedef compute::vector<int> ints;

struct machine {
    compute::device device;
    compute::context context;
    compute::command_queue queue;
    std::map<const int *, ints *> on;
    machine()
        : device(compute::system::platforms().at(0).devices().at(0)), context(device),
          queue(context, device)
    {
    }
};
machine *here;

#define Q here->queue
ints &of(const int *p) { return *here->on.at(p); }
#define ALL(p) of(p).begin(), of(p).end()
#define TO(p) of(p).begin()

BOOST_COMPUTE_FUNCTION(int, scaled_sum, (int x, int y), { return 3 * x + y; });
BOOST_COMPUTE_FUNCTION(int, flip, (int x), { return x ^ 0x5555; });
BOOST_COMPUTE_FUNCTION(int, both_set, (int x, int y), { return x && y; });
BOOST_COMPUTE_FUNCTION(long, far_from, (int x), { return (long)(x - 50) * (x - 50); });
BOOST_COMPUTE_FUNCTION(int, square, (int x), { return x * x; });
BOOST_COMPUTE_FUNCTION(bool, odd, (int x), { return x % 2 != 0; });
BOOST_COMPUTE_FUNCTION(bool, even, (int x), { return x % 2 == 0; });
BOOST_COMPUTE_FUNCTION(bool, set, (int x), { return x != 0; });
BOOST_COMPUTE_FUNCTION(bool, negative, (int x), { return x < 0; });
BOOST_COMPUTE_FUNCTION(int, zero_if_odd, (int x), { return x % 2 != 0 ? 0 : x; });
BOOST_COMPUTE_FUNCTION(bool, less_by_half, (int x, int y), {
    return (x & 0xffff) < (y & 0xffff);
});

void outs(long long count) { d.count = (int)count; }
void all_out() { d.count = d.n; }
void in_order() { d.works = BESIDE_IN_ORDER; }
void number(long long v) { d.number = v; }
void some_out(ints::iterator end) { number(d.count = (int)(end - TO(d.out))); }
template <class Less> void sort_order(Less less)
{
    ints keys(ALL(d.a), Q);
    compute::iota(ALL(d.out), 0, Q);
    compute::stable_sort_by_key(keys.begin(), keys.end(), TO(d.out), less, Q);
    all_out();
}
template <class Less> void sort_by_key(Less less)
{
    compute::stable_sort_by_key(ALL(d.work), TO(d.out), less, Q);
    in_order();
    all_out();
}

const beside_row listed[] = {
    { "axpy", [] { compute::transform(ALL(d.small), TO(d.order), TO(d.out), scaled_sum, Q);
                   all_out(); } },
    { "for_each_with", [] { compute::transform(ALL(d.work), TO(d.work), flip, Q); in_order(); } },
    { "logical_and", [] { compute::transform(ALL(d.small), TO(d.chosen), TO(d.out), both_set, Q);
                          all_out(); } },
    { "transform_reduce_with", [] {
        compute::long_ sum = 0;
        compute::transform_reduce(ALL(d.small), &sum, far_from, compute::plus<compute::long_>(), Q);
        number(sum);
    } },
    { "shuffle", [] { compute::random_shuffle(ALL(d.work), Q); d.works = BESIDE_ANY_ORDER; } },
    { "reduce_segments", [] {
        some_out(compute::reduce_by_key(ALL(d.runs), TO(d.small), TO(d.out2), TO(d.out),
                                        compute::plus<int>(), compute::equal_to<int>(), Q).second);
    } },
    { "scan_from", [] {
        compute::exclusive_scan(ALL(d.small), TO(d.out), 1000, compute::plus<int>(), Q);
        all_out();
    } },
    { "transform_scan", [] {
        compute::inclusive_scan(compute::make_transform_iterator(TO(d.small), square),
                                compute::make_transform_iterator(of(d.small).end(), square),
                                TO(d.out), compute::plus<int>(), Q);
        all_out();
    } },
    { "scatter", [] { compute::scatter(ALL(d.a), TO(d.order), TO(d.out), Q); all_out(); } },
    { "scatter_if", [] {
        compute::scatter_if(ALL(d.a), TO(d.order), TO(d.chosen), TO(d.out), set, Q);
        all_out();
    } },
    { "partition_copy", [] {
        const auto r = compute::partition_copy(ALL(d.a), TO(d.out), TO(d.out2), odd, Q);
        some_out(r.first);
        d.count2 = (int)(r.second - TO(d.out2));
    } },
    { "remove", [] { some_out(compute::copy_if(ALL(d.small), TO(d.out), _1 != 7, Q)); } },
    { "remove_copy_if", [] { some_out(compute::copy_if(ALL(d.a), TO(d.out), even, Q)); } },
    { "replace", [] { compute::replace(ALL(d.work), 7, -7, Q); in_order(); } },
    { "replace_copy_if", [] { compute::transform(ALL(d.a), TO(d.out), zero_if_odd, Q);
                              all_out(); } },
    { "sort_by_key_less", [] { sort_by_key(less_by_half); } },
    { "sort_by_key_descending", [] { sort_by_key(compute::greater<int>()); } },
    { "sort_order", [] { sort_order(compute::less<int>()); } },
    { "sort_order_less", [] { sort_order(less_by_half); } },
    { "sort_descending", [] { compute::sort(ALL(d.work), compute::greater<int>(), Q);
                              in_order(); } },
    { "sort_copy", [] {
        compute::copy(ALL(d.a), TO(d.out), Q);
        compute::sort(ALL(d.out), Q);
        all_out();
    } },
    { "inplace_merge", [] {
        compute::inplace_merge(TO(d.work), TO(d.work) + d.half, of(d.work).end(), Q);
        in_order();
    } },
    { "top_k", [] {
        ints x(ALL(d.a), Q);
        compute::sort(x.begin(), x.end(), compute::greater<int>(), Q);
        compute::copy(x.begin(), x.begin() + 1000, TO(d.out), Q);
        outs(1000);
    } },
    { "next_permutation", [] { compute::next_permutation(ALL(d.work), Q); in_order(); } },
    { "is_permutation", [] {
        number(compute::is_permutation(ALL(d.work), ALL(d.out), Q));
    } },
    { "find", [] { number(compute::find(ALL(d.small), -1, Q) - TO(d.small)); } },
    { "find_end", [] {
        static const int pattern[] = { 3, 1, 4 };
        const ints p(pattern, pattern + 3, Q);
        number(compute::find_end(ALL(d.small), p.begin(), p.end(), Q) - TO(d.small));
    } },
    { "search_n", [] { number(compute::search_n(ALL(d.small), 9, 7, Q) - TO(d.small)); } },
    { "is_partitioned", [] { number(compute::is_partitioned(ALL(d.work), odd, Q)); } },
    { "partition_point", [] { // Boost 1.74's partition_point gives a wrong index
        number(compute::find_if_not(ALL(d.work), odd, Q) - TO(d.work));
    } },
    { "sort_async", [] { compute::sort(ALL(d.work), Q); in_order(); } },
    { "reduce_into", [] { compute::reduce(ALL(d.small), TO(d.out), compute::plus<int>(), Q);
                          outs(1); } },
    { "count_into", [] { of(d.out)[0] = (int)compute::count_if(ALL(d.a), odd, Q); outs(1); } },
    { "none_of_into", [] { of(d.out)[0] = (int)compute::none_of(ALL(d.a), negative, Q);
                           outs(1); } },
};
enum { ROWS = sizeof(listed) / sizeof(listed[0]) };

// What Boost throws ends the contender with its sentence.
template <class Work> void guarded(Work work)
{
    try {
        work();
        Q.finish();
    } catch (const std::exception &e) {
        std::fprintf(stderr, "beside: Boost.Compute: %s\n", e.what());
        std::exit(2);
    }
}
template <int row> void run() { guarded(listed[row].run); }
template <int row> struct table { // the same rows, guarded
    static void fill(beside_row *to)
    {
        to[row - 1].name = listed[row - 1].name;
        to[row - 1].run = run<row - 1>;
        table<row - 1>::fill(to);
    }
};
template <> struct table<0> { static void fill(beside_row *) { } };

void to_device()
{
    guarded([] {
        for (int *p : { d.work, d.out, d.out2 }) { compute::copy(p, p + d.n, TO(p), Q); }
    });
}
void from_device()
{
    guarded([] {
        for (int *p : { d.work, d.out, d.out2 }) { compute::copy(ALL(p), p, Q); }
    });
}
void opened()
{
    try {
        here = new machine();
        for (int *p : { d.work, d.out, d.out2, d.a, d.small, d.order, d.runs, d.chosen }) {
            here->on[p] = new ints(p, p + d.n, Q);
        }
    } catch (const std::exception &e) {
        std::fprintf(stderr, "beside: Boost.Compute: %s\n", e.what());
        std::exit(2);
    }
    d.before = to_device;
    d.after = from_device;
}
} // namespace

int main(int argc, char **argv)
{
    static beside_row rows[ROWS];
    table<ROWS>::fill(rows);
    d.opened = opened;
    return beside_main(argc, argv, rows, ROWS);
}
