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
AMP_KERNEL(amp__segment_heads, 1, in(int, 1, flags), out(int, 1, heads))
{
    amp_at(heads, idx[0]) = idx[0] == 0 || amp_at(flags, idx[0]) != 0;
}

/* 1 where a flag is set; invert: where it is not. */
AMP_KERNEL(amp__set_flags, 1, in(int, 1, flags), out(int, 1, ones), value(int, invert))
{
    amp_at(ones, idx[0]) = (amp_at(flags, idx[0]) != 0) != (invert != 0);
}

/* Of the count of n elements that is the sum of part: what 0 whether it is n, 1 whether it is above
   0, 2 whether it is 0; -1 the count itself. */
AMP_KERNEL(amp__sum_counts, 1, in(int, 1, part), out(int, 1, count), value(int, n),
           value(int, what))
{
    int c = 0, k = 0;
    for (; k < part_shape.extent[0]; k++) {
        c += amp_at(part, k);
    }
    amp_at(count, idx[0]) = what < 0 ? c : what == 0 ? c == n : what == 1 ? c > 0 : c == 0;
}
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
typedef amp_status (*amp__map_call)(amp_array_view, amp_array_view, amp__mapping *);
AMP__API amp_status amp__transform_scan(amp__map_call map, const amp__scanning *k,
                                        amp_scan_mode mode, amp_scan_direction direction,
                                        amp_array_view x, amp_array_view y);

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
/* what: as in amp__sum_counts. */
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

/* Refuses, for `function`, an operator that folds two ranges. */
static AMP__WARM amp_status amp__folds_one(const char *function, const amp__reduction *r)
{
    return amp__fold_of(r)->parameter_count == 5
        ? amp__fail(AMP_INVALID_ARGUMENT, "%s: the operator is of AMP_DEFINE_INNER_PRODUCT, which "
                    "folds two ranges: amp_inner_product takes it", function)
        : AMP_OK;
}

/* part[k] = the fold of elements k * per to (k + 1) * per of x, which is not empty. */
static AMP__WARM amp_status amp__fold_parts(const amp__reduction *r, amp_array_view x, int per,
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
        s = AMP__RUN_TILES(lanes ? &r->lanes : amp__fold_of(r),
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
    s = AMP__THEN(s, amp__al_width(f, width));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    s = amp__al_room(f, "result", &y, (amp__al_length(&x) + width - 1) / width);
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    return AMP__THEN(s, amp__fold_parts(r, x, width, y));
}

/* The sums of the segments of x, of which there is at least one, on a device in the form for a CPU:
   *segments = how many there are. The caller has opened a scope. */
static AMP__WARM amp_status amp__device_segments(const char *f, const amp__scanning *k,
                                                 amp_array_view x, amp_array_view flags,
                                                 amp_array_view y, int *segments)
{
    const amp__al_cut cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, 0);
    const int fold = AMP__SCAN_FOLD | AMP__SCAN_COUNT, ends = AMP__SCAN_ENDS | AMP__SCAN_COUNT;
    amp_array_view part, seen;
    int c, all = 0;
    amp_status s = amp__al_temporary(&part, x.type, cut.tiles);
    s = AMP__THEN(s, amp__al_temporary(&seen, amp__al_int, 2 * (ptrdiff_t)cut.tiles));
    s = AMP__THEN(s, AMP__RUN_TILES(&k->segments, cut.domain, &x, &flags, &part, &seen, &part,
                                    &cut.per, &fold));
    s = AMP__THEN(s, amp_synchronize(seen));
    for (c = 0; s == AMP_OK && c < cut.tiles; c++) {
        all += ((const int *)seen.data)[cut.tiles + c];
    }
    s = AMP__THEN(s, amp__al_room(f, "result", &y, all));
    *segments = all;
    if (s != AMP_OK) {
        return s;
    }
    y = amp_range(y, 0, all);
    return AMP__RUN_TILES(&k->segments, cut.domain, &x, &flags, &part, &seen, &y, &cut.per, &ends);
}

AMP__API amp_status amp__segmented_reduce(const amp__scanning *k, const amp__moves *m,
                                          amp_array_view x, amp_array_view flags,
                                          amp_array_view y, ptrdiff_t *count)
{
    static const char f[] = "amp_segmented_reduce";
    const amp__al_scope scope = amp__al_open();
    const ptrdiff_t n = amp__al_length(&x);
    amp_array_view heads, position;
    int segments = 0;
    amp_status s = amp__al_expect(f, "input", &x, k->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, m->type, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "flags", &flags, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, k->type, 1, 1));
    s = AMP__THEN(s, amp__same_length(f, &x, &flags));
    s = AMP__THEN(s, AMP__APART(f, 2, &x, &flags, &y));
    if (s == AMP_OK && n > 0 && amp__passes_may_run(&x, &flags, &y)) {
        amp__pass p = amp__pass_over(n, AMP__SCAN_LEAST);
        amp__scan_pass r;
        s = amp__count_ends(&p, &r, k, flags, x, amp__al_length(&y), &segments);
        s = AMP__THEN(s, amp__al_room(f, "result", &y, segments));
        y = amp_range(y, 0, segments);
        s = AMP__THEN(s, AMP__RUN_PASS(amp__write_ends(), &p, &flags, &x, &y, &y));
        segments = p.chunks == 1 ? r.count[0] : segments;
    } else if (s == AMP_OK && n > 0 && amp__on_opencl_cpu()) {
        s = amp__device_segments(f, k, x, flags, y, &segments);
    } else if (s == AMP_OK && n > 0) {
        s = amp__al_temporary(&heads, amp__al_int, n);
        s = AMP__THEN(s, amp__al_temporary(&position, amp__al_int, n));
        s = AMP__THEN(s, amp__segment_heads__launch(AMP__ON, x.extent, flags, heads));
        s = AMP__THEN(s, amp__scan(amp__scanning_amp__counts(), AMP_INCLUSIVE, AMP_FORWARD, heads,
                                   position));
        s = AMP__THEN(s, amp__al_fetch(position, n - 1, &segments));
        s = AMP__THEN(s, amp__al_room(f, "result", &y, segments));
        s = AMP__THEN(s, amp__sum_runs(k, m, x, heads, position, amp_range(y, 0, segments),
                                       segments));
    }
    return amp__al_number(amp__al_close(scope, s), count, segments);
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
        if (direction == AMP_FORWARD && amp__passes_may_run(&keys, &x, &y)
            && !amp__al_overlaps(&keys, &y, &apart)) {
            s = amp__segments_by_pass(k, amp__scan_how(mode, direction), &q->heads, keys, 0, x, y);
            return amp__al_close(scope, s);
        }
        s = amp__al_temporary(&heads, amp__al_int, amp__al_length(&keys));
        s = AMP__THEN(s, AMP__RUN(&q->heads, keys.extent, &keys, &heads));
        s = AMP__THEN(s, amp__segmented(k, mode, direction, x, y, heads));
    }
    return amp__al_close(scope, s);
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
    amp_array_view all, one;
    amp_status s = amp__scan_check(f, k, x, &y, 1);
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, m->type, 1, 0));
    if (s == AMP_OK && size != k->type.size) {
        s = amp__fail(AMP_VIEW_MISMATCH, "%s: the first value has %lu bytes, an element of %s has "
                      "%lu: give the address of one", f, (unsigned long)size, k->type.name,
                      (unsigned long)k->type.size);
    }
    if (s == AMP_OK && n > 0 && n < INT_MAX && direction == AMP_FORWARD
        && (mode == AMP_INCLUSIVE || !amp__al_same(&x, &y))
        && (amp__passes_may_run(&x, &y, NULL) || amp__on_opencl_cpu())) {
        s = amp__scan_range(k, amp__scan_how(mode, direction), 0, init, &m->fill, x, y);
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

AMP__API amp_status amp__transform_scan(amp__map_call map, const amp__scanning *k,
                                        amp_scan_mode mode, amp_scan_direction direction,
                                        amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_transform_scan";
    const amp__al_scope scope = amp__al_open();
    amp__scan_pass r;
    amp__mapping m;
    amp__pass p;
    amp_status s = amp__al_expect(f, "result", &y, k->type, 1, 1);
    s = AMP__THEN(s, map(x, y, &m));
    s = AMP__THEN(s, amp__al_map_check(f, m.kernel->parameters[0].type,
                                       m.kernel->parameters[1].type, &x, &y, 1));
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    if (!amp__passes_may_run(&x, &y, NULL)) {
        s = map(x, y, NULL);
        return AMP__THEN(s, amp__scan(k, mode, direction, y, y));
    }
    p = amp__pass_over(amp__al_length(&x), AMP__SCAN_LEAST);
    s = amp__scan_pass_of(&r, &p, k, amp__scan_how(mode, direction));
    r.map = m;
    return amp__al_close(scope, AMP__THEN(s, amp__scan_by_pass(&p, &r, x, y, y)));
}

AMP__API amp_status amp__reduce_into(const amp__reduction *r, amp_array_view x, amp_array_view y)
{
    static const char f[] = "amp_reduce_into";
    const amp__al_scope scope = amp__al_open();
    const amp_array_view whole = x;
    const amp__kernel *again;
    amp_array_view part;
    int form, none = 0;
    amp_status s = amp__folds_one(f, r);
    s = AMP__THEN(s, amp__al_flat(&x, 1));
    s = AMP__THEN(s, amp__al_expect(f, "input", &x, r->in, 1, 0));
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, r->type, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &y, 1));
    s = AMP__THEN(s, amp__al_apart(f, &whole, &y, 0));
    s = AMP__THEN(s, amp__al_form(0, 0, &form));
    if (s != AMP_OK) {
        return amp__al_close(scope, s);
    }
    y = amp_range(y, 0, 1);
    if (amp__is_empty(&x)) { /* a fold of no elements is the identity */
        s = amp__al_temporary(&part, r->type, 1);
        s = AMP__THEN(s, AMP__RUN_TILES(&r->again, amp_tile(amp_extent(AMP__FOLD_THREADS),
                                                           AMP__FOLD_THREADS), &part, &y, &none));
    } else {
        s = amp__fold_range(r, form, x, &part, &again);
        s = AMP__THEN(s, amp__fold_parts_to(again, part, y));
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__count_into(const amp__predicate *p, amp_array_view x, amp_array_view y,
                                    int what)
{
    static const char f[] = "amp_count_if_into";
    const amp__al_scope scope = amp__al_open();
    const int n = (int)amp__al_length(&x), zero = 0;
    amp_array_view part;
    amp_status s = amp__al_expect(f, "input", &x, p->moves()->type, 1, 0);
    s = AMP__THEN(s, amp__al_expect(f, "result", &y, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_room(f, "result", &y, 1));
    s = AMP__THEN(s, amp__al_apart(f, &x, &y, 0));
    if (s == AMP_OK) {
        y = amp_range(y, 0, 1);
        s = n > 0 ? amp__count_parts(p, NULL, x, AMP__HOW_MANY, &part)
                  : amp__al_temporary(&part, amp__al_int, 1);
        s = n > 0 ? s : AMP__THEN(s, amp__al_fill(amp__moves_amp__flags(), part, &zero));
        s = AMP__THEN(s, amp__sum_counts__launch(AMP__ON, y.extent, part, y, n, what));
    }
    return amp__al_close(scope, s);
}

AMP__API amp_completion amp__al_async(amp_accelerator_view q, amp_status s)
{
    return s == AMP_OK ? amp_marker(q) : amp__completion_failed(s);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_ROWS_H */
