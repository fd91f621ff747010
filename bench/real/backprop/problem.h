/* SPDX-License-Identifier: MIT */
#ifndef BACKPROP_PROBLEM_H
#define BACKPROP_PROBLEM_H
/*
backprop: trains a network of n inputs, one layer of 16 hidden units and one output, by the back
propagation of errors with momentum (Rumelhart, Hinton and Williams, Nature 323, 1986), as in
Rodinia's program of this name (Che et al., IISWC 2009). `steps` is how often it is shown its one
pattern. Forward: each hidden unit's sum of inputs times weights; back: each weight changes by
    BACKPROP_RATE * delta of the hidden unit * input + BACKPROP_MOMENTUM * its last change
What lies between, with 16 units and one output, is done by the host: backprop_between, the same
for all contenders.
*/
#include "../real.h"

enum { BACKPROP_HIDDEN = 16 };
#define BACKPROP_RATE 0.3f
#define BACKPROP_MOMENTUM 0.3f

typedef struct backprop_problem {
    int rows, steps;          /* n + 1: input 0 is 1, for the units' thresholds */
    float *input;             /* rows */
    float *weights, *change;  /* rows x 16, row-major: before a run as start_*, then the result */
    float *start_weights, *start_change;
    float *partial;           /* (rows + 15) / 16 x 16: room for sums of a run */
    float delta[BACKPROP_HIDDEN];                                   /* of the hidden units */
    double out[BACKPROP_HIDDEN + 1], out_change[BACKPROP_HIDDEN + 1]; /* to the output */
    float *expected_weights, *expected_change;
} backprop_problem;
extern backprop_problem backprop;

/* From the hidden units' sums: their delta, and new weights of the output. */
void backprop_between(const double sums[BACKPROP_HIDDEN]);

#endif
