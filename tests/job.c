/* SPDX-License-Identifier: MIT */
/*
tests/job.c: one job of the test suite, between Meson and the program that tests.

    job [--scale N] [--example NAME] [--each ENGINE[:MEMORY],...] program [argument ...]

Passes on what the program prints, stderr among it, and then says in TAP what its lines do not:
an exit status without a `not ok`, a plan that was not kept or is not there, nothing tested.
--example: what it prints is no TAP; it passes with exit status 0. --each: runs it once for each of
these engines, `default` for AMP_ENGINE unset, with memory of its own behind `:separate`, and says
which in each line; for `vectors` with AMP_VECTORS=wait: a first launch compiles, and waits.
--scale: TEST_TIMEOUT_SCALE, where it is not set. A last line `# cpu` has the seconds of processor
time.

No process is left behind: whatever the program started is killed when it has ended, and when
this one is told to end, also what stands in a process group of its own.
*/
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static volatile sig_atomic_t told_to_end;
static void end(int number) { told_to_end = number; }

/* The parent of a process, 0 where there is no such process. */
static long parent_of(long process)
{
    char name[64], line[512], *p;
    long parent = 0;
    FILE *f;
    (void)snprintf(name, sizeof(name), "/proc/%ld/stat", process);
    f = fopen(name, "r");
    if (f == NULL) { return 0; }
    if (fgets(line, sizeof(line), f) != NULL && (p = strrchr(line, ')')) != NULL) {
        (void)sscanf(p + 1, " %*c %ld", &parent);
    }
    (void)fclose(f);
    return parent;
}

/* Kills every process below this one. Those whose parents have ended are this one's children
   (PR_SET_CHILD_SUBREAPER), so none can hide; again until none is left, since one that is not
   killed yet may start another. */
static void kill_descendants(void)
{
    int round, found = 1;
    for (round = 0; found && round < 200; round++) {
        DIR *all = opendir("/proc");
        const struct dirent *entry;
        found = 0;
        while (all != NULL && (entry = readdir(all)) != NULL) {
            const long process = atol(entry->d_name);
            long up = process;
            int depth;
            for (depth = 0; up > 1 && up != (long)getpid() && depth < 100; depth++) {
                up = parent_of(up);
            }
            if (process > 1 && process != (long)getpid() && up == (long)getpid()) {
                (void)kill((pid_t)process, SIGKILL);
                found = 1;
            }
        }
        if (all != NULL) { (void)closedir(all); }
        while (waitpid(-1, NULL, WNOHANG) > 0) { }
        if (found) { (void)usleep(5000); }
    }
}

/* What a program prints, line by line. */
typedef struct output {
    int from;
    pid_t program;
    int ended, status; /* of the program */
    size_t used, taken;
    char text[65536];
} output;

/* The next line, without its end; NULL behind the last one. The program's own end is the end:
   what it left running may hold the pipe for ever. */
static char *next_line(output *o)
{
    for (;;) {
        char *line = o->text + o->taken, *end = memchr(line, '\n', o->used - o->taken);
        struct pollfd wait = { o->from, POLLIN, 0 };
        ssize_t n = -1;
        if (end != NULL) {
            *end = '\0';
            o->taken = (size_t)(end - o->text) + 1;
            return line;
        }
        memmove(o->text, line, o->used -= o->taken);
        o->taken = 0;
        if (o->used == sizeof(o->text) - 1) { /* a longer line is cut */
            o->text[o->used++] = '\n';
            continue;
        }
        if (told_to_end) { return NULL; }
        if (poll(&wait, 1, o->ended ? 0 : 100) > 0) {
            n = read(o->from, o->text + o->used, sizeof(o->text) - 1 - o->used);
            o->used += n > 0 ? (size_t)n : 0;
        } else if (!o->ended) {
            o->ended = waitpid(o->program, &o->status, WNOHANG) == o->program;
            continue;
        }
        if (n <= 0 && !told_to_end) {
            if (o->used == 0) { return NULL; }
            o->text[o->used++] = '\n'; /* a last line without an end */
        }
    }
}

/* Whether AMP_TEST_ENGINES, where it is set, names the engine. */
static int is_wanted(const char *engine)
{
    const char *wanted = getenv("AMP_TEST_ENGINES"), *p = wanted;
    const size_t n = strlen(engine);
    while (p != NULL && (p = strstr(p, engine)) != NULL) {
        if ((p == wanted || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0')) { return 1; }
        p += n;
    }
    return wanted == NULL;
}

static int starts_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Runs the program, passes its lines on; `which` stands behind each verdict, with its number
   instead of the program's own. Adds to *n the verdicts printed. Returns how many failed. */
static int run(char **program, const char *which, const char *example, int *n)
{
    int ends[2], status, passed = 0, failed = 0, planned = -1, bailed = 0;
    int skipped = 0; /* the last verdict was a skip: what is left out needs no plan */
    static output o;
    char *line;
    (void)fflush(stdout);
    if (pipe(ends) != 0 || (o.program = fork()) < 0) {
        printf("not ok %d - the system gave no process%s\n", ++*n, which);
        return 1;
    }
    if (o.program == 0) {
        (void)dup2(ends[1], 1);
        (void)dup2(ends[1], 2);
        (void)close(ends[0]);
        (void)close(ends[1]);
        (void)execv(program[0], program); /* Meson names its programs without a folder */
        (void)execvp(program[0], program);
        printf("# %s: %s\n", program[0], strerror(errno));
        (void)fflush(stdout);
        _exit(127);
    }
    (void)close(ends[1]);
    o.from = ends[0];
    o.ended = 0;
    o.used = o.taken = 0;
    while ((line = next_line(&o)) != NULL) {
        const int ok = starts_with(line, "ok"), not_ok = starts_with(line, "not ok");
        if (example != NULL) {
            printf("# %s\n", line);
        } else if ((ok || not_ok) && strchr(" \0", line[ok ? 2 : 6]) != NULL) {
            const char *text = line + (ok ? 2 : 6);
            const char *skip;
            text += strspn(text, " ");
            text += strspn(text, "0123456789");
            text += strspn(text, " ");
            text += starts_with(text, "- ") ? 2 : 0;
            skip = strstr(text, "# SKIP");
            skip = skip == NULL ? text + strlen(text) : skip;
            skipped = *skip != '\0';
            passed += ok;
            failed += not_ok;
            printf("%s %d - %.*s%s%s%s\n", ok ? "ok" : "not ok", ++*n, (int)(skip - text), text,
                   which, *skip != '\0' && which[0] != '\0' ? " " : "", skip);
        } else if (sscanf(line, "1..%d", &planned) == 1) {
            /* the plan of all runs is printed at the end */
        } else if (starts_with(line, "Bail out!")) {
            printf("# %s\n", line);
            bailed = 1;
        } else {
            printf("%s\n", line);
        }
        (void)fflush(stdout);
    }
    (void)close(o.from);
    while (!told_to_end && !o.ended) {
        o.ended = waitpid(o.program, &o.status, 0) == o.program;
    }
    kill_descendants();
    if (told_to_end) {
        printf("not ok %d - ended from outside, by signal %d%s\n", ++*n, (int)told_to_end, which);
        return failed + 1;
    }
    status = WIFSIGNALED(o.status) ? 128 + WTERMSIG(o.status) : WEXITSTATUS(o.status);
    if (example != NULL && status == 0) {
        printf("ok %d - %s%s\n", ++*n, example, which);
    } else if (example != NULL || (status != 0 && failed == 0)) {
        printf("not ok %d - exit status %d%s\n", ++*n, status, which);
        failed++;
    } else if (bailed) {
        printf("not ok %d - it gave up%s\n", ++*n, which);
        failed++;
    } else if (planned >= 0 && planned != passed + failed) {
        printf("not ok %d - it planned %d tests and told of %d%s\n", ++*n, planned,
               passed + failed, which);
        failed++;
    } else if (passed + failed == 0) {
        printf("not ok %d - it tested nothing%s\n", ++*n, which);
        failed++;
    } else if (planned < 0 && !skipped) {
        printf("not ok %d - it has no plan: whether it came to its end is not known%s\n", ++*n,
               which);
        failed++;
    }
    return failed;
}

int main(int argc, char **argv)
{
    const char *example = NULL;
    char *each = NULL, *engine;
    struct sigaction how;
    struct rusage used;
    int i = 1, n = 0, failed = 0;
    memset(&how, 0, sizeof(how));
    how.sa_handler = end; /* no SA_RESTART: it ends a read */
    (void)sigaction(SIGTERM, &how, NULL);
    (void)sigaction(SIGINT, &how, NULL);
    (void)sigaction(SIGHUP, &how, NULL);
#ifdef __linux__
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--example") == 0) { example = argv[i + 1]; }
        if (strcmp(argv[i], "--scale") == 0) {
            (void)setenv("TEST_TIMEOUT_SCALE", argv[i + 1], 0);
        }
        if (strcmp(argv[i], "--each") == 0) { each = argv[i + 1]; }
    }
    if (i >= argc) {
        fprintf(stderr, "usage: job [--scale N] [--example NAME] [--each ENGINE,...] program\n");
        return 2;
    }
    if (each != NULL && access(argv[i], X_OK) != 0) {
        printf("not ok %d - it does not build\n", ++n);
        failed = 1;
    } else if (each == NULL) {
        failed = run(argv + i, "", example, &n);
    } else {
        for (engine = strtok(each, ","); engine != NULL && !told_to_end;
             engine = strtok(NULL, ",")) {
            char which[80], *memory = strchr(engine, ':');
            (void)snprintf(which, sizeof(which), " (%s)", engine);
            if (memory != NULL) { *memory = '\0'; }
            if (!is_wanted(engine)) { continue; }
            (void)(memory != NULL ? setenv("AMP_ACCELERATOR", "emu:separate", 1)
                                  : unsetenv("AMP_ACCELERATOR"));
            (void)(strcmp(engine, "default") != 0 ? setenv("AMP_ENGINE", engine, 1)
                                                  : unsetenv("AMP_ENGINE"));
            if (getenv("AMP_VECTORS") != NULL) {
                (void)setenv("AMP_VECTORS", strcmp(engine, "vectors") == 0 ? "wait" : "0", 1);
            }
            failed += run(argv + i, which, example, &n);
        }
    }
    printf("1..%d\n", n);
    if (getrusage(RUSAGE_CHILDREN, &used) == 0) {
        printf("# cpu %.2f\n", (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
               + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6);
    }
    return failed != 0;
}
