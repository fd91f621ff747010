/* SPDX-License-Identifier: MIT */
/* The programs as a set of workloads. Built once, with optimisation, whatever a contender is built
   with. */
#include "real.h"

#include <stddef.h>

#include "programs.h"

#define DECLARE(name, ...) extern const real_program name##_program;
REAL_PROGRAMS(DECLARE)
#define NAME(name, ...) #name,
static const char *const names[] = { REAL_PROGRAMS(NAME) };
#define PROGRAM(name, ...) &name##_program,
static const real_program *const programs[] = { REAL_PROGRAMS(PROGRAM) };

static const real_program *current;

static void close_program(void)
{
    if (current != NULL) {
        current->close();
    }
    current = NULL;
}

static void open_program(int work, int n, int steps)
{
    close_program();
    current = programs[work];
    current->open(n, steps);
}

static void restore(void) { current->restore(); }

static const char *check(void) { return current->check(); }

const bench_set bench_workloads = {
    names, (int)(sizeof(names) / sizeof(names[0])), open_program, restore, check, close_program
};
