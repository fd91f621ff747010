/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_CODE_H
#define AMP_VECTORS_CODE_H
/*
amp/vectors/code.h: the kernel as C while the pass `emit` writes it: what it is made from, and what
is known at the place that is written.
*/

#include "chosen_stores.h"
#include "if_conversion.h"
#include "place_tables.h"
#include "shared_sums.h"
#include "storage.h"
#include "strides.h"
#include "whole_loops.h"

/* An expression whose value is known in the text that is written: of a condition, 1 or 0 stands for
   [from, to); of another one, as (a + n) % n, what it is there: `is`, but for the term that begins
   with token `gone`. */
enum { AMP__VEC_KNOWN = 32 };
typedef struct amp__vec_known {
    int from, to, value, gone;
    int by_if;             /* it is known where loops are split for an if: splits.h */
    const amp__c_expr *is; /* or NULL */
} amp__vec_known;

/* Who asks how a loop over threads may be split: an if; one that chooses between two values. */
enum { AMP__VEC_OF_IF = 1, AMP__VEC_OF_CHOICE };

/* A loop whose turns are done several at once. */
typedef struct amp__vec_turns {
    int counter;
    int type;       /* the word of the type of what a turn sums up */
    int sum;        /* such a variable, */
    int sums;       /* and how many there are */
    const amp__c_expr *end, *step;
    char reads[AMP__VEC_VARS], writes[AMP__VEC_VARS]; /* of each view or tile array: in front of the
                       end of the loops in a turn it is read; behind it, it is written */
} amp__vec_turns;

/* The most elements of one loop that go along rows (explicit_vectors.h). */
enum { AMP__VEC_ROW_OPERANDS = 4 };

/* The kernel as C. This is what the pass `emit` makes. */
typedef struct amp__vec_code {
    const amp__vec_schedule *schedule;
    const amp__vec_levels *levels;
    const amp__vec_tree *tree;
    amp__c_unit *c; /* the tree's, as those that follow */
    const amp__c_kernel *kernel;
    const amp__vec_note *note;
    const amp__vec_var *vars;
    const amp__vec_place *place; /* of each variable */
    amp__text out;
    int streams;      /* copies are not to be calls of memcpy: it has long rows; 2: a block */
    int trees;        /* it has a loop over a tree, written turn by turn */
    int gathers;      /* it has a masked loop that reads: for clang, compile.h */
    int turned;       /* it has a loop with all turns written out: for clang, compile.h */
    int joined;       /* it is written for several tiles: joins.h */
    /* While it is made. */
    amp__text ahead;  /* prefetches that wait for their place: amp/vectors/prefetch.h */
    unsigned char prefetched[AMP__VEC_VARS]; /* of each view */
    const char *file; /* where `out` stands in the user's text */
    int file_n, line;
    int exit_label;   /* the last one given, or that of the loop that is written */
    int next_label;   /* where a `continue` of tile level goes; 0: C's own does */
    int loops_around; /* of tile level, around what is written */
    amp__vec_known known[AMP__VEC_KNOWN]; /* splits.h */
    int known_count;
    int narrow;       /* strips are one vector */
    const char *written_here; /* of each variable: the loop whose splits are found sets it */
    int by_if;        /* what is found now is for AMP__VEC_OF_IF, or _CHOICE; or 0: splits.h */
    unsigned char blocked[AMP__VEC_VARS]; /* of each: kept in the array of a block (blocks.h) */
    char *vector_at;  /* of each token: 1: a vector begins there; above 1: one of rows[]; NULL: no
                         vectors are written */
    const amp__c_expr *rows[AMP__VEC_ROW_OPERANDS]; /* elements that go along a row of a thread */
    int row_count;
    unsigned char passed[AMP__VEC_VARS]; /* of each: the loop that is written has the array as a
                         variable of its own (passed_arrays.h) */
    int row_counter;  /* the number of the counter by which they do, and 1; 0: there is none */
    int explicit_type; /* the word of the type of a block's vectors; 0: it is written as loops */
    int of_blocks;    /* a plan of blocks is written, and in it loops over the threads of one */
    const amp__vec_turns *turns; /* a block is of several turns of a loop: turn_blocks.h */
    int in_block;
    int masked;       /* a masked loop is written: the number of its labels; its common counter */
    int counter;
    const amp__c_stmt *many; /* that, while a turn of it is written that not all threads have, */
    int found_at;            /* and where the index begins that is written, which is found */
    int split;        /* the loop that is written has the edges of a row, or all but these */
    int whole;        /* the loop that is written has all threads, whatever its bounds are */
    amp__vec_whole *turns_at; /* in which turn of loops that are written turn by turn it is */
    int unrolled;     /* a loop inside of the one over threads is written, turn by turn:
                         blocked_arrangement.h */
    int in_turns;     /* a loop that is written turn by turn is around */
    int conditional;  /* what is written stands under a condition of the thread */
    const amp__c_expr *own[AMP__VEC_OWN]; /* elements of tile memory, each the thread's own, that */
    int own_count;    /* are written as variables, amp__own and a number */
    const amp__c_expr *sums[AMP__VEC_SUMS]; /* calls in the loop that is written, in place of */
    int sum_count;    /* which it has amp__sum and a number: shared_sums.h */
    const amp__vec_table *tables; /* calls in place of which it has elements of tables; how many */
    int table_count;
    int narrowed;     /* the strip that is written is threads amp__from to amp__to - 1 alone */
    int stores;       /* the loop that is written prefetches memory that it stores to */
    const amp__c_expr *spread[AMP__VEC_SPREAD]; /* indices of stores to which the loop that is */
    int spread_count; /* written adds a zero each that gcc does not know, and which one it is in */
    const amp__c_expr *spread_at;
} amp__vec_code;

/* Begins the work on a kernel whose variables have their places. */
static AMP__COLD void amp__vec_begin_code(amp__vec_code *f, const amp__vec_storage *storage)
{
    memset(f, 0, sizeof(*f));
    f->schedule = storage->schedule;
    f->levels = storage->levels;
    f->tree = storage->tree;
    f->c = storage->c;
    f->kernel = storage->kernel;
    f->note = storage->note;
    f->vars = storage->vars;
    f->place = storage->place;
    f->out = f->ahead = amp__c_empty(&f->c->store);
    f->file = "";
    f->line = -100;
    f->turns_at = (amp__vec_whole *)amp__c_new(f->c, sizeof(*f->turns_at));
    f->turns_at->f = f->levels;
}

/* Notes what is known of the expression e. Returns it; NULL: there is no room. */
static AMP__COLD amp__vec_known *amp__vec_add_known(amp__vec_code *f, const amp__c_expr *e,
                                                    int value)
{
    amp__vec_known *known = &f->known[f->known_count];
    if (f->known_count == AMP__VEC_KNOWN) {
        return NULL;
    }
    f->known_count++;
    memset(known, 0, sizeof(*known));
    known->from = e->from;
    known->to = e->to;
    known->value = value;
    known->by_if = f->by_if;
    return known;
}

/* What is known of the expression that begins with token i and ends before `to`; NULL: nothing. */
static AMP__COLD const amp__vec_known *amp__vec_known_at(const amp__vec_code *f, int i, int to)
{
    int k;
    for (k = 0; k < f->known_count; k++) {
        if (f->known[k].from == i && f->known[k].to <= to) {
            return &f->known[k];
        }
    }
    return NULL;
}

#endif /* AMP_VECTORS_CODE_H */
