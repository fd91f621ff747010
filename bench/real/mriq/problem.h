/* SPDX-License-Identifier: MIT */
#ifndef MRIQ_PROBLEM_H
#define MRIQ_PROBLEM_H
/*
mriq: the matrix Q of a magnetic resonance image that is made from samples on any path.

For each of n voxels at (x, y, z)
    Q = sum over the samples k of magnitude(k) * exp(2 pi i (kx x + ky y + kz z))
where (kx, ky, kz) is a sample's place in k-space. steps is the number of samples. After Stone et
al., "Accelerating advanced MRI reconstructions on GPUs" (Journal of Parallel and Distributed
Computing 68(10), 2008), and Parboil's mri-q; the squared magnitude is part of the input here.
*/
#include "../real.h"

typedef struct mriq_problem {
    int n, samples;
    float *k;            /* samples x 4: kx, ky, kz in turns a field of view, and the magnitude */
    float *x, *y, *z;    /* n each: places in fields of view, -0.5 to 0.5 */
    float *qr, *qi;      /* n each, real and imaginary: the result */
    float *both;         /* 2 n: room for the check */
    float *expected;     /* 2 n: all real parts, then all imaginary ones */
} mriq_problem;
extern mriq_problem mriq;

#endif
