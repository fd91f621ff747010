/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_MAP_H
#define AMP_ALGORITHMS_MAP_H
/*
amp/algorithms/map.h: one element of a result for each index.

  1 kernels     moves of a type; iota, generate, transform, for_each
  2 on the host the calls
*/

#include "choose.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* AMP_DEFINE_TYPE(name, T): what moves elements of T: copy, fill, reverse,
   rotate, gather, swap_ranges. AMP_DEFINE_PREDICATE, AMP_DEFINE_EQUAL,
   AMP_DEFINE_LESS and AMP_DEFINE_RADIX_SORT include it. */
#define AMP__TYPE_KERNELS(K, ...)                                                                  \
    K(ELEMENT, copy, __VA_ARGS__) K(ELEMENT, move, __VA_ARGS__) K(ELEMENT, reverse, __VA_ARGS__)   \
    K(ELEMENT, gather, __VA_ARGS__) K(ELEMENT, scatter, __VA_ARGS__)                               \
    K(ELEMENT, swap, __VA_ARGS__) K(ELEMENT, fill, __VA_ARGS__) K(ELEMENT, put, __VA_ARGS__)
#undef AMP_DEFINE_TYPE
#define AMP_DEFINE_TYPE(name, T)                                                                   \
    AMP__TYPE_KERNELS(AMP__PART_OF, name, T)                                                       \
    AMP__HOST(AMP__HOST_MOVES)(name, T)
#define AMP__KERNEL_copy(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__copy_##name, in(T, 1, x), out(T, 1, y))                                 \
        AMP__AT(y, amp__at_) = AMP__AT(x, amp__at_);                                               \
    AMP__ELEMENT_BODY_END
/* y = x in reverse. */
#define AMP__KERNEL_move(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__move_##name, in(T, 1, x), out(T, 1, y), value(int, n))                  \
        AMP__AT(y, amp__at_) = AMP__AT(x, n - 1 - amp__at_);                                       \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_reverse(name, T)                                                               \
    AMP__ELEMENT_BODY(amp__reverse_##name, inout(T, 1, x), value(int, n))                          \
        /* n / 2 threads; each swaps a pair */                                                     \
        const T t = AMP__AT(x, amp__at_);                                                          \
        AMP__AT(x, amp__at_) = AMP__AT(x, n - 1 - amp__at_);                                       \
        AMP__AT(x, n - 1 - amp__at_) = t;                                                          \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_gather(name, T)                                                                \
    AMP__ELEMENT_BODY(amp__gather_##name, in(T, 1, x), in(int, 1, order), out(T, 1, y))            \
        AMP__AT(y, amp__at_) = AMP__AT(x, AMP__AT(order, amp__at_));                               \
    AMP__ELEMENT_BODY_END
/* position counts the flags up to an element; others: what is not kept goes behind. */
#define AMP__KERNEL_scatter(name, T)                                                               \
    AMP__PLAIN_BODY(amp__scatter_##name, in(T, 1, x), in(int, 1, flags), in(int, 1, position),     \
                      out(T, 1, y), value(int, others), value(int, kept))                          \
        const int i = amp__at_, set = AMP__AT(flags, i) != 0, to = AMP__AT(position, i);           \
        if (set || others) { AMP__AT(y, set ? to - 1 : kept + i - to) = AMP__AT(x, i); }           \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_swap(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__swap_##name, inout(T, 1, x), inout(T, 1, y))                            \
        const T t = AMP__AT(x, amp__at_);                                                          \
        AMP__AT(x, amp__at_) = AMP__AT(y, amp__at_);                                               \
        AMP__AT(y, amp__at_) = t;                                                                  \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_fill(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__fill_##name, out(T, 1, y), value(T, v))                                 \
        AMP__AT(y, amp__at_) = v;                                                                  \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_put(name, T)                                                                   \
    AMP__ELEMENT_BODY(amp__put_##name, in(int, 1, flags), inout(T, 1, y), value(T, v))             \
        const T a = AMP__AT(y, amp__at_);                                                          \
        const int set = AMP__AT(flags, amp__at_) != 0;                                             \
        if (sizeof(T) <= 8 || set) { AMP__AT(y, amp__at_) = set ? v : a; }                         \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_ARITHMETIC(name, T): iota and the differences of neighbours. */
#undef AMP_DEFINE_ARITHMETIC
#define AMP_DEFINE_ARITHMETIC(name, T)                                                             \
    AMP__PART(amp__iota_##name, AMP__KERNEL_iota)(name, T)                                         \
    AMP__HOST(AMP__HOST_ARITHMETIC)(name, T)
#define AMP__KERNEL_iota(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__iota_##name, out(T, 1, y), value(T, start))                             \
        AMP__AT(y, amp__at_) = (T)(start + (T)amp__at_);                                           \
    AMP__ELEMENT_BODY_END

/* The expression of the definitions that follow reads, in the forms ..._WITH, also p, a value of
   type P that is known when the program runs: a factor, a limit, a structure of several. It is set
   by amp_capture(name, value) before the call, in the same source file and host thread, and stays
   until it is set again; it is zero at first. The call is the same: amp_transform(name, in, out).
   On a device p is an argument of the kernel, so that nothing is compiled anew for another p.
   AMP__..._AS has the name of that value, of the plain forms one that nobody writes. */

/* AMP_DEFINE_GENERATE[_WITH](name, R, [P,] expression in i [and p]): element i, an R, of a
   result. */
#undef AMP_DEFINE_GENERATE
#undef AMP_DEFINE_GENERATE_WITH
#define AMP_DEFINE_GENERATE(name, R, ...)                                                          \
    AMP__GENERATE_AS(name, R, int, none_, __VA_ARGS__)                                             \
    AMP__HOST(AMP__HOST_GENERATE)(name, 0)
#define AMP_DEFINE_GENERATE_WITH(name, R, P, ...)                                                  \
    AMP__GENERATE_AS(name, R, P, p, __VA_ARGS__)                                                   \
    AMP__HOST(AMP__CAPTURED)(name, P) AMP__HOST(AMP__HOST_GENERATE)(name, &amp__captured_##name)
#define AMP__GENERATE_AS(name, R, P, given, ...)                                                   \
    AMP__HELPER R amp__of_##name(int i, P given) { (void)given; return __VA_ARGS__; }              \
    AMP__PART_OF(ELEMENT, generate, name, R, P)
#define AMP__KERNEL_generate(name, R, P)                                                           \
    AMP__ELEMENT_BODY(amp__generate_##name, out(R, 1, y), value(P, p))                             \
        AMP__AT(y, amp__at_) = amp__of_##name(amp__at_, p);                                        \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_TRANSFORM[_WITH](name, T, R, [P,] expression in a and i [and p]): an R for each
   element a, a T, and its index i. */
#undef AMP_DEFINE_TRANSFORM
#undef AMP_DEFINE_TRANSFORM_WITH
#define AMP_DEFINE_TRANSFORM(name, T, R, ...)                                                      \
    AMP__TRANSFORM_AS(name, T, R, int, none_, __VA_ARGS__)                                         \
    AMP__HOST(AMP__HOST_TRANSFORM)(name, name, 0, 0)
#define AMP_DEFINE_TRANSFORM_WITH(name, T, R, P, ...)                                              \
    AMP__TRANSFORM_AS(name, T, R, P, p, __VA_ARGS__)                                               \
    AMP__HOST(AMP__CAPTURED)(name, P)                                                              \
    AMP__HOST(AMP__HOST_TRANSFORM)(name, name, 0, &amp__captured_##name)
#define AMP__TRANSFORM_AS(name, T, R, P, given, ...)                                               \
    AMP__HELPER R amp__of_##name(int number, T a, int i, P given)                                  \
    { (void)number; (void)i; (void)given; return __VA_ARGS__; }                                    \
    AMP__PART_OF(ELEMENT, transform, name, T, R, P)
#define AMP__KERNEL_transform(name, T, R, P)                                                       \
    AMP__ELEMENT_BODY(amp__transform_##name, in(T, 1, x), inout(R, 1, y), value(P, p))             \
        AMP__AT(y, amp__at_) = amp__of_##name(amp__op, AMP__AT(x, amp__at_), amp__at_, p);         \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_TRANSFORM2[_WITH](name, T, U, R, [P,] expression in a, b and i [and p]): an R for each
   pair of elements, a of a first range of T and b of a second of U, and their index i.
   y = p * x + y is (axpy, float, float, float, float, p * a + b). */
#undef AMP_DEFINE_TRANSFORM2
#undef AMP_DEFINE_TRANSFORM2_WITH
#define AMP_DEFINE_TRANSFORM2(name, T, U, R, ...)                                                  \
    AMP__TRANSFORM2_AS(name, T, U, R, int, none_, __VA_ARGS__)                                     \
    AMP__HOST(AMP__HOST_TRANSFORM2)(name, name, 0, 0)
#define AMP_DEFINE_TRANSFORM2_WITH(name, T, U, R, P, ...)                                          \
    AMP__TRANSFORM2_AS(name, T, U, R, P, p, __VA_ARGS__)                                           \
    AMP__HOST(AMP__CAPTURED)(name, P)                                                              \
    AMP__HOST(AMP__HOST_TRANSFORM2)(name, name, 0, &amp__captured_##name)
#define AMP__TRANSFORM2_AS(name, T, U, R, P, given, ...)                                           \
    AMP__HELPER R amp__of_##name(int number, T a, U b, int i, P given)                             \
    { (void)number; (void)i; (void)given; return __VA_ARGS__; }                                    \
    AMP__PART_OF(ELEMENT, transform2, name, T, U, R, P)
#define AMP__KERNEL_transform2(name, T, U, R, P)                                                   \
    AMP__ELEMENT_BODY(amp__transform2_##name, in(T, 1, x), in(U, 1, z), inout(R, 1, y),            \
                      value(P, p))                                                                 \
        AMP__AT(y, amp__at_) = amp__of_##name(amp__op, AMP__AT(x, amp__at_), AMP__AT(z, amp__at_), \
                                             amp__at_, p);                                         \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_TRANSFORM_IF(name, T, R, condition, expression; both in a and i), for
   amp_transform_if. The condition stands in parentheses if it has a comma. */
#undef AMP_DEFINE_TRANSFORM_IF
#define AMP_DEFINE_TRANSFORM_IF(name, T, R, condition, ...)                                        \
    AMP__HELPER int amp__when_##name(T a, int i) { (void)i; return (condition) ? 1 : 0; }          \
    AMP__HELPER R amp__of_##name(T a, int i) { (void)i; return __VA_ARGS__; }                      \
    AMP__PART_OF(ELEMENT, transform_if, name, T, R)                                                \
    AMP__HOST(AMP__HOST_TRANSFORM_IF)(name)
#define AMP__KERNEL_transform_if(name, T, R)                                                       \
    AMP__ELEMENT_BODY(amp__transform_if_##name, in(T, 1, x), inout(R, 1, y))                       \
        if (amp__when_##name(AMP__AT(x, amp__at_), amp__at_)) {                                    \
            AMP__AT(y, amp__at_) = amp__of_##name(AMP__AT(x, amp__at_), amp__at_);                 \
        }                                                                                          \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_FOR_EACH[_WITH](name, T, [P,] statement): the statement may change a, the
   element, and may read i [and p]. Where it returns, the element stays as it was. */
#undef AMP_DEFINE_FOR_EACH
#undef AMP_DEFINE_FOR_EACH_WITH
#define AMP_DEFINE_FOR_EACH(name, T, ...)                                                          \
    AMP__FOR_EACH_AS(name, T, int, none_, __VA_ARGS__)                                             \
    AMP__HOST(AMP__HOST_FOR_EACH)(name, 0)
#define AMP_DEFINE_FOR_EACH_WITH(name, T, P, ...)                                                  \
    AMP__FOR_EACH_AS(name, T, P, p, __VA_ARGS__)                                                   \
    AMP__HOST(AMP__CAPTURED)(name, P) AMP__HOST(AMP__HOST_FOR_EACH)(name, &amp__captured_##name)
#define AMP__FOR_EACH_AS(name, T, P, given, ...)                                                   \
    AMP__HELPER void amp__of_##name(T *element_, int i, P given)                                   \
    {                                                                                              \
        T a = *element_;                                                                           \
        (void)i; (void)given; __VA_ARGS__;                                                         \
        *element_ = a;                                                                             \
    }                                                                                              \
    AMP__PART_OF(ELEMENT, each, name, T, P)
#define AMP__KERNEL_each(name, T, P)                                                               \
    AMP__ELEMENT_BODY(amp__each_##name, inout(T, 1, x), value(P, p))                               \
        T a = AMP__AT(x, amp__at_);                                                                \
        amp__of_##name(&a, amp__at_, p);                                                           \
        AMP__AT(x, amp__at_) = a;                                                                  \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_ADJACENT_DIFFERENCE(name, T, expression): a is the element, b the
   one before it. */
#undef AMP_DEFINE_ADJACENT_DIFFERENCE
#define AMP_DEFINE_ADJACENT_DIFFERENCE(name, T, ...)                                               \
    AMP__HELPER T amp__minus_##name(T a, T b) { return __VA_ARGS__; }                              \
    AMP__PART(amp__adjacent_##name, AMP__KERNEL_adjacent)(name, T, __VA_ARGS__)                    \
    AMP__HOST(AMP__HOST_ADJACENT)(name, T)
#define AMP__KERNEL_adjacent(name, T, ...)                                                         \
    AMP__AFTER_FIRST_BODY(amp__adjacent_##name, AMP__AT(y, 0) = AMP__AT(x, 0);, in(T, 1, x),       \
                          out(T, 1, y))                                                            \
        AMP__AT(y, amp__at_) = amp__minus_##name(AMP__AT(x, amp__at_), AMP__AT(x, amp__at_ - 1));  \
    AMP__ELEMENT_BODY_END

/* Element i becomes i. */
AMP_KERNEL(amp__indices, 1, out(int, 1, y))
{
    amp_at(y, idx[0]) = idx[0];
}
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* How elements of a type move. */
typedef struct amp__moves {
    amp__type type;
    AMP__TYPE_KERNELS(AMP__MEMBER_OF, )
} amp__moves;

/* Entries and description of how a type's elements move. A macro: their names and T are the
   definition's. */
#define AMP__HOST_MOVES(name, T)                                                                   \
    AMP__DESCRIBED(moves, AMP__TYPE_KERNELS, name, name, AMP__NO_OPERATOR, AMP__TYPE_CONSTANT(T))  \
    AMP__HELPER amp_status amp__do_fill_##name(amp_array_view y, T v)                              \
    { return amp__al_fill((amp__moves_##name)(), y, &v); }

/* AMP__HOST_CALL(kernel, name, body, op, parameters, call): the entries of a kernel that stands in
   no list, and amp__do_<kernel>_<name>, which calls with its address, k. */
#define AMP__HOST_CALL(kernel, name, body, op, parameters, call)                                   \
    AMP__ENTRIES_OF(ELEMENT, kernel, name, body, op)                                               \
    AMP__HELPER amp_status amp__do_##kernel##_##name parameters                                    \
    {                                                                                              \
        static const amp__kernel k = AMP__KERNEL_HERE(ELEMENT, kernel, name, body);                \
        return call;                                                                               \
    }
#define AMP__CAPTURED(name, P) static __thread P amp__captured_##name AMP__UNUSED;
#define AMP__HOST_ARITHMETIC(name, T)                                                              \
    AMP__HOST_CALL(iota, name, name, AMP__NO_OPERATOR, (amp_array_view y, T start),                \
                   amp__al_iota(&k, y, &start))
#define AMP__HOST_ADJACENT(name, T)                                                                \
    AMP__HOST_CALL(adjacent, name, name, 0, (amp_array_view x, amp_array_view y),                  \
                   amp__al_adjacent(&k, x, y))
#define AMP__HOST_GENERATE(name, value)                                                            \
    AMP__HOST_CALL(generate, name, name, 0, (amp_array_view y),                                    \
                   amp__al_each("amp_generate", &k, y, 0, value))
#define AMP__HOST_FOR_EACH(name, value)                                                            \
    AMP__HOST_CALL(each, name, name, 0, (amp_array_view y),                                        \
                   amp__al_each("amp_for_each", &k, y, 1, value))
#define AMP__HOST_TRANSFORM(name, body, op, value)                                                 \
    AMP__HOST_CALL(transform, name, body, op,                                                      \
                   (amp_array_view x, amp_array_view y, amp__mapping *m),                          \
                   amp__al_map("amp_transform", &k, x, y, value, m))
#define AMP__HOST_TRANSFORM_IF(name)                                                               \
    AMP__HOST_CALL(transform_if, name, name, 0, (amp_array_view x, amp_array_view y),              \
                   amp__al_map("amp_transform_if", &k, x, y, 0, 0))
#define AMP__HOST_TRANSFORM2(name, body, op, value)                                                \
    AMP__HOST_CALL(transform2, name, body, op,                                                     \
                   (amp_array_view x, amp_array_view z, amp_array_view y),                         \
                   amp__al_map2(&k, x, z, y, value))

/* What the calls expand to. k: the kernel, whose parameters say the types; *v, *start: of y's type;
   *p: the kernel's value, or NULL. They check the views, name `function` or the macro in errors,
   launch, and return the status; where m is not NULL *m becomes what would be launched, and no more
   is done. */
AMP__API amp_status amp__al_fill(const amp__moves *m, amp_array_view y, const void *v);
AMP__API amp_status amp__al_iota(const amp__kernel *k, amp_array_view y, const void *start);
AMP__API amp_status amp__al_adjacent(const amp__kernel *k, amp_array_view x, amp_array_view y);
/* reads: what y holds counts. */
AMP__API amp_status amp__al_each(const char *function, const amp__kernel *k, amp_array_view y,
                                 int reads, const void *p);
AMP__API amp_status amp__al_map(const char *function, const amp__kernel *k, amp_array_view x,
                                amp_array_view y, const void *p, amp__mapping *m);
AMP__API amp_status amp__al_map2(const amp__kernel *k, amp_array_view x, amp_array_view z,
                                 amp_array_view y, const void *p);

/* amp_fill, amp_generate, amp_for_each, amp_transform and amp_transform2 take views of rank 2 and
   more as well, all of one extent: i is then the element's number in row-major order. Sections
   with gaps go through temporary storage if they are not on the emulator, or lie between each
   other. */
/* amp_fill(T, out, value): each element becomes value. */
#define amp_fill(T, out, value) amp__do_fill_##T(out, value)
/* amp_iota(T, out, start): element i becomes start + i, in T. */
#define amp_iota(T, out, start) amp__do_iota_##T(out, start)
/* amp_generate(name, out): the expression of AMP_DEFINE_GENERATE at each i. */
#define amp_generate(name, out) amp__do_generate_##name(out)
/* amp_for_each(name, view): the statement of AMP_DEFINE_FOR_EACH on each
   element, in place. */
#define amp_for_each(name, view) amp__do_each_##name(view)
/* amp_transform(name, in, out): out[i] = the expression at in[i].
   In place: in and out may be the same view. */
#define amp_transform(name, in, out) amp__do_transform_##name(in, out, 0)
/* amp_transform2(name, in, in2, out): out[i] = the expression at in[i] and
   in2[i]; the inputs have one length. In place: out may be the same view as
   either input. */
#define amp_transform2(name, in, in2, out) amp__do_transform2_##name(in, in2, out)
/* amp_transform_if(name, in, out): out[i] = the expression of AMP_DEFINE_TRANSFORM_IF where its
   condition holds; elsewhere out stays as it was. Views of one extent; out may be in, the same
   view, where T is R. The statuses are those of amp_transform. */
#define amp_transform_if(name, in, out) amp__do_transform_if_##name(in, out)
/* amp_capture(name, value): what p stands for in a definition ..._WITH. */
#define amp_capture(name, value) ((void)(amp__captured_##name = (value)))
/* amp_adjacent_difference(name, in, out): out[0] = in[0]; out[i] = the
   expression at a = in[i], b = in[i - 1]. amp_minus_X subtracts. out does not
   overlap in. */
#define amp_adjacent_difference(name, in, out) amp__do_adjacent_##name(in, out)

/* Moves x to y, which is as long: shift -1: in reverse; else rotated to the left by so many
   elements. `function` is named in errors. */
AMP__API amp_status amp__al_move(const char *function, const amp__moves *m, amp_array_view x,
                                 amp_array_view y, int shift);

/* amp_gather_by(T, in, order, out): out[i] = in[order[i]]. order is a view of int
   whose values are indices of elements of in; it says how many elements out gets. out
   overlaps neither. */
#define amp_gather_by(T, in, order, out) amp__al_gather((amp__moves_##T)(), in, order, out)
AMP__API amp_status amp__al_gather(const amp__moves *m, amp_array_view x, amp_array_view order,
                                amp_array_view y);

#if AMP__IMPLEMENT

/* A kernel of rank 1 at work on sections with gaps. */
typedef struct amp__al_lines {
    const amp__kernel *kernel;
    const void *value; /* its last argument, where that is no view */
    int views, rank;   /* its first arguments: views of one extent and rank */
    int parts, length; /* a row is that many parts of at most so many elements */
} amp__al_lines;

/* The rows of a chunk, or parts of them. */
static AMP__INLINE void amp__lines(const amp__chunk *c)
{
    const amp__al_lines *const r = (const amp__al_lines *)c->pass->own;
    const int rank = r->rank, width = c->a[0].extent[rank - 1];
    const int build = c->wide && r->kernel->simple[1] != NULL; /* without -O a kernel has one */
    amp__argument b[4];
    ptrdiff_t u;
    int i, d;
    memset(b, 0, sizeof(b));
    memcpy(&b[r->views].data, &r->value, sizeof(void *));
    for (u = c->first; u < c->last; u++) {
        const ptrdiff_t row = u / r->parts, first = row * width; /* the row's first number */
        const int from = (int)(u % r->parts) * r->length;
        const int to = width - from < r->length ? width : from + r->length;
        const amp__box box = amp__box_of(first + from, to - from);
        for (i = 0; i < r->views; i++) {
            ptrdiff_t at = -first, rest = row;
            for (d = rank - 2; d > 0; d--) {
                at += rest % c->a[i].extent[d] * c->a[i].stride[d];
                rest /= c->a[i].extent[d];
            }
            at += rest * c->a[i].stride[0];
            b[i].data = (void *)((uintptr_t)c->a[i].data
                                 + (uintptr_t)at * r->kernel->parameters[i].type.size);
            b[i].extent[0] = (int)first + to;
            b[i].stride[0] = 1;
        }
        r->kernel->simple[build](b, &box);
    }
}

/* A map of one view, of one to another, and of two. */
AMP__PASS_KERNEL(amp__one_line, inout) { amp__lines(c); }
AMP__PASS_KERNEL(amp__two_lines, in, inout) { amp__lines(c); }
AMP__PASS_KERNEL(amp__three_lines, in, in, inout) { amp__lines(c); }

/* In place of a launch over as many threads as the views have elements: runs k, of rank 1, on views
   of a higher rank where they lie, with the elements' numbers in row-major order for indices. */
static AMP__WARM amp_status amp__al_lines_start(const amp__how *how, const amp__kernel *k,
                                                amp_extent e, const int *tile,
                                                const void *const *given)
{
    enum { AMP__MOST = 65536 }; /* elements of a part: few long rows are work for many */
    const amp_array_view *v[3];
    amp__al_lines r;
    amp__pass p;
    int width;
    (void)how, (void)tile;
    memset(&p, 0, sizeof(p));
    memset(&r, 0, sizeof(r));
    r.kernel = k;
    while (r.views < k->parameter_count
           && k->parameters[r.views].access != AMP__ACCESS_value) {
        AMP__ASSERT(r.views < 3);
        v[r.views] = (const amp_array_view *)given[r.views];
        r.views++;
    }
    AMP__ASSERT(k->parameter_count - r.views <= 1);
    r.value = r.views < k->parameter_count ? given[r.views] : NULL;
    r.rank = v[0]->extent.rank;
    width = v[0]->extent.dim[r.rank - 1];
    r.parts = (width - 1) / AMP__MOST + 1;
    r.length = (width - 1) / r.parts + 1;
    p.n = (ptrdiff_t)(e.dim[0] / width) * r.parts;
    p.per = (p.n - 1) / AMP__CHUNKS + 1;
    if (p.per * r.length < AMP__SCAN_LEAST) {
        p.per = AMP__SCAN_LEAST / r.length;
    }
    p.chunks = (int)((p.n - 1) / p.per + 1);
    p.own = &r;
    return r.views == 1 ? AMP__RUN_PASS(amp__one_line(), &p, v[0])
        : r.views == 2 ? AMP__RUN_PASS(amp__two_lines(), &p, v[0], v[1])
                       : AMP__RUN_PASS(amp__three_lines(), &p, v[0], v[1], v[2]);
}

/* Whether a map from x and z, each a view or NULL, to y goes through them where they lie: on the
   emulator, where one has gaps; all have y's extent, and what is read is not written, but where it
   is read. Else amp__al_flat makes ranges of them. */
static AMP__WARM int amp__al_in_lines(const amp_array_view *x, const amp_array_view *z,
                                      const amp_array_view *y)
{
    const amp_array_view *const all[] = { x, z, y };
    int i, d, gaps = 0;
    if (y->status != AMP_OK || y->extent.rank < 2 || amp_extent_size(y->extent) > INT_MAX) {
        return 0;
    }
    for (i = 0; i < 3; i++) {
        const amp_array_view *const v = all[i];
        ptrdiff_t apart;
        int same;
        if (v == NULL) {
            continue;
        }
        if (v->status != AMP_OK || !amp_extent_equal(v->extent, y->extent)) {
            return 0;
        }
        gaps |= !amp__dense(v);
        same = v->type.size == y->type.size;
        for (d = 0; d < y->extent.rank; d++) {
            same &= v->stride[d] == y->stride[d];
        }
        if (amp__al_overlaps(v, y, &apart) && !(same && apart == 0)) {
            return 0;
        }
    }
    return gaps && amp__passes_may_run(x, y, z);
}

/* How such a map is launched, over amp__al_all(&y). */
static AMP__WARM amp__how amp__al_by_lines(void)
{
    amp__how how = AMP__ON;
    how.start = amp__al_lines_start;
    return how;
}

/* A thread for each element of a view. */
static inline amp_extent amp__al_all(const amp_array_view *v)
{
    return amp_extent(amp_extent_size(v->extent));
}

/* The value of a kernel that is given none. */
static const int amp__no_value = 0;

/* A map by k, whose value is *p, of `inputs` ranges at x, 0 to 2, to y; or of views of any rank, of
   one extent. What has gaps is copied first, so that sections which lie between each other do no
   harm; y too, if the kernel reads it or may leave elements as they are. */
static AMP__WARM amp_status amp__al_map_of(const char *f, const amp__kernel *k, amp_array_view *x,
                                           int inputs, amp_array_view y, int reads, const void *p)
{
    static const char *const roles[] = { "input", "first input", "second input" };
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    const int lines = amp__al_in_lines(inputs > 0 ? &x[0] : NULL, inputs > 1 ? &x[1] : NULL, &y);
    const int rank = lines ? y.extent.rank : 1;
    const void *given[4] = { NULL };
    amp_status s = AMP_OK;
    int i;
    for (i = inputs - 1; i >= 0 && !lines; i--) {
        s = AMP__THEN(s, amp__al_like(f, &x[i], &y));
    }
    for (i = 0; i < inputs; i++) {
        s = lines ? s : AMP__THEN(s, amp__al_flat(&x[i], 1));
        s = AMP__THEN(s, amp__al_expect(f, roles[inputs > 1 ? i + 1 : 0], &x[i],
                                        k->parameters[i].type, rank, 0));
        given[i] = &x[i];
    }
    s = lines ? s : AMP__THEN(s, amp__al_flat(&y, reads));
    s = AMP__THEN(s, amp__al_expect(f, inputs == 0 && reads ? "view" : "result", &y,
                                    k->parameters[inputs].type, rank, 1));
    given[inputs] = &y;
    given[inputs + 1] = p != NULL ? p : &amp__no_value;
    if (s == AMP_OK && lines) {
        return amp__launch_simple(amp__al_by_lines(), k, amp__al_all(&y), given);
    }
    s = inputs < 2 ? s : AMP__THEN(s, amp__same_length(f, &x[0], &x[1]));
    s = inputs < 1 ? s : AMP__THEN(s, amp__al_room(f, "result", &y, amp__al_length(&x[0])));
    y = s == AMP_OK && inputs > 0 ? amp_range(y, 0, amp__al_length(&x[0])) : y;
    for (i = 0; i < inputs; i++) {
        s = AMP__THEN(s, amp__al_apart(f, &x[i], &y, 1));
    }
    if (s == AMP_OK && !amp__is_empty(&y)) {
        s = amp__al_unflat(amp__launch_simple(AMP__ON, k, y.extent, given), y, whole);
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__al_each(const char *function, const amp__kernel *k, amp_array_view y,
                                 int reads, const void *p)
{
    return amp__al_map_of(function, k, NULL, 0, y, reads, p);
}

AMP__API amp_status amp__al_map(const char *function, const amp__kernel *k, amp_array_view x,
                                amp_array_view y, const void *p, amp__mapping *m)
{
    if (m != NULL) {
        m->kernel = k;
        m->value = p != NULL ? p : &amp__no_value;
        return AMP_OK;
    }
    return amp__al_map_of(function, k, &x, 1, y, 1, p);
}

AMP__API amp_status amp__al_map2(const amp__kernel *k, amp_array_view x, amp_array_view z,
                                 amp_array_view y, const void *p)
{
    return amp__al_map_of("amp_transform2", k, (amp_array_view[]){ x, z }, 2, y, 0, p);
}

AMP__API amp_status amp__al_fill(const amp__moves *m, amp_array_view y, const void *v)
{
    return amp__al_each("amp_fill", &m->fill, y, 0, v);
}

AMP__API amp_status amp__al_iota(const amp__kernel *k, amp_array_view y, const void *start)
{
    const amp_status s = amp__al_expect("amp_iota", "result", &y, k->parameters[0].type, 1, 1);
    return s != AMP_OK || amp__is_empty(&y) ? s : AMP__RUN(k, y.extent, &y, start);
}

/* Copies x to the front of y: of one type, x not empty and y as long or longer; they share no
   element. */
static inline amp_status amp__al_copy(const amp__moves *m, amp_array_view x, amp_array_view y)
{
    AMP__ASSERT(!amp__is_empty(&x) && amp__al_length(&x) <= amp__al_length(&y));
    if (amp__al_length(&x) < amp__al_length(&y)) { /* what an `out` view is not given is lost */
        y = amp_range(y, 0, amp__al_length(&x));
    }
    return AMP__RUN(&m->copy, x.extent, &x, &y);
}

/* The checks of a map from *x to *y, for the function that is named in errors; *y becomes its
   front, as long as *x. AMP_OK, or the status. */
static AMP__WARM amp_status amp__al_map_check(const char *function, amp__type in, amp__type out,
                                              const amp_array_view *x, amp_array_view *y,
                                              int in_place)
{
    amp_status s = amp__al_expect(function, "input", x, in, 1, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", y, out, 1, 1));
    s = AMP__THEN(s, amp__al_room(function, "result", y, amp__al_length(x)));
    if (s != AMP_OK || amp__is_empty(x)) {
        return s;
    }
    *y = amp_range(*y, 0, amp__al_length(x));
    return amp__al_apart(function, x, y, in_place);
}

AMP__API amp_status amp__al_adjacent(const amp__kernel *k, amp_array_view x, amp_array_view y)
{
    const amp__type type = k->parameters[0].type;
    const amp_status s = amp__al_map_check("amp_adjacent_difference", type, type, &x, &y, 0);
    return s != AMP_OK || amp__is_empty(&x) ? s : AMP__RUN(k, x.extent, &x, &y);
}

/* x becomes x[order[0]], x[order[1]] ... */
static AMP__WARM amp_status amp__al_reorder(const amp__moves *m, amp_array_view x,
                                            amp_array_view order)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view moved;
    amp_status s = amp__al_temporary(&moved, m->type, amp__al_length(&x));
    s = AMP__THEN(s, AMP__RUN(&m->gather, x.extent, &x, &order, &moved));
    return amp__al_close(scope, AMP__THEN(s, amp__al_copy(m, moved, x)));
}

AMP__API amp_status amp__al_move(const char *function, const amp__moves *m, amp_array_view x,
                                 amp_array_view y, int shift)
{
    amp_status s = amp__al_map_check(function, m->type, m->type, &x, &y, 0);
    const int n = x.extent.dim[0];
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    if (shift < 0) {
        return AMP__RUN(&m->move, x.extent, &x, &y, &n);
    }
    /* two moves, in each of which memory is read as it lies */
    s = amp__al_copy(m, amp_range(x, shift, n), amp_range(y, 0, n - shift));
    return s != AMP_OK || shift == 0 ? s : amp__al_copy(m, amp_range(x, 0, shift),
                                                        amp_range(y, n - shift, n));
}

AMP__API amp_status amp__al_gather(const amp__moves *m, amp_array_view x, amp_array_view order,
                                amp_array_view y)
{
    amp_status s = amp__al_expect("amp_gather_by", "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect("amp_gather_by", "order", &order, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect("amp_gather_by", "result", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__al_room("amp_gather_by", "result", &y, amp__al_length(&order)));
    if (s != AMP_OK || amp__is_empty(&order)) {
        return s;
    }
    s = amp__al_room("amp_gather_by", "input", &x, 1);
    y = amp_range(y, 0, amp__al_length(&order));
    s = AMP__THEN(s, AMP__APART("amp_gather_by", 2, &x, &order, &y));
    return AMP__THEN(s, AMP__RUN(&m->gather, order.extent, &x, &order, &y));
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_MAP_H */
