/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_HOST_H
#define AMP_CHECK_HOST_H
/*
amp/check/host.h: the host's side: bytes that a kernel wrote and the host may not
read yet, bytes that the host discarded, bytes that a device has a copy of, bytes that a copy
under way reads or writes, and what the host says about its views.

All are sets of bytes of host memory (amp__check_bytes), in one list. Every access
of the host is compared with the hull of the list, a write with that of the third kind, too;
one that comes near a set is judged in amp__check_host_access.
*/

#include "../core/unwritten.h"
#include "report.h"
#include "shadow.h"

/* Sets the hull that accesses of the host are compared with. Called when the sets have
   changed, and around a probe. */
static AMP__CHECK void amp__check_watch_host(void)
{
    amp__check_state *k = &amp__check_shared;
    const amp__check_bytes *m;
    uintptr_t low = (uintptr_t)-1, high = 0, taken_low = low, taken_high = 0;
    if (k->probe.on) {
        low = (uintptr_t)k->probe.word;
        high = low + sizeof(k->probe.word);
    }
    for (m = k->bytes; m != NULL; m = m->next) {
        uintptr_t *const from = m->kind == AMP__CHECK_BYTES_TAKEN ? &taken_low : &low,
                  *const to = m->kind == AMP__CHECK_BYTES_TAKEN ? &taken_high : &high;
        *from = m->low < *from ? m->low : *from;
        *to = m->high > *to ? m->high : *to;
    }
    k->host_low = low;
    k->host_high = high;
    k->taken_low = taken_low;
    k->taken_high = taken_high;
}

/* Sets or clears the bits of `bits`, of m's, for the bytes of [low, high) that m may hold. */
static AMP__CHECK void amp__check_bits_mark(unsigned char *bits, const amp__check_bytes *m,
                                            uintptr_t low, uintptr_t high, int in)
{
    uintptr_t b = low > m->low ? low : m->low;
    const uintptr_t end = high < m->high ? high : m->high;
    for (; b < end; b++) {
        const uintptr_t i = b - m->low;
        if ((i & 7) == 0 && end - b >= 8) { /* whole bytes of bits */
            __builtin_memset(bits + (i >> 3), in ? 0xff : 0, (end - b) / 8);
            b += (end - b) / 8 * 8 - 1;
        } else if (in) {
            bits[i >> 3] |= (unsigned char)(1u << (i & 7));
        } else {
            bits[i >> 3] &= (unsigned char)~(1u << (i & 7));
        }
    }
}

/* Takes the bytes of [low, high) out of m. */
static AMP__CHECK void amp__check_bytes_drop(amp__check_bytes *m, uintptr_t low, uintptr_t high)
{
    amp__check_bits_mark(m->bit, m, low, high, 0);
    if (m->unset != NULL) {
        amp__check_bits_mark(m->unset, m, low, high, 0);
    }
    if (m->changed != NULL) {
        amp__check_bits_mark(m->changed, m, low, high, 0);
    }
}

/* The bit of `bits`, of m's, for the byte at b; 0 where m may not hold it. */
static AMP__CHECK int amp__check_bit_of(const unsigned char *bits, const amp__check_bytes *m,
                                        uintptr_t b)
{
    return b >= m->low && b < m->high && (bits[(b - m->low) >> 3] >> ((b - m->low) & 7) & 1);
}

/* Whether m holds the byte at b. */
static AMP__CHECK int amp__check_bytes_have(const amp__check_bytes *m, uintptr_t b)
{
    return amp__check_bit_of(m->bit, m, b);
}

/* Whether the byte at b is one of an `out` view that no thread wrote. */
static AMP__CHECK int amp__check_bytes_unset(const amp__check_bytes *m, uintptr_t b)
{
    return m->unset != NULL && amp__check_bit_of(m->unset, m, b);
}

/* Whether m has such bytes. */
static AMP__CHECK int amp__check_any_unset(const amp__check_bytes *m)
{
    size_t i;
    for (i = 0; m->unset != NULL && i < (m->high - m->low) / 8 + 1; i++) {
        if (m->unset[i] != 0) {
            return 1;
        }
    }
    return 0;
}

/* Frees the set that *link points to, and takes it out of the list. */
static AMP__CHECK void amp__check_bytes_free(amp__check_bytes **link)
{
    amp__check_bytes *m = *link;
    *link = m->next;
    amp__check_free(m->bit);
    amp__check_free(m->unset);
    amp__check_free(m->changed);
    amp__check_free(m->copy);
    amp__check_free(m);
}

/* Takes [low, high) out of all sets of a kind. fetched, of those LEFT: it is synchronized, so
   that what no thread wrote stays in them. */
static AMP__CHECK void amp__check_bytes_remove(uintptr_t low, uintptr_t high, int kind,
                                               int fetched)
{
    amp__check_bytes **link = &amp__check_shared.bytes;
    while (*link != NULL) {
        amp__check_bytes *m = *link;
        if (m->kind == kind && low <= m->low && high >= m->high
            && !(fetched && amp__check_any_unset(m))) {
            amp__check_bytes_free(link);
            continue;
        }
        if (m->kind == kind && fetched) {
            amp__check_bits_mark(m->bit, m, low, high, 0);
        } else if (m->kind == kind) {
            amp__check_bytes_drop(m, low, high);
        }
        link = &m->next;
    }
}

/* Forgets which bytes no thread of the last launch wrote. */
static AMP__CHECK void amp__check_forget_unset(void)
{
    amp__check_bytes *m;
    size_t i;
    for (m = amp__check_shared.bytes; m != NULL; m = m->next) {
        if (m->unset != NULL && m->launch == amp__check_shared.launches) {
            for (i = 0; i < (m->high - m->low) / 8 + 1; i++) {
                m->bit[i] &= (unsigned char)~m->unset[i];
            }
            amp__check_drop(&m->unset);
        }
    }
}

/* A new set in the list, empty, for bytes of [low, high). copy: of LEFT, memory for as many bytes,
   which is its own from then on, also where this fails; else NULL. The oldest of 64 that are TAKEN,
   or of 64 others, is forgotten. Returns NULL where memory ran out. */
static AMP__CHECK amp__check_bytes *amp__check_bytes_new(int kind, uintptr_t low, uintptr_t high,
                                                         unsigned char *copy)
{
    amp__check_state *k = &amp__check_shared;
    const int taken = kind == AMP__CHECK_BYTES_TAKEN;
    amp__check_bytes *m = (amp__check_bytes *)amp__check_alloc(sizeof(*m)), **link = &k->bytes;
    int n = 0;
    while (*link != NULL) {
        if (((*link)->kind == AMP__CHECK_BYTES_TAKEN) == taken && ++n >= 64) {
            amp__check_bytes_free(link);
        } else {
            link = &(*link)->next;
        }
    }
    if (m == NULL) {
        amp__check_free(copy);
        return NULL;
    }
    m->copy = copy;
    m->low = low;
    m->high = high;
    m->kind = kind;
    (void)amp__check_make(&m->bit, (high - low) / 8 + 1, 1);
    m->next = k->bytes;
    k->bytes = m;
    if (m->bit == NULL || (taken && !amp__check_make(&m->changed, (high - low) / 8 + 1, 1))) {
        amp__check_bytes_free(&k->bytes);
        return NULL;
    }
    return m;
}

/* The set of bytes TAKEN that has room for all of [low, high), perhaps new; NULL where memory ran
   out. */
static AMP__CHECK amp__check_bytes *amp__check_taken_set(uintptr_t low, uintptr_t high)
{
    amp__check_bytes *m;
    for (m = amp__check_shared.bytes; m != NULL; m = m->next) {
        if (m->kind == AMP__CHECK_BYTES_TAKEN && m->low <= low && m->high >= high) {
            return m;
        }
    }
    return amp__check_bytes_new(AMP__CHECK_BYTES_TAKEN, low, high, NULL);
}

/* What the host says (`what`) of [low, high), a row of a view. m: the set for it, where it
   wants one. */
static AMP__CHECK void amp__check_host_row(int what, uintptr_t low, uintptr_t high,
                                           amp__check_bytes *m)
{
    if (what == AMP__CHECK_SYNCHRONIZED || what == AMP__CHECK_REFRESHED
        || what == AMP__CHECK_DISCARDED || what == AMP__CHECK_NEW) {
        amp__check_bytes_remove(low, high, AMP__CHECK_BYTES_LEFT, what == AMP__CHECK_SYNCHRONIZED);
    }
    if (what == AMP__CHECK_REFRESHED || what == AMP__CHECK_COPIED_TO) {
        amp__check_bytes_remove(low, high, AMP__CHECK_BYTES_DISCARDED, 0);
    }
    if (what != AMP__CHECK_SYNCHRONIZED && what != AMP__CHECK_TAKEN) {
        amp__check_bytes_remove(low, high, AMP__CHECK_BYTES_TAKEN, 0);
    }
    if (m != NULL) {
        amp__check_bits_mark(m->bit, m, low, high, 1);
    }
}

/* The host has synchronized, refreshed or discarded a view (`what`; amp/watch/hooks.h), which lies
   in host memory at `data`: bytes of it are no longer only the device's; refreshed, or filled by a
   copy, they hold something; discarded, or of a new array, they hold nothing. Or it has made the
   view, or given it to a launch. Takes the lock of launches. */
static AMP__CHECK void amp__check_host(int what, const void *data, size_t size,
                                                     int rank, const int *extent,
                                                     const ptrdiff_t *stride)
{
    amp__check_bytes *m = NULL;
    long long i, rows = amp__row_count(rank, extent);
    size_t row = (size_t)extent[rank - 1] * size;
    const size_t bytes = amp__bytes_spanned(size, rank, extent, stride);
    const uintptr_t at = (uintptr_t)data;
    if (amp__my_tile != NULL) {
        return; /* a kernel makes a view: the lock is its launch's */
    }
    if (bytes == (size_t)rows * row) { /* without gaps: one row */
        row = bytes;
        rows = 1;
    }
    AMP__HOLD(&amp__check_locks.launch);
    if (what == AMP__CHECK_NEW) { /* what was there before is gone */
        __builtin_memset((void *)at, AMP__UNWRITTEN, bytes);
        amp__check_bytes_remove(at, at + bytes, AMP__CHECK_BYTES_DISCARDED, 0);
    }
    if (what == AMP__CHECK_DISCARDED || what == AMP__CHECK_NEW) {
        m = amp__check_bytes_new(AMP__CHECK_BYTES_DISCARDED, at, at + bytes, NULL);
    } else if (what == AMP__CHECK_TAKEN) {
        m = amp__check_taken_set(at, at + bytes);
    }
    if (m != NULL) {
        m->fresh = what == AMP__CHECK_NEW;
    }
    for (i = 0; i < rows; i++) {
        const uintptr_t low = at + (size_t)amp__row_offset(rank, extent, stride, i) * size;
        amp__check_host_row(what, low, low + row, m);
    }
    amp__check_watch_host();
}

/* See hooks.h. Takes the lock of launches. */
static AMP__CHECK void amp__check_copying(const void *queue, unsigned long long number,
                                          const void *host, size_t bytes, size_t size, int into)
{
    const uintptr_t low = (uintptr_t)host;
    amp__check_bytes *m;
    AMP__HOLD(&amp__check_locks.launch);
    m = amp__check_bytes_new(AMP__CHECK_BYTES_COPYING, low, low + bytes, NULL);
    if (m != NULL) {
        amp__check_bits_mark(m->bit, m, low, low + bytes, 1);
        m->queue = queue;
        m->launch = number;
        m->size = size;
        m->into = into;
        amp__check_shared.copying = 1;
    }
    amp__check_watch_host();
}

/* See hooks.h. Takes the lock of launches. */
static AMP__CHECK void amp__check_waited(const void *queue, unsigned long long number)
{
    amp__check_bytes **link = &amp__check_shared.bytes;
    if (!__atomic_load_n(&amp__check_shared.copying, __ATOMIC_RELAXED)) {
        return;
    }
    AMP__HOLD(&amp__check_locks.launch);
    while (*link != NULL) {
        const amp__check_bytes *m = *link;
        if (m->kind == AMP__CHECK_BYTES_COPYING && m->queue == queue && m->launch <= number) {
            amp__check_bytes_free(link);
        } else {
            link = &(*link)->next;
        }
    }
    amp__check_watch_host();
}

/* The host reads or writes [at, at + size), by the instruction before pc, where the copy m may be
   under way. */
static AMP__CHECK void amp__check_copying_access(amp__check_bytes *m, uintptr_t at, size_t size,
                                                 int kind, uintptr_t pc)
{
    uintptr_t b;
    for (b = at; b < at + size; b++) {
        if (amp__check_bytes_have(m, b)) {
            amp__check_report_unfinished(m, b, kind, pc);
            amp__check_bytes_drop(m, at, at + size); /* said once */
        }
    }
}

/* Sets or clears in m, a set for r's bytes, those of the view n as bytes that no thread wrote, row
   by row: between the rows of a section is nothing of it. */
static AMP__CHECK void amp__check_mark_view(const amp__check_watched *r, amp__check_bytes *m,
                                            const amp__check_array *n, int in)
{
    const size_t row = (size_t)n->extent[n->rank - 1] * n->size;
    long long i;
    for (i = 0; i < amp__row_count(n->rank, n->extent); i++) {
        const uintptr_t low = m->low + (n->low - r->low)
            + (size_t)amp__row_offset(n->rank, n->extent, n->stride, i) * n->size;
        amp__check_bits_mark(m->unset, m, low, low + row, in);
        amp__check_bits_mark(m->bit, m, low, low + row, in);
    }
}

/* All that r's `out` views have, and no other view of the launch, counts as not written by any
   thread, in its set m, until amp__check_written_block says what was. */
static AMP__CHECK void amp__check_unset_begin(const amp__check_watched *r, amp__check_bytes *m)
{
    const amp__check_state *k = &amp__check_shared;
    int a, out;
    if (k->incomplete || k->tile_count_watched != k->tile_count) {
        return;
    }
    (void)amp__check_make(&m->unset, (m->high - m->low) / 8 + 1, 1);
    for (out = 1; m->unset != NULL && out >= 0; out--) {
        for (a = 0; a < k->view_count; a++) {
            const amp__check_array *n = &k->array[a];
            if (n->out == out && n->low >= r->low && n->low < r->high) {
                amp__check_mark_view(r, m, n, out);
            }
        }
    }
}

/* After a launch: a new set for the bytes of r that it wrote, wherever the host has
   them: they are not discarded any more, and not the host's yet; and for those of its `out` views
   that it did not write. Returns NULL where there are none. The caller fills it, block by block,
   and ends with amp__check_written_end. */
static AMP__CHECK amp__check_bytes *amp__check_written_begin(amp__check_watched *r)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_bytes *m;
    const char *name = k->array[r->argument].name;
    size_t size = 0;
    uintptr_t low = k->host_arguments == NULL ? r->low : 0;
    int a, out = 0;
    for (a = 0; a < k->view_count; a++) {
        const amp__check_array *n = &k->array[a];
        if (n->writable && n->low >= r->low && n->low < r->high) {
            name = n->name;
            size = n->size;
            low = n->host != 0 ? n->host - (n->low - r->low) : low;
            out |= n->out;
            if (k->tiles_first || k->tiles_last || k->tiles_sample) {
                amp__check_bytes_remove(n->low, n->high, AMP__CHECK_BYTES_DISCARDED,
                                        0); /* others' writes were not seen */
            }
        }
    }
    if ((!r->written && !out) || low == 0 || r->before == NULL) {
        return NULL;
    }
    m = amp__check_bytes_new(AMP__CHECK_BYTES_LEFT, low, low + (r->high - r->low), r->before);
    r->before = NULL;
    if (m != NULL) {
        m->size = size;
        m->launch = k->launches;
        if (out) {
            amp__check_unset_begin(r, m);
        }
        AMP__PRINT(m->name, "%.39s", name);
        AMP__PRINT(m->kernel, "%.39s", k->launch->kernel->name);
    }
    return m;
}

/* Puts the bytes of the words [from, to) that the launch wrote into m. */
static AMP__CHECK void amp__check_written_block(const amp__check_watched *r, amp__check_bytes *m,
                                                size_t from, size_t to)
{
    const unsigned char *p = (const unsigned char *)m->low;
    size_t w;
    for (w = from; w < to; w++) {
        const int mask = amp__check_written_bytes(r, w);
        int b;
        if (mask == 15) {
            __builtin_memcpy(m->copy + w * 4, p + w * 4, 4);
        }
        for (b = 0; mask != 15 && b < 4; b++) {
            if (mask >> b & 1) {
                m->copy[w * 4 + (size_t)b] = p[w * 4 + (size_t)b];
            }
        }
        if (mask != 0) {
            m->bit[w >> 1] |= (unsigned char)(mask << (w & 1) * 4);
            if (m->unset != NULL) {
                m->unset[w >> 1] &= (unsigned char)~(mask << (w & 1) * 4);
            }
        }
    }
}

/* Takes the byte at b, of the older set o, into m: one that a kernel wrote, unless m's launch did
   as well; or one that none wrote, unless m knows of it. */
static AMP__CHECK void amp__check_join_byte(amp__check_bytes *m, const amp__check_bytes *o,
                                            uintptr_t b)
{
    const size_t to = b - m->low, from = b - o->low;
    const unsigned char bit = (unsigned char)(1u << (to & 7));
    const int unset = amp__check_bytes_unset(o, b);
    if (amp__check_bytes_have(m, b) && (unset || !amp__check_bytes_unset(m, b))) {
        return;
    }
    if (unset && !amp__check_make(&m->unset, (m->high - m->low) / 8 + 1, 1)) {
        return;
    }
    m->copy[to] = o->copy[from];
    m->bit[to >> 3] |= amp__check_bytes_have(o, b) ? bit : 0;
    if (unset) {
        m->unset[to >> 3] |= bit;
    } else if (m->unset != NULL) {
        m->unset[to >> 3] &= (unsigned char)~bit;
    }
}

/* Ends m, the set of what was written to r: those bytes are discarded no more, and what older sets
   of the same memory hold goes into it. */
static AMP__CHECK void amp__check_written_end(const amp__check_watched *r, amp__check_bytes *m)
{
    amp__check_bytes **link, *other;
    uintptr_t b, end;
    int anew = r->partly;
    amp__check_shared.bytes_kept += (m->high - m->low) / 8 * (m->unset != NULL ? 10 : 9);
    for (other = m->next; other != NULL; other = other->next) {
        anew |= other->unset != NULL && other->low < m->high && m->low < other->high;
    }
    for (b = m->low; anew && b < m->high; b = end + 1) {
        for (end = b; amp__check_bytes_have(m, end) && !amp__check_bytes_unset(m, end); end++) {
        }
        if (end > b) {
            amp__check_bytes_remove(r->low + (b - m->low), r->low + (end - m->low),
                                    AMP__CHECK_BYTES_DISCARDED, 0);
            for (other = m->next; other != NULL; other = other->next) {
                if (other->unset != NULL) {
                    amp__check_bytes_drop(other, b, end);
                }
            }
        }
    }
    link = &m->next;
    while (*link != NULL) {
        amp__check_bytes *o = *link;
        size_t n;
        if (o->kind != AMP__CHECK_BYTES_LEFT || o->low < m->low || o->high > m->high) {
            link = &o->next;
            continue;
        }
        for (n = 0; n < o->high - o->low; n++) {
            const size_t same = n + (o->low - m->low);
            const int had = o->bit[n >> 3] | (o->unset != NULL ? o->unset[n >> 3] : 0);
            if (had == 0
                || ((n | same) % 8 == 0 && m->unset == NULL && (had & ~m->bit[same >> 3]) == 0)) {
                n |= 7; /* nothing, or all of it was written anew */
                continue;
            }
            if (had >> (n & 7) & 1) {
                amp__check_join_byte(m, o, m->low + same);
            }
        }
        amp__check_bytes_free(link);
    }
}

/* The host writes [low, high), by the instruction before pc, of which a device may have a copy. */
static AMP__CHECK void amp__check_taken_write(amp__check_bytes *m, uintptr_t low, uintptr_t high,
                                              uintptr_t pc)
{
    uintptr_t b;
    for (b = low; b < high; b++) {
        if (amp__check_bytes_have(m, b)) {
            if (m->written == 0 || !amp__check_bit_of(m->changed, m, m->written)) {
                m->writer = pc;
                m->written = b;
            }
            amp__check_bits_mark(m->changed, m, b, b + 1, 1);
        }
    }
}

/* A launch takes [low, high) of host memory, a row of the view n, of which the set m says what the
   host has written since a device got it. reads: the kernel takes what is there. */
static AMP__CHECK void amp__check_taken_row(amp__check_bytes *m, const amp__check_array *n,
                                            uintptr_t low, uintptr_t high, int reads)
{
    uintptr_t b = low > m->low ? low : m->low;
    const uintptr_t end = high < m->high ? high : m->high;
    if (m->written == 0 || b >= end) {
        return;
    }
    if (reads && m->written >= b && m->written < end
        && amp__check_bit_of(m->changed, m, m->written)) {
        amp__check_report_stale_launch(m, n, m->written);
        reads = 0;
    }
    for (; reads && b < end; b++) {
        if (amp__check_bit_of(m->changed, m, b)) {
            amp__check_report_stale_launch(m, n, b);
            break;
        }
    }
    amp__check_bits_mark(m->changed, m, low, high, 0); /* said once */
    if (m->written >= low && m->written < high) {
        m->written = 0;
    }
}

/* A launch takes the view n, likewise. */
static AMP__CHECK void amp__check_taken_view(amp__check_bytes *m, const amp__check_array *n)
{
    const uintptr_t at = n->host != 0 ? n->host : n->low;
    const size_t row = (size_t)n->extent[n->rank - 1] * n->size;
    long long i;
    for (i = 0; i < amp__row_count(n->rank, n->extent); i++) {
        const uintptr_t low = at + (size_t)amp__row_offset(n->rank, n->extent, n->stride, i)
            * n->size;
        amp__check_taken_row(m, n, low, low + row, !n->out);
    }
}

/* Before a launch: what of its views the host has written, and has not said so. */
static AMP__CHECK void amp__check_taken_launch(void)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_bytes *m;
    int v;
    for (m = k->bytes; m != NULL; m = m->next) {
        for (v = 0; m->kind == AMP__CHECK_BYTES_TAKEN && v < k->view_count; v++) {
            amp__check_taken_view(m, &k->array[v]);
        }
    }
}

/* The host reads or writes memory within the hull. A read of a byte that only a kernel has written
   is stale, and one of an `out` view that no thread wrote holds nothing, if the memory still holds
   what the launch left: where something was copied there meanwhile, by code that is not seen, it
   need not. Until the program ends (exit.h). */
static AMP__NOINLINE AMP__CHECK void amp__check_host_access(uintptr_t at, size_t size, int kind,
                                                            uintptr_t pc)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_bytes *m;
    uintptr_t b;
    if (at - (uintptr_t)k->probe.word < sizeof(k->probe.word)) {
        const uintptr_t i = (at - (uintptr_t)k->probe.word) / sizeof(int);
        if (i < 2) {
            k->probe.kinds[i] |= 1 << kind;
        } else if (kind == AMP__CHECK_WRITE) {
            k->probe.bytes += (int)size;
        }
        return;
    }
    if (k->ended || pthread_mutex_trylock(&amp__check_locks.launch) != 0) {
        return; /* a launch is at work, perhaps on this very thread */
    }
    for (m = k->bytes; m != NULL; m = m->next) {
        const int device = m->kind == AMP__CHECK_BYTES_TAKEN,
                  under_way = m->kind == AMP__CHECK_BYTES_COPYING;
        if (amp__watch_next.copying && (device || under_way)) {
            continue; /* what is written back is on the device, too; and this is that copy */
        }
        if (under_way && (m->into || kind != AMP__CHECK_READ)) {
            amp__check_copying_access(m, at, size, kind, pc);
        } else if (device && kind != AMP__CHECK_READ) {
            amp__check_taken_write(m, at, at + size, pc);
        } else if (!device && !under_way && kind != AMP__CHECK_READ) {
            amp__check_bytes_drop(m, at, at + size);
        }
    }
    for (m = k->bytes; kind != AMP__CHECK_WRITE && m != NULL; m = m->next) {
        for (b = at; m->kind == AMP__CHECK_BYTES_LEFT && b < at + size; b++) {
            const int there = amp__check_bytes_have(m, b), unset = amp__check_bytes_unset(m, b);
            if (there != unset) {
                const int same = *(const unsigned char *)b == m->copy[b - m->low];
                if (same) { /* else somebody wrote it since */
                    amp__check_report_host_read(m, b, pc, unset);
                }
                amp__check_bytes_drop(m, b, same ? at + size : b + 1); /* said once */
            }
        }
    }
    (void)pthread_mutex_unlock(&amp__check_locks.launch);
}

/* A file without AMP_CHECK has launched: see hooks.h. */
static AMP__CHECK void amp__check_unwatched_launch(const amp__launch *launch,
                                                   const amp__argument *host_arguments)
{
    const amp__argument *a = host_arguments != NULL ? host_arguments : launch->arguments;
    int i;
    for (i = 0; i < launch->kernel->parameter_count; i++) {
        const amp__parameter *p = &launch->kernel->parameters[i];
        if (amp__comes_back(p) && a[i].data != NULL) {
            amp__check_host(AMP__CHECK_REFRESHED, a[i].data, p->type.size, p->rank, a[i].extent,
                            a[i].stride);
        }
    }
}

#endif /* AMP_CHECK_HOST_H */
