/* SPDX-License-Identifier: MIT */
/* Of tests/check_faults.sh. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(small, 1, inout(int, 1, y))
{ unsigned v = (unsigned)idx[0]; for (int i = 0; i < 300; i++) v = v * 1664525u + 1013904223u;
  amp_at(y, idx[0]) += 1 + (v == 77u); }
AMP_DEVICE_END
static int m[3][6400];
static amp_accelerator_view q[3];
static void *launch(void *number)
{
    const int i = (int)(size_t)number;
    amp_array_view v = amp_view(int, m[i], 6400);
    for (;;) (void)amp_parallel_for_each_on(q[i], amp_extent(6400), small, v);
    return number;
}
int main(void)
{
    pthread_t t;
    size_t i;
    for (i = 0; i < 3; i++) {
        (void)amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_AUTOMATIC,
                                          &q[i]);
    }
    for (i = 0; i < 3; i++) pthread_create(&t, NULL, launch, (void *)i);
    usleep(20000);
    puts("leaves");
    return 0;
}
