/* SPDX-License-Identifier: MIT */
/* tests/faults/gcc_choice.c: docs/compiler-faults.md, "A variable that is chosen twice".
   known: gcc 12.2
   flags: -O3
   around: 1 2
   Exit status 0: right, 1: wrong. With -DAROUND=1 the compiler is not told the value before the
   loop; with 2 it makes no vectors of loops with a condition: both are right. */
#include <stdio.h>

enum { N = 40 };

#if defined(AROUND) && AROUND == 2 && !defined(__clang__)
__attribute__((optimize("no-tree-loop-if-convert")))
#endif
__attribute__((noinline)) static int behind_last_mark(const int *x, const int *mark, int n)
{
    int last = 0; /* the last that is not 0, of the elements behind the last mark */
    int i;
#if defined(AROUND) && AROUND == 1
    __asm__("" : "+m"(last));
#endif
    for (i = 0; i < n; i++) {
        last = x[i] != 0 ? x[i] : last;
        if (mark[i] != 0) {
            last = 0;
        }
    }
    return last;
}

int main(void)
{
    static int x[N], mark[N];
    int wrong = 0, at;
    for (at = 0; at < N; at++) { /* one element, and a mark behind it: nothing is left */
        int got;
        x[at] = 9;
        mark[N - 1] = 1;
        got = behind_last_mark(x, mark, N);
        wrong += got != 0;
        x[at] = 0;
    }
    printf("%d of %d wrong\n", wrong, N);
    return wrong != 0;
}
