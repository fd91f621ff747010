/* SPDX-License-Identifier: MIT */
#ifndef RUN_H
#define RUN_H
/*
run.h: what a program of random kernels is besides its kernels: each form, on each engine and
order, against the serial reference.

    program                       all engines, forward, reverse and random order
    program ENGINE[:ORDER] ...    these: loops fibers threads vectors default,
                                  forward reverse random
    program ... -kN ...           without kernel N, from there on
    program -one ...              each kernel in one of its forms: its number says which
    program -stack=KB ...         all is launched by a thread with so small a stack

A line before each run says what runs, so that it is known after a crash or a hang; a line
that begins with DIFFERS or FAILED says what went wrong. Exit status: how many did, 100 at
most.
*/
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "amp.h"

/* Compilers make wrong numbers of the reference's loops, too. */
#ifdef __clang__
#define NOT_OPTIMISED __attribute__((noinline, optnone))
#else
#define NOT_OPTIMISED __attribute__((noinline, optimize("O0")))
#endif

typedef struct random_kernel {
    const char *name;
    void (*fill)(int copy); /* 0: what amp works on; 1: what the reference does */
    void (*reference)(void);
    int (*differs)(void);
    amp_status (*launch[3])(void); /* tiled, phased, simple */
} random_kernel;

static unsigned run_state;
__attribute__((unused)) static unsigned value_of_run(void)
{
    run_state = run_state * 1664525u + 1013904223u;
    return run_state >> 3;
}
__attribute__((unused)) static void begin_run(unsigned long long seed)
{
    run_state = (unsigned)seed * 2654435761u + 1u;
}

static char run_what[128];
__attribute__((unused)) static int differ(const char *what, int i, double a, double b)
{
    (void)printf("DIFFERS %s: %s, element %d: %.17g, and %.17g in the reference\n", run_what, what,
                 i, a, b);
    return 1;
}

/* After a launch: what a view holds is for the host, and the view is released. */
__attribute__((unused)) static amp_status ended(amp_status s, amp_array_view v)
{
    if (s == AMP_OK) {
        s = amp_synchronize(v);
    }
    if (s == AMP_OK) {
        return amp_release(v);
    }
    (void)amp_release(v);
    return s;
}

static char run_without[4096]; /* "-k12 -k30 " */
static int run_one_form;
static const char *text_of_kernel(const random_kernel *k)
{
    static char place[64];
    (void)snprintf(place, sizeof(place), "-%s ", k->name);
    return place;
}

/* A kernel in a form, as it is set now. 1: it is wrong. */
static int run_one(const random_kernel *k, int form, const char *engine, const char *order)
{
    static const char *const forms[] = { "tiled", "phased", "simple" };
    amp_status s;
    int bad;
    if (k->launch[form] == NULL || strstr(run_without, text_of_kernel(k)) != NULL) {
        return 0;
    }
    (void)snprintf(run_what, sizeof(run_what), "%s %s %s %s", k->name, forms[form], engine, order);
    (void)printf("%s\n", run_what);
    (void)fflush(stdout);
    k->fill(0);
    s = k->launch[form]();
    if (s != AMP_OK) {
        (void)printf("FAILED %s: %d %s\n", run_what, (int)s, amp_last_error());
        return 1;
    }
    bad = k->differs();
    (void)fflush(stdout);
    return bad;
}

static int forms_of(const random_kernel *k)
{
    return (k->launch[0] != NULL) + (k->launch[1] != NULL) + (k->launch[2] != NULL);
}

/* ENGINE[:ORDER] for all kernels; how many are wrong. */
static int run_as(const random_kernel *k, int n, const char *how)
{
    static const char *const engines[] = { "default", "loops", "fibers", "threads", "vectors" };
    const char *order = strchr(how, ':');
    const size_t length = order != NULL ? (size_t)(order - how) : strlen(how);
    int i, form, engine = -1, bad = 0;
    for (i = 0; i < 5; i++) {
        if (strncmp(how, engines[i], length) == 0 && engines[i][length] == '\0') {
            engine = i;
        }
    }
    order = order != NULL ? order + 1 : "forward";
    if (engine < 0 || amp_emu_set_engine((amp_emu_engine)engine) != AMP_OK) {
        (void)printf("FAILED %s: there is no such engine\n", how);
        return 1;
    }
    for (i = 0; i < n; i++) {
        int nth = 0; /* of the forms that are there */
        const amp_emu_order o = strcmp(order, "reverse") == 0 ? AMP_ORDER_REVERSE
            : strcmp(order, "random") == 0 ? AMP_ORDER_RANDOM : AMP_ORDER_FORWARD;
        (void)amp_emu_set_order(o, (unsigned)i * 77u + 5u);
        for (form = 0; form < 3; form++) {
            const int there = k[i].launch[form] != NULL;
            if (!run_one_form || i % forms_of(&k[i]) == nth) {
                bad += run_one(&k[i], form, engines[engine], order);
            }
            nth += there;
        }
    }
    return bad;
}

typedef struct run_arguments {
    const random_kernel *k;
    int n, argc, bad;
    char **argv;
} run_arguments;

static void *run_all(void *given)
{
    static const char *const all[] = { "loops:forward", "fibers:forward", "fibers:reverse",
                                       "fibers:random", "threads:forward" };
    run_arguments *const a = (run_arguments *)given;
    int i, chosen = 0;
    for (i = 1; i < a->argc; i++) {
        if (strcmp(a->argv[i], "-one") == 0) {
            run_one_form = 1;
        } else if (strncmp(a->argv[i], "-stack=", 7) == 0) {
            continue;
        } else if (a->argv[i][0] == '-') {
            const size_t used = strlen(run_without);
            (void)snprintf(run_without + used, sizeof(run_without) - used, "%s ", a->argv[i]);
        } else {
            a->bad += run_as(a->k, a->n, a->argv[i]);
            chosen = 1;
        }
    }
    for (i = 0; !chosen && i < 5; i++) {
        a->bad += run_as(a->k, a->n, all[i]);
    }
    return NULL;
}

static int run_kernels(const random_kernel *k, int n, int argc, char **argv)
{
    run_arguments a = { k, n, argc, 0, NULL };
    pthread_attr_t small;
    pthread_t thread;
    size_t stack = 0;
    int i;
    a.argv = argv;
    for (i = 0; i < n; i++) {
        k[i].fill(1);
        k[i].reference();
    }
    for (i = 1; i < argc; i++) {
        if (strncmp(argv[i], "-stack=", 7) == 0) {
            stack = (size_t)atoi(argv[i] + 7) * 1024;
        }
    }
    if (stack == 0) {
        (void)run_all(&a);
    } else if (pthread_attr_init(&small) != 0 || pthread_attr_setstacksize(&small, stack) != 0
               || pthread_create(&thread, &small, run_all, &a) != 0
               || pthread_join(thread, NULL) != 0) {
        (void)printf("FAILED: there is no thread with such a stack\n");
        return 1;
    }
    return a.bad < 100 ? a.bad : 100;
}

#endif /* RUN_H */
