/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_PLAN_H
#define AMP_VECTORS_PLAN_H
/*
amp/vectors/plan.h: the plan of a kernel: its loops over a tile's threads, and what stands between
them.
*/

#include "convergence.h"

/* The plan: a loop over the tile's threads; a statement done once for all of them; a
   statement of tile level with a plan inside; a loop or a condition of each thread, outside
   the loop over a strip of threads (strips.h). */
enum { AMP__VEC_LANES, AMP__VEC_UNIFORM, AMP__VEC_NEST, AMP__VEC_STRIPS };
/* The strips of a loop that goes outside: short, so that what a thread sums up is in a register;
   four times as long, with several sums at a time, of two such loops in each other; the tile's row,
   for a loop that goes through memory, turn by turn. */
enum { AMP__VEC_SHORT_STRIP, AMP__VEC_LONG_STRIP, AMP__VEC_ROW_STRIP };
enum { AMP__VEC_SHORT_ROW = 32 }; /* a row that is a few vectors */
/* The most statements of one loop, and remainders of its conditions. */
enum { AMP__VEC_RUN = 256, AMP__VEC_RESTS = 16 };

/* What a condition adds to the thread's index: [from, to), or where that is empty where the tile
   begins, or the turn of a loop in lockstep whose counter has the number lockstep - 1. by_offset:
   in its place what makes the narrowest loop of [least, most] (offset_loops.h). */
typedef struct amp__vec_term {
    int sign, from, to, lockstep, by_offset, least, most;
    struct amp__vec_term *next;
} amp__vec_term;

/* What narrows a loop: its counter, and the terms, are below the value [from, to), or not below it,
   or another one (but); one_more: that value and one. An empty [from, to) is 0. range: the number
   of the flag, and 1, whose range it is (ranges.h), in place of all that. by_if: it splits a loop
   for an if (splits.h). */
typedef struct amp__vec_bound {
    int below, one_more, from, to, but, range, by_if;
    amp__vec_term *terms;
    struct amp__vec_bound *next;
} amp__vec_bound;

/* Kinds of masked loops: the threads go on while any has a turn; while all have one; while many
   have one, and the others may read what those read (masks.h). */
enum { AMP__VEC_WHILE_ANY = 1, AMP__VEC_WHILE_ALL, AMP__VEC_WHILE_MANY };

/* One step of the plan. */
typedef struct amp__vec_op {
    int kind, group;
    const amp__c_stmt *stmt; /* except for LANES */
    const amp__c_stmt *list[AMP__VEC_RUN];
    int count;           /* LANES: the statements in the loop */
    int a, a_end, sum;   /* LANES: a condition to count, and the number of its counter */
    const amp__c_stmt *cases; /* LANES: the switch whose value [a, a_end) is, which is not
                            counted: by its cases' numbers it is compared */
    amp__vec_bound *bounds[AMP__C_RANKS]; /* LANES: what narrows the loop, by dimension */
    int clipped;             /* some bound does */
    int equal, one;          /* a bound leaves one index of a dimension; of the innermost one */
    int thread_limit;        /* LANES: the number of the variable that says how many threads of
                                the tile, the first ones, do it; 0: all. NEST: of a phase */
    int copy;                /* LANES: a long row, from memory to memory: nothing but moves */
    int row;                 /* LANES: its statement in two loops, by way of an array */
    int no;                  /* STRIPS of an if: the threads for which it does not hold */
    int lockstep;            /* STRIPS of a for: the number of its counter, and 1, where that is
                                another one in each thread */
    int by_row;              /* STRIPS of a for: the number of its counter, and 1, where that is the
                                same in the threads of a row; UNIFORM: of a variable of a row */
    int masked;              /* STRIPS of a loop: its kind; its child is the loop itself */
    int wide;                /* STRIPS: how many threads are a strip: see above */
    int may_diverge;         /* NEST with a test: threads that differ may yet meet */
    int rest[AMP__VEC_RESTS], rest_end[AMP__VEC_RESTS], rests; /* what is left of the if */
    /* NEST, STRIPS: the plans of the parts of stmt. test counts the threads for which a
       condition holds that may differ between them. next: in the plan. */
    const struct amp__vec_op *child, *other, *init, *step, *test, *next;
} amp__vec_op;

/* The kernel as loops over the threads. This is what the pass `schedule` makes. */
typedef struct amp__vec_schedule {
    const amp__vec_levels *levels;
    const amp__vec_tree *tree;
    amp__c_unit *c; /* the tree's, as those that follow */
    const amp__c_kernel *kernel;
    const amp__vec_note *note;
    const amp__vec_var *vars;
    const amp__vec_op *plan;
    unsigned char planned[AMP__VEC_VARS]; /* of each variable: its declaration is in the plan */
    int *section;           /* of each statement that is a case, where its switch goes by numbers;
                               below 0: of the case before */
    int group_count, condition_count, thread_limit_count;
    int streams;       /* it has long rows that are copied: amp/vectors/strides.h */
    int can_run_again; /* a tile that has written */
    int may_diverge;   /* a condition around a barrier may differ, and that need be no fault */
    /* While it is made. */
    int strips;                 /* uniform loops go outside */
    const amp__c_stmt *phase; /* that is planned, */
    int thread_limit;           /* and how many threads do it: see amp__vec_op */
    int may_have_returned;      /* some threads */
    int wide;                   /* the strips around what is planned: see amp__vec_op */
} amp__vec_schedule;

/* A new operation of that kind, in no plan yet. */
static AMP__COLD amp__vec_op *amp__vec_new_op(amp__c_unit *c, int kind)
{
    amp__vec_op *o = (amp__vec_op *)amp__c_new(c, sizeof(*o));
    o->kind = kind;
    o->group = -1;
    return o;
}

/* The first token of s that is its own: of one variable of `int a, b`, its declarator. */
static AMP__COLD int amp__vec_stmt_from(const amp__c_stmt *s)
{
    return s->kind == AMP__C_DECLARATION ? s->type : s->from;
}

/* Whether a thread may return within s, or leave its phase. */
static AMP__COLD int amp__vec_returns(const amp__vec_tree *f, const amp__c_stmt *s)
{
    int i;
    for (i = s->from; i < s->to; i++) {
        i = amp__vec_reached(f, i);
        if (amp__c_is(f->c, i, AMP__C_RETURN) || (f->note[i].flags & AMP__VEC_LEAVES)) {
            return 1;
        }
    }
    return 0;
}

#endif /* AMP_VECTORS_PLAN_H */
