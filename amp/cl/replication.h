/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_REPLICATION_H
#define AMP_CL_REPLICATION_H
/*
amp/cl/replication.h: whether PoCL's workitemrepl, which copies a kernel for each thread of a tile,
compiles it, and in a time that may be worth it. Nothing here calls OpenCL.
*/

#include "declarations.h"

#if AMP__CL_CODE

/* How long PoCL's workitemrepl takes for a kernel, which it copies for each thread of a tile: a
   number for the text, times the threads. A kernel above this number is never compiled by it, and
   one below where it has run for longer than that takes: amp/cl/program.h. What was measured:
   docs/decisions/0010-pocl-compiles-twice-or-once.md */
#define AMP__CL_REPLICABLE 100000L

static const int amp__cl_loops[] = { AMP__C_FOR, AMP__C_WHILE, 0 };
static const int amp__cl_choices[] = { '?', AMP__C_AND, AMP__C_OR, 0 };

/* Where what begins at i ends: at its } if a { comes first, or at its ; or at a bracket that was
   opened before. */
static AMP__COLD int amp__cl_statement_end(const amp__c_unit *f, int i, int end)
{
    static const int stops[] = { ';', ')', '}', 0 };
    while (i < end && !amp__c_among(f, i, stops)) {
        if (amp__c_is(f, i, '{')) {
            return f->t[i].match > i && f->t[i].match < end ? f->t[i].match : end;
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

/* How many times the body of the loop at i counts: four, and 16 where the loop begins with no
   constant, since then each thread may have its own; with a barrier once: all threads are in the
   same round. */
static AMP__COLD long amp__cl_loop_weight(const amp__c_unit *f, int i, int body, int stop)
{
    int first = i + 2;
    while (first < body && !amp__c_is(f, first, '=') && !amp__c_is(f, first, ';')) {
        first++;
    }
    return amp__cl_has_barrier(f, body, stop) ? 1
        : first + 1 < body && amp__c_is(f, first, '=') && f->t[first + 1].kind == AMP__C_NUMBER
        ? 4 : 16;
}

/* The number of the text [from, to). A token counts 1, what branches 60, and the name of a function
   or macro what that counts, up to `levels` calls deep; in a loop as amp__cl_loop_weight says. */
static AMP__COLD long amp__cl_replication_cost(const amp__cl_source *s, int from, int to,
                                               int levels)
{
    enum { AMP__REPLICATION_DEEPEST = 8 };
    const amp__c_unit *f = &s->c;
    int stop[AMP__REPLICATION_DEEPEST], i, deep = 0;
    long sum = 0, weight[AMP__REPLICATION_DEEPEST + 1] = { 1 };
    for (i = from; i < to && sum <= AMP__CL_REPLICABLE; i++) {
        const amp__cl_part *p;
        size_t next = 0;
        while (deep > 0 && i >= stop[deep - 1]) {
            deep--;
        }
        sum += weight[deep] * (f->t[i].kind == AMP__C_SIGN ? f->t[i].n : 1);
        while (levels > 0 && (p = amp__cl_called(s, i, &next)) != NULL) {
            if (from < p->from || from >= p->to) {
                sum += weight[deep] * amp__cl_replication_cost(s, p->from, p->to, levels - 1);
            }
        }
        if (amp__c_is(f, i, AMP__C_IF) || amp__c_is(f, i, AMP__C_SWITCH)
            || amp__c_among(f, i, amp__cl_choices)) {
            sum += 60 * weight[deep];
        } else if (deep < AMP__REPLICATION_DEEPEST && amp__c_among(f, i, amp__cl_loops)) {
            const int body = amp__cl_statement_body(f, i, to);
            stop[deep] = amp__cl_statement_end(f, body, to);
            weight[deep + 1] = weight[deep] * amp__cl_loop_weight(f, i, body, stop[deep]);
            deep++;
        }
    }
    return sum <= AMP__CL_REPLICABLE ? sum : AMP__CL_REPLICABLE + 1;
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

/* Whether [from, to) has what PoCL 3.1's workitemrepl ends the process at
   (docs/compiler-faults.md): a barrier under a condition, or in a loop whose head chooses, or which
   is left or begun again from its middle. in_loop: it is the body of a loop with a barrier. What is
   named is read up to `levels` calls deep. */
static AMP__COLD int amp__cl_has_divergent_barrier(const amp__cl_source *s, int from, int to,
                                                   int in_loop, int levels)
{
    static const int conditions[] = { AMP__C_IF, AMP__C_ELSE, AMP__C_SWITCH, AMP__C_DO, 0 };
    static const int leaves[] = { AMP__C_BREAK, AMP__C_CONTINUE, 0 };
    const amp__c_unit *f = &s->c;
    int i;
    for (i = from; i < to; i++) {
        const int is_loop = amp__c_among(f, i, amp__cl_loops);
        const amp__cl_part *p;
        size_t next = 0;
        while (levels > 0 && (p = amp__cl_called(s, i, &next)) != NULL) {
            if (amp__cl_has_divergent_barrier(s, p->from, p->to, 0, levels - 1)) {
                return 1;
            }
        }
        if (is_loop || amp__c_among(f, i, conditions)) {
            const int body = amp__cl_statement_body(f, i, to);
            const int stop = amp__cl_statement_end(f, body, to);
            if (amp__cl_has_barrier(f, body, stop)) {
                if (!is_loop || amp__cl_has_word(s, amp__cl_choices, i + 1, body, 0)
                    || amp__cl_has_divergent_barrier(s, body, stop, 1, levels)) {
                    return 1;
                }
                i = stop - 1;
            } else if (!amp__c_is(f, i, AMP__C_IF) && !amp__c_is(f, i, AMP__C_ELSE)) {
                i = stop - 1; /* what leaves it does not leave the loop around */
            }
        } else if (in_loop && amp__c_among(f, i, leaves)) {
            return 1;
        } else if (amp__c_among(f, i, amp__cl_choices)
                   && amp__cl_has_barrier(f, i, amp__cl_statement_end(f, i, to))) {
            return 1;
        }
    }
    return 0;
}

/* Whether [from, to) has the other text that workitemrepl ends the process at: a choice of two
   ways, and behind it a loop with a barrier in which a thread has a loop of its own. */
static AMP__COLD int amp__cl_has_choice_before_loop(const amp__cl_source *s, int from, int to)
{
    static const int other[] = { AMP__C_ELSE, 0 };
    const amp__c_unit *f = &s->c;
    int i;
    for (i = from; i < to; i++) {
        const int body = amp__c_among(f, i, amp__cl_loops) ? amp__cl_statement_body(f, i, to) : to;
        const int stop = amp__cl_statement_end(f, body, to);
        if (amp__cl_has_barrier(f, body, stop) && amp__cl_has_word(s, other, from, i, 3)
            && amp__cl_has_word(s, amp__cl_loops, body, stop, 3)) {
            return 1;
        }
    }
    return 0;
}

/* Whether PoCL's workitemrepl compiles the wanted kernel, with tiles of so many threads, and in a
   time that may be worth it. Not where the kernel's text is not known. */
static AMP__COLD int amp__cl_is_replicable(const amp__cl_source *s, int threads)
{
    int k;
    for (k = 0; k < s->part_count; k++) {
        const amp__cl_part *p = &s->parts[k];
        const amp__cl_part *text = !p->reachable ? NULL : p->kind == AMP__CL_KERNEL ? p
            : p->made_by >= 0 ? &s->parts[p->made_by] : NULL;
        if (text != NULL) {
            return amp__cl_replication_cost(s, text->from, text->to, 3) * threads
                    <= AMP__CL_REPLICABLE
                && !amp__cl_has_divergent_barrier(s, text->from, text->to, 0, 3)
                && !amp__cl_has_choice_before_loop(s, text->from, text->to);
        }
    }
    return 0;
}

#endif /* AMP__CL_CODE */

#endif /* AMP_CL_REPLICATION_H */
