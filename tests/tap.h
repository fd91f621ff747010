/* SPDX-License-Identifier: MIT */
#ifndef TAP_H
#define TAP_H
/*
tap.h: the test harness. One test file is one program:

    #define AMP_SHORT_NAMES
    #include "amp.h"
    #include "tap.h"

    TEST(extent_of_three_dimensions_has_their_product)
    {
        CHECK_UINT(amp_extent_size(amp_extent(2, 3, 4)), ==, 24);
    }

Each TEST runs in a child process of its own with a time limit, so that a crash,
a hang or a spoiled setting is that test's alone. TEST_LIMIT(name, seconds) sets
another limit than TAP_LIMIT. The environment's TEST_TIMEOUT_SCALE multiplies
all limits (sanitizers, slow machines). Do not start OpenMP outside a TEST:
libgomp hangs in a child of a process that has used it.

    ./test_x              runs all, TAP on standard output
    ./test_x name ...     runs these
    ./test_x --list       lists the names
    ./test_x --here name  runs one in this process, without a limit: for gdb; in WebAssembly,
                          which has no processes, wasm/run.mjs --tap runs one after another so

A check that fails prints both values, file and line, and ends its test. Checks
work under NDEBUG, evaluate each argument once, and may be used in helper
functions and on any thread. SKIP("why %d", n) ends a test that cannot run here.
Exit status: 0 where nothing failed, 1 where something did, 2 for wrong usage.
*/
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#if !defined(__wasi__) && !defined(_WIN32)
#include <sys/wait.h>
#endif
#include <unistd.h>

#ifndef TAP_LIMIT
#define TAP_LIMIT 30 /* seconds */
#endif
#ifdef _WIN32
#include <process.h> /* _spawnl */
static const char *tap_program;
/* Windows has POSIX's setenv by another name; there an empty variable is none. */
__attribute__((unused)) static int setenv(const char *name, const char *value, int replace)
{
    return !replace && getenv(name) != NULL ? 0 : _putenv_s(name, value);
}
__attribute__((unused)) static int unsetenv(const char *name)
{
    return _putenv_s(name, "");
}
#endif

enum { TAP_FAILED = 1, TAP_SKIPPED = 77, TAP_SIGALRM = 14 /* hidden by -std=c99 */ };

typedef struct tap_test {
    const char *name;
    void (*run)(void);
    unsigned limit;
    struct tap_test *next;
} tap_test;
static tap_test *tap_first, **tap_last = &tap_first;
static int tap_reason = -1; /* where the child writes why it skips */

/* Whether AMP_ENGINE names this engine. Where it is `threads`, each thread of a tile is an OS
   thread, and few tiles are enough: what all engines share is tested with many on the others. */
__attribute__((unused)) static int tap_on_engine(const char *name)
{
    const char *engine = getenv("AMP_ENGINE");
    return engine != NULL && strcmp(engine, name) == 0;
}

__attribute__((unused)) static void tap_register(tap_test *t)
{
    *tap_last = t;
    tap_last = &t->next;
}

/* Registers itself before main, in the order of the file. */
#define TEST(name) TEST_LIMIT(name, TAP_LIMIT)
#define TEST_LIMIT(name, seconds)                                                              \
    static void tap_run_##name(void);                                                          \
    static tap_test tap_test_##name = { #name, tap_run_##name, (seconds), NULL };              \
    __attribute__((constructor)) static void tap_register_##name(void)                         \
    {                                                                                          \
        tap_register(&tap_test_##name);                                                        \
    }                                                                                          \
    static void tap_run_##name(void)

/* clang's OpenMP runtime does not free what it keeps for threads that ended. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libomp.so"; }
#endif
#endif

/* ---- checks ------------------------------------------------------------- */

/* Prints "# file:line: message" and ends the test. */
__attribute__((format(printf, 3, 4), noreturn, unused))
static void tap_fail(const char *file, int line, const char *format, ...)
{
    va_list list;
    printf("# %s:%d: ", file, line);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    fflush(stdout);
    _exit(TAP_FAILED);
}

__attribute__((unused)) static unsigned tap_hash(const char *text)
{
    unsigned h = 1;
    while (*text != '\0') {
        h = h * 31u + (unsigned char)*text++;
    }
    return h;
}

#define FAIL(...) tap_fail(__FILE__, __LINE__, __VA_ARGS__)

#define CHECK(x) ((x) ? (void)0 : tap_fail(__FILE__, __LINE__, "not true: %s", #x))

/* The texts are taken in the outer macro: there they are what was written. */
#define TAP_COMPARE(type, format, text, a, op, b)                                              \
    do {                                                                                       \
        const type tap_a = (type)(a);                                                          \
        const type tap_b = (type)(b);                                                          \
        if (!(tap_a op tap_b)) {                                                               \
            tap_fail(__FILE__, __LINE__, "not %s: %" format " and %" format, text, tap_a,    \
                     tap_b);                                                                   \
        }                                                                                      \
    } while (0)
#define CHECK_INT(a, op, b) TAP_COMPARE(int64_t, PRId64, #a " " #op " " #b, a, op, b)
#define CHECK_UINT(a, op, b) TAP_COMPARE(uint64_t, PRIu64, #a " " #op " " #b, a, op, b)
#define CHECK_FLOAT(a, op, b) TAP_COMPARE(double, ".17g", #a " " #op " " #b, a, op, b)

#define CHECK_STR(a, b) tap_check_str(__FILE__, __LINE__, #a, #b, (a), (b))
__attribute__((unused))
static void tap_check_str(const char *file, int line, const char *ta, const char *tb,
                          const char *a, const char *b)
{
    if (a == NULL || b == NULL || strcmp(a, b) != 0) {
        tap_fail(file, line, "%s is not %s: '%s' and '%s'", ta, tb, a ? a : "(NULL)",
                 b ? b : "(NULL)");
    }
}

/* The text holds the part. */
#define CHECK_CONTAINS(text, part) tap_check_contains(__FILE__, __LINE__, #text, (text), (part))
__attribute__((unused))
static void tap_check_contains(const char *file, int line, const char *what,
                               const char *text, const char *part)
{
    if (text == NULL || part == NULL || strstr(text, part) == NULL) {
        tap_fail(file, line, "%s does not hold '%s': '%s'", what, part ? part : "(NULL)",
                 text ? text : "(NULL)");
    }
}

/* A call that returns amp_status returned the one wanted; CHECK_OK: AMP_OK. One that
   returns AMP_OK leaves the sentence of the last failure alone.
   Include amp.h before the use. */
#define CHECK_OK(call) TAP_STATUS(#call, call, AMP_OK)
#define CHECK_STATUS(call, want) TAP_STATUS(#call, call, want)
#define TAP_STATUS(text, call, want)                                                           \
    do {                                                                                       \
        const unsigned tap_before = tap_hash(amp_last_error());                                \
        const amp_status tap_got = (call), tap_want = (want);                                  \
        if (tap_got == AMP_OK && tap_want == AMP_OK                                            \
            && tap_hash(amp_last_error()) != tap_before) {                                     \
            tap_fail(__FILE__, __LINE__, "%s: succeeds, and leaves the sentence '%s'", text,   \
                     amp_last_error());                                                        \
        }                                                                                      \
        if (tap_got != tap_want) {                                                             \
            tap_fail(__FILE__, __LINE__, "%s: %d (%s) instead of %d (%s); last error '%s'",    \
                     text, (int)tap_got, amp_status_string(tap_got), (int)tap_want,            \
                     amp_status_string(tap_want), amp_last_error());                           \
        }                                                                                      \
    } while (0)

/* How many floating numbers lie between a and b; far more than any limit where
   one of them is not a number. single: of type float. */
__attribute__((unused)) static double tap_ulps(double a, double b, int single)
{
    const double v[2] = { a, b };
    int64_t order[2], bits;
    int k;
    for (k = 0; k < 2; k++) {
        const float f = (float)v[k];
        int32_t narrow;
        memcpy(&narrow, &f, sizeof(narrow));
        memcpy(&bits, &v[k], sizeof(bits));
        bits = single ? (int64_t)((uint64_t)narrow << 32) : bits;
        order[k] = bits < 0 ? -(bits & INT64_MAX) : bits;
    }
    k = order[1] > order[0];
    return a != a || b != b ? 1e300
        : (double)((uint64_t)order[k] - (uint64_t)order[!k]) / (single ? 4294967296.0 : 1);
}
#define CHECK_NEAR_FLOAT(a, b, ulps) TAP_NEAR(#a " near " #b, float, 1, a, b, ulps)
#define CHECK_NEAR(a, b, ulps) TAP_NEAR(#a " near " #b, double, 0, a, b, ulps)
#define TAP_NEAR(text, type, single, a, b, ulps)                                               \
    do {                                                                                       \
        const type tap_a = (a), tap_b = (b);                                                   \
        const double tap_between = tap_ulps(tap_a, tap_b, single);                             \
        if (!(tap_between <= (double)(ulps))) {                                                \
            tap_fail(__FILE__, __LINE__, "not %s: %.17g and %.17g, %.0f ULPs apart", text,  \
                     (double)tap_a, (double)tap_b, tap_between);                               \
        }                                                                                      \
    } while (0)

/* Ends the test as skipped, for a reason in one line. */
__attribute__((format(printf, 1, 2), noreturn, unused))
static void SKIP(const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    fflush(stdout);
    if (tap_reason < 0 || write(tap_reason, text, strlen(text)) < 0) {
        printf("# skipped: %s\n", text);
        fflush(stdout);
    }
    _exit(TAP_SKIPPED);
}
/* Ends a test that meets a fault of Mesa's driver for the CPU (docs/compiler-faults.md). */
#define SKIP_ON_LLVMPIPE(...)                                                                  \
    do {                                                                                       \
        if (strstr(amp_accelerator_default().description, "llvmpipe") != NULL) {               \
            SKIP(__VA_ARGS__);                                                                 \
        }                                                                                      \
    } while (0)

/* Ends a test that needs double where the default accelerator has none; wants amp.h. */
#define SKIP_WITHOUT_DOUBLE()                                                                  \
    do {                                                                                       \
        if (!amp_accelerator_default().supports_double) {                                      \
            SKIP("%s has no double", amp_accelerator_default().description);                   \
        }                                                                                      \
    } while (0)

/* ---- running ------------------------------------------------------------ */

#if !defined(__wasi__) && !defined(_WIN32)
/* Runs a test in a child; fills why where it did not end with success. */
static int tap_child(const tap_test *t, unsigned limit, char *why, size_t size)
{
    int ends[2], status = 0;
    ssize_t n;
    pid_t child;
    fflush(stdout);
    if (pipe(ends) != 0 || (child = fork()) < 0) {
        (void)snprintf(why, size, "the system gave no process");
        return TAP_FAILED;
    }
    if (child == 0) {
        (void)close(ends[0]);
        tap_reason = ends[1];
        (void)alarm(limit); /* ends this process whatever its threads do */
        t->run();
        fflush(stdout);
        exit(0); /* not _exit: the leak sanitizer reports from here */
    }
    (void)close(ends[1]);
    n = read(ends[0], why, size - 1);
    why[n > 0 ? n : 0] = '\0';
    (void)close(ends[0]);
    (void)waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        if (number == TAP_SIGALRM) {
            (void)snprintf(why, size, "no end after %u seconds", limit);
        } else {
            (void)snprintf(why, size, "ended by signal %d", number);
        }
        return TAP_FAILED;
    }
    status = WEXITSTATUS(status);
    if (status != 0 && status != TAP_SKIPPED && status != TAP_FAILED) {
        (void)snprintf(why, size, "ended with exit status %d", status);
    }
    return status;
}

#elif defined(_WIN32)
/* Runs a test in a process of its own, which says by itself why it skips. Its time is not limited:
   that of the whole program is, by who runs it. */
static int tap_child(const tap_test *t, unsigned limit, char *why, size_t size)
{
    int status;
    (void)limit;
    fflush(stdout);
    status = (int)_spawnl(_P_WAIT, tap_program, tap_program, "--here", t->name, (char *)NULL);
    if (status != 0 && status != TAP_FAILED) {
        (void)snprintf(why, size, status == TAP_SKIPPED ? "as it says" : "ended with status %d",
                       status);
    }
    return status;
}
#else
static int tap_child(const tap_test *t, unsigned limit, char *why, size_t size)
{
    (void)limit;
    (void)snprintf(why, size, "there are no processes: --here %s runs it", t->name);
    return TAP_FAILED;
}
#endif

static tap_test *tap_find(const char *name)
{
    tap_test *t = tap_first;
    while (t != NULL && strcmp(t->name, name) != 0) {
        t = t->next;
    }
    return t;
}

/* Runs a test, prints its line; 1 where it failed. */
static int tap_report(const tap_test *t, int number, double scale)
{
    char why[512] = "";
    const int status = tap_child(t, (unsigned)(t->limit * scale) + 1, why, sizeof(why));
    if (status != 0 && status != TAP_SKIPPED && why[0] != '\0') {
        printf("# %s\n", why);
    }
    printf("%s %d - %s%s%s\n", status == 0 || status == TAP_SKIPPED ? "ok" : "not ok", number,
           t->name, status == TAP_SKIPPED ? " # SKIP " : "", status == TAP_SKIPPED ? why : "");
    return status != 0 && status != TAP_SKIPPED;
}

int main(int argc, char **argv)
{
    const char *text = getenv("TEST_TIMEOUT_SCALE");
    const double scale = text != NULL && atof(text) > 0 ? atof(text) : 1;
    const int list = argc == 2 && strcmp(argv[1], "--list") == 0;
    const int here = argc == 3 && strcmp(argv[1], "--here") == 0;
    int i, count = argc - 1, failed = 0;
    tap_test *t;
#ifdef _WIN32
    tap_program = argv[0];
#endif
    for (i = list ? argc : here ? 2 : 1; i < argc; i++) {
        if (tap_find(argv[i]) == NULL) {
            fprintf(stderr, "%s: no test is called '%s'; --list lists them\n", argv[0], argv[i]);
            return 2;
        }
    }
    if (here) {
        tap_find(argv[2])->run();
        return 0;
    }
    for (t = tap_first; t != NULL && (list || argc == 1); t = t->next) {
        count += !list;
        (void)(list && printf("%s\n", t->name));
    }
    if (list) {
        return 0;
    }
    printf("1..%d\n", count);
    for (i = 1, t = tap_first; i <= count; i++, t = t != NULL ? t->next : NULL) {
        failed += tap_report(argc > 1 ? tap_find(argv[i]) : t, i, scale);
    }
    return failed != 0;
}

#endif /* TAP_H */
