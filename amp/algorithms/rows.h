/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_ROWS_H
#define AMP_ALGORITHMS_ROWS_H
/*
amp/algorithms/rows.h: folds of many parts of a range at once, by row and by segment; scans by key,
from a first value, and of what elements are mapped to; results that stay on the device.

  1 kernels       on flags, which have no type
  2 the calls

Segments are said as in amp_segmented_scan: flags, a view of int that is not 0 where one begins, the
first element in any case; or a width, of which the last segment may have less.
*/

#include "functors.h"

AMP_DEVICE_BEGIN
/* ==== 1 kernels ========================================================== */

/* 1 where a segment begins. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__segment_heads)
AMP_KERNEL(amp__segment_heads, 1, in(int, 1, flags), out(int, 1, heads))
{
    amp_at(heads, idx[0]) = idx[0] == 0 || amp_at(flags, idx[0]) != 0;
}
#endif

/* 1 where a flag is set; invert: where it is not. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__set_flags)
AMP_KERNEL(amp__set_flags, 1, in(int, 1, flags), out(int, 1, ones), value(int, invert))
{
    amp_at(ones, idx[0]) = (amp_at(flags, idx[0]) != 0) != (invert != 0);
}
#endif

/* Of a count of n elements: what 0 whether it is n, 1 whether it is above 0, 2 whether it is 0. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__judge_count)
AMP_KERNEL(amp__judge_count, 1, inout(int, 1, count), value(int, n), value(int, what))
{
    const int c = amp_at(count, idx[0]);
    amp_at(count, idx[0]) = what == 0 ? c == n : what == 1 ? c > 0 : c == 0;
}
#endif

/* Of the count that is the sum of part: what as in amp__judge_count; -1 the count itself. */
#if !defined(AMP__PARTS) || defined(AMP__WANT_amp__sum_counts)
AMP_KERNEL(amp__sum_counts, 1, in(int, 1, part), out(int, 1, count), value(int, n),
           value(int, what))
{
    int c = 0, k = 0;
    for (; k < part_shape.extent[0]; k++) {
        c += amp_at(part, k);
    }
    amp_at(count, idx[0]) = what < 0 ? c : what == 0 ? c == n : what == 1 ? c > 0 : c == 0;
}
#endif
AMP_DEVICE_END

/* ==== 2 the calls ======================================================== */

/* amp_reduce_rows(name, in, out): out[i] = the fold of row i of in, a view of rank 2; of rank 3,
   out[i, j] = that of in[i, j, 0] to its end. out has in's extent without the last dimension. name
   is of AMP_DEFINE_REDUCE, AMP_DEFINE_OPERATOR, AMP_DEFINE_TRANSFORM_REDUCE, or ready-made. Each
   row is folded by a tile of 64 threads: rows of a few elements leave most of them idle. Sections
   with gaps are copied first. out does not overlap in, else AMP_INVALID_ARGUMENT, as for an extent
   that does not fit. */
#define amp_reduce_rows(name, in, out) amp__reduce_rows((amp__reduction_##name)(), in, out)
AMP__API amp_status amp__reduce_rows(const amp__reduction *r, amp_array_view x, amp_array_view y);

/* amp_segmented_reduce_equal(name, width, in, out): the same of segments of `width` elements of a
   range; out has one for each, also for the last, which may have less. A width below 1 is
   AMP_INVALID_ARGUMENT. */
#define amp_segmented_reduce_equal(name, width, in, out)                                           \
    amp__segmented_reduce_equal((amp__reduction_##name)(), width, in, out)
AMP__API amp_status amp__segmented_reduce_equal(const amp__reduction *r, int width,
                                                amp_array_view x, amp_array_view y);

/* amp_segmented_reduce(name, V, in, flags, out, &count): the fold of each segment, in order, at the
   front of out; *count says how many. name is a scan operator, V the name of its type. The segments
   are counted before anything is written; out overlaps neither in nor flags. */
#define amp_segmented_reduce(name, V, in, flags, out, count)                                       \
    amp__segmented_reduce((amp__scanning_##name)(), (amp__moves_##V)(), in, flags, out, count)
AMP__API amp_status amp__segmented_reduce(const amp__scanning *k, const amp__moves *m,
                                          amp_array_view x, amp_array_view flags,
                                          amp_array_view y, ptrdiff_t *count);

/* amp_scan_by_key(name, equal, mode, direction, keys, in, out): a scan of each run of equal keys
   on its own. keys and in have one length. In place: out may be in, the same view, or keys. */
#define amp_scan_by_key(name, equal, mode, direction, keys, in, out)                               \
    amp__scan_by_key((amp__scanning_##name)(), (amp__equality_##equal)(), mode, direction, keys,   \
                     in, out)
AMP__API amp_status amp__scan_by_key(const amp__scanning *k, const amp__equality *q,
                                     amp_scan_mode mode, amp_scan_direction direction,
                                     amp_array_view keys, amp_array_view x, amp_array_view y);

/* amp_scan_from(name, V, mode, direction, init, in, out): amp_scan as if *init, an element of the
   operator's type, stood before the first element (behind the last, AMP_BACKWARD) and went into
   each result. V is the name of that type. In place: out may be in. Another size than that of the
   type behind init is AMP_VIEW_MISMATCH. May need temporary storage as large as in. */
#define amp_scan_from(name, V, mode, direction, init, in, out)                                     \
    amp__scan_from((amp__scanning_##name)(), (amp__moves_##V)(), mode, direction, init,            \
                   sizeof(*(init)), in, out)
AMP__API amp_status amp__scan_from(const amp__scanning *k, const amp__moves *m,
                                   amp_scan_mode mode, amp_scan_direction direction,
                                   const void *init, size_t size, amp_array_view x,
                                   amp_array_view y);

/* amp_transform_scan(map, name, mode, direction, in, out): the scan of what map, of
   AMP_DEFINE_TRANSFORM[_WITH], makes of the elements: its R is the scan's type. In place: out may
   be in, if in's type is the same. */
#define amp_transform_scan(map, name, mode, direction, in, out)                                    \
    amp__transform_scan(amp__do_transform_##map, (amp__scanning_##name)(), mode, direction, in, out)
AMP__API amp_status amp__transform_scan(amp_status (*map)(amp_array_view, amp_array_view),
                                        const amp__scanning *k, amp_scan_mode mode,
                                        amp_scan_direction direction, amp_array_view x,
                                        amp_array_view y);

/* Results in views, for queues: with amp_on(q, ...) or amp_async(q, ...) these return when the work
   is queued, since nothing has to come to the host.

   amp_reduce_into(name, in, out): out[0] = what amp_reduce or amp_transform_reduce gives; the
   identity of an empty range. amp_count_if_into(pred, in, out): out[0], an int, = for how many
   elements pred holds; amp_all_of_into, amp_any_of_into, amp_none_of_into: 1 or 0. out does not
   overlap in. */
#define amp_reduce_into(name, in, out) amp__reduce_into((amp__reduction_##name)(), in, out)
#define amp_count_if_into(pred, in, out) amp__count_into((amp__predicate_##pred)(), in, out, -1)
#define amp_all_of_into(pred, in, out) amp__count_into((amp__predicate_##pred)(), in, out, 0)
#define amp_any_of_into(pred, in, out) amp__count_into((amp__predicate_##pred)(), in, out, 1)
#define amp_none_of_into(pred, in, out) amp__count_into((amp__predicate_##pred)(), in, out, 2)
AMP__API amp_status amp__reduce_into(const amp__reduction *r, amp_array_view x, amp_array_view y);
/* what: as in amp__judge_count, -1 the count itself. */
AMP__API amp_status amp__count_into(const amp__predicate *p, amp_array_view x, amp_array_view y,
                                    int what);

/* amp_async(q, call): the algorithm called is queued on the accelerator view q, and the value is
   its completion, to wait for or to continue from:

       amp_completion c = amp_async(q, amp_radix_sort(int, v));
       if (amp_completion_wait(c) != AMP_OK) ...

   What the call refuses, its completion carries. A call with a result for the host waits for it
   first; so does one that has to count before it can go on (amp_copy_if and its like). */
#define amp_async(accelerator_view, call)                                                          \
    (amp__al_go(accelerator_view), amp__al_async(accelerator_view, amp__al_back(call)))
AMP__API amp_completion amp__al_async(amp_accelerator_view q, amp_status s);

#if AMP__IMPLEMENT

/* The kernels of k for an OpenCL device that is a CPU, where the calling thread's algorithms run
   on one, else NULL. */
static AMP__COLD const amp__device_scans *amp__device_scans_of(const amp__scanning *k)
{
    int form = 1;
    amp__queue *queue;
    return k->device != NULL && amp__queue_of(amp__al_mine.on, &queue) == AMP_OK
        && !queue->device->at_once && amp__al_form(0, 0, &form) == AMP_OK && form == 0
        ? k->device() : NULL;
}

/* The value that r's kernels take last; of one that has none, an int that is not used. */
static inline const void *amp__fold_value(const amp__reduction *r)
{
    static const int none = 0;
    return r->captured != NULL ? r->captured() : &none;
}

/* Refuses, for `function`, an operator that folds two ranges. */
static AMP__COLD amp_status amp__folds_one(const char *function, const amp__reduction *r)
{
    return r->fold->parameter_count == 5
        ? amp__fail(AMP_INVALID_ARGUMENT, "%s: the operator is of AMP_DEFINE_INNER_PRODUCT, which "
                    "folds two ranges: amp_inner_product takes it", function)
        : AMP_OK;
}

/* part[k] = the fold of elements k * per to (k + 1) * per of x, which is not empty. */
static AMP__COLD amp_status amp__fold_parts(const amp__reduction *r, amp_array_view x, int per,
                                            amp_array_view part)
{
    const ptrdiff_t n = amp__al_length(&x), most = 1 << 20; /* tiles of a launch */
    const ptrdiff_t tiles = (n + per - 1) / per;
    ptrdiff_t first;
    int form, lanes, threads;
    amp_status s = amp__al_form(0, 0, &form);
    lanes = s == AMP_OK && amp__by_lanes(r, form);
    threads = lanes ? 1 : AMP__FOLD_THREADS;
    for (first = 0; first < tiles && s == AMP_OK; first += most) {
        const ptrdiff_t count = tiles - first < most ? tiles - first : most;
        const ptrdiff_t end = (first + count) * per < n ? (first + count) * per : n;
        const amp_array_view from = amp_range(x, first * per, end);
        const amp_array_view to = amp_range(part, first, first + count);
        s = AMP__RUN_TILES(lanes ? r->lanes : r->fold,
                           amp_tile(amp_extent(count * threads), threads), &from, &to, &per,
                           amp__fold_value(r));
    }
    return s;
}

AMP__API amp_status amp__reduce_rows(const amp__reduction *r, amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_reduce_rows";
    const amp__al_scope scope = amp__al_open();
    const amp_array_view rows = x, whole = y;
    amp_extent want = x.extent;
    amp_status s = AMP_OK;
    want.rank -= 1;
    if (x.status == AMP_OK && y.status == AMP_OK
        && (x.extent.rank < 2
            || memcmp(want.dim, y.extent.dim, sizeof(int) * (size_t)want.rank) != 0
            || y.extent.rank != want.rank)) {
        char one[96], other[96];
        s = amp__fail(AMP_INVALID_ARGUMENT, "%s: rows of a view of extent %s in a result of extent "
                      "%s: it must have the same extent without the last dimension", f,
                      amp__index_text(one, sizeof(one), x.extent.rank, x.extent.dim),
                      amp__index_text(other, sizeof(other), y.extent.rank, y.extent.dim));
    }
    s = AMP__THEN(s, amp__folds_one(f, r));
    s = AMP__THEN(s, amp__al_flat(&x, 1));
    s = AMP__THEN(s, amp__al_flat(&y, 0));
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, r->in, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, r->type, 1, 1));
    s = AMP__THEN(s, amp__al_apart(f, &rows, &whole, 0));
    if (s == AMP_OK) {
        s = amp__fold_parts(r, x, rows.extent.dim[rows.extent.rank - 1], y);
        s = amp__al_unflat(s, y, whole);
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__segmented_reduce_equal(const amp__reduction *r, int width,
                                                amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_segmented_reduce_equal";
    amp_status s = amp__folds_one(f, r);
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, r->in, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, r->type, 1, 1));
    if (s == AMP_OK && width < 1) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "%s: segments of %d elements: it must be 1 or more", f,
                      width);
    }
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    s = amp__al_room(f, "result", &y, (amp__al_length(&x) + width - 1) / width);
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    return AMP__THEN(s, amp__fold_parts(r, x, width, y));
}

/* amp__segmented_reduce there, of at least one element: *segments = how many there are. The
   caller has opened a scope. */
static AMP__COLD amp_status amp__device_segments(const char *f, const amp__device_scans *k,
                                                 amp_array_view x, amp_array_view flags,
                                                 amp_array_view y, int *segments)
{
    const amp__al_cut cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, 0);
    amp_array_view heads, part, seen;
    int c, all = 0;
    amp_status s = amp__al_temporary(&heads, amp__al_int, cut.tiles);
    s = AMP__THEN(s, amp__al_temporary(&part, x.type, cut.tiles));
    s = AMP__THEN(s, amp__al_temporary(&seen, amp__al_int, cut.tiles));
    s = AMP__THEN(s, AMP__RUN_TILES(&k->tails, cut.domain, &x, &flags, &part, &seen, &heads,
                                    &cut.per));
    s = AMP__THEN(s, amp_synchronize(heads));
    for (c = 0; s == AMP_OK && c < cut.tiles; c++) {
        all += ((const int *)heads.data)[c];
    }
    s = AMP__THEN(s, amp__al_room(f, "result", &y, all));
    *segments = all;
    if (s != AMP_OK) {
        return s;
    }
    y = amp_range(y, 0, all);
    return AMP__RUN_TILES(&k->ends, cut.domain, &x, &flags, &part, &seen, &heads, &y,
                          &cut.per);
}

AMP__API amp_status amp__segmented_reduce(const amp__scanning *k, const amp__moves *m,
                                          amp_array_view x, amp_array_view flags,
                                          amp_array_view y, ptrdiff_t *count)
{
    static const char f[] = "amp_segmented_reduce";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view heads, position, tails, sums;
    int segments = 0;
    amp_status s = amp__al_expect(f, "input", &x, k->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, m->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "flags", &flags, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, k->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &x, &flags));
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    s = AMP__THEN(s, amp__al_apart(f, &flags, &y, 0));
    if (s == AMP_OK && n > 0 && k->type.size <= AMP__FUSED_VALUE
        && amp__fused_at_once(&x, &flags, &y)) {
        amp__fused_pass w;
        memset(&w, 0, sizeof(w));
        flags.read_only = 1;
        s = amp__fused_count_heads(&w, NULL, &flags, &segments);
        s = AMP__THEN(s, amp__al_room(f, "result", &y, segments));
        s = AMP__THEN(s, amp__fused_reduce(&w, &k->form[0].segment_apply, x,
                                           amp_range(y, 0, segments), NULL, NULL));
    } else if (s == AMP_OK && n > 0 && amp__device_scans_of(k) != NULL) {
        s = amp__device_segments(f, amp__device_scans_of(k), x, flags, y, &segments);
    } else if (s == AMP_OK && n > 0) {
        s = amp__al_temporary(&heads, amp__al_int, n);
        s = AMP__THEN(s, amp__al_temporary(&position, amp__al_int, n));
        s = AMP__THEN(s, amp__al_temporary(&tails, amp__al_int, n));
        s = AMP__THEN(s, amp__al_temporary(&sums, k->type, n));
        s = AMP__THEN(s, amp__segment_heads__launch(AMP__ON, x.extent, flags, heads));
        s = AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_INCLUSIVE, AMP_FORWARD, heads,
                                   position));
        s = AMP__THEN(s, amp__al_fetch(position, n - 1, &segments));
        s = AMP__THEN(s, amp__al_room(f, "result", &y, segments));
        s = AMP__THEN(s, amp__segmented(k, AMP_INCLUSIVE, AMP_FORWARD, x, sums, heads));
        s = AMP__THEN(s, amp__tails__launch(AMP__ON, x.extent, heads, tails, (int)n));
        s = AMP__THEN(s, amp__al_scatter(m, sums, tails, position, amp_range(y, 0, segments), 0,
                                         segments));
    }
    if (s == AMP_OK) {
        *count = segments;
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__scan_by_key(const amp__scanning *k, const amp__equality *q,
                                     amp_scan_mode mode, amp_scan_direction direction,
                                     amp_array_view keys, amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_scan_by_key";
    const amp__al_scope scope = amp__al_open();
    amp_array_view heads;
    ptrdiff_t apart;
    amp_status s = amp__al_expect(f, "keys", &keys, q->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__scan_check(f, k, x, &y, 1));
    s = AMP__THEN(s, amp__same_length(f, &keys, &x));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        if (direction == AMP_FORWARD && k->type.size <= AMP__FUSED_VALUE
            && amp__fused_at_once(&keys, &x, &y) && !amp__al_overlaps(&keys, &y, &apart)) {
            s = amp__fused_segmented(&k->form[0].segment_apply, mode == AMP_INCLUSIVE, &q->heads,
                                     &keys, 0, x, y);
            return amp__al_close(scope, s);
        }
        s = amp__al_temporary(&heads, amp__al_int, amp__al_length(&keys));
        s = AMP__THEN(s, AMP__RUN(&q->heads, keys.extent, &keys, &heads));
        s = AMP__THEN(s, amp__segmented(k, mode, direction, x, y, heads));
    }
    return amp__al_close(scope, s);
}

/* The first chunk of amp__fused_scan from r->init, which is handed to the kernel's second tile as
   the fold of the first. a: the input, the chunks' folds, the result. */
static AMP__COLD void amp__fused_scan_from(amp__fused_pass *s, const amp__argument *a,
                                           const amp__tile *t, int c, int wide)
{
    const amp__fused_sums *const r = (const amp__fused_sums *)s->more;
    const int backward = 0, next = r->inclusive ? 0 : 1, one = 1;
    const ptrdiff_t most = s->n - 1 - next, least = s->per - 1;
    const int count = (int)(most < least ? most : least);
    amp__argument b[6];
    amp__tile tile = amp__fused_inner_tile(t, 1);
    (void)c;
    memset(b, 0, sizeof(b));
    memcpy(b, a, 3 * sizeof(*b));
    memcpy(&b[1].data, &r->init, sizeof(void *));
    memcpy(&b[3].data, &(const void *){ &one }, sizeof(void *));
    memcpy(&b[4].data, &(const void *){ &backward }, sizeof(void *)); /* 0: what is before */
    memcpy(&b[5].data, &(const void *){ &backward }, sizeof(void *));
    if (next) {
        b[0].extent[0] = 2;
        b[0].data = (void *)((uintptr_t)a[0].data - s->size);
        b[2].data = (void *)((uintptr_t)a[2].data - s->size);
        r->apply->whole[wide](b, &tile);
    }
    if (count > 0) {
        b[0].extent[0] = 2 * count;
        b[0].data = (void *)((uintptr_t)a[0].data - (uintptr_t)count * s->size);
        b[2].data = (void *)((uintptr_t)a[2].data - (uintptr_t)(count - next) * s->size);
        memcpy(&b[3].data, &(const void *){ &count }, sizeof(void *));
        memcpy(&b[4].data, &(const void *){ &one }, sizeof(void *));
        tile = amp__fused_inner_tile(t, 1);
        r->apply->whole[wide](b, &tile);
        memcpy(a[1].data, (const char *)a[2].data + (size_t)(count - 1 + next) * s->size, s->size);
    }
}

AMP__API amp_status amp__scan_from(const amp__scanning *k, const amp__moves *m,
                                   amp_scan_mode mode, amp_scan_direction direction,
                                   const void *init, size_t size, amp_array_view x,
                                   amp_array_view y)
{
    static const char f[] = "amp_scan_from";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x), at_ = direction == AMP_BACKWARD ? n : 0;
    const ptrdiff_t from = (mode == AMP_INCLUSIVE) != (direction == AMP_BACKWARD);
    const amp__device_scans *const device = amp__device_scans_of(k);
    amp_array_view all, one;
    amp_status s = amp__scan_check(f, k, x, &y, 1);
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, m->type, 1, 0));
    if (s == AMP_OK && size != k->type.size) {
        s = amp__fail(AMP_VIEW_MISMATCH, "%s: the first value has %lu bytes, an element of %s has "
                      "%lu: give the address of one", f, (unsigned long)size, k->type.name,
                      (unsigned long)k->type.size);
    }
    if (s == AMP_OK && n > 0 && n < INT_MAX && direction == AMP_FORWARD
        && amp__fused_at_once(&x, &y, NULL)
        && (mode == AMP_INCLUSIVE || !amp__al_same(&x, &y))) {
        const amp__al_cut cut = amp__al_cut_of(n + 1, AMP__SCAN_LEAST, 0);
        s = amp__al_temporary(&all, k->type, cut.tiles);
        s = AMP__THEN(s, amp__fused_scan(&k->form[0].fold, &k->form[0].apply, mode == AMP_INCLUSIVE,
                                         0, cut.per, init, amp__fused_scan_from, x, all, y));
    } else if (s == AMP_OK && n > 0 && n < INT_MAX && direction == AMP_FORWARD && device != NULL
               && (mode == AMP_INCLUSIVE || !amp__al_same(&x, &y))) {
        const amp__al_cut cut = amp__al_cut_of(n + 1, AMP__SCAN_LEAST, 0);
        const int inclusive = mode == AMP_INCLUSIVE;
        s = amp__al_temporary(&all, k->type, cut.tiles + 1);
        one = amp_range(all, 0, 1);
        s = AMP__THEN(s, AMP__RUN(&m->fill, one.extent, &one, init));
        if (cut.tiles > 1) {
            s = AMP__THEN(s, AMP__RUN_TILES(&device->fold_from, cut.domain, &x, &all, &cut.per));
        }
        s = AMP__THEN(s, AMP__RUN_TILES(&device->apply_from, cut.domain, &x, &all, &y, &cut.per,
                                        &inclusive));
    } else if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__al_temporary(&all, k->type, n + 1);
        one = amp_range(all, at_, at_ + 1);
        s = AMP__THEN(s, amp__al_copy(m, x, amp_range(all, at_ == 0, n + (at_ == 0))));
        s = AMP__THEN(s, AMP__RUN(&m->fill, one.extent, &one, init));
        s = AMP__THEN(s, amp__scan(k, AMP_INCLUSIVE, direction, all, all));
        s = AMP__THEN(s, amp__al_copy(m, amp_range(all, from, from + n), y));
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__transform_scan(amp_status (*map)(amp_array_view, amp_array_view),
                                        const amp__scanning *k, amp_scan_mode mode,
                                        amp_scan_direction direction, amp_array_view x,
                                        amp_array_view y)
{
    amp_status s = amp__al_expect("amp_transform_scan", "result", &y, k->type, 1, 1);
    s = AMP__THEN(s, map(x, y));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    y = amp_range(y, 0, amp__al_length(&x));
    return amp__scan(k, mode, direction, y, y);
}

AMP__API amp_status amp__reduce_into(const amp__reduction *r, amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_reduce_into";
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = x;
    amp_tiled_extent tile = amp_tile(amp_extent(AMP__FOLD_THREADS), AMP__FOLD_THREADS);
    const amp__kernel *fold = r->fold, *again = r->again;
    amp_array_view part;
    amp__al_cut cut;
    int form, none = 0;
    amp_status s = amp__folds_one(f, r);
    s = AMP__THEN(s, amp__al_flat(&x, 1));
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, r->in, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, r->type, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &y, 1));
    s = AMP__THEN(s, amp__al_apart(f, &whole, &y, 0));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s == AMP_OK && amp__is_empty(&x)) { /* a fold of no elements is the identity */
        s = amp__al_temporary(&part, r->type, 1);
        y = amp_range(y, 0, 1);
        s = AMP__THEN(s, AMP__RUN_TILES(r->again, tile, &part, &y, &none));
    } else if (s == AMP_OK) {
        cut = amp__al_fold_cut(amp__al_length(&x), form);
        y = amp_range(y, 0, 1);
        s = amp__al_temporary(&part, r->type, cut.tiles);
        if (amp__by_lanes(r, form)) {
            fold = r->lanes;
            cut.domain = amp_tile(amp_extent(cut.tiles), 1);
            if (r->again == r->fold) { /* one kernel to build, not two */
                again = fold;
                tile = amp_tile(amp_extent(1), 1);
            }
        }
        s = AMP__THEN(s, AMP__RUN_TILES(fold, cut.domain, &x, &part, &cut.per,
                                        amp__fold_value(r)));
        s = AMP__THEN(s, AMP__RUN_TILES(again, tile, &part, &y, &cut.tiles));
    }
    return amp__al_close(scope, s);
}

/* A fused pass that may be queued: of a predicate's flags, which are counted, or of which one is
   looked for that decides. Its kernel stays for as long as the program, since a launch that was
   queued uses it after the call: one for each predicate that was used so, up to AMP__COUNTERS. */
enum { AMP__COUNTERS = 32 };
typedef struct amp__counter {
    int made; /* the rest is there, and does not change; atomic */
    amp__kernel test, fused;
    amp__parameter p[4]; /* those of test, `part` in place of its flags; an amp__counted */
} amp__counter;

/* What its chunks share, a value of the launch. */
typedef struct amp__counted {
    const amp__kernel *test;
    ptrdiff_t n, per;
    int what; /* -1: part[c] = how many flags chunk c has; 1, 2: part[0], which is 0, becomes 1 */
} amp__counted; /* where a flag is set; 0: where one is not */

static inline void amp__counter_tile(const amp__argument *a, amp__tile *t, int wide)
{
    const void *const value = a[t->launch->kernel->parameter_count - 1].data;
    const amp__counted *const w = (const amp__counted *)value;
    int *const part = (int *)a[1].data, c = t->index[0];
    int f[AMP__FUSED_BLOCK], length;
    ptrdiff_t count[AMP__CLASSES] = { 0 }, k = c * w->per;
    const ptrdiff_t end = k + w->per < w->n ? k + w->per : w->n;
    amp__argument b[4];
    amp__fused_pass s; /* amp__fused_flags needs no more of it */
    s.flags = w->test;
    s.out = 1;
    memcpy(b, a, sizeof(*a) * (size_t)w->test->parameter_count);
    b[1].extent[0] = (int)w->n;
    for (; k < end; k += length) {
        length = end - k < AMP__FUSED_BLOCK ? (int)(end - k) : AMP__FUSED_BLOCK;
        if (w->what >= 0 && __atomic_load_n(part, __ATOMIC_RELAXED) != 0) {
            return;
        }
        amp__fused_flags(&s, b, k, length, f, wide);
        if (w->what < 0) {
            (wide ? amp__fused_count_flags_avx2 : amp__fused_count_flags_base)(f, length, 0, 2,
                                                                               NULL, count);
        } else if ((wide ? amp__fused_find_flag_avx2 : amp__fused_find_flag_base)(f, length,
                                                                                  w->what == 0, 0)
                   >= 0) {
            __atomic_store_n(part, 1, __ATOMIC_RELAXED);
        }
    }
    if (w->what < 0) {
        part[c] = (int)count[1];
    }
}
static AMP__NOINLINE void amp__counter_base(const amp__argument *a, amp__tile *t)
{
    amp__counter_tile(a, t, 0);
}
static AMP__NOINLINE void amp__counter_avx2(const amp__argument *a, amp__tile *t)
{
    amp__counter_tile(a, t, 1);
}

/* The counter of a predicate's kernel, made where there is none yet; NULL where there are as many
   of others. Any thread may call. */
static AMP__COLD const amp__counter *amp__counter_of(const amp__kernel *test)
{
    static amp__counter all[AMP__COUNTERS];
    static int taken;
    static const amp__type counted = { "amp__counted", sizeof(amp__counted), AMP__KIND_OTHER };
    const int n = test->parameter_count;
    amp__counter *c;
    int i;
    AMP__ASSERT(n == 2 || n == 3);
    for (i = 0; i < AMP__COUNTERS; i++) {
        if (__atomic_load_n(&all[i].made, __ATOMIC_ACQUIRE)
            && memcmp(&all[i].test, test, sizeof(*test)) == 0) {
            return &all[i];
        }
    }
    if (__atomic_load_n(&taken, __ATOMIC_RELAXED) >= AMP__COUNTERS) {
        return NULL;
    }
    i = __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
    if (i >= AMP__COUNTERS) {
        return NULL;
    }
    c = &all[i];
    memcpy(&c->test, test, sizeof(*test));
    memcpy(c->p, test->parameters, sizeof(c->p[0]) * (size_t)n);
    c->p[1].name = "part";
    c->p[1].access = AMP__ACCESS_inout;
    c->p[n].name = "counted";
    c->p[n].type = counted;
    c->p[n].access = AMP__ACCESS_value;
    c->fused.name = test->name;
    c->fused.model = AMP__PHASED;
    c->fused.rank = c->fused.tile[0] = 1;
    c->fused.parameter_count = n + 1;
    c->fused.parameters = c->p;
    c->fused.thread = c->fused.whole[0] = amp__counter_base;
    c->fused.whole[1] = amp__counter_avx2;
    __atomic_store_n(&c->made, 1, __ATOMIC_RELEASE);
    return c;
}

/* amp__count_into of a range that is not empty, where amp__fused_may_run. y: one element. */
static AMP__COLD amp_status amp__count_fused(const amp__counter *c, const amp__predicate *p,
                                             amp_array_view x, amp_array_view y, int what)
{
    const amp__al_cut cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, 0);
    const int zero = 0, captured = p->test.parameter_count == 3;
    amp_array_view part = y;
    amp__counted w;
    const void *given[4];
    amp_status s = AMP_OK;
    memset(&w, 0, sizeof(w));
    w.test = &c->test;
    w.n = amp__al_length(&x);
    w.per = cut.per;
    w.what = what;
    given[0] = &x;
    given[1] = &part;
    given[2] = captured && p->captured != NULL ? p->captured() : NULL;
    given[2 + captured] = &w;
    if (what < 0) {
        s = amp__al_temporary(&part, amp__al_int, cut.tiles);
    } else {
        s = AMP__RUN(&amp__moves_amp__flags()->fill, y.extent, &y, &zero);
    }
    s = AMP__THEN(s, amp__launch_tiled(AMP__ON, &c->fused, cut.domain, given));
    if (what < 0) {
        return AMP__THEN(s, AMP__RUN_TILES(amp__reduction_amp__flags_set()->again,
                                           amp_tile(amp_extent(AMP__FOLD_THREADS),
                                                    AMP__FOLD_THREADS), &part, &y, &cut.tiles));
    }
    return AMP__THEN(s, amp__judge_count__launch(AMP__ON, y.extent, y, zero, what));
}

AMP__API amp_status amp__count_into(const amp__predicate *p, amp_array_view x, amp_array_view y,
                                    int what)
{
    static const char f[] = "amp_count_if_into";
    const amp__al_scope scope = amp__al_open();
    const int n = (int)amp__al_length(&x);
    const amp__counter *c = NULL;
    amp_array_view flags;
    amp__queue *queue;
    amp_status s = amp__al_expect(f, "input", &x, p->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &y, 1));
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    if (s == AMP_OK && n > 0 && amp__fused_may_run(&x, &y, NULL, &queue)) {
        c = amp__counter_of(&p->test);
    }
    if (c != NULL) {
        return amp__al_close(scope, amp__count_fused(c, p, x, amp_range(y, 0, 1), what));
    }
#ifdef AMP_OPENCL
    if (s == AMP_OK && n > 0 && amp__counting_of(p->counting, 0) != NULL) {
        amp_array_view part;
        y = amp_range(y, 0, 1);
        s = amp__launch_counting(p->counting(), amp__value_of(p, NULL), x, 0, &part);
        s = AMP__THEN(s, amp__sum_counts__launch(AMP__ON, y.extent, part, y, n, what));
        return amp__al_close(scope, s);
    }
#endif
    s = AMP__THEN(s, amp__al_temporary(&flags, amp__al_int, n > 0 ? n : 1));
    if (s == AMP_OK) {
        flags = amp_range(flags, 0, n);
        y = amp_range(y, 0, 1);
        s = n > 0 ? amp__flags_of(f, p, NULL, x, &flags) : AMP_OK;
        s = AMP__THEN(s, amp__reduce_into(amp__reduction_amp__flags_set(), flags, y));
        if (what >= 0) {
            s = AMP__THEN(s, amp__judge_count__launch(AMP__ON, y.extent, y, n, what));
        }
    }
    return amp__al_close(scope, s);
}

AMP__API amp_completion amp__al_async(amp_accelerator_view q, amp_status s)
{
    return s == AMP_OK ? amp_marker(q) : amp__completion_failed(s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_ROWS_H */
