// SPDX-License-Identifier: MIT
// The rows of beside_more_amp.c in what people would use instead: contenders of bench/beside. PEER
// says which: 1 Thrust on TBB, 2 Thrust on OpenMP, 3 C++17's par_unseq.
#include <cstdint>
#include <future>
#include <utility>
#include <vector>

#include "beside.h"

#if PEER == 1 || PEER == 2
#if PEER == 1
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_TBB
#else
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_OMP
#endif
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/random.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>
#include <thrust/unique.h>
#if PEER == 1
#include <thrust/system/tbb/execution_policy.h>
#define ON thrust::tbb::par
#else
#include <thrust/system/omp/execution_policy.h>
#define ON thrust::omp::par
#endif
#define A thrust
#else
#include <algorithm>
#include <execution>
#include <functional>
#include <numeric>
#define ON std::execution::par_unseq
#define A std
#endif

namespace {
int *const &a = d.a, *const &s = d.small, *const &out = d.out, *const &out2 = d.out2;
int *const &work = d.work, *const &flags = d.flags, *const &chosen = d.chosen;
int *const &order = d.order, *const &runs = d.runs;
const int &n = d.n, &half = d.half;

struct odd { bool operator()(int x) const { return x % 2 != 0; } };
struct even { bool operator()(int x) const { return x % 2 == 0; } };
struct is_set { bool operator()(int x) const { return x != 0; } };
struct negative { bool operator()(int x) const { return x < 0; } };
struct halved { int operator()(int x) const { return x / 2; } };
struct square { int operator()(int x) const { return x * x; } };
struct plus { template <class T> T operator()(T x, T y) const { return x + y; } };
struct less_by_half {
    bool operator()(int x, int y) const { return (x & 0xffff) < (y & 0xffff); }
};
struct greater { bool operator()(int x, int y) const { return x > y; } };
struct scaled_sum { int p; int operator()(int x, int y) const { return p * x + y; } };
struct multiple { unsigned p; int operator()(int i) const { return (int)((unsigned)i * p); } };
struct flip { int p; void operator()(int &x) const { x ^= p; } };
struct both_set { int operator()(int x, int y) const { return x && y; } };
struct far_from {
    int p;
    long long operator()(int x) const { return (long long)(x - p) * (x - p); }
};

void outs(int count) { d.count = count; }
void all_out() { d.count = n; }
void in_order() { d.works = BESIDE_IN_ORDER; }
void number(long long v) { d.number = v; }
void some_out(int *end) { number(d.count = (int)(end - out)); }
int quarter() { return n / 4; }

#if PEER <= 2
struct divided { int by; int operator()(int i) const { return i / by; } };
// The number of a row, or of a segment of `by` elements, at each index.
auto segment_of(int by)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<int>(0), divided{ by });
}
void segment_sums(int by, int count)
{
    thrust::reduce_by_key(ON, segment_of(by), segment_of(by) + n, s,
                          thrust::make_discard_iterator(), out);
    outs(count);
}
void scan_segments(int by)
{
    thrust::inclusive_scan_by_key(ON, segment_of(by), segment_of(by) + n, s, out);
    all_out();
}
template <class Less> void sort_order(Less less)
{
    thrust::device_vector<int> keys(a, a + n);
    thrust::sequence(ON, out, out + n);
    thrust::stable_sort_by_key(ON, keys.begin(), keys.end(), out, less);
    all_out();
}
// What Thrust's users do: sort by the key, then, stably, by the segment, whose first element has a
// flag.
void sort_segments(bool values)
{
    thrust::device_vector<int> segment(n);
    thrust::inclusive_scan(ON, d.flags, d.flags + n, segment.begin());
    const auto with = thrust::make_zip_iterator(thrust::make_tuple(segment.begin(), out));
    if (values) {
        thrust::stable_sort_by_key(ON, work, work + n, with);
        thrust::stable_sort_by_key(ON, segment.begin(), segment.end(),
                                   thrust::make_zip_iterator(thrust::make_tuple(work, out)));
        all_out();
    } else {
        thrust::stable_sort_by_key(ON, work, work + n, segment.begin());
        thrust::stable_sort_by_key(ON, segment.begin(), segment.end(), work);
    }
    in_order();
}
void decode()
{
    const int m = n / 8;
    thrust::device_vector<int> from(m);
    thrust::exclusive_scan(ON, d.lengths, d.lengths + m, from.begin());
    const int total = from[m - 1] + d.lengths[m - 1];
    thrust::device_vector<int> at(total, 0);
    thrust::scatter_if(ON, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(m),
                       from.begin(), d.lengths, at.begin());
    thrust::inclusive_scan(ON, at.begin(), at.end(), at.begin(), thrust::maximum<int>());
    thrust::gather(ON, at.begin(), at.end(), a, out);
    number(d.count = total);
}
bool same_elements()
{
    thrust::device_vector<int> x(work, work + n), y(out, out + n);
    thrust::sort(ON, x.begin(), x.end());
    thrust::sort(ON, y.begin(), y.end());
    return thrust::equal(ON, x.begin(), x.end(), y.begin());
}
#else
template <class Less> void sort_order(Less less)
{
    std::iota(out, out + n, 0);
    std::stable_sort(ON, out, out + n, [=](int i, int j) { return less(a[i], a[j]); });
    all_out();
}
template <class Less> void sort_by_key(Less less)
{
    std::vector<std::pair<int, int>> both(n);
    std::transform(ON, work, work + n, out, both.begin(),
                   [](int key, int value) { return std::make_pair(key, value); });
    std::stable_sort(ON, both.begin(), both.end(),
                     [=](auto x, auto y) { return less(x.first, y.first); });
    std::transform(ON, both.begin(), both.end(), work, [](auto x) { return x.first; });
    std::transform(ON, both.begin(), both.end(), out, [](auto x) { return x.second; });
    in_order();
    all_out();
}
bool same_elements()
{
    std::vector<int> x(work, work + n), y(out, out + n);
    std::sort(ON, x.begin(), x.end());
    std::sort(ON, y.begin(), y.end());
    return std::equal(ON, x.begin(), x.end(), y.begin());
}
#endif

const beside_row rows[] = {
    { "axpy", [] { A::transform(ON, s, s + n, order, out, scaled_sum{ 3 }); all_out(); } },
    { "for_each_with", [] { A::for_each(ON, work, work + n, flip{ 0x5555 }); in_order(); } },
    { "logical_and", [] { A::transform(ON, s, s + n, chosen, out, both_set()); all_out(); } },
    { "scan_from", [] { A::exclusive_scan(ON, s, s + n, out, 1000, plus()); all_out(); } },
    { "remove_copy_if", [] { some_out(A::remove_copy_if(ON, a, a + n, out, odd())); } },
    { "remove", [] { some_out(A::remove_copy(ON, s, s + n, out, 7)); } },
    { "replace", [] { A::replace(ON, work, work + n, 7, -7); in_order(); } },
    { "replace_copy_if", [] { A::replace_copy_if(ON, a, a + n, out, odd(), 0); all_out(); } },
    { "sort_order", [] { sort_order(A::less<int>()); } },
    { "sort_order_less", [] { sort_order(less_by_half()); } },
    { "sort_descending", [] { A::sort(ON, work, work + n, A::greater<int>()); in_order(); } },
    { "sort_copy", [] { A::copy(ON, a, a + n, out); A::sort(ON, out, out + n); all_out(); } },
    { "is_permutation", [] { number(same_elements()); } },
    { "find", [] { number(A::find(ON, s, s + n, -1) - s); } },
    { "is_partitioned", [] { number(A::is_partitioned(ON, work, work + n, odd())); } },
    { "sort_async", [] {
        std::async(std::launch::async, [] { A::sort(ON, work, work + n); }).get();
        in_order();
    } },
    { "reduce_into", [] { out[0] = A::reduce(ON, s, s + n, 0, plus()); outs(1); } },
    { "count_into", [] { out[0] = (int)A::count_if(ON, a, a + n, odd()); outs(1); } },
    { "none_of_into", [] { out[0] = A::none_of(ON, a, a + n, negative()); outs(1); } },
#if PEER <= 2
    { "partition_copy", [] {
        const auto r = thrust::stable_partition_copy(ON, a, a + n, out, out2, odd());
        some_out(r.first);
        d.count2 = (int)(r.second - out2);
    } },
    { "partition_point", [] {
        number(thrust::partition_point(ON, work, work + n, odd()) - work);
    } },
    { "transform_if", [] {
        thrust::transform_if(ON, a, a + n, out, halved(), even());
        all_out();
    } },
    { "generate_with", [] {
        thrust::tabulate(ON, out, out + n, multiple{ 2654435761u });
        all_out();
    } },
    { "uniform_segments", [] {
        thrust::tabulate(ON, out, out + n, [](int i) { return i % BESIDE_WIDTH == 0; });
        all_out();
    } },
    { "transform_reduce_with", [] {
        number(thrust::transform_reduce(ON, s, s + n, far_from{ 50 }, 0ll, plus()));
    } },
    { "shuffle", [] {
        thrust::shuffle(ON, work, work + n, thrust::default_random_engine(1));
        d.works = BESIDE_ANY_ORDER;
    } },
    { "reduce_rows", [] { segment_sums(BESIDE_COLUMNS, n / BESIDE_COLUMNS); } },
    { "reduce_equal", [] { segment_sums(BESIDE_WIDTH, (n + BESIDE_WIDTH - 1) / BESIDE_WIDTH); } },
    { "reduce_segments", [] { // the segments' numbers are there already: it takes keys, not flags
        some_out(thrust::reduce_by_key(ON, runs, runs + n, s, thrust::make_discard_iterator(),
                                       out).second);
    } },
    { "scan_by_key", [] { thrust::inclusive_scan_by_key(ON, runs, runs + n, s, out); all_out(); } },
    { "segmented_scan", [] {
        thrust::inclusive_scan_by_key(ON, runs, runs + n, s, out);
        all_out();
    } },
    { "scan_rows", [] { scan_segments(BESIDE_COLUMNS); } },
    { "scan_equal", [] { scan_segments(BESIDE_WIDTH); } },
    { "transform_scan", [] {
        thrust::transform_inclusive_scan(ON, s, s + n, out, square(), plus());
        all_out();
    } },
    { "scan_backward", [] {
        thrust::inclusive_scan(ON, thrust::make_reverse_iterator(s + n),
                               thrust::make_reverse_iterator(s + 0),
                               thrust::make_reverse_iterator(out + n));
        all_out();
    } },
    { "copy_flagged", [] { some_out(thrust::copy_if(ON, a, a + n, chosen, out, is_set())); } },
    { "remove_flagged", [] {
        some_out(thrust::remove_copy_if(ON, a, a + n, chosen, out, is_set()));
    } },
    { "partition_flagged", [] {
        const auto r = thrust::stable_partition_copy(ON, a, a + n, chosen, out, out2, is_set());
        thrust::copy(ON, out2, r.second, r.first);
        number(r.first - out);
        all_out();
    } },
    { "replace_flagged", [] {
        thrust::replace_if(ON, work, work + n, chosen, is_set(), 0);
        in_order();
    } },
    { "scatter", [] { thrust::scatter(ON, a, a + n, order, out); all_out(); } },
    { "scatter_if", [] { thrust::scatter_if(ON, a, a + n, order, chosen, out); all_out(); } },
    { "gather_if", [] { thrust::gather_if(ON, order, order + n, chosen, a, out); all_out(); } },
    { "unique_by_key", [] {
        some_out(thrust::unique_by_key_copy(ON, runs, runs + n, s, out, out2).first);
        d.count2 = d.count;
    } },
    { "run_length_decode", decode },
    { "sort_by_key_less", [] {
        thrust::stable_sort_by_key(ON, work, work + n, out, less_by_half());
        in_order();
        all_out();
    } },
    { "sort_by_key_descending", [] {
        thrust::stable_sort_by_key(ON, work, work + n, out, thrust::greater<int>());
        in_order();
        all_out();
    } },
    { "sort_segments", [] { sort_segments(false); } },
    { "sort_segments_by_key", [] { sort_segments(true); } },
    { "inplace_merge", [] {
        const thrust::device_vector<int> x(work, work + half), y(work + half, work + n);
        thrust::merge(ON, x.begin(), x.end(), y.begin(), y.end(), work);
        in_order();
    } },
    { "top_k", [] {
        thrust::device_vector<int> x(a, a + n);
        thrust::sort(ON, x.begin(), x.end(), thrust::greater<int>());
        thrust::copy_n(ON, x.begin(), 1000, out);
        outs(1000);
    } },
    { "upper_bound", [] {
        thrust::upper_bound(ON, d.s, d.s + half, order, order + quarter(), out);
        outs(quarter());
    } },
    { "equal_range", [] {
        thrust::lower_bound(ON, d.s, d.s + half, order, order + quarter(), out);
        thrust::upper_bound(ON, d.s, d.s + half, order, order + quarter(), out2);
        d.count = d.count2 = quarter();
    } },
    { "binary_search", [] {
        thrust::binary_search(ON, d.s, d.s + half, order, order + quarter(), out);
        outs(quarter());
    } },
#else
    { "partition_copy", [] {
        const auto r = std::partition_copy(ON, a, a + n, out, out2, odd());
        some_out(r.first);
        d.count2 = (int)(r.second - out2);
    } },
    { "partition_point", [] { number(std::partition_point(work, work + n, odd()) - work); } },
    { "transform_reduce_with", [] {
        number(std::transform_reduce(ON, s, s + n, 0ll, plus(), far_from{ 50 }));
    } },
    { "transform_scan", [] {
        std::transform_inclusive_scan(ON, s, s + n, out, plus(), square());
        all_out();
    } },
    { "scan_backward", [] {
        std::inclusive_scan(ON, std::make_reverse_iterator(s + n),
                            std::make_reverse_iterator(s + 0),
                            std::make_reverse_iterator(out + n));
        all_out();
    } },
    { "sort_by_key_less", [] { sort_by_key(less_by_half()); } },
    { "sort_by_key_descending", [] { sort_by_key(std::greater<int>()); } },
    { "inplace_merge", [] { std::inplace_merge(ON, work, work + half, work + n); in_order(); } },
    { "top_k", [] {
        std::partial_sort_copy(ON, a, a + n, out, out + 1000, std::greater<int>());
        outs(1000);
    } },
    // of the heap functions only is_heap has a parallel form
    { "make_heap", [] { std::make_heap(work, work + n); d.works = BESIDE_HEAP; } },
    { "push_heap", [] { std::push_heap(work, work + n); d.works = BESIDE_HEAP; } },
    { "pop_heap", [] { std::pop_heap(work, work + n); d.works = BESIDE_POPPED; } },
    { "sort_heap", [] { std::sort_heap(work, work + n); in_order(); } },
    { "is_heap", [] { number(std::is_heap(ON, work, work + n)); } },
    { "next_permutation", [] { std::next_permutation(work, work + n); in_order(); } },
    { "find_first_of", [] {
        static const int none[] = { -1, -2, -3 };
        number(std::find_first_of(ON, s, s + n, none, none + 3) - s);
    } },
    { "find_end", [] {
        static const int pattern[] = { 3, 1, 4 };
        number(std::find_end(ON, s, s + n, pattern, pattern + 3) - s);
    } },
    { "search_n", [] { number(std::search_n(ON, s, s + n, 9, 7) - s); } },
#endif
};
} // namespace

int main(int argc, char **argv)
{
    return beside_main(argc, argv, rows, (int)(sizeof(rows) / sizeof(rows[0])));
}
