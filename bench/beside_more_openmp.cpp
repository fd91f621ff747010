// SPDX-License-Identifier: MIT
// The rows of beside_more_amp.c as one writes them by hand with OpenMP: a contender of
// bench/beside. Sorting is that of libstdc++'s parallel mode, which is OpenMP too.
#include <omp.h>
#include <parallel/algorithm>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "beside.h"

namespace {
bool odd(int x) { return x % 2 != 0; }
bool less_by_half(int x, int y) { return (x & 0xffff) < (y & 0xffff); }

void outs(int count) { d.count = count; }
void all_out() { d.count = d.n; }
void in_order() { d.works = BESIDE_IN_ORDER; }
void number(long long v) { d.number = v; }
int quarter() { return d.n / 4; }

// out[i] = value(i) for i below m. What a thread reads through the region's variables is no vector:
// each has its own.
template <class Value> void map(int *__restrict out, int m, Value value)
{
#pragma omp parallel for simd schedule(static) firstprivate(value, out, m)
    for (int i = 0; i < m; i++) { out[i] = value(i); }
}
#define INPUTS const int *__restrict a = d.a, *__restrict s = d.small; (void)a, (void)s
#define MAP(expression) \
    { INPUTS; map(d.out, d.n, [=](int i) { return expression; }); all_out(); }

template <class T, class Value> T sum_of(int m, Value value)
{
    T sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum) firstprivate(value, m)
    for (int i = 0; i < m; i++) { sum += value(i); }
    return sum;
}

// body(thread, first, last) for each thread's share of m elements
template <class Body> void shares(int m, Body body)
{
#pragma omp parallel
    {
        const int t = omp_get_thread_num(), all = omp_get_num_threads();
        body(t, (int)((long long)m * t / all), (int)((long long)m * (t + 1) / all));
    }
}
std::vector<int> before(const std::vector<int> &counts)
{
    std::vector<int> from(counts.size() + 1, 0);
    for (size_t t = 0; t < counts.size(); t++) { from[t + 1] = from[t] + counts[t]; }
    return from;
}

// Two sweeps: put(i, k) for the kth i for which keep(i), drop(i, i - k) for the others; how many.
template <class Keep, class Put, class Drop> int select(int m, Keep keep, Put put, Drop drop)
{
    std::vector<int> counts(omp_get_max_threads(), 0);
    shares(m, [&](int t, int first, int last) {
        Keep mine = keep;
        int k = 0;
        for (int i = first; i < last; i++) { k += mine(i); }
        counts[t] = k;
    });
    const std::vector<int> from = before(counts);
    shares(m, [&](int t, int first, int last) {
        Keep mine = keep;
        Put my_put = put;
        Drop my_drop = drop;
        int k = from[t];
        for (int i = first; i < last; i++) {
            if (mine(i)) {
                my_put(i, k++);
            } else {
                my_drop(i, i - k);
            }
        }
    });
    return from.back();
}
void nowhere(int, int) { }
template <class Keep> void select_of(const int *x, Keep keep)
{
    int *const out = d.out;
    number(d.count = select(d.n, keep, [=](int i, int k) { out[k] = x[i]; }, nowhere));
}

// Two sweeps: the sum of each share since its last head, then its scan from what is before it.
template <class Head, class Value>
void scan(Head head, Value value, int *__restrict out, int init, bool inclusive)
{
    std::vector<int> sums(omp_get_max_threads(), 0), headed(omp_get_max_threads(), 0);
    shares(d.n, [&](int t, int first, int last) {
        const Head mine = head;
        const Value my_value = value;
        int sum = 0, any = 0;
        for (int i = first; i < last; i++) {
            const bool h = mine(i);
            sum = (h ? 0 : sum) + my_value(i);
            any |= h;
        }
        sums[t] = sum, headed[t] = any;
    });
    shares(d.n, [&](int t, int first, int last) {
        const Head mine = head;
        const Value my_value = value;
        int *__restrict y = out;
        int sum = init;
        for (int k = 0; k < t; k++) { sum = headed[k] ? sums[k] : sum + sums[k]; }
        if (inclusive) {
            for (int i = first; i < last; i++) { y[i] = sum = (mine(i) ? 0 : sum) + my_value(i); }
        } else {
            for (int i = first; i < last; i++) {
                y[i] = sum = mine(i) ? 0 : sum;
                sum += my_value(i);
            }
        }
    });
    all_out();
}
struct no_head { bool operator()(int) const { return false; } };

template <class Bin> void histogram(int bins, const int *__restrict x, Bin bin)
{
    std::fill(d.out, d.out + bins, 0);
#pragma omp parallel
    {
        int mine[256] = { 0 };
#pragma omp for schedule(static) nowait
        for (int i = 0; i < d.n; i++) { mine[bin(x[i])]++; }
#pragma omp critical
        for (int k = 0; k < bins; k++) { d.out[k] += mine[k]; }
    }
    outs(bins);
}

void segment_sums(int width, int count)
{
    const int *const s = d.small;
    int *const out = d.out, n = d.n;
#pragma omp parallel for schedule(static)
    for (int k = 0; k < count; k++) {
        const int last = std::min(n, (k + 1) * width);
        int sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int i = k * width; i < last; i++) { sum += s[i]; }
        out[k] = sum;
    }
    outs(count);
}

template <class Less> void sort_order(Less less)
{
    const int *const a = d.a;
    map(d.out, d.n, [](int i) { return i; });
    __gnu_parallel::stable_sort(d.out, d.out + d.n,
                                [=](int i, int j) { return less(a[i], a[j]); });
    all_out();
}

typedef std::pair<int, int> both;
template <class Sort> void by_pairs(Sort sort)
{
    std::vector<both> v(d.n);
    both *const p = v.data();
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < d.n; i++) { p[i] = { d.work[i], d.out[i] }; }
    sort(p);
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < d.n; i++) { d.work[i] = p[i].first, d.out[i] = p[i].second; }
    in_order();
    all_out();
}
// Where segments begin; then each is sorted by one thread.
template <class Sort> void each_segment(Sort sort)
{
    const int *const flags = d.flags;
    std::vector<int> begin(d.n + 1);
    int *const p = begin.data();
    const int m = select(d.n, [=](int i) { return flags[i] != 0; },
                         [=](int i, int k) { p[k] = i; }, nowhere);
    p[m] = d.n;
#pragma omp parallel for schedule(dynamic, 1024)
    for (int k = 0; k < m; k++) { sort(p[k], p[k + 1]); }
}

template <class Found> long long first_where(int m, Found found)
{
    long long least = d.n;
    shares(m, [&](int, int first, int last) {
        const Found mine = found;
        for (int i = first; i < last; i++) {
            if (mine(i)) {
#pragma omp critical
                least = std::min(least, (long long)i);
                break;
            }
        }
    });
    return least;
}

const beside_row rows[] = {
    { "axpy", [] { const int *b = d.order; MAP(3 * s[i] + b[i]) } },
    { "transform_if", [] {
        INPUTS;
        int *const out = d.out;
#pragma omp parallel for simd schedule(static)
        for (int i = 0; i < d.n; i++) { if (a[i] % 2 == 0) { out[i] = a[i] / 2; } }
        all_out();
    } },
    { "generate_with", [] MAP((int)((unsigned)i * 2654435761u)) },
    { "for_each_with", [] {
        const int *const w = d.work;
        map(d.work, d.n, [=](int i) { return w[i] ^ 0x5555; });
        in_order();
    } },
    { "logical_and", [] { const int *b = d.chosen; MAP(s[i] != 0 && b[i] != 0) } },
    { "transform_2d", [] {
        INPUTS;
        int *const out = d.out;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < d.n / BESIDE_COLUMNS; i++) {
            const int first = i * BESIDE_COLUMNS + 1, last = (i + 1) * BESIDE_COLUMNS - 1;
#pragma omp simd
            for (int k = first; k < last; k++) { out[k] = s[k] * s[k]; }
        }
        all_out();
    } },
    { "transform_reduce_with", [] {
        INPUTS;
        number(sum_of<long long>(d.n, [=](int i) { return (long long)(s[i] - 50) * (s[i] - 50); }));
    } },
    { "histogram", [] { histogram(256, d.a, [](int x) { return x & 255; }); } },
    { "histogram_with", [] {
        static volatile int p = 10; /* a value of the call */
        const int width = p;
        histogram(10, d.small, [=](int x) { return x / width; });
    } },
    { "padded_read", [] {
        INPUTS;
        int *const out = d.out, n = d.n;
        out[0] = s[0] + s[1];
#pragma omp parallel for simd schedule(static)
        for (int i = 1; i < n - 1; i++) { out[i] = s[i - 1] + s[i] + s[i + 1]; }
        out[n - 1] = s[n - 2] + s[n - 1];
        all_out();
    } },
    { "reduce_rows", [] { segment_sums(BESIDE_COLUMNS, d.n / BESIDE_COLUMNS); } },
    { "reduce_equal", [] { segment_sums(BESIDE_WIDTH, (d.n + BESIDE_WIDTH - 1) / BESIDE_WIDTH); } },
    { "reduce_segments", [] {
        INPUTS;
        const int *const f = d.flags;
        int *const out = d.out, n = d.n;
        number(d.count = select(n, [=](int i) { return f[i] != 0; }, [=](int i, int k) {
            int sum = s[i];
            for (int j = i + 1; j < n && !f[j]; j++) { sum += s[j]; }
            out[k] = sum;
        }, nowhere));
    } },
    { "uniform_segments", [] MAP(i % BESIDE_WIDTH == 0) },
    { "pack_flags", [] {
        const int *const f = d.chosen;
        map(d.out2, d.n / 32, [=](int i) {
            unsigned word = 0;
            for (int k = 0; k < 32; k++) { word |= (unsigned)(f[32 * i + k] != 0) << k; }
            return (int)word;
        });
        d.count2 = d.n / 32;
    } },
    { "unpack_flags", [] MAP((int)((unsigned)a[i / 32] >> i % 32 & 1)) },
    { "scan_by_key", [] {
        INPUTS;
        const int *const r = d.runs;
        scan([=](int i) { return i > 0 && r[i] != r[i - 1]; }, [=](int i) { return s[i]; }, d.out,
             0, true);
    } },
    { "scan_from", [] {
        INPUTS;
        scan(no_head(), [=](int i) { return s[i]; }, d.out, 1000, false);
    } },
    { "transform_scan", [] {
        INPUTS;
        scan(no_head(), [=](int i) { return s[i] * s[i]; }, d.out, 0, true);
    } },
    { "segmented_scan", [] {
        INPUTS;
        const int *const f = d.flags;
        scan([=](int i) { return f[i] != 0; }, [=](int i) { return s[i]; }, d.out, 0, true);
    } },
    { "scan_rows", [] {
        INPUTS;
        scan([](int i) { return i % BESIDE_COLUMNS == 0; }, [=](int i) { return s[i]; }, d.out, 0,
             true);
    } },
    { "scan_equal", [] {
        INPUTS;
        int *const out = d.out, n = d.n;
#pragma omp parallel for schedule(static)
        for (int k = 0; k < (n + BESIDE_WIDTH - 1) / BESIDE_WIDTH; k++) {
            const int last = std::min(n, (k + 1) * BESIDE_WIDTH);
            for (int i = k * BESIDE_WIDTH, sum = 0; i < last; i++) { out[i] = sum += s[i]; }
        }
        all_out();
    } },
    { "copy_flagged", [] {
        const int *const f = d.chosen;
        select_of(d.a, [=](int i) { return f[i] != 0; });
    } },
    { "remove_flagged", [] {
        const int *const f = d.chosen;
        select_of(d.a, [=](int i) { return f[i] == 0; });
    } },
    { "partition_flagged", [] {
        INPUTS;
        const int *const f = d.chosen;
        int *const out = d.out;
        const int set = sum_of<int>(d.n, [=](int i) { return f[i] != 0; });
        number(select(d.n, [=](int i) { return f[i] != 0; }, [=](int i, int k) { out[k] = a[i]; },
                      [=](int i, int k) { out[set + k] = a[i]; }));
        all_out();
    } },
    { "replace_flagged", [] {
        const int *const w = d.work, *const f = d.chosen;
        map(d.work, d.n, [=](int i) { return f[i] ? 0 : w[i]; });
        in_order();
    } },
    { "scatter", [] {
        INPUTS;
        const int *const o = d.order;
        int *const out = d.out;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < d.n; i++) { out[o[i]] = a[i]; }
        all_out();
    } },
    { "scatter_if", [] {
        INPUTS;
        const int *const o = d.order, *const f = d.chosen;
        int *const out = d.out;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < d.n; i++) { if (f[i]) { out[o[i]] = a[i]; } }
        all_out();
    } },
    { "gather_if", [] {
        INPUTS;
        const int *const o = d.order, *const f = d.chosen;
        int *const out = d.out;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < d.n; i++) { if (f[i]) { out[i] = a[o[i]]; } }
        all_out();
    } },
    { "partition_copy", [] {
        INPUTS;
        int *const out = d.out, *const out2 = d.out2;
        number(d.count = select(d.n, [=](int i) { return odd(a[i]); },
                                [=](int i, int k) { out[k] = a[i]; },
                                [=](int i, int k) { out2[k] = a[i]; }));
        d.count2 = d.n - d.count;
    } },
    { "remove", [] {
        INPUTS;
        select_of(s, [=](int i) { return s[i] != 7; });
    } },
    { "remove_copy_if", [] {
        INPUTS;
        select_of(a, [=](int i) { return !odd(a[i]); });
    } },
    { "replace", [] {
        const int *const w = d.work;
        map(d.work, d.n, [=](int i) { return w[i] == 7 ? -7 : w[i]; });
        in_order();
    } },
    { "replace_copy_if", [] MAP(odd(a[i]) ? 0 : a[i]) },
    { "unique_by_key", [] {
        INPUTS;
        const int *const r = d.runs;
        int *const out = d.out, *const out2 = d.out2;
        number(d.count = select(d.n, [=](int i) { return i == 0 || r[i] != r[i - 1]; },
                                [=](int i, int k) { out[k] = r[i], out2[k] = s[i]; }, nowhere));
        d.count2 = d.count;
    } },
    { "run_length_decode", [] {
        INPUTS;
        const int *const lengths = d.lengths, m = d.n / 8;
        int *const out = d.out;
        std::vector<int> counts(omp_get_max_threads(), 0);
        shares(m, [&](int t, int first, int last) {
            int k = 0;
            for (int i = first; i < last; i++) { k += lengths[i]; }
            counts[t] = k;
        });
        const std::vector<int> from = before(counts);
        shares(m, [&](int t, int first, int last) {
            int k = from[t];
            for (int i = first; i < last; i++) {
                for (const int end = k + lengths[i]; k < end; k++) { out[k] = a[i]; }
            }
        });
        number(d.count = from.back());
    } },
    { "sort_by_key_less", [] {
        by_pairs([](both *p) {
            __gnu_parallel::stable_sort(p, p + d.n, [](const both &x, const both &y) {
                return less_by_half(x.first, y.first);
            });
        });
    } },
    { "sort_order", [] { sort_order(std::less<int>()); } },
    { "sort_order_less", [] { sort_order(less_by_half); } },
    { "sort_descending", [] {
        __gnu_parallel::sort(d.work, d.work + d.n, std::greater<int>());
        in_order();
    } },
    { "sort_by_key_descending", [] {
        by_pairs([](both *p) {
            __gnu_parallel::stable_sort(p, p + d.n, [](const both &x, const both &y) {
                return x.first > y.first;
            });
        });
    } },
    { "sort_copy", [] {
        INPUTS;
        map(d.out, d.n, [=](int i) { return a[i]; });
        __gnu_parallel::sort(d.out, d.out + d.n);
        all_out();
    } },
    { "sort_segments", [] {
        each_segment([](int first, int last) { std::sort(d.work + first, d.work + last); });
        in_order();
    } },
    { "sort_segments_by_key", [] {
        by_pairs([](both *p) {
            each_segment([=](int first, int last) {
                std::stable_sort(p + first, p + last, [](const both &x, const both &y) {
                    return x.first < y.first;
                });
            });
        });
    } },
    { "inplace_merge", [] {
        std::vector<int> x(d.work, d.work + d.n);
        __gnu_parallel::merge(x.begin(), x.begin() + d.half, x.begin() + d.half, x.end(), d.work);
        in_order();
    } },
    { "top_k", [] { // each thread's best, then the best of these
        INPUTS;
        std::vector<int> best(1000 * omp_get_max_threads());
        shares(d.n, [&](int t, int first, int last) {
            std::partial_sort_copy(a + first, a + last, &best[1000 * t], &best[1000 * t] + 1000,
                                   std::greater<int>());
        });
        std::partial_sort_copy(best.begin(), best.end(), d.out, d.out + 1000, std::greater<int>());
        outs(1000);
    } },
    { "is_heap", [] {
        const int *const w = d.work;
        number(sum_of<int>(d.n - 1, [=](int i) { return w[i + 1] > w[i / 2]; }) == 0);
    } },
    { "is_permutation", [] {
        std::vector<int> x(d.work, d.work + d.n), y(d.out, d.out + d.n);
        __gnu_parallel::sort(x.begin(), x.end());
        __gnu_parallel::sort(y.begin(), y.end());
        number(x == y);
    } },
    { "find", [] { INPUTS; number(first_where(d.n, [=](int i) { return s[i] == -1; })); } },
    { "find_first_of", [] {
        INPUTS;
        number(first_where(d.n, [=](int i) { return s[i] == -1 || s[i] == -2 || s[i] == -3; }));
    } },
    { "upper_bound", [] {
        const int *const o = d.order;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < quarter(); i++) {
            d.out[i] = (int)(std::upper_bound(d.s, d.s + d.half, o[i]) - d.s);
        }
        outs(quarter());
    } },
    { "equal_range", [] {
        const int *const o = d.order;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < quarter(); i++) {
            const auto r = std::equal_range(d.s, d.s + d.half, o[i]);
            d.out[i] = (int)(r.first - d.s), d.out2[i] = (int)(r.second - d.s);
        }
        d.count = d.count2 = quarter();
    } },
    { "binary_search", [] {
        const int *const o = d.order;
#pragma omp parallel for schedule(static)
        for (int i = 0; i < quarter(); i++) {
            d.out[i] = std::binary_search(d.s, d.s + d.half, o[i]);
        }
        outs(quarter());
    } },
    { "reduce_into", [] {
        INPUTS;
        d.out[0] = sum_of<int>(d.n, [=](int i) { return s[i]; });
        outs(1);
    } },
    { "count_into", [] {
        INPUTS;
        d.out[0] = sum_of<int>(d.n, [=](int i) { return odd(a[i]); });
        outs(1);
    } },
};
} // namespace

int main(int argc, char **argv)
{
    return beside_main(argc, argv, rows, (int)(sizeof(rows) / sizeof(rows[0])));
}
