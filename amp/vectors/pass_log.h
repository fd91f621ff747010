/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PASS_LOG_H
#define AMP_VECTORS_PASS_LOG_H
/*
amp/vectors/pass_log.h: what each pass made of a kernel, as text for a reader: AMP_LOG=2.

docs/passes.md shows all of it for one kernel.
*/

#include "context.h"

/* ==== C ================================================================== */

/* Whether a blank belongs between tokens i - 1 and i. */
static AMP__COLD int amp__vec_log_blank(const amp__c_unit *c, int i)
{
    static const int behind[] = { ',', ';', ')', ']', '.', AMP__C_ARROW, 0 };
    static const int before[] = { '(', '[', '.', AMP__C_ARROW, '!', '~', 0 };
    static const int unary[] = { '-', '*', '&', '+', AMP__C_INCREMENT, AMP__C_DECREMENT, 0 };
    static const int words[] = { AMP__C_IF, AMP__C_FOR, AMP__C_WHILE, AMP__C_SWITCH,
            AMP__C_RETURN, AMP__C_CASE, AMP__C_ELSE, AMP__C_DO, 0 };
    if (amp__c_among(c, i, behind) || amp__c_among(c, i - 1, before)
        || (amp__c_among(c, i - 1, unary) && !amp__c_is_binary(c, i - 1))) {
        return 0;
    }
    if (amp__c_is(c, i, '(') || amp__c_is(c, i, '[')) {
        return c->t[i - 1].kind == AMP__C_NAME ? amp__c_among(c, i - 1, words)
            : !amp__c_is(c, i - 1, ')') && !amp__c_is(c, i - 1, ']');
    }
    return !((amp__c_is(c, i, AMP__C_INCREMENT) || amp__c_is(c, i, AMP__C_DECREMENT))
             && amp__c_is_binary(c, i));
}

/* Adds the tokens [from, to). */
static AMP__COLD void amp__vec_log_tokens(amp__text *b, const amp__c_unit *c, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        amp__text_puts(b, i > from && amp__vec_log_blank(c, i) ? " " : "");
        amp__text_put(b, c->t[i].s, (size_t)c->t[i].n);
    }
}

/* Ends the line of C in the making, if there is one. */
static AMP__COLD void amp__vec_log_end_line(amp__text *b)
{
    while (b->used > 0 && b->at[b->used - 1] == ' ') {
        b->used--;
    }
    amp__text_puts(b, b->used > 0 && b->at[b->used - 1] != '\n' ? "\n" : "");
}

/* Adds C text [s, end) with a line for each statement, and without its #line lines. Braces around
   values and constants part no lines. */
static AMP__COLD void amp__vec_log_code(amp__text *b, const char *s, const char *end)
{
    const char *const begin = s;
    int depth = 0, brackets = 0, values = 0;
    for (; s < end; s++) {
        const char c = *s == '\n' ? ' ' : *s;
        const char last = b->used > 1 && b->at[b->used - 1] == ' ' ? b->at[b->used - 2] : '\n';
        const int fresh = b->used > 0 && b->at[b->used - 1] == '\n';
        if (c == '#' && (s == begin || s[-1] == '\n')) {
            s += strcspn(s, "\n");
        } else if (c != ' ' || (!fresh && b->at[b->used - 1] != ' ')) {
            values += c == '{' && (values > 0 || last == '=' || last == 'm' /* enum */);
            if (c == '}' && values == 0) {
                depth -= depth > 0;
                amp__vec_log_end_line(b);
            }
            if (b->used > 0 && b->at[b->used - 1] == '\n') {
                amp__text_printf(b, "    %*s", 4 * depth, "");
            }
            amp__text_put(b, &c, 1);
            brackets += (c == '(') - (c == ')');
            if (values == 0 && brackets == 0 && (c == ';' || c == '{' || c == '}')) {
                depth += c == '{';
                amp__vec_log_end_line(b);
            }
            values -= c == '}' && values > 0;
        }
    }
    amp__vec_log_end_line(b);
}

/* ==== the passes ========================================================= */

static AMP__COLD void amp__vec_log_body(amp__text *b, const amp__vec_body *f)
{
    amp__text text = amp__c_empty(&f->c->store);
    amp__text_printf(b, "  calls in place: %d, operations of warps: %d, new tokens: %d\n",
                     f->inlined, f->warps, f->c->count - f->generated_from);
    if (f->row > 0) {
        amp__text_printf(b, "  a tile of rows of %d threads\n", f->row);
    }
    amp__vec_log_tokens(&text, f->c, f->kernel.body, f->kernel.body_end + 1);
    amp__vec_log_code(b, text.at, text.at + text.used);
}

/* Adds a line's beginning: which variable it is about. */
static AMP__COLD void amp__vec_log_variable(amp__text *b, const amp__vec_tree *f, int n)
{
    const amp__c_token *t = &f->c->t[f->vars[n].name];
    amp__text_printf(b, "    %2d %.*s: ", n, t->n, t->s);
}

/* The list s, a line for each statement, what is in one behind it. levels: with a mark at those
   that all threads do together; or NULL. */
static AMP__COLD void amp__vec_log_statements(amp__text *b, const amp__vec_tree *f,
                                              const amp__vec_levels *levels,
                                              const amp__c_stmt *s, int depth)
{
    for (; s != NULL; s = s->next) {
        const int open = s->kind == '{';
        if (s->kind == AMP__C_TILE_STATIC || s->kind == AMP__C_THREAD_PRIVATE) {
            continue; /* is among the variables */
        }
        if (!open) {
            amp__text_printf(b, "    %s%*s", levels == NULL ? ""
                             : levels->convergent[s->number] ? "all  " : "each ", 4 * depth, "");
        }
        switch (s->kind) {
        case '{':
            break;
        case AMP__C_DECLARATION:
            amp__vec_log_tokens(b, f->c, s->spec, s->spec_end);
            amp__text_puts(b, " ");
            amp__vec_log_tokens(b, f->c, s->type, s->to);
            break;
        case AMP__C_FOR:
            amp__vec_log_tokens(b, f->c, s->from, s->b_end + 1);
            break;
        case AMP__C_TILE_BARRIER_WAIT:
            amp__text_puts(b, "barrier");
            break;
        case AMP__C_DO:
            amp__text_puts(b, "do while (");
            amp__vec_log_tokens(b, f->c, s->a, s->a_end);
            amp__text_puts(b, ")");
            break;
        default: /* up to what is in it, or to its end without the semicolon */
            amp__vec_log_tokens(b, f->c, s->from, s->child != NULL ? s->child->from
                                : s->to - amp__c_is(f->c, s->to - 1, ';'));
        }
        amp__text_puts(b, open ? "" : "\n");
        amp__vec_log_statements(b, f, levels, s->child, depth + !open);
        if (s->other != NULL) {
            amp__text_printf(b, "    %s%*selse\n", levels == NULL ? "" : "     ", 4 * depth, "");
            amp__vec_log_statements(b, f, levels, s->other, depth + 1);
        }
    }
}

static AMP__COLD void amp__vec_log_tree(amp__text *b, const amp__vec_tree *f)
{
    static const char *const kinds[] = { "value", "view", "shape of a view", "the thread's index",
        "tile memory", "each thread's own array", "of the kernel" };
    int n;
    amp__text_puts(b, "  variables\n");
    for (n = 0; n < f->var_count; n++) {
        const amp__vec_var *v = &f->vars[n];
        amp__vec_log_variable(b, f, n);
        amp__text_printf(b, "%s", kinds[v->kind]);
        if (v->kind == AMP__VEC_LOCAL || v->kind == AMP__VEC_VALUE) {
            amp__text_printf(b, ", writes: %d%s%s", v->writes + (v->init > 0),
                             v->address ? ", has an address" : "", v->array ? ", an array" : "");
        }
        amp__text_puts(b, v->read_only ? ", only read\n" : "\n");
    }
    amp__text_puts(b, "  statements\n");
    amp__vec_log_statements(b, f, NULL, f->root->child, 0);
}

static AMP__COLD void amp__vec_log_levels(amp__text *b, const amp__vec_levels *f)
{
    int n;
    amp__text_printf(b, "  statements, done by all threads together or by each%s\n",
                     f->in_rows ? "; 64 threads of a row at a time" : "");
    amp__vec_log_statements(b, f->tree, f, f->tree->root->child, 0);
    amp__text_puts(b, "  variables\n");
    for (n = 0; n < f->tree->var_count; n++) {
        if (f->vars[n].kind == AMP__VEC_LOCAL) {
            amp__vec_log_variable(b, f->tree, n);
            amp__text_printf(b, "%s%s\n", f->candidate[n] ? "one value for the tile"
                             : "each thread's own",
                             f->pure[n] ? ", follows from what does not change" : "");
        }
    }
}

/* The statement s of a plan, in one line. */
static AMP__COLD void amp__vec_log_line(amp__text *b, const amp__vec_tree *f,
                                        const amp__c_stmt *s, int depth)
{
    const int from = amp__vec_stmt_from(s);
    amp__text_printf(b, "    %*s", 4 * depth, "");
    amp__vec_log_tokens(b, f->c, from, s->to - amp__c_is(f->c, s->to - 1, ';'));
    amp__text_puts(b, "\n");
}

/* A bound of the loop over dimension k. */
static AMP__COLD void amp__vec_log_bound(amp__text *b, const amp__c_unit *c,
                                         const amp__vec_var *vars, const amp__vec_bound *bound,
                                         int k)
{
    const amp__vec_term *t;
    amp__text_printf(b, ", index %d", k);
    if (bound->range) {
        const amp__c_token *name = &c->t[vars[bound->range - 1].name];
        amp__text_printf(b, "%s the range of %.*s", bound->below ? " below" : " from", name->n,
                         name->s);
        return;
    }
    for (t = bound->terms; t != NULL; t = t->next) {
        amp__text_puts(b, t->sign < 0 ? " - " : " + ");
        amp__text_puts(b, t->lockstep ? "its turn" : t->from == t->to ? "the tile's origin" : "");
        amp__vec_log_tokens(b, c, t->from, t->to);
    }
    amp__text_puts(b, !bound->below ? bound->one_more ? " above " : " from "
                   : bound->one_more ? " up to " : " below ");
    amp__vec_log_tokens(b, c, bound->from, bound->to);
}

/* The plan from o on. */
static AMP__COLD void amp__vec_log_plan(amp__text *b, const amp__vec_schedule *f,
                                        const amp__vec_op *o, int depth)
{
    for (; o != NULL; o = o->next) {
        const amp__vec_bound *bound;
        int k;
        if (o->kind == AMP__VEC_NEST && o->stmt->kind == '{') { /* is no line */
            amp__vec_log_plan(b, f, o->child, depth);
            continue;
        }
        amp__text_printf(b, "    %*s", 4 * depth, "");
        switch (o->kind) {
        case AMP__VEC_LANES:
            amp__text_printf(b, "loop %d over the threads", o->group);
            for (k = 0; k < AMP__C_RANKS; k++) {
                for (bound = o->bounds[k]; bound != NULL; bound = bound->next) {
                    amp__vec_log_bound(b, f->c, f->vars, bound, k);
                }
            }
            for (k = 0; k < o->rests; k++) {
                amp__text_puts(b, ", if ");
                amp__vec_log_tokens(b, f->c, o->rest[k], o->rest_end[k]);
            }
            if (o->sum) {
                amp__text_puts(b, ", which compares ");
                amp__vec_log_tokens(b, f->c, o->a, o->a_end);
            }
            amp__text_puts(b, o->copy ? ", a copy of a row\n" : o->row ? ", by way of a row\n"
                           : "\n");
            for (k = 0; k < o->count; k++) {
                amp__vec_log_line(b, f->tree, o->list[k], depth + 1);
            }
            break;
        case AMP__VEC_UNIFORM:
            amp__text_puts(b, o->by_row ? "once a row\n" : "once\n");
            amp__vec_log_line(b, f->tree, o->stmt, depth + 1);
            break;
        default:
            amp__text_puts(b, o->kind != AMP__VEC_STRIPS ? "all " : o->by_row ? "row by row "
                           : o->lockstep ? "strip by strip, in lockstep "
                           : o->masked == AMP__VEC_WHILE_ALL ? "strip by strip, while all go on "
                           : o->masked == AMP__VEC_WHILE_MANY ? "strip by strip, while many go on "
                           : o->masked ? "strip by strip, masked "
                           : o->no ? "strip by strip, but for " : "strip by strip ");
            amp__vec_log_tokens(b, f->c, o->stmt->from, o->stmt->child == NULL
                                ? o->stmt->to - amp__c_is(f->c, o->stmt->to - 1, ';')
                                : o->stmt->child->from);
            amp__text_puts(b, "\n");
        }
        amp__vec_log_plan(b, f, o->init, depth + 1);
        amp__vec_log_plan(b, f, o->test, depth + 1);
        amp__vec_log_plan(b, f, o->child, depth + 1);
        amp__vec_log_plan(b, f, o->step, depth + 1);
        if (o->other != NULL) {
            amp__text_printf(b, "    %*selse\n", 4 * depth, "");
            amp__vec_log_plan(b, f, o->other, depth + 1);
        }
    }
}

static AMP__COLD void amp__vec_log_schedule(amp__text *b, const amp__vec_schedule *f)
{
    amp__text_printf(b, "  loops over the threads: %d; a tile %s be run again\n", f->group_count,
                     f->can_run_again ? "may" : "may not");
    amp__vec_log_plan(b, f, f->plan, 0);
}

static AMP__COLD void amp__vec_log_storage(amp__text *b, const amp__vec_storage *f)
{
    static const char *const classes[] = { "in its loop", "once for the tile",
        "computed again in each loop", "an array with an element a thread" };
    int n;
    amp__text_puts(b, "  variables\n");
    for (n = 0; n < f->tree->var_count; n++) {
        if (f->vars[n].kind == AMP__VEC_LOCAL) {
            amp__vec_log_variable(b, f->tree, n);
            amp__text_printf(b, "%s%s\n", classes[f->place[n].storage],
                             f->place[n].interleaved ? ", interleaved" : "");
        }
    }
}

#endif /* AMP_VECTORS_PASS_LOG_H */
