/* SPDX-License-Identifier: MIT */
/*
run.c: runs what ampify made of files on the problems of bench/real, and checks it against the
serial references there. Arguments: the files' names, whose functions are linked. Prints a line for
each problem, and ends with 1 where one is wrong.
*/
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/real/backprop/problem.h"
#include "../../bench/real/bfs/problem.h"
#include "../../bench/real/gaussian/problem.h"
#include "../../bench/real/gemm/problem.h"
#include "../../bench/real/hotspot/problem.h"
#include "../../bench/real/kmeans/problem.h"
#include "../../bench/real/lavamd/problem.h"
#include "../../bench/real/lud/problem.h"
#include "../../bench/real/nw/problem.h"
#include "../../bench/real/particlefilter/problem.h"
#include "../../bench/real/pathfinder/problem.h"
#include "../../bench/real/real_sparse.h"
#include "../../bench/real/reduction/problem.h"
#include "../../bench/real/scan/problem.h"
#include "../../bench/real/sort/problem.h"
#include "../../bench/real/spmv_csr/problem.h"
#include "../../bench/real/spmv_vector/problem.h"
#include "../../bench/real/srad/problem.h"
#include "programs.h"

/* Only some of them are linked. */
#define WEAK __attribute__((weak))
WEAK void hotspot_run(const float *, const float *, float *, int, int, float, float, float, float,
                 float);
WEAK void pathfinder_run(const int *, const int *, int *, int, int);
WEAK void nw_run(const int *, int *, int, int);
WEAK void lud_run(float *, int);
WEAK void srad_run(float *, int, int, float);
WEAK void backprop_run(const float *, float *, float *, float *, const float *, int, int, int,
                       float, float);
WEAK void kmeans_run(const float *, const float *, int *, int, int, int, int);
WEAK void lavamd_run(const float *, const int *, const int *, float *, int, int, float);
WEAK void bfs_run(const int *, const int *, int, int, int *);
WEAK void gaussian_run(float *, float *, float *, int);
WEAK void particlefilter_run(const unsigned char *, int, int, const int *, int, const double *,
                        unsigned *, double *, double *, double *, double *, double *, int);
WEAK float reduction_run(const float *, float *, int, int);
WEAK void scan_run(const float *, float *, int);
WEAK void spmv_run(const float *, const int *, const int *, const float *, float *, int, int, int);
WEAK void sort_run(const unsigned *, unsigned *, int);
WEAK void sgemm_run(const float *, const float *, float *, int, float, float);
void kmeans_move_centres(void);

/* What the host of kmeans does between launches, as bench/real/kmeans/amp.c. */
void kmeans_move_centres(void)
{
    double sums[KMEANS_CENTRES][KMEANS_FEATURES] = { { 0 } };
    int count[KMEANS_CENTRES] = { 0 }, i, c, f;
    for (i = 0; i < kmeans.n; i++) {
        c = kmeans.member[i];
        count[c]++;
        for (f = 0; f < KMEANS_FEATURES; f++) {
            sums[c][f] += (double)kmeans.points[i * KMEANS_FEATURES + f];
        }
    }
    for (c = 0; c < KMEANS_CENTRES; c++) {
        for (f = 0; f < KMEANS_FEATURES && count[c] > 0; f++) {
            kmeans.centres[c][f] = kmeans_mean(sums[c][f], count[c]);
        }
    }
}

/* The original's matrix has a row and a column more: alike[i - 1][j - 1] is at [i][j] there. */
static void run_nw(void)
{
    const size_t side = (size_t)nw.n + 1;
    int *reference = (int *)bench_memory(side * side * sizeof(int));
    size_t i;
    for (i = 1; i < side; i++) {
        memcpy(reference + i * side + 1, nw.alike + (i - 1) * (side - 1),
               (side - 1) * sizeof(int));
    }
    nw_run(reference, nw.score, (int)side, nw.gap);
    free(reference);
}

static void run_gaussian(void)
{
    const int n = gaussian.n;
    int i, j;
    memset(gaussian.m, 0, (size_t)n * (size_t)n * sizeof(float));
    gaussian_run(gaussian.a, gaussian.b, gaussian.m, n);
    for (i = n - 1; i >= 0; i--) { /* the triangle, from the last unknown up */
        float rest = gaussian.b[i];
        for (j = i + 1; j < n; j++) {
            rest -= gaussian.a[i * n + j] * gaussian.x[j];
        }
        gaussian.x[i] = rest / gaussian.a[i * n + i];
    }
}

static void run_reduction(void)
{
    reduction.total = reduction_run(reduction.x, reduction.sums, reduction.n, REDUCTION_TILES);
}

static void spmv(const real_csr_problem *p, int by_warps)
{
    spmv_run(p->m.value, p->m.column, p->m.start, p->x, p->y, p->m.n, p->m.start[p->m.n],
             by_warps);
}

#define IS(name) strcmp(file, #name) == 0
static void run(const char *file, const char *problem)
{
    if (IS(hotspot)) {
        hotspot.result = hotspot.to;
        hotspot_run(hotspot.power, hotspot.from, hotspot.to, hotspot.n, hotspot.steps,
                    hotspot.scale, hotspot.rx, hotspot.ry, hotspot.rz, hotspot.ambient);
    } else if (IS(pathfinder)) {
        pathfinder.result = pathfinder.to;
        pathfinder_run(pathfinder.cost, pathfinder.from, pathfinder.to, pathfinder.n,
                       pathfinder.steps);
    } else if (IS(nw)) {
        run_nw();
    } else if (IS(lud)) {
        lud_run(lud.a, lud.n);
    } else if (IS(srad)) {
        srad.result = srad.image;
        srad_run(srad.image, srad.n, srad.steps, SRAD_LAMBDA);
    } else if (IS(backprop)) {
        backprop_run(backprop.input, backprop.weights, backprop.change, backprop.partial,
                     backprop.delta, backprop.rows, BACKPROP_HIDDEN, backprop.steps,
                     BACKPROP_RATE, BACKPROP_MOMENTUM);
    } else if (IS(kmeans)) {
        kmeans_run(kmeans.points, kmeans.centres[0], kmeans.member, kmeans.n, KMEANS_FEATURES,
                   KMEANS_CENTRES, kmeans.steps);
    } else if (IS(lavamd)) {
        lavamd_run(lavamd.places, lavamd.around, lavamd.around_count, lavamd.result, lavamd.boxes,
                   lavamd.particles, lavamd.alpha2);
    } else if (IS(bfs)) {
        bfs_run(bfs.starts, bfs.edges, bfs.n, bfs.edge_count, bfs.cost);
    } else if (IS(gaussian)) {
        run_gaussian();
    } else if (IS(particlefilter)) {
        particlefilter_run(particlefilter.film, PARTICLEFILTER_SIDE, particlefilter.frames,
                           particlefilter.offsets, particlefilter.offset_count, particlefilter.u,
                           particlefilter.seeds, particlefilter.x, particlefilter.y,
                           particlefilter.moved_x, particlefilter.moved_y,
                           particlefilter.weights, particlefilter.n);
    } else if (IS(reduction)) {
        run_reduction();
    } else if (IS(scan)) {
        scan_run(scan.x, scan.y, scan.n);
    } else if (IS(spmv)) {
        if (strcmp(problem, "spmv_csr") == 0) {
            spmv(&spmv_csr, 0);
        } else {
            spmv(&spmv_vector, 1);
        }
    } else if (IS(sort)) {
        sort.result = sort.other;
        sort_run(sort.keys, sort.other, sort.n);
    } else {
        sgemm_run(gemm.a, gemm.b, gemm.c, gemm.n, gemm.alpha, gemm.beta);
    }
}

#define DECLARE(name, file, n, steps) extern const real_program name##_program;
REAL_PROGRAMS(DECLARE)
#define ROW(name, file, n, steps) { #name, #file, &name##_program, n, steps },
static const struct row {
    const char *name, *file;
    const real_program *program;
    int n, steps;
} rows[] = { REAL_PROGRAMS(ROW) };

/* 1 where the problem is not solved. */
static int solve(const struct row *r)
{
    const char *why;
    r->program->open(r->n, r->steps);
    r->program->restore();
    run(r->file, r->name);
    why = r->program->check();
    (void)printf("%s: %s\n", r->name, why != NULL ? why : "right");
    r->program->close();
    return why != NULL;
}

int main(int argc, char **argv)
{
    int i, wrong = 0;
    size_t k;
    for (i = 1; i < argc; i++) {
        for (k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
            wrong |= strcmp(rows[k].file, argv[i]) == 0 && solve(&rows[k]);
        }
    }
    return wrong;
}

/* Of bench/serve.c, which has a main of its own. */
void *bench_memory(size_t bytes)
{
    void *p = calloc(bytes > 0 ? bytes : 1, 1);
    if (p == NULL) {
        (void)fprintf(stderr, "no memory for %lu bytes\n", (unsigned long)bytes);
        exit(2);
    }
    return p;
}

unsigned bench_noise(unsigned i)
{
    i = (i ^ i >> 16) * 0x7feb352dU;
    i = (i ^ i >> 15) * 0x846ca68bU;
    return i ^ i >> 16;
}
