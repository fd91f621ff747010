/* SPDX-License-Identifier: MIT */
#ifndef REAL_AMP_H
#define REAL_AMP_H
/* What the amp.c of the programs share: amp with its short names, and a run's end. */
#define AMP_SHORT_NAMES
#include "../../amp.h"

#include <stdio.h>

#include "real.h"

/* The end of a run: what its views hold goes to host memory, and they are released, since on
   OpenCL a run by hand makes its buffers anew as well. A launch that failed is said; the poisoned
   output then fails the check. Returns BENCH_WALL. */
static double real_ended(amp_status s, int count, const amp_array_view *views)
{
    int i;
    for (i = 0; i < count; i++) {
        const amp_status end = amp_release(views[i]);
        s = s == AMP_OK ? end : s;
    }
    if (s != AMP_OK) {
        (void)fprintf(stderr, "amp: %s\n", amp_last_error());
    }
    return BENCH_WALL;
}
#define REAL_ENDED(s, views) real_ended(s, (int)(sizeof(views) / sizeof((views)[0])), views)

#endif
