/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EMIT_H
#define AMP_VECTORS_EMIT_H
/*
amp/vectors/emit.h: the plan as C.

A group of statements becomes loops over the tile's dimensions around them; kernel_text.h has
the words.
*/

#include "prefetch.h"

#if AMP__IMPLEMENT

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
            amp__text_printf(b, "; __builtin_memcpy(&");
            amp__vec_name(f, b, f->note[s->name].var, 1);
            amp__text_printf(b, ", &amp__x, sizeof(amp__x)); } ");
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

/* Notes in used[] and written[], by number, which variables [from, to) mentions and writes;
   *tidx = 1 where it needs tidx as a variable. */
static AMP__COLD void amp__vec_collect_variables(amp__vec_code *f, char *used, char *written,
                                                 int from, int to, int *tidx)
{
    int i;
    for (i = from; i < to; i++) {
        const int n = f->note[i].var, part = amp__vec_index_part(f->tree, i);
        if (n < 0) {
            continue;
        }
        if (f->vars[n].kind == AMP__VEC_TIDX && !amp__vec_plain_index(f->tree, i)
            && !amp__vec_plain_at(f->tree, i - 4)
            && part != 't' && part != 'o') {
            *tidx = 1;
        }
        if (f->vars[n].kind != AMP__VEC_LOCAL) {
            continue;
        }
        if (!used[n] && f->place[n].storage == AMP__VEC_REMATERIALISED) {
            amp__vec_collect_variables(f, used, written, f->vars[n].init, f->vars[n].init_end,
                                       tidx);
        }
        used[n] = 1;
        if (f->vars[n].shape != 0 && i != f->vars[n].name) {
            used[f->vars[n].shape] = 1;
        }
        if ((f->note[i].flags & AMP__VEC_WRITTEN) || i == f->vars[n].name) {
            written[n] = 1;
        }
    }
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
    int i, k;
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
    for (i = 0; i < 4; i++) {
        amp__text_printf(b, "{ ");
        for (k = 0; k < f->kernel->rank; k++) {
            amp__text_printf(b, "amp__%c%d, ", "glto"[i], k);
        }
        amp__text_printf(b, "}, ");
    }
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

/* Whether the statements of a loop over threads use a group of elements under a condition. */
static AMP__COLD int amp__vec_masked_group(const amp__vec_code *f, const amp__vec_op *o)
{
    int k, conditions = o->rests + (o->clipped != 0), from = f->c->count, to = 0;
    for (k = 0; k < o->count; k++) {
        conditions += amp__vec_count_selects(&f->tree->body, o->list[k]->from, o->list[k]->to, 0);
        from = o->list[k]->from < from ? o->list[k]->from : from;
        to = o->list[k]->to > to ? o->list[k]->to : to;
    }
    return conditions > 0 && amp__vec_has_interleaved_group(f->levels, from, to);
}

/* The head of the loop over dimension k of the threads, of o; end: the number of its end. */
static AMP__COLD void amp__vec_emit_loop_head(amp__vec_code *f, const amp__vec_op *o, int k,
                                              int strip, int reports, int end)
{
    const int last = f->kernel->rank - 1;
    const int box = amp__vec_model(f, AMP__SIMPLE) && !f->levels->in_rows;
    const char *const turn = k == last && amp__vec_masked_group(f, o) ? "AMP__VEC_SCALAR_TURN "
        : "";
    amp__text *b = &f->out;
    if (k == last && !o->one) {
        amp__text_printf(b, o->sum ? "AMP__VEC_LOOP_SUM(amp__c%d) "
                         : reports ? "AMP__VEC_LOOP_OR(amp__r%d) "
                         : o->copy ? "AMP__VEC_COPY " : "AMP__VEC_LOOP ",
                         o->sum ? o->sum : end);
    }
    if (strip) {
        amp__text_printf(
              b, "for (int amp__l%d = amp__s; %samp__l%d < amp__s + amp__strip; amp__l%d++) ", k,
              turn, k, k);
    } else if (box) { /* as the engine `loops` counts */
        amp__text_printf(b, "for (int amp__g%d = amp__o%d; %samp__g%d < amp__o%d + amp__d%d; "
                         "amp__g%d++) ", k, k, turn, k, k, k, k);
    } else if (o->bounds[k] != NULL) {
        amp__text_printf(b,
                         "for (int amp__l%d = amp__low%d; %samp__l%d < amp__high%d; amp__l%d++) ",
                         k, k, turn, k, k, k);
    } else if (o->thread_limit && k == last) {
        amp__text_printf(b, "for (int amp__l%d = 0, amp__e = amp__clip(amp__d%d, "
                         "(long long)amp__n%d - %s); %samp__l%d < amp__e; amp__l%d++) ", k, k,
                         o->thread_limit, last == 0 ? "0" : last == 1 ? "amp__l0 * amp__d1"
                         : "(amp__l0 * amp__d1 + amp__l1) * amp__d2", turn, k, k);
    } else {
        amp__text_printf(b, "for (int amp__l%d = 0; %samp__l%d < amp__d%d; amp__l%d++) ", k, turn,
                         k, k, k);
    }
}

/* What one thread does in the loop o: what it needs from outside, its statements, what it stores to
   expanded variables. used[], written[], tidx: of amp__vec_collect_variables; end: the number of
   the loop's end. part:
   1: what its assignment stores, to the row's array; 2: that to where it belongs; 0: all of it. */
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
        if (!used[n] || f->place[n].storage == AMP__VEC_SCALAR) {
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
        if (f->place[n].storage == AMP__VEC_REMATERIALISED) {
            amp__vec_type_of(f, b, v, 0);
            amp__vec_name(f, b, n, 1);
            amp__text_printf(b, " AMP__UNUSED = ");
            amp__vec_unparse(f, b, v->init, v->init_end, 1);
            amp__text_printf(b, "; ");
        } else if (f->place[n].storage == AMP__VEC_EXPANDED && !(v->address || v->array)) {
            amp__vec_type_of(f, b, v, 1);
            amp__vec_name(f, b, n, 1);
            if (!inside) {
                amp__text_printf(b, " = amp__k%d_%.*s[amp__i]", n, f->c->t[v->name].n,
                                 f->c->t[v->name].s);
            }
            amp__text_printf(b, "; ");
        } else if (f->place[n].storage == AMP__VEC_IN_LOOP && (!inside || f->place[n].many)) {
            amp__vec_type_of(f, b, v, f->place[n].many);
            amp__vec_name(f, b, n, 1);
            if (v->array) {
                amp__vec_unparse(f, b, v->dims, v->dims_end, 1);
            }
            amp__text_printf(b, "; ");
        }
    }
    for (k = 0; k < o->rests; k++) {
        amp__text_printf(b, "if (");
        amp__vec_unparse(f, b, o->rest[k], o->rest_end[k], 1);
        amp__text_printf(b, ") ");
    }
    {
        const int outer = f->exit_label;
        f->exit_label = end;
        for (k = 0; k < o->count; k++) {
            const amp__c_stmt *s = o->list[k];
            if (s->kind == AMP__C_DECLARATION) {
                amp__vec_emit_declaration(f, s);
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
                amp__vec_unparse(f, b, s->from, s->to, 1);
                if (s->kind == AMP__C_EXPRESSION && !amp__c_is(f->c, s->to - 1, ';')) {
                    amp__text_printf(b, "; ");
                }
            }
        }
        f->exit_label = outer;
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
        if (written[n] && f->place[n].storage == AMP__VEC_EXPANDED && !(v->address || v->array)) {
            amp__text_printf(b, "amp__k%d_%.*s[amp__i] = ", n, f->c->t[v->name].n,
                             f->c->t[v->name].s);
            amp__vec_name(f, b, n, 1);
            amp__text_printf(b, "; ");
        }
    }
}

/* The bounds of a loop in dimension k as variables, and what narrows them. */
static AMP__COLD void amp__vec_emit_bounds(amp__vec_code *f, const amp__vec_bound *bound, int k)
{
    const amp__vec_term *term;
    if (bound != NULL) {
        amp__text_printf(&f->out, "int amp__low%d = 0, amp__high%d = amp__d%d;\n", k, k, k);
        f->line++;
    }
    for (; bound != NULL; bound = bound->next) {
        amp__text b = amp__c_empty(&f->c->store); /* without a line of its own */
        amp__text_printf(&b, bound->below
                         ? "        AMP__CLIP_HIGH(amp__high%d, amp__d%d, (long long)("
                         : "        AMP__CLIP_LOW(amp__low%d, amp__d%d, (long long)(", k, k);
        amp__vec_unparse(f, &b, bound->from, bound->to, 0);
        amp__text_puts(&b, ") - (0LL");
        for (term = bound->terms; term != NULL; term = term->next) {
            if (term->from == term->to) {
                amp__text_printf(&b, " + amp__o%d", k);
            } else {
                amp__text_puts(&b, term->sign > 0 ? " + (" : " - (");
                amp__vec_unparse(f, &b, term->from, term->to, 0);
                amp__text_puts(&b, ")");
            }
        }
        amp__text_printf(&b, ")%s);\n", bound->one_more ? " + 1" : "");
        amp__text_put(&f->out, b.at, b.used);
        f->line++;
    }
}

/* A loop over the tile's threads: its bounds, what it needs from outside, its statements,
   what it keeps. strip: a loop over strips is around it. */
static AMP__COLD void amp__vec_emit_thread_loop(amp__vec_code *f, const amp__vec_op *o, int strip)
{
    char used[AMP__VEC_VARS] = { 0 }, written[AMP__VEC_VARS] = { 0 };
    int k, tidx = 0, reports = 0, leaves = 0;
    const int last = f->kernel->rank - 1, end = ++f->exit_label;
    amp__text *b = &f->out, ahead = amp__c_empty(&f->c->store);
    if (o->count == 0 && o->sum == 0) {
        return;
    }
    for (k = 0; k < o->count; k++) {
        amp__vec_collect_variables(f, used, written, amp__vec_stmt_from(o->list[k]),
                                   o->list[k]->to, &tidx);
        reports |= f->tree->reports
            && amp__vec_reports(f->tree, o->list[k]->from, o->list[k]->to) >= 0;
        leaves |= amp__vec_returns(f->tree, o->list[k]);
    }
    leaves |= reports;
    for (k = 0; k < o->rests; k++) {
        amp__vec_collect_variables(f, used, written, o->rest[k], o->rest_end[k], &tidx);
    }
    amp__vec_collect_variables(f, used, written, o->a, o->a_end, &tidx);
    amp__vec_line(f, b, o->count ? amp__vec_stmt_from(o->list[0]) : o->a);
    if (o->sum) {
        amp__text_printf(b, "int amp__c%d = 0; ", o->sum);
    }
    if (o->cases != NULL) {
        amp__text_printf(b, "int amp__e%d = -1; ", o->sum);
    }
    if (reports) {
        amp__text_printf(b, "{ int amp__r%d = 0; ", end);
    }
    if (o->clipped) {
        amp__text_printf(b, "{ ");
        for (k = 0; k < f->kernel->rank; k++) {
            amp__vec_emit_bounds(f, o->bounds[k], k);
        }
    }
    if (!strip) {
        ahead = amp__vec_prefetches(f, o);
        amp__vec_gather_prefetches(f, &ahead);
    }
    for (k = strip ? last : 0; k < last; k++) {
        amp__vec_emit_loop_head(f, o, k, strip, reports, end);
    }
    if (!o->row) {
        amp__vec_emit_loop_head(f, o, last, strip, reports, end);
    }
    if (o->row) {
        const amp__c_stmt *s = o->list[0];
        const amp__c_expr *to = amp__vec_assignment(f->levels, s)->child;
        const amp__vec_var *v = &f->vars[f->note[amp__vec_name_of_element(f->tree, to)].var];
        amp__text_puts(b, "{ ");
        amp__vec_unparse(f, b, v->spec, v->spec_end, 0);
        amp__text_printf(b, "amp__row[amp__d%d] AMP__TILE_MEMORY; ", last);
        amp__vec_emit_loop_head(f, o, last, 0, 0, end);
        amp__text_puts(b, "{ ");
        amp__vec_emit_loop_body(f, o, used, written, tidx, end, 1);
        amp__text_puts(b, "} ");
        amp__vec_emit_loop_head(f, o, last, 0, 0, end);
        amp__text_puts(b, "{ ");
        amp__vec_emit_loop_body(f, o, used, written, tidx, end, 2);
        amp__text_puts(b, "} ");
    } else {
        amp__text_puts(b, "{ ");
        amp__vec_emit_loop_body(f, o, used, written, tidx, end, 0);
    }
    if (leaves) {
        amp__text_printf(b, "amp__end%d: ; ", end);
    }
    amp__text_printf(b, o->clipped ? "} } " : "} ");
    amp__vec_put_prefetches(b, "AMP__VEC_PREFETCH_LAST(", &ahead);
    if (reports) {
        amp__text_printf(b, "if (amp__r%d != 0) { return -1; } } ", end);
    }
    amp__vec_end_generated_line(f);
}

/* Whether a loop halves or doubles its counter, as those over a tree do: it has few turns,
   and what they do is best known to the compiler turn by turn. */
static AMP__COLD int amp__vec_is_tree_loop(const amp__vec_tree *f, const amp__c_stmt *s)
{
    int i, halves = 0;
    for (i = s->b; s->kind == AMP__C_FOR && i < s->b_end; i++) {
        halves = halves || amp__c_is(f->c, i, AMP__C_DIVIDE_ASSIGN)
            || amp__c_is(f->c, i, AMP__C_MULTIPLY_ASSIGN)
            || amp__c_is(f->c, i, AMP__C_SHIFT_RIGHT_ASSIGN)
            || amp__c_is(f->c, i, AMP__C_SHIFT_LEFT_ASSIGN);
    }
    return halves;
}

/* The most turns of such a loop that are written one by one: a tile has 1024 threads at most. And
   the most words of one. */
enum { AMP__VEC_TURNS = 10, AMP__VEC_TURN = 300 };

/* Whether the turns of the loop s are written one by one: its counter has values that the
   compiler knows, and no other loop or jump is in it. Compilers make them of such a loop only
   when they are done with vectors, and then the distances between elements come too late. */
static AMP__COLD int amp__vec_is_written_in_turns(const amp__vec_tree *f, const amp__c_stmt *s)
{
    static const int others[] = { AMP__C_FOR, AMP__C_WHILE, AMP__C_DO, AMP__C_BREAK,
            AMP__C_CONTINUE, AMP__C_RETURN, AMP__C_SWITCH, 0 };
    const int counter = s->init == NULL ? -1
        : f->note[s->init->kind == AMP__C_DECLARATION ? s->init->name : s->init->a].var;
    int i;
    if (!amp__vec_is_tree_loop(f, s) || counter < 0 || s->init->next != NULL
        || s->to - s->b_end > AMP__VEC_TURN) {
        return 0;
    }
    for (i = s->from + 1; i < s->to; i++) {
        if (i < s->b_end ? f->note[i].var >= 0 && f->note[i].var != counter
            : amp__c_among(f->c, i, others)
            || (f->note[i].var == counter && (f->note[i].flags & AMP__VEC_WRITTEN))) {
            return 0;
        }
    }
    return 1;
}

static AMP__COLD void amp__vec_emit_plan(amp__vec_code *f, const amp__vec_op *o, int strip);

/* The loop of tile level o, turn by turn, and what is left of it as a loop. */
static AMP__COLD void amp__vec_emit_turns(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt;
    amp__text *b = &f->out;
    int k;
    f->trees = 1;
    f->loops_around++;
    amp__text_puts(b, "{ ");
    amp__vec_unparse(f, b, s->from + 2, s->a, 0);
    for (k = 0; k <= AMP__VEC_TURNS; k++) {
        amp__text_puts(b, k < AMP__VEC_TURNS ? "if (" : "for (; ");
        amp__vec_unparse(f, b, s->a, s->a_end, 0);
        if (k == AMP__VEC_TURNS) {
            amp__text_puts(b, "; ");
            amp__vec_unparse(f, b, s->b, s->b_end, 0);
        }
        amp__text_puts(b, ") { ");
        amp__vec_emit_plan(f, o->child, 0);
        if (k < AMP__VEC_TURNS) {
            amp__vec_unparse(f, b, s->b, s->b_end, 0);
            amp__text_puts(b, "; ");
        }
        amp__text_puts(b, "} ");
    }
    amp__text_puts(b, "} ");
    f->loops_around--;
}

/* What one turn of a loop does whose condition is compared at run time. A `continue` in it goes to
   its end, where the third part of a `for` or the condition of a `do` follows. */
static AMP__COLD void amp__vec_emit_turn(amp__vec_code *f, const amp__vec_op *o)
{
    amp__text_puts(&f->out, "{ ");
    amp__vec_emit_plan(f, o, 0);
    amp__text_printf(&f->out, "} amp__next%d: AMP__UNUSED; ", f->next_label);
}

/* The plan from o on. strip: inside a loop over strips. */
static AMP__COLD void amp__vec_emit_plan(amp__vec_code *f, const amp__vec_op *o, int strip)
{
    amp__text *b = &f->out;
    for (; o != NULL; o = o->next) {
        const amp__c_stmt *s = o->stmt;
        int k;
        if (o->kind == AMP__VEC_LANES) {
            amp__vec_emit_thread_loop(f, o, strip);
            continue;
        }
        if (o->kind == AMP__VEC_UNIFORM) {
            if (s->kind == AMP__C_DECLARATION) {
                const amp__vec_var *v = &f->vars[f->note[s->name].var];
                amp__vec_line(f, b, v->name);
                amp__vec_type_of(f, b, v, 0);
                amp__vec_name(f, b, f->note[s->name].var, 0);
                amp__vec_unparse(f, b, v->dims, v->dims_end, 0);
                amp__text_printf(b, " AMP__UNUSED");
                if (v->init) {
                    amp__text_printf(b, " = ");
                    amp__vec_unparse(f, b, v->init, v->init_end, 0);
                }
            } else {
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
            }
            amp__text_printf(b, "; ");
            continue;
        }
        if (o->kind == AMP__VEC_STRIPS) {
            amp__vec_line(f, b, s->from);
            if (!strip) {
                for (k = 0; k < f->kernel->rank - 1; k++) {
                    amp__text_printf(b, "for (int amp__l%d = 0; amp__l%d < amp__d%d; amp__l%d++) ",
                                     k, k, k, k);
                }
                amp__text_printf(b,
                                 "for (int amp__s = 0; amp__s < amp__d%d; amp__s += amp__strip) ",
                                 f->kernel->rank - 1);
            }
            amp__vec_unparse(f, b, s->from, s->b_end + 1, 0); /* for (...) */
            amp__text_printf(b, "{ ");
            amp__vec_emit_plan(f, o->child, 1);
            amp__text_printf(b, "} ");
            amp__vec_end_generated_line(f);
            continue;
        }
        amp__vec_line(f, b, s->from);
        switch (s->kind) {
        case AMP__C_BREAK:
            amp__text_printf(b, "break; ");
            break;
        case AMP__C_CONTINUE:
            if (f->next_label != 0) {
                amp__text_printf(b, "goto amp__next%d; ", f->next_label);
            } else {
                amp__text_printf(b, "continue; ");
            }
            break;
        case AMP__C_RETURN:
            amp__text_printf(b, "return 0; ");
            break;
        case AMP__C_CASE:
            if (f->schedule->section[s->number] > 0) {
                amp__text_printf(b, "case %d: ; ", f->schedule->section[s->number]);
            } else if (f->schedule->section[s->number] == 0) {
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, "; ");
            }
            break;
        case AMP__C_PHASE:
        case '{':
            amp__text_printf(b, "{ ");
            if (o->thread_limit) {
                amp__text_printf(b, "const int amp__n%d = (", o->thread_limit);
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, "); ");
            }
            amp__vec_emit_plan(f, o->child, 0);
            amp__text_printf(b, "} ");
            break;
        case AMP__C_IF:
        case AMP__C_SWITCH:
            if (s->kind == AMP__C_SWITCH && o->test != NULL) {
                amp__text_printf(b, "{ ");
                amp__vec_emit_thread_loop(f, o->test, 0);
                amp__text_printf(b, "if (amp__c%d != amp__e%d) { return %d; } switch (amp__c%d) { ",
                                 o->test->sum, o->test->sum,
                                 o->may_diverge ? -1 : f->c->t[s->from].line, o->test->sum);
            } else if (o->test != NULL) {
                amp__text_printf(b, "{ ");
                amp__vec_emit_thread_loop(f, o->test, 0);
                amp__text_printf(b, "if (amp__c%d != 0 && amp__c%d != amp__n) { return %d; } if "
                                 "(amp__c%d != 0) { ", o->test->sum, o->test->sum,
                                 o->may_diverge ? -1 : f->c->t[s->from].line, o->test->sum);
            } else {
                amp__text_printf(b, s->kind == AMP__C_IF ? "if (" : "switch (");
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, ") { ");
            }
            amp__vec_emit_plan(f, o->child, 0);
            amp__text_printf(b, "} ");
            if (o->other != NULL) {
                amp__text_printf(b, "else { ");
                amp__vec_emit_plan(f, o->other, 0);
                amp__text_printf(b, "} ");
            }
            if (o->test != NULL) {
                amp__text_printf(b, "} ");
            }
            break;
        default: {
            const int outer = f->next_label;
            f->next_label = 0;
            f->loops_around++;
            if (o->test == NULL && s->kind == AMP__C_DO) {
                amp__text_printf(b, "do { ");
                amp__vec_emit_plan(f, o->child, 0);
                amp__text_printf(b, "} while (");
                amp__vec_put_scalar_condition(f, b, 0);
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, "); ");
            } else if (o->test == NULL && amp__vec_is_written_in_turns(f->tree, s)) {
                amp__vec_emit_turns(f, o);
            } else if (o->test == NULL) {
                if (amp__vec_is_tree_loop(f->tree, s)) {
                    amp__text_printf(b, "AMP__VEC_UNROLL ");
                }
                amp__vec_unparse(f, b, s->from,
                                 s->kind == AMP__C_FOR ? s->b_end + 1 : s->a_end + 1, 0);
                amp__text_printf(b, "{ ");
                amp__vec_emit_plan(f, o->child, 0);
                amp__text_printf(b, "} ");
            } else {
                f->next_label = ++f->exit_label;
                amp__text_printf(b, "{ ");
                amp__vec_emit_plan(f, o->init, 0);
                amp__text_printf(b, "for (;;) { ");
                if (s->kind == AMP__C_DO) {
                    amp__vec_emit_turn(f, o->child);
                }
                amp__vec_emit_thread_loop(f, o->test, 0);
                amp__text_printf(b, "if (amp__c%d != 0 && amp__c%d != amp__n) { return %d; } if "
                                 "(amp__c%d == 0) { break; } ", o->test->sum, o->test->sum,
                                 o->may_diverge ? -1 : f->c->t[s->from].line, o->test->sum);
                if (s->kind != AMP__C_DO) {
                    amp__vec_emit_turn(f, o->child);
                }
                amp__vec_emit_plan(f, o->step, 0);
                amp__text_printf(b, "} } ");
            }
            f->loops_around--;
            f->next_label = outer;
        }
        }
        amp__vec_end_generated_line(f);
    }
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_EMIT_H */
