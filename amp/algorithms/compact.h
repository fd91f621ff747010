/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_COMPACT_H
#define AMP_ALGORITHMS_COMPACT_H
/*
amp/algorithms/compact.h: which elements, how many, and those alone.

  1 kernels       flags by a predicate, by equality; what is made of flags
  2 on the host   find, count_if, copy_if, partition, replace, unique, runs

Each begins with a view of flags, an int for each element. An inclusive scan of
the flags says where an element goes.
*/

#include "map.h"
#include "reduce.h"
#include "scan.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* Kernels of a condition, amp__holds_<name>, in an element and a value, a P.
   test: a flag for each element. count, for a CPU, of each chunk: the first for which it holds, or
   does not hold, or AMP__NOWHERE; for how many it holds; of the one chunk that there is, which is
   partitioned, the first for which it does not hold, or the length. change: y is `with` where it
   holds, else x. change_own: the same of y itself; where x and y may be one, and are, a compiler's
   vectors are not used. What stays of elements of up to 8 bytes is written too: a masked store
   takes longer than a choice of two. */
#define AMP__FIRST_ONE 0
#define AMP__FIRST_OTHER 1
#define AMP__HOW_MANY 2
#define AMP__POINT 3
#define AMP__NOWHERE 0x7fffffff
#define AMP__CONDITION_KERNELS(K, ...)                                                             \
    K(ELEMENT, test, __VA_ARGS__) K(CHUNK, count, __VA_ARGS__)                                     \
    K(ELEMENT, change, __VA_ARGS__) K(ELEMENT, change_own, __VA_ARGS__)
#define AMP__CONDITION(name, T, P, given, ...)                                                     \
    AMP__HELPER int amp__holds_##name(T a, P given)                                                \
    { (void)a; (void)given; return (__VA_ARGS__) ? 1 : 0; }                                        \
    AMP__HOW_MANY_OF(name, T, P) AMP__POINT_OF(name, T, P)                                         \
    AMP__NONE_OF(name, T, P) AMP__FIRST_OF(name, T, P)                                             \
    AMP__CONDITION_KERNELS(AMP__PART_OF, name, T, P)
#define AMP__KERNEL_test(name, T, P)                                                               \
    AMP__ELEMENT_BODY(amp__test_##name, in(T, 1, x), out(int, 1, flags), value(P, p))              \
        AMP__AT(flags, amp__at_) = amp__holds_##name(AMP__AT(x, amp__at_), p);                     \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_count(name, T, P)                                                              \
    AMP__CHUNK_BODY(amp__count_##name, x_shape.extent[0], in(T, 1, x), out(int, 1, part),          \
                    value(int, per), value(int, what), value(P, p))                                \
        AMP__AT(part, amp_tile_index.tile[0])                                                      \
            = what == AMP__HOW_MANY ? amp__how_many_##name(x, (int)first, (int)last, p)            \
            : what == AMP__POINT ? amp__point_##name(x, (int)first, (int)last, p)                  \
            : amp__first_where_##name(x, (int)first, (int)last, p, what == AMP__FIRST_ONE);        \
    AMP__CHUNK_BODY_END
/* What it finds in elements from low up to high. */
#define AMP__SOUGHT(T, P) amp_global_ptr(const T) x, int low, int high, P p
#define AMP__HOW_MANY_OF(name, T, P)                                                               \
    AMP__HELPER int amp__how_many_##name(AMP__SOUGHT(T, P))                                        \
    {                                                                                              \
        int count = 0;                                                                             \
        AMP__WHOLLY for (; low < high; low++) { count += amp__holds_##name(x[low], p); }           \
        return count;                                                                              \
    }
#define AMP__POINT_OF(name, T, P)                                                                  \
    AMP__HELPER int amp__point_##name(AMP__SOUGHT(T, P))                                           \
    { AMP__BISECT(low, high, amp__holds_##name(x[middle], p)) return low; }
/* The length of the next block, if it is none for which the condition is as wanted; else 0. */
#define AMP__NONE_OF(name, T, P)                                                                   \
    AMP__HELPER int amp__none_##name(AMP__SOUGHT(T, P), int want)                                  \
    {                                                                                              \
        const int length = high - low < 1024 ? high - low : 1024;                                  \
        return amp__how_many_##name(x, low, low + length, p) == (want ? 0 : length) ? length : 0;  \
    }
#define AMP__FIRST_OF(name, T, P)                                                                  \
    AMP__HELPER int amp__first_where_##name(AMP__SOUGHT(T, P), int want)                           \
    {                                                                                              \
        int none = amp__none_##name(x, low, high, p, want); /* a block: no jump for each */        \
        for (; none > 0; none = amp__none_##name(x, low, high, p, want)) { low += none; }          \
        while (low < high && amp__holds_##name(x[low], p) != want) { low++; }                      \
        return low < high ? low : AMP__NOWHERE;                                                    \
    }
#define AMP__KERNEL_change(name, T, P)                                                             \
    AMP__ELEMENT_BODY(amp__change_##name, in(T, 1, x), inout(T, 1, y), value(T, with),             \
                      value(P, p))                                                                 \
        const T a = AMP__AT(x, amp__at_);                                                          \
        AMP__AT(y, amp__at_) = amp__holds_##name(a, p) ? with : a;                                 \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_change_own(name, T, P)                                                         \
    AMP__ELEMENT_BODY(amp__change_own_##name, inout(T, 1, y), value(T, with), value(P, p))         \
        const T a = AMP__AT(y, amp__at_);                                                          \
        const int holds = amp__holds_##name(a, p);                                                 \
        if (sizeof(T) <= 8 || holds) { AMP__AT(y, amp__at_) = holds ? with : a; }                  \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_PREDICATE(name, T, condition in a): which elements, for copy_if, remove_if,
   partition, replace_if, count_if and find_if; what is not 0 counts as true. */
#undef AMP_DEFINE_PREDICATE
#define AMP_DEFINE_PREDICATE(name, T, ...)                                                         \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__CONDITION(name, T, int, none_, __VA_ARGS__)                                               \
    AMP__HOST(AMP__HOST_PREDICATE)(name, T, 0)

/* AMP_DEFINE_PREDICATE_WITH(name, T, P, condition in a and p): p, of type P,
   is set by amp_capture(name, value) before the call, in the same source file
   and host thread. */
#undef AMP_DEFINE_PREDICATE_WITH
#define AMP_DEFINE_PREDICATE_WITH(name, T, P, ...)                                                 \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__CONDITION(name, T, P, p, __VA_ARGS__)                                                     \
    AMP__HOST(AMP__HOST_PREDICATE_WITH)(name, T, P)

/* AMP_DEFINE_EQUAL(name, T, condition in a and b): when two elements are the
   same: for find, equal, unique, search, adjacent_find and the like. */
#undef AMP_DEFINE_EQUAL
#define AMP_DEFINE_EQUAL(name, T, ...) AMP__EQUAL_AS(name, T, 0, __VA_ARGS__)
#define AMP__EQUAL_AS(name, T, op, ...)                                                            \
    AMP__HELPER int amp__same_##name(T a, T b) { return (__VA_ARGS__) ? 1 : 0; }                   \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__CONDITION(name, T, T, p, amp__same_##name(a, p))                                          \
    AMP__EQUAL_KERNELS(AMP__PART_OF, name, T)                                                      \
    AMP__HOST(AMP__HOST_EQUAL)(name, T, op)
#define AMP__EQUAL_KERNELS(K, ...)                                                                 \
    K(ELEMENT, heads, __VA_ARGS__) K(ELEMENT, pairs, __VA_ARGS__)                                  \
    K(ELEMENT, differ, __VA_ARGS__) K(ELEMENT, pattern, __VA_ARGS__)
/* 1 where a run of equal elements begins. */
#define AMP__KERNEL_heads(name, T)                                                                 \
    AMP__AFTER_FIRST_BODY(amp__heads_##name, AMP__AT(flags, 0) = 1;, in(T, 1, x),                  \
                          out(int, 1, flags))                                                      \
        AMP__AT(flags, amp__at_) = !amp__same_##name(AMP__AT(x, amp__at_ - 1),                     \
                                                     AMP__AT(x, amp__at_));                        \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_pairs(name, T)                                                                 \
    AMP__ELEMENT_BODY(amp__pairs_##name, in(T, 1, x), out(int, 1, flags))                          \
        /* 1 where an element equals its successor */                                              \
        AMP__AT(flags, amp__at_) = amp__same_##name(AMP__AT(x, amp__at_),                          \
                                                    AMP__AT(x, amp__at_ + 1));                     \
    AMP__ELEMENT_BODY_END
/* Whether the elements of x and z at this index differ. */
#define AMP__KERNEL_differ(name, T)                                                                \
    AMP__ELEMENT_BODY(amp__differ_##name, in(T, 1, x), in(T, 1, z), out(int, 1, flags))            \
        AMP__AT(flags, amp__at_) = !amp__same_##name(AMP__AT(x, amp__at_), AMP__AT(z, amp__at_));  \
    AMP__ELEMENT_BODY_END
/* Whether this element of x is where something of z is found. how > 0: how elements equal to z[0];
   0: z; -1: any of z. */
#define AMP__KERNEL_pattern(name, T)                                                               \
    AMP__ELEMENT_BODY(amp__pattern_##name, in(T, 1, x), in(T, 1, z), out(int, 1, flags),           \
                      value(int, how))                                                             \
        int j = 0, any = how < 0, count = how > 0 ? how : z_shape.extent[0];                       \
        while (j < count && amp__same_##name(AMP__AT(x, amp__at_ + (any ? 0 : j)),                 \
                                             AMP__AT(z, how > 0 ? 0 : j)) != any) { j++; }         \
        AMP__AT(flags, amp__at_) = (j < count) == any;                                             \
    AMP__ELEMENT_BODY_END

/* ---- kernels on flags and counts: no type, and so ordinary lines ---- */

/* 1 where a run ends: the next element begins one, or there is none. */
AMP_KERNEL(amp__tails, 1, in(int, 1, heads), out(int, 1, flags), value(int, n))
{
    const int i = idx[0];
    amp_at(flags, i) = i + 1 == n || amp_at(heads, i + 1 < n ? i + 1 : i) != 0;
}

AMP_KERNEL(amp__invert, 1, inout(int, 1, flags))
{
    amp_at(flags, idx[0]) = amp_at(flags, idx[0]) == 0;
}

/* Where run number position - 1 begins. */
AMP_KERNEL(amp__begins, 1, in(int, 1, heads), in(int, 1, position), out(int, 1, begin))
{
    if (amp_at(heads, idx[0]) != 0) {
        amp_at(begin, amp_at(position, idx[0]) - 1) = idx[0];
    }
}

/* How long a run is; n is the end of the last. */
AMP_KERNEL(amp__lengths, 1, in(int, 1, begin), out(int, 1, size), value(int, runs),
           value(int, n))
{
    const int i = idx[0];
    amp_at(size, i) = (i + 1 < runs ? amp_at(begin, i + 1 < runs ? i + 1 : i) : n)
        - amp_at(begin, i);
}
/* What the functions below need: sums of counts, by plain scans alone; how many flags are set; the
   first of them, or AMP__NOWHERE; the last, or -1; moves of flags. */
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND_READY(T)
AMP__HELPER int amp__plus_amp__counts(int number, int a, int b) { (void)number; return a + b; }
AMP__SCAN_BODIES(AMP__PLAIN_SCAN_KERNELS, amp__counts, int, 0)
AMP__HOST(AMP__HOST_SCAN)(AMP__NO_SEGMENTS, amp__counts, amp__counts, 0, int)
AMP_DEFINE_TRANSFORM_REDUCE(amp__flags_set, int, int, 0, a + b, a != 0)
AMP_DEFINE_TRANSFORM_REDUCE(amp__first_flag, int, int, AMP__NOWHERE, a < b ? a : b,
                            a != 0 ? i : AMP__NOWHERE)
AMP_DEFINE_TRANSFORM_REDUCE(amp__last_flag, int, int, -1, a > b ? a : b, a != 0 ? i : -1)
AMP_DEFINE_TYPE(amp__flags, int)
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND(T)
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* A condition on one element, and the moves of its type. */
typedef struct amp__predicate {
    const amp__moves *(*moves)(void);
    const void *(*captured)(void); /* where its value p is; NULL: there is none */
    AMP__CONDITION_KERNELS(AMP__MEMBER_OF, )
} amp__predicate;
/* Equality of neighbours, of two ranges, of a range and a pattern. */
typedef struct amp__equality {
    const amp__moves *(*moves)(void);
    AMP__EQUAL_KERNELS(AMP__MEMBER_OF, )
} amp__equality;

#define AMP__HOST_PREDICATE(name, T, captured)                                                     \
    AMP__DESCRIBED(predicate, AMP__CONDITION_KERNELS, name, name, 0, amp__moves_##name, captured)  \
    AMP__REPLACE_IF(name, T)
#define AMP__HOST_PREDICATE_WITH(name, T, P)                                                       \
    AMP__CAPTURED_AT(name, P)                                                                      \
    AMP__HOST_PREDICATE(name, T, amp__capture_of_##name)
#define AMP__REPLACE_IF(name, T)                                                                   \
    AMP__HELPER amp_status amp__do_replace_if_##name(amp_array_view x, amp_array_view y, T v)      \
    { return amp__replace((amp__predicate_##name)(), NULL, x, y, &v); }

/* Descriptions and typed functions of a definition of what is equal. A macro: their names and T
   are the definition's. */
#define AMP__HOST_EQUAL(name, T, op)                                                               \
    AMP__DESCRIBED(predicate, AMP__CONDITION_KERNELS, name, name, op, amp__moves_##name, 0)        \
    AMP__DESCRIBED(equality, AMP__EQUAL_KERNELS, name, name, op, amp__moves_##name)                \
    AMP__EQUAL_CALLS(name, T)
#define AMP__EQUAL_CALLS(name, T)                                                                  \
    AMP__EQUAL_CALL(find, name, (amp_array_view x, T v, ptrdiff_t *index), al_find, x, 0, index)   \
    AMP__EQUAL_CALL(count, name, (amp_array_view x, T v, ptrdiff_t *count), count_if, x, count)    \
    AMP__EQUAL_CALL(remove, name, (amp_array_view x, amp_array_view y, T v, ptrdiff_t *count),     \
                    copy_if, x, y, 1, count)                                                       \
    AMP__EQUAL_CALL(replace, name, (amp_array_view x, amp_array_view y, T v, T with), replace, x,  \
                    y, &with)                                                                      \
    AMP__SEARCH_CALL(name, T)
#define AMP__EQUAL_CALL(what, name, parameters, function, ...)                                     \
    AMP__HELPER amp_status amp__do_##what##_##name parameters                                      \
    { return amp__##function((amp__predicate_##name)(), &v, __VA_ARGS__); }
#define AMP__SEARCH_CALL(name, T)                                                                  \
    AMP__HELPER amp_status amp__do_search_n_##name(amp_array_view x, ptrdiff_t n, T v,             \
                                                   ptrdiff_t *index)                               \
    { return amp__search_n((amp__equality_##name)(), (amp__predicate_##name)(), x, n, &v, index); }

/* The index of the first element for which the predicate holds, or does not
   hold (invert); the length where there is none. */
AMP__API amp_status amp__al_find(const amp__predicate *p, const void *value, amp_array_view x,
                              int invert, ptrdiff_t *index);

/* Where pattern z begins in x, first or last; how as in the kernel. p: equality with a value. */
AMP__API amp_status amp__search(const amp__equality *q, const amp__predicate *p, amp_array_view x,
                                amp_array_view z, int how, int last, ptrdiff_t *index);

/* Where n elements equal to *value begin first. */
AMP__API amp_status amp__search_n(const amp__equality *q, const amp__predicate *p, amp_array_view x,
                                  ptrdiff_t n, const void *value, ptrdiff_t *index);

/* For how many elements the predicate holds; value: what it compares with, or NULL. */
AMP__API amp_status amp__count_if(const amp__predicate *p, const void *value,
                                  amp_array_view x, ptrdiff_t *count);

/* amp_copy_if; invert: amp_remove_if. value as above. */
AMP__API amp_status amp__copy_if(const amp__predicate *p, const void *value, amp_array_view x,
                                 amp_array_view y, int invert, ptrdiff_t *count);

/* amp_partition. */
AMP__API amp_status amp__partition(const amp__predicate *p, amp_array_view x,
                                   amp_array_view y, ptrdiff_t *count);

/* y = x, with *with in place of each element for which the predicate holds. */
AMP__API amp_status amp__replace(const amp__predicate *p, const void *value, amp_array_view x,
                                 amp_array_view y, const void *with);

/* amp_copy_if(name, in, out, &count): the elements for which the predicate
   holds, in order, at the front of out; *count says how many. out
   must hold them; they are counted before anything is written. In place: in and
   out may be the same view. */
#define amp_copy_if(name, in, out, count)                                                          \
    amp__copy_if((amp__predicate_##name)(), NULL, in, out, 0, count)
/* amp_remove_if(name, in, out, &count): the elements for which it does not.
   In place: in and out may be the same view. */
#define amp_remove_if(name, in, out, count)                                                        \
    amp__copy_if((amp__predicate_##name)(), NULL, in, out, 1, count)
/* amp_partition(name, in, out, &count): the elements for which the predicate
   holds, then the others, each in order; *count says for how many it holds. In
   place: in and out may be the same view. */
#define amp_partition(name, in, out, count)                                                        \
    amp__partition((amp__predicate_##name)(), in, out, count)
/* amp_unique(equal, in, out, &count): the first element of each run of equal
   ones; *count says how many. In place: in and out may be the same view. */
#define amp_unique(equal, in, out, count) amp__unique((amp__equality_##equal)(), in, out, count)
AMP__API amp_status amp__unique(const amp__equality *q, amp_array_view x, amp_array_view y,
                                ptrdiff_t *count);

/* The bytes of temporary storage for amp_copy_if, amp_remove_if, amp_partition and
   amp_unique over n elements of `element` bytes, also in place. */
AMP__API size_t amp_copy_if_storage_size(size_t element, ptrdiff_t n);

/* amp_run_length_encode(equal, in, values, lengths, &count): each run of equal
   elements as its first element and its length (a view of int). *count says how many
   runs there are. The three views do not overlap. */
#define amp_run_length_encode(equal, in, values, lengths, count)                                   \
    amp__run_length_encode((amp__equality_##equal)(), in, values, lengths, count)
AMP__API amp_status amp__run_length_encode(const amp__equality *q, amp_array_view x,
                                           amp_array_view values, amp_array_view lengths,
                                           ptrdiff_t *count);

/* amp_reduce_by_key(name, V, equal, keys, values, out_keys, out_values,
   &count): each run of equal keys as its first key and the operator over its
   values in order. name is a scan operator on the values, V their type's name.
   *count says how many runs there are. No result overlaps an input or the other. */
#define amp_reduce_by_key(name, V, equal, keys, values, out_keys, out_values, count)               \
    amp__reduce_by_key((amp__scanning_##name)(), (amp__moves_##V)(), (amp__equality_##equal)(),    \
                       keys, values, out_keys, out_values, count)
AMP__API amp_status amp__reduce_by_key(const amp__scanning *k, const amp__moves *m,
                                       const amp__equality *q, amp_array_view keys,
                                       amp_array_view values, amp_array_view out_keys,
                                       amp_array_view out_values, ptrdiff_t *count);

#if AMP__IMPLEMENT

/* Where a predicate's value is: in `value`, or that of amp_capture; of one that has none, an int
   that is not used. */
static inline const void *amp__value_of(const amp__predicate *p, const void *value)
{
    return p->captured != NULL ? p->captured() : value != NULL ? value : &amp__no_value;
}

/* *index = the first flag that is set, or the last one; `none` where none is. */
static AMP__WARM amp_status amp__flag_index(amp_array_view flags, int last, ptrdiff_t none,
                                            ptrdiff_t *index)
{
    int at_ = last ? -1 : INT_MAX;
    const amp__reduction *r = last ? amp__reduction_amp__last_flag()
                                   : amp__reduction_amp__first_flag();
    const amp_status s = amp__reduce("amp_stl_find_if", r, flags, &at_);
    return amp__al_number(s, index, at_ < 0 || at_ == INT_MAX ? none : at_);
}

/* *flags = temporary storage as long as x, a flag for each element by the predicate. */
static AMP__WARM amp_status amp__flags_of(const amp__predicate *p, const void *value,
                                          amp_array_view x, amp_array_view *flags)
{
    const amp_status s = amp__al_temporary(flags, amp__al_int, amp__al_length(&x));
    return AMP__THEN(s, AMP__RUN(&p->test, x.extent, &x, flags, amp__value_of(p, value)));
}

/* *part = temporary storage with what the chunks of x, which is not empty, find: as the kernel. In
   the form for a GPU, of which only counts are asked, the count of all. */
static AMP__WARM amp_status amp__count_parts(const amp__predicate *p, const void *value,
                                             amp_array_view x, int what, amp_array_view *part)
{
    amp__al_cut cut = amp__al_cut_of(what == AMP__POINT ? 1 : amp__al_length(&x), AMP__SEARCHED, 0);
    const amp__kernel *again;
    amp_array_view flags, counts;
    int form;
    amp_status s = amp__al_form(0, 0, &form);
    if (what == AMP__HOW_MANY && form) {
        s = AMP__THEN(s, amp__flags_of(p, value, x, &flags));
        s = AMP__THEN(s, amp__fold_range(amp__reduction_amp__flags_set(), form, flags, &counts,
                                         &again));
        s = AMP__THEN(s, amp__al_temporary(part, amp__al_int, 1));
        return AMP__THEN(s, amp__fold_parts_to(again, counts, *part));
    }
    s = AMP__THEN(s, amp__al_temporary(part, amp__al_int, cut.tiles));
    cut.per = what == AMP__POINT ? x.extent.dim[0] : cut.per;
    return AMP__THEN(s, AMP__RUN_TILES(&p->count, cut.domain, &x, part, &cut.per, &what,
                                       amp__value_of(p, value)));
}

/* *result = that of all chunks of x: their sum, or the least. */
static AMP__WARM amp_status amp__count_of(const amp__predicate *p, const void *value,
                                          amp_array_view x, int what, int *result)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view part;
    int c, r = what < AMP__HOW_MANY ? AMP__NOWHERE : 0;
    amp_status s = amp__count_parts(p, value, x, what, &part);
    s = AMP__THEN(s, amp_synchronize(part));
    for (c = 0; s == AMP_OK && c < amp__al_length(&part); c++) {
        const int one = ((const int *)part.data)[c];
        r = what >= AMP__HOW_MANY ? r + one : one < r ? one : r;
    }
    *result = r;
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__al_find(const amp__predicate *p, const void *value, amp_array_view x,
                              int invert, ptrdiff_t *index)
{
    const char *const f = value != NULL ? "amp_stl_find" : invert ? "amp_stl_find_if_not"
                        : "amp_stl_find_if";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view flags;
    amp_status s = amp__al_expect(f, "input", &x, p->moves()->type, 1, 0);
    if (s != AMP_OK || n == 0) {
        return amp__al_number(s, index, 0);
    }
    if (amp__passes_may_run(&x, NULL, NULL)) {
        amp__search_pass r = { 0 };
        r.invert = invert;
        return amp__find_by_pass(&r, &p->count, x, x, amp__value_of(p, value), n, n, index);
    }
    if (amp__on_opencl_cpu()) {
        int first;
        s = amp__count_of(p, value, x, invert ? AMP__FIRST_OTHER : AMP__FIRST_ONE, &first);
        *index = s != AMP_OK ? *index : first == AMP__NOWHERE ? n : first;
        return amp__al_close(scope, s);
    }
    s = amp__flags_of(p, value, x, &flags);
    if (invert) {
        s = AMP__THEN(s, amp__invert__launch(AMP__ON, x.extent, flags));
    }
    s = AMP__THEN(s, amp__flag_index(flags, 0, n, index));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__search(const amp__equality *q, const amp__predicate *p, amp_array_view x,
                                amp_array_view z, int how, int last, ptrdiff_t *index)
{
    static const char f[] = "amp_stl_search";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x), m = how < 0 ? 1 : how > 0 ? how : amp__al_length(&z);
    amp_array_view flags;
    amp_status s = amp__al_expect(f, "range", &x, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "pattern", &z, q->moves()->type, 1, 0));
    if (s == AMP_OK && (n < m || amp__is_empty(&z) || n == 0)) {
        *index = how == 0 && amp__is_empty(&z) && !last ? 0 : n;
        return s;
    }
    if (s == AMP_OK && amp__passes_may_run(&x, &z, NULL)) {
        amp__search_pass r = { 0 };
        r.last = last;
        r.size = x.type.size;
        r.set = how < 0 ? (int)amp__al_length(&z) : 0;
        r.same = how < 0 ? NULL : &p->test;
        return amp__find_by_pass(&r, how < 0 ? &p->test : &q->pattern, x, z, &how, n - m + 1, n,
                                 index);
    }
    s = AMP__THEN(s, amp__al_temporary(&flags, amp__al_int, n - m + 1));
    s = AMP__THEN(s, AMP__RUN(&q->pattern, flags.extent, &x, &z, &flags, &how));
    s = AMP__THEN(s, amp__flag_index(flags, last, n, index));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__search_n(const amp__equality *q, const amp__predicate *p, amp_array_view x,
                                  ptrdiff_t n, const void *value, ptrdiff_t *index)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view one;
    amp_status s = amp__al_expect("amp_stl_search_n", "range", &x, q->moves()->type, 1, 0);
    if (s == AMP_OK && (n <= 0 || n > amp__al_length(&x))) {
        *index = n <= 0 ? 0 : amp__al_length(&x);
        return s;
    }
    s = AMP__THEN(s, amp__al_temporary(&one, q->moves()->type, 1));
    s = AMP__THEN(s, AMP__RUN(&q->moves()->fill, one.extent, &one, value));
    s = AMP__THEN(s, amp__search(q, p, x, one, (int)n, 0, index));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__count_if(const amp__predicate *p, const void *value,
                                  amp_array_view x, ptrdiff_t *count)
{
    int n = 0;
    amp_status s = amp__al_expect("amp_count_if", "input", &x, p->moves()->type, 1, 0);
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__count_of(p, value, x, AMP__HOW_MANY, &n);
    }
    return amp__al_number(s, count, n);
}

/* Puts the elements of x whose flag is set to the front of y and, with `others`, the rest behind
   the first `kept`. position: the inclusive scan of the flags; both are as long as x. */
static inline amp_status amp__al_scatter(const amp__moves *m, amp_array_view x,
                                         amp_array_view flags, amp_array_view position,
                                         amp_array_view y, int others, int kept)
{
    AMP__ASSERT(amp__al_length(&flags) == amp__al_length(&x)
                && amp__al_length(&position) == amp__al_length(&x));
    return AMP__RUN(&m->scatter, x.extent, &x, &flags, &position, &y, &others, &kept);
}

/* Moves the flagged elements of x to the front of y, in order; with `others` the others behind
   them, in order. *count = how many are flagged. flags is as long as x, which is not empty; y may
   be x: then the result is made in temporary storage, and copied. */
static AMP__WARM amp_status amp__compact(const char *function, const amp__moves *m,
                                         amp_array_view x,
                                         amp_array_view flags, amp_array_view y, int others,
                                         ptrdiff_t *count)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view position, target;
    int kept = 0;
    amp_status s = amp__al_temporary(&position, amp__al_int, n);
    s = AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_INCLUSIVE, AMP_FORWARD, flags,
                               position));
    s = AMP__THEN(s, amp__al_fetch(position, n - 1, &kept));
    s = AMP__THEN(s, amp__al_room(function, "result", &y, others ? n : kept));
    s = AMP__THEN(s, amp__al_apart(function, &x, &y, 1));
    if (s != AMP_OK || (kept == 0 && !others)) {
        *count = s == AMP_OK ? 0 : *count;
        return amp__al_close(scope, s);
    }
    target = amp_range(y, 0, others ? n : kept); /* written whole */
    if (amp__al_same(&x, &y)) {
        s = amp__al_temporary(&target, m->type, others ? n : kept);
    }
    s = AMP__THEN(s, amp__al_scatter(m, x, flags, position, target, others, kept));
    if (amp__al_same(&x, &y)) {
        s = AMP__THEN(s, amp__al_copy(m, target, y));
    }
    return amp__al_number(amp__al_close(scope, s), count, kept);
}

/* After amp__positions: moves x by class to the first n elements of y, at least one; y may be x. */
static AMP__WARM amp_status amp__move_to_one(amp__pass *p, const amp__moves *m, amp_array_view x,
                                             amp_array_view y, ptrdiff_t n, int only)
{
    const amp__classes *const r = (const amp__classes *)p->own;
    const int same = amp__al_same(&x, &y);
    amp_array_view target = amp_range(y, 0, n);
    amp_status s = same ? amp__al_temporary(&target, m->type, n) : AMP_OK;
    s = AMP__THEN(s, amp__move_by_classes(p, x, target, target, only));
    n = only && r->lone ? r->at[1][1] : n;
    return same && n > 0 ? AMP__THEN(s, amp__al_copy(m, amp_range(target, 0, n), y)) : s;
}

/* amp__compact as a pass: the flags are counted, and then used. They are those that a kernel makes
   of `from` and a value or, flags being NULL, `from` itself; invert as in amp__classes. */
static AMP__WARM amp_status amp__compact_by_pass(const char *function, const amp__moves *m,
                                                 const amp__kernel *flags, const void *value,
                                                 amp_array_view from, amp_array_view x,
                                                 amp_array_view y, int invert, int others,
                                                 ptrdiff_t *count)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    ptrdiff_t total[AMP__CLASSES], kept;
    amp__classes r;
    amp__pass p;
    amp_status s = amp__classes_of(&p, &r, 2, invert, flags, from, from, value, n,
                                   amp__al_length(&y), total);
    kept = others ? n : total[1];
    s = AMP__THEN(s, amp__al_room(function, "result", &y, kept));
    s = AMP__THEN(s, amp__al_apart(function, &x, &y, 1));
    if (s == AMP_OK && kept > 0) {
        amp__positions(&p, amp__ones_first);
        s = amp__move_to_one(&p, m, x, y, kept, !others);
    }
    return amp__al_number(amp__al_close(scope, s), count, r.lone ? r.at[1][1] : total[1]);
}

/* amp__compact with the flags of a kernel of one view, by either way; value: what that is given
   besides, or NULL; others: y must be as long as x, whatever the flags are. */
static AMP__WARM amp_status amp__compact_by(const char *f, const amp__moves *m,
                                            const amp__kernel *test, const void *value,
                                            amp_array_view x, amp_array_view y, int invert,
                                            int others, ptrdiff_t *count)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__al_expect(f, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, m->type, 1, 1));
    s = others ? AMP__THEN(s, amp__al_room(f, "result", &y, amp__al_length(&x))) : s;
    if (s != AMP_OK || amp__is_empty(&x)) {
        *count = s == AMP_OK ? 0 : *count;
        return s;
    }
    if (amp__passes_may_run(&x, &y, NULL)) {
        return amp__compact_by_pass(f, m, test, value, x, x, y, invert, others, count);
    }
    s = amp__al_temporary(&flags, amp__al_int, amp__al_length(&x));
    s = AMP__THEN(s, AMP__RUN(test, x.extent, &x, &flags, value));
    s = invert ? AMP__THEN(s, amp__invert__launch(AMP__ON, x.extent, flags)) : s;
    s = AMP__THEN(s, amp__compact(f, m, x, flags, y, others, count));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__copy_if(const amp__predicate *p, const void *value, amp_array_view x,
                                 amp_array_view y, int invert, ptrdiff_t *count)
{
    const char *const f = value != NULL ? "amp_stl_remove" : invert ? "amp_remove_if"
                        : "amp_copy_if";
    return amp__compact_by(f, p->moves(), &p->test, amp__value_of(p, value), x, y, invert, 0,
                           count);
}

AMP__API amp_status amp__partition(const amp__predicate *p, amp_array_view x,
                                   amp_array_view y, ptrdiff_t *count)
{
    return amp__compact_by("amp_partition", p->moves(), &p->test, amp__value_of(p, NULL), x, y, 0,
                           1, count);
}

AMP__API amp_status amp__replace(const amp__predicate *p, const void *value, amp_array_view x,
                                 amp_array_view y, const void *with)
{
    const amp__type type = p->moves()->type;
    const amp_status s = amp__al_map_check("amp_replace", type, type, &x, &y, 1);
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    value = amp__value_of(p, value);
    return amp__al_same(&x, &y) ? AMP__RUN(&p->change_own, x.extent, &y, with, value)
                                : AMP__RUN(&p->change, x.extent, &x, &y, with, value);
}

AMP__API amp_status amp__unique(const amp__equality *q, amp_array_view x, amp_array_view y,
                                ptrdiff_t *count)
{
    return amp__compact_by("amp_unique", q->moves(), &q->heads, NULL, x, y, 0, 0, count);
}

AMP__API size_t amp_copy_if_storage_size(size_t element, ptrdiff_t n)
{
    return 2 * amp__al_rounded(sizeof(int) * (size_t)n) + amp__al_rounded(element * (size_t)n)
        + amp_scan_storage_size(sizeof(int), n) + amp_reduce_storage_size(sizeof(int), n);
}

/* *heads = for each element of x whether it begins a run of equal ones; *position = how many
   runs there are up to each element; both are temporary storage. *runs = how many there are. */
static AMP__WARM amp_status amp__runs(const amp__equality *q, amp_array_view x,
                                      amp_array_view *heads,
                                      amp_array_view *position, int *runs)
{
    const ptrdiff_t n = amp__al_length(&x);
    amp_status s = amp__al_temporary(heads, amp__al_int, n);
    s = AMP__THEN(s, amp__al_temporary(position, amp__al_int, n));
    s = AMP__THEN(s, AMP__RUN(&q->heads, x.extent, &x, heads));
    s = AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_INCLUSIVE, AMP_FORWARD, *heads,
                               *position));
    return AMP__THEN(s, amp__al_fetch(*position, n - 1, runs));
}

AMP__API amp_status amp__run_length_encode(const amp__equality *q, amp_array_view x,
                                           amp_array_view values, amp_array_view lengths,
                                           ptrdiff_t *count)
{
    static const char f[] = "amp_run_length_encode";
    const amp__al_scope scope = amp__al_open();
    amp_array_view heads, position, begin;
    int runs = 0;
    amp_status s = amp__al_expect(f, "input", &x, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, q->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "lengths", &lengths, amp__al_int, 1, 1));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        const int passes = amp__passes_may_run(&x, &values, &lengths);
        amp__classes r;
        amp__pass p;
        s = passes ? amp__heads_of(&p, &r, &q->heads, x, &runs)
                   : amp__runs(q, x, &heads, &position, &runs);
        s = AMP__THEN(s, amp__al_room(f, "values", &values, runs));
        s = AMP__THEN(s, amp__al_room(f, "lengths", &lengths, runs));
        s = AMP__THEN(s, AMP__APART(f, 1, &lengths, &x, &values));
        values = amp_range(values, 0, runs);
        lengths = amp_range(lengths, 0, runs);
        if (s == AMP_OK && passes) {
            s = amp__move_by_classes(&p, x, values, values, 1);
            s = AMP__THEN(s, AMP__RUN_PASS(amp__run_lengths(), &p, &lengths));
            *count = s == AMP_OK ? runs : *count;
            return amp__al_close(scope, s);
        }
        s = AMP__THEN(s, amp__al_temporary(&begin, amp__al_int, runs));
        s = AMP__THEN(s, amp__begins__launch(AMP__ON, x.extent, heads, position, begin));
        s = AMP__THEN(s, amp__al_scatter(q->moves(), x, heads, position, values, 0, runs));
        s = AMP__THEN(s, amp__lengths__launch(AMP__ON, amp_extent(runs), begin, lengths, runs,
                                              x.extent.dim[0]));
    }
    return amp__al_number(amp__al_close(scope, s), count, runs);
}

/* The sum of each run of x, which begin at heads, to y; position is the inclusive scan of heads. */
static AMP__WARM amp_status amp__sum_runs(const amp__scanning *k, const amp__moves *m,
                                          amp_array_view x, amp_array_view heads,
                                          amp_array_view position, amp_array_view y, int runs)
{
    amp_array_view tails, sums;
    amp_status s = amp__al_temporary(&tails, amp__al_int, amp__al_length(&x));
    s = AMP__THEN(s, amp__al_temporary(&sums, k->type, amp__al_length(&x)));
    s = AMP__THEN(s, amp__segmented(k, AMP_INCLUSIVE, AMP_FORWARD, x, sums, heads));
    s = AMP__THEN(s, amp__tails__launch(AMP__ON, x.extent, heads, tails, x.extent.dim[0]));
    return AMP__THEN(s, amp__al_scatter(m, sums, tails, position, y, 0, runs));
}

AMP__API amp_status amp__reduce_by_key(const amp__scanning *k, const amp__moves *m,
                                       const amp__equality *q, amp_array_view keys,
                                       amp_array_view values, amp_array_view out_keys,
                                       amp_array_view out_values, ptrdiff_t *count)
{
    static const char f[] = "amp_reduce_by_key";
    const amp__al_scope scope = amp__al_open();
    amp_array_view heads, position;
    int runs = 0;
    amp_status s = amp__al_expect(f, "keys", &keys, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, k->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, m->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result keys", &out_keys, q->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "result values", &out_values, k->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &keys, &values));
    if (s == AMP_OK && !amp__is_empty(&keys)) {
        const ptrdiff_t n = amp__al_length(&keys);
        const int passes = amp__passes_may_run(&keys, &values, NULL)
            && amp__passes_may_run(&out_keys, &out_values, NULL);
        const ptrdiff_t room = amp__al_length(&out_keys), other = amp__al_length(&out_values);
        const ptrdiff_t most = room < other ? room : other;
        amp__pass p = amp__pass_over(n, AMP__SCAN_LEAST);
        amp__scan_pass r;
        p.flags = &q->heads;
        s = passes ? amp__count_ends(&p, &r, k, keys, values, most, &runs)
                   : amp__runs(q, keys, &heads, &position, &runs);
        s = AMP__THEN(s, amp__al_room(f, "result keys", &out_keys, runs));
        s = AMP__THEN(s, amp__al_room(f, "result values", &out_values, runs));
        s = AMP__THEN(s, AMP__APART(f, 2, &keys, &values, &out_keys, &out_values));
        out_keys = amp_range(out_keys, 0, runs);
        out_values = amp_range(out_values, 0, runs);
        if (s == AMP_OK && passes) {
            r.key = keys.type.size;
            s = AMP__RUN_PASS(amp__write_ends(), &p, &keys, &values, &out_values, &out_keys);
            runs = p.chunks == 1 ? r.count[0] : runs;
            return amp__al_number(amp__al_close(scope, s), count, runs);
        }
        s = AMP__THEN(s, amp__al_scatter(q->moves(), keys, heads, position, out_keys, 0, runs));
        s = AMP__THEN(s, amp__sum_runs(k, m, values, heads, position, out_values, runs));
    }
    return amp__al_number(amp__al_close(scope, s), count, runs);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_COMPACT_H */
