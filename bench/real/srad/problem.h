/* SPDX-License-Identifier: MIT */
#ifndef SRAD_PROBLEM_H
#define SRAD_PROBLEM_H
/*
srad: takes the speckle out of an ultrasonic or radar image, by diffusion that stops at edges.
After Yu and Acton, Speckle Reducing Anisotropic Diffusion, IEEE Transactions on Image Processing
11(11), 2002, as in Rodinia's program of this name (Che et al., IISWC 2009).

An image of n x n brightnesses J > 0. A step takes q0, variance / mean^2 of a part of the image that
is known to be even (here the upper left SRAD_EVEN x SRAD_EVEN cells, or all of a smaller one). With
d the difference of a neighbour from J (one outside of the image is the cell itself), each cell has
    L = sum of d / J,    G = sum of d^2 / J^2,    q = (G / 2 - L^2 / 16) / (1 + L / 4)^2
    c = 1 / (1 + (q - q0) / (q0 (1 + q0))), at least 0 and at most 1
and becomes
    J + lambda / 4 (c d_north + c_south d_south + c d_west + c_east d_east)
where c_south and c_east are the neighbours', or its own at the image's side.
*/
#include "../real.h"

enum { SRAD_EVEN = 128 };
#define SRAD_LAMBDA 0.5f
#define SRAD_LEAST_Q0 1e-6 /* is added, so that an image of one brightness divides by no zero */

typedef struct srad_problem {
    int n, steps;
    float *start;              /* n x n, row-major, as are all */
    float *image;              /* start before a run */
    float *other;              /* room for every other step, where a run wants that */
    float *c;                  /* room for a run, as are these: differences to four sides */
    float *dn, *ds, *dw, *de;
    float *expected;
    float *result;             /* set by a run: image or other */
} srad_problem;
extern srad_problem srad;

#endif
