/* SPDX-License-Identifier: MIT */
/* run: plain */
/* Without AMP_SHORT_NAMES amp.h takes no name that does not begin with amp:
   parameters, variables and functions may have the short names. Nor does it take a macro of the
   program's for a word of its own. */
#define MORE and more
#define BLOCK 16
#define COUNT 16
#define IN 16
#define LESS 16
#define LOOP 16
#define ORDER 16
#define OUT 16
#define STACK 16
#define TILE 16
#define VALUE 16
#define WORKERS 16
#include "amp.h"
#include "tap.h"

#if defined(at) || defined(at_index) || defined(phase) || defined(phase_first)                 \
    || defined(mine) || defined(thread_private) || defined(tile_static)                        \
    || defined(parallel_for_each) || defined(tile_barrier_wait) || defined(in)                 \
    || defined(out) || defined(inout) || defined(value) || defined(local) || defined(global)
#error "amp.h defines a name that is not its own"
#endif

static int phase(int n) { return n + 1; }

AMP_DEVICE_BEGIN
AMP_KERNEL(parallel_for_each, 1, in(int, 1, at), inout(int, 1, phase), value(int, mine),
           value(int, tile_static), value(int, thread_private), value(int, local),
           value(int, global), in(int, 1, in), out(int, 1, out), inout(int, 1, inout),
           value(int, value), value(int, n))
{
    const int i = idx[0];
    amp_at(phase, i) += amp_at(at, i) + mine + tile_static + thread_private + local + global;
    amp_at(out, i) = amp_at(in, i) + value + n;
    amp_at(inout, i) = amp_at_index(in, idx);
}
AMP_TILED_KERNEL(barrier, (4), inout(int, 1, at), value(int, tile_barrier_wait))
{
    amp_tile_static(int, global, 4);
    const int local = tidx.local[0];
    global[local] = amp_at(at, tidx.global[0]) + tile_barrier_wait;
    amp_tile_barrier_wait(tidx);
    amp_at(at, tidx.global[0]) = global[3 - local];
}
AMP_PHASED_KERNEL(at_index, (4), inout(int, 1, x), value(int, phase_first), value(int, y),
                  value(int, z))
{
    amp_tile_static(int, at, 4);
    amp_thread_private(int, phase);
    amp_phase {
        at[tidx.local[0]] = amp_at(x, tidx.global[0]);
        amp_mine(phase) = phase_first + y + z;
    }
    amp_phase_first(2) { at[tidx.local[0]] += 100; }
    amp_phase { amp_at(x, tidx.global[0]) = at[3 - tidx.local[0]] + amp_mine(phase); }
}
/* Names that the headers use for themselves, in and around a launch. */
AMP_KERNEL(kernel, 1, inout(int, 1, a), value(int, b), value(int, i), value(int, k),
           value(int, s), value(int, t), value(int, p), value(int, tile), value(int, domain),
           value(int, given), value(int, launch), value(int, name))
{
    amp_at(a, idx[0]) += b + i + k + s + t + p + tile + domain + given + launch + name;
}
AMP_PHASED_KERNEL(rank, (2), inout(int, 1, view), value(int, row_end), value(int, low),
                  value(int, high), value(int, loops), value(int, store), value(int, T))
{
    amp_phase {
        amp_at(view, tidx.global[0]) += row_end + low + high + loops + store + T;
    }
}
AMP_DEVICE_END

TEST(short_names_as_parameters_of_a_simple_kernel)
{
    int at[8], b[8], out[8], inout[8], i;
    for (i = 0; i < 8; i++) {
        at[i] = 10 * i;
        b[i] = i;
    }
    CHECK_OK(amp_parallel_for_each(amp_extent(8), parallel_for_each, amp_view(int, at, 8),
                                   amp_view(int, b, 8), 1, 2, 3, 4, 5, amp_view(int, at, 8),
                                   amp_view(int, out, 8), amp_view(int, inout, 8), 6, 7));
    CHECK_OK(amp_synchronize(amp_view(int, b, 8)));
    CHECK_OK(amp_synchronize(amp_view(int, out, 8)));
    CHECK_OK(amp_synchronize(amp_view(int, inout, 8)));
    for (i = 0; i < 8; i++) {
        CHECK_INT(b[i], ==, 11 * i + 15);
        CHECK_INT(out[i], ==, 10 * i + 13);
        CHECK_INT(inout[i], ==, 10 * i);
    }
    CHECK_INT(phase(1), ==, 2);
}

TEST(short_names_in_a_tiled_kernel)
{
    int v[8], i;
    for (i = 0; i < 8; i++) {
        v[i] = i;
    }
    CHECK_OK(amp_parallel_for_each(amp_tile(amp_extent(8), 4), barrier, amp_view(int, v, 8), 5));
    CHECK_OK(amp_synchronize(amp_view(int, v, 8)));
    for (i = 0; i < 8; i++) {
        CHECK_INT(v[i], ==, i - i % 4 + 3 - i % 4 + 5);
    }
}

TEST(short_names_in_a_phased_kernel)
{
    int v[8], i;
    for (i = 0; i < 8; i++) {
        v[i] = i;
    }
    CHECK_OK(amp_parallel_for_each(amp_tile(amp_extent(8), 4), at_index, amp_view(int, v, 8), 1,
                                   2, 3));
    CHECK_OK(amp_synchronize(amp_view(int, v, 8)));
    for (i = 0; i < 8; i++) {
        CHECK_INT(v[i], ==, i - i % 4 + 3 - i % 4 + (i % 4 > 1 ? 100 : 0) + 6);
    }
}

TEST(common_words_as_parameters)
{
    int v[4] = { 0, 1, 2, 3 }, i;
    CHECK_OK(amp_parallel_for_each(amp_extent(4), kernel, amp_view(int, v, 4), 1, 2, 3, 4, 5, 6,
                                   7, 8, 9, 10, 11));
    CHECK_OK(amp_parallel_for_each(amp_tile(amp_extent(4), 2), rank, amp_view(int, v, 4), 1, 2,
                                   3, 4, 5, 6));
    CHECK_OK(amp_synchronize(amp_view(int, v, 4)));
    for (i = 0; i < 4; i++) {
        CHECK_INT(v[i], ==, i + 66 + 21);
    }
}
