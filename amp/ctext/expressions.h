/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_EXPRESSIONS_H
#define AMP_CTEXT_EXPRESSIONS_H
/*
amp/ctext/expressions.h: an expression of C as a tree, by C99's order of operators.

Each node knows its tokens, so that who looks at names alone may still go through those. What does
not hang together, as a macro that nobody expanded makes it, is no error: its parts stand below a
node AMP__C_OPAQUE.
*/

#include "top_level.h"

/* Kinds of expressions, and their operands in the order of the text:
     IDENTIFIER       none
     CONSTANT         none; strings side by side are one constant
     TYPE             none: a type where an expression might stand, as in sizeof(int)
     GROUP            (a)
     BRACES           { a, b }; a designator is no part of its operand
     CALL             what is called, and its arguments
     INDEX            a[i]
     MEMBER           a.name or a->name, whose name is the token behind `op`
     PREFIX, POSTFIX  sizeof, _Alignof and __extension__ are such operators, too
     CAST             the value, or what is in the braces of (type){ a, b }
     BINARY           a - b + c: all operands between operators of one rank, of which each but the
                      first has its own in front; the comma is such an operator
     CHOICE           a ? b : c; a ? : c has two
     ASSIGN           what is assigned to, and the value
     OPAQUE           what is known of what is no C; nothing at all: an operand that is missing */
enum { AMP__C_IDENTIFIER, AMP__C_CONSTANT, AMP__C_TYPE, AMP__C_GROUP, AMP__C_BRACES, AMP__C_CALL,
       AMP__C_INDEX, AMP__C_MEMBER, AMP__C_PREFIX, AMP__C_POSTFIX, AMP__C_CAST, AMP__C_BINARY,
       AMP__C_CHOICE, AMP__C_ASSIGN, AMP__C_OPAQUE };
typedef struct amp__c_expr {
    int kind, from, to; /* tokens */
    int op;             /* the operator, the first one of several, or the bracket; else == from */
    int height;         /* how many are in each other in it, at most */
    struct amp__c_expr *parent, *next; /* around it; beside it, the next operand */
    struct amp__c_expr *child, *last;  /* its operands */
} amp__c_expr;

/* The most brackets and operators in each other, and nodes; more end the work. */
enum { AMP__C_DEEPEST = 400, AMP__C_HIGHEST = 1000 };

/* The text that is read: its next token, and where it ends. */
typedef struct amp__c_reader {
    amp__c_unit *f;
    int at, to, depth;
} amp__c_reader;

/* How strongly operators bind, the comma least; 0: none is between two operands. */
enum { AMP__C_RANK_COMMA = 1, AMP__C_RANK_ASSIGN, AMP__C_RANK_CHOICE, AMP__C_RANK_OR,
       AMP__C_RANK_AND, AMP__C_RANK_EQUAL = 9, AMP__C_RANK_COMPARE, AMP__C_RANK_SUM = 12 };
static AMP__COLD int amp__c_rank(const amp__c_unit *f, int i)
{
    switch (f->t[i].number) {
    case ',': return AMP__C_RANK_COMMA;
    case '?': return AMP__C_RANK_CHOICE;
    case AMP__C_OR: return AMP__C_RANK_OR;
    case AMP__C_AND: return AMP__C_RANK_AND;
    case '|': return 6;
    case '^': return 7;
    case '&': return 8;
    case AMP__C_EQUAL: case AMP__C_NOT_EQUAL: return AMP__C_RANK_EQUAL;
    case '<': case '>': case AMP__C_LESS_EQUAL: case AMP__C_GREATER_EQUAL:
        return AMP__C_RANK_COMPARE;
    case AMP__C_SHIFT_LEFT: case AMP__C_SHIFT_RIGHT: return 11;
    case '+': case '-': return AMP__C_RANK_SUM;
    case '*': case '/': case '%': return 13;
    default: return amp__c_assigns(f, i) ? AMP__C_RANK_ASSIGN : 0;
    }
}

/* A node of that kind that begins at `from`, whose own token is `op`. */
static AMP__COLD amp__c_expr *amp__c_new_expr(amp__c_reader *r, int kind, int from, int op)
{
    amp__c_expr *e = (amp__c_expr *)amp__c_new(r->f, sizeof(*e));
    e->kind = kind;
    e->from = from;
    e->to = r->at;
    e->op = op;
    return e;
}

/* Ends the work: this is too deep. */
static AMP__COLD void amp__c_fail_deep(amp__c_reader *r, int i)
{
    amp__c_fail(r->f, i, "more than %d operators in each other", AMP__C_DEEPEST);
}

/* Adds an operand behind those of e, which ends with it so far. */
static AMP__COLD void amp__c_add_operand(amp__c_reader *r, amp__c_expr *e, amp__c_expr *operand)
{
    if (e->child == NULL) {
        e->child = operand;
    } else {
        e->last->next = operand;
    }
    e->last = operand;
    operand->parent = e;
    e->to = operand->to;
    e->height = operand->height >= e->height ? operand->height + 1 : e->height;
    if (e->height > AMP__C_HIGHEST) {
        amp__c_fail_deep(r, e->from);
    }
}

/* Enters what stands in something else; ends the work where that is too deep. */
static AMP__COLD void amp__c_enter(amp__c_reader *r)
{
    if (++r->depth > AMP__C_DEEPEST) {
        amp__c_fail_deep(r, r->at);
    }
}

/* Whether the next token is a bracket that closes within the text. */
static AMP__COLD int amp__c_opens(const amp__c_reader *r, int sign)
{
    return r->at < r->to && amp__c_is(r->f, r->at, sign) && r->f->t[r->at].match > r->at
        && r->f->t[r->at].match < r->to;
}

/* Whether an operand may begin at i. */
static AMP__COLD int amp__c_begins_operand(const amp__c_unit *f, int i)
{
    static const int signs[] = { '(', '{', '+', '-', '*', '&', '!', '~', AMP__C_INCREMENT,
            AMP__C_DECREMENT, 0 };
    return f->t[i].kind == AMP__C_NAME || f->t[i].kind == AMP__C_NUMBER
        || f->t[i].kind == AMP__C_TEXT || amp__c_among(f, i, signs);
}

static AMP__COLD amp__c_expr *amp__c_read_ranks(amp__c_reader *r, int rank);

/* Reads up to the end, or to a comma where that is no operator here: operators of that rank and
   those that bind more strongly. What is left over is no C. */
static AMP__COLD amp__c_expr *amp__c_read_all(amp__c_reader *r, int rank)
{
    amp__c_expr *e = amp__c_read_ranks(r, rank), *all = NULL;
    while (r->at < r->to && !(rank > AMP__C_RANK_COMMA && amp__c_is(r->f, r->at, ','))) {
        const int at = r->at;
        if (all == NULL) {
            all = amp__c_new_expr(r, AMP__C_OPAQUE, e->from, e->from);
            amp__c_add_operand(r, all, e);
        }
        e = amp__c_read_ranks(r, rank);
        if (r->at == at) {
            r->at = amp__c_behind(r->f, at) < r->to ? amp__c_behind(r->f, at) : r->to;
            e->to = r->at;
        }
        amp__c_add_operand(r, all, e);
    }
    return all != NULL ? all : e;
}

/* Reads what is in the bracket that opens here, as operands of e: between commas, or all of it. */
static AMP__COLD void amp__c_read_inside(amp__c_reader *r, amp__c_expr *e, int rank)
{
    const int to = r->to, close = r->f->t[r->at++].match;
    r->to = close;
    while (r->at < close || (rank == AMP__C_RANK_COMMA && r->at == close)) {
        while (e->kind == AMP__C_BRACES && r->at < close
               && (amp__c_is(r->f, r->at, '.') || amp__c_is(r->f, r->at, '['))) {
            r->at += amp__c_is(r->f, r->at, '.') ? 2 : amp__c_behind(r->f, r->at) - r->at;
            r->at += amp__c_is(r->f, r->at, '='); /* of a designator */
        }
        amp__c_add_operand(r, e, amp__c_read_all(r, rank));
        r->at++; /* the comma, or the bracket */
    }
    r->at = close + 1;
    r->to = to;
    e->to = r->at;
}

/* Reads an operand without the operators around it; nothing where none begins. */
static AMP__COLD amp__c_expr *amp__c_read_primary(amp__c_reader *r)
{
    const int from = r->at;
    amp__c_expr *e = amp__c_new_expr(r, AMP__C_OPAQUE, from, from);
    if (amp__c_opens(r, '(') || amp__c_opens(r, '{')) {
        e->kind = amp__c_is(r->f, from, '(') ? AMP__C_GROUP : AMP__C_BRACES;
        amp__c_read_inside(r, e, e->kind == AMP__C_GROUP ? AMP__C_RANK_COMMA : AMP__C_RANK_ASSIGN);
    } else if (from < r->to && amp__c_is_type_word(r->f, from)) {
        e->kind = AMP__C_TYPE;
        r->at = amp__c_find_sign(r->f, from, ',', r->to);
        r->at = r->at < r->to ? r->at : r->to;
    } else if (from < r->to && r->f->t[from].kind == AMP__C_TEXT) {
        e->kind = AMP__C_CONSTANT;
        while (r->at < r->to && r->f->t[r->at].kind == AMP__C_TEXT) {
            r->at++;
        }
    } else if (from < r->to && (r->f->t[from].kind == AMP__C_NAME
                                || r->f->t[from].kind == AMP__C_NUMBER)) {
        e->kind = r->f->t[from].kind == AMP__C_NAME ? AMP__C_IDENTIFIER : AMP__C_CONSTANT;
        r->at++;
    }
    e->to = r->at;
    return e;
}

/* Reads what follows the operand e and belongs to it. */
static AMP__COLD amp__c_expr *amp__c_read_postfix(amp__c_reader *r, amp__c_expr *e)
{
    for (;;) {
        const int op = r->at, member = op + 1 < r->to && r->f->t[op + 1].kind == AMP__C_NAME
            && (amp__c_is(r->f, op, '.') || amp__c_is(r->f, op, AMP__C_ARROW));
        const int kind = amp__c_opens(r, '[') ? AMP__C_INDEX
            : amp__c_opens(r, '(') ? AMP__C_CALL : member ? AMP__C_MEMBER
            : op < r->to && (amp__c_is(r->f, op, AMP__C_INCREMENT)
                             || amp__c_is(r->f, op, AMP__C_DECREMENT)) ? AMP__C_POSTFIX
            : AMP__C_OPAQUE;
        amp__c_expr *all;
        if (kind == AMP__C_OPAQUE) {
            return e;
        }
        all = amp__c_new_expr(r, kind, e->from, op);
        amp__c_add_operand(r, all, e);
        if (kind == AMP__C_INDEX || kind == AMP__C_CALL) {
            amp__c_read_inside(r, all, kind == AMP__C_CALL ? AMP__C_RANK_ASSIGN
                               : AMP__C_RANK_COMMA);
        } else {
            r->at += kind == AMP__C_MEMBER ? 2 : 1;
        }
        all->to = r->at;
        e = all;
    }
}

/* Reads an operand with the operators in front of it and behind it. */
static AMP__COLD amp__c_expr *amp__c_read_unary(amp__c_reader *r)
{
    static const int signs[] = { '+', '-', '*', '&', '!', '~', AMP__C_INCREMENT, AMP__C_DECREMENT,
            AMP__C_SIZEOF, AMP__C_ALIGNOF, AMP__C_EXTENSION, 0 };
    const int op = r->at;
    amp__c_expr *e, *operand;
    if (op < r->to && amp__c_among(r->f, op, signs)) {
        const int of_type = amp__c_is(r->f, op, AMP__C_SIZEOF)
            || amp__c_is(r->f, op, AMP__C_ALIGNOF);
        const int means_nothing = amp__c_is(r->f, op, AMP__C_EXTENSION); /* as brackets around */
        e = amp__c_new_expr(r, means_nothing ? AMP__C_GROUP : AMP__C_PREFIX, op, op);
        r->at++;
        if (of_type && amp__c_opens(r, '(') && amp__c_holds_type(r->f, r->at)) {
            operand = amp__c_new_expr(r, AMP__C_TYPE, r->at, r->at);
            operand->to = r->at = r->f->t[r->at].match + 1;
            amp__c_add_operand(r, e, operand);
            return e;
        }
    } else if (amp__c_opens(r, '(') && amp__c_holds_type(r->f, op)
               && r->f->t[op].match + 1 < r->to
               && amp__c_begins_operand(r->f, r->f->t[op].match + 1)) {
        e = amp__c_new_expr(r, AMP__C_CAST, op, op);
        r->at = r->f->t[op].match + 1;
        if (amp__c_opens(r, '{')) {
            amp__c_add_operand(r, e, amp__c_read_primary(r));
            return amp__c_read_postfix(r, e);
        }
    } else {
        return amp__c_read_postfix(r, amp__c_read_primary(r));
    }
    amp__c_enter(r);
    amp__c_add_operand(r, e, amp__c_read_unary(r));
    r->depth--;
    return e;
}

/* Reads operators of that rank and those that bind more strongly. */
static AMP__COLD amp__c_expr *amp__c_read_ranks(amp__c_reader *r, int rank)
{
    amp__c_expr *e, *all;
    amp__c_enter(r);
    e = amp__c_read_unary(r);
    for (;; e = all) {
        const int op = r->at, of = op < r->to ? amp__c_rank(r->f, op) : 0;
        if (of == 0 || of < rank) {
            r->depth--;
            return e;
        }
        all = amp__c_new_expr(r, of == AMP__C_RANK_ASSIGN ? AMP__C_ASSIGN
                              : of == AMP__C_RANK_CHOICE ? AMP__C_CHOICE : AMP__C_BINARY, e->from,
                              op);
        amp__c_add_operand(r, all, e);
        r->at++;
        if (of == AMP__C_RANK_ASSIGN) {
            amp__c_add_operand(r, all, amp__c_read_ranks(r, of));
        } else if (of == AMP__C_RANK_CHOICE) {
            if (!amp__c_is(r->f, r->at, ':')) {
                amp__c_add_operand(r, all, amp__c_read_ranks(r, AMP__C_RANK_COMMA));
            }
            if (r->at < r->to && amp__c_is(r->f, r->at, ':')) {
                r->at++;
                amp__c_add_operand(r, all, amp__c_read_ranks(r, of));
            }
        } else {
            amp__c_add_operand(r, all, amp__c_read_ranks(r, of + 1));
            while (r->at < r->to && amp__c_rank(r->f, r->at) == of) {
                r->at++;
                amp__c_add_operand(r, all, amp__c_read_ranks(r, of + 1));
            }
        }
    }
}

/* The expression [from, to) as a tree; NULL where there is none. */
static AMP__COLD amp__c_expr *amp__c_read_expression(amp__c_unit *f, int from, int to)
{
    amp__c_reader r;
    r.f = f;
    r.at = from;
    r.to = to;
    r.depth = 0;
    return from < to ? amp__c_read_all(&r, AMP__C_RANK_COMMA) : NULL;
}

/* ==== questions about one ================================================= */

/* Whether e is of that kind, and its operator that sign. */
static AMP__COLD int amp__c_expr_is(const amp__c_unit *f, const amp__c_expr *e, int kind, int sign)
{
    return e != NULL && e->kind == kind && amp__c_is(f, e->op, sign);
}

/* e without the round brackets around it. */
static AMP__COLD const amp__c_expr *amp__c_ungrouped(const amp__c_expr *e)
{
    while (e != NULL && e->kind == AMP__C_GROUP) {
        e = e->child;
    }
    return e;
}

/* The operands that e has between operators of that rank, or e as the only one: the first, and the
   one behind t. */
static AMP__COLD const amp__c_expr *amp__c_first_of(const amp__c_unit *f, const amp__c_expr *e,
                                                    int rank)
{
    return e != NULL && e->kind == AMP__C_BINARY && amp__c_rank(f, e->op) == rank ? e->child : e;
}
static AMP__COLD const amp__c_expr *amp__c_next_of(const amp__c_expr *e, const amp__c_expr *t)
{
    return t != e ? t->next : NULL;
}

/* Whether the term t of the sum e is subtracted. */
static AMP__COLD int amp__c_is_subtracted(const amp__c_unit *f, const amp__c_expr *e,
                                          const amp__c_expr *t)
{
    return t != e && t != e->child && amp__c_is(f, t->from - 1, '-');
}

/* The operand of e that token i stands in; NULL where it stands in none. */
static AMP__COLD const amp__c_expr *amp__c_operand_at(const amp__c_expr *e, int i)
{
    for (e = e->child; e != NULL && !(e->from <= i && i < e->to);) {
        e = e->next;
    }
    return e;
}

/* Whether e changes what its first operand names. */
static AMP__COLD int amp__c_expr_assigns(const amp__c_unit *f, const amp__c_expr *e)
{
    return e->kind == AMP__C_ASSIGN
        || ((e->kind == AMP__C_PREFIX || e->kind == AMP__C_POSTFIX)
            && (amp__c_is(f, e->op, AMP__C_INCREMENT) || amp__c_is(f, e->op, AMP__C_DECREMENT)));
}

/* The value of e where that is made of whole numbers alone; else -1. */
static AMP__COLD long amp__c_whole_number(const amp__c_unit *c, const amp__c_expr *e)
{
    const amp__c_expr *t;
    long all = -1;
    e = amp__c_ungrouped(e);
    if (e == NULL || e->kind != AMP__C_BINARY) {
        const amp__c_token *one = e != NULL && e->to == e->from + 1 ? &c->t[e->from] : NULL;
        return one != NULL && one->kind == AMP__C_NUMBER && one->n < 6
            && (one->n == 1 || one->s[0] != '0') /* octal */
            && strspn(one->s, "0123456789") >= (size_t)one->n ? atol(one->s) : -1;
    }
    for (t = e->child; t != NULL; t = t->next) {
        const long one = amp__c_whole_number(c, t);
        const int sign = t == e->child ? 0 : c->t[t->from - 1].number;
        if (one < 0 || (sign == '/' && one == 0)) {
            return -1;
        }
        all = sign == 0 ? one : sign == '*' ? all * one : sign == '/' ? all / one
            : sign == '+' ? all + one : sign == '-' ? all - one : -1;
        if (all < 0 || all > 1 << 20) {
            return -1;
        }
    }
    return all;
}


#endif /* AMP_CTEXT_EXPRESSIONS_H */
