/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_BRANCH_BARRIERS_H
#define AMP_CL_BRANCH_BARRIERS_H
/*
amp/cl/branch_barriers.h: where kernels get more barriers on PoCL 3.1, which makes wrong code of
what differs between threads behind a barrier under a condition (docs/compiler-faults.md).

    for (i = 0; i < n; i++) {
        if (u) {
            amp_tile_barrier_wait(tidx);
            if (lane == 3) { sum++; }
            <-- at the end of a branch with a barrier,
        }
        <-- behind the whole if or switch,
        if (lane == 5) { sum--; }
        <-- at the end of the loop around it
    }

and before the jump of a branch that works and leaves, where others come to a barrier.

All threads of a tile come there, as to the barriers of the text. None is added behind a jump after
the block's last barrier: some threads only may take it.
*/

#include "declarations.h"

/* A BRANCH is of an if, or what stands behind a label of a switch. */
typedef enum amp__cl_block { AMP__CL_PLAIN, AMP__CL_BRANCH, AMP__CL_LOOP } amp__cl_block;

static const int amp__cl_loops[] = { AMP__C_FOR, AMP__C_WHILE, AMP__C_DO, 0 };
static const int amp__cl_choices[] = { '?', AMP__C_AND, AMP__C_OR, 0 };
static const int amp__cl_jumps[] = { AMP__C_BREAK, AMP__C_CONTINUE, AMP__C_RETURN, AMP__C_GOTO,
                                     AMP__C_AMP | AMP__C_ABORT, 0 };

/* Where the statement at i ends: at its } if a { comes first, at its ; otherwise and that of a do;
   or at a bracket that was opened before. An if ends before its else. */
static AMP__COLD int amp__cl_statement_end(const amp__c_unit *f, int i, int end)
{
    static const int stops[] = { ';', ')', '}', 0 };
    while (i < end && !amp__c_among(f, i, stops)) {
        if (amp__c_is(f, i, '{')) {
            const int close = f->t[i].match > i && f->t[i].match < end ? f->t[i].match : end;
            return amp__c_is(f, i - 1, AMP__C_DO) ? amp__c_find_sign(f, close, ';', end) : close;
        }
        i = amp__c_behind(f, i);
    }
    return i < end ? i : end;
}

/* The body of the statement whose word is at i: what follows it, and its head in brackets. */
static AMP__COLD int amp__cl_statement_body(const amp__c_unit *f, int i, int end)
{
    const int body = i + 1 < end && amp__c_is(f, i + 1, '(') ? amp__c_behind(f, i + 1) : i + 1;
    return body < end ? body : end;
}

/* Whether one of these words stands in [from, to), or in what is named there, up to `levels` calls
   deep. */
static AMP__COLD int amp__cl_has_word(const amp__cl_source *s, const int *words, int from, int to,
                                      int levels)
{
    int i;
    for (i = from; i < to; i++) {
        const amp__cl_part *p;
        size_t next = 0;
        while (levels > 0 && (p = amp__cl_called(s, i, &next)) != NULL) {
            if (amp__cl_has_word(s, words, p->from, p->to, levels - 1)) {
                return 1;
            }
        }
        if (amp__c_among(&s->c, i, words)) {
            return 1;
        }
    }
    return 0;
}

/* Whether a thread may leave [from, to) from its middle. `jumps`: those of amp__cl_jumps that do,
   without `break` in a switch, nor `continue` in a loop. A thread stays in a phase. */
static AMP__COLD int amp__cl_leaves(const amp__c_unit *f, int from, int to, const int *jumps)
{
    int i;
    for (i = from; i < to; i++) {
        const int in = amp__c_among(f, i, amp__cl_loops) ? 2 : amp__c_is(f, i, AMP__C_SWITCH);
        const int end = in || amp__cl_is_phase(f, i) ? amp__cl_statement_end(f, i, to) : i;
        if (amp__c_among(f, i, jumps)
            || (in && amp__cl_leaves(f, i + 1, end, jumps > amp__cl_jumps + in
                                     ? jumps : amp__cl_jumps + in))) {
            return 1;
        }
        i = end;
    }
    return 0;
}

/* Marks token i of p, if no thread may leave [behind, i). Not in the library's own texts, which are
   right. */
static AMP__COLD void amp__cl_mark(amp__cl_source *s, const amp__cl_part *p, int behind, int i,
                                   int mark)
{
    s->waits[i] |= p->library || amp__cl_leaves(&s->c, behind, i, amp__cl_jumps) ? 0 : mark;
}

/* Marks the statements [from, to) of a part, in a branch or loop where they are `deep`. */
static AMP__COLD void amp__cl_mark_block(amp__cl_source *s, amp__cl_part *p, amp__cl_block kind,
                                         int from, int to, int deep)
{
    static const int choices[] = { AMP__C_IF, AMP__C_SWITCH, 0 };
    static const int labels[] = { AMP__C_CASE, AMP__C_DEFAULT, 0 };
    static const int ends[] = { AMP__C_BREAK, AMP__C_RETURN, 0 };
    const amp__c_unit *f = &s->c;
    int i = from, last = from, behind = from; /* the last statement; behind the last barrier */
    int wanted = kind == AMP__CL_BRANCH || (kind == AMP__CL_LOOP && deep);
    int work = 0, jump = 0; /* of the last branch without a barrier that works and leaves */
    if (!amp__cl_has_barrier(f, from, to)) {
        return;
    }
    p->divergent |= kind == AMP__CL_LOOP && amp__cl_leaves(f, from, to, amp__cl_jumps);
    while (i < to) {
        const int chosen = amp__c_among(f, i, choices), loop = amp__c_among(f, i, amp__cl_loops);
        const int barrier = amp__c_is_barrier(f, i) || amp__cl_is_phase(f, i);
        int word = i, end;
        last = i;
        do {
            const int body = chosen || loop ? amp__cl_statement_body(f, word, to) : word;
            const int block = amp__c_is(f, body, '{');
            end = amp__cl_statement_end(f, word, to);
            if (amp__cl_has_barrier(f, word, end)) {
                const int head = loop ? body : amp__c_find_sign(f, word, '{', end);
                p->divergent |= chosen || amp__c_is(f, word, AMP__C_DO)
                    || amp__cl_has_word(s, amp__cl_choices, word, head, 0);
            } else if (chosen && block && body + 3 < end && amp__c_among(f, end - 2, ends)) {
                work = body + 1;
                jump = end - 2;
            }
            if (block && amp__c_is(f, word, AMP__C_SWITCH)) {
                for (i = body + 1; i < end; i = amp__c_find_sign(f, word, ':', end) + 1) {
                    for (word = i; word < end && !amp__c_among(f, word, labels);
                         word = amp__c_behind(f, word)) { }
                    amp__cl_mark_block(s, p, AMP__CL_BRANCH, i, word, 1);
                }
            } else if (block && body == word && end + 1 == to) { /* the whole rest */
                amp__cl_mark_block(s, p, kind, body + 1, end, deep);
                return;
            } else if (block) {
                amp__cl_mark_block(s, p, loop ? AMP__CL_LOOP : chosen ? AMP__CL_BRANCH
                                   : AMP__CL_PLAIN, body + 1, f->t[body].match,
                                   deep || body != word);
            } else if (body != word) {
                amp__cl_mark_block(s, p, AMP__CL_PLAIN, body, end + 1, 1);
            }
            word = end + 1;
        } while (chosen && word < to && amp__c_is(f, word, AMP__C_ELSE));
        if (barrier) {
            wanted |= kind == AMP__CL_LOOP && amp__cl_leaves(f, behind, last, amp__cl_jumps);
            if (jump > behind && !amp__cl_leaves(f, jump + 1, last, amp__cl_jumps)) {
                amp__cl_mark(s, p, work, jump, AMP__CL_WAIT);
            }
            behind = word;
        } else if (amp__cl_has_barrier(f, last, word)) {
            wanted |= kind == AMP__CL_LOOP;
            if (chosen && word < to && !amp__c_is_barrier(f, word)) {
                amp__cl_mark(s, p, behind, word, AMP__CL_WAIT);
            }
        }
        i = word;
    }
    i = amp__c_among(f, last, amp__cl_jumps) ? last : to;
    if (wanted) {
        amp__cl_mark(s, p, behind, i, (i != behind ? AMP__CL_WAIT : 0)
                                      | (kind == AMP__CL_BRANCH ? AMP__CL_APART : 0));
    }
}

/* Sets s->waits, and of each part whether it is divergent. */
static AMP__COLD void amp__cl_mark_barriers(amp__cl_source *s)
{
    const amp__c_unit *f = &s->c;
    int k;
    s->waits = (int *)amp__c_new(&s->c, ((size_t)f->count + 1) * sizeof(*s->waits));
    for (k = 0; k < s->part_count; k++) {
        amp__cl_part *p = &s->parts[k];
        const int body = amp__c_find_sign(f, p->from, '{', p->to);
        if (body < p->to && f->t[body].match > body) {
            amp__cl_mark_block(s, p, AMP__CL_PLAIN, body + 1, f->t[body].match, 0);
        }
    }
}

#endif /* AMP_CL_BRANCH_BARRIERS_H */
