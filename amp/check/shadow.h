/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_SHADOW_H
#define AMP_CHECK_SHADOW_H
/*
amp/check/shadow.h: the memory of accesses, and the verdict on them.

  1 the launch   accesses of different tiles, by records of the launch
  2 intervals    accesses of one tile between two barriers, by nodes

Two accesses of one tile by different threads are ordered by a barrier between
them whose fence covers that memory; accesses of different tiles are ordered by
nothing. So for each word the checker keeps the set of accesses since the last
such barrier, by (instruction, kind, bytes), each with its two lowest threads:
enough to know whether some other thread did it, and the same whatever the order.
When the interval ends, all pairs of the set are judged. The same is kept for the
whole launch with the two lowest threads of different tiles.

More than 800 lines: both are one verdict. Nodes become records where another tile may have written,
and records become nodes where a word turns out to need them.
*/

#include "findings.h"

/* ==== 1 the launch ======================================================= */

/* The third record of a word, or one after it: that of (site, kindmask), or a new
   one. Returns NULL where memory ran out. */
static AMP__NOINLINE AMP__CHECK amp__check_record *amp__check_chain(amp__check_record *second,
                                                                    unsigned site,
                                                                    unsigned kindmask)
{
    amp__list *g = &amp__check_shared.more;
    amp__check_more *m = (amp__check_more *)g->at;
    unsigned i;
    if (g->used == 0) {
        g->used = 1; /* 0 is none */
    }
    if (second->site != AMP__CHECK_CHAIN) {
        if (!amp__check_grow(g, sizeof(*m))) {
            return NULL;
        }
        m = (amp__check_more *)g->at;
        m[g->used].record = *second;
        m[g->used].next = 0;
        second->site = (unsigned short)AMP__CHECK_CHAIN;
        second->value = (unsigned)g->used++;
    }
    for (i = second->value; i != 0; i = m[i].next) {
        if (m[i].record.site == site && m[i].record.kindmask == kindmask
            && !(m[i].record.flags & AMP__CHECK_RUN)) {
            return &m[i].record;
        }
    }
    if (!amp__check_grow(g, sizeof(*m))) {
        return NULL;
    }
    m = (amp__check_more *)g->at;
    i = (unsigned)g->used++;
    m[i].record.site = 0;
    m[i].next = second->value;
    second->value = i;
    return &m[i].record;
}

/* The record of elements of 1 or 2 bytes by neighbouring threads, as a run: of (site, kind) at a
   word, with the element of `mask` by the thread of key k1 - 1 in it. NULL where there is none,
   and the first two records of the word are others. */
static AMP__CHECK amp__check_record *amp__check_run_of(amp__check_watched *r, unsigned word,
                                                       unsigned k1, unsigned site, int kind,
                                                       int mask, int flags, unsigned value)
{
    const int low = __builtin_ctz((unsigned)mask), size = r->small;
    const unsigned start = k1 - (unsigned)(low >> (size - 1));
    amp__check_record *p = &r->first[word];
    int i;
    if (mask != (2 * size - 1) << low || (low & (size - 1)) || start == 0 || start > k1) {
        return NULL;
    }
    for (i = 0; i < 2; i++) {
        if (p->site == 0) {
            r->touched[word / AMP__CHECK_BLOCK] |=
                (unsigned char)(i == 0 ? AMP__CHECK_FIRSTS : AMP__CHECK_SECONDS);
            r->first[word].flags |= i == 0 ? 0 : AMP__CHECK_SECOND;
            p->site = (unsigned short)site;
            p->kindmask = (unsigned char)((unsigned)kind << 4 | (unsigned)mask);
            p->flags |= (unsigned char)(flags | AMP__CHECK_RUN);
            p->k1 = start;
            p->k2 = 0;
            p->value = value;
            return p;
        }
        if ((p->flags & AMP__CHECK_RUN) && p->site == site && p->kindmask >> 4 == kind
            && p->k1 == start && (p->flags & AMP__CHECK_WIDTH) == flags) {
            if (kind == AMP__CHECK_WRITE && (p->kindmask & mask)
                && ((p->value ^ value) & amp__check_bits(mask))) {
                p->flags |= AMP__CHECK_MIXED;
            }
            p->kindmask |= (unsigned char)mask;
            p->value = (p->value & ~amp__check_bits(mask)) | value;
            return p;
        }
        p = &r->second[word];
    }
    return NULL;
}

/* The record of (site, kind, bytes) of a word, with the thread `key` in it. flags and
   value go into a new one. Returns NULL where memory ran out. */
static AMP__CHECK amp__check_record *amp__check_record_of(amp__check_watched *r, unsigned word,
                                                          unsigned key, unsigned site, int kind,
                                                          int mask, int flags, unsigned value)
{
    const amp__check_state *k = &amp__check_shared;
    const unsigned kindmask = (unsigned)kind << 4 | (unsigned)mask, k1 = key + 1;
    amp__check_record *p = &r->first[word];
    if (r->small) {
        amp__check_record *run = amp__check_run_of(r, word, k1, site, kind, mask, flags, value);
        if (run != NULL) {
            return run;
        }
    }
    if (p->site == 0) {
        r->touched[word / AMP__CHECK_BLOCK] |= AMP__CHECK_FIRSTS;
    } else if (p->site != site || p->kindmask != kindmask || (p->flags & AMP__CHECK_RUN)) {
        amp__check_record *const first = p;
        p = &r->second[word];
        if (!(first->flags & AMP__CHECK_SECOND)) {
            first->flags |= AMP__CHECK_SECOND;
            r->touched[word / AMP__CHECK_BLOCK] |= AMP__CHECK_SECONDS;
        } else if (p->site != site || p->kindmask != kindmask || (p->flags & AMP__CHECK_RUN)) {
            p = amp__check_chain(p, site, kindmask);
            if (p == NULL) {
                return NULL;
            }
        }
    }
    if (p->site == 0) {
        p->site = (unsigned short)site;
        p->kindmask = (unsigned char)kindmask;
        p->flags = (unsigned char)flags;
        p->k1 = k1;
        p->k2 = 0;
        p->value = kind == AMP__CHECK_ATOMIC ? k1 : value;
        return p;
    }
    if (kind == AMP__CHECK_ATOMIC) {
        p->value = k1; /* the last, which in a simple kernel may be the one at work */
    }
    if (k1 != p->k1) { /* the lowest, and the lowest of another tile */
        const int same = p->k1 > k->base && p->k1 <= k->base + k->threads;
        if (k1 < p->k1) {
            if (!same) {
                p->k2 = p->k1;
            }
            p->k1 = k1;
        } else if (!same && (p->k2 == 0 || k1 < p->k2)) {
            p->k2 = k1;
        }
    }
    if (kind == AMP__CHECK_WRITE && p->value != value) {
        p->flags |= AMP__CHECK_MIXED;
    }
    return p;
}

/* The record of one word's accesses at that site; never one of a run of words. */
static AMP__CHECK amp__check_record *amp__check_single_record(amp__check_watched *r, unsigned word,
                                                              unsigned key, unsigned site, int kind,
                                                              int mask, int flags, unsigned value)
{
    const int small = r->small;
    amp__check_record *p;
    r->small = 0;
    p = amp__check_record_of(r, word, key, site, kind, mask, flags, value);
    r->small = small;
    return p;
}

/* Notes that p read bytes which nobody has set; beside: see amp__check_read_of_struct. */
static AMP__CHECK void amp__check_mark_unset(amp__check_record *p, unsigned beside)
{
    if (p->kindmask >> 4 == AMP__CHECK_READ && (beside == 0 || !(p->flags & AMP__CHECK_UNSET))) {
        p->value = beside;
    }
    p->flags |= AMP__CHECK_UNSET;
}

/* Judges two records of one word, of which one may be the other. */
static AMP__CHECK void amp__check_judge_records(const amp__check_watched *r, size_t word,
                                                const amp__check_record *a,
                                                const amp__check_record *b)
{
    const int both = a->kindmask & b->kindmask & 15, simple = amp__check_shared.simple;
    const int rule = amp__check_conflict(a->kindmask >> 4, a->flags, a->value, a->kindmask & 15,
                                         b->kindmask >> 4, b->flags, b->value, b->kindmask & 15,
                                         simple ? AMP_CHECK_GLOBAL_RACE
                                                : AMP_CHECK_CROSS_TILE_RACE);
    if (rule >= 0) { /* the key of nobody, 0, becomes AMP__CHECK_NONE */
        const amp__check_racer x = { a->site, a->kindmask >> 4, { a->k1 - 1, a->k2 - 1 }, 0 };
        const amp__check_racer y = { b->site, b->kindmask >> 4, { b->k1 - 1, b->k2 - 1 }, 0 };
        amp__check_find_race(rule, r->low + word * 4 + (unsigned)__builtin_ctz((unsigned)both), 0,
                             &x, &y, amp__check_shared.threads, !simple);
    }
}

/* All records of a word, in turn, then NULL. *cursor is 0 to begin. */
static AMP__CHECK amp__check_record *amp__check_next_record(const amp__check_watched *r,
                                                            size_t word, unsigned *cursor)
{
    amp__check_more *m = (amp__check_more *)amp__check_shared.more.at;
    amp__check_record *p;
    unsigned next = *cursor;
    if (next == 0) {
        p = &r->first[word];
        *cursor = p->flags & AMP__CHECK_SECOND ? 1 : AMP__CHECK_NONE;
        return p->site != 0 ? p : NULL;
    }
    if (next == 1) {
        p = &r->second[word];
        if (p->site != AMP__CHECK_CHAIN) {
            *cursor = AMP__CHECK_NONE;
            return p->site != 0 ? p : NULL;
        }
        next = p->value + 1;
    }
    if (next == AMP__CHECK_NONE) {
        return NULL;
    }
    *cursor = m[next - 1].next != 0 ? m[next - 1].next + 1 : AMP__CHECK_NONE;
    return &m[next - 1].record;
}

/* Finds a read of memory that nobody has written, at `at` by thread `key`. `other`:
   the site of the write it races with, or 0; beside: see amp__check_read_of_struct. */
static AMP__CHECK void amp__check_find_unset(uintptr_t at, int tile, unsigned key, int kind,
                                             unsigned site, unsigned other, unsigned beside)
{
    amp__check_finding f;
    amp__check_clear_finding(&f, AMP_CHECK_UNINITIALISED_READ);
    amp__check_place_finding(&f, at, tile, 0);
    f.site_a = (unsigned short)site;
    f.site_b = (unsigned short)(other != 0 ? other : beside);
    f.kind_a = (unsigned char)kind;
    f.kind_b = other != 0 ? AMP__CHECK_WRITE : beside != 0 ? AMP__CHECK_READ : 0;
    f.key_a = key;
    amp__check_find(&f);
}

/* Makes records of the single elements of a run, which is of no bytes from here on. */
static AMP__CHECK void amp__check_split_run(amp__check_watched *r, size_t word,
                                            amp__check_record *split, int size)
{
    amp__check_state *k = &amp__check_shared;
    const amp__check_record run = *split; /* its place may move where memory is taken */
    const unsigned base = k->base;
    int e;
    split->kindmask &= 0xf0;
    split->flags &= (unsigned char)~AMP__CHECK_RUN;
    for (e = 0; e < 4 / size; e++) {
        const int mask = (size == 1 ? 1 : 3) << e * size & run.kindmask & 15;
        const unsigned key = run.k1 + (unsigned)e - 1;
        if (mask != 0) {
            k->base = key / k->threads * k->threads; /* as when its tile was at work */
            (void)amp__check_record_of(r, (unsigned)word, key, run.site, run.kindmask >> 4, mask,
                                       run.flags & (AMP__CHECK_WIDTH | AMP__CHECK_MIXED),
                                       run.value & amp__check_bits(mask));
        }
    }
    k->base = base;
}

/* Makes records of single elements of a word's runs. */
static AMP__CHECK void amp__check_split_runs(amp__check_watched *r, size_t word)
{
    amp__check_state *k = &amp__check_shared;
    const int small = r->small;
    amp__check_record *p = &r->first[word];
    int i;
    r->small = 0;
    for (i = 0; i < 2; i++, p = &r->second[word]) {
        if (i == 1 && !(r->first[word].flags & AMP__CHECK_SECOND)) {
            break;
        }
        if (p->site == AMP__CHECK_CHAIN) { /* the second one became the first of a chain */
            amp__check_more *m = (amp__check_more *)k->more.at;
            unsigned n;
            for (n = p->value; n != 0; n = m[n].next) {
                if (m[n].record.flags & AMP__CHECK_RUN) {
                    amp__check_split_run(r, word, &m[n].record, small);
                    m = (amp__check_more *)k->more.at;
                }
            }
        } else if (p->flags & AMP__CHECK_RUN) {
            amp__check_split_run(r, word, p, small);
        }
    }
    r->small = small;
}

/* Judges all pairs of records of a word, and its reads of nothing. */
static AMP__NOINLINE AMP__CHECK void amp__check_judge_word(amp__check_watched *r, size_t word)
{
    unsigned i = 0, j;
    amp__check_record *a, *b;
    int unset = 0;
    while ((a = amp__check_next_record(r, word, &i)) != NULL) {
        j = i;
        amp__check_judge_records(r, word, a, a);
        while ((b = amp__check_next_record(r, word, &j)) != NULL) {
            amp__check_judge_records(r, word, a, b);
        }
        unset |= a->flags & AMP__CHECK_UNSET;
    }
    for (i = 0; unset && (a = amp__check_next_record(r, word, &i)) != NULL;) {
        if (a->flags & AMP__CHECK_UNSET) {
            unsigned other = 0;
            int bit = 0;
            for (j = 0; (b = amp__check_next_record(r, word, &j)) != NULL;) {
                if (b->kindmask >> 4 != AMP__CHECK_READ && (b->kindmask & a->kindmask & 15)
                    && (b->kindmask >> 4 == AMP__CHECK_WRITE
                        || (a->kindmask >> 4 != AMP__CHECK_ATOMIC
                            && ((a->flags ^ b->flags) & AMP__CHECK_WIDTH)))
                    && (b->k2 != 0 || a->k2 != 0
                        || (b->k1 - 1) / amp__check_shared.threads
                               != (a->k1 - 1) / amp__check_shared.threads)
                    && (other == 0 || amp__check_comes_second(other, 0, b->site, 0))) {
                    other = b->site;
                }
            }
            while (!(a->kindmask >> bit & 1)) {
                bit++;
            }
            amp__check_find_unset(r->low + (uintptr_t)word * 4 + (uintptr_t)bit, 0, a->k1 - 1,
                                  a->kindmask >> 4, a->site, other,
                                  a->kindmask >> 4 == AMP__CHECK_READ ? a->value : 0);
        }
    }
}

/* The bytes of a word that were used, by its records; *written: those of them that were written. */
static AMP__INLINE AMP__CHECK int amp__check_word_bytes(const amp__check_watched *r, size_t word,
                                                        int *written)
{
    const amp__check_record *c = &r->first[word];
    int used = c->kindmask & 15;
    unsigned cursor = 1; /* behind the first */
    *written = c->kindmask >> 4 > AMP__CHECK_READ ? used : 0;
    if (c->flags & AMP__CHECK_SECOND) {
        while ((c = amp__check_next_record(r, word, &cursor)) != NULL) {
            used |= c->kindmask & 15;
            *written |= c->kindmask >> 4 != AMP__CHECK_READ ? c->kindmask & 15 : 0;
        }
    }
    return used;
}

/* The bytes of marks of r: half a byte a word, used, and as much again, written. */
static AMP__CHECK size_t amp__check_half_marks(const amp__check_watched *r)
{
    return (r->words / AMP__CHECK_BLOCK + 1) * (AMP__CHECK_BLOCK / 2);
}

/* The bytes of a word that were written, as announced: by the marks of all workers where there are
   some, else by its records. */
static AMP__INLINE AMP__CHECK int amp__check_written_bytes(const amp__check_watched *r,
                                                           size_t word)
{
    int written;
    if (r->marks != NULL) {
        return r->marks[amp__check_half_marks(r) + (word >> 1)] >> (word & 1) * 4 & 15;
    }
    (void)amp__check_word_bytes(r, word, &written);
    return written;
}

/* Whether a word of r was written, as announced, or anything of its element if that is a struct. */
static AMP__CHECK int amp__check_element_written(const amp__check_watched *r, size_t word)
{
    const amp__check_array *a = &amp__check_shared.array[r->argument];
    size_t n, offset;
    if (amp__check_written_bytes(r, word) != 0) {
        return 1;
    }
    if (!a->parts || r->low + word * 4 < a->low) {
        return 0;
    }
    offset = r->low + word * 4 - a->low;
    word = (a->low - r->low + offset / a->size * a->size) / 4;
    for (n = a->size / 4 + 1; n > 0 && word < r->words; n--, word++) {
        if (amp__check_written_bytes(r, word) != 0) {
            return 1;
        }
    }
    return 0;
}

/* The end of the block of words of r that begins at `from`. */
static AMP__INLINE AMP__CHECK size_t amp__check_block_end(const amp__check_watched *r, size_t from)
{
    return r->words - from < AMP__CHECK_BLOCK ? r->words : from + AMP__CHECK_BLOCK;
}

/* Clears the memory of accesses of such a block. */
static AMP__CHECK void amp__check_clear_block(const amp__check_watched *r, size_t from)
{
    const size_t n = amp__check_block_end(r, from) - from;
    const struct { void *at; size_t size; int used; } part[] = {
        { r->first + from, sizeof(*r->first), AMP__CHECK_FIRSTS },
        { r->second + from, sizeof(*r->second), AMP__CHECK_SECONDS },
        { r->head + from, sizeof(*r->head), AMP__CHECK_HEADS }
    };
    int i;
    for (i = 0; i < 3; i++) {
        if (r->touched[from / AMP__CHECK_BLOCK] & part[i].used) {
            __builtin_memset(part[i].at, 0, n * part[i].size);
            amp__check_shared.bytes_kept += n * part[i].size;
        }
    }
}

/* Finds what a word of an `out` view held before the first of its atomic operations: nothing, where
   nobody writes it in the launch, nor stores there. */
static AMP__CHECK void amp__check_judge_atomics(const amp__check_watched *r, size_t word)
{
    const amp__check_record *c, *first = NULL;
    unsigned cursor = 0;
    int set = 0;
    while ((c = amp__check_next_record(r, word, &cursor)) != NULL) {
        if (c->kindmask >> 4 == AMP__CHECK_ATOMIC && !(c->flags & AMP__CHECK_MIXED)) {
            first = first == NULL || c->k1 < first->k1
                        || (c->k1 == first->k1
                            && amp__check_comes_second(first->site, 0, c->site, 0)) ? c : first;
        } else if (c->kindmask >> 4 != AMP__CHECK_READ) {
            set |= c->kindmask & 15;
        }
    }
    if (first != NULL && !(first->kindmask & 15 & set)) {
        amp__check_find_unset(r->low + (uintptr_t)word * 4, 0, first->k1 - 1, AMP__CHECK_ATOMIC,
                              first->site, 0, 0);
    }
}

/* Judges a block of words. Most have only been read, or were one tile's. */
static AMP__CHECK void amp__check_judge_block(amp__check_watched *r, size_t from, size_t to)
{
    const unsigned threads = amp__check_shared.threads;
    size_t w;
    for (w = r->undefined ? from : to; w < to; w++) {
        if (r->first[w].kindmask >> 4 == AMP__CHECK_ATOMIC
            || (r->first[w].flags & AMP__CHECK_SECOND)) {
            amp__check_judge_atomics(r, w);
        }
    }
    for (w = r->written || r->undefined || r->partly ? from : to; w < to; w++) {
        const amp__check_record *a = &r->first[w], *b;
        int written = a->kindmask >> 4 != AMP__CHECK_READ, unset = a->flags & AMP__CHECK_UNSET;
        if (a->flags & AMP__CHECK_SECOND) {
            b = &r->second[w];
            written |= b->kindmask >> 4 != AMP__CHECK_READ;
            unset |= b->flags & AMP__CHECK_UNSET;
            if (b->site != AMP__CHECK_CHAIN && !unset
                && (!written
                    || (a->k2 == 0 && b->k2 == 0
                        && ((a->k1 == b->k1 && !((a->flags ^ b->flags) & AMP__CHECK_RUN))
                            || (!((a->flags | b->flags) & AMP__CHECK_RUN)
                                && (a->k1 - 1) / threads == (b->k1 - 1) / threads))))) {
                continue;
            }
        } else if (!unset && (!written || a->k2 == 0)) {
            continue;
        }
        if (r->small) {
            amp__check_split_runs(r, w);
        }
        amp__check_judge_word(r, w);
    }
}

/* ==== 2 intervals ======================================================== */

/* Where the word of a head lies. */
static AMP__CHECK uintptr_t amp__check_head_address(const amp__check_head *h)
{
    return (h->owner < 0 ? (uintptr_t)amp__check_shared.tile_memory
                         : amp__check_shared.watched[h->owner].low) + (uintptr_t)h->word * 4;
}

/* A node as one side of a race. */
static AMP__CHECK void amp__check_node_races(amp__check_racer *x, const amp__check_node *n)
{
    const unsigned base = amp__check_shared.base;
    x->site = n->site;
    x->kind = n->kind;
    x->key[0] = base + n->t1;
    x->key[1] = n->t2 == 0xffff ? AMP__CHECK_NONE : base + n->t2;
    x->round = amp__check_shared.round < 24 ? (unsigned)__builtin_ctz(n->rounds) : AMP__CHECK_NONE;
}

/* Judges two nodes of one word in one interval of a tile. */
static AMP__NOINLINE AMP__CHECK void amp__check_judge_pair(const amp__check_head *h,
                                                           const amp__check_node *a,
                                                           const amp__check_node *b)
{
    const int tile = h->owner < 0;
    int rule = amp__check_conflict(a->kind, a->flags, a->value, a->mask, b->kind, b->flags,
                                   b->value, b->mask,
                                   tile ? AMP_CHECK_TILE_RACE : AMP_CHECK_GLOBAL_RACE);
    amp__check_racer x, y;
    if (rule < 0) {
        return;
    }
    if (!(a->rounds & b->rounds)
        && (rule == AMP_CHECK_TILE_RACE || rule == AMP_CHECK_GLOBAL_RACE)) {
        rule = AMP_CHECK_FENCE_RACE; /* never between the same two barriers */
    }
    amp__check_node_races(&x, a);
    amp__check_node_races(&y, b);
    amp__check_find_race(rule, amp__check_head_address(h)
                                   + (unsigned)__builtin_ctz((unsigned)(a->mask & b->mask)),
                         tile, &x, &y, 1, 0);
}

/* A mask of four bits as one of four lanes of 16. */
static AMP__INLINE AMP__CHECK uint64_t amp__check_lanes(unsigned mask)
{
    return ((mask * 0x0000200040008001ull) & 0x0001000100010001ull) * 0xffff;
}

/* Judges all pairs of a word's nodes, and its reads of nothing, where several threads' nodes may be
   in conflict. */
static AMP__NOINLINE AMP__CHECK void amp__check_judge_nodes(amp__check_head *h)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_node *n = (amp__check_node *)k->nodes.at;
    unsigned i, j;
    int many = 0, unset = 0, writes = 0;
    uint64_t users = 0, used = 0;
    for (i = h->first; i != 0; i = n[i].next) { /* a byte that two threads used? */
        const uint64_t bytes = amp__check_lanes(n[i].mask);
        const uint64_t user = n[i].t1 * 0x0001000100010001ull & bytes;
        many |= n[i].t2 != 0xffff || ((user ^ users) & bytes & used) != 0;
        users |= user;
        used |= bytes;
        writes |= n[i].kind != AMP__CHECK_READ;
        unset |= n[i].flags & AMP__CHECK_UNSET;
    }
    if (many && writes) {
        for (i = h->first; i != 0; i = n[i].next) {
            for (j = i; j != 0; j = n[j].next) {
                if ((n[i].mask & n[j].mask)
                    && (n[i].kind != n[j].kind || n[i].kind == AMP__CHECK_WRITE)
                    && (n[i].t1 != n[j].t1 || (n[i].t2 & n[j].t2) != 0xffff)) {
                    amp__check_judge_pair(h, &n[i], &n[j]);
                }
            }
        }
    }
    for (i = h->first; unset && i != 0; i = n[i].next) {
        if (n[i].flags & AMP__CHECK_UNSET) {
            int missing = n[i].mask & ~h->set, b;
            unsigned other = 0;
            for (j = h->first; j != 0; j = n[j].next) {
                if (n[j].kind != AMP__CHECK_READ && (n[j].mask & missing)
                    && (n[j].kind == AMP__CHECK_WRITE
                        || (n[i].kind != AMP__CHECK_ATOMIC
                            && ((n[i].flags ^ n[j].flags) & AMP__CHECK_WIDTH)))
                    && (j != i || n[j].t2 != 0xffff)
                    && (n[j].t2 != 0xffff || n[i].t2 != 0xffff || n[j].t1 != n[i].t1)
                    && (other == 0 || amp__check_comes_second(other, 0, n[j].site, 0))) {
                    other = n[j].site;
                }
            }
            for (b = 0; b < 3 && !(missing >> b & 1); b++) {
            }
            if (h->owner < 0 || other != 0) {
                amp__check_find_unset(amp__check_head_address(h) + (uintptr_t)b, h->owner < 0,
                                      k->base + n[i].t1, n[i].kind, n[i].site,
                                      other, n[i].kind == AMP__CHECK_READ ? n[i].value : 0);
            } else { /* another tile may have written it: known at the end */
                amp__check_record *r = amp__check_single_record(
                    &k->watched[h->owner], h->word,
                    k->base + n[i].t1, n[i].site, n[i].kind, n[i].mask,
                    n[i].flags & AMP__CHECK_WIDTH, 0);
                if (r != NULL) {
                    amp__check_mark_unset(r, n[i].value);
                }
            }
        }
    }
}

/* Ends a word's interval: judges all pairs of its nodes and its reads of nothing, and
   frees the nodes. Most are one thread's, or only read. */
static AMP__CHECK void amp__check_judge_interval(amp__check_head *h)
{
    amp__check_node *n = (amp__check_node *)amp__check_shared.nodes.at;
    const unsigned first = h->first;
    unsigned i = first, last = first, others = 0, written = 0, unset = 0, thread;
    if (first == 0) {
        return;
    }
    thread = n[first].t1;
    do {
        last = i;
        others |= (n[i].t1 ^ thread) | (n[i].t2 ^ 0xffffu);
        written |= n[i].kind != AMP__CHECK_READ ? n[i].mask : 0u;
        unset |= n[i].flags & AMP__CHECK_UNSET;
        i = n[i].next;
    } while (i != 0);
    if (unset
        || (others != 0 && written != 0 && (last != first || n[first].kind == AMP__CHECK_WRITE))) {
        amp__check_judge_nodes(h);
    }
    h->set |= (unsigned char)written;
    n[last].next = amp__check_shared.free_node;
    amp__check_shared.free_node = first;
    h->first = 0;
}

/* Notes the thread t in the set of threads of node m, which wrote to a word that held nothing, as a
   third thread at least: each of them may read what it wrote. Without memory for a set, or a number
   for it, all threads count as in it. */
static AMP__NOINLINE AMP__CHECK void amp__check_note_user(amp__check_node *m, unsigned t)
{
    amp__list *g = &amp__check_shared.users;
    const size_t words = (amp__check_shared.threads + 63) / 64;
    uint64_t *set;
    size_t i;
    if (m->users == 0) {
        m->users = 0xffff;
        for (i = 0; i < words; i++, g->used++) {
            if (!amp__check_grow(g, sizeof(*set))) {
                return;
            }
            ((uint64_t *)g->at)[g->used] = 0;
        }
        if (g->used / words >= 0xffff) {
            g->used -= words;
            return;
        }
        m->users = (unsigned short)(g->used / words);
        amp__check_note_user(m, m->t1);
        amp__check_note_user(m, m->t2);
    }
    if (m->users != 0xffff) {
        set = (uint64_t *)g->at + (m->users - 1) * words;
        set[t / 64] |= (uint64_t)1 << t % 64;
    }
}

/* Whether the thread t of the tile at work is one of the node's. */
static AMP__INLINE AMP__CHECK int amp__check_used_by(const amp__check_node *n, unsigned t)
{
    const amp__check_state *k = &amp__check_shared;
    if (n->t1 == t || n->t2 == t || __builtin_expect(n->users == 0, 1)) {
        return n->t1 == t || n->t2 == t;
    }
    return n->users == 0xffff
           || (((const uint64_t *)k->users.at)[(n->users - 1u) * ((k->threads + 63) / 64) + t / 64]
                   >> t % 64 & 1);
}

/* Adds an access of the thread at work to the interval of a word. reads: it needs a value there;
   mask: its bytes; defined: those that hold something without a write in this tile. */
static AMP__INLINE AMP__CHECK void amp__check_add_access(amp__check_head *h, unsigned epoch,
                                                         unsigned site, int kind, int reads,
                                                         int mask, int width, unsigned value,
                                                         int defined)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_node *n = (amp__check_node *)k->nodes.at;
    const unsigned t = k->thread;
    const unsigned now = 1u << k->round % 24;
    unsigned i, join = 0;
    int have = defined;
    if (h->epoch != epoch) {
        h->epoch = epoch;
        if (h->first != 0) {
            amp__check_judge_interval(h);
        }
    }
    have |= h->set;
    for (i = h->first; i != 0; i = n[i].next) {
        if (n[i].kind != AMP__CHECK_READ && amp__check_used_by(&n[i], t)) {
            have |= n[i].mask;
        }
        if (n[i].site == site && n[i].kind == kind && n[i].mask == mask) {
            if (n[i].rounds == now) {
                join = i;
            } else if (join == 0 && n[i].t1 == t && n[i].t2 == 0xffff) {
                join = i;
            }
        }
    }
    if (join != 0) {
        amp__check_node *m = &n[join];
        if (kind != AMP__CHECK_READ && (mask & ~(h->set | defined)) && m->t2 != 0xffff
            && t != m->t1 && t != m->t2) {
            amp__check_note_user(m, t);
        }
        if (t != m->t1) {
            if (t < m->t1) {
                m->t2 = m->t1;
                m->t1 = (unsigned short)t;
            } else if (t < m->t2) {
                m->t2 = (unsigned short)t;
            }
        }
        m->rounds |= now;
        if (kind == AMP__CHECK_WRITE && m->value != value) {
            m->flags |= AMP__CHECK_MIXED;
        }
        if (reads && (mask & ~have)) {
            if (value == 0 || !(m->flags & AMP__CHECK_UNSET)) {
                m->value = value;
            }
            m->flags |= AMP__CHECK_UNSET;
        }
        return;
    }
    if (k->free_node != 0) {
        i = k->free_node;
        k->free_node = n[i].next;
    } else {
        if (k->nodes.used == 0) {
            k->nodes.used = 1; /* 0 is no node */
        }
        if (!amp__check_grow(&k->nodes, sizeof(*n))) {
            return;
        }
        n = (amp__check_node *)k->nodes.at;
        i = (unsigned)k->nodes.used++;
    }
    n[i].site = (unsigned short)site;
    n[i].kind = (unsigned char)kind;
    n[i].mask = (unsigned char)mask;
    n[i].flags = (unsigned char)(width | (reads && (mask & ~have) ? AMP__CHECK_UNSET : 0));
    n[i].t1 = (unsigned short)t;
    n[i].t2 = 0xffff;
    n[i].users = 0;
    n[i].rounds = now;
    n[i].value = value;
    n[i].next = h->first;
    h->first = i;
}

/* The fast path: a word of r has no head, and so no list of accesses, as long as its records say
   all that the tile at work did to it: each byte is one thread's, in one barrier interval. The
   word's number of a head then says when that was, by the tile's barriers and its fences of views,
   and a head can be made from the records when another access comes. Most words never get one. */
static AMP__INLINE AMP__CHECK unsigned amp__check_headless_mark(const amp__check_state *k)
{
    const unsigned fences = k->epoch[1] - k->first_global;
    return k->round < 0x7fff && fences < 0xffff ? AMP__CHECK_HEADLESS | k->round << 16 | fences : 0;
}

/* Whether a word needs no head before an access of the thread `key`, where it needed none so far in
   this interval: of elements of 1 or 2 bytes as long as there are only runs, of threads of this
   tile; of others as long as they are this thread's. */
static AMP__INLINE AMP__CHECK int amp__check_is_headless_before(const amp__check_watched *r,
                                                                size_t word, unsigned key)
{
    const amp__check_record *first = &r->first[word], *second;
    if (r->small) {
        return 1;
    }
    if (first->k1 != key + 1 || first->k2 != 0 || !(first->flags & AMP__CHECK_SECOND)) {
        return first->k1 == key + 1 && first->k2 == 0;
    }
    second = &r->second[word];
    return second->k1 == key + 1 && second->k2 == 0 && second->site != AMP__CHECK_CHAIN;
}

/* Whether the word needs no head after that access, of record p. */
static AMP__INLINE AMP__CHECK int amp__check_is_headless_after(const amp__check_watched *r,
                                                               size_t word,
                                                               const amp__check_record *p,
                                                               unsigned key)
{
    const amp__check_state *k = &amp__check_shared;
    if (p->flags & AMP__CHECK_MIXED) {
        return 0;
    }
    if (r->small) {
        return (p->flags & AMP__CHECK_RUN) && p->k1 > k->base
               && p->k1 - 1 - k->base + 4 / (unsigned)r->small <= k->threads;
    }
    return p->k1 == key + 1 && p->k2 == 0 && (p == &r->first[word] || p == &r->second[word]);
}

/* A new head for a word of r, of the tile at work; NULL where memory ran out. */
static AMP__INLINE AMP__CHECK amp__check_head *amp__check_new_head(amp__check_watched *r,
                                                                   size_t word)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_head *h;
    if (!amp__check_grow(&k->heads, sizeof(*h))) {
        return NULL;
    }
    h = (amp__check_head *)k->heads.at + k->heads.used;
    r->head[word] = (unsigned)k->heads.used++;
    r->touched[word / AMP__CHECK_BLOCK] |= AMP__CHECK_HEADS;
    h->word = (unsigned)word;
    h->owner = (short)(r - k->watched);
    h->first = 0;
    h->set = 0;
    h->epoch = k->epoch[1];
    return h;
}

/* Adds to h what the record q says of the tile at work. */
static AMP__CHECK void amp__check_add_record(amp__check_head *h, const amp__check_record *q,
                                             int small)
{
    amp__check_state *k = &amp__check_shared;
    const int run = q->flags & AMP__CHECK_RUN, size = run ? small : 4;
    const int kind = q->kindmask >> 4;
    int e;
    for (e = 0; e < 4 / size; e++) {
        const int mask = ((1 << size) - 1) << e * size & q->kindmask & 15;
        const unsigned thread = q->k1 - 1 - k->base + (unsigned)e;
        if (mask != 0 && thread < k->threads) {
            k->thread = thread;
            amp__check_add_access(h, h->epoch, q->site, kind, 0, mask, q->flags & AMP__CHECK_WIDTH,
                                  q->value & amp__check_bits(mask), 15);
        }
    }
}

/* The head of a word of r, of the tile at work; NULL where it has none. One that was left out is
   made from the word's records. */
static AMP__CHECK amp__check_head *amp__check_head_of(amp__check_watched *r, size_t word)
{
    amp__check_state *k = &amp__check_shared;
    const unsigned n = r->head[word], round = k->round, thread = k->thread, epoch = k->epoch[1];
    amp__check_head *h = NULL;
    const amp__check_record *q;
    unsigned cursor = 0;
    if (!(n & AMP__CHECK_HEADLESS)) {
        h = (amp__check_head *)k->heads.at + n;
        return n != 0 && n < k->heads.used && h->word == word && h->owner == (short)(r - k->watched)
                   ? h : NULL;
    }
    while ((q = amp__check_next_record(r, word, &cursor)) != NULL) {
        if (q->k1 - 1 - k->base < k->threads) { /* else of an earlier tile */
            if (h == NULL) {
                h = amp__check_new_head(r, word);
                if (h == NULL) {
                    return NULL;
                }
                k->round = n >> 16 & 0x7fff;
                k->epoch[1] = k->first_global + (n & 0xffff);
                h->epoch = k->epoch[1];
            }
            amp__check_add_record(h, q, r->small);
        }
    }
    k->round = round;
    k->epoch[1] = epoch;
    k->thread = thread;
    return h;
}

#endif /* AMP_CHECK_SHADOW_H */
