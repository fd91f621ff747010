/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EMIT_H
#define AMP_VECTORS_EMIT_H
/*
amp/vectors/emit.h: the plan as C: what stands around and between the loops over a tile's threads.
*/

#include "emit_loop.h"

#if AMP__IMPLEMENT

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
    f->trees = f->in_turns = 1;
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
    f->in_turns = 0;
}

/* What one turn of a loop does whose condition is compared at run time. A `continue` in it goes to
   its end, where the third part of a `for` or the condition of a `do` follows. */
static AMP__COLD void amp__vec_emit_turn(amp__vec_code *f, const amp__vec_op *o)
{
    amp__text_puts(&f->out, "{ ");
    amp__vec_emit_plan(f, o, 0);
    amp__text_printf(&f->out, "} amp__next%d: AMP__UNUSED; ", f->next_label);
}

/* A plan within a strip: of all its threads, or of threads [from, to) of it, two expressions. */
static AMP__COLD void amp__vec_emit_strip(amp__vec_code *f, const amp__vec_op *o, const char *from,
                                          const char *to)
{
    const int before = f->narrowed;
    f->narrowed = from != NULL;
    amp__text_puts(&f->out, "{ ");
    if (from != NULL) {
        amp__text_printf(&f->out, "const int amp__from = %s, amp__to = %s; ", from, to);
    }
    amp__vec_emit_plan(f, o, 1);
    amp__text_puts(&f->out, "} ");
    f->narrowed = before;
}

/* A condition around a plan within a strip: its bounds, where the strip's loop has not narrowed
   dimensions 0 to last - 1 by them; what the tile shares of it; the threads that are left, with a
   text of its own for a whole strip, whose length the compiler knows. */
static AMP__COLD void amp__vec_emit_strip_condition(amp__vec_code *f, const amp__vec_op *o,
                                                    int strip)
{
    const int last = f->kernel->rank - 1;
    amp__text *b = &f->out;
    int k;
    amp__text_puts(b, "{ ");
    for (k = 0; k <= last && strip; k++) {
        amp__vec_emit_bounds(f, o->bounds[k], k);
    }
    for (k = 0; k < last && strip; k++) {
        if (o->bounds[k] != NULL) {
            amp__text_printf(b, "if (amp__l%d >= amp__low%d && amp__l%d < amp__high%d) ", k, k, k,
                             k);
        }
    }
    for (k = 0; k < o->rests; k++) {
        amp__text_puts(b, "if (");
        amp__vec_unparse(f, b, o->rest[k], o->rest_end[k], 0);
        amp__text_puts(b, ") ");
    }
    if (o->bounds[last] == NULL) {
        amp__text_puts(b, "{ ");
        amp__vec_emit_plan(f, o->child, 1);
        amp__text_puts(b, o->other != NULL ? "} else { " : "} ");
        if (o->other != NULL) {
            amp__vec_emit_plan(f, o->other, 1);
            amp__text_puts(b, "} ");
        }
    } else {
        amp__text_printf(b, "{ const int amp__a = amp__low%d > %s ? amp__low%d : %s, "
                         "amp__b = amp__high%d < ", last, amp__vec_strip_from(f), last,
                         amp__vec_strip_from(f), last);
        amp__text_printf(b, "%s ? amp__high%d : %s; ", amp__vec_strip_to(f), last,
                         amp__vec_strip_to(f));
        if (!f->narrowed) {
            amp__text_puts(b, "if (amp__a == amp__s && amp__b == amp__s + amp__strip) ");
            amp__vec_emit_strip(f, o->child, NULL, NULL);
            amp__text_puts(b, "else ");
        }
        amp__text_puts(b, "if (amp__a < amp__b) ");
        amp__vec_emit_strip(f, o->child, "amp__a", "amp__b");
        amp__text_puts(b, "} ");
    }
    amp__text_puts(b, "} ");
}

/* A loop in lockstep. amp__u is the counter of the strip's first thread, amp__f, which has the most
   turns; the threads that still have a turn are so many as numbers are left up to the end. */
static AMP__COLD void amp__vec_emit_lockstep(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt;
    const int n = o->lockstep - 1, last = f->kernel->rank - 1;
    const amp__vec_var *v = &f->vars[n];
    const amp__c_expr *end = amp__vec_loop_end(f->levels, s, n);
    const amp__c_expr *step = amp__vec_loop_step(f->levels, s, n);
    char used[AMP__VEC_VARS] = { 0 }, none[AMP__VEC_VARS] = { 0 };
    amp__vec_op nothing;
    amp__text *b = &f->out;
    int tidx = 0;
    memset(&nothing, 0, sizeof(nothing));
    amp__text_printf(b, "{ const int amp__f%d = %s; const long long amp__m%d = (long long)(", n,
                     amp__vec_strip_from(f), n);
    amp__vec_unparse(f, b, end->from, end->to, 0);
    amp__text_printf(b, ")%s; int amp__u%d; { const int amp__l%d = amp__f%d; ",
                     amp__c_is(f->c, end->from - 1, AMP__C_LESS_EQUAL) ? " + 1" : "", n, last, n);
    amp__vec_collect_variables(f, used, none, v->init, v->init_end, &tidx);
    amp__vec_emit_loop_body(f, &nothing, used, none, tidx, 0, 0);
    amp__text_printf(b, "amp__u%d = ", n);
    amp__vec_unparse(f, b, v->init, v->init_end, 1);
    amp__text_printf(b, "; } for (;; amp__u%d ", n);
    if (step->kind == AMP__C_PREFIX || step->kind == AMP__C_POSTFIX) {
        amp__text_puts(b, "++) { ");
    } else {
        amp__text_puts(b, "+= (");
        amp__vec_unparse(f, b, step->from, step->to, 0);
        amp__text_puts(b, ")) { ");
    }
    amp__text_printf(b, "const int amp__w%d = amp__clip(%s - amp__f%d, amp__m%d - amp__u%d); if (",
                     n, amp__vec_strip_to(f), n, n, n);
    if (amp__vec_scalar_loop_condition(f->tree, s->from) >= 0) {
        amp__vec_put_scalar_condition(f, b, 0);
    }
    amp__text_printf(b, "amp__w%d == 0) { break; } ", n);
    if (!f->narrowed) {
        amp__text_printf(b, "if (amp__w%d == amp__strip) ", n);
        amp__vec_emit_strip(f, o->child, NULL, NULL);
        amp__text_puts(b, "else ");
    }
    {
        char from[32], to[64];
        (void)snprintf(from, sizeof(from), "amp__f%d", n);
        (void)snprintf(to, sizeof(to), "amp__f%d + amp__w%d", n, n);
        amp__vec_emit_strip(f, o->child, from, to);
    }
    amp__text_puts(b, "} } ");
}

/* A statement that goes outside of a loop over a strip of threads. strip: that loop is around it
   already. */
static AMP__COLD void amp__vec_emit_strips(amp__vec_code *f, const amp__vec_op *o, int strip)
{
    const int last = f->kernel->rank - 1;
    const amp__c_stmt *s = o->stmt;
    amp__text *b = &f->out;
    int k;
    amp__vec_line(f, b, s->from);
    if (!strip) {
        amp__text_puts(b, "{ ");
        if (o->wide != AMP__VEC_SHORT_STRIP) {
            amp__text_printf(b, o->wide == AMP__VEC_ROW_STRIP ? "enum { amp__strip = amp__d%d }; "
                             : "enum { amp__strip = amp__d%d %% AMP__ROW_LENGTH == 0 ? "
                             "AMP__ROW_LENGTH : amp__strip }; ", last);
        }
        for (k = 0; k <= last; k++) {
            amp__vec_emit_bounds(f, o->bounds[k], k);
        }
        for (k = 0; k < last; k++) {
            if (o->bounds[k] != NULL) {
                amp__text_printf(b, "for (int amp__l%d = amp__low%d; amp__l%d < amp__high%d; "
                                 "amp__l%d++) ", k, k, k, k, k);
            } else {
                amp__text_printf(b, "for (int amp__l%d = 0; amp__l%d < amp__d%d; amp__l%d++) ", k,
                                 k, k, k);
            }
        }
        amp__text_printf(b, "for (int amp__s = 0; amp__s < amp__d%d; amp__s += amp__strip) ", last);
    }
    if (s->kind == AMP__C_IF) {
        amp__vec_emit_strip_condition(f, o, strip);
    } else if (o->lockstep) {
        amp__vec_emit_lockstep(f, o);
    } else {
        amp__vec_unparse(f, b, s->from, s->b_end + 1, 0); /* for (...) */
        amp__text_puts(b, "{ ");
        amp__vec_emit_plan(f, o->child, 1);
        amp__text_puts(b, "} ");
    }
    amp__text_puts(b, strip ? "" : "} ");
    amp__vec_end_generated_line(f);
}

/* The plan from o on. strip: inside a loop over strips. */
static AMP__COLD void amp__vec_emit_plan(amp__vec_code *f, const amp__vec_op *o, int strip)
{
    amp__text *b = &f->out;
    for (; o != NULL; o = o->next) {
        const amp__c_stmt *s = o->stmt;
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
            amp__vec_emit_strips(f, o, strip);
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
