/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_CHECK_H
#define AMP_ALGORITHMS_CHECK_H
/*
amp/algorithms/check.h: what an algorithm asks before it launches anything.

  1 arguments   their type, rank, length, overlap; what the sentence for a bad one says
  2 cuts        which form of a kernel runs, and how a range is cut for it
*/

#include "kernel.h"
#include "storage.h"

/* The most tiles of a GPU's launch: its fill, and few enough for one tile to
   combine their results. A test may set fewer, so that each has many blocks. */
#ifndef AMP__TILES
#define AMP__TILES 2048
#endif

/* A range cut into parts of `per` elements, a tile each. */
typedef struct amp__al_cut {
    int tiles, per;
    amp_tiled_extent domain;
} amp__al_cut;

/* The least elements of a part, of a scan or a merge, and of a radix sort, and the
   most parts, in the form for a CPU. */
enum { AMP__SCAN_LEAST = 2048, AMP__SORT_LEAST = 16384, AMP__CHUNKS = 64 };

#if AMP__IMPLEMENT

/* ==== 1 arguments ======================================================== */

/* AMP_OK if the view has this type and rank, no error of its own, and may be written
   where `writes` is set; else the status, with a sentence that names function and role. */
static AMP__WARM amp_status amp__al_expect(const char *function, const char *role,
                                           const amp_array_view *v, amp__type type, int rank,
                                           int writes)
{
    if (v->status != AMP_OK && !amp__is_empty(v)) {
        return amp__fail(v->status, "%s, %s: %s", function, role, v->why);
    }
    if (v->extent.rank != rank) {
        return amp__fail(AMP_INVALID_ARGUMENT, "%s, %s: a view of rank %d is wanted, not of "
                         "rank %d: amp_view_as gives it another shape", function, role, rank,
                         v->extent.rank);
    }
    if (!amp__type_equal(&v->type, &type)) {
        return amp__fail(AMP_VIEW_MISMATCH, "%s, %s: a view of %s is wanted, not of %s: "
                         "give one, or the algorithm's name for that type", function, role,
                         type.name, v->type.name);
    }
    if (writes && v->read_only) {
        return amp__fail(AMP_VIEW_MISMATCH, "%s, %s: the view is of %s and would be written: "
                         "make it without const", function, role, v->type.name);
    }
    return AMP_OK;
}

/* AMP_OK if the view has `need` elements or more; else AMP_INVALID_ARGUMENT. */
static AMP__WARM amp_status amp__al_room(const char *function, const char *role,
                                         const amp_array_view *v, ptrdiff_t need)
{
    if (amp__al_length(v) < need) {
        return amp__fail(AMP_INVALID_ARGUMENT, "%s, %s: the view holds %ld elements, %ld are "
                         "needed: give a larger one", function, role, (long)amp__al_length(v),
                         (long)need);
    }
    return AMP_OK;
}

/* AMP_OK if the two ranges have one length; else AMP_INVALID_ARGUMENT. */
static AMP__WARM amp_status amp__same_length(const char *function, const amp_array_view *v,
                                             const amp_array_view *w)
{
    if (amp__al_length(v) != amp__al_length(w)) {
        return amp__fail(AMP_INVALID_ARGUMENT, "%s: the ranges have %ld and %ld elements: give "
                         "ranges of one length", function, (long)amp__al_length(v),
                         (long)amp__al_length(w));
    }
    return AMP_OK;
}

/* The bytes from the first element of v to the end of its last; 0 for an empty range. */
static AMP__WARM size_t amp__al_reach(const amp_array_view *v)
{
    return amp__is_empty(v) ? 0 : amp__reach(v);
}

/* Whether two views begin with the same byte of the same memory. */
static AMP__WARM int amp__al_same(const amp_array_view *v, const amp_array_view *w)
{
    return v->record == w->record ? v->offset == w->offset
                                  : v->data != NULL && v->data == w->data;
}

/* 1 if v and w share a byte, else 0; *apart = v's start minus w's, in bytes, which means
   something only then. */
static AMP__WARM int amp__al_overlaps(const amp_array_view *v, const amp_array_view *w,
                                      ptrdiff_t *apart)
{
    const int one = v->record == w->record;
    const uintptr_t x = one ? v->offset : (uintptr_t)v->data;
    const uintptr_t y = one ? w->offset : (uintptr_t)w->data;
    const size_t n = amp__al_reach(v), m = amp__al_reach(w);
    *apart = (ptrdiff_t)x - (ptrdiff_t)y;
    return n != 0 && m != 0 && x + n > y && y + m > x
        && (one || (v->data != NULL && w->data != NULL));
}

/* AMP_OK if out and in do not overlap; with in_place also if they are the very same
   elements. Else AMP_INVALID_ARGUMENT. */
static AMP__WARM amp_status amp__al_apart(const char *function, const amp_array_view *in,
                                          const amp_array_view *out, int in_place)
{
    ptrdiff_t apart;
    if (!amp__al_overlaps(in, out, &apart)
        || (in_place && apart == 0 && in->stride[0] == out->stride[0]
            && in->type.size == out->type.size)) {
        return AMP_OK;
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "%s: the result, %lu bytes, overlaps an input of %lu "
                     "bytes, which begins %ld bytes from it: %s", function,
                     (unsigned long)amp__al_reach(out), (unsigned long)amp__al_reach(in),
                     (long)apart, in_place ? "give the same view, or one that is apart"
                                           : "give one that is apart");
}

/* AMP_OK where none of the views behind the first `ins` overlaps another one; else the status. The
   views' addresses follow. */
#define AMP__APART(f, ins, ...)                                                                    \
    amp__al_all_apart(f, ins, AMP__COUNT(__VA_ARGS__), (const amp_array_view *[]){ __VA_ARGS__ })
static AMP__WARM amp_status amp__al_all_apart(const char *f, int ins, int all,
                                              const amp_array_view *const *v)
{
    amp_status s = AMP_OK;
    int i, k;
    for (k = ins; k < all; k++) {
        for (i = 0; i < k; i++) {
            s = AMP__THEN(s, amp__al_apart(f, v[i], v[k], 0));
        }
    }
    return s;
}

/* Keys and values that are sorted in place, along with each other: ranges of these types, of one
   length, that share no element. AMP_OK, or the status. */
static AMP__WARM amp_status amp__al_pairs(const char *function, const amp_array_view *keys,
                                          amp__type key, const amp_array_view *values,
                                          amp__type value)
{
    amp_status s = amp__al_expect(function, "keys", keys, key, 1, 1);
    s = AMP__THEN(s, amp__al_expect(function, "values", values, value, 1, 1));
    s = AMP__THEN(s, amp__same_length(function, keys, values));
    return AMP__THEN(s, amp__al_apart(function, keys, values, 0));
}

/* Keys that stay, and a view of int as long, or longer, for their order. AMP_OK, or the status. */
static AMP__WARM amp_status amp__al_order(const char *function, const amp_array_view *keys,
                                          amp__type key, const amp_array_view *order)
{
    amp_status s = amp__al_expect(function, "keys", keys, key, 1, 0);
    s = AMP__THEN(s, amp__al_expect(function, "order", order, amp__al_int, 1, 1));
    s = AMP__THEN(s, amp__al_room(function, "order", order, amp__al_length(keys)));
    return AMP__THEN(s, amp__al_apart(function, keys, order, 0));
}

/* *v, of rank 2 or more, becomes the range of its elements in row-major order: of its own memory
   or, where it has gaps, of temporary storage, into which it is copied if `read` is set. A range
   and what is no view stay as they are: amp__al_expect judges them. The caller has opened a
   scope. AMP_OK, or the status of storage or copy. */
static AMP__WARM amp_status amp__al_flat(amp_array_view *v, int read)
{
    const amp_array_view whole = *v;
    amp_status s;
    if (whole.status != AMP_OK || whole.extent.rank < 2
        || amp_extent_size(whole.extent) > INT_MAX) {
        return AMP_OK;
    }
    if (amp__dense(&whole)) {
        *v = amp_view_as(whole, amp_extent(amp_extent_size(whole.extent)));
        return AMP_OK;
    }
    s = amp__al_temporary(v, whole.type, (ptrdiff_t)amp_extent_size(whole.extent));
    s = read ? AMP__THEN(s, amp_copy(whole, amp_view_as(*v, whole.extent))) : s;
    v->read_only = whole.read_only; /* amp__al_expect refuses it, before anything is done */
    return s;
}

/* AMP_OK if v and w have one extent, w not being a range; or v has not either. Else
   AMP_INVALID_ARGUMENT. */
static AMP__WARM amp_status amp__al_like(const char *function, const amp_array_view *v,
                                         const amp_array_view *w)
{
    char one[96], other[96];
    if (v->status != AMP_OK || w->status != AMP_OK
        || (v->extent.rank == 1 && w->extent.rank == 1)
        || amp_extent_equal(v->extent, w->extent)) {
        return AMP_OK;
    }
    return amp__fail(AMP_INVALID_ARGUMENT, "%s: a view of extent %s beside one of %s: give views "
                     "of one extent", function,
                     amp__index_text(one, sizeof(one), v->extent.rank, v->extent.dim),
                     amp__index_text(other, sizeof(other), w->extent.rank, w->extent.dim));
}

/* Brings a result that amp__al_flat put into temporary storage to where it belongs. */
static AMP__WARM amp_status amp__al_unflat(amp_status s, amp_array_view flat,
                                           amp_array_view whole)
{
    return s == AMP_OK && !amp__al_same(&flat, &whole)
        ? amp_copy(amp_view_as(flat, whole.extent), whole) : s;
}

/* *value = element i of a range, 0 <= i < its length, when all that was queued for it has been
   done. AMP_OK, or what amp_synchronize returns. */
static AMP__WARM amp_status amp__al_fetch(amp_array_view v, ptrdiff_t i, void *value)
{
    const amp_array_view one = amp_range(v, i, i + 1);
    const amp_status s = amp_synchronize(one);
    AMP__ASSERT(i >= 0 && i < amp__al_length(&v));
    if (s == AMP_OK) {
        memcpy(value, one.data, v.type.size);
    }
    return s;
}

/* AMP_OK, or AMP_INVALID_ARGUMENT for segments of no elements. */
static AMP__WARM amp_status amp__al_width(const char *function, int width)
{
    return width > 0 ? AMP_OK
        : amp__fail(AMP_INVALID_ARGUMENT, "%s: segments of %d elements: it must be 1 or more",
                    function, width);
}

/* How a call ends: *result, whether something holds, or *number, a count or an index, becomes value
   where s, which they return, is AMP_OK; else it stays as it was. */
static inline amp_status amp__al_answer(amp_status s, int *result, int value)
{
    if (s == AMP_OK) {
        *result = value;
    }
    return s;
}
static inline amp_status amp__al_number(amp_status s, ptrdiff_t *number, ptrdiff_t value)
{
    if (s == AMP_OK) {
        *number = value;
    }
    return s;
}

/* ==== 2 cuts ============================================================= */

/* The form of the kernels: 0 for a CPU (the emulator, OpenCL devices that are
   CPUs), 1 for other accelerators, or what AMP_ALGORITHM_FORM says, cpu or gpu.
   Elements of more than `fits` bytes, where that is not 0, are too large for a
   GPU's tile memory: form 0. */
static AMP__WARM amp_status amp__al_form(size_t size, size_t fits, int *form)
{
    const amp__setting asked = amp__setting_of(AMP__SETTING_ALGORITHM_FORM);
    amp__queue *queue;
    amp_status s = amp__setting_status(AMP__SETTING_ALGORITHM_FORM, &asked);
    *form = asked.word == 2;
    if (s != AMP_OK) {
        return s;
    }
    if (asked.text == NULL) {
        s = amp__queue_of(amp__al_mine.on, &queue);
        if (s != AMP_OK) {
            return s;
        }
        *form = !queue->device->about.is_emulated;
    }
    if (fits != 0 && size > fits) {
        *form = 0;
    }
    return AMP_OK;
}

/* Whether the calling thread's algorithms run on an OpenCL device in the form for a CPU. */
static AMP__WARM int amp__on_opencl_cpu(void)
{
    int form = 1;
    amp__queue *queue = NULL;
    return amp__queue_of(amp__al_mine.on, &queue) == AMP_OK && !queue->device->at_once
        && amp__al_form(0, 0, &form) == AMP_OK && form == 0;
}

/* Cuts n elements, at least one. Form 0: at most 64 parts of `least` elements or more, tiles
   of one thread; form 1: at most 2048 parts of whole blocks, tiles of 256.
   Depends on n and the form alone. */
static AMP__WARM amp__al_cut amp__al_cut_of(ptrdiff_t n, int least, int form)
{
    const ptrdiff_t step = form ? AMP__BLOCK : 32, most = form ? AMP__TILES : AMP__CHUNKS;
    ptrdiff_t each = (n + most - 1) / most;
    amp__al_cut c;
    AMP__ASSERT(n >= 1 && least >= 1);
    each = (each + step - 1) / step * step;
    each = !form && each < least ? least : each;
    c.per = (int)(each < INT_MAX ? each : INT_MAX);
    c.tiles = (int)((n + each - 1) / each);
    c.domain = form ? amp_tile(amp_extent(c.tiles * AMP__TILE), AMP__TILE)
                    : amp_tile(amp_extent(c.tiles), 1);
    return c;
}

/* How a fold cuts n elements: tiles of 64 threads in either form, at most 256 or 2048. */
static AMP__WARM amp__al_cut amp__al_fold_cut(ptrdiff_t n, int form)
{
    const ptrdiff_t most = form ? AMP__TILES : AMP__FOLD_TILES;
    const ptrdiff_t blocks = (n + AMP__FOLD_BLOCK - 1) / AMP__FOLD_BLOCK;
    const ptrdiff_t each = (blocks + most - 1) / most;
    amp__al_cut c;
    AMP__ASSERT(n >= 1);
    c.per = (int)(each * AMP__FOLD_BLOCK);
    c.tiles = (int)((blocks + each - 1) / each);
    c.domain = amp_tile(amp_extent(c.tiles * AMP__FOLD_THREADS), AMP__FOLD_THREADS);
    AMP__ASSERT((long long)c.per * c.tiles >= n); /* no element is left out */
    return c;
}

/* The most parts that n elements are cut into, in either form. */
static AMP__WARM size_t amp__al_parts(ptrdiff_t n)
{
    const ptrdiff_t blocks = (n + AMP__FOLD_BLOCK - 1) / AMP__FOLD_BLOCK;
    return (size_t)(blocks < 1 ? 1 : blocks < AMP__TILES ? blocks : AMP__TILES);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_CHECK_H */
