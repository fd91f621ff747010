/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_SEQUENCES_H
#define AMP_ALGORITHMS_SEQUENCES_H
/*
amp/algorithms/sequences.h: what stands behind the names of the C++ standard library that are no
algorithm of ours: amp/algorithms/stl.h.

  1 elements moved in their range: copies that overlap, reverse, rotate, swap, shuffle
  2 searches
  3 parts of a sort
*/

#include "ready_made.h"

/* Copies x to the front of y or, backward, to its end; overlapping ranges go through temporary
   storage. */
AMP__API amp_status amp__copy_any(const amp__moves *m, amp_array_view x, amp_array_view y,
                                  int backward);
AMP__API amp_status amp__reverse(const amp__moves *m, amp_array_view x);
AMP__API amp_status amp__rotate_copy(const amp__moves *m, amp_array_view x, ptrdiff_t middle,
                                     amp_array_view y);
AMP__API amp_status amp__rotate(const amp__moves *m, amp_array_view x, ptrdiff_t middle);
AMP__API amp_status amp__swap_ranges(const amp__moves *m, amp_array_view x, amp_array_view y);
AMP__API amp_status amp__shuffle(const amp__moves *m, amp_array_view x, amp_uint64 seed);
/* *result = found if the predicate holds (invert: does not hold) for an element; else !found. */
AMP__API amp_status amp__al_any(const amp__predicate *p, amp_array_view x, int invert,
                                int found, int *result);
/* Where an index goes that nobody asked for; each thread has its own. */
AMP__API ptrdiff_t *amp__nowhere(void);
AMP__API amp_status amp__adjacent_find(const amp__equality *q, amp_array_view x,
                                       ptrdiff_t *index);
AMP__API amp_status amp__is_sorted_until(const amp__comparison *c, amp_array_view x,
                                         ptrdiff_t *index);
AMP__API amp_status amp__is_sorted(const amp__comparison *c, amp_array_view x, int *result);
/* The first index at which two ranges differ; the shorter length if none. */
AMP__API amp_status amp__mismatch(const char *f, const amp__equality *q, amp_array_view x,
                                  amp_array_view z, ptrdiff_t *index);
AMP__API amp_status amp__al_equal(const amp__equality *q, amp_array_view x, amp_array_view z,
                               int *result);
AMP__API amp_status amp__lexicographical(const amp__comparison *c, amp_array_view x,
                                         amp_array_view z, int *result);
/* Lower bounds to low, upper bounds to high. */
AMP__API amp_status amp__equal_range(const amp__comparison *c, amp_array_view x,
                                     amp_array_view wanted, amp_array_view low,
                                     amp_array_view high);
AMP__API amp_status amp__is_partitioned(const amp__predicate *p, amp_array_view x, int *result);
AMP__API amp_status amp__partition_point(const amp__predicate *p, amp_array_view x,
                                         ptrdiff_t *index);
/* The n least elements of x to its front, sorted; or, not front, element n to where it would be. */
AMP__API amp_status amp__sort_part(const amp__comparison *c, amp_array_view x, ptrdiff_t n,
                                   int front);
/* The least elements of x, sorted, as many as y holds. */
AMP__API amp_status amp__partial_sort_copy(const amp__comparison *c, amp_array_view x,
                                           amp_array_view y, ptrdiff_t *count);
AMP__API amp_status amp__inplace_merge(const amp__comparison *c, amp_array_view x,
                                       ptrdiff_t middle);

#if AMP__IMPLEMENT

/* AMP_OK, or AMP_INVALID_ARGUMENT where a range without an error has no place `at`. */
static AMP__WARM amp_status amp__al_place(const char *function, const amp_array_view *x,
                                          ptrdiff_t at)
{
    const ptrdiff_t n = amp__al_length(x);
    return x->status != AMP_OK || (at >= 0 && at <= n) ? AMP_OK
        : amp__fail(AMP_INVALID_ARGUMENT, "%s: the place is %ld, the range has %ld elements: it "
                    "must be 0 to that", function, (long)at, (long)n);
}

/* ==== 1 elements moved =================================================== */

AMP__API amp_status amp__copy_any(const amp__moves *m, amp_array_view x, amp_array_view y,
                                  int backward)
{
    static const char f[] = "amp_stl_copy";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    ptrdiff_t apart;
    amp_array_view between;
    amp_status s = amp__al_expect(f, "input", &x, m->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &y, n));
    if (s != AMP_OK || n == 0) {
        return s;
    }
    y = backward ? amp_range(y, amp__al_length(&y) - n, amp__al_length(&y)) : amp_range(y, 0, n);
    if (!amp__al_overlaps(&x, &y, &apart)) {
        return amp__al_copy(m, x, y);
    }
    s = amp__al_temporary(&between, m->type, n);
    s = AMP__THEN(s, amp__al_copy(m, x, between));
    s = AMP__THEN(s, amp__al_copy(m, between, y));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__reverse(const amp__moves *m, amp_array_view x)
{
    const int n = x.extent.dim[0];
    const amp_status s = amp__al_expect("amp_stl_reverse", "view", &x, m->type, 1, 1);
    return s != AMP_OK || n < 2 ? s : AMP__RUN(&m->reverse, amp_extent(n / 2), &x, &n);
}

AMP__API amp_status amp__rotate_copy(const amp__moves *m, amp_array_view x, ptrdiff_t middle,
                                     amp_array_view y)
{
    const int from = middle == amp__al_length(&x) ? 0 : (int)middle;
    const amp_status s = amp__al_place("amp_stl_rotate", &x, middle);
    return AMP__THEN(s, amp__al_move("amp_stl_rotate", m, x, y, from));
}

/* The shorter part of the range goes to temporary storage, the longer one moves past it in steps of
   the shorter one's length, of which no two share an element; a part of less than an eighth would
   need too many. */
static AMP__WARM amp_status amp__rotate_steps(const amp__moves *m, amp_array_view x,
                                              ptrdiff_t middle, amp_array_view aside)
{
    const ptrdiff_t n = amp__al_length(&x), step = amp__al_length(&aside);
    const int left = middle == step; /* the front is the shorter part */
    ptrdiff_t done = 0;
    amp_status s = amp__al_copy(m, left ? amp_range(x, 0, step) : amp_range(x, middle, n), aside);
    while (s == AMP_OK && done < n - step) {
        const ptrdiff_t some = n - step - done < step ? n - step - done : step;
        const ptrdiff_t from = left ? step + done : n - step - done - some;
        const ptrdiff_t to = left ? from - step : from + step;
        s = amp__al_copy(m, amp_range(x, from, from + some), amp_range(x, to, to + some));
        done += some;
    }
    return AMP__THEN(s, amp__al_copy(m, aside, left ? amp_range(x, n - step, n)
                                                    : amp_range(x, 0, step)));
}

AMP__API amp_status amp__rotate(const amp__moves *m, amp_array_view x, ptrdiff_t middle)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x), shorter = middle < n - middle ? middle : n - middle;
    amp_array_view moved;
    amp_status s = amp__al_expect("amp_stl_rotate", "view", &x, m->type, 1, 1);
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    if (shorter > 0 && shorter >= n / 8) {
        s = amp__al_temporary(&moved, m->type, shorter);
        s = AMP__THEN(s, amp__rotate_steps(m, x, middle, moved));
        return amp__al_close(scope, s);
    }
    s = amp__al_temporary(&moved, m->type, n);
    s = AMP__THEN(s, amp__rotate_copy(m, x, middle, moved));
    s = AMP__THEN(s, amp__al_copy(m, moved, x));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__swap_ranges(const amp__moves *m, amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_stl_swap_ranges";
    amp_status s = amp__al_expect(f, "first range", &x, m->type, 1, 1);
    s = AMP__THEN(s, amp__al_expect(f, "second range", &y, m->type, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "second range", &y, amp__al_length(&x)));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    y = amp_range(y, 0, amp__al_length(&x));
    s = amp__al_apart(f, &x, &y, 0);
    return AMP__THEN(s, AMP__RUN(&m->swap, x.extent, &x, &y));
}

AMP__API amp_status amp__shuffle(const amp__moves *m, amp_array_view x, amp_uint64 seed)
{
    const amp__al_scope scope = amp__al_open();
    const amp__radix *const r = amp__radix_amp_uint64();
    amp_array_view keys;
    amp_status s = amp__al_expect("amp_stl_shuffle", "view", &x, m->type, 1, 1);
    if (s != AMP_OK || amp__al_length(&x) < 2) {
        return s;
    }
    s = amp__al_temporary(&keys, r->moves()->type, amp__al_length(&x));
    s = AMP__THEN(s, amp__random__launch(AMP__ON, x.extent, keys, seed));
    s = AMP__THEN(s, amp__sort_by_key("amp_stl_shuffle", r, m, keys, x, 0));
    return amp__al_close(scope, s);
}

/* ==== 2 searches ========================================================= */

AMP__API amp_status amp__al_any(const amp__predicate *p, amp_array_view x, int invert,
                                int found, int *result)
{
    ptrdiff_t index = 0;
    const amp_status s = amp__al_find(p, NULL, x, invert, &index);
    return amp__al_answer(s, result, index < amp__al_length(&x) ? found : !found);
}

AMP__API ptrdiff_t *amp__nowhere(void)
{
    static __thread ptrdiff_t unwanted;
    return &unwanted;
}

/* The length of the shorter range. */
static inline ptrdiff_t amp__shorter(const amp_array_view *x, const amp_array_view *z)
{
    return amp__al_length(x) < amp__al_length(z) ? amp__al_length(x) : amp__al_length(z);
}

/* *index = the first of n flags that the kernel k sets on x or, unless z is NULL, on x and z;
   `none` where it sets none. The views have been checked. */
static AMP__WARM amp_status amp__first_of(const amp__kernel *k, const amp_array_view *x,
                                          const amp_array_view *z, ptrdiff_t n, ptrdiff_t none,
                                          ptrdiff_t *index)
{
    const amp__al_scope scope = amp__al_open();
    amp_array_view flags;
    amp_status s;
    if (n < 1) {
        *index = none;
        return AMP_OK;
    }
    if (amp__passes_may_run(x, z, NULL)) {
        amp__search_pass r = { 0 };
        return amp__find_by_pass(&r, k, *x, z != NULL ? *z : *x, NULL, n, none, index);
    }
    s = amp__al_temporary(&flags, amp__al_int, n);
    s = AMP__THEN(s, z != NULL ? AMP__RUN(k, flags.extent, x, z, &flags)
                               : AMP__RUN(k, flags.extent, x, &flags));
    s = AMP__THEN(s, amp__flag_index(flags, 0, none, index));
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__adjacent_find(const amp__equality *q, amp_array_view x,
                                       ptrdiff_t *index)
{
    const ptrdiff_t n = amp__al_length(&x);
    amp_status s = amp__al_expect("amp_stl_adjacent_find", "input", &x, q->moves()->type, 1, 0);
    return AMP__THEN(s, amp__first_of(&q->pairs, &x, NULL, n - 1, n, index));
}

AMP__API amp_status amp__is_sorted_until(const amp__comparison *c, amp_array_view x,
                                         ptrdiff_t *index)
{
    const ptrdiff_t n = amp__al_length(&x);
    amp_status s = amp__al_expect("amp_stl_is_sorted", "input", &x, c->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__first_of(&c->descends, &x, NULL, n - 1, n - 1, index));
    if (s == AMP_OK) {
        *index += 1;
    }
    return s;
}

AMP__API amp_status amp__is_sorted(const amp__comparison *c, amp_array_view x, int *result)
{
    ptrdiff_t index = 0;
    const amp_status s = amp__is_sorted_until(c, x, &index);
    return amp__al_answer(s, result, index == amp__al_length(&x));
}

AMP__API amp_status amp__mismatch(const char *f, const amp__equality *q, amp_array_view x,
                                  amp_array_view z, ptrdiff_t *index)
{
    const ptrdiff_t n = amp__shorter(&x, &z);
    amp_status s = amp__al_expect(f, "first input", &x, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "second input", &z, q->moves()->type, 1, 0));
    return AMP__THEN(s, amp__first_of(&q->differ, &x, &z, n, n, index));
}

AMP__API amp_status amp__al_equal(const amp__equality *q, amp_array_view x, amp_array_view z,
                               int *result)
{
    ptrdiff_t index = 0;
    const amp_status s = amp__mismatch("amp_stl_equal", q, x, z, &index);
    return amp__al_answer(s, result, index == amp__al_length(&x) && index == amp__al_length(&z));
}

AMP__API amp_status amp__lexicographical(const amp__comparison *c, amp_array_view x,
                                         amp_array_view z, int *result)
{
    static const char f[] = "amp_stl_lexicographical_compare";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__shorter(&x, &z);
    amp_array_view flag;
    ptrdiff_t index = -1;
    int how = amp__al_length(&x) < amp__al_length(&z);
    amp_status s = amp__al_expect_two(f, c, x, z);
    s = AMP__THEN(s, amp__first_of(&c->order, &x, &z, n, -1, &index));
    if (s == AMP_OK && index >= 0) { /* which of the two is first there */
        x = amp_range(x, index, index + 1);
        z = amp_range(z, index, index + 1);
        s = amp__al_temporary(&flag, amp__al_int, 1);
        s = AMP__THEN(s, AMP__RUN(&c->order, flag.extent, &x, &z, &flag));
        s = AMP__THEN(s, amp__al_fetch(flag, 0, &how));
    }
    return amp__al_answer(amp__al_close(scope, s), result, how == 1);
}

/* A chunk of an equal range: the lower bound of a value, and the upper one close behind it if it is
   there, as it is where values are met a few times. Of sorted range, wanted values, both results.
   p->flags finds lower bounds, and upper ones if its value says so. */
AMP__PASS_KERNEL(amp__range_chunk, in, in, inout, inout)
{
    enum { AMP__FEW_LEFT = 8 };
    static const int upper = 1;
    const int n = c->a[0].extent[0];
    const size_t size = *(const size_t *)c->pass->own;
    int *const low = (int *)c->a[2].data, *const high = (int *)c->a[3].data;
    amp__flag_maker m, up;
    amp__box one = amp__box_of(c->first, 1);
    ptrdiff_t k;
    amp__flag_maker_of(&m, c);
    up = m;
    up.a[up.out].data = high;
    memcpy(&up.a[3].data, &(const void *){ &upper }, sizeof(void *));
    for (k = c->first; k < c->last; k++) {
        int left;
        if ((k - c->first) % AMP__BLOCK_LENGTH == 0) {
            amp__make_flags(c, &m, k, amp__block_of(c, k), low + k);
        }
        left = n - low[k];
        high[k] = 0;
        up.a[0].data = (char *)c->a[0].data + (size_t)low[k] * size;
        up.a[0].extent[0] = left < AMP__FEW_LEFT ? left : AMP__FEW_LEFT;
        one.low[2] = (int)k;
        one.high[2] = (int)k + 1;
        if (left > 0) {
            c->pass->flags->simple[c->wide](up.a, &one);
        }
        if (high[k] == AMP__FEW_LEFT && left > AMP__FEW_LEFT) {
            up.a[0].extent[0] = left;
            c->pass->flags->simple[c->wide](up.a, &one);
        }
        high[k] += low[k];
    }
}

AMP__API amp_status amp__equal_range(const amp__comparison *c, amp_array_view x,
                                     amp_array_view wanted, amp_array_view low,
                                     amp_array_view high)
{
    static const char f[] = "amp_stl_equal_range";
    static const int lower = 0;
    const ptrdiff_t n = amp__al_length(&wanted);
    amp_status s = amp__al_expect(f, "sorted range", &x, c->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "wanted values", &wanted, c->moves()->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "first result", &low, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_expect(f, "second result", &high, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "first result", &low, n));
    s = AMP__THEN(s, amp__al_room(f, "second result", &high, n));
    s = AMP__THEN(s, AMP__APART(f, 2, &wanted, &x, &low, &high));
    if (s == AMP_OK && n > 0 && !amp__is_empty(&x) && amp__passes_may_run(&x, &wanted, &low)
        && amp__passes_may_run(&high, NULL, NULL)) {
        amp__pass p = amp__pass_over(n, AMP__SCAN_LEAST);
        p.flags = &c->bound;
        p.value = &lower;
        p.own = &x.type.size;
        low = amp_range(low, 0, n);
        high = amp_range(high, 0, n);
        return AMP__RUN_PASS(amp__range_chunk(), &p, &x, &wanted, &low, &high);
    }
    s = AMP__THEN(s, amp__bounds(c, x, wanted, low, 0));
    return AMP__THEN(s, amp__bounds(c, x, wanted, high, 1));
}

AMP__API amp_status amp__is_partitioned(const amp__predicate *p, amp_array_view x, int *result)
{
    ptrdiff_t first = 0, count = 0;
    amp_status s = amp__al_find(p, NULL, x, 1, &first);
    s = AMP__THEN(s, amp__count_if(p, NULL, x, &count));
    return amp__al_answer(s, result, first == count);
}

AMP__API amp_status amp__partition_point(const amp__predicate *p, amp_array_view x,
                                         ptrdiff_t *index)
{
    int point = 0;
    amp_status s = amp__al_expect("amp_stl_partition_point", "input", &x, p->moves()->type, 1, 0);
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__count_of(p, NULL, x, AMP__POINT, &point);
    }
    return amp__al_number(s, index, point);
}

/* ==== 3 parts of a sort ================================================== */

/* *sample = temporary storage: `size` elements of x, sorted; one of each 64 or more, not at equal
   distances. Where passes run. */
static AMP__WARM amp_status amp__sample_of(const amp__comparison *c, amp_array_view x,
                                           ptrdiff_t size, amp_array_view *sample)
{
    amp_array_view order;
    ptrdiff_t i;
    amp_status s = amp__al_temporary(sample, x.type, size);
    s = AMP__THEN(s, amp__al_temporary(&order, amp__al_int, size));
    for (i = 0; s == AMP_OK && i < size; i++) {
        ((int *)order.data)[i] = (int)(amp__al_length(&x) / size * i
                                       + (ptrdiff_t)((unsigned)i * 2654435761u >> 26));
    }
    s = AMP__THEN(s, AMP__RUN(&c->moves()->gather, order.extent, &x, &order, sample));
    return AMP__THEN(s, amp__merge_sort(c, *sample));
}

/* Where passes run: brings element nth of x, which is not empty, to its place, what comes
   before it to the front and what comes after it to the end. Each round draws a sorted sample,
   takes two of its elements that lie closely below and above the one wanted, parts the range by
   them, and goes on in the part of it; what is left in the end is sorted. */
static AMP__WARM amp_status amp__select(const amp__comparison *c, amp_array_view x, ptrdiff_t nth)
{
    enum { AMP__FEW_LEFT = 65536, AMP__SAMPLED = 32768, AMP__ROUNDS = 40 };
    static const int classes[] = { 0, 1, 3, -1 };
    ptrdiff_t low = 0, high = amp__al_length(&x);
    int round, stuck = 0;
    amp_status s = AMP_OK;
    for (round = 0; round < AMP__ROUNDS && stuck < 2 && high - low > AMP__FEW_LEFT && s == AMP_OK;
         round++) {
        /* how 0: parts up to the first pivot, up to the second, and above; 1: below the first,
           below the second, and the rest. In turns, so that many equal elements are parted */
        const int how = round % 2;
        const amp__al_scope scope = amp__al_open();
        const amp_array_view range = amp_range(x, low, high);
        const ptrdiff_t m = high - low, size = m / 64 < AMP__SAMPLED ? m / 64 : AMP__SAMPLED;
        ptrdiff_t at_ = (nth - low) * size / m, off = 1, total[AMP__CLASSES];
        amp_array_view order, sample, pivots;
        amp__classes r;
        amp__pass p;
        int *index, i, k;
        while (off * off < size) {
            off++;
        }
        off *= 2; /* four times the error of a rank in the sample */
        s = amp__sample_of(c, range, size, &sample);
        s = AMP__THEN(s, amp__al_temporary(&order, amp__al_int, 3));
        s = AMP__THEN(s, amp__al_temporary(&pivots, x.type, 3));
        if (s == AMP_OK) {
            index = (int *)order.data;
            index[0] = (int)(at_ > off ? at_ - off : 0);
            index[1] = index[2] = (int)(at_ + off < size ? at_ + off : size - 1);
            s = AMP__RUN(&c->moves()->gather, order.extent, &sample, &order, &pivots);
        }
        s = AMP__THEN(s, amp__classes_of(&p, &r, 4, 0, &c->bound, pivots, range, &how, m, 0,
                                          total));
        for (i = 0, k = 0; s == AMP_OK && low + total[k] <= nth && i < 2; k = classes[++i]) {
            low += total[k]; /* the wanted one is behind this class */
        }
        if (s == AMP_OK) {
            stuck = total[k] == m ? stuck + 1 : 0;
            high = low + total[k];
        }
        if (s == AMP_OK && stuck == 0) {
            amp__positions(&p, classes);
            s = amp__move_to_one(&p, c->moves(), range, range, m, 0);
        }
        s = amp__al_close(scope, s);
    }
    /* stuck twice: all that are left are equivalent */
    return stuck >= 2 ? s : AMP__THEN(s, amp__merge_sort(c, amp_range(x, low, high)));
}

AMP__API amp_status amp__sort_part(const amp__comparison *c, amp_array_view x, ptrdiff_t n,
                                   int front)
{
    const ptrdiff_t all = amp__al_length(&x);
    const char *const f = front ? "amp_stl_partial_sort" : "amp_stl_nth_element";
    int sorted = 0;
    amp_status s = amp__al_place(f, &x, n);
    s = AMP__THEN(s, amp__al_expect(f, "view", &x, c->moves()->type, 1, 1));
    if (s != AMP_OK || n >= all || (front && n > all / 4) || !amp__passes_may_run(&x, NULL, NULL)) {
        return AMP__THEN(s, front || n < all ? amp__merge_sort(c, x) : AMP_OK);
    }
    s = amp__is_sorted(c, x, &sorted);
    if (s != AMP_OK || sorted) {
        return s;
    }
    s = amp__select(c, x, n);
    return front && n > 1 ? AMP__THEN(s, amp__merge_sort(c, amp_range(x, 0, n))) : s;
}

/* What the chunks of such a pass find: how many elements each keeps, of `size` bytes; of those
   equal to the pivot no more than `wanted`. */
typedef struct amp__best {
    size_t size;
    ptrdiff_t wanted, count[AMP__CHUNKS];
} amp__best;

/* Puts the elements of a block that come before a pivot, and *equal of those equal to it, to
   kept[count] and on, in order, and returns how many there are then. order: of the kernel c->order,
   of each beside the pivot: 0 equal to it, 1 before it, 2 behind it. */
static AMP__INLINE ptrdiff_t amp__keep_best(const int *order, int length, const char *x,
                                            size_t size, char *kept, ptrdiff_t count,
                                            ptrdiff_t *equal)
{
    enum { AMP__PARTED = 32 };
    int i, j, any;
    for (i = 0; i < length; i += AMP__PARTED) {
        const int end = length - i < AMP__PARTED ? length : i + AMP__PARTED;
        const int least = *equal <= 0;
        any = end - i < AMP__PARTED;
        if (end - i == AMP__PARTED) {
            for (j = 0; j < AMP__PARTED; j++) {
                any |= order[i + j] >= least && order[i + j] != 2;
            }
        }
        for (j = i; any != 0 && j < end; j++) {
            if (order[j] >= (*equal <= 0) && order[j] != 2) {
                *equal -= order[j] == 0;
                memcpy(kept + (size_t)count++ * size, x + (size_t)j * size, size);
            }
        }
    }
    return count;
}

/* Copies of an element, again and again, as many as a block has. */
static inline void amp__repeat(char *same, const void *element, size_t size)
{
    size_t filled = size;
    memcpy(same, element, size);
    for (; filled < AMP__BLOCK_LENGTH * size; filled *= 2) {
        memcpy(same + filled, same, filled);
    }
}

/* A chunk's elements to be kept, to the front of as long a part of what is kept. Of the range, the
   pivot, what is kept. p->flags says the order of each beside the pivot. */
AMP__PASS_KERNEL(amp__best_chunk, in, in, inout)
{
    amp__best *const r = (amp__best *)c->pass->own;
    char same[AMP__BLOCK_LENGTH * AMP__BLOCK_VALUE]; /* the pivot, again and again */
    int order[AMP__BLOCK_LENGTH], length;
    const char *const x = (const char *)c->a[0].data;
    char *const kept = (char *)c->a[2].data + (size_t)c->first * r->size;
    amp__flag_maker m;
    ptrdiff_t k = c->first, count = 0, equal = r->wanted;
    amp__flag_maker_of(&m, c);
    amp__repeat(same, c->a[1].data, r->size);
    for (; k < c->last; k += length) {
        length = amp__block_of(c, k);
        m.a[1].data = (void *)((uintptr_t)same - (uintptr_t)k * r->size);
        amp__make_flags(c, &m, k, length, order);
        count = amp__keep_best(order, length, x + (size_t)k * r->size, r->size, kept, count,
                               &equal);
    }
    r->count[c->number] = count;
}

/* Where passes run, and m, at least 1, is little beside n, the length of x: *few =
   temporary storage of the elements of x, in order, that do not come behind an element of a sample,
   of which as many come before it as let at least m be expected; of those equal to it m a chunk.
   *count = how many there are: the m least are among them if it is m or more. */
static AMP__WARM amp_status amp__few(const amp__comparison *c, amp_array_view x,
                                           ptrdiff_t m, amp_array_view *few, ptrdiff_t *count)
{
    enum { AMP__SAMPLED = 8192 };
    const ptrdiff_t n = amp__al_length(&x), size = n / 64 < AMP__SAMPLED ? n / 64 : AMP__SAMPLED;
    const ptrdiff_t want = m * size / n;
    amp_array_view sample, pivot;
    amp__pass p = amp__pass_over(n, AMP__SCAN_LEAST);
    amp__best r;
    ptrdiff_t off = 1, i;
    amp_status s = amp__al_temporary(few, x.type, n);
    s = AMP__THEN(s, amp__sample_of(c, x, size, &sample));
    while (off * off < want) {
        off++;
    }
    off = want + 4 * off + 8; /* four times the error of a rank in the sample, and some */
    if (s == AMP_OK) {
        off = off < size ? off : size - 1;
        pivot = amp_range(sample, off, off + 1);
        p.flags = &c->order;
        p.own = &r;
        r.size = x.type.size;
        r.wanted = m;
        s = AMP__RUN_PASS(amp__best_chunk(), &p, &x, &pivot, few);
    }
    for (i = 0, *count = 0; s == AMP_OK && i < p.chunks; i++) {
        char *const kept = (char *)few->data;
        memmove(kept + (size_t)*count * r.size, kept + (size_t)(i * p.per) * r.size,
                (size_t)r.count[i] * r.size);
        *count += r.count[i];
    }
    return s;
}

AMP__API amp_status amp__partial_sort_copy(const amp__comparison *c, amp_array_view x,
                                           amp_array_view y, ptrdiff_t *count)
{
    enum { AMP__MANY = 65536 };
    static const char f[] = "amp_stl_partial_sort_copy";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x), m = amp__al_length(&y) < n ? amp__al_length(&y) : n;
    amp_array_view sorted;
    int done = 0;
    amp_status s = amp__al_expect(f, "input", &x, c->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, c->moves()->type, 1, 1));
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    if (s == AMP_OK && n > AMP__MANY && m > 0 && m <= n / 256 && x.type.size <= AMP__BLOCK_VALUE
        && amp__passes_may_run(&x, &y, NULL)) {
        ptrdiff_t few = 0;
        s = amp__few(c, x, m, &sorted, &few);
        done = s == AMP_OK && few >= m; /* else, which is not to be expected, among all */
        sorted = done ? amp_range(sorted, 0, few) : sorted;
    }
    if (s == AMP_OK && m > 0) {
        if (!done) {
            s = amp__al_temporary(&sorted, c->moves()->type, n);
            s = AMP__THEN(s, amp__al_copy(c->moves(), x, sorted));
        }
        s = AMP__THEN(s, amp__sort_part(c, sorted, m, 1));
        s = AMP__THEN(s, amp__al_copy(c->moves(), amp_range(sorted, 0, m), y));
    }
    return amp__al_number(amp__al_close(scope, s), count, m);
}

AMP__API amp_status amp__inplace_merge(const amp__comparison *c, amp_array_view x,
                                       ptrdiff_t middle)
{
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view merged;
    amp_status s = amp__al_expect("amp_stl_inplace_merge", "view", &x, c->moves()->type, 1, 1);
    s = AMP__THEN(s, amp__al_place("amp_stl_inplace_merge", &x, middle));
    if (s != AMP_OK || n < 2) {
        return s;
    }
    s = amp__al_temporary(&merged, c->moves()->type, n);
    s = AMP__THEN(s, amp__merge_into(c, amp_range(x, 0, middle), amp_range(x, middle, n), merged));
    s = AMP__THEN(s, amp__al_copy(c->moves(), merged, x));
    return amp__al_close(scope, s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_SEQUENCES_H */
