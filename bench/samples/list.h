/* SPDX-License-Identifier: MIT */
#ifndef SAMPLES_LIST_H
#define SAMPLES_LIST_H
/* The samples, in the order in which they are timed:
     X(name, title, n, quick n, small n)
   n is what the sample's head says it is. "Small" sizes are for tests: odd, and no whole number of
   tiles. */
#define SAMPLES(X) \
    X(aes, "a cipher of ten rounds, table in tile memory", 1 << 19, 1 << 17, 1031) \
    X(asian, "prices of random walks, a walk a thread", 1 << 17, 1 << 15, 131) \
    X(attention, "attention, a query a thread, keys by tiles of 64", 1024, 512, 67) \
    X(bilateral, "bilateral filter of 5x5, tile 16x16 with halo", 1024, 512, 67) \
    X(binomial, "options by binomial trees, an option a tile of 256", 512, 128, 3) \
    X(bisect, "eigenvalues of three diagonals, by counting", 1024, 512, 67) \
    X(bitonic, "bitonic sort of 1024 keys a tile", 1 << 20, 1 << 18, 2048) \
    X(blackscholes, "calls and puts, grid's strides", 1 << 20, 1 << 18, 1031) \
    X(blelloch, "scans of 512 elements a tile, up and down, padded", 1 << 22, 1 << 20, 1 << 10) \
    X(boxcol, "box filter down the columns, a column a thread", 2048, 1024, 67) \
    X(canny, "gradients with directions, then their maxima", 2048, 1024, 67) \
    X(checksum, "CRC-32, a message a thread, table in tile memory", 1 << 16, 1 << 14, 331) \
    X(cholesky, "factors of matrices of 6x6, one a thread", 1 << 16, 1 << 14, 133) \
    X(compact, "what is above a limit, by a scan in each tile", 1 << 22, 1 << 20, 1031) \
    X(convnn, "a layer of 3x3 filters, 8 channels to 8", 256, 128, 37) \
    X(convsep, "separable filter of 17, rows then columns", 2048, 1024, 131) \
    X(dct, "cosine transform of blocks of 8x8", 1024, 512, 64) \
    X(despeckle, "medians of five along rows, without tiles", 2048, 1024, 67) \
    X(dilate, "largest of 3x3, indices cut off by ifs", 2048, 1024, 67) \
    X(edges, "means of 3x3, of what is there at the edges", 2048, 1024, 67) \
    X(edit, "words' distances, a row of the table a thread", 1 << 16, 1 << 14, 131) \
    X(fdtd, "waves in space, radius 4, plane by plane", 160, 96, 37) \
    X(floyd, "shortest ways, blocks of 16x16, three kernels a block", 512, 256, 48) \
    X(gemv, "transposed matrix times vector, tile 32x8", 4096, 2048, 131) \
    X(haar, "wavelets of 512 elements a tile", 1 << 22, 1 << 20, 1024) \
    X(hash, "64 rounds of a hash for each message", 1 << 18, 1 << 16, 1031) \
    X(histogram64, "64 bins, counters of a byte a thread", 1 << 24, 1 << 22, 10007) \
    X(integral, "sums above and left, scans of rows, then columns", 2048, 1024, 67) \
    X(ising, "spins, red and black, by chance", 2048, 1024, 67) \
    X(jacobi, "a step of Jacobi with the largest change", 2048, 1024, 67) \
    X(knn, "the four nearest of 2048 points, by tiles of 128", 8192, 2048, 257) \
    X(lattice, "lattice Boltzmann, nine speeds, tile 32x8", 512, 256, 67) \
    X(layernorm, "rows less their mean over their deviation", 4096, 1024, 7) \
    X(life, "cells in words, by sums of bits", 2048, 1024, 67) \
    X(mandelbrot, "a pixel a thread, up to 128 turns", 512, 256, 67) \
    X(matmul, "matrix product, 4x4 elements a thread", 768, 512, 67) \
    X(median, "median of 3x3 by a network, halo in tile memory", 2048, 1024, 67) \
    X(merge, "pairs of runs of 256, by searches in tile memory", 1 << 21, 1 << 19, 1024) \
    X(motion, "where blocks of 16x16 came from, a displacement a thread", 512, 256, 64) \
    X(nbody, "bodies as structures of four, tile 256", 4096, 2048, 257) \
    X(perlin, "noise of four octaves, table of 256", 1024, 512, 67) \
    X(pi, "points in a circle, random numbers of a thread's own", 1 << 16, 1 << 14, 1031) \
    X(ranks, "keys by their ranks, tiles of 256", 1 << 20, 1 << 18, 1031) \
    X(rays, "rays among spheres, a ray a thread", 1024, 512, 67) \
    X(rotate, "an image turned, between four pixels", 2048, 1024, 67) \
    X(scalar, "scalar products of 256 pairs, a pair a tile", 256, 64, 3) \
    X(shade, "light on a height map, vectors in structures, without tiles", 2048, 1024, 67) \
    X(sieve, "primes, crossed out in tile memory", 1024, 256, 3) \
    X(simple5, "5x5 filter, a pixel a thread, no tiles", 2048, 1024, 67) \
    X(smooth, "means of 5x5, from the first to the last there is", 2048, 1024, 67) \
    X(sobel, "edges of bytes, halo by quotients", 2048, 1024, 67) \
    X(softmax, "softmax of rows, a warp a row", 1 << 14, 1 << 12, 7) \
    X(sor, "red and black points, two launches a step", 2048, 1024, 67) \
    X(spmm, "sparse times dense of 32 columns", 1 << 15, 1 << 13, 133) \
    X(steele, "scans of tiles of 256, from half to half", 1 << 22, 1 << 20, 1031) \
    X(stencil27, "27 points in a cube, halo by quotients", 160, 96, 37) \
    X(tridiagonal, "systems of 128, cyclic reduction", 1 << 14, 1 << 12, 5) \
    X(viterbi, "ways through 64 states, a message a tile", 4096, 1024, 3) \
    X(walsh, "Walsh transform of 1024 elements a tile", 1 << 21, 1 << 19, 2048) \
    X(warpsum, "sums by shuffles, then over the tile's warps", 1 << 22, 1 << 20, 1031) \
    X(water, "shallow water, three views, tile 16x16", 1024, 512, 67)

#endif
