/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_INLINE_H
#define AMP_VECTORS_INLINE_H
/*
amp/vectors/inline.h: a helper that has a barrier, or reports, put in place of its call.

    x = last(tidx, t) + 1;

becomes, as tokens behind the text's own,

    unsigned last__h7; { unsigned *t__h7 = (t); { ...the body... } } x = last__h7 + 1;

A call that may not be made becomes an if:

    if (a && last(tidx, t) > 3u) {        int and__h9; and__h9 = (a) ? 1 : 0;
                                          if (and__h9) { ...; and__h9 = (last__h7 > 3u) ? 1 : 0; }
                                          if (and__h9) {
    x = a ? last(tidx, t) : y;            int choice__h9; choice__h9 = (a) ? 1 : 0;
                                          if (choice__h9) { ...; x = 1 ? last__h7 : y; }
                                          else { x = 0 ? last__h7 : y; }

In the second form both values stay in the expression, which keeps its type. Operations of warps
are such calls (warps.h).

where `return e;` of the body becomes `last__h7 = (e);`, and what stands behind a return is
skipped: by an else where the return ends an if, else by a variable that says so, one for
each statement that may return. tidx is
passed on by its name. The kernel's body is copied as a whole, before it is read, and only
where it has such a call, or a loop of chosen_starts.h.
*/

#include "jumps.h"

static AMP__COLD void amp__vec_put_list(amp__vec_body *f, amp__vec_inlined *in,
                                        const amp__c_stmt *s);
static AMP__COLD amp__c_name amp__vec_put_call(amp__vec_body *f, const amp__vec_inlined *outer,
                                               int call);

/* What a value is stored in: `name`, or what token `at` names; nothing where name.n and at are
   0. truth: 1 or 0 is stored, for whether it is true. */
typedef struct amp__vec_target {
    amp__c_name name;
    int at, truth;
} amp__vec_target;

static AMP__COLD void amp__vec_put_store(amp__vec_body *f, const amp__vec_inlined *in,
                                         const amp__vec_hoisted *known, amp__vec_target target,
                                         int from, int to);
static AMP__COLD amp__c_name amp__vec_put_result_of(amp__vec_body *f, int call);

/* Declares an int whose name begins with `word`, and returns it as what a truth is stored in. */
static AMP__COLD amp__vec_target amp__vec_put_flag(amp__vec_body *f, int like, const char *word)
{
    amp__vec_target target = { { NULL, 0 }, 0, 1 };
    target.name = amp__vec_new_name(f, "%s__h%d", word, f->c->count);
    amp__vec_put_words(f, like, "int");
    (void)amp__vec_put_token(f, like, target.name.s, target.name.n);
    amp__vec_put_words(f, like, ";");
    return target;
}

/* Puts `if (name) {`, or `if (!name) {`; returns the bracket that is to be closed. */
static AMP__COLD int amp__vec_put_if_flag(amp__vec_body *f, int like, amp__c_name name,
                                          int negated)
{
    int open;
    (void)amp__vec_put(f, like, "if");
    open = amp__vec_put(f, like, "(");
    if (negated) {
        (void)amp__vec_put(f, like, "!");
    }
    (void)amp__vec_put_token(f, like, name.s, name.n);
    amp__vec_put_close(f, open, like, ")");
    return amp__vec_put(f, like, "{");
}

static AMP__COLD int amp__vec_hoist_calls(amp__vec_body *f, const amp__vec_inlined *in,
                                          amp__vec_hoisted *calls, int from, int to,
                                          amp__vec_control *way);

/* Puts what comes before the statement with the operation of warps at i. */
static AMP__COLD void amp__vec_hoist_warp(amp__vec_body *f, const amp__vec_inlined *in,
                                          amp__vec_hoisted *calls, int i)
{
    amp__vec_control way;
    int from, to;
    const int second = amp__vec_warp_argument(f, in, i, &from, &to);
    if (amp__vec_hoist_calls(f, in, calls, from, to, &way)
        || amp__vec_hoist_calls(f, in, calls, second, amp__c_match(f->c, i + 1), &way)) {
        amp__vec_fail_not_hoistable(f, i, way.op); /* its type would have to be known */
    }
    amp__vec_put_warp(f, in, calls, i);
}

/* Puts what stands for the call at i, to which no thread comes: something of its type. */
static AMP__COLD void amp__vec_put_unreached_value(amp__vec_body *f, const amp__vec_inlined *in,
                                                   amp__vec_hoisted *calls, int i)
{
    const int close = amp__c_match(f->c, i + 1);
    if (amp__vec_warp_at(f, i) < 0) {
        amp__vec_add_substitution(f, calls, i, close, amp__vec_put_result_of(f, i));
        return;
    }
    amp__vec_substitute_warp(f, calls, i, amp__vec_put_unreached_warp(f, in, i));
    for (i += 2; i < close; i++) { /* its value still says of which type it is */
        if (amp__vec_call_needs_inlining(f, i)) {
            amp__vec_put_unreached_value(f, in, calls, i);
            i = amp__c_match(f->c, i + 1);
        }
    }
}

/* Puts the calls in [from, to) before the statement that it stands in, where nothing that comes
   before a sequence point is left behind them; those that may not be made as an if. 1 where it
   met one in a ?:, whose place is *way: then the caller goes both ways. */
static AMP__COLD int amp__vec_hoist_calls(amp__vec_body *f, const amp__vec_inlined *in,
                                          amp__vec_hoisted *calls, int from, int to,
                                          amp__vec_control *way)
{
    int i, k;
    for (i = from; i < to; i++) {
        static const amp__vec_target nowhere = { { NULL, 0 }, 0, 0 };
        static const amp__c_name nothing = { "", -1 };
        amp__vec_target target;
        for (k = 0; k < calls->count && !(calls->call[k] <= i && i <= calls->end[k]); k++) {
        }
        if (k < calls->count || !amp__vec_call_needs_inlining(f, i)) {
            continue;
        }
        *way = amp__vec_find_control(f, calls, i, from, to);
        switch (way->kind) {
        case AMP__VEC_MADE:
            if (amp__vec_warp_at(f, i) >= 0) {
                amp__vec_hoist_warp(f, in, calls, i);
                break;
            }
            amp__vec_add_substitution(f, calls, i, amp__c_match(f->c, i + 1),
                                      amp__vec_put_call(f, in, i));
            break;
        case AMP__VEC_NEVER:
            amp__vec_put_unreached_value(f, in, calls, i);
            break;
        case AMP__VEC_COMMA:
            amp__vec_put_store(f, in, calls, nowhere, way->from, way->op);
            amp__vec_add_substitution(f, calls, way->from, way->op, nothing);
            i = from - 1;
            break;
        case AMP__VEC_CHOICE:
            return 1;
        default:
            target = amp__vec_put_flag(f, i, way->kind == AMP__VEC_OR ? "or" : "and");
            amp__vec_put_store(f, in, calls, target, way->from, way->op);
            k = amp__vec_put_if_flag(f, i, target.name, way->kind == AMP__VEC_OR);
            amp__vec_put_store(f, in, calls, target, way->op + 1, way->to);
            amp__vec_put_close(f, k, i, "}");
            amp__vec_add_substitution(f, calls, way->from, way->to - 1, target.name);
            i = from - 1;
        }
    }
    return 0;
}

/* Puts the calls in the condition [from, to) before it. With a ?: among them the condition's truth
   is found before it as well. */
static AMP__COLD void amp__vec_hoist_condition(amp__vec_body *f, const amp__vec_inlined *in,
                                               amp__vec_hoisted *calls, int from, int to)
{
    amp__vec_control way;
    if (amp__vec_hoist_calls(f, in, calls, from, to, &way)) {
        const amp__vec_target target = amp__vec_put_flag(f, from, "truth");
        amp__vec_put_store(f, in, calls, target, from, to);
        amp__vec_add_substitution(f, calls, from, to - 1, target.name);
    }
}

/* Stores the value of the expression [from, to) as a statement, with the calls in it before
   it. known: what stands before it already. */
static AMP__COLD void amp__vec_put_store(amp__vec_body *f, const amp__vec_inlined *in,
                                         const amp__vec_hoisted *known, amp__vec_target target,
                                         int from, int to)
{
    amp__vec_hoisted calls = *known;
    amp__vec_control way;
    int open, k;
    if (amp__vec_hoist_calls(f, in, &calls, from, to, &way)) {
        const amp__vec_target choice = amp__vec_put_flag(f, from, "choice");
        amp__vec_put_store(f, in, &calls, choice, way.from, way.op);
        for (k = 1; k >= 0; k--) {
            amp__vec_hoisted one = calls;
            amp__c_name value;
            value.s = k == 1 ? "1" : "0";
            value.n = 1;
            if (k == 1) {
                open = amp__vec_put_if_flag(f, from, choice.name, 0);
            } else {
                (void)amp__vec_put(f, from, "else");
                open = amp__vec_put(f, from, "{");
            }
            amp__vec_add_substitution(f, &one, way.from, way.op - 1, value);
            amp__vec_put_store(f, in, &one, target, from, to);
            amp__vec_put_close(f, open, from, "}");
        }
        return;
    }
    k = calls.count - 1;
    if (target.name.n == 0 && target.at == 0) {
        if (k < 0 || calls.value[k].n != 0 || calls.call[k] != from || calls.end[k] != to - 1) {
            amp__vec_copy_tokens(f, in, &calls, from, to);
            (void)amp__vec_put(f, to - 1, ";");
        } /* else a call that gives nothing back, as a statement */
        return;
    }
    if (target.at != 0) {
        amp__vec_copy_tokens(f, in, NULL, target.at, target.at + 1);
    } else {
        (void)amp__vec_put_token(f, from, target.name.s, target.name.n);
    }
    (void)amp__vec_put(f, from, "=");
    open = amp__vec_put(f, from, "(");
    amp__vec_copy_tokens(f, in, &calls, from, to);
    amp__vec_put_close(f, open, to - 1, ")");
    amp__vec_put_words(f, to - 1, target.truth ? "? 1 : 0 ;" : ";");
}

/* Copies the type [from, to) of a variable that is written after its declaration. */
static AMP__COLD void amp__vec_put_type_without_const(amp__vec_body *f, const amp__vec_inlined *in,
                                                      int from, int to)
{
    int i, star = -1;
    for (i = from; i < to; i++) {
        star = amp__c_is(f->c, i, '*') || amp__c_is(f->c, i, ')') ? i : star;
    }
    for (i = from; i < to; i++) {
        if (i < star || !amp__c_is(f->c, i, AMP__C_CONST)) {
            int end = f->c->t[i].match > i && f->c->t[i].match < to ? f->c->t[i].match + 1 : i + 1;
            amp__vec_copy_tokens(f, in, NULL, i, end);
            i = end - 1;
        }
    }
}

/* Takes a variable out of [from, f->c->count) that says whether its statement returned, as
   nobody asks it. */
static AMP__COLD void amp__vec_remove_flag(amp__vec_body *f, const char *name, int from)
{
    int i, k;
    for (i = from; i + 2 < f->c->count; i++) {
        if (f->c->t[i].s == name) {
            for (k = amp__c_is(f->c, i - 1, AMP__C_INT) ? i - 1 : i; k < i + 3; k++) {
                amp__c_spell(amp__c_writable(f->c, k), ";", 1);
            }
        }
    }
}

/* Declares such a variable for the statement at i; where it stands. */
static AMP__COLD int amp__vec_put_returned_flag(amp__vec_body *f, amp__vec_inlined *in, int i)
{
    const int from = f->c->count;
    if (in->returned_flags == AMP__VEC_DEEPEST) {
        amp__c_fail(f->c, i, "a helper with a barrier or a report, and more than %d statements "
                    "in each other that return", AMP__VEC_DEEPEST);
    }
    in->returned_flag[in->returned_flags] = amp__vec_new_name(f, "done__h%d", f->c->count);
    in->flag_used[in->returned_flags] = 0;
    amp__vec_put_words(f, i, "int");
    (void)amp__vec_put_token(f, i, in->returned_flag[in->returned_flags].s,
                             in->returned_flag[in->returned_flags].n);
    amp__vec_put_words(f, i, "= 0 ;");
    in->returned_flags++;
    return from;
}

/* The statement that was put from there on is over. */
static AMP__COLD void amp__vec_end_returned_flag(amp__vec_body *f, amp__vec_inlined *in, int from)
{
    in->returned_flags--;
    if (!in->flag_used[in->returned_flags]) {
        amp__vec_remove_flag(f, in->returned_flag[in->returned_flags].s, from);
    }
}

/* Puts `if (done) break;` or, where no loop is around, `if (!done) { the rest }`, in the line of
   token `like`. Returns whether the rest is put by this. */
static AMP__COLD int amp__vec_put_skip_returned(amp__vec_body *f, amp__vec_inlined *in, int like,
                                                const amp__c_stmt *rest)
{
    const amp__c_name done = in->returned_flag[in->returned_flags - 1];
    int open;
    if (rest == NULL && in->loops == 0) {
        return 1;
    }
    in->flag_used[in->returned_flags - 1] = 1;
    open = amp__vec_put_if_flag(f, like, done, in->loops == 0);
    if (in->loops > 0) {
        amp__vec_put_words(f, like, "break ;");
    } else {
        in->returned_flags--; /* of the statement before */
        amp__vec_put_list(f, in, rest);
        in->returned_flag[in->returned_flags++] = done;
        in->flag_used[in->returned_flags - 1] = 1;
    }
    amp__vec_put_close(f, open, like, "}");
    return in->loops == 0;
}

/* The return s of the body at work. */
static AMP__COLD void amp__vec_put_return(amp__vec_body *f, amp__vec_inlined *in,
                                          const amp__c_stmt *s)
{
    amp__vec_hoisted none;
    int k;
    memset(&none, 0, sizeof(none));
    if (s->a < s->a_end) {
        amp__vec_target target = { { NULL, 0 }, 0, 0 };
        if (in->value.n == 0) {
            amp__c_fail(f->c, s->from, "a value returned");
        }
        target.name = in->value;
        amp__vec_put_store(f, in, &none, target, s->a, s->a_end);
    }
    for (k = 0; k < in->returned_flags; k++) {
        (void)amp__vec_put_token(f, s->from, in->returned_flag[k].s, in->returned_flag[k].n);
        amp__vec_put_words(f, s->from, "= 1 ;");
    }
    if (in->loops > 0) {
        amp__vec_put_words(f, s->from, "break ;");
    }
}

/* The statements s as a block, in the line of token `like`. */
static AMP__COLD void amp__vec_put_block(amp__vec_body *f, amp__vec_inlined *in, int like,
                                         const amp__c_stmt *s)
{
    const int open = amp__vec_put(f, like, "{");
    amp__vec_put_list(f, in, s);
    amp__vec_put_close(f, open, like, "}");
}

/* The if s, of which something must change. Returns whether the rest of its list is put by this. */
static AMP__COLD int amp__vec_put_if(amp__vec_body *f, amp__vec_inlined *in, const amp__c_stmt *s)
{
    amp__vec_hoisted calls = { 0, { 0 }, { 0 }, { { NULL, 0 } } };
    const int i = s->from, from = s->child->from, then = s->child->to;
    const int other = s->other != NULL ? s->other->from : s->to;
    const int returns = in != NULL && amp__vec_needs_inlining(f, 1, from, s->to)
        && in->loops == 0 && s->next != NULL;
    const int then_may = amp__c_has(f->c, from, then, AMP__C_RETURN);
    const int other_may = amp__c_has(f->c, other, s->to, AMP__C_RETURN);
    const int then_ends = returns && amp__vec_always_returns(s->child) && !other_may;
    const int other_ends = returns && s->other != NULL && amp__vec_always_returns(s->other)
        && !then_may;
    int k, done = -1;
    amp__vec_hoist_condition(f, in, &calls, s->a, s->a_end);
    if (returns && !then_ends && !other_ends) {
        done = amp__vec_put_returned_flag(f, in, i);
    }
    amp__vec_copy_tokens(f, in, &calls, i, s->a_end + 1);
    if (then_ends) {
        amp__vec_put_block(f, in, from, s->child);
        (void)amp__vec_put(f, i, "else");
        k = amp__vec_put(f, i, "{");
        amp__vec_put_block(f, in, other, s->other);
        amp__vec_put_list(f, in, s->next);
        amp__vec_put_close(f, k, i, "}");
        return 1;
    }
    if (other_ends) {
        k = amp__vec_put(f, i, "{");
        amp__vec_put_block(f, in, from, s->child);
        amp__vec_put_list(f, in, s->next);
        amp__vec_put_close(f, k, i, "}");
        (void)amp__vec_put(f, i, "else");
        amp__vec_put_block(f, in, other, s->other);
        return 1;
    }
    amp__vec_put_block(f, in, from, s->child);
    if (s->other != NULL) {
        (void)amp__vec_put(f, i, "else");
        amp__vec_put_block(f, in, other, s->other);
    }
    if (done < 0) {
        return 0;
    }
    k = (then_may || other_may) && amp__vec_put_skip_returned(f, in, s->to - 1, s->next);
    amp__vec_end_returned_flag(f, in, done);
    return k;
}

/* The statement s, which ends its list early, and all behind it (jumps.h). */
static AMP__COLD void amp__vec_put_early_exit(amp__vec_body *f, amp__vec_inlined *in,
                                              const amp__c_stmt *s)
{
    amp__vec_hoisted calls = { 0, { 0 }, { 0 }, { { NULL, 0 } } };
    const amp__c_stmt *const first = amp__c_inside(s->child), *const last = amp__vec_last_of(first);
    int open;
    amp__vec_hoist_condition(f, in, &calls, s->a, s->a_end);
    (void)amp__vec_put(f, s->from, "if");
    open = amp__vec_put(f, s->from, "(");
    if (first == last) {
        amp__vec_put_opposite(f, in, &calls, s->a, s->a_end);
        amp__vec_put_close(f, open, s->from, ")");
    } else {
        amp__vec_copy_tokens(f, in, &calls, s->a, s->a_end);
        amp__vec_put_close(f, open, s->from, ")");
        open = amp__vec_put(f, s->from, "{");
        amp__vec_copy_tokens(f, in, NULL, first->from, last->from);
        amp__vec_put_close(f, open, last->from, "}");
        (void)amp__vec_put(f, last->from, "else");
    }
    open = amp__vec_put(f, last->from, "{");
    amp__vec_put_list(f, in, s->next);
    amp__vec_put_close(f, open, last->from, "}");
}

/* `if (!(condition)) break;` with what stands before it. */
static AMP__COLD void amp__vec_put_break_unless(amp__vec_body *f, const amp__vec_inlined *in,
                                                int from, int to)
{
    amp__vec_hoisted calls = { 0, { 0 }, { 0 }, { { NULL, 0 } } };
    int open, all;
    amp__vec_hoist_condition(f, in, &calls, from, to);
    (void)amp__vec_put(f, from, "if");
    open = amp__vec_put(f, from, "(");
    (void)amp__vec_put(f, from, "!");
    all = amp__vec_put(f, from, "(");
    amp__vec_copy_tokens(f, in, &calls, from, to);
    amp__vec_put_close(f, all, from, ")");
    amp__vec_put_close(f, open, from, ")");
    amp__vec_put_words(f, from, "break ;");
}

/* `while (1)` */
static AMP__COLD void amp__vec_put_endless_head(amp__vec_body *f, int like)
{
    int open;
    (void)amp__vec_put(f, like, "while");
    open = amp__vec_put(f, like, "(");
    amp__vec_put_words(f, like, "1");
    amp__vec_put_close(f, open, like, ")");
}

/* What stands in the loop, switch or phase s, as a block. */
static AMP__COLD void amp__vec_put_loop_body(amp__vec_body *f, amp__vec_inlined *in,
                                             const amp__c_stmt *s)
{
    if (in != NULL) {
        in->loops++;
    }
    amp__vec_put_block(f, in, s->child->from, s->child);
    if (in != NULL) {
        in->loops--;
    }
}

/* The loop s, in whose condition is a barrier, as one without a condition that they leave by a
   break. 0 where it is no loop, or they do not. */
static AMP__COLD int amp__vec_put_endless(amp__vec_body *f, amp__vec_inlined *in,
                                          const amp__c_stmt *s)
{
    const int i = s->from, is_do = s->kind == AMP__C_DO, is_for = s->kind == AMP__C_FOR;
    int open;
    if (!amp__c_is_loop(s) || !amp__vec_needs_inlining(f, 0, s->a, s->a_end)
        || (is_for && (amp__vec_needs_inlining(f, 0, i, s->a)
                       || amp__vec_needs_inlining(f, 0, s->b, s->b_end)))
        || (is_do && amp__c_has(f->c, s->child->from, s->child->to, AMP__C_CONTINUE))) {
        return 0; /* a continue goes to the condition */
    }
    if (is_for) {
        amp__vec_copy_tokens(f, in, NULL, i, i + 1);
        open = amp__vec_put(f, i, "(");
        amp__vec_copy_tokens(f, in, NULL, i + 2, s->a);
        amp__vec_copy_tokens(f, in, NULL, s->a_end, s->b_end);
        amp__vec_put_close(f, open, i, ")");
    } else if (is_do) {
        amp__vec_copy_tokens(f, in, NULL, i, i + 1);
    } else {
        amp__vec_put_endless_head(f, i);
    }
    open = amp__vec_put(f, i, "{");
    if (!is_do) {
        amp__vec_put_break_unless(f, in, s->a, s->a_end);
    }
    amp__vec_put_loop_body(f, in, s);
    if (is_do) {
        amp__vec_put_break_unless(f, in, s->a, s->a_end);
    }
    amp__vec_put_close(f, open, i, "}");
    if (is_do) {
        amp__vec_put_endless_head(f, s->to - 1);
        (void)amp__vec_put(f, s->to - 1, ";");
    }
    return 1;
}

/* The loop s as two, if its counter begins at one of two places (chosen_starts.h): whether it
   does. */
static AMP__COLD int amp__vec_put_two_starts(amp__vec_body *f, amp__vec_inlined *in,
                                             const amp__c_stmt *s)
{
    amp__vec_hoisted calls = { 0, { 0 }, { 0 }, { { NULL, 0 } } };
    amp__vec_start start;
    const int i = s->from;
    int k, open, block;
    if (!amp__vec_has_chosen_start(f->c, i, &start)
        || amp__vec_needs_inlining(f, 0, i + 1, s->child->from)) {
        return 0;
    }
    (void)amp__vec_put(f, i, "if");
    open = amp__vec_put(f, i, "(");
    amp__vec_copy_tokens(f, in, &calls, start.value, start.question);
    amp__vec_put_close(f, open, i, ")");
    for (k = 0; k < 2; k++) {
        if (k > 0) {
            (void)amp__vec_put(f, i, "else");
        }
        block = amp__vec_put(f, i, "{");
        amp__vec_copy_tokens(f, in, &calls, i, i + 1);
        open = amp__vec_put(f, i, "(");
        amp__vec_copy_tokens(f, in, &calls, i + 2, start.value);
        amp__vec_copy_tokens(f, in, &calls, k == 0 ? start.question + 1 : start.colon + 1,
                             k == 0 ? start.colon : start.end);
        amp__vec_copy_tokens(f, in, &calls, start.end, f->c->t[i + 1].match);
        amp__vec_put_close(f, open, i, ")");
        amp__vec_put_loop_body(f, in, s);
        amp__vec_put_close(f, block, i, "}");
    }
    return 1;
}

/* The loop, switch or phase s, in whose body something must change. */
static AMP__COLD void amp__vec_put_loop(amp__vec_body *f, amp__vec_inlined *in,
                                        const amp__c_stmt *s)
{
    amp__vec_hoisted calls = { 0, { 0 }, { 0 }, { { NULL, 0 } } };
    const int from = s->child->from, to = s->child->to;
    amp__vec_control way;
    int k;
    if (amp__vec_put_endless(f, in, s) || amp__vec_put_two_starts(f, in, s)) {
        return;
    }
    if (s->kind == AMP__C_SWITCH && amp__vec_hoist_calls(f, in, &calls, s->a, s->a_end, &way)) {
        amp__vec_fail_not_hoistable(f, s->a, way.op);
    }
    for (k = s->from; k < s->to && calls.count == 0; k = k + 1 == from ? to : k + 1) {
        if (amp__vec_call_needs_inlining(f, k)) {
            amp__c_fail(f->c, k, "a call of %.*s, which has a barrier or a report, in the head of "
                        "a loop", f->c->t[k].n, f->c->t[k].s);
        }
    }
    amp__vec_copy_tokens(f, in, &calls, s->from, from);
    amp__vec_put_loop_body(f, in, s);
    amp__vec_copy_tokens(f, in, NULL, to, s->to);
}

/* The variable s of a declaration, with a declaration of its own: the value of one may be used by a
   call in the next. */
static AMP__COLD void amp__vec_put_declarator(amp__vec_body *f, const amp__vec_inlined *in,
                                              const amp__c_stmt *s)
{
    amp__vec_hoisted calls = { 0, { 0 }, { 0 }, { { NULL, 0 } } };
    const amp__vec_target target = { { NULL, 0 }, s->name, 0 };
    amp__vec_control way;
    if (!amp__vec_hoist_calls(f, in, &calls, s->value, s->value_end, &way)) {
        amp__vec_copy_tokens(f, in, NULL, s->spec, s->spec_end);
        amp__vec_copy_tokens(f, in, &calls, s->type, s->to);
        (void)amp__vec_put(f, s->to, ";");
        return;
    }
    if (s->dims < s->dims_end || amp__c_is(f->c, s->value, '{')) {
        amp__vec_fail_not_hoistable(f, s->type, way.op);
    }
    if (s->name == s->type) {
        amp__vec_put_type_without_const(f, in, s->spec, s->spec_end);
    } else { /* the stars between */
        amp__vec_copy_tokens(f, in, NULL, s->spec, s->spec_end);
        amp__vec_put_type_without_const(f, in, s->type, s->name);
    }
    amp__vec_copy_tokens(f, in, NULL, s->name, s->name + 1);
    (void)amp__vec_put(f, s->to, ";");
    amp__vec_put_store(f, in, &calls, target, s->value, s->value_end);
}

/* Copies the statements s of the kernel, or of the body at work, with what must change. */
static AMP__COLD void amp__vec_put_statements(amp__vec_body *f, amp__vec_inlined *in,
                                              const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        const amp__c_stmt *const last = amp__c_last_declared(s);
        const int i = s->from, end = last->to + (s->kind == AMP__C_DECLARATION);
        const int returns = in != NULL && amp__c_has(f->c, i, end, AMP__C_RETURN);
        const int flag = returns && in->loops == 0;
        int done = -1;
        if (amp__vec_is_early_exit(f, in, s)) {
            amp__vec_put_early_exit(f, in, s);
            return;
        }
        if (s->kind == AMP__C_CASE) {
            amp__vec_copy_tokens(f, in, NULL, i, end);
            (void)amp__vec_put(f, i, ";"); /* no declaration behind a label */
        } else if (!amp__vec_needs_inlining(f, in != NULL, i, end)
                   && !amp__vec_has_jumps(f->c, i, end)) {
            amp__vec_copy_tokens(f, in, NULL, i, end);
            s = last;
        } else if (amp__vec_is_plain_switch(f, s)) {
            amp__vec_put_ifs(f, in, s);
        } else if (s->kind == AMP__C_IF) {
            if (amp__vec_put_if(f, in, s)) {
                return;
            }
        } else if (s->child != NULL) { /* a block, loop, switch or phase */
            int over;
            done = flag ? amp__vec_put_returned_flag(f, in, i) : -1;
            if (s->kind == '{') {
                amp__vec_put_block(f, in, i + 1, s->child);
            } else {
                amp__vec_put_loop(f, in, s);
            }
            over = (s->kind == '{' ? flag : returns)
                && amp__vec_put_skip_returned(f, in, end - 1, s->next);
            if (done >= 0) {
                amp__vec_end_returned_flag(f, in, done);
            }
            if (over) {
                return;
            }
        } else if (in != NULL && s->kind == AMP__C_RETURN) {
            amp__vec_put_return(f, in, s);
            while (s->next != NULL && s->next->kind != AMP__C_CASE) {
                s = s->next; /* nothing comes there */
            }
        } else if (s->kind == AMP__C_DECLARATION) {
            amp__vec_put_declarator(f, in, s);
        } else {
            static const amp__vec_target nowhere = { { NULL, 0 }, 0, 0 };
            amp__vec_hoisted none;
            memset(&none, 0, sizeof(none));
            amp__vec_put_store(f, in, &none, nowhere, i, end - 1);
        }
    }
}

/* Copies the statements s, which stand one level deeper. */
static AMP__COLD void amp__vec_put_list(amp__vec_body *f, amp__vec_inlined *in,
                                        const amp__c_stmt *s)
{
    amp__c_check_depth(f->c, s != NULL ? s->from : f->kernel.body, ++f->nested);
    amp__vec_put_statements(f, in, s);
    f->nested--;
}

/* The statements of the kernel at work, or of a function, whose braces are `from` and `to`, copied
   with what must change into a block; returns its brace. */
static AMP__COLD int amp__vec_put_body(amp__vec_body *f, amp__vec_inlined *in, int from, int to)
{
    amp__c_body r;
    int open;
    memset(&r, 0, sizeof(r));
    r.f = f->c;
    r.phased = amp__vec_model_of(&f->kernel) == AMP__PHASED;
    open = amp__vec_put(f, from, "{");
    amp__vec_put_list(f, in, amp__c_read_body(&r, from, to)->child);
    amp__vec_put_close(f, open, to, "}");
    return open;
}

/* The type that the function g gives back, in front of the name of its value; 0: none. */
static AMP__COLD int amp__vec_put_result(amp__vec_body *f, const amp__c_function *g)
{
    static const int words[] = { AMP__C_STATIC, AMP__C_INLINE, AMP__C_EXTERN, AMP__C_CONST,
            AMP__C_REGISTER, 0 };
    int i = -1, k, n = 0;
    for (k = 0; k < f->c->item_count; k++) {
        i = f->c->items[k].name == g->name ? f->c->items[k].from : i;
    }
    if (i < 0) {
        amp__c_fail(f->c, g->name, "a function that is not understood");
    }
    if (amp__c_is(f->c, g->name - 1, AMP__C_VOID)) {
        return 0;
    }
    for (; i < g->name; i++) {
        if (amp__c_is(f->c, i, AMP__C_ATTRIBUTE)) {
            i = amp__c_match(f->c, i + 1);
        } else if (!amp__c_among(f->c, i, words)) {
            amp__vec_copy_tokens(f, NULL, NULL, i, i + 1);
            n++;
        }
    }
    return n;
}

/* Declares what the call at `call` gives back: its name; n == 0: nothing. */
static AMP__COLD amp__c_name amp__vec_put_result_of(amp__vec_body *f, int call)
{
    amp__c_name name = { "", 0 };
    if (amp__vec_put_result(f, &f->c->functions[amp__c_find_function(f->c, call)]) > 0) {
        name = amp__vec_renamed(f, call, f->c->count);
        (void)amp__vec_put_token(f, call, name.s, name.n);
        (void)amp__vec_put(f, call, ";");
    }
    return name;
}

/* The call at `call` as a block, in front of which its value is declared: the value's
   name. */
static AMP__COLD amp__c_name amp__vec_put_call(amp__vec_body *f, const amp__vec_inlined *outer,
                                               int call)
{
    amp__vec_inlined *in = (amp__vec_inlined *)amp__c_new(f->c, sizeof(*in));
    const amp__c_function *g;
    int first, k;
    in->call = call;
    in->function = amp__c_find_function(f->c, call);
    in->origin = ++f->inlined;
    in->depth = outer != NULL ? outer->depth + 1 : 0;
    g = &f->c->functions[in->function];
    if (amp__c_not_callable(g->effects) != NULL) {
        amp__c_fail(f->c, call, "a call of %.*s, %s", f->c->t[call].n, f->c->t[call].s,
                    amp__c_not_callable(g->effects));
    }
    if (in->depth == AMP__VEC_DEEPEST) {
        amp__c_fail(f->c, call, "more than %d calls in each other", AMP__VEC_DEEPEST);
    }
    if (amp__vec_is_loop_call(f, call, in->function)) {
        amp__vec_note_loop_call(f, call, in->origin, outer != NULL ? outer->origin : 0);
    }
    amp__vec_pair_arguments(f, in, outer);
    in->value = amp__vec_put_result_of(f, call);
    first = amp__vec_put(f, call, "{");
    for (k = 0; k < in->count; k++) {
        if (!in->tidx[k] && !in->by_name[k]) {
            amp__vec_hoisted calls = { 0, { 0 }, { 0 }, { { NULL, 0 } } };
            amp__vec_control way;
            int open;
            if (amp__vec_hoist_calls(f, outer, &calls, in->arg[k], in->arg_end[k], &way)) {
                amp__vec_target target = { { NULL, 0 }, 0, 0 };
                target.name = in->new_name[k];
                amp__vec_put_type_without_const(f, NULL, in->from[k], in->name[k]);
                (void)amp__vec_put_token(f, call, target.name.s, target.name.n);
                (void)amp__vec_put(f, call, ";");
                amp__vec_put_store(f, outer, &calls, target, in->arg[k], in->arg_end[k]);
                continue;
            }
            amp__vec_copy_tokens(f, NULL, NULL, in->from[k], in->name[k]);
            (void)amp__vec_put_token(f, call, in->new_name[k].s, in->new_name[k].n);
            (void)amp__vec_put(f, call, "=");
            open = amp__vec_put(f, call, "(");
            amp__vec_copy_tokens(f, outer, &calls, in->arg[k], in->arg_end[k]);
            amp__vec_put_close(f, open, call, ")");
            (void)amp__vec_put(f, call, ";");
        }
    }
    (void)amp__vec_put_body(f, in, g->from, g->to);
    amp__vec_put_close(f, first, g->to, "}");
    return in->value;
}

/* Where the kernel at work has such calls or jumps, it becomes one whose body is a copy without
   them, behind the text's own tokens. */
static AMP__COLD void amp__vec_inline(amp__vec_body *f)
{
    const amp__c_kernel *k = &f->kernel;
    if (amp__vec_needs_inlining(f, 0, k->body, k->body_end)
        || amp__vec_has_jumps(f->c, k->body, k->body_end)
        || amp__c_has(f->c, k->body, k->body_end, AMP__C_AMP | AMP__C_WARP)) {
        f->kernel.body = amp__vec_put_body(f, NULL, k->body, k->body_end);
        f->kernel.body_end = f->c->t[f->kernel.body].match;
    }
}

#endif /* AMP_VECTORS_INLINE_H */
