/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_SELECT_H
#define AMP_ALGORITHMS_SELECT_H
/*
amp/algorithms/select.h: elements that flags choose, scatter and gather with conditions, two results
of a partition, unique by key, run-length decode.

  1 kernels       scatter and gather of a type; on counts
  2 the calls

Flags are a view of int as long as the range; what is not 0 counts as set.
*/

#include "rows.h"

AMP_DEVICE_BEGIN
/* ==== 1 kernels ========================================================== */

/* AMP_DEFINE_SCATTER(name, T): amp_scatter_by, amp_scatter_if and amp_gather_if of elements of T.
   Ready-made for X of int, unsigned, amp_int64, amp_uint64, float, double. */
#define AMP__SCATTER_KERNELS(K, ...)                                                               \
    K(ELEMENT, scatter_by, __VA_ARGS__) K(ELEMENT, scatter_if, __VA_ARGS__)                        \
    K(ELEMENT, gather_if, __VA_ARGS__)
#undef AMP_DEFINE_SCATTER
#define AMP_DEFINE_SCATTER(name, T)                                                                \
    AMP__SCATTER_KERNELS(AMP__PART_OF, name, T)                                                    \
    AMP__HOST(AMP__HOST_SCATTER)(name, T)
#define AMP__KERNEL_scatter_by(name, T)                                                            \
    AMP__PLAIN_BODY(amp__scatter_by_##name, in(T, 1, x), in(int, 1, order), inout(T, 1, y))        \
        AMP__AT(y, AMP__AT(order, amp__at_)) = AMP__AT(x, amp__at_);                               \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_scatter_if(name, T)                                                            \
    AMP__PLAIN_BODY(amp__scatter_if_##name, in(T, 1, x), in(int, 1, order), in(int, 1, flags),     \
                    inout(T, 1, y))                                                                \
        if (AMP__AT(flags, amp__at_) != 0) {                                                       \
            AMP__AT(y, AMP__AT(order, amp__at_)) = AMP__AT(x, amp__at_);                           \
        }                                                                                          \
    AMP__ELEMENT_BODY_END
#define AMP__KERNEL_gather_if(name, T)                                                             \
    AMP__PLAIN_BODY(amp__gather_if_##name, in(T, 1, x), in(int, 1, order), in(int, 1, flags),      \
                    inout(T, 1, y))                                                                \
        if (AMP__AT(flags, amp__at_) != 0) {                                                       \
            AMP__AT(y, amp__at_) = AMP__AT(x, AMP__AT(order, amp__at_));                           \
        }                                                                                          \
    AMP__ELEMENT_BODY_END

/* For each element of a result: the first run that ends behind it. */
AMP_KERNEL(amp__run_at, 1, in(int, 1, ends), out(int, 1, run), value(int, runs))
{
    int low = 0, high = runs - 1;
    AMP__BISECT(low, high, amp_at(ends, middle) <= idx[0])
    amp_at(run, idx[0]) = low;
}
/* The sum of lengths; -1 where one of them is negative. */
AMP_DEFINE_TRANSFORM_REDUCE(amp__total_length, int, amp_int64, 0,
                            a < 0 || b < 0 ? -1 : a + b, a < 0 ? -1 : (amp_int64)a)
AMP_DEVICE_END

/* ==== 2 the calls ======================================================== */

typedef struct amp__scattering {
    amp__type type;
    AMP__SCATTER_KERNELS(AMP__MEMBER_OF, )
} amp__scattering;
#define AMP__HOST_SCATTER(name, T)                                                                 \
    AMP__DESCRIBED(scattering, AMP__SCATTER_KERNELS, name, name, AMP__NO_OPERATOR,                 \
                   AMP__TYPE_CONSTANT(T))

/* amp_scatter_by(T, in, order, out): out[order[i]] = in[i]; what no element goes to stays as it
   was. order, a view of int as long as in, holds indices of elements of out, each at most once: of
   two elements that go to one place either may stay there. amp_scatter_if(T, in, order, flags,
   out): the same of the elements whose flag is set; the others' indices are not looked at. out
   overlaps no input. An index outside out is the caller's fault: the checker finds it. */
#define amp_scatter_by(T, in, order, out)                                                          \
    amp__scatter_by((amp__scattering_##T)(), in, order, order, 0, out)
#define amp_scatter_if(T, in, order, flags, out)                                                   \
    amp__scatter_by((amp__scattering_##T)(), in, order, flags, 1, out)
/* how: 0 and 1, these two; 2, amp_gather_if. */
AMP__API amp_status amp__scatter_by(const amp__scattering *c, amp_array_view x,
                                    amp_array_view order, amp_array_view flags, int how,
                                    amp_array_view y);

/* amp_gather_if(T, in, order, flags, out): out[i] = in[order[i]] where flag i is set; elsewhere out
   stays as it was, and the index is not looked at. order and flags have one length, and out as many
   elements or more. out overlaps no input. */
#define amp_gather_if(T, in, order, flags, out)                                                    \
    amp__scatter_by((amp__scattering_##T)(), in, order, flags, 2, out)

/* amp_copy_flagged(T, in, flags, out, &count): amp_copy_if by flags: the elements whose flag is
   set, in order, at the front of out; amp_remove_flagged: those whose flag is not set;
   amp_partition_flagged: first those that are set, then the others. *count says how many were set,
   of amp_remove_flagged how many were not. T is X or of AMP_DEFINE_TYPE. In place: out may be in,
   the same view; it may overlap the flags. */
#define amp_copy_flagged(T, in, flags, out, count)                                                 \
    amp__compact_flagged("amp_copy_flagged", (amp__moves_##T)(), in, flags, out, 0, 0, count)
#define amp_remove_flagged(T, in, flags, out, count)                                               \
    amp__compact_flagged("amp_remove_flagged", (amp__moves_##T)(), in, flags, out, 1, 0, count)
#define amp_partition_flagged(T, in, flags, out, count)                                            \
    amp__compact_flagged("amp_partition_flagged", (amp__moves_##T)(), in, flags, out, 0, 1, count)
AMP__API amp_status amp__compact_flagged(const char *f, const amp__moves *m, amp_array_view x,
                                         amp_array_view flags, amp_array_view y, int invert,
                                         int others, ptrdiff_t *count);

/* amp_replace_flagged(T, view, flags, &value): elements whose flag is set become *value, in place.
   value points to one element; another size than T's is AMP_VIEW_MISMATCH. */
#define amp_replace_flagged(T, view, flags, value)                                                 \
    amp__replace_flagged((amp__moves_##T)(), view, flags, value, sizeof(*(value)))
AMP__API amp_status amp__replace_flagged(const amp__moves *m, amp_array_view x,
                                         amp_array_view flags, const void *value, size_t size);

/* amp_partition_copy(pred, in, out, out2, &count): the elements for which pred holds, in order, at
   the front of out, the others at the front of out2. *count says for how many it holds. They are
   counted before anything is written; in, out and out2 do not overlap. */
#define amp_partition_copy(pred, in, out, out2, count)                                             \
    amp__partition_copy((amp__predicate_##pred)(), in, out, out2, count)
#define amp_stl_partition_copy(pred, in, out, out2, count)                                         \
    amp_partition_copy(pred, in, out, out2, count)
AMP__API amp_status amp__partition_copy(const amp__predicate *p, amp_array_view x,
                                        amp_array_view y, amp_array_view z, ptrdiff_t *count);

/* amp_unique_by_key(equal, V, keys, values, out_keys, out_values, &count): of each run of equal
   keys the first, with its value. V is the name of the values' type. *count says how many runs
   there are; they are counted before anything is written. In place: out_keys may be keys and
   out_values values, the same views; there is no other overlap. */
#define amp_unique_by_key(equal, V, keys, values, out_keys, out_values, count)                     \
    amp__unique_by_key((amp__equality_##equal)(), (amp__moves_##V)(), keys, values, out_keys,      \
                       out_values, count)
AMP__API amp_status amp__unique_by_key(const amp__equality *q, const amp__moves *m,
                                       amp_array_view keys, amp_array_view values,
                                       amp_array_view out_keys, amp_array_view out_values,
                                       ptrdiff_t *count);

/* amp_run_length_decode(T, values, lengths, out, &count): each value as often as its length, a view
   of int, says, 0 included: what amp_run_length_encode made of a range becomes the range. *count
   says how many elements there are. A negative length is AMP_INVALID_ARGUMENT; the elements are
   counted before anything is written. out overlaps neither input. */
#define amp_run_length_decode(T, values, lengths, out, count)                                      \
    amp__run_length_decode((amp__moves_##T)(), values, lengths, out, count)
AMP__API amp_status amp__run_length_decode(const amp__moves *m, amp_array_view values,
                                           amp_array_view lengths, amp_array_view y,
                                           ptrdiff_t *count);

#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND_READY(T)
AMP_DEVICE_BEGIN
AMP_DEFINE_SCATTER(int, int)
AMP_DEFINE_SCATTER(unsigned, unsigned)
AMP_DEFINE_SCATTER(amp_int64, amp_int64)
AMP_DEFINE_SCATTER(amp_uint64, amp_uint64)
AMP_DEFINE_SCATTER(float, float)
#if !defined(__OPENCL_VERSION__) || defined(cl_khr_fp64)
AMP_DEFINE_SCATTER(double, double)
#endif
AMP_DEVICE_END
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND(T)

#if AMP__IMPLEMENT

AMP__API amp_status amp__scatter_by(const amp__scattering *c, amp_array_view x,
                                    amp_array_view order, amp_array_view flags, int how,
                                    amp_array_view y)
{
    static const char *const names[] = { "amp_scatter_by", "amp_scatter_if", "amp_gather_if" };
    const char *const f = names[how];
    const int gather = how == 2;
    amp_status s = amp__al_expect(f, "input", &x, c->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "order", &order, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "flags", &flags, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, c->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, gather ? &order : &x, gather ? &flags : &order));
    s = AMP__THEN(s, gather ? amp__al_room(f, "result", &y, amp__al_length(&order))
                            : amp__same_length(f, &x, &flags));
    if (s != AMP_OK || amp__is_empty(&order)) {
        return s;
    }
    y = gather ? amp_range(y, 0, amp__al_length(&order)) : y;
    s = amp__al_room(f, gather ? "input" : "result", gather ? &x : &y, 1);
    s = AMP__THEN(s, AMP__APART(f, 3, &x, &order, &flags, &y));
    return AMP__THEN(s, how == 0 ? AMP__RUN(&c->scatter_by, x.extent, &x, &order, &y)
        : AMP__RUN(gather ? &c->gather_if : &c->scatter_if, order.extent, &x, &order, &flags, &y));
}

AMP__API amp_status amp__compact_flagged(const char *f, const amp__moves *m, amp_array_view x,
                                         amp_array_view flags, amp_array_view y, int invert,
                                         int others, ptrdiff_t *count)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view ones;
    amp_status s = amp__al_expect(f, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "flags", &flags, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &x, &flags));
    if (s == AMP_OK && amp__is_empty(&x)) {
        *count = 0;
        return s;
    }
    if (s == AMP_OK && amp__passes_may_run(&x, &flags, &y)) {
        return amp__compact_by_pass(f, m, NULL, NULL, flags, x, y, invert ? 1 : 2, others, count);
    }
    s = AMP__THEN(s, amp__al_temporary(&ones, amp__al_int, amp__al_length(&x)));
    s = AMP__THEN(s, amp__set_flags__launch(AMP__ON, x.extent, flags, ones, invert));
    s = AMP__THEN(s, amp__compact(f, m, x, ones, y, others, count));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__replace_flagged(const amp__moves *m, amp_array_view x,
                                         amp_array_view flags, const void *value, size_t size)
{
    static const char f[] = "amp_replace_flagged";
    amp_status s = amp__al_expect(f, "view", &x, m->type, 1, 1);
    s = AMP__THEN(s, amp__al_expect(f, "flags", &flags, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__same_length(f, &x, &flags));
    s = AMP__THEN(s, amp__al_apart(f, &flags, &x, 0));
    if (s == AMP_OK && size != m->type.size) {
        s = amp__fail(AMP_VIEW_MISMATCH, "%s: the value has %lu bytes, an element of %s has %lu: "
                      "give the address of one", f, (unsigned long)size, m->type.name,
                      (unsigned long)m->type.size);
    }
    return s != AMP_OK || amp__is_empty(&x) ? s : AMP__RUN(&m->put, x.extent, &flags, &x, value);
}

/* amp_partition_copy as a pass: *set = for how many p holds. */
static AMP__WARM amp_status amp__partition_by_pass(const char *f, const amp__predicate *p,
                                                   amp_array_view x, amp_array_view y,
                                                   amp_array_view z, int *set)
{
    static const int order[] = { 1, -1, 0, -1 };
    const ptrdiff_t n = amp__al_length(&x);
    ptrdiff_t total[AMP__CLASSES];
    amp__classes r;
    amp__pass pass;
    amp_status s = amp__classes_of(&pass, &r, 2, 0, &p->test, x, x, amp__value_of(p, NULL), n, 0,
                                   total);
    s = AMP__THEN(s, amp__al_room(f, "first result", &y, total[1]));
    s = AMP__THEN(s, amp__al_room(f, "second result", &z, total[0]));
    if (s == AMP_OK) {
        amp__positions(&pass, order);
        amp__positions(&pass, order + 2);
        y = amp_range(y, 0, total[1]);
        z = amp_range(z, 0, total[0]);
        s = amp__move_by_classes(&pass, x, total[1] > 0 ? y : z, total[0] > 0 ? z : y, 0);
    }
    *set = s == AMP_OK ? (int)total[1] : 0;
    return s;
}

AMP__API amp_status amp__partition_copy(const amp__predicate *p, amp_array_view x,
                                        amp_array_view y, amp_array_view z, ptrdiff_t *count)
{
    static const char f[] = "amp_partition_copy";
    const amp__al_scope scope = amp__al_open();
    const amp__type type = p->moves()->type;
    amp_array_view flags;
    ptrdiff_t kept = 0, left;
    int set = 0;
    amp_status s = amp__al_expect(f, "input", &x, type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "first result", &y, type, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "second result", &z, type, 1, 1));
    s = AMP__THEN(s, AMP__APART(f, 1, &z, &x, &y));
    if (s == AMP_OK && !amp__is_empty(&x) && amp__passes_may_run(&x, &y, &z)) {
        s = amp__partition_by_pass(f, p, x, y, z, &set);
    } else if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__flags_of(p, NULL, x, &flags);
        s = AMP__THEN(s, amp__reduce(f, amp__reduction_amp__flags_set(), flags, &set));
        s = AMP__THEN(s, amp__al_room(f, "first result", &y, set));
        s = AMP__THEN(s, amp__al_room(f, "second result", &z, amp__al_length(&x) - set));
        s = AMP__THEN(s, amp__compact(f, p->moves(), x, flags, y, 0, &kept));
        s = AMP__THEN(s, amp__invert__launch(AMP__ON, x.extent, flags));
        s = AMP__THEN(s, amp__compact(f, p->moves(), x, flags, z, 0, &left));
    }
    return amp__al_number(amp__al_close(scope, s), count, set);
}

AMP__API amp_status amp__unique_by_key(const amp__equality *q, const amp__moves *m,
                                       amp_array_view keys, amp_array_view values,
                                       amp_array_view out_keys, amp_array_view out_values,
                                       ptrdiff_t *count)
{
    static const char f[] = "amp_unique_by_key";
    const amp__al_scope scope = amp__al_open();
    amp_array_view heads;
    ptrdiff_t kept = 0;
    int runs = 0;
    amp_status s = amp__al_expect(f, "keys", &keys, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "values", &values, m->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result keys", &out_keys, q->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "result values", &out_values, m->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &keys, &values));
    s = AMP__THEN(s, amp__al_apart(f, &keys, &out_keys, 1));
    s = AMP__THEN(s, amp__al_apart(f, &values, &out_values, 1));
    s = AMP__THEN(s, amp__al_apart(f, &keys, &out_values, 0));
    s = AMP__THEN(s, AMP__APART(f, 2, &values, &out_values, &out_keys));
    if (s == AMP_OK && !amp__is_empty(&keys) && amp__passes_may_run(&keys, &values, NULL)
        && amp__passes_may_run(&out_keys, &out_values, NULL)) {
        amp__classes r;
        amp__pass p;
        s = amp__heads_of(&p, &r, &q->heads, keys, &runs);
        s = AMP__THEN(s, amp__al_room(f, "result keys", &out_keys, runs));
        s = AMP__THEN(s, amp__al_room(f, "result values", &out_values, runs));
        s = AMP__THEN(s, amp__move_to_one(&p, q->moves(), keys, out_keys, runs, 1));
        s = AMP__THEN(s, amp__move_to_one(&p, m, values, out_values, runs, 1));
    } else if (s == AMP_OK && !amp__is_empty(&keys)) {
        s = amp__al_temporary(&heads, amp__al_int, amp__al_length(&keys));
        s = AMP__THEN(s, AMP__RUN(&q->heads, keys.extent, &keys, &heads));
        s = AMP__THEN(s, amp__reduce(f, amp__reduction_amp__flags_set(), heads, &runs));
        s = AMP__THEN(s, amp__al_room(f, "result keys", &out_keys, runs));
        s = AMP__THEN(s, amp__al_room(f, "result values", &out_values, runs));
        s = AMP__THEN(s, amp__compact(f, q->moves(), keys, heads, out_keys, 0, &kept));
        s = AMP__THEN(s, amp__compact(f, m, values, heads, out_values, 0, &kept));
    }
    return amp__al_number(amp__al_close(scope, s), count, runs);
}

/* A decoding as a pass: the chunks of the lengths, of the chunks of the result. */
typedef struct amp__decoding {
    ptrdiff_t per, begin[AMP__CHUNKS]; /* where the elements of each begin in the result */
    int chunks, negative[AMP__CHUNKS];
    size_t size;
} amp__decoding;

/* The sum of a chunk of lengths, to begin; and whether one is negative. */
AMP__PASS_KERNEL(amp__sum_lengths, in)
{
    amp__decoding *const r = (amp__decoding *)c->pass->own;
    const int *const lengths = (const int *)c->a[0].data;
    ptrdiff_t i, sum = 0;
    int any = 0;
    for (i = c->first; i < c->last; i++) {
        sum += lengths[i];
        any |= lengths[i];
    }
    r->begin[c->number] = sum;
    r->negative[c->number] = any < 0;
}

/* Writes elements k to end of a result: `left` more of value i, and what the lengths say of those
   behind it. A run of words is written eight elements at a time, what is too many by the runs
   behind it again; never behind end. */
static AMP__INLINE void amp__decode(const char *x, char *y, const int *lengths, ptrdiff_t i,
                                    ptrdiff_t left, ptrdiff_t k, ptrdiff_t end, const size_t size)
{
    const int many = size <= 8 ? 8 : 1;
    int j;
    for (;;) {
        const ptrdiff_t stop = left < end - k ? k + left : end;
        const char *const v = x + (size_t)i * size;
        unsigned long long word = 0; /* in a register, whatever y may share with x */
        ptrdiff_t to = k;
        memcpy(&word, v, size <= 8 ? size : 0);
        for (; to < stop && to + many <= end; to += many) {
            for (j = 0; j < many; j++) {
                memcpy(y + (size_t)(to + j) * size, size <= 8 ? (const char *)&word : v, size);
            }
        }
        for (; to < stop; to++) {
            memcpy(y + (size_t)to * size, size <= 8 ? (const char *)&word : v, size);
        }
        k = stop;
        if (k == end) {
            break;
        }
        left = lengths[++i];
    }
}

/* A chunk of the result: of values and lengths. */
AMP__PASS_KERNEL(amp__decode_chunk, in, in, inout)
{
    const amp__decoding *const r = (const amp__decoding *)c->pass->own;
    const int *const lengths = (const int *)c->a[1].data;
    ptrdiff_t i, at;
    int from = r->chunks - 1;
    while (r->begin[from] > c->first) {
        from--;
    }
    i = from * r->per;
    at = r->begin[from]; /* where run i begins */
    while (at + lengths[i] <= c->first) {
        at += lengths[i++];
    }
    AMP__BY_SIZE(r->size, amp__decode, (const char *)c->a[0].data, (char *)c->a[2].data, lengths,
                 i, at + lengths[i] - c->first, c->first, c->last);
}

/* *total = the sum of the lengths, of which there is at least one, or -1 where one is negative; *r
   is filled in. */
static AMP__WARM amp_status amp__decode_total(amp__decoding *r, amp_array_view lengths,
                                              amp_int64 *total)
{
    amp__pass p = amp__pass_over(amp__al_length(&lengths), AMP__SCAN_LEAST);
    amp_int64 sum = 0;
    amp_status s;
    int c, negative = 0;
    p.own = r;
    s = AMP__RUN_PASS(amp__sum_lengths(), &p, &lengths);
    r->per = p.per;
    r->chunks = p.chunks;
    for (c = 0; c < p.chunks && s == AMP_OK; c++) {
        const ptrdiff_t count = r->begin[c];
        r->begin[c] = (ptrdiff_t)sum;
        sum += count;
        negative |= r->negative[c];
    }
    *total = negative ? -1 : sum;
    return s;
}

AMP__API amp_status amp__run_length_decode(const amp__moves *m, amp_array_view values,
                                           amp_array_view lengths, amp_array_view y,
                                           ptrdiff_t *count)
{
    static const char f[] = "amp_run_length_decode";
    const amp__al_scope scope = amp__al_open();
    amp_array_view ends, run;
    amp__decoding d;
    amp_int64 total = 0;
    int passes = 0;
    amp_status s = amp__al_expect(f, "values", &values, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "lengths", &lengths, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &values, &lengths));
    s = AMP__THEN(s, AMP__APART(f, 2, &values, &lengths, &y));
    if (s == AMP_OK && !amp__is_empty(&values)) {
        passes = amp__passes_may_run(&values, &lengths, &y);
        s = passes ? amp__decode_total(&d, lengths, &total)
                  : amp__do_reduce_amp__total_length(lengths, &total);
        if (s == AMP_OK && total < 0) {
            s = amp__fail(AMP_INVALID_ARGUMENT, "%s: one of the %ld lengths is negative: each must "
                          "be 0 or more", f, (long)amp__al_length(&lengths));
        }
        s = AMP__THEN(s, amp__al_room(f, "result", &y, (ptrdiff_t)total));
    }
    if (s == AMP_OK && total > 0 && passes) {
        const amp_array_view target = amp_range(y, 0, (ptrdiff_t)total);
        amp__pass p = amp__pass_over((ptrdiff_t)total, AMP__SCAN_LEAST);
        p.own = &d;
        d.size = m->type.size;
        s = AMP__RUN_PASS(amp__decode_chunk(), &p, &values, &lengths, &target);
    } else if (s == AMP_OK && total > 0) {
        s = amp__al_temporary(&ends, amp__al_int, amp__al_length(&lengths));
        s = AMP__THEN(s, amp__al_temporary(&run, amp__al_int, (ptrdiff_t)total));
        s = AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_INCLUSIVE, AMP_FORWARD, lengths,
                                   ends));
        s = AMP__THEN(s, amp__run_at__launch(AMP__ON, run.extent, ends, run,
                                             lengths.extent.dim[0]));
        s = AMP__THEN(s, amp__al_gather(m, values, run, y));
    }
    return amp__al_number(amp__al_close(scope, s), count, (ptrdiff_t)total);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_SELECT_H */
