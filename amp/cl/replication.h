/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_REPLICATION_H
#define AMP_CL_REPLICATION_H
/*
amp/cl/replication.h: whether PoCL's workitemrepl, which copies a kernel for each thread of a tile,
compiles it, and in a time that may be worth it.
*/

#include "branch_barriers.h"

/* The most for a kernel's text, times the threads of a tile, that is ever compiled so: where the
   kernel has run for longer than that takes (amp/cl/program.h). */
#define AMP__CL_REPLICABLE 100000L

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

/* Whether [from, to) has a choice of two ways, and behind it a loop with a barrier in which a
   thread has a loop of its own: workitemrepl ends the process. */
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
   time that may be worth it. Not where the kernel's text is not known. The barriers are marked. */
static AMP__COLD int amp__cl_is_replicable(const amp__cl_source *s, int threads)
{
    int k, good = 0, bad = 0;
    for (k = 0; k < s->part_count; k++) {
        const amp__cl_part *p = &s->parts[k];
        const amp__cl_part *text = !p->reachable ? NULL : p->kind == AMP__CL_KERNEL ? p
            : p->made_by >= 0 ? &s->parts[p->made_by] : NULL;
        if (text != NULL) {
            good = amp__cl_replication_cost(s, text->from, text->to, 3) * threads
                    <= AMP__CL_REPLICABLE
                && !amp__cl_has_choice_before_loop(s, text->from, text->to);
        }
        bad |= p->reachable && p->divergent;
    }
    return good && !bad;
}

#endif /* AMP_CL_REPLICATION_H */
