/* SPDX-License-Identifier: MIT */
#ifndef REAL_PROGRAMS_H
#define REAL_PROGRAMS_H
/* The programs, in the order in which they are timed:
     X(name, title, n, steps, quick n, quick steps, small n, small steps)
   name is the folder's; n and steps are what its problem.h says they are. "Small" sizes are for
   tests: odd, and no whole number of tiles. */
#define REAL_PROGRAMS(X) \
    X(hotspot, "heat of a chip, tile 16x16 with ghost zones", 1024, 20, 512, 20, 67, 5) \
    X(pathfinder, "cheapest ways through a grid, tile 256 with ghost zones", \
      200000, 100, 50000, 100, 1031, 27) \
    X(nw, "Needleman-Wunsch, tile 16x16 along anti-diagonals", 3072, 10, 1536, 10, 83, 10) \
    X(nn, "nearest records, the last step on the host", 8388608, 10, 2097152, 10, 1009, 5) \
    X(heat3d, "heat in a cube, tile 8x32, plane by plane", 128, 20, 96, 10, 37, 3) \
    X(bfs, "breadth-first search, two kernels a level", 524288, 6, 131072, 6, 1021, 5) \
    X(gemm, "alpha A B + beta C, tile 16x16", 768, 1, 480, 1, 67, 1) \
    X(conv2d, "2-D convolution, tile 16x16 with halo", 2000, 4, 1000, 4, 67, 2) \
    X(atax, "A^T (A x), a row and a column a thread", 4608, 1, 2304, 1, 301, 1) \
    X(correlation, "correlation matrix, four launches", 1000, 1, 600, 1, 67, 1) \
    X(histogram, "256 bins of a tile's own, by atomics", 32000000, 1, 8000000, 1, 10007, 1) \
    X(lud, "triangles of a matrix, tiles 16, 32 and 16x16", 1024, 1, 640, 1, 83, 1) \
    X(reduction, "sum of floats, grid's strides, then a tree", 1 << 24, 1, 1 << 22, 1, 100003, 1) \
    X(scan, "inclusive scan of floats, reduce then scan", 1 << 22, 1, 1 << 20, 1, 100003, 1) \
    X(spmv_csr, "sparse matrix, compressed rows, a thread a row", 131072, 32, 32768, 32, 1003, 9) \
    X(spmv_vector, "sparse matrix, compressed rows, a warp a row", \
      131072, 32, 32768, 32, 1003, 9) \
    X(spmv_ell, "sparse matrix, ELLPACK-R", 131072, 32, 32768, 32, 1003, 9) \
    X(tpacf, "angles of pairs, by search, bins of a tile's own", 1536, 3, 768, 3, 97, 2) \
    X(mriq, "sums of cos and sin, a voxel a thread, 4 launches", \
      24000, 1024, 6000, 1024, 333, 300) \
    X(srad, "diffusion without speckle, tiles 16x16", 1024, 10, 512, 10, 83, 4) \
    X(lavamd, "particles in boxes, a box a tile of 128", 6, 100, 4, 100, 3, 37) \
    X(sort, "radix sort, 4 bits a pass, three kernels", 1 << 20, 1, 1 << 18, 1, 5003, 1) \
    X(md, "Lennard-Jones forces by neighbour lists", 65536, 1, 16384, 1, 1003, 1) \
    X(fft, "complex FFT of 512 points, 8 a thread", 4096, 1, 1024, 1, 13, 1) \
    X(gaussian, "elimination, tiles 256 and 4x4", 512, 1, 320, 1, 83, 1) \
    X(cutcp, "cut-off Coulomb potential, tile 8x2x8, bins", 64, 16, 40, 16, 21, 11) \
    X(backprop, "training of a network, tiles 16x16", 262144, 4, 65536, 4, 1003, 2) \
    X(kmeans, "clusters of points, tile 256, centres on the host", 100000, 5, 25000, 5, 1003, 3) \
    X(streamcluster, "gain of a new centre, summed on the host", 131072, 5, 32768, 5, 1013, 3) \
    X(particlefilter, "a disc in a film, five launches a frame", 16384, 8, 4096, 8, 1013, 3)

#endif
