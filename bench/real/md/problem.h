/* SPDX-License-Identifier: MIT */
#ifndef MD_PROBLEM_H
#define MD_PROBLEM_H
/*
md: the forces between atoms by the potential of Lennard and Jones, one step of molecular dynamics.

Each atom has a list of its neighbours; those nearer than the cutoff act on it. A thread an atom, no
use of the forces being opposite, as in SHOC's program of this name (Danalis et al., GPGPU 2010).
In units of the potential: a pair at distance r has the force 48 / r^13 - 24 / r^7 along its line.
Atoms lie about a cubic lattice, in no order; lists reach a bit farther than the cutoff. n: atoms;
steps: not used.
*/
#include "../real.h"

typedef struct md_problem {
    int n, most;       /* most: neighbours of an atom, at least 1 */
    float cutoff2;     /* the cutoff's square */
    float *position;   /* n x 4: x, y, z, 0 */
    int *count;        /* n: neighbours of each atom */
    int *list;         /* most x n: neighbour k of atom i is k * n + i; from count[i] on: 0 */
    int *rows;         /* n x most: the list row by row, as a CPU's program would make it */
    float *apart;      /* 3 x n: room for the coordinates apart, for openmp.c */
    float *force;      /* n x 4: x, y, z, 0: the result */
    float *expected;
} md_problem;
extern md_problem md;

#endif
