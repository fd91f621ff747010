/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_FUNCTORS_H
#define AMP_ALGORITHMS_FUNCTORS_H
/*
amp/algorithms/functors.h: ready-made functors for amp_transform and amp_transform2:
amp_divides_X, amp_negate_X, amp_less_X ...
*/

#include "stl.h"

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
     of amp_transform, an int:     amp_logical_not_X */
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
    AMP__INLINED R amp__of_##body(const int number, T a, T b, int i, int p)                        \
    { (void)i; (void)p; switch (number) { functors(AMP__MAP_CASE, name, T) } return 0; }           \
    AMP__KERNEL_transform2(body, T, T, R, int)
#define AMP__MAPS_BODY(body, functors, name, T, R)                                                 \
    AMP__INLINED R amp__of_##body(const int number, T a, int i, int p)                             \
    { (void)i; (void)p; switch (number) { functors(AMP__MAP_CASE, name, T) } return 0; }           \
    AMP__KERNEL_transform(body, T, R, int)
/* A functor's entries and calls, by the body of its type. */
#define AMP__MAP2_READY(op, name, T, R, ...)                                                       \
    AMP__HOST_TRANSFORM2(amp_##op##_##name, maps2_##name, AMP__MAP_##op, 0)
#define AMP__TEST2_READY(op, name, T, R, ...)                                                      \
    AMP__HOST_TRANSFORM2(amp_##op##_##name, tests2_##name, AMP__MAP_##op, 0)
#define AMP__MAP_READY(op, name, T, R, ...)                                                        \
    AMP__HOST_TRANSFORM(amp_##op##_##name, maps_##name, AMP__MAP_##op, 0)
#define AMP__TEST_READY(op, name, T, R, ...)                                                       \
    AMP__HOST_TRANSFORM(amp_##op##_##name, tests_##name, AMP__MAP_##op, 0)
#define AMP__MAPS_READY(name, T, two, one)                                                         \
    AMP__MAPS2_BODY(maps2_##name, two, name, T, T)                                                 \
    AMP__MAPS2_BODY(tests2_##name, AMP__TESTS2, name, T, int)                                      \
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
