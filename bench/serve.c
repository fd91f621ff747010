/* SPDX-License-Identifier: MIT */
/* The part of a contender that is the same in all: input, serial reference,
   check, and the loop that answers commands. Built once, with optimisation,
   whatever the contender is built with. */
#include "bench.h"

#include <dirent.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

bench_problem bench;

static const char *const works[BENCH_WORKS] = {
    "W1", "W2", "W2n", "W3", "W5", "W6", "W8", "switch", "launch", "W4", "start", "A1", "A2",
    "A3", "A4", "A5", "W9", "W10"
};

int bench_counts_cpu(void)
{
    return getenv("BENCH_CPU") != NULL;
}

double bench_now(void)
{
    struct timespec t;
    (void)clock_gettime(bench_counts_cpu() ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Processor seconds of the children that have ended. */
static double children_cpu(void)
{
    struct rusage used;
    (void)getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
         + 1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

double bench_start(const char *program, const char *argument)
{
    char *words[3], byte;
    posix_spawn_file_actions_t actions;
    int out[2], status = 0;
    const double cpu = children_cpu();
    double t = bench_now();
    pid_t child;
    ssize_t got;
    memcpy(&words[0], &program, sizeof(program)); /* posix_spawn takes no const */
    memcpy(&words[1], &argument, sizeof(argument));
    words[2] = NULL;
    if (pipe(out) != 0) {
        return 1e9;
    }
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    (void)posix_spawn_file_actions_addclose(&actions, out[0]);
    (void)posix_spawn_file_actions_addclose(&actions, out[1]);
    status = posix_spawn(&child, program, &actions, NULL, words, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(out[1]);
    if (status != 0) {
        (void)close(out[0]);
        return 1e9;
    }
    got = read(out[0], &byte, 1);
    t = bench_now() - t;
    (void)close(out[0]);
    if (waitpid(child, &status, 0) != child || status != 0 || got != 1) {
        return 1e9;
    }
    return bench_counts_cpu() ? children_cpu() - cpu : t;
}

/* Takes away the files of a folder, and it: an empty cache. */
static void remove_folder(const char *folder)
{
    DIR *d = opendir(folder);
    const struct dirent *e;
    while (d != NULL && (e = readdir(d)) != NULL) {
        char file[1024];
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0
            && snprintf(file, sizeof(file), "%s/%s", folder, e->d_name) < (int)sizeof(file)) {
            (void)unlink(file);
        }
    }
    if (d != NULL) {
        (void)closedir(d);
    }
    (void)rmdir(folder);
}

double bench_start_cached(const char *program, int kept)
{
    const char *all = getenv("AMP_VECTORS_CACHE");
    char was[512], folder[520];
    double t;
    if (all == NULL || strlen(all) >= sizeof(was)) {
        return 1e9;
    }
    (void)snprintf(was, sizeof(was), "%s", all);
    (void)snprintf(folder, sizeof(folder), "%s-start", was);
    (void)setenv("AMP_VECTORS_CACHE", folder, 1);
    if (kept) {
        (void)bench_start(program, NULL);
    } else {
        remove_folder(folder);
    }
    t = bench_start(program, NULL);
    (void)setenv("AMP_VECTORS_CACHE", was, 1);
    return t;
}

static float *floats(size_t n)
{
    void *p = NULL;
    if (posix_memalign(&p, 4096, n * sizeof(float)) != 0) {
        (void)fprintf(stderr, "bench: no memory for %lu floats\n", (unsigned long)n);
        exit(2);
    }
    memset(p, 0, n * sizeof(float));
    return (float *)p;
}

static unsigned noise(unsigned i)
{
    i ^= i >> 16;
    i *= 0x7feb352dU;
    i ^= i >> 15;
    i *= 0x846ca68bU;
    return i ^ (i >> 16);
}

static void close_problem(void)
{
    free(bench.a);
    free(bench.b);
    free(bench.out);
    free(bench.start);
    free(bench.expected);
    free(bench.ints);
    free(bench.result);
    free(bench.result_expected);
    free(bench.keys);
    memset(&bench, 0, sizeof(bench));
}

/* Small whole numbers: sums and products are exact in float, so that the
   order of operations does not matter and the check can ask for equality. */
static void fill_small(float *p, size_t n, unsigned seed, unsigned range)
{
    size_t i;
    for (i = 0; i < n; i++) {
        p[i] = (float)(noise((unsigned)i + seed) % range);
    }
}

static void reference_sgemm(size_t n)
{
    size_t i, j, k;
    for (i = 0; i < n; i++) {
        for (k = 0; k < n; k++) {
            const float f = bench.a[i * n + k];
            for (j = 0; j < n; j++) {
                bench.expected[i * n + j] += f * bench.b[k * n + j];
            }
        }
    }
}

static void reference_heat(size_t n)
{
    const size_t w = n + 2;
    float *from = bench.expected, *to = floats(w * w), *swap;
    size_t i, j;
    int s;
    memcpy(from, bench.start, w * w * sizeof(float));
    memcpy(to, bench.start, w * w * sizeof(float));
    for (s = 0; s < bench.steps; s++) {
        for (i = 1; i <= n; i++) {
            for (j = 1; j <= n; j++) {
                const float *p = from + i * w + j;
                to[i * w + j] = p[0] + BENCH_DIFFUSION * (p[-(ptrdiff_t)w] + p[w] + p[-1] + p[1]
                                                          - 4.0f * p[0]);
            }
        }
        swap = from;
        from = to;
        to = swap;
    }
    bench.expected = from;
    free(to);
}

static void reference_nbody(size_t n)
{
    size_t i, j;
    for (i = 0; i < n; i++) {
        double x = 0, y = 0, z = 0;
        const float *p = bench.a + 4 * i;
        for (j = 0; j < n; j++) {
            const float *q = bench.a + 4 * j;
            const float dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
            const float r = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + BENCH_SOFTENING);
            const float f = q[3] * r * r * r;
            x += (double)(f * dx);
            y += (double)(f * dy);
            z += (double)(f * dz);
        }
        bench.expected[4 * i] = (float)x;
        bench.expected[4 * i + 1] = (float)y;
        bench.expected[4 * i + 2] = (float)z;
    }
}

/* Least significant digit first: the order that no comparison decides. */
static void reference_sort(size_t n)
{
    unsigned *from = (unsigned *)(void *)floats(n), *to = (unsigned *)bench.result_expected, *swap;
    int shift;
    size_t i;
    memcpy(from, bench.keys, n * sizeof(unsigned));
    for (shift = 0; shift < 32; shift += 16) {
        size_t *first = (size_t *)calloc(65537, sizeof(size_t));
        if (first == NULL) {
            (void)fprintf(stderr, "bench: no memory for 65537 counts\n");
            exit(2);
        }
        for (i = 0; i < n; i++) {
            first[(from[i] >> shift & 0xffffU) + 1]++;
        }
        for (i = 0; i < 65536; i++) {
            first[i + 1] += first[i];
        }
        for (i = 0; i < n; i++) {
            to[first[from[i] >> shift & 0xffffU]++] = from[i];
        }
        free(first);
        swap = from;
        from = to;
        to = swap;
    }
    bench.result_expected = (int *)from;
    free(to);
}

static void open_problem(bench_work work, int size, int steps)
{
    const size_t n = (size_t)size;
    size_t i, j;
    close_problem();
    bench.work = work;
    bench.n = size;
    bench.steps = steps;
    switch (work) {
    case BENCH_SGEMM:
        bench.count = n * n;
        bench.a = floats(n * n);
        bench.b = floats(n * n);
        fill_small(bench.a, n * n, 1, 13);
        fill_small(bench.b, n * n, 99, 11);
        bench.expected = floats(n * n);
        reference_sgemm(n);
        break;
    case BENCH_TRANSPOSE:
    case BENCH_TRANSPOSE_UNTILED:
        bench.count = n * n;
        bench.a = floats(n * n);
        fill_small(bench.a, n * n, 1, 1U << 20);
        bench.expected = floats(n * n);
        for (i = 0; i < n; i++) {
            for (j = 0; j < n; j++) {
                bench.expected[j * n + i] = bench.a[i * n + j];
            }
        }
        break;
    case BENCH_SUM:
        bench.ints = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.ints[i] = (int)(noise((unsigned)i) % 100);
            bench.expected_total += bench.ints[i];
        }
        break;
    case BENCH_SAXPY:
        bench.count = n;
        bench.a = floats(n);
        bench.start = floats(n);
        bench.expected = floats(n);
        fill_small(bench.a, n, 1, 1000);
        fill_small(bench.start, n, 7, 1000);
        for (i = 0; i < n; i++) {
            bench.expected[i] = bench.start[i] + BENCH_SAXPY_A * bench.a[i];
        }
        break;
    case BENCH_RELU:
    case BENCH_GUARD:
        bench.count = n;
        bench.a = floats(n);
        bench.expected = floats(n);
        fill_small(bench.a, n, 1, 1000);
        for (i = 0; i < n; i++) {
            bench.a[i] -= 500;
            bench.expected[i] = work == BENCH_GUARD ? bench.a[i] * BENCH_SAXPY_A + 1
                : bench.a[i] > 0 ? bench.a[i] : 0;
        }
        break;
    case BENCH_HEAT:
        bench.count = (n + 2) * (n + 2);
        bench.b = floats(bench.count);
        bench.start = floats(bench.count);
        bench.expected = floats(bench.count);
        fill_small(bench.start, bench.count, 5, 100);
        reference_heat(n);
        break;
    case BENCH_NBODY:
        bench.count = 4 * n;
        bench.a = floats(4 * n);
        bench.expected = floats(4 * n);
        for (i = 0; i < 4 * n; i++) {
            bench.a[i] = (float)(noise((unsigned)i) % 10000) * 1e-4f;
        }
        reference_nbody(n);
        break;
    case BENCH_SCAN:
        bench.ints = (int *)(void *)floats(n);
        bench.result = (int *)(void *)floats(n);
        bench.result_expected = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.ints[i] = (int)(noise((unsigned)i) % 100);
            if (i + 1 < n) {
                bench.result_expected[i + 1] = bench.result_expected[i] + bench.ints[i];
            }
        }
        break;
    case BENCH_REDUCE_INT:
    case BENCH_INCLUSIVE_SCAN:
    case BENCH_EXCLUSIVE_SCAN:
        bench.ints = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.ints[i] = (int)(noise((unsigned)i) % 100);
            bench.expected_total += bench.ints[i];
        }
        if (work != BENCH_REDUCE_INT) {
            int sum = 0;
            bench.result = (int *)(void *)floats(n);
            bench.result_expected = (int *)(void *)floats(n);
            for (i = 0; i < n; i++) {
                bench.result_expected[i] = sum + (work == BENCH_INCLUSIVE_SCAN ? bench.ints[i] : 0);
                sum += bench.ints[i];
            }
        }
        break;
    case BENCH_REDUCE_FLOAT: /* 0 and 1: exact in any order up to 2^24 elements */
        bench.a = floats(n);
        fill_small(bench.a, n, 3, 2);
        for (i = 0; i < n; i++) {
            bench.expected_total += (long long)bench.a[i];
        }
        break;
    case BENCH_SORT:
        bench.keys = (unsigned *)(void *)floats(n);
        bench.result = (int *)(void *)floats(n);
        bench.result_expected = (int *)(void *)floats(n);
        for (i = 0; i < n; i++) {
            bench.keys[i] = noise((unsigned)i);
        }
        reference_sort(n);
        break;
    case BENCH_SWITCH:
    case BENCH_LAUNCH:
    case BENCH_START:
    case BENCH_WORKS:
        break;
    }
    if (bench.count > 0) {
        bench.out = floats(bench.count);
    }
}

/* The same start for every run; an output that a run must fill holds no
   result of an earlier one. */
static void restore(void)
{
    bench.total = -1;
    if (bench.keys != NULL) {
        memcpy(bench.result, bench.keys, (size_t)bench.n * sizeof(unsigned));
    } else if (bench.result != NULL) {
        memset(bench.result, 0xff, (size_t)bench.n * sizeof(int)); /* -1: no sum of these */
    }
    if (bench.start != NULL) {
        memcpy(bench.out, bench.start, bench.count * sizeof(float));
        if (bench.b != NULL) {
            memcpy(bench.b, bench.start, bench.count * sizeof(float));
        }
    } else if (bench.out != NULL) {
        memset(bench.out, 0xff, bench.count * sizeof(float)); /* NaN: equal to nothing */
    }
}

/* NULL, or what is wrong. */
static const char *check(void)
{
    static char why[160];
    const float relative = bench.work == BENCH_NBODY ? 2e-3f : bench.work == BENCH_HEAT ? 1e-4f : 0;
    float scale = 0;
    size_t i;
    if (bench.result != NULL) {
        for (i = 0; i < (size_t)bench.n; i++) {
            if (bench.result[i] != bench.result_expected[i]) {
                (void)snprintf(why, sizeof(why), "element %lu is %d, not %d", (unsigned long)i,
                               bench.result[i], bench.result_expected[i]);
                return why;
            }
        }
        return NULL;
    }
    if (bench.work == BENCH_SUM || bench.work == BENCH_REDUCE_INT
        || bench.work == BENCH_REDUCE_FLOAT) {
        if (bench.total != bench.expected_total) {
            (void)snprintf(why, sizeof(why), "the sum is %lld, not %lld", bench.total,
                           bench.expected_total);
            return why;
        }
        return NULL;
    }
    if (relative > 0) {
        for (i = 0; i < bench.count; i++) {
            scale = fmaxf(scale, fabsf(bench.expected[i]));
        }
    }
    for (i = 0; i < bench.count; i++) {
        if (bench.work == BENCH_NBODY && i % 4 == 3) {
            continue;
        }
        if (!(fabsf(bench.out[i] - bench.expected[i]) <= relative * scale)) {
            (void)snprintf(why, sizeof(why), "element %lu is %g, not %g", (unsigned long)i,
                           (double)bench.out[i], (double)bench.expected[i]);
            return why;
        }
    }
    return NULL;
}

static const char *wrong;

static double run_once(const bench_contender *c, const bench_variant *v)
{
    double t, own;
    restore();
    if (c->before != NULL) {
        c->before();
    }
    t = bench_now();
    own = v->run();
    t = own >= 0 ? own : bench_now() - t;
    if (c->after != NULL) {
        c->after();
    }
    if (wrong == NULL) {
        wrong = t >= 1e9 ? "the program failed" : check();
    }
    return t;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Which variants of the open workload have run: see bench_contender.compiles. */
static char compiled[64];

/* Of one variant, or of two by turns, into median[]: one run to wake threads and
   caches, checked, which counts only where it took as long as the whole budget
   (seconds, for each); then up to nine runs within the budget, each checked. */
static void time_variants(const bench_contender *c, const int *which, int count, double budget,
                          double *median)
{
    static int turn; /* which of two goes first: the other one next time */
    double t[2][9], spent = 0;
    int n = 0, i;
    wrong = NULL;
    turn++;
    for (i = 0; i < count; i++) {
        const int k = which[i];
        if (c->compiles && !(k < (int)sizeof(compiled) && compiled[k])) {
            (void)run_once(c, &c->variants[k]);
            if (k < (int)sizeof(compiled)) {
                compiled[k] = 1;
            }
        }
    }
    for (i = 0; i < count; i++) {
        const int k = (i + turn) % count;
        median[k] = run_once(c, &c->variants[which[k]]);
        spent += median[k];
    }
    if (spent >= budget * count) {
        return;
    }
    for (spent = 0; n < 9 && (n == 0 || spent < budget * count) && wrong == NULL; n++) {
        for (i = 0; i < count; i++) {
            const int k = (i + turn + n) % count;
            t[k][n] = run_once(c, &c->variants[which[k]]);
            spent += t[k][n];
        }
    }
    for (i = 0; i < count && n > 0; i++) {
        qsort(t[i], (size_t)n, sizeof(t[i][0]), by_value);
        median[i] = t[i][n / 2];
    }
}

static void answer_list(const bench_contender *c)
{
    const char *sep = " ";
    int i;
    (void)printf("ok");
    for (i = 0; i < c->count; i++) {
        if (c->variants[i].work == bench.work) {
            (void)printf("%s%s", sep, c->variants[i].name);
            sep = "|";
        }
    }
    (void)printf("\n");
}

static int variant_of(const bench_contender *c, const char *name)
{
    int i;
    for (i = 0; i < c->count; i++) {
        if (c->variants[i].work == bench.work && strcmp(c->variants[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

/* A variant's name, or two with a bar between them. */
static void answer_time(const bench_contender *c, char *names, double budget)
{
    double t[2] = { 0, 0 };
    int which[2], count = 1;
    char *second = strchr(names, '|');
    if (second != NULL) {
        *second++ = '\0';
        which[count++] = variant_of(c, second);
    }
    which[0] = variant_of(c, names);
    if (which[0] < 0 || which[count - 1] < 0) {
        (void)printf("none\n");
        return;
    }
    time_variants(c, which, count, budget, t);
    if (wrong != NULL) {
        (void)printf("wrong %s\n", wrong);
    } else {
        (void)printf("ok %.12f %.12f\n", t[0], t[1]);
    }
}

static void answer_open(const bench_contender *c, const char *work, int n, int steps)
{
    const char *why = NULL;
    int i, k;
    for (i = 0; i < BENCH_WORKS && strcmp(works[i], work) != 0; i++) { }
    for (k = 0; k < c->count && (int)c->variants[k].work != i; k++) { }
    if (i == BENCH_WORKS || k == c->count) {
        (void)printf("none no such workload here\n");
        return;
    }
    open_problem((bench_work)i, n, steps);
    memset(compiled, 0, sizeof(compiled));
    if (c->opened != NULL) {
        why = c->opened();
    }
    if (why != NULL) {
        close_problem();
        (void)printf("none %s\n", why);
    } else {
        (void)printf("ok\n");
    }
}

int bench_serve(const bench_contender *c)
{
    char line[256], word[128];
    int n, steps;
    double budget;
    while (fgets(line, sizeof(line), stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "open %127s %d %d", word, &n, &steps) == 3) {
            answer_open(c, word, n, steps);
        } else if (sscanf(line, "time %lf %127[^\n]", &budget, word) == 2) {
            answer_time(c, word, budget);
        } else if (strcmp(line, "list") == 0) {
            answer_list(c);
        } else if (strcmp(line, "close") == 0) {
            if (c->closed != NULL) {
                c->closed();
            }
            close_problem();
            (void)printf("ok\n");
        } else {
            (void)printf("none unknown command\n");
        }
        (void)fflush(stdout);
    }
    return 0;
}
