/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include "tests/reverse.h"
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *g)
{ (void)t; (void)a; (void)f; (void)g; return EAGAIN; }
AMP_DEVICE_BEGIN
AMP_KERNEL(last, 1, out(int, 1, y)) { amp_at(y, idx[0]) = idx[0]; }
AMP_DEVICE_END
static int m[6400];
int main(void)
{
    amp_array_view v = amp_view(int, m, 6400);
    amp_accelerator_view q;
    amp_status s;
    m[0] = 7;
    (void)amp_emu_set_workers(2);
    s = amp_parallel_for_each(amp_tile(amp_extent(6400), 64), rev, v);
    printf("fibers %d %d, ", s, m[63]);
    s = amp_parallel_for_each(amp_extent(6400), last, v); /* nobody takes another worker's part */
    printf("loops %d %d, ", s, m[6399]);
    s = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    printf("view %d, ", s);
    (void)amp_emu_set_engine(AMP_ENGINE_THREADS);
    s = amp_parallel_for_each(amp_tile(amp_extent(6400), 64), rev, v);
    printf("threads %d %s\n", s, amp_last_error());
    return 0;
}
