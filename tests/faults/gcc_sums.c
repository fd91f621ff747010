/* SPDX-License-Identifier: MIT */
/* tests/faults/gcc_sums.c: docs/compiler-faults.md, "Reads under a condition".
   known: gcc 12.2
   flags: -O3 -mavx2
   around: 1
   Exit status 0: right, 1: wrong. With -DAROUND=1 an asm in the loop keeps it scalar. */
#include <stdio.h>

enum { N = 301 };

__attribute__((noinline)) static void sums(const int *mark, const int *x, int *sum)
{
    int i, a = 0, b = 0, c = 0;
    for (i = 0; i < 3 * N; i += 3) {
#ifdef AROUND
        __asm__ volatile("");
#endif
        if (mark[i] != 0) {
            a += x[i];
        }
        if (mark[i + 1] != 0) {
            b += x[i + 1];
        }
        if (mark[i + 2] != 0) {
            c += x[i + 2];
        }
    }
    sum[0] = a;
    sum[1] = b;
    sum[2] = c;
}

int main(void)
{
    static int mark[3 * N], x[3 * N], want[3], sum[3];
    unsigned random = 1;
    int i;
    for (i = 0; i < 3 * N; i++) {
        random = random * 1664525u + 1013904223u;
        mark[i] = (int)(random >> 30 & 1);
        x[i] = i;
        want[i % 3] += mark[i] != 0 ? i : 0;
        __asm__ volatile("" : : : "memory"); /* this loop is to stay as it is */
    }
    sums(mark, x, sum);
    printf("%d %d %d for %d %d %d\n", sum[0], sum[1], sum[2], want[0], want[1], want[2]);
    return sum[0] != want[0] || sum[1] != want[1] || sum[2] != want[2];
}
