/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_READY_MADE_H
#define AMP_ALGORITHMS_READY_MADE_H
/*
amp/algorithms/ready_made.h: the ready-made names of amp_algorithms.h.

On a device each is a definition like a user's, of which a program has the parts
it needs. On the host the operators of a type share their bodies: amp__op_ops_X
is all of them, by number (kernel.h says why).
*/

#include <math.h> /* INFINITY, the identity of min and max */

#include "histogram.h"
#include "merge.h"
#include "radix.h"

/* What is known of these types without asking the compiler: a tenth of the
   text that the tables of parameters would be otherwise. */
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND_READY(T)
#define AMP__KIND_OF_unsigned 0, AMP__KIND_UINT
#define AMP__KIND_OF_amp_int64 0, AMP__KIND_INT
#define AMP__KIND_OF_amp_uint64 0, AMP__KIND_UINT
#define AMP__KIND_OF_float 0, AMP__KIND_FLOAT
#define AMP__KIND_OF_double 0, AMP__KIND_FLOAT
#define AMP__KIND_OF_amp__extremes_order_int 0, AMP__KIND_OTHER
#define AMP__KIND_OF_amp__extremes_order_unsigned 0, AMP__KIND_OTHER
#define AMP__KIND_OF_amp__extremes_order_amp_int64 0, AMP__KIND_OTHER
#define AMP__KIND_OF_amp__extremes_order_amp_uint64 0, AMP__KIND_OTHER
#define AMP__KIND_OF_amp__extremes_order_float 0, AMP__KIND_OTHER
#define AMP__KIND_OF_amp__extremes_order_double 0, AMP__KIND_OTHER

/* The operators of a type on the host: one function of all, and for each its
   entries and descriptions. */
enum { AMP__OP_plus, AMP__OP_multiplies, AMP__OP_min, AMP__OP_max, AMP__OP_and, AMP__OP_or,
       AMP__OP_xor };
#define AMP__OP_CASE(op, name, T, identity, ...) case AMP__OP_##op: return (T)(__VA_ARGS__);
#define AMP__IDENTITY_CASE(op, name, T, identity, ...) case AMP__OP_##op: return identity;
#define AMP__OP_READY(op, name, T, identity, ...)                                                  \
    AMP__HOST_REDUCE(amp_##op##_##name, ops_##name, AMP__OP_##op, T, identity)                     \
    AMP__HOST_SCAN(AMP__SCAN_KERNELS, amp_##op##_##name, ops_##name, AMP__OP_##op, T)
#define AMP__OF_NUMBER(T, function, parameters, cases, otherwise)                                  \
    static AMP__INLINE T function parameters { switch (number) { cases } return otherwise; }
#define AMP__READY_OPERATORS(operators, name, T, least, most)                                      \
    AMP__OF_NUMBER(T, amp__op_ops_##name, (const int number, T a, T b),                            \
                   operators(AMP__OP_CASE, name, T, least, most), a)                               \
    AMP__OF_NUMBER(T, amp__identity_of_##name, (const int number),                                 \
                   operators(AMP__IDENTITY_CASE, name, T, least, most), 0)                         \
    AMP__READY_BODIES(ops_##name, T, amp__identity_of_##name(amp__op))                             \
    operators(AMP__OP_READY, name, T, least, most)
#define AMP__READY_BODIES(name, T, identity)                                                       \
    AMP__INLINED T amp__plus_##name(const int number, T a, T b)                                    \
    { return amp__op_##name(number, a, b); }                                                       \
    AMP__REDUCE_BODIES(name, T, identity) AMP__SCAN_BODIES(AMP__SCAN_KERNELS, name, T, identity)
#define AMP__READY_DOT(name, T)                                                                    \
    static AMP__INLINE T amp__op_amp_dot_##name(const int number, T a, T b)                        \
    { (void)number; return a + b; }                                                                \
    static AMP__INLINE T amp__map_amp_dot_##name(const T *x, const T *y, ptrdiff_t i)              \
    { return x[i] * y[i]; }                                                                        \
    AMP__KERNEL_inner(amp_dot_##name, T, T, T, 0)                                                  \
    AMP__HOST_INNER(amp_dot_##name, ops_##name, AMP__OP_plus, T, T, 0)
/* The ready-made comparisons, by their numbers. */
enum { AMP__OP_less, AMP__OP_greater };
#define AMP__READY_ORDER(name, T)                                                                  \
    static AMP__INLINE int amp__less_order_##name(const int number, T a, T b)                      \
    { return number == AMP__OP_less ? a < b : b < a; }                                             \
    AMP__LESS_BODIES(order_##name, T)                                                              \
    AMP__HOST_LESS(amp_less_##name, order_##name, AMP__OP_less, T, name, amp__radix_##name)        \
    AMP__HOST_LESS(amp_greater_##name, order_##name, AMP__OP_greater, T, name, amp__radix_##name)

AMP_DEVICE_BEGIN
#ifdef __OPENCL_VERSION__
#define AMP__OP_READY(op, name, T, identity, ...)                                                  \
    AMP_DEFINE_OPERATOR(amp_##op##_##name, T, identity, __VA_ARGS__)
#define AMP__READY_OPERATORS(operators, name, T, least, most)                                      \
    operators(AMP__OP_READY, name, T, least, most)
#define AMP__READY_DOT(name, T)                                                                    \
    AMP_DEFINE_INNER_PRODUCT(amp_dot_##name, T, T, T, 0, a + b, a * b)
#define AMP__READY_ORDER(name, T)                                                                  \
    AMP__DEFINE_LESS(amp_less_##name, T, name, a < b)                                              \
    AMP__DEFINE_LESS(amp_greater_##name, T, name, b < a)
#endif

/* The operators that every arithmetic type has, and those of integers. */
#define AMP__OPERATORS(each, name, T, least, most)                                                 \
    each(plus, name, T, 0, a + b)                                                                  \
    each(multiplies, name, T, 1, a * b)                                                            \
    each(min, name, T, most, b < a ? b : a)                                                        \
    each(max, name, T, least, a < b ? b : a)
#define AMP__INTEGER_OPERATORS(each, name, T, least, most)                                         \
    AMP__OPERATORS(each, name, T, least, most)                                                     \
    each(and, name, T, (T)~(T)0, a & b)                                                            \
    each(or, name, T, 0, a | b)                                                                    \
    each(xor, name, T, 0, a ^ b)

AMP__DIGITS_AS(unsigned, unsigned, unsigned, AMP__NO_OPERATOR, a)
AMP__DIGITS_AS(amp_uint64, amp_uint64, amp_uint64, AMP__NO_OPERATOR, a)
AMP__DIGITS_AS(float, float, unsigned, AMP__NO_OPERATOR, amp__float_bits(a))

/* digits, flip and words: of its radix sort. */
#define AMP__READY(name, T, operators, least, most, digits, flip, words)                           \
    AMP__EQUAL_AS(name, T, AMP__NO_OPERATOR, a == b)                                               \
    AMP_DEFINE_ARITHMETIC(name, T)                                                                 \
    AMP__READY_OPERATORS(operators, name, T, least, most)                                          \
    AMP__READY_DOT(name, T)                                                                        \
    AMP_DEFINE_ADJACENT_DIFFERENCE(amp_minus_##name, T, a - b)                                     \
    AMP__HOST(AMP__HOST_RADIX)(name, digits, flip, words)                                          \
    AMP__READY_ORDER(name, T)

AMP__READY(unsigned, unsigned, AMP__INTEGER_OPERATORS, 0, ~(unsigned)0, unsigned, 0, 0)
AMP__READY(int, int, AMP__INTEGER_OPERATORS, INT_MIN, INT_MAX, unsigned, 0x80000000u, 0)
AMP__READY(amp_uint64, amp_uint64, AMP__INTEGER_OPERATORS, 0, ~(amp_uint64)0, amp_uint64, 0, 0)
AMP__READY(amp_int64, amp_int64, AMP__INTEGER_OPERATORS, -(amp_int64)(~(amp_uint64)0 >> 1) - 1,
           (amp_int64)(~(amp_uint64)0 >> 1), amp_uint64, (amp_uint64)1 << 63, 0)
AMP__READY(float, float, AMP__OPERATORS, -INFINITY, INFINITY, float, 0, amp__predicate_unsigned)

#if !defined(__OPENCL_VERSION__) || defined(cl_khr_fp64)
AMP__HELPER amp_uint64 amp__double_bits(double a)
{
    const amp_uint64 sign = (amp_uint64)1 << 63;
    union { double value; amp_uint64 bits; } v;
    v.value = a;
    if ((v.bits & ~sign) > ((amp_uint64)0x7ff << 52)) {
        return ~(amp_uint64)0; /* NaN */
    }
    return (v.bits & sign) != 0 ? ~v.bits : v.bits | sign;
}
AMP__DIGITS_AS(double, double, amp_uint64, AMP__NO_OPERATOR, amp__double_bits(a))
AMP__READY(double, double, AMP__OPERATORS, -(double)INFINITY, (double)INFINITY, double, 0,
           amp__predicate_amp_uint64)
#endif
AMP_DEVICE_END

#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND(T)

#endif /* AMP_ALGORITHMS_READY_MADE_H */
