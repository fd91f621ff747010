/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_ARRAYS_H
#define AMP_CHECK_ARRAYS_H
/*
amp/check/arrays.h: tile arrays, and indices of amp_at and amp_at_index that are outside.
*/

#include "access.h"
#include "../emu/fault.h"

/* What tile memory holds when a tile begins: a NaN, and a number that is no index. */
#define AMP__CHECK_POISON 0xffc5a3f1u
/* Fills `bytes` bytes with that. */
static AMP__COLD void amp__check_poison(char *from, size_t bytes)
{
    unsigned *p = (unsigned *)(void *)from;
    size_t i;
    for (i = 0; i < (bytes + 3) / 4; i++) {
        p[i] = AMP__CHECK_POISON;
    }
}

/* A tile array that this launch meets for the first time; `offset` is the emulator's, the same for
   each thread. The array itself lies between red zones. NULL where there is no room. */
static AMP__COLD void *amp__check_new_array(size_t offset, size_t bytes, const char *name,
                                            size_t size, int kind, int rank, int d0, int d1, int d2)
{
    amp__check_state *k = &amp__check_shared;
    const size_t row = bytes / (size_t)d0;
    /* What a byte of the poison is, as an index, is to lie between the arrays. */
    const size_t far = row > 256 * size ? row : 256 * size;
    const size_t zone = far > 4096 ? 4096 : (far + 63) / 64 * 64;
    amp__check_array *a;
    size_t i;
    if (k->array_count == AMP__CHECK_ARRAYS
        || k->tile_used + bytes + 2 * zone + 64 > AMP__CHECK_TILE_BYTES) {
        k->incomplete = 1;
        return NULL;
    }
    a = &k->array[k->array_count++];
    __builtin_memset(a, 0, sizeof(*a));
    if (k->tile_used == 0) {
        k->tile_used = 4096;
    }
    a->name = amp__check_plain_name(name);
    a->given = name;
    a->low = (uintptr_t)k->tile_memory + k->tile_used;
    a->high = a->low + bytes;
    a->size = size;
    a->rank = rank;
    a->tile = 1;
    a->parts = kind == AMP__KIND_OTHER;
    if (kind == AMP__KIND_WIDE) {
        amp__check_process.of_wide = a->name;
    }
    a->declared = 1;
    a->writable = 1;
    a->offset = offset;
    a->extent[0] = d0;
    a->extent[1] = d1;
    a->extent[2] = d2;
    a->stride[0] = rank == 1 ? 1 : rank == 2 ? d1 : (ptrdiff_t)d1 * d2;
    a->stride[1] = rank == 3 ? d2 : 1;
    a->stride[2] = 1;
    for (i = 0; i < bytes; i += 4) {
        k->tile_head[(k->tile_used + i) / 4].owner = (short)-k->array_count;
        k->tile_head[(k->tile_used + i) / 4].plain = !a->parts;
    }
    amp__check_poison(k->tile_memory + k->tile_used, bytes);
    k->tile_used += (bytes + 63) / 64 * 64 + zone;
    k->tile_low = (uintptr_t)k->tile_memory - AMP__CHECK_AROUND_TILE - k->tile_room;
    k->tile_size = AMP__CHECK_TILE_BYTES + 2 * (AMP__CHECK_AROUND_TILE + k->tile_room);
    return (void *)a->low;
}

/* Tile memory for the array that a thread declares: carved twice, by the engine, for its limit,
   and by the checker, for use. */
static AMP__COLD void *amp__check_tile_static(amp__tile *t, const char *name, size_t size, int kind,
                                              int rank, int d0, int d1, int d2)
{
    amp__check_state *k = &amp__check_shared;
    const size_t bytes = size * (size_t)d0 * (size_t)d1 * (size_t)d2;
    char *const carved = (char *)amp__tile_static(t, bytes, 16, 0, 0);
    const size_t offset = (size_t)(carved - t->memory);
    void *watched;
    int i;
    for (i = k->view_count; i < k->array_count; i++) {
        if (k->array[i].offset == offset
            && (k->array[i].given == name
                || strcmp(k->array[i].name, amp__check_plain_name(name)) == 0)) {
            k->array[i].declared++;
            return (void *)k->array[i].low;
        }
    }
    watched = amp__check_new_array(offset, bytes, name, size, kind, rank, d0, d1, d2);
    return watched != NULL ? watched : carved;
}

/* Notes the finding of an index of amp_at outside its view; returns an element that nobody else
   uses, for the access to go to. */
static AMP__COLD void *amp__check_outside(const void *data, size_t size, const char *name, int rank,
                                          const ptrdiff_t *index, int dimension, const char *site)
{
    amp__check_state *k = &amp__check_shared;
    amp__check_finding f;
    int i;
    if (amp__check_on || (amp__check_shared.active && k->watch)) {
        amp__check_begin_finding(&f, AMP_CHECK_OUT_OF_BOUNDS, amp__check_text_site(site, 0), 0);
        for (i = 0; i < k->view_count; i++) {
            if (k->array[i].low == (uintptr_t)data && k->array[i].rank == rank
                && (f.array < 0 || strcmp(k->array[i].name, amp__check_plain_name(name)) == 0)) {
                f.array = i;
            }
        }
        f.name = f.array < 0 ? amp__check_plain_name(name) : NULL;
        f.index_given = 1;
        f.dimension = dimension;
        for (i = 0; i < rank; i++) {
            f.index[i] = amp__check_nearest_int(index[i]);
        }
        amp__check_find(&f);
    }
    if (k->scratch_size < size || k->scratch == NULL) {
        const int on = amp__check_on;
        amp__check_on = 0;
        amp__check_free(k->scratch);
        k->scratch_size = size < 4096 ? 4096 : size;
        k->scratch = (char *)amp__check_alloc(k->scratch_size);
        amp__check_on = on;
    }
    for (i = 0; k->scratch != NULL && i < (int)size; i++) {
        k->scratch[i] = 0;
    }
    return k->scratch;
}

#endif /* AMP_CHECK_ARRAYS_H */
