// SPDX-License-Identifier: MIT
// The same algorithms in what people would use instead: contenders of bench/beside. PEER says
// which: 1 Thrust on TBB, 2 Thrust on OpenMP, 3 C++17's par_unseq, 4 plain OpenMP loops.
#include <cstdint>

#include "beside.h"

#if PEER == 1 || PEER == 2
#if PEER == 1
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_TBB
#else
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_OMP
#endif
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#if PEER == 1
#include <thrust/system/tbb/execution_policy.h>
#define ON thrust::tbb::par
#else
#include <thrust/system/omp/execution_policy.h>
#define ON thrust::omp::par
#endif
#define A thrust
#elif PEER == 3
#include <algorithm>
#include <execution>
#include <functional>
#include <numeric>
#define ON std::execution::par_unseq
#define A std
#endif

namespace {
struct odd { bool operator()(int a) const { return a % 2 != 0; } };
struct negative { bool operator()(int a) const { return a < 0; } };
struct affine { int operator()(int a) const { return 3 * a + 7; } };
struct hashed { int operator()(int i) const { return (int)((unsigned)i * 2654435761u); } };
struct square { int operator()(int a) const { return a * a; } };
struct increment { void operator()(int &a) const { a = a + 1; } };
struct is_value { int p; bool operator()(int a) const { return a == p; } };
struct plus { template <class T> T operator()(T a, T b) const { return a + b; } };
struct minus { int operator()(int a, int b) const { return a - b; } };

void all_out() { d.count = d.n; }
void all_work() { d.works = 1; }
void some_out(long long count) { d.count = (int)count; d.number = count; }

#if PEER <= 3
void fill() { A::fill(ON, d.out, d.out + d.n, 42); all_out(); }
void transform() { A::transform(ON, d.small, d.small + d.n, d.out, affine()); all_out(); }
void transform2()
{
    A::transform(ON, d.small, d.small + d.n, d.order, d.out, plus());
    all_out();
}
void for_each() { A::for_each(ON, d.work, d.work + d.n, increment()); all_work(); }
void copy() { A::copy(ON, d.a, d.a + d.n, d.out); all_out(); }
void reverse() { A::reverse(ON, d.work, d.work + d.n); all_work(); }
void reverse_copy() { A::reverse_copy(ON, d.a, d.a + d.n, d.out); all_out(); }
void swap_ranges() { A::swap_ranges(ON, d.work, d.work + d.half, d.work + d.half); all_work(); }
void adjacent_difference()
{
    A::adjacent_difference(ON, d.a, d.a + d.n, d.out, minus());
    all_out();
}
void reduce() { d.number = A::reduce(ON, d.small, d.small + d.n, 0, plus()); }
void reduce_float() { d.number = (long long)A::reduce(ON, d.f, d.f + d.n, 0.0f, plus()); }
void count_if() { d.number = A::count_if(ON, d.a, d.a + d.n, odd()); }
void count() { d.number = A::count(ON, d.small, d.small + d.n, 7); }
void min_element() { d.number = A::min_element(ON, d.a, d.a + d.n) - d.a; }
void max_element() { d.number = A::max_element(ON, d.a, d.a + d.n) - d.a; }
void minmax_element()
{
    const auto r = A::minmax_element(ON, d.a, d.a + d.n);
    d.number = (r.first - d.a) * (long long)d.n + (r.second - d.a);
}
void find_if() { d.number = A::find_if(ON, d.a, d.a + d.n, negative()) - d.a; }
void find_quarter()
{
    const is_value p = { d.order[d.n / 4] };
    d.number = A::find_if(ON, d.order, d.order + d.n, p) - d.order;
}
void none_of() { d.number = A::none_of(ON, d.a, d.a + d.n, negative()); }
void equal() { d.number = A::equal(ON, d.a, d.a + d.n, d.work); }
void mismatch() { d.number = A::mismatch(ON, d.a, d.a + d.n, d.work).first - d.a; }
void is_sorted() { d.number = A::is_sorted(ON, d.sorted, d.sorted + d.n); }
void inclusive_scan()
{
    A::inclusive_scan(ON, d.small, d.small + d.n, d.out, plus());
    all_out();
}
void exclusive_scan()
{
    A::exclusive_scan(ON, d.small, d.small + d.n, d.out, 0, plus());
    all_out();
}
void copy_if() { some_out(A::copy_if(ON, d.a, d.a + d.n, d.out, odd()) - d.out); }
void remove_if()
{
    const long long v = A::remove_if(ON, d.work, d.work + d.n, odd()) - d.work;
    memcpy(d.out, d.work, (size_t)v * sizeof(int));
    some_out(v);
}
void unique_copy() { some_out(A::unique_copy(ON, d.runs, d.runs + d.n, d.out) - d.out); }
void unique()
{
    memcpy(d.work, d.runs, (size_t)d.n * sizeof(int));
    const long long v = A::unique(ON, d.work, d.work + d.n) - d.work;
    memcpy(d.out, d.work, (size_t)v * sizeof(int));
    some_out(v);
}
void replace_if() { A::replace_if(ON, d.work, d.work + d.n, odd(), 0); all_work(); }
void merge_sort()
{
    A::stable_sort(ON, d.work, d.work + d.n, [](int a, int b) { return a < b; });
    all_work();
}
void sort_less() // Thrust's goes to its radix sort
{
    A::stable_sort(ON, d.work, d.work + d.n, A::less<int>());
    all_work();
}
void radix_sort() { A::sort(ON, d.work, d.work + d.n); all_work(); }
void merge() { A::merge(ON, d.s, d.s + d.half, d.t, d.t + d.half, d.out); all_out(); }
void set_union()
{
    some_out(A::set_union(ON, d.s, d.s + d.half, d.t, d.t + d.half, d.out) - d.out);
}
void set_intersection()
{
    some_out(A::set_intersection(ON, d.s, d.s + d.half, d.t, d.t + d.half, d.out) - d.out);
}
void set_difference()
{
    some_out(A::set_difference(ON, d.s, d.s + d.half, d.t, d.t + d.half, d.out) - d.out);
}
void set_symmetric()
{
    some_out(A::set_symmetric_difference(ON, d.s, d.s + d.half, d.t, d.t + d.half, d.out) - d.out);
}
void transform_reduce()
{
#if PEER == 3
    d.number = std::transform_reduce(ON, d.small, d.small + d.n, 0, plus(), square());
#else
    d.number = thrust::transform_reduce(ON, d.small, d.small + d.n, square(), 0, plus());
#endif
}
void inner_product()
{
#if PEER == 3
    d.number = (long long)std::transform_reduce(ON, d.f, d.f + d.n, d.g, 0.0f);
#else
    d.number = (long long)thrust::inner_product(ON, d.f, d.f + d.n, d.g, 0.0f);
#endif
}
// Both parts in one array, each in order, the second where the first ends.
void partition()
{
#if PEER == 3
    const auto r = std::partition_copy(ON, d.a, d.a + d.n, d.out, d.out2, odd());
#else
    const auto r = thrust::stable_partition_copy(ON, d.a, d.a + d.n, d.out, d.out2, odd());
#endif
    d.number = r.first - d.out;
    d.count = (int)d.number;
    d.count2 = d.n - d.count;
}
#endif

#if PEER == 3
void rotate() { std::rotate(ON, d.work, d.work + d.n / 3, d.work + d.n); all_work(); }
void rotate_copy() { std::rotate_copy(ON, d.a, d.a + d.n / 3, d.a + d.n, d.out); all_out(); }
void lexicographical()
{
    d.number = std::lexicographical_compare(ON, d.a, d.a + d.n, d.work, d.work + d.n);
}
void adjacent_find()
{
    d.number = std::adjacent_find(ON, d.order, d.order + d.n) - d.order;
}
void search()
{
    static const int pattern[] = { -1, -2, -3 };
    d.number = std::search(ON, d.a, d.a + d.n, pattern, pattern + 3) - d.a;
}
void includes()
{
    d.number = std::includes(ON, d.sorted, d.sorted + d.n, d.sorted, d.sorted + d.half);
}
void nth_element()
{
    std::nth_element(ON, d.work, d.work + d.n / 3, d.work + d.n);
    d.number = d.work[d.n / 3];
}
void partial_sort()
{
    std::partial_sort(ON, d.work, d.work + d.n / 100, d.work + d.n);
    memcpy(d.out, d.work, (size_t)(d.n / 100) * sizeof(int));
    d.count = d.n / 100;
}
#elif PEER <= 2
void iota() { thrust::sequence(ON, d.out, d.out + d.n, 5); all_out(); }
void generate() { thrust::tabulate(ON, d.out, d.out + d.n, hashed()); all_out(); }
void gather() { thrust::gather(ON, d.order, d.order + d.n, d.a, d.out); all_out(); }
void reduce_by_key()
{
    some_out(thrust::reduce_by_key(ON, d.runs, d.runs + d.n, d.small, d.out, d.out2).first - d.out);
    d.count2 = d.count;
}
void run_length()
{
    some_out(thrust::reduce_by_key(ON, d.runs, d.runs + d.n, thrust::constant_iterator<int>(1),
                                   d.out, d.out2).first - d.out);
    d.count2 = d.count;
}
void sort_by_key()
{
    memcpy(d.out, d.order, (size_t)d.n * sizeof(int));
    thrust::stable_sort_by_key(ON, d.work, d.work + d.n, d.out);
    all_work();
    all_out();
}
void lower_bound()
{
    thrust::lower_bound(ON, d.s, d.s + d.half, d.small, d.small + d.n, d.out);
    all_out();
}
#else /* plain OpenMP */
#define LOOP _Pragma("omp parallel for simd schedule(static)") for (int i = 0; i < d.n; i++)
#define LOCALS const int *__restrict a = d.a, *__restrict s = d.small; \
    int *__restrict out = d.out, *__restrict work = d.work; (void)a, (void)s, (void)out, (void)work
void fill() { LOCALS; LOOP { out[i] = 42; } all_out(); }
void iota() { LOCALS; LOOP { out[i] = 5 + i; } all_out(); }
void generate() { LOCALS; LOOP { out[i] = hashed()(i); } all_out(); }
void transform() { LOCALS; LOOP { out[i] = 3 * s[i] + 7; } all_out(); }
void transform2()
{
    LOCALS;
    const int *__restrict b = d.order;
    LOOP { out[i] = s[i] + b[i]; }
    all_out();
}
void for_each() { LOCALS; LOOP { work[i] = work[i] + 1; } all_work(); }
void copy() { LOCALS; LOOP { out[i] = a[i]; } all_out(); }
void reverse_copy() { LOCALS; const int n = d.n; LOOP { out[i] = a[n - 1 - i]; } all_out(); }
void reverse()
{
    int *const x = d.work;
    const int n = d.n;
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < n / 2; i++) {
        const int t = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = t;
    }
    all_work();
}
void swap_ranges()
{
    int *__restrict x = d.work, *__restrict y = d.work + d.half;
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < d.half; i++) {
        const int t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
    all_work();
}
void adjacent_difference()
{
    LOCALS;
    out[0] = a[0];
#pragma omp parallel for simd schedule(static)
    for (int i = 1; i < d.n; i++) { out[i] = a[i] - a[i - 1]; }
    all_out();
}
void gather() { LOCALS; const int *o = d.order; LOOP { out[i] = a[o[i]]; } all_out(); }
#define SUM(T, expression) T sum = 0; \
    _Pragma("omp parallel for simd schedule(static) reduction(+ : sum)") \
    for (int i = 0; i < d.n; i++) { sum += expression; } d.number = (long long)sum
void reduce() { LOCALS; SUM(int, s[i]); }
void reduce_float() { const float *f = d.f; SUM(float, f[i]); }
void transform_reduce() { LOCALS; SUM(int, s[i] * s[i]); }
void inner_product() { const float *f = d.f, *g = d.g; SUM(float, f[i] * g[i]); }
void count_if() { LOCALS; SUM(int, (a[i] % 2 != 0)); }
void count() { LOCALS; SUM(int, (s[i] == 7)); }
void replace_if() { LOCALS; LOOP { work[i] = work[i] % 2 != 0 ? 0 : work[i]; } all_work(); }
#endif

const beside_row rows[] = {
    { "fill", fill }, { "transform", transform }, { "transform2", transform2 },
    { "for_each", for_each }, { "copy", copy }, { "reverse", reverse },
    { "reverse_copy", reverse_copy }, { "swap_ranges", swap_ranges },
    { "adjacent_difference", adjacent_difference }, { "reduce", reduce },
    { "reduce_float", reduce_float }, { "transform_reduce", transform_reduce },
    { "inner_product", inner_product }, { "count_if", count_if }, { "count", count },
    { "replace_if", replace_if },
#if PEER <= 3
    { "min_element", min_element }, { "max_element", max_element },
    { "minmax_element", minmax_element }, { "find_if_all", find_if },
    { "find_if_quarter", find_quarter }, { "none_of", none_of }, { "equal", equal },
    { "mismatch", mismatch }, { "is_sorted", is_sorted }, { "inclusive_scan", inclusive_scan },
    { "exclusive_scan", exclusive_scan }, { "copy_if", copy_if }, { "remove_if", remove_if },
    { "partition", partition }, { "unique_copy", unique_copy }, { "unique", unique },
    { "radix_sort", radix_sort }, { "merge_sort", merge_sort },
    { "sort_less", sort_less }, { "merge", merge },
    { "set_union", set_union }, { "set_intersection", set_intersection },
    { "set_difference", set_difference }, { "set_symmetric", set_symmetric },
#endif
#if PEER == 3
    { "rotate", rotate }, { "rotate_copy", rotate_copy }, { "lexicographical", lexicographical },
    { "adjacent_find", adjacent_find }, { "search", search }, { "includes", includes },
    { "nth_element", nth_element }, { "partial_sort", partial_sort },
#else
    { "iota", iota }, { "generate", generate }, { "gather", gather },
#endif
#if PEER <= 2
    { "reduce_by_key", reduce_by_key }, { "run_length", run_length },
    { "sort_by_key", sort_by_key }, { "lower_bound", lower_bound },
#endif
};
} // namespace

int main(int argc, char **argv)
{
    return beside_main(argc, argv, rows, (int)(sizeof(rows) / sizeof(rows[0])));
}
