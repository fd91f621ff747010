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
*/

#include "map.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* A fold has 64 partial results, of which each is op over get(args, i) for every 64th element i of
   a tile's, below count; these are paired at distances 32, 16, ... 1. Only the last row of the
   range has fewer elements. BY says who goes through a row of 64: AMP__BY_THREADS, a tile's
   threads; or AMP__BY_LANES, one thread, for an OpenCL device that is a CPU, whose compiler makes
   no vectors of the threads of a tile with barriers. The results are the same, bit for bit. Uses
   per and part, the kernel's parameters; makes fold, n, first, last and full, where the whole rows
   end. */
#define AMP__FOLD(BY, R, identity, op, get, args, count)                                           \
    BY##_ARRAY(R, fold); AMP__CHUNK(count);                                                        \
    const ptrdiff_t full = last - (last - first) % AMP__FOLD_THREADS;                              \
    AMP__FOLD_FROM(R, identity)                                                                    \
    BY##_ALL { fold[BY] = AMP__FOLD_FIRST(identity); }                                             \
    BY##_ROWS(k, first, full) { AMP__FOLD_ROW(BY, op, get, args, k) }                              \
    if (full < last) BY##_FIRST((int)(last - full)) { AMP__FOLD_ROW(BY, op, get, args, full) }     \
    AMP__FOLD_PAIRS(BY##_FIRST, BY, op)
/* On a device an element of memory is copied at once: with a variable between, clang has a memmove
   of a structure, which Oclgrind does not know. */
#ifdef __OPENCL_VERSION__
#define AMP__FOLD_FROM(R, identity)
#define AMP__FOLD_FIRST(identity) identity
#else
#define AMP__FOLD_FROM(R, identity) AMP__SUM_FROM(R, identity);
#define AMP__FOLD_FIRST(identity) sum
#endif
#define AMP__FOLD_ARGS(...) __VA_ARGS__
#define AMP__FOLD_ROW(BY, op, get, args, k)                                                        \
    AMP__FOLD_STEP(BY, op, get(AMP__FOLD_ARGS args, k + BY))
#define AMP__FOLD_STEP(BY, op, value) fold[BY] = op(amp__op, fold[BY], value);
#define AMP__FOLD_PAIRS(FIRST, at, op)                                                             \
    AMP__WHOLLY for (int step = AMP__FOLD_THREADS / 2; step > 0; step /= 2) {                      \
        FIRST(step) { AMP__FOLD_STEP(at, op, fold[(at) + step]) }                                  \
    }                                                                                              \
    FIRST(1) { AMP__AT(part, amp_tile_index.tile[0]) = fold[0]; }
#define AMP__BY_THREADS AMP__THREAD
#define AMP__BY_THREADS_ARRAY(R, name) AMP__TILE_ARRAY(R, name, AMP__FOLD_THREADS)
#define AMP__BY_THREADS_ALL AMP__PHASE_ALONE_ALL
#define AMP__BY_THREADS_FIRST(n) AMP__PHASE_ALONE_FIRST(n)
/* On the host a row after the other, all threads' elements of one before the next, so that memory
   is read as it lies. */
#ifdef __OPENCL_VERSION__
#define AMP__BY_THREADS_ROWS(k, first, end)                                                        \
    AMP__PHASE_ALL for (ptrdiff_t k = first; k < end; k += AMP__FOLD_THREADS)
#else
#define AMP__BY_THREADS_ROWS(k, first, end) AMP__PHASE_ROWS(k, first, end, AMP__FOLD_THREADS)
#endif
#define AMP__BY_LANES lane_
#define AMP__BY_LANES_ARRAY(R, name) R name[AMP__FOLD_THREADS]
#define AMP__BY_LANES_ALL AMP__BY_LANES_FIRST(AMP__FOLD_THREADS)
#define AMP__BY_LANES_FIRST(n) for (int lane_ = 0, lanes_ = n; lane_ < lanes_; lane_++)
#define AMP__BY_LANES_ROWS(k, first, end)                                                          \
    for (ptrdiff_t k = first; k < end; k += AMP__FOLD_THREADS) AMP__BY_LANES_ALL

/* Kernels that fold a range of T to elements of R; `get` has its elements, args are x and, of
   AMP__KERNEL_reduce, the value. */
#define AMP__KERNEL_lanes(name, T, R, identity, get)                                               \
    AMP__PHASED_BODY(amp__lanes_##name, 1, in(T, 1, x), out(R, 1, part), value(int, per))          \
        AMP__PHASE_ALL {                                                                           \
            AMP__FOLD(AMP__BY_LANES, R, identity, amp__op_##name, get, (x), x_shape.extent[0])     \
        }                                                                                          \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_reduce_lanes(name, T, R, P, identity)                                          \
    AMP__PHASED_BODY(amp__reduce_lanes_##name, 1, in(T, 1, x), out(R, 1, part), value(int, per),   \
                     value(P, p))                                                                  \
        AMP__PHASE_ALL {                                                                           \
            AMP__FOLD(AMP__BY_LANES, R, identity, amp__op_##name, amp__map_##name, (x, p),         \
                      x_shape.extent[0])                                                           \
        }                                                                                          \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_again(name, R, identity)                                                       \
    AMP__PHASED_BODY(amp__again_##name, AMP__FOLD_THREADS, in(R, 1, x), out(R, 1, part),           \
                     value(int, per))                                                              \
        AMP__FOLD(AMP__BY_THREADS, R, identity, amp__op_##name, amp__get_##name, (x),              \
                  x_shape.extent[0])                                                               \
    AMP__PHASED_BODY_END
#define AMP__KERNEL_reduce(name, T, R, P, identity)                                                \
    AMP__PHASED_BODY(amp__reduce_##name, AMP__FOLD_THREADS, in(T, 1, x), out(R, 1, part),          \
                     value(int, per), value(P, p))                                                 \
        AMP__FOLD(AMP__BY_THREADS, R, identity, amp__op_##name, amp__map_##name, (x, p),           \
                  x_shape.extent[0])                                                               \
    AMP__PHASED_BODY_END
#define AMP__AGAIN(name, R, identity)                                                              \
    AMP__HELPER R amp__get_##name(amp_global_ptr(const R) x, ptrdiff_t i) { return x[i]; }         \
    AMP__PART(amp__again_##name, AMP__KERNEL_again)(name, R, identity)
/* What combines results of a definition, and their fold. */
#define AMP__COMBINED(name, R, identity, combine)                                                  \
    AMP__HELPER R amp__op_##name(int number, R a, R b) { (void)number; return combine; }           \
    AMP__AGAIN(name, R, identity)
/* AMP__IF_LANES(...) is there where lanes may be: with OpenCL. */
#if defined(AMP_OPENCL) || defined(__OPENCL_VERSION__)
#define AMP__IF_LANES(...) __VA_ARGS__
#else
#define AMP__IF_LANES(...)
#endif

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
    AMP__IF_LANES(AMP__PART_OF(CHUNK, lanes, name, T, T, identity, amp__get_##name))

/* AMP_DEFINE_TRANSFORM_REDUCE[_WITH](name, T, R, [P,] identity, combine, map): folds map,
   an expression of type R in the element a (a T) and its index i [and p, a value of the call: the
   square of the distance from a mean, the count of what is nearer than p], with combine, an
   expression in a and b. For amp_transform_reduce. */
#undef AMP_DEFINE_TRANSFORM_REDUCE
#undef AMP_DEFINE_TRANSFORM_REDUCE_WITH
#define AMP_DEFINE_TRANSFORM_REDUCE(name, T, R, identity, combine, ...)                            \
    AMP__TRANSFORM_REDUCE_AS(name, T, R, int, none_, identity, combine, __VA_ARGS__)               \
    AMP__HOST(AMP__HOST_TRANSFORM_REDUCE)(name, T, R, identity, 0)
#define AMP_DEFINE_TRANSFORM_REDUCE_WITH(name, T, R, P, identity, combine, ...)                    \
    AMP__TRANSFORM_REDUCE_AS(name, T, R, P, p, identity, combine, __VA_ARGS__)                     \
    AMP__HOST(AMP__CAPTURED_AT)(name, P)                                                           \
    AMP__HOST(AMP__HOST_TRANSFORM_REDUCE)(name, T, R, identity, amp__capture_of_##name)
#define AMP__TRANSFORM_REDUCE_AS(name, T, R, P, given, identity, combine, ...)                     \
    AMP__COMBINED(name, R, identity, combine)                                                      \
    AMP__HELPER R amp__of_##name(T a, int i, P given)                                              \
    { (void)i; (void)given; return __VA_ARGS__; }                                                  \
    AMP__HELPER R amp__map_##name(amp_global_ptr(const T) x, P p, ptrdiff_t i)                     \
    { return amp__of_##name(x[i], (int)i, p); }                                                    \
    AMP__PART_OF(MAPPED, reduce, name, T, R, P, identity)                                          \
    AMP__IF_LANES(AMP__PART_OF(CHUNK, reduce_lanes, name, T, R, P, identity))

/* AMP_DEFINE_INNER_PRODUCT(name, T, U, R, identity, combine, product): folds
   product, an expression of type R in a (a T) and b (a U), with combine. */
#undef AMP_DEFINE_INNER_PRODUCT
#define AMP_DEFINE_INNER_PRODUCT(name, T, U, R, identity, combine, ...)                            \
    AMP__COMBINED(name, R, identity, combine)                                                      \
    AMP__HELPER R amp__of_##name(T a, U b) { return __VA_ARGS__; }                                 \
    AMP__HELPER R amp__map_##name(amp_global_ptr(const T) x, amp_global_ptr(const U) y,            \
                                  ptrdiff_t i)                                                     \
    { return amp__of_##name(x[i], y[i]); }                                                         \
    AMP__PART(amp__inner_##name, AMP__KERNEL_inner)(name, T, U, R, identity)                       \
    AMP__HOST(AMP__HOST_INNER)(name, name, 0, T, R, identity)
#define AMP__KERNEL_inner(name, T, U, R, identity)                                                 \
    AMP__PHASED_BODY(amp__inner_##name, AMP__FOLD_THREADS, in(T, 1, x), in(U, 1, y),               \
                     out(R, 1, part), value(int, per), value(int, size))                           \
        AMP__FOLD(AMP__BY_THREADS, R, identity, amp__op_##name, amp__map_##name, (x, y), size)     \
    AMP__PHASED_BODY_END
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* An operator's reduction: fold reads elements, again folds results, and elements where there is no
   fold; lanes is what reads elements on an OpenCL device that is a CPU. captured: where the value
   of a definition with one is, else NULL; fold and lanes take it last. */
typedef struct amp__reduction {
    amp__type in, type;
    const void *(*captured)(void);
    amp__kernel again, fold, lanes; /* empty: there is none */
} amp__reduction;

#ifdef AMP_OPENCL
#define AMP__LANES_KERNEL(kernel, name, body) AMP__KERNEL_HERE(CHUNK, kernel, name, body)
#else
#define AMP__LANES_KERNEL(kernel, name, body) { 0 }
#endif

/* The description of a fold from T to R, with its fold and its lanes behind that. Results are
   folded, and an element in front of all, as `body` does with the number op. A macro: the
   functions' names are the definition's. */
#define AMP__REDUCTION(name, body, op, T, R, captured, ...)                                        \
    AMP__ENTRIES_OF(FOLD, again, name, body, op)                                                   \
    AMP__DESCRIPTION(amp__reduction, amp__reduction_##name, AMP__TYPE_CONSTANT(T),                 \
                     AMP__TYPE_CONSTANT(R), captured, AMP__KERNEL_HERE(FOLD, again, name, body),   \
                     __VA_ARGS__)
#define AMP__REDUCE_CALLS(function, name, body, op, R, identity)                                   \
    AMP__REDUCE_CALL(do_reduce_##name, R, identity, , (amp_array_view x, R *result),               \
                     amp__reduce(function, (amp__reduction_##name)(), x, &r))                      \
    AMP__REDUCE_CALL(do_reduce_from_##name, R, identity, r = amp__op_##body(op, init, r);,         \
                     (amp_array_view x, R init, R *result),                                        \
                     amp__reduce(function, (amp__reduction_##name)(), x, &r))
#define AMP__REDUCE_CALL(function, R, identity, then, parameters, call)                            \
    AMP__HELPER amp_status amp__##function parameters                                              \
    {                                                                                              \
        R r = identity;                                                                            \
        const amp_status s = call;                                                                 \
        if (s == AMP_OK) { then *result = r; }                                                     \
        return s;                                                                                  \
    }
#define AMP__CAPTURED_AT(name, P)                                                                  \
    AMP__CAPTURED(name, P)                                                                         \
    AMP__HELPER const void *amp__capture_of_##name(void) { return &amp__captured_##name; }

/* Of a definition whose bodies are those of `body` with the number op. */
#define AMP__HOST_REDUCE(name, body, op, T, identity)                                              \
    AMP__IF_LANES(AMP__ENTRIES_OF(CHUNK, lanes, name, body, op))                                   \
    AMP__REDUCTION(name, body, op, T, T, 0, { 0 }, AMP__LANES_KERNEL(lanes, name, body))           \
    AMP__REDUCE_CALLS("amp_reduce", name, body, op, T, identity)
#define AMP__HOST_TRANSFORM_REDUCE(name, T, R, identity, captured)                                 \
    AMP__ENTRIES_OF(MAPPED, reduce, name, name, 0)                                                 \
    AMP__IF_LANES(AMP__ENTRIES_OF(CHUNK, reduce_lanes, name, name, 0))                             \
    AMP__REDUCTION(name, name, 0, T, R, captured, AMP__KERNEL_HERE(MAPPED, reduce, name, name),    \
                   AMP__LANES_KERNEL(reduce_lanes, name, name))                                    \
    AMP__REDUCE_CALLS("amp_transform_reduce", name, name, 0, R, identity)
#define AMP__HOST_INNER(name, body, op, T, R, identity)                                            \
    AMP__ENTRIES_OF(MAPPED, inner, name, name, op)                                                 \
    AMP__REDUCTION(name, body, op, T, R, 0, AMP__KERNEL_HERE(MAPPED, inner, name, name), { 0 })    \
    AMP__REDUCE_CALL(do_inner_##name, R, identity, r = amp__op_##name(0, init, r);,                \
                     (amp_array_view x, amp_array_view z, R init, R *result),                      \
                     amp__inner((amp__reduction_##name)(), x, z, &r))

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

/* The value that r's kernels take last; of one that has none, an int that is not used. */
static inline const void *amp__fold_value(const amp__reduction *r)
{
    return r->captured != NULL ? r->captured() : &amp__no_value;
}

/* The kernel that reads elements. */
static inline const amp__kernel *amp__fold_of(const amp__reduction *r)
{
    return r->fold.name != NULL ? &r->fold : &r->again;
}

/* Whether a fold in this form runs as r->lanes: on an OpenCL device that is a CPU. The emulator's
   threads are vectors without that. */
static AMP__WARM int amp__by_lanes(const amp__reduction *r, int form)
{
#ifdef AMP_OPENCL
    amp__queue *queue;
    return form == 0 && r->lanes.name != NULL && amp__queue_of(amp__al_mine.on, &queue) == AMP_OK
        && !queue->device->at_once;
#else
    return (void)r, (void)form, 0;
#endif
}

/* y[0] = the fold of the results `part` of tiles, by the kernel `again`, in one tile of its 64
   threads or 1. */
static AMP__WARM amp_status amp__fold_parts_to(const amp__kernel *again, amp_array_view part,
                                               amp_array_view y)
{
    const int threads = again->tile[0], n = (int)amp__al_length(&part);
    AMP__ASSERT(threads == 1 || threads == AMP__FOLD_THREADS);
    return AMP__RUN_TILES(again, amp_tile(amp_extent(threads), threads), &part, &y, &n);
}

/* *result = that fold; of at least one part. */
static AMP__WARM amp_status amp__reduce_parts(const amp__kernel *again, amp_array_view part,
                                              void *result)
{
    amp_array_view one;
    amp_status s = AMP_OK;
    AMP__ASSERT(amp__al_length(&part) >= 1);
    if (amp__al_length(&part) == 1) {
        return amp__al_fetch(part, 0, result);
    }
    s = amp__al_temporary(&one, part.type, 1);
    s = AMP__THEN(s, amp__fold_parts_to(again, part, one));
    return AMP__THEN(s, amp__al_fetch(one, 0, result));
}

/* *part = temporary storage with the results of the tiles of x, which is not empty; *again: the
   kernel for them. */
static AMP__WARM amp_status amp__fold_range(const amp__reduction *r, int form, amp_array_view x,
                                            amp_array_view *part, const amp__kernel **again)
{
    const amp__kernel *fold = amp__fold_of(r);
    amp__al_cut cut = amp__al_fold_cut(amp__al_length(&x), form);
    const amp_status s = amp__al_temporary(part, r->type, cut.tiles);
    *again = &r->again;
    if (amp__by_lanes(r, form)) {
        *again = fold == *again ? &r->lanes : *again; /* one kernel to build, not two */
        fold = &r->lanes;
        cut.domain = amp_tile(amp_extent(cut.tiles), 1);
    }
    return AMP__THEN(s, AMP__RUN_TILES(fold, cut.domain, &x, part, &cut.per, amp__fold_value(r)));
}

AMP__API amp_status amp__reduce(const char *function, const amp__reduction *r,
                                amp_array_view x, void *result)
{
    const amp__al_scope scope = amp__al_open();
    const amp__kernel *again;
    amp_array_view part;
    int form;
    amp_status s = amp__al_flat(&x, 1);
    s = AMP__THEN(s, amp__al_expect(function, "input", &x, r->in, 1, 0));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__fold_range(r, form, x, &part, &again);
        s = AMP__THEN(s, amp__reduce_parts(again, part, result));
    }
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
    s = AMP__THEN(s, amp__al_expect(f, "second input", &z, r->fold.parameters[1].type, 1, 0));
    s = AMP__THEN(s, amp__same_length(f, &x, &z));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    cut = amp__al_fold_cut(n, form);
    s = amp__al_temporary(&part, r->type, cut.tiles);
    s = AMP__THEN(s, AMP__RUN_TILES(&r->fold, cut.domain, &x, &z, &part, &cut.per, &n));
    s = AMP__THEN(s, amp__reduce_parts(&r->again, part, result));
    return amp__al_close(scope, s);
}

AMP__API size_t amp_reduce_storage_size(size_t element, ptrdiff_t n)
{
    return amp__al_rounded(element * amp__al_parts(n)) + amp__al_rounded(element);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_REDUCE_H */
