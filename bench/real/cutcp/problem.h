/* SPDX-License-Identifier: MIT */
#ifndef CUTCP_PROBLEM_H
#define CUTCP_PROBLEM_H
/*
cutcp: the Coulomb potential of atoms at the points of a lattice, cut off at a distance.

An atom with charge q at distance r < c from a point adds to the point's potential
    q / r * (1 - r^2 / c^2)^2
which is smooth where it is cut off. After Rodrigues, Hardy, Stone, Schulten and Hwu, GPU
acceleration of cutoff pair potentials for molecular modeling applications (Computing Frontiers
2008), as in Parboil's program of this name.

Lengths are in Angstrom. The lattice has n x n x n points, CUTCP_SPACING apart; the atoms lie in
the same space, as many as in water. They are in bins, cubes of as many points a side as a tile
computes (CUTCP_SIDE), with room for CUTCP_DEPTH atoms; none of the input is too full. Around all
bins stand empty ones, `border` deep, so that each tile may look at the same bins around its own.

open: n points a side; steps is the cut-off in spacings.
*/
#include "../real.h"

#define CUTCP_SPACING 0.5f
#define CUTCP_SIDE 8
#define CUTCP_DEPTH 8

typedef struct cutcp_problem {
    int n;
    float cutoff;
    int tiles;         /* of a side: n / CUTCP_SIDE, rounded up */
    int border;        /* empty bins before and behind those of a side */
    int bins;          /* of a side: tiles + 2 border */
    float *atoms;      /* bins x bins x bins x CUTCP_DEPTH x 4, [z][y][x]: x, y, z, charge; behind
                          a bin's last atom the charge is 0, which no atom has */
    int *offsets;      /* offset_count x 3: z, y, x, in bins, from a tile's own bin to those from
                          which an atom may reach the tile */
    int offset_count;
    float *potential;  /* n x n x n, [z][y][x], of a run */
    float *expected;
} cutcp_problem;
extern cutcp_problem cutcp;

#endif
