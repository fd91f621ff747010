/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_KERNEL_TEXT_H
#define AMP_VECTORS_KERNEL_TEXT_H
/*
amp/vectors/kernel_text.h: the text of one kernel at work, as tokens that may be added to.

The words of this folder: docs/vectors.md, "Words".

`f` is what the pass at work makes, or what it reads of an earlier one; f->c is the tokens
(amp/ctext/tokens.h). A pass writes into its own struct alone, which may point to earlier ones.
*/

#include "../core/backend.h" /* amp__model */
#include "../ctext/top_level.h"

/* The most calls of helpers with loops that are put in place, or are not (loop_calls.h). */
enum { AMP__VEC_LOOP_CALLS = 64 };

/* Which calls of helpers with loops are not put in place: those of these tokens; all, where that is
   not tried. */
typedef struct amp__vec_kept_calls {
    int tried, count, call[AMP__VEC_LOOP_CALLS];
} amp__vec_kept_calls;

/* A helper with loops in place of its call: the call's token, its origin, and that of the body
   which it stands in. */
typedef struct amp__vec_loop_call {
    int call, origin, outer;
} amp__vec_loop_call;

/* The kernel at work: where its parts stand, of which the body may be a copy behind the text's own
   tokens, with helpers in place of their calls. This is what the pass `inline` makes. */
typedef struct amp__vec_body {
    amp__c_unit *c; /* the file's tokens, and its top level */
    amp__c_kernel kernel;
    const amp__c_kernel *launched; /* as the text has it */
    int row;     /* its tile of one dimension has rows of that length here: tile_rows.h; or 0 */
    int row_is_warp; /* they stand for warps, by name */
    int whole_warps; /* it takes each warp to have all of its lanes */
    int shared;  /* it is for launches of which a view that is read may be written by another */
    int *origin; /* of each token: 0: the text's own; AMP__VEC_GENERATED: ours; else of which
                    inlined call */
    size_t origin_room;
    int generated_from; /* the first token that is not the text's own */
    int inlined;        /* how many calls */
    const amp__vec_kept_calls *kept;
    int loop_calls;     /* of those calls, of helpers with loops */
    amp__vec_loop_call loop_call[AMP__VEC_LOOP_CALLS];
    int warps;          /* operations of warps: amp/vectors/warps.h */
    int nested;         /* lists of statements in each other, while they are copied */
} amp__vec_body;

/* The origin of a token that was written here. */
enum { AMP__VEC_GENERATED = -1 };

/* The model of a kernel. */
static AMP__COLD amp__model amp__vec_model_of(const amp__c_kernel *k)
{
    return k->word == AMP__C_TILED_KERNEL ? AMP__TILED
        : k->word == AMP__C_PHASED_KERNEL ? AMP__PHASED : AMP__SIMPLE;
}

/* Makes room for the origins of all tokens. Those from number `from` on are the text's own. */
static AMP__COLD void amp__vec_grow_origins(amp__vec_body *f, int from)
{
    if (!amp__list_grow(&f->origin, (size_t)from, &f->origin_room, (size_t)(f->c->count - from),
                        sizeof(*f->origin), amp__c_memory(&f->c->store))) {
        amp__c_fail(f->c, -1, "there is no memory for this");
    }
    memset(f->origin + from, 0, (size_t)(f->c->count - from) * sizeof(*f->origin));
}

/* Begins the work on a kernel of the text c, whose body is as it stands there. */
static AMP__COLD void amp__vec_begin_body(amp__vec_body *f, amp__c_unit *c,
                                          const amp__c_kernel *kernel,
                                          const amp__vec_kept_calls *kept)
{
    memset(f, 0, sizeof(*f));
    f->c = c;
    f->kept = kept;
    f->kernel = *kernel;
    f->launched = kernel;
    f->generated_from = c->count;
    amp__vec_grow_origins(f, 0);
}

/* Adds a token behind the others, of no bracket yet. The lists may move. */
static AMP__COLD void amp__vec_add(amp__vec_body *f, amp__c_token t, int origin)
{
    amp__c_add(f->c, t);
    amp__vec_grow_origins(f, f->c->count - 1);
    f->origin[f->c->count - 1] = origin;
}

#endif /* AMP_VECTORS_KERNEL_TEXT_H */
