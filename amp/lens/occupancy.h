/* SPDX-License-Identifier: MIT */
#ifndef AMP_LENS_OCCUPANCY_H
#define AMP_LENS_OCCUPANCY_H
/*
amp/lens/occupancy.h: how many tiles a multiprocessor has at a time, and what limits them.

Threads come as whole warps; tile memory and registers are given in units, and from compute
capability 8 on each tile costs 1 KB of tile memory besides: as NVIDIA's occupancy calculator
counts.
*/

#include "request.h"

/* What may limit them. */
enum { AMP__LENS_LIMIT_WARPS, AMP__LENS_LIMIT_TILES, AMP__LENS_LIMIT_MEMORY,
       AMP__LENS_LIMIT_REGISTERS, AMP__LENS_LIMITS };
static const char *const amp__lens_limit_name[AMP__LENS_LIMITS] = {
    "warps", "tiles", "tile memory", "registers"
};

/* Tiles that a multiprocessor has at a time, 0 where none fits, and what limits them. */
typedef struct amp__lens_fit { int tiles, limit; } amp__lens_fit;

/* n, rounded up to a multiple of `unit`; 0 is 1. */
static AMP__COLD long long amp__lens_round_up(long long n, long long unit)
{
    return unit > 1 ? (n + unit - 1) / unit * unit : n;
}

/* For tiles of that many threads and bytes of tile memory; registers: of a thread, 0: not known. */
static AMP__COLD amp__lens_fit amp__lens_fit_of(const amp_lens_model *m, int threads,
                                                size_t tile_memory, int registers)
{
    const long long warps = amp__lens_round_up(threads, m->warp) / m->warp;
    const long long bytes = amp__lens_round_up((long long)tile_memory + m->tile_reserved,
                                               m->tile_unit);
    long long most[AMP__LENS_LIMITS];
    amp__lens_fit fit;
    int i;
    most[AMP__LENS_LIMIT_WARPS] = m->threads / m->warp / (warps > 0 ? warps : 1);
    most[AMP__LENS_LIMIT_TILES] = m->tiles;
    most[AMP__LENS_LIMIT_MEMORY] = bytes == 0 ? INT_MAX : m->tile_memory / bytes;
    if (m->tile_most > 0 && tile_memory > (size_t)m->tile_most) {
        most[AMP__LENS_LIMIT_MEMORY] = 0;
    }
    most[AMP__LENS_LIMIT_REGISTERS] = INT_MAX;
    if (registers > 0 && m->registers > 0 && m->register_by_tile) {
        most[AMP__LENS_LIMIT_REGISTERS] = m->registers
            / amp__lens_round_up(amp__lens_round_up(warps, m->warp_unit) * m->warp * registers,
                                 m->register_unit);
    } else if (registers > 0 && m->registers > 0) {
        const long long fits = m->registers
            / amp__lens_round_up((long long)registers * m->warp, m->register_unit);
        const int unit = m->warp_unit > 1 ? m->warp_unit : 1;
        most[AMP__LENS_LIMIT_REGISTERS] = fits / unit * unit / (warps > 0 ? warps : 1);
    }
    fit.limit = 0;
    for (i = 1; i < AMP__LENS_LIMITS; i++) {
        fit.limit = most[i] < most[fit.limit] ? i : fit.limit;
    }
    fit.tiles = (int)most[fit.limit];
    return fit;
}

#endif /* AMP_LENS_OCCUPANCY_H */
