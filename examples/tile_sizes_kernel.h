/* SPDX-License-Identifier: MIT */
/* The kernel of tile_sizes.c, for a tile of TS x TS: the transpose with tile memory. It has no
   guard, as it is included once for each TS. Its lines are plain lines: a debugger stops on them,
   in each of the kernels. */
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(AMP_NAME(transpose, TS), (TS, TS), in(float, 2, A), out(float, 2, At))
{
    amp_tile_static(float, t, TS, TS + 1);
    t[tidx.local[1]][tidx.local[0]] = amp_at_index(A, tidx.global);
    amp_tile_barrier_wait(tidx);
    amp_at(At, tidx.tile_origin[1] + tidx.local[0],
           tidx.tile_origin[0] + tidx.local[1]) = t[tidx.local[0]][tidx.local[1]];
}
AMP_DEVICE_END
