/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_CODE_H
#define AMP_LENS_CODE_H
/*
amp/lens/code.h: the machine code between the places of a kernel that announce themselves: how many
instructions and floating-point operations there are, and where it can go two ways.

  1 instructions   a text of objdump's, line by line
  2 walks          from a node to what is announced next

The code is that of this CPU: x86-64 or AArch64, read by objdump or llvm-objdump. Where neither is
there, or it prints what is not understood, what follows from it is not known, and never guessed.
*/

#include "paths.h"
#include "../report/symbols.h"

/* ==== 1 instructions ===================================================== */

/* What an instruction does to the way of a thread. UNSURE: it is not understood. */
enum {
    AMP__LENS_GOES_ON, AMP__LENS_CALLS_IT, AMP__LENS_JUMPS, AMP__LENS_BRANCHES, AMP__LENS_RETURNS,
    AMP__LENS_ANNOUNCES, AMP__LENS_ACCESSES, AMP__LENS_UNSURE
};

typedef struct amp__lens_instruction {
    unsigned long at, to;  /* as the file counts; to: of a jump or branch */
    unsigned char what, operations; /* floating-point ones */
    unsigned char unknown; /* it calls code whose operations nobody has counted */
    unsigned char nothing; /* it stands there to fill up, or only announces */
    unsigned char sort;    /* what a GPU would have for it, below; and how often */
    unsigned char many;
    unsigned char limit;   /* it compares with a number that stands in it, which is not 0 */
    unsigned char sets;    /* it writes one into its operand */
    unsigned operand;      /* the register or place in memory that it compares or writes, as a
                              number; 0: none */
    unsigned from;         /* that which it copies into it; 0: none */
    unsigned char node;    /* a node is announced in front of it */
    unsigned char called;  /* so is a function, by a call in front of it */
} amp__lens_instruction;

/* Of one stretch of a file. base: what an address of the process is more. */
typedef struct amp__lens_code {
    amp__lens_instruction *at;
    size_t used, room;
    uintptr_t base;
} amp__lens_code;

/* What a GPU has for an instruction. NOTHING: what goes between registers and memory that no array
   has, since a GPU's threads have registers enough; the frame of a function; jumps. INDEX: integer
   arithmetic as of an index, tests and branches, of which nothing is left where a loop is unrolled.
   MULTIPLIES, ADDS: floating point, in float, and in double behind it, of which two that follow
   each other are one. */
enum {
    AMP__LENS_NOTHING, AMP__LENS_INDEX, AMP__LENS_LOGIC, AMP__LENS_MULTIPLY, AMP__LENS_DIVIDE,
    AMP__LENS_SPECIAL, AMP__LENS_MULTIPLIES, AMP__LENS_ADDS, AMP__LENS_MULTIPLIES_DOUBLE,
    AMP__LENS_ADDS_DOUBLE, AMP__LENS_FUSED, AMP__LENS_FUSED_DOUBLE, AMP__LENS_SORTS
};

/* Whether a text begins with one of those in a list, which have commas between; or with blanks
   between (`apart`), whether it is one, in its first n characters. */
static AMP__COLD int amp__lens_listed(const char *text, size_t n, const char *list, char apart)
{
    const char between[2] = { apart, '\0' };
    while (*list != '\0') {
        const size_t m = strcspn(list, between);
        if ((m == n || apart == ',') && strncmp(list, text, m) == 0) {
            return 1;
        }
        list += m + (list[m] == apart);
    }
    return 0;
}
static AMP__COLD int amp__lens_begins(const char *text, const char *list)
{
    return amp__lens_listed(text, 0, list, ',');
}
static AMP__COLD int amp__lens_is_one(const char *word, size_t n, const char *list)
{
    return amp__lens_listed(word, n, list, ' ');
}

/* How multiplications with an addition begin, on x86-64. */
#define AMP__LENS_FUSED_WORDS "fmadd,fmsub,fnmadd,fnmsub"

/* Floating-point operations of an x86-64 instruction. */
static AMP__COLD int amp__lens_operations_x86(const char *word, size_t n, const char *rest)
{
    const char *w = word;
    int each = 1, elements;
    if (n > 3 && w[0] == 'f' && !amp__lens_is_one(w, n, "fadd faddp fadds faddl fiadd fsub fsubp "
        "fsubs fsubl fsubr fsubrp fisub fmul fmulp fmuls fmull fimul fdiv fdivp fdivs fdivl fdivr "
        "fdivrp fidiv fsqrt")) {
        return 0;
    }
    if (w[0] == 'f') {
        return 1;
    }
    if (n > 1 && w[0] == 'v') {
        w++;
        n--;
    }
    if (n > 6 && amp__lens_begins(w, AMP__LENS_FUSED_WORDS)) {
        each = 2;
    } else if (!amp__lens_is_one(w, n > 2 ? n - 2 : 0, "add sub mul div sqrt hadd hsub addsub")) {
        return 0;
    }
    if (amp__lens_begins(w + n - 2, "ss,sd")) {
        return each;
    }
    elements = strstr(rest, "%zmm") != NULL ? 16 : strstr(rest, "%ymm") != NULL ? 8 : 4;
    return amp__lens_begins(w + n - 2, "ps") ? each * elements
        : amp__lens_begins(w + n - 2, "pd") ? each * elements / 2 : 0;
}

/* How many floating-point operations an instruction of AArch64 is. */
static AMP__COLD int amp__lens_operations_arm(const char *word, size_t n, const char *rest)
{
    const int each = amp__lens_is_one(word, n, "fadd fsub fmul fnmul fdiv fsqrt faddp") ? 1
        : amp__lens_is_one(word, n, "fmadd fmsub fnmadd fnmsub fmla fmls") ? 2 : 0;
    return each * (strstr(rest, ".4s") != NULL ? 4
                   : strstr(rest, ".2s") != NULL || strstr(rest, ".2d") != NULL ? 2 : 1);
}

/* Floating-point operations of a function that is called and not announced, by its name; -1 where
   that is not known. The library's own have none. */
static AMP__COLD int amp__lens_operations_of_call(const char *name)
{
    const size_t n = strcspn(name, ">+@");
    return amp__lens_begins(name, "amp_,__tsan_,__sanitizer_")
        || amp__lens_is_one(name, n, "memcpy memmove memset __stack_chk_fail fabs fabsf floor "
                            "floorf ceil ceilf trunc truncf round roundf rint rintf nearbyint "
                            "nearbyintf fmin fminf fmax fmaxf copysign copysignf") ? 0
        : amp__lens_is_one(name, n, "sqrt sqrtf") ? 1
        : amp__lens_is_one(name, n, "fma fmaf") ? 2 : -1;
}

/* As amp__lens_is_one, whatever size the last letter says. */
static AMP__COLD int amp__lens_is_sized(const char *word, size_t n, const char *list)
{
    return amp__lens_is_one(word, n, list)
        || (n > 2 && strchr("bwlq", word[n - 1]) != NULL && amp__lens_is_one(word, n - 1, list));
}

/* Whether the first two operands of an instruction are the same. */
static AMP__COLD int amp__lens_twice(const char *rest)
{
    const size_t n = strcspn(rest, ",");
    return rest[n] == ',' && strncmp(rest, rest + n + 1 + (rest[n + 1] == ' '), n) == 0;
}

/* A number for the operand of an instruction that it writes or compares, by its text up to a comma:
   the last one on x86-64, the first on AArch64. */
static AMP__COLD unsigned amp__lens_operand(const char *rest, int last)
{
    const char *at = rest;
    unsigned number = 5381;
    int inside = 0;
    for (; *at != '\0' && last; at++) {
        inside += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        rest = *at == ',' && inside == 0 ? at + 1 : rest;
    }
    for (; *rest != '\0' && *rest != ' ' && *rest != '\t' && *rest != '\n'
         && (last || *rest != ','); rest++) {
        number = number * 33 + (unsigned char)*rest;
    }
    return number;
}

/* What a GPU has for an instruction of x86-64 that goes on. */
static AMP__COLD int amp__lens_sort_x86(const char *word, size_t n, const char *rest)
{
    const char *w = word[0] == 'v' ? word + 1 : word;
    const size_t m = n - (size_t)(w - word);
    const int is_double = m > 2 && w[m - 1] == 'd' && (w[m - 2] == 's' || w[m - 2] == 'p');
    const char *const inside = strchr(rest, '(');
    if (m > 5 && amp__lens_begins(w, AMP__LENS_FUSED_WORDS)) {
        return is_double ? AMP__LENS_FUSED_DOUBLE : AMP__LENS_FUSED;
    }
    if (amp__lens_is_one(w, m, "mulss mulps mulsd mulpd")) {
        return is_double ? AMP__LENS_MULTIPLIES_DOUBLE : AMP__LENS_MULTIPLIES;
    }
    if (amp__lens_is_one(w, m, "addss addps addsd addpd subss subps subsd subpd minss minsd maxss "
                         "maxsd")) {
        return is_double ? AMP__LENS_ADDS_DOUBLE : AMP__LENS_ADDS;
    }
    return strstr(rest, "%rsp") == rest + strcspn(rest, ",") + 1 && inside == NULL
            ? AMP__LENS_NOTHING
        : amp__lens_begins(w, "cvt,comis,ucomis,set,cmov") ? AMP__LENS_LOGIC
        : (amp__lens_begins(w, "div") && m == 5) || amp__lens_begins(w, "sqrt") ? AMP__LENS_SPECIAL
        : amp__lens_begins(w, "lea") ? inside != NULL && strchr(inside, ',') != NULL
            && strstr(rest, "%rip") == NULL ? AMP__LENS_INDEX : AMP__LENS_NOTHING
        : amp__lens_is_sized(w, m, "add sub inc dec adc sbb shl sal cmp test") ? AMP__LENS_INDEX
        : amp__lens_is_sized(w, m, "xor") ? amp__lens_twice(rest) ? AMP__LENS_NOTHING
                                                                  : AMP__LENS_LOGIC
        : amp__lens_is_sized(w, m, "and or not neg shr sar rol ror bt bts btr bsf bsr popcnt lzcnt "
                             "tzcnt bswap andn shld shrd") ? AMP__LENS_LOGIC
        : amp__lens_is_sized(w, m, "imul mul") ? rest[0] == '$' ? AMP__LENS_INDEX /* by a number */
                                                                : AMP__LENS_MULTIPLY
        : amp__lens_is_sized(w, m, "idiv div") ? AMP__LENS_DIVIDE : AMP__LENS_NOTHING;
}

/* And of AArch64. */
static AMP__COLD int amp__lens_sort_arm(const char *word, size_t n, const char *rest)
{
    const int is_double = rest[0] == 'd' || strstr(rest, ".2d") != NULL;
    return amp__lens_is_one(word, n, "fmadd fmsub fnmadd fnmsub fmla fmls")
            ? is_double ? AMP__LENS_FUSED_DOUBLE : AMP__LENS_FUSED
        : amp__lens_is_one(word, n, "fmul fnmul")
            ? is_double ? AMP__LENS_MULTIPLIES_DOUBLE : AMP__LENS_MULTIPLIES
        : amp__lens_is_one(word, n, "fadd fsub faddp fmin fmax fminnm fmaxnm")
            ? is_double ? AMP__LENS_ADDS_DOUBLE : AMP__LENS_ADDS
        : amp__lens_is_one(word, n, "fdiv fsqrt") ? AMP__LENS_SPECIAL
        : strncmp(rest, "sp", 2) == 0 ? AMP__LENS_NOTHING
        : amp__lens_is_one(word, n, "add sub adds subs cmp cmn tst lsl") ? AMP__LENS_INDEX
        : amp__lens_is_one(word, n, "and ands orr eor orn bic mvn neg lsr asr ror ubfx sbfx bfi "
                           "bfxil extr rbit clz rev cset csel csinc csinv csneg csetm fcmp fcmpe "
                           "fcsel scvtf ucvtf fcvtzs fcvtzu fcvt") ? AMP__LENS_LOGIC
        : amp__lens_is_one(word, n, "mul madd msub smull umull smaddl umaddl mneg")
            ? AMP__LENS_MULTIPLY
        : amp__lens_is_one(word, n, "sdiv udiv") ? AMP__LENS_DIVIDE : AMP__LENS_NOTHING;
}

/* And for a call of the library's: an element of an array that `at` finds is a multiplication and
   an addition for each index but the last, which are one instruction, and the address. */
static AMP__COLD int amp__lens_sort_call(const char *name, unsigned char *many)
{
    static const struct { const char *name; unsigned char many; } known[] = {
        { "amp__check_line", 1 }, { "amp__check_plane", 2 }, { "amp__check_at_1", 1 },
        { "amp__check_at_2", 2 }, { "amp__check_at", 3 }
    };
    size_t i;
    for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (amp__lens_begins(name, known[i].name)) {
            *many = known[i].many;
            return AMP__LENS_INDEX;
        }
    }
    *many = 1;
    return amp__lens_begins(name, "sqrt") ? AMP__LENS_SPECIAL
        : amp__lens_begins(name, "fma") && name[3] != 'x' && name[3] != 'i'
            ? name[3] == 'f' ? AMP__LENS_FUSED : AMP__LENS_FUSED_DOUBLE
        : amp__lens_begins(name, "__tsan_,mem,amp__fiber") ? AMP__LENS_NOTHING : AMP__LENS_LOGIC;
}

/* Sets what an instruction does, by the words of a line behind its address. */
static AMP__COLD void amp__lens_read_instruction(const char *text, amp__lens_instruction *i)
{
    const size_t n = strcspn(text, " \t");
    const char *rest = text + n + strspn(text + n, " \t"), *name = strchr(rest, '<'), *target;
    for (target = rest; name != NULL && target < name && strchr(target, ',') != NULL
             && strchr(target, ',') < name; ) { /* tbz w0, #3, 1234 <name> */
        target = strchr(target, ',') + 1;
    }
    target += strspn(target, " \t");
    i->to = name != NULL ? strtoul(target, NULL, 16) : 0;
    i->what = AMP__LENS_GOES_ON;
#if defined(__x86_64__)
    i->nothing = amp__lens_begins(text, "nop,data16,cs nop,endbr")
        || (amp__lens_is_one(text, n, "xchg") && strncmp(rest, "%ax,%ax", 7) == 0);
    if (amp__lens_begins(text, "call")) {
        i->what = AMP__LENS_CALLS_IT;
    } else if (amp__lens_begins(text, "ret,repz ret")) {
        i->what = AMP__LENS_RETURNS;
    } else if (amp__lens_begins(text, "jmp,notrack jmp")) {
        i->what = i->to != 0 && rest[0] != '*' ? AMP__LENS_JUMPS : AMP__LENS_UNSURE;
    } else if (text[0] == 'j') {
        i->what = i->to != 0 ? AMP__LENS_BRANCHES : AMP__LENS_UNSURE;
    } else {
        i->operations = (unsigned char)amp__lens_operations_x86(text, n, rest);
        i->sort = (unsigned char)(i->nothing ? 0 : amp__lens_sort_x86(text, n, rest));
        i->limit = amp__lens_begins(text, "cmp") && rest[0] == '$'
            && strncmp(rest, "$0x0,", 5) != 0;
        i->operand = i->limit || !amp__lens_begins(text, "cmp,test")
            ? amp__lens_operand(rest, 1) : 0;
        i->sets = (amp__lens_begins(text, "mov") && rest[0] == '$')
            || (amp__lens_begins(text, "xor") && amp__lens_twice(rest));
        i->from = amp__lens_begins(text, "mov") ? amp__lens_operand(rest, 0) : 0;
    }
#elif defined(__aarch64__)
    i->nothing = amp__lens_is_one(text, n, "nop");
    if (amp__lens_is_one(text, n, "bl blr")) {
        i->what = AMP__LENS_CALLS_IT;
    } else if (amp__lens_is_one(text, n, "ret retaa retab")) {
        i->what = AMP__LENS_RETURNS;
    } else if (amp__lens_is_one(text, n, "b br")) {
        i->what = n == 1 && i->to != 0 ? AMP__LENS_JUMPS : AMP__LENS_UNSURE;
    } else if (amp__lens_begins(text, "b.") || amp__lens_is_one(text, n, "cbz cbnz tbz tbnz")) {
        i->what = i->to != 0 ? AMP__LENS_BRANCHES : AMP__LENS_UNSURE;
    } else {
        i->operations = (unsigned char)amp__lens_operations_arm(text, n, rest);
        i->sort = (unsigned char)(i->nothing ? 0 : amp__lens_sort_arm(text, n, rest));
        i->limit = amp__lens_begins(text, "cmp") && strchr(rest, '#') != NULL
            && strstr(rest, "#0x0") == NULL;
        i->operand = i->limit || !amp__lens_begins(text, "cmp,st") ? amp__lens_operand(rest, 0) : 0;
        i->sets = amp__lens_begins(text, "mov") && strchr(rest, '#') != NULL;
        i->from = amp__lens_begins(text, "mov") ? amp__lens_operand(rest, 1) : 0;
    }
#else
    i->what = AMP__LENS_UNSURE;
    (void)amp__lens_operations_x86;
    (void)amp__lens_operations_arm;
    (void)amp__lens_sort_x86;
    (void)amp__lens_sort_arm;
#endif
    i->many = 1;
    if (i->what == AMP__LENS_BRANCHES) {
        i->sort = AMP__LENS_INDEX;
    } else if (i->what == AMP__LENS_CALLS_IT || i->what == AMP__LENS_JUMPS) {
        const char *const called = name != NULL ? name + 1 : "?";
        const int operations = amp__lens_operations_of_call(called);
        if (amp__lens_begins(called, "__sanitizer_cov_trace_pc,__tsan_func_exit")) {
            i->what = AMP__LENS_ANNOUNCES;
            i->nothing = 1;
        } else if (amp__lens_begins(called, "__tsan_")
                   && !amp__lens_begins(called, "__tsan_func_entry")) {
            i->what = AMP__LENS_ACCESSES;
            i->nothing = 1;
        } else if (i->what == AMP__LENS_CALLS_IT) {
            i->operations = (unsigned char)(operations > 0 ? operations : 0);
            i->unknown = operations < 0;
            i->sort = (unsigned char)amp__lens_sort_call(called, &i->many);
            i->nothing = (unsigned char)amp__lens_begins(called, "__tsan_");
        }
    }
}

/* Reads the instructions [from, to) of the file at `path`: 0 where that cannot be done. */
static AMP__COLD int amp__lens_read_code(amp__lens_code *c, const char *path, unsigned long from,
                                         unsigned long to)
{
    int got = 0;
#if defined(__linux__)
    static const char *const tool[2] = { "objdump", "llvm-objdump" };
    static const int files[3] = { AMP__PROCESS_NOTHING, AMP__PROCESS_PIPE, AMP__PROCESS_NOTHING };
    char program[4200], first[60], last[60];
    struct stat about;
    int t;
    AMP__PRINT(first, "--start-address=0x%lx", from);
    AMP__PRINT(last, "--stop-address=0x%lx", to);
    for (t = 0; t < 2 && !got; t++) {
        const char *const words[] = { tool[t], "-d", "--no-show-raw-insn", first, last, path,
                                      NULL };
        amp__text answer = amp__text_from(&amp__check_memory);
        const char *line;
        c->used = 0;
        if (!amp__process_find(tool[t], program, sizeof(program), &about)) {
            continue;
        }
        (void)amp__process_run(program, words, files, 3, &answer, NULL);
        for (line = answer.used > 0 ? answer.at : ""; *line != '\0'; ) {
            const size_t n = strcspn(line, "\n");
            char text[400], *end;
            amp__lens_instruction *i;
            AMP__PRINT(text, "%.*s", (int)(n < 399 ? n : 399), line);
            line += n + (line[n] == '\n');
            if (text[0] != ' ' || strtoul(text, &end, 16) == 0 || *end != ':') {
                continue; /* of another kind: a name, a heading */
            }
            if (!amp__list_grow(&c->at, c->used, &c->room, 1, sizeof(*c->at), &amp__check_memory)) {
                break;
            }
            i = &c->at[c->used++];
            __builtin_memset(i, 0, sizeof(*i));
            i->at = strtoul(text, NULL, 16);
            end++;
            end += strspn(end, " \t");
            amp__lens_read_instruction(end, i);
        }
        amp__text_free(&answer);
        got = c->used > 0;
    }
#else
    (void)c;
    (void)path;
    (void)from;
    (void)to;
    (void)amp__lens_read_instruction;
#endif
    return got;
}

/* ==== 2 walks ============================================================ */

enum { AMP__LENS_STEPS = 2000, AMP__LENS_WAYS = 64 }; /* of a walk, at most */
enum { AMP__LENS_NEAR = 12 }; /* instructions in front of a division, where -Og sets its divisor */

/* What lies between a node and what is announced next. */
typedef struct amp__lens_walk {
    int known;         /* all of it was understood */
    int operations;    /* floating-point ones; -1: not known */
    int instructions;  /* up to the branch, where there is one */
    int of[AMP__LENS_SORTS]; /* of these: what a GPU has for them */
    int limit;         /* the branch follows from a comparison of what was set to a number that the
                          code has with another one */
    uintptr_t branch;  /* an instruction that can go two ways, by which different nodes are reached;
                          0: none */
    unsigned long next[2]; /* of them, the first two; 0: none */
} amp__lens_walk;

/* The number of the instruction at an address; c->used where there is none. */
static AMP__COLD size_t amp__lens_instruction_at(const amp__lens_code *c, unsigned long at)
{
    size_t low = 0, high = c->used;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (c->at[middle].at < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < c->used && c->at[low].at == at ? low : c->used;
}

/* Notes in front of which instructions nodes and functions of a kernel are announced. */
static AMP__COLD void amp__lens_mark_code(amp__lens_code *c, const amp__lens_kernel *k)
{
    unsigned i;
    size_t at;
    for (at = 0; at < c->used; at++) {
        c->at[at].node = c->at[at].called = 0;
    }
    for (i = 1; i < k->node_count; i++) {
        at = amp__lens_instruction_at(c, (unsigned long)(k->nodes[i].pc - c->base));
        if (at < c->used) {
            c->at[at].node = 1;
        }
    }
    for (i = 1; i < k->call_count; i++) {
        at = amp__lens_instruction_at(c, (unsigned long)(k->calls[i].from - c->base));
        if (at < c->used) {
            c->at[at].called = 1;
        }
    }
}

/* Notes that a walk has come to an announcement, or to the function's end: 0. */
static AMP__COLD void amp__lens_walk_ends(amp__lens_walk *w, unsigned long at)
{
    if (w->next[0] == 0) {
        w->next[0] = at;
    } else if (w->next[0] != at) {
        w->next[1] = at;
    }
}

/* Whether what was last written to an operand before instruction number `before`, at most `most`
   of them earlier, is a number. skips: what lies between may have changed it as well. */
static AMP__COLD int amp__lens_is_number(const amp__lens_code *c, unsigned operand, size_t before,
                                         size_t most, int skips)
{
    size_t i;
    for (i = before; i > 0 && before - i < most; i--) {
        const amp__lens_instruction *o = &c->at[i - 1];
        if (o->operand == operand && !o->limit) {
            const int number = o->sets || (skips && o->from != 0 && o->from != operand
                && amp__lens_is_number(c, o->from, i - 1, AMP__LENS_STEPS, 0));
            if (number || !skips) {
                return number;
            }
        }
    }
    return 0;
}

/* Whether the branch, number `at`, compares with a number, and what it compares begins as one, too:
   as at the end of a loop whose turns a compiler can count. gcc may put the beginning between the
   loop's body and its test. */
static AMP__COLD int amp__lens_counts_turns(const amp__lens_code *c, size_t at)
{
    const size_t to = amp__lens_instruction_at(c, c->at[at].to);
    unsigned operand;
    if (at == 0 || !c->at[at - 1].limit) {
        return 0;
    }
    operand = c->at[at - 1].operand;
    return to >= at ? amp__lens_is_number(c, operand, at - 1, AMP__LENS_STEPS, 0)
        : amp__lens_is_number(c, operand, at - 1, at - 1 - to, 1)
          || amp__lens_is_number(c, operand, to, AMP__LENS_STEPS, 0);
}

/* Walks from behind pc to all that can be announced next. */
static AMP__COLD amp__lens_walk amp__lens_walk_from(const amp__lens_code *c, uintptr_t pc)
{
    amp__lens_walk w = AMP__ZERO;
    size_t todo[AMP__LENS_WAYS];
    unsigned long gone[AMP__LENS_WAYS]; /* where a branch was taken */
    int ways = 1, taken = 0, steps = 0, parted = 0, i;
    uintptr_t branch = 0;
    w.known = 1;
    todo[0] = amp__lens_instruction_at(c, (unsigned long)(pc - c->base));
    while (ways > 0 && w.known) {
        size_t at = todo[--ways];
        for (;;) {
            const amp__lens_instruction *const o = &c->at[at];
            if (at == c->used || ++steps > AMP__LENS_STEPS || o->what == AMP__LENS_UNSURE) {
                w.known = 0;
                break;
            }
            if (o->what == AMP__LENS_CALLS_IT && at + 1 < c->used && o[1].called) {
                w.instructions += !parted; /* what it calls announces itself, and what that does: a
                                              GPU has it in place of the call */
                amp__lens_walk_ends(&w, o->at);
                break;
            }
            if (!parted) {
                w.instructions += !o->nothing;
                if (o->sort == AMP__LENS_DIVIDE
                    && amp__lens_is_number(c, o->operand, at, AMP__LENS_NEAR, 0)) {
                    w.of[AMP__LENS_LOGIC] += 2; /* for a GPU by shifts and a multiplication */
                } else {
                    w.of[o->sort] += o->many;
                }
                w.operations = o->unknown || w.operations < 0 ? -1 : w.operations + o->operations;
            } else if (o->operations != 0 || o->unknown) {
                w.operations = -1; /* only one of the sides makes them */
            }
            if (o->what == AMP__LENS_ANNOUNCES || o->what == AMP__LENS_RETURNS
                || (o->what == AMP__LENS_ACCESSES && at + 1 < c->used && o[1].node)) {
                /* an access that is no node is one of no array */
                amp__lens_walk_ends(&w, o->what == AMP__LENS_RETURNS ? 1 : o->at);
                break;
            }
            if (o->what == AMP__LENS_BRANCHES) {
                w.limit |= !parted && amp__lens_counts_turns(c, at);
                branch = branch != 0 ? branch : (uintptr_t)o->at + c->base;
                parted = 1;
                for (i = 0; i < taken && gone[i] != o->at; i++) {
                }
                if (i == taken && (taken == AMP__LENS_WAYS || ways == AMP__LENS_WAYS)) {
                    w.known = 0;
                    break;
                }
                if (i == taken) {
                    gone[taken++] = o->at;
                    todo[ways++] = amp__lens_instruction_at(c, o->to);
                }
            }
            at = o->what == AMP__LENS_JUMPS ? amp__lens_instruction_at(c, o->to) : at + 1;
        }
    }
    w.branch = w.next[1] != 0 ? branch : 0;
    if (!w.known) {
        w.operations = -1;
    }
    return w;
}

/* Reads the code from the node at `low` to what lies behind that at `high`, which lie in the same
   file; and where that file lies. 0 where it cannot be read. */
static AMP__COLD int amp__lens_code_of(amp__lens_code *c, uintptr_t low, uintptr_t high)
{
    enum { AMP__LENS_MORE = 2048 }; /* bytes behind the last node */
    char path[4400];
    unsigned long from = 0;
#if defined(__linux__)
    if (!amp__symbol_module(low, path, sizeof(path), &from)) {
        return 0;
    }
#else
    path[0] = '\0';
#endif
    c->base = low - from;
    return amp__lens_read_code(c, path, from, from + (unsigned long)(high - low) + AMP__LENS_MORE);
}

#endif /* AMP_LENS_CODE_H */
