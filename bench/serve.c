/* SPDX-License-Identifier: MIT */
/* The part of a contender that is the same in all: clocks, memory and the loop
   that answers commands. Built once, with optimisation, whatever the contender
   is built with, as the workloads it serves are. */
#include "bench.h"

#include <dirent.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

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

void *bench_memory(size_t bytes)
{
    void *p = NULL;
    if (posix_memalign(&p, 4096, bytes) != 0) {
        (void)fprintf(stderr, "bench: no memory for %lu bytes\n", (unsigned long)bytes);
        exit(2);
    }
    memset(p, 0, bytes);
    return p;
}

unsigned bench_noise(unsigned i)
{
    i ^= i >> 16;
    i *= 0x7feb352dU;
    i ^= i >> 15;
    i *= 0x846ca68bU;
    return i ^ (i >> 16);
}

static int open_work = -1; /* of bench_workloads; -1: none */
static const char *wrong;

static double run_once(const bench_contender *c, const bench_variant *v)
{
    double t, own;
    bench_workloads.restore();
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
        wrong = t >= 1e9 ? "the program failed" : bench_workloads.check();
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
        if (c->variants[i].work == open_work) {
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
        if (c->variants[i].work == open_work && strcmp(c->variants[i].name, name) == 0) {
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
    for (i = 0; i < bench_workloads.count && strcmp(bench_workloads.names[i], work) != 0; i++) { }
    for (k = 0; k < c->count && c->variants[k].work != i; k++) { }
    if (i == bench_workloads.count || k == c->count) {
        open_work = -1;
        (void)printf("none no such workload here\n");
        return;
    }
    open_work = i;
    bench_workloads.open(i, n, steps);
    memset(compiled, 0, sizeof(compiled));
    if (c->opened != NULL) {
        why = c->opened();
    }
    if (why != NULL) {
        bench_workloads.close();
        open_work = -1;
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
            bench_workloads.close();
            open_work = -1;
            (void)printf("ok\n");
        } else {
            (void)printf("none unknown command\n");
        }
        (void)fflush(stdout);
    }
    return 0;
}
