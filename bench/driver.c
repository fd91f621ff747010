/* SPDX-License-Identifier: MIT */
/*
driver.c: lets contenders take turns and prints what came out.

    driver [--rounds N] [--budget SECONDS] [--quick | --small] [--only W1,W3] [--pairs]
           CONTENDER...

A CONTENDER is "kind|label|settings|program": kind is amp, opencl, ampcl (amp on
OpenCL), boost, openmp or limit; settings are NAME=value for its environment, any
number with a space between, or empty. Each is a child process, stopped (SIGSTOP)
whenever it is not its turn, so that no spinning team of one slows another.
Compiled with -DBENCH_REAL its workloads are the real programs, with -DBENCH_SAMPLES the samples,
and the geometric means of their ratios end the table.
With --pairs the contenders come in twos, the same program of two trees, before and
after: they take turns row by row, and the table has the ratio of each row's times.
Standard output is the table, standard error the progress. Exit status: 0; 1 where
a result was wrong; 2 for a wrong call.
*/
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rows.h"

enum { MAX_CONTENDERS = 32, MAX_ROWS = 128, MAX_ROUNDS = 101 };

typedef struct contender {
    char kind[16], label[64], settings[256], program[256];
    pid_t pid;
    FILE *ask, *answer;
    int open; /* takes part in the workload at hand */
} contender;

typedef struct row {
    int contender;
    int best; /* the fastest, in each round, of all contenders of this kind */
    char variant[40];
    const rule *rule;
    double time[MAX_ROUNDS]; /* 0: not taken */
    double hand[MAX_ROUNDS]; /* of the row that PEER_BY_HAND names, which ran by turns with it;
                                with --pairs, of the same row before */
    int wrong;
} row;

static contender contenders[MAX_CONTENDERS];
static int contender_count;
static row rows[MAX_ROWS];
static int row_count;
static int failures;
static int in_pairs; /* contender 2 k is before, contender 2 k + 1 after */

static void spawn(contender *c)
{
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0) {
        perror("bench: pipe");
        exit(2);
    }
    c->pid = fork();
    if (c->pid < 0) {
        perror("bench: fork");
        exit(2);
    }
    if (c->pid == 0) {
        int k;
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        char *word;
        for (word = strtok(c->settings, " "); word != NULL; word = strtok(NULL, " ")) {
            (void)putenv(word);
        }
        (void)dup2(down[0], 0);
        (void)dup2(up[1], 1);
        for (k = 3; k < 256; k++) {
            (void)close(k);
        }
        (void)execl(c->program, c->program, (char *)NULL);
        _exit(127);
    }
    (void)close(down[0]);
    (void)close(up[1]);
    c->ask = fdopen(down[1], "w");
    c->answer = fdopen(up[0], "r");
    if (c->ask == NULL || c->answer == NULL) {
        perror("bench: fdopen");
        exit(2);
    }
    (void)kill(c->pid, SIGSTOP);
}

/* Asks, waits for the line of answer, stops the contender again. "wrong ..."
   where it died. */
static const char *talk(contender *c, const char *command)
{
    static char line[512];
    (void)kill(c->pid, SIGCONT);
    if (fprintf(c->ask, "%s\n", command) < 0 || fflush(c->ask) != 0
        || fgets(line, sizeof(line), c->answer) == NULL) {
        (void)snprintf(line, sizeof(line), "wrong the contender died");
        c->open = 0;
    }
    line[strcspn(line, "\n")] = '\0';
    (void)kill(c->pid, SIGSTOP);
    return line;
}

/* Whether a rule's text, or NULL, fits a name; one with a star at its end fits
   what begins as it does. */
static int fits(const char *text, const char *name)
{
    const size_t n = text != NULL ? strlen(text) : 0;
    return n == 0 || strcmp(text, name) == 0
        || (text[n - 1] == '*' && strncmp(text, name, n - 1) == 0)
        || ((strcmp(text, "A") == 0 || strcmp(text, "W") == 0) && name[0] == text[0]);
}

/* The first rule from r on that fits; the last one fits all. */
static const rule *rule_from(const rule *r, const workload *w, const row *of)
{
    const char *kind = of->best ? "ampcl best" : contenders[of->contender].kind;
    while (!fits(r->work, w->name) || !fits(r->kind, kind) || !fits(r->variant, of->variant)) {
        r++;
    }
    return r;
}

static void add_rows(const workload *w, int i)
{
    char list[512], *variant;
    (void)snprintf(list, sizeof(list), "%s", talk(&contenders[i], "list"));
    if (strncmp(list, "ok ", 3) != 0) {
        return;
    }
    for (variant = strtok(list + 3, "|"); variant != NULL; variant = strtok(NULL, "|")) {
        row *r = &rows[row_count];
        if (in_pairs && strncmp(variant, "by hand", 7) == 0) {
            continue; /* no part of the library */
        }
        if (row_count == MAX_ROWS) {
            (void)fprintf(stderr, "bench: more than %d rows\n", (int)MAX_ROWS);
            exit(2);
        }
        memset(r, 0, sizeof(*r));
        r->contender = i;
        (void)snprintf(r->variant, sizeof(r->variant), "%s", variant);
        r->rule = rule_from(rules, w, r);
        row_count++;
    }
}

/* PoCL's method of a contender, from its settings; "" where they say nothing. */
static const char *method_of(const contender *c)
{
    static const char name[] = "POCL_WORK_GROUP_METHOD=";
    const char *p = strstr(c->settings, name);
    return p != NULL ? p + sizeof(name) - 1 : "";
}
static int same_method(const contender *a, const contender *b)
{
    const char *m = method_of(a), *o = method_of(b);
    const size_t n = strcspn(m, " ");
    return n == strcspn(o, " ") && strncmp(m, o, n) == 0;
}

/* Whether two variants time the same thing: an end to end time, or the part of
   another kind behind the form of the kernel, or else kernels' own times. */
static int same_measure(const char *a, const char *b)
{
    const int whole = strstr(a, "end to end") != NULL;
    if (whole || strstr(b, "end to end") != NULL) {
        return whole && strstr(b, "end to end") != NULL;
    }
    return strcmp(b, "opencl") == 0 || strcmp(a, b) == 0;
}

/* After the rounds: amp on OpenCL at the better of its settings, a row for each
   variant, as "OpenCL, best setting" is to others. */
static void add_best_rows(const workload *w, int rounds)
{
    const int count = w->name[0] == 'A' ? row_count : 0; /* others: setting by setting */
    int i, k, round;
    for (i = 0; i < count; i++) {
        row *r = &rows[row_count];
        const char *kind = contenders[rows[i].contender].kind;
        for (k = 0; k < i && (strcmp(contenders[rows[k].contender].kind, kind) != 0
                              || strcmp(rows[k].variant, rows[i].variant) != 0); k++) { }
        if (strcmp(kind, "ampcl") != 0 || k < i || row_count == MAX_ROWS) {
            continue;
        }
        *r = rows[i];
        r->best = 1;
        for (k = i + 1; k < count; k++) {
            if (strcmp(contenders[rows[k].contender].kind, kind) == 0
                && strcmp(rows[k].variant, r->variant) == 0) {
                r->wrong = r->wrong || rows[k].wrong;
                for (round = 0; round < rounds; round++) {
                    const double t = rows[k].time[round];
                    if (t > 0 && (t < r->time[round] || r->time[round] <= 0)) {
                        r->time[round] = t;
                    }
                }
            }
        }
        r->rule = rule_from(rules, w, r);
        row_count++;
    }
}

/* The OpenMP contender of the same compiler: bench/run puts it before amp's. */
static int openmp_of(int i)
{
    while (i >= 0 && strcmp(contenders[i].kind, "openmp") != 0) {
        i--;
    }
    return i;
}

/* Whether a variant of Boost.Compute is the peer of one of amp: "end to end,
   mapped" is that of "end to end". The emulator's data is where it computes. */
static int same_place(const char *kind, const char *mine, const char *other)
{
    const char *place = strcmp(kind, "amp") == 0 ? "device" : mine;
    const size_t n = strcspn(place, ",");
    return strncmp(place, other, n) == 0 && (other[n] == ',' || other[n] == '\0');
}

/* The hand-written program's row that PEER_BY_HAND names; NULL where there is none. */
static const row *by_hand_of(const row *r)
{
    int k;
    for (k = 0; k < row_count && r->rule->against == PEER_BY_HAND; k++) {
        const char *name = rows[k].variant;
        if (rows[k].contender == r->contender && rows[k].rule->against == PEER_NONE
            && same_measure(r->variant, name[7] == ',' ? name + 9 : "opencl")) {
            return &rows[k];
        }
    }
    return NULL;
}

/* The peer's time in a round; 0 where there is none. */
static double peer_time(const row *r, int round)
{
    double best = 0;
    int k;
    for (k = 0; k < row_count; k++) {
        const row *o = &rows[k];
        const contender *c = &contenders[o->contender];
        const double t = o->time[round];
        int is_peer = 0;
        switch (r->rule->against) {
        case PEER_OPENCL_BEST:
            is_peer = strcmp(c->kind, "opencl") == 0 && strcmp(o->variant, "opencl") == 0;
            break;
        case PEER_OPENCL_DEFAULT:
            is_peer = strcmp(c->kind, "opencl") == 0 && strcmp(o->variant, "opencl") == 0
                && strncmp(method_of(c), "loopvec", 7) == 0;
            break;
        case PEER_OPENCL_SAME:
            is_peer = strcmp(c->kind, "opencl") == 0 && same_method(c, &contenders[r->contender])
                && same_measure(r->variant, o->variant);
            break;
        case PEER_BY_HAND:
            return r->hand[round];
        case PEER_OPENMP:
            /* of the same compiler: bench/run puts it before its amp programs */
            is_peer = strcmp(c->kind, "openmp") == 0 && o->contender < r->contender;
            best = is_peer ? 0 : best;
            break;
        case PEER_OWN_OPENMP:
            is_peer = o->contender == r->contender && strcmp(o->variant, "openmp") == 0;
            break;
        case PEER_OPENMP_BEST:
            is_peer = o->contender == openmp_of(r->contender)
                && strcmp(o->variant, "serial") != 0;
            break;
        case PEER_BOOST_BEST:
            is_peer = strcmp(c->kind, "boost") == 0
                && same_place(contenders[r->contender].kind, r->variant, o->variant);
            break;
        case PEER_NONE:
        case PEER_ABSOLUTE:
            break;
        }
        if (is_peer && t > 0 && (best <= 0 || t < best)) {
            best = t;
        }
    }
    return best;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, int n)
{
    qsort(v, (size_t)n, sizeof(*v), by_value);
    return n % 2 != 0 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}

static const char *peer_name(const row *r)
{
    switch (r->rule->against) {
    case PEER_OPENCL_BEST: return "OpenCL, best setting";
    case PEER_OPENCL_DEFAULT: return "OpenCL, default";
    case PEER_OPENCL_SAME: return "OpenCL, same setting";
    case PEER_OPENMP: return "OpenMP, same compiler";
    case PEER_OWN_OPENMP: return "empty parallel for";
    case PEER_BY_HAND: return "by hand, same process";
    case PEER_ABSOLUTE: return "a fixed time";
    case PEER_OPENMP_BEST: return "OpenMP, same compiler";
    case PEER_BOOST_BEST: return "Boost.Compute, best";
    case PEER_NONE: break;
    }
    return "-";
}

/* The ratios of one kind of rows to their peers over all workloads: see print_means. */
typedef struct mean {
    char who[96];
    const char *to;
    double log_sum, worst;
    const char *worst_at;
    int count;
} mean;
static mean means[MAX_ROWS];
static int mean_count;

/* Adds a row's median ratio to the mean of its label and variant. */
static void add_to_mean(const char *who, const char *to, const char *work, double ratio)
{
    mean *m = means;
    while (m < means + mean_count && (strcmp(m->who, who) != 0 || m->to != to)) {
        m++;
    }
    if (m == means + mean_count) {
        if (mean_count == MAX_ROWS) {
            return;
        }
        mean_count++;
        (void)snprintf(m->who, sizeof(m->who), "%s", who);
        m->to = to;
    }
    m->log_sum += log(ratio);
    m->count++;
    if (ratio > m->worst) {
        m->worst = ratio;
        m->worst_at = work;
    }
}

/* The geometric means, and each one's largest ratio, where there is more than one workload. */
static void print_means(void)
{
    int i;
    for (i = 0; i < mean_count; i++) {
        const mean *m = &means[i];
        if (m->count > 1) {
            (void)printf("%s%-57s %19.3g %15s  %-22s of %d, the largest %.3g (%s)\n",
                         i == 0 ? "\nGeometric means of the ratios\n" : "", m->who,
                         exp(m->log_sum / m->count), "", m->to, m->count, m->worst, m->worst_at);
        }
    }
}

static void print_row(const workload *w, const row *r, int rounds)
{
    double t[MAX_ROUNDS], q[MAX_ROUNDS], value;
    char who[96], time[32] = "wrong", ratio[32] = "-", spread[48] = "-", target[32] = "-";
    const char *verdict = "";
    int i, n = 0, m = 0;
    for (i = 0; i < rounds; i++) {
        const double p = peer_time(r, i);
        if (r->time[i] > 0) {
            t[n++] = r->time[i] * w->scale;
            if (p > 0) {
                q[m++] = r->time[i] / p;
            }
        }
    }
    (void)snprintf(who, sizeof(who), "%s, %s", r->best ? "amp on OpenCL, best setting"
                                                       : contenders[r->contender].label,
                   r->variant);
    if (strncmp(r->variant, "by hand", 7) == 0) { /* a part of amp's program */
        const char *setting = strchr(contenders[r->contender].label, ',');
        (void)snprintf(who, sizeof(who), "by hand%s%s", setting != NULL ? setting : "",
                       r->variant + 7);
    }
    if (strcmp(r->variant, "opencl") == 0
        || (strcmp(contenders[r->contender].kind, "openmp") == 0
            && strcmp(r->variant, "openmp") == 0)) {
        (void)snprintf(who, sizeof(who), "%s", contenders[r->contender].label);
    }
    value = 0;
    if (n > 0 && !r->wrong) {
        value = median(t, n);
        (void)snprintf(time, sizeof(time), "%.3g %s", value, w->unit);
        (void)snprintf(spread, sizeof(spread), "%.3g-%.3g %s", t[0], t[n - 1], w->unit);
        if (m > 0) {
            value = median(q, m);
            (void)snprintf(ratio, sizeof(ratio), "%.3g", value);
            (void)snprintf(spread, sizeof(spread), "%.3g-%.3g", q[0], q[m - 1]);
        }
    }
    if (HAS_MEANS && m > 0 && !r->wrong
        && strcmp(contenders[r->contender].kind, "openmp") != 0) {
        add_to_mean(who, peer_name(r), w->name, value);
    }
    if (r->rule->target > 0) {
        const int fixed = r->rule->against == PEER_ABSOLUTE;
        (void)snprintf(target, sizeof(target), fixed ? "< %.3g" : "<= %.3g", r->rule->target);
        if (r->wrong) {
            verdict = "wrong";
        } else if (n == 0 || (!fixed && m == 0)) {
            verdict = "no peer";
        } else {
            const double target = r->rule->target;
            verdict = (fixed ? value < target : value <= target) ? "met" : "MISSED";
        }
    }
    (void)printf("%-6s %-50s %10s %8s %15s  %-22s %-8s %s\n", w->name, who, time, ratio, spread,
                 m > 0 || r->rule->target > 0 ? peer_name(r) : "-", target, verdict);
}

/* With --pairs: the medians before and after, of the ratios the median and the quartiles.
   "slower" is a median above 1.05 that not even the lower quartile excuses. */
static void print_pair(const workload *w, const row *r, int rounds)
{
    double before[MAX_ROUNDS], after[MAX_ROUNDS], q[MAX_ROUNDS], ratio;
    char who[96], spread[32];
    int i, n = 0;
    for (i = 0; i < rounds; i++) {
        if (r->time[i] > 0 && r->hand[i] > 0) {
            before[n] = r->hand[i] * w->scale;
            after[n] = r->time[i] * w->scale;
            q[n++] = r->time[i] / r->hand[i];
        }
    }
    (void)snprintf(who, sizeof(who), "%s, %s", contenders[r->contender].label, r->variant);
    if (n == 0 || r->wrong) {
        (void)printf("%-6s %-50s %s\n", w->name, who, r->wrong ? "wrong" : "not run");
        return;
    }
    ratio = median(q, n);
    (void)snprintf(spread, sizeof(spread), "%.3f-%.3f", q[n / 4], q[n - 1 - n / 4]);
    (void)printf("%-6s %-50s %10.4g %10.4g %-3s %7.3f %13s %s\n", w->name, who, median(before, n),
                 median(after, n), w->unit, ratio, spread,
                 ratio > 1.05 && q[n / 4] > 1 ? "slower" : "");
}

/* One turn of a row on a contender: its time; 0 where it failed, which is reported and counted.
   *hand: the time of the hand-written program beside it, unless hand is NULL. */
static double turn(const workload *w, row *r, int which, const char *command, double *hand)
{
    contender *c = &contenders[which];
    const char *a = talk(c, command);
    double least = 1e9;
    int i;
    for (i = 0; strncmp(a, "ok ", 3) == 0; i++) {
        char *rest;
        const double t = strtod(a + 3, &rest);
        least = t < least ? t : least;
        if (hand != NULL) {
            *hand = strtod(rest, NULL);
        }
        if (i == (in_pairs ? 2 : 0)) { /* in pairs the least of three */
            return least;
        }
        a = talk(c, command);
    }
    (void)fprintf(stderr, "bench: %s, %s, %s: %s\n", w->name, c->label, r->variant, a);
    r->wrong = 1;
    failures++;
    return 0;
}

static void end(contender *c)
{
    (void)fclose(c->ask);
    (void)kill(c->pid, SIGCONT);
    (void)waitpid(c->pid, NULL, 0);
    (void)fclose(c->answer);
}

/* Whether a contender takes part in a workload, which is open in it from then on. */
static int opens(const workload *w, contender *c, int n, int steps)
{
    char command[128];
    const char *a;
    (void)snprintf(command, sizeof(command), "open %s %d %d", w->name, n, steps);
    c->open = 1;
    a = talk(c, command);
    if (strcmp(a, "ok") != 0) {
        c->open = 0;
        if (strstr(a, "no such workload") == NULL) {
            (void)fprintf(stderr, "bench: %s, %s: SKIP %s\n", w->name, c->label, a);
        }
    }
    return c->open;
}

/* size: 0 whole, 1 quick, 2 small. */
static void run_workload(const workload *w, int rounds, double budget, int size)
{
    const int n = size == 2 ? w->small_n : size == 1 ? w->quick_n : w->n;
    const int steps = size == 2 ? w->small_steps : size == 1 ? w->quick_steps : w->steps;
    char command[128];
    int i, round;
    row_count = 0;
    for (i = 0; i < contender_count; i++) {
        contender *c = &contenders[i];
        if (c->pid <= 0 || !opens(w, c, n, steps)) {
            continue;
        }
        if (!in_pairs || (i % 2 == 1 && contenders[i - 1].open)) {
            add_rows(w, i);
        }
    }
    for (round = 0; round < rounds; round++) {
        (void)fprintf(stderr, "bench: %s, round %d of %d\n", w->name, round + 1, rounds);
        /* Which memory a process got can make a tenth of its time, for all of its life: in
           pairs each round has new processes, and not always in the same order. */
        for (i = 0; in_pairs && round > 0 && i < contender_count; i++) {
            contender *c = &contenders[round % 2 != 0 ? i ^ 1 : i];
            if (c->open) {
                end(c);
                spawn(c);
                (void)opens(w, c, n, steps);
            }
        }
        for (i = 0; i < row_count; i++) {
            /* Each round begins at another row, so that no row always follows the same one. */
            row *r = &rows[(i + round) % row_count];
            contender *c = &contenders[r->contender];
            const row *hand = in_pairs ? NULL : by_hand_of(r);
            if (!c->open || (in_pairs && !contenders[r->contender - 1].open)) {
                continue;
            }
            (void)snprintf(command, sizeof(command), "time %g %s%s%s", budget, r->variant,
                           hand != NULL ? "|" : "", hand != NULL ? hand->variant : "");
            if (!in_pairs) {
                r->time[round] = turn(w, r, r->contender, command, &r->hand[round]);
            } else if (round % 2 == 0) {
                r->hand[round] = turn(w, r, r->contender - 1, command, NULL);
                r->time[round] = turn(w, r, r->contender, command, NULL);
            } else {
                r->time[round] = turn(w, r, r->contender, command, NULL);
                r->hand[round] = turn(w, r, r->contender - 1, command, NULL);
            }
        }
    }
    if (row_count > 0) {
        (void)printf("\n%s %s, n %d", w->name, w->title, n);
        if (steps > 1) {
            (void)printf(", %d steps", steps);
        }
        (void)printf("\n");
    }
    if (!in_pairs) {
        add_best_rows(w, rounds);
    }
    for (i = 0; i < row_count; i++) {
        row *r = &rows[i];
        if (in_pairs) {
            print_pair(w, r, rounds);
            continue;
        }
        print_row(w, r, rounds);
        while (r->rule->target > 0 && r->rule->work != NULL) {
            r->rule = rule_from(r->rule + 1, w, r);
            if (r->rule->target > 0) {
                print_row(w, r, rounds);
            }
        }
    }
    (void)fflush(stdout);
    for (i = 0; i < contender_count; i++) {
        if (contenders[i].open) {
            (void)talk(&contenders[i], "close");
        }
    }
}

static int add_contender(const char *text)
{
    contender *c = &contenders[contender_count];
    char copy[512], *part[4], *p = copy;
    int i;
    if (contender_count == MAX_CONTENDERS || strlen(text) >= sizeof(copy)) {
        return 0;
    }
    (void)strcpy(copy, text);
    for (i = 0; i < 4; i++) {
        part[i] = p;
        p = strchr(p, '|');
        if (p == NULL) {
            break;
        }
        *p++ = '\0';
    }
    if (i != 3) {
        return 0;
    }
    (void)snprintf(c->kind, sizeof(c->kind), "%s", part[0]);
    (void)snprintf(c->label, sizeof(c->label), "%s", part[1]);
    (void)snprintf(c->settings, sizeof(c->settings), "%s", part[2]);
    (void)snprintf(c->program, sizeof(c->program), "%s", part[3]);
    contender_count++;
    return 1;
}

/* Whether name is in the comma-separated list. */
static int listed(const char *list, const char *name)
{
    const size_t n = strlen(name);
    while (list != NULL) {
        if (strncmp(list, name, n) == 0 && (list[n] == ',' || list[n] == '\0')) {
            return 1;
        }
        list = strchr(list, ',');
        list = list != NULL ? list + 1 : NULL;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    double budget = 0.2;
    int rounds = 7, size = 0, i, ran = 0;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
            rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--budget") == 0 && i + 1 < argc) {
            budget = strtod(argv[++i], NULL);
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--pairs") == 0) {
            in_pairs = 1;
        } else if (strcmp(argv[i], "--quick") == 0) {
            size = 1;
            rounds = 3;
            budget = 0.05;
        } else if (strcmp(argv[i], "--small") == 0) {
            size = 2;
            budget = 0.005;
        } else if (!add_contender(argv[i])) {
            (void)fprintf(stderr, "bench: what is '%s'?\n", argv[i]);
            return 2;
        }
    }
    if (rounds < 1 || rounds > MAX_ROUNDS || contender_count == 0
        || (in_pairs && contender_count % 2 != 0)) {
        (void)fprintf(stderr, "bench: 1 to %d rounds, and at least one contender, in pairs two\n",
                      (int)MAX_ROUNDS);
        return 2;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    for (i = 0; i < contender_count; i++) {
        spawn(&contenders[i]);
    }
    (void)printf("%d rounds, each row once a round; every result checked against a serial "
                 "reference.\n", rounds);
    if (in_pairs) {
        (void)printf("%-6s %-50s %10s %10s     %7s %13s\n", "", "row", "before", "after", "ratio",
                     "quartiles");
    } else {
        (void)printf("%-6s %-50s %10s %8s %15s  %-22s %-8s %s\n", "", "row", "median", "ratio",
                     "min-max", "ratio to", "target", "");
    }
    for (i = 0; i < (int)(sizeof(workloads) / sizeof(workloads[0])); i++) {
        if (only == NULL || listed(only, workloads[i].name)) {
            run_workload(&workloads[i], rounds, budget, size);
            ran++;
        }
    }
    for (i = 0; i < contender_count; i++) {
        end(&contenders[i]);
    }
    print_means();
    if (ran == 0) {
        (void)fprintf(stderr, "bench: no workload is called '%s'\n", only);
        return 2;
    }
    if (failures > 0) {
        (void)printf("\n%d results were wrong\n", failures);
    }
    return failures > 0;
}
