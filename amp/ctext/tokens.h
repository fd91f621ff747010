/* SPDX-License-Identifier: MIT */
#ifndef AMP_CTEXT_TOKENS_H
#define AMP_CTEXT_TOKENS_H
/*
amp/ctext/tokens.h: a text of C as tokens, and what is asked of one token or of its neighbours.

A token is named by its number; [from, to) are the tokens from one up to, and without, another.
What is not understood ends the work by amp__c_fail, a longjmp; all memory is the store's, and goes
back with it.
*/

#include "call_graph.h"
#include "lexer.h"

#include <setjmp.h> /* the way out where a text is not understood */

/* A token. The text is the user's, or in the unit's store. */
typedef struct amp__c_token {
    const char *s, *file; /* not ended by a 0: n and file_n bytes */
    int n, file_n, line;
    int kind, number; /* see amp/ctext/lexer.h */
    int match;        /* a bracket's other half, or -1 */
} amp__c_token;

/* A name: n bytes at s. */
typedef struct amp__c_name {
    const char *s;
    int n;
} amp__c_name;

/* A directive of a text as it was written, from its # on: see amp/ctext/lines.h. */
typedef struct amp__c_directive {
    const char *at, *end; /* its text, without the line's end */
    int line, from, to;
    unsigned effects; /* of a macro's text, and of what that names: amp/ctext/call_graph.h */
} amp__c_directive;

/* A name that a typedef makes. */
typedef struct amp__c_type {
    amp__c_name name;
    int is_array;
} amp__c_type;

/* A function of the text that is no kernel: its name, its body's braces. */
typedef struct amp__c_function {
    int name, from, to;
    unsigned effects; /* of it and of what it calls: amp/ctext/call_graph.h */
} amp__c_function;

/* Something else at file scope, but no kernel. */
typedef struct amp__c_item {
    int from, to, name; /* name: a function's, or -1 */
} amp__c_item;

/* A macro that is used as a declaration: its name and arguments, and a semicolon behind them. */
typedef struct amp__c_expansion {
    int from, to;
} amp__c_expansion;

/* A kernel, as numbers of tokens: its name, the dimensions of its tile (none for a simple
   one), its parameters from the comma in front of them, its body. rank: 0 where the text does not
   say it, which a macro does. */
typedef struct amp__c_kernel {
    int word; /* AMP__C_SIMPLE_KERNEL, AMP__C_TILED_KERNEL or AMP__C_PHASED_KERNEL */
    int name, rank, dims[3], dims_end[3], param, param_end, body, body_end;
} amp__c_kernel;

/* The most dimensions of a view, and of a simple kernel. */
enum { AMP__C_RANKS = 8 };

/* A text at work: its tokens, and what stands at its top level (top_level.h). It is large: one is
   allocated. */
typedef struct amp__c_unit {
    amp__c_store store;
    int short_names; /* AMP_SHORT_NAMES: at is amp_at */
    int opencl;      /* it becomes OpenCL C, whose barrier() is one */
    int checks;      /* AMP_CHECK, where it becomes OpenCL C: amp_at reports */
    const amp__c_token *t;   /* nobody writes a token but by amp__c_writable */
    amp__c_token *writable;  /* these */
    int count;
    size_t room;
    amp__c_directive *directives;
    int directive_count;
    amp__c_type *types;
    int type_count;
    amp__c_function *functions;
    int function_count;
    int *declared, declared_count; /* functions without a body yet */
    amp__c_item *items;
    int item_count;
    amp__c_expansion *expansions;
    int expansion_count;
    amp__c_kernel *kernels;
    int kernel_count;
    size_t directive_room, type_room, function_room, declared_room, item_room, expansion_room,
        kernel_room;
    amp__c_graph calls; /* functions and macros: amp__c_function_node, amp__c_macro_node */
    /* What was not understood. */
    jmp_buf leave;
    char why[300];
    int why_token;
} amp__c_unit;

/* ==== the text =========================================================== */

/* Ends the work on the text, or on a kernel, with the reason: it stands in f->why, and
   f->why_token is the token that it is about, or -1. Does not return. */
__attribute__((noreturn, format(printf, 3, 4)))
static AMP__COLD void amp__c_fail(amp__c_unit *f, int token, const char *format, ...)
{
    AMP__PRINT_GIVEN(f->why, format);
    f->why_token = token >= 0 && token < f->count ? token : -1;
    longjmp(f->leave, 1);
}

/* n bytes of the store, zero; ends the work where memory ran out. */
static AMP__COLD void *amp__c_new(amp__c_unit *f, size_t n)
{
    void *p = amp__c_store_alloc(&f->store, n);
    if (p == NULL) {
        amp__c_fail(f, -1, "there is no memory for this");
    }
    return p;
}

/* Makes room for one more behind `count` elements of `size` bytes, a list in the store: at is the
   address of the pointer to them. Ends the work where memory ran out. */
static AMP__COLD void amp__c_grow(amp__c_unit *f, void *at, int count, size_t *room, size_t size)
{
    if (!amp__list_grow(at, (size_t)count, room, 1, size, amp__c_memory(&f->store))) {
        amp__c_fail(f, -1, "there is no memory for this");
    }
}

/* Adds a token behind the others, of no bracket yet. f->t may move. */
static AMP__COLD void amp__c_add(amp__c_unit *f, amp__c_token t)
{
    amp__c_grow(f, &f->writable, f->count, &f->room, sizeof(t));
    f->t = f->writable;
    t.match = -1;
    f->writable[f->count++] = t;
}

/* Token i, for who makes or changes a text: see amp__c_add. */
static AMP__COLD amp__c_token *amp__c_writable(amp__c_unit *f, int i)
{
    AMP__ASSERT(i >= 0 && i < f->count);
    return &f->writable[i];
}

/* Makes two brackets each other's half. */
static AMP__COLD void amp__c_pair(amp__c_unit *f, int open, int close)
{
    amp__c_writable(f, open)->match = close;
    amp__c_writable(f, close)->match = open;
}

/* Makes t the token of the text [s, s + n), which may be empty. */
static AMP__COLD void amp__c_spell(amp__c_token *t, const char *s, int n)
{
    t->s = s;
    t->n = n;
    t->kind = AMP__C_SIGN;
    t->number = 0;
    if (n > 0) {
        (void)amp__c_lex(s, s + n, &t->kind, &t->number);
    }
}

/* A line that begins with #: # 12 "file" 1 says where the next line stood; a pragma
   is left out. Returns the line number before the next one. */
static AMP__COLD int amp__c_marker(const char *p, const char *end, amp__c_token *t, int line)
{
    while (p < end && *p == ' ') {
        p++;
    }
    if (p < end && amp__c_digit(*p)) {
        line = atoi(p) - 1;
        p = (const char *)memchr(p, '"', (size_t)(end - p));
        if (p != NULL) {
            t->file = ++p;
            while (p < end && *p != '"') {
                p++;
            }
            t->file_n = (int)(p - t->file);
        }
    }
    return line;
}

/* Adds the token at p, if it is none that only separates others; it stands where `at` says, in file
   and line, and *at moves with the lines. Returns where it ends. */
static AMP__COLD const char *amp__c_read_token(amp__c_unit *f, const char *p, const char *end,
                                               amp__c_token *at)
{
    const char *const q = amp__c_lex(p, end, &at->kind, &at->number);
    at->s = p;
    at->n = (int)(q - p);
    if (!amp__c_separates(at->kind)) {
        amp__c_add(f, *at);
    }
    for (; p < q; p++) {
        at->line += *p == '\n';
    }
    return q;
}

/* Finds the other halves of the brackets from token `from` on. */
static AMP__COLD void amp__c_match_brackets(amp__c_unit *f, int from)
{
    enum { AMP__TOKENS_DEEPEST = 256 };
    int open[AMP__TOKENS_DEEPEST], depth = 0, i;
    for (i = from; i < f->count; i++) {
        const int sign = f->t[i].number;
        if (sign == '(' || sign == '[' || sign == '{') {
            if (depth == AMP__TOKENS_DEEPEST) {
                amp__c_fail(f, i, "more than %d brackets in each other", AMP__TOKENS_DEEPEST);
            }
            open[depth++] = i;
        } else if ((sign == ')' || sign == ']' || sign == '}') && depth > 0) {
            amp__c_pair(f, open[--depth], i);
        }
    }
}

/* Adds the tokens of the preprocessed text [p, end), which must stay where it is: tokens point
   into it. Finds the brackets' other halves. */
static AMP__COLD void amp__c_read(amp__c_unit *f, const char *p, const char *end)
{
    const int from = f->count;
    amp__c_token t = AMP__ZERO;
    t.file = "?";
    t.file_n = 1;
    t.line = 1;
    while (p < end) {
        if (*p == '#') {
            const char *q = (const char *)memchr(p, '\n', (size_t)(end - p));
            q = q != NULL ? q : end;
            t.line = amp__c_marker(p + 1, q, &t, t.line);
            p = q;
        } else {
            p = amp__c_read_token(f, p, end, &t);
        }
    }
    amp__c_spell(&t, "", 0);
    t.kind = AMP__C_EOF;
    amp__c_add(f, t);
    amp__c_match_brackets(f, from);
}

/* ==== one token ========================================================== */

/* Whether token i is that word or sign. */
static AMP__COLD int amp__c_is(const amp__c_unit *f, int i, int number)
{
    AMP__ASSERT(number > 0);
    return i >= 0 && i < f->count && f->t[i].number == number;
}

/* Whether token i is one of these words and signs, of which 0 is the last. */
static AMP__COLD int amp__c_among(const amp__c_unit *f, int i, const int *numbers)
{
    for (; *numbers != 0; numbers++) {
        if (amp__c_is(f, i, *numbers)) {
            return 1;
        }
    }
    return 0;
}

/* Whether [from, to) has that word or sign. */
static AMP__COLD int amp__c_has(const amp__c_unit *f, int from, int to, int number)
{
    while (from < to && !amp__c_is(f, from, number)) {
        from++;
    }
    return from < to;
}

/* Whether token i is that text, and is no string of that text. */
static AMP__COLD int amp__c_named(const amp__c_unit *f, int i, const char *s)
{
    return i >= 0 && i < f->count && f->t[i].kind != AMP__C_TEXT
        && amp__c_spells(f->t[i].s, (size_t)f->t[i].n, s);
}

/* Whether token i is one of these texts, of which NULL is the last. */
static AMP__COLD int amp__c_named_among(const amp__c_unit *f, int i, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (amp__c_named(f, i, *words)) {
            return 1;
        }
    }
    return 0;
}

/* Whether token i is a word of the kernel language, short or long. */
static AMP__COLD int amp__c_word_is(const amp__c_unit *f, int i, int number)
{
    return amp__c_is(f, i, AMP__C_AMP | number) || (f->short_names && amp__c_is(f, i, number));
}

/* Whether token i, in a body, is the `static` of numbers that nothing changes: without it they mean
   the same. */
static AMP__COLD int amp__c_is_static_constant(const amp__c_unit *f, int i)
{
    static const int ends[] = { '=', '[', ';', '*', '(', '{', 0 };
    int constant = i > 0 && amp__c_is(f, i - 1, AMP__C_CONST);
    if (!amp__c_is(f, i, AMP__C_STATIC)) {
        return 0;
    }
    for (i++; i < f->count && !amp__c_among(f, i, ends); i++) {
        constant |= amp__c_is(f, i, AMP__C_CONST);
    }
    return constant && (amp__c_is(f, i, '=') || amp__c_is(f, i, '['));
}

/* Whether token i is a name that begins with the word, and is longer. */
static AMP__COLD int amp__c_name_begins(const amp__c_unit *f, int i, const char *word)
{
    return f->t[i].kind == AMP__C_NAME && amp__c_begins(f->t[i].s, (size_t)f->t[i].n, word);
}

/* Whether the names a and b are the same. */
static AMP__COLD int amp__c_same_text(const char *a, int a_n, const char *b, int b_n)
{
    return a_n == b_n && memcmp(a, b, (size_t)a_n) == 0;
}

/* Whether tokens i and j have the same text. */
static AMP__COLD int amp__c_same(const amp__c_unit *f, int i, int j)
{
    return amp__c_same_text(f->t[i].s, f->t[i].n, f->t[j].s, f->t[j].n);
}

/* Whether the name of token i is that of the shape of the view `view`, as amp_at pastes it. */
static AMP__COLD int amp__c_is_shape(const amp__c_unit *f, int i, int view)
{
    const amp__c_token *t = &f->t[i], *v = &f->t[view];
    return t->n == v->n + 6 && memcmp(t->s, v->s, (size_t)v->n) == 0
        && memcmp(t->s + v->n, "_shape", 6) == 0;
}

/* Whether token i is one of the barriers of the kernel language. */
static AMP__COLD int amp__c_is_barrier(const amp__c_unit *f, int i)
{
    return amp__c_word_is(f, i, AMP__C_TILE_BARRIER_WAIT);
}

/* Whether token i is amp_at or amp_at_index. */
static AMP__COLD int amp__c_is_access(const amp__c_unit *f, int i)
{
    return amp__c_word_is(f, i, AMP__C_AT) || amp__c_word_is(f, i, AMP__C_AT_INDEX);
}

/* Whether token i is amp_abort or amp_errorf, which have no short name. */
static AMP__COLD int amp__c_is_report(const amp__c_unit *f, int i)
{
    return amp__c_is(f, i, AMP__C_AMP | AMP__C_ABORT)
        || amp__c_is(f, i, AMP__C_AMP | AMP__C_ERRORF);
}

/* Whether token i is an atomic, or amp_printf. */
static AMP__COLD int amp__c_is_ordered(const amp__c_unit *f, int i)
{
    return amp__c_word_is(f, i, AMP__C_PRINTF) || amp__c_is(f, i, AMP__C_AMP | AMP__C_ATOMIC);
}

/* Whether token i is of amp/language/warp.h. */
static AMP__COLD int amp__c_is_warp(const amp__c_unit *f, int i)
{
    return amp__c_is(f, i, AMP__C_AMP | AMP__C_WARP);
}

/* Whether token i is an operator that assigns. */
static AMP__COLD int amp__c_assigns(const amp__c_unit *f, int i)
{
    const int sign = f->t[i].number;
    return sign == '=' || (sign >= AMP__C_SHIFT_LEFT_ASSIGN && sign <= AMP__C_XOR_ASSIGN);
}

/* Whether token i names a member of something. */
static AMP__COLD int amp__c_is_member(const amp__c_unit *f, int i)
{
    return amp__c_is(f, i - 1, '.') || amp__c_is(f, i - 1, AMP__C_ARROW);
}

/* ==== brackets =========================================================== */

/* The other half of the bracket i; ends the work where it has none. */
static AMP__COLD int amp__c_match(amp__c_unit *f, int i)
{
    if (i < 0 || i >= f->count || f->t[i].match < 0) {
        amp__c_fail(f, i, "a bracket without its other half");
    }
    return f->t[i].match;
}

/* The other half of the round bracket that opens at i; ends the work where none does. */
static AMP__COLD int amp__c_closing(amp__c_unit *f, int i)
{
    if (!amp__c_is(f, i, '(')) {
        amp__c_fail(f, i, "no (");
    }
    return amp__c_match(f, i);
}

/* What follows token i, and all that is in brackets where it opens one. */
static AMP__COLD int amp__c_behind(const amp__c_unit *f, int i)
{
    return f->t[i].match > i ? f->t[i].match + 1 : i + 1;
}

/* The first token from i on that is `sign` and stands in no bracket that opens behind i; `end`, or
   one behind it, where there is none before that. */
static AMP__COLD int amp__c_find_sign(const amp__c_unit *f, int i, int sign, int end)
{
    while (i < end && !amp__c_is(f, i, sign)) {
        i = amp__c_behind(f, i);
    }
    return i;
}

/* That token; ends the work where there is none before `end`. */
static AMP__COLD int amp__c_until(amp__c_unit *f, int i, int sign, int end)
{
    i = amp__c_find_sign(f, i, sign, end);
    if (i >= end) {
        amp__c_fail(f, i, "no %c", sign);
    }
    return i;
}

#endif /* AMP_CTEXT_TOKENS_H */
