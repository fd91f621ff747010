/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_REDUCE_H
#define AMP_ALGORITHMS_REDUCE_H
/*
amp/algorithms/reduce.h: one result from a whole range.

  1 kernels       a fold: of elements, of what they are mapped to, of pairs
  2 on the host   reduce, inner product

A tile of 64 threads folds a part of the range; at each step neighbouring
threads read neighbouring elements, which is coalesced on a GPU and a vector on
a CPU. The parts' results are folded by one more tile. Both forms are this one.
Kernels are macros, for the reason in kernel.h.
*/

#include "check.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* The body of a fold: op over get(args, i) for this tile's i below count. Only the last row of the
   range has fewer elements than threads. Uses per and part, the kernel's parameters; makes fold, n,
   first, last and full, where the whole rows end. */
#define AMP__FOLD_ARGS(...) __VA_ARGS__
#define AMP__FOLD(R, identity, op, get, args, count)                                               \
    amp_tile_static(R, fold, AMP__FOLD_THREADS);                                                   \
    const ptrdiff_t n = (count), first = (ptrdiff_t)amp_tile_index.tile[0] * per;                  \
    const ptrdiff_t last = first + per < n ? first + per : n;                                      \
    const ptrdiff_t full = last - (last - first) % AMP__FOLD_THREADS;                              \
    AMP__PHASE_ALL { fold[AMP__T] = identity; }                                                    \
    AMP__FOLD_THROUGH(R, op, get, args)                                                            \
    if (full < last) {                                                                             \
        AMP__PHASE_FIRST((int)(last - full)) {                                                     \
            fold[AMP__T] = op(amp__op, fold[AMP__T], get(AMP__FOLD_ARGS args, full + AMP__T));     \
        }                                                                                          \
    }                                                                                              \
    for (int step = AMP__FOLD_THREADS / 2; step > 0; step /= 2) {                                  \
        AMP__PHASE_FIRST(step) {                                                                   \
            fold[AMP__T] = op(amp__op, fold[AMP__T], fold[AMP__T + step]);                         \
        }                                                                                          \
    }                                                                                              \
    AMP__PHASE_FIRST(1) { amp_at(part, amp_tile_index.tile[0]) = fold[0]; }
/* Each thread's sum over the whole rows. On the host a row after the other, all threads' elements
   of one before the next, so that memory is read as it lies. */
#ifdef __OPENCL_VERSION__
#define AMP__FOLD_THROUGH(R, op, get, args)                                                        \
    AMP__PHASE_ALL {                                                                               \
        R sum = fold[AMP__T];                                                                      \
        for (ptrdiff_t k = first; k < full; k += AMP__FOLD_THREADS) {                              \
            sum = op(amp__op, sum, get(AMP__FOLD_ARGS args, k + AMP__T));                          \
        }                                                                                          \
        fold[AMP__T] = sum;                                                                        \
    }
#else
#define AMP__FOLD_THROUGH(R, op, get, args)                                                        \
    AMP__PHASE_ROWS(k, first, full, AMP__FOLD_THREADS) {                                           \
        fold[AMP__T] = op(amp__op, fold[AMP__T], get(AMP__FOLD_ARGS args, k + AMP__T));            \
    }
#endif

/* That fold for an OpenCL device that is a CPU, whose compiler makes no
   vectors of the threads of a tile with barriers: a tile of one thread has the
   64 partial results in an array, and each is what it is above, bit for bit. */
#if defined(AMP_OPENCL) || defined(__OPENCL_VERSION__)
#define AMP__LANES(name, T, R, identity, get)                                                      \
    AMP__PART(amp__lanes_##name, AMP__KERNEL_lanes)(name, T, R, identity, get)
#else
#define AMP__LANES(name, T, R, identity, get)
#endif
#define AMP__KERNEL_lanes(name, T, R, identity, get)                                               \
    AMP__PHASED_BODY(amp__lanes_##name, 1, in(T, 1, x), out(R, 1, part), value(int, per))          \
        AMP__FOLD_LANES(R, identity, amp__op_##name, get, (x))                                     \
    AMP__PHASED_BODY_END
#define AMP__FOLD_LANES(R, identity, op, get, args)                                                \
    AMP__PHASE_ALL {                                                                               \
        AMP__CHUNK(x_shape.extent[0]);                                                             \
        R lane[AMP__FOLD_THREADS];                                                                 \
        ptrdiff_t k = first;                                                                       \
        for (int t = 0; t < AMP__FOLD_THREADS; t++) {                                              \
            lane[t] = identity;                                                                    \
        }                                                                                          \
        for (; k + AMP__FOLD_THREADS <= last; k += AMP__FOLD_THREADS) {                            \
            for (int t = 0; t < AMP__FOLD_THREADS; t++) {                                          \
                lane[t] = op(amp__op, lane[t], get(AMP__FOLD_ARGS args, k + t));                   \
            }                                                                                      \
        }                                                                                          \
        for (int t = 0; k + t < last; t++) {                                                       \
            lane[t] = op(amp__op, lane[t], get(AMP__FOLD_ARGS args, k + t));                       \
        }                                                                                          \
        for (int step = AMP__FOLD_THREADS / 2; step > 0; step /= 2) {                              \
            for (int t = 0; t < step; t++) {                                                       \
                lane[t] = op(amp__op, lane[t], lane[t + step]);                                    \
            }                                                                                      \
        }                                                                                          \
        amp_at(part, amp_tile_index.tile[0]) = lane[0];                                            \
    }

/* Folds elements of R, which are a range's or the parts' results. */
#define AMP__KERNEL_again(name, R, identity)                                                       \
    AMP__PHASED_BODY(amp__again_##name, AMP__FOLD_THREADS, in(R, 1, x), out(R, 1, part),           \
                     value(int, per))                                                              \
        AMP__FOLD(R, identity, amp__op_##name, amp__get_##name, (x), x_shape.extent[0])            \
    AMP__PHASED_BODY_END
#define AMP__AGAIN(name, R, identity)                                                              \
    AMP__HELPER R amp__get_##name(amp_global_ptr(const R) x, ptrdiff_t i) { return x[i]; }         \
    AMP__PART(amp__again_##name, AMP__KERNEL_again)(name, R, identity)

/* AMP_DEFINE_REDUCE(name, T, identity, expression in a and b): an operator
   for amp_reduce, associative and commutative. The identity is given back for
   an empty range, and must leave any element unchanged. */
#undef AMP_DEFINE_REDUCE
#define AMP_DEFINE_REDUCE(name, T, identity, ...)                                                  \
    AMP__HELPER T amp__op_##name(int number, T a, T b) { (void)number; return __VA_ARGS__; }       \
    AMP__REDUCE_BODIES(name, T, identity)                                                          \
    AMP__HOST(AMP__HOST_REDUCE)(name, name, 0, T, identity)
#define AMP__REDUCE_BODIES(name, T, identity)                                                      \
    AMP__AGAIN(name, T, identity)                                                                  \
    AMP__LANES(name, T, T, identity, amp__get_##name)

/* AMP_DEFINE_TRANSFORM_REDUCE(name, T, R, identity, combine, map): folds map,
   an expression of type R in the element a (a T) and its index i, with
   combine, an expression in a and b. For amp_transform_reduce. */
#undef AMP_DEFINE_TRANSFORM_REDUCE
#define AMP_DEFINE_TRANSFORM_REDUCE(name, T, R, identity, combine, ...)                            \
    AMP__HELPER R amp__op_##name(int number, R a, R b) { (void)number; return combine; }           \
    AMP__HELPER R amp__of_##name(T a, int i) { (void)i; return __VA_ARGS__; }                      \
    AMP__HELPER R amp__map_##name(amp_global_ptr(const T) x, ptrdiff_t i)                          \
    { return amp__of_##name(x[i], (int)i); }                                                       \
    AMP__AGAIN(name, R, identity)                                                                  \
    AMP__PART(amp__reduce_##name, AMP__KERNEL_reduce)(name, T, R, identity)                        \
    AMP__LANES(name, T, R, identity, amp__map_##name)                                              \
    AMP__HOST(AMP__HOST_TRANSFORM_REDUCE)(name, T, R, identity)
#define AMP__KERNEL_reduce(name, T, R, identity)                                                   \
    AMP__PHASED_BODY(amp__reduce_##name, AMP__FOLD_THREADS, in(T, 1, x), out(R, 1, part),          \
                     value(int, per))                                                              \
        AMP__FOLD(R, identity, amp__op_##name, amp__map_##name, (x), x_shape.extent[0])            \
    AMP__PHASED_BODY_END

/* AMP_DEFINE_INNER_PRODUCT(name, T, U, R, identity, combine, product): folds
   product, an expression of type R in a (a T) and b (a U), with combine. */
#undef AMP_DEFINE_INNER_PRODUCT
#define AMP_DEFINE_INNER_PRODUCT(name, T, U, R, identity, combine, ...)                            \
    AMP__HELPER R amp__op_##name(int number, R a, R b) { (void)number; return combine; }           \
    AMP__HELPER R amp__of_##name(T a, U b) { return __VA_ARGS__; }                                 \
    AMP__HELPER R amp__map_##name(amp_global_ptr(const T) x, amp_global_ptr(const U) y,            \
                                  ptrdiff_t i)                                                     \
    { return amp__of_##name(x[i], y[i]); }                                                         \
    AMP__AGAIN(name, R, identity)                                                                  \
    AMP__PART(amp__inner_##name, AMP__KERNEL_inner)(name, T, U, R, identity)                       \
    AMP__HOST(AMP__HOST_INNER)(name, name, 0, T, R, identity)
#define AMP__KERNEL_inner(name, T, U, R, identity)                                                 \
    AMP__PHASED_BODY(amp__inner_##name, AMP__FOLD_THREADS, in(T, 1, x), in(U, 1, y),               \
                     out(R, 1, part), value(int, per), value(int, size))                           \
        AMP__FOLD(R, identity, amp__op_##name, amp__map_##name, (x, y), size)                      \
    AMP__PHASED_BODY_END
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* An operator's reduction: fold reads elements, again folds its own results;
   they may be one kernel. lanes is fold for an OpenCL device that is a CPU, or
   NULL (written as 0: see AMP__IN_PROGRAM in kernel.h). captured: where the value
   of a definition with one is, else NULL; fold and lanes take it last. */
typedef struct amp__reduction {
    amp__type in, type;
    const amp__kernel *fold, *again, *lanes;
    const void *(*captured)(void);
} amp__reduction;

#ifdef AMP_OPENCL
#define AMP__LANES_ENTRIES(name, body, op)                                                         \
    AMP__PHASED_ENTRIES(lanes, name, body, 1, op)
#define AMP__LANES_KERNEL(name, body) static const amp__kernel lanes =                             \
    AMP__PHASED_KERNEL(lanes, name, body, 1);
#define AMP__LANES_AT &lanes
#else
#define AMP__LANES_ENTRIES(name, body, op)
#define AMP__LANES_KERNEL(name, body)
#define AMP__LANES_AT 0
#endif

/* Of a definition whose bodies are those of `body` with the number op. */
#define AMP__HOST_REDUCE(name, body, op, T, identity)                                              \
    AMP__PHASED_ENTRIES(again, name, body, AMP__FOLD_THREADS, op)                                  \
    AMP__LANES_ENTRIES(name, body, op)                                                             \
    AMP__HELPER const amp__reduction *amp__reduction_##name(void)                                  \
    {                                                                                              \
        static const amp__kernel again = AMP__PHASED_KERNEL(again, name, body, AMP__FOLD_THREADS); \
        AMP__LANES_KERNEL(name, body)                                                              \
        static const amp__reduction described = { AMP__TYPE_CONSTANT(T), AMP__TYPE_CONSTANT(T),    \
            &again, &again, AMP__LANES_AT, 0 };                                                    \
        return &described;                                                                         \
    }                                                                                              \
    AMP__REDUCE_CALLS("amp_reduce", name, body, op, T, identity)
#define AMP__HOST_TRANSFORM_REDUCE(name, T, R, identity)                                           \
    AMP__FOLD_ENTRIES(reduce, name, name, AMP__FOLD_THREADS, 0)                                    \
    AMP__LANES_ENTRIES(name, name, 0)                                                              \
    AMP__REDUCTION(name, name, 0, T, R, reduce, AMP__LANES_KERNEL(name, name), AMP__LANES_AT, 0)   \
    AMP__REDUCE_CALLS("amp_transform_reduce", name, name, 0, R, identity)
/* The description of a fold from T to R by a kernel of its own; the results are
   folded as `body` does with the number op. */
#define AMP__REDUCTION(name, body, op, T, R, kernel, lanes_kernel, lanes_at, captured)             \
    AMP__PHASED_ENTRIES(again, name, body, AMP__FOLD_THREADS, op)                                  \
    AMP__HELPER const amp__reduction *amp__reduction_##name(void)                                  \
    {                                                                                              \
        static const amp__kernel again = AMP__PHASED_KERNEL(again, name, body, AMP__FOLD_THREADS); \
        static const amp__kernel fold = AMP__PHASED_KERNEL(kernel, name, name,                     \
                                                           AMP__FOLD_THREADS);                     \
        lanes_kernel                                                                               \
        static const amp__reduction described = { AMP__TYPE_CONSTANT(T), AMP__TYPE_CONSTANT(R),    \
            &fold, &again, lanes_at, captured };                                                   \
        return &described;                                                                         \
    }

/* What a call expands to: it knows the result's type. A macro: the functions' names and R are
   the definition's. */
#define AMP__REDUCE_CALLS(function, name, body, op, R, identity)                                   \
    AMP__HELPER amp_status amp__do_reduce_##name(amp_array_view x, R *result)                      \
    {                                                                                              \
        R r = identity;                                                                            \
        const amp_status s = amp__reduce(function, (amp__reduction_##name)(), x, &r);              \
        if (s == AMP_OK) {                                                                         \
            *result = r;                                                                           \
        }                                                                                          \
        return s;                                                                                  \
    }                                                                                              \
    AMP__HELPER amp_status amp__do_reduce_from_##name(amp_array_view x, R init, R *result)         \
    {                                                                                              \
        R r = identity;                                                                            \
        const amp_status s = amp__reduce(function, (amp__reduction_##name)(), x, &r);              \
        if (s == AMP_OK) {                                                                         \
            *result = amp__op_##body(op, init, r);                                                 \
        }                                                                                          \
        return s;                                                                                  \
    }

/* Entries, description and typed function of an inner product. A macro: their names, T and R are
   the definition's. */
#define AMP__HOST_INNER(name, body, op, T, R, identity)                                            \
    AMP__FOLD_ENTRIES(inner, name, name, AMP__FOLD_THREADS, 0)                                     \
    AMP__REDUCTION(name, body, op, T, R, inner, , 0, 0)                                            \
    AMP__HELPER amp_status amp__do_inner_##name(amp_array_view x, amp_array_view z, R init,        \
                                                R *result)                                         \
    {                                                                                              \
        R r = identity;                                                                            \
        const amp_status s = amp__inner((amp__reduction_##name)(), x, z, &r);                      \
        if (s == AMP_OK) {                                                                         \
            *result = amp__op_##name(0, init, r);                                                  \
        }                                                                                          \
        return s;                                                                                  \
    }

/* Folds x for the function that is named in errors; *result, of r->type, stays as
   it was where x is empty. */
AMP__API amp_status amp__reduce(const char *function, const amp__reduction *r,
                                amp_array_view x, void *result);

/* Folds the products of x and z, as amp__reduce; z's type is that of fold's second view. */
AMP__API amp_status amp__inner(const amp__reduction *r, amp_array_view x, amp_array_view z,
                               void *result);

/* amp_reduce(name, in, &result): folds the range, or a view of rank 2 or more in row-major order,
   with the operator; *result is the identity where the range is empty. */
#define amp_reduce(name, in, result) amp__do_reduce_##name(in, result)
/* amp_transform_reduce(name, in, &result): the same of
   AMP_DEFINE_TRANSFORM_REDUCE. */
#define amp_transform_reduce(name, in, result) amp__do_reduce_##name(in, result)
/* amp_inner_product(name, in, in2, init, &result): init combined with the fold
   of the products; the inputs have one length. amp_dot_X multiplies and adds. */
#define amp_inner_product(name, in, in2, init, result)                                             \
    amp__do_inner_##name(in, in2, init, result)

/* The bytes of temporary storage for amp_reduce, amp_transform_reduce and
   amp_inner_product over n elements, with a result of `element` bytes: enough for
   either form. */
AMP__API size_t amp_reduce_storage_size(size_t element, ptrdiff_t n);

#if AMP__IMPLEMENT

/* Whether a fold in this form runs as r->lanes: on an OpenCL device that is a CPU. The emulator's
   threads are vectors without that. */
static AMP__COLD int amp__by_lanes(const amp__reduction *r, int form)
{
#ifdef AMP_OPENCL
    amp__queue *queue;
    return form == 0 && r->lanes != NULL && amp__queue_of(amp__al_mine.on, &queue) == AMP_OK
        && !queue->device->at_once;
#else
    return (void)r, (void)form, 0;
#endif
}

/* *result = the fold of the tiles' results `part`, at least one, by the kernel `again`, in one
   tile of its 64 threads or 1. */
static AMP__COLD amp_status amp__reduce_parts(const amp__kernel *again, amp_array_view part,
                                              void *result)
{
    const int threads = again->tile[0], n = (int)amp__al_length(&part);
    amp_array_view one;
    amp_status s = AMP_OK;
    AMP__ASSERT(n >= 1 && (threads == 1 || threads == AMP__FOLD_THREADS));
    if (n == 1) {
        return amp__al_fetch(part, 0, result);
    }
    s = amp__al_temporary(&one, part.type, 1);
    s = AMP__THEN(s, AMP__RUN_TILES(again, amp_tile(amp_extent(threads), threads), &part, &one,
                                    &n));
    return AMP__THEN(s, amp__al_fetch(one, 0, result));
}

AMP__API amp_status amp__reduce(const char *function, const amp__reduction *r,
                                amp_array_view x, void *result)
{
    const amp__al_scope scope = amp__al_open();
    const amp__kernel *fold = r->fold, *again = r->again;
    amp_array_view part;
    amp__al_cut cut;
    int form;
    amp_status s = amp__al_flat(&x, 1);
    s = AMP__THEN(s, amp__al_expect(function, "input", &x, r->in, 1, 0));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return amp__al_close(scope, s);
    }
    cut = amp__al_fold_cut(amp__al_length(&x), form);
    s = amp__al_temporary(&part, r->type, cut.tiles);
    if (amp__by_lanes(r, form)) {
        fold = r->lanes;
        cut.domain = amp_tile(amp_extent(cut.tiles), 1);
        if (r->again == r->fold) { /* one kernel to build, not two */
            again = fold;
        }
    }
    s = AMP__THEN(s, AMP__RUN_TILES(fold, cut.domain, &x, &part, &cut.per));
    s = AMP__THEN(s, amp__reduce_parts(again, part, result));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__inner(const amp__reduction *r, amp_array_view x, amp_array_view z,
                               void *result)
{
    static const char f[] = "amp_inner_product";
    const amp__al_scope scope = amp__al_open();
    const int n = x.extent.dim[0];
    amp_array_view part;
    amp__al_cut cut;
    int form;
    amp_status s = amp__al_expect(f, "first input", &x, r->in, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "second input", &z, r->fold->parameters[1].type, 1, 0));
    s = AMP__THEN(s, amp__same_length(f, &x, &z));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    cut = amp__al_fold_cut(n, form);
    s = amp__al_temporary(&part, r->type, cut.tiles);
    s = AMP__THEN(s, AMP__RUN_TILES(r->fold, cut.domain, &x, &z, &part, &cut.per, &n));
    s = AMP__THEN(s, amp__reduce_parts(r->again, part, result));
    return amp__al_close(scope, s);
}

AMP__API size_t amp_reduce_storage_size(size_t element, ptrdiff_t n)
{
    return amp__al_rounded(element * amp__al_parts(n)) + amp__al_rounded(element);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_REDUCE_H */
