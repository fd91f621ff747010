/* SPDX-License-Identifier: MIT */
/* The kernel of cxx_host.cc. */
#define AMP_SHORT_NAMES
#include "amp.h"
AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(add, (8), inout(int, 1, v), value(int, skip))
{
    if (tidx.global[0] != skip) { tile_barrier_wait(tidx); }
    at(v, tidx.global[0]) += 1;
}
AMP_DEVICE_END
amp_status run(amp_array_view v, int skip);
amp_status run(amp_array_view v, int skip)
{
    v.type = AMP__TYPE(int); /* C++ has no name for what is arithmetic */
    return parallel_for_each(amp_tile(v.extent, 8), add, v, skip);
}
