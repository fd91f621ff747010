/* SPDX-License-Identifier: MIT */
/* Of tests/check_faults.sh. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
typedef int (*entry)(int *);
static int m[2][640];
static entry e[2];
static void *run(void *k)
{
    int i, bad = 0;
    for (i = 0; i < 50; i++) bad += e[k != NULL](m[k != NULL]) != 0;
    return bad ? (void *)m : NULL;
}
int main(int c, char **a)
{
    void *h[2] = { dlopen(a[1], RTLD_NOW | RTLD_LOCAL), dlopen(a[2], RTLD_NOW | RTLD_LOCAL) };
    pthread_t t;
    void *bad;
    e[0] = (entry)dlsym(h[0], "one");
    e[1] = (entry)dlsym(h[1], "two");
    pthread_create(&t, NULL, run, m);
    bad = run(NULL);
    printf("first %d %d, ", bad != NULL, m[0][5]);
    dlclose(h[0]);
    pthread_join(t, &bad);
    printf("second %d %d, ", bad != NULL, m[1][5]);
    bad = run(m);
    printf("alone %d %d, ", bad != NULL, m[1][5]);
    h[0] = dlopen(a[1], RTLD_NOW | RTLD_LOCAL);
    e[0] = (entry)dlsym(h[0], "one");
    bad = run(NULL);
    printf("again %d %d\n", bad != NULL, m[0][5]);
    (void)c;
    return 0;
}
