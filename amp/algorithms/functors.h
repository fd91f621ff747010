/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_FUNCTORS_H
#define AMP_ALGORITHMS_FUNCTORS_H
/*
amp/algorithms/functors.h: maps, folds and histograms whose expression has a value of the call; and
ready-made functors.

  1 with a value      AMP_DEFINE_TRANSFORM_WITH and its like; AMP_DEFINE_TRANSFORM_IF
  2 on the host       what their calls expand to
  3 ready-made        amp_divides_X, amp_negate_X, amp_less_X ... for amp_transform[2]

Kernels are macros, for the reason in kernel.h.
*/

#include "stl.h"

AMP_DEVICE_BEGIN
/* ==== 1 with a value ===================================================== */

/* The forms of the definitions of amp_algorithms.h whose expression also reads p, a value of type
   P that is known when the program runs: a factor, a limit, a structure of several. It is set by
   amp_capture(name, value) before the call, in the same source file and host thread, and stays
   until it is set again; it is zero at first. The call is the same: amp_transform(name, in, out).
   On a device p is an argument of the kernel, so that nothing is compiled anew for another p. */

/* AMP_DEFINE_TRANSFORM_WITH(name, T, R, P, expression in a, i and p), for amp_transform. */
#undef AMP_DEFINE_TRANSFORM_WITH
#define AMP_DEFINE_TRANSFORM_WITH(name, T, R, P, ...)                                              \
    AMP__HELPER R amp__of_##name(T a, int i, P p) { (void)i; (void)p; return __VA_ARGS__; }        \
    AMP__PART(amp__transform_##name, AMP__KERNEL_transform_with)(name, T, R, P)                    \
    AMP__HOST(AMP__HOST_TRANSFORM_WITH)(name, P)
#define AMP__KERNEL_transform_with(name, T, R, P)                                                  \
    AMP__ELEMENT_BODY(amp__transform_##name, in(T, 1, x), inout(R, 1, y), value(P, p))             \
        amp_at(y, amp__at_) = amp__of_##name(amp_at(x, amp__at_), amp__at_, p);                    \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_TRANSFORM2_WITH(name, T, U, R, P, expression in a, b, i and p), for
   amp_transform2: y = p * x + y is (axpy, float, float, float, float, p * a + b). */
#undef AMP_DEFINE_TRANSFORM2_WITH
#define AMP_DEFINE_TRANSFORM2_WITH(name, T, U, R, P, ...)                                          \
    AMP__HELPER R amp__of_##name(T a, U b, int i, P p)                                             \
    { (void)i; (void)p; return __VA_ARGS__; }                                                      \
    AMP__PART(amp__transform2_##name, AMP__KERNEL_transform2_with)(name, T, U, R, P)               \
    AMP__HOST(AMP__HOST_TRANSFORM2_WITH)(name, P)
#define AMP__KERNEL_transform2_with(name, T, U, R, P)                                              \
    AMP__ELEMENT_BODY(amp__transform2_##name, in(T, 1, x), in(U, 1, z), inout(R, 1, y),            \
                      value(P, p))                                                                 \
        amp_at(y, amp__at_) = amp__of_##name(amp_at(x, amp__at_), amp_at(z, amp__at_), amp__at_,   \
                                             p);                                                   \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_GENERATE_WITH(name, R, P, expression in i and p), for amp_generate. */
#undef AMP_DEFINE_GENERATE_WITH
#define AMP_DEFINE_GENERATE_WITH(name, R, P, ...)                                                  \
    AMP__HELPER R amp__of_##name(int i, P p) { (void)p; return __VA_ARGS__; }                      \
    AMP__PART(amp__generate_##name, AMP__KERNEL_generate_with)(name, R, P)                         \
    AMP__HOST(AMP__HOST_GENERATE_WITH)(name, P)
#define AMP__KERNEL_generate_with(name, R, P)                                                      \
    AMP__ELEMENT_BODY(amp__generate_##name, out(R, 1, y), value(P, p))                             \
        amp_at(y, amp__at_) = amp__of_##name(amp__at_, p);                                         \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_FOR_EACH_WITH(name, T, P, statement that may change a, and read i and p), for
   amp_for_each. */
#undef AMP_DEFINE_FOR_EACH_WITH
#define AMP_DEFINE_FOR_EACH_WITH(name, T, P, ...)                                                  \
    AMP__PART(amp__each_##name, AMP__KERNEL_each_with)(name, T, P, __VA_ARGS__)                    \
    AMP__HOST(AMP__HOST_FOR_EACH_WITH)(name, P)
#define AMP__KERNEL_each_with(name, T, P, ...)                                                     \
    AMP__ELEMENT_BODY(amp__each_##name, inout(T, 1, x), value(P, p))                               \
        const int i = amp__at_;                                                                    \
        T a = amp_at(x, i);                                                                        \
        (void)i;                                                                                   \
        __VA_ARGS__;                                                                               \
        amp_at(x, amp__at_) = a;                                                                   \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_TRANSFORM_IF(name, T, R, condition, expression; both in a and i), for
   amp_transform_if. The condition stands in parentheses if it has a comma. */
#undef AMP_DEFINE_TRANSFORM_IF
#define AMP_DEFINE_TRANSFORM_IF(name, T, R, condition, ...)                                        \
    AMP__HELPER int amp__when_##name(T a, int i) { (void)i; return (condition) ? 1 : 0; }          \
    AMP__HELPER R amp__of_##name(T a, int i) { (void)i; return __VA_ARGS__; }                      \
    AMP__PART(amp__transform_if_##name, AMP__KERNEL_transform_if)(name, T, R)                      \
    AMP__HOST(AMP__HOST_TRANSFORM_IF)(name)
#define AMP__KERNEL_transform_if(name, T, R)                                                       \
    AMP__ELEMENT_BODY(amp__transform_if_##name, in(T, 1, x), inout(R, 1, y))                       \
        if (amp__when_##name(amp_at(x, amp__at_), amp__at_)) {                                     \
            amp_at(y, amp__at_) = amp__of_##name(amp_at(x, amp__at_), amp__at_);                   \
        }                                                                                          \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_TRANSFORM_REDUCE_WITH(name, T, R, P, identity, combine, map in a, i and p), for
   amp_transform_reduce: the square of the distance from a mean that was computed before, the count
   of what is nearer than p. combine does not read p. */
#undef AMP_DEFINE_TRANSFORM_REDUCE_WITH
#define AMP_DEFINE_TRANSFORM_REDUCE_WITH(name, T, R, P, identity, combine, ...)                    \
    AMP__HELPER R amp__op_##name(int number, R a, R b) { (void)number; return combine; }           \
    AMP__HELPER R amp__of_##name(T a, int i, P p) { (void)i; (void)p; return __VA_ARGS__; }        \
    AMP__HELPER R amp__map_##name(amp_global_ptr(const T) x, P p, ptrdiff_t i)                     \
    { return amp__of_##name(x[i], (int)i, p); }                                                    \
    AMP__AGAIN(name, R, identity)                                                                  \
    AMP__PART(amp__reduce_##name, AMP__KERNEL_reduce_with)(name, T, R, P, identity)                \
    AMP__LANES_WITH(name, T, R, P, identity)                                                       \
    AMP__HOST(AMP__HOST_TRANSFORM_REDUCE_WITH)(name, T, R, P, identity)
#define AMP__KERNEL_reduce_with(name, T, R, P, identity)                                           \
    AMP__PHASED_BODY(amp__reduce_##name, AMP__FOLD_THREADS, in(T, 1, x), out(R, 1, part),          \
                     value(int, per), value(P, p))                                                 \
        AMP__FOLD(R, identity, amp__op_##name, amp__map_##name, (x, p), x_shape.extent[0])         \
    AMP__PHASED_BODY_END
#if defined(AMP_OPENCL) || defined(__OPENCL_VERSION__)
#define AMP__LANES_WITH(name, T, R, P, identity)                                                   \
    AMP__PART(amp__lanes_##name, AMP__KERNEL_lanes_with)(name, T, R, P, identity)
#else
#define AMP__LANES_WITH(name, T, R, P, identity)
#endif
#define AMP__KERNEL_lanes_with(name, T, R, P, identity)                                            \
    AMP__PHASED_BODY(amp__lanes_##name, 1, in(T, 1, x), out(R, 1, part), value(int, per),          \
                     value(P, p))                                                                  \
        AMP__FOLD_LANES(R, identity, amp__op_##name, amp__map_##name, (x, p))                      \
    AMP__PHASED_BODY_END

/* AMP_DEFINE_HISTOGRAM_WITH(name, T, P, expression in a and p), for amp_histogram: the bin, an
   int, of a. */
#undef AMP_DEFINE_HISTOGRAM_WITH
#define AMP_DEFINE_HISTOGRAM_WITH(name, T, P, ...)                                                 \
    AMP__HELPER int amp__bin_##name(T a, P p) { (void)p; return __VA_ARGS__; }                     \
    AMP__HISTOGRAM_KERNELS(name, amp__bin_##name(amp_at(x, i), p), in(T, 1, x),                    \
                           inout(int, 1, rows), value(int, bins), value(int, per), value(P, p))    \
    AMP__HOST(AMP__HOST_HISTOGRAM_WITH)(name, P)
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

#define AMP__CAPTURED(name, P) static __thread P amp__captured_##name AMP__UNUSED;

#define AMP__HOST_TRANSFORM_WITH(name, P)                                                          \
    AMP__ELEMENT_ENTRIES(transform, name, name, 0)                                                 \
    AMP__CAPTURED(name, P)                                                                         \
    AMP__HELPER amp_status amp__do_transform_##name(amp_array_view x, amp_array_view y)            \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(transform, name, name);                   \
        return amp__al_map_by("amp_transform", &k, x, y, &amp__captured_##name);                   \
    }
#define AMP__HOST_TRANSFORM_IF(name)                                                               \
    AMP__ELEMENT_ENTRIES(transform_if, name, name, 0)                                              \
    AMP__HELPER amp_status amp__do_transform_if_##name(amp_array_view x, amp_array_view y)         \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(transform_if, name, name);                \
        return amp__al_map_by("amp_transform_if", &k, x, y, NULL);                                 \
    }
#define AMP__HOST_TRANSFORM2_WITH(name, P)                                                         \
    AMP__ELEMENT_ENTRIES(transform2, name, name, 0)                                                \
    AMP__CAPTURED(name, P)                                                                         \
    AMP__HELPER amp_status amp__do_transform2_##name(amp_array_view x, amp_array_view z,           \
                                                     amp_array_view y)                             \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(transform2, name, name);                  \
        return amp__al_map2_by(&k, x, z, y, &amp__captured_##name);                                \
    }
#define AMP__HOST_GENERATE_WITH(name, P)                                                           \
    AMP__ELEMENT_ENTRIES(generate, name, name, 0)                                                  \
    AMP__CAPTURED(name, P)                                                                         \
    AMP__HELPER amp_status amp__do_generate_##name(amp_array_view y)                               \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(generate, name, name);                    \
        return amp__al_each_by("amp_generate", &k, y, 0, &amp__captured_##name);                   \
    }
#define AMP__HOST_FOR_EACH_WITH(name, P)                                                           \
    AMP__ELEMENT_ENTRIES(each, name, name, 0)                                                      \
    AMP__CAPTURED(name, P)                                                                         \
    AMP__HELPER amp_status amp__do_each_##name(amp_array_view y)                                   \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(each, name, name);                        \
        return amp__al_each_by("amp_for_each", &k, y, 1, &amp__captured_##name);                   \
    }
#define AMP__HOST_TRANSFORM_REDUCE_WITH(name, T, R, P, identity)                                   \
    AMP__FOLD_ENTRIES(reduce, name, name, AMP__FOLD_THREADS, 0)                                    \
    AMP__LANES_ENTRIES(name, name, 0)                                                              \
    AMP__CAPTURED(name, P)                                                                         \
    AMP__HELPER const void *amp__value_##name(void) { return &amp__captured_##name; }              \
    AMP__REDUCTION(name, name, 0, T, R, reduce, AMP__LANES_KERNEL(name, name), AMP__LANES_AT,      \
                   amp__value_##name)                                                              \
    AMP__HELPER amp_status amp__do_reduce_##name(amp_array_view x, R *result)                      \
    {                                                                                              \
        R r = identity;                                                                            \
        const amp_status s = amp__reduce_with((amp__reduction_##name)(), x, &r,                    \
                                              &amp__captured_##name);                              \
        if (s == AMP_OK) {                                                                         \
            *result = r;                                                                           \
        }                                                                                          \
        return s;                                                                                  \
    }
#define AMP__HOST_HISTOGRAM_WITH(name, P)                                                          \
    AMP__CAPTURED(name, P)                                                                         \
    AMP__HISTOGRAM_CALL(name, &amp__captured_##name)

/* What the calls expand to. k: the kernel, whose parameters say the types; *p: its value, or
   NULL. Each checks the views, launches, and returns the status; views of any rank. */
AMP__API amp_status amp__al_map_by(const char *function, const amp__kernel *k, amp_array_view x,
                                   amp_array_view y, const void *p);
AMP__API amp_status amp__al_map2_by(const amp__kernel *k, amp_array_view x, amp_array_view z,
                                    amp_array_view y, const void *p);
/* reads: what y holds counts. */
AMP__API amp_status amp__al_each_by(const char *function, const amp__kernel *k, amp_array_view y,
                                    int reads, const void *p);
AMP__API amp_status amp__reduce_with(const amp__reduction *r, amp_array_view x, void *result,
                                     const void *p);

/* amp_transform_if(name, in, out): out[i] = the expression of AMP_DEFINE_TRANSFORM_IF where its
   condition holds; elsewhere out stays as it was. Views of one extent; out may be in, the same
   view, where T is R. The statuses are those of amp_transform. */
#define amp_transform_if(name, in, out) amp__do_transform_if_##name(in, out)

#if AMP__IMPLEMENT

AMP__API amp_status amp__al_map_by(const char *function, const amp__kernel *k, amp_array_view x,
                                   amp_array_view y, const void *p)
{
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    amp_status s;
    if (amp__al_in_lines(&x, NULL, &y)) {
        s = amp__al_expect(function, "input", &x, k->parameters[0].type, y.extent.rank, 0);
        s = AMP__THEN(s, amp__al_expect(function, "result", &y, k->parameters[1].type,
                                        y.extent.rank, 1));
        return AMP__THEN(s, amp__launch_simple(amp__al_by_lines(), k, amp__al_all(&y),
                                               (const void *const[]){ &x, &y, p }));
    }
    s = amp__al_like(function, &x, &y);
    s = AMP__THEN(s, amp__al_flat(&x, 1));
    s = AMP__THEN(s, amp__al_flat(&y, 1));
    s = AMP__THEN(s, amp__al_map_check(function, k->parameters[0].type, k->parameters[1].type, &x,
                                       &y, 1));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__al_unflat(AMP__RUN(k, x.extent, &x, &y, p), y, whole);
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__al_map2_by(const amp__kernel *k, amp_array_view x, amp_array_view z,
                                    amp_array_view y, const void *p)
{
    static const char f[] = "amp_transform2";
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    amp_status s;
    if (amp__al_in_lines(&x, &z, &y)) {
        s = amp__al_expect(f, "second input", &z, k->parameters[1].type, y.extent.rank, 0);
        s = AMP__THEN(s, amp__al_expect(f, "input", &x, k->parameters[0].type, y.extent.rank, 0));
        s = AMP__THEN(s, amp__al_expect(f, "result", &y, k->parameters[2].type, y.extent.rank,
                                        1));
        return AMP__THEN(s, amp__launch_simple(amp__al_by_lines(), k, amp__al_all(&y),
                                               (const void *const[]){ &x, &z, &y, p }));
    }
    s = amp__al_like(f, &z, &y);
    s = AMP__THEN(s, amp__al_flat_pair(f, &x, &y));
    s = AMP__THEN(s, amp__al_flat(&z, 1));
    s = AMP__THEN(s, amp__al_expect(f, "second input", &z, k->parameters[1].type, 1, 0));
    s = AMP__THEN(s, amp__al_map_check(f, k->parameters[0].type, k->parameters[2].type, &x, &y,
                                       1));
    s = AMP__THEN(s, amp__same_length(f, &x, &z));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__al_apart(f, &z, &y, 1);
        s = AMP__THEN(s, AMP__RUN(k, x.extent, &x, &z, &y, p));
        s = amp__al_unflat(s, y, whole);
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__al_each_by(const char *function, const amp__kernel *k, amp_array_view y,
                                    int reads, const void *p)
{
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    amp_status s;
    if (amp__al_in_lines(NULL, NULL, &y)) {
        s = amp__al_expect(function, "view", &y, k->parameters[0].type, y.extent.rank, 1);
        return AMP__THEN(s, amp__launch_simple(amp__al_by_lines(), k, amp__al_all(&y),
                                               (const void *const[]){ &y, p }));
    }
    s = amp__al_flat(&y, reads);
    s = AMP__THEN(s, amp__al_expect(function, "view", &y, k->parameters[0].type, 1, 1));
    if (s == AMP_OK && !amp__is_empty(&y)) {
        s = amp__al_unflat(AMP__RUN(k, y.extent, &y, p), y, whole);
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__reduce_with(const amp__reduction *r, amp_array_view x, void *result,
                                     const void *p)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view part;
    amp__al_cut cut;
    int form, lanes;
    amp_status s = amp__al_flat(&x, 1);
    s = AMP__THEN(s, amp__al_expect("amp_transform_reduce", "input", &x, r->in, 1, 0));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        cut = amp__al_fold_cut(amp__al_length(&x), form);
        s = amp__al_temporary(&part, r->type, cut.tiles);
        lanes = amp__by_lanes(r, form);
        cut.domain = lanes ? amp_tile(amp_extent(cut.tiles), 1) : cut.domain;
        s = AMP__THEN(s, AMP__RUN_TILES(lanes ? r->lanes : r->fold, cut.domain, &x, &part,
                                        &cut.per, p));
        s = AMP__THEN(s, amp__reduce_parts(r->again, part, result));
    }
    return amp__al_close(scope, s);
}

#endif /* AMP__IMPLEMENT */

/* ==== 3 ready-made ======================================================= */

/* For X of int, unsigned, amp_int64, amp_uint64, float, double, as in ready_made.h, and as C
   computes them: an integer divided by zero ends the program on a CPU.

     of amp_transform2, result X:  amp_plus_X amp_minus_X amp_multiplies_X amp_divides_X
                                   amp_min_X amp_max_X; integers: amp_modulus_X amp_and_X amp_or_X
                                   amp_xor_X
     of amp_transform2, 1 or 0, an int:
                                   amp_equal_to_X amp_not_equal_to_X amp_less_X amp_greater_X
                                   amp_less_equal_X amp_greater_equal_X
                                   amp_logical_and_X amp_logical_or_X
     of amp_transform, result X:   amp_negate_X; integers: amp_not_X, each bit the other way round
     of amp_transform, an int:     amp_logical_not_X

   On a device each is a definition like a user's; on the host those of a type share a body, as the
   operators of ready_made.h do. */
AMP_DEVICE_BEGIN
#define AMP__MAPS2(each, name, T)                                                                  \
    each(plus, name, T, T, (T)(a + b)) each(minus, name, T, T, (T)(a - b))                         \
    each(multiplies, name, T, T, (T)(a * b)) each(divides, name, T, T, (T)(a / b))                 \
    each(min, name, T, T, b < a ? b : a) each(max, name, T, T, a < b ? b : a)
#define AMP__INTEGER_MAPS2(each, name, T)                                                          \
    AMP__MAPS2(each, name, T)                                                                      \
    each(modulus, name, T, T, (T)(a % b)) each(and, name, T, T, (T)(a & b))                        \
    each(or, name, T, T, (T)(a | b)) each(xor, name, T, T, (T)(a ^ b))
#define AMP__TESTS2(each, name, T)                                                                 \
    each(equal_to, name, T, int, a == b) each(not_equal_to, name, T, int, a != b)                  \
    each(less, name, T, int, a < b) each(greater, name, T, int, a > b)                             \
    each(less_equal, name, T, int, a <= b) each(greater_equal, name, T, int, a >= b)               \
    each(logical_and, name, T, int, a != 0 && b != 0)                                              \
    each(logical_or, name, T, int, a != 0 || b != 0)
#define AMP__MAPS(each, name, T) each(negate, name, T, T, (T)(-a))
#define AMP__INTEGER_MAPS(each, name, T)                                                           \
    AMP__MAPS(each, name, T) each(not, name, T, T, (T)(~a))
#define AMP__TESTS(each, name, T) each(logical_not, name, T, int, a == 0)
AMP_DEVICE_END

/* The functors' numbers on the host. */
enum { AMP__MAP_plus, AMP__MAP_minus, AMP__MAP_multiplies, AMP__MAP_divides, AMP__MAP_min,
       AMP__MAP_max, AMP__MAP_modulus, AMP__MAP_and, AMP__MAP_or, AMP__MAP_xor, AMP__MAP_equal_to,
       AMP__MAP_not_equal_to, AMP__MAP_less, AMP__MAP_greater, AMP__MAP_less_equal,
       AMP__MAP_greater_equal, AMP__MAP_logical_and, AMP__MAP_logical_or, AMP__MAP_negate,
       AMP__MAP_not, AMP__MAP_logical_not };
#define AMP__MAP_CASE(op, name, T, R, ...) case AMP__MAP_##op: return __VA_ARGS__;
/* One body: a function of a functor's number, and the kernel that calls it. */
#define AMP__MAPS2_BODY(body, functors, name, T, R)                                                \
    static AMP__INLINE R amp__map2_##body(const int number, T a, T b)                              \
    {                                                                                              \
        switch (number) { functors(AMP__MAP_CASE, name, T) }                                       \
        return 0;                                                                                  \
    }                                                                                              \
    AMP__ELEMENT_BODY(amp__transform2_##body, in(T, 1, x), in(T, 1, z), inout(R, 1, y))            \
        amp_at(y, amp__at_) = amp__map2_##body(amp__op, amp_at(x, amp__at_),                       \
                                               amp_at(z, amp__at_));                               \
    AMP__ELEMENT_BODY_END
#define AMP__MAPS_BODY(body, functors, name, T, R)                                                 \
    static AMP__INLINE R amp__map1_##body(const int number, T a)                                   \
    {                                                                                              \
        switch (number) { functors(AMP__MAP_CASE, name, T) }                                       \
        return 0;                                                                                  \
    }                                                                                              \
    AMP__ELEMENT_BODY(amp__transform_##body, in(T, 1, x), inout(R, 1, y))                          \
        amp_at(y, amp__at_) = amp__map1_##body(amp__op, amp_at(x, amp__at_));                      \
    AMP__ELEMENT_BODY_END
/* A functor's entries and calls, by the body of its type. */
#define AMP__MAP2_READY(op, name, T, R, ...) AMP__MAP2_OF(amp_##op##_##name, maps_##name, op)
#define AMP__TEST2_READY(op, name, T, R, ...) AMP__MAP2_OF(amp_##op##_##name, tests_##name, op)
#define AMP__MAP_READY(op, name, T, R, ...) AMP__MAP_OF(amp_##op##_##name, maps_##name, op)
#define AMP__TEST_READY(op, name, T, R, ...) AMP__MAP_OF(amp_##op##_##name, tests_##name, op)
#define AMP__MAP2_OF(name, body, op)                                                               \
    AMP__ELEMENT_ENTRIES(transform2, name, body, AMP__MAP_##op)                                    \
    AMP__HELPER amp_status amp__do_transform2_##name(amp_array_view x, amp_array_view z,           \
                                                     amp_array_view y)                             \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(transform2, name, body);                  \
        return amp__al_map2_by(&k, x, z, y, NULL);                                                 \
    }
#define AMP__MAP_OF(name, body, op)                                                                \
    AMP__ELEMENT_ENTRIES(transform, name, body, AMP__MAP_##op)                                     \
    AMP__HELPER amp_status amp__do_transform_##name(amp_array_view x, amp_array_view y)            \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(transform, name, body);                   \
        return amp__al_map_by("amp_transform", &k, x, y, NULL);                                    \
    }
#define AMP__MAPS_READY(name, T, two, one)                                                         \
    AMP__MAPS2_BODY(maps_##name, two, name, T, T)                                                  \
    AMP__MAPS2_BODY(tests_##name, AMP__TESTS2, name, T, int)                                       \
    AMP__MAPS_BODY(maps_##name, one, name, T, T)                                                   \
    AMP__MAPS_BODY(tests_##name, AMP__TESTS, name, T, int)                                         \
    two(AMP__MAP2_READY, name, T) AMP__TESTS2(AMP__TEST2_READY, name, T)                           \
    one(AMP__MAP_READY, name, T) AMP__TESTS(AMP__TEST_READY, name, T)

#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND_READY(T)
AMP_DEVICE_BEGIN
#ifdef __OPENCL_VERSION__
#define AMP__MAP2_DEVICE(op, name, T, R, ...)                                                      \
    AMP_DEFINE_TRANSFORM2(amp_##op##_##name, T, T, R, __VA_ARGS__)
#define AMP__MAP_DEVICE(op, name, T, R, ...)                                                       \
    AMP_DEFINE_TRANSFORM(amp_##op##_##name, T, R, __VA_ARGS__)
#define AMP__MAPS_READY(name, T, two, one)                                                         \
    two(AMP__MAP2_DEVICE, name, T) AMP__TESTS2(AMP__MAP2_DEVICE, name, T)                          \
    one(AMP__MAP_DEVICE, name, T) AMP__TESTS(AMP__MAP_DEVICE, name, T)
#endif
AMP__MAPS_READY(int, int, AMP__INTEGER_MAPS2, AMP__INTEGER_MAPS)
AMP__MAPS_READY(unsigned, unsigned, AMP__INTEGER_MAPS2, AMP__INTEGER_MAPS)
AMP__MAPS_READY(amp_int64, amp_int64, AMP__INTEGER_MAPS2, AMP__INTEGER_MAPS)
AMP__MAPS_READY(amp_uint64, amp_uint64, AMP__INTEGER_MAPS2, AMP__INTEGER_MAPS)
AMP__MAPS_READY(float, float, AMP__MAPS2, AMP__MAPS)
#if !defined(__OPENCL_VERSION__) || defined(cl_khr_fp64)
AMP__MAPS_READY(double, double, AMP__MAPS2, AMP__MAPS)
#endif
AMP_DEVICE_END
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND(T)

#endif /* AMP_ALGORITHMS_FUNCTORS_H */
