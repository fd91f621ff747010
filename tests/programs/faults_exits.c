/* SPDX-License-Identifier: MIT */
/* Of tests/check_faults.sh. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(slow, 1, inout(int, 1, y))
{ unsigned v = (unsigned)idx[0]; for (int i = 0; i < 3000000; i++) v = v * 1664525u + 1013904223u;
  amp_at(y, idx[0]) += 1 + (v == 77u); }
AMP_TILED_KERNEL(meet, (64), inout(int, 1, y))
{ for (int i = 0; i < 20000; i++) { amp_tile_barrier_wait(tidx); }
  amp_at(y, tidx.global[0]) += 1; }
AMP_DEVICE_END
static int m[6400];
static void *launch(void *unused)
{
    amp_array_view v = amp_view(int, m, 6400);
    (void)amp_parallel_for_each(amp_extent(6400), slow, v);
    (void)amp_parallel_for_each(amp_tile(amp_extent(6400), 64), meet, v);
    return unused;
}
int main(int c, char **a)
{
    amp_accelerator_view q;
    amp_array_view v = amp_view(int, m, 6400);
    pthread_t t;
    int i;
    if (strcmp(a[1], "thread") == 0) {
        pthread_create(&t, NULL, launch, NULL);
    } else {
        (void)amp_accelerator_create_view(amp_accelerator_find(a[1]), AMP_QUEUING_IMMEDIATE, &q);
        for (i = 0; i < 20; i++) (void)amp_parallel_for_each_on(q, amp_extent(6400), slow, v);
    }
    usleep((unsigned)atoi(a[2]));
    puts("leaves");
    if (c > 3) return 0;
    exit(0);
}
