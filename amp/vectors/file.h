/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_FILE_H
#define AMP_VECTORS_FILE_H
/*
amp/vectors/file.h: one text at work: its tokens, functions, variables, statements and plan.

The words of this folder, in the order in which a kernel passes through it:

  owner      of a token: the innermost statement that it stands in
  tile level a statement that all threads of a tile do together, since a barrier stands in
             it; and what is not inside another kind of statement
  candidate  a variable that may be one for the whole tile, until a write says otherwise
  uniform    of an expression: all threads of a tile find the same value
  lanes      a loop over the threads of a tile, which becomes vectors; its turns are threads
  group      the statements of such a loop
  strip      the threads that one loop over threads runs, where a uniform loop stands outside
             of it; a tile is run strip by strip
  clipped    of a loop over threads: narrowed to those for which an `if` holds (ranges.h)
  rest       what is left of such an `if`, asked for each thread
  expanded   of a variable: to an array with one element a thread, from loop to loop
  in rows    of a simple kernel: 64 threads of a row at a time stand for a tile, as they have a
             uniform loop that goes outside; else one loop runs a whole box of threads
  once       of a variable of a phased kernel: declared outside its phases, so one for the tile

`f` is the file at work in every function of this folder, f->c its tokens (amp/ctext/tokens.h).
*/

#include "../core/backend.h" /* amp__model */
#include "../ctext/top_level.h"

#if AMP__IMPLEMENT

/* What a token does: changes the variable that it names; follows a dot or an arrow;
   is an operator that changes memory which is no variable of the kernel; is a break or continue
   that ends the thread's part of a phase. */
enum { AMP__VEC_WRITTEN = 1, AMP__VEC_MEMBER = 2, AMP__VEC_MEMORY_WRITE = 4, AMP__VEC_LEAVES = 8 };
/* What is known of a token. */
typedef struct amp__vec_note {
    int var;    /* the number of the variable, or -1 */
    int flags;
    int owner;  /* the first token of the statement that it stands in, or -1 */
    int origin; /* 0: the text's own; AMP__VEC_GENERATED: ours; else of which inlined call */
    int past;   /* of amp_abort and amp_errorf: what stands behind all that is not reached */
} amp__vec_note;

/* The origin of a token that was written here. */
enum { AMP__VEC_GENERATED = -1 };

/* Variables of a kernel: parameters, the shapes of its views, tidx (idx of a simple kernel,
   amp_tile_index of a phased one), tile memory, thread_private, and what it declares itself. */
enum { AMP__VEC_VALUE, AMP__VEC_VIEW, AMP__VEC_SHAPE, AMP__VEC_TIDX, AMP__VEC_TILE,
       AMP__VEC_PRIVATE, AMP__VEC_LOCAL };
/* What a kernel does to a view's elements. */
enum { AMP__VEC_READS = 1, AMP__VEC_WRITES = 2 };
/* The storage class of a variable (storage.h): local to one loop over the threads, one scalar for
   the tile, rematerialised in each loop, expanded to an array with one element a thread. */
enum { AMP__VEC_IN_LOOP, AMP__VEC_SCALAR, AMP__VEC_REMATERIALISED, AMP__VEC_EXPANDED };
/* A variable. Numbers of tokens say where it stands. */
typedef struct amp__vec_var {
    int name, kind, rank;
    int read_only;               /* a view: in(...) */
    int touched;                 /* a view: AMP__VEC_READS, AMP__VEC_WRITES */
    int head;                    /* declared in the head of the for that begins here */
    int spec, spec_end;          /* specifiers, shared by the declaration's variables */
    int type, type_end;          /* its stars, up to its name */
    int dims, dims_end;          /* its dimensions */
    int init, init_end;          /* its value, 0: none */
    int scope_end, alive;        /* the token that ends its scope; it has not come yet */
    int level;                   /* declared where all threads of a tile are together */
    int once;                    /* declared outside the phases of a phased kernel */
    int array, pointer, address, writes;
    int unique;                  /* another variable has the same name: a number, or 0 */
    int candidate;               /* may be one for the whole tile */
    int pure;                    /* its value follows from what does not change */
    int planned, storage;        /* its declaration is in the plan; its storage class */
    int ahead;                   /* a view: it is prefetched */
    int shape;                   /* the variable that amp_at adds to it: its shape, or 0 */
    int given;                   /* tile memory: the launch gives its size; a pointer */
    int group, many, unsafe;     /* its loop; in several; one reads it before it writes it */
} amp__vec_var;

/* Statements. */
enum { AMP__VEC_BLOCK, AMP__VEC_DECL, AMP__VEC_EXPR, AMP__VEC_IF, AMP__VEC_FOR, AMP__VEC_WHILE,
       AMP__VEC_DO, AMP__VEC_SWITCH, AMP__VEC_RETURN, AMP__VEC_BREAK, AMP__VEC_CONTINUE,
       AMP__VEC_CASE, AMP__VEC_BARRIER, AMP__VEC_EMPTY, AMP__VEC_REPORT, AMP__VEC_PHASE };
typedef struct amp__vec_stmt {
    int kind, from, to; /* tokens */
    int a, a_end;       /* condition, expression or case; of a phase: how many threads */
    int b, b_end;       /* for: the increment */
    int var;            /* a declaration's */
    int convergent;     /* all threads must do it together: tile level */
    int level;          /* stands where only tile-level statements are around it */
    int section;        /* a case, where its switch goes by numbers; < 0: of the one before */
    int single;         /* a phase of some threads, or that a thread may leave: one loop */
    struct amp__vec_stmt *child, *other; /* what is in it; of an if: of its else */
    struct amp__vec_stmt *init;          /* for: the first statement of its head */
    struct amp__vec_stmt *next, *parent; /* in its list; around it */
} amp__vec_stmt;

/* The plan: a loop over the tile's threads; a statement done once for all of them; a
   statement of tile level with a plan inside; a uniform loop within a phase, outside
   the loop over a strip of threads. */
enum { AMP__VEC_LANES, AMP__VEC_UNIFORM, AMP__VEC_NEST, AMP__VEC_STRIPS };
/* The most statements of one loop, and remainders of its conditions. */
enum { AMP__VEC_RUN = 256, AMP__VEC_RESTS = 16 };
/* One step of the plan. */
typedef struct amp__vec_op {
    int kind, group;
    amp__vec_stmt *stmt; /* except for LANES */
    amp__vec_stmt *list[AMP__VEC_RUN];
    int count;           /* LANES: the statements in the loop */
    int a, a_end, sum;   /* LANES: a condition to count, and the number of its counter */
    amp__vec_stmt *cases; /* LANES: the switch whose value [a, a_end) is, which is not counted: by
                            its cases' numbers it is compared */
    amp__text bounds[AMP__C_RANKS]; /* LANES: what narrows the loop, by dimension */
    int clipped, one;        /* some bound is; the innermost loop has one turn */
    int thread_limit;        /* LANES: the number of the variable that says how many threads of
                                the tile, the first ones, do it; 0: all. NEST: of a phase */
    int copy;                /* LANES: a long row, from memory to memory: nothing but moves */
    int row;                 /* LANES: its statement in two loops, by way of an array */
    int scalar;              /* LANES: gcc must not make vectors of the loop */
    int may_diverge;         /* NEST with a test: threads that differ may yet meet */
    int rest[AMP__VEC_RESTS], rest_end[AMP__VEC_RESTS], rests; /* what is left of the if */
    /* NEST, STRIPS: the plans of the parts of stmt. test counts the threads for which a
       condition holds that may differ between them. next: in the plan. */
    struct amp__vec_op *child, *other, *init, *step, *test, *next;
} amp__vec_op;

/* The model of a kernel. */
static AMP__COLD amp__model amp__vec_model_of(const amp__c_kernel *k)
{
    return k->word == AMP__C_TILED_KERNEL ? AMP__TILED
        : k->word == AMP__C_PHASED_KERNEL ? AMP__PHASED : AMP__SIMPLE;
}

/* Whether the kernel at work is of that model. */
#define amp__vec_model(f, m) (amp__vec_model_of((f)->kernel) == (m))

/* The most variables of a kernel; with more it is not understood. */
enum { AMP__VEC_VARS = 512 };

/* A text at work. It is large (some 500 KB): one is allocated, and copied only to forget a
   kernel. */
typedef struct amp__vec_file {
    amp__c_unit c;       /* its tokens and its top level */
    amp__vec_note *note; /* of each token: see amp__vec_annotate */
    size_t note_room;
    unsigned char needed[AMP__C_ITEMS]; /* by the kernel at work, the item: context.h */
    int strips;          /* uniform loops go outside */
    /* The kernel at work. */
    const amp__c_kernel *kernel;
    amp__c_kernel copied_kernel; /* where its body is a copy, with helpers for calls */
    int inlined;         /* how many */
    int warps;           /* operations of warps: amp/vectors/warps.h */
    amp__vec_var vars[AMP__VEC_VARS];
    int var_count;
    amp__vec_stmt *root;
    int generated_from; /* the first token that is not the text's own */
    int group_count, condition_count, thread_limit_count;
    int exit_label;   /* the last one given, or that of the loop that is written */
    int thread_limit; /* of the phase that is planned: see amp__vec_op */
    amp__vec_stmt *phase; /* the phase that is read, or planned */
    int in_rows;  /* of a simple kernel: 64 threads of a row stand for a tile */
    int tile_arrays; /* of tile_static; one alone is amp__m.NAME (amp/vectors/ahead.h) */
    int loops_around; /* of tile level, around what is written */
    int stores;   /* the loop that is written prefetches memory that it stores to */
    int may_have_returned; /* some threads */
    int streams;  /* it has long rows that are copied: amp/vectors/strides.h */
    int in_row;   /* neighbours are those of a row of the tile: amp/vectors/strides.h */
    int trees;    /* it has a loop over a tree, written turn by turn */
    int reports, aborts; /* it has amp_abort or amp_errorf; it has amp_abort */
    int may_diverge; /* a condition around a barrier may differ, and that need be no fault */
    int can_run_again; /* a tile that has written */
    /* The text in the making, and where it stands in the user's. */
    amp__text out;
    amp__text ahead; /* prefetches that wait for their place: amp/vectors/prefetch.h */
    int line, file_n;
    const char *file;
} amp__vec_file;

/* Makes room for the notes of all tokens. Of those from number `from` on nothing is known. */
static AMP__COLD void amp__vec_annotate(amp__vec_file *f, int from)
{
    if (!amp__list_grow(&f->note, (size_t)from, &f->note_room, (size_t)(f->c.count - from),
                        sizeof(*f->note), amp__c_memory(&f->c.store))) {
        amp__c_fail(&f->c, -1, "there is no memory for this");
    }
    for (; from < f->c.count; from++) {
        memset(&f->note[from], 0, sizeof(f->note[from]));
        f->note[from].var = f->note[from].owner = -1;
    }
}

/* Adds a token behind the others, of no variable, bracket or statement yet. The lists may move. */
static AMP__COLD void amp__vec_add(amp__vec_file *f, amp__c_token t, int flags, int origin)
{
    amp__c_add(&f->c, t);
    amp__vec_annotate(f, f->c.count - 1);
    f->note[f->c.count - 1].flags = flags;
    f->note[f->c.count - 1].origin = origin;
}

/* The last amp_abort or amp_errorf in [from, to), or -1. */
static AMP__COLD int amp__vec_reports(const amp__vec_file *f, int from, int to)
{
    int i, at = -1;
    for (i = from; i < to; i++) {
        if (amp__c_is_report(&f->c, i)) {
            at = i;
            i = f->note[i].past > i ? f->note[i].past - 1 : i;
        }
    }
    return at;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_FILE_H */
