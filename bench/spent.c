/* SPDX-License-Identifier: MIT */
/* spent FILE COMMAND...: runs the command, and adds a line to the file: the processor time of
   all of its processes, in ms. Exit status: 0 where the command's is, else 1. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words)
{
    struct rusage u;
    int status = 1;
    FILE *to = count > 2 ? fopen(words[1], "a") : NULL;
    const pid_t child = to != NULL ? fork() : -1;
    if (child == 0) {
        (void)execvp(words[2], words + 2);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        return 1;
    }
    (void)getrusage(RUSAGE_CHILDREN, &u);
    (void)fprintf(to, "%.1f\n", (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3
                  + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-3);
    return fclose(to) != 0;
}
