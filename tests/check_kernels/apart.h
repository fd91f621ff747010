/* SPDX-License-Identifier: MIT */
/* Runs a labelled kernel in a process of its own, for case.h and tests/labelled/main.c, which
   define _POSIX_C_SOURCE before everything else. */
#ifndef APART_H
#define APART_H
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "amp.h"

enum { APART_LIMIT = 60 }; /* seconds */

/* Prints "ran CASE status N" or "ran CASE killed N"; its report is FOLDER/CASE.json, and what it
   says is FOLDER/CASE.err. */
static void run_apart(const char *name, amp_status (*run)(void), const char *folder)
{
    char report[300], text[300];
    int result[2], ended, status = -1;
    pid_t child;
    (void)snprintf(report, sizeof(report), "%s/%s.json", folder, name);
    (void)snprintf(text, sizeof(text), "%s/%s.err", folder, name);
    (void)fflush(stdout);
    if (pipe(result) != 0) { exit(3); }
    child = fork();
    if (child == 0) {
        int s;
        const int file = open(text, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        (void)alarm(APART_LIMIT);
        if (file < 0 || dup2(file, 2) < 0 || setenv("AMP_CHECK_REPORT", report, 1) != 0) {
            _exit(3);
        }
        s = (int)run();
        exit(write(result[1], &s, sizeof(s)) == (ssize_t)sizeof(s) ? 0 : 3);
    }
    (void)close(result[1]);
    if (child < 0 || waitpid(child, &ended, 0) != child) { exit(3); }
    if (WIFSIGNALED(ended)) {
        (void)printf("ran %s killed %d\n", name, WTERMSIG(ended));
    } else {
        (void)!read(result[0], &status, sizeof(status));
        (void)printf("ran %s status %d\n", name, status);
    }
    (void)close(result[0]);
}
#endif
