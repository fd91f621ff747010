/* SPDX-License-Identifier: MIT */
/*
slow.c: y is to be x plus 1, and is; but neighbouring threads are far apart in memory.

Memory is moved in pieces of 32 bytes, eight ints. When eight threads that stand side by side ask
for eight ints that lie side by side, one piece serves all. Here thread 0 has element 0, thread 1
element 32, and so each needs a piece of its own. Mend which element a thread takes.
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 1024
AMP_KERNEL(plus_one, 1, in(int, 1, x), out(int, 1, y))
{
    /* ---- your part ---- */
    const int i = idx[0] % 32 * 32 + idx[0] / 32;
    /* ---- end of your part ---- */
    at(y, i) = at(x, i) + 1;
}
AMP_DEVICE_END

int main(void)
{
    static int x[N], y[N], want[N];
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i ^ 5;
        want[i] = x[i] + 1;
    }
    must(parallel_for_each(amp_extent(N), plus_one, vx, vy));
    must(amp_synchronize(vy));
    lesson_equal_int("y", y, want, by_thread(amp_extent(N)));
    lesson_memory("plus_one", "efficiency", 0.99);
    return lesson_end();
}
