/* SPDX-License-Identifier: MIT */
#ifndef CONV2D_PROBLEM_H
#define CONV2D_PROBLEM_H
/*
conv2d: an image weighed by a filter around each pixel.

    to(y, x) = sum over v, u = -radius..radius of filter(v + radius, u + radius)
                                                  * from(y + v, x + u)

where a row or column outside of the image is its first or last one. n is the number of rows and
of columns, steps the radius, 0 to CONV2D_RADIUS; a larger one is taken as that. The filter is
no product of a row and a column, so that each pixel takes (2 radius + 1)^2 products. The kernel is
the tiled convolution with halo cells of Kirk and Hwu, Programming Massively Parallel Processors.
*/
#include "../real.h"

#define CONV2D_RADIUS 8 /* the largest; amp.c and opencl.c have their own, for tile memory */

typedef struct conv2d_problem {
    int n, radius;
    float *filter;    /* (2 radius + 1) x (2 radius + 1), row-major */
    float *from, *to; /* n x n, row-major */
    float *expected;
} conv2d_problem;
extern conv2d_problem conv2d;

#endif
