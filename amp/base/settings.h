/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_SETTINGS_H
#define AMP_BASE_SETTINGS_H
/*
amp/base/settings.h: the settings that the environment makes, as one table: what each may be, what
it is otherwise, and the sentence for a value that means nothing.

  1 table    AMP__SETTING_MAP and AMP__OPTION_MAP: tools/settings makes docs/settings.md of them
  2 options  lists such as AMP_CHECK_OPTIONS=exit=1:orders=3
  3 values   whether a text is one that a row allows
  4 reading  from the environment, once a process

A setting is read when somebody first asks for it: what nobody asks for is never looked at, and so
never wrong. A value that means something is kept from then on. One that means nothing is not: the
next one who asks reads it again, so that each launch says so, and a program that corrects its
environment goes on.
*/

#include <limits.h> /* UINT_MAX */
#include <stdio.h>  /* snprintf, and what is said under AMP_LOG */
#include <stdlib.h> /* getenv, strtod */
#include <string.h> /* strcmp, strspn */
#include "build.h"

/* ==== 1 table ============================================================ */

#if AMP__HAS_VECTORS
#define AMP__ENGINES "loops, fibers, threads or vectors"
#else
#define AMP__ENGINES "loops, fibers or threads"
#endif

/* XX(room, name, kind, read, otherwise, values, help): a variable of the environment, AMP_ and
   the name.

   room       of the library, and of docs/settings.md
   kind       ONE: one of `values`. LIST: one or several of them, with commas between. FLAG: what
              begins with 0 is off, anything else on. FOLDER: an absolute path, or off. TEXT:
              whoever uses it finds out whether it means something. OPTIONS: name=value with colons
              between, each name one of AMP__OPTION_MAP
   read       ONCE: kept when it has been read. EACH: read whenever it is asked for. A TEXT or
              FOLDER, since who asks keeps what came of it, a file that is open or a compiler that
              was found; LOG, since a program may want the lines of a part of its work alone;
              ALGORITHM_FORM, since one that compares both forms changes it as it runs
   otherwise  the value where it is not set, or in brackets what happens then
   values     what it may be. Of ONE and LIST this is the check itself: alternatives with ", " and
              " or " between; `low to high` is a number (with a point in low: not only a whole one);
              behind a word and a colon SEED is a number from 0 to 4294967295, and N one from 2
              on. What stands in brackets is for the reader alone. */
#define AMP__SETTING_MAP(XX)                                                                     \
    XX(HOST, ACCELERATOR, TEXT, EACH, "(the first device that is no emulator, or else emu)",     \
       "emu, emu:separate, cpu, opencl, opencl:1 or part of a description",                      \
       "the default accelerator")                                                                \
    XX(HOST, LIMITS, ONE, ONCE, "(the library's own limits)", "d3d11",                           \
       "refuses what Direct3D 11 refuses, and so C++ AMP")                                       \
    XX(HOST, TRACE, TEXT, EACH, "(none)", "a file that can be written",                          \
       "launches, copies and waits with their times, for Chrome's and Perfetto's viewers")       \
    XX(HOST, LOG, FLAG, EACH, "0", "0, 1 or 2",                                                  \
       "says on standard error which settings differ from what they are otherwise, what fails "  \
       "and which accelerator is in use; in a program with vectors, why a kernel has none; 2: "  \
       "and what each pass makes of one (docs/passes.md)")                                       \
    XX(EMULATOR, ENGINE, ONE, ONCE, "(loops, for tiled kernels fibers; vectors where there are "  \
       "any)", AMP__ENGINES, "how the emulator runs a kernel's threads; vectors are in programs " \
       "built with -DAMP_VECTORS")                                                               \
    XX(EMULATOR, WORKERS, ONE, ONCE, "(one for each CPU, as OpenMP says)", "1 to 4096",          \
       "OS threads that share the tiles of a launch")                                            \
    XX(EMULATOR, ORDER, ONE, ONCE, "forward", "forward, reverse or random:SEED",                 \
       "the order of threads and tiles; a seed replays")                                         \
    XX(EMULATOR, STACK, ONE, ONCE, "131072", "16384 to 1073741824 (bytes)", "a fiber's stack")   \
    XX(VECTORS, VECTORS, ONE, ONCE, "1", "0, 1 or wait", "0: no kernel runs as vectors, and "    \
       "nothing is compiled; wait: a kernel's first launch waits for the compiler")              \
    XX(VECTORS, VECTORS_CC, TEXT, EACH, "cc", "a compiler (its name or path)",                   \
       "compiles kernels as vectors")                                                            \
    XX(VECTORS, VECTORS_CACHE, FOLDER, EACH,                                                     \
       "($XDG_CACHE_HOME/amp-vectors or $HOME/.cache/amp-vectors)",                              \
       "a path that begins with /, or off", "where compiled kernels are kept: a folder of the "  \
       "user's own with mode 0700; without one nothing is compiled")                             \
    XX(VECTORS, VECTORS_FAST, FLAG, ONCE, "0", "0 or 1", "contraction, division by reciprocals, " \
       "and mathematics by glibc's vectors (4 ULP): other last bits than fibers'")               \
    XX(OPENCL, CL_OPTIONS, TEXT, EACH, "(none)", "options of OpenCL's compiler",                 \
       "stand behind the program's own")                                                         \
    XX(OPENCL, CL_DUMP, TEXT, EACH, "(none)", "a folder that is there and can be written in",    \
       "each OpenCL program as it is compiled, and the compiler's words where it does not build") \
    XX(OPENCL, CL_CACHE, FOLDER, EACH, "($XDG_CACHE_HOME/amp or $HOME/.cache/amp; none on PoCL, " \
       "which has its own)", "a path that begins with /, or off", "where compiled programs are "  \
       "kept: a folder of the user's own with mode 0700")                                        \
    XX(OPENCL, CL_MEMORY, ONE, ONCE, "shared", "shared, copy or keep",                           \
       "copy: a device that shares the host's memory is treated as one with memory of its own; " \
       "keep: and no buffer is released, for oclgrind")                                          \
    XX(OPENCL, COMPARE, FLAG, ONCE, "0", "0 or 1", "each launch on an OpenCL device runs on the " \
       "emulator first, on copies; a difference is AMP_KERNEL_FAULT")                            \
    XX(CHECKER, CHECK_OPTIONS, OPTIONS, ONCE, "(none)", "options of the kernel checker, such as " \
       "exit=1:keep_going=1", "the checker's options, in a program built with -DAMP_CHECK")      \
    XX(LENS, LENS, TEXT, EACH, "(nothing is measured)",                                          \
       "text, json, html, csv or sarif, each with :file behind it",                              \
       "what launches do to a GPU's memory, in a program built with -DAMP_LENS")                 \
    XX(LENS, LENS_OPTIONS, OPTIONS, ONCE, "(none)", "options of the lens, such as "              \
       "model=a100:tiles=all", "the lens's options")                                             \
    XX(ALGORITHMS, ALGORITHM_FORM, ONE, EACH, "(cpu on a CPU, else gpu)", "cpu or gpu",          \
       "the form of the algorithms' kernels, for tests")

/* XX(list, name, kind, read, otherwise, values, help): an option of AMP_CHECK_OPTIONS or
   AMP_LENS_OPTIONS, there in small letters. In this version a variable of its own, AMP_CHECK_EXIT,
   is read, too, where the list has no such option. */
#define AMP__OPTION_MAP(XX)                                                                      \
    XX(CHECK, REPORT, TEXT, EACH, "(none)", "files that can be written, or github, with commas "  \
       "between", "the findings as files, written whole after each launch: their form follows "  \
       "the name, in which %p is the process; github: as lines that GitHub's runner shows")      \
    XX(CHECK, EXIT, ONE, ONCE, "0", "0 to 255",                                                  \
       "replaces an exit status of 0 where something was found")                                 \
    XX(CHECK, KEEP_GOING, ONE, ONCE, "0", "0 or 1",                                              \
       "1: a launch with findings returns AMP_OK, and the program goes on")                      \
    XX(CHECK, SUPPRESSIONS, TEXT, EACH, "(none)", "a file that can be read",                     \
       "findings that nobody wants to see")                                                      \
    XX(CHECK, BASELINE, TEXT, EACH, "(none)", "a report that can be read",                       \
       "findings that were there before")                                                        \
    XX(CHECK, ALLOW_SAME, ONE, ONCE, "0", "0 or 1", "1: same-value-write is a note, and no fault") \
    XX(CHECK, ORDERS, ONE, ONCE, "1", "1 to 1000", "each launch runs in so many orders, from the " \
       "same data: reverse, at random, and last as set, whose results stay")                     \
    XX(CHECK, TILES, LIST, ONCE, "(all)", "first, last, sample or sample:N (N from 2; a value "  \
       "with a colon stands in quotes)", "only these tiles are watched; sample: 1 of 64, or 1 "  \
       "of N")                                                                                   \
    XX(CHECK, PATIENCE, ONE, ONCE, "2", "0.01 to 1000000 (seconds)", "processor time for which a " \
       "thread may read the same four words that somebody may write; without an access 2.5 "     \
       "times that, without a barrier 30 times")                                                 \
    XX(CHECK, COLOR, ONE, ONCE, "(1 on a terminal, without NO_COLOR)", "0 or 1", "colour")       \
    XX(LENS, MODEL, TEXT, EACH, "generic", "a GPU's name, a file of a model, or help",           \
       "the GPU that is assumed (docs/lens-models.md); help lists them")                         \
    XX(LENS, TILES, ONE, ONCE, "64", "all or 1 to 1000000000",                                   \
       "how many tiles of a launch are measured")                                                \
    XX(LENS, SEED, ONE, ONCE, "1", "0 to 4294967295", "by which those tiles are drawn")          \
    XX(LENS, BASE, TEXT, EACH, "(none)", "a report in JSON",                                     \
       "says on standard error what has changed since then")

#if AMP__IMPLEMENT

enum { AMP__SETTING_ONE, AMP__SETTING_LIST, AMP__SETTING_FLAG, AMP__SETTING_FOLDER,
       AMP__SETTING_TEXT, AMP__SETTING_OPTIONS };
enum { AMP__SETTING_ONCE, AMP__SETTING_EACH };

/* The number of each setting: AMP__SETTING_ENGINE, AMP__SETTING_CHECK_EXIT. */
enum {
#define AMP__SETTING(room, name, kind, read, otherwise, values, help) AMP__SETTING_##name,
#define AMP__OPTION(list, name, kind, read, otherwise, values, help) AMP__SETTING_##list##_##name,
    AMP__SETTING_MAP(AMP__SETTING) AMP__OPTION_MAP(AMP__OPTION) AMP__SETTINGS
#undef AMP__SETTING
#undef AMP__OPTION
};

static const struct amp__setting_row {
    const char *name, *otherwise, *values;
    short kind, read, list, prefix; /* of an option: its list, and where in `name` its own begins */
} amp__setting_rows[AMP__SETTINGS] = {
#define AMP__SETTING(room, name, kind, read, otherwise, values, help)         \
    { "AMP_" #name, otherwise, values, AMP__SETTING_##kind, AMP__SETTING_##read, -1, 0 },
#define AMP__OPTION(list, name, kind, read, otherwise, values, help)          \
    { "AMP_" #list "_" #name, otherwise, values, AMP__SETTING_##kind, AMP__SETTING_##read, \
      AMP__SETTING_##list##_OPTIONS, sizeof("AMP_" #list) },
    AMP__SETTING_MAP(AMP__SETTING) AMP__OPTION_MAP(AMP__OPTION)
#undef AMP__SETTING
#undef AMP__OPTION
};

/* A setting as it is. */
typedef struct amp__setting {
    const char *text; /* NULL: not set, or empty, which is the same. The value itself only of TEXT
                         and FOLDER, and where it is bad */
    double number;    /* of a number in it; FLAG: 0, 1, or 2 where it begins with that */
    int word;         /* ONE: which alternative, from 1 on; LIST: 1 << that, together; FLAG: 0 or 1;
                         FOLDER: 1 a path, 2 off; 0: none */
    short bad;        /* text means nothing */
    short option;     /* it comes from a list of options */
} amp__setting;

/* ==== 2 options ========================================================== */

enum { AMP__OPTION_TEXT = 1024 }; /* of an option's value, with its 0 */

/* The name of an option, in small letters, to name[0..32). */
static AMP__COLD const char *amp__option_name(int which, char *name)
{
    const char *from = amp__setting_rows[which].name + amp__setting_rows[which].prefix;
    size_t i;
    for (i = 0; from[i] != '\0' && i < 31; i++) {
        name[i] = (char)(from[i] >= 'A' && from[i] <= 'Z' ? from[i] - 'A' + 'a' : from[i]);
    }
    name[i] = '\0';
    return name;
}

/* The option of a list that is called name[0..n); -1: there is none. */
static AMP__COLD int amp__option_named(int list, const char *name, size_t n)
{
    char own[32];
    int i;
    for (i = 0; i < AMP__SETTINGS; i++) {
        if (amp__setting_rows[i].list == list && strlen(amp__option_name(i, own)) == n
            && strncmp(own, name, n) == 0) {
            return i;
        }
    }
    return -1;
}

/* Takes the next name=value of *at, which it moves behind it. 1, and *which, value[0..*n); 0 at
   the end; -1 where it means nothing, and the reason in why[0..size). A value in quotes, ' or ",
   may hold colons. Colons that stand together, or at an end, are one. */
static AMP__COLD int amp__option_next(int list, const char **at, int *which, const char **value,
                                      size_t *n, char *why, size_t size)
{
    const char *p = *at + strspn(*at, ":"), *end;
    const size_t name = strcspn(p, "=:");
    if (*p == '\0') {
        return 0;
    }
    if (p[name] != '=') {
        (void)snprintf(why, size, "has '%.*s' without a value: options are name=value with ':' "
                       "between, and a value with a ':' in it stands in quotes: name='a:b'",
                       name < 60 ? (int)name : 60, p);
        return -1;
    }
    *which = amp__option_named(list, p, name);
    if (*which < 0) {
        size_t used = (size_t)snprintf(why, size, "has no option '%.*s': there are",
                                       name < 60 ? (int)name : 60, p);
        char own[32];
        int i, k = 0;
        for (i = 0; i < AMP__SETTINGS; i++) {
            if (amp__setting_rows[i].list == list && used < size) {
                used += (size_t)snprintf(why + used, size - used, "%s %s", k++ > 0 ? "," : "",
                                         amp__option_name(i, own));
            }
        }
        return -1;
    }
    p += name + 1;
    if (*p == '\'' || *p == '"') {
        end = strchr(p + 1, *p);
        if (end == NULL || (end[1] != ':' && end[1] != '\0')) {
            (void)snprintf(why, size, "has a value with %s %c: %.60s",
                           end == NULL ? "no second" : "more behind the second", *p, p);
            return -1;
        }
        *value = p + 1;
        *n = (size_t)(end - *value);
        *at = end + 1;
    } else {
        *value = p;
        *n = strcspn(p, ":");
        *at = p + *n;
    }
    if (*n >= AMP__OPTION_TEXT) {
        (void)snprintf(why, size, "has a value of %lu characters: at most %d are allowed",
                       (unsigned long)*n, AMP__OPTION_TEXT - 1);
        return -1;
    }
    return 1;
}

/* Whether a list of options means something; where not, the reason is in why[0..size). */
static AMP__COLD int amp__options_good(int list, const char *text, char *why, size_t size)
{
    const char *value;
    int which, next = 1;
    size_t n;
    while (next > 0) {
        next = amp__option_next(list, &text, &which, &value, &n, why, size);
    }
    return next == 0;
}

/* ==== 3 values =========================================================== */

/* The alternative of `form`, a row's values, that text[0..n) is, from 1 on, and *number; 0: it is
   none. */
static AMP__COLD int amp__setting_fit(const char *form, const char *text, size_t n, double *number)
{
    int i = 1;
    for (;; i++) {
        const char *digits = "0123456789";
        size_t m = strcspn(form, ", "), word = m;
        double low = 0, high = 0;
        if (form[m] == ' ' && form[m + 1] == 't') { /* low to high */
            low = strtod(form, NULL);
            high = strtod(form + m + 4, NULL);
            word = 0;
#if AMP__CHECKING
            digits = memchr(form, '.', m) != NULL ? "0123456789." : digits;
#endif
            m += 4 + strcspn(form + m + 4, ", ");
        } else if (form[m - 1] == 'D' || form[m - 1] == 'N') { /* word:SEED, word:N */
            low = form[m - 1] == 'N' ? 2 : 0;
            high = UINT_MAX;
            word = strcspn(form, ":") + 1;
        }
        if (strncmp(form, text, word) == 0) {
            *number = strtod(text + word, NULL); /* 0 where nothing is left */
            if (strspn(text + word, digits) == n - word && (n > word) == (high > 0)
                && *number >= low && *number <= high) {
                return i;
            }
        }
        form += m;
        if (form[0] == '\0' || form[1] == '(') {
            *number = 0;
            return 0;
        }
        form += form[0] == ',' ? 2 : 4; /* ", " or " or " */
    }
}

/* What a text is as the setting `which`. NULL: what it is otherwise. */
static AMP__INLINE amp__setting amp__setting_parse(int which, const char *text)
{
    const struct amp__setting_row *r = &amp__setting_rows[which];
    const char *t = text != NULL ? text : r->otherwise;
    amp__setting v;
    v.text = text;
    v.number = 0;
    v.word = v.bad = v.option = 0;
    if (text == NULL && t[0] == '(') {
        return v;
    }
    if (r->kind == AMP__SETTING_FLAG) {
        v.word = t[0] != '0';
        v.number = t[0] == '2' ? 2 : v.word;
    } else if (r->kind == AMP__SETTING_ONE) {
        v.word = amp__setting_fit(r->values, t, strlen(t), &v.number);
        v.bad = v.word == 0;
#if AMP__HAS_VECTORS || defined(AMP_OPENCL)
    } else if (r->kind == AMP__SETTING_FOLDER) {
        v.word = t[0] == '/' ? 1 : strcmp(t, "off") == 0 || strcmp(t, "0") == 0 ? 2 : 0;
        v.bad = v.word == 0;
#endif
    } else if (r->kind == AMP__SETTING_OPTIONS) {
        char why[8];
        v.bad = text != NULL && !amp__options_good(which, t, why, sizeof(why));
#if AMP__CHECKING
    } else if (r->kind == AMP__SETTING_LIST) {
        while (*t != '\0' && !v.bad) {
            const size_t n = strcspn(t, ",");
            double number;
            const int word = amp__setting_fit(r->values, t, n, &number);
            v.bad = word == 0;
            v.word |= 1 << word;
            v.number = number > 0 ? number : v.number;
            t += n + (t[n] == ',');
        }
#endif
    }
    return v;
}

/* ==== 4 reading ========================================================== */

/* What all files of a program share of the settings. Without a lock: a row that another thread is
   writing is read from the environment once more. */
typedef struct amp__setting_store {
    struct {
        int state; /* atomic; one of AMP__SETTING_UNREAD... */
        amp__setting value;
    } row[AMP__SETTINGS];
} amp__setting_store;
enum { AMP__SETTING_UNREAD, AMP__SETTING_WRITTEN, AMP__SETTING_KEPT };

#define amp__settings_kept AMP__VERSIONED(amp__settings_kept)
AMP__ONE_COPY amp__setting_store amp__settings_kept;

/* Whether the list of an option is right and has it; then *v = its value, whose text is valid
   as long as the process. Two threads at once write the same there. */
static AMP__COLD int amp__option_look(int which, amp__setting *v)
{
    static char kept[AMP__SETTINGS - AMP__SETTING_CHECK_REPORT][AMP__OPTION_TEXT];
    char *room = kept[which - AMP__SETTING_CHECK_REPORT];
    const int list = amp__setting_rows[which].list;
    const char *at = getenv(amp__setting_rows[list].name), *value;
    char why[8];
    int found, there = 0;
    size_t n;
    if (at == NULL || !amp__options_good(list, at, why, sizeof(why))) {
        return 0;
    }
    while (amp__option_next(list, &at, &found, &value, &n, why, sizeof(why)) > 0) {
        if (found == which) { /* the last one counts */
            (void)snprintf(room, AMP__OPTION_TEXT, "%.*s", (int)n, value);
            there = n > 0;
        }
    }
    if (there) {
        *v = amp__setting_parse(which, room);
        v->option = 1;
    }
    return there;
}

/* A setting: as the environment has it, or what it is otherwise. Where .bad is set the caller says
   amp__setting_sentence. Any thread, no lock. The text is not to be changed, and is valid until
   the program changes the environment. */
static AMP__WARM amp__setting amp__setting_of(int which)
{
    const struct amp__setting_row *r = &amp__setting_rows[which];
    int unread = AMP__SETTING_UNREAD;
    const char *text;
    amp__setting v;
    if (AMP__LOAD(&amp__settings_kept.row[which].state) == AMP__SETTING_KEPT) {
        return amp__settings_kept.row[which].value;
    }
    text = getenv(r->name);
    text = text != NULL && text[0] != '\0' ? text : NULL;
    v = amp__setting_parse(which, text);
    if (r->list >= 0 && !amp__option_look(which, &v) && text != NULL
        && amp__setting_of(AMP__SETTING_LOG).word) {
        const char *quote = strchr(text, ':') != NULL ? "'" : "";
        char name[32];
        (void)fprintf(stderr, "amp: %s is now %s=%s=%s%.200s%s\n", r->name,
                      amp__setting_rows[r->list].name, amp__option_name(which, name), quote, text,
                      quote);
    }
    if (r->read == AMP__SETTING_ONCE && !v.bad
        && __atomic_compare_exchange_n(&amp__settings_kept.row[which].state, &unread,
                                       AMP__SETTING_WRITTEN, 0, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED)) {
        v.text = v.text != NULL ? r->name : NULL; /* not what the program may change */
        amp__settings_kept.row[which].value = v;
        AMP__STORE(&amp__settings_kept.row[which].state, AMP__SETTING_KEPT);
    }
    return v;
}

/* The sentence for a value that means nothing, to text[0..size), which is returned: what the
   setting is, and what it may be. */
static AMP__INLINE const char *amp__setting_sentence(int which, const amp__setting *v, char *text,
                                                     size_t size)
{
    const struct amp__setting_row *r = &amp__setting_rows[which];
    const char *more = r->kind == AMP__SETTING_LIST ? ", or several of them with commas between"
                                                    : "";
#if AMP__CHECKING
    char own[400] = "";
    if (r->kind == AMP__SETTING_OPTIONS) {
        (void)amp__options_good(which, v->text, own, sizeof(own));
        (void)snprintf(text, size, "%s %s", r->name, own);
        return text;
    }
    if (v->option && r->list >= 0) {
        (void)snprintf(text, size, "%s has %s='%.100s': it may be %s%s",
                       amp__setting_rows[r->list].name, amp__option_name(which, own), v->text,
                       r->values, more);
        return text;
    }
#endif
    (void)snprintf(text, size, "%s is '%.100s': it may be %s%s", r->name,
                   v->text != NULL ? v->text : "", r->values, more);
    return text;
}

#endif /* AMP__IMPLEMENT */

#endif /* AMP_BASE_SETTINGS_H */
