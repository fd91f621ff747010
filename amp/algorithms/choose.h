/* SPDX-License-Identifier: MIT */
#ifndef AMP_ALGORITHMS_CHOOSE_H
#define AMP_ALGORITHMS_CHOOSE_H
/*
amp/algorithms/choose.h: passes over flags: which is set first; elements moved by theirs.

  1 first       which flag is set first, or last
  2 classes     how many flags have each value; elements moved by them
  3 runs        where each begins, how long it is
*/

#include "pass.h"

#if AMP__IMPLEMENT

/* ==== 1 first ============================================================ */

/* A search of the flags of p->flags. `set` above 0: they are made of each of so many values, which
   the second view holds. `same`, a kernel of flags of the elements that are a value: the first one
   of the pattern, the second view, is looked for before, with vectors. `heap`: the kernel says the
   order of two ranges: here of the elements above in a heap, each twice, and those below. Where
   p->flags is a predicate's kernel of chunks, it finds the first itself, without flags. */
typedef struct amp__search_pass {
    ptrdiff_t found; /* in all chunks so far, or -1; atomic */
    int invert;      /* what the kernel of chunks looks for */
    int last;        /* the last one */
    int set, heap;
    const amp__kernel *same;
    size_t size;     /* of an element */
} amp__search_pass;

/* The first of f that is set, or the last one; -1 where none is. */
static AMP__INLINE int amp__find_flag(const int *f, int length, int last)
{
    int i, any = 0;
    for (i = 0; i < length; i++) {
        any |= f[i];
    }
    if (any == 0) {
        return -1;
    }
    for (i = last ? length - 1 : 0; f[i] == 0; i += last ? -1 : 1) {
    }
    return i;
}

/* The first of a block's elements, from k on, at which the pattern's first element stands and whose
   flag is set; -1 where there is none. *filter = 0 where it is no help, since there are many of
   it. */
static AMP__INLINE int amp__find_pattern(const amp__chunk *c, amp__flag_maker *m, ptrdiff_t k,
                                         int length, int *f, int *filter)
{
    enum { AMP__CHOOSE_PART = 64 };
    const amp__search_pass *const r = (const amp__search_pass *)c->pass->own;
    const int parts = (length + AMP__CHOOSE_PART - 1) / AMP__CHOOSE_PART;
    int same[AMP__BLOCK_LENGTH], part, busy = 0, i = -1;
    amp__argument a[3];
    amp__box box = amp__box_of(k, length);
    a[0] = c->a[0];
    a[1] = m->a[m->out];
    a[1].data = (void *)((uintptr_t)same - (uintptr_t)k * sizeof(int));
    a[2].data = c->a[1].data;
    r->same->simple[c->wide](a, &box);
    if (amp__find_flag(same, length, 0) < 0) {
        return -1;
    }
    for (part = 0; part < parts && i < 0; part++) {
        const int from = AMP__CHOOSE_PART * (r->last ? parts - 1 - part : part);
        const int count = length - from < AMP__CHOOSE_PART ? length - from : AMP__CHOOSE_PART;
        if (amp__find_flag(same + from, count, 0) >= 0) {
            busy++;
            amp__make_flags(c, m, k + from, count, f);
            i = amp__find_flag(f, count, r->last);
            i = i < 0 ? i : i + from;
        }
    }
    *filter = busy <= parts / 2;
    return i;
}

/* The first of a block's elements whose flag is set with one of the values at c->a[1]. */
static AMP__INLINE int amp__find_any_of(const amp__chunk *c, amp__flag_maker *m, ptrdiff_t k,
                                        int length, int *f)
{
    const amp__search_pass *const r = (const amp__search_pass *)c->pass->own;
    const int value = c->pass->flags->parameter_count - 1;
    int j, i, first = -1;
    for (j = 0; j < r->set && length > 0; j++) {
        m->a[value].data = (char *)c->a[1].data + (size_t)j * r->size;
        amp__make_flags(c, m, k, length, f);
        i = amp__find_flag(f, length, 0);
        if (i >= 0) {
            first = length = i; /* another value matters before it alone */
        }
    }
    return first;
}

/* y[0] to y[2 n - 1] = each of n elements of x twice. */
static AMP__INLINE void amp__twice(const char *x, char *y, int n, const size_t size)
{
    int i;
    for (i = 0; i < n; i++) {
        memcpy(y + (size_t)(2 * i) * size, x + (size_t)i * size, size);
        memcpy(y + (size_t)(2 * i + 1) * size, x + (size_t)i * size, size);
    }
}

/* The first of a block's elements that is greater than the one above it in the heap, which one
   element has in common with the next; of 4 or 8 bytes. */
static AMP__INLINE int amp__find_greater(const amp__chunk *c, amp__flag_maker *m, ptrdiff_t k,
                                         int length, int *f)
{
    __attribute__((aligned(64))) char above[AMP__BLOCK_LENGTH * 8];
    const size_t size = ((const amp__search_pass *)c->pass->own)->size;
    const char *const x = (const char *)c->a[0].data + (size_t)(k / 2) * size;
    int i;
    AMP__ASSERT(k % 2 == 0 && (size == 4 || size == 8));
    AMP__BY_SIZE(size, amp__twice, x, above, (length + 1) / 2);
    m->a[0].data = (void *)((uintptr_t)above - (uintptr_t)k * size);
    amp__make_flags(c, m, k, length, f);
    for (i = 0; i < length; i++) {
        f[i] &= 1; /* of 0, 1 and 2 */
    }
    return amp__find_flag(f, length, 0);
}

/* The first element of a chunk that a predicate's kernel of chunks finds, or INT_MAX. */
static AMP__INLINE int amp__find_in_chunk(const amp__chunk *c, amp__search_pass *r)
{
    int per = (int)c->pass->per, first;
    amp__argument a[5];
    a[0] = c->a[0];
    a[1].data = (void *)((uintptr_t)&first - (uintptr_t)c->number * sizeof(int));
    a[2].data = &per;
    a[3].data = &r->invert;
    memcpy(&a[4].data, &c->pass->value, sizeof(void *));
    amp__run_in_chunk(c, c->pass->flags, a);
    return first;
}

/* Elements of a chunk whose work is a count or a search, at least. */
enum { AMP__SEARCHED = 16 * AMP__BLOCK_LENGTH };

/* It is not looked further than has to be. */
AMP__PASS_KERNEL(amp__find_chunks, in, in)
{
    amp__search_pass *const r = (amp__search_pass *)c->pass->own;
    const int number = r->last ? c->pass->chunks - 1 - c->number : c->number;
    const ptrdiff_t first = number * c->pass->per, left = c->pass->n - first;
    const ptrdiff_t all = left < c->pass->per ? left : c->pass->per;
    const int itself = c->pass->flags->model != AMP__SIMPLE;
    amp__flag_maker m;
    int f[AMP__BLOCK_LENGTH], filter = r->same != NULL, length, i;
    ptrdiff_t done = 0;
    for (; done < all; done += length) {
        ptrdiff_t found = __atomic_load_n(&r->found, __ATOMIC_RELAXED), k;
        length = itself || all - done < AMP__BLOCK_LENGTH ? (int)(all - done) : AMP__BLOCK_LENGTH;
        k = r->last ? first + all - done - length : first + done;
        if (found >= 0 && (r->last ? found > k : found < k)) {
            return;
        }
        if (done == 0) {
            amp__flag_maker_of(&m, c);
        }
        if (itself) {
            i = amp__find_in_chunk(c, r);
            i = i == INT_MAX ? -1 : (int)(i - k);
        } else if (filter) {
            i = amp__find_pattern(c, &m, k, length, f, &filter);
        } else if (r->set > 0) {
            i = amp__find_any_of(c, &m, k, length, f);
        } else if (r->heap) {
            i = amp__find_greater(c, &m, k, length, f);
        } else {
            amp__make_flags(c, &m, k, length, f);
            i = amp__find_flag(f, length, r->last);
        }
        if (i >= 0) {
            while ((found < 0 || (r->last ? k + i > found : k + i < found))
                   && !__atomic_compare_exchange_n(&r->found, &found, k + i, 0, __ATOMIC_RELAXED,
                                                   __ATOMIC_RELAXED)) {
            }
            return;
        }
    }
}

/* *index = the first of n flags, at least one, that r looks for; `none` where there is none. The
   kernel of flags is given x, z, and value. */
static AMP__WARM amp_status amp__find_by_pass(amp__search_pass *r, const amp__kernel *flags,
                                              amp_array_view x, amp_array_view z,
                                              const void *value, ptrdiff_t n, ptrdiff_t none,
                                              ptrdiff_t *index)
{
    amp__pass p;
    amp_status s;
    memset(&p, 0, sizeof(p));
    p.n = n;
    p.per = AMP__SEARCHED;
    p.chunks = (int)((n + p.per - 1) / p.per);
    p.flags = flags;
    p.value = value;
    p.own = r;
    r->found = -1;
    s = AMP__RUN_PASS(amp__find_chunks(), &p, &x, &z);
    return amp__al_number(s, index, r->found < 0 ? none : r->found);
}

/* ==== 2 classes ========================================================== */

/* Flags by their values 0, 1, ..., and elements that are moved by them. */
enum { AMP__CLASSES = 5 };
typedef struct amp__classes {
    int classes;
    int invert;           /* 1: a flag counts as set where it is 0; 2: where it is not */
    int only;             /* what is moved: 0 all, 1 class 1 alone */
    size_t size;          /* of an element */
    unsigned char *bytes; /* the flags */
    int lone;             /* one chunk, counted where it is moved */
    amp_array_view from;  /* of what its flags are made */
    ptrdiff_t at[AMP__CHUNKS + 1][AMP__CLASSES]; /* counts, then positions */
} amp__classes;

/* Counts the flags of a chunk by class, and writes them to bytes: those of p->flags or, where that
   is NULL, of the first view. */
AMP__PASS_KERNEL(amp__count_classes, in, in)
{
    amp__classes *const r = (amp__classes *)c->pass->own;
    const int invert = r->invert, made = c->pass->flags != NULL;
    int flags[AMP__BLOCK_LENGTH], i, j, length;
    ptrdiff_t *const count = r->at[c->number], k = c->first;
    amp__flag_maker m;
    memset(count, 0, sizeof(r->at[0]));
    if (made) {
        amp__flag_maker_of(&m, c);
    }
    for (; k < c->last; k += length) {
        const int *const f = made ? flags : (const int *)c->a[0].data + k;
        unsigned char *const bytes = r->bytes + k;
        int others = 0;
        length = amp__block_of(c, k);
        if (made) {
            amp__make_flags(c, &m, k, length, flags);
        }
        for (i = 0; i < length; i++) {
            bytes[i] = (unsigned char)(invert == 1 ? f[i] == 0 : invert == 2 ? f[i] != 0 : f[i]);
        }
        for (j = 1; j < r->classes; j++) {
            int sum = 0;
            for (i = 0; i < length; i++) {
                sum += bytes[i] == j;
            }
            count[j] += sum;
            others += sum;
        }
        count[0] += length - others;
    }
}

/* Counts n flags by class, of the kernel `flags`, which is given x, z and value, or of the view x:
   for each chunk of p, and in all, total. A lone chunk of no more than `most` is counted where it
   is moved; then r->at[1] says it, here total is n. */
static AMP__WARM amp_status amp__classes_of(amp__pass *p, amp__classes *r, int classes, int invert,
                                            const amp__kernel *flags, amp_array_view x,
                                            amp_array_view z, const void *value, ptrdiff_t n,
                                            ptrdiff_t most, ptrdiff_t *total)
{
    amp_array_view bytes;
    int c, k;
    amp_status s = amp__al_temporary(&bytes, amp__al_int, n / (ptrdiff_t)sizeof(int) + 1);
    *p = amp__pass_over(n, AMP__SCAN_LEAST);
    memset(r, 0, offsetof(amp__classes, at) + sizeof(r->at[0]) * (size_t)(p->chunks + 1));
    p->flags = flags;
    p->value = value;
    p->own = r;
    r->classes = classes;
    r->invert = invert;
    r->bytes = s == AMP_OK ? (unsigned char *)bytes.data : NULL;
    r->from = x;
    r->lone = p->chunks == 1 && n <= most;
    s = r->lone ? s : AMP__THEN(s, AMP__RUN_PASS(amp__count_classes(), p, &x, &z));
    for (k = 0; k < classes; k++) {
        for (c = 0, total[k] = r->lone ? n : 0; c < p->chunks; c++) {
            total[k] += r->at[c][k];
        }
    }
    return s;
}

/* Positions from counts: classes follow each other in the order given, -1 ends it. */
static AMP__WARM void amp__positions(const amp__pass *p, const int *order)
{
    amp__classes *const r = (amp__classes *)p->own;
    ptrdiff_t sum = 0;
    int c, k;
    for (k = 0; order[k] >= 0; k++) {
        for (c = 0; c < p->chunks; c++) {
            const ptrdiff_t count = r->at[c][order[k]];
            r->at[c][order[k]] = sum;
            sum += count;
        }
        r->at[p->chunks][order[k]] = sum;
    }
}

/* Moves elements i to end by their classes; those of class k begin at begin[k]. */
static AMP__INLINE void amp__move_all(const char *x, char *y, const unsigned char *bytes,
                                      ptrdiff_t i, ptrdiff_t end, const ptrdiff_t *begin,
                                      const size_t size)
{
    ptrdiff_t at[AMP__CLASSES];
    memcpy(at, begin, sizeof(at));
    for (; i < end; i++) {
        memcpy(y + (size_t)at[bytes[i]]++ * size, x + (size_t)i * size, size);
    }
}

/* Eight flags of 0 or 1, the first in the lowest byte. */
static AMP__INLINE amp_uint64 amp__eight_flags(const unsigned char *b)
{
    amp_uint64 w;
    memcpy(&w, b, sizeof(w));
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? w : __builtin_bswap64(w);
}

/* Moves two classes, class 0 to z, which end at room[1] and room[0]; or with `only` class 1 alone.
   Where 32 that follow each other are of one class they are copied; else a word is written to both
   places, without a jump, and stays in one. A product says how many of eight flags, up to each, are
   set: no element waits for the one before it. */
static AMP__INLINE void amp__move_two(const amp__chunk *c, const int only, const size_t size)
{
    const amp_uint64 ones = ~(amp_uint64)0 / 255;
    const amp__classes *const r = (const amp__classes *)c->pass->own;
    const ptrdiff_t *const begin = r->at[c->number], *const room = r->at[c->number + 1];
    const unsigned char *b = r->bytes + c->first, *const end = r->bytes + c->last;
    const char *x = (const char *)c->a[0].data + (size_t)c->first * size;
    char *y = (char *)c->a[1].data, *const y_end = y + (size_t)room[1] * size;
    char *z = (char *)c->a[2].data, *const z_end = z + (size_t)room[0] * size;
    const size_t many = 32 * size;
    size_t one, j, k;
    y += (size_t)begin[1] * size;
    z += only ? 0 : (size_t)begin[0] * size;
    for (; b < end && (!only || y < y_end); b += 32, x += many) {
        const int whole = end - b >= 32;
        amp_uint64 any = !whole, all = whole ? ones : 0;
        for (j = 0; j < 32 && whole; j += 8) {
            any |= amp__eight_flags(b + j);
            all &= amp__eight_flags(b + j);
        }
        if (any == 0) {
            memcpy(z, x, only ? 0 : many);
            z += only ? 0 : many;
        } else if (all == ones) {
            memcpy(y, x, many);
            y += many;
        }
        for (k = any == 0 || all == ones ? 32 : 0; k < 32 && b + k < end; k += 8) {
            const char *const from = x + k * size;
            if ((size == 4 || size == 8) && end - b >= (ptrdiff_t)k + 8
                && y + 8 * size <= y_end && (only || z + 8 * size <= z_end)) {
                const amp_uint64 flags = amp__eight_flags(b + k);
                const amp_uint64 sums = flags * ones, before = sums - flags;
                AMP__WHOLLY for (j = 0; j < 8; j++) {
                    one = before >> 8 * j & 255;
                    memcpy(y + one * size, from + j * size, size);
                    memcpy(z + (j - one) * size, from + j * size, only ? 0 : size);
                }
                y += (sums >> 56) * size;
                z += only ? 0 : (8 - (sums >> 56)) * size;
                continue;
            }
            for (j = k; j < k + 8 && b + j < end; j++) {
                char **const to = b[j] ? &y : &z;
                if (!only || b[j]) {
                    memcpy(*to, x + j * size, size);
                    *to += size;
                }
            }
        }
    }
}

AMP__PASS_KERNEL(amp__move_classes, in, inout, inout)
{
    const amp__classes *const r = (const amp__classes *)c->pass->own;
    if (r->classes > 2) {
        AMP__BY_SIZE(r->size, amp__move_all, (const char *)c->a[0].data, (char *)c->a[1].data,
                     r->bytes, c->first, c->last, r->at[c->number]);
    } else if (r->only) {
        AMP__BY_SIZE(r->size, amp__move_two, c, 1);
    } else {
        AMP__BY_SIZE(r->size, amp__move_two, c, 0);
    }
}

/* Both of a lone chunk: views of the flags, then of the move. */
static const int amp__ones_first[] = { 1, 0, -1 };
AMP__PASS_KERNEL(amp__count_and_move, in, in, in, inout, inout)
{
    const amp__argument count[3] = { c->a[0], c->a[1], c->a[5] };
    amp__run_in_chunk(c, amp__count_classes(), count);
    amp__positions(c->pass, amp__ones_first);
    amp__run_in_chunk(c, amp__move_classes(), c->a + 2);
}

/* After amp__classes_of and amp__positions: moves x by class to y, which is apart, and of two
   classes 0 to z, which may be y; with `only` class 1 alone. */
static AMP__WARM amp_status amp__move_by_classes(amp__pass *p, amp_array_view x, amp_array_view y,
                                                 amp_array_view z, int only)
{
    amp__classes *const r = (amp__classes *)p->own;
    r->only = only;
    r->size = x.type.size;
    return r->lone ? AMP__RUN_PASS(amp__count_and_move(), p, &r->from, &r->from, &x, &y, &z)
                   : AMP__RUN_PASS(amp__move_classes(), p, &x, &y, &z);
}

/* ==== 3 runs ============================================================= */

/* Finds where runs of x begin, by the flags of `heads`: *runs = how many there are. One more byte,
   behind the last, counts as a head. Then the heads are class 1. */
static AMP__WARM amp_status amp__heads_of(amp__pass *p, amp__classes *r, const amp__kernel *heads,
                                          amp_array_view x, int *runs)
{
    static const int order[] = { 1, -1 };
    ptrdiff_t total[AMP__CLASSES];
    const amp_status s = amp__classes_of(p, r, 2, 0, heads, x, x, NULL, amp__al_length(&x), 0,
                                         total);
    if (s == AMP_OK) {
        r->bytes[p->n] = 1;
        *runs = (int)total[1];
        amp__positions(p, order);
    }
    return s;
}

/* The lengths of the runs that end in a chunk; the last one, of the range, ends there. */
AMP__PASS_KERNEL(amp__run_lengths, inout)
{
    const amp__classes *const r = (const amp__classes *)c->pass->own;
    const unsigned char *const heads = r->bytes;
    int *const lengths = (int *)c->a[0].data;
    ptrdiff_t to = r->at[c->number][1], i = c->first, before = c->first, last = c->last - 1;
    if (r->at[c->number + 1][1] == to) {
        return; /* no run begins here, so none ends */
    }
    while (heads[last] == 0) {
        last--;
    }
    if (c->first == 0) {
        i = to = 1;
    } else {
        while (heads[--before] == 0) { /* where the run began that goes on here */
        }
    }
    for (; i <= last; i++) { /* what is written last of a run is its length */
        lengths[to - 1] = (int)(i - before);
        to += heads[i];
        before = heads[i] ? i : before;
    }
    if (to == r->at[c->pass->chunks][1]) {
        lengths[to - 1] = (int)(c->pass->n - last);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_ALGORITHMS_CHOOSE_H */
