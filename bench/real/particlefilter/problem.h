/* SPDX-License-Identifier: MIT */
#ifndef PARTICLEFILTER_PROBLEM_H
#define PARTICLEFILTER_PROBLEM_H
/*
particlefilter: follows a bright disc through the frames of a film, by n guesses where it is.

For each frame
    each particle moves, by what the disc moves on average and a random part;
    its weight is multiplied by how likely the pixels are, if the disc were there: exp of the mean
    over the disc's pixels of ((p - BACKGROUND)^2 - (p - OBJECT)^2) / 50;
    weights are divided by their sum, and summed up: cumulative[i] = weight[0] + ... + weight[i];
    n new particles, all of one weight, are copies of old ones: particle i of the first one whose
    cumulative weight is at least (i + u) / n, with one u for all of them.
That is the sampling with one random number after Carpenter, Clifford and Fearnhead, Improved
particle filter for nonlinear problems (IEE Proceedings, 1999). As Rodinia's program of this name
(Che et al., IISWC 2009), in double precision.

A pixel beyond the frame's side is the one at the side. A normally distributed random number is
made of two of a particle's own generator, by Box and Muller's transform; the generator is
seed * 1664525 + 1013904223, modulo 2^32.

open: n particles; steps is the number of frames.
*/
#include "../real.h"

#define PARTICLEFILTER_SIDE 128 /* of a frame, in pixels */
#define PARTICLEFILTER_RADIUS 5 /* of the disc */
#define PARTICLEFILTER_BACKGROUND 100
#define PARTICLEFILTER_OBJECT 228
/* What a particle moves a frame: the mean, and the random part's standard deviation. */
#define PARTICLEFILTER_MOVE_X 1.0
#define PARTICLEFILTER_MOVE_Y (-2.0)
#define PARTICLEFILTER_SPREAD_X 5.0
#define PARTICLEFILTER_SPREAD_Y 2.0

typedef struct particlefilter_problem {
    int n, frames;
    unsigned char *film;     /* frames x side x side, [y][x] */
    int *offsets;            /* offset_count x 2: y, x of the disc's pixels from its middle */
    int offset_count;
    double *u;               /* frames: from 0 to 1 */
    unsigned *start_seeds;   /* n */
    unsigned *seeds;         /* n: start_seeds before a run */
    double *x, *y;           /* n: the particles. Before a run all in the film's middle, after it
                                the last frame's new ones: the result */
    double *moved_x, *moved_y; /* n: after a run those of the last frame before new ones were made
                                  of them, a result too */
    double *weights;         /* n: 1 / n before a run */
    double *cumulative;      /* n */
    double *partial;         /* n, room for the sums of tiles */
    double *expected;        /* 4 n: x, y, moved_x, moved_y */
} particlefilter_problem;
extern particlefilter_problem particlefilter;

#endif
