/* SPDX-License-Identifier: MIT */
/* tests/faults/omp_simd.c: docs/compiler-faults.md, "omp simd and one iteration's own accesses".
   known: gcc 12.2, clang 14.0
   flags: -O3 -fopenmp
   around: 1
   Exit status 0: right, 1: wrong. With -DAROUND=1 compilers find dependences by themselves. */
#include <stdio.h>

enum { N = 64 };

/* No iteration reads what another one writes: at[i] is 2 * i. */
__attribute__((noinline)) static void pairs(int *y, const int *at, int a)
{
    int i;
#ifndef AROUND
#pragma omp simd
#endif
    for (i = 0; i < N; i++) {
        y[2 * i] = a;
        y[2 * i + 1] = y[at[i]] + 1;
    }
}

int main(void)
{
    static int y[2 * N], at[N];
    int i, wrong = 0;
    for (i = 0; i < N; i++) {
        at[i] = 2 * i;
    }
    pairs(y, at, 7);
    for (i = 0; i < N; i++) {
        wrong += y[2 * i] != 7 || y[2 * i + 1] != 8;
    }
    printf("%d of %d wrong\n", wrong, N);
    return wrong != 0;
}
