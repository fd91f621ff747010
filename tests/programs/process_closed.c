/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh: opens and closes a plugin, and launches a kernel of its own. */
#include <dlfcn.h>
#include <stdio.h>
#include "tests/reverse.h"
int main(int c, char **a)
{
    static int m[640];
    amp_array_view v = amp_view(int, m, 640);
    amp_accelerator_view q;
    amp_status s = AMP_OK;
    void *h = dlopen(a[1], RTLD_NOW | RTLD_LOCAL);
    int open = h != NULL, closed = open && dlclose(h) == 0;
    (void)c;
    m[0] = 7;
    s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK)
        s = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    if (s == AMP_OK) s = amp_parallel_for_each_on(q, amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    printf("opened %d, closed %d, ran %d %d\n", open, closed, s, m[0]);
    return 0;
}
