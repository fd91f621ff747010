/* SPDX-License-Identifier: MIT */
#ifndef REAL_PROGRAMS_H
#define REAL_PROGRAMS_H
/* In the place of bench/real/programs.h, for bench/real/real.c: the programs that there are kernels
   of here, X(name of bench/real, of ampify's file, n, steps). Sizes are odd, but where the original
   asks for whole tiles. */
#define REAL_PROGRAMS(X) \
    X(hotspot, hotspot, 67, 5) \
    X(pathfinder, pathfinder, 1031, 27) \
    X(nw, nw, 96, 10) \
    X(lud, lud, 80, 1) \
    X(srad, srad, 83, 4) \
    X(backprop, backprop, 1003, 2) \
    X(kmeans, kmeans, 1003, 3) \
    X(lavamd, lavamd, 3, 37) \
    X(bfs, bfs, 1021, 5) \
    X(gaussian, gaussian, 83, 1) \
    X(particlefilter, particlefilter, 1013, 3) \
    X(reduction, reduction, 100003, 1) \
    X(scan, scan, 100003, 1) \
    X(spmv_csr, spmv, 1003, 9) \
    X(spmv_vector, spmv, 1003, 9) \
    X(sort, sort, 5003, 1) \
    X(gemm, sgemm, 128, 1)

#endif
