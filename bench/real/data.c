/* SPDX-License-Identifier: MIT */
/* What the programs and the samples fill their arrays with, and how they compare results. Built
   with optimisation, whatever a contender is built with. */
#include "real.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void real_fill(float *p, size_t count, unsigned seed, float low, float high)
{
    size_t i;
    for (i = 0; i < count; i++) {
        const float part = (float)(bench_noise((unsigned)i + seed * 7919U) >> 8) / 16777216.0f;
        p[i] = low + (high - low) * part;
    }
}

void real_fill_ints(int *p, size_t count, unsigned seed, int low, int high)
{
    size_t i;
    for (i = 0; i < count; i++) {
        p[i] = low + (int)(bench_noise((unsigned)i + seed * 7919U) % (unsigned)(high - low));
    }
}

static char why[160];

static const char *differs(size_t i, double got, double expected)
{
    (void)snprintf(why, sizeof(why), "element %lu is %.9g, not %.9g", (unsigned long)i, got,
                   expected);
    return why;
}

const char *real_differs(const float *got, const float *expected, size_t count, double relative)
{
    double scale = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        scale = fmax(scale, fabs((double)expected[i]));
    }
    for (i = 0; i < count; i++) {
        if (!(fabs((double)got[i] - (double)expected[i]) <= relative * scale)) {
            return differs(i, (double)got[i], (double)expected[i]);
        }
    }
    return NULL;
}

const char *real_differs_doubles(const double *got, const double *expected, size_t count,
                                 double relative)
{
    double scale = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        scale = fmax(scale, fabs(expected[i]));
    }
    for (i = 0; i < count; i++) {
        if (!(fabs(got[i] - expected[i]) <= relative * scale)) {
            return differs(i, got[i], expected[i]);
        }
    }
    return NULL;
}

const char *real_differs_ints(const int *got, const int *expected, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++) {
        if (got[i] != expected[i]) {
            return differs(i, (double)got[i], (double)expected[i]);
        }
    }
    return NULL;
}

void real_free(void *p)
{
    void *memory, *none = NULL;
    memcpy(&memory, p, sizeof(memory));
    free(memory);
    memcpy(p, &none, sizeof(none));
}
