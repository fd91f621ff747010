/* SPDX-License-Identifier: MIT */
#ifndef SHAPES_H
#define SHAPES_H
/*
shapes.h: shapes that once had wrong numbers, and what a program has around its kernels.

Lines that choose between neighbours, in loops whose turns are a constant: compilers made wrong
vectors of such (tests/test_choice_shapes.c). They use strips, views in which each thread has
`the.per_thread` elements in a row: x, a mark for each, and y, which is written.

Ten seeds in a row are a decade. In half of the decades (`the.host`) a program has options that
change what a kernel's text means, and text in front of its regions; there are conditions deep in
each other, and such as are the same for all threads without a proof. These run on the emulator: a
device's compiler sees neither options nor the text outside, and PoCL makes endless code of deep
conditions.
*/
#include "grow.h"

/* The options of the program, "" for none. */
static const char *program_options(unsigned long long seed)
{
    static const char *const options[] = { "-fwrapv", "-funsigned-char", "", "-fshort-enums",
        "-fsingle-precision-constant", "-ffast-math", "-fwrapv -funsigned-char",
        "-fno-strict-aliasing" };
    const unsigned long long decade = seed / 10;
    return decade % 4 == 1 || decade % 4 == 2
        ? options[(decade / 4 * 2 + decade % 4 - 1) % 8] : NULL;
}

/* ---- strips ------------------------------------------------------------------ */

enum { SLIDE = 64 }; /* how far behind its first element a thread reads x and mark */

static void add_strip(int kind, int type, int elements)
{
    view *v = &the.view[the.views++];
    memset(v, 0, sizeof(*v));
    v->kind = kind;
    v->type = type;
    v->rank = 1;
    v->dim[0] = elements;
    v->dim[1] = v->dim[2] = 1;
}

static void draw_strips(void)
{
    static const int types[] = { UINT, UINT, INT, INT, FLOAT, BYTE, SHORT };
    const int all = the.threads * the.tiles[0] * the.tiles[1] * the.tiles[2];
    const int x = types[draw(7)], alike = chance(60); /* vectors of two types are rarer */
    if ((the.flat && the.rank > 1) || the.views + 3 > MOST || chance(40)) {
        return;
    }
    the.per_thread = 1 + (int)draw(5);
    the.strip = the.views;
    add_strip(STRIP_IN, x, all * the.per_thread + SLIDE);
    add_strip(STRIP_IN, alike ? x : types[draw(7)], all * the.per_thread + SLIDE);
    add_strip(STRIP, alike ? x : types[draw(7)], all * the.per_thread);
}

/* What a place holds as a text of y's type. */
static char *as_y(place p)
{
    const int type = the.view[the.strip + 2].type;
    return type == FLOAT ? as_float(p) : type == INT ? as_int(p) : type == UINT ? as_uint(p)
        : type == BYTE ? text("(unsigned char)%s", as_uint(p)) : text("(short)%s", as_int(p));
}

/* An element of x (0), mark (1) or y (2): `behind` the thread's first one, where each thread has
   one, or has per_thread in a row. */
static place strip_element(int which, int in_row, const char *behind)
{
    const char *const me = the.rank == 1 ? "$g0;" : "($B; + lane)";
    place p;
    p.type = the.view[the.strip + which].type;
    p.loose = 0;
    p.name = in_row && the.per_thread > 1
        ? text("$a%d(%s * %d + %s$)", the.strip + which, me, the.per_thread, behind)
        : text("$a%d(%s + %s$)", the.strip + which, me, behind);
    return p;
}
static char *is_marked(place p)
{
    return p.type == UINT && chance(30) ? text("%s > %uu", p.name, draw(0x1fffffff))
        : text("(%s & %uu) != 0u", as_uint(p), 1u << draw(4));
}

/* Writes a pattern out, from left to right (grow.h says why), for the names j and v:
     @j @v @t   the names, y's type      @n  a number of it     @r  how many are in a row
     @0 @1 @2 @J  from here on elements are so many behind the first one, or j
     @x @m      x there; a condition on mark; @X @M the same in a row; @s a condition on x
     @Y @w      y there in a row; an element of y that was drawn before */
static char *strip_form(const char *pattern, const char *j, const char *v, const char *where)
{
    static const char *const number[] = { "0", "1", "2" };
    const int type = the.view[the.strip + 2].type;
    const char *behind = "0", *grown;
    char *done = text("%s", "");
    for (; *pattern != '\0'; pattern++) {
        const size_t n = strcspn(pattern, "@");
        if (n > 0) {
            done = text("%s%.*s", done, (int)n, pattern);
            pattern += n - 1;
            continue;
        }
        switch (*++pattern) {
        case '0': case '1': case '2': behind = number[*pattern - '0']; grown = ""; break;
        case 'J': behind = j; grown = ""; break;
        case 'j': grown = j; break;
        case 'v': grown = v; break;
        case 't': grown = type_name(type); break;
        case 'n':
            grown = text(type == UINT ? "%uu" : type == FLOAT ? "%u.0f" : "%u", draw(200));
            break;
        case 'r': grown = text("%d", the.per_thread); break;
        case 'x': grown = as_y(strip_element(0, 0, behind)); break;
        case 'X': grown = as_y(strip_element(0, 1, behind)); break;
        case 'm': grown = is_marked(strip_element(1, 0, behind)); break;
        case 'M': grown = is_marked(strip_element(1, 1, behind)); break;
        case 's':
            grown = text("(%s & %uu) != 0u", as_uint(strip_element(0, 0, behind)), 3u << draw(3));
            break;
        case 'Y': grown = strip_element(2, 1, behind).name; break;
        default: grown = where; break;
        }
        done = text("%s%s", done, grown);
    }
    return done;
}

/* A loop over j, whose turns are a constant or given by the launch, around a pattern. */
static char *turns_of(const char *pattern)
{
    static const int turns[] = { 2, 3, 5, 8, 64, 64, 64 };
    const int constant = turns[draw(7)];
    switch (draw(4)) {
    case 0:
        if (the.values > 0) { /* p0 is a UINT */
            return text("for (int @j = 0; @j < (int)(p0 %% 50u); @j++) { @J%s }", pattern);
        }
        break;
    case 1: return text("int @j = 0; do { @J%s @j++; } while (@j < %d);", pattern, constant);
    default: break;
    }
    return text("for (int @j = 0; @j < %d; @j++) { @J%s }", constant, pattern);
}

/* A line that chooses, with no race: y's elements are the thread's own. */
static char *choice(void)
{
    const char *const j = text("j%d", ++serial), *const v = text("v%d", serial);
    const char *pattern;
    char *where = text("%d", (int)draw((unsigned)the.per_thread)), *all;
    int k;
    where = strip_element(2, 1, where).name;
    switch (draw(9)) {
    case 0:
        pattern = "@Jfor (int @j = 0; @j < @r; @j++) { @Y = @M ? @X : @n; }";
        break;
    case 1: /* the same, written out */
        all = text("%s", "");
        for (k = 0; k < the.per_thread; k++) {
            all = text("%s%s", all, strip_form("@J@Y = @M ? @X : @n; ", text("%d", k), v, where));
        }
        return all;
    case 2: /* an element that was just written, or another */
        all = as_uint(strip_element(1, 0, "0"));
        all = strip_element(2, 1, text("(int)(%s %% %uu)", all, (unsigned)the.per_thread)).name;
        pattern = text("@Y = @x; @w = %s;", all);
        break;
    case 3: /* the last one behind the last mark */
        pattern = text("@t @v = @n; %s @w = @v;",
                       turns_of("@v = @s ? @x : @v; if (@m) { @v = @n; }"));
        break;
    case 4: /* its place */
        pattern = text("@t @v = @n; %s @w = @v;",
                       turns_of("if (@s) { @v = (@t)@j; } if (@m) { @v = @n; }"));
        break;
    case 5: /* the largest, and its place */
        pattern = text("@t @v = @n; int w@j = -1; %s if (@0@m) { @w = w@j < 2 ? @n : @v; }",
                       turns_of("if (@x > @v) { @v = @x; w@j = @j; }"));
        break;
    case 6:
        pattern = "if (@0@m) { @w = @1@x; } if (@m) { @w = @2@x; }";
        break;
    case 7: /* an array of the thread's own */
        all = as_uint(strip_element(1, 1, "0"));
        pattern = text("@t t@j[4] = { 1, 2, 3, 4 }; for (int @j = 0; @j < 4; @j++) { "
                       "@Jt@j[@j] = @m ? @x : t@j[@j]; } @w = t@j[(int)(%s & 3u)];", all);
        break;
    default: pattern = "@w = @x > @n ? @x : @n;"; break;
    }
    return strip_form(pattern, j, v, where);
}

/* ---- along the row ------------------------------------------------------------ */

/* Lines whose loops, bounds and neighbours go along with the thread's index in the last dimension,
   as those of real programs do, or whose turns differ by thread: a grid's strides, clamped
   neighbours, an origin of the kernel's own, a condition that the tile shares around a loop, an
   iteration with an end of its own, a search. They read x, and write the thread's own element of y.

   Writes a pattern out, from left to right, for a number j of its own:
     @j  j               @m  the thread's index, or what stands behind it
     @b  that without brackets                       @x[ ]  an element of x as an unsigned
     @s  a loop's step   @e  a loop's end            @q  a condition that the tile shares
     @n  a number of 0 to 19
     @r  the thread's index in the first dimension   @c  that, or its place in its tile
     @p  how many of x's elements are a thread's */
static char *along_form(const char *pattern, int j)
{
    static const char *const steps[] = { "++", " += 3", " += 16", " += 80" };
    const int last = the.rank - 1, most = the.view[the.strip].dim[0] - SLIDE;
    place x = { NULL, the.view[the.strip].type, 0 };
    char *done = text("%s", "");
    for (; *pattern != '\0'; pattern++) {
        const size_t n = strcspn(pattern, "@");
        const char *grown, *close;
        if (n > 0) {
            done = text("%s%.*s", done, (int)n, pattern);
            pattern += n - 1;
            continue;
        }
        switch (*++pattern) {
        case 'j': grown = text("%d", j); break;
        case 'm':
        case 'b':
            grown = the.rank == 1 ? "$g0;" : text("$l%d;", last);
            grown = chance(40) ? text(*pattern == 'm' ? "(%s + %u)" : "%s + %u", grown, draw(9))
                : grown;
            break;
        case 'r': grown = the.rank == 1 ? "$g0;" : "$l0;"; break;
        case 'c': grown = the.flat || chance(50) ? "$g0;" : "$l0;"; break;
        case 'p': grown = text("%d", the.per_thread); break;
        case 's':
            grown = chance(30) && the.values > 0 ? " += (int)(p0 % 7u) + 2"
                : text("%s", steps[draw(4)]);
            break;
        case 'e':
            grown = chance(40) && the.values > 0 ? "(int)(p0 % 50u)"
                : text("%d", 1 + (int)draw((unsigned)(most < 200 ? most : 200)));
            break;
        case 'q':
            grown = !the.flat && chance(50) ? text("($t0; + %u) %% 2 == 0", draw(2))
                : the.values > 0 ? text("(p0 & %uu) != 0u", 1u << draw(3)) : "1";
            break;
        case 'x':
            close = strchr(pattern, ']');
            x.name = along_form(text("%.*s", (int)(close - pattern) - 2, pattern + 2), j);
            x.name = text("$a%d(%s$)", the.strip, x.name);
            grown = as_uint(x);
            pattern = close;
            break;
        default: grown = text("%u", draw(20)); break;
        }
        done = text("%s%s", done, grown);
    }
    return done;
}

static char *along(void)
{
    static const char *const patterns[] = {
        /* a grid's strides, or a triangle */
        "for (int go@j = @m; go@j < @e; go@j@s) { v@j += @x[go@j] ^ (unsigned)go@j; "
        "if (go@j + 3 < @e) { v@j ^= @x[go@j + 3]; } }",
        "for (int go@j = @b; go@j < @e; go@j@s) { if ((v@j & 1u) != 0u) { v@j ^= @x[go@j]; } "
        "v@j = v@j * 3u + 1u; }",
        "if (@q) { for (int go@j = @m; go@j <= @e; go@j@s) { v@j = v@j * 5u + @x[go@j]; } }",
        /* clamped neighbours, and what the threads at an edge do alone */
        "const int at@j = @m, low@j = @n, high@j = low@j + @n; "
        "const int west@j = at@j - 1 < low@j ? low@j : at@j - 1; "
        "const int east@j = at@j + 1 > high@j ? high@j : at@j + 1; "
        "const int in@j = at@j >= low@j && at@j <= high@j; "
        "v@j = in@j ? @x[west@j] : 7u; "
        "if (in@j) { if (at@j == high@j) { v@j ^= 5u; } v@j += @x[east@j]; }",
        /* an origin of the kernel's own, and what is read from there under a condition */
        "const int first@j = @n - 9, at@j = first@j + @m; v@j = @x[@m]; "
        "if ((v@j & 3u) != 1u && at@j >= 0) "
        "{ v@j = v@j * 3u + (@x[at@j] ^ @x[first@j + @m + 9]); }",
        /* bounds around a loop, on both sides of a condition */
        "const int at@j = @m; if (at@j < @e) { for (int turn@j = 0; turn@j < @n; turn@j++) "
        "{ v@j += @x[at@j + turn@j] ^ (unsigned)turn@j; } } else { v@j = @x[@n]; }",
        "const int at@j = @m; for (int turn@j = 0; turn@j < @e; turn@j++) { "
        "if (turn@j > at@j) { break; } v@j = (v@j ^ @x[turn@j]) + 3u; }",
        "const int at@j = @m; if (at@j < @e && @r < @n) { for (int up@j = 0; up@j < @n; up@j++) { "
        "const unsigned w@j = @x[up@j]; for (int turn@j = 0; turn@j <= @n; turn@j++) "
        "{ v@j = v@j * 3u + (@x[at@j + turn@j] ^ w@j); } } v@j ^= 9u; }",
        /* a loop that a row of threads shares, and one in lockstep in it */
        "const int end@j = @n + @n; for (int row@j = @r; row@j < end@j; row@j@s) "
        "{ v@j = v@j * 3u + (@x[@m + row@j] ^ (unsigned)row@j); }",
        "const int end@j = @n + @n; for (int row@j = @r + @n; row@j <= end@j; row@j@s) { "
        "const int up@j = row@j - @n; for (int go@j = @m; go@j < @e; go@j@s) "
        "{ v@j += @x[go@j] ^ (unsigned)(up@j * go@j); } }",
        /* bounds that a row of threads reads, in lockstep and turn by turn; rows that are cut from
           a tile of one dimension */
        "const int low@j = (int)(@x[@r] % 30u), high@j = low@j + (int)(@x[@r + 1] % 30u); "
        "for (int go@j = low@j + @m; go@j < high@j; go@j@s) { v@j = v@j * 3u + @x[go@j]; }",
        "const int low@j = (int)(@x[@r] % 30u); for (int turn@j = low@j; "
        "turn@j <= low@j + (int)(@x[@r + 2] % 29u); turn@j@s) "
        "{ const unsigned w@j = @x[turn@j]; v@j = v@j * 3u + (w@j ^ @x[@m]); }",
        "const int me@j = @c, in@j = me@j % 8, of@j = me@j / 8, end@j = 30 + (int)(@x[of@j] % 30u);"
        " for (int go@j = (int)(@x[of@j + 1] % 30u) + in@j; go@j < end@j; go@j += 8) "
        "{ v@j = v@j * 5u + @x[go@j]; }",
        "const int me@j = @c, of@j = me@j >> 4; if ((me@j & 15) < @n) { "
        "const int end@j = (int)(@x[of@j] % 60u); "
        "for (int go@j = me@j & 15; go@j < end@j; go@j += 16) "
        "{ v@j ^= @x[go@j] + (unsigned)of@j; } }",
        /* turns that differ by thread: all of it in variables; by what memory says; a search */
        "int turn@j = 0; v@j = @x[@m] % 900u + 1u; while (turn@j < 4@n && v@j != 1u) "
        "{ v@j = v@j % 2u ? 3u * v@j + 1u : v@j / 2u; turn@j++; } v@j ^= (unsigned)turn@j << 5;",
        "float re@j = (float)(@x[@m] % 64u) / 16.0f - 2.0f, im@j = 0.0f; int turn@j; "
        "for (turn@j = 0; turn@j < @e; turn@j++) { if (im@j * im@j > 4.0f) { break; } "
        "im@j = (float)(int)((im@j * im@j + re@j) * 16.0f) / 16.0f; } v@j = (unsigned)turn@j;",
        "const int most@j = (int)(@x[@m] % 13u); for (int turn@j = 0; turn@j < most@j; turn@j++) "
        "{ v@j = v@j * 3u + @x[@m + turn@j]; }",
        "const int most@j = (int)(@x[@m] % 19u); for (int turn@j = 0; turn@j < most@j; turn@j++) "
        "{ const int to@j = (int)(@x[@m + turn@j] % 50u), or@j = (int)(@x[turn@j] % 9u); "
        "v@j = v@j * 3u + (@x[to@j] ^ @x[or@j]); }",
        /* sums on vectors, along a row of the thread's own, and in the turns of a loop around */
        "const int at@j = @m; for (int turn@j = 0; turn@j < @n; turn@j++) "
        "{ v@j = v@j * 3u + @x[at@j + turn@j] - @x[turn@j]; }",
        "const int at@j = @m * @p; for (int turn@j = 0; turn@j < @n; turn@j++) "
        "{ v@j = v@j * 3u + @x[at@j + turn@j]; }",
        /* neighbouring elements of each thread, with a guard and without */
        "const int at@j = @m * @p; for (int turn@j = 0; turn@j < @p; turn@j++) "
        "{ v@j = v@j * 3u + (at@j + turn@j < @e ? @x[at@j + turn@j] : 7u); }",
        "const int at@j = @m * @p; for (int turn@j = 0; turn@j < @p; turn@j++) "
        "{ v@j ^= @x[at@j + turn@j]; } for (int turn@j = 0; turn@j < @p; turn@j++) "
        "{ if (turn@j + at@j <= @e) { v@j = v@j * 5u + @x[at@j + turn@j]; } }",
        "const int at@j = @m; for (int up@j = 0; up@j < @n; up@j++) { unsigned w@j = 1u; "
        "for (int turn@j = 0; turn@j < @n; turn@j++) { "
        "w@j = w@j * 3u + @x[at@j + turn@j] * @x[up@j]; } v@j = v@j * 5u + w@j; }",
        /* short loops over a small array of the thread's: a network that sorts, sums along it */
        "unsigned w@j[6]; int k@j = 0; for (int up@j = 0; up@j < 2; up@j++) { "
        "for (int turn@j = 3; turn@j > 0; turn@j--) { w@j[k@j++] = @x[@m + turn@j]; } } "
        "for (int up@j = 0; up@j < 5; up@j++) { for (int turn@j = up@j + 1; turn@j < 6; turn@j++) "
        "{ if (w@j[up@j] > w@j[turn@j]) { const unsigned t@j = w@j[up@j]; "
        "w@j[up@j] = w@j[turn@j]; w@j[turn@j] = t@j; } } } v@j = w@j[@n % 6] - w@j[@n % 3];",
        "unsigned w@j[4] = { 1u, 2u, 3u, 4u }; int k@j = 0; "
        "for (int turn@j = 0; turn@j < 4; turn@j += 1) { if (turn@j % 2 == @n % 3) "
        "{ k@j = (turn@j + @n) % 4; } w@j[k@j] ^= @x[@m + turn@j]; } "
        "for (int turn@j = 3; turn@j > 0; turn@j--) { w@j[turn@j] += w@j[turn@j - 1] * 3u; "
        "if ((w@j[turn@j] & 8u) != 0u) { v@j += w@j[3 - turn@j]; } } v@j ^= w@j[@n % 4];",
        /* indices that wrap around, or are cut off; sides that the index chooses */
        "const int n@j = @e + 1, at@j = @m % n@j; v@j = @x[(at@j + 1) % n@j] * 3u; "
        "v@j ^= @x[(at@j - 1 + n@j) % n@j] + @x[(n@j + @m - @m) % n@j];",
        "const int n@j = @e + 1; v@j = @x[(@m + @n) % n@j] + 5u * @x[(@m + n@j) % n@j]; "
        "if (@m < n@j) { v@j ^= @x[(@m - 1 + n@j) % n@j]; }",
        "const int low@j = @n, high@j = low@j + @n; v@j = @x[amp_clamp(@m, low@j, high@j)]; "
        "v@j = v@j * 3u + @x[amp_imin(amp_imax(@m - 2, low@j), high@j)]; "
        "v@j ^= @x[amp_imax(amp_imin(high@j, @m + 1), low@j)] + (unsigned)amp_imin(@m, @n);",
        "const int at@j = @m; if (at@j == 0 || at@j > @n + @n) { v@j = @x[at@j]; } else { "
        "v@j = @x[at@j - 1] ^ @x[at@j + 1]; if (at@j < @n) { v@j += @x[at@j + 2]; } }",
        "const int at@j = @m; switch (at@j & 3) { case 0: v@j = @x[at@j]; break; "
        "default: v@j ^= 9u; case 2: v@j += @x[at@j + 1]; break; case 1: break; }",
        "const int at@j = @m; switch (@x[at@j] % 5u) { case 0: case 3: v@j = @x[at@j + 1]; break; "
        "case 1: v@j = 7u; break; default: v@j = v@j * 3u + @x[at@j]; }",
        "const int at@j = @m; for (int turn@j = 0; turn@j < @n; turn@j++) { "
        "if (turn@j == at@j || (@x[turn@j] & 3u) == 1u) { continue; } "
        "if (turn@j == @n) { v@j ^= 3u; continue; } v@j = v@j * 3u + @x[at@j + turn@j]; }",
        /* a loop over neighbours, with conditions at the edges of a row, and of a matrix */
        "const int at@j = @m; for (int by@j = -2; by@j <= 2; by@j++) { "
        "if (at@j + by@j >= 0 && at@j + by@j < @e) { v@j = v@j * 3u + @x[at@j + by@j]; } "
        "else { v@j ^= 5u; } }",
        "const int at@j = @m; for (int up@j = -1; up@j < 2; up@j++) { "
        "for (int by@j = 1; by@j >= -1; by@j--) { const int row@j = @r - up@j, in@j = at@j + by@j; "
        "if (row@j < 0 || row@j > @n) { continue; } "
        "if (in@j >= 0 && in@j < @e) { v@j = v@j * 5u + (@x[in@j] ^ (unsigned)row@j); } } }",
        "const int at@j = @m; for (int by@j = -2; by@j <= 2; by@j++) { "
        "const int in@j = amp_clamp(at@j + by@j, 0, @e); "
        "v@j = v@j * 3u + @x[in@j] * (unsigned)(by@j + 3); }",
        "const int n@j = @e + 1; for (int by@j = -1; by@j < 3; by@j += 2) { "
        "v@j = v@j * 3u + @x[(@m + by@j + n@j) % n@j]; if (@r > @n) { v@j ^= 7u; } }",
        /* a loop that counts from near a thread's place to near it, cut off at the edges or not */
        "const int at@j = @m; for (int in@j = at@j - 2; in@j <= at@j + 2; in@j++) { "
        "if (in@j >= 0 && in@j < @e) { v@j = v@j * 3u + @x[in@j]; } }",
        "const int at@j = @m, end@j = at@j + 2 < @e ? at@j + 3 : @e + 1; "
        "for (int in@j = at@j > 1 ? at@j - 2 : 0; in@j < end@j; in@j++) { "
        "v@j = v@j * 3u + @x[in@j] + (unsigned)in@j; }",
        "const int at@j = @m; for (int in@j = amp_imin(at@j + @n, @e - 1); "
        "in@j >= amp_imax(0, at@j - 1); in@j--) { v@j = v@j * 5u + @x[in@j]; }",
        "const int at@j = @m; for (int in@j = at@j; in@j < at@j + @n && in@j < @e; in@j++) { "
        "if ((@x[in@j] & 1u) != 0u) { continue; } v@j = v@j * 3u + @x[in@j]; }",
        /* conditions that may all be computed, and such as may not */
        "const unsigned w@j = @x[@m], z@j = @x[@m + 1]; "
        "v@j = w@j < z@j || (w@j == z@j && @m < @n) ? w@j : z@j + 1u; "
        "v@j += @m > 0 && @x[@m - 1] > w@j ? 3u : 5u;",
        /* sums side by side, each under a condition of its own */
        "const int end@j = 8 + (int)(@x[@m] % 24u); unsigned one@j = 0u, two@j = 0u; "
        "for (int go@j = 0; 3 * go@j + 2 < end@j; go@j++) { "
        "if ((@x[3 * go@j] & 1u) != 0u) { v@j += @x[3 * go@j + 30]; } "
        "if ((@x[3 * go@j + 1] & 2u) != 0u) { one@j += @x[3 * go@j + 31]; } "
        "if ((@x[3 * go@j + 2] & 3u) != 0u) { two@j += @x[3 * go@j + 32]; } } "
        "v@j += one@j * 3u ^ two@j;",
        "int low@j = 0, high@j = @e; v@j = @x[@m]; while (low@j < high@j) { "
        "const int mid@j = (low@j + high@j) / 2; if (@x[mid@j] < v@j) { low@j = mid@j + 1; } "
        "else { high@j = mid@j; } } v@j = (unsigned)low@j;" };
    const int j = ++serial;
    const char *to = strip_element(2, 1, text("%d", (int)draw((unsigned)the.per_thread))).name;
    const unsigned which = draw((unsigned)(sizeof(patterns) / sizeof(patterns[0])));
    const char *line = along_form(patterns[which], j);
    const place v = { text("v%d", j), UINT, 0 };
    return text("unsigned v%d = %uu; %s %s = %s;", j, draw(99), line, to, as_y(v));
}

/* ---- what stands around kernels ------------------------------------------------- */

/* A value of a name of the region, or of the text in front of it; from FIRST_OPTION on one that the
   options of a `host` program are about. NULL: there is none. */
enum { FIRST_OPTION = 4, OF_THE_FILE = 9 };
static char *value_of_the_file(context *c, unsigned which)
{
    const unsigned long long s = the.seed;
    int k;
    switch (which) {
    case 0: case 1:
        k = the.tables == 0 ? -1 : (int)draw((unsigned)the.tables);
        if (k < 0 || (the.table[k] == 0 && the.views == 0)) { /* a helper has no view */
            return NULL;
        }
        return text("k%llu_c%d[%s]", s, k, index_below(c, 5, 1));
    case 2: return form(c, 1, text("k%llu_mix(@l, @l)", s));
    case 3: return form(c, 1, text("(@l %% (unsigned)k%llu_few)", s));
    case FIRST_OPTION: return form(c, 1, text("(unsigned)(int)(char)(@l & 255u)"));
    case 5: return text("(unsigned)sizeof(k%llu_color)", s);
    case 6:
        k = the.structures == 0 ? -1 : (int)draw((unsigned)the.structures);
        return k < 0 ? NULL : text("(unsigned)sizeof(%s)", type_name(SCALARS + k));
    case 7: /* not where the order of operations is free */
        return strcmp(the.options, "-ffast-math") == 0 ? NULL
            : form(c, 1, "(unsigned)(int)(0.1 * (double)(@l & 511u) * 10000000.0)");
    default:
        return strstr(the.options, "-fwrapv") == NULL ? NULL
            : form(c, 1, "(unsigned)((int)(@l & 65535u) + 2147450000 < 2147450000)");
    }
}
static char *of_the_file(context *c)
{
    return value_of_the_file(c, draw(the.host ? OF_THE_FILE : FIRST_OPTION));
}

/* ---- deep in each other --------------------------------------------------------- */

static char *likely(context *c)
{
    return form(c, 1, text("((@l & 63u) != %uu)", draw(64)));
}

/* Thirty conditions of a thread, in each other. */
static node *deep_choice(context *c, int count)
{
    node *n = new_node(CHOICE, text("if (%s)", likely(c)));
    if (count > 1) {
        add(n, deep_choice(c, count - 1));
    } else {
        statements(c, n, 1, 0);
    }
    return n;
}

#endif /* SHAPES_H */
