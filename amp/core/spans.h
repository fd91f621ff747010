/* SPDX-License-Identifier: MIT */
#ifndef AMP_CORE_SPANS_H
#define AMP_CORE_SPANS_H
/*
amp/core/spans.h: byte spans: sorted lists of the bytes of a data source, and plans to change
several lists at once.
*/

#include "backend.h"
#include "../base/list.h"
#include "view.h"

/* The bytes [low, high) of a data source, and a sorted list of such spans that
   neither touch nor overlap. */
typedef struct amp__span { size_t low, high; } amp__span;

/* A sorted list: `count` spans at `at`, with memory for `room`. */
typedef struct amp__spans {
    amp__span *at;
    int count;
    size_t room;
} amp__spans;

/* Changes to span lists that take place together or not at all: all memory
   they need is there before the first takes place. A change: *target becomes `value`. */
typedef struct amp__change {
    amp__spans *target, value;
} amp__change;

/* Begun by amp__plan_begin, ended by amp__plan_end. */
typedef struct amp__plan {
    amp__change *at, first[16];
    int count, room;
} amp__plan;

/* Gives the list's memory back; it is empty then, and may be used again. */
static AMP__COLD void amp__spans_free(amp__spans *s)
{
    amp__free(s->at);
    memset(s, 0, sizeof(*s));
}

/* `amp__spans list AMP__SPANS_FREED = AMP__ZERO;`: what the list holds at the end of the block is
   freed there. */
#define AMP__SPANS_FREED __attribute__((cleanup(amp__spans_free)))

/* Whether the list is sorted, and no two spans touch; for asserts. */
static AMP__COLD int amp__spans_sound(const amp__spans *s)
{
    int i;
    for (i = 0; i < s->count; i++) {
        if (s->at[i].low >= s->at[i].high || (i > 0 && s->at[i - 1].high >= s->at[i].low)) {
            return 0;
        }
    }
    return 1;
}

/* Appends [low, high), which begins at or after the last span's begin; joins it to that span
   where they touch. AMP_OK, or AMP_OUT_OF_MEMORY, and s is as it was. */
static AMP__NOINLINE amp_status amp__spans_append(amp__spans *s, size_t low, size_t high)
{
    AMP__ASSERT(low >= high || s->count == 0 || s->at[s->count - 1].low <= low);
    if (low >= high) {
        return AMP_OK;
    }
    if (s->count > 0 && s->at[s->count - 1].high >= low) {
        if (s->at[s->count - 1].high < high) {
            s->at[s->count - 1].high = high;
        }
        return AMP_OK;
    }
    if (s->count == INT_MAX) {
        return amp__fail(AMP_OUT_OF_MEMORY, "a section has more than %d runs of bytes: copy "
                         "it to a dense view first", s->count);
    }
    if (!amp__list_grow(&s->at, (size_t)s->count, &s->room, 1, sizeof(*s->at), NULL)) {
        return AMP_OUT_OF_MEMORY;
    }
    s->at[s->count].low = low;
    s->at[s->count].high = high;
    s->count++;
    return AMP_OK;
}

/* *r = a op b: '+' union, '-' difference, '&' intersection. r is empty before,
   and stays so on failure. */
static AMP__NOINLINE amp_status amp__spans_op(char op, const amp__spans *a, const amp__spans *b,
                                              amp__spans *r)
{
    amp_status s = AMP_OK;
    int i = 0, j = 0;
    AMP__ASSERT(amp__spans_sound(a) && amp__spans_sound(b));
    memset(r, 0, sizeof(*r));
    if (op == '+') {
        while (s == AMP_OK && (i < a->count || j < b->count)) {
            const amp__span *next = j == b->count
                || (i < a->count && a->at[i].low <= b->at[j].low) ? &a->at[i++] : &b->at[j++];
            s = amp__spans_append(r, next->low, next->high);
        }
    } else {
        for (i = 0; s == AMP_OK && i < a->count; i++) {
            size_t low = a->at[i].low;
            const size_t high = a->at[i].high;
            while (j < b->count && b->at[j].high <= low) {
                j++;
            }
            while (s == AMP_OK && j < b->count && b->at[j].low < high) {
                const amp__span y = b->at[j];
                s = op == '-' ? amp__spans_append(r, low, y.low)
                    : amp__spans_append(r, low > y.low ? low : y.low,
                                        high < y.high ? high : y.high);
                low = y.high;
                if (low >= high) {
                    break; /* this span may reach into the next one too */
                }
                j++;
            }
            if (s == AMP_OK && op == '-') {
                s = amp__spans_append(r, low, high);
            }
        }
    }
    if (s != AMP_OK) {
        amp__spans_free(r);
    }
    AMP__ASSERT(amp__spans_sound(r));
    return s;
}

/* *a = *a op b; *a stays as it was on failure. */
static AMP__COLD amp_status amp__spans_apply(char op, amp__spans *a, const amp__spans *b)
{
    amp__spans r;
    const amp_status s = amp__spans_op(op, a, b, &r);
    if (s == AMP_OK) {
        amp__spans_free(a);
        *a = r;
    }
    return s;
}

/* The bytes that a copy writes: the `to` side of the box. *r is empty on failure. Rows without
   gaps are one span at once: every launch on a device asks for those of its views. */
static AMP__COLD amp_status amp__spans_of_copy_box(const amp__copy_box *box, amp__spans *r)
{
    const int whole = box->to_stride[1] == box->count[2];
    const size_t rows = whole ? 1 : box->count[1];
    const size_t run = whole ? box->count[1] * box->count[2] : box->count[2];
    amp_status s = AMP_OK;
    size_t i, j;
    memset(r, 0, sizeof(*r));
    for (i = 0; s == AMP_OK && i < box->count[0]; i++) {
        for (j = 0; s == AMP_OK && j < rows; j++) {
            const size_t low = box->to + i * box->to_stride[0] + j * box->to_stride[1];
            s = amp__spans_append(r, low, low + run);
        }
    }
    if (s != AMP_OK) {
        amp__spans_free(r);
    }
    return s;
}

/* The bytes of a view within its data source, as the `to` side of a copy box. */
static AMP__COLD amp__copy_box amp__copy_box_of_view(const amp_array_view *any)
{
    const amp_array_view folded = amp__folded(any), *const v = &folded;
    const int rank = v->extent.rank;
    const size_t size = v->type.size;
    amp__copy_box r = AMP__ZERO;
    r.count[0] = rank == 3 ? (size_t)v->extent.dim[0] : 1;
    r.count[1] = rank >= 2 ? (size_t)v->extent.dim[rank - 2] : 1;
    r.count[2] = (size_t)v->extent.dim[rank - 1] * size;
    r.to = v->offset;
    r.to_stride[0] = rank == 3 ? (size_t)v->stride[0] * size : 0;
    r.to_stride[1] = rank >= 2 ? (size_t)v->stride[rank - 2] * size : 0;
    return r;
}

/* The bytes of a view within its data source. *r is empty on failure. */
static AMP__COLD amp_status amp__spans_of(const amp_array_view *v, amp__spans *r)
{
    const amp__copy_box box = amp__copy_box_of_view(v);
    return amp__spans_of_copy_box(&box, r);
}

/* *r = a copy box of span `i` and as many after it as one box can hold: equal runs at
   equal distances, and equal groups of those. Returns the number of the next span. */
static AMP__COLD int amp__spans_copy_box(const amp__spans *s, int i, amp__copy_box *r)
{
    const size_t bytes = s->at[i].high - s->at[i].low;
    int rows = 1, groups = 1, k, n;
    size_t pitch = 0, slice = 0;
    memset(r, 0, sizeof(*r));
    for (n = i + 1; n < s->count && s->at[n].high - s->at[n].low == bytes; n++, rows++) {
        if (rows == 1) {
            pitch = s->at[n].low - s->at[i].low;
        } else if (s->at[n].low - s->at[n - 1].low != pitch) {
            break;
        }
    }
    for (n = i + rows; rows > 1 && n + rows <= s->count; n += rows, groups++) {
        const size_t step = s->at[n].low - s->at[n - rows].low;
        for (k = 0; k < rows && s->at[n + k].high - s->at[n + k].low == bytes
                 && s->at[n + k].low - s->at[n].low == (size_t)k * pitch; k++) {
        }
        if (k < rows || (groups > 1 && step != slice)) {
            break;
        }
        slice = step;
    }
    r->count[0] = (size_t)groups;
    r->count[1] = (size_t)rows;
    r->count[2] = bytes;
    r->to = r->from = s->at[i].low;
    r->to_stride[0] = r->from_stride[0] = groups > 1 ? slice : 0;
    r->to_stride[1] = r->from_stride[1] = pitch;
    return i + rows * groups;
}

/* An empty plan. */
static AMP__COLD void amp__plan_begin(amp__plan *p)
{
    p->at = p->first;
    p->count = 0;
    p->room = 16;
}

/* Plans *target = *target op spans, after what is planned for it already. AMP_OK, or
   AMP_OUT_OF_MEMORY: the caller then calls amp__plan_end(p, 0). */
static AMP__COLD amp_status amp__plan_add(amp__plan *p, char op, amp__spans *target,
                                          const amp__spans *spans)
{
    amp_status s;
    int i;
    for (i = 0; i < p->count; i++) {
        if (p->at[i].target == target) {
            return amp__spans_apply(op, &p->at[i].value, spans);
        }
    }
    if (p->count == p->room) {
        amp__change *at = (amp__change *)amp__alloc(sizeof(*at) * (size_t)p->room * 2);
        if (at == NULL) {
            return AMP_OUT_OF_MEMORY;
        }
        memcpy(at, p->at, sizeof(*at) * (size_t)p->count);
        if (p->at != p->first) {
            amp__free(p->at);
        }
        p->at = at;
        p->room *= 2;
    }
    s = amp__spans_op(op, target, spans, &p->at[p->count].value);
    if (s == AMP_OK) {
        p->at[p->count++].target = target;
    }
    return s;
}

/* Ends a plan: carries it out (commit), which cannot fail, or forgets it. */
static AMP__COLD void amp__plan_end(amp__plan *p, int commit)
{
    int i;
    for (i = 0; i < p->count; i++) {
        if (commit) {
            amp__spans_free(p->at[i].target);
            *p->at[i].target = p->at[i].value;
        } else {
            amp__spans_free(&p->at[i].value);
        }
    }
    if (p->at != p->first) {
        amp__free(p->at);
    }
}

#endif /* AMP_CORE_SPANS_H */
