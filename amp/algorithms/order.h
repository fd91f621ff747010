/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_ORDER_H
#define AMP_ALGORITHMS_ORDER_H
/*
amp/algorithms/order.h: sorting by key with any comparison, the order that would sort, descending
and segmented sorts; heaps and permutations.

  1 kernels       an order sorted by the keys that it points to; heaps; permutations
  2 the calls
  3 ready-made

The steps of a heap and of a permutation depend on each other, so one thread takes them: on a GPU
that is slow, and there for what is done around it.
*/

#include "select.h"

AMP_DEVICE_BEGIN
/* ==== 1 kernels ========================================================== */

/* AMP_DEFINE_ORDER(name, T, condition in a and b): a strict weak order, as AMP_DEFINE_LESS, whose
   name it is as well; and for amp_merge_sort_by_key, amp_merge_sort_order, heaps, permutations. */
#undef AMP_DEFINE_ORDER
#define AMP_DEFINE_ORDER(name, T, ...)                                                             \
    AMP_DEFINE_LESS(name, T, __VA_ARGS__)                                                          \
    AMP__ORDER_BODIES(name, T)                                                                     \
    AMP__HOST(AMP__HOST_ORDER)(name, name, 0, T)
#define AMP__ORDER_BODIES(name, T)                                                                 \
    AMP__ABOVE(name, T) AMP__SIFT(above, name, T) AMP__BELOW(name, T) AMP__SIFT(below, name, T)    \
    AMP__LAST_RISE(name, T) AMP__EXCHANGE(name, T)                                                 \
    AMP__ORDER_KERNELS(AMP__PART_OF, name, T)
#define AMP__ORDER_KERNELS(K, ...)                                                                 \
    K(CHUNK, order_insert, __VA_ARGS__) K(CHUNK, order_merge, __VA_ARGS__)                         \
    K(ELEMENT, no_heap, __VA_ARGS__) K(CHUNK, sift, __VA_ARGS__) K(CHUNK, permute, __VA_ARGS__)

/* The sort of the form for a CPU in merge.h, but where a key came from moves along with it, in x.
   Each tile sorts its chunk, per keys, a power of 2: runs by insertion, which fills x in; then in
   turns to merged and y and back. */
#define AMP__ORDER_MERGE(name, key, x, merged, y)                                                  \
    amp__merge_runs_##name(amp__op, key, key, merged, x, y, (int)first, (int)last, (int)n, width,  \
                           0, 0);
#define AMP__ORDER_IN_TURNS(name, T)                                                               \
    amp_global_ptr(T) keys[2] = { key, merged };                                                   \
    amp_global_ptr(int) orders[2] = { x, y };                                                      \
    for (int width = AMP__SORT_RUN, k = 0; width < per && width < n; width *= 2, k = 1 - k) {      \
        AMP__ORDER_MERGE(name, keys[k], orders[k], keys[1 - k], orders[1 - k])                     \
    }
#define AMP__AT_KEY(i) AMP__AT(key, i)
#define AMP__KERNEL_order_insert(name, T)                                                          \
    AMP__CHUNK_BODY(amp__order_insert_##name, x_shape.extent[0], inout(T, 1, key),                 \
                    inout(int, 1, x), inout(T, 1, merged), inout(int, 1, y), value(int, per))      \
        AMP__INSERT_RUNS(name, T, AMP__AT_KEY, AMP__AT(x, run) = (int)run;,                        \
                         AMP__AT(x, j) = AMP__AT(x, j - 1);, AMP__AT(x, j) = (int)i;)              \
        AMP__ORDER_IN_TURNS(name, T)                                                               \
    AMP__CHUNK_BODY_END
#define AMP__KERNEL_order_merge(name, T)                                                           \
    AMP__CHUNK_BODY(amp__order_merge_##name, y_shape.extent[0], in(T, 1, key), in(int, 1, x),      \
                    out(T, 1, merged), out(int, 1, y), value(int, width), value(int, per))         \
        AMP__ORDER_MERGE(name, key, x, merged, y)                                                  \
    AMP__CHUNK_BODY_END

/* Flag i: element i + 1 is greater than the one above it in the heap. */
#define AMP__KERNEL_no_heap(name, T)                                                               \
    AMP__ELEMENT_BODY(amp__no_heap_##name, in(T, 1, x), out(int, 1, flags))                        \
        AMP__AT(flags, amp__at_) = amp__less_##name(amp__op, AMP__AT(x, amp__at_ / 2),             \
                                                   AMP__AT(x, amp__at_ + 1));                      \
    AMP__ELEMENT_BODY_END

/* The element of a heap that moves into the hole, since v does not belong there: the one above, up
   to `end`, where it is less than v; the greater one of those below, before `end`, where v is less;
   -1: v belongs there. AMP__SIFT puts v into its place by the one or the other. */
#define AMP__HEAPED(T) int number, amp_global_ptr(T) x, ptrdiff_t hole, ptrdiff_t end, T v
#define AMP__ABOVE(name, T)                                                                        \
    AMP__INLINED ptrdiff_t amp__above_##name(AMP__HEAPED(const T))                                 \
    {                                                                                              \
        const ptrdiff_t next = (hole - 1) / 2;                                                     \
        return hole > end && amp__less_##name(number, x[next], v) ? next : -1;                     \
    }
#define AMP__BELOW(name, T)                                                                        \
    AMP__INLINED ptrdiff_t amp__below_##name(AMP__HEAPED(const T))                                 \
    {                                                                                              \
        ptrdiff_t next = 2 * hole + 1;                                                             \
        next += next + 1 < end && amp__less_##name(number, x[next], x[next + 1]);                  \
        return next < end && amp__less_##name(number, v, x[next]) ? next : -1;                     \
    }
#define AMP__SIFT(way, name, T)                                                                    \
    AMP__INLINED void amp__sift_##way##_##name(AMP__HEAPED(T))                                     \
    {                                                                                              \
        for (ptrdiff_t i; (i = amp__##way##_##name(number, x, hole, end, v)) >= 0; hole = i) {     \
            x[hole] = x[i];                                                                        \
        }                                                                                          \
        x[hole] = v;                                                                               \
    }
/* push: the last of `per` elements goes up to its place in the heap of the others; else the first
   and the last change places, and the first goes down in the heap without the last. */
#define AMP__KERNEL_sift(name, T)                                                                  \
    AMP__CHUNK_BODY(amp__sift_##name, per, inout(T, 1, x), value(int, per), value(int, push))      \
        const T v = AMP__AT(x, last - 1);                                                          \
        if (!push) { AMP__AT(x, last - 1) = AMP__AT(x, 0); }                                       \
        if (push) { amp__sift_above_##name(amp__op, x, last - 1, 0, v); }                          \
        else { amp__sift_below_##name(amp__op, x, 0, last - 1, v); }                               \
    AMP__CHUNK_BODY_END

/* The next permutation of n elements, or the one before (back), in the order of the comparison. The
   last that comes before its neighbour, at i, or -1; it changes places with the last that comes
   after it; what is behind it, all where there is none, the host has turned round. */
#define AMP__PERMUTED(T) int number, amp_global_ptr(T) x, ptrdiff_t n, int back
#define AMP__PERMUTE_LESS(name, a, b)                                                              \
    (back ? amp__less_##name(number, b, a) : amp__less_##name(number, a, b))
#define AMP__LAST_RISE(name, T)                                                                    \
    AMP__INLINED ptrdiff_t amp__last_rise_##name(AMP__PERMUTED(const T))                           \
    {                                                                                              \
        ptrdiff_t i = n - 2;                                                                       \
        while (i >= 0 && !AMP__PERMUTE_LESS(name, x[i], x[i + 1])) { i--; }                        \
        return i;                                                                                  \
    }
#define AMP__EXCHANGE(name, T)                                                                     \
    AMP__INLINED void amp__exchange_##name(AMP__PERMUTED(T), ptrdiff_t i)                          \
    {                                                                                              \
        ptrdiff_t j = n - 1;                                                                       \
        while (!AMP__PERMUTE_LESS(name, x[i], x[j])) { j--; }                                      \
        amp_stl_swap(T, x[i], x[j]);                                                               \
    }
/* rise[0] = i + 1. */
#define AMP__KERNEL_permute(name, T)                                                               \
    AMP__CHUNK_BODY(amp__permute_##name, per, inout(T, 1, x), out(int, 1, rise), value(int, per),  \
                    value(int, back))                                                              \
        const ptrdiff_t i = amp__last_rise_##name(amp__op, x, last, back);                         \
        if (i >= 0) { amp__exchange_##name(amp__op, x, last, back, i); }                           \
        AMP__AT(rise, 0) = (int)i + 1;                                                             \
    AMP__CHUNK_BODY_END

/* For each element, how many segments begin up to it, less one. */
AMP_KERNEL(amp__segment_key, 1, in(int, 1, position), in(int, 1, order), out(unsigned, 1, key))
{
    amp_at(key, idx[0]) = (unsigned)amp_at(position, amp_at(order, idx[0]));
}
AMP_DEVICE_END

/* ==== 2 the calls ======================================================== */

typedef struct amp__ordering {
    const amp__comparison *(*comparison)(void);
    AMP__ORDER_KERNELS(AMP__MEMBER_OF, )
} amp__ordering;
#define AMP__HOST_ORDER(name, body, op, T)                                                         \
    AMP__DESCRIBED(ordering, AMP__ORDER_KERNELS, name, body, op, amp__comparison_##name)

/* amp_merge_sort_by_key(less, V, keys, values): sorts both by the keys with a comparison, in place,
   stably. less is amp_less_X, amp_greater_X or of AMP_DEFINE_ORDER, V the name of the values' type.
   keys and values have one length and do not overlap.
   amp_merge_sort_order(less, keys, order): order, a view of int, becomes the indices of the keys in
   sorted order, equivalent ones as they came; the keys stay. amp_gather_by then sorts any number of
   ranges alike. */
#define amp_merge_sort_by_key(less, V, keys, values)                                               \
    amp__merge_sort_by_key((amp__ordering_##less)(), (amp__moves_##V)(), keys, values)
#define amp_merge_sort_order(less, keys, order)                                                    \
    amp__sort_order("amp_merge_sort_order", NULL, (amp__ordering_##less)(), keys, order)
AMP__API amp_status amp__merge_sort_by_key(const amp__ordering *o, const amp__moves *m,
                                           amp_array_view keys, amp_array_view values);
AMP__API amp_status amp__sort_order(const char *f, const amp__radix *r, const amp__ordering *o,
                                    amp_array_view keys, amp_array_view order); /* r NULL: by o */

/* amp_radix_sort_order(K, keys, order): the same by the bits of a key; K is X or of
   AMP_DEFINE_RADIX_SORT. */
#define amp_radix_sort_order(K, keys, order)                                                       \
    amp__sort_order("amp_radix_sort_order", (amp__radix_##K)(), NULL, keys, order)

/* amp_radix_sort_descending(K, view), amp_sort_by_key_descending(K, V, keys, values): the greatest
   first, in place, and stable: equal keys stay in the order in which they came. A NaN comes before
   +infinity. */
#define amp_radix_sort_descending(K, view)                                                         \
    amp__radix_sort("amp_radix_sort_descending", (amp__radix_##K)(), view, 1)
#define amp_sort_by_key_descending(K, V, keys, values)                                             \
    amp__sort_by_key("amp_sort_by_key_descending", (amp__radix_##K)(), (amp__moves_##V)(), keys,   \
                     values, 1)

/* amp_segmented_sort(K, view, flags): sorts each segment on its own, in place, stably.
   amp_segmented_sort_by_key(K, V, keys, values, flags): and the values along. flags, a view of int,
   is not 0 where a segment begins (amp_uniform_segments makes them). The views have one length and
   do not overlap. */
#define amp_segmented_sort(K, view, flags)                                                         \
    amp__segmented_sort((amp__radix_##K)(), NULL, view, view, flags)
#define amp_segmented_sort_by_key(K, V, keys, values, flags)                                       \
    amp__segmented_sort((amp__radix_##K)(), (amp__moves_##V)(), keys, values, flags)
AMP__API amp_status amp__segmented_sort(const amp__radix *r, const amp__moves *m,
                                        amp_array_view keys, amp_array_view values,
                                        amp_array_view flags);

/* The heap functions of C++, on a range whose first element is the greatest: make_heap makes one of
   the heaps, of few elements the sorted one; push_heap takes the last element into the heap of
   the others; pop_heap puts the greatest last; sort_heap sorts. is_heap: *result, an int, is 1 or
   0; is_heap_until: *index = that of the first element greater than the one above it, or the
   length. */
#define amp_stl_make_heap(less, view) amp__make_heap((amp__comparison_##less)(), view)
#define amp_stl_push_heap(less, view) amp__sift((amp__ordering_##less)(), view, 1)
#define amp_stl_pop_heap(less, view) amp__sift((amp__ordering_##less)(), view, 0)
#define amp_stl_sort_heap(less, view) amp_merge_sort(less, view)
#define amp_stl_is_heap_until(less, view, index)                                                   \
    amp__is_heap_until((amp__ordering_##less)(), view, index)
#define amp_stl_is_heap(less, view, result) amp__is_heap((amp__ordering_##less)(), view, result)
AMP__API amp_status amp__make_heap(const amp__comparison *c, amp_array_view x);
AMP__API amp_status amp__sift(const amp__ordering *o, amp_array_view x, int push);
AMP__API amp_status amp__is_heap_until(const amp__ordering *o, amp_array_view x, ptrdiff_t *index);
AMP__API amp_status amp__is_heap(const amp__ordering *o, amp_array_view x, int *result);

/* next_permutation, prev_permutation: view becomes the next arrangement of its elements in the
   order of less, or the one before. *result, an int, is 1; or 0 after the last (before the first),
   when it starts again. is_permutation(less, view, view2, &result): whether two ranges hold the
   same elements, where less finds none of two less; from the first that differ on they are sorted
   in temporary storage. */
#define amp_stl_next_permutation(less, view, result)                                               \
    amp__permute((amp__ordering_##less)(), view, 0, result)
#define amp_stl_prev_permutation(less, view, result)                                               \
    amp__permute((amp__ordering_##less)(), view, 1, result)
#define amp_stl_is_permutation(less, view, view2, result)                                          \
    amp__is_permutation((amp__comparison_##less)(), view, view2, result)
AMP__API amp_status amp__permute(const amp__ordering *o, amp_array_view x, int back, int *result);
AMP__API amp_status amp__is_permutation(const amp__comparison *c, amp_array_view x,
                                        amp_array_view z, int *result);

#if AMP__IMPLEMENT

/* Sorts the keys, of which there is at least one; order = where they were before. */
static AMP__WARM amp_status amp__order_sort(const amp__ordering *o, amp_array_view keys,
                                            amp_array_view order)
{
    enum { AMP__CACHE = 1 << 18 }; /* bytes that a chunk is sorted in */
    const amp__al_scope scope = amp__al_open();
    const amp__moves *const m = o->comparison()->moves();
    const ptrdiff_t n = amp__al_length(&keys);
    const amp__al_cut cut = amp__al_cut_of(n, AMP__SCAN_LEAST, 0);
    const amp__radix *const radix = amp__radix_of(o->comparison(), keys);
    amp_array_view key[2], from[2]; /* in turns */
    ptrdiff_t width;
    int k = 0, per = AMP__SCAN_LEAST;
    amp_status s;
    if (radix != NULL) {
        return amp__radix_order(radix, keys, order, o->comparison()->descending);
    }
    s = amp__al_temporary(&key[1], m->type, n);
    s = AMP__THEN(s, amp__al_temporary(&from[1], amp__al_int, n));
    key[0] = keys;
    from[0] = order;
    while (n / per > 2 * AMP__CHUNKS
           && 4 * (size_t)per * (m->type.size + sizeof(int)) <= AMP__CACHE) {
        per *= 2;
    }
    s = AMP__THEN(s, AMP__RUN_TILES(&o->order_insert, amp_tile(amp_extent((n - 1) / per + 1), 1),
                                    &keys, &order, &key[1], &from[1], &per));
    for (width = AMP__SORT_RUN; width < n && s == AMP_OK; width *= 2, k = !k) {
        const int w = (int)width;
        if (w >= per) { /* the others are done */
            s = AMP__RUN_TILES(&o->order_merge, cut.domain, &key[k], &from[k], &key[!k], &from[!k],
                               &w, &cut.per);
        }
    }
    if (k == 1) {
        s = AMP__THEN(s, amp__al_copy(m, key[1], keys));
        s = AMP__THEN(s, amp__al_copy(amp__moves_amp__flags(), from[1], order));
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__sort_order(const char *f, const amp__radix *r, const amp__ordering *o,
                                    amp_array_view keys, amp_array_view order)
{
    const amp__al_scope scope = amp__al_open();
    const amp__moves *const m = r != NULL ? r->moves() : o->comparison()->moves();
    const ptrdiff_t n = amp__al_length(&keys);
    amp_array_view sorted;
    amp_status s = amp__al_order(f, &keys, m->type, &order);
    if (s == AMP_OK && n > 0) {
        order = amp_range(order, 0, n);
        s = amp__al_temporary(&sorted, m->type, n);
        s = AMP__THEN(s, amp__al_copy(m, keys, sorted));
        s = AMP__THEN(s, r != NULL ? amp__radix_order(r, sorted, order, 0)
                                   : amp__order_sort(o, sorted, order));
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__merge_sort_by_key(const amp__ordering *o, const amp__moves *m,
                                           amp_array_view keys, amp_array_view values)
{
    static const char f[] = "amp_merge_sort_by_key";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&keys);
    amp_array_view order;
    amp_status s = amp__al_pairs(f, &keys, o->comparison()->moves()->type, &values, m->type);
    if (s == AMP_OK && n > 1) {
        s = amp__al_temporary(&order, amp__al_int, n);
        s = AMP__THEN(s, amp__order_sort(o, keys, order));
        s = AMP__THEN(s, amp__al_reorder(m, values, order));
    }
    return amp__al_close(scope, s);
}

/* Segments that are sorted each by itself. */
enum { AMP__SEGMENT_MOST = 4096 };
typedef struct amp__segment_sort {
    const amp__radix *radix;
    size_t key, value; /* bytes of each; value 0: there are none */
    char *scratch;     /* of the chunks, `room` bytes each */
    size_t room;
    int stop;          /* a segment is too long; atomic */
} amp__segment_sort;

/* q = the m numbers of p, all different, in order: each goes where as many as are less say. Up to
   three behind the last are read. */
typedef long long amp__four_numbers __attribute__((vector_size(32), may_alias, aligned(8)));
static AMP__INLINE void amp__rank(const amp_int64 *p, int m, amp_int64 *q)
{
    int i, j, k;
    for (i = 0; i < m; i += 4) {
        const amp__four_numbers v = *(const amp__four_numbers *)(const void *)(p + i);
        amp__four_numbers less = { 0, 0, 0, 0 };
        for (j = 0; j < m; j++) {
            const amp__four_numbers one = { p[j], p[j], p[j], p[j] };
            less -= one < v;
        }
        for (k = 0; k < 4 && i + k < m; k++) {
            q[less[k]] = p[i + k];
        }
    }
}

/* The m elements at x become those that the low 16 bits of p number. */
static AMP__INLINE void amp__segment_move(char *x, const amp_int64 *p, int m, char *room,
                                          const size_t size)
{
    int i;
    for (i = 0; i < m; i++) {
        memcpy(room + (size_t)i * size, x + (size_t)(p[i] & 0xffff) * size, size);
    }
    memcpy(x, room, (size_t)m * size);
}

/* Sorts the segments that begin in a chunk of keys and flags, and the values along. A number to
   sort is a key with its place behind it, so that no two are the same. */
AMP__PASS_KERNEL(amp__segment_sort_chunk, inout, in, inout)
{
    amp__segment_sort *const r = (amp__segment_sort *)c->pass->own;
    const int *const f = (const int *)c->a[1].data;
    const ptrdiff_t end = c->last;
    const int run = c->wide ? 64 : 16;
    const amp_uint64 flip = r->radix->flip;
    amp_int64 *const first = (amp_int64 *)(void *)(r->scratch + (size_t)c->number * r->room);
    amp_int64 *const second = first + AMP__SEGMENT_MOST + 4;
    char *const room = (char *)(second + AMP__SEGMENT_MOST + 4);
    ptrdiff_t i = c->first, to;
    while (c->number > 0 && i < end && f[i] == 0) {
        i++;
    }
    for (; i < end && !__atomic_load_n(&r->stop, __ATOMIC_RELAXED); i = to) {
        char *const x = (char *)c->a[0].data + (size_t)i * r->key;
        amp_int64 *p = first, *q = second, *swap;
        int m, k, width;
        for (to = i + 1; to < c->pass->n && f[to] == 0 && to - i <= AMP__SEGMENT_MOST; to++) {
        }
        m = (int)(to - i);
        if (m > AMP__SEGMENT_MOST) {
            __atomic_store_n(&r->stop, 1, __ATOMIC_RELAXED);
            return;
        }
        if (m == 1) {
            continue;
        }
        r->radix->digits()->bits_of(x, m, (amp_uint64 *)p);
        for (k = 0; k < m; k++) {
            p[k] = (amp_int64)(((amp_uint64)p[k] ^ flip) << 16 | (amp_uint64)k);
        }
        for (k = 0; k < m; k += run) {
            const int length = m - k < run ? m - k : run;
            amp__rank(p + k, length, q + k);
        }
        for (width = run; width < m; width *= 2) {
            swap = p;
            p = q;
            q = swap;
            for (k = 0; k < m; k += 2 * width) {
                const int middle = m - k < width ? m : k + width;
                const int last = m - middle < width ? m : middle + width;
                int left = k, right = middle, at;
                for (at = k; at < last; at++) {
                    q[at] = right == last || (left < middle && p[left] < p[right]) ? p[left++]
                                                                                   : p[right++];
                }
            }
        }
        AMP__BY_SIZE(r->key, amp__segment_move, x, q, m, room);
        if (r->value > 0) {
            AMP__BY_SIZE(r->value, amp__segment_move,
                         (char *)c->a[2].data + (size_t)i * r->value, q, m, room);
        }
    }
}

/* Sorts each segment by itself. *done = 0 where one is too long: then all have to be sorted, for
   some are. values: the keys, where value is 0, the bytes of one that goes along. */
static AMP__WARM amp_status amp__sort_each_segment(const amp__radix *radix, amp_array_view keys,
                                                   amp_array_view values, size_t value,
                                                   amp_array_view flags, int *done)
{
    amp__pass p = amp__pass_over(amp__al_length(&keys), AMP__SCAN_LEAST);
    amp_array_view scratch;
    amp__segment_sort r;
    amp_status s;
    r.radix = radix;
    r.key = keys.type.size;
    r.value = value;
    r.stop = 0;
    r.room = 2 * (AMP__SEGMENT_MOST + 4) * sizeof(amp_int64)
        + AMP__SEGMENT_MOST * (r.key > r.value ? r.key : r.value);
    r.room = amp__al_rounded(r.room);
    p.own = &r;
    s = amp__al_temporary(&scratch, amp__al_int, (ptrdiff_t)(r.room / sizeof(int)) * p.chunks);
    r.scratch = s == AMP_OK ? (char *)scratch.data : NULL;
    s = AMP__THEN(s, AMP__RUN_PASS(amp__segment_sort_chunk(), &p, &keys, &flags, &values));
    *done = !r.stop;
    return s;
}

AMP__API amp_status amp__segmented_sort(const amp__radix *r, const amp__moves *m,
                                        amp_array_view keys, amp_array_view values,
                                        amp_array_view flags)
{
    int done = 0;
    const char *const f = m != NULL ? "amp_segmented_sort_by_key" : "amp_segmented_sort";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&keys);
    amp_array_view order, position, segment;
    amp_status s = amp__al_expect(f, "keys", &keys, r->moves()->type, 1, 1);
    s = AMP__THEN(s, amp__al_expect(f, "flags", &flags, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__same_length(f, &keys, &flags));
    s = AMP__THEN(s, amp__al_apart(f, &flags, &keys, 0));
    if (m != NULL) {
        s = AMP__THEN(s, amp__al_expect(f, "values", &values, m->type, 1, 1));
        s = AMP__THEN(s, amp__same_length(f, &keys, &values));
        s = AMP__THEN(s, AMP__APART(f, 2, &keys, &flags, &values));
    }
    if (s != AMP_OK || n < 2) {
        return s;
    }
    if (r->digits()->bits == 32 && keys.type.size <= AMP__BLOCK_VALUE
        && values.type.size <= AMP__BLOCK_VALUE && amp__passes_may_run(&keys, &flags, &values)) {
        s = amp__sort_each_segment(r, keys, values, m != NULL ? values.type.size : 0, flags, &done);
        if (s != AMP_OK || done) {
            return amp__al_close(scope, s);
        }
    }
    /* By key, then by segment: the second sort is stable, and keeps what the first did. */
    s = amp__al_temporary(&order, amp__al_int, n);
    s = AMP__THEN(s, amp__al_temporary(&position, amp__al_int, n));
    s = AMP__THEN(s, amp__al_temporary(&segment, amp__radix_unsigned()->moves()->type, n));
    s = AMP__THEN(s, amp__sort_order(f, r, NULL, keys, order));
    s = AMP__THEN(s, amp__set_flags__launch(AMP__ON, flags.extent, flags, position, 0));
    s = AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_INCLUSIVE, AMP_FORWARD, position,
                               position));
    s = AMP__THEN(s, amp__segment_key__launch(AMP__ON, order.extent, position, order, segment));
    s = AMP__THEN(s, amp__radix_passes(amp__radix_unsigned(), segment, &order, 0));
    s = AMP__THEN(s, amp__al_reorder(r->moves(), keys, order));
    if (m != NULL) {
        s = AMP__THEN(s, amp__al_reorder(m, values, order));
    }
    return amp__al_close(scope, s);
}

/* Heaps that are made from below: of each of a pass's elements, from `root` on, with `levels` rows,
   its own the first. */
enum { AMP__SINKING = 512, AMP__HEAPS = 64, AMP__HEAP_LEVELS = 6 };
typedef struct amp__heaping {
    const amp__kernel *descends;
    int root, levels;
    size_t size;
    char *room; /* of each chunk, for four times as many elements as sink together */
} amp__heaping;

/* Elements from first up to end, of a row, sink to their places, many at once and a step at a time:
   a kernel compares, with vectors, and no jump has to be foretold. In e stands each with those
   below it, v, left, right, v, so that a flag says whether the next is less. A right one that is
   not there is v. */
static AMP__INLINE void amp__sink(const amp__chunk *c, size_t first, size_t end, const size_t size)
{
    const amp__heaping *const h = (const amp__heaping *)c->pass->own;
    const size_t n = (size_t)c->a[0].extent[0];
    char *const x = (char *)c->a[0].data;
    char *const e = h->room + 4 * AMP__SINKING * size * (size_t)c->number, *v;
    size_t at[AMP__SINKING], m = 0, i, k;
    int flags[4 * AMP__SINKING];
    amp__argument a[2];
    amp__box box;
    a[0].data = e;
    a[1].data = flags;
    for (; m > 0 || first < end; m = k) {
        for (; m < AMP__SINKING && first < end; m++, first++) {
            at[m] = first;
            memcpy(e + 4 * m * size, x + first * size, size);
        }
        for (i = 0, v = e; i < m; i++, v += 4 * size) {
            const size_t left = 2 * at[i] + 1;
            memcpy(v + 3 * size, v, size);
            if (left + 1 < n) {
                memcpy(v + size, x + left * size, 2 * size);
            } else {
                memcpy(v + size, x + left * size, size);
                memcpy(v + 2 * size, v, size);
            }
        }
        box = amp__box_of(0, (int)(4 * m - 1));
        h->descends->simple[c->wide](a, &box);
        for (i = k = 0, v = e; i < m; i++, v += 4 * size) {
            /* f[1] ? !f[0] : f[2], without a jump; to the left, or the right */
            const int *const f = flags + 4 * i, sinks = f[2] ^ (f[1] & (1 ^ f[0] ^ f[2]));
            const size_t to = at[i] + ((at[i] + (size_t)(2 - f[1])) & (size_t)-sinks);
            memmove(x + at[i] * size, x + to * size, size);
            memcpy(x + to * size, v, size);
            memmove(e + 4 * k * size, v, size);
            at[k] = to;
            k += (size_t)sinks & (to < n / 2);
        }
    }
}

AMP__PASS_KERNEL(amp__heap_chunk, inout)
{
    const amp__heaping *const h = (const amp__heaping *)c->pass->own;
    const size_t root = (size_t)(h->root + c->number), with = (size_t)c->a[0].extent[0] / 2;
    int row;
    for (row = h->levels - 1; row >= 0; row--) { /* of it those with some below */
        const size_t first = ((root + 1) << row) - 1, end = first + ((size_t)1 << row);
        AMP__BY_SIZE(h->size, amp__sink, c, first, end < with ? end : with);
    }
}

AMP__API amp_status amp__make_heap(const amp__comparison *c, amp_array_view x)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view room;
    amp__heaping h = { &c->descends, AMP__HEAPS - 1, 0, x.type.size, NULL };
    amp__pass p;
    int sorted = 1, chunks = n > 65536 ? AMP__HEAPS : 1;
    amp_status s = amp__al_expect("amp_stl_make_heap", "view", &x, c->moves()->type, 1, 1);
    s = AMP__THEN(s, amp__passes_may_run(&x, NULL, NULL) ? amp__is_sorted(c, x, &sorted)
                                                         : amp__merge_sort(c, x));
    if (s != AMP_OK || sorted) { /* a heap, if it is turned round */
        return AMP__THEN(s, amp__reverse(c->moves(), x));
    }
    s = amp__al_temporary(&room, x.type, 4 * AMP__SINKING * (ptrdiff_t)chunks);
    h.room = s == AMP_OK ? (char *)room.data : NULL;
    while (n >> h.levels > 1) { /* of the last row none has some below */
        h.levels++;
    }
    memset(&p, 0, sizeof(p));
    p.own = &h;
    if (chunks > 1) { /* a heap each, and what stands above them */
        p.chunks = chunks;
        h.levels -= AMP__HEAP_LEVELS;
        s = AMP__THEN(s, AMP__RUN_PASS(amp__heap_chunk(), &p, &x));
        h.levels = AMP__HEAP_LEVELS;
    }
    h.root = 0;
    p.chunks = 1;
    s = AMP__THEN(s, AMP__RUN_PASS(amp__heap_chunk(), &p, &x));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__sift(const amp__ordering *o, amp_array_view x, int push)
{
    const int n = (int)amp__al_length(&x);
    const amp_status s = amp__al_expect(push ? "amp_stl_push_heap" : "amp_stl_pop_heap", "view", &x,
                                        o->comparison()->moves()->type, 1, 1);
    return s != AMP_OK || n < 2 ? s : AMP__RUN_TILES(&o->sift, amp_tile(amp_extent(1), 1), &x, &n,
                                                     &push);
}

AMP__API amp_status amp__is_heap_until(const amp__ordering *o, amp_array_view x, ptrdiff_t *index)
{
    const ptrdiff_t n = amp__al_length(&x);
    ptrdiff_t first = n - 1;
    amp_status s = amp__al_expect("amp_stl_is_heap", "input", &x, o->comparison()->moves()->type, 1,
                                  0);
    if (s == AMP_OK && n > 1 && amp__passes_may_run(&x, NULL, NULL)) {
        amp__search_pass r = { 0 };
        r.size = x.type.size;
        r.heap = r.size == 4 || r.size == 8;
        s = amp__find_by_pass(&r, r.heap ? &o->comparison()->order : &o->no_heap, x,
                              amp_range(x, 1, n), NULL, n - 1, n - 1, &first);
    } else {
        s = AMP__THEN(s, amp__first_of(&o->no_heap, &x, NULL, n - 1, n - 1, &first));
    }
    return amp__al_number(s, index, first + 1);
}

AMP__API amp_status amp__is_heap(const amp__ordering *o, amp_array_view x, int *result)
{
    ptrdiff_t index = 0;
    const amp_status s = amp__is_heap_until(o, x, &index);
    return amp__al_answer(s, result, index == amp__al_length(&x));
}

AMP__API amp_status amp__permute(const amp__ordering *o, amp_array_view x, int back, int *result)
{
    const amp__al_scope scope = amp__al_open();
    const amp__moves *const m = o->comparison()->moves();
    const int n = (int)amp__al_length(&x);
    amp_array_view rise;
    int from = 0, left;
    amp_status s = amp__al_expect(back ? "amp_stl_prev_permutation" : "amp_stl_next_permutation",
                                  "view", &x, m->type, 1, 1);
    if (s == AMP_OK && n > 1) {
        s = amp__al_temporary(&rise, amp__al_int, 1);
        s = AMP__THEN(s, AMP__RUN_TILES(&o->permute, amp_tile(amp_extent(1), 1), &x, &rise, &n,
                                        &back));
        s = AMP__THEN(s, amp__al_fetch(rise, 0, &from));
        left = n - from;
        x = amp_range(x, from, n);
        s = left < 2 ? s : AMP__THEN(s, AMP__RUN(&m->reverse, amp_extent(left / 2), &x, &left));
    }
    return amp__al_answer(amp__al_close(scope, s), result, from > 0);
}

AMP__API amp_status amp__is_permutation(const amp__comparison *c, amp_array_view x,
                                        amp_array_view z, int *result)
{
    const amp__al_scope scope = amp__al_open();
    const amp__type type = c->moves()->type;
    ptrdiff_t n = amp__al_length(&x), differs = -1;
    amp_array_view a, b;
    amp_status s = amp__al_expect_two("amp_stl_is_permutation", c, x, z);
    if (s == AMP_OK && n != amp__al_length(&z)) {
        return amp__al_answer(s, result, 0);
    }
    s = AMP__THEN(s, amp__first_of(&c->order, &x, &z, n, -1, &differs));
    if (s == AMP_OK && differs >= 0) { /* from there on */
        x = amp_range(x, differs, n);
        z = amp_range(z, differs, n);
        n -= differs;
        s = amp__al_temporary(&a, type, n);
        s = AMP__THEN(s, amp__al_temporary(&b, type, n));
        s = AMP__THEN(s, amp__al_copy(c->moves(), x, a));
        s = AMP__THEN(s, amp__al_copy(c->moves(), z, b));
        s = AMP__THEN(s, amp__merge_sort(c, a));
        s = AMP__THEN(s, amp__merge_sort(c, b));
        s = AMP__THEN(s, amp__first_of(&c->order, &a, &b, n, -1, &differs));
    }
    return amp__al_answer(amp__al_close(scope, s), result, differs < 0);
}

#endif /* AMP__IMPLEMENT */

/* ==== 3 ready-made ======================================================= */

/* amp_less_X and amp_greater_X. */
#define AMP__READY_ORDERING(name, T)                                                               \
    AMP__ORDER_BODIES(order_##name, T)                                                             \
    AMP__HOST_ORDER(amp_less_##name, order_##name, AMP__OP_less, T)                                \
    AMP__HOST_ORDER(amp_greater_##name, order_##name, AMP__OP_greater, T)
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND_READY(T)
AMP_DEVICE_BEGIN
#ifdef __OPENCL_VERSION__
#define AMP__READY_ORDERING(name, T)                                                               \
    AMP__ORDER_BODIES(amp_less_##name, T) AMP__ORDER_BODIES(amp_greater_##name, T)
#endif
AMP__READY_ORDERING(int, int)
AMP__READY_ORDERING(unsigned, unsigned)
AMP__READY_ORDERING(amp_int64, amp_int64)
AMP__READY_ORDERING(amp_uint64, amp_uint64)
AMP__READY_ORDERING(float, float)
#if !defined(__OPENCL_VERSION__) || defined(cl_khr_fp64)
AMP__READY_ORDERING(double, double)
#endif
AMP_DEVICE_END
#undef AMP__KIND_OF
#define AMP__KIND_OF(T) AMP__KIND(T)

#endif /* AMP_ALGORITHMS_ORDER_H */
