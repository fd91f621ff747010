/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_COMPILE_H
#define AMP_VECTORS_COMPILE_H
/*
amp/vectors/compile.h: a kernel made into vectors while the program runs: from the cache,
or by the system's compiler.

    regions -> cc -E -> the kernel as loops -> cc -shared -> the cache -> dlopen

A compiler that is missing, fails, or takes more than a minute, a full disk, a spoiled
cache: each is a sentence, and the kernel stays on fibers, or on loops.
*/

#include <dlfcn.h> /* dlopen */
#include <sys/auxv.h> /* AT_SECURE */
#include <sys/resource.h> /* how large a file may be */
#include "../base/plugin.h"
#include "passes.h"
#include "source.h"
#include "exact_math.h"
#include "cache.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h> /* what -march=native means here */
#endif

/* Whoever changes the code that is made counts this up, so that no older file of the cache
   is taken for it. */
#define AMP__VEC_FORM "72"

/* How many of amp__vec_functions glibc has as vectors for gcc, and for clang. */
#if defined(__x86_64__) && defined(__GLIBC__)
enum { AMP__VEC_BY_GCC = __GLIBC_PREREQ(2, 35) ? AMP__VEC_MOST : AMP__VEC_FEW,
       AMP__VEC_BY_CLANG = AMP__VEC_FEW };
#elif defined(__aarch64__) && defined(__GLIBC__)
enum { AMP__VEC_BY_GCC = __GLIBC_PREREQ(2, 40) ? AMP__VEC_MOST : 0, AMP__VEC_BY_CLANG = 0 };
#else
enum { AMP__VEC_BY_GCC = 0, AMP__VEC_BY_CLANG = 0 };
#endif

#define AMP__VEC_SENTENCE 600

/* What holds for every kernel, read when the first one is launched. */
typedef struct amp__vec_setup {
    int off;                      /* AMP_VECTORS=0, a set-uid program, a debugger */
    int wait;                     /* AMP_VECTORS=wait: launches wait for the compiler */
    int fast;                     /* AMP_VECTORS_FAST=1: contraction, reciprocals, libmvec */
    int folder;                   /* the cache's, or -1 */
    int stop;                     /* set while a compiler runs: it ends */
    char compiler[1024];
    amp__cache_key key;           /* of the compiler, the CPU, the library */
    char why[AMP__VEC_SENTENCE];  /* why nothing is compiled, or "" */
} amp__vec_setup;

/* What a kernel took to be made. */
typedef struct amp__vec_cost {
    int cached;                     /* it came from the cache */
    unsigned long long nanoseconds;
} amp__vec_cost;

/* A translation unit's text. */
typedef struct amp__vec_unit {
    const amp__program *program;
    amp__c_store store;     /* of the texts */
    amp__text source;     /* the regions; nobody writes them and their key */
    amp__text plain;      /* the same, preprocessed; empty until it is needed */
    amp__cache_key key;
    amp__vec_file *file;      /* `plain`, read; NULL until then */
    int clang;                /* by one that knows libmvec, */
    int gcc;                  /* or by gcc that knows -mstore-max */
    int exact;                /* the kernel at work has vectors of exact_math.h */
    char why[AMP__VEC_SENTENCE];
    struct amp__vec_unit *next;
} amp__vec_unit;

AMP__C_BEGIN
/* There where the program has gcc's UndefinedBehaviorSanitizer, which no macro says. */
extern void amp__vec_ubsan(void) AMP__SYSTEM_CALL("__ubsan_handle_type_mismatch_v1")
    __attribute__((weak));
AMP__C_END

/* What a compiler has open behind its standard files: the cache's folder. */
enum { AMP__VEC_FOLDER_THERE = 3 };

/* How large a file of this process may be. A write beyond that would end the process
   (SIGXFSZ), so nothing is written where it is less than AMP__VEC_FILE_ROOM. */
enum { AMP__VEC_FILE_ROOM = 16 << 20 };
static AMP__COLD unsigned long amp__vec_file_limit(void)
{
    struct rlimit most;
    return getrlimit(RLIMIT_FSIZE, &most) == 0 ? (unsigned long)most.rlim_cur : 0;
}

/* Whether a debugger or a tracer holds the process: then kernels stay on fibers, where threads
   can be followed one by one. */
static AMP__COLD int amp__vec_traced(void)
{
    amp__c_store store = AMP__ZERO;
    amp__text text = amp__c_empty(&store);
    const char *p;
    int traced;
    (void)amp__read_file("/proc/self/status", &text, 1 << 16);
    p = strstr(text.at, "TracerPid:");
    traced = p != NULL && atoi(p + 10) != 0;
    amp__c_store_free(&store);
    return traced;
}

/* Adds to the key what the compiler's -march=native depends on. */
static AMP__COLD void amp__vec_hash_cpu(amp__cache_key *k)
{
#if defined(__x86_64__) || defined(__i386__)
    unsigned r[4], leaf;
    for (leaf = 0; leaf < 8; leaf++) {
        r[0] = r[1] = r[2] = r[3] = 0;
        if ((leaf < 2 || leaf == 7)
            && __get_cpuid_count(leaf, 0, &r[0], &r[1], &r[2], &r[3]) != 0) {
            r[1] = leaf == 1 ? 0 : r[1]; /* which of the CPUs this is */
            amp__cache_key_add(k, r, sizeof(r));
        }
    }
#else
    const unsigned long a = getauxval(AT_HWCAP), b = getauxval(AT_HWCAP2);
    amp__cache_key_add(k, &a, sizeof(a));
    amp__cache_key_add(k, &b, sizeof(b));
#endif
}

/* Whether this program can load code. One that is linked statically has no dlopen, since a weak
   reference (amp/base/plugin.h) brings none into it, or musl's, which refuses. */
static AMP__COLD int amp__vec_loads(void)
{
    void *self = amp__dlopen_call != NULL ? dlopen(NULL, RTLD_LAZY) : NULL;
    return self != NULL && dlclose(self) == 0;
}

/* Reads the environment, opens the cache, finds the compiler. Where one is missing the reason
   is in u->why, and no kernel is compiled. */
static AMP__COLD void amp__vec_set_up(amp__vec_setup *u)
{
    const int mode = amp__setting_of(AMP__SETTING_VECTORS).word; /* 0, 1 or wait */
    const char *cc = amp__setting_of(AMP__SETTING_VECTORS_CC).text;
    amp__c_store store = AMP__ZERO;
    amp__text prelude = amp__c_empty(&store);
    struct stat about;
    memset(u, 0, sizeof(*u));
    u->folder = -1;
    u->off = mode == 1 || getauxval(AT_SECURE) != 0
        || amp__vec_traced() || amp__vec_ubsan != NULL;
    u->wait = mode == 3;
    u->fast = amp__setting_of(AMP__SETTING_VECTORS_FAST).word;
    if (u->off) {
        return;
    }
    if (!amp__vec_loads()) {
        (void)snprintf(u->why, sizeof(u->why), "a program that is linked statically cannot load "
                       "what the compiler makes");
        return;
    }
    cc = cc != NULL ? cc : "cc";
    if (!amp__process_find(cc, u->compiler, sizeof(u->compiler), &about)) {
        (void)snprintf(u->why, sizeof(u->why), "there is no compiler '%.200s': AMP_VECTORS_CC "
                       "names another", cc);
        return;
    }
    u->folder = amp__vec_folder(u->why, sizeof(u->why));
    u->key = amp__cache_key_start();
    amp__cache_key_add_text(&u->key, AMP_VERSION " " AMP__VEC_FORM);
    amp__cache_key_add_text(&u->key, u->compiler);
    amp__cache_key_add(&u->key, &about.st_size, sizeof(about.st_size));
    amp__cache_key_add(&u->key, &about.st_mtime, sizeof(about.st_mtime));
    amp__cache_key_add(&u->key, &u->fast, sizeof(u->fast));
    amp__vec_hash_cpu(&u->key);
    amp__vec_prelude(&prelude, 1, 0);
    amp__vec_put_text(&prelude, amp__text_of_exact_math());
    amp__cache_key_add(&u->key, prelude.at, prelude.used);
    amp__c_store_free(&store);
}

/* A translation unit's regions as one text, with the key of it; NULL where memory ran out. The
   caller keeps it for good. */
static AMP__COLD amp__vec_unit *amp__vec_new_unit(const amp__vec_setup *u, const amp__program *p)
{
    amp__vec_unit *unit = (amp__vec_unit *)amp__alloc_zero(sizeof(*unit));
    if (unit == NULL) {
        return NULL;
    }
    unit->program = p;
    unit->source = unit->plain = amp__c_empty(&unit->store);
    amp__vec_source(p, &unit->source);
    if (unit->source.failed) {
        amp__c_store_free(&unit->store);
        amp__free(unit);
        return NULL;
    }
    unit->key = u->key;
    amp__cache_key_add_text(&unit->key, amp__vec_options(p));
    amp__cache_key_add(&unit->key, &p->short_names, sizeof(p->short_names));
    amp__cache_key_add(&unit->key, unit->source.at, unit->source.used);
    return unit;
}

/* Adds the first line of the compiler's words, in `file`, that speaks of an error. */
static AMP__COLD void amp__vec_first_error(int file, char *why, size_t size)
{
    amp__c_store store = AMP__ZERO;
    amp__text text = amp__c_empty(&store);
    const char *p;
    (void)amp__read_text(file, &text, 1 << 20);
    p = strstr(text.at, "error: ");
    if (p != NULL) {
        while (p > text.at && p[-1] != '\n') {
            p--;
        }
        (void)snprintf(why, size, "the compiler says: %.*s", (int)strcspn(p, "\n"), p);
    }
    amp__c_store_free(&store);
}

/* The most words of a command line. */
enum { AMP__VEC_WORDS = 64 };

/* Adds the words of `options` to the command line `words`, which has n; returns how many it
   has then. They point into `copy`, where they are cut apart. */
static AMP__COLD int amp__vec_add_words(const char **words, int n, const char *options, char *copy,
                                        size_t size)
{
    char *p = copy;
    (void)snprintf(copy, size, "%s", options);
    for (p += strspn(p, " "); *p != '\0' && n < AMP__VEC_WORDS - 16; p += strspn(p, " ")) {
        words[n++] = p;
        p += strcspn(p, " ");
        if (*p != '\0') {
            *p++ = '\0';
        }
    }
    return n;
}

/* Runs the compiler with these words on `text`; its standard output goes to the descriptor `out`,
   or AMP__PROCESS_NOTHING. `scratch` begins the names of files for the moment. 0: `why`. */
static AMP__COLD int amp__vec_cc(const amp__vec_setup *u, const char **words, const char *scratch,
                                 const amp__text *text, int out, char *why)
{
    char name[96];
    int files[5], r = AMP__PROCESS_ABSENT;
    (void)snprintf(name, sizeof(name), "%s.in", scratch);
    files[0] = amp__vec_scratch(u->folder, name);
    files[1] = out;
    (void)snprintf(name, sizeof(name), "%s.err", scratch);
    files[2] = amp__vec_scratch(u->folder, name);
    files[AMP__VEC_FOLDER_THERE] = u->folder;
    files[4] = AMP__PROCESS_PIPE;
    (void)snprintf(why, AMP__VEC_SENTENCE, "the cache's folder takes no files: is the disk full?");
    if (files[0] >= 0 && files[2] >= 0 && amp__write_all(files[0], text->at, text->used)
        && lseek(files[0], 0, SEEK_SET) == 0) {
        r = amp__process_run(u->compiler, words, files, 5, NULL, &u->stop);
        if (r == AMP__PROCESS_ABSENT) {
            (void)snprintf(why, AMP__VEC_SENTENCE, "the compiler %.300s did not run", u->compiler);
        } else if (r != 0 && __atomic_load_n(&u->stop, __ATOMIC_RELAXED)) {
            (void)snprintf(why, AMP__VEC_SENTENCE, "the program ended");
        } else if (r == AMP__PROCESS_KILLED) {
            (void)snprintf(why, AMP__VEC_SENTENCE, "the compiler %.300s took more than %d seconds",
                           u->compiler, AMP__PROCESS_SECONDS);
        } else if (r != 0 && r != AMP__PROCESS_UNKNOWN) {
            (void)snprintf(why, AMP__VEC_SENTENCE, "the compiler %.300s failed", u->compiler);
            amp__vec_first_error(files[2], why, AMP__VEC_SENTENCE);
        }
    }
    (void)close(files[0]);
    (void)close(files[2]);
    return r == 0 || r == AMP__PROCESS_UNKNOWN;
}

/* Whether the unit's regions can be compiled at all; 0: unit->why. f is used for this alone. */
static AMP__COLD int amp__vec_check_unit(amp__vec_unit *unit, amp__vec_file *f)
{
    const amp__c_token *t;
    if (!amp__vec_check_source(&f->c, unit->program, amp__vec_options(unit->program))) {
        if (f->c.why_token < 0) { /* of no one place */
            (void)snprintf(unit->why, sizeof(unit->why), "%s", f->c.why);
        } else {
            t = &f->c.t[f->c.why_token];
            (void)snprintf(unit->why, sizeof(unit->why), "%.*s:%d: %s", t->file_n, t->file,
                           t->line, f->c.why);
        }
    }
    amp__c_store_free(&f->c.store);
    memset(f, 0, sizeof(*f));
    return unit->why[0] == '\0';
}

/* Has the compiler preprocess the unit's text, and reads it: unit->file. 0 and the reason in
   unit->why where that failed, or the text cannot be compiled at all. Called once for each unit. */
static AMP__COLD int amp__vec_open_unit(const amp__vec_setup *u, amp__vec_unit *unit,
                                        const char *scratch)
{
    const char *words[AMP__VEC_WORDS];
    char name[96], options[1024];
    int n = 0, out;
    unit->file = (amp__vec_file *)amp__alloc_zero(sizeof(*unit->file));
    if (unit->file == NULL) {
        (void)snprintf(unit->why, sizeof(unit->why), "there is no memory for this");
        return 0;
    }
    if (!amp__vec_check_unit(unit, unit->file)) {
        return 0;
    }
    words[n++] = u->compiler;
    words[n++] = "-E";
    words[n++] = "-x";
    words[n++] = "c";
    n = amp__vec_add_words(words, n, amp__vec_options(unit->program), options, sizeof(options));
    words[n++] = "-";
    words[n] = NULL;
    (void)snprintf(name, sizeof(name), "%s.out", scratch);
    out = amp__vec_scratch(u->folder, name);
    if (amp__vec_cc(u, words, scratch, &unit->source, out, unit->why)) {
        unit->why[0] = '\0';
        unit->file->c.short_names = unit->program->short_names;
        unit->file->strips = 1;
        unit->file->fast = u->fast;
        if (amp__read_text(out, &unit->plain, (size_t)64 << 20) != 0) {
            (void)snprintf(unit->why, sizeof(unit->why), "there is no memory for the text");
        } else if (!amp__vec_open(unit->file, unit->plain.at, unit->plain.at + unit->plain.used)) {
            (void)snprintf(unit->why, sizeof(unit->why), "%s", unit->file->c.why);
        }
        unit->clang = strstr(unit->plain.at, "\n#pragma AMP__VEC_CLANG") != NULL;
        unit->gcc = strstr(unit->plain.at, "\n#pragma AMP__VEC_GCC") != NULL;
        unit->file->functions = u->fast
            ? (unit->clang ? AMP__VEC_BY_CLANG : AMP__VEC_BY_GCC)
            : amp__vec_has_exact_math() ? (unit->clang ? AMP__VEC_FEW : AMP__VEC_EXACT) : 0;
    }
    (void)close(out);
    return unit->why[0] == '\0';
}

/* Adds what is slow in the kernel's text as a string, for who finds it in the cache. */
static AMP__COLD void amp__vec_put_advice(amp__text *text, const amp__text *advice)
{
    size_t k;
    amp__text_puts(text, "extern const char amp__vec_advice_1[];\n"
                         "const char amp__vec_advice_1[] = \"");
    for (k = 0; k < advice->used; k++) {
        const char c = advice->at[k];
        amp__text_puts(text, c == '"' || c == '\\' ? "\\" : "");
        amp__text_put(text, c == '\n' ? "\\n" : &c, c == '\n' ? 2 : 1);
    }
    amp__text_puts(text, "\";\n");
}

/* Says what is slow in the kernel called name[0..n): a line of `advice` for each pattern. */
static AMP__COLD void amp__vec_tell_advice(const char *name, int n, const char *advice)
{
    int line;
    for (; advice != NULL && *advice != '\0'; advice += line) {
        line = (int)strcspn(advice, "\n") + 1;
        (void)fprintf(stderr, "amp: kernel %.*s is slow at %.*s", n, name, line, advice);
    }
}

/* Whether the kernel writes views. */
static AMP__COLD int amp__vec_writes_views(const amp__kernel *k)
{
    int i, writes = 0;
    for (i = 0; i < k->parameter_count; i++) {
        writes |= amp__comes_back(&k->parameters[i]);
    }
    return writes;
}

/* What lines of the log say of the form for launches whose views share memory. */
static AMP__COLD const char *amp__vec_form_said(const amp__kernel *k, int apart)
{
    return amp__vec_writes_views(k) && !apart ? ", on views that share memory" : "";
}

/* Adds the kernel to `text` as a C file of its own, for views that are apart or for any; 0 and the
   reason in `why`. */
static AMP__COLD int amp__vec_translate(amp__vec_unit *unit, const amp__kernel *k, int apart,
                                        amp__text *text, char *why)
{
    amp__vec_file *f = unit->file;
    const amp__c_kernel *d = amp__c_find_kernel(&f->c, k->name);
    size_t own;
    int called;
    if (d == NULL) {
        (void)snprintf(why, AMP__VEC_SENTENCE, "it does not stand between AMP_DEVICE_BEGIN and "
                       "AMP_DEVICE_END, or a macro makes it");
        return 0;
    }
    f->shared = amp__vec_writes_views(k) && !apart;
    if (!amp__vec_kernel(f, d)) {
        const amp__c_token *t = &f->c.t[f->c.why_token >= 0 ? f->c.why_token : d->name];
        (void)snprintf(why, AMP__VEC_SENTENCE, "%.*s:%d: %s", t->file_n, t->file, t->line,
                       f->c.why);
        return 0;
    }
    if (f->code.streams) { /* else copies of rows are calls of memcpy: ahead.h */
        amp__text_puts(text, "#if defined(__GNUC__) && !defined(__clang__)\n"
                       "#pragma GCC optimize(\"no-tree-loop-distribute-patterns\")\n#endif\n");
    }
    amp__text_puts(text, apart ? "#define AMP__VEC_APART restrict\n" : "");
    amp__vec_prelude(text, f->tree.body.warps > 0, unit->program->short_names);
    own = text->used;
    amp__text_put(text, f->needs.text.at, f->needs.text.used);
    amp__text_put(text, f->code.out.at, f->code.out.used);
    called = f->fast || text->failed ? 0
        : amp__vec_functions_called(text->at + own, f->functions, unit->clang);
    unit->exact = called != 0;
    amp__vec_put_words_used(text);
    if (unit->exact) { /* whose words the kernel does not use, as below */
        amp__vec_put_exact_math(text, called);
    }
    amp__vec_put_advice(text, &f->advice.out);
    return !text->failed && !f->needs.text.failed && !f->code.out.failed;
}

/* Compiles the text to the cache's file of that key; 0 and the reason in `why`. */
static AMP__COLD int amp__vec_build(const amp__vec_setup *u, const amp__vec_unit *unit,
                                    const amp__text *text, const char *scratch,
                                    amp__cache_key key, char *why)
{
    static const char *const fixed[] = { "-O3",
#if defined(__x86_64__) || defined(__i386__)
        "-march=native",
#elif defined(__aarch64__)
        "-mcpu=native",
#endif
        "-std=gnu11", "-fopenmp-simd", "-fPIC", "-shared", "-fno-math-errno",
        "-fno-trapping-math", "-fvisibility=default", "-Wl,-z,defs",
        "-Werror=implicit-function-declaration", NULL };
    /* clang takes gathers for slow on AMD's CPUs, and reads for each thread by itself: no loop
       under a mask that reads becomes vectors then. Other kernels are slower with gathers. */
    static const char *const gathers[] = { "-Xclang", "-target-feature", "-Xclang",
        "+fast-gather", NULL };
    /* What a thread's neighbour reads clang carries over from thread to thread else, where all
       turns of a loop are written out (whole_loops.h), and makes no vectors. */
    static const char *const carries[] = { "-mllvm", "-enable-load-in-loop-pre=false", NULL };
    /* clang asks of 100 pairs of accesses at most whether one waits for the other, and takes the
       members of more structures than that for elements that lie apart: a transform of eight
       complex numbers a thread took twice the time. */
    static const char *const pairs[] = { "-mllvm", "-max-dependences=2000", NULL };
    const char *words[AMP__VEC_WORDS];
    char options[1024], there[128], fresh[96];
    const int exact = unit->exact && unit->file->functions > 0;
    int n = 0, k;
    (void)snprintf(fresh, sizeof(fresh), "%s.tmp", scratch);
    (void)snprintf(there, sizeof(there), "/proc/self/fd/%d/%s", AMP__VEC_FOLDER_THERE, fresh);
    words[n++] = u->compiler;
    for (k = 0; fixed[k] != NULL; k++) {
        words[n++] = fixed[k];
    }
    words[n++] = u->fast ? "-ffp-contract=fast" : "-ffp-contract=off";
    if (u->fast) {
        words[n++] = "-freciprocal-math";
        words[n++] = "-DAMP__VEC_RECIPROCAL";
    }
    if (exact || (u->fast && unit->file->functions > 0)) {
        if (unit->clang) {
            words[n++] = "-fveclib=libmvec";
        }
        words[n++] = exact ? "-DAMP__VEC_EXACT_MATH" : "-DAMP__VEC_FAST"; /* prelude.h */
    }
    if (amp__vec_wraps(unit->program)) {
        words[n++] = "-fwrapv";
    }
    if (unit->file->needs.casts) { /* no macro says what the program has; and it costs loops */
        words[n++] = "-fno-strict-aliasing";
    }
    if (unit->file->schedule.streams) {
        words[n++] = "-fno-builtin-memcpy";
    }
    for (k = 0; unit->clang && pairs[k] != NULL; k++) {
        words[n++] = pairs[k];
    }
    for (k = 0; unit->clang && unit->file->code.turned && carries[k] != NULL; k++) {
        words[n++] = carries[k];
    }
#if defined(__x86_64__) || defined(__i386__)
    for (k = 0; unit->clang && unit->file->code.gathers && gathers[k] != NULL; k++) {
        words[n++] = gathers[k];
    }
    /* gcc copies and clears small arrays 16 bytes at a time with AVX2. A vector of 32 that is read
       behind that waits for both halves: the masks of a search took 1.3 times as long. */
    if (unit->gcc) {
        words[n++] = "-mstore-max=256";
    }
    if (unit->file->code.trees) {
        words[n++] = "-mno-avx512f"; /* see ahead.h */
    }
#endif
    n = amp__vec_add_words(words, n, amp__vec_options(unit->program), options, sizeof(options));
    words[n++] = "-x";
    words[n++] = "c";
    words[n++] = "-";
    words[n++] = "-o";
    words[n++] = there;
    /* With -lm a vector function that the text does not have would be libmvec's, whose bits are
       others. */
    words[n++] = exact ? "-l:libm.so.6" : "-lm";
    words[n] = NULL;
    if (!amp__vec_cc(u, words, scratch, text, AMP__PROCESS_NOTHING, why)) {
        (void)amp__unlinkat(u->folder, fresh, 0);
        return 0;
    }
    if (!amp__vec_keep(u->folder, fresh, key)) {
        (void)snprintf(why, AMP__VEC_SENTENCE, "what the compiler wrote is not whole: is the disk "
                       "full?");
        return 0;
    }
    return 1;
}

/* Loads the cache's file of that key; NULL and the reason in `why` where it does not load (it
   is removed then), or is not for this kernel. It stays loaded as long as the process. *advice:
   what is slow in the kernel. */
static AMP__COLD const amp__vec_compiled *amp__vec_load(const amp__vec_setup *u, amp__cache_key key,
                                                        const amp__kernel *k, const char **advice,
                                                        char *why)
{
    char name[AMP__CACHE_NAME], path[128];
    const amp__vec_compiled *made = NULL;
    int (*agrees)(void);
    void (*measure)(int *) = NULL;
    const char *const *used = NULL;
    const char *differs;
    int number[AMP__FACTS];
    void *library, *at;
    amp__cache_name(name, key, AMP__VEC_SUFFIX);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d/%s", u->folder, name);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) {
        at = dlsym(library, "amp__vec_made_1");
        memcpy(&made, &at, sizeof(made));
        at = dlsym(library, "amp__vec_measure_1");
        memcpy(&measure, &at, sizeof(measure));
        at = dlsym(library, "amp__vec_words_1");
        memcpy(&used, &at, sizeof(used));
        *advice = (const char *)dlsym(library, "amp__vec_advice_1");
    }
    if (made == NULL || measure == NULL || used == NULL) {
        const char *says = dlerror();
        (void)snprintf(why, AMP__VEC_SENTENCE, "the compiled kernel does not load: %.400s",
                       says != NULL ? says : "it holds no kernel");
        (void)amp__unlinkat(u->folder, name, 0);
        return NULL;
    }
    measure(number); /* first: *made is a structure, too */
    if (!amp__vec_facts_agree(k->program, number, used, why, AMP__VEC_SENTENCE)) {
        (void)dlclose(library);
        return NULL;
    }
    at = dlsym(library, "amp__vec_agrees_1"); /* exact_math.h; it may have none */
    memcpy(&agrees, &at, sizeof(agrees));
    if (agrees != NULL && !agrees()) {
        (void)snprintf(why, AMP__VEC_SENTENCE, "the C library's mathematics rounds here in a way "
                       "of its own");
        (void)dlclose(library);
        (void)amp__unlinkat(u->folder, name, 0);
        return NULL;
    }
    differs = amp__vec_differs(made, k);
    if (differs != NULL) {
        (void)snprintf(why, AMP__VEC_SENTENCE, "%s", differs);
        (void)dlclose(library);
        return NULL;
    }
    return made;
}

/* The key of the kernel's file in the cache. */
static AMP__COLD amp__cache_key amp__vec_kernel_key(const amp__vec_unit *unit,
                                                    const amp__kernel *k, int apart)
{
    amp__cache_key key = unit->key;
    amp__cache_key_add_text(&key, k->name);
    amp__cache_key_add_text(&key, apart ? "apart" : "");
    amp__cache_key_add_text(&key, amp__vec_wraps(unit->program) ? "wraps" : "");
    return key;
}

/* Says that the kernel runs as vectors, what that took, and what is slow in it. */
static AMP__COLD void amp__vec_tell_made(const amp__kernel *k, int apart,
                                         const amp__vec_cost *cost, const char *advice)
{
    if (amp__logs()) {
        (void)fprintf(stderr, "amp: kernel %s runs as vectors%s, %s after %.1f ms\n", k->name,
                      amp__vec_form_said(k, apart),
                      cost->cached ? "from the cache" : "compiled",
                      1e-6 * (double)cost->nanoseconds);
        amp__vec_tell_advice(k->name, (int)strlen(k->name), advice);
    }
}

/* The kernel as vectors from the cache, for launches whose views are apart or for any, and what
   that took since `start`. 1: *made is it, or NULL with the reason in `why`; 0: it is not there, or
   no longer, as it did not load, so that it has to be compiled. May run in several threads at once,
   for different kernels. */
static AMP__COLD int amp__vec_look_up(const amp__vec_setup *u, const amp__vec_unit *unit,
                                      const amp__kernel *k, int apart,
                                      unsigned long long start, const amp__vec_compiled **made,
                                      amp__vec_cost *cost, char *why)
{
    const char *advice = NULL;
    const amp__cache_key key = amp__vec_kernel_key(unit, k, apart);
    if (u->folder < 0 || !amp__vec_cached(u->folder, key)) {
        return 0;
    }
    *made = amp__vec_load(u, key, k, &advice, why);
    cost->cached = *made != NULL || amp__vec_cached(u->folder, key);
    cost->nanoseconds = amp__nanoseconds() - start;
    if (*made != NULL) {
        amp__vec_tell_made(k, apart, cost, advice);
    }
    return cost->cached;
}

/* The kernel as vectors, from the cache or compiled now, and what that took; NULL and the reason in
   `why` where it stays on fibers. Caller holds amp__vectors.work of engine.h: one kernel at a
   time. */
static AMP__COLD const amp__vec_compiled *amp__vec_compile(const amp__vec_setup *u,
                                                           amp__vec_unit *unit,
                                                           const amp__kernel *k, int apart,
                                                           amp__vec_cost *cost, char *why)
{
    const unsigned long long start = amp__nanoseconds();
    amp__c_store store = AMP__ZERO;
    amp__text text = amp__c_empty(&store);
    const amp__vec_compiled *made = NULL;
    const char *advice = NULL;
    const amp__cache_key key = amp__vec_kernel_key(unit, k, apart);
    amp__c_unit *before = NULL;
    char scratch[80];
    int built;
    if (u->folder < 0 || unit->why[0] != '\0') {
        (void)snprintf(why, AMP__VEC_SENTENCE, "%s", u->folder < 0 ? u->why : unit->why);
        return NULL;
    }
    if (amp__vec_look_up(u, unit, k, apart, start, &made, cost, why)) {
        return made; /* another process has compiled it meanwhile */
    }
    if (amp__vec_file_limit() < AMP__VEC_FILE_ROOM) {
        (void)snprintf(why, AMP__VEC_SENTENCE, "files may have %lu bytes here (ulimit -f), and a "
                       "compiler wants %d", amp__vec_file_limit(), AMP__VEC_FILE_ROOM);
        return NULL;
    }
    (void)snprintf(scratch, sizeof(scratch), "%016llx%016llx.%ld", key.a, key.b, (long)getpid());
    if (unit->file == NULL && !amp__vec_open_unit(u, unit, scratch)) {
        (void)snprintf(why, AMP__VEC_SENTENCE, "%s", unit->why);
        return NULL;
    }
    before = (amp__c_unit *)amp__alloc(sizeof(*before));
    if (before == NULL) {
        (void)snprintf(why, AMP__VEC_SENTENCE, "there is no memory for this");
        return NULL;
    }
    *before = unit->file->c;
    built = amp__vec_translate(unit, k, apart, &text, why);
    while (built) {
        made = amp__vec_build(u, unit, &text, scratch, key, why)
            ? amp__vec_load(u, key, k, &advice, why) : NULL;
        built = made == NULL && (unit->exact || u->fast) && unit->file->functions > 0
            && !__atomic_load_n(&u->stop, __ATOMIC_RELAXED);
        if (built) { /* a glibc may be built without libmvec, or round otherwise */
            unit->file->functions = 0;
            if (amp__logs()) {
                (void)fprintf(stderr, "amp: kernel %s, without vectors of mathematics: %s\n",
                              k->name, why);
            }
        }
    }
    amp__vec_discard_kernel(unit->file, before);
    amp__free(before);
    amp__c_store_free(&store);
    cost->nanoseconds = amp__nanoseconds() - start;
    if (made != NULL) {
        amp__vec_tell_made(k, apart, cost, advice);
    }
    return made;
}

#endif /* AMP_VECTORS_COMPILE_H */
