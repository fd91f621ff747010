/* SPDX-License-Identifier: MIT */
#ifndef BENCH_H
#define BENCH_H
/*
bench.h: what all contenders share.

A contender is a program that holds one or more variants of the workloads. It
reads commands from standard input, one a line, and answers each with one line:

    open W1 1024 1     makes the input and the serial reference   "ok" | "none"
    list               the variants it has for this workload      "ok name|name"
    time BUDGET NAME   runs a variant, checks the result          "ok SECONDS 0" | "wrong WHY"
    time BUDGET A|B    runs two by turns                          "ok SECONDS SECONDS" | "wrong WHY"
    close              frees all                                  "ok"

so that a driver can let contenders take turns, round by round. A contender
that cannot run answers "none WHY" to open.
*/

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bench_work {
    BENCH_SGEMM, BENCH_TRANSPOSE, BENCH_TRANSPOSE_UNTILED, BENCH_SUM, BENCH_SAXPY, BENCH_HEAT,
    BENCH_NBODY, BENCH_SWITCH, BENCH_LAUNCH, BENCH_SCAN, BENCH_START,
    BENCH_REDUCE_INT, BENCH_REDUCE_FLOAT, BENCH_INCLUSIVE_SCAN, BENCH_EXCLUSIVE_SCAN, BENCH_SORT,
    BENCH_RELU, BENCH_GUARD, BENCH_CLAMP, BENCH_LEAKY, BENCH_SELECT, BENCH_MASKED,
    BENCH_COPY, BENCH_SCALE, BENCH_TRIAD, BENCH_DOT,
    BENCH_WORKS
} bench_work;

/* The open workload. Which arrays there are:
     sgemm       a, b, out: n*n floats
     transpose   a, out: n*n floats (both forms)
     sum         ints: n; the variant sets total
     saxpy       a: n floats, out: n floats, read and written
     heat        out, b: (n+2)^2 floats, out holds the start and, after an even
                 number of steps, the result
     nbody       a: n bodies of 4 floats (x, y, z, mass), out: 4 floats each
     scan        ints: n, result: n ints; exclusive
     relu, guard, clamp, leaky   a, out: n floats, written `steps` times
     select, masked   the same, and ints, which are 0 or 1; select: b, too
     copy, scale, triad   a, b, out: n floats: a, BENCH_SAXPY_A a, a + BENCH_SAXPY_A b
     dot         a, b: n floats; the variant sets total
     switch, launch, start: none
     reduce      ints, or a: n; the variant sets total
     inclusive or exclusive scan   ints: n, result: n ints
     sort        keys: n unsigned; result: n unsigned, which hold the keys before a
                 run and the sorted keys after it */
typedef struct bench_problem {
    bench_work work;
    int n, steps;
    size_t count; /* elements of out */
    float *a, *b, *out, *start, *expected;
    int *ints, *result, *result_expected;
    unsigned *keys;
    long long total, expected_total;
} bench_problem;
extern bench_problem bench;

/* The workloads of a bench by name: what opens one, restores its input before each run,
   says after it what is wrong (NULL: nothing), and frees all. problems.c has those of
   bench_work, real/real.c the real programs'. */
typedef struct bench_set {
    const char *const *names;
    int count;
    void (*open)(int work, int n, int steps);
    void (*restore)(void);
    const char *(*check)(void);
    void (*close)(void);
} bench_set;
extern const bench_set bench_workloads;

/* One way to solve a workload. run returns the seconds it took by a clock of
   its own, or a negative number: then the caller's clock counts. */
typedef struct bench_variant {
    int work; /* a bench_work, or else an index of bench_workloads */
    const char *name;
    double (*run)(void);
} bench_variant;

/* What a contender supplies. Hooks may be NULL. */
typedef struct bench_contender {
    const bench_variant *variants;
    int count;
    const char *(*opened)(void);  /* after open; NULL, or why it cannot run */
    void (*before)(void);         /* before each run, untimed */
    void (*after)(void);          /* after each run, untimed: the result to out or total */
    void (*closed)(void);
    int compiles; /* a variant's first run after open compiles: it never counts */
} bench_contender;

#define BENCH_WALL (-1.0)
#define BENCH_SOFTENING 0.01f
#define BENCH_DIFFUSION 0.2f
#define BENCH_SAXPY_A 2.0f

/* Memory of zeros on a page of its own, freed by free(); ends the program where there is none. */
void *bench_memory(size_t bytes);
/* A hash of i: the same "random" numbers in every contender. */
unsigned bench_noise(unsigned i);
/* Seconds of a monotonic clock, of this process's work with BENCH_CPU. */
double bench_now(void);
/* Whether that clock counts processor time of all threads instead: BENCH_CPU. */
int bench_counts_cpu(void);
/* Runs a program with one argument, or with none where it is NULL, and returns
   the seconds from there to the first byte on its standard output, or with
   BENCH_CPU the processor seconds of its life; 1e9 where no byte came or its
   exit status is not 0. */
double bench_start(const char *program, const char *argument);
/* bench_start without an argument, where the program keeps its vector kernels in a cache of this
   function's own beside AMP_VECTORS_CACHE: with `kept` after an earlier run, else the cache is
   empty. */
double bench_start_cached(const char *program, int kept);
/* The hand-written OpenCL program as a part of amp's, whose runs take turns with
   its own in the same memory: opencl.c with BENCH_BESIDE_AMP. */
const bench_contender *bench_by_hand(void);
/* Answers commands until standard input ends; main's return value. */
int bench_serve(const bench_contender *contender);

#ifdef __cplusplus
}
#endif

#endif
