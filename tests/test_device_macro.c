/* SPDX-License-Identifier: MIT */
/* AMP_DEVICE_MACRO: a region has the program's value of a macro, wherever its kernels run. The
   macros that stand here in front of the regions come from headers or -D elsewhere. */
#define AMP_SHORT_NAMES
#define BLOCK_SIZE 32 /* and not the region's 16 */
#define STEP (2 + WIDE)
#define WIDE 3
#define WITH_SQUARES
#define GREETING "\"two\\ words\""
#include "amp.h"
#include "tap.h"

AMP_DEVICE_MACRO(STEP)
AMP_DEVICE_BEGIN
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif
AMP_DEVICE_MACRO(BLOCK_SIZE)
#ifndef ROUNDS
#define ROUNDS 3
#endif
AMP_DEVICE_MACRO(ROUNDS)
#if BLOCK_SIZE > 16
#define LARGE 1000
#else
#define LARGE 0
#endif
AMP_TILED_KERNEL(turn, (BLOCK_SIZE), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, BLOCK_SIZE);
    t[tidx.local[0]] = at(x, tidx.global[0]);
    tile_barrier_wait(tidx);
    at(y, tidx.global[0]) = t[BLOCK_SIZE - 1 - tidx.local[0]] + LARGE * ROUNDS;
}
/* None of its sizes tells the host of the value. */
AMP_KERNEL(steps, 1, inout(int, 1, x))
{
    int k;
    for (k = 0; k < ROUNDS; k++) {
        at(x, idx[0]) += STEP;
    }
#ifdef WITH_SQUARES
    at(x, idx[0]) *= at(x, idx[0]);
#endif
#ifdef WITH_CUBES
    at(x, idx[0]) = -1;
#endif
}
AMP_DEVICE_END
AMP_DEVICE_MACRO(WITH_SQUARES)
AMP_DEVICE_MACRO(WITH_CUBES)

AMP_DEVICE_BEGIN
AMP_KERNEL(letters, 1, out(int, 1, x))
{
    const char text[] = GREETING;
    at(x, idx[0]) = text[idx[0]];
}
AMP_DEVICE_END
AMP_DEVICE_MACRO(GREETING)

TEST(a_tile_of_the_programs_size)
{
    static int x[64], y[64];
    int i;
    for (i = 0; i < 64; i++) {
        x[i] = i;
    }
    CHECK_OK(parallel_for_each(amp_tile(amp_extent(64), 32), turn, amp_view(int, x, 64),
                               amp_view(int, y, 64)));
    CHECK_OK(amp_synchronize(amp_view(int, y, 64)));
    for (i = 0; i < 64; i++) {
        CHECK_INT(y[i], ==, i / 32 * 32 + 31 - i % 32 + 3000);
    }
}

TEST(what_no_size_tells)
{
    static int x[10];
    int i;
    CHECK_OK(parallel_for_each(amp_extent(10), steps, amp_view(int, x, 10)));
    CHECK_OK(amp_synchronize(amp_view(int, x, 10)));
    for (i = 0; i < 10; i++) {
        CHECK_INT(x[i], ==, 225);
    }
}

TEST(a_text)
{
    static int x[11];
    static const char want[] = "\"two\\ words\"";
    int i;
    SKIP_ON_LLVMPIPE("Mesa 22.3 ends the process here: tests/faults/mesa_bytes.cl");
    CHECK_OK(parallel_for_each(amp_extent(11), letters, amp_view(int, x, 11)));
    CHECK_OK(amp_synchronize(amp_view(int, x, 11)));
    for (i = 0; i < 11; i++) {
        CHECK_INT(x[i], ==, want[i]);
    }
}
