/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_MAP_H
#define AMP_ALGORITHMS_MAP_H
/*
amp/algorithms/map.h: one element of a result for each index.

  1 kernels     moves of a type; iota, generate, transform, for_each
  2 on the host the calls

Kernels are macros, for the reason in kernel.h.
*/

#include "fused.h"

/* ==== 1 kernels ========================================================== */

AMP_DEVICE_BEGIN
/* AMP_DEFINE_TYPE(name, T): what moves elements of T: copy, fill, reverse,
   rotate, gather, swap_ranges. AMP_DEFINE_PREDICATE, AMP_DEFINE_EQUAL,
   AMP_DEFINE_LESS and AMP_DEFINE_RADIX_SORT include it. */
#undef AMP_DEFINE_TYPE
#define AMP_DEFINE_TYPE(name, T)                                                                   \
    AMP__PART(amp__copy_##name, AMP__KERNEL_copy)(name, T)                                         \
    AMP__PART(amp__move_##name, AMP__KERNEL_move)(name, T)                                         \
    AMP__PART(amp__reverse_##name, AMP__KERNEL_reverse)(name, T)                                   \
    AMP__PART(amp__gather_##name, AMP__KERNEL_gather)(name, T)                                     \
    AMP__PART(amp__scatter_##name, AMP__KERNEL_scatter)(name, T)                                   \
    AMP__PART(amp__swap_##name, AMP__KERNEL_swap)(name, T)                                         \
    AMP__PART(amp__fill_##name, AMP__KERNEL_fill)(name, T)                                         \
    AMP__PART(amp__put_##name, AMP__KERNEL_put)(name, T)                                           \
    AMP__HOST(AMP__HOST_MOVES)(name, T)
#define AMP__KERNEL_copy(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__copy_##name, in(T, 1, x), out(T, 1, y))                                 \
        amp_at(y, amp__at_) = amp_at(x, amp__at_);                                                 \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_move(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__move_##name, in(T, 1, x), out(T, 1, y), value(int, n),                  \
                      value(int, shift))                                                           \
        /* shift < 0: in reverse; else y[i] = x[(i + shift) mod n] */                              \
        const int i = amp__at_;                                                                    \
        const int from = shift < 0 ? n - 1 - i : i >= n - shift ? i - (n - shift) : i + shift;     \
        amp_at(y, i) = amp_at(x, from);                                                            \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_reverse(name, T)                                                               \
    AMP__ELEMENT_BODY(amp__reverse_##name, inout(T, 1, x), value(int, n))                          \
        /* n / 2 threads; each swaps a pair */                                                     \
        const T t = amp_at(x, amp__at_);                                                           \
        amp_at(x, amp__at_) = amp_at(x, n - 1 - amp__at_);                                         \
        amp_at(x, n - 1 - amp__at_) = t;                                                           \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_gather(name, T)                                                                \
    AMP__ELEMENT_BODY(amp__gather_##name, in(T, 1, x), in(int, 1, order), out(T, 1, y))            \
        amp_at(y, amp__at_) = amp_at(x, amp_at(order, amp__at_));                                  \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_scatter(name, T)                                                               \
    AMP__PLAIN_BODY(amp__scatter_##name, in(T, 1, x), in(int, 1, flags), in(int, 1, position),     \
                      out(T, 1, y), value(int, others), value(int, kept))                          \
        /* position counts the flags up to here; others: what is not kept goes behind */           \
        const int i = amp__at_;                                                                    \
        if (amp_at(flags, i) != 0) {                                                               \
            amp_at(y, amp_at(position, i) - 1) = amp_at(x, i);                                     \
        } else if (others) {                                                                       \
            amp_at(y, kept + i - amp_at(position, i)) = amp_at(x, i);                              \
        }                                                                                          \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_swap(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__swap_##name, inout(T, 1, x), inout(T, 1, y))                            \
        const T t = amp_at(x, amp__at_);                                                           \
        amp_at(x, amp__at_) = amp_at(y, amp__at_);                                                 \
        amp_at(y, amp__at_) = t;                                                                   \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_fill(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__fill_##name, out(T, 1, y), value(T, v))                                 \
        amp_at(y, amp__at_) = v;                                                                   \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_put(name, T)                                                                   \
    AMP__ELEMENT_BODY(amp__put_##name, in(int, 1, flags), inout(T, 1, y), value(T, v))             \
        if (amp_at(flags, amp__at_) != 0) {                                                        \
            amp_at(y, amp__at_) = v;                                                               \
        }                                                                                          \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_ARITHMETIC(name, T): iota and the differences of neighbours. */
#undef AMP_DEFINE_ARITHMETIC
#define AMP_DEFINE_ARITHMETIC(name, T)                                                             \
    AMP__PART(amp__iota_##name, AMP__KERNEL_iota)(name, T)                                         \
    AMP__HOST(AMP__HOST_ARITHMETIC)(name, T)
#define AMP__KERNEL_iota(name, T)                                                                  \
    AMP__ELEMENT_BODY(amp__iota_##name, out(T, 1, y), value(T, start))                             \
        amp_at(y, amp__at_) = (T)(start + (T)amp__at_);                                            \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_GENERATE(name, R, expression in i): element i, an R, of a result. */
#undef AMP_DEFINE_GENERATE
#define AMP_DEFINE_GENERATE(name, R, ...)                                                          \
    AMP__HELPER R amp__of_##name(int i) { return __VA_ARGS__; }                                    \
    AMP__PART(amp__generate_##name, AMP__KERNEL_generate)(name, R, __VA_ARGS__)                    \
    AMP__HOST(AMP__HOST_GENERATE)(name, R)
#define AMP__KERNEL_generate(name, R, ...)                                                         \
    AMP_KERNEL(amp__generate_##name, 1, out(R, 1, y))                                              \
    {                                                                                              \
        amp_at(y, idx[0]) = amp__of_##name(idx[0]);                                                \
    }

/* AMP_DEFINE_TRANSFORM(name, T, R, expression in a and i): an R for each element a, a T, and its
   index i. */
#undef AMP_DEFINE_TRANSFORM
#define AMP_DEFINE_TRANSFORM(name, T, R, ...)                                                      \
    AMP__HELPER R amp__of_##name(T a, int i) { (void)i; return __VA_ARGS__; }                      \
    AMP__PART(amp__transform_##name, AMP__KERNEL_transform)(name, T, R, __VA_ARGS__)               \
    AMP__HOST(AMP__HOST_TRANSFORM)(name, T, R)
#define AMP__KERNEL_transform(name, T, R, ...)                                                     \
    AMP_KERNEL(amp__transform_##name, 1, in(T, 1, x), inout(R, 1, y))                              \
    {                                                                                              \
        amp_at(y, idx[0]) = amp__of_##name(amp_at(x, idx[0]), idx[0]);                             \
    }

/* AMP_DEFINE_TRANSFORM2(name, T, U, R, expression in a, b and i): an R for each pair of elements,
   a of a first range of T and b of a second of U, and their index i. */
#undef AMP_DEFINE_TRANSFORM2
#define AMP_DEFINE_TRANSFORM2(name, T, U, R, ...)                                                  \
    AMP__HELPER R amp__of_##name(T a, U b, int i) { (void)i; return __VA_ARGS__; }                 \
    AMP__PART(amp__transform2_##name, AMP__KERNEL_transform2)(name, T, U, R, __VA_ARGS__)          \
    AMP__HOST(AMP__HOST_TRANSFORM2)(name, T, U, R)
#define AMP__KERNEL_transform2(name, T, U, R, ...)                                                 \
    AMP_KERNEL(amp__transform2_##name, 1, in(T, 1, x), in(U, 1, z), inout(R, 1, y))                \
    {                                                                                              \
        amp_at(y, idx[0]) = amp__of_##name(amp_at(x, idx[0]), amp_at(z, idx[0]), idx[0]);          \
    }

/* AMP_DEFINE_ADJACENT_DIFFERENCE(name, T, expression): a is the element, b the
   one before it. */
#undef AMP_DEFINE_ADJACENT_DIFFERENCE
#define AMP_DEFINE_ADJACENT_DIFFERENCE(name, T, ...)                                               \
    AMP__HELPER T amp__minus_##name(T a, T b) { return __VA_ARGS__; }                              \
    AMP__PART(amp__adjacent_##name, AMP__KERNEL_adjacent)(name, T, __VA_ARGS__)                    \
    AMP__HOST(AMP__HOST_ADJACENT)(name, T)
#define AMP__KERNEL_adjacent(name, T, ...)                                                         \
    AMP__AFTER_FIRST_BODY(amp__adjacent_##name, amp_at(y, 0) = amp_at(x, 0);, in(T, 1, x),         \
                          out(T, 1, y))                                                            \
        amp_at(y, amp__at_) = amp__minus_##name(amp_at(x, amp__at_), amp_at(x, amp__at_ - 1));     \
    AMP__ELEMENT_BODY_END

/* AMP_DEFINE_FOR_EACH(name, T, statement): the statement may change a, the
   element, and may read i. */
#undef AMP_DEFINE_FOR_EACH
#define AMP_DEFINE_FOR_EACH(name, T, ...)                                                          \
    AMP__PART(amp__each_##name, AMP__KERNEL_each)(name, T, __VA_ARGS__)                            \
    AMP__HOST(AMP__HOST_FOR_EACH)(name, T)
#define AMP__KERNEL_each(name, T, ...)                                                             \
    AMP_KERNEL(amp__each_##name, 1, inout(T, 1, x))                                                \
    {                                                                                              \
        const int i = idx[0];                                                                      \
        T a = amp_at(x, i);                                                                        \
        __VA_ARGS__;                                                                               \
        amp_at(x, i) = a;                                                                          \
    }

/* Element i becomes i. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__indices)
AMP_KERNEL(amp__indices, 1, out(int, 1, y))
{
    amp_at(y, idx[0]) = idx[0];
}
#endif
AMP_DEVICE_END

/* ==== 2 on the host ====================================================== */

/* How elements of a type move. */
typedef struct amp__moves {
    amp__type type;
    amp__kernel copy, move, reverse, gather, scatter, swap, fill, put;
} amp__moves;

/* Entries and description of how a type's elements move. A macro: their names and T are the
   definition's. */
#define AMP__HOST_MOVES(name, T)                                                                   \
    AMP__ELEMENT_ENTRIES(copy, name, name, 0) AMP__ELEMENT_ENTRIES(move, name, name, 0)            \
    AMP__ELEMENT_ENTRIES(reverse, name, name, 0) AMP__ELEMENT_ENTRIES(gather, name, name, 0)       \
    AMP__ELEMENT_ENTRIES(scatter, name, name, 0) AMP__ELEMENT_ENTRIES(swap, name, name, 0)         \
    AMP__ELEMENT_ENTRIES(fill, name, name, 0) AMP__ELEMENT_ENTRIES(put, name, name, 0)             \
    AMP__DESCRIPTION(amp__moves, amp__moves_##name, AMP__TYPE_CONSTANT(T),                         \
        AMP__ELEMENT_KERNEL(copy, name, name), AMP__ELEMENT_KERNEL(move, name, name),              \
        AMP__ELEMENT_KERNEL(reverse, name, name), AMP__ELEMENT_KERNEL(gather, name, name),         \
        AMP__ELEMENT_KERNEL(scatter, name, name), AMP__ELEMENT_KERNEL(swap, name, name),           \
        AMP__ELEMENT_KERNEL(fill, name, name), AMP__ELEMENT_KERNEL(put, name, name))               \
    AMP__HELPER amp_status amp__do_fill_##name(amp_array_view y, T v)                              \
    { return amp__al_fill((amp__moves_##name)(), y, &v); }

#define AMP__HOST_ARITHMETIC(name, T)                                                              \
    AMP__ELEMENT_ENTRIES(iota, name, name, 0)                                                      \
    AMP__HELPER amp_status amp__do_iota_##name(amp_array_view y, T start)                          \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(iota, name, name);                        \
        return amp__al_iota(&k, y, &start);                                                        \
    }

#define AMP__HOST_ADJACENT(name, T)                                                                \
    AMP__ELEMENT_ENTRIES(adjacent, name, name, 0)                                                  \
    AMP__HELPER amp_status amp__do_adjacent_##name(amp_array_view x, amp_array_view y)             \
    {                                                                                              \
        static const amp__kernel k = AMP__ELEMENT_KERNEL(adjacent, name, name);                    \
        return amp__al_adjacent(&k, x, y);                                                         \
    }

typedef amp_status (*amp__launch_map)(amp__how, amp_extent, amp_array_view,
                                      amp_array_view);
typedef amp_status (*amp__launch_map2)(amp__how, amp_extent, amp_array_view,
                                       amp_array_view, amp_array_view);
typedef amp_status (*amp__launch_one)(amp__how, amp_extent, amp_array_view);

#define AMP__HOST_GENERATE(name, R)                                                                \
    AMP__HELPER amp_status amp__do_generate_##name(amp_array_view y)                               \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(R);                                              \
        return amp__al_each("amp_generate", type, amp__generate_##name##__launch, y);              \
    }
#define AMP__HOST_FOR_EACH(name, T)                                                                \
    AMP__HELPER amp_status amp__do_each_##name(amp_array_view y)                                   \
    {                                                                                              \
        const amp__type type = AMP__TYPE_CONSTANT(T);                                              \
        return amp__al_each("amp_for_each", type, amp__each_##name##__launch, y);                  \
    }

#define AMP__HOST_TRANSFORM(name, T, R)                                                            \
    AMP__HELPER amp_status amp__do_transform_##name(amp_array_view x, amp_array_view y)            \
    {                                                                                              \
        const amp__type in = AMP__TYPE_CONSTANT(T), out = AMP__TYPE_CONSTANT(R);                   \
        return amp__al_map("amp_transform", in, out, amp__transform_##name##__launch, x, y);       \
    }

#define AMP__HOST_TRANSFORM2(name, T, U, R)                                                        \
    AMP__HELPER amp_status amp__do_transform2_##name(amp_array_view x,                             \
        amp_array_view z, amp_array_view y)                                                        \
    {                                                                                              \
        const amp__type in = AMP__TYPE_CONSTANT(T), in2 = AMP__TYPE_CONSTANT(U);                   \
        const amp__type out = AMP__TYPE_CONSTANT(R);                                               \
        return amp__map2(in, in2, out, amp__transform2_##name##__launch, x, z, y);                 \
    }

/* What the macros below call, with what a definition knows of the type or expression. They check
   the arguments, name `function` or the macro in errors, and launch. *v, *start: of y's type. */
AMP__API amp_status amp__al_fill(const amp__moves *m, amp_array_view y, const void *v);

AMP__API amp_status amp__al_iota(const amp__kernel *k, amp_array_view y, const void *start);

AMP__API amp_status amp__al_each(const char *function, amp__type type, amp__launch_one launch,
                              amp_array_view y);

AMP__API amp_status amp__al_map(const char *function, amp__type in, amp__type out,
                                amp__launch_map launch, amp_array_view x, amp_array_view y);

AMP__API amp_status amp__al_adjacent(const amp__kernel *k, amp_array_view x, amp_array_view y);

AMP__API amp_status amp__map2(amp__type in, amp__type in2, amp__type out,
                              amp__launch_map2 launch, amp_array_view x, amp_array_view z,
                              amp_array_view y);

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
#define amp_transform(name, in, out) amp__do_transform_##name(in, out)
/* amp_transform2(name, in, in2, out): out[i] = the expression at in[i] and
   in2[i]; the inputs have one length. In place: out may be the same view as
   either input. */
#define amp_transform2(name, in, in2, out) amp__do_transform2_##name(in, in2, out)
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

/* The rows of a chunk, or parts of them. a: the views. */
static AMP__NOINLINE void amp__al_lines_chunk(amp__fused_pass *s, const amp__argument *a,
                                              const amp__tile *t, int c, int wide)
{
    const amp__al_lines *const r = (const amp__al_lines *)s->more;
    const int rank = r->rank, width = a[0].extent[rank - 1];
    const int build = wide && r->kernel->simple[1] != NULL; /* without -O a kernel has one */
    const ptrdiff_t end = (c + 1) * s->per < s->n ? (c + 1) * s->per : s->n;
    amp__argument b[4];
    amp__box box;
    ptrdiff_t u;
    int i, d;
    (void)t;
    memset(b, 0, sizeof(b));
    memset(&box, 0, sizeof(box));
    box.high[0] = box.high[1] = 1;
    memcpy(&b[r->views].data, &r->value, sizeof(void *));
    for (u = c * s->per; u < end; u++) {
        const ptrdiff_t row = u / r->parts, first = row * width; /* the row's first number */
        const int from = (int)(u % r->parts) * r->length;
        const int to = width - from < r->length ? width : from + r->length;
        for (i = 0; i < r->views; i++) {
            ptrdiff_t at = -first, rest = row;
            for (d = rank - 2; d > 0; d--) {
                at += rest % a[i].extent[d] * a[i].stride[d];
                rest /= a[i].extent[d];
            }
            at += rest * a[i].stride[0];
            b[i].data = (void *)((uintptr_t)a[i].data
                                 + (uintptr_t)at * r->kernel->parameters[i].type.size);
            b[i].extent[0] = (int)first + to;
            b[i].stride[0] = 1;
        }
        box.low[2] = (int)first + from;
        box.high[2] = (int)first + to;
        r->kernel->simple[build](b, &box);
    }
}

/* In place of a launch over as many threads as the views have elements: runs k, of rank 1, on views
   of a higher rank where they lie, with the elements' numbers in row-major order for indices. */
static AMP__COLD amp_status amp__al_lines_start(const amp__how *how, const amp__kernel *k,
                                                amp_extent e, const int *tile,
                                                const void *const *given)
{
    enum { MOST = 65536 }; /* elements of a part: few long rows are work for many */
    const amp_array_view *written[3];
    amp_array_view v[3];
    amp__al_lines r;
    amp__fused_pass s;
    int width;
    (void)how, (void)tile;
    memset(&s, 0, sizeof(s));
    memset(&r, 0, sizeof(r));
    r.kernel = k;
    while (r.views < k->parameter_count
           && k->parameters[r.views].access != AMP__ACCESS_value) {
        AMP__ASSERT(r.views < 3);
        v[r.views] = *(const amp_array_view *)given[r.views];
        v[r.views].read_only |= k->parameters[r.views].access == AMP__ACCESS_in;
        written[r.views] = &v[r.views];
        r.views++;
    }
    AMP__ASSERT(k->parameter_count - r.views <= 1);
    r.value = r.views < k->parameter_count ? given[r.views] : NULL;
    r.rank = v[0].extent.rank;
    width = v[0].extent.dim[r.rank - 1];
    r.parts = (width - 1) / MOST + 1;
    r.length = (width - 1) / r.parts + 1;
    s.name = k->name;
    s.n = (ptrdiff_t)(e.dim[0] / width) * r.parts;
    s.per = (s.n - 1) / AMP__CHUNKS + 1;
    if (s.per * r.length < AMP__SCAN_LEAST) {
        s.per = AMP__SCAN_LEAST / r.length;
    }
    s.chunks = (int)((s.n - 1) / s.per + 1);
    s.chunk = amp__al_lines_chunk;
    s.more = &r;
    return amp__fused_run(&s, NULL, written, r.views);
}

/* Whether a map from x and z, each a view or NULL, to y goes through them where they lie: on the
   emulator, where one has gaps; all have y's extent, and what is read is not written, but where it
   is read. Else amp__al_flat makes ranges of them. */
static AMP__COLD int amp__al_in_lines(const amp_array_view *x, const amp_array_view *z,
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
    return gaps && amp__fused_at_once(x, y, z);
}

/* How such a map is launched, over amp__al_all(&y). */
static AMP__COLD amp__how amp__al_by_lines(void)
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

AMP__API amp_status amp__al_fill(const amp__moves *m, amp_array_view y, const void *v)
{
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    amp_status s;
    if (amp__al_in_lines(NULL, NULL, &y)) {
        s = amp__al_expect("amp_fill", "result", &y, m->type, y.extent.rank, 1);
        return AMP__THEN(s, amp__launch_simple(amp__al_by_lines(), &m->fill, amp__al_all(&y),
                                               (const void *const[]){ &y, v }));
    }
    s = amp__al_flat(&y, 0);
    s = AMP__THEN(s, amp__al_expect("amp_fill", "result", &y, m->type, 1, 1));
    if (s == AMP_OK && !amp__is_empty(&y)) {
        s = AMP__RUN(&m->fill, y.extent, &y, v);
        s = amp__al_unflat(s, y, whole);
    }
    return amp__al_close(scope, s);
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
    return AMP__RUN(&m->copy, x.extent, &x, &y);
}

AMP__API amp_status amp__al_each(const char *function, amp__type type, amp__launch_one launch,
                              amp_array_view y)
{
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    amp_status s;
    if (amp__al_in_lines(NULL, NULL, &y)) {
        s = amp__al_expect(function, "view", &y, type, y.extent.rank, 1);
        return AMP__THEN(s, launch(amp__al_by_lines(), amp__al_all(&y), y));
    }
    s = amp__al_flat(&y, 1);
    s = AMP__THEN(s, amp__al_expect(function, "view", &y, type, 1, 1));
    if (s == AMP_OK && !amp__is_empty(&y)) {
        s = amp__al_unflat(launch(AMP__ON, y.extent, y), y, whole);
    }
    return amp__al_close(scope, s);
}

/* *x and *y, of one extent, as ranges, if they are of rank 2 or more: see amp__al_flat. What has
   gaps is copied first, so that sections which lie between each other do no harm. */
static AMP__COLD amp_status amp__al_flat_pair(const char *function, amp_array_view *x,
                                              amp_array_view *y)
{
    amp_status s = amp__al_like(function, x, y);
    s = AMP__THEN(s, amp__al_flat(x, 1));
    return AMP__THEN(s, amp__al_flat(y, 0));
}

/* The checks of a map from *x to *y, for the function that is named in errors; *y becomes its
   front, as long as *x. AMP_OK, or the status. */
static AMP__COLD amp_status amp__al_map_check(const char *function, amp__type in, amp__type out,
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

AMP__API amp_status amp__al_map(const char *function, amp__type in, amp__type out,
                                amp__launch_map launch, amp_array_view x, amp_array_view y)
{
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    amp_status s;
    if (amp__al_in_lines(&x, NULL, &y)) {
        s = amp__al_expect(function, "input", &x, in, y.extent.rank, 0);
        s = AMP__THEN(s, amp__al_expect(function, "result", &y, out, y.extent.rank, 1));
        return AMP__THEN(s, launch(amp__al_by_lines(), amp__al_all(&y), x, y));
    }
    s = amp__al_flat_pair(function, &x, &y);
    s = AMP__THEN(s, amp__al_map_check(function, in, out, &x, &y, 1));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__al_unflat(launch(AMP__ON, x.extent, x, y), y, whole);
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__al_adjacent(const amp__kernel *k, amp_array_view x, amp_array_view y)
{
    const amp__type type = k->parameters[0].type;
    const amp_status s = amp__al_map_check("amp_adjacent_difference", type, type, &x, &y, 0);
    return s != AMP_OK || amp__is_empty(&x) ? s : AMP__RUN(k, x.extent, &x, &y);
}

AMP__API amp_status amp__map2(amp__type in, amp__type in2, amp__type out,
                              amp__launch_map2 launch, amp_array_view x, amp_array_view z,
                              amp_array_view y)
{
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = y;
    amp_status s;
    if (amp__al_in_lines(&x, &z, &y)) {
        s = amp__al_expect("amp_transform2", "first input", &x, in, y.extent.rank, 0);
        s = AMP__THEN(s, amp__al_expect("amp_transform2", "second input", &z, in2, y.extent.rank,
                                        0));
        s = AMP__THEN(s, amp__al_expect("amp_transform2", "result", &y, out, y.extent.rank, 1));
        return AMP__THEN(s, launch(amp__al_by_lines(), amp__al_all(&y), x, z, y));
    }
    s = amp__al_like("amp_transform2", &z, &y);
    s = AMP__THEN(s, amp__al_flat_pair("amp_transform2", &x, &y));
    s = AMP__THEN(s, amp__al_flat(&z, 1));
    s = AMP__THEN(s, amp__al_expect("amp_transform2", "first input", &x, in, 1, 0));
    s = AMP__THEN(s, amp__al_expect("amp_transform2", "second input", &z, in2, 1, 0));
    s = AMP__THEN(s, amp__al_expect("amp_transform2", "result", &y, out, 1, 1));
    s = AMP__THEN(s, amp__same_length("amp_transform2", &x, &z));
    s = AMP__THEN(s, amp__al_room("amp_transform2", "result", &y, amp__al_length(&x)));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        y = amp_range(y, 0, amp__al_length(&x));
        s = amp__al_apart("amp_transform2", &x, &y, 1);
        s = AMP__THEN(s, amp__al_apart("amp_transform2", &z, &y, 1));
        s = AMP__THEN(s, launch(AMP__ON, x.extent, x, z, y));
        s = amp__al_unflat(s, y, whole);
    }
    return amp__al_close(scope, s);
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
        return AMP__RUN(&m->move, x.extent, &x, &y, &n, &shift);
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
    s = AMP__THEN(s, amp__al_apart("amp_gather_by", &x, &y, 0));
    s = AMP__THEN(s, amp__al_apart("amp_gather_by", &order, &y, 0));
    return AMP__THEN(s, AMP__RUN(&m->gather, order.extent, &x, &order, &y));
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_MAP_H */
