/* SPDX-License-Identifier: MIT */
#ifndef AMP_REPORT_SYMBOLS_H
#define AMP_REPORT_SYMBOLS_H
/*
amp/report/symbols.h: from an instruction's address to its function and source line.

  1 paths        the library's own files
  2 symbolizer   addr2line or llvm-symbolizer, as a child process
  3 symbols      each address is looked up once

An instruction of an inline function has several frames; the first that is not the
library's own is what a report names.
*/

#include <stdio.h>  /* tables of symbols */
#include <unistd.h> /* getcwd */
#if defined(__linux__)
#include <elf.h> /* from file offsets to addresses */
#include "../base/maps.h"
#include "../base/process.h"
#endif
#include "memory.h"
#include "../base/state.h"
#include "../watch/unit.h"

/* What is known of an instruction. `ours`: of the library's own text. */
typedef struct amp__symbol {
    uintptr_t pc; /* as a return address: behind the instruction */
    char *file, *function;
    unsigned long long address; /* as the file counts */
    int line, ours, blank; /* blank: the compiler gave it no line */
    int inside;            /* the innermost of its frames is the library's */
} amp__symbol;

/* All that were asked for, as long as the program runs. Under amp__check_locks.launch. */
typedef struct amp__symbol_table {
    amp__list known; /* amp__symbol */
    amp__list roots; /* amp__symbol_root: where the library's text lies */
    size_t found;    /* of so many a symbolizer was asked */
    int hinted;      /* that there are no source lines was said */
    int endless;     /* a bit for each symbolizer that was killed at its limit of time */
} amp__symbol_table;
#define amp__symbols AMP__VERSIONED(amp__symbols)
AMP__ONE_COPY amp__symbol_table amp__symbols;
#ifdef _WIN32
extern const char amp__image[] __asm__("__ImageBase"); /* the program, as the linker calls it */
#define AMP__SYMBOLS_REMEDY "give these addresses to addr2line -e program.exe"
#else
#define AMP__SYMBOLS_REMEDY "install addr2line (binutils) or llvm-symbolizer"
#endif

/* ==== 1 paths ============================================================ */

/* Where the library's text lies: a folder, with its '/', or "", which holds the doors, and the
   folder amp where they are not the family of files that tools/single writes. Learnt from the
   debug information of a function of the library in each file that is compiled with AMP_CHECK. */
typedef struct amp__symbol_root {
    char *path;
    int family;
} amp__symbol_root;

/* Takes "." and "folder/.." out of a path, in its memory. */
static AMP__COLD void amp__path_plain(char *path)
{
    char *to = path;
    const char *from = path;
    while (*from != '\0') { /* at the beginning of a name */
        const size_t n = strcspn(from, "/");
        if (n == 1 && from[0] == '.' && from[1] == '/') {
            from += 2;
        } else if (n == 0 && to != path) {
            from++;
        } else if (n == 2 && strncmp(from, "../", 3) == 0 && to > path + 1
                   && !(to - path >= 3 && strncmp(to - 3, "../", 3) == 0)) {
            to--;
            while (to > path && to[-1] != '/') {
                to--;
            }
            from += 3;
        } else {
            const size_t all = n + (from[n] == '/');
            __builtin_memmove(to, from, all);
            to += all;
            from += all;
        }
    }
    *to = '\0';
}

/* The root of a library of which a function of unit.h stands in the file `path`, which is cut
   there. */
static AMP__COLD amp__symbol_root amp__path_root(char *path)
{
    static const char unit[] = "amp/watch/unit.h";
    const size_t n = strlen(path), tail = sizeof(unit) - 1;
    amp__symbol_root r = { path, 1 };
    if (n >= tail && strcmp(path + n - tail, unit) == 0
        && (n == tail || path[n - tail - 1] == '/')) {
        path[n - tail] = '\0';
        r.family = 0;
    } else {
        char *slash = strrchr(path, '/');
        *(slash != NULL ? slash + 1 : path) = '\0';
    }
    return r;
}

/* Whether a file is a header of the library with this root. */
static AMP__COLD int amp__path_of_header(const amp__symbol_root *r, const char *path)
{
    static const char *const doors[] = {
        "amp.h", "amp_algorithms.h", "amp_algorithms_more.h", "amp_check.h", "amp_cl.h",
        "amp_emu.h", "amp_graphics.h", "amp_lens.h", "amp_vectors.h"
    };
    const size_t n = strlen(r->path);
    size_t d;
    if (strncmp(path, r->path, n) != 0) {
        return 0;
    }
    for (d = 0; d < sizeof(doors) / sizeof(doors[0]); d++) {
        if (strcmp(path + n, doors[d]) == 0) {
            return 1;
        }
    }
    return !r->family && strncmp(path + n, "amp/", 4) == 0;
}

/* Whether a file, as debug information names it, is the library's own. */
static AMP__COLD int amp__path_is_ours(const char *file)
{
    const amp__symbol_root *r = (const amp__symbol_root *)amp__symbols.roots.at;
    char path[4400];
    size_t i;
    AMP__PRINT(path, "%s", file);
    amp__path_plain(path);
    for (i = 0; i < amp__symbols.roots.used; i++) {
        if (amp__path_of_header(&r[i], path)) {
            return 1;
        }
    }
    return 0;
}

/* The part of a path behind the last '/'. */
static AMP__COLD const char *amp__path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Takes a root from where debug information says that a function of unit.h stands.
   name: what the compiler called that file; another one is a mistake of the symbolizer. */
static AMP__COLD void amp__symbol_add_root(const char *file, const char *name)
{
    amp__list *g = &amp__symbols.roots;
    char *path = strcmp(amp__path_base(file), amp__path_base(name)) != 0
            || amp__path_is_ours(file)
        ? NULL : amp__check_copy_text(file);
    if (path != NULL && amp__list_grow(&g->at, g->used, &g->room, 1, sizeof(amp__symbol_root),
                                       &amp__check_memory)) {
        amp__path_plain(path);
        ((amp__symbol_root *)g->at)[g->used++] = amp__path_root(path);
    } else {
        amp__check_free(path);
    }
}

/* The path as seen from the working directory: a part of `path`. */
static AMP__COLD const char *amp__path_short(const char *path)
{
    char here[4096];
    size_t n;
    if (path[0] != '/' || getcwd(here, sizeof(here)) == NULL) {
        return strncmp(path, "./", 2) == 0 ? path + 2 : path;
    }
    n = strlen(here);
    return strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

/* ==== 2 symbolizer ======================================================= */

#if defined(__linux__) || defined(__wasm__)
/* Reads the symbolizer's answer for n locations, and cuts it apart: of the frames of an address,
   which come innermost first, the first that is not ours. Returns how many lines it had. */
static AMP__COLD int amp__symbolizer_answer(char *answer, amp__symbol **list, int n)
{
    const char *function = "";
    int at = -1, in_function = 1, lines = 0, frame = 0;
    while (*answer != '\0') {
        char *line = answer;
        answer += strcspn(answer, "\n");
        if (*answer != '\0') {
            *answer++ = '\0';
        }
        if (line[0] == '\0') {
            continue;
        }
        if (line[0] == '0' && line[1] == 'x') {
            at++;
            in_function = 1;
            frame = 0;
            continue;
        }
        if (in_function) {
            line[strlen(line) < 500 ? strlen(line) : 500] = '\0';
            function = line;
        } else if (at >= 0 && at < n) {
            amp__symbol *p = list[at];
            char *colon;
            char *paren = strstr(line, " (");
            if (paren != NULL) {
                *paren = '\0';
            }
            colon = strrchr(line, ':');
            lines++;
            if (frame++ == 0 && colon != NULL) {
                *colon = '\0';
                p->inside = amp__path_is_ours(line);
                *colon = ':';
            }
            if (colon != NULL && (p->file == NULL || p->ours) && !p->blank) {
                *colon = '\0';
                p->blank = line[0] != '?' && atoi(colon + 1) == 0 && !amp__path_is_ours(line);
                if (p->function == NULL || p->ours) {
                    amp__check_free(p->function);
                    p->function = amp__check_copy_text(function);
                }
                if (line[0] != '?' && atoi(colon + 1) > 0) {
                    amp__check_free(p->file);
                    p->file = amp__check_copy_text(line);
                    p->line = atoi(colon + 1);
                    p->ours = amp__path_is_ours(line);
                }
            }
        }
        in_function = !in_function;
    }
    return lines;
}

#endif

#if defined(__linux__)
/* The mapped file that holds pc, and pc's address in it as the file counts. */
static AMP__COLD int amp__symbol_module(uintptr_t pc, char *path, size_t size,
                                        unsigned long *address)
{
    amp__maps maps = amp__maps_read(&amp__check_memory);
    amp__map one;
    int found = 0;
    while (!found && amp__maps_next(&maps, &one)) {
        if (one.path[0] == '/' && pc >= one.low && pc < one.high) {
            (void)snprintf(path, size, "%s", one.path);
            *address = pc - one.low + one.offset;
            found = 1;
        }
    }
    amp__text_free(&maps.text);
#if defined(__LP64__)
    if (found) {
        FILE *f = fopen(path, "rb");
        Elf64_Ehdr e;
        Elf64_Phdr p;
        int i;
        if (f != NULL && fread(&e, sizeof(e), 1, f) == 1
            && fseek(f, (long)e.e_phoff, SEEK_SET) == 0) {
            for (i = 0; i < e.e_phnum && fread(&p, sizeof(p), 1, f) == 1; i++) {
                if (p.p_type == PT_LOAD && *address >= p.p_offset
                    && *address < p.p_offset + p.p_filesz) {
                    *address = *address - p.p_offset + p.p_vaddr;
                    break;
                }
            }
        }
        if (f != NULL) {
            (void)fclose(f);
        }
    }
#endif
    return found;
}

/* The variable that lies at an address of the file that holds pc, by the file's table of symbols:
   its name, and its bytes [*low, *high). Returns 0 where none does, or the file has no table. */
static AMP__COLD int amp__symbol_variable(uintptr_t at, uintptr_t pc, char *name, size_t size,
                                          uintptr_t *low, uintptr_t *high)
{
    int found = 0;
#if defined(__LP64__)
    char path[4400];
    unsigned long address = 0;
    Elf64_Ehdr e;
    Elf64_Shdr table, names;
    FILE *f = amp__symbol_module(pc, path, sizeof(path), &address) ? fopen(path, "rb") : NULL;
    const unsigned long value = (unsigned long)(at - (pc - address));
    int i, ok = 0;
    if (f != NULL && fread(&e, sizeof(e), 1, f) == 1 && e.e_shentsize == sizeof(table)) {
        for (i = 0; i < e.e_shnum && !ok; i++) {
            ok = fseek(f, (long)(e.e_shoff + (unsigned long)i * sizeof(table)), SEEK_SET) == 0
                 && fread(&table, sizeof(table), 1, f) == 1 && table.sh_type == SHT_SYMTAB;
        }
        ok = ok && fseek(f, (long)(e.e_shoff + table.sh_link * sizeof(names)), SEEK_SET) == 0
             && fread(&names, sizeof(names), 1, f) == 1
             && fseek(f, (long)table.sh_offset, SEEK_SET) == 0;
        for (; ok && !found && table.sh_size >= sizeof(Elf64_Sym);
             table.sh_size -= sizeof(Elf64_Sym)) {
            Elf64_Sym s;
            ok = fread(&s, sizeof(s), 1, f) == 1;
            if (ok && (s.st_info & 15) == STT_OBJECT && value - s.st_value < s.st_size) {
                found = fseek(f, (long)(names.sh_offset + s.st_name), SEEK_SET) == 0
                        && fgets(name, (int)size, f) != NULL;
                name[found ? strcspn(name, ".@") : 0] = '\0'; /* a static one: "name.0" */
                *low = (uintptr_t)(s.st_value + (pc - address));
                *high = *low + (uintptr_t)s.st_size;
            }
        }
    }
    if (f != NULL) {
        (void)fclose(f);
    }
#else
    (void)at;
    (void)pc;
    (void)size;
    (void)low;
    (void)high;
    name[0] = '\0';
#endif
    return found;
}

/* Asks a symbolizer for n locations of one file, at most 64. Returns how many lines it knew, 0
   where there is none. One that has no end is not asked again, which is said. */
static AMP__COLD int amp__symbolizer_ask(int tool, amp__symbol **list, const char *path,
                                         char **address, int n)
{
    static const char *const command[2][7] = {
        { "addr2line", "-a", "-f", "-i", "-e", NULL },
        { "llvm-symbolizer", "--output-style=GNU", "-a", "-f", "-i", "-e", NULL }
    };
    static const int files[3] = { AMP__PROCESS_NOTHING, AMP__PROCESS_PIPE, AMP__PROCESS_NOTHING };
    const char *words[80];
    char program[4200];
    struct stat about;
    amp__text answer = amp__text_from(&amp__check_memory);
    int i, c = 0, got = 0, ended;
    if ((amp__symbols.endless & 1 << tool) != 0
        || !amp__process_find(command[tool][0], program, sizeof(program), &about)) {
        return 0;
    }
    for (; command[tool][c] != NULL; c++) {
        words[c] = command[tool][c];
    }
    words[c++] = path;
    for (i = 0; i < n; i++) {
        words[c++] = address[i];
    }
    words[c] = NULL;
    ended = amp__process_run(program, words, files, 3, &answer, NULL);
    if (ended == AMP__PROCESS_KILLED) {
        amp__symbols.endless |= 1 << tool;
        (void)fprintf(stderr, "amp check: %s took more than %d s, or wrote more than %d MB: it is "
                      "not asked again\n", program, AMP__PROCESS_SECONDS,
                      AMP__PROCESS_OUTPUT >> 20);
    } else if (answer.used > 0) {
        got = amp__symbolizer_answer(answer.at, list, n);
    }
    amp__text_free(&answer);
    return got;
}

/* Asks one symbolizer, or else the other, for n locations of one file, at most 64. Where the first
   knows lines of the library alone the second is asked, too: addr2line (2.40) knows of a loop
   that clang unrolls the innermost function, and not into what it is inlined. */
static AMP__COLD void amp__symbolizer_ask_both(amp__symbol **list, char *path, char **address,
                                               int n)
{
    amp__symbol *ours[64];
    char *at[64];
    int i, count = 0;
    AMP__ASSERT(n <= 64);
    if (amp__symbolizer_ask(0, list, path, address, n) == 0) {
        (void)amp__symbolizer_ask(1, list, path, address, n);
        return;
    }
    for (i = 0; i < n; i++) {
        if (list[i]->ours) {
            ours[count] = list[i];
            at[count++] = address[i];
        }
    }
    if (count > 0) {
        (void)amp__symbolizer_ask(1, ours, path, at, count);
    }
}

/* Gives a location without a line of its own that of the nearest instruction that has one. */
static AMP__COLD void amp__symbolizer_near(amp__symbol *p, char *path, unsigned long address)
{
    amp__symbol near[32], *list[32];
    char text[32][24], *at[32];
    int i, best = -1;
    __builtin_memset(near, 0, sizeof(near));
    for (i = 0; i < 32; i++) {
        const unsigned long d = (unsigned long)(i / 2 + 1) * 4;
        AMP__PRINT(text[i], "0x%lx", i % 2 == 0 ? address - d : address + d);
        at[i] = text[i];
        list[i] = &near[i];
    }
    amp__symbolizer_ask_both(list, path, at, 32);
    for (i = 0; i < 32; i++) {
        if (best < 0 && near[i].line != 0 && !near[i].ours && !near[i].blank) {
            best = i;
        }
    }
    if (best >= 0) {
        amp__check_free(p->file);
        p->file = near[best].file;
        p->line = near[best].line;
        near[best].file = NULL;
    }
    for (i = 0; i < 32; i++) {
        amp__check_free(near[i].file);
        amp__check_free(near[i].function);
    }
}

#endif /* __linux__ */

/* ==== 3 symbols ========================================================== */

/* What is known of a return address; NULL where nobody asked for it. The pointer holds until the
   next one is asked for. */
static AMP__COLD amp__symbol *amp__symbol_of(uintptr_t pc)
{
    amp__symbol *p = (amp__symbol *)amp__symbols.known.at;
    size_t i;
    for (i = 0; i < amp__symbols.known.used; i++) {
        if (p[i].pc == pc) {
            return &p[i];
        }
    }
    return NULL;
}

/* Asks for a return address: amp__symbols_find will look it up, unless memory runs out. */
static AMP__COLD void amp__symbol_want(uintptr_t pc)
{
    amp__list *g = &amp__symbols.known;
    if (amp__symbol_of(pc) == NULL
        && amp__list_grow(&g->at, g->used, &g->room, 1, sizeof(amp__symbol), &amp__check_memory)) {
        amp__symbol *p = (amp__symbol *)g->at + g->used++;
        __builtin_memset(p, 0, sizeof(*p));
        p->pc = pc;
    }
}

/* Finds the source lines of the symbols [from, to). */
static AMP__COLD void amp__symbols_look_up(size_t from, size_t to)
{
#if defined(__linux__)
    amp__symbol *all = (amp__symbol *)amp__symbols.known.at, *list[64];
    char path[4200], other[4200], text[64][24], *address[64];
    while (from < to) {
        unsigned long a = 0;
        int n = 0, b;
        path[0] = '\0';
        for (; from < to && n < 64; from++) {
            if (amp__symbol_module(all[from].pc - 1, other, sizeof(other), &a)) {
                if (n > 0 && strcmp(other, path) != 0) {
                    break;
                }
                AMP__PRINT(path, "%s", other);
                AMP__PRINT(text[n], "0x%lx", a);
                all[from].address = a;
                address[n] = text[n];
                list[n++] = &all[from];
            }
        }
        if (n > 0) {
            amp__symbolizer_ask_both(list, path, address, n);
        }
        for (b = 0; b < n; b++) {
            if (list[b]->blank) {
                amp__symbolizer_near(list[b], path, strtoul(text[b], NULL, 16));
            }
        }
    }
#elif defined(__wasm__)
    amp__symbol *p = (amp__symbol *)amp__symbols.known.at;
    for (; from < to; from++) { /* the address is of what a symbolizer would have said */
        const char *said = (const char *)p[from].pc;
        char *answer = said[0] == '0' ? amp__check_copy_text(said) : NULL;
        amp__symbol *one = &p[from];
        if (answer != NULL) {
            (void)amp__symbolizer_answer(answer, &one, 1);
            amp__check_free(answer);
        }
    }
#elif defined(_WIN32)
    amp__symbol *p = (amp__symbol *)amp__symbols.known.at;
    for (; from < to; from++) { /* where the program would lie if it had not been moved */
        p[from].address = p[from].pc - (uintptr_t)amp__image + 0x140000000ULL;
    }
#else
    (void)from;
    (void)to;
#endif
}

/* Learns the roots of the program's files that are new. */
static AMP__COLD void amp__symbols_learn_roots(void)
{
    const size_t from = amp__symbols.known.used;
    const amp__check_unit *u;
    int i;
    AMP__HOLD(&amp__check_between.lock);
#ifdef __wasm__
    for (u = amp__check_between.units; u != NULL; u = u->next) {
        amp__symbol_add_root(u->file, u->file);
    }
#endif
    for (u = amp__check_between.units; u != NULL; u = u->next) {
        for (i = 0; i < 2; i++) { /* as if called from there */
            amp__symbol_want((uintptr_t)u->code[i] + 1);
        }
    }
    if (amp__symbols.known.used > from) {
        amp__symbols_look_up(from, amp__symbols.known.used);
        for (u = amp__check_between.units; u != NULL; u = u->next) {
            for (i = 0; i < 2; i++) {
                const amp__symbol *p = amp__symbol_of((uintptr_t)u->code[i] + 1);
                if (p != NULL && p->file != NULL) {
                    amp__symbol_add_root(p->file, u->file);
                }
            }
        }
    }
}

/* Finds the source lines of all that were asked for since the last call; `file` stays NULL where
   there is none. */
static AMP__COLD void amp__symbols_find(void)
{
    const size_t from = amp__symbols.found, to = amp__symbols.known.used;
    if (to > from) {
        amp__symbols_learn_roots(); /* first: what is the library's own is known by them */
        amp__symbols_look_up(from, to);
        amp__symbols.found = amp__symbols.known.used;
    }
}

/* Does as amp__symbols_find, and gives one without a line its function and address in place of a
   file. */
static AMP__COLD void amp__symbols_resolve(void)
{
    const size_t to = amp__symbols.known.used;
    size_t i = amp__symbols.found;
    amp__symbols_find();
    for (; i < to; i++) {
        amp__symbol *p = (amp__symbol *)amp__symbols.known.at + i;
        if (p->file == NULL) {
            char text[600];
            AMP__PRINT(text, "%s at 0x%llx",
                       p->function == NULL || p->function[0] == '?' ? "code" : p->function,
                       p->address != 0 ? p->address : (unsigned long long)p->pc);
            p->file = amp__check_copy_text(text);
            if (!amp__symbols.hinted) {
                amp__symbols.hinted = 1;
                (void)fprintf(stderr, "amp check: no source lines: compile with -g, and "
                              AMP__SYMBOLS_REMEDY "\n");
            }
        }
    }
}

#endif /* AMP_REPORT_SYMBOLS_H */
