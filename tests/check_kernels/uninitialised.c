/* SPDX-License-Identifier: MIT */
#include "case.h"
AMP_DEVICE_BEGIN

/* The case of the tutorial: no initial value, and everybody adds. */
/* bad sum: uninitialised-read sum 1 1; tile-race sum 1 1 */
AMP_TILED_KERNEL(sum, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, sum, 1);
    sum[0] += at_index(x, tidx.global); /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = sum[0];
}
/* An update that writes what is there. */
/* bad set_bit: tile-race f 1 1 */
AMP_TILED_KERNEL(set_bit, (T), out(int, 1, y))
{
    tile_static(int, f, 1);
    if (tidx.local[0] == 0) { f[0] = 0; }
    tile_barrier_wait(tidx);
    f[0] |= 1; /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = f[0];
}
/* clean sum_ok */
AMP_TILED_KERNEL(sum_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, sum, 1);
    if (tidx.local[0] == 0) { sum[0] = 0; }
    tile_barrier_wait(tidx);
    amp_atomic_fetch_add(&sum[0], at_index(x, tidx.global));
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = sum[0];
}

/* bad never: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(never, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    at_index(y, tidx.global) = t[tidx.local[0]]; /* 1 */
}
/* Half of the array is written. */
/* bad half: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(half, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    if (tidx.local[0] < T / 2) { t[tidx.local[0]] = at_index(x, tidx.global); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]]; /* 1 */
}
/* clean half_ok */
AMP_TILED_KERNEL(half_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    if (tidx.local[0] < T / 2) { t[tidx.local[0]] = at_index(x, tidx.global); }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0] / 2];
}
/* The first tile writes it; the others must not live on that. */
/* bad first_tile: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(first_tile, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    if (tidx.tile[0] == 0) { t[tidx.local[0]] = 1; }
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[tidx.local[0]]; /* 1 */
}
/* bad own: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(own, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] += 1; /* 1 */
    at_index(y, tidx.global) = 3;
}
/* clean own_ok */
AMP_TILED_KERNEL(own_ok, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    t[tidx.local[0]] = 1;
    t[tidx.local[0]] += 1;
    at_index(y, tidx.global) = t[tidx.local[0]];
}

/* bad out_read: uninitialised-read y 1 1 */
AMP_KERNEL(out_read, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) += at(x, idx[0]); /* 1 */
}
/* clean out_read_ok */
AMP_KERNEL(out_read_ok, 1, in(int, 1, x), out(int, 1, y))
{
    at(y, idx[0]) = at(x, idx[0]);
    at(y, idx[0]) += at(x, idx[0]);
}
/* bad out_tiled: uninitialised-read y 1 1 */
AMP_TILED_KERNEL(out_tiled, (T), out(int, 1, y), out(int, 1, z))
{
    at_index(z, tidx.global) = at_index(y, tidx.global); /* 1 */
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = 1;
}
/* clean out_tiled_ok */
AMP_TILED_KERNEL(out_tiled_ok, (T), out(int, 1, y), out(int, 1, z))
{
    at_index(y, tidx.global) = 1;
    tile_barrier_wait(tidx);
    at_index(z, tidx.global) = at(y, tidx.tile_origin[0] + T - 1 - tidx.local[0]);
}
/* bad discarded: uninitialised-read y 1 1 */
AMP_KERNEL(discarded, 1, inout(int, 1, y), out(int, 1, z))
{
    at(z, idx[0]) = at(y, idx[0]); /* 1 */
}
/* clean discarded_ok */
AMP_KERNEL(discarded_ok, 1, inout(int, 1, y), out(int, 1, z))
{
    at(z, idx[0]) = at(y, idx[0]);
}
/* bad new_array: uninitialised-read y 1 1 */
AMP_KERNEL(new_array, 1, inout(int, 1, y), out(int, 1, z))
{
    at(z, idx[0]) = at(y, idx[0]); /* 1 */
}
/* clean new_array_ok */
AMP_KERNEL(new_array_ok, 1, inout(int, 1, y), out(int, 1, z))
{
    at(z, idx[0]) = at(y, idx[0]);
}
AMP_KERNEL(fill, 1, out(int, 1, y))
{
    at(y, idx[0]) = 4;
}
/* bad phased: uninitialised-read t 1 1 */
AMP_PHASED_KERNEL(phased, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    phase_first(T / 2) { t[tidx.local[0]] = 1; }
    phase { at_index(y, tidx.global) = t[tidx.local[0]]; } /* 1 */
}
/* Tile memory is one thing to all tiles only in that it is reused. */
/* clean reuse_ok */
AMP_TILED_KERNEL(reuse_ok, (T), in(int, 1, x), out(int, 1, y))
{
    tile_static(int, t, T);
    tile_static(char, s, 3);
    if (tidx.local[0] < 3) { s[tidx.local[0]] = 1; }
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]] + s[tidx.local[0] % 3];
}
#ifndef __OPENCL_VERSION__ /* OpenCL C has no such declaration in an inner block */
/* Half of the threads pass a declaration that the others do not: t is two arrays. */
/* bad uneven: uninitialised-read t 1 1 */
AMP_TILED_KERNEL(uneven, (T), in(int, 1, x), inout(int, 1, y))
{
    if (tidx.local[0] < T / 2) {
        tile_static(int, own, T);
        own[tidx.local[0]] = at_index(x, tidx.global);
        at_index(y, tidx.global) = own[tidx.local[0]];
    }
    tile_static(int, t, T);
    t[tidx.local[0]] = at_index(x, tidx.global);
    tile_barrier_wait(tidx);
    at_index(y, tidx.global) = t[T - 1 - tidx.local[0]]; /* 1 */
}
#endif
/* The element is changed by a pointer to it: no name of a view is on the line. */
/* bad by_pointer: uninitialised-read y 1 1 */
AMP_KERNEL(by_pointer, 1, out(int, 1, y))
{
    int *p = &at(y, idx[0]);
    *p += 2; /* 1 */
}
/* clean by_pointer_ok */
AMP_KERNEL(by_pointer_ok, 1, out(int, 1, y))
{
    int *p = &at(y, idx[0]);
    *p = 1;
    *p += 2;
}
/* What is computed is not near what tile memory holds in the beginning. */
/* bad combined: uninitialised-read t 1 1; uninitialised-read u 2 2 */
AMP_TILED_KERNEL(combined, (T), out(int, 1, y))
{
    tile_static(int, t, T);
    tile_static(unsigned, u, T);
    t[tidx.local[0]] |= 0x55; /* 1 */
    u[tidx.local[0]] *= 3; /* 2 */
    at_index(y, tidx.global) = t[tidx.local[0]] + (int)u[tidx.local[0]];
}
/* All threads of a tile store into one element, and each loads what it has stored. */
/* clean stored_ok */
AMP_TILED_KERNEL(stored_ok, (T), out(int, 1, y))
{
    tile_static(int, f, 1);
    amp_atomic_store(&f[0], 1);
    at_index(y, tidx.global) = amp_atomic_load(&f[0]);
}
/* One of them does not store. */
/* bad stored: uninitialised-read f 1 1 */
AMP_TILED_KERNEL(stored, (T), out(int, 1, y))
{
    tile_static(int, f, 1);
    if (tidx.local[0] != T / 2) { amp_atomic_store(&f[0], 1); }
    at_index(y, tidx.global) = amp_atomic_load(&f[0]); /* 1 */
}
/* clean stored_all_ok */
AMP_KERNEL(stored_all_ok, 1, out(int, 1, y), out(int, 1, z))
{
    amp_atomic_store(&at(y, 0), 1);
    at_index(z, idx) = at(y, 0);
}
/* bad stored_all: uninitialised-read y 1 1 */
AMP_KERNEL(stored_all, 1, out(int, 1, y), out(int, 1, z))
{
    if (idx[0] != N / 2) { amp_atomic_store(&at(y, 0), 1); }
    at_index(z, idx) = at(y, 0); /* 1 */
}
/* Atomic operations on an `out` view that nobody has set; set by the tile, or stored to. */
/* bad counted: uninitialised-read y 1 1 */
AMP_KERNEL(counted, 1, in(int, 1, x), out(int, 1, y))
{
    (void)amp_atomic_fetch_add(&at(y, at_index(x, idx) % 4), 1); /* 1 */
}
/* clean counted_ok */
AMP_TILED_KERNEL(counted_ok, (T), out(int, 1, y))
{
    const int first = tidx.tile_origin[0];
    if (tidx.local[0] < 4) { at(y, first + tidx.local[0]) = 0; }
    tile_barrier_wait(tidx);
    (void)amp_atomic_fetch_add(&at(y, first + tidx.local[0] % 4), 1);
}
/* clean exchanged_ok */
AMP_KERNEL(exchanged_ok, 1, out(int, 1, y))
{
    (void)amp_atomic_exchange(&at(y, idx[0] % 4), idx[0]);
}
AMP_DEVICE_END

static amp_status discarded_case(void)
{
    amp_array_view y = Y;
    amp_status s = amp_discard_data(y);
    return s != AMP_OK ? s : parallel_for_each(THREADS, discarded, y, Z);
}
static amp_status discarded_ok_case(void)
{
    amp_array_view y = Y;
    amp_status s = amp_discard_data(y);
    if (s == AMP_OK) {
        s = parallel_for_each(THREADS, fill, y);
    }
    return s != AMP_OK ? s : parallel_for_each(THREADS, discarded_ok, y, Z);
}
static amp_status new_array_case(void)
{
    amp_array_view a = amp_array(int, amp_extent(N));
    const amp_status s = parallel_for_each(THREADS, new_array, a, Z);
    return amp_release(a) == AMP_OK ? s : AMP_INVALID_ARGUMENT;
}
/* Filled by the host, by a copy, by one that goes on, and by a kernel; 0xCD is what it held. */
static amp_status new_array_ok_case(void)
{
    amp_status s = AMP_OK;
    int how, i, all[N];
    memset(all, 0xCD, sizeof(all));
    for (how = 0; how < 4 && s == AMP_OK; how++) {
        amp_array_view a = amp_array(int, amp_extent(N));
        if (how == 0) {
            for (i = 0; i < N; i++) { ((int *)a.data)[i] = all[i]; }
        } else {
            s = how == 1 ? amp_copy_in(a, all)
                : how == 2 ? amp_completion_wait(amp_copy_in_async(a, all))
                : parallel_for_each(THREADS, fill, a);
        }
        if (s == AMP_OK) {
            s = parallel_for_each(THREADS, new_array_ok, a, Z);
        }
        s = amp_release(a) == AMP_OK ? s : AMP_INVALID_ARGUMENT;
    }
    return s;
}
RUN(sum, parallel_for_each(TILES, sum, X, Y))
RUN(set_bit, parallel_for_each(TILES, set_bit, Y))
RUN(sum_ok, parallel_for_each(TILES, sum_ok, X, Y))
RUN(never, parallel_for_each(TILES, never, Y))
RUN(half, parallel_for_each(TILES, half, X, Y))
RUN(half_ok, parallel_for_each(TILES, half_ok, X, Y))
RUN(first_tile, parallel_for_each(TILES, first_tile, Y))
RUN(own, parallel_for_each(TILES, own, Y))
RUN(own_ok, parallel_for_each(TILES, own_ok, Y))
RUN(out_read, parallel_for_each(THREADS, out_read, X, Y))
RUN(out_read_ok, parallel_for_each(THREADS, out_read_ok, X, Y))
RUN(out_tiled, parallel_for_each(TILES, out_tiled, Y, Z))
RUN(out_tiled_ok, parallel_for_each(TILES, out_tiled_ok, Y, Z))
RUN(phased, parallel_for_each(TILES, phased, Y))
RUN(uneven, parallel_for_each(TILES, uneven, X, Y))
RUN(reuse_ok, parallel_for_each(TILES, reuse_ok, X, Y))
RUN(by_pointer, parallel_for_each(THREADS, by_pointer, Y))
RUN(by_pointer_ok, parallel_for_each(THREADS, by_pointer_ok, Y))
RUN(combined, parallel_for_each(TILES, combined, Y))
RUN(stored_ok, parallel_for_each(TILES, stored_ok, Y))
RUN(stored, parallel_for_each(TILES, stored, Y))
RUN(stored_all_ok, parallel_for_each(THREADS, stored_all_ok, Y, Z))
RUN(stored_all, parallel_for_each(THREADS, stored_all, Y, Z))
RUN(counted, parallel_for_each(THREADS, counted, X, Y))
RUN(counted_ok, parallel_for_each(TILES, counted_ok, Y))
RUN(exchanged_ok, parallel_for_each(THREADS, exchanged_ok, Y))
CASES(CASE(counted) CASE(counted_ok) CASE(exchanged_ok) CASE(sum) CASE(set_bit) CASE(sum_ok)
      CASE(never) CASE(half) CASE(half_ok) CASE(first_tile) CASE(own)
      CASE(own_ok) CASE(out_read) CASE(out_read_ok) CASE(out_tiled) CASE(out_tiled_ok)
      CASE(discarded) CASE(discarded_ok) CASE(new_array) CASE(new_array_ok) CASE(phased)
      CASE(reuse_ok)
      CASE(uneven) CASE(by_pointer) CASE(by_pointer_ok) CASE(combined)
      CASE(stored_ok) CASE(stored) CASE(stored_all_ok) CASE(stored_all))
