/* SPDX-License-Identifier: MIT */
/* Launches the kernel p of a header that tests/check_cl.sh writes, region.h: prints what is wrong
   with it. */
#include <stdio.h>
#define AMP_SHORT_NAMES
#include "amp.h"
#include "region.h"

static int y[64];

int main(void)
{
    const amp_array_view v = amp_view(int, y, 64);
    const amp_status s = parallel_for_each(amp_extent(1), p, ARGUMENTS);
    puts(s == AMP_OK ? "no error" : amp_last_error());
    return s != AMP_OK;
}
