/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_STL_H
#define AMP_ALGORITHMS_STL_H
/*
amp/algorithms/stl.h: the C++ standard library's algorithms by their names, on
views of rank 1. amp_algorithms.h states the rules for all.

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

It is more than 800 lines because the interface alone, a macro a name with its comment, is a third
of them.
*/

#include "ready_made.h"

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

/* Copies x to the front of y or, backward, to its end; overlapping ranges go through temporary
   storage. */
AMP__API amp_status amp__copy_any(const amp__moves *m, amp_array_view x, amp_array_view y,
                                  int backward);

/* copy, copy_n (the first n) and move: to the front of out; copy_backward and move_backward:
   to its end. in and out may overlap in any way. */
#define amp_stl_copy(T, in, out) amp__copy_any((amp__moves_##T)(), in, out, 0)
#define amp_stl_copy_n(T, in, n, out) amp__copy_any((amp__moves_##T)(), amp_range(in, 0, n), out, 0)
#define amp_stl_copy_backward(T, in, out) amp__copy_any((amp__moves_##T)(), in, out, 1)
#define amp_stl_move(T, in, out) amp_stl_copy(T, in, out)
#define amp_stl_move_backward(T, in, out) amp_stl_copy_backward(T, in, out)

/* What the macros below call. */
AMP__API amp_status amp__reverse(const amp__moves *m, amp_array_view x);
AMP__API amp_status amp__rotate_copy(const amp__moves *m, amp_array_view x, ptrdiff_t middle,
                                     amp_array_view y);
AMP__API amp_status amp__rotate(const amp__moves *m, amp_array_view x, ptrdiff_t middle);
AMP__API amp_status amp__swap_ranges(const amp__moves *m, amp_array_view x, amp_array_view y);
AMP__API amp_status amp__shuffle(const amp__moves *m, amp_array_view x, amp_uint64 seed);

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

/* *result = found if the predicate holds (invert: does not hold) for an element; else !found. */
AMP__API amp_status amp__al_any(const amp__predicate *p, amp_array_view x, int invert,
                                int found, int *result);

/* all_of, any_of, none_of: *result, an int, is 1 or 0. */
#define amp_stl_all_of(pred, view, result)                                                         \
    amp__al_any((amp__predicate_##pred)(), view, 1, 0, result)
#define amp_stl_any_of(pred, view, result)                                                         \
    amp__al_any((amp__predicate_##pred)(), view, 0, 1, result)
#define amp_stl_none_of(pred, view, result)                                                        \
    amp__al_any((amp__predicate_##pred)(), view, 0, 0, result)

#define AMP__EXTREME(less, view, low, high, last)                                                  \
    amp__do_extremes_##less(view, low, high, last)
/* Where an index goes that nobody asked for; each thread has its own. */
AMP__API ptrdiff_t *amp__nowhere(void);
/* min_element, max_element: *index = that of the first least, the first greatest element. */
#define amp_stl_min_element(less, view, index)                                                     \
    AMP__EXTREME(less, view, index, amp__nowhere(), amp__nowhere())
#define amp_stl_max_element(less, view, index)                                                     \
    AMP__EXTREME(less, view, amp__nowhere(), index, amp__nowhere())
/* minmax_element: *low = the index of the first least, *high of the last greatest element. */
#define amp_stl_minmax_element(less, view, low, high)                                              \
    AMP__EXTREME(less, view, low, amp__nowhere(), high)

/* ---- searches: these read the views only, except the bounds' results ---- */

/* What the macros below call. */
AMP__API amp_status amp__adjacent_find(const amp__equality *q, amp_array_view x,
                                       ptrdiff_t *index);
AMP__API amp_status amp__is_sorted_until(const amp__comparison *c, amp_array_view x,
                                         ptrdiff_t *index);
AMP__API amp_status amp__is_sorted(const amp__comparison *c, amp_array_view x, int *result);
/* The first index at which two ranges differ; the shorter length if none. */
AMP__API amp_status amp__mismatch(const char *f, const amp__equality *q, amp_array_view x,
                                  amp_array_view z, ptrdiff_t *index);
AMP__API amp_status amp__al_equal(const amp__equality *q, amp_array_view x, amp_array_view z,
                               int *result);
AMP__API amp_status amp__lexicographical(const amp__comparison *c, amp_array_view x,
                                         amp_array_view z, int *result);

/* find: *index = that of the first element equal to value; find_if: for which pred holds;
   find_if_not: for which it does not. The length where there is none. */
#define amp_stl_find(T, view, value, index) amp__do_find_##T(view, value, index)
#define amp_stl_find_if(pred, view, index)                                                         \
    amp__al_find((amp__predicate_##pred)(), NULL, view, 0, index)
#define amp_stl_find_if_not(pred, view, index)                                                     \
    amp__al_find((amp__predicate_##pred)(), NULL, view, 1, index)
/* find_first_of: *index = that of the first element that equals one of set. */
#define amp_stl_find_first_of(equal, view, set, index)                                             \
    amp__search((amp__equality_##equal)(), (amp__predicate_##equal)(), view, set, -1, 0, index)
/* search, find_end: *index = where pattern begins first, last; search_n: where n elements equal
   to value begin first. The length where it is nowhere. */
#define amp_stl_find_end(equal, view, pattern, index)                                              \
    amp__search((amp__equality_##equal)(), NULL, view, pattern, 0, 1, index)
#define amp_stl_search(equal, view, pattern, index)                                                \
    amp__search((amp__equality_##equal)(), NULL, view, pattern, 0, 0, index)
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
/* Lower bounds to low, upper bounds to high. */
AMP__API amp_status amp__equal_range(const amp__comparison *c, amp_array_view x,
                                     amp_array_view wanted, amp_array_view low,
                                     amp_array_view high);

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

AMP__API amp_status amp__is_partitioned(const amp__predicate *p, amp_array_view x, int *result);
/* is_partitioned: *result, an int, is 1 or 0. Only reads. */
#define amp_stl_is_partitioned(pred, view, result)                                                 \
    amp__is_partitioned((amp__predicate_##pred)(), view, result)
/* partition_point: *index = that of the first element of a partitioned range for which pred does
   not hold, or the length. Only reads. */
#define amp_stl_partition_point(pred, view, index)                                                 \
    amp__partition_point((amp__predicate_##pred)(), view, index)
AMP__API amp_status amp__partition_point(const amp__predicate *p, amp_array_view x,
                                         ptrdiff_t *index);

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

/* What the macros below call; n must be 0 to the length of x. */
AMP__API amp_status amp__sort_part(const amp__comparison *c, amp_array_view x, ptrdiff_t n,
                                   int front);
/* partial_sort: the least elements, middle of them, come first and sorted. nth_element: element
   nth is what it would be were all sorted, and none before it is greater and none after it less.
   In place; middle and nth are 0 to the length. The order of the others is not said. */
#define amp_stl_partial_sort(less, view, middle)                                                   \
    amp__sort_part((amp__comparison_##less)(), view, middle, 1)
#define amp_stl_nth_element(less, view, nth)                                                       \
    amp__sort_part((amp__comparison_##less)(), view, nth, 0)

/* The least elements of x, sorted, as many as y holds. */
AMP__API amp_status amp__partial_sort_copy(const amp__comparison *c, amp_array_view x,
                                           amp_array_view y, ptrdiff_t *count);
/* partial_sort_copy: the least elements of in, sorted, as many as out holds; *count = how many.
   out does not overlap in. */
#define amp_stl_partial_sort_copy(less, in, out, count)                                            \
    amp__partial_sort_copy((amp__comparison_##less)(), in, out, count)

AMP__API amp_status amp__inplace_merge(const amp__comparison *c, amp_array_view x,
                                       ptrdiff_t middle);
/* inplace_merge: the sorted parts before and from middle, 0 to the length, become one. */
#define amp_stl_inplace_merge(less, view, middle)                                                  \
    amp__inplace_merge((amp__comparison_##less)(), view, middle)

#if AMP__IMPLEMENT

AMP__API amp_status amp__copy_any(const amp__moves *m, amp_array_view x, amp_array_view y,
                                  int backward)
{
    static const char f[] = "amp_stl_copy";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    ptrdiff_t apart;
    amp_array_view between;
    amp_status s = amp__al_expect(f, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &y, n));
    if (s != AMP_OK || n == 0) {
        return s;
    }
    y = backward ? amp_range(y, amp__al_length(&y) - n, amp__al_length(&y)) : amp_range(y, 0, n);
    if (!amp__al_overlaps(&x, &y, &apart)) {
        return amp__al_copy(m, x, y);
    }
    s = amp__al_temporary(&between, m->type, n);
    s = AMP__THEN(s, amp__al_copy(m, x, between));
    s = AMP__THEN(s, amp__al_copy(m, between, y));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__reverse(const amp__moves *m, amp_array_view x)
{
    const int n = x.extent.dim[0];
    const amp_status s = amp__al_expect("amp_stl_reverse", "view", &x, m->type, 1, 1);
    if (s != AMP_OK || amp__al_length(&x) < 2) {
        return s;
    }
    return AMP__RUN(&m->reverse, amp_extent(n / 2), &x, &n);
}

AMP__API amp_status amp__rotate_copy(const amp__moves *m, amp_array_view x, ptrdiff_t middle,
                                     amp_array_view y)
{
    if (x.status == AMP_OK && (middle < 0 || middle > amp__al_length(&x))) {
        return amp__fail(AMP_INVALID_ARGUMENT, "amp_stl_rotate: the middle is %ld, the range has "
                         "%ld elements: it must be 0 to that", (long)middle,
                         (long)amp__al_length(&x));
    }
    return amp__al_move("amp_stl_rotate", m, x, y, middle == amp__al_length(&x) ? 0 : (int)middle);
}

/* The shorter part of the range goes to temporary storage, the longer one moves past it in steps of
   the shorter one's length, of which no two share an element; a part of less than an eighth would
   need too many. */
static AMP__COLD amp_status amp__rotate_steps(const amp__moves *m, amp_array_view x,
                                              ptrdiff_t middle, amp_array_view aside)
{
    const ptrdiff_t n = amp__al_length(&x), step = amp__al_length(&aside);
    const int left = middle == step; /* the front is the shorter part */
    ptrdiff_t done = 0;
    amp_status s = amp__al_copy(m, left ? amp_range(x, 0, step) : amp_range(x, middle, n), aside);
    while (s == AMP_OK && done < n - step) {
        const ptrdiff_t some = n - step - done < step ? n - step - done : step;
        const ptrdiff_t from = left ? step + done : n - step - done - some;
        const ptrdiff_t to = left ? from - step : from + step;
        s = amp__al_copy(m, amp_range(x, from, from + some), amp_range(x, to, to + some));
        done += some;
    }
    return AMP__THEN(s, amp__al_copy(m, aside, left ? amp_range(x, n - step, n)
                                                    : amp_range(x, 0, step)));
}

AMP__API amp_status amp__rotate(const amp__moves *m, amp_array_view x, ptrdiff_t middle)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x), shorter = middle < n - middle ? middle : n - middle;
    amp_array_view moved;
    amp_status s = amp__al_expect("amp_stl_rotate", "view", &x, m->type, 1, 1);
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    if (shorter > 0 && shorter >= n / 8) {
        s = amp__al_temporary(&moved, m->type, shorter);
        s = AMP__THEN(s, amp__rotate_steps(m, x, middle, moved));
        return amp__al_close(scope, s);
    }
    s = amp__al_temporary(&moved, m->type, n);
    s = AMP__THEN(s, amp__rotate_copy(m, x, middle, moved));
    s = AMP__THEN(s, amp__al_copy(m, moved, x));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__swap_ranges(const amp__moves *m, amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_stl_swap_ranges";
    amp_status s = amp__al_expect(f, "first range", &x, m->type, 1, 1);
    s = AMP__THEN(s, amp__al_expect(f, "second range", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "second range", &y, amp__al_length(&x)));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    y = amp_range(y, 0, amp__al_length(&x));
    s = amp__al_apart(f, &x, &y, 0);
    return AMP__THEN(s, AMP__RUN(&m->swap, x.extent, &x, &y));
}

AMP__API amp_status amp__shuffle(const amp__moves *m, amp_array_view x, amp_uint64 seed)
{
    const amp__al_scope scope = amp__al_open();
    const amp__type key = AMP__TYPE_CONSTANT(amp_uint64);
    amp_array_view keys, order, moved;
    amp_status s = amp__al_expect("amp_stl_shuffle", "view", &x, m->type, 1, 1);
    if (s != AMP_OK || amp__al_length(&x) < 2) {
        return s;
    }
    s = amp__al_temporary(&keys, key, amp__al_length(&x));
    s = AMP__THEN(s, amp__al_temporary(&order, amp__al_int, amp__al_length(&x)));
    s = AMP__THEN(s, amp__al_temporary(&moved, m->type, amp__al_length(&x)));
    s = AMP__THEN(s, amp__random__launch(AMP__ON, x.extent, keys, seed));
    s = AMP__THEN(s, amp__indices__launch(AMP__ON, order.extent, order));
    s = AMP__THEN(s, amp__radix_passes(amp__radix_amp_uint64(), keys, &order));
    s = AMP__THEN(s, AMP__RUN(&m->gather, x.extent, &x, &order, &moved));
    s = AMP__THEN(s, amp__al_copy(m, moved, x));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__al_any(const amp__predicate *p, amp_array_view x, int invert,
                                int found, int *result)
{
    ptrdiff_t index = 0;
    const amp_status s = amp__al_find(p, NULL, x, invert, &index);
    if (s == AMP_OK) {
        *result = index < amp__al_length(&x) ? found : !found;
    }
    return s;
}

AMP__API ptrdiff_t *amp__nowhere(void)
{
    static __thread ptrdiff_t unwanted;
    return &unwanted;
}

/* The length of the shorter range. */
static inline ptrdiff_t amp__shorter(const amp_array_view *x, const amp_array_view *z)
{
    return amp__al_length(x) < amp__al_length(z) ? amp__al_length(x) : amp__al_length(z);
}

/* *index = the first of n flags that the kernel k sets on x or, unless z is NULL, on x and z;
   `none` where it sets none. The views have been checked, and there is a flag. */
static AMP__COLD amp_status amp__first_of(const amp__kernel *k, const amp_array_view *x,
                                          const amp_array_view *z, ptrdiff_t n, ptrdiff_t none,
                                          ptrdiff_t *index)
{
    const void *const given[] = { x, z };
    const amp__al_scope scope = amp__al_open();
    amp_array_view flags;
    amp_status s;
    if (amp__fused_at_once(x, z, NULL)) {
        return amp__fused_first(k, z != NULL ? 2 : 1, given, n, 0, 0, none, index);
    }
    s = amp__al_temporary(&flags, amp__al_int, n);
    s = AMP__THEN(s, z != NULL ? AMP__RUN(k, flags.extent, x, z, &flags)
                               : AMP__RUN(k, flags.extent, x, &flags));
    s = AMP__THEN(s, amp__flag_index(flags, 0, none, index));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__adjacent_find(const amp__equality *q, amp_array_view x,
                                       ptrdiff_t *index)
{
    const ptrdiff_t n = amp__al_length(&x);
    amp_status s = amp__al_expect("amp_stl_adjacent_find", "input", &x, q->moves()->type, 1, 0);
    if (s == AMP_OK && n < 2) {
        *index = n;
        return s;
    }
    return AMP__THEN(s, amp__first_of(&q->pairs, &x, NULL, n - 1, n, index));
}

AMP__API amp_status amp__is_sorted_until(const amp__comparison *c, amp_array_view x,
                                         ptrdiff_t *index)
{
    const ptrdiff_t n = amp__al_length(&x);
    amp_status s = amp__al_expect("amp_stl_is_sorted", "input", &x, c->moves()->type, 1, 0);
    if (s == AMP_OK && n < 2) {
        *index = n;
        return s;
    }
    s = AMP__THEN(s, amp__first_of(&c->descends, &x, NULL, n - 1, n - 1, index));
    if (s == AMP_OK) {
        *index += 1;
    }
    return s;
}

AMP__API amp_status amp__is_sorted(const amp__comparison *c, amp_array_view x, int *result)
{
    ptrdiff_t index = 0;
    const amp_status s = amp__is_sorted_until(c, x, &index);
    if (s == AMP_OK) {
        *result = index == amp__al_length(&x);
    }
    return s;
}

AMP__API amp_status amp__mismatch(const char *f, const amp__equality *q, amp_array_view x,
                                  amp_array_view z, ptrdiff_t *index)
{
    const ptrdiff_t n = amp__shorter(&x, &z);
    amp_status s = amp__al_expect(f, "first input", &x, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "second input", &z, q->moves()->type, 1, 0));
    if (s == AMP_OK && n == 0) {
        *index = 0;
        return s;
    }
    return AMP__THEN(s, amp__first_of(&q->differ, &x, &z, n, n, index));
}

AMP__API amp_status amp__al_equal(const amp__equality *q, amp_array_view x, amp_array_view z,
                               int *result)
{
    ptrdiff_t index = 0;
    const amp_status s = amp__mismatch("amp_stl_equal", q, x, z, &index);
    if (s == AMP_OK) {
        *result = index == amp__al_length(&x) && index == amp__al_length(&z);
    }
    return s;
}

AMP__API amp_status amp__lexicographical(const amp__comparison *c, amp_array_view x,
                                         amp_array_view z, int *result)
{
    static const char f[] = "amp_stl_lexicographical_compare";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__shorter(&x, &z);
    amp_array_view flags;
    ptrdiff_t index = -1;
    int how = amp__al_length(&x) < amp__al_length(&z) ? 1 : 0;
    amp_status s = amp__al_expect_two(f, c, x, z);
    if (s == AMP_OK && n > 0 && amp__fused_at_once(&x, &z, NULL)) {
        const void *const given[] = { &x, &z };
        ptrdiff_t at_ = -1;
        s = amp__fused_first(&c->order, 2, given, n, 0, 0, -1, &at_);
        if (at_ >= 0) { /* which of the two is first there */
            const amp_array_view one = amp_range(x, at_, at_ + 1);
            const amp_array_view other = amp_range(z, at_, at_ + 1);
            index = 0;
            s = AMP__THEN(s, amp__al_temporary(&flags, amp__al_int, 1));
            s = AMP__THEN(s, AMP__RUN(&c->order, flags.extent, &one, &other, &flags));
        }
    } else if (n > 0) {
        s = AMP__THEN(s, amp__al_temporary(&flags, amp__al_int, n));
        s = AMP__THEN(s, AMP__RUN(&c->order, flags.extent, &x, &z, &flags));
        s = AMP__THEN(s, amp__flag_index(flags, 0, -1, &index));
    }
    if (s == AMP_OK && index >= 0) {
        s = amp__al_fetch(flags, index, &how);
    }
    if (s == AMP_OK) {
        *result = how == 1;
    }
    return amp__al_close(scope, s);
}

/* A chunk of an equal range: the lower bound of a value, and the upper one close behind it if it is
   there, as it is where values are met a few times. a: sorted range, wanted values, the lower
   bound's number, both results. */
static AMP__NOINLINE void amp__fused_range_chunk(amp__fused_pass *s, const amp__argument *a,
                                                 const amp__tile *t, int c, int wide)
{
    enum { FEW = 8 };
    static const int upper = 1;
    const int n = a[0].extent[0];
    int *const low = (int *)a[3].data, *const high = (int *)a[4].data;
    const ptrdiff_t first = c * s->per, end = first + s->per < s->n ? first + s->per : s->n;
    amp__argument b[AMP_MAX_PARAMETERS], d[AMP_MAX_PARAMETERS];
    amp__box box;
    ptrdiff_t k;
    (void)t;
    amp__fused_arguments(s, a, b);
    memcpy(d, b, 4 * sizeof(*b));
    d[2].data = high;
    memcpy(&d[3].data, &(const void *){ &upper }, sizeof(void *));
    memset(&box, 0, sizeof(box));
    box.high[0] = box.high[1] = 1;
    for (k = first; k < end; k++) {
        int left;
        if ((k - first) % AMP__FUSED_BLOCK == 0) {
            const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
            amp__fused_flags(s, b, k, length, low + k, wide);
        }
        left = n - low[k];
        high[k] = 0;
        box.low[2] = (int)k;
        box.high[2] = (int)k + 1;
        d[0].data = (char *)a[0].data + (size_t)low[k] * s->size;
        d[0].extent[0] = left < FEW ? left : FEW;
        if (left > 0) {
            s->flags->simple[wide](d, &box);
        }
        if (high[k] == FEW && left > FEW) {
            d[0].extent[0] = left;
            s->flags->simple[wide](d, &box);
        }
        high[k] += low[k];
    }
}

AMP__API amp_status amp__equal_range(const amp__comparison *c, amp_array_view x,
                                     amp_array_view wanted, amp_array_view low,
                                     amp_array_view high)
{
    static const char f[] = "amp_stl_equal_range";
    static const int lower = 0;
    const ptrdiff_t n = amp__al_length(&wanted);
    amp_status s = amp__al_expect(f, "sorted range", &x, c->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "wanted values", &wanted, c->moves()->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "first result", &low, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "second result", &high, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "first result", &low, n));
    s = AMP__THEN(s, amp__al_room(f, "second result", &high, n));
    s = AMP__THEN(s, amp__al_apart(f, &low, &high, 0));
    s = AMP__THEN(s, amp__al_apart(f, &wanted, &low, 0));
    s = AMP__THEN(s, amp__al_apart(f, &wanted, &high, 0));
    s = AMP__THEN(s, amp__al_apart(f, &x, &low, 0));
    s = AMP__THEN(s, amp__al_apart(f, &x, &high, 0));
    if (s == AMP_OK && n > 0 && !amp__is_empty(&x) && amp__fused_at_once(&x, &wanted, &low)
        && amp__fused_at_once(&high, NULL, NULL)) {
        const void *const given[] = { &x, &wanted, &lower };
        const amp_array_view *const written[] = { &low, &high };
        amp__fused_pass w;
        low = amp_range(low, 0, n);
        high = amp_range(high, 0, n);
        memset(&w, 0, sizeof(w));
        w.flags = &c->bound;
        w.out = 2;
        amp__fused_cut(&w, n, AMP__SCAN_LEAST, amp__fused_range_chunk);
        w.size = x.type.size;
        return amp__fused_run(&w, given, written, 2);
    }
    s = AMP__THEN(s, amp__bounds(c, x, wanted, low, 0));
    return AMP__THEN(s, amp__bounds(c, x, wanted, high, 1));
}

AMP__API amp_status amp__is_partitioned(const amp__predicate *p, amp_array_view x, int *result)
{
    ptrdiff_t first = 0, count = 0;
    amp_status s = amp__al_find(p, NULL, x, 1, &first);
    s = AMP__THEN(s, amp__count_if(p, NULL, x, &count));
    if (s == AMP_OK) {
        *result = first == count;
    }
    return s;
}

/* s->found = the first of the flags that is not set; those before it are, and those behind it are
   not: by bisection, in the only chunk of a fused pass. */
static AMP__NOINLINE void amp__fused_point_chunk(amp__fused_pass *s, const amp__argument *a,
                                                 const amp__tile *t, int c, int wide)
{
    amp__argument b[AMP_MAX_PARAMETERS];
    ptrdiff_t low = 0, high = s->n;
    (void)t, (void)c;
    amp__fused_arguments(s, a, b);
    while (low < high) {
        const ptrdiff_t middle = low + (high - low) / 2;
        int f = 0;
        amp__fused_flags(s, b, middle, 1, &f, wide);
        if (f != 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    s->found = low;
}

AMP__API amp_status amp__partition_point(const amp__predicate *p, amp_array_view x,
                                         ptrdiff_t *index)
{
    amp_status s = amp__al_expect("amp_stl_partition_point", "input", &x, p->moves()->type, 1, 0);
    if (s == AMP_OK && !amp__is_empty(&x) && amp__fused_at_once(&x, NULL, NULL)) {
        const void *const given[] = { &x, p->captured != NULL ? p->captured() : NULL };
        amp__fused_pass w;
        memset(&w, 0, sizeof(w));
        w.flags = &p->test;
        w.out = 1;
        w.n = w.per = amp__al_length(&x);
        w.chunks = 1;
        w.chunk = amp__fused_point_chunk;
        s = amp__fused_run(&w, given, NULL, 0);
        if (s == AMP_OK) {
            *index = w.found;
        }
        return s;
    }
#ifdef AMP_OPENCL
    if (s == AMP_OK && !amp__is_empty(&x) && amp__counting_of(p->counting, 1) != NULL) {
        int point;
        s = amp__counting_result(p->counting(), amp__value_of(p, NULL), x, 3, &point);
        if (s == AMP_OK) {
            *index = point;
        }
        return s;
    }
#endif
    return AMP__THEN(s, amp__al_find(p, NULL, x, 1, index));
}

/* Where amp__fused_at_once: brings element nth of x, which is not empty, to its place, what comes
   before it to the front and what comes after it to the end. Each round draws a sorted sample,
   takes two of its elements that lie closely below and above the one wanted, parts the range by
   them, and goes on in the part of it; what is left in the end is sorted. */
static AMP__COLD amp_status amp__select(const amp__comparison *c, amp_array_view x, ptrdiff_t nth)
{
    enum { FEW = 65536, SAMPLE = 32768, ROUNDS = 40 };
    static const int classes[] = { 0, 1, 3, -1 };
    ptrdiff_t low = 0, high = amp__al_length(&x);
    int round, stuck = 0;
    amp_status s = AMP_OK;
    for (round = 0; round < ROUNDS && stuck < 2 && high - low > FEW && s == AMP_OK; round++) {
        /* how 0: parts up to the first pivot, up to the second, and above; 1: below the first,
           below the second, and the rest. In turns, so that many equal elements are parted */
        const int how = round % 2;
        const amp__al_scope scope = amp__al_open();
        const amp_array_view range = amp_range(x, low, high);
        const ptrdiff_t m = high - low, size = m / 64 < SAMPLE ? m / 64 : SAMPLE;
        ptrdiff_t at_ = (nth - low) * size / m, off = 1, total[AMP__CLASSES];
        amp_array_view order, sample, pivots, moved;
        const void *given[3];
        amp__fused_pass w;
        int *index, i, k;
        memset(&w, 0, sizeof(w));
        while (off * off < size) {
            off++;
        }
        off *= 2; /* four times the error of a rank in the sample */
        s = amp__al_temporary(&order, amp__al_int, size);
        s = AMP__THEN(s, amp__al_temporary(&sample, x.type, size));
        s = AMP__THEN(s, amp__al_temporary(&pivots, x.type, 3));
        s = AMP__THEN(s, amp__al_temporary(&moved, x.type, m));
        s = AMP__THEN(s, amp__fused_bytes(&w, m));
        if (s == AMP_OK) {
            index = (int *)order.data;
            for (i = 0; i < (int)size; i++) { /* one of each 64 or more, not at equal distances */
                index[i] = (int)(m / size * i + (ptrdiff_t)((unsigned)i * 2654435761u >> 26));
            }
            s = AMP__RUN(&c->moves()->gather, order.extent, &range, &order, &sample);
            s = AMP__THEN(s, amp__merge_sort(c, sample));
            index[0] = (int)(at_ > off ? at_ - off : 0);
            index[1] = index[2] = (int)(at_ + off < size ? at_ + off : size - 1);
            order = amp_range(order, 0, 3);
            s = AMP__THEN(s, AMP__RUN(&c->moves()->gather, order.extent, &sample, &order, &pivots));
        }
        given[0] = &pivots;
        given[1] = &range;
        given[2] = &how;
        s = AMP__THEN(s, amp__fused_count(&w, &c->bound, 2, given, m, 4, total));
        for (i = 0, k = 0; s == AMP_OK && low + total[k] <= nth && i < 2; k = classes[++i]) {
            low += total[k]; /* the wanted one is behind this class */
        }
        if (s == AMP_OK) {
            stuck = total[k] == m ? stuck + 1 : 0;
            high = low + total[k];
        }
        if (s == AMP_OK && stuck == 0) {
            amp__fused_positions(&w, classes);
            s = amp__fused_move_all(&w, range, moved, 0);
            s = AMP__THEN(s, amp__al_copy(c->moves(), moved, range));
        }
        s = amp__al_close(scope, s);
    }
    /* stuck twice: all that are left are equivalent */
    return stuck >= 2 ? s : AMP__THEN(s, amp__merge_sort(c, amp_range(x, low, high)));
}

AMP__API amp_status amp__sort_part(const amp__comparison *c, amp_array_view x, ptrdiff_t n,
                                   int front)
{
    const ptrdiff_t all = amp__al_length(&x);
    amp_status s;
    if (x.status == AMP_OK && (n < 0 || n > all)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "amp_stl_partial_sort, amp_stl_nth_element: the "
                         "index is %ld, the range has %ld elements: it must be 0 to that",
                         (long)n, (long)all);
    }
    s = amp__al_expect(front ? "amp_stl_partial_sort" : "amp_stl_nth_element", "view", &x,
                       c->moves()->type, 1, 1);
    if (s != AMP_OK || n >= all || (front && n > all / 4) || !amp__fused_at_once(&x, NULL, NULL)) {
        return AMP__THEN(s, front || n < all ? amp__merge_sort(c, x) : AMP_OK);
    }
    s = amp__select(c, x, n);
    return front && n > 1 ? AMP__THEN(s, amp__merge_sort(c, amp_range(x, 0, n))) : s;
}

/* Puts the elements of a block that are not behind a pivot to kept[count] and on, in order, and
   returns how many there are then. order: of the kernel c->order, of each beside the pivot. */
static AMP__INLINE ptrdiff_t amp__fused_best(const int *order, int length, const char *x,
                                             size_t size, char *kept, ptrdiff_t count)
{
    enum { PART = 32 };
    int i, j, any;
    for (i = 0; i < length; i += PART) {
        const int end = length - i < PART ? length : i + PART;
        any = end - i < PART;
        if (end - i == PART) {
            for (j = 0; j < PART; j++) {
                any |= order[i + j] != 2;
            }
        }
        for (j = i; any != 0 && j < end; j++) {
            if (order[j] != 2) {
                memcpy(kept + (size_t)count++ * size, x + (size_t)j * size, size);
            }
        }
    }
    return count;
}
AMP__FUSED_FORMS(ptrdiff_t, amp__fused_best, (const int *order, int length, const char *x,
                                              size_t size, char *kept, ptrdiff_t count),
                 return amp__fused_best(order, length, x, size, kept, count))

/* A chunk's elements that are not behind the pivot, to the front of as long a part of what is kept;
   s->at[c][1] = how many. a: the range, the pivot, what is kept. */
static AMP__NOINLINE void amp__fused_best_chunk(amp__fused_pass *s, const amp__argument *a,
                                                const amp__tile *t, int c, int wide)
{
    char same[AMP__FUSED_BLOCK * AMP__FUSED_VALUE]; /* the pivot, again and again */
    int order[AMP__FUSED_BLOCK];
    amp__argument b[AMP_MAX_PARAMETERS];
    size_t filled = s->size;
    ptrdiff_t k = c * s->per, count = 0;
    const ptrdiff_t end = k + s->per < s->n ? k + s->per : s->n;
    const char *const x = (const char *)a[0].data;
    char *const kept = (char *)a[2].data + (size_t)k * s->size;
    (void)t;
    memcpy(same, a[1].data, s->size);
    for (; filled < AMP__FUSED_BLOCK * s->size; filled *= 2) {
        memcpy(same + filled, same, filled);
    }
    amp__fused_arguments(s, a, b);
    b[1] = b[s->out];
    while (k < end) {
        const int length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
        const char *const from = x + (size_t)k * s->size;
        b[1].data = (void *)((uintptr_t)same - (uintptr_t)k * s->size);
        amp__fused_flags(s, b, k, length, order, wide);
        count = wide ? amp__fused_best_avx2(order, length, from, s->size, kept, count)
                     : amp__fused_best_base(order, length, from, s->size, kept, count);
        k += length;
    }
    s->at[c][1] = count;
}

/* Where amp__fused_at_once, and m, at least 1, is little beside n, the length of x: *few =
   temporary storage of the elements of x, in order, that do not come behind an element of a sample,
   of which as many come before it as let at least m be expected. *count = how many there are: the m
   least are among them if it is m or more. */
static AMP__COLD amp_status amp__fused_few(const amp__comparison *c, amp_array_view x,
                                           ptrdiff_t m, amp_array_view *few, ptrdiff_t *count)
{
    enum { SAMPLE = 8192 };
    const ptrdiff_t n = amp__al_length(&x), size = n / 64 < SAMPLE ? n / 64 : SAMPLE;
    const ptrdiff_t want = m * size / n;
    amp_array_view order, sample, pivot;
    const void *const given[] = { &x, &pivot };
    const amp_array_view *const written[] = { few };
    amp__fused_pass w;
    ptrdiff_t off = 1, i;
    amp_status s = amp__al_temporary(few, x.type, n);
    s = AMP__THEN(s, amp__al_temporary(&order, amp__al_int, size));
    s = AMP__THEN(s, amp__al_temporary(&sample, x.type, size));
    while (off * off < want) {
        off++;
    }
    off = want + 4 * off + 8; /* four times the error of a rank in the sample, and some */
    if (s == AMP_OK) {
        for (i = 0; i < size; i++) { /* one of each 64 or more, not at equal distances */
            ((int *)order.data)[i] = (int)(n / size * i
                                           + (ptrdiff_t)((unsigned)i * 2654435761u >> 26));
        }
        s = AMP__RUN(&c->moves()->gather, order.extent, &x, &order, &sample);
        s = AMP__THEN(s, amp__merge_sort(c, sample));
    }
    if (s == AMP_OK) {
        off = off < size ? off : size - 1;
        pivot = amp_range(sample, off, off + 1);
        memset(&w, 0, sizeof(w));
        w.flags = &c->order;
        w.out = 2;
        amp__fused_cut(&w, n, AMP__SCAN_LEAST, amp__fused_best_chunk);
        w.size = x.type.size;
        s = amp__fused_run(&w, given, written, 1);
    }
    for (i = 0, *count = 0; s == AMP_OK && i < w.chunks; i++) {
        char *const kept = (char *)few->data;
        memmove(kept + (size_t)*count * w.size, kept + (size_t)(i * w.per) * w.size,
                (size_t)w.at[i][1] * w.size);
        *count += w.at[i][1];
    }
    return s;
}

AMP__API amp_status amp__partial_sort_copy(const amp__comparison *c, amp_array_view x,
                                           amp_array_view y, ptrdiff_t *count)
{
    enum { MANY = 65536 };
    static const char f[] = "amp_stl_partial_sort_copy";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x), m = amp__al_length(&y) < n ? amp__al_length(&y) : n;
    amp_array_view sorted;
    int done = 0;
    amp_status s = amp__al_expect(f, "input", &x, c->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, c->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    if (s == AMP_OK && n > MANY && m > 0 && m <= n / 256 && x.type.size <= AMP__FUSED_VALUE
        && amp__fused_at_once(&x, &y, NULL)) {
        ptrdiff_t few = 0;
        s = amp__fused_few(c, x, m, &sorted, &few);
        done = s == AMP_OK && few >= m; /* else, which is not to be expected, among all */
        if (done) {
            sorted = amp_range(sorted, 0, few);
            s = amp__sort_part(c, sorted, m, 1);
            s = AMP__THEN(s, amp__al_copy(c->moves(), amp_range(sorted, 0, m), y));
        }
    }
    if (s == AMP_OK && m > 0 && !done) {
        s = amp__al_temporary(&sorted, c->moves()->type, n);
        s = AMP__THEN(s, amp__al_copy(c->moves(), x, sorted));
        s = AMP__THEN(s, amp__sort_part(c, sorted, m, 1));
        s = AMP__THEN(s, amp__al_copy(c->moves(), amp_range(sorted, 0, m), y));
    }
    if (s == AMP_OK) {
        *count = m;
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__inplace_merge(const amp__comparison *c, amp_array_view x,
                                       ptrdiff_t middle)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view merged;
    amp_status s = amp__al_expect("amp_stl_inplace_merge", "view", &x, c->moves()->type, 1, 1);
    if (s == AMP_OK && (middle < 0 || middle > n)) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "amp_stl_inplace_merge: the middle is %ld, the range "
                      "has %ld elements: it must be 0 to that", (long)middle, (long)n);
    }
    if (s != AMP_OK || n < 2) {
        return s;
    }
    s = amp__al_temporary(&merged, c->moves()->type, n);
    s = AMP__THEN(s, amp__merge_into(c, amp_range(x, 0, middle), amp_range(x, middle, n), merged));
    s = AMP__THEN(s, amp__al_copy(c->moves(), merged, x));
    return amp__al_close(scope, s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_STL_H */
