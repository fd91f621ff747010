/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SCHEDULE_H
#define AMP_VECTORS_SCHEDULE_H
/*
amp/vectors/schedule.h: from statements to loops over a tile's threads, and what stands between
them.
*/

#include "reports.h"
#include "strips.h"

/* A plan in the making: its operations, and the statements that wait for one (list): those
   that one loop over the threads can do. */
typedef struct amp__vec_plan {
    const amp__vec_op *first, **last;
    const amp__c_stmt *list[AMP__VEC_RUN];
    int count;
} amp__vec_plan;

/* Adds an operation to the plan. */
static AMP__COLD void amp__vec_append(amp__vec_plan *p, amp__vec_op *o)
{
    *p->last = o;
    p->last = &o->next;
}

static AMP__COLD const amp__vec_op *amp__vec_plan_list(amp__vec_schedule *f,
                                                       const amp__c_stmt *s, int strips);

/* Takes the declarations that are computed again where they are used out of what waits. */
static AMP__COLD void amp__vec_drop_pure(const amp__vec_schedule *f, amp__vec_plan *p)
{
    int k, n = 0;
    for (k = 0; k < p->count; k++) {
        if (p->list[k]->kind != AMP__C_DECLARATION
            || !f->levels->pure[f->note[p->list[k]->name].var]) {
            p->list[n++] = p->list[k];
        }
    }
    p->count = n;
}

/* Whether all that waits is copies of long rows, which are a loop each, or one store of a
   short row that is read across: `single`; and declarations that are computed again. */
static AMP__COLD int amp__vec_rows_only(const amp__vec_schedule *f, const amp__vec_plan *p,
                                        int *turned)
{
    int k, copies = 0, turns = 0, others = 0;
    for (k = 0; k < p->count; k++) {
        const amp__c_stmt *s = p->list[k];
        if (s->kind != AMP__C_DECLARATION || !f->levels->pure[f->note[s->name].var]) {
            const int copy = amp__vec_is_row_copy(f->levels, s);
            copies += copy;
            turns += !copy && amp__vec_is_transposing_store(f->levels, s);
            others++;
        }
    }
    *turned = turns == 1 && others == 1;
    return *turned || (copies > 0 && copies == others);
}

/* Ends the work: from token i on some threads would have returned, and others not. */
static AMP__COLD void amp__vec_fail_diverged(const amp__vec_schedule *f, int i)
{
    amp__c_fail(f->c, i, "threads that go on in another loop where some have returned");
}

/* The `if` s within a strip as a condition that narrows it, around one loop over its threads; NULL
   where it narrows none. */
static AMP__COLD amp__vec_op *amp__vec_clipped_strip(amp__vec_schedule *f, const amp__c_stmt *s)
{
    amp__vec_op *o = s->kind == AMP__C_IF && s->other == NULL
        ? amp__vec_narrowed(f->levels, s, AMP__VEC_STRIPS, 0) : NULL, *in;
    if (o == NULL) {
        return NULL;
    }
    in = amp__vec_new_op(f->c, AMP__VEC_LANES);
    in->group = f->group_count++;
    in->list[in->count++] = s->child;
    in->one = o->one;
    for (; in->rests < o->rests; in->rests++) {
        in->rest[in->rests] = o->rest[in->rests];
        in->rest_end[in->rests] = o->rest_end[in->rests];
    }
    o->rests = 0;
    o->stmt = s;
    o->child = in;
    return o;
}

/* Adds s, which goes outside of a loop over a strip of threads: the one side of a condition that
   narrows the strip as an operation, and the other side as another one. */
static AMP__COLD void amp__vec_append_strips(amp__vec_schedule *f, amp__vec_plan *p,
                                             const amp__c_stmt *s, int strips)
{
    const int shared = s->kind == AMP__C_IF && amp__vec_is_shared_condition(f->levels, s);
    int no;
    for (no = 0; no <= (s->kind == AMP__C_IF && s->other != NULL && !shared); no++) {
        amp__vec_op *o = s->kind == AMP__C_IF ? amp__vec_strip_condition(f->levels, s, no)
            : amp__vec_new_op(f->c, AMP__VEC_STRIPS);
        o->stmt = s;
        o->lockstep = s->kind == AMP__C_IF || amp__vec_goes_outside(f->levels, s) ? 0
            : 1 + amp__vec_lockstep_counter(f->levels, s);
        o->group = strips; /* 0: the loop over strips is around it */
        o->wide = f->wide = strips ? f->wide : amp__vec_strip_width(f->levels, s);
        o->by_row = o->lockstep || s->kind == AMP__C_IF || amp__vec_goes_outside(f->levels, s) ? 0
            : 1 + amp__vec_row_counter(f->levels, s);
        o->masked = s->kind == AMP__C_IF || amp__vec_is_outer_loop(f->levels, s) ? 0
            : amp__vec_is_masked(f->levels, s);
        if (o->masked) {
            amp__vec_op *in = amp__vec_new_op(f->c, AMP__VEC_LANES);
            in->group = f->group_count++;
            in->list[in->count++] = s;
            o->child = in;
            amp__vec_append(p, o);
            break;
        }
        o->child = amp__vec_plan_list(f, amp__c_inside(no ? s->other : s->child), strips + 1);
        o->other = shared ? amp__vec_plan_list(f, amp__c_inside(s->other), strips + 1) : NULL;
        amp__vec_append(p, o);
    }
}

/* Whether s uses a small array of the thread that stands in front of it, and is in registers as
   long as it stays in one loop over the threads (whole_loops.h). */
static AMP__COLD int amp__vec_uses_whole_array(const amp__vec_levels *f, const amp__c_stmt *s)
{
    int i;
    for (i = s->from; i < s->to; i++) {
        const int n = f->note[i].var;
        if (n >= 0 && f->whole_array[n] && f->vars[n].name < s->from) {
            return 1;
        }
    }
    return 0;
}

/* Makes operations of what waits in p->list: a clipped if, a statement outside of strips,
   or one loop over the threads. strips: how many loops over strips are around. The list is
   empty after. */
static AMP__COLD void amp__vec_flush(amp__vec_schedule *f, amp__vec_plan *p, int strips)
{
    const int box = amp__vec_model(f, AMP__SIMPLE) && !f->levels->in_rows;
    const int single = f->phase != NULL && f->tree->single[f->phase->number];
    amp__vec_op *run = NULL;
    int k, returns = 0, some_left = 0, turned = 0, rows;
    if (box) {
        amp__vec_drop_pure(f, p);
    }
    if (p->count != 0 && f->may_have_returned) {
        amp__vec_fail_diverged(f, p->list[0]->from);
    }
    for (k = 0; k < p->count; k++) {
        returns |= amp__vec_returns(f->tree, p->list[k]);
    }
    f->may_have_returned |= returns;
    rows = !strips && !returns && !single && !box && !f->levels->in_rows
        && amp__vec_rows_only(f, p, &turned);
    if (rows) {
        f->streams |= !turned;
        amp__vec_drop_pure(f, p);
    }
    for (k = 0; k < p->count; k++) {
        const amp__c_stmt *s = p->list[k];
        const int outside = f->strips && !returns && !single && !box
            && amp__vec_is_strip(f->levels, s);
        amp__vec_op *o = outside || returns || single || f->levels->in_rows
            || (box && p->count > 1) || amp__vec_uses_whole_array(f->levels, s) ? NULL
            : strips ? amp__vec_clipped_strip(f, s) : amp__vec_clipped(f->levels, s);
        if (o != NULL) {
            run = NULL;
            o->group = o->kind == AMP__VEC_LANES ? f->group_count++ : strips;
            amp__vec_append(p, o);
        } else if (outside) {
            run = NULL;
            amp__vec_append_strips(f, p, s, strips);
        } else {
            if (run == NULL || run->count == AMP__VEC_RUN) {
                run = amp__vec_new_op(f->c, AMP__VEC_LANES);
                run->group = f->group_count++;
                run->thread_limit = f->phase != NULL ? f->thread_limit : 0;
                amp__vec_append(p, run);
            }
            run->list[run->count++] = s;
            if (rows) {
                run->row = turned;
                run->copy = !turned;
                run = NULL;
            }
        }
        some_left |= amp__vec_returns(f->tree, s);
        if (f->tree->reports && !f->can_run_again
            && amp__vec_reports(f->tree, s->from, s->to) >= 0) {
            run = NULL; /* what follows may write: it waits until this loop's reports are known */
            if (some_left && k + 1 < p->count) {
                amp__vec_fail_diverged(f, p->list[k + 1]->from);
            }
        }
    }
    p->count = 0;
}

/* Whether what waits uses a variable that [from, to) writes, or writes one, the counter of a loop,
   that it uses: then what waits must be done first. */
static AMP__COLD int amp__vec_waiting_conflicts(const amp__vec_schedule *f, const amp__vec_plan *p,
                                                int from, int to)
{
    int k, i, j;
    for (i = from; i < to; i++) {
        if (f->note[i].var < 0) {
            continue;
        }
        for (k = 0; k < p->count; k++) {
            for (j = p->list[k]->from; j < p->list[k]->to; j++) {
                if (f->note[j].var == f->note[i].var
                    && ((f->note[i].flags | f->note[j].flags) & AMP__VEC_WRITTEN)) {
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* A loop over the threads that counts for how many the condition of s holds: none, all, or some of
   them, which then diverge. Of a switch it compares the numbers of their cases. */
static AMP__COLD const amp__vec_op *amp__vec_plan_condition(amp__vec_schedule *f,
                                                            const amp__c_stmt *s)
{
    amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_LANES);
    o->group = f->group_count++;
    o->sum = ++f->condition_count;
    o->a = s->a;
    o->a_end = s->a_end;
    o->cases = s->kind == AMP__C_SWITCH ? s : NULL;
    return o;
}

/* Whether every thread that goes through this list reaches a barrier that stands nowhere else: one
   of a helper may be reached by another call of it, too. */
static AMP__COLD int amp__vec_always_reaches_barrier(const amp__vec_schedule *f,
                                                    const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        if (s->kind == AMP__C_TILE_BARRIER_WAIT) {
            return f->tree->body.inlined <= 1 || f->tree->body.origin[s->from] <= 0;
        }
        if (s->kind == AMP__C_CASE) {
            return 0; /* another section of a switch */
        }
        if (f->levels->convergent[s->number]
            && (s->kind == AMP__C_BREAK || s->kind == AMP__C_CONTINUE
                || s->kind == AMP__C_RETURN)) {
            return 0;
        }
        if (s->kind == AMP__C_IF && f->levels->convergent[s->number]) {
            if (s->other != NULL && amp__vec_always_reaches_barrier(f, s->child)
                && amp__vec_always_reaches_barrier(f, s->other)) {
                return 1;
            }
            if (!amp__vec_has_barrier(s->child) && !amp__vec_has_barrier(s->other)) {
                return 0; /* a jump */
            }
        }
        if ((s->kind == '{' || s->kind == AMP__C_DO)
            && amp__vec_always_reaches_barrier(f, s->child)) {
            return 1;
        }
    }
    return 0;
}

/* Gives each case in the list s of a switch a number from *count + 1 on; cases that stand
   together share it. */
static AMP__COLD void amp__vec_number_cases(amp__vec_schedule *f, const amp__c_stmt *s,
                                            int *count)
{
    const amp__c_stmt *before = NULL;
    for (; s != NULL; before = s, s = s->next) {
        if (s->kind == AMP__C_CASE) {
            const int together = before != NULL && before->kind == AMP__C_CASE;
            *count += !together;
            f->section[s->number] = together ? -*count : *count;
        } else if (s->kind != AMP__C_SWITCH) {
            amp__vec_number_cases(f, s->child, count);
            amp__vec_number_cases(f, s->other, count);
        }
    }
}

/* Where the threads of a tile go into several sections of the switch s, which has `count`: whether
   it is then sure that they diverge: each section reaches a barrier of its own, but one, from which
   no way leads into another. */
static AMP__COLD int amp__vec_switch_surely_diverges(const amp__vec_schedule *f,
                                                     const amp__c_stmt *s, int count)
{
    const amp__c_stmt *c = s->child != NULL ? s->child->child : NULL, *last;
    int without = 1; /* no default: those go on behind the switch */
    for (; c != NULL; c = c->next) {
        if (c->kind != AMP__C_CASE) {
            continue;
        }
        without -= amp__c_is(f->c, c->a, AMP__C_DEFAULT);
        if (c->next == NULL || c->next->kind == AMP__C_CASE) {
            count -= c->next == NULL;
            without += c->next == NULL;
            continue;
        }
        count--;
        if (amp__vec_always_reaches_barrier(f, c->next)) {
            continue;
        }
        without++;
        for (last = c; last->next != NULL && last->next->kind != AMP__C_CASE;
             last = last->next) {
        }
        if (last->next != NULL && last->kind != AMP__C_BREAK && last->kind != AMP__C_RETURN) {
            return 0;
        }
    }
    return count == 0 && without <= 1;
}

/* Where only some threads of a tile go into s: whether it is then sure that they reach another
   barrier than the others, or none. Not in a loop, where the others may come to the same barrier in
   another turn. cases: how many numbers the cases of a switch have. */
static AMP__COLD int amp__vec_surely_diverges(const amp__vec_schedule *f, const amp__c_stmt *s,
                                              int cases)
{
    const amp__c_stmt *p;
    for (p = s->parent; p != NULL; p = p->parent) {
        if (amp__c_is_loop(p)) {
            return 0;
        }
    }
    if (s->kind == AMP__C_SWITCH) {
        return amp__vec_switch_surely_diverges(f, s, cases);
    }
    if (s->kind == AMP__C_IF) {
        const int in = amp__vec_always_reaches_barrier(f, s->child);
        const int out = s->other != NULL && amp__vec_always_reaches_barrier(f, s->other);
        if (in || out) {
            return 1; /* the others are at another barrier, or at none */
        }
        /* if (...) return; ... barrier */
        for (p = s; p != NULL; p = p->parent) {
            if (p->parent != NULL && p->parent->kind != '{'
                && p->parent->kind != AMP__C_IF) {
                return 0;
            }
            if (p->next != NULL && amp__vec_always_reaches_barrier(f, p->next)) {
                const amp__c_stmt *c = amp__c_inside(s->child);
                for (; c != NULL && c->next != NULL; c = c->next) {
                }
                return s->other == NULL && c != NULL && c->kind == AMP__C_RETURN;
            }
        }
        return 0;
    }
    return amp__vec_always_reaches_barrier(f, s->child);
}

/* Whether threads may differ in [from, to), of a statement of tile level. What stands outside the
   phases of a phased kernel is done once for all of them. */
static AMP__COLD int amp__vec_may_diverge(const amp__vec_schedule *f, int from, int to)
{
    return from < to && !amp__vec_model(f, AMP__PHASED)
        && amp__vec_uniform(f->levels, from, to) == AMP__VEC_VARYING;
}

/* Adds the statement s to the plan: it waits in p->list for the next loop over the threads,
   is done once for the tile, or is a nest of tile level. */
static AMP__COLD void amp__vec_plan_one(amp__vec_schedule *f, amp__vec_plan *p,
                                        const amp__c_stmt *s, int strips)
{
    const amp__c_stmt *in;
    if (s->kind == ';' || s->kind == AMP__C_TILE_STATIC || s->kind == AMP__C_THREAD_PRIVATE) {
        return;
    }
    if (f->strips && amp__vec_is_open_block(f->levels, s)) {
        for (in = s->child; in != NULL; in = in->next) {
            amp__vec_plan_one(f, p, in, strips);
        }
        return;
    }
    if (s->kind == AMP__C_TILE_BARRIER_WAIT) {
        amp__vec_flush(f, p, strips);
        if (s->a < s->a_end) { /* of warps */
            amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_UNIFORM);
            o->stmt = s;
            amp__vec_append(p, o);
        }
        return;
    }
    if (f->levels->convergent[s->number]
        && (s->kind == AMP__C_EXPRESSION || s->kind == AMP__C_DECLARATION)) {
        amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_UNIFORM); /* outside the phases */
        o->stmt = s;
        amp__vec_append(p, o);
        return;
    }
    if (strips && amp__vec_is_common_jump(f->levels, s)) {
        amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_UNIFORM);
        o->stmt = s;
        amp__vec_flush(f, p, strips);
        amp__vec_append(p, o);
        return;
    }
    if (strips && s->kind == AMP__C_DECLARATION && f->levels->by_row[f->note[s->name].var]) {
        amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_UNIFORM);
        o->stmt = s;
        o->by_row = 1 + f->note[s->name].var;
        if (amp__vec_waiting_conflicts(f, p, s->value, s->value_end)
            || amp__vec_divides(f->tree, s->value, s->value_end)
            || amp__vec_has_elements(f->tree, s)) {
            amp__vec_flush(f, p, strips);
        }
        amp__vec_append(p, o);
        return;
    }
    if (!f->levels->convergent[s->number]) {
        const int decl = s->kind == AMP__C_DECLARATION;
        int u = AMP__VEC_VARYING, writes = decl;
        if (decl && f->levels->candidate[f->note[s->name].var]) {
            u = s->value ? amp__vec_uniform(f->levels, s->value, s->value_end) : AMP__VEC_SAME;
        } else if (s->kind == AMP__C_EXPRESSION && !strips) {
            u = amp__vec_uniform(f->levels, s->a, s->a_end);
            writes = amp__vec_writes_variable(f->tree, s->a, s->a_end);
        }
        if (u != AMP__VEC_VARYING && writes) {
            const int from = decl ? s->value : s->a;
            const int to = decl ? s->value_end : s->a_end;
            amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_UNIFORM);
            o->stmt = s;
            if (u == AMP__VEC_BY_MEMORY || amp__vec_waiting_conflicts(f, p, from, to)
                || amp__vec_divides(f->tree, from, to)) {
                amp__vec_flush(f, p, strips);
            }
            amp__vec_append(p, o);
            return;
        }
        if (decl) {
            f->planned[f->note[s->name].var] = 1;
        }
        if (decl && s->value == 0) {
            return; /* declared where it is used */
        }
        if (p->count == AMP__VEC_RUN) {
            amp__vec_flush(f, p, strips);
        }
        AMP__ASSERT(p->count < AMP__VEC_RUN);
        p->list[p->count++] = s;
        return;
    }
    amp__vec_flush(f, p, strips);
    {
        amp__vec_op *o = amp__vec_new_op(f->c, AMP__VEC_NEST);
        o->stmt = s;
        switch (s->kind) {
        case AMP__C_BREAK:
        case AMP__C_CONTINUE:
        case AMP__C_RETURN:
        case AMP__C_CASE:
            break;
        case '{':
            o->child = amp__vec_plan_list(f, s->child, 0);
            break;
        case AMP__C_PHASE:
            f->phase = s;
            f->thread_limit = o->thread_limit = s->a < s->a_end ? ++f->thread_limit_count : 0;
            f->may_have_returned = 0;
            o->child = amp__vec_plan_list(f, amp__c_inside(s->child), 0);
            f->phase = NULL;
            break;
        case AMP__C_REPORT:
            amp__c_fail(f->c, s->from, "%.*s outside of a phase", f->c->t[s->from].n,
                        f->c->t[s->from].s);
        case AMP__C_IF:
            if (amp__vec_may_diverge(f, s->a, s->a_end)) {
                o->may_diverge = !amp__vec_surely_diverges(f, s, 0);
                f->may_diverge |= o->may_diverge;
                o->test = amp__vec_plan_condition(f, s);
            }
            o->child = amp__vec_plan_list(f, amp__c_inside(s->child), 0);
            o->other = amp__vec_plan_list(f, amp__c_inside(s->other), 0);
            break;
        case AMP__C_SWITCH:
            if (amp__vec_may_diverge(f, s->a, s->a_end)) {
                int cases = 0;
                amp__vec_number_cases(f, s->child, &cases);
                o->may_diverge = !amp__vec_surely_diverges(f, s, cases);
                f->may_diverge |= o->may_diverge;
                o->test = amp__vec_plan_condition(f, s);
            }
            o->child = amp__vec_plan_list(f, amp__c_inside(s->child), 0);
            break;
        default: { /* loops */
            int plain = !amp__vec_may_diverge(f, s->a, s->a_end)
                && (s->kind != AMP__C_FOR || !amp__vec_may_diverge(f, s->b, s->b_end));
            const amp__c_stmt *d;
            for (d = s->init; d != NULL; d = d->next) {
                plain &= d->kind == AMP__C_DECLARATION
                    ? f->levels->candidate[f->note[d->name].var]
                                                  : !amp__vec_may_diverge(f, d->a, d->a_end);
            }
            if (!plain) {
                o->may_diverge = !amp__vec_surely_diverges(f, s, 0);
                f->may_diverge |= o->may_diverge;
                if (s->a == s->a_end) {
                    amp__c_fail(f->c, s->from, "a loop without a condition");
                }
                o->init = amp__vec_plan_list(f, s->init, 0);
                o->test = amp__vec_plan_condition(f, s);
                o->step = amp__vec_plan_list(f, s->step, 0);
            }
            o->child = amp__vec_plan_list(f, amp__c_inside(s->child), 0);
        }
        }
        amp__vec_append(p, o);
    }
}

/* The plan of a list of statements. */
static AMP__COLD const amp__vec_op *amp__vec_plan_list(amp__vec_schedule *f,
                                                       const amp__c_stmt *s, int strips)
{
    amp__vec_plan p = { NULL, NULL, { NULL }, 0 };
    p.last = &p.first;
    for (; s != NULL; s = s->next) {
        amp__vec_plan_one(f, &p, s, strips);
    }
    amp__vec_flush(f, &p, strips);
    return p.first;
}

/* Whether each loop over the threads of a plan has the number of a group, and statements or a
   condition to count, and each other operation a statement. */
static AMP__COLD int amp__vec_plan_is_whole(const amp__vec_schedule *f, const amp__vec_op *o)
{
    for (; o != NULL; o = o->next) {
        if (o->kind == AMP__VEC_LANES
                ? o->group >= f->group_count || (o->count == 0) == (o->sum == 0)
                    || o->count > AMP__VEC_RUN || o->rests > AMP__VEC_RESTS
                : o->stmt == NULL || o->count != 0) {
            return 0;
        }
        if (!amp__vec_plan_is_whole(f, o->init) || !amp__vec_plan_is_whole(f, o->test)
            || !amp__vec_plan_is_whole(f, o->child) || !amp__vec_plan_is_whole(f, o->step)
            || !amp__vec_plan_is_whole(f, o->other)) {
            return 0;
        }
    }
    return 1;
}

/* Ends the work where a simple kernel is not one loop over its threads, or reports where it may
   have changed what it reads. */
static AMP__COLD void amp__vec_require_one_loop(const amp__vec_schedule *f)
{
    const amp__vec_op *plan;
    int loops = 0;
    for (plan = f->plan; plan != NULL; plan = plan->next) {
        loops += plan->kind != AMP__VEC_UNIFORM;
    }
    if (f->tree->reports && !f->can_run_again) {
        const int at = amp__vec_reports(f->tree, f->tree->root->from,
                                         f->tree->root->to);
        amp__c_fail(f->c, at, "%.*s in a simple kernel that has amp_abort, prints, or reads what "
                    "it writes: its threads cannot be run again", at < 0 ? 0 : f->c->t[at].n,
                    at < 0 ? "" : f->c->t[at].s);
    }
    if (loops > 1 && !f->levels->in_rows) {
        amp__c_fail(f->c, f->kernel->name, "more than %d statements in a row", AMP__VEC_RUN);
    }
}

/* The pass `schedule`: the kernel as loops over the threads, and what stands between them. strips:
   uniform loops go outside. Ends the work where a tile would have to be run again and cannot. */
static AMP__COLD void amp__vec_plan_kernel(amp__vec_schedule *f, const amp__vec_levels *levels,
                                           int strips)
{
    memset(f, 0, sizeof(*f));
    f->levels = levels;
    f->tree = levels->tree;
    f->c = levels->c;
    f->kernel = levels->kernel;
    f->note = levels->note;
    f->vars = levels->vars;
    f->section = (int *)amp__c_new(f->c, sizeof(int) * (size_t)f->tree->stmt_count);
    f->strips = strips;
    f->can_run_again = amp__vec_can_run_again(f->tree);
    f->plan = amp__vec_plan_list(f, f->tree->root->child, 0);
    if (amp__vec_model(f, AMP__SIMPLE)) {
        amp__vec_require_one_loop(f);
    } else if ((f->tree->reports || f->may_diverge) && !f->can_run_again) {
        (void)amp__vec_check_no_write_before_report(f->tree, f->plan, 0);
    }
}

/* Behind it: the plan is whole, and no phase is left open. */
static AMP__COLD int amp__vec_schedule_holds(const amp__vec_schedule *f)
{
    return f->phase == NULL && amp__vec_plan_is_whole(f, f->plan);
}

#endif /* AMP_VECTORS_SCHEDULE_H */
