/* SPDX-License-Identifier: MIT */
#ifndef TREE_H
#define TREE_H
/*
tree.h: a random kernel before it is a text: its data, its variables, its statements.

A kernel is made once, from a seed, as a tree of statements, and printed several times:
tiled, phased, simple, and as a serial reference in plain C. Texts hold a mark for what
differs between those:

    $vN;  $qN[ $]      a thread's variable; an element of its private array
    $uN;               a variable that all threads of a tile have alike
    $TN;               a tile array's name; its indices follow
    $aN( $, $)         an element of view N
    $gD; $lD; $oD; $tD;  global and local index, tile origin, tile index in dimension D
    $B;                the number of the tile's first thread, all tiles in a row
    $hN(               a call of helper N
    $< $| $>           what amp's forms have, then what the reference has
    $Z;                ` + (lane < 0)`, which is 0, where the tiled form may ask so
*/
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- draws ---------------------------------------------------------------- */

static unsigned long long draw_state;

/* A number below n. */
static unsigned draw(unsigned n)
{
    draw_state ^= draw_state << 13;
    draw_state ^= draw_state >> 7;
    draw_state ^= draw_state << 17;
    return (unsigned)(draw_state >> 20) % n;
}

static void draw_seed(unsigned long long seed)
{
    int k;
    draw_state = seed * 0x9E3779B97F4A7C15ULL ^ 0xD1B54A32D192ED03ULL;
    for (k = 0; k < 8; k++) {
        (void)draw(2);
    }
}

static int chance(unsigned percent) { return draw(100) < percent; }

/* ---- texts: kept until the process ends ------------------------------------- */

__attribute__((format(printf, 1, 2)))
static char *text(const char *format, ...)
{
    va_list list, again;
    char *p;
    int n;
    va_start(list, format);
    va_copy(again, list);
    n = vsnprintf(NULL, 0, format, list);
    p = (char *)malloc((size_t)n + 1);
    if (p == NULL) {
        exit(3);
    }
    (void)vsnprintf(p, (size_t)n + 1, format, again);
    va_end(again);
    va_end(list);
    return p;
}

/* ---- data ------------------------------------------------------------------- */

/* Types of a scalar. What is stored of INT lies in -32768 to 32767, of SHORT too, of FLOAT
   is a whole number from 0 to 511: then every sum and product is exact, in any order and
   with or without contraction. */
enum { UINT, INT, FLOAT, WIDE, BYTE, SHORT, SCALARS };
static const char *const scalar_name[] = { "unsigned", "int", "float", "amp_uint64",
                                           "unsigned char", "short" };

enum { MOST = 12, FIELDS = 16, STRUCTS = 2 };

/* A scalar inside a structure: ".in.b" or ".d[2]". */
typedef struct field { char path[24]; int type; } field;
typedef struct structure {
    char *members; /* their declarations */
    field field[FIELDS];
    int fields;
} structure;

/* The type of an array's element or a variable: a scalar, or SCALARS + the structure. */
typedef struct variable { int type; char *init; int size; /* of a private array */ } variable;

/* How the threads of a tile may use an array between two barriers. OWN: each thread its
   own elements. READ: all read any. ATOMIC: all change any, by one kind of operation.
   SOLO: one thread does what it likes. */
enum { NONE, OWN, READ, ATOMIC, SOLO };

typedef struct array {
    int type, rank, dim[3], cells;
    int counter; /* tile memory of its own for a counter: no random use */
} array;

/* A view. IN: never written. GRID: as large as the domain, each thread owns an element.
   LINE: the same in a row. BINS: atomics of one kind from all tiles. RESULT: GRID, which
   only the last statements write. STRIP_IN, STRIP: those of shapes.h alone. */
enum { IN, GRID, LINE, BINS, RESULT, STRIP_IN, STRIP };
typedef struct view {
    int type, rank, dim[3], kind, atomic;
    int margin[3]; /* it is a section of something larger by this, on both sides */
    int out;       /* an `out` parameter; else inout */
} view;

typedef struct helper {
    int returns;         /* a type, or -1 */
    char *parameters;
    struct node *body;
    int barrier;         /* threads meet in it */
    int first;           /* its first parameter: a type, or -2: tile memory, `array` */
    int array;
} helper;

/* ---- statements ------------------------------------------------------------- */

enum kind {
    LINE_OF_TEXT,   /* head */
    BLOCK,          /* head { children } */
    CHOICE,         /* head { children } else { others } */
    CASES,          /* head { case 0: child; break; ... } */
    SEGMENT,        /* children, by each thread; with a barrier */
    TILE_LINE,      /* head, once for the tile */
    WAIT,           /* a barrier, between what touches no memory */
    TILE_LOAD,      /* head, which reads tile memory, and a barrier */
    TILE_BLOCK,     /* head { segments } */
    TILE_CHOICE,    /* head { segments } else { segments } */
    TILE_CASES,     /* head { case 0: segments; break; ... } */
    FRONT_LOOP,     /* a tile's loop whose segments begin with their barrier, and a barrier */
    MEETING,        /* head: a call of a helper in which threads meet; a segment in a text */
    GROUP           /* children, dropped together or not at all */
};

typedef struct node {
    enum kind kind;
    char *head;
    int number;      /* for dropping; 0: never dropped alone */
    int fence;       /* of its barrier: 0 all, 1 global, 2 tile memory */
    int first_only;  /* SEGMENT: only threads below $head work, by amp_phase_first */
    struct node *child, *last, *others, *next;
} node;

typedef struct kernel {
    unsigned long long seed;
    int flat;                /* no tile memory, no barrier: a simple kernel too */
    int ragged;              /* flat, and no tile divides it: a simple kernel alone */
    int phased;              /* it has a phased form */
    int returns;             /* all threads of a tile may leave early */
    int host;                /* in a program with options of its own (shapes.h) */
    const char *options;
    int outside, packed;     /* names, and `#pragma pack`, in front of its region */
    int digraphs;            /* { is written <% */
    int tables, table[3];    /* constants: in the body, in the region, in front of it */
    int strip, per_thread;   /* three views from there on, where per_thread is not 0 */
    int rank, tile[3], tiles[3], threads;
    structure structure[STRUCTS];
    int structures;
    variable var[MOST], own[MOST], shared[MOST]; /* $v $q $u */
    int vars, owns, shareds;
    array tile_array[MOST];
    int tile_arrays;
    view view[MOST];
    int views;
    variable value[MOST];    /* value parameters p0... */
    int values;
    helper helper[MOST];
    int helpers;
    int nodes;
    node *init, *body, *last;
} kernel;

static kernel the;
static int serial; /* of names of local variables */

static node *new_node(enum kind kind, char *head)
{
    node *n = (node *)calloc(1, sizeof(*n));
    if (n == NULL) {
        exit(3);
    }
    n->kind = kind;
    n->head = head;
    n->number = ++the.nodes;
    return n;
}

static node *add(node *parent, node *n)
{
    if (parent->last == NULL) {
        parent->child = n;
    } else {
        parent->last->next = n;
    }
    parent->last = n;
    return n;
}

static const char *type_name(int type)
{
    return type < SCALARS ? scalar_name[type]
        : text("k%llu_s%d", the.seed, type - SCALARS);
}

#endif /* TREE_H */
