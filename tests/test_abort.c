/* SPDX-License-Identifier: MIT */
/* amp_printf, amp_errorf and amp_abort in kernels of all kinds. */
#define AMP_SHORT_NAMES
#include "amp.h"
#include "tap.h"

enum { N = 256 };
AMP_DEVICE_BEGIN
AMP_KERNEL(simple, 1, in(int, 1, x), out(int, 1, y), value(int, kind))
{
    at(y, idx[0]) = at(x, idx[0]);
    if (at(x, idx[0]) == 77) {
        if (kind == 1) {
            amp_errorf("element %d is %d", idx[0], at(x, idx[0]));
        } else if (kind == 2) {
            amp_abort();
            at(y, idx[0]) = -1;
        }
    }
}
AMP_TILED_KERNEL(tiled, (16), in(int, 1, x), out(int, 1, y), value(int, kind))
{
    tile_static(int, t, 16);
    t[tidx.local[0]] = at_index(x, tidx.global);
    if (at_index(x, tidx.global) == 77) {
        if (kind == 1) {
            amp_errorf("element %d", tidx.global[0]);
        } else if (kind == 2) {
            amp_abort();
        }
    }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[15 - tidx.local[0]];
}
AMP_PHASED_KERNEL(phased, (16), in(int, 1, x), out(int, 1, y), value(int, kind))
{
    phase {
        if (at_index(x, tidx.global) == 77) {
            if (kind == 1) {
                amp_errorf("element %d", tidx.global[0]);
            } else if (kind == 2) {
                amp_abort();
            }
        }
        at_index(y, tidx.global) = at_index(x, tidx.global);
    }
}
AMP_KERNEL(hello, 1, in(int, 1, x))
{
    if (idx[0] == 3) {
        amp_printf("# hello %d\n", at(x, 3));
    }
}
AMP_DEVICE_END

static int x[N], y[N];
static amp_status run(int model, int kind)
{
    const amp_array_view vx = amp_view(int, x, N), vy = amp_view(int, y, N);
    amp_status s;
    int i;
    for (i = 0; i < N; i++) {
        x[i] = i == 150 ? 77 : 1000 + i;
        y[i] = 0;
    }
    CHECK_OK(amp_refresh(vx));
    CHECK_OK(amp_refresh(vy));
    switch (model) {
    case 0: s = parallel_for_each(amp_extent(N), simple, vx, vy, kind); break;
    case 1: s = parallel_for_each(amp_tile(amp_extent(N), 16), tiled, vx, vy, kind); break;
    default: s = parallel_for_each(amp_tile(amp_extent(N), 16), phased, vx, vy, kind); break;
    }
    if (s != AMP_OK) {
        return s;
    }
    return amp_synchronize(vy); /* on a device the launch may end here */
}

TEST(an_error_is_the_launchs_status)
{
    int model;
    for (model = 0; model < 3; model++) {
        CHECK_STATUS(run(model, 1), AMP_KERNEL_FAULT);
        CHECK_CONTAINS(amp_last_error(), "element 150");
        CHECK_CONTAINS(amp_last_error(), "test_abort.c:");
    }
}

TEST(an_abort_ends_the_thread_and_the_launch)
{
    int model;
    for (model = 0; model < 3; model++) {
        CHECK_STATUS(run(model, 2), AMP_KERNEL_FAULT);
        CHECK_CONTAINS(amp_last_error(), "aborted");
        CHECK_OK(amp_synchronize(amp_view(int, y, N)));
        CHECK_INT(y[150], !=, -1);
    }
    CHECK_STATUS(run(1, 2), AMP_KERNEL_FAULT);
    CHECK_CONTAINS(amp_last_error(), "kernel tiled, tile (9), thread (6)");
}

TEST(the_next_launch_works)
{
    int model, i;
    for (model = 0; model < 3; model++) {
        CHECK_STATUS(run(model, 2), AMP_KERNEL_FAULT);
        CHECK_OK(run(model, 0));
        CHECK_OK(amp_synchronize(amp_view(int, y, N)));
        for (i = 0; i < N; i++) {
            CHECK_INT(y[i], ==, model == 1 ? x[i / 16 * 16 + 15 - i % 16] : x[i]);
        }
    }
}

TEST(a_kernel_prints)
{
    CHECK_OK(parallel_for_each(amp_extent(N), hello, amp_view(int, x, N)));
}
