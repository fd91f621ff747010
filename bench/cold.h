/* SPDX-License-Identifier: MIT */
#ifndef COLD_H
#define COLD_H
/*
cold.h: the data of cold_amp.c and cold_opencl.c, and what both print of it.
*/
#include <stdio.h>
#include <string.h>

enum { ROWS = 64, COLUMNS = 512, ALL = ROWS * COLUMNS };

static float cold_a[ALL], cold_b[ALL], cold_c[ALL], cold_d[ALL];

static inline void cold_fill(void)
{
    int i;
    for (i = 0; i < ALL; i++) {
        cold_a[i] = (float)(i * 7 % 16);
        cold_b[i] = (float)(i * 5 % 16);
        cold_c[i] = (float)(i * 3 % 16);
        cold_d[i] = 1;
    }
}

/* A sum of all that a kernel may have written: what both programs must have alike. */
static inline void cold_tell(void)
{
    double sum = 0;
    int i;
    for (i = 0; i < ALL; i++) {
        sum += (1 + i % 13) * ((double)cold_a[i] + 2 * (double)cold_d[i]);
    }
    printf("%.5g\n", sum);
}

#endif /* COLD_H */
