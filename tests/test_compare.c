/* SPDX-License-Identifier: MIT */
/* run: dropin plain */
/* amp_compare: equal results, the first difference, the tolerance. The other
   accelerator is the emulator with memory of its own, or OpenCL's. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

extern int setenv(const char *name, const char *value, int replace); /* hidden by -std=c99 */

AMP_DEVICE_BEGIN
AMP_KERNEL(twice, 1, in(float, 1, x), out(float, 1, y)) { at(y, idx[0]) = 2 * at(x, idx[0]); }
AMP_KERNEL(all_but_one, 2, value(int, skip), out(int, 2, y))
{
    if (idx[0] * 10 + idx[1] != skip) { at_index(y, idx) = 5; }
}
AMP_KERNEL(all_but_the_last, 1, in(float, 1, x), out(float, 1, y))
{
    if (idx[0] == 0) { at(y, 0) = at(x, 0); }
}
AMP_KERNEL(add, 1, in(float, 1, x), inout(float, 1, y)) { at(y, idx[0]) += at(x, idx[0]); }
AMP_TILED_KERNEL(turn, (8), inout(double, 1, y))
{
    tile_static(double, t, 8);
    t[tidx.local[0]] = at_index(y, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[7 - tidx.local[0]];
}
AMP_DEVICE_END

TEST(equal_results_are_ok)
{
    float x[100], y[100];
    int i;
    for (i = 0; i < 100; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    CHECK_OK(amp_compare(amp_extent(100), twice, amp_view(float, x, 100), amp_view(float, y, 100)));
    CHECK_OK(amp_compare(amp_extent(100), add, amp_view(float, x, 100), amp_view(float, y, 100)));
    for (i = 0; i < 100; i++) {
        CHECK_INT((int)y[i], ==, 3 * i); /* added once, not twice */
    }
}

TEST(tiled_kernels_in_double)
{
    double y[64];
    int i;
    SKIP_WITHOUT_DOUBLE();
    for (i = 0; i < 64; i++) {
        y[i] = i / 3.0;
    }
    CHECK_OK(amp_compare_within(0, amp_tile(amp_extent(64), 8), turn, amp_view(double, y, 64)));
    CHECK_OK(amp_synchronize(amp_view(double, y, 64)));
    for (i = 0; i < 64; i++) {
        CHECK(y[i] == (i / 8 * 8 + 7 - i % 8) / 3.0);
    }
}

/* A debug build gives elements that no thread writes numbers of its own (docs/debug-build.md). */
#define SKIP_DEBUG() do { if (AMP__DEBUG) { SKIP("a debug build"); } } while (0)

/* On memory of its own an element that a kernel does not write has no value;
   where memory is shared it keeps the old one, and nothing differs. */
TEST(the_first_difference_is_named)
{
    int y[70];
    amp_status s;
    SKIP_DEBUG();
    memset(y, 0, sizeof(y));
    CHECK_INT(setenv("AMP_ACCELERATOR", "emu:separate", 1), ==, 0);
    s = amp_compare(amp_extent(7, 10), all_but_one, 34, amp_view(int, y, 7, 10));
    CHECK_INT(s, ==, AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel all_but_one, parameter y: element (3, 4) is 0 on emu");
    CHECK_CONTAINS(amp_last_error(), "0 more differ");
    CHECK_INT(y[33], ==, 5);
    CHECK_INT(y[34], ==, 0);
}

/* New memory of emu:separate holds bytes 0xCD, which is what an element that is not written has
   there: as a float x[1] is so many units from it as it is made here. */
TEST(the_tolerance_is_the_most_that_is_allowed)
{
    float x[2] = { 0, 0 }, y[2] = { 0, 0 };
    int bits, apart;
    SKIP_DEBUG();
    CHECK_INT(setenv("AMP_ACCELERATOR", "emu:separate", 1), ==, 0);
    for (apart = 0; apart < 3; apart++) {
        memset(&bits, 0xcd, sizeof(bits));
        bits -= apart;
        memcpy(&y[1], &bits, sizeof(bits));
        CHECK_STATUS(amp_compare_within(1, amp_extent(2), all_but_the_last, amp_view(float, x, 2),
                                        amp_view(float, y, 2)),
                     apart <= 1 ? AMP_OK : AMP_KERNEL_FAULT);
        CHECK_OK(amp_release(amp_view(float, y, 2)));
    }
    CHECK_CONTAINS(amp_last_error(), ", 2 units in the last place apart (1 allowed)");
}

TEST(a_wrong_launch_is_told_as_ever)
{
    int y[70];
    CHECK_INT(amp_compare(amp_extent(7), all_but_one, 3, amp_view(int, y, 7, 10)), ==,
              AMP_INVALID_COMPUTE_DOMAIN);
}

TEST(units_in_the_last_place)
{
    const float one = 1, next = 1.00000012f, minus = -0.0f, zero = 0, nan_a = zero / zero;
    const float tiny = 1.4e-45f, below = -1.4e-45f;
    const double d = 1, far = 1.0000000000000009;
    const amp__type f = AMP__TYPE(float), g = AMP__TYPE(double), i = AMP__TYPE(int);
    const int a = 3, b = 4;
    CHECK_UINT(amp__distance(f, (const char *)&one, (const char *)&next), ==, 1);
    CHECK_UINT(amp__distance(f, (const char *)&zero, (const char *)&minus), ==, 0);
    CHECK_UINT(amp__distance(f, (const char *)&tiny, (const char *)&below), ==, 2);
    CHECK_UINT(amp__distance(f, (const char *)&nan_a, (const char *)&nan_a), ==, 0);
    CHECK(amp__distance(f, (const char *)&nan_a, (const char *)&one) > 1000000);
    CHECK_UINT(amp__distance(g, (const char *)&d, (const char *)&far), ==, 4);
    CHECK_UINT(amp__distance(i, (const char *)&a, (const char *)&a), ==, 0);
    CHECK(amp__distance(i, (const char *)&a, (const char *)&b) > 1000000);
}
