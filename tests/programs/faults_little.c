/* SPDX-License-Identifier: MIT */
/* Of tests/check_faults.sh. Its argument: on how many threads the tiled kernel runs. */
#include <stdio.h>
#include <stdlib.h>
#include "tests/reverse.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(inc, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_DEVICE_END
static int m[640000];
int main(int c, char **a)
{
    const int count = c > 1 ? atoi(a[1]) : 640000;
    amp_array_view v = amp_view(int, m, 640000);
    amp_accelerator_view q;
    amp_status s = amp_parallel_for_each(amp_extent(640000), inc, v), t, u;
    int bad = s == AMP_OK && (m[0] != 1 || m[639999] != 1);
    m[0] = 7;
    t = amp_parallel_for_each(amp_tile(amp_extent(count), 64), rev, v);
    bad += t == AMP_OK && m[63] != 7;
    u = amp_accelerator_create_view(amp_accelerator_find("emu"), AMP_QUEUING_IMMEDIATE, &q);
    if (u == AMP_OK) u = amp_parallel_for_each_on(q, amp_extent(640000), inc, v);
    if (u == AMP_OK) u = amp_synchronize(v);
    printf("status %d %d %d %s\n", s, t, u, amp_last_error());
    return bad || ((s || t || u) && amp_last_error()[0] == '\0');
}
