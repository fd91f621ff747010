/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_REQUEST_H
#define AMP_LENS_REQUEST_H
/*
amp/lens/request.h: what one request of a warp costs: sectors of global memory, cycles of tile
memory, atomics that wait for each other.
*/

#include "state.h"

/* A sector that a request touches, by its number, and which of its bytes. */
typedef struct amp__lens_sector {
    uintptr_t number;
    unsigned long long bytes; /* bit i: byte i */
} amp__lens_sector;

enum { AMP__LENS_MOST_SECTORS = 128 }; /* of 64 threads, 16 bytes each, not aligned */

/* How many bits of n are set. */
static AMP__INLINE AMP__CHECK unsigned amp__lens_bits(unsigned long long n)
{
    return (unsigned)__builtin_popcountll(n);
}

/* By the rules of compute capability 1.2 and 1.3 a half warp moves segments: of 128 bytes, 64 where
   accesses are of 2 and 32 where they are of 1, and a segment of which one half is used only that
   half, down to 32. Adds to the n sectors of the list, which are asked for, those that are moved
   besides; returns how many there are then. (NVIDIA CUDA Programming Guide 2.3, 5.1.2.1.) */
static AMP__CHECK int amp__lens_segments(unsigned size, amp__lens_sector *list, int n)
{
    const uintptr_t whole = size == 1 ? 1 : size == 2 ? 2 : 4; /* sectors of a segment */
    const int asked = n;
    int i, j;
    for (i = 0; i < asked; i++) {
        const uintptr_t segment = list[i].number / whole;
        uintptr_t from = segment * whole, sectors = whole, first = 3, last = 0, at;
        int seen = 0;
        for (j = 0; j < asked; j++) {
            if (list[j].number / whole == segment) {
                seen |= j < i;
                first = list[j].number - from < first ? list[j].number - from : first;
                last = list[j].number - from > last ? list[j].number - from : last;
            }
        }
        while (sectors > 1 && (last < sectors / 2 || first >= sectors / 2)) {
            sectors /= 2;
            if (first >= sectors) {
                from += sectors;
                first -= sectors;
                last -= sectors;
            }
        }
        for (at = from; !seen && at < from + sectors; at++) {
            for (j = 0; j < asked && list[j].number != at; j++) {
            }
            if (j == asked) {
                AMP__ASSERT(n < AMP__LENS_MOST_SECTORS);
                list[n].number = at;
                list[n++].bytes = 0;
            }
        }
    }
    return n;
}

/* By the rules of compute capability 1.0 and 1.1: thread k of a half warp takes word k of an
   aligned row of 16 words of 4, 8 or 16 bytes, and the row is moved; else each thread moves 32
   bytes of its own. Does as amp__lens_segments. */
static AMP__CHECK int amp__lens_rows_of_16(const amp__lens_request *r, int from, int to,
                                           amp__lens_sector *list, int n)
{
    const uintptr_t row = 16 * (uintptr_t)r->size;
    uintptr_t base = 0, at;
    int t, i, good = r->size == 4 || r->size == 8 || r->size == 16, active = 0;
    for (t = from; t < to; t++) {
        if (r->lanes >> t & 1) {
            const uintptr_t begin = r->at[t] - (uintptr_t)(t - from) * r->size;
            good &= begin % row == 0 && (active == 0 || begin == base);
            base = begin;
            active++;
        }
    }
    if (!good) {
        for (; n < active && n < AMP__LENS_MOST_SECTORS; n++) { /* again */
            list[n].number = list[0].number;
            list[n].bytes = 0;
        }
        return n;
    }
    for (at = base / 32; active > 0 && at < (base + row) / 32; at++) {
        for (i = 0; i < n && list[i].number != at; i++) {
        }
        if (i == n && n < AMP__LENS_MOST_SECTORS) {
            list[n].number = at;
            list[n++].bytes = 0;
        }
    }
    return n;
}

/* Puts the sectors that threads [from, to) of the request move into `list`, those that they touch
   in the order of their first thread; returns how many, and adds their cache lines to *lines. */
static AMP__CHECK int amp__lens_sectors(const amp_lens_model *m, const amp__lens_request *r,
                                        int from, int to, amp__lens_sector *list,
                                        unsigned long long *lines)
{
    const uintptr_t size = (uintptr_t)m->sector, in_line = (uintptr_t)(m->line / m->sector);
    int count = 0, t, i;
    for (t = from; t < to; t++) {
        uintptr_t at = r->at[t];
        const uintptr_t end = at + r->size;
        while ((r->lanes >> t & 1) && at < end) {
            const uintptr_t number = at / size, next = (number + 1) * size;
            const unsigned n = (unsigned)((next < end ? next : end) - at);
            const unsigned long long bits = (n >= 64 ? ~0ull : (1ull << n) - 1) << (at % size);
            for (i = count - 1; i >= 0 && list[i].number != number; i--) {
            }
            if (i < 0) {
                for (i = count - 1; i >= 0 && list[i].number / in_line != number / in_line; i--) {
                }
                *lines += i < 0;
                AMP__ASSERT(count < AMP__LENS_MOST_SECTORS);
                i = count++;
                list[i].number = number;
                list[i].bytes = 0;
            }
            list[i].bytes |= bits;
            at = next;
        }
    }
    return m->segments == 13 && count > 0 ? amp__lens_segments(r->size, list, count)
        : m->segments == 10 && count > 0 ? amp__lens_rows_of_16(r, from, to, list, count) : count;
}

/* How many bank cycles threads [from, to) of the request need in tile memory: the most different
   words that one bank is asked for; of atomics, the most threads that come to one bank. 0 where no
   thread came. */
static AMP__CHECK int amp__lens_bank_cycles(const amp_lens_model *m, const amp__lens_request *r,
                                            int from, int to, int atomic)
{
    uintptr_t word[AMP__LENS_MOST_SECTORS * 4];
    unsigned char degree[64];
    int count = 0, most = 0, t, i;
    for (i = 0; i < m->banks; i++) {
        degree[i] = 0;
    }
    for (t = from; t < to; t++) {
        uintptr_t w = r->at[t] / (uintptr_t)m->bank;
        const uintptr_t last = (r->at[t] + r->size - 1) / (uintptr_t)m->bank;
        for (; (r->lanes >> t & 1) && w <= last; w++) {
            const unsigned bank = (unsigned)(w & (uintptr_t)(m->banks - 1));
            for (i = count - 1; !atomic && i >= 0 && word[i] != w; i--) {
            }
            if (i < 0 || atomic) {
                AMP__ASSERT(count < AMP__LENS_MOST_SECTORS * 4);
                word[count++] = w;
                degree[bank]++;
                most = degree[bank] > most ? degree[bank] : most;
            }
        }
    }
    return most;
}

/* Adds a request to tile memory. Threads are served tile_request at a time, and fewer where their
   accesses are wider than all banks together: in two halves, or four quarters. */
static AMP__CHECK void amp__lens_add_tile(const amp_lens_model *m, const amp__lens_request *r,
                                          int atomic, amp__lens_sum *sum)
{
    const int wide = m->banks * m->bank / (int)(r->size > 0 ? r->size : 1);
    const int part = wide < m->tile_request ? wide < 1 ? 1 : wide : m->tile_request;
    int from;
    for (from = 0; from < m->warp; from += part) {
        const int cycles = amp__lens_bank_cycles(m, r, from, from + part, atomic);
        sum->cycles += (unsigned long long)cycles;
        sum->parts += cycles > 0;
    }
}

/* Adds what all requests have: threads, bytes that they name, atomics on one address. places: of
   the warp, of which the tile has no thread for `missing`. */
static AMP__CHECK void amp__lens_add_any(const amp__lens_request *r, unsigned places,
                                         unsigned missing, int atomic, amp__lens_sum *sum)
{
    const unsigned active = amp__lens_bits(r->lanes);
    sum->requests++;
    sum->active += active;
    sum->room += places;
    sum->missing += missing;
    sum->named += (unsigned long long)active * r->size;
    if (atomic) {
        unsigned t, u, most = 0;
        for (t = 0; t < 64 && r->lanes >> t != 0; t++) {
            unsigned same = 0;
            for (u = 0; (r->lanes >> t & 1) && u < 64 && r->lanes >> u != 0; u++) {
                same += (r->lanes >> u & 1) && r->at[u] == r->at[t];
            }
            most = same > most ? same : most;
        }
        sum->atomics += active;
        sum->steps += most;
    }
}

/* Adds what counts, all of them unsigned long long, are more than they were before; NULL: all. */
static AMP__CHECK void amp__lens_add_more(void *to, const void *now, const void *before,
                                          size_t bytes)
{
    unsigned long long *sum = (unsigned long long *)to;
    const unsigned long long *x = (const unsigned long long *)now;
    const unsigned long long *less = (const unsigned long long *)before;
    size_t i;
    for (i = 0; i < bytes / sizeof(*sum); i++) {
        sum[i] += x[i] - (less != NULL ? less[i] : 0);
    }
}

/* What a tile that was measured added to *now since *before is its half samples', too. groups: one
   for each half sample, of as many bytes. */
static AMP__CHECK void amp__lens_add_to_groups(void *groups, const void *now, void *before,
                                               size_t bytes)
{
    unsigned g;
    for (g = 0; g < AMP__LENS_GROUPS; g++) {
        if (amp__lens_shared.halves >> g & 1) {
            amp__lens_add_more((char *)groups + g * bytes, now, before, bytes);
        }
    }
    amp__copy_unseen(before, now, bytes);
}

/* a += b. */
static AMP__CHECK void amp__lens_add_sums(amp__lens_sum *a, const amp__lens_sum *b)
{
    amp__lens_add_more(a, b, NULL, sizeof(*a));
}

#endif /* AMP_LENS_REQUEST_H */
