/* SPDX-License-Identifier: MIT */
/* Of tests/check_faults_settings.sh. */
#include <stdio.h>
#include "tests/reverse.h"
#include "amp_algorithms.h"
static int m[640];
int main(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_status s;
    int sum = 0;
    m[0] = 7;
    s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    if (s == AMP_OK) s = amp_reduce(amp_plus_int, v, &sum);
    printf("status %d %d %s\n", s, s == AMP_OK ? m[63] : 0, amp_last_error());
    return 0;
}
