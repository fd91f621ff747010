/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_COMPACT_H
#define AMP_ALGORITHMS_COMPACT_H
/*
amp/algorithms/compact.h: which elements, how many, and those alone.

  1 kernels       flags by a predicate, by equality; what is made of flags
  2 on the host   find, count_if, copy_if, partition, replace, unique, runs

Each begins with a view of flags, an int for each element. An inclusive scan of
the flags says where an element goes. Kernels are macros, for the reason in kernel.h.
*/

#include "map.h"
#include "reduce.h"
#include "scan.h"
#include "fused.h"
#include "count.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* AMP_DEFINE_PREDICATE(name, T, condition in a): which elements, for copy_if, remove_if,
   partition, replace_if, count_if and find_if; what is not 0 counts as true. */
#undef AMP_DEFINE_PREDICATE
#define AMP_DEFINE_PREDICATE(name, T, ...)                                                         \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__PART(amp__test_##name, AMP__KERNEL_test)(name, T, __VA_ARGS__)                            \
    AMP__COUNTING(name, T, int, none_, __VA_ARGS__)                                                \
    AMP__HOST(AMP__HOST_PREDICATE)(name, T)
#define AMP__KERNEL_test(name, T, ...)                                                             \
    AMP__ELEMENT_BODY(amp__test_##name, in(T, 1, x), out(int, 1, flags))                           \
        const T a = amp_at(x, amp__at_);                                                           \
        amp_at(flags, amp__at_) = (__VA_ARGS__) ? 1 : 0;                                           \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_PREDICATE_WITH(name, T, P, condition in a and p): p, of type P,
   is set by amp_capture(name, value) before the call, in the same source file
   and host thread. */
#undef AMP_DEFINE_PREDICATE_WITH
#define AMP_DEFINE_PREDICATE_WITH(name, T, P, ...)                                                 \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__PART(amp__test_##name, AMP__KERNEL_test_with)(name, T, P, __VA_ARGS__)                    \
    AMP__COUNTING(name, T, P, p, __VA_ARGS__)                                                      \
    AMP__HOST(AMP__HOST_PREDICATE_WITH)(name, T, P)
#define AMP__KERNEL_test_with(name, T, P, ...)                                                     \
    AMP__ELEMENT_BODY(amp__test_##name, in(T, 1, x), out(int, 1, flags), value(P, p))              \
        const T a = amp_at(x, amp__at_);                                                           \
        amp_at(flags, amp__at_) = (__VA_ARGS__) ? 1 : 0;                                           \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_EQUAL(name, T, condition in a and b): when two elements are the
   same: for find, equal, unique, search, adjacent_find and the like. */
#undef AMP_DEFINE_EQUAL
#define AMP_DEFINE_EQUAL(name, T, ...)                                                             \
    AMP__HELPER int amp__same_##name(T a, T b) { return (__VA_ARGS__) ? 1 : 0; }                   \
    AMP_DEFINE_TYPE(name, T)                                                                       \
    AMP__PART(amp__test_##name, AMP__KERNEL_test_equal)(name, T)                                   \
    AMP__PART(amp__heads_##name, AMP__KERNEL_heads)(name, T)                                       \
    AMP__PART(amp__pairs_##name, AMP__KERNEL_pairs)(name, T)                                       \
    AMP__PART(amp__differ_##name, AMP__KERNEL_differ)(name, T)                                     \
    AMP__PART(amp__pattern_##name, AMP__KERNEL_pattern)(name, T)                                   \
    AMP__COUNTING(name, T, T, p, amp__same_##name(a, p))                                           \
    AMP__HOST(AMP__HOST_EQUAL)(name, T)
#define AMP__KERNEL_test_equal(name, T)                                                            \
    AMP__ELEMENT_BODY(amp__test_##name, in(T, 1, x), out(int, 1, flags), value(T, v))              \
        amp_at(flags, amp__at_) = amp__same_##name(amp_at(x, amp__at_), v);                        \
    AMP__ELEMENT_BODY_END
/* 1 where a run of equal elements begins. */
#define AMP__KERNEL_heads(name, T)                                                                 \
    AMP__AFTER_FIRST_BODY(amp__heads_##name, amp_at(flags, 0) = 1;, in(T, 1, x),                   \
                          out(int, 1, flags))                                                      \
        amp_at(flags, amp__at_) = !amp__same_##name(amp_at(x, amp__at_ - 1), amp_at(x, amp__at_)); \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_pairs(name, T)                                                                 \
    AMP__ELEMENT_BODY(amp__pairs_##name, in(T, 1, x), out(int, 1, flags))                          \
        /* 1 where an element equals its successor */                                              \
        amp_at(flags, amp__at_) = amp__same_##name(amp_at(x, amp__at_), amp_at(x, amp__at_ + 1));  \
    AMP__ELEMENT_BODY_END
/* Whether the elements of x and z at this index differ. */
#define AMP__KERNEL_differ(name, T)                                                                \
    AMP__ELEMENT_BODY(amp__differ_##name, in(T, 1, x), in(T, 1, z), out(int, 1, flags))            \
        amp_at(flags, amp__at_) = !amp__same_##name(amp_at(x, amp__at_), amp_at(z, amp__at_));     \
    AMP__ELEMENT_BODY_END
/* Whether this element of x is where something of z is found. */
#define AMP__KERNEL_pattern(name, T)                                                               \
    AMP__ELEMENT_BODY(amp__pattern_##name, in(T, 1, x), in(T, 1, z), out(int, 1, flags),           \
                      value(int, how))                                                             \
        /* how > 0: how elements equal to z[0] follow; 0: z follows; -1: any of z is here */       \
        const int count = how > 0 ? how : z_shape.extent[0];                                       \
        int j = 0;                                                                                 \
        if (how < 0) {                                                                             \
            while (j < count && !amp__same_##name(amp_at(x, amp__at_), amp_at(z, j))) {            \
                j++;                                                                               \
            }                                                                                      \
            amp_at(flags, amp__at_) = j < count;                                                   \
        } else {                                                                                   \
            while (j < count && amp__same_##name(amp_at(x, amp__at_ + j),                          \
                                                 amp_at(z, how > 0 ? 0 : j))) {                    \
                j++;                                                                               \
            }                                                                                      \
            amp_at(flags, amp__at_) = j == count;                                                  \
        }                                                                                          \
    AMP__ELEMENT_BODY_END

/* ---- kernels on flags and counts: no type, and so ordinary lines, which are
   parts as well ---- */

/* 1 where a run ends: the next element begins one, or there is none. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__tails)
AMP_KERNEL(amp__tails, 1, in(int, 1, heads), out(int, 1, flags), value(int, n))
{
    const int i = idx[0];
    amp_at(flags, i) = i + 1 == n || amp_at(heads, i + 1 < n ? i + 1 : i) != 0;
}
#endif

#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__invert)
AMP_KERNEL(amp__invert, 1, inout(int, 1, flags))
{
    amp_at(flags, idx[0]) = amp_at(flags, idx[0]) == 0;
}
#endif

/* Where run number position - 1 begins. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__begins)
AMP_KERNEL(amp__begins, 1, in(int, 1, heads), in(int, 1, position), out(int, 1, begin))
{
    if (amp_at(heads, idx[0]) != 0) {
        amp_at(begin, amp_at(position, idx[0]) - 1) = idx[0];
    }
}
#endif

/* How long a run is; n is the end of the last. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__lengths)
AMP_KERNEL(amp__lengths, 1, in(int, 1, begin), out(int, 1, size), value(int, runs),
           value(int, n))
{
    const int i = idx[0];
    amp_at(size, i) = (i + 1 < runs ? amp_at(begin, i + 1 < runs ? i + 1 : i) : n)
        - amp_at(begin, i);
}
#endif
/* What the functions below need: sums of counts, by plain scans alone; how many flags are set; the
   first of them, or AMP__NOWHERE; the last, or -1; moves of flags. */
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND_READY(T)
AMP__HELPER int amp__plus_amp__counts(int number, int a, int b) { (void)number; return a + b; }
AMP__PART(amp__scan_fold_amp__counts, AMP__KERNEL_scan_fold)(amp__counts, int, 0)
AMP__PART(amp__scan_apply_amp__counts, AMP__KERNEL_scan_apply)(amp__counts, int, 0)
AMP__PART(amp__tile_fold_amp__counts, AMP__KERNEL_tile_fold)(amp__counts, int, 0)
AMP__PART(amp__tile_scan_amp__counts, AMP__KERNEL_tile_scan)(amp__counts, int, 0)
AMP__HOST(AMP__HOST_PLAIN_SCAN)(amp__counts, int)
AMP_DEFINE_TRANSFORM_REDUCE(amp__flags_set, int, int, 0, a + b, a != 0)
AMP_DEFINE_TRANSFORM_REDUCE(amp__first_flag, int, int, AMP__NOWHERE, a < b ? a : b,
                            a != 0 ? i : AMP__NOWHERE)
AMP_DEFINE_TRANSFORM_REDUCE(amp__last_flag, int, int, -1, a > b ? a : b, a != 0 ? i : -1)
AMP_DEFINE_TYPE(amp__flags, int)
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND(T)
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* A predicate, of one element: its flags, and the moves of its type. */
typedef struct amp__predicate {
    const amp__moves *(*moves)(void);
    amp__kernel test;               /* sets a flag for each element */
    const void *(*captured)(void);  /* where its value p is; NULL: there is none */
    const amp__counting *(*counting)(void); /* for OpenCL devices, or NULL */
} amp__predicate;
/* Equality of neighbours, of two ranges, of a range and a pattern. */
typedef struct amp__equality {
    const amp__moves *(*moves)(void);
    amp__kernel heads, pairs, differ, pattern;
} amp__equality;

#define AMP__HOST_PREDICATE(name, T)                                                               \
    AMP__ELEMENT_ENTRIES(test, name, name, 0)                                                      \
    AMP__HOST_COUNTING(name)                                                                       \
    AMP__DESCRIPTION(amp__predicate, amp__predicate_##name, amp__moves_##name,                     \
        AMP__ELEMENT_KERNEL(test, name, name), 0, AMP__COUNTING_OF(name))                          \
    AMP__REPLACE_IF(name, T)
#define AMP__HOST_PREDICATE_WITH(name, T, P)                                                       \
    AMP__ELEMENT_ENTRIES(test, name, name, 0)                                                      \
    AMP__HOST_COUNTING(name)                                                                       \
    static __thread P amp__captured_##name AMP__UNUSED;                                            \
    AMP__HELPER const void *amp__capture_of_##name(void) { return &amp__captured_##name; }         \
    AMP__DESCRIPTION(amp__predicate, amp__predicate_##name, amp__moves_##name,                     \
        AMP__ELEMENT_KERNEL(test, name, name), amp__capture_of_##name, AMP__COUNTING_OF(name))     \
    AMP__REPLACE_IF(name, T)
#define AMP__REPLACE_IF(name, T)                                                                   \
    AMP__HELPER amp_status amp__do_replace_if_##name(amp_array_view x, amp_array_view y, T v)      \
    { return amp__replace((amp__predicate_##name)(), NULL, x, y, &v); }
/* amp_capture(name, value): what p stands for in AMP_DEFINE_PREDICATE_WITH. */
#define amp_capture(name, value) ((void)(amp__captured_##name = (value)))

/* Entries, description and typed functions of a definition of what is equal. A macro: their names
   and T are the definition's. */
#define AMP__HOST_EQUAL(name, T)                                                                   \
    AMP__ELEMENT_ENTRIES(test, name, name, 0) AMP__ELEMENT_ENTRIES(heads, name, name, 0)           \
    AMP__ELEMENT_ENTRIES(pairs, name, name, 0) AMP__ELEMENT_ENTRIES(differ, name, name, 0)         \
    AMP__ELEMENT_ENTRIES(pattern, name, name, 0)                                                   \
    AMP__HOST_COUNTING(name)                                                                       \
    AMP__DESCRIPTION(amp__predicate, amp__predicate_##name, amp__moves_##name,                     \
        AMP__ELEMENT_KERNEL(test, name, name), 0, AMP__COUNTING_OF(name))                          \
    AMP__DESCRIPTION(amp__equality, amp__equality_##name, amp__moves_##name,                       \
        AMP__ELEMENT_KERNEL(heads, name, name), AMP__ELEMENT_KERNEL(pairs, name, name),            \
        AMP__ELEMENT_KERNEL(differ, name, name), AMP__ELEMENT_KERNEL(pattern, name, name))         \
    AMP__HELPER amp_status amp__do_find_##name(amp_array_view x, T v, ptrdiff_t *index)            \
    { return amp__al_find((amp__predicate_##name)(), &v, x, 0, index); }                           \
    AMP__HELPER amp_status amp__do_count_##name(amp_array_view x, T v, ptrdiff_t *count)           \
    { return amp__count_if((amp__predicate_##name)(), &v, x, count); }                             \
    AMP__HELPER amp_status amp__do_remove_##name(amp_array_view x, amp_array_view y,               \
        T v, ptrdiff_t *count)                                                                     \
    { return amp__copy_if((amp__predicate_##name)(), &v, x, y, 1, count); }                        \
    AMP__HELPER amp_status amp__do_replace_##name(amp_array_view x, amp_array_view y,              \
        T old, T v)                                                                                \
    { return amp__replace((amp__predicate_##name)(), &old, x, y, &v); }                            \
    AMP__HELPER amp_status amp__do_search_n_##name(amp_array_view x, ptrdiff_t n, T v,             \
        ptrdiff_t *index)                                                                          \
    { return amp__search_n((amp__equality_##name)(), x, n, &v, index); }

/* The index of the first element for which the predicate holds, or does not
   hold (invert); the length where there is none. */
AMP__API amp_status amp__al_find(const amp__predicate *p, const void *value, amp_array_view x,
                              int invert, ptrdiff_t *index);

/* Where pattern z begins in x, first or last; how as in the kernel. p: where how is -1, equality
   with a value; else NULL. */
AMP__API amp_status amp__search(const amp__equality *q, const amp__predicate *p, amp_array_view x,
                                amp_array_view z, int how, int last, ptrdiff_t *index);

/* Where n elements equal to *value begin first. */
AMP__API amp_status amp__search_n(const amp__equality *q, amp_array_view x, ptrdiff_t n,
                                  const void *value, ptrdiff_t *index);

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
    static const int none = 0;
    return p->captured != NULL ? p->captured() : value != NULL ? value : &none;
}

/* *index = the first flag that is set, or the last one; `none` where none is. */
static AMP__COLD amp_status amp__flag_index(amp_array_view flags, int last, ptrdiff_t none,
                                            ptrdiff_t *index)
{
    int at_ = last ? -1 : INT_MAX;
    const amp__reduction *r = last ? amp__reduction_amp__last_flag()
                                   : amp__reduction_amp__first_flag();
    const amp_status s = amp__reduce("amp_stl_find_if", r, flags, &at_);
    if (s == AMP_OK) {
        *index = at_ < 0 || at_ == INT_MAX ? none : at_;
    }
    return s;
}

/* *flags = temporary storage as long as x, a flag for each element by the predicate. `function`
   is named in errors. */
static AMP__COLD amp_status amp__flags_of(const char *function, const amp__predicate *p,
                                          const void *value, amp_array_view x,
                                          amp_array_view *flags)
{
    amp_status s = amp__al_expect(function, "input", &x, p->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_temporary(flags, amp__al_int, amp__al_length(&x)));
    return AMP__THEN(s, AMP__RUN(&p->test, x.extent, &x, flags, amp__value_of(p, value)));
}

AMP__API amp_status amp__al_find(const amp__predicate *p, const void *value, amp_array_view x,
                              int invert, ptrdiff_t *index)
{
    const char *const f = value != NULL ? "amp_stl_find" : invert ? "amp_stl_find_if_not"
                        : "amp_stl_find_if";
    const amp__al_scope scope = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__al_expect(f, "input", &x, p->moves()->type, 1, 0);
    if (s != AMP_OK || amp__is_empty(&x)) {
        if (s == AMP_OK) {
            *index = 0;
        }
        return s;
    }
    if (amp__fused_at_once(&x, NULL, NULL)) {
        const void *const given[] = { &x, amp__value_of(p, value) };
        return amp__fused_first(&p->test, 1, given, amp__al_length(&x), invert, 0,
                                amp__al_length(&x), index);
    }
#ifdef AMP_OPENCL
    if (amp__counting_of(p->counting, 0) != NULL) {
        int first;
        s = amp__counting_result(p->counting(), amp__value_of(p, value), x, invert ? 2 : 1, &first);
        if (s == AMP_OK) {
            *index = first == AMP__NOWHERE ? amp__al_length(&x) : first;
        }
        return amp__al_close(scope, s);
    }
#endif
    s = amp__flags_of(f, p, value, x, &flags);
    if (invert) {
        s = AMP__THEN(s, amp__invert__launch(AMP__ON, x.extent, flags));
    }
    s = AMP__THEN(s, amp__flag_index(flags, 0, amp__al_length(&x), index));
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
    if (s == AMP_OK && amp__fused_at_once(&x, &z, NULL)) {
        const void *const values = amp__host_address(&z);
        const void *const given[] = { &x, p != NULL ? values : &z, &how };
        amp__kernel differ = q->differ;
        amp__fused_pass w;
        memset(&w, 0, sizeof(w));
        w.flags = &q->pattern;
        w.out = 2;
        w.last = last;
        w.size = x.type.size;
        if (p != NULL) {
            w.flags = &p->test;
            w.out = 1;
            w.set = (int)amp__al_length(&z);
            w.find = amp__fused_find_any_value;
        } else if (w.size <= AMP__FUSED_VALUE) {
            w.more = &differ;
        }
        z.read_only = 1;
        return amp__fused_find(&w, given, &z, n - m + 1, n, index);
    }
    s = AMP__THEN(s, amp__al_temporary(&flags, amp__al_int, n - m + 1));
    s = AMP__THEN(s, AMP__RUN(&q->pattern, flags.extent, &x, &z, &flags, &how));
    s = AMP__THEN(s, amp__flag_index(flags, last, n, index));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__search_n(const amp__equality *q, amp_array_view x, ptrdiff_t n,
                                  const void *value, ptrdiff_t *index)
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
    s = AMP__THEN(s, amp__search(q, NULL, x, one, (int)n, 0, index));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__count_if(const amp__predicate *p, const void *value,
                                  amp_array_view x, ptrdiff_t *count)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view flags;
    int n = 0;
    amp_status s = amp__al_expect("amp_count_if", "input", &x, p->moves()->type, 1, 0);
    if (s == AMP_OK && !amp__is_empty(&x) && amp__fused_at_once(&x, NULL, NULL)) {
        const void *const given[] = { &x, amp__value_of(p, value) };
        ptrdiff_t total[AMP__CLASSES];
        amp__fused_pass w;
        memset(&w, 0, sizeof(w));
        s = amp__fused_count(&w, &p->test, 1, given, amp__al_length(&x), 2, total);
        n = (int)total[1];
#ifdef AMP_OPENCL
    } else if (s == AMP_OK && !amp__is_empty(&x) && amp__counting_of(p->counting, 0) != NULL) {
        s = amp__counting_result(p->counting(), amp__value_of(p, value), x, 0, &n);
#endif
    } else if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__flags_of("amp_count_if", p, value, x, &flags);
        s = AMP__THEN(s, amp__reduce("amp_count_if", amp__reduction_amp__flags_set(), flags, &n));
    }
    if (s == AMP_OK) {
        *count = n;
    }
    return amp__al_close(scope, s);
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
   them, in order. *count = how many are flagged. flags is as long as x; y may be x: then the
   result is made in temporary storage, and copied. */
static AMP__COLD amp_status amp__compact(const char *function, const amp__moves *m,
                                         amp_array_view x,
                                         amp_array_view flags, amp_array_view y, int others,
                                         ptrdiff_t *count)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view position, target;
    int kept = 0;
    amp_status s = amp__al_expect(function, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", &y, m->type, 1, 1));
    if (s == AMP_OK && n == 0) {
        *count = 0;
    }
    if (s != AMP_OK || n == 0) {
        return s;
    }
    s = amp__al_temporary(&position, amp__al_int, n);
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
    if (s == AMP_OK) {
        *count = kept;
    }
    return amp__al_close(scope, s);
}

/* amp__compact with the flags of a kernel, of which `given` are the arguments, where
   amp__fused_at_once: they are counted in one pass, and used in another. flags NULL: of the view
   given[0]; invert as in amp__fused_pass. */
static AMP__COLD amp_status amp__fused_compact(const char *function, const amp__moves *m,
                                               const amp__kernel *flags, const void *const *given,
                                               amp_array_view x, amp_array_view y, int invert,
                                               int others, ptrdiff_t *count)
{
    static const int order[2][3] = { { 1, -1, -1 }, { 1, 0, -1 } };
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    const int same = amp__al_same(&x, &y);
    ptrdiff_t total[AMP__CLASSES];
    amp_array_view target;
    amp__fused_pass w;
    amp_status s;
    memset(&w, 0, sizeof(w));
    w.invert = invert;
    s = amp__fused_bytes(&w, n);
    s = AMP__THEN(s, amp__fused_count(&w, flags, 1, given, n, 2, total));
    s = AMP__THEN(s, amp__al_room(function, "result", &y, others ? n : total[1]));
    s = AMP__THEN(s, amp__al_apart(function, &x, &y, 1));
    if (s == AMP_OK && (total[1] > 0 || others)) {
        amp__fused_positions(&w, order[others]);
        target = amp_range(y, 0, others ? n : total[1]);
        if (same) {
            s = amp__al_temporary(&target, m->type, others ? n : total[1]);
        }
        s = AMP__THEN(s, amp__fused_move_all(&w, x, target, !others));
        if (same) {
            s = AMP__THEN(s, amp__al_copy(m, target, y));
        }
    }
    if (s == AMP_OK) {
        *count = total[1];
    }
    return amp__al_close(scope, s);
}

/* amp__compact with the flags of a kernel of one view, by either way; value: what that is given
   besides, or NULL; others: y must be as long as x, whatever the flags are. */
static AMP__COLD amp_status amp__compact_by(const char *f, const amp__moves *m,
                                            const amp__kernel *test, const void *value,
                                            amp_array_view x, amp_array_view y, int invert,
                                            int others, ptrdiff_t *count)
{
    const void *const given[] = { &x, value };
    const amp__al_scope scope = amp__al_open();
    amp_array_view flags;
    amp_status s = amp__al_expect(f, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, m->type, 1, 1));
    s = others ? AMP__THEN(s, amp__al_room(f, "result", &y, amp__al_length(&x))) : s;
    if (s != AMP_OK || amp__is_empty(&x)) {
        *count = s == AMP_OK ? 0 : *count;
        return s;
    }
    if (amp__fused_at_once(&x, &y, NULL)) {
        return amp__fused_compact(f, m, test, given, x, y, invert, others, count);
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
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view flags;
    const amp__type type = p->moves()->type;
    amp_status s = amp__al_map_check("amp_replace", type, type, &x, &y, 1);
    if (s != AMP_OK || n == 0) {
        return s;
    }
    if (amp__fused_at_once(&x, &y, NULL)) {
        const void *const given[] = { &x, amp__value_of(p, value) };
        const amp_array_view *const written[] = { &y };
        amp__fused_pass w;
        memset(&w, 0, sizeof(w));
        w.flags = &p->test;
        w.out = 1;
        amp__fused_cut(&w, n, AMP__SCAN_LEAST, amp__fused_replace_chunk);
        w.size = x.type.size;
        w.value = with;
        return amp__fused_run(&w, given, written, 1);
    }
#ifdef AMP_OPENCL
    if (amp__counting_of(p->counting, 1) != NULL) {
        const amp__counting *const j = p->counting();
        value = amp__value_of(p, value);
        return amp__al_same(&x, &y) ? AMP__RUN(&j->change_own, x.extent, &y, with, value)
                                    : AMP__RUN(&j->change, x.extent, &x, &y, with, value);
    }
#endif
    s = amp__flags_of("amp_replace", p, value, x, &flags);
    if (!amp__al_same(&x, &y)) {
        s = AMP__THEN(s, amp__al_copy(p->moves(), x, y));
    }
    s = AMP__THEN(s, AMP__RUN(&p->moves()->put, x.extent, &flags, &y, with));
    return amp__al_close(scope, s);
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
static AMP__COLD amp_status amp__runs(const amp__equality *q, amp_array_view x,
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
        const int fused = amp__fused_at_once(&x, &values, &lengths);
        amp__fused_pass w;
        memset(&w, 0, sizeof(w));
        s = fused ? amp__fused_count_heads(&w, &q->heads, &x, &runs)
                  : amp__runs(q, x, &heads, &position, &runs);
        s = AMP__THEN(s, amp__al_room(f, "values", &values, runs));
        s = AMP__THEN(s, amp__al_room(f, "lengths", &lengths, runs));
        s = AMP__THEN(s, amp__al_apart(f, &x, &values, 0));
        s = AMP__THEN(s, amp__al_apart(f, &x, &lengths, 0));
        s = AMP__THEN(s, amp__al_apart(f, &values, &lengths, 0));
        values = amp_range(values, 0, runs);
        lengths = amp_range(lengths, 0, runs);
        if (s == AMP_OK && fused) {
            const amp_array_view *const written[] = { &lengths, &x, &values };
            x.read_only = 1;
            w.flags = NULL;
            w.chunk = amp__fused_length_chunk;
            w.size = x.type.size;
            s = amp__fused_run(&w, NULL, written, 3);
            *count = s == AMP_OK ? runs : *count;
            return amp__al_close(scope, s);
        }
        s = AMP__THEN(s, amp__al_temporary(&begin, amp__al_int, runs));
        s = AMP__THEN(s, amp__begins__launch(AMP__ON, x.extent, heads, position, begin));
        s = AMP__THEN(s, amp__al_scatter(q->moves(), x, heads, position, values, 0, runs));
        s = AMP__THEN(s, amp__lengths__launch(AMP__ON, amp_extent(runs), begin, lengths, runs,
                                              x.extent.dim[0]));
    }
    if (s == AMP_OK) {
        *count = runs;
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__reduce_by_key(const amp__scanning *k, const amp__moves *m,
                                       const amp__equality *q, amp_array_view keys,
                                       amp_array_view values, amp_array_view out_keys,
                                       amp_array_view out_values, ptrdiff_t *count)
{
    static const char f[] = "amp_reduce_by_key";
    const amp__al_scope scope = amp__al_open();
    amp_array_view heads, position, tails, sums;
    int runs = 0;
    amp_status s = amp__al_expect(f, "keys", &keys, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, k->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, m->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result keys", &out_keys, q->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "result values", &out_values, k->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &keys, &values));
    if (s == AMP_OK && !amp__is_empty(&keys)) {
        const ptrdiff_t n = amp__al_length(&keys);
        const int fused = k->type.size <= AMP__FUSED_VALUE
            && amp__fused_at_once(&keys, &values, NULL)
            && amp__fused_at_once(&out_keys, &out_values, NULL);
        amp__fused_pass w;
        memset(&w, 0, sizeof(w));
        s = fused ? amp__fused_count_heads(&w, &q->heads, &keys, &runs)
                  : amp__runs(q, keys, &heads, &position, &runs);
        s = AMP__THEN(s, amp__al_room(f, "result keys", &out_keys, runs));
        s = AMP__THEN(s, amp__al_room(f, "result values", &out_values, runs));
        s = AMP__THEN(s, amp__al_apart(f, &keys, &out_keys, 0));
        s = AMP__THEN(s, amp__al_apart(f, &keys, &out_values, 0));
        s = AMP__THEN(s, amp__al_apart(f, &values, &out_keys, 0));
        s = AMP__THEN(s, amp__al_apart(f, &values, &out_values, 0));
        s = AMP__THEN(s, amp__al_apart(f, &out_keys, &out_values, 0));
        out_keys = amp_range(out_keys, 0, runs);
        out_values = amp_range(out_values, 0, runs);
        if (s == AMP_OK && fused) {
            keys.read_only = 1;
            s = amp__fused_reduce(&w, &k->form[0].segment_apply, values, out_values, &keys,
                                  &out_keys);
            *count = s == AMP_OK ? runs : *count;
            return amp__al_close(scope, s);
        }
        s = AMP__THEN(s, amp__al_temporary(&tails, amp__al_int, n));
        s = AMP__THEN(s, amp__al_temporary(&sums, k->type, n));
        s = AMP__THEN(s, amp__segmented(k, AMP_INCLUSIVE, AMP_FORWARD, values, sums, heads));
        s = AMP__THEN(s, amp__tails__launch(AMP__ON, keys.extent, heads, tails,
                                            keys.extent.dim[0]));
        s = AMP__THEN(s, amp__al_scatter(q->moves(), keys, heads, position, out_keys, 0, runs));
        s = AMP__THEN(s, amp__al_scatter(m, sums, tails, position, out_values, 0, runs));
    }
    if (s == AMP_OK) {
        *count = runs;
    }
    return amp__al_close(scope, s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_COMPACT_H */
