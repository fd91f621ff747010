/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_FILE_H
#define AMP_VECTORS_FILE_H
/*
amp/vectors/file.h: one text at work: its tokens, functions, variables, statements and plan.

The words of this folder, in the order in which a kernel passes through it:

  token      one of C's; named by its number. [from, to) are the tokens from one up to, and
             without, another
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

`f` is the file at work in every function of this folder. What is not understood ends the
work by amp__vec_fail, a longjmp; all memory is the store's, and goes back with it.
*/

#include "../core/backend.h" /* amp__model */
#include "text.h"

#if AMP__IMPLEMENT

#include <setjmp.h> /* the way out where a text is not understood */

/* Kinds of tokens. TEXT: a string or character constant. */
enum { AMP__VEC_NAME, AMP__VEC_NUMBER, AMP__VEC_TEXT, AMP__VEC_SIGN, AMP__VEC_END };
/* What a token does: changes the variable that it names; follows a dot or an arrow;
   is an operator that changes memory which is no variable of the kernel; is a break or continue
   that ends the thread's part of a phase. */
enum { AMP__VEC_WRITTEN = 1, AMP__VEC_MEMBER = 2, AMP__VEC_MEMORY_WRITE = 4, AMP__VEC_LEAVES = 8 };
/* A token. */
typedef struct amp__vec_token {
    const char *s, *file; /* not ended by a 0: n and file_n bytes */
    int n, file_n, line, kind;
    int var;    /* the number of the variable, or -1 */
    int flags;
    int match;  /* a bracket's other half, or -1 */
    int owner;  /* the first token of the statement that it stands in, or -1 */
    int origin; /* 0: the text's own; AMP__VEC_GENERATED: ours; else of which inlined call */
    int past;   /* of amp_abort and amp_errorf: what stands behind all that is not reached */
} amp__vec_token;

/* The origin of a token that was written here. */
enum { AMP__VEC_GENERATED = -1 };

/* A name that a typedef of the text made: n bytes at s. */
typedef struct amp__vec_type {
    const char *s;
    int n;
} amp__vec_type;

/* A function of the text that is no kernel: its name, its body's braces. */
typedef struct amp__vec_function {
    int name, from, to;
    int barrier;     /* it has a barrier */
    int reports;     /* it calls amp_abort or amp_errorf */
    int ordered;     /* it has an atomic, or prints: the order of threads shows */
    const char *why; /* why no kernel may call it, or NULL */
} amp__vec_function;

/* Something else at file scope, but no kernel. */
typedef struct amp__vec_item {
    int from, to, name; /* name: a function's, or -1 */
    int needed; /* by the kernel at work: context.h */
} amp__vec_item;

/* A kernel, as numbers of tokens: its name, the dimensions of its tile (none for a simple
   one), its parameters, its body. */
typedef struct amp__vec_definition {
    amp__model model;
    int name, rank, dims[3], dims_end[3], param, param_end, body, body_end;
} amp__vec_definition;

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
/* The most dimensions of a view, and of a simple kernel. */
enum { AMP__VEC_RANKS = 8 };
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
    amp__text bounds[AMP__VEC_RANKS]; /* LANES: what narrows the loop, by dimension */
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

/* Whether the kernel at work is of that model. */
#define amp__vec_model(f, m) ((f)->kernel->model == (m))

/* The most of each in one text; with more it is not understood. */
enum { AMP__VEC_TYPES = 512, AMP__VEC_FUNCTIONS = 2048, AMP__VEC_VARS = 512,
       AMP__VEC_ITEMS = 4096, AMP__VEC_DEFINITIONS = 512 };

/* A text at work. It is large (some 500 KB): one is allocated, and copied only to forget a
   kernel. */
typedef struct amp__vec_file {
    amp__vec_store store;
    int short_names; /* AMP_SHORT_NAMES: at is amp_at */
    int strips;      /* uniform loops go outside */
    amp__vec_token *t;
    int count;
    size_t room;
    amp__vec_type types[AMP__VEC_TYPES];
    unsigned char array_types[AMP__VEC_TYPES]; /* 1: the type of that number is an array */
    int type_count;
    amp__vec_function functions[AMP__VEC_FUNCTIONS];
    int function_count;
    int declared[AMP__VEC_FUNCTIONS], declared_count; /* functions without a body yet */
    amp__vec_item items[AMP__VEC_ITEMS];
    int item_count;
    amp__vec_definition definitions[AMP__VEC_DEFINITIONS];
    int definition_count;
    /* The kernel at work. */
    const amp__vec_definition *kernel;
    amp__vec_definition copied_kernel; /* where its body is a copy, with helpers for calls */
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
    /* What was not understood. */
    jmp_buf leave;
    char why[300];
    int why_token;
} amp__vec_file;

/* Ends the work on the text, or on the kernel, with the reason: it stands in f->why, and
   f->why_token is the token that it is about, or -1. Does not return. */
__attribute__((noreturn, format(printf, 3, 4)))
static AMP__COLD void amp__vec_fail(amp__vec_file *f, int token, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(f->why, sizeof(f->why), format, list);
    va_end(list);
    f->why_token = token >= 0 && token < f->count ? token : -1;
    longjmp(f->leave, 1);
}

/* n bytes of the store, zero; ends the work where memory ran out. */
static AMP__COLD void *amp__vec_new(amp__vec_file *f, size_t n)
{
    void *p = amp__vec_store_alloc(&f->store, n);
    if (p == NULL) {
        amp__vec_fail(f, -1, "there is no memory for this");
    }
    return p;
}

/* Adds a token behind the others, of no variable, bracket or statement yet. f->t may move. */
static AMP__COLD void amp__vec_add(amp__vec_file *f, amp__vec_token t)
{
    if (!amp__list_grow(&f->t, (size_t)f->count, &f->room, 1, sizeof(t),
                        amp__vec_memory(&f->store))) {
        amp__vec_fail(f, -1, "there is no memory for this");
    }
    t.past = 0;
    t.var = -1;
    t.match = -1;
    t.owner = -1;
    f->t[f->count++] = t;
}

/* Whether token i is s, and no string of that text. */
static AMP__COLD int amp__vec_is(const amp__vec_file *f, int i, const char *s)
{
    const size_t n = strlen(s);
    return i >= 0 && i < f->count && (size_t)f->t[i].n == n && memcmp(f->t[i].s, s, n) == 0
        && f->t[i].kind != AMP__VEC_TEXT;
}

/* Whether tokens i and j have the same text. */
static AMP__COLD int amp__vec_same(const amp__vec_file *f, int i, int j)
{
    return f->t[i].n == f->t[j].n && memcmp(f->t[i].s, f->t[j].s, (size_t)f->t[i].n) == 0;
}

/* Whether token i is one of the words, of which NULL is the last. */
static AMP__COLD int amp__vec_among(const amp__vec_file *f, int i, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (amp__vec_is(f, i, *words)) {
            return 1;
        }
    }
    return 0;
}

/* Whether token i is a word of the kernel language, short or long. */
static AMP__COLD int amp__vec_word(const amp__vec_file *f, int i, const char *s)
{
    const amp__vec_token *t = &f->t[i];
    if (i < 0 || i >= f->count || t->kind != AMP__VEC_NAME) {
        return 0;
    }
    if (t->n > 4 && memcmp(t->s, "amp_", 4) == 0) {
        return (size_t)t->n - 4 == strlen(s) && memcmp(t->s + 4, s, (size_t)t->n - 4) == 0;
    }
    return f->short_names && amp__vec_is(f, i, s);
}

/* Whether token i is one of the barriers of the kernel language. */
static AMP__COLD int amp__vec_barrier_word(const amp__vec_file *f, int i)
{
    return amp__vec_word(f, i, "tile_barrier_wait")
        || amp__vec_word(f, i, "tile_barrier_wait_with_all_memory_fence")
        || amp__vec_word(f, i, "tile_barrier_wait_with_global_memory_fence")
        || amp__vec_word(f, i, "tile_barrier_wait_with_tile_static_memory_fence");
}

/* Whether token i is amp_abort or amp_errorf, which have no short name. */
static AMP__COLD int amp__vec_report_word(const amp__vec_file *f, int i)
{
    return amp__vec_is(f, i, "amp_abort") || amp__vec_is(f, i, "amp_errorf");
}

/* Whether token i is an atomic, or amp_printf. */
static AMP__COLD int amp__vec_order_word(const amp__vec_file *f, int i)
{
    return amp__vec_word(f, i, "printf")
        || (f->t[i].kind == AMP__VEC_NAME && f->t[i].n > 11
            && memcmp(f->t[i].s, "amp_atomic_", 11) == 0);
}

/* Whether token i is of amp/language/warp.h. */
static AMP__COLD int amp__vec_warp_word(const amp__vec_file *f, int i)
{
    return f->t[i].kind == AMP__VEC_NAME && f->t[i].n > 9
        && memcmp(f->t[i].s, "amp_warp_", 9) == 0;
}

/* The last amp_abort or amp_errorf in [from, to), or -1. */
static AMP__COLD int amp__vec_reports(const amp__vec_file *f, int from, int to)
{
    int i, at = -1;
    for (i = from; i < to; i++) {
        if (amp__vec_report_word(f, i)) {
            at = i;
            i = f->t[i].past > i ? f->t[i].past - 1 : i;
        }
    }
    return at;
}

/* The other half of the bracket i; ends the work where it has none. */
static AMP__COLD int amp__vec_match(amp__vec_file *f, int i)
{
    if (i < 0 || i >= f->count || f->t[i].match < 0) {
        amp__vec_fail(f, i, "a bracket without its other half");
    }
    return f->t[i].match;
}

/* The other half of the round bracket that opens at i; ends the work where none does. */
static AMP__COLD int amp__vec_closing(amp__vec_file *f, int i)
{
    if (!amp__vec_is(f, i, "(")) {
        amp__vec_fail(f, i, "no (");
    }
    return amp__vec_match(f, i);
}

/* The first token from i on that is `sign` and stands in no bracket that opens behind i; `end`, or
   one behind it, where there is none before that. */
static AMP__COLD int amp__vec_find_sign(const amp__vec_file *f, int i, const char *sign, int end)
{
    while (i < end && !amp__vec_is(f, i, sign)) {
        i = f->t[i].match > i ? f->t[i].match + 1 : i + 1;
    }
    return i;
}

/* That token; ends the work where there is none before `end`. */
static AMP__COLD int amp__vec_until(amp__vec_file *f, int i, const char *sign, int end)
{
    i = amp__vec_find_sign(f, i, sign, end);
    if (i >= end) {
        amp__vec_fail(f, i, "no %s", sign);
    }
    return i;
}

/* Takes the brackets off that stand around all of [*from, *to). */
static AMP__COLD void amp__vec_take_brackets_off(const amp__vec_file *f, int *from, int *to)
{
    while (amp__vec_is(f, *from, "(") && f->t[*from].match == *to - 1) {
        *from += 1;
        *to -= 1;
    }
}

/* Whether token i is an operator that assigns. */
static AMP__COLD int amp__vec_assigns(const amp__vec_file *f, int i)
{
    static const char *const ops[] = { "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
                                       "<<=", ">>=", NULL };
    return f->t[i].kind == AMP__VEC_SIGN && amp__vec_among(f, i, ops);
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_FILE_H */
