/* SPDX-License-Identifier: MIT */
/*
mistake: `tidx.barrier.wait()`, as in C++ AMP
said by: compile
says gcc: 'struct amp__barrier_has_no_wait__write_tile_barrier_wait_tidx' has no member named
    'wait'
says clang: no member named 'wait' in 'struct
    amp__barrier_has_no_wait__write_tile_barrier_wait_tidx'
*/
#define AMP_SHORT_NAMES
#include "amp.h"

AMP_DEVICE_BEGIN
AMP_TILED_KERNEL(fill, (4), out(float, 1, x))
{
    at_index(x, tidx.global) = 1;
    tidx.barrier.wait(); /* here */
}
AMP_DEVICE_END
