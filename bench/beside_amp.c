/* SPDX-License-Identifier: MIT */
/* Every algorithm of amp_algorithms.h, on the emulator: a contender of bench/beside. */
#include "amp_algorithms.h"

#include "beside.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_TRANSFORM(affine, int, int, 3 * a + 7)
AMP_DEFINE_TRANSFORM2(sum_of, int, int, int, a + b)
AMP_DEFINE_GENERATE(hashed, int, (int)((unsigned)i * 2654435761u))
AMP_DEFINE_FOR_EACH(increment, int, a = a + 1)
AMP_DEFINE_TRANSFORM_REDUCE(squares, int, int, 0, a + b, a * a)
AMP_DEFINE_PREDICATE(is_odd, int, a % 2 != 0)
AMP_DEFINE_PREDICATE(is_negative, int, a < 0)
AMP_DEFINE_PREDICATE_WITH(is_value, int, int, a == p)
AMP_DEFINE_LESS(ascending, int, a < b)
AMP_DEVICE_END

static void must(amp_status s)
{
    if (s != AMP_OK) {
        (void)fprintf(stderr, "beside: %s\n", amp_last_error());
        exit(2);
    }
}

static amp_array_view of(int *p) { return amp_view(int, p, d.n); }
static amp_array_view half(int *p) { return amp_view(int, p, d.half); }
static amp_array_view floats(float *p) { return amp_view(float, p, d.n); }

/* What most rows end in: out holds n results; work does; a number is the result. */
static void all_out(amp_status s) { must(s); d.count = d.n; }
static void all_work(amp_status s) { must(s); d.works = 1; }
static void some_out(amp_status s, ptrdiff_t count)
{
    must(s);
    d.count = (int)count;
    d.number = count;
}
static void number(amp_status s, long long v) { must(s); d.number = v; }

static void fill(void) { all_out(amp_fill(int, of(d.out), 42)); }
static void iota(void) { all_out(amp_iota(int, of(d.out), 5)); }
static void generate(void) { all_out(amp_generate(hashed, of(d.out))); }
static void transform(void) { all_out(amp_transform(affine, of(d.small), of(d.out))); }
static void transform2(void)
{
    all_out(amp_transform2(sum_of, of(d.small), of(d.order), of(d.out)));
}
static void for_each(void) { all_work(amp_for_each(increment, of(d.work))); }
static void copy(void) { all_out(amp_stl_copy(int, of(d.a), of(d.out))); }
static void reverse(void) { all_work(amp_stl_reverse(int, of(d.work))); }
static void reverse_copy(void) { all_out(amp_stl_reverse_copy(int, of(d.a), of(d.out))); }
static void rotate(void) { all_work(amp_stl_rotate(int, of(d.work), d.n / 3)); }
static void rotate_copy(void) { all_out(amp_stl_rotate_copy(int, of(d.a), d.n / 3, of(d.out))); }
static void swap_ranges(void)
{
    all_work(amp_stl_swap_ranges(int, amp_range(of(d.work), 0, d.half),
                                 amp_range(of(d.work), d.half, d.n)));
}
static void adjacent_difference(void)
{
    all_out(amp_adjacent_difference(amp_minus_int, of(d.a), of(d.out)));
}
static void gather(void) { all_out(amp_gather_by(int, of(d.a), of(d.order), of(d.out))); }
static void reduce(void)
{
    int v = 0;
    const amp_status s = amp_reduce(amp_plus_int, of(d.small), &v);
    number(s, v);
}
static void reduce_float(void)
{
    float v = 0;
    const amp_status s = amp_reduce(amp_plus_float, floats(d.f), &v);
    number(s, (long long)v);
}
static void transform_reduce(void)
{
    int v = 0;
    const amp_status s = amp_transform_reduce(squares, of(d.small), &v);
    number(s, v);
}
static void inner_product(void)
{
    float v = 0;
    const amp_status s = amp_inner_product(amp_dot_float, floats(d.f), floats(d.g), 0.0f, &v);
    number(s, (long long)v);
}
static void count_if(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_count_if(is_odd, of(d.a), &v);
    number(s, v);
}
static void count(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_count(int, of(d.small), 7, &v);
    number(s, v);
}
static void min_element(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_min_element(amp_less_int, of(d.a), &v);
    number(s, v);
}
static void max_element(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_max_element(amp_less_int, of(d.a), &v);
    number(s, v);
}
static void minmax_element(void)
{
    ptrdiff_t v = 0, w = 0;
    const amp_status s = amp_stl_minmax_element(amp_less_int, of(d.a), &v, &w);
    number(s, v * (long long)d.n + w);
}
static void find_if(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_find_if(is_negative, of(d.a), &v);
    number(s, v);
}
static void find_quarter(void)
{
    ptrdiff_t v = 0;
    amp_capture(is_value, d.order[d.n / 4]);
    number(amp_stl_find_if(is_value, of(d.order), &v), v);
    d.number = v;
}
static void all_of(void)
{
    int v = 0;
    const amp_status s = amp_stl_none_of(is_negative, of(d.a), &v);
    number(s, v);
}
static void equal(void)
{
    int v = 0;
    const amp_status s = amp_stl_equal(int, of(d.a), of(d.work), &v);
    number(s, v);
}
static void mismatch(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_mismatch(int, of(d.a), of(d.work), &v);
    number(s, v);
}
static void lexicographical(void)
{
    int v = 0;
    const amp_status s = amp_stl_lexicographical_compare(amp_less_int, of(d.a), of(d.work), &v);
    number(s, v);
}
static void is_sorted(void)
{
    int v = 0;
    const amp_status s = amp_stl_is_sorted(amp_less_int, of(d.sorted), &v);
    number(s, v);
}
static void adjacent_find(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_adjacent_find(int, of(d.order), &v);
    number(s, v);
}
static void search(void)
{
    static int pattern[] = { -1, -2, -3 };
    ptrdiff_t v = 0;
    const amp_array_view p = amp_view(int, pattern, 3);
    const amp_status s = amp_stl_search(int, of(d.a), p, &v);
    must(amp_release(p));
    number(s, v);
}
static void inclusive_scan(void)
{
    all_out(amp_inclusive_scan(amp_plus_int, of(d.small), of(d.out)));
}
static void exclusive_scan(void)
{
    all_out(amp_exclusive_scan(amp_plus_int, of(d.small), of(d.out)));
}
static void copy_if(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_copy_if(is_odd, of(d.a), of(d.out), &v);
    some_out(s, v);
}
static void remove_if(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_stl_remove_if(is_odd, of(d.work), &v);
    memcpy(d.out, d.work, (size_t)v * sizeof(int));
    some_out(s, v);
}
static void partition(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_partition(is_odd, of(d.a), of(d.out), &v);
    number(s, v);
    d.count = d.n;
}
static void unique_copy(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_unique(int, of(d.runs), of(d.out), &v);
    some_out(s, v);
}
static void unique(void)
{
    ptrdiff_t v = 0;
    memcpy(d.work, d.runs, (size_t)d.n * sizeof(int));
    must(amp_stl_unique(int, of(d.work), &v));
    memcpy(d.out, d.work, (size_t)v * sizeof(int));
    some_out(AMP_OK, v);
}
static void replace_if(void) { all_work(amp_stl_replace_if(is_odd, of(d.work), 0)); }
static void reduce_by_key(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_reduce_by_key(amp_plus_int, int, int, of(d.runs), of(d.small),
                                           of(d.out), of(d.out2), &v);
    some_out(s, v);
    d.count2 = (int)v;
}
static void run_length(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_run_length_encode(int, of(d.runs), of(d.out), of(d.out2), &v);
    some_out(s, v);
    d.count2 = (int)v;
}
static void radix_sort(void) { all_work(amp_radix_sort(int, of(d.work))); }
static void merge_sort(void) { all_work(amp_merge_sort(ascending, of(d.work))); }
static void sort_less(void) { all_work(amp_merge_sort(amp_less_int, of(d.work))); }
static void sort_by_key(void)
{
    memcpy(d.out, d.order, (size_t)d.n * sizeof(int));
    all_work(amp_sort_by_key(int, int, of(d.work), of(d.out)));
    d.count = d.n;
}
static void merge(void)
{
    all_out(amp_merge(amp_less_int, half(d.s), half(d.t), of(d.out)));
}
static void set_union(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_set_union(amp_less_int, half(d.s), half(d.t), of(d.out), &v);
    some_out(s, v);
}
static void set_intersection(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_set_intersection(amp_less_int, half(d.s), half(d.t), of(d.out), &v);
    some_out(s, v);
}
static void set_difference(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_set_difference(amp_less_int, half(d.s), half(d.t), of(d.out), &v);
    some_out(s, v);
}
static void set_symmetric(void)
{
    ptrdiff_t v = 0;
    const amp_status s = amp_set_symmetric_difference(amp_less_int, half(d.s), half(d.t),
                                                      of(d.out), &v);
    some_out(s, v);
}
static void includes(void)
{
    int v = 0;
    const amp_status s = amp_includes(amp_less_int, of(d.sorted), half(d.sorted), &v);
    number(s, v);
}
static void nth_element(void)
{
    must(amp_stl_nth_element(amp_less_int, of(d.work), d.n / 3));
    d.number = d.work[d.n / 3];
}
static void partial_sort(void)
{
    must(amp_stl_partial_sort(amp_less_int, of(d.work), d.n / 100));
    memcpy(d.out, d.work, (size_t)(d.n / 100) * sizeof(int));
    d.count = d.n / 100;
}
static void lower_bound(void)
{
    all_out(amp_lower_bounds(amp_less_int, half(d.s), of(d.small), of(d.out)));
}

static const beside_row rows[] = {
    { "fill", fill }, { "iota", iota }, { "generate", generate }, { "transform", transform },
    { "transform2", transform2 }, { "for_each", for_each }, { "copy", copy },
    { "reverse", reverse }, { "reverse_copy", reverse_copy }, { "rotate", rotate },
    { "rotate_copy", rotate_copy }, { "swap_ranges", swap_ranges },
    { "adjacent_difference", adjacent_difference }, { "gather", gather }, { "reduce", reduce },
    { "reduce_float", reduce_float }, { "transform_reduce", transform_reduce },
    { "inner_product", inner_product }, { "count_if", count_if }, { "count", count },
    { "min_element", min_element }, { "max_element", max_element },
    { "minmax_element", minmax_element }, { "find_if_all", find_if },
    { "find_if_quarter", find_quarter }, { "none_of", all_of }, { "equal", equal },
    { "mismatch", mismatch }, { "lexicographical", lexicographical }, { "is_sorted", is_sorted },
    { "adjacent_find", adjacent_find }, { "search", search },
    { "inclusive_scan", inclusive_scan }, { "exclusive_scan", exclusive_scan },
    { "copy_if", copy_if }, { "remove_if", remove_if }, { "partition", partition },
    { "unique_copy", unique_copy }, { "unique", unique }, { "replace_if", replace_if },
    { "reduce_by_key", reduce_by_key }, { "run_length", run_length },
    { "radix_sort", radix_sort }, { "merge_sort", merge_sort },
    { "sort_less", sort_less }, { "sort_by_key", sort_by_key },
    { "merge", merge }, { "set_union", set_union }, { "set_intersection", set_intersection },
    { "set_difference", set_difference }, { "set_symmetric", set_symmetric },
    { "includes", includes }, { "nth_element", nth_element }, { "partial_sort", partial_sort },
    { "lower_bound", lower_bound },
};

int main(int argc, char **argv)
{
    return beside_main(argc, argv, rows, (int)(sizeof(rows) / sizeof(rows[0])));
}
