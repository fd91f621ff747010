/* SPDX-License-Identifier: MIT */
#ifndef SEED_H
#define SEED_H
/*
seed.h: from a seed to a kernel: its data, and what the threads of a tile do together.
*/
#include "shapes.h"

/* ---- statements of a tile ---------------------------------------------------- */

/* How arrays are used until the next barrier. */
static void draw_modes(context *c)
{
    int k;
    memset(c, 0, sizeof(*c));
    c->solo_lane = (int)draw((unsigned)the.threads);
    for (k = 0; k < the.tile_arrays; k++) {
        const array *a = &the.tile_array[k];
        const int scalar = a->type == UINT || a->type == INT || a->type == FLOAT;
        const int mode = (int)draw(10);
        c->mode[k] = a->counter ? NONE : mode < 4 && a->cells >= the.threads ? OWN
            : mode < 7 ? READ : mode < 9 && scalar ? ATOMIC : SOLO;
        c->op[k] = atomic_kind(a->type);
    }
    for (k = 0; k < the.views; k++) {
        const view *v = &the.view[k];
        c->view_mode[k] = v->kind == BINS ? ATOMIC : v->kind != GRID && v->kind != LINE ? NONE
            : the.flat || chance(60) ? OWN : READ;
        c->view_op[k] = v->atomic;
    }
}

/* Which fence the barrier behind a segment needs: all, or that of the one memory that
   was used. */
static int fence_of(const context *c)
{
    return chance(50) ? 0 : !c->uses_global ? 2 : !c->uses_tile ? 1 : 0;
}

static char *uniform_below(int n)
{
    context c;
    memset(&c, 0, sizeof(c));
    c.uniform = 1;
    return chance(40) ? text("%d", (int)draw((unsigned)n))
        : text("(int)(%s %% %uu)", uint_(&c, 2), (unsigned)n);
}

static char *uniform_condition(void)
{
    context c;
    memset(&c, 0, sizeof(c));
    c.uniform = 1;
    return condition(&c, 1);
}

/* What makes of a condition or a bound one that only comparing all threads shows to be one. */
static const char *unproven(void) { return the.host && chance(25) ? "$Z;" : ""; }

static node *segment(int front)
{
    context c;
    node *n = new_node(SEGMENT, NULL);
    draw_modes(&c);
    if (!the.flat && chance(15)) {
        n->first_only = 1;
        n->head = uniform_below(the.threads + 1);
    }
    statements(&c, n, 1 + (int)draw(4), 2);
    n->fence = front ? 0 : fence_of(&c);
    return n;
}

/* A line of each thread as a segment of its own. */
static node *line_segment(char *line)
{
    node *n = new_node(SEGMENT, NULL);
    add(n, new_node(LINE_OF_TEXT, line))->number = 0;
    return n;
}

/* A tile array of unsigned in one dimension, with an element a thread at least; -1. */
static int row_array(void)
{
    int k;
    PICK(k, the.tile_arrays, the.tile_array[k].type == UINT && the.tile_array[k].rank == 1
         && the.tile_array[k].cells >= the.threads && !the.tile_array[k].counter);
    return k;
}

/* What kernels are made of: a reduction, a scan, tickets. NULL: not with this kernel. */
static node *pattern(void)
{
    const int t = row_array(), i = serial + 1, before = local_count;
    int n = 1, v, counter;
    node *l;
    context c;
    serial += 2;
    if (t < 0) {
        return NULL;
    }
    while (n * 2 <= the.threads) {
        n *= 2;
    }
    PICK(v, the.vars, the.var[k].type == UINT);
    PICK(counter, the.tile_arrays, the.tile_array[k].counter);
    switch (draw(3)) {
    case 0:
        l = new_node(TILE_BLOCK, text("for (int x%d = %d; x%d > 0; x%d /= 2)", i, n / 2, i, i));
        if (chance(50)) {
            node *s = line_segment(text("$T%d;[lane] += $T%d;[lane + x%d];", t, t, i));
            s->first_only = 1;
            s->head = text("x%d", i);
            add(l, s);
        } else {
            add(l, line_segment(text("if (lane < x%d) { $T%d;[lane] ^= $T%d;[lane + x%d] * 3u; }",
                                     i, t, t, i)));
        }
        return l;
    case 1:
        if (v < 0) {
            return NULL;
        }
        l = new_node(TILE_BLOCK, text("for (int x%d = 1; x%d < %d; x%d *= 2)", i, i,
                                      the.threads, i));
        add(l, line_segment(text("$v%d; = lane >= x%d ? $T%d;[lane - x%d] : 0u;", v, i, t, i)));
        add(l, line_segment(text("$T%d;[lane] += $v%d;;", t, v)));
        return l;
    default:
        if (v < 0 || counter < 0) {
            return NULL;
        }
        l = new_node(GROUP, NULL);
        draw_modes(&c);
        memset(c.mode, 0, sizeof(c.mode));
        add(l, line_segment(text("if (lane == 0) { $T%d;[0] = 0u; }", counter)))->number = 0;
        add(l, line_segment(form(&c, 1, text("if (@c) { const int x%d = "
            "$<(int)amp_atomic_fetch_inc(&$T%d;[0])$|(int)$T%d;[0]++$>; $T%d;[x%d] = @l; }", i,
            counter, counter, t, i))))->number = 0;
        add(l, line_segment(text("for (int x%d = 0; x%d < (int)$T%d;[0]; x%d++) { $v%d; += "
            "$T%d;[x%d]; }", i, i, counter, i, v, t, i)))->number = 0;
        add(l, line_segment(text("$T%d;[lane] = $v%d;;", t, v)))->number = 0;
        local_count = before;
        return l;
    }
}

/* All threads end the turn of a loop, or the loop, between two barriers of it. */
static void leave_turn(node *loop, int front)
{
    if (the.host && chance(40)) {
        char *condition = uniform_condition();
        const char *also = unproven(), *leave = chance(70) ? "continue" : "break";
        add(loop, new_node(TILE_LINE, text("if (%s%s) { %s; }", condition, also, leave)));
        add(loop, segment(front));
    }
}

/* Conditions of the tile around a barrier: thirty in each other, or two hundred one behind the
   other, of which the last ones are taken as often as the first. */
static node *deep(int front)
{
    const int chain = chance(50);
    node *all = new_node(TILE_BLOCK, text("%s", "")), *to = all;
    char *x = text("n%d", ++serial);
    int k, n = chain ? 60 + (int)draw(141) : 30;
    add(all, new_node(TILE_LINE, text("const int %s = %s;", x, uniform_below(n))))->number = 0;
    for (k = 0; k < n; k++) {
        node *next = new_node(TILE_CHOICE, chain
            ? text("%sif (%s == %d%s)", k > 0 ? "else " : "", x, k, unproven())
            : text("if (%s != %d%s)", x, k * 7, unproven()));
        next->number = 0;
        if (chain && k > 0) {
            to->others = next;
        } else {
            add(to, next);
        }
        to = next;
        if (chain) {
            if (the.shareds > 0) {
                add(to, new_node(TILE_LINE, text("$u0; += %du;", 3 * k + 1)));
            }
            add(to, k % 40 == 7 ? segment(front) : new_node(WAIT, NULL));
        }
    }
    if (!chain) {
        add(to, segment(front));
    }
    return all;
}

/* Segments, and what all threads do alike around them. in_loop: a `break` may stand here;
   front: segments begin with their barrier. */
static void tile_statements(node *parent, int count, int depth, int in_loop, int front)
{
    const int before = local_count;
    for (; count > 0; count--) {
        node *n = the.host && depth > 1 && chance(4) ? deep(front) : NULL, *inner;
        context c;
        const char *x;
        char *bound;
        int k;
        switch (n != NULL ? 16 : depth > 0 ? draw(16) : 7 + draw(9)) {
        case 0: case 1: case 2: { /* a loop; some begin with a barrier */
            const int begins = front || chance(40);
            bound = uniform_below(4);
            x = new_local(INT, 1, 1);
            n = new_node(begins && !front ? FRONT_LOOP : TILE_BLOCK,
                         text("for (int %s = 0; %s <= %s%s; %s++)", x, x, bound, unproven(), x));
            tile_statements(n, 1 + (int)draw(3), depth - 1, 1, begins);
            leave_turn(n, begins);
            local_count--;
            break;
        }
        case 3:
            bound = uniform_condition();
            n = new_node(TILE_CHOICE, text("if (%s%s)", bound, unproven()));
            tile_statements(n, 1 + (int)draw(2), depth - 1, in_loop, front);
            if (chance(50)) {
                n->others = new_node(TILE_BLOCK, text("else"));
                tile_statements(n->others, 1, depth - 1, in_loop, front);
            }
            break;
        case 4:
            n = new_node(TILE_BLOCK, text("%s", ""));
            x = text("n%d", ++serial);
            add(n, new_node(TILE_LINE, text("int %s = %s;", x, uniform_below(4))))->number = 0;
            inner = add(n, new_node(front || chance(60) ? TILE_BLOCK : FRONT_LOOP,
                                    text("while (%s > 0)", x)));
            add(inner, new_node(TILE_LINE, text("%s--;", x)))->number = 0;
            tile_statements(inner, 1 + (int)draw(2), depth - 1, 1,
                            front || inner->kind == FRONT_LOOP);
            leave_turn(inner, front || inner->kind == FRONT_LOOP);
            break;
        case 5:
            n = new_node(TILE_CASES, text("switch (%s)", uniform_below(3)));
            for (k = 0; k < 3; k++) {
                inner = add(n, new_node(TILE_BLOCK, text("%s", "")));
                tile_statements(inner, 1, depth - 1, 0, front);
            }
            break;
        case 6: case 7:
            n = front ? NULL : pattern();
            break;
        case 8:
            if (the.shareds > 0) {
                memset(&c, 0, sizeof(c));
                c.uniform = 1;
                k = (int)draw((unsigned)the.shareds);
                n = new_node(TILE_LINE, text("$u%d; = %s;", k, uint_(&c, 2)));
            }
            break;
        case 9:
            PICK(k, the.tile_arrays, the.tile_array[k].type == UINT
                 && !the.tile_array[k].counter);
            if (k >= 0 && the.shareds > 0) {
                const int cell = (int)draw((unsigned)the.tile_array[k].cells);
                n = new_node(TILE_LOAD, text("$u%d; = %s;", (int)draw((unsigned)the.shareds),
                    element_of(&the.tile_array[k], k, text("%d", cell))));
            }
            break;
        case 10:
            if (in_loop && chance(50)) {
                x = chance(50) ? "break" : "continue";
                bound = uniform_condition();
                n = new_node(TILE_LINE, text("if (%s%s) { %s; }", bound, unproven(), x));
            } else if (the.returns && chance(30)) {
                n = new_node(TILE_LINE, text("if (%s) { return; }", uniform_condition()));
            }
            break;
        case 11:
            PICK(k, the.helpers, the.helper[k].barrier);
            if (k >= 0) {
                const int t = row_array();
                int v;
                draw_modes(&c);
                PICK(v, the.vars, the.var[k].type == UINT);
                if (t >= 0 && v >= 0) {
                    c.mode[t] = NONE;
                    n = new_node(MEETING, text("%d %d %d %d", k, t, v, 1 + (int)draw(5)));
                    n->child = new_node(LINE_OF_TEXT, uint_(&c, 1)); /* what is handed over */
                    n->child->number = 0;
                }
            }
            break;
        default:
            break;
        }
        add(parent, n != NULL ? n : segment(front));
    }
    local_count = before;
}

/* ---- the kernel's data --------------------------------------------------------- */

static void draw_shape(void)
{
    static const int row[] = { 1, 2, 3, 4, 7, 8, 15, 16, 16, 17, 24, 31, 32, 32, 33, 48, 64 };
    int k;
    the.rank = 1 + (int)draw(3);
    the.threads = 1;
    for (k = 0; k < 3; k++) {
        the.tile[k] = k >= the.rank ? 1 : the.rank == 1 ? row[draw(17)]
            : 1 + (int)draw(the.rank == 2 ? 8 : 4);
        the.tiles[k] = k >= the.rank ? 1 : 1 + (int)draw(the.rank == 1 ? 4 : 2);
        the.threads *= the.tile[k];
    }
    if (the.ragged) {
        for (k = 0; k < the.rank; k++) {
            the.tiles[k] = 1 + (int)draw(the.rank == 1 ? 200 : the.rank == 2 ? 30 : 9);
            the.tile[k] = 1;
        }
        the.threads = 1;
    }
}

/* Members of one to four scalars, arrays, and in the second structure the first. */
static void draw_structure(int number)
{
    structure *s = &the.structure[number];
    int count = 1 + (int)draw(4), k, j;
    s->members = text("%s", "");
    if (number > 0 && chance(60)) {
        const structure *in = &the.structure[0];
        s->members = text("%s in; ", type_name(SCALARS));
        for (k = 0; k < in->fields; k++) {
            s->field[k] = in->field[k];
            (void)snprintf(s->field[k].path, sizeof(s->field[k].path), ".in%s",
                           text("%s", in->field[k].path));
        }
        s->fields = in->fields;
    }
    for (k = 0; k < count; k++) {
        const int type = chance(60) ? (int)draw(3) : (int)draw(SCALARS);
        const int many = chance(20) && s->fields + 2 < FIELDS ? 2 : 1;
        if (s->fields + many > FIELDS) {
            break;
        }
        s->members = text("%s%s %c%s; ", s->members, scalar_name[type], 'a' + k,
                          many > 1 ? "[2]" : "");
        for (j = 0; j < many; j++) {
            field *f = &s->field[s->fields++];
            (void)snprintf(f->path, sizeof(f->path), many > 1 ? ".%c[%d]" : ".%c", 'a' + k, j);
            f->type = type;
        }
    }
}

static int some_type(unsigned structures_percent)
{
    return the.structures > 0 && chance(structures_percent)
        ? SCALARS + (int)draw((unsigned)the.structures)
        : chance(50) ? UINT : (int)draw(SCALARS);
}

static void draw_data(void)
{
    int k, j;
    the.structures = chance(70) ? 1 + (int)draw(2) : 0;
    for (k = 0; k < the.structures; k++) {
        draw_structure(k);
    }
    the.values = (int)draw(4);
    for (k = 0; k < the.values; k++) {
        const int type = some_type(30);
        the.value[k].type = k == 0 || type == BYTE || type == SHORT ? UINT : type;
    }
    the.vars = 1 + (int)draw(5);
    for (k = 0; k < the.vars; k++) {
        const int type = some_type(40);
        the.var[k].type = k == 0 || type == BYTE || type == SHORT ? UINT : type;
    }
    the.owns = chance(40) ? 1 + (int)draw(2) : 0;
    for (k = 0; k < the.owns; k++) {
        the.own[k].type = (int)draw(4);
        the.own[k].size = 1 + (int)draw(6);
    }
    the.shareds = the.flat ? 0 : (int)draw(4);
    the.views = 2 + (int)draw(4);
    for (k = 0; k < the.views; k++) {
        view *v = &the.view[k];
        v->kind = k == 0 ? RESULT : k == 1 ? IN : (int)draw(4);
        v->kind = the.flat && v->kind == LINE ? GRID : v->kind;
        v->type = v->kind == RESULT ? UINT : v->kind == BINS ? (int)draw(3) : some_type(35);
        v->atomic = atomic_kind(v->type);
        v->rank = v->kind == LINE ? 1 : v->kind == GRID || v->kind == RESULT ? the.rank
            : 1 + (int)draw(3);
        v->out = v->kind == RESULT && !the.returns && chance(60);
        for (j = 0; j < 3; j++) {
            v->dim[j] = j >= v->rank ? 1 : v->kind == LINE
                ? the.threads * the.tiles[0] * the.tiles[1] * the.tiles[2]
                : v->kind == GRID || v->kind == RESULT ? the.tile[j] * the.tiles[j]
                : 1 + (int)draw(v->kind == BINS ? 3 : 9);
            v->margin[j] = 0;
        }
        if (chance(30)) {
            for (j = 0; j < v->rank; j++) {
                v->margin[j] = (int)draw(4);
            }
        }
    }
    the.tile_arrays = the.flat ? 0 : 1 + (int)draw(4);
    for (k = 0; k < the.tile_arrays; k++) {
        array *a = &the.tile_array[k];
        const int same = chance(40) && the.rank > 1;
        a->type = k == 0 ? UINT : some_type(30);
        a->rank = k == 0 ? 1 : same ? the.rank : 1 + (int)draw(3);
        a->counter = k == 3;
        a->cells = 1;
        for (j = 0; j < 3; j++) {
            a->dim[j] = j >= a->rank ? 1 : k > 0 && same ? the.tile[j]
                : a->rank == 1 ? (chance(60) ? the.threads : chance(50) ? 2 * the.threads
                                  : 1 + (int)draw(2 * (unsigned)the.threads))
                : 1 + (int)draw(a->rank == 2 ? 9 : 5);
            if (k > 0 && same && j == a->rank - 1 && chance(30)) {
                a->dim[j]++; /* padded */
            }
            a->cells *= a->dim[j];
        }
        if (a->counter) {
            a->type = UINT;
            a->rank = a->cells = a->dim[0] = a->dim[1] = a->dim[2] = 1;
        }
    }
}

/* ---- helpers: of their parameters alone ------------------------------------------ */

static node *value_line(context *c, int type)
{
    char *e = type == FLOAT ? text("return (float)((int)(%s) & 511);", float_(c, 2))
        : type == INT ? text("return (int)((unsigned)(%s) & 65535u) - 32768;", int_(c, 2))
        : text("return %s;", uint_(c, 2));
    return new_node(LINE_OF_TEXT, e);
}

static void parameter(const char *name, int type)
{
    local *l = &locals[local_count++];
    (void)snprintf(l->name, sizeof(l->name), "%s", name);
    l->type = type;
    l->fixed = 0;
    l->uniform = 1;
}

/* A helper of two parameters: nothing else is in scope while its body grows. */
static void draw_helper(helper *h)
{
    const kernel whole_kernel = the;
    const char *const of_first = the.structures > 0 && chance(50) ? type_name(SCALARS) : NULL;
    context c;
    memset(&c, 0, sizeof(c));
    c.uniform = 1;
    the.vars = the.owns = the.shareds = the.views = the.tile_arrays = the.values = 0;
    the.flat = 1;
    local_count = 0;
    h->body = new_node(BLOCK, text("%s", ""));
    h->body->number = 0;
    h->array = -1;
    h->first = UINT;
    h->returns = (int)draw(3);
    if (of_first != NULL) {
        const int pointer = chance(30);
        h->first = SCALARS + (int)draw((unsigned)the.structures);
        h->returns = pointer ? -1 : h->first;
        h->parameters = text("%s %sa, unsigned b", type_name(h->first), pointer ? "*" : "");
        parameter(pointer ? "(*a)" : "a", h->first);
        parameter("b", UINT);
    } else {
        h->parameters = text("unsigned a, int b");
        parameter("a", UINT);
        parameter("b", INT);
    }
    statements(&c, h->body, 1 + (int)draw(3), 2);
    if (of_first == NULL && chance(40)) {
        node *n = add(h->body, new_node(BLOCK, text("if (%s)", condition(&c, 1))));
        add(n, value_line(&c, h->returns))->number = 0;
        statements(&c, h->body, 1, 1);
    }
    if (h->returns >= 0) {
        add(h->body, of_first != NULL ? new_node(LINE_OF_TEXT, text("return a;"))
                                      : value_line(&c, h->returns))->number = 0;
    }
    local_count = 0;
    {
        const helper made = *h;
        const int nodes = the.nodes;
        the = whole_kernel;
        the.nodes = nodes;
        *h = made;
    }
}

/* One that reads a whole tile array. */
static void draw_reader(helper *h)
{
    place p;
    int k;
    PICK(k, the.tile_arrays, the.tile_array[k].type < SCALARS && !the.tile_array[k].counter);
    k = k < 0 ? 0 : k;
    h->first = -2;
    h->array = k;
    h->returns = UINT + 100; /* called by hand */
    p.name = text("a[i]");
    p.type = the.tile_array[k].type;
    p.loose = 1;
    h->parameters = text("amp_tile_ptr(const %s) a, int n", type_name(p.type));
    h->body = new_node(BLOCK, text("%s", ""));
    h->body->number = 0;
    add(h->body, new_node(LINE_OF_TEXT, text("unsigned r = 1u; for (int i = 0; i < n; i++) "
        "{ r = r * 5u + %s; } return r;", as_uint(p))))->number = 0;
}

/* One in which threads meet: each hands a value over to another. */
static void draw_meeting(helper *h)
{
    const int returns = chance(50);
    h->barrier = 1;
    h->first = -3;
    h->returns = returns ? UINT : -1;
    h->parameters = text("amp_tiled_index tidx, amp_tile_ptr(unsigned) a, %sx, int i, int from",
                         returns ? "unsigned " : "unsigned *");
    h->body = new_node(BLOCK, text("%s", ""));
    h->body->number = 0;
    add(h->body, new_node(LINE_OF_TEXT, text("a[i] = %sx; amp_tile_barrier_wait(tidx); "
        "%sx = a[from]; amp_tile_barrier_wait(tidx);%s", returns ? "" : "*", returns ? "" : "*",
        returns ? " return x;" : "")))->number = 0;
}

static void draw_helpers(void)
{
    int k;
    the.helpers = (int)draw(5);
    for (k = 0; k < the.helpers; k++) {
        helper *h = &the.helper[k];
        whole_helpers = k;
        if (!the.flat && chance(20)) {
            draw_meeting(h);
        } else if (!the.flat && chance(20)) {
            draw_reader(h);
        } else {
            draw_helper(h);
        }
    }
    whole_helpers = the.helpers;
}

/* ---- the beginning and the end ----------------------------------------------------- */

/* First values: `where` and its type; from the number `me` of a thread or an element. */
static char *first_value(const char *where, int type, const char *me, unsigned salt)
{
    char *all = text("%s", "");
    int k;
    if (type >= SCALARS) {
        const structure *s = &the.structure[type - SCALARS];
        for (k = 0; k < s->fields; k++) {
            all = text("%s%s", all, first_value(text("%s%s", where, s->field[k].path),
                                                s->field[k].type, me, salt * 7 + (unsigned)k));
        }
        return all;
    }
    return type == UINT ? text("%s = %s * %uu + %uu; ", where, me, salt % 99, salt)
        : type == WIDE ? text("%s = ((amp_uint64)%s << 33) + %uu; ", where, me, salt)
        : type == FLOAT ? text("%s = (float)((%s + %uu) & 511u); ", where, me, salt)
        : type == BYTE ? text("%s = (unsigned char)(%s + %uu); ", where, me, salt)
        : text("%s = %s((int)(%s * %uu & 65535u) - 32768); ", where,
               type == SHORT ? "(short)" : "", me, salt | 1);
}

/* A line of the result: r, mixed with all of a variable. */
static char *mixed(const char *what, int type)
{
    char *all = text("%s", "");
    place p;
    int k;
    if (type >= SCALARS) {
        const structure *s = &the.structure[type - SCALARS];
        for (k = 0; k < s->fields; k++) {
            all = text("%s%s", all, mixed(text("%s%s", what, s->field[k].path),
                                          s->field[k].type));
        }
        return all;
    }
    p.name = text("%s", what);
    p.type = type;
    p.loose = 1;
    return text("r = (r ^ %s) * 16777619u; ", as_uint(p));
}

/* The kernel of a seed, in `the`. */
static void draw_kernel(unsigned long long seed)
{
    const char *me = "(unsigned)lane";
    context c;
    char *result;
    int k;
    memset(&the, 0, sizeof(the));
    the.seed = seed;
    draw_seed(seed);
    serial = local_count = 0;
    the.flat = chance(20);
    the.ragged = the.flat && chance(40);
    the.options = program_options(seed);
    the.host = the.options != NULL;
    the.outside = the.host && chance(25);
    the.packed = the.host && seed / 10 % 8 == 6 && chance(50); /* one keeps all off vectors */
    the.digraphs = chance(10);
    the.tables = (int)draw(4);
    for (k = 0; k < the.tables; k++) {
        the.table[k] = (int)draw(the.outside ? 3 : 2);
    }
    the.returns = !the.flat && chance(15);
    draw_shape();
    draw_data();
    draw_strips();
    draw_helpers();
    me = the.flat ? "(unsigned)$g0;" : me;
    the.init = new_node(SEGMENT, NULL);
    the.init->number = 0;
    for (k = 0; k < the.vars; k++) {
        add(the.init, new_node(LINE_OF_TEXT, first_value(text("$v%d;", k), the.var[k].type,
                                                         me, draw(99999))));
    }
    for (k = 0; k < the.owns; k++) {
        add(the.init, new_node(LINE_OF_TEXT,
            text("for (int i = 0; i < %d; i++) { %s}", the.own[k].size,
                 first_value(text("$q%d[i$]", k), the.own[k].type, me, draw(99999)))));
    }
    for (k = 0; k < the.tile_arrays; k++) {
        const array *a = &the.tile_array[k];
        add(the.init, new_node(LINE_OF_TEXT,
            text("for (int i = lane; i < %d; i += %d) { %s}", a->cells, the.threads,
                 first_value(element_of(a, k, "i"), a->type, "(unsigned)i", draw(99999)))));
    }
    the.body = new_node(GROUP, NULL);
    the.body->number = 0;
    if (the.flat) {
        add(the.body, segment(0));
    } else {
        tile_statements(the.body, 2 + (int)draw(4), 2, 0, 0);
    }
    the.last = new_node(SEGMENT, NULL);
    the.last->number = 0;
    memset(&c, 0, sizeof(c));
    add(the.last, new_node(LINE_OF_TEXT, text("unsigned r = 2166136261u;")))->number = 0;
    result = view_element(&c, 0, 1);
    for (k = 0; k < the.vars; k++) {
        if (chance(10)) {
            add(the.last, new_node(LINE_OF_TEXT,
                text("if ((r & 7u) == %uu) { %s = r; $R; }", draw(8), result)));
        }
        add(the.last, new_node(LINE_OF_TEXT, mixed(text("$v%d;", k), the.var[k].type)));
    }
    for (k = 0; k < the.owns; k++) {
        add(the.last, new_node(LINE_OF_TEXT, text("for (int i = 0; i < %d; i++) { %s}",
            the.own[k].size, mixed(text("$q%d[i$]", k), the.own[k].type))));
    }
    for (k = 0; k < the.tile_arrays; k++) {
        const array *a = &the.tile_array[k];
        add(the.last, new_node(LINE_OF_TEXT, text("for (int i = 0; i < %d; i++) { %s}",
            a->cells, mixed(element_of(a, k, "i"), a->type))));
    }
    for (k = 0; k < the.shareds; k++) {
        add(the.last, new_node(LINE_OF_TEXT, mixed(text("$u%d;", k), UINT)));
    }
    for (k = FIRST_OPTION; the.host && k < OF_THE_FILE; k++) {
        char *value = value_of_the_file(&c, (unsigned)k);
        if (value != NULL) {
            add(the.last, new_node(LINE_OF_TEXT, text("r = (r ^ %s) * 16777619u;", value)));
        }
    }
    add(the.last, new_node(LINE_OF_TEXT, text("%s = r;", result)))->number = 0;
}

#endif /* SEED_H */
