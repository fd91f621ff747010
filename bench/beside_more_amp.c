/* SPDX-License-Identifier: MIT */
/* The algorithms of amp_algorithms_more.h, and those of amp_algorithms.h that have no row in
   beside_amp.c: a contender of bench/beside, on the emulator; with -DAMP_OPENCL on the first OpenCL
   device, all data in arrays there. */
#include "amp_algorithms_more.h"

#include "beside.h"

AMP_DEVICE_BEGIN
AMP_DEFINE_TRANSFORM2_WITH(scaled_sum, int, int, int, int, p * a + b)
AMP_DEFINE_TRANSFORM_IF(half_of_even, int, int, a % 2 == 0, a / 2)
AMP_DEFINE_GENERATE_WITH(multiples, int, unsigned, (int)((unsigned)i * p))
AMP_DEFINE_FOR_EACH_WITH(flip, int, int, a ^= p)
AMP_DEFINE_TRANSFORM_REDUCE_WITH(far_from, int, amp_int64, int, 0, a + b,
                                 (amp_int64)(a - p) * (a - p))
AMP_DEFINE_HISTOGRAM(low_byte, int, a & 255)
AMP_DEFINE_HISTOGRAM_WITH(by_width, int, int, a / p)
AMP_DEFINE_TRANSFORM(square, int, int, a * a)
AMP_DEFINE_PREDICATE(is_odd, int, a % 2 != 0)
AMP_DEFINE_PREDICATE(is_negative, int, a < 0)
AMP_DEFINE_ORDER(less_by_half, int, (a & 0xffff) < (b & 0xffff))
AMP_DEFINE_ORDER(less, int, a < b)
AMP_KERNEL(sum_of_three, 1, in(int, 1, x), out(int, 1, y))
{
    const int i = idx[0];
    amp_at(y, i) = amp_padded_read(x, 0, i - 1) + amp_at(x, i) + amp_padded_read(x, 0, i + 1);
}
AMP_DEVICE_END

static void must(amp_status s)
{
    if (s != AMP_OK) {
        (void)fprintf(stderr, "beside: %s\n", amp_last_error());
        exit(2);
    }
}

/* ---- where data is: views of host memory, or arrays of the same content on a device ---- */

static amp_accelerator_view queue;

#ifdef AMP_OPENCL
enum { ARRAYS = 14 };
static struct { int *host; amp_array array; } arrays[ARRAYS];
static amp_array_view on(int *p, int n)
{
    int k;
    for (k = 0; k < ARRAYS && arrays[k].host != p; k++) {
    }
    if (k == ARRAYS) { /* a pattern of some elements */
        must(amp_refresh(amp_view(int, p, n)));
        return amp_view(int, p, n);
    }
    return amp_range(arrays[k].array, 0, n);
}
static void to_device(void)
{
    int k;
    for (k = 0; k < 3; k++) { /* the others do not change */
        must(amp_copy_in(arrays[k].array, arrays[k].host));
    }
    must(amp_wait(queue));
}
static void from_device(void)
{
    int k;
    for (k = 0; k < 3; k++) {
        must(amp_copy_out(arrays[k].array, arrays[k].host));
    }
}
static void opened(void)
{
    int *const all[] = { d.work, d.out, d.out2, d.a, d.b, d.small, d.order, d.runs, d.flags,
                         d.chosen, d.sorted, d.s, d.t, d.lengths };
    const amp_accelerator a = amp_accelerator_find("opencl");
    int k;
    if (a.index < 0) {
        (void)fprintf(stderr, "beside: no OpenCL device\n");
        exit(2);
    }
    must(amp_accelerator_set_default(a.device_path));
    queue = amp_accelerator_default_view(a);
    for (k = 0; k < ARRAYS; k++) {
        const int n = k < 11 ? d.n : k < 13 ? d.half : d.n / 8;
        arrays[k].host = all[k];
        arrays[k].array = amp_array_on(queue, int, amp_extent(n));
        must(amp_copy_in(arrays[k].array, all[k]));
    }
    d.before = to_device;
    d.after = from_device;
}
#else
static amp_array_view on(int *p, int n) { return amp_view(int, p, n); }
static void opened(void)
{
    must(amp_accelerator_create_view(amp_accelerator_default(), AMP_QUEUING_IMMEDIATE, &queue));
}
#endif

static amp_array_view of(int *p) { return on(p, d.n); }
static amp_array_view half(int *p) { return on(p, d.half); }
static amp_array_view lines(int *p)
{
    return amp_view_as(of(p), amp_extent(d.n / BESIDE_COLUMNS, BESIDE_COLUMNS));
}
static amp_array_view inner(int *p) /* without the first and the last column */
{
    return amp_section(lines(p), amp_index(0, 1),
                       amp_extent(d.n / BESIDE_COLUMNS, BESIDE_COLUMNS - 2));
}

/* ---- what a row ends in ---- */

/* The work is done: an OpenCL launch on arrays alone does not wait. */
static void done(amp_status s) { must(s); must(amp_wait(queue)); }
static void outs(amp_status s, int n) { done(s); d.count = n; }
static void all_out(amp_status s) { outs(s, d.n); }
static void both_out(amp_status s, int n) { outs(s, n); d.count2 = n; }
static void all_work(amp_status s) { done(s); d.works = BESIDE_IN_ORDER; }
/* v is the last argument of a call whose result is a count, an index, or a truth. */
static ptrdiff_t v;
static int truth;
static void number(amp_status s) { done(s); d.number = v; }
static void answer(amp_status s) { done(s); d.number = truth; }
static void some_out(amp_status s) { number(s); d.count = (int)v; }
static void some_both(amp_status s) { some_out(s); d.count2 = (int)v; }
static void completed(amp_completion c) { must(amp_completion_wait(c)); }

/* ---- the rows: ROW(name, statements) ---- */

#define ROW(name, ...) static void run_##name(void) { __VA_ARGS__; }

/* maps and folds whose expression has a value of the call; any rank */
ROW(axpy, amp_capture(scaled_sum, 3);
    all_out(amp_transform2(scaled_sum, of(d.small), of(d.order), of(d.out))))
ROW(transform_if, all_out(amp_transform_if(half_of_even, of(d.a), of(d.out))))
ROW(generate_with, amp_capture(multiples, 2654435761u); all_out(amp_generate(multiples, of(d.out))))
ROW(for_each_with, amp_capture(flip, 0x5555); all_work(amp_for_each(flip, of(d.work))))
ROW(logical_and, all_out(amp_transform2(amp_logical_and_int, of(d.small), of(d.chosen), of(d.out))))
ROW(transform_2d, all_out(amp_transform(square, inner(d.small), inner(d.out))))
ROW(transform_reduce_with, amp_int64 sum = 0; amp_capture(far_from, 50);
    done(amp_transform_reduce(far_from, of(d.small), &sum)); d.number = sum)
ROW(histogram, outs(amp_histogram(low_byte, of(d.a), on(d.out, 256)), 256))
ROW(histogram_with, amp_capture(by_width, 10);
    outs(amp_histogram(by_width, of(d.small), on(d.out, 10)), 10))
ROW(padded_read,
    all_out(amp_parallel_for_each(amp_extent(d.n), sum_of_three, of(d.small), of(d.out))))
ROW(shuffle, done(amp_stl_shuffle(int, of(d.work), 1)); d.works = BESIDE_ANY_ORDER)

/* rows and segments */
ROW(reduce_rows, outs(amp_reduce_rows(amp_plus_int, lines(d.small),
                                      on(d.out, d.n / BESIDE_COLUMNS)), d.n / BESIDE_COLUMNS))
ROW(reduce_equal, const int m = (d.n + BESIDE_WIDTH - 1) / BESIDE_WIDTH;
    outs(amp_segmented_reduce_equal(amp_plus_int, BESIDE_WIDTH, of(d.small), on(d.out, m)), m))
ROW(reduce_segments,
    some_out(amp_segmented_reduce(amp_plus_int, int, of(d.small), of(d.flags), of(d.out), &v)))
ROW(uniform_segments, all_out(amp_uniform_segments(BESIDE_WIDTH, of(d.out))))
#ifndef AMP_OPENCL /* words are unsigned */
static amp_array_view words(int *p) { return amp_view(unsigned, (unsigned *)p, d.n / 32); }
ROW(pack_flags, outs(amp_pack_flags(of(d.chosen), words(d.out2)), 0); d.count2 = d.n / 32)
ROW(unpack_flags, all_out(amp_unpack_flags(words(d.a), of(d.out))))
#endif

/* scans */
ROW(scan_by_key, all_out(amp_scan_by_key(amp_plus_int, int, AMP_INCLUSIVE, AMP_FORWARD, of(d.runs),
                                         of(d.small), of(d.out))))
ROW(scan_from, const int init = 1000;
    all_out(amp_scan_from(amp_plus_int, int, AMP_EXCLUSIVE, AMP_FORWARD, &init, of(d.small),
                          of(d.out))))
ROW(transform_scan, all_out(amp_transform_scan(square, amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD,
                                               of(d.small), of(d.out))))
ROW(scan_backward,
    all_out(amp_scan(amp_plus_int, AMP_INCLUSIVE, AMP_BACKWARD, of(d.small), of(d.out))))
ROW(segmented_scan, all_out(amp_segmented_scan(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD,
                                               of(d.small), of(d.out), of(d.flags))))
ROW(scan_rows,
    all_out(amp_multi_scan(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD, lines(d.small), lines(d.out))))
ROW(scan_equal, all_out(amp_segmented_scan_equal(amp_plus_int, AMP_INCLUSIVE, AMP_FORWARD,
                                                 of(d.small), of(d.out), BESIDE_WIDTH)))

/* by flags, by indices */
ROW(copy_flagged, some_out(amp_copy_flagged(int, of(d.a), of(d.chosen), of(d.out), &v)))
ROW(remove_flagged, some_out(amp_remove_flagged(int, of(d.a), of(d.chosen), of(d.out), &v)))
ROW(partition_flagged,
    number(amp_partition_flagged(int, of(d.a), of(d.chosen), of(d.out), &v)); d.count = d.n)
ROW(replace_flagged, const int zero = 0;
    all_work(amp_replace_flagged(int, of(d.work), of(d.chosen), &zero)))
ROW(scatter, all_out(amp_scatter_by(int, of(d.a), of(d.order), of(d.out))))
ROW(scatter_if, all_out(amp_scatter_if(int, of(d.a), of(d.order), of(d.chosen), of(d.out))))
ROW(gather_if, all_out(amp_gather_if(int, of(d.a), of(d.order), of(d.chosen), of(d.out))))
ROW(partition_copy, some_out(amp_partition_copy(is_odd, of(d.a), of(d.out), of(d.out2), &v));
    d.count2 = d.n - d.count)
ROW(remove, some_out(amp_stl_remove_copy(int, of(d.small), of(d.out), 7, &v)))
ROW(remove_copy_if, some_out(amp_stl_remove_copy_if(is_odd, of(d.a), of(d.out), &v)))
ROW(replace, all_work(amp_stl_replace(int, of(d.work), 7, -7)))
ROW(replace_copy_if, all_out(amp_stl_replace_copy_if(is_odd, of(d.a), of(d.out), 0)))

/* runs */
ROW(unique_by_key, some_both(amp_unique_by_key(int, int, of(d.runs), of(d.small), of(d.out),
                                               of(d.out2), &v)))
ROW(run_length_decode, some_out(amp_run_length_decode(int, on(d.a, d.n / 8),
                                                      on(d.lengths, d.n / 8), of(d.out), &v)))

/* orders */
ROW(sort_by_key_less, all_work(amp_merge_sort_by_key(less_by_half, int, of(d.work), of(d.out)));
    d.count = d.n)
ROW(sort_order, all_out(amp_radix_sort_order(int, of(d.a), of(d.out))))
ROW(sort_order_less, all_out(amp_merge_sort_order(less_by_half, of(d.a), of(d.out))))
ROW(sort_descending, all_work(amp_radix_sort_descending(int, of(d.work))))
ROW(sort_by_key_descending, all_work(amp_sort_by_key_descending(int, int, of(d.work), of(d.out)));
    d.count = d.n)
ROW(sort_copy, all_out(amp_radix_sort_copy(int, of(d.a), of(d.out))))
ROW(sort_segments, all_work(amp_segmented_sort(int, of(d.work), of(d.flags))))
ROW(sort_segments_by_key,
    all_work(amp_segmented_sort_by_key(int, int, of(d.work), of(d.out), of(d.flags)));
    d.count = d.n)
ROW(inplace_merge, all_work(amp_stl_inplace_merge(amp_less_int, of(d.work), d.half)))
ROW(top_k, outs(amp_stl_partial_sort_copy(amp_greater_int, of(d.a), on(d.out, 1000), &v), 1000))

/* heaps and permutations */
ROW(make_heap, done(amp_stl_make_heap(amp_less_int, of(d.work))); d.works = BESIDE_HEAP)
ROW(push_heap, done(amp_stl_push_heap(less, of(d.work))); d.works = BESIDE_HEAP)
ROW(pop_heap, done(amp_stl_pop_heap(less, of(d.work))); d.works = BESIDE_POPPED)
ROW(sort_heap, all_work(amp_stl_sort_heap(amp_less_int, of(d.work))))
ROW(is_heap, answer(amp_stl_is_heap(less, of(d.work), &truth)))
ROW(next_permutation, all_work(amp_stl_next_permutation(less, of(d.work), &truth)))
ROW(is_permutation,
    answer(amp_stl_is_permutation(amp_less_int, of(d.work), of(d.out), &truth)))

/* searches */
static int pattern[] = { 3, 1, 4 }, none[] = { -1, -2, -3 };
ROW(find, number(amp_stl_find(int, of(d.small), -1, &v)))
ROW(find_first_of, number(amp_stl_find_first_of(int, of(d.small), on(none, 3), &v)))
ROW(find_end, number(amp_stl_find_end(int, of(d.small), on(pattern, 3), &v)))
ROW(search_n, number(amp_stl_search_n(int, of(d.small), 9, 7, &v)))
ROW(is_partitioned, answer(amp_stl_is_partitioned(is_odd, of(d.work), &truth)))
ROW(partition_point, number(amp_stl_partition_point(is_odd, of(d.work), &v)))
#define QUARTER (d.n / 4)
ROW(upper_bound, outs(amp_upper_bounds(amp_less_int, half(d.s), on(d.order, QUARTER),
                                       on(d.out, QUARTER)), QUARTER))
ROW(equal_range,
    both_out(amp_stl_equal_range(amp_less_int, half(d.s), on(d.order, QUARTER),
                                 on(d.out, QUARTER), on(d.out2, QUARTER)), QUARTER))
ROW(binary_search, outs(amp_binary_searches(amp_less_int, half(d.s), on(d.order, QUARTER),
                                            on(d.out, QUARTER)), QUARTER))

/* on a queue, with the result in a view */
ROW(sort_async, completed(amp_async(queue, amp_radix_sort(int, of(d.work))));
    d.works = BESIDE_IN_ORDER)
ROW(reduce_into, completed(amp_async(queue, amp_reduce_into(amp_plus_int, of(d.small),
                                                            on(d.out, 1)))); d.count = 1)
ROW(count_into, completed(amp_async(queue, amp_count_if_into(is_odd, of(d.a), on(d.out, 1))));
    d.count = 1)
ROW(none_of_into, completed(amp_async(queue, amp_none_of_into(is_negative, of(d.a),
                                                              on(d.out, 1)))); d.count = 1)

#define LISTED(name) { #name, run_##name }
static const beside_row rows[] = {
    LISTED(axpy), LISTED(transform_if), LISTED(generate_with), LISTED(for_each_with),
    LISTED(logical_and), LISTED(transform_2d), LISTED(transform_reduce_with), LISTED(histogram),
    LISTED(histogram_with), LISTED(padded_read), LISTED(shuffle),
    LISTED(reduce_rows), LISTED(reduce_equal), LISTED(reduce_segments), LISTED(uniform_segments),
#ifndef AMP_OPENCL
    LISTED(pack_flags), LISTED(unpack_flags),
#endif
    LISTED(scan_by_key), LISTED(scan_from), LISTED(transform_scan), LISTED(scan_backward),
    LISTED(segmented_scan), LISTED(scan_rows), LISTED(scan_equal),
    LISTED(copy_flagged), LISTED(remove_flagged), LISTED(partition_flagged),
    LISTED(replace_flagged), LISTED(scatter), LISTED(scatter_if), LISTED(gather_if),
    LISTED(partition_copy), LISTED(remove), LISTED(remove_copy_if), LISTED(replace),
    LISTED(replace_copy_if), LISTED(unique_by_key), LISTED(run_length_decode),
    LISTED(sort_by_key_less), LISTED(sort_order), LISTED(sort_order_less), LISTED(sort_descending),
    LISTED(sort_by_key_descending), LISTED(sort_copy), LISTED(sort_segments),
    LISTED(sort_segments_by_key), LISTED(inplace_merge), LISTED(top_k),
    LISTED(make_heap), LISTED(push_heap), LISTED(pop_heap), LISTED(sort_heap), LISTED(is_heap),
    LISTED(next_permutation), LISTED(is_permutation),
    LISTED(find), LISTED(find_first_of), LISTED(find_end), LISTED(search_n),
    LISTED(is_partitioned), LISTED(partition_point), LISTED(upper_bound), LISTED(equal_range),
    LISTED(binary_search),
    LISTED(sort_async), LISTED(reduce_into), LISTED(count_into), LISTED(none_of_into),
};

int main(int argc, char **argv)
{
    d.opened = opened;
    return beside_main(argc, argv, rows, (int)(sizeof(rows) / sizeof(rows[0])));
}
