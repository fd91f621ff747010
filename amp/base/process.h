/* SPDX-License-Identifier: MIT */
#ifndef AMP_BASE_PROCESS_H
#define AMP_BASE_PROCESS_H
/*
amp/base/process.h: running another program: a compiler, a symbolizer. On Linux; WASI has
none, and on Windows none is wanted.

It is started without a shell, in a process group of its own, with the environment of this process
and none of its open files but those that it is given; and it has a limit of time.
*/

#include "clock.h"
#include "files.h"

#if AMP__HAS_PROCESSES

#include <poll.h>     /* a limit of time */
#include <spawn.h>    /* posix_spawn */
#include <stdlib.h>   /* getenv */
#include <sys/wait.h> /* waitpid */

int amp__pipe(int *ends, int flags) AMP__SYSTEM_CALL("pipe2");
int amp__kill(pid_t process, int signal_number) AMP__SYSTEM_CALL("kill");
int amp__sigfillset(sigset_t *set) AMP__SYSTEM_CALL("sigfillset");
int amp__sigemptyset(sigset_t *set) AMP__SYSTEM_CALL("sigemptyset");
int amp__sigmask(int how, const sigset_t *set, sigset_t *old) AMP__SYSTEM_CALL("pthread_sigmask");
extern char **amp__environment AMP__SYSTEM_CALL("environ");

/* Their constants. */
enum { AMP__SIGKILL = 9, AMP__SIGTERM = 15, AMP__SIG_BLOCK = 0, AMP__SIG_SETMASK = 2 };
#ifdef F_DUPFD_CLOEXEC
enum { AMP__DUPLICATE_PRIVATE = F_DUPFD_CLOEXEC };
#else
enum { AMP__DUPLICATE_PRIVATE = 1030 };
#endif

/* For how long a program may run, in seconds; and the most that it may write into the pipe. */
#ifndef AMP__PROCESS_SECONDS /* tests set it */
#define AMP__PROCESS_SECONDS 60
#endif
enum { AMP__PROCESS_OUTPUT = 64 << 20 };

/* How a program ended: its exit status as waitpid gives it; UNKNOWN where the host ignores or
   collects its children itself; ABSENT where it never ran; KILLED where it took too long, or wrote
   too much, or more than there was memory for. */
enum { AMP__PROCESS_UNKNOWN = -1, AMP__PROCESS_ABSENT = -2, AMP__PROCESS_KILLED = -3 };

/* In a list of descriptors: /dev/null; and the pipe by which the program is heard, and its end. */
enum { AMP__PROCESS_NOTHING = -1, AMP__PROCESS_PIPE = -2, AMP__PROCESS_FILES = 8 };

/* Reads once from a pipe, and adds that to `output`; NULL: to nothing. Returns 0 at its end. */
static AMP__COLD int amp__process_hear(int pipe, amp__text *output)
{
    char part[8192];
    const ssize_t n = read(pipe, part, sizeof(part));
    if (n > 0 && output != NULL) {
        amp__text_put(output, part, (size_t)n);
    }
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Hears a process through the pipe until it has ended. At its limit, or a second behind SIGTERM
   once *stop is set, it is killed with its group. Returns how it ended. */
static AMP__COLD int amp__process_wait(pid_t process, int pipe, amp__text *output, const int *stop)
{
    unsigned long long end = amp__nanoseconds() + AMP__PROCESS_SECONDS * 1000000000ULL;
    int status = 0;
    pid_t ended = 0;
    struct pollfd p;
    p.fd = pipe;
    p.events = POLLIN;
    for (;;) {
        if (ended == 0) {
            ended = waitpid(process, &status, WNOHANG);
        }
        if (poll(&p, 1, ended != 0 ? 0 : 2) > 0) {
            if (!amp__process_hear(pipe, output)) {
                p.fd = -1; /* poll passes over it */
            }
        } else if (ended != 0) {
            return ended == process ? status : AMP__PROCESS_UNKNOWN;
        }
        if (stop != NULL && __atomic_load_n(stop, __ATOMIC_RELAXED)) {
            stop = NULL;
            (void)amp__kill(-process, AMP__SIGTERM); /* it removes its files */
            end = amp__nanoseconds() + 1000000000;
        }
        if (amp__nanoseconds() > end
            || (output != NULL && (output->failed || output->used > AMP__PROCESS_OUTPUT))) {
            (void)amp__kill(-process, AMP__SIGKILL);
            (void)waitpid(process, &status, 0);
            return AMP__PROCESS_KILLED;
        }
    }
}

/* Runs the program at `path`. words: its command line, NULL at the end; files: its descriptors 0 to
   count - 1, which stay the caller's, or constants of above: the pipe among them; output: gets what
   comes out of the pipe, or NULL; stop: ends the program once it is set, or NULL. Returns how it
   ended. */
static AMP__COLD int amp__process_run(const char *path, const char *const *words, const int *files,
                                      int count, amp__text *output, const int *stop)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    sigset_t all, none;
    char *const *argv;
    pid_t process = -1;
    int ends[2], high[AMP__PROCESS_FILES], i, r = 0;
    AMP__ASSERT(count <= AMP__PROCESS_FILES);
    memcpy(&argv, &words, sizeof(argv)); /* posix_spawn takes no const, and changes nothing */
    if (amp__pipe(ends, AMP__OPEN_PRIVATE) != 0) {
        return AMP__PROCESS_ABSENT;
    }
    (void)amp__sigfillset(&all);
    (void)amp__sigemptyset(&none);
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawnattr_init(&how);
    /* A host that ignores SIGCHLD would have the compiler's driver do so, too. */
    (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
                                   | POSIX_SPAWN_SETPGROUP);
    (void)posix_spawnattr_setsigdefault(&how, &all);
    (void)posix_spawnattr_setsigmask(&how, &none);
    (void)posix_spawnattr_setpgroup(&how, 0);
    for (i = 0; i < count; i++) { /* from numbers that no other file of it is moved to */
        high[i] = files[i] == AMP__PROCESS_NOTHING ? -1
            : fcntl(files[i] == AMP__PROCESS_PIPE ? ends[1] : files[i], AMP__DUPLICATE_PRIVATE, 10);
        r |= files[i] == AMP__PROCESS_NOTHING
            ? posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0)
            : high[i] < 0 ? -1 : posix_spawn_file_actions_adddup2(&actions, high[i], i);
    }
    r = r != 0 ? r : posix_spawn(&process, path, &actions, &how, argv, amp__environment);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&how);
    for (i = 0; i < count; i++) {
        (void)close(high[i]);
    }
    (void)close(ends[1]);
    r = r == 0 ? amp__process_wait(process, ends[0], output, stop) : AMP__PROCESS_ABSENT;
    (void)close(ends[0]);
    return r;
}

/* Writes to path[0..size) where the program of that name is, and what stat says of it to *about:
   by PATH if the name has no slash, of which only folders that begin with a slash count. Returns 0
   where there is none that may be run. */
static AMP__COLD int amp__process_find(const char *name, char *path, size_t size,
                                       struct stat *about)
{
    const char *p = getenv("PATH");
    if (strchr(name, '/') != NULL) {
        return snprintf(path, size, "%s", name) < (int)size && stat(path, about) == 0
            && access(path, X_OK) == 0;
    }
    for (p = p != NULL ? p : "/usr/bin:/bin"; *p != '\0'; p += *p == ':') {
        const size_t n = strcspn(p, ":");
        if (*p == '/' && snprintf(path, size, "%.*s/%s", (int)n, p, name) < (int)size
            && stat(path, about) == 0 && S_ISREG(about->st_mode) && access(path, X_OK) == 0) {
            return 1;
        }
        p += n;
    }
    return 0;
}

#endif /* AMP__HAS_PROCESSES */

#endif /* AMP_BASE_PROCESS_H */
