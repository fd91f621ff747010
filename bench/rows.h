/* SPDX-License-Identifier: MIT */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H
/* What driver.c times: the workloads with their sizes, and the targets. Compiled with -DBENCH_REAL
   those of the real programs, with -DBENCH_SAMPLES those of bench/samples/, with -DBENCH_CEILING
   those of bench/ceiling.sh. */

#ifdef BENCH_REAL
#include "real/programs.h"
#endif
#ifdef BENCH_SAMPLES
#include "samples/list.h"
#endif

/* What a row is compared with. */
typedef enum peer {
    PEER_NONE, PEER_OPENCL_BEST, PEER_OPENCL_DEFAULT, PEER_OPENCL_SAME, PEER_OPENMP,
    PEER_OWN_OPENMP, PEER_BY_HAND, PEER_ABSOLUTE, PEER_OPENMP_BEST, PEER_BOOST_BEST
} peer;

typedef struct workload {
    const char *name, *title;
    int n, steps, quick_n, quick_steps, small_n, small_steps;
    double scale; /* seconds to the unit printed */
    const char *unit;
} workload;

#ifdef BENCH_REAL
#define REAL_WORKLOAD(name, title, n, steps, quick_n, quick_steps, small_n, small_steps) \
    { #name, title, n, steps, quick_n, quick_steps, small_n, small_steps, 1e3, "ms" },
static const workload workloads[] = { REAL_PROGRAMS(REAL_WORKLOAD) };
enum { HAS_MEANS = 1 };
#elif defined(BENCH_SAMPLES)
#define SAMPLE_WORKLOAD(name, title, n, quick_n, small_n) \
    { #name, title, n, 1, quick_n, 1, small_n, 1, 1e3, "ms" },
static const workload workloads[] = { SAMPLES(SAMPLE_WORKLOAD) };
enum { HAS_MEANS = 1 };
#elif defined(BENCH_CEILING)
/* "Small" sizes lie in the second cache. */
static const workload workloads[] = {
    { "W1", "sgemm, tile 16x16; by hand: OpenBLAS", 1024, 1, 512, 1, 128, 40, 1e3, "ms" },
    { "W2", "transpose, tile 16x16; by hand: memcpy", 4096, 1, 2048, 1, 160, 100, 1e3, "ms" },
    { "W2n", "transpose, untiled; by hand: memcpy", 4096, 1, 2048, 1, 160, 100, 1e3, "ms" },
    { "copy", "y = x; by hand: memcpy", 1 << 24, 1, 1 << 22, 1, 1 << 15, 100, 1e3, "ms" },
    { "scale", "y = a x; by hand: memcpy", 1 << 24, 1, 1 << 22, 1, 1 << 15, 100, 1e3, "ms" },
    { "triad", "z = x + a y; by hand: memcpy of 1.5 n", 1 << 24, 1, 1 << 22, 1, 1 << 14, 100,
      1e3, "ms" },
    { "W3", "int sum, tile 256; by hand: read", 1 << 24, 1, 1 << 22, 1, 1 << 16, 100, 1e3, "ms" },
    { "A1", "amp_reduce, int; by hand: read", 1 << 24, 1, 1 << 22, 1, 1 << 16, 100, 1e3, "ms" },
    { "A2", "amp_reduce, float; by hand: read", 1 << 24, 1, 1 << 22, 1, 1 << 16, 100, 1e3, "ms" },
    { "dot", "dot product; by hand: read of 2 n", 1 << 24, 1, 1 << 22, 1, 1 << 15, 100, 1e3, "ms" },
    { "W8", "n-body, tile 256; by hand: AVX2", 4096, 1, 2048, 1, 512, 10, 1e3, "ms" },
};
enum { HAS_MEANS = 0 };
#else
static const workload workloads[] = {
    { "W1", "sgemm, tile 16x16", 1024, 1, 512, 1, 64, 1, 1e3, "ms" },
    { "W2", "transpose, tile 16x16", 4096, 1, 2048, 1, 128, 1, 1e3, "ms" },
    { "W2n", "transpose, untiled", 4096, 1, 2048, 1, 128, 1, 1e3, "ms" },
    { "W3", "int sum, tile 256", 16777216, 1, 4194304, 1, 65536, 1, 1e3, "ms" },
    { "W4", "exclusive int scan, 512 a tile", 4194304, 1, 1048576, 1, 131072, 1, 1e3, "ms" },
    { "W5", "saxpy", 16777216, 1, 16777216, 1, 16384, 1, 1e3, "ms" },
    { "W6", "heat, tile 16x16", 2048, 20, 1024, 10, 128, 2, 1e3, "ms" },
    { "W8", "n-body, tile 256", 4096, 1, 2048, 1, 256, 1, 1e3, "ms" },
    { "W9", "relu", 65536, 50, 65536, 50, 16384, 2, 1e6, "us" },
    { "W10", "a guard, if (i < n)", 65436, 50, 65436, 50, 16284, 2, 1e6, "us" },
    { "W11", "clamp", 65536, 50, 65536, 50, 16384, 2, 1e6, "us" },
    { "W12", "leaky relu", 65536, 50, 65536, 50, 16384, 2, 1e6, "us" },
    { "W13", "select", 32768, 50, 32768, 50, 16384, 2, 1e6, "us" },
    { "W14", "a masked read", 32768, 50, 32768, 50, 16384, 2, 1e6, "us" },
    { "switch", "256 fibers, a barrier each", 20000, 1, 5000, 1, 1000, 1, 1e9, "ns" },
    { "launch", "an empty launch of 512 threads", 500, 1, 500, 1, 500, 1, 1e6, "us" },
    { "start", "a process to its first result", 1, 1, 1, 1, 1, 1, 1e3, "ms" },
    { "A1", "amp_reduce, int sum", 16777216, 1, 4194304, 1, 65536, 1, 1e3, "ms" },
    { "A2", "amp_reduce, float sum", 16777216, 1, 4194304, 1, 65536, 1, 1e3, "ms" },
    { "A3", "amp_scan, inclusive, int sum", 4194304, 1, 1048576, 1, 65536, 1, 1e3, "ms" },
    { "A4", "amp_scan, exclusive, int sum", 4194304, 1, 1048576, 1, 65536, 1, 1e3, "ms" },
    { "A5", "amp_radix_sort, uint32", 4194304, 1, 1048576, 1, 65536, 1, 1e3, "ms" },
};
enum { HAS_MEANS = 0 };
#endif

/* The targets: the ratio to the peer, or the time in the workload's unit, that
   a variant may take. The first line that fits a row counts; a row with more
   than one target is printed once for each. "*" is every workload, "W" is W1 to
   W14, "A" A1 to A5; a NULL fits any. */
typedef struct rule {
    const char *work, *kind, *variant;
    peer against;
    double target; /* 0: none */
} rule;
static const rule rules[] = {
#if defined(BENCH_REAL) || defined(BENCH_SAMPLES)
    { "*", "ampcl", "by hand*", PEER_NONE, 0 },
    { "*", "ampcl", NULL, PEER_BY_HAND, 1.05 },
    { "*", "vectors", NULL, PEER_OPENMP_BEST, 1.2 },
    { "*", "fast", NULL, PEER_OPENMP_BEST, 0 },
    { "*", "amp", NULL, PEER_OPENMP_BEST, 0 },
    { "*", "openmp", NULL, PEER_OPENMP_BEST, 0 },
#endif
    { "*", "ceiling", "by hand*", PEER_NONE, 0 }, /* these by bench/ceiling.sh alone */
    { "W1", "ceiling", "tiled", PEER_BY_HAND, 1.2 },
    { "W1", "ceiling", NULL, PEER_BY_HAND, 0 },
    { "W3", "ceiling", NULL, PEER_BY_HAND, 1.05 },
    { "A", "ceiling", NULL, PEER_BY_HAND, 1.05 },
    { "dot", "ceiling", NULL, PEER_BY_HAND, 1.05 },
    { "*", "ceiling", "plain*", PEER_BY_HAND, 0 },
    { "W2", "ceiling", NULL, PEER_BY_HAND, 1.1 },
    { "W2n", "ceiling", NULL, PEER_BY_HAND, 1.1 },
    { "copy", "ceiling", NULL, PEER_BY_HAND, 1.1 },
    { "scale", "ceiling", NULL, PEER_BY_HAND, 1.1 },
    { "triad", "ceiling", NULL, PEER_BY_HAND, 1.1 },
    { "W8", "ceiling", NULL, PEER_BY_HAND, 1.1 },
    { "W1", "amp", "phased", PEER_OPENCL_BEST, 0.15 },
    { "W1", "amp", "tiled", PEER_OPENCL_DEFAULT, 1.1 },
    { "W1", "vectors", "simple*", PEER_OPENCL_BEST, 0 },
    { "W2n", "vectors", "simple*", PEER_OPENCL_BEST, 0.8 },
    { "W6", "vectors", "simple*", PEER_OPENCL_BEST, 0 },
    { "W8", "vectors", "simple*", PEER_OPENCL_BEST, 0 },
    { "W1", "vectors", NULL, PEER_OPENCL_BEST, 0.10 }, /* these six of processor time: --cpu */
    { "W2", "vectors", NULL, PEER_OPENCL_BEST, 0.45 },
    { "W3", "vectors", NULL, PEER_OPENCL_BEST, 0.18 },
    { "W4", "vectors", NULL, PEER_OPENCL_BEST, 0.16 },
    { "W6", "vectors", NULL, PEER_OPENCL_BEST, 0.3 },
    { "W8", "vectors", NULL, PEER_OPENCL_BEST, 0.15 },
    { "W2", "amp", "phased", PEER_OPENCL_BEST, 0.6 },
    { "W2n", "amp", "simple", PEER_OPENCL_BEST, 0.8 },
    { "W3", "amp", "phased", PEER_OPENCL_BEST, 0.2 },
    { "W5", "amp", "simple", PEER_OPENMP, 1.1 },
    { "W6", "amp", "phased", PEER_OPENCL_BEST, 0.5 },
    { "W9", NULL, "simple*", PEER_OPENMP, 1.1 },
    { "W9", NULL, NULL, PEER_OPENMP, 0 },
    { "W10", NULL, "simple*", PEER_OPENMP, 1.1 },
    { "W10", NULL, NULL, PEER_OPENMP, 0 },
    { "W11", NULL, "simple*", PEER_OPENMP, 1.1 },
    { "W11", NULL, NULL, PEER_OPENMP, 0 },
    { "W12", NULL, "simple*", PEER_OPENMP, 1.1 },
    { "W12", NULL, NULL, PEER_OPENMP, 0 },
    { "W13", NULL, "simple*", PEER_OPENMP, 1.1 },
    { "W13", NULL, NULL, PEER_OPENMP, 0 },
    { "W14", NULL, "simple*", PEER_OPENMP, 1.1 },
    { "W14", NULL, NULL, PEER_OPENMP, 0 },
    { "switch", "amp", NULL, PEER_ABSOLUTE, 8 },
    { "launch", "amp", "openmp", PEER_NONE, 0 },
    { "launch", "amp", "one worker*", PEER_NONE, 0 },
    { "launch", "amp", NULL, PEER_OWN_OPENMP, 2 },
    { "A1", "amp", NULL, PEER_OPENMP_BEST, 1.1 },
    { "A2", "amp", NULL, PEER_OPENMP_BEST, 1.1 },
    { "A3", "amp", NULL, PEER_OPENMP_BEST, 1.3 },
    { "A4", "amp", NULL, PEER_OPENMP_BEST, 1.3 },
    { "A5", "amp", NULL, PEER_OPENMP_BEST, 1.2 },
    { "A5", "amp", NULL, PEER_BOOST_BEST, 0.2 },
    { "A", "ampcl best", "device", PEER_BOOST_BEST, 1.0 },
    { "A", "ampcl best", NULL, PEER_BOOST_BEST, 0 },
    { "A", "ampcl", NULL, PEER_BOOST_BEST, 0 },
    { "A", "boost", NULL, PEER_BOOST_BEST, 0 },
    { "A", NULL, NULL, PEER_OPENMP_BEST, 0 },
    { "W6", "ampcl", "by hand, two widths*", PEER_BY_HAND, 0 },
    { "*", "ampcl", "by hand*", PEER_NONE, 0 },
    { "launch", "ampcl", NULL, PEER_BY_HAND, 1.2 },
    { "start", "ampcl", NULL, PEER_OPENCL_SAME, 1.2 },
    { "W", "ampcl", "phased*", PEER_BY_HAND, 0 },
    { "W", "ampcl", NULL, PEER_BY_HAND, 1.05 },
    { "start", "opencl", NULL, PEER_NONE, 0 },
    { "start", "vectors", "start, first", PEER_ABSOLUTE, 500 }, /* one kernel */
    { "start", "vectors", "start, kept", PEER_ABSOLUTE, 5 },
    { NULL, NULL, NULL, PEER_OPENCL_BEST, 0 },
};

#endif
