/* SPDX-License-Identifier: MIT */
/* make SEED COUNT: prints a C program of COUNT random kernels, of seeds SEED, SEED + 1...;
   each as a tiled and a phased kernel, or a simple one, or all three, and as a serial
   reference. run.h, which the program includes, runs them.
   make SEED 1 N,N,...: without the statements of those numbers, for the shrinker.
   Its third line is, in some, `options: ...`, those of the program (shapes.h).
   make -n SEED: prints how many statements the kernel has.
   make -p SEED: prints "pocl" where the kernel holds what PoCL 3.1 makes wrong or endless code
   of (amp_cl.h has it): in a loop a condition with a barrier, and a loop of a thread behind it;
   "branch" where it may hold what PoCL's workitemrepl crashes at (amp/cl/replication.h): a barrier
   under a condition, or in a loop whose head chooses or that is left, or a choice of two ways and a
   loop with a barrier and a loop of a thread in it; "structures" where
   a whole structure is copied under a condition or in a loop, or given to a function there:
   Mesa's Rusticl loses such copies; "bytes" where a thread has an array of them: Rusticl ends the
   process there (tests/faults/mesa_bytes.cl). */
#include "print.h"
#include "seed.h"

static unsigned char *no_statement;
enum { STATEMENTS = 1 << 16 };

static int is_loop(const node *n)
{
    return strncmp(n->head, "for (", 5) == 0 || strncmp(n->head, "while (", 7) == 0;
}

/* Whether a thread runs a loop in one of these statements. */
static int thread_loops(const node *n)
{
    for (; n != NULL; n = n->next) {
        if ((n->kind == BLOCK && is_loop(n)) || thread_loops(n->child) || thread_loops(n->others)) {
            return 1;
        }
    }
    return 0;
}

/* Whether these statements of a tile hold that shape. A break or continue makes a condition of
   what follows it; and a loop whose turns are 0 or 1 is one: `int n = (int)(... != 0u) % 4u);`
   stands in front of it. */
static int has_pocl_shape(const node *n, int in_loop, int in_condition)
{
    for (; n != NULL; n = n->next) {
        const int tile = n->kind == TILE_BLOCK || n->kind == FRONT_LOOP;
        const int chooses = n->kind == TILE_CHOICE || n->kind == TILE_CASES;
        const int loops = in_loop || (tile && is_loop(n));
        if (n->kind == SEGMENT && in_loop && in_condition && thread_loops(n->child)) {
            return 1;
        }
        if (n->kind != SEGMENT
            && (has_pocl_shape(n->child, loops, in_condition || chooses)
                || has_pocl_shape(n->others, loops, in_condition || chooses))) {
            return 1;
        }
        in_condition = in_condition || (n->kind == TILE_LINE && (strncmp(n->head, "if (", 4) == 0
            || (strncmp(n->head, "int n", 5) == 0 && strstr(n->head, "!= 0u) % 4u)") != NULL)));
    }
    return 0;
}

/* Whether these statements of a tile hold a barrier under a condition. */
static int has_branch(const node *n)
{
    for (; n != NULL; n = n->next) {
        const char *head = n->head != NULL ? n->head : "";
        if (n->kind == TILE_CHOICE || n->kind == TILE_CASES
            || (n->kind == TILE_LINE && strncmp(head, "if (", 4) == 0)
            || n->kind == MEETING /* print.h writes some as `lane < 0 ? (void)0 : call` */
            || ((n->kind == TILE_BLOCK || n->kind == FRONT_LOOP)
                && (strchr(head, '?') || strstr(head, "&&") || strstr(head, "||")))
            || (n->kind != SEGMENT && (has_branch(n->child) || has_branch(n->others)))) {
            return 1;
        }
    }
    return 0;
}

/* Whether one of these statements has the word in its text. */
static int has_word(const node *n, const char *word)
{
    for (; n != NULL; n = n->next) {
        if ((n->head != NULL && strstr(n->head, word) != NULL)
            || (n->others != NULL && strcmp(word, "else") == 0) || has_word(n->child, word)
            || has_word(n->others, word)) {
            return 1;
        }
    }
    return 0;
}

/* Whether a loop of a tile among these statements has a thread's loop in it. */
static int has_loop_in_loop(const node *n)
{
    for (; n != NULL; n = n->next) {
        if (((n->kind == TILE_BLOCK || n->kind == FRONT_LOOP)
             && (has_word(n->child, "for (") || has_word(n->child, "while (")))
            || has_loop_in_loop(n->child) || has_loop_in_loop(n->others)) {
            return 1;
        }
    }
    return 0;
}

/* Whether a thread's variable that is a structure is set as a whole under a condition or in a
   loop, or a function gets a structure there. inside: the statements stand in one. */
static int copies_structure(const node *n, int inside)
{
    for (; n != NULL; n = n->next) {
        const int here = inside || n->first_only || n->kind == BLOCK || n->kind == CHOICE
            || n->kind == CASES || n->kind == TILE_CHOICE || n->kind == TILE_CASES
            || ((n->kind == TILE_BLOCK || n->kind == FRONT_LOOP) && is_loop(n))
            || (n->head != NULL && strncmp(n->head, "if (", 4) == 0);
        int k;
        for (k = 0; here && n->head != NULL && k < the.vars; k++) {
            if (the.var[k].type >= SCALARS && strstr(n->head, text("$v%d; = ", k)) != NULL) {
                return 1;
            }
        }
        for (k = 0; here && n->head != NULL && k < the.helpers; k++) {
            if (the.helper[k].first >= SCALARS && strstr(n->head, text("$h%d(", k)) != NULL) {
                return 1;
            }
        }
        if (copies_structure(n->child, here) || copies_structure(n->others, here)) {
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const int shape = argc == 3 && strcmp(argv[1], "-p") == 0;
    const int numbers = shape || (argc == 3 && strcmp(argv[1], "-n") == 0);
    const unsigned long long seed = argc > 2 ? strtoull(argv[1 + numbers], NULL, 10) : 0;
    const int count = argc > 2 && !numbers ? atoi(argv[2]) : 0;
    const char *options = program_options(seed);
    int k;
    no_statement = (unsigned char *)calloc(STATEMENTS, 1);
    if (argc < 3 || no_statement == NULL) {
        (void)fprintf(stderr, "%s SEED COUNT [N,N,...] | -n SEED | -p SEED\n", argv[0]);
        return 2;
    }
    if (numbers) {
        draw_kernel(seed);
        if (shape) {
            return (has_pocl_shape(the.body, 0, 0) && puts("pocl") < 0)
                || (copies_structure(the.body, 0) && puts("structures") < 0)
                || (has_word(the.body, "unsigned char t") && puts("bytes") < 0)
                || ((has_branch(the.body) || (has_word(the.body, "else")
                                              && has_loop_in_loop(the.body)))
                    && puts("branch") < 0);
        }
        return printf("%d\n", the.nodes) < 0;
    }
    if (argc > 3) {
        char *p = argv[3];
        while (*p != '\0') {
            const long n = strtol(p, &p, 10);
            if (n > 0 && n < STATEMENTS) {
                no_statement[n] = 1;
            }
            p += *p == ',';
        }
    }
    dropped = no_statement;
    (void)printf("/* SPDX-License-Identifier: MIT */\n/* tests/random_kernels/make %llu %d%s%s */\n"
                 "%s%s%s#include \"run.h\"\n", seed, count, argc > 3 ? " " : "",
                 argc > 3 ? argv[3] : "", options != NULL ? "/* options: " : "",
                 options != NULL ? options : "", options != NULL ? " */\n" : "");
    for (k = 0; k < count; k++) {
        draw_kernel(seed + (unsigned long long)k);
        put_kernel();
    }
    (void)printf("\nstatic const random_kernel kernels[] = {\n");
    for (k = 0; k < count; k++) {
        draw_kernel(seed + (unsigned long long)k);
        put_entry();
    }
    (void)printf("};\n\nint main(int argc, char **argv)\n{\n    return run_kernels(kernels, %d, "
                 "argc, argv);\n}\n", count);
    return 0;
}
