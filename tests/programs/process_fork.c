/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(slow, 1, inout(int, 1, y))
{ unsigned v = (unsigned)idx[0]; for (int i = 0; i < 8000000; i++) v = v * 1664525u + 1013904223u;
  amp_at(y, idx[0]) += 1 + (v == 77u); }
AMP_KERNEL(inc, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_DEVICE_END
static int m[16], k[16];
int main(int c, char **a)
{
    amp_accelerator_view q, p;
    amp_array_view v = amp_view(int, m, 16), w = amp_view(int, k, 16);
    amp_completion end;
    const amp_accelerator on = amp_accelerator_find(a[1]);
    amp_status s = amp_accelerator_create_view(on, AMP_QUEUING_IMMEDIATE, &q);
    amp_array_view r = amp_array_on(q, int, amp_extent(16));
    pid_t child;
    int status;
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_extent(16), slow, v);
    end = amp_marker(q);
    child = fork();
    if (child == 0) {
        alarm(100);
        printf("child: %d", s);
        printf(" %d", amp_synchronize(v));
        printf(" %d", amp_wait(q));
        printf(" %d", amp_completion_wait(end));
        printf(" %d", amp_parallel_for_each_on(q, amp_extent(16), inc, w));
        s = amp_parallel_for_each(amp_extent(16), inc, r); /* on its device's default view */
        printf(" %d", s != AMP_OK ? s : amp_copy_in(r, k));
        if (c > 2) {
            printf(" %d", amp_accelerator_create_view(on, AMP_QUEUING_IMMEDIATE, &p));
            printf(" %d", amp_accelerator_default_view(on).queue == NULL);
            printf(" %s\n", amp_last_error());
            fflush(stdout);
            _exit(0);
        }
        s = amp_accelerator_create_view(on, AMP_QUEUING_IMMEDIATE, &p);
        if (s == AMP_OK) s = amp_parallel_for_each_on(p, amp_extent(16), inc, w);
        if (s == AMP_OK) s = amp_parallel_for_each(amp_extent(16), inc, w);
        if (s == AMP_OK) s = amp_synchronize(w);
        if (s == AMP_OK) s = amp_accelerator_view_release(p);
        printf(" %d %d\n", s, k[3]);
        fflush(stdout);
        _exit(0);
    }
    (void)waitpid(child, &status, 0);
    s = amp_wait(q);
    if (s == AMP_OK) s = amp_synchronize(v);
    printf("parent: %d %d, %d\n", s, m[0], status);
    return status != 0 || m[0] != 1;
}
