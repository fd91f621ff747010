/* SPDX-License-Identifier: MIT */
#ifndef GROW_H
#define GROW_H
/*
grow.h: expressions and statements of one thread, without a race.

Between two barriers each array is used in one way (OWN, READ, ATOMIC, SOLO), which is
drawn anew for each segment and depends on no other segment: so whatever is dropped, the
kernel stays without a race. What a thread reads never depends on the order of threads:
atomics only add up, and nobody uses what they return, but for tickets, whose slots are
summed.
*/
#include "tree.h"

/* What the statements of a segment may do. */
typedef struct context {
    int mode[MOST], view_mode[MOST]; /* of tile arrays, of views */
    int op[MOST], view_op[MOST];     /* which kind of atomic operation */
    int solo_lane, in_solo;          /* who is alone; we are in its block */
    int uses_global, uses_tile;      /* for the barrier's fence */
    int uniform;                     /* only what all threads of the tile have alike */
} context;

/* Helpers that are drawn to their end: a body calls no others, and so never itself. */
static int whole_helpers;

/* Names in scope: variables of a block, and counters, which nobody writes. */
typedef struct local { char name[16]; int type, fixed, uniform; } local;
static local locals[64];
static int local_count;

static char *new_local(int type, int fixed, int uniform)
{
    local *l = &locals[local_count++];
    if (local_count == 64) {
        exit(3);
    }
    (void)snprintf(l->name, sizeof(l->name), "x%d", ++serial);
    l->type = type;
    l->fixed = fixed;
    l->uniform = uniform;
    return text("%s", l->name);
}

/* A scalar that can be read, or written. loose: it may lie outside of its type's range. */
typedef struct place { char *name; int type, loose; } place;

static char *uint_(context *c, int depth);
static char *int_(context *c, int depth);
static char *float_(context *c, int depth);
static char *wide(context *c, int depth);
static char *condition(context *c, int depth);
static char *choice(void); /* shapes.h; the next one, too */
static char *along(void);
static char *of_the_file(context *c);
static node *deep_choice(context *c, int count);

/* An index below n. */
static char *index_below(context *c, int n, int depth)
{
    const char *me = the.flat ? "$g0;" : "lane";
    switch (c->uniform ? 0 : draw(5)) {
    case 1: return text("(%s + %u) %% %d", me, draw(70), n);
    case 2: return text("(%d - %s %% %d)", n - 1, me, n);
    case 3: return text("(%s ^ %u) %% %d", me, draw(32), n);
    default: return n == 1 ? text("0") : text("(int)(%s %% %uu)", uint_(c, depth - 1), (unsigned)n);
    }
}

static char *element_of(const array *a, int number, const char *cell)
{
    const int d1 = a->dim[1], d2 = a->dim[2];
    return a->rank == 1 ? text("$T%d;[%s]", number, cell)
        : a->rank == 2 ? text("$T%d;[(%s) / %d][(%s) %% %d]", number, cell, d1, cell, d1)
        : text("$T%d;[(%s) / %d][(%s) / %d %% %d][(%s) %% %d]", number, cell, d1 * d2, cell, d2,
               d1, cell, d2);
}

/* Any element of tile array t. */
static char *any_element(context *c, int t)
{
    const array *a = &the.tile_array[t];
    c->uses_tile = 1;
    if (a->rank == 2 && chance(60)) {
        char *row = index_below(c, a->dim[0], 1);
        return text("$T%d;[%s][%s]", t, row, index_below(c, a->dim[1], 1));
    }
    return element_of(a, t, index_below(c, a->cells, 1));
}

/* An element of tile array t that is this thread's own. */
static char *own_element(context *c, int t)
{
    const array *a = &the.tile_array[t];
    c->uses_tile = 1;
    if (a->cells >= 2 * the.threads && chance(40)) {
        return element_of(a, t, text("lane + %d", the.threads));
    }
    if (a->rank == the.rank && a->rank > 1 && a->dim[0] == the.tile[0]
        && a->dim[1] == the.tile[1] && (a->rank == 2 || a->dim[2] == the.tile[2])) {
        return a->rank == 2 ? text("$T%d;[$l0;][$l1;]", t) : text("$T%d;[$l0;][$l1;][$l2;]", t);
    }
    return element_of(a, t, "lane");
}

/* An element of view v: any, of those that it may read; or this thread's own. */
static char *view_element(context *c, int v, int own)
{
    const view *w = &the.view[v];
    char *i[3] = { NULL, NULL, NULL };
    int k;
    c->uses_global |= w->kind != IN;
    if (w->kind == LINE) {
        return own ? text("$a%d($B; + lane$)", v)
            : text("$a%d($B; + %s$)", v, index_below(c, the.threads, 1));
    }
    for (k = 0; k < w->rank; k++) {
        i[k] = w->kind == IN || w->kind == BINS ? index_below(c, w->dim[k], 1)
            : own ? text("$g%d;", k)
            : text("$o%d; + %s", k, index_below(c, the.tile[k], 1));
    }
    return w->rank == 1 ? text("$a%d(%s$)", v, i[0])
        : w->rank == 2 ? text("$a%d(%s$,%s$)", v, i[0], i[1])
        : text("$a%d(%s$,%s$,%s$)", v, i[0], i[1], i[2]);
}

/* A scalar of a variable whose type may be a structure. */
static place scalar_of(char *name, int type, int loose)
{
    place p;
    p.loose = loose;
    if (type >= SCALARS) {
        const structure *s = &the.structure[type - SCALARS];
        const field *f = &s->field[draw((unsigned)s->fields)];
        p.name = text("%s%s", name, f->path);
        p.type = f->type;
    } else {
        p.name = name;
        p.type = type;
    }
    return p;
}

/* The index of a random element of 0 to n - 1 that the test accepts; -1: none. */
#define PICK(result, n, test)                                                  \
    do {                                                                       \
        int pick_found = -1, pick_tries;                                       \
        for (pick_tries = 0; (n) > 0 && pick_tries < 6 && pick_found < 0; pick_tries++) { \
            const int k = (int)draw((unsigned)(n));                            \
            pick_found = (test) ? k : -1;                                      \
        }                                                                      \
        (result) = pick_found;                                                 \
    } while (0)

static place constant_place(void)
{
    place p;
    p.name = text("%uu", chance(50) ? draw(10) : draw(0x7fffffff));
    p.type = UINT;
    p.loose = 0;
    return p;
}

/* Something to read. */
static place readable(context *c)
{
    place p;
    int k;
    switch (draw(c->uniform ? 5 : 12)) {
    case 0:
        if (the.values > 0) {
            k = (int)draw((unsigned)the.values);
            return scalar_of(text("p%d", k), the.value[k].type, 0);
        }
        break;
    case 1:
        if (the.shareds > 0) {
            p.name = text("$u%d;", (int)draw((unsigned)the.shareds));
            p.type = UINT;
            p.loose = 0;
            return p;
        }
        break;
    case 2: case 6:
        PICK(k, local_count, !c->uniform || locals[k].uniform);
        if (k >= 0) {
            return scalar_of(text("%s", locals[k].name), locals[k].type, 0);
        }
        break;
    case 3:
        if (!the.flat) {
            p.name = text("$t%d;", (int)draw((unsigned)the.rank));
            p.type = INT;
            p.loose = 0;
            return p;
        }
        break;
    case 5: case 7:
        if (the.vars > 0) {
            k = (int)draw((unsigned)the.vars);
            return scalar_of(text("$v%d;", k), the.var[k].type, 0);
        }
        break;
    case 8:
        PICK(k, the.views, the.view[k].kind == IN || c->view_mode[k] == OWN
             || c->view_mode[k] == READ);
        if (k >= 0) {
            return scalar_of(view_element(c, k, c->view_mode[k] == OWN), the.view[k].type, 1);
        }
        break;
    case 9: case 10:
        PICK(k, the.tile_arrays, c->mode[k] == OWN || c->mode[k] == READ
             || (c->mode[k] == SOLO && c->in_solo));
        if (k >= 0) {
            return scalar_of(c->mode[k] == OWN ? own_element(c, k) : any_element(c, k),
                             the.tile_array[k].type, 1);
        }
        break;
    case 11:
        if (the.owns > 0) {
            k = (int)draw((unsigned)the.owns);
            p.name = text("$q%d[%s$]", k, index_below(c, the.own[k].size, 1));
            p.type = the.own[k].type;
            p.loose = 0;
            return p;
        }
        break;
    default:
        break;
    }
    if (!c->uniform && chance(40)) {
        p.name = the.flat || chance(20) ? text("$g%d;", (int)draw((unsigned)the.rank))
            : chance(20) ? text("$l%d;", (int)draw((unsigned)the.rank)) : text("lane");
        p.type = INT;
        p.loose = 0;
        return p;
    }
    return constant_place();
}

/* What a place holds as an unsigned, an int from -32768 to 32767, a float from 0 to 511. */
static char *as_uint(place p)
{
    return p.type == UINT ? p.name : p.type == WIDE ? text("(unsigned)(%s >> 7)", p.name)
        : p.type == FLOAT ? text("(unsigned)(int)%s", p.name) : text("(unsigned)%s", p.name);
}
static char *as_int(place p)
{
    return p.type == SHORT || p.type == BYTE || (p.type == INT && !p.loose)
        ? text("%s%s", p.type == INT ? "" : "(int)", p.name)
        : text("((int)(%s & 65535u) - 32768)", as_uint(p));
}
static char *as_float(place p)
{
    return p.type == FLOAT && !p.loose ? p.name
        : p.type == FLOAT ? text("(float)((int)%s & 511)", p.name)
        : text("(float)(%s & 511u)", as_uint(p));
}

/* A helper without a barrier that returns the type; -1: none. */
static int helper_of(int type)
{
    int k;
    PICK(k, the.helpers, the.helper[k].returns == type && !the.helper[k].barrier
         && the.helper[k].first < SCALARS && the.helper[k].first >= 0);
    return k;
}

/* Grows the expressions that a pattern names, from left to right (C leaves the order of a
   call's arguments open, and a seed is to give one kernel with every compiler):
     @u @i @f @w @c   an unsigned, int, float, wide one, a condition, one level less deep
     @l @I @F         the same of a leaf: unsigned, int, float */
static char *form(context *c, int depth, const char *pattern)
{
    char *done = text("%s", "");
    for (; *pattern != '\0'; pattern++) {
        const size_t n = strcspn(pattern, "@");
        char *grown = "";
        if (n > 0) {
            done = text("%s%.*s", done, (int)n, pattern);
            pattern += n - 1;
            continue;
        }
        switch (*++pattern) {
        case 'u': grown = uint_(c, depth - 1); break;
        case 'i': grown = int_(c, depth - 1); break;
        case 'f': grown = float_(c, depth - 1); break;
        case 'w': grown = wide(c, depth - 1); break;
        case 'c': grown = condition(c, depth - 1); break;
        case 'l': grown = as_uint(readable(c)); break;
        case 'I': grown = as_int(readable(c)); break;
        default: grown = as_float(readable(c)); break;
        }
        done = text("%s%s", done, grown);
    }
    return done;
}

static char *uint_(context *c, int depth)
{
    static const char *const patterns[] = {
        "(@u >> (@l & 31u))", "(@u << (@l & 31u))", "(@u / (@l | 1u))", "(@u % (@l | 1u))",
        "(@c ? @u : @u)", "(unsigned)(@i)", "(unsigned)@c", "~@u", "(@u + @u)", "(@u - @u)",
        "(@u * @u)", "(@u ^ @u)", "(@u & @u)", "(@u | @u)", "(@u + @l)", "(@l ^ @u)" };
    int k;
    if (depth <= 0 || chance(15)) {
        return as_uint(readable(c));
    }
    if (chance(10)) {
        char *named = of_the_file(c);
        if (named != NULL) {
            return named;
        }
    }
    if (!c->uniform && chance(15)) {
        k = helper_of(UINT);
        if (k >= 0) {
            return form(c, depth, text("$h%d(@u, @i)", k));
        }
        PICK(k, the.helpers, the.helper[k].first == -2
             && c->mode[the.helper[k].array] == READ);
        if (k >= 0) { /* it reads a whole tile array */
            const int t = the.helper[k].array, rank = the.tile_array[t].rank;
            c->uses_tile = 1;
            return text("$h%d(%s$T%d;%s, %d)", k, rank > 1 ? "&" : "", t,
                        rank == 1 ? "" : rank == 2 ? "[0][0]" : "[0][0][0]",
                        the.tile_array[t].cells);
        }
    }
    return form(c, depth, patterns[draw(16)]);
}

static char *wide(context *c, int depth)
{
    static const char *const patterns[] = { "(@w + @w)", "(@w - @w)", "(@w * @w)", "(@w ^ @w)",
                                            "(@w & @w)", "(@w | @w)" };
    if (depth <= 0 || chance(20)) {
        place p = readable(c);
        return p.type == WIDE ? p.name : text("(amp_uint64)%s", as_uint(p));
    }
    return chance(25) ? form(c, depth, text("(@w << %u)", draw(40)))
        : form(c, depth, patterns[draw(6)]);
}

static char *int_(context *c, int depth)
{
    int k = (int)draw(9);
    if (depth <= 0 || chance(25)) {
        return as_int(readable(c));
    }
    if (k == 0 && !c->uniform) {
        k = helper_of(INT);
        return form(c, depth, k >= 0 ? text("$h%d(@u, @I)", k) : "-(@I)");
    }
    return k == 1 ? form(c, depth, text("(@I * %d)", (int)draw(60) - 20))
        : k == 2 ? form(c, depth, text("(@I / %d)", (int)draw(9) + 1))
        : k == 3 ? form(c, depth, text("(@I %% %d)", (int)draw(90) + 1))
        : form(c, depth, k == 4 ? "(@c ? @I : @I)" : k == 5 ? "(@I - @I)" : k == 6 ? "-(@I)"
               : k == 7 ? "(@I + @I)" : "@I");
}

static char *float_(context *c, int depth)
{
    static const char *const patterns[] = { "(@F + @F)", "(@F - @F)", "(@F * @F + @F)",
        "(@F * @F - @F)", "(@c ? @F : @F)", "(@F * 0.5f)", "fmaxf(@F, @F)", "fminf(@F, @F)",
        "fabsf(@F - @F)", "(float)((int)(@i) & 511)" };
    int k = -1;
    if (depth <= 0 || chance(25)) {
        return as_float(readable(c));
    }
    if (!c->uniform && chance(12)) {
        k = helper_of(FLOAT);
    }
    return form(c, depth, k >= 0 ? text("$h%d(@u, @I)", k) : patterns[draw(10)]);
}

static char *condition(context *c, int depth)
{
    static const char *const patterns[] = { "(@c && @c)", "(@c || @c)", "!@c" };
    static const char *const op[] = { "<", "<=", ">", ">=", "==", "!=" };
    if (depth > 0 && chance(60)) {
        const char *o = op[draw(6)];
        const unsigned k = draw(6);
        return k < 3 ? form(c, depth, patterns[k])
            : form(c, depth, text(k == 3 ? "(@i %s @i)" : k == 4 ? "(@f %s @f)" : "(@u %s @u)",
                                  o));
    }
    if (!c->uniform && !the.flat && chance(50)) {
        const int n = (int)draw((unsigned)the.threads + 1), every = 2 + (int)draw(4);
        return chance(50) ? text("(lane < %d)", n) : text("(lane %% %d == %d)", every, n % 2);
    }
    return form(c, depth, text("((@l & %uu) != 0u)", 1u << draw(4)));
}

/* ---- writing ---------------------------------------------------------------- */

/* A scalar that this thread may write now; name NULL: none was found. */
static place writable(context *c)
{
    place p = { NULL, UINT, 0 };
    int k;
    switch (draw(8)) {
    case 0: case 1:
        PICK(k, local_count, !locals[k].fixed);
        if (k >= 0) {
            return scalar_of(text("%s", locals[k].name), locals[k].type, 0);
        }
        break;
    case 2: case 3:
        PICK(k, the.tile_arrays, c->mode[k] == OWN || (c->mode[k] == SOLO && c->in_solo));
        if (k >= 0) {
            return scalar_of(c->mode[k] == OWN ? own_element(c, k) : any_element(c, k),
                             the.tile_array[k].type, 1);
        }
        break;
    case 4: case 5:
        PICK(k, the.views, c->view_mode[k] == OWN);
        if (k >= 0) {
            return scalar_of(view_element(c, k, 1), the.view[k].type, 1);
        }
        break;
    case 6:
        if (the.owns > 0) {
            k = (int)draw((unsigned)the.owns);
            p.name = text("$q%d[%s$]", k, index_below(c, the.own[k].size, 1));
            p.type = the.own[k].type;
            return p;
        }
        break;
    default:
        break;
    }
    if (the.vars > 0) {
        k = (int)draw((unsigned)the.vars);
        return scalar_of(text("$v%d;", k), the.var[k].type, 0);
    }
    return p;
}

/* Stores something in a place, kept to the range of its type. */
static char *store(context *c, place p, int depth)
{
    static const char *const op[] = { "=", "=", "+=", "-=", "^=", "*=", "|=" };
    const char *o;
    switch (p.type) {
    case UINT:
        o = chance(8) ? "++" : op[draw(7)];
        return o[0] == '+' && o[1] == '+' ? text("%s++;", p.name)
            : text("%s %s %s;", p.name, o, uint_(c, depth));
    case WIDE:
        o = op[draw(7)];
        return text("%s %s %s;", p.name, o, wide(c, depth));
    case INT: return text("%s = (int)((unsigned)(%s) & 65535u) - 32768;", p.name,
                          int_(c, depth));
    case FLOAT: return text("%s = (float)((int)(%s) & 511);", p.name, float_(c, depth));
    case BYTE: return text("%s = (unsigned char)(%s);", p.name, uint_(c, depth));
    default: return text("%s = (short)((int)((unsigned)(%s) & 65535u) - 32768);", p.name,
                         int_(c, depth));
    }
}

/* A whole structure of a type: to read, or to write. NULL: none was found. */
static char *whole(context *c, int type, int write)
{
    int k;
    switch (draw(write ? 4 : 5)) {
    case 0:
        PICK(k, the.tile_arrays, the.tile_array[k].type == type
             && (c->mode[k] == OWN || (c->mode[k] == READ && !write)
                 || (c->mode[k] == SOLO && c->in_solo)));
        if (k >= 0) {
            return c->mode[k] == OWN ? own_element(c, k) : any_element(c, k);
        }
        break;
    case 1:
        PICK(k, the.views, the.view[k].type == type && (c->view_mode[k] == OWN
             || (!write && (the.view[k].kind == IN || c->view_mode[k] == READ))));
        if (k >= 0) {
            return view_element(c, k, c->view_mode[k] == OWN);
        }
        break;
    case 2:
        PICK(k, local_count, locals[k].type == type && !locals[k].fixed);
        if (k >= 0) {
            return text("%s", locals[k].name);
        }
        break;
    case 4:
        PICK(k, the.values, the.value[k].type == type);
        if (k >= 0) {
            return text("p%d", k);
        }
        break;
    default:
        break;
    }
    PICK(k, the.vars, the.var[k].type == type);
    return k >= 0 ? text("$v%d;", k) : NULL;
}

/* An assignment of a whole structure, or a call with one; NULL: there is none to be had. */
static char *structure_line(context *c)
{
    const int type = SCALARS + (int)draw((unsigned)the.structures);
    char *to = whole(c, type, 1);
    char *from = whole(c, type, 0), *other;
    int k;
    if (to == NULL || from == NULL) {
        return NULL;
    }
    switch (draw(4)) {
    case 0:
        other = whole(c, type, 0);
        return other == NULL ? NULL
            : text("if (%s) { %s = %s; } else { %s = %s; }", condition(c, 1), to, from, to, other);
    case 1: case 2:
        PICK(k, the.helpers, k < whole_helpers && the.helper[k].first == type);
        if (k >= 0 && the.helper[k].returns >= 0) {
            return text("%s = $h%d(%s, %s);", to, k, from, uint_(c, 1));
        }
        if (k >= 0) { /* by a pointer to a variable of the block */
            const int x = ++serial;
            return text("{ %s x%d = %s; $h%d(&x%d, %s); %s = x%d; }", type_name(type), x, from,
                        k, x, uint_(c, 1), to, x);
        }
        break;
    default:
        break;
    }
    return text("%s = %s;", to, from);
}

/* ---- atomics ---------------------------------------------------------------- */

enum { ATOMIC_ADD, ATOMIC_MAX, ATOMIC_MIN, ATOMIC_AND, ATOMIC_OR, ATOMIC_XOR, ATOMIC_SET };

static int atomic_kind(int type)
{
    return (int)(type == FLOAT ? draw(3) : draw(7));
}

/* Adds up at an element, in any order; only the amp forms do it atomically. */
static char *atomic_line(context *c, char *at, int type, int op)
{
    const char *const t = type_name(type);
    int x;
    char *e = type == FLOAT ? text("(float)(%s & 63u)", uint_(c, 1))
        : type == INT ? text("(int)(%s & 1023u)", uint_(c, 2)) : uint_(c, 2);
    switch (op) {
    case ATOMIC_ADD:
        if (type == UINT && chance(20)) {
            x = ++serial;
            return text("{ unsigned x%d = 0u; const unsigned y%d = %s; $<while "
                        "(!amp_atomic_compare_exchange(&%s, &x%d, x%d + y%d)) { }$|%s += y%d;$> }",
                        x, x, e, at, x, x, x, at, x);
        }
        if (type != FLOAT && chance(20)) {
            return text("$<amp_atomic_fetch_inc(&%s);$|%s += 1;$>", at, at);
        }
        if (type != FLOAT && chance(20)) {
            return text("$<amp_atomic_fetch_sub(&%s, %s);$|%s -= %s;$>", at, e, at, e);
        }
        return text("$<amp_atomic_fetch_add(&%s, %s);$|%s += %s;$>", at, e, at, e);
    case ATOMIC_MAX: case ATOMIC_MIN:
        x = ++serial;
        return text("{ const %s y%d = %s; $<amp_atomic_fetch_%s(&%s, y%d);$|"
                    "if (y%d %s %s) { %s = y%d; }$> }", t, x, e,
                    op == ATOMIC_MAX ? "max" : "min", at, x, x, op == ATOMIC_MAX ? ">" : "<",
                    at, at, x);
    case ATOMIC_SET:
        return type == UINT ? text("$<amp_atomic_exchange(&%s, 77u);$|%s = 77u;$>", at, at)
            : text("$<amp_atomic_exchange(&%s, 77);$|%s = 77;$>", at, at);
    default:
        return text("$<amp_atomic_fetch_%s(&%s, %s);$|%s %s= %s;$>",
                    op == ATOMIC_AND ? "and" : op == ATOMIC_OR ? "or" : "xor", at, e, at,
                    op == ATOMIC_AND ? "&" : op == ATOMIC_OR ? "|" : "^", e);
    }
}

static char *some_atomic(context *c)
{
    int k;
    PICK(k, the.tile_arrays, c->mode[k] == ATOMIC);
    if (k >= 0 && chance(60)) {
        return atomic_line(c, any_element(c, k), the.tile_array[k].type, c->op[k]);
    }
    PICK(k, the.views, c->view_mode[k] == ATOMIC);
    return k < 0 ? NULL : atomic_line(c, view_element(c, k, 0), the.view[k].type, c->view_op[k]);
}

/* ---- statements of a thread -------------------------------------------------- */

static void statements(context *c, node *parent, int count, int depth);

static node *block(context *c, char *head, int count, int depth)
{
    node *n = new_node(BLOCK, head);
    const int before = local_count;
    statements(c, n, count, depth);
    local_count = before;
    return n;
}

static node *loop(context *c, int depth)
{
    const int before = local_count;
    node *n, *outer;
    static const int turns[] = { 2, 3, 5, 8, 64 };
    char *x, *bound = chance(30) ? text("%d", turns[draw(depth > 1 ? 4 : 5)])
        : index_below(c, 2 + (int)draw(4), 2);
    switch (draw(3)) {
    case 0:
        outer = new_node(BLOCK, text("%s", ""));
        x = text("n%d", ++serial);
        add(outer, new_node(LINE_OF_TEXT, text("int %s = %s;", x, bound)))->number = 0;
        n = add(outer, new_node(BLOCK, text("while (%s > 0)", x)));
        add(n, new_node(LINE_OF_TEXT, text("%s--;", x)))->number = 0;
        break;
    default:
        x = new_local(INT, 1, c->uniform);
        outer = n = new_node(BLOCK, text("for (int %s = 0; %s < %s; %s++)", x, x, bound, x));
        break;
    }
    statements(c, n, 1 + (int)draw(2), depth - 1);
    if (chance(30)) {
        const char *leave = chance(50) ? "break" : "continue";
        add(n, new_node(LINE_OF_TEXT, text("if (%s) { %s; }", condition(c, 1), leave)));
        statements(c, n, 1, depth - 1);
    }
    local_count = before;
    return outer;
}

/* A store to an own element of tile memory under a condition, of another own element or a number;
   NULL: there is no such array. */
static char *guarded_store(context *c)
{
    char *to, *value;
    int at, from, type;
    PICK(at, the.tile_arrays, c->mode[k] == OWN && the.tile_array[k].type < SCALARS);
    if (at < 0) {
        return NULL;
    }
    type = the.tile_array[at].type;
    to = own_element(c, at);
    PICK(from, the.tile_arrays, c->mode[k] == OWN && the.tile_array[k].type == type);
    value = from < 0 || from == at || chance(20) ? text("%u", draw(500)) : own_element(c, from);
    return text("if (%s) { %s = %s; }", condition(c, 1), to, value);
}

static node *statement(context *c, int depth)
{
    const int before = local_count;
    node *n;
    char *line = NULL;
    int k;
    if (the.per_thread > 0 && the.views > 0 && chance(25)) {
        c->uses_global = 1;
        return new_node(LINE_OF_TEXT, text("{ %s }", chance(50) ? choice() : along()));
    }
    if (the.host && depth > 1 && chance(2)) {
        return deep_choice(c, 30);
    }
    switch (depth > 0 ? draw(14) : 8 + draw(6)) {
    case 0: case 1:
        n = new_node(CHOICE, text("if (%s)", condition(c, 2)));
        statements(c, n, 1 + (int)draw(2), depth - 1);
        local_count = before;
        if (chance(50)) {
            n->others = block(c, text("else"), 1, depth - 1);
        }
        return n;
    case 2: case 3: return loop(c, depth);
    case 4:
        n = new_node(CASES, text("switch (%s)", index_below(c, 3, 2)));
        for (k = 0; k < 3; k++) {
            add(n, block(c, text("%s", ""), 1, depth - 1));
        }
        return n;
    case 5:
        n = new_node(BLOCK, text("%s", ""));
        k = (int)draw(4);
        if (k == 3 && the.structures > 0
            && (line = whole(c, SCALARS + (int)draw((unsigned)the.structures), 0)) != NULL) {
            k = SCALARS; /* which one is found by its text */
        }
        if (k < 3 || line == NULL) {
            place p;
            p.type = k < 3 ? k : WIDE;
            p.loose = 0;
            p.name = text("%s %s", scalar_name[p.type], new_local(p.type, 1, c->uniform));
            locals[local_count - 1].fixed = 0;
            local_count--; /* not to be read in its own first value */
            line = p.type == UINT ? text("%s = %s;", p.name, uint_(c, 2))
                : p.type == WIDE ? text("%s = %s;", p.name, wide(c, 2))
                : p.type == INT ? text("%s = (int)((unsigned)(%s) & 65535u) - 32768;", p.name,
                                       int_(c, 2))
                : text("%s = (float)((int)(%s) & 511);", p.name, float_(c, 2));
            local_count++;
            add(n, new_node(LINE_OF_TEXT, line))->number = 0;
        }
        statements(c, n, 2, depth - 1);
        local_count = before;
        return n;
    case 6:
        for (k = 0; k < the.tile_arrays && (c->mode[k] != SOLO || c->in_solo); k++) { }
        if (k < the.tile_arrays) {
            c->in_solo = 1;
            n = block(c, text("if (lane == %d)", c->solo_lane), 2, depth - 1);
            c->in_solo = 0;
            return n;
        }
        break;
    case 7: { /* a store under a condition, or a pointer to an own element */
        line = chance(50) ? guarded_store(c) : NULL;
        if (line != NULL) {
            break;
        }
        PICK(k, the.tile_arrays, c->mode[k] == OWN && the.tile_array[k].type == UINT);
        if (k >= 0) {
            const int x = ++serial;
            const char *op = chance(50) ? "+" : "^";
            char *to = own_element(c, k);
            return new_node(LINE_OF_TEXT, text("{ amp_tile_ptr(unsigned) x%d = &%s; *x%d %s= %s; }",
                                               x, to, x, op, uint_(c, 2)));
        }
        break;
    }
    case 8: case 9:
        line = some_atomic(c);
        break;
    case 10: case 11:
        line = the.structures > 0 ? structure_line(c) : NULL;
        break;
    default:
        break;
    }
    if (line == NULL) {
        place p = writable(c);
        line = p.name == NULL ? text(";") : store(c, p, 2 + (int)draw(2));
    }
    return new_node(LINE_OF_TEXT, line);
}

static void statements(context *c, node *parent, int count, int depth)
{
    while (count-- > 0) {
        add(parent, statement(c, depth));
    }
}

#endif /* GROW_H */
