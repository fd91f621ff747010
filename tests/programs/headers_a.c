/* SPDX-License-Identifier: MIT */
/* headers_a.c and headers_b.c, two files of one program, share the engine that one of them sets,
   and the last error. */
#include "amp.h"
#include <stdio.h>
AMP_DEVICE_BEGIN
AMP_KERNEL(k, 1, inout(int, 1, v)) { amp_at(v, idx[0]) += 1; }
AMP_DEVICE_END
int other(int *v);
const char *other_error(void);
int main(void)
{
    int v[8] = { 0 };
    if (amp_emu_set_workers(1) != AMP_OK) { return 1; }
    if (amp_parallel_for_each(amp_extent(8), k, amp_view(int, v, 8)) != AMP_OK) { return 2; }
    if (other(v) != AMP_OK || v[7] != 11) { return 3; }
    if (amp_parallel_for_each(amp_extent(-5), k, amp_view(int, v, 8)) == AMP_OK) { return 4; }
    return strcmp(other_error(), amp_last_error()) != 0;
}
