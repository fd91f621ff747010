/* SPDX-License-Identifier: MIT */
#ifndef HOTSPOT_PROBLEM_H
#define HOTSPOT_PROBLEM_H
/*
hotspot: how hot a chip gets, of the power that each of its cells takes.

A grid of n x n cells; a step moves each cell's temperature t by
    step / capacity * (power + (north + south - 2 t) / ry + (east + west - 2 t) / rx
                             + (ambient - t) / rz)
where a neighbour outside of the chip is the cell itself. From HotSpot (Huang et al., IEEE TVLSI
14(5), 2006), as Rodinia's program of this name uses it (Che et al., IISWC 2009).
*/
#include "../real.h"

typedef struct hotspot_problem {
    int n, steps;
    float scale, rx, ry, rz, ambient;     /* scale: step / capacity; r: one over a resistance */
    float *power;                         /* n x n, row-major, as are all */
    float *start;                         /* temperatures before the first step */
    float *from, *to;                     /* from: start before a run; to: room for every other
                                             step. The result of an even number of steps is in
                                             from, of an odd one in to. */
    float *expected;
    float *result;                        /* set by a run: from or to */
} hotspot_problem;
extern hotspot_problem hotspot;

#endif
