/* SPDX-License-Identifier: MIT */
/* Of tests/check_asan.sh. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
__attribute__((noinline)) static int *escape(int *p) { __asm__ volatile("" : "+r"(p)); return p; }
__attribute__((noinline)) static int *local(int n)
{
    int room[8];
    room[n & 7] = n;
    return escape(room);
}
__attribute__((noinline)) static void jump(jmp_buf *b) { longjmp(*b, 1); }
__attribute__((noinline)) static void hop(void)
{
    jmp_buf back;
    if (setjmp(back) == 0) { jump(&back); }
}
AMP_TILED_KERNEL(kernel, (64), inout(int, 1, v), value(int, how))
{
    volatile int room[16] = { 0 };
    const int me = tidx.local[0];
    tile_barrier_wait(tidx);
    hop();
    tile_barrier_wait(tidx);
    room[me & 7] = at(v, tidx.global[0]);
    if (how == 1 && me == 30) { return; }
    if (how == 2 && me == 30) { room[0] = *local(me); }          /* after */
    if (how == 3 && me == 30) { *escape((int *)(uintptr_t)&room[16]) = 1; } /* past */
    tile_barrier_wait(tidx);
    at(v, tidx.global[0]) = room[me & 7] + 1;
}
AMP_DEVICE_END
static int cells[128];
static long pages(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long n = 0;
    if (f != NULL) {
        if (fscanf(f, "%ld", &n) != 1) { n = 0; }
        (void)fclose(f);
    }
    return n;
}
int main(int argc, char **argv)
{
    const int how = argc > 1 ? atoi(argv[1]) : 0;
    const amp_array_view v = amp_view(int, cells, 128);
    const amp_tiled_extent t = amp_tile(amp_extent(128), 64);
    long before = 0;
    int i;
    if (how > 1) { return (int)parallel_for_each(t, kernel, v, how); }
    for (i = 0; i < 60; i++) {
        if (parallel_for_each(t, kernel, v, 0) != AMP_OK) { return 1; }
        if (parallel_for_each(t, kernel, v, 1) != AMP_BARRIER_DIVERGED) { return 2; }
        before = i == 10 ? pages() : before;
    }
    if (pages() - before > 100000) { return 3; } /* of 4 KB */
    return 0;
}
