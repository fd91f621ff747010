/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_JOINS_H
#define AMP_VECTORS_JOINS_H
/*
amp/vectors/joins.h: tiles with short rows, joined to one with a long row.

A kernel whose threads only ask for their place in the launch, and have no barrier and no tile
memory, cannot tell where a tile ends. So tiles that are neighbours in the last dimension run as
one, whose rows are as long as vectors want them: 16 tiles of 4 x 4 as one of 4 x 64.

The text is written once, as NAME__tiles, for a number of tiles that is a parameter; NAME__lanes
calls it with NAME__joined tiles, which the compiler knows, and with what is left of a row. An
elimination step with tiles of 4 x 4 took seven times as long tile by tile (docs/decisions/0032).
*/

#include "emit.h"
#include "lanes.h"

/* Whether all that the body asks of tidx is the same if its tile is a part of a longer one. */
static AMP__COLD int amp__vec_only_asks_for_place(const amp__vec_tree *f)
{
    int i;
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        if (f->note[i].var >= 0 && f->vars[f->note[i].var].kind == AMP__VEC_TIDX
            && amp__vec_index_part(f, i) != 'g') {
            const int number = amp__vec_plain_index(f, i);
            if (number == 0 || atoi(f->c->t[number].s) >= f->kernel->rank - 1) {
                return 0;
            }
        }
    }
    return 1;
}

/* Whether the plan from o on has what needs the length of a row as a constant. */
static AMP__COLD int amp__vec_needs_row_length(const amp__vec_op *o)
{
    for (; o != NULL; o = o->next) {
        if (o->row || o->thread_limit || amp__vec_needs_row_length(o->child)
            || amp__vec_needs_row_length(o->other)) {
            return 1;
        }
    }
    return 0;
}

/* Whether tiles of the kernel are joined. Not where the order of what threads do shows, which is
   tile by tile on fibers; nor where a tile may have to run again alone; nor where neighbours use
   elements that lie apart, as a transpose does: its tile is a block of memory, which a long row is
   not, and it took up to five times as long. */
static AMP__COLD int amp__vec_joins(const amp__vec_schedule *f)
{
    const int length = amp__vec_row_length(f->tree);
    int k;
    if (!amp__vec_model(f, AMP__TILED) || f->tree->body.row != 0 || length == 0
        || length > AMP__VEC_JOINED_ROW / 2
        || f->tree->reports || f->may_diverge || f->tree->body.warps
        || amp__vec_has_barrier(f->tree->root)
        || amp__c_ordered(f->c, f->kernel->body, f->kernel->body_end)
        || amp__vec_needs_row_length(f->plan)
        || amp__vec_strided(f->levels, f->kernel->body, f->kernel->body_end, 1)
        || !amp__vec_only_asks_for_place(f->tree)) {
        return 0;
    }
    for (k = 0; k < f->tree->var_count; k++) {
        if (f->vars[k].kind == AMP__VEC_TILE || f->vars[k].kind == AMP__VEC_PRIVATE) {
            return 0;
        }
    }
    return 1;
}

#endif /* AMP_VECTORS_JOINS_H */
