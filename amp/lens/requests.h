/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_REQUESTS_H
#define AMP_LENS_REQUESTS_H
/*
amp/lens/requests.h: what requests add up to, for the access site that they are of.

  1 tables     of sectors and addresses
  2 sums
  3 pictures   of the page
*/

#include "cache.h"

/* ==== 1 tables =========================================================== */

/* The place of `key` in a table of AMP__LENS_TABLE places, or the empty one where it would be; NULL
   where the table is full. */
static AMP__CHECK amp__lens_place *amp__lens_place_of(amp__lens_place *table, uintptr_t key,
                                                      unsigned used)
{
    unsigned i = (unsigned)((unsigned long long)key * 0x9e3779b97f4a7c15ull >> 48);
    while (table[i].count != 0 && table[i].key != key) {
        i = (i + 1) & (AMP__LENS_TABLE - 1);
    }
    return table[i].count == 0 && used >= AMP__LENS_TABLE * 3u / 4 ? NULL : &table[i];
}

/* Notes which bytes of a sector the tile reads or writes, and counts those that are new to it. */
static AMP__CHECK void amp__lens_note_bytes(unsigned array, int writes, const amp__lens_sector *s)
{
    amp__lens_state *l = &amp__lens_shared;
    const uintptr_t key = s->number << 9 | (uintptr_t)array << 1 | (uintptr_t)writes;
    amp__lens_array *a = &l->now.arrays[array];
    amp__lens_place *p = amp__lens_place_of(l->bytes, key, l->touched_count);
    AMP__ASSERT(array < 1u << 8 && writes >> 1 == 0); /* each has its own bits of the key */
    if (p == NULL) {
        a->incomplete = 1;
        return;
    }
    if (p->count == 0) {
        p->count = 1;
        p->key = key;
        p->bytes = 0;
        l->touched[l->touched_count++] = (unsigned)(p - l->bytes);
    }
    a->different[writes] += amp__lens_bits(s->bytes & ~p->bytes);
    p->bytes |= s->bytes;
}

/* Counts an atomic on an address. */
static AMP__CHECK void amp__lens_note_atomic(uintptr_t key)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_place *p = amp__lens_place_of(l->hot, key, l->hot_count);
    if (p == NULL) {
        l->now.hot_incomplete = 1;
        return;
    }
    if (p->count == 0) {
        l->hot_count++;
        p->tiles = 0;
    }
    p->tiles += p->tiles == 0 || p->bytes != (unsigned long long)l->tile;
    p->bytes = (unsigned long long)l->tile;
    p->key = key;
    p->count++;
    if (p->count > l->now.hottest) {
        l->now.hottest = p->count;
        l->now.hot_tiles = p->tiles;
    }
}

/* ==== 2 sums ============================================================= */

/* Adds a request to its site's sums. warp: its number in the tile. */
static AMP__CHECK void amp__lens_sum_request(amp__lens_site *s, const amp__lens_request *r,
                                             unsigned warp)
{
    amp__lens_state *l = &amp__lens_shared;
    const amp_lens_model *m = &l->model;
    const unsigned left = (unsigned)l->tile_threads - warp * (unsigned)m->warp;
    const int atomic = s->kind == AMP__CHECK_ATOMIC, number = (int)(s - l->sites);
    int t, i;
    AMP__ASSERT(warp * (unsigned)m->warp < (unsigned)l->tile_threads);
    for (t = 0; t + 1 < m->warp && !s->stride_mixed; t++) {
        if ((r->lanes >> t & 3) == 3) { /* neighbours */
            const long long stride = (long long)r->at[t + 1] - (long long)r->at[t];
            s->stride_mixed = s->stride_seen && stride != s->stride;
            s->stride = s->stride_seen ? s->stride : stride;
            s->stride_seen = 1;
        }
    }
    {
        const unsigned long long behind = r->lanes + (r->lanes & (0 - r->lanes));
        s->scattered |= (behind & r->lanes) != 0;
    }
    if (l->counts) {
        l->phase.blocks++;
        amp__lens_add_any(r, (unsigned)m->warp,
                          left < (unsigned)m->warp ? (unsigned)m->warp - left : 0, atomic, &s->sum);
    }
    if (l->now.arrays[s->array].tile) {
        amp__lens_caches.loads_tile |= s->kind == AMP__CHECK_READ;
        if (l->counts) {
            const unsigned long long before = s->sum.cycles;
            amp__lens_add_tile(m, r, atomic, &s->sum);
            l->phase.cycles += s->sum.cycles - before;
        }
        return;
    }
    amp__lens_caches.loads_global |= s->kind == AMP__CHECK_READ;
    for (t = 0; t < m->warp; t += m->memory_request) {
        amp__lens_sector list[AMP__LENS_MOST_SECTORS];
        unsigned long long lines = 0, asked = 0;
        const int n = amp__lens_sectors(m, r, t, t + m->memory_request, list, &lines);
        for (i = 0; i < n; i++) {
            asked += amp__lens_bits(list[i].bytes);
            if (l->window >= 0) {
                const uintptr_t p = list[i].number * (uintptr_t)m->sector / (uintptr_t)m->partition
                                    % (uintptr_t)m->partitions;
                l->partition[number][l->window][p]++;
            }
            if (l->counts) {
                amp__lens_note_bytes(s->array, s->kind != AMP__CHECK_READ, &list[i]);
            }
        }
        if (amp__lens_caches.on && n > 0) {
            amp__lens_keep_touches(warp, s, list, n);
        }
        if (l->counts) {
            s->sum.taken += m->l2 > 0 ? lines : 0;
            l->phase.taken += m->l2 > 0 ? lines : 0;
            s->sum.asked += asked;
            s->sum.lines += lines;
            s->sum.sectors += (unsigned long long)n;
            s->sum.ideal += (asked + (unsigned)m->sector - 1) / (unsigned)m->sector;
        }
    }
    for (t = 0; atomic && l->counts && t < m->warp; t++) {
        if (r->lanes >> t & 1) {
            amp__lens_note_atomic(r->at[t] + s->base);
        }
    }
}

/* ==== 3 pictures ========================================================= */

/* Keeps a request of the first tile for the page, in place of the one of its site that cost less.
   Where memory runs out the page has no picture of it. */
static AMP__CHECK void amp__lens_picture_request(amp__lens_site *s, const amp__lens_request *r,
                                                 unsigned warp, unsigned long long cost)
{
    amp__lens_state *l = &amp__lens_shared;
    amp__lens_pictured *p;
    int t;
    if (s->pictured == 0) {
        if (!amp__list_grow(&l->pictured, l->pictured_count, &l->pictured_room, 1,
                            sizeof(*l->pictured), &amp__check_memory)) {
            return;
        }
        s->pictured = (unsigned)++l->pictured_count;
    } else if (l->pictured[s->pictured - 1].cost >= cost) {
        return;
    }
    p = &l->pictured[s->pictured - 1];
    p->row = (int)(s - l->sites);
    p->warp = warp;
    p->size = r->size;
    p->lanes = r->lanes;
    p->cost = cost;
    for (t = 0; t < l->model.warp; t++) {
        p->at[t] = r->lanes >> t & 1 ? r->at[t] : 0;
    }
}

/* Adds a request to its site's sums, and keeps it for the page if it is of the tile that is shown.
   warp: its number in the tile. */
static AMP__CHECK void amp__lens_add_request(amp__lens_site *s, const amp__lens_request *r,
                                             unsigned warp)
{
    const unsigned long long before = s->sum.sectors + s->sum.cycles;
    amp__lens_sum_request(s, r, warp);
    if (amp__lens_shared.tile == amp__lens_shared.shown) {
        amp__lens_picture_request(s, r, warp, s->sum.sectors + s->sum.cycles - before);
    }
}

#endif /* AMP_LENS_REQUESTS_H */
