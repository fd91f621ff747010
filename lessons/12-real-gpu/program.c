/* SPDX-License-Identifier: MIT */
/*
program.c: one kernel on every accelerator that there is. Without -DAMP_OPENCL that is the emulator;
with it, each OpenCL device besides:

    cc -O2 -fopenmp -pthread -I. lessons/12-real-gpu/program.c -o program -lm && ./program
    cc -O2 -fopenmp -pthread -I. -DAMP_OPENCL lessons/12-real-gpu/program.c -o program_cl \
        -lOpenCL -lm && ./program_cl
*/
#define AMP_SHORT_NAMES
#include "../lesson.h"

AMP_DEVICE_BEGIN
#define N 4096
#define T 64

/* A helper is a plain function, in the region, so that the device has it too. */
static inline int collatz(int n)
{
    int steps = 0;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        steps++;
    }
    return steps;
}

AMP_TILED_KERNEL(count_steps, (T), out(int, 1, y))
{
    at(y, tidx.global[0]) = collatz(tidx.global[0] + 1);
}
AMP_DEVICE_END

int main(void)
{
    static int y[N], want[N];
    amp_array_view vy = amp_view(int, y, N);
    amp_tiled_extent domain = amp_tile(amp_extent(N), T);
    int i, n;
    for (i = 0; i < N; i++) {
        want[i] = collatz(i + 1);           /* it is C: the host may call it */
    }
    for (n = 0; n < amp_accelerator_count(); n++) {
        const amp_accelerator device = amp_accelerator_get(n);
        if (strcmp(device.device_path, "cpu") == 0) {
            continue;                       /* memory alone, which runs nothing */
        }
        must(parallel_for_each_on(amp_accelerator_default_view(device), domain, count_steps, vy));
        must(amp_synchronize(vy));
        lesson_equal_int("y", y, want, by_tile(domain));
        printf("%s: 27 takes %d steps\n", device.description, y[26]);
    }
    return lesson_end();
}
