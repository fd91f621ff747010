/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_JUMPS_H
#define AMP_VECTORS_JUMPS_H
/*
amp/vectors/jumps.h: jumps as conditions, of which the passes behind `inline` know more.

    if (y >= n || x >= n) { return; }           if (!(y >= n) && !(x >= n)) { ... }
    ...
    if (y == 0) { to = 0; return; } ...         if (y == 0) { to = 0; } else { ... }
    for (...) { if (c) { continue; } ... }      for (...) { if (!(c)) { ... } }
    switch (d) { case 0: a; break;              if ((d) == (0)) { a; } else { b; }
                 default: b; }

So a guard becomes the bounds of the loop over threads (ranges.h), as it does where it is written as
a condition, and gcc, which makes no vectors of a switch, makes some.
*/

#include "convergent_calls.h"

/* The most sections and words of a switch that becomes conditions, each of which asks anew. */
enum { AMP__VEC_PLAIN_SECTIONS = 8, AMP__VEC_PLAIN_WORDS = 24 };

/* Whether a jump may stand in [from, to) that becomes a condition. */
static AMP__COLD int amp__vec_has_jumps(const amp__c_unit *c, int from, int to)
{
    static const int words[] = { AMP__C_RETURN, AMP__C_CONTINUE, AMP__C_SWITCH, 0 };
    while (from < to && !amp__c_among(c, from, words)) {
        from++;
    }
    return from < to;
}

/* The last statement of the list s; NULL where that is empty. */
static AMP__COLD const amp__c_stmt *amp__vec_last_of(const amp__c_stmt *s)
{
    while (s != NULL && s->next != NULL) {
        s = s->next;
    }
    return s;
}

/* Whether something in [from, to) waits for other threads, reports, or is of the kernel's own
   level: tile memory. */
static AMP__COLD int amp__vec_waits_or_reports(const amp__vec_body *f, int from, int to)
{
    int i;
    for (i = from; i < to; i++) {
        const int g = f->c->t[i].kind == AMP__C_NAME ? amp__c_find_function(f->c, i) : -1;
        if (amp__c_is_barrier(f->c, i) || amp__c_is_warp(f->c, i) || amp__c_is_report(f->c, i)
            || amp__c_word_is(f->c, i, AMP__C_TILE_STATIC)
            || amp__c_word_is(f->c, i, AMP__C_THREAD_PRIVATE)
            || (g >= 0 && (f->c->functions[g].effects
                           & (AMP__C_EFFECT_BARRIER | AMP__C_EFFECT_REPORT)) != 0)) {
            return 1;
        }
    }
    return 0;
}

/* Whether s is `if (c) { ... return; }` at the level of the kernel itself, or such a continue at
   that of a loop's body, and what stands behind it may stand in an else in place of that. */
static AMP__COLD int amp__vec_is_early_exit(const amp__vec_body *f, const amp__vec_inlined *in,
                                            const amp__c_stmt *s)
{
    const amp__c_stmt *const around = s->parent != NULL ? s->parent->parent : NULL;
    const amp__c_stmt *const last = s->kind == AMP__C_IF && s->other == NULL && s->next != NULL
        && s->parent != NULL ? amp__vec_last_of(amp__c_inside(s->child)) : NULL;
    return last != NULL
        && (last->kind == AMP__C_RETURN
                ? in == NULL && around == NULL && last->a == last->a_end
                  && amp__vec_model_of(&f->kernel) != AMP__PHASED
                : last->kind == AMP__C_CONTINUE && around != NULL && amp__c_is_loop(around)
                  && s->parent == around->child)
        && !amp__vec_needs_inlining(f, 1, s->child->from, last->from)
        && !amp__vec_waits_or_reports(f, s->from, s->parent->to);
}

/* Whether the section of a switch that begins at s, behind its labels, ends with a break, or with
   the switch, and has no other one, nor a declaration, which other sections would see. */
static AMP__COLD int amp__vec_is_plain_section(const amp__vec_body *f, const amp__c_stmt *s)
{
    const int from = s->from;
    for (; s->kind != AMP__C_BREAK; s = s->next) {
        if (s->kind == AMP__C_DECLARATION || s->kind == AMP__C_CASE) {
            return 0;
        }
        if (s->next == NULL) {
            return !amp__c_has(f->c, from, s->to, AMP__C_BREAK);
        }
    }
    return !amp__c_has(f->c, from, s->from, AMP__C_BREAK)
        && (s->next == NULL || s->next->kind == AMP__C_CASE);
}

/* Whether the switch s may become conditions: its value only reads, so that it can be asked for
   each label, which is a name or number, and its sections are plain. */
static AMP__COLD int amp__vec_is_plain_switch(const amp__vec_body *f, const amp__c_stmt *s)
{
    const amp__c_stmt *c = s->kind == AMP__C_SWITCH && s->child != NULL && s->child->kind == '{'
        ? s->child->child : NULL;
    int i, sections = 0;
    if (c == NULL || c->kind != AMP__C_CASE || s->a_end - s->a > AMP__VEC_PLAIN_WORDS
        || amp__vec_needs_inlining(f, 1, s->from, s->to)
        || amp__vec_waits_or_reports(f, s->from, s->to)) {
        return 0;
    }
    for (i = s->a; i < s->a_end; i++) {
        if (amp__c_assigns(f->c, i) || amp__c_is(f->c, i, AMP__C_INCREMENT)
            || amp__c_is(f->c, i, AMP__C_DECREMENT)
            || (f->c->t[i].kind == AMP__C_NAME && amp__c_is(f->c, i + 1, '(')
                && !amp__c_is_access(f->c, i))) {
            return 0;
        }
    }
    for (; c != NULL; c = c->next) {
        if (c->kind == AMP__C_CASE) {
            if (!amp__c_is(f->c, c->a, AMP__C_DEFAULT) && c->a_end != c->a + 3) {
                return 0;
            }
            if (c->next == NULL || (c->next->kind != AMP__C_CASE
                                    && !amp__vec_is_plain_section(f, c->next))) {
                return 0;
            }
            sections++;
        }
    }
    return sections <= AMP__VEC_PLAIN_SECTIONS;
}

/* The condition [from, to) as `!(a) && !(b)` where it is `a || b`, else as `!(a)`. */
static AMP__COLD void amp__vec_put_opposite(amp__vec_body *f, const amp__vec_inlined *in,
                                            const amp__vec_hoisted *calls, int from, int to)
{
    static const int looser[] = { ',', '?', 0 };
    int i, part = from, splits = 1;
    for (i = from; i < to; i++) {
        i = f->c->t[i].match > i ? f->c->t[i].match : i;
        splits &= !amp__c_among(f->c, i, looser) && !amp__c_assigns(f->c, i);
    }
    for (i = from; i <= to; i++) {
        if (i == to || (splits && amp__c_is(f->c, i, AMP__C_OR))) {
            int open;
            (void)amp__vec_put(f, from, "!");
            open = amp__vec_put(f, from, "(");
            amp__vec_copy_tokens(f, in, calls, part, i);
            amp__vec_put_close(f, open, from, ")");
            part = i + 1;
            if (i < to) {
                (void)amp__vec_put(f, from, "&&");
            }
        }
        i = i < to && f->c->t[i].match > i ? f->c->t[i].match : i;
    }
}

/* The section of a switch that begins at s, as a block. */
static AMP__COLD void amp__vec_put_section(amp__vec_body *f, const amp__vec_inlined *in,
                                           const amp__c_stmt *s)
{
    const int open = amp__vec_put(f, s->from, "{"), from = s->from;
    while (s->kind != AMP__C_BREAK && s->next != NULL) {
        s = s->next;
    }
    amp__vec_copy_tokens(f, in, NULL, from, s->kind == AMP__C_BREAK ? s->from : s->to);
    amp__vec_put_close(f, open, from, "}");
}

/* The section behind the labels that stand together from c on; *named: none of them is default. */
static AMP__COLD const amp__c_stmt *amp__vec_section_of(const amp__vec_body *f,
                                                        const amp__c_stmt *c, int *named)
{
    *named = 1;
    for (; c->kind == AMP__C_CASE; c = c->next) {
        *named &= !amp__c_is(f->c, c->a, AMP__C_DEFAULT);
    }
    return c;
}

/* `(value) == label` for each of the labels from c on of the switch s. */
static AMP__COLD void amp__vec_put_labels(amp__vec_body *f, const amp__vec_inlined *in,
                                          const amp__c_stmt *s, const amp__c_stmt *c)
{
    const char *join = "";
    int open;
    for (; c->kind == AMP__C_CASE; c = c->next) {
        amp__vec_put_words(f, c->a, join);
        open = amp__vec_put(f, c->a, "(");
        amp__vec_copy_tokens(f, in, NULL, s->a, s->a_end);
        amp__vec_put_close(f, open, c->a, ")");
        (void)amp__vec_put(f, c->a, "==");
        amp__vec_copy_tokens(f, in, NULL, c->a + 1, c->a + 2);
        join = "||";
    }
}

/* The plain switch s as ifs, its default last. */
static AMP__COLD void amp__vec_put_ifs(amp__vec_body *f, const amp__vec_inlined *in,
                                       const amp__c_stmt *s)
{
    const amp__c_stmt *c = s->child->child, *rest = NULL;
    int some = 0, named, open;
    while (c != NULL) {
        const amp__c_stmt *const section = amp__vec_section_of(f, c, &named);
        if (named) {
            amp__vec_put_words(f, c->a, some ? "else if" : "if");
            open = amp__vec_put(f, c->a, "(");
            amp__vec_put_labels(f, in, s, c);
            amp__vec_put_close(f, open, c->a, ")");
            amp__vec_put_section(f, in, section);
            some = 1;
        } else {
            rest = section;
        }
        for (c = section; c != NULL && c->kind != AMP__C_CASE; c = c->next) {
        }
    }
    if (rest != NULL) {
        amp__vec_put_words(f, s->from, some ? "else" : "");
        amp__vec_put_section(f, in, rest);
    }
}

#endif /* AMP_VECTORS_JUMPS_H */
