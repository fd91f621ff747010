/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_FINDINGS_H
#define AMP_CHECK_FINDINGS_H
/*
amp/check/findings.h: sites of the program, by number, and what went wrong at them,
counted.
*/

#include "state.h"

/* See amp__check_intern. */
static AMP__COLD unsigned amp__check_intern_unseen(const amp__check_site *s)
{
    amp__check_state *k = &amp__check_shared;
    const uintptr_t mixed = (s->pc ^ ((uintptr_t)s->racy << 7) ^ ((uintptr_t)s->near << 3)
                             ^ (uintptr_t)s->text ^ ((uintptr_t)s->line << 16))
                            * (uintptr_t)0x9e3779b97f4a7c15ull;
    unsigned i = (unsigned)((unsigned long long)mixed >> (sizeof(mixed) > 4 ? 40 : 15)) & 0x1ffff;
    if (!amp__check_make(&k->site_slot, 0x20000, sizeof(*k->site_slot))
        || !amp__check_make(&k->site, 65536, sizeof(*k->site))) {
        k->incomplete = 1;
        return 0;
    }
    for (;; i = (i + 1) & 0x1ffff) {
        const unsigned n = k->site_slot[i];
        const amp__check_site *o = &k->site[n];
        if (n == 0) {
            break;
        }
        if (o->pc == s->pc && o->racy == s->racy && o->near == s->near && o->text == s->text
            && o->line == s->line) {
            return n;
        }
    }
    if (k->site_count >= AMP__CHECK_SITES) {
        k->incomplete = 1;
        return 0;
    }
    k->site[++k->site_count] = *s;
    k->site_slot[i] = (unsigned short)k->site_count;
    return k->site_count;
}

/* The number of a site, the same for the same site. Returns 0 where there are too
   many, or no memory. (A compiler may copy a struct by memcpy, which is announced: not here.) */
static AMP__COLD unsigned amp__check_intern(uintptr_t pc, const char *text, unsigned line,
                                            const char *racy, const char *near)
{
    const int on = amp__check_on;
    amp__check_site s;
    unsigned number;
    amp__check_on = 0;
    s.pc = pc;
    s.text = text;
    s.line = line;
    s.racy = racy;
    s.near = near;
    number = amp__check_intern_unseen(&s);
    amp__check_on = on;
    return number;
}

/* The site of a text "file:line", or, with a line, of a file's name and that line. */
static AMP__COLD unsigned short amp__check_text_site(const char *text, unsigned line)
{
    return (unsigned short)amp__check_intern(0, text, line, NULL, NULL);
}

/* The site of an instruction, by a table of those that were asked for last. */
static AMP__INLINE AMP__CHECK unsigned amp__check_site_of(uintptr_t pc, const char *racy,
                                                          const char *near)
{
    amp__check_state *k = &amp__check_shared;
    const unsigned c = (unsigned)(pc ^ (pc >> 8)) & 255;
    if (k->cache[c].pc != pc || k->cache[c].racy != racy || k->cache[c].near != near) {
        k->cache[c].site = (unsigned short)amp__check_intern(pc, NULL, 0, racy, near);
        k->cache[c].pc = pc;
        k->cache[c].racy = racy;
        k->cache[c].near = near;
    }
    return k->cache[c].site;
}

/* An index as reports have it. */
static AMP__INLINE AMP__CHECK int amp__check_nearest_int(long long n)
{
    return n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n;
}

/* The name of an array as the user wrote it: AMP_SHORT_NAMES makes amp_mine of `mine`, and the like
   of other words of the kernel language. */
static AMP__INLINE AMP__CHECK const char *amp__check_plain_name(const char *name)
{
    return strncmp(name, "amp_", 4) == 0 && name[4] != '_' ? name + 4 : name;
}

/* See amp__check_find. */
static AMP__COLD void amp__check_find_unseen(const amp__check_finding *found)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_finding *f = (amp__check_finding *)k->findings.at;
    size_t i;
    for (i = 0; i < k->findings.used; i++) {
        if (f[i].rule == found->rule && f[i].array == found->array && f[i].site_a == found->site_a
            && f[i].site_b == found->site_b && f[i].kind_a == found->kind_a
            && f[i].kind_b == found->kind_b && f[i].stray == found->stray) {
            const unsigned long long n = f[i].count + found->count;
            if (found->key_a < f[i].key_a
                || (found->key_a == f[i].key_a
                    && (found->key_b < f[i].key_b
                        || (found->key_b == f[i].key_b && found->at < f[i].at)))) {
                f[i] = *found;
            }
            f[i].count = n;
            return;
        }
    }
    if (k->findings.used >= AMP__CHECK_FINDINGS || !amp__check_grow(&k->findings, sizeof(*f))) {
        k->lost++; /* a fault all the same */
        return;
    }
    f = (amp__check_finding *)k->findings.at;
    f[k->findings.used++] = *found;
}

/* Of a launch that several workers share: it is to run once more, on one. */
static AMP__COLD void amp__check_suspect(void)
{
    *(volatile int *)&amp__check_process.suspect = 1;
}

/* Counts a finding. The witness kept is the lowest, so that it does not
   depend on the order of threads and tiles. */
static AMP__COLD void amp__check_find(const amp__check_finding *found)
{
    const int on = amp__check_on;
    amp__check_on = 0;
    amp__check_suspect();
    amp__check_find_unseen(found);
    amp__check_on = on;
}

/* A finding of one occurrence, and of nothing yet. Not by memset: in a kernel. */
static AMP__COLD void amp__check_clear_finding(amp__check_finding *f, int rule)
{
    unsigned char *p = (unsigned char *)f;
    size_t i;
    for (i = 0; i < sizeof(*f); i++) {
        p[i] = 0;
    }
    f->rule = rule;
    f->array = -1;
    f->count = 1;
    f->dimension = -1;
    f->key_a = f->key_b = AMP__CHECK_NONE;
}

/* The number of the array in which an address lies, or else of the one before it, or
   else of the first; -1 where there is none. tile: among tile arrays, else views;
   writes: of views over the same memory a writable one. */
static AMP__COLD int amp__check_array_at(uintptr_t at, int tile, int writes)
{
    amp__check_state *k = &amp__check_shared;
    int i, best = -1, nearest = -1, first = -1;
    for (i = 0; i < k->array_count; i++) {
        const amp__check_array *a = &k->array[i];
        if (a->tile != tile) {
            continue;
        }
        first = first < 0 ? i : first;
        if (at >= a->low && at < a->high
            && (best < 0 || (writes && a->writable && !k->array[best].writable))) {
            best = i;
        } else if (a->high <= at && (tile || at - a->high < 8192)
                   && (nearest < 0 || a->high > k->array[nearest].high)) {
            nearest = i;
        }
    }
    return best >= 0 ? best : nearest >= 0 ? nearest : first;
}

/* Sets where f is: in which array, and at which byte of it; tile and writes: as for
   amp__check_array_at. */
static AMP__COLD void amp__check_place_finding(amp__check_finding *f, uintptr_t at, int tile,
                                               int writes)
{
    f->array = amp__check_array_at(at, tile, writes);
    f->at = f->array < 0 ? 0 : (ptrdiff_t)(at - amp__check_shared.array[f->array].low);
}

/* A finding of what the thread at work does there, by an access of that kind. */
static AMP__COLD void amp__check_begin_finding(amp__check_finding *f, int rule, unsigned site,
                                               int kind)
{
    amp__check_clear_finding(f, rule);
    f->site_a = f->site_b = (unsigned short)site;
    f->kind_a = (unsigned char)kind;
    f->key_a = amp__check_shared.base + amp__check_shared.thread;
}

/* The bits of a word that belong to its bytes in `mask`, of four bits. */
static AMP__INLINE AMP__CHECK unsigned amp__check_bits(int mask)
{
    return ((unsigned)mask * 0x204081u & 0x01010101u) * 0xffu;
}

/* Returns the rule that two accesses of different threads break, or -1; `rule` is
   the one for a plain race. */
static AMP__INLINE AMP__CHECK int amp__check_conflict(int kind_a, int flags_a, unsigned value_a,
                                                      int mask_a, int kind_b, int flags_b,
                                                      unsigned value_b, int mask_b, int rule)
{
    const int both = mask_a & mask_b;
    if (both == 0 || (kind_a == kind_b && kind_a != AMP__CHECK_WRITE)) {
        return -1;
    }
    if (kind_a == AMP__CHECK_ATOMIC || kind_b == AMP__CHECK_ATOMIC) {
        const int other = kind_a == AMP__CHECK_ATOMIC ? kind_b : kind_a;
        return other == AMP__CHECK_WRITE || ((flags_a ^ flags_b) & AMP__CHECK_WIDTH)
                   ? AMP_CHECK_ATOMIC_RACE
                   : -1;
    }
    if (kind_a != kind_b || ((flags_a | flags_b) & AMP__CHECK_MIXED)) {
        return rule;
    }
    return ((value_a ^ value_b) & amp__check_bits(both)) == 0 ? AMP_CHECK_SAME_VALUE_WRITE : rule;
}

/* Whether access a comes second in reports: one order, whichever ran first. */
static AMP__COLD int amp__check_comes_second(unsigned site_a, int kind_a, unsigned site_b,
                                             int kind_b)
{
    const amp__check_site *a = &amp__check_shared.site[site_a],
                          *b = &amp__check_shared.site[site_b];
    if (a->pc != b->pc) {
        return a->pc > b->pc;
    }
    if (a->near != b->near) {
        return (uintptr_t)a->near > (uintptr_t)b->near;
    }
    if (a->racy != b->racy) {
        return (uintptr_t)a->racy > (uintptr_t)b->racy;
    }
    return kind_a < kind_b;
}

/* One of two accesses that race: by whom. */
typedef struct amp__check_racer {
    unsigned site;
    int kind;
    unsigned key[2]; /* its two lowest threads; AMP__CHECK_NONE: there is no second */
    unsigned round;  /* the first barrier round of it */
} amp__check_racer;

/* Counts a race of a and b at `at`, in tile memory or in a view; not where all that did it belong
   together, as `together` threads of a tile do where tiles race. apart: it is one of different
   tiles. The lowest pair is the witness. */
static AMP__COLD void amp__check_find_race(int rule, uintptr_t at, int tile,
                                           const amp__check_racer *a, const amp__check_racer *b,
                                           unsigned together, int apart)
{
    const int swapped = amp__check_comes_second(a->site, a->kind, b->site, b->kind);
    const amp__check_racer *const x = swapped ? b : a, *const y = swapped ? a : b;
    unsigned key_x = x->key[0], key_y = y->key[0];
    amp__check_finding f;
    int turned;
    if (key_x / together == key_y / together) {
        if (y->key[1] != AMP__CHECK_NONE
            && (x->key[1] == AMP__CHECK_NONE || y->key[1] <= x->key[1])) {
            key_y = y->key[1];
        } else if (x->key[1] != AMP__CHECK_NONE) {
            key_x = x->key[1];
        } else {
            return;
        }
    }
    amp__check_clear_finding(&f, rule);
    amp__check_place_finding(&f, at, tile, 1);
    f.at_word = 1;
    f.apart = (unsigned char)apart;
    f.round = x->round;
    f.site_a = (unsigned short)x->site;
    f.site_b = (unsigned short)y->site;
    f.kind_a = (unsigned char)x->kind;
    f.kind_b = (unsigned char)y->kind;
    turned = x->site == y->site && x->kind == y->kind && key_x > key_y;
    f.key_a = turned ? key_y : key_x;
    f.key_b = turned ? key_x : key_y;
    amp__check_find(&f);
}

#endif /* AMP_CHECK_FINDINGS_H */
