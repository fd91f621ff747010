/* SPDX-License-Identifier: MIT */
#ifndef AMP_CHECK_REPORT_H
#define AMP_CHECK_REPORT_H
/*
amp_check_report.h: what the kernel checker found, said.

  1 source lines   from an instruction's address to file, line and text
  2 entries        findings, one for each (rule, array, line pair)
  3 text           on standard error
  4 files          JSON and SARIF
  5 reporting

Include amp.h with AMP_CHECK, which includes this file.
*/

#ifndef AMP_CHECK_H
#include "amp_check.h"
#else

#include <ctype.h>    /* isalnum, isspace */
#include <sys/wait.h> /* the symbolizer is a child process */
#include <unistd.h>   /* fork, isatty */
#if defined(__linux__)
#include <elf.h>      /* from file offsets to addresses */
#endif

AMP__C_BEGIN

/* ==== 1 source lines ===================================================== */

/* Where an instruction comes from. `ours`: in a header of amp. */
typedef struct amp__ck_place {
    uintptr_t pc;
    char *file, *function;
    unsigned long address; /* as the file counts */
    int line, ours, blank; /* blank: the compiler gave it no line */
} amp__ck_place;

/* One line of a report: (rule, array, file, line, other line). */
typedef struct amp__ck_entry {
    int rule, note, line, other_line, index_count, dimension, simple, rank;
    int index[AMP_MAX_RANK];
    int tile[2][AMP_MAX_RANK], thread[2][AMP_MAX_RANK], sides;
    unsigned char kind[2];
    unsigned round;
    unsigned long long count, in_launch, launch;
    char kernel[64], array[64];
    char *file, *other_file;
    char message[320], fix[320];
    unsigned key[2];
    ptrdiff_t at;
    unsigned fresh, told; /* found in the launch at hand; printed already */
} amp__ck_entry;

typedef struct amp__ck_book {
    amp__ck_growing places, entries;
    int registered, hinted, dirty;
} amp__ck_book;
__attribute__((weak)) amp__ck_book amp__ck_said;

static AMP__CK char *amp__ck_copy_text(const char *text)
{
    const size_t n = strlen(text) + 1;
    char *p = (char *)malloc(n);
    if (p != NULL) {
        memcpy(p, text, n);
    }
    return p;
}

/* A header of this library, by its name. */
static AMP__CK int amp__ck_our_file(const char *file)
{
    const char *base = strrchr(file, '/');
    const size_t n = strlen(base == NULL ? file : base + 1);
    base = base == NULL ? file : base + 1;
    return strcmp(base, "amp.h") == 0
        || (strncmp(base, "amp_", 4) == 0 && n > 6 && strcmp(base + n - 2, ".h") == 0);
}

/* The path as seen from the working directory. */
static AMP__CK const char *amp__ck_short_path(const char *path)
{
    char here[4096];
    size_t n;
    if (path[0] != '/' || getcwd(here, sizeof(here)) == NULL) {
        return strncmp(path, "./", 2) == 0 ? path + 2 : path;
    }
    n = strlen(here);
    return strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

static AMP__CK amp__ck_place *amp__ck_place_of(uintptr_t pc)
{
    amp__ck_place *p = (amp__ck_place *)amp__ck_said.places.at;
    size_t i;
    for (i = 0; i < amp__ck_said.places.used; i++) {
        if (p[i].pc == pc) {
            return &p[i];
        }
    }
    return NULL;
}

static AMP__CK amp__ck_place *amp__ck_new_place(uintptr_t pc)
{
    amp__ck_place *p = amp__ck_place_of(pc);
    if (p == NULL && amp__ck_grow(&amp__ck_said.places, sizeof(*p))) {
        p = (amp__ck_place *)amp__ck_said.places.at + amp__ck_said.places.used++;
        memset(p, 0, sizeof(*p));
        p->pc = pc;
    }
    return p;
}

#if defined(__linux__)
/* The mapped file that holds pc, and pc's address in it as the file counts. */
static AMP__CK int amp__ck_module(uintptr_t pc, char *path, size_t size, unsigned long *address)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[4400];
    int found = 0;
    while (maps != NULL && !found && fgets(line, sizeof(line), maps) != NULL) {
        unsigned long low, high, offset;
        int at = 0;
        if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %n", &low, &high, &offset, &at) >= 3
            && at > 0 && line[at] == '/' && pc >= low && pc < high) {
            line[strcspn(line, "\n")] = '\0';
            (void)snprintf(path, size, "%s", line + at);
            *address = pc - low + offset;
            found = 1;
        }
    }
    if (maps != NULL) {
        (void)fclose(maps);
    }
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

/* Runs a symbolizer on some addresses of one file; NULL where there is none. */
static AMP__CK FILE *amp__ck_symbolizer(int tool, char *path, char **address, int n, pid_t *child)
{
    char *argv[80];
    static char name[2][20] = { "addr2line", "llvm-symbolizer" };
    static char option[5][24] = { "-a", "-f", "-i", "-e", "--output-style=GNU" };
    int pipes[2], i, c = 0;
    argv[c++] = name[tool];
    if (tool == 1) {
        argv[c++] = option[4];
    }
    for (i = 0; i < 4; i++) {
        argv[c++] = option[i];
    }
    argv[c++] = path;
    for (i = 0; i < n; i++) {
        argv[c++] = address[i];
    }
    argv[c] = NULL;
    if (pipe(pipes) != 0) {
        return NULL;
    }
    *child = fork();
    if (*child == 0) {
        (void)dup2(pipes[1], 1);
        (void)close(pipes[0]);
        (void)close(pipes[1]);
        (void)close(2);
        (void)execvp(argv[0], argv);
        _exit(127);
    }
    (void)close(pipes[1]);
    if (*child < 0) {
        (void)close(pipes[0]);
        return NULL;
    }
    {   /* fdopen is hidden by -std=c99 */
        extern FILE *fdopen(int, const char *);
        return fdopen(pipes[0], "r");
    }
}

/* Takes the symbolizer's answer for n places: of the frames of an address,
   innermost first, the first that is not ours. */
static AMP__CK int amp__ck_take(FILE *answer, amp__ck_place **place, int n)
{
    char line[4400], function[512] = "";
    int at = -1, in_function = 1, lines = 0;
    while (fgets(line, sizeof(line), answer) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0') {
            continue;
        }
        if (line[0] == '0' && line[1] == 'x') {
            at++;
            in_function = 1;
            continue;
        }
        if (in_function) {
            (void)snprintf(function, sizeof(function), "%.500s", line);
        } else if (at >= 0 && at < n) {
            amp__ck_place *p = place[at];
            char *colon;
            char *paren = strstr(line, " (");
            if (paren != NULL) {
                *paren = '\0';
            }
            colon = strrchr(line, ':');
            lines++;
            if (colon != NULL && (p->file == NULL || p->ours) && !p->blank) {
                *colon = '\0';
                p->blank = line[0] != '?' && atoi(colon + 1) == 0 && !amp__ck_our_file(line);
                if (p->function == NULL || p->ours) {
                    free(p->function);
                    p->function = amp__ck_copy_text(function);
                }
                if (line[0] != '?' && atoi(colon + 1) > 0) {
                    free(p->file);
                    p->file = amp__ck_copy_text(amp__ck_short_path(line));
                    p->line = atoi(colon + 1);
                    p->ours = amp__ck_our_file(line);
                }
            }
        }
        in_function = !in_function;
    }
    return lines;
}

static AMP__CK void amp__ck_resolve_some(amp__ck_place **place, char *path, char **address, int n)
{
    int tool, got = 0;
    for (tool = 0; tool < 2 && got == 0; tool++) {
        pid_t child = -1;
        FILE *answer = amp__ck_symbolizer(tool, path, address, n, &child);
        if (answer != NULL) {
            got = amp__ck_take(answer, place, n);
            (void)fclose(answer);
        }
        if (child > 0) {
            (void)waitpid(child, NULL, 0);
        }
    }
}
#endif

/* A place without a line of its own has that of the nearest that has one. */
static AMP__CK void amp__ck_resolve_blank(amp__ck_place *p, char *path, unsigned long address)
{
    amp__ck_place near[32], *place[32];
    char text[32][24], *at[32];
    int i, best = -1;
    memset(near, 0, sizeof(near));
    for (i = 0; i < 32; i++) {
        const unsigned long d = (unsigned long)(i / 2 + 1) * 4;
        (void)snprintf(text[i], sizeof(text[i]), "0x%lx", i % 2 == 0 ? address - d : address + d);
        at[i] = text[i];
        place[i] = &near[i];
    }
    amp__ck_resolve_some(place, path, at, 32);
    for (i = 0; i < 32; i++) {
        if (best < 0 && near[i].line != 0 && !near[i].ours && !near[i].blank) {
            best = i;
        }
    }
    if (best >= 0) {
        free(p->file);
        p->file = near[best].file;
        p->line = near[best].line;
        near[best].file = NULL;
    }
    for (i = 0; i < 32; i++) {
        free(near[i].file);
        free(near[i].function);
    }
}

/* Finds the source lines of all places that are new. */
static AMP__CK void amp__ck_resolve(size_t from)
{
#if defined(__linux__)
    size_t i = from;
    while (i < amp__ck_said.places.used) {
        amp__ck_place *all = (amp__ck_place *)amp__ck_said.places.at, *place[64];
        char path[4200] = "", other[4200], text[64][24], *address[64];
        unsigned long a = 0;
        int n = 0;
        while (i < amp__ck_said.places.used && n < 64) {
            if (amp__ck_module(all[i].pc - 1, other, sizeof(other), &a)) {
                if (n > 0 && strcmp(other, path) != 0) {
                    break;
                }
                (void)snprintf(path, sizeof(path), "%s", other);
                (void)snprintf(text[n], sizeof(text[n]), "0x%lx", a);
                all[i].address = a;
                address[n] = text[n];
                place[n++] = &all[i];
            }
            i++;
        }
        if (n > 0) {
            int b;
            amp__ck_resolve_some(place, path, address, n);
            for (b = 0; b < n; b++) {
                if (place[b]->blank) {
                    amp__ck_resolve_blank(place[b], path, strtoul(text[b], NULL, 16));
                }
            }
        }
    }
#endif
    for (; from < amp__ck_said.places.used; from++) {
        amp__ck_place *p = (amp__ck_place *)amp__ck_said.places.at + from;
        if (p->file == NULL) {
            char text[600];
            (void)snprintf(text, sizeof(text), "%s at 0x%lx",
                           p->function == NULL || p->function[0] == '?' ? "code" : p->function,
                           (unsigned long)(p->address != 0 ? p->address : p->pc));
            p->file = amp__ck_copy_text(text);
            if (!amp__ck_said.hinted) {
                amp__ck_said.hinted = 1;
                (void)fprintf(stderr, "amp check: no source lines: compile with -g, and install "
                              "addr2line (binutils) or llvm-symbolizer\n");
            }
        }
    }
}

/* Line `line` of `file` into buffer, without its end; "" where it cannot be read. */
static AMP__CK const char *amp__ck_source(char *buffer, size_t size, const char *file, int line)
{
    FILE *f = line > 0 ? fopen(file, "r") : NULL;
    buffer[0] = '\0';
    while (f != NULL && line-- > 0) {
        if (fgets(buffer, (int)size, f) == NULL) {
            buffer[0] = '\0';
            break;
        }
        if (strchr(buffer, '\n') == NULL) {
            int c;
            while ((c = fgetc(f)) != EOF && c != '\n') {
            }
        }
    }
    if (f != NULL) {
        (void)fclose(f);
    }
    buffer[strcspn(buffer, "\r\n")] = '\0';
    return buffer;
}

static AMP__CK int amp__ck_word_character(int c)
{
    return isalnum(c) || c == '_';
}

/* Whether a source line changes `name` from its old value: x[i] += 1,
   at(x, i)++, x[i] = x[i] + 1. clang announces only the write of those. */
static AMP__CK int amp__ck_updates(const char *text, const char *name)
{
    const size_t n = strlen(name);
    const char *p = text;
    while ((p = strstr(p, name)) != NULL) {
        const char *begin = p, *end = p + n;
        int depth = 0;
        if ((p > text && amp__ck_word_character((unsigned char)p[-1]))
            || amp__ck_word_character((unsigned char)*end)) {
            p = end;
            continue;
        }
        while (begin > text && isspace((unsigned char)begin[-1])) {
            begin--;
        }
        if (begin > text && begin[-1] == '(') { /* at(name, ...): to its end */
            const char *open = begin - 1;
            begin = open;
            while (begin > text && amp__ck_word_character((unsigned char)begin[-1])) {
                begin--;
            }
            if (begin < open) {
                for (end = open, depth = 0; *end != '\0'; end++) {
                    depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
                    if (depth == 0) {
                        end++;
                        break;
                    }
                }
            }
        } else {
            begin = p;
        }
        while (*end == '[' || *end == '.') {
            if (*end == '.') {
                for (end++; amp__ck_word_character((unsigned char)*end); end++) {
                }
                continue;
            }
            for (depth = 0; *end != '\0'; end++) {
                depth += *end == '[' ? 1 : *end == ']' ? -1 : 0;
                if (depth == 0) {
                    end++;
                    break;
                }
            }
        }
        {
            const char *q = end;
            while (isspace((unsigned char)*q) || *q == ')') {
                q++;
            }
            if (strncmp(q, "++", 2) == 0 || strncmp(q, "--", 2) == 0
                || (strchr("+-*/%&|^", *q) != NULL && *q != '\0' && q[1] == '=')
                || strncmp(q, "<<=", 3) == 0 || strncmp(q, ">>=", 3) == 0
                || (begin > text + 1 && (strncmp(begin - 2, "++", 2) == 0
                                         || strncmp(begin - 2, "--", 2) == 0))) {
                return 1;
            }
            if (*q == '=' && q[1] != '=') {
                char left[256];
                const char *stop = strchr(q, ';'), *again;
                (void)snprintf(left, sizeof(left), "%.*s", (int)(end - begin), begin);
                again = strstr(q, left);
                if (again != NULL && (stop == NULL || again < stop)
                    && !amp__ck_word_character((unsigned char)again[-1])
                    && !amp__ck_word_character((unsigned char)again[strlen(left)])) {
                    return 1;
                }
            }
        }
        p += n;
    }
    return 0;
}

/* ==== 2 entries ========================================================== */

/* File and line of "file:line" or "file:line#n"; `buffer` holds the file. */
static AMP__CK const char *amp__ck_text_place(const char *text, int *line, char *buffer,
                                              size_t size)
{
    const char *colon = strrchr(text, ':');
    (void)snprintf(buffer, size, "%.*s", (int)(colon != NULL ? colon - text : 0), text);
    *line = colon != NULL ? atoi(colon + 1) : 0;
    return amp__ck_short_path(buffer);
}

/* Whether one instruction does what two lines say. */
static AMP__CK int amp__ck_merged(const amp__ck_site *s)
{
    unsigned i;
    for (i = 1; i <= amp__ck.site_count; i++) {
        const amp__ck_site *o = &amp__ck.site[i];
        if (o->pc == s->pc && o->near != NULL && strcmp(o->near, s->near) != 0) {
            return 1;
        }
    }
    return 0;
}

/* File and line of a site. */
static AMP__CK const char *amp__ck_where(unsigned site, int *line, char *buffer, size_t size)
{
    const amp__ck_site *s = &amp__ck.site[site];
    const amp__ck_place *p;
    *line = 0;
    if (site == 0) {
        return "";
    }
    if (s->text != NULL && s->pc != 0) { /* from -fsanitize=bounds */
        *line = (int)s->pc;
        return amp__ck_short_path(s->text);
    }
    if (s->text != NULL) {
        return amp__ck_text_place(s->text, line, buffer, size);
    }
    p = amp__ck_place_of(s->pc);
    if (s->near != NULL && (p == NULL || p->line == 0 || p->blank || amp__ck_merged(s))) {
        return amp__ck_text_place(s->near, line, buffer, size);
    }
    *line = p != NULL ? p->line : 0;
    return p != NULL && p->file != NULL ? p->file : "";
}

static AMP__CK void amp__ck_split(unsigned long long n, int rank, const int *size, int *index)
{
    int d;
    for (d = rank - 1; d >= 0; d--) {
        index[d] = (int)(n % (unsigned)size[d]);
        n /= (unsigned)size[d];
    }
}

static AMP__CK void amp__ck_side(amp__ck_entry *e, int side, unsigned key)
{
    const amp__launch *l = amp__ck.launch;
    int tiles[AMP_MAX_RANK], d;
    if (amp__ck.simple) {
        amp__ck_split(key, l->rank, l->extent, e->thread[side]);
        return;
    }
    for (d = 0; d < l->rank; d++) {
        tiles[d] = l->extent[d] / l->tile[d];
    }
    amp__ck_split(key / amp__ck.threads, l->rank, tiles, e->tile[side]);
    amp__ck_split(key % amp__ck.threads, l->rank, l->tile, e->thread[side]);
}

static AMP__CK void amp__ck_index(amp__ck_entry *e, const amp__ck_finding *f)
{
    const amp__ck_array *a = f->array >= 0 ? &amp__ck.array[f->array] : NULL;
    ptrdiff_t n;
    int d;
    if (f->index_given) {
        e->index_count = a != NULL ? a->rank : f->dimension + 1;
        for (d = 0; d < AMP_MAX_RANK; d++) {
            e->index[d] = f->index[d];
        }
        return;
    }
    if (a == NULL) {
        return;
    }
    e->index_count = a->rank;
    n = f->at / (ptrdiff_t)a->size - (f->at % (ptrdiff_t)a->size < 0);
    for (d = 0; d < a->rank; d++) {
        ptrdiff_t q = n / a->stride[d];
        if (n < 0 && q * a->stride[d] != n) {
            q--;
        }
        e->index[d] = (int)q;
        n -= q * a->stride[d];
    }
}

enum { AMP__CK_EITHER = 255 }; /* an OpenCL device does not say which */
static AMP__CK const char *amp__ck_verb(int kind)
{
    return kind == AMP__CK_WRITE    ? "writes"
           : kind == AMP__CK_ATOMIC ? "updates atomically"
           : kind == AMP__CK_EITHER ? "reads or writes"
                                    : "reads";
}

/* The sentences: why it is wrong, and what would mend it. */
static AMP__CK void amp__ck_words(amp__ck_entry *e, const amp__ck_finding *f)
{
    const int a = e->line, b = e->other_line;
    const amp__ck_array *r = f->array >= 0 ? &amp__ck.array[f->array] : NULL;
    char *m = e->message, *x = e->fix;
    const size_t z = sizeof(e->message);
    const int loop = a == b;
    if ((a == 0 || b == 0) && (e->rule == AMP_CHECK_TILE_RACE || e->rule == AMP_CHECK_GLOBAL_RACE
                               || e->rule == AMP_CHECK_FENCE_RACE)) { /* no debug information */
        (void)snprintf(m, z,
                       "two threads use one element, and no barrier that fences it is between");
        (void)snprintf(x, z,
                       "a tile_barrier_wait between the two; compile with -g to see the lines");
        return;
    }
    switch (e->rule) {
    case AMP_CHECK_TILE_RACE:
        if (!loop) {
            (void)snprintf(m, z,
                           "line %d %s and line %d %s one element of tile memory, and no barrier "
                           "of the tile is between them",
                           a, amp__ck_verb(e->kind[0]), b, amp__ck_verb(e->kind[1]));
        } else {
            (void)snprintf(m, z,
                           "different threads use one element of tile memory on line %d, and no "
                           "barrier of the tile is between them", a);
        }
        if (loop) {
            (void)snprintf(x, z, "let one thread do it, give each thread an element of its own, or "
                           "use amp_atomic_... on line %d", a);
        } else {
            (void)snprintf(x, z,
                           "a tile_barrier_wait between line %d and line %d (also where a loop "
                           "comes round)",
                           a, b);
        }
        break;
    case AMP_CHECK_GLOBAL_RACE:
        if (e->simple) {
            (void)snprintf(m, z,
                           "different threads of a simple kernel use one element, and nothing "
                           "orders them");
            (void)snprintf(x, z,
                           "let each thread write elements of its own, use amp_atomic_..., or "
                           "launch twice");
        } else {
            (void)snprintf(m, z,
                           "line %d %s and line %d %s one element, by two threads of one tile "
                           "with no barrier between",
                           a, amp__ck_verb(e->kind[0]), b, amp__ck_verb(e->kind[1]));
            (void)snprintf(x, z, loop ? "let one thread of the tile do it, or use amp_atomic_..."
                           : "a tile_barrier_wait between line %d and line %d", a, b);
        }
        break;
    case AMP_CHECK_CROSS_TILE_RACE:
        (void)snprintf(m, z,
                       "they are in different tiles, and a tile barrier does not order those");
        (void)snprintf(x, z,
                       "let each tile write elements of its own, use amp_atomic_..., or split "
                       "the kernel into two launches");
        break;
    case AMP_CHECK_FENCE_RACE:
        (void)snprintf(m, z, "the barrier between line %d and line %d does not fence %s memory", a,
                       b, r != NULL && r->tile ? "tile" : "global");
        (void)snprintf(x, z, "tile_barrier_wait there, or ..._with_%s_memory_fence",
                       r != NULL && r->tile ? "tile_static" : "global");
        break;
    case AMP_CHECK_ATOMIC_RACE:
        (void)snprintf(m, z,
                       "a plain access of one thread beside an atomic access of another, with "
                       "%s",
                       f->apart ? "no order between different tiles" : "no barrier between");
        (void)snprintf(x, z, "make line %d atomic too%s", e->kind[0] == AMP__CK_ATOMIC ? b : a,
                       f->apart ? "" : ", or put a tile_barrier_wait between");
        break;
    case AMP_CHECK_SAME_VALUE_WRITE:
        (void)snprintf(m, z, "two threads write the same value to one element; that is a race all "
                       "the same");
        (void)snprintf(x, z,
                       "let one thread write it; or AMP_CHECK_ALLOW_SAME=1 makes this a note");
        break;
    case AMP_CHECK_BARRIER_DIVERGENCE:
        if (f->site_a == 0 || f->site_b == 0) {
            (void)snprintf(
                m, z, "a thread waits at the barrier of line %d while another has returned", a);
            (void)snprintf(x, z,
                           "let every thread of the tile reach line %d: guard the work around "
                           "it instead of returning",
                           a);
        } else {
            (void)snprintf(m, z,
                           "threads of one tile wait at different barriers, of line %d and of "
                           "line %d",
                           a, b);
            (void)snprintf(x, z,
                           "take the barrier out of the branch, so that all threads reach the "
                           "same one");
        }
        break;
    case AMP_CHECK_OUT_OF_BOUNDS:
        if (r == NULL || f->dimension < 0 || e->index_count == 0) {
            (void)snprintf(m, z, "index %d is outside %s", e->index[0], e->array);
        } else {
            (void)snprintf(m, z, "index %d is outside dimension %d, which has %d elements",
                           e->index[f->dimension], f->dimension, r->extent[f->dimension]);
        }
        (void)snprintf(x, z, "test the index first, or pad the %s",
                       r != NULL && r->tile ? "array" : "view");
        break;
    case AMP_CHECK_UNINITIALISED_READ:
        (void)snprintf(m, z, "line %d reads an element of %s and nobody has written it", a,
                       r != NULL && r->tile ? "tile memory (undefined when a tile begins)"
                                            : "an `out` or discarded view");
        (void)snprintf(x, z, "%s",
                       r != NULL && r->tile ? "write it first, then a tile_barrier_wait"
                                            : "make the parameter `inout`, or write it first");
        if (r != NULL && r->uneven) {
            (void)snprintf(m, z, "line %d reads an element of %s and nobody has written it; not "
                           "all threads of a tile pass the tile_static of %s, or not the same "
                           "ones before it, so that each gets memory of its own", a, r->name,
                           r->name);
            (void)snprintf(x, z, "declare all tile_static arrays at the kernel's outermost scope, "
                           "before any `if`, loop or return");
        }
        break;
    default:
        (void)snprintf(m, z,
                       "a thread looks at the same place for ever, without a barrier; the others "
                       "of its tile may not run until it waits");
        (void)snprintf(x, z,
                       "wait with tile_barrier_wait; tiles cannot wait for each other in a launch");
        break;
    }
}

/* Finds or makes the entry of (rule, array, file, line, other line). */
static AMP__CK amp__ck_entry *amp__ck_enter(int rule, const char *array, const char *file, int line,
                                            const char *other_file, int other_line)
{
    amp__ck_entry *e = (amp__ck_entry *)amp__ck_said.entries.at;
    size_t i;
    for (i = 0; i < amp__ck_said.entries.used; i++) {
        if (e[i].rule == rule && e[i].line == line && e[i].other_line == other_line
            && strcmp(e[i].array, array) == 0 && strcmp(e[i].file, file) == 0) {
            return &e[i];
        }
    }
    if (amp__ck_said.entries.used >= 1000 || !amp__ck_grow(&amp__ck_said.entries, sizeof(*e))) {
        return NULL;
    }
    e = (amp__ck_entry *)amp__ck_said.entries.at + amp__ck_said.entries.used++;
    memset(e, 0, sizeof(*e));
    e->rule = rule;
    e->line = line;
    e->other_line = other_line;
    (void)snprintf(e->array, sizeof(e->array), "%s", array);
    e->file = amp__ck_copy_text(file);
    e->other_file = amp__ck_copy_text(other_file);
    if (e->file == NULL || e->other_file == NULL) {
        amp__ck_said.entries.used--;
        return NULL;
    }
    return e;
}

/* ==== 3 text ============================================================= */

static AMP__CK int amp__ck_colour(void)
{
    const char *c = getenv("AMP_CHECK_COLOR");
    if (c != NULL && c[0] != '\0') {
        return c[0] != '0';
    }
    return getenv("NO_COLOR") == NULL && isatty(2);
}

static AMP__CK void amp__ck_print_side(const amp__ck_entry *e, int side, const char *file, int line,
                                       const char *verb)
{
    char a[64], b[64], text[400];
    const char *source;
    (void)fprintf(stderr, line > 0 ? "  %s:%d: thread %s" : "  %s%.0d: thread %s", file, line,
                  amp__text(a, sizeof(a), e->rank, e->thread[side]));
    if (!e->simple) {
        (void)fprintf(stderr, " of tile %s", amp__text(b, sizeof(b), e->rank, e->tile[side]));
    }
    (void)fprintf(stderr, " %s\n", verb);
    source = amp__ck_source(text, sizeof(text), file, line);
    while (isspace((unsigned char)*source)) {
        source++;
    }
    if (*source != '\0') {
        (void)fprintf(stderr, "    | %s\n", source);
    }
}

static AMP__CK void amp__ck_print(const amp__ck_entry *e)
{
    static const char *const rules[] = {
#define AMP__RULE(name, text, what) text,
        AMP__RULE_MAP(AMP__RULE)
#undef AMP__RULE
    };
    const int colour = amp__ck_colour();
    char index[64] = "";
    if (e->index_count > 0) {
        (void)amp__text(index, sizeof(index), e->index_count, e->index);
    }
    (void)fprintf(stderr, "%samp check: %s%s%s in kernel %s",
                  colour ? (e->note ? "\033[36m" : "\033[31m") : "", rules[e->rule],
                  e->note ? " (note)" : "", colour ? "\033[0m" : "", e->kernel);
    if (e->array[0] != '\0') {
        (void)fprintf(stderr, ": %s%s", e->array, index);
    }
    if (e->count > 1) {
        (void)fprintf(stderr, " and %llu more", e->count - 1);
    }
    (void)fprintf(stderr, "\n");
    switch (e->rule) {
    case AMP_CHECK_STALE_HOST_READ: {
        char text[400];
        const char *source = amp__ck_source(text, sizeof(text), e->file, e->line);
        (void)fprintf(stderr, "  %s:%d: the host reads it\n", e->file, e->line);
        while (isspace((unsigned char)*source)) {
            source++;
        }
        if (*source != '\0') {
            (void)fprintf(stderr, "    | %s\n", source);
        }
        break;
    }
    case AMP_CHECK_BARRIER_DIVERGENCE:
        amp__ck_print_side(e, 0, e->file, e->line, "waits");
        amp__ck_print_side(e, 1, e->other_file, e->other_line,
                           e->kind[1] == 0 ? "waits" : "has returned and will not come");
        break;
    default:
        amp__ck_print_side(e, 0, e->file, e->line,
                           e->rule == AMP_CHECK_LIVELOCK ? "spins" : amp__ck_verb(e->kind[0]));
        if (e->sides == 2) {
            amp__ck_print_side(e, 1, e->other_file, e->other_line, amp__ck_verb(e->kind[1]));
        }
        break;
    }
    if (e->sides == 2 && !e->simple) {
        (void)fprintf(stderr, "  barrier interval %u\n", e->round);
    }
    (void)fprintf(stderr, "  why:  %s\n  mend: %s\n", e->message, e->fix);
}

/* ==== 4 files ============================================================ */

static AMP__CK void amp__ck_quote(FILE *f, const char *text)
{
    (void)fputc('"', f);
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            (void)fputc('\\', f);
            (void)fputc(c, f);
        } else if (c < 0x20) {
            (void)fprintf(f, "\\u%04x", (unsigned)c);
        } else {
            (void)fputc(c, f);
        }
    }
    (void)fputc('"', f);
}

static AMP__CK void amp__ck_list(FILE *f, const char *key, int n, const int *v)
{
    int i;
    (void)fprintf(f, ", \"%s\": [", key);
    for (i = 0; i < n; i++) {
        (void)fprintf(f, "%s%d", i > 0 ? ", " : "", v[i]);
    }
    (void)fprintf(f, "]");
}

static AMP__CK int amp__ck_before(const void *x, const void *y)
{
    const amp__ck_entry *a = *(const amp__ck_entry *const *)x,
                        *b = *(const amp__ck_entry *const *)y;
    int c = strcmp(a->file, b->file);
    c = c != 0 ? c : (a->line > b->line) - (a->line < b->line);
    c = c != 0 ? c : (a->other_line > b->other_line) - (a->other_line < b->other_line);
    c = c != 0 ? c : (a->rule > b->rule) - (a->rule < b->rule);
    return c != 0 ? c : strcmp(a->array, b->array);
}

/* Pointers to all entries, in the order of the report; the caller frees it. */
static AMP__CK amp__ck_entry **amp__ck_sorted(void)
{
    const size_t n = amp__ck_said.entries.used;
    amp__ck_entry **p = (amp__ck_entry **)malloc((n + 1) * sizeof(*p));
    size_t i;
    for (i = 0; p != NULL && i < n; i++) {
        p[i] = (amp__ck_entry *)amp__ck_said.entries.at + i;
    }
    if (p != NULL) {
        qsort(p, n, sizeof(*p), amp__ck_before);
    }
    return p;
}

static AMP__CK void amp__ck_json(FILE *f, amp__ck_entry **e, size_t n, const char *const *rules)
{
    size_t i;
    (void)fprintf(f, "{\"findings\": [");
    for (i = 0; i < n; i++) {
        const int r = e[i]->rank, t = e[i]->simple ? 0 : r, two = e[i]->sides == 2;
        (void)fprintf(f, "%s\n  {\"rule\": \"%s\", \"kernel\": ", i > 0 ? "," : "",
                      rules[e[i]->rule]);
        amp__ck_quote(f, e[i]->kernel);
        (void)fprintf(f, ", \"array\": ");
        amp__ck_quote(f, e[i]->array);
        amp__ck_list(f, "index", e[i]->index_count, e[i]->index);
        (void)fprintf(f, ", \"file\": ");
        amp__ck_quote(f, e[i]->file);
        (void)fprintf(f, ", \"line\": %d, \"other_file\": ", e[i]->line);
        amp__ck_quote(f, e[i]->other_file);
        (void)fprintf(f, ", \"other_line\": %d, \"count\": %llu", e[i]->other_line, e[i]->count);
        amp__ck_list(f, "tile", t, e[i]->tile[0]);
        amp__ck_list(f, "thread", r, e[i]->thread[0]);
        amp__ck_list(f, "other_tile", two ? t : 0, e[i]->tile[1]);
        amp__ck_list(f, "other_thread", two ? r : 0, e[i]->thread[1]);
        (void)fprintf(f, ", \"severity\": \"%s\", \"message\": ", e[i]->note ? "note" : "error");
        amp__ck_quote(f, e[i]->message);
        (void)fprintf(f, ", \"fix\": ");
        amp__ck_quote(f, e[i]->fix);
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "%s]}\n", n > 0 ? "\n" : "");
}

static AMP__CK void amp__ck_sarif_place(FILE *f, const char *file, int line)
{
    (void)fprintf(f, "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    amp__ck_quote(f, file);
    (void)fprintf(f, "}, \"region\": {\"startLine\": %d}}", line > 0 ? line : 1);
}

static AMP__CK void amp__ck_sarif(FILE *f, amp__ck_entry **e, size_t n, const char *const *rules)
{
    static const char *const what[] = {
#define AMP__RULE(name, text, what) what,
        AMP__RULE_MAP(AMP__RULE)
#undef AMP__RULE
    };
    size_t i;
    (void)fprintf(
        f,
        "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n"
        " \"version\": \"2.1.0\",\n \"runs\": [{\"tool\": {\"driver\": {\"name\": \"amp check\", "
        "\"version\": \"%s\", \"rules\": [",
        AMP_VERSION);
    for (i = 0; i < AMP_CHECK_RULES; i++) {
        (void)fprintf(f,
                      "%s\n  {\"id\": \"%s\", \"shortDescription\": {\"text\": ", i > 0 ? "," : "",
                      rules[i]);
        amp__ck_quote(f, what[i]);
        (void)fprintf(f, "}}");
    }
    (void)fprintf(f, "]}},\n \"results\": [");
    for (i = 0; i < n; i++) {
        char text[1000], index[64] = "";
        if (e[i]->index_count > 0) {
            (void)amp__text(index, sizeof(index), e[i]->index_count, e[i]->index);
        }
        (void)snprintf(text, sizeof(text), "kernel %s, %s%s: %s. Mend: %s.", e[i]->kernel,
                       e[i]->array, index, e[i]->message, e[i]->fix);
        (void)fprintf(f,
                      "%s\n  {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"%s\", "
                      "\"message\": {\"text\": ",
                      i > 0 ? "," : "", rules[e[i]->rule], e[i]->rule,
                      e[i]->note ? "note" : "error");
        amp__ck_quote(f, text);
        (void)fprintf(f, "}, \"occurrenceCount\": %llu, \"locations\": [", e[i]->count);
        amp__ck_sarif_place(f, e[i]->file, e[i]->line);
        (void)fprintf(f, "}]");
        if (e[i]->sides == 2) {
            (void)fprintf(f, ", \"relatedLocations\": [");
            amp__ck_sarif_place(f, e[i]->other_file, e[i]->other_line);
            (void)fprintf(f, ", \"id\": 1, \"message\": {\"text\": \"the other side\"}}]");
        }
        (void)fprintf(f, "}");
    }
    (void)fprintf(f, "%s]}]}\n", n > 0 ? "\n" : "");
}

/* Writes the file that AMP_CHECK_REPORT asks for, anew and whole. */
static inline AMP__CK void amp__ck_write_file(void)
{
    static const char *const rules[] = {
#define AMP__RULE(name, text, what) text,
        AMP__RULE_MAP(AMP__RULE)
#undef AMP__RULE
    };
    const char *path = getenv("AMP_CHECK_REPORT");
    amp__ck_entry **e;
    FILE *f;
    size_t n;
    if (path == NULL || path[0] == '\0' || (!amp__ck_said.dirty && amp__ck_said.registered)) {
        return;
    }
    amp__ck_said.registered = 1;
    amp__ck_said.dirty = 0;
    e = amp__ck_sorted();
    f = fopen(path, "w");
    if (f == NULL || e == NULL) {
        (void)fprintf(stderr, "amp check: cannot write AMP_CHECK_REPORT '%s'\n", path);
    } else {
        n = strlen(path);
        if (n >= 6 && strcmp(path + n - 6, ".sarif") == 0) {
            amp__ck_sarif(f, e, amp__ck_said.entries.used, rules);
        } else {
            amp__ck_json(f, e, amp__ck_said.entries.used, rules);
        }
    }
    if (f != NULL) {
        (void)fclose(f);
    }
    free(e);
}

/* ==== 5 reporting ======================================================== */

static AMP__CK void amp__ck_say_sees(int sees)
{
    if (amp__ck.told & (sees ? 1 : 2)) {
        return;
    }
    amp__ck.told |= sees ? 1 : 2;
    if (!sees) {
        (void)fprintf(
            stderr, "amp check: this code is compiled without -fsanitize=thread, so the "
                    "checker sees no plain accesses: it checks barriers and the indices of amp_at, "
                    "and cannot see races, uninitialised or stale reads. Compile with "
                    "-g -DAMP_CHECK -fsanitize=thread, and link without -fsanitize=thread.\n");
    } else {
        const uintptr_t low = amp__ck.mark_low, high = amp__ck.mark_high;
        amp__ck_probed = 0;
        amp__ck.mark_low = (uintptr_t)&amp__ck_probed;
        amp__ck.mark_high = amp__ck.mark_low + sizeof(int);
        __asm__ volatile("" ::: "memory"); /* the compiler does not know whom the probe calls */
        (void)amp__ck_probe(&amp__ck_probed);
        __asm__ volatile("" ::: "memory");
        amp__ck.mark_low = low;
        amp__ck.mark_high = high;
        if (amp__ck_probed != 2) {
            (void)fprintf(stderr, "amp check: this program is linked with -fsanitize=thread, so "
                          "ThreadSanitizer sees the accesses and the checker does not: compile "
                          "with -fsanitize=thread, but link without it.\n");
        }
    }
}

static AMP__CK int amp__ck_is_race(int rule)
{
    return rule == AMP_CHECK_TILE_RACE || rule == AMP_CHECK_GLOBAL_RACE
        || rule == AMP_CHECK_CROSS_TILE_RACE;
}

/* One finding of the launch as an entry; NULL where it says nothing. */
static AMP__CK void amp__ck_report_one(const amp__ck_finding *f, int pass)
{
    char here[4200], there[4200], text[400];
    const char *file, *other, *array = f->array >= 0 ? amp__ck.array[f->array].name
                                     : f->name != NULL ? f->name : "";
    int line, other_line, rule = f->rule, side = 0, k;
    unsigned a = f->site_a, b = f->site_b;
    const unsigned low = f->key_a < f->key_b ? f->key_a : f->key_b;
    const unsigned high = f->key_a < f->key_b ? f->key_b : f->key_a;
    amp__ck_entry *e;
    if (rule == AMP_CHECK_UNINITIALISED_READ) {
        const int racing = b != 0;
        file = amp__ck_where(a, &line, here, sizeof(here));
        other = amp__ck_where(b, &other_line, there, sizeof(there));
        if (racing && (line != other_line || strcmp(file, other) != 0)) {
            return; /* the race says it */
        }
        if (f->kind_a == AMP__CK_WRITE
            && !amp__ck_updates(amp__ck_source(text, sizeof(text), file, line), array)) {
            return; /* a plain write */
        }
        other = file;
        other_line = line;
    } else {
        file = amp__ck_where(a, &line, here, sizeof(here));
        other = amp__ck_where(b, &other_line, there, sizeof(there));
        if (rule == AMP_CHECK_BARRIER_DIVERGENCE && a == 0) {
            file = other;
            line = other_line;
            side = 1;
        } else if (rule == AMP_CHECK_BARRIER_DIVERGENCE && b == 0) {
            other = file;
            other_line = line;
        } else if (line > other_line || (line == other_line && f->kind_a < f->kind_b
                                         && rule != AMP_CHECK_OUT_OF_BOUNDS)) {
            const char *s = file;
            const int n = line;
            file = other;
            line = other_line;
            other = s;
            other_line = n;
            side = 1;
        }
    }
    if (rule == AMP_CHECK_SAME_VALUE_WRITE
        && amp__ck_updates(amp__ck_source(text, sizeof(text), file, line), array)) {
        rule = amp__ck.simple ? AMP_CHECK_GLOBAL_RACE : f->apart ? AMP_CHECK_CROSS_TILE_RACE
             : amp__ck.array[f->array].tile ? AMP_CHECK_TILE_RACE : AMP_CHECK_GLOBAL_RACE;
    }
    for (k = 0; k < 2; k++) { /* amp_racy, on that line */
        const unsigned site = k == 0 ? a : b;
        if (site != 0 && amp__ck.site[site].racy != NULL) {
            int at, from;
            (void)amp__ck_where(site, &at, text, sizeof(text));
            (void)amp__ck_text_place(amp__ck.site[site].racy, &from, text, sizeof(text));
            if (at == from || at == 0) {
                return;
            }
        }
    }
    if (pass == 1 && (rule == AMP_CHECK_SAME_VALUE_WRITE || rule == AMP_CHECK_FENCE_RACE)) {
        size_t i; /* a worse race of the same lines says it */
        e = (amp__ck_entry *)amp__ck_said.entries.at;
        for (i = 0; i < amp__ck_said.entries.used; i++) {
            if (amp__ck_is_race(e[i].rule) && e[i].line == line && e[i].other_line == other_line
                && strcmp(e[i].array, array) == 0 && strcmp(e[i].file, file) == 0) {
                return;
            }
        }
    }
    if ((pass == 1) != (rule == AMP_CHECK_SAME_VALUE_WRITE || rule == AMP_CHECK_FENCE_RACE)) {
        return;
    }
    e = amp__ck_enter(rule, array, file, line, other, other_line);
    if (e == NULL) {
        return;
    }
    amp__ck_said.dirty = 1;
    if (e->count == 0 || (e->launch == amp__ck.launches
                          && (low < e->key[0] || (low == e->key[0]
                              && (high < e->key[1] || (high == e->key[1] && f->at < e->at)))))) {
        e->key[0] = low;
        e->key[1] = high;
        e->at = f->at;
        (void)snprintf(e->kernel, sizeof(e->kernel), "%s", amp__ck.launch->kernel->name);
        e->simple = amp__ck.simple;
        e->rank = amp__ck.launch->rank;
        e->round = f->round;
        e->note = rule == AMP_CHECK_SAME_VALUE_WRITE && amp__ck.allow_same;
        e->kind[side] = f->kind_a;
        e->kind[!side] = f->kind_b;
        if (f->key_a != AMP__CK_NONE) {
            amp__ck_side(e, side, f->key_a);
            e->sides = 1;
        }
        if (f->key_b != AMP__CK_NONE) {
            amp__ck_side(e, !side, f->key_b);
            e->sides = 2;
        }
        if (rule == AMP_CHECK_BARRIER_DIVERGENCE) {
            e->kind[1] = a == 0 || b == 0;
        }
        amp__ck_index(e, f);
        amp__ck_words(e, f);
    }
    {   /* places: words of one element are one; what several pairs of
           instructions of the two lines do to one place is one */
        const size_t size = f->array >= 0 && f->at_word ? amp__ck.array[f->array].size : 4;
        const unsigned long long n = size <= 4 ? f->count : (f->count * 4 + size - 1) / size;
        if (e->launch != amp__ck.launches) {
            e->launch = amp__ck.launches;
            e->count += n;
            e->in_launch = n;
        } else if (n > e->in_launch) {
            e->count += n - e->in_launch;
            e->in_launch = n;
        }
    }
    e->fresh = !e->note;
}

static AMP__CK const char *amp__ck_place_text(char *buffer, size_t size, const char *file, int line)
{
    (void)snprintf(buffer, size, "%.500s:%d", file, line);
    return buffer;
}

/* Says what the launch's findings are; the status of the launch. */
static AMP__CK amp_status amp__ck_report(void)
{
    amp__ck_finding *f = (amp__ck_finding *)amp__ck.findings.at;
    const size_t from = amp__ck_said.places.used;
    amp__ck_entry **e;
    size_t i;
    unsigned faults = 0;
    amp_status s = AMP_OK;
    const amp__ck_entry *first = NULL, *diverged = NULL;
    char place[600];
    int pass;
    for (i = 0; i < amp__ck.findings.used; i++) {
        const unsigned short site[2] = { f[i].site_a, f[i].site_b };
        int k;
        for (k = 0; k < 2; k++) {
            const amp__ck_site *p = &amp__ck.site[site[k]];
            if (site[k] != 0 && p->text == NULL) {
                (void)amp__ck_new_place(p->pc);
            }
        }
    }
    amp__ck_resolve(from);
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < amp__ck.findings.used; i++) {
            amp__ck_report_one(&f[i], pass);
        }
    }
    e = amp__ck_sorted();
    for (i = 0; e != NULL && i < amp__ck_said.entries.used; i++) {
        if (!e[i]->told) {
            amp__ck_print(e[i]);
            e[i]->told = 1;
        }
        if (e[i]->fresh) {
            e[i]->fresh = 0;
            faults++;
            first = first == NULL ? e[i] : first;
            diverged =
                diverged == NULL && e[i]->rule == AMP_CHECK_BARRIER_DIVERGENCE ? e[i] : diverged;
            s = e[i]->rule == AMP_CHECK_BARRIER_DIVERGENCE || s == AMP_BARRIER_DIVERGED
                ? AMP_BARRIER_DIVERGED : AMP_KERNEL_FAULT;
        }
    }
    free(e);
    if (amp__ck.incomplete && faults == 0) {
        (void)fprintf(stderr,
                      "amp check: memory or room ran out in kernel %s: not all was checked\n",
                      amp__ck.launch->kernel->name);
    }
    amp__ck_write_file();
    if (diverged != NULL && s == AMP_BARRIER_DIVERGED) {
        char a[48], b[48], t[48];
        return amp__fail(
            s,
            "kernel %s, tile %s: thread %s waits at %s:%d, thread %s %s%s: all threads of "
            "a tile must reach the same barrier",
            diverged->kernel, amp__text(t, sizeof(t), diverged->rank, diverged->tile[0]),
            amp__text(a, sizeof(a), diverged->rank, diverged->thread[0]), diverged->file,
            diverged->line, amp__text(b, sizeof(b), diverged->rank, diverged->thread[1]),
            diverged->kind[1] ? "has returned" : "waits at ",
            diverged->kind[1] ? ""
                              : amp__ck_place_text(place, sizeof(place), diverged->other_file,
                                                   diverged->other_line));
    }
    if (first != NULL) {
        return amp__fail(
            s, "kernel %s: the checker found %u fault%s; the first, at %s:%d and line %d: %s",
            amp__ck.launch->kernel->name, faults, faults == 1 ? "" : "s", first->file, first->line,
            first->other_line, first->message);
    }
    return AMP_OK;
}

/* The host reads at `at` what the launch of m wrote. */
static AMP__CK void amp__ck_stale(const amp__ck_mark *m, uintptr_t at, uintptr_t pc)
{
    const size_t from = amp__ck_said.places.used;
    amp__ck_place *p = amp__ck_new_place(pc);
    amp__ck_entry *e;
    if (amp__ck_said.places.used > from) {
        amp__ck_resolve(from);
        p = amp__ck_place_of(pc);
    }
    if (p == NULL || p->ours) {
        return;
    }
    e = amp__ck_enter(AMP_CHECK_STALE_HOST_READ, m->name, p->file, p->line, p->file, p->line);
    if (e == NULL) {
        return;
    }
    e->count++;
    amp__ck_said.dirty = 1;
    if (e->count == 1) {
        (void)snprintf(e->kernel, sizeof(e->kernel), "%s", m->kernel);
        e->index_count = 1;
        e->index[0] = (int)((at - m->low) / (m->size != 0 ? m->size : 4));
        (void)snprintf(e->message, sizeof(e->message),
                       "kernel %s wrote it, and nobody called "
                       "amp_synchronize: on a device the host's memory still holds the old data",
                       m->kernel);
        (void)snprintf(e->fix, sizeof(e->fix), "amp_synchronize on the view of %s before line %d",
                       m->name, p->line);
        e->told = 1;
        amp__ck_print(e);
    }
    amp__ck_write_file();
}

/* An index outside on a device, among what was found on the emulator. */
AMP__API_FAST void amp__check_device_outside(const amp__check_outside_view *o)
{
    amp__ck_entry *e;
    int d;
    (void)pthread_mutex_lock(&amp__ck_lock);
    e = amp__ck_enter(AMP_CHECK_OUT_OF_BOUNDS, o->array, o->file, o->line, o->file, o->line);
    if (e != NULL && e->count++ == 0) {
        (void)snprintf(e->kernel, sizeof(e->kernel), "%s", o->kernel);
        e->simple = !o->tiled;
        e->rank = o->rank;
        e->sides = 1;
        e->kind[0] = e->kind[1] = AMP__CK_EITHER;
        e->index_count = o->given;
        for (d = 0; d < 3; d++) {
            e->thread[0][d] = o->thread[d];
            e->tile[0][d] = o->tile[d];
            e->index[d] = o->index[d] > INT_MAX ? INT_MAX : o->index[d] < INT_MIN ? INT_MIN
                        : (int)o->index[d];
        }
        (void)snprintf(e->message, sizeof(e->message), "index %lld is outside dimension %d, which "
                       "has %d elements", o->index[o->dimension], o->dimension, o->extent);
        (void)snprintf(e->fix, sizeof(e->fix), "test the index first, or pad the view");
        e->told = 1;
        amp__ck_print(e);
    }
    amp__ck_said.dirty = 1;
    amp__ck_write_file();
    (void)pthread_mutex_unlock(&amp__ck_lock);
}

AMP__C_END

#endif /* AMP_CHECK_H */
#endif /* AMP_CHECK_REPORT_H */
