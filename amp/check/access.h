/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_ACCESS_H
#define AMP_CHECK_ACCESS_H
/*
amp/check/access.h: what happens at an access of the program: of the host, of a
kernel to a view, of a kernel to tile memory.

An access that writes is judged when the next one arrives (amp__check_judge_pending): only
then is its value in memory.
*/

#include "host.h"
#include "crash.h"
#include "memory.h"

/* The width of an access, as flags of a node: 1, 2, 4, 8 bytes, or other. */
static AMP__INLINE AMP__CHECK int amp__check_width(uintptr_t at, unsigned size)
{
    return (at & (size - 1)) != 0 ? 0x60
           : size == 4            ? 0x30
           : size == 8            ? 0x40
           : size == 1            ? 0x10
           : size == 2            ? 0x20
                                  : 0x50;
}

/* A word of memory, which for the program may be of any type. */
typedef unsigned __attribute__((may_alias)) amp__check_word;

/* Which of the bytes `mask` of the word at `at` held something when the launch began:
   not those of an `out` view, nor those that are discarded. */
static AMP__NOINLINE AMP__CHECK int amp__check_defined(const amp__check_watched *r, uintptr_t at,
                                                       int mask)
{
    const amp__check_bytes *m;
    int i, defined = r->undefined ? 0 : mask;
    for (m = amp__check_shared.bytes; !r->undefined && m != NULL; m = m->next) {
        for (i = 0; m->kind == AMP__CHECK_BYTES_DISCARDED && i < 4; i++) {
            if (amp__check_bytes_have(m, at + (uintptr_t)i)
                && (!m->fresh || ((const unsigned char *)at)[i] == AMP__UNWRITTEN)) {
                defined &= ~(1 << i);
            }
        }
    }
    return defined;
}

/* The bytes of a word that were set in an earlier interval of the tile, or by the thread at
   work. */
static AMP__CHECK int amp__check_bytes_set(const amp__check_head *h, unsigned epoch)
{
    const amp__check_node *n = (const amp__check_node *)amp__check_shared.nodes.at;
    const unsigned t = amp__check_shared.thread;
    int have = h->set;
    unsigned i;
    for (i = h->first; i != 0; i = n[i].next) {
        if (n[i].kind != AMP__CHECK_READ && (h->epoch != epoch || amp__check_used_by(&n[i], t))) {
            have |= n[i].mask;
        }
    }
    return have;
}

/* The bytes of a word of r that the thread `key` wrote, in a simple kernel. */
static AMP__CHECK int amp__check_bytes_written_by(const amp__check_watched *r, uintptr_t word,
                                                  unsigned key)
{
    const amp__check_record *q;
    unsigned i = 0;
    int own = 0;
    while ((q = amp__check_next_record(r, word, &i)) != NULL) {
        if (q->kindmask >> 4 == AMP__CHECK_READ) {
            continue;
        }
        if (q->flags & AMP__CHECK_RUN) { /* its element alone */
            if (key + 1 - q->k1 < 4 / (unsigned)r->small) {
                own |= ((1 << r->small) - 1) << (key + 1 - q->k1) * (unsigned)r->small
                       & q->kindmask & 15;
            }
        } else if (q->k1 == key + 1 || q->k2 == key + 1
                   || (q->kindmask >> 4 == AMP__CHECK_ATOMIC && q->value == key + 1)) {
            own |= q->kindmask & 15;
        }
    }
    return own;
}

/* Whether any of `size` bytes at `at`, in tile memory (r NULL) or in r, holds something for the
   thread at work. */
static AMP__CHECK int amp__check_any_set(amp__check_watched *r, uintptr_t at, size_t size)
{
    const amp__check_state *k = &amp__check_shared;
    const uintptr_t base = r != NULL ? r->low : (uintptr_t)k->tile_memory;
    uintptr_t word = (at - base) >> 2;
    const uintptr_t last = (at + size - 1 - base) >> 2;
    int mask = 15 << (at & 3) & 15, have;
    for (; word <= last; word++, mask = 15) {
        mask &= word == last ? 15 >> (3 - ((at + size - 1) & 3)) : 15;
        if (r == NULL) {
            const amp__check_head *h = &k->tile_head[word];
            have = h->epoch < k->first_epoch ? 0 : amp__check_bytes_set(h, k->epoch[0]);
        } else {
            have = amp__check_defined(r, r->low + word * 4, 15);
            if (k->simple) {
                have |= amp__check_bytes_written_by(r, word, k->base);
            } else {
                const amp__check_head *h = amp__check_head_of(r, word);
                have |= h != NULL ? amp__check_bytes_set(h, k->epoch[1]) : 0;
            }
        }
        if (have & mask) {
            return 1;
        }
    }
    return 0;
}

/* An access of the thread at work to the bytes `mask` of a word of the watched memory r. defined:
   bytes that hold something; value: what it wrote; of a read: amp__check_read_of_struct. */
static AMP__INLINE AMP__CHECK void amp__check_view_word(amp__check_watched *r, size_t word,
                                                        int width, int kind, int reads,
                                                        unsigned site, int mask, unsigned value,
                                                        int defined)
{
    amp__check_state *k = &amp__check_shared;
    const unsigned key = k->base + k->thread, once = k->simple ? 0 : amp__check_headless_mark(k);
    const int again = once != 0 && r->head[word] == once
        && amp__check_is_headless_before(r, word, key);
    amp__check_head *h = k->simple || again ? NULL : amp__check_head_of(r, word);
    amp__check_record *p =
        mask & ~defined
            ? amp__check_single_record(r, (unsigned)word, key, site, kind, mask, width, value)
            : amp__check_record_of(r, (unsigned)word, key, site, kind, mask, width, value);
    if (kind == AMP__CHECK_ATOMIC && !reads && p != NULL) {
        p->flags |= AMP__CHECK_MIXED;
    }
    if (k->simple) {
        if ((mask & ~defined) && p != NULL) {
            amp__check_mark_unset(p, value);
        }
        return;
    }
    if (h == NULL) {
        if (once != 0 && p != NULL && !(mask & ~defined)
            && amp__check_is_headless_after(r, word, p, key)) {
            r->head[word] = once;
            r->touched[word / AMP__CHECK_BLOCK] |= AMP__CHECK_HEADS;
            return;
        }
        h = again ? amp__check_head_of(r, word) : NULL;
        h = h != NULL ? h : amp__check_new_head(r, word);
        if (h == NULL) {
            return;
        }
    }
    amp__check_add_access(h, k->epoch[1], site, kind, reads, mask, width, value, defined);
}

/* An access of the thread at work to the watched memory r, word by word. reads: it
   needs a value there; beside: see amp__check_read_of_struct. */
static AMP__CHECK void amp__check_view_words(amp__check_watched *r, uintptr_t at, unsigned size,
                                             int width, int kind, int reads, unsigned site,
                                             unsigned beside)
{
    const amp__check_state *k = &amp__check_shared;
    const unsigned key = k->base + k->thread;
    uintptr_t word = (at - r->low) >> 2;
    const uintptr_t last = (at + size - 1 - r->low) >> 2;
    int mask = 15 << (at & 3) & 15;
    if (__builtin_expect(r->first == NULL, 0) && !amp__check_shadow_begin(r)) {
        return;
    }
    r->written |= kind != AMP__CHECK_READ;
    for (; word <= last && word < r->words; word++, mask = 15) {
        const uintptr_t where = r->low + word * 4;
        unsigned value;
        int defined = 15;
        if (word == last) {
            mask &= 15 >> (3 - ((at + size - 1) & 3));
        }
        value = kind == AMP__CHECK_WRITE ? *(const amp__check_word *)where & amp__check_bits(mask)
                                         : 0;
        if (kind == AMP__CHECK_READ && (r->undefined | r->partly) && beside != AMP__CHECK_NONE) {
            value = beside;
            defined = amp__check_defined(r, where, mask);
            if (k->simple && (mask & ~defined)) { /* written before by this thread? */
                defined |= amp__check_bytes_written_by(r, word, key);
            }
        }
        amp__check_view_word(r, word, width, kind, reads, site, mask, value, defined);
    }
}

/* Notes the finding of an access to tile memory between the arrays, or far off. */
static AMP__NOINLINE AMP__CHECK void amp__check_outside_tile(uintptr_t at, int kind, unsigned site)
{
    amp__check_finding f;
    amp__check_begin_finding(&f, AMP_CHECK_OUT_OF_BOUNDS, site, kind);
    amp__check_place_finding(&f, at, 1, 0);
    f.dimension = 0;
    amp__check_find(&f);
    amp__check_shared.stray.at = at;
    amp__check_shared.stray.size = 16;
}

/* The tile's first access to a word of tile memory. Returns 0 where memory ran out. */
static AMP__INLINE AMP__CHECK int amp__check_tile_first(amp__check_head *h, unsigned word)
{
    amp__check_state *k = &amp__check_shared;
    h->set = 0;
    h->first = 0;
    h->word = word;
    h->epoch = k->epoch[0];
    if (k->touched_tile.used >= k->touched_tile.room
        && !amp__check_grow(&k->touched_tile, sizeof(unsigned))) {
        return 0;
    }
    ((unsigned *)k->touched_tile.at)[k->touched_tile.used++] = word;
    return 1;
}

/* An access of the thread at work to tile memory, or near it, word by word. beside: see
   amp__check_read_of_struct. */
static AMP__CHECK void amp__check_tile_words(uintptr_t at, unsigned size, int width, int kind,
                                             int reads, unsigned site, unsigned beside)
{
    amp__check_state *k = &amp__check_shared;
    const uintptr_t base = (uintptr_t)k->tile_memory;
    uintptr_t word = (at - base) >> 2;
    const uintptr_t last = (at + size - 1 - base) >> 2;
    int mask = 15 << (at & 3) & 15;
    if (at - base >= AMP__CHECK_TILE_BYTES) { /* in front of it, too */
        amp__check_outside_tile(at, kind, site);
        return;
    }
    for (; word <= last && word < AMP__CHECK_TILE_BYTES / 4; word++, mask = 15) {
        amp__check_head *h = &k->tile_head[word];
        unsigned value;
        if (word == last) {
            mask &= 15 >> (3 - ((at + size - 1) & 3));
        }
        if (h->owner == 0) {
            amp__check_outside_tile(at, kind, site);
            return;
        }
        value = kind == AMP__CHECK_WRITE
                    ? *(const amp__check_word *)(base + word * 4) & amp__check_bits(mask)
                    : beside;
        if (h->epoch < k->first_epoch && !amp__check_tile_first(h, (unsigned)word)) {
            return;
        }
        amp__check_add_access(h, k->epoch[0], site, kind, reads, mask, width, value,
                              beside == AMP__CHECK_NONE ? 15 : 0);
    }
}

/* A struct has bytes between its fields that nobody writes, and a copy of the struct reads them. So
   where elements are structs, what a read takes of one counts as set if any byte of that is: then
   this returns AMP__CHECK_NONE. clang copies field by field, and the bytes between two fields by
   themselves: for bytes that nobody has set it returns the site of the read before it, if that was
   of the same element and thread, and found something; else 0. On one line the two are one copy,
   which the report decides. r: as of amp__check_any_set; [at, end): of the element at `element`. */
static AMP__CHECK unsigned amp__check_read_of_struct(amp__check_watched *r, uintptr_t element,
                                                     uintptr_t at, uintptr_t end, unsigned site)
{
    amp__check_state *k = &amp__check_shared;
    if (amp__check_any_set(r, at, end - at)) {
        k->field.element = element;
        k->field.steps = k->steps;
        k->field.site = site;
        return AMP__CHECK_NONE;
    }
    return k->field.element == element && k->field.steps == k->steps ? k->field.site : 0;
}

/* A read of [at, high) of the array a, whose elements are structs, in r, or in tile memory (NULL):
   element by element, as amp__check_read_of_struct has it. */
static AMP__NOINLINE AMP__CHECK void amp__check_structs_read(amp__check_watched *r,
                                                             const amp__check_array *a,
                                                             uintptr_t at, uintptr_t high,
                                                             int width, int reads, unsigned site)
{
    while (at < high) {
        const uintptr_t element = at - (at - a->low) % a->size, next = element + a->size;
        const uintptr_t end = next < high ? next : high;
        const unsigned size = (unsigned)(end - at);
        const unsigned beside = amp__check_read_of_struct(r, element, at, end, site);
        if (r != NULL) {
            amp__check_view_words(r, at, size, width, AMP__CHECK_READ, reads, site, beside);
        } else {
            amp__check_tile_words(at, size, width, AMP__CHECK_READ, reads, site, beside);
        }
        at = end;
    }
}

/* An access of the thread at work to r. */
static AMP__CHECK void amp__check_view_access(amp__check_watched *r, uintptr_t at, unsigned size,
                                              int kind, int reads, unsigned site)
{
    const int width = amp__check_width(at, size);
    const amp__check_array *a = &amp__check_shared.array[r->argument];
    if (((size == 4 && (at & 3) == 0) || (size <= 2 && (at & (size - 1)) == 0)) && r->first != NULL
        && (kind != AMP__CHECK_READ || !(r->undefined | r->partly))) { /* most are so */
        const int mask = ((1 << size) - 1) << (at & 3);
        const uintptr_t word = (at - r->low) >> 2;
        r->written |= kind != AMP__CHECK_READ;
        amp__check_view_word(r, word, width, kind, reads, site, mask,
                             kind == AMP__CHECK_WRITE
                                 ? *(const amp__check_word *)(r->low + word * 4)
                                       & amp__check_bits(mask)
                                 : 0, 15);
    } else if (kind != AMP__CHECK_READ || !(r->undefined | r->partly) || !a->parts || at < a->low) {
        amp__check_view_words(r, at, size, width, kind, reads, site, 0);
    } else {
        amp__check_structs_read(r, a, at, at + size, width, reads, site);
    }
}

/* An access of the thread at work to tile memory, or near it; of structs as
   amp__check_read_of_struct has it. */
static AMP__NOINLINE AMP__CHECK void amp__check_tile_structs(uintptr_t at, unsigned size, int kind,
                                                             int reads, unsigned site)
{
    const amp__check_state *k = &amp__check_shared;
    const uintptr_t offset = at - (uintptr_t)k->tile_memory;
    const int width = amp__check_width(at, size);
    const int owner = kind == AMP__CHECK_READ && offset < AMP__CHECK_TILE_BYTES
                          ? -k->tile_head[offset >> 2].owner : 0;
    const amp__check_array *a = owner > 0 ? &k->array[owner - 1] : NULL;
    if (a == NULL || !a->parts || at < a->low || at + size > a->high) {
        amp__check_tile_words(at, size, width, kind, reads, site, 0);
    } else {
        amp__check_structs_read(NULL, a, at, at + size, width, reads, site);
    }
}

/* An access of the thread at work to tile memory, or near it. Most are to a word that is a whole
   element. */
static AMP__INLINE AMP__CHECK void amp__check_tile_access(uintptr_t at, unsigned size, int kind,
                                                          int reads, unsigned site)
{
    amp__check_state *k = &amp__check_shared;
    const uintptr_t offset = at - (uintptr_t)k->tile_memory;
    if (size == 4 && (offset & 3) == 0 && offset < AMP__CHECK_TILE_BYTES
        && k->tile_head[offset >> 2].plain) {
        amp__check_head *h = &k->tile_head[offset >> 2];
        if (h->epoch < k->first_epoch && !amp__check_tile_first(h, (unsigned)(offset >> 2))) {
            return;
        }
        amp__check_add_access(h, k->epoch[0], site, kind, reads, 15, 0x30,
                              kind == AMP__CHECK_WRITE ? *(const amp__check_word *)at : 0, 0);
    } else {
        amp__check_tile_structs(at, size, kind, reads, site);
    }
}

/* Takes the last write back: it went to memory that is none of the kernel's. */
static AMP__NOINLINE AMP__CHECK void amp__check_undo_write(void)
{
    const amp__check_state *k = &amp__check_shared;
    volatile unsigned char *p = (volatile unsigned char *)k->pending.at;
    unsigned i;
    for (i = 0; i < k->pending.size; i++) {
        p[i] = k->pending.kept[i];
    }
}

/* Judges the write that was announced last, and not judged yet: its value is in memory now. */
static AMP__NOINLINE AMP__CHECK void amp__check_judge_write(void)
{
    amp__check_state *k = &amp__check_shared;
    const int back = k->pending.on == 2;
    k->pending.on = 0;
    if (back) {
        amp__check_undo_write();
    } else if (k->pending.tile) {
        amp__check_tile_access(k->pending.at, k->pending.size, AMP__CHECK_WRITE, 0,
                               k->pending.site);
    } else {
        amp__check_view_access(&k->watched[k->pending.watched], k->pending.at, k->pending.size,
                               AMP__CHECK_WRITE, 0, k->pending.site);
    }
}

/* Judges the write that was announced last, if one is not judged yet. */
static AMP__INLINE AMP__CHECK void amp__check_judge_pending(void)
{
    if (amp__check_shared.pending.on) {
        amp__check_judge_write();
    }
}

/* Reports the index outside an array that -fsanitize=bounds announced. Kept until the
   access: only it has the address, hence the array. tile: 1 for tile memory, 0 for a
   view, -1 where no access followed. */
static AMP__NOINLINE AMP__CHECK void amp__check_bounds_found(uintptr_t at, int tile)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_finding f;
    amp__check_begin_finding(&f, AMP_CHECK_OUT_OF_BOUNDS,
                             amp__check_text_site(k->bounds.file,
                                                  k->bounds.line), 0);
    k->bounds.on = 0;
    f.array = tile < 0 ? -1 : amp__check_array_at(at, tile, 0);
    f.name = f.array < 0 ? k->bounds.type : NULL;
    f.index_given = 1;
    f.dimension = f.array < 0 ? 0 : k->array[f.array].rank - 1;
    f.index[0] = (int)k->bounds.index;
    if (f.dimension > 0) { /* the row from the address, the column as given */
        const amp__check_array *a = &k->array[f.array];
        ptrdiff_t element = (ptrdiff_t)(at - a->low) / (ptrdiff_t)a->size
                            - (ptrdiff_t)k->bounds.index;
        int d;
        for (d = 0; d < f.dimension; d++) {
            f.index[d] = (int)(element / a->stride[d]);
            element %= a->stride[d];
        }
        f.index[f.dimension] = (int)k->bounds.index;
    }
    amp__check_find(&f);
}

/* Judges what the thread at work has announced so far: nothing of it may come later. */
static AMP__INLINE AMP__CHECK void amp__check_judge_all(void)
{
    const amp__check_state *k = &amp__check_shared;
    if (k->pending.on) {
        amp__check_judge_write();
    }
    if (__builtin_expect(k->bounds.on, 0)) {
        amp__check_bounds_found(0, -1);
    }
}

/* Whether an address is so near a view that an index outside the view is the likely reason. */
static AMP__CHECK int amp__check_near_view(uintptr_t at)
{
    const amp__check_state *k = &amp__check_shared;
    int i;
    for (i = 0; i < k->view_count; i++) {
        if (at - k->array[i].low + 8192 < k->array[i].high - k->array[i].low + 16384) {
            return 1;
        }
    }
    return 0;
}

/* An access of a kernel's thread to memory that is neither a view's, nor tile memory, nor its own
   stack. Where it is none of the kernel's that is a finding, and what it writes near a view is
   taken back, as at amp_at: what the memory is for may be anybody's. */
static AMP__NOINLINE AMP__CHECK void amp__check_access_outside(uintptr_t at, size_t size, int kind,
                                                               uintptr_t pc)
{
    amp__check_state *k = &amp__check_shared;
    unsigned i;
    k->wrote = kind == AMP__CHECK_READ ? k->wrote : k->round;
    if (k->private_low != 0 && at - k->private_low < AMP__PRIVATE_BYTES) {
        amp__check_on = 0;
        amp__check_private(at, size, kind, pc);
        amp__check_on = 1;
        return;
    }
    kind &= ~AMP__CHECK_REPLACES;
    if (at - k->stack_low < k->stack_size || at - k->engine_low < k->engine_size
        || at - k->outer_low < k->outer_size
        || (at - k->known.low < k->known.size && (kind == AMP__CHECK_READ || !k->known.constant))
        || (at == amp__watch_next.racy && at != 0) || at - (uintptr_t)k < sizeof(*k)) {
        return;
    }
    amp__check_on = 0; /* clang calls memset for the checker's own variables, too */
    if (amp__check_allowed(at, kind)) {
        if (k->private_low != 0 && at - k->private_low < AMP__PRIVATE_BYTES) { /* the first */
            amp__check_private(at, size, kind, pc);
        }
        amp__check_on = 1;
        return;
    }
    amp__check_judge_all();
    amp__check_stray_access(at, size, kind, amp__check_site_of(pc, NULL, NULL));
    amp__check_on = 1;
    if (kind != AMP__CHECK_READ && size <= sizeof(k->pending.kept) && amp__check_near_view(at)) {
        for (i = 0; i < size; i++) { /* may be a memory fault: crash.h */
            k->pending.kept[i] = ((const volatile unsigned char *)at)[i];
        }
        k->pending.at = at;
        k->pending.size = (unsigned)size;
        k->pending.on = 2;
    }
}

/* The site of an access of a kernel's thread. */
static AMP__INLINE AMP__CHECK unsigned amp__check_access_site(uintptr_t at, uintptr_t pc)
{
    return amp__check_site_of(pc, at == amp__watch_next.racy ? amp__watch_next.racy_text : NULL,
                              at == amp__watch_next.at ? amp__watch_next.at_text : NULL);
}

/* An access of a thread that has made AMP__CHECK_SPIN_READS of them since it continued: looks
   whether it spins. constant: nobody writes there. */
static AMP__NOINLINE AMP__CHECK void amp__check_many_accesses(uintptr_t at, int kind, uintptr_t pc,
                                                              int tile, int constant)
{
    amp__check_state *k = &amp__check_shared;
    if (k->spin_steps != k->steps) {
        k->spin_steps = k->steps;
        k->spin = 0;
        k->spin_since = k->thread_since = 0;
    }
    if (((k->seen - k->started) & 0xffffff) == 0xffffff) {
        amp__check_test_livelock(at, kind, amp__check_access_site(at, pc), tile);
    }
    if (kind == AMP__CHECK_WRITE
        || (at != k->spin_at[0] && at != k->spin_at[1] && at != k->spin_at[2]
            && at != k->spin_at[3])) {
        if (kind != AMP__CHECK_WRITE) {
            k->spin_at[k->spin_next++ & 3] = at;
        }
        k->spin = 0;
        k->spin_since = 0;
    } else if (++k->spin >= AMP__CHECK_SPIN_READS && !constant) {
        amp__check_test_livelock(at, kind, amp__check_access_site(at, pc), tile);
    }
}

/* Counts an access of a kernel's thread. Returns 0 where an index that was found to be outside
   its array led there, which is all that there is to say of it. */
static AMP__INLINE AMP__CHECK int amp__check_count(uintptr_t at, int kind, uintptr_t pc, int tile,
                                                   int constant)
{
    amp__check_state *k = &amp__check_shared;
    k->seen++;
    if (__builtin_expect(k->bounds.on, 0)) {
        amp__check_bounds_found(at, tile);
        return 0;
    }
    if (__builtin_expect(k->seen - k->started >= AMP__CHECK_SPIN_READS, 0)) {
        amp__check_many_accesses(at, kind, pc, tile, constant);
    }
    if (kind != AMP__CHECK_WRITE) {
        k->last_read = at;
    }
    return 1;
}

/* Keeps a write until its value is in memory. watched: its number, of a view. */
static AMP__INLINE AMP__CHECK void amp__check_note_write(uintptr_t at, size_t size, unsigned site,
                                                         int tile, int watched)
{
    amp__check_state *k = &amp__check_shared;
    k->wrote = k->round;
    k->pending.on = AMP__JUDGING;
    k->pending.at = at;
    k->pending.size = (unsigned)size;
    k->pending.site = (unsigned short)site;
    k->pending.tile = (unsigned char)tile;
    k->pending.watched = (short)watched;
}

/* An access of a kernel's thread to tile memory, or near it. */
static AMP__INLINE AMP__CHECK void amp__check_in_tile(uintptr_t at, size_t size, int kind,
                                                      uintptr_t pc)
{
    amp__check_state *k = &amp__check_shared;
    const int reads = kind == AMP__CHECK_READ || kind == AMP__CHECK_ATOMIC;
    unsigned site;
    k->wrote = kind > AMP__CHECK_ATOMIC ? k->round : k->wrote; /* a store, an exchange */
    kind &= ~AMP__CHECK_REPLACES;
    amp__check_judge_pending();
    if (!amp__check_count(at, kind, pc, 1, 0)) {
        return;
    }
    site = amp__check_access_site(at, pc);
    if (at - (uintptr_t)k->tile_memory + AMP__CHECK_AROUND_TILE
        >= AMP__CHECK_TILE_BYTES + 2 * AMP__CHECK_AROUND_TILE) {
        amp__check_outside_tile(at, kind, site); /* out of reach: a memory fault follows */
    } else if (kind == AMP__CHECK_WRITE) {
        amp__check_note_write(at, size, site, 1, 0);
    } else if (AMP__JUDGING) {
        amp__check_tile_access(at, (unsigned)size, kind, reads, site);
    }
}

/* The watched memory that holds the address; NULL where none does. */
static AMP__INLINE AMP__CHECK amp__check_watched *amp__check_watched_at(uintptr_t at)
{
    amp__check_state *k = &amp__check_shared;
    int i = k->watched_last;
    if (at - k->watched[i].low >= k->watched[i].high - k->watched[i].low) {
        for (i = 0; i < k->watched_count; i++) {
            if (at >= k->watched[i].low && at < k->watched[i].high) {
                break;
            }
        }
        if (i == k->watched_count) {
            return NULL;
        }
        k->watched_last = i;
    }
    return &k->watched[i];
}

/* An access of a kernel's thread near the views. */
static AMP__INLINE AMP__CHECK void amp__check_in_views(uintptr_t at, size_t size, int kind,
                                                       uintptr_t pc)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_watched *r;
    unsigned site;
    const int reads = kind == AMP__CHECK_READ || kind == AMP__CHECK_ATOMIC;
    k->wrote = kind > AMP__CHECK_ATOMIC ? k->round : k->wrote; /* a store, an exchange */
    kind &= ~AMP__CHECK_REPLACES;
    amp__check_judge_pending();
    r = amp__check_watched_at(at);
    if (r == NULL) {
        if (AMP__JUDGING) {
            amp__check_access_outside(at, size, kind, pc);
        }
        return;
    }
    if (k->sharing && kind != AMP__CHECK_READ && (kind == AMP__CHECK_ATOMIC || r->constant)) {
        amp__check_for_good(); /* what other tiles see; what nobody has kept a copy of */
    }
    if (AMP__JUDGING && (at + size > r->end || at < r->begin)) {
        /* part of it, or all: in the same word */
        if (at < r->begin || at >= r->end) {
            amp__check_access_outside(at, size, kind, pc);
            return;
        }
        amp__check_stray_access(r->end, at + size - r->end, kind,
                                amp__check_site_of(pc, NULL, NULL));
        size = r->end - at;
    }
    if (!amp__check_count(at, kind, pc, 0, r->constant)
        || (kind == AMP__CHECK_READ && r->constant)) { /* no write: no race */
        return;
    }
    site = amp__check_access_site(at, pc);
    if (kind == AMP__CHECK_WRITE) {
        amp__check_note_write(at, size, site, 0, AMP__JUDGING ? (int)(r - k->watched) : 0);
        if (AMP__JUDGING) {
            __builtin_prefetch(&r->first[(at - r->low) >> 2], 1);
        }
        return;
    }
    if (AMP__JUDGING) {
        amp__check_view_access(r, at, (unsigned)size, kind, reads, site);
    }
}

/* Tells the lens, too. A macro, because each kind of access has a function of its own in each
   place, so that none tests kinds. */
#define AMP__CHECK_ACCESSES(place) \
    static AMP__NOINLINE AMP__CHECK void amp__check_##place##_read(uintptr_t at, size_t size, \
                                                                   uintptr_t pc) \
    { amp__check_in_##place(at, size, AMP__CHECK_READ, pc); } \
    static AMP__NOINLINE AMP__CHECK void amp__check_##place##_write(uintptr_t at, size_t size, \
                                                                    uintptr_t pc) \
    { amp__check_in_##place(at, size, AMP__CHECK_WRITE, pc); } \
    static AMP__NOINLINE AMP__CHECK void amp__check_##place##_atomic(uintptr_t at, size_t size, \
                                                                     int kind, uintptr_t pc) \
    { amp__check_in_##place(at, size, kind, pc); } \
    static AMP__INLINE AMP__CHECK void amp__check_##place##_any(uintptr_t at, size_t size, \
                                                                int kind, uintptr_t pc) \
    { \
        if (amp__lens_on) { \
            amp__watch_lens->access(at, size, kind, pc); \
        } \
        if (AMP__LENS && !amp__check_shared.watch) { \
            return; \
        } else if (kind == AMP__CHECK_READ) { \
            amp__check_##place##_read(at, size, pc); \
        } else if (kind == AMP__CHECK_WRITE) { \
            amp__check_##place##_write(at, size, pc); \
        } else { \
            amp__check_##place##_atomic(at, size, kind, pc); \
        } \
    }
AMP__CHECK_ACCESSES(tile)
AMP__CHECK_ACCESSES(views)

/* Every access of the program comes here, with the address it was announced from;
   most of a kernel's are to its stack. kind may have AMP__CHECK_REPLACES. */
static AMP__INLINE AMP__CHECK void amp__check_access(uintptr_t at, size_t size, int kind,
                                                     uintptr_t pc)
{
    const amp__check_state *k = &amp__check_shared;
    if (!amp__check_on) {
        if ((at < k->host_high && at + size > k->host_low)
            || (kind != AMP__CHECK_READ && at < k->taken_high && at + size > k->taken_low)) {
            amp__check_host_access(at, size, kind & ~AMP__CHECK_REPLACES, pc);
        }
    } else if (at - k->stack_low < k->own_size) {
        return;
    } else if (at - k->tile_low < k->tile_size) {
        amp__check_tile_any(at, size, kind, pc);
    } else if (at < k->hull_high && at + size > k->hull_low) {
        amp__check_views_any(at, size, kind, pc);
    } else if (AMP__JUDGING && (!AMP__LENS || k->watch) && at - k->stack_low >= k->stack_size
               && at - k->engine_low >= k->engine_size && at - k->known.low >= k->known.size) {
        amp__check_access_outside(at, size, kind, pc);
    }
}

/* One of a kind that programs seldom have, or in a launch that uninitialised.h runs again. Not
   inlined: the compiler calls a function of its own for each kind and size. */
static AMP__NOINLINE AMP__CHECK void amp__check_rare_access(uintptr_t at, size_t size, int kind,
                                                            uintptr_t pc)
{
    amp__check_access(at, size, kind, pc);
}

#endif /* AMP_CHECK_ACCESS_H */
