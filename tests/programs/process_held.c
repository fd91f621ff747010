/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh. A fork while another thread's launch reports its fault: that thread
   has the device's turn then, and the locks of coherence and of faults. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(fails, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; amp_abort(); }
AMP_DEVICE_END
static int m[16], k[16], there[2], on[2];
static __thread int stops;
int __real_vsnprintf(char *to, size_t size, const char *format, va_list list);
int __wrap_vsnprintf(char *to, size_t size, const char *format, va_list list)
{
    char c;
    if (stops && strncmp(format, "kernel", 6) == 0) { /* of amp__fault, under its lock */
        stops = 0;
        (void)!write(there[1], "", 1);
        (void)!read(on[0], &c, 1);
    }
    return __real_vsnprintf(to, size, format, list);
}
static amp_accelerator_view device(void)
{
    return amp_accelerator_default_view(amp_accelerator_find("emu:separate"));
}
static void *launch(void *none)
{
    stops = 1;
    (void)amp_parallel_for_each_on(device(), amp_extent(16), fails, amp_view(int, m, 16));
    return none;
}
int main(void)
{
    pthread_t thread;
    pid_t child;
    int status;
    char c;
    (void)amp_emu_set_workers(1);
    if (pipe(there) != 0 || pipe(on) != 0 || pthread_create(&thread, NULL, launch, NULL) != 0) {
        return 2;
    }
    (void)!read(there[0], &c, 1);
    child = fork();
    if (child == 0) {
        alarm(30);
        _exit(amp_parallel_for_each_on(device(), amp_extent(16), fails, amp_view(int, k, 16))
              != AMP_KERNEL_FAULT);
    }
    (void)waitpid(child, &status, 0);
    (void)!write(on[1], "", 1);
    (void)pthread_join(thread, NULL);
    printf("child %d, %s\n", status, stops ? "in vain" : "another thread in a fault");
    return status != 0;
}
