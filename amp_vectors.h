/* SPDX-License-Identifier: MIT */
#ifndef AMP_VECTORS_H
#define AMP_VECTORS_H
/*
amp_vectors.h: the engine `vectors`: how to switch it on, and its settings. This door includes
amp.h, which is enough.

A program that is compiled with AMP_VECTORS, on Linux,

    cc -O2 -fopenmp -DAMP_VECTORS program.c -o program -lm -pthread

has its kernels' text compiled once more while it runs: a tiled kernel is split at its barriers into
loops over the tile's threads, of which the system's compiler makes vectors. What the engine does
not understand runs on fibers or as loops, as without it. With AMP_VECTORS_AHEAD the kernels are
those of a file that the tool build/amp_vectors made; docs/vectors.md says how.

Before the include:
  AMP_VECTORS_OPTIONS   a string of options for that compiler: macros of the region's text

Environment: AMP_VECTORS=0|1|wait       none, as usual, or a first launch waits for the compiler
             AMP_VECTORS_CC=gcc         the compiler, one word
             AMP_VECTORS_CACHE=/path    where what was compiled is kept
             AMP_VECTORS_FAST=1         contraction, reciprocals, vector mathematics
             AMP_LOG=1                  a line for each kernel: how it runs, and why
*/

#include "amp.h"

#endif /* AMP_VECTORS_H */
