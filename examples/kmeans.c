/* SPDX-License-Identifier: MIT */
/*
kmeans.c: clusters of points. In turns, each point goes to the nearest of 5
centres, and each centre to the mean of its points. A tile adds its points up in
tile memory first, with atomics, and then its sums to those in global memory: 15
global additions a tile at most, instead of 3 a point. Coordinates are whole
numbers: sums of them do not depend on their order.

    cc -O2 -fopenmp -pthread -I. examples/kmeans.c -o kmeans && ./kmeans [points] [picture.svg]

prints the centres, and writes a picture where a file is named.
*/
#define AMP_SHORT_NAMES
#include "amp.h"
#include "example.h"

AMP_DEVICE_BEGIN
#define TILE 64
#define CENTRES 5

typedef struct spot {
    int x, y;
} spot;

static inline int distance2(spot a, spot b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* sums: of each centre's points x, y, and how many. */
AMP_TILED_KERNEL(assign, (TILE), in(spot, 1, points), in(spot, 1, centres), out(int, 1, nearest),
                 inout(int, 2, sums))
{
    tile_static(spot, centre, CENTRES);
    tile_static(int, sum, CENTRES, 3);
    const int l = tidx.local[0], g = tidx.global[0];
    if (l < CENTRES) {
        centre[l] = at(centres, l);
        sum[l][0] = sum[l][1] = sum[l][2] = 0;
    }
    tile_barrier_wait(tidx);
    if (g < points_shape.extent[0]) {
        const spot me = at(points, g);
        int best = 0;
        for (int c = 1; c < CENTRES; c++) {
            if (distance2(me, centre[c]) < distance2(me, centre[best])) {
                best = c;
            }
        }
        at(nearest, g) = best;
        amp_atomic_fetch_add(&sum[best][0], me.x);
        amp_atomic_fetch_add(&sum[best][1], me.y);
        amp_atomic_fetch_inc(&sum[best][2]);
    }
    tile_barrier_wait(tidx);
    if (l < 3 * CENTRES && sum[l / 3][2] != 0) {
        amp_atomic_fetch_add(&at(sums, l / 3, l % 3), sum[l / 3][l % 3]);
    }
}

/* One thread a centre: to the mean of its points; the sums begin anew. */
AMP_KERNEL(move_centres, 1, inout(int, 2, sums), inout(spot, 1, centres))
{
    const int c = idx[0], count = at(sums, c, 2);
    if (count > 0) {
        const spot mean = { at(sums, c, 0) / count, at(sums, c, 1) / count };
        at(centres, c) = mean;
    }
    for (int k = 0; k < 3; k++) {
        at(sums, c, k) = 0;
    }
}
AMP_DEVICE_END

static void serial(const spot *points, int n, spot *centres, int *nearest)
{
    int sum[CENTRES][3] = { { 0 } }, i, c;
    for (i = 0; i < n; i++) {
        nearest[i] = 0;
        for (c = 1; c < CENTRES; c++) {
            if (distance2(points[i], centres[c]) < distance2(points[i], centres[nearest[i]])) {
                nearest[i] = c;
            }
        }
        sum[nearest[i]][0] += points[i].x;
        sum[nearest[i]][1] += points[i].y;
        sum[nearest[i]][2]++;
    }
    for (c = 0; c < CENTRES; c++) {
        if (sum[c][2] > 0) {
            centres[c].x = sum[c][0] / sum[c][2];
            centres[c].y = sum[c][1] / sum[c][2];
        }
    }
}

static void draw(const char *path, const spot *points, const int *nearest, int n,
                 const spot *centres)
{
    static const char *const colour[CENTRES] = { "#0969da", "#bc4c00", "#1a7f37", "#8250df",
                                                 "#bf3989" };
    FILE *f = example_file(path);
    int i;
    (void)fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1024 1024\" "
                  "role=\"img\" aria-label=\"points in five clusters\">\n"
                  "<rect width=\"1024\" height=\"1024\" fill=\"#ffffff\"/>\n");
    for (i = 0; i < n; i++) {
        (void)fprintf(f, "<circle cx=\"%d\" cy=\"%d\" r=\"3\" fill=\"%s\"/>\n", points[i].x,
                      points[i].y, colour[nearest[i]]);
    }
    for (i = 0; i < CENTRES; i++) {
        (void)fprintf(f, "<circle cx=\"%d\" cy=\"%d\" r=\"12\" fill=\"#1f2328\"/>\n",
                      centres[i].x, centres[i].y);
    }
    (void)fprintf(f, "</svg>\n");
    (void)fclose(f);
}

int main(int argc, char **argv)
{
    const int n = example_size(argc, argv, 5003, 701, 1 << 20), turns = 10;
    spot *points = example_memory((size_t)n * sizeof(spot));
    int *nearest = example_memory((size_t)n * sizeof(int));
    int *expected = example_memory((size_t)n * sizeof(int));
    spot centres[CENTRES], expected_centres[CENTRES];
    int sums[CENTRES][3] = { { 0 } }, i, k, wrong = 0;
    unsigned random = 11;
    for (i = 0; i < n; i++) { /* five clouds, each the sum of four random squares */
        points[i].x = 100 + i % 5 * 150;
        points[i].y = 100 + i * 2 % 5 * 150;
        for (k = 0; k < 8; k++) {
            random = random * 1664525u + 1013904223u;
            *(k % 2 ? &points[i].x : &points[i].y) += (int)(random >> 26);
        }
    }
    for (k = 0; k < CENTRES; k++) {
        centres[k] = expected_centres[k] = points[k < n ? k : 0];
    }
    const amp_array_view p = amp_view(spot, points, n), c = amp_view(spot, centres, CENTRES);
    const amp_array_view v = amp_view(int, nearest, n), s = amp_view(int, &sums[0][0], CENTRES, 3);
    for (k = 0; k < turns; k++) {
        must(parallel_for_each(amp_pad(amp_tile(amp_extent(n), TILE)), assign, p, c, v, s));
        must(parallel_for_each(amp_extent(CENTRES), move_centres, s, c));
        serial(points, n, expected_centres, expected);
    }
    must(amp_synchronize(v));
    must(amp_synchronize(c));
    must(amp_release(p));
    must(amp_release(c));
    must(amp_release(v));
    must(amp_release(s));
    for (i = 0; i < n; i++) {
        wrong += nearest[i] != expected[i];
    }
    (void)printf("%d points, %d turns; the centres:", n, turns);
    for (k = 0; k < CENTRES; k++) {
        wrong += centres[k].x != expected_centres[k].x || centres[k].y != expected_centres[k].y;
        (void)printf(" (%d, %d)", centres[k].x, centres[k].y);
    }
    (void)printf("\n");
    if (argc > 2) {
        draw(argv[2], points, nearest, n, centres);
    }
    free(points);
    free(nearest);
    free(expected);
    return example_end(wrong);
}
