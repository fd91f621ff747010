/* SPDX-License-Identifier: MIT */
#ifndef AMP_CL_DECLARATIONS_H
#define AMP_CL_DECLARATIONS_H
/*
amp/cl/declarations.h: which parts of the device regions the program of one kernel is made of.

A kernel is compiled when it is launched, in a program of its own, without its neighbours:
a file of forty kernels costs a launch of one the time of one, and a kernel that a device
cannot compile is in nobody's way. Here the regions are read as parts, each a kernel, a
function, a type, a variable or a macro, or what a macro makes:

  - A kernel whose name stands in the text, and is not the wanted one, is left out, and so is
    the use of a macro that makes one kernel and nothing else.
  - On a device without double, so is what uses double, or what does, and is not named by
    the wanted kernel, nor by anything that it names, and so on.

A part that is not understood is kept, with what it names, and so are macros. Where the
wanted kernel is not found, all is kept. Nothing here calls OpenCL.
*/

#include "helpers.h"
#include "../core/backend.h"

#if AMP__IMPLEMENT && defined(AMP_OPENCL)

/* A declaration, definition or directive of a region, text [begin, end): a part of it. */
typedef struct amp__cl_declaration {
    const char *begin, *end;
    const char *name; /* of a kernel, a function or a macro; NULL: see amp__cl_declare_names */
    size_t size;
    int kernel;  /* it is one, and `name` is its own */
    int expansion; /* of a macro: a word and its arguments */
    int macro;   /* a #define */
    /* The macro that it is an expansion of, where that makes a kernel and nothing else; NULL: not
       known. Set by amp__cl_declarations_select. */
    const struct amp__cl_declaration *expanded_from;
    int unknown; /* not understood */
    int doubles; /* uses double, or a part that does */
    int reachable; /* the wanted kernel, or what that names, and so on */
    int emitted;
} amp__cl_declaration;

/* The parts of all regions of the user's, in their order. */
typedef struct amp__cl_declarations {
    amp__cl_declaration *at;
    size_t room;
    int count, failed;
} amp__cl_declarations;

/* Adds a copy of a part to the list; sets list->failed where memory runs out. */
static AMP__COLD void amp__cl_declaration_add(amp__cl_declarations *list,
                                              const amp__cl_declaration *part)
{
    if (amp__list_grow(&list->at, (size_t)list->count, &list->room, 1, sizeof(*part), NULL)) {
        list->at[list->count++] = *part;
    } else {
        list->failed = 1;
    }
}

/* Whether the n characters at p begin the definition of a kernel. */
static AMP__COLD int amp__cl_is_kernel_word(const char *p, size_t n)
{
    static const char *const words[] = { "AMP_KERNEL", "AMP_TILED_KERNEL", "AMP_PHASED_KERNEL",
                                         NULL };
    return amp__cl_word_in(words, p, n);
}

/* Whether what stands in front of p, a word and its bracket at the beginning of a part, is
   whole: a macro that makes something, with no ; and no body behind it. */
static AMP__COLD int amp__cl_is_expansion(const char *p, const char *end)
{
    for (; p < end && amp__cl_is_space(p); p += amp__cl_token(p, end)) { }
    return p >= end || p[0] == '#'
        || (amp__c_in_name(p[0]) && !amp__c_spells(p, amp__cl_token(p, end), "__attribute__"));
}

/* Reads the part of a region's text that begins at part->begin, which is neither white space
   nor a # line, and sets part->end and its name. Returns 0 where it does not end before the
   region does, or holds the beginning of a kernel: then it, and what follows, is not
   understood. */
static AMP__COLD int amp__cl_declaration_read(amp__cl_declaration *part, const char *end)
{
    const char *p = part->begin, *word = NULL; /* the last word outside of brackets */
    const size_t first = amp__cl_token(p, end);
    const int kernel = amp__cl_is_kernel_word(p, first);
    const int type = amp__c_spells(p, first, "typedef");
    int fresh = 0, body = 0, value = type, depth = 0;
    size_t n;
    for (; p < end; p += n) {
        n = amp__cl_token(p, end);
        if (p[0] == '\n') {
            fresh = 1;
        } else if (p[0] == '#' && fresh) {
            n = (size_t)(amp__cl_block_end(p, end) - p);
        } else if (!amp__cl_is_space(p)) {
            fresh = 0;
            if (amp__c_spells(p, n, "AMP_DEVICE_END") || amp__c_spells(p, n, "AMP_DEVICE_BEGIN")
                || (p > part->begin && amp__cl_is_kernel_word(p, n))) {
                return 0;
            }
            if (p[0] == '(' && depth == 0) {
                const int attribute = word != NULL
                    && amp__c_spells(word, amp__cl_token(word, end), "__attribute__");
                n = (size_t)(amp__cl_block_end(p, end) - p);
                n += p + n < end ? 1 : 0;
                body = attribute ? body : 1;
                if (word == part->begin && !attribute && amp__cl_is_expansion(p + n, end)) {
                    part->end = p + n;
                    part->expansion = 1;
                    return 1;
                }
                if (part->name == NULL && !attribute) {
                    part->name = kernel ? amp__cl_skip_space(p + 1, end) : word;
                    part->size = part->name != NULL ? amp__cl_token(part->name, end) : 0;
                }
            } else if (p[0] == '{') {
                depth++;
            } else if (p[0] == '}' && depth > 0) {
                depth--;
                if (depth == 0 && body && !value) {
                    break; /* a function's, or a kernel's, body */
                }
            } else if (depth == 0 && p[0] == ';') {
                break;
            } else if (depth == 0) {
                value |= p[0] == '=';
                body = amp__c_in_name(p[0]) ? body : 0;
                word = amp__c_in_name(p[0]) ? p : word;
            }
        }
    }
    if (p >= end) {
        return 0;
    }
    part->end = p + 1;
    if (kernel) { /* AMP_KERNEL(name, or AMP_KERNEL(name): not what a macro makes a name of */
        const char *q = part->name != NULL ? amp__cl_skip_space(part->name + part->size, end) : end;
        part->kernel = q < end && amp__c_in_name(part->name[0]) && (q[0] == ',' || q[0] == ')');
    }
    if (type || value || !body) {
        part->name = NULL;
    }
    return 1;
}

/* Adds the parts of a region, up to its AMP_DEVICE_END. Where memory runs out list->failed is
   set. */
static AMP__COLD void amp__cl_declarations_read(amp__cl_declarations *list, const char *p,
                                                const char *end)
{
    int fresh = 1;
    size_t n;
    for (; p < end && !list->failed; p += n) {
        amp__cl_declaration part;
        memset(&part, 0, sizeof(part));
        n = amp__cl_token(p, end);
        part.begin = p;
        if (p[0] == '#' && fresh) {
            const char *q = amp__cl_skip_space(p + 1, end);
            part.end = amp__cl_block_end(p, end);
            n = (size_t)(part.end - p);
            if (q < part.end && amp__c_spells(q, amp__cl_token(q, end), "define")) {
                part.name = amp__cl_skip_space(q + 6, end);
                part.size = part.name < end ? amp__cl_token(part.name, end) : 0;
                part.macro = 1;
                amp__cl_declaration_add(list, &part);
            }
        } else if (p[0] == '\n') {
            fresh = 1;
        } else if (!amp__cl_is_space(p)) {
            fresh = 0;
            if (amp__c_spells(p, n, "AMP_DEVICE_END")) {
                return;
            }
            if (!amp__cl_declaration_read(&part, end)) {
                part.end = end;
                part.name = NULL;
                part.kernel = 0;
                part.unknown = 1;
            }
            amp__cl_declaration_add(list, &part);
            n = (size_t)(part.end - p);
        }
    }
}

/* Tells the graph which names part number i declares: its name; what a macro makes, the arguments
   of it that are a word alone; of a type or variable, a word in front of one of [ = , ; outside of
   braces, a word behind struct, union or enum, and one in an enum's braces. */
static AMP__COLD void amp__cl_declare_names(amp__c_graph *g, const amp__cl_declaration *part, int i)
{
    const char *p = part->begin;
    int depth = 0, tag = 0, constants = 0, first = 0;
    size_t n;
    if (part->name != NULL) {
        amp__c_graph_declare(g, i, part->name, part->size);
        return;
    }
    p += part->expansion ? amp__cl_token(p, part->end) : 0; /* the macro's own name */
    for (; p < part->end; p += n) {
        const char *q;
        n = amp__cl_token(p, part->end);
        if (amp__cl_is_space(p)) {
            continue;
        }
        q = amp__cl_skip_space(p + n, part->end);
        if (amp__c_in_name(p[0])
            && (tag || (depth > 0 && constants)
                || (depth == 0 && q < part->end
                    && (part->expansion ? first && strchr(",)", q[0]) != NULL
                                        : strchr("[=,;", q[0]) != NULL)))) {
            amp__c_graph_declare(g, i, p, n);
        }
        first = strchr("(,", p[0]) != NULL;
        depth += p[0] == '{' ? 1 : p[0] == '}' ? -1 : 0;
        tag = amp__c_spells(p, n, "struct") || amp__c_spells(p, n, "union")
            || amp__c_spells(p, n, "enum");
        constants |= amp__c_spells(p, n, "enum");
    }
}

/* Whether the word stands in [p, end). */
static AMP__COLD int amp__cl_word_within(const char *p, const char *end, const char *word,
                                         size_t size)
{
    size_t n;
    for (; p < end; p += n) {
        n = amp__cl_token(p, end);
        if (n == size && memcmp(p, word, size) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Whether a #define stands for the definition of one kernel, with its body, and nothing else, and
   one of its parameters is in the kernel's name. */
static AMP__COLD int amp__cl_macro_makes_kernel(const amp__cl_declaration *macro)
{
    const char *p = macro->name + macro->size, *const own = p, *own_end;
    int k, named = 0;
    if (p >= macro->end || p[0] != '(') {
        return 0;
    }
    own_end = p = amp__cl_block_end(p, macro->end);
    p = p < macro->end ? amp__cl_skip_space(p + 1, macro->end) : p;
    if (p >= macro->end || !amp__cl_is_kernel_word(p, amp__cl_token(p, macro->end))) {
        return 0;
    }
    p += amp__cl_token(p, macro->end);
    for (k = 0; k < 2; k++) { /* the parameters, the body */
        const char *q;
        p = amp__cl_skip_space(p, macro->end);
        if (p >= macro->end || p[0] != "({"[k]) {
            return 0;
        }
        for (q = p; k == 0 && q < macro->end && q[0] != ','; q += amp__cl_token(q, macro->end)) {
            named |= amp__c_in_name(q[0])
                && amp__cl_word_within(own, own_end, q, amp__cl_token(q, macro->end));
        }
        p = amp__cl_block_end(p, macro->end);
        if (p >= macro->end) {
            return 0;
        }
        p++;
    }
    return named && amp__cl_skip_space(p, macro->end) >= macro->end;
}

/* The only #define of the word; NULL where there is none, or more than one. */
static AMP__COLD const amp__cl_declaration *amp__cl_macro_of(const amp__cl_declarations *list,
                                                             const char *word, size_t size)
{
    const amp__cl_declaration *found = NULL;
    int i;
    for (i = 0; i < list->count; i++) {
        const amp__cl_declaration *part = &list->at[i];
        if (part->macro && part->size == size && memcmp(part->name, word, size) == 0) {
            if (found != NULL) {
                return NULL;
            }
            found = part;
        }
    }
    return found;
}

/* Finds the uses of macros that make a kernel and nothing else. An argument that is a macro
   itself may be any name: such a use is not known. */
static AMP__COLD void amp__cl_declarations_find_makers(amp__cl_declarations *list)
{
    int i;
    for (i = 0; i < list->count; i++) {
        amp__cl_declaration *part = &list->at[i];
        const char *p = part->begin;
        size_t n = part->expansion ? amp__cl_token(p, part->end) : 0;
        const amp__cl_declaration *by = part->expansion ? amp__cl_macro_of(list, p, n) : NULL;
        by = by != NULL && amp__cl_macro_makes_kernel(by) ? by : NULL;
        for (p += n; by != NULL && p < part->end; p += n) {
            int k;
            n = amp__cl_token(p, part->end);
            for (k = 0; k < list->count && amp__c_in_name(p[0]); k++) {
                by = list->at[k].macro && list->at[k].size == n
                    && memcmp(list->at[k].name, p, n) == 0 ? NULL : by;
            }
        }
        part->expanded_from = by;
    }
}

/* Whether the word is one of C's in a type. */
static AMP__COLD int amp__cl_is_type_word(const char *p, size_t n)
{
    static const char *const words[] = { "void", "char", "short", "int", "long", "float", "double",
                                         "unsigned", "const", "static", NULL };
    return amp__cl_word_in(words, p, n);
}

/* Whether the part is the wanted kernel, or a macro's use that may make it: then an argument that
   is a word alone is in the kernel's name. That of a type counts only where the macro is known
   to make a kernel: ADD(int, float, a + b) makes nothing that is called after int. */
static AMP__COLD int amp__cl_declares_wanted(const amp__cl_declaration *part, const char *wanted)
{
    const char *p = part->begin + amp__cl_token(part->begin, part->end), *q;
    int first = 0;
    size_t n;
    if (part->kernel) {
        return amp__c_spells(part->name, part->size, wanted);
    }
    for (; part->expansion && p < part->end; p += n) {
        const char *next;
        n = amp__cl_token(p, part->end);
        if (amp__cl_is_space(p)) {
            continue;
        }
        next = amp__cl_skip_space(p + n, part->end);
        if (first && amp__c_in_name(p[0]) && next < part->end && strchr(",)", next[0]) != NULL
            && (part->expanded_from != NULL || !amp__cl_is_type_word(p, n))) {
            for (q = wanted; q[0] != '\0'; q++) {
                if (strncmp(q, p, n) == 0) {
                    return 1;
                }
            }
        }
        first = strchr("(,", p[0]) != NULL;
    }
    return 0;
}

/* Tells the graph which names each part uses; what uses double has that effect. */
static AMP__COLD void amp__cl_declarations_use(const amp__cl_declarations *list, amp__c_graph *g,
                                               unsigned *effects)
{
    int i;
    for (i = 0; i < list->count; i++) {
        const char *p = list->at[i].begin;
        size_t n;
        for (; p < list->at[i].end; p += n) {
            n = amp__cl_token(p, list->at[i].end);
            effects[i] |= amp__c_spells(p, n, "double") ? AMP__C_EFFECT_DOUBLE : 0;
            if (amp__c_in_name(p[0]) && !amp__cl_is_type_word(p, n)) {
                amp__c_graph_use(g, i, p, n);
            }
        }
    }
}

/* On a device without double: notes what uses it, itself or by what it names; and what the parts
   that are reachable need. */
static AMP__COLD void amp__cl_declarations_spread(amp__cl_declarations *list)
{
    unsigned *effects = (unsigned *)amp__alloc_zero(((size_t)list->count + 1) * sizeof(*effects));
    int turn, i;
    for (turn = 0; turn < 2 && effects != NULL; turn++) {
        amp__c_graph uses;
        amp__c_graph_begin(&uses, NULL);
        for (i = 0; i < list->count; i++) {
            const amp__cl_declaration *part = &list->at[i];
            effects[i] = turn == 1 && part->reachable ? AMP__C_NEEDED : 0;
            if (turn == 0 ? !part->expansion : !part->kernel && part->expanded_from == NULL) {
                amp__cl_declare_names(&uses, part, i);
            }
        }
        amp__cl_declarations_use(list, &uses, effects);
        amp__c_graph_spread(&uses, effects, turn == 0);
        for (i = 0; i < list->count; i++) {
            list->at[i].doubles |= turn == 0 && (effects[i] & AMP__C_EFFECT_DOUBLE) != 0;
            list->at[i].reachable |= turn == 1 && (effects[i] & AMP__C_NEEDED) != 0;
        }
        list->failed |= uses.failed;
        amp__c_graph_free(&uses);
    }
    list->failed |= effects == NULL;
    amp__free(effects);
}

/* Notes what the wanted kernel needs, and what is kept for it. doubles: of the device. */
static AMP__COLD void amp__cl_declarations_select(amp__cl_declarations *list, const char *wanted,
                                                  int doubles)
{
    int found = strncmp(wanted, "amp__", 5) == 0; /* a macro of the library's may make it */
    int i;
    amp__cl_declarations_find_makers(list);
    for (i = 0; i < list->count; i++) {
        list->at[i].reachable = list->at[i].unknown
            || amp__cl_declares_wanted(&list->at[i], wanted);
        found |= list->at[i].reachable && !list->at[i].unknown;
    }
    if (!doubles) {
        amp__cl_declarations_spread(list);
    }
    for (i = 0; i < list->count; i++) {
        const amp__cl_declaration *part = &list->at[i];
        list->at[i].emitted = part->macro || part->reachable || !found
            || (!part->kernel && part->expanded_from == NULL && !part->doubles);
    }
}

/* How long PoCL's workitemrepl takes for a kernel, which it copies for each thread of a tile:
   a number for the text, times the threads. What it was measured by is PoCL 3.1 with LLVM 15,
   seconds of processor time to compile and run once, by workitemrepl and loopvec, and one run
   of 512 x 512 threads in ms:

     kernel, tile of 16 x 16           number     repl.  loopvec    run repl.  loopvec
     transpose                          32 000      1.4      0.7          0.7      0.4
     sum of a tile, a tree              65 000      1.5      0.6          0.4      2.0
     sgemm                              79 000      3.6      0.9         50      160
     sgemm in phases                    98 000      3.6      1.0         50      130
     transpose with bounds             110 000      2.8      0.6          0.7      0.3
     heat, halo by four ifs            210 000      2.4      0.6          1.0      0.8
     transpose of 32 x 32 by 8 x 32    370 000      6.9      0.6          0.8      0.9
     convolution of 17, by columns     360 000     18        0.7

   So a kernel above this number is never compiled by workitemrepl, and one below where it has run
   for longer than that takes: amp/cl/program.h. */
#define AMP__CL_REPLICABLE 100000L

/* Whether [begin, end) has a barrier, or a phase, which ends with one. */
static AMP__COLD int amp__cl_has_barrier(const char *begin, const char *end)
{
    static const char *const phases[] = { "phase", "amp_phase", "phase_first", "amp_phase_first",
                                          NULL };
    amp__cl_helpers none;
    const char *p = begin;
    size_t n;
    memset(&none, 0, sizeof(none));
    for (; p < end && !amp__cl_word_in(phases, p, amp__cl_token(p, end)); p += n) {
        n = amp__cl_token(p, end);
    }
    return p < end || amp__cl_range_has_barrier(&none, begin, end);
}

/* Whether the word at p, of n characters, is the name of that part, a function or macro. */
static AMP__COLD int amp__cl_is_called(const amp__cl_declaration *part, const char *p, size_t n)
{
    return !part->kernel && part->size == n && part->name != NULL
        && memcmp(part->name, p, n) == 0;
}

/* The number of a part's text. A token counts 1, what branches 60, and the name of a function or
   macro what that counts, up to `levels` calls deep; in a loop four times as much, and 16 times
   where the loop begins with no constant, since then each thread may have its own. A loop with a
   barrier counts as no loop: all threads are in the same round. */
static AMP__COLD long amp__cl_replication_cost(const amp__cl_declarations *list,
                                               const amp__cl_declaration *part, int levels)
{
    const char *p, *stop[8];
    long sum = 0, weight[9] = { 1 };
    int k, deep = 0;
    size_t n;
    for (p = part->begin; p < part->end && sum <= AMP__CL_REPLICABLE; p += n) {
        n = amp__cl_token(p, part->end);
        if (amp__cl_is_space(p)) {
            continue;
        }
        while (deep > 0 && p >= stop[deep - 1]) {
            deep--;
        }
        sum += weight[deep] * (amp__c_in_name(p[0]) || p[0] == '"' || p[0] == '\'' ? 1 : (long)n);
        for (k = 0; k < list->count && levels > 0 && amp__c_in_name(p[0]); k++) {
            const amp__cl_declaration *other = &list->at[k];
            if (other != part && amp__cl_is_called(other, p, n)) {
                sum += weight[deep] * amp__cl_replication_cost(list, other, levels - 1);
            }
        }
        if (amp__c_spells(p, n, "if") || amp__c_spells(p, n, "switch") || p[0] == '?'
            || ((p[0] == '&' || p[0] == '|') && p[1] == p[0])) {
            sum += 60 * weight[deep];
        } else if (deep < 8 && (amp__c_spells(p, n, "for") || amp__c_spells(p, n, "while"))) {
            const char *open = amp__cl_skip_space(p + n, part->end);
            const char *close = amp__cl_block_end(open, part->end), *end, *first = open;
            int constant = 0;
            for (; first < close && first[0] != '=' && first[0] != ';'; first++) { }
            if (first < close && first[0] == '=') {
                first = amp__cl_skip_space(first + 1, close);
                constant = first < close && first[0] >= '0' && first[0] <= '9';
            }
            end = close < part->end ? amp__cl_skip_space(close + 1, part->end) : part->end;
            if (end < part->end && end[0] == '{') {
                end = amp__cl_block_end(end, part->end);
            } else {
                end = end < part->end ? (const char *)memchr(end, ';', (size_t)(part->end - end))
                                      : NULL;
                end = end != NULL ? end : part->end;
            }
            weight[deep + 1] = weight[deep] * (amp__cl_has_barrier(close, end) ? 1
                                                                               : constant ? 4 : 16);
            stop[deep++] = end;
        }
    }
    return sum <= AMP__CL_REPLICABLE ? sum : AMP__CL_REPLICABLE + 1;
}

/* amp__cl_has_barrier, also of what [begin, end) names, up to `levels` calls deep. */
static AMP__COLD int amp__cl_reaches_barrier(const amp__cl_declarations *list, const char *begin,
                                             const char *end, int levels)
{
    const char *p;
    int k, waits = amp__cl_has_barrier(begin, end);
    size_t n;
    for (p = begin; p < end && levels > 0 && !waits; p += n) {
        n = amp__cl_token(p, end);
        for (k = 0; k < list->count && amp__c_in_name(p[0]) && !waits; k++) {
            const amp__cl_declaration *other = &list->at[k];
            waits = amp__cl_is_called(other, p, n)
                && amp__cl_reaches_barrier(list, other->begin, other->end, levels - 1);
        }
    }
    return waits;
}

/* Whether a statement chooses with ? : or && or || in [begin, end). */
static AMP__COLD int amp__cl_has_short_circuit(const char *begin, const char *end)
{
    for (; begin < end; begin += amp__cl_token(begin, end)) {
        if (begin[0] == '?' || ((begin[0] == '&' || begin[0] == '|') && begin[1] == begin[0])) {
            return 1;
        }
    }
    return 0;
}

/* Where what begins at p ends: at its } if a { comes first, or at its ; or at a bracket that was
   opened before. */
static AMP__COLD const char *amp__cl_statement_end(const char *p, const char *end)
{
    while (p < end && p[0] != ';' && p[0] != ')' && p[0] != '}') {
        if (p[0] == '{') {
            return amp__cl_block_end(p, end);
        }
        if (p[0] == '(') {
            p = amp__cl_block_end(p, end);
        }
        p += p < end ? amp__cl_token(p, end) : 0;
    }
    return p;
}

/* Whether [begin, end) has what PoCL 3.1's workitemrepl ends the process at
   (docs/compiler-faults.md): a barrier under a condition, or in a loop whose head chooses, or which
   is left or begun again from its middle. in_loop: it is the body of a loop with a barrier. What is
   named is read up to `levels` calls deep. */
static AMP__COLD int amp__cl_has_divergent_barrier(const amp__cl_declarations *list,
                                                   const char *begin, const char *end, int in_loop,
                                                   int levels)
{
    static const char *const conditions[] = { "if", "else", "switch", "do", NULL };
    static const char *const loops[] = { "for", "while", NULL };
    static const char *const leaves[] = { "break", "continue", NULL };
    const char *p = begin;
    size_t n;
    int k;
    for (; p < end; p += n) {
        n = amp__cl_token(p, end);
        if (amp__cl_word_in(conditions, p, n) || amp__cl_word_in(loops, p, n)) {
            const int is_loop = amp__cl_word_in(loops, p, n);
            const char *head = amp__cl_skip_space(p + n, end), *body = head, *stop;
            if (head < end && head[0] == '(') {
                body = amp__cl_block_end(head, end);
                body = body < end ? amp__cl_skip_space(body + 1, end) : end;
            }
            stop = amp__cl_statement_end(body, end);
            if (amp__cl_reaches_barrier(list, body, stop, levels)) {
                if (!is_loop || amp__cl_has_short_circuit(head, body)
                    || amp__cl_has_divergent_barrier(list, body, stop, 1, levels)) {
                    return 1;
                }
                n = (size_t)(stop - p);
            } else if (!amp__c_spells(p, n, "if") && !amp__c_spells(p, n, "else")) {
                n = (size_t)(stop - p); /* what leaves it does not leave the loop around */
            }
        } else if (in_loop && amp__cl_word_in(leaves, p, n)) {
            return 1;
        } else if (amp__cl_has_short_circuit(p, p + n)) {
            if (amp__cl_reaches_barrier(list, p, amp__cl_statement_end(p, end), levels)) {
                return 1;
            }
        }
        for (k = 0; k < list->count && levels > 0 && amp__c_in_name(p[0]); k++) {
            const amp__cl_declaration *other = &list->at[k];
            if (amp__cl_is_called(other, p, n)
                && amp__cl_has_divergent_barrier(list, other->begin, other->end, 0, levels - 1)) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether PoCL's workitemrepl compiles the wanted kernel, with tiles of so many threads, and in a
   time that may be worth it. Not where the kernel's text is not known. */
static AMP__COLD int amp__cl_declarations_replicable(const amp__cl_declarations *list, int threads)
{
    int i;
    for (i = 0; i < list->count; i++) {
        const amp__cl_declaration *part = &list->at[i];
        const amp__cl_declaration *text = !part->reachable ? NULL
            : part->kernel ? part : part->expanded_from;
        if (text != NULL) {
            return amp__cl_replication_cost(list, text, 3) * threads <= AMP__CL_REPLICABLE
                && !amp__cl_has_divergent_barrier(list, text->begin, text->end, 0, 3);
        }
    }
    return 0;
}

/* Where the part ends that begins at p and is left out; NULL where none does. */
static AMP__COLD const char *amp__cl_skip_unused(const amp__cl_declarations *list, const char *p)
{
    int i;
    for (i = 0; i < list->count; i++) {
        if (list->at[i].begin == p && !list->at[i].emitted) {
            return list->at[i].end;
        }
    }
    return NULL;
}

#endif /* AMP__IMPLEMENT && AMP_OPENCL */

#endif /* AMP_CL_DECLARATIONS_H */
