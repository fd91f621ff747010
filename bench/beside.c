/* SPDX-License-Identifier: MIT */
/* The driver of bench/beside: lets contenders take turns, compares results, prints a line a row.
     beside ROUNDS N ROWS LABEL=PROGRAM...
   ROWS is a list with commas. The first contender is amp; the others are its peers, but for one
   with the label "serial", which has one turn a row: its result is what all must give. A contender
   that is not at its turn is stopped, so that no team that spins slows the one at work. Which pages
   of memory a process gets makes 1.03 to 1.3 with one program. So each round has new processes, and
   the data is in a file of the round in memory that all of them map. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 8, MOST_ROUNDS = 99, MOST_ROWS = 512 };

typedef struct result {
    int has; /* the row */
    double wall[MOST_ROUNDS], cpu[MOST_ROUNDS];
    char hash[32];
} result;

typedef struct contender {
    const char *label, *program;
    pid_t process;
    FILE *to, *from;
    int peer; /* whether amp is compared with its times */
    result of[MOST_ROWS];
} contender;

static int by_cpu; /* BENCH_CPU: processor time says what is met, and which peer is best */

static void failed(const char *what)
{
    perror(what);
    exit(2);
}

static void begin(contender *c, const char *n, int data)
{
    int in[2], out[2];
    char file[16];
    (void)snprintf(file, sizeof(file), "%d", data);
    if (pipe(in) != 0 || pipe(out) != 0) {
        failed("beside: pipe");
    }
    c->process = fork();
    if (c->process == 0) {
        (void)dup2(in[0], 0);
        (void)dup2(out[1], 1);
        (void)close(in[1]);
        (void)close(out[0]);
        (void)execl(c->program, c->program, n, file, (char *)NULL);
        _exit(127);
    }
    (void)close(in[0]);
    (void)close(out[1]);
    (void)fcntl(in[1], F_SETFD, FD_CLOEXEC); /* its end is seen when this end is closed */
    (void)fcntl(out[0], F_SETFD, FD_CLOEXEC);
    c->to = fdopen(in[1], "w");
    c->from = fdopen(out[0], "r");
    if (c->process < 0 || c->to == NULL || c->from == NULL) {
        failed(c->program);
    }
}

static void end(contender *c)
{
    (void)kill(c->process, SIGCONT);
    (void)fclose(c->to);
    (void)fclose(c->from);
    (void)waitpid(c->process, NULL, 0);
}

/* One turn. */
static void turn(contender *c, const char *row, result *r, int round)
{
    char line[128];
    (void)kill(c->process, SIGCONT);
    (void)fprintf(c->to, "%s\n", row);
    (void)fflush(c->to);
    if (fgets(line, sizeof(line), c->from) == NULL) {
        (void)fprintf(stderr, "beside: %s ended at %s\n", c->label, row);
        exit(2);
    }
    r->has = sscanf(line, "ok %lf %lf %31s", &r->wall[round], &r->cpu[round], r->hash) == 3;
    (void)kill(c->process, SIGSTOP);
}

static int ascending(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(const double *v, int n)
{
    double copy[MOST_ROUNDS];
    memcpy(copy, v, (size_t)n * sizeof(double));
    qsort(copy, (size_t)n, sizeof(double), ascending);
    return copy[n / 2];
}

/* The median of the rounds' ratios of amp to the best of its peers in the same round. */
static double to_best(const contender *c, int count, int row, int rounds, int wall)
{
    double ratio[MOST_ROUNDS];
    int r, k;
    for (r = 0; r < rounds; r++) {
        double best = 1e9;
        for (k = 1; k < count; k++) {
            const result *const one = &c[k].of[row];
            const double t = wall ? one->wall[r] : one->cpu[r];
            best = c[k].peer && one->has && t < best ? t : best;
        }
        ratio[r] = (wall ? c[0].of[row].wall[r] : c[0].of[row].cpu[r]) / best;
    }
    return median(ratio, rounds);
}

/* The line of a row; returns 1 where a result differs. */
static int line_of(const contender *c, int count, int row, const char *name, int rounds)
{
    const result *const amp = &c[0].of[row];
    const char *best = "-";
    double least = 1e9, t;
    int k, peers = 0, wrong = 0;
    printf("%-22s", name);
    for (k = 0; k < count; k++) {
        const result *const one = &c[k].of[row];
        if (!one->has) {
            printf("  %8s", "-");
            continue;
        }
        t = median(by_cpu ? one->cpu : one->wall, c[k].peer ? rounds : 1);
        printf("  %8.3g", 1e3 * t);
        wrong |= amp->has && strcmp(one->hash, amp->hash) != 0;
        if (k > 0 && amp->has && c[k].peer) {
            peers++;
            if (t < least) {
                least = t;
                best = c[k].label;
            }
        }
    }
    if (peers > 0) {
        const double wall = to_best(c, count, row, rounds, 1);
        const double cpu = to_best(c, count, row, rounds, 0);
        const char *const verdict = (by_cpu ? cpu : wall) <= 1 ? "met" : "MISSED";
        printf("  %7.3g  %7.3g  %-11s  %s", wall, cpu, best, verdict);
    }
    printf("%s\n", wrong ? ", RESULTS DIFFER" : "");
    return wrong;
}

/* A round: each contender, in another order than in the round before, starts, has its turns, and
   ends. The one that works is the only one that is not stopped. */
static void round_of(contender *c, int count, const char *n, char **rows, int many, int round)
{
    const int data = memfd_create("beside", 0);
    result none;
    int row, k;
    if (data < 0) {
        failed("beside: memfd_create");
    }
    for (k = 0; k < count; k++) {
        contender *const one = &c[(k + round) % count];
        if (one->peer || round == 0) {
            begin(one, n, data);
            turn(one, "", &none, 0); /* the data is made, or mapped */
        }
    }
    for (row = 0; row < many; row++) {
        for (k = 0; k < count; k++) {
            contender *const one = &c[(k + round + row) % count];
            if (one->peer || round == 0) {
                turn(one, rows[row], &one->of[row], round);
            }
        }
    }
    for (k = 0; k < count; k++) {
        if (c[k].peer || round == 0) {
            end(&c[k]);
        }
    }
    (void)close(data);
}

int main(int argc, char **argv)
{
    static contender c[MOST];
    char *rows[MOST_ROWS], *row;
    const int rounds = argc > 1 ? atoi(argv[1]) : 0;
    int k, many = 0, count = argc - 4, wrong = 0;
    if (count < 1 || count > MOST || rounds < 1 || rounds > MOST_ROUNDS) {
        (void)fprintf(stderr, "usage: beside ROUNDS N ROWS LABEL=PROGRAM...\n");
        return 2;
    }
    by_cpu = getenv("BENCH_CPU") != NULL;
    (void)signal(SIGPIPE, SIG_IGN);
    for (k = 0; k < count; k++) {
        c[k].label = strtok(argv[4 + k], "=");
        c[k].program = strtok(NULL, "");
        c[k].peer = strcmp(c[k].label, "serial") != 0;
    }
    for (row = strtok(argv[3], ","); row != NULL && many < MOST_ROWS; row = strtok(NULL, ",")) {
        rows[many++] = row;
    }
    printf("%s elements, %d rounds in turns; milliseconds %s, and amp's ratio to the\n"
           "best peer, the median of the rounds': by the clock, and in processor time of all\n"
           "threads\n\n",
           argv[2], rounds, by_cpu ? "of processor time" : "by the clock");
    printf("%-22s", "row");
    for (k = 0; k < count; k++) {
        printf("  %8s", c[k].label);
    }
    printf("  %7s  %7s  %-11s  <= 1\n", "clock", "cpu", "best peer");
    (void)fflush(stdout);
    for (k = 0; k < rounds; k++) {
        round_of(c, count, argv[2], rows, many, k);
    }
    for (k = 0; k < many; k++) {
        wrong |= line_of(c, count, k, rows[k], rounds);
    }
    return wrong;
}
