/* SPDX-License-Identifier: MIT */
/* How many threads a vector has in the second form of simple and of phased kernels, in the build
   for AVX2. */
#include "amp.h"

#include <stdio.h>

AMP_DEVICE_BEGIN
#define LINES(i, ...) const float v = amp_at(x, i); (void)v, (void)mark; __VA_ARGS__
#define PARAMETERS in(float, 1, x), in(int, 1, mark), inout(float, 1, y)
#define KERNEL(name, ...) \
    AMP_KERNEL(name, 1, PARAMETERS) { const int i = idx[0]; LINES(i, __VA_ARGS__) } \
    AMP_PHASED_KERNEL(phased_##name, (64), PARAMETERS) \
    { amp_phase { const int i = tidx.global[0]; LINES(i, __VA_ARGS__) } }
KERNEL(relu, amp_at(y, i) = v > 0 ? v : 0;)
KERNEL(clamp, amp_at(y, i) = v < 0.25f ? 0.25f : v > 0.75f ? 0.75f : v;)
KERNEL(select, amp_at(y, i) = amp_at(mark, i) != 0 ? v : amp_at(x, i + 1);)
KERNEL(read, amp_at(y, i) = amp_at(mark, i) != 0 ? amp_at(x, i + 1) : 0;)
KERNEL(neighbours,
    amp_at(y, 3 * i) = amp_at(mark, 3 * i) != 0 ? amp_at(x, 3 * i) : 0;
    amp_at(y, 3 * i + 1) = amp_at(mark, 3 * i + 1) != 0 ? amp_at(x, 3 * i + 1) : 0;
    amp_at(y, 3 * i + 2) = amp_at(mark, 3 * i + 2) != 0 ? amp_at(x, 3 * i + 2) : 0;)
KERNEL(loop,
    float last = 0;
    for (int j = 0; j < 64; j++) {
        last = amp_at(x, i + j) != 0 ? amp_at(x, i + j) : last;
        if (amp_at(mark, i + j) != 0) { last = 0; }
    }
    amp_at(y, i) = last;)
AMP_KERNEL(bytes, 1, inout(signed char, 1, x))
{
    amp_at(x, idx[0]) = amp_at(x, idx[0]) > 3 ? 3 : amp_at(x, idx[0]);
}
/* What only a phased kernel has. */
AMP_PHASED_KERNEL(guarded, (4, 16), in(float, 2, x), inout(float, 2, y))
{
    amp_phase {
        if (tidx.global[0] < x_shape.extent[0] && tidx.global[1] < x_shape.extent[1]) {
            amp_at_index(y, tidx.global) = amp_at_index(x, tidx.global) > 0;
        }
    }
}
AMP_PHASED_KERNEL(two_phases, (64), PARAMETERS)
{
    amp_phase { LINES(tidx.global[0], amp_at(y, tidx.global[0]) = v > 0 ? v : 0;) }
    amp_phase { amp_at(y, tidx.global[0]) += 1; }
}
AMP_PHASED_KERNEL(two_turns, (64), PARAMETERS)
{
    for (int k = 0; k < 2; k++) {
        amp_phase { LINES(tidx.global[0], amp_at(y, tidx.global[0]) = v > 0 ? v : (float)k;) }
    }
}
AMP_PHASED_KERNEL(tile_memory, (64), PARAMETERS)
{
    amp_tile_static(float, t, 64);
    amp_phase {
        LINES(tidx.global[0], t[tidx.local[0]] = v > 0 ? v : 0;)
        amp_at(y, tidx.global[0]) = t[tidx.local[0]];
    }
}
AMP_PHASED_KERNEL(own, (64), PARAMETERS)
{
    amp_thread_private(float, t);
    amp_phase {
        LINES(tidx.global[0], amp_mine(t) = v > 0 ? v : 0;)
        amp_at(y, tidx.global[0]) = amp_mine(t);
    }
}
AMP_PHASED_KERNEL(left, (64), PARAMETERS)
{
    amp_phase {
        if (amp_at(mark, tidx.global[0]) != 0) { return; }
        amp_at(y, tidx.global[0]) = amp_at(x, tidx.global[0]);
    }
}
AMP_DEVICE_END

int main(void)
{
    static amp__argument a[3];
    static amp__tile tile_of_none;
    amp__box row_of_none = AMP__ZERO;
    row_of_none.high[0] = row_of_none.high[1] = 1;
#define SAY(name) printf(#name " %d ", name##__outer_avx2(a, &row_of_none));
    SAY(relu) SAY(clamp) SAY(select) SAY(read) SAY(neighbours) SAY(loop)
    SAY(bytes)
    puts("");
#define SAY_PHASED(name) printf(#name " %d ", name##__outer_avx2(a, &tile_of_none));
    SAY_PHASED(phased_relu) SAY_PHASED(phased_clamp) SAY_PHASED(phased_select)
    SAY_PHASED(phased_read) SAY_PHASED(guarded) SAY_PHASED(phased_neighbours)
    SAY_PHASED(phased_loop) SAY_PHASED(two_phases) SAY_PHASED(two_turns)
    SAY_PHASED(tile_memory) SAY_PHASED(own) SAY_PHASED(left)
    puts("");
    return 0;
}
