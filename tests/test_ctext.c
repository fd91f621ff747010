/* SPDX-License-Identifier: MIT */
/* run: group=once engines=default flags=-O0 dropin not=opencl */
/* C as text: tokens, lines, the top level and what stands in bodies, also of texts that nobody
   should write. */
#include "amp.h"
#include "tap.h"
#include "amp/ctext/edits.h"
#include "amp/ctext/expressions.h"
#include "amp/ctext/lines.h"
#include "amp/ctext/name_set.h"
#include "amp/ctext/statements.h"
#include "amp/ctext/top_level.h"

/* The tokens of a text as it was written, with their separators: "kind:text" each. */
static const char *lexed(const char *s, size_t n)
{
    static const char *const kinds[] = { "name", "number", "text", "sign", "", "space", "end",
                                         "splice", "comment" };
    static amp__text b;
    const char *p = s, *end = s + n;
    b.used = 0;
    while (p < end) {
        int kind, number;
        const char *q = amp__c_lex(p, end, &kind, &number);
        CHECK(q > p);
        CHECK(q <= end);
        if (q <= p || q > end) {
            break;
        }
        amp__text_printf(&b, "%s%s:%.*s", b.used > 0 ? "|" : "", kinds[kind], (int)(q - p), p);
        p = q;
    }
    return amp__text_string(&b);
}

/* Checks what lexed() makes of a string. The text ends where memory does, so that a read behind
   it is seen by the sanitizers. */
static void check_lexed(const char *s, const char *want)
{
    const size_t n = strlen(s);
    char *copy = (char *)malloc(n > 0 ? n : 1);
    memcpy(copy, s, n);
    CHECK_STR(lexed(copy, n), want);
    free(copy);
}

/* Whatever a text is put together from, there is room behind it for its 0. */
TEST(a_text_has_room_for_its_end)
{
    static const char bytes[300];
    size_t n, k;
    for (n = 1; n < sizeof(bytes); n++) {
        amp__text t = amp__text_from(NULL);
        for (k = 0; k < 40; k++) {
            amp__text_put(&t, bytes, n);
            CHECK(t.used < t.room);
        }
        CHECK_UINT(t.used, ==, 40 * n);
        amp__text_free(&t);
    }
}

TEST(tokens)
{
    check_lexed("", "");
    check_lexed("a+=0x1e+2", "name:a|sign:+=|number:0x1e|sign:+|number:2");
    check_lexed("1e+2f .5 1.p-3", "number:1e+2f|space: |number:.5|space: |number:1.p-3");
    check_lexed("a->b...c", "name:a|sign:->|name:b|sign:...|name:c");
    check_lexed("x<<=1>>2", "name:x|sign:<<=|number:1|sign:>>|number:2");
    check_lexed("\"a\\\"b\"'\\''", "text:\"a\\\"b\"|text:'\\''");
    check_lexed("L\"a\" u8\"b\" u'c' Lx", "text:L\"a\"|space: |text:u8\"b\"|space: |text:u'c'|"
                "space: |name:Lx");
    check_lexed("a/*/b*/c//d\n", "name:a|comment:/*/b*/|name:c|comment://d|end:\n");
    check_lexed("na\xc3\xafve $1", "name:na\xc3\xafve|space: |name:$1");
}

TEST(tokens_across_lines)
{
    check_lexed("a\\\nb", "name:a|splice:\\\n|name:b");
    check_lexed("a\\\r\nb", "name:a|splice:\\\r\n|name:b");
    check_lexed("//a\\\nb\nc", "comment://a\\\nb|end:\n|name:c");
    check_lexed("//a\\\r\nb\nc", "comment://a\\\r\nb|end:\n|name:c");
    check_lexed("\"a\\\nb\"c", "text:\"a\\\nb\"|name:c");
    check_lexed("\"a\\\r\nb\"c", "text:\"a\\\r\nb\"|name:c");
}

/* What is not closed ends with its line, or with the text. */
TEST(tokens_that_do_not_end)
{
    check_lexed("don't\nx", "name:don|text:'t|end:\n|name:x");
    check_lexed("\"a", "text:\"a");
    check_lexed("\"a\\", "text:\"a\\");
    check_lexed("/*a*", "comment:/*a*");
    check_lexed("/*", "comment:/*");
    check_lexed("//", "comment://");
    check_lexed("\\", "sign:\\");
    check_lexed("\\\r", "sign:\\|space:\r");
    check_lexed(".", "sign:.");
    check_lexed("0x", "number:0x");
    CHECK_STR(lexed("a\0b", 3), "name:a|sign:|name:b"); /* a 0 is a sign */
}

/* The number of the first token of a text. */
static int number_of(const char *s)
{
    int kind, number;
    (void)amp__c_lex(s, s + strlen(s), &kind, &number);
    return number;
}

/* Every word of the table is found in it: it is in order. */
TEST(numbers_of_words)
{
    static const struct {
        const char *word;
        int number;
    } all[] = { { "AMP_DEVICE_BEGIN", AMP__C_DEVICE_BEGIN }, { "AMP_KERNEL", AMP__C_SIMPLE_KERNEL },
        { "_Alignas", AMP__C_ALIGNAS }, { "__asm__", AMP__C_ASM }, { "asm", AMP__C_ASM },
        { "at", AMP__C_AT }, { "amp_at", AMP__C_AMP | AMP__C_AT },
        { "at_index", AMP__C_AT_INDEX }, { "amp_atomic_add", AMP__C_AMP | AMP__C_ATOMIC },
        { "amp_atomic_", 0 }, { "atomic_add", 0 }, { "amp_warp_sum", AMP__C_AMP | AMP__C_WARP },
        { "tile_barrier_wait", AMP__C_TILE_BARRIER_WAIT }, { "tile_barrier_waits", 0 },
        { "amp_tile_barrier_wait_with_all_memory_fence", AMP__C_AMP | AMP__C_TILE_BARRIER_WAIT },
        { "if", AMP__C_IF }, { "ifdef", AMP__C_IFDEF }, { "i", 0 }, { "iff", 0 },
        { "while", AMP__C_WHILE },
        { "whilst", 0 }, { "amp_", 0 }, { "amp_if", AMP__C_AMP | AMP__C_IF }, { "zebra", 0 },
        { "AAA", 0 }, { "(", '(' }, { "<:", '[' }, { "%>", '}' }, { "%:", '#' }, { "<", '<' },
        { "<=", AMP__C_LESS_EQUAL }, { "<<", AMP__C_SHIFT_LEFT }, { "0", 0 }, { "\"if\"", 0 } };
    size_t k;
    for (k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
        if (number_of(all[k].word) != all[k].number) {
            FAIL("%s has number %d and not %d", all[k].word, number_of(all[k].word), all[k].number);
        }
    }
}

/* Whether the text is understood: then f is what was read. */
static int is_understood(amp__c_unit *f, const char *s, size_t n)
{
    if (setjmp(f->leave) != 0) {
        return 0;
    }
    amp__c_read(f, s, s + n);
    amp__c_read_top_level(f);
    return 1;
}

/* A text, read; NULL where it is not understood, with the reason in *why. */
static amp__c_unit *read_unit(const char *s, size_t n, const char **why)
{
    static char reason[300];
    amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
    if (!is_understood(f, s, n)) {
        (void)snprintf(reason, sizeof(reason), "%s", f->why);
        *why = reason;
        amp__c_store_free(&f->store);
        free(f);
        return NULL;
    }
    return f;
}

static void forget(amp__c_unit *f)
{
    if (f != NULL) {
        amp__c_store_free(&f->store);
        free(f);
    }
}

TEST(lines_of_preprocessed_text)
{
    static const char text[] = "# 7 \"a.c\" 2\nint a;\n#pragma omp simd\nint b; # 1 \"c\"\nint c;";
    const char *why;
    amp__c_unit *f = read_unit(text, sizeof(text) - 1, &why);
    CHECK(f != NULL);
    CHECK_INT(f->count, ==, 10);
    CHECK_INT(f->t[0].line, ==, 7);
    CHECK_INT(f->t[3].line, ==, 9);
    CHECK_INT(f->t[6].line, ==, 1);
    CHECK(f->t[0].file_n == 3 && memcmp(f->t[0].file, "a.c", 3) == 0);
    CHECK_INT(f->t[9].kind, ==, AMP__C_EOF);
    forget(f);
}

TEST(brackets_find_their_halves)
{
    static const char text[] = "f(a[1], (b)) { }";
    const char *why;
    amp__c_unit *f = read_unit(text, sizeof(text) - 1, &why);
    CHECK(f != NULL);
    CHECK_INT(f->t[1].match, ==, 10);
    CHECK_INT(f->t[3].match, ==, 5);
    CHECK_INT(f->t[10].match, ==, 1);
    CHECK_INT(f->t[0].match, ==, -1);
    CHECK_INT(amp__c_find_sign(f, 2, ',', 10), ==, 6);
    CHECK_INT(amp__c_find_sign(f, 7, ',', 10), ==, 10);
    forget(f);
}

/* Brackets without their other half, none at all, and too many in each other. */
TEST(hostile_brackets)
{
    static char deep[2000];
    static const char *const texts[] = { "", ")", "}}}}", "((((", "{ ( } )", "int f(int a { }",
        "AMP_KERNEL(", "AMP_KERNEL(a, 1, x", "typedef", "struct {", "#", "#\n", "int ; ; ;",
        "AMP_TILED_KERNEL(k, (, in(int, 1, x)) { }", "AMP_TILED_KERNEL(8, k) { }",
        "AMP_KERNEL(", "AMP_KERNEL()", "AMP_KERNEL() {", "AMP_KERNEL(a(b), 1) { }",
        "AMP_KERNEL(k, 1) {",
        "FOO(", "FOO(a)(", "int f() {", "struct { int a;" };
    const char *why = "";
    size_t k;
    for (k = 0; k < sizeof(texts) / sizeof(texts[0]); k++) {
        amp__c_unit *f = read_unit(texts[k], strlen(texts[k]), &why);
        CHECK(f == NULL || f->kernel_count == 0);
        forget(f);
    }
    memset(deep, '(', sizeof(deep));
    CHECK(read_unit(deep, sizeof(deep), &why) == NULL);
    CHECK_STR(why, "more than 256 brackets in each other");
}

TEST(top_level)
{
    static const char text[] =
        "typedef float real; typedef int three[3]; struct s { int a; };\n"
        "static const int table[2] = { 1, 2 };\n"
        "static inline real half_of(real x) { return x / 2; }\n"
        "int declared(int);\n"
        "AMP_DEFINE_REDUCE(name, float, a + b)\n"
        "static void meet(int a) { amp_tile_barrier_wait(tidx); }\n"
        "static void meets(int a) { meet(a); }\n"
        "AMP_TILED_KERNEL(k, (8, 4), in(int, 1, x), value(int, n)) { meets(1); }\n"
        "AMP_KERNEL(simple, 2, in(int, 1, x)) { }\n";
    const char *why;
    amp__c_unit *f = read_unit(text, sizeof(text) - 1, &why);
    CHECK(f != NULL);
    CHECK_INT(f->type_count, ==, 2);
    CHECK_INT(f->types[1].is_array, ==, 1);
    CHECK_INT(f->function_count, ==, 3);
    CHECK_UINT(f->functions[0].effects, ==, 0);
    CHECK_UINT(f->functions[1].effects, ==, AMP__C_EFFECT_BARRIER);
    CHECK_UINT(f->functions[2].effects, ==, AMP__C_EFFECT_BARRIER);
    CHECK_INT(f->declared_count, ==, 1);
    CHECK_INT(f->kernel_count, ==, 2);
    CHECK_INT(f->kernels[0].rank, ==, 2);
    CHECK(amp__c_named(f, f->kernels[0].name, "k"));
    CHECK(amp__c_find_kernel(f, "simple") == &f->kernels[1]);
    CHECK(amp__c_find_kernel(f, "table") == NULL);
    forget(f);
}

/* Declarations that end at a bracket, at a kernel, or with the text. */
TEST(top_level_without_semicolons)
{
    static const char text[] = "MAKE(int, a)\nPART(x)(y);\n"
        "ATTRIBUTE AMP_KERNEL(k, RANK, in(int, 1, x)) { }\n"
        "int f(int a) __attribute__((x)) { return a; }\nint g(int) __attribute__((y));\n"
        "AMP_TILED_KERNEL(l, TILE) { }\nAMP_KERNEL(NAME(m), 1) { }\nint last";
    const char *why;
    amp__c_unit *f = read_unit(text, sizeof(text) - 1, &why);
    CHECK(f != NULL);
    CHECK_INT(f->expansion_count, ==, 2);
    CHECK(amp__c_named(f, f->expansions[0].from, "MAKE"));
    CHECK_INT(f->expansions[0].to, ==, 6);
    CHECK(amp__c_is(f, f->expansions[1].to - 1, ';'));
    CHECK_INT(f->item_count, ==, 5);
    CHECK(amp__c_named(f, f->items[0].from, "ATTRIBUTE"));
    CHECK_INT(f->items[0].to, ==, f->items[0].from + 1); /* not the kernel behind it */
    CHECK(amp__c_named(f, f->items[1].name, "f"));
    CHECK_INT(f->items[2].name, ==, -1);
    CHECK(amp__c_is(f, f->items[3].from, AMP__C_SIMPLE_KERNEL)); /* it has no name of its own */
    CHECK_INT(f->items[4].to, ==, f->count - 1);
    CHECK_INT(f->function_count, ==, 1);
    CHECK_INT(f->declared_count, ==, 1);
    CHECK(amp__c_named(f, f->declared[0], "g"));
    CHECK_INT(f->kernel_count, ==, 2);
    CHECK_INT(f->kernels[0].rank, ==, 0); /* a macro says it */
    CHECK(amp__c_is(f, f->kernels[0].param, ','));
    CHECK(amp__c_named(f, f->kernels[1].name, "l"));
    CHECK_INT(f->kernels[1].rank, ==, 0);
    CHECK_INT(f->kernels[1].param, ==, f->kernels[1].param_end);
    forget(f);
}

/* Where a bracket is missing, the sentence is about that one. */
TEST(what_is_not_understood_is_named)
{
    static const char text[] = "int a;\nint f(int a)\n{ if (a) { return 1; }\n";
    const char *why = "";
    amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
    CHECK(!is_understood(f, text, sizeof(text) - 1));
    why = f->why;
    CHECK_STR(why, "a bracket without its other half");
    CHECK(amp__c_is(f, f->why_token, '{'));
    CHECK_INT(f->t[f->why_token].line, ==, 3);
    CHECK_INT(f->item_count, ==, 1); /* what came before it */
    forget(f);
}

/* ---- a region as it was written ------------------------------------------------------------- */

/* Reads the regions of a text, each up to its marker, into f; returns the end of the last one. */
static int read_regions(amp__c_unit *f, const char *text)
{
    const char *end = text + strlen(text);
    int last = -1;
    if (setjmp(f->leave) != 0) {
        return -1;
    }
    do {
        const int from = f->count;
        last = amp__c_read_region(f, text, end, "a.c", 1);
        (void)amp__c_read_items(f, from);
        text = f->t[last].s;
        while (text < end && *text++ != '\n') { }
    } while (text < end);
    amp__c_spread_effects(f);
    return last;
}

TEST(directives_stand_behind_the_end)
{
    amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
    const int end = read_regions(f, "int f(int a)\n#define X \\\n (1 /* \n */ + 2)\n{ return a\n"
                                 " # if (\n ; }\nint z; AMP_DEVICE_END /* x */\n");
    CHECK_INT(end, ==, 14);
    CHECK_INT(f->t[end].kind, ==, AMP__C_EOF);
    CHECK_INT(f->t[end].number, ==, AMP__C_DEVICE_END);
    CHECK_INT(f->t[end].line, ==, 8);
    CHECK_INT(f->function_count, ==, 1);
    CHECK_INT(f->functions[0].to, ==, 10);
    CHECK_INT(f->t[6].line, ==, 5); /* the { */
    CHECK_INT(f->directive_count, ==, 2);
    CHECK_INT(f->directives[0].from, ==, end + 1);
    CHECK(amp__c_is(f, f->directives[0].from, '#'));
    CHECK(amp__c_is_define(f, &f->directives[0]));
    CHECK_INT(f->directives[0].to, ==, end + 9);
    CHECK_INT(f->t[f->directives[0].to - 1].match, ==, end + 4);
    CHECK_INT(f->t[f->directives[0].to - 1].line, ==, 4);
    CHECK(*f->directives[0].end == '\n');
    CHECK_INT(f->directives[1].from, ==, f->directives[0].to);
    CHECK_INT(f->t[f->directives[1].to - 1].match, ==, -1); /* not one of another line */
    forget(f);
}

TEST(a_region_ends_at_its_marker)
{
    static const struct {
        const char *text;
        int number, left;
    } all[] = { { "int a;\n", 0, 0 }, { "", 0, 0 }, { "#if A", 0, 0 },
        { "x AMP_DEVICE_END y", AMP__C_DEVICE_END, 16 },
        { "#define AMP_DEVICE_END\nAMP_DEVICE_BEGIN", AMP__C_DEVICE_BEGIN, 16 },
        { "/* AMP_DEVICE_END */ \"AMP_DEVICE_END\"", 0, 0 } };
    size_t k;
    for (k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
        const char *const text = all[k].text, *const stop = text + strlen(text);
        amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
        if (setjmp(f->leave) == 0) {
            const int end = amp__c_read_region(f, text, stop, "a.c", 1);
            CHECK_INT(f->t[end].number, ==, all[k].number);
            CHECK_INT(f->t[end].kind, ==, AMP__C_EOF);
            CHECK_INT(stop - f->t[end].s, ==, all[k].left);
        } else {
            FAIL("%s", f->why);
        }
        forget(f);
    }
}

/* What a macro does, its user does; and what the functions of one name do, each of it may. */
TEST(effects_spread_through_macros)
{
    amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
    f->opencl = f->checks = 1;
    CHECK_INT(read_regions(f, "#define MEET barrier(1)\n#define AGAIN MEET\n"
                           "void f(int a) { AGAIN; }\nvoid g(int a) { amp_at(a, 1); }\n"
                           "#if A\nvoid h(int a) { }\n#else\nvoid h(int a) { g(1); }\n#endif\n"
                           "void i(int a) { h(1); }\nvoid j(int a) { }\nAMP_DEVICE_END\n"
                           "void k(int a) { f(1); }\n"), >=, 0);
    CHECK_INT(f->function_count, ==, 7);
    CHECK_UINT(f->functions[0].effects, ==, AMP__C_EFFECT_BARRIER);
    CHECK_UINT(f->functions[1].effects, ==, AMP__C_EFFECT_REPORT);
    CHECK_UINT(amp__c_name_effects(f, f->functions[2].name), ==, AMP__C_EFFECT_REPORT);
    CHECK_UINT(f->functions[4].effects, ==, AMP__C_EFFECT_REPORT);
    CHECK_UINT(f->functions[5].effects, ==, 0);
    CHECK_UINT(f->functions[6].effects, ==, AMP__C_EFFECT_BARRIER); /* in the next region */
    CHECK_INT(amp__c_find_function(f, f->functions[3].name), ==, 2); /* the first of that name */
    CHECK_INT(amp__c_find_macro(f, f->directives[1].from + 2), ==, 1);
    CHECK_INT(amp__c_find_macro(f, f->functions[0].name), ==, -1);
    forget(f);
}

/* Edits keep lines where they are, and columns where nothing is edited. */
TEST(edits)
{
    static const char text[] = "one two\nthree /* \n */ four\n  five";
    amp__text out;
    amp__c_editor e;
    memset(&out, 0, sizeof(out));
    e.at = text;
    e.out = &out;
    amp__c_edit(&e, text, text, "0 ");
    amp__c_edit(&e, text + 4, text + 7, "2");
    amp__c_edit(&e, text + 7, text + 7, "!");
    amp__c_edit(&e, text + 8, text + 26, "many\n");
    amp__c_copy(&e, text + 10); /* is there already */
    amp__c_edit(&e, text + 29, text + 30, "");
    amp__c_copy(&e, text + sizeof(text) - 1);
    CHECK_STR(amp__text_string(&out), "0 one 2!\nmany\n\n\n  ive");
    amp__text_free(&out);
}

TEST(long_names_and_sets)
{
    static char name[70000];
    const char *why;
    amp__c_unit *f;
    amp__c_set *set = (amp__c_set *)calloc(1, sizeof(*set));
    memset(name, 'x', sizeof(name));
    f = read_unit(name, sizeof(name), &why);
    CHECK(f != NULL);
    CHECK_INT(f->t[0].n, ==, sizeof(name));
    CHECK_INT(amp__c_in_set(f, set, 0, 1), ==, 0);
    CHECK_INT(amp__c_in_set(f, set, 0, 0), ==, 1);
    CHECK(amp__c_given("-DA=1 -U B", "A", 1));
    CHECK(amp__c_given("-DA=1 -U B ", "B", 1));
    CHECK(!amp__c_given("-DAB=1", "A", 1));
    free(set);
    forget(f);
}

/* Where directives are, and where regions begin and end. */
TEST(lines)
{
    static const char text[] = "a /* one\n# two */ b \\\nc\n  # define X \\\n y\n\n%: x\n"
                               "/* AMP_DEVICE_END\nAMP_DEVICE_END */ AMP_DEVICE_END\nint z;";
    static const struct {
        int line, number;
    } want[] = { { 1, 0 }, { 4, '#' }, { 6, 0 }, { 7, '#' }, { 8, AMP__C_DEVICE_END },
                 { 10, AMP__C_INT } };
    amp__c_line l = amp__c_lines(text, text + sizeof(text) - 1, 1);
    amp__device_region r;
    const char *from, *to, *next = text;
    size_t k;
    for (k = 0; amp__c_next_line(&l); k++) {
        CHECK(l.at == next);
        next = l.next;
        CHECK(l.stop == l.next || *l.stop == '\n');
        CHECK_INT(k, <, sizeof(want) / sizeof(want[0]));
        if (k < sizeof(want) / sizeof(want[0])) {
            CHECK_INT(l.line, ==, want[k].line);
            CHECK_INT(l.number, ==, want[k].number);
        }
    }
    CHECK_INT(k, ==, sizeof(want) / sizeof(want[0]));
    CHECK(next == text + sizeof(text) - 1);
    memset(&r, 0, sizeof(r));
    r.text = text;
    r.text_end = text + sizeof(text) - 1;
    r.line = r.text_line = 1;
    amp__c_region_lines(&r, &from, &to);
    CHECK(strncmp(from, "# two", 5) == 0); /* the line behind the first */
    CHECK(to > from && strncmp(to, "/* AMP_DEVICE_END", 17) == 0);
}

/* Adds a tree to b: what has operands in brackets, with its own token in front. */
static void put_tree(amp__text *b, const amp__c_unit *f, const amp__c_expr *e)
{
    const amp__c_expr *operand;
    int i;
    CHECK(e->from <= e->op && (e->op < e->to || e->from == e->to));
    if (e->child == NULL && e->kind != AMP__C_BRACES && e->kind != AMP__C_CALL) {
        for (i = e->from; i < e->to; i++) {
            amp__text_printf(b, "%s%.*s", i > e->from ? " " : "", f->t[i].n, f->t[i].s);
        }
        amp__text_puts(b, e->from == e->to ? "nothing" : "");
        return;
    }
    amp__text_printf(b, "[%.*s", f->t[e->op].n, e->kind == AMP__C_OPAQUE ? "" : f->t[e->op].s);
    for (operand = e->child; operand != NULL; operand = operand->next) {
        CHECK(operand->parent == e && e->from <= operand->from && operand->to <= e->to);
        CHECK(operand->next != NULL || operand == e->last);
        amp__text_puts(b, " ");
        put_tree(b, f, operand);
    }
    amp__text_puts(b, "]");
}

/* The tree of an expression behind a typedef, as text; or why there is none. */
static const char *tree_of(const char *expression)
{
    static amp__text b;
    amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
    const amp__c_expr *e = NULL;
    amp__text text;
    memset(&text, 0, sizeof(text));
    amp__text_printf(&text, "typedef float real; %s", expression);
    b.used = 0;
    if (setjmp(f->leave) == 0) {
        amp__c_read(f, text.at, text.at + text.used);
        (void)amp__c_read_items(f, 0);
        e = amp__c_read_expression(f, 4, f->count - 1);
        CHECK(e == NULL || (e->from == 4 && e->to == f->count - 1 && e->parent == NULL));
    }
    if (e != NULL) {
        put_tree(&b, f, e);
    } else {
        amp__text_puts(&b, f->why);
    }
    forget(f);
    amp__text_free(&text);
    return amp__text_string(&b);
}

TEST(expressions)
{
    static const char *const trees[][2] = {
        { "a - b * c + d << 1 < e", "[< [<< [- a [* b c] d] 1] e]" },
        { "a || b && c == d & e ^ f | g", "[|| a [&& b [| [^ [& [== c d] e] f] g]]]" },
        { "a = b += c ? d : e ? f : g, h", "[, [= a [+= b [? c d [? e f g]]]] h]" },
        { "a ? b, c : d", "[? a [, b c] d]" },
        { "a ? : b", "[? a b]" },
        { "-a++ + +--b", "[+ [- [++ a]] [+ [-- b]]]" },
        { "!*p->q.r[i + 1](x, y)", "[! [* [( [[ [. [-> p]] [+ i 1]] x y]]]" },
        { "*p++ = &(a)", "[= [* [++ p]] [& [( a]]]" },
        { "(real)x * (y) - (a * b)", "[- [* [( x] [( y]] [( [* a b]]]" },
        { "(unsigned char)-1 + (y) - 1", "[+ [( [- 1]] [( y] 1]" },
        { "(const struct s *)&v", "[( [& v]]" },
        { "(amp_tile_ptr(int))t", "[( t]" },
        { "(real[2]){ 1, 2 }[0]", "[[ [( [{ 1 2]] 0]" },
        { "sizeof(real) + sizeof a[0] + (sizeof a) - 1",
          "[+ [sizeof ( real )] [sizeof [[ a 0]] [( [sizeof a]] 1]" },
        { "{ .a = 1, [2].b = { 3, }, 4 }", "[{ 1 [{ 3] 4]" },
        { "f(), g(int, a), \"b\" \"c\"", "[, [( f] [( g int a] \"b\" \"c\"]" },
        { "__extension__ (a)", "[__extension__ [( a]]" } };
    size_t k;
    for (k = 0; k < sizeof(trees) / sizeof(trees[0]); k++) {
        CHECK_STR(tree_of(trees[k][0]), trees[k][1]);
    }
}

/* Whether the last & of a text is one between two operands. */
static int is_binary(const char *text)
{
    amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
    int i, is = -1;
    if (setjmp(f->leave) == 0) {
        amp__c_read(f, text, text + strlen(text));
        (void)amp__c_read_items(f, 0);
        for (i = f->count - 1; i > 0 && !amp__c_is(f, i, '&'); i--) {
        }
        is = amp__c_is_binary(f, i);
    }
    forget(f);
    return is;
}

TEST(operators_between_two)
{
    CHECK_INT(is_binary("a = (b) & c"), ==, 1);
    CHECK_INT(is_binary("a[1] & c"), ==, 1);
    CHECK_INT(is_binary("sizeof(int) & c"), ==, 1);
    CHECK_INT(is_binary("f(int) & c"), ==, 1);
    CHECK_INT(is_binary("1 & c"), ==, 1);
    CHECK_INT(is_binary("a = (int *)&c"), ==, 0);
    CHECK_INT(is_binary("return (unsigned char *)&c"), ==, 0);
    CHECK_INT(is_binary("return &c"), ==, 0);
    CHECK_INT(is_binary("f(&c"), ==, 0);
}

/* Adds the statements of a list: each by its first word, an expression by e, a declaration by the
   name; what is in one behind it. */
static void put_statements(amp__text *b, const amp__c_unit *f, const amp__c_stmt *s)
{
    for (; s != NULL; s = s->next) {
        const amp__c_token *t = &f->t[s->name != 0 ? s->name : s->from];
        CHECK(s->from < s->to);
        CHECK(s->next == NULL || s->next->parent == s->parent);
        amp__text_printf(b, "%s%.*s", b->used > 0 && b->at[b->used - 1] != '[' ? " " : "",
                         s->kind == AMP__C_EXPRESSION ? 1 : t->n,
                         s->kind == AMP__C_EXPRESSION ? "e" : t->s);
        if (s->child != NULL || s->init != NULL) {
            amp__text_puts(b, "[");
            put_statements(b, f, s->init);
            put_statements(b, f, s->child);
            put_statements(b, f, s->other);
            amp__text_puts(b, "]");
        }
    }
}

/* The statements of a phased kernel's body, as text; or why there are none. */
static const char *statements_of(const char *body, int written)
{
    static amp__text b;
    amp__c_unit *f = (amp__c_unit *)calloc(1, sizeof(*f));
    amp__text text = amp__text_from(NULL);
    amp__c_body r;
    amp__text_printf(&text, "{ %s }", body);
    b.used = 0;
    memset(&r, 0, sizeof(r));
    r.f = f;
    r.phased = r.reached = f->short_names = 1;
    r.written = written;
    if (setjmp(f->leave) == 0) {
        amp__c_read(f, text.at, text.at + text.used);
        put_statements(&b, f, amp__c_read_body(&r, 0, f->count - 2)->child);
    } else {
        amp__text_puts(&b, f->why);
    }
    forget(f);
    amp__text_free(&text);
    return amp__text_string(&b);
}

TEST(statements)
{
    static const char *const all[][2] = {
        { "", "" },
        { "x = 1; ; f(x);", "e ; e" },
        { "int a = 1, *b[2] = { 0, 0 }; const T c = a;", "a b c" },
        { "x_t = 1; x_t y; x_t *z = 0; x_t[1] = 2;", "e y z e" },
        { "if (a) x = 1; else if (b) { y = 2; } else z();", "if[e if[{[e] e]]" },
        { "for (int i = 0, j = 1; i < n; i++) { } do x++; while (x < 3);", "for[i j {] do[e]" },
        { "for (i = 0; ; ) while (a) break;", "for[e while[break]]" },
        { "switch (a) { case 1: x = 1; break; default: ; }", "switch[{[case e break default ;]]" },
        { "tile_static(int, t, 4); phase { t[0] = 1; } phase_first(2) y = 1;",
          "t phase[{[e]] phase_first[e]" },
        { "tile_barrier_wait(tidx); amp_abort(); x = 1;", "tile_barrier_wait amp_abort" },
        { "switch (a) { case 1: amp_abort(); x = 1; case 2: y = 2; }",
          "switch[{[case amp_abort case e]]" },
        { "end: x = 1; goto end; return;", "end e goto return" },
        { "x = 1", "no ;" },
        { "do x = 1; y = 2;", "do without while" },
        { "int (*f)(int) = g;", "a declaration that is not understood" },
    }, *const written[][2] = {
        { "UNROLL for (;;) { x = 1; }", "e for[{[e]]" },
        { "TIMES(i, 4) { x = 1; } y = 2;", "e {[e] e" },
        { "int (*f)(int) = g; LAST", "e e" },
    };
    size_t k;
    for (k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
        CHECK_STR(statements_of(all[k][0], 0), all[k][1]);
    }
    for (k = 0; k < sizeof(written) / sizeof(written[0]); k++) {
        CHECK_STR(statements_of(written[k][0], 1), written[k][1]);
    }
}

/* What is no expression: missing operands, words side by side, brackets without their half. */
TEST(hostile_expressions)
{
    static const char *const trees[][2] = {
        { "", "" }, { "+", "[+ nothing]" }, { "a +", "[+ a nothing]" },
        { "= 1", "[= nothing 1]" }, { "f(,a)", "[( f nothing a]" }, { "()", "[( nothing]" },
        { "a ? b", "[? a b]" }, { "a ? b : ", "[? a b nothing]" }, { "a b c", "[ a b c]" },
        { "a : b", "[ a : b]" }, { "f(a b, c)", "[( f [ a b] c]" }, { "a[", "[ a []" },
        { ") a", "[ nothing ) a]" }, { "a . 1", "[ a . 1]" }, { "{ .", "[ nothing { .]" },
        { "{ . }", "[{ nothing]" }, { "MACRO(int) x = 1", "[ [( MACRO int] [= x 1]]" } };
    static const char all[] = "a = (int)b[i++] * -f(c, { 1 }) ? *d->e : (sizeof(int), g || h.i)";
    static char text[200000];
    char part[sizeof(all)];
    size_t k;
    for (k = 0; k < sizeof(trees) / sizeof(trees[0]); k++) {
        CHECK_STR(tree_of(trees[k][0]), trees[k][1]);
    }
    for (k = 0; k < sizeof(all); k++) { /* each beginning, each end */
        memcpy(part, all, k);
        part[k] = '\0';
        (void)tree_of(part);
        (void)tree_of(all + k);
    }
    memset(text, '-', sizeof(text) - 1); /* -- -- ... */
    CHECK_STR(tree_of(text), "more than 400 operators in each other");
    for (k = 0; k + 1 < sizeof(text); k++) { text[k] = "a="[k % 2]; }
    CHECK_STR(tree_of(text), "more than 400 operators in each other");
    for (k = 0; k + 1 < sizeof(text); k++) { text[k] = "a."[k % 2]; }
    CHECK_STR(tree_of(text), "more than 400 operators in each other");
    for (k = 0; k + 1 < sizeof(text); k++) { text[k] = "a+"[k % 2]; }
    CHECK(strncmp(tree_of(text), "[+ a a a a", 10) == 0);
}

/* a uses b and c, b uses c, c uses b, d uses itself, and e what nobody declares. */
static void make_graph(amp__c_graph *g, const amp_allocator *from)
{
    static const char *const names[] = { "a", "b", "c", "d", "e" };
    int k;
    amp__c_graph_begin(g, from);
    for (k = 0; k < 5; k++) {
        amp__c_graph_declare(g, k, names[k], 1);
    }
    amp__c_graph_use(g, 0, "b", 1);
    amp__c_graph_use(g, 0, "c", 1);
    amp__c_graph_use(g, 1, "c", 1);
    amp__c_graph_use(g, 2, "b", 1);
    amp__c_graph_use(g, 3, "d", 1);
    amp__c_graph_use(g, 4, "nobody", 6);
}

TEST(effects_spread_to_users)
{
    amp__c_graph g;
    unsigned effects[5] = { 0, 0, AMP__C_EFFECT_BARRIER, AMP__C_EFFECT_REPORT, 0 };
    make_graph(&g, NULL);
    amp__c_graph_spread(&g, effects, 1);
    CHECK_UINT(effects[0], ==, AMP__C_EFFECT_BARRIER);
    CHECK_UINT(effects[1], ==, AMP__C_EFFECT_BARRIER);
    CHECK_UINT(effects[2], ==, AMP__C_EFFECT_BARRIER);
    CHECK_UINT(effects[3], ==, AMP__C_EFFECT_REPORT);
    CHECK_UINT(effects[4], ==, 0);
    amp__c_graph_free(&g);
}

TEST(needs_spread_to_what_is_used)
{
    amp__c_graph g;
    unsigned needed[5] = { 0, AMP__C_NEEDED, 0, 0, 0 };
    make_graph(&g, NULL);
    amp__c_graph_spread(&g, needed, 0);
    CHECK_UINT(needed[0], ==, 0);
    CHECK_UINT(needed[1], ==, AMP__C_NEEDED);
    CHECK_UINT(needed[2], ==, AMP__C_NEEDED);
    CHECK_UINT(needed[3] | needed[4], ==, 0);
    amp__c_graph_free(&g);
}

/* A name that several declare is used of all; a long chain is followed to its end. */
TEST(large_graph)
{
    enum { MANY = 3000 };
    static char names[MANY][8];
    static unsigned effects[MANY];
    amp__c_graph g;
    int k, all = 1;
    amp__c_graph_begin(&g, NULL);
    for (k = 0; k < MANY; k++) {
        (void)snprintf(names[k], sizeof(names[k]), "f%d", k);
        amp__c_graph_declare(&g, k, names[k], strlen(names[k]));
        amp__c_graph_declare(&g, k, "all", 3);
    }
    for (k = 0; k + 1 < MANY; k++) {
        amp__c_graph_use(&g, k, names[k + 1], strlen(names[k + 1]));
    }
    effects[MANY - 1] = AMP__C_EFFECT_ORDER;
    amp__c_graph_spread(&g, effects, 1);
    CHECK_UINT(effects[0], ==, AMP__C_EFFECT_ORDER);
    memset(effects, 0, sizeof(effects));
    amp__c_graph_use(&g, 7, "all", 3);
    effects[7] = AMP__C_NEEDED;
    amp__c_graph_spread(&g, effects, 0);
    for (k = 0; k < MANY; k++) {
        all &= effects[k] == AMP__C_NEEDED;
    }
    CHECK(all);
    CHECK(!g.failed);
    amp__c_graph_free(&g);
}

static void *no_memory(size_t bytes, void *unused)
{
    (void)bytes;
    (void)unused;
    return NULL;
}

TEST(graph_without_memory)
{
    amp_allocator none;
    amp__c_graph g;
    unsigned effects[5] = { 1, 2, 4, 8, 16 };
    memset(&none, 0, sizeof(none));
    none.allocate = no_memory;
    make_graph(&g, &none);
    CHECK(g.failed);
    amp__c_graph_spread(&g, effects, 1);
    CHECK_UINT(effects[0], ==, 1);
    amp__c_graph_free(&g);
}
