/* SPDX-License-Identifier: MIT */
#ifndef AMP_EMU_BARRIER_H
#define AMP_EMU_BARRIER_H
/*
amp/emu/barrier.h: the barrier of a tile, on both engines that have one.
*/

#include "fibers.h"
#include "guards.h"
#include "threads.h"

/* The tile's barrier: returns when all threads of the tile have come to this site. It is a host
   barrier of the team on `threads`, else a fiber switch. fence: which memory it orders, for the
   checker; the engines order all. */
AMP__BARRIER_CODE AMP__UNUSED void amp__barrier(amp__tile *tile, const char *site, int fence)
{
#if AMP__DEBUG
    amp__guards_look(tile, site);
#endif
    if (!AMP__CHECKING && __builtin_expect(tile->team != NULL, 0)) {
        amp__team_barrier(tile, site); /* under the checker there are only fibers */
        return;
    }
    amp__fiber_barrier(tile, site, fence);
}

#endif /* AMP_EMU_BARRIER_H */
