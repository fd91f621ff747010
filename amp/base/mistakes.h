/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_MISTAKES_H
#define AMP_BASE_MISTAKES_H
/*
amp/base/mistakes.h: what the compiler says of a mistake in a kernel: sentences that name the
remedy.

docs/mistakes.md lists the mistakes, and who finds each; tests/mistakes has a program for each.
*/

#include "config.h"

/* AMP__REQUIRED(name, condition, "sentence"): an expression without a value, of which the compiler
   says the sentence where the condition, a constant, does not hold; AMP__WRONG(name, "sentence")
   stands at file scope and never holds; AMP__ONE is an AMP__REQUIRED whose value is 1. Blocks, not
   structures: in one clang takes a compound literal, as an index may have it, for an initialiser
   at file scope. In strict C99 glibc has a macro in _Static_assert's place: there the compiler
   shows the name. */
#ifdef _Static_assert
#define AMP__ONE(name, ...) AMP__ONE_I(name, __VA_ARGS__)
#define AMP__ONE_I(name, condition, sentence) \
    __extension__ sizeof(({ char amp__##name[(condition) ? 1 : -1]; *amp__##name; }))
#define AMP__WRONG(name, sentence) extern char amp__##name[-1]
#else
#define AMP__ONE(name, ...) __extension__ sizeof(({ _Static_assert(__VA_ARGS__); (char)0; }))
#define AMP__WRONG(name, sentence) __extension__ _Static_assert(0, sentence)
#endif
#define AMP__REQUIRED(name, ...) ((void)AMP__ONE(name, __VA_ARGS__))

/* Whether a value is a pointer or an array; it is not evaluated. */
#define AMP__POINTS(value) (__builtin_classify_type(value) == 5)

/* Whether a value is a whole number; it is not evaluated. */
#define AMP__WHOLE(value) (__builtin_classify_type(value) < 5)

/* Whether the type of an expression, or a type, is a pointer or an array. */
#define AMP__POINTER_TYPE(t) AMP__POINTS(*(__typeof__(t) *)0)

/* An expression without a value, which compiles where the value is a constant above 0. Where it is
   none the compiler says the name. */
#define AMP__CONSTANT(name, value) \
    ((void)sizeof(struct { int amp__##name : (value) > 0 ? 2 : -1; }))

/* Whether the type of an expression, which is not evaluated, is T. */
#define AMP__TYPED(value, T) __builtin_types_compatible_p(__typeof__(value), T)

/* ---- where a thing of the language may stand ------------------------------- */

/* Bodies of tiled and phased kernels have parameters of these names, pointers, and those of simple
   kernels one that is a char. Elsewhere, as in a helper, they are these functions, which nobody
   defines: a function, because compilers warn of parameters that hide an object. */
void amp__not_in_a_simple_kernel(void);
void amp__only_in_a_phased_kernel(void);

#define AMP__IN_TILED_OR_PHASED(sentence)                                     \
    !AMP__TYPED(amp__not_in_a_simple_kernel, void (void))                     \
        && !AMP__TYPED(amp__not_in_a_simple_kernel, char), sentence
#define AMP__NOT_IN_SIMPLE(sentence) !AMP__TYPED(amp__not_in_a_simple_kernel, char), sentence
#define AMP__IN_PHASED(sentence) !AMP__TYPED(amp__only_in_a_phased_kernel, void (void)), sentence

/* Behind a region: a function that nobody calls; within a function there is none. Its name is
   what the compiler shows; clang shows the line of the macro that holds the brace, so the name
   stands there, too. Library and program have names of their own (amp/base/region.h). */
#define AMP__OF_ITS_OWN(name) AMP__CAT(AMP__CAT(name, AMP__LIBRARY), AMP__CAT(_, __COUNTER__))
#define AMP__AT_END \
    static inline AMP__UNUSED void AMP__OF_ITS_OWN(amp__a_brace_is_missing_above_)(void) {}

/* Before a region: AMP_SHORT_NAMES is not defined, or was before amp.h was included. */
#ifdef AMP_SHORT_NAMES
#define AMP__NAMES_IN_TIME
#else
#define AMP__NAMES_IN_TIME AMP__NAMES_OF(AMP_SHORT_NAMES)
#define AMP__NAMES_OF(names) AMP__NAMES_OF_I(names)
#define AMP__NAMES_OF_I(names) AMP__NAMES_OF_##names
#define AMP__NAMES_OF_AMP_SHORT_NAMES
#define AMP__NAMES_OF_1 AMP__NAMES_OF_
#define AMP__NAMES_OF_ \
    AMP__WRONG(AMP_SHORT_NAMES_is_defined_too_late, \
               "AMP_SHORT_NAMES is defined behind the #include of amp.h: define it before");
#endif

/* ---- what another header has ----------------------------------------------- */

/* Without that header the compiler would only stumble over what such a macro is given. The header
   takes each back (#undef) before it defines it; tests/check_mistakes.sh holds the lists to it. */
#define AMP__OF_ALGORITHMS \
    AMP__WRONG(this_is_of_amp_algorithms_h, "this is of amp_algorithms.h: include that header");
#define AMP__OF_ALGORITHMS_MORE \
    AMP__WRONG(this_is_of_amp_algorithms_more_h, \
               "this is of amp_algorithms_more.h: include that header");
#define AMP_DEFINE_TYPE(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_ARITHMETIC(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_GENERATE(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_TRANSFORM(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_TRANSFORM2(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_ADJACENT_DIFFERENCE(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_FOR_EACH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_REDUCE(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_TRANSFORM_REDUCE(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_INNER_PRODUCT(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_SCAN(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_OPERATOR(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_PREDICATE(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_PREDICATE_WITH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_EQUAL(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_HISTOGRAM(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_RADIX_SORT(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_LESS(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_PAIR(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_TRANSFORM_WITH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_TRANSFORM2_WITH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_GENERATE_WITH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_FOR_EACH_WITH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_TRANSFORM_IF(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_TRANSFORM_REDUCE_WITH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_HISTOGRAM_WITH(...) AMP__OF_ALGORITHMS
#define AMP_DEFINE_SCATTER(...) AMP__OF_ALGORITHMS_MORE
#define AMP_DEFINE_ORDER(...) AMP__OF_ALGORITHMS_MORE

/* ---- the heads of kernels -------------------------------------------------- */

/* Macros look at a head before it is used: one mistake in it would else be an error in each of
   the twenty things that are made of it. */

/* AMP__PAREN(x): 1 where x stands in parentheses, else 0. */
#define AMP__PAREN(x) AMP__PICK(AMP__PAREN_FOUND x, 0, )
#define AMP__PAREN_FOUND(...) , 1
#define AMP__PICK(...) AMP__PICK_I(__VA_ARGS__)
#define AMP__PICK_I(a, b, ...) b

/* AMP__JUDGE(i, p): nothing where p is a parameter as it should be, else a comma. What is not in,
   out and so on is no macro behind AMP__GOOD_, and so has no comma of its own. */
#define AMP__JUDGE(i, p) AMP__PICK(AMP__GOOD_##p, AMP__COMMA, )()
#define AMP__GOOD_in(...) AMP__GOOD_FIFTH(__VA_ARGS__, , AMP__GOOD_SO, , )()
#define AMP__GOOD_out AMP__GOOD_in
#define AMP__GOOD_inout AMP__GOOD_in
#define AMP__GOOD_table AMP__GOOD_in
#define AMP__GOOD_value(...) AMP__GOOD_FIFTH(~, __VA_ARGS__, , AMP__GOOD_SO, , )()
#define AMP__GOOD_tile AMP__GOOD_value
#define AMP__GOOD_FIFTH(a, b, c, d, e, ...) e
#define AMP__GOOD_SO() , AMP__NOTHING
#define AMP__NOTHING()
#define AMP__COMMA() ,

/* AMP__PARAMETERS_BAD(head, p0, p1, ...): 0 where all parameters are good, else 1. */
#define AMP__PARAMETERS_BAD(...) \
    AMP__PARAMETERS_BAD_I(AMP__COUNT(~ AMP__EACH(AMP__JUDGE, __VA_ARGS__)))
#define AMP__PARAMETERS_BAD_I(count) AMP__PARAMETERS_BAD_II(count)
#define AMP__PARAMETERS_BAD_II(count) AMP__PICK(AMP__NONE_BAD_##count, 1, )
#define AMP__NONE_BAD_1 , 0

/* AMP__RANK_SEEMS(first): 1, or 2 where it stands in parentheses, as a tile does, or 3 where it is
   a parameter, and the rank is missing. (A word may be a macro of the program, a number not.) */
#define AMP__RANK_SEEMS(first) AMP__CAT(AMP__RANK_SEEMS_, AMP__PAREN(first))(first)
#define AMP__RANK_SEEMS_1(first) 2
#define AMP__RANK_SEEMS_0(first) AMP__PICK(AMP__RANK_SEEMS_##first, 1, )
#define AMP__RANK_SEEMS_in(...) , 3
#define AMP__RANK_SEEMS_out(...) , 3
#define AMP__RANK_SEEMS_inout(...) , 3
#define AMP__RANK_SEEMS_table(...) , 3
#define AMP__RANK_SEEMS_value(...) , 3

/* What the three kernel macros become: the kernel, or sentences. */
#define AMP__SIMPLE_10 AMP__KERNEL_I
#define AMP__SIMPLE_11 AMP__BAD_PARAMETERS
#define AMP__SIMPLE_20 AMP__BAD_RANK
#define AMP__SIMPLE_21 AMP__BAD_RANK
#define AMP__SIMPLE_30 AMP__NO_RANK
#define AMP__SIMPLE_31 AMP__NO_RANK
#define AMP__TILED_10 AMP__TILED_I
#define AMP__TILED_11 AMP__BAD_PARAMETERS
#define AMP__TILED_00 AMP__BAD_TILE
#define AMP__TILED_01 AMP__BAD_TILE
#define AMP__PHASED_10 AMP__PHASED_I
#define AMP__PHASED_11 AMP__BAD_PARAMETERS
#define AMP__PHASED_00 AMP__BAD_TILE
#define AMP__PHASED_01 AMP__BAD_TILE

#define AMP__BAD_PARAMETERS(name, first, ...)                                 \
    AMP__EACH(AMP__BAD_PARAMETER, __VA_ARGS__)                                \
    AMP__BAD_BODY(name, __VA_ARGS__)
#define AMP__BAD_PARAMETER(i, p) \
    AMP__CAT(AMP__BAD_PARAMETER_, AMP__COUNT(~ AMP__JUDGE(i, p)))(p)
#define AMP__BAD_PARAMETER_1(p)
#define AMP__BAD_PARAMETER_2(p)                                               \
    AMP__WRONG(a_parameter_is_in_type_rank_name_or_value_type_name, "a parameter of a kernel is " \
        "in(type, rank, name), out(type, rank, name), inout(type, rank, name), " \
        "table(type, rank, name), value(type, name) or tile(type, name), not: " #p);
#define AMP__BAD_RANK(name, ...)                                              \
    AMP__WRONG(a_simple_kernel_has_a_rank_and_no_tile,                        \
        "a simple kernel has no tile: AMP_KERNEL(name, rank, parameters), where the rank is 1, " \
        "2 or 3, or AMP_TILED_KERNEL(name, (16, 16), parameters)");           \
    AMP__BAD_BODY(name, ~)
#define AMP__NO_RANK(name, ...)                                               \
    AMP__WRONG(the_rank_of_the_kernel_is_missing,                             \
        "the rank of the kernel is missing: AMP_KERNEL(name, rank, parameters), where the rank " \
        "is 1, 2 or 3");                                                      \
    AMP__BAD_BODY(name, ~)
#define AMP__BAD_TILE(name, ...)                                              \
    AMP__WRONG(the_tile_of_a_kernel_stands_in_parentheses,                    \
        "the tile of a kernel stands in parentheses, in front of the parameters: " \
        "AMP_TILED_KERNEL(name, (16, 16), parameters)");                      \
    AMP__BAD_BODY(name, ~)
/* In the kernel's place, so that little else is said. */
#define AMP__BAD_NONE(i, p)
#define AMP__BAD_BODY(name, ...)                                              \
    static AMP__UNUSED amp_status name##__launch();                           \
    static inline AMP__UNUSED void name##__body(const int *idx AMP__UNUSED,   \
        amp_tiled_index tidx AMP__UNUSED, amp__phases amp__phased AMP__UNUSED, \
        char (*amp__not_in_a_simple_kernel)[2] AMP__UNUSED,                   \
        char (*amp__only_in_a_phased_kernel)[1] AMP__UNUSED                   \
        AMP__EACH(AMP__BAD_NONE, __VA_ARGS__))

/* A function that nobody calls: within a function there is none. Its name is what the compiler
   shows. */
#define AMP__OUTSIDE(name) \
    static inline AMP__UNUSED void name##__within_a_function__is_a_brace_missing_above(void) {}

#endif /* AMP_BASE_MISTAKES_H */
