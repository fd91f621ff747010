/* SPDX-License-Identifier: MIT */
/* Of tests/check_process.sh. */
#include <stdio.h>
#include "tests/reverse.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(inc, 1, inout(int, 1, y)) { amp_at(y, idx[0]) += 1; }
AMP_DEVICE_END
static int m[640];
int main(void)
{
    amp_array_view v = amp_view(int, m, 640);
    amp_status s = amp_parallel_for_each(amp_extent(640), inc, v);
    m[0] = 7;
    if (s == AMP_OK) s = amp_parallel_for_each(amp_tile(amp_extent(640), 64), rev, v);
    if (s == AMP_OK) s = amp_synchronize(v);
    printf("status %d %d\n", s, m[63]);
    return 0;
}
