/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_THREAD_INDEX_H
#define AMP_VECTORS_THREAD_INDEX_H
/*
amp/vectors/thread_index.h: where the text asks for the thread's place: tidx.local[0], idx[1],
at_index(view, tidx.global).
*/

#include "resolve.h"

/* tidx.PART at i, or amp_tile_index.PART: l, g, t, o or c; idx of a simple kernel: g; 0 for
   anything else. */
static AMP__COLD int amp__vec_index_part(const amp__vec_tree *f, int i)
{
    return amp__vec_model(f, AMP__SIMPLE) ? 'g'
        : !amp__c_is(f->c, i + 1, '.') ? 0
        : amp__c_is(f->c, i + 2, AMP__C_LOCAL) ? 'l'
        : amp__c_is(f->c, i + 2, AMP__C_GLOBAL) ? 'g'
        : amp__c_is(f->c, i + 2, AMP__C_TILE) ? 't'
        : amp__c_is(f->c, i + 2, AMP__C_TILE_ORIGIN) ? 'o'
        : amp__c_is(f->c, i + 2, AMP__C_TILE_COUNT) ? 'c' : 0;
}

/* Whether a part is the same for all threads of a tile: a parameter of the kernel's function. */
static AMP__COLD int amp__vec_is_part_of_tile(int part)
{
    return part == 't' || part == 'o' || part == 'c';
}

/* How many tokens tidx.PART has, or idx of a simple kernel. */
static AMP__COLD int amp__vec_index_tokens(const amp__vec_tree *f)
{
    return amp__vec_model(f, AMP__SIMPLE) ? 1 : 3;
}

/* tidx.PART[NUMBER], or idx[NUMBER] of a simple kernel, at i: where the number stands, else 0. */
static AMP__COLD int amp__vec_plain_index(const amp__vec_tree *f, int i)
{
    const int open = i + amp__vec_index_tokens(f);
    return amp__vec_index_part(f, i) && amp__c_is(f->c, open, '[')
        && f->c->t[open + 1].kind == AMP__C_NUMBER && amp__c_is(f->c, open + 2, ']') ? open + 1 : 0;
}

/* at_index(view, tidx.PART), or at_index(view, idx) of a simple kernel */
static AMP__COLD int amp__vec_plain_at(const amp__vec_tree *f, int i)
{
    return i >= 0 && amp__c_word_is(f->c, i, AMP__C_AT_INDEX) && amp__c_is(f->c, i + 1, '(')
        && f->note[i + 2].var >= 0 && f->vars[f->note[i + 2].var].kind == AMP__VEC_VIEW
        && amp__c_is(f->c, i + 3, ',') && f->note[i + 4].var >= 0
        && f->vars[f->note[i + 4].var].kind == AMP__VEC_TIDX && amp__vec_index_part(f, i + 4)
        && amp__c_is(f->c, i + 4 + amp__vec_index_tokens(f), ')');
}

#endif /* AMP_VECTORS_THREAD_INDEX_H */
