/* SPDX-License-Identifier: MIT */
/* See headers_a.c, whose kernel has the name of this one. */
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_KERNEL(k, 1, inout(int, 1, v)) { amp_at(v, idx[0]) += 10; }
AMP_DEVICE_END
int other(int *v);
const char *other_error(void);
int other(int *v) { return (int)amp_parallel_for_each(amp_extent(8), k, amp_view(int, v, 8)); }
const char *other_error(void) { return amp_last_error(); }
