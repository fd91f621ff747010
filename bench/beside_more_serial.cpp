// SPDX-License-Identifier: MIT
// What the rows of beside_more_amp.c must give: loops and the C++ library's serial algorithms. A
// contender of bench/beside with which the others' results are compared; no peer.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "beside.h"

namespace {
int *const &a = d.a, *const &s = d.small, *const &out = d.out, *const &out2 = d.out2;
int *const &work = d.work, *const &flags = d.flags, *const &chosen = d.chosen;
int *const &order = d.order;
const int &n = d.n;

bool odd(int x) { return x % 2 != 0; }
bool less_by_half(int x, int y) { return (x & 0xffff) < (y & 0xffff); }

void outs(int count) { d.count = count; }
void number(long long v) { d.number = v; }
void in_order() { d.works = BESIDE_IN_ORDER; }
int quarter() { return n / 4; }

// out[i] = value(i) for all i
template <class Value> void map(Value value)
{
    for (int i = 0; i < n; i++) { out[i] = value(i); }
    outs(n);
}
// y[i] = what lies before i since the last head, and i too if inclusive
template <class Head, class Value>
void scan(Head head, Value value, int *y, int sum, bool inclusive)
{
    for (int i = 0; i < n; i++) {
        sum = head(i) ? 0 : sum;
        y[i] = inclusive ? sum + value(i) : sum;
        sum += value(i);
    }
}
bool no_head(int) { return false; }
int small_at(int i) { return s[i]; }
// those for which keep holds to out, the others to `rest`, if it is not null
template <class Keep> void select(Keep keep, int *rest)
{
    int k = 0, m = 0;
    for (int i = 0; i < n; i++) {
        if (keep(i)) {
            out[k++] = a[i];
        } else if (rest != nullptr) {
            rest[m++] = a[i];
        }
    }
    d.count = k;
    d.count2 = m;
    number(k);
}
template <class Less> void sort_order(Less less)
{
    std::iota(out, out + n, 0);
    std::stable_sort(out, out + n, [=](int i, int j) { return less(a[i], a[j]); });
    outs(n);
}
// work and, along with it, out: each part from a head to the next
template <class Less> void sort_by_key(bool segments, Less less)
{
    std::vector<std::pair<int, int>> both(n);
    for (int i = 0; i < n; i++) { both[i] = { work[i], out[i] }; }
    for (int i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && !(segments && flags[end]); end++) { }
        std::stable_sort(both.begin() + i, both.begin() + end,
                         [=](auto x, auto y) { return less(x.first, y.first); });
    }
    for (int i = 0; i < n; i++) { work[i] = both[i].first, out[i] = both[i].second; }
    in_order();
    outs(n);
}
void segment_sums(int width)
{
    int k = 0;
    for (int i = 0; i < n; i += width) {
        out[k++] = std::accumulate(s + i, s + std::min(n, i + width), 0);
    }
    outs(k);
}

const beside_row rows[] = {
    { "axpy", [] { map([](int i) { return 3 * s[i] + order[i]; }); } },
    { "transform_if", [] { map([](int i) { return a[i] % 2 == 0 ? a[i] / 2 : -1; }); } },
    { "generate_with", [] { map([](int i) { return (int)((unsigned)i * 2654435761u); }); } },
    { "for_each_with", [] { for (int i = 0; i < n; i++) { work[i] ^= 0x5555; } in_order(); } },
    { "logical_and", [] { map([](int i) { return s[i] != 0 && chosen[i] != 0; }); } },
    { "transform_2d", [] {
        map([](int i) {
            const int j = i % BESIDE_COLUMNS, rows = n / BESIDE_COLUMNS;
            const bool inside = j > 0 && j < BESIDE_COLUMNS - 1 && i / BESIDE_COLUMNS < rows;
            return inside ? s[i] * s[i] : -1;
        });
    } },
    { "transform_reduce_with", [] {
        long long sum = 0;
        for (int i = 0; i < n; i++) { sum += (long long)(s[i] - 50) * (s[i] - 50); }
        number(sum);
    } },
    { "histogram", [] {
        std::fill(out, out + 256, 0);
        for (int i = 0; i < n; i++) { out[a[i] & 255]++; }
        outs(256);
    } },
    { "histogram_with", [] {
        std::fill(out, out + 10, 0);
        for (int i = 0; i < n; i++) { out[s[i] / 10]++; }
        outs(10);
    } },
    { "padded_read", [] {
        map([](int i) { return (i > 0 ? s[i - 1] : 0) + s[i] + (i + 1 < n ? s[i + 1] : 0); });
    } },
    { "shuffle", [] { d.works = BESIDE_ANY_ORDER; } },
    { "reduce_rows", [] { segment_sums(BESIDE_COLUMNS); outs(n / BESIDE_COLUMNS); } },
    { "reduce_equal", [] { segment_sums(BESIDE_WIDTH); } },
    { "reduce_segments", [] {
        int k = -1;
        for (int i = 0; i < n; i++) {
            k += flags[i];
            out[k] = (flags[i] ? 0 : out[k]) + s[i];
        }
        outs(k + 1);
        number(k + 1);
    } },
    { "uniform_segments", [] { map([](int i) { return i % BESIDE_WIDTH == 0; }); } },
    { "pack_flags", [] {
        std::fill(out2, out2 + n / 32, 0);
        for (int i = 0; i < n / 32 * 32; i++) {
            out2[i / 32] = (int)((unsigned)out2[i / 32] | (unsigned)chosen[i] << i % 32);
        }
        d.count2 = n / 32;
    } },
    { "unpack_flags", [] { map([](int i) { return (int)((unsigned)a[i / 32] >> i % 32 & 1); }); } },
    { "scan_by_key", [] {
        scan([](int i) { return i > 0 && d.runs[i] != d.runs[i - 1]; }, small_at, out, 0, true);
        outs(n);
    } },
    { "scan_from", [] { scan(no_head, small_at, out, 1000, false); outs(n); } },
    { "transform_scan", [] {
        scan(no_head, [](int i) { return s[i] * s[i]; }, out, 0, true);
        outs(n);
    } },
    { "scan_backward", [] {
        for (int i = n - 1, sum = 0; i >= 0; i--) { out[i] = sum += s[i]; }
        outs(n);
    } },
    { "segmented_scan", [] {
        scan([](int i) { return flags[i] != 0; }, small_at, out, 0, true);
        outs(n);
    } },
    { "scan_rows", [] {
        scan([](int i) { return i % BESIDE_COLUMNS == 0; }, small_at, out, 0, true);
        outs(n);
    } },
    { "scan_equal", [] {
        scan([](int i) { return i % BESIDE_WIDTH == 0; }, small_at, out, 0, true);
        outs(n);
    } },
    { "copy_flagged", [] { select([](int i) { return chosen[i] != 0; }, nullptr); } },
    { "remove_flagged", [] { select([](int i) { return chosen[i] == 0; }, nullptr); } },
    { "partition_flagged", [] {
        select([](int i) { return chosen[i] != 0; }, out2);
        std::copy(out2, out2 + d.count2, out + d.count);
        d.count = n;
        d.count2 = 0;
    } },
    { "replace_flagged", [] {
        for (int i = 0; i < n; i++) { work[i] = chosen[i] ? 0 : work[i]; }
        in_order();
    } },
    { "scatter", [] { for (int i = 0; i < n; i++) { out[order[i]] = a[i]; } outs(n); } },
    { "scatter_if", [] {
        for (int i = 0; i < n; i++) { if (chosen[i]) { out[order[i]] = a[i]; } }
        outs(n);
    } },
    { "gather_if", [] { map([](int i) { return chosen[i] ? a[order[i]] : -1; }); } },
    { "partition_copy", [] { select([](int i) { return odd(a[i]); }, out2); } },
    { "remove", [] { number(std::remove_copy(s, s + n, out, 7) - out); outs((int)d.number); } },
    { "remove_copy_if", [] { select([](int i) { return !odd(a[i]); }, nullptr); } },
    { "replace", [] { std::replace(work, work + n, 7, -7); in_order(); } },
    { "replace_copy_if", [] { map([](int i) { return odd(a[i]) ? 0 : a[i]; }); } },
    { "unique_by_key", [] {
        int k = 0;
        for (int i = 0; i < n; i++) {
            if (flags[i]) { out[k] = d.runs[i], out2[k++] = s[i]; }
        }
        number(d.count = d.count2 = k);
    } },
    { "run_length_decode", [] {
        int k = 0;
        for (int i = 0; i < n / 8; i++) {
            for (int j = 0; j < d.lengths[i]; j++) { out[k++] = a[i]; }
        }
        number(d.count = k);
    } },
    { "sort_by_key_less", [] { sort_by_key(false, less_by_half); } },
    { "sort_order", [] { sort_order(std::less<int>()); } },
    { "sort_order_less", [] { sort_order(less_by_half); } },
    { "sort_descending", [] { std::sort(work, work + n, std::greater<int>()); in_order(); } },
    { "sort_by_key_descending", [] { sort_by_key(false, std::greater<int>()); } },
    { "sort_copy", [] { std::copy(a, a + n, out); std::sort(out, out + n); outs(n); } },
    { "sort_segments", [] { sort_by_key(true, std::less<int>()); outs(0); } },
    { "sort_segments_by_key", [] { sort_by_key(true, std::less<int>()); } },
    { "inplace_merge", [] { std::inplace_merge(work, work + d.half, work + n); in_order(); } },
    { "top_k", [] {
        std::partial_sort_copy(a, a + n, out, out + 1000, std::greater<int>());
        outs(1000);
    } },
    { "make_heap", [] { std::make_heap(work, work + n); d.works = BESIDE_HEAP; } },
    { "push_heap", [] { std::push_heap(work, work + n); d.works = BESIDE_HEAP; } },
    { "pop_heap", [] { std::pop_heap(work, work + n); d.works = BESIDE_POPPED; } },
    { "sort_heap", [] { std::sort_heap(work, work + n); in_order(); } },
    { "is_heap", [] { number(std::is_heap(work, work + n)); } },
    { "next_permutation", [] { std::next_permutation(work, work + n); in_order(); } },
    { "is_permutation", [] {
        std::vector<int> x(work, work + n), y(out, out + n);
        std::sort(x.begin(), x.end());
        std::sort(y.begin(), y.end());
        number(x == y);
    } },
    { "find", [] { number(std::find(s, s + n, -1) - s); } },
    { "find_first_of", [] {
        static const int none[] = { -1, -2, -3 };
        number(std::find_first_of(s, s + n, none, none + 3) - s);
    } },
    { "find_end", [] {
        static const int pattern[] = { 3, 1, 4 };
        number(std::find_end(s, s + n, pattern, pattern + 3) - s);
    } },
    { "search_n", [] { number(std::search_n(s, s + n, 9, 7) - s); } },
    { "is_partitioned", [] { number(std::is_partitioned(work, work + n, odd)); } },
    { "partition_point", [] { number(std::partition_point(work, work + n, odd) - work); } },
    { "upper_bound", [] {
        for (int i = 0; i < quarter(); i++) {
            out[i] = (int)(std::upper_bound(d.s, d.s + d.half, order[i]) - d.s);
        }
        outs(quarter());
    } },
    { "equal_range", [] {
        for (int i = 0; i < quarter(); i++) {
            const auto r = std::equal_range(d.s, d.s + d.half, order[i]);
            out[i] = (int)(r.first - d.s), out2[i] = (int)(r.second - d.s);
        }
        d.count = d.count2 = quarter();
    } },
    { "binary_search", [] {
        for (int i = 0; i < quarter(); i++) {
            out[i] = std::binary_search(d.s, d.s + d.half, order[i]);
        }
        outs(quarter());
    } },
    { "sort_async", [] { std::sort(work, work + n); in_order(); } },
    { "reduce_into", [] { out[0] = std::accumulate(s, s + n, 0); outs(1); } },
    { "count_into", [] { out[0] = (int)std::count_if(a, a + n, odd); outs(1); } },
    { "none_of_into", [] {
        out[0] = std::none_of(a, a + n, [](int x) { return x < 0; });
        outs(1);
    } },
};
} // namespace

int main(int argc, char **argv)
{
    return beside_main(argc, argv, rows, (int)(sizeof(rows) / sizeof(rows[0])));
}
