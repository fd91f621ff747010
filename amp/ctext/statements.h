/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_STATEMENTS_H
#define AMP_CTEXT_STATEMENTS_H
/*
amp/ctext/statements.h: the body of a function or kernel as a tree of statements.

Words of the kernel language that stand for a statement of their own are known here: phases,
barriers, reports, tile memory. Once a tree is read, nobody writes it.
*/

#include "expressions.h"

/* Kinds of statements. Most have the number of the word or sign that they begin with: AMP__C_IF,
   _FOR, _WHILE, _DO, _SWITCH, _RETURN, _BREAK, _CONTINUE, _GOTO, _ASM; AMP__C_CASE (a default,
   too), AMP__C_PHASE (or phase_first), AMP__C_TILE_STATIC, AMP__C_THREAD_PRIVATE;
   AMP__C_TILE_BARRIER_WAIT (or AMP__VEC_WARP_COMBINE: amp/vectors/warps.h); '{', a block; ';',
   nothing. The others are an expression; a declaration, one statement for each variable of it;
   amp_abort or amp_errorf; a label. */
enum { AMP__C_EXPRESSION = 512, AMP__C_DECLARATION, AMP__C_REPORT, AMP__C_LABEL };
typedef struct amp__c_stmt {
    int kind, from, to; /* tokens; of a declaration up to the comma or semicolon */
    int number;         /* among all statements of the body */
    int depth;          /* how many statements are around it */
    int a, a_end;       /* condition, expression or case; of a phase: how many threads; of warps:
                           the operation */
    int b, b_end;       /* for: the increment */
    /* A declaration, or tile memory: */
    int name;
    int spec, spec_end;   /* specifiers, shared by the declaration's variables */
    int type;             /* its stars begin, up to its name */
    int dims, dims_end;   /* its dimensions */
    int value, value_end; /* its value, 0: none */
    const struct amp__c_stmt *child, *other; /* what is in it; of an if: of its else */
    const struct amp__c_stmt *init, *step;   /* for: the first statement of its head; [b, b_end); a
                                                function's body: its parameters, as declarations */
    const struct amp__c_stmt *next, *parent; /* in its list; around it */
} amp__c_stmt;

/* The most statements in each other: who goes down into them calls himself, and the stack need not
   be large (AMP__VEC_STACK of amp/vectors/engine.h). */
enum { AMP__C_NESTED = 250 };

/* How a body is read. */
typedef struct amp__c_body {
    amp__c_unit *f;
    int phased;  /* phases are statements */
    int reached; /* what stands behind a report in its list, up to a case, is part of the report */
    int written; /* macros that nobody expanded may stand for statements, or in front of one */
    const amp__c_expr **expr; /* by a token's number: whose name, operator or bracket it is; NULL:
                                 of none; or NULL: nobody asks */
    int count;                /* statements so far */
} amp__c_body;

/* Notes of each token of e whose it is. */
static AMP__COLD void amp__c_note_expression(const amp__c_expr *e, const amp__c_expr **expr)
{
    for (; e != NULL; e = e->next) {
        if (e->kind != AMP__C_OPAQUE) {
            expr[e->op] = e;
        }
        amp__c_note_expression(e->child, expr);
    }
}

/* Reads the expression [from, to). */
static AMP__COLD void amp__c_read_part(amp__c_body *r, int from, int to)
{
    if (r->expr != NULL) {
        amp__c_note_expression(amp__c_read_expression(r->f, from, to), r->expr);
    }
}

/* Ends the work where the statement at token i stands `depth` deep in others, and that is too
   deep. */
static AMP__COLD void amp__c_check_depth(amp__c_unit *f, int i, int depth)
{
    if (depth > AMP__C_NESTED) {
        amp__c_fail(f, i, "more than %d statements in each other (each else if stands in the one "
                    "before)", AMP__C_NESTED);
    }
}

/* A new statement of that kind, around nothing and in no list yet. */
static AMP__COLD amp__c_stmt *amp__c_new_stmt(amp__c_body *r, int kind, int from,
                                              const amp__c_stmt *parent)
{
    amp__c_stmt *s = (amp__c_stmt *)amp__c_new(r->f, sizeof(*s));
    s->kind = kind;
    s->from = from;
    s->number = r->count++;
    s->parent = parent;
    s->depth = parent != NULL ? parent->depth + 1 : 0;
    amp__c_check_depth(r->f, from, s->depth);
    return s;
}

/* The expression [from, to) in the head of a for, as a statement; NULL where it is empty. */
static AMP__COLD amp__c_stmt *amp__c_new_head(amp__c_body *r, int from, int to,
                                              const amp__c_stmt *parent)
{
    amp__c_stmt *s = from < to ? amp__c_new_stmt(r, AMP__C_EXPRESSION, from, parent) : NULL;
    if (s != NULL) {
        s->a = from;
        s->a_end = s->to = to;
        amp__c_read_part(r, from, to);
    }
    return s;
}

/* Whether token i is a name that is declared there, in a declaration up to `stop`. */
static AMP__COLD int amp__c_is_declared_name(const amp__c_unit *f, int i, int stop)
{
    static const int behind[] = { '=', ',', '[', 0 };
    return f->t[i].kind == AMP__C_NAME && (i + 1 == stop || amp__c_among(f, i + 1, behind));
}

/* Whether a declaration begins at i: a word that begins one, or a type and what it declares. A
   variable may have the name of a type, and begin an expression. */
static AMP__COLD int amp__c_begins_declaration(const amp__c_unit *f, int i)
{
    static const int between[] = { '*', AMP__C_CONST, AMP__C_RESTRICT, AMP__C_VOLATILE, 0 };
    int k = i + 1;
    if (!amp__c_is_type(f, i) || amp__c_is_type_word(f, i)) {
        return amp__c_is_type_word(f, i);
    }
    while (amp__c_among(f, k, between)) {
        k++;
    }
    return f->t[k].kind == AMP__C_NAME;
}

/* Reads the declaration [from, stop), a statement for each variable, to the end *next of a list;
   returns whether it is understood. */
static AMP__COLD int amp__c_read_declaration(amp__c_body *r, int from, int stop,
                                             const amp__c_stmt *parent, const amp__c_stmt ***next)
{
    static const int stars[] = { '*', AMP__C_CONST, AMP__C_RESTRICT, AMP__C_VOLATILE, 0 };
    const amp__c_unit *f = r->f;
    const amp__c_stmt **last = *next;
    int i = from, spec_end;
    while (i < stop && !amp__c_is(f, i, '*') && !amp__c_is(f, i, '=')
           && !amp__c_is_declared_name(f, i, stop)) {
        i = amp__c_behind(f, i);
    }
    for (spec_end = i; i < stop && spec_end > from; i++) {
        amp__c_stmt *s = amp__c_new_stmt(r, AMP__C_DECLARATION, from, parent);
        s->spec = from;
        s->spec_end = spec_end;
        s->type = i;
        while (amp__c_among(f, i, stars)) {
            i++;
        }
        s->name = i;
        s->dims = s->dims_end = i + 1;
        if (!amp__c_is_declared_name(f, i, stop)) {
            break;
        }
        while (amp__c_is(f, s->dims_end, '[') && f->t[s->dims_end].match > s->dims_end) {
            s->dims_end = f->t[s->dims_end].match + 1;
        }
        s->to = s->dims_end;
        amp__c_read_part(r, s->dims, s->dims_end);
        if (amp__c_is(f, s->to, '=')) {
            s->value = s->to + 1;
            s->value_end = s->to = amp__c_find_sign(f, s->value, ',', stop);
            amp__c_read_part(r, s->value, s->value_end);
        }
        *last = s;
        last = &s->next;
        i = s->to;
        if (i >= stop) {
            *next = last;
            return 1;
        }
        if (!amp__c_is(f, i, ',')) {
            break;
        }
    }
    **next = NULL;
    return 0;
}

/* Where what stands at i ends: the semicolon that stands in no bracket. In a text as it was written
   it may end with the list, or in front of a block that a macro heads. */
static AMP__COLD int amp__c_part_end(const amp__c_body *r, int i, int end)
{
    const int macro = r->written && r->f->t[i].kind == AMP__C_NAME && amp__c_is(r->f, i + 1, '(')
        ? amp__c_behind(r->f, i + 1) : end;
    if (macro < end && amp__c_is(r->f, macro, '{')) {
        return macro;
    }
    i = r->written ? amp__c_find_sign(r->f, i, ';', end) : amp__c_until(r->f, i, ';', end);
    return i < end ? i : end;
}

/* Whether a macro stands at i in front of a statement. */
static AMP__COLD int amp__c_is_macro_in_front(const amp__c_body *r, int i)
{
    static const int words[] = { AMP__C_IF, AMP__C_FOR, AMP__C_WHILE, AMP__C_DO, AMP__C_SWITCH,
            AMP__C_RETURN, AMP__C_PHASE, AMP__C_PHASE_FIRST, 0 };
    return r->written && r->f->t[i].kind == AMP__C_NAME && !amp__c_among(r->f, i, words)
        && !amp__c_is(r->f, i, AMP__C_ELSE) && amp__c_among(r->f, i + 1, words);
}

/* Whether a call of the word at i is all of a statement. */
static AMP__COLD int amp__c_is_call_alone(const amp__c_unit *f, int i)
{
    return amp__c_is(f, i + 1, '(') && f->t[i + 1].match > i
        && amp__c_is(f, f->t[i + 1].match + 1, ';');
}

/* The kind of the statement at i. */
static AMP__COLD int amp__c_stmt_kind(const amp__c_body *r, int i)
{
    static const int words[] = { '{', ';', AMP__C_IF, AMP__C_FOR, AMP__C_WHILE, AMP__C_DO,
            AMP__C_SWITCH, AMP__C_RETURN, AMP__C_BREAK, AMP__C_CONTINUE, AMP__C_CASE, AMP__C_GOTO,
            AMP__C_ASM, AMP__C_WARP_COMBINE, 0 };
    const amp__c_unit *f = r->f;
    const int memory = amp__c_word_is(f, i, AMP__C_TILE_STATIC) ? AMP__C_TILE_STATIC
        : r->phased && amp__c_word_is(f, i, AMP__C_THREAD_PRIVATE) ? AMP__C_THREAD_PRIVATE : 0;
    return amp__c_is(f, i, AMP__C_WARP_COMBINE) && amp__c_is(f, i + 1, '(')
            ? AMP__C_TILE_BARRIER_WAIT
        : amp__c_among(f, i, words) ? f->t[i].number
        : amp__c_is(f, i, AMP__C_DEFAULT) ? AMP__C_CASE
        : r->phased && (amp__c_word_is(f, i, AMP__C_PHASE)
                        || (amp__c_word_is(f, i, AMP__C_PHASE_FIRST) && amp__c_is(f, i + 1, '(')))
            ? AMP__C_PHASE
        : memory != 0 && amp__c_is(f, i + 1, '(') ? memory
        : f->t[i].kind == AMP__C_NAME && amp__c_is(f, i + 1, ':') ? AMP__C_LABEL
        : amp__c_is_barrier(f, i) && amp__c_is_call_alone(f, i) ? AMP__C_TILE_BARRIER_WAIT
        : amp__c_is_report(f, i) && amp__c_is_call_alone(f, i) ? AMP__C_REPORT
        : amp__c_begins_declaration(f, i) ? (int)AMP__C_DECLARATION : (int)AMP__C_EXPRESSION;
}

static AMP__COLD void amp__c_read_list(amp__c_body *r, int from, int to, amp__c_stmt *parent);
static AMP__COLD amp__c_stmt *amp__c_read_statement(amp__c_body *r, int *at, int end,
                                                    const amp__c_stmt *parent,
                                                    const amp__c_stmt ***next);

/* Reads the one statement at i that stands in s, as *inner; returns what follows it. */
static AMP__COLD int amp__c_read_inner(amp__c_body *r, int i, int end, const amp__c_stmt *s,
                                       const amp__c_stmt **inner)
{
    (void)amp__c_read_statement(r, &i, end, s, &inner);
    return i;
}

/* Reads the condition of s in the round brackets that open at i; returns what follows them. */
static AMP__COLD int amp__c_read_condition(amp__c_body *r, amp__c_stmt *s, int i)
{
    s->a = i + 1;
    s->a_end = amp__c_closing(r->f, i);
    amp__c_read_part(r, s->a, s->a_end);
    return s->a_end + 1;
}

/* Reads the head of the for s, whose round bracket opens at i; returns what follows it. */
static AMP__COLD int amp__c_read_head(amp__c_body *r, amp__c_stmt *s, int i)
{
    const int close = amp__c_closing(r->f, i), from = i + 1;
    const int semicolon = amp__c_until(r->f, from, ';', close);
    const amp__c_stmt **init = &s->init;
    if (!amp__c_begins_declaration(r->f, from)) {
        s->init = amp__c_new_head(r, from, semicolon, s);
    } else if (!amp__c_read_declaration(r, from, semicolon, s, &init)) {
        amp__c_fail(r->f, from, "a declaration that is not understood");
    }
    s->a = semicolon + 1;
    s->a_end = amp__c_until(r->f, s->a, ';', close);
    amp__c_read_part(r, s->a, s->a_end);
    s->b = s->a_end + 1;
    s->b_end = close;
    s->step = amp__c_new_head(r, s->b, s->b_end, s);
    return close + 1;
}

/* Reads the tile memory s, a call at i; returns what follows it. */
static AMP__COLD int amp__c_read_tile_memory(amp__c_body *r, amp__c_stmt *s, int i)
{
    s->dims_end = amp__c_match(r->f, i + 1);
    s->spec = i + 2;
    s->spec_end = s->type = amp__c_until(r->f, i + 2, ',', s->dims_end);
    s->name = s->spec_end + 1;
    s->dims = s->name + 1 < s->dims_end ? s->name + 2 : s->dims_end;
    amp__c_read_part(r, s->dims, s->dims_end);
    if (!amp__c_is(r->f, s->dims_end + 1, ';') && !r->written) {
        amp__c_fail(r->f, s->dims_end, "no ;");
    }
    return s->dims_end + 1 + amp__c_is(r->f, s->dims_end + 1, ';');
}

/* Reads the statement, or the declaration, at *at, which moves behind it, to the end *next of a
   list. Returns it, or what is no declaration. */
static AMP__COLD amp__c_stmt *amp__c_read_statement(amp__c_body *r, int *at, int end,
                                                    const amp__c_stmt *parent,
                                                    const amp__c_stmt ***next)
{
    amp__c_unit *f = r->f;
    int i = *at;
    amp__c_stmt *s = amp__c_new_stmt(r, amp__c_stmt_kind(r, i), i, parent);
    if (s->kind == AMP__C_DECLARATION) {
        *at = amp__c_part_end(r, i, end);
        if (amp__c_read_declaration(r, i, *at, parent, next)) {
            *at += 1;
            return s;
        }
        if (!r->written) {
            amp__c_fail(f, i, "a declaration that is not understood");
        }
        s->kind = AMP__C_EXPRESSION;
    }
    switch (s->kind) {
    case '{':
        i = amp__c_match(f, i);
        amp__c_read_list(r, s->from + 1, i++, s);
        break;
    case ';':
        i++;
        break;
    case AMP__C_IF:
        i = amp__c_read_inner(r, amp__c_read_condition(r, s, i + 1), end, s, &s->child);
        if (i < end && amp__c_is(f, i, AMP__C_ELSE)) {
            i = amp__c_read_inner(r, i + 1, end, s, &s->other);
        }
        break;
    case AMP__C_WHILE:
    case AMP__C_SWITCH:
        i = amp__c_read_inner(r, amp__c_read_condition(r, s, i + 1), end, s, &s->child);
        break;
    case AMP__C_DO:
        i = amp__c_read_inner(r, i + 1, end, s, &s->child);
        if (!amp__c_is(f, i, AMP__C_WHILE)) {
            amp__c_fail(f, i, "do without while");
        }
        i = amp__c_read_condition(r, s, i + 1) + 1;
        break;
    case AMP__C_FOR:
        i = amp__c_read_inner(r, amp__c_read_head(r, s, i + 1), end, s, &s->child);
        break;
    case AMP__C_PHASE:
        i = amp__c_word_is(f, i, AMP__C_PHASE_FIRST) ? amp__c_read_condition(r, s, i + 1) : i + 1;
        i = amp__c_read_inner(r, i, end, s, &s->child);
        break;
    case AMP__C_CASE:
        s->a = i;
        s->a_end = i = amp__c_until(f, i, ':', end) + 1;
        break;
    case AMP__C_LABEL:
        i += 2;
        break;
    case AMP__C_TILE_STATIC:
    case AMP__C_THREAD_PRIVATE:
        i = amp__c_read_tile_memory(r, s, i);
        break;
    case AMP__C_TILE_BARRIER_WAIT:
    case AMP__C_REPORT:
        i = amp__c_match(f, i + 1) + 1;
        if (amp__c_is(f, s->from, AMP__C_WARP_COMBINE) && i > s->from + 3) {
            s->a = s->from; /* done once for the tile, behind the barrier */
            s->a_end = i;
        }
        i++;
        break;
    default:
        if (amp__c_is_macro_in_front(r, i)) {
            i++;
            break;
        }
        s->a = s->kind == AMP__C_RETURN ? i + 1 : i;
        s->a_end = amp__c_part_end(r, i, end);
        amp__c_read_part(r, s->a, s->a_end);
        i = s->a_end + amp__c_is(f, s->a_end, ';');
    }
    s->to = *at = i;
    **next = s;
    *next = &s->next;
    return s;
}

/* Where the statement at i ends. phased: it may be a phase, or have some in it. */
static AMP__COLD int amp__c_statement_end(amp__c_unit *f, int i, int end, int phased)
{
    const amp__c_stmt *unused = NULL, **next = &unused;
    amp__c_body r = AMP__ZERO;
    r.f = f;
    r.phased = phased;
    (void)amp__c_read_statement(&r, &i, end, NULL, &next);
    return i;
}

/* Reads the statements [from, to) in the block `parent`. */
static AMP__COLD void amp__c_read_list(amp__c_body *r, int from, int to, amp__c_stmt *parent)
{
    const amp__c_stmt **next = &parent->child;
    while (from < to) {
        amp__c_stmt *s = amp__c_read_statement(r, &from, to, parent, &next);
        while (s->kind == AMP__C_REPORT && r->reached && from < to
               && amp__c_stmt_kind(r, from) != AMP__C_CASE) {
            s->to = from = amp__c_statement_end(r->f, from, to, r->phased);
        }
    }
}

/* The body of a kernel or function, whose braces are the tokens `from` and `to`. */
static AMP__COLD amp__c_stmt *amp__c_read_body(amp__c_body *r, int from, int to)
{
    amp__c_stmt *s = amp__c_new_stmt(r, '{', from, NULL);
    s->to = to + 1;
    amp__c_read_list(r, from + 1, to, s);
    return s;
}

/* Reads the parameters [from, to) of a function as declarations, as far as they are understood, to
   the body s. */
static AMP__COLD void amp__c_read_parameters(amp__c_body *r, int from, int to, amp__c_stmt *s)
{
    const amp__c_stmt **next = &s->init;
    while (from < to) {
        const int stop = amp__c_find_sign(r->f, from, ',', to);
        from = amp__c_read_declaration(r, from, stop < to ? stop : to, s, &next) ? stop + 1 : to;
    }
}

/* ==== questions about one ================================================= */

/* Whether s is a loop. */
static AMP__COLD int amp__c_is_loop(const amp__c_stmt *s)
{
    return s->kind == AMP__C_FOR || s->kind == AMP__C_WHILE || s->kind == AMP__C_DO;
}

/* Whether s declares a pointer by a word of the kernel language: amp_tile_ptr and its like. */
static AMP__COLD int amp__c_is_device_pointer(const amp__c_unit *f, const amp__c_stmt *s)
{
    int i;
    for (i = s->spec; i < s->spec_end; i++) {
        if (amp__c_word_is(f, i, AMP__C_TILE_PTR) || amp__c_word_is(f, i, AMP__C_GLOBAL_PTR)
            || amp__c_word_is(f, i, AMP__C_CONSTANT_PTR)) {
            return 1;
        }
    }
    return 0;
}

/* The statement in which the break or continue s ends, a loop, phase or switch; NULL: none. */
static AMP__COLD const amp__c_stmt *amp__c_jump_target(const amp__c_stmt *s)
{
    const amp__c_stmt *to = s->parent;
    while (to != NULL && !amp__c_is_loop(to) && to->kind != AMP__C_PHASE
           && !(to->kind == AMP__C_SWITCH && s->kind == AMP__C_BREAK)) {
        to = to->parent;
    }
    return to;
}

/* The last statement of the declaration that s begins; s where that is none. */
static AMP__COLD const amp__c_stmt *amp__c_last_declared(const amp__c_stmt *s)
{
    while (s->kind == AMP__C_DECLARATION && s->next != NULL && s->next->kind == s->kind
           && s->next->from == s->from) {
        s = s->next;
    }
    return s;
}

/* The statements of s, a block or one statement, or NULL. */
static AMP__COLD const amp__c_stmt *amp__c_inside(const amp__c_stmt *s)
{
    return s != NULL && s->kind == '{' ? s->child : s;
}

#endif /* AMP_CTEXT_STATEMENTS_H */
