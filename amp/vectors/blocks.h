/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_BLOCKS_H
#define AMP_VECTORS_BLOCKS_H
/*
amp/vectors/blocks.h: blocks of threads, each of a few vectors, which keep what they sum up in a
small array for the time of a loop: of which loops there are such blocks, and what stands around
their loops over threads. amp/vectors/emit.h writes them.
*/

#include "emit_loop.h"
#include "turn_blocks.h"

/* Whether the plan from o on can be done by a block of threads at a time: it is loops over all of
   them, uniform loops around such, and what is done once. Notes in used[] and written[] what its
   loops over threads use and write, in *loops how many of the uniform loops it has. */
static AMP__COLD int amp__vec_is_of_blocks(amp__vec_code *f, const amp__vec_op *o, char *used,
                                           char *written, int *loops)
{
    int k, tidx = 0;
    for (; o != NULL; o = o->next) {
        if (o->kind == AMP__VEC_STRIPS) {
            ++*loops;
            if (o->stmt->kind != AMP__C_FOR || o->lockstep || o->by_row || o->masked
                || !amp__vec_is_of_blocks(f, o->child, used, written, loops)) {
                return 0;
            }
        } else if (o->kind == AMP__VEC_UNIFORM ? o->by_row
                   : (o->kind != AMP__VEC_LANES || o->clipped || o->thread_limit || o->row)) {
            return 0;
        }
        for (k = 0; k < o->count; k++) {
            if (f->tree->reports
                && amp__vec_reports(f->tree, o->list[k]->from, o->list[k]->to) >= 0) {
                return 0;
            }
            amp__vec_collect_variables(f, used, written, amp__vec_stmt_from(o->list[k]),
                                       o->list[k]->to, &tidx);
        }
    }
    return 1;
}

/* Whether o, a uniform loop or a condition around one, can have a block of threads inside. Notes in
   f->blocked[] the expanded variables that its loops over threads use, in written[] those that they
   write; *count: how many they use. Loops in each other, or in a condition, with more than one of
   them were no faster in blocks, and up to a fifth slower. */
static AMP__COLD int amp__vec_can_block(amp__vec_code *f, const amp__vec_op *o, char *written,
                                        int *count)
{
    char used[AMP__VEC_VARS] = { 0 };
    const int is_loop = o->stmt->kind == AMP__C_FOR;
    int k, loops = is_loop;
    if ((is_loop ? o->wide != AMP__VEC_SHORT_STRIP || o->lockstep : o->stmt->kind != AMP__C_IF)
        || o->masked || o->other != NULL
        || !amp__vec_is_of_blocks(f, o->child, used, written, &loops) || loops == 0) {
        return 0;
    }
    *count = 0;
    for (k = 0; k < f->tree->var_count; k++) {
        const amp__vec_var *v = &f->vars[k];
        f->blocked[k] = used[k] && f->place[k].storage == AMP__VEC_EXPANDED && !v->address
            && !v->array;
        *count += f->blocked[k];
    }
    return *count == 1 || (*count > 1 && is_loop && loops == 1);
}

/* Whether all loops over the threads of a block, in the plan from o on, that are in a loop (in) can
   be written on vectors. *type: of their numbers; *rows: some go along rows. */
static AMP__COLD int amp__vec_is_of_vectors(amp__vec_code *f, const amp__vec_op *o, int in,
                                            int *type, int *rows)
{
    for (; o != NULL; o = o->next) {
        if (o->kind == AMP__VEC_STRIPS) {
            const int outer = f->row_counter;
            int of_vectors;
            f->row_counter = amp__vec_row_counter_of(f, o);
            of_vectors = amp__vec_is_of_vectors(f, o->child, 1, type, rows);
            f->row_counter = outer;
            if (!of_vectors) {
                return 0;
            }
        } else if (in && o->kind == AMP__VEC_LANES) {
            if (!amp__vec_is_explicit(f, o, type) || !amp__vec_mark_vectors(f, o, *type)) {
                f->vector_at = NULL;
                return 0;
            }
            *rows |= f->row_count > 0;
            f->vector_at = NULL;
        }
    }
    return 1;
}

/* Whether there is a block in the plan from o on. */
static AMP__COLD int amp__vec_has_block(amp__vec_code *f, const amp__vec_op *o)
{
    char written[AMP__VEC_VARS] = { 0 };
    int count;
    for (; o != NULL; o = o->next) {
        if (o->kind == AMP__VEC_STRIPS ? amp__vec_can_block(f, o, written, &count)
            : amp__vec_has_block(f, o->child) || amp__vec_has_block(f, o->other)) {
            return 1;
        }
    }
    return 0;
}

/* Opens a block of text with how many threads a vector of variable n has, amp__w; how: as
   AMP__VECTOR_BYTES has it. */
static AMP__COLD void amp__vec_put_width(amp__vec_code *f, int n, int how)
{
    amp__text *b = &f->out;
    int k;
    amp__text_puts(b, "{ enum { amp__w = ");
    for (k = 0; k < 2; k++) {
        amp__text_printf(b, "AMP__VECTOR_BYTES(%d) / (int)sizeof(", how);
        amp__vec_put_kept_type(f, b, n, amp__vec_first_member(f, n));
        amp__text_puts(b, k == 0 ? ") > 1 ? " : ") : 1");
    }
}

/* Declares the arrays of a block. */
static AMP__COLD void amp__vec_declare_block(amp__vec_code *f)
{
    int n;
    for (n = 0; n < f->tree->var_count; n++) {
        if (f->blocked[n]) {
            amp__vec_declare_kept(f, 'b', n, "[amp__rows][amp__w] AMP__TILE_MEMORY; ");
        }
    }
}

/* The loops over the threads of a block, amp__r rows (or parts of a row) of amp__w threads; or over
   its turns. */
static AMP__COLD void amp__vec_emit_block_head(amp__vec_code *f)
{
    const int last = f->kernel->rank - 1;
    amp__text_puts(&f->out,
                   "AMP__VEC_UNROLL for (int amp__r = 0; amp__r < amp__rows; amp__r++) { ");
    if (f->turns != NULL) {
        const int n = f->turns->counter;
        amp__text_puts(&f->out, "const int ");
        if (f->place[n].lockstep) {
            amp__text_printf(&f->out, "amp__u%d", n);
        } else {
            amp__vec_name(f, &f->out, n, 1);
        }
        amp__text_printf(&f->out, " = amp__t%d + amp__r * (", n);
        amp__vec_put_step(f, f->turns);
        amp__text_puts(&f->out, "); ");
    } else if (last == 0) {
        amp__text_puts(&f->out, "const int amp__h = amp__s + amp__r * amp__w; ");
    } else {
        amp__text_printf(&f->out, "const int amp__l%d = amp__y + amp__r, amp__h = amp__s; ",
                         last - 1);
    }
}

/* The head of the loop o within a block; in front of it the turns that are done as many at once as
   a vector has numbers, where its threads go along rows. Whether it has opened a bracket more. */
static AMP__COLD int amp__vec_emit_row_turns(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt;
    const amp__vec_op *lanes = o->child;
    char used[AMP__VEC_VARS] = { 0 }, written[AMP__VEC_VARS] = { 0 };
    amp__text *b = &f->out;
    int k, n, tidx = 0, type = f->explicit_type;
    f->row_counter = type ? amp__vec_row_counter_of(f, o) : 0;
    n = f->row_counter - 1;
    if (n >= 0 && amp__vec_is_explicit(f, lanes, &type)
        && amp__vec_mark_vectors(f, lanes, type) && f->row_count > 0) {
        for (k = 0; k < lanes->count; k++) {
            amp__vec_collect_variables(f, used, written, amp__vec_stmt_from(lanes->list[k]),
                                       lanes->list[k]->to, &tidx);
        }
        amp__text_printf(b, "{ int amp__t%d = ", n);
        amp__vec_unparse(f, b, s->init->value, s->init->value_end, 0);
        amp__text_puts(b, "; for (; AMP__VEC_ROWS && (long long)(");
        amp__vec_put_loop_end(f, s, n, 0);
        amp__text_printf(b, " - amp__t%d >= amp__w; amp__t%d += amp__w) { ", n, n);
        f->in_block = 1;
        if (f->turns != NULL) { /* the rows are those of all turns */
            amp__vec_emit_rows(f, lanes, used, tidx);
        }
        amp__vec_emit_block_head(f);
        if (f->turns == NULL) {
            amp__vec_emit_rows(f, lanes, used, tidx);
        }
        amp__vec_emit_turns_of_row(f, lanes, used, written, tidx);
        f->in_block = 0;
        amp__text_puts(b, "} } for (int ");
        f->vector_at = NULL;
        f->row_counter = 0;
        amp__vec_name(f, b, n, 0);
        amp__text_printf(b, " = amp__t%d; ", n);
        amp__vec_unparse(f, b, s->a, s->b_end + 1, 0);
        return 1;
    }
    f->vector_at = NULL;
    f->row_counter = 0;
    amp__text_puts(b, f->turns != NULL ? "AMP__VEC_ROLLED " : "");
    amp__vec_unparse(f, b, s->from, s->b_end + 1, 0); /* for (...) */
    return 0;
}

/* A loop over the threads of a row from amp__h to `end`, up to its bracket. */
static AMP__COLD void amp__vec_emit_row_head(amp__vec_code *f, const char *how, const char *end)
{
    const int last = f->kernel->rank - 1;
    amp__text_printf(&f->out, "%sfor (int amp__l%d = amp__h; amp__l%d < %s; amp__l%d++) { ", how,
                     last, last, end, last);
}

/* Moves variable n of such threads from the tile's array to that of their block, or back. */
static AMP__COLD void amp__vec_emit_move(amp__vec_code *f, int n, const char *end, int back)
{
    int m = amp__vec_first_member(f, n);
    amp__vec_emit_row_head(f, "AMP__VEC_LOOP ", end);
    amp__vec_emit_thread_numbers(f);
    do {
        f->in_block = !back;
        amp__vec_put_kept(f, n, m);
        amp__text_puts(&f->out, " = ");
        f->in_block = back;
        amp__vec_put_kept(f, n, m);
        amp__text_puts(&f->out, "; ");
        m = amp__vec_member_behind(f, m);
    } while (m >= 0);
    amp__text_puts(&f->out, "} ");
}

/* Moves the variables of the block of o from the tile's arrays to its own, or those that are
   written[] back; not those that are declared in it. */
static AMP__COLD void amp__vec_emit_block_moves(amp__vec_code *f, const amp__vec_op *o,
                                                const char *written, int back)
{
    int k;
    amp__vec_emit_block_head(f);
    for (k = 0; k < f->tree->var_count; k++) {
        if (f->blocked[k] && (!back || written[k])
            && !amp__vec_is_declared_in(o->stmt, &f->vars[k])) {
            amp__vec_emit_move(f, k, "amp__h + amp__w", back);
        }
    }
    f->in_block = 0;
    amp__text_puts(&f->out, "} ");
}

#endif /* AMP_VECTORS_BLOCKS_H */
