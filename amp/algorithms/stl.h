/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_STL_H
#define AMP_ALGORITHMS_STL_H
/*
amp/algorithms/stl.h: the C++ standard library's algorithms by their names, on
views of rank 1: aliases. amp_algorithms.h states the rules for all.

std::name(first, last, more) is amp_stl_NAME(how, view, more, &result). `how`
is what a C++ template would deduce or a functor say:

    T       a type's name: X, or one of AMP_DEFINE_TYPE
    equal   X, or one of AMP_DEFINE_EQUAL
    less    amp_less_X, amp_greater_X, or one of AMP_DEFINE_LESS
    pred    one of AMP_DEFINE_PREDICATE[_WITH]
    op      amp_plus_X ..., or one of AMP_DEFINE_REDUCE

Where C++ returns an iterator the result is a ptrdiff_t index, and the view's
length where C++ returns last; where it returns the end of an output range, the
count of elements written; where it returns bool, an int. Results come through
the last pointer. Of several answers it is C++'s: the first found, the first
least, the first greatest (the last greatest for minmax_element). The empty
range gives what C++ gives: 0, true for all_of, none_of, equal, is_sorted.

Heaps and permutations stand in amp/algorithms/order.h. Not here: functions with three-way results.
*/

#include "sequences.h"

/* ---- pairs and exchange: on lvalues, in kernels and on the host ---- */

AMP_DEVICE_BEGIN
/* AMP_DEFINE_PAIR(name, A, B): a struct type with first and second;
   amp_stl_make_pair(name, a, b) is one. */
#undef AMP_DEFINE_PAIR
#define AMP_DEFINE_PAIR(name, A, B) typedef struct name { A first; B second; } name;
#define amp_stl_make_pair(name, a, b) ((name){ (a), (b) })
/* amp_stl_minmax(name, a, b): the pair of the lesser and the greater, a first
   where neither is less. Evaluates a and b more than once. */
#define amp_stl_minmax(name, a, b)                                                                 \
    ((name){ (b) < (a) ? (b) : (a), (b) < (a) ? (a) : (b) })
/* amp_stl_swap(T, a, b) exchanges two lvalues; in a kernel
   amp_stl_iter_swap(T, x, i, y, j) exchanges x[i] and y[j];
   amp_stl_swap_array(T, a, b, n) exchanges n elements from a[0] and b[0]. */
#define amp_stl_swap(T, a, b)                                                                      \
    do { const T amp__t = (a); (a) = (b); (b) = amp__t; } while (0)
#define amp_stl_iter_swap(T, x, i, y, j) amp_stl_swap(T, amp_at(x, i), amp_at(y, j))
#define amp_stl_swap_array(T, a, b, n)                                                             \
    do {                                                                                           \
        for (int amp__i = 0; amp__i < (n); amp__i++) {                                             \
            amp_stl_swap(T, (a)[amp__i], (b)[amp__i]);                                             \
        }                                                                                          \
    } while (0)
AMP_DEVICE_END

/* The comments below say what is particular: the results, and which views may overlap. Views
   that are only read may overlap each other. The statuses are those of amp_algorithms.h's
   rules; an overlap that is not allowed, an index outside its range, and a result that is too
   short are AMP_INVALID_ARGUMENT. */

/* ---- map ---- */

/* fill, fill_n (the first n elements): each element becomes value. */
#define amp_stl_fill(T, view, value) amp_fill(T, view, value)
#define amp_stl_fill_n(T, view, n, value) amp_fill(T, amp_range(view, 0, n), value)
/* generate, generate_n (the first n): the expression of AMP_DEFINE_GENERATE, name, at each
   index. */
#define amp_stl_generate(name, view) amp_generate(name, view)
#define amp_stl_generate_n(name, view, n) amp_generate(name, amp_range(view, 0, n))
/* iota: element i becomes start + i. */
#define amp_stl_iota(T, view, start) amp_iota(T, view, start)
/* for_each: the statement of AMP_DEFINE_FOR_EACH, name, on each element. */
#define amp_stl_for_each(name, view) amp_for_each(name, view)
#define amp_stl_for_each_no_return(name, view) amp_for_each(name, view)
/* transform, of one input and of two of the same length: name is of AMP_DEFINE_TRANSFORM or
   AMP_DEFINE_TRANSFORM2. out may be the same view as an input. */
#define amp_stl_transform(name, in, out) amp_transform(name, in, out)
#define amp_stl_transform2(name, in, in2, out) amp_transform2(name, in, in2, out)
/* adjacent_difference: name is of AMP_DEFINE_ADJACENT_DIFFERENCE, or amp_minus_X. out does
   not overlap in. */
#define amp_stl_adjacent_difference(name, in, out) amp_adjacent_difference(name, in, out)

/* copy, copy_n (the first n) and move: to the front of out; copy_backward and move_backward:
   to its end. in and out may overlap in any way. */
#define amp_stl_copy(T, in, out) amp__copy_any((amp__moves_##T)(), in, out, 0)
#define amp_stl_copy_n(T, in, n, out) amp__copy_any((amp__moves_##T)(), amp_range(in, 0, n), out, 0)
#define amp_stl_copy_backward(T, in, out) amp__copy_any((amp__moves_##T)(), in, out, 1)
#define amp_stl_move(T, in, out) amp_stl_copy(T, in, out)
#define amp_stl_move_backward(T, in, out) amp_stl_copy_backward(T, in, out)

/* reverse: in place. reverse_copy: out does not overlap in. */
#define amp_stl_reverse(T, view) amp__reverse((amp__moves_##T)(), view)
#define amp_stl_reverse_copy(T, in, out)                                                           \
    amp__al_move("amp_stl_reverse_copy", (amp__moves_##T)(), in, out, -1)
/* rotate: element middle, 0 to the length, comes first; in place. rotate_copy: out does not
   overlap in. */
#define amp_stl_rotate(T, view, middle) amp__rotate((amp__moves_##T)(), view, middle)
#define amp_stl_rotate_copy(T, in, middle, out)                                                    \
    amp__rotate_copy((amp__moves_##T)(), in, middle, out)
/* swap_ranges: exchanges view and the front of view2. The two do not overlap. */
#define amp_stl_swap_ranges(T, view, view2) amp__swap_ranges((amp__moves_##T)(), view, view2)
/* shuffle, in place: the order of random 64-bit keys; the same for the same seed and length,
   on every engine. random_shuffle is the same. */
#define amp_stl_shuffle(T, view, seed) amp__shuffle((amp__moves_##T)(), view, seed)
#define amp_stl_random_shuffle(T, view, seed) amp_stl_shuffle(T, view, seed)

/* ---- reductions: these read the views only ---- */

/* reduce: *result = init combined with all elements by op, in the order of amp_reduce. There is
   no accumulate, whose order is from first to last. */
#define amp_stl_reduce(op, view, init, result) amp__do_reduce_from_##op(view, init, result)
/* inner_product: *result = init combined with the products of two ranges of one length; name is
   of AMP_DEFINE_INNER_PRODUCT, or amp_dot_X. */
#define amp_stl_inner_product(name, in, in2, init, result)                                         \
    amp_inner_product(name, in, in2, init, result)
/* count: *count = how many elements equal value; count_if: for how many pred holds. */
#define amp_stl_count(T, view, value, count) amp__do_count_##T(view, value, count)
#define amp_stl_count_if(pred, view, count)                                                        \
    amp__count_if((amp__predicate_##pred)(), NULL, view, count)

/* all_of, any_of, none_of: *result, an int, is 1 or 0. */
#define amp_stl_all_of(pred, view, result)                                                         \
    amp__al_any((amp__predicate_##pred)(), view, 1, 0, result)
#define amp_stl_any_of(pred, view, result)                                                         \
    amp__al_any((amp__predicate_##pred)(), view, 0, 1, result)
#define amp_stl_none_of(pred, view, result)                                                        \
    amp__al_any((amp__predicate_##pred)(), view, 0, 0, result)

#define AMP__EXTREME(less, view, low, high, last)                                                  \
    amp__do_extremes_##less(view, low, high, last)
/* min_element, max_element: *index = that of the first least, the first greatest element. */
#define amp_stl_min_element(less, view, index)                                                     \
    AMP__EXTREME(less, view, index, amp__nowhere(), amp__nowhere())
#define amp_stl_max_element(less, view, index)                                                     \
    AMP__EXTREME(less, view, amp__nowhere(), index, amp__nowhere())
/* minmax_element: *low = the index of the first least, *high of the last greatest element. */
#define amp_stl_minmax_element(less, view, low, high)                                              \
    AMP__EXTREME(less, view, low, amp__nowhere(), high)

/* ---- searches: these read the views only, except the bounds' results ---- */

/* find: *index = that of the first element equal to value; find_if: for which pred holds;
   find_if_not: for which it does not. The length where there is none. */
#define amp_stl_find(T, view, value, index) amp__do_find_##T(view, value, index)
#define amp_stl_find_if(pred, view, index)                                                         \
    amp__al_find((amp__predicate_##pred)(), NULL, view, 0, index)
#define amp_stl_find_if_not(pred, view, index)                                                     \
    amp__al_find((amp__predicate_##pred)(), NULL, view, 1, index)
/* find_first_of: *index = that of the first element that equals one of set. */
#define amp_stl_find_first_of(equal, view, set, index) AMP__SEARCH(equal, view, set, -1, 0, index)
#define AMP__SEARCH(equal, ...)                                                                    \
    amp__search((amp__equality_##equal)(), (amp__predicate_##equal)(), __VA_ARGS__)
/* search, find_end: *index = where pattern begins first, last; search_n: where n elements equal
   to value begin first. The length where it is nowhere. */
#define amp_stl_find_end(equal, view, pattern, index)                                              \
    AMP__SEARCH(equal, view, pattern, 0, 1, index)
#define amp_stl_search(equal, view, pattern, index)                                                \
    AMP__SEARCH(equal, view, pattern, 0, 0, index)
#define amp_stl_search_n(T, view, n, value, index) amp__do_search_n_##T(view, n, value, index)
/* adjacent_find: *index = that of the first element equal to the next; the length where there
   is none. */
#define amp_stl_adjacent_find(equal, view, index)                                                  \
    amp__adjacent_find((amp__equality_##equal)(), view, index)
/* is_sorted: *result, an int, is 1 or 0; is_sorted_until: *index = that of the first element
   that is less than the one before it, or the length. */
#define amp_stl_is_sorted(less, view, result)                                                      \
    amp__is_sorted((amp__comparison_##less)(), view, result)
#define amp_stl_is_sorted_until(less, view, index)                                                 \
    amp__is_sorted_until((amp__comparison_##less)(), view, index)
/* mismatch: *index = the first at which two ranges differ, or the shorter length. */
#define amp_stl_mismatch(equal, view, view2, index)                                                \
    amp__mismatch("amp_stl_mismatch", (amp__equality_##equal)(), view, view2, index)
/* equal: *result = 1, or 0 where elements or lengths differ. */
#define amp_stl_equal(equal, view, view2, result)                                                  \
    amp__al_equal((amp__equality_##equal)(), view, view2, result)
/* lexicographical_compare: *result = 1 where view comes before view2, else 0. */
#define amp_stl_lexicographical_compare(less, view, view2, result)                                 \
    amp__lexicographical((amp__comparison_##less)(), view, view2, result)
/* lower_bound, upper_bound, binary_search of many values at once: wanted and result as in
   amp_lower_bounds. result, a view of int, overlaps neither view nor wanted. */
#define amp_stl_lower_bound(less, view, wanted, result)                                            \
    amp_lower_bounds(less, view, wanted, result)
#define amp_stl_upper_bound(less, view, wanted, result)                                            \
    amp_upper_bounds(less, view, wanted, result)
#define amp_stl_binary_search(less, view, wanted, result)                                          \
    amp_binary_searches(less, view, wanted, result)
/* equal_range: low gets the lower bounds, high the upper ones; they do not overlap each other
   nor view and wanted. */
#define amp_stl_equal_range(less, view, wanted, low, high)                                         \
    amp__equal_range((amp__comparison_##less)(), view, wanted, low, high)

/* ---- removing, replacing, partitions ---- */

/* copy_if, remove_copy, remove_copy_if, unique_copy: what is kept goes to the front of out;
   *count = how many that is. remove, remove_if, unique: the same in place; what lies behind
   the count stays as it was. In the copying forms, too, in and out may be the same view. */
#define amp_stl_copy_if(pred, in, out, count) amp_copy_if(pred, in, out, count)
#define amp_stl_remove(T, view, value, count) amp__do_remove_##T(view, view, value, count)
#define amp_stl_remove_if(pred, view, count) amp_remove_if(pred, view, view, count)
#define amp_stl_remove_copy(T, in, out, value, count) amp__do_remove_##T(in, out, value, count)
#define amp_stl_remove_copy_if(pred, in, out, count) amp_remove_if(pred, in, out, count)
#define amp_stl_unique(equal, view, count) amp_unique(equal, view, view, count)
#define amp_stl_unique_copy(equal, in, out, count) amp_unique(equal, in, out, count)
/* replace, replace_if: elements equal to old, or for which pred holds, become value, in place.
   replace_copy, replace_copy_if: in out, which may be the same view as in. */
#define amp_stl_replace(T, view, old, value) amp__do_replace_##T(view, view, old, value)
#define amp_stl_replace_if(pred, view, value) amp__do_replace_if_##pred(view, view, value)
#define amp_stl_replace_copy(T, in, out, old, value) amp__do_replace_##T(in, out, old, value)
#define amp_stl_replace_copy_if(pred, in, out, value) amp__do_replace_if_##pred(in, out, value)
/* partition, in place, and stable here as stable_partition is; *count = the partition point. */
#define amp_stl_partition(pred, view, count) amp_partition(pred, view, view, count)
#define amp_stl_stable_partition(pred, view, count) amp_partition(pred, view, view, count)

/* is_partitioned: *result, an int, is 1 or 0. Only reads. */
#define amp_stl_is_partitioned(pred, view, result)                                                 \
    amp__is_partitioned((amp__predicate_##pred)(), view, result)
/* partition_point: *index = that of the first element of a partitioned range for which pred does
   not hold, or the length. Only reads. */
#define amp_stl_partition_point(pred, view, index)                                                 \
    amp__partition_point((amp__predicate_##pred)(), view, index)

/* ---- sorting and merging ---- */

/* sort, in place, and stable here as stable_sort is. */
#define amp_stl_sort(less, view) amp_merge_sort(less, view)
#define amp_stl_stable_sort(less, view) amp_merge_sort(less, view)
/* merge and the set operations, of two sorted ranges: out overlaps neither; *count = how many
   elements the set has. includes only reads; *result, an int, is 1 or 0. */
#define amp_stl_merge(less, in, in2, out) amp_merge(less, in, in2, out)
#define amp_stl_includes(less, in, in2, result) amp_includes(less, in, in2, result)
#define amp_stl_set_union(less, in, in2, out, count) amp_set_union(less, in, in2, out, count)
#define amp_stl_set_intersection(less, in, in2, out, count)                                        \
    amp_set_intersection(less, in, in2, out, count)
#define amp_stl_set_difference(less, in, in2, out, count)                                          \
    amp_set_difference(less, in, in2, out, count)
#define amp_stl_set_symmetric_difference(less, in, in2, out, count)                                \
    amp_set_symmetric_difference(less, in, in2, out, count)

/* partial_sort: the least elements, middle of them, come first and sorted. nth_element: element
   nth is what it would be were all sorted, and none before it is greater and none after it less.
   In place; middle and nth are 0 to the length. The order of the others is not said. */
#define amp_stl_partial_sort(less, view, middle)                                                   \
    amp__sort_part((amp__comparison_##less)(), view, middle, 1)
#define amp_stl_nth_element(less, view, nth)                                                       \
    amp__sort_part((amp__comparison_##less)(), view, nth, 0)

/* partial_sort_copy: the least elements of in, sorted, as many as out holds; *count = how many.
   out does not overlap in. */
#define amp_stl_partial_sort_copy(less, in, out, count)                                            \
    amp__partial_sort_copy((amp__comparison_##less)(), in, out, count)

/* inplace_merge: the sorted parts before and from middle, 0 to the length, become one. */
#define amp_stl_inplace_merge(less, view, middle)                                                  \
    amp__inplace_merge((amp__comparison_##less)(), view, middle)

#endif /* AMP_ALGORITHMS_STL_H */
