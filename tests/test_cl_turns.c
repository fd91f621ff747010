/* SPDX-License-Identifier: MIT */
/* run: needs=opencl flags=-DAMP_OPENCL libs=-lOpenCL plain */
/* Loops of many turns. Mesa's llvmpipe ends a thread's loops after 65535 turns of all of them, in
   silence: a kernel that had more is refused by name there, and right elsewhere. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { N = 8 };
AMP_DEVICE_BEGIN
AMP_KERNEL(sum_simple, 1, value(int, n), in(int, 1, x), out(int, 1, y))
{
    int i, j, sum = 0;
    for (j = 0; j < 2; j++) {
        for (i = 0; i < n; i++) {
            sum += at(x, i % 8);
        }
    }
    at_index(y, idx) = sum;
}
AMP_TILED_KERNEL(sum_tiled, (8), value(int, n), in(int, 1, x), out(int, 1, y))
{
    int i, sum = 0;
    for (i = 0; i < 2 * n; i++) {
        sum += at(x, i % 8);
    }
    if (tidx.local[0] < 4) {
        at_index(y, tidx.global) = sum;
        return;
    }
    at_index(y, tidx.global) = sum;
}
#define MADE(name)                                                                             \
    AMP_PHASED_KERNEL(name, (8), value(int, n), in(int, 1, x), out(int, 1, y))                 \
    {                                                                                          \
        amp_phase {                                                                            \
            int sum = 0;                                                                       \
            for (int i = 0; i < 2 * n; i++) {                                                  \
                sum += at(x, i % 8);                                                           \
            }                                                                                  \
            at_index(y, tidx.global) = sum;                                                    \
        }                                                                                      \
    }
MADE(sum_phased)
AMP_DEVICE_END

/* The sum of 2 n ones, by each kind of kernel: right; or refused, by its name, where the device
   ends loops and n is as much. */
static void sums(int n)
{
    static const char *const name[] = { "sum_simple", "sum_tiled", "sum_phased" };
    const amp_accelerator a = amp_accelerator_find("opencl");
    amp_accelerator_view on;
    amp_tiled_extent tiles = amp_tile(amp_extent(N), N);
    int x[N] = { 1, 1, 1, 1, 1, 1, 1, 1 }, y[N], kind, i, ends;
    amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    if (a.index < 0) {
        SKIP("there is no OpenCL device: %s", amp_last_error());
    }
    on = amp_accelerator_default_view(a);
    ends = strncmp(a.description, "llvmpipe", 8) == 0 && n > 30000;
    for (kind = 0; kind < 3; kind++) {
        amp_status s = kind == 0 ? amp_parallel_for_each_on(on, vy.extent, sum_simple, n, vx, vy)
            : kind == 1 ? amp_parallel_for_each_on(on, tiles, sum_tiled, n, vx, vy)
            : amp_parallel_for_each_on(on, tiles, sum_phased, n, vx, vy);
        s = s == AMP_OK ? amp_synchronize(vy) : s;
        if (ends) {
            CHECK_INT(s, ==, AMP_UNSUPPORTED);
            CHECK(strstr(amp_last_error(), name[kind]) != NULL);
            CHECK(strstr(amp_last_error(), "65535 turns") != NULL);
            CHECK_INT(amp_refresh(vy), ==, AMP_OK);
            continue;
        }
        CHECK_INT(s, ==, AMP_OK);
        for (i = 0; i < N; i++) {
            CHECK_INT(y[i], ==, 2 * n);
        }
    }
    CHECK_INT(amp_release(vx), ==, AMP_OK);
    CHECK_INT(amp_release(vy), ==, AMP_OK);
}

TEST(loops_of_a_few_turns) { sums(1000); }
TEST(loops_of_many_turns_are_right_or_refused) { sums(40000); }
TEST(loops_of_very_many_turns_are_right_or_refused) { sums(1000000); }
