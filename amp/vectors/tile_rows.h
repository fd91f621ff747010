/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_TILE_ROWS_H
#define AMP_VECTORS_TILE_ROWS_H
/*
amp/vectors/tile_rows.h: a tile of one dimension that its kernel cuts into rows, as one of two.

    tile of 128 threads                                  tile of 4 x 32 threads
    const int l = tidx.local[0];                         tidx.local[0] * 32 + tidx.local[1]
    const int lane = l % 32, row = first + l / 32;       tidx.local[1]; first + tidx.local[0]
    for (i = at(start, row) + lane; i < at(start, row + 1); i += 32) { ... }

Kernels are written so, or by amp_warp_index and amp_warp_lane, where a warp has a row of a matrix,
or where a tile of one dimension stands for a block of two. Each thread's turns are its own in the
one form; in the other the threads of a row go through them together (strips.h), and neighbours use
neighbouring elements. The launch stays as it is: the function of the kernel alone sees the rows.
Only where that pays: amp__vec_rows_pay.
*/

#include "inline.h"
#include "strips.h"

/* The shortest row: a vector of AVX2. */
enum { AMP__VEC_SHORTEST_ROW = 8 };

/* A part of the thread's place in its tile, or in the launch, by its row: what is left of a
   division by the row's length, where `lane` is set, or the row. [from, to): its tokens. */
typedef struct amp__vec_cut {
    int from, to, length, lane, global;
} amp__vec_cut;

/* Whether e is the thread's index in its tile, or in the launch: then *global; or a variable of
   that value, which nobody changes. */
static AMP__COLD int amp__vec_is_place(const amp__vec_tree *f, const amp__c_expr *e, int *global)
{
    int n, part;
    e = amp__c_ungrouped(e);
    n = e != NULL ? f->note[e->from].var : -1;
    if (n < 0) {
        return 0;
    }
    if (f->vars[n].kind == AMP__VEC_TIDX) {
        const int number = amp__vec_plain_index(f, e->from);
        part = number && number + 2 == e->to ? amp__vec_index_part(f, e->from) : 0;
        *global = part == 'g';
        return part == 'l' || part == 'g';
    }
    return e->kind == AMP__C_IDENTIFIER && f->vars[n].kind == AMP__VEC_LOCAL
        && f->vars[n].init != 0 && f->vars[n].writes == 0 && !f->vars[n].address
        && !f->vars[n].array && amp__vec_is_int_of(f->c, &f->vars[n])
        && f->vars[n].init_end <= e->from
        && amp__vec_is_place(f, amp__vec_value_of(f, n), global);
}

/* Whether the thread's place in its warp, or its warp, stands at token i (warps.h). */
static AMP__COLD int amp__vec_is_of_warp(const amp__c_unit *c, int i)
{
    return amp__c_named(c, i, "AMP__VEC_LANE") || amp__c_named(c, i, "AMP__VEC_WARP");
}

/* Whether a part of the place by a row begins at token i: *cut. A warp is a row. The operator that
   cuts stands in a node of the tree with the place as its first operand: `l / 32 * 4` begins with
   one. */
static AMP__COLD int amp__vec_cut_at(const amp__vec_tree *f, int i, amp__vec_cut *cut)
{
    const amp__c_expr *e = f->expr[i], *by;
    long n;
    memset(cut, 0, sizeof(*cut));
    if (amp__vec_is_of_warp(f->c, i)) {
        cut->from = i;
        cut->to = i + 1;
        cut->length = AMP_WARP_SIZE;
        cut->lane = amp__c_named(f->c, i, "AMP__VEC_LANE");
        return cut->length >= AMP__VEC_SHORTEST_ROW;
    }
    while (e != NULL && e->parent != NULL && e->parent->from == i
           && !(e->parent->kind == AMP__C_BINARY && e->parent->child == e)) {
        e = e->parent;
    }
    by = e != NULL && e->parent != NULL && e->from == i && e->parent->kind == AMP__C_BINARY
        && e->parent->child == e ? e->next : NULL;
    n = by != NULL && amp__vec_is_place(f, e, &cut->global) ? amp__c_whole_number(f->c, by) : -1;
    if (n < 0) {
        return 0;
    }
    switch (f->c->t[by->from - 1].number) {
    case '%': cut->lane = 1; break;
    case '/': break;
    case '&': cut->lane = 1; n = (n & (n + 1)) == 0 ? n + 1 : 0; break;
    case AMP__C_SHIFT_RIGHT: n = n < 16 ? 1L << n : 0; break;
    default: return 0;
    }
    cut->from = i;
    cut->to = by->to;
    cut->length = (int)n;
    return n >= AMP__VEC_SHORTEST_ROW;
}

/* How long the rows are that the kernel cuts its tile into, of one dimension, or 0: it asks for the
   thread's row and for its place in that, and for nothing of tidx that has no meaning in rows. */
static AMP__COLD int amp__vec_row_of_text(const amp__vec_tree *f)
{
    const amp__c_kernel *k = f->kernel;
    amp__vec_cut cut;
    long threads;
    int i, length = 0, asked = 0;
    if (amp__vec_model_of(k) != AMP__TILED || k->rank != 1) {
        return 0;
    }
    for (i = k->body; i < k->body_end; i++) {
        const int n = f->note[i].var;
        if (n >= 0 && f->vars[n].kind == AMP__VEC_TIDX && !amp__vec_plain_index(f, i)
            && !(amp__c_is(f->c, i - 1, '(') && amp__c_is_barrier(f->c, i - 2))) {
            return 0;
        }
        if (amp__vec_cut_at(f, i, &cut) && (length == 0 || length == cut.length)) {
            length = cut.length;
            asked |= cut.lane ? 2 : 1;
        }
    }
    threads = amp__c_whole_number(f->c, amp__c_read_expression(f->c, k->dims[0], k->dims_end[0]));
    return asked == 3 && threads >= 2 * length && threads % length == 0 ? length : 0;
}

/* Puts tidx.PART[NUMBER] in the line of token `like`. */
static AMP__COLD void amp__vec_put_place(amp__vec_body *f, int like, const char *part,
                                         const char *number)
{
    int open;
    amp__vec_put_words(f, like, "tidx .");
    amp__vec_put_words(f, like, part);
    open = amp__vec_put(f, like, "[");
    amp__vec_put_words(f, like, number);
    amp__vec_put_close(f, open, like, "]");
}

/* Puts the number of a row's threads. */
static AMP__COLD void amp__vec_put_row_length(amp__vec_body *f, int like, int length)
{
    const amp__c_name n = amp__vec_new_name(f, "%d", length);
    (void)amp__vec_put_token(f, like, n.s, n.n);
}

/* Puts what stands for the cut. The tile's origin is a multiple of the row's length. */
static AMP__COLD void amp__vec_put_cut(amp__vec_body *f, const amp__vec_cut *cut)
{
    int open;
    if (cut->lane || !cut->global) {
        amp__vec_put_place(f, cut->from, "local", cut->lane ? "1" : "0");
        return;
    }
    open = amp__vec_put(f, cut->from, "(");
    amp__vec_put_place(f, cut->from, "tile_origin", "0");
    amp__vec_put_words(f, cut->from, "/");
    amp__vec_put_row_length(f, cut->from, cut->length);
    amp__vec_put_words(f, cut->from, "+");
    amp__vec_put_place(f, cut->from, "local", "0");
    amp__vec_put_close(f, open, cut->from, ")");
}

/* Puts what stands for tidx.local[0], or for tidx.global[0]. */
static AMP__COLD void amp__vec_put_whole_place(amp__vec_body *f, int like, int global, int length)
{
    const int open = amp__vec_put(f, like, "(");
    if (global) {
        amp__vec_put_place(f, like, "tile_origin", "0");
        amp__vec_put_words(f, like, "+");
    }
    amp__vec_put_place(f, like, "local", "0");
    amp__vec_put_words(f, like, "*");
    amp__vec_put_row_length(f, like, length);
    amp__vec_put_words(f, like, "+");
    amp__vec_put_place(f, like, "local", "1");
    amp__vec_put_close(f, open, like, ")");
}

/* Makes the kernel at work, whose names the tree knows, one of two dimensions, with rows of that
   length: its body is copied with what it asks of its place, and the tile's dimensions are new. */
static AMP__COLD void amp__vec_cut_into_rows(amp__vec_body *f, const amp__vec_tree *tree,
                                             int length)
{
    amp__c_kernel *k = &f->kernel;
    const int from = k->body, to = k->body_end + 1, dims = k->dims[0], dims_end = k->dims_end[0];
    amp__vec_brackets copied;
    amp__vec_cut cut;
    int i;
    f->row = length;
    k->body = f->c->count;
    copied.depth = 0;
    for (i = from; i < to; i++) {
        const int n = tree->note[i].var, number = n >= 0 && tree->vars[n].kind == AMP__VEC_TIDX
            ? amp__vec_plain_index(tree, i) : 0;
        const int part = number ? amp__vec_index_part(tree, i) : 0;
        if (amp__vec_cut_at(tree, i, &cut) && cut.length == length) {
            f->row_is_warp |= amp__vec_is_of_warp(f->c, i);
            amp__vec_put_cut(f, &cut);
            i = cut.to - 1;
        } else if (part == 'l' || part == 'g') {
            amp__vec_put_whole_place(f, i, part == 'g', length);
            i = number + 1;
        } else {
            amp__vec_add_copy(f, &copied, f->c->t[i], f->origin[i], i, from, to);
        }
    }
    k->body_end = f->c->count - 1;
    k->rank = 2;
    k->dims[0] = f->c->count;
    i = amp__vec_put(f, dims, "(");
    amp__vec_copy_tokens(f, NULL, NULL, dims, dims_end);
    amp__vec_put_close(f, i, dims, ")");
    amp__vec_put_words(f, dims, "/");
    amp__vec_put_row_length(f, dims, length);
    k->dims_end[0] = k->dims[1] = f->c->count;
    amp__vec_put_row_length(f, dims, length);
    k->dims_end[1] = f->c->count;
}

/* What tells whether rows pay: loops that each thread goes through by itself; elements of views and
   of tile memory that lie apart for neighbours; conditions that are bounds; loops that all threads
   of the tile go through in lockstep. */
typedef struct amp__vec_habits {
    int own_loops, strided, bounds, lockstep;
} amp__vec_habits;

/* Notes those of the statements of the list s. */
static AMP__COLD void amp__vec_note_habits_of(const amp__vec_levels *f, const amp__c_stmt *s,
                                           amp__vec_habits *h)
{
    for (; s != NULL; s = s->next) {
        if (amp__c_is_loop(s) && !f->convergent[s->number] && !amp__vec_short_loop(f->tree, s)) {
            h->own_loops += !amp__vec_is_outer_loop(f, s);
            h->lockstep += amp__vec_lockstep_counter(f, s) >= 0;
        } else if (s->kind == AMP__C_IF) {
            h->bounds += !f->convergent[s->number]
                && amp__vec_narrowed(f, s, AMP__VEC_LANES, 0) != NULL;
        }
        amp__vec_note_habits_of(f, s->child, h);
        amp__vec_note_habits_of(f, s->other, h);
    }
}

/* Notes those of the kernel. */
static AMP__COLD void amp__vec_note_habits(const amp__vec_levels *f, amp__vec_habits *h)
{
    int i;
    amp__vec_note_habits_of(f, f->tree->root->child, h);
    for (i = f->kernel->body; i < f->kernel->body_end; i++) {
        const amp__c_expr *e = amp__vec_element(f->tree, i);
        const int memory = e != NULL ? amp__vec_memory_of(f->tree, e) : -1;
        h->strided += (memory == AMP__VEC_VIEW || memory == AMP__VEC_TILE)
            && amp__vec_element_stride(f, e) == AMP__VEC_JUMPS;
    }
}

/* Whether a kernel that had the habits `whole` is the faster for rows. A loop in which the whole
   tile goes through memory side by side would be one of each row. */
static AMP__COLD int amp__vec_rows_pay(const amp__vec_habits *whole, const amp__vec_habits *rows)
{
    return rows->own_loops <= whole->own_loops && rows->strided <= whole->strided
        && rows->bounds >= whole->bounds && whole->lockstep == 0
        && (rows->own_loops < whole->own_loops || rows->strided < whole->strided);
}

#endif /* AMP_VECTORS_TILE_ROWS_H */
