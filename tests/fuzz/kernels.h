/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_KERNELS_H
#define FUZZ_KERNELS_H
/*
kernels.h: the kernels that a fuzzed program launches.
*/
#include <time.h>
#include "amp.h"
#ifndef FUZZ_NO_ALGORITHMS
#include "amp_algorithms.h"
#endif

/* Where `slow`, what runs on a queue is overtaken by what does not wait for it. */
static int slow;
static void take_time(void)
{
    const struct timespec t = { 0, 40000 };
    if (slow) {
        (void)nanosleep(&t, NULL);
    }
}

AMP_DEVICE_BEGIN
/* a times b plus c, which may be any bytes. */
static inline int madd(int a, int b, int c)
{
    return (int)((unsigned)a * (unsigned)b + (unsigned)c);
}
AMP_KERNEL(add1, 1, value(int, a), inout(int, 1, y))
{
    amp_at(y, idx[0]) = madd(1, amp_at(y, idx[0]), a);
}
AMP_KERNEL(add2, 2, value(int, a), inout(int, 2, y))
{
    amp_at(y, idx[0], idx[1]) = madd(1, amp_at(y, idx[0], idx[1]), a);
}
AMP_KERNEL(add3, 3, value(int, a), inout(int, 3, y))
{
    amp_at_index(y, idx) = madd(1, amp_at_index(y, idx), a);
}
AMP_KERNEL(affine, 1, value(int, a), in(int, 1, x), out(int, 1, y))
{
#ifndef __OPENCL_VERSION__
    if (idx[0] == 0) {
        take_time();
    }
#endif
    amp_at(y, idx[0]) = madd(3, amp_at(x, idx[0] % x_shape.extent[0]), a);
}
AMP_KERNEL(sum, 1, in(int, 1, x), out(int, 1, y))
{
    int i, n = idx[0];
    for (i = 0; i < x_shape.extent[0]; i++) {
        n = madd(1, n, amp_at(x, i));
    }
    amp_at(y, idx[0]) = n;
}
AMP_KERNEL(two, 1, in(int, 1, x), inout(int, 1, y), out(int, 1, z))
{
    amp_at(z, idx[0]) = madd(1, amp_at(x, idx[0] % x_shape.extent[0]), -1);
    if (idx[0] < y_shape.extent[0]) {
        amp_at(y, idx[0]) = madd(1, amp_at(y, idx[0]), 2);
    }
}
AMP_KERNEL(ends, 1, inout(int, 1, y)) { amp_at(y, idx[0]) = -77; amp_abort(); }
AMP_TILED_KERNEL(turn, (8), inout(int, 1, y))
{
    amp_tile_static(int, t, 8);
    t[tidx.local[0]] = amp_at(y, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[7 - tidx.local[0]];
}
AMP_PHASED_KERNEL(turn_phased, (8), inout(int, 1, y))
{
    amp_tile_static(int, t, 8);
    amp_phase { t[tidx.local[0]] = amp_at(y, tidx.global[0]); }
    amp_phase { amp_at(y, tidx.global[0]) = madd(1, t[7 - tidx.local[0]], 1); }
}
AMP_TILED_KERNEL(transpose, (2, 2), in(int, 2, x), out(int, 2, y))
{
    amp_tile_static(int, t, 2, 2);
    t[tidx.local[1]][tidx.local[0]] = amp_at_index(x, tidx.global);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.tile_origin[1] + tidx.local[0], tidx.tile_origin[0] + tidx.local[1]) =
        t[tidx.local[0]][tidx.local[1]];
}
#if !defined(FUZZ_NO_ALGORITHMS) && !defined(__OPENCL_VERSION__)
AMP_DEFINE_OPERATOR(wrap, int, 0, madd(1, a, b))
#endif
#if !defined(AMP_OPENCL) && !defined(__OPENCL_VERSION__)
AMP_TILED_KERNEL(diverges, (8), inout(int, 1, y))
{
    amp_at(y, tidx.global[0]) = -78;
    if (tidx.local[0] == 3) {
        return;
    }
    amp_tile_barrier_wait(tidx);
}
#endif
AMP_DEVICE_END

#endif /* FUZZ_KERNELS_H */
