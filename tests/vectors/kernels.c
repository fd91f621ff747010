/* SPDX-License-Identifier: MIT */
/* kernels SEED COUNT [MODEL]: prints a C program of COUNT random kernels without races, each
   of which it runs as vectors, and on fibers or as loops. The program prints a line for each
   kernel that differs, and their number; its exit status says whether there is one. MODEL:
   tiled (without one), or `other`: simple and phased ones in turns.

   A kernel has tile memory t, one element a thread, which is either each thread's own
   (threads write theirs) or everyone's (threads read all): `shared` says which, and only a
   barrier, or the end of a phase, goes from one to the other, so that no two threads race. So
   have p, of structures, g, of two dimensions, and r, of the tile's, whose rows have some more
   elements; counts is changed by atomics alone, and read at the end; of s a thread has eight.
   More than 800 lines, since the models share what they draw. Some kernels report
   (amp_errorf, amp_abort), at the launches with times == 3. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 256 };
/* Names in scope: variables of a thread, integers that all threads share, pointers... */
typedef struct names { char name[NAMES][24]; int count; } names;
static names vars, uniforms, offsets, arrays, pairs, pointers;
typedef struct scope { int vars, uniforms, offsets, arrays, pairs, pointers; } scope;

static unsigned long long state;
static int rank, dims[3], threads, shared, indent, serial, many_helpers;
static enum { TILED, SIMPLE, PHASED } model;
static const char *counter; /* of a loop whose accesses are all of neighbours, or NULL */
static int atomics;
/* What else the kernel has: t's size is given by the launch; a value `by` that each thread changes;
   views that it makes. */
static enum { PLAIN, GIVEN, CHANGED, VIEWS } form;
/* A tiled kernel, drawn as a simple one, that asks for nothing but its threads' places in the
   launch: its tiles may be joined (amp/vectors/joins.h). */
static int placed;
/* A thread has an array of whose elements all threads use one at a time, which is interleaved
   (amp/vectors/storage.h). */
static int interleaved;
static int reporting, once; /* 1: amp_errorf, 2: amp_abort, too; O is written, never read */

static unsigned draw(unsigned n) /* below n */
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20) % n;
}
static int chance(unsigned percent) { return draw(100) < percent; }
static const char *one_of(const names *n) { return n->name[draw((unsigned)n->count)]; }

__attribute__((format(printf, 1, 2)))
static void line(const char *format, ...)
{
    va_list list;
    printf("%*s", 4 * indent, "");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}
static const char *fresh(names *n, const char *prefix)
{
    if (n->count == NAMES) {
        exit(3);
    }
    (void)snprintf(n->name[n->count], sizeof(n->name[0]), "%s%d", prefix, ++serial);
    return n->name[n->count++];
}
static scope open_scope(void)
{
    const scope s = { vars.count, uniforms.count, offsets.count, arrays.count, pairs.count,
                      pointers.count };
    indent++;
    return s;
}
static void close_scope(scope s)
{
    vars.count = s.vars;
    uniforms.count = s.uniforms;
    offsets.count = s.offsets;
    arrays.count = s.arrays;
    pairs.count = s.pairs;
    pointers.count = s.pointers;
    indent--;
}

/* Texts of expressions: each call has a place of its own, taken in turns. */
enum { TEXTS = 64, TEXT = 4000 };
static char *text(const char *format, ...)
{
    static char place[TEXTS][TEXT];
    static int turn;
    char *p = place[turn++ % TEXTS], whole[TEXT];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(whole, sizeof(whole), format, list);
    va_end(list);
    (void)strcpy(p, whole);
    return p;
}

static const char *condition(int depth);

/* The thread's index in dimension k, in the launch or, of tiles, in the tile. */
static const char *index_of(int local, int k)
{
    return placed ? text("tidx.global[%d]", k) : model == SIMPLE ? text("idx[%d]", k)
        : text("tidx.%s[%d]", local ? "local" : "global", k);
}

static const char *expression(int depth)
{
    static const char *const operators[] = { "+", "-", "*", "^", "&", "|" };
    const unsigned c = draw(100);
    if (depth > 2 || c < 25) {
        switch (draw(4)) {
        case 0: return text("%uu", draw(50));
        case 1: return text("(unsigned)%s", one_of(&uniforms));
        default: return one_of(&vars);
        }
    }
    if (c < 35) {
        const int local = chance(50);
        return text("(unsigned)%s", index_of(local, (int)draw((unsigned)rank)));
    }
    if (c < 42) {
        const int k = (int)draw((unsigned)rank);
        return model == SIMPLE ? "(unsigned)A_shape.extent[0]"
            : text("(unsigned)tidx.%s[%d]", chance(50) ? "tile" : "tile_origin", k);
    }
    if (c < 66 && counter != NULL) { /* what neighbours have next to each other, or the same */
        switch (draw(model == SIMPLE || !shared ? 3 : 4)) {
        case 0: return text("at(A, %s)", counter);
        case 1: return text("at(A, %s + %s)", index_of(1, rank - 1), counter);
        case 2: return text("at(A, (%s + 2) - 1 + times)", index_of(0, rank - 1));
        default: return text("t[%s %% %d]", counter, threads);
        }
    }
    if (model == PHASED && c < 56 && c >= 52) {
        return chance(70) ? "mine(m0)" : counter ? "mine(m1, 1)"
            : text("mine(m1, %s %% 3u)", expression(depth + 1));
    }
    if (c < 52 || (c < 66 && model == SIMPLE)) {
        return text("at(A, (int)(%s %% 1024u))", expression(depth + 1));
    }
    if (c < 66) {
        return !shared ? "t[me]" : chance(50)
            ? text("t[(me + %u) %% %d]", draw((unsigned)threads + 3), threads)
            : text("t[(int)(%s %% %du)]", expression(depth + 1), threads);
    }
    if (c < 75 && counter != NULL) {
        return one_of(&vars);
    }
    if (c < 70 && arrays.count) {
        return text("%s[%s %% 3u]", one_of(&arrays), expression(depth + 1));
    }
    if (c < 73 && pairs.count) {
        return text("%s%s", one_of(&pairs), chance(50) ? ".a" : ".b[1]");
    }
    if (c < 75 && pointers.count) {
        return text("*%s", one_of(&pointers));
    }
    if (c < 77 && model == TILED) {
        return !shared ? chance(50) ? "p[me].a" : text("g[me %% 2][me / 2]")
            : chance(50) ? text("p[(me + %u) %% %d].b[1]", draw((unsigned)threads), threads)
            : text("g[%u][(me + %u) %% %d]", draw(2), draw(9), (threads + 1) / 2);
    }
    if (c < 79 && chance(20)) { /* mathematics of the thread's place, in a table or not */
        const char *at = index_of(chance(80), (int)draw((unsigned)rank));
        const char *by = counter != NULL ? counter : chance(70) ? text("%u", draw(9)) : "times";
        return chance(50) ? text("(unsigned)(int)wave(%s, %s)", at, by)
            : text("(unsigned)(int)(%s((float)(%s + %s)) * 900.0f)",
                   chance(50) ? "sinf" : "cosf", at, by);
    }
    if (c < 79) {
        const char *a = expression(depth + 1);
        return text("mix(%s, %s)", a, expression(depth + 1));
    }
    if (c < 84) {
        const char *a = condition(depth + 1), *b = expression(depth + 1);
        return text("(%s ? %s : %s)", a, b, expression(depth + 1));
    }
    {
        const char *a = expression(depth + 1);
        return text("(%s %s %s)", a, operators[draw(6)], expression(depth + 1));
    }
}

/* One that may differ from thread to thread. */
static const char *condition(int depth)
{
    static const char *const compare[] = { "<", "<=", ">", ">=", "==" };
    const unsigned c = draw(100);
    if (c < 35) {
        const char *left = offsets.count && chance(40) ? one_of(&offsets)
            : chance(40) ? "me" : text("%s%s", index_of(chance(60), (int)draw((unsigned)rank)),
                                       chance(30) ? " + 1" : "");
        const char *right = chance(50) ? text("%u", draw(12)) : one_of(&uniforms);
        return text("%s %s %s", left, compare[draw(5)], right);
    }
    if (c < 45 && depth < 2) {
        const char *a = condition(depth + 1);
        return text("(%s && %s)", a, condition(depth + 1));
    }
    if (c < 50 && depth < 2) {
        const char *a = condition(depth + 1);
        return text("((%s) || %s %% 3u == 1u)", a, expression(depth + 2));
    }
    return text("%s %% %uu == %uu", expression(depth + 1), 2 + draw(3), draw(2));
}

/* One that is the same for all threads of a tile. */
static const char *uniform_condition(void)
{
    const char *tile = model == PHASED ? "tile_index" : "tidx";
    switch (draw(6)) {
    case 0: return text("%s.tile[0] %% 2 == %u", tile, draw(2));
    case 1: return text("times > %u", draw(4));
    case 2: return text("%s %% 3 != %u", one_of(&uniforms), draw(3));
    case 3: return text("%s.tile[%d] + %s > 3", tile, rank - 1, one_of(&uniforms));
    case 4: return placed ? "times != 3" : "flag[0] == 7u";
    default: return text("at(A, %u) %% 2u == 0u", draw(100));
    }
}

static void barrier(void)
{
    line("%s", chance(60) ? "tile_barrier_wait(tidx);"
         : "tile_barrier_wait_with_tile_static_memory_fence(tidx);");
    shared = !shared;
    if (interleaved) {
        line("e_[times %% 2][%d] = e_[%d][times %% 3] * 5u + me_;", serial % 3, serial % 2);
    }
}
static void settle(int wanted)
{
    if (shared != wanted) {
        barrier();
    }
}

static void plain(int depth);

/* A loop of the thread's own that chooses a value twice, one time the constant that it began with,
   of which gcc 12 makes wrong vectors. */
static void chosen(void)
{
    const int k = ++serial;
    const unsigned first = draw(3);
    const char *e = expression(2), *turns = chance(60) ? text("%u", 20 + draw(40))
        : "20 + (int)(me_ % 40u)";
    const char *v = text("w%d", k);
    line("unsigned %s = %uu;", v, first);
    line("for (int k%d = 0; k%d < %s; k%d++) {", k, k, turns, k);
    line("    const unsigned h%d = ((unsigned)k%d + %s) * 2654435761u;", k, k, e);
    line("    %s = (h%d >> 13 & 15u) == 0 ? h%d >> 20 : %s;", v, k, k, v);
    line("    if ((h%d >> 9 & 31u) == 1) { %s = %uu; }", k, v, first);
    line("}");
    line("me_ += %s;", v);
}

/* A loop whose turns each thread has for itself: threads go through it side by side, under a mask,
   where it is of numbers, and what it reads of memory. */
static void masked(void)
{
    const int k = ++serial, kind = (int)draw(5), before = kind == 1 || kind == 3;
    const char *turns = text("%d + (int)(%s %% %uu)", (int)draw(2), expression(2), 1 + draw(40));
    const char *until = chance(50) ? "" : text(" && x%d * x%d < %u.5f", k, k, 1 + draw(900));
    const unsigned c = draw(6);
    line("float x%d = (float)(me_ %% %uu), y%d = 0.25f * (float)%s;", k, 1 + draw(50), k,
         one_of(&uniforms));
    line("unsigned w%d = %s, z%d;", k, expression(2), k);
    line("int k%d = 0, n%d = %s;", k, k, turns);
    if (kind == 0) { line("while (k%d < n%d%s) {", k, k, until); }
    if (kind == 1) { line("for (k%d = %u; k%d < n%d%s; k%d++) {", k, draw(3), k, k, until, k); }
    if (kind == 2) { line("do {"); }
    if (kind == 3) { line("for (; k%d <= n%d; k%d += 2) {", k, k, k); }
    if (kind == 4) { line("for (int k%d = n%d, j%d = 3; k%d-- > 0; j%d++) {", k, k, k, k, k); }
    line("    if (k%d == %d) { z%d = %uu; } else { z%d = w%d * 3u; }", k, kind == 4 ? -7 : 0, k,
         draw(9), k, k);
    if (chance(40)) {
        line("    if (w%d %% %uu == %uu) { w%d += 7u; %s; }", k, 3 + draw(9), draw(3), k,
             chance(60) || kind == 0 || kind == 2 ? "break" : "continue");
    }
    line("    const float h%d = x%d * 0.75f - y%d;", k, k, k);
    line("    x%d = h%d + (float)(k%d & 3);", k, k, k);
    if (chance(50)) { line("    y%d += x%d / (1.5f + y%d * y%d);", k, k, k, k); }
    if (chance(30)) { line("    y%d = sqrtf(fabsf(y%d));", k, k); }
    line("    w%d = w%d * 5u + %s;", k, k, chance(50) ? text("(unsigned)k%d", k) : one_of(&vars));
    if (c < 2) { line("    w%d ^= at(A, (int)(w%d %% 900u) + k%d);", k, k, k); }
    if (c == 2 && shared && model != SIMPLE) {
        line("    w%d += t[(int)(w%d %% %du)];", k, k, threads);
    }
    if (c == 3) { line("    if (w%d & 8u) { x%d = 1.0f - x%d; } else { w%d++; }", k, k, k, k); }
    if (c == 4) { line("    w%d ^= mix(w%d, (unsigned)n%d);", k, k, k); }
    if (chance(30)) { line("    if (w%d %% 11u == 4u) { break; }", k); }
    if (kind == 0 || kind == 2) { line("    k%d++;", k); }
    if (chance(30)) { line("    if (k%d > %u) { n%d--; }", k, draw(20), k); }
    line("    me_ %s z%d;", chance(50) ? "+=" : "^=", k);
    line(kind == 2 ? "} while (k%d < n%d%s);" : "}", k, k, until);
    if (before || kind == 0) { line("me_ ^= (unsigned)k%d;", k); }
    line("me_ += w%d + (unsigned)(int)(x%d < 99999.0f && x%d > -99999.0f ? x%d * 64.0f : 7.0f);",
         k, k, k, k);
    line("me_ ^= y%d > 0.125f ? 3u : 0u;", k);
}

/* A call of a helper with a loop, which may be put in place of it; a division of ints by one that
   all threads share; a loop whose end stands in memory. */
static void called(void)
{
    static const char *const assign[] = { "+=", "^=", "-=" };
    const int k = ++serial;
    const char *e = expression(1), *by = text("(%s + %u)", "times", 1 + draw(9));
    const char *set = text("%s %s", one_of(&vars), assign[draw(3)]), *other;
    switch (draw(6)) {
    case 0: line("%s steps(%s, %u);", set, e, draw(60)); break;
    case 1: line("%s place(amp_view_of(A), %s) * 3u;", set, e); break;
    case 2:
        other = one_of(&vars); /* not the new one */
        line("unsigned %s = places(amp_view_of(A), %s, times) + %s;", fresh(&vars, "v"), e, other);
        break;
    case 3:
        line("%s %s ? summed(amp_view_of(A), me %% 97, times + %u) : 5u;", set,
             chance(60) ? "times > 1" : condition(1), draw(6));
        break;
    case 4:
        line("const int q%d = (int)(%s %% 90001u) / %s, r%d = (%s + %u) %% %s;", k, e, by, k,
             index_of(1, rank - 1), draw(50), by);
        line("%s (unsigned)(q%d * 3 - r%d / %s);", set, k, k, by);
        break;
    default:
        line("for (int k%d = 0; k%d < (int)(at(A, %u) %% 9u); k%d++) {", k, k, draw(900), k);
        line("    %s at(A, me %% 97 + k%d) ^ %s;", set, k, one_of(&vars));
        line("}");
    }
}

/* A loop with the same turns for all threads, in which neighbours use neighbouring elements. */
static void smooth(void)
{
    static char name[24];
    const int k = ++serial;
    const scope s = open_scope();
    indent--;
    if (chance(30)) {
        line("int k%d;", k);
        line("for (k%d = 0; k%d < %s; k%d++) {", k, k, chance(70) ? "times + 9" : "12", k);
    } else {
        line("for (int k%d = %s; k%d < %s; k%d++) {", k, chance(80) ? "0"
             : text("%s ? (int)(at(A, me) %% 5u) : 0", model == SIMPLE ? "times > 1"
                    : uniform_condition()), k,
             chance(70) ? "times + 9" : "12", k);
    }
    indent++;
    arrays.count = pointers.count = 0;
    (void)snprintf(name, sizeof(name), "k%d", k);
    counter = name;
    if (chance(30)) { line("const unsigned f%d = at(A, k%d + 2), g%d = f%d / 3u;", k, k, k, k); }
    else { line("const unsigned f%d = %uu, g%d = f%d + 1u;", k, draw(9), k, k); }
    if (chance(25)) { /* all threads leave together */
        line("if (%s) { %s; }", chance(50) ? text("f%d %% 5u == 2u", k)
             : text("k%d == %u || g%d == 7u", k, draw(8), k), chance(60) ? "break" : "continue");
    }
    line("me_ += (at(A, k%d) ^ %s) + g%d;", k, one_of(&vars), k);
    plain(1);
    if (chance(12)) { masked(); }
    if (chance(20)) { line("if (at(A, k%d) %% 3u == 1u) { break; }", k); }
    if (chance(50)) { plain(1); }
    counter = NULL;
    close_scope(s);
    line("}");
}

/* A number that all threads share, or a thread's index along a row, with something added. */
static const char *some_end(void)
{
    return chance(40) ? text("%u", draw(40)) : chance(50) ? "times + 7"
        : text("(%s %% 50)", one_of(&uniforms));
}
static const char *in_row(void)
{
    const char *at = index_of(chance(60), rank - 1);
    return chance(40) ? at : chance(30) ? text("times + %s", at)
        : chance(50) ? text("%s + times", at) : text("%s - %u", at, draw(9));
}

/* A loop whose counter goes along with the thread's index: neighbours have neighbouring turns. */
static void in_step(void)
{
    static char name[24];
    static const char *const steps[] = { "++", " += 3", " += times + 2", " += 16", " += 80" };
    const int k = ++serial;
    const char *at = in_row(), *end = some_end(), *step = steps[draw(5)];
    scope s;
    line("for (int k%d = %s; k%d %s %s; %s) {", k, at, k, chance(70) ? "<" : "<=", end,
         chance(10) ? text("++k%d", k) : text("k%d%s", k, step));
    s = open_scope();
    arrays.count = pointers.count = 0;
    (void)snprintf(name, sizeof(name), "(k%d + 9)", k);
    counter = name;
    line("me_ += at(A, k%d + 9) ^ %s;", k, one_of(&vars));
    plain(1);
    if (chance(12)) { masked(); }
    if (chance(40)) { line("if (k%d + 3 < %s) { me_ ^= at(A, k%d + 12); }", k, some_end(), k); }
    if (chance(30)) {
        line("for (int q%d = 0; q%d < times; q%d++) { me_ += at(A, k%d + 9 + q%d); }", k, k, k, k,
             k);
    }
    counter = NULL;
    close_scope(s);
    line("}");
}

/* Neighbours' elements, but for the edge's; and what an edge's thread does alone. */
static void with_edges(void)
{
    const int k = ++serial;
    const char *at = in_row(), *end = some_end();
    line("const int a%d = %s;", k, at);
    line("const int w%d = a%d - 1 < %s ? %s : a%d - 1;", k, k, end, end, k);
    line("const int e%d = a%d + 1 > %s + 11 ? %s : a%d + 1;", k, k, end, end, k);
    line("const int i%d = a%d >= %u && a%d < %s;", k, k, draw(5), k, some_end());
    switch (draw(6)) {
    case 0: line("me_ += at(A, w%d + 9) - at(A, e%d + 9);", k, k); break;
    case 4: /* an int that is 0 where its value is not */
        line("const int h%d = 0.4f * (float)a%d;", k, k);
        line("if (h%d && a%d < 9) { me_ += 5u; }", k, k);
        break;
    case 1: line("me_ ^= i%d ? at(A, a%d + 9) : %uu;", k, k, draw(9)); break;
    case 2: line("if (i%d) { me_ += at(A, w%d + 9); }", k, k); break;
    case 3: line("me_ ^= %s + a%d < %s ? me_ : 3u;", one_of(&uniforms), k, some_end()); break;
    default:
        line("me_ += a%d == %s || a%d > %u ? 5u : at(A, a%d + 10);", k, some_end(), k, draw(60),
             k);
    }
    if (chance(50)) {
        const scope s = open_scope();
        indent--;
        line(chance(70) ? "if (i%d) {" : "if (w%d > 3) {", k);
        if (strcmp(end, "times + 7") == 0) { line("    me_ += %uu;", draw(9)); }
        line("    if (a%d == %s) { me_ ^= at(A, e%d + 9); }", k, some_end(), k);
        line("    me_ += at(A, a%d + 9);", k);
        line("    if (%s == %u && e%d > 2) { me_ += %uu; }", index_of(1, rank - 1), draw(8), k,
             draw(99));
        close_scope(s);
        line("}");
    }
}

/* A condition on the thread's index, or that the tile shares, around a loop of all its threads. */
static void around_a_loop(void)
{
    scope s;
    line("if (%s) {", chance(30) ? uniform_condition() : chance(50)
         ? text("%s < %s", in_row(), some_end()) : condition(1));
    s = open_scope();
    if (chance(60)) { smooth(); } else { masked(); }
    if (chance(40)) { in_step(); }
    plain(1);
    close_scope(s);
    if (chance(40)) {
        line("} else {");
        s = open_scope();
        if (chance(60)) { smooth(); } else if (chance(50)) { masked(); }
        plain(1);
        close_scope(s);
    }
    line("}");
}

/* The thread's element of r, or where r is everyone's the one `by` behind it in its row. */
static int r_first;
static const char *element_of_r(unsigned by)
{
    const char *x = index_of(1, rank - 1);
    x = by ? text("(%s + %u) %% %d", x, by, dims[rank - 1]) : x;
    x = r_first == 0 ? x : text("%s + %d", x, r_first);
    return rank == 1 ? text("r[%s]", x)
        : rank == 2 ? text("r[%s][%s]", index_of(1, 0), x)
        : text("r[%s][%s][%s]", index_of(1, 0), index_of(1, 1), x);
}

/* A store to the thread's element of r under a condition, on its place in its row or another one;
   or what others stored. */
static void stored_under(void)
{
    static const char *const assign[] = { "=", "+=", "^=" };
    const char *r = element_of_r(0), *x = index_of(1, rank - 1), *e = expression(1);
    const unsigned low = draw(3), high = (unsigned)dims[rank - 1] - draw(3);
    const char *within = text("%s >= %s && %s < %u", x, chance(70) ? text("%u", low) : "times", x,
                              high);
    const char *op = assign[draw(3)], *c = condition(1);
    if (shared) {
        line("me_ += %s * 3u;", element_of_r(draw(9)));
        return;
    }
    switch (draw(7)) {
    case 0: line("if (%s) { %s %s %s; }", within, r, op, e); break;
    case 1: line("if (%s && %s) { %s %s %s; }", within, c, r, op, e); break;
    case 2: line("if (%s) { %s %s %s; } else { me_ ^= %s; }", c, r, op, e, r); break;
    case 3:
        line("if (%s) { if (%s) { %s %s %s; } me_ += %s; }", within, c, r, op, e,
             chance(50) ? r : "5u");
        break;
    case 4:
        line("if (%s > %u) { %s %s at(A, %s + 9) + %s; }", x, low, r, op, in_row(), e);
        break;
    case 5: line("if (%s) { %s += 3u; s[8 * me + 1] = %s; }", within, r, r); break;
    default: line("if (%s) { %s %s (%s > 1 ? at(A, %s - 1) : %s); }", within, r, op, x, x, e);
    }
}

/* A store of one value to one of two places, by a condition. */
static void split(void)
{
    const int k = ++serial;
    const char *c = condition(1), *e = expression(1), *far = chance(50) ? "base[1]" : "4";
    line("int i%d = (int)(%s %% 4u), j%d = %u;", k, expression(2), k, draw(4));
    line("for (int k%d = 0; k%d < %s; k%d++) {", k, k, chance(50) ? "3" : "times", k);
    line("    const unsigned v%d = %s + (unsigned)k%d;", k, e, k);
    line("    if (%s || v%d %% 3u == 1u) {", c, k);
    line("        s[8 * me + i%d] = v%d;", k, k);
    if (chance(70)) { line("        i%d = (i%d + 1) %% 4;", k, k); }
    line("    } else {");
    line("        s[%s + 8 * me + 3 - j%d] = v%d;", far, k, k);
    if (chance(70)) { line("        j%d = (j%d + 3) %% 4; me_ += 3u;", k, k); }
    line("    }");
    line("}");
    line("me_ ^= s[8 * me + (i%d + j%d) %% 8];", k, k);
}

/* What r, s and base are before the first statement of a kernel. */
static void begin_rows(void)
{
    line("%s = me_;", element_of_r(0));
    line("for (int i = 0; i < 8; i++) { s[8 * me + i] = (unsigned)i; }");
    line("if (me == 0) { base[0] = base[1] = 4; }");
}
static void declare_rows(void)
{
    int k;
    char d[40] = "";
    for (k = 0; k < rank; k++) {
        (void)snprintf(d + strlen(d), sizeof(d) - strlen(d), ", %d",
                       dims[k] + (k == rank - 1 ? 2 : 0));
    }
    r_first = (int)draw(3);
    line("tile_static(unsigned, r%s);", d);
    line("tile_static(unsigned, s, %d);", 8 * threads);
    line("tile_static(int, base, 2);");
}

/* A statement without barriers. */
static void plain(int depth)
{
    static const char *const assign[] = { "=", "+=", "^=", "-=", "*=" };
    const unsigned c = draw(100);
    scope s;
    if (counter != NULL) { /* no arrays, pointers, loops in a loop that all threads share */
        const char *e = expression(0);
        if (depth < 2 && c < 30) {
            line("if (%s) {", condition(1));
            s = open_scope();
            plain(2);
            close_scope(s);
            line("}");
        } else if (c < 40) {
            line("unsigned %s = %s;", fresh(&vars, "v"), e);
        } else if (c < 50 && model == PHASED) {
            line("mine(m0) %s %s;", assign[draw(5)], e);
        } else {
            line("%s %s %s;", one_of(&vars), assign[draw(5)], e);
        }
        return;
    }
    if (depth == 0 && chance(model == TILED ? 8 : 15)) {
        smooth();
        return;
    }
    if (depth == 0 && chance(8)) {
        chosen();
        return;
    }
    if (depth == 0 && chance(12)) {
        masked();
        return;
    }
    if (depth < 2 && chance(depth == 0 ? 12 : 5)) {
        called();
        return;
    }
    if (depth < 2 && model != SIMPLE && chance(15)) {
        if (chance(75)) { stored_under(); } else { split(); }
        return;
    }
    if (depth == 0 && (model != SIMPLE || placed) && chance(20)) {
        switch (draw(3)) {
        case 0: in_step(); break;
        case 1: with_edges(); break;
        default: around_a_loop(); break;
        }
        return;
    }
    if (c < 18) {
        const char *e = expression(0);
        line("unsigned %s = %s;", fresh(&vars, "v"), e);
    } else if (c < 24) {
        const char *base = chance(50) ? "me" : index_of(1, rank - 1);
        const char *add = chance(50) ? "times" : "2 * 3";
        line("const int %s = %s + %s;", fresh(&offsets, "c"), base, add);
    } else if (c < 44) {
        line("%s %s %s;", one_of(&vars), assign[draw(5)], expression(0));
    } else if (c < 50 && !shared && model != SIMPLE) {
        line("t[me] %s %s;", assign[draw(3)], expression(0));
    } else if (c < 52 && model == PHASED) {
        line("mine(%s) %s %s;", chance(50) ? "m0" : "m1, 2", assign[draw(5)], expression(0));
    } else if (c < 52 && !shared && model == TILED) {
        line("%s %s %s;", chance(50) ? "p[me].b[1]" : "g[me % 2][me / 2]", assign[draw(3)],
             expression(0));
    } else if (c < 53) {
        const int add = chance(50); /* what commutes, so that the order is the same */
        const char *at = model == SIMPLE ? text("at(O, 60000 + %d)", add)
            : text("counts[%d]", add);
        if (atomics && !(once && model == SIMPLE)) {
            line("(void)amp_atomic_fetch_%s(&%s, %s);", add ? "add" : "xor", at, expression(1));
        }
    } else if (c < 55 && reporting) {
        const char *e = condition(0);
        line("if (times == 3 && %s) { amp_errorf(\"%%u in %%d\", %s, me); %s}", e, one_of(&vars),
             chance(20) && !once && model == TILED ? "return; " : "");
    } else if (c < 56 && reporting == 2) {
        line("if (times == 3 && %s) amp_abort();", condition(0));
    } else if (c < 57 && (reporting || chance(40))) {
        const char *e = expression(1), *v = fresh(&vars, "v");
        line("unsigned %s = 1u, %s_ = seek(%s, %s, %s) + %s;", v, v, e, one_of(&vars),
             reporting ? "times" : "0", one_of(&vars));
        line("%s += %s_;", v, v);
    } else if (c < 58 && once) {
        line("at(O, lin) = %s;", expression(1));
    } else if (c < 59 && arrays.count) {
        line("%s[%s %% 3u] += %s;", one_of(&arrays), expression(2), expression(1));
    } else if (c < 60 && pairs.count) {
        line("%s%s = %s;", one_of(&pairs), chance(50) ? ".a" : ".b[1]", expression(1));
    } else if (c < 62 && pointers.count) {
        line("*%s += %s;", one_of(&pointers), expression(1));
    } else if (c < 64) {
        const char *v = one_of(&vars);
        line("unsigned *%s = &%s;", fresh(&pointers, "p"), v);
    } else if (c < 66) {
        const char *e = expression(2);
        line("unsigned %s[3] = { %s, %u, 5u };", fresh(&arrays, "a"), e, draw(9));
    } else if (c < 68) {
        const char *e = expression(2);
        line("pair %s = { %s, { 1u, %u } };", fresh(&pairs, "s"), e, draw(9));
    } else if (c < 71) {
        line("%s%s;", one_of(&vars), chance(50) ? "++" : "--");
    } else if (depth < 2 && c < 86) {
        line("if (%s) {", condition(0));
        s = open_scope();
        plain(depth + 1);
        if (chance(40)) { plain(depth + 1); }
        close_scope(s);
        if (chance(30)) {
            line("} else {");
            s = open_scope();
            plain(depth + 1);
            close_scope(s);
        }
        line("}");
    } else if (depth < 2) {
        const int k = ++serial;
        const char *turns = chance(60) ? text("%u", 1 + draw(4)) : chance(50) ? "times"
            : text("(int)(%s %% 4u)", expression(2));
        const int before = chance(30); /* its counter is declared before, and used behind */
        if (before) { line("int k%d = 3;", k); }
        line("for (%sk%d = 0; k%d < %s; k%d++) {", before ? "" : "int ", k, k, turns, k);
        s = open_scope();
        line("me_ += (unsigned)k%d;", k);
        plain(depth + 1);
        if (chance(15)) {
            line("if (%s) { %s; }", condition(0), chance(50) ? "break" : "continue");
            plain(depth + 1);
        }
        close_scope(s);
        line("}");
        if (before) { line("me_ ^= (unsigned)k%d;", k); }
    } else {
        line("%s += %s;", one_of(&vars), expression(0));
    }
}

static void tile_level(int depth, int in_loop);
static void tile_block(int depth, int in_loop, unsigned most, int mode)
{
    const scope s = open_scope();
    unsigned n = 1 + draw(most);
    while (n-- > 0) {
        tile_level(depth, in_loop);
    }
    settle(mode);
    close_scope(s);
}

/* What a warp's threads find together: all threads of the tile come to it. */
static const char *warp_operation(void)
{
    static const char *const all[] = { "sum", "min", "max" };
    static const char *const shuffles[] = { "shuffle", "shuffle_up", "shuffle_down",
                                            "shuffle_xor", "broadcast" };
    const char *x = expression(1);
    switch (draw(8)) {
    case 0: return text("(unsigned)amp_warp_ballot(tidx, %s)", condition(1));
    case 1: return text("(unsigned)amp_warp_%s(tidx, (int)(%s))", all[draw(3)], x);
    case 2:
        return text("(unsigned)amp_warp_%s(tidx, (float)(%s %% 1000u) * 0.37f)", all[draw(3)], x);
    case 3: return text("(unsigned)amp_warp_%s(tidx, (amp_int64)%s - 99)", all[draw(3)], x);
    case 4: return text("amp_warp_%s(tidx, %s)", all[draw(3)], x);
    case 5:
        return text("amp_warp_sum(tidx, amp_warp_shuffle(tidx, %s, amp_warp_lane(tidx) / 2))", x);
    default: return text("amp_warp_%s(tidx, %s, (int)(%s %% 40u) - 3)", shuffles[draw(5)], x,
                         expression(2));
    }
}
static void warps(void)
{
    const char *w = warp_operation();
    scope s;
    switch (draw(6)) {
    case 0: line("unsigned %s = %s + (unsigned)amp_warp_lane(tidx);", fresh(&vars, "v"), w); break;
    case 1: line("%s ^= %s - %s;", one_of(&vars), w, warp_operation()); break;
    case 2:
        line("%s += %s ? %s : (unsigned)amp_warp_index(tidx);", one_of(&vars),
             uniform_condition(), w);
        break;
    case 3:
        line("if (%s && amp_warp_%s(tidx, %s)) {", uniform_condition(),
             chance(50) ? "any" : "all", condition(1));
        s = open_scope();
        plain(1);
        close_scope(s);
        line("}");
        break;
    default: line("%s += %s;", one_of(&vars), w);
    }
}

/* A loop that all threads go through together. */
static void tile_loop(int depth)
{
    const int mode = shared, i = ++serial;
    const unsigned kind = draw(4);
    scope s;
    switch (kind) {
    case 0:
        line("for (int i%d = 0; i%d < %s; i%d++) {", i, i, chance(50) ? "3" : "times", i);
        break;
    case 1: line("for (int i%d = %u; i%d > 0; i%d /= 2) {", i, 4 + draw(5), i, i); break;
    case 2:
        line("int i%d = 0;", i);
        line("while (i%d++ < %s) {", i, chance(50) ? "2" : "times");
        break;
    default:
        line("int i%d = %s;", i, chance(50) ? "2" : "times");
        line("do {");
        break;
    }
    s = open_scope();
    line("me_ += (unsigned)i%d;", i);
    tile_level(depth + 1, 1);
    tile_level(depth + 1, 1);
    if (chance(20) && kind != 3) {
        settle(mode);
        line("if (%s) { %s; }", uniform_condition(), chance(50) ? "break" : "continue");
        tile_level(depth + 1, 1);
    }
    settle(mode);
    close_scope(s);
    if (kind == 3) {
        line("} while (--i%d > 0);", i);
    } else {
        line("}");
    }
}

/* A statement in which all threads may meet. */
static void tile_level(int depth, int in_loop)
{
    const unsigned c = draw(100);
    const int mode = shared;
    if (shared && chance(15)) { /* with nothing beside it */
        barrier();
        stored_under();
        if (chance(30)) { stored_under(); }
        barrier();
    } else if (c < 6) {
        warps();
    } else if (c < 40) {
        plain(0);
    } else if (c < 56) {
        barrier();
    } else if (c < 60) {
        const char *value = chance(50) ? "times" : chance(50) ? "tidx.tile[0]"
            : "A_shape.extent[0] % 7";
        line("int %s = %s;", fresh(&uniforms, "u"), value);
    } else if (c < 64 && uniforms.count > 1) {
        const char *u = uniforms.name[1 + draw((unsigned)uniforms.count - 1)];
        line(chance(50) ? "%s = (%s * 3 + 1) %% 11;" : "%s ^= %s / 2;", u, u);
    } else if (depth < 3 && c < 74) {
        line("if (%s) {", uniform_condition());
        tile_block(depth + 1, in_loop, 3, mode);
        if (chance(40)) {
            line("} else {");
            tile_block(depth + 1, in_loop, 2, mode);
        }
        line("}");
    } else if (depth < 2 && c < 88) {
        tile_loop(depth);
    } else if (depth < 2 && c < 91) {
        line("switch (%s %% 3) {", one_of(&uniforms));
        line("case 0: {");
        tile_block(depth + 1, 1, 2, mode);
        line("    break; }");
        line("default: {");
        tile_block(depth + 1, 1, 1, mode);
        line("    break; }");
        line("}");
    } else if (depth < 2 && c < 92) { /* all threads have that value; it is not proven */
        const int n = ++serial, cases = 2 + (int)draw(2);
        int k;
        line("int n%d = %s; if (me < 0) { n%d = 50; }", n, one_of(&uniforms), n);
        line("switch (n%d %% 3) {", n);
        for (k = 0; k < cases; k++) {
            line(k < 2 ? "case %d: {" : chance(50) ? "case 2: default: {" : "case %d: {", k);
            tile_block(depth + 1, 1, 2, mode);
            line(k + 1 == cases || chance(80) ? "    break; }" : "    } /* falls through */");
        }
        line("}");
    } else if (many_helpers && c < 95) {
        settle(0);
        if (chance(50)) { /* a call that need not be made */
            const int n = ++serial;
            const char *by = chance(50) ? one_of(&uniforms) : text("%u", 1 + draw(6));
            const char *all = chance(50) ? uniform_condition() : text("n%d > %u", n, draw(3));
            const char *call = text("met(tidx, t, me, %s)", by);
            line("int n%d = times; if (me < 0) { n%d = 50; }", n, n);
            switch (draw(6)) {
            case 0: line("if (%s && %s %% 3u != 1u) { me_ += 3u; }", all, call); break;
            case 1:
                line("if (n%d == 2 || %s || %s %% 3u != 1u) { me_ ^= 9u; }", n, all, call);
                break;
            case 2: line("%s += %s ? %s : %uu;", one_of(&vars), all, call, draw(9)); break;
            case 3:
                line("const unsigned v%d = (%s ? 7u : n%d == 1 ? 5u : %s) / 3u;", n, all, n, call);
                line("me_ += v%d;", n);
                break;
            case 4:
                line("me_ ^= (unsigned)((%s && %s) || turned(tidx, t, me, n%d));", all, call, n);
                break;
            default: line("(void)(me_ += 3u, %s ? turned(tidx, t, me, 2) : 0);", all); break;
            }
            line("tile_barrier_wait(tidx);");
        } else if (chance(50)) {
            line("turn(tidx, t, me, %s);", text("%u", 1 + draw(5)));
        } else {
            const char *by = chance(50) ? one_of(&uniforms) : text("%u", 1 + draw(6));
            line("%s ^= met(tidx, t, me, %s) + %s;", one_of(&vars), by, expression(1));
            line("tile_barrier_wait(tidx);");
        }
    } else if (depth == 0 && !in_loop && c < 97) {
        const int n = ++serial;
        line("int n%d = times; if (me < 0) { n%d = 50; }", n, n); /* the same; not proven so */
        if (chance(50)) {
            line("if (n%d > %u) {", n, draw(3));
            tile_block(1, 0, 2, mode);
        } else {
            line("for (int i%d = 0; i%d < n%d; i%d++) {", n, n, n, n);
            line("    tile_barrier_wait(tidx);");
            line("    me_ += (unsigned)i%d;", n);
        }
        line("}");
    } else if (c < 98 && rank == 1 && !shared) { /* rows that are copied */
        line("t[tidx.local[0]] = at(A, tidx.global[0] + %u);", draw(300));
        if (once) { line("at(O, tidx.global[0]) = t[tidx.local[0]];"); }
    } else if (c < 99 && rank == 2 && once && shared && dims[0] == dims[1]) { /* read across */
        line("at(O, (tidx.tile[0] * 2 + tidx.tile[1]) * %d + tidx.local[0] * %d + tidx.local[1]) =",
             threads, dims[1]);
        line("    t[tidx.local[1] * %d + tidx.local[0]];", dims[1]);
    } else if (depth == 0 && !in_loop && c < 99) {
        line("if (tidx.tile[0] == 1 && times == 2) { %s }",
             once ? "return;" : "at(O, lin) = 77u; return;");
    } else {
        plain(0);
    }
}

static void choose_form(int number)
{
    form = placed ? PLAIN : model == SIMPLE ? (number % 4 == 1 ? CHANGED : VIEWS)
        : model == PHASED ? (number % 4 == 0 ? PLAIN : GIVEN)
        : number % 4 == 0 ? PLAIN : number % 4 == 1 ? GIVEN : number % 4 == 2 ? CHANGED : VIEWS;
}
static const char *form_parameter(void)
{
    return form == GIVEN ? ", tile(unsigned, t)" : form == CHANGED ? ", value(unsigned, by)" : "";
}
static void form_begins(void)
{
    if (form == CHANGED) {
        (void)strcpy(vars.name[vars.count++], "by");
        line("by += me_;");
    } else if (form == VIEWS) {
        line("amp_let_section(V, 1, A, (lin %% 500), (500));");
        line("amp_let_section(W, 1, V, (times), (100));");
        line("amp_let_section(U, 1, A, (times * 3), (256));");
        line("me_ += at(V, me %% 500) + at(U, me %% 256);");
    }
}
static void form_ends(void)
{
    if (form == VIEWS) {
        line("me_ ^= at(W, me %% 100) + U[9] + (unsigned)(V_shape.extent[0] + lin) * at(U, 3);");
    }
}

static void kernel(int number)
{
    static const int one[] = { 1, 24, 8, 16, 32, 64 };
    static const int two[][2] = { { 4, 4 }, { 2, 8 }, { 8, 16 }, { 3, 5 }, { 16, 16 } };
    static const int three[][3] = { { 2, 3, 4 }, { 2, 2, 8 } };
    static const char *const tile[] = { "tidx.tile[0]", "tidx.tile[0] * 2 + tidx.tile[1]",
        "(tidx.tile[0] * 2 + tidx.tile[1]) * 2 + tidx.tile[2]" };
    unsigned n = 5 + draw(10);
    int k;
    rank = chance(50) ? 1 : chance(65) ? 2 : 3;
    dims[0] = rank == 1 ? one[draw(6)] : 0;
    if (rank == 2) { memcpy(dims, two[draw(5)], sizeof(two[0])); }
    if (rank == 3) { memcpy(dims, three[draw(2)], sizeof(three[0])); }
    vars.count = offsets.count = arrays.count = pairs.count = pointers.count = 0;
    shared = serial = indent = 0;
    threads = 1;
    (void)strcpy(uniforms.name[0], "times");
    uniforms.count = 1;
    (void)strcpy(vars.name[vars.count++], "me_");
    atomics = 1;
    printf("AMP_TILED_KERNEL(k%d, (", number);
    for (k = 0; k < rank; k++) {
        threads *= dims[k];
        printf(k ? ", %d" : "%d", dims[k]);
    }
    choose_form(number);
    printf("), in(unsigned, 1, A), out(unsigned, 1, O), value(int, times)%s)\n{\n",
           form_parameter());
    indent = 1;
    many_helpers = chance(50);
    reporting = chance(65) ? 0 : 1 + chance(50);
    once = chance(30);
    if (form != GIVEN) { line("tile_static(unsigned, t, %d);", threads); }
    line("tile_static(unsigned, flag, 1);");
    line("tile_static(unsigned, counts, 2);");
    line("tile_static(pair, p, %d);", threads);
    line("tile_static(unsigned, g, 2, %d);", (threads + 1) / 2);
    declare_rows();
    if (rank == 1) { line("const int me = tidx.local[0];"); }
    if (rank == 2) { line("const int me = tidx.local[0] * %d + tidx.local[1];", dims[1]); }
    if (rank == 3) {
        line("const int me = (tidx.local[0] * %d + tidx.local[1]) * %d + tidx.local[2];", dims[1],
             dims[2]);
    }
    line("const int lin = (%s) * %d + me;", tile[rank - 1], threads);
    line("unsigned me_ = (unsigned)me;");
    form_begins();
    interleaved = number % 3 == 1;
    if (interleaved) { line("unsigned e_[2][3] = { { 7u, (unsigned)me }, { 5u } };"); }
    line("t[me] = at(A, me %% 1024);");
    begin_rows();
    line("if (me == 0) { flag[0] = at(A, 5); counts[0] = counts[1] = 0u; }");
    line("g[me %% 2][me / 2] = t[me] + 1u;");
    if (threads % 2 == 1) { line("if (me == 0) { g[1][%d] = 3u; }", threads / 2); }
    line("{ pair mine_ = { t[me], { 3u, (unsigned)me } }; p[me] = mine_; }");
    line("tile_barrier_wait(tidx);");
    shared = 1;
    while (n-- > 0) {
        tile_level(0, 0);
    }
    line("tile_barrier_wait(tidx);");
    line("me_ += counts[0] + counts[1];");
    if (interleaved) { line("me_ ^= e_[0][0] + e_[0][2] * 3u + e_[1][times %% 3];"); }
    interleaved = 0;
    form_ends();
    if (once) {
        for (k = 1; k < vars.count; k++) { line("me_ += %s;", vars.name[k]); }
        for (k = 0; k < uniforms.count; k++) { line("me_ ^= (unsigned)%s;", uniforms.name[k]); }
        line("at(O, lin) = me_;");
    } else {
        line("at(O, lin) = me_;");
        for (k = 1; k < vars.count; k++) { line("at(O, lin) += %s;", vars.name[k]); }
        for (k = 0; k < uniforms.count; k++) {
            line("at(O, lin) ^= (unsigned)%s;", uniforms.name[k]);
        }
    }
    if (chance(30) && !once) {
        line("if (%s) { return; }", chance(50) ? condition(0)
             : text("%s >= %s || %s > 9", in_row(), some_end(), index_of(0, 0)));
        if (chance(50)) { smooth(); }
        line("at(O, lin) += me_ + %s;", expression(1));
    }
    printf("}\n");
}

/* What every thread begins with: me, its number; lin, its element of O; me_, a variable. */
static void thread_begins(const char *value)
{
    static const char *const simple[] = { "idx[0]", "idx[0] * 37 + idx[1]",
        "(idx[0] * 5 + idx[1]) * 18 + idx[2]" };
    static const char *const tile[] = { "tidx.tile[0]", "tidx.tile[0] * 2 + tidx.tile[1]",
        "(tidx.tile[0] * 2 + tidx.tile[1]) * 2 + tidx.tile[2]" };
    vars.count = offsets.count = arrays.count = pairs.count = pointers.count = 0;
    (void)strcpy(vars.name[vars.count++], "me_");
    if (model == SIMPLE) {
        line("const int me = %s, lin = me;", simple[rank - 1]);
    } else if (rank == 1) {
        line("const int me = tidx.local[0];");
    } else if (rank == 2) {
        line("const int me = tidx.local[0] * %d + tidx.local[1];", dims[1]);
    } else {
        line("const int me = (tidx.local[0] * %d + tidx.local[1]) * %d + tidx.local[2];", dims[1],
             dims[2]);
    }
    if (model != SIMPLE) {
        line("const int lin = (%s) * %d + me;", tile[rank - 1], threads);
    }
    line("unsigned me_ = %s;", value);
    line("(void)lin;");
}

/* How many tiles a launch of it has in dimension k. */
static int tiles_of(int k)
{
    return k < rank - 1 ? 2 : (rank == 1 ? 1280 : 640) / dims[k];
}

static void thread_ends(void);
static void placed_kernel(int number)
{
    static const int one[] = { 1, 3, 4, 8, 16, 32 };
    static const int two[][2] = { { 4, 4 }, { 2, 8 }, { 3, 5 }, { 8, 16 } };
    static const int three[] = { 2, 3, 4 };
    unsigned n = 3 + draw(6);
    int k;
    rank = 1 + (int)draw(3);
    dims[0] = one[draw(6)];
    if (rank == 2) { memcpy(dims, two[draw(4)], sizeof(two[0])); }
    if (rank == 3) { memcpy(dims, three, sizeof(three)); }
    placed = once = 1;
    vars.count = offsets.count = arrays.count = pairs.count = pointers.count = 0;
    serial = indent = shared = atomics = reporting = 0;
    form = PLAIN;
    (void)strcpy(uniforms.name[0], "times");
    uniforms.count = 1;
    (void)strcpy(vars.name[vars.count++], "me_");
    printf("AMP_TILED_KERNEL(k%d, (", number);
    for (k = 0; k < rank; k++) { printf(k ? ", %d" : "%d", dims[k]); }
    printf("), in(unsigned, 1, A), out(unsigned, 1, O), value(int, times))\n{\n");
    indent = 1;
    line(rank == 1 ? "const int lin = tidx.global[0];"
         : rank == 2 ? "const int lin = tidx.global[0] * %d + tidx.global[1];"
         : "const int lin = (tidx.global[0] * %d + tidx.global[1]) * %d + tidx.global[2];",
         rank == 3 ? tiles_of(1) * dims[1] : tiles_of(rank - 1) * dims[rank - 1],
         tiles_of(rank - 1) * dims[rank - 1]);
    line("const int me = lin %% 97;");
    line("unsigned me_ = (unsigned)me + %s;", rank == 1 ? "3u" : chance(50)
         ? "(unsigned)tidx.tile[0]" : "(unsigned)tidx.local[0]");
    line("unsigned later;");
    while (n-- > 0) {
        plain(0);
        if (chance(30)) { /* from one turn to the next */
            line("for (int k = 0; k < times + 2; k++) {");
            line("    if (k > 0) { me_ += later + %s; }", expression(1));
            line("    later = me_ * %uu + at(A, k + %s);", 3 + draw(9), index_of(0, rank - 1));
            line("}");
        }
        if (chance(20)) {
            line("if (%s >= %u || %s > %u) { at(O, lin) = 7u; return; }", in_row(), draw(700),
                 index_of(0, 0), rank == 1 ? 300 + draw(900) : 2 + draw(9));
        }
    }
    thread_ends();
    printf("}\n");
    placed = 0;
}

/* What it ends with: all variables go to its element of O. */
static void thread_ends(void)
{
    int k;
    for (k = 1; k < vars.count; k++) { line("me_ += %s;", vars.name[k]); }
    line(once || chance(50) ? "at(O, lin) = me_;" : "at(O, lin) ^= me_;");
}

static void a_phase(void)
{
    unsigned n = 1 + draw(4);
    int left = 0;
    shared = chance(50);
    if (chance(25)) {
        line("phase_first(%s) {", chance(50) ? text("%s %% %d", one_of(&uniforms), threads + 2)
             : text("%d", (int)draw((unsigned)threads + 3) - 1));
    } else {
        line("phase {");
    }
    indent++;
    thread_begins("mine(m0)");
    if (!shared && chance(50)) { line("t[me] ^= me_ + 3u;"); }
    while (n-- > 0) {
        plain(0);
        if (chance(10)) {
            line("if (%s) { %s; }", condition(0), chance(50) ? "break" : "continue");
            left = 1;
        }
    }
    if (!left || chance(50)) { line("mine(m0) = me_;"); }
    if (chance(20) && !once) { thread_ends(); }
    indent--;
    line("}");
}

/* What stands between the phases: all of it is done once for the tile. */
static void between(int depth)
{
    const unsigned c = draw(100);
    if (c < 45 || depth > 2) {
        a_phase();
    } else if (c < 55) {
        const char *value = chance(50) ? "times * 2" : chance(50) ? "tile_index.tile[0]"
            : "tile_index.tile_origin[0] % 7";
        line("int %s = %s;", fresh(&uniforms, "u"), value);
    } else if (c < 65 && uniforms.count > 1) {
        const char *u = uniforms.name[1 + draw((unsigned)uniforms.count - 1)];
        line(chance(50) ? "%s = (%s * 3 + 1) %% 11;" : "%s ^= %s / 2;", u, u);
    } else if (c < 75) {
        scope s;
        line("if (%s) {", uniform_condition());
        s = open_scope();
        between(depth + 1);
        close_scope(s);
        if (chance(40)) {
            line("} else {");
            s = open_scope();
            between(depth + 1);
            close_scope(s);
        }
        line("}");
    } else if (c < 92) {
        const int i = ++serial;
        scope s;
        line(chance(50) ? "for (int i%d = 0; i%d < times; i%d++) {"
             : "for (int i%d = 8; i%d > 0; i%d /= 2) {", i, i, i);
        s = open_scope();
        a_phase();
        between(depth + 1);
        if (chance(20)) { line("if (%s) { break; }", uniform_condition()); }
        close_scope(s);
        line("}");
    } else if (c < 95 && depth == 0) {
        line("if (times == 2 && tile_index.tile[0] == 1) { return; }");
    } else {
        a_phase();
    }
}

/* A kernel of phases, or a simple one. */
static void other_kernel(int number)
{
    static const int simple[][3] = { { 150, 0, 0 }, { 7, 37, 0 }, { 3, 5, 18 } };
    static const int one[] = { 1, 24, 8, 16, 32, 64 };
    static const int two[][2] = { { 4, 4 }, { 2, 8 }, { 8, 16 }, { 3, 5 }, { 16, 16 } };
    static const int three[][3] = { { 2, 3, 4 }, { 2, 2, 8 } };
    unsigned n = 3 + draw(8);
    int k;
    rank = chance(50) ? 1 : chance(65) ? 2 : 3;
    serial = indent = shared = 0;
    many_helpers = 0;
    atomics = chance(30);
    reporting = chance(65) ? 0 : 1 + chance(50);
    once = chance(reporting ? 70 : 30);
    (void)strcpy(uniforms.name[0], "times");
    uniforms.count = 1;
    threads = 1;
    if (model == SIMPLE) {
        memcpy(dims, simple[rank - 1], sizeof(dims));
        printf("AMP_KERNEL(k%d, %d", number, rank);
    } else {
        dims[0] = one[draw(6)];
        if (rank == 2) { memcpy(dims, two[draw(5)], sizeof(two[0])); }
        if (rank == 3) { memcpy(dims, three[draw(2)], sizeof(three[0])); }
        printf("AMP_PHASED_KERNEL(k%d, (", number);
        for (k = 0; k < rank; k++) {
            threads *= dims[k];
            printf(k ? ", %d" : "%d", dims[k]);
        }
        printf(")");
    }
    choose_form(number);
    printf(", in(unsigned, 1, A), %s(unsigned, 1, O), value(int, times)%s)\n{\n",
           once ? "out" : "inout", form_parameter());
    indent = 1;
    if (model == SIMPLE) {
        thread_begins("(unsigned)me");
        form_begins();
        while (n-- > 0) { plain(0); }
        if (chance(60)) { smooth(); }
        if (chance(20)) { line("if (%s) { return; }", condition(0)); }
        form_ends();
        thread_ends();
    } else {
        if (form != GIVEN) { line("tile_static(unsigned, t, %d);", threads); }
        line("tile_static(unsigned, flag, 1);");
        line("tile_static(unsigned, counts, 2);");
        declare_rows();
        line("thread_private(unsigned, m0);");
        line("thread_private(unsigned, m1, 3);");
        line("phase {");
        indent = 2;
        thread_begins("(unsigned)me");
        line("mine(m0) = me_;");
        line("for (int i = 0; i < 3; i++) { mine(m1, i) = me_ * (unsigned)i; }");
        line("t[me] = at(A, me %% 1024);");
        begin_rows();
        line("if (me == 0) { flag[0] = at(A, 5); counts[0] = counts[1] = 0u; }");
        indent = 1;
        line("}");
        while (n-- > 0) { between(0); }
        line("phase {");
        indent = 2;
        thread_begins("mine(m0)");
        line("me_ += counts[0] + counts[1] + mine(m1, 2);");
        for (k = 0; k < uniforms.count; k++) { line("me_ ^= (unsigned)%s;", uniforms.name[k]); }
        thread_ends();
        indent = 1;
        line("}");
    }
    printf("}\n");
}

/* The launches of kernel `number`, for several values of `times`. */
static void launches(int number)
{
    int k;
    choose_form(number);
    threads = 1;
    printf("    for (times = 0; times < 4; times++) {\n"
           "        for (e = 0; e < 2; e++) {\n"
           "            amp_array_view A = amp_view(unsigned, a, %d);\n"
           "            amp_array_view O = amp_view(unsigned, o[e], 65536);\n"
           "            memset(o[e], 0xee, sizeof(o[e]));\n"
           "            (void)amp_emu_set_engine(e ? AMP_ENGINE_VECTORS : AMP_ENGINE_%s);\n"
           "            (void)amp_emu_set_workers(1);\n"
           "            s[e] = parallel_for_each(%samp_extent(",
           placed ? 2048 : 1024, model == TILED ? "FIBERS" : "LOOPS",
           model == SIMPLE ? "" : "amp_tile(");
    for (k = 0; k < rank; k++) {
        printf(k ? ", %d" : "%d",
               (placed ? tiles_of(k) : model == SIMPLE ? 1 : rank == 1 ? 4 : 2) * dims[k]);
        threads *= dims[k];
    }
    printf(")");
    for (k = 0; k < rank && model != SIMPLE; k++) { printf(", %d", dims[k]); }
    printf("%s, k%d, A, O, times", model == SIMPLE ? "" : ")", number);
    if (form == GIVEN) { printf(", %d", threads); }
    if (form == CHANGED) { printf(", 9u"); }
    printf(");\n"
           "            (void)snprintf(said[e], sizeof(said[e]), \"%%s\",\n"
           "                           s[e] != AMP_OK ? amp_last_error() : \"\");\n"
           "            failed += s[e] != AMP_OK;\n"
           "            (void)amp_synchronize(O);\n"
           "            amp_release(A);\n"
           "            amp_release(O);\n"
           "        }\n"
           "        if (s[0] != s[1] || strcmp(said[0], said[1])\n"
           "            || memcmp(o[0], o[1], sizeof(o[0]))) {\n"
           "            printf(\"k%d differs, times %%d, status %%d and %%d: %%s, %%s\\n\",\n"
           "                   times,\n"
           "                   s[0], s[1], said[0], said[1]);\n"
           "            bad++;\n"
           "            break;\n"
           "        }\n"
           "    }\n", number);
}

int main(int argc, char **argv)
{
    int i, count, all;
    struct { int model, rank, dims[3]; } shape[1200];
    const int others = argc == 4 && strcmp(argv[3], "other") == 0;
    if (argc != 3 + others || (count = atoi(argv[2])) < 1 || count > 1000) {
        fprintf(stderr, "usage: kernels SEED COUNT [other]\n");
        return 2;
    }
    all = others ? count : count + count / 5; /* the last ones are placed ones */
    state = 88172645463325252ULL + strtoull(argv[1], NULL, 10) * 2654435761ULL;
    for (i = 0; i < 50; i++) { (void)draw(2); }
    printf("/* made by tests/vectors/kernels.c: seed %s */\n"
           "#define AMP_SHORT_NAMES\n%s#include \"amp.h\"\nAMP_DEVICE_BEGIN\n"
           "typedef struct pair { unsigned a, b[2]; } pair;\n"
           "static inline float wave(int a, int b)\n"
           "{ return cosf((float)(a * b %% 1000) * 0.125f) * 900.0f; }\n"
           "static inline unsigned mix(unsigned a, unsigned b)\n"
           "{ return (a ^ (b << 3)) * 2654435761u >> 7; }\n"
           "static inline void turn(amp_tiled_index w, amp_tile_ptr(unsigned) p, int i, int by)\n"
           "{\n    unsigned x;\n    p[i] += (unsigned)by;\n    tile_barrier_wait(w);\n"
           "    x = p[0] + p[i];\n    tile_barrier_wait(w);\n    p[i] = x;\n}\n", argv[1],
           atoi(argv[1]) % 2 ? "#define AMP_WARP_SIZE 8\n" : "");
    printf("static inline int turned(amp_tiled_index w, amp_tile_ptr(unsigned) p, int i, int by)\n"
           "{\n    turn(w, p, i, by);\n    return (p[i] & 1u) != 0u;\n}\n");
    printf("static inline unsigned met(amp_tiled_index w, amp_tile_ptr(unsigned) p, int i,\n"
           "                           int by)\n"
           "{\n    unsigned x = 3u;\n    int k;\n    if (by == 2) { return p[i]; }\n"
           "    p[i] ^= 5u;\n    tile_barrier_wait(w);\n"
           "    for (k = 0; k < by; k++) {\n        x += p[0] + (unsigned)k;\n"
           "        tile_barrier_wait(w);\n        if (k == 3) { return x + p[i]; }\n    }\n"
           "    switch (by) {\n    case 1: x *= 3u; tile_barrier_wait(w); return x;\n"
           "    default: x++;\n    }\n"
           "    if (x %% 3u == 0u) { x += 7u; } else { x -= p[i]; }\n"
           "    tile_barrier_wait(w);\n    return x;\n}\n"
           "static inline unsigned seek(unsigned a, unsigned b, int limit)\n"
           "{\n    int k;\n    for (k = 0; k < 4; k++) {\n"
           "        if (a %% 5u == (unsigned)k) { return b + (unsigned)k; }\n"
           "        switch (k) {\n        case 2: if (b & 1u) { return a; } break;\n"
           "        default: b ^= a >> k;\n        }\n    }\n"
           "    if (limit == 3 && (a ^ b) %% 61u == 0u) {\n"
           "        amp_errorf(\"seek %%%%u %%%%u\", a, b);\n    }\n"
           "    return a * b;\n}\n");
    printf("static inline unsigned steps(unsigned x, unsigned most)\n"
           "{\n    unsigned n = 0u;\n    while (x > 1u && n < most) {\n"
           "        x = x %% 2u == 0u ? x / 2u : 3u * x + 1u;\n        n++;\n    }\n"
           "    return n;\n}\n"
           "static inline unsigned place(amp_in(unsigned, 1, v), unsigned x)\n"
           "{\n    int low = 0, high = 1000;\n    while (low < high) {\n"
           "        const int middle = (low + high) / 2;\n"
           "        if ((x & 0xffffffu) < at(v, middle) %% 99991u) { high = middle; }\n"
           "        else { low = middle + 1; }\n    }\n    return (unsigned)low;\n}\n");
    printf("static inline unsigned places(amp_in(unsigned, 1, w), unsigned x, int A)\n"
           "{\n    return place(amp_view_of(w), x) * 64u + steps(x %% 900u, 9u + (unsigned)A);\n}\n"
           "static inline unsigned summed(amp_in(unsigned, 1, v), int from, int many)\n"
           "{\n    unsigned sum = 0u;\n    int k;\n    for (k = 0; k < many; k++) {\n"
           "        sum = sum * 3u + at(v, from + k);\n    }\n    return sum;\n}\n");
    for (i = 0; i < all; i++) {
        model = i >= count ? SIMPLE : !others ? TILED : i % 2 ? SIMPLE : PHASED;
        if (i >= count) {
            placed_kernel(i);
            model = TILED;
        } else if (others) {
            other_kernel(i);
        } else {
            kernel(i);
        }
        shape[i].model = (int)model;
        shape[i].rank = rank;
        memcpy(shape[i].dims, dims, sizeof(dims));
    }
    printf("AMP_DEVICE_END\nstatic unsigned a[2048], o[2][65536];\nint main(void)\n{\n"
           "    int bad = 0, failed = 0, i, e, times;\n    amp_status s[2];\n"
           "    static char said[2][600];\n"
           "    for (i = 0; i < 2048; i++) { a[i] = (unsigned)i * 2654435761u >> 8; }\n");
    for (i = 0; i < all; i++) {
        placed = i >= count;
        rank = shape[i].rank;
        model = shape[i].model == SIMPLE ? SIMPLE : shape[i].model == PHASED ? PHASED : TILED;
        memcpy(dims, shape[i].dims, sizeof(dims));
        launches(i);
    }
    printf("    printf(\"%%d failed\\n\", failed / 2);\n"
           "    printf(\"%%d differ\\n\", bad);\n    return bad != 0;\n}\n");
    return 0;
}
