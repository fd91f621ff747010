/* SPDX-License-Identifier: MIT */
/* The driver of bench/beside: lets contenders take turns, compares results, prints a line a row.
     beside ROUNDS N ROWS LABEL=PROGRAM...
   ROWS is a list with commas. The first contender is amp; the others are its peers, but for one
   with the label "serial", which has one turn a row: its result is what all must give. A contender
   that is not at its turn is stopped, so that no team that spins slows the one at work. Another
   process of amp's makes its data first, and ends: the first one to be started often gets pages of
   memory that are slower, 1.03 to 1.3 with one program. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 8, MOST_ROUNDS = 99 };

typedef struct contender {
    const char *label;
    pid_t process;
    FILE *to, *from;
    int has;  /* the row */
    int peer; /* whether amp is compared with its times */
    double wall[MOST_ROUNDS], cpu[MOST_ROUNDS];
    char hash[32];
} contender;

static int by_cpu; /* BENCH_CPU: processor time says what is met, and which peer is best */

static void begin(contender *c, char *argument, char *n)
{
    int in[2], out[2];
    char *program = strchr(argument, '=');
    if (program == NULL || pipe(in) != 0 || pipe(out) != 0) {
        (void)fprintf(stderr, "beside: %s is not LABEL=PROGRAM, or there is no pipe\n", argument);
        exit(2);
    }
    *program++ = '\0';
    c->label = argument;
    c->peer = strcmp(argument, "serial") != 0;
    c->process = fork();
    if (c->process == 0) {
        (void)dup2(in[0], 0);
        (void)dup2(out[1], 1);
        (void)close(in[1]);
        (void)close(out[0]);
        (void)execl(program, program, n, (char *)NULL);
        _exit(127);
    }
    (void)close(in[0]);
    (void)close(out[1]);
    (void)fcntl(in[1], F_SETFD, FD_CLOEXEC); /* its end is seen when this end is closed */
    (void)fcntl(out[0], F_SETFD, FD_CLOEXEC);
    c->to = fdopen(in[1], "w");
    c->from = fdopen(out[0], "r");
    if (c->process < 0 || c->to == NULL || c->from == NULL) {
        perror("beside");
        exit(2);
    }
}

static void end(contender *c)
{
    (void)kill(c->process, SIGCONT);
    (void)fclose(c->to);
    (void)waitpid(c->process, NULL, 0);
}

/* One turn; returns 0 where the contender has no such row. */
static int turn(contender *c, const char *row, int round)
{
    char line[128];
    int has;
    (void)kill(c->process, SIGCONT);
    (void)fprintf(c->to, "%s\n", row);
    (void)fflush(c->to);
    if (fgets(line, sizeof(line), c->from) == NULL) {
        (void)fprintf(stderr, "beside: %s ended at %s\n", c->label, row);
        exit(2);
    }
    has = sscanf(line, "ok %lf %lf %31s", &c->wall[round], &c->cpu[round], c->hash) == 3;
    (void)kill(c->process, SIGSTOP);
    return has;
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
static double to_best(const contender *c, int count, int rounds, int wall)
{
    double ratio[MOST_ROUNDS];
    int r, k;
    for (r = 0; r < rounds; r++) {
        double best = 1e9;
        for (k = 1; k < count; k++) {
            const double t = wall ? c[k].wall[r] : c[k].cpu[r];
            best = c[k].peer && c[k].has && t < best ? t : best;
        }
        ratio[r] = (wall ? c[0].wall[r] : c[0].cpu[r]) / best;
    }
    return median(ratio, rounds);
}

/* All rounds of a row, and its line; returns 1 where a result differs. */
static int row_of(contender *c, int count, const char *row, int rounds)
{
    const char *best = "-";
    double least = 1e9, t;
    int r, k, peers = 0, wrong = 0;
    for (r = 0; r < rounds; r++) {
        for (k = 0; k < count; k++) {
            contender *one = &c[(k + r) % count];
            if (one->peer || r == 0) {
                one->has = turn(one, row, r);
            }
        }
    }
    printf("%-22s", row);
    for (k = 0; k < count; k++) {
        if (!c[k].has) {
            printf("  %8s", "-");
            continue;
        }
        t = median(by_cpu ? c[k].cpu : c[k].wall, c[k].peer ? rounds : 1);
        printf("  %8.3g", 1e3 * t);
        wrong |= c[0].has && strcmp(c[k].hash, c[0].hash) != 0;
        if (k > 0 && c[0].has && c[k].peer) {
            peers++;
            if (t < least) {
                least = t;
                best = c[k].label;
            }
        }
    }
    if (peers > 0) {
        const double wall = to_best(c, count, rounds, 1), cpu = to_best(c, count, rounds, 0);
        const char *const verdict = (by_cpu ? cpu : wall) <= 1 ? "met" : "MISSED";
        printf("  %7.3g  %7.3g  %-11s  %s", wall, cpu, best, verdict);
    }
    printf("%s\n", wrong ? ", RESULTS DIFFER" : "");
    (void)fflush(stdout);
    return wrong;
}

int main(int argc, char **argv)
{
    static contender c[MOST], first;
    char copy[4096];
    const int rounds = argc > 1 ? atoi(argv[1]) : 0;
    int k, count = argc - 4, wrong = 0;
    char *row;
    if (count < 1 || count > MOST || rounds < 1 || rounds > MOST_ROUNDS) {
        (void)fprintf(stderr, "usage: beside ROUNDS N ROWS LABEL=PROGRAM...\n");
        return 2;
    }
    by_cpu = getenv("BENCH_CPU") != NULL;
    (void)signal(SIGPIPE, SIG_IGN);
    (void)snprintf(copy, sizeof(copy), "%s", argv[4]);
    begin(&first, copy, argv[2]);
    (void)turn(&first, "", 0);
    for (k = 0; k < count; k++) {
        begin(&c[k], argv[4 + k], argv[2]);
        (void)turn(&c[k], "", 0); /* its data is made */
    }
    end(&first);
    printf("%s elements, %d rounds in turns; milliseconds %s, and amp's ratio to the\n"
           "best peer, the median of the rounds': by the clock, and in processor time of all\n"
           "threads\n\n",
           argv[2], rounds, by_cpu ? "of processor time" : "by the clock");
    printf("%-22s", "row");
    for (k = 0; k < count; k++) {
        printf("  %8s", c[k].label);
    }
    printf("  %7s  %7s  %-11s  <= 1\n", "clock", "cpu", "best peer");
    for (row = strtok(argv[3], ","); row != NULL; row = strtok(NULL, ",")) {
        wrong |= row_of(c, count, row, rounds);
    }
    for (k = 0; k < count; k++) {
        end(&c[k]);
    }
    return wrong;
}
