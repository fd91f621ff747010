/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh: a plugin, and a host that launches its kernel. */
#ifdef PLUGIN
#include "tests/reverse.h"
#ifdef MADE
#include "made.h"
#endif
static int m[640];
int entry(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_accelerator_view q;
    amp_status s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK)
        s = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_tile(amp_extent(640), 64), rev, v);
    return s != AMP_OK || amp_synchronize(v) != AMP_OK || amp_release(v) != AMP_OK;
}
#else
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void *h;
static void *run(void *a)
{
    (void)a;
    printf("plugin %d, ", ((int (*)(void))dlsym(h, "entry"))());
    printf("dlclose %d, ", dlclose(h));
    fflush(stdout);
    return NULL;
}
static void own(int s) { (void)s; (void)!write(1, "own handler\n", 12); _exit(0); }
int main(int c, char **a)
{
    pthread_t t;
    signal(SIGSEGV, own);
    h = dlopen(a[1], RTLD_NOW | RTLD_LOCAL);
    if (c > 2) { run(NULL); *(volatile int *)8 = 1; return 1; }
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    puts("joined");
    return 0;
}
#endif
