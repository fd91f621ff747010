/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_SYSTEM_H
#define AMP_VECTORS_SYSTEM_H
/*
amp/vectors/system.h: calls of the system that -std=c99 hides, by names of our own; and
running a program.
*/

#include "../base/files.h"
#include "text.h"

#if AMP__IMPLEMENT

#include <poll.h>      /* a time limit */
#include <pthread.h>   /* pthread_attr_t */
#include <spawn.h>     /* posix_spawn */
#include <sys/auxv.h>  /* AT_SECURE */
#include <sys/resource.h> /* how large a file may be */
#include <sys/wait.h>  /* waitpid */
#include <time.h>      /* how long it took */

AMP__C_BEGIN
struct timespec;
int amp__vec_pipe(int *ends, int flags) __asm__("pipe2");
int amp__vec_kill(pid_t process, int signal_number) __asm__("kill");
int amp__vec_clock(int which, struct timespec *t) __asm__("clock_gettime");
int amp__vec_sigfill(sigset_t *set) __asm__("sigfillset");
int amp__vec_sigempty(sigset_t *set) __asm__("sigemptyset");
int amp__vec_sigmask(int how, const sigset_t *set, sigset_t *old) __asm__("pthread_sigmask");
int amp__vec_getattr(pthread_t thread, pthread_attr_t *attributes) __asm__("pthread_getattr_np");
int amp__vec_getstack(const pthread_attr_t *attributes, void **address, size_t *size)
    __asm__("pthread_attr_getstack");
extern char **amp__vec_environment __asm__("environ");
/* There where the program has gcc's UndefinedBehaviorSanitizer, which no macro says. */
extern void amp__vec_ubsan(void) __asm__("__ubsan_handle_type_mismatch_v1")
    __attribute__((weak));
AMP__C_END

/* The constants that go with them, on Linux. */
enum { AMP__VEC_SIGKILL = 9, AMP__VEC_SIG_BLOCK = 0, AMP__VEC_MONOTONIC = 1 };
#ifdef F_DUPFD_CLOEXEC
enum { AMP__VEC_DUP = F_DUPFD_CLOEXEC };
#else
enum { AMP__VEC_DUP = 1030 };
#endif

/* Milliseconds, of a clock that nobody sets. */
static AMP__COLD double amp__vec_now(void)
{
    struct timespec t;
    (void)amp__vec_clock(AMP__VEC_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* How large a file of this process may be. A write beyond that would end the process
   (SIGXFSZ), so nothing is written where it is less than AMP__VEC_FILE_ROOM. */
enum { AMP__VEC_FILE_ROOM = 16 << 20 };
static AMP__COLD unsigned long amp__vec_file_limit(void)
{
    struct rlimit most;
    return getrlimit(RLIMIT_FSIZE, &most) == 0 ? (unsigned long)most.rlim_cur : 0;
}

/* Adds to `out` what a file holds, from its start; 0 where that failed, or out is longer than
   `most` bytes then. */
static AMP__COLD int amp__vec_slurp(int file, amp__vec_text *out, size_t most)
{
    char part[8192];
    ssize_t n;
    if (lseek(file, 0, SEEK_SET) != 0) {
        return 0;
    }
    while (out->n <= most && (n = read(file, part, sizeof(part))) != 0) {
        if (n < 0 && errno != EINTR) {
            return 0;
        }
        amp__vec_put(out, part, n < 0 ? 0 : (size_t)n);
    }
    return out->n <= most && !out->store->spent;
}

/* Moves a descriptor to a number of 10 or more, away from the numbers at which a program that
   is started finds its files. Takes over `file`, which may be -1; -1 where that failed. */
static AMP__COLD int amp__vec_high(int file)
{
    int high;
    if (file < 0 || file >= 10) {
        return file;
    }
    high = fcntl(file, AMP__VEC_DUP, 10);
    (void)close(file);
    return high;
}

/* How a program ended: its exit status as waitpid gives it, UNKNOWN where the host
   ignores or collects its children itself, LOST where it never ran or took too long. */
enum { AMP__VEC_UNKNOWN = -1, AMP__VEC_LOST = -2 };
/* Waits until the process has ended, for at most `limit` milliseconds, then it is killed with
   its group. ended: a pipe that it has open. Returns how it ended. */
static AMP__COLD int amp__vec_wait(pid_t process, int ended, double limit)
{
    const double start = amp__vec_now();
    int status = 0;
    for (;;) {
        struct pollfd p;
        pid_t r;
        p.fd = ended;
        p.events = POLLIN;
        (void)poll(&p, 1, 2);
        r = waitpid(process, &status, WNOHANG);
        if (r == process) {
            return status;
        }
        if (r < 0 && errno == ECHILD) {
            return AMP__VEC_UNKNOWN;
        }
        if (amp__vec_now() - start > limit) {
            (void)amp__vec_kill(-process, AMP__VEC_SIGKILL);
            (void)waitpid(process, &status, 0);
            return AMP__VEC_LOST;
        }
    }
}

/* What a program that is started has open, beside its standard files: the cache's
   folder, and what tells us that it has ended. */
enum { AMP__VEC_FOLDER_THERE = 3, AMP__VEC_END_THERE = 4 };

/* Runs `program` with standard files `in`, `out` and `err`, in a process group of its
   own, without a shell, for at most a minute. All descriptors are 10 or more, and stay the
   caller's. Returns how it ended. */
static AMP__COLD int amp__vec_run(const char *program, char *const *words, int in, int out,
                                  int err, int folder)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t all, none;
    pid_t process = -1;
    int ends[2], r;
    if (amp__vec_pipe(ends, AMP__OPEN_PRIVATE) != 0) {
        return AMP__VEC_LOST;
    }
    ends[0] = amp__vec_high(ends[0]);
    ends[1] = amp__vec_high(ends[1]);
    (void)amp__vec_sigfill(&all);
    (void)amp__vec_sigempty(&none);
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawnattr_init(&how);
    /* A host that ignores SIGCHLD would have the compiler's driver do so, too. */
    (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
                                   | POSIX_SPAWN_SETPGROUP);
    (void)posix_spawnattr_setsigdefault(&how, &all);
    (void)posix_spawnattr_setsigmask(&how, &none);
    (void)posix_spawnattr_setpgroup(&how, 0);
    r = posix_spawn_file_actions_adddup2(&files, in, 0)
        | posix_spawn_file_actions_adddup2(&files, out, 1)
        | posix_spawn_file_actions_adddup2(&files, err, 2)
        | posix_spawn_file_actions_adddup2(&files, folder, AMP__VEC_FOLDER_THERE)
        | posix_spawn_file_actions_adddup2(&files, ends[1], AMP__VEC_END_THERE);
    if (r == 0) {
        r = posix_spawn(&process, program, &files, &how, words, amp__vec_environment);
    }
    (void)posix_spawn_file_actions_destroy(&files);
    (void)posix_spawnattr_destroy(&how);
    (void)close(ends[1]);
    r = r == 0 ? amp__vec_wait(process, ends[0], 60e3) : AMP__VEC_LOST;
    (void)close(ends[0]);
    return r;
}

/* Writes to path[0..size) where the program of that name is, and what stat says of it to
   *about: by PATH if the name has no slash, of which only folders that begin with a slash
   count. 0 where there is none that may be run. */
static AMP__COLD int amp__vec_find_program(const char *name, char *path, size_t size,
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

#endif /* AMP__IMPLEMENT */

#endif /* AMP_VECTORS_SYSTEM_H */
