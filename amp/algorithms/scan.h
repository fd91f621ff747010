/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_SCAN_H
#define AMP_ALGORITHMS_SCAN_H
/*
amp/algorithms/scan.h: for each element, the operator over those up to it; also
by segments and by row.

  1 the calls
  2 passes        on the emulator: once through the range where the chunks before are known
  3 on the host   what the calls expand to: passes, or launches
*/

#include "pass.h"
#include "scan_kernels.h"

/* ==== 1 the calls ======================================================== */

/* Whether an element counts in its own result, and from where a scan goes. */
typedef enum amp_scan_mode { AMP_EXCLUSIVE, AMP_INCLUSIVE } amp_scan_mode;
typedef enum amp_scan_direction { AMP_FORWARD, AMP_BACKWARD } amp_scan_direction;

AMP__API amp_status amp__scan(const amp__scanning *k, amp_scan_mode mode,
                              amp_scan_direction direction, amp_array_view x,
                              amp_array_view y);

/* amp_scan(name, mode, direction, in, out): out[i] is the operator over the
   elements up to i; up to the one before it, and the identity at the first,
   where mode is AMP_EXCLUSIVE. AMP_BACKWARD goes from the last element to the
   first. The operator is associative; it need not be commutative.
   In place: in and out may be the same view. */
#define amp_scan(name, mode, direction, in, out) \
    amp__scan((amp__scanning_##name)(), mode, direction, in, out)
/* amp_scan forwards. Inclusive: out[i] is the operator over in[0] to in[i]; exclusive: over the
   elements before in[i], so that out[0] is the identity. */
#define amp_inclusive_scan(name, in, out) amp_scan(name, AMP_INCLUSIVE, AMP_FORWARD, in, out)
#define amp_exclusive_scan(name, in, out) amp_scan(name, AMP_EXCLUSIVE, AMP_FORWARD, in, out)

AMP__API amp_status amp__segmented(const amp__scanning *k, amp_scan_mode mode,
                                   amp_scan_direction direction, amp_array_view x,
                                   amp_array_view y, amp_array_view start);

/* amp_segmented_scan(name, mode, direction, in, out, flags): a scan of each
   segment on its own. flags, a view of int as long as in, is not 0 where a
   segment begins; the first element begins one in any case.
   In place: in and out may be the same view; flags and out do not overlap. */
#define amp_segmented_scan(name, mode, direction, in, out, flags) \
    amp__segmented((amp__scanning_##name)(), mode, direction, in, out, flags)

AMP__API amp_status amp__segmented_equal(const amp__scanning *k, amp_scan_mode mode,
                                         amp_scan_direction direction, amp_array_view x,
                                         amp_array_view y, int width);

/* amp_segmented_scan_equal(name, mode, direction, in, out, width): segments of
   width elements each; the last may be shorter.
   In place: in and out may be the same view. */
#define amp_segmented_scan_equal(name, mode, direction, in, out, width) \
    amp__segmented_equal((amp__scanning_##name)(), mode, direction, in, out, width)

AMP__API amp_status amp__multi_scan(const amp__scanning *k, amp_scan_mode mode,
                                    amp_scan_direction direction, amp_array_view x,
                                    amp_array_view y);

/* amp_multi_scan(name, mode, direction, in, out): a scan of each row of a view
   of rank 2; both have one extent. In place: in and out may be the same
   view. */
#define amp_multi_scan(name, mode, direction, in, out) \
    amp__multi_scan((amp__scanning_##name)(), mode, direction, in, out)

/* The bytes of temporary storage for amp_scan and amp_multi_scan over n elements of
   `element` bytes: enough for either form. */
AMP__API size_t amp_scan_storage_size(size_t element, ptrdiff_t n);
/* The bytes of temporary storage for amp_segmented_scan and amp_segmented_scan_equal. */
AMP__API size_t amp_segmented_scan_storage_size(size_t element, ptrdiff_t n);

#if AMP__IMPLEMENT

/* ==== 2 passes =========================================================== */

/* A scan as a pass. Where segments begin: p->flags makes it of the first view; or that is a view of
   flags; or at multiples of width; else there are none. */
typedef struct amp__scan_pass {
    const amp__scanning *k;
    int how, flagged, width;
    const void *init;         /* forward: what stands before the first element, or NULL */
    amp__mapping map;         /* kernel: of the first view makes what is scanned; or NULL */
    size_t key;               /* bytes of a key, the first of each run of which is written; or 0 */
    char *part;               /* each chunk's fold; behind them two values for each at work */
    size_t size;              /* of a value */
    int next, second;         /* the chunk to be taken, atomic; the second pass */
    int seen[AMP__CHUNKS];    /* whether a chunk has a head */
    int count[AMP__CHUNKS];   /* how many; the first element is one */
    ptrdiff_t tail[AMP__CHUNKS]; /* the last one, or -1 */
    unsigned char folded[AMP__CHUNKS], done[AMP__CHUNKS]; /* its fold is in part, atomic */
    unsigned char mapped[AMP__CHUNKS]; /* by r->map, or there is none */
} amp__scan_pass;

/* Steps of a chunk that is at work. */
typedef struct amp__scan_at {
    amp__scan_pass *r;
    const amp__chunk *c;
    int number, maps; /* elements are mapped before they are scanned */
    ptrdiff_t key, room; /* where the next run's key goes, and where those of the chunk end */
    amp__flag_maker maker;
    amp__scan_block b;
    int f[AMP__BLOCK_LENGTH];
} amp__scan_at;

/* Begins the work on chunk `number`, at the identity. c->a: where segments begin, the input, and,
   unless it is a fold, the result. Not cold: gcc makes what calls that small. */
static AMP__NOINLINE void amp__scan_begin(amp__scan_at *w, const amp__chunk *c, int number)
{
    amp__scan_pass *const r = (amp__scan_pass *)c->pass->own;
    w->r = r;
    w->c = c;
    w->number = number;
    w->maps = r->map.kernel != NULL && !r->mapped[number];
    if (c->pass->flags != NULL) {
        amp__flag_maker_of(&w->maker, c);
    }
    w->key = w->room = 0;
    memset(&w->b, 0, sizeof(w->b));
    w->b.x = c->a[1].data;
    w->b.at.top = c->pass->n - 1;
    w->b.carry = r->part + (size_t)(c->pass->chunks + 2 * number) * r->size;
    w->b.begin = 1;
}

/* Makes the elements at positions from to `to` of what is scanned. */
static AMP__WARM void amp__scan_map(const amp__scan_at *w, ptrdiff_t from, ptrdiff_t to)
{
    const amp__mapping *const m = &w->r->map;
    const ptrdiff_t first = w->r->how & AMP__SCAN_BACKWARD ? w->c->pass->n - to : from;
    const amp__box box = amp__box_of(first, (int)(to - from));
    amp__argument a[3];
    memset(a, 0, sizeof(a));
    a[0] = w->c->a[0];
    a[1] = w->c->a[2];
    memcpy(&a[2].data, &m->value, sizeof(void *));
    m->kernel->simple[w->c->wide](a, &box);
}

/* Goes on from element k, or position k backward, to `to`. Up to the first head of a chunk the sum
   and the chunk's fold are two. */
static inline void amp__scan_steps(amp__scan_at *w, int how, ptrdiff_t from, ptrdiff_t to)
{
    const int own = AMP__SCAN_OWN, heads = AMP__SCAN_SEGMENTS;
    do {
        const ptrdiff_t end = w->maps && to - from > AMP__BLOCK_LENGTH ? from + AMP__BLOCK_LENGTH
                            : to;
        const int two = (how & own) != 0 && (how & heads) != 0 && !w->b.head;
        w->b.how = two ? how - heads : w->b.head ? how & ~own : how;
        w->b.at.from = from;
        w->b.at.to = two ? amp__next_head(w->b.start, from, end) : end;
        if (w->maps) {
            amp__scan_map(w, from, end);
        }
        w->r->k->block[w->c->wide](&w->b);
        w->b.begin = 0;
        w->b.head |= w->b.at.to < end;
        from = w->b.at.to;
    } while (from < to);
}

/* Goes on with the values at x, which are not of the range: `count` of them. */
static AMP__WARM void amp__scan_these(amp__scan_at *w, const void *x, int count)
{
    const void *const own = w->b.x;
    const int maps = w->maps;
    w->b.x = x;
    w->maps = 0;
    amp__scan_steps(w, AMP__SCAN_FOLD, 0, count);
    w->b.x = own;
    w->maps = maps;
}

/* The flags from element k on, of which `length` are there at once, the first at index k. */
static inline const int *amp__heads_from(amp__scan_at *w, ptrdiff_t k, ptrdiff_t last, int *length)
{
    *length = last - k < AMP__BLOCK_LENGTH ? (int)(last - k) : AMP__BLOCK_LENGTH;
    if (w->c->pass->flags == NULL) {
        return (const int *)w->c->a[0].data;
    }
    amp__make_flags(w->c, &w->maker, k, *length, w->f);
    return (const int *)((uintptr_t)w->f - (uintptr_t)k * sizeof(int));
}

/* The last head of elements first to last; -1 where there is none. */
static AMP__WARM ptrdiff_t amp__last_head(amp__scan_at *w, ptrdiff_t first, ptrdiff_t last)
{
    ptrdiff_t k = first + (last - 1 - first) / AMP__BLOCK_LENGTH * AMP__BLOCK_LENGTH, i;
    int length;
    if (w->r->width > 0) {
        i = (last - 1) / w->r->width * w->r->width;
        return i >= first ? i : -1;
    }
    for (; w->r->flagged && k >= first; k -= AMP__BLOCK_LENGTH) {
        const int *const f = amp__heads_from(w, k, last, &length);
        for (i = k + length - 1; i >= k; i--) {
            if (f[i] != 0) {
                return i;
            }
        }
    }
    return -1;
}

/* Writes down the fold of the chunk, which is there at where, and whether it has a head. */
static AMP__WARM void amp__scan_publish(const amp__scan_at *w, int head, int where)
{
    amp__scan_pass *const r = w->r;
    memcpy(r->part + (size_t)w->number * r->size,
           (const char *)w->b.carry + (size_t)where * r->size, r->size);
    r->seen[w->number] = head;
    __atomic_store_n(&r->folded[w->number], 1, __ATOMIC_RELEASE);
}

/* Finds the fold of the chunk, elements or positions first to last, and leaves its work at the
   identity. */
static AMP__NOINLINE void amp__scan_fold(amp__scan_at *w, ptrdiff_t first, ptrdiff_t last)
{
    const ptrdiff_t tail = amp__last_head(w, first, last);
    w->r->tail[w->number] = tail;
    if (w->number == 0 && w->r->init != NULL) {
        amp__scan_these(w, w->r->init, 1);
    }
    amp__scan_steps(w, AMP__SCAN_FOLD | (w->r->how & AMP__SCAN_BACKWARD), tail >= 0 ? tail : first,
                    last);
    amp__scan_publish(w, tail >= 0, 0);
    w->b.begin = w->r->mapped[w->number] = 1;
    w->maps = 0;
}

/* Whether the folds of all chunks before the one at work are known. Nobody waits for them. */
static AMP__WARM int amp__folds_are_known(const amp__scan_at *w)
{
    int c = w->number;
    while (c > 0 && __atomic_load_n(&w->r->folded[c - 1], __ATOMIC_ACQUIRE)) {
        c--;
    }
    return w->r->second || c == 0;
}

/* Continues from the chunks before, whose folds are known: from the last one with a head on. */
static AMP__NOINLINE void amp__scan_continue(amp__scan_at *w)
{
    amp__scan_pass *const r = w->r;
    int c = w->number > 0 ? w->number - 1 : 0;
    while (c > 0 && !r->seen[c]) {
        c--;
    }
    if (w->number == 0 && r->init != NULL) {
        amp__scan_these(w, r->init, 1);
    } else {
        amp__scan_these(w, r->part + (size_t)c * r->size, w->number - c);
    }
}

/* Moves the elements i to end of x whose flag is 1, not 0, to y, from `to` up to room; returns
   where the next one goes. */
static AMP__INLINE ptrdiff_t amp__move_keys(const char *x, char *y, const int *f, ptrdiff_t i,
                                             ptrdiff_t end, ptrdiff_t to, ptrdiff_t room,
                                             const size_t size)
{
    while (i < end && to < room) {
        const ptrdiff_t stop = room - to < end - i ? i + (room - to) : end;
        AMP__BY_FOUR for (; i < stop; i++) {
            memcpy(y + (size_t)to * size, x + (size_t)i * size, size);
            to += f[i];
        }
    }
    return to;
}

/* The flags from element k on, `length` of them; the key of each run that begins there is written,
   if keys are. */
static inline const int *amp__heads_with_keys(amp__scan_at *w, ptrdiff_t k, ptrdiff_t last,
                                              int *length)
{
    const int *const f = amp__heads_from(w, k, last, length);
    if (w->key < w->room) {
        w->key = AMP__BY_SIZE(w->r->key, amp__move_keys, (const char *)w->c->a[0].data,
                              (char *)w->c->a[3].data, f, k, k + *length, w->key, w->room);
    }
    return f;
}

/* Elements first to last, whose sums go to y. With `own` the chunk's fold is found as well. */
static AMP__NOINLINE void amp__scan_write(amp__scan_at *w, ptrdiff_t first, ptrdiff_t last,
                                          void *y, int own)
{
    const int width = w->r->width;
    ptrdiff_t k = first, to;
    int length;
    w->b.y = y;
    for (; k < last; k = to) {
        const int how = w->r->how | (own && !w->b.head ? AMP__SCAN_OWN : 0);
        to = last;
        if (width > 0) {
            to = last - k / width * width > width ? (k / width + 1) * width : last;
            w->b.head |= k % width == 0;
            w->b.begin |= k % width == 0;
        } else if (w->r->flagged) {
            w->b.start = amp__heads_with_keys(w, k, last, &length);
            to = w->c->pass->flags != NULL ? k + length : last;
        }
        amp__scan_steps(w, how | (w->b.start != NULL ? AMP__SCAN_SEGMENTS : 0), k, to);
    }
}

/* Chunks are taken in order; backward the last is the first. Where the folds of the chunks before
   are not there yet, this chunk's fold is found, by the same steps as on the way of its results,
   and those by the second pass. */
AMP__PASS_KERNEL(amp__scan_chunks, in, in, inout)
{
    amp__scan_pass *const r = (amp__scan_pass *)c->pass->own;
    const int number = r->second ? c->number : __atomic_fetch_add(&r->next, 1, __ATOMIC_RELAXED);
    const int lead = r->init != NULL, shift = lead && r->how == AMP__SCAN_EXCLUSIVE;
    ptrdiff_t first = number * c->pass->per - lead, last = first + c->pass->per, n = c->pass->n;
    char *const y = (char *)c->a[2].data;
    amp__scan_at w;
    if (r->done[number]) {
        return;
    }
    first = first > 0 ? first : 0;
    last = last < n ? last : n;
    amp__scan_begin(&w, c, number);
    if (!amp__folds_are_known(&w) && number + 1 < c->pass->chunks) {
        amp__scan_fold(&w, first, last);
    }
    if (amp__folds_are_known(&w)) {
        const int own = !r->folded[number] && number > 0;
        amp__scan_continue(&w);
        if (shift) { /* an exclusive sum is the inclusive one of the element before */
            if (number == 0) {
                memcpy(y, w.b.carry, r->size);
            }
            w.b.y = y + r->size;
            amp__scan_steps(&w, AMP__SCAN_INCLUSIVE | (own ? AMP__SCAN_OWN : 0), first,
                            last < n ? last : n - 1);
        } else {
            amp__scan_write(&w, first, last, y, own);
        }
        r->done[number] = 1;
        if (!r->folded[number]) {
            amp__scan_publish(&w, w.b.head, own && !w.b.head);
        }
    }
}

/* What a pass for k begins with. */
static AMP__WARM amp_status amp__scan_pass_of(amp__scan_pass *r, amp__pass *p,
                                              const amp__scanning *k, int how)
{
    amp_array_view part;
    const amp_status s = amp__al_temporary(&part, k->type, 3 * (ptrdiff_t)p->chunks);
    AMP__ASSERT(p->chunks <= AMP__CHUNKS);
    memset(r, 0, sizeof(*r));
    r->k = k;
    r->how = how;
    r->size = k->type.size;
    r->part = s == AMP_OK ? (char *)part.data : NULL;
    p->own = r;
    return s;
}

/* Scans x into y, which is as long and may be x. s: views from which segments begin as r says. */
static AMP__WARM amp_status amp__scan_by_pass(amp__pass *p, amp__scan_pass *r, amp_array_view s,
                                              amp_array_view x, amp_array_view y)
{
    amp_status status = AMP__RUN_PASS(amp__scan_chunks(), p, &s, &x, &y);
    int c, done = 1;
    for (c = 0; c < p->chunks; c++) {
        done &= r->done[c];
    }
    r->second = 1;
    return status != AMP_OK || done ? status : AMP__RUN_PASS(amp__scan_chunks(), p, &s, &x, &y);
}

/* How many segments begin in the chunk. */
static AMP__INLINE int amp__segments_in(amp__scan_at *w, const amp__chunk *c)
{
    ptrdiff_t k = c->first, i;
    int length, count = 0;
    for (; k < c->last; k += length) {
        const int *const f = amp__heads_from(w, k, c->last, &length);
        for (i = k; i < k + length; i++) {
            count += f[i] != 0;
        }
        count += k == 0 && f[0] == 0;
    }
    return count;
}

/* Of each chunk that, and its fold. */
AMP__PASS_KERNEL(amp__count_segments, in, in)
{
    amp__scan_at w;
    amp__scan_begin(&w, c, c->number);
    w.r->count[c->number] = amp__segments_in(&w, c);
    amp__scan_fold(&w, c->first, c->last);
}

/* The sum of each segment that ends in the chunk, that is, whose next one begins there; and the key
   of each that begins there. Of a lone chunk the segments are counted here. */
AMP__PASS_KERNEL(amp__write_ends, in, in, inout, inout)
{
    amp__scan_at w;
    const int *f;
    int i, length;
    ptrdiff_t to;
    amp__scan_begin(&w, c, c->number);
    if (c->pass->chunks == 1) {
        w.r->count[0] = amp__segments_in(&w, c);
    }
    to = w.r->tail[c->number] >= 0 ? w.r->tail[c->number] : c->first;
    to = c->last == c->pass->n ? c->last : to;
    for (w.b.k = -1, i = 0; i < c->number; i++) {
        w.b.k += w.r->count[i];
    }
    amp__scan_continue(&w);
    f = amp__heads_from(&w, c->first, c->first + 1, &length);
    if (c->number == 0) {
        w.b.k += f[0] == 0;
    } else if (f[c->first] != 0) {
        memcpy((char *)c->a[2].data + (size_t)w.b.k * w.r->size, w.b.carry, w.r->size);
    }
    w.key = w.b.k + 1;
    w.room = w.r->key > 0 ? w.key + w.r->count[c->number] : 0;
    amp__scan_write(&w, c->first, to, c->a[2].data, 0);
    for (; to < c->last && w.key < w.room; to += length) {
        (void)amp__heads_with_keys(&w, to, c->last, &length);
    }
}

/* ==== 3 on the host ====================================================== */

/* Checks a scan's views, of rank 1 or 2, and cuts *y to the length of x. */
static AMP__WARM amp_status amp__scan_check(const char *function, const amp__scanning *k,
                                            amp_array_view x, amp_array_view *y, int rank)
{
    amp_status s = amp__al_expect(function, "input", &x, k->type, rank, 0);
    s = AMP__THEN(s, amp__al_expect(function, "result", y, k->type, rank, 1));
    if (s == AMP_OK && rank == 1) {
        s = amp__al_room(function, "result", y, amp__al_length(&x));
        if (s == AMP_OK && !amp__is_empty(&x)) {
            *y = amp_range(*y, 0, amp__al_length(&x));
        }
    } else if (s == AMP_OK && !amp_extent_equal(x.extent, y->extent)) {
        s = amp__fail(AMP_INVALID_ARGUMENT, "%s: the input has %d rows of %d, the result %d rows "
                      "of %d: give views of one extent", function, x.extent.dim[0],
                      x.extent.dim[1], y->extent.dim[0], y->extent.dim[1]);
    }
    return AMP__THEN(s, amp__al_apart(function, &x, y, 1));
}

static inline int amp__scan_how(amp_scan_mode mode, amp_scan_direction direction)
{
    return (mode == AMP_INCLUSIVE ? AMP__SCAN_INCLUSIVE : AMP__SCAN_EXCLUSIVE)
        | (direction == AMP_BACKWARD ? AMP__SCAN_BACKWARD : 0);
}

/* A range as a view of rank 2: one row. */
static inline amp_array_view amp__al_row(amp_array_view v)
{
    v.extent = amp_extent(1, v.extent.dim[0]);
    v.stride[0] = v.extent.dim[1];
    v.stride[1] = 1;
    return v;
}

/* Scans x, which is not empty, into y; from init, an element of their type whose `fill` is the
   kernel that makes it, unless it is NULL: then it goes forward, in the form for a CPU, and y is
   apart from x if it is exclusive. The caller has opened a scope. */
static AMP__WARM amp_status amp__scan_range(const amp__scanning *k, int how, int form,
                                            const void *init, const amp__kernel *fill,
                                            amp_array_view x, amp_array_view y)
{
    const int fold = AMP__SCAN_FOLD | (how & AMP__SCAN_BACKWARD), lead = init != NULL;
    const int all = how | (lead ? AMP__SCAN_FROM : 0), first = fold | (all & AMP__SCAN_FROM);
    const int inclusive = AMP__SCAN_INCLUSIVE;
    const amp__kernel *const scan = form ? &k->tile_scan : &k->scan;
    const amp__al_cut cut = amp__al_cut_of(amp__al_length(&x) + lead, AMP__SCAN_LEAST, form);
    amp_array_view part, row, one;
    amp__al_cut again;
    amp_status s = AMP_OK;
    if ((cut.tiles > 1 || lead) && amp__passes_may_run(&x, &y, NULL)) {
        amp__scan_pass r;
        amp__pass p = amp__pass_over(amp__al_length(&x) + lead, AMP__SCAN_LEAST);
        p.n -= lead;
        s = amp__scan_pass_of(&r, &p, k, how);
        r.init = init;
        return AMP__THEN(s, amp__scan_by_pass(&p, &r, x, x, y));
    }
    part = y; /* of one chunk nobody wants the fold */
    if (cut.tiles + lead > 1) {
        s = amp__al_temporary(&part, k->type, cut.tiles + lead);
    }
    x = amp__al_row(x);
    y = amp__al_row(y);
    if (lead) {
        one = amp_range(part, 0, 1);
        s = AMP__THEN(s, AMP__RUN(fill, one.extent, &one, init));
    }
    if (cut.tiles > 1) {
        s = AMP__THEN(s, AMP__RUN_TILES(scan, cut.domain, &x, &part, &y, &cut.per, &first));
    }
    if (cut.tiles > 1 && form && s == AMP_OK) {
        row = amp__al_row(amp_range(part, 0, cut.tiles));
        again = amp__al_cut_of(cut.tiles, AMP__SCAN_LEAST, form);
        s = AMP__RUN_TILES(scan, again.domain, &row, &part, &row, &again.per, &inclusive);
    }
    return AMP__THEN(s, AMP__RUN_TILES(scan, cut.domain, &x, &part, &y, &cut.per, &all));
}

AMP__API amp_status amp__scan(const amp__scanning *k, amp_scan_mode mode,
                              amp_scan_direction direction, amp_array_view x,
                              amp_array_view y)
{
    const amp__al_scope scope = amp__al_open();
    int form;
    amp_status s = amp__scan_check("amp_scan", k, x, &y, 1);
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS, &form));
    if (s == AMP_OK && !amp__is_empty(&x)) {
        s = amp__scan_range(k, amp__scan_how(mode, direction), form, NULL, NULL, x, y);
    }
    return amp__al_close(scope, s);
}

/* A forward scan by segments as a pass: heads makes their flags of the view `from`; NULL: it is a
   view of them, or segments begin at multiples of width. What flags are made of is apart from y,
   which may be x. The result is that of the launches. */
static AMP__WARM amp_status amp__segments_by_pass(const amp__scanning *k, int how,
                                                  const amp__kernel *heads, amp_array_view from,
                                                  int width, amp_array_view x, amp_array_view y)
{
    amp__pass p = amp__pass_over(amp__al_length(&x), AMP__SCAN_LEAST);
    amp__scan_pass r;
    const amp_status s = amp__scan_pass_of(&r, &p, k, how);
    p.flags = heads;
    r.width = width;
    r.flagged = width == 0;
    return AMP__THEN(s, amp__scan_by_pass(&p, &r, from, x, y));
}

/* Counts the segments of x, by p->flags of the view `from` or, where that is NULL, by `from`, in
   the chunks of p: *segments = how many there are. amp__write_ends then writes their sums. A lone
   chunk of no more than `most` elements is counted there, to r->count[0]; here *segments = n. */
static AMP__WARM amp_status amp__count_ends(amp__pass *p, amp__scan_pass *r,
                                            const amp__scanning *k, amp_array_view from,
                                            amp_array_view x, ptrdiff_t most, int *segments)
{
    int c;
    amp_status s = amp__scan_pass_of(r, p, k, AMP__SCAN_ENDS);
    r->flagged = r->second = 1; /* all folds are known */
    if (p->chunks == 1 && p->n <= most) {
        *segments = (int)p->n;
        return s;
    }
    s = AMP__THEN(s, AMP__RUN_PASS(amp__count_segments(), p, &from, &x));
    for (c = 0, *segments = 0; c < p->chunks; c++) {
        *segments += r->count[c];
    }
    return s;
}

AMP__API amp_status amp__segmented(const amp__scanning *k, amp_scan_mode mode,
                                   amp_scan_direction direction, amp_array_view x,
                                   amp_array_view y, amp_array_view start)
{
    static const char f[] = "amp_segmented_scan";
    const amp__al_scope scope = amp__al_open();
    const int how = amp__scan_how(mode, direction), inclusive = AMP__SCAN_INCLUSIVE;
    const int fold = AMP__SCAN_FOLD | (how & AMP__SCAN_BACKWARD);
    const amp__kernel *segments;
    amp_array_view part, seen;
    amp__al_cut cut, one;
    int form;
    amp_status s = amp__scan_check(f, k, x, &y, 1);
    s = AMP__THEN(s, amp__al_expect(f, "flags", &start, amp__al_int, 1, 0));
    s = AMP__THEN(s, amp__same_length(f, &x, &start));
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS / 2, &form)); /* and a flag */
    if (s != AMP_OK || amp__is_empty(&x)) {
        return s;
    }
    s = amp__al_apart(f, &start, &y, 0);
    if (s == AMP_OK && direction == AMP_FORWARD && amp__passes_may_run(&x, &y, &start)) {
        return amp__al_close(scope, amp__segments_by_pass(k, how, NULL, start, 0, x, y));
    }
    segments = form ? &k->tile_segments : &k->segments;
    cut = amp__al_cut_of(amp__al_length(&x), AMP__SCAN_LEAST, form);
    s = AMP__THEN(s, amp__al_temporary(&part, k->type, cut.tiles));
    s = AMP__THEN(s, amp__al_temporary(&seen, amp__al_int, 2 * (ptrdiff_t)cut.tiles));
    s = AMP__THEN(s, AMP__RUN_TILES(segments, cut.domain, &x, &start, &part, &seen, &y, &cut.per,
                                    &fold));
    if (form) { /* a part in which a segment begins does not depend on those before */
        one = amp__al_cut_of(cut.tiles, AMP__SCAN_LEAST, form);
        s = AMP__THEN(s, AMP__RUN_TILES(segments, one.domain, &part, &seen, &part, &seen, &part,
                                        &one.per, &inclusive));
    }
    s = AMP__THEN(s, AMP__RUN_TILES(segments, cut.domain, &x, &start, &part, &seen, &y, &cut.per,
                                    &how));
    return amp__al_close(scope, s);
}

/* A scan of each row of x, more than one, or one that is no longer than a chunk. The caller has
   opened a scope. */
static AMP__WARM amp_status amp__scan_rows(const amp__scanning *k, int how, int form,
                                           amp_array_view x, amp_array_view y)
{
    const int rows = x.extent.dim[0], most = form ? 32768 : 1024;
    const int each = (rows - 1) / most + 1, tiles = (rows - 1) / each + 1;
    const int per = rows > 1 ? each : INT_MAX;
    amp_array_view part;
    const amp_status s = amp__al_temporary(&part, k->type, 1);
    return AMP__THEN(s, AMP__RUN_TILES(form ? &k->tile_scan : &k->scan,
                                       form ? amp_tile(amp_extent(tiles * AMP__TILE), AMP__TILE)
                                            : amp_tile(amp_extent(tiles), 1),
                                       &x, &part, &y, &per, &how));
}

/* A scan of each segment of width elements of a range, the last of which may have less: rows. */
static AMP__WARM amp_status amp__scan_equal_rows(const amp__scanning *k, int how, int width,
                                                 amp_array_view x, amp_array_view y)
{
    const int n = (int)amp__al_length(&x), whole = n / width;
    amp_status s = AMP_OK;
    int done = 0;
    while (done < n && s == AMP_OK) {
        const int rows = done == 0 && whole > 0 ? whole : 1;
        const int length = n - done < width ? n - done : width;
        const amp_extent e = amp_extent(rows, length);
        s = amp__scan_rows(k, how, 0, amp_view_as(amp_range(x, done, done + rows * length), e),
                           amp_view_as(amp_range(y, done, done + rows * length), e));
        done += rows * length;
    }
    return s;
}

AMP__API amp_status amp__segmented_equal(const amp__scanning *k, amp_scan_mode mode,
                                         amp_scan_direction direction, amp_array_view x,
                                         amp_array_view y, int width)
{
    const amp__al_scope scope = amp__al_open();
    const int how = amp__scan_how(mode, direction), n = (int)amp__al_length(&x);
    amp_array_view flags;
    amp_status s = amp__scan_check("amp_segmented_scan_equal", k, x, &y, 1);
    s = AMP__THEN(s, amp__al_width("amp_segmented_scan_equal", width));
    if (s != AMP_OK || n == 0) {
        return s;
    }
    if (amp__passes_may_run(&x, &y, NULL)
        && width <= amp__al_cut_of(n, AMP__SCAN_LEAST, 0).per) {
        /* segments that have no chunk of the others' way inside are rows, with the same sums */
        s = amp__scan_equal_rows(k, how, width, x, y);
    } else if (amp__passes_may_run(&x, &y, NULL) && direction == AMP_FORWARD) {
        s = amp__segments_by_pass(k, how, NULL, x, width, x, y);
    } else {
        s = amp__al_temporary(&flags, amp__al_int, n);
        s = AMP__THEN(s, amp__starts__launch(AMP__ON, x.extent, flags, width));
        s = AMP__THEN(s, amp__segmented(k, mode, direction, x, y, flags));
    }
    return amp__al_close(scope, s);
}

AMP__API amp_status amp__multi_scan(const amp__scanning *k, amp_scan_mode mode,
                                    amp_scan_direction direction, amp_array_view x,
                                    amp_array_view y)
{
    const amp__al_scope scope = amp__al_open();
    const int rows = x.extent.dim[0];
    int row, form;
    amp_status s = amp__scan_check("amp_multi_scan", k, x, &y, 2);
    s = AMP__THEN(s, amp__al_form(k->type.size, AMP__SCAN_FITS, &form));
    if (s != AMP_OK) {
        return s;
    }
    if (rows == 1 || (rows < 16 && x.extent.dim[1] > 4096)) { /* few long rows: each in parallel */
        for (row = 0; row < rows && s == AMP_OK; row++) {
            s = amp__scan(k, mode, direction, amp_project(x, row), amp_project(y, row));
        }
        return s;
    }
    return amp__al_close(scope, amp__scan_rows(k, amp__scan_how(mode, direction), form, x, y));
}

AMP__API size_t amp_scan_storage_size(size_t element, ptrdiff_t n)
{
    return amp__al_rounded(3 * element * amp__al_parts(n)); /* a pass has three for each chunk */
}

AMP__API size_t amp_segmented_scan_storage_size(size_t element, ptrdiff_t n)
{
    return amp_scan_storage_size(element, n) + amp_scan_storage_size(sizeof(int), n)
        + amp__al_rounded(sizeof(int) * (size_t)n);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_SCAN_H */
