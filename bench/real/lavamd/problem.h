/* SPDX-License-Identifier: MIT */
#ifndef LAVAMD_PROBLEM_H
#define LAVAMD_PROBLEM_H
/*
lavamd: potential and force between particles of neighbouring boxes.

Space is a cube of n x n x n boxes with equally many particles each. A particle feels those of its
own box and of the up to 26 boxes around it, and none farther away. With d = a - b, the vector from
particle b to particle a, b adds to what a has
    potential   q * e,           e = exp(-ALPHA2 * |d|^2), q the charge of b
    force       q * 2 * e * d
and a particle adds to itself as well. After Rodinia's lavaMD (Che et al., IISWC 2009), in single
precision.

open: n boxes a side; steps is the number of particles of a box, at most LAVAMD_MOST.
*/
#include "../real.h"

#define LAVAMD_MOST 128
#define LAVAMD_AROUND 27 /* boxes that a box has around it at most, with itself */

typedef struct lavamd_problem {
    int n, boxes, particles;  /* particles of one box */
    float alpha2;             /* one over the square of a length; a box has side 1 */
    float *places;            /* boxes x particles x 4: x, y, z, charge */
    int *around;              /* boxes x LAVAMD_AROUND: the boxes around each, itself first */
    int *around_count;        /* boxes: how many of them there are */
    float *result;            /* boxes x particles x 4: potential, force in x, y, z */
    float *expected;
} lavamd_problem;
extern lavamd_problem lavamd;

#endif
