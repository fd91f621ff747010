/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EMIT_LOOP_H
#define AMP_VECTORS_EMIT_LOOP_H
/*
amp/vectors/emit_loop.h: one loop over the threads of a tile, or of a strip of it, as C.

A group of statements becomes loops over the tile's dimensions around them, in up to three texts:
for all threads of a tile, whose number the compiler knows; for those that bounds leave; and of a
loop that is split (splits.h) for its edges.
*/

#include "emit_thread.h"
#include "independent_loops.h"
#include "prefetch.h"
#include "splits.h"

/* Whether what stands in [from, to) may store neighbours in another way than element by element: a
   whole structure, an array or a structure that is kept for each thread, through a pointer, or in
   a helper. */
static AMP__COLD int amp__vec_may_store_group(const amp__vec_code *f, int from, int to)
{
    static const int heads[] = { AMP__C_FOR, AMP__C_WHILE, AMP__C_SWITCH, 0 };
    int i, does, writes = 0, found = 0;
    for (i = from; i < to; i++) {
        const amp__vec_var *v = amp__vec_var_at(f->tree, i);
        const amp__c_expr *e = amp__vec_element(f->tree, i);
        writes += (f->note[i].flags & AMP__VEC_MEMORY_WRITE) != 0;
        if (e != NULL && amp__vec_written_by(f->levels, e)) {
            found++;
            if (!amp__c_expr_is(f->c, e->parent, AMP__C_MEMBER, '.')
                && !amp__vec_is_plain_number(f, v)) {
                return 1;
            }
        }
        if ((amp__vec_calls_at(f->c, i) && !amp__c_among(f->c, i, heads)
             && !amp__vec_is_pure_call(f->c, i, &does))
            || (v != NULL && v->kind == AMP__VEC_LOCAL && (f->note[i].flags & AMP__VEC_WRITTEN)
                && f->place[f->note[i].var].storage == AMP__VEC_EXPANDED
                && (!amp__vec_is_plain_number(f, v)
                    || (v->array && !f->place[f->note[i].var].interleaved)))) {
            return 1;
        }
    }
    return found < writes;
}

/* Whether the loop o over threads is one of which gcc 12 would make wrong vectors, as it uses a
   group of elements under a condition: of those that begin at a group of stores, or at two sums.
   *kept_apart: whether elements that are stored one by one are all there is to such a group. */
static AMP__COLD int amp__vec_masked_group(const amp__vec_code *f, const amp__vec_op *o,
                                           int *kept_apart)
{
    int k, conditions = o->rests + (o->clipped != 0), from = f->c->count, to = 0, others;
    for (k = 0; k < o->count; k++) {
        conditions += amp__vec_count_selects(&f->tree->body, o->list[k]->from, o->list[k]->to, 0);
        from = o->list[k]->from < from ? o->list[k]->from : from;
        to = o->list[k]->to > to ? o->list[k]->to : to;
    }
    *kept_apart = 0;
    if (conditions == 0 || f->in_block) { /* with several rows, or turns, at once */
        return conditions > 0
            && amp__vec_has_interleaved_group(f->levels, from, to, AMP__VEC_ANY_USE);
    }
    others = f->sum_count + (o->sum != 0) >= 2 || amp__vec_may_store_group(f, from, to);
    *kept_apart = !others;
    return amp__vec_has_interleaved_group(f->levels, from, to, AMP__VEC_ANY_READ)
        && (others || amp__vec_has_interleaved_group(f->levels, from, to, AMP__VEC_ANY_WRITE));
}

/* Makes such a loop one that gcc is right of, where it can: notes in f->spread[] the indices of
   what it stores. To each is added another multiple of a zero that gcc does not know, so that it
   finds no two stores that are neighbours. */
static AMP__COLD void amp__vec_spread_group(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_expr *found[AMP__VEC_SPREAD];
    int k, i, count = 0, can;
    f->spread_count = 0;
    if (!amp__vec_masked_group(f, o, &can) || !can) {
        return;
    }
    for (k = 0; k < o->count; k++) {
        for (i = o->list[k]->from; i < o->list[k]->to; i++) {
            const amp__c_expr *e = amp__vec_element(f->tree, i);
            if (e == NULL || !amp__vec_written_by(f->levels, e)) {
                continue;
            }
            if (count == AMP__VEC_SPREAD || amp__vec_is_in_loop(f->tree, o->list[k]->from, i)
                || (e->kind == AMP__C_CALL && !amp__c_word_is(f->c, e->child->op, AMP__C_AT))) {
                return;
            }
            found[count++] = e->last;
        }
    }
    memcpy(f->spread, found, (size_t)count * sizeof(*found));
    f->spread_count = count;
}

/* Whether the loop o over a part of a row, of a few vectors at most, is a loop under a mask with
   clang: where it writes no more than one view, since clang asks before each of them whether it
   overlaps another one. */
static AMP__COLD int amp__vec_pays_under_mask(const amp__vec_code *f, const amp__vec_op *o)
{
    const int row = amp__vec_row_length(f->tree);
    int k, i, views = 0;
    for (k = 0; k < o->count; k++) {
        for (i = o->list[k]->from; i < o->list[k]->to; i++) {
            const amp__c_expr *e = amp__vec_element(f->tree, i);
            views += e != NULL && amp__vec_memory_of(f->tree, e) == AMP__VEC_VIEW
                && amp__vec_written_by(f->levels, e);
        }
    }
    return row > 0 && row <= AMP__VEC_SHORT_ROW && views <= 1;
}

/* Whether the loop o writes, and all elements that it uses lie apart from thread to thread: along a
   diagonal, say. */
static AMP__COLD int amp__vec_scatters(const amp__vec_code *f, const amp__vec_op *o)
{
    int k, i, writes = 0;
    for (k = 0; k < o->count; k++) {
        for (i = o->list[k]->from; i < o->list[k]->to; i++) {
            const amp__c_expr *e = amp__vec_element(f->tree, i);
            if (e != NULL && amp__vec_element_stride(f->levels, e) != AMP__VEC_JUMPS) {
                return 0;
            }
            writes |= (f->note[i].flags & AMP__VEC_MEMORY_WRITE) != 0;
        }
    }
    return writes;
}

/* The threads of the shortest strip, AMP__STRIP_LENGTH of lanes.h, or of a row of one vector. */
enum { AMP__VEC_SHORTEST_STRIP = 16 };

/* Whether a loop over threads is over one vector. strip: it is over a strip. */
static AMP__COLD int amp__vec_is_one_vector(const amp__vec_code *f, int strip)
{
    const int row = amp__vec_row_length(f->tree);
    return strip ? f->narrow : row > 0 && row <= AMP__VEC_SHORTEST_STRIP;
}

/* Whether the statements of o have an if, besides the one whose condition is the bounds of o. */
static AMP__COLD int amp__vec_has_if(const amp__c_unit *c, const amp__vec_op *o)
{
    int k, i;
    for (k = 0; k < o->count; k++) {
        for (i = o->list[k]->from + (o->clipped ? 1 : 0); i < o->list[k]->to; i++) {
            if (amp__c_is(c, i, AMP__C_IF)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether they divide. */
static AMP__COLD int amp__vec_has_division(const amp__vec_code *f, const amp__vec_op *o)
{
    int k = 0;
    while (k < o->count && !amp__vec_divides(f->tree, o->list[k]->from, o->list[k]->to)) {
        k++;
    }
    return k < o->count;
}

/* What stands before the loop o over the threads of a row. Where all elements lie apart a loop pays
   as vectors only if there is more to do than to load and store, as a vector of addresses is no
   faster for that: butterflies of floats took 1.4 times as long, a sort that compares .6 of the
   time. part: over a part of the row; end: the number of the loop's end. */
static AMP__COLD void amp__vec_put_loop_kind(amp__vec_code *f, const amp__vec_op *o, int strip,
                                             int part, int reports, int end)
{
    const int scatters = amp__vec_scatters(f, o), rolled = amp__vec_has_if(f->c, o);
    const int pays = !scatters || rolled || amp__vec_has_division(f, o);
    const int independent = pays && amp__vec_is_independent(f, o);
    amp__text *b = &f->out;
    if (o->sum) {
        amp__text_printf(b, "AMP__VEC_LOOP_SUM(amp__c%d) ", o->sum);
    } else if (reports) {
        amp__text_printf(b, "AMP__VEC_LOOP_OR(amp__r%d) ", end);
    } else if (f->own_count > 0) {
        amp__text_puts(b, "AMP__VEC_ROLLED AMP__VEC_INDEPENDENT_LOOP ");
    } else if (f->of_blocks || (f->masked && f->counter < 0) || (o->copy && !part)) {
        amp__text_puts(b, "AMP__VEC_ROLLED AMP__VEC_LOOP ");
    } else {
        amp__text_puts(b, rolled && amp__vec_is_one_vector(f, strip) ? "AMP__VEC_ROLLED " : "");
        amp__text_puts(b, part && !scatters ? "AMP__VEC_PREDICATED " : "");
        amp__text_puts(b, part && !pays ? "AMP__VEC_SCALAR_LOOP "
                       : part && scatters ? "AMP__VEC_SCATTER_LOOP "
                       : independent ? "AMP__VEC_INDEPENDENT_LOOP " : "AMP__VEC_LOOP ");
    }
}

/* The head of the loop over dimension k of the threads, of o; end: the number of its end. */
static AMP__COLD void amp__vec_emit_loop_head(amp__vec_code *f, const amp__vec_op *o, int k,
                                              int strip, int reports, int end)
{
    const int last = f->kernel->rank - 1;
    const int box = amp__vec_model(f, AMP__SIMPLE) && !f->levels->in_rows && !f->in_block && !strip;
    const int part = !f->in_block && !box && k == last
        && (strip ? f->narrowed && !f->split : o->bounds[k] != NULL && !f->whole)
        && amp__vec_pays_under_mask(f, o);
    const char *low = "0", *high = "amp__d%d";
    char limit[128], name[16];
    int can;
    const char *const turn = k == last && f->spread_count == 0 && amp__vec_masked_group(f, o, &can)
        ? "AMP__VEC_SCALAR_TURN " : "";
    amp__text *b = &f->out;
    if (k == last && !o->one) {
        amp__vec_put_loop_kind(f, o, strip, part, reports, end);
    }
    if (k < last && !box && amp__vec_row_length(f->tree) >= 8) { /* else rows may be the vectors */
        amp__text_puts(b, "AMP__VEC_AROUND ");
    }
    if (f->in_block) {
        low = "amp__h";
        high = "amp__h + amp__w";
    } else if (strip) {
        low = f->narrowed ? "amp__from" : "amp__s";
        high = f->narrowed ? "amp__to" : "amp__s + amp__strip";
    } else if (box) { /* as the engine `loops` counts */
        low = "amp__o%d";
        high = "amp__o%d + amp__d%d";
    } else if (o->bounds[k] != NULL && !f->whole) {
        low = "amp__low%d";
        high = "amp__high%d";
    } else if (o->thread_limit && k == last) {
        (void)snprintf(limit, sizeof(limit), "0, amp__e = amp__clip(amp__d%d, (long long)amp__n%d "
                       "- %s)", k, o->thread_limit, last == 0 ? "0" : last == 1
                       ? "amp__l0 * amp__d1" : "(amp__l0 * amp__d1 + amp__l1) * amp__d2");
        low = limit;
        high = "amp__e";
    }
    (void)snprintf(name, sizeof(name), "amp__%c%d", box ? 'g' : 'l', k);
    amp__text_printf(b, "for (int %s = ", name);
    amp__text_printf(b, low, k);
    amp__text_printf(b, "; %s%s < ", turn, name);
    amp__text_printf(b, high, k, k);
    amp__text_printf(b, "; %s++) ", name);
}

/* Reads the rows of a vector's threads from the turn amp__t on, and turns them round: into arrays
   amp__x of a vector for each turn. */
static AMP__COLD void amp__vec_emit_rows(amp__vec_code *f, const amp__vec_op *o, const char *used,
                                         int tidx)
{
    const char none[AMP__VEC_VARS] = { 0 };
    const int n = f->row_counter - 1;
    char *const marks = f->vector_at;
    amp__text *b = &f->out;
    int k;
    for (k = 0; k < f->row_count; k++) {
        amp__text_printf(b, "amp__v amp__x%d[amp__w]; ", k);
    }
    amp__text_printf(b, "AMP__VEC_EACH_TURN for (int amp__q = 0; amp__q < amp__w; amp__q++) { "
                     "const int amp__l%d = amp__h + amp__q, ", f->kernel->rank - 1);
    f->vector_at = NULL;
    amp__vec_name(f, b, n, 1);
    amp__text_printf(b, " AMP__UNUSED = amp__t%d; ", n);
    amp__vec_emit_loop_body(f, o, used, none, tidx, 0, 9);
    for (k = 0; k < f->row_count; k++) {
        amp__text_printf(b, "amp__x%d[amp__q] = *(amp__u *)&", k);
        amp__vec_unparse(f, b, f->rows[k]->from, f->rows[k]->to, 1);
        amp__text_puts(b, "; ");
    }
    amp__text_puts(b, "} ");
    for (k = 0; k < f->row_count; k++) {
        amp__text_printf(b, "AMP__VEC_TRANSPOSE(amp__x%d, %d); ", k,
                         f->explicit_type == AMP__C_DOUBLE ? 8 : 4);
    }
    f->vector_at = marks;
}

/* As many turns of o as a vector has numbers, from amp__t on. */
static AMP__COLD void amp__vec_emit_turns_of_row(amp__vec_code *f, const amp__vec_op *o,
                                                 const char *used, const char *written, int tidx)
{
    const int n = f->row_counter - 1;
    amp__text *b = &f->out;
    amp__text_printf(b, "AMP__VEC_EACH_TURN for (int amp__q = 0; amp__q < amp__w; amp__q++) { "
                     "const int amp__l%d = amp__h, ", f->kernel->rank - 1);
    amp__vec_name(f, b, n, 1);
    amp__text_printf(b, " AMP__UNUSED = amp__t%d + amp__q; ", n);
    amp__vec_emit_loop_body(f, o, used, written, tidx, 0, 0);
    amp__text_puts(b, "} ");
}

/* The loop o over the threads of a block as operations on vectors, where the compiler takes these;
   else what follows. */
static AMP__COLD void amp__vec_emit_explicit_loop(amp__vec_code *f, const amp__vec_op *o)
{
    char used[AMP__VEC_VARS] = { 0 }, written[AMP__VEC_VARS] = { 0 };
    int k, tidx = 0;
    (void)amp__vec_mark_vectors(f, o, f->explicit_type);
    for (k = 0; k < o->count; k++) {
        amp__vec_collect_variables(f, used, written, amp__vec_stmt_from(o->list[k]),
                                   o->list[k]->to, &tidx);
    }
    amp__text_printf(&f->out, "if (AMP__VEC_EXPLICIT) { const int amp__l%d = amp__h; ",
                     f->kernel->rank - 1);
    amp__vec_emit_loop_body(f, o, used, written, tidx, 0, 0);
    amp__text_puts(&f->out, "} else ");
    f->vector_at = NULL;
}

/* The bounds of a loop in dimension k, or those of its inside, as variables amp__low and amp__high,
   or as `low` and `high` call them, and what narrows them. always: where nothing does, too. */
static AMP__COLD void amp__vec_emit_range(amp__vec_code *f, const amp__vec_bound *bound, int k,
                                          int always, const char *low, const char *high)
{
    const amp__vec_term *term;
    if (bound != NULL || always) {
        amp__text_printf(&f->out, "int %s%d = 0, %s%d = amp__d%d;\n", low, k, high, k, k);
        f->line++;
    }
    for (; bound != NULL; bound = bound->next) {
        amp__text b = amp__c_empty(&f->c->store); /* without a line of its own */
        if (bound->range) {
            amp__text_printf(&b, "        AMP__CLIP_%s(%s%d, amp__d%d, (long long)amp__%s%d_%d);\n",
                             bound->below ? "HIGH" : "LOW", bound->below ? high : low, k, k,
                             bound->below ? "past" : "from", bound->range - 1, k);
            amp__text_put(&f->out, b.at, b.used);
            f->line++;
            continue;
        }
        amp__text_puts(&b, bound->by_if ? "        if (AMP__VEC_SPLIT_IFS) " : "        ");
        if (bound->but) {
            amp__text_printf(&b, "amp__clip_out(&%s%d, &%s%d, (long long)(", low, k, high, k);
        } else {
            amp__text_printf(&b, "AMP__CLIP_%s(%s%d, amp__d%d, (long long)(",
                             bound->below ? "HIGH" : "LOW", bound->below ? high : low, k, k);
        }
        amp__vec_unparse(f, &b, bound->from, bound->to, 0);
        amp__text_puts(&b, bound->from < bound->to ? ") - (0LL" : "0) - (0LL");
        for (term = bound->terms; term != NULL; term = term->next) {
            if (term->lockstep) {
                amp__text_printf(&b, " + amp__u%d - amp__f%d", term->lockstep - 1,
                                 term->lockstep - 1);
            } else if (term->from == term->to) {
                amp__text_printf(&b, " + amp__o%d", k);
            } else if (term->by_offset) {
                amp__text_printf(&b, term->sign > 0 ? " + (%d)" : " - (%d)",
                                 bound->below == (term->sign > 0) ? term->most : term->least);
            } else {
                amp__text_puts(&b, term->sign > 0 ? " + (" : " - (");
                amp__vec_unparse(f, &b, term->from, term->to, 0);
                amp__text_puts(&b, ")");
            }
        }
        amp__text_printf(&b, ")%s);\n", bound->one_more ? " + 1" : "");
        amp__text_put(&f->out, b.at, b.used);
        f->line++;
    }
}
static AMP__COLD void amp__vec_emit_bounds(amp__vec_code *f, const amp__vec_op *o)
{
    int k;
    for (k = 0; k < f->kernel->rank; k++) {
        amp__vec_emit_range(f, o->bounds[k], k, 0, "amp__low", "amp__high");
    }
}

/* What the loop o sets flags to that are ranges (ranges.h): none of its threads, or its bounds. */
static AMP__COLD void amp__vec_emit_flags(amp__vec_code *f, const amp__vec_op *o)
{
    amp__text *b = &f->out;
    int i, k, n, value;
    for (i = 0; i < o->count; i++) {
        const amp__c_stmt *s = o->clipped ? amp__c_inside(o->list[i]) : o->list[i];
        for (; s != NULL; s = o->clipped ? s->next : NULL) {
            n = amp__vec_set_flag(f->levels, s, &value);
            if (n < 0 || value != o->clipped || !amp__vec_is_range(f->levels, n)) {
                continue;
            }
            for (k = 0; k < f->kernel->rank; k++) {
                const int bounds = value && o->bounds[k] != NULL;
                amp__text_printf(b, "amp__from%d_%d = ", n, k);
                amp__text_printf(b, bounds ? "amp__low%d; " : "0; ", k);
                amp__text_printf(b, "amp__past%d_%d = ", n, k);
                amp__text_printf(b, bounds ? "amp__high%d; " : value ? "amp__d%d; " : "0; ", k);
            }
        }
    }
}

/* Where the strip that is written begins and ends. */
static AMP__COLD const char *amp__vec_strip_from(const amp__vec_code *f)
{
    return f->narrowed ? "amp__from" : "amp__s";
}
static AMP__COLD const char *amp__vec_strip_to(const amp__vec_code *f)
{
    return f->narrowed ? "amp__to" : "amp__s + amp__strip";
}

/* The loop o along a row, from amp__from to amp__to - 1, with `known` of f->known as they are
   known. used[], written[], tidx: of amp__vec_collect_variables. */
static AMP__COLD void amp__vec_emit_part(amp__vec_code *f, const amp__vec_op *o, int known,
                                         const char *used, const char *written, int tidx)
{
    const int narrowed = f->narrowed, count = f->known_count;
    f->narrowed = 1;
    f->known_count = known;
    f->split = known == 0 || o->bounds[f->kernel->rank - 1] == NULL;
    amp__vec_emit_loop_head(f, o, f->kernel->rank - 1, 1, 0, 0);
    f->split = 0;
    amp__text_puts(&f->out, "{ ");
    amp__vec_emit_loop_body(f, o, used, written, tidx, 0, 0);
    amp__text_puts(&f->out, "} } ");
    f->narrowed = narrowed;
    f->known_count = count;
}

/* That loop, split by the bounds amp__inlow and amp__inhigh: its edges, in one loop, and its
   inside. Where a whole strip is the inside the compiler knows how long that loop is. */
static AMP__COLD void amp__vec_emit_split_row(amp__vec_code *f, const amp__vec_op *o,
                                              amp__vec_bound *const *splits, int strip,
                                              const char *used, const char *written, int tidx)
{
    const int last = f->kernel->rank - 1;
    const int whole = strip && !f->narrowed;
    amp__text *b = &f->out;
    int k;
    if (strip) {
        amp__text_printf(b, "const int amp__a = %s, amp__b = %s; ", amp__vec_strip_from(f),
                         amp__vec_strip_to(f));
    } else {
        amp__text_printf(b, o->bounds[last] != NULL
                         ? "const int amp__a = amp__low%d, amp__b = amp__high%d; "
                         : "const int amp__a = 0 * amp__d%d, amp__b = amp__d%d; ", last, last);
    }
    amp__text_printf(b, "int amp__p = amp__inlow%d > amp__a ? amp__inlow%d : amp__a, "
                     "amp__q = amp__inhigh%d < amp__b ? amp__inhigh%d : amp__b; "
                     "if (amp__p >= amp__q", last, last, last, last);
    for (k = 0; k < last; k++) {
        if (splits[k] != NULL) {
            amp__text_printf(b, " || amp__l%d < amp__inlow%d || amp__l%d >= amp__inhigh%d", k, k,
                             k, k);
        }
    }
    amp__text_puts(b, ") { amp__p = amp__q = amp__b; } ");
    if (whole) {
        amp__text_puts(b, "if (amp__p == amp__a && amp__q == amp__b) ");
        amp__vec_emit_loop_head(f, o, last, strip, 0, 0);
        amp__text_puts(b, "{ ");
        amp__vec_emit_loop_body(f, o, used, written, tidx, 0, 0);
        amp__text_puts(b, "} else ");
    }
    amp__text_puts(b, "{ for (int amp__edge = 0; amp__edge < 2; amp__edge++) { const int amp__from "
                   "= amp__edge ? amp__q : amp__a, amp__to = amp__edge ? amp__b : amp__p; ");
    amp__vec_emit_part(f, o, 0, used, written, tidx);
    amp__text_puts(b, "{ const int amp__from = amp__p, amp__to = amp__q; ");
    amp__vec_emit_part(f, o, f->known_count, used, written, tidx);
    amp__text_puts(b, "} ");
}

/* Whether the bounds leave no thread of the tile out, each behind `join`; `in`: what their
   variables are called. Gives what stands behind them. */
static AMP__COLD const char *amp__vec_put_whole(amp__vec_code *f, amp__vec_bound *const *bounds,
                                                const char *in, const char *join)
{
    int k;
    for (k = 0; k < f->kernel->rank; k++) {
        if (bounds[k] != NULL) {
            amp__text_printf(&f->out, "%samp__%slow%d == 0 && amp__%shigh%d == amp__d%d", join, in,
                             k, in, k, k);
            join = " && ";
        }
    }
    return join;
}

/* The loops o over all threads of a tile, where its bounds leave none out, and none is an edge:
   the compiler knows how long they are. Other tiles have what follows. */
static AMP__COLD void amp__vec_emit_whole_tile(amp__vec_code *f, const amp__vec_op *o,
                                               amp__vec_bound *const *splits, const char *used,
                                               const char *written, int tidx)
{
    const int last = f->kernel->rank - 1;
    amp__text *b = &f->out;
    int k;
    amp__text_puts(b, "if (");
    (void)amp__vec_put_whole(f, splits, "in", amp__vec_put_whole(f, o->bounds, "", ""));
    amp__text_puts(b, ") ");
    f->whole = 1;
    for (k = 0; k <= last; k++) {
        amp__vec_emit_loop_head(f, o, k, 0, 0, 0);
    }
    amp__text_puts(b, "{ ");
    amp__vec_emit_loop_body(f, o, used, written, tidx, 0, 0);
    amp__text_puts(b, "} else ");
    f->whole = 0;
}

/* The loops o, over rows of which the bounds leave a part, over whole rows: the threads outside of
   that part store what stands there (chosen_stores.h). A row of 14 threads is a vector of eight,
   one of four and two threads; one of 16, of which two are masked, two vectors. splits: only where
   no edge is in that part. Where a compiler has no use for it, what follows. */
static AMP__COLD void amp__vec_emit_whole_rows(amp__vec_code *f, const amp__vec_op *o,
                                               amp__vec_bound *const *splits, const char *used,
                                               const char *written, int tidx)
{
    const int last = f->kernel->rank - 1, row = amp__vec_row_length(f->tree);
    amp__text *b = &f->out;
    int k;
    if (row == 0 || row > AMP__VEC_SHORT_ROW || f->joined || o->one || o->bounds[last] == NULL
        || !amp__vec_own_stores(f->levels, o, f->own, &f->own_count)) {
        f->own_count = 0;
        return;
    }
    k = f->own_count;
    f->own_count = 0;
    amp__text_puts(b, "if (AMP__VEC_WHOLE_ROWS ");
    for (; f->own_count < k; f->own_count++) {
        amp__vec_unparse_fits(f, b, f->own[f->own_count]);
    }
    for (k = 0; k <= last; k++) {
        if (splits[k] != NULL) {
            amp__text_printf(b, o->bounds[k] != NULL
                             ? "&& amp__inlow%d <= amp__low%d && amp__inhigh%d >= amp__high%d"
                             : "&& amp__inlow%d == 0 && amp__inhigh%d == amp__d%d", k, k, k, k);
        }
    }
    amp__text_printf(b, ") { int amp__in[amp__d%d] AMP__TILE_MEMORY; AMP__VEC_LOOP for (int "
                     "amp__l%d = 0; amp__l%d < amp__d%d; amp__l%d++) { ", last, last, last, last,
                     last);
    amp__text_printf(b, "amp__in[amp__l%d] = amp__l%d >= amp__low%d && amp__l%d < amp__high%d; } ",
                     last, last, last, last, last);
    for (k = 0; k <= last; k++) {
        f->whole = k == last;
        amp__vec_emit_loop_head(f, o, k, 0, 0, 0);
    }
    amp__text_puts(b, "{ ");
    amp__vec_emit_loop_body(f, o, used, written, tidx, 0, 0);
    amp__text_puts(b, "} } else ");
    f->whole = f->own_count = 0;
}

/* The sums that the loop o makes, as variables, none yet. */
static AMP__COLD void amp__vec_begin_sums(amp__vec_code *f, const amp__vec_op *o)
{
    int k;
    f->sum_count = amp__vec_find_sums(f->levels, o, f->sums);
    for (k = 0; k < f->sum_count; k++) {
        const char *type = amp__vec_type_of_sum(f, k);
        const struct amp__vec_summing *s = amp__vec_summing_at(f->c, f->sums[k]->from);
        amp__text_printf(&f->out, "%s%s amp__sum%d = %s; ", k == 0 ? "{ " : "", type, k,
                         type[0] == 'i' ? s->none : s->none_unsigned);
    }
}

/* Behind the loop: those that change something, each to its element. */
static AMP__COLD void amp__vec_end_sums(amp__vec_code *f)
{
    const int count = f->sum_count;
    amp__text *b = &f->out;
    int k;
    for (k = 0; k < count; k++) {
        const struct amp__vec_summing *s = amp__vec_summing_at(f->c, f->sums[k]->from);
        const amp__c_expr *to = amp__vec_summed_element(f->levels, f->sums[k]);
        const int name = amp__vec_name_of_element(f->tree, to);
        const char *type = amp__vec_type_of_sum(f, k);
        f->sum_count = 0;
        amp__text_printf(b, "if (amp__sum%d != (%s)(%s)) { (void)%s_fetch_%s(&", k, type,
                         type[0] == 'i' ? s->none : s->none_unsigned,
                         f->vars[f->note[name].var].kind == AMP__VEC_TILE ? "AMP__TILE"
                         : "amp_atomic", s->total);
        amp__vec_unparse(f, b, to->from, to->to, 0);
        amp__text_puts(b, ", (__typeof__(");
        amp__vec_unparse(f, b, to->from, to->to, 0);
        amp__text_printf(b, "))amp__sum%d); } ", k);
        f->sum_count = count;
    }
    f->sum_count = 0;
    amp__text_puts(b, count > 0 ? "} " : "");
}

/* A loop over the tile's threads: its bounds, what it needs from outside, its statements,
   what it keeps. strip: a loop over strips is around it. */
static AMP__COLD void amp__vec_emit_thread_loop(amp__vec_code *f, const amp__vec_op *o, int strip)
{
    char used[AMP__VEC_VARS] = { 0 }, written[AMP__VEC_VARS] = { 0 };
    int k, tidx = 0, reports = 0, leaves = 0, split = 0;
    amp__vec_bound *splits[AMP__C_RANKS] = { NULL };
    const int last = f->kernel->rank - 1, end = ++f->exit_label;
    amp__text *b = &f->out, ahead = amp__c_empty(&f->c->store);
    if (o->count == 0 && o->sum == 0) {
        return;
    }
    k = f->explicit_type;
    if (f->in_block && k && amp__vec_is_explicit(f, o, &k)) {
        amp__vec_emit_explicit_loop(f, o);
    }
    for (k = 0; k < o->count; k++) {
        amp__vec_collect_variables(f, used, written, amp__vec_stmt_from(o->list[k]),
                                   o->list[k]->to, &tidx);
        reports |= f->tree->reports
            && amp__vec_reports(f->tree, o->list[k]->from, o->list[k]->to) >= 0;
        leaves |= amp__vec_returns(f->tree, o->list[k]);
    }
    leaves |= reports;
    for (k = 0; k < o->rests; k++) {
        amp__vec_collect_variables(f, used, written, o->rest[k], o->rest_end[k], &tidx);
    }
    amp__vec_collect_variables(f, used, written, o->a, o->a_end, &tidx);
    amp__vec_line(f, b, o->count ? amp__vec_stmt_from(o->list[0]) : o->a);
    if (o->sum) {
        amp__text_printf(b, "int amp__c%d = 0; ", o->sum);
    }
    if (o->cases != NULL) {
        amp__text_printf(b, "int amp__e%d = -1; ", o->sum);
    }
    if (reports) {
        amp__text_printf(b, "{ int amp__r%d = 0; ", end);
    }
    amp__vec_begin_sums(f, o);
    amp__vec_spread_group(f, o);
    amp__text_puts(b, f->spread_count > 0 ? "{ AMP__VEC_ZERO(amp__zero) " : "");
    if (o->clipped) {
        amp__text_printf(b, "{ ");
        amp__vec_emit_bounds(f, o);
    }
    if (!strip) {
        amp__vec_emit_flags(f, o);
    }
    if (!leaves && !o->row && !o->sum && !o->one && !o->thread_limit && !f->in_block
        && !f->unrolled) {
        split = amp__vec_find_splits(f, o, splits);
    }
    if (split) {
        amp__text_puts(b, "{ ");
        for (k = 0; k <= last; k++) {
            amp__vec_emit_range(f, splits[k], k, k == last, "amp__inlow", "amp__inhigh");
        }
    }
    if (!strip) {
        ahead = amp__vec_prefetches(f, o);
        amp__vec_gather_prefetches(f, &ahead);
    }
    if (!strip && !leaves && !o->equal && !f->in_turns && (o->clipped || split)) {
        amp__vec_emit_whole_tile(f, o, splits, used, written, tidx);
        amp__vec_emit_whole_rows(f, o, splits, used, written, tidx);
    }
    for (k = strip ? last : 0; k < last; k++) {
        amp__vec_emit_loop_head(f, o, k, strip, reports, end);
    }
    if (split) {
        amp__text_puts(b, "{ ");
        amp__vec_emit_split_row(f, o, splits, strip, used, written, tidx);
        f->known_count = 0;
    } else if (o->row) {
        const amp__c_stmt *s = o->list[0];
        const amp__c_expr *to = amp__vec_assignment(f->levels, s)->child;
        const amp__vec_var *v = &f->vars[f->note[amp__vec_name_of_element(f->tree, to)].var];
        amp__text_puts(b, "{ ");
        amp__vec_unparse(f, b, v->spec, v->spec_end, 0);
        amp__text_printf(b, "amp__row[amp__d%d] AMP__TILE_MEMORY; ", last);
        amp__vec_emit_loop_head(f, o, last, 0, 0, end);
        amp__text_puts(b, "{ ");
        amp__vec_emit_loop_body(f, o, used, written, tidx, end, 1);
        amp__text_puts(b, "} ");
        amp__vec_emit_loop_head(f, o, last, 0, 0, end);
        amp__text_puts(b, "{ ");
        amp__vec_emit_loop_body(f, o, used, written, tidx, end, 2);
        amp__text_puts(b, "} ");
    } else {
        amp__vec_emit_loop_head(f, o, last, strip, reports, end);
        amp__text_puts(b, "{ ");
        amp__vec_emit_loop_body(f, o, used, written, tidx, end, 0);
    }
    if (leaves) {
        amp__text_printf(b, "amp__end%d: ; ", end);
    }
    amp__text_puts(b, o->clipped ? "} } " : "} ");
    amp__text_puts(b, split ? "} " : "");
    amp__text_puts(b, f->spread_count > 0 ? "} " : "");
    f->spread_count = 0;
    amp__vec_put_prefetches(b, "AMP__VEC_PREFETCH_LAST(", &ahead);
    amp__vec_end_sums(f);
    if (reports) {
        amp__text_printf(b, "if (amp__r%d != 0) { return -1; } } ", end);
    }
    amp__vec_end_generated_line(f);
}

#endif /* AMP_VECTORS_EMIT_LOOP_H */
