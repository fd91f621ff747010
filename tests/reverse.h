/* SPDX-License-Identifier: MIT */
#ifndef REVERSE_H
#define REVERSE_H
/*
reverse.h: a tiled kernel for the programs of check scripts: each tile of 64 reverses itself.
*/
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(rev, (64), inout(int, 1, y))
{
    amp_tile_static(int, t, 64);
    t[tidx.local[0]] = amp_at(y, tidx.global[0]);
    amp_tile_barrier_wait(tidx);
    amp_at(y, tidx.global[0]) = t[63 - tidx.local[0]];
}
AMP_DEVICE_END

#endif /* REVERSE_H */
