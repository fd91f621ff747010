/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_TILE_SIZES_H
#define AMP_CTEXT_TILE_SIZES_H
/*
amp/ctext/tile_sizes.h: sizeof of an array of tile_static, or of a thread_private variable.

On a CPU its name is a pointer into the tile's memory; on a device, and a tile array in C++ AMP, it
is the array, or the thread's variable. So sizeof(t) of the whole of it differs, and sizeof(t[0])
and sizeof(mine(t)) do not.
*/

#include "tokens.h"

/* Whether the name of token i is one that tile_static or thread_private declares in [from, i). */
static AMP__COLD int amp__c_is_in_tile_memory(const amp__c_unit *f, int from, int i)
{
    int k, name;
    for (k = from; k < i; k++) {
        if ((amp__c_word_is(f, k, AMP__C_TILE_STATIC)
             || amp__c_word_is(f, k, AMP__C_THREAD_PRIVATE)) && amp__c_is(f, k + 1, '(')) {
            for (name = k + 2; name < i && !amp__c_is(f, name, ','); ) {
                name = amp__c_behind(f, name);
            }
            if (name + 1 < i && amp__c_same(f, name + 1, i)) {
                return 1;
            }
        }
    }
    return 0;
}

/* In a kernel's body [from, to): the first such name that is all of a sizeof's operand; -1: there
   is none. */
static AMP__COLD int amp__c_sizeof_tile(const amp__c_unit *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        int name = i + 1, open = 0, next;
        while (amp__c_is(f, i, AMP__C_SIZEOF) && amp__c_is(f, name, '(')) {
            name++;
            open++;
        }
        for (next = name + 1; open > 0 && amp__c_is(f, next, ')'); next++) {
            open--;
        }
        if (amp__c_is(f, i, AMP__C_SIZEOF) && open == 0 && name < to
            && f->t[name].kind == AMP__C_NAME && !amp__c_is(f, next, '[')
            && amp__c_is_in_tile_memory(f, from, name)) {
            return name;
        }
    }
    return -1;
}

/* What is said of it: a format for its name, as "%.*s". */
#define AMP__C_SIZEOF_TILE_TEXT                                               \
    "sizeof(%.*s) is the size of what it names on a device, and of a pointer on a CPU: write the " \
    "number of elements times the size of one"

#endif /* AMP_CTEXT_TILE_SIZES_H */
