/* SPDX-License-Identifier: MIT */
/* tests/faults/gcc_reads.c: docs/compiler-faults.md, "Reads under a condition".
   known: gcc 12.2
   flags: -O3 -mavx2
   around: 1
   Exit status 0: right, 1: wrong. With -DAROUND=1 the row is not written out turn by turn. */
#include <stdio.h>

enum { N = 16 };

__attribute__((noinline)) static void chosen(const int *restrict mark, const int *restrict x,
                                             int *restrict y)
{
    int i, j;
    for (i = 0; i < N; i++) {
#if defined(AROUND) && !defined(__clang__)
#pragma GCC unroll 1
#endif
        for (j = 0; j < N; j++) {
            y[i * N + j] = mark[i * N + j] != 0 ? x[i * N + j] : 5;
        }
    }
}

int main(void)
{
    static int mark[N * N], x[N * N], y[N * N];
    unsigned random = 1;
    int i, wrong = 0;
    for (i = 0; i < N * N; i++) {
        random = random * 1664525u + 1013904223u;
        mark[i] = (int)(random >> 30 & 1);
        x[i] = 1000 + i;
    }
    chosen(mark, x, y);
    for (i = 0; i < N * N; i++) {
        wrong += y[i] != (mark[i] != 0 ? 1000 + i : 5);
        __asm__ volatile("" : : : "memory"); /* this loop is to stay as it is */
    }
    printf("%d of %d wrong\n", wrong, N * N);
    return wrong != 0;
}
