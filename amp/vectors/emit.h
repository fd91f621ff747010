/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_EMIT_H
#define AMP_VECTORS_EMIT_H
/*
amp/vectors/emit.h: the plan as C: what stands around and between the loops over a tile's threads.
*/

#include "blocked_arrangement.h"

/* Whether a loop halves or doubles its counter, as those over a tree do: it has few turns,
   and what they do is best known to the compiler turn by turn. */
static AMP__COLD int amp__vec_is_tree_loop(const amp__vec_tree *f, const amp__c_stmt *s)
{
    static const int changes[] = { AMP__C_DIVIDE_ASSIGN, AMP__C_MULTIPLY_ASSIGN,
        AMP__C_SHIFT_RIGHT_ASSIGN, AMP__C_SHIFT_LEFT_ASSIGN, 0 };
    int i = s->b;
    while (i < s->b_end && !amp__c_among(f->c, i, changes)) {
        i++;
    }
    return s->kind == AMP__C_FOR && i < s->b_end;
}

/* The most turns of such a loop that are written one by one: a tile has 1024 threads at most. And
   the most words of one. */
enum { AMP__VEC_TURNS = 10, AMP__VEC_TURN = 300 };

/* Whether the turns of the loop s are written one by one: its counter has values that the
   compiler knows, and no other loop or jump is in it but those of a step of a tree in a tile of
   more dimensions (shared_ranges.h). Compilers make them of such a loop only when they are done
   with vectors, and then the distances between elements come too late. */
static AMP__COLD int amp__vec_is_written_in_turns(const amp__vec_tree *f, const amp__c_stmt *s)
{
    static const int others[] = { AMP__C_FOR, AMP__C_WHILE, AMP__C_DO, AMP__C_BREAK,
            AMP__C_CONTINUE, AMP__C_RETURN, AMP__C_SWITCH, 0 };
    const int counter = s->init == NULL ? -1
        : f->note[s->init->kind == AMP__C_DECLARATION ? s->init->name : s->init->a].var;
    int i;
    if (!amp__vec_is_tree_loop(f, s) || counter < 0 || s->init->next != NULL
        || s->to - s->b_end > AMP__VEC_TURN) {
        return 0;
    }
    for (i = s->from + 1; i < s->to; i++) {
        if (i < s->b_end ? f->note[i].var >= 0 && f->note[i].var != counter
            : (amp__c_among(f->c, i, others) && f->body.origin[i] != AMP__VEC_GENERATED)
            || (f->note[i].var == counter && (f->note[i].flags & AMP__VEC_WRITTEN))) {
            return 0;
        }
    }
    return 1;
}

static AMP__COLD void amp__vec_emit_plan(amp__vec_code *f, const amp__vec_op *o, int strip);

/* The loop of tile level o, turn by turn, and what is left of it as a loop. */
static AMP__COLD void amp__vec_emit_turns(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt;
    amp__text *b = &f->out;
    int k;
    f->trees = f->in_turns = 1;
    f->loops_around++;
    amp__text_puts(b, "{ ");
    amp__vec_unparse(f, b, s->from + 2, s->a, 0);
    for (k = 0; k <= AMP__VEC_TURNS; k++) {
        amp__text_puts(b, k < AMP__VEC_TURNS ? "if (" : "for (; ");
        amp__vec_unparse(f, b, s->a, s->a_end, 0);
        if (k == AMP__VEC_TURNS) {
            amp__text_puts(b, "; ");
            amp__vec_unparse(f, b, s->b, s->b_end, 0);
        }
        amp__text_puts(b, ") { ");
        amp__vec_emit_plan(f, o->child, 0);
        if (k < AMP__VEC_TURNS) {
            amp__vec_unparse(f, b, s->b, s->b_end, 0);
            amp__text_puts(b, "; ");
        }
        amp__text_puts(b, "} ");
    }
    amp__text_puts(b, "} ");
    f->loops_around--;
    f->in_turns = 0;
}

/* What one turn of a loop does whose condition is compared at run time. A `continue` in it goes to
   its end, where the third part of a `for` or the condition of a `do` follows. */
static AMP__COLD void amp__vec_emit_turn(amp__vec_code *f, const amp__vec_op *o)
{
    amp__text_puts(&f->out, "{ ");
    amp__vec_emit_plan(f, o, 0);
    amp__text_printf(&f->out, "} amp__next%d: AMP__UNUSED; ", f->next_label);
}

/* A plan within a strip: of all its threads, or of threads [from, to) of it, two expressions. */
static AMP__COLD void amp__vec_emit_strip(amp__vec_code *f, const amp__vec_op *o, const char *from,
                                          const char *to)
{
    const int before = f->narrowed;
    f->narrowed = from != NULL;
    amp__text_puts(&f->out, "{ ");
    if (from != NULL) {
        amp__text_printf(&f->out, "const int amp__from = %s, amp__to = %s; ", from, to);
    }
    amp__vec_emit_plan(f, o, 1);
    amp__text_puts(&f->out, "} ");
    f->narrowed = before;
}

/* A condition around a plan within a strip: its bounds, where the strip's loop has not narrowed
   dimensions 0 to last - 1 by them; what the tile shares of it; the threads that are left, with a
   text of its own for a whole strip, whose length the compiler knows. */
static AMP__COLD void amp__vec_emit_strip_condition(amp__vec_code *f, const amp__vec_op *o,
                                                    int strip)
{
    const int last = f->kernel->rank - 1;
    amp__text *b = &f->out;
    int k;
    amp__text_puts(b, "{ ");
    if (strip) {
        amp__vec_emit_bounds(f, o);
    }
    for (k = 0; k < last && strip; k++) {
        if (o->bounds[k] != NULL) {
            amp__text_printf(b, "if (amp__l%d >= amp__low%d && amp__l%d < amp__high%d) ", k, k, k,
                             k);
        }
    }
    amp__vec_emit_rests(f, o, 0);
    if (o->bounds[last] == NULL) {
        amp__text_puts(b, "{ ");
        amp__vec_emit_plan(f, o->child, 1);
        amp__text_puts(b, o->other != NULL ? "} else { " : "} ");
        if (o->other != NULL) {
            amp__vec_emit_plan(f, o->other, 1);
            amp__text_puts(b, "} ");
        }
    } else {
        amp__text_printf(b, "{ const int amp__a = amp__low%d > %s ? amp__low%d : %s, "
                         "amp__b = amp__high%d < ", last, amp__vec_strip_from(f), last,
                         amp__vec_strip_from(f), last);
        amp__text_printf(b, "%s ? amp__high%d : %s; ", amp__vec_strip_to(f), last,
                         amp__vec_strip_to(f));
        if (!f->narrowed) {
            amp__text_puts(b, "if (amp__a == amp__s && amp__b == amp__s + amp__strip) ");
            amp__vec_emit_strip(f, o->child, NULL, NULL);
            amp__text_puts(b, "else ");
        }
        amp__text_puts(b, "if (amp__a < amp__b) ");
        amp__vec_emit_strip(f, o->child, "amp__a", "amp__b");
        amp__text_puts(b, "} ");
    }
    amp__text_puts(b, "} ");
}

/* What the first thread of the strip needs for what v begins with, which is declared by s; and for
   the end of the loop s that it counts. */
static AMP__COLD void amp__vec_emit_first_thread(amp__vec_code *f, const amp__vec_var *v,
                                                 const amp__c_stmt *s)
{
    char used[AMP__VEC_VARS] = { 0 }, none[AMP__VEC_VARS] = { 0 };
    amp__vec_op nothing;
    int tidx = 0;
    memset(&nothing, 0, sizeof(nothing));
    amp__vec_collect_variables(f, used, none, v->init, v->init_end, &tidx);
    if (s->kind == AMP__C_FOR) {
        amp__vec_collect_variables(f, used, none, s->a, s->a_end, &tidx);
    }
    used[v - f->vars] = 0;
    amp__text_printf(&f->out, "const int amp__l%d = %s; ", f->kernel->rank - 1,
                     amp__vec_strip_from(f));
    amp__vec_emit_loop_body(f, &nothing, used, none, tidx, 0, 0);
}

/* A variable that all threads of a row share: the first thread of the strip finds its value. */
static AMP__COLD void amp__vec_emit_of_row(amp__vec_code *f, const amp__vec_op *o)
{
    const int n = o->by_row - 1;
    const amp__vec_var *v = &f->vars[n];
    amp__text *b = &f->out;
    amp__vec_line(f, b, v->name);
    amp__vec_type_of(f, b, v, 1);
    amp__vec_name(f, b, n, 0);
    amp__text_puts(b, " AMP__UNUSED; { ");
    amp__vec_emit_first_thread(f, v, o->stmt);
    amp__vec_name(f, b, n, 0);
    amp__text_puts(b, " = ");
    amp__vec_unparse(f, b, v->init, v->init_end, 1);
    amp__text_puts(b, "; } ");
}

/* What is done once for all threads of the tile, or of a row. */
static AMP__COLD void amp__vec_emit_once(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt;
    amp__text *b = &f->out;
    if (o->by_row) {
        amp__vec_emit_of_row(f, o);
        return;
    }
    if (s->kind == AMP__C_DECLARATION) {
        const amp__vec_var *v = &f->vars[f->note[s->name].var];
        amp__vec_line(f, b, v->name);
        amp__vec_type_of(f, b, v, 0);
        amp__vec_name(f, b, f->note[s->name].var, 0);
        amp__vec_unparse(f, b, v->dims, v->dims_end, 0);
        amp__text_printf(b, " AMP__UNUSED");
        if (v->init) {
            amp__text_printf(b, " = ");
            amp__vec_unparse(f, b, v->init, v->init_end, 0);
        }
    } else if (s->kind == AMP__C_IF) { /* a jump of all threads */
        amp__text_puts(b, "if (");
        amp__vec_unparse(f, b, s->a, s->a_end, 0);
        amp__text_puts(b, amp__c_inside(s->child)->kind == AMP__C_BREAK ? ") { break; } "
                       : ") { continue; } ");
        return;
    } else {
        amp__vec_unparse(f, b, s->a, s->a_end, 0);
    }
    amp__text_printf(b, "; ");
}

/* The loop o, several turns at once, as long as there are so many that all threads of the strip
   have. at: how its counter is called, with the number of that; amp__t is the counter of the first
   of the turns. */
static AMP__COLD void amp__vec_emit_joined_turns(amp__vec_code *f, const amp__vec_op *o,
                                                 const amp__vec_turns *t, const char *at)
{
    const int n = t->counter;
    amp__text *b = &f->out;
    amp__vec_put_width(f, t->sum, 2);
    amp__text_printf(b, ", amp__rows = %d }; if (AMP__VEC_EXPLICIT && amp__w > 1 && "
                     "amp__strip %% amp__w == 0", t->sums == 1 ? 8 : 4);
    amp__vec_put_apart(f, t);
    amp__text_puts(b, ") { AMP__VEC_TYPES(");
    amp__vec_type_of(f, b, &f->vars[t->sum], 1);
    amp__text_printf(b, ") for (; (long long)(");
    amp__vec_put_loop_end(f, o->stmt, n, 0);
    amp__text_printf(b, " - %s%d >= ", at, n);
    amp__text_printf(b, o->lockstep ? "amp__strip" : "1");
    amp__text_puts(b, " + (amp__rows - 1LL) * (");
    amp__vec_put_step(f, t);
    amp__text_printf(b, "); %s%d += amp__rows * (", at, n);
    amp__vec_put_step(f, t);
    amp__text_puts(b, ")) { ");
    if (o->lockstep) {
        amp__text_printf(b, "const int amp__t%d = amp__u%d; ", n, n);
    }
    amp__text_puts(b, "for (int amp__h = amp__s; amp__h < amp__s + amp__strip; amp__h += amp__w) "
                   "{ ");
    amp__vec_declare_block(f);
    f->turns = t;
    f->of_blocks = 1;
    f->explicit_type = t->type;
    amp__vec_emit_plan(f, o->child, 1);
    f->of_blocks = f->explicit_type = 0;
    f->turns = NULL;
    amp__text_puts(b, "} } } } ");
}

/* A loop in lockstep. amp__u is the counter of the strip's first thread, amp__f, which has the most
   turns; the threads that still have a turn are so many as numbers are left up to the end. */
static AMP__COLD void amp__vec_emit_lockstep(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt;
    const int n = o->lockstep - 1;
    const amp__vec_var *v = &f->vars[n];
    const amp__c_expr *step = amp__vec_loop_step(f->levels, s, n);
    amp__vec_turns turns;
    amp__text *b = &f->out, ahead;
    amp__text_printf(b, "{ const int amp__f%d = %s; long long amp__m%d; int amp__u%d; { ", n,
                     amp__vec_strip_from(f), n, n);
    amp__vec_emit_first_thread(f, v, s);
    amp__text_printf(b, "amp__m%d = (long long)(", n);
    amp__vec_put_loop_end(f, s, n, 1);
    amp__text_printf(b, "; amp__u%d = ", n);
    amp__vec_unparse(f, b, v->init, v->init_end, 1);
    amp__text_puts(b, "; } ");
    if (amp__vec_can_join_turns(f, o, &turns)) {
        amp__vec_emit_joined_turns(f, o, &turns, "amp__u");
    }
    amp__text_printf(b, "for (;; amp__u%d ", n);
    if (step->kind == AMP__C_PREFIX || step->kind == AMP__C_POSTFIX) {
        amp__text_puts(b, "++) { ");
    } else {
        amp__text_puts(b, "+= (");
        amp__vec_unparse(f, b, step->from, step->to, 0);
        amp__text_puts(b, ")) { ");
    }
    amp__text_printf(b, "const int amp__w%d = amp__clip(%s - amp__f%d, amp__m%d - amp__u%d); if (",
                     n, amp__vec_strip_to(f), n, n, n);
    if (amp__vec_scalar_loop_condition(f->tree, s->from) >= 0) {
        amp__vec_put_scalar_condition(f, b, 0);
    }
    amp__text_printf(b, "amp__w%d == 0) { break; } ", n);
    if (!f->narrowed) {
        ahead = amp__vec_prefetches_of_turn(f, s, n, step);
        amp__text_printf(b, "if (amp__w%d == amp__strip) { ", n);
        amp__vec_put_prefetches(b, "AMP__VEC_PREFETCH_FIRST(", &ahead);
        amp__vec_emit_strip(f, o->child, NULL, NULL);
        amp__vec_put_prefetches(b, "AMP__VEC_PREFETCH_LAST(", &ahead);
        amp__text_puts(b, "} else ");
    }
    {
        char from[32], to[64];
        (void)snprintf(from, sizeof(from), "amp__f%d", n);
        (void)snprintf(to, sizeof(to), "amp__f%d + amp__w%d", n, n);
        amp__vec_emit_strip(f, o->child, from, to);
    }
    amp__text_puts(b, "} } ");
}

/* The uniform loop o, or the condition around one, where all threads of the tile have it, around a
   block of threads. What they keep is in a small array for the time of the loop: eight vectors of a
   sum, say, that are added to by turns, so that none waits for the one before. Its addresses are
   constants; where the number of turns is known, compilers keep it in registers (gcc, where no copy
   to it becomes a memcpy: compile.h).

       rank 2: rows y to y + rows - 1       rank 1: parts of a row
       . . . s s s s s s s s . . .          . . s s s s|s s s s . . .
       . . . s s s s s s s s . . .              w       w              */
static AMP__COLD void amp__vec_emit_block(amp__vec_code *f, const amp__vec_op *o,
                                          const char *written, int count)
{
    const int last = f->kernel->rank - 1;
    int most = count == 1 ? 8 : count <= 3 ? 4 : count <= 6 ? 2 : 1;
    amp__text *b = &f->out;
    int k, n, type = 0, rows = 0, opened = 0;
    for (n = 0; !f->blocked[n]; n++) {
    }
    f->row_counter = amp__vec_row_counter_of(f, o);
    f->explicit_type = amp__vec_is_of_vectors(f, o->child, o->stmt->kind == AMP__C_FOR, &type,
                                              &rows)
        && amp__vec_element_type(f, &f->vars[n]) == type ? type : 0;
    f->row_counter = 0;
    most = f->explicit_type && rows && most > 2 ? 2 : most; /* a row is so many vectors by itself */
    k = f->explicit_type ? 2 : o->stmt->kind == AMP__C_IF && last > 0;
    amp__vec_put_width(f, n, k);
    amp__text_printf(b, ", amp__many = amp__d%d%s, amp__rows = ", last > 0 ? last - 1 : 0,
                     last > 0 ? "" : " / amp__w");
    for (k = most; k > 1; k /= 2) {
        amp__text_printf(b, "amp__many %% %d == 0 ? %d : ", k, k);
    }
    amp__text_printf(b, "1 }; if (amp__w > 1 && amp__d%d %% amp__w == 0", last);
    (void)amp__vec_put_whole(f, o->bounds, "", " && ");
    amp__text_puts(b, ") { ");
    if (f->explicit_type) {
        amp__text_puts(b, "AMP__VEC_TYPES(");
        amp__vec_type_of(f, b, &f->vars[n], 1);
        amp__text_puts(b, ") ");
    }
    for (k = 0; k < last - 1; k++) {
        amp__text_printf(b, "for (int amp__l%d = 0; amp__l%d < amp__d%d; amp__l%d++) ", k, k, k, k);
    }
    if (last > 0) {
        amp__text_printf(b, "for (int amp__y = 0; amp__y < amp__d%d; amp__y += amp__rows) ",
                         last - 1);
    }
    amp__text_printf(b, "for (int amp__s = 0; amp__s < amp__d%d; amp__s += amp__w%s) { ", last,
                     last > 0 ? "" : " * amp__rows");
    amp__vec_declare_block(f);
    amp__vec_emit_block_moves(f, o, written, 0);
    f->of_blocks = 1;
    if (o->stmt->kind == AMP__C_FOR) {
        opened = amp__vec_emit_row_turns(f, o);
    } else {
        amp__vec_emit_rests(f, o, 0);
    }
    amp__text_puts(b, "{ ");
    amp__vec_emit_plan(f, o->child, 1);
    f->of_blocks = f->explicit_type = 0;
    amp__text_puts(b, opened ? "} } " : "} ");
    amp__vec_emit_block_moves(f, o, written, 1);
    amp__text_puts(b, "} } else ");
}

/* The masked loop o, in the strip that is written: amp__w threads at a time, side by side, as long
   as one of them has a turn; or as long as all have one, or a quarter of them, and then each by
   itself. For that time what they use
   is in small arrays. Threads that the strip lacks have no turn. */
static AMP__COLD void amp__vec_emit_masked(amp__vec_code *f, const amp__vec_op *o)
{
    const amp__c_stmt *s = o->stmt;
    const int last = f->kernel->rank - 1;
    amp__vec_levels turn;
    const int many = o->masked == AMP__VEC_WHILE_MANY;
    const int counter = o->masked == AMP__VEC_WHILE_ANY ? -1
        : amp__vec_common_counter(f->levels, s, &turn);
    const char *const masked = counter < 0 && amp__vec_has_elements(f->tree, s)
        ? "AMP__VEC_MASKED_READS" : "AMP__VEC_MASKED";
    char used[AMP__VEC_VARS] = { 0 }, written[AMP__VEC_VARS] = { 0 };
    char head[AMP__VEC_VARS] = { 0 }, first[AMP__VEC_VARS] = { 0 };
    const char nothing[AMP__VEC_VARS] = { 0 };
    amp__text *b = &f->out;
    int n, tidx = 0;
    amp__vec_collect_variables(f, used, written, s->from, s->to, &tidx);
    amp__vec_collect_variables(f, head, first, s->kind == AMP__C_DO ? s->a_end : s->from, s->a_end,
                               &tidx);
    f->masked = ++f->exit_label;
    f->gathers |= amp__vec_has_elements(f->tree, s);
    amp__text_puts(b, "{ enum { amp__w = AMP__VEC_MASKED_LANES(");
    if (f->levels->in_rows || f->joined) {
        amp__text_puts(b, "AMP__ROW_LENGTH");
    } else {
        amp__text_printf(b, "amp__d%d", last);
    }
    amp__text_printf(b, ") }; const int amp__till = %s; if (%s) { for (int amp__h = %s; amp__h < "
                     "amp__till; amp__h += amp__w) { const int amp__there = amp__till - amp__h < "
                     "amp__w ? amp__till : amp__h + amp__w; int amp__on[amp__w] AMP__TILE_MEMORY = "
                     "{ 0 }; ", amp__vec_strip_to(f), masked, amp__vec_strip_from(f));
    for (n = 0; n < f->tree->var_count; n++) {
        const amp__vec_var *v = &f->vars[n];
        const int storage = f->place[n].storage;
        int kept = storage == AMP__VEC_EXPANDED;
        if (storage == AMP__VEC_REMATERIALISED && !f->place[n].lockstep) { /* but for indices */
            (void)amp__vec_is_masked_type(f->levels, v, &kept);
            kept |= amp__vec_divides(f->tree, v->init, v->init_end); /* not for absent threads */
        }
        f->blocked[n] = used[n] && v->kind == AMP__VEC_LOCAL
            && (kept || (storage == AMP__VEC_IN_LOOP && !amp__vec_is_declared_in(s, v)));
        first[n] = f->blocked[n] && (kept || first[n]);
        if (f->blocked[n]) {
            amp__vec_declare_kept(f, 'b', n, "[amp__w] AMP__TILE_MEMORY = { 0 }; ");
        }
    }
    f->in_block = 1;
    amp__vec_emit_row_head(f, counter < 0 ? "AMP__VEC_ROLLED AMP__VEC_LOOP " : "AMP__VEC_LOOP ",
                           "amp__there");
    amp__vec_emit_loop_body(f, o->child, used, first, tidx, 0, 3);
    amp__text_puts(b, "} for (;;) { int amp__turns = 0; AMP__VEC_ROLLED AMP__VEC_LOOP for (int "
                   "amp__x = 0; amp__x < amp__w; amp__x++) { amp__turns += amp__on[amp__x]; } "
                   "if (");
    amp__text_printf(b, "%s) { break; } ", counter < 0 ? "amp__turns == 0"
                     : many ? "amp__turns < amp__w / 4 || amp__there < amp__h + amp__w"
                     : "amp__turns < amp__w");
    f->counter = counter;
    if (counter >= 0) {
        amp__text_puts(b, "const int amp__count = ");
        amp__vec_put_array(f, b, 'b', counter, -1);
        amp__text_puts(b, "[0]; ");
    }
    if (many) {
        amp__text_printf(b, "int amp__in = 1; for (int amp__l%d = amp__h; amp__l%d < amp__h + "
                         "amp__w; amp__l%d += amp__w - 1) { ", last, last, last);
        amp__vec_emit_loop_body(f, o->child, used, nothing, tidx, 0, 8);
        amp__text_puts(b, "} if (!amp__in) { break; } ");
    }
    amp__vec_emit_loop_head(f, o->child, last, 1, 0, 0);
    amp__text_puts(b, "{ ");
    amp__vec_emit_loop_body(f, o->child, used, written, tidx, 0, counter < 0 ? 4 : many ? 7 : 5);
    amp__text_puts(b, "} } ");
    if (counter >= 0) { /* what each has left */
        f->masked = ++f->exit_label;
        amp__vec_emit_row_head(f, "", "amp__there");
        amp__vec_emit_loop_body(f, o->child, used, written, tidx, 0, 6);
        amp__text_puts(b, "} ");
    }
    for (n = 0; n < f->tree->var_count; n++) {
        if (f->blocked[n] && written[n] && f->place[n].storage == AMP__VEC_EXPANDED) {
            amp__vec_emit_move(f, n, "amp__there", 1);
        }
    }
    f->in_block = f->masked = 0;
    amp__text_puts(b, "} } else { ");
    amp__vec_emit_plan(f, o->child, 1);
    amp__text_puts(b, "} } ");
}

/* A statement that goes outside of a loop over a strip of threads. strip: that loop is around it
   already. */
static AMP__COLD void amp__vec_emit_strips(amp__vec_code *f, const amp__vec_op *o, int strip)
{
    const int last = f->kernel->rank - 1;
    const amp__c_stmt *s = o->stmt;
    amp__text *b = &f->out;
    int k, joined = 0;
    amp__vec_turns turns;
    char written[AMP__VEC_VARS] = { 0 };
    int count, block = !strip && !f->joined && amp__vec_can_block(f, o, written, &count);
    amp__vec_line(f, b, s->from);
    if (!strip && amp__vec_emit_items(f, o)) {
        amp__vec_end_generated_line(f);
        return;
    }
    if (block) { /* in front of what a row has that is no whole number of vectors */
        amp__text_puts(b, "{ ");
        amp__vec_emit_bounds(f, o);
        amp__vec_emit_block(f, o, written, count);
    }
    if (!strip) {
        const int row = amp__vec_row_length(f->tree);
        f->narrow = o->wide == AMP__VEC_LONG_STRIP ? f->joined
            : o->wide != AMP__VEC_ROW_STRIP || (row > 0 && row <= AMP__VEC_SHORTEST_STRIP);
        amp__text_puts(b, "{ ");
        if (o->wide == AMP__VEC_ROW_STRIP || (o->wide == AMP__VEC_LONG_STRIP && !f->joined)) {
            amp__text_printf(b, o->wide == AMP__VEC_ROW_STRIP ? "const int amp__strip = amp__d%d; "
                             : "enum { amp__strip = amp__d%d %% AMP__ROW_LENGTH == 0 ? "
                             "AMP__ROW_LENGTH : amp__strip }; ", last);
        }
        if (!block) {
            amp__vec_emit_bounds(f, o);
        }
        for (k = 0; k < last; k++) {
            amp__vec_emit_loop_head(f, o, k, 0, 0, 0);
        }
        amp__text_printf(b, "for (int amp__s = 0; amp__s < amp__d%d; amp__s += amp__strip) ", last);
    }
    if (s->kind == AMP__C_IF) {
        amp__vec_emit_strip_condition(f, o, strip);
    } else if (o->lockstep) {
        amp__vec_emit_lockstep(f, o);
    } else if (o->masked) {
        amp__vec_emit_masked(f, o);
    } else {
        if (o->by_row) {
            amp__text_puts(b, "{ ");
            amp__vec_emit_first_thread(f, &f->vars[o->by_row - 1], s);
        }
        if (!block && amp__vec_can_join_turns(f, o, &turns)) {
            joined = 1;
            amp__text_printf(b, "{ int amp__t%d = ", turns.counter);
            amp__vec_unparse(f, b, s->init->value, s->init->value_end, 0);
            amp__text_puts(b, "; ");
            amp__vec_emit_joined_turns(f, o, &turns, "amp__t");
            amp__text_puts(b, "for (int ");
            amp__vec_name(f, b, turns.counter, 0);
            amp__text_printf(b, " = amp__t%d; ", turns.counter);
            amp__vec_unparse(f, b, s->a, s->b_end + 1, 0);
        } else if (f->of_blocks) {
            joined = amp__vec_emit_row_turns(f, o);
        } else {
            amp__text_puts(b, "AMP__VEC_AROUND ");
            amp__vec_unparse(f, b, s->from, s->b_end + 1, o->by_row != 0); /* for (...) */
        }
        amp__text_puts(b, "{ ");
        amp__vec_emit_plan(f, o->child, 1);
        amp__text_puts(b, o->by_row || joined ? "} } " : "} ");
    }
    amp__text_puts(b, strip ? "" : "} ");
    amp__text_puts(b, block ? "} } " : "");
    amp__vec_end_generated_line(f);
}

/* The plan from o on. strip: inside a loop over strips. */
static AMP__COLD void amp__vec_emit_plan(amp__vec_code *f, const amp__vec_op *o, int strip)
{
    amp__text *b = &f->out;
    for (; o != NULL; o = o->next) {
        const amp__c_stmt *s = o->stmt;
        if (o->kind == AMP__VEC_LANES) {
            if (f->of_blocks) {
                amp__vec_emit_block_head(f);
            }
            f->in_block = f->of_blocks;
            amp__vec_emit_thread_loop(f, o, strip);
            amp__text_puts(b, f->of_blocks ? "} " : "");
            f->in_block = 0;
            continue;
        }
        if (o->kind == AMP__VEC_UNIFORM) {
            amp__vec_emit_once(f, o);
            continue;
        }
        if (o->kind == AMP__VEC_STRIPS) {
            amp__vec_emit_strips(f, o, strip);
            continue;
        }
        amp__vec_line(f, b, s->from);
        switch (s->kind) {
        case AMP__C_BREAK:
            amp__text_printf(b, "break; ");
            break;
        case AMP__C_CONTINUE:
            if (f->next_label != 0) {
                amp__text_printf(b, "goto amp__next%d; ", f->next_label);
            } else {
                amp__text_printf(b, "continue; ");
            }
            break;
        case AMP__C_RETURN:
            amp__text_printf(b, "return 0; ");
            break;
        case AMP__C_CASE:
            if (f->schedule->section[s->number] > 0) {
                amp__text_printf(b, "case %d: ; ", f->schedule->section[s->number]);
            } else if (f->schedule->section[s->number] == 0) {
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, "; ");
            }
            break;
        case AMP__C_PHASE:
        case '{':
            amp__text_printf(b, "{ ");
            if (o->thread_limit) {
                amp__text_printf(b, "const int amp__n%d = (", o->thread_limit);
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, "); ");
            }
            amp__vec_emit_plan(f, o->child, 0);
            amp__text_printf(b, "} ");
            break;
        case AMP__C_IF:
        case AMP__C_SWITCH:
            if (s->kind == AMP__C_SWITCH && o->test != NULL) {
                amp__text_printf(b, "{ ");
                amp__vec_emit_thread_loop(f, o->test, 0);
                amp__text_printf(b, "if (amp__c%d != amp__e%d) { return %d; } switch (amp__c%d) { ",
                                 o->test->sum, o->test->sum,
                                 o->may_diverge ? -1 : f->c->t[s->from].line, o->test->sum);
            } else if (o->test != NULL) {
                amp__text_printf(b, "{ ");
                amp__vec_emit_thread_loop(f, o->test, 0);
                amp__text_printf(b, "if (amp__c%d != 0 && amp__c%d != amp__n) { return %d; } if "
                                 "(amp__c%d != 0) { ", o->test->sum, o->test->sum,
                                 o->may_diverge ? -1 : f->c->t[s->from].line, o->test->sum);
            } else {
                amp__text_printf(b, s->kind == AMP__C_IF ? "if (" : "switch (");
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, ") { ");
            }
            amp__vec_emit_plan(f, o->child, 0);
            amp__text_printf(b, "} ");
            if (o->other != NULL) {
                amp__text_printf(b, "else { ");
                amp__vec_emit_plan(f, o->other, 0);
                amp__text_printf(b, "} ");
            }
            if (o->test != NULL) {
                amp__text_printf(b, "} ");
            }
            break;
        default: {
            const int outer = f->next_label;
            f->next_label = 0;
            f->loops_around++;
            if (o->test == NULL && s->kind == AMP__C_DO) {
                amp__text_printf(b, "do { ");
                amp__vec_emit_plan(f, o->child, 0);
                amp__text_printf(b, "} while (");
                amp__vec_put_scalar_condition(f, b, 0);
                amp__vec_unparse(f, b, s->a, s->a_end, 0);
                amp__text_printf(b, "); ");
            } else if (o->test == NULL && amp__vec_is_written_in_turns(f->tree, s)) {
                amp__vec_emit_turns(f, o);
            } else if (o->test == NULL) {
                if (amp__vec_is_tree_loop(f->tree, s)) {
                    amp__text_printf(b, "AMP__VEC_UNROLL ");
                }
                amp__text_puts(b, "AMP__VEC_AROUND ");
                amp__vec_unparse(f, b, s->from,
                                 s->kind == AMP__C_FOR ? s->b_end + 1 : s->a_end + 1, 0);
                amp__text_printf(b, "{ ");
                amp__vec_emit_plan(f, o->child, 0);
                amp__text_printf(b, "} ");
            } else {
                f->next_label = ++f->exit_label;
                amp__text_printf(b, "{ ");
                amp__vec_emit_plan(f, o->init, 0);
                amp__text_printf(b, "for (;;) { ");
                if (s->kind == AMP__C_DO) {
                    amp__vec_emit_turn(f, o->child);
                }
                amp__vec_emit_thread_loop(f, o->test, 0);
                amp__text_printf(b, "if (amp__c%d != 0 && amp__c%d != amp__n) { return %d; } if "
                                 "(amp__c%d == 0) { break; } ", o->test->sum, o->test->sum,
                                 o->may_diverge ? -1 : f->c->t[s->from].line, o->test->sum);
                if (s->kind != AMP__C_DO) {
                    amp__vec_emit_turn(f, o->child);
                }
                amp__vec_emit_plan(f, o->step, 0);
                amp__text_printf(b, "} } ");
            }
            f->loops_around--;
            f->next_label = outer;
        }
        }
        amp__vec_end_generated_line(f);
    }
}

#endif /* AMP_VECTORS_EMIT_H */
