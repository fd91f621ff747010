/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_MASKED_TURNS_H
#define AMP_VECTORS_MASKED_TURNS_H
/*
amp/vectors/masked_turns.h: what a thread does in a turn of a masked loop, if it has that turn, or
many have it.
*/

#include "kept.h"

/* Of the masked loop s what a thread does before its first turn (part 3), in a turn if it has one
   (4), in one that all have (5), in all turns (6), or in a turn that many have (7: amp__had is -1
   where the thread has it, else 0); and whether it has another one. */
static AMP__COLD void amp__vec_emit_masked_part(amp__vec_code *f, const amp__c_stmt *s, int part)
{
    const int last = f->kernel->rank - 1, always = s->a == s->a_end || (part == 3
                                                                        && s->kind == AMP__C_DO);
    amp__text *b = &f->out;
    const amp__c_stmt *d;
    for (d = part == 3 ? s->init : NULL; d != NULL; d = d->next) {
        if (d->kind != AMP__C_DECLARATION) {
            amp__vec_unparse(f, b, d->a, d->a_end, 1);
            amp__text_puts(b, "; ");
        } else if (d->value != 0) {
            amp__vec_name(f, b, f->note[d->name].var, 1);
            amp__text_puts(b, " = ");
            amp__vec_unparse(f, b, d->value, d->value_end, 1);
            amp__text_puts(b, "; ");
        }
    }
    if (part > 3) {
        amp__text_printf(b, "int amp__more = amp__on[amp__l%d - amp__h]; ", last);
        if (part == 7) {
            amp__text_puts(b, "const int amp__had AMP__UNUSED = -amp__more; ");
        }
        amp__text_printf(b, "%s { amp__more = 0; { ", part == 4 ? "if (amp__more)"
                         : part == 6 ? "while (amp__more)" : "");
        f->many = part == 7 ? s : NULL;
        f->found_at = -1;
        amp__vec_unparse(f, b, s->child->from, s->child->to, 1);
        f->many = NULL;
        amp__text_printf(b, "} amp__turn%d: AMP__UNUSED; ", f->masked);
        if (s->b < s->b_end) {
            amp__vec_unparse(f, b, s->b, s->b_end, 1);
            amp__text_puts(b, "; ");
        }
        amp__text_puts(b, part == 7 ? "amp__more = amp__had & " : "amp__more = ");
    } else {
        amp__text_printf(b, "amp__on[amp__l%d - amp__h] = ", last);
    }
    if (always) {
        amp__text_puts(b, "1; ");
    } else {
        amp__text_puts(b, "((");
        amp__vec_unparse(f, b, s->a, s->a_end, 1);
        amp__text_puts(b, ") ? 1 : 0); ");
    }
    if (part > 3) {
        amp__text_printf(b, "amp__leave%d: AMP__UNUSED; } amp__on[amp__l%d - amp__h] = amp__more; ",
                         f->masked, last);
    }
}

/* For the first and for the last of the threads side by side that are in a turn of the masked loop
   s: amp__within &= whether the places are within the views at which a thread reads that has it or
   not. */
static AMP__COLD void amp__vec_emit_within(amp__vec_code *f, const amp__c_stmt *s)
{
    amp__text *b = &f->out;
    int i, n, k;
    for (n = 0; n < f->tree->var_count; n++) { /* what the turn's own places are made of */
        const amp__vec_var *v = &f->vars[n];
        if (amp__vec_is_of_turn(f->levels, s, n) && amp__vec_is_int(f->levels, v)
            && !amp__vec_is_found_in(f->levels, s, v->init, v->init_end)) {
            amp__text_puts(b, "const int ");
            amp__vec_name(f, b, n, 1);
            amp__text_puts(b, " AMP__UNUSED = ");
            amp__vec_unparse(f, b, v->init, v->init_end, 1);
            amp__text_puts(b, "; ");
        }
    }
    for (i = s->child->from; i < s->child->to; i++) {
        const amp__c_expr *e = amp__vec_element(f->tree, i), *index;
        k = 0;
        for (index = e != NULL ? e->child->next->next : NULL; index != NULL; index = index->next) {
            amp__text_puts(b, "amp__in &= AMP__VEC_WITHIN(");
            amp__vec_name(f, b, f->note[i].var, 1);
            amp__text_printf(b, ", %d, ", k++);
            if (amp__vec_is_found_in(f->levels, s, i + 1, e->to)) {
                amp__text_puts(b, "0");
            } else {
                amp__vec_unparse(f, b, index->from, index->to, 1);
            }
            amp__text_puts(b, "); ");
        }
    }
}

#endif /* AMP_VECTORS_MASKED_TURNS_H */
