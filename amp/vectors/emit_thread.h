/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EMIT_THREAD_H
#define AMP_VECTORS_EMIT_THREAD_H
/*
amp/vectors/emit_thread.h: what one thread does in a loop over the threads, as C: what it needs from
outside, its statements, what it keeps.
*/

#include "masked_turns.h"

/* Writes a declaration that stands inside a loop over the threads: as it is, as an assignment
   where the variable is declared elsewhere, or not at all. */
static AMP__COLD void amp__vec_emit_declaration(amp__vec_code *f, const amp__c_stmt *s)
{
    const amp__vec_var *v = &f->vars[f->note[s->name].var];
    const amp__vec_place *at = &f->place[f->note[s->name].var];
    amp__text *b = &f->out;
    if (at->storage == AMP__VEC_REMATERIALISED) {
        return;
    }
    if (at->storage == AMP__VEC_EXPANDED && (v->address || v->array)) {
        if (amp__c_is(f->c, v->init, '{') || v->array) {
            amp__text_printf(b, "{ ");
            amp__vec_type_of(f, b, v, 1);
            amp__text_printf(b, "amp__x");
            amp__vec_unparse(f, b, v->dims, v->dims_end, 1);
            amp__text_printf(b, " = ");
            amp__vec_unparse(f, b, v->init, v->init_end, 1);
            if (at->interleaved && !f->passed[f->note[s->name].var]) {
                amp__text_puts(b, "; AMP__VEC_INTERLEAVE(amp__x, ");
                amp__vec_type_of(f, b, v, 1);
                amp__text_puts(b, ", ");
                amp__vec_name(f, b, f->note[s->name].var, 1);
                amp__text_puts(b, ") } ");
            } else {
                amp__text_printf(b, "; __builtin_memcpy(&");
                amp__vec_name(f, b, f->note[s->name].var, 1);
                amp__text_printf(b, ", &amp__x, sizeof(amp__x)); } ");
            }
        } else {
            amp__vec_name(f, b, f->note[s->name].var, 1);
            amp__text_printf(b, " = ");
            amp__vec_unparse(f, b, v->init, v->init_end, 1);
            amp__text_printf(b, "; ");
        }
        return;
    }
    if (at->storage == AMP__VEC_EXPANDED || at->many) { /* declared at the head of the group */
        amp__vec_name(f, b, f->note[s->name].var, 1);
        amp__text_printf(b, " = ");
        if (amp__c_is(f->c, v->init, '{')) {
            amp__text_printf(b, "(");
            amp__vec_type_of(f, b, v, 1);
            amp__text_printf(b, ")");
        }
    } else {
        amp__vec_line(f, b, v->name);
        amp__vec_type_of(f, b, v, 0);
        amp__vec_name(f, b, f->note[s->name].var, 1);
        amp__text_put(b, " ", 1);
        amp__vec_unparse(f, b, v->dims, v->dims_end, 1);
        amp__text_printf(b, "= ");
    }
    amp__vec_unparse(f, b, v->init, v->init_end, 1);
    amp__text_printf(b, "; ");
}

/* The thread's index in the launch, and its number in the tile, or in its part of a row. */
static AMP__COLD void amp__vec_emit_thread_numbers(amp__vec_code *f)
{
    static const char *const number[] = { "amp__l0", "amp__l0 * amp__d1 + amp__l1",
        "(amp__l0 * amp__d1 + amp__l1) * amp__d2 + amp__l2" };
    const int last = f->kernel->rank - 1;
    int k;
    for (k = 0; k <= last; k++) {
        amp__text_printf(&f->out, "const int amp__g%d AMP__UNUSED = amp__o%d + amp__l%d; ", k, k,
                         k);
    }
    if (f->levels->in_rows) {
        amp__text_printf(&f->out, "const int amp__i AMP__UNUSED = amp__l%d; ", last);
    } else {
        amp__text_printf(&f->out, "const int amp__i AMP__UNUSED = %s; ", number[last]);
    }
}

/* tidx or idx as a variable, for what needs it whole. */
static AMP__COLD void amp__vec_emit_index_variable(amp__vec_code *f)
{
    amp__text *b = &f->out;
    int k;
    if (amp__vec_model(f, AMP__SIMPLE)) {
        const int most = f->kernel->rank > 3 ? f->kernel->rank : 3;
        amp__text_printf(b, "const int idx[%d] AMP__UNUSED = { ", most);
        for (k = 0; k < most; k++) {
            amp__vec_put_index(f, b, 'g', k);
            amp__text_puts(b, k < most - 1 ? ", " : " }; ");
        }
        return;
    }
    amp__text_printf(b, "const amp_%s_index tidx AMP__UNUSED = { ",
                     amp__vec_model(f, AMP__PHASED) ? "phase" : "tiled");
    amp__vec_put_parts(f, b, "gltoc");
    amp__text_puts(b, amp__vec_model(f, AMP__PHASED) ? "amp__i, 1 }; " : "NULL }; ");
}

/* The cases in the list s of a switch, which note the number of their section. */
static AMP__COLD void amp__vec_emit_sections(amp__vec_code *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (f->schedule->section[s->number] != 0) {
            amp__vec_unparse(f, &f->out, s->a, s->a_end, 1);
            amp__text_printf(&f->out, "amp__section = %d; break; ",
                             abs(f->schedule->section[s->number]));
        } else if (s->kind != AMP__C_SWITCH) {
            amp__vec_emit_sections(f, s->child);
            amp__vec_emit_sections(f, s->other);
        }
    }
}

/* What is left of the condition of o; of the threads for which that does not hold, that none of it
   does. */
static AMP__COLD void amp__vec_emit_rests(amp__vec_code *f, const amp__vec_op *o, int lanes)
{
    int k;
    for (k = 0; k < o->rests; k++) {
        amp__text_puts(&f->out, o->no ? "if (!(" : "if (");
        amp__vec_unparse(f, &f->out, o->rest[k], o->rest_end[k], lanes);
        amp__text_puts(&f->out, o->no ? ")) " : ") ");
    }
}

/* Declares the variable amp__own that is written for f->own[k], with that element's value; store:
   stores it to the element. */
static AMP__COLD void amp__vec_emit_own(amp__vec_code *f, int k, int store)
{
    const amp__c_expr *e = f->own[k];
    const int count = f->own_count;
    amp__text *b = &f->out;
    f->own_count = 0;
    if (!store) {
        amp__text_puts(b, "__typeof__(");
        amp__vec_unparse(f, b, e->from, e->to, 1);
        amp__text_printf(b, ") amp__own%d = ", k);
    }
    amp__vec_unparse(f, b, e->from, e->to, 1);
    amp__text_puts(b, store ? "= " : "; ");
    if (store) {
        amp__text_printf(b, "amp__own%d; ", k);
    }
    f->own_count = count;
}

/* Whether the loop o calls helpers with the expanded array n. */
static AMP__COLD int amp__vec_loop_passes(const amp__vec_code *f, const amp__vec_op *o, int n)
{
    int k, passes = f->place[n].passed && amp__vec_passes_array(f->levels, n, o->a, o->a_end);
    for (k = 0; k < o->count && f->place[n].passed; k++) {
        passes |= amp__vec_passes_array(f->levels, n, o->list[k]->from, o->list[k]->to);
    }
    for (k = 0; k < o->rests && f->place[n].passed; k++) {
        passes |= amp__vec_passes_array(f->levels, n, o->rest[k], o->rest_end[k]);
    }
    return passes;
}

/* Reads the array n, of the loop that is written, from the threads' interleaved one; store: writes
   it there. Structures go member by member: clang copies a small one as a whole number, and made no
   vectors of what was computed of that. */
static AMP__COLD void amp__vec_emit_passed(amp__vec_code *f, int n, int store)
{
    amp__text *b = &f->out;
    const int of = amp__vec_structure(f->tree, &f->vars[n]);
    int k, m = of < 0 ? -1 : amp__vec_next_member(f->c, of);
    amp__text_puts(b, "AMP__VEC_UNROLL for (int amp__e = 0; amp__e < ");
    amp__vec_unparse(f, b, f->vars[n].dims + 1, f->vars[n].dims_end - 1, 1);
    amp__text_puts(b, "; amp__e++) { ");
    do {
        for (k = 0; k < 2; k++) {
            if (k != store) {
                amp__vec_put_array(f, b, 'k', n, -1);
                amp__text_puts(b, "[amp__e][amp__i]");
            } else {
                amp__vec_name(f, b, n, 1);
                amp__text_puts(b, "[amp__e]");
            }
            amp__vec_put_member(f, b, m);
            amp__text_puts(b, k == 0 ? " = " : "; ");
        }
        m = amp__vec_member_behind(f, m);
    } while (m >= 0);
    amp__text_puts(b, "} ");
}

/* What one thread does in the loop o: what it needs from outside, its statements, what it stores to
   expanded variables. used[], written[], tidx: of amp__vec_collect_variables; end: the number of
   the loop's end. part:
   1: what its assignment stores, to the row's array; 2: that to where it belongs; 3 to 7: of a
   masked loop, whose variables in f->blocked[] have arrays of their own; 8: of that what may be
   read; 9: what its indices need; 0: all of it. */
static AMP__COLD void amp__vec_emit_loop_body(amp__vec_code *f, const amp__vec_op *o,
                                              const char *used, const char *written, int tidx,
                                              int end, int part)
{
    const int last = f->kernel->rank - 1;
    const int box = amp__vec_model(f, AMP__SIMPLE) && !f->levels->in_rows;
    amp__text *b = &f->out;
    int k, n;
    if (!box) {
        amp__vec_emit_thread_numbers(f);
    }
    if (tidx) {
        amp__vec_emit_index_variable(f);
    }
    for (n = 0; n < f->tree->var_count; n++) { /* what the group needs from outside */
        const amp__vec_var *v = &f->vars[n];
        int inside = 0;
        if (!used[n] || f->place[n].storage == AMP__VEC_SCALAR
            || (part == 9 && f->place[n].storage != AMP__VEC_REMATERIALISED
                && !f->place[n].lockstep)) {
            continue;
        }
        if (f->masked && f->blocked[n]
            && !(part == 3 && f->place[n].storage == AMP__VEC_REMATERIALISED)) {
            amp__vec_type_of(f, b, v, 1);
            amp__vec_name(f, b, n, 1);
            if ((part == 5 || part > 6) && n == f->counter) {
                amp__text_puts(b, " = amp__count; ");
            } else if (part > 3 || f->place[n].storage == AMP__VEC_EXPANDED) {
                amp__text_puts(b, "; ");
                f->in_block = part > 3;
                amp__vec_emit_kept(f, n, 0, 0);
                f->in_block = 1;
            } else {
                amp__text_puts(b, "; ");
            }
            if (part == 7 && written[n] && n != f->counter) { /* for threads without a turn */
                amp__text_puts(b, "const ");
                amp__vec_type_of(f, b, v, 1);
                amp__vec_put_array(f, b, 'w', n, -1);
                amp__text_puts(b, " = ");
                amp__vec_name(f, b, n, 1);
                amp__text_puts(b, "; ");
            }
            continue;
        }
        for (k = 0; k < o->count;
             k++) { /* declared by a statement of the group's list, or within one */
            const int from = amp__vec_stmt_from(o->list[k]);
            if (v->name >= from && v->name < o->list[k]->to) {
                inside = o->list[k]->kind == AMP__C_DECLARATION ? 1 : 2;
            }
        }
        if (inside == 2) {
            continue;
        }
        if (f->place[n].lockstep) {
            amp__text_puts(b, "const int ");
            amp__vec_name(f, b, n, 1);
            amp__text_printf(b, " AMP__UNUSED = amp__u%d + (amp__l%d - amp__f%d); ", n, last, n);
        } else if (f->place[n].storage == AMP__VEC_REMATERIALISED) {
            amp__vec_type_of(f, b, v, 0);
            amp__vec_name(f, b, n, 1);
            amp__text_printf(b, " AMP__UNUSED = ");
            amp__vec_unparse(f, b, v->init, v->init_end, 1);
            amp__text_printf(b, "; ");
        } else if (amp__vec_loop_passes(f, o, n)) {
            f->passed[n] = 1;
            amp__vec_type_of(f, b, v, 1);
            amp__vec_name(f, b, n, 1);
            amp__vec_unparse(f, b, v->dims, v->dims_end, 1);
            amp__text_puts(b, "; ");
            if (!inside) {
                amp__vec_emit_passed(f, n, 0);
            }
        } else if (f->place[n].storage == AMP__VEC_EXPANDED && !(v->address || v->array)) {
            amp__vec_type_of(f, b, v, 1);
            amp__vec_name(f, b, n, 1);
            amp__text_puts(b, "; ");
            if (!inside) {
                amp__vec_emit_kept(f, n, 0, 0);
            }
        } else if (f->place[n].storage == AMP__VEC_IN_LOOP && (!inside || f->place[n].many)) {
            amp__vec_type_of(f, b, v, f->place[n].many);
            amp__vec_name(f, b, n, 1);
            if (v->array) {
                amp__vec_unparse(f, b, v->dims, v->dims_end, 1);
            }
            amp__text_printf(b, "; ");
        }
    }
    if (part == 9) {
        return;
    }
    for (k = 0; k < f->own_count; k++) {
        amp__vec_emit_own(f, k, 0);
    }
    if (f->own_count > 0) {
        amp__text_printf(b, "if (amp__in[amp__l%d]) ", last);
    }
    amp__vec_emit_rests(f, o, 1);
    f->conditional = o->rests > 0 || o->clipped;
    {
        const int outer = f->exit_label;
        f->exit_label = end;
        for (k = 0; k < o->count; k++) {
            const amp__c_stmt *s = o->list[k];
            if (f->vector_at != NULL) {
                amp__vec_emit_explicit(f, s, f->explicit_type);
            } else if (s->kind == AMP__C_DECLARATION) {
                amp__vec_emit_declaration(f, s);
            } else if (part == 8) {
                amp__vec_emit_within(f, s);
            } else if (part > 2) {
                amp__vec_emit_masked_part(f, s, part);
            } else if (part != 0) {
                const int equals = amp__vec_assignment(f->levels, s)->op;
                if (part == 1) {
                    amp__text_printf(b, "amp__row[amp__l%d] = ", last);
                    amp__vec_unparse(f, b, equals + 1, s->a_end, 1);
                } else {
                    amp__vec_unparse(f, b, s->a, equals, 1);
                    amp__text_printf(b, "= amp__row[amp__l%d]", last);
                }
                amp__text_puts(b, "; ");
            } else {
                amp__text_puts(b, f->unrolled ? "AMP__VEC_UNROLL " : "");
                amp__vec_unparse(f, b, s->from, s->to, 1);
                if (s->kind == AMP__C_EXPRESSION && !amp__c_is(f->c, s->to - 1, ';')) {
                    amp__text_printf(b, "; ");
                }
            }
        }
        f->exit_label = outer;
    }
    for (k = 0; k < f->own_count; k++) {
        amp__vec_emit_own(f, k, 1);
    }
    if (o->cases != NULL) {
        amp__text_puts(b, "int amp__section = 0; switch (");
        amp__vec_unparse(f, b, o->a, o->a_end, 1);
        amp__text_puts(b, ") { ");
        amp__vec_emit_sections(f, o->cases->child);
        amp__text_printf(b, "} amp__c%d |= amp__section; amp__e%d &= amp__section; ", o->sum,
                         o->sum);
    } else if (o->sum) {
        amp__text_printf(b, "amp__c%d += (", o->sum);
        amp__vec_unparse(f, b, o->a, o->a_end, 1);
        amp__text_printf(b, ") ? 1 : 0; ");
    }
    for (n = 0; n < f->tree->var_count; n++) {
        const amp__vec_var *v = &f->vars[n];
        if (f->passed[n]) {
            amp__vec_emit_passed(f, n, 1);
            f->passed[n] = 0;
        }
        if (written[n] && (f->masked ? f->blocked[n] : f->place[n].storage == AMP__VEC_EXPANDED
                           && !(v->address || v->array))) {
            amp__vec_emit_kept(f, n, 1, part == 7 && n != f->counter);
        }
    }
    f->conditional = 0;
}

#endif /* AMP_VECTORS_EMIT_THREAD_H */
