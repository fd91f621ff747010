/* SPDX-License-Identifier: MIT */
#ifndef HEAT3D_PROBLEM_H
#define HEAT3D_PROBLEM_H
/*
heat3d: heat in a cube, by a 7-point stencil.

A grid of n x n x n cells; a step moves each inner cell's temperature t by
    diffusion * (the sum of its six neighbours - 6 t)
and leaves the cells at the cube's sides as they are. The explicit step in time of the heat
equation; such a stencil is in Parboil and in PolyBench as well.

open: n cells a side; steps in time.
*/
#include "../real.h"

typedef struct heat3d_problem {
    int n, steps;
    float diffusion;
    float *start;      /* n x n x n, [z][y][x], as are all */
    float *from, *to;  /* from: start before a run; to: room for every other step, with the cube's
                          sides in it */
    float *expected;
    float *result;     /* set by a run: from or to */
} heat3d_problem;
extern heat3d_problem heat3d;

#endif
