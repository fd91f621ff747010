/* SPDX-License-Identifier: MIT */
#ifndef PRINT_H
#define PRINT_H
/*
print.h: a kernel as C: its forms for amp, its serial reference, and the host's part.
*/
#include "tree.h"

enum { TILED, PHASED, SIMPLE, REFERENCE };
static const char *const form_name[] = { "tiled", "phased", "simple", "reference" };

static int printing;                 /* which form */
static int counting;                 /* nothing is printed: what is used is found */
static int in_form;                  /* what is printed is a kernel's body */
static const unsigned char *dropped; /* by number of a node */
static int used_var[MOST], used_own[MOST], used_shared[MOST], used_array[MOST];
static int used_helper[MOST];

static void out(const char *p, size_t n)
{
    static const char *const digraph[] = { "<%", "%>", "<:", ":>" };
    size_t k;
    if (!counting && !(the.digraphs && in_form)) {
        (void)fwrite(p, 1, n, stdout);
    }
    for (k = 0; !counting && the.digraphs && in_form && k < n; k++) {
        const char *found = strchr("{}[]", p[k]);
        if (found != NULL) {
            (void)fputs(digraph[found - "{}[]"], stdout);
        } else {
            (void)putchar(p[k]);
        }
    }
}

static void put(const char *p);

__attribute__((format(printf, 1, 2)))
static void print(const char *format, ...)
{
    char place[4096];
    va_list list;
    va_start(list, format);
    if ((size_t)vsnprintf(place, sizeof(place), format, list) >= sizeof(place)) {
        exit(3);
    }
    va_end(list);
    put(place);
}

/* The number of the tile's first thread. */
static void put_base(void)
{
    print("((($t0; * %d + $t1;) * %d + $t2;) * %d)", the.tiles[1], the.tiles[2], the.threads);
}

/* A mark with a number: what follows `$`. */
static void put_named(char mark, int n)
{
    const int reference = printing == REFERENCE;
    switch (mark) {
    case 'v':
        used_var[n] = 1;
        print(printing == PHASED ? "amp_mine(v%d)" : reference ? "v%d[lane]" : "v%d", n);
        break;
    case 'q':
        used_own[n] = 1;
        print(printing == PHASED ? "amp_mine(q%d, " : reference ? "q%d[lane][" : "q%d[", n);
        break;
    case 'u':
        used_shared[n] = 1;
        print("u%d", n);
        break;
    case 'T':
        used_array[n] = 1;
        print("T%d", n);
        break;
    case 'a': print(reference ? "a%d[" : "amp_at(a%d, ", n); break;
    case 'h':
        used_helper[n] = 1;
        print("k%llu_h%d%s(", the.seed, n, reference ? "_reference" : "");
        break;
    case 'g':
        print(printing == SIMPLE ? "idx[%d]" : reference ? "(o%d + l%d)" : "tidx.global[%d]", n,
              n);
        break;
    case 'l': print(reference ? "l%d" : "tidx.local[%d]", n); break;
    case 'o': print(reference ? "o%d" : "tidx.tile_origin[%d]", n); break;
    default:
        print(reference ? "t%d" : printing == PHASED ? "amp_tile_index.tile[%d]"
              : "tidx.tile[%d]", n);
        break;
    }
}

/* A text with marks. */
static void put(const char *p)
{
    const char *const sub = printing == PHASED ? ")" : "]";
    while (*p != '\0') {
        const size_t n = strcspn(p, "$");
        out(p, n);
        p += n;
        if (*p == '\0') {
            break;
        }
        p++;
        switch (*p) {
        case ']': put(sub); p++; break;
        case ',': put(printing == REFERENCE ? "][" : ", "); p++; break;
        case ')': put(printing == REFERENCE ? "]" : ")"); p++; break;
        case 'B': put_base(); p += 2; break;
        case 'Z': put(printing == TILED && !the.flat ? " + (lane < 0)" : ""); p += 2; break;
        case 'R': put(printing == REFERENCE || printing == PHASED ? "continue;" : "return;");
            p += 2;
            break;
        case '<':
            p = printing == REFERENCE ? strstr(p, "$|") + 2 : p + 1;
            break;
        case '|':
            p = strstr(p, "$>") + 2; /* amp's part came before */
            break;
        case '>': p++; break;
        default: {
            const char mark = *p;
            const int number = atoi(p + 1);
            for (p++; *p >= '0' && *p <= '9'; p++) { }
            p += *p == ';' || *p == '[' || *p == '(';
            put_named(mark, number);
            break;
        }
        }
    }
}

/* ---- statements ------------------------------------------------------------- */

static int depth;
static void line_begins(void) { print("%*s", 4 * depth, ""); }
static void put_line(const char *p)
{
    line_begins();
    put(p);
    put("\n");
}
static void open_block(const char *head)
{
    line_begins();
    put(head);
    put(*head != '\0' ? " {\n" : "{\n");
    depth++;
}
static void close_block(void)
{
    depth--;
    put_line("}");
}

static const char *lane_text(void)
{
    return the.rank == 1 ? "$l0;" : the.rank == 2 ? text("$l0; * %d + $l1;", the.tile[1])
        : text("($l0; * %d + $l1;) * %d + $l2;", the.tile[1], the.tile[2]);
}

static void put_barrier(int fence)
{
    if (printing == TILED && !the.flat) {
        put_line(fence == 1 ? "amp_tile_barrier_wait_with_global_memory_fence(tidx);"
                 : fence == 2 ? "amp_tile_barrier_wait_with_tile_static_memory_fence(tidx);"
                 : "amp_tile_barrier_wait(tidx);");
    }
}

/* Opens and closes what each thread of the tile does, or those below `first`. */
static void begin_threads(const char *first)
{
    switch (printing) {
    case TILED: open_block(first != NULL ? text("if (lane < (%s))", first) : ""); break;
    case SIMPLE: open_block(""); break;
    case PHASED:
        open_block(first != NULL ? text("amp_phase_first(%s)", first) : "amp_phase");
        put_line(text("const int lane = %s;", lane_text()));
        put_line("(void)lane;");
        break;
    default:
        open_block(text("for (int lane = 0; lane < (%s); lane++)",
                        first != NULL ? first : text("%d", the.threads)));
        put_line(text("const int l0 = lane / %d, l1 = lane / %d %% %d, l2 = lane %% %d;",
                      the.rank == 1 ? 1 : the.rank == 2 ? the.tile[1] : the.tile[1] * the.tile[2],
                      the.rank == 2 ? 1 : the.tile[2], the.tile[1],
                      the.rank == 3 ? the.tile[2] : 1));
        put_line("(void)l0; (void)l1; (void)l2;");
        break;
    }
}

static void put_nodes(const node *n, int front);

static void put_meeting(const node *n, int front)
{
    int h = 0, t = 0, v = 0, by = 0;
    const char *x = n->child->head;
    (void)sscanf(n->head, "%d %d %d %d", &h, &t, &v, &by);
    if (printing != TILED) {
        begin_threads(NULL);
        put_line(text("$T%d;[lane] = %s;", t, x));
        close_block();
        begin_threads(NULL);
        put_line(text("$v%d; = $T%d;[(lane + %d) %% %d];", v, t, by, the.threads));
        close_block();
        return;
    }
    if (front) {
        put_barrier(0);
    }
    if (the.helper[h].returns >= 0) { /* all threads call it; for some that is not proven */
        const char *call = text("$h%d(tidx, $T%d;, %s, lane, (lane + %d) %% %d)", h, t, x, by,
                                the.threads);
        put_line(n->number % 3 == 0 ? text("$v%d; = %s;", v, call)
                 : n->number % 3 == 1 ? text("$v%d; = lane >= 0 ? %s : 7u;", v, call)
                 : text("(void)(lane >= 0 && ($v%d; = %s) != 0u);", v, call));
    } else {
        const int maybe = n->number % 2;
        put_line(text("{ unsigned x = %s; %s$h%d(tidx, $T%d;, &x, lane, (lane + %d) %% %d); "
                      "$v%d; = x; }", x, maybe ? "lane < 0 ? (void)0 : " : "", h, t, by,
                      the.threads, v));
    }
}

/* The head of a switch of all threads; of some it is not proven that they have one value. */
static const char *cases_head(const node *n)
{
    const int some = n->kind == TILE_CASES && printing == TILED && !the.flat && n->number % 2;
    return some ? text("switch ((%.*s) + (lane < 0))", (int)strlen(n->head) - 9, n->head + 8)
        : n->head;
}

static void put_node(const node *n, int front)
{
    int k = 0;
    const node *m;
    if (dropped[n->number]) {
        return;
    }
    switch (n->kind) {
    case LINE_OF_TEXT: case TILE_LINE: put_line(n->head); break;
    case BLOCK: case TILE_BLOCK: case CHOICE: case TILE_CHOICE: case FRONT_LOOP:
        open_block(n->head);
        put_nodes(n->child, front || n->kind == FRONT_LOOP);
        close_block();
        if (n->others != NULL) {
            put_node(n->others, front);
        }
        if (n->kind == FRONT_LOOP) {
            put_barrier(0);
        }
        break;
    case CASES: case TILE_CASES:
        open_block(cases_head(n));
        for (m = n->child; m != NULL; m = m->next) {
            put_line(m->next != NULL ? text("case %d:", k++) : "default:");
            put_node(m, front);
            put_line("break;");
        }
        close_block();
        break;
    case SEGMENT:
        if (front) {
            put_barrier(0);
        }
        begin_threads(n->first_only ? n->head : NULL);
        put_nodes(n->child, front);
        close_block();
        if (!front) {
            put_barrier(n->fence);
        }
        break;
    case TILE_LOAD:
        if (front) {
            put_barrier(0);
        }
        put_line(n->head);
        if (!front) {
            put_barrier(0);
        }
        if (printing == PHASED) {
            put_line("amp_phase { }");
        }
        break;
    case MEETING: put_meeting(n, front); break;
    case WAIT: put_barrier(0); break;
    default: put_nodes(n->child, front); break;
    }
}

static void put_nodes(const node *n, int front)
{
    for (; n != NULL; n = n->next) {
        put_node(n, front);
    }
}

/* ---- a form ------------------------------------------------------------------ */

static const char *dims(const int *d, int rank, const char *format)
{
    char *all = text("%s", "");
    int k;
    for (k = 0; k < rank; k++) {
        char one[40];
        (void)snprintf(one, sizeof(one), format, d[k]);
        all = text("%s%s%s", all, k > 0 && format[0] == '%' ? ", " : "", one);
    }
    return all;
}

static void put_parameters(void)
{
    int k;
    for (k = 0; k < the.views; k++) {
        const view *v = &the.view[k];
        print(", %s(%s, %d, a%d)", v->kind == IN ? "in" : v->out ? "out" : "inout",
              type_name(v->type), v->rank, k);
    }
    for (k = 0; k < the.values; k++) {
        print(", value(%s, p%d)", type_name(the.value[k].type), k);
    }
}

static void put_head(void)
{
    int k;
    switch (printing) {
    case SIMPLE: print("AMP_KERNEL(k%llu_simple, %d", the.seed, the.rank); break;
    case REFERENCE:
        print("NOT_OPTIMISED static void k%llu_reference_tile(int t0, int t1, int t2)\n{\n"
              "    const int o0 = t0 * %d, o1 = t1 * %d, o2 = t2 * %d;\n", the.seed, the.tile[0],
              the.tile[1], the.tile[2]);
        for (k = 0; k < the.views; k++) {
            const view *v = &the.view[k];
            int wide_dim[3];
            int j;
            for (j = 0; j < 3; j++) {
                wide_dim[j] = v->dim[j] + 2 * v->margin[j];
            }
            print("    %s (*const a%d)%s = (%s (*)%s)&k%llu_a%d[1]%s;\n", type_name(v->type), k,
                  v->rank == 1 ? "" : dims(wide_dim + 1, v->rank - 1, "[%d]"),
                  type_name(v->type), v->rank == 1 ? "" : dims(wide_dim + 1, v->rank - 1, "[%d]"),
                  the.seed, k, dims(v->margin, v->rank, "[%d]"));
        }
        for (k = 0; k < the.values; k++) {
            print("    const %s p%d = k%llu_p%d;\n", type_name(the.value[k].type), k, the.seed, k);
        }
        print("    (void)o0; (void)o1; (void)o2;\n");
        return;
    default:
        print("AMP_%s_KERNEL(k%llu_%s, (%s)", printing == TILED ? "TILED" : "PHASED", the.seed,
              form_name[printing], dims(the.tile, the.rank, "%d"));
        break;
    }
    put_parameters();
    put(")\n{\n");
}

/* Tables of constants: those in the body, in the region, or in front of it. */
static void put_tables(int where)
{
    int k, i;
    for (k = 0; k < the.tables; k++) {
        if (the.table[k] == where) {
            print("%sstatic const unsigned k%llu_c%d[5] = { ", where == 0 ? "    " : "", the.seed,
                  k);
            for (i = 0; i < 5; i++) {
                print("%lluu, ", (the.seed + (unsigned)(k * 31 + i)) * 2654435761u % 1000003u);
            }
            put("};\n");
        }
    }
}

/* Variables that are used. */
static void put_variables(void)
{
    const int reference = printing == REFERENCE, phased = printing == PHASED;
    int k;
    put_tables(0);
    for (k = 0; k < the.tile_arrays; k++) {
        const array *a = &the.tile_array[k];
        if (used_array[k]) {
            print(reference ? "    static %s T%d%s;\n" : "    amp_tile_static(%s, T%d, %s);\n",
                  type_name(a->type), k, dims(a->dim, a->rank, reference ? "[%d]" : "%d"));
        }
    }
    for (k = 0; k < the.vars; k++) {
        const char *const t = type_name(the.var[k].type);
        if (used_var[k] && reference) {
            print("    static %s v%d[%d];\n", t, k, the.threads);
        } else if (used_var[k]) {
            print(phased ? "    amp_thread_private(%s, v%d);\n" : "    %s v%d;\n", t, k);
        }
    }
    for (k = 0; k < the.owns; k++) {
        const char *const t = type_name(the.own[k].type);
        if (used_own[k] && reference) {
            print("    static %s q%d[%d][%d];\n", t, k, the.threads, the.own[k].size);
        } else if (used_own[k]) {
            print(phased ? "    amp_thread_private(%s, q%d, %d);\n" : "    %s q%d[%d];\n", t, k,
                  the.own[k].size);
        }
    }
    for (k = 0; k < the.shareds; k++) {
        if (used_shared[k]) {
            print("    unsigned u%d = %uu;\n", k, (unsigned)(k * 7 + 3));
        }
    }
    if (printing == TILED && !the.flat) {
        put("    const int lane = ");
        put(lane_text());
        put(";\n");
    }
}

/* The lines of `init` give values to the variables in their order: only to used ones. */
static void put_init(void)
{
    const node *n = the.init->child;
    int k, any = 0;
    depth = 1;
    for (k = 0; k < MOST; k++) {
        any |= used_var[k] | used_own[k] | used_array[k];
    }
    if (!any) {
        return;
    }
    begin_threads(NULL);
    for (k = 0; k < the.vars; k++, n = n->next) {
        if (used_var[k]) {
            put_line(n->head);
        }
    }
    for (k = 0; k < the.owns; k++, n = n->next) {
        if (used_own[k]) {
            put_line(n->head);
        }
    }
    for (k = 0; k < the.tile_arrays; k++, n = n->next) {
        if (used_array[k]) {
            put_line(n->head);
        }
    }
    close_block();
    put_barrier(0);
}

static void put_body(void)
{
    depth = 1;
    put_nodes(the.body, 0);
    begin_threads(NULL);
    put_nodes(the.last->child, 0);
    close_block();
}

static void put_form(int form)
{
    printing = form;
    memset(used_var, 0, sizeof(used_var));
    memset(used_own, 0, sizeof(used_own));
    memset(used_shared, 0, sizeof(used_shared));
    memset(used_array, 0, sizeof(used_array));
    counting = 1;
    put_body();
    counting = 0;
    put_head();
    in_form = 1;
    put_variables();
    put_init();
    put_body();
    put("}\n");
    in_form = 0;
}

static void put_helpers(int form)
{
    int k;
    for (k = 0; k < the.helpers; k++) {
        const helper *h = &the.helper[k];
        if (!used_helper[k] || (h->barrier && form == REFERENCE)) {
            continue;
        }
        printing = form;
        put(form == REFERENCE ? "NOT_OPTIMISED " : "");
        print("static inline %s $h%d(%s)\n", h->returns < 0 ? "void"
              : h->first == -2 ? "unsigned" : type_name(h->returns), k, h->parameters);
        depth = 0;
        put_node(h->body, 0);
    }
}

/* ---- the file ------------------------------------------------------------------ */

static const char *all_dims(const view *v)
{
    int d[3], k;
    for (k = 0; k < 3; k++) {
        d[k] = v->dim[k] + 2 * v->margin[k];
    }
    return dims(d, v->rank, "[%d]");
}

static int elements(const view *v)
{
    int n = 1, k;
    for (k = 0; k < v->rank; k++) {
        n *= v->dim[k] + 2 * v->margin[k];
    }
    return n;
}

static void put_data(void)
{
    int k;
    for (k = 0; k < the.views; k++) {
        print("static %s k%llu_a%d[2]%s;\n", type_name(the.view[k].type), the.seed, k,
              all_dims(&the.view[k]));
    }
    for (k = 0; k < the.values; k++) {
        print("static %s k%llu_p%d;\n", type_name(the.value[k].type), the.seed, k);
    }
}

/* Fills a variable, or compares two, scalar by scalar. */
static void put_each(const char *a, const char *b, int type, const char *what)
{
    static const char *const fill[] = { "value_of_run()", "(int)(value_of_run() & 65535u) - 32768",
        "(float)(value_of_run() & 511u)", "(amp_uint64)value_of_run() << 20",
        "(unsigned char)value_of_run()", "(short)((int)(value_of_run() & 65535u) - 32768)" };
    const int count = type < SCALARS ? 1 : the.structure[type - SCALARS].fields;
    int k;
    for (k = 0; k < count; k++) {
        const field *f = type < SCALARS ? NULL : &the.structure[type - SCALARS].field[k];
        const char *path = f == NULL ? "" : f->path;
        if (b == NULL) {
            print("        %s%s = %s;\n", a, path, fill[f == NULL ? type : f->type]);
        } else {
            print("        if (%s%s != %s%s) { return differ(\"%s%s\", i, (double)%s%s, "
                  "(double)%s%s); }\n", a, path, b, path, what, path, a, path, b, path);
        }
    }
}

static void put_host(void)
{
    const unsigned long long s = the.seed;
    int k, form;
    print("static void k%llu_fill(int copy)\n{\n    begin_run(%llu);\n", s, s);
    for (k = 0; k < the.views; k++) {
        print("    for (int i = 0; i < %d; i++) {\n", elements(&the.view[k]));
        print("        %s *const e = (%s *)k%llu_a%d[copy] + i;\n", type_name(the.view[k].type),
              type_name(the.view[k].type), s, k);
        put_each("(*e)", NULL, the.view[k].type, NULL);
        put("    }\n");
    }
    put("    {\n");
    for (k = 0; k < the.values; k++) {
        put_each(text("k%llu_p%d", s, k), NULL, the.value[k].type, NULL);
    }
    print("    }\n}\nstatic void k%llu_reference(void)\n{\n    int i, j, k;\n"
          "    for (i = 0; i < %d; i++) {\n        for (j = 0; j < %d; j++) {\n"
          "            for (k = 0; k < %d; k++) {\n"
          "                k%llu_reference_tile(i, j, k);\n            }\n        }\n    }\n}\n",
          s, the.tiles[0], the.tiles[1], the.tiles[2], s);
    print("static int k%llu_differs(void)\n{\n", s);
    for (k = 0; k < the.views; k++) {
        const char *const t = type_name(the.view[k].type);
        print("    for (int i = 0; i < %d; i++) {\n        const %s *const a = (const %s *)"
              "k%llu_a%d[0] + i, *const b = (const %s *)k%llu_a%d[1] + i;\n",
              elements(&the.view[k]), t, t, s, k, t, s, k);
        put_each("(*a)", "(*b)", the.view[k].type, text("a%d", k));
        put("    }\n");
    }
    put("    return 0;\n}\n");
    for (form = TILED; form < REFERENCE; form++) {
        int domain[3];
        if ((form == SIMPLE && !the.flat) || (form != SIMPLE && the.ragged)) {
            continue;
        }
        print("static amp_status k%llu_launch_%s(void)\n{\n    amp_status s;\n", s,
              form_name[form]);
        for (k = 0; k < the.views; k++) {
            const view *v = &the.view[k];
            int d[3], j;
            for (j = 0; j < 3; j++) {
                d[j] = v->dim[j] + 2 * v->margin[j];
            }
            print("    amp_array_view w%d = amp_view(%s, (%s *)k%llu_a%d[0], %s);\n", k,
                  type_name(v->type), type_name(v->type), s, k, dims(d, v->rank, "%d"));
            if (v->margin[0] + v->margin[1] + v->margin[2] > 0) {
                print("    amp_array_view a%d = amp_section(w%d, amp_index(%s), "
                      "amp_extent(%s));\n", k, k, dims(v->margin, v->rank, "%d"),
                      dims(v->dim, v->rank, "%d"));
            } else {
                print("    amp_array_view a%d = w%d;\n", k, k);
            }
        }
        for (k = 0; k < 3; k++) {
            domain[k] = the.tile[k] * the.tiles[k];
        }
        if (form == SIMPLE) {
            print("    s = amp_parallel_for_each(amp_extent(%s)", dims(domain, the.rank, "%d"));
        } else {
            print("    s = amp_parallel_for_each(amp_tile(amp_extent(%s), %s)",
                  dims(domain, the.rank, "%d"), dims(the.tile, the.rank, "%d"));
        }
        print(", k%llu_%s", s, form_name[form]);
        for (k = 0; k < the.views; k++) {
            print(", a%d", k);
        }
        for (k = 0; k < the.values; k++) {
            print(", k%llu_p%d", s, k);
        }
        put(");\n");
        for (k = 0; k < the.views; k++) {
            print("    s = ended(s, w%d);\n", k);
        }
        put("    return s;\n}\n");
    }
}

/* A macro, a constant, an enumeration: of the region, or of the text in front of it. */
static void put_names(void)
{
    const unsigned long long s = the.seed;
    print("#define k%llu_mix(a, b) ((a) * 31u ^ (b))\n", s);
    print("enum { k%llu_few = %d };\n", s, 3 + (int)(s % 5));
    print("typedef enum k%llu_color { k%llu_red, k%llu_green = 7 } k%llu_color;\n", s, s, s, s);
}

static void put_kernel(void)
{
    int k;
    counting = 0;
    printing = TILED;
    print("\n/* ---- kernel %llu ---- */\n\n", the.seed);
    if (the.outside) {
        put_names();
    }
    put_tables(2);
    put(the.packed ? "#pragma pack(1)\n" : "");
    put("AMP_DEVICE_BEGIN\n");
    if (!the.outside) {
        put_names();
    }
    put_tables(1);
    for (k = 0; k < the.structures; k++) {
        print("typedef struct %s { %s} %s;\n", type_name(SCALARS + k), the.structure[k].members,
              type_name(SCALARS + k));
    }
    /* Which helpers are used is known when the forms have been printed once. */
    memset(used_helper, 0, sizeof(used_helper));
    counting = 1;
    for (printing = TILED; printing <= PHASED; printing++) {
        put_body();
    }
    counting = 0;
    put_helpers(TILED);
    if (!the.ragged) {
        put_form(TILED);
        put_form(PHASED);
    }
    if (the.flat) {
        put_form(SIMPLE);
    }
    put("AMP_DEVICE_END\n\n");
    put(the.packed ? "#pragma pack()\n" : "");
    put_data();
    put_helpers(REFERENCE);
    put_form(REFERENCE);
    put_host();
}

static void put_entry(void)
{
    const unsigned long long s = the.seed;
    int form;
    print("    { \"k%llu\", k%llu_fill, k%llu_reference, k%llu_differs, {", s, s, s, s);
    for (form = TILED; form < REFERENCE; form++) {
        const int there = form == SIMPLE ? the.flat : !the.ragged;
        if (there) {
            print(" k%llu_launch_%s,", s, form_name[form]);
        } else {
            put(" NULL,");
        }
    }
    put(" } },\n");
}

#endif /* PRINT_H */
