/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL dropin plain */
/* The text that a translation unit becomes for OpenCL. No device is needed. */
#define AMP_SHORT_NAMES
#define AMP_CL_OPTIONS "-DFROM_OPTIONS=3"
#include "amp.h"
#include "tap.h"
#include "test_cl_header.h"

AMP_DEVICE_BEGIN
static const int table[2] = { 1, 2 }; /* "a quote */
static inline long long wide(int x) { return x * 10LL + (int)0x1ULL; } // tested: AMP_DEVICE_END
AMP_TILED_KERNEL(over_lines, (8), in(int, 1, x), /* a comment, ( with a bracket
    over two lines */ out(int, 1, y)) // tested: another (
{
    tile_static(int, t, 8);
    t[tidx.local[0]] = at_index(x, tidx.global) + table[0] + (int)wide(0);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[7 - tidx.local[0]];
}
#define BOTH(name, T) \
    AMP_TILED_KERNEL(name, (4), inout(T, 1, v)) \
    { \
        at_index(v, tidx.global) += 1; \
    }
BOTH(one_int, int)
AMP_DEVICE_END

static const char *text_of(void)
{
    static amp__text b;
    amp__cl_abilities able;
    memset(&able, 0, sizeof(able));
    b.used = 0;
    CHECK_OK(amp__cl_program_text(&amp__translation_unit, &able, &b));
    return amp__text_string(&b);
}

static amp_status text_made(const char *text, amp__cl_abilities able, amp__text *b)
{
    amp__device_region r;
    amp__program p;
    memset(&p, 0, sizeof(p));
    memset(&r, 0, sizeof(r));
    memset(b, 0, sizeof(*b));
    r.text = text;
    r.text_end = text + strlen(text);
    r.file = "a \"b\".c";
    r.line = 1;
    r.text_line = 1;
    p.first = &r;
    return amp__cl_program_text(&p, &able, b);
}

static amp_status text_of_region_for(const char *text, const char *kernel, amp__text *b)
{
    amp__cl_abilities able;
    memset(&able, 0, sizeof(able));
    able.kernel = kernel;
    return text_made(text, able, b);
}

/* That of a program with AMP_CHECK and short names. */
static amp_status text_that_reports(const char *text, const char *kernel, amp__text *b)
{
    amp__cl_abilities able;
    memset(&able, 0, sizeof(able));
    able.kernel = kernel;
    able.checks = able.short_names = 1;
    return text_made(text, able, b);
}

static amp_status text_of_region(const char *text, amp__text *b)
{
    return text_of_region_for(text, NULL, b);
}

TEST(regions_come_in_order_with_their_lines)
{
    const char *text = text_of();
    const char *math = strstr(text, "amp/language/math.h\"\n");
    const char *header = strstr(text, "test_cl_header.h\"\nAMP_KERNEL(of_the_header");
    const char *own = strstr(text, "#line 11 \"" __FILE__ "\"\n"
                             "__constant const int table[2]");
    CHECK(math != NULL);
    CHECK(header != NULL);
    while (*header != '#') {
        header--;
    }
    CHECK(strncmp(header, "#line 6 ", 8) == 0);
    CHECK(own != NULL);
    CHECK(math < header);
    CHECK(header < own);
    CHECK(strstr(text, "regions_come_in_order") == NULL); /* not what is outside */
}

TEST(bodies_of_tiled_kernels_get_what_they_need)
{
    const char *text = text_of();
    CHECK_CONTAINS(text, "{ AMP__ENTER(over_lines, (8), in(int, 1, x), out(int, 1, y))\n"
                         "    tile_static(int, t, 8);");
    CHECK_CONTAINS(text, "    { AMP__ENTER(name, (4), inout(T, 1, v)) \\\n");
}

TEST(wide_integers_are_long)
{
    CHECK_CONTAINS(text_of(), "static inline  long wide(int x) { return x * 10L + (int)0x1UL; }");
}

TEST(lines_stay_where_they_are)
{
    amp__text b;
    const char *p;
    int lines = 0;
    CHECK_OK(text_of_region("AMP_DEVICE_BEGIN\nint a;\r\n/* x\n y */ AMP_TILED_KERNEL(k, (4),\n"
                            "in(int, 1, x))\n{\n\"\\\"{\" long\nlong b; '\\''\n}\n"
                            "#define A \\\n  1\nhere\nAMP_DEVICE_END\n", &b));
    p = strstr(amp__text_string(&b), "#line 2 \"a \\\"b\\\".c\"\n");
    CHECK(p != NULL);
    for (; p != NULL && strncmp(p, "here", 4) != 0; p++) {
        lines += *p == '\n';
    }
    CHECK_INT(lines, ==, 11); /* the #line and ten lines: `here` is in line 12 */
    amp__text_free(&b);
}

TEST(a_region_without_an_end_says_so)
{
    amp__text b;
    CHECK_STATUS(text_of_region("AMP_DEVICE_BEGIN\nint a;\n", &b), AMP_BUILD_FAILED);
    CHECK_CONTAINS(amp_last_error(), ":1: AMP_DEVICE_BEGIN has no AMP_DEVICE_END");
    amp__text_free(&b);
}

TEST(a_region_in_a_region_says_so)
{
    amp__text b;
    CHECK_STATUS(text_of_region("AMP_DEVICE_BEGIN\nint a;\nAMP_DEVICE_BEGIN\nAMP_DEVICE_END\n", &b),
                 AMP_BUILD_FAILED);
    CHECK_CONTAINS(amp_last_error(),
                   ":3: AMP_DEVICE_BEGIN inside the region that begins in line 1");
    amp__text_free(&b);
}

TEST(a_kernel_without_its_brace_says_so)
{
    amp__text b;
    CHECK_STATUS(text_of_region("AMP_DEVICE_BEGIN\n#define HEAD AMP_TILED_KERNEL(k, (4))\n"
                                "HEAD { }\nAMP_DEVICE_END\n", &b), AMP_BUILD_FAILED);
    CHECK_CONTAINS(amp_last_error(),
                   ":2: a kernel's parameters must be followed by the { of its body");
    amp__text_free(&b);
}

/* What is read of a file that is half-written: a status, no crash. */
static void read_any(const char *whole, size_t n)
{
    char *text = (char *)malloc(n + 1); /* exact, for the sanitizers */
    amp__text b;
    CHECK(text != NULL);
    memcpy(text, whole, n);
    text[n] = '\0';
    (void)text_of_region(text, &b);
    amp__text_free(&b);
    (void)text_of_region_for(text, "other", &b);
    amp__text_free(&b);
    (void)text_that_reports(text, "k", &b);
    amp__text_free(&b);
    free(text);
}

/* Every prefix of a text. */
TEST(any_text_is_read_to_its_end)
{
    static const char whole[] = "AMP_DEVICE_BEGIN\nAMP_TILED_KERNEL(k, (4), in(int, 1, x))\n"
                                "{ /* */ \"\\\" 'x' 1e+5LL long long // \\\n}\n"
                                "static const int a[] = { 1 };\n#define X \\\n 2\nAMP_DEVICE_END\n";
    size_t n;
    for (n = 0; n < sizeof(whole); n++) {
        read_any(whole, n);
    }
}

/* Brackets without their other half, and words where nobody expects them: no error of this text,
   which a branch of #if may complete. */
TEST(hostile_text_is_read_to_its_end)
{
    static const char *const lines[] = { "}", "{", ")", "(", "(((", "{{{ } )", "static const",
        "static const int", "AMP_KERNEL", "AMP_KERNEL(", "AMP_KERNEL()", "AMP_KERNEL(k, 1) {",
        "AMP_KERNEL(k, 1, in(int, 1, x)", "AMP_KERNEL(k, 1) { amp_abort(",
        "AMP_KERNEL(k, 1) { if (1) amp_abort(\n#if A\n); }", "AMP_KERNEL(k, 1) { amp_abort(); ",
        "AMP_PHASED_KERNEL(k, (4)) { return; ", "AMP_TILED_KERNEL(k, (4)) { { { amp_abort(); } ",
        "AMP_TILED_KERNEL(k) { amp_abort(); }", "AMP_TILED_KERNEL(,) { }",
        "ATTRIBUTE AMP_KERNEL(k, 1) { }", "AMP_DEFINE_X(", "AMP_DEFINE_X()", "AMP_DEFINE_X(min",
        "AMP_DEFINE_X(min)", "AMP_DEFINE_X(min) f(", "f(", "f()", "f() {",
        "int f(\n#define A\n) { amp_abort(); }", "int f(void) { amp_abort(); } int f(",
        "#", "#define", "#define (", "#define M", "#define M(", "#define M(a) AMP_KERNEL(a",
        "#define M(a) AMP_KERNEL(a) {",
        "#define M(a) AMP_PHASED_KERNEL(a, (4)) {\n#define E }\nM(k) E",
        "#define M(a) AMP_KERNEL(a) { }\nM(k)\nM(", "typedef", "enum {", "struct s {", "long long",
        "long", "1LL", "0xLL", "\"", "'", "/*", "\\", "\\\r\n", "#define A \\\r\n 1LL" };
    char text[200];
    size_t k;
    for (k = 0; k < sizeof(lines) / sizeof(lines[0]); k++) {
        const int n = snprintf(text, sizeof(text), "AMP_DEVICE_BEGIN\n%s\nAMP_DEVICE_END\n",
                               lines[k]);
        read_any(text, (size_t)n);
        read_any(text, (size_t)n - 16); /* it has no end */
    }
}

/* What no compiler reads is refused, with its line. */
TEST(brackets_in_each_other_have_a_limit)
{
    enum { DEEP = 300 };
    char text[DEEP * 2 + 100];
    amp__text b;
    int n = snprintf(text, sizeof(text), "AMP_DEVICE_BEGIN\nint a;\nint b = ");
    memset(text + n, '(', DEEP);
    memset(text + n + DEEP, ')', DEEP);
    (void)snprintf(text + n + 2 * DEEP, 40, ";\nAMP_DEVICE_END\n");
    CHECK_STATUS(text_of_region(text, &b), AMP_BUILD_FAILED);
    CHECK_CONTAINS(amp_last_error(), "a \"b\".c:3: more than 256 brackets in each other");
    amp__text_free(&b);
}

/* Each of 3000 functions names the one before it, and each of 3000 kernels one of them: no list is
   too short. */
TEST(a_long_text_has_no_limit)
{
    enum { MANY = 3000 };
    amp__text in, b;
    int k;
    memset(&in, 0, sizeof(in));
    amp__text_puts(&in, "AMP_DEVICE_BEGIN\n");
    for (k = 0; k < MANY; k++) {
        amp__text_printf(&in, "static inline int f%d(int a) { return %s(a); }\n"
                         "AMP_TILED_KERNEL(k%d, (4), inout(int, 1, x)) { f%d(1); amp_abort(); }\n",
                         k, k > 0 ? "f" : "amp_errorf", k, k);
    }
    amp__text_puts(&in, "AMP_DEVICE_END\n");
    CHECK_OK(text_that_reports(amp__text_string(&in), "k2999", &b));
    CHECK_CONTAINS(amp__text_string(&b), "\nAMP_TILED_KERNEL(k2999,");
    CHECK(strstr(amp__text_string(&b), "\nAMP_TILED_KERNEL(k2998,") == NULL);
    CHECK_CONTAINS(amp__text_string(&b), "static inline int f2999(int a)");
    amp__text_free(&b);
    amp__text_free(&in);
}

/* The library's own OpenCL C is plain text in headers: a build error names them. */
TEST(texts_of_the_library_have_their_file_and_line)
{
    static const char *const file[] = { "cl/layout.h", "cl/c99.cl.h", "cl/prelude.cl.h",
        "base/arguments.h", "language/shape.h", "language/element.h", "language/thread.h",
        "cl/kernels.cl.h", "language/atomic.h", "cl/atomics.cl.h" };
    const char *text = text_of(), *before = text;
    size_t i;
    for (i = 0; i < sizeof(file) / sizeof(file[0]); i++) {
        char name[256];
        const char *at;
        int line;
        FILE *f;
        CHECK(snprintf(name, sizeof(name), "/%s\"\n", file[i]) > 0);
        at = strstr(text, name);
        CHECK(at != NULL && at > before);
        before = at;
        while (at[-1] != '\n') {
            at--;
        }
        CHECK_INT(sscanf(at, "#line %d \"%255[^\"]", &line, name), ==, 2);
        f = fopen(name, "r"); /* that line of the file is what comes next */
        CHECK(f != NULL);
        {
            char read[256];
            const char *p = strchr(at, '\n') + 1;
            for (; line > 0; line--) {
                CHECK(fgets(read, sizeof(read), f) != NULL);
            }
            CHECK(strncmp(p, read, strlen(read)) == 0);
        }
        (void)fclose(f);
    }
    CHECK(strstr(text, "AMP__DEVICE_TEXT") == NULL);
}

/* What another part of the same file says does not make a region's kernels report. */
TEST(a_region_reports_for_what_is_in_it)
{
    static const char *const text[] = {
        ("amp_abort(); amp_errorf(\"\");\nAMP_DEVICE_BEGIN\nint a;\nAMP_DEVICE_END\n"
         "amp_abort(); amp_errorf(\"\");\n"),
        "\nAMP_DEVICE_BEGIN\nint a; void f() { amp_abort(); }\nAMP_DEVICE_END\n",
        "\nAMP_DEVICE_BEGIN\nint a; void f() { amp_errorf(\"\"); }\n  AMP_DEVICE_END\n"
    };
    int i;
    for (i = 0; i < 3; i++) {
        amp__device_region r;
        amp__program p;
        amp__cl_abilities able;
        amp__text b;
        memset(&able, 0, sizeof(able));
        memset(&p, 0, sizeof(p));
        memset(&r, 0, sizeof(r));
        memset(&b, 0, sizeof(b));
        r.text = text[i];
        r.text_end = text[i] + strlen(text[i]);
        r.file = "a.c";
        r.line = 2;
        r.text_line = 1;
        p.first = &r;
        CHECK_OK(amp__cl_program_text(&p, &able, &b));
        CHECK_INT(able.faults, ==, i > 0);
        CHECK_INT(able.aborts, ==, i == 1);
        amp__text_free(&b);
    }
}

/* Macros of AMP_DEVICE_MACRO stand in front of the regions, once; two values are refused. */
TEST(macros_of_the_program)
{
    amp__device_macro m[] = { { "TILE", "32", NULL }, { "NONE", "NONE", NULL },
                              { "EMPTY", "", NULL }, { "TILE", "32", NULL } };
    amp__device_region r;
    amp__program p;
    amp__cl_abilities able;
    amp__text b;
    int i;
    memset(&able, 0, sizeof(able));
    memset(&p, 0, sizeof(p));
    memset(&r, 0, sizeof(r));
    memset(&b, 0, sizeof(b));
    r.text = "\nAMP_DEVICE_BEGIN\nAMP_DEVICE_MACRO(TILE)\nint a;\nAMP_DEVICE_END\n";
    r.text_end = r.text + strlen(r.text);
    r.file = "a.c";
    r.line = 2;
    r.text_line = 1;
    p.first = &r;
    p.macros = m;
    for (i = 0; i < 3; i++) {
        m[i].next = &m[i + 1];
    }
    CHECK_OK(amp__cl_program_text(&p, &able, &b));
    CHECK_CONTAINS(amp__text_string(&b), "#define AMP_DEVICE_MACRO(name)\n"
                   "#ifndef TILE\n#define TILE 32\n#endif\n"
                   "#ifndef EMPTY\n#define EMPTY \n#endif\n");
    CHECK(strstr(amp__text_string(&b), "#define NONE") == NULL);
    amp__text_free(&b);
    m[3].value = "16";
    CHECK_STATUS(amp__cl_program_text(&p, &able, &b), AMP_BUILD_FAILED);
    CHECK_CONTAINS(amp_last_error(), "AMP_DEVICE_MACRO(TILE): it may have one value, and is 32 in "
                   "one place and 16 in another");
    amp__text_free(&b);
}

/* ---- the program of one kernel --------------------------------------------- */

/* A region, and the text that it becomes for one kernel of it. */
static const char *text_for(const char *region, const char *kernel, int doubles)
{
    static amp__text b;
    amp__device_region r;
    amp__program p;
    amp__cl_abilities able;
    const char *own;
    memset(&able, 0, sizeof(able));
    memset(&p, 0, sizeof(p));
    memset(&r, 0, sizeof(r));
    able.kernel = kernel;
    able.doubles = doubles;
    r.text = region;
    r.text_end = region + strlen(region);
    r.file = "a.c";
    r.line = 1;
    r.text_line = 1;
    p.first = &r;
    b.used = 0;
    CHECK_OK(amp__cl_program_text(&p, &able, &b));
    own = strstr(amp__text_string(&b), "#line 2 \"a.c\"\n");
    CHECK(own != NULL);
    return own + strlen("#line 2 \"a.c\"\n");
}

static const char three[] =
    "AMP_DEVICE_BEGIN\n"
    "#define W 4\n"
    "AMP_KERNEL(first, 1, in(int, 1, x))\n{\n#define W2 8\n    { (void)x; }\n}\n"
    "static inline int helper(int a) { return a; }\n"
    "AMP_TILED_KERNEL(second, (W2), /* a { */\n in(int, 1, x)) { char c = '{'; }\n"
    "AMP_PHASED_KERNEL(third, (W), in(int, 1, x)) { phase { } }\n"
    "AMP_DEVICE_END\n";

TEST(other_kernels_are_left_out)
{
    CHECK_STR(text_for(three, "first", 1),
              "#define W 4\n"
              "AMP_KERNEL(first, 1, in(int, 1, x))\n{\n#define W2 8\n    { (void)x; }\n}\n"
              "static inline int helper(int a) { return a; }\n\n\n\n\n");
    CHECK_STR(text_for(three, "third", 1),
              "#define W 4\n\n\n#define W2 8\n\n\n"
              "static inline int helper(int a) { return a; }\n\n\n"
              "AMP_PHASED_KERNEL(third, (W), in(int, 1, x)) { AMP__ENTER(third, (W), in(int, 1, x))"
              " phase { } }\n\n");
}

TEST(of_a_kernel_that_is_not_found_all_is_kept)
{
    const char *text = text_for(three, "by_a_macro", 0);
    CHECK_CONTAINS(text, "AMP_KERNEL(first");
    CHECK_CONTAINS(text, "AMP_TILED_KERNEL(second");
    CHECK_CONTAINS(text, "AMP_PHASED_KERNEL(third");
}

/* Two heads with one body: what is not understood is kept. */
TEST(a_kernel_with_two_heads_keeps_what_follows)
{
    const char *text = text_for("AMP_DEVICE_BEGIN\n"
                                "AMP_KERNEL(before, 1, in(int, 1, x)) { }\n"
                                "#if A\nAMP_KERNEL(k, 1, in(int, 1, x)) {\n#else\n"
                                "AMP_KERNEL(k, 1, in(float, 1, x)) {\n#endif\n}\n"
                                "AMP_KERNEL(after, 1, in(int, 1, x)) { }\n"
                                "AMP_DEVICE_END\n", "before", 1);
    CHECK_CONTAINS(text, "AMP_KERNEL(before");
    CHECK_CONTAINS(text, "AMP_KERNEL(k, 1, in(int, 1, x)) {\n#else\n");
    CHECK_CONTAINS(text, "AMP_KERNEL(after");
}

static const char with_doubles[] =
    "AMP_DEVICE_BEGIN\n"
    "typedef double real;\n"
    "typedef struct pair { real a; float b; } pair;\n"
    "typedef struct { float a; } single;\n"
    "static const real table[2] = { 1, 2 };\n"
    "static inline real twice(real x);\n"
    "static inline real twice(real x) { return x * 2; }\n"
    "static inline float once(float x) { return x; }\n"
    "#define MAKE(T, name) static inline T name(T x) { return x; }\n"
    "MAKE(double, same_d)\n"
    "MAKE(float, same_f)\n"
    "#define KERNEL(name, T) AMP_KERNEL(name, 1, inout(float, 1, v)) { at(v, 0) = (T)1; }\n"
    "KERNEL(made_d, double)\n"
    "KERNEL(made_f, float)\n"
    "AMP_KERNEL(plain, 1, inout(float, 1, v)) { at(v, 0) = once(1); }\n"
    "AMP_KERNEL(wide, 1, inout(float, 1, v)) { pair p; p.a = twice(1); at(v, 0) = p.a; }\n"
    "AMP_DEVICE_END\n";

TEST(without_double_what_uses_it_is_left_out)
{
    const char *text = text_for(with_doubles, "plain", 0);
    CHECK_STR(text,
              "\n\ntypedef struct { float a; } single;\n\n\n\n"
              "static inline float once(float x) { return x; }\n"
              "#define MAKE(T, name) static inline T name(T x) { return x; }\n\n"
              "MAKE(float, same_f)\n"
              "#define KERNEL(name, T) AMP_KERNEL(name, 1, inout(float, 1, v)) { at(v, 0) = (T)1; }"
              "\n\n\nAMP_KERNEL(plain, 1, inout(float, 1, v)) { at(v, 0) = once(1); }\n\n\n");
    text = text_for(with_doubles, "plain", 1);
    CHECK_CONTAINS(text, "typedef double real;");
    CHECK_CONTAINS(text, "MAKE(double, same_d)");
}

TEST(without_double_what_a_kernel_names_is_kept)
{
    const char *text = text_for(with_doubles, "wide", 0);
    CHECK_CONTAINS(text, "typedef double real;\ntypedef struct pair { real a;");
    CHECK_CONTAINS(text, "static inline real twice(real x);\n");
    CHECK_CONTAINS(text, "real twice(real x) { return x * 2; }");
    CHECK(strstr(text, "table") == NULL);
    CHECK(strstr(text, "MAKE(double") == NULL);
    text = text_for(with_doubles, "made_f", 0); /* made by a macro that has its name */
    CHECK_CONTAINS(text, "KERNEL(made_f, float)");
    CHECK(strstr(text, "KERNEL(made_d") == NULL);
    CHECK(strstr(text, "AMP_KERNEL(plain") == NULL);
    text = text_for(with_doubles, "made_d", 0);
    CHECK_CONTAINS(text, "KERNEL(made_d, double)");
}

/* The words of an expression, and of a type, name nothing that a macro makes. */
TEST(what_a_macro_makes_is_called_after_an_argument)
{
    static const char region[] = "AMP_DEVICE_BEGIN\n"
        "DEFINE2(sum_of, int, float, double, (double)a + (double)b + i)\n"
        "DEFINE1(half, int, float, 0.5f * (float)a)\n"
        "AMP_KERNEL(plain, 1, inout(float, 1, v)) { int i = 0; float a = 1; at(v, i) = a; }\n"
        "AMP_DEVICE_END\n";
    CHECK(strstr(text_for(region, "plain", 0), "sum_of") == NULL);
    CHECK(strstr(text_for(region, "amp__transform_half", 0), "sum_of") == NULL);
    CHECK_CONTAINS(text_for(region, "amp__transform_half", 0), "half");
    CHECK(strstr(text_for(region, "amp__copy_int", 0), "sum_of") == NULL);
    CHECK_CONTAINS(text_for(region, "amp__transform_sum_of", 0), "sum_of");
}

/* A use of a macro that makes one kernel and nothing else is left out like a kernel; of others
   nobody knows what would be missing. */
TEST(kernels_that_macros_make_are_left_out)
{
    static const char region[] = "AMP_DEVICE_BEGIN\n"
        "#define ONE(name, t) AMP_TILED_KERNEL(name##_k, (t), out(int, 1, v)) { /* \\\n"
        "    */ at(v, 0) = t; }\n"
        "#define BOTH(name) static int name##_f(void) { return 1; } \\\n"
        "    AMP_KERNEL(name, 1, out(int, 1, v)) { at(v, 0) = name##_f(); }\n"
        "#define SAME(t) AMP_TILED_KERNEL(same, (t), out(int, 1, v)) { at(v, 0) = t; }\n"
        "#define NAME alias\n"
        "#if A\n#define TWICE(name) AMP_KERNEL(name, 1, out(int, 1, v)) { at(v, 0) = 2; }\n"
        "#else\n#define TWICE(name) static int name(void) { return 1; }\n#endif\nTWICE(d)\n"
        "ONE(a, 4)\nONE(b, 8)\nONE(NAME, 16)\nONE(float, 64)\nBOTH(c)\nSAME(32)\n"
        "AMP_KERNEL(plain, 1, out(int, 1, v)) { at(v, 0) = 1; }\n"
        "AMP_DEVICE_END\n";
    const char *text = text_for(region, "b_k", 1);
    CHECK(strstr(text, "ONE(a, 4)") == NULL);
    CHECK_CONTAINS(text, "ONE(b, 8)");
    CHECK_CONTAINS(text, "ONE(NAME, 16)"); /* any name */
    CHECK_CONTAINS(text, "BOTH(c)");
    CHECK_CONTAINS(text, "SAME(32)");
    CHECK_CONTAINS(text, "TWICE(d)");
    text = text_for(region, "float_k", 1);
    CHECK_CONTAINS(text, "ONE(float, 64)");
    text = text_for(region, "plain", 1);
    CHECK(strstr(text, "ONE(b, 8)") == NULL);
    CHECK_CONTAINS(text, "AMP_KERNEL(plain");
    text = text_for(region, "nowhere", 1); /* nothing is left out */
    CHECK_CONTAINS(text, "ONE(a, 4)");
}

/* What stands in front of a kernel, or behind it, without a semicolon. */
TEST(what_macros_make_needs_no_semicolon)
{
    const char *text = text_for("AMP_DEVICE_BEGIN\n"
        "MAKE(int, a)\nstatic const int one[1] = { 1 };\nMAKE(int, b);\nstatic const int two = 2;\n"
        "MAKE(int, c)\nAMP_KERNEL(plain, 1, out(int, 1, v)) { at(v, 0) = one[0]; }\n"
        "AMP_DEVICE_END\n", "plain", 1);
    CHECK_CONTAINS(text, "MAKE(int, a)\n__constant const int one[1]");
    CHECK_CONTAINS(text, "MAKE(int, b);\n__constant const int two = 2;");
    CHECK_CONTAINS(text, "MAKE(int, c)\nAMP_KERNEL(plain");
    text = text_for("AMP_DEVICE_BEGIN\nATTRIBUTE AMP_KERNEL(a, 1) { }\nAMP_KERNEL(b, 1) { }\n"
                    "AMP_DEVICE_END\n", "b", 1);
    CHECK_CONTAINS(text, "ATTRIBUTE AMP_KERNEL(a"); /* what it does to the next one, nobody knows */
    text = text_for("AMP_DEVICE_BEGIN\ntypedef double real;\nAMP_KERNEL(b, 1) { }\n"
                    "AMP_KERNEL(NAME(c), 1) { double x; }\n"
                    "ATTRIBUTE AMP_KERNEL(a, 1) { real x; }\nAMP_DEVICE_END\n", "b", 0);
    CHECK(strstr(text, "NAME(c)") == NULL);
    CHECK_CONTAINS(text, "typedef double real;\n"); /* what that names */
    CHECK_CONTAINS(text, "AMP_KERNEL(a");
}

/* ---- what reports ------------------------------------------------------------- */

static const char *reporting(const char *region)
{
    static amp__text b;
    const char *own;
    amp__text_free(&b);
    CHECK_OK(text_that_reports(region, NULL, &b));
    own = strstr(amp__text_string(&b), "#line 2 \"a \\\"b\\\".c\"\n");
    CHECK(own != NULL);
    return own + strlen("#line 2 \"a \\\"b\\\".c\"\n");
}

TEST(functions_that_report_are_handed_where)
{
    CHECK_STR(reporting("AMP_DEVICE_BEGIN\n"
                        "int first(void);\nint first(void) { amp_errorf(\"\"); return 1; }\n"
                        "int second\n(int a)\n{ return CALL(a); }\n"
                        "__attribute__((x)) int third(int a) __attribute__((y)) "
                        "{ return at(a, 1); }\n"
                        "#define CALL(a) first()\n"
                        "int fourth(int a) { return a; }\n"
                        "AMP_DEVICE_END\n"),
              "int (first)(amp__here amp__fault);\n"
              "int (first)(amp__here amp__fault) { amp_errorf(\"\"); return 1; }\n"
              "int (second)(amp__here amp__fault, \nint a)\n{ return CALL(a); }\n"
              "__attribute__((x)) int (third)(amp__here amp__fault, int a) __attribute__((y)) "
              "{ return at(a, 1); }\n"
              "#define CALL(a) first()\n"
              "int fourth(int a) { return a; }\n\n");
}

TEST(a_thread_that_aborts_ends_where_no_barrier_can_follow)
{
    CHECK_STR(reporting("AMP_DEVICE_BEGIN\n"
        "int meet(int a) { tile_barrier_wait(a); return a; }\n"
        "AMP_TILED_KERNEL(k, (4)) { if (a) amp_abort(); else amp_abort(\n); f(amp_abort()); }\n"
        "AMP_TILED_KERNEL(l, (4)) { amp_abort(); meet(1); { amp_abort(); } return; }\n"
        "AMP_TILED_KERNEL(m, (4)) { for (;;) { meet(1); amp_abort(); } amp_abort(); }\n"
        "AMP_PHASED_KERNEL(n, (4)) { phase { x: amp_abort(); a = b ? (void)amp_abort() : 1; } }\n"
        "AMP_KERNEL(o, 1) { case 1: amp_abort(); a ? b : amp_abort(); (void)amp_abort();\n"
        "return; }\n"
        "AMP_DEVICE_END\n"),
        "int meet(int a) { tile_barrier_wait(a); return a; }\n"
        "AMP_TILED_KERNEL(k, (4)) { AMP__ENTER(k, (4)) if (a) { amp_abort(); return; } else "
        "{ amp_abort(); return; }\n f(amp_abort());  AMP__LEAVE_KERNEL }\n"
        "AMP_TILED_KERNEL(l, (4)) { AMP__ENTER(l, (4)) amp_abort(); meet(1); "
        "{ { amp_abort(); return; } } AMP__RETURN;  AMP__LEAVE_KERNEL }\n"
        "AMP_TILED_KERNEL(m, (4)) { AMP__ENTER(m, (4)) for (;;) { meet(1); amp_abort(); } "
        "{ amp_abort(); return; }  AMP__LEAVE_KERNEL }\n"
        "AMP_PHASED_KERNEL(n, (4)) { AMP__ENTER(n, (4)) phase { x: amp__phase_abort(); "
        "a = b ? (void)amp_abort() : 1; }  AMP__LEAVE_KERNEL }\n"
        "AMP_KERNEL(o, 1) { case 1: { amp_abort(); return; } a ? b : amp_abort(); "
        "(void)amp_abort();\nreturn; }\n\n");
}

/* Behind a kernel that is not understood. */
TEST(functions_that_report_behind_a_kernel)
{
    CHECK_STR(reporting("AMP_DEVICE_BEGIN\nATTRIBUTE AMP_KERNEL(a, 1) { }\n"
                        "int f(int a) { amp_errorf(\"\"); }\nAMP_DEVICE_END\n"),
              "ATTRIBUTE AMP_KERNEL(a, 1) { }\n"
              "int (f)(amp__here amp__fault, int a) { amp_errorf(\"\"); }\n\n");
}

/* A kernel's body that one macro opens and another closes. */
TEST(a_body_of_two_macros_is_left_where_it_ends)
{
    const char *text = reporting("AMP_DEVICE_BEGIN\n"
                                 "#define BEGIN(name) AMP_PHASED_KERNEL(name, (4)) {\n"
                                 "#define END }\nBEGIN(a) phase { } END\nAMP_DEVICE_END\n");
    CHECK_CONTAINS(text, "{ AMP__ENTER(name, (4))\n#define END  AMP__LEAVE_KERNEL }\n");
}

/* ---- PoCL's work-group method, kernel by kernel --------------------------------- */

/* Whether the kernel `k` of tiles of so many threads is one that PoCL's workitemrepl compiles
   in a time that may be worth it. */
static int replicable(const char *region, int threads)
{
    amp__text b;
    amp__device_region r;
    amp__program p;
    amp__cl_abilities able;
    memset(&able, 0, sizeof(able));
    memset(&p, 0, sizeof(p));
    memset(&r, 0, sizeof(r));
    memset(&b, 0, sizeof(b));
    able.kernel = "k";
    able.doubles = able.replicates = able.short_names = able.barriers = 1;
    able.threads = threads;
    r.text = region;
    r.text_end = region + strlen(region);
    r.file = "a.c";
    r.line = 1;
    r.text_line = 1;
    p.first = &r;
    CHECK_OK(amp__cl_program_text(&p, &able, &b));
    CHECK_CONTAINS(amp__text_string(&b), "AMP__REPLICATES 1\n");
    amp__text_free(&b);
    return able.replicable;
}

TEST(a_kernel_that_is_long_to_copy_is_not_copied)
{
    static const char product[] = "AMP_DEVICE_BEGIN\n"
        "AMP_TILED_KERNEL(k, (16, 16), in(float, 2, A), in(float, 2, B), out(float, 2, C))\n"
        "{ tile_static(float, a, 16, 16); tile_static(float, b, 16, 16); float sum = 0;\n"
        "  const int row = tidx.local[0], col = tidx.local[1];\n"
        "  for (int k0 = 0; k0 < A_shape.extent[1]; k0 += 16) {\n"
        "    a[row][col] = at(A, tidx.global[0], k0 + col);\n"
        "    b[row][col] = at(B, k0 + row, tidx.global[1]);\n"
        "    tile_barrier_wait(tidx);\n"
        "    for (int n = 0; n < 16; n++) sum += a[row][n] * b[n][col];\n"
        "    tile_barrier_wait(tidx); }\n"
        "  at_index(C, tidx.global) = sum; }\nAMP_DEVICE_END\n";
    static const char rows[] = "AMP_DEVICE_BEGIN\n"
        "AMP_TILED_KERNEL(k, (8, 32), in(float, 2, A), out(float, 2, C))\n"
        "{ tile_static(float, t, 32, 33); const int i = tidx.local[0], j = tidx.local[1];\n"
        "  for (int r = i; r < 32; r += 8) { t[r][j] = at(A, tidx.tile[0] * 32 + r, j); }\n"
        "  tile_barrier_wait(tidx);\n"
        "  for (int r = i; r < 32; r += 8) { at(C, tidx.tile[1] * 32 + r, j) = t[j][r]; }\n"
        "}\nAMP_DEVICE_END\n";
    static const char helper[] = "AMP_DEVICE_BEGIN\n"
        "static inline int cut(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }\n"
        "AMP_TILED_KERNEL(k, (64), in(float, 1, A), out(float, 1, C)) {\n"
        "  for (int r = tidx.local[0]; r < 256; r += 64) { at(C, r) = at(A, cut(r, 7)); }\n"
        "}\nAMP_DEVICE_END\n";
    static const char made[] = "AMP_DEVICE_BEGIN\n"
        "#define SUM(name, size) \\\n"
        "    AMP_TILED_KERNEL(name, (size), in(float, 1, A), out(float, 1, C)) \\\n"
        "    { at(C, tidx.global[0]) = at(A, tidx.global[0]); }\n"
        "SUM(other, 64)\nSUM(k, 128)\nAMP_DEVICE_END\n";
    static const char unknown[] = "AMP_DEVICE_BEGIN\nMAKE(k, 16)\nAMP_DEVICE_END\n";
    CHECK_INT(replicable(product, 256), ==, 1); /* by copies many times as fast */
    CHECK_INT(replicable(product, 1024), ==, 0);
    CHECK_INT(replicable(rows, 256), ==, 0); /* 7 s for 0.6 */
    CHECK_INT(replicable(rows, 32), ==, 1);
    CHECK_INT(replicable(helper, 64), ==, 0); /* what the helper does counts */
    CHECK_INT(replicable(helper, 16), ==, 1);
    CHECK_INT(replicable(made, 128), ==, 1);
    CHECK_INT(replicable(made, 16000), ==, 0);
    CHECK_INT(replicable(unknown, 16), ==, 0);
}

/* A kernel of 8 threads with that body, and a helper with a barrier. */
static int replicable_body(const char *body)
{
    char text[1024];
    (void)snprintf(text, sizeof(text), "AMP_DEVICE_BEGIN\n"
        "static inline int meet(amp_tiled_index1 tidx, int a)\n"
        "{ tile_barrier_wait(tidx); return a; }\n"
        "AMP_TILED_KERNEL(k, (8), inout(int, 1, x), value(int, n))\n"
        "{ const int l = tidx.local[0]; %s\n at_index(x, tidx.global) = l; }\nAMP_DEVICE_END\n",
        body);
    return replicable(text, 8);
}

/* PoCL 3.1's workitemrepl ends the process at some of these; loopvec compiles them. */
TEST(a_kernel_whose_barriers_stand_under_conditions_is_not_copied)
{
    static const char *const plain[] = {
        "tile_barrier_wait(tidx);",
        ("for (int i = 0; i < n; i++) {\n"
        "  if (l < i || l > 3) { at(x, l)++; } tile_barrier_wait(tidx); }"),
        ("for (int i = 0; i < n; i++) { for (int j = l; j < 3; j++) { if (j == 2) break; }\n"
        "  while (l > 9 && n > 1) { continue; } switch (l) { case 1: break; }\n"
        "  tile_barrier_wait(tidx); }"),
        ("if (l < 4 && n > 2) at(x, l) = n > 3 ? 1 : 2; else { at(x, l) = 3; }\n"
        "tile_barrier_wait(tidx);"),
        "for (int i = 0; i < n; i++) at(x, l) += meet(tidx, i);",
        "do { at(x, l)++; } while (at(x, l) < 4); tile_barrier_wait(tidx);"
    };
    static const char *const not_so[] = {
        "if (n > 2) { tile_barrier_wait(tidx); }",
        "if (n > 2) tile_barrier_wait(tidx);",
        "if (n > 2) { at(x, l) = 1; } else { tile_barrier_wait(tidx); }",
        "switch (n) { case 1: tile_barrier_wait(tidx); break; default: break; }",
        "do { tile_barrier_wait(tidx); n--; } while (n > 0);",
        "for (int i = 0; i < n || i < 3; i++) { tile_barrier_wait(tidx); }",
        "while (n > 3 ? n > 5 : n > 2) { tile_barrier_wait(tidx); }",
        "for (int i = 0; i < n; i++) { if (i == 3) { break; } tile_barrier_wait(tidx); }",
        ("for (int i = 0; i < n; i++) {\n"
        "  tile_barrier_wait(tidx); if (i == 3) continue; at(x, l)++; }"),
        "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) { if (n > 2) { meet(tidx, 1); } }",
        "(void)(n > 2 && meet(tidx, 1) > 0);",
        "at(x, l) = n > 2 ? meet(tidx, 1) : 0;"
    };
    size_t i;
    for (i = 0; i < sizeof(plain) / sizeof(*plain); i++) {
        CHECK_INT(replicable_body(plain[i]), ==, 1);
    }
    for (i = 0; i < sizeof(not_so) / sizeof(*not_so); i++) {
        CHECK_INT(replicable_body(not_so[i]), ==, 0);
    }
}
